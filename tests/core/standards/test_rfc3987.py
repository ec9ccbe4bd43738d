"""RFC 3987: the grammar (section 2.2), the conversions (section 3), and RFC 3986's examples of
relative resolution."""

import unicodedata
from urllib.parse import quote, unquote_to_bytes

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.cases import each_case
from tests.core.standards.test_rfc3986 import ABNORMAL, BASE, NORMAL
from urldom import (
    RFC3986,
    RFC3987,
    Document,
    InvalidURLError,
    UnresolvableURLError,
    URIReference,
    URLDecomposition,
    explain,
    parse,
    resolve,
    rfc3987,
)
from urldom.rfc3987 import is_valid_url, to_iri, to_uri

# Section 2.2, and the characters of the Unicode Standard that RFC 3987 leaves out


def is_ucschar(character):
    """The production <ucschar>, from the text of the RFC."""
    code_point = ord(character)
    if code_point < 0x10000:
        return (
            0xA0 <= code_point <= 0xD7FF
            or 0xF900 <= code_point <= 0xFDCF
            or 0xFDF0 <= code_point <= 0xFFEF
        )
    return code_point & 0xFFFF <= 0xFFFD and (
        code_point < 0xE0000 or 0xE1000 <= code_point <= 0xEFFFD
    )


BIDI = "\u200e\u200f\u202a\u202b\u202c\u202d\u202e"
#: The first and the last code point of each range, and their neighbours
EDGES = [
    *(
        0x9F,
        0xA0,
        0xD7FF,
        0xD800,
        0xDFFF,
        0xE000,
        0xF8FF,
        0xF900,
        0xFDCF,
        0xFDD0,
        0xFDEF,
        0xFDF0,
        0xFFEF,
        0xFFF0,
    ),
    *(
        0xFFFD,
        0xFFFE,
        0xFFFF,
        0x10000,
        0x1FFFD,
        0x1FFFE,
        0x20000,
        0xDFFFD,
        0xE0000,
        0xE0FFF,
        0xE1000,
        0xEFFFD,
    ),
    *(0xEFFFE, 0xF0000, 0xFFFFD, 0xFFFFE, 0x100000, 0x10FFFD, 0x10FFFE, 0x10FFFF),
    *(code_point + distance for code_point in map(ord, BIDI) for distance in (-1, 0, 1)),
]


@each_case("code_point", sorted(set(EDGES)))
def test_component_contains_the_characters_of_its_production(code_point):
    character = chr(code_point)
    is_private = unicodedata.category(character) == "Co"
    allowed = code_point < 0xF0000 and is_ucschar(character) and character not in BIDI
    for url in (
        f"http://{character}/",
        f"x://{character}@h",
        f"x:{character}",
        f"a/{character}",
        f"#{character}",
    ):
        assert is_valid_url(url) is allowed
    assert is_valid_url(f"?{character}") is (allowed or is_private)


VALID = [
    "http://r\xe9sum\xe9.example.org",
    "http://www.example.org/red%09ros\xe9#red",
    "http://example.com/\U00010300\U00010301\U00010302",
    "http://\u7d0d\u8c46.example.org/%E2%80%AE",
    # Section 4.4, with Hebrew letters for the capitals
    "http://ab.\u05d2\u05d3\u05d4\u05d5\u05d6\u05d7.ij/kl/mn/op.html",
    "http://\u05d0\u05d1.\u05d2\u05d3.\u05d4\u05d5/\u05d6\u05d7/\u05d8\u05d9/\u05da\u05db?\u05dc\u05dd=\u05de;\u05df\u05e0=\u05e1\u05e2#\u05e3\u05e4",
    "http://ab.cd.ef/\u05d6\u05d71/2\u05d8\u05d9/\u05da\u05db.html",
    # Sections 5.2 and 5.3
    "eXAMPLE://a/./b/../b/%63/%7bfoo%7d/ros%C3%A9",
    "http://www.example.org/re\u0301sume\u0301.html",
    *("", "#\xe9", "//\xe9:80", "x://\xe9@[::1]/", "mailto:\xe9@h"),
]


@each_case("url", VALID)
def test_iri_is_valid(url):
    assert is_valid_url(url)
    assert str(rfc3987.parse(url)) == url


