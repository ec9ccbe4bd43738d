"""Functions that split, normalize or shorten a URL without resolving it."""

from __future__ import annotations

import pytest
from hypothesis import given

from tests.cases import each_case
from tests.core.standards.whatwg.strategies import urls
from urldom._core.errors import Failure
from urldom._core.standards.whatwg.cutting import cut
from urldom._core.standards.whatwg.relative import (
    cut_unresolved,
    encode_path,
    has_one_path,
    normalize_reference,
    with_written_path,
    without_fragment,
)
from urldom._core.text.percent_encoding import PercentEncoder
from urldom._core.values.pieces import href

BASES = [cut("http://u@h/a/b?c"), cut("https://h:8080/")]


def href_or_none(text: str, base=None) -> str | None:
    try:
        return href(cut(text, base))
    except Failure:
        return None


@given(urls)
def test_text_and_its_pieces_resolve_to_one_url(text):
    try:
        pieces = cut_unresolved(text, "utf-8")
    except Failure:
        assert href_or_none(text) is None
        return
    reference = href(pieces)
    for base in [None] if pieces[0] else BASES:
        assert href_or_none(reference, base) == href_or_none(text, base)


@given(urls)
def test_reference_and_normalized_reference_resolve_to_one_url(text):
    try:
        scheme, slashes, userinfo, host, port, path, query, fragment, _ = cut_unresolved(
            text, "utf-8"
        )
    except Failure:
        return
    if not scheme and has_one_path(slashes, host, path):
        slashes, path = normalize_reference(slashes, path)
        for base in BASES:
            normalized = f"{slashes}{userinfo}{host}{port}{path}{query}{fragment}"
            assert href_or_none(normalized, base) == href_or_none(text, base)


@given(urls)
def test_url_with_the_written_path_parses_to_the_url(text):
    """`with_written_path` changes only the path. Parsing its result makes the original URL."""
    try:
        pieces = cut_unresolved(text, "utf-8")
    except Failure:
        return
    written = with_written_path(pieces, text)
    assert [
        piece for piece, other in zip(pieces[:8], written[:8], strict=True) if piece != other
    ] in ([], [pieces[5]])
    assert href(cut_unresolved(href(written), "utf-8")) == href(pieces)


@each_case(
    ("before", "path", "after"),
    [
        ("http://é", "/é", "?é#é"),
        ("http:\\\\é", "\\é/x", ""),
        ("http:é", "/é", ""),
        ("ftp:///é", "//é", ""),
        ("file://é", "/é", ""),
        ("file://", "C|/é", ""),
        ("file:", "é", ""),
        ("foo://é@h", "/é", ""),
        ("foo://é\\@h", "/é", ""),
        ("foo:", "é", ""),
        ("", "https\u017f://é/é", ""),
        ("//é", "\\é", ""),
        ("", "é/é", "#é"),
        ("?é", "", ""),
    ],
)
def test_path_of_a_written_url_is_found(before, path, after):
    text = f"{before}{path}{after}"
    encoded = f"{before}{PercentEncoder('!-~').encode(path)}{after}"
    assert encode_path(text, "utf-8") == encode_path(f" {text}\t ", "utf-8") == encoded


@pytest.mark.parametrize(
    ("text", "short"),
    [("a#b#c", "a"), ("a", "a"), ("#b", "#b"), ("a #b", "a #b"), ("a%20#", "a%20")],
)
def test_fragment_is_removed_if_nothing_else_changes(text, short):
    assert without_fragment(text) == short


@pytest.mark.parametrize(
    ("slashes", "path", "normalized"),
    [
        ("", "a:b/c", ("", "./a:b/c")),
        ("", "a/b:c", ("", "a/b:c")),
        ("", "1:b", ("", "1:b")),
        ("", "/a/../b/.", ("", "/b/")),
        ("", "/.//a", ("/.", "//a")),
        ("//", "/.//a", ("//", "//a")),
        ("", "/C:/../a", ("", "/C:/../a")),
    ],
)
def test_normalized_reference_is_read_as_a_path(slashes, path, normalized):
    assert normalize_reference(slashes, path) == normalized
