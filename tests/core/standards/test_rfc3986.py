"""RFC 3986: the grammar (appendix A) with every IPv6 alternative, the examples of the text, and
relative resolution."""

import ipaddress
import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.cases import each_case
from tests.core.standards import reference
from tests.strategies import uri_references
from urldom import (
    RFC3986,
    InvalidURLError,
    ParsedURL,
    UnresolvableURLError,
    URLDecomposition,
    find_standard,
    html5,
    rfc3986,
)
from urldom._core.values.references import merge, remove_dot_segments
from urldom.html5 import is_valid_url


def components(url):
    parsed = RFC3986.parse(url)
    return parsed.scheme, parsed.authority, parsed.path, parsed.query, parsed.fragment


@each_case(
    ("url", "expected"),
    [
        # Section 1.1.2, Examples
        ("ftp://ftp.is.co.za/rfc/rfc1808.txt", ("ftp", "ftp.is.co.za", "/rfc/rfc1808.txt", None, None)),
        ("http://www.ietf.org/rfc/rfc2396.txt", ("http", "www.ietf.org", "/rfc/rfc2396.txt", None, None)),
        ("ldap://[2001:db8::7]/c=GB?objectClass?one", ("ldap", "[2001:db8::7]", "/c=GB", "objectClass?one", None)),
        ("mailto:John.Doe@example.com", ("mailto", None, "John.Doe@example.com", None, None)),
        ("news:comp.infosystems.www.servers.unix", ("news", None, "comp.infosystems.www.servers.unix", None, None)),
        ("tel:+1-816-555-1212", ("tel", None, "+1-816-555-1212", None, None)),
        ("telnet://192.0.2.16:80/", ("telnet", "192.0.2.16:80", "/", None, None)),
        (
            "urn:oasis:names:specification:docbook:dtd:xml:4.1.2",
            ("urn", None, "oasis:names:specification:docbook:dtd:xml:4.1.2", None, None),
        ),
        # Section 3, Syntax Components
        (
            "foo://example.com:8042/over/there?name=ferret#nose",
            ("foo", "example.com:8042", "/over/there", "name=ferret", "nose"),
        ),
        ("urn:example:animal:ferret:nose", ("urn", None, "example:animal:ferret:nose", None, None)),
        # Section 3.3: "the URI <mailto:fred@example.com> has a path of "fred@example.com", whereas
        # the URI <foo://info.example.com?fred> has an empty path"
        ("mailto:fred@example.com", ("mailto", None, "fred@example.com", None, None)),
        ("foo://info.example.com?fred", ("foo", "info.example.com", "", "fred", None)),
        # Section 4.2: "a path segment that contains a colon character [...] must be preceded by a
        # dot-segment"
        ("./this:that", (None, None, "./this:that", None, None)),
        # Section 6.2.3: four equivalent URIs
        ("http://example.com", ("http", "example.com", "", None, None)),
        ("http://example.com:/", ("http", "example.com:", "/", None, None)),
        # Section 7.6
        (
            "ftp://cnn.example.com&story=breaking_news@10.0.0.1/top_story.htm",
            ("ftp", "cnn.example.com&story=breaking_news@10.0.0.1", "/top_story.htm", None, None),
        ),
        # Appendix B
        (
            "http://www.ics.uci.edu/pub/ietf/uri/#Related",
            ("http", "www.ics.uci.edu", "/pub/ietf/uri/", None, "Related"),
        ),
        # A component that is defined and empty is not undefined
        ("", (None, None, "", None, None)),
        ("//?#", (None, "", "", "", "")),
        ("a:", ("a", None, "", None, None)),
        ("a:/", ("a", None, "/", None, None)),
        ("a:?b?/:@#c?/:@", ("a", None, "", "b?/:@", "c?/:@")),
        ("///", (None, "", "/", None, None)),
        ("a:////", ("a", "", "//", None, None)),
        ("//@:", (None, "@:", "", None, None)),
    ],
)  # fmt: skip
def test_examples_of_the_text_have_the_expected_components(url, expected):
    assert components(url) == expected
    assert str(RFC3986.parse(url)) == url


