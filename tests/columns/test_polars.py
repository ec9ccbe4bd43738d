"""The namespace `url` of polars compared with the scalar interface, row by row, in each engine."""

from __future__ import annotations

import io
import pickle
from typing import Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.cases import each_case, few_or_many
from tests.columns.rows import (
    ATTRIBUTES,
    HALF_USED,
    after,
    attributes,
    domain_of,
    matched,
    reason,
    resolved,
    some_bases,
    some_rows,
    value_of,
)
from tests.strategies import bases, encodings, hostile

pl = pytest.importorskip("polars", minversion="1.33", reason="polars is not installed")
pytest.importorskip("pyarrow", reason="pyarrow is not installed")

from urldom import URL, WHATWG, InvalidPatternError, InvalidURLError, URLPatternList  # noqa: E402
from urldom._core.standards.usual_url import BEGINNING  # noqa: E402
from urldom.columns._cutting import capturing  # noqa: E402
from urldom.polars import ExprURLNamespace, SeriesURLNamespace  # noqa: E402

ROWS = 240
#: Attributes that polars extracts from usual URLs with an expression, and attributes that need
#: `decompose`
SINGLE = [
    "protocol",
    "host",
    "hostname",
    "port",
    "pathname",
    "search",
    "hash",
    "href",
    "origin",
    "username",
]
URLS = ["http://H:80/a?b#c", "https://u:p@h.example:8080/", None, "a b", "http://[", "http://h/"]
HOSTNAMES = ["h", "h.example", None, None, None, "h"]


def run(frame: Any, engine: str, **expressions: Any) -> Any:
    """Return a frame with these columns."""
    if engine == "eager":
        return frame.select(**expressions)
    streaming: Literal["streaming"] = "streaming"
    return (
        frame.lazy()
        .select(**expressions)
        .collect(**({"engine": streaming} if engine == "streaming" else {}))
    )


each_engine = pytest.mark.parametrize("engine", ["eager", "lazy", "streaming"])


# Results, row by row
# ----------------------------------------------------------------------------------------------


@each_engine
def test_attributes_match_the_object(engine: str) -> None:
    urls = some_rows(ROWS, seed=21)
    names = SINGLE
    frame = pl.DataFrame({"u": urls})
    expressions = {name: getattr(pl.col("u").url, name)() for name in names}
    found = run(
        frame,
        engine,
        **expressions,
        all=pl.col("u").url.decompose(attributes=names),
    )
    expected = [attributes(url, None, names, "whatwg") for url in urls]
    for name in names:
        assert found[name].to_list() == [row and row[name] for row in expected]
    assert found["all"].to_list() == expected


