"""`WHATWG`: the methods that URLDecomposition and the base contexts use."""

from __future__ import annotations

import copy
import pickle
from functools import partial

import pytest

from tests.cases import each_case
from urldom import (
    HTML5,
    URL,
    WHATWG,
    Document,
    InvalidURLError,
    ParsedURL,
    RejectedValueError,
    UnresolvableURLError,
    URLDecomposition,
)
from urldom._core.contexts.base_urls import document_base_url, fallback_base_url
from urldom._core.standards.registry import find_engine
from urldom._core.standards.resolving import resolve_string, string_resolver
from urldom.html5 import is_absolute

ENGINE = find_engine("whatwg")


def assign(input, name, value):
    url = URLDecomposition(input, standard=WHATWG)
    url.assign(**{name: value})
    return str(url)


def test_copy_of_whatwg_is_whatwg():
    assert pickle.loads(pickle.dumps(WHATWG)) is WHATWG
    assert copy.deepcopy(WHATWG).name == "whatwg"
    assert repr(WHATWG) == "WHATWG"
    assert not ENGINE.page_rules.xml_base and not ENGINE.page_rules.live_fallback


def test_parse_returns_the_components():
    parsed = WHATWG.parse("HTTP://u:@EX%41MPLE.com:8080/a/../b ?c#d é")
    assert parsed == ParsedURL("http", "u", "example.com", "8080", "/b%20", "c", "d%20%C3%A9")
    assert str(parsed) == "http://u@example.com:8080/b%20?c#d%20%C3%A9"
    assert WHATWG.parse("foo:/.//x").path == "//x"
    assert str(WHATWG.parse("foo:/.//x")) == "foo:/.//x"
    assert WHATWG.parse("foo://").host == ""
    assert WHATWG.parse("foo:x").host is None
    with pytest.raises(InvalidURLError) as info:
        WHATWG.parse("/x")
    assert (info.value.standard, info.value.url) == ("whatwg", "/x")


@pytest.mark.parametrize("wrong", [None, b"http://h/", 1])
def test_wrong_type_raises_type_error(wrong):
    with pytest.raises(TypeError):
        WHATWG.parse(wrong)
    with pytest.raises(TypeError):
        WHATWG.resolve(wrong)
    if wrong is not None:
        with pytest.raises(TypeError):
            WHATWG.resolve("x", wrong)


def test_resolve_raises_for_an_invalid_url_or_base():
    with pytest.raises(UnresolvableURLError) as info:
        WHATWG.resolve("//[/", "http://h/")
    assert (info.value.url, info.value.base) == ("//[/", "http://h/")
    with pytest.raises(UnresolvableURLError, match="its base 'nothing' is not an absolute URL"):
        WHATWG.resolve("http://h/", "nothing")
    with pytest.raises(UnresolvableURLError):
        WHATWG.resolve("x")


def test_base_can_be_of_another_standard():
    assert (
        str(WHATWG.resolve("b c", HTML5.parse("HTTP://EXAMPLE.com/x y/z")))
        == "http://example.com/x%20y/b%20c"
    )


@each_case(
    ("input", "name", "value"),
    [
        ("http://h/", "port", "abc"),
        ("http://h/", "port", "65536"),
        ("http://h/", "hostname", "a b"),
        ("http://h/", "hostname", "x:80"),
        ("http://h/", "hostname", ""),
        ("http://h/", "host", ":80"),
        ("http://h/", "host", "h:x@y"),
        ("http://h/", "protocol", "foo"),
        ("http://h/", "protocol", "1"),
        ("http://h/", "protocol", ""),
        ("http://h:81/", "protocol", "file"),
        ("foo://h/", "protocol", "http"),
        ("file:///x", "protocol", "http"),
        ("mailto:x", "pathname", "y"),
        ("mailto:x", "host", "y"),
        ("mailto:x", "hostname", "y"),
        ("mailto:x", "port", "80"),
        ("file:///x", "username", "y"),
        ("foo:///x", "password", "y"),
        ("foo://u@h/", "host", ""),
        ("nothing", "hash", "x"),
    ],
)
def test_rejected_value_raises_with_a_reason(input, name, value):
    with pytest.raises(RejectedValueError) as info:
        assign(input, name, value)
    assert (info.value.attribute, info.value.value) == (name, value)
    assert info.value.reason


