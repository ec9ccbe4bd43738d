"""The parts of each interface that the table of functions generates: signatures, docstrings, and declarations for type
checkers."""

from __future__ import annotations

import inspect

import pytest

pytest.importorskip("pyarrow", reason="pyarrow is not installed")

from urldom import columns
from urldom._core.standards.parts import DECOMPOSITION_ATTRIBUTES
from urldom._core.standards.registry import find_standard
from urldom.columns._faces import ATTRIBUTES, FUNCTIONS, Attributes


def test_the_table_has_all_attributes_of_the_standards() -> None:
    assert list(ATTRIBUTES) == list(Attributes.__annotations__)
    assert {*ATTRIBUTES} == {*DECOMPOSITION_ATTRIBUTES, "href", *find_standard("whatwg").attributes}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_the_functions_of_arrow_have_the_arguments_of_the_table(name: str) -> None:
    table = FUNCTIONS[name]
    expected = [table.column.name, *(argument.name for argument in table.arguments), *table.options]
    parameters = inspect.signature(getattr(columns, name)).parameters
    assert list(parameters) == expected + ["values"] * table.has_values
    for argument in table.arguments:
        annotation = parameters[argument.name].annotation.split(" | ")
        assert ("None" in annotation, "Column" in annotation) == (argument.may_be_none, True)
        assert ("AnyURL" in annotation) == (argument.one == "url")
