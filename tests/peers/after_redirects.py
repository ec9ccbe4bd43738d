"""HTTP clients follow redirects on this machine, and the program prints what each client sends
after them. Run it with `python -m tests.peers.after_redirects`. It prints the table in
`docs/send.md`, in which the words that differ from the Fetch Standard are bold.

The clients run with their default options, except that they do not verify certificates and ignore
proxies."""

from __future__ import annotations

import asyncio
import datetime
import json
import socketserver
import ssl
import subprocess
import sys
import tempfile
import threading
import urllib.request
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final, NamedTuple

from urldom.http import RefusedRedirectError, Request

ROOT = Path(__file__).parents[2]


class Case(NamedTuple):
    """A request that a client sends, and the redirects that follow."""

    method: str = "GET"
    status: int = 302
    #: The redirects in turn: to an origin of the site (`"same"`, `"port"`, `"host"` or `"http"`),
    #: to `"ftp"` or `"data"`, or `"none"`: a redirect without a `Location` header.
    to: Sequence[str] = ("same",)
    #: The headers, in which `{same}` is the origin of the first request
    headers: Mapping[str, str] = {}
    is_secure: bool = False

    @property
    def body(self) -> bytes | None:
        return b"body" if self.method in ("POST", "PUT") else None


class Sent(NamedTuple):
    """A request that arrived at a server."""

    origin: str
    method: str
    headers: Mapping[str, str]
    body: bytes


class Outcome(NamedTuple):
    """The requests that arrived, and the URL that the client returns, or `None` if it raises an
    error."""

    sent: list[Sent]
    url: str | None


# The servers


class Handler(BaseHTTPRequestHandler):
    server: Server

    def answer(self) -> None:
        headers = {name.lower(): value for name, value in self.headers.items()}
        body = self.rfile.read(int(headers.get("content-length", 0)))
        number = int(self.path.split("/")[1])
        site = self.server.site
        case, sent = site.cases[number], site.sent[number]
        redirect = case.to[len(sent)] if len(sent) < len(case.to) else None
        sent.append(Sent(f"{self.server.scheme}://{headers['host']}", self.command, headers, body))
        self.send_response(200 if redirect is None else case.status)
        if redirect not in (None, "none"):
            self.send_header("Location", site.url(redirect, number, len(sent)))
        self.send_header("Content-Length", "0")
        self.send_header("Connection", "close")  # Otherwise Twisted may send the next request here.
        self.end_headers()

    do_GET = do_HEAD = do_POST = do_PUT = answer

    def log_message(self, format: str, *arguments: object) -> None:
        pass


class Server(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, site: Site, context: ssl.SSLContext | None = None) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.site, self.scheme = site, "http" if context is None else "https"
        if context is not None:
            self.socket = context.wrap_socket(self.socket, server_side=True)


class FTP(socketserver.ThreadingTCPServer):
    """A server that records connections and closes them."""

    daemon_threads = True

    def __init__(self, site: Site) -> None:
        super().__init__(("127.0.0.1", 0), socketserver.BaseRequestHandler)
        self.site = site

    def process_request(self, request: Any, client_address: Any) -> None:
        for case, sent in zip(self.site.cases, self.site.sent, strict=True):
            if "ftp" in case.to:
                sent.append(Sent("ftp", "", {}, b""))
        super().process_request(request, client_address)


class Site:
    """Servers on two ports, with HTTPS on a third, and for FTP. `localhost` is another host for
    `127.0.0.1`."""

    def __init__(self, cases: Sequence[Case]) -> None:
        self.cases = cases
        self.sent: list[list[Sent]] = [[] for _ in cases]
        self.origins: dict[str, str] = {"data": "data:,"}

    def url(self, name: str, number: int, step: int) -> str:
        if name == "same" and self.cases[number].is_secure:
            name = "https"
        return f"{self.origins[name]}/{number}/{step}"

    def headers(self, number: int) -> dict[str, str]:
        origin = self.url("same", number, 0).rpartition(f"/{number}/")[0]
        return {
            name: value.format(same=origin) for name, value in self.cases[number].headers.items()
        }


