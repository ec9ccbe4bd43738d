"""The types of a URL argument."""

from __future__ import annotations

import enum

import pytest

from urldom._core.values.url_value import URLValue, not_a_url, url_text

yarl = pytest.importorskip("yarl")


class Name(str, enum.Enum):
    HOME = "http://h/"


class Value(URLValue):
    def __str__(self) -> str:
        return "http://v/"


@pytest.mark.parametrize("url", ["http://h/", Name.HOME])
def test_text_of_a_string_is_a_plain_string(url):
    assert url_text(url) == "http://h/" and type(url_text(url)) is str


def test_text_of_a_url_object_is_its_string():
    assert url_text(Value()) == "http://v/"


@pytest.mark.parametrize(
    ("value", "hint"),
    [
        (b"http://h/", ": decode it first, or use urldom.http.location"),
        (yarl.URL("http://h/"), ": convert it to a str first"),
        (5, ""),
    ],
)
def test_other_types_raise(value, hint):
    with pytest.raises(TypeError) as caught:
        url_text(value, "a base")
    kind = type(value).__name__
    assert str(caught.value).startswith("a base must be a str or a URL of urldom, not ")
    assert kind in str(caught.value) and str(caught.value).endswith(hint or kind)
    assert str(not_a_url("a base", "a str or a URL of urldom", value)) == str(caught.value)
