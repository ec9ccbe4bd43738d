"""The hints at the right names: each wrong name is absent, and its hint names what exists and
works."""

from __future__ import annotations

import abc
import copy
import dataclasses
import enum
import inspect
import pathlib
import pydoc
import re
import subprocess
import sys
import types
from collections.abc import Callable, Iterator, Mapping
from types import SimpleNamespace
from typing import Any, Generic, Protocol, TypeVar
from unittest import mock

import attrs
import pytest

import urldom
from tests.cases import each_case
from urldom import (
    HTML5,
    RFC1808,
    RFC3986,
    URL,
    BaseChain,
    Document,
    Element,
    FrozenURL,
    URLDecomposition,
    URLPattern,
    URLPatternList,
    URLPatternMap,
    parse,
)
from urldom._core.hints import Hints, contexts, package, urls, values
from urldom.http import Request, data, links, refresh
from urldom.http import _hints as http_hints
from urldom.patterns import _hints as pattern_hints
from urldom.patterns._hints import OF_A_PATTERN
from urldom.readings import _hints as reading_hints
from urldom.readings import readings
from urldom.trees import File, stylesheet
from urldom.trees import _hints as tree_hints
from urldom.trees import parse as parse_page
from urldom.whatwg import Origin, URLSearchParams

_Item = TypeVar("_Item")

EXAMPLE = "https://ann:x@www.example.com:8080/a/b.html?b=c&name=d#top"
PAGE = """<html><form id="f" method="post" action="/s"><input name="q"/><button>Go</button></form>
<a rel="next" href="b">c</a></html>"""


def page() -> Any:
    return parse_page(PAGE, "https://example.com/a/", parser="xml.etree")


def form() -> Any:
    return next(page().forms())


def series() -> Any:
    pandas = pytest.importorskip("pandas")
    pytest.importorskip("pyarrow")
    import urldom.pandas

    return urldom.pandas.URLAccessor(pandas.Series([EXAMPLE]))


def expression() -> Any:
    polars = pytest.importorskip("polars")
    pytest.importorskip("pyarrow")
    import urldom.polars

    return urldom.polars.SeriesURLNamespace(polars.Series([EXAMPLE]))


