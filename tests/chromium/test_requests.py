"""The requests of random pages, compared with Chromium's. `requests.py` makes the pages, and lists the differences."""

from __future__ import annotations

from collections.abc import Iterator

import attrs
import pytest

from .browser import Browser
from .requests import DEPARTURES, ELEMENTS, RULES, Case, Maker, Response, Server, Target, ask, counted, differences

CASES = 1_000
#: Elements and rules whose URLs browsers do not load, or only if they need them.
RARE = {"script data", "script nomodule", "other link", "preload nonsense", "stylesheet disabled", "stylesheet type"}
#: For each feature, the least number of pages that must have it.
FEATURES = {
    300: ("Referrer-Policy", "meta referrer", "referrerpolicy", "crossorigin", "redirect", "other scheme"),
    100: (
        *("upgrade-insecure-requests", "Referrer-Policy of a redirect", "srcdoc", "301", "302", "303", "307", "308"),
    ),
    30: (
        *("sandbox", "base", "long address", "meta after elements", "meta upgrade-insecure-requests", "address"),
        *("srcdoc sandbox", "nested srcdoc", "Referrer-Policy of a sheet"),
    ),
}


@pytest.fixture(scope="module")
def server(browser: Browser) -> Iterator[Server]:
    with Server() as served:
        yield served


@pytest.fixture(scope="module")
def visitor(server: Server) -> Iterator[Browser]:
    with server.browser() as running:
        yield running


def test_random_pages_send_the_requests_of_chromium_except_for_known_differences(
    visitor: Browser, server: Server
) -> None:
    count, unknown = counted(visitor, server, Maker(1), CASES)
    if unknown:
        pytest.fail("\n".join([f"{len(unknown)} in {CASES} pages", *map(str, unknown[:20])]), pytrace=False)
    assert count["pages"] == CASES
    assert count["requests"] > 4 * CASES
    for least, features in FEATURES.items():
        assert {name: count[name] for name in features if count[name] < least} == {}
    sent = {f"sent: {name}" for name in {*ELEMENTS, *RULES} - RARE}
    assert {name: count[name] for name in sent if count[name] < 20} == {}
    assert {name for name in DEPARTURES if not count[name]} == set()


def test_twenty_redirects_are_followed_and_no_more(visitor: Browser, server: Server) -> None:
    origin = "https://a.example.test"
    redirects = [Response(302, (("Location", f"/1.1.{hop + 1}/dir/next"),)) for hop in range(22)]
    target = Target("1", "a", f"{origin}/1.1.0/dir/file", (*redirects, Response(204, ())))
    page = f"<!DOCTYPE html><a href='{target.url}' data-click>x</a>"
    response = Response(200, (("Content-Type", "text/html"),), page.encode())
    (answer,) = ask(visitor, server, [Case(1, f"{origin}/1.page.0/dir/", response, (target,), True, frozenset())])
    assert max(hop for key, hop in answer.requests if key == "1") == 20
    assert [attrs.asdict(found) for found in differences(answer)] == []
