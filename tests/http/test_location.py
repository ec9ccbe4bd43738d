"""`urldom.http.location()` returns the URL of a redirect."""

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.cases import each_case
from urldom import URL, InvalidURLError, ParsedURL, UnresolvableURLError, parse
from urldom.http import location

ADDRESS = "https://example.com/dir/page?q#top"


@each_case(
    ("value", "url"),
    [
        (b"/a", "https://example.com/a#top"),
        (b" /a\t", "https://example.com/a#top"),
        (b"", "https://example.com/dir/page?q#top"),
        (b"?", "https://example.com/dir/page?#top"),
        (b"#", "https://example.com/dir/page?q#"),
        (b"b#own", "https://example.com/dir/b#own"),
        (b"../a b", "https://example.com/a%20b#top"),
        (b"\\\\evil.example\\a", "https://evil.example/a#top"),
        (b"/\t/evil.example", "https://evil.example/#top"),
        (b"https:b", "https://example.com/dir/b#top"),
        (b"http:b", "http://b/#top"),
        (b"javascript:alert(1)", "javascript:alert(1)#top"),
        (b"data:,x", "data:,x#top"),
        ("//b\u00fccher.example/\u00e9".encode(), "https://xn--bcher-kva.example/%C3%A9#top"),
        (b"/\xe9?\xe9#\xe9", "https://example.com/%E9?%E9#%E9"),
        (b"//u\xe9:p\xe9@h/", "https://u%E9:p%E9@h/#top"),
        (b"x://\xe9/\xe9", "x://%E9/%E9#top"),
        (b"\xef\xbb\xbf/a", "https://example.com/dir/%EF%BB%BF/a#top"),
        (b"/a, /b", "https://example.com/a,%20/b#top"),
    ],
)
def test_location_returns_the_url_that_a_browser_requests(value, url):
    found = location(value, ADDRESS)
    assert type(found) is URL and found.href == url
    assert location(value, URL(ADDRESS)) == location(value, parse(ADDRESS)) == found


def test_fragment_is_inherited_if_the_header_has_none():
    assert location("/a", "https://h/").href == "https://h/a"
    assert location("/a", "https://h/#").href == "https://h/a#"
    assert location("/a#", "https://h/#top").href == "https://h/a#"


def test_str_is_encoded_as_utf_8():
    utf_8, latin_1 = "/caf\u00e9".encode(), "/caf\u00e9".encode("latin-1")
    assert location(utf_8, ADDRESS).pathname == "/caf%C3%A9"
    assert location(latin_1, ADDRESS).pathname == "/caf%E9"
    for value in (utf_8, latin_1):
        # aiohttp decodes a header as UTF-8. requests and urllib decode it as Latin-1.
        assert location(value.decode("utf-8", "surrogateescape"), ADDRESS) == location(
            value, ADDRESS
        )
        assert location(value.decode("latin-1").encode("latin-1"), ADDRESS) == location(
            value, ADDRESS
        )


def test_surrogates_are_combined_decoded_or_replaced():
    assert location("/\ud800", ADDRESS).pathname == "/%EF%BF%BD"
    assert location("/\ud83d\ude00", ADDRESS).pathname == "/%F0%9F%98%80"
    assert location("/\udcff", ADDRESS).pathname == "/%FF"


@pytest.mark.parametrize(
    "value", [b"http://", b"//a<b/", b"//\xff/", b"//h:99999/", b"https://[/", "//\udcff/"]
)
def test_invalid_location_raises(value):
    with pytest.raises(UnresolvableURLError) as caught:
        location(value, "https://bob:secret@example.com/")
    assert "secret" not in str(caught.value) + repr(caught.value)
    assert caught.value.reason and caught.value.standard == "whatwg"


def test_relative_response_url_raises():
    with pytest.raises(InvalidURLError, match="is not a URL under whatwg"):
        location("/a", "/b")


@pytest.mark.parametrize("value", [None, 5, [b"/a"], bytearray(b"/a"), URL(ADDRESS)])
def test_value_of_another_type_raises(value):
    with pytest.raises(
        TypeError, match="the value of a Location header must be bytes or a str, not "
    ):
        location(value, ADDRESS)


def test_url_in_bytes_raises_with_a_hint():
    for call in (
        lambda: location(b"/a", b"https://h/"),
        lambda: URL(b"https://h/"),
        lambda: URL("a", b"https://h/"),
    ):
        with pytest.raises(
            TypeError, match=r"not bytes: decode it first, or use urldom\.http\.location"
        ):
            call()


HEADERS = st.one_of(
    st.binary(max_size=30),
    st.lists(
        st.sampled_from(
            [
                b"http:",
                b"https:",
                b"//",
                b"/",
                b"\\",
                b"h",
                b"..",
                b"?",
                b"#",
                b"@",
                b":",
                b"\xe9",
                b"[",
                b" ",
            ]
        )
    ).map(b"".join),
)


@given(HEADERS)
def test_any_bytes_return_a_url_or_raise(value):
    try:
        found = location(value, ADDRESS)
    except InvalidURLError:
        return
    assert isinstance(found.parsed, ParsedURL) and found.href.isascii()
    assert found.hash or b"#" in value
    assert location(found.href, ADDRESS) == found
    assert location(value.decode(errors="surrogateescape"), ADDRESS) == found


@given(st.text(max_size=30))
def test_location_of_a_text_equals_the_parsed_url(text):
    address = ADDRESS.partition("#")[0]
    expected = URL.parse(text, address)
    try:
        assert location(text, address) == expected
    except InvalidURLError:
        assert expected is None


@pytest.mark.parametrize(
    "part", [b"\xe9", b"/", b"\\", b"@", b"#", b" ", b"\t", b"%", b".", b"/.."]
)
def test_long_value_takes_linear_time(part):
    """Quadratic time would take minutes."""
    with contextlib.suppress(InvalidURLError):
        location(b"/" + part * 200_000, ADDRESS)