#: Makes an object for each class in the table: without it, the class would not have a name.
OBJECTS: dict[str, Any] = {
    "ReadableURL": lambda: URL(EXAMPLE),
    "URLDecomposition": lambda: URLDecomposition(EXAMPLE, standard="whatwg"),
    "FrozenURL": lambda: FrozenURL(EXAMPLE),
    "FrozenParams": lambda: FrozenURL(EXAMPLE).params,
    "Params": lambda: URL(EXAMPLE).params,
    "URLSearchParams": lambda: URLSearchParams("name=b"),
    "ParsedURL": lambda: parse(EXAMPLE),
    "URIReference": lambda: RFC3986.parse(EXAMPLE),
    "GenericRL": lambda: RFC1808.parse("http://example.com/a"),
    "Standard": lambda: HTML5,
    "Document": lambda: Document("https://example.com/"),
    "Element": lambda: Element(Document("https://example.com/")),
    "BaseChain": lambda: BaseChain(retrieval="https://example.com/"),
    "Origin": lambda: Origin.from_url(EXAMPLE),
    "Link": lambda: links('<b>; rel=next; title="t"; type="a/b"; hreflang=de; media=all', EXAMPLE)[
        0
    ],
    "Refresh": lambda: refresh("5; url=b", EXAMPLE),
    "Data": lambda: data("data:,a"),
    "TreeDocument": page,
    "StyleSheet": lambda: stylesheet(b"a { background: url(b.png) }", "https://example.com/c.css"),
    "URLAttribute": lambda: next(found for found in page().urls() if found.kind == "hyperlink"),
    "Form": form,
    "Control": lambda: form().controls[0],
    "File": lambda: File("a.txt", b"a"),
    "Request": lambda: Request(
        "POST", "https://example.com/", {"Content-Type": "text/plain"}, b"x"
    ),
    "URLPattern": lambda: URLPattern(pathname="/a/:id"),
    "URLPatternList": lambda: URLPatternList(["https://*.example.com/*"]),
    "URLPatternMap": lambda: URLPatternMap({EXAMPLE: 1}),
    "URLPatternMatch": lambda: URLPatternMap([({}, 1)]).match(EXAMPLE),
    "URLPatternResult": lambda: URLPattern(pathname="/a/:id").exec(EXAMPLE),
    "Reading": lambda: readings(EXAMPLE)["whatwg"],
    "URLAccessor": series,
    "_URLNamespace": expression,
}
#: The table of each class, of each function whose keywords have hints, and of the package
TABLES: dict[str, Mapping[str, str]] = {
    "ReadableURL": urls.URL_NAMES,
    "URLDecomposition": urls.URL_DECOMPOSITION_NAMES,
    "FrozenURL": urls.FROZEN_URL_NAMES,
    "FrozenParams": urls.FROZEN_PARAMS_NAMES,
    "Params": urls.PARAMS_NAMES,
    "URLSearchParams": urls.SEARCH_PARAMS_NAMES,
    "ParsedURL": values.PARSED_URL_NAMES,
    "URIReference": values.URI_REFERENCE_NAMES,
    "GenericRL": values.GENERIC_RL_NAMES,
    "Standard": values.STANDARD_NAMES,
    "Document": contexts.DOCUMENT_NAMES,
    "Element": contexts.ELEMENT_NAMES,
    "BaseChain": contexts.BASE_CONTEXT_NAMES,
    "Origin": urls.ORIGIN_NAMES,
    "Link": http_hints.LINK_NAMES,
    "Refresh": http_hints.REFRESH_NAMES,
    "Data": http_hints.DATA_NAMES,
    "TreeDocument": tree_hints.TREE_DOCUMENT_NAMES,
    "StyleSheet": tree_hints.STYLE_SHEET_NAMES,
    "URLAttribute": tree_hints.URL_ATTRIBUTE_NAMES,
    "Form": tree_hints.FORM_NAMES,
    "Control": tree_hints.CONTROL_NAMES,
    "File": tree_hints.FILE_NAMES,
    "Request": http_hints.REQUEST_NAMES,
    "URLPattern": pattern_hints.PATTERN_NAMES,
    "URLPatternList": pattern_hints.PATTERN_LIST_NAMES,
    "URLPatternMap": pattern_hints.PATTERN_MAP_NAMES,
    "URLPatternMatch": pattern_hints.PATTERN_MATCH_NAMES,
    "URLPatternResult": pattern_hints.PATTERN_RESULT_NAMES,
    "Reading": reading_hints.READING_NAMES,
    "AbsoluteURL.build": urls.BUILD_KEYWORDS,
    "ParsedURL.replace": values.PARSED_URL_KEYWORDS,
    "URLPattern.__init__": pattern_hints.PATTERN_KEYWORDS,
    "TreeDocument.submission": tree_hints.SUBMISSION_KEYWORDS,
    "urldom": package.PACKAGE_NAMES,
}
OWNERS = {
    "ReadableURL": "a URL",
    "FrozenParams": "params",
    "Params": "params",
    "_URLNamespace": "`.url`",
}


def hints_of(owner: str) -> Mapping[str, str]:
    if owner in ("URLAccessor", "_URLNamespace"):
        pytest.importorskip("pyarrow")
        from urldom.columns._hints import COLUMN_NAMES

        return COLUMN_NAMES
    return TABLES[owner]


def all_kinds_of_hints(kind: type = Hints) -> Iterator[type]:
    for found in kind.__subclasses__():
        if found.__module__.endswith("hints") or ".hints." in found.__module__:
            yield found
            yield from all_kinds_of_hints(found)


def test_every_table_has_an_object_in_this_test():
    tested = {base for make in OBJECTS.values() for base in type(make()).__mro__}
    assert {*all_kinds_of_hints()} <= tested


@each_case("owner", OBJECTS)
def test_a_wrong_name_is_absent_and_has_its_hint(owner):
    made = OBJECTS[owner]()
    for name, hint in hints_of(owner).items():
        article = "an" if owner[0] in "EO" else "a"
        with pytest.raises(AttributeError) as caught:
            getattr(made, name)
        assert (
            str(caught.value)
            == f"{OWNERS.get(owner, f'{article} {owner}')} has no attribute {name!r}: {hint}"
        )
        assert (caught.value.name, caught.value.obj) == (name, made)
        assert not hasattr(type(made), name)
    assert not hints_of(owner).keys() & {*dir(made)}


