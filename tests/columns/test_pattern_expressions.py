"""The expressions with which Arrow matches usual URLs against patterns."""

from __future__ import annotations

import re
from typing import Any

import pytest

pa = pytest.importorskip("pyarrow", reason="pyarrow is not installed")
from urldom import URLPattern, columns  # noqa: E402
from urldom.columns._matching import expression_of_pattern  # noqa: E402


def test_usual_urls_are_matched_by_arrow(monkeypatch: pytest.MonkeyPatch) -> None:
    tested_urls: list[Any] = []

    def test(self: URLPattern, url: str) -> bool:
        tested_urls.append(url)
        return True

    monkeypatch.setattr(URLPattern, "test", test)
    urls = [
        "http://h.example/a?b",
        "HTTP://h.example/",
        "https://h.example",
        None,
        "HTTP://h.example/",
    ]
    found = columns.matches(pa.array(urls), URLPattern("https://h.example"))
    assert found.to_pylist() == [False, True, True, None, True]
    assert tested_urls == ["HTTP://h.example/"]


@pytest.mark.parametrize(
    ("pattern", "matching", "others"),
    [
        (
            "http{s}?://h/a",
            ["http://h/a", "https://h/a?b#c"],
            ["http://h/ab", "http://h:8080/a", "http://gh/a"],
        ),
        (
            "https://h:8080",
            ["https://h:8080", "https://h:8080/"],
            ["https://h/", "http://h:8080/", "https://h:80801/"],
        ),
        (
            "*://*.b/c?d",
            ["http://a.b/c?d"],
            ["http://b/c?d", "http://a.b/c", "http://a.b/c?de", "http://h/x.b/c?d"],
        ),
        (
            r"https://h/(a|\d{2,3})",
            ["https://h/a", "https://h/12"],
            ["https://h/1", "https://h/1234"],
        ),
        ("https://h/:x?", ["https://h/x"], ["https://h/x/y"]),
    ],
)
def test_expression_matches_the_same_usual_urls(
    pattern: str, matching: list[str], others: list[str]
) -> None:
    found = expression_of_pattern(URLPattern(pattern))
    assert found is not None and found.is_exact
    test = re.compile(found.text).fullmatch
    assert [bool(test(url)) for url in matching + others] == [True] * len(matching) + [False] * len(
        others
    )


def test_expression_of_unsupported_syntax_matches_more() -> None:
    """RE2 has no look-ahead."""
    found = expression_of_pattern(URLPattern("https://h/((?=a)a)"))
    assert found is not None and not found.is_exact
    assert re.fullmatch(found.text, "https://h/a") and re.fullmatch(found.text, "https://h/b")


@pytest.mark.parametrize("pattern", ["ftp://h/*", "https://u@h/*", "https://:p@h/*"])
def test_pattern_without_usual_urls_has_no_expression(pattern: str) -> None:
    assert expression_of_pattern(URLPattern(pattern)) is None
