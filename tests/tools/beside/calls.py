"""The calls of the package for one case. Each group is a function that yields a name and a call for
each answer."""

from __future__ import annotations

import copy
import json
import pickle
from collections.abc import Callable, Iterator
from ipaddress import IPv4Address
from typing import Any, Final, NamedTuple, TypeAlias

import urldom
from tests.tools.beside.inputs import ATTRIBUTES, Case
from tests.tools.beside.rendering import Whole
from urldom import (
    URL,
    BaseChain,
    Document,
    Element,
    FrozenURL,
    URLDecomposition,
    URLPattern,
    URLPatternList,
    URLPatternMap,
    explain,
    find_standard,
    hosts,
    html5,
    http,
    imports,
    params,
    parse,
    readings,
    resolve,
    rfc1808,
    rfc2396,
    rfc3986,
    rfc3987,
    urllib,
    w3lib,
    whatwg,
)

Call: TypeAlias = tuple[str, Callable[[], object]]


class Group(NamedTuple):
    calls: Callable[[Case], Iterator[Call]]
    every: int  #: the group runs for one case of so many


GROUPS: Final[dict[str, Group]] = {}


def group(
    every: int,
) -> Callable[[Callable[[Case], Iterator[Call]]], Callable[[Case], Iterator[Call]]]:
    def register(calls: Callable[[Case], Iterator[Call]]) -> Callable[[Case], Iterator[Call]]:
        GROUPS[calls.__name__] = Group(calls, every)
        return calls

    return register


def after(change: Callable[[Any], object], value: Any) -> tuple[object, Any]:
    """Change the object, and return the result or the error with the changed object."""
    try:
        result = change(value)
    except Exception as error:
        return error, value
    return result, value


def _other_name(case: Case) -> str:
    return ATTRIBUTES[case.number % len(ATTRIBUTES)]


@group(every=1)
def parsing(case: Case) -> Iterator[Call]:
    url, base, standard, encoding = case.url, case.base, case.standard, case.encoding
    yield "parse", lambda: Whole(parse(url))
    yield "parse, standard", lambda: Whole(parse(url, standard=standard))
    yield "parse, hostport", lambda: parse(url, standard="html5").hostport
    yield "parse, replace", lambda: parse(url, standard=standard).replace(path=case.value)
    yield "resolve", lambda: resolve(url, base)
    yield "resolve, standard", lambda: resolve(url, base, standard=standard, encoding=encoding)
    yield "resolve, other", lambda: Whole(resolve(case.other, url, standard=standard))
    known = find_standard(standard)
    yield "Standard.parse", lambda: known.parse(url)
    yield "Standard.resolve", lambda: known.resolve(url, base, encoding=encoding)
    yield "Standard.is_valid_url", lambda: known.is_valid_url(url, encoding)
    yield "Standard", lambda: (known.name, known.attributes, known.assignable, known)


@group(every=2)
def modules_of_standards(case: Case) -> Iterator[Call]:
    url, base, encoding = case.url, case.base, case.encoding
    for module in (rfc1808, rfc2396, rfc3986, rfc3987, whatwg):  # `html5` has no such function.
        name = module.__name__.removeprefix("urldom.")
        yield f"{name}.is_valid_url", lambda module=module: module.is_valid_url(url)
    module = (html5, rfc1808, rfc2396, rfc3986, rfc3987, whatwg)[case.number % 6]
    name = module.__name__.removeprefix("urldom.")
    yield f"{name}.parse", lambda: Whole(module.parse(url))
    yield f"{name}.resolve", lambda: module.resolve(url, base)
    yield "rfc3986.resolve, not strict", lambda: rfc3986.resolve(url, base, strict=False)
    yield "rfc3987.to_uri", lambda: rfc3987.to_uri(url)
    yield "rfc3987.to_iri", lambda: rfc3987.to_iri(url)
    yield "html5.fragment_escape", lambda: html5.fragment_escape(url)
    for function in (html5.is_absolute, html5.is_hierarchical, html5.is_authority_based):
        yield f"html5.{function.__name__}", lambda function=function: function(url)
        yield (
            f"html5.{function.__name__}, standard",
            lambda function=function: function(url, standard=case.standard),
        )
    yield (
        "html5.is_valid_url",
        lambda: html5.is_valid_url(
            url,
            encoding=encoding,
            non_empty=case.number % 2 == 0,
            surrounded_by_spaces=case.number % 3 == 0,
            standard=case.standard,
        ),
    )
    yield "GenericRL", lambda: Whole(rfc1808.GenericRL(*case.values))
    yield "URIReference", lambda: Whole(rfc2396.URIReference(*case.values))
    yield "URIReference, IRI", lambda: Whole(rfc3987.URIReference(None, *case.values))
    yield "ParsedURL", lambda: Whole(urldom.ParsedURL(*case.values))


