"""UTS #46, Unicode IDNA Compatibility Processing, with the parameters of the URL Standard (section
3.3).

The package `idna` has the mapping and the status of each code point. A code point that is newer
than Python's Unicode Character Database counts as left-to-right, and not as a mark."""

from __future__ import annotations

import re
import string
from functools import lru_cache
from typing import Final, NamedTuple

from urldom._core.text.filling_table import TABLE_SIZE, FillingTable
from urldom._core.text.grammar import LONGEST_DOMAIN, LONGEST_LABEL
from urldom._core.text.punycode import ACE_PREFIX, decode, encode
from urldom._core.text.unicode import unicodedata

#: Punycode takes quadratic time, so a label has a limit, as in browsers' IDNA library. The DNS
#: allows only 63 of these.
_MAX_LABEL_LENGTH: Final = 1000

_NOT_STD3 = re.compile(r"[\0-,./:-`{-\x7f]")
_RTL = frozenset(("R", "AL", "AN"))
_NUMBERS = frozenset(("EN", "AN"))
_LTR_LABEL = frozenset(("L", "EN", "ES", "CS", "ET", "ON", "BN", "NSM"))
_RTL_LABEL = frozenset(("R", "AL", "AN", "EN", "ES", "CS", "ET", "ON", "BN", "NSM"))


class _Label(NamedTuple):
    """A label that UTS #46 section 4, step 4 (Convert/Validate) has accepted."""

    unicode: str
    ascii: str
    #: `True` if the label has a right-to-left code point.
    is_rtl: bool
    #: `True` if the label obeys the Bidi Rule of RFC 5893 section 2.
    obeys_bidi_rule: bool


def to_ascii(domain: str, *, be_strict: bool = False) -> str | None:
    """Run *domain parser ToASCII* (URL Standard 3.3, UTS #46 section 4.2). Returns `None` after an
    error."""
    is_plain = _PLAIN.issuperset(domain)
    mapped = domain if is_plain else _map(domain)
    if not be_strict and (is_plain or _PLAIN.issuperset(mapped)) and _needs_only_punycode(mapped):
        texts = mapped.split(".")
        return ".".join([text if text.isascii() else ACE_PREFIX + encode(text) for text in texts])
    labels = _process(mapped, be_strict=be_strict)
    if labels is None:
        return None
    result = ".".join([label.ascii for label in labels])
    if be_strict and len(result) > LONGEST_DOMAIN:  # VerifyDnsLength
        return None
    # An empty label is an error too, even the root label after a trailing dot.
    if be_strict and not all(1 <= len(label.ascii) <= LONGEST_LABEL for label in labels):
        return None
    return result


def to_unicode(domain: str) -> str | None:
    """Run *domain to Unicode* (URL Standard 3.3, UTS #46 section 4.3). Returns `None` after an
    error."""
    labels = _process(_map(domain), be_strict=False)
    return None if labels is None else ".".join(label.unicode for label in labels)


def _needs_only_punycode(mapped: str) -> bool:
    """Return `True` if no step but *Punycode encode* changes or rejects a domain of `_PLAIN` code
    points."""
    return (
        len(mapped) <= _MAX_LABEL_LENGTH
        and ACE_PREFIX not in mapped
        and unicodedata.normalize("NFC", mapped) == mapped
    )


def _process(mapped: str, *, be_strict: bool) -> list[_Label] | None:
    """Run UTS #46 section 4, Processing, after step 1 (Map). Returns `None` after an error."""
    # Each label is normalized separately, because U+002E does not combine, and normalization does
    # not produce it.
    labels: list[_Label] = []
    is_bidi, all_obey = False, True
    for text in mapped.split("."):
        # Long labels are not cached, so that the cache stays small.
        make_label = _label if len(text) <= _MAX_LABEL_LENGTH else _label.__wrapped__
        label = make_label(text, be_strict)
        if label is None:
            return None
        labels.append(label)
        is_bidi = is_bidi or label.is_rtl
        all_obey = all_obey and label.obeys_bidi_rule
    # Section 4.1, criterion 9 (CheckBidi): in a Bidi domain name, each label has to obey the Bidi
    # Rule.
    return None if is_bidi and not all_obey else labels


def _map(domain: str) -> str:
    return domain.lower() if domain.isascii() else domain.translate(_MAPPING)


def _remap(character: str) -> str | None:
    """Return a code point's UTS #46 mapping in Normalization Form C, or `None` if the code point is
    *disallowed*."""
    import idna

    try:
        return idna.uts46_remap(character, std3_rules=False)
    except idna.InvalidCodepoint:
        return None


