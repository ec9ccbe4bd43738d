"""The docstrings of the functions for columns."""

from __future__ import annotations

import ast
import importlib
import inspect
import re
from types import ModuleType
from typing import Any, get_type_hints

import pytest

pytest.importorskip("pyarrow", reason="pyarrow is not installed")
from urldom import columns
from urldom.columns._faces import ATTRIBUTES, FUNCTIONS, Attributes, Words, docstring

#: The modules with generated functions. If the functions are methods, the module's value is the name of their class.
FACES = {"pandas": "URLAccessor", "polars": "_URLNamespace", "spark": None}


def face(name: str) -> tuple[ModuleType, Any]:
    """Return the module, and the object that has the functions: a class or the module itself."""
    pytest.importorskip({"spark": "pyspark"}.get(name, name))
    module = importlib.import_module(f"urldom.{name}")
    owner = FACES[name]
    return module, module if owner is None else getattr(module, owner)


def function_of(name: str, owner: Any, function: str) -> Any:
    found = inspect.getattr_static(owner, f"url_{function}" if name == "spark" else function, None)
    return found.fget if isinstance(found, property) else found


def first_line(name: str) -> str:
    """Return the words with which the source describes an attribute or a function of `urldom.columns`."""
    if name in ATTRIBUTES:
        return str(get_type_hints(Attributes, include_extras=True)[name].__metadata__[0])
    module = ast.parse(inspect.getsource(importlib.import_module(getattr(columns, name).__module__)))
    (function,) = [node for node in module.body if isinstance(node, ast.FunctionDef) and node.name == name]
    return " ".join((ast.get_docstring(function) or "").split())


@pytest.mark.parametrize("name", FACES)
def test_each_function_has_a_docstring(name: str) -> None:
    module, owner = face(name)
    for function in [*ATTRIBUTES, *FUNCTIONS]:
        made_function = function_of(name, owner, function)
        if made_function is None:
            assert (name, function) in {("pandas", "links"), ("pandas", "link_errors")}
            continue
        expected = first_line(function).replace("`links()", "`url_links()" if name == "spark" else "`links()")
        assert expected
        assert " ".join((inspect.getdoc(made_function) or "").split()).startswith(expected)
        assert made_function.__module__ == module.__name__
        assert made_function.__qualname__.rpartition(".")[2] == made_function.__name__


@pytest.mark.parametrize("name", FACES)
def test_the_docstrings_list_all_parameters(name: str) -> None:
    _, owner = face(name)
    for function in [*ATTRIBUTES, *FUNCTIONS]:
        made_function = function_of(name, owner, function)
        if made_function is not None:
            text = inspect.getdoc(made_function) or ""
            parameters = [parameter for parameter in inspect.signature(made_function).parameters if parameter != "self"]
            listed = re.findall(r"^    \**(\w+): ", text.partition("Args:\n")[2].partition("\n\n")[0], re.MULTILINE)
            assert listed == parameters
            assert "Returns:\n    " in text and "\n>>> " in text


@pytest.mark.parametrize("name", FUNCTIONS)
def test_the_docstrings_of_the_functions_of_arrow_begin_with_the_words_in_their_source(name: str) -> None:
    """Editors show the docstring in the source."""
    assert first_line(name)
    assert " ".join((getattr(columns, name).__doc__ or "").partition("\n\n")[0].split()) == first_line(name)


def test_docstring_has_the_words_of_the_table_and_of_the_interface() -> None:
    words = Words(
        lambda name, example: example.session([f"{name}({example.call})"]),
        "About columns.",
        arguments={"base": "A base."},
        errors={"LookupError": None},
    )
    assert (
        docstring("set", ["self", "base", "standard", "encoding", "values"], words)
        == """\
Assign attributes of each URL, after resolving it against `base`, and return the new URLs.

About columns.

Args:
    base: A base.
    standard: A standard, or its name, such as `"rfc3986"`.
    encoding: A label of the Encoding Standard, in which the query of each URL is percent-encoded.
    **values: The values, by the names of their attributes. A value is a string, `None`, or a column of strings, and
        a port can also be an `int` or a column of integers. `None`, or a null in a column, removes the component.

Returns:
    The absolute URLs. A row is null if its URL is null or invalid, or if the standard would ignore one of its
    values or use only a part of it. `errors()` with the same values returns the reasons.

Raises:
    TypeError: If an argument, or the values in a column, have a wrong type.
    ValueError: If the columns have different lengths, or the standard is unknown. Also if an attribute cannot be
        set under the standard, or `values` is empty.
    InvalidURLError: If `base` is one URL for all rows, and is not absolute.

>>> set(hostname="example.com", search=None)
'http://example.com/a'"""
    )


def test_names_of_functions_have_the_prefix_of_the_interface() -> None:
    words = Words(lambda name, example: [], prefix="url_")
    assert docstring("link_errors", ["address"], words).startswith("Return the reason why `url_links()` returns null")