@each_case(
    "url",
    [
        *("1a:b", "a_b:c", ":a", ":", "@:", "%41:b"),
        *("//a:b", "//a:80:80", "//a@b@c", "//a@b@", "//:a@:b", "//::1", "//[::1", "//[::1]a", "//a[::1]"),
        *("//[::1]:a", "//[::1]:80a"),
        *("//[]", "//[:]", "//[1]", "//[v.a]", "//[v1]", "//[v1.]", "//[vg.a]", "//[v1.a/]", "//[v1.%41]"),
        *("//[v1.a", "//[::1%25eth0]", "//[ ::1]"),
        *("%", "%4", "a%", "a%4g", "/%zz", "?%", "#%4", "//%", "//%@h", "//%1"),
        *("#a#b", "##", "[", "]", "/[a]", "?[", "#]", "//a]"),
        *("a b", " a", "a ", "\t", "\n", "a\n", "\0", "\x7f", '"', "<", ">", "\\", "^", "`", "{", "|", "}", "//a\\b"),
        *("é", "/é", "?é", "#é", "//é", "é://h", "☺", "\ud800", "\xa0", "٣", "//h:٣", "ａ"),
    ],
)  # fmt: skip
def test_string_outside_the_grammar_is_invalid(url):
    with pytest.raises(InvalidURLError) as caught:
        RFC3986.parse(url)
    assert (caught.value.url, caught.value.standard) == (url, "rfc3986")
    assert caught.value.reason
    assert not is_valid_url(url, standard="rfc3986")
    with pytest.raises(UnresolvableURLError):
        RFC3986.resolve(url, "http://a/")
    with pytest.raises(UnresolvableURLError):
        RFC3986.resolve("a", url)


@each_case("character", [chr(code_point) for code_point in range(0x80)], ids=ascii)
def test_each_component_accepts_its_ascii_characters(character):
    """Appendix A, production by production."""
    unreserved = character.isalnum() or character in "-._~"
    sub_delim = character in "!$&'()*+,;="
    pchar = unreserved or sub_delim or character in ":@"

    def matches(url):
        return is_valid_url(url, standard="rfc3986")

    # A colon, slash, question mark or number sign ends the scheme or the segment.
    assert matches(f"a{character}:") == (character.isalnum() or character in "+-.:/?#")
    assert matches(f"{character}:") == (character.isalpha() or character in "/?#")
    assert matches(f"//a{character}a@h") == (unreserved or sub_delim or character in ":/?#")
    assert matches(f"//a{character}b") == (unreserved or sub_delim or character in "@/?#")
    assert matches(f"//[va.{character}]") == (unreserved or sub_delim or character == ":")
    assert matches(f"//a:{character}") == (character.isdigit() or character in "@/?#")
    assert matches(f"/a{character}") == (pchar or character in "/?#")
    assert matches(f"a{character}a") == (pchar or character in "/?#")
    assert matches(f"?{character}") == (pchar or character in "/?#")
    assert matches(f"#{character}") == (pchar or character in "/?")


# IPv6address: nine alternatives, with zero or more groups before "::". The last 32 bits are two
# groups or an IPv4 address.


def _groups(count):
    return ["0", "1a", "FFFF", "0db8", "7", "8", "9", "ab", "c", "d"][:count]


@each_case("before", range(10))
@each_case("after", range(-1, 10))
@each_case("ipv4", ["", "1.2.3.4"])
def test_every_alternative_of_ipv6address_matches(before, after, ipv4):
    """The module ipaddress decides whether the address is valid. `after` is -1 if the address has
    no "::"."""
    tail = _groups(max(after, 0)) + [ipv4] * bool(ipv4)
    address = (
        ":".join(_groups(before) + tail)
        if after < 0
        else f"{':'.join(_groups(before))}::{':'.join(tail)}"
    )
    try:
        ipaddress.IPv6Address(address)
        expected = True
    except ValueError:
        expected = False
    assert is_valid_url(f"//[{address}]", standard="rfc3986") is expected
    assert bool(URLDecomposition(f"x://[{address}]", standard=RFC3986)) is expected


@pytest.mark.parametrize(
    ("before", "most"), [(0, 7), (1, 6), (2, 5), (3, 4), (4, 3), (5, 2), (6, 1), (7, 0)]
)
def test_elision_replaces_at_least_one_group(before, most):
    for after in range(9):
        address = f"{':'.join('1' * before)}::{':'.join('2' * after)}"
        assert is_valid_url(f"//[{address}]", standard="rfc3986") is (after <= most)


