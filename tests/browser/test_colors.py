"""The colors of `tests/trees/forms/colors.py`, and random ones, compared with those of Chromium's
color control."""

from __future__ import annotations

import random

from tests.trees.forms.colors import COLORS, NOT_SUPPORTED, OTHERWISE, SPELLED_UNUSUALLY
from tests.trees.forms.test_colors import functions, sent, spaces

from .browser import Browser


def sent_by_chromium(browser: Browser, values: list[str]) -> list[str]:
    browser.visit("data:text/html,<input type=color>")
    answers: list[str] = browser.run(
        """return argument.map(value => {
            const control = document.querySelector("input")
            control.value = value
            return control.value
        })""",
        values,
    )
    return answers


def test_chromium_sends_the_listed_colors(browser: Browser) -> None:
    others = {value: theirs for value, (theirs, _) in OTHERWISE.items()} | dict.fromkeys(
        SPELLED_UNUSUALLY, "#000000"
    )
    listed = {**COLORS, **NOT_SUPPORTED, **others}
    assert dict(zip(listed, sent_by_chromium(browser, [*listed]), strict=True)) == listed


def test_random_colors_are_those_of_chromium(browser: Browser) -> None:
    """Chromium computes with 32 bits, so that a channel can differ by one."""
    draw = random.Random(1)
    ranges = {
        "rgb": (255, 255, 255),
        "hsl": (360, 100, 100),
        "hwb": (360, 100, 100),
        "lab": (100, 125, 125),
    }
    ranges |= {"lch": (100, 150, 360), "oklab": (1, 0.4, 0.4), "oklch": (1, 0.4, 360)}
    values = []
    for _ in range(200):
        for name in functions:
            lowest = -1 if name in ("lab", "oklab") else 0
            numbers = [
                draw.uniform(0, ranges[name][0]),
                *(draw.uniform(lowest, 1) * m for m in ranges[name][1:]),
            ]
            unit = "%" if name in ("hsl", "hwb") else ""
            values.append(f"{name}({numbers[0]:.3f} {numbers[1]:.3f}{unit} {numbers[2]:.3f}{unit})")
        for space in spaces:
            values.append(
                f"color({space} {' '.join(f'{draw.uniform(-0.2, 1.2):.3f}' for _ in range(3))})"
            )
    for value, theirs in zip(values, sent_by_chromium(browser, values), strict=True):
        ours = sent(value)
        assert (
            max(abs(a - b) for a, b in zip(channels(theirs), channels(ours), strict=True)) <= 1
        ), (
            value,
            theirs,
            ours,
        )


def channels(color: str) -> bytes:
    return bytes.fromhex(color[1:])
