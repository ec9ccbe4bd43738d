"""The public names: what `urldom` exports, the standards, the parsed values, the errors; what importing costs."""

import copy
import inspect
import pickle
import subprocess
import sys
from xml.etree import ElementTree

import attrs
import pytest

import urldom
from urldom import (
    HTML5,
    RFC3986,
    WHATWG,
    BaseChain,
    Document,
    Element,
    InvalidURLError,
    ParsedURL,
    RejectedValueError,
    UnresolvableURLError,
    URLDecomposition,
    fragment_escape,
    is_valid_non_empty_url_potentially_surrounded_by_spaces,
    is_valid_url_potentially_surrounded_by_spaces,
    parse,
    resolve,
)
from urldom._standards.registry import STANDARD_NAMES, find_standard
from urldom.trees import document as tree_document
from urldom.whatwg import URL, domain_to_ascii, domain_to_unicode, validation_errors

duplicates = pytest.mark.parametrize(
    "duplicate",
    [
        copy.copy,
        copy.deepcopy,
        *(lambda value, protocol=protocol: pickle.loads(pickle.dumps(value, protocol)) for protocol in range(2, 6)),
    ],
)


# Names


@pytest.mark.parametrize("name", urldom.__all__)
def test_every_public_name_is_there_and_says_what_it_is(name):
    public = getattr(urldom, name)
    assert name.isupper() or inspect.getdoc(public)


def test_the_names_of_the_interface():
    names = """
        URLDecomposition Document Element BaseChain ParsedURL parse resolve fragment_escape
        is_absolute is_hierarchical is_authority_based
        is_valid_url is_valid_non_empty_url is_valid_url_potentially_surrounded_by_spaces
        is_valid_non_empty_url_potentially_surrounded_by_spaces ABOUT_LEGACY_COMPAT ABOUT_SRCDOC ABOUT_BLANK
        InvalidURLError UnresolvableURLError RejectedValueError HTML5 WHATWG RFC3986 RFC2396 RFC1808
    """
    assert set(names.split()) <= set(urldom.__all__)
    with pytest.raises(AttributeError, match="nonsense"):
        urldom.nonsense  # noqa: B018


def test_the_about_urls():
    assert (urldom.ABOUT_LEGACY_COMPAT, urldom.ABOUT_SRCDOC, urldom.ABOUT_BLANK) == (
        "about:legacy-compat",
        "about:srcdoc",
        "about:blank",
    )


def test_importing_brings_in_no_tables_and_no_tree_libraries():
    heavy = [
        "idna",
        "webencodings",
        "encodings.idna",
        "stringprep",
        "lxml",
        "bs4",
        "html5lib",
        "selectolax",
        "tinycss2",
    ]
    program = f"import sys; before = set(sys.modules); import urldom; print(*set(sys.modules) & set({heavy}) - before)"
    assert (
        subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout.strip() == ""
    )


def test_a_star_import_brings_every_name():
    program = "from urldom import *; assert WHATWG.name == 'whatwg' and RFC1808.name == 'rfc1808'"
    subprocess.run([sys.executable, "-c", program], check=True)


# Standards


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


@pytest.mark.parametrize("wrong", [None, 5, b"html5", HTML5.__class__])
def test_what_is_no_standard_is_a_type_error(wrong):
    with pytest.raises(TypeError):
        parse("a", standard=wrong)


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


# ParsedURL, and the values of the RFCs

EVERYTHING = "http://u:p@h:8080/a;b?c#d"


def test_parsed_url_is_an_attrs_class_with_the_components():
    assert attrs.has(ParsedURL)
    assert parse(EVERYTHING) == ParsedURL("http", "u:p", "h", "8080", "/a;b", "c", "d")
    assert parse("") == ParsedURL()
    parsed = parse(EVERYTHING)
    assert (parsed.authority, parsed.hostport, parsed.host_specific) == ("u:p@h:8080", "h:8080", "/a;b?c#d")
    assert (
        repr(parsed)
        == "ParsedURL(scheme='http', userinfo='u:p', host='h', port='8080', path='/a;b', query='c', fragment='d')"
    )


