"""Relative references are as short as possible. The fast path finds the reference that trying every
form finds."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from itertools import product
from random import Random

import pytest

from tests.core.objects.relative import draw_pair
from urldom import RFC3986, Standard, find_standard
from urldom._core.errors import Failure
from urldom._core.standards import relating
from urldom._core.standards.interface import engine_of
from urldom._core.standards.registry import STANDARD_NAMES
from urldom._core.standards.relating import relative_reference, shortest_reference
from urldom._core.values.pieces import href, is_absolute

every_standard = pytest.mark.parametrize(
    "standard", [*map(find_standard, STANDARD_NAMES)], ids=STANDARD_NAMES
)

_PATHS = [
    *(
        "",
        "/",
        "/a",
        "/a/",
        "/a/a",
        "/a/b/c",
        "//a",
        "//",
        "/a//",
        "/a//a",
        "/a/:",
        "/;a",
        "/a;a",
        "/a;a/a",
    ),
    *("/b/c/d/e", "/./a", "/a/../b/c", "/..", "/a?", "/a?a", "/a#", "/a/#a", "/a?a#a", "?a", "/?a"),
]
_ROOTLESS = [
    "",
    "a",
    "a/",
    "a/a",
    "a/b/a",
    "/.//a",
    "/.//",
    "a:a",
    "a?a",
    "a#a",
    ";a",
    "a;a",
    "a;a/a;",
]
_FILES = [
    "/a",
    "/a/b",
    "/C:",
    "/C:/",
    "/C:/a",
    "/C:/a/b",
    "/C:/C:/a",
    "//a",
    "h/C:/a",
    "h/a",
    "/a/C:/a",
]
_BASES = [
    *(f"http://h{path}" for path in _PATHS),
    *(f"a:{path}" for path in [*_ROOTLESS, *_PATHS]),
    *(f"file://{path}" for path in _FILES),
]


def _references(length: int, standard: Standard) -> Iterator[str]:
    """Yield every relative reference of up to `length` characters, from short to long."""
    for count in range(length + 1):
        for text in map("".join, product("/.a:?#;", repeat=count)):
            # The first segment of a relative path cannot contain a colon (RFC 3986 4.2). The other
            # rules of that grammar do not apply under RFC 1808.
            if ":" not in re.split("[/;?#]", text)[0] and (
                standard.name == "rfc1808" or RFC3986.is_valid_url(text)
            ):
                yield text


def _form(reference: str, url: str) -> int:
    """Return 2 if the reference is the absolute URL, 1 if it is the URL without its scheme, and 0
    otherwise."""
    return 2 if reference == url else 1 if reference == url.partition(":")[2] else 0


def _check_no_reference_is_shorter(standard: Standard, length: int) -> None:
    references, engine = list(_references(length, standard)), engine_of(standard)
    for base in _BASES:
        shortest: dict[str, str] = {}
        for reference in references:
            with suppress(ValueError):
                shortest.setdefault(str(standard.resolve(reference, base)), reference)
        for url, reference in shortest.items():
            pieces = engine.grammar.cut(url)
            if reference.startswith("//") and not url.endswith(f":{reference}"):
                continue  # The URL writes the host or path differently, so the reference is not a part of the URL.
            found = shortest_reference(engine.grammar, pieces, engine.grammar.cut_base(base))
            assert (len(found), _form(found, url)) <= (len(reference), _form(reference, url)), (
                url,
                base,
            )


@every_standard
def test_no_reference_of_up_to_two_characters_is_shorter_than_the_result(
    standard: Standard,
) -> None:
    _check_no_reference_is_shorter(standard, 2)


@pytest.mark.nightly
@every_standard
def test_no_reference_of_up_to_four_characters_is_shorter_than_the_result(
    standard: Standard,
) -> None:
    _check_no_reference_is_shorter(standard, 4)


# The fast path

_NEARLY_USUAL = [
    f"http://h{path}{tail}"
    for path in (
        "",
        "/",
        "/a",
        "/a/",
        "/a/b",
        "/a/b/",
        "/a/c/d",
        "//a",
        "/;p",
        "/a;p",
        "/.",
        "/a/..",
        "/.x",
        "/a:b",
    )
    for tail in ("", "?q", "?r", "#f", "#", "?q#f")
] + ["https://h/a", "http://i/a", "http://h:81/a", "http://u@h/a", "http://u@h/a/b"]


def _check_fast_path(standard: Standard, url: str, base: str) -> bool:
    engine = engine_of(standard)
    try:
        pieces, base_pieces = engine.grammar.cut(url), engine.grammar.cut_base(base)
    except Failure:
        return False
    if not is_absolute(base_pieces):
        return False
    quick = relative_reference(engine.grammar, pieces, base_pieces)
    assert quick == shortest_reference(engine.grammar, pieces, base_pieces), (href(pieces), base)
    return True


@every_standard
def test_fast_path_makes_the_shortest_reference(standard: Standard) -> None:
    for url, base in product(_NEARLY_USUAL, repeat=2):
        _check_fast_path(standard, url, base)


@pytest.mark.full
@every_standard
def test_fast_path_makes_the_shortest_reference_for_random_pairs(standard: Standard) -> None:
    random = Random(14)
    assert sum(_check_fast_path(standard, *draw_pair(random)) for _ in range(20_000)) > 1000


@every_standard
@pytest.mark.parametrize(
    ("url", "base"),
    [
        ("b", "a"),
        ("b?q#f", "x/y"),
        ("x/b", "x/y/z"),
        ("a#f", "a"),
        ("a/", "a/b"),
        (".x/y", "..x"),
        ("a:b", "a:c/d"),
    ],
)
def test_usual_urls_are_not_resolved(
    standard: Standard, url: str, base: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = engine_of(standard)
    pieces, base_pieces = (
        engine.grammar.cut(f"http://h/{url}"),
        engine.grammar.cut_base(f"http://h/{base}"),
    )
    monkeypatch.delattr(relating, "leads_to")
    assert relative_reference(engine.grammar, pieces, base_pieces)
