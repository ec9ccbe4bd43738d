"""The value sanitization algorithms of `input` elements (HTML Standard 4.10.5.1), with their microsyntaxes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from decimal import Decimal
from fractions import Fraction
from importlib import import_module
from math import ceil, floor, isfinite
from typing import Any, Final

from urldom.trees._syntaxes import SPACES

#: A function that returns the value of an attribute, given its name.
Get = Callable[[str], "str | None"]
Sanitize = Callable[[str, Get], str]

_LINE_BREAKS: Final = str.maketrans("", "", "\n\r")
#: The HTML Standard's "valid floating-point number".
_match_number: Final = re.compile(r"-?(?:[0-9]+(?:\.[0-9]+)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?").fullmatch
#: The syntax of the HTML Standard's "rules for parsing floating-point number values".
_match_loose_number: Final = re.compile(
    r"[\t\n\f\r ]*([+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)"
).match
_match_integer: Final = re.compile(r"[\t\n\f\r ]*\+?([0-9]+)").match
#: The greatest number of digits of an integer. No page needs more digits, and Python is slow with long integers.
_DIGITS: Final = 18


def parse_non_negative_integer(text: str | None) -> int | None:
    """Run the HTML Standard's "rules for parsing non-negative integers". Return `None` for an error.

    >>> parse_non_negative_integer(" +12px"), parse_non_negative_integer("-0"), parse_non_negative_integer("-1")
    (12, 0, None)
    """
    if text is None:
        return None
    found = _match_integer(text)
    if found is None:
        return 0 if re.match(r"[\t\n\f\r ]*-0+(?![0-9])", text) else None
    digits = found[1].lstrip("0")
    return int(digits[:_DIGITS] or "0") if len(digits) <= _DIGITS else 10**_DIGITS


def parse_number(text: str | None, *, is_strict: bool = False) -> float | None:
    """Parse a text as a number. Return `None` for an error, such as a number that is too large.

    With `is_strict`, the text must be a *valid floating-point number*. Otherwise the *rules for parsing floating-point
    number values* apply.

    >>> parse_number("1.5px"), parse_number("1.5px", is_strict=True), parse_number("1e999")
    (1.5, None, None)
    """
    if text is None:
        return None
    found = _match_number(text) if is_strict else _match_loose_number(text)
    if found is None:
        return None
    number = float(found[0] if is_strict else found[1])
    return number if isfinite(number) else None


def number_text(number: float) -> str:
    """Return the *best representation of the number as a floating-point number*, as ECMAScript writes it.

    >>> number_text(50.0), number_text(0.000001), number_text(1.5e-7), number_text(1e21)
    ('50', '0.000001', '1.5e-7', '1e+21')
    """
    if number == 0:
        return "0"
    size = abs(number)
    if 1e-6 <= size < 1e21:
        text = format(Decimal(repr(number)), "f")
        return text.rstrip("0").rstrip(".") if "." in text else text
    mantissa, _, exponent = format(Decimal(repr(number)), "e").partition("e")
    mantissa = mantissa.rstrip("0").rstrip(".") if "." in mantissa else mantissa
    return f"{mantissa}e{'-' if int(exponent) < 0 else '+'}{abs(int(exponent))}"


def strip_newlines(text: str) -> str:
    """Run the Infra Standard's "strip newlines"."""
    return text.translate(_LINE_BREAKS) if "\n" in text or "\r" in text else text


def _text(value: str, get: Get) -> str:
    return strip_newlines(value)


def _url(value: str, get: Get) -> str:
    return strip_newlines(value).strip(SPACES)


def _email(value: str, get: Get) -> str:
    # The rulings explain how line breaks in a list of email addresses are treated.
    value = strip_newlines(value)
    if get("multiple") is None:
        return value.strip(SPACES)
    return ",".join(address.strip(SPACES) for address in value.split(","))


def _number(value: str, get: Get) -> str:
    return "" if parse_number(value, is_strict=True) is None else value


def _range(value: str, get: Get) -> str:
    minimum, maximum = parse_number(get("min")), parse_number(get("max"))
    minimum = 0.0 if minimum is None else minimum
    maximum = 100.0 if maximum is None else maximum
    number = parse_number(value, is_strict=True)
    text = value
    if number is None:
        # The default value is in the middle of the range.
        number = minimum if maximum < minimum else minimum / 2 + maximum / 2
        text = number_text(number)
    if number > maximum >= minimum:
        number, text = maximum, number_text(maximum)
    if number < minimum:
        number, text = minimum, number_text(minimum)
    step = _step(get("step"))
    if step is None or maximum < minimum:
        return text
    return _stepped(number, text, step, minimum, maximum, get)


def _step(text: str | None) -> float | None:
    """Return the *allowed value step*, or `None` for "any"."""
    if text is not None and text.lower() == "any":
        return None
    step = parse_number(text)
    return 1.0 if step is None or step <= 0 else step


def _stepped(number: float, text: str, step: float, minimum: float, maximum: float, get: Get) -> str:
    """Return the text of the nearest number without a step mismatch. If two numbers are equally near, return the
    greater."""
    base = parse_number(get("min"))
    if base is None:
        base = parse_number(get("value"))
    exact_step, exact_base = _exact(step), _exact(base or 0.0)
    steps = (_exact(number) - exact_base) / exact_step
    if steps.denominator == 1:
        return text
    lowest = ceil((_exact(minimum) - exact_base) / exact_step)
    highest = floor((_exact(maximum) - exact_base) / exact_step)
    if lowest > highest:
        return text
    nearest = min(max(floor(steps + Fraction(1, 2)), lowest), highest)
    return number_text(float(exact_base + nearest * exact_step))


def _exact(number: float) -> Fraction:
    """Return the decimal number that the float's `repr` shows, as an exact fraction."""
    return Fraction(repr(number))


