"""Chromium reads the result of `urldom.urllib.urljoin` as it reads the reference against the
base."""

from __future__ import annotations

from tests.urllib.nasty import nasty_pairs
from urldom import URL
from urldom.urllib import urljoin

from .browser import Browser


def test_chromium_reads_the_result_as_the_reference(browser: Browser) -> None:
    pairs = []
    for base, url in nasty_pairs(19, 20_000):
        try:
            pairs.append((base, url, urljoin(base, url), URL(url, base).href))
        except ValueError:
            continue
    theirs = browser.run(
        """const href = (...given) => { try { return new URL(...given).href } catch { return null } }
        return argument.map(([base, url, joined]) => [href(url, base), href(joined)])""",
        pairs,
    )
    # test_urls.py compares how Chromium and urldom read a reference.
    read = [
        (*pair, *their) for pair, their in zip(pairs, theirs, strict=True) if their[0] == pair[3]
    ]
    assert len(read) > 5_000
    assert [one for one in read if one[4] != one[5]] == []