def _mapping(code_point: int) -> str:
    mapped = _remap(chr(code_point))
    # A later step rejects disallowed code points.
    return chr(code_point) if mapped is None else mapped


def _bidi_class(character: str) -> str:
    """Return a code point's Bidi class, or `_INVALID` if its status is not *valid* or *deviation*
    (criterion 7)."""
    bidi_class: str = unicodedata.bidirectional(character)
    if character.isascii():
        return bidi_class
    if _remap(character) != character:
        return _INVALID
    is_plain = bidi_class not in _RTL and character not in _JOINERS and not _is_mark(character)
    if is_plain and len(_PLAIN) < TABLE_SIZE:
        _PLAIN.add(character)
    return bidi_class


def _is_mark(character: str) -> bool:
    return unicodedata.category(character).startswith("M")


_INVALID: Final = "invalid"
_JOINERS: Final = frozenset("\u200c\u200d")
_MAPPING: Final = FillingTable(_mapping)
_BIDI_CLASSES: Final = FillingTable(_bidi_class)
#: Valid code points, except right-to-left code points, joiners and marks. Non-ASCII ones are added
#: when they are first checked. Only `be_strict` can reject a normalized label of these code points.
_PLAIN: Final = set(map(chr, range(0x80))).difference(string.ascii_uppercase)


@lru_cache(maxsize=1024)
def _label(text: str, be_strict: bool) -> _Label | None:
    """Run steps 2 (Normalize) and 4 (Convert/Validate) of UTS #46 section 4. Returns `None` for an
    invalid label."""
    if text.isascii() and not text.startswith(ACE_PREFIX):
        label = text
    else:
        unicode_label = _to_unicode_label(text)
        if unicode_label is None:
            return None
        label = unicode_label
    # Section 4.1, Validity Criteria
    if label.startswith(ACE_PREFIX) or "." in label or (be_strict and not _is_std3(label)):
        return None
    classes = [*map(_BIDI_CLASSES.__getitem__, label)]
    if label.isascii():
        return _Label(label, label, False, _obeys_bidi_rule(classes))
    if _is_mark(label[0]) or _INVALID in classes or not _joiners_are_valid(label):
        return None
    is_rtl = not _RTL.isdisjoint(classes)
    return _Label(label, ACE_PREFIX + encode(label), is_rtl, _obeys_bidi_rule(classes))


def _to_unicode_label(text: str) -> str | None:
    """Normalize a label, and convert Punycode (steps 2 and 4.1). Returns `None` for an error."""
    if len(text) > _MAX_LABEL_LENGTH:
        return None
    label = unicodedata.normalize("NFC", text)
    if not label.startswith(ACE_PREFIX):
        return label
    # By RFC 3492 section 6.2, a leading hyphen is invalid, but Python's decoder accepts it as a
    # delimiter.
    if not label.isascii() or label.rfind("-", len(ACE_PREFIX)) == len(ACE_PREFIX):
        return None
    decoded = decode(label.removeprefix(ACE_PREFIX))
    if decoded is None or decoded.isascii() or unicodedata.normalize("NFC", decoded) != decoded:
        return None
    return decoded


def _is_std3(label: str) -> bool:
    """Return `True` if a label obeys criteria 2 and 3 (CheckHyphens), and the rule of criterion 7
    for ASCII (UseSTD3ASCIIRules)."""
    has_hyphens = label[2:4] == "--" or label.startswith("-") or label.endswith("-")
    return not has_hyphens and _NOT_STD3.search(label) is None


def _joiners_are_valid(label: str) -> bool:
    """Return `True` if a label passes CheckJoiners (criterion 8, RFC 5892 appendices A.1 and
    A.2)."""
    if _JOINERS.isdisjoint(label):
        return True
    from idna.core import valid_contextj

    try:
        return all(valid_contextj(label, index) for index, c in enumerate(label) if c in _JOINERS)
    except ValueError:
        return False


def _obeys_bidi_rule(classes: list[str]) -> bool:
    """Return `True` if a label obeys the Bidi Rule of RFC 5893 section 2. The rule does not apply
    to an empty label."""
    if not classes:
        return True
    end = len(classes)
    while end and classes[end - 1] == "NSM":
        end -= 1
    last = classes[end - 1] if end else ""
    # Conditions 5 and 6
    if classes[0] == "L":
        return _LTR_LABEL.issuperset(classes) and last in ("L", "EN")
    # Conditions 1 to 4
    return (
        classes[0] in ("R", "AL")
        and _RTL_LABEL.issuperset(classes)
        and last in ("R", "AL", "EN", "AN")
        and not _NUMBERS.issubset(classes)
    )
