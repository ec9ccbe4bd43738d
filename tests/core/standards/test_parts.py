"""The parts of each standard."""

import inspect

import pytest

from urldom._core.standards.interface import Engine
from urldom._core.standards.parts import Grammar, ObjectModel, StepReading
from urldom._core.standards.registry import STANDARD_NAMES, find_engine


@pytest.mark.parametrize("name", STANDARD_NAMES)
def test_reading_tells_its_steps_and_has_the_same_result(name):
    engine, said = find_engine(name), []
    found = engine.reading.read(
        "b", engine.reading.read_base("http://h/a"), "utf-8", lambda *step: said.append(step)
    )
    assert str(found) == "http://h/b" and said


def test_standards_differ_in_a_few_settings():
    parameters = {name: find_engine(name).grammar.parameters_delimiter for name in STANDARD_NAMES}
    assert parameters == {
        **dict.fromkeys(STANDARD_NAMES, ""),
        "rfc1808": ";",
    }  # RFC 1808 section 2.1


@pytest.mark.parametrize("name", [name for name in STANDARD_NAMES if name != "rfc1808"])
def test_relative_and_absolute_paths_lead_to_a_path(name):
    engine = find_engine(name)
    base = engine.grammar.cut_base("http://h/b/c/d")
    assert engine.grammar.forms.paths_to("/a", base) == ["../../a", "/a"]
    assert engine.grammar.forms.paths_to("/b/c/e", base) == ["e", "/b/c/e"]


@pytest.mark.parametrize("name", STANDARD_NAMES)
def test_path_without_a_slash_has_no_absolute_form(name):
    forms = find_engine(name).grammar.forms
    assert forms.paths_to("g", find_engine(name).grammar.cut_base("foo:a")) == ["g"]


@pytest.mark.parametrize("name", STANDARD_NAMES)
def test_sentences_explain_the_steps(name):
    assert find_engine(name).reading.sentences().texts


@pytest.mark.parametrize(
    ("part", "required"),
    [
        (Engine, ["grammar", "object_model", "reading", "page_rules"]),
        (Grammar, ["name", "cut", "cut_as_written", "is_valid_url", "with_path", "is_strict"]),
        (ObjectModel, ["host", "pathname", "search", "setters", "element_setters", "first_unused"]),
        (StepReading, ["sentences", "read", "read_assignment", "read_base"]),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_new_standard_cannot_leave_out_what_each_standard_needs(part, required):
    """`tests/typing/incomplete.py` has the same for type checkers."""
    parameters = inspect.signature(part).parameters.values()
    assert [one.name for one in parameters if one.default is one.empty] == required
    with pytest.raises(TypeError, match=f"missing {len(required)} required"):
        part()


@pytest.mark.parametrize("name", STANDARD_NAMES)
def test_every_function_of_a_part_is_there(name):
    engine = find_engine(name)
    for part in (engine.grammar, engine.object_model, engine.reading, engine.page_rules):
        names = [*inspect.signature(type(part)).parameters]
        assert all(
            hasattr(part, one) for one in names if one not in ("settle", "usual", "resolve_host")
        )
    assert engine.grammar.name == engine.name == engine.standard.name
    assert engine.object_model.setters.keys() == {*engine.object_model.assignable} - {"href"}
