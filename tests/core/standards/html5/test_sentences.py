"""The sentences of `explain` for the steps of HTML5 2.6.2 and 2.6.3."""

from __future__ import annotations

from urldom import explain
from urldom._core.standards.html5.sentences import SENTENCES


def test_each_step_of_resolving_has_a_sentence():
    assert [[*texts] for texts in SENTENCES.sequences] == [
        [f"HTML5 2.6.3 step {number}" for number in range(5, 13)]
    ]
    others = [
        step for step in SENTENCES.others if step.startswith("HTML5 2.6.") and "2.6.6" not in step
    ]
    assert others == ["HTML5 2.6.3 step 1", "HTML5 2.6.3 steps 2 and 3", "HTML5 2.6.2 step 1"]
    assert all(text.endswith(".") for text in SENTENCES.texts.values())


def test_parsing_finds_the_places_of_the_components():
    url = " http://u:p@h:81/a?b#c "
    found = explain(url, standard="html5").components
    assert ", ".join(f"{span.name} {span.of(url)}" for span in found) == (
        "scheme http, userinfo u:p, host h, port 81, path /a, query b, fragment c"
    )


def test_steps_6_to_8_have_the_places_of_their_components():
    url = "//\u00e9/\u00e8?\u00ea#\u00e0"
    steps = {step.section: step for step in explain(url, "http://h/", standard="html5")}
    places = [
        (step.start, step.end)
        for step in (steps[f"HTML5 2.6.3 step {number}"] for number in (6, 7, 8))
    ]
    assert [url[start:end] for start, end in places] == ["\u00e9", "/\u00e8", "\u00ea"]


def test_steps_of_rfc_3986_are_parts_of_step_9():
    steps = [
        (step.section, step.depth) for step in explain("../x", "http://h/a/b", standard="html5")
    ]
    step = steps.index(("HTML5 2.6.3 step 9", 0))
    assert steps[step + 1 : step + 3] == [("RFC 3986 5.2.3", 1), ("RFC 3986 5.2.4 step 2E", 1)]
    assert ("HTML5 2.6.3 step 4", 0) in steps and ("HTML5 2.6.3 step 10", 0) in steps
