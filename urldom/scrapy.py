"""Drop-ins with which Scrapy finds and requests the same URLs as a browser (URL Standard).

`docs/scrapy.md` shows what each name replaces, how to use it, and how its results differ from
Scrapy's.

>>> from scrapy.http import HtmlResponse
>>> page = '<meta charset="windows-1251"><a href="search\\n?q=мир|\\\\">peace</a>'
>>> response = HtmlResponse("http://example.com/", body=page.encode("windows-1251"))
>>> LinkExtractor().extract_links(response)
[Link(url='http://example.com/search?q=%EC%E8%F0|\\\\', text='peace', fragment='', nofollow=False)]
"""

from __future__ import annotations

import json
import operator
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from hashlib import sha1
from html import escape
from importlib import import_module
from typing import Any, Final, cast
from weakref import WeakKeyDictionary

from urldom._core.errors import InvalidURLError, missing_package, shown
from urldom._core.standards import resolving

try:
    import scrapy
except ModuleNotFoundError as _error:
    raise missing_package("urldom.scrapy", "scrapy", error=_error) from None
import scrapy.downloadermiddlewares.redirect
import scrapy.linkextractors
import scrapy.utils.request
from parsel import Selector, SelectorList
from scrapy.http import Headers, HtmlResponse, Response, TextResponse, XmlResponse
from scrapy.link import Link
from scrapy.linkextractors import lxmlhtml
from scrapy.spidermiddlewares import referer
from scrapy.utils.misc import rel_has_nofollow

from urldom._core.standards.registry import DEFAULT_STANDARD, find_engine
from urldom._core.text import encodings
from urldom._core.values.pieces import href
from urldom.http import ReferrerPolicy, location, referrer
from urldom.http._location import read_refresh
from urldom.http._media_types import content_type_header, extract_media_type, is_xml
from urldom.patterns._lists import Patterns, URLPatternList, pattern_list
from urldom.trees import Control, Form, TreeDocument, URLAttribute, document
from urldom.trees._encoding_detection import detect_encoding
from urldom.trees._forms.filling import Files, Values
from urldom.w3lib import canonicalize_url, safe_url_string

__all__ = [
    "LinkExtractor",
    "MetaRefreshMiddleware",
    "RedirectMiddleware",
    "RefererMiddleware",
    "Request",
]
__all__ += ["RequestFingerprinter", "follow", "follow_all", "form_request"]
__dir__: Callable[[], list[str]] = __all__.copy
_GRAMMAR: Final = find_engine(DEFAULT_STANDARD).grammar
_etree: Any = import_module("lxml.etree")
_text_of: Final[Callable[[Any], str]] = _etree.XPath("string()")
_LinkParser: Any = lxmlhtml.LxmlParserLinkExtractor
#: Newer versions of Scrapy compare element names with this function. Older versions use
#: `operator.contains`.
_name_matches: Any = getattr(lxmlhtml, "_name_matches", None)
_XHTML: Final = "{http://www.w3.org/1999/xhtml}"
#: Scrapy asks for the fingerprint of a request several times.
_fingerprints: WeakKeyDictionary[scrapy.Request, bytes] = WeakKeyDictionary()
#: Browsers follow redirects to these schemes (Fetch Standard, "HTTP-redirect fetch").
_FETCHED: Final = ("http:", "https:")
_REDIRECTS: Final = (301, 302, 303, 307, 308)
#: The names of the standard policies, by Scrapy's classes. A user's own classes are not in it.
_POLICIES: Final = {
    kind: kind.name
    for kind in referer.ReferrerPolicy.__subclasses__()
    if kind.__module__ == referer.__name__
}
_POLICIES[referer.DefaultReferrerPolicy] = "no-referrer-when-downgrade"
#: A page with a refresh contains this name. UTF-16 and ISO-2022-JP can write it with a zero byte or
#: an escape byte.
_may_hold_refresh = re.compile(rb"http-equiv|\0|\x1b", re.IGNORECASE).search


