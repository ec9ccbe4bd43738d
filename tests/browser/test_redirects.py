"""Redirects and refreshes, compared with Chromium."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random

import pytest

from tests.browser.browser import Browser
from tests.browser.redirects import (
    DIFFERENCES,
    FRAGMENTS,
    Redirecting,
    differences,
    followed,
    ours,
    random_header,
    redirect,
)
from tests.peers.test_location import ROWS, value_of
from urldom.http import refresh


@pytest.fixture(scope="module")
def watched(browser: Browser) -> Iterator[Browser]:
    """A browser that logs network events. (`browser` skips the test if Chromium is not
    installed.)"""
    with Browser(events=True) as running:
        yield running


def test_location_returns_the_url_that_chromium_requests(watched: Browser) -> None:
    random = Random(24)
    headers = [random_header(random) for _ in range(1200)]
    fragments = [random.choice(FRAGMENTS) for _ in headers]
    assert list(differences(watched, headers, fragments)) == []


def test_each_known_difference_still_differs(watched: Browser) -> None:
    """If this test fails, Chromium follows the standard in a case of the table. Then remove the row
    from the table."""
    headers = [difference.example for difference in DIFFERENCES]
    answers = followed(watched, [[value] for value in headers], ["#"] * len(headers))
    for number, theirs in enumerate(answers):
        assert ours(headers[number], number, "#") != theirs, DIFFERENCES[number].standard


def test_chromium_rejects_two_different_locations(watched: Browser) -> None:
    headers = [[b"/a", b"/b"], [b"/a", b"/a"], [b"/a, /b"]]
    assert [*followed(watched, headers, [""] * 3)] == [
        "ERR_RESPONSE_HEADERS_MULTIPLE_LOCATION",
        "ORIGIN/a",  # Fetch: two `Location` headers are an error, even if their values are equal.
        "ORIGIN/a,%20/b",
    ]


def test_chromium_requests_the_urls_of_the_table_in_the_documentation(watched: Browser) -> None:
    """The test sends the thirteen headers of `docs/http.md`. Unlike in that document, the URL of
    the page is `http:`, in `ORIGIN/dir/sub/`."""
    headers = [value_of(row).replace(b"https:b", b"http:b") for row in ROWS]
    answers = [*followed(watched, [[value] for value in headers], ["#top"] * len(headers))]
    expected = [
        row[1]
        .strip("`")
        .replace("https://example.com/dir", "ORIGIN/dir/sub")
        .replace("https://example.com", "ORIGIN")
        for row in ROWS
    ]
    assert answers == [url.replace("https://", "http://") for url in expected]


#: The fragment that a page reads. The header has an empty fragment, no fragment, or a fragment of
#: its own.
@pytest.mark.parametrize(
    ("value", "fragment", "expected"),
    [(b"/a#", "#own", "/a#"), (b"/a", "#own", "/a#own"), (b"/a#b", "#own", "/a#b")],
)
def test_page_sees_the_inherited_fragment(
    watched: Browser, value: bytes, fragment: str, expected: str
) -> None:
    with Redirecting({"0": redirect(value)}) as server:
        watched.visit(f"{server.origin}/dir/sub/0?q{fragment}")
        assert watched.run("return location.href") == server.origin + expected
        assert ours(value, 0, fragment) == f"ORIGIN{expected}"


REFRESHES: list[bytes] = [
    *(
        b"0; url=/a",
        b"0;URL='/a'b",
        b'0, url="/a',
        b"0 /a",
        b"0;/a",
        b"0.9;url=/a",
        b".5; url=/a",
        b"0;url /a",
    ),
    *(
        b"0;ur=/a",
        b" 0 ; uRl = /a ",
        b"0; url=//h.example\\a",
        b"0;url=/caf\xc3\xa9?\xc3\xa9#\xc3\xa9",
    ),
    *(
        b"0;url=/\xe9?\xe9",
        b"0;;url=/a",
        b"0x;url=/a",
        b"-1;url=/a",
        b"+0;url=/a",
        b"x",
        b"0..;url=/a",
    ),
    *(
        b"0;url='",
        b"0;url=http://[",
        b"0;u",
        b"0,,/a",
        b'0;url="a\'b"c',
        b"0; url = ' /a b ' ",
        b"00;url=/a",
    ),
    *(b"0\t;\turl\t=\t/a", b"0;url=?q", b"0;'/a'"),
]
#: These URLs are invalid. Step 12 of the HTML Standard's algorithm ignores an invalid URL, but
#: Chromium tries to load it.
NOT_PARSED = b"0;url=http://["


def test_refresh_returns_the_url_that_chromium_loads(watched: Browser) -> None:
    ok = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nRefresh: "
    responses = {str(number): ok + value + b"\r\n" for number, value in enumerate(REFRESHES)}
    theirs: dict[int, str] = {}
    with Redirecting(responses) as server:
        watched.visit(f"{server.origin}/page")
        watched.driver.get_log("performance")
        frames = "".join(
            f'<iframe src="/dir/sub/{number}"></iframe>' for number in range(len(REFRESHES))
        )
        watched.run("document.body.innerHTML = argument", frames)
        watched.run("window.loaded = performance.now()")
        watched.wait_until("return performance.now() - window.loaded > 4000", 60)
        numbers: dict[str, int] = {}
        for entry in watched.driver.get_log("performance"):
            message = json.loads(entry["message"])["message"]
            if (
                message["method"] != "Page.frameRequestedNavigation"
                and message["method"] != "Network.requestWillBeSent"
            ):
                continue
            frame = message["params"]["frameId"]
            if message["method"] == "Network.requestWillBeSent":
                url = message["params"]["request"]["url"]
                if url.startswith(f"{server.origin}/dir/sub/") and url.rpartition("/")[2].isdigit():
                    numbers.setdefault(frame, int(url.rpartition("/")[2]))
            elif frame in numbers:
                theirs.setdefault(numbers[frame], message["params"]["url"])
        expected: dict[int, str] = {}
        for number, value in enumerate(REFRESHES):
            found = refresh(value, f"{server.origin}/dir/sub/{number}")
            if found is not None:
                expected[number] = found.url.href
    assert theirs.pop(REFRESHES.index(NOT_PARSED)) == "http://[/"
    assert {REFRESHES[n]: url for n, url in theirs.items()} == {
        REFRESHES[n]: url for n, url in expected.items()
    }