@each_case(
    "address",
    [
        *("1:2:3:4:5:6:7:8:", ":1:2:3:4:5:6:7:8", ":::", "1:::2", "::1::2", "1::2::3", ":", ":1", "1:", ":1::"),
        *("::1:", "", "1", "1.2.3.4"),
        *("12345::", "::12345", "g::", "::g", "::-1", "0x1::", "1:2:3:4:5:6:7:00008"),
        *("::1.2.3", "::1.2.3.4.5", "::1.2.3.256", "::1.2.3.04", "::01.2.3.4", "::1.2.3.4:1", "1.2.3.4::"),
        *("::1.2..4", "::1.2.3.", "::.1.2.3", "::1.2.3.1000"),
        *("1:2:3:4:5:6:7:1.2.3.4", "1:2:3:4:5:1.2.3.4", "::1%eth0", "::1%25eth0", "::1/64", "::é", "::\n1"),
    ],
)  # fmt: skip
def test_invalid_ipv6address_does_not_match(address):
    assert not is_valid_url(f"//[{address}]", standard="rfc3986")


@pytest.mark.parametrize("octet", ["0", "9", "10", "99", "100", "199", "200", "249", "250", "255"])
def test_dec_octet_is_at_most_255(octet):
    for address in (
        f"::{octet}.0.0.0",
        f"::0.{octet}.0.0",
        f"::0.0.0.{octet}",
        f"1:2:3:4:5:6:{octet}.{octet}.{octet}.{octet}",
    ):
        assert is_valid_url(f"//[{address}]", standard="rfc3986")


@given(st.ip_addresses(v=6))
def test_ipv6address_matches_in_any_spelling(address):
    for spelling in (str(address), address.exploded, address.exploded.upper()):
        assert RFC3986.parse(f"//[{spelling}]:80").authority == f"[{spelling}]:80"


# Section 5.2.4, Remove Dot Segments


@each_case(
    ("path", "expected"),
    [
        # The two examples of the section
        ("/a/b/c/./../../g", "/a/g"),
        ("mid/content=5/../6", "mid/6"),
        *(("", ""), (".", ""), ("..", ""), ("/.", "/"), ("/..", "/"), ("./", ""), ("../", ""), ("a/.", "a/")),
        *(("a/..", "/"),),
        *(("../../a", "a"), (".././a", "a"), ("./..", ""), ("a/../b", "/b"), ("/a/../..", "/"), ("/..//a", "//a")),
        *(("//..", "/"),),
        *(("/...", "/..."), ("/.a/..b/c.", "/.a/..b/c."), ("a./b", "a./b"), ("/%2E%2E/a", "/%2E%2E/a")),
        *(("/a//../b", "/a/b"),),
    ],
)  # fmt: skip
def test_remove_dot_segments_has_the_results_of_the_examples(path, expected):
    assert remove_dot_segments(path) == expected


def test_remove_dot_segments_matches_the_text_on_every_short_path():
    for length in range(9):
        for characters in itertools.product("./a", repeat=length):
            path = "".join(characters)
            assert remove_dot_segments(path) == reference.remove_dot_segments(path), path


@given(
    st.lists(st.sampled_from(["/", ".", "..", "...", "a", "b", "%2e", ";", "é"]), max_size=20).map(
        "".join
    )
)
def test_remove_dot_segments_matches_the_text(path):
    assert remove_dot_segments(path) == reference.remove_dot_segments(path)
    assert remove_dot_segments(remove_dot_segments(path)) == remove_dot_segments(path)


def test_merge_joins_base_and_reference():
    """Section 5.2.3."""
    assert merge(True, "", "g") == "/g"
    assert merge(False, "", "g") == "g"
    assert merge(True, "/b/c", "g") == "/b/g"
    assert merge(False, "b", "g") == "g"
    assert merge(False, "b/", "g/h") == "b/g/h"


# Section 5.4, Reference Resolution Examples

BASE = "http://a/b/c/d;p?q"

NORMAL = {
    "g:h": "g:h",
    "g": "http://a/b/c/g",
    "./g": "http://a/b/c/g",
    "g/": "http://a/b/c/g/",
    "/g": "http://a/g",
    "//g": "http://g",
    "?y": "http://a/b/c/d;p?y",
    "g?y": "http://a/b/c/g?y",
    "#s": "http://a/b/c/d;p?q#s",
    "g#s": "http://a/b/c/g#s",
    "g?y#s": "http://a/b/c/g?y#s",
    ";x": "http://a/b/c/;x",
    "g;x": "http://a/b/c/g;x",
    "g;x?y#s": "http://a/b/c/g;x?y#s",
    "": "http://a/b/c/d;p?q",
    ".": "http://a/b/c/",
    "./": "http://a/b/c/",
    "..": "http://a/b/",
    "../": "http://a/b/",
    "../g": "http://a/b/g",
    "../..": "http://a/",
    "../../": "http://a/",
    "../../g": "http://a/g",
}
ABNORMAL = {
    "../../../g": "http://a/g",
    "../../../../g": "http://a/g",
    "/./g": "http://a/g",
    "/../g": "http://a/g",
    "g.": "http://a/b/c/g.",
    ".g": "http://a/b/c/.g",
    "g..": "http://a/b/c/g..",
    "..g": "http://a/b/c/..g",
    "./../g": "http://a/b/g",
    "./g/.": "http://a/b/c/g/",
    "g/./h": "http://a/b/c/g/h",
    "g/../h": "http://a/b/c/h",
    "g;x=1/./y": "http://a/b/c/g;x=1/y",
    "g;x=1/../y": "http://a/b/c/y",
    "g?y/./x": "http://a/b/c/g?y/./x",
    "g?y/../x": "http://a/b/c/g?y/../x",
    "g#s/./x": "http://a/b/c/g#s/./x",
    "g#s/../x": "http://a/b/c/g#s/../x",
}


