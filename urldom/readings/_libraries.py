"""The readers for libraries. For each library, `LIBRARIES` has a function that imports it and
creates its reader."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextvars import ContextVar
from functools import cache, lru_cache, partial
from importlib import import_module
from importlib.util import find_spec
from types import SimpleNamespace
from typing import Any, Final
from urllib.parse import urljoin, urlsplit

from urldom._core import passwords
from urldom._core.errors import missing_package, type_name
from urldom.readings._reading import USER_INFO_IN_HOST, Reader, Reading, reading


@cache
def installed_libraries() -> tuple[str, ...]:
    return tuple(filter(_is_installed, LIBRARIES))


def _is_installed(name: str) -> bool:
    package, _, _ = name.partition(".")
    try:
        return find_spec(package) is not None
    except ValueError:  # `sys.modules` contains an object without a `__spec__`.
        return False


@cache
def library_reader(name: str) -> Reader:
    """Return the reader for a library. If the library cannot be imported, its reader refuses every
    URL, so that a caller who relies on the library notices the failure."""
    try:
        return LIBRARIES[name]()
    except (MemoryError, RecursionError):
        raise  # The failure must not be cached, because the next call can succeed.
    except Exception as error:
        refusal = Reading(error=f"it cannot be imported: that raises {description(error)}")
        return lambda url, base: refusal


def description(error: BaseException) -> str:
    """Return the type and the message of an error, in one line of limited length."""
    try:
        message = passwords.without_passwords(" ".join(str(error).split()))
    except Exception:  # `__str__` is also code of the library, and can fail.
        message = ""
    if not message:
        return type_name(error)
    if len(message) > 160:
        message = f"{message[:160]}..."
    return f"{type_name(error)}: {message}"


def _join(url: str, base: str | None) -> str:
    return url if base is None else urljoin(base, url)


def _without_query(target: str) -> str:
    path, _, _ = target.partition("?")
    return path


def urllib_parse() -> Reader:
    """Return the reader for `urllib.parse`, which runs `urlsplit`."""

    def read(url: str, base: str | None) -> Reading:
        return _reading_of_split(_join(url, base))

    return read


def w3lib() -> Reader:
    """Return the reader for w3lib, which splits the URL that `safe_url_string` returns."""
    safe_url_string: Any = import_module("w3lib.url").safe_url_string

    def read(url: str, base: str | None) -> Reading:
        return _reading_of_split(str(safe_url_string(_join(url, base))))

    return read


def _reading_of_split(url: str) -> Reading:
    split = urlsplit(url)
    return reading(split.scheme, split.hostname, split.port, split.path)


def yarl() -> Reader:
    """Return the reader for yarl."""
    make: Any = import_module("yarl").URL

    def read(url: str, base: str | None) -> Reading:
        made = make(url) if base is None else make(base).join(make(url))
        return reading(made.scheme, made.raw_host, made.port, made.raw_path)

    return read


def ada_url() -> Reader:
    """Return the reader for ada_url, which follows the URL Standard."""
    make: Any = import_module("ada_url").URL

    def read(url: str, base: str | None) -> Reading:
        made = make(url) if base is None else make(url, base)
        return reading(made.protocol.removesuffix(":"), made.hostname, made.port, made.pathname)

    return read


def pydantic() -> Reader:
    """Return the reader for pydantic's `AnyUrl`."""
    library: Any = import_module("pydantic")
    validate: Any = library.TypeAdapter(library.AnyUrl).validate_python

    def read(url: str, base: str | None) -> Reading:
        try:
            made = validate(_join(url, base))
        except library.ValidationError as error:
            first, *_ = error.errors(include_url=False)
            return Reading(error=str(first["msg"]))
        return reading(made.scheme, made.host, made.port, made.path)

    return read


# HTTP clients
#
# Without a base URL, a client opens the given URL. With a base URL, a response redirects the client
# from the base URL to the given URL, and the client's own code handles the redirect, from the bytes
# of the `Location` header to the choice of a server. No connection is opened.

#: The spaces around a header's value, which are not a part of it.
_SPACES: Final = b" \t"


def _header(url: str) -> bytes:
    """Return the bytes of the `Location` header: a space, and the URL in UTF-8."""
    if re.search(r"[\0\r\n]", url):  # RFC 9110 5.5
        raise ValueError("a header cannot contain a line break or a NUL")
    return b" " + url.encode()


@lru_cache(maxsize=16)
def _read_by_http_client(value: bytes) -> str:
    """Return the header's value as `http.client` reads it. urllib, urllib3 and requests use
    `http.client`."""
    from http.client import parse_headers
    from io import BytesIO

    return parse_headers(BytesIO(b"Location:" + value + b"\r\n\r\n"))["Location"]