@each_engine
@pytest.mark.parametrize("base", ["http://example.com/a/b;p?q#f", "column", None])
def test_relative_urls_have_the_same_results_as_the_object(engine: str, base: str | None) -> None:
    urls = some_rows(ROWS, seed=22, references=True)
    each = some_bases(ROWS, seed=23) if base == "column" else [base] * ROWS
    given_base = pl.col("base") if base == "column" else base
    names = ["q", None, "id", "a"] * (ROWS // 4)
    options: dict[str, Any] = {"standard": "whatwg", "encoding": "windows-1251"}
    url = pl.col("u").url
    found = run(
        pl.DataFrame(
            {"u": urls, "base": each, "name": names},
            schema=dict.fromkeys(["u", "base", "name"], pl.String),
        ),
        engine,
        resolved=url.resolve(given_base, **options),
        errors=url.errors(given_base, **options),
        decomposed=url.decompose(given_base, **options),
        set=url.set(given_base, protocol="https", port=None, **options),
        param=url.param("q", given_base, **options),
        params=url.param(pl.col("name"), given_base, **options),
        domain=url.registrable_domain(given_base, **options),
    )
    pairs = list(zip(urls, each, strict=True))
    values = {"protocol": "https", "port": None}
    assert found["resolved"].to_list() == [resolved(*pair, **options) for pair in pairs]
    assert found["errors"].to_list() == [reason(*pair, **options) for pair in pairs]
    assert found["decomposed"].to_list() == [
        attributes(*pair, ATTRIBUTES, **options) for pair in pairs
    ]
    assert found["set"].to_list() == [after(*pair, values, **options) for pair in pairs]
    assert found["param"].to_list() == [value_of(*pair, "q", **options) for pair in pairs]
    named = zip(pairs, names, strict=True)
    assert found["params"].to_list() == [value_of(*pair, name, **options) for pair, name in named]
    assert found["domain"].to_list() == [domain_of(*pair, "whatwg") for pair in pairs]


@each_engine
@pytest.mark.parametrize("base", ["http://example.com/a/b;p?q#f", "column", None])
def test_result_of_matches_equals_result_of_urlpattern_test(engine: str, base: str | None) -> None:
    urls = some_rows(ROWS, seed=24, references=True)
    each = some_bases(ROWS, seed=25) if base == "column" else [base] * ROWS
    given_base = pl.col("base") if base == "column" else base
    texts = ["http{s}?://*.com/*", "*://*/*.html"]
    patterns = URLPatternList(texts)
    of_rows = (texts * ROWS)[:ROWS]
    url = pl.col("u").url
    found = run(
        pl.DataFrame(
            {"u": urls, "base": each, "p": of_rows},
            schema=dict.fromkeys(["u", "base", "p"], pl.String),
        ),
        engine,
        one=url.matches(texts[0], given_base),
        many=url.matches(iter(texts), given_base),
        rows=url.matches(pl.col("p"), given_base),
        lists=url.matches(pl.concat_list("p", "p"), given_base),
    )
    assert found.schema["one"] == pl.Boolean
    pairs = list(zip(urls, each, strict=True))
    assert found["one"].to_list() == [matched(patterns[0], *pair) for pair in pairs]
    assert found["many"].to_list() == [matched(patterns, *pair) for pair in pairs]
    expected = [matched(patterns[index % 2], *pair) for index, pair in enumerate(pairs)]
    assert found["rows"].to_list() == found["lists"].to_list() == expected


def test_invalid_pattern_raises_when_the_expression_is_made() -> None:
    with pytest.raises(InvalidPatternError, match="a parenthesis is not closed"):
        pl.col("u").url.matches("http://h/(")
    with pytest.raises(TypeError, match="not int"):
        pl.col("u").url.matches(5)


scalar_values = hostile.map(lambda text: text.encode("utf-8", "replace").decode())


@given(
    st.lists(st.tuples(scalar_values | st.none(), bases), max_size=8),
    st.sampled_from(["whatwg", "html5"]),
    encodings,
)
def test_any_strings_match_the_object(pairs: Any, standard: str, encoding: str) -> None:
    frame = pl.DataFrame(pairs, schema={"u": pl.String, "base": pl.String}, orient="row")
    options: dict[str, Any] = {"standard": standard, "encoding": encoding}
    found = frame.select(
        host=pl.col("u").url.host(**options),
        protocol=pl.col("u").url.protocol(**options),
        resolved=pl.col("u").url.resolve(pl.col("base"), **options),
    )
    alone = [attributes(url, None, ["protocol", "host"], **options) or {} for url, _ in pairs]
    assert found["host"].to_list() == [row.get("host") for row in alone]
    assert found["protocol"].to_list() == [row.get("protocol") for row in alone]
    assert found["resolved"].to_list() == [resolved(*pair, **options) for pair in pairs]


def test_label_of_more_than_63_characters_is_invalid_under_html5() -> None:
    """The label makes the host invalid under HTML5. A path segment of the same length is valid."""
    label = "l" * 64
    urls = pl.Series(
        [
            f"http://{label}.example/",
            f"http://h/{label}",
            "http://h/",
            None,
            f"http://{label[1:]}.example",
        ]
    )
    for name in ("protocol", "host", "hostname"):
        found = getattr(urls.url, name)(standard="html5").to_list()
        assert [value is None for value in found] == [True, False, False, True, False]
        assert found == [
            row and row[name] for row in (attributes(url, None, [name], "html5") for url in urls)
        ]


def test_polars_parses_usual_rows_without_decompose(monkeypatch: pytest.MonkeyPatch) -> None:
    urls = pl.Series("u", ["http://h/", None, "https://a.b.example:8080/c?d#e", "http://x"])
    assert urls.str.extract(capturing(BEGINNING, ["host"])).null_count() == 1
    monkeypatch.setattr(
        "urldom.columns.decompose",
        lambda *arguments, **options: pytest.fail("decompose was called"),
    )
    for standard in ("whatwg", "html5"):
        assert urls.url.host(standard=standard).to_list() == ["h", None, "a.b.example:8080", "x"]


# Values that are columns
# ------------------------------------------------------------------------------------------


@each_engine
def test_set_accepts_columns(engine: str) -> None:
    frame = pl.DataFrame(
        {"u": URLS, "port": [1, 2, 3, 4, 5, None], "hash": ["x", None, "y", "z", "", "w"]}
    )
    url = pl.col("u").url
    found = run(
        frame,
        engine,
        both=url.set(port=pl.col("port"), hash=pl.col("hash")),
        literal=url.set(hash=pl.lit("l"), hostname="i"),
        null=url.set(port=pl.lit(None)),
        series=url.set(hash=frame["hash"]),
    )
    assert found["both"].to_list() == [
        *("http://h:1/a?b#x", "https://u:p@h.example:2/", None, None, None, "http://h/#w"),
    ]
    assert found["literal"].to_list()[:2] == ["http://i/a?b#l", "https://u:p@i:8080/#l"]
    assert found["null"].to_list()[:2] == ["http://h/a?b#c", "https://u:p@h.example/"]
    assert found["series"].to_list()[:2] == ["http://h/a?b#x", "https://u:p@h.example:8080/"]


def test_values_that_agree_are_assigned_in_either_order() -> None:
    frame = pl.DataFrame({"u": ["http://h:1/"] * 2, "host": ["i", "i:2"]})
    found = frame.select(
        a=pl.col("u").url.set(port=3, host=pl.col("host")),
        b=pl.col("u").url.set(host=pl.col("host"), port=3),
    )
    assert found.rows() == [("http://i:3/", "http://i:3/"), (None, None)]


def test_partly_used_value_makes_the_row_null() -> None:
    frame = pl.DataFrame({"u": ["http://h/a", "HTTP://h.example:80"]})
    url = pl.col("u").url
    made: list[Any] = [
        url.set(**{name: value}).alias(str(n)) for n, (name, value) in enumerate(HALF_USED)
    ]
    made += [
        url.set(**{name: pl.lit(value)}).alias(f"{n} lit")
        for n, (name, value) in enumerate(HALF_USED)
    ]
    assert frame.select(made).null_count().row(0) == (2,) * len(made)


@each_engine
def test_literal_applies_to_all_rows(engine: str) -> None:
    frame = pl.DataFrame({"base": ["http://h/a/", "http://i/", None]})
    found = run(frame, engine, u=pl.lit("b").url.resolve(pl.col("base")), n=pl.col("base"))
    assert found["u"].to_list() == ["http://h/a/b", "http://i/b", None]
    assert frame.with_columns(h=pl.lit("http://H/").url.hostname())["h"].to_list() == [
        "h",
        "h",
        "h",
    ]
    assert frame.clear().select(pl.col("base").url.resolve(pl.lit("http://h/"))).height == 0
    one = pl.Series(["b"])
    assert one.url.resolve(frame["base"]).to_list() == ["http://h/a/b", "http://i/b", None]
    assert frame["base"].url.resolve(pl.Series(["http://h/"])).len() == 3


def test_url_object_is_read_when_the_expression_is_made() -> None:
    base = URL("http://h/")
    expression = pl.lit("a").url.resolve(base)
    base.hostname = "other"
    assert pl.select(expression).item() == "http://h/a"


def test_links_match_the_urls_of_each_document() -> None:
    pages = pl.DataFrame(
        {
            "body": [
                b"<a href=b><img src='c d'>",
                None,
                b"\x89PNG",
                b"<p>",
                b"<base href='http://[/'>",
            ],
            "address": ["http://h/x/", "http://h/", "http://h/", None, "http://h/"],
            "type": ["text/html", "text/html", "image/png", "text/html", None],
        }
    )
    pytest.importorskip("lxml")
    arguments = pl.col("address"), pl.col("type")
    query = pages.lazy().select(
        links=pl.col("body").url.links(*arguments), error=pl.col("body").url.link_errors(*arguments)
    )
    fields = ("url", "kind", "element_name", "attribute", "value")
    assert query.collect_schema() == {
        "links": pl.List(pl.Struct(dict.fromkeys(fields, pl.String))),
        "error": pl.String,
    }
    found = query.collect()
    assert [row and [link["url"] for link in row] for row in found["links"].to_list()] == [
        *(["http://h/x/b", "http://h/x/c%20d"], None, None, None, [None]),
    ]
    errors = found["error"].to_list()
    assert (
        errors[:2] == [None, None]
        and "image/png" in errors[2]
        and "address" in errors[3]
        and errors[4] is None
    )
    assert (
        pl.Series(["<a href=b>"])
        .url.links("http://h/", "text/html")
        .explode()
        .struct.field("url")
        .item()
        == "http://h/b"
    )


# Expressions in queries
# -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "dtype", [pl.String, pl.Categorical, pl.Enum([url for url in URLS if url and url != "a"])]
)
@each_engine
def test_results_do_not_depend_on_the_type_of_strings(engine: str, dtype: Any) -> None:
    frame = pl.DataFrame({"u": pl.Series(URLS, dtype=pl.String).cast(dtype)})
    found = run(
        frame,
        engine,
        hostname=pl.col("u").url.hostname(),
        port=pl.col("u").url.port(),
        resolved=pl.col("u").url.resolve(pl.col("u")),
        set=pl.col("u").url.set(hash=pl.col("u")),
    )
    assert found["hostname"].to_list() == HOSTNAMES
    assert found["port"].to_list() == ["", "8080", None, None, None, ""]
    assert found["resolved"].to_list()[:2] == ["http://h/a?b#c", "https://u:p@h.example:8080/"]
    assert found.dtypes == [pl.String] * 4


