"""HTML5 2.6.3, Resolving URLs: each step, the predicates, and rulings 5 to 12."""

from __future__ import annotations

import pytest
from hypothesis import given

from tests.cases import each_case
from tests.strategies import uri_references
from urldom import HTML5, RFC3986, Document, InvalidURLError, ParsedURL, UnresolvableURLError
from urldom._core.errors import Failure
from urldom._core.standards.html5.resolving import USUAL, has_usual_labels
from urldom._core.standards.interface import engine_of
from urldom._core.standards.resolving import resolve_string
from urldom._core.values.pieces import WRITTEN
from urldom._core.values.schemes import NEEDING_A_HOST
from urldom.html5 import is_absolute, is_authority_based, is_hierarchical, parse
from urldom.html5 import resolve as resolve_to_url

BASE = "http://example.com/a/b?c"


def resolve(url, base=None, **options):
    """Return the components of the resolved URL."""
    return resolve_to_url(url, base, **options).parsed


def resolved(url, base=BASE, **options):
    return str(resolve(url, base, **options))


def reason(url, base=BASE, **options):
    with pytest.raises(UnresolvableURLError) as caught:
        resolve(url, base, **options)
    assert caught.value.url == url
    assert caught.value.base == (base if base is None else str(base))
    assert caught.value.standard == "html5"
    return caught.value.reason


# Steps 2 and 3 (the encoding), and step 8 (the query)


@each_case(
    ("encoding", "query"),
    [
        ("utf-8", "%C3%A9%D0%B6%E2%98%BA"),
        ("UTF-8", "%C3%A9%D0%B6%E2%98%BA"),
        ("utf-16", "%C3%A9%D0%B6%E2%98%BA"),  # Step 3 replaces UTF-16 by UTF-8.
        ("UTF-16LE", "%C3%A9%D0%B6%E2%98%BA"),
        ("utf-16be", "%C3%A9%D0%B6%E2%98%BA"),
        ("windows-1252", "%E9??"),
        ("latin1", "%E9??"),  # In the Encoding Standard, latin1 is a label of windows-1252.
        (" ISO-8859-1 ", "%E9??"),
        ("windows-1251", "?%E6?"),
        ("koi8-r", "?%D6?"),
        ("shift_jis", "?%84%77?"),
        ("gb18030", "%A8%A6%A7%D8%81%37%A8%32"),
        ("x-user-defined", "???"),
        ("macintosh", "%8E??"),
        (
            "replacement",
            "%C3%A9%D0%B6%E2%98%BA",
        ),  # This encoding has no encoder, so the query is in UTF-8.
    ],
)
def test_step_8_query_is_escaped_in_the_encoding(encoding, query):
    assert resolve("?éж☺", BASE, encoding=encoding).query == query


def test_ruling_7_unencodable_character_becomes_a_question_mark():
    assert resolved("?☺a☺", encoding="windows-1252") == "http://example.com/a/b??a?"
    assert resolved("?\ud800", encoding="windows-1252") == "http://example.com/a/b??"
    assert resolved("?\ufffd", encoding="windows-1252") == "http://example.com/a/b??"


def test_ruling_7_latin1_is_windows_1252():
    assert resolve("?€", BASE, encoding="latin1").query == "%80"


def test_ruling_7_each_character_is_encoded_separately():
    # In ISO-2022-JP, each character shifts to two-byte characters and back.
    one = resolve("?あ", BASE, encoding="iso-2022-jp").query
    assert one == "%1B%24%42%24%22%1B%28%42"
    assert resolve("?ああ", BASE, encoding="iso-2022-jp").query == one * 2


@pytest.mark.parametrize(
    "label",
    ["", "utf-9", "cp1252x", "é", "\ud800", "\0", "rot13", "idna", "punycode", "unicode_escape"],
)
def test_ruling_7_unknown_label_raises_lookup_error(label):
    for url in ("?é", "/a", "http://h/", "http://["):
        with pytest.raises(LookupError):
            resolve(url, BASE, encoding=label)


