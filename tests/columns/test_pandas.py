"""The accessor `url` of pandas' Series compared with the scalar interface, row by row, for each
type of strings."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.cases import each_case
from tests.columns.rows import (
    ATTRIBUTES,
    HALF_USED,
    after,
    attributes,
    matched,
    resolved,
    some_bases,
    some_rows,
)
from tests.standards import KEEPING, OF_THE_TABLE
from tests.strategies import bases, encodings, hostile

pd = pytest.importorskip("pandas", minversion="2.1", reason="pandas is not installed")
pa = pytest.importorskip("pyarrow", reason="pyarrow is not installed")
np = pytest.importorskip("numpy")

from urldom import (  # noqa: E402
    URL,
    WHATWG,
    InvalidURLError,
    URLDecomposition,
    URLPattern,
    URLPatternList,
    columns,
)
from urldom.columns import _arrays as arrays  # noqa: E402
from urldom.pandas import URLAccessor  # noqa: E402

ROWS = 240
WHATWG_ONLY = ["origin", "username", "password"]
URLS = [
    "http://H:80/a?b#c",
    "https://u:p@h.example:8080/",
    None,
    "a b",
    "http://[",
    "http://H:80/a?b#c",
]
HOSTNAMES = ["h", "h.example", None, None, None, "h"]

#: The types of a Series of strings, and the type of the results
TYPES: list[tuple[Any, Any]] = [
    (object, object),
    ("string[python]", "string[python]"),
    ("string[pyarrow]", "string[pyarrow]"),
    (pd.ArrowDtype(pa.string()), pd.ArrowDtype(pa.string())),
    (pd.ArrowDtype(pa.large_string()), pd.ArrowDtype(pa.large_string())),
    (pd.ArrowDtype(pa.dictionary(pa.int32(), pa.string())), pd.ArrowDtype(pa.string())),
    (
        pd.CategoricalDtype(pd.Index([url for url in dict.fromkeys(URLS) if url], dtype=object)),
        object,
    ),
]
if isinstance(pd.Series(["a"]).dtype, pd.StringDtype):  # pandas 3
    TYPES += [("str", "str"), ("category", "str")]


def series_of(values: Any, **options: Any) -> Any:
    return pd.Series(values, **{"dtype": object, **options})


def rows_of(series: Any) -> list[Any]:
    """Return the values of a Series, with None for missing values."""
    return [None if value is pd.NA or value != value else value for value in series.tolist()]


# Results, row by row
# ----------------------------------------------------------------------------------------------


def test_decompose_has_the_columns_of_the_attributes() -> None:
    urls = some_rows(ROWS, seed=31)
    accessor = series_of(urls).url
    names = ATTRIBUTES + WHATWG_ONLY
    decomposed = accessor.decompose(attributes=names)
    assert list(decomposed.columns) == names
    for name in names:
        assert rows_of(getattr(accessor, name)) == rows_of(decomposed[name])


@pytest.mark.parametrize("base", [None, "http://example.com/a/b;p?q#f", "column"])
def test_result_of_matches_equals_result_of_urlpattern_test(base: str | None) -> None:
    urls, texts = some_rows(ROWS, seed=14, references=True), ["http{s}?://*.com/*", "*://*/*.html"]
    each = some_bases(ROWS, seed=15) if base == "column" else [base] * ROWS
    given_base = pd.Series(each) if base == "column" else base
    series, patterns = pd.Series(urls), URLPatternList(texts)
    pairs = list(zip(urls, each, strict=True))
    found = series.url.matches(texts, given_base)
    assert found.astype(object).where(found.notna(), None).tolist() == [
        matched(patterns, *pair) for pair in pairs
    ]
    found = series.url.matches(pd.Series((texts * ROWS)[:ROWS]), given_base)
    expected = [matched(patterns[index % 2], *pair) for index, pair in enumerate(pairs)]
    assert found.astype(object).where(found.notna(), None).tolist() == expected


@pytest.mark.parametrize(
    ("dtype", "result"),
    [
        (object, "boolean"),
        ("string", "boolean"),
        ("category", "boolean"),
        (pd.ArrowDtype(pa.string()), "bool[pyarrow]"),
    ],
    ids=str,
)
def test_matching_rows_can_be_selected(dtype: Any, result: str) -> None:
    series = pd.Series(
        ["http://h.example/a", None, "http://[", "http://h.example/b"], index=[*"wxyz"], dtype=dtype
    )
    found = series.url.matches(URLPattern(hostname="h.example"))
    assert found.dtype == result
    assert [*found.isna()] == [False, True, False, False]
    assert series[found].index.tolist() == ["w", "z"]


def test_method_matches_raises_under_a_standard_other_than_whatwg() -> None:
    with pytest.raises(
        AttributeError, match=r"matches\(\) reads URLs under whatwg, not under html5"
    ):
        pd.Series(["http://h/"]).url.under("html5").matches("http://h/*")


@given(
    st.lists(st.tuples(hostile | st.none(), bases), max_size=8),
    st.sampled_from(["whatwg", "html5"]),
    encodings,
)
def test_any_strings_match_the_object(pairs: Any, standard: str, encoding: str) -> None:
    series = series_of([url for url, _ in pairs])
    accessor = series.url.under(standard, encoding=encoding)
    options: dict[str, Any] = {"standard": standard, "encoding": encoding}
    expected = [attributes(url, None, ["host", "hash"], **options) or {} for url, _ in pairs]
    assert rows_of(accessor.host) == [row.get("host") for row in expected]
    assert rows_of(accessor.hash) == [row.get("hash") for row in expected]
    resolved_rows = accessor.resolve([base for _, base in pairs])
    assert rows_of(resolved_rows) == [resolved(*pair, **options) for pair in pairs]


# Types, indices, names
# --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("dtype", "result"), TYPES, ids=str)
def test_results_do_not_depend_on_the_type_of_strings(dtype: Any, result: Any) -> None:
    index = pd.Index([3, 3, 1, 5, 4, 0], name="row")
    series = pd.Series(URLS, dtype=dtype, index=index, name="link")
    expected = pd.Series(HOSTNAMES, dtype=result, index=index, name="link")
    pd.testing.assert_series_equal(series.url.hostname, expected)
    absolute = series.url.resolve("http://base/")
    assert rows_of(absolute)[2:4] == [None, "http://base/a%20b"]
    frame = series.url.decompose(series, attributes=["port", "hash"])
    value, domain = series.url.param("b"), series.url.registrable_domain()
    assert rows_of(value) == ["", None, None, None, None, ""]
    assert rows_of(domain) == [None, "h.example", None, None, None, None]
    others = (value, domain, frame["port"], series.url.origin)
    for made in (absolute, series.url.errors(), series.url.set(hash="x"), *others):
        assert (
            made.dtype == expected.dtype and made.index.equals(index) and made.index.name == "row"
        )
        assert made.index.equals(index)
    assert absolute.name == series.url.errors().name == series.url.set(hash="x").name == "link"
    assert frame.index.equals(index) and rows_of(frame["port"]) == [
        "",
        "8080",
        None,
        None,
        None,
        "",
    ]
    hosts = absolute.url.host  # `absolute` is a Series of strings, so it has the accessor too.
    assert rows_of(hosts)[:2] == ["h", "h.example:8080"]
    assert series.tolist()[:2] == URLS[:2]


@pytest.mark.parametrize("missing", [None, float("nan"), pd.NA, np.float32("nan")])
def test_missing_values_stay_missing(missing: Any) -> None:
    series = series_of(["http://h/", missing])
    for made in (series.url.host, series.url.resolve("http://h/"), series.url.set(port=1)):
        assert made.isna().tolist() == [False, True]
    assert series.url.errors().isna().all()
    assert series.url.decompose().isna().sum(axis=1).tolist() == [0, 8]
    assert series_of(["a", "b"]).url.resolve(series_of(["http://h/", missing])).isna().tolist() == [
        False,
        True,
    ]
    assert rows_of(series_of(["http://h/#a"] * 2).url.set(hash=series_of(["b", missing]))) == [
        "http://h/#b",
        "http://h/",
    ]


@pytest.mark.parametrize("values", [[], [None, None]])
def test_results_for_missing_values_are_missing(values: list[None]) -> None:
    for dtype in (
        object,
        "string",
        "category",
        pd.ArrowDtype(pa.string()),
        pd.ArrowDtype(pa.null()),
    ):
        if dtype == "category":
            series = pd.Series(pd.Categorical(values, categories=pd.Index([], dtype=object)))
        else:
            series = pd.Series(values, dtype=dtype)
        assert series.url.host.isna().tolist() == [True] * len(values)
        assert series.url.decompose(attributes=["port"]).shape == (len(values), 1)
        assert series.url.resolve(series).isna().tolist() == [True] * len(values)


def test_each_category_is_parsed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    from urldom.columns import _cutting as cutting

    read = []
    pieces = cutting.RowParser.pieces
    monkeypatch.setattr(
        cutting.RowParser,
        "pieces",
        lambda self, url, base: read.append(url) or pieces(self, url, base),
    )
    series = series_of(["HTTP://A", "HTTP://B"] * 100_000).astype("category")
    assert series.url.hostname.value_counts().to_dict() == {"a": 100_000, "b": 100_000}
    assert sorted(read) == ["HTTP://A", "HTTP://B"]


def test_lone_surrogate_is_replaced() -> None:
    for dtype in (object, "string[python]"):
        series = pd.Series(["http://h/\ud800", None, "http://i/"], dtype=dtype)
        assert rows_of(series.url.pathname) == ["/%EF%BF%BD", None, "/"]
        assert rows_of(series.url.hostname) == ["h", None, "i"]


@pytest.mark.parametrize("standard", OF_THE_TABLE)
def test_lone_surrogate_stays_if_the_standard_keeps_it(standard: str) -> None:
    urls = [
        "http://h/a?b#\ud800",
        None,
        "x#\udfff",
        "http://[#\ud800",
        "http://h/\ufffd#\ud800\ufffd",
        "http://h/#\ufffd",
    ]
    for dtype in (object, "string[python]"):
        url = pd.Series(urls, dtype=dtype, index=[*"abcdef"]).url.under(standard)
        views = [each and URLDecomposition(each, standard=standard) for each in urls]
        assert rows_of(url.hash) == [view.hash if view else None for view in views]
        assert rows_of(url.href) == [view.href if view else None for view in views]
        assert rows_of(url.decompose(attributes=["host", "hash"])["hash"]) == rows_of(url.hash)
        bases = ["http://b/x/", None, "http://c/", "bad", None, "http://d/"]
        expected = [resolved(*row, standard) for row in zip(urls, bases, strict=True)]
        assert rows_of(url.resolve(bases)) == expected
        ports = [81, 82, 83, 84, 85, 86]
        rows = zip(urls, bases, ports, strict=True)
        expected = [
            after(each, base, {"port": port, "search": "q"}, standard) for each, base, port in rows
        ]
        assert rows_of(url.set(bases, port=ports, search="q")) == expected


@pytest.mark.parametrize("standard", KEEPING)
def test_lone_surrogate_stays_with_a_default_scheme_and_without_parameters(standard: str) -> None:
    series = pd.Series(["h.example/?utm_a=1#\ud800", "http://h/?a&utm_b#\ud800"], dtype=object)
    url = series.url.under(standard, default_scheme="http")
    assert url.hostname.tolist() == ["h.example", "h"]
    texts = ("http://h.example/?utm_a=1#\ud800", "http://h/?a&utm_b#\ud800")
    views = [URLDecomposition(text, standard=standard) for text in texts]
    assert url.resolve().tolist() == [view.href for view in views]
    assert url.set(hostname="i").tolist() == [view.replace(hostname="i").href for view in views]
    for view in views:
        view.params.discard("utm_*")
    assert url.without_params("utm_*").tolist() == [view.href for view in views]


def test_port_can_be_an_integer_of_numpy() -> None:
    assert pd.Series(["http://h/"]).url.set(port=np.int64(7)).tolist() == ["http://h:7/"]


def test_strings_of_more_than_an_array_are_chunked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Arrow raises its error for more than 2 GiB, here for more than one row."""
    concatenate = pa.concat_arrays

    def limited(arrays: Any) -> Any:
        if len(arrays) > 1 and pa.types.is_string(arrays[0].type) and sum(map(len, arrays)) > 40:
            raise pa.ArrowInvalid("offset overflow while concatenating arrays")
        return concatenate(arrays)

    monkeypatch.setattr(arrays, "SLICE_ROWS", 16)
    monkeypatch.setattr(pa, "concat_arrays", limited)
    urls = [f"HTTP://h{number}/" for number in range(100)]
    for dtype in (object, "string[pyarrow]", pd.ArrowDtype(pa.string())):
        series = pd.Series(urls, dtype=dtype)
        found = series.url.set(hash=[f"{number}" for number in range(100)])
        assert found.dtype == series.dtype
        assert found.tolist() == [f"http://h{number}/#{number}" for number in range(100)]
    with pytest.raises(
        ValueError, match="more than 2 GiB: pass a ChunkedArray or a column of large_string"
    ):
        columns.resolve(pa.array(urls))


