"""The types of controls, and the sanitization of their values (HTML Standard 4.10.5, 4.10.6, 4.10.7
and 4.10.11).

CSS colors become *valid simple colors* (CSS Color 4), except `calc()` and colors such as
`color-mix()`, as in browsers."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import date
from decimal import Decimal
from fractions import Fraction
from importlib import import_module
from math import ceil, floor, isfinite
from typing import Any, Final, NamedTuple, TypeAlias

from urldom.trees._syntaxes import EXPONENT, FRACTION, SPACES, VALID_FLOATING_POINT_NUMBER

_match_simple_color: Final = re.compile(r"#[0-9A-Fa-f]{6}").fullmatch
#: The system colors, which tinycss2 does not know, as Chromium has them in a light scheme.
_SYSTEM_COLORS: Final = {
    "canvas": "#ffffff",
    "canvastext": "#000000",
    "linktext": "#0000ee",
    "visitedtext": "#551a8b",
    "activetext": "#ff0000",
    "buttonface": "#efefef",
    "buttontext": "#000000",
    "buttonborder": "#767676",
    "field": "#ffffff",
    "fieldtext": "#000000",
    "highlight": "#0041c6",
    "highlighttext": "#ffffff",
    "selecteditem": "#1967d2",
    "selecteditemtext": "#ffffff",
    "mark": "#ffff00",
    "marktext": "#000000",
    "graytext": "#808080",
    # the deprecated ones
    "activeborder": "#767676",
    "activecaption": "#ffffff",
    "appworkspace": "#ffffff",
    "background": "#ffffff",
    "buttonhighlight": "#efefef",
    "buttonshadow": "#efefef",
    "captiontext": "#000000",
    "inactiveborder": "#767676",
    "inactivecaption": "#ffffff",
    "inactivecaptiontext": "#808080",
    "infobackground": "#ffffff",
    "infotext": "#000000",
    "menu": "#ffffff",
    "menutext": "#000000",
    "scrollbar": "#ffffff",
    "threeddarkshadow": "#767676",
    "threedface": "#efefef",
    "threedhighlight": "#767676",
    "threedlightshadow": "#767676",
    "threedshadow": "#767676",
    "window": "#ffffff",
    "windowframe": "#767676",
    "windowtext": "#000000",
}


def parse_color(value: str) -> str | None:
    """Return a CSS color as a *valid simple color*, without alpha and clipped to sRGB as in
    Chromium, or `None`.

    >>> parse_color("#ABCDEF"), parse_color("red"), parse_color("rgb(1 2 3 / 50%)")
    ('#abcdef', '#ff0000', '#010203')
    """
    if _match_simple_color(value):
        return value.lower()
    # The CSS parser calls itself for each bracket, so long input could exhaust the stack.
    if len(value) > 200:
        return None
    system_color = _SYSTEM_COLORS.get(value.strip(SPACES).lower())
    if system_color is not None:
        return system_color
    color4: Any = import_module("tinycss2.color4")
    try:
        color = color4.parse_color(value)
        if color is None:
            return None
        if color == "currentcolor":
            return "#000000"
        channels = [min(max(channel or 0.0, 0.0), 1.0) for channel in _srgb_of(color, color4)]
        return "#" + "".join([f"{floor(channel * 255 + 0.5):02x}" for channel in channels])
    except (ValueError, ArithmeticError, LookupError):  # raised for infinite numbers, too
        return None


# Conversions to sRGB (CSS Color 4, 10). The curves of prophoto-rgb and rec2020 are those of
# Chromium.

_Row: TypeAlias = tuple[float, float, float]


def _linear_display_p3(number: float) -> float:
    if number <= 0.04045:
        return number / 12.92
    return float(((number + 0.055) / 1.055) ** 2.4)


def _linear_a98_rgb(number: float) -> float:
    return float(number ** (563 / 256))


def _linear_prophoto_rgb(number: float) -> float:
    return float(number**1.8)


def _linear_rec2020(number: float) -> float:
    if number < 0.0812429:
        return number / 4.5
    return float(((number + 0.0992968) / 1.0992968) ** (1 / 0.45))


class _ColorSpace(NamedTuple):
    #: Makes a value of the space linear. The value is not negative.
    linear: Callable[[float], float]
    #: Converts three linear values to linear sRGB.
    matrix: tuple[_Row, _Row, _Row]


_COLOR_SPACES: Final = {
    "srgb-linear": _ColorSpace(
        float,
        (
            (1, 0, 0),
            (0, 1, 0),
            (0, 0, 1),
        ),
    ),
    "display-p3": _ColorSpace(
        _linear_display_p3,
        (
            (1.2249402, -0.2249402, 0),
            (-0.042057, 1.042057, 0),
            (-0.0196376, -0.078636, 1.0982736),
        ),
    ),
    "a98-rgb": _ColorSpace(
        _linear_a98_rgb,
        (
            (1.3983557, -0.3983557, 0),
            (0, 1, 0),
            (0, -0.042929, 1.042929),
        ),
    ),
    "prophoto-rgb": _ColorSpace(
        _linear_prophoto_rgb,
        (
            (2.0343808, -0.7276358, -0.3067451),
            (-0.2288257, 1.2317425, -0.0029168),
            (-0.0085588, -0.1532667, 1.1618255),
        ),
    ),
    "rec2020": _ColorSpace(
        _linear_rec2020,
        (
            (1.660491, -0.5876411, -0.0728499),
            (-0.1245505, 1.1328999, -0.0083494),
            (-0.0181508, -0.1005789, 1.1187297),
        ),
    ),
    "xyz-d65": _ColorSpace(
        float,
        (
            (3.2409699, -1.5373832, -0.4986108),
            (-0.9692436, 1.8759675, 0.0415551),
            (0.0556301, -0.203977, 1.0569715),
        ),
    ),
    "xyz-d50": _ColorSpace(
        float,
        (
            (3.1341359, -1.617386, -0.4906622),
            (-0.9787955, 1.9162544, 0.0334429),
            (0.0719554, -0.2289768, 1.405386),
        ),
    ),
}


def _srgb_of(color: Any, color4: Any) -> Sequence[float]:
    """Return the channels of a color of tinycss2 in sRGB, which may be outside of 0 to 1."""
    if color.space in ("srgb", "hsl", "hwb"):
        channels: Sequence[float] = color.to("srgb").coordinates
        return channels
    numbers = [min(max(number or 0.0, -1e6), 1e6) for number in color.coordinates]
    if color.space in ("lab", "lch", "oklab", "oklch"):
        lightness, second, third = numbers
        is_ok = color.space.startswith("ok")
        greatest = 1.0 if is_ok else 100.0
        xyz = "xyz-d65" if is_ok else "xyz-d50"
        if color.space.endswith("ch"):
            second = max(second, 0.0)  # The chroma has no sign.
        lightness = min(max(lightness, 0.0), greatest)
        color = color4.Color(color.space, (lightness, second, third), 1).to(xyz)
        numbers = color.coordinates
    return _to_srgb(_COLOR_SPACES[color.space], numbers)


def _to_srgb(space: _ColorSpace, numbers: Sequence[float]) -> list[float]:
    vector = [_odd(space.linear, number) for number in numbers]
    linear = [sum([a * b for a, b in zip(row, vector, strict=True)]) for row in space.matrix]
    return [_gamma_encoded(channel) for channel in linear]


def _odd(function: Callable[[float], float], number: float) -> float:
    """Extend a function of positive numbers to the negative ones."""
    return -function(-number) if number < 0 else function(number)


def _gamma_encoded(channel: float) -> float:
    """Return a linear channel of sRGB as it is stored. A channel over 1 becomes 1."""
    if channel <= 0.0031308:
        return 12.92 * channel
    return float(1.055 * min(channel, 1.0) ** (1 / 2.4) - 0.055)


# The microsyntaxes of values, and the *value sanitization algorithms*

Get = Callable[[str], "str | None"]
Sanitize = Callable[[str, Get], str]
_SPACES: Final = f"[{SPACES}]*"
_match_number: Final = re.compile(VALID_FLOATING_POINT_NUMBER).fullmatch
#: The syntax of the HTML Standard's "rules for parsing floating-point number values".
_match_loose_number: Final = re.compile(
    rf"{_SPACES}([+-]?(?:[0-9]+(?:\.[0-9]*)?|{FRACTION}){EXPONENT})"
).match
_match_integer: Final = re.compile(rf"{_SPACES}(?:\+?0*([0-9]+)|-(0)+(?![0-9]))").match


def parse_non_negative_integer(text: str | None) -> int | None:
    """Run the HTML Standard's "rules for parsing non-negative integers". Return `None` for an
    error.

    >>> [parse_non_negative_integer(text) for text in (" +12px", "-0", "-1")]
    [12, 0, None]
    """
    found = _match_integer(text or "")
    if found is None:
        return None
    digits = found[1] or found[2]
    if len(digits) > 18:  # Python is slow with long integers.
        return 10**18
    return int(digits)


def parse_number(text: str | None) -> float | None:
    """Run the *rules for parsing floating-point number values*. Return `None` for an error or a too
    large number.

    >>> parse_number("1.5px"), parse_number("px"), parse_number("1e999")
    (1.5, None, None)
    """
    found = _match_loose_number(text or "")
    if found is None:
        return None
    number = float(found[1])
    return number if isfinite(number) else None


def _valid_number(text: str) -> float | None:
    return parse_number(text) if _match_number(text) else None


def number_text(number: float) -> str:
    """Return the *best representation of the number as a floating-point number*, as ECMAScript
    writes it.

    >>> number_text(50.0), number_text(0.000001), number_text(1.5e-7), number_text(1e21)
    ('50', '0.000001', '1.5e-7', '1e+21')
    """
    if number == 0:
        return "0"
    # repr() writes the fewest digits that are read back as the same number, as ECMAScript requires.
    exact = Decimal(repr(number)).normalize()
    if 1e-6 <= abs(number) < 1e21:
        return f"{exact:f}"
    mantissa, _, exponent = f"{exact:e}".partition("e")
    return f"{mantissa}e{int(exponent):+}"


def strip_newlines(text: str) -> str:
    """Run the Infra Standard's "strip newlines"."""
    return text.replace("\n", "").replace("\r", "")