@each_engine
def test_column_of_nulls_has_null_results(engine: str) -> None:
    frame = pl.DataFrame({"u": [None, None]})
    assert frame["u"].dtype == pl.Null
    found = run(
        frame,
        engine,
        a=pl.col("u").url.hostname(),
        b=pl.col("u").url.href(),
        c=pl.col("u").url.decompose(),
    )
    assert found["a"].to_list() == found["b"].to_list() == found["c"].to_list() == [None, None]
    assert found.dtypes[:2] == [pl.String, pl.String]


@each_engine
def test_result_for_a_column_without_rows_has_no_rows(engine: str) -> None:
    frame = pl.DataFrame(schema={"u": pl.String})
    url = pl.col("u").url
    found = run(
        frame,
        engine,
        a=url.host(),
        b=url.hash(),
        c=url.decompose(attributes=["port"]),
        d=url.set(port=1),
    )
    assert found.schema == {
        "a": pl.String,
        "b": pl.String,
        "c": pl.Struct({"port": pl.String}),
        "d": pl.String,
    }
    assert found.height == 0


def test_result_type_is_known_before_the_query_runs() -> None:
    url = pl.col("u").url
    query = pl.LazyFrame({"u": URLS}).select(
        hostname=url.hostname(),
        resolve=url.resolve("http://h/"),
        all=url.decompose(),
        errors=url.errors(),
    )
    text = pl.String()
    assert query.collect_schema() == {
        "hostname": text,
        "resolve": text,
        "all": pl.Struct(dict.fromkeys([*ATTRIBUTES], text)),
        "errors": text,
    }
    assert query.collect_schema() == query.collect().schema