class LinkExtractor(scrapy.linkextractors.LinkExtractor):
    """A `LinkExtractor` of Scrapy that decodes pages and resolves links as a browser does.

    It searches the same elements as Scrapy's class, also those in `template` and `noscript`, but
    leaves out links with invalid URLs. `canonicalize=True` calls `urldom.w3lib.canonicalize_url`.
    If Scrapy decoded the page in another encoding than a browser would, it is decoded again, unless
    you set the encoding and it has no byte order mark.

    Args:
        *arguments: The positional arguments of Scrapy's class.
        allow_patterns: A `URLPattern`, a string or a mapping, several of these, or a
            `URLPatternList`. A link is left out unless one of them matches, so an empty list leaves
            out all links. `None` does not filter.
        deny_patterns: URL patterns of the same types. A link is left out if one of them matches.
        **named: The named arguments of Scrapy's class, such as `allow` and `restrict_css`.

    Raises:
        InvalidPatternError: If a pattern is invalid.
        TypeError: If a pattern has another type.

    >>> from scrapy.http import HtmlResponse
    >>> page = '<a href="/a">a</a><base href="/x/"><a href="b c">b</a><a href="http://[">c</a>'
    >>> response = HtmlResponse("http://example.com/", body=page, encoding="utf-8")
    >>> extractor = LinkExtractor(deny_patterns="http://example.com/:file")
    >>> [link.url for link in extractor.extract_links(response)]
    ['http://example.com/x/b%20c']
    """

    def __init__(
        self,
        *arguments: Any,
        allow_patterns: Patterns | None = None,
        deny_patterns: Patterns | None = None,
        **named: Any,
    ) -> None:
        super().__init__(*arguments, **named)
        self.allow_patterns: URLPatternList | None = _pattern_list(allow_patterns)
        self.deny_patterns: URLPatternList | None = _pattern_list(deny_patterns)

    def _link_allowed(self, link: Link) -> bool:
        return super()._link_allowed(link) and self._patterns_allow(link.url)

    def _patterns_allow(self, url: str) -> bool:
        allow, deny = self.allow_patterns, self.deny_patterns
        if allow is not None and not allow.test(url):
            return False
        return deny is None or not deny.test(url)

    def matches(self, url: str) -> bool:
        """Return `True` if the filters allow a URL.

        Args:
            url: An absolute URL.

        >>> LinkExtractor(deny_patterns="*://*/private/*").matches("http://example.com/private/a")
        False
        """
        return super().matches(url) and self._patterns_allow(url)

    def extract_links(self, response: TextResponse) -> list[Link]:
        """Return the allowed links of a response in the page's order, without doubles if `unique`.

        Args:
            response: A response with text, such as an `HtmlResponse`.

        >>> from scrapy.http import HtmlResponse
        >>> page = r'<a href="\\\\evil.example">a</a>'
        >>> response = HtmlResponse("http://example.com/", body=page, encoding="utf-8")
        >>> [link.url for link in LinkExtractor().extract_links(response)]
        ['http://evil.example/']
        """
        selector, page = _read(response)
        regions = [selector]
        if self.restrict_xpaths:
            regions = [region for xpath in self.restrict_xpaths for region in selector.xpath(xpath)]
        without_doubles: Callable[[list[Link]], list[Link]] = self._parser._deduplicate_if_needed
        links: list[Link] = []
        for region in regions:
            found = without_doubles(list(self._find_links(region.root, page)))
            links += self._process_links(found)
        return list(without_doubles(links))

    @property
    def _parser(self) -> Any:
        """Scrapy's `LxmlParserLinkExtractor`, which knows the elements and attributes to search."""
        return self.link_extractor

    def _find_links(self, root: Any, page: TreeDocument) -> Iterator[Link]:
        """Yield all links in an element of a page. The caller filters the links."""
        parser = self._parser
        resolve_in_page = resolving.string_resolver(_GRAMMAR, page.base_url, page.encoding)

        def resolve(element: Any, value: str) -> str:
            if not page.xml_base:
                return resolve_in_page(value)
            return resolving.resolve_string(
                _GRAMMAR, value, page.base_url_of(element), page.encoding
            )

        for element, value in _references_in(root, parser):
            try:
                resolved = resolve(element, value)
                url = parser.process_attr(resolved)
                if url not in (None, resolved):  # The user's `process_value` has changed it.
                    url = resolving.resolve_string(_GRAMMAR, url, page.address, page.encoding)
            except InvalidURLError:
                continue
            if url is not None:
                nofollow = rel_has_nofollow(element.get("rel"))
                yield Link(url, _text_of(element), nofollow=nofollow)

    def _process_links(self, links: list[Link]) -> list[Link]:
        links = [link for link in links if self._link_allowed(link)]
        if self.canonicalize:
            for link in links:
                link.url = canonicalize_url(link.url)
        return list(self._parser._process_links(links))


