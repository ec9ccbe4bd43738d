"""A spider with the classes of `urldom.scrapy` requests what Chromium requests on a random site, and
Chromium shows a copy of it from the disk."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.cases import more_at_night
from tests.docs.test_examples import example

from .browser import Browser
from .test_mirror import check

pytest.importorskip("scrapy")

from urldom.scrapy import Request, RequestFingerprinter

from .crawls import HostileSite, crawl_with_chromium, crawl_with_scrapy


def by_fingerprint(targets: set[str]) -> dict[bytes, str]:
    """Return targets by their fingerprints. Of targets with the same one, such as `?q` and `?q=`,
    Scrapy requests only the first."""
    fingerprint = RequestFingerprinter().fingerprint
    return {fingerprint(Request(f"http://127.0.0.1{target}")): target for target in targets}


@more_at_night("count", 15, 400)
def test_scrapy_requests_what_chromium_requests(browser: Browser, count: int) -> None:
    with HostileSite(1, count) as site:
        theirs = crawl_with_chromium(browser, site)
        ours = crawl_with_scrapy(site)
        pages = [target for target in theirs if site.is_page(f"http://{site.host}{target}")]
    assert len(pages) >= count
    assert {*by_fingerprint(theirs)} == {*by_fingerprint(ours)}, theirs ^ ours


@more_at_night("count", 15, 400)
def test_copy_of_a_hostile_site_loads_only_its_files(tmp_path: Path, count: int) -> None:
    module: Any = example("mirror")
    copy = tmp_path / "copy"
    with HostileSite(1, count) as site:
        address = f"http://{site.host}/"
        mirror = module.Mirror(address, copy, module.from_server(address))
        mirror.copy()
        copied = {answer.url.removeprefix(address[:-1]) for answer in mirror.sources.values()}
        pages = {target for target in site.answers if site.is_page(address[:-1] + target)}
        assert pages <= copied
    with Browser(events=True) as logging:
        check(logging, copy, [file for file in mirror.sources if file.endswith("html")])