@contextmanager
def running(cases: Sequence[Case]) -> Generator[Site, None, None]:
    site = Site(cases)
    with ExitStack() as stack:
        servers: dict[str, socketserver.TCPServer] = {
            "same": Server(site),
            "port": Server(site),
            "ftp": FTP(site),
        }
        if find_spec("cryptography"):
            servers["https"] = Server(site, certificate())
        for name, server in servers.items():
            scheme = name if name in ("https", "ftp") else "http"
            site.origins[name] = f"{scheme}://127.0.0.1:{server.server_address[1]}"
            thread = threading.Thread(target=server.serve_forever, args=(0.01,))
            thread.start()
            stack.callback(server.server_close)
            stack.callback(thread.join)
            stack.callback(server.shutdown)
        site.origins["http"] = site.origins["same"]
        site.origins["host"] = site.origins["same"].replace("127.0.0.1", "localhost")
        yield site


def certificate() -> ssl.SSLContext:
    """Return the settings of a server with a new certificate for `127.0.0.1`."""
    x509, hashes = (
        import_module("cryptography.x509"),
        import_module("cryptography.hazmat.primitives.hashes"),
    )
    curves = import_module("cryptography.hazmat.primitives.asymmetric.ec")
    forms = import_module("cryptography.hazmat.primitives.serialization")
    key = curves.generate_private_key(curves.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "127.0.0.1")])
    now = datetime.datetime.now(datetime.timezone.utc)
    made = x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
    made = (
        made.not_valid_before(now)
        .not_valid_after(now + datetime.timedelta(days=1))
        .sign(key, hashes.SHA256())
    )
    written = key.private_bytes(forms.Encoding.PEM, forms.PrivateFormat.PKCS8, forms.NoEncryption())
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "server.pem"
        file.write_bytes(written + made.public_bytes(forms.Encoding.PEM))
        context.load_cert_chain(file)
    return context


# The clients

#: The method, URL, headers and body of a request
Asked = tuple[str, str, Mapping[str, str], bytes | None]
#: A function that sends a request, follows the redirects, and returns the URL of the response
Send = Callable[..., str]


@contextmanager
def _requests() -> Generator[Send, None, None]:
    with import_module("requests").Session() as session:
        session.trust_env = session.verify = False
        yield (
            lambda method, url, headers, body: (
                session.request(method, url, headers=headers, data=body).url
            )
        )


@contextmanager
def _httpx() -> Generator[Send, None, None]:
    with import_module("httpx").Client(
        follow_redirects=True, trust_env=False, verify=False
    ) as client:
        yield lambda method, url, headers, body: str(
            client.request(method, url, headers=headers, content=body).url
        )


@contextmanager
def _aiohttp() -> Generator[Send, None, None]:
    library = import_module("aiohttp")

    async def send(method: str, url: str, headers: Mapping[str, str], body: bytes | None) -> str:
        session = library.ClientSession(connector=library.TCPConnector(ssl=False))
        async with session, session.request(method, url, headers=headers, data=body) as response:
            return str(response.real_url)

    yield lambda *asked: asyncio.run(send(*asked))


@contextmanager
def _urllib() -> Generator[Send, None, None]:
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    opener = urllib.request.build_opener(
        urllib.request.ProxyHandler({}), urllib.request.HTTPSHandler(context=context)
    )

    def send(method: str, url: str, headers: Mapping[str, str], body: bytes | None) -> str:
        with opener.open(
            urllib.request.Request(url, body, dict(headers), method=method), timeout=5
        ) as response:
            return str(response.url)

    yield send


def _sent_by(client: Callable[[], Any], asked: Sequence[Asked]) -> Iterator[str | None]:
    with client() as send:
        for one in asked:
            try:
                yield send(*one)
            except Exception:
                yield None


def _sent_by_scrapy(asked: Sequence[Asked]) -> list[str | None]:
    """Let Scrapy run in another process, because its reactor cannot start twice in one."""
    given = [
        (method, url, dict(headers), body and body.decode()) for method, url, headers, body in asked
    ]
    command = [sys.executable, "-m", "tests.peers.after_redirects", "--scrapy"]
    ran = subprocess.run(
        command, input=json.dumps(given), cwd=ROOT, capture_output=True, text=True, check=True
    )
    return list(json.loads(ran.stdout))


