"""Bases and references that programs read differently, drawn from a seed."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

# fmt: off
TOKENS = [
    "http:", "https:", "HTTP:", "ftp:", "file:", "foo:", "s3:", "svn:", "mailto:", "javascript:", "/", "//", "///",
    "\\", "\\\\", "/\\", "?", "#", "@", ":", "::", ".", "..", "../", "./", "%2e", "%2E%2e", "%5c", "%2f", "%40", "%00",
    "%", "a", "b", "h", "evil.example", "good.example", "EXAMPLE.com", "é", "bücher.de", "faß.de", "ﬀ.de", "。", "ａ",
    "℀", "\u212a", "xn--a", "xn--bcher-kva.de", "0x7f.1", "127.0.0.1", "[::1]", "[::0001]", "[::ffff:1.2.3.4]", "[",
    "]", "80", ":80", ":443", ":080", ":", "u:p@", "u@", "u:@", "@", " ", "\t", "\n", "\r", "\x00", "\x1f", "\x7f",
    "\x85", "\xa0", "\u3000", "\u2028", "\ud800", "C:", "C|", ";", ";x", "=", "&", "^", "<", "'", "x y", "\U0001f600",
    "\u200d", "\xad", "İ",
]
SCHEMES = ["http://", "https://", "HTTP://", "ftp://", "foo://", "file://", "file:///", "s3://"]
AUTHORITIES = [
    "good.example", "EXAMPLE.com:80", "h", "u:p@h", "u:@h:443", "bücher.de", "faß.de", "[::1]:8080", "", "h:80",
]
PATHS = [
    "", "/", "/a", "/a/b", "/a/b/", "/a//b", "/a/../b", "/é", "/a b", "?q", "#f", "/a?q#f", "/a/%2e%2e/b", "/a;p",
]
STARTS = ["http:", "https:", "//", "\\\\", "/\\", "///", "http://", "foo://", "http:/", "", "./", ".//"]
# fmt: on


def nasty_pairs(seed: int, count: int) -> Iterator[tuple[str, str]]:
    """Yield `count` pairs of a base and a reference. Most bases are absolute."""
    random = Random(seed)

    def text(longest: int) -> str:
        return "".join(random.choices(TOKENS, k=random.randint(0, longest)))

    for _ in range(count):
        base = (
            "".join(map(random.choice, (SCHEMES, AUTHORITIES, PATHS)))
            if random.random() < 0.6
            else text(8)
        )
        yield base, random.choice(STARTS) + text(5) if random.random() < 0.3 else text(7)
