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
from math import ceil, floor, inf, isfinite
from typing import Any, Final, NamedTuple

from urldom.trees._syntaxes import SPACES

_match_simple_color: Final = re.compile(r"#[0-9A-Fa-f]{6}").fullmatch
#: The system colors, which tinycss2 does not know, as Chromium has them in a light scheme.
_SYSTEM_COLORS: Final = {
    name: color
    for color, names in (
        (
            "#ffffff",
            "canvas field highlighttext selecteditemtext activecaption appworkspace background",
        ),
        ("#ffffff", "inactivecaption infobackground menu scrollbar window"),
        (
            "#000000",
            "canvastext buttontext fieldtext marktext captiontext infotext menutext windowtext",
        ),
        (
            "#767676",
            "buttonborder activeborder inactiveborder windowframe threeddarkshadow threedhighlight",
        ),
        ("#767676", "threedlightshadow threedshadow"),
        ("#efefef", "buttonface buttonhighlight buttonshadow threedface"),
        *(
            ("#808080", "graytext inactivecaptiontext"),
            ("#0000ee", "linktext"),
            ("#551a8b", "visitedtext"),
        ),
        *(
            ("#ff0000", "activetext"),
            ("#0041c6", "highlight"),
            ("#1967d2", "selecteditem"),
            ("#ffff00", "mark"),
        ),
    )
    for name in names.split()
}


def parse_color(value: str) -> str | None:
    """Return a CSS color as a *valid simple color*, without alpha and clipped to sRGB as in
    Chromium, or `None`."""
    if _match_simple_color(value):
        return value.lower()
    if (
        len(value) > 200
    ):  # The CSS parser calls itself for each bracket, so long input could exhaust the stack.
        return None
    if (system_color := _SYSTEM_COLORS.get(value.strip(SPACES).lower())) is not None:
        return system_color
    color4: Any = import_module("tinycss2.color4")
    try:
        if (color := color4.parse_color(value)) is None:
            return None
        if color == "currentcolor":
            return "#000000"
        if color.space in ("srgb", "hsl", "hwb"):
            channels = color.to("srgb").coordinates
        else:
            numbers = [min(max(number or 0.0, -1e6), 1e6) for number in color.coordinates]
            if color.space in ("lab", "lch", "oklab", "oklch"):
                most, xyz = (1.0, "xyz-d65") if color.space.startswith("ok") else (100.0, "xyz-d50")
                lightness, second, third = numbers
                second = (
                    max(second, 0.0) if color.space.endswith("ch") else second
                )  # The chroma has no sign.
                color = color4.Color(
                    color.space, (min(max(lightness, 0.0), most), second, third), 1
                ).to(xyz)
                numbers = color.coordinates
            channels = _to_srgb(color.space, numbers)
        return "#" + "".join(
            [f"{floor(min(max(channel or 0.0, 0.0), 1.0) * 255 + 0.5):02x}" for channel in channels]
        )
    except (ValueError, ArithmeticError, LookupError):  # raised for infinite numbers, too
        return None


# Conversions to sRGB (CSS Color 4, 10). The curves of prophoto-rgb and rec2020 are those of
# Chromium.

_P3: Final = "1.2249402 -0.2249402 0 -0.042057 1.042057 0 -0.0196376 -0.078636 1.0982736"
_PROPHOTO: Final = "2.0343808 -0.7276358 -0.3067451 -0.2288257 1.2317425 -0.0029168 -0.0085588 -0.1532667 1.1618255"
_REC2020: Final = (
    "1.660491 -0.5876411 -0.0728499 -0.1245505 1.1328999 -0.0083494 -0.0181508 -0.1005789 1.1187297"
)
#: For each space, the function that makes its values linear, and the matrix that converts these to
#: linear sRGB.
_COLOR_SPACES: Final[dict[str, tuple[Callable[[float], float], str]]] = {
    "srgb-linear": (float, "1 0 0 0 1 0 0 0 1"),
    "display-p3": (lambda n: n / 12.92 if n <= 0.04045 else ((n + 0.055) / 1.055) ** 2.4, _P3),
    "a98-rgb": (lambda n: n ** (563 / 256), "1.3983557 -0.3983557 0 0 1 0 0 -0.042929 1.042929"),
    "prophoto-rgb": (lambda n: n**1.8, _PROPHOTO),
    "rec2020": (
        lambda n: n / 4.5 if n < 0.0812429 else ((n + 0.0992968) / 1.0992968) ** (1 / 0.45),
        _REC2020,
    ),
    "xyz-d65": (
        float,
        (
            "3.2409699 -1.5373832 -0.4986108 -0.9692436 1.8759675 0.0415551 0.0556301 -0.203977"
            " 1.0569715"
        ),
    ),
    "xyz-d50": (
        float,
        (
            "3.1341359 -1.617386 -0.4906622 -0.9787955 1.9162544 0.0334429 0.0719554 -0.2289768"
            " 1.405386"
        ),
    ),
}