def _crawl() -> None:
    """Send the requests in standard input with Scrapy, and print the URLs of the responses."""
    scrapy, process = import_module("scrapy"), import_module("scrapy.crawler").CrawlerProcess
    asked = json.load(sys.stdin)
    found: list[str | None] = [None] * len(asked)

    class Spider(scrapy.Spider):  # type: ignore[misc, name-defined]
        name = "spider"

        async def start(self) -> Any:
            for number, (method, url, headers, body) in enumerate(asked):
                options = {
                    "headers": headers,
                    "body": body,
                    "dont_filter": True,
                    "errback": lambda failure: None,
                }
                yield scrapy.Request(
                    url, self.parse, method, **options, cb_kwargs={"number": number}
                )

        def parse(self, response: Any, number: int) -> None:
            found[number] = response.request.url  # Scrapy removes the fragment from `response.url`.

    settings = {
        "LOG_ENABLED": False,
        "HTTPERROR_ALLOW_ALL": True,
        "RETRY_ENABLED": False,
        "HTTPPROXY_ENABLED": False,
    }
    crawler = process({**settings, "TELNETCONSOLE_ENABLED": False, "DOWNLOAD_DELAY": 0})
    crawler.crawl(Spider)
    crawler.start()
    json.dump(found, sys.stdout)


#: For each column of the table, a function that sends requests
CLIENTS: Final[dict[str, Callable[[Sequence[Asked]], Iterator[str | None] | list[str | None]]]] = {
    "requests": lambda asked: _sent_by(_requests, asked),
    "httpx": lambda asked: _sent_by(_httpx, asked),
    "aiohttp": lambda asked: _sent_by(_aiohttp, asked),
    "urllib": lambda asked: _sent_by(_urllib, asked),
    "Scrapy": _sent_by_scrapy,
}


def outcomes(client: str, cases: Sequence[Case]) -> list[Outcome | None]:
    """Let a client send the requests of the cases, and return what arrives. Without the library
    `cryptography`, the outcome of a request by HTTPS is `None`."""
    with running(cases) as site:
        numbers = [
            number
            for number, case in enumerate(cases)
            if not case.is_secure or "https" in site.origins
        ]
        asked = [
            (
                cases[number].method,
                f"{site.url('same', number, 0)}#top",
                site.headers(number),
                cases[number].body,
            )
            for number in numbers
        ]
        urls = dict(zip(numbers, CLIENTS[client](asked), strict=True))
    return [
        Outcome(sent, urls[number]) if number in urls else None
        for number, sent in enumerate(site.sent)
    ]


def outcome_of_fetch(case: Case) -> Outcome:
    """Return the outcome by the Fetch Standard, as `Request.redirected` follows it. Nothing is
    sent."""
    site = Site([case])
    # `localhost` would be trustworthy, so its pages would send a `Referer` from https to http.
    names = {
        "same": "http://a.example",
        "port": "http://a.example:8080",
        "host": "http://b.example",
    }
    site.origins |= {
        **names,
        "http": names["same"],
        "https": "https://a.example",
        "ftp": "ftp://a.example",
    }
    request: Request | None = Request(
        case.method, f"{site.url('same', 0, 0)}#top", site.headers(0), case.body
    )
    sent: list[Sent] = []
    url: str | None = None
    while request is not None:
        url, step = request.url, len(sent)
        headers = {name.lower(): value for name, value in request.headers.items()}
        sent.append(Sent(url[: url.index("/", 8)], request.method, headers, request.body or b""))
        redirect = case.to[step] if step < len(case.to) else None
        response = {} if redirect in (None, "none") else {"Location": site.url(redirect, 0, step)}
        try:
            request = request.redirected(200 if redirect is None else case.status, response)
        except RefusedRedirectError:
            return Outcome(sent, None)
    return Outcome(sent, url)


# The table


class Row(NamedTuple):
    """A row of the table: its title, the cases, and the words for an outcome."""

    title: str
    cases: Sequence[Case]
    words: Callable[[Outcome], str]

    def cell(self, found: Sequence[Outcome | None]) -> str | None:
        words = dict.fromkeys(self.words(outcome) for outcome in found if outcome is not None)
        return " or ".join(words) or None


def _method(outcome: Outcome) -> str:
    last = outcome.sent[-1]
    if len(outcome.sent) == 1:
        return _answer(outcome)
    body = "" if last.method in ("GET", "HEAD") else ", body" if last.body else ", no body"
    return f"`{last.method}`{body}"


def _answer(outcome: Outcome) -> str:
    if outcome.sent[-1].origin == "ftp":
        return "opens it"
    return "error" if outcome.url is None else "the response"


