"""Everything that an attribute of URLs or a standard needs is there, and docs/contributing.md lists
the same files."""

from __future__ import annotations

import re

import pytest

from tests.docs.additions import DOCS, OF_A_STANDARD, OF_AN_ATTRIBUTE, has_setter, missing
from tests.standards import STANDARD_NAMES
from urldom._core.objects.assigning import Assignments
from urldom._core.standards.registry import find_engine

#: `href` replaces the whole URL, and the others are derived from an attribute.
DERIVED = {"href", "params", "segments", "credentials"}
ASSIGNABLE = sorted(
    {
        name
        for standard in STANDARD_NAMES
        for name in find_engine(standard).object_model.assignable
        if name not in DERIVED
    }
)


@pytest.mark.parametrize("name", ASSIGNABLE)
def test_no_file_of_an_assignable_attribute_is_missing(name):
    assert missing(OF_AN_ATTRIBUTE, name) == []


@pytest.mark.parametrize("name", STANDARD_NAMES)
def test_no_file_of_a_standard_is_missing(name):
    assert missing(OF_A_STANDARD, name) == []


def test_every_keyword_of_an_assignment_is_an_assignable_attribute():
    assert {*Assignments.__annotations__} - DERIVED == {*filter(has_setter, ASSIGNABLE)}


def files_of(addition: str) -> list[str]:
    """Return the files that docs/contributing.md lists for an addition."""
    text = (DOCS / "contributing.md").read_text(encoding="utf-8")
    (row,) = re.findall(rf"^\| {addition} \| (.*) \|$", text, re.MULTILINE)
    return re.findall(r"`([^`]+/[^`]*)`", row)


@pytest.mark.parametrize(
    ("addition", "parts", "name"),
    [
        ("an attribute that can be assigned", OF_AN_ATTRIBUTE, "tint"),
        ("a standard", OF_A_STANDARD, "rfc9999"),
    ],
)
def test_contributors_are_told_each_file_that_is_missing(addition, parts, name):
    assert sorted(files_of(addition)) == sorted(missing(parts, name)) == sorted(parts)
