"""3.3 IDNA: the domain parser and domain to Unicode, by UTS #46 with the Standard's parameters.

The mapping and status tables are the `idna` package's; it is imported when the first non-ASCII domain is met.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final, NamedTuple

try:
    # The Unicode Character Database of the `idna` tables' version. Without it, what is newer than Python's own database
    # counts as left-to-right and as no mark.
    import unicodedata2 as unicodedata
except ImportError:
    import unicodedata

from urldom.errors import InvalidURLError
from urldom.whatwg.percent_encoding import scalar_value_string
from urldom.whatwg.units import FORBIDDEN_DOMAIN_CODE_POINT
from urldom.whatwg.validation import Errors, Failure, fail, record

#: Punycode takes quadratic time, so a label has a limit, as in the library that browsers use for this. It is far beyond
#: the 63 code points of the DNS.
MAX_LABEL_LENGTH: Final = 1000

_NOT_STD3 = re.compile(r"[\0-,./:-`{-\x7f]")
_RTL = frozenset(("R", "AL", "AN"))
_NUMBERS = frozenset(("EN", "AN"))
_LTR_LABEL = frozenset(("L", "EN", "ES", "CS", "ET", "ON", "BN", "NSM"))
_RTL_LABEL = frozenset(("R", "AL", "AN", "EN", "ES", "CS", "ET", "ON", "BN", "NSM"))


def domain_to_ascii(domain: str, *, be_strict: bool = False) -> str:
    """What the URL Standard's domain parser (3.3) makes of a domain, as it stands in a URL. `be_strict` is for domains
    that are to be valid: the rules for host names and the lengths of the DNS hold then.

    Raises `InvalidURLError`.

    >>> domain_to_ascii("faß.EXAMPLE"), domain_to_ascii("a_b")
    ('xn--fa-hia.example', 'a_b')
    """
    try:
        return domain_parser(scalar_value_string(domain), be_strict=be_strict)
    except Failure as failure:
        raise InvalidURLError(domain, failure.reason, "whatwg") from None


def domain_parser(domain: str, *, be_strict: bool, errors: Errors = None) -> str:
    """3.3 The domain parser, given a scalar value string. Raises `Failure`."""
    # Steps 1 to 3. Unless strict, this is only for the validation error.
    if be_strict or errors is not None:
        strict_result = domain_parser_to_ascii(domain, be_strict=True)
        if be_strict:
            if strict_result is None:
                fail(errors, "domain-to-ASCII", domain)
            return strict_result
    else:
        strict_result = domain
    # Steps 4 to 6
    result = domain.lower() if domain.isascii() else domain_parser_to_ascii(domain, be_strict=False)
    # Steps 7 and 8
    if not result or FORBIDDEN_DOMAIN_CODE_POINT.search(result):
        fail(errors, "domain-to-ASCII", domain)
    if strict_result is None:
        record(errors, "domain-to-ASCII", domain)
    return result


def domain_to_unicode(domain: str) -> str:
    """What the URL Standard's *domain to Unicode* (3.3) makes of a domain, as it is shown to people: `domain` itself
    where that has errors.

    >>> domain_to_unicode("xn--fa-hia.example"), domain_to_unicode("xn--a")
    ('faß.example', 'xn--a')
    """
    labels = _process(scalar_value_string(domain), be_strict=False)
    return domain if labels is None else ".".join(label.unicode for label in labels)


class _Label(NamedTuple):
    """A label after UTS #46 section 4, step 4 (Convert/Validate)."""

    unicode: str
    ascii: str
    #: Whether it has a right-to-left code point, and whether it satisfies the Bidi Rule of RFC 5893 section 2.
    is_rtl: bool
    obeys_bidi_rule: bool


def domain_parser_to_ascii(domain: str, *, be_strict: bool) -> str | None:
    """3.3 Domain parser ToASCII (UTS #46 section 4.2); `None` where an error was recorded."""
    labels = _process(domain, be_strict=be_strict)
    if labels is None:
        return None
    result = ".".join([label.ascii for label in labels])
    # VerifyDnsLength: the empty root label is an error too
    if be_strict and not (len(result) <= 253 and all(1 <= len(label.ascii) <= 63 for label in labels)):
        return None
    return result