@each_case(
    ("input", "name", "value", "output"),
    [
        ("HTTP://h", "hash", "x", "http://h/#x"),
        ("http://h", "pathname", "x", "http://h/x"),
        ("http://h/a", "pathname", "../b", "http://h/b"),
        ("http://h/", "port", "8080x", "http://h:8080/"),
        ("http://h:81/", "port", "80", "http://h/"),
        ("http://h:81/", "port", "", "http://h/"),
        ("http://h:81/", "host", "x", "http://x:81/"),
        ("http://h/", "host", "x:82/y", "http://x:82/"),
        ("http://h/", "host", "x:99999", "http://x/"),
        ("http://h/", "hostname", "h", "http://h/"),
        ("http://h/", "username", "a:b", "http://a%3Ab@h/"),
        ("http://h/", "password", "p", "http://:p@h/"),
        ("http://h:443/", "protocol", "https:x", "https://h/"),
        ("foo:/.//x", "hostname", "h", "foo://h//x"),
        ("foo://h//x", "hash", "", "foo://h//x"),
        ("http://h/", "search", "?", "http://h/?"),
        ("http://h/", "search", "??a#b", "http://h/??a%23b"),
    ],
)
def test_attribute_uses_the_accepted_part_of_a_value(input, name, value, output):
    url = URLDecomposition(input, standard=WHATWG)
    setattr(url, name, value)
    assert str(url) == output


PARTLY_USED = [
    ("http://h/", "hostname", "evil.com/.tenants.example.com", 'a host cannot contain "/", at 8'),
    ("http://h/", "hostname", "evil.com?.h", 'a host cannot contain "?", at 8'),
    ("http://h/", "hostname", "evil.com\\.h", 'a host cannot contain "\\", at 8'),
    ("http://h/", "hostname", "evil.com#.h", 'a host cannot contain "#", at 8'),
    ("http://h/", "host", "evil.com:80/.h", 'a host cannot contain "/", at 11'),
    ("foo://h/", "host", "evil.com/.h", 'a host cannot contain "/", at 8'),
    ("http://h/", "port", "80abc", "a port can contain only digits, at 2"),
    ("http://h/", "host", "b:99x", "a port can contain only digits, at 4"),
    ("http://h/", "host", "[::1]:99x", "a port can contain only digits, at 8"),
    ("http://h/", "host", "b:99999", "the port is greater than 65535, at 2"),
    ("http://h/", "host", "b:", "no port follows the colon, at 1"),
    ("http://h/", "protocol", "https:x", "nothing may follow the colon of a scheme, at 6"),
    ("http://h/", "protocol", "ht\ttps", "a tab would be removed, at 2"),
    ("http://h/", "pathname", "/a\nb", "a newline would be removed, at 2"),
    ("http://h/", "search", "a\rb", "a carriage return would be removed, at 1"),
    ("http://h/", "hash", "ab\t", "a tab would be removed, at 2"),
    (
        "http://h/",
        "href",
        "http://i/ ",
        "a space or control character around the URL would be removed, at 9",
    ),
    (
        "http://h/",
        "href",
        "\0http://i/",
        "a space or control character around the URL would be removed, at 0",
    ),
    ("http://h/", "href", "http://i/\n", "a newline would be removed, at 9"),
]


@each_case(("input", "name", "value", "reason"), PARTLY_USED)
@each_case("kind", [URL, partial(URLDecomposition, standard=WHATWG)])
def test_assign_rejects_a_partly_used_value(kind, input, name, value, reason):
    url = kind(input)
    with pytest.raises(RejectedValueError) as caught:
        url.assign(**{name: value})
    assert (caught.value.attribute, caught.value.value, caught.value.reason) == (
        name,
        value,
        reason,
    )
    assert str(url) == input
    with pytest.raises(RejectedValueError):
        url.replace(**{name: value})


@pytest.mark.parametrize(
    ("name", "value", "output"),
    [
        ("protocol", "https:", "https://h/"),
        ("host", "EX.org:443", "http://ex.org:443/"),
        ("hostname", "é.example", "http://xn--9ca.example/"),
        ("hostname", "0x7f.1", "http://127.0.0.1/"),
        ("port", "0080", "http://h/"),
        ("pathname", "a b?#", "http://h/a%20b%3F%23"),
        ("pathname", "\\a\\..\\b", "http://h/b"),
        ("search", "?a#b", "http://h/?a%23b"),
        ("hash", "#a b", "http://h/#a%20b"),
        ("username", "a\tb@", "http://a%09b%40@h/"),
        ("href", "HTTPS://EX.org", "https://ex.org/"),
    ],
)
def test_assign_accepts_a_value_that_is_escaped_or_normalised(name, value, output):
    assert assign("http://h/", name, value) == output


def test_error_of_assign_contains_the_reason():
    url = URLDecomposition("http://h/", standard=WHATWG)
    with pytest.raises(RejectedValueError, match="a port must begin with a digit"):
        url.assign(pathname="/x", port="abc")
    assert str(url) == "http://h/"


