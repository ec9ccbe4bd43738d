"""Cached properties of code points do not change results."""

from __future__ import annotations

from hypothesis import example, given
from hypothesis import strategies as st

from tests.conformance import cases
from tests.fresh import fresh
from urldom._text import filling_table, uts46

ALPHABET = (
    "abxAB019-_.é É\u0301\u0323üßςΣжЖאبلاक\u094d\u0937กำか゛\u3099中각각\u200c\u200d\u00ad\ufe0f\u3002\u2126\ufb01"
    "\U00016d67\U00016d63\U0001f600\U0001e922\ue000\ufffd!%"
)
words = st.one_of(st.text(ALPHABET, max_size=10), st.text(max_size=10))
labels = st.one_of(words, words.map(lambda word: f"xn--{word.encode('punycode', 'replace').decode()}"))
domains = st.lists(labels, min_size=1, max_size=3).map(".".join)
domains = st.one_of(domains, st.sampled_from([case["input"] for case in cases("idna")]))


ANSWERS = (
    lambda module, domain: module.to_ascii(domain),
    lambda module, domain: module.to_ascii(domain, be_strict=True),
    lambda module, domain: module.to_unicode(domain),
)


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
def test_result_does_not_depend_on_cached_code_points(domain):
    domain = "".join(character for character in domain if not 0xD800 <= ord(character) <= 0xDFFF)
    first = [answer(fresh(uts46.__name__), domain) for answer in ANSWERS]
    met = fresh(uts46.__name__)
    for module in (met, met, uts46):
        assert [answer(module, domain) for answer in ANSWERS] == first


def test_tables_stay_small(monkeypatch):
    monkeypatch.setattr(filling_table, "TABLE_SIZE", 120)
    module = fresh(uts46.__name__)
    tables = [value for value in vars(module).values() if isinstance(value, (filling_table.FillingTable, set))]
    assert len(tables) == 3
    for code_point in range(0x4E00, 0x5000):
        expected = f"xn--{f'a{chr(code_point)}é'.encode('punycode').decode()}"
        assert module.to_ascii(f"a{chr(code_point)}É") == expected
        assert max(map(len, tables)) <= 120
