"""The docstrings of the functions for columns."""

from __future__ import annotations

import pytest

pytest.importorskip("pyarrow", reason="pyarrow is not installed")
from urldom.columns._docstrings import Words, docstring


def test_docstring_has_the_words_of_the_table_and_of_the_interface() -> None:
    words = Words(
        lambda name, example: example.session([f"{name}({example.call})"]),
        "About columns.",
        arguments={"base": "A base."},
        errors=lambda name: {"LookupError": None},
    )
    assert (
        docstring(
            "set",
            "Assign\n    attributes.",
            ["self", "base", "standard", "encoding", "values"],
            words,
        )
        == """\
Assign attributes.

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
    text = docstring("resolve", "Resolve each URL.", ["base"], words)
    assert "`url_errors()` returns the reasons" in " ".join(text.split())
