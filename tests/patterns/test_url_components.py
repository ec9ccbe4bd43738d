"""The eight components, and the pieces that contain them."""

from __future__ import annotations

import inspect
from typing import get_type_hints

import pytest

from tests.cases import each_case
from urldom._core.standards.registry import find_engine
from urldom._core.values.pieces import Pieces
from urldom.patterns import URLPattern, URLPatternComponentResult, URLPatternResult
from urldom.patterns._inputs import parsed
from urldom.patterns._url_components import COMPONENTS, PLACES, components_of, unknown_component


@pytest.mark.parametrize(
    ("pieces", "expected"),
    [
        (
            ("https:", "//", "u:p@", "h", ":81", "/a", "?b", "#c", None),
            ["https", "u", "p", "h", "81", "/a", "b", "c"],
        ),
        (("x:", "//", ":p:q@", "", "", "", "?", "#", None), ["x", "", "p:q", "", "", "", "", ""]),
        (("x:", "", "", "", "", "a", "", "", None), ["x", "", "", "", "", "a", "", ""]),
        (("x:", "", "u@", "h", "", "a", "?#", "##"), ["x", "u", "", "h", "", "a", "#", "#"]),
    ],
)
def test_component_has_no_delimiters(pieces: Pieces, expected: list[str]) -> None:
    assert components_of(pieces) == dict(zip(COMPONENTS, expected, strict=True))


def test_mapping_has_the_components_at_the_places_of_a_url() -> None:
    components = dict(zip(COMPONENTS, "abcdefgh", strict=True)) | {"port": "7", "pathname": "/p"}
    assert components_of(parsed(components, None)) == components


def test_delimiters_are_written_unless_the_component_is_absent() -> None:
    assert PLACES["protocol"].with_delimiters("") == ":"
    assert PLACES["port"].with_delimiters("") == ""
    assert PLACES["port"].with_delimiters("8") == ":8"
    assert PLACES["hash"].with_delimiters("a") == "#a"


def test_test_of_a_piece_gets_the_component() -> None:
    pieces = find_engine("whatwg").grammar.cut("https://u:p@h:81/a?b#c")
    for name, text in components_of(pieces).items():
        place = PLACES[name]
        assert place.test_of(text.__eq__)(pieces[place.index]) is True
    assert PLACES["pathname"].test_of(str.isascii) is str.isascii


def test_unknown_name_has_a_hint() -> None:
    assert unknown_component("base_url") == "unknown component 'base_url': use baseURL"
    assert unknown_component("x").endswith(
        "use one of protocol, username, password, hostname, port, pathname, search, hash"
    )


@each_case("name", COMPONENTS)
@each_case(("kind", "value"), [(URLPattern, str), (URLPatternResult, URLPatternComponentResult)])
def test_attribute_has_a_type_and_an_example(kind: type, value: type, name: str) -> None:
    attribute = vars(kind)[name]
    assert isinstance(attribute, property)
    assert get_type_hints(attribute.fget)["return"] is value
    assert f">>> {'pattern' if kind is URLPattern else 'result'}.{name}" in inspect.getdoc(
        attribute
    )  # type: ignore[operator]
    assert name in inspect.getdoc(attribute).splitlines()[0]  # type: ignore[union-attr]


def test_assignment_is_refused_with_a_reason() -> None:
    pattern = URLPattern({})
    with pytest.raises(
        AttributeError, match="a pattern is immutable: make a new one with another hostname"
    ):
        pattern.hostname = "h"  # type: ignore[arg-type, misc] # pyright: ignore
    with pytest.raises(AttributeError, match="a result is immutable"):
        pattern.exec("https://h/").hostname = "h"  # type: ignore # pyright: ignore


@pytest.mark.parametrize(("name", "delimiter"), [("search", "?"), ("hash", "#")])
def test_empty_component_is_that_of_a_url_without_one(name: str, delimiter: str) -> None:
    """The URL's query and fragment are null or empty (URL Pattern Standard 1.4, "match", steps 12
    and 13)."""
    pattern = URLPattern(**{name: ""})
    assert pattern.test("http://h/") and pattern.test(f"http://h/{delimiter}")
    assert not pattern.test(f"http://h/{delimiter}a")


@pytest.mark.parametrize("name", ["username", "password"])
def test_empty_credentials_are_those_of_a_url_without_them(name: str) -> None:
    pattern, other = URLPattern(**{name: ""}), URLPattern(**{name: "x"})
    assert (
        pattern.test("http://h/")
        and pattern.test("http://@h/")
        and not pattern.test("http://x:x@h/")
    )
    assert other.test("http://x:x@h/") and not other.test("http://h/")
