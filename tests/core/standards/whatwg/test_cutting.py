"""The quick way through the basic URL parser, part by part. Expected pieces follow the states of
URL Standard 4.4."""

from __future__ import annotations

from inspect import isfunction

import pytest

from tests.cases import each_case
from tests.core.values.invariants import check_invariants
from urldom._core.errors import Failure
from urldom._core.standards.whatwg import authority, cutting, setters
from urldom._core.standards.whatwg.cutting import (
    DOT_SEGMENTS,
    clean,
    cut,
    may_have_dot_segments,
    normalize_segments,
    query_encoding,
    stripped,
)
from urldom._core.standards.whatwg.state_machine import BasicURLParser

HTTP = cut("http://h/a/b?c#d")
FILE = cut("file:///C:/a/b?c")
OPAQUE = cut("mailto:a?b")
AUTHORITY = cut("x://h")


@each_case(
    ("url", "base", "expected"),
    [
        # The usual URL
        ("http://h:80", None, "http://h/"),
        ("https://h:80/?#", None, "https://h:80/?#"),
        # authority state
        ("http://U:p@H:080/", None, "http://U:p@h/"),
        ("ws://[::0:1]:80", None, "ws://[::1]/"),
        # no scheme state, relative state
        ("", HTTP, "http://h/a/b?c"),
        ("#e", HTTP, "http://h/a/b?c#e"),
        ("?", HTTP, "http://h/a/b?"),
        ("?x y", HTTP, "http://h/a/b?x%20y"),
        ("x", HTTP, "http://h/a/x"),
        (".", HTTP, "http://h/a/"),
        ("../../x", HTTP, "http://h/x"),
        ("/x/../y", HTTP, "http://h/y"),
        ("é", HTTP, "http://h/a/%C3%A9"),
        ("%2e%2E/x", HTTP, "http://h/x"),
        ("//i", HTTP, "http://i/"),
        ("///i/x", HTTP, "http://i/x"),
        ("\\\\i\\x", HTTP, "http://i/x"),
        ("\\x?\\", HTTP, "http://h/x?\\"),
        ("http:x", HTTP, "http://h/a/x"),
        ("https:x", HTTP, "https://x/"),
        ("#x", OPAQUE, "mailto:a?b#x"),
        ("x", AUTHORITY, "x://h/x"),
        ("", AUTHORITY, "x://h"),
        ("//", AUTHORITY, "x://"),
        # special authority ignore slashes state
        ("http:h", None, "http://h/"),
        ("http:/\\//h/x", None, "http://h/x"),
        # file state, file slash state, file host state
        ("file:", None, "file:///"),
        ("file:x", None, "file:///x"),
        ("file:./C|/../x", None, "file:///C:/x"),
        ("file://LOCALHOST/x", None, "file:///x"),
        ("file://H/x", HTTP, "file://h/x"),
        ("file://C|/x", None, "file:///C:/x"),
        ("file:x", FILE, "file:///C:/a/x"),
        ("/x", FILE, "file:///C:/x"),
        ("?x", FILE, "file:///C:/a/b?x"),
        # path or authority state, path state
        ("X:/a/../b", None, "x:/b"),
        ("x:/..//a", None, "x:/.//a"),
        ("x://A:80/", None, "x://A:80/"),
        ("x:///a", None, "x:///a"),
        ("http://h/" + ".a" * 120 + "/../b", None, "http://h/b"),
        # opaque path state
        ("x:a /?b", None, "x:a /?b"),
        ("x:a ?b", None, "x:a%20?b"),
        ("x:a #b", None, "x:a%20#b"),
        ("x:a ", None, "x:a"),
        ("x:a\\é", None, "x:a\\%C3%A9"),
        ("x:", None, "x:"),
        # query state, fragment state
        ("http://h?'\"é#`é", None, "http://h/?%27%22%C3%A9#%60%C3%A9"),
        ("x:/?'", None, "x:/?'"),
        ("http://h/ ?#", None, "http://h/%20?#"),
        # Steps 1 to 3
        (" http://h/a\tb\n", None, "http://h/ab"),
        ("http://h/\ud800", None, "http://h/%EF%BF%BD"),
        ("x:/\ud800\r\udfff", None, "x:/%EF%BF%BD%EF%BF%BD"),
        ("\x00http://h/ \x1f", None, "http://h/"),
    ],
)
def test_url_has_its_pieces(url, base, expected):
    pieces = cut(url, base)
    check_invariants(pieces)
    assert ("".join(pieces[:8]), pieces[8]) == (expected, url)


