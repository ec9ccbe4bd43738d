"""The inputs of patterns: strings, URL values and mappings (URL Pattern Standard 1.4, "match")."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given

from tests.strategies import hostile
from urldom import URL, URLDecomposition, URLPattern, parse
from urldom.patterns._inputs import Input, checked_components, inputs_of, read, read_up_to_path
from urldom.patterns._url_components import components_of

COMPONENTS = ("protocol", "username", "password", "hostname", "port", "pathname", "search", "hash")
URL_TEXT = "https://u:p@h:81/a?b#c"


@pytest.mark.parametrize(
    "url", [URL_TEXT, URL(URL_TEXT), URLDecomposition(URL_TEXT), parse(URL_TEXT)]
)
def test_each_form_of_a_url_has_its_components(url: Input) -> None:
    found = read(url, None)
    assert found is not None
    assert [*components_of(found).values()] == ["https", "u", "p", "h", "81", "/a", "b", "c"]


@pytest.mark.parametrize(
    "given",
    [
        {
            "protocol": "https",
            "username": "u",
            "password": "p",
            "hostname": "h",
            "port": "81",
            "pathname": "a",
        },
        {"username": "u"},
        {"password": "p", "search": "b", "hash": "a"},
        {},
    ],
)
def test_mapping_keeps_components_that_no_url_has(given: dict[str, str]) -> None:
    found = read(given, None)
    expected = dict.fromkeys(COMPONENTS, "") | given
    assert found is not None and components_of(found) == expected


def test_input_that_is_given_twice_is_kept_as_given() -> None:
    assert inputs_of("a", "https://h/") == ("a", "https://h/")
    assert inputs_of(URL("https://h"), None) == ("https://h/",)
    assert inputs_of(None, None) == ({},)
    mapping = {"pathname": "/"}
    (copied,) = inputs_of(mapping, None)
    assert copied == mapping and copied is not mapping


@given(hostile)
def test_quick_reading_has_the_pieces_up_to_the_path(text: str) -> None:
    quick, whole = read_up_to_path(text, None), read(text, None)
    assert (quick is None) is (whole is None)
    if quick is not None and whole is not None:
        assert [*quick[:6]] == [*whole[:6]]


@pytest.mark.parametrize("path", ["/a/../b", "/a/./b", "/.", "/a/..", "/.a/b", "/a./b", "/a/.b"])
def test_quick_reading_leaves_dot_segments_to_the_parser(path: str) -> None:
    found = read_up_to_path(f"https://h{path}", None)
    assert found is not None and found[5] == URL(f"https://h{path}").pathname


def test_mapping_and_url_have_the_same_matches() -> None:
    url = URL(URL_TEXT)
    mapping = dict(zip(COMPONENTS, ["https", "u", "p", "h", "81", "/a", "b", "c"], strict=True))
    for name, text in mapping.items():
        assert URLPattern({name: text}).test(url) and URLPattern({name: text}).test(mapping)
        other = "82" if name == "port" else f"{text}x"
        assert not URLPattern({name: other}).test(url) and not URLPattern({name: other}).test(
            mapping
        )


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"pathname": 5}, "pathname must be a str, not int"),
        ({"hash": None}, "hash must be a str, not None"),
        ({"baseURL": b"http://h/"}, "baseURL must be a str, not bytes"),
        ({"path": "/"}, "unknown component 'path': use pathname"),
        (["/"], "a pattern must be a str or a mapping of components, not list"),
    ],
)
def test_wrong_component_raises(given: Any, message: str) -> None:
    with pytest.raises(TypeError) as caught:
        checked_components(given)
    assert str(caught.value).startswith(message)


def test_base_of_a_mapping_is_in_the_mapping() -> None:
    with pytest.raises(TypeError, match="pass the base of a mapping in its key 'baseURL'"):
        read({"pathname": "a"}, "http://h/")
    found = read({"pathname": "a", "baseURL": "http://h/b/c"}, None)
    assert found is not None and components_of(found)["pathname"] == "/b/a"


def test_url_does_not_depend_on_a_base() -> None:
    found = read(URL(URL_TEXT), "mailto:a")
    assert found is not None and [*components_of(found).values()] == [
        "https",
        "u",
        "p",
        "h",
        "81",
        "/a",
        "b",
        "c",
    ]
    assert read("a", "mailto:b") is None and read("a", None) is None
