"""The usual URLs of each standard: the standard keeps them, and reads the parts that the expression
captures."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

import pytest

from tests.cases import each_case
from tests.columns.rows import ATTRIBUTES, attributes, mutated, real_urls, resolved
from urldom._core.standards.registry import STANDARD_NAMES, find_engine
from urldom._core.standards.usual_url import BEGINNING, HOST, USUAL_URL


def as_python(expression: str) -> Callable[[str], re.Match[str] | None]:
    """Return the expression for Python's `re`. The last $ becomes \\Z, because $ matches before a
    final newline too."""
    before, _, rest = expression.rpartition("$")
    return re.compile(rf"{before}\Z{rest}", re.ASCII).match


match_host, match_beginning = as_python(HOST), as_python(BEGINNING)


def changed_urls(seed: int, count: int) -> list[str]:
    chance = random.Random(seed)
    return [mutated(chance.choice(real_urls()), chance) for _ in range(count)]


@pytest.mark.parametrize("standard", STANDARD_NAMES)
def test_usual_url_has_the_same_parts_in_each_standard(standard: str) -> None:
    """A URL that the expression matches resolves to itself, and the groups are its parts."""
    whole, _, longest = find_engine(standard).grammar.usual_url
    match_whole = as_python(whole)
    matched = 0
    for url in changed_urls(7, 20_000):
        found = match_whole(url)
        if found is None or len(found["host"]) > (longest or len(url)):
            continue
        matched += 1
        expected = {name: found[name] or "" for name in ATTRIBUTES[:-1]}
        expected["pathname"] = expected["pathname"] or "/"
        assert attributes(url, None, ATTRIBUTES[:-1], standard) == expected, url
        assert resolved(url, None, standard) in (url, f"{url}/" if not found["pathname"] else url)
    assert matched > 500


@pytest.mark.parametrize(
    "standard", [name for name in STANDARD_NAMES if find_engine(name).grammar.usual_url.beginning]
)
def test_text_after_a_usual_authority_does_not_change_the_authority(standard: str) -> None:
    _, beginning, longest = find_engine(standard).grammar.usual_url
    match = as_python(beginning or "")
    names = ["protocol", "host", "hostname", "port"]
    for url in changed_urls(8, 10_000):
        found = match(url)
        if found is None or len(found["host"]) > (longest or len(url)):
            continue
        assert attributes(url, None, names, standard) == {
            name: found[name] or "" for name in names
        }, url


def test_most_real_urls_are_usual() -> None:
    usual = sum(as_python(USUAL_URL.whole)(url) is not None for url in real_urls())
    assert usual > (0.97 if len(real_urls()) > 100 else 0.7) * len(real_urls())


@pytest.mark.parametrize(
    "host", ["h", "1.2.3.example", "a--b.c", "x", "x-y", "xm--a", "x1", "1a.b"]
)
def test_host_is_usual(host: str) -> None:
    assert match_host(host)
    assert match_beginning(f"http://{host}:8080/")


@each_case(
    "host",
    # Upper case, an empty label, a hyphen at an end, a last label that begins with a digit,
    # Punycode, and others
    [
        "",
        "H",
        "a..b",
        ".a",
        "a.",
        "-a",
        "a-",
        "a.-b",
        "1",
        "a.1",
        "1.2.3.4",
        "xn--a",
        "a.xn--b",
        "a_b",
        "é",
        "a b",
    ],
)
def test_host_is_unusual(host: str) -> None:
    assert match_host(host) is None


@each_case(
    ("url", "is_usual"),
    [
        ("https://h", True),
        ("http://h/a/%41?b=", True),
        ("http://h:8080/#/?", True),
        ("http://h:80/", False),
        ("http://h:808/", False),
        ("http://h:08080/", False),
        ("http://h?a", False),
        ("http://h/.a", False),
        ("http://h/a/%2e", False),
        ("http://h/a.b%2f/%3f", True),
        ("http://h/a;b", False),
        ("http://h/a?b;c", True),
        ("http://h/a?b'", False),
        ("http://h/%4", False),
        ("http://h/a?", False),
        ("ftp://h/", False),
        ("http://u@h/", False),
    ],
)
def test_usual_url(url: str, is_usual: bool) -> None:
    assert (as_python(USUAL_URL.whole)(url) is not None) is is_usual