def _quietly(read: Reader, *loggers: str) -> Reader:
    """Return a reader that calls `read`, and suppresses log messages about redirects that never
    happened."""
    from logging import getLogger

    reads: ContextVar[bool] = ContextVar("reads", default=False)
    for name in loggers:
        getLogger(name).addFilter(lambda record: not reads.get())

    def read_quietly(url: str, base: str | None) -> Reading:
        token = reads.set(True)
        try:
            return read(url, base)
        finally:
            reads.reset(token)

    return read_quietly


class _Arrival(BaseException):
    """Raised when a client requests a connection to the server of the redirect."""


def urllib_request() -> Reader:
    """Return the reader for `urllib.request`, which runs the redirect handler and `http.client`."""
    from http.client import HTTPConnection, HTTPMessage
    from io import BytesIO
    from urllib.request import HTTPRedirectHandler, Request

    class Connection(HTTPConnection):
        default_port: Any = None

    handler: Any = HTTPRedirectHandler()
    # The handler passes the next request to its parent, which is normally an opener.
    open_next: Callable[[Any, object], Any] = lambda request, timeout: request  # noqa: E731
    handler.add_parent(SimpleNamespace(open=open_next))

    def read(url: str, base: str | None) -> Reading:
        request: Any = Request(url if base is None else base)
        if base is not None:
            headers = HTTPMessage()
            headers["Location"] = _read_by_http_client(_header(url))
            request.timeout = None
            request = handler.http_error_302(request, BytesIO(), 302, "Found", headers)
        path = _without_query(request.selector)
        if not request.host:
            return reading(request.type, None, None, path)
        if "@" in request.host:
            return Reading(error=USER_INFO_IN_HOST)
        connection = Connection(request.host)
        return reading(request.type, connection.host, connection.port, path)

    return read


def urllib3() -> Reader:
    """Return the reader for urllib3, which reads the connection pool that the pool manager
    chooses."""
    library: Any = import_module("urllib3")

    def answer(pool: Any, method: str, target: str, locations: list[str], **options: object) -> Any:
        """Answer the first request with the redirect. Raise `_Arrival` for the second request."""
        if not locations:
            raise _Arrival(pool, target)
        return library.HTTPResponse(status=302, headers={"Location": locations.pop()})

    manager: Any = library.PoolManager()
    manager.pool_classes_by_scheme = {
        "http": type("HTTPPool", (library.HTTPConnectionPool,), {"urlopen": answer}),
        "https": type("HTTPSPool", (library.HTTPSConnectionPool,), {"urlopen": answer}),
    }

    def read(url: str, base: str | None) -> Reading:
        if base is None:
            made = library.util.parse_url(url)
            return reading(made.scheme, made.host, made.port, made.path)
        # urllib3 does not follow a redirect to an empty URL, so the first request is read instead.
        location = _read_by_http_client(_header(url))
        try:
            manager.urlopen("GET", base, locations=[location] if location else [])
        except _Arrival as arrival:
            pool, target = arrival.args
            return reading(pool.scheme, pool.host, pool.port, _without_query(target))
        raise RuntimeError("the redirect is not followed")

    return _quietly(read, "urllib3.poolmanager", "urllib3.util.retry")


def requests() -> Reader:
    """Return the reader for requests, which reads the connection pool that the adapter of a session
    chooses."""
    library: Any = import_module("requests")
    session = library.Session()
    session.trust_env = False

    @lru_cache(maxsize=16)
    def prepare(url: str) -> Any:
        return library.Request("GET", url).prepare()

    def read(url: str, base: str | None) -> Reading:
        prepared = prepare(url if base is None else base)
        if base is not None:
            response = library.Response()
            response.status_code = 302
            response.url = prepared.url
            response.request = prepared
            response.headers["Location"] = _read_by_http_client(_header(url))
            # requests does not follow a redirect to an empty URL, so the first request is read
            # instead.
            redirects = session.resolve_redirects(response, prepared, yield_requests=True)
            prepared = next(redirects, prepared)
        adapter = session.get_adapter(prepared.url)
        if hasattr(adapter, "get_connection_with_tls_context"):  # since 2.32
            pool = adapter.get_connection_with_tls_context(prepared, verify=True)
        else:
            pool = adapter.get_connection(prepared.url)
        return reading(pool.scheme, pool.host, pool.port, _without_query(prepared.path_url))

    return read


def httpx(name: str = "httpx") -> Reader:
    """Return the reader for httpx or httpx2, which runs the client. The host is in ASCII, as for a
    connection."""
    library: Any = import_module(name)
    # The transport never sends a request. Because the client has its own transport, it does not
    # load certificates.
    client = library.Client(transport=library.BaseTransport(), trust_env=False)

    request_page = lru_cache(maxsize=16)(partial(library.Request, "GET"))

    def read(url: str, base: str | None) -> Reading:
        if base is None:
            target = library.URL(url)
        else:
            request = request_page(base)
            response = library.Response(302, headers=[(b"Location", _header(url).strip(_SPACES))])
            # `Client.send` also calls this method, but writes to the log, so the method is called
            # directly.
            target = client._build_redirect_request(request, response).url
        path = _without_query(target.raw_path.decode())
        return reading(target.scheme, target.raw_host.decode(), target.port, path)

    return read