def _pattern_list(patterns: Patterns | None) -> URLPatternList | None:
    return None if patterns is None else pattern_list(patterns)


def _references_in(root: Any, parser: Any) -> Iterator[tuple[Any, str]]:
    """Yield the elements and values that Scrapy's parser finds. If their names are known, lxml
    finds them faster."""
    iter_links = getattr(parser._iter_links, "__func__", None)
    names = _names(parser.scan_tag) if iter_links is _LinkParser._iter_links else None
    if names is None:
        for element, _, value in parser._iter_links(root):
            yield element, value
        return
    if not names:
        return
    for element in root.iter(*names, *(f"{_XHTML}{name}" for name in names)):
        if parser.scan_tag(element.tag.removeprefix(_XHTML)):
            for attribute, value in element.items():
                if parser.scan_attr(attribute):
                    yield element, value


def _names(scan: Any) -> list[str] | None:
    """Return the element names that Scrapy's function `scan` may accept, or `None` for any name."""
    if not isinstance(scan, partial) or scan.func not in (operator.contains, _name_matches):
        return None
    accepted: Any = scan.args[0]
    if not all(isinstance(name, str) and name.isalnum() for name in accepted):
        return None
    return list(accepted)


class Request(scrapy.Request):
    """A `scrapy.Request` for the URL that a browser would request.

    Scrapy's own class escapes more characters.

    Args:
        url: An absolute URL.
        encoding: The encoding of the URL's query and of the body.
        callback, errback, cb_kwargs, priority, dont_filter: As in `scrapy.Request`.
        method, headers, body, cookies, meta, flags: As in `scrapy.Request`.

    Raises:
        ValueError: If the URL is invalid, or cannot be fetched, such as a `mailto:` URL.
        TypeError: If the URL is not a `str`.

    >>> Request("http://example.com?q=[a|b]"), scrapy.Request("http://example.com?q=[a|b]")
    (<GET http://example.com/?q=[a|b]>, <GET http://example.com/?q=%5Ba%7Cb%5D>)
    """

    __slots__ = ()

    def _set_url(self, url: str) -> None:
        # Older versions of Scrapy set `_meta` later.
        meta: dict[str, Any] | None = getattr(self, "_meta", None)
        is_verbatim = meta is not None and meta.get("verbatim_url")
        if isinstance(url, str) and not is_verbatim:  # pyright: ignore[reportUnnecessaryIsInstance]
            # `self.encoding` also applies to the body, so browsers may not support it. UTF-8 is the
            # same for ASCII.
            url = safe_url_string(url, "utf-8" if url.isascii() else self.encoding)
        # Scrapy raises an error if `url` is not a `str`, and for most URLs without `://`, such as a
        # `mailto:` URL.
        super()._set_url(url)
        self._url = url


