"""Unusual rows: the standard parses each distinct row once."""

from __future__ import annotations

import pytest

from tests.columns.rows import rows_of

pa = pytest.importorskip("pyarrow", reason="pyarrow is not installed")
pc = pytest.importorskip("pyarrow.compute")
from urldom import columns  # noqa: E402


def test_each_distinct_row_is_parsed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    from urldom._columns.cutting import Reading

    parsed_urls = []
    cut = Reading.pieces
    monkeypatch.setattr(Reading, "pieces", lambda self, *row: parsed_urls.append(row[0]) or cut(self, *row))
    urls = pa.array(["HTTP://A/", "http://usual/"] * 50)
    assert rows_of(columns.resolve(urls)) == ["http://a/", "http://usual/"] * 50
    assert parsed_urls == ["HTTP://A/"]
