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
    try:
        return find_spec(name.partition(".")[0]) is not None
    except ValueError:  # `sys.modules` contains an object without a `__spec__`.
        return False


@cache
def library_reader(name: str) -> Reader:
    """Return the reader for a library. If the library cannot be imported, its reader refuses every
    URL."""
    try:
        return LIBRARIES[name]()
    except (
        MemoryError,
        RecursionError,
    ):  # The failure must not be cached, because the next call can succeed.
        raise
    except Exception as error:
        refusal = Reading(error=f"it cannot be imported: that raises {description(error)}")
        return lambda url, base: refusal


def description(error: BaseException) -> str:
    """Return the type and the message of an error, in one line of limited length."""
    try:
        message = passwords.without_passwords(" ".join(str(error).split()))
    except Exception:  # `__str__` is also code of the library, and can fail.
        message = ""
    shortened = f"{message[:160]}{'...' * (len(message) > 160)}"
    return f"{type_name(error)}: {shortened}" if message else type_name(error)


def _join(url: str, base: str | None) -> str:
    return url if base is None else urljoin(base, url)


def _library(
    module: str, name: str, read: Callable[[Any, str, str | None], Any], *attributes: str
) -> Callable[[], Reader]:
    """Return a maker of a reader. `attributes` are the names of the scheme, host and path of what
    `read` returns."""

    def make() -> Reader:
        library: Any = getattr(import_module(module), name)

        def read_attributes(url: str, base: str | None) -> Reading:
            made = read(library, url, base)
            scheme, host, path = [getattr(made, attribute) for attribute in attributes]
            return reading(
                scheme and scheme.removesuffix(":"),
                host,
                made.port,
                path and path.partition("?")[0],
            )

        return read_attributes

    return make


def _pydantic() -> Reader:
    pydantic: Any = import_module("pydantic")
    validate: Any = pydantic.TypeAdapter(pydantic.AnyUrl).validate_python

    def read(url: str, base: str | None) -> Reading:
        try:
            made = validate(_join(url, base))
        except pydantic.ValidationError as error:
            return Reading(error=str(error.errors(include_url=False)[0]["msg"]))
        return reading(made.scheme, made.host, made.port, made.path)

    return read


# HTTP clients

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
        path = request.selector.partition("?")[0]
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
            return reading(pool.scheme, pool.host, pool.port, target.partition("?")[0])
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
            response.status_code, response.url, response.request = 302, prepared.url, prepared
            response.headers["Location"] = _read_by_http_client(_header(url))
            # requests does not follow a redirect to an empty URL, so the first request is read
            # instead.
            prepared = next(
                session.resolve_redirects(response, prepared, yield_requests=True), prepared
            )
        adapter = session.get_adapter(prepared.url)
        if hasattr(adapter, "get_connection_with_tls_context"):  # since 2.32
            pool = adapter.get_connection_with_tls_context(prepared, verify=True)
        else:
            pool = adapter.get_connection(prepared.url)
        return reading(pool.scheme, pool.host, pool.port, prepared.path_url.partition("?")[0])

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
        path = target.raw_path.decode().partition("?")[0]
        return reading(target.scheme, target.raw_host.decode(), target.port, path)

    return read


def aiohttp() -> Reader:
    """Return the reader for aiohttp 3.10 or newer. Its session never waits, so it works with and
    without a loop."""
    library: Any = import_module("aiohttp")
    from multidict import CIMultiDict

    if not hasattr(library.BaseConnector, "allowed_protocol_schema_set"):
        raise missing_package("the reader aiohttp", "aiohttp>=3.10")

    def do_nothing(*arguments: object, **options: object) -> None:
        pass

    class Page:
        """The response with the redirect. Attributes that the reader does not set are `None`."""

        status, method = 302, "GET"
        release = close = do_nothing

        def __init__(self, url: object, location: str) -> None:
            self.url, self.headers = url, CIMultiDict(Location=location)

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
            page, self.location = Page(request.url, self.location), ""
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
            key, path = arrival.args[0].connection_key, arrival.args[0].url.raw_path
            return reading("https" if key.is_ssl else "http", key.host, key.port, path)
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
    rest = [None] * (
        sum(
            p.default is p.empty for p in signature(middleware.process_response).parameters.values()
        )
        - 2
    )

    def read(url: str, base: str | None) -> Reading:
        request = library.Request(url if base is None else base)
        if base is not None:
            headers = {"Location": _header(url).strip(_SPACES)}
            response = library.http.Response(request.url, status=302, headers=headers)
            request = middleware.process_response(request, response, *rest)
        made = uri.fromBytes(request.url.encode())
        if b"@" in made.host:
            return Reading(error=USER_INFO_IN_HOST)
        return reading(made.scheme.decode(), made.host.decode(), made.port, made.path.decode())

    return _quietly(read, redirect)


# fmt: off
#: For each library, the function that creates its reader. Each name begins with the name of the
#: imported package.
LIBRARIES: Final[dict[str, Callable[[], Reader]]] = {
    "urllib.parse": _library(
        "urllib.parse", "urlsplit", lambda split, url, base: split(_join(url, base)), "scheme", "hostname", "path"),
    "urllib.request": urllib_request,
    "urllib3": urllib3,
    "httpx": httpx,
    "httpx2": lambda: httpx("httpx2"),
    "requests": requests,
    "aiohttp": aiohttp,
    "scrapy": scrapy,
    "yarl": _library(
        "yarl", "URL", lambda make, url, base: make(base).join(make(url)) if base is not None else make(url),
        "scheme", "raw_host", "raw_path"),
    "w3lib": _library(
        "w3lib.url", "safe_url_string", lambda make_safe, url, base: urlsplit(str(make_safe(_join(url, base)))),
        "scheme", "hostname", "path"),
    "ada_url": _library(
        "ada_url", "URL", lambda make, url, base: make(url) if base is None else make(url, base),
        "protocol", "hostname", "pathname"),
    "pydantic": _pydantic,
}
# fmt: on