def test_step_8_characters_outside_the_query_production_are_escaped():
    ascii_text = "".join(map(chr, range(0x80))).replace("#", "")
    escaped = "".join(
        c if c.isalnum() or c in "-._~!$&'()*+,;=:@/?%" else f"%{ord(c):02X}" for c in ascii_text
    )
    assert resolve(f"?{ascii_text}x", BASE).query == f"{escaped}x"
    assert resolve(f"?{ascii_text}x", BASE, encoding="windows-1252").query == f"{escaped}x"


# Step 7, the path


def test_step_7_example_of_the_section_is_correct():
    # 'the <path> component's substring would be "/a^b☺c%FFd%z/" and the two characters that would
    # have to be escaped would be "^" and "☺"'
    assert resolved("//example.com/a^b☺c%FFd%z/?e") == "http://example.com/a%5Eb%E2%98%BAc%FFd%z/?e"


def test_step_7_characters_outside_the_path_production_are_escaped():
    ascii_text = (
        "".join(map(chr, range(0x80)))
        .replace("#", "")
        .replace("?", "")
        .replace("/", "")
        .replace(".", "")
    )
    escaped = "".join(
        c if c.isalnum() or c in "-_~!$&'()*+,;=:@%" else f"%{ord(c):02X}" for c in ascii_text
    )
    assert resolve(f"/{ascii_text}x", BASE).path == f"/{escaped}x"
    assert resolve(f"mailto:{ascii_text}x").path == f"{escaped}x"


def test_step_7_path_is_escaped_in_utf_8_under_any_encoding():
    assert resolved("é?é", encoding="windows-1252") == "http://example.com/a/%C3%A9?%E9"


def test_ruling_6_userinfo_and_fragment_do_not_change():
    assert resolved("http://é%:ü @h/#é% ☺\ud800<x") == "http://é%:ü @h/#é% ☺\ud800<x"


def test_ruling_6_percent_sign_stays_and_lone_surrogate_is_u_fffd():
    assert resolved("/%/%zz/%4?%") == "http://example.com/%/%zz/%4?%"
    assert resolved("/\ud800\udc00?\udfff") == "http://example.com/%F0%90%80%80?%EF%BF%BD"
    assert resolved("/\U00010000") == "http://example.com/%F0%90%80%80"


# Step 6, the host


@each_case(
    ("host", "expected"),
    [
        ("b%C3%BCcher.example", "xn--bcher-kva.example"),
        ("b%c3%bccher.example", "xn--bcher-kva.example"),
        ("%65xample%2Ecom", "example.com"),
        ("Bücher.example", "xn--bcher-kva.example"),
        ("bu\u0308cher", "xn--bcher-kva"),  # composed by Nameprep
        *(("=\u0338", "xn--1ch"), ("%3D%CC%B8", "xn--1ch"), ("%3c\u00ad\u0338", "xn--gdh")),
        ("BÜCHER", "xn--bcher-kva"),
        ("faß.example", "fass.example"),  # IDNA2003 maps ß to ss.
        ("ſ.example", "s.example"),
        ("ＡＢＣ.example", "abc.example"),
        ("xn--bcher-kva", "xn--bcher-kva"),
        ("XN--bcher-KVA", "XN--bcher-KVA"),
        ("EXAMPLE.com", "EXAMPLE.com"),  # all-ASCII labels keep their case
        ("EXAMPLE.é", "EXAMPLE.xn--9ca"),
        ("a。b．c｡d", "a.b.c.d"),
        ("a\u00adb", "ab"),
        ("é.", "xn--9ca."),
        ("h.", "h."),
        ("h。", "h."),
        ("127.0.0.1", "127.0.0.1"),
        ("0x7f.1", "0x7f.1"),
        ("1", "1"),
        ("a--b", "a--b"),
        ("a" * 63, "a" * 63),
        (f"{'a' * 63}.{'b' * 63}", f"{'a' * 63}.{'b' * 63}"),
        ("\u0221", "xn--6la"),  # unassigned in Unicode 3.2: AllowUnassigned
        ("A" + "\u00ad" * 300, "a"),
        ("\u200b" * 1000 + "é", "xn--9ca"),
    ],
)
def test_step_6_host_is_converted_to_ascii(host, expected):
    assert resolve(f"//{host}/x", BASE).host == expected