def follow(
    response: Response,
    url: str | Link | Selector | URLAttribute,
    callback: Callable[..., Any] | None = None,
    method: str = "GET",
    headers: Mapping[Any, Any] | Iterable[tuple[str | bytes, Any]] | None = None,
    body: bytes | str | None = None,
    cookies: Any = None,
    meta: dict[str, Any] | None = None,
    encoding: str | None = None,
    priority: int = 0,
    dont_filter: bool = False,
    errback: Callable[..., Any] | None = None,
    cb_kwargs: dict[str, Any] | None = None,
    flags: list[str] | None = None,
) -> Request:
    """Return a request for the URL that a browser would request.

    Replaces `response.follow(url, ...)`.

    Args:
        response: The response of the page, whose base URL and encoding are used.
        url: An absolute URL, a URL relative to the response, a `Link`, a `URLAttribute` of
            `urldom.trees`, or the selector of an attribute or of an `a`, `area` or `link` element.
        encoding: The encoding of the URL's query, by default the page's encoding.
        callback, errback, cb_kwargs, priority, dont_filter: As in `scrapy.Request`.
        method, headers, body, cookies, meta, flags: As in `scrapy.Request`.

    Raises:
        ValueError: If the URL is missing or invalid or cannot be fetched.
        LookupError: If the encoding is unknown.

    >>> from scrapy.http import HtmlResponse
    >>> response = HtmlResponse("http://example.com/", body='<base href="/x/">', encoding="utf-8")
    >>> follow(response, "a\\\\b")
    <GET http://example.com/x/a/b>
    """
    base_url = response.url
    query_encoding = body_encoding = "utf-8"
    if isinstance(response, TextResponse):
        _, page = _read(response)
        base_url, query_encoding = page.base_url, page.encoding
        # Python raises this error for a codec that does not decode text.
        with suppress(LookupError):
            "".encode(response.encoding)
            body_encoding = response.encoding
    if encoding:
        query_encoding = encodings.find_label_or_codec(encoding)
        body_encoding = encoding
    absolute = resolving.resolve_string(_GRAMMAR, _reference(url), base_url, query_encoding)
    return Request(
        absolute,
        callback,
        method,
        headers,
        body,
        cookies,
        meta,
        body_encoding,
        priority,
        dont_filter,
        errback,
        flags,
        cb_kwargs,
    )


def follow_all(
    response: Response,
    urls: Iterable[str | Link | Selector | URLAttribute] | None = None,
    callback: Callable[..., Any] | None = None,
    method: str = "GET",
    headers: Mapping[Any, Any] | Iterable[tuple[str | bytes, Any]] | None = None,
    body: bytes | str | None = None,
    cookies: Any = None,
    meta: dict[str, Any] | None = None,
    encoding: str | None = None,
    priority: int = 0,
    dont_filter: bool = False,
    errback: Callable[..., Any] | None = None,
    cb_kwargs: dict[str, Any] | None = None,
    flags: list[str] | None = None,
    css: str | None = None,
    xpath: str | None = None,
) -> Iterator[Request]:
    """Return requests for the URLs that a browser would request.

    Replaces `response.follow_all(urls, ...)`.

    Pass exactly one of `urls`, `css` and `xpath`. Selected elements without a URL are left out.

    Args:
        response: The response of the page, whose base URL and encoding are used.
        urls: Several values that `follow` accepts as its `url`.
        callback, errback, cb_kwargs, priority, dont_filter, encoding: As in `follow`.
        method, headers, body, cookies, meta, flags: As in `follow`.
        css: A CSS selector of the elements with the URLs.
        xpath: An XPath expression for the elements with the URLs.

    Returns:
        An iterator of requests, which raises the error of `follow` when it reaches a URL that
        `follow` rejects.

    Raises:
        ValueError: Unless exactly one of `urls`, `css` and `xpath` is passed.

    >>> from scrapy.http import HtmlResponse
    >>> page = '<a>none</a><a href="a">a</a>'
    >>> response = HtmlResponse("http://example.com/", body=page, encoding="utf-8")
    >>> list(follow_all(response, css="a"))
    [<GET http://example.com/a>]
    """
    if [urls, css, xpath].count(None) != 2:
        raise ValueError("Please supply exactly one of the following arguments: urls, css, xpath")
    if urls is None:
        selector: Any = response  # Without text, it raises Scrapy's own error.
        if isinstance(response, TextResponse):
            selector, _ = _read(response)
        found = selector.xpath(xpath) if css is None else selector.css(css)
        urls = cast("Iterable[Selector]", found)
    if isinstance(urls, SelectorList):
        urls = list(_references(cast("Iterable[Selector]", urls)))

    def request(url: str | Link | Selector | URLAttribute) -> Request:
        return follow(
            response,
            url,
            callback,
            method,
            headers,
            body,
            cookies,
            meta,
            encoding,
            priority,
            dont_filter,
            errback,
            cb_kwargs,
            flags,
        )

    return (request(url) for url in urls)


