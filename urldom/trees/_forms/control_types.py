"""The types of controls, with a row for each (HTML Standard 4.10.5, 4.10.6, 4.10.7 and 4.10.11)."""

from __future__ import annotations

from typing import Final, NamedTuple

from urldom.trees._forms import values
from urldom.trees._forms.values import Sanitize


class ControlType(NamedTuple):
    """A type of control, such as the state Email of an `input` element."""

    #: The attributes that apply to the type, and what it is: a `"button"`, and one that `"submits"`.
    traits: frozenset[str] = frozenset()
    #: The value sanitization algorithm.
    sanitize: Sanitize | None = None
    #: A description of the valid values, if the algorithm replaces invalid values.
    wanted: str = ""


def _type(traits: str = "", sanitize: Sanitize | None = None, wanted: str = "") -> ControlType:
    return ControlType(frozenset(traits.split()), sanitize, wanted)


_TEXT: Final = "dirname maxlength readonly"

#: The states of an `input` element's `type` attribute.
INPUT_TYPES: Final = {
    "hidden": _type("dirname"),
    "text": _type(_TEXT, values.sanitize_text),
    "search": _type(_TEXT, values.sanitize_text),
    "tel": _type(_TEXT, values.sanitize_text),
    "url": _type(_TEXT, values.sanitize_url),
    "email": _type(f"{_TEXT} multiple", values.sanitize_email),
    "password": _type(_TEXT, values.sanitize_text),
    "date": _type("readonly", values.sanitize_date, "a date such as 2025-12-31"),
    "month": _type("readonly", values.sanitize_month, "a month such as 2025-12"),
    "week": _type("readonly", values.sanitize_week, "a week such as 2025-W52"),
    "time": _type("readonly", values.sanitize_time, "a time such as 23:59"),
    "datetime-local": _type("readonly", values.sanitize_date_and_time, "a date and time such as 2025-12-31T23:59"),
    "number": _type("readonly", values.sanitize_number, "a number such as 1.5"),
    "range": _type("", values.sanitize_range, "a number such as 50, within min and max, on a step"),
    "color": _type("", values.sanitize_color, "a color such as #336699"),
    "checkbox": _type("checked"),
    "radio": _type("checked"),
    "file": _type("multiple"),
    "submit": _type("button submits dirname"),
    "image": _type("button submits"),
    "reset": _type("button dirname"),
    "button": _type("button dirname"),
}
#: The rows of all types that `Control.type` can have.
TYPES: Final = {
    **INPUT_TYPES,
    "textarea": _type(_TEXT),
    "select-one": _type(),
    "select-multiple": _type("multiple"),
}


def has_trait(kind: str, trait: str) -> bool:
    """Return whether the type `kind` has a trait of the table."""
    return trait in TYPES[kind].traits
