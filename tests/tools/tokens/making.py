"""Tokens, and strings and cases that are made of them by a seed."""

from __future__ import annotations

import string
from collections.abc import Sequence
from random import Random
from typing import Final, NamedTuple, TypeAlias

from tests.strategies import BASES, ENCODINGS
from urldom._core.standards.registry import (
    DEFAULT_STANDARD,
    OBJECT_MODEL_STANDARD,
    STANDARD_NAMES,
    find_standard,
)

#: The tokens of a string, in order.
Tokens: TypeAlias = tuple[str, ...]


def _full_width(text: str) -> list[str]:
    """Return the full-width form of each ASCII character (U+FF01 to U+FF5E)."""
    return [chr(ord(character) + 0xFEE0) for character in text]


# fmt: off
_WRITTEN: Final[dict[str, list[str]]] = {
    # UTS 46 and Nameprep ignore these characters, or most of them.
    "ignored": [*"\u00ad\u200b\u2060\ufeff\u034f\u180b\u180e\ufe00\ufe0f\u115f\U000e0100\U0001bca0"],
    "joiners and directions": [*"\u200c\u200d\u200e\u202e\u2066\u061c"],
    "full width": _full_width(string.punctuation + "0189axXn"),
    "small and other forms": [*"﹒﹕﹖﹗﹟﹪﹫⁄∕∶＼⑊℀℅⩴․‥…‼⁇⧸⧵"],
    "stops": [*"\u3002\uff0e\uff61", "a\u3002b", "\u3002\u3002"],
    "digits": [*"①⑩⓪⒈🄀𝟏𝟘𝟶²₃٣۳०", "１２７", "①②⑦.𝟘.0.1", "0ｘ7f", "𝟎x1"],
    "letters": [*"aAbZéÉßẞςΣσſKÅİıŀŉﬁǄ½㎏㏂", "bücher", "faß", "e\u0301", "aﬀ"],
    "marks": [*"\u0301\u0338\u0323\u093f\u094d\u20dd\u3099\u0345", "<\u0338", "=\u0338", "é\u0301"],
    "right to left": [*"אب\u0661۱\ufefb", "א1", "1א", "ب\u200cب", "א.a", "a\u05b0"],
    "outside": [*"\x80\x85\xa0\u2028\u3000\ue000\ufdd0\ufffd\uffff😀\U000e0001\U0010ffff"],
    "surrogates": [*"\ud800\udfff\ud83d\udc00", "\ud83d\ude00", "\ud83d\t\ude00", "\ud800\n"],
    "brackets": [*"[]", "[]", "[[", "]]", "[v1.a]", "[vF.~:]", "[v1.]", "[::1", "::1]", "[:", ":]"],
    "IPv6": [
        "[::1]", "[::]", "[1::]", "[::0]", "[0:0::0]", "[1:2:3:4:5:6:7:8]", "[1::8:0:0:2]",
        "[1:0:0:2:0:0:0:3]", "[::FFFF:1.2.3.4]", "[::1.2.3.04]", "[::1.2.3]", "[1:2:3:4:5:6:7::]",
        "[fe80::1%25eth0]", "[fe80::1%eth0]", "[::00001]", "[::ABcd]", "[1::2::3]", "[::1]:80",
        "[::%31]", "[::\uff11]", "[::1]x", "[::1]a:1", "[0001::00a]", "[2001:db8::1]",
    ],
    "IPv4": [
        "127.0.0.1", "127.1", "0x7f.1", "0X7F.0.0.1", "017700000001", "2130706433", "1.2.3.4.",
        "1.2.3.256", "256", "0.0.0.0", "4294967295", "4294967296", "0x", "0x.0", "08", "09.1",
        "1..2", "1.2.3.4.5", "0xffffffff", "00000000000000000001", "1.65535", "1.2.3.08", ".1",
    ],
    "Punycode": [
        "xn--", "XN--", "Xn--", "xn--a", "xn--9ca", "XN--9CA", "xn--zca", "xn--fa-hia", "xn--a-",
        "xn---", "xn--4db", "xn---4db", "xn--99999999", "xn--bcher-kva", "xn--é", "xn--ls8h",
        "xn--0", "xn--80ak6aa92e", "xn--xn---", "xn--9ca\u0301", "a.xn--9ca", "xn--a-ecp", "a--b",
    ],
    "domains": [
        "a", "h", "example", "com", "example.com", "EXAMPLE.Com", "localhost", "LOCALHOST", "a_b",
        "-", "-a", "a-", "a-b", "a..b", "*", "l" * 63, "l" * 64, "co.uk", "www.",
    ],
    "dots": [
        ".", "..", "...", "%2e", "%2E", "%2e%2e", ".%2E", "%2e.", "./", "../", "/.", "/..", "/./",
        "/../", "/..%2f", "/%2e%2E/", "..;", ";..", "/.;x", "/.a", "a.", "/..a", ".\\", "..\\",
    ],
    "drive letters": [
        "C:", "C|", "/C:", "/c|/", "C:/", "C:\\", "C%7C", "C:x", "CC:", "//C:", "/C|/..",
    ],
    "delimiters": [*":/?#[]@!$&'()*+,;=\\|^`{}<>\"%~_", "//", "///", "/\\", "\\\\", "?#", "#?", "@@"],
    "spaces": [*" \t\n\r\x0b\x0c\x00\x01\x1f\x7f", "  ", " \t", "\r\n", "a b", " /", "/ "],
    "escapes": [
        "%", "%%", "%4", "%zz", "%41", "%20", "%25", "%2541", "%00", "%0a", "%7f", "%80", "%ff",
        "%C3", "%c3%A9", "%E2%82", "%ED%A0%80", "%F0%9F%98%80", "%C0%AE", "%5b", "%5D", "%3A%3a",
        "%2F", "%5C", "%3f", "%23", "%40", "%26", "%3D", "%2B", "%3B", "%7C", "%30x7f.1",
        "%5B%3A%3A1%5D",
    ],
    "schemes": [
        "http:", "https:", "HTTP:", "hTTps:", "ws:", "wss:", "ftp:", "file:", "FILE:", "x:", "X+1.-:",
        "http://", "https://", "file://", "file:///", "x://", "x:/", "mailto:", "data:", "urn:",
        "javascript:", "about:blank", "blob:", "blob:https://", "ldap://", "gopher://", "news:",
        "1a:", "a_b:", ":", "http", "https", "file", "x", "ws", "ht\ttp:", "\uff48ttp:", "http\u00ad:",
    ],
    "ports": [
        ":", ":0", ":00", ":1", ":80", ":080", ":443", ":21", ":65535", ":65536", ":99999", ":8080",
        ":00000080", ":80x", ":x", ":-1", ":+1", ": 80", ":8\t0", ":\uff18", ":٣", "80", "0", "65536",
    ],
    "credentials": ["u@", "u:p@", ":p@", "u:@", "@", "u%40:p@", "u@v@", "é:ß@", "u\\@", "a:b:c@"],
    "queries": [
        "?q", "?", "??", "?a=b&c", "&&", "a=b&a=c", "=", "?%41=%zz", "a+b=%2B", "&#1084;", "мир",
    ],
    "fragments": ["#f", "#", "##", "#a`b", "#?/", "#é"],
    "segments": [
        "/a", "/a/b", "/a;p", "/a%2fb", "/é", "/a b", "/.a", "/a|b", "/~", "/%7e", "/a//b",
    ],
}
# fmt: on


