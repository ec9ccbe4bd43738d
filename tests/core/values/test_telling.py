"""The steps that a reading reports."""

from __future__ import annotations

from urldom._core.values.telling import Sentences, Told, silent, values_of


def test_values_of_pieces_are_the_components_by_their_names():
    assert values_of(("http:", "//", "u@", "h", ":8", "/p", "?q", "#f", None)) == {
        "scheme": "http",
        "userinfo": "u",
        "host": "h",
        "port": "8",
        "path": "/p",
        "query": "q",
        "fragment": "f",
    }
    assert values_of(("", "", "", "", "", "", "", "", None)) == {
        **dict.fromkeys(("scheme", "userinfo", "host", "port", "query", "fragment")),
        "path": "",
    }


def test_step_has_no_values_and_no_place_by_default():
    told = Told("a step")
    assert (told.step, told.looked_at, dict(told.made), told.start, told.end, told.depth) == (
        "a step",
        None,
        {},
        None,
        None,
        0,
    )


def test_nothing_is_reported_to_silent():
    assert silent("a step") is silent("a step", "text", {}) is None


def test_sentences_are_found_by_their_steps():
    sentences = Sentences(str, ({"a": "1", "b": "2"}, {"c": "3"}), {"d": "4"}, "base")
    assert sentences.texts == {"a": "1", "b": "2", "c": "3", "d": "4"}
    assert (sentences.section, sentences.fallback_base, sentences.base_element) == (
        "HTML5 2.6.6",
        "HTML5 2.6.3 step 4, substeps 1 to 3",
        "HTML5 2.6.3 step 4, substeps 4 to 6",
    )
    assert not (
        sentences.parsing
        or sentences.components
        or sentences.cuts
        or sentences.depths
        or sentences.setters
    )
