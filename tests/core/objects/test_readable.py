"""What is read of a URL object: the parsed value, the credentials, the ports and the text."""

from __future__ import annotations

import copy
import pickle
from unittest.mock import ANY

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.cases import each_case
from tests.standards import OF_THE_TABLE, every_standard
from tests.strategies import any_text, bases, hostile
from urldom import Document, ParsedURL, URLDecomposition, parse
from urldom._core.standards.registry import STANDARD_NAMES
from urldom.whatwg import URL


@every_standard
def test_parsed_has_the_seven_components(standard):
    url = URLDecomposition("http://bob:pw@h:8080/a;b?q#f", standard=standard)
    assert url.parsed == ParsedURL("http", "bob:pw", "h", "8080", "/a;b", "q", "f")
    assert str(url.parsed) == url.href


@every_standard
@each_case("text", ["", "/a", "//h/", "#f"])
def test_string_that_is_not_a_url_has_no_parsed_value(standard, text):
    assert URLDecomposition(text, standard=standard).parsed is None


def test_different_texts_of_one_url_have_equal_parsed_values():
    urls = ["https://h", "https://H:443/", "https://h/a/..", "https://h/#"]
    assert len({URL(url).parsed for url in urls[:3]}) == 1
    assert {URL(url).parsed for url in urls} == {parse(url, standard="whatwg") for url in urls}


def test_parsed_does_not_change_with_the_url():
    page = Document("http://h/", standard="whatwg")
    url = URLDecomposition("a", page)
    before = url.parsed
    page.base_href = "/b/"
    assert (str(before), str(url.parsed)) == ("http://h/a", "http://h/b/a")


@given(hostile, bases, st.sampled_from(["html5", "whatwg"]))
@example("web+demo:/.//not-a-host/", None, "whatwg")
@example("http:\\\\h\\a", None, "html5")
def test_parsed_is_the_result_of_parse(text, base, standard):
    url = URLDecomposition(text, base, standard=standard)
    assert url.parsed == (parse(url.href, standard=standard) if url else None)


@given(hostile, bases, st.sampled_from(STANDARD_NAMES))
def test_parsed_is_hashable_and_its_string_is_the_url(text, base, standard):
    url = URLDecomposition(text, base, standard=standard)
    parsed = url.parsed
    assert (parsed is not None) == bool(url)
    if parsed is not None:
        assert str(parsed) == url.href and parsed in {parsed}


@pytest.mark.parametrize(
    ("userinfo", "credentials"),
    [
        ("", None),
        ("@", None),
        (":@", None),
        ("bob@", ("bob", "")),
        ("bob:@", ("bob", "")),
        (":pw@", ("", "pw")),
        ("bob:p%40ss%3A%25@", ("bob", "p@ss:%")),
        ("b%C3%A9b:a:b@", ("béb", "a:b")),
        ("%FF:%zz@", ("\ufffd", "%zz")),
    ],
)
def test_credentials_are_decoded(userinfo, credentials):
    assert URL(f"https://{userinfo}h/").credentials == credentials


@pytest.mark.parametrize("url", ["mailto:bob@h", "file:///a", "data:,bob:pw@h"])
def test_url_without_authority_has_no_credentials(url):
    assert URL(url).credentials is None


def test_string_that_is_not_a_url_has_no_credentials():
    assert URLDecomposition("//bob@h", standard="whatwg").credentials is None


@pytest.mark.parametrize("standard", OF_THE_TABLE)
def test_standards_except_whatwg_have_no_credentials(standard):
    url = URLDecomposition("https://bob:pw@h/", standard=standard)
    with pytest.raises(AttributeError, match="'credentials'"):
        url.credentials  # noqa: B018
    assert not hasattr(url, "credentials")


@given(any_text, any_text)
def test_escaped_credentials_are_read_back(username, password):
    url = URL("https://h/")
    url.username, url.password = username.replace("%", "%25"), password.replace("%", "%25")
    read = url.credentials or ("", "")
    given_texts = [
        text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
        for text in (username, password)
    ]
    assert [*read] == given_texts


@given(st.builds("https://{}@h/".format, hostile))
def test_reading_credentials_never_raises(text):
    url = URLDecomposition(text, standard="whatwg")
    assert (url.credentials is None) == (url.username + url.password == "")


