"""The public names: the exports of `urldom`, the standards, the parsed values and the errors. Other
tests check which modules `import urldom` loads."""

import contextlib
import copy
import importlib
import inspect
import pickle
import pkgutil
import re
import subprocess
import sys
import typing
from xml.etree import ElementTree

import pytest

import urldom
import urldom.html5
from tests.cases import each_case
from urldom import HTML5, RFC3986, WHATWG, BaseChain, Document, Element, URLDecomposition, resolve
from urldom._core.standards.registry import STANDARD_NAMES
from urldom.hosts import domain_to_ascii, domain_to_unicode
from urldom.html5 import fragment_escape, is_valid_url
from urldom.trees import document as tree_document
from urldom.whatwg import URL, validation_errors

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


# Names


@each_case("name", urldom.__all__)
def test_every_public_name_exists_and_has_a_docstring(name):
    public = getattr(urldom, name)
    assert name.isupper() or inspect.getdoc(public)


def test_names_of_the_interface_are_public():
    names = """
        URLDecomposition Document Element BaseChain ParsedURL parse resolve
        InvalidURLError UnresolvableURLError RejectedValueError HTML5 WHATWG RFC3986 RFC3987 RFC2396 RFC1808
    """
    assert set(names.split()) <= set(urldom.__all__)
    names = """
        parse resolve fragment_escape is_absolute is_hierarchical is_authority_based
        is_valid_url ABOUT_LEGACY_COMPAT ABOUT_SRCDOC ABOUT_BLANK
    """
    assert {*names.split(), "HTML5"} == set(urldom.html5.__all__)
    with pytest.raises(AttributeError, match="nonsense"):
        urldom.nonsense  # noqa: B018


def public_modules():
    """Yield the public modules that can be imported here, `urldom` first."""
    yield urldom
    for found in pkgutil.walk_packages(urldom.__path__, "urldom."):
        if not any(part.startswith("_") for part in found.name.split(".")):
            with contextlib.suppress(ImportError):
                yield importlib.import_module(found.name)


#: Each public class, with the first public module that exports it
PUBLIC_CLASSES = {}
for _module in public_modules():
    for _name in _module.__all__:
        _found = getattr(_module, _name)
        if isinstance(_found, type) and _found.__module__.startswith("urldom"):
            PUBLIC_CLASSES.setdefault(_found, _module.__name__)


@each_case("kind", PUBLIC_CLASSES)
def test_public_class_names_the_module_that_users_import_it_from(kind):
    module = PUBLIC_CLASSES[kind]
    assert kind.__module__ == module
    assert getattr(importlib.import_module(module), kind.__qualname__) is kind
    assert pickle.loads(pickle.dumps(kind)) is kind


#: Classes of Scrapy are not ours, and some of their annotations have no types.
OUR_CLASSES = [
    kind
    for kind in PUBLIC_CLASSES
    if all(not base.__module__.startswith("scrapy") for base in kind.__mro__)
]


@each_case("kind", OUR_CLASSES)
def test_annotations_of_a_public_class_have_their_types(kind):
    assert typing.get_type_hints(kind).keys() >= inspect.get_annotations(kind).keys()


#: Types that only few programs need. Their modules are loaded on first use, so annotations with
#: these names have no types at run time: a module that imported them would make `import urldom`
#: slower, or would be part of a circle.
LATE_TYPES = {
    *(
        "Form",
        "FrozenParams",
        "FrozenURL",
        "IPv4Address",
        "Pairs",
        "Params",
        "ParsedURL",
        "PlainValue",
    ),
    *("PurePosixPath", "Segments", "URLPatternExplanation", "Unpack"),
}


def public_methods(kind):
    """Yield the public functions and the getters in a class and in its base classes of `urldom`."""
    for base in kind.__mro__:
        for name, found in vars(base).items():
            if base.__module__.startswith("urldom") and (name[0] != "_" or name == "__init__"):
                found = (
                    found.fget if isinstance(found, property) else getattr(found, "__func__", found)
                )
                if inspect.isfunction(found) and found.__module__.startswith("urldom"):
                    yield found


def types_at_run_time(function):
    """Return whether the annotations of a function have types, or miss only a type of
    `LATE_TYPES`."""
    try:
        typing.get_type_hints(function)
    except NameError as error:
        return error.name in LATE_TYPES
    return True


