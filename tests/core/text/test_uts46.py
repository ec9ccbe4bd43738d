"""Cached properties of code points do not change results."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.cases import each_case
from tests.conformance import cases
from tests.fresh import fresh
from urldom._core.text import filling_table, uts46

ALPHABET = (
    "abxAB019-_.é"
    " É\u0301\u0323üßςΣжЖאبلاक\u094d\u0937กำか゛\u3099中각각\u200c\u200d\u00ad\ufe0f\u3002\u2126\ufb01"
    "\U00016d67\U00016d63\U0001f600\U0001e922\ue000\ufffd!%"
)
words = st.one_of(st.text(ALPHABET, max_size=10), st.text(max_size=10))
labels = st.one_of(
    words, words.map(lambda word: f"xn--{word.encode('punycode', 'replace').decode()}")
)
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
    tables = [
        value
        for value in vars(module).values()
        if isinstance(value, (filling_table.FillingTable, set))
    ]
    assert len(tables) == 3
    for code_point in range(0x4E00, 0x5000):
        expected = f"xn--{f'a{chr(code_point)}é'.encode('punycode').decode()}"
        assert module.to_ascii(f"a{chr(code_point)}É") == expected
        assert max(map(len, tables)) <= 120


@each_case(
    ("label", "obeys"),
    [
        # condition 1: the first character is L, R or AL
        *(
            ("1a", False),
            ("\u0661", False),
            ("-a", False),
            ("\u05d0", True),
            ("\u0627", True),
            ("a", True),
        ),
        # condition 2: R, AL, AN, EN, ES, CS, ET, ON, BN and NSM in a right-to-left label
        *(
            ("\u05d0a\u05d0", False),
            ("\u05d0-1", True),
            ("\u05d0%\u05d0", True),
            ("\u05d0!\u05d0", True),
        ),
        # condition 3: it ends with R, AL, EN or AN, and then NSM
        *(("\u05d0-", False), ("\u05d01", True), ("\u0627\u0661", True), ("\u05d0\u0627", True)),
        *(("\u05d0\u05b0", True), ("\u05d0-\u05b0", False)),
        # condition 4: not both EN and AN
        ("\u05d01\u0661", False),
        # condition 5: L, EN, ES, CS, ET, ON, BN and NSM in a left-to-right label
        *(("a\u05d0b", False), ("a\u0661b", False), ("a-1", True), ("a!b", True)),
        # condition 6: it ends with L or EN, and then NSM
        *(
            ("a-", False),
            ("a1", True),
            ("ab", True),
            ("b\u0301", True),
            ("a!\u0301", False),
            ("a\u0661", False),
        ),
    ],
)
def test_bidi_rule_of_rfc_5893_applies_to_each_label_of_a_bidi_domain(label, obeys):
    for domain in (f"{label}.\u05d0", f"\u05d0.{label}"):
        assert (uts46.to_ascii(domain) is not None) == obeys
    assert (
        uts46.to_ascii("1a.b-") == "1a.b-"
    )  # This is no Bidi domain: no label has a right-to-left character.


@each_case(
    ("domain", "result"),
    [
        ("\u05d0.a", "xn--4db.a"),
        ("\u05d0.", "xn--4db."),
        ("a\u0915\u094d\u200d", "xn--a-uud2o090g"),  # RFC 5892, appendix A.2: after a virama
        ("a\u200db", None),
        ("\u0301a", None),
        ("xn--", None),
        ("xn--a", None),
        ("xn--a-", None),
        ("xn---4db", None),
        ("xn--\u00e9", None),
        ("XN--4DB", "xn--4db"),
        ("\u00e9\u3002\u00c9", "xn--9ca.xn--9ca"),
        ("\ufb01", "fi"),
        ("\u00df", "xn--zca"),
        ("\ue000", None),
    ],
)
def test_label_is_converted_or_invalid(domain, result):
    assert uts46.to_ascii(domain) == result


@each_case(
    ("domain", "is_valid"),
    [
        *(
            ("a_b", False),
            ("a b", False),
            ("ab--c", False),
            ("-a", False),
            ("a-", False),
            ("a-b", True),
            ("", False),
        ),
        *(
            ("a.", False),
            ("a..b", False),
            ("a" * 63, True),
            ("a" * 64, False),
            ("\u00e9" + "a" * 55, True),
        ),
        *(("\u00e9" + "a" * 56, False), (".".join(["a" * 63] * 3 + ["a" * 61]), True)),
        (".".join(["a" * 63] * 3 + ["a" * 62]), False),
    ],
)
def test_strict_processing_has_the_rules_of_host_names_and_the_lengths_of_the_dns(domain, is_valid):
    """UTS 46, section 4.2 step 4: a domain has 1 to 253 code points, and a label 1 to 63."""
    assert (uts46.to_ascii(domain, be_strict=True) is not None) == is_valid
    assert uts46.to_ascii(domain) is not None


def test_label_of_more_than_1000_characters_is_invalid():
    for text, length in (("\u00e9", 1000), ("\u05d0", 1000)):
        assert uts46.to_ascii(text * length) is not None
        assert uts46.to_ascii(text * (length + 1)) is None


@pytest.mark.parametrize(
    ("label", "is_valid"),
    [
        # RFC 5892, appendix A.1: ZERO WIDTH NON-JOINER after a virama, or between joining letters
        *(
            ("\u0915\u094d\u200c", True),
            ("\u0628\u200c\u0628", True),
            ("\u0627\u200c\u0628", False),
            ("a\u200cb", False),
        ),
        # appendix A.2: ZERO WIDTH JOINER only after a virama
        *(("\u0915\u094d\u200d", True), ("\u0628\u200d\u0628", False), ("\u200d", False)),
    ],
)
def test_joiner_needs_its_context(label, is_valid):
    for _ in range(2):
        assert (uts46.to_ascii(label) is not None) == is_valid
        assert (fresh(uts46.__name__).to_ascii(f"{label}.\u00e9") is not None) == is_valid


@pytest.mark.parametrize("mark", ["\u0301", "\u0903", "\u20dd", "\u0947"])
def test_label_cannot_begin_with_a_mark(mark):
    """UTS 46 section 4.1, criterion 6, also after the mark has been met in another label."""
    module = fresh(uts46.__name__)
    assert module.to_ascii(f"b{mark}") is not None or mark == "\u20dd"
    assert module.to_ascii(f"{mark}b") is None and module.to_ascii(f"a.{mark}") is None