@each_case(
    "host",
    [
        *("a_b", "a b", "a!b"),
        *("a$b", "a&b", "a'b", "a(b", "a)b", "a*b", "a+b", "a,b", "a;b", "a=b", "a~b", "a\0b", "a\x7fb", "a<b"),
        *("a|b", "a\\b", "[", "[1]", "[a", "a]", "[a]b", "a^b", "a`b", "a{b", '"', "\t"),
        *("-a", "a-", "-", "é-", "-é", "a.-b"),
        *(".", "..", "a..b", ".a", "a..", "é..", "。", "\u00ad", "a.\u00ad"),
        *("a" * 64, f"h.{'a' * 64}.h", "é" * 64, "a" * 1000, "\u0301" * 5000, "ﷺ" * 60),
        *("\ud800", "\ufffd", "\ue000", "\ufdd0", "\u2028", "\u202e", "\u06dd", "\U000e0001", "\x80", "\u3000a"),
        *("℀", "a\u2024b", "…", "＿", "／", "：", "＠", "％", "aאb", "א1"),
        "xn--é",
        *("%2F", "%40", "%3A", "%25", "%00", "%5B", "%20", "a%2Fb", "%2E", "a%2E%2Eb"),
        *("%3C", "%3D", "%3E", "%3C%CC%81"),
    ],
)  # fmt: skip
def test_ruling_5_invalid_host_does_not_resolve(host):
    assert reason(f"http://{host}/")
    assert reason(f"foo://{host}/")


@each_case("length", range(40, 64))
def test_ruling_5_converted_label_has_at_most_63_characters(length):
    label = "é" * length
    expected = f"xn--{label.encode('punycode').decode()}"
    if len(expected) <= 63:
        assert resolve(f"//{label}", BASE).host == expected
    else:
        assert "63" in reason(f"//{label}")


@pytest.mark.parametrize(
    "host", ["%FF", "%C3", "a%C3b", "%C3é", "é%A9", "%ED%A0%80", "%C0%AF", "%F4%90%80%80"]
)
def test_step_6_percent_encoded_bytes_must_be_utf_8(host):
    assert "UTF-8" in reason(f"http://{host}/")


@pytest.mark.parametrize("host", ["[::1]", "[::FFFF:1.2.3.4]", "[v1.a:b]", "[vF.é ☺]", "[v1._]"])
def test_ruling_5_ip_literals_do_not_change(host):
    assert resolved(f"http://{host}:8/") == f"http://{host}:8/"


def test_ruling_5_empty_host_does_not_change():
    assert resolved("file:///a") == "file:///a"
    assert resolved("foo://") == "foo://"
    assert resolved("foo://u@:1") == "foo://u@:1"


# Step 9, RFC 3986 section 5.2


def test_ruling_8_resolution_is_strict():
    """A reference with the base's scheme is still absolute: `http:g` then has no authority, and
    step 10 fails."""
    assert "host" in reason("http:g", "http://a/b/c/d;p?q")
    assert resolved("foo:g", "foo://a/b/c") == "foo:g"


def test_ruling_8_the_bases_fragment_is_never_inherited():
    assert resolved("", "http://h/a?b#c") == "http://h/a?b"
    assert resolved("?x", "http://h/a?b#c") == "http://h/a?x"


@each_case("base", ["", "a", "//h/", "/a", "?q", "http:g", "http://[", "about://x", "http://a b/"])
@each_case("url", ["x", "http://h/"])
def test_ruling_8_relative_base_is_an_error(url, base):
    assert "base" in reason(url, base)


def test_only_an_absolute_url_resolves_without_a_base():
    assert resolved("http://h/a/../b", None) == "http://h/b"
    for url in ("", "a", "/a", "//h", "?q", "#f"):
        assert "base" in reason(url, None)


def test_base_may_be_a_string_a_parsed_url_or_a_base_context():
    for base in (BASE, parse(BASE), Document(BASE)):
        assert resolved("x", base) == "http://example.com/a/x"


@pytest.mark.parametrize("base", [5, b"http://h/", object(), ["http://h/"]])
def test_base_of_a_wrong_type_raises_type_error(base):
    with pytest.raises(TypeError):
        resolve("x", base)


@given(uri_references(), uri_references())
def test_step_9_matches_rfc_3986(reference, base):
    base = str(base._replace(scheme=base.scheme or "x", host=base.host and "h"))
    reference = str(reference._replace(host=reference.host and "r"))
    try:
        ours = str(resolve(reference, base))
    except UnresolvableURLError:
        return
    if "\\" not in reference + base:
        assert ours == str(RFC3986.resolve(reference, RFC3986.resolve(base)))


