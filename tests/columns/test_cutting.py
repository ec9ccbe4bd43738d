"""Unusual rows: the standard parses each distinct row once."""

from __future__ import annotations

import pytest

from tests.columns.rows import rows_of

pa = pytest.importorskip("pyarrow", reason="pyarrow is not installed")
pc = pytest.importorskip("pyarrow.compute")
from urldom import columns  # noqa: E402


def test_each_distinct_row_is_parsed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    from urldom.columns._cutting import RowParser

    parsed_urls = []
    cut = RowParser.pieces
    monkeypatch.setattr(
        RowParser, "pieces", lambda self, *row: parsed_urls.append(row[0]) or cut(self, *row)
    )
    urls = pa.array(["HTTP://A/", "http://usual/"] * 50)
    assert rows_of(columns.resolve(urls)) == ["http://a/", "http://usual/"] * 50
    assert parsed_urls == ["HTTP://A/"]


def test_beginnings_are_scalars_unless_the_bases_are_a_column() -> None:
    from urldom._core.standards.registry import find_engine
    from urldom.columns._cutting import Bases

    base, engine = "http://h/a/b?c#d", find_engine("whatwg")
    expected = ["http:", "http://h", "http://h/a/", "http://h/a/b?c"]
    assert [each.as_py() for each in Bases(base, engine).beginnings()] == expected
    columns_of_bases = Bases(pa.array([base, base]), engine).beginnings()
    assert [each.to_pylist() for each in columns_of_bases] == [[each, each] for each in expected]