@pytest.mark.parametrize("name", ["hostname", "port"])
@each_engine
def test_expressions_work_in_filters_groups_and_windows(engine: str, name: str) -> None:
    urls = ["http://h:8080/a", "http://h:8080/b", "HTTPS://I:8081", "http://[", None] * 40
    frame = pl.DataFrame({"u": urls, "g": [index % 2 for index in range(len(urls))]})
    part = getattr(pl.col("u").url, name)()
    one, other = ("h", "i") if name == "hostname" else ("8080", "8081")

    def collect(query: Any) -> Any:
        return query.collect(engine="streaming") if engine == "streaming" else query.collect()

    lazy = frame.lazy()
    assert collect(lazy.filter(part == other)).height == 40
    counts = collect(lazy.group_by(part.alias("part")).len())
    assert dict(counts.rows()) == {one: 80, other: 40, None: 80}
    aggregated = collect(
        lazy.group_by("g").agg(
            part.alias("parts"), n=part.n_unique(), first=part.drop_nulls().first()
        )
    )
    expected = [
        {"h": one, "H": one}.get((url or "")[7:8]) or (other if url and "I" in url else None)
        for url in urls
    ]
    for group, parts, count, _ in aggregated.rows():
        assert parts == expected[group::2] and count == 3
    over = collect(lazy.select("g", part, n=part.count().over("g"), same=part.over("g")))
    assert over["u"].to_list() == over["same"].to_list() == expected
    assert set(over["n"]) == {60}
    absolute = collect(lazy.group_by("g").agg(all=pl.col("u").url.resolve(pl.col("u").first())))
    for group, all_urls in absolute.rows():
        each = urls[group::2]
        assert all_urls == [resolved(url, each[0], "whatwg") for url in each]


