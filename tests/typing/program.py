# pyright: strict
"""A typed program that uses each public name. `test_typing.py` checks and runs it."""

from __future__ import annotations

import copy
import enum
import pickle
from collections.abc import Callable, Iterator, Mapping, MutableMapping, MutableSequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from ipaddress import IPv4Address, IPv6Address
from pathlib import PurePosixPath, PureWindowsPath
from typing import TYPE_CHECKING, Literal
from uuid import UUID

import urldom
import urldom.whatwg
from urldom import (
    HTML5,
    RFC1808,
    RFC2396,
    RFC3986,
    RFC3987,
    URL,
    WHATWG,
    AnyURL,
    Base,
    BaseChain,
    BaseContext,
    Document,
    Element,
    FrozenURL,
    GenericRL,
    InvalidHostError,
    InvalidPatternError,
    InvalidURLError,
    ParsedURL,
    RejectedValueError,
    Segments,
    Standard,
    StandardLike,
    UnresolvableURLError,
    URIReference,
    URLDecomposition,
    URLPattern,
    URLPatternList,
    URLPatternMap,
    __version__,
    explain,
    find_standard,
    parse,
    resolve,
)
from urldom.explanation import Explanation, Span, Step, StepError
from urldom.hosts import (
    address_space,
    domain_to_ascii,
    domain_to_unicode,
    public_suffix,
    registrable_domain,
    same_site,
)
from urldom.html5 import (
    ABOUT_BLANK,
    ABOUT_LEGACY_COMPAT,
    ABOUT_SRCDOC,
    fragment_escape,
    is_absolute,
    is_authority_based,
    is_hierarchical,
    is_valid_url,
)
from urldom.http import (
    Data,
    HeaderValue,
    InvalidDataURLError,
    ReferrerPolicy,
    Refresh,
    RefusedRedirectError,
    Request,
    data,
    fetch_site,
    is_trustworthy,
    links,
    location,
    mixed_content,
    redirect,
    referrer,
    refresh,
    split_directive,
    upgraded,
)
from urldom.http import Link as HeaderLink
from urldom.imports import ImportMap, UnresolvableSpecifierError
from urldom.params import FrozenParams, query_string
from urldom.patterns import (
    URLPatternComponentExplanation,
    URLPatternComponentResult,
    URLPatternExplanation,
    URLPatternMatch,
    URLPatternResult,
)
from urldom.readings import (
    AmbiguousURLError,
    Reading,
    Readings,
    readings,
    require_agreement,
    url_has_allowed_host_and_scheme,
)
from urldom.trees import TreeDocument, URLAttribute, parse_fragment, stylesheet
from urldom.trees import parse as parse_page
from urldom.urllib import (
    DefragResult,
    DefragResultBytes,
    ParseResult,
    ParseResultBytes,
    SplitResult,
    SplitResultBytes,
    parse_qs,
    parse_qsl,
    quote,
    quote_from_bytes,
    quote_plus,
    unquote,
    unquote_plus,
    unquote_to_bytes,
    urldefrag,
    urlencode,
    urljoin,
    urlparse,
    urlsplit,
    urlunparse,
    urlunsplit,
)
from urldom.whatwg import (
    Origin,
    URLSearchParams,
    ValidationError,
    validation_errors,
)

if TYPE_CHECKING:
    from pyspark.sql import Column, SparkSession
    from typing_extensions import assert_type
else:

    def assert_type(value, kind):
        return value


PAGE = "http://example.com/a/b"


def use_decomposition() -> None:
    outputs: list[str] = []
    url = URLDecomposition("https://www.example.com:4443?", on_set=outputs.append)
    assert_type(url, URLDecomposition)
    assert_type(url.protocol, str)
    assert_type(url.host, str)
    assert_type(url.hostname, str)
    port: str = url.port
    assert_type(url.pathname, str)
    assert_type(url.search, str)
    assert_type(url.hash, str)
    assert port == "4443"

    url.protocol = "http"
    url.host = "example.org:81"
    url.hostname = "example.net"
    url.port = 8080
    assert_type(url.port.isdigit(), bool)
    url.port = "8080"
    number: int = int(url.port or "0")
    url.port = None
    assert (number, int(url.port or "0")) == (8080, 0)
    url.pathname = "/c"
    url.search = "d"
    url.search = None
    url.hash = "e"
    url.hash = None
    assert outputs[-1] == url.href == str(url) == "http://example.net/c"
    url.assign(protocol="https", host="h", port=82, pathname="/", search=None, hash="x")
    url.assign(port=None)
    url.assign(hostname="i")
    url.replace()
    assert f"{url:>20}" == f"{'https://i/#x':>20}"

    assert_type(url.href, str)
    assert_type(url.reference, str)
    assert_type(url.standard, Standard)
    assert_type(url.encoding, str)
    assert url.base is None
    assert_type(url.relative_to("https://i/y"), str)
    assert_type(url.relative_to(Document("https://i/y")), str)
    error: InvalidURLError | None = url.error
    assert error is None and bool(url)
    for twin in (copy.copy(url), copy.deepcopy(url)):
        assert_type(twin, URLDecomposition)
        assert twin == url and (twin != url) is False
    assert pickle.loads(pickle.dumps(url)) == url
    same: URLDecomposition = URLDecomposition(url, standard="html5", encoding="utf-8", on_set=None)
    assert same == url


