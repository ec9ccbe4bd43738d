"""The percent-encode sets (URL Standard 1.3), character by character, and the examples of
percent-encoding."""

from __future__ import annotations

import string

import pytest

from tests.cases import each_case
from urldom._core.text.percent_encode_sets import (
    C0_CONTROL,
    C0_CONTROL_OR_SPACE,
    FORM_URLENCODED,
    FRAGMENT,
    PATH,
    QUERY,
    SPECIAL_QUERY,
    USERINFO,
    percent_encode_after_encoding,
)

#: The printable ASCII characters of each set, as the Standard lists them.
SETS = {
    C0_CONTROL: "",
    FRAGMENT: ' "<>`',
    QUERY: ' "#<>',
    SPECIAL_QUERY: " \"#<>'",
    PATH: ' "#<>?^`{}',
    USERINFO: ' "#<>?^`{}/:;=@[\\]|',
    FORM_URLENCODED: "".join(
        chr(code)
        for code in range(0x20, 0x7F)
        if chr(code) not in f"{string.ascii_letters}{string.digits}*-._"
    ),
}


@pytest.mark.parametrize(("percent_encode_set", "members"), SETS.items())
def test_set_has_its_members_controls_and_what_is_not_ascii(percent_encode_set, members):
    for code in range(0x80):
        character = chr(code)
        expected = f"%{code:02X}" if character in members or not 0x20 <= code <= 0x7E else character
        assert (
            percent_encode_set.encode(character)
            == percent_encode_set.encode_unusual(character)
            == expected
        )
        assert percent_encode_set.table[code] == expected
    assert percent_encode_set.encode("\x80\xe9\U0001f600") == "%C2%80%C3%A9%F0%9F%98%80"
    assert percent_encode_set.table[0xE9] == "%E9"


def test_controls_and_space_are_the_first_characters():
    assert bytes(range(0x21)).decode() == C0_CONTROL_OR_SPACE


@each_case(
    ("encoding", "text", "percent_encode_set", "expected"),
    [
        # the table of examples in URL Standard 1.3
        ("shift_jis", " ", USERINFO, "%20"),
        ("shift_jis", "\u2261", USERINFO, "%81%DF"),
        ("shift_jis", "\u203d", USERINFO, "%26%238253%3B"),
        ("shift_jis", "1+1 \u2261 2%20\u203d", FORM_URLENCODED, "1%2B1+%81%DF+2%2520%26%238253%3B"),
        ("utf-8", "\u2261", USERINFO, "%E2%89%A1"),
        ("utf-8", "Say what\u203d", USERINFO, "Say%20what%E2%80%BD"),
        # beyond the table: in ISO-2022-JP, U+00A5 is the byte of the backslash, which is in the
        # userinfo set
        ("iso-2022-jp", "\xa5", USERINFO, "%1B(J%5C%1B(B"),
        ("iso-2022-jp", "\xa5", PATH, "%1B(J\\%1B(B"),
        ("utf-8", "a b", FORM_URLENCODED, "a+b"),
        ("windows-1252", "a b", FORM_URLENCODED, "a+b"),
        ("windows-1252", "a b%20", QUERY, "a%20b%20"),
        ("windows-1252", "\xe9\ud800", QUERY, "%E9%26%2365533%3B"),
        ("iso-2022-jp", "\ud800a", QUERY, "%26%2365533%3Ba"),
        ("gb18030", "\u4e00", QUERY, "%D2%BB"),
    ],
)
def test_text_is_percent_encoded_after_encoding(encoding, text, percent_encode_set, expected):
    assert percent_encode_after_encoding(encoding, text, percent_encode_set) == expected
