"""RFC 3492's encoder, compared with the standard library."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from urldom._core.text.punycode import decode, encode


@given(st.one_of(st.text(), st.text("ab-üéßжщ中文\u0600\U0001f600\U0010ffff\ud800", max_size=80)))
@example("")
@example("abc")
@example("-")
@example("é" * 300)
@example("\U0010ffff" * 30 + "\x80" * 30)
def test_punycode_matches_the_standard_library(text):
    assert encode(text) == text.encode("punycode").decode("ascii")


@pytest.mark.parametrize(
    ("text", "encoded"),
    [
        # RFC 3492 section 7.1: (A), (D), (L), (R), (S)
        ("ليهمابتكلموشعربي؟", "egbpdaj6bu4bxfgehfvwxn"),
        ("Pročprostěnemluvíčesky", "Proprostnemluvesky-uyb24dma41a"),
        ("3年B組金八先生", "3B-ww4c5e180e575a65lsy2b"),
        ("そのスピードで", "d9juau41awczczp"),
        ("-> $1.00 <-", "-> $1.00 <--"),
    ],
)
def test_punycode_encodes_the_samples_of_the_rfc(text, encoded):
    assert encode(text) == encoded


@pytest.mark.parametrize(
    "text", ["abc\uf9a0\uf9a5", "abc\uf9a0\U0001f600", "abc\ufa00\ufa10\ufa20", "abc\uf954\uf955"]
)
def test_bias_is_adapted_at_its_limit(text):
    """RFC 3492 section 6.1: a delta is divided while it is greater than 455, which it is not here
    after the first."""
    assert encode(text) == text.encode("punycode").decode()
    assert decode(encode(text)) == text