@few_or_many("times", 100, 400)
def test_streaming_does_not_change_the_results(times: int) -> None:
    urls = some_rows(ROWS, seed=24) * times
    bases_of_rows = some_bases(ROWS, seed=25) * times
    frame = pl.DataFrame({"u": urls, "base": bases_of_rows})
    file = io.BytesIO()
    expressions = [
        pl.col("u").url.hostname().alias("hostname"),
        pl.col("u").url.resolve(pl.col("base")).alias("resolved"),
        pl.col("u").url.set(hash=pl.col("base")).alias("set"),
    ]
    frame.lazy().with_columns(expressions).sink_parquet(file)
    file.seek(0)
    assert pl.read_parquet(file).equals(frame.with_columns(expressions))


@each_engine
def test_expressions_work_on_several_columns_and_in_lists(engine: str) -> None:
    frame = pl.DataFrame(
        {"a": ["http://H/1", None], "b": ["x", "http://J/"], "base": ["http://Q/", "http://R/"]}
    )
    lazy = frame.lazy().select(
        pl.col("a", "b").url.resolve(pl.col("base")), h=pl.col("b").url.hostname()
    )
    found = lazy.collect(engine="streaming") if engine == "streaming" else lazy.collect()
    assert found.rows() == [("http://h/1", "http://q/x", None), (None, "http://j/", "j")]
    assert frame.select(pl.all().url.host().name.suffix("_host")).columns == [
        "a_host",
        "b_host",
        "base_host",
    ]
    lists = pl.DataFrame({"links": [["http://H/1", "x"], [], None]})
    found = run(lists, engine, h=pl.col("links").list.eval(pl.element().url.hostname()))
    assert found["h"].to_list() == [["h", None], [], None]


def test_chunks_of_a_series_do_not_change_the_results() -> None:
    series = pl.Series("u", URLS).append(pl.Series("u", [*URLS, "http://K:80"]))
    assert series.n_chunks() == 2
    assert series.url.hostname().to_list() == [*HOSTNAMES, *HOSTNAMES, "k"]
    assert series.url.resolve(series).to_list()[-1] == "http://k/"
    assert series.slice(5, 3).url.hostname().to_list() == ["h", "h", "h.example"]


def test_result_keeps_the_name() -> None:
    frame = pl.DataFrame({"base": ["http://h/"]})
    assert frame.select(pl.col("base").url.resolve(pl.col("base").alias("other"))).columns == [
        "base"
    ]
    assert frame.select(pl.col("base").alias("x").url.port()).columns == ["x"]
    assert frame["base"].url.hostname().name == frame["base"].url.decompose().name == "base"
    assert frame.with_columns(pl.col("base").url.hostname().name.suffix("_host")).columns == [
        "base",
        "base_host",
    ]


def test_the_series_does_not_change() -> None:
    series = pl.Series("u", URLS)
    for name in SINGLE:
        getattr(series.url, name)()
    assert series.to_list() == URLS and series.name == "u"


def test_query_can_be_serialized() -> None:
    url = pl.col("u").url
    expressions = [
        url.hostname(),
        url.resolve("http://h/", standard=WHATWG).alias("r"),
        url.set(port=1).alias("s"),
    ]
    loaded = [pickle.loads(pickle.dumps(expression)) for expression in expressions]
    frame = pl.DataFrame({"u": URLS})
    assert frame.select(loaded).equals(frame.select(expressions))


def test_the_namespace_classes_are_public_for_type_checkers() -> None:
    expression = ExprURLNamespace(pl.col("u")).hostname()
    assert pl.DataFrame({"u": URLS}).select(expression)["u"].to_list() == HOSTNAMES
    assert SeriesURLNamespace(pl.Series(URLS)).hostname().to_list() == HOSTNAMES


# Invalid input
# --------------------------------------------------------------------------------------------------------