@each_case("owner", [*OBJECTS, "urldom"])
def test_dir_lacks_no_name(owner):
    made = OBJECTS[owner]() if owner in OBJECTS else urldom
    assert [name for name in dir(made) if name[0] != "_" and not hasattr(made, name)] == []


# The code in a hint has to run, because people copy it.

#: Sample arguments for the dots in the code of hints
SAMPLES = {
    "protocol": '"http"',
    "username": '"u"',
    "password": '"p"',
    "hostname": '"h.example"',
    "port": "80",
    "pathname": '"/p"',
    "hash": '"h"',
    "search": '"s"',
    "params": '{"a": "b"}',
}
CALLS = {
    "replace(...)": {
        "ParsedURL": 'replace(fragment="h")',
        "": 'replace(hash="h")',
    },
    "assign(...)": {"": 'assign(hash="h")'},
    "set(...)": {"": 'set(hash="h")'},
    "update(...)": {"": 'update({"a": "b"})'},
    "same_origin(...)": {"": "same_origin(urldom.whatwg.Origin())"},
    "build(...)": {"": 'build(host="h.example")'},
    "URL(...)": {"": "URL(url)"},
    "attrs.evolve(url, ...)": {"": 'attrs.evolve(url, path="/p")'},
    "values={...}": {"": 'values={"q": "a"}'},
    "attributes=[...]": {"": 'attributes=["host"]'},
    "params[name] = [...]": {"": 'params[name] = ["a", "b"]'},
    "URL.{name}": {"": "URL.build"},
}


class Names(dict[str, Any]):
    """The names that the code of hints can use: those given, and the attributes of the hint's
    owner."""

    owner: Any = None

    def __missing__(self, name: str) -> Any:
        try:
            return getattr(self.owner, name)
        except AttributeError:
            raise KeyError(name) from None


#: The name in the code of hints for the object that lacks a name
CALLED = {
    **dict.fromkeys(["FrozenParams", "Params", "URLSearchParams"], "params"),
    **dict.fromkeys(["Element", "Document", "BaseChain"], "base"),
    "TreeDocument": "page",
    "StyleSheet": "sheet",
    "URLAttribute": "found",
    "Origin": "origin",
    "Link": "link",
    "Request": "s",
    **dict.fromkeys(["ReadableURL", "URLDecomposition", "FrozenURL"], "url"),
    **dict.fromkeys(["ParsedURL", "URIReference", "GenericRL"], "url"),
}


def names_for(owner: str) -> Names:
    tree, made = page(), OBJECTS[owner]() if owner in OBJECTS else urldom
    names = Names(
        urldom=urldom,
        URL=URL,
        attrs=attrs,
        copy=copy,
        pathlib=pathlib,
        url=FrozenURL(EXAMPLE),
        reference="c",
        base=URL(EXAMPLE),
        other=made if owner == "Origin" else URL(EXAMPLE),
        name="name",
        value="v",
        component="pathname",
        groups={"id": "7"},
        attribute="href",
        left=URLPattern(),
        right=URLPattern(),
        patterns=["https://*/*"],
        pattern="https://h/",
        status=302,
        response=SimpleNamespace(headers={"Location": "/b"}),
        function=lambda found: found.url,
        page=tree,
        form="f",
        kind="hyperlink",
        host="h.example",
        URLPatternList=URLPatternList,
    )
    if owner in CALLED:
        names[CALLED[owner]] = made
    names["node"] = names["page"].tree.find("a")
    names.owner = made
    return names


def code_of(hint: str, owner: str) -> list[str]:
    codes = re.findall(r"`([^`]+)`", hint)
    for dots, calls in CALLS.items():
        codes = [code.replace(dots, calls.get(owner, calls[""])) for code in codes]
    return [
        re.sub(r"(\w+)=\.\.\.", lambda found: f"{found[1]}={SAMPLES[found[1]]}", code)
        for code in codes
    ]


