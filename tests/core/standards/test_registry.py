"""A standard can be given as the constant, its name, or another str with that name."""

import copy
import enum
import pickle
from importlib import import_module

import pytest

import urldom
import urldom.whatwg
from tests.cases import each_case
from tests.standards import CONSTANTS, every_standard
from urldom import HTML5, URL, WHATWG, Document, URLDecomposition, explain, parse, resolve
from urldom._core.standards.registry import STANDARD_NAMES, find_engine, find_standard
from urldom.html5 import is_absolute, is_valid_url

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


StandardName = enum.Enum("StandardName", {name.upper(): name for name in STANDARD_NAMES}, type=str)


@every_standard
def test_standard_shows_only_what_its_users_call(standard):
    assert [name for name in dir(find_standard(standard)) if name[0] != "_"] == [
        *("assignable", "attributes", "is_valid_url", "name", "parse", "resolve"),
    ]


@every_standard
def test_engine_and_standard_belong_together(standard):
    engine = find_engine(standard)
    assert engine.standard is find_standard(standard) and engine is find_engine(engine.standard)
    assert (engine.name, repr(engine)) == (standard, f"<engine of {standard}>")


@every_standard
def test_name_of_a_standard_is_accepted_everywhere(standard):
    constant = CONSTANTS[standard]
    assert getattr(urldom, standard.upper()) is constant
    assert (constant.name, type(constant.name)) == (standard, str)
    for given_as in (constant, standard, StandardName(standard)):
        assert URLDecomposition("http://h/", standard=given_as).standard is constant
        assert Document("http://h/", standard=given_as).standard is constant
        assert str(parse("http://h/a", standard=given_as)) == "http://h/a"
        assert str(resolve("b", "http://h/a", standard=given_as)) == "http://h/b"
        assert is_absolute("http://h/a", standard=given_as) and is_valid_url(
            "http://h/a", standard=given_as
        )
    assert (
        str(constant.parse("http://h/a")) == str(constant.resolve("a", "http://h/")) == "http://h/a"
    )


@pytest.mark.parametrize("wrong", ["html6", "HTML5", ""])
def test_unknown_standard_raises_value_error(wrong):
    for call in (URLDecomposition, parse, resolve, Document, is_absolute, is_valid_url):
        with pytest.raises(ValueError, match=r"html5.*rfc1808"):
            call("http://h/", standard=wrong)


@pytest.mark.parametrize("wrong", [5, b"html5", object(), URLDecomposition, HTML5.__class__])
def test_standard_of_a_wrong_type_raises_type_error(wrong):
    for call in (URLDecomposition, parse, resolve, Document, is_absolute, is_valid_url):
        with pytest.raises(TypeError):
            call("http://h/", standard=wrong)


def test_none_is_not_a_standard_for_parse():
    with pytest.raises(TypeError):
        parse("http://h/", standard=None)


def test_default_standard_is_html5_or_whatwg():
    assert URLDecomposition("http://h/").standard is HTML5
    assert Document("http://h/").standard is HTML5
    assert URLDecomposition("http://h/", "http://h/").standard is HTML5
    assert URL("HTTP://h").standard is WHATWG
    assert str(parse("HTTP://h")) == str(resolve("HTTP://h")) == "http://h/"
    assert explain("HTTP://h").standard is WHATWG


def test_function_uses_the_standard_of_its_base_context():
    assert str(resolve(r"\\evil.example", Document("http://h/"))) == "http://h/%5C%5Cevil.example"
    assert (
        str(resolve(r"\\evil.example", Document("http://h/", standard=WHATWG)))
        == "http://evil.example/"
    )


@pytest.mark.parametrize("name", STANDARD_NAMES)
def test_functions_of_a_standards_module_use_that_standard(name):
    module, standard = import_module(f"urldom.{name}"), find_standard(name)
    url = "http://EX.com:80/a/../b"
    assert module.parse(url) == standard.parse(url)
    assert str(module.resolve("../c", url)) == str(standard.resolve("../c", url))
    assert getattr(module, name.upper()) is standard
    assert module.is_valid_url(url) is standard.is_valid_url(url, "utf-8")
    for other in STANDARD_NAMES:
        found = module.resolve("../c", Document(url, standard=other))
        assert getattr(found, "parsed", found) == standard.resolve("../c", url)


@pytest.mark.parametrize("name", STANDARD_NAMES)
def test_find_standard_accepts_a_standard_or_its_name(name):
    constant = getattr(urldom, name.upper())
    assert find_standard(name) is find_standard(constant) is constant
    assert (constant.name, repr(constant)) == (name, name.upper())
    url, base = "../b?c", "http://example.com/a/a/"
    for standard in (constant, name):
        assert (
            str(parse("http://h/a", standard=standard))
            == str(constant.parse("http://h/a"))
            == "http://h/a"
        )
        assert (
            str(resolve(url, base, standard=standard))
            == str(constant.resolve(url, base))
            == "http://example.com/a/b?c"
        )
        assert URLDecomposition(url, base, standard=standard).pathname == "/a/b"
        assert urldom.Document(base, standard=standard).standard is constant
        for predicate in (
            urldom.html5.is_absolute,
            urldom.html5.is_hierarchical,
            urldom.html5.is_authority_based,
            urldom.html5.is_valid_url,
        ):
            assert predicate("http://h/a", standard=standard) is True
        for predicate in (
            urldom.html5.is_absolute,
            urldom.html5.is_hierarchical,
            urldom.html5.is_authority_based,
        ):
            assert predicate("a", standard=standard) is False


@each_case("name", STANDARD_NAMES)
@duplicates
def test_copy_of_a_standard_is_the_standard(name, duplicate):
    standard, engine = find_standard(name), find_engine(name)
    assert duplicate(standard) is standard and duplicate(engine) is engine


@pytest.mark.parametrize("name", STANDARD_NAMES)
def test_standard_is_immutable(name):
    standard = find_standard(name)
    for attribute in ("name", "parse", "anything"):
        with pytest.raises(AttributeError):
            setattr(standard, attribute, "x")
    with pytest.raises(AttributeError):
        del standard.name


def test_the_url_standard_is_the_default():
    with pytest.raises(urldom.InvalidURLError):
        parse("a b")
    assert parse(" HTTP://h") == parse(" HTTP://h", standard=WHATWG)
    assert resolve(r"\\evil.example", "http://h/") == resolve(
        r"\\evil.example", "http://h/", standard="whatwg"
    )


@pytest.mark.parametrize("wrong", ["", "HTML5", "html", "rfc 3986"])
def test_error_for_an_unknown_name_lists_the_standards(wrong):
    for call in (
        lambda: parse("a", standard=wrong),
        lambda: resolve("a", "http://h/", standard=wrong),
        lambda: urldom.html5.is_absolute("a", standard=wrong),
    ):
        with pytest.raises(ValueError, match="html5, whatwg, rfc3986, rfc3987, rfc2396, rfc1808"):
            call()


@each_case("name", STANDARD_NAMES)
@each_case("wrong", [None, 5, b"http://h/"])
def test_non_string_url_raises_type_error_under_every_standard(name, wrong):
    for call in (
        lambda: parse(wrong, standard=name),
        lambda: resolve(wrong, "http://h/", standard=name),
        lambda: urldom.html5.is_absolute(wrong, standard=name),
        lambda: URLDecomposition(wrong, standard=name),
    ):
        with pytest.raises(TypeError):
            call()