def _to_srgb(space: str, numbers: Sequence[float]) -> Sequence[float]:
    decode, matrix = _COLOR_SPACES[space]
    cells, vector = (
        [*map(float, matrix.split())],
        [-decode(-n) if n < 0 else decode(n) for n in numbers],
    )
    linear = [sum(a * b for a, b in zip(cells[row:], vector, strict=False)) for row in (0, 3, 6)]
    return [
        12.92 * n if n <= 0.0031308 else 1.055 * min(n, 1.0) ** (1 / 2.4) - 0.055 for n in linear
    ]


Get = Callable[[str], "str | None"]
Sanitize = Callable[[str, Get], str]
_SPACES: Final = f"[{SPACES}]*"
_FRACTION: Final = r"\.[0-9]+"
_EXPONENT: Final = "(?:[eE][+-]?[0-9]+)?"
#: The HTML Standard's "valid floating-point number".
_match_number: Final = re.compile(rf"-?(?:[0-9]+(?:{_FRACTION})?|{_FRACTION}){_EXPONENT}").fullmatch
#: The syntax of the HTML Standard's "rules for parsing floating-point number values".
_match_loose_number: Final = re.compile(
    rf"{_SPACES}([+-]?(?:[0-9]+(?:\.[0-9]*)?|{_FRACTION}){_EXPONENT})"
).match
_match_integer: Final = re.compile(rf"{_SPACES}(?:\+?0*([0-9]+)|-(0)+(?![0-9]))").match


def parse_non_negative_integer(text: str | None) -> int | None:
    """Run the HTML Standard's "rules for parsing non-negative integers". Return `None` for an
    error."""
    found = None if text is None else _match_integer(text)
    if found is None:
        return None
    digits = found[1] or found[2]
    return int(digits) if len(digits) <= 18 else 10**18  # Python is slow with long integers.


def parse_number(text: str | None) -> float | None:
    """Run the *rules for parsing floating-point number values*. Return `None` for an error or a too
    large number."""
    found = None if text is None else _match_loose_number(text)
    number = inf if found is None else float(found[1])
    return number if isfinite(number) else None


def _valid_number(text: str) -> float | None:
    return parse_number(text) if _match_number(text) else None


def number_text(number: float) -> str:
    """Return the *best representation of the number as a floating-point number*, as ECMAScript
    writes it."""
    if number == 0:
        return "0"
    # repr() writes the fewest digits that are read back as the same number, as ECMAScript requires.
    exact = Decimal(repr(number)).normalize()
    if 1e-6 <= abs(number) < 1e21:
        return f"{exact:f}"
    mantissa, _, exponent = f"{exact:e}".partition("e")
    return f"{mantissa}e{int(exponent):+}"


def strip_newlines(text: str) -> str:
    return text.replace("\n", "").replace("\r", "") if "\n" in text or "\r" in text else text


def sanitize_email(value: str, get: Get) -> str:
    # The rulings explain how line breaks in a list of email addresses are treated.
    value = strip_newlines(value)
    addresses = [value] if get("multiple") is None else value.split(",")
    return ",".join([address.strip(SPACES) for address in addresses])