@each_case("owner", [*OBJECTS, "urldom"])
def test_the_code_in_hints_runs(owner):
    for hint in dict.fromkeys(hints_of(owner).values()):
        for code in code_of(hint, owner):
            if code in (
                "None",
                '"hyperlink"',
                "requests.request(s.method, s.url, headers=s.headers, data=s.body)",
            ):
                continue
            names = names_for(owner)
            if "of `urldom.URL`" in hint:
                names.owner = URL(EXAMPLE)
            elif owner == "urldom":  # the parameters of `URL.build`
                names |= {"params": "", "segments": "", "pairs": [("a", "b")]}
            try:
                exec(code, {}, names)
            except ImportError as error:  # an optional library
                assert "pip install" in str(error)
            except Exception as error:
                pytest.fail(f"{owner}, {hint}: {code}: {error!r}")


@pytest.mark.parametrize(
    ("function", "call"),
    [
        ("AbsoluteURL.build", URL.build),
        ("ParsedURL.replace", lambda **values: parse(EXAMPLE).replace(**values)),
        ("URLPattern.__init__", URLPattern),
        ("TreeDocument.submission", lambda **values: page().submission("f", **values)),
    ],
)
def test_a_wrong_keyword_has_its_hint_and_the_hint_names_a_keyword(function, call):
    needed = {"host": "h.example"} if function == "AbsoluteURL.build" else {}
    keywords = inspect.signature(call).parameters
    for name, hint in hints_of(function).items():
        with pytest.raises(TypeError) as caught:
            call(**needed, **{name: "x"})
        assert (
            str(caught.value) == f"{function}() got an unexpected keyword argument {name!r}: {hint}"
        )
        right = re.findall(r"`(\w+)`", hint)
        if function == "ParsedURL.replace":
            assert {*right} <= {field.name for field in attrs.fields(type(parse(EXAMPLE)))}
        elif function == "TreeDocument.submission":
            assert {*right} <= inspect.signature(page().submission).parameters.keys()
        else:
            assert {*right} <= keywords.keys()


# First guesses of people who know another library, each written down before trying it: it works, or
# the error names what does.