@pytest.mark.parametrize(
    ("standard", "components"),
    [
        (
            "rfc1808",
            {"scheme": "http", "net_loc": "u:p@h:8080", "path": "/a", "params": "b", "query": "c", "fragment": "d"},
        ),
        ("rfc2396", {"scheme": "http", "authority": "u:p@h:8080", "path": "/a;b", "query": "c", "fragment": "d"}),
        ("rfc3986", {"scheme": "http", "authority": "u:p@h:8080", "path": "/a;b", "query": "c", "fragment": "d"}),
    ],
)
def test_the_rfcs_have_their_own_names(standard, components):
    parsed = parse(EVERYTHING, standard=standard)
    assert attrs.asdict(parsed) == components
    assert str(parsed) == EVERYTHING


@pytest.mark.parametrize("standard", STANDARD_NAMES)
@duplicates
def test_a_parsed_value_is_immutable_hashable_comparable_and_picklable(standard, duplicate):
    parsed, same, other = (parse(url, standard=standard) for url in (EVERYTHING, EVERYTHING, "http://h/"))
    assert parsed == same and hash(parsed) == hash(same) and parsed != other
    assert len({parsed, same, other}) == 2
    assert parsed != EVERYTHING and parsed is not None
    twin = duplicate(parsed)
    assert (type(twin), twin, str(twin), hash(twin)) == (type(parsed), parsed, EVERYTHING, hash(parsed))
    for name in ("scheme", "path", "query", "anything"):
        with pytest.raises(AttributeError):
            setattr(parsed, name, "x")
    with pytest.raises(AttributeError):
        del parsed.path
    assert str(parsed) == EVERYTHING


def test_a_parsed_url_equals_one_that_was_made_otherwise():
    """Components decide, not how the value came to be, quick or slow, stripped or resolved."""
    made = ParsedURL("http", None, "h", None, "/a", None, None)
    for url in (
        parse("http://h/a"),
        parse(" http://h/a "),
        resolve("/a", "http://h/"),
        attrs.evolve(parse("http://h/b"), path="/a"),
    ):
        assert url == made
        assert hash(url) == hash(made)
        assert str(url) == str(made) == "http://h/a"
        assert type(url) is ParsedURL


@pytest.mark.parametrize(
    ("components", "url"),
    [
        ({}, ""),
        ({"scheme": "a"}, "a:"),
        ({"host": ""}, "//"),
        ({"host": "h", "port": ""}, "//h:"),
        ({"host": "h", "userinfo": ""}, "//@h"),
        ({"query": "", "fragment": ""}, "?#"),
        ({"scheme": "a", "path": "//b"}, "a:/.//b"),  # so that it does not read back as an authority
        ({"scheme": "a", "host": "", "path": "//b"}, "a:////b"),
    ],
)
def test_str_is_the_url(components, url):
    assert str(ParsedURL(**components)) == url


# Errors


def test_invalid_url_error():
    with pytest.raises(InvalidURLError) as caught:
        parse("http://a:b/")
    error = caught.value
    assert isinstance(error, ValueError)
    assert (error.url, error.standard) == ("http://a:b/", "html5")
    assert "port" in error.reason
    for part in (repr(error.url), error.reason, error.standard):
        assert part in str(error)


def test_unresolvable_url_error():
    with pytest.raises(UnresolvableURLError) as caught:
        resolve("http://a:b/", "http://h/")
    error = caught.value
    assert isinstance(error, InvalidURLError)
    assert (error.url, error.base, error.standard) == ("http://a:b/", "http://h/", "html5")
    for part in (repr(error.url), repr(error.base), error.reason, error.standard):
        assert part in str(error)
    with pytest.raises(UnresolvableURLError) as caught:
        resolve("x")
    assert caught.value.base is None
    assert "None" not in str(caught.value)


@pytest.mark.parametrize("base", [parse("http://h/"), urldom.Document("http://h/")], ids=["parsed", "context"])
def test_an_unresolvable_urls_base_is_a_string(base):
    with pytest.raises(UnresolvableURLError) as caught:
        resolve("http:x", base)
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
def test_an_error_about_a_megabyte_has_a_message_that_can_be_read(standard):
    url = "http://" + "a" * 10**6 + ":b/"
    with pytest.raises(InvalidURLError) as caught:
        parse(url, standard=standard)
    assert caught.value.url == url
    assert len(str(caught.value)) < 1000
    with pytest.raises(InvalidURLError) as caught:
        resolve(url, url, standard=standard)
    assert len(str(caught.value)) < 1000
    with pytest.raises(RejectedValueError) as rejected:
        URLDecomposition("http://h/", standard=standard).replace(host=f"[{url}")
    assert rejected.value.value == f"[{url}"
    assert len(str(rejected.value)) < 1000