def test_accessor_sees_assignments_to_its_series() -> None:
    """pandas creates the accessor once, and keeps it while the Series changes."""
    series = series_of(["http://h/", "http://i/"])
    accessor = series.url
    assert accessor.host.tolist() == ["h", "i"]
    series.iloc[0] = "http://j/"
    assert series.url.host.tolist() == accessor.host.tolist() == ["j", "i"]
    series.iloc[0] = 5
    with pytest.raises(
        TypeError, match="URLs must be a Series of strings, not of objects, one of them of type int"
    ):
        accessor.host  # noqa: B018


# The other arguments
# ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "kind", [list, np.array, pd.Index, pd.array, lambda values: pd.array(values, dtype="string")]
)
def test_values_without_an_index_are_in_order(kind: Any) -> None:
    series = pd.Series(["a", "b"], index=["x", "y"])
    assert series.url.resolve(kind(["http://h/", "http://i/"])).to_dict() == {
        "x": "http://h/a",
        "y": "http://i/b",
    }
    assert series.url.set("http://h/", hash=kind(["1", "2"])).to_dict() == {
        "x": "http://h/a#1",
        "y": "http://h/b#2",
    }


@pytest.mark.parametrize(
    "ports",
    [
        [80, 8080],
        ["80", "8080"],
        np.array([80, 8080]),
        pd.array([80, 8080], dtype="Int64"),
        pd.Series([80, 8080]),
        pd.Series([80, 8080], dtype="uint16"),
        pd.Series([80, 8080], dtype=object),
    ],
    ids=lambda ports: type(ports).__name__,
)
def test_ports_are_integers_or_strings(ports: Any) -> None:
    urls = pd.Series(["http://h:1/", "http://h/"])
    assert urls.url.set(port=ports).tolist() == ["http://h/", "http://h:8080/"]


