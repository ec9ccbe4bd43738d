"""HTML5 2.6.1, Terminology: valid URLs, and the grammar of RFC 3987, which three of the four
conditions use."""

from urllib.parse import quote

import pytest

from tests.cases import each_case
from urldom import HTML5, URLDecomposition
from urldom._core.errors import Failure
from urldom._core.standards.interface import engine_of
from urldom.html5 import (
    ABOUT_BLANK,
    ABOUT_LEGACY_COMPAT,
    ABOUT_SRCDOC,
    is_valid_url,
    parse,
    resolve,
)


@each_case(
    "url",
    [
        "http://example.com/a?b#c",
        "a/b",
        "?q",
        "#f",
        "//h",
        "",
        "mailto:a@b",
        "urn:a:b",
        "a%20b",
        "http://[::1]/",
        ABOUT_BLANK,
    ],
)
@each_case("encoding", ["utf-8", "utf-16", "windows-1252"])
def test_valid_uri_reference_is_a_valid_url(url, encoding):
    assert is_valid_url(url, encoding=encoding)


@each_case(
    "url",
    [
        *[
            "a<b",
            'a"b',
            "a\\b",
            "a^b",
            "a`b",
            "a{b}",
            "a|b",
            "%",
            "%4",
            "%zz",
            "a[b",
            "a]b",
            "#a#b",
            "1a:b",
            ":a",
            "http://a:b/",
            "http://[1]/",
            "http://a@b@c/",
        ],
        "a b",
        "a ",
        " a",
        "\0",
        "\n",
        "\x7f",
        "\x80",
        "\x9f",
    ],
)
def test_string_outside_the_grammars_is_not_a_valid_url(url):
    assert not is_valid_url(url)


def test_iri_without_a_query_is_valid_in_any_encoding():
    # "The URL is a valid IRI reference and it has no query component."
    assert is_valid_url("http://résumé.example.org/é#é", encoding="windows-1252")


def test_iri_with_an_ascii_query_is_valid_in_any_encoding():
    # "... and its query component contains no unescaped non-ASCII characters."
    assert is_valid_url("/é?%C3%A9", encoding="windows-1252")
    assert is_valid_url("/é?#é", encoding="windows-1252")


@pytest.mark.parametrize(
    ("encoding", "valid"),
    [
        *(
            (label, True)
            for label in ("utf-8", "UTF8", " utf-8\n", "utf-16", "UTF-16BE", "utf-16le")
        ),
        *((label, False) for label in ("windows-1252", "latin1", "gb18030", "shift_jis")),
    ],
)
def test_iri_with_a_non_ascii_query_is_valid_only_in_unicode_encodings(encoding, valid):
    # "... and the character encoding of the URL's Document is UTF-8 or UTF-16."
    assert is_valid_url("/?é", encoding=encoding) is valid


@pytest.mark.parametrize("label", ["", "utf-9", "é", "\ud800", "utf\0"])
def test_ruling_7_unknown_label_raises_lookup_error(label):
    with pytest.raises(LookupError):
        is_valid_url("a", encoding=label)


# RFC 3987 section 2.2: the first and last character of each range of <ucschar>, and the characters
# just outside it
UCSCHAR = [0xA0, 0xD7FF, 0xF900, 0xFDCF, 0xFDF0, 0xFFEF, 0xE1000, 0xEFFFD] + [
    edge for plane in range(1, 0xE) for edge in (plane << 16, plane << 16 | 0xFFFD)
]
NO_UCSCHAR = [
    0x7F,
    0x9F,
    0xD800,
    0xDFFF,
    0xFDD0,
    0xFDEF,
    0xFFF0,
    0xFFFD,
    0xFFFF,
    0xE0000,
    0xE0FFF,
] + [edge for plane in range(1, 0xF) for edge in (plane << 16 | 0xFFFE, plane << 16 | 0xFFFF)]
IPRIVATE = [0xE000, 0xF8FF, 0xF0000, 0xFFFFD, 0x100000, 0x10FFFD]
NO_IPRIVATE = [0xFFFFE, 0xFFFFF, 0x10FFFE, 0x10FFFF]


@each_case("code_point", UCSCHAR, ids=hex)
@each_case("iri", ["{}", "a:{}", "//{}@h", "//{}", "//h/{}", "/{}", "?{}", "#{}"])
def test_rfc_3987_ucschar_is_valid_except_in_scheme_and_port(iri, code_point):
    assert is_valid_url(iri.format(chr(code_point)))


@pytest.mark.parametrize("iri", ["a{}:b", "{}://h", "//h:{}", "//[{}]", "//[v1.{}]"])
def test_rfc_3987_scheme_port_and_ip_literal_are_ascii(iri):
    assert not is_valid_url(iri.format("é"))


