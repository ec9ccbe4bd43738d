"""`string_resolver` makes a function with the results of `resolve_string`."""

import copy
import pickle

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
    resolve = string_resolver(engine.grammar, base, encoding)
    assert outcome(resolve, url) == outcome(resolve_string, engine.grammar, url, base, encoding)


@pytest.mark.parametrize("name", STANDARD_NAMES)
def test_absolute_pieces_are_those_of_the_resolved_url(name):
    engine = find_engine(name)
    assert absolute_pieces(engine.grammar, "b", "http://h/a", "utf-8")[:8] == ("http:", "//", "", "h", "", "/b", "", "")
    with pytest.raises(urldom.UnresolvableURLError):
        absolute_pieces(engine.grammar, "b", None, "utf-8")


@pytest.mark.parametrize("name", STANDARD_NAMES)
def test_reading_tells_its_steps_and_has_the_same_result(name):
    engine, said = find_engine(name), []
    found = engine.reading.read("b", engine.reading.read_base("http://h/a"), "utf-8", lambda *step: said.append(step))
    assert str(found) == "http://h/b" and said


def test_standards_differ_in_a_few_settings():
    writing = [name for name in STANDARD_NAMES if find_engine(name).object_model.writes_input]
    parameters = {name: find_engine(name).grammar.parameters_delimiter for name in STANDARD_NAMES}
    assert writing == ["whatwg"]  # *Update href* of the HTML Standard
    assert parameters == {**dict.fromkeys(STANDARD_NAMES, ""), "rfc1808": ";"}  # RFC 1808 section 2.1


@pytest.mark.parametrize("name", ["html5", "whatwg", "rfc3986", "rfc3987", "rfc2396"])
def test_relative_and_absolute_paths_lead_to_a_path(name):
    engine = find_engine(name)
    base = engine.grammar.cut_base("http://h/b/c/d")
    assert engine.grammar.forms.paths_to("/a", base) == ["../../a", "/a"]
    assert engine.grammar.forms.paths_to("/b/c/e", base) == ["e", "/b/c/e"]


@pytest.mark.parametrize("name", STANDARD_NAMES)
def test_string_resolver_resolves_many_references(name):
    resolve = string_resolver(find_engine(name).grammar, "http://h/b/c", "utf-8")
    assert [resolve(url) for url in ("d", "/d", "?d", "../d")][:2] == ["http://h/b/d", "http://h/d"]
    assert resolve("x://i/d") == "x://i/d"


@pytest.mark.parametrize("name", STANDARD_NAMES)
def test_copy_of_an_engine_is_the_engine(name):
    engine = find_engine(name)
    assert pickle.loads(pickle.dumps(engine)) is copy.copy(engine) is copy.deepcopy(engine) is engine


@pytest.mark.parametrize("name", STANDARD_NAMES)
def test_sentences_explain_the_steps(name):
    assert find_engine(name).reading.sentences().texts