def test_set_accepts_values_or_columns_in_either_order() -> None:
    urls = pd.Series(URLS, dtype=object)
    made = urls.url.set(search=None, hash=pd.Series(["x", None, "y", "z", "", "w"]), hostname="i")
    assert rows_of(made) == [
        "http://i/a#x",
        "https://u:p@i:8080/",
        None,
        None,
        None,
        "http://i/a#w",
    ]
    one = pd.Series(["http://h:1/"])
    hosts = pd.Series(["i"])
    assert one.url.set(port=3, host=hosts)[0] == one.url.set(host=hosts, port=3)[0] == "http://i:3/"
    assert one.url.set(port=3, host=pd.Series(["i:2"])).isna().all()


def test_param_accepts_one_name_or_a_column_of_names() -> None:
    series = series_of(["http://h/?a=1&b=2", "HTTP://h/?a=1&b=2"], index=["x", "y"])
    assert series.url.param("a").tolist() == ["1", "1"]
    for names in (
        ["b", "a"],
        pd.Series(["b", "a"], index=["x", "y"]),
        np.array(["b", "a"], dtype=object),
    ):
        assert series.url.param(names).tolist() == ["2", "1"]
    with pytest.raises(
        ValueError, match="the index of the names of parameters differs from the index of the URLs"
    ):
        series.url.param(pd.Series(["b", "a"]))
    with pytest.raises(
        TypeError, match="the name of a parameter must be a str or a column of strings, not int"
    ):
        series.url.param(1)


