"""Validation errors (URL Standard 1.1), with the examples of the table and the errors of each
step."""

from __future__ import annotations

import pytest

from tests.cases import each_case
from urldom import InvalidURLError
from urldom._core.standards.whatwg.validation import DESCRIPTIONS
from urldom.whatwg import URL, ValidationError, validation_errors


def names(url: str, base: str | None = None) -> list[str]:
    return [error.name for error in validation_errors(url, base)]


# name, example, whether it is a failure
EXAMPLES = [
    ("domain-to-ASCII", "https://exa%23mple.org", True),
    ("domain-percent-encoded", "https://exam%70le.org", False),
    ("host-invalid-code-point", "foo://exa[mple.org", True),
    ("IPv4-empty-part", "https://127.0.0.1./", False),
    ("IPv4-too-few-parts", "https://1.2.3/", False),
    ("IPv4-too-many-parts", "https://1.2.3.4.5/", True),
    ("IPv4-non-numeric-part", "https://test.42", True),
    ("IPv4-non-decimal-part", "https://127.0.0x0.1", False),
    ("IPv4-out-of-range-part", "https://255.255.4000.1", True),
    ("IPv6-unclosed", "https://[::1", True),
    ("IPv6-invalid-compression", "https://[:1]", True),
    ("IPv6-too-many-pieces", "https://[1:2:3:4:5:6:7:8:9]", True),
    ("IPv6-multiple-compression", "https://[1::1::1]", True),
    ("IPv6-invalid-code-point", "https://[1:2:3!:4]", True),
    ("IPv6-invalid-code-point", "https://[1:2:3:]", True),
    ("IPv6-too-few-pieces", "https://[1:2:3]", True),
    ("IPv6-piece-leading-zero", "https://[::01]", False),
    ("IPv4-in-IPv6-too-many-pieces", "https://[1:1:1:1:1:1:1:127.0.0.1]", True),
    ("IPv4-in-IPv6-invalid-code-point", "https://[ffff::.0.0.1]", True),
    ("IPv4-in-IPv6-invalid-code-point", "https://[ffff::127.0.xyz.1]", True),
    ("IPv4-in-IPv6-invalid-code-point", "https://[ffff::127.0xyz]", True),
    ("IPv4-in-IPv6-invalid-code-point", "https://[ffff::127.00.0.1]", True),
    ("IPv4-in-IPv6-invalid-code-point", "https://[ffff::127.0.0.1.2]", True),
    ("IPv4-in-IPv6-out-of-range-part", "https://[ffff::127.0.0.4000]", True),
    ("IPv4-in-IPv6-too-few-parts", "https://[ffff::127.0.0]", True),
    ("invalid-URL-unit", "https://example.org/>", False),
    ("invalid-URL-unit", " https://example.org ", False),
    ("invalid-URL-unit", "ht\ntps://example.org", False),
    ("invalid-URL-unit", "https://example.org/%s", False),
    ("special-scheme-missing-following-solidus", "file:c:/my-secret-folder", False),
    ("special-scheme-missing-following-solidus", "https:example.org", False),
    ("missing-scheme-non-relative-URL", "💩", True),
    ("invalid-reverse-solidus", "https://example.org\\x", False),
    ("invalid-credentials", "https://user@example.org", False),
    ("invalid-credentials", "ssh://user@example.org", False),
    ("host-missing", "https://#fragment", True),
    ("host-missing", "https://:443", True),
    ("port-out-of-range", "https://example.org:70000", True),
    ("port-invalid", "https://example.org:7z", True),
    ("file-invalid-Windows-drive-letter-host", "file://c:", False),
]


@each_case(("name", "url", "failure"), EXAMPLES)
def test_example_of_the_table_has_the_error_of_the_same_row(name, url, failure):
    # Some examples also have earlier errors.
    error = next(error for error in validation_errors(url) if error.name == name)
    assert error.failure == failure
    assert validation_errors(url)[-1].failure == failure
    assert URL.can_parse(url) != failure
    assert error.description == DESCRIPTIONS[name]


@pytest.mark.parametrize(
    ("url", "base", "expected"),
    [
        ("https:foo.html", "https://example.org/", ["special-scheme-missing-following-solidus"]),
        ("💩", "mailto:user@example.org", ["missing-scheme-non-relative-URL"]),
        ("c:/path/to/file", "file:///c:/", []),  # no error: `c:` is a scheme
        ("/c:/path/to/file", "file:///c:/", []),  # no error: the drive letter comes after the slash
        ("c|/path", "file:///c:/", ["file-invalid-Windows-drive-letter", "invalid-URL-unit"]),
    ],
)
def test_relative_url_has_the_expected_errors(url, base, expected):
    assert names(url, base) == expected