# Step 10, the conformance criteria


@pytest.mark.parametrize(
    "scheme", ["data", "mailto", "javascript", "about", "urn", "tel", "sms", "cid", "mid", "DATA"]
)
def test_ruling_9a_scheme_may_forbid_an_authority(scheme):
    # "e.g. a data: URI using the "//" server-based naming authority syntax"
    assert "authority" in reason(f"{scheme}://h/a")
    assert "authority" in reason(f"{scheme}:///a")
    assert resolved(f"{scheme}:/a") == f"{scheme}:/a"
    assert resolved(f"{scheme}:a") == f"{scheme}:a"
    assert reason("//h", f"{scheme}:a")


@each_case("scheme", [*sorted(NEEDING_A_HOST), "HTTP", "Wss"])
def test_ruling_9b_scheme_may_need_a_host(scheme):
    for url in (
        f"{scheme}:",
        f"{scheme}:g",
        f"{scheme}:/g",
        f"{scheme}://",
        f"{scheme}:///p",
        f"{scheme}://?q",
        f"{scheme}://u@/",
        f"{scheme}://:80/",
    ):
        assert "host" in reason(url)
    assert resolved(f"{scheme}://h") == f"{scheme}://h"


@pytest.mark.parametrize(
    ("url", "base"),
    [
        ("foo:/..//b", None),
        ("foo:/.//b", None),
        ("foo:a/..//b", None),
        ("/..//b", "foo:/a"),
        (".//b", "foo:/a"),
    ],
)
def test_ruling_9c_path_without_an_authority_cannot_begin_with_two_slashes(url, base):
    assert "//" in reason(url, base)


def test_ruling_9_unlisted_schemes_have_no_criteria():
    for url in (
        "file:a",
        "file:/a",
        "file:///a",
        "foo:",
        "foo://",
        "blob:http://h/",
        "view-source:http://h/",
        "mailto:?subject=a",
    ):
        assert resolved(url) == url


# Step 12, the backslashes


def test_ruling_10_backslashes_of_a_server_based_scheme_become_slashes():
    assert resolved("http://h/#a\\b") == "http://h/#a/b"
    assert resolved("#\\", "FTP://h/") == "FTP://h/#/"
    assert resolved("foo://h/#a\\b") == "foo://h/#a\\b"
    assert resolved("mailto:a#\\") == "mailto:a#\\"


def test_ruling_10_backslashes_of_path_and_query_are_already_escaped():
    assert resolved("http://h/a\\b?c\\d") == "http://h/a%5Cb?c%5Cd"
    assert resolved("\\\\h\\x") == "http://example.com/a/%5C%5Ch%5Cx"


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("http://a\\@b/c", "http://a/@b/c"),
        ("http://a\\..\\x@b/c", "http://a/x@b/c"),
        ("http://É\\@b/", "http://xn--9ca/@b/"),
        ("http://u\\b@h/é?é#\\", "http://u/b@h/%C3%A9?%C3%A9#/"),
    ],
)
def test_ruling_10_backslash_in_the_userinfo_ends_the_authority(url, expected):
    """The result has another host than the input. The algorithm runs again on the result."""
    assert resolved(url) == expected
    assert resolved(expected) == expected


@pytest.mark.parametrize(
    "url",
    [
        "http://a:b\\@c/",
        "http://\\@b/",
        "http://a_b\\@c/",
        "http://[v1.a\\b]/",
        "http://h\\/",
        "http://a b\\@c",
    ],
)
def test_ruling_10_second_resolution_may_fail(url):
    assert reason(url)


def test_ruling_11_case_port_escapes_and_slashes_are_not_normalised():
    for url in (
        "HTTP://EXAMPLE.com:080",
        "http://h:80",
        "http://h:?#",
        "http://h/%7e%7E",
        "http://h//a//",
        "http://h?",
        "http://h/a;b,c",
    ):
        assert resolved(url) == url