#: A guess, and the right name that its error contains between backticks, or `None` if the guess
#: works
GUESSES: dict[str, str | None] = {
    # The package: urllib.parse, urllib3, yarl, names of modules
    "urldom.urljoin('https://h/a', 'b')": "resolve(url, base)",
    "urldom.urlparse('https://h/')": "URL(url)",
    "urldom.urlsplit('https://h/')": "URL(url)",
    "urldom.urlunsplit(('https', 'h', '/', '', ''))": "URL.build(...)",
    "urldom.urlencode({'a': 'b'})": "urldom.params.query_string(pairs)",
    "urldom.parse_qs('a=b')": "URL(url).params",
    "urldom.quote('a b')": "URL.build(...)",
    "urldom.Url('https://h/')": "URL(url)",
    "urldom.parse_url('https://h/')": "URL(url)",
    "urldom.same_site('https://a.example/', 'https://b.example/')": "urldom.hosts.same_site",
    "urldom.public_suffix('a.example')": "urldom.hosts.public_suffix",
    "urldom.is_valid_url('https://h/')": "urldom.whatwg.is_valid_url",
    "urldom.Origin.from_url('https://h/')": "urldom.whatwg.Origin",
    "urldom.canonicalize_url('https://h/')": "urldom.w3lib.canonicalize_url",
    "urldom.TreeDocument": "urldom.trees.TreeDocument",
    "urldom.http.location(b'/a', 'https://h/')": None,
    "urldom.trees.parse('<html/>', 'https://h/', parser='xml.etree')": None,
    "urldom.hosts.domain_to_ascii('a')": None,
    "urldom.readings.readings('https://h/')": None,
    "from urldom import urljoin": "resolve(url, base)",
    "from urldom import same_site": "urldom.hosts.same_site",
    "from urldom import http, trees": None,
    # A URL
    "url.scheme": "protocol",
    "url.netloc": "host",
    "url.domain": "hostname",
    "url.geturl()": "href",
    "url.startswith('https:')": "str(url)",
    "url.with_query(a='b')": "replace(params=...)",
    "url._replace(path='/')": "replace(...)",
    "url.with_name('b')": 'replace(segments=[*url.segments[:-1], "name"])',
    "url.join('b')": "urldom.resolve(reference, url)",
    "url.path_segments": "segments",
    "url.searchParams": "search_params",
    "url.same_site(url)": "urldom.hosts.same_site(url, other)",
    "url.is_valid": "can_parse",
    "url.query_params['b']": "params",
    "url.to_dict()": "attrs.asdict(url.parsed)",
    "frozen.assign(hash='x')": "replace(...)",
    "frozen.params.update(a='b')": "url.replace(params=...)",
    "frozen.params.pop('b')": "url.replace(params=...)",
    "frozen.update_query({'a': 'b'})": 'new = URL(url); new.params["name"] = "value"; new.frozen()',
    "frozen.params.getlist('b')": "get_all(name)",
    "decomposition.build(host='h')": "urldom.URL.build",
    # Keywords
    "URL.build(host='h', netloc='h:80')": "host",
    "URL.build(host='', hostname='h')": "host",
    "URL.build(protocol='https', host='h')": "scheme",
    "URL.build(host='h', pathname='/a')": "path",
    "URL.build(host='h', query_params={'a': 'b'})": "query",
    "URL.build(host='h', params={'a': 'b'})": "query",
    "URL.build(host='h', hash='top')": "fragment",
    "URL.build(host='h', user='ann')": "username",
    "FrozenURL.build(host='h', search='?a=b')": "query",
    "url.replace(scheme='http')": "protocol",
    "url.replace(query={'a': 'b'})": "params",
    "url.replace(path_segments=['a'])": "segments",
    "url.assign(netloc='h')": "host",
    "url.assign(user='ann')": "username",
    "value.replace(netloc='h')": "host",
    "value.replace(pathname='/')": "path",
    "URLPattern(path='/a')": "pathname",
    "URLPattern(pathname='/a', baseURL='https://h/')": "base",
    "page.submission('f', data={'q': 'a'})": "values",
    # Values
    "value.netloc": "authority",
    "value.hostname": "host",
    "value.geturl()": "str(url)",
    "value.params": "urldom.URL(url).params",
    "value._replace(path='/')": "replace(...)",
    "reference.netloc": "authority",
    "Origin.from_url('https://h/').host": "urldom.URL(str(origin)).host",
    "URLSearchParams('a=b').getAll('a')": "get_all(name)",
    "URLSearchParams('a=b').items()": "list(params)",
    # Documents
    "page.links": "urls()",
    "page.iterlinks()": "urls()",
    "page.find_all('a')": "tree",
    "page.select('a')": "tree",
    "page.css('a')": "tree",
    "page.make_links_absolute()": "make_absolute()",
    "page.rewrite_links(str)": "rewrite(function)",
    "page.base": "base_url",
    "page.url": "address",
    "page.submit_selected()": "submission(form, values={...})",
    "page.prettify()": "to_bytes()",
    "found.absolute_url": "url",
    "found.tag": "element_name",
    "found.hostname": "urldom.URL(found.url).hostname",
    "found.rel": 'get("rel")',
    "form.fields": "controls",
    "form.inputs": "controls",
    "form.set('q', 'a')": "page.submission(form, values={...})",
    "form.submit()": "page.submission(form, values={...})",
    "form.url": "action",
    "form.controls[0].kind": "type",
    "page.submission('f').data": "body",
    "Document('https://h/').url": "address",
    "Element(Document('https://h/')).baseURI": "base_url",
    "HTML5.join('a', 'https://h/')": "resolve(url, base)",
    # Responses
    "link.href": "url",
    "link.title": 'dict(link.parameters).get("title")',
    "refresh('5; url=b', 'https://h/').delay": "seconds",
    "data('data:,a').mimetype": "media_type",
    # Patterns
    "pattern.match('https://h/a/7')": "exec(url)",
    "pattern.groups": "exec(url).groups",
    "pattern.path": "pathname",
    "pattern.exec('https://h/a/7').pathname.groups['id']": None,
    "pattern.exec('https://h/a/7').params": "groups",
    "pattern.hasRegExpGroups": "has_regexp_groups",
    "URLPatternList([pattern]).match('https://h/a/7')": "first(url)",
}
#: The same, for the accessors of pandas and polars
GUESSES_OF_COLUMNS = {
    "series.domain": "hostname",
    "series.netloc": "host",
    "series.scheme": "protocol",
    "series.path": "pathname",
    "series.query": "search",
    "series.parse_url()": "decompose(attributes=[...])",
    "series.join('https://h/')": "resolve(base)",
    "series.extract_url_parameter('b')": "param(name)",
    "series.contains('https://*/*')": "matches(patterns)",
    "series.etld_plus_one": "registrable_domain",
    "series.is_valid": "errors()",
    "series.hostname": None,
}


