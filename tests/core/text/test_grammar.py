"""The grammars, by their productions in RFC 3986, and the numbers of ports."""

from __future__ import annotations

import re

import pytest

from tests.cases import each_case
from urldom._core.text.grammar import (
    DEC_OCTET,
    HTML5_UNRESERVED,
    IPV6_ADDRESS,
    SCHEME,
    UCSCHAR,
    UNRESERVED,
    USUAL_IPV6_ADDRESS,
    ip_literal,
    leading_digits,
    port_number,
    run,
    uri_reference,
)


@pytest.mark.parametrize(
    "text", ["http://h/%41%zz", "http://h/%", "http://h/%4", "?%41%4g", "#%%41", "//%zz/", "//u%@h"]
)
def test_percent_sign_without_two_hex_digits_is_not_in_a_uri(text):
    assert uri_reference().match(text) is None
    assert uri_reference().match(re.sub("%(?![0-9A-F]{2})", "%25", text)) is not None


def test_run_has_escapes_and_its_members():
    expression = re.compile(run("0-9a-f"))
    texts = ["", "abc", "%41%7fb", "g", "%4", "a%fg", "%41%"]
    assert [text for text in texts if expression.fullmatch(text)] == texts[:3]


@each_case(
    ("text", "is_valid", "is_usual"),
    [
        ("1:2:3:4:5:6:7:8", True, False),
        (
            "1::2:3:4:5:6:7",
            True,
            False,
        ),  # Here `::` replaces one piece, and a serializer writes it as 0.
        ("1::2:3:4:5:6", True, True),
        ("1:2:3:4:5::", True, True),
        ("1:2:3:4:5:6:7::", True, False),
        ("::2:3:4:5:6", True, True),
        ("::2:3:4:5:6:7", True, False),
        ("::", True, True),
        ("abcd::ef01", True, True),
        ("ABCD::", True, False),
        ("01::", True, False),
        ("::0", True, False),
        ("::1.2.3.4", True, False),
        ("1::2::3", False, False),
        ("12345::", False, False),
        ("1:2:3:4:5:6:7:8:9", False, False),
        ("1:2:3:4:5:6:7", False, False),
        ("", False, False),
    ],
)
def test_ipv6_address_matches(text, is_valid, is_usual):
    assert bool(re.fullmatch(IPV6_ADDRESS, text)) == is_valid
    assert bool(re.fullmatch(USUAL_IPV6_ADDRESS, text)) == is_usual


def test_dec_octet_is_a_number_up_to_255():
    numbers = [str(number) for number in range(1000)] + ["00", "01", "007", ""]
    assert [text for text in numbers if re.fullmatch(DEC_OCTET, text)] == [
        str(number) for number in range(256)
    ]


@pytest.mark.parametrize(
    ("text", "matches"), [("a", True), ("Z+-.9", True), ("9a", False), ("", False), ("a_", False)]
)
def test_scheme_begins_with_a_letter(text, matches):
    assert bool(re.fullmatch(SCHEME, text)) == matches


@pytest.mark.parametrize(
    ("text", "groups"),
    [
        # RFC 3986 section 3, the two examples
        (
            "foo://example.com:8042/over/there?name=ferret#nose",
            ("foo", None, "example.com", "8042", "/over/there", "name=ferret", "nose"),
        ),
        (
            "urn:example:animal:ferret:nose",
            ("urn", None, None, None, "example:animal:ferret:nose", None, None),
        ),
        ("//u:p@[v1.a]:/", (None, "u:p", "[v1.a]", "", "/", None, None)),
        ("", (None, None, None, None, "", None, None)),
        ("a/b:c", (None, None, None, None, "a/b:c", None, None)),
        ("x://", ("x", None, "", None, "", None, None)),
        ("x:/a//b", ("x", None, None, None, "/a//b", None, None)),
        ("?#", (None, None, None, None, "", "", "")),
    ],
)
def test_uri_reference_has_its_components(text, groups):
    match = uri_reference().match(text)
    assert match is not None and match.groups() == groups


@pytest.mark.parametrize(
    "text", ["1:a", "x:///:a b", "//[::1", "//[v1.]", "//h:8a", "é", "a\n", "[", "//h\\"]
)
def test_other_text_is_not_a_uri_reference(text):
    assert uri_reference().match(text) is None


@pytest.mark.parametrize(
    ("text", "is_iri"),
    [("é", True), ("?\ue000", True), ("\ue000", False), ("#\ue000", False), ("\ufdd0", False)],
)
def test_iri_reference_has_ucschar_and_private_use_in_its_query(text, is_iri):
    assert (uri_reference(iri=True).match(text) is not None) == is_iri


def test_port_number_has_a_limit():
    digits = ["", "0", "00080", "65535", "65536", "065535", "9" * 5000]
    assert [port_number(text) for text in digits] == [0, 0, 80, 65535, None, 65535, None]


def test_leading_digits_are_ascii():
    assert [leading_digits(text) for text in ("80", "8a0", "a", "", "8\u0668", "\u0668")] == [
        "80",
        "8",
        "",
        "",
        "8",
        "",
    ]


def test_html5_adds_characters_to_an_address_in_brackets():
    """HTML5 2.6.2 step 2, first and second exception: U+0000 to U+0020 and other ASCII, and U+007F
    to U+10FFFF."""
    match = re.compile(ip_literal(UNRESERVED + HTML5_UNRESERVED)).fullmatch
    added = [*map(chr, range(0x21)), *'"<>[\\]^`{|}\x7f', "\x80", "\xe9", "\U0010ffff"]
    assert [character for character in added if not match(f"[v1.{character}]")] == []
    assert [character for character in "/?#@%" if match(f"[v1.{character}]")] == []
    plain = re.compile(ip_literal(UNRESERVED)).fullmatch
    assert (
        plain("[v1.a]") and [character for character in added if plain(f"[v1.{character}]")] == []
    )


def test_two_colons_replace_at_least_one_piece_of_an_ipv6_address():
    for first in range(10):
        for last in range(10):
            text = f"{':'.join('a' * first)}::{':'.join('b' * last)}"
            assert bool(re.fullmatch(IPV6_ADDRESS, text)) == (first + last < 8), text
            if last:  # An IPv4 address stands for two pieces.
                text = f"{':'.join('a' * first)}::{'b:' * (last - 1)}1.2.3.4"
                assert bool(re.fullmatch(IPV6_ADDRESS, text)) == (first + last < 7), text


def test_ucschar_has_the_ranges_of_rfc_3987_without_bidirectional_formatting():
    ranges = [
        (0xA0, 0x200D),
        (0x2010, 0x2029),
        (0x202F, 0xD7FF),
        (0xF900, 0xFDCF),
        (0xFDF0, 0xFFEF),
    ]
    ranges += [(plane << 16, (plane << 16) + 0xFFFD) for plane in range(1, 0xE)] + [
        (0xE1000, 0xEFFFD)
    ]
    match = re.compile(f"[{UCSCHAR}]").fullmatch
    for first, last in ranges:
        assert [bool(match(chr(code))) for code in (first - 1, first, last, last + 1)] == [
            False,
            True,
            True,
            False,
        ]
    assert not match("\ue000") and not match("\ufffd") and not match("\U000f0000")