@each_case(("name", "value"), HALF_USED)
def test_partly_used_value_makes_the_row_missing(name: str, value: str) -> None:
    series = series_of(["http://h/a", "HTTP://h.example:80"])
    for values in value, [value] * 2:
        assert rows_of(series.url.set(**{name: values})) == [None, None]


def test_base_can_be_any_url_and_standard_any_standard() -> None:
    series = series_of(["b"])
    assert (
        series.url.resolve(URL("http://h/a"))[0]
        == series.url.under(WHATWG).resolve("http://h/a")[0]
        == "http://h/b"
    )
    assert URLAccessor(series).resolve("http://h/")[0] == "http://h/b"


# Invalid input
# --------------------------------------------------------------------------------------------------------


@each_case(
    ("values", "dtype", "words"),
    [
        ([1, 2], None, "int64"),
        ([1.5], None, "float64"),
        ([float("nan")], "float64", "float64"),
        ([True], None, "bool"),
        (["http://h/", 1.5], object, "objects, one of them of type float"),
        (["http://h/", b"http://h/"], object, "objects, one of them of type bytes"),
        ([b"http://h/"], object, "objects, one of them of type bytes"),
        ([["http://h/"]], object, "objects, one of them of type list"),
        ([None, URL("http://h/")], object, "objects, one of them of type"),
        ([np.array([1, 2])], object, "objects, one of them of type"),
        (["http://h/", pd.NaT], object, "objects"),
        ([1, 2], "category", "categories of int64"),
        ([b"http://h/"], pd.ArrowDtype(pa.binary()), "binary"),
        ([1], pd.ArrowDtype(pa.int32()), "int32"),
    ],
)
def test_series_of_other_values_has_no_accessor(values: Any, dtype: Any, words: str) -> None:
    series = pd.Series(values, dtype=dtype)
    with pytest.raises(AttributeError) as raised:
        series.url  # noqa: B018
    assert "the accessor .url needs a Series of strings, not of " in str(raised.value)
    assert words in str(raised.value)
    assert not hasattr(series, "url")
    with pytest.raises(TypeError, match="bases must be a Series of strings, not of "):
        pd.Series(["a"] * len(values)).url.resolve(series)


