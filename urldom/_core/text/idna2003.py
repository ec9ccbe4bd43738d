"""RFC 3490's ToASCII, with the AllowUnassigned and UseSTD3ASCIIRules flags set (HTML5 2.6.3 step 6,
ruling 5).

Nameprep gives the results of `encodings.idna.nameprep`, but looks at each character only once. Its
tables are those of `stringprep`, which is imported for the first domain outside ASCII."""

from __future__ import annotations

import re
import string
from collections.abc import Callable
from functools import lru_cache
from typing import Final
from unicodedata import ucd_3_2_0

from urldom._core.errors import Failure
from urldom._core.text.filling_table import TABLE_SIZE, FillingTable
from urldom._core.text.grammar import LONGEST_LABEL
from urldom._core.text.percent_encoding import BARE_PERCENT, REG_NAME_CHARACTERS, percent_decode
from urldom._core.text.punycode import ACE_PREFIX, encode
from urldom._core.text.unicode import scalar_value_string

_PREPARED_SIZE: Final = 4 * LONGEST_LABEL

_STD3_LABEL: Final = rf"(?!-)[A-Za-z0-9\-]{{1,{LONGEST_LABEL}}}(?<!-)"
#: Matches a domain that ToASCII does not change.
_is_std3_domain = re.compile(rf"{_STD3_LABEL}(?:\.{_STD3_LABEL})*\.?\Z").match
_STD3_VIOLATION: Final = re.compile(r"[\x00-,./:-@\[-`{-\x7F]")
# Nameprep removes these characters (RFC 3454 table B.1). NFKC makes the others at most four times
# shorter, and Punycode writes at least one character for each, so a label with more than
# `_PREPARED_SIZE` of them is always too long.
_MAPPED_TO_NOTHING: Final = re.compile(
    "[\u00ad\u034f\u1806\u180b-\u180d\u200b-\u200d\u2060\ufe00-\ufe0f\ufeff]"
)

#: The escape of an ASCII character that Nameprep keeps and step 3 of ToASCII rejects. The group is
#: its code point. `<`, `=` and `>` are left to step 3: with U+0338 after them, Nameprep composes
#: characters that are not ASCII.
_ESCAPED_STD3_VIOLATION: Final = (
    "%([01][0-9A-Fa-f]|2[0-9A-CFa-cf]|3[ABFabf]|40|5[B-Fb-f]|60|7[B-Fb-f])"
)
_find_escaped: Final = re.compile(_ESCAPED_STD3_VIOLATION).search
_ESCAPED_IN_A_REG_NAME: Final = re.escape(
    re.sub(f"[{REG_NAME_CHARACTERS}%<>]", "", "".join(map(chr, range(0x80))))
)
#: Finds the same, or an ASCII character that a <reg-name> cannot contain, or a percent sign that
#: does not begin an escape.
find_escaped_or_to_be_escaped: Final = re.compile(
    rf"[{_ESCAPED_IN_A_REG_NAME}]|{_ESCAPED_STD3_VIOLATION}|{BARE_PERCENT.pattern}"
).search
_TOO_LONG: Final = f"a label of its host is longer than {LONGEST_LABEL} characters"
_PROHIBITED: Final = "prohibited"
_LTR: Final = "LCat"
_RTL: Final = "RandALCat"


def decode_escapes(
    domain: str, find_rejected: Callable[[str], re.Match[str] | None] = _find_escaped
) -> str:
    """Decode the escapes of a domain. Raises `Failure` for the escape of a character that
    `to_ascii` rejects. With `find_escaped_or_to_be_escaped`, a domain that is not yet escaped is
    treated as if it were (ruling 15)."""
    found = find_rejected(domain)
    if found is not None:
        digits = found[1]
        raise _std3_violation(chr(int(digits, 16)) if digits else found[0])
    if not domain.isascii():
        domain = scalar_value_string(domain)
    if "%" not in domain:
        return domain
    try:
        return percent_decode(domain.encode()).decode()
    except UnicodeError:
        raise Failure("its host contains percent-encoded bytes that are not UTF-8") from None


def _std3_violation(character: str) -> Failure:
    return Failure(f"its host contains {character!r}, which is not a letter, digit or hyphen")


def to_ascii(domain: str) -> str:
    """Apply ToASCII to each label of a domain. Raises `Failure`."""
    if domain.isascii() and _is_std3_domain(domain):
        return domain
    # RFC 3490 section 3.1, requirement 1
    labels = domain.replace("\u3002", ".").replace("\uff0e", ".").replace("\uff61", ".").split(".")
    has_root = len(labels) > 1 and labels[-1] == ""
    if has_root:
        labels.pop()
    ascii_labels: list[str] = []
    for label in labels:
        if len(label) <= _PREPARED_SIZE:
            ascii_labels.append(_label_to_ascii(label))
        else:
            ascii_labels.append(_long_label_to_ascii(label))
    if has_root:
        ascii_labels.append("")
    return ".".join(ascii_labels)