@group(every=4)
def origins(case: Case) -> Iterator[Call]:
    of, other = whatwg.Origin.from_url, case.base or case.other
    yield (
        "whatwg.validation_errors",
        lambda: [Whole(error) for error in whatwg.validation_errors(case.url, case.base)],
    )
    yield "Origin", lambda: Whole(of(case.url))
    yield "Origin, opaque", lambda: Whole(whatwg.Origin())
    yield "Origin.same_origin", lambda: of(case.url).same_origin(of(other))
    yield "Origin.same_site", lambda: of(case.url).same_site(of(other))
    yield "Origin ==", lambda: of(case.url) == of(other)


def makers(case: Case) -> list[tuple[str, Callable[[], Any]]]:
    """Return calls that make a URL object of each kind."""
    url, base, standard, encoding = case.url, case.base, case.standard, case.encoding
    return [
        ("URL", lambda: URL(url, base)),
        ("FrozenURL", lambda: FrozenURL(url, base, standard=standard, encoding=encoding)),
        (
            "URLDecomposition",
            lambda: URLDecomposition(url, base, standard=standard, encoding=encoding),
        ),
    ]


@group(every=3)
def objects(case: Case) -> Iterator[Call]:
    windows = case.number % 2 == 0
    for kind, make in makers(case):
        yield kind, lambda make=make: Whole(make())
        yield f"{kind}.params", lambda make=make: list(make().params.items())
        yield f"{kind}.frozen", lambda make=make: make().frozen()
        yield f"{kind}.display", lambda make=make: make().display()
        yield f"{kind}.relative_to", lambda make=make: make().relative_to(case.other)
        yield f"{kind}, a copy", lambda make=make: copy.copy(make())
        yield f"{kind}, pickled", lambda make=make: pickle.loads(pickle.dumps(make()))
        yield f"{kind} ==", lambda make=make: (make() == make(), make() == case.url)
        yield f"{kind} /", lambda make=make: make() / case.value
        yield f"{kind}, {{:s}}", lambda make=make: f"{make()}"
    for maker in (URL, FrozenURL):
        kind = maker.__name__
        yield f"{kind}.parse", lambda maker=maker: maker.parse(case.url, case.base)
        yield (
            f"{kind}.parse, default",
            lambda maker=maker: maker.parse(case.url, default_scheme="https"),
        )
        yield f"{kind}.can_parse", lambda maker=maker: maker.can_parse(case.url, case.base)
        yield f"{kind}.to_path", lambda maker=maker: maker(case.url).to_path(windows=windows)
        yield f"{kind}.to_json", lambda maker=maker: maker(case.url).to_json()
        yield f"{kind}.from_path", lambda maker=maker: maker.from_path(case.value, windows=windows)
    yield "sorted", lambda: sorted([FrozenURL(case.url), FrozenURL(case.other)])
    yield "hash", lambda: len({FrozenURL(case.url), FrozenURL(case.url), FrozenURL(case.other)})
    yield "URL, a base URL", lambda: URL(case.other, URL(case.url))
    yield "URL, a URL", lambda: URL(FrozenURL(case.url))
    yield (
        "FrozenURL, a base",
        lambda: FrozenURL(case.other, URLDecomposition(case.url, standard=case.standard)),
    )


