"""How HTTP clients read thirteen `Location` headers: the table of `docs/http.md`."""

import re
from pathlib import Path

import pytest

from urldom.http import location

ADDRESS = "https://example.com/dir/page?q#top"
TEXT = (Path(__file__).parents[2] / "docs/http.md").read_text(encoding="utf-8")
#: The bytes of a header that the table does not show as it is.
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


def test_the_table_has_thirteen_headers():
    assert len(ROWS) == 13 and {len(row) for row in ROWS} == {4}
    assert [sum(row[column] == "the same" for row in ROWS) for column in (2, 3)] == [4, 4]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_a_location_leads_where_the_table_says(row):
    assert location(value_of(row), ADDRESS).href == expected(row, 1)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_httpx_goes_where_the_table_says(row):
    httpx = pytest.importorskip("httpx", minversion="0.28")
    transport = httpx.MockTransport(lambda request: httpx.Response(302, headers=[(b"Location", value_of(row))]))
    try:
        with httpx.Client(transport=transport, trust_env=False) as client:
            found = str(client.get(ADDRESS, follow_redirects=False).next_request.url)
    except (httpx.HTTPError, httpx.InvalidURL):
        found = "error"
    assert found == expected(row, 2)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_requests_goes_where_the_table_says(row):
    requests = pytest.importorskip("requests", minversion="2.32")
    request = requests.Request("GET", ADDRESS).prepare()
    response = requests.Response()
    response.status_code, response.url, response.request = 302, request.url, request
    response.headers["Location"] = value_of(row).decode("latin-1")
    try:
        found = next(requests.Session().resolve_redirects(response, request, yield_requests=True)).url
    except UnicodeDecodeError:
        found = "error"
    assert found == expected(row, 3)


@pytest.mark.parametrize("value", ["/caf\u00e9".encode(), b"/caf\xe9", b"/a"])
def test_the_values_that_clients_have(value):
    """As `docs/http.md` says to pass them."""
    expected = location(value, ADDRESS)
    httpx = pytest.importorskip("httpx")
    raw = dict(httpx.Response(302, headers=[(b"Location", value)]).headers.raw)[b"Location"]
    assert location(raw, ADDRESS) == expected
    assert location(value.decode("latin-1").encode("latin-1"), ADDRESS) == expected  # http.client decodes so
    assert location(value.decode("utf-8", "surrogateescape"), ADDRESS) == expected  # aiohttp decodes so
    assert re.fullmatch(r"/[a%0-9A-Fcf]+", expected.pathname)