def test_result_is_the_parsed_absolute_url():
    url = resolve("../x?y#z", "http://u@h:1/a/b/c")
    assert url == parse("http://u@h:1/a/x?y#z")
    assert (url.scheme, url.userinfo, url.host, url.port, url.path, url.query, url.fragment) == (
        "http",
        "u",
        "h",
        "1",
        "/a/x",
        "y",
        "z",
    )


def test_url_that_does_not_parse_does_not_resolve():
    assert reason("http://a:b/") == reason("http://a:b/", None)
    with pytest.raises(InvalidURLError):
        resolve("1a:b", BASE)


# The predicates


@each_case(
    ("url", "absolute", "hierarchical", "authority_based"),
    [
        ("http://example.com/", True, True, True),
        (" http://example.com/ ", True, True, True),
        ("http://h", True, True, True),
        ("file:///a", True, True, True),
        ("foo://", True, True, True),
        ("file:/a", True, True, False),
        ("foo:/", True, True, False),
        ("foo:/a//b", True, True, False),
        ("foo:x/../a", True, True, False),  # foo:x/../a resolves to foo:/a.
        ("mailto:a@b", True, False, False),
        ("about:blank", True, False, False),
        ("foo:", True, False, False),
        ("foo:?//", True, False, False),
        ("foo:a//", True, False, False),
        ("data:,//", True, False, False),
        ("", False, False, False),
        ("a", False, False, False),
        ("/a", False, False, False),
        ("//h", False, False, False),
        ("http:g", False, False, False),
        ("http:///p", False, False, False),
        ("http://a:b/", False, False, False),
        ("http://a b/", False, False, False),
        ("data://h", False, False, False),
        ("foo:/.//a", False, False, False),
        ("\ud800", False, False, False),
    ],
)
def test_ruling_12_predicates_describe_the_resolved_url(
    url, absolute, hierarchical, authority_based
):
    assert is_absolute(url) is absolute
    assert is_hierarchical(url) is hierarchical
    assert is_authority_based(url) is authority_based


def test_resolve_of_the_standard_matches_the_function():
    assert HTML5.resolve("é?é", BASE, encoding="latin1") == resolve("é?é", BASE, encoding="latin1")


ENGINE = engine_of(HTML5)


@pytest.mark.parametrize(
    ("url", "name", "value", "expected"),
    [
        ("x://h/a#\\", "protocol", "http", "http://h/a#/"),
        ("http://h/a", "protocol", "x", "x://h/a"),
        ("http://h/", "hostname", "bücher", "http://xn--bcher-kva/"),
        ("http://h/", "hostname", "<\u0338", "http://xn--gdh/"),  # composed by Nameprep
        ("http://h/", "host", "[::1]:8", "http://[::1]:8/"),
        ("http://h/", "pathname", "/a/../b/.", "http://h/b/"),
        ("http://h/", "pathname", "//a", "http://h//a"),
        ("x:/a", "pathname", "/b/./c", "x:/b/c"),
    ],
)
def test_new_component_is_resolved(url, name, value, expected):
    changed = ENGINE.object_model.setters[name](ENGINE.grammar.cut(url), value)
    assert "".join(changed[:8]) == expected == resolve_string(ENGINE.grammar, expected)


def test_new_scheme_writes_another_text_only_if_it_replaces_backslashes():
    assert (
        ENGINE.object_model.setters["protocol"](ENGINE.grammar.cut("x:#\\"), "y")[WRITTEN] is None
    )
    assert (
        ENGINE.object_model.setters["protocol"](ENGINE.grammar.cut("x://h/#\\"), "http")[WRITTEN]
        == "http://h/#\\"
    )


@pytest.mark.parametrize(
    ("url", "name", "value", "reason"),
    [
        ("x:/a", "protocol", "http", "it has no host, but http: URLs need one"),
        ("x://h/", "protocol", "mailto", "it has an authority, but mailto: URLs cannot have one"),
        (
            "x://\\@h/",
            "protocol",
            "http",
            "the userinfo contains a backslash, which would end the authority",
        ),
        (
            "http://h/",
            "hostname",
            "[x]",
            "it begins with a bracket, but is not an IP address in brackets",
        ),
        ("x:/a", "pathname", "//b", "it has no authority, and its path begins"),
        ("x:/a", "pathname", "/.//b", "it has no authority, and its path begins"),
    ],
)
def test_component_that_would_break_the_url_is_rejected(url, name, value, reason):
    with pytest.raises(Failure) as caught:
        ENGINE.object_model.setters[name](ENGINE.grammar.cut(url), value)
    assert caught.value.reason.startswith(reason)