@group(every=2)
def setters(case: Case) -> Iterator[Call]:
    for kind, make in makers(case):
        for name in ATTRIBUTES:
            yield (
                f"{kind}.{name} =",
                lambda make=make, name=name: set_and_read(make(), name, case.value),
            )
    number = case.number % 70_000
    yield "port = int", lambda: set_and_read(URL(case.url), "port", number)
    yield "port = int, HTML5", lambda: set_and_read(URLDecomposition(case.url), "port", number)
    yield "= None", lambda: set_and_read(URL(case.url), case.name, None)
    yield "= None, HTML5", lambda: set_and_read(URLDecomposition(case.url), case.name, None)
    yield (
        "= bytes",
        lambda: set_and_read(URL(case.url), case.name, case.value.encode("utf-8", "replace")),
    )
    yield "= nonsense", lambda: set_and_read(URL(case.url), case.value, case.value)


def set_and_read(url: Any, name: str, value: object) -> object:
    result, url = after(lambda url: setattr(url, name, value), url)
    return result, getattr(url, "href", None), getattr(url, "reference", None), url


@group(every=3)
def setters_with_a_base(case: Case) -> Iterator[Call]:
    """The URL stays relative, and the common setter action runs."""
    base = case.base or "http://example.com/a/b?c"
    for standard in dict.fromkeys(("html5", case.standard)):
        for name in ATTRIBUTES[:7]:
            yield (
                f"common setter action, {standard}, {name}",
                lambda standard=standard, name=name: _common_setter_action(
                    case.url, base, name, case.value, standard
                ),
            )


def _common_setter_action(url: str, base: str, name: str, value: str, standard: str) -> object:
    told: list[str] = []
    document = Document(base, standard=standard)
    link = URLDecomposition(url, document, on_set=told.append)
    outcome = set_and_read(link, name, value)
    document.base_href = "http://other.example/x/"
    return outcome, told, str(link)


@group(every=4)
def several_at_once(case: Case) -> Iterator[Call]:
    values: dict[str, Any] = {case.name: case.value, _other_name(case): case.values[0]}
    pairs = [(case.values[0], case.values[1]), (case.values[2], case.value)]
    for kind, make in makers(case):
        if kind != "FrozenURL":
            yield (
                f"{kind}.assign",
                lambda make=make: after(lambda url: url.assign(**values), make()),
            )
            yield (
                f"{kind}.assign, params",
                lambda make=make: after(lambda url: url.assign(params=pairs), make()),
            )
        yield f"{kind}.replace", lambda make=make: Whole(make().replace(**values))
        yield f"{kind}.replace, params", lambda make=make: make().replace(params=pairs)
        yield f"{kind}.replace, segments", lambda make=make: make().replace(segments=case.values)
        yield (
            f"{kind}.replace, credentials",
            lambda make=make: make().replace(credentials=case.values[:2]),
        )
        yield f"{kind}.replace, nonsense", lambda make=make: make().replace(segmnts=())
    yield (
        "build",
        lambda: FrozenURL.build(
            scheme=case.url.split(":")[0],
            host=case.values[0],
            port=case.number % 70_000,
            username=case.values[1],
            segments=case.values,
            query=pairs,
            fragment=case.value,
        ),
    )
    yield "build, path", lambda: URL.build(host="h", path=case.value, query=case.values[0])
    yield "build, scheme", lambda: URL.build(scheme=case.url.split(":")[0], path=case.value)
    yield "build, host", lambda: URL.build(host=case.value)