@pytest.mark.parametrize(
    ("text", "default_port", "effective_port"),
    [
        ("https://h/", 443, 443),
        ("HTTPS://h:8443/", 443, 8443),
        ("x://h:65535/", None, 65535),
        ("x://h:65536/", None, None),
        ("x://h/", None, None),
        ("http://[::1]/", 80, 80),
        ("mailto:a", None, None),
        ("/a", None, None),
    ],
)
def test_ports(text, default_port, effective_port):
    url = URLDecomposition(text, standard="rfc3986")
    assert (url.default_port, url.effective_port) == (default_port, effective_port)


def test_host_with_a_colon_has_no_effective_port():
    """RFC 2396 3.2.1: a registry-based naming authority can contain a colon."""
    assert URLDecomposition("http://a:b/", standard="rfc2396").effective_port is None


@every_standard
def test_seven_attributes_of_a_url_and_of_no_url(standard):
    url = URLDecomposition("http://h:8080/a?b#c", standard=standard)
    names = ("protocol", "host", "hostname", "port", "pathname", "search", "hash")
    assert [getattr(url, name) for name in names] == [
        "http:",
        "h:8080",
        "h",
        "8080",
        "/a",
        "?b",
        "#c",
    ]
    no_url = URLDecomposition("/a?b#c", standard=standard)
    assert [getattr(no_url, name) for name in names] == [
        ":" if standard == "whatwg" else "",
        *[""] * 6,
    ]
    assert (bool(url), bool(no_url), no_url.href, no_url.error.url) == (
        True,
        False,
        "/a?b#c",
        "/a?b#c",
    )


def test_repr_shows_what_differs_from_the_default():
    url = URLDecomposition("a", "http://u:p@h/", standard="rfc3986", encoding="latin1")
    assert (
        repr(url) == "URLDecomposition('a', 'http://u:***@h/', standard=RFC3986, encoding='latin1')"
    )
    assert repr(URLDecomposition("http://h/")) == "URLDecomposition('http://h/')"


def test_url_equals_a_url_of_the_same_standard_and_is_not_hashable():
    url = URLDecomposition("http://h/", standard="whatwg")
    assert url == URL("http://h") != URLDecomposition("http://h/", standard="html5")
    assert url != "http://h/"
    with pytest.raises(TypeError, match="unhashable"):
        hash(url)


@pytest.mark.parametrize(
    "duplicate", [copy.copy, copy.deepcopy, lambda url: pickle.loads(pickle.dumps(url))]
)
def test_copy_reads_the_same_and_has_no_cached_query(duplicate):
    url = URL("http://h/?a=1")
    assert url.params["a"] == "1"
    copied = duplicate(url)
    assert copied == url and copied is not url and not hasattr(copied, "_last_query")
    copied.hash = "b"
    assert (str(copied), str(url)) == ("http://h/?a=1#b", "http://h/?a=1")


@every_standard
def test_attributes_follow_a_base_that_changes(standard):
    page = Document("http://h:81/a/", standard=standard)
    urls = [URLDecomposition("b?c#d", page) for _ in range(12)]
    page.base_href = "http://i:82/e/"
    names = ["protocol", "host", "hostname", "port", "pathname", "search", "hash", "href"]
    base = "http://i:82/e/" if standard != "whatwg" else urls[-1].base.base_url
    expected = URLDecomposition("b?c#d", base, standard=standard)
    for name, url in zip(names, urls, strict=False):
        assert getattr(url, name) == getattr(expected, name)
    assert (urls[8].display(), str(urls[9]), urls[10].default_port) == (
        expected.href,
        expected.href,
        80,
    )


def test_credentials_of_a_url_with_a_context_are_read():
    page = Document("http://u:p@h/a", standard="whatwg")
    names = {"username": "u", "password": "p", "origin": "http://h"}
    for name, value in names.items():
        assert getattr(URLDecomposition("b", page), name) == value
    for name in names:
        url = URLDecomposition("b", Document("http://u:p@h/a", standard="rfc3986"))
        if name != "origin":
            with pytest.raises(
                AttributeError, match=f"a URL has no attribute '{name}' under rfc3986: use WHATWG"
            ):
                getattr(url, name)


def test_object_of_another_type_decides_itself_whether_it_is_equal():
    url = URLDecomposition("http://h/")
    assert url == ANY and url != "http://h/" and url != 5
    assert url != URLDecomposition("http://h/", standard="rfc3986") and url != URLDecomposition(
        "http://i/"
    )


def test_base_of_a_relative_reference_can_be_a_context():
    url = URLDecomposition("http://h/a/b")
    assert url.relative_to(Document("http://h/a/c")) == url.relative_to("http://h/a/c") == "b"
    assert url.relative_to(Document("http://h/", base_href="/a/")) == "b"