@each_case(
    ("url", "reason"),
    [
        ("http://h/a b", "it contains ' ', which must be percent-encoded in an IRI"),
        ("http://h/\ud800", "it contains '\\ud800', which must be percent-encoded in an IRI"),
        ("http://h/\ufffe", "it contains '\\ufffe', which must be percent-encoded in an IRI"),
        (
            "http://h/\u202e",
            "it contains '\\u202e', which must be percent-encoded in an IRI",
        ),
        (
            "/\ue000",
            "it contains '\\ue000', a private use character, which only a query can contain",
        ),
        ("?\ue000 ", "it contains ' ', which must be percent-encoded in an IRI"),
        (
            "?\ue000#\ue001",
            "it contains '\\ue001', a private use character, which only a query can contain",
        ),
        ("/%zz", "it contains a percent sign without two hexadecimal digits after it"),
        ("/#\xe9#", "it contains two number signs"),
        ("http://[\xe9]/", "it does not match the <IRI-reference> production of RFC 3987"),
        ("\xe9:b", "it does not match the <IRI-reference> production of RFC 3987"),
        ("http://h:\xe9/", "it does not match the <IRI-reference> production of RFC 3987"),
    ],
)
def test_invalid_iri_is_rejected(url, reason):
    assert not is_valid_url(url)
    for function in (rfc3987.parse, to_uri, to_iri):
        with pytest.raises(InvalidURLError) as caught:
            function(url)
        assert (caught.value.reason, caught.value.standard) == (reason, "rfc3987")
    with pytest.raises(UnresolvableURLError, match="rfc3987"):
        rfc3987.resolve("a", url)


# Section 6.5: references are resolved as under RFC 3986


@each_case(("reference", "target"), [*NORMAL.items(), *ABNORMAL.items()])
def test_examples_of_rfc_3986_resolve(reference, target):
    assert str(RFC3987.resolve(reference, BASE)) == target
    assert str(resolve(reference, BASE, standard="rfc3987")) == target


def test_resolving_keeps_every_character():
    base = Document("http://bücher.example/", standard="rfc3987")
    assert (
        str(resolve("ß?é#ж", "http://bücher.example/", standard="rfc3987"))
        == "http://bücher.example/ß?é#ж"
    )
    assert str(resolve("ß?é#ж", base)) == "http://bücher.example/ß?é#ж"
    assert resolve("/É/../é", base) == URIReference("http", "bücher.example", "/é")


uris = st.from_regex(
    r"(x:|http:)?(//[a%é]{1,3})?(/[a.é%;]{0,3}){0,4}(\?[aé]?)?(#[aé]?)?", fullmatch=True
)


@given(uris, uris)
@settings(max_examples=200)
def test_resolving_is_the_same_before_and_after_percent_encoding(reference, base):
    """RFC 3987 has its own resolver for characters, RFC 3986 one for escapes."""
    if all(map(is_valid_url, (reference, base))) and RFC3987.parse(base).scheme:
        encoded = [url.replace("é", "%C3%A9") for url in (reference, base)]
        assert str(RFC3987.resolve(reference, base)).replace("é", "%C3%A9") == str(
            RFC3986.resolve(*encoded)
        )


# Section 3.1


@each_case(
    ("iri", "uri"),
    [
        ("http://r\xe9sum\xe9.example.org", "http://xn--rsum-bpad.example.org"),
        ("http://www.example.org/red%09ros\xe9#red", "http://www.example.org/red%09ros%C3%A9#red"),
        (
            "http://example.com/\U00010300\U00010301\U00010302",
            "http://example.com/%F0%90%8C%80%F0%90%8C%81%F0%90%8C%82",
        ),
        ("http://www.example.org/re\u0301sume\u0301", "http://www.example.org/re%CC%81sume%CC%81"),
        # Every part, and a scheme with DNS names in capitals
        ("FTP://\xfc:\xe9@b\xfccher.Example:21/\xe9?\ue000#\xe9", "FTP://%C3%BC:%C3%A9@xn--bcher-kva.Example:21/%C3%A9?%EE%80%80#%C3%A9"),
        # A scheme whose hosts are not DNS names, and a reference without a scheme
        ("x://r\xe9sum\xe9.example.org", "x://r%C3%A9sum%C3%A9.example.org"),
        ("//r\xe9sum\xe9.example.org/a", "//r%C3%A9sum%C3%A9.example.org/a"),
        ("mailto:\xe9@h", "mailto:%C3%A9@h"),
        # ToASCII fails: an underscore, a label that is too long, an escape
        ("http://a_\xe9/", "http://a_%C3%A9/"),
        ("http://" + "\xe9" * 80 + "/", "http://" + "%C3%A9" * 80 + "/"),
        ("http://\xe9%2E/", "http://%C3%A9%2E/"),
        # A URI stays as it is
        ("http://EXAMPLE.com/%c3%a9/../b?#", "http://EXAMPLE.com/%c3%a9/../b?#"),
        ("http://[::1]:80/", "http://[::1]:80/"),
        ("", ""),
    ],
)  # fmt: skip
def test_iri_is_converted_to_a_uri(iri, uri):
    assert to_uri(iri) == uri
    assert RFC3986.is_valid_url(uri)
    assert to_uri(RFC3987.parse(iri)) == uri