@each_case("kind", OUR_CLASSES)
def test_annotations_of_methods_have_their_types_or_miss_a_late_one(kind):
    if kind.__module__ in ("urldom.pandas", "urldom.polars"):
        return  # The namespaces of data frames have the types of other libraries.
    methods = [
        method for method in public_methods(kind) if method.__qualname__ != "URLPattern.build"
    ]
    assert [method for method in methods if not types_at_run_time(method)] == []


@each_case("kind", PUBLIC_CLASSES)
def test_source_of_a_public_class_is_right_or_missing_and_its_methods_have_theirs(kind):
    with contextlib.suppress(
        OSError
    ):  # CPython looks in the file of the module that the class names.
        assert inspect.getsource(kind).startswith(("class ", "@"))
    for name, method in vars(kind).items():
        if inspect.isfunction(method) and method.__module__.startswith("urldom"):
            assert re.match(r"\s*(@|def |lambda )", inspect.getsource(method)), name


def test_about_urls_are_public():
    assert (
        urldom.html5.ABOUT_LEGACY_COMPAT,
        urldom.html5.ABOUT_SRCDOC,
        urldom.html5.ABOUT_BLANK,
    ) == (
        "about:legacy-compat",
        "about:srcdoc",
        "about:blank",
    )


def test_import_loads_no_tables_and_no_tree_libraries():
    heavy = [
        "idna",
        "webencodings",
        "encodings.idna",
        "ipaddress",
        "stringprep",
        "lxml",
        "bs4",
        "html5lib",
        "selectolax",
        "tinycss2",
    ]
    program = (
        "import sys; before = set(sys.modules); import urldom; print(*set(sys.modules) &"
        f" set({heavy}) - before)"
    )
    assert (
        subprocess.run(
            [sys.executable, "-c", program], capture_output=True, text=True, check=True
        ).stdout.strip()
        == ""
    )


def test_star_import_has_every_name():
    program = "from urldom import *; assert WHATWG.name == 'whatwg' and RFC1808.name == 'rfc1808'"
    subprocess.run([sys.executable, "-c", program], check=True)


# Wrong types and labels


def of_a_tree(use):
    html = ElementTree.fromstring('<html><a href="b"/></html>')
    return use(tree_document(html, "http://example.com/"))


@each_case(
    ("call", "words"),
    [
        (lambda: fragment_escape(5), "not int"),
        (lambda: domain_to_ascii(5), "not int"),
        (lambda: domain_to_unicode(None), "not None"),
        (lambda: domain_to_ascii(b"h"), "not bytes"),
        (lambda: validation_errors(5), "not int"),
        (lambda: validation_errors("http://h/", 5), "not int"),
        (lambda: is_valid_url(5, surrounded_by_spaces=True), "not int"),
        (lambda: is_valid_url(b" ", surrounded_by_spaces=True), "not bytes"),
        (lambda: is_valid_url(None, non_empty=True, surrounded_by_spaces=True), "not None"),
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
def test_wrong_type_raises_type_error_with_its_name(call, words):
    with pytest.raises(TypeError, match=words):
        call()


@each_case("standard", STANDARD_NAMES)
@each_case(
    "call",
    [
        lambda standard: URLDecomposition("a", "http://h/", standard=standard, encoding="nonsense"),
        lambda standard: URLDecomposition("http://h/", standard=standard, encoding="nonsense"),
        lambda standard: resolve("a", "http://h/", standard=standard, encoding="nonsense"),
        lambda standard: getattr(urldom, standard.upper()).resolve(
            "a", "http://h/", encoding="nonsense"
        ),
        lambda standard: Document("http://h/", standard=standard, encoding="nonsense"),
    ],
)
def test_unknown_encoding_raises_lookup_error_with_its_name(standard, call):
    with pytest.raises(LookupError, match="nonsense"):
        call(standard)


@each_case("kind", PUBLIC_CLASSES)
def test_source_of_a_public_class_is_its_own_or_an_error(kind: type) -> None:
    try:
        source = inspect.getsource(kind)
    except (OSError, TypeError):  # `inspect` looks in the file of the public module.
        return
    assert re.search(rf"^\s*class {kind.__name__}\b", source, re.MULTILINE)
