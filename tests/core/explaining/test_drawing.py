"""An explanation as text for a terminal."""

from __future__ import annotations

import pytest
from hypothesis import given

from tests.strategies import hostile
from urldom import explain
from urldom._core.explaining.steps import Span, draw_ruler, plain
from urldom._core.text.unicode import visible, width


def test_ruler_handles_wide_and_unprintable_characters():
    lines = draw_ruler(
        "http://漢\t字/\u202e", [Span("scheme", 0, 4), Span("host", 7, 10), Span("path", 10, 12)]
    )
    assert [*map(plain, lines)] == [
        "http://漢\\t字/\\u202e",
        "┬───   ┬─────┬──────",
        "scheme host  path",
    ]


def test_long_component_is_shortened_in_the_middle():
    first = draw_ruler(
        "http://h/" + "a" * 500, [Span("scheme", 0, 4), Span("host", 7, 8), Span("path", 8, 509)]
    )[0]
    assert width(plain(first)) < 80 and "…" in plain(first)
    ruler = draw_ruler("http:" + "/" * 5000 + "h", [Span("scheme", 0, 4), Span("host", 5005, 5006)])
    assert width(plain(ruler[0])) < 80


def test_empty_component_is_marked_under_its_delimiter():
    lines = draw_ruler("http://@h:/?#f", explain("http://@h:/?#f", standard="html5").components)
    assert [*map(plain, lines)] == [
        "http://@h:/?#f",
        "┬───   ┬┬┬┬┬ ┬",
        "scheme │││││ fragment",
        "       ││││query",
        "       │││path",
        "       ││port",
        "       │host",
        "       userinfo",
    ]


def test_combining_mark_has_no_width():
    assert (width("e\u0301"), width("\u0e31"), width("a\ufe0f")) == (1, 0, 1)


@given(hostile)
def test_visible_characters_are_printed(text):
    assert visible(text).isprintable()
    assert width(visible(text)) >= 0


def test_text_can_have_colours():
    rich_console = pytest.importorskip("rich.console")
    console = rich_console.Console(force_terminal=True, width=100, color_system="standard")
    with console.capture() as capture:
        console.print(explain("http://h/[b]x[/b]"))
    assert "\x1b[" in capture.get() and "[b]x[/b]" in capture.get()


def test_text_includes_every_step():
    explanation = explain("http://EX.com/a/../b", standard="whatwg", set={"port": "99999"})
    for step in explanation:
        assert step.section in str(explanation)
    assert "the port is greater than 65535" in str(explanation)
    assert str(explanation.steps[0]).startswith("URL Standard 4.4, scheme start state: ")
