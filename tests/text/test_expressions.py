"""Expressions that are compiled when they are first used."""

from __future__ import annotations

import re

import pytest

from urldom._text.expressions import Expression


def test_expression_has_the_methods_of_a_pattern():
    expression = Expression("(a+)", re.IGNORECASE)
    assert (expression.findall("aAb"), expression.sub("c", "baab"), expression.fullmatch("b")) == (["aA"], "bcb", None)
    assert (expression.pattern, expression.groups, bool(expression.flags & re.IGNORECASE)) == ("(a+)", 1, True)
    with pytest.raises(AttributeError):
        expression.nothing  # noqa: B018


def test_expression_is_compiled_at_its_first_use():
    expression = Expression("(")
    with pytest.raises(re.error):
        expression.match("a")


def test_method_is_found_once(monkeypatch):
    expression = Expression("a")
    search = expression.search
    monkeypatch.setattr(re, "compile", None)
    assert expression.search is search