@group(every=4)
def queries(case: Case) -> Iterator[Call]:
    first, second, third, fourth = case.values
    for kind, make in (
        ("URL", lambda: URL(case.url)),
        ("HTML5", lambda: URLDecomposition(case.url, standard="html5")),
    ):

        def changed(change: Callable[[Any], object], make: Callable[[], Any] = make) -> object:
            url = make()
            outcome, _ = after(change, url.params)
            return outcome, url, url.params

        yield f"{kind} params.add", lambda changed=changed: changed(lambda p: p.add(first, second))
        yield (
            f"{kind} params.update",
            lambda changed=changed: changed(lambda p: p.update({first: second}, a=third)),
        )
        yield (
            f"{kind} params.setdefault",
            lambda changed=changed: changed(lambda p: p.setdefault(first, second)),
        )
        yield f"{kind} params.sort", lambda changed=changed: changed(lambda p: p.sort())
        yield (
            f"{kind} params.discard",
            lambda changed=changed: changed(lambda p: p.discard("a", first, "utm_*")),
        )
        yield f"{kind} params.clear", lambda changed=changed: changed(lambda p: p.clear())
        yield (
            f"{kind} params[] =",
            lambda changed=changed: changed(lambda p: p.__setitem__(first, second)),
        )
        yield (
            f"{kind} params[] = list",
            lambda changed=changed: changed(lambda p: p.__setitem__("a", [first, 5, True])),
        )
        yield f"{kind} params del", lambda changed=changed: changed(lambda p: p.__delitem__("a"))
        yield f"{kind} params.pop", lambda changed=changed: changed(lambda p: p.pop("q"))
    yield "params.get_all", lambda: URL(case.url).params.get_all("a")
    yield "params.pairs", lambda: URL(case.url).params.pairs()
    yield "params, a mapping", lambda: _mapping(FrozenURL(case.url).params, first)
    yield (
        "params, frozen",
        lambda: (FrozenURL(case.url).params.get_all("a"), FrozenURL(case.url).params.pairs()),
    )
    yield "params ==", lambda: FrozenURL(case.url).params == URL(case.url).params
    yield "URLSearchParams", lambda: _search_params(whatwg.URLSearchParams(case.value), case)
    yield "search_params", lambda: _search_params(URL(case.url).search_params, case)
    yield (
        "search_params, the URL",
        lambda: after(lambda url: url.search_params.append(first, second), URL(case.url)),
    )
    yield "search_params, followed", lambda: _followed(URL(case.url), case)
    yield "query_string", lambda: params.query_string([(first, second), (third, fourth)])
    yield (
        "query_string, options",
        lambda: params.query_string({first: second}, spaces="+", safe="/~"),
    )


def _mapping(found: Any, name: str) -> object:
    return (
        len(found),
        list(found),
        list(found.values()),
        name in found,
        found.get(name),
        after(lambda p: p[name], found),
    )


def _search_params(found: Any, case: Case) -> object:
    first, second, third, _ = case.values
    answers = [
        found.get("a"),
        found.get_all("a"),
        found.has(first),
        found.has("a", second),
        found.size,
        list(found),
    ]
    found.append(first, second)
    found.set("a", third)
    answers.append(str(found))
    found.delete(second)
    found.delete("q", third)
    found.sort()
    return answers, str(found), found, first in found, found == found


def _followed(url: URL, case: Case) -> object:
    followed = url.search_params
    url.search = case.value
    before = list(followed)
    url.href = case.other
    return before, list(followed), url


@group(every=4)
def segments(case: Case) -> Iterator[Call]:
    first, second, third, _ = case.values
    number = case.number % 4
    for kind, make in (
        ("URL", lambda: URL(case.url)),
        ("HTML5", lambda: URLDecomposition(case.url, standard="html5")),
    ):

        def changed(change: Callable[[Any], object], make: Callable[[], Any] = make) -> object:
            url = make()
            outcome, _ = after(change, url.segments)
            return outcome, url, url.segments

        yield (
            f"{kind} segments",
            lambda make=make: (list(make().segments), make().segments, len(make().segments)),
        )
        yield f"{kind} segments.append", lambda changed=changed: changed(lambda s: s.append(first))
        yield (
            f"{kind} segments.insert",
            lambda changed=changed: changed(lambda s: s.insert(number, second)),
        )
        yield f"{kind} segments.pop", lambda changed=changed: changed(lambda s: s.pop())
        yield (
            f"{kind} segments[] =",
            lambda changed=changed: changed(lambda s: s.__setitem__(-1, third)),
        )
        yield (
            f"{kind} segments[:] =",
            lambda changed=changed: changed(lambda s: s.__setitem__(slice(1, number), [first, 7])),
        )
        yield (
            f"{kind} segments.extend",
            lambda changed=changed: changed(lambda s: s.extend(case.values)),
        )
        yield f"{kind} segments.clear", lambda changed=changed: changed(lambda s: s.clear())
        yield f"{kind} segments.reverse", lambda changed=changed: changed(lambda s: s.reverse())
        yield f"{kind} segments.index", lambda make=make: make().segments.index("a")
        yield (
            f"{kind} segments del",
            lambda changed=changed: changed(lambda s: s.__delitem__(number)),
        )
        yield (
            f"{kind} segments +=",
            lambda make=make: after(
                lambda url: setattr(url, "segments", [*url.segments, ""]), make()
            ),
        )
    yield (
        "segments, frozen",
        lambda: (
            FrozenURL(case.url).segments,
            after(lambda s: s[number], FrozenURL(case.url).segments),
        ),
    )


