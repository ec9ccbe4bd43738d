"""The frontier of a crawl: a set contains each page once, for all spellings of its URL."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from ipaddress import IPv4Address
from random import Random
from typing import NamedTuple
from urllib.parse import quote

import pytest

from tests.cases import each_case, more_at_night
from urldom import ParsedURL
from urldom.whatwg import URL, parse


class Page(NamedTuple):
    """The identity of a page. `host` is the Unicode spelling of the host."""

    scheme: str
    host: str
    port: int | None
    segments: tuple[str, ...]
    query: str | None


HOSTS = [
    *("example.com", "www.example.com", "example.com.", "a_b.example"),
    *("bücher.example", "пример.example", "食狮.公司.cn", "faß.de"),
]
ADDRESSES = ["127.0.0.1", "10.0.0.1", "192.168.1.254"]
IPV6 = {
    "[::1]": ["[0:0:0:0:0:0:0:1]", "[0::0001]", "[::0.0.0.1]"],
    "[2001:db8::a00:1]": ["[2001:DB8:0:0::10.0.0.1]", "[2001:0db8::0A00:0001]"],
}
#: Segments that all differ in a browser, which does not decode escapes or change the case of
#: letters
SEGMENTS = [
    "a",
    "A",
    "~",
    "%7E",
    "%7e",
    "é",
    "%e9",
    "a b",
    "a+b",
    "a%20",
    "%2f",
    "...",
    "a;b",
    "a=b",
    "",
]
QUERIES = [
    None,
    "",
    "q=1",
    "q=1&r=2",
    "r=2&q=1",
    "q=é",
    "q=%c3%a9",
    "q=~",
    "q=%7E",
    "q=a b",
    "q=a+b",
    "&",
    "q=1&",
]


def page(random: Random, number: int) -> Page:
    """Return the page with this number. Its first segment distinguishes it from all other pages."""
    segments = (f"p{number // 8}", *random.choices(SEGMENTS, k=random.randrange(4)))
    return Page(
        ["http", "https"][number % 2],
        random.choice([*HOSTS, *ADDRESSES, *IPV6]),
        [None, 8080][number // 2 % 2],
        segments,
        [f"n={number // 4 % 2}", f"N={number // 4 % 2}"][number % 2]
        + random.choice(["", *filter(None, QUERIES)]),
    )


def spelled(random: Random, page: Page) -> str:
    """Return a URL of the page in one of many spellings."""
    path = "/".join(spelled_segment(random, segment) for segment in page.segments)
    slashes = random.choice(["//", "\\\\", "/", "", "\\/", "////"])
    url = f"{spelled_case(random, page.scheme)}:{slashes}{spelled_host(random, page.host)}{spelled_port(random, page)}"
    url += (
        random.choice("/\\")
        + random.choice(["", "", "./", "x/../", "../", "%2e/", "x/%2E%2e/", ".\\"])
        + path
    )
    url += "" if page.query is None else f"?{spelled_query(random, page.query)}"
    url += random.choice(["", "", "#", "#top", "#?/é"])
    for character in random.choices(["", "\t", "\n", "\r"], k=2):
        place = random.randrange(len(url) + 1)
        url = url[:place] + character + url[place:]
    return random.choice(["", " ", "\n\t", "\x00"]) + url + random.choice(["", " ", "\x1f\r\n"])


def spelled_case(random: Random, text: str) -> str:
    return random.choice([text, text.upper(), text.title()])


def spelled_host(random: Random, host: str) -> str:
    if host in IPV6:
        return random.choice([host, *IPV6[host]])
    if host in ADDRESSES:
        a, b, c, d = map(int, host.split("."))
        number = int(IPv4Address(host))
        return random.choice(
            [
                *(
                    host,
                    f"{host}.",
                    str(number),
                    f"0x{number:x}",
                    f"0X{number:08X}",
                    f"0{number:o}",
                    f"%3{host}",
                ),
                *(
                    f"0x{a:x}.{b}.0{c:o}.{d}",
                    f"{a}.{number & 0xFFFFFF}",
                    f"{a}.{b}.{number & 0xFFFF}",
                ),
                host.translate({ord("0") + digit: ord("０") + digit for digit in range(10)}),
            ]
        )
    ascii_host = URL(f"http://{host}/").hostname
    full_width = host.translate({ord("a") + letter: ord("ａ") + letter for letter in range(26)})
    written = random.choice(
        [host, ascii_host, full_width, quote(host), host.replace(".", "。"), f"\xad{host}"]
    )
    return (
        written if "ß" in written or written.startswith("\xad") else spelled_case(random, written)
    )


def spelled_port(random: Random, page: Page) -> str:
    if page.port is not None:
        return random.choice([f":{page.port}", f":00{page.port}"])
    default = {"http": 80, "https": 443}[page.scheme]
    return random.choice(["", ":", f":{default}", f":000{default}"])


def spelled_segment(random: Random, segment: str) -> str:
    return random.choice([segment, segment.replace("é", "%C3%A9").replace(" ", "%20")])


def spelled_query(random: Random, query: str) -> str:
    return random.choice([query, query.replace("é", "%C3%A9").replace(" ", "%20")])


def without_fragment(text: str) -> URL:
    """Return the URL without its fragment, which servers do not receive."""
    url = URL(text)
    url.hash = None
    return url


#: For each name, a function that makes the key of a URL for a set
MEMBERS: dict[str, Callable[[str], str | ParsedURL | None]] = {
    "href": lambda text: without_fragment(text).href,
    "parsed": lambda text: without_fragment(text).parsed,
    "parse": lambda text: parse(text).replace(fragment=None),
}


def urls(count: int) -> Iterator[tuple[Page, str]]:
    """Yield `count` URLs, about five for each page."""
    random = Random(count)
    pages = [page(random, number) for number in range(count // 5)]
    for one in pages:
        yield one, spelled(random, one)
    for _ in range(count - len(pages)):
        one = random.choice(pages)
        yield one, spelled(random, one)


@more_at_night("count", 3000, 1_000_000)
def test_set_contains_each_page_once_for_all_spellings(count):
    pages: set[Page] = set()
    members: dict[str, set[object]] = {name: set() for name in MEMBERS}
    for one, text in urls(count):
        pages.add(one)
        for name, member in MEMBERS.items():
            members[name].add(member(text))
    assert len(pages) == count // 5
    assert {name: len(found) for name, found in members.items()} == dict.fromkeys(
        MEMBERS, len(pages)
    )


@each_case(
    ("one", "other"),
    [
        *(
            ("http://h/", other)
            for other in (
                "https://h/",
                "http://h./",
                "http://www.h/",
                "http://h:81/",
                "http://u@h/",
            )
        ),
        *(
            ("http://h/a", other)
            for other in ("http://h/A", "http://h/a/", "http://h//a", "http://h/%61", "http://h/a?")
        ),
        *(
            ("http://h/%7E", "http://h/~"),
            ("http://h/%7E", "http://h/%7e"),
            ("http://h/a/b", "http://h/a%2Fb"),
        ),
        *(
            ("http://h/?a&b", "http://h/?b&a"),
            ("http://h/?a+b", "http://h/?a%20b"),
            ("http://h/?a", "http://h/?a="),
        ),
        *(("http://h/", "http://h/#"), ("http://h/#a", "http://h/#b")),
    ],
)
def test_urls_of_two_pages_stay_different(one, other):
    assert (
        URL(one).href != URL(other).href
        and URL(one).parsed != URL(other).parsed
        and parse(one) != parse(other)
    )


def test_cache_keys_are_strings_or_immutable_values():
    calls: list[str] = []

    @lru_cache
    def fetch(url: str | ParsedURL) -> None:
        calls.append(str(url))

    for text in ("http://EXAMPLE.com:80/a/../b", "http://example.com/b"):
        fetch(URL(text).href)
        fetch(parse(text))
        fetch(URL(text).parsed)
    assert calls == ["http://example.com/b"] * 2
    with pytest.raises(TypeError, match="unhashable"):
        fetch(URL("http://example.com/b"))