def use_types_of_signatures(
    url: AnyURL = PAGE, base: Base = PAGE, standard: StandardLike = "rfc3986"
) -> None:
    assert_type(parse(url, standard=RFC3986), URIReference)
    assert_type(parse(url, standard="rfc3987"), URIReference)
    assert_type(resolve(url, base, standard="rfc1808"), GenericRL)
    assert find_standard(standard) is RFC3986
    try:
        domain_to_ascii("a b")
    except InvalidHostError as error:
        assert_type(error.url, str)


def use_params() -> None:
    url = URLDecomposition("http://example.com/?a=1")
    params = url.params
    mapping: MutableMapping[str, str] = params
    assert_type(params["a"], str)
    default: str | None = params.get("b")
    assert_type(params.get_all("a"), "list[str]")
    assert_type(params.pairs(), "list[tuple[str, str]]")
    texts = ["x", "y"]
    params["b"] = texts
    params["c"] = 1
    params["d"] = [1, 2.5, "z"]
    params["bool"], params["uuid"], params["number"] = True, UUID(int=1), Decimal("1.5")
    del params["bool"], params["uuid"], params["number"]
    params.add("e", 2.0)
    params.update({"c": 2})
    params.update({"c": "2"}, f=["1"])
    params.update({"c": "2", "f": 3})
    params.update({"c": "2"}.items())
    params.update([("c", 3)], f=4)
    params.update(URL("http://h/?g=1").params)
    params.sort()
    del mapping["b"]
    assert default is None and url.search == "?a=1&c=3&d=1&d=2.5&d=z&e=2.0&f=4&g=1"
    url.params = {"c": [True, 1]}
    url.params |= {"d": date(2026, 1, 2)}
    params.clear()
    assert_type(url.default_port, "int | None")
    assert_type(url.effective_port, "int | None")
    assert_type(url.display(), str)
    assert (url.effective_port, url.display()) == (80, "http://example.com/")


def use_path_and_host() -> None:
    url = URLDecomposition("http://127.0.0.1/a/b%20c?q", standard="whatwg")
    segments: MutableSequence[str] = url.segments
    assert_type(url.segments, Segments)
    assert_type(url.segments[0], str)
    assert_type(url.segments[1:], "list[str]")
    assert_type(list(url.segments), "list[str]")
    url.segments[0] = "d"
    url.segments[1:] = ("e", "f")
    url.segments = ["g"]
    url.segments = (segment for segment in ("g", "h"))
    url.segments += ["i"]
    del url.segments[0], url.segments[:1]
    segments.append("j/k")
    assert_type(url / "l", URLDecomposition)
    assert_type(URL("http://h/") / "l" / "m", URL)
    assert_type(Link("a", "text") / "b", Link)
    assert url.href == "http://127.0.0.1/i/j%2Fk?q"
    address: IPv4Address | IPv6Address | None = url.ip_address
    assert address == IPv4Address("127.0.0.1")
    assert_type(url.credentials, "tuple[str, str] | None")
    assert_type(url.parsed, "ParsedURL | None")
    assert {url.parsed, parse(url)} == {parse(url, standard="whatwg")}


def use_builders() -> None:
    built = URL.build(host="example.com")
    assert_type(built, URL)
    URL.build(
        scheme="http",
        host=IPv4Address("127.0.0.1"),
        port=80,
        username="u",
        password=None,
        path="/a",
    )
    URL.build(host=IPv6Address("::1"), port="80", segments=("a", "b"), query="q", fragment="f")
    URL.build(host="h", query={"a": "b"})
    URL.build(scheme="mailto", path="a@b")
    URL.build(scheme="mailto", host=None, path="a@b")
    URL.build(host="h", query={"a": 1, "b": [2.5, "c"]})
    URL.build(host="h", query=[("a", "b"), ("a", 1)])
    URL.build(host="h", query=built.params)
    URL.build(host="h", query=built.params.items())
    URL.build(host="h", query=(pair for pair in [("a", 1)]))
    assert built.href == "https://example.com/"
    assert_type(URL.from_path("/a", windows=False), URL)
    assert_type(FrozenURL.from_path(PurePosixPath("/a")), FrozenURL)
    assert_type(FrozenURL("file:///C:/a").to_path(windows=True), PurePosixPath | PureWindowsPath)


