"""RFC 3490's ToASCII, step by step, with Nameprep of the standard library."""

from __future__ import annotations

from encodings.idna import nameprep


def to_ascii(domain: str) -> str:
    """Convert a domain by RFC 3490 sections 3.1 and 4.1. Its last label may be empty. Raises
    `UnicodeError` if ToASCII fails."""
    for dot in "\u3002\uff0e\uff61":
        domain = domain.replace(dot, ".")
    labels = domain.split(".")
    root = [labels.pop()] if len(labels) > 1 and labels[-1] == "" else []
    return ".".join([*map(label_to_ascii, labels), *root])


def label_to_ascii(label: str) -> str:
    if not label.isascii():  # Steps 1 and 2
        label = nameprep(label)
    if (
        any(c.isascii() and not (c.isalnum() or c == "-") for c in label)
        or label[:1] == "-"
        or label[-1:] == "-"
    ):
        raise UnicodeError("not a host name")  # Step 3
    if not label.isascii():  # Steps 4 to 7
        if label.startswith("xn--"):
            raise UnicodeError("begins with the ACE prefix")
        label = f"xn--{label.encode('punycode').decode()}"
    if not 1 <= len(label) <= 63:  # Step 8
        raise UnicodeError("too short or too long")
    return label
