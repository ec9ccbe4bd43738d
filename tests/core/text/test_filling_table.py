"""Tables that compute each value at its first lookup."""

from __future__ import annotations

import contextlib

from urldom._core.text import filling_table
from urldom._core.text.filling_table import FillingTable


def test_value_is_computed_once():
    computed = []
    table = FillingTable(lambda key: computed.append(key) or key * 2)
    assert [table[1], table[2], table[1], table[2]] == [2, 4, 2, 4]
    assert computed == [1, 2] and dict(table) == {1: 2, 2: 4}


def test_full_table_is_emptied(monkeypatch):
    monkeypatch.setattr(filling_table, "TABLE_SIZE", 3)
    table = FillingTable(str)
    assert [table[key] for key in range(3)] == ["0", "1", "2"]
    assert len(table) == 3
    assert (table[3], dict(table)) == ("3", {3: "3"})


def test_table_translates_code_points():
    assert "abc".translate(FillingTable(lambda code_point: chr(code_point + 1))) == "bcd"


def test_error_leaves_no_value():
    table = FillingTable(lambda key: 1 // key)
    for _ in range(2):
        with contextlib.suppress(ZeroDivisionError):
            table[0]
        assert 0 not in table
    assert table[1] == 1