@each_case(("reference", "target"), [*NORMAL.items(), *ABNORMAL.items()])
def test_section_5_4_examples_resolve(reference, target):
    assert str(RFC3986.resolve(reference, BASE)) == target
    assert str(RFC3986.resolve(reference, f"{BASE}#f")) == target
    assert str(rfc3986.resolve(reference, BASE, strict=False)) == target
    assert RFC3986.resolve(reference, RFC3986.parse(BASE)) == RFC3986.parse(target)


@each_case(("reference", "target"), [*NORMAL.items(), *ABNORMAL.items()])
def test_section_5_4_examples_resolve_under_html5(reference, target):
    """HTML5 2.6.3 step 9 is the same algorithm (ruling 8)."""
    assert str(html5.parse(target)) == str(URLDecomposition(reference, BASE).href) == target


@pytest.mark.parametrize(
    ("reference", "base", "strict", "loose"),
    [
        (
            "http:g",
            BASE,
            "http:g",
            "http://a/b/c/g",
        ),  # the last example: "for backward compatibility"
        ("http:", BASE, "http:", BASE),
        ("HTTP:g", BASE, "HTTP:g", "http://a/b/c/g"),
        ("http:?y", BASE, "http:?y", "http://a/b/c/d;p?y"),
        ("http:#s", BASE, "http:#s", f"{BASE}#s"),
        ("http:/g", BASE, "http:/g", "http://a/g"),
        ("http://g/../h", BASE, "http://g/h", "http://g/h"),
        ("https:g", BASE, "https:g", "https:g"),
        ("http:../g", None, "http:g", "http:g"),
    ],
)
def test_strict_resolution_keeps_the_scheme(reference, base, strict, loose):
    assert str(RFC3986.resolve(reference, base)) == strict
    assert str(rfc3986.resolve(reference, base, strict=True)) == strict
    assert str(rfc3986.resolve(reference, base, strict=False)) == loose


@each_case(
    ("reference", "base", "target"),
    [
        ("g", "http://a", "http://a/g"),
        ("?y", "http://a", "http://a?y"),
        ("", "http://a?q#f", "http://a?q"),
        ("g", "a:", "a:g"),
        ("g", "a:b", "a:g"),
        ("../g", "a:b/c/d", "a:b/g"),
        ("../../g", "a:b/c", "a:/g"),
        ("/g", "a:b", "a:/g"),
        ("#s", "mailto:a@b", "mailto:a@b#s"),
        ("//h", "mailto:a@b", "mailto://h"),
        ("a://b/../c/./d", "http://x/", "a://b/c/d"),
        ("//g/../h", BASE, "http://g/h"),
        # A path that begins with two slashes would parse as an authority (section 3.3)
        (".//g", "a:/b", "a:/.//g"),
        ("a:/..//g", BASE, "a:/.//g"),
    ],
)
def test_references_outside_section_5_4_have_the_expected_results(reference, base, target):
    resolved = RFC3986.resolve(reference, base)
    assert str(resolved) == target
    assert RFC3986.parse(target) == resolved


@pytest.mark.parametrize("base", [None, "", "a", "//h/", "/a", "?q", "#f"])
def test_relative_reference_needs_a_base_with_a_scheme(base):
    with pytest.raises(UnresolvableURLError) as caught:
        RFC3986.resolve("x", base)
    assert (caught.value.url, caught.value.base, caught.value.standard) == ("x", base, "rfc3986")