def use_decomposition_under_whatwg() -> None:
    url = URLDecomposition("https://u:p@h/", standard=WHATWG)
    assert_type(url.origin, str)
    assert_type(url.username, str)
    assert_type(url.password, str)
    url.username = "v"
    url.username = None
    url.password = "w"
    url.password = None
    url.href = "http://i/"
    url.assign(username="x", password=None)
    assert url.href == "http://x@i/"


class Link(URLDecomposition):
    """A user's subclass."""

    __slots__ = ("text",)

    def __init__(self, url: str, text: str) -> None:
        super().__init__(url, PAGE)
        self.text = text

    @property
    def is_local(self) -> bool:
        return self.hostname == "example.com"


def use_subclass() -> None:
    link = Link("c", "See c")
    assert_type(copy.copy(link), Link)
    assert_type(link.is_local, bool)
    assert_type(link.text, str)
    assert copy.copy(link).text == "See c" and link.is_local


class Name(str, enum.Enum):
    STRICT = "rfc3986"


def use_standards() -> None:
    constants: list[Standard] = [HTML5, WHATWG, RFC3986, RFC3987, RFC2396, RFC1808]
    assert [standard.name for standard in constants] == [
        "html5",
        "whatwg",
        "rfc3986",
        "rfc3987",
        "rfc2396",
        "rfc1808",
    ]
    for standard in constants:
        assert str(standard.parse(PAGE)) == PAGE
        assert str(standard.resolve("c", PAGE, encoding="utf-8")) == "http://example.com/a/c"
        assert URLDecomposition("c", PAGE, standard=standard).standard is standard
    name: str = constants[2].name
    assert URLDecomposition("c", PAGE, standard=name).standard is RFC3986
    assert URLDecomposition("c", PAGE, standard=Name.STRICT).standard is RFC3986
    assert find_standard("rfc3986") is find_standard(RFC3986) is RFC3986


def use_functions() -> None:
    parsed = parse("https://u:p@h:80/a?b#c")
    assert_type(parsed, ParsedURL)
    assert_type(parse(PAGE, standard=WHATWG), ParsedURL)
    assert_type(resolve("c", PAGE), FrozenURL)
    assert_type(resolve("c", PAGE, standard="whatwg", encoding="koi8-r"), FrozenURL)
    for component in (
        assert_type(parsed.scheme, "str | None"),
        assert_type(parsed.userinfo, "str | None"),
        assert_type(parsed.host, "str | None"),
        assert_type(parsed.port, "str | None"),
        assert_type(parsed.query, "str | None"),
        assert_type(parsed.fragment, "str | None"),
    ):
        assert component
    assert_type(parsed.path, str)
    authority: str | None = parsed.authority
    hostport: str | None = parsed.hostport
    assert (authority, hostport, str(parsed.host_specific)) == ("u:p@h:80", "h:80", "/a?b#c")
    assert_type(parsed.replace(path="/", query=None), ParsedURL)
    assert ParsedURL(scheme="a", path="b") < ParsedURL(scheme="b")
    assert sorted({parsed, parse(PAGE)})

    generic = parse(PAGE, standard=RFC3986)
    reference_authority: str | None = generic.authority
    relative = parse("//h/a;b", standard=RFC1808)
    net_loc: str = relative.net_loc
    params: str = relative.params
    assert (reference_authority, net_loc, params) == ("example.com", "h", "b")
    assert_type(generic.is_same_document, bool)
    assert parse(PAGE, standard=RFC2396).path == "/a/b"

    assert_type(is_absolute(PAGE), bool)
    assert is_hierarchical(PAGE, standard="rfc3986") and is_authority_based(PAGE, standard=RFC2396)
    assert is_valid_url(PAGE, encoding="koi8-r") and is_valid_url(PAGE, standard=WHATWG)
    assert is_valid_url(PAGE, encoding="utf-8", non_empty=True)
    assert is_valid_url(" ", encoding="utf-8", surrounded_by_spaces=True)
    assert not is_valid_url(" ", non_empty=True, surrounded_by_spaces=True)
    assert_type(fragment_escape("é"), str)
    abouts: list[str] = [ABOUT_BLANK, ABOUT_LEGACY_COMPAT, ABOUT_SRCDOC]
    version: str = __version__
    assert abouts and version


