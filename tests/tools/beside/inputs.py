"""The inputs of the comparison. The same seed and number always make the same case."""

from __future__ import annotations

import random
from functools import cache
from typing import Any, Final, NamedTuple
from urllib.parse import quote

from tests.conformance import REAL_URLS, cases

#: The registry is not asked, because both checkouts need the same inputs.
STANDARDS: Final = ("html5", "whatwg", "rfc3986", "rfc3987", "rfc2396", "rfc1808")
ENCODINGS: Final = (
    "windows-1252",
    "windows-1251",
    "shift_jis",
    "iso-2022-jp",
    "gb18030",
    "utf-16",
    "nonsense",
)
ATTRIBUTES: Final = (
    *(
        "protocol",
        "host",
        "hostname",
        "port",
        "pathname",
        "search",
        "hash",
        "href",
        "username",
        "password",
    ),
)

#: Characters that IDNA ignores or maps, or that look like other characters
_CHARACTERS: Final = (
    *("\xad", "\u200b", "\u2060", "\ufeff", "\u034f", "\ufe0f", "\u200c", "\u200d", "\u202e"),
    *(chr(0xFEE0 + ord(delimiter)) for delimiter in "/?#:@[]\\%.-~|<>^`{}&=+;,\"'"),
    *(
        "\u3002",
        "\uff61",
        "\uff0e",
        "\u2024",
        "\u2488",
        "\u2460",
        "\u24ea",
        "\U0001d7d8",
        "\U0001d7cf",
        "\u0663",
    ),
    *(
        "\xdf",
        "\u03c2",
        "\u1e9e",
        "\u017f",
        "\u0130",
        "\u0131",
        "\u0301",
        "\u0308",
        "\u05d0",
        "\u0627",
        "\u0660",
    ),
    *(
        "\u2100",
        "\u2048",
        "\ufdfa",
        "\xe9",
        "\u263a",
        "\u65e5",
        "\U0001f600",
        "\U000e0001",
        "\ufffe",
        "\ufdd0",
    ),
    *(
        "\x00",
        "\x0b",
        "\x1f",
        "\x7f",
        "\x80",
        "\xa0",
        "\u3000",
        "\u2028",
        "\ud800",
        "\udfff",
        "\U0010ffff",
    ),
)
_ESCAPED: Final = tuple(quote(character, errors="replace") for character in _CHARACTERS)
_DELIMITERS: Final = (
    *(
        "/",
        "//",
        "///",
        "\\",
        "\\\\",
        "?",
        "#",
        ":",
        "::",
        "@",
        "@@",
        "[",
        "]",
        "%",
        "%%",
        "|",
        ";",
        "=",
        "&",
        "+",
    ),
    *(
        " ",
        "  ",
        "\t",
        "\n",
        "\r",
        "\x0c",
        '"',
        "'",
        "<",
        ">",
        "^",
        "`",
        "{",
        "}",
        ",",
        "!",
        "$",
        "*",
        "~",
        "_",
        "-",
    ),
    *(
        "%2e",
        "%2F",
        "%5c",
        "%3A",
        "%40",
        "%23",
        "%25",
        "%00",
        "%20",
        "%7C",
        "%zz",
        "%4",
        "%C3",
        "%FF",
        "%41",
    ),
    *(
        ".",
        "..",
        "...",
        "/.",
        "/..",
        "./",
        "../",
        "/../..",
        "/%2e/",
        "/.%2E",
        "//.",
        "/.//",
        "\\..\\",
    ),
)
_HOSTS: Final = (
    *(
        "[::1]",
        "[::]",
        "[1:2::3]",
        "[::ffff:1.2.3.4]",
        "[1:2:3:4:5:6:7:8]",
        "[::1",
        "::1]",
        "[v1.a]",
        "[::1%25en0]",
    ),
    *(
        "[0:0::0]",
        "[FE80::A]",
        "[::127.0.0.01]",
        "[1::2::3]",
        "[%31::]",
        "127.0.0.1",
        "0x7f.1",
        "0177.0.0.1",
        "1.2.3",
    ),
    *(
        "2130706433",
        "0x7F000001",
        "256.1.1.1",
        "1.2.3.4.",
        "1.2.3.4.5",
        "0x",
        "08",
        "1..2",
        "4294967296",
        "0.0.0.0",
    ),
    *(
        "xn--",
        "xn--a",
        "xn--bcher-kva",
        "XN--BCHER-KVA",
        "xn--zca",
        "xn--fa-hia",
        "xn--80ak6aa92e",
        "xn--0",
        "xn---",
    ),
    *(
        "xn--xn---",
        "xn--e1afmkfd",
        "a--b",
        "aa--b",
        "-a",
        "a-",
        "a" * 63,
        "a" * 64,
        "example.com",
        "EXAMPLE.com",
    ),
    *(
        "localhost",
        "a.b.co.uk",
        "github.io",
        "x.github.io",
        "h",
        "b\xfccher.example",
        "fa\xdf.de",
        "\u65e5\u672c.jp",
    ),
    *(
        "C:",
        "C|",
        "/C:/",
        "/c|/",
        "//C:",
        "D:\\",
        "user",
        "user:pw@",
        "u@",
        ":pw@",
        "\\@",
        ":80",
        ":443",
        ":",
        ":0080",
    ),
    *(":99999", ":8a", ":65535", "80", "21", "0"),
)
_SCHEMES: Final = (
    *(
        "http",
        "http:",
        "http://",
        "HTTP://",
        "https://",
        "https:",
        "ws://",
        "wss:",
        "ftp://",
        "file:",
        "file:///",
    ),
    *(
        "file://",
        "mailto:",
        "data:",
        "data:,",
        "about:blank",
        "about:srcdoc",
        "javascript:",
        "urn:",
        "foo:",
        "foo://",
    ),
    *(
        "blob:",
        "ldap://",
        "news:",
        "gopher://",
        "tel:",
        "1a:",
        "a:",
        "h-+.t:",
        "view-source:",
        "//",
        "",
        "",
    ),
)
_WORDS: Final = (
    *(
        "a",
        "b",
        "A",
        "1",
        "a=b",
        "a=1&b=2",
        "q=",
        "x=%20+",
        "index.html",
        ";x=1",
        "c d",
        "\xe9",
        "%C3%A9",
        "#top",
    ),
    *(
        ":id",
        "*",
        "{a}?",
        "(\\d+)",
        ":name*",
        "+",
        "(.*)",
        "utm_source=x",
        "utf-8",
        "text/html,",
        ";base64,YQ==",
    ),
)
TOKENS: Final = (_CHARACTERS, _ESCAPED, _DELIMITERS, _DELIMITERS, _HOSTS, _HOSTS, _SCHEMES, _WORDS)
_STARTS: Final = (
    "http://",
    "https://",
    "https://h/",
    "http://u:p@h:8080/a/b?q#f",
    "file:///",
    "foo://",
    "foo:",
    "//",
)
_BASES: Final = (
    *(
        "http://example.com/a/b;p?q#f",
        "http://example.com",
        "https://user:pw@example.com:8443/x/y/z",
        "file:///a/b",
    ),
    *(
        "ftp://h/a//b/",
        "file:/a",
        "foo://h?q",
        "foo:a/b",
        "mailto:a@b",
        "about:blank",
        "ldap:///o=U",
        "http://[::1]/",
    ),
)


