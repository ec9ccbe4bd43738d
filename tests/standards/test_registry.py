"""A standard: the constant, its name, and any str that holds its name."""

import copy
import enum
import pickle

import pytest

import urldom
import urldom.whatwg
from urldom import (
    HTML5,
    RFC1808,
    RFC2396,
    RFC3986,
    URL,
    WHATWG,
    Document,
    URLDecomposition,
    is_absolute,
    is_valid_url,
    parse,
    resolve,
)
from urldom._standards.registry import STANDARD_NAMES, find_standard

duplicates = pytest.mark.parametrize(
    "duplicate",
    [
        copy.copy,
        copy.deepcopy,
        *(lambda value, protocol=protocol: pickle.loads(pickle.dumps(value, protocol)) for protocol in range(2, 6)),
    ],
)


CONSTANTS = {"html5": HTML5, "whatwg": WHATWG, "rfc3986": RFC3986, "rfc2396": RFC2396, "rfc1808": RFC1808}
every_standard = pytest.mark.parametrize("standard", CONSTANTS)


class StandardName(str, enum.Enum):
    HTML5 = "html5"
    WHATWG = "whatwg"
    RFC3986 = "rfc3986"
    RFC2396 = "rfc2396"
    RFC1808 = "rfc1808"


@every_standard
def test_wherever_a_standard_is_taken_its_name_serves(standard):
    constant = CONSTANTS[standard]
    assert getattr(urldom, standard.upper()) is constant
    assert (constant.name, type(constant.name)) == (standard, str)
    for given_as in (constant, standard, StandardName(standard)):
        assert URLDecomposition("http://h/", standard=given_as).standard is constant
        assert Document("http://h/", standard=given_as).standard is constant
        assert str(parse("http://h/a", standard=given_as)) == "http://h/a"
        assert str(resolve("b", "http://h/a", standard=given_as)) == "http://h/b"
        assert is_absolute("http://h/a", standard=given_as) and is_valid_url("http://h/a", standard=given_as)
    assert str(constant.parse("http://h/a")) == str(constant.resolve("a", "http://h/")) == "http://h/a"


@pytest.mark.parametrize("wrong", ["html6", "HTML5", ""])
def test_a_standard_that_does_not_exist_is_a_value_error(wrong):
    for call in (URLDecomposition, parse, resolve, Document, is_absolute, is_valid_url):
        with pytest.raises(ValueError, match=r"html5.*rfc1808"):
            call("http://h/", standard=wrong)


@pytest.mark.parametrize("wrong", [5, b"html5", object(), URLDecomposition, HTML5.__class__])
def test_what_is_no_standard_is_a_type_error(wrong):
    for call in (URLDecomposition, parse, resolve, Document, is_absolute, is_valid_url):
        with pytest.raises(TypeError):
            call("http://h/", standard=wrong)


def test_none_is_not_a_standard_for_parse():
    with pytest.raises(TypeError):
        parse("http://h/", standard=None)


def test_the_defaults_of_the_two_sides():
    assert URLDecomposition("http://h/").standard is HTML5
    assert Document("http://h/").standard is HTML5
    assert str(parse("HTTP://h")) == str(resolve("HTTP://h")) == "HTTP://h"
    assert URL("HTTP://h").standard is WHATWG


@pytest.mark.parametrize("name", STANDARD_NAMES)
def test_a_standard_and_its_name_both_serve(name):
    constant = getattr(urldom, name.upper())
    assert find_standard(name) is find_standard(constant) is constant
    assert (constant.name, repr(constant)) == (name, name.upper())
    url, base = "../b?c", "http://example.com/a/a/"
    for standard in (constant, name):
        assert str(parse("http://h/a", standard=standard)) == str(constant.parse("http://h/a")) == "http://h/a"
        assert (
            str(resolve(url, base, standard=standard)) == str(constant.resolve(url, base)) == "http://example.com/a/b?c"
        )
        assert URLDecomposition(url, base, standard=standard).pathname == "/a/b"
        assert urldom.Document(base, standard=standard).standard is constant
        for predicate in (urldom.is_absolute, urldom.is_hierarchical, urldom.is_authority_based, urldom.is_valid_url):
            assert predicate("http://h/a", standard=standard) is True
        for predicate in (urldom.is_absolute, urldom.is_hierarchical, urldom.is_authority_based):
            assert predicate("a", standard=standard) is False


@pytest.mark.parametrize("name", STANDARD_NAMES)
@duplicates
def test_a_copy_of_a_standard_is_the_standard(name, duplicate):
    standard = find_standard(name)
    assert duplicate(standard) is standard


@pytest.mark.parametrize("name", STANDARD_NAMES)
def test_a_standard_is_immutable(name):
    standard = find_standard(name)
    for attribute in ("name", "parse", "anything"):
        with pytest.raises(AttributeError):
            setattr(standard, attribute, "x")
    with pytest.raises(AttributeError):
        del standard.setters


def test_html5_is_the_default():
    assert str(parse("a b")) == "a b"
    assert parse(" a") == parse(" a", standard=HTML5)
    assert resolve("a b", "http://h/") == resolve("a b", "http://h/", standard="html5")


@pytest.mark.parametrize("wrong", ["", "HTML5", "html", "rfc 3986"])
def test_an_unknown_name_is_a_value_error_that_names_those_there_are(wrong):
    for call in (
        lambda: parse("a", standard=wrong),
        lambda: resolve("a", "http://h/", standard=wrong),
        lambda: urldom.is_absolute("a", standard=wrong),
    ):
        with pytest.raises(ValueError, match="html5, whatwg, rfc3986, rfc2396, rfc1808"):
            call()


@pytest.mark.parametrize("name", STANDARD_NAMES)
@pytest.mark.parametrize("wrong", [None, 5, b"http://h/"])
def test_a_url_that_is_no_string_is_a_type_error_under_every_standard(name, wrong):
    for call in (
        lambda: parse(wrong, standard=name),
        lambda: resolve(wrong, "http://h/", standard=name),
        lambda: urldom.is_absolute(wrong, standard=name),
        lambda: URLDecomposition(wrong, standard=name),
    ):
        with pytest.raises(TypeError):
            call()
