"""The steps that the reading of HTML5 2.6.2 and HTML5 2.6.3 reports."""

from __future__ import annotations

import pytest

from urldom._errors import Failure
from urldom._explanation.listening import Listener
from urldom._standards.html5.reading import resolve
from urldom._standards.registry import find_engine


def steps_of(url, base=None):
    """Return the reported steps of a URL with their depth, and whether the reading fails."""
    say = Listener()
    try:
        resolve(url, None if base is None else find_engine("html5").cut(base), "utf-8", say)
    except Failure:
        return say.said, True
    return say.said, False


def test_steps_are_reported_in_order():
    reports, failed = steps_of("http://h/a?b")
    steps = [*dict.fromkeys(report.step.removeprefix("HTML5 2.6.3 ") for report in reports)]
    assert (steps, failed) == ([f"step {number}" for number in range(5, 13)], False)


@pytest.mark.parametrize(
    ("url", "base", "step"),
    [
        ("http://a:b/", None, "step 5"),
        ("1a:b", "http://h/", "step 5"),
        ("http://a_b/", None, "step 6"),
        ("x", None, "step 9"),
        ("http:g", "http://h/", "step 10"),
    ],
)
def test_last_reported_step_is_the_failing_step(url, base, step):
    reports, failed = steps_of(url, base)
    assert (reports[-1].step, failed) == (f"HTML5 2.6.3 {step}", True)


def test_invalid_authority_is_reported_as_a_host():
    reports, _ = steps_of("http://a@b@c/d")
    assert (reports[-1].made["host"], reports[-1].made["path"]) == ("a@b@c", "/d")


def test_second_resolution_is_reported_one_level_deeper():
    reports, _ = steps_of("http://h\\@x/y")
    assert (
        next(report.looked_at for report in reports if report.depth == 1 and report.step.endswith("step 5"))
        == "http://h/@x/y"
    )
    assert (reports[-1].step, reports[-1].depth, reports[-1].made["host"]) == ("HTML5 2.6.3 step 12", 0, "h")