@group(every=1)
def of_hosts(case: Case) -> Iterator[Call]:
    value = case.value
    yield "domain_to_ascii", lambda: hosts.domain_to_ascii(value)
    yield "domain_to_ascii, strict", lambda: hosts.domain_to_ascii(value, be_strict=True)
    yield "domain_to_unicode", lambda: hosts.domain_to_unicode(value)
    yield "public_suffix", lambda: hosts.public_suffix(value)
    yield "registrable_domain", lambda: hosts.registrable_domain(value)
    yield "registrable_domain of the URL", lambda: hosts.registrable_domain(URL(case.url).hostname)
    yield "same_site", lambda: hosts.same_site(case.url, case.base or case.other)
    yield "address_space", lambda: hosts.address_space(IPv4Address(case.number * 65_537 % 2**32))
    yield "address_space of the URL", lambda: hosts.address_space(URL(case.url).ip_address)


@group(every=3)
def of_http(case: Case) -> Iterator[Call]:
    url, base, value = case.url, case.base or "https://example.com/a/b", case.value
    policies = list(http.ReferrerPolicy)
    policy = policies[case.number % len(policies)]
    headers = [("Location", url), ("Referrer-Policy", policy.value)]
    yield "http.location", lambda: http.location(url, base)
    yield "http.location, bytes", lambda: http.location(url.encode("utf-8", "surrogatepass"), base)
    yield "http.refresh", lambda: Whole(http.refresh(f"{case.number % 9}; url={url}", base))
    yield "http.refresh, a value", lambda: http.refresh(value, base)
    yield (
        "http.links",
        lambda: [
            Whole(link) for link in http.links(f'<{url}>; rel="next {value}"; title={value}', base)
        ],
    )
    yield "http.links, a value", lambda: http.links([value, f"<{url}>;rel=a"], base)
    yield "http.data", lambda: Whole(http.data(url))
    yield "http.data, a value", lambda: Whole(http.data(f"data:{value}"))
    yield (
        "http.fetch_site",
        lambda: http.fetch_site(url, base, chain=[case.other][: case.number % 2]),
    )
    yield "http.is_trustworthy", lambda: http.is_trustworthy(url)
    yield (
        "http.mixed_content",
        lambda: http.mixed_content(url, base, destination=("image", "script", "")[case.number % 3]),
    )
    yield "http.referrer", lambda: http.referrer(base, url, policy)
    yield "http.split_directive", lambda: http.split_directive(f":~:{value}")
    yield "http.split_directive, a URL", lambda: http.split_directive(url)
    yield "http.upgraded", lambda: http.upgraded(url)
    yield "ReferrerPolicy.parse", lambda: http.ReferrerPolicy.parse([policy.value, value])
    yield "ReferrerPolicy.of", lambda: http.ReferrerPolicy.of(value, legacy=case.number % 2 == 0)
    method = ("GET", "POST", "PUT", "HEAD")[case.number % 4]
    status = (301, 302, 303, 307, 308, 200)[case.number % 6]
    request = {"Referer": base, "Cookie": "a=b", "Authorization": "Basic YTpi", "X": value}
    yield (
        "Request",
        lambda: Whole(http.Request(method, url, {"X": value}, value.encode("utf-8", "replace"))),
    )
    yield (
        "Request.redirected",
        lambda: Whole(http.Request(method, base, request, b"a").redirected(status, headers)),
    )
    yield (
        "Request.redirected, no headers",
        lambda: http.Request(method, base).redirected(status, {}),
    )
    yield "Request.explain", lambda: http.Request(method, url).explain()
    yield (
        "http.redirect",
        lambda: Whole(http.redirect(http.Request(method, base, request, b"a"), status, headers)),
    )
    yield (
        "Request ==",
        lambda: (http.Request("GET", url) == http.Request("GET", url), http.Request("GET", url)),
    )
    yield "Request, pickled", lambda: pickle.loads(pickle.dumps(http.Request(method, url, request)))


