"""`urldom.http.refresh()` returns the time and the URL of a `Refresh` header."""

from html import escape

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.cases import each_case
from urldom import URL, InvalidURLError
from urldom.http import Refresh, refresh
from urldom.trees import parse

ADDRESS = "https://example.com/dir/page?q#top"


@each_case(
    ("value", "seconds", "url"),
    [
        ("5; url=a", 5, "https://example.com/dir/a"),
        ("0;URL='/a'b", 0, "https://example.com/a"),
        ('0, url="/a', 0, "https://example.com/a"),
        ("0 /a", 0, "https://example.com/a"),
        ("7.9;/a", 7, "https://example.com/a"),
        (".5;/a", 0, "https://example.com/a"),
        ("0;url /a", 0, "https://example.com/dir/url%20/a"),
        ("0;;url=/a", 0, "https://example.com/dir/;url=/a"),
        ("0;url=", 0, "https://example.com/dir/page?q"),
        ("0;url=''", 0, "https://example.com/dir/page?q"),
        ("0;#b", 0, "https://example.com/dir/page?q#b"),
        ("5", 5, ADDRESS),
        (" 5 ; ", 5, ADDRESS),
        ("0;\\\\h\\a", 0, "https://h/a"),
        ("0;mailto:x", 0, "mailto:x"),
    ],
)
def test_refresh_returns_the_url_that_a_browser_loads(value, seconds, url):
    assert (
        refresh(value, ADDRESS)
        == refresh(value.encode(), URL(ADDRESS))
        == Refresh(seconds, URL(url))
    )


@pytest.mark.parametrize(
    "value",
    ["", "x", "-1;url=a", "5x", "url=a", "0;url=http://[", "0;url=javascript:x", "0;JavaScript:x"],
)
def test_values_that_a_browser_ignores_return_none(value):
    assert refresh(value, ADDRESS) is None


def test_bytes_are_decoded_as_latin_1():
    assert (
        refresh(b"0;/\xe9", ADDRESS).url.pathname
        == refresh("0;/\udce9", ADDRESS).url.pathname
        == "/%C3%A9"
    )
    assert refresh("0;/\u00e9".encode(), ADDRESS).url.pathname == "/%C3%83%C2%A9"


def test_time_until_a_refresh_is_limited():
    assert refresh("0" * 100_000 + "5", ADDRESS).seconds == 5
    assert (
        refresh("9" * 100_000, ADDRESS).seconds == refresh(str(2**63), ADDRESS).seconds == 2**63 - 1
    )
    assert refresh(str(2**63 - 1), ADDRESS).seconds == 2**63 - 1


def test_arguments_of_other_types_raise():
    with pytest.raises(
        TypeError, match="the value of a Refresh header must be bytes or a str, not None"
    ):
        refresh(None, ADDRESS)
    with pytest.raises(InvalidURLError):
        refresh("5", "/a")


@given(st.text("0159.;, \turlURL='\"ab/#", max_size=20))
def test_refresh_and_a_meta_element_have_the_same_url(value):
    escaped = value.replace('"', "&quot;")
    page = parse(
        f'<meta http-equiv=refresh content="{escaped}">', ADDRESS, content_type="text/html"
    )
    found = [url.url for url in page.urls()]
    result = refresh(value, ADDRESS)
    assert found == ([result.url.href] if result is not None and result.url.href != ADDRESS else [])


@pytest.mark.parametrize("part", ["9", ".", " ", ";", "url=", "'", "u"])
def test_long_value_takes_linear_time(part):
    """Quadratic time would take minutes."""
    refresh("0;" + part * 300_000, ADDRESS)
    refresh(part * 300_000, ADDRESS)


@each_case("url", ["http://h/a?b;url=c#'d", "data:,'\"<", "mailto:a;b c"])
def test_refresh_reads_the_header_that_it_writes(url):
    found = Refresh(7, URL(url))
    assert found.header == f"7; url={URL(url).href}"
    assert refresh(found.header, ADDRESS) == found
    html = f"<html><meta http-equiv='refresh' content='{escape(found.header)}'/></html>"
    (again,) = parse(html, ADDRESS, parser="xml.etree").urls()
    assert (again.kind, again.url) == ("refresh", URL(url).href)