def use_errors() -> None:
    try:
        parse("http://a:b/")
    except InvalidURLError as error:
        assert_type(error.url, str)
        assert_type(error.reason, str)
        assert_type(error.standard, str)
    try:
        resolve("x")
    except UnresolvableURLError as error:
        base: str | None = error.base
        assert base is None
    try:
        URLDecomposition(PAGE).assign(port=99999)
    except RejectedValueError as error:
        assert_type(error.attribute, str)
        assert_type(error.reason, str)
        value: object = error.value
        assert value == 99999


class Page:
    """A user's base context."""

    def __init__(self, base_url: str) -> None:
        self.base_url = base_url
        self.encoding = "utf-8"
        self.standard = HTML5


def read(context: BaseContext) -> str:
    assert_type(context.base_url, str)
    assert_type(context.encoding, str)
    return URLDecomposition("c", context).href


def use_contexts() -> None:
    document = Document(
        PAGE,
        encoding="utf-8",
        base_href="/d/",
        creator=None,
        container=None,
        standard="html5",
        xml_base=True,
    )
    assert_type(document.address, str)
    assert_type(document.fallback_base_url, str)
    base_href: str | None = document.base_href
    document.base_href = None
    assert base_href == "/d/"
    element = Element(document, xml_base="e/", kind="hyperlink")
    xml_base: str | None = element.xml_base
    events: list[tuple[str, str]] = []

    def note(element: Element, old: str, new: str) -> None:
        events.append((old, new))

    unsubscribe: Callable[[], None] = element.observe(note)
    document.base_href = "/f/"
    element.xml_base = None
    unsubscribe()
    element.move_to(Element(document, kind="cite"))
    element.move_to(document)
    assert (xml_base, len(events)) == ("e/", 2)
    chain = BaseChain(content=None, encapsulating=document, retrieval=PAGE, default="")
    frame = Document(ABOUT_BLANK, creator=document)
    inner = Document(ABOUT_SRCDOC, container=frame)
    found = [read(context) for context in (document, element, chain, frame, inner, Page(PAGE))]
    assert found == ["http://example.com/f/c"] * 5 + ["http://example.com/a/c"]


def use_each_form_of_a_url() -> None:
    values = (PAGE, parse(PAGE), parse(PAGE, standard="rfc3986"), parse(PAGE, standard="rfc1808"))
    objects = (URLDecomposition(PAGE), URL(PAGE))
    for value in (*values, *objects):
        assert (
            str(parse(value))
            == str(resolve(value))
            == URLDecomposition(value).href
            == URL(value).href
            == PAGE
        )
        assert str(resolve("c", value)) == URLDecomposition("c", value).href == URL("c", value).href
        assert (
            str(HTML5.resolve("c", value)) == "http://example.com/a/c"
            and str(HTML5.parse(value)) == PAGE
        )
        assert is_absolute(value) and is_valid_url(value) and URL.can_parse("c", value)
        assert Document(value).address == PAGE


@dataclass(frozen=True, order=True)
class Kept:
    url: FrozenURL


def use_frozen_url() -> None:
    url = FrozenURL("b?q=1", PAGE, standard="html5", encoding="latin1")
    assert_type(url, FrozenURL)
    value: AnyURL = url
    counts: dict[FrozenURL, int] = {url: 1, FrozenURL(str(value)): 2}
    assert counts[FrozenURL("b?q=1", PAGE)] == 2
    assert_type(url.params, FrozenParams)
    params: Mapping[str, str] = url.params
    assert_type(params["q"], str)
    assert_type(url.segments, "tuple[str, ...]")
    assert_type(url.replace(host="h", params={"a": [1, True]}, segments=["x", 2]), FrozenURL)
    assert_type(url / "x" / 2, FrozenURL)
    assert_type(URLDecomposition("b", PAGE).frozen(), FrozenURL)
    assert_type(FrozenURL.build(host="h").replace(credentials=("a", "b")), FrozenURL)
    assert_type(FrozenURL.parse("x", url), "FrozenURL | None")
    assert_type(resolve("x", url), FrozenURL)
    assert_type(resolve("x", url, standard="html5"), FrozenURL)
    assert_type(resolve("x", url, standard=WHATWG), FrozenURL)
    assert_type(resolve("x", url, standard="rfc3986"), URIReference)
    assert_type(resolve("x", url, standard=RFC1808), GenericRL)
    assert_type(sorted([url, url]), "list[FrozenURL]")
    assert sorted([Kept(url / "b"), Kept(url)])[0].url == url / "b"
    assert (
        query_string({"a": [1, date(2026, 1, 2)], "b": True}, spaces="+", safe="-._~/")
        == "a=1&a=2026-01-02&b=true"
    )
    match url:
        case FrozenURL(href):
            assert_type(href, str)


