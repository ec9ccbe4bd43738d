"""The kinds of values that are assigned. Each function makes a value from a number, so that no
value is assigned twice."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

Values = dict[str, Callable[[int], str]]

_HOSTNAMES: Final[Values] = {
    "plain": lambda n: f"h{n}.example.org",
    "with a port": lambda n: f"h{n}.example.org:{1024 + n % 60000}",
    "with the default port": lambda n: f"h{n}.example.org:443",
    "with a space": lambda n: f"h {n}.example.org",
    "non-ASCII": lambda n: f"b\u00fccher{n}.example.org",
    "percent-escapes": lambda n: f"ex%61mple{n}.org",
    "a trailing dot": lambda n: f"h{n}.example.org.",
    "an underscore": lambda n: f"h_{n}.example.org",
    "a digit at the end": lambda n: f"web-{n}",
    "upper-case": lambda n: f"H{n}.EXAMPLE.ORG",
    "empty": lambda n: "",
    "rejected": lambda n: f"h{n}^.example.org",
    "a leading delimiter": lambda n: f"//h{n}.example.org",
    "a path after it": lambda n: f"h{n}.example.org/a?b",
    "IPv4": lambda n: f"10.0.{n >> 8 & 255}.{n & 255}",
    "IPv6": lambda n: f"[2001:db8::{n & 0xFFFF:x}]",
    "a tab": lambda n: f"h{n}\t.example.org",
}

_FRENCH: Final = "les-\u00e9l\u00e8ves-\u00e9taient-d\u00e9j\u00e0-l\u00e0-"
_RUSSIAN: Final = "\u043f\u0440\u0438\u0432\u0435\u0442-\u043c\u0438\u0440-\u043a\u0430\u043a-\u0434\u0435\u043b\u0430"

_CREDENTIALS: Final[Values] = {
    "plain": lambda n: f"name{n}",
    "to be escaped": lambda n: f"n@me/{n}:",
    "non-ASCII": lambda n: f"n\u00e4me{n}",
    "long and to be escaped": lambda n: f"{'p@ss:w/rd|' * 12}{n}",
    "empty": lambda n: "",
}

VALUES: Final[dict[str, Values]] = {
    "protocol": {
        "plain": lambda n: ("http", "https")[n % 2],
        "with a colon": lambda n: ("http:", "https:")[n % 2],
        "upper-case": lambda n: ("HTTP", "WSS")[n % 2],
        "a custom one": lambda n: f"git{n}",
        "a URL": lambda n: ("http://example.org/", "ftp://example.org/")[n % 2],
        "non-ASCII": lambda n: f"h\u00e4{n}",
        "empty": lambda n: "",
        "rejected": lambda n: f"{n}http",
        "a leading delimiter": lambda n: ":http",
        "a tab": lambda n: "ht\ttp",
    },
    "host": _HOSTNAMES | {"IPv6 and a port": lambda n: f"[2001:db8::{n & 0xFFFF:x}]:8080"},
    "hostname": _HOSTNAMES,
    "port": {
        "plain": lambda n: str(1024 + n % 60000),
        "a default one": lambda n: ("443", "80")[n % 2],
        "leading zeros": lambda n: f"00{1024 + n % 60000}",
        "a path after it": lambda n: f"{1024 + n % 60000}/a",
        "too large": lambda n: str(70000 + n),
        "empty": lambda n: "",
        "rejected": lambda n: f"x{n}",
        "a leading delimiter": lambda n: f":{1024 + n % 60000}",
        "a space": lambda n: f" {1024 + n % 60000}",
        "a tab": lambda n: f"80\t{n % 100}",
    },
    "pathname": {
        "plain": lambda n: f"/a/page-{n}.html",
        "Russian": lambda n: f"/{_RUSSIAN}/{n}",
        "no leading slash": lambda n: f"a/page-{n}.html",
        "with spaces": lambda n: f"/a page {n}",
        "non-ASCII": lambda n: f"/stra\u00dfe/{n}",
        "percent-escapes": lambda n: f"/caf%c3%a9/{n}%2F",
        "long and non-ASCII": lambda n: f"/{_FRENCH * 3}{n}",
        "a stray percent sign": lambda n: f"/100%/{n}",
        "dot segments": lambda n: f"/a/../b/./{n}/..",
        "a file that begins with a dot": lambda n: f"/.well-known/{n}",
        "upper-case": lambda n: f"/PAGE/{n}",
        "quotes and pipes": lambda n: f'/"a"|{n}',
        "empty": lambda n: "",
        "a leading delimiter": lambda n: f"//a/{n}",
        "a question mark": lambda n: f"/a?{n}",
        "a backslash": lambda n: f"\\a\\{n}",
        "a tab": lambda n: f"/a\t/{n}",
        "long": lambda n: f"{'/segment' * 60}/{n}",
    },
    "search": {
        "plain": lambda n: f"?id={n}&b=c",
        "Russian": lambda n: f"?q={_RUSSIAN}{n}",
        "no question mark": lambda n: f"id={n}&b=c",
        "with spaces": lambda n: f"?q=a b {n}",
        "non-ASCII": lambda n: f"?q=\u00e9{n}",
        "percent-escapes": lambda n: f"?q=%c3%a9{n}",
        "long and non-ASCII": lambda n: f"?q={_FRENCH * 3}{n}",
        "JSON": lambda n: (
            f'?q={{"a":[1,2],"b":{{"c":"d e","n":{n}}},"f":[{{"g":"h"}},{{"g":"i"}}]}}'
        ),
        "a stray percent sign": lambda n: f"?q=100%{n}",
        "upper-case": lambda n: f"?ID={n}",
        "quotes and pipes": lambda n: f"?q=\"a\"|'b'{n}",
        "brackets": lambda n: f"?a[]={n}",
        "empty": lambda n: "",
        "a question mark alone": lambda n: "?",
        "a leading delimiter": lambda n: f"??id={n}",
        "a number sign": lambda n: f"?id={n}#b",
        "a tab": lambda n: f"?id=\t{n}",
        "long": lambda n: f"?id={n}{'&name=some+value' * 40}",
    },
    "hash": {
        "plain": lambda n: f"#part-{n}",
        "no number sign": lambda n: f"part-{n}",
        "with spaces": lambda n: f"#a part {n}",
        "non-ASCII": lambda n: f"#\u00fcber-{n}",
        "percent-escapes": lambda n: f"#caf%c3%a9{n}",
        "long and non-ASCII": lambda n: f"#{_FRENCH * 3}{n}",
        "a stray percent sign": lambda n: f"#100%{n}",
        "upper-case": lambda n: f"#PART-{n}",
        "quotes": lambda n: f'#"`<{n}>',
        "empty": lambda n: "",
        "a number sign alone": lambda n: "#",
        "a leading delimiter": lambda n: f"##part-{n}",
        "a tab": lambda n: f"#part\t{n}",
    },
    # Attributes that the URL Standard has, but HTML5 does not
    "username": _CREDENTIALS,
    "password": _CREDENTIALS,
    "href": {
        "plain": lambda n: f"https://h{n}.example.org/a/b?c=d",
        "to be escaped": lambda n: f'https://h{n}.example.org/a b?c="d"#\u00e9',
        "non-ASCII": lambda n: f"https://b\u00fccher{n}.example.org/stra\u00dfe",
        "rejected": lambda n: f"https://h{n}^.example.org/",
    },
}

#: Five values: protocol, hostname, port, pathname, search.
FIVE: Final[dict[str, Callable[[int], tuple[str, str, str, str, str]]]] = {
    "plain": lambda n: ("http", f"h{n}.example.org", "8080", f"/a/{n}", f"?id={n}"),
    "a default port": lambda n: ("http", f"h{n}.example.org", "80", f"/a/{n}", f"?id={n}"),
    "with spaces": lambda n: ("http", f"h{n}.example.org", "8080", f"/a b/{n}", f"?q=a b {n}"),
    "non-ASCII path and query": lambda n: (
        "http",
        f"h{n}.example.org",
        "8080",
        f"/\u00fc/{n}",
        f"?q=\u00e9{n}",
    ),
    "non-ASCII host": lambda n: (
        "http",
        f"b\u00fccher{n}.example.org",
        "8080",
        f"/a/{n}",
        f"?id={n}",
    ),
    "space in the path, non-ASCII query": lambda n: (
        "http",
        f"h{n}.example.org",
        "8080",
        "/a b",
        f"?q=\u00e9{n}",
    ),
    "percent-escapes": lambda n: (
        "http",
        f"h{n}.example.org",
        "8080",
        f"/caf%c3%a9/{n}",
        f"?q=%c3%a9{n}",
    ),
    "dot segments": lambda n: ("http", f"h{n}.example.org", "8080", f"/a/../b/./{n}", f"?id={n}"),
    "upper-case": lambda n: ("HTTP", f"H{n}.EXAMPLE.ORG", "8080", f"/A/{n}", f"?ID={n}"),
    "empty": lambda n: ("", "", "", "", ""),
    "rejected": lambda n: (f"{n}http", f"h{n}^", f"x{n}", f"/a/{n}", f"?id={n}"),
    "leading delimiters": lambda n: (
        ":http",
        f"//h{n}.example.org",
        ":8080",
        f"//a/{n}",
        f"??id={n}",
    ),
    "IPv4": lambda n: ("http", f"10.0.{n >> 8 & 255}.{n & 255}", "8080", f"/a/{n}", f"?id={n}"),
    "IPv6": lambda n: ("http", f"[2001:db8::{n & 0xFFFF:x}]", "8080", f"/a/{n}", f"?id={n}"),
    "tabs": lambda n: ("ht\ttp", f"h{n}\t.example.org", "80\t80", f"/a\t/{n}", f"?id=\t{n}"),
}
