"""A color control sends any CSS color as `#rrggbb`."""

from __future__ import annotations

from html import escape

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.cases import each_case
from tests.trees.forms.colors import COLORS, NOT_SUPPORTED, OTHERWISE, SPELLED_UNUSUALLY
from tests.trees.forms.helpers import entries
from urldom import RejectedValueError


def sent(value: str, **options: object) -> str:
    ((_, color),) = entries(f'<input type=color name=c value="{escape(value)}">', **options)
    return str(color)


def test_page_sends_the_colors_that_chromium_sends() -> None:
    assert len(COLORS) > 250
    for value, color in COLORS.items():
        assert (value, sent(value)) == (value, color)


@each_case("value", [value for value, color in COLORS.items() if color != "#000000"])
def test_color_that_is_filled_in_is_sent_like_the_color_of_a_page(value: str) -> None:
    assert sent("", values={"c": value}) == COLORS[value]


@pytest.mark.parametrize(
    "value", ["no", "lab(1 2)", "color(foo 1 0 0)", "color-mix(in srgb, red, blue)", "var(--x)"]
)
def test_value_that_is_not_a_color_sends_black_and_cannot_be_filled_in(value: str) -> None:
    assert sent(value) == "#000000"
    with pytest.raises(RejectedValueError, match="the color control accepts a color"):
        sent("", values={"c": value})


@pytest.mark.parametrize(
    "value", ["buttontext", "CanvasText", "currentcolor", "black", "lab(0 0 0)"]
)
def test_black_can_be_filled_in_under_each_name(value: str) -> None:
    assert sent("#ffffff", values={"c": value}) == "#000000"


def test_colors_that_urldom_reads_otherwise_are_listed() -> None:
    assert {sent(value) for value in NOT_SUPPORTED} == {"#000000"}
    assert {value: sent(value) for value in OTHERWISE} == {
        value: ours for value, (_, ours) in OTHERWISE.items()
    }
    assert {sent(value) for value in SPELLED_UNUSUALLY} == {"#ff0000"}


functions = ["rgb", "hsl", "hwb", "lab", "lch", "oklab", "oklch"]
spaces = [
    "srgb",
    "srgb-linear",
    "display-p3",
    "a98-rgb",
    "prophoto-rgb",
    "rec2020",
    "xyz",
    "xyz-d50",
    "xyz-d65",
]
begins = st.sampled_from(
    [*(f"{name}(" for name in functions), *(f"color({space} " for space in spaces)]
)
numbers = st.one_of(
    st.floats(-1e9, 1e9), st.integers(-500, 500), st.sampled_from(["none", "1e999", "-1e999"])
)


@given(begins, st.tuples(numbers, numbers, numbers), st.sampled_from(["", "%", "deg", "turn"]))
def test_any_numbers_give_a_color(begin: str, three: tuple[object, ...], unit: str) -> None:
    for last in ("", unit):
        color = sent(f"{begin}{three[0]} {three[1]} {three[2]}{last})")
        assert len(color) == 7 and int(color[1:], 16) >= 0
