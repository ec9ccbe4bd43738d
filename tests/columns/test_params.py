"""`param` of columns compared with `params` of the object, row by row, for each query, name and
encoding."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.cases import few_or_many
from tests.columns.rows import STANDARDS, real_urls, some_bases, some_rows, value_of
from tests.strategies import ENCODINGS, TOKENS, encodings

pa = pytest.importorskip("pyarrow", reason="pyarrow is not installed")

from urldom import InvalidURLError, columns  # noqa: E402

#: Names of parameters, and ways to write them in a query
NAMES: dict[str, list[str]] = {
    "q": ["q", "%71"],
    "Q": ["Q", "%51"],
    "a b": ["a+b", "a%20b", "%61+%62"],
    "": ["", "=", "=x"],
    "é": ["%C3%A9", "%c3%a9", "é", "%E9"],
    "tags[]": ["tags[]", "tags%5B%5d"],
    "a.b-c*(d)": ["a.b-c*(d)", "a%2Eb-c*(d)", "aXb-c*(d)"],
    "?": ["?", "%3F"],
    "?q": ["?q", "%3Fq"],
    "a?q": ["a?q"],
    "a=b": ["a%3Db", "a=b"],
    "&": ["%26"],
    "+": ["%2B", "+"],
    "%": ["%25", "%"],
    "\ufffd": ["%FF", "%EF%BF%BD", "\ufffd"],
    "\ufeff": ["%EF%BB%BF", "%FF%FE"],
    "\0": ["%00"],
    "м": ["%D0%BC", "%EC", "%26%231084%3B"],
    "x" * 300: ["x" * 300, "%78" + "x" * 299],
}
VALUES = [
    "a%0Ab+%0a",
    "",
    "1",
    "a+b",
    "%C3%A9",
    "%E9",
    "%FF",
    "%2",
    "a=b",
    "?",
    "/",
    "http%3A%2F%2Fh%2F%3Fq%3D1",
    "'",
    "é",
    "x" * 300,
]
STARTS = [
    "http://h.example/a?",
    "https://h?",
    "HTTP://h/?",
    "http://h.example/a b?",
    "ws://h/?",
    "mailto:a?",
    "?",
    "/x?",
]


def some_queries(count: int, seed: int) -> list[str | None]:
    """Return `count` rows: URLs with these names in their queries, hostile URLs, and a null."""
    chance = random.Random(seed)
    written = [way for ways in NAMES.values() for way in ways]
    rows: list[str | None] = [None, *some_rows(count // 10, seed, references=True)]
    while len(rows) < count:
        pairs: list[str] = []
        for _ in range(chance.randint(0, 4)):
            name = chance.choice(written)
            pairs.append(chance.choice([name, f"{name}={chance.choice(VALUES)}"]))
        if chance.random() < 0.2:
            pairs.insert(0, chance.choice(TOKENS))
        row = chance.choice(STARTS) + "&".join(pairs) + chance.choice(["", "", "#q=1", "&", "#"])
        rows.append(row.encode("utf-8", "replace").decode())
    return rows


@few_or_many("count", 20, 80)
@pytest.mark.parametrize("standard", STANDARDS)
@pytest.mark.parametrize("encoding", ["utf-8", "windows-1251"])
@pytest.mark.parametrize("base", [None, "http://example.com/a/b;p?q=of+base#f", "column"])
def test_param_matches_the_object(
    standard: str, encoding: str, base: str | None, count: int
) -> None:
    urls = some_queries(count, seed=1)
    each = some_bases(len(urls), seed=2) if base == "column" else [base] * len(urls)
    given_base = pa.array(each) if base == "column" else base
    pairs = list(zip(urls, each, strict=True))
    for name in NAMES:
        found = columns.param(
            pa.array(urls), name, given_base, standard=standard, encoding=encoding
        )
        assert found.to_pylist() == [value_of(*pair, name, standard, encoding) for pair in pairs], (
            name
        )


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_the_query_is_read_in_its_encoding(encoding: str) -> None:
    urls = some_queries(150, seed=3)
    for name in NAMES:
        found = columns.param(pa.array(urls), name, encoding=encoding, standard="whatwg")
        assert found.to_pylist() == [
            value_of(url, None, name, "whatwg", encoding) for url in urls
        ], name


@pytest.mark.parametrize("value", ["%0A", "%0a", "%0D%0A", "%250A", "%C3", "+"])
def test_values_that_are_decoded_together_stay_separate(value: str) -> None:
    values = ["%41", value, "%BC", f"{value}+{value}", "", "%C3%BC"]
    urls = [f"http://h/?q={value}" for value in values]
    assert columns.param(pa.array(urls), "q").to_pylist() == [
        value_of(url, None, "q", "whatwg") for url in urls
    ]


def test_a_name_may_have_any_length() -> None:
    """RE2 would not compile an expression for a name of this length."""
    name = "é" * 200_000
    urls = [f"http://h.example/?{name}=1", "http://h.example/?q=1"]
    assert columns.param(pa.array(urls), name).to_pylist() == ["1", None]


def test_column_of_names_gives_each_row_its_own_name() -> None:
    urls = some_queries(1000, seed=4)
    chance = random.Random(5)
    names = [chance.choice([*NAMES, None]) for _ in urls]
    expected = [value_of(url, None, name, "whatwg") for url, name in zip(urls, names, strict=True)]
    for column in (
        pa.array(names),
        pa.array(names, pa.large_string()),
        pa.array(names).dictionary_encode(),
    ):
        assert columns.param(pa.array(urls), column).to_pylist() == expected
    same = columns.param(pa.array(urls), pa.array(["q"] * len(urls)))
    assert same.to_pylist() == [value_of(url, None, "q", "whatwg") for url in urls]
    assert columns.param(pa.array(urls), pa.nulls(len(urls))).null_count == len(urls)


@given(
    st.lists(
        st.lists(st.sampled_from([*TOKENS, "q", "&q=", "&q", "%71=", "?q="]), max_size=6).map(
            "".join
        ),
        max_size=5,
    ),
    st.sampled_from([*NAMES, "\ud800", "q" * 100_000]),
    st.sampled_from([None, "http://h/?q"]),
    encodings,
    st.sampled_from(STANDARDS),
)
@example(["?q&q=1", "?=&=1", "?&&=2"], "", "http://h/", "utf-8", "whatwg")
def test_any_query_matches_the_object(
    queries: list[str], name: str, base: str | None, encoding: str, standard: str
) -> None:
    urls = [f"http://h.example/{query}".encode("utf-8", "replace").decode() for query in queries]
    found = columns.param(
        pa.array(urls, pa.string()), name, base, standard=standard, encoding=encoding
    )
    assert found.to_pylist() == [value_of(url, base, name, standard, encoding) for url in urls]


def test_parameters_of_real_urls_match_the_object() -> None:
    urls = [url for url in real_urls() if "?" in url] * 2
    for name in ("id", "page", "c"):
        expected = [value_of(url, None, name, "whatwg") for url in urls]
        assert columns.param(pa.array(urls), name).to_pylist() == expected


def test_usual_urls_are_not_parsed_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    from urldom.columns._cutting import RowParser

    parsed_urls: list[str] = []
    cut = RowParser.pieces

    def pieces(self: RowParser, url: str, base: Any) -> Any:
        parsed_urls.append(url)
        return cut(self, url, base)

    monkeypatch.setattr(RowParser, "pieces", pieces)
    urls = ["http://h/?b=%20&%C3%A9=x+%41", "http://h/", "HTTP://h/?%c3%A9", None]
    assert columns.param(pa.array(urls), "é").to_pylist() == ["x A", None, "", None]
    assert parsed_urls == ["HTTP://h/?%c3%A9"]


TYPES = [pa.string(), pa.large_string(), pa.string_view(), pa.dictionary(pa.int32(), pa.string())]
SOME = ["http://h/?q=a+b", None, "HTTP://h?q=%41", "x", "http://h/a", "http://[", "HTTP://h?q=%41"]


@pytest.mark.parametrize("kind", TYPES, ids=str)
@pytest.mark.parametrize("chunked", [False, True])
def test_results_do_not_depend_on_the_type_of_column(kind: Any, chunked: bool) -> None:
    array = (
        pa.array(SOME).dictionary_encode() if pa.types.is_dictionary(kind) else pa.array(SOME, kind)
    )
    column = (
        pa.chunked_array([array[:2], array[2:2], array[2:], array[:0]]) if chunked else array[1:]
    )
    found = columns.param(column, "q")
    assert found.type == (pa.large_string() if kind == pa.large_string() else pa.string())
    assert isinstance(found, pa.ChunkedArray) == chunked
    assert found.to_pylist() == ["a b", None, "A", None, None, None, "A"][0 if chunked else 1 :]


def test_each_slice_is_read_separately(monkeypatch: pytest.MonkeyPatch) -> None:
    from urldom.columns import _arrays as arrays

    urls = some_queries(500, seed=6)
    names = (["q"] * 100 + [*NAMES] * 30)[: len(urls)]
    expected = [value_of(url, None, name, "whatwg") for url, name in zip(urls, names, strict=True)]
    monkeypatch.setattr(arrays, "SLICE_ROWS", 64)
    found = columns.param(
        pa.chunked_array([pa.array(urls[:99]), pa.array(urls[99:])]), pa.array(names)
    )
    assert found.to_pylist() == expected


@pytest.mark.parametrize("column", [pa.nulls(3), pa.array([], pa.string())], ids=str)
def test_nulls_have_no_parameters(column: Any) -> None:
    assert columns.param(column, "q").to_pylist() == [None] * len(column)


@pytest.mark.parametrize(
    ("arguments", "options", "error", "words"),
    [
        (
            [5],
            {},
            TypeError,
            "the name of a parameter must be a str or a column of strings, not int",
        ),
        ([None], {}, TypeError, "not NoneType"),
        (
            [pa.array([1])],
            {},
            TypeError,
            "the names of parameters must be a column of strings, not of int64",
        ),
        ([pa.array(["a", "b"])], {}, ValueError, "there are 2 names of parameters for 1 rows"),
        (["q", "/a"], {}, InvalidURLError, "'/a' is not a URL under whatwg"),
        (["q"], {"standard": "html6"}, ValueError, "unknown standard 'html6'"),
        (["q"], {"encoding": "utf-99"}, LookupError, "utf-99"),
    ],
)
def test_error_says_what_was_expected(
    arguments: list[Any], options: dict[str, Any], error: type[Exception], words: str
) -> None:
    with pytest.raises(error, match=words):
        columns.param(pa.array(["http://h/"]), *arguments, **options)
