"""`set` for columns, compared with `URLDecomposition.assign` row by row."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.columns.rows import HALF_USED, STANDARDS, after, rows_of, some_rows

pa = pytest.importorskip("pyarrow", reason="pyarrow is not installed")
pc = pytest.importorskip("pyarrow.compute")
from urldom import columns  # noqa: E402

#: Values to assign. A standard ignores some of them, and uses only a part of others.
VALUES: dict[str, list[Any]] = {
    "protocol": ["https", "http:", "ftp", "ws", "foo", "", "1x", "mailto", "prospero"],
    "hostname": ["EXAMPLE.com", "h", "xn--a", "1.2.3.4", "a b", "[::1]", "", "x/y", "é.com", "a" * 64 + ".com"],
    "host": ["h:80", "h:8080", "h", "q.example:443"],
    "port": ["80", "443", "8080", "99999", "", None, 21, "x", 1525],
    "pathname": ["/x", "a b", "../y", "", "//q", "a?b#c", "é", ";p", "\\x"],
    "search": ["?", "", "a=b", "?é", "'", "a#b", None, "x;y"],
    "hash": ["#", "", "é", "a b", None, "x`y"],
}
for _name, _value in HALF_USED:
    VALUES[_name].append(_value)


@pytest.mark.parametrize("standard", STANDARDS)
def test_set_matches_assign(standard: str) -> None:
    chance = random.Random(standard)
    for _ in range(40):
        urls = some_rows(60, seed=chance.random().__hash__())
        names = chance.sample(list(VALUES), chance.randint(1, 3))
        values = {name: chance.choice(VALUES[name]) for name in names}
        found = columns.set(pa.array(urls), standard=standard, **values)
        assert rows_of(found) == [after(url, None, values, standard) for url in urls], values


def test_set_of_columns_matches_assign_in_each_row() -> None:
    chance = random.Random(5)
    urls = some_rows(500, seed=6)
    each = {name: [chance.choice(VALUES[name]) for _ in urls] for name in ("search", "port")}
    given_values = {name: pa.array([value and str(value) for value in values]) for name, values in each.items()}
    expected = [
        after(url, None, {"hash": "x", "search": search, "port": port}, "whatwg")
        for url, search, port in zip(urls, *each.values(), strict=True)
    ]
    assert rows_of(columns.set(pa.array(urls), hash="x", **given_values)) == expected
    ports = pa.array([80, 8080, None])
    urls_with_ports = pa.array(["http://h:1/", "http://h/", "http://h:1/"])
    assert rows_of(columns.set(urls_with_ports, port=ports)) == ["http://h/", "http://h:8080/", "http://h/"]
    # A null cannot remove the host of this URL, so the result is null.
    assert rows_of(columns.set(pa.array(["http://h/"]), hostname=pa.nulls(1, pa.string()))) == [None]


@pytest.mark.parametrize(("name", "value"), HALF_USED)
def test_partly_used_value_makes_the_row_null(name: str, value: str) -> None:
    urls = pa.array(["https://b.tenants.example.com/a?b#c", "HTTP://h:1", "https://h/", None])
    nothing = [None] * len(urls)
    assert rows_of(columns.set(urls, standard="whatwg", **{name: value})) == nothing
    assert rows_of(columns.set(urls, standard="whatwg", **{name: pa.array([value] * len(urls))})) == nothing
    # If one assignment is rejected, the row is null.
    assert rows_of(columns.set(urls, standard="whatwg", username="u", **{name: value})) == nothing


def test_values_are_strings_of_each_type() -> None:
    urls = pa.array(["http://h/a", None, "HTTP://H/b"])
    for kind in pa.string(), pa.large_string(), pa.string_view():
        values = pa.array(["x", "y", None], kind)
        for column in values, pa.chunked_array([values[:1], values[1:]]), values.cast(pa.string()).dictionary_encode():
            assert rows_of(columns.set(urls, hash=column)) == ["http://h/a#x", None, "http://h/b"]
