"""The requests for URLs before a `base` element, compared with Chromium's."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from tests.trees.requests.late_bases import EARLY, LATE

from .browser import Browser
from .requests import CONTENT, Case, Response, Server, Target, answers

PAGE, BASE = "https://a.example.test", "https://b.co.uk"
#: The elements for which Chromium guesses the early URL, and then requests the later one.
GUESSED = ("input image", "poster")


@pytest.fixture(scope="module")
def server(browser: Browser) -> Iterator[Server]:
    with Server() as served:
        yield served


def case(number: int, name: str, markup: str) -> Case:
    """Return a page whose `base` comes late, and has another host."""
    path = f"/{number}.1.0/dir/file"
    text = f'<!DOCTYPE html><title>x</title>{markup.replace("{u}", path)}<p><base href="{BASE}">'
    page = Response(200, (("Content-Type", "text/html"),), text.encode())
    # If there is no image at the early URL, Chromium may request the later one too.
    kind, body = CONTENT["image" if re.search("img|image|picture", name) else "nothing"]
    response = Response(200, (("Content-Type", kind),), body) if kind else Response(204, ())
    target = Target("1", name, PAGE + path, (response,))
    return Case(number, f"{PAGE}/{number}.page.0/dir/", page, (target,), False, frozenset())


def test_urls_before_a_base_are_requested_as_the_tables_say(server: Server) -> None:
    table = EARLY | LATE
    cases = [case(number, *entry) for number, entry in enumerate(table.items(), 1)]
    requested: dict[str, set[str]] = {}
    for answer in answers(server, cases, windows=3, calm=0.8):
        number = answer.case.number
        seen = [request.url for request in server.seen[number] if request.key == "1"]
        requested[list(table)[number - 1]] = {url.partition(f"/{number}.")[0] for url in seen}
    expected = {name: {PAGE} if name in EARLY else {BASE} for name in table}
    expected |= {name: {PAGE, BASE} for name in GUESSED}
    assert requested["track"] <= expected.pop("track")  # Chromium does not load every track.
    assert expected.items() <= requested.items()