# Section 3.2


@each_case(
    ("uri", "iri"),
    [
        ("http://www.example.org/D%C3%BCrst", "http://www.example.org/D\xfcrst"),
        ("http://www.example.org/D%FCrst", "http://www.example.org/D%FCrst"),
        ("http://www.example.org/r%E9sum%E9.html", "http://www.example.org/r%E9sum%E9.html"),
        ("http://xn--99zt52a.example.org/%e2%80%ae", "http://xn--99zt52a.example.org/%E2%80%AE"),
        # Unreserved characters are decoded, reserved characters, dots and "%" are not
        ("/%41%7e%2D/%2f%3A%25%20%0a%7b%2E%2e", "/A~-/%2f%3A%25%20%0a%7b%2E%2e"),
        # Not the shortest form, a surrogate, a byte alone, a sequence that is cut off, beyond
        # Unicode
        ("/%c0%af%ed%a0%80%bf%e2%80/%F4%90%80%80", "/%C0%AF%ED%A0%80%BF%E2%80/%F4%90%80%80"),
        ("/%C3%A9%FF%c3%a9", "/\xe9%FF\xe9"),
        # Noncharacters, spaces, invisible characters, bidirectional formatting characters
        ("/%EF%BF%BE%EF%B7%90", "/%EF%BF%BE%EF%B7%90"),
        ("/%C2%A0%E3%80%80%E2%80%8B%C2%AD%E2%81%A0", "/%C2%A0%E3%80%80%E2%80%8B%C2%AD%E2%81%A0"),
        ("/%e2%80%8e%E2%80%8F%E2%80%AA", "/%E2%80%8E%E2%80%8F%E2%80%AA"),
        # Private use characters, only in the query
        ("/%EE%80%80?%EE%80%80#%EE%80%80", "/%EE%80%80?\ue000#%EE%80%80"),
        # Every part, and characters that are there already
        ("x://%C3%BC:%C3%A9@r%C3%A9\xe9:1/?%C3%A9#%C3%A9", "x://\xfc:\xe9@r\xe9\xe9:1/?\xe9#\xe9"),
        ("%F0%90%8C%80%EF%BF%AF", "\U00010300\uffef"),
    ],
)
def test_uri_is_converted_to_an_iri(uri, iri):
    assert to_iri(uri) == iri
    assert is_valid_url(iri)
    assert to_iri(iri) == iri


# RFC 3987 section 6.1. `UNSEEN` has the first and the last invisible character of each range. The
# characters of `ALIKE` look like other characters.
UNSEEN = (
    "\xa0\xad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b\u180f\u2000\u200b\u200f\u2028\u202a\u202f\u205f\u2060\u206f"
    "\u3000\u3164\ufe00\ufe0f\ufeff\uffa0\ufff9\ufffd\U0001bca0\U0001bca3\U0001d173\U0001d17a\u06dd\u070f\u0340\u0341\u2ff0\u2ffb"
)
ALIKE = "⁄∕⧸╱⟋∖⧵⧹⟍∶꞉٪⁒♯／＼：％＃？．․＠Ａａ１ⓛﬁ½²…\u212a\u017f\uff61"


@pytest.mark.parametrize("before", ["/", "x:", "http://h/?", "http://h/#", "http://u", "x://h"])
def test_character_that_is_not_seen_or_looks_like_another_stays_escaped(before):
    for character in UNSEEN + ALIKE:
        uri = before + quote(character) + ("@h/" if before == "http://u" else "")
        assert to_iri(uri) == uri


def test_character_that_looks_like_itself_is_decoded():
    for character in "é√ñαжאبひ漢한。、·–✓😀\u0301\u093c\u3099\U00020000":
        assert to_iri(f"/{quote(character)}?{quote(character)}") == f"/{character}?{character}"