@pytest.mark.parametrize(
    ("address", "fallback"),
    [
        ("about:blank", "http://creator/"),
        ("about:blank?foo#bar", "http://creator/"),
        ("ABOUT:blank", "http://creator/"),
        ("about:srcdoc", "http://creator/"),
        ("about:srcdoc#x", "http://creator/"),
        ("about:srcdoc?x", "about:srcdoc?x"),
        ("about:blankx", "about:blankx"),
        ("http://h/", "http://h/"),
        ("nothing", "nothing"),
    ],
)
def test_fallback_base_url_of_about_documents_is_the_creators(address, fallback):
    assert fallback_base_url(ENGINE, address, "http://creator/", None) == fallback
    assert fallback_base_url(ENGINE, address, None, "http://creator/") == fallback
    assert fallback_base_url(ENGINE, address, None, None) == address


@pytest.mark.parametrize(
    ("href", "base_url"),
    [
        ("x/y", "http://h/a/x/y"),
        ("?é", "http://h/a/b?%E9"),
        ("http://other/", "http://other/"),
        ("data:,x", "http://h/a/b"),
        ("JavaScript:x", "http://h/a/b"),
        ("mailto:x", "mailto:x"),
        ("http://[/", "http://h/a/b"),
        ("", "http://h/a/b"),
    ],
)
def test_base_element_url_is_resolved_or_ignored(href, base_url):
    assert document_base_url(ENGINE, href, "http://h/a/b", "windows-1252") == base_url
    assert (
        Document("http://h/a/b", base_href=href, encoding="windows-1252", standard=WHATWG).base_url
        == base_url
    )


@pytest.mark.parametrize("url", ["ftp://localhost/x", "ftp://LOCALHOST/C|/x", "http://h/C|"])
def test_attributes_after_setting_the_protocol_match_the_href(url):
    element = URLDecomposition(url, standard=WHATWG)
    element.protocol = "file"
    reparsed = URLDecomposition(element.href, standard=WHATWG)
    assert element.protocol == "file:"
    assert [getattr(element, name) for name in WHATWG.attributes if name != "href"] == [
        getattr(reparsed, name) for name in WHATWG.attributes if name != "href"
    ]


@pytest.mark.parametrize("base", ["mailto:a@b", "data:,x"])
def test_error_names_an_opaque_base(base):
    with pytest.raises(UnresolvableURLError, match="the base URL has an opaque path"):
        WHATWG.resolve("?x", base)
    assert str(WHATWG.resolve("#x", base)) == f"{base}#x"


@pytest.mark.parametrize(
    ("reference", "target"),
    [
        ("c", "http://h:81/a/c"),
        ("/c", "http://h:81/c"),
        ("../c", "http://h:81/c"),
        ("../../c", "http://h:81/c"),
        ("?c", "http://h:81/a/b?c"),
        ("#c", "http://h:81/a/b?q#c"),
        ("", "http://h:81/a/b?q"),
        ("c/./d", "http://h:81/a/c/d"),
        ("x:/", "x:/"),
    ],
)
def test_many_references_resolve_against_one_base(reference, target):
    engine = find_engine("whatwg")
    assert string_resolver(engine.grammar, "http://h:81/a/b?q#f", "utf-8")(reference) == target
    assert resolve_string(engine.grammar, reference, "http://h:81/a/b?q#f") == target


@pytest.mark.parametrize(
    ("base", "reference", "expected"),
    [
        ("file:///a/b", "c", "file:///a/c"),
        ("file:///C:/b", "/c", "file:///C:/c"),
        ("x://h/a/b", "c", "x://h/a/c"),
        ("x:/a/b", "../c", "x:/c"),
        ("mailto:a", "#b", "mailto:a#b"),
        ("http://h/a/b?c", "?d", "http://h/a/b?d"),
        ("http://h/a/b?c", "#d", "http://h/a/b?c#d"),
        ("http://h/a/b/c", "../d", "http://h/a/d"),
        ("http://h/a/b/c", "../" * 40 + "d", "http://h/d"),
        ("http://h/a/b/c", "d/../e", "http://h/a/b/e"),
    ],
)
def test_reference_is_resolved_by_any_base(base, reference, expected):
    assert string_resolver(find_engine("whatwg").grammar, base, "utf-8")(reference) == expected


@pytest.mark.parametrize("after", ["//h", "\\\\h", "/\\h", "/h", "\\h", "h", ""])
def test_special_url_is_absolute_if_two_slashes_follow_its_scheme(after):
    """URL Standard 4.4, scheme state: with fewer, the result depends on the base."""
    assert is_absolute(f"http:{after}", standard=WHATWG) is (after.replace("\\", "/")[:2] == "//")
    assert is_absolute(f"foo:{after}", standard=WHATWG)
