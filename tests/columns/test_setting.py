"""`set` for columns, compared with `URLDecomposition.assign` row by row."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.cases import each_case, few_or_many
from tests.columns.rows import HALF_USED, STANDARDS, after, reason, rows_of, some_rows

pa = pytest.importorskip("pyarrow", reason="pyarrow is not installed")
pc = pytest.importorskip("pyarrow.compute")
from urldom import RejectedValueError, URLDecomposition, columns  # noqa: E402

#: Values to assign. A standard ignores some of them, and uses only a part of others.
VALUES: dict[str, list[Any]] = {
    "protocol": ["https", "http:", "ftp", "ws", "foo", "", "1x", "mailto", "prospero"],
    "hostname": [
        "EXAMPLE.com",
        "h",
        "xn--a",
        "1.2.3.4",
        "a b",
        "[::1]",
        "",
        "x/y",
        "é.com",
        "a" * 64 + ".com",
    ],
    "host": ["h:80", "h:8080", "h", "q.example:443"],
    "port": ["80", "443", "8080", "99999", "", None, 21, "x", 1525],
    "pathname": ["/x", "a b", "../y", "", "//q", "a?b#c", "é", ";p", "\\x"],
    "search": ["?", "", "a=b", "?é", "'", "a#b", None, "x;y"],
    "hash": ["#", "", "é", "a b", None, "x`y"],
}
#: Values that a usual URL keeps
USUAL: dict[str, list[str]] = {
    "protocol": ["http", "https:"],
    "hostname": ["example.com", "a.b-c.example"],
    "host": ["example.com:8080"],
    "port": ["8080", "9000"],
    "pathname": ["/x/y.html", "/", "/a%20b", "//x"],
    "search": ["?a=b", "a=b&c", "%41"],
    "hash": ["top", "#a/b?c"],
}
for _name, _value in HALF_USED:
    VALUES[_name].append(_value)


@few_or_many("count", 10, 40)
@pytest.mark.parametrize("standard", STANDARDS)
def test_set_matches_assign(standard: str, count: int) -> None:
    chance = random.Random(standard)
    for _ in range(count):
        urls = some_rows(60, seed=chance.random().__hash__())
        names = chance.sample(list(VALUES), chance.randint(1, 3))
        values = {name: chance.choice(VALUES[name]) for name in names}
        found = columns.set(pa.array(urls), standard=standard, **values)
        assert rows_of(found) == [after(url, None, values, standard) for url in urls], values


@few_or_many("count", 60, 300)
@pytest.mark.parametrize("standard", STANDARDS)
@pytest.mark.parametrize(
    "names", [*([name] for name in VALUES), ["pathname", "hash"], ["port", "protocol"]], ids=str
)
def test_set_of_a_column_matches_assign(standard: str, names: list[str], count: int) -> None:
    chance = random.Random(3)
    urls = [
        *some_rows(count, seed=4),
        *("http://h.example/a?b#c", "https://h.example:8080/a/b") * (count // 2),
    ]
    one = {} if "search" in names else {"search": "?x=y"}
    given_values = {
        name: [chance.choice([*VALUES[name], *USUAL[name]]) for _ in urls] for name in names
    }
    arrays = {
        name: pa.array([v and str(v) for v in values], pa.string())
        for name, values in given_values.items()
    }
    found = rows_of(columns.set(pa.array(urls), standard=standard, **one, **arrays))
    rows = [
        dict(zip(given_values, row, strict=True))
        for row in zip(*given_values.values(), strict=True)
    ]
    assert found == [
        after(url, None, {**one, **row}, standard) for url, row in zip(urls, rows, strict=True)
    ]
    reasons = rows_of(columns.errors(pa.array(urls), standard=standard, **one, **arrays))
    for url, row, new, why in zip(urls, rows, found, reasons, strict=True):
        assert (new is None) == (url is None or why is not None)
        if why is not None and (of_url := reason(url, None, standard)) is None:
            rejected = raised(url, {**one, **row}, standard)
            assert why == f"{rejected.attribute}: {rejected.reason}"
        elif why is not None:
            assert why == of_url


def raised(url: str | None, values: dict[str, Any], standard: str) -> RejectedValueError:
    view = URLDecomposition(url or "", standard=standard)
    with pytest.raises(RejectedValueError) as caught:
        view.assign(**values)
    return caught.value


def test_set_of_columns_matches_assign_in_each_row() -> None:
    chance = random.Random(5)
    urls = some_rows(500, seed=6)
    each = {name: [chance.choice(VALUES[name]) for _ in urls] for name in ("search", "port")}
    given_values = {
        name: pa.array([value and str(value) for value in values]) for name, values in each.items()
    }
    expected = [
        after(url, None, {"hash": "x", "search": search, "port": port}, "whatwg")
        for url, search, port in zip(urls, *each.values(), strict=True)
    ]
    assert rows_of(columns.set(pa.array(urls), hash="x", **given_values)) == expected
    ports = pa.array([80, 8080, None])
    urls_with_ports = pa.array(["http://h:1/", "http://h/", "http://h:1/"])
    assert rows_of(columns.set(urls_with_ports, port=ports)) == [
        "http://h/",
        "http://h:8080/",
        "http://h/",
    ]
    # A null cannot remove the host of this URL, so the result is null.
    assert rows_of(columns.set(pa.array(["http://h/"]), hostname=pa.nulls(1, pa.string()))) == [
        None
    ]


@each_case(("name", "value"), HALF_USED)
def test_partly_used_value_makes_the_row_null(name: str, value: str) -> None:
    urls = pa.array(["https://b.tenants.example.com/a?b#c", "HTTP://h:1", "https://h/", None])
    nothing = [None] * len(urls)
    assert rows_of(columns.set(urls, standard="whatwg", **{name: value})) == nothing
    assert (
        rows_of(columns.set(urls, standard="whatwg", **{name: pa.array([value] * len(urls))}))
        == nothing
    )
    # If one assignment is rejected, the row is null.
    assert rows_of(columns.set(urls, standard="whatwg", username="u", **{name: value})) == nothing


def test_removing_what_is_absent_changes_nothing() -> None:
    urls = ["mailto:a@b", "com.app:/cb", "file:///a", "http://u:p@h:8080/", None]
    removed = {"username": None, "password": None, "port": None}
    expected = ["mailto:a@b", "com.app:/cb", "file:///a", "http://h/", None]
    assert rows_of(columns.set(pa.array(urls), **removed)) == expected
    nulls = {name: pa.nulls(len(urls), pa.string()) for name in removed}
    assert rows_of(columns.set(pa.array(urls), **nulls)) == expected
    assert rows_of(columns.set(pa.array(["http://h/?#"]), search=None, hash=None)) == ["http://h/"]


def test_errors_has_the_reason_for_each_rejected_value() -> None:
    urls = pa.array(["http://h/", "mailto:a@b", "x", None, "HTTP://H/"])
    found = columns.errors(urls, hostname=pa.array(["a b", "h", "h", "h", "i"]), port=8080)
    reasons = rows_of(found)
    assert reasons[0] == "hostname: a host cannot contain a space"
    assert reasons[1].startswith("hostname: ")
    assert reasons[2:] == [rows_of(columns.errors(urls))[2], None, None]
    assert rows_of(columns.errors(urls[:1], hostname=pa.nulls(1, pa.string())))[0].startswith(
        "hostname must be a str"
    )
    with pytest.raises(ValueError, match="'hots' cannot be assigned under whatwg"):
        columns.errors(urls, hots="h")


def test_port_is_any_integer() -> None:
    numpy = pytest.importorskip("numpy")
    for port in (7, numpy.int64(7), numpy.uint16(7), "7"):
        assert rows_of(columns.set(pa.array(["http://h/"]), port=port)) == ["http://h:7/"]
    for wrong in (True, 7.0, numpy.float64(7)):
        with pytest.raises(TypeError, match="port must be a str, an int or None"):
            columns.set(pa.array(["http://h/"]), port=wrong)


def test_values_are_strings_of_each_type() -> None:
    urls = pa.array(["http://h/a", None, "HTTP://H/b"])
    for kind in pa.string(), pa.large_string(), pa.string_view():
        values = pa.array(["x", "y", None], kind)
        for column in (
            values,
            pa.chunked_array([values[:1], values[1:]]),
            values.cast(pa.string()).dictionary_encode(),
        ):
            assert rows_of(columns.set(urls, hash=column)) == ["http://h/a#x", None, "http://h/b"]
