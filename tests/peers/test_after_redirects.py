"""After a redirect, HTTP clients send what the table in `docs/send.md` shows. The tests ask them on
this machine."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from .after_redirects import CASES, CLIENTS, ROWS, cells, outcome_of_fetch, outcomes

TEXT = (Path(__file__).parents[2] / "docs/send.md").read_text(encoding="utf-8")
TITLES, _, *TABLE = [
    [cell.strip(" *") for cell in line.strip("|").split("|")]
    for line in (re.search(r"^\| redirect .*\n(\|.*\n)+", TEXT, re.MULTILINE) or [""])[
        0
    ].splitlines()
]
#: The versions in the table. Other versions may send something else.
VERSIONS = {"requests": "2.34", "httpx": "0.28", "aiohttp": "3.14", "Scrapy": "2.19"}


def column(title: str) -> list[str]:
    return [row[TITLES.index(title)] for row in TABLE]


def test_table_has_every_row_and_client():
    assert [TITLES, column("redirect")] == [
        ["redirect", "`redirected`", *CLIENTS],
        [row.title for row in ROWS],
    ]
    for name, version in VERSIONS.items():
        assert f"{name} {version}" in re.sub(r"\s+", " ", TEXT)


def test_bold_words_differ_from_the_standard():
    lines = [
        line for line in TEXT.splitlines() if line.split(" | ")[0].strip("| ") in column("redirect")
    ]
    for line in lines:
        _, right, *words = [cell.strip() for cell in line.strip("|").split("|")]
        assert [word.startswith("**") for word in words] == [
            word.strip("*") != right for word in words
        ]


def test_redirected_follows_the_standard():
    assert cells([*map(outcome_of_fetch, CASES)]) == column("`redirected`")


@pytest.mark.parametrize(
    "client",
    [pytest.param(name, marks=pytest.mark.full) if name == "Scrapy" else name for name in CLIENTS],
)
@pytest.mark.filterwarnings("ignore:Unverified HTTPS request")
def test_client_sends_what_the_table_shows(client):
    if client == "urllib":
        if sys.version_info < (3, 11):
            pytest.skip("before Python 3.11, urllib does not follow 308")
    else:
        pytest.importorskip(client.lower(), minversion=VERSIONS[client])
    expected = column(client)
    if client == "urllib" and sys.version_info >= (3, 13):
        assert "`urllib` turns `HEAD` into `GET` only before Python 3.13." in re.sub(
            r"\s+", " ", TEXT
        )
        expected[column("redirect").index("`HEAD`: any status")] = "`HEAD`"
    found = cells(outcomes(client, CASES))
    assert [words or shown for words, shown in zip(found, expected, strict=True)] == expected
