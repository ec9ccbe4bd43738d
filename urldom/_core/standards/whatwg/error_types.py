"""The types of validation errors (URL Standard 1.1), with our descriptions."""

from __future__ import annotations

from typing import Final

#: The descriptions of the error types, by their names.
DESCRIPTIONS: Final = {
    # IDNA
    "domain-to-ASCII": "the host is not a valid domain",
    # Host parsing
    "domain-percent-encoded": "the host contains a percent-encoded byte",
    "host-invalid-code-point": "the opaque host contains a forbidden host code point",
    "IPv4-empty-part": "the IPv4 address ends with a dot",
    "IPv4-too-few-parts": "the IPv4 address has fewer than four parts",
    "IPv4-too-many-parts": "the IPv4 address has more than four parts",
    "IPv4-non-numeric-part": "a part of the IPv4 address is not numeric",
    "IPv4-non-decimal-part": "the IPv4 address contains a hexadecimal or octal number",
    "IPv4-out-of-range-part": "a part of the IPv4 address is out of range",
    "IPv6-unclosed": "the IPv6 address has no closing bracket",
    "IPv6-invalid-compression": "the IPv6 address begins with a single colon",
    "IPv6-too-many-pieces": "the IPv6 address has more than eight pieces",
    "IPv6-multiple-compression": "the IPv6 address is compressed in more than one spot",
    "IPv6-invalid-code-point": (
        "the IPv6 address has a character other than a hex digit or a colon, or ends too early"
    ),
    "IPv6-too-few-pieces": "the IPv6 address is not compressed and has fewer than eight pieces",
    "IPv6-piece-leading-zero": "a piece of the IPv6 address has a leading zero",
    "IPv4-in-IPv6-too-many-pieces": (
        "the IPv4 address in the IPv6 address comes after more than six pieces"
    ),
    "IPv4-in-IPv6-invalid-code-point": "the IPv4 address in the IPv6 address is malformed",
    "IPv4-in-IPv6-out-of-range-part": "a part of the IPv4 address in the IPv6 address exceeds 255",
    "IPv4-in-IPv6-too-few-parts": "the IPv4 address in the IPv6 address has fewer than four parts",
    # URL parsing
    "invalid-URL-unit": "a code point is not a URL unit",
    "special-scheme-missing-following-solidus": "the scheme is not followed by //",
    "missing-scheme-non-relative-URL": "it is a relative URL without a base",
    "invalid-reverse-solidus": "a backslash stands for a slash",
    "invalid-credentials": "the URL includes credentials",
    "host-missing": "the host is missing",
    "port-out-of-range": "the port is greater than 65535",
    "port-invalid": "the port is not a number",
    "file-invalid-Windows-drive-letter": (
        "a relative URL to a file URL starts with a Windows drive letter"
    ),
    "file-invalid-Windows-drive-letter-host": "the host of the file URL is a Windows drive letter",
}

#: The reason why a relative URL fails although there is a base URL.
NOT_RELATIVE_TO_OPAQUE: Final = (
    'the base URL has an opaque path (no "/" follows the scheme): only a fragment can be relative'
    " to it"
)


def without_a_base(url: str) -> str:
    """Return the reason why a relative URL without a base fails, and how to mend it."""
    advice = "add https://, or pass a base"
    if url[:2] == "//":
        advice = "add https:, or pass a base"
    elif url[:1] in {*"/\\?#.", ""}:  # In `https:///a`, the path `a` would be the host.
        advice = "pass a base"
    return f"{DESCRIPTIONS['missing-scheme-non-relative-URL']}: {advice}"
