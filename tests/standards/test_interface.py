"""`string_resolver` makes a function with the results of `resolve_string`."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import urldom
from urldom._standards.registry import STANDARD_NAMES, find_engine

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
    *("http://h/", "http://h/a/b/c?x#y", "https://u:p@h:80/a//b/", "file:///a/b", "mailto:x", "http://h/a/.."),
    *("ws://h/a;b/c", f"http://h/{'d/' * 20}", f"http://h/{'d' * 3000}/e", "x:", "https://h", "relative", "http://["),
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
    resolve = engine.string_resolver(base, encoding)
    assert outcome(resolve, url) == outcome(engine.resolve_string, url, base, encoding)
