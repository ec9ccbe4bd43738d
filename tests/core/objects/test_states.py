"""The state of a URL: detached states are shared, and a live state computes the pieces only after a
change."""

from __future__ import annotations

import copy
import pickle

import pytest

from urldom import HTML5, WHATWG, Document, URLDecomposition
from urldom._core.contexts.base_value import BaseValue
from urldom._core.objects.states import Detached, Live, detached, resolved
from urldom._core.standards.interface import engine_of
from urldom._core.values.pieces import href, written


class Changing:
    """A base context of a user, whose attributes can be assigned."""

    encoding = "utf-8"

    def __init__(self) -> None:
        self.base_url = "http://h/a/"
        self.standard = HTML5


def test_urls_that_are_made_in_the_same_way_share_a_state() -> None:
    assert detached(engine_of(HTML5), "utf-8") is detached(engine_of(HTML5), "utf-8")
    assert detached(engine_of(HTML5), "utf-8") is not detached(engine_of(WHATWG), "utf-8")


def test_state_has_the_setters_of_an_element_or_of_a_url() -> None:
    engine = engine_of(WHATWG)
    assert Detached(engine, "utf-8").setters is engine.object_model.element_setters
    assert Detached(engine, "utf-8", is_element=False).setters is engine.object_model.setters


@pytest.mark.parametrize("is_element", [False, True])
def test_detached_state_is_copied_with_its_arguments(is_element: bool) -> None:
    state = Detached(engine_of(WHATWG), "latin1", "http://h/", is_element)
    assert state.copy() is state
    made = pickle.loads(pickle.dumps(state))
    assert (made.engine, made.encoding, made.base, made.is_element) == (
        state.engine,
        "latin1",
        "http://h/",
        is_element,
    )


def test_url_that_does_not_resolve_has_the_pieces_of_no_url() -> None:
    assert (
        href(resolved("../b", BaseValue(engine_of(HTML5), "http://h/a/c", "utf-8"))) == "http://h/b"
    )
    pieces = resolved("http://[", BaseValue(engine_of(WHATWG), None, "utf-8"))
    assert (pieces[:8], written(pieces)) == (engine_of(WHATWG).object_model.no_url[:8], "http://[")


def test_live_state_reads_again_only_after_a_change() -> None:
    context = Changing()
    state = Live("b?é", context, None, None)
    pieces = state.read()
    assert state.read() is pieces
    context.base_url = "http://i/"
    assert href(state.read()) == "http://i/b?%C3%A9"
    context.encoding = "latin1"
    assert href(state.read()) == "http://i/b?%E9"
    context.standard, context.base_url = WHATWG, "foo://i/"
    assert (
        href(state.read()) == "foo://i/b?%C3%A9"
    )  # URL Standard 4.4, query state: UTF-8 if the scheme is not special
    assert (state.standard, state.engine) == (WHATWG, engine_of(WHATWG))
    state.reference = "c"
    assert href(state.read()) == "foo://i/c"


def test_given_standard_and_encoding_win_over_those_of_the_context() -> None:
    state = Live("?é", Changing(), WHATWG, "latin1")
    assert (state.encoding, state.current_standard(), state.given()) == (
        "latin1",
        WHATWG,
        (WHATWG, "latin1"),
    )
    assert Live("", Changing(), None, None).given() == (None, None)


@pytest.mark.parametrize("duplicate", [copy.deepcopy, lambda url: pickle.loads(pickle.dumps(url))])
def test_live_url_is_copied_with_its_context(duplicate) -> None:
    url = URLDecomposition("b", Document("http://h/a/"), encoding="latin1")
    made = duplicate(url)
    assert (made.href, made.encoding, made.standard) == ("http://h/a/b", "latin1", HTML5)
    made.base.base_href = "/x/"
    assert (made.href, url.href) == ("http://h/x/b", "http://h/a/b")