def sanitize_range(value: str, get: Get) -> str:
    minimum, maximum = parse_number(get("min")), parse_number(get("max"))
    base = parse_number(get("value")) if minimum is None else minimum
    minimum = 0.0 if minimum is None else minimum
    maximum = 100.0 if maximum is None else maximum
    found = _valid_number(value)
    if found is None:  # The default value is in the middle of the range.
        found = minimum if maximum < minimum else minimum / 2 + maximum / 2
        value = number_text(found)
    limited = max(found if maximum < minimum else min(found, maximum), minimum)
    if limited != found:
        value = number_text(limited)
    if maximum < minimum or (get("step") or "").lower() == "any":
        return value
    step = parse_number(get("step"))  # the *allowed value step*
    step = step if step and step > 0 else 1.0
    # The decimal numbers that `repr` shows, as exact fractions.
    number, unit, start, low, high = [
        Fraction(repr(part)) for part in (limited, step, base or 0.0, minimum, maximum)
    ]
    steps, lowest, highest = (
        (number - start) / unit,
        ceil((low - start) / unit),
        floor((high - start) / unit),
    )
    if (
        steps.denominator == 1 or lowest > highest
    ):  # The number is on a step, or the range has no step.
        return value
    nearest = min(max(floor(steps + Fraction(1, 2)), lowest), highest)  # or the greater of two
    return number_text(float(start + nearest * unit))


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
    if (found := _match_time(time)) is None or not _if_day(day, _match_date(day)):
        return ""
    seconds, fraction = found[2] or "00", (found[3] or "").rstrip("0")
    if fraction:
        return f"{day}T{found[1]}:{seconds}.{fraction}"
    return f"{day}T{found[1]}" if seconds == "00" else f"{day}T{found[1]}:{seconds}"


def normalize_newlines(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def wrap(text: str, width: int) -> str:
    """Run the *textarea wrapping transformation* on a text without CR. As in browsers, a line ends
    after the last space that fits, and a word longer than the width is cut. Browsers also end lines
    at hyphens."""
    return "\n".join(["\n".join(_lines(line, width)) for line in text.split("\n")])


def _lines(line: str, width: int) -> list[str]:
    lines: list[str] = []
    current = ""
    for word, spaces in re.findall(r"([^ ]*)( *)", line):
        if current and word and len(current) + len(word) > width:
            lines.append(current)
            current = ""
        *full, rest = [word[start : start + width] for start in range(0, len(word), width)] or [""]
        lines += full
        current += rest + spaces
    return [*lines, current]


class ControlType(NamedTuple):
    #: The attributes that apply to the type, and what it is: a `"button"`, and one that
    #: `"submits"`.
    traits: frozenset[str] = frozenset()
    sanitize: Sanitize | None = None
    #: A description of the valid values, if the algorithm replaces invalid values.
    wanted: str = ""


def _type(traits: str = "", sanitize: Sanitize | None = None, wanted: str = "") -> ControlType:
    return ControlType(frozenset(traits.split()), sanitize, wanted)


_TEXT: Final = "dirname maxlength readonly"

INPUT_TYPES: Final = {
    "hidden": _type("dirname"),
    **dict.fromkeys(
        ["text", "search", "tel", "password"], _type(_TEXT, lambda value, _: strip_newlines(value))
    ),
    "url": _type(_TEXT, lambda value, _: strip_newlines(value).strip(SPACES)),
    "email": _type(f"{_TEXT} multiple", sanitize_email),
    "date": _type(
        "readonly", lambda value, _: _if_day(value, _match_date(value)), "a date such as 2025-12-31"
    ),
    "month": _type(
        "readonly",
        lambda value, _: _if_day(value, _match_date(f"{value}-01")),
        "a month such as 2025-12",
    ),
    "week": _type(
        "readonly",
        lambda value, _: _if_day(value, _match_week_date(f"{value}-1"), date.fromisocalendar),
        "a week such as 2025-W52",
    ),
    "time": _type(
        "readonly", lambda value, _: value if _match_time(value) else "", "a time such as 23:59"
    ),
    "datetime-local": _type(
        "readonly", sanitize_date_and_time, "a date and time such as 2025-12-31T23:59"
    ),
    "number": _type(
        "readonly",
        lambda value, _: "" if _valid_number(value) is None else value,
        "a number such as 1.5",
    ),
    "range": _type("", sanitize_range, "a number such as 50, within min and max, on a step"),
    "color": _type("", lambda value, _: parse_color(value) or "#000000", "a color such as #336699"),
    "checkbox": _type("checked"),
    "radio": _type("checked"),
    "file": _type("multiple"),
    "submit": _type("button submits dirname"),
    "image": _type("button submits"),
    "reset": _type("button dirname"),
    "button": _type("button dirname"),
}
TYPES: Final = {
    **INPUT_TYPES,
    "textarea": _type(_TEXT),
    "select-one": _type(),
    "select-multiple": _type("multiple"),
}