@group(every=10)
def of_imports(case: Case) -> Iterator[Call]:
    base = case.base or "https://example.com/a/b"
    first, second, third, fourth = case.values
    text = json.dumps(
        {
            "imports": {first: case.url, "a/": "/b/", second: third},
            "scopes": {case.other: {"a": fourth}},
        }
    )

    def parsed() -> object:
        reports: list[Any] = []
        found = imports.ImportMap.parse(text, base, report=lambda *report: reports.append(report))
        return Whole(found), reports

    yield "ImportMap.parse", parsed
    yield "ImportMap.parse, a value", lambda: imports.ImportMap.parse(case.value, base)
    yield "specifiers", lambda: imports.specifiers(f"import {text!r}; import('{case.value}')")
    for specifier in (first, "a/c", second, case.url):
        yield (
            "ImportMap.resolve",
            lambda specifier=specifier: imports.ImportMap.parse(text, base).resolve(
                specifier, case.other
            ),
        )
    yield (
        "ImportMap.merge",
        lambda: imports.ImportMap.parse(text, base).merge(
            imports.ImportMap.parse('{"imports":{"a":"/x"}}', base)
        ),
    )


@group(every=20)
def of_patterns(case: Case) -> Iterator[Call]:
    first, second, third, fourth = case.values
    url, base = case.url, case.base
    inputs: tuple[Any, ...] = (url, {"pathname": second, "search": third})
    makers: dict[str, Callable[[], URLPattern]] = {
        "a value": lambda: URLPattern(first, base),
        "a path": lambda: URLPattern(pathname=f"/:a/{first}", ignore_case=case.number % 2 == 0),
        "a host": lambda: URLPattern({"hostname": f"*.{second}", "port": ""}),
        "a URL": lambda: URLPattern(url),
        "a search": lambda: URLPattern(search=third, hash="*", protocol="http{s}?"),
    }
    for name, make in makers.items():
        yield f"URLPattern, {name}", lambda make=make: Whole(make())
        for given in inputs:
            yield f"URLPattern.test, {name}", lambda make=make, given=given: make().test(given)
            yield (
                f"URLPattern.exec, {name}",
                lambda make=make, given=given: Whole(make().exec(given)),
            )
            yield (
                f"URLPattern.explain, {name}",
                lambda make=make, given=given: Whole(make().explain(given)),
            )
        yield f"URLPattern.exec, base, {name}", lambda make=make: make().exec(url, base)
        yield f"URLPattern.build, {name}", lambda make=make: make().build({"a": third, "0": fourth})
        yield (
            f"URLPattern.generate, {name}",
            lambda make=make: make().generate("pathname", {"a": third, "0": fourth}),
        )
        yield (
            f"URLPattern.compare_component, {name}",
            lambda make=make: URLPattern.compare_component(
                "pathname", make(), URLPattern(pathname="/a/*")
            ),
        )
    patterns = ["https://*.example.com/*", {"pathname": "/a/:id"}, f"*://{second}/*", f"/{third}"]

    def of_list() -> object:
        found = URLPatternList([*patterns[:2], "http{s}?://*:*/*"])
        return (
            found.test(url),
            found.first(url),
            found.all(url, base),
            len(found),
            found,
            list(found),
        )

    def of_map() -> object:
        found = URLPatternMap({"https://*.example.com/*": 1, "*://*/a/:id": 2, "*://*:*/*": 3})
        match = found.match(case.other)
        return (
            Whole(match),
            Whole(found.match(url, base)),
            Whole(found.match(url)),
            len(found),
            list(found),
            found,
        )

    yield "URLPattern, no component", lambda: Whole(URLPattern().exec(url))
    yield "URLPatternList", of_list
    yield "URLPatternList, values", lambda: URLPatternList(patterns).all({"pathname": second})
    yield "URLPatternMap", of_map
    yield "URLPatternList, a URL", lambda: URLPatternList([url, second])
    yield "URLPatternMap[]", lambda: URLPatternMap([(url, 1), ("*://*/*", 2)])[url]
    yield "in URLPatternMap", lambda: url in URLPatternMap({"*://*/*": 1})


