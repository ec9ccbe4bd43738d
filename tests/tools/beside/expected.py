"""The differences that are meant, each with its reason. Any other difference fails the comparison.

The table belongs to the change that is compared. Empty it when the next comparison begins.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple


class Difference(NamedTuple):
    """An answer that is not the same in both checkouts."""

    group: str
    call: str
    old: str
    new: str
    case: dict[str, object]


class Expected(NamedTuple):
    reason: str
    applies: Callable[[Difference], bool]


def _is_private_name(difference: Difference) -> bool:
    """Return whether a name of a module that was never public came or went."""
    return difference.group == "hints" and "'a private name'" in (difference.old, difference.new)


def may_change(case: Mapping[str, object]) -> bool:
    """Return whether an answer for these inputs may change as it is meant.

    The answers of a batch are of many cases, so a batch leaves such a case out.
    """
    return False


EXPECTED: Final[tuple[Expected, ...]] = (
    Expected("a private name of a module came or went", _is_private_name),
)


def reason_of(difference: Difference) -> str | None:
    """Return the reason of a difference that is meant, or `None`."""
    return next((expected.reason for expected in EXPECTED if expected.applies(difference)), None)
