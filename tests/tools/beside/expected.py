"""The differences that are meant, each with its reason. Any other difference fails the comparison.

The table belongs to the change that is compared. Empty it when the next comparison begins.
"""

from __future__ import annotations

import re
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


_TEXT: Final = r"""('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")"""
#: The result of an assignment that raises nothing, and the URL's `href` and `reference` after it
_after_an_assignment: Final = re.compile(rf"(?:tuple\()+None, {_TEXT}, {_TEXT}, ").match
#: The schemes of which a rule is revised, or which now have a default port (ruling 4)
_names_a_revised_scheme: Final = re.compile(
    r"ldap|news"
    r"|(?:aaas?|a?cap|dict|dns|go|icap|ipp|iris\.[a-z]+|msrps?|mtqp|mupdate|nfs|pop|prospero|rsync|sieve|snmp"
    r"|(?:soap|xmlrpc)\.beeps?|tftp|tip|tn3270|vemmi|wais|z39\.50[rs]):",
    re.IGNORECASE,
).search


_scheme: Final = re.compile(r"[A-Za-z0-9+.\-]+:").match
#: The sentence about the base in explanations under RFC 1808, before and after the change
_OLD_SENTENCE: Final = "It has to be an absolute URL."
_NEW_SENTENCE: Final = "It has to be an absolute URL, unless the embedded URL is one."


def _is_private_name(difference: Difference) -> bool:
    """Return whether a name of a module that was never public came or went."""
    return difference.group == "hints" and "'a private name'" in (difference.old, difference.new)


def _is_new_name(difference: Difference) -> bool:
    """Return whether a name is there that raised `AttributeError` before, or `dir()` shows it."""
    if difference.group != "hints":
        return False
    if difference.call.startswith("dir("):
        return {*difference.new[5:-1].split(", ")} > {*difference.old[5:-1].split(", ")}
    return difference.old.startswith("raises AttributeError") and not difference.new.startswith(
        "raises"
    )


def _is_stored_after_a_rejection(difference: Difference) -> bool:
    """Return whether a rejected assignment now stores its output (HTML5 2.6.6, ruling 18)."""
    old, new = _after_an_assignment(difference.old), _after_an_assignment(difference.new)
    if old is None or new is None:
        return False
    old_href, old_reference = old.groups()
    href, reference = new.groups()
    return href == old_href == reference != old_reference


def may_change(case: Mapping[str, object]) -> bool:
    """Return whether an answer for these inputs may change as it is meant.

    The answers of a batch are of many cases, so a batch leaves such a case out.
    """
    return _names_a_revised_scheme(str(case)) is not None or _has_a_base_without_a_scheme(case)


def _has_a_base_without_a_scheme(case: Mapping[str, object]) -> bool:
    base = case.get("base")
    return base is not None and _scheme(str(base)) is None


def _has_a_revised_scheme(difference: Difference) -> bool:
    """Return whether a URL has a scheme of which a rule is revised (rulings 4 and 9)."""
    return _names_a_revised_scheme(str(difference.case)) is not None


def _has_a_base_that_is_not_looked_at(difference: Difference) -> bool:
    """Return whether an absolute URL now resolves under RFC 1808, whatever its base is (section 4
    step 2b)."""
    if "under rfc1808: its base has no scheme" in difference.old:
        return True
    if difference.old != difference.new == difference.old.replace(_OLD_SENTENCE, _NEW_SENTENCE):
        return True
    is_rfc1808 = "rfc1808" in difference.call or difference.case.get("standard") == "rfc1808"
    return is_rfc1808 and _has_a_base_without_a_scheme(difference.case)


def _has_an_element_around_it(difference: Difference) -> bool:
    """Return whether a document is in an element with its own base URL (ruling 20)."""
    return difference.call.startswith("Document, an element as container")


EXPECTED: Final[tuple[Expected, ...]] = (
    Expected("a private name of a module came or went", _is_private_name),
    Expected("a name is new", _is_new_name),
    Expected(
        "a rejected assignment stores its output, the input (ruling 18)",
        _is_stored_after_a_rejection,
    ),
    Expected("the tables of schemes are revised (rulings 4 and 9)", _has_a_revised_scheme),
    Expected(
        "RFC 1808 resolves an absolute URL whatever its base is", _has_a_base_that_is_not_looked_at
    ),
    Expected(
        "an element as container stands for its document (ruling 20)", _has_an_element_around_it
    ),
)


def reason_of(difference: Difference) -> str | None:
    """Return the reason of a difference that is meant, or `None`."""
    return next((expected.reason for expected in EXPECTED if expected.applies(difference)), None)