def _process(domain: str, *, be_strict: bool) -> list[_Label] | None:
    """UTS #46 section 4, Processing; `None` where an error was recorded."""
    # Step 1 (Map). Every label is normalized by itself: neither does U+002E compose, nor does anything become one.
    labels = []
    for text in _map(domain).split("."):
        # What is remembered is bounded, in number and in size.
        label = (_label if len(text) <= MAX_LABEL_LENGTH else _label.__wrapped__)(text, be_strict)
        if label is None:
            return None
        labels.append(label)
    # Section 4.1, criterion 9 (CheckBidi): in a Bidi domain name every label obeys the rule
    if any(label.is_rtl for label in labels) and not all(label.obeys_bidi_rule for label in labels):
        return None
    return labels


def _map(domain: str) -> str:
    return domain.lower() if domain.isascii() else domain.translate(_MAPPING)


class _Mapping:
    """The UTS #46 mapping, as `str.translate` wants it."""

    @staticmethod
    @lru_cache(maxsize=4096)
    def __getitem__(code_point: int) -> str:
        from idna import InvalidCodepoint, uts46_remap

        try:
            return uts46_remap(chr(code_point), std3_rules=False)
        except InvalidCodepoint:
            return chr(code_point)  # left unchanged, for validation to find


_MAPPING: Final = _Mapping()


def _is_valid(character: str) -> bool:
    """Whether the status of a code point that is in Normalization Form C is *valid* or *deviation* (criterion 7)."""
    from idna import InvalidCodepoint, uts46_remap

    try:
        return uts46_remap(character, std3_rules=False) == character
    except InvalidCodepoint:
        return False


@lru_cache(maxsize=1024)
def _label(text: str, be_strict: bool) -> _Label | None:
    """UTS #46 section 4, steps 2 (Normalize) and 4 (Convert/Validate) for one mapped label, or `None`."""
    if text.isascii() and not text.startswith("xn--"):
        label = text
    else:
        if len(text) > MAX_LABEL_LENGTH:
            return None
        label = unicodedata.normalize("NFC", text)
        # Step 4.1
        if label.startswith("xn--"):
            # RFC 3492 6.2: a delimiter that nothing is before is none, and no digit either. Python takes it for one.
            if not label.isascii() or label.rfind("-", 4) == 4:
                return None
            try:
                label = label[4:].encode().decode("punycode")
            except (UnicodeError, OverflowError):  # Python 3.13 fails so at where it would report an error
                return None
            if label.isascii() or not unicodedata.is_normalized("NFC", label):
                return None
    # Section 4.1, Validity Criteria
    if be_strict and (label[2:4] == "--" or label.startswith("-") or label.endswith("-")):
        return None
    if label.startswith("xn--") or "." in label:
        return None
    if be_strict and _NOT_STD3.search(label):
        return None
    if label.isascii():
        return _Label(label, label, False, _obeys_bidi_rule(label))
    if unicodedata.category(label[0]).startswith("M"):
        return None
    if not all(_is_valid(character) for character in label if not character.isascii()):
        return None
    if not _joiners_are_valid(label):
        return None
    is_rtl = any(unicodedata.bidirectional(character) in _RTL for character in label)
    return _Label(label, f"xn--{label.encode('punycode').decode()}", is_rtl, _obeys_bidi_rule(label))


def _joiners_are_valid(label: str) -> bool:
    """CheckJoiners (criterion 8): the ContextJ rules of RFC 5892 appendices A.1 and A.2."""
    if "\u200c" not in label and "\u200d" not in label:
        return True
    from idna.core import valid_contextj

    try:
        return all(valid_contextj(label, index) for index, c in enumerate(label) if c in "\u200c\u200d")
    except ValueError:
        return False


def _obeys_bidi_rule(label: str) -> bool:
    """RFC 5893 section 2. (The empty label is out of its scope, and passes.)"""
    if not label:
        return True
    classes = [unicodedata.bidirectional(character) for character in label]
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
