"""URLPatternInit processing: components, and what they inherit from a base URL (URL Pattern
Standard 3.2)."""

from __future__ import annotations

import pytest

from urldom import URLPattern
from urldom.patterns._inputs import (
    InitFailure,
    InitType,
    is_absolute_pathname,
    process_url_pattern_init,
)

BASE = "https://u:p@h.example:81/a/b?q=1#f"
FROM_BASE = {
    "protocol": "https",
    "hostname": "h.example",
    "port": "81",
    "pathname": "/a/b",
    "search": "q=1",
    "hash": "f",
}
CREDENTIALS = {"username": "u", "password": "p"}


@pytest.mark.parametrize(
    ("given", "inherited"),
    [
        ({}, ["protocol", "hostname", "port", "pathname", "search", "hash"]),
        ({"protocol": "http"}, []),
        ({"hostname": "g"}, ["protocol"]),
        ({"port": "9"}, ["protocol", "hostname"]),
        ({"pathname": "/"}, ["protocol", "hostname", "port"]),
        ({"search": "x"}, ["protocol", "hostname", "port", "pathname"]),
        ({"hash": "x"}, ["protocol", "hostname", "port", "pathname", "search"]),
        ({"username": "x"}, ["protocol", "hostname", "port", "pathname", "search", "hash"]),
    ],
)
def test_component_is_inherited_if_no_earlier_one_is_given(
    given: dict[str, str], inherited: list[str]
) -> None:
    expected = {name: FROM_BASE[name] for name in inherited} | given
    assert process_url_pattern_init({**given, "baseURL": BASE}, "pattern") == expected


@pytest.mark.parametrize(
    ("given", "inherited"),
    [
        ({}, ["username", "password"]),
        ({"pathname": "/"}, ["username", "password"]),
        ({"username": "x"}, []),
        ({"password": "x"}, ["username"]),
        ({"port": "9"}, []),
        ({"hostname": "g"}, []),
    ],
)
def test_only_a_url_inherits_credentials(given: dict[str, str], inherited: list[str]) -> None:
    found = process_url_pattern_init({**given, "baseURL": BASE}, "url")
    expected = {"username": "", "password": ""} | {name: CREDENTIALS[name] for name in inherited}
    expected |= {name: text for name, text in given.items() if name in CREDENTIALS}
    assert {name: found[name] for name in CREDENTIALS} == expected
    assert not CREDENTIALS.keys() & (
        process_url_pattern_init({**given, "baseURL": BASE}, "pattern").keys() - given.keys()
    )


def test_relative_pattern_has_the_origin_of_its_base() -> None:
    pattern = URLPattern("/a", "https://example.com")
    assert (pattern.protocol, pattern.hostname, pattern.port) == ("https", "example.com", "")
    assert pattern.test("https://example.com/a")
    assert not pattern.test("https://other.example/a") and not pattern.test("http://example.com/a")


def test_search_is_not_inherited_with_a_hostname() -> None:
    assert URLPattern({"hostname": "h", "baseURL": "https://example.com/a?q=1#f"}).search == "*"


@pytest.mark.parametrize(
    ("base", "pathname", "type", "expected"),
    [
        ("https://h/a/b", "c", "pattern", "/a/c"),
        ("https://h/a/b", "c", "url", "/a/c"),
        ("https://h/a/b", "../c", "url", "/c"),
        ("https://h/a/b", "/c", "pattern", "/c"),
        ("https://h/a/b", r"\/c", "pattern", r"\/c"),
        ("https://h/a/b", "{/c}?", "pattern", "{/c}?"),
        ("https://h/a/b", "{/c}?", "url", "/a/%7B/c%7D%3F"),
        ("https://h/a+/b", "c", "pattern", r"/a\+/c"),
        ("https://h/a+/b", "c", "url", "/a+/c"),
        ("data:a/b", "c", "pattern", "c"),
        ("data:a/b", "c", "url", "c"),
    ],
)
def test_relative_pathname_is_resolved(
    base: str, pathname: str, type: InitType, expected: str
) -> None:
    assert (
        process_url_pattern_init({"pathname": pathname, "baseURL": base}, type)["pathname"]
        == expected
    )


def test_inherited_component_is_escaped_in_a_pattern() -> None:
    found = process_url_pattern_init({"baseURL": "https://h/a+?b*#{c"}, "pattern")
    assert (found["pathname"], found["search"], found["hash"]) == (r"/a\+", r"b\*", r"\{c")


@pytest.mark.parametrize("type", ["pattern", "url"])
def test_one_delimiter_is_stripped(type: InitType) -> None:
    given = {"protocol": "https:", "search": "?a?", "hash": "#a#"}
    found = process_url_pattern_init(given, type)
    assert {name: found[name] for name in given} == {
        "protocol": "https",
        "search": "a?",
        "hash": "a#",
    }


def test_components_of_a_url_are_encoded() -> None:
    given = {
        "protocol": "HTTPS",
        "username": "é",
        "hostname": "H",
        "port": "443",
        "pathname": "/a/..",
        "hash": "é",
    }
    assert process_url_pattern_init(given, "url") == {
        "protocol": "https",
        "username": "%C3%A9",
        "password": "",
        "hostname": "h",
        "port": "",
        "pathname": "/",
        "search": "",
        "hash": "%C3%A9",
    }
    assert process_url_pattern_init(given, "pattern") == given


@pytest.mark.parametrize(
    ("protocol", "expected"), [("https", "/b"), ("file", "/b"), ("data", "/a/../b"), (None, "/b")]
)
def test_only_an_opaque_path_keeps_dot_segments(protocol: str | None, expected: str) -> None:
    given = {"pathname": "/a/../b"} | ({} if protocol is None else {"protocol": protocol})
    assert process_url_pattern_init(given, "url")["pathname"] == expected


@pytest.mark.parametrize(
    ("given", "component"),
    [
        ({"port": "x"}, "port"),
        ({"hostname": "a b"}, "hostname"),
        ({"baseURL": "x"}, "baseURL"),
        ({"protocol": "1"}, "protocol"),
    ],
)
def test_invalid_component_of_a_url_is_named(given: dict[str, str], component: str) -> None:
    with pytest.raises(InitFailure) as caught:
        process_url_pattern_init(given, "url")
    assert caught.value.component == component


def test_absolute_pathname_can_begin_with_pattern_syntax() -> None:
    assert [
        is_absolute_pathname(text, "pattern") for text in ("/a", "\\/a", "{/a}", "a", "", "\\a")
    ] == [*(True, True, True, False, False, False)]
    assert [is_absolute_pathname(text, "url") for text in ("/a", "\\/a", "{/a}")] == [
        True,
        False,
        False,
    ]