def _header(name: str) -> Callable[[Outcome], str]:
    def words(outcome: Outcome) -> str:
        first, last = outcome.sent[0], outcome.sent[-1]
        if len(outcome.sent) == 1:
            return _answer(outcome)
        if name not in last.headers:
            return "removed"
        written = last.headers[name]
        if written == first.headers[name]:
            return "kept"
        if written == f"{first.origin}/":
            return "its origin"
        return "`null`" if written == "null" else "the URL that redirects"

    return words


def _fragment(outcome: Outcome) -> str:
    return "kept" if (outcome.url or "").endswith("#top") else "lost"


def _count(outcome: Outcome) -> str:
    return str(len(outcome.sent) - 1)


LOGIN: Final = {"Authorization": "Basic eDp5"}
COOKIE: Final = {"Cookie": "a=b"}
REFERER: Final = {"Referer": "{same}/page"}
FROM_PAGE: Final = {**REFERER, "Origin": "{same}"}
KIND: Final = {"Content-Type": "text/plain"}
#: Redirects to other origins
OTHERS: Final = [Case(to=["port"]), Case(to=["host"]), Case(to=["http"], is_secure=True)]


def _with(headers: Mapping[str, str], *cases: Case) -> list[Case]:
    return [case._replace(headers=headers) for case in cases]


def _statuses(method: str, *statuses: int, headers: Mapping[str, str] = {}) -> list[Case]:
    return [Case(method, status, headers=headers) for status in statuses]


ROWS: Final = [
    Row("`POST`: 301, 302 or 303", _statuses("POST", 301, 302, 303), _method),
    Row("`POST`: 307 or 308", _statuses("POST", 307, 308), _method),
    Row("`PUT`: 301", _statuses("PUT", 301), _method),
    Row("`PUT`: 302", _statuses("PUT", 302), _method),
    Row("`HEAD`: any status", _statuses("HEAD", 301, 302, 303, 307, 308), _method),
    Row(
        "`Content-Type` of a dropped body",
        _statuses("POST", 302, headers=KIND),
        _header("content-type"),
    ),
    Row("`Authorization`: the same origin", _with(LOGIN, Case()), _header("authorization")),
    Row(
        "`Authorization`: another port or host, https to http",
        _with(LOGIN, *OTHERS),
        _header("authorization"),
    ),
    Row("a `Cookie` header: the same origin", _with(COOKIE, Case()), _header("cookie")),
    Row("a `Cookie` header: another port or host", _with(COOKIE, *OTHERS), _header("cookie")),
    Row("`Referer`: the same origin", _with(REFERER, Case()), _header("referer")),
    Row("`Referer`: another port or host", _with(REFERER, *OTHERS[:2]), _header("referer")),
    Row("`Referer`: https to http", _with(REFERER, *OTHERS[2:]), _header("referer")),
    Row("`Origin`: another port", _with(FROM_PAGE, Case("POST", 307, ["port"])), _header("origin")),
    Row(
        "`Origin`: a third origin",
        _with(FROM_PAGE, Case("POST", 307, ["port", "host"])),
        _header("origin"),
    ),
    Row("the fragment, if `Location` has none", [Case()], _fragment),
    Row("redirects until an error", [Case(to=["same"] * 40)], _count),
    Row("a redirect without `Location`", [Case(to=["none"])], _answer),
    Row("`Location: ftp:…`", [Case(to=["ftp"])], _answer),
]
CASES: Final = [case for row in ROWS for case in row.cases]


def cells(found: Sequence[Outcome | None]) -> list[str | None]:
    """Return the cells of a column. A cell is `None` if the outcomes of all its cases are."""
    rest = iter(found)
    return [row.cell([next(rest) for _ in row.cases]) for row in ROWS]


def main() -> None:
    if sys.argv[1:] == ["--scrapy"]:
        _crawl()
        return
    right = cells([*map(outcome_of_fetch, CASES)])
    columns = [cells(outcomes(name, CASES)) for name in CLIENTS]
    print("|", " | ".join(["redirect", "`redirected`", *CLIENTS]), "|")
    print("|", " | ".join(["---"] * (2 + len(columns))), "|")
    for row, true, *words in zip(ROWS, right, *columns, strict=True):
        shown = [word if word == true else f"**{word}**" for word in words]
        print("|", " | ".join([row.title, str(true), *shown]), "|")


if __name__ == "__main__":
    main()