def use_url_standard() -> None:
    url = URL("../c", base=PAGE)
    assert_type(url, URL)
    general: URLDecomposition = url
    assert general.href == url.href == url.to_json() == "http://example.com/c"
    parsed = URL.parse("x")
    if parsed is not None:
        assert_type(parsed, URL)
    assert_type(URL.can_parse("x", PAGE), bool)
    url.port = 81
    url.port = "82"
    url.port = None
    url.href = PAGE
    url.username = "u"
    url.assign(port=83, username=None)
    assert_type(url.origin, str)

    params = url.search_params
    assert_type(params, URLSearchParams)
    params.append("a", "1")
    params.set("a", "2")
    first: str | None = params.get("a")
    assert_type(params.get_all("a"), "list[str]")
    assert first == "2" and params.has("a", "2") and "a" in params
    params.delete("a", "3")
    params.sort()
    size: int = params.size
    assert (size, len(params), str(params)) == (1, 1, "a=2")
    pairs: list[tuple[str, str]] = list(params)
    assert (
        URLSearchParams(pairs) == URLSearchParams({"a": "2"}) == URLSearchParams("?a=2") == params
    )

    assert_type(domain_to_ascii("é", be_strict=True), str)
    assert_type(domain_to_unicode("xn--9ca"), str)
    suffix: str | None = public_suffix("www.example.co.uk")
    domain: str | None = registrable_domain("www.example.co.uk")
    assert_type(same_site(PAGE, URL("http://www.example.com/")), bool)
    assert (suffix, domain) == ("co.uk", "example.co.uk")
    assert_type(address_space(IPv4Address("10.0.0.1")), Literal["loopback", "local", "public"])
    origin: Origin = Origin.from_url(PAGE)
    assert_type({origin: origin.opaque}[Origin.from_url(URL(str(PAGE)))], bool)
    assert origin.same_origin(origin) and origin.same_site(origin) and origin != Origin()
    found: tuple[ValidationError, ...] = validation_errors("\\", PAGE)
    assert_type(found[0].name, str)
    name: str = urldom.whatwg.WHATWG.name
    assert name == "whatwg"
    assert urldom.whatwg.URL is urldom.URL


def use_readings() -> None:
    found = readings("b", base=URL(PAGE))
    assert_type(found, Readings)
    reading: Reading = found["whatwg"]
    host: str | None = reading.host
    port: int | None = reading.port
    assert (host, port, reading.error) == ("example.com", None, None)
    names: list[str] = list(found)
    parting: dict[str, dict[str | int | None, tuple[str, ...]]] = found.disagreements
    assert (len(names), parting) == (len(found), {})
    assert found.to_json()["url"] == "b"
    assert_type(require_agreement("http://h/", among=["urllib.parse"], on=("host",)), URL)
    try:
        require_agreement("http://0x7f.1/", among={"rfc3986"})
    except AmbiguousURLError as error:
        assert_type(error.readings, Readings)
        on: tuple[str, ...] = error.on
        assert (error.url, on) == ("http://0x7f.1/", ("scheme", "host", "port"))
    assert_type(url_has_allowed_host_and_scheme("/", {"h"}, require_https=True), bool)
    assert not url_has_allowed_host_and_scheme(None, None)


def use_explanations() -> None:
    explanation = explain("b?q", URL(PAGE), standard="whatwg", set={"hash": None, "port": 99999})
    assert_type(explanation, Explanation)
    steps: list[Step] = list(explanation)
    made: str | None = steps[1].made.get("base URL")
    errors: tuple[StepError, ...] = steps[-1].errors
    span: Span = explanation.components[0]
    assert (made, errors[0].failure, span.of(explanation.url)) == (None, True, "b")
    reason: str | None = explanation.reason
    assert (reason, explanation.to_json()["standard"]) == (None, "whatwg")


