"""`decompose`, `resolve` and `errors` for columns, compared with the object row by row."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any

import pytest

from tests.cases import each_case, few_or_many
from tests.columns.rows import (
    ATTRIBUTES,
    ROWS,
    STANDARDS,
    attributes,
    reason,
    resolved,
    rows_of,
    some_bases,
    some_rows,
)

pa = pytest.importorskip("pyarrow", reason="pyarrow is not installed")
pc = pytest.importorskip("pyarrow.compute")
from urldom import InvalidURLError, columns, find_standard  # noqa: E402


@each_case("standard", STANDARDS)
@each_case(
    "names", [ATTRIBUTES, ["hostname"], ["port", "host"], ["hash", "pathname"], ["href"]], ids=str
)
def test_decompose_matches_the_object(standard: str, names: list[str]) -> None:
    urls = some_rows(ROWS, seed=1)
    found = columns.decompose(pa.array(urls), attributes=names, standard=standard)
    assert rows_of(found) == [attributes(url, None, names, standard) for url in urls]


@few_or_many("count", ROWS // 4, ROWS)
@pytest.mark.parametrize("standard", STANDARDS)
@pytest.mark.parametrize("encoding", ["utf-8", "windows-1251"])
@pytest.mark.parametrize("base", ["http://example.com/a/b;p?q#f", "https://user@h:8080", "column"])
def test_relative_urls_have_the_same_results_as_the_object(
    standard: str, encoding: str, base: str, count: int
) -> None:
    urls = some_rows(count, seed=2, references=True)
    each = some_bases(count, seed=3) if base == "column" else [base] * count
    given_base = pa.array(each) if base == "column" else base
    options: dict[str, Any] = {"standard": standard, "encoding": encoding}
    column = pa.array(urls)
    pairs = list(zip(urls, each, strict=True))
    assert rows_of(columns.resolve(column, given_base, **options)) == [
        resolved(*pair, **options) for pair in pairs
    ]
    assert rows_of(columns.errors(column, given_base, **options)) == [
        reason(*pair, **options) for pair in pairs
    ]
    for names in ATTRIBUTES, ["hostname"]:
        found = columns.decompose(column, given_base, attributes=names, **options)
        assert rows_of(found) == [attributes(*pair, names, **options) for pair in pairs]


@pytest.mark.parametrize("standard", STANDARDS)
@pytest.mark.parametrize("base", [None, "", "http://example.com/a/b;p?q#f", "column"])
def test_a_row_has_a_url_or_a_reason(standard: str, base: str | None) -> None:
    """For each URL, either `errors` returns a reason, or `resolve` and `decompose` return a result.
    A URL that RFC 1808 resolves to a relative URL has a reason."""
    urls = some_rows(ROWS, seed=13, references=True)
    given_base = pa.array(some_bases(ROWS, seed=14)) if base == "column" else base
    try:
        why = columns.errors(pa.array(urls), given_base, standard=standard).is_valid()
    except InvalidURLError:
        assert base == ""  # only RFC 1808 section 4 step 1 accepts an empty base
        return
    expected = pc.and_(pa.array(urls).is_valid(), pc.invert(why))
    assert columns.resolve(pa.array(urls), given_base, standard=standard).is_valid() == expected
    assert columns.decompose(pa.array(urls), given_base, standard=standard).is_valid() == expected


def test_a_relative_url_of_rfc_1808_has_a_reason_and_no_url() -> None:
    urls = pa.array(["a/b", "//h/", "http://h/"])
    for base in None, "", pa.nulls(3, pa.string()):
        assert rows_of(columns.resolve(urls, base, standard="rfc1808")) == [None, None, "http://h/"]
        reasons = rows_of(columns.errors(urls, base, standard="rfc1808"))
        assert (reasons[0] and reasons[1]) and reasons[2] is None


@few_or_many("count", ROWS // 4, ROWS)
@pytest.mark.parametrize("standard", STANDARDS)
@pytest.mark.parametrize("base", ["http://example.com/a/b;p?q#f", "column", None])
def test_each_attribute_has_a_function(standard: str, base: str | None, count: int) -> None:
    urls = some_rows(count, seed=15, references=True)
    each = some_bases(count, seed=16) if base == "column" else [base] * count
    given_base = pa.array(each) if base == "column" else base
    options: dict[str, Any] = {"standard": standard, "encoding": "windows-1251"}
    names = [*find_standard(standard).attributes, "href"]
    rows = [attributes(*pair, names, **options) for pair in zip(urls, each, strict=True)]
    for name in names:
        found = getattr(columns, name)(pa.array(urls), given_base, **options)
        assert rows_of(found) == [row and row[name] for row in rows], name


def test_attribute_has_the_form_of_its_column() -> None:
    strings = pa.array(["http://h/", None, "x", "http://H:80/"])
    for column in (
        strings,
        strings.dictionary_encode(),
        pa.chunked_array([strings[:1], strings[1:]]),
    ):
        assert isinstance(columns.hostname(column), pa.ChunkedArray) == isinstance(
            column, pa.ChunkedArray
        )
        assert rows_of(columns.hostname(column)) == ["h", None, None, "h"]
    assert columns.hostname(strings.cast(pa.large_string())).type == pa.large_string()
    assert rows_of(columns.port(pa.array(["example.com:8080"]), default_scheme="http")) == ["8080"]


def test_attribute_that_a_standard_does_not_have_raises() -> None:
    with pytest.raises(ValueError, match="unknown attribute 'origin' under html5"):
        columns.origin(pa.array(["http://h/"]), standard="html5")


def test_fields_of_a_null_row_are_null() -> None:
    found = columns.decompose(pa.array(["http://h/", None, "x"]))
    assert found.is_null().to_pylist() == [False, True, True]
    for index in range(found.type.num_fields):
        assert found.field(index).null_count == 2


def test_attributes_of_the_url_standard_match_the_object() -> None:
    urls = ["http://h:8080/", "https://u:p@h/", "data:,x", "blob:http://h/x", "x", None]
    names = ["origin", "username", "password", "hash"]
    found = columns.decompose(pa.array(urls), attributes=names)
    assert rows_of(found) == [attributes(url, None, names, "whatwg") for url in urls]
    assert [field.name for field in found.type] == names


@each_case("names", [*combinations([*ATTRIBUTES, "origin", "username"], 2), ["origin"]], ids=str)
def test_pairs_of_attributes_match_the_object(names: Sequence[str]) -> None:
    """`decompose` uses one expression for the authority of a URL, and another expression for the
    parts after the authority. A pair of attributes may need both expressions."""
    urls = [
        *some_rows(100, seed=12),
        "http://h.example/a b/../c",
        "http://h.example?",
        "http://h.example:8080/%2e#é",
    ]
    found = columns.decompose(pa.array(urls), attributes=names)
    assert rows_of(found) == [attributes(url, None, names, "whatwg") for url in urls]
