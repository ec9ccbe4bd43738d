"""The differences that are meant, each with its reason. Any other difference fails the comparison.

The table belongs to the change that is compared. Empty it when the next comparison begins.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping
from typing import Final, NamedTuple
from urllib.parse import unquote


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


def _strings(case: Mapping[str, object]) -> str:
    """Return all strings of a case, one a line."""
    values = [value for value in case.values() if isinstance(value, str)]
    values += [value for value in case["values"] if isinstance(value, str)]  # type: ignore[attr-defined]
    return "\n".join(values)


def _has_bracket_after_mapping(case: Mapping[str, object]) -> bool:
    """Return whether a host that is not in brackets may be so after it is decoded and mapped."""
    text = _strings(case)
    mapped = unicodedata.normalize("NFKC", unquote(text))
    return (
        mapped.count("[") > text.count("[")
        or re.search(r"(%[0-9A-F]{2}|[^ -~])\[", text) is not None
    )


def _is_composed_by_nameprep(case: Mapping[str, object]) -> bool:
    return re.search("[<=>][^ -~]*\u0338", unquote(_strings(case))) is not None


def _joins_surrogates(case: Mapping[str, object]) -> bool:
    return re.search("[\ud800-\udbff][\t\n\r]+[\udc00-\udfff]", _strings(case)) is not None


def _is_file_of_localhost(case: Mapping[str, object]) -> bool:
    return re.search(r"file:[\t\n\r]*[/\\]", unquote(_strings(case)), re.IGNORECASE) is not None


def _of(reason_for_case: Callable[[Mapping[str, object]], bool]) -> Callable[[Difference], bool]:
    return lambda difference: reason_for_case(difference.case)


def _is_urlsplit_of_file(difference: Difference) -> bool:
    return difference.group == "replacements" and _is_file_of_localhost(difference.case)


def _is_discard_of_surrogate(difference: Difference) -> bool:
    return (
        "discard" in difference.call
        and re.search("[\ud800-\udfff]", _strings(difference.case)) is not None
    )


def _is_span_in_pair(difference: Difference) -> bool:
    return (
        difference.group == "explanations"
        and re.search("[^\0-\uffff]", _strings(difference.case)) is not None
    )


_CASES_THAT_CHANGE: Final = (
    _has_bracket_after_mapping,
    _is_composed_by_nameprep,
    _joins_surrogates,
)


def may_change(case: Mapping[str, object]) -> bool:
    """Return whether an answer for these inputs may change as it is meant.

    The answers of a batch are of many cases, so a batch leaves such a case out.
    """
    return any(changes(case) for changes in _CASES_THAT_CHANGE)


EXPECTED: Final[tuple[Expected, ...]] = (
    Expected("a private name of a module came or went", _is_private_name),
    Expected(
        "brackets that a host gets by decoding or mapping are invalid",
        _of(_has_bracket_after_mapping),
    ),
    Expected(
        "Nameprep runs before forbidden characters are sought (HTML5 2.6.3 step 6)",
        _of(_is_composed_by_nameprep),
    ),
    Expected("two lone surrogates around a tab stay two", _of(_joins_surrogates)),
    Expected(
        "`file://localhost/` has no host in `urldom.urllib`, as in a browser", _is_urlsplit_of_file
    ),
    Expected("a lone surrogate is discarded as it is deleted", _is_discard_of_surrogate),
    Expected("no span of a step ends inside a surrogate pair", _is_span_in_pair),
)


def reason_of(difference: Difference) -> str | None:
    """Return the reason of a difference that is meant, or `None`."""
    return next((expected.reason for expected in EXPECTED if expected.applies(difference)), None)
