"""The families of URLs. Each function of `FAMILIES` makes one URL from a seed. `Families` makes any
number of distinct URLs."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from pathlib import Path
from typing import Final

from tests.tools.benchmark.peers import all_accept
from tests.tools.benchmark.seeds import Seed, read_lines, seeds

Family = Callable[[Seed], str]

PLAIN: Final = "plain"
#: Real URLs without changes. Most of them are plain.
AS_FOUND: Final = "as found"


def _hebrew(number: int) -> str:
    return "\u05d0" + "".join(chr(0x5D1 + int(digit)) for digit in str(number))


def _chinese(number: int) -> str:
    return "\u4e2d\u6587" + "".join(chr(0x4E00 + 7 * int(digit)) for digit in str(number))


#: Texts with many characters that need percent-encoding. Long paths and queries repeat one of these
#: texts.
_FRENCH: Final = "les-\u00e9l\u00e8ves-de-l'\u00e9cole-\u00e9taient-d\u00e9j\u00e0-l\u00e0-o\u00f9-\u00e7a-a-commenc\u00e9-"
_RUSSIAN: Final = "".join(
    map(chr, (*range(0x430, 0x436), 0x2D, *range(0x43A, 0x446), 0x2D, *range(0x436, 0x43A), 0x2D))
)
_JSON: Final = '{"a":[1,2],"b":"c d"},'
_MARKUP: Final = '<p class="x">some text</p><br>'
_PROGRAM: Final = 'var a=[1,2];if(a<3){b("x");}'


def _punycode(number: int) -> str:
    return "xn--" + f"b\u00fccher{number}".encode("punycode").decode("ascii")


def _tail(seed: Seed) -> str:
    return f"{seed.path}?{seed.query}"


def _few_hosts(count: int) -> Family:
    """Return a family with `count` hosts. Only its paths and queries are new in each URL."""
    return lambda s: f"https://www.host-{s.number % count}.example{s.path}?n={s.number}&{s.query}"


FAMILIES: Final[dict[str, Family]] = {
    # Few hosts, as in a crawl or in the log of a server. A library that caches hosts gains.
    "1 host": _few_hosts(1),
    "10 hosts": _few_hosts(10),
    "100 hosts": _few_hosts(100),
    # A new host in each URL, as in all families that follow
    PLAIN: lambda s: s.url,
    # The authority
    "a port": lambda s: f"https://{s.host}:{1024 + s.number % 60000}{_tail(s)}",
    "the default port": lambda s: f"https://{s.host}:443{_tail(s)}",
    "user info": lambda s: f"https://user{s.number}:secret@{s.host}{_tail(s)}",
    "upper-case host": lambda s: f"https://{s.host.upper()}{_tail(s)}",
    "upper-case scheme": lambda s: f"HTTPS://{s.host}{_tail(s)}",
    "non-ASCII host, Latin": lambda s: f"https://www.b\u00fccher-{s.number}.example{s.path}",
    "non-ASCII host, Cyrillic": lambda s: (
        f"https://\u043f\u0440\u0438\u043c\u0435\u0440{s.number}.\u0440\u0444{s.path}"
    ),
    "non-ASCII host, Hebrew": lambda s: f"https://{_hebrew(s.number)}.example{s.path}",
    "xn-- host": lambda s: f"https://{_punycode(s.number)}.example{s.path}",
    "long host": lambda s: (
        f"https://{'.'.join(['a-rather-long-label'] * 4)}.x{s.number}.{s.host}{s.path}"
    ),
    "trailing dot in the host": lambda s: f"https://{s.host}.{_tail(s)}",
    "underscore in the host": lambda s: f"https://my_{s.number}.{s.host}{_tail(s)}",
    "digit at the end of the host": lambda s: f"http://web-{s.number}{s.path}",
    "xn-- at the end of the host": lambda s: f"https://n{s.number}.xn--e1afmkfd.xn--p1ai{s.path}",
    "percent-escaped host": lambda s: f"https://%65xample-{s.number}.%65xample{s.path}",
    "Hindi host": lambda s: (
        f"https://\u0928\u092e\u0938\u094d\u0924\u0947{s.number}.example{s.path}"
    ),
    "Chinese host": lambda s: f"https://{_chinese(s.number)}.example{s.path}",
    "full-width host": lambda s: (
        f"https://\uff45\uff58\uff41\uff4d\uff50\uff4c\uff45{s.number}.example{s.path}"
    ),
    "soft hyphen in the host": lambda s: f"https://exam\u00adple{s.number}.example{s.path}",
    "many at signs in the user info": lambda s: f"https://{'a@' * 30}{s.number}@{s.host}{s.path}",
    "user info, to be escaped": lambda s: (
        f'https://us|er{s.number}:p\u00e4ss"w\u00f6rd@{s.host}{_tail(s)}'
    ),
    "IPv4": lambda s: (
        f"http://10.{s.number >> 16 & 255}.{s.number >> 8 & 255}.{s.number & 255}{s.path}"
    ),
    "IPv4 in octal": lambda s: f"http://012.0.{s.number >> 8 & 255}.{s.number & 255}{s.path}",
    "IPv4 in hexadecimal": lambda s: f"http://0x0a{s.number & 0xFFFFFF:06x}{s.path}",
    "IPv6": lambda s: f"http://[2001:db8::{s.number >> 16:x}:{s.number & 0xFFFF:x}]{s.path}",
    "IPv6 and a port": lambda s: (
        f"http://[2001:db8::{s.number >> 16:x}:{s.number & 0xFFFF:x}]:8080{s.path}"
    ),
    "IPv6 in full": lambda s: (
        f"http://[2001:0db8:0000:0000:0000:0000:{s.number >> 16:04x}:{s.number & 0xFFFF:04x}]{s.path}"
    ),
    "IPv6 that contains an IPv4": lambda s: (
        f"http://[::ffff:10.{s.number >> 8 & 255}.{s.number & 255}.1]{s.path}"
    ),
    # The path
    "empty path": lambda s: f"https://n{s.number}.{s.host}",
    "empty path, a query": lambda s: f"https://n{s.number}.{s.host}?{s.query}",
    "dot segments": lambda s: f"https://{s.host}/a/../b/./c/..{_tail(s)}",
    "many dot segments": lambda s: f"https://{s.host}/{'../a/./' * 30}{s.number}{s.path}",
    "a file that begins with a dot": lambda s: f"https://{s.host}/.well-known{_tail(s)}",
    "empty segments": lambda s: f"https://{s.host}//a/{_tail(s)}",
    "long path": lambda s: f"https://{s.host}{'/segment' * 60}{_tail(s)}",
    "spaces in the path": lambda s: f"https://{s.host}/a file{s.path} of mine",
    "non-ASCII path": lambda s: f"https://{s.host}/stra\u00dfe/\u6771\u4eac{s.path}",
    "long French path": lambda s: f"https://{s.host}/{s.number}{_FRENCH * 2}",
    "long Russian path": lambda s: f"https://{s.host}/{s.number}{_RUSSIAN * 2}",
    "very long French path": lambda s: f"https://{s.host}/{s.number}{_FRENCH * 30}",
    "percent-escapes": lambda s: f"https://{s.host}/caf%C3%A9/a%2fb{s.path}?q=%20{s.query}",
    "stray percent signs": lambda s: f"https://{s.host}/100%{s.path}?save=50%&{s.query}",
    "quotes and pipes": lambda s: f'https://{s.host}/"a"|b{s.path}?q="a"|\'b\'&{s.query}',
    "backslashes": lambda s: f"https:\\\\{s.host}\\a\\b{s.path}",
    # The query and the fragment
    "long query": lambda s: f"https://{s.host}{s.path}?{s.query}{'&name=some+value' * 40}",
    "brackets in the query": lambda s: f"https://{s.host}{s.path}?a[]={s.number}&b[x]=2&{s.query}",
    "JSON in the query": lambda s: f"https://{s.host}{s.path}?q={_JSON * 4}{s.number}",
    "long Russian query": lambda s: f"https://{s.host}{s.path}?q={_RUSSIAN * 2}{s.number}",
    "non-ASCII query": lambda s: (
        f"https://{s.host}{s.path}?q=\u043f\u043e\u0438\u0441\u043a&{s.query}"
    ),
    "non-ASCII fragment": lambda s: f"https://{s.host}{_tail(s)}#\u00fcber-uns",
    "long Russian fragment": lambda s: f"https://{s.host}{_tail(s)}#{_RUSSIAN * 2}{s.number}",
    "lone surrogates": lambda s: f"https://{s.host}{s.path}\ud800?{s.query}\udfff",
    # The whole URL
    "spaces around the URL": lambda s: f"  https://{s.host}{_tail(s)}\n",
    "tabs and line ends in the URL": lambda s: f"https://{s.host}{s.path}\n\t?{s.query}",
    # Other schemes
    "ftp": lambda s: f"ftp://{s.host}{s.path}",
    "wss": lambda s: f"wss://{s.host}{_tail(s)}",
    "file": lambda s: f"file:///home/user{s.number}{s.path}",
    "file with a drive letter": lambda s: f"file:///C:/Users/user{s.number}{s.path}",
    "file with a host": lambda s: f"file://SERVER{s.number}/share{s.path}",
    "file without an authority": lambda s: f"file:/home/user{s.number}{s.path}",
    "http without slashes": lambda s: f"http:{s.host}{s.path}",
    "mailto": lambda s: f"mailto:user{s.number}@{s.host}?subject=hello",
    "data": lambda s: f"data:text/plain;charset=utf-8,number{s.number}%20{s.path}",
    "long data": lambda s: f"data:image/png;base64,{s.number:08}{'iVBORw0KGgoAAAANSUhEUgAA' * 100}",
    "HTML data": lambda s: f"data:text/html,{s.number}{_MARKUP * 20}",
    "a program in javascript": lambda s: f"javascript:{_PROGRAM * 5}f({s.number})",
    "javascript": lambda s: f"javascript:open('{s.path}', {s.number})",
    "custom scheme, an authority": lambda s: f"git://{s.host}{_tail(s)}",
    "custom scheme, a port": lambda s: f"redis://{s.host}:{1024 + s.number % 60000}{s.path}",
    "custom scheme, no authority": lambda s: f"urn:example:{s.host}:{s.number}",
}


class Families:
    """The families, built from the URLs of a file, or from made-up URLs if the file does not
    exist."""

    def __init__(self, file: Path, chosen: list[str] | None = None) -> None:
        self.lines = read_lines(file)
        self._chosen = chosen

    def is_chosen(self, family: str) -> bool:
        return self._chosen is None or family in self._chosen

    def names(self) -> list[str]:
        """Return the chosen families. "as found" needs the file of real URLs."""
        families = [*FAMILIES, AS_FOUND] if self.lines else [*FAMILIES]
        return [family for family in families if self.is_chosen(family)]

    def urls(self, family: str, count: int) -> list[str]:
        """Return `count` distinct URLs of a family, the same in every run. The family "as found"
        may have fewer."""
        if family == AS_FOUND:
            return list(itertools.islice(filter(all_accept, self.lines), count))
        return self.make(FAMILIES[family], count)

    def make(self, function: Family, count: int) -> list[str]:
        """Return `count` distinct strings that `function` makes from seeds."""
        made: dict[str, None] = {}
        for seed in seeds(self.lines):
            made[function(seed)] = None
            if len(made) == count:
                break
        return list(made)
