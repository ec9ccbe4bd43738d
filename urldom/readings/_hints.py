"""Names for the parts of a reading in other libraries."""

from __future__ import annotations

from typing import Final

from urldom._core.hints import Hints, hints_for, use

READING_NAMES: Final = {
    **use("host", "hostname", "netloc"),
    **use("scheme", "protocol"),
    **use("path", "pathname"),
}


@hints_for("a Reading", READING_NAMES)
class ReadingHints(Hints):
    __slots__ = ()
