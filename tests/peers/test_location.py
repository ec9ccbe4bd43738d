"""HTTP clients request the URLs that `docs/http.md` lists for thirteen `Location` headers."""

import re
import runpy
import threading
import urllib.request
from pathlib import Path
from socketserver import StreamRequestHandler, ThreadingTCPServer
from urllib.parse import unquote_to_bytes, urlsplit, urlunsplit

import pytest

from tests.cases import each_case
from urldom.http import location

ADDRESS = "https://example.com/dir/page?q#top"
TEXT = (Path(__file__).parents[2] / "docs/http.md").read_text(encoding="utf-8")
#: The table describes some headers in words. This dictionary maps each description to the header's
#: bytes.
BYTES = {
    "`/café` in UTF-8": "/caf\u00e9".encode(),
    "`/café` in Latin-1": b"/caf\xe9",
    "`/`, a tab, `/h.example/a`": b"/\t/h.example/a",
}
ROWS = [
    [cell.strip() for cell in line.strip("| ").split(" | ")]
    for line in TEXT.partition("| `Location` |")[2].partition("\n\n")[0].splitlines()[2:]
]


def value_of(row):
    return BYTES.get(row[0], row[0].strip("`").encode())


def expected(row, column):
    return row[1].strip("`") if row[column] == "the same" else row[column].strip("`")


def test_table_has_thirteen_headers():
    assert len(ROWS) == 13 and {len(row) for row in ROWS} == {4}
    assert [sum(row[column] == "the same" for row in ROWS) for column in (2, 3)] == [4, 4]


@each_case("row", ROWS, ids=lambda row: row[0])
def test_location_returns_the_url_in_the_table(row):
    assert location(value_of(row), ADDRESS).href == expected(row, 1)


@each_case("row", ROWS, ids=lambda row: row[0])
def test_httpx_requests_the_url_in_the_table(row):
    httpx = pytest.importorskip("httpx", minversion="0.28")
    transport = httpx.MockTransport(
        lambda request: httpx.Response(302, headers=[(b"Location", value_of(row))])
    )
    try:
        with httpx.Client(transport=transport, trust_env=False) as client:
            found = str(client.get(ADDRESS, follow_redirects=False).next_request.url)
    except (httpx.HTTPError, httpx.InvalidURL):
        found = "error"
    assert found == expected(row, 2)


@each_case("row", ROWS, ids=lambda row: row[0])
def test_requests_requests_the_url_in_the_table(row):
    requests = pytest.importorskip("requests", minversion="2.32")
    request = requests.Request("GET", ADDRESS).prepare()
    response = requests.Response()
    response.status_code, response.url, response.request = 302, request.url, request
    response.headers["Location"] = value_of(row).decode("latin-1")
    try:
        found = next(
            requests.Session().resolve_redirects(response, request, yield_requests=True)
        ).url
    except UnicodeDecodeError:
        found = "error"
    # requests writes the header's URL again with urllib.parse. Before Python 3.13, `https:b` became
    # `https:///b`.
    is_kept = urlunsplit(urlsplit("https:b")) == "https:b"
    assert found == expected(row, 1 if row[0] == "`https:b`" and is_kept else 3)


BLOCKS = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)
#: The code in `docs/http.md` that makes clients follow the result of `location()`.
CODE = next(block for block in BLOCKS if "get_redirect_target" in block)
#: The program with the class that makes `urllib.request` return redirects. `docs/http.md` links to
#: it.
CRAWLER = Path(__file__).parents[2] / "examples/crawler.py"


class Redirecting(StreamRequestHandler):
    """A server that redirects `/dir/n` with the `Location` header `values[n]`. It records the paths
    of all other requests."""

    def handle(self):
        target = self.rfile.readline().split(b" ")[1].decode("latin-1")
        while self.rfile.readline().strip():
            pass
        head = b"HTTP/1.1 200 OK\r\n"
        if target[5:].isdigit():
            head = (
                b"HTTP/1.1 302 Found\r\nlocation: " + self.server.values[int(target[5:])] + b"\r\n"
            )
        else:
            self.server.targets.append(target)
        self.wfile.write(head + b"Content-Length: 0\r\nConnection: close\r\n\r\n")


#: The headers that redirect to the server itself. With them, no request leaves the machine.
HERE = [
    value_of(row).replace(b"https:", b"http:")
    for row in ROWS
    if expected(row, 1).startswith("https://example.com/")
]


@pytest.mark.parametrize("client", ["requests", "httpx"])
def test_clients_request_the_result_of_location(client, monkeypatch):
    monkeypatch.setenv("no_proxy", "*")
    names = {
        "requests": pytest.importorskip("requests"),
        "httpx": pytest.importorskip("httpx"),
        "location": location,
    }
    exec(CODE, names)
    with ThreadingTCPServer(("127.0.0.1", 0), Redirecting) as server:
        server.targets, server.values = [], HERE
        threading.Thread(target=server.serve_forever, daemon=True).start()
        origin = f"http://127.0.0.1:{server.server_address[1]}"
        expected_targets = []
        with names["Session"]() if client == "requests" else names["client"] as session:
            for number, value in enumerate(HERE):
                address = f"{origin}/dir/{number}"
                assert session.get(address).status_code == 200
                found = location(value, address)
                expected_targets.append(found.pathname + found.search)
        server.shutdown()
    assert [unquote_to_bytes(target) for target in server.targets] == [
        *map(unquote_to_bytes, expected_targets)
    ]


def test_opener_of_urllib_returns_every_redirect(monkeypatch):
    monkeypatch.setenv("no_proxy", "*")
    opener = urllib.request.build_opener(runpy.run_path(str(CRAWLER))["EveryResponse"])
    with ThreadingTCPServer(("127.0.0.1", 0), Redirecting) as server:
        server.values = [*map(value_of, ROWS), b"http://[", b"javascript:alert(1)"]
        threading.Thread(target=server.serve_forever, daemon=True).start()
        for number, value in enumerate(server.values):
            address = f"http://127.0.0.1:{server.server_address[1]}/dir/{number}"
            with opener.open(address) as response:
                assert (response.status, response.url) == (302, address)
                assert response.headers["Location"].encode("latin-1") == value
        server.shutdown()


@pytest.mark.parametrize("value", ["/caf\u00e9".encode(), b"/caf\xe9", b"/a"])
def test_location_accepts_the_values_of_each_client(value):
    """Each client decodes the header's bytes. `docs/http.md` describes how to pass the decoded text
    to `location()`."""
    expected = location(value, ADDRESS)
    httpx = pytest.importorskip("httpx")
    for name in (b"Location", b"location"):
        response = httpx.Response(302, headers=[(name, value)])
        assert (
            location(response.headers["Location"].encode(response.headers.encoding), ADDRESS)
            == expected
        )
    assert (
        location(value.decode("latin-1").encode("latin-1"), ADDRESS) == expected
    )  # as http.client decodes a header
    assert (
        location(value.decode("utf-8", "surrogateescape"), ADDRESS) == expected
    )  # as aiohttp decodes a header
    assert re.fullmatch(r"/[a%0-9A-Fcf]+", expected.pathname)
