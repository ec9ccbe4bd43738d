"""The places of components in a string."""

from __future__ import annotations

import pytest

from urldom._core.errors import Failure
from urldom._core.explaining.steps import Span, StepError, failure_of, spans_of


@pytest.mark.parametrize(
    ("values", "text", "expected"),
    [
        (
            {"scheme": "x", "host": "h", "path": "/p", "query": "q", "fragment": "f"},
            "x://h/p?q#f",
            "x h /p q f",
        ),
        ({"scheme": None, "host": None, "path": "p", "query": "", "fragment": ""}, "p?#", "p  "),
        ({"scheme": "x", "authority": "u@h:1", "path": "/"}, "x://u@h:1/", "x u h 1 /"),
        ({"net_loc": "h", "path": "/a", "params": "p", "query": ""}, "//h/a;p", "h /a;p"),
    ],
)
def test_span_is_the_component_without_its_delimiters(values, text, expected):
    assert " ".join(span.of(text) for span in spans_of(values, text)) == expected
    assert spans_of(values, text, 7)[0].start == spans_of(values, text)[0].start + 7


def test_places_of_a_url():
    text = "http://u@h:80/a?b#c"
    assert spans_of(
        {"scheme": "http", "userinfo": "u", "host": "h", "port": "80", "path": "/a"}, text
    ) == (
        Span("scheme", 0, 4),
        Span("userinfo", 7, 8),
        Span("host", 9, 10),
        Span("port", 11, 13),
        Span("path", 13, 15),
    )


def test_failure_is_the_error_of_a_step():
    assert failure_of(None) == ()
    assert failure_of(Failure("no")) == (StepError("", "no", failure=True),)
