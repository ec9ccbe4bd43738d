"""What the standards that define URI references share."""

from __future__ import annotations

import pytest

from tests.standards import RFCS
from urldom._core.errors import Failure
from urldom._core.standards.registry import find_engine
from urldom._core.values.pieces import WRITTEN, href

each = pytest.mark.parametrize("engine", [*map(find_engine, RFCS)], ids=repr)


@each
def test_pieces_keep_what_was_written(engine):
    pieces = engine.grammar.cut("../g", engine.grammar.cut("http://a/b/c/d"))
    assert (href(pieces), pieces[WRITTEN]) == ("http://a/b/g", "../g")


@each
def test_relative_reference_is_not_cut(engine):
    with pytest.raises(Failure):
        engine.grammar.cut("g")
    assert href(engine.grammar.cut_as_written("g")) == "g"


@each
def test_steps_use_the_base_as_it_is(engine):
    assert engine.reading.read_base("http://a/b/../c") == "http://a/b/../c"


@each
def test_new_path_or_query_must_be_read_back(engine):
    url = engine.grammar.cut("http://a/b?c#d")
    assert href(engine.grammar.with_path(url, "/e")) == "http://a/e?c#d"
    assert href(engine.grammar.with_query(url, "?e")) == "http://a/b?e#d"
    with pytest.raises(Failure, match="differs in more than the path"):
        engine.grammar.with_path(url, "/e?f")
    with pytest.raises(Failure, match="the URL would become"):
        engine.grammar.with_query(url, "?e#f")


@pytest.mark.parametrize("engine", [*map(find_engine, ["rfc3986", "rfc3987"])], ids=repr)
@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("a b", "it contains ' ', which must be percent-encoded"),
        ("%4", "it contains a percent sign without two hexadecimal digits after it"),
        ("#a#", "it contains two number signs"),
        ("http://h:x", "it does not match the <"),
    ],
)
def test_reason_says_what_the_grammar_lacks(engine, url, reason):
    with pytest.raises(Failure) as caught:
        engine.grammar.cut(url)
    assert caught.value.reason.startswith(reason)


@each
def test_fragment_stays_if_the_query_is_removed(engine):
    url = engine.grammar.cut("http://h/a?b#d")
    assert href(engine.grammar.with_query(url, "")) == "http://h/a#d"


@each
def test_base_of_the_steps_is_absolute(engine):
    with pytest.raises(Failure, match="its base 'a' is not an absolute URL"):
        engine.reading.read_base("a")