class Case(NamedTuple):
    """One input of all calls."""

    number: int
    url: str
    base: str | None
    other: str
    name: str  #: an attribute
    value: str  #: the value that is assigned to it
    values: tuple[str, ...]  #: more values: of names, of segments, of patterns
    standard: str
    encoding: str


def case(seed: int, number: int) -> Case:
    """Return the case with this number."""
    draw = _Draw(random.Random(f"{seed} {number}"))
    return Case(
        number=number,
        url=draw.url(),
        base=draw.base(),
        other=draw.url(),
        name=draw.one(ATTRIBUTES),
        value=draw.value(),
        values=tuple(draw.value() for _ in range(4)),
        standard=draw.one(STANDARDS),
        encoding=draw.one(ENCODINGS) if draw.is_lucky(0.2) else "utf-8",
    )


class _Draw:
    def __init__(self, source: random.Random) -> None:
        self._source = source

    def one(self, items: Any) -> Any:
        return self._source.choice(items)

    def is_lucky(self, chance: float) -> bool:
        return self._source.random() < chance

    def url(self) -> str:
        kind = self.one(
            ("tokens", "tokens", "tokens", "real", "mutated", "mutated", "mutated", "random")
        )
        if kind == "tokens":
            start = self.one(_STARTS) if self.is_lucky(0.6) else ""
            return start + self._tokens(2, 6)
        if kind == "real":
            return str(self.one(_real_urls()))
        if kind == "mutated":
            return self._mutated(self.one(_real_urls()))
        return self._random_text(20)

    def base(self) -> str | None:
        if self.is_lucky(0.4):
            return None
        base = self.one(_BASES) if self.is_lucky(0.5) else self.one(_real_urls())
        return self._mutated(base) if self.is_lucky(0.3) else str(base)

    def value(self) -> str:
        kind = self.one(("tokens", "tokens", "tokens", "real", "mutated", "random"))
        if kind == "tokens":
            return self._tokens(1, 4)
        if kind == "real":
            return str(self.one(_real_values()))
        if kind == "mutated":
            return self._mutated(self.one(_real_values()))
        return self._random_text(8)

    def _tokens(self, least: int, most: int) -> str:
        return "".join(self.one(self.one(TOKENS)) for _ in range(self._source.randint(least, most)))

    def _mutated(self, text: str) -> str:
        for _ in range(self._source.randint(1, 3)):
            start = self._source.randint(0, len(text))
            end = start + self.one((0, 0, 1, 1, 2, 5))
            text = text[:start] + self.one(self.one(TOKENS)) + text[end:]
        return text

    def _random_text(self, most: int) -> str:
        ranges = ((0x20, 0x7E), (0x20, 0x7E), (0x00, 0x2FF), (0x300, 0xFFFF), (0x10000, 0x10FFFF))
        return "".join(
            chr(self._source.randint(*self.one(ranges)))
            for _ in range(self._source.randint(0, most))
        )


@cache
def _real_urls() -> tuple[str, ...]:
    found = REAL_URLS.read_text(encoding="utf-8").splitlines()
    found += [known["input"] for known in cases("url")]
    found += [known["href"] for known in cases("setters")]
    found += [known["input"] for known in cases("data_urls")]
    return tuple(found)


@cache
def _real_values() -> tuple[str, ...]:
    found = [known["value"] for known in cases("setters")]
    found += [known["input"] for known in cases("to_ascii")]
    return tuple(found)