def check_guess(guess: str, right: str | None, **names: Any) -> None:
    """Run the guess. It has to fail with the right name, or to work if `right` is `None`."""
    if right is None:
        exec(guess, names)
        return
    with pytest.raises((AttributeError, TypeError, ImportError)) as caught:
        exec(guess, names)
    assert right in re.findall("`([^`]+)`", str(caught.value)), caught.value


@each_case(("guess", "right"), GUESSES.items(), ids=GUESSES)
def test_a_first_guess_works_or_gets_the_right_name(guess, right):
    names = {
        **globals(),
        "url": URL(EXAMPLE),
        "frozen": FrozenURL(EXAMPLE),
        "decomposition": URLDecomposition(EXAMPLE),
        "value": parse(EXAMPLE),
        "reference": parse(EXAMPLE, standard="rfc3986"),
        "page": page(),
        "form": form(),
        "pattern": URLPattern(pathname="/a/:id"),
        "link": OBJECTS["Link"](),
        "found": OBJECTS["URLAttribute"](),
    }
    check_guess(guess, right, **names)


@each_case(("guess", "right"), GUESSES_OF_COLUMNS.items(), ids=GUESSES_OF_COLUMNS)
@each_case("accessor", [series, expression], ids=["pandas", "polars"])
def test_a_first_guess_of_a_column_works_or_gets_the_right_name(accessor, guess, right):
    check_guess(guess, right, series=accessor())


#: The names in the URL class of a script, and in urllib.parse, yarl, httpx, furl and w3lib, that a
#: URL here lacks.
NAMES_OF_A_URL = """
scheme netloc authority raw_authority host_port_subcomponent hostName raw_host host_subcomponent explicit_port
is_default_port pathName path raw_path path_safe path_qs raw_path_qs query_string raw_query_string fragment
raw_fragment userName user raw_user passWord raw_password userinfo geturl url toString tostr toJSON canParse human_repr
absolute is_absolute is_absolute_url is_relative_url relative join resolve parts raw_parts name raw_name suffix
suffixes raw_suffix raw_suffixes with_name with_suffix parent joinpath args query query_params searchParams
update_query extend_query copy_set_param copy_merge_params with_query without_query_params copy_add_param add
copy_remove_param remove _replace copy_with with_scheme with_user with_password with_host with_port with_path
with_fragment without_fragment set copy asdict
"""
#: The names in URLSearchParams of a script, and in the multidicts of other libraries, that `Params`
#: lacks
NAMES_OF_PARAMS = """
getAll getall getlist get_list getone append addlist remove delete has set merge multi_items allitems
"""


@pytest.mark.parametrize(
    ("owner", "names"), [("ReadableURL", NAMES_OF_A_URL), ("Params", NAMES_OF_PARAMS)]
)
def test_names_of_other_libraries_have_a_hint(owner, names):
    for name in names.split():
        with pytest.raises(AttributeError, match=f"has no attribute '{name}': use "):
            getattr(OBJECTS[owner](), name)


