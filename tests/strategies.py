"""Data for the property tests: strings that resemble URLs with hostile details, and URLs of the
grammar."""

from __future__ import annotations

import string
from typing import NamedTuple

from hypothesis import strategies as st

# fmt: off
TOKENS = [
    "/", "//", "///", "?", "#", "##", ":", "::", "@", "@@", "\\", "\\\\", "[", "]", "[::1]", "[v1.a]", "[1", "%",
    "%4", "%41", "%zz", "%C3", "%c3%a9", "%2E", "%2f", "%40", "%00", ".", "..", "./", "../", "/..", "/.", ";",
    ";x=1", "=", "&", "+", ",", "-", "_", "~", "*", "'", '"', "|", "^", "`", "{", "}", "<", ">", "!", "$", "(", ")",
    "http", "http:", "http://", "HTTP://", "https://", "ws:", "ftp://", "file:", "file:///", "mailto:", "data:",
    "about:blank", "javascript:", "urn:", "foo:", "foo://", "1a:", "a", "b", "A", "example.com", "EXAMPLE.com", "h",
    "xn--", "xn--bcher-kva", "127.0.0.1", "0x7f.1", "1", "0", "80", ":80", ":443", ":0080", ":99999", "user",
    "user:pw@", "\\@", "é", "ß", "ſ", "☺", "。", "．", "／", "：", "＠", "℀", "٣", " ", "\t", "\n", "\r", "\x0c",
    "\x0b", "\x00", "\x7f", "\x80", "\xa0", "\xad", "\u200d", "․", "\u202e", "\ufeff", "\ufdd0", "�", "\ufffe",
    "\ud800", "\udfff", "😀", "\U000e0001", "\U0010ffff",
]
# fmt: on

#: Any text, with lone surrogates
any_text = st.text(st.characters(exclude_categories=()), max_size=20)
#: Text made of URL parts in any order
url_like = st.lists(st.sampled_from(TOKENS), max_size=8).map("".join)
#: URL parts in any order, after a start that makes valid URLs more likely
url_behind_a_start = st.tuples(
    st.sampled_from(
        [
            "",
            "http://h",
            "http://h/",
            "https://u:p@h:8080/a?q#f",
            "file:///",
            "foo:/",
            "foo:",
            "//h",
            "/",
        ]
    ),
    url_like,
).map("".join)
hostile = st.one_of(url_like, url_behind_a_start, any_text)

BASES = [
    "http://example.com/a/b;p?q#f",
    "http://example.com",
    "https://user:pw@example.com:8443/x/y/z",
    "ftp://h/a//b/",
    "file:///a/b",
    "file:/a",
    "foo://h?q",
    "foo:a/b",
    "mailto:a@b",
    "about:blank",
]
bases = st.sampled_from([None, *BASES])

ENCODINGS = [
    "utf-8",
    "utf-16",
    "windows-1252",
    "windows-1251",
    "shift_jis",
    "iso-2022-jp",
    "gb18030",
    "x-user-defined",
    "replacement",
]
encodings = st.sampled_from(ENCODINGS)

_UNRESERVED = string.ascii_letters + string.digits + "-._~"
_SUB_DELIMS = "!$&'()*+,;="
_PCT_ENCODED = ["%00", "%20", "%25", "%2E", "%2f", "%3A", "%40", "%41", "%c3", "%FF"]


def _run(characters: str, **sizes: int) -> st.SearchStrategy[str]:
    return st.lists(st.sampled_from([*characters, *_PCT_ENCODED]), **{"max_size": 5, **sizes}).map(
        "".join
    )


class Components(NamedTuple):
    """The components of a generated URL. `None` is a missing component."""

    scheme: str | None
    userinfo: str | None
    host: str | None
    port: str | None
    path: str
    query: str | None
    fragment: str | None

    @property
    def authority(self) -> str | None:
        if self.host is None:
            return None
        userinfo = "" if self.userinfo is None else f"{self.userinfo}@"
        return (
            f"{userinfo}{self.host}" if self.port is None else f"{userinfo}{self.host}:{self.port}"
        )

    def __str__(self) -> str:
        return "".join(
            [
                "" if self.scheme is None else f"{self.scheme}:",
                "" if self.authority is None else f"//{self.authority}",
                self.path,
                "" if self.query is None else f"?{self.query}",
                "" if self.fragment is None else f"#{self.fragment}",
            ]
        )


_segment = _run(_UNRESERVED + _SUB_DELIMS + ":@")
_segment_nz = _run(_UNRESERVED + _SUB_DELIMS + ":@", min_size=1)
_segment_nz_nc = _run(_UNRESERVED + _SUB_DELIMS + "@", min_size=1)
_path_abempty = st.lists(_segment | st.sampled_from([".", ".."]), max_size=4).map(
    lambda segments: "".join(f"/{s}" for s in segments)
)
_path_absolute = st.tuples(_segment_nz, _path_abempty).map(
    lambda parts: f"/{parts[0]}{parts[1]}"
) | st.just("/")
_path_rootless = st.tuples(_segment_nz, _path_abempty).map("".join)
_path_noscheme = st.tuples(_segment_nz_nc, _path_abempty).map("".join)

_scheme = st.tuples(
    st.sampled_from(string.ascii_letters),
    st.text(string.ascii_letters + string.digits + "+-.", max_size=5),
).map("".join)
_userinfo = _run(_UNRESERVED + _SUB_DELIMS + ":")
_host = st.one_of(
    _run(_UNRESERVED + _SUB_DELIMS),
    st.ip_addresses(v=4).map(str),
    st.ip_addresses(v=6).map(lambda address: f"[{address}]"),
    st.sampled_from(["[v1.a:b]", "[vF.~!]", "[::ffff:1.2.3.4]"]),
)
_port = st.text(string.digits, max_size=6)
_tail = _run(_UNRESERVED + _SUB_DELIMS + ":@/?")


@st.composite
def uri_references(draw: st.DrawFn) -> Components:
    """The components of a string that matches RFC 3986's <URI-reference>."""
    scheme = draw(st.none() | _scheme)
    userinfo = host = port = None
    if draw(st.booleans()):
        userinfo, host, port = draw(st.none() | _userinfo), draw(_host), draw(st.none() | _port)
        path = draw(_path_abempty)
    else:
        path = draw(
            st.just("") | _path_absolute | (_path_noscheme if scheme is None else _path_rootless)
        )
    return Components(
        scheme, userinfo, host, port, path, draw(st.none() | _tail), draw(st.none() | _tail)
    )