@each_case(
    ("escaped", "host"),
    [
        ("b%C3%BCcher.Example", "bücher.Example"),
        ("B%C3%9Ccher", "BÜcher"),
        ("%D7%90%D7%91.com", "אב.com"),
        ("%E4%B8%AD.%E4%B8%AD", "中.中"),
        # ToASCII would make another host of these.
        ("fa%C3%9F", None),
        ("%CF%82", None),
        ("example%E3%80%82com", None),
        ("e%CC%81", None),
        ("%D7%90a", None),
        ("%C3%A9" * 254, None),
    ],
)
@each_case("before", ["http://", "x://u@", "//"])
def test_host_is_decoded_if_it_stays_the_same_host(before, escaped, host):
    assert to_iri(f"{before}{escaped}/") == f"{before}{escaped if host is None else host}/"


characters = st.one_of(
    st.sampled_from("a/?#:@.%é\u202e\ue000\xa0"), st.characters(blacklist_categories=["Cs"])
)
escaped = st.lists(st.one_of(st.binary(max_size=4), characters.map(str.encode)), max_size=8).map(
    lambda parts: "".join(f"%{octet:02x}" for octet in b"".join(parts))
)


@given(escaped, escaped, escaped)
@settings(max_examples=200)
@example("%2e%2e", "", "")
def test_conversion_back_gives_an_equivalent_uri(path, query, fragment):
    uri = f"x:/{path}?{query}#{fragment}"
    iri = to_iri(uri)
    assert is_valid_url(iri) and iri.count("/") == iri.count("?") == iri.count("#") == 1

    assert unquote_to_bytes(to_uri(iri)) == unquote_to_bytes(uri)


# The sixth standard is everywhere where a standard is


def test_rfc3987_is_a_standard_like_the_others():
    url = URLDecomposition("../ж", "http://bücher.example/a/b", standard="rfc3987")
    assert (url.href, url.hostname, url.pathname) == (
        "http://bücher.example/ж",
        "bücher.example",
        "/ж",
    )
    url.port = 81
    assert url.reference == "http://bücher.example:81/ж"
    for name in ("protocol", "host", "hostname", "port", "pathname"):
        setattr(url, name, getattr(url, name))
    assert url.href == "http://bücher.example:81/ж"
    assert parse("é", standard=RFC3987) == URIReference(path="é")
    sections = [step.section for step in explain("é", "http://h/", standard="rfc3987")]
    assert sections[:2] == ["RFC 3987 section 6.5", "RFC 3987 section 2.2"]


@pytest.mark.parametrize(
    ("name", "value", "href"),
    [
        ("hostname", "ß x", "http://ß%20x:8/p?q#f"),
        ("host", "é:9", "http://é:9/p?q#f"),
        ("host", "[::1]:9", "http://[::1]:9/p?q#f"),
        ("pathname", "é %41%\ue000\u202e", "http://h:8/é%20%41%25%EE%80%80%E2%80%AE?q#f"),
        ("search", "é\ue000\u200f#", "http://h:8/p?é\ue000%E2%80%8F%23#f"),
        ("hash", "é\U0001f600\ufdd0\ud800", "http://h:8/p?q#é\U0001f600%EF%B7%90%EF%BF%BD"),
    ],
)
def test_assignment_keeps_the_characters_that_the_component_can_contain(name, value, href):
    """HTML5 2.6.6: only characters that are not valid in a component are %-escaped."""
    url = URLDecomposition("http://h:8/p?q#f", standard="rfc3987")
    setattr(url, name, value)
    assert url.href == href and is_valid_url(href)
    assert str(explain("http://h:8/p?q#f", standard="rfc3987", set={name: value}).result) == href


def test_reason_names_no_character_of_the_grammar():
    """RFC 3987 section 2.2: each of these characters can be in an IRI, so the reason is another
    one."""
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
    for character in f"{letters}-._~:/?[]@!$&'()*+,;=#\xa0\ud7ff\uf900\U0001fffd":
        with pytest.raises(InvalidURLError) as caught:
            RFC3987.parse(f"http://h:x/{character}")
        assert caught.value.reason.startswith("it does not match the <"), character
    for character in (" ", '"', "<", "\\", "^", "`", "{", "\x7f", "\x9f", "\ufdd0", "\U0001fffe"):
        with pytest.raises(InvalidURLError) as caught:
            RFC3987.parse(f"http://h:x/{character}")
        assert caught.value.reason.startswith(f"it contains {character!r}"), character


def test_escapes_of_characters_that_an_iri_needs_not_escape_are_decoded():
    """RFC 3987 section 3.2: a dot stays escaped, and private use characters are valid only in the
    query."""
    iri = to_iri("http://h/a%2Eb%C3%A9%EE%80%80?a%2Eb%C3%A9%EE%80%80#%2E%C3%A9%EE%80%80")
    assert iri == "http://h/a%2Ebé%EE%80%80?a%2Ebé\ue000#%2Eé%EE%80%80"