def form_request(
    response: TextResponse,
    form: Selector | Form | str | Any,
    *,
    submitter: Control | Selector | str | Any = None,
    values: Values | None = None,
    files: Files | None = None,
    **request_arguments: Any,
) -> Request:
    """Return the request that a browser makes when a form is submitted.

    Replaces `FormRequest.from_response(...)`.

    Args:
        response: The response of the page.
        form: A selector such as `response.css("form")[0]`, the form's `id` or `name`, its element,
            or a `Form`.
        submitter: A selector, or a submitter as in `urldom.trees.TreeDocument.submission`. By
            default, no button is pressed.
        values: The values that the user enters, as in `submission`.
        files: The files that the user chooses, as in `submission`.
        **request_arguments: Arguments of `Request`, such as `meta`. A `Content-Type` in `headers`
            replaces the form's.

    Raises:
        ValueError: If the form is unknown, the submitter is invalid, or the form is not sent by
            HTTP, for example because its method is `dialog` or its action is a `mailto:` URL.
        RejectedValueError: If a name is unknown, or a user could not enter a value.
        InvalidURLError: If the form's action does not resolve.
        TypeError: If an argument has another type.

    >>> from scrapy.http import HtmlResponse
    >>> page = '<form action="/s"><input name="q"><input type="checkbox" name="c" checked></form>'
    >>> response = HtmlResponse("http://example.com/", body=page, encoding="utf-8")
    >>> form_request(response, response.css("form")[0], values={"q": "a b"})
    <GET http://example.com/s?q=a+b&c=on>
    """
    _, page = _read(response)
    sent = page.submission(
        _node_of(form), submitter=_node_of(submitter), values=values, files=files
    )
    if not sent.is_request:
        url = f", and its URL is {shown(sent.url)}" if sent.url else ""
        raise ValueError(
            f"the form is not sent by HTTP: its submission steps are {sent.steps!r}{url}"
        )
    headers = Headers(request_arguments.pop("headers", None) or {})
    # Only this header of the browser's: Scrapy would send the others unchanged after a redirect,
    # and its `RefererMiddleware` adds the `Referer`.
    if "Content-Type" in sent.headers:
        headers.setdefault("Content-Type", sent.headers["Content-Type"])
    arguments: dict[str, Any] = {"method": sent.method, "body": sent.body, **request_arguments}
    return Request(sent.url, headers=headers, **arguments)


def _node_of(given: Any) -> Any:
    """Return the element of a selector, a `Form` or a `Control`. Return any other value
    unchanged."""
    if isinstance(given, Selector):
        return given.root
    return given.node if isinstance(given, (Form, Control)) else given


class RequestFingerprinter(scrapy.utils.request.RequestFingerprinter):
    """A fingerprinter of requests that canonicalizes URLs with `urldom.w3lib.canonicalize_url`.

    Two requests have the same fingerprint if their methods, their bodies and their canonical URLs
    are equal.

    Args:
        crawler: The crawler, which Scrapy passes.

    >>> fingerprint = RequestFingerprinter().fingerprint
    >>> one = Request("http://example.com/%7ea?q=[a]")
    >>> other = Request("http://example.com/~a?q=%5Ba%5D")
    >>> fingerprint(one) == fingerprint(other)
    True
    """

    def fingerprint(self, request: scrapy.Request) -> bytes:
        """Return the fingerprint of a request: a hash of its method, body and canonical URL.

        Args:
            request: A request of Scrapy.

        >>> len(RequestFingerprinter().fingerprint(Request("http://example.com/?b&a")))
        20
        """
        if request not in _fingerprints:
            url = request.url
            if not request.meta.get("verbatim_url"):
                with suppress(InvalidURLError):
                    url = canonicalize_url(url)
            # Scrapy's own fingerprinter hashes the same dictionary.
            data = {
                "method": request.method,
                "url": url,
                "body": request.body.hex(),
                "headers": dict[str, str](),
            }
            _fingerprints[request] = sha1(json.dumps(data, sort_keys=True).encode()).digest()
        return _fingerprints[request]