def use_columns() -> None:
    import pyarrow as pa

    from urldom import columns

    urls = pa.array(["http://h/a", "b"])
    assert columns.resolve(urls, URL(PAGE), standard=HTML5).type == pa.string()
    assert len(columns.decompose(urls, attributes=["host"], encoding="windows-1251")) == 2
    assert columns.host(urls, PAGE, standard=HTML5).type == columns.origin(urls).type == pa.string()
    assert columns.errors(urls, pa.array([PAGE, PAGE])).null_count == 2
    assert columns.set(urls, "http://h/", hash=None, port=80).null_count == 0
    assert columns.param(urls, "q", standard=WHATWG).null_count == 2
    assert columns.matches(urls, ["http://h/*", {"pathname": "/"}], PAGE).type == pa.bool_()
    assert (
        columns.registrable_domain(urls).type
        == columns.public_suffix(urls, default_scheme="https").type
    )
    assert columns.subdomain(urls).type == columns.display(urls, PAGE).type == pa.string()
    assert (
        columns.segments(urls).type
        == columns.param_names(urls, standard=WHATWG).type
        == pa.list_(pa.string())
    )
    assert columns.params(urls).type == pa.map_(pa.string(), pa.list_(pa.string()))
    assert (
        columns.without_params(urls, ["utm_*"], PAGE).type == columns.without_params(urls, "q").type
    )
    assert columns.groups(urls, {"pathname": "/:page"}).type == pa.struct([("page", pa.string())])
    assert columns.errors(urls, PAGE, hash=None).null_count == 2
    documents = pa.array([b"<svg xmlns='http://www.w3.org/2000/svg' />"])
    assert columns.links(documents, PAGE, "image/svg+xml").to_pylist() == [[]]
    assert columns.link_errors(documents, PAGE, pa.array(["image/svg+xml"])).null_count == 1


def use_spark(session: SparkSession) -> list[Column]:
    """Use the Spark functions, which run only on machines with Java."""
    from urldom import spark

    assert_type(spark.register(session, standard=WHATWG, prefix="url_"), list[str])
    return [
        spark.url_protocol("u"),
        spark.url_host("u", HTML5),
        spark.url_hostname("u", standard="html5"),
        spark.url_port("u"),
        spark.url_pathname("u"),
        spark.url_search("u"),
        spark.url_hash("u"),
        spark.url_href("u"),
        spark.url_origin("u"),
        spark.url_username("u"),
        spark.url_password("u"),
        spark.url_decompose("u", "base", attributes=["host"]),
        spark.url_resolve("u", URL(PAGE), encoding="windows-1251"),
        spark.url_errors("u", hostname="v"),
        spark.url_params("u"),
        spark.url_param_names("u", default_scheme="https"),
        spark.url_without_params("u", ["utm_*"]),
        spark.url_public_suffix("u"),
        spark.url_subdomain("u"),
        spark.url_segments("u", URL(PAGE)),
        spark.url_groups("u", {"pathname": "/:page"}),
        spark.url_display("u"),
        spark.url_param("u", "name", standard=WHATWG),
        spark.url_matches("u", ["http://h/*"], URL(PAGE)),
        spark.url_registrable_domain("u"),
        spark.url_set("u", port=80, hash=None, hostname=spark.url_hostname("v")),
        spark.url_links("html", "address", "content_type"),
        spark.url_link_errors("html", URL(PAGE)),
    ]


def use_patterns() -> None:
    pattern = URLPattern("https://*.example.com/:kind/:id", ignore_case=True)
    assert_type(pattern.test(URL(PAGE)), bool)
    assert_type(pattern.hostname, str)
    assert_type(pattern.has_regexp_groups, bool)
    result = pattern.exec("/book/7", "https://www.example.com/")
    assert_type(result, URLPatternResult | None)
    if result is not None:
        assert_type(result.groups, dict[str, str | None])
        assert_type(result.decoded, dict[str, str | None])
        assert_type(URLPattern("https://h/:kind/:id").build(result.decoded), URL)
        assert_type(result.pathname, URLPatternComponentResult)
        assert_type(result.inputs, tuple[str | Mapping[str, str], ...])
    assert_type(URLPattern(hostname="h", pathname="/:a").generate("pathname", {"a": "b"}), str)
    assert_type(URLPattern.compare_component("pathname", pattern, URLPattern({"port": "80"})), int)
    explanation = pattern.explain(PAGE)
    assert_type(explanation, URLPatternExplanation)
    assert_type(explanation.components, tuple[URLPatternComponentExplanation, ...])
    together = URLPatternList([pattern, "https://h/*", {"hostname": "i"}])
    assert_type(together.first(PAGE), URLPattern | None)
    assert_type(together.all({"hostname": "i"}), list[URLPattern])
    assert_type(together.test(PAGE), bool)
    assert_type(together[0], URLPattern)
    assert_type(URLPattern("https://h/:a/:b?/:c?").build({"a": 7, "b": True, "c": None}), URL)
    router = URLPatternMap({"https://h/*": 1, pattern: 2})
    assert_type(router, URLPatternMap[int])
    match = router.match(URL(PAGE))
    assert_type(match, URLPatternMatch[int] | None)
    if match is not None:
        assert_type((match.pattern, match.value), tuple[URLPattern, int])
        assert_type((match.result, match.decoded), tuple[URLPatternResult, dict[str, str | None]])
    assert_type(router[pattern], int)
    pairs: list[tuple[str | dict[str, str], str]] = [({"hostname": "i"}, "a"), ("https://h/*", "b")]
    handlers: URLPatternMap[object] = URLPatternMap(pairs)
    assert_type([*handlers], list[URLPattern])
    try:
        URLPattern("https://h/{")
    except InvalidPatternError as error:
        assert_type(
            (error.pattern, error.component, error.position), tuple[str, str | None, int | None]
        )
        assert_type(error.reason, str)