@each_case(
    ("error", "words", "make"),
    [
        (ValueError, "unknown standard 'html6'", lambda url: url.under("html6")),
        (TypeError, "a standard must be", lambda url: url.under(5)),
        (
            LookupError,
            "unknown encoding label 'utf-9'",
            lambda url: url.under("html5", encoding="utf-9"),
        ),
        (
            AttributeError,
            "a URL has no attribute 'origin' under html5: use WHATWG",
            lambda url: url.under("html5").origin,
        ),
        (
            ValueError,
            "unknown attribute 'hostnam'",
            lambda url: url.decompose(attributes=["hostnam"]),
        ),
        (
            ValueError,
            "unknown attribute 'origin'",
            lambda url: url.under("html5").decompose(attributes=["origin"]),
        ),
        (TypeError, "attributes must be", lambda url: url.decompose(attributes="hostname")),
        (InvalidURLError, "'a/b' is not a URL", lambda url: url.resolve("a/b")),
        (TypeError, "a base must be", lambda url: url.errors(5)),
        (TypeError, "a base must be", lambda url: url.errors(("http://h/", "http://h/"))),
        (
            ValueError,
            "there are 1 bases for 2 rows: pass one for each row",
            lambda url: url.resolve(["http://h/"]),
        ),
        (
            ValueError,
            "there are 1 values for hash for 2 rows: pass",
            lambda url: url.set(hash=["a"]),
        ),
        (ValueError, "no value is given", lambda url: url.set()),
        (ValueError, "'hots' cannot be assigned", lambda url: url.set(hots="h")),
        (TypeError, "hostname must be a str", lambda url: url.set(hostname=5)),
        (
            TypeError,
            "the values for hash must be a Series of strings, not of int64",
            lambda url: url.set(hash=pd.Series([1, 2])),
        ),
        (
            TypeError,
            "the values for port must be a Series of strings or integers, not of float64",
            lambda url: url.set(port=pd.Series([80, None])),
        ),
        (
            ValueError,
            "the index of bases differs from the index of the URLs",
            lambda url: url.resolve(pd.Series(["http://h/"])),
        ),
        (
            ValueError,
            "the index of the values for hash differs from the index of the URLs",
            lambda url: url.set(hash=pd.Series(["a", "b"], index=[1, 0])),
        ),
    ],
)
def test_wrong_argument_raises(error: type[Exception], words: str, make: Any) -> None:
    with pytest.raises(error) as raised:
        make(pd.Series(["http://h/", None]).url)
    assert words in str(raised.value)