def components(url):
    parsed = parse(url)
    return (
        parsed.scheme,
        parsed.userinfo,
        parsed.host,
        parsed.port,
        parsed.path,
        parsed.query,
        parsed.fragment,
    )


@each_case(
    ("url", "expected"),
    [
        # The URLs of the tables in HTML5 2.6.6, and of HTML5 2.6.3 step 7
        (
            "http://example.com/carrot#question%3f",
            ("http", None, "example.com", None, "/carrot", None, "question%3f"),
        ),
        ("https://www.example.com:4443?", ("https", None, "www.example.com", "4443", "", "", None)),
        ("http://example.com/", ("http", None, "example.com", None, "/", None, None)),
        ("http://example.com/?", ("http", None, "example.com", None, "/", "", None)),
        ("http://example.com/?test", ("http", None, "example.com", None, "/", "test", None)),
        ("http://example.com/?test#", ("http", None, "example.com", None, "/", "test", "")),
        (
            "//example.com/a^b☺c%FFd%z/?e",
            (None, None, "example.com", None, "/a^b☺c%FFd%z/", "e", None),
        ),
        # Every production for the path
        ("http://h", ("http", None, "h", None, "", None, None)),  # path-abempty
        ("http://h//a//", ("http", None, "h", None, "//a//", None, None)),
        ("/a:b", (None, None, None, None, "/a:b", None, None)),  # path-absolute
        ("a/b:c", (None, None, None, None, "a/b:c", None, None)),  # path-noscheme
        ("mailto:a@b", ("mailto", None, None, None, "a@b", None, None)),  # path-rootless
        ("a:b:c", ("a", None, None, None, "b:c", None, None)),
        ("", (None, None, None, None, "", None, None)),  # path-empty
        ("?", (None, None, None, None, "", "", None)),
        ("#", (None, None, None, None, "", None, "")),
        ("a:", ("a", None, None, None, "", None, None)),
        # The authority
        ("ftp://u:p:q@h:21/", ("ftp", "u:p:q", "h", "21", "/", None, None)),
        ("http://@h:/", ("http", "", "h", "", "/", None, None)),
        ("http://u@:8/", ("http", "u", "", "8", "/", None, None)),
        ("http://[::1]:80/", ("http", None, "[::1]", "80", "/", None, None)),
        ("http://127.0.0.1/", ("http", None, "127.0.0.1", None, "/", None, None)),
        ("//", (None, None, "", None, "", None, None)),
        ("///a", (None, None, "", None, "/a", None, None)),
        ("http://h?a/b?c#d?e/f", ("http", None, "h", None, "", "a/b?c", "d?e/f")),
        ("http://h#a", ("http", None, "h", None, "", None, "a")),
        ("HTTP://EXAMPLE.com/A", ("HTTP", None, "EXAMPLE.com", None, "/A", None, None)),
        ("a+-.1://h", ("a+-.1", None, "h", None, "", None, None)),
    ],
)
def test_url_has_the_expected_components(url, expected):
    assert components(url) == expected


def test_exception_1_characters_below_u0021_and_from_u007f_are_unreserved():
    odd = "\0 \n\x7f\x80é☺\ud800\U0010ffff"
    assert components(f"http://{odd}@{odd}/{odd}?{odd}#{odd}x") == (
        "http",
        odd,
        odd,
        None,
        f"/{odd}",
        odd,
        f"{odd}x",
    )
    assert components(f"x{odd}x") == (None, None, None, None, f"x{odd}x", None, None)


@pytest.mark.parametrize("character", '"<>[\\]^`{|}')
def test_exception_2_adds_unreserved_characters(character):
    assert components(f"http://u{character}@h{character}/{character}?{character}#{character}") == (
        "http",
        f"u{character}",
        f"h{character}",
        None,
        f"/{character}",
        character,
        character,
    )
    assert components(character) == (None, None, None, None, character, None, None)