@pytest.mark.parametrize(
    ("name", "component"),
    [
        ("scheme", "protocol"),
        ("host", "hostname"),
        ("path", "pathname"),
        ("query", "search"),
        ("fragment", "hash"),
        ("base_url", "baseURL"),
        ("base", "baseURL"),
    ],
)
def test_component_of_a_pattern_has_its_name_in_the_standard(name, component):
    assert OF_A_PATTERN[name] == component
    with pytest.raises(TypeError, match=f"'{name}': use {component}$"):
        URLPattern({name: "x"})


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("set", "use `assign(...)`"),
        ("user", "use `username`"),
        ("path", "use `pathname`"),
        ("fragment", "use `hash`"),
        ("scheme", "use `protocol`"),
        ("query_string", "use `search`"),
        ("name", "use `segments[-1]`"),
        ("toString", "use `str(url)` or `href`"),
        ("userinfo", "use `username` and `password`, or `credentials`"),
        ("netloc", "use `host`; for the user, use `username` and `password`, or `credentials`"),
        ("with_query", "use `replace(params=...)`, or `replace(search=...)` for a str"),
    ],
)
def test_url_has_a_hint_at_the_right_name(name, hint):
    with pytest.raises(AttributeError) as caught:
        getattr(URL(EXAMPLE), name)
    assert str(caught.value) == f"a URL has no attribute '{name}': {hint}"


# The mechanism


def test_hints_are_not_inherited_by_the_name_of_a_class():
    class Form(URL):
        fields = ("q",)

    assert Form(EXAMPLE).fields == ("q",)
    assert "controls" not in vars(Form)


def test_an_attribute_of_a_subclass_replaces_the_hint():
    class Named(FrozenURL):
        scheme = "s"

        @property
        def path(self) -> str:
            return self.pathname

    named = Named(EXAMPLE)
    named.domain = "d"
    assert (named.scheme, named.path, named.domain) == ("s", "/a/b.html", "d")
    assert {"scheme", "path", "domain"} <= {*dir(named)}
    assert "netloc" not in dir(named)


@each_case("owner", OBJECTS)
def test_other_attributes_are_not_slower(owner):
    """A class with `__getattr__` looks up every attribute in a slower way."""
    assert not hasattr(type(OBJECTS[owner]()), "__getattr__")
    assert type(OBJECTS[owner]()).__getattribute__ is object.__getattribute__


class HasHref(Protocol):
    href: str


class Mixin:
    def loud(self) -> str:
        return str(self).upper()


#: Makes a subclass of a class in each of these ways
SUBCLASSES: dict[str, Callable[[type], type]] = {
    "ABC": lambda kind: types.new_class("X", (kind, abc.ABC)),
    "Protocol": lambda kind: types.new_class("X", (kind, HasHref)),
    "Generic": lambda kind: types.new_class(
        "X", (kind, Generic[_Item]) if not issubclass(kind, Generic) else (kind,)
    ),
    "mixin before": lambda kind: types.new_class("X", (Mixin, kind)),
    "mixin after": lambda kind: types.new_class("X", (kind, Mixin)),
    "type": lambda kind: type("X", (kind,), {}),
    "attrs": lambda kind: attrs.define(types.new_class("X", (kind,))),
    "dataclass": lambda kind: dataclasses.dataclass(types.new_class("X", (kind,))),
}


@each_case("way", SUBCLASSES)
@each_case("owner", OBJECTS)
def test_every_class_with_hints_can_have_subclasses_of_every_kind(owner, way):
    kind = type(OBJECTS[owner]())
    made = SUBCLASSES[way](kind)
    assert issubclass(made, kind)
    wrong, hint = next(iter(hints_of(owner).items()))
    with pytest.raises(AttributeError, match=re.escape(hint)):
        made.__new__(made).__getattribute__(wrong)


@each_case("owner", OBJECTS)
def test_no_class_with_hints_has_a_metaclass_of_ours(owner):
    assert type(type(OBJECTS[owner]())) in (type, abc.ABCMeta)


def test_class_statement_with_an_abc_a_protocol_or_an_enum():
    class Checked(URL, abc.ABC):
        pass

    class Linked(URL, HasHref):
        pass

    class Box(FrozenURL, Generic[_Item]):
        pass

    class Site(FrozenURL, enum.Enum):
        HOME = "https://example.com/"

    assert (
        Checked("https://h/").href
        == Linked("https://h/").href
        == Box[int]("https://h/").href
        == "https://h/"
    )
    assert Site.HOME.host == "example.com"


@pytest.mark.parametrize("owner", OBJECTS)
def test_a_mock_has_the_attributes_of_the_object(owner):
    made = OBJECTS[owner]()
    public = [name for name in dir(made) if name[0] != "_"]
    mocks = [mock.create_autospec(made), mock.Mock(spec=made)]
    for mocked in (*mocks, mock.Mock(spec=type(made))):
        assert all(hasattr(mocked, name) for name in public if hasattr(type(made), name))
    for mocked in mocks:
        assert not any(hasattr(mocked, wrong) for wrong in hints_of(owner))
    assert isinstance(mock.create_autospec(type(made), instance=True), type(made))