def _escaped(token: str) -> list[str]:
    """Return the bytes of a token, percent-encoded in upper case and in lower case."""
    if not token or any("\ud800" <= character <= "\udfff" for character in token):
        return []
    octets = token.encode()
    return [
        "".join([f"%{octet:02X}" for octet in octets]),
        "".join([f"%{octet:02x}" for octet in octets]),
    ]


#: The tokens by their kinds.
GROUPS: Final[dict[str, list[str]]] = {
    **_WRITTEN,
    "escaped characters": [
        escape
        for kind in ("ignored", "full width", "stops", "digits", "letters", "marks", "delimiters")
        for token in _WRITTEN[kind]
        for escape in _escaped(token)
    ],
}
TOKENS: Final = [token for group in GROUPS.values() for token in group]
_EACH_GROUP: Final = list(GROUPS.values())
_IGNORED: Final = GROUPS["ignored"]
_OF_HOSTS: Final = [
    GROUPS[kind]
    for kind in (
        *("ignored", "joiners and directions", "full width", "stops", "digits", "letters", "marks"),
        *("right to left", "brackets", "IPv6", "IPv4", "Punycode", "domains", "domains"),
        *("ports", "escapes", "escaped characters", "delimiters", "spaces"),
    )
]  # fmt: skip
_OF_PATHS: Final = [
    GROUPS[kind]
    for kind in ("dots", "dots", "drive letters", "segments", "delimiters", "escapes", "spaces")
]
# fmt: off
#: Tokens that often begin a URL: they decide where the others are.
STARTS: Final = [
    "https://", "https://", "https://", "http://", "http://h", "HTTP://", "ws://", "ftp://",
    "file://", "file:///", "file:", "x://", "x://h", "x:/", "x:", "http:", "https:/", "//",
    "https://u:p@", "https://h/", "https://h?", "https://h#", "x://h/", "file:///C:/", "mailto:",
    "data:", "javascript:", "blob:https://", "ldap://", "https:\\\\", "/", "\\\\", "",
]
ENDS: Final = ["/", "/a", "/a/../b", "?q", "#f", ":80/", ":8080", "@h", "/?a=b#c", " ", "."]
#: URLs whose attributes are assigned.
TARGETS: Final = [
    "https://u:p@h:8080/a/b?q#f", "http://h/", "https://example.com/a/b.c?d=e&f=g#h", "ws://h:81/",
    "http://h:443/", "https://h:80/", "ftp://u@h/a;p", "http://[::1]:81/a", "http://1.2.3.4/",
    "file:///C:/a", "file:///", "file://h/a?b#c", "file:///a|/b", "file://localhost/C|/x",
    "x://h/a", "x://u@h:1/", "x:/a", "x:a ?q#f", "x:///", "x://", "x:", "x:/.//a", "X://H",
    "mailto:a@b", "data:,a", "javascript:a", "about:blank", "blob:https://h/a", "ldap://h/o",
    "HTTP://EXAMPLE.com:80/..", "http:", "h", "", "https://h/?a=b&a=c&d", "http://u\\v@h/#\\",
]
#: Bases of all kinds, besides those of the property tests.
MORE_BASES: Final = [
    "https://h/a/b/c?q#f", "http://h/a/b/", "http://h", "file:///C:/a/b?c", "file://h/C:/a", "file:",
    "x://h/a/b?q", "x://", "x:///a/b", "x:/a/b", "x:a", "x:", "ws://h:81/a", "ftp://u@h/a/;p",
    "javascript:a", "data:,a/b", "blob:https://h/a", "HTTP://H:80/a/../b", "http://h/a;p?q;r", "",
]
# fmt: on
SCHEMES: Final = GROUPS["schemes"]
_PORTS: Final = [port.removeprefix(":") for port in GROUPS["ports"]]
#: The attributes that can be assigned under some standard.
ASSIGNABLE: Final = list(
    dict.fromkeys(name for each in STANDARD_NAMES for name in find_standard(each).assignable)
)
#: The same, but hosts and paths, which have the most rules, are assigned more often.
_NAMES: Final = [*ASSIGNABLE, "host", "hostname", "hostname", "pathname"]
#: The standards. The two with quick ways of their own are chosen more often.
_STANDARDS: Final = [*STANDARD_NAMES, *(2 * [DEFAULT_STANDARD, OBJECT_MODEL_STANDARD])]