def sanitize_email(value: str, get: Get) -> str:
    # The rulings explain how line breaks in a list of email addresses are treated.
    value = strip_newlines(value)
    addresses = [value] if get("multiple") is None else value.split(",")
    return ",".join([address.strip(SPACES) for address in addresses])


def sanitize_range(value: str, get: Get) -> str:
    """Limit the number of a slider to its range, and to the nearest step in it."""
    minimum, maximum = parse_number(get("min")), parse_number(get("max"))
    step_base = parse_number(get("value")) if minimum is None else minimum
    low = 0.0 if minimum is None else minimum
    high = 100.0 if maximum is None else maximum
    is_empty = high < low
    number = _valid_number(value)
    if number is None:  # The default value is in the middle of the range.
        number = low if is_empty else low / 2 + high / 2
        value = number_text(number)
    limited = number if is_empty else min(number, high)
    limited = max(limited, low)
    if limited != number:
        value = number_text(limited)
    step = _allowed_value_step(get("step"))
    if step is None or is_empty:
        return value
    stepped = _on_step(limited, step, step_base or 0.0, low, high)
    return value if stepped is None else number_text(stepped)


def _allowed_value_step(text: str | None) -> float | None:
    """Return the *allowed value step* of a range, or `None` if every value is allowed."""
    if (text or "").lower() == "any":
        return None
    step = parse_number(text)
    return step if step is not None and step > 0 else 1.0