@each_case(
    ("url", "expected"),
    [
        ("https://example.com/a?b#c", []),
        ("https://user:password@", ["invalid-credentials", "host-missing"]),
        ("https://a@b@c/", ["invalid-credentials", "invalid-credentials"]),
        ("https:\\\\h", ["special-scheme-missing-following-solidus"] * 3),
        ("http:////h", ["special-scheme-missing-following-solidus"] * 2),
        (
            "http://h\\a b\\%",
            [
                "invalid-reverse-solidus",
                "invalid-URL-unit",
                "invalid-reverse-solidus",
                "invalid-URL-unit",
            ],
        ),
        ("foo://h/\\", ["invalid-URL-unit"]),
        ("http://h/?\\#\\", ["invalid-URL-unit"] * 2),
        (
            "http://0x7f.1./",
            ["domain-to-ASCII", "IPv4-empty-part", "IPv4-too-few-parts", "IPv4-non-decimal-part"],
        ),
        ("http://1.2.3.0400/", ["IPv4-non-decimal-part", "IPv4-out-of-range-part"]),
        ("http://%30/", ["domain-percent-encoded", "IPv4-too-few-parts"]),
        ("http://a_b/", ["domain-to-ASCII"]),
        ("http://example.com./", ["domain-to-ASCII"]),
        ("http://xn--a/", ["domain-to-ASCII"]),
        ("http://%41.-x/", ["domain-percent-encoded", "domain-to-ASCII"]),
        ("http://a b/", ["domain-to-ASCII"]),
        ("foo://a\u0080%zz/", ["invalid-URL-unit", "invalid-URL-unit"]),
        (
            "file:\\\\h\\x",
            ["special-scheme-missing-following-solidus"] + ["invalid-reverse-solidus"] * 3,
        ),
        ("file:///C|/x", ["invalid-URL-unit"]),
        ("file://C|/x", ["file-invalid-Windows-drive-letter-host"]),
        ("mailto:a b ?c", ["invalid-URL-unit", "invalid-URL-unit"]),
        ("data:\ufdd0\ufffe\U0010ffff", ["invalid-URL-unit"] * 3),
    ],
)
def test_errors_are_in_the_order_of_the_steps(url, expected):
    assert names(url) == expected


def test_error_quotes_the_invalid_text():
    assert validation_errors("http://h:x1/") == (
        ValidationError("port-invalid", "x1", failure=True, start=9, end=11),
    )
    assert [error.found for error in validation_errors("http://h/ %zz|")] == [" ", "%", "|"]


def test_invalid_base_raises():
    with pytest.raises(InvalidURLError, match="not a URL under whatwg"):
        validation_errors("x", "nothing")


@pytest.mark.parametrize("arguments", [(b"http://h/",), (None,), ("x", b"http://h/"), ("x", 5)])
def test_url_or_base_of_a_wrong_type_raises(arguments):
    with pytest.raises(TypeError, match="must be a str or a URL of urldom, not"):
        validation_errors(*arguments)


def test_reason_of_a_failure_is_a_message():
    with pytest.raises(InvalidURLError) as info:
        URL("http://h:99999/")
    assert (info.value.url, info.value.reason, info.value.standard) == (
        "http://h:99999/",
        "the port is greater than 65535",
        "whatwg",
    )


@each_case(
    ("url", "expected"),
    [
        (" http://h/", [("invalid-URL-unit", " ", 0)]),
        ("http://h/  ", [("invalid-URL-unit", " ", 10)]),
        (
            "\t\thttp://h/a\tb c",
            [
                ("invalid-URL-unit", "\t", 0),
                ("invalid-URL-unit", "\t", 12),
                ("invalid-URL-unit", " ", 14),
            ],
        ),
        ("http://h/%41%zz%", [("invalid-URL-unit", "%", 12), ("invalid-URL-unit", "%", 15)]),
        (
            " http://h/^^",
            [
                ("invalid-URL-unit", " ", 0),
                ("invalid-URL-unit", "^", 10),
                ("invalid-URL-unit", "^", 11),
            ],
        ),
        ("x://h/\U0001f600 \ud800|", [("invalid-URL-unit", " ", 7), ("invalid-URL-unit", "|", 9)]),
        ("x:\ud83d\ude00|", [("invalid-URL-unit", "|", 4)]),
        (
            "http://h\\a\\b",
            [("invalid-reverse-solidus", "\\", 8), ("invalid-reverse-solidus", "\\", 10)],
        ),
        ("http://u:p@h/", [("invalid-credentials", "u:p", 7)]),
        ("http://a@b@h/", [("invalid-credentials", "a@b", 7), ("invalid-credentials", "a@b", 7)]),
        (
            "http://[01:001::1]/",
            [("IPv6-piece-leading-zero", "01", 8), ("IPv6-piece-leading-zero", "001", 11)],
        ),
        (
            "http://01.0x1.1.01/",
            [
                ("IPv4-non-decimal-part", "01", 7),
                ("IPv4-non-decimal-part", "0x1", 10),
                ("IPv4-non-decimal-part", "01", 16),
            ],
        ),
        ("http://^h/", [("domain-to-ASCII", "^h", 7)]),
        ("foo://a b/", [("host-invalid-code-point", " ", 7)]),
        ("foo://<a%zz%4/", [("host-invalid-code-point", "<", 6)]),
        ('foo://"{a%zz%4/', [("invalid-URL-unit", '"', 6), ("invalid-URL-unit", "%", 9)]),
        ("http://h:x1/", [("port-invalid", "x1", 9)]),
        ("http://h/a|?|", [("invalid-URL-unit", "|", 10), ("invalid-URL-unit", "|", 12)]),
    ],
)
def test_error_has_the_place_of_its_code_points(url, expected):
    """The place is in the input as it was written, before tabs, newlines and spaces are removed."""
    errors = validation_errors(url)
    assert [(error.name, error.found, error.start) for error in errors] == expected
    assert [error.end - error.start for error in errors] == [len(error.found) for error in errors]


def test_place_of_code_points_that_were_decoded_is_that_of_their_part():
    (_, error) = validation_errors("http://a%5Eb/")
    assert (error.name, error.found, error.start, error.end) == ("domain-to-ASCII", "a^b", 7, 12)
