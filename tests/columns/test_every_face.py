"""Every face of columns under every standard: attributes and functions, compared with the object row
by row."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

pytest.importorskip("pyarrow", reason="pyarrow is not installed")
pytest.importorskip("publicsuffixlist", reason="publicsuffixlist is not installed")

from tests.cases import each_case
from tests.columns.faces import FACES, QUICK_FACES, Call
from tests.columns.rows import (
    ATTRIBUTES,
    ROWS,
    after,
    attributes,
    domain_of,
    reason,
    resolved,
    some_bases,
    some_rows,
    value_of,
)
from tests.columns.spark_session import stop_running_session
from tests.standards import CONSTANTS, every_standard

BASE = "http://example.com/a/b;p?q#f"
VALUES = {"protocol": "https", "port": None}
CALLS = [
    Call("resolve"),
    Call("errors"),
    Call("decompose"),
    Call("set", values=VALUES),
    Call("param", ("q",)),
    Call("registrable_domain"),
]
every_face = pytest.mark.parametrize(
    "face",
    [face if face in QUICK_FACES else pytest.param(face, marks=pytest.mark.full) for face in FACES],
)


@pytest.fixture(scope="module", autouse=True)
def stop_spark() -> Iterator[None]:
    yield
    stop_running_session()


@every_face
@every_standard
def test_attributes_are_those_of_the_object(face: str, standard: str) -> None:
    urls = some_rows(ROWS, seed=21)
    names = CONSTANTS[standard].attributes
    found = FACES[face](urls, None, [Call(name) for name in names], standard=standard)
    expected = [attributes(url, None, names, standard) for url in urls]
    for name, rows in zip(names, found, strict=True):
        assert rows == [row and row[name] for row in expected], name


@cache
def expected_rows(
    standard: str, base: str | None, encoding: str
) -> tuple[list[str | None], Any, list[list[Any]]]:
    """Return references, their bases, and the rows of each call by the object."""
    urls = some_rows(ROWS, seed=22, references=True)
    bases = some_bases(ROWS, seed=23) if base == "column" else [base] * ROWS
    options: dict[str, Any] = {"standard": standard, "encoding": encoding}
    pairs = list(zip(urls, bases, strict=True))
    rows = [
        [resolved(*pair, **options) for pair in pairs],
        [reason(*pair, **options) for pair in pairs],
        [attributes(*pair, ATTRIBUTES, **options) for pair in pairs],
        [after(*pair, VALUES, **options) for pair in pairs],
        [value_of(*pair, "q", **options) for pair in pairs],
        [domain_of(*pair, standard) for pair in pairs],
    ]
    return urls, bases if base == "column" else base, rows


@every_face
@every_standard
@each_case("base", [BASE, "column", None])
def test_functions_have_the_answers_of_the_object(
    face: str, standard: str, base: str | None
) -> None:
    # SQL reads UTF-8 only.
    options = {} if face == "duckdb" else {"encoding": "windows-1251"}
    urls, given, expected = expected_rows(standard, base, options.get("encoding", "utf-8"))
    found = FACES[face](urls, given, CALLS, standard=standard, **options)
    for call, rows, answers in zip(CALLS, found, expected, strict=True):
        assert rows == answers, call
