"""`URL` compared with ada: after each operation on mutated conformance data, both have the same
eleven attributes.

Non-ASCII hosts are excluded, because ada differs on them in three ways. It does not apply RFC 5893
to every label of a Bidi domain name (CheckBidi is true in URL Standard 3.3). It accepts a zero
width non-joiner that RFC 5892 appendix A.1 does not accept (CheckJoiners is true). It uses another
version of Unicode. A million mutants showed no other difference."""

from __future__ import annotations

from contextlib import suppress
from random import Random

import pytest

from tests.conformance import cases
from urldom import InvalidURLError
from urldom.whatwg import URL

ada_url = pytest.importorskip("ada_url")

ATTRIBUTES = (
    *("href", "origin", "protocol", "username", "password"),
    *("host", "hostname", "port", "pathname", "search", "hash"),
)
PIECES = (
    *"/\\?#:@[]%.|'\"<>`{}^~*!$&()+,;=_- \t\n\r\0\x1f\x7f01aCxX",
    *(
        "//",
        "..",
        "%2e",
        "%00",
        "%41",
        "%zz",
        "%c3%a9",
        "%ff",
        "xn--",
        "0x",
        "1.2",
        "255",
        "256",
        "65536",
        ":80",
        ":443",
    ),
    *(
        "C:",
        "C|",
        "/C:/",
        "localhost",
        "http:",
        "https:",
        "file:",
        "ws:",
        "data:",
        "javascript:",
        "foo:",
        "blob:",
    ),
    *(
        "about:blank",
        "user:pw@",
        "[::1]",
        "::",
        "::1.2.3.4",
        "127.1",
        "0x7f.1",
        "/./",
        "/../",
        "/.//",
        "EXAMPLE",
    ),
)
NOT_IN_HOSTS = (*PIECES, *"\x80é\xad☃𝐀．。\U0010ffff\ufffe")


def mutated(text: str, random: Random, pieces: tuple[str, ...]) -> str:
    for _ in range(random.choice((1, 1, 2, 3))):
        start = random.randint(0, len(text))
        end = start + random.choice((0, 0, 1, 4))
        text = text[:start] + random.choice((*pieces, "")) + text[end:]
    return text


def attributes(url: object) -> tuple[str, ...]:
    return tuple(getattr(url, name) for name in ATTRIBUTES)


def parsed_by_ada(url: str, base: str | None) -> object:
    try:
        return ada_url.URL(url, base)
    except ValueError:
        return None


def test_parsing_matches_ada():
    inputs = [(case["input"], case["base"]) for case in cases("url")]
    inputs = [(url, base) for url, base in inputs if url.isascii()]
    random = Random(1)
    for url, base in random.choices(inputs, k=8000):
        url = mutated(url, random, PIECES)
        if random.random() < 0.5:
            url += random.choice("/?#") + random.choice(NOT_IN_HOSTS)
        urldom_url, ada_url_object = URL.parse(url, base), parsed_by_ada(url, base)
        assert (urldom_url and attributes(urldom_url)) == (
            ada_url_object and attributes(ada_url_object)
        ), (url, base)


def test_setting_matches_ada():
    inputs = [(case["href"], case["attribute"], case["value"]) for case in cases("setters")]
    names = list(dict.fromkeys(name for _, name, _ in inputs))
    random = Random(2)
    for url, name, value in random.choices(inputs, k=8000):
        name = random.choice((name, name, *names))
        pieces = PIECES if name in ("host", "hostname", "href") else NOT_IN_HOSTS
        value = mutated(value if value.isascii() else "", random, pieces)
        urldom_url, ada_url_object = URL(url), ada_url.URL(url)
        with suppress(InvalidURLError):
            setattr(urldom_url, name, value)
        with suppress(ValueError):
            setattr(ada_url_object, name, value)
        assert attributes(urldom_url) == attributes(ada_url_object), (url, name, value)
