"""What has been found out about code points, and is remembered, changes no answer."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.standards.url_standard.conformance import CONFORMANCE_DATA, cases
from urldom._standards.url_standard import idna
from urldom._text import filling_table as tables
from urldom.whatwg import domain_to_ascii, domain_to_unicode

ALPHABET = (
    "abxAB019-_.é É\u0301\u0323üßςΣжЖאبلاक\u094d\u0937กำか゛\u3099中각각\u200c\u200d\u00ad\ufe0f\u3002\u2126\ufb01"
    "\U00016d67\U00016d63\U0001f600\U0001e922\ue000\ufffd!%"
)
words = st.one_of(st.text(ALPHABET, max_size=10), st.text(max_size=10))
labels = st.one_of(words, words.map(lambda word: f"xn--{word.encode('punycode', 'replace').decode()}"))
domains = st.lists(labels, min_size=1, max_size=3).map(".".join)
if CONFORMANCE_DATA.is_dir():
    domains = st.one_of(domains, st.sampled_from([case["input"] for case in cases("IdnaTestV2.json")]))


def answers(domain):
    idna._label.cache_clear()
    idna._kept_encode.cache_clear()
    domain = "".join(character for character in domain if not 0xD800 <= ord(character) <= 0xDFFF)
    return (
        idna.domain_parser_to_ascii(domain, be_strict=False),
        idna.domain_parser_to_ascii(domain, be_strict=True),
        domain_to_unicode(domain),
    )


class Nothing(set):
    """Has every code point go the long way."""

    def issuperset(self, others):
        return False


@given(domains)
@example("bücher.example")
@example("Bücher.example")
@example("\u0301a")
@example("a.\u0301a")
@example("é.xn--a")
@example("é.xn--9ca")
@example("ä" * 1001)
@example("ä" * 500 + "." + "ö" * 501)
@example("\u1100\u1161\u11a8")
@example("\u05d0.é")
def test_plain_code_points(domain):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(idna, "_PLAIN", Nothing())
        expected = answers(domain)
    idna._BIDI_CLASSES.clear()
    assert answers(domain) == expected
    assert answers(domain) == expected  # now that its code points have been met


def test_tables_stay_small(monkeypatch):
    monkeypatch.setattr(tables, "TABLE_SIZE", 120)
    monkeypatch.setattr(idna, "TABLE_SIZE", 120)
    monkeypatch.setattr(idna, "_PLAIN", set("a"))
    for table in (idna._MAPPING, idna._BIDI_CLASSES):
        table.clear()
    for code_point in range(0x4E00, 0x5000):
        assert domain_to_ascii(f"a{chr(code_point)}É") == f"xn--{f'a{chr(code_point)}é'.encode('punycode').decode()}"
        assert len(idna._PLAIN) <= 120
        assert len(idna._MAPPING) <= 120
        assert len(idna._BIDI_CLASSES) <= 120


@pytest.mark.parametrize("function", [domain_to_ascii, domain_to_unicode])
def test_what_is_no_domain(function):
    with pytest.raises(TypeError, match="a domain is a str, not int"):
        function(5)
