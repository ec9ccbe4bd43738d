"""The operations on the pieces of a URL."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import urldom
from tests.cases import each_case
from tests.core.values.invariants import check_invariants
from tests.strategies import hostile
from urldom._core.errors import Failure
from urldom._core.standards.registry import STANDARD_NAMES, find_engine
from urldom._core.values import pieces as operations
from urldom._core.values.pieces import (
    PATH_GUARD,
    Pieces,
    components,
    from_components,
    href,
    written,
)

URL: Pieces = ("http:", "//", "u:p@", "h", ":8080", "/a/b", "?c", "#d", None)
OPAQUE: Pieces = ("mailto:", "", "", "", "", "a@b", "", "", None)

parts = st.text("ab.", max_size=3)
absent_or = st.none() | parts
#: Components that are valid together
fitting = st.tuples(
    st.just("x"),
    absent_or,
    parts,
    st.none() | st.just("80"),
    parts.map("/{}".format),
    absent_or,
    absent_or,
)


@given(fitting)
def test_components_are_kept_in_pieces(given_components):
    pieces = from_components(given_components)
    check_invariants(pieces)
    assert components(pieces) == given_components


@pytest.mark.parametrize("name", STANDARD_NAMES)
@given(hostile)
def test_written_pieces_equal_the_string(name, url):
    try:
        pieces = find_engine(name).grammar.cut(url)
    except Failure:
        return
    assert written(pieces) == url
    assert written(operations.with_written(pieces, None)) == href(pieces)


@pytest.mark.parametrize(
    ("function", "value", "expected"),
    [
        ("with_scheme", "ftp:", "ftp://u:p@h:8080/a/b?c#d"),
        ("with_userinfo", "", "http://h:8080/a/b?c#d"),
        ("with_host", "[::1]", "http://u:p@[::1]:8080/a/b?c#d"),
        ("with_port", "", "http://u:p@h/a/b?c#d"),
        ("with_path", "", "http://u:p@h:8080?c#d"),
        ("with_query", "?", "http://u:p@h:8080/a/b?#d"),
        ("with_fragment", "", "http://u:p@h:8080/a/b?c"),
    ],
)
def test_replacing_a_piece_changes_only_that_piece(function, value, expected):
    changed_pieces = getattr(operations, function)(URL, value)
    check_invariants(changed_pieces)
    assert href(changed_pieces) == written(changed_pieces) == expected


def test_path_of_two_slashes_without_an_authority_gets_a_prefix():
    guarded = operations.with_path(("x:", "", "", "", "", "/a", "", "", None), "//a")
    assert href(guarded) == f"x:{PATH_GUARD}//a"
    assert href(operations.with_path(guarded, "/b")) == "x:/b"
    assert href(operations.with_host(guarded, "h")) == "x://h//a"


def test_predicates_describe_the_pieces():
    assert (operations.is_absolute(URL), operations.is_hierarchical(URL)) == (True, True)
    assert (operations.is_absolute(OPAQUE), operations.is_hierarchical(OPAQUE)) == (True, False)
    assert not operations.is_hierarchical(operations.with_path(OPAQUE, ""))
    assert operations.is_hierarchical(("x:", "", "", "", "", "/a", "", "", None))
    assert operations.is_hierarchical(("x:", "//", "", "", "", "", "", "", None))
    assert not operations.is_absolute((":", "", "", "", "", "", "", "", None))
    assert (operations.authority_of(URL), operations.href_without_fragment(URL)) == (
        "u:p@h:8080",
        "http://u:p@h:8080/a/b?c",
    )


def test_each_reader_returns_its_piece_with_the_delimiter():
    readers = ("scheme", "userinfo", "host", "port", "path", "query", "fragment")
    read = [getattr(operations, f"{name}_of")(URL) for name in readers]
    assert read == ["http:", "u:p@", "h", ":8080", "/a/b", "?c", "#d"]
    assert (operations.is_authority_based(URL), operations.is_authority_based(OPAQUE)) == (
        True,
        False,
    )
    assert not operations.is_authority_based(operations.with_path(OPAQUE, "//a"))


def test_credentials_are_split_at_the_first_colon():
    texts = ("", "u@", "u:@", ":p@", "u:p:q@")
    assert [operations.credentials_of(operations.with_userinfo(URL, text)) for text in texts] == [
        ("", ""),
        ("u", ""),
        ("u", ""),
        ("", "p"),
        ("u", "p:q"),
    ]


def test_pieces_of_equal_urls_are_equal_without_the_text_as_written():
    rewritten = operations.with_written(URL, "HTTP://u:p@h:8080/a/b?c#d")
    assert rewritten != URL
    assert operations.url_pieces(rewritten) == operations.url_pieces(URL)
    assert "".join(operations.url_pieces(URL)) == href(URL)


@each_case(
    "changes",
    [
        {0: "http"},
        {0: "ht:tp:"},
        {1: ""},
        {1: PATH_GUARD},
        {2: "u"},
        {3: "h/"},
        {3: None},
        {4: "80"},
        {4: ":8a"},
        {5: "a"},
        {5: "/?"},
        {6: "c"},
        {6: "?#"},
        {7: "d"},
        {8: 1},
    ],
    ids=str,
)
def test_invalid_combination_of_pieces_is_found(changes):
    check_invariants(URL)
    with pytest.raises((AssertionError, TypeError)):
        check_invariants(tuple(changes.get(place, piece) for place, piece in enumerate(URL)))


#: The modules outside the standards that find a piece by its place, and why
BY_PLACE = {
    "_core/objects/frozen.py": "A call would make the hash of a new URL a tenth slower.",
    "_core/objects/readable.py": "A call would make the getters a third slower.",
    "_core/objects/segments.py": "Three calls would make `url / segment` a twentieth slower.",
    "patterns/_url_components.py": (
        "A mapping's components have the places of pieces, and a pattern tests both."
    ),
    "patterns/_inputs.py": "It has the components of a string at the places of `_url_components`.",
    "patterns/_pattern.py": "It tests the places of `_url_components` in a loop.",
}
PLACES = {"SCHEME", "SLASHES", "USERINFO", "HOST", "PORT", "PATH", "QUERY", "FRAGMENT", "WRITTEN"}
PIECES = re.compile(r"(?:[a-z_]*_)?pieces")


def places_in(source: str) -> set[str]:
    """Return the places of pieces that a module imports or uses, and its subscripts of a variable
    for pieces."""
    tree = ast.parse(source)
    found: set[str] = set()
    holds_pieces = False
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").endswith("values.pieces"):
            holds_pieces = True
            found |= PLACES & {alias.name for alias in node.names}
        if (
            isinstance(node, ast.Attribute)
            and isinstance(node.value, ast.Name)
            and node.value.id == "pieces"
        ):
            found |= PLACES & {node.attr}
    for node in ast.walk(tree):
        if holds_pieces and isinstance(node, ast.Subscript):
            variable = ast.unparse(node.value).split(".")[-1]
            if PIECES.fullmatch(variable):
                found.add(ast.unparse(node))
    return found


def test_only_the_listed_modules_find_a_piece_by_its_place():
    root = Path(urldom.__file__).parent
    files = {file.relative_to(root).as_posix(): file for file in root.rglob("*.py")}
    by_place = {
        name
        for name, file in files.items()
        if not name.startswith("_core/standards/") and places_in(file.read_text(encoding="utf-8"))
    }
    assert by_place == BY_PLACE.keys()


@pytest.mark.parametrize(
    "source",
    [
        "from urldom._core.values.pieces import HOST, Pieces",
        "from urldom._core.values.pieces import Pieces\ndef f(pieces): return pieces[3]",
        "from urldom._core.values.pieces import href\ndef f(url): return url._pieces[:8]",
        "from urldom._core.values import pieces\nx = pieces.PATH",
    ],
)
def test_use_of_a_place_is_found(source):
    assert places_in(source)


@pytest.mark.parametrize("name", STANDARD_NAMES)
def test_values_made_in_tests_are_checked(name):
    engine = find_engine(name)
    assert engine.grammar.cut.__wrapped__ and all(
        hasattr(setter, "__wrapped__") for setter in engine.object_model.setters.values()
    )


@pytest.mark.parametrize(
    ("path", "guard"),
    [
        ("//a", "/."),
        ("//", "/."),
        ("/a", ""),
        ("/", ""),
        ("", ""),
        ("a//b", ""),
        ("/a//b", ""),
        ("/.//a", ""),
    ],
)
def test_path_that_begins_with_two_slashes_is_guarded(path, guard):
    """URL Standard 4.5, step 3, and RFC 3986 section 3.3: such a path would be read as an
    authority."""
    assert operations.path_guard(path) == guard
    assert href(from_components(("x", None, None, None, path, None, None))) == f"x:{guard}{path}"
    assert from_components(("x", None, "", None, path, None, None))[1] == "//"
    assert PATH_GUARD == "/."
