"""The errors: their messages, attributes and pickles."""

import copy
import pickle

import pytest

import urldom
import urldom.whatwg
from urldom import (
    InvalidURLError,
    RejectedValueError,
    UnresolvableURLError,
    URLDecomposition,
    html5,
    parse,
    resolve,
)
from urldom._standards.registry import STANDARD_NAMES

duplicates = pytest.mark.parametrize(
    "duplicate",
    [
        copy.copy,
        copy.deepcopy,
        *(lambda value, protocol=protocol: pickle.loads(pickle.dumps(value, protocol)) for protocol in range(2, 6)),
    ],
)


def test_invalid_url_error_has_its_attributes_and_message():
    with pytest.raises(InvalidURLError) as caught:
        html5.parse("http://a:b/")
    error = caught.value
    assert isinstance(error, ValueError)
    assert (error.url, error.standard) == ("http://a:b/", "html5")
    assert "port" in error.reason
    for part in (repr(error.url), error.reason, error.standard):
        assert part in str(error)


def test_unresolvable_url_error_has_its_attributes_and_message():
    with pytest.raises(UnresolvableURLError) as caught:
        html5.resolve("http://a:b/", "http://h/")
    error = caught.value
    assert isinstance(error, InvalidURLError)
    assert (error.url, error.base, error.standard) == ("http://a:b/", "http://h/", "html5")
    for part in (repr(error.url), repr(error.base), error.reason, error.standard):
        assert part in str(error)
    with pytest.raises(UnresolvableURLError) as caught:
        html5.resolve("x")
    assert caught.value.base is None
    assert "None" not in str(caught.value)


@pytest.mark.parametrize("base", [html5.parse("http://h/"), urldom.Document("http://h/")], ids=["parsed", "context"])
def test_base_of_an_unresolvable_url_is_a_string(base):
    with pytest.raises(UnresolvableURLError) as caught:
        html5.resolve("http:x", base)
    assert caught.value.base == "http://h/"


@duplicates
@pytest.mark.parametrize(
    "error",
    [
        InvalidURLError("a", "it is none", "html5"),
        UnresolvableURLError("a", "b", "it is none", "rfc3986"),
        UnresolvableURLError("a", None, "it is none", "rfc3986"),
        RejectedValueError("port", 99999, "it is too great"),
    ],
    ids=repr,
)
def test_errors_are_picklable(error, duplicate):
    twin = duplicate(error)
    assert (type(twin), vars(twin), twin.args, str(twin)) == (type(error), vars(error), error.args, str(error))


@pytest.mark.parametrize("standard", ["html5", "whatwg", "rfc3986"])
def test_error_about_a_megabyte_has_a_short_message(standard):
    url = "http://" + "a" * 10**6 + ":b/"
    with pytest.raises(InvalidURLError) as caught:
        parse(url, standard=standard)
    assert caught.value.url == url
    assert len(str(caught.value)) < 1000
    with pytest.raises(InvalidURLError) as caught:
        resolve(url, url, standard=standard)
    assert len(str(caught.value)) < 1000
    with pytest.raises(RejectedValueError) as rejected:
        URLDecomposition("http://h/", standard=standard).assign(host=f"[{url}")
    assert rejected.value.value == f"[{url}"
    assert len(str(rejected.value)) < 1000


@pytest.mark.parametrize("standard", STANDARD_NAMES)
def test_reason_can_be_printed(standard):
    for url in ("http://\ud800:\ud800/", "http://a b\ud800:1:2", "\ud800:\ud800", "%\ud800"):
        for call in (
            lambda url=url: parse(url, standard=standard),
            lambda url=url: resolve(url, "x\ud800", standard=standard),
        ):
            try:
                call()
            except InvalidURLError as error:
                assert error.reason
                str(error).encode("utf-8")  # raises if the message contains a lone surrogate


def test_an_unknown_encoding_label_is_a_lookup_error():
    for call in (
        lambda: html5.resolve("a", "http://h/", encoding="utf-9"),
        lambda: urldom.html5.is_valid_url("a", encoding="utf-9"),
        lambda: urldom.Document("http://h/", encoding="utf-9"),
        lambda: URLDecomposition("a", "http://h/", encoding="utf-9"),
    ):
        with pytest.raises(LookupError, match="utf-9"):
            call()