def _on_step(number: float, step: float, base: float, low: float, high: float) -> float | None:
    """Return the nearest number without a *step mismatch*, of two the greater one. Return `None` if
    `number` is one itself, or if there is none between `low` and `high`."""
    # The decimal numbers that `repr` shows, as exact fractions.
    exact_step, exact_base = Fraction(repr(step)), Fraction(repr(base))
    steps, steps_of_low, steps_of_high = [
        (Fraction(repr(end)) - exact_base) / exact_step for end in (number, low, high)
    ]
    lowest, highest = ceil(steps_of_low), floor(steps_of_high)
    if steps.denominator == 1 or lowest > highest:
        return None
    nearest = min(max(floor(steps + Fraction(1, 2)), lowest), highest)
    return float(exact_base + nearest * exact_step)


_match_date: Final = re.compile(r"([0-9]{4,})-([0-9]{2})-([0-9]{2})").fullmatch
_match_week_date: Final = re.compile(r"([0-9]{4,})-W([0-9]{2})-([1-7])").fullmatch
_match_time: Final = re.compile(
    r"((?:[01][0-9]|2[0-3]):[0-5][0-9])(?::([0-5][0-9])(?:\.([0-9]{1,3}))?)?"
).fullmatch


def _if_day(
    value: str, found: re.Match[str] | None, make: Callable[[int, int, int], date] = date
) -> str:
    """Return the value if `make` can make a date of its three numbers, or an empty string."""
    if found is not None and found[1].strip("0"):
        # The calendar repeats after 400 years, and 400 divides 10,000, so the last four digits of
        # the year are enough.
        with suppress(ValueError):
            make(int(found[1][-4:]) % 400 + 400, int(found[2]), int(found[3]))
            return value
    return ""


