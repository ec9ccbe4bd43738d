"""`default_scheme` in columns compared with `URL.parse`, row by row, in each library."""

from __future__ import annotations

import importlib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.columns.rows import real_urls, some_rows
from tests.core.text.test_default_scheme import ADDRESSES
from tests.strategies import TOKENS

pa = pytest.importorskip("pyarrow", reason="pyarrow is not installed")

from urldom import URL, columns  # noqa: E402

BASE = "http://example.org/a/"


def some_addresses() -> list[str | None]:
    bare = [url.partition("://")[2] for url in real_urls()[:500]]
    return [None, *(text for text, _ in ADDRESSES), *bare, *some_rows(500, seed=1, references=True)]


def resolved(text: str | None, base: str | None, scheme: str) -> str | None:
    url = None if text is None else URL.parse(text, base, default_scheme=scheme)
    return url and url.href


@pytest.mark.parametrize("scheme", ["https", "ftp", "foo"])
@pytest.mark.parametrize("base", [None, BASE, "column"])
def test_default_scheme_matches_parse(scheme: str, base: str | None) -> None:
    texts = some_addresses()
    each = (
        [BASE if index % 2 else None for index in range(len(texts))]
        if base == "column"
        else [base] * len(texts)
    )
    given_base = pa.array(each, pa.string()) if base == "column" else base
    expected = [resolved(*row, scheme) for row in zip(texts, each, strict=True)]
    assert (
        columns.resolve(pa.array(texts), given_base, default_scheme=scheme).to_pylist() == expected
    )
    hosts = [href and URL(href).hostname for href in expected]
    found = columns.decompose(
        pa.array(texts), given_base, attributes=["hostname"], default_scheme=scheme
    )
    assert [row and row["hostname"] for row in found.to_pylist()] == hosts
    errors = columns.errors(pa.array(texts), given_base, default_scheme=scheme).to_pylist()
    pairs = zip(texts, errors, strict=True)
    assert [text is None or error is not None for text, error in pairs] == [
        href is None for href in expected
    ]


@given(
    st.lists(
        st.lists(st.sampled_from([*TOKENS, "h", ".", "8080"]), max_size=6).map("".join), max_size=6
    )
)
def test_any_text_matches_parse(texts: list[str]) -> None:
    texts = [text.encode("utf-8", "replace").decode() for text in texts]
    found = columns.resolve(pa.array(texts, pa.string()), default_scheme="https").to_pylist()
    assert found == [resolved(text, None, "https") for text in texts]


def test_each_function_has_a_default_scheme() -> None:
    urls, more = pa.array(["www.example.com/a?q=1"]), {"default_scheme": "https"}
    assert columns.param(urls, "q", **more).to_pylist() == ["1"]
    assert columns.matches(urls, "https://*.example.com/*", **more).to_pylist() == [True]
    assert columns.groups(urls, "https://:host.example.com/*", **more).to_pylist() == [
        {"host": "www"}
    ]
    assert columns.without_params(urls, "q", **more).to_pylist() == ["https://www.example.com/a"]
    assert columns.set(urls, search=None, **more).to_pylist() == ["https://www.example.com/a"]
    assert columns.segments(urls, **more).to_pylist() == [["a"]]


@pytest.mark.parametrize("face", ["pandas", "polars", "duckdb"])
def test_each_library_has_a_default_scheme(face: str) -> None:
    library: Any = pytest.importorskip(face)
    module = importlib.import_module(f"urldom.{face}")
    texts = ["example.com/x", "localhost:8080", "/x", None]
    expected = [
        ["example.com", "localhost", None, None],
        ["https://example.com/x", "https://localhost:8080/", None, None],
    ]
    if face == "pandas":
        accessor = library.Series(texts, dtype=object).url.under(default_scheme="https")
        found = [accessor.hostname.tolist(), accessor.resolve().tolist()]
    elif face == "polars":
        url, scheme = library.col("u").url, {"default_scheme": "https"}
        frame = library.DataFrame({"u": texts}).select(
            h=url.hostname(**scheme), r=url.resolve(**scheme)
        )
        found = [frame["h"].to_list(), frame["r"].to_list()]
    else:
        with library.connect() as connection:
            module.register(connection, default_scheme="https")
            connection.register("given", pa.table({"n": range(4), "u": texts}))
            rows = connection.execute(
                "SELECT url_hostname(u), url_resolve(u) FROM given ORDER BY n"
            ).fetchall()
        found = [list(column) for column in zip(*rows, strict=True)]
    assert found == expected


def test_default_must_be_a_scheme() -> None:
    for wrong, error in (("https:", ValueError), (5, TypeError)):
        with pytest.raises(error, match="default_scheme must be"):
            columns.resolve(pa.array([], pa.string()), default_scheme=wrong)  # type: ignore[arg-type]
        with pytest.raises(error, match="default_scheme must be"):
            columns.matches(pa.array([], pa.string()), "http://h/", default_scheme=wrong)  # type: ignore[arg-type]