@each_case("owner", OBJECTS)
def test_help_lists_wrong_names_in_the_last_section_with_their_hints(owner):
    kind = type(OBJECTS[owner]())
    text = pydoc.plain(pydoc.render_doc(kind))
    own, *inherited = re.split(
        r"\n \|  Data descriptors inherited from urldom[\w.]*hints[\w.]*Hints:\n", text
    )
    listed = {
        name: f"\n |  {name}\n |      {hint}"
        for name, hint in hints_of(owner).items()
        if name[0] != "_"
    }
    assert [name for name in listed if f"\n |  {name}\n" in own] == []
    assert [
        name for name, entry in listed.items() if not any(entry in part for part in inherited)
    ] == []


def test_a_type_error_of_the_function_itself_stays_the_same():
    with pytest.raises(TypeError, match="pass a path or segments, not both"):
        URL.build(host="h", path="/a", segments=["b"])
    with pytest.raises(TypeError, match=r"unexpected keyword argument 'nonsense'$"):
        URL.build(host="h", nonsense="x")
    with pytest.raises(TypeError, match="unexpected keyword argument 'netloc': use `host`"):
        URL.build(netloc="h")
    with pytest.raises(TypeError, match="values must be a mapping"):
        page().submission(form="f", values=5)


@pytest.mark.parametrize("name", ["nonsense", "_nonsense", "__wrapped__"])
def test_the_package_has_no_other_names(name):
    with pytest.raises(AttributeError, match=rf"^module 'urldom' has no attribute '{name}'$"):
        getattr(urldom, name)
    with pytest.raises(ImportError, match=f"^cannot import name '{name}' from 'urldom' "):
        exec(f"from urldom import {name}")


@each_case("name", hints_of("urldom"))
def test_a_hint_of_the_package_does_not_make_a_name(name):
    assert not hasattr(urldom, name)
    assert name not in dir(urldom)
    with pytest.raises(ImportError) as caught:
        exec(f"from urldom import {name}")
    assert (
        str(caught.value)
        == f"cannot import name '{name}' from 'urldom': {hints_of('urldom')[name]}"
    )


#: The public modules that need no optional library
MODULES = (
    "command explanation hosts html5 http params patterns readings rfc3986 rfc3987 trees w3lib"
    " whatwg"
)


@pytest.mark.parametrize("name", MODULES.split())
def test_a_public_module_is_imported_on_first_use(name):
    program = (
        f"import sys, urldom; before = 'urldom.{name}' in sys.modules; print(before,"
        f" urldom.{name}.__name__)"
    )
    process = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert process.stdout.split() == ["False", f"urldom.{name}"]


def test_a_missing_library_of_a_public_module_is_named(tmp_path):
    (tmp_path / "polars.py").write_text("raise ModuleNotFoundError('No module', name='polars')")
    program = f"import sys; sys.path.insert(0, {str(tmp_path)!r}); import urldom; urldom.polars"
    process = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert (
        process.stderr.splitlines()[-1]
        == "ModuleNotFoundError: urldom.polars needs polars: pip install polars"
    )


class WithNetloc:
    """A user's class with the names of another library."""

    stored = "n"

    @property
    def netloc(self) -> str:
        return self.stored

    @netloc.setter
    def netloc(self, value: str) -> None:
        WithNetloc.stored = value

    def geturl(self) -> str:
        return "mine"


class WithAbstractName(abc.ABC):
    @abc.abstractmethod
    def geturl(self) -> str: ...


def test_name_of_a_later_base_class_has_no_hint():
    url = type("X", (URL, WithNetloc), {})("http://h/")
    assert (url.netloc, url.geturl()) == ("n", "mine")
    url.netloc = "m"
    assert url.netloc == "m"


def test_abstract_method_with_a_hinted_name_stays_abstract():
    with pytest.raises(TypeError, match="abstract method"):
        types.new_class("X", (URL, WithAbstractName))("http://h/")