def use_duckdb() -> None:
    import duckdb as engine

    from urldom import duckdb

    with engine.connect() as connection:
        assert_type(
            duckdb.register(connection, standard=HTML5, prefix="u_", default_scheme="https"),
            list[str],
        )


def use_data_frames() -> None:
    import pandas as pd
    import polars as pl

    from urldom.pandas import URLAccessor
    from urldom.polars import ExprURLNamespace, SeriesURLNamespace

    accessor = URLAccessor(pd.Series(["http://h/a"])).under(HTML5)
    assert_type(accessor.hostname, "pd.Series[str]")
    assert_type(accessor.resolve(URL(PAGE)), "pd.Series[str]")
    assert_type(accessor.decompose([PAGE], attributes=["host"]), pd.DataFrame)
    assert_type(accessor.set(port=80, hash=None, hostname=["i"]), "pd.Series[str]")
    assert len(accessor.segments()) == len(accessor.params()) == 1
    assert_type(accessor.without_params("utm_*", PAGE), "pd.Series[str]")
    assert_type(accessor.under(default_scheme="https").errors(hash="x"), "pd.Series[str]")
    series = SeriesURLNamespace(pl.Series(["http://h/a"]))
    assert_type(series.params(), pl.Series)
    assert_type(series.groups({"pathname": "/:page"}, default_scheme="https"), pl.Series)
    assert_type(series.hostname("html5"), pl.Series)
    assert_type(series.resolve(URL(PAGE), standard=HTML5), pl.Series)
    expression = ExprURLNamespace(pl.col("link"))
    assert_type(expression.origin(encoding="koi8-r"), pl.Expr)
    assert_type(expression.set(pl.col("page"), port=80, hash=pl.col("page")), pl.Expr)
    assert_type(expression.links(PAGE, "text/html"), pl.Expr)


def use_headers() -> None:
    value: HeaderValue = b"/b"
    assert_type(location(value, PAGE), URL)
    assert_type(location("/b", URL(PAGE)).href, str)
    found = refresh(value="5; url=/b", url=PAGE)
    assert_type(found, Refresh | None)
    if found is not None:
        assert_type(found.seconds, int)
        assert_type(found.url, URL)
    for link in [*links("</b>; rel=next", PAGE), *links([b"</c>; rel=a", "</d>; rel=b"], PAGE)]:
        assert_type(link, HeaderLink)
        assert_type(link.url, URL)
        assert_type(link.rel, tuple[str, ...])
        assert_type(link.anchor, URL | None)
        assert_type(link.parameters, tuple[tuple[str, str], ...])
    assert_type(split_directive("a:~:text=b"), tuple[str, tuple[str, ...]])
    content: Data = data("data:,x")
    assert_type(content.media_type, str)
    assert_type(content.body, bytes)
    try:
        data("data:")
    except InvalidDataURLError as error:
        assert_type(error.reason, str)


def use_requests() -> None:
    policy: ReferrerPolicy = ReferrerPolicy.parse([b"origin", "strict-origin"])
    assert_type(ReferrerPolicy.of(None, legacy=True), ReferrerPolicy)
    for one in (policy, "origin"):
        assert_type(referrer(PAGE, URL(PAGE), one), str | None)
    assert_type(is_trustworthy(PAGE), bool)
    assert_type(upgraded(URL(PAGE)), str)
    outcome: Literal["blocked", "upgraded"] | None = mixed_content(
        PAGE, PAGE, destination="image", initiator="imageset"
    )
    site: Literal["same-origin", "same-site", "cross-site", "none"] = fetch_site(
        PAGE, None, chain=[URL(PAGE)]
    )
    assert (outcome, site) == (None, "none")
    request = Request(
        "POST", URL(PAGE), [("Content-Type", "text/plain")], b"x", mode="cors", destination=""
    )
    assert_type(request.url, str)
    assert_type(request.headers, dict[str, str])
    assert_type(request.body, bytes | None)
    assert_type(request.explain(), str)
    assert_type(request.redirected(302, {b"Location": [b"/b"]}), Request | None)
    try:
        assert_type(redirect(request, 302, [("Location", "/b")]), Request | None)
    except RefusedRedirectError as error:
        assert_type(error.reason, str)


