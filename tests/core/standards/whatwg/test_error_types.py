"""The types of validation errors (URL Standard 1.1)."""

from __future__ import annotations

import pytest

from tests.cases import each_case
from urldom import InvalidURLError, explain
from urldom._core.standards.whatwg.error_types import DESCRIPTIONS
from urldom.whatwg import URL, ValidationError

#: The names in the table of the Standard, in its order.
NAMES = """
domain-to-ASCII domain-percent-encoded host-invalid-code-point IPv4-empty-part IPv4-too-few-parts IPv4-too-many-parts
IPv4-non-numeric-part IPv4-non-decimal-part IPv4-out-of-range-part IPv6-unclosed IPv6-invalid-compression
IPv6-too-many-pieces IPv6-multiple-compression IPv6-invalid-code-point IPv6-too-few-pieces IPv6-piece-leading-zero
IPv4-in-IPv6-too-many-pieces
IPv4-in-IPv6-invalid-code-point IPv4-in-IPv6-out-of-range-part IPv4-in-IPv6-too-few-parts invalid-URL-unit
special-scheme-missing-following-solidus missing-scheme-non-relative-URL invalid-reverse-solidus invalid-credentials
host-missing port-out-of-range port-invalid file-invalid-Windows-drive-letter file-invalid-Windows-drive-letter-host
"""


def test_each_error_of_the_standard_has_a_description():
    assert [*DESCRIPTIONS] == NAMES.split()
    assert all(ValidationError(name).description == text for name, text in DESCRIPTIONS.items())
    assert len({*DESCRIPTIONS.values()}) == len(DESCRIPTIONS)


@each_case(
    ("url", "base", "reason"),
    [
        (
            "a",
            "mailto:b",
            (
                'the base URL has an opaque path (no "/" follows the scheme): only a fragment can'
                " be relative to it"
            ),
        ),
        ("a", None, "it is a relative URL without a base: add https://, or pass a base"),
        ("example.com", None, "it is a relative URL without a base: add https://, or pass a base"),
        ("//h/a", None, "it is a relative URL without a base: add https:, or pass a base"),
        *[
            (url, None, "it is a relative URL without a base: pass a base")
            for url in ("", "/a/b", "\\a", "?q", "#f", "./a", "../a", " /a", "/[:")
        ],
        ("http://", None, "the host is missing"),
        ("http://h:65536", None, "the port is greater than 65535"),
    ],
)
def test_description_is_the_reason_of_a_failure(url, base, reason):
    with pytest.raises(InvalidURLError) as caught:
        URL(url, base)
    assert caught.value.reason == reason
    if reason.startswith("it is"):
        assert reason in str(explain(url))
