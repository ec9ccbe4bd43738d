"""Markup that sanitizers and parsers were tested with is written as the tree that was read, or
raises `UnwritableError`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from tests.cases import each_case
from tests.conformance import cases
from tests.trees.helpers import HTML_PARSERS
from tests.trees.same_tree import SAME, shape
from urldom.trees import UnwritableError, parse, parse_fragment

ADDRESS = "http://example.com/"


def check(parser: str, attacks: Iterable[dict[str, Any]]) -> None:
    """Write each page and read it again. At most one in ten may raise."""
    pytest.importorskip(parser)
    raised = pages = 0
    for case in attacks:
        text = case["markup"]
        if "context" in case:
            continue
        try:
            page = parse(text, ADDRESS, content_type="text/html", parser=parser)
        except ValueError:  # Python's parser rejects some.
            continue
        pages += 1
        try:
            written = page.to_text()
        except UnwritableError:
            raised += 1
            continue
        if parser == "html5lib":
            assert shape(written) == shape(text), ascii(text)
        else:
            assert SAME[parser](page.tree, written), ascii(text)
    assert raised * 10 < pages


@pytest.mark.conformance
@each_case("parser", HTML_PARSERS)
def test_attacks_on_sanitizers_are_read_as_the_same_tree_or_raise(parser: str) -> None:
    attacks = [case for case in cases("markup_attacks") if case["origin"] != "html5lib-tests"]
    check(parser, attacks)


@pytest.mark.full
@pytest.mark.conformance
@pytest.mark.parametrize("parser", HTML_PARSERS)
def test_pages_of_a_parser_test_are_read_as_the_same_tree_or_raise(parser: str) -> None:
    check(parser, cases("markup_attacks"))


@pytest.mark.full
@pytest.mark.parametrize("parser", HTML_PARSERS)
def test_snippets_of_a_parser_test_are_read_as_the_same_snippet_or_raise(parser: str) -> None:
    pytest.importorskip(parser)
    for case in cases("markup_attacks"):
        context: str = case.get("context", "body")
        try:
            page = parse_fragment(case["markup"], ADDRESS, parser=parser, context=context)
            written = page.to_text()
        except ValueError:  # It is unwritable, or the parser rejects it.
            continue
        again = parse_fragment(written, ADDRESS, parser=parser, context=context)
        assert again.to_text(force=True) == written