@group(every=2)
def replacements(case: Case) -> Iterator[Call]:
    """`urldom.urllib` and `urldom.w3lib`, which stand in other libraries' places."""
    url, base, value = case.url, case.base or case.other, case.value
    octets = url.encode("ascii", "backslashreplace")
    for name in ("urlsplit", "urlparse", "urldefrag"):
        function = getattr(urllib, name)
        yield f"urllib.{name}", lambda function=function: split_parts(function(url))
        yield f"urllib.{name}, bytes", lambda function=function: split_parts(function(octets))
        yield f"urllib.{name}, geturl", lambda function=function: function(url).geturl()
    yield "urllib.urlsplit, scheme", lambda: urllib.urlsplit(url, "https", allow_fragments=False)
    yield "urllib.urlparse, scheme", lambda: urllib.urlparse(url, "https", allow_fragments=False)
    yield "urllib.urljoin", lambda: urllib.urljoin(base, url)
    yield "urllib.urljoin, bytes", lambda: urllib.urljoin(b"http://h/a/b", octets)
    yield "urllib.urljoin, fragments", lambda: urllib.urljoin(base, url, allow_fragments=False)
    yield "urllib.urlunsplit", lambda: urllib.urlunsplit(("http", *case.values))
    yield "urllib.urlunsplit, a URL", lambda: urllib.urlunsplit(urllib.urlsplit(url))
    yield "urllib.urlunparse", lambda: urllib.urlunparse(("http", *case.values, ""))
    yield "urllib.parse_qs", lambda: urllib.parse_qs(value)
    yield "urllib.parse_qsl", lambda: urllib.parse_qsl(value, keep_blank_values=True)
    yield "urllib.quote", lambda: urllib.quote(value)
    yield "urllib.unquote", lambda: urllib.unquote(value)
    yield "urllib.unquote_plus", lambda: urllib.unquote_plus(value)
    yield "urllib.urlencode", lambda: urllib.urlencode([(value, url)])
    yield "w3lib.canonicalize_url", lambda: w3lib.canonicalize_url(url)
    yield (
        "w3lib.canonicalize_url, options",
        lambda: w3lib.canonicalize_url(url, False, True, query_separator="&;"),
    )
    yield "w3lib.safe_url_string", lambda: w3lib.safe_url_string(url)
    yield (
        "w3lib.safe_url_string, options",
        lambda: w3lib.safe_url_string(
            url, case.encoding, "latin1", quote_path=case.number % 2 == 0
        ),
    )


def split_parts(found: Any) -> object:
    names = ("username", "password", "hostname", "port")
    parts = [
        after(lambda found, name=name: getattr(found, name), found)[0]
        for name in names
        if hasattr(type(found), name)
    ]
    return found, parts


@group(every=30)
def explanations(case: Case) -> Iterator[Call]:
    url, base, standard = case.url, case.base, case.standard
    for name, make in {
        "explain": lambda: explain(url, base),
        "explain, standard": lambda: explain(url, base, standard=standard, encoding=case.encoding),
        "explain, set": lambda: explain(url, base, set={case.name: case.value}),
        "explain, set, standard": lambda: explain(
            url, base, standard=standard, set={case.name: case.value}
        ),
    }.items():
        yield name, lambda make=make: explained(make())
        yield f"{name}, str", lambda make=make: str(make())
        yield f"{name}, JSON", lambda make=make: json.dumps(make().to_json())


def explained(found: Any) -> object:
    steps = [(Whole(step), [Whole(error) for error in step.errors]) for step in found.steps]
    return Whole(found), steps, [(span, span.of(found.url)) for span in found.components]