@lru_cache(maxsize=2048)
def _label_to_ascii(label: str) -> str:
    # RFC 3490 section 4.1, step 1
    if not PLAIN.issuperset(label):
        if not label.isascii():
            label = nameprep(label)  # step 2
        # Step 3
        found = _STD3_VIOLATION.search(label)
        if found:
            raise _std3_violation(found[0])
    if label.startswith("-") or label.endswith("-"):
        raise Failure("a label of its host begins or ends with a hyphen")
    # Step 4
    if not label.isascii():
        # Step 5
        if label.startswith(ACE_PREFIX):
            raise Failure(f"a label of its host begins with {ACE_PREFIX} and is not ASCII")
        # Steps 6 and 7
        label = ACE_PREFIX + encode(label)
    # Step 8
    if not label:
        raise Failure("a label of its host is empty")
    if len(label) > LONGEST_LABEL:
        raise Failure(_TOO_LONG)
    return label


def _long_label_to_ascii(label: str) -> str:
    # Check the length before any step that takes more than linear time.
    if not label.isascii():
        # U+00AD keeps the label outside ASCII, so that Nameprep still runs, which then removes
        # U+00AD.
        label = "\u00ad" + _MAPPED_TO_NOTHING.sub("", label)
    if len(label) > _PREPARED_SIZE:
        raise Failure(_TOO_LONG)
    return _label_to_ascii(label)


def nameprep(label: str) -> str:
    """Prepare a label by RFC 3491, as `encodings.idna.nameprep` does. Raises `Failure`."""
    # Sections 3 and 4
    prepared = ucd_3_2_0.normalize("NFKC", label.translate(_MAPPING))
    kinds = [*map(_KINDS.__getitem__, prepared)]
    # Sections 5 and 6 (RFC 3454 section 6)
    if _PROHIBITED in kinds or (_RTL in kinds and not _are_bidirectional(kinds)):
        raise Failure(
            f"the label {label!r} of its host contains a character that Nameprep prohibits"
        )
    return prepared


def _are_bidirectional(kinds: list[str]) -> bool:
    """Return `True` if right-to-left characters are allowed in a text of these kinds (RFC 3454
    section 6): it begins and ends with them, and has no left-to-right characters."""
    return kinds[0] == _RTL and kinds[-1] == _RTL and _LTR not in kinds


def _mapping(code_point: int) -> str:
    """Return the text to which RFC 3491 section 3 maps a code point."""
    import stringprep

    character = chr(code_point)
    return "" if stringprep.in_table_b1(character) else stringprep.map_table_b2(character)


def _kind(character: str) -> str:
    """Return the kind of a character in RFC 3491 sections 5 and 6: `_PROHIBITED`, `_LTR`, `_RTL` or
    `""`."""
    import stringprep

    category = ucd_3_2_0.category(character)
    # The tables of prohibited characters contain no letters, so letters skip this slow check.
    if not category.startswith("L") and _is_prohibited(character):
        return _PROHIBITED
    if stringprep.in_table_d1(character):
        return _RTL
    # An inert character stays unchanged in any text. Marks and conjoining jamo are not inert,
    # because they can compose with the character before them. Unassigned code points have no known
    # properties, so they do not count as inert.
    is_inert = (
        category[0] not in "MC"
        and not character.isascii()
        and not "\u1100" <= character <= "\u11ff"
        and character == ucd_3_2_0.normalize("NFKC", _MAPPING[ord(character)])
    )
    if is_inert and len(PLAIN) < TABLE_SIZE:
        PLAIN.add(character)
    return _LTR if stringprep.in_table_d2(character) else ""


def _is_prohibited(character: str) -> bool:
    """Return `True` if a table of RFC 3491 section 5 has the character."""
    import stringprep

    return (
        stringprep.in_table_c12(character)
        or stringprep.in_table_c22(character)
        or stringprep.in_table_c3(character)
        or stringprep.in_table_c4(character)
        or stringprep.in_table_c5(character)
        or stringprep.in_table_c6(character)
        or stringprep.in_table_c7(character)
        or stringprep.in_table_c8(character)
        or stringprep.in_table_c9(character)
    )


_MAPPING: Final = FillingTable(_mapping)
_KINDS: Final = FillingTable(_kind)
#: Characters found so far that Nameprep does not change in any text.
PLAIN: Final = {*string.ascii_lowercase, *string.digits, "-"}
