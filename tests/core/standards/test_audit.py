"""Each sentence of the audited sections has code that exists and cites it, and an answer that
holds."""

import ast
import importlib
import inspect
import re

from tests.cases import each_case
from tests.core.standards.audit import ROWS, sentences

WITH_CODE = [row for row in ROWS if row.place]
NAMES = [f"{row.section}: {row.words}" for row in WITH_CODE]


def source_of(place):
    """Return the source of a function, a class or a constant, with the comment above a constant."""
    module_name, name = place.split(":")
    source = inspect.getsource(importlib.import_module(f"urldom.{module_name}"))
    found = [ast.parse(source)]
    for part in name.split("."):
        # A property and its setter have the same name.
        found = [node for above in found for node in above.body if part in names_of(node)]
    assert found, f"{place} does not exist"
    lines = source.splitlines()
    above = 8 if isinstance(found[0], ast.Assign | ast.AnnAssign) else 0
    return "\n".join(
        line for node in found for line in lines[max(0, node.lineno - 1 - above) : node.end_lineno]
    )


def in_one_line(source):
    """Join the lines, so that a citation may continue in the next line of a comment."""
    return " ".join(re.sub(r"\n\s*#:? ", " ", source).split())


def names_of(node):
    """Return the names that a statement defines."""
    if isinstance(node, ast.Assign):
        targets = node.targets
    elif isinstance(node, ast.AnnAssign):
        targets = [node.target]
    else:
        targets = [node]
    return [getattr(target, "id", None) or getattr(target, "name", None) for target in targets]


@each_case("row", WITH_CODE, ids=NAMES)
def test_code_of_a_sentence_exists_and_cites_it(row):
    for place in row.place.split():
        assert row.cites in in_one_line(source_of(place)), place


@each_case("row", WITH_CODE, ids=NAMES)
def test_answer_is_what_the_sentence_demands(row):
    assert row.ask is not None
    assert row.ask() == row.answer


def test_every_row_has_code_or_a_reason():
    assert [row for row in ROWS if bool(row.place) == bool(row.reason)] == []


def test_no_sentence_has_two_rows():
    names = [(row.section, row.words) for row in ROWS]
    assert len(set(names)) == len(names)


def test_sentences_of_a_text_are_found():
    assert [*sentences("A b. C d.\n\n  - One\n\n  - Two")] == ["A b.", "C d.", "One", "Two"]
    assert [*sentences("One two\nthree. Four\n\nFive.")] == ["One two three.", "Four", "Five."]