def aiohttp() -> Reader:
    """Return the reader for aiohttp 3.10 or newer, which runs a session up to the request that
    needs a connection. The session never waits, so the reader works without an event loop, and
    while one runs."""
    library: Any = import_module("aiohttp")
    from multidict import CIMultiDict

    if not hasattr(library.BaseConnector, "allowed_protocol_schema_set"):
        raise missing_package("the reader aiohttp", "aiohttp>=3.10")

    def do_nothing(*arguments: object, **options: object) -> None:
        pass

    class Page:
        """The response with the redirect. Attributes that the reader does not set are `None`."""

        status = 302
        method = "GET"
        release = close = do_nothing

        def __init__(self, url: object, location: str) -> None:
            self.url = url
            self.headers = CIMultiDict(Location=location)

        def __getattr__(self, name: str) -> None:
            return None

        async def start(self, connection: object) -> None:
            pass

    loop = SimpleNamespace(get_debug=bool, time=float, call_exception_handler=do_nothing)

    class Connector:
        """A connector for the page with the redirect. It raises `_Arrival` for the next
        connection."""

        _loop = loop
        _timeout_ceil_threshold = 5
        closed = False
        allowed_protocol_schema_set = library.BaseConnector.allowed_protocol_schema_set

        def __init__(self, location: str) -> None:
            self.location = location

        async def connect(self, request: Any, **options: object) -> Any:
            if not self.location:
                raise _Arrival(request)
            page = Page(request.url, self.location)
            self.location = ""
            protocol = SimpleNamespace(set_response_params=do_nothing)
            return SimpleNamespace(
                transport=protocol, protocol=protocol, close=do_nothing, page=page
            )

    class Request(library.ClientRequest):  # type: ignore[misc]
        async def send(self, connection: Any) -> Any:
            return connection.page

    def read(url: str, base: str | None) -> Reading:
        # aiohttp decodes a header from UTF-8.
        connector = Connector("" if base is None else _header(url).strip(_SPACES).decode())
        session = library.ClientSession(
            connector=connector,
            cookie_jar=library.DummyCookieJar(loop=loop),
            timeout=library.ClientTimeout(),
            request_class=Request,
        )
        try:
            session.get(url if base is None else base).send(None)
        except _Arrival as arrival:
            (request,) = arrival.args
            key = request.connection_key
            scheme = "https" if key.is_ssl else "http"
            return reading(scheme, key.host, key.port, request.url.raw_path)
        finally:
            session.detach()
        raise RuntimeError("the redirect is not followed")

    return read


def scrapy() -> Reader:
    """Return the reader for Scrapy, which runs the redirect middleware and the URL parser of
    Twisted."""
    from inspect import signature

    library: Any = import_module("scrapy")
    uri: Any = import_module("twisted.web.client").URI
    redirect = "scrapy.downloadermiddlewares.redirect"
    middleware = import_module(redirect).RedirectMiddleware(
        import_module("scrapy.settings").Settings()
    )
    middleware.crawler = SimpleNamespace(spider=None)
    # Before Scrapy 2.14, the method needs the spider as a third argument.
    spider = signature(middleware.process_response).parameters.get("spider")
    needs_spider = spider is not None and spider.default is spider.empty

    def read(url: str, base: str | None) -> Reading:
        request = library.Request(url if base is None else base)
        if base is not None:
            headers = {"Location": _header(url).strip(_SPACES)}
            response = library.http.Response(request.url, status=302, headers=headers)
            if needs_spider:
                request = middleware.process_response(request, response, None)
            else:
                request = middleware.process_response(request, response)
        made = uri.fromBytes(request.url.encode())
        if b"@" in made.host:
            return Reading(error=USER_INFO_IN_HOST)
        return reading(made.scheme.decode(), made.host.decode(), made.port, made.path.decode())

    return _quietly(read, redirect)


#: For each library, the function that creates its reader. Each name begins with the name of the
#: imported package.
LIBRARIES: Final[dict[str, Callable[[], Reader]]] = {
    "urllib.parse": urllib_parse,
    "urllib.request": urllib_request,
    "urllib3": urllib3,
    "httpx": httpx,
    "httpx2": partial(httpx, "httpx2"),
    "requests": requests,
    "aiohttp": aiohttp,
    "scrapy": scrapy,
    "yarl": yarl,
    "w3lib": w3lib,
    "ada_url": ada_url,
    "pydantic": pydantic,
}