@pytest.mark.parametrize(
    ("url", "base", "reason"),
    [
        ("a", None, "it is a relative URL without a base: add https://, or pass a base"),
        (
            "a",
            OPAQUE,
            (
                'the base URL has an opaque path (no "/" follows the scheme): only a fragment can'
                " be relative to it"
            ),
        ),
        ("http://", None, "the host is missing"),
        ("http:?", None, "the host is missing"),
        ("http://u@/", None, "the host is missing"),
        ("x://:80/", None, "the host is missing"),
        ("http://h:8a/", None, "the port is not a number"),
        ("http://h:65536/", None, "the port is greater than 65535"),
        ("x://h\\a/", None, "the opaque host contains a forbidden host code point"),
        ("http://[1::2::3]/", None, "the IPv6 address is compressed in more than one spot"),
        ("file://a b/", None, "a host cannot contain a space"),
    ],
)
def test_invalid_url_fails_with_its_reason(url, base, reason):
    with pytest.raises(Failure) as caught:
        cut(url, base)
    assert caught.value.reason == reason


def test_query_is_in_the_encoding_of_the_document():
    assert cut("?é", HTTP, "windows-1252")[6] == "?%E9"
    assert cut("http://h/?a#é", None, "windows-1252")[6:8] == ("?a", "#%C3%A9")
    assert [
        query_encoding(scheme, "gbk") for scheme in ("http:", "file:", "ws:", "wss:", "x:")
    ] == [
        *("gbk", "gbk"),
        *("utf-8", "utf-8", "utf-8"),
    ]


def test_tabs_and_newlines_are_removed_everywhere_and_spaces_around():
    assert clean(" a\tb\r\n\ud800") == " ab\ufffd"
    # Lone surrogates are replaced before the parser starts, so removing a tab does not join them.
    assert clean("\ud83d\t\ude00\ud83d\ude00") == "\ufffd\ufffd\U0001f600"
    assert stripped("\x00 a\t \x1f") == "a"
    assert stripped("a\x7f") == "a\x7f"


@each_case("state", [name for name in vars(BasicURLParser) if name.endswith("_state")])
def test_function_of_the_quick_way_names_each_state(state):
    functions = [
        member for module in (cutting, authority, setters) for member in vars(module).values()
    ]
    docstrings = " ".join(member.__doc__ or "" for member in functions if isfunction(member))
    assert f"the {state.replace('_', ' ')}" in " ".join(docstrings.split())


def test_usual_url_does_not_go_through_the_states(monkeypatch):
    monkeypatch.setattr(cutting, "_cut_unusual", None)
    for url in (
        "http://h",
        "https://a.b:81/c.d/e?f#g",
        "ws://1.2.3.4/",
        "ftp://[1::2]:81/",
        "http://u:p@H:80/",
    ):
        assert "".join(cut(url)[:8]).startswith(url[:3])


@each_case(
    ("path", "normalized", "of_a_file"),
    [
        ("", "", ""),
        ("/", "/", "/"),
        ("/a/./b", "/a/b", "/a/b"),
        ("/a/..", "/", "/"),
        ("/../../a", "/a", "/a"),
        ("/a//../b", "/a/b", "/a/b"),
        ("/%2E/.%2e/a/%2e%2E/", "/", "/"),
        ("/.../a.", "/.../a.", "/.../a."),
        ("/C|/../a", "/a", "/C:/a"),
        ("/C:/../..", "/", "/C:/"),
        ("/C:/a/../..", "/", "/C:/"),
        ("/a/C|", "/a/C|", "/a/C|"),
        ("/../C|/.", "/C|/", "/C:/"),
    ],
)
def test_path_is_normalized(path, normalized, of_a_file):
    assert (normalize_segments(path), normalize_segments(path, is_file=True)) == (
        normalized,
        of_a_file,
    )


def test_dot_segments_are_those_of_the_standard():
    assert sorted(segment for segment, dots in DOT_SEGMENTS.items() if dots == 1) == [
        "%2E",
        "%2e",
        ".",
    ]
    assert {segment.lower() for segment, dots in DOT_SEGMENTS.items() if dots == 2} == {
        *("..", ".%2e", "%2e.", "%2e%2e")
    }
    assert len(DOT_SEGMENTS) == 12


@pytest.mark.parametrize(
    ("path", "may_have"),
    [
        ("/%2ea", True),
        ("/%2E", True),
        ("/.", True),
        ("/a/.b", True),
        ("/%20e", False),
        ("/a.b", False),
        ("", False),
    ],
)
def test_path_that_may_have_dot_segments_is_found(path, may_have):
    assert may_have_dot_segments(path) is may_have