class Case(NamedTuple):
    """A string, and all that an entry may need besides it. Texts are tokens, so that a shorter case
    can leave some of them out."""

    url: Tokens
    base: Tokens | None
    #: The URL whose attributes are assigned.
    target: Tokens
    #: Attributes and assigned values. An entry for a single assignment takes the first.
    values: tuple[tuple[str, Tokens], ...]
    encoding: str
    standard: str

    @property
    def text(self) -> str:
        return "".join(self.url)

    @property
    def base_text(self) -> str | None:
        return None if self.base is None else "".join(self.base)

    @property
    def target_text(self) -> str:
        return "".join(self.target)

    @property
    def name(self) -> str:
        return self.values[0][0]

    @property
    def value(self) -> str:
        return "".join(self.values[0][1])


class Maker:
    """Makes cases. The same seed makes the same cases."""

    def __init__(self, seed: object) -> None:
        self._random = Random(f"tokens {seed}")
        self._chance = self._random.random

    def _one(self, tokens: Sequence[str]) -> str:
        return tokens[int(self._chance() * len(tokens))]

    def tokens(
        self, least: int = 2, most: int = 6, groups: Sequence[list[str]] = _EACH_GROUP
    ) -> Tokens:
        """Return two to six tokens, each of a kind by chance."""
        count = least + int(self._chance() * (most - least + 1))
        tokens = [self._one(groups[int(self._chance() * len(groups))]) for _ in range(count)]
        if tokens and self._chance() < 0.1:
            # A character that mapping removes can hide what the next token begins with.
            tokens[0] = self._one(_IGNORED) + tokens[0]
        return tuple(tokens)

    def url(self) -> Tokens:
        """Return the tokens of a string that often resembles a URL."""
        chance = self._chance()
        if chance < 0.15:
            return self.tokens()
        start = (self._one(STARTS),)
        if chance < 0.25:
            # Nearly usual: few tokens in a plain URL
            begin = self._one(("http://h", "https://www.h"))
            middle = (*self.tokens(0, 1, _OF_HOSTS), "/a/", *self.tokens(0, 1), "b?c=d&")
            return (begin, *middle, *self.tokens(0, 1))
        if chance < 0.35:
            return (*start, *self.tokens(0, 1, _OF_HOSTS), "/", *self.tokens(1, 4, _OF_PATHS))
        middle = self.tokens(1, 4, _OF_HOSTS) if chance < 0.7 else self.tokens(1, 5)
        return (*start, *middle, self._one(ENDS)) if self._chance() < 0.5 else start + middle

    def base(self) -> Tokens | None:
        chance = self._chance()
        if chance < 0.3:
            return None
        if chance < 0.85:
            return (self._one(BASES if chance < 0.5 else MORE_BASES),)
        return self.url()

    def value(self, name: str) -> Tokens:
        """Return the tokens of a value that is assigned to an attribute."""
        chance = self._chance()
        if name == "href":
            return self.url()
        if name == "protocol" and chance < 0.7:
            return (self._one(SCHEMES), *self.tokens(0, 1))
        if name == "port" and chance < 0.6:
            return (self._one(_PORTS), *self.tokens(0, 1))
        if name in ("host", "hostname") and chance < 0.8:
            return self.tokens(1, 4, _OF_HOSTS)
        if name == "pathname" and chance < 0.5:
            return self.tokens(1, 4, _OF_PATHS)
        return self.tokens(0 if chance < 0.1 else 1, 4)

    def values(self) -> tuple[tuple[str, Tokens], ...]:
        names = {self._one(_NAMES): None}
        while self._chance() < 0.4:
            names[self._one(_NAMES)] = None
        return tuple([(name, self.value(name)) for name in names])

    def target(self) -> Tokens:
        """Return the tokens of a URL whose attributes are assigned."""
        return (self._one(TARGETS),) if self._chance() < 0.7 else self.url()

    def case(self) -> Case:
        return Case(
            url=self.url(),
            base=self.base(),
            target=self.target(),
            values=self.values(),
            encoding=self._one(ENCODINGS) if self._chance() < 0.2 else "utf-8",
            standard=self._one(_STANDARDS),
        )