def test_exception_3_bare_percent_sign_is_valid_except_in_a_reg_name():
    assert components("http://%@h/%?%#%") == ("http", "%", "h", None, "/%", "%", "%")
    assert parse("%").path == parse("%zz").path[:1] == "%"
    for url in ("http://%/", "http://a%/", "http://a%z/", "http://a%zz/", "http://a%4", "//%"):
        with pytest.raises(InvalidURLError):
            parse(url)
    assert parse("http://a%4a/").host == "a%4a"


def test_exception_4_fragment_may_contain_number_signs():
    assert parse("#a#b##").fragment == "a#b##"
    assert parse("http://h?a#b#?c").fragment == "b#?c"


@each_case(
    ("url", "word"),
    [
        ("http://a:b/", "port"),
        ("http://a:8o/", "port"),
        ("http://a:-1/", "port"),
        ("http://a:٣/", "port"),
        ("http://a:80:80/", "port"),
        ("http://::1/", "port"),
        ("http://a@b@c/", "@"),
        ("http://[1:2]/", "bracket"),
        ("http://[::1/", "bracket"),
        ("http://[::1]x/", "bracket"),
        ("http://[::1]:x/", "bracket"),
        ("http://a%zz/", "percent"),
        ("//a%zz/", "percent"),
        ("1a:b", "colon"),
        (":x", "colon"),
        (":", "colon"),
        ("a b:c", "colon"),
        ("é:b", "colon"),
        ("a\nb:c/d", "colon"),
        ("1http://h/", "colon"),
    ],
)
def test_ruling_2_invalid_url_does_not_parse(url, word):
    """HTML5 2.6.2 step 3: "parsing the URL fails with an error"."""
    with pytest.raises(InvalidURLError) as caught:
        parse(url)
    assert (caught.value.url, caught.value.standard) == (url, "html5")
    assert word in caught.value.reason


@pytest.mark.parametrize(
    "url", ["http://[a/", "http://a]/", "http://[]/", "http://[1]/", "http://[[/", "http://a[b]c/"]
)
def test_ruling_2_reg_name_may_contain_brackets(url):
    assert parse(url).host == url[7:-1]


@pytest.mark.parametrize("host", ["[v1.a]", "[VF0.a:b]", "[v1.é\\ ]", "[v1.]]", "[v1.!$&'()*+,;=]"])
def test_ruling_2_ip_future_may_contain_the_added_unreserved_characters(host):
    assert components(f"http://u@{host}:1/") == ("http", "u", host, "1", "/", None, None)


@pytest.mark.parametrize("space", [" ", "\t", "\n", "\f", "\r", "\r\n \t"])
def test_ruling_1_space_characters_are_stripped_at_the_ends_only(space):
    assert str(parse(f"{space}http://h/a{space}b{space}")) == f"http://h/a{space}b"
    assert components(f"{space}") == (None, None, None, None, "", None, None)
    assert parse(f"http://h/?a{space}").query == "a"
    assert parse(f"http://h/#a{space}").fragment == "a"
    assert parse(f"http://h{space}").host == "h"
    assert parse(f"http://h/# {space}").fragment == ""


@pytest.mark.parametrize(
    "no_space", ["\v", "\0", "\x1f", "\x85", "\xa0", "\u2003", "\u2028", "\ufeff"]
)
def test_ruling_1_characters_outside_the_space_characters_are_not_stripped(no_space):
    assert parse(f"{no_space}a{no_space}").path == f"{no_space}a{no_space}"
    assert parse(f"http://h/{no_space}").path == f"/{no_space}"


def test_ruling_3_absent_component_is_not_empty():
    assert components("//@:?#") == (None, "", "", "", "", "", "")
    assert components("") == (None, None, None, None, "", None, None)


PORTS = {
    "http": 80,
    "https": 443,
    "ws": 80,
    "wss": 443,
    "ftp": 21,
    "gopher": 70,
    "telnet": 23,
    "nntp": 119,
    "ldap": 389,
    "imap": 143,
    "rtsp": 554,
}


@pytest.mark.parametrize(("scheme", "port"), PORTS.items())
def test_ruling_4_scheme_has_its_default_port(scheme, port):
    for default in (port, f"0{port}", f"000{port}", ""):
        assert parse(f"{scheme}://h:{default}/").hostport == "h"
        assert parse(f"{scheme.title()}://h:{default}/").hostport == "h"
    for other in (port + 1, f"{port}0", f"{port}000", "0", "00", "9" * 5000):
        assert parse(f"{scheme}://h:{other}/").hostport == f"h:{other}"