@pytest.mark.parametrize("standard", STANDARD_NAMES)
def test_a_reason_is_a_sentence_that_can_be_printed(standard):
    for url in ("http://\ud800:\ud800/", "http://a b\ud800:1:2", "\ud800:\ud800", "%\ud800"):
        for call in (
            lambda url=url: parse(url, standard=standard),
            lambda url=url: resolve(url, "x\ud800", standard=standard),
        ):
            try:
                call()
            except InvalidURLError as error:
                assert error.reason
                str(error).encode("utf-8")  # no lone surrogate in it


def test_an_unknown_encoding_label_is_a_lookup_error():
    for call in (
        lambda: resolve("a", "http://h/", encoding="utf-9"),
        lambda: urldom.is_valid_url("a", encoding="utf-9"),
        lambda: urldom.Document("http://h/", encoding="utf-9"),
        lambda: URLDecomposition("a", "http://h/", encoding="utf-9"),
    ):
        with pytest.raises(LookupError, match="utf-9"):
            call()


# Wrong types and labels


def of_a_tree(use):
    html = ElementTree.fromstring('<html><a href="b"/></html>')
    return use(tree_document(html, "http://example.com/"))


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: fragment_escape(5), "not int"),
        (lambda: domain_to_ascii(5), "not int"),
        (lambda: domain_to_unicode(None), "not None"),
        (lambda: domain_to_ascii(b"h"), "not bytes"),
        (lambda: validation_errors(5), "not int"),
        (lambda: validation_errors("http://h/", 5), "not int"),
        (lambda: is_valid_url_potentially_surrounded_by_spaces(5), "not int"),
        (lambda: is_valid_url_potentially_surrounded_by_spaces(b" "), "not bytes"),
        (lambda: is_valid_non_empty_url_potentially_surrounded_by_spaces(None), "not None"),
        (lambda: of_a_tree(lambda page: page.url_of(None)), "not None"),
        (lambda: of_a_tree(lambda page: page.base_url_of(None)), "not None"),
        (lambda: of_a_tree(lambda page: page.url_of(5)), "not int"),
        (lambda: BaseChain(encapsulating=1), "not int"),
        (lambda: BaseChain(content=1), "not int"),
        (lambda: BaseChain(retrieval=b"http://h/"), "not bytes"),
        (lambda: BaseChain(default=1), "not int"),
        (lambda: Element(Document("http://h/"), kind="hyperlink").observe(1), "not int"),
        (lambda: Document("http://h/", creator=1), "not int"),
        (lambda: Document("http://h/", container=1), "not int"),
        (lambda: RFC3986.resolve("a", 1), "not int"),
        (lambda: HTML5.resolve("a", b"http://h/"), "not bytes"),
        (lambda: WHATWG.resolve("a", 1), "not int"),
        (lambda: URL(None), "not None"),
        (lambda: URL("a", 5), "not int"),
        (lambda: URL.parse(b"http://h/"), "not bytes"),
        (lambda: URL.can_parse(None), "not None"),
    ],
)
def test_a_wrong_type_is_a_type_error_that_names_it(call, words):
    with pytest.raises(TypeError, match=words):
        call()


@pytest.mark.parametrize("standard", STANDARD_NAMES)
@pytest.mark.parametrize(
    "call",
    [
        lambda standard: URLDecomposition("a", "http://h/", standard=standard, encoding="nonsense"),
        lambda standard: URLDecomposition("http://h/", standard=standard, encoding="nonsense"),
        lambda standard: resolve("a", "http://h/", standard=standard, encoding="nonsense"),
        lambda standard: getattr(urldom, standard.upper()).resolve("a", "http://h/", encoding="nonsense"),
        lambda standard: Document("http://h/", standard=standard, encoding="nonsense"),
    ],
)
def test_an_unknown_encoding_is_a_lookup_error_that_names_it(standard, call):
    with pytest.raises(LookupError, match="nonsense"):
        call(standard)