class RedirectMiddleware(scrapy.downloadermiddlewares.redirect.RedirectMiddleware):
    """Follows redirects as a browser does.

    Replaces `scrapy.downloadermiddlewares.redirect.RedirectMiddleware`.

    `urldom.http.location` reads the `Location` header, and the new request is a
    `urldom.scrapy.Request`, or has the old one's class if that is a class such as `FormRequest`. If
    `Location` is invalid or leads to another scheme than `http:` or `https:`, or if several differ,
    the spider gets the response. Scrapy's settings and `meta` keys apply.

    Args:
        settings: The settings, which Scrapy passes.

    >>> DOWNLOADER_MIDDLEWARES = {
    ...     "scrapy.downloadermiddlewares.redirect.RedirectMiddleware": None,
    ...     "urldom.scrapy.RedirectMiddleware": 600,
    ... }
    """

    def process_response(
        self, request: scrapy.Request, response: Response, spider: Any = None
    ) -> Any:
        """Return the request that a response redirects or refreshes to, or the response itself.

        Args:
            request: The request of the response.
            response: A response.
            spider: The spider, which Scrapy passes before its version 2.14.

        >>> from scrapy.http import Response
        >>> from scrapy.utils.test import get_crawler
        >>> middleware = RedirectMiddleware.from_crawler(get_crawler())
        >>> request = Request("http://example.com/")
        >>> response = Response(request.url, 302, headers={"Location": r"/\\evil.example"})
        >>> middleware.process_response(request, response)
        <GET http://evil.example/>
        """
        values = response.headers.getlist("Location")
        if not values:
            return _processed(super(), request, response, response, spider)
        url = None
        if len(set(values)) == 1:  # Browsers reject several that differ.
            with suppress(InvalidURLError):
                url = location(values[0], request.url).href
        if url is None or not url.startswith(_FETCHED):
            return response
        read = response.replace()
        read.headers["Location"] = url
        return _processed(super(), request, response, read, spider, url)


class MetaRefreshMiddleware(scrapy.downloadermiddlewares.redirect.MetaRefreshMiddleware):
    """Follows refreshes as a browser does.

    Replaces `scrapy.downloadermiddlewares.redirect.MetaRefreshMiddleware`.

    The first refresh in the page counts, and its URL is resolved against the page's base URL, in
    the page's encoding (HTML Standard, "shared declarative refresh steps"). A refresh without a URL
    would load the page itself again, so it is not followed. Scrapy's settings
    `METAREFRESH_IGNORE_TAGS` and `METAREFRESH_MAXDELAY` apply.

    Args:
        settings: The settings, which Scrapy passes.

    >>> from scrapy.http import HtmlResponse
    >>> from scrapy.utils.test import get_crawler
    >>> page = '<base href="/b/"><meta http-equiv="refresh" content="0; url=c d">'
    >>> response = HtmlResponse("http://example.com/", body=page, encoding="utf-8")
    >>> middleware = MetaRefreshMiddleware.from_crawler(get_crawler())
    >>> middleware.process_response(Request(response.url), response)
    <GET http://example.com/b/c%20d>
    """

    def process_response(
        self, request: scrapy.Request, response: Response, spider: Any = None
    ) -> Any:
        found = None
        if isinstance(response, HtmlResponse) and _may_hold_refresh(response.body):
            with suppress(ValueError):  # The page's address may not be an absolute URL.
                found = _find_refresh(response, [*map(str.lower, self._ignore_tags)])
        if found is None or not found[1].startswith(_FETCHED):
            return response
        seconds, url = found
        # Scrapy's middleware searches only the first 4,096 characters of `page`, so `page` contains
        # only the origin of a long URL, and `_processed` puts the URL itself into the new request.
        parsed = resolving.parse(_GRAMMAR, url)
        short = url if len(url) < 2000 else f"{parsed.scheme}://{parsed.hostport}/"
        body = f'<meta http-equiv="refresh" content="{seconds};url={escape(short)}">'
        page = response.replace(body=body.encode(), encoding="utf-8")
        return _processed(super(), request, response, page, spider, url)

    process_response.__doc__ = RedirectMiddleware.process_response.__doc__