def sanitize_date_and_time(value: str, get: Get) -> str:
    """Return a *valid normalized local date and time string*, or an empty string."""
    day, _, time = value.replace(" ", "T", 1).partition("T")
    found = _match_time(time)
    if found is None or not _if_day(day, _match_date(day)):
        return ""
    hours_and_minutes, seconds = found[1], found[2] or "00"
    fraction = (found[3] or "").rstrip("0")
    # The shortest text of the time
    if fraction:
        return f"{day}T{hours_and_minutes}:{seconds}.{fraction}"
    if seconds != "00":
        return f"{day}T{hours_and_minutes}:{seconds}"
    return f"{day}T{hours_and_minutes}"


def normalize_newlines(text: str) -> str:
    """Run the Infra Standard's "normalize newlines"."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def wrap(text: str, width: int) -> str:
    """Run the *textarea wrapping transformation* on a text without CR.

    The Standard leaves the places to the browser. As in browsers, a line ends after the last space
    that fits, and a word longer than the width is cut. Browsers also end lines at hyphens.

    >>> wrap("aaa bbb cccccccc", 5)
    'aaa \\nbbb \\nccccc\\nccc'
    """
    lines = [line for paragraph in text.split("\n") for line in _lines(paragraph, width)]
    return "\n".join(lines)


def _lines(paragraph: str, width: int) -> list[str]:
    lines: list[str] = []
    current = ""
    for word, spaces in re.findall(r"([^ ]*)( *)", paragraph):
        if current and word and len(current) + len(word) > width:
            lines.append(current)
            current = ""
        # The pieces of a long word that fill a line
        full = [word[start : start + width] for start in range(0, len(word) - width, width)]
        lines += full
        current += word[len(full) * width :] + spaces
    return [*lines, current]


class ControlType(NamedTuple):
    #: The attributes that apply to the type, and what it is: a `"button"`, and one that
    #: `"submits"`.
    traits: frozenset[str] = frozenset()
    sanitize: Sanitize | None = None
    #: A description of the valid values, if the algorithm replaces invalid values.
    wanted: str = ""


def _type(*traits: str, sanitize: Sanitize | None = None, wanted: str = "") -> ControlType:
    return ControlType(frozenset(traits), sanitize, wanted)


def sanitize_text(value: str, get: Get) -> str:
    return strip_newlines(value)


def sanitize_url(value: str, get: Get) -> str:
    return strip_newlines(value).strip(SPACES)


def sanitize_date(value: str, get: Get) -> str:
    return _if_day(value, _match_date(value))


def sanitize_month(value: str, get: Get) -> str:
    return _if_day(value, _match_date(f"{value}-01"))


def sanitize_week(value: str, get: Get) -> str:
    return _if_day(value, _match_week_date(f"{value}-1"), date.fromisocalendar)


def sanitize_time(value: str, get: Get) -> str:
    return value if _match_time(value) else ""


def sanitize_number(value: str, get: Get) -> str:
    return "" if _valid_number(value) is None else value


def sanitize_color(value: str, get: Get) -> str:
    return parse_color(value) or "#000000"


_TEXT: Final = ("dirname", "maxlength", "readonly")

#: The types of `input` elements (HTML Standard 4.10.5.1).
INPUT_TYPES: Final = {
    "hidden": _type("dirname"),
    **dict.fromkeys(["text", "search", "tel", "password"], _type(*_TEXT, sanitize=sanitize_text)),
    "url": _type(*_TEXT, sanitize=sanitize_url),
    "email": _type(*_TEXT, "multiple", sanitize=sanitize_email),
    "date": _type("readonly", sanitize=sanitize_date, wanted="a date such as 2025-12-31"),
    "month": _type("readonly", sanitize=sanitize_month, wanted="a month such as 2025-12"),
    "week": _type("readonly", sanitize=sanitize_week, wanted="a week such as 2025-W52"),
    "time": _type("readonly", sanitize=sanitize_time, wanted="a time such as 23:59"),
    "datetime-local": _type(
        "readonly",
        sanitize=sanitize_date_and_time,
        wanted="a date and time such as 2025-12-31T23:59",
    ),
    "number": _type("readonly", sanitize=sanitize_number, wanted="a number such as 1.5"),
    "range": _type(
        sanitize=sanitize_range, wanted="a number such as 50, within min and max, on a step"
    ),
    "color": _type(sanitize=sanitize_color, wanted="a color such as #336699"),
    "checkbox": _type("checked"),
    "radio": _type("checked"),
    "file": _type("multiple"),
    "submit": _type("button", "submits", "dirname"),
    "image": _type("button", "submits"),
    "reset": _type("button", "dirname"),
    "button": _type("button", "dirname"),
}
#: The types of all controls: those of inputs, and of text areas and selects.
TYPES: Final = {
    **INPUT_TYPES,
    "textarea": _type(*_TEXT),
    "select-one": _type(),
    "select-multiple": _type("multiple"),
}
