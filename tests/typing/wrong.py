# pyright: strict
"""The errors that type checkers have to report: each marked line, and no other line. This file
never runs."""

from __future__ import annotations

import urldom
from urldom import (
    URL,
    Document,
    Element,
    FrozenURL,
    URLDecomposition,
    URLPattern,
    URLPatternList,
    URLPatternMap,
    parse,
    resolve,
)
from urldom.html5 import fragment_escape
from urldom.http import Request, referrer
from urldom.trees import TreeDocument
from urldom.urllib import urljoin, urlsplit
from urldom.whatwg import URLSearchParams


def making() -> None:
    URLDecomposition(5)  # error
    URLDecomposition(None)  # error
    URLDecomposition(b"http://h/")  # error
    URLDecomposition("http://h/", 5)  # error
    URLDecomposition("http://h/", standard=5)  # error
    URLDecomposition("http://h/", encoding=5)  # error
    URLDecomposition("http://h/", None, "html5")  # error
    URLDecomposition("http://h/", on_set=5)  # error
    URL(5)  # error
    URL("http://h/", standard="html5")  # error
    URLSearchParams(5)  # error
    Document(5)  # error
    Element("http://h/")  # error
    Element(Document("http://h/"), kind="link")  # error


def patterns(pattern: URLPattern) -> None:
    URLPattern(5)  # error
    URLPattern(hostname=5)  # error
    URLPattern(host="h")  # error
    URLPatternList(pattern)  # error
    URLPatternMap(5)  # error
    URLPatternMap(["https://h/*"])  # error
    print(URLPatternMap({pattern: 1}).match("http://h/").value)  # error
    pattern.build({"a": object()})  # error
    pattern.build(["a"])  # error
    pattern.test(5)  # error
    pattern.hostname = "h"  # error
    print(pattern.exec("http://h/").groups)  # error
    print(pattern.hostname)


def reading(url: URLDecomposition) -> None:
    port: int = url.port  # error
    pathname: None = url.pathname  # error
    print(port, pathname)
    print(url.hostName)  # error
    print(url.searchParams)  # error
    print(url.error.reason)  # error
    print(url.relative_to())  # error
    print(url.relative_to(b"http://h/"))  # error
    print(url.relative_to(None))  # error
    print(url.hostname)


def assigning(url: URLDecomposition) -> None:
    url.pathname = None  # error
    url.protocol = None  # error
    url.host = None  # error
    url.hostname = None  # error
    url.port = b"1"  # error
    url.port = 1.5  # error
    url.hash = 5  # error
    url.search = b"x"  # error
    url.hostName = "x"  # error
    url.origin = "http://h"  # error
    url.reference = "x"  # error
    url.base = "http://h/"  # error


def parameters(url: URLDecomposition) -> None:
    url.params[1] = "x"  # error
    url.params["a"] = None  # error
    url.params["a"] = {"x"}  # error
    url.params.add("a")  # error
    url.params.update({"a": None})  # error
    url.params = "a=1"  # error
    url.params = {"a": object()}  # error
    url.params["a"] = object()  # error
    url.params |= {"a": None}  # error
    url.params = {}
    url.params["a"] = "x"


def replacing(url: URLDecomposition) -> None:
    url.assign(hostnam="x")  # error
    url.assign(pathname=None)  # error
    url.assign(port=b"1")  # error
    url.replace("x")  # error
    url.assign(hash="x")


def segments(url: URLDecomposition) -> None:
    url.segments[0] = None  # error
    url.segments["a"] = "x"  # error
    url.segments.append(None)  # error
    url.segments = [None]  # error
    url / None  # error
    "a" / url  # error
    url.ip_address = None  # error
    url.parsed = None  # error
    url.segments = ["x"]


def keeping(url: FrozenURL) -> None:
    url.host = "x"  # error
    url.params["a"] = "x"  # error
    url.params.add("a", "x")  # error
    url.params = {}  # error
    url.segments[0] = "x"  # error
    url.assign(host="x")  # error
    url.replace(credentials="x")  # error
    print(url < "http://h/")  # error
    print(url.host)


def building() -> None:
    URL.build("h")  # error
    URL.build(host=1)  # error
    URL.build(host="h", port=1.5)  # error
    URL.build(host="h", query={"a": None})  # error
    URL.build(host="h", user="x")  # error
    URL.from_path(b"/a")  # error
    URL("file:///a").to_path(True)  # error
    URLDecomposition.build(host="h")  # error
    URL.build(host="h", query={"a": 1})


def calling(document: Document, element: Element) -> None:
    parse(5)  # error
    resolve("x", 5)  # error
    fragment_escape(5)  # error
    parse("http://h/").path = "/"  # error
    document.base_href = 5  # error
    document.address = "http://i/"  # error
    element.observe(5)  # error
    element.move_to("http://h/")  # error


def wrong_names(url: FrozenURL, page: TreeDocument) -> None:
    page.urls(kind="link")  # error
    page.image_source(page.tree)  # error
    page.image_source(page.tree, width="800")  # error
    page.image_source(page.tree, width=800, media=["print"])  # error
    print(urldom.urljoin("http://h/", "a"))  # error
    print(URL.build(host="h", netloc="h"))  # error
    print(URL.build(netloc="h"))  # error
    print(parse(url).netloc)  # error
    print(page.links)  # error
    page.request("a", user_activated=True)  # error
    page.why_not("a", sheet="a")  # error
    print([form.fields for form in page.forms()])  # error
    print(URLPattern(path="/a"))  # error
    print(url.params.pop("a"))  # error


def wrong_requests() -> None:
    Request("GET", b"https://h/")  # error
    Request("GET", "https://h/", destination="img")  # error
    referrer("https://h/", "https://h/", 5)  # error


def mixing_str_and_bytes() -> None:
    urljoin("http://h/", b"a")  # error
    urlsplit("http://h/", b"ftp")  # error
    urlsplit(5)  # error
