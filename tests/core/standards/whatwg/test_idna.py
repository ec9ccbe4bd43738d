"""Domains (URL Standard 3.3): the domain parser, and *domain to Unicode*."""

from __future__ import annotations

import pytest

from tests.cases import each_case
from urldom import InvalidURLError
from urldom._core.errors import Failure, InvalidHostError
from urldom._core.standards.whatwg.idna import domain_parser
from urldom._core.standards.whatwg.validation_error import ValidationError
from urldom._core.values.telling import Told
from urldom.hosts import domain_to_ascii, domain_to_unicode


def test_domain_to_unicode_has_the_expected_result():
    assert domain_to_unicode("xn--fa-hia.EXAMPLE") == "faß.example"
    assert domain_to_unicode("xn--8i7caa") == "xn--8i7caa"
    assert domain_to_unicode("xn--mgba3gch31f060k.com") == "نامه‌ای.com"


@each_case(
    "domain",
    [
        "",
        "a_b",
        "-a",
        "a-",
        "ab--c",
        "a.",
        "a..b",
        "a" * 64,
        "xn--a",
        "a b",
        ".".join(["a" * 50] * 6),
        "é." + "a" * 64,
    ],
)
def test_strict_validation_rejects_the_domain(domain):
    with pytest.raises(InvalidURLError):
        domain_to_ascii(domain, be_strict=True)


@each_case(
    "domain",
    [
        "א1x",  # the Bidi Rule: a left-to-right letter in a right-to-left label
        "a.אb",
        "1.א",  # in a Bidi domain name, every label has to follow the Bidi Rule
        "א.a!",
        "א1١",  # European and Arabic-Indic digits
        "a\u200cb",  # a joiner without the context that ContextJ requires
        "\u0644\u200ca",
        "a\u200d",
        "\u0301a",  # begins with a combining mark
        "é.xn--a",
        "é.xn--\u0301",
        "xn--a\u0301",
        "é.xn---vkb",  # a delimiter without text before it
        "é.XN--MAP",
        "é.xn--" + "9" * 40 + "a",
        "é" + "a" * 2000,  # a label of more than 63 characters
    ],
)
def test_invalid_domain_raises(domain):
    with pytest.raises(InvalidURLError, match="the host is not a valid domain"):
        domain_to_ascii(domain)


@pytest.mark.parametrize(
    ("domain", "ascii_domain"),
    [
        ("א1.a", "xn--1-zhc.a"),
        ("\u0915\u094d\u200d\u0937", "xn--11b2ezcw70k"),
        ("نامه\u200cای", "xn--mgba3gch31f060k"),
        ("é。a．b｡c", "xn--9ca.a.b.c"),
        ("É", "xn--9ca"),
        ("e\u0301", "xn--9ca"),
        ("é.xn--9ca", "xn--9ca.xn--9ca"),
        ("é." + "a" * 2000, "xn--9ca." + "a" * 2000),
    ],
)
def test_valid_domain_has_its_ascii_form(domain, ascii_domain):
    assert domain_to_ascii(domain) == ascii_domain
    assert domain_to_ascii(domain_to_ascii(domain)) == domain_to_ascii(domain)


#: URL Standard 3.2: the forbidden domain code points, without C0 controls
FORBIDDEN = " #%/:<>?@[\\]^|\x7f"


def test_each_forbidden_domain_code_point_is_rejected():
    for code in range(0x80):
        character = chr(code)
        if character in FORBIDDEN or code < 0x20:
            with pytest.raises(Failure) as caught:
                domain_parser(f"a{character}b", be_strict=False)
            shown = (
                "a space"
                if code == 0x20
                else f"U+{code:04X}"
                if code in (*range(0x20), 0x7F)
                else f'"{character}"'
            )
            assert caught.value.reason == f"a host cannot contain {shown}"
        else:
            assert domain_parser(f"a{character}b", be_strict=False) == f"a{character}b".lower()


def test_character_that_is_mapped_to_a_forbidden_one_is_rejected():
    """Step 8 checks the result: U+FF05 is mapped to a percent sign."""
    for domain in ("a\uff05b", "a\uff0fb", "\u2100"):
        with pytest.raises(InvalidHostError, match="a host cannot contain"):
            domain_to_ascii(domain)


def test_empty_result_is_invalid():
    """Step 7. The soft hyphen is ignored."""
    for domain in ("", "\xad"):
        with pytest.raises(InvalidHostError) as caught:
            domain_to_ascii(domain)
        assert (caught.value.reason, caught.value.standard) == (
            "the host is not a valid domain",
            "whatwg",
        )
    assert domain_to_ascii(".") == "."


def test_lone_surrogate_is_replaced():
    with pytest.raises(InvalidHostError):
        domain_to_ascii("\ud800")
    assert domain_to_unicode("a\ud800") == "a\ud800"  # An invalid domain is returned unchanged.


@pytest.mark.parametrize("function", [domain_to_ascii, domain_to_unicode])
@pytest.mark.parametrize("domain", [None, 5, b"a"])
def test_domain_of_another_type_raises(function, domain):
    with pytest.raises(TypeError, match="a domain must be a str, not "):
        function(domain)


def test_parser_reports_its_step_and_an_error_of_strict_processing():
    said = []
    assert domain_parser("A_b", be_strict=False, say=said.append) == "a_b"
    step = "URL Standard 3.3, domain parser"
    assert said == [
        Told(step, "A_b"),
        ValidationError("domain-to-ASCII", "A_b"),
        Told(step, made={"host": "a_b"}),
    ]
    said.clear()
    assert domain_parser("\xe9", be_strict=False, say=said.append) == "xn--9ca"
    assert said == [Told(step, "\xe9"), Told(step, made={"host": "xn--9ca"})]
    said.clear()
    with pytest.raises(Failure):
        domain_parser("a b", be_strict=False, say=said.append)
    assert said == [Told(step, "a b"), ValidationError("domain-to-ASCII", "a b", failure=True)]
    said.clear()
    with pytest.raises(Failure):
        domain_parser("a_b", be_strict=True, say=said.append)
    assert said == [Told(step, "a_b"), ValidationError("domain-to-ASCII", "a_b", failure=True)]


def test_strict_result_is_in_lower_case_ascii():
    assert domain_to_ascii("FA\xdf.Example", be_strict=True) == "xn--fa-hia.example"
    assert domain_to_unicode("XN--fa-hia.Example") == "fa\xdf.example"
    assert domain_to_unicode("a_b") == "a_b"
