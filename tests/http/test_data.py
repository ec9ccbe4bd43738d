"""`urldom.http.data()` returns the content of `data:` URLs."""

import base64
import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.cases import each_case
from tests.conformance import cases
from urldom import URL, InvalidURLError, parse
from urldom.http import Data, InvalidDataURLError, data
from urldom.http._data import forgiving_base64_decode


@pytest.mark.conformance
def test_data_urls_have_the_results_of_web_platform_tests():
    for case in cases("data_urls"):
        url = case["input"]
        if case["type"] is None:
            with pytest.raises(InvalidURLError):
                data(url)
        else:
            assert data(url) == Data(case["type"], bytes.fromhex(case["body"])), url


@pytest.mark.conformance
def test_base64_has_the_results_of_web_platform_tests():
    for case in cases("base64"):
        text = case["input"]
        body = None if case["body"] is None else bytes.fromhex(case["body"])
        assert forgiving_base64_decode(text.encode()) == body, text
        url = f"data:;base64,{text}"
        if body is None:
            with pytest.raises(InvalidDataURLError):
                data(url)
        else:
            assert data(url).body == body, text


@each_case(
    ("url", "media_type", "body"),
    [
        ("data:,a%20b", "text/plain;charset=US-ASCII", b"a b"),
        ("DATA:,a#b", "text/plain;charset=US-ASCII", b"a"),
        ("data:;charset=utf-8,\u00e9", "text/plain;charset=utf-8", b"\xc3\xa9"),
        ('data:Text/HTML;Charset=UTF-8;x="a b",<b>', 'text/html;charset=UTF-8;x="a b"', b"<b>"),
        ("data:image/gif;x=y; BASE64 ,R0lG", "image/gif;x=y", b"GIF"),
        ("data:text/html;base64;x=y,YQ==", "text/html;x=y", b"YQ=="),
        ("data:text/html;xbase64,YQ==", "text/html", b"YQ=="),
        ("data:base64,YQ", "text/plain;charset=US-ASCII", b"YQ"),
        ("data:;base64,%59%51%3D%3D", "text/plain;charset=US-ASCII", b"a"),
        ("data:a,b,c", "text/plain;charset=US-ASCII", b"b,c"),
        (" data:,a\tb\n", "text/plain;charset=US-ASCII", b"ab"),
        ("data:text/plain,a?b", "text/plain", b"a?b"),
        ("data:text/plain?x,a?b#c?d", "text/plain;charset=US-ASCII", b"a?b"),
        ("data://u@h:1/,a?b", "text/plain;charset=US-ASCII", b"a?b"),
        ("data: text/html ,a", "text/html", b"a"),
    ],
)
def test_data_returns_the_media_type_and_the_bytes(url, media_type, body):
    assert data(url) == data(URL(url)) == data(parse(url)) == Data(media_type, body)


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("http://bob:secret@h/", 'its scheme is not "data:"'),
        ("data:text/html", "it has no comma after its media type"),
        ("data:text/html#,", "it has no comma after its media type"),
        ("data:;base64,a", "its body is not valid base64"),
    ],
)
def test_url_without_content_raises(url, words):
    with pytest.raises(InvalidDataURLError, match=words) as caught:
        data(url)
    assert isinstance(caught.value, InvalidURLError) and caught.value.reason == words
    assert "secret" not in str(caught.value) + repr(caught.value)
    assert type(caught.value).__module__ == "urldom.http"


def test_invalid_url_raises():
    with pytest.raises(InvalidURLError, match="is not a URL under whatwg"):
        data("/a")
    with pytest.raises(TypeError, match="a data: URL must be a str or a URL of urldom, not bytes"):
        data(b"data:,x")


def test_repr_shows_the_first_bytes_of_the_body():
    assert repr(Data("text/plain", b"a")) == "Data(media_type='text/plain', body=b'a')"
    assert len(repr(data("data:," + "a" * 10_000))) < 200


@given(st.binary())
def test_encoded_bytes_are_decoded(body):
    encoded = base64.b64encode(body).decode()
    assert data(f"data:;base64,{encoded}").body == body
    escaped = "".join(f"%{byte:02x}" for byte in body)
    assert data(f"data:,{escaped}").body == body


@given(st.text(max_size=30))
def test_any_text_has_content_or_raises(text):
    try:
        found = data(f"data:{text}")
    except InvalidURLError:
        return
    assert data(f"data:{found.media_type},").media_type == found.media_type


@each_case("part", ["a", "%41", "%", " ", "\u00e9", ";", ";base64", "=", '"', "\\"])
@each_case("start", ["data:,", "data:;base64,", "data:a/b;x=", 'data:a/b;x="', "data:"])
def test_long_url_takes_linear_time(start, part):
    """Quadratic time would take minutes."""
    with contextlib.suppress(InvalidURLError):
        data(start + part * 30_000 + ",")
