"""RFC 3490's ToASCII, with the AllowUnassigned and UseSTD3ASCIIRules flags set (2.6.3 step 6; ruling 5).

Nameprep and Punycode are the standard library's; the STD3 rules are here.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

ACE_PREFIX: Final = "xn--"
_LABEL_SIZE: Final = 63  # characters

# RFC 3490 section 3.1, requirement 1
_split_labels = re.compile("[.\u3002\uff0e\uff61]").split
_STD3_LABEL: Final = r"(?!-)[A-Za-z0-9\-]{1,63}(?<!-)"
#: A domain that ToASCII leaves as it is.
_is_std3_domain = re.compile(rf"{_STD3_LABEL}(?:\.{_STD3_LABEL})*\.?\Z").match
#: Hosts that it leaves as they are, and are quick to match: lower-case labels, no two hyphens in a row. Linear, because
#: each repetition begins with a character that the one before lacks.
PLAIN_HOST: Final = r"[a-z0-9]+(?:[.\-][a-z0-9]+)*"
#: The length in characters up to which a plain host has no label that is too long.
PLAIN_HOST_LENGTH: Final = 63
_STD3_VIOLATION: Final = re.compile(r"[\x00-,./:-@\[-`{-\x7F]")
# Nameprep maps these to nothing (RFC 3454 table B.1); what is left shrinks at most fourfold in composition (NFKC), and
# Punycode writes at least one character for each code point.
_MAPPED_TO_NOTHING: Final = re.compile("[\u00ad\u034f\u1806\u180b-\u180d\u200b-\u200d\u2060\ufe00-\ufe0f\ufeff]")


def to_ascii(domain: str) -> str:
    """The domain with ToASCII applied to each label. Raises `ValueError` whose text is the reason, a sentence.

    >>> to_ascii("Bücher.example"), to_ascii("EXAMPLE.com.")
    ('xn--bcher-kva.example', 'EXAMPLE.com.')
    """
    if _is_std3_domain(domain):
        return domain
    labels = _split_labels(domain)
    root = labels[1:] and labels[-1] == ""
    if root:
        labels.pop()
    ascii_domain = ".".join([_label_to_ascii(label) for label in labels])
    return f"{ascii_domain}." if root else ascii_domain


@lru_cache(maxsize=2048)
def _short_label_to_ascii(label: str) -> str:
    # RFC 3490 section 4.1, step 1
    if not label.isascii():
        from encodings.idna import nameprep  # the tables take a while to load

        try:
            label = nameprep(label)  # step 2
        except UnicodeError:
            raise ValueError(f"the label {label!r} of its host holds what Nameprep prohibits") from None
    # Step 3
    found = _STD3_VIOLATION.search(label)
    if found:
        raise ValueError(f"its host holds {found[0]!r}, which is no letter, digit or hyphen")
    if label.startswith("-") or label.endswith("-"):
        raise ValueError("a label of its host begins or ends with a hyphen")
    # Step 4
    if not label.isascii():
        # Step 5
        if label.startswith(ACE_PREFIX):
            raise ValueError(f"a label of its host begins with {ACE_PREFIX} and is not ASCII")
        # Steps 6 and 7
        label = ACE_PREFIX + label.encode("punycode").decode("ascii")
    # Step 8
    if not label:
        raise ValueError("a label of its host is empty")
    if len(label) > _LABEL_SIZE:
        raise ValueError(_TOO_LONG)
    return label


_TOO_LONG: Final = f"a label of its host is longer than {_LABEL_SIZE} characters"


def _label_to_ascii(label: str) -> str:
    # Before anything is done whose time grows with more than the length.
    if len(label) > 4 * _LABEL_SIZE and not label.isascii():
        label = "\u00ad" + _MAPPED_TO_NOTHING.sub("", label)  # keeps one, so that Nameprep is still due
    if len(label) > 4 * _LABEL_SIZE:
        raise ValueError(_TOO_LONG)
    return _short_label_to_ascii(label)
