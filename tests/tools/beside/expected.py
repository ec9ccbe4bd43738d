"""The differences that are meant, each with its reason. Any other difference fails the comparison.

The table belongs to the change that is compared. Empty it when the next comparison begins.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple
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


def _strings(case: Mapping[str, Any]) -> str:
    """Return all strings of a case, one a line."""
    return "\n".join(value for value in (*case.values(), *case["values"]) if isinstance(value, str))


def _has_bracket_after_mapping(text: str) -> bool:
    """Return whether a host that is not in brackets may be so after it is decoded and mapped."""
    mapped = unicodedata.normalize("NFKC", unquote(text))
    if mapped.count("[") > text.count("["):
        return True
    return re.search(r"(%[0-9A-F]{2}|[^ -~])\[", text) is not None


def _is_composed_by_nameprep(text: str) -> bool:
    return re.search("[<=>][^ -~]*\u0338", unquote(text)) is not None


def _joins_surrogates(text: str) -> bool:
    return re.search("[\ud800-\udbff][\t\n\r]+[\udc00-\udfff]", text) is not None


#: The inputs whose answers may change in every call, by the reason
_INPUTS: Final[dict[str, Callable[[str], bool]]] = {
    "brackets that a host gets by decoding or mapping are invalid": _has_bracket_after_mapping,
    "Nameprep runs before forbidden characters are sought (HTML5 2.6.3 step 6)": (
        _is_composed_by_nameprep
    ),
    "two lone surrogates around a tab stay two": _joins_surrogates,
}


def may_change(case: Mapping[str, Any]) -> bool:
    """Return whether an answer for these inputs may change as it is meant.

    The answers of a batch are of many cases, so a batch leaves such a case out.
    """
    text = _strings(case)
    return any(applies(text) for applies in _INPUTS.values())


def _has_input(applies: Callable[[str], bool]) -> Callable[[Difference], bool]:
    return lambda difference: applies(_strings(difference.case))


#: The reasons for which HTML5 rejects a host with `<`, `=` or `>` and another wrong character: one
#: of the three was named before, the other character is now.
_REASON_OF_NAMEPREP: Final = re.compile(
    r"its host contains \S+, which is not a letter, digit or hyphen"
    r"|the label \S+ of its host contains a character that Nameprep prohibits"
)


def _names_another_character(difference: Difference) -> bool:
    old, new = (_REASON_OF_NAMEPREP.sub("", text) for text in (difference.old, difference.new))
    return old == new and re.search(r"its host contains \W+[<=>]", difference.old) is not None


def _is_localhost_in_urllib(difference: Difference) -> bool:
    text = unquote(_strings(difference.case)).lower()
    return difference.group == "replacements" and "file:" in text and "localhost" in text


def _is_discard_of_surrogate(difference: Difference) -> bool:
    has_surrogate = re.search("[\ud800-\udfff]", _strings(difference.case)) is not None
    return "discard" in difference.call and has_surrogate


def _is_span_in_pair(difference: Difference) -> bool:
    has_pair = re.search("[^\0-\uffff]", _strings(difference.case)) is not None
    return difference.group == "explanations" and has_pair


EXPECTED: Final[tuple[Expected, ...]] = (
    Expected("a private name of a module came or went", _is_private_name),
    *(Expected(reason, _has_input(applies)) for reason, applies in _INPUTS.items()),
    Expected(
        "`file://localhost/` has no host in `urldom.urllib`, as in a browser",
        _is_localhost_in_urllib,
    ),
    Expected(
        "a host with `<`, `=` or `>` and another wrong character is rejected for the other one",
        _names_another_character,
    ),
    Expected("a lone surrogate is discarded as it is deleted", _is_discard_of_surrogate),
    Expected("no span of a step ends inside a surrogate pair", _is_span_in_pair),
)


def reason_of(difference: Difference) -> str | None:
    """Return the reason of a difference that is meant, or `None`."""
    return next((expected.reason for expected in EXPECTED if expected.applies(difference)), None)
