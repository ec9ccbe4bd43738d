"""`check_relative_to` checks the result of `relative_to()`. `draw_pair` makes random URLs for
it."""

from __future__ import annotations

from random import Random

from tests.strategies import TOKENS
from urldom import InvalidURLError, URLDecomposition, resolve

#: Segments that a relative path cannot always begin with, and texts that can follow a path.
SEGMENTS = [
    *(
        "a",
        "b",
        "",
        ".",
        "..",
        "x.y",
        ".x",
        "..x",
        "c:d",
        "C:",
        "C|",
        ";p",
        "a;p",
        "%2e",
        "%2E%2e",
        "é",
        "a b",
    ),
    *(
        "\\",
        "?q",
        "?",
        "?a?b",
        "#",
        "#f",
        "//",
        "///",
        "@",
        "[::1]",
        ":80",
        "%41",
        "%zz",
        "\t",
        "|",
        "~",
        "'",
        "\ud800",
    ),
]
STARTS = [
    *(
        "http://h/",
        "http://h",
        "http://h/a/b/c",
        "https://u:p@h:8080/a?q#f",
        "http://h//a//b",
        "http://h/a;p?q",
    ),
    *(
        "HTTP://H/a",
        "http:///",
        "file:///",
        "file:///C:/a/b",
        "file://h/a",
        "file:/",
        "foo:/",
        "foo:",
        "foo://h/a/b",
    ),
    *("foo://", "foo:///a", "foo:/.//a", "FOO:a", "foo:a/b/c", "data:text/x,", "urn:a/b", ""),
]


def draw_url(random: Random) -> str:
    if random.random() < 0.7:
        parts = [
            random.choice(["", "/", "/"]) + random.choice(SEGMENTS)
            for _ in range(random.randrange(7))
        ]
    else:
        parts = random.choices(TOKENS, k=random.randrange(7))
    return random.choice(STARTS) + "".join(parts)


def draw_pair(random: Random) -> tuple[str, str]:
    """Draw a URL and a base URL. In half of the pairs, both have the same beginning."""
    base = draw_url(random)
    if random.random() < 0.5:
        return draw_url(random), base
    return base + "".join(random.choice([*SEGMENTS, "/"]) for _ in range(random.randrange(3))), base


def check_relative_to(url: URLDecomposition, base: str, encoding: str = "utf-8") -> bool:
    """Assert that the reference resolves to the URL, in a document of any encoding, and is not
    longer than the URL.

    Return `False` if the URL or the base is not an absolute URL."""
    try:
        reference = url.relative_to(base)
    except InvalidURLError:
        assert not (url and URLDecomposition(base, standard=url.standard))
        return False
    pair = (url.href, base, reference)
    assert len(reference) <= len(url.href), pair
    resolved = resolve(reference, base, standard=url.standard, encoding=encoding)
    assert str(resolved) == url.href, (*pair, str(resolved))
    on_base = URLDecomposition(reference, base, standard=url.standard, encoding=encoding)
    assert on_base.href == url.href, (*pair, on_base.href)
    return True