@each_case(
    ("error", "words", "make"),
    [
        (ValueError, "unknown standard 'html6'", lambda url: url.hostname(standard="html6")),
        (ValueError, "unknown standard 'html6'", lambda url: url.resolve(standard="html6")),
        (TypeError, "a standard must be", lambda url: url.port(standard=5)),
        (LookupError, "unknown encoding label 'utf-9'", lambda url: url.hostname(encoding="utf-9")),
        (LookupError, "unknown encoding label 'utf-9'", lambda url: url.search(encoding="utf-9")),
        (
            ValueError,
            "unknown attribute 'origin' under html5",
            lambda url: url.origin(standard="html5"),
        ),
        (
            ValueError,
            "unknown attribute 'hostnam'",
            lambda url: url.decompose(attributes=["hostnam"]),
        ),
        (ValueError, "no attribute is given", lambda url: url.decompose(attributes=[])),
        (TypeError, "attributes must be", lambda url: url.decompose(attributes="hostname")),
        (TypeError, "not None", lambda url: url.decompose(attributes=None)),
        (InvalidURLError, "'a/b' is not a URL", lambda url: url.resolve("a/b")),
        (InvalidURLError, "'base' is not a URL", lambda url: url.errors("base")),
        (TypeError, "a base must be", lambda url: url.decompose(5)),
        (TypeError, "a base must be", lambda url: url.decompose(["http://h/"])),
        (ValueError, "no value is given", lambda url: url.set()),
        (ValueError, "'hots' cannot be assigned", lambda url: url.set(hots="h")),
        (TypeError, "hostname must be a str", lambda url: url.set(hostname=5)),
        (TypeError, "port must be", lambda url: url.set(port=8.5)),
        (InvalidURLError, "'x' is not a URL", lambda url: url.links("x")),
        (TypeError, "address", lambda url: url.links(None)),
    ],
)
def test_wrong_argument_raises_when_the_expression_is_made(
    error: type[Exception], words: str, make: Any
) -> None:
    for namespace in (pl.col("u").url, pl.Series("u", URLS).url):
        with pytest.raises(error) as raised:
            make(namespace)
        assert words in str(raised.value)


def test_column_of_another_library_or_kind_raises() -> None:
    import pyarrow as pa

    with pytest.raises(
        TypeError,
        match="base must be one value for all rows or of type Expr or Series, not pyarrow",
    ):
        pl.col("u").url.resolve(pa.array(["http://h/"]))
    with pytest.raises(
        TypeError, match="hash must be one value for all rows or of type Series, not polars"
    ):
        pl.Series(URLS).url.set(hash=pl.col("x"))
    with pytest.raises(ValueError, match="there are 2 bases for 3 "):
        pl.Series(["a", "b", "c"]).url.resolve(pl.Series(["http://h/", "http://i/"]))


@each_engine
@each_case(
    ("words", "make"),
    [
        ("URLs must be a column of strings", lambda wrong: wrong.url.hostname()),
        ("URLs must be a column of strings", lambda wrong: wrong.url.port()),
        ("URLs must be a column of strings", lambda wrong: wrong.url.resolve("http://h/")),
        ("bases must be a column of strings", lambda wrong: pl.col("u").url.resolve(wrong)),
        (
            "the values for hash must be a column of strings",
            lambda wrong: pl.col("u").url.set(hash=wrong),
        ),
        (
            "the values for port must be a column of integers or strings",
            lambda wrong: pl.col("u").url.set(port=wrong),
        ),
        (
            "documents must be a column of Binary or strings",
            lambda wrong: wrong.url.links("http://h/"),
        ),
        ("addresses must be a column of strings", lambda wrong: pl.col("u").url.links(wrong)),
        (
            "content types must be a column of strings",
            lambda wrong: pl.col("u").url.links("http://h/", wrong),
        ),
    ],
)
def test_column_of_another_type_raises_when_the_query_runs(
    engine: str, words: str, make: Any
) -> None:
    pytest.importorskip("lxml")
    frame = pl.DataFrame({"u": ["http://h/"], "wrong": [1.5]})
    with pytest.raises((TypeError, pl.exceptions.ComputeError)) as raised:
        run(frame, engine, x=make(pl.col("wrong")))
    assert words in str(raised.value) and "Float64" in str(raised.value)


def test_series_of_another_type_raises() -> None:
    for values in ([1, 2], [b"http://h/"], [["http://h/"]], [True]):
        with pytest.raises(TypeError, match="URLs must be a column of strings"):
            pl.Series(values).url.hostname()
