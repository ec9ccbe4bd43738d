"""Resolving under any standard: `string_resolver` makes a function with the results of
`resolve_string`."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import urldom
from urldom._core.standards.registry import STANDARD_NAMES, find_engine
from urldom._core.standards.resolving import absolute_pieces, resolve_string, string_resolver

PIECES = [
    "../",
    "./",
    "/",
    ".",
    "..",
    "//",
    "a",
    "b.html",
    "?",
    "#",
    "q=1",
    ":",
    "%2e",
    "\\",
    "é",
    " ",
    "/.",
    "x:",
    "\t",
]
BASES = [
    *(
        "http://h/",
        "http://h/a/b/c?x#y",
        "https://u:p@h:80/a//b/",
        "file:///a/b",
        "mailto:x",
        "http://h/a/..",
    ),
    *(
        "ws://h/a;b/c",
        f"http://h/{'d/' * 20}",
        f"http://h/{'d' * 3000}/e",
        "x:",
        "https://h",
        "relative",
        "http://[",
    ),
]


def outcome(function, *arguments):
    try:
        return function(*arguments)
    except urldom.InvalidURLError as error:
        return type(error), str(error)


@pytest.mark.parametrize("name", STANDARD_NAMES)
@given(
    pieces=st.lists(st.sampled_from(PIECES), max_size=6),
    base=st.sampled_from(BASES),
    encoding=st.sampled_from(["utf-8", "windows-1251"]),
)
@example(["../"] * 6, "http://h/a/b/c?x#y", "utf-8")
@example(["../", "/", "a"], "https://u:p@h:80/a//b/", "utf-8")
@example(["?", "q=1"], "http://h/a/b/c?x#y", "utf-8")
@example(["../"] * 40 + ["a"], f"http://h/{'d/' * 50}", "utf-8")
@example([], "http://h/a/b/c?x#y", "utf-8")
def test_string_resolver_matches_resolve_string(name, pieces, base, encoding):
    engine, url = find_engine(name), "".join(pieces)
    resolve = string_resolver(engine.grammar, base, encoding)
    assert outcome(resolve, url) == outcome(resolve_string, engine.grammar, url, base, encoding)


@pytest.mark.parametrize("name", STANDARD_NAMES)
def test_absolute_pieces_are_those_of_the_resolved_url(name):
    engine = find_engine(name)
    assert absolute_pieces(engine.grammar, "b", "http://h/a", "utf-8")[:8] == (
        "http:",
        "//",
        "",
        "h",
        "",
        "/b",
        "",
        "",
    )
    with pytest.raises(urldom.UnresolvableURLError):
        absolute_pieces(engine.grammar, "b", None, "utf-8")


@pytest.mark.parametrize("name", STANDARD_NAMES)
def test_string_resolver_resolves_many_references(name):
    resolve = string_resolver(find_engine(name).grammar, "http://h/b/c", "utf-8")
    assert [resolve(url) for url in ("d", "/d", "?d", "../d")][:2] == ["http://h/b/d", "http://h/d"]
    assert resolve("x://i/d") == "x://i/d"
