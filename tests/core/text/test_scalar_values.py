"""Strings of scalar values, and the conversion of surrogates."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from urldom import find_standard, resolve
from urldom._core.text.unicode import scalar_value_string

code_units = st.text(st.characters(categories=["Cs"]) | st.sampled_from("aé\U00010000"))


@given(code_units)
def test_scalar_values_match_utf_16(text):
    assert scalar_value_string(text) == text.encode("utf-16", "surrogatepass").decode(
        "utf-16", "replace"
    )


@pytest.mark.parametrize("standard", ["html5", "whatwg"])
@pytest.mark.parametrize("encoding", ["utf-8", "windows-1252", "gb18030"])
def test_surrogates_become_their_character_or_u_fffd(standard, encoding):
    for text, scalars in [
        ("\ud83d\ude00", "😀"),
        ("\ud83d", "\ufffd"),
        ("\ude00\ud83d", "\ufffd\ufffd"),
    ]:
        url, expected = (
            resolve(f"http://h/{part}?{part}", standard=standard, encoding=encoding)
            for part in (text, scalars)
        )
        assert url == expected


def test_pair_of_surrogates_in_a_host_of_html5_is_its_character():
    html5 = find_standard("html5")
    assert html5.resolve("http://\ud800\udfff.example/") == html5.resolve(
        "http://\U000103ff.example/"
    )
