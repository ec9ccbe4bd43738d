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
        if isfinite(value):
            return float.__repr__(value)
        raise ValueError(f"{what} cannot be {float.__repr__(value)}, which is not a finite number")
    as_is, decimal, iso, enum = _other_types()
    if isinstance(value, enum):
        return plain_text(value.value, what, expected, hint)
    if isinstance(value, decimal):
        if value.is_finite():
            return str(value)
        raise ValueError(f"{what} cannot be {value}, which is not a finite number")
    if (
        isinstance(value, iso) and value == value
    ):  # `pandas.NaT` is a date that differs from itself.
        return str(value.isoformat())
    if isinstance(value, as_is):
        return str(value)
    if hasattr(value, "__index__"):
        try:
            return str(index(value))
        except TypeError:  # a NumPy array, which has the method but no single value
            pass
        except ValueError:
            raise ValueError(f"{what} has too many digits: {shown(value)}") from None
    raise wrong_type(what, expected, value, hint)


@cache
def _other_types() -> tuple[Any, Any, Any, Any]:
    # Their imports take longer than most programs need for their URLs, which hold text and numbers.
    from datetime import date
    from decimal import Decimal
    from enum import Enum
    from uuid import UUID

    return UUID, Decimal, date, Enum