@given(uri_references(), uri_references())
def test_relative_resolution_matches_the_pseudocode_of_section_5_2_2(relative, base):
    base = base._replace(scheme=base.scheme or "x")
    if base.host is None and not base.path.startswith("/") and ":" in base.path.partition("/")[0]:
        base = base._replace(path=f"a/{base.path}")
    assert str(RFC3986.resolve(str(relative), str(base))) == reference.resolve_rfc3986(
        str(relative), str(base)
    )


@given(uri_references())
def test_generated_reference_parses_into_its_parts(reference):
    url = str(reference)
    assert components(url) == (
        reference.scheme,
        reference.authority,
        reference.path,
        reference.query,
        reference.fragment,
    )
    # HTML5 accepts more characters than RFC 3986. But it parses every valid URL of RFC 3986 as RFC
    # 3986 does.
    assert html5.parse(url) == ParsedURL(*reference)
    assert is_valid_url(url, standard="rfc3986")
    assert is_valid_url(url, encoding="windows-1252")


@pytest.mark.parametrize(
    ("url", "same_document"),
    [
        ("", True),
        ("#", True),
        ("#s", True),
        ("?", False),
        ("a", False),
        ("//", False),
        ("a:", False),
    ],
)
def test_is_same_document_needs_no_base(url, same_document):
    """Section 4.4, for references that need no base."""
    assert RFC3986.parse(url).is_same_document is same_document


def test_url_has_the_seven_attributes():
    url = URLDecomposition("HTTP://u:p@h:80/a?b#c", standard="rfc3986")
    assert (url.protocol, url.host, url.hostname, url.port) == ("HTTP:", "h", "h", "80")
    assert (url.pathname, url.search, url.hash) == ("/a", "?b", "#c")
    url.hostname = "a_b é"
    assert str(url) == "HTTP://u:p@a_b%20%C3%A9:80/a?b#c"
    url.pathname = "//x"
    assert str(url) == "HTTP://u:p@a_b%20%C3%A9:80//x?b#c"
    assert URLDecomposition(" http://h/", standard="rfc3986").protocol == ""


@each_case("reference", ["", "?y", "#f", "c", "../c", "/c"])
@each_case("base", ["http://h/a/../b", "http://h/a/..", "http://h/a/./b/../", "x:a/../b"])
def test_function_and_object_resolve_to_the_same_url(reference, base):
    resolved = str(RFC3986.resolve(reference, base))
    assert resolved == URLDecomposition(reference, base, standard=RFC3986).href
    assert resolved == str(RFC3986.resolve(reference, RFC3986.resolve(base)))


# Reasons


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("http://h/\xe9", "it contains '\xe9', which must be percent-encoded in a URI"),
        ("a b%zz", "it contains ' ', which must be percent-encoded in a URI"),
        ("/%4", "it contains a percent sign without two hexadecimal digits after it"),
        ("http://h/%41%zz", "it contains a percent sign without two hexadecimal digits after it"),
        ("#%41#", "it contains two number signs"),
        ("#", None),
        ("http://h:x/", "it does not match the <URI-reference> production of RFC 3986"),
        ("1:b", "it does not match the <URI-reference> production of RFC 3986"),
    ],
)
def test_error_says_why_the_grammar_does_not_match(url, reason):
    assert RFC3986.is_valid_url(url) is (reason is None)
    if reason is not None:
        with pytest.raises(InvalidURLError) as caught:
            RFC3986.parse(url)
        assert (caught.value.reason, caught.value.standard) == (reason, "rfc3986")
        with pytest.raises(UnresolvableURLError) as caught:
            RFC3986.resolve("a", url)
        assert caught.value.reason == f"its base is not a URI: {reason}"


@pytest.mark.parametrize(
    ("url", "base", "reason"),
    [
        ("a", None, "it is a relative reference without a base: pass a base"),
        ("a", "b", "its base has no scheme"),
    ],
)
def test_error_says_that_a_base_is_missing_or_relative(url, base, reason):
    for standard in ("rfc3986", "rfc2396"):
        with pytest.raises(UnresolvableURLError) as caught:
            find_standard(standard).resolve(url, base)
        assert (caught.value.reason, caught.value.base) == (reason, base)


def test_reason_names_no_character_of_the_grammar():
    """RFC 3986 section 2: each reserved and unreserved character can be in a URI, so the reason is
    another one."""
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
    for character in f"{letters}-._~:/?[]@!$&'()*+,;=#":
        with pytest.raises(InvalidURLError) as caught:
            RFC3986.parse(f"http://h:x/{character}")
        assert (
            caught.value.reason == "it does not match the <URI-reference> production of RFC 3986"
        ), character
