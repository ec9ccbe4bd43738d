"""The types of controls (HTML Standard 4.10.5, 4.10.6, 4.10.7 and 4.10.11), with the sanitization of their values."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from datetime import date
from decimal import Decimal
from fractions import Fraction
from math import ceil, floor, inf, isfinite
from typing import Final, NamedTuple

from urldom.trees._forms.colors import parse_color
from urldom.trees._syntaxes import SPACES

Get = Callable[[str], "str | None"]
Sanitize = Callable[[str, Get], str]

_SPACES: Final = f"[{SPACES}]*"
_FRACTION: Final = r"\.[0-9]+"
_EXPONENT: Final = "(?:[eE][+-]?[0-9]+)?"
#: The HTML Standard's "valid floating-point number".
_match_number: Final = re.compile(rf"-?(?:[0-9]+(?:{_FRACTION})?|{_FRACTION}){_EXPONENT}").fullmatch
#: The syntax of the HTML Standard's "rules for parsing floating-point number values".
_match_loose_number: Final = re.compile(rf"{_SPACES}([+-]?(?:[0-9]+(?:\.[0-9]*)?|{_FRACTION}){_EXPONENT})").match
_match_integer: Final = re.compile(rf"{_SPACES}(?:\+?0*([0-9]+)|-(0)+(?![0-9]))").match


def parse_non_negative_integer(text: str | None) -> int | None:
    """Run the HTML Standard's "rules for parsing non-negative integers". Return `None` for an error."""
    found = None if text is None else _match_integer(text)
    if found is None:
        return None
    digits = found[1] or found[2]
    return int(digits) if len(digits) <= 18 else 10**18  # Python is slow with long integers.


def parse_number(text: str | None) -> float | None:
    """Run the *rules for parsing floating-point number values*. Return `None` for an error or a too large number."""
    found = None if text is None else _match_loose_number(text)
    number = inf if found is None else float(found[1])
    return number if isfinite(number) else None


def _valid_number(text: str) -> float | None:
    return parse_number(text) if _match_number(text) else None


def number_text(number: float) -> str:
    """Return the *best representation of the number as a floating-point number*, as ECMAScript writes it."""
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
    if get("multiple") is None:
        return value.strip(SPACES)
    return ",".join([address.strip(SPACES) for address in value.split(",")])


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
    return _stepped(value, *[Fraction(repr(number)) for number in (limited, step, base or 0.0, minimum, maximum)])


def _stepped(text: str, number: Fraction, step: Fraction, base: Fraction, minimum: Fraction, maximum: Fraction) -> str:
    """Return the nearest number on a step, or the greater of two. If there is none, or for no change, return `text`."""
    steps = (number - base) / step
    lowest, highest = ceil((minimum - base) / step), floor((maximum - base) / step)
    if steps.denominator == 1 or lowest > highest:
        return text
    nearest = min(max(floor(steps + Fraction(1, 2)), lowest), highest)
    return number_text(float(base + nearest * step))


_match_date: Final = re.compile(r"([0-9]{4,})-([0-9]{2})-([0-9]{2})").fullmatch
_match_week_date: Final = re.compile(r"([0-9]{4,})-W([0-9]{2})-([1-7])").fullmatch
_match_time: Final = re.compile(r"((?:[01][0-9]|2[0-3]):[0-5][0-9])(?::([0-5][0-9])(?:\.([0-9]{1,3}))?)?").fullmatch


def _if_day(value: str, found: re.Match[str] | None, make: Callable[[int, int, int], date] = date) -> str:
    """Return the value if its day exists, or an empty string. `make` makes a date of the three numbers."""
    if found is not None and found[1].strip("0"):
        # The calendar repeats after 400 years, and 400 divides 10,000. So the last four digits of the year are enough.
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
    seconds, fraction = found[2] or "00", (found[3] or "").rstrip("0")
    if fraction:
        return f"{day}T{found[1]}:{seconds}.{fraction}"
    return f"{day}T{found[1]}" if seconds == "00" else f"{day}T{found[1]}:{seconds}"


def normalize_newlines(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def wrap(text: str, width: int) -> str:
    """Run the *textarea wrapping transformation* on a text without CR. Browsers cut words longer than the width."""
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
    #: The attributes that apply to the type, and what it is: a `"button"`, and one that `"submits"`.
    traits: frozenset[str] = frozenset()
    sanitize: Sanitize | None = None
    #: A description of the valid values, if the algorithm replaces invalid values.
    wanted: str = ""


def _type(traits: str = "", sanitize: Sanitize | None = None, wanted: str = "") -> ControlType:
    return ControlType(frozenset(traits.split()), sanitize, wanted)


_TEXT: Final = "dirname maxlength readonly"

INPUT_TYPES: Final = {
    "hidden": _type("dirname"),
    **dict.fromkeys(["text", "search", "tel", "password"], _type(_TEXT, lambda value, _: strip_newlines(value))),
    "url": _type(_TEXT, lambda value, _: strip_newlines(value).strip(SPACES)),
    "email": _type(f"{_TEXT} multiple", sanitize_email),
    "date": _type("readonly", lambda value, _: _if_day(value, _match_date(value)), "a date such as 2025-12-31"),
    "month": _type("readonly", lambda value, _: _if_day(value, _match_date(f"{value}-01")), "a month such as 2025-12"),
    "week": _type(
        "readonly",
        lambda value, _: _if_day(value, _match_week_date(f"{value}-1"), date.fromisocalendar),
        "a week such as 2025-W52",
    ),
    "time": _type("readonly", lambda value, _: value if _match_time(value) else "", "a time such as 23:59"),
    "datetime-local": _type("readonly", sanitize_date_and_time, "a date and time such as 2025-12-31T23:59"),
    "number": _type("readonly", lambda value, _: "" if _valid_number(value) is None else value, "a number such as 1.5"),
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
TYPES: Final = {**INPUT_TYPES, "textarea": _type(_TEXT), "select-one": _type(), "select-multiple": _type("multiple")}