class RefererMiddleware(referer.RefererMiddleware):
    """Adds the `Referer` of a browser.

    Replaces `scrapy.spidermiddlewares.referer.RefererMiddleware`.

    Scrapy's settings and `meta` keys apply. `urldom.http.referrer` computes the values of the
    standard policies, and a policy class of your own computes its own values. After a redirect, the
    next `Referer` is made from the one before, which `meta["referrer_sent"]` keeps together with
    the policy of the page.

    Args:
        settings: The settings, which Scrapy passes.

    >>> SPIDER_MIDDLEWARES = {
    ...     "scrapy.spidermiddlewares.referer.RefererMiddleware": None,
    ...     "urldom.scrapy.RefererMiddleware": 700,
    ... }
    """

    def __init__(self, settings: Any = None) -> None:
        super().__init__(settings)
        # Only Scrapy 2.14 and older versions call it.
        self.request_scheduled: Any = self._after_redirect

    def get_processed_request(
        self, request: scrapy.Request, response: Response | None
    ) -> scrapy.Request:
        """Return the same request, with a `Referer` unless it has one.

        Args:
            request: A request of the spider, or a request after a redirect.
            response: The response that led to the request, or `None` for a request of `start`.

        >>> from scrapy.http import Response
        >>> from scrapy.utils.test import get_crawler
        >>> page = Response("http://localhost/a", headers={"Referrer-Policy": "origin, new-policy"})
        >>> middleware = RefererMiddleware.from_crawler(get_crawler())
        >>> request = middleware.get_processed_request(Request("http://example.com/"), page)
        >>> request.headers["Referer"]
        b'http://localhost/'
        """
        # These were noted when the request before a redirect was sent.
        source, policy = request.meta.pop("referrer_sent", (None, None))
        if response is not None:
            # Scrapy sets `response.request` before the spider receives the response, and after its
            # redirects.
            is_redirect = response.request is None and response.status in _REDIRECTS
            if not is_redirect:
                source, policy = response.url, None
            policy = self._policy_name(response.headers.getlist("Referrer-Policy"), policy)
        if source and "Referer" not in request.headers:
            kind = self.policy(Response(source, headers={"Referrer-Policy": policy}), request)
            with suppress(InvalidURLError):
                value = _referrer_by(kind, source, request.url)
                if value is not None:
                    request.headers["Referer"] = value
        sent = request.headers.get("Referer")
        if sent:
            request.meta["referrer_sent"] = [sent.decode("latin-1"), policy]
        return request

    def _after_redirect(self, request: scrapy.Request, spider: Any) -> None:
        if request.meta.get("redirect_urls"):
            request.headers.pop("Referer", None)
            self.get_processed_request(request, None)

    def _policy_name(self, values: list[bytes], before: str | None) -> str | None:
        text = b",".join(values).decode("latin-1")
        # Scrapy finds the names of other classes, so it reads the header too.
        if not {*getattr(self, "policies", {}).values()} <= {*_POLICIES}:
            return text if values else before
        policy = ReferrerPolicy.parse(values).value or before
        if policy:
            return policy
        # Scrapy warns of one unknown name. In a list, it would find known names that a browser
        # ignores.
        return None if not text or "," in text else text


def _referrer_by(policy: referer.ReferrerPolicy, source: str, url: str) -> str | None:
    """Return the `Referer` by an object of Scrapy's class or a user's own class, or `None`."""
    name = _POLICIES.get(type(policy))
    return referrer(source, url, name) if name else policy.referrer(source, url)


def _processed(
    middleware: Any,
    request: scrapy.Request,
    response: Response,
    read: Response,
    spider: Any,
    url: str | None = None,
) -> Any:
    """Return the result of Scrapy's own middleware for the response `read`. `url` is the URL of the
    new request."""
    # Before Scrapy 2.14, `process_response` has a third argument.
    rest = () if spider is None else (spider,)
    result = middleware.process_response(request, read, *rest)
    if result is read:
        return response
    if url is None or not isinstance(result, scrapy.Request):
        return result
    # A class such as `FormRequest` stays.
    cls = Request if type(result) is scrapy.Request else None
    return result.replace(url=url, cls=cls)


def _find_refresh(response: HtmlResponse, ignored: list[str]) -> tuple[int, str] | None:
    """Return the seconds and the URL of a page's first refresh outside elements with the names
    `ignored`."""
    selector, page = _read(response)
    if not hasattr(selector.root, "getroottree"):
        return None
    own, base = _GRAMMAR.cut(page.address), _GRAMMAR.cut(page.base_url)
    for meta in _metas(selector.root, ignored):
        if meta.get("http-equiv", "").lower() != "refresh":
            continue
        found = read_refresh(meta.get("content", ""), own, base, page.encoding)
        if found is not None:
            seconds, url = found
            return None if url is own else (seconds, href(url))
    return None