@each_case("code_point", NO_UCSCHAR + NO_IPRIVATE, ids=hex)
def test_rfc_3987_characters_outside_the_ranges_are_invalid_everywhere(code_point):
    for iri in ("{}", "//{}", "/{}", "?{}", "#{}"):
        assert not is_valid_url(iri.format(chr(code_point)))


@pytest.mark.parametrize("code_point", IPRIVATE, ids=hex)
def test_rfc_3987_iprivate_is_valid_only_in_the_query(code_point):
    assert is_valid_url(f"?{chr(code_point)}")
    for iri in ("{}", "//{}@h", "//{}", "/{}", "#{}"):
        assert not is_valid_url(iri.format(chr(code_point)))


@pytest.mark.parametrize(
    "iri",
    [
        "http://résumé.example.org",
        "http://www.example.org/Dürst",
        "http://例え.テスト/引き出し#節",
        "//é:80",
        "é/a:b",
    ],
)
def test_rfc_3987_iri_is_valid(iri):
    assert is_valid_url(iri)


@pytest.mark.parametrize("iri", ["é:b", "é:", "/é%", "/é b", "é#é#é", "//é:é", "http://é\ud800/"])
def test_rfc_3987_invalid_iri_is_not_valid(iri):
    assert not is_valid_url(iri)


def test_valid_non_empty_url_is_not_empty():
    assert not is_valid_url("", non_empty=True)
    assert is_valid_url("a", non_empty=True)
    assert not is_valid_url("a b", non_empty=True)
    assert not is_valid_url(" ", non_empty=True)


@pytest.mark.parametrize("space", [" ", "\t", "\n", "\f", "\r", " \r\n\t"])
def test_valid_url_may_be_surrounded_by_spaces(space):
    for url in ("a", "http://example.com/", "/é"):
        surrounded = f"{space}{url}{space}"
        assert is_valid_url(surrounded, surrounded_by_spaces=True)
        assert is_valid_url(surrounded, non_empty=True, surrounded_by_spaces=True)
        assert not is_valid_url(surrounded)
    assert is_valid_url(space, surrounded_by_spaces=True)
    assert not is_valid_url(space, non_empty=True, surrounded_by_spaces=True)
    assert not is_valid_url(f"a{space}b", surrounded_by_spaces=True)


@pytest.mark.parametrize("no_space", ["\v", "\0", "\x1f", "\x85"])
def test_ruling_1_other_white_space_is_not_a_space_character(no_space):
    assert not is_valid_url(f"a{no_space}", surrounded_by_spaces=True)


@pytest.mark.parametrize("ucschar", ["\xa0", "\u2003", "\u2028", "\ufeff"])
def test_ruling_1_white_space_that_is_a_ucschar_is_part_of_the_url(ucschar):
    assert is_valid_url(f"{ucschar}a{ucschar}", surrounded_by_spaces=True)
    assert parse(f"{ucschar}a{ucschar}").path == f"{ucschar}a{ucschar}"


def test_predicates_accept_an_encoding_and_a_standard():
    for options in ({}, {"non_empty": True}, {"surrounded_by_spaces": True}):
        assert is_valid_url("?é", **options)
        assert not is_valid_url("?é", encoding="windows-1252", **options)
        assert not is_valid_url("?é", standard="rfc3986", **options)


@pytest.mark.parametrize("url", [ABOUT_LEGACY_COMPAT, ABOUT_SRCDOC])
def test_reserved_about_urls_are_valid(url):
    """HTML5 2.6.1: "about:legacy-compat" and "about:srcdoc" are reserved about: URIs."""
    assert url in ("about:legacy-compat", "about:srcdoc")
    assert is_valid_url(url)
    assert str(resolve(url, "http://example.com/")) == url


def test_path_of_segments_is_settled():
    """The integrity rule (ruling 17) applies to a path that `segments` makes."""
    url = URLDecomposition("http://h/a/b?c", standard="html5")
    url.segments[0] = "x y"
    url.segments.append("z")
    assert url.href == "http://h/x%20y/b/z?c"
    grammar = engine_of(HTML5).grammar
    assert grammar.with_path(grammar.cut("http://h/a?b"), "/c")[:8] == (
        "http:",
        "//",
        "",
        "h",
        "",
        "/c",
        "?b",
        "",
    )
    with pytest.raises(Failure, match="it has no authority, and its path begins"):
        grammar.with_path(grammar.cut("x:/a"), "//b")


@pytest.mark.parametrize("character", "\u200e\u200f\u202a\u202e")
def test_rfc_3987_bidirectional_formatting_is_not_valid(character):
    """RFC 3987 section 4.1: an IRI cannot contain it."""
    assert not is_valid_url(f"http://h/{character}") and is_valid_url(
        f"http://h/{quote(character)}"
    )