def test_hostport_keeps_a_port_that_is_not_the_default_port():
    assert parse("foo://h:80").hostport == "h:80"
    assert parse("file://h:80").hostport == "h:80"
    assert parse("foo://h:").hostport == "h"
    assert (
        parse("//h:8080").hostport == "h"
    )  # "If there is a <scheme> component and a <port> component"
    assert parse("foo:a").hostport is None
    assert parse("http://u@[::1]:8080").hostport == "[::1]:8080"


def test_host_specific_follows_the_authority():
    # "The substring that follows the substring matched by the <authority> production, or the whole
    # string if the <authority> production wasn't matched."
    assert parse("http://u@h:1/a?b#c").host_specific == "/a?b#c"
    assert parse("http://h").host_specific == ""
    assert parse("//h?a").host_specific == "?a"
    assert parse("foo:a?b").host_specific == "foo:a?b"
    assert parse(" a ").host_specific == "a"


def test_authority_includes_userinfo_host_and_port():
    assert parse("http://u:p@h:1/").authority == "u:p@h:1"
    assert parse("http://@h:/").authority == "@h:"
    assert parse("http:///").authority == ""
    assert parse("http:/").authority is None


def test_components_are_substrings_of_url():
    parsed = parse(" http://u@h:1/a b?c#d ")
    assert isinstance(parsed, ParsedURL)
    assert str(parsed) == "http://u@h:1/a b?c#d"
    for component in (
        parsed.scheme,
        parsed.userinfo,
        parsed.host,
        parsed.port,
        parsed.path,
        parsed.query,
        parsed.fragment,
    ):
        assert component in str(parsed)


@pytest.mark.parametrize("url", [None, b"http://h/", 5, ["a"]])
def test_non_string_raises_type_error(url):
    with pytest.raises(TypeError):
        parse(url)


@pytest.mark.parametrize(
    "name", ["scheme", "userinfo", "host", "port", "path", "query", "fragment"]
)
def test_component_of_a_wrong_type_raises_type_error(name):
    url = parse("http://h/")
    for make in (ParsedURL, url.replace):
        with pytest.raises(TypeError, match=f"^{name} must be a str.*, not int$"):
            make(**{name: 80})
    if name == "path":
        with pytest.raises(TypeError, match=r"^path must be a str, not NoneType$"):
            url.replace(path=None)
    else:
        assert getattr(url.replace(**{name: None}), name) is None


@pytest.mark.parametrize(
    "host", ["a", "a-b.c", "A.1", "a--b", "a.", "1.2.3.4", "a" * 63, f"{'a' * 63}.{'b' * 63}"]
)
def test_host_of_usual_labels_is_kept(host):
    assert has_usual_labels(host)
    assert HTML5.resolve(f"http://{host}/").host == host


@pytest.mark.parametrize(
    "host", ["-a", "a-", "a-.b", "a.-b", "a..b", ".a", ".", "a" * 64, f"a.{'b' * 64}", "a-..b"]
)
def test_host_with_an_unusual_label_is_rejected(host):
    """RFC 3490 section 4.1: a label has 1 to 63 characters, and does not begin or end with a
    hyphen."""
    assert not has_usual_labels(host)
    for url in (f"http://{host}/", f"http://u@{host}:80/a?b#c"):
        with pytest.raises(InvalidURLError):
            HTML5.resolve(url)


@pytest.mark.parametrize(
    ("component", "usual", "others"),
    [
        (
            "host",
            ["h", "a-b.C", "1.2.3.4", "a.", "[1::2]", "a" * 63],
            ["", "a_b", "-a", "a-", "a..b", "a:1", "a" * 64],
        ),
        ("hostport", ["h", "h:", "h:80", "[1::2]:81"], ["h:x", ":80", "h:80:", "a b"]),
        (
            "port",
            ["1", "80", "9999", "10000", "59999"],
            ["0", "080", "65536", "60000", "", "8a", "\u0661"],
        ),
    ],
)
def test_usual_value_of_a_component(component, usual, others):
    assert [value for value in usual if not USUAL[component](value)] == []
    assert [value for value in others if USUAL[component](value)] == []