@group(every=200)
def of_readings(case: Case) -> Iterator[Call]:
    url, base = case.url, case.base
    yield "readings", lambda: _readings(readings.readings(url, base))
    yield "require_agreement", lambda: readings.require_agreement(url, base)
    yield (
        "require_agreement, among",
        lambda: readings.require_agreement(url, among=["whatwg", "html5"], on=["host"]),
    )
    yield (
        "url_has_allowed_host_and_scheme",
        lambda: readings.url_has_allowed_host_and_scheme(
            url, {"example.com"}, require_https=case.number % 3 == 0
        ),
    )
    yield "Reading", lambda: Whole(readings.Reading(*case.values[:2], 80, *case.values[2:]))


def _readings(found: Any) -> object:
    each = {name: Whole(reading) for name, reading in found.items()}
    return Whole(found), each, found.to_json(), str(found), found.disagreements


@group(every=6)
def contexts(case: Case) -> Iterator[Call]:
    base, url, value, standard = (
        case.base or "http://example.com/a/b?c",
        case.url,
        case.value,
        case.standard,
    )
    for under in dict.fromkeys(("html5", standard)):

        def page(under: str = under, **options: Any) -> Document:
            return Document(base, standard=under, encoding=case.encoding, **options)

        yield f"Document, {under}", lambda page=page: Whole(page())
        yield f"Document, a base, {under}", lambda page=page: Whole(page(base_href=url))
        yield (
            f"Document, no absolute address, {under}",
            lambda under=under: Whole(Document(url, standard=under)),
        )
        yield (
            f"Document, creator, {under}",
            lambda page=page, under=under: Whole(
                Document("about:blank", creator=page(base_href=url), standard=under)
            ),
        )
        yield (
            f"Document, container, {under}",
            lambda page=page, under=under: Whole(
                Document(
                    "about:srcdoc", container=page(base_href=url), standard=under, base_href=value
                )
            ),
        )
        yield (
            f"Document, an element as container, {under}",
            lambda page=page, under=under: Whole(
                Document("about:srcdoc", container=Element(page(), xml_base=url), standard=under)
            ),
        )
        yield (
            f"Element, {under}",
            lambda page=page: Whole(Element(page(), xml_base=url, kind="hyperlink")),
        )
        yield f"resolve, document, {under}", lambda page=page: resolve(url, page())
        yield (
            f"resolve, element, {under}",
            lambda page=page: resolve(value, Element(page(base_href=url), xml_base=value)),
        )
        yield f"URL, document, {under}", lambda page=page: URL(url, page())
        yield f"FrozenURL, document, {under}", lambda page=page: FrozenURL(url, page())
        yield (
            f"URLDecomposition, document, {under}",
            lambda page=page: Whole(URLDecomposition(url, page())),
        )
        yield f"changes, {under}", lambda page=page: _changes(page(), case)
        yield (
            f"relative_to, document, {under}",
            lambda page=page, under=under: URLDecomposition(url, standard=under).relative_to(
                page()
            ),
        )
    yield "BaseChain", lambda: Whole(BaseChain(case.values[0], url, base))
    yield (
        "BaseChain, a document",
        lambda: Whole(BaseChain(value, Document(base, base_href=url), default=base)),
    )
    yield "resolve, BaseChain", lambda: resolve(value, BaseChain(url, base), standard=standard)


def _changes(page: Document, case: Case) -> object:
    """Change what a base URL depends on, with elements that observe it and links that follow it."""
    told: list[object] = []
    outer = Element(page, xml_base=case.values[0])
    inner = Element(outer, xml_base=case.values[1], kind="hyperlink")
    leaf = Element(inner, kind="cite")
    inner.observe(lambda *arguments: told.append(("inner", inner.base_url)))
    leaf.observe(lambda *arguments: told.append(("leaf", leaf.base_url)))
    link = URLDecomposition(case.value, leaf)
    answers: list[object] = [link.href, leaf.base_url]
    for change in (
        lambda: setattr(page, "base_href", case.url),
        lambda: setattr(outer, "xml_base", case.values[2]),
        lambda: setattr(inner, "xml_base", None),
        lambda: inner.move_to(page),
        lambda: leaf.move_to(Element(Document(case.other), xml_base=case.values[3])),
        lambda: setattr(page, "base_href", None),
    ):
        outcome, _ = after(lambda _, change=change: change(), page)
        answers += [outcome, link.href, link.hostname, leaf.base_url, inner.base_url]
    return answers, told, leaf.document, leaf.parent