def _metas(root: Any, ignored: list[str]) -> Iterator[Any]:
    """Yield the `meta` elements outside elements with the names `ignored`."""
    depth = 0  # the number of open elements with the names `ignored`
    for event, element in _etree.iterwalk(root, events=("start", "end"), tag=["meta", *ignored]):
        if element.tag in ignored:
            depth += 1 if event == "start" else -1
        elif event == "start" and not depth:
            yield element


#: The selector and the document of each live response. `None` means its own selector, which would
#: keep it alive.
_pages: WeakKeyDictionary[TextResponse, tuple[Selector | None, TreeDocument]] = WeakKeyDictionary()


def _read(response: TextResponse) -> tuple[Selector, TreeDocument]:
    """Return the selector and the document of a response, from the text that a browser would
    decode."""
    if response not in _pages:
        _pages[response] = _read_now(response)
    selector, page = _pages[response]
    return response.selector if selector is None else selector, page


def _read_now(response: TextResponse) -> tuple[Selector | None, TreeDocument]:
    """Return what `_pages` keeps for a response."""
    encoding = _find_encoding(response)
    is_markup = isinstance(response, (HtmlResponse, XmlResponse))
    is_same = not is_markup or encodings.find_encoding(response.encoding) == encoding
    if is_same:
        text = response.text
    else:
        text = encodings.decode(encoding, response.body).removeprefix("\ufeff")
    selector = None
    root: Any = None
    # These are Scrapy's error for some base URLs, and Python's for other codecs and for deeply
    # nested JSON.
    with suppress(ValueError, LookupError, RecursionError):
        root = response.selector.root if text == response.text else None
    if root is None:
        selector = Selector(text, type="xml" if isinstance(response, XmlResponse) else "html")
        root = selector.root
    elif not hasattr(root, "getroottree"):  # The response is JSON or plain text.
        root = _etree.Element("html")
    return selector, document(root, response.url, encoding=encoding)


def _find_encoding(response: TextResponse) -> str:
    """Return the name of the encoding that a browser would use."""
    given: str | None = getattr(response, "_encoding", None)
    transport: str | None = None
    as_xml = not isinstance(response, HtmlResponse)
    if given is not None:
        with suppress(LookupError):  # Some of Python's encodings are unknown to browsers.
            transport = encodings.find_label_or_codec(given)
    else:
        content_type = extract_media_type(content_type_header(response.headers) or "")
        if content_type is not None:
            transport = content_type.encoding
            # Scrapy uses `HtmlResponse` for XHTML too.
            as_xml = as_xml or is_xml(content_type.essence)
    # A response that is neither HTML nor XML is treated as XML, so its encoding is UTF-8 by
    # default.
    return detect_encoding(response.body, transport=transport, is_xml=as_xml)


def _reference(url: str | Link | Selector | URLAttribute) -> str:
    """Return the unresolved URL. A missing one raises `ValueError` with Scrapy's message."""
    if isinstance(url, Selector):
        return _reference_of_selector(url)
    if isinstance(url, URLAttribute):
        return url.url or url.value
    if url is None:  # pyright: ignore[reportUnnecessaryComparison]
        raise ValueError("url can't be None")
    if isinstance(url, SelectorList):
        raise ValueError("SelectorList is not supported")
    return url.url if isinstance(url, Link) else url


def _reference_of_selector(selector: Selector) -> str:
    root: Any = selector.root
    if isinstance(root, str):
        return root
    name = getattr(root, "tag", None)
    if name is None:
        raise ValueError(f"Unsupported selector: {selector}")
    if name not in ("a", "area", "link"):
        raise ValueError(f"Only <a>, <area> and <link> elements are supported; got <{name}>")
    reference = root.get("href")
    if reference is None:
        raise ValueError(f"<{name}> element has no href attribute: {selector}")
    return str(reference)


def _references(selectors: Iterable[Selector]) -> Iterator[str]:
    for selector in selectors:
        with suppress(ValueError):  # The element has no URL.
            yield _reference(selector)