# Dates and times (HTML Standard 2.3.5) -------------------------------------------------------------------------------

_match_month: Final = re.compile(r"([0-9]{4,})-(0[1-9]|1[0-2])").fullmatch
_match_date: Final = re.compile(r"([0-9]{4,})-(0[1-9]|1[0-2])-([0-9]{2})").fullmatch
_match_week: Final = re.compile(r"([0-9]{4,})-W([0-9]{2})").fullmatch
_match_time: Final = re.compile(r"((?:[01][0-9]|2[0-3]):[0-5][0-9])(?::([0-5][0-9])(?:\.([0-9]{1,3}))?)?").fullmatch
_DAYS: Final = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


def _is_year(digits: str) -> bool:
    return bool(digits.strip("0"))


def _in_cycle(digits: str) -> int:
    """Return a small year whose days have the same dates and weekdays. The Gregorian calendar repeats after 400
    years."""
    return int(digits[-4:]) % 400 + 400


def _is_leap(year: int) -> bool:
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


def _is_month(value: str) -> bool:
    found = _match_month(value)
    return found is not None and _is_year(found[1])


def _is_date(value: str) -> bool:
    found = _match_date(value)
    if found is None or not _is_year(found[1]):
        return False
    month, day = int(found[2]), int(found[3])
    days = 29 if month == 2 and _is_leap(_in_cycle(found[1])) else _DAYS[month - 1]
    return 1 <= day <= days


def _is_week(value: str) -> bool:
    found = _match_week(value)
    if found is None or not _is_year(found[1]):
        return False
    year = _in_cycle(found[1])
    before = year - 1
    weekday = (
        before * 365 + before // 4 - before // 100 + before // 400
    ) % 7  # the weekday of 1 January, with 0 for Monday
    has_53 = weekday == 3 or (weekday == 2 and _is_leap(year))
    return 1 <= int(found[2]) <= (53 if has_53 else 52)


def _is_time(value: str) -> bool:
    return _match_time(value) is not None


def _local_date_and_time(value: str, get: Get) -> str:
    """Return a *valid normalized local date and time string*, or an empty string."""
    date, time = value[:-1], ""
    for separator in "T ":
        before, found, after = value.partition(separator)
        if found:
            date, time = before, after
            break
    parsed = _match_time(time)
    if parsed is None or not _is_date(date):
        return ""
    seconds, fraction = parsed[2] or "00", (parsed[3] or "").rstrip("0")
    text = f"{date}T{parsed[1]}"
    if fraction:
        return f"{text}:{seconds}.{fraction}"
    return text if seconds == "00" else f"{text}:{seconds}"


def _only_if(is_valid: Callable[[str], bool]) -> Sanitize:
    return lambda value, get: value if is_valid(value) else ""


# Colours --------------------------------------------------------------------------------------------------------------

_match_simple_color: Final = re.compile(r"#[0-9A-Fa-f]{6}").fullmatch


def parse_color(value: str) -> str | None:
    """Return the *valid simple color* of a CSS color, without its alpha channel, or `None`.

    >>> parse_color("#ABCDEF"), parse_color("red"), parse_color("rgb(1 2 3 / 50%)"), parse_color("no")
    ('#abcdef', '#ff0000', '#010203', None)
    """
    if _match_simple_color(value):
        return value.lower()
    if len(value) > _LONGEST_COLOR:
        return None
    color4: Any = import_module("tinycss2.color4")
    try:
        color = color4.parse_color(value)
        if color is None:
            return None
        if color == "currentcolor":
            return "#000000"
        channels: Iterable[float | None] = color.to("srgb").coordinates
    except (ValueError, ArithmeticError, NotImplementedError, LookupError):
        return None
    return "#" + "".join(f"{_channel(channel):02x}" for channel in channels)


#: The greatest length of a color in characters. The CSS parser calls itself for each bracket, so long input could
#: exhaust the stack.
_LONGEST_COLOR: Final = 200


def _channel(value: float | None) -> int:
    return floor(min(max(value or 0.0, 0.0), 1.0) * 255 + 0.5)


def _color(value: str, get: Get) -> str:
    return parse_color(value) or "#000000"


#: The sanitization algorithm of each `type`.
SANITIZE: Final[dict[str, Sanitize]] = {
    "text": _text,
    "search": _text,
    "tel": _text,
    "password": _text,
    "url": _url,
    "email": _email,
    "number": _number,
    "range": _range,
    "date": _only_if(_is_date),
    "month": _only_if(_is_month),
    "week": _only_if(_is_week),
    "time": _only_if(_is_time),
    "datetime-local": _local_date_and_time,
    "color": _color,
}


# Text areas -----------------------------------------------------------------------------------------------------------


def normalize_newlines(text: str) -> str:
    """Run the Infra Standard's "normalize newlines"."""
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def wrap(text: str, width: int) -> str:
    """Run the *textarea wrapping transformation* on a text without CR.

    The Standard leaves this transformation to the user agent. As in browsers, a line breaks after a space, and this
    space may be beyond the width. A word that is longer than the width is cut.

    >>> wrap("aaa bbb cccccccc", 5)
    'aaa \\nbbb \\nccccc\\nccc'
    """
    return "\n".join("\n".join(_lines(line, width)) for line in text.split("\n"))


def _lines(line: str, width: int) -> list[str]:
    lines: list[str] = []
    current = ""
    for word, spaces in re.findall(r"([^ ]*)( *)", line):
        if current and len(current) + len(word) > width and word:
            lines.append(current)
            current = ""
        cuts = range(0, len(word), width)[:-1]
        lines += [word[cut : cut + width] for cut in cuts]
        current += word[len(cuts) * width :] + spaces
    return [*lines, current] if current or not lines else lines
