"""The functions of `urldom.duckdb` in SQL, compared with the scalar interface row by row."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import Any

import pytest

from tests.columns.rows import (
    ATTRIBUTES,
    HALF_USED,
    attributes,
    matched,
    some_rows,
)
from urldom import WHATWG, URLPattern, URLPatternList

duckdb = pytest.importorskip("duckdb", minversion="1.3", reason="duckdb is not installed")
pa = pytest.importorskip("pyarrow", reason="pyarrow is not installed")

from urldom.duckdb import register  # noqa: E402

ROWS = 2100  # DuckDB splits this number of rows into several batches.
OF_WHATWG = ["origin", "username", "password"]


@pytest.fixture
def connection() -> Iterator[Any]:
    with duckdb.connect() as connection:
        register(connection)
        yield connection


def table(connection: Any, name: str = "t", **columns: Any) -> None:
    """Make a table of these columns, with a number for each row."""
    made = pa.table({"n": range(len(next(iter(columns.values())))), **columns})
    connection.register("given", made)
    connection.execute(f"CREATE OR REPLACE TABLE {name} AS FROM given")
    connection.unregister("given")


def rows_of(connection: Any, query: str) -> list[Any]:
    rows = connection.execute(query).fetchall()
    return [row[0] for row in rows] if rows and len(rows[0]) == 1 else rows


# Results, row by row
# ----------------------------------------------------------------------------------------------


def assert_same_as_a_loop(connection: Any, count: int) -> None:
    some = some_rows(2000, seed=44)
    assert None in some and any(
        url and not attributes(url, None, ["host"], "whatwg") for url in some
    )
    hosts = [(attributes(url, None, ["hostname"], "whatwg") or {}).get("hostname") for url in some]
    table(connection, u=pa.array(some, pa.string()))
    connection.execute(
        f"CREATE TABLE many AS SELECT i % 2000 AS n, u FROM range({count}) r(i) JOIN t ON t.n = i %"
        " 2000"
    )
    found = rows_of(
        connection,
        "SELECT n, list(DISTINCT url_hostname(u)), count(*) FROM many GROUP BY n ORDER BY n",
    )
    assert [row[1] or [None] for row in found] == [[host] for host in hosts]
    assert sum(row[2] for row in found) == count


def test_rows_for_several_threads_match_a_loop(connection: Any) -> None:
    assert_same_as_a_loop(connection, 150_000)


@pytest.mark.full
def test_a_million_rows_match_a_loop(connection: Any) -> None:
    assert_same_as_a_loop(connection, 1_000_000)


def test_threads_with_their_own_cursors_count_the_same_hosts(connection: Any) -> None:
    table(connection, u=pa.array(["http://H/", "x", None, "https://i:1/"] * 5000))
    found: list[Any] = []

    def count() -> None:
        found.append(
            rows_of(
                connection.cursor(), "SELECT count(*) FROM t GROUP BY url_hostname(u) ORDER BY 1"
            )
        )

    threads = [threading.Thread(target=count) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [[5000, 5000, 10_000]] * 4


# The forms of a call
# ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        ("url_hostname('HTTP://H:80/')", "h"),
        ("url_hostname(NULL)", None),
        ("url_hostname('http://h/'::ENUM ('http://h/'))", "h"),
        ("url_resolve('http://H')", "http://h/"),
        ("url_resolve('b', 'http://h/a')", "http://h/b"),
        ("url_resolve('http://h', NULL)", "http://h/"),
        ("url_resolve('b', 'no URL')", None),
        ("url_errors('http://h:x/')", "the port is not a number"),
        ("url_errors('http://h/')", None),
        ("url_decompose('b?c', 'http://h/a').search", "?c"),
        ("url_decompose('b') IS NULL", True),
        ("url_param('http://h/?a=b+c&%C3%A9', 'a')", "b c"),
        ("url_param('http://h/?a=b+c&%C3%A9', 'é')", ""),
        ("url_param('?a', 'b', 'http://h/?b')", None),
        ("url_param('?a=b', 'a', 'http://h/')", "b"),
        ("url_param('http://h/?a', NULL)", None),
        ("url_matches('http://a.h/b', 'http://*.h/*')", True),
        ("url_matches('HTTP://A.h/b', ['http://x/*', 'http://*.h/:a'])", True),
        ("url_matches('http://h/b', [])", False),
        ("url_matches('b', 'http://h/:a', 'http://h/')", True),
        ("url_matches('http://[', '*://*/*')", False),
        ("url_matches(NULL, 'http://h/*')", None),
        ("url_matches('http://h/', NULL)", None),
        ("url_registrable_domain('http://a.b.example.co.uk/')", "example.co.uk"),
        ("url_registrable_domain('//a.b.ck', 'http://h/')", "a.b.ck"),
        ("url_registrable_domain('http://1.2.3.4/')", None),
        (
            "url_set('http://h:1/a?b', {hostname: 'example.org', search: NULL})",
            "http://example.org:1/a",
        ),
        ("url_set('http://h:1/', {port: 3, host: 'i'})", "http://i:3/"),
        ("url_set('http://h:1/', {host: 'i', port: 3})", "http://i:3/"),
        ("url_set('http://h:1/', {host: 'i:2', port: 3})", None),
        ("url_set('a', {hash: 'b'}, 'http://h/')", "http://h/a#b"),
        ("url_set('http://h/', {port: 99999})", None),
        ("url_links('<a href=b>', 'http://h/')[1].url", "http://h/b"),
        (
            "url_links('a { background: url(d) }'::BLOB, 'http://h/', 'text/css')[1].url",
            "http://h/d",
        ),
        ("url_links(NULL, 'http://h/') IS NULL", True),
        ("url_links(''::BLOB, 'http://h/', 'image/png') IS NULL", True),
        ("url_link_errors('', NULL)", "the address of the document is missing"),
    ],
)
def test_call_has_the_expected_result(connection: Any, call: str, expected: object) -> None:
    if "links" in call:
        pytest.importorskip("lxml")
    assert rows_of(connection, f"SELECT {call}") == [expected]


def test_partly_used_value_makes_the_row_null(connection: Any) -> None:
    table(connection, u=["http://h/a", "HTTP://h.example:80"])
    for name, value in HALF_USED:
        found = connection.execute(f"SELECT url_set(u, {{{name}: $1}}) FROM t", [value]).fetchall()
        assert found == [(None,), (None,)], (name, value)


def test_links_can_be_unnested(connection: Any) -> None:
    pytest.importorskip("lxml")
    table(connection, page=["http://h/x/", "http://h/"], html=["<a href=b><img src=c>", None])
    query = (
        "FROM (SELECT n, unnest(url_links(html, page), recursive := true) FROM t) SELECT n,"
        " kind, url"
    )
    assert rows_of(connection, query) == [
        (0, "hyperlink", "http://h/x/b"),
        (0, "resource", "http://h/x/c"),
    ]


def test_functions_work_in_groups_filters_and_joins(connection: Any) -> None:
    table(connection, u=["http://a/1", "HTTP://A:80/2", "http://b/", "[", None] * 1000)
    groups = rows_of(
        connection, "SELECT url_hostname(u) AS host, count(*) FROM t GROUP BY host ORDER BY host"
    )
    assert groups == [("a", 2000), ("b", 1000), (None, 2000)]
    assert rows_of(connection, "SELECT count(*) FROM t WHERE url_host(u) = 'a'") == [2000]
    join = "SELECT count(*) FROM t JOIN (VALUES ('b')) hosts(host) ON url_hostname(t.u) = host"
    assert rows_of(connection, join) == [1000]
    assert rows_of(connection, "SELECT url_hostname(u) FROM t WHERE false") == []


def test_prepared_statement_can_pass_a_value(connection: Any) -> None:
    query = "SELECT url_resolve($1, $2), url_hostname($2)"
    assert connection.execute(query, ["a", "http://h/"]).fetchall() == [("http://h/a", "h")]


@pytest.mark.parametrize("option", ["arrow_large_buffer_size", "produce_arrow_string_view"])
def test_results_do_not_depend_on_the_arrow_string_type(connection: Any, option: str) -> None:
    connection.execute(f"SET {option} = true")
    assert rows_of(
        connection, "SELECT url_hostname('http://H/'), url_decompose('http://H').href"
    ) == [("h", "http://h/")]


def test_each_row_can_have_a_pattern(connection: Any) -> None:
    urls, patterns = some_rows(ROWS, seed=45), ["http{s}?://*.com/*", "*://*/*.html"]
    table(connection, u=pa.array(urls, pa.string()), p=pa.array((patterns * ROWS)[:ROWS]))
    found = rows_of(
        connection, f"SELECT url_matches(u, p), url_matches(u, {patterns!r}) FROM t ORDER BY n"
    )
    each = [URLPattern(pattern) for pattern in patterns]
    assert found == [
        (matched(each[n % 2], url), matched(URLPatternList(patterns), url))
        for n, url in enumerate(urls)
    ]
    with pytest.raises(duckdb.Error, match="a parenthesis is not closed"):
        rows_of(connection, "SELECT url_matches(u, 'http://h/(') FROM t")


# Registering
# ------------------------------------------------------------------------------------------------------


def test_registered_names_are_the_functions(connection: Any) -> None:
    others = [
        "decompose",
        "resolve",
        "errors",
        "param",
        "registrable_domain",
        "params",
        "param_names",
    ]
    others += [
        "without_params",
        "public_suffix",
        "subdomain",
        "segments",
        "display",
        "set",
        "links",
        "link_errors",
    ]
    assert register(connection, standard="html5", prefix="html5_") == [
        f"html5_{name}" for name in [*ATTRIBUTES, *others]
    ]
    assert register(connection)[len(ATTRIBUTES) : -len(others) - 2] == [
        f"url_{name}" for name in OF_WHATWG
    ]
    assert rows_of(connection, "SELECT html5_href('http://h'), url_href('http://h')") == [
        ("http://h", "http://h/")
    ]


def test_errors_accept_values_after_the_base(connection: Any) -> None:
    query = (
        "SELECT url_errors('http://h/', NULL, {hostname: 'a b'}), url_errors('x', 'http://h/',"
        " {hash: NULL})"
    )
    assert rows_of(connection, query) == [("hostname: a host cannot contain a space", None)]


def test_maps_and_lists_are_types_of_sql(connection: Any) -> None:
    url = "'http://h.example/a/%C3%A9?tag=x&q=1&tag=y'"
    calls = [f"url_params({url})['tag']", f"url_param_names({url})", f"url_segments({url})[2]"]
    calls += [
        f"url_groups({url}, '*://*/:first/*')['first']",
        f"url_without_params({url}, ['t*', 'x'])",
    ]
    expected = (["x", "y"], ["tag", "q"], "é", "a", "http://h.example/a/%C3%A9?q=1")
    assert rows_of(connection, f"SELECT {', '.join(calls)}") == [expected]


def test_second_registration_replaces_the_functions(connection: Any) -> None:
    register(connection, standard="html5")
    assert rows_of(connection, "SELECT url_pathname('http://h/a|b')") == ["/a%7Cb"]
    register(connection, standard=WHATWG)
    assert rows_of(connection, "SELECT url_pathname('http://h/a|b')") == ["/a|b"]


@pytest.mark.parametrize(
    ("error", "words", "options"),
    [
        (ValueError, "unknown standard 'html6'", {"standard": "html6"}),
        (TypeError, "a prefix must be a str, not int", {"prefix": 5}),
        (ValueError, "default_scheme must be a scheme", {"default_scheme": "https:"}),
    ],
)
def test_wrong_options_raise(
    connection: Any, error: type[Exception], words: str, options: Any
) -> None:
    with pytest.raises(error, match=words):
        register(connection, **options)


def test_registering_needs_no_parser_for_html(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("urldom.trees._libraries.is_installed", lambda name: False)
    with duckdb.connect() as connection:
        assert "url_links" in register(connection)
        assert rows_of(connection, "SELECT url_hostname('http://h/')") == ["h"]
        for call in ("url_links('', 'http://h/')", "url_link_errors('', 'http://h/', 'text/html')"):
            with pytest.raises(
                duckdb.InvalidInputException,
                match="ImportError: parsing HTML needs a parser: pip install",
            ):
                connection.execute(f"SELECT {call}").fetchall()


@pytest.mark.parametrize("other", [None, duckdb, "file.db"])
def test_object_other_than_a_connection_raises_type_error(other: Any) -> None:
    with pytest.raises(TypeError, match="connection must be a DuckDBPyConnection, not "):
        register(other)


def test_a_closed_connection_raises() -> None:
    connection = duckdb.connect()
    connection.close()
    with pytest.raises(duckdb.ConnectionException, match="closed"):
        register(connection)


# Invalid input
# --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("call", "words"),
    [
        ("url_hostname(5)", "No function matches .*url_hostname"),
        ("url_hostname('a'::BLOB)", "No function matches .*url_hostname"),
        ("url_hostname()", "No function matches .*url_hostname"),
        (
            "url_hostname('a', 'b')",
            r"TypeError: url_hostname\(urls\) cannot be called with 2 columns",
        ),
        ("url_resolve('a', 5)", "TypeError: bases must be a column of strings, not of int32"),
        (
            "url_resolve('a', 'b', 'c')",
            r"TypeError: url_resolve\(urls, base\) cannot be called with 3 columns",
        ),
        (
            "url_set('a')",
            r"TypeError: url_set\(urls, values, base\) cannot be called with 1 columns",
        ),
        (
            "url_set('a', 'b')",
            "TypeError: the values must be a STRUCT such as {hostname: 'example.org'}, not string",
        ),
        ("url_set('a', {horst: 'b'})", "ValueError: 'horst' cannot be assigned under whatwg"),
        (
            "url_set('a', {port: 1.5})",
            "TypeError: the values for port must be a column of strings or integers",
        ),
        (
            "url_links(5, 'http://h/')",
            "TypeError: documents must be a column of bytes or strings, not of int32",
        ),
        (
            "url_links('')",
            (
                r"TypeError: url_links\(documents, address, content_type\) cannot be called with 1"
                r" columns"
            ),
        ),
        ("url_links('', 5)", "TypeError: addresses must be a column of strings, not of int32"),
        (
            "url_links('', 'http://h/', 5)",
            "TypeError: content types must be a column of strings, not of int32",
        ),
    ],
)
def test_wrong_argument_raises_in_the_query(connection: Any, call: str, words: str) -> None:
    with pytest.raises((duckdb.BinderException, duckdb.InvalidInputException), match=words):
        connection.execute(f"SELECT {call}").fetchall()
