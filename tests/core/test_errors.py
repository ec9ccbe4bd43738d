"""The errors: their messages, attributes and pickles."""

import copy
import pickle

import pytest

import urldom
import urldom.whatwg
from tests.cases import each_case
from urldom import (
    InvalidURLError,
    RejectedValueError,
    UnresolvableURLError,
    URLDecomposition,
    html5,
    parse,
    resolve,
)
from urldom._core import errors, passwords
from urldom._core.standards.registry import STANDARD_NAMES

duplicates = pytest.mark.parametrize(
    "duplicate",
    [
        copy.copy,
        copy.deepcopy,
        *(
            lambda value, protocol=protocol: pickle.loads(pickle.dumps(value, protocol))
            for protocol in range(2, 6)
        ),
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


@pytest.mark.parametrize(
    "base", [html5.parse("http://h/"), urldom.Document("http://h/")], ids=["parsed", "context"]
)
def test_base_of_an_unresolvable_url_is_a_string(base):
    with pytest.raises(UnresolvableURLError) as caught:
        html5.resolve("http:x", base)
    assert caught.value.base == "http://h/"


@duplicates
@each_case(
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
    assert (type(twin), vars(twin), twin.args, str(twin)) == (
        type(error),
        vars(error),
        error.args,
        str(error),
    )


# RFC 1808 and RFC 2396 accept every host.
@pytest.mark.parametrize("standard", sorted({*STANDARD_NAMES} - {"rfc1808", "rfc2396"}))
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


@each_case(
    ("function", "arguments", "expected"),
    [
        (
            passwords.masked,
            ["http://bob:secret@h/?next=http://bob:secret@h/"],
            "http://bob:***@h/?next=http://bob:***@h/",
        ),
        (passwords.masked, ["http://h:80/@bob"], "http://h:80/@bob"),
        (passwords.masked, ["mailto:bob:secret@h"], "mailto:bob:***@h"),
        (passwords.masked, ["data:text/bob:x@h"], "data:text/bob:x@h"),
        (
            passwords.without_passwords,
            ["cannot parse http://bob:secret@h:x/"],
            "cannot parse http://bob:***@h:x/",
        ),
        (passwords.with_starred_passwords, ["q=http://bob:secret@h/"], "q=http://bob:******@h/"),
        (passwords.masked_authority, ["bob:secret@h:80"], "bob:***@h:80"),
        (passwords.masked_authority, ["[::1]:80"], "[::1]:80"),
        (passwords.masked_authority, [r"evil.example\@bob:secret@h"], r"evil.example\@bob:***@h"),
        (passwords.masked_pattern, ["username", "bob:secret"], "bob:***"),
        (passwords.masked_pattern, ["username", ":name"], ":name"),
        (passwords.masked_pattern, ["password", "*"], "*"),
        (passwords.masked_pattern, ["password", "secret"], "***"),
    ],
)
def test_passwords_are_masked(function, arguments, expected):
    assert function(*arguments) == expected


def test_messages_say_how_to_mend_it():
    assert (
        str(errors.wrong_type("a host", "a str", b"h"))
        == "a host must be a str, not bytes: decode it first"
    )
    assert str(errors.wrong_type("port", "an int", None, "leave it out")) == (
        "port must be an int, not NoneType: leave it out"
    )
    assert errors.unknown_name("attribute", "hots", ["host", "port"], under="html5") == (
        "unknown attribute 'hots' under html5: use one of host, port"
    )
    assert errors.unknown_name("name", "hots", ["host"]) == "unknown name 'hots': use host"
    assert errors.not_assignable("origin", ["host", "port"], "whatwg") == (
        "'origin' cannot be assigned under whatwg: use one of host, port"
    )


def test_missing_package_says_what_to_install():
    error = errors.missing_package("urldom.pandas", "pandas>=2.1")
    assert str(error) == "urldom.pandas needs pandas>=2.1: pip install 'pandas>=2.1'"
    other = ModuleNotFoundError("no", name="numpy")
    assert errors.missing_package("urldom.pandas", "pandas>=2.1", error=other) is other
    assert errors.missing_package("f", "x", "y", ModuleNotFoundError("no", name="y")).name == "y"
