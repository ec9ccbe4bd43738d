"""In Chromium, redirect targets that `url_has_allowed_host_and_scheme` accepts stay on the allowed
hosts.

Chromium also requests the URL that `require_agreement` returns."""

from __future__ import annotations

import os
from itertools import islice

import pytest

from tests.peers import redirects
from tests.peers.redirects import ORIGINS, run, targets
from urldom import URL, InvalidURLError
from urldom.readings import AmbiguousURLError, require_agreement

from .browser import Browser
from .test_urls import compare_parsing

#: The number of targets. `python -m tests.peers.redirects` makes 200,000.
COUNT = int(os.environ.get("URLDOM_REDIRECTS", "3000"))


def test_accepted_targets_stay_on_the_allowed_hosts(browser: Browser) -> None:
    outcome = run(browser, 0, COUNT, None)
    assert outcome.wrong == []
    # The test would prove nothing without accepted targets, or without targets that lead to other
    # hosts.
    assert outcome.allowed > COUNT / 5 and outcome.leading_elsewhere > COUNT / 8


def test_accepted_target_on_another_host_is_reported(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(redirects, "url_has_allowed_host_and_scheme", lambda *arguments: True)
    outcome = run(browser, 0, 300, lambda *arguments: False)
    assert len(set(outcome.wrong)) >= outcome.leading_elsewhere / 2 > 0
    assert len(outcome.refused_by_django) == 600


def test_chromium_parses_the_urls_that_require_agreement_returns(browser: Browser) -> None:
    agreed: list[tuple[str, str | None]] = []
    for target in islice(targets(1), COUNT // 3):
        try:
            url = require_agreement(target, ORIGINS[0])
        except (AmbiguousURLError, InvalidURLError):
            continue
        agreed += [(target, ORIGINS[0]), (url.href, None)]
        assert url == URL(target, ORIGINS[0]) == URL(url.href)
    assert len(agreed) > COUNT / 10
    compare_parsing(browser, agreed)
