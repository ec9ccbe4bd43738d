"""HTML5 2.6.3, Resolving URLs: each step, the predicates, and rulings 5 to 12."""

import pytest
from hypothesis import given

from tests.strategies import uri_references
from urldom import HTML5, RFC3986, Document, InvalidURLError, UnresolvableURLError
from urldom._values.default_ports import DEFAULT_PORTS
from urldom.html5 import is_absolute, is_authority_based, is_hierarchical, parse, resolve

BASE = "http://example.com/a/b?c"


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


@pytest.mark.parametrize(
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
        ("replacement", "%C3%A9%D0%B6%E2%98%BA"),  # This encoding has no encoder, so the query is in UTF-8.
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
    "label", ["", "utf-9", "cp1252x", "é", "\ud800", "\0", "rot13", "idna", "punycode", "unicode_escape"]
)
def test_ruling_7_unknown_label_raises_lookup_error(label):
    for url in ("?é", "/a", "http://h/", "http://["):
        with pytest.raises(LookupError):
            resolve(url, BASE, encoding=label)


def test_step_8_characters_outside_the_query_production_are_escaped():
    ascii_text = "".join(map(chr, range(0x80))).replace("#", "")
    escaped = "".join(c if c.isalnum() or c in "-._~!$&'()*+,;=:@/?%" else f"%{ord(c):02X}" for c in ascii_text)
    assert resolve(f"?{ascii_text}x", BASE).query == f"{escaped}x"
    assert resolve(f"?{ascii_text}x", BASE, encoding="windows-1252").query == f"{escaped}x"


# Step 7, the path


def test_step_7_example_of_the_section_is_correct():
    # 'the <path> component's substring would be "/a^b☺c%FFd%z/" and the two characters that would have to be escaped
    # would be "^" and "☺"'
    assert resolved("//example.com/a^b☺c%FFd%z/?e") == "http://example.com/a%5Eb%E2%98%BAc%FFd%z/?e"


def test_step_7_characters_outside_the_path_production_are_escaped():
    ascii_text = "".join(map(chr, range(0x80))).replace("#", "").replace("?", "").replace("/", "").replace(".", "")
    escaped = "".join(c if c.isalnum() or c in "-_~!$&'()*+,;=:@%" else f"%{ord(c):02X}" for c in ascii_text)
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


@pytest.mark.parametrize(
    ("host", "expected"),
    [
        ("b%C3%BCcher.example", "xn--bcher-kva.example"),
        ("b%c3%bccher.example", "xn--bcher-kva.example"),
        ("%65xample%2Ecom", "example.com"),
        ("Bücher.example", "xn--bcher-kva.example"),
        ("bu\u0308cher", "xn--bcher-kva"),  # composed by Nameprep
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


@pytest.mark.parametrize(
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
    ],
)  # fmt: skip
def test_ruling_5_invalid_host_does_not_resolve(host):
    assert reason(f"http://{host}/")
    assert reason(f"foo://{host}/")


@pytest.mark.parametrize("length", range(40, 64))
def test_ruling_5_converted_label_has_at_most_63_characters(length):
    label = "é" * length
    expected = f"xn--{label.encode('punycode').decode()}"
    if len(expected) <= 63:
        assert resolve(f"//{label}", BASE).host == expected
    else:
        assert "63" in reason(f"//{label}")


@pytest.mark.parametrize("host", ["%FF", "%C3", "a%C3b", "%C3é", "é%A9", "%ED%A0%80", "%C0%AF", "%F4%90%80%80"])
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
    """A reference with the base's scheme is still absolute: `http:g` then has no authority, and step 10 fails."""
    assert "host" in reason("http:g", "http://a/b/c/d;p?q")
    assert resolved("foo:g", "foo://a/b/c") == "foo:g"


def test_ruling_8_the_bases_fragment_is_never_inherited():
    assert resolved("", "http://h/a?b#c") == "http://h/a?b"
    assert resolved("?x", "http://h/a?b#c") == "http://h/a?x"


@pytest.mark.parametrize("base", ["", "a", "//h/", "/a", "?q", "http:g", "http://[", "about://x", "http://a b/"])
@pytest.mark.parametrize("url", ["x", "http://h/"])
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
    "scheme", ["data", "mailto", "javascript", "about", "urn", "news", "tel", "sms", "cid", "mid", "DATA"]
)
def test_ruling_9a_scheme_may_forbid_an_authority(scheme):
    # "e.g. a data: URI using the "//" server-based naming authority syntax"
    assert "authority" in reason(f"{scheme}://h/a")
    assert "authority" in reason(f"{scheme}:///a")
    assert resolved(f"{scheme}:/a") == f"{scheme}:/a"
    assert resolved(f"{scheme}:a") == f"{scheme}:a"
    assert reason("//h", f"{scheme}:a")


@pytest.mark.parametrize("scheme", [*DEFAULT_PORTS, "HTTP", "Wss"])
def test_ruling_9b_server_based_scheme_needs_a_host(scheme):
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
    [("foo:/..//b", None), ("foo:/.//b", None), ("foo:a/..//b", None), ("/..//b", "foo:/a"), (".//b", "foo:/a")],
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
    "url", ["http://a:b\\@c/", "http://\\@b/", "http://a_b\\@c/", "http://[v1.a\\b]/", "http://h\\/", "http://a b\\@c"]
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


@pytest.mark.parametrize(
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
def test_ruling_12_predicates_describe_the_resolved_url(url, absolute, hierarchical, authority_based):
    assert is_absolute(url) is absolute
    assert is_hierarchical(url) is hierarchical
    assert is_authority_based(url) is authority_based


def test_resolve_of_the_standard_matches_the_function():
    assert HTML5.resolve("é?é", BASE, encoding="latin1") == resolve("é?é", BASE, encoding="latin1")