def use_urllib() -> None:
    assert_type(urljoin(PAGE, "c"), str)
    assert_type(urljoin(PAGE, None), str)
    assert_type(urljoin(b"http://h/", b"c", allow_fragments=False), bytes)
    assert_type(urlsplit(PAGE, scheme="http", allow_fragments=False), SplitResult)
    assert_type(urlsplit(b"http://h/", b""), SplitResultBytes)
    assert_type(urlsplit(None), SplitResultBytes)
    assert_type(urlparse(PAGE), ParseResult)
    assert_type(urlparse(bytearray(b"http://h/"), ""), ParseResultBytes)
    assert_type(urldefrag(PAGE), DefragResult)
    assert_type(urldefrag(b"http://h/#a"), DefragResultBytes)
    assert_type(urlunsplit(urlsplit(PAGE)), str)
    assert_type(urlunparse(urlparse(b"http://h/")), bytes)
    assert_type(urlsplit(PAGE).port, "int | None")
    assert_type(parse_qs("a=b"), "dict[str, list[str]]")
    assert_type(parse_qsl(b"a=b"), "list[tuple[bytes, bytes]]")
    assert quote("a b") == quote_from_bytes(b"a b") == "a%20b" != quote_plus("a b")
    assert unquote("a%20b") == unquote_plus("a+b") == unquote_to_bytes("a%20b").decode()
    assert urlencode({"a": 1}) == "a=1"


def use_snippets() -> None:
    snippet = parse_fragment(
        "<a href=b>", URL("http://h/"), context="td", encoding="utf-8", parser="bs4"
    )
    assert_type(snippet, TreeDocument)
    assert_type(snippet.to_text(), str)
    assert_type(snippet.urls(kind="hyperlink"), Iterator[URLAttribute])
    assert [*snippet.urls(kind=["resource", "form"]), *snippet.urls(kind=None)] != []
    assert_type(snippet.to_bytes(), bytes)
    image = parse_fragment("<img src=a>", PAGE, parser="bs4")
    node = next(image.urls()).node
    assert_type(image.image_source(node, width=800), "str | None")
    image.image_source(
        node, width=800.5, height=600, density=2, media={"hover": "none", "color": 8}
    )


def use_requests_of_a_page() -> None:
    page = parse_page(
        "<a href=b>", "http://h/", headers={"Referrer-Policy": "origin"}, parser="lxml"
    )
    sheet = stylesheet("", "http://h/", headers=[(b"Referrer-Policy", b"origin")])
    for found in page.urls():
        assert_type(page.request(found, user_activation=True), "Request | None")
        assert_type(page.request(found.node, "href"), "Request | None")
        assert_type(page.why_not(found, sheet=sheet), "str | None")
    for form in page.forms():
        assert_type(page.submission(form), Request)


def use_import_maps() -> None:
    warnings: list[str] = []
    found = ImportMap.parse(
        '{"imports": {"a": "/a"}, "scopes": {"/b/": {}}}', URL(PAGE), report=warnings.append
    )
    assert_type(found.imports, Mapping[str, str | None])
    assert_type(found.scopes, Mapping[str, Mapping[str, str | None]])
    assert_type(found.integrity, Mapping[str, str])
    assert_type(found.resolve("a", PAGE), URL)
    assert_type(found.merge(ImportMap()), ImportMap)
    assert_type(parse_fragment("", PAGE).import_map(report=print), ImportMap)
    try:
        found.resolve("b", URL(PAGE))
    except UnresolvableSpecifierError as error:
        assert_type(error.specifier + error.referrer + error.reason, str)


def main() -> None:
    use_urllib()
    use_requests_of_a_page()
    use_import_maps()
    use_snippets()
    use_explanations()
    use_headers()
    use_patterns()
    use_columns()
    use_duckdb()
    use_data_frames()
    use_decomposition()
    use_types_of_signatures()
    use_params()
    use_path_and_host()
    use_builders()
    use_decomposition_under_whatwg()
    use_subclass()
    use_standards()
    use_functions()
    use_errors()
    use_contexts()
    use_each_form_of_a_url()
    use_frozen_url()
    use_url_standard()
    use_readings()
