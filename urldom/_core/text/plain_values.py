"""The values that a program writes into a query, a path or a pattern, as text."""

from __future__ import annotations

from functools import cache
from math import isfinite
from operator import index
from typing import TYPE_CHECKING, Any, Final, SupportsIndex, TypeAlias

from urldom._core.errors import shown, wrong_type
from urldom._core.text.unicode import scalar_value_string

if TYPE_CHECKING:
    from datetime import date
    from decimal import Decimal
    from enum import Enum
    from uuid import UUID

#: The type of one value. A `bool` is a `SupportsIndex`, and a `datetime` is a `date`.
PlainValue: TypeAlias = "str | SupportsIndex | float | Decimal | date | UUID | Enum"

_EXPECTED: Final = "a str, a number, a bool, a date, a UUID or an Enum of these"


def plain_text(value: Any, what: str, expected: str = _EXPECTED, hint: str = "") -> str:
    """Return a value as text, without escapes. `what` names the value in an error.

    A `bool` is `true` or `false`, as in a script. A date is written by ISO 8601, and an `Enum` as
    its value. Raises `ValueError` for a number that is not finite, and `TypeError` for a value of
    another type."""
    if isinstance(value, str):
        return scalar_value_string(str.__str__(value))
    if value is True or value is False:
        return "true" if value else "false"
    if isinstance(value, float):
        return _finite(float.__repr__(value), isfinite(value), what)
    uuid, decimal, date, enum = _other_types()
    if isinstance(value, enum):
        return plain_text(value.value, what, expected, hint)
    if isinstance(value, decimal):
        return _finite(str(value), value.is_finite(), what)
    # `pandas.NaT` is a date that differs from itself.
    if isinstance(value, date) and value == value:
        return str(value.isoformat())
    if isinstance(value, uuid):
        return str(value)
    digits = _digits(value, what)
    if digits is None:
        raise wrong_type(what, expected, value, hint)
    return digits


def _finite(number: str, is_finite: bool, what: str) -> str:
    if is_finite:
        return number
    raise ValueError(f"{what} cannot be {number}, which is not a finite number")


def _digits(value: Any, what: str) -> str | None:
    """Return an integer of any type as text, or `None` for a value that is not an integer."""
    if not hasattr(value, "__index__"):
        return None
    try:
        return str(index(value))
    except TypeError:  # a NumPy array, which has the method but no single value
        return None
    except ValueError:
        raise ValueError(f"{what} has too many digits: {shown(value)}") from None


@cache
def _other_types() -> tuple[Any, Any, Any, Any]:
    # Their imports take longer than most programs need for their URLs, which hold text and numbers.
    from datetime import date
    from decimal import Decimal
    from enum import Enum
    from uuid import UUID

    return UUID, Decimal, date, Enum
