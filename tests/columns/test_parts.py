"""The parts of URLs that SQL engines read, such as `params` and `segments`, compared with the
object row by row, in Arrow, pandas, polars and DuckDB."""

from __future__ import annotations

import importlib
import random
from functools import partial
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.cases import each_case, few_or_many
from tests.columns.rows import STANDARDS, groups_of, part_of, real_urls, some_bases, some_rows
from tests.columns.test_params import some_queries
from tests.strategies import ENCODINGS, TOKENS, encodings

pa = pytest.importorskip("pyarrow", reason="pyarrow is not installed")
pytest.importorskip("publicsuffixlist", reason="publicsuffixlist is not installed")

from tests.columns.faces import QUICK_FACES, Call  # noqa: E402
from urldom import InvalidPatternError, InvalidURLError, columns  # noqa: E402
from urldom.patterns import URLPattern  # noqa: E402

NAMES = [
    "params",
    "param_names",
    "segments",
    "display",
    "public_suffix",
    "subdomain",
    "without_params",
]
#: Names and globs of parameters to remove
REMOVED = ["utm_*", "q", "a b", "", "*ag*[]", "é", "%"]
BASE = "http://example.com/a/b;p?q=of+base#f"


def plain(value: Any) -> Any:
    """Return a map as a `dict`, in whatever form a library has it."""
    if isinstance(value, list) and value and isinstance(value[0], tuple):
        return dict(value)
    if (
        isinstance(value, list)
        and value
        and isinstance(value[0], dict)
        and set(value[0]) == {"key", "value"}
    ):
        return {pair["key"]: pair["value"] for pair in value}
    return value


def rows_of(name: str, values: Any) -> list[Any]:
    if name not in ("params", "groups"):
        return list(values)
    return [{} if value == [] else plain(value) for value in values]


def in_face(face: str, name: str, urls: Any, base: Any, *arguments: Any, **options: Any) -> Any:
    (rows,) = QUICK_FACES[face](urls, base, [Call(name, arguments)], **options)
    return rows


in_arrow = partial(in_face, "arrow")


def some_urls(count: int, seed: int) -> list[str | None]:
    made = [
        "http://h.example/a?u=http://u:p@h/",
        "http://h.example/http://u:p@h",
        "https://h.example/?q=1&",
        "http://h/?q&",
    ]
    return [
        *made,
        *some_rows(count // 2, seed, references=True),
        *some_queries(count - count // 2, seed),
    ]


@few_or_many("count", 60, 300)
@pytest.mark.parametrize("face", QUICK_FACES)
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("base", [None, BASE, "column"])
def test_each_face_has_the_answers_of_the_object(
    face: str, name: str, base: str | None, count: int
) -> None:
    urls = some_urls(count, seed=1)
    each = some_bases(len(urls), seed=2) if base == "column" else [base] * len(urls)
    arguments = [REMOVED] if name == "without_params" else []
    found = in_face(face, name, urls, each if base == "column" else base, *arguments)
    expected = [
        part_of(name, *pair, "whatwg", names=REMOVED) for pair in zip(urls, each, strict=True)
    ]
    assert rows_of(name, found) == expected


@few_or_many("count", 150, 800)
@pytest.mark.parametrize("standard", STANDARDS)
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("base", [None, BASE, "column"])
def test_each_standard_has_the_answers_of_the_object(
    standard: str, name: str, base: str | None, count: int
) -> None:
    urls = some_urls(count, seed=3)
    each = some_bases(len(urls), seed=4) if base == "column" else [base] * len(urls)
    arguments = [REMOVED] if name == "without_params" else []
    found = in_arrow(name, urls, each if base == "column" else base, *arguments, standard=standard)
    expected = [
        part_of(name, *pair, standard, names=REMOVED) for pair in zip(urls, each, strict=True)
    ]
    assert rows_of(name, found) == expected


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("name", ["params", "param_names", "without_params"])
def test_the_query_is_read_in_its_encoding(encoding: str, name: str) -> None:
    urls = [
        *some_queries(200, seed=5),
        "http://h.example/?%1B$B=%1B$B",
        "http://h.example/?q=%1B$B&q=%24%22",
    ]
    arguments = [REMOVED] if name == "without_params" else []
    found = in_arrow(name, urls, None, *arguments, encoding=encoding)
    assert rows_of(name, found) == [
        part_of(name, url, None, "whatwg", encoding, names=REMOVED) for url in urls
    ]


@given(
    st.lists(
        st.lists(
            st.sampled_from(
                [*TOKENS, "/a", "//", "/%41", "/.", "?", "a", "&", "=", "utm_a", "&q=", "%0A", "+"]
            ),
            max_size=9,
        ).map("".join),
        max_size=6,
    ),
    st.sampled_from(NAMES),
    st.sampled_from([None, BASE, "http://h\\"]),
    encodings,
    st.sampled_from(STANDARDS),
)
def test_any_url_has_the_answers_of_the_object(
    texts: list[str], name: str, base: str | None, encoding: str, standard: str
) -> None:
    urls = [f"http://h.example{text}".encode("utf-8", "replace").decode() for text in texts]
    bases = [base] * len(urls)
    arguments = [REMOVED] if name == "without_params" else []
    found = in_arrow(name, urls, bases, *arguments, standard=standard, encoding=encoding)
    expected = [part_of(name, url, base, standard, encoding, names=REMOVED) for url in urls]
    assert rows_of(name, found) == expected


def test_parts_of_real_urls_match_the_object() -> None:
    urls = real_urls()[:4000]
    for name in NAMES:
        found = in_arrow(name, urls, None, *([REMOVED] if name == "without_params" else []))
        assert rows_of(name, found) == [
            part_of(name, url, None, "whatwg", names=REMOVED) for url in urls
        ]


# Names of parameters to remove
# ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "names", ["utm_*", ["utm_*"], ("q", "tag*"), iter(["*"]), set(), "a*b*c", "**", "x"]
)
def test_names_are_one_name_or_several(names: Any) -> None:
    urls = ["http://h.example/?utm_a=1&q&tags=%20&a=b&abcabc=&x&Q=#f", "HTTP://h/?utm_b&abc&acb"]
    names = names if isinstance(names, (str, set)) else list(names)
    globs = [names] if isinstance(names, str) else [*names]
    expected = [part_of("without_params", url, None, "whatwg", names=globs) for url in urls]
    assert in_arrow("without_params", urls, None, names) == expected


def test_columns_of_names_give_each_row_its_own() -> None:
    urls = some_queries(300, seed=6)
    chance = random.Random(7)
    each = [chance.choice([None, [], ["q"], ["utm_*", "a b"], ["*"]]) for _ in urls]
    for kind in (pa.list_(pa.string()), pa.large_list(pa.string())):
        found = columns.without_params(pa.array(urls), pa.array(each, kind)).to_pylist()
        assert found == [
            None if names is None else part_of("without_params", url, None, "whatwg", names=names)
            for url, names in zip(urls, each, strict=True)
        ]
    texts = [names[0] if names else None for names in each]
    found = columns.without_params(pa.array(urls), pa.array(texts, pa.string())).to_pylist()
    assert found == [
        None if name is None else part_of("without_params", url, None, "whatwg", names=[name])
        for url, name in zip(urls, texts, strict=True)
    ]


# Groups of patterns
# -----------------------------------------------------------------------------------------------

PATTERNS: list[Any] = [
    "http{s}?://:sub.example.com/:page",
    {"pathname": "/:a/:b?"},
    {"pathname": "/:a-:b/*"},
    {"pathname": "/:all*"},
    {"pathname": "/:all+"},
    {"pathname": "/*/:a?.html"},
    {"pathname": "/x:rest(.*)"},
    {"pathname": "/:a{-:b}?"},
    {"hostname": "{:sub.}?example.com", "search": "*q=:q*", "hash": ":part?"},
    {"hostname": ":a.:b.:c", "pathname": "*/:a"},
    {"protocol": ":scheme"},
    {"username": ":user?", "pathname": "/:p"},
    {"pathname": "/(.*)/:a"},
    {"port": ":port?"},
    {"search": ":q"},
]


@pytest.mark.parametrize("pattern", PATTERNS, ids=str)
@pytest.mark.parametrize("base", [None, BASE])
def test_groups_are_those_of_the_pattern(pattern: Any, base: str | None) -> None:
    more = [
        "http://www.example.com/a%20b",
        "http://h.example/a-b-c/d",
        "http://h/",
        "https://u@h/x",
        "http://h:8080/é",
    ]
    urls = [*more, *some_urls(500, seed=8), "http://h.example/%FF/%C3/a.html?x=1&q=%41+b&q=#%C3%A9"]
    compiled = URLPattern(pattern)
    found = in_arrow("groups", urls, base, pattern)
    assert found == [groups_of(compiled, url, base) for url in urls]
    assert in_arrow("groups", urls, base, compiled) == found


def test_groups_of_patterns_that_ignore_the_case() -> None:
    pattern = URLPattern(pathname="/User/:id", ignore_case=True)
    urls = ["http://h.example/user/A", "http://h.example/USER/b", "http://h.example/user"]
    assert in_arrow("groups", urls, None, pattern) == [groups_of(pattern, url) for url in urls]


@given(
    st.lists(
        st.sampled_from(
            ["/", "-", ":a", ":b?", ":c(\\d+)", "*", "{x:d}?", "{/:e}*", ".html", "a", "%41"]
        ),
        max_size=6,
    ).map("".join),
    st.lists(
        st.lists(
            st.sampled_from(["/", "-", "a", "1", ".html", "x", "%41", "%C3%A9"]), max_size=8
        ).map("".join)
    ),
)
def test_groups_of_any_path_are_those_of_the_pattern(pathname: str, paths: list[str]) -> None:
    pytest.importorskip("corvus_regex_ecma262")
    try:
        pattern = URLPattern(pathname=f"/{pathname}")
    except InvalidPatternError:
        return
    urls = [f"http://h.example/{path}" for path in paths]
    expected = [groups_of(pattern, url) for url in urls]
    if any(":" + name in pathname for name in "abcde"):
        assert in_arrow("groups", urls, None, pattern) == expected


def test_columns_of_patterns_have_maps() -> None:
    urls = some_urls(300, seed=9)
    texts = ["*://*/:page?*", None, "http{s}?://:host/*", "*://*/x"]
    each = [texts[index % 4] for index in range(len(urls))]
    expected = [
        text and groups_of(URLPattern(text), url) for text, url in zip(each, urls, strict=True)
    ]
    found = columns.groups(pa.array(urls), pa.array(each))
    assert found.type == pa.map_(pa.string(), pa.string())
    assert rows_of("groups", found.to_pylist()) == expected
    one = columns.groups(pa.array(urls), pa.array([texts[0]] * len(urls)))
    assert rows_of("groups", one.to_pylist()) == [
        groups_of(URLPattern(texts[0]), url) for url in urls
    ]


@pytest.mark.parametrize("face", QUICK_FACES)
def test_each_face_has_groups(face: str) -> None:
    urls, pattern = some_urls(200, seed=10), "http{s}?://*/:first/*"
    expected = [groups_of(URLPattern(pattern), url, BASE) for url in urls]
    if face == "pandas":
        frame = importlib.import_module("pandas").Series(urls, dtype=object)
        importlib.import_module("urldom.pandas")
        found = frame.url.groups(pattern, BASE)
        assert list(found.columns) == ["first"]
        assert found["first"].tolist() == [row and row["first"] for row in expected]
    else:
        assert rows_of("groups", in_face(face, "groups", urls, BASE, pattern)) == expected


# Types
# ------------------------------------------------------------------------------------------------------------

SOME = [
    "http://www.example.com/a?q=1&utm_x",
    None,
    "HTTP://H?q=2",
    "x",
    "http://www.example.com/a?q=1&utm_x",
]


@each_case(
    "kind",
    [pa.string(), pa.large_string(), pa.string_view(), pa.dictionary(pa.int32(), pa.string())],
)
@each_case("chunked", [False, True])
@each_case("name", [*NAMES, "groups"])
def test_results_do_not_depend_on_the_type_of_column(kind: Any, chunked: bool, name: str) -> None:
    array = (
        pa.array(SOME).dictionary_encode() if pa.types.is_dictionary(kind) else pa.array(SOME, kind)
    )
    column = pa.chunked_array([array[:2], array[2:2], array[2:], array[:0]]) if chunked else array
    arguments = {"without_params": ["utm_*"], "groups": [{"pathname": "/:p"}]}.get(name, [])
    found = getattr(columns, name)(column, *arguments)
    assert isinstance(found, pa.ChunkedArray) == chunked
    text = pa.large_string() if kind == pa.large_string() else pa.string()
    kinds = {
        "params": pa.map_(text, pa.list_(text)),
        "param_names": pa.list_(text),
        "segments": pa.list_(text),
        "groups": pa.struct([("p", text)]),
    }
    assert found.type == kinds.get(name, text)
    assert found.to_pylist() == in_arrow(name, SOME, None, *arguments)
    for empty in (pa.nulls(3), pa.array([], kind), pa.chunked_array([], pa.string())):
        assert getattr(columns, name)(empty, *arguments).to_pylist() == [None] * len(empty)


def test_arrow_types_of_pandas_stay() -> None:
    pandas = pytest.importorskip("pandas")
    importlib.import_module("urldom.pandas")
    series = pandas.Series(SOME, dtype=pandas.ArrowDtype(pa.string()))
    assert series.url.params().dtype == pandas.ArrowDtype(
        pa.map_(pa.string(), pa.list_(pa.string()))
    )
    assert series.url.segments().dtype == pandas.ArrowDtype(pa.list_(pa.string()))
    assert series.url.display().dtype == series.dtype


# Invalid arguments
# ------------------------------------------------------------------------------------------------


@each_case(
    ("name", "arguments", "error", "words"),
    [
        (
            "without_params",
            [5],
            TypeError,
            "names must be a str, an iterable of str, or a column .*, not int",
        ),
        ("without_params", [None], TypeError, "not NoneType"),
        ("without_params", [["q", 5]], TypeError, "not int"),
        ("without_params", [b"q"], TypeError, "not int"),
        (
            "without_params",
            [pa.array([1])],
            TypeError,
            "names of parameters must be a column of strings or lists",
        ),
        (
            "without_params",
            [pa.array(["a", "b"])],
            ValueError,
            "there are 2 names of parameters for 1 rows",
        ),
        ("without_params", [pa.array([["a", None]])], TypeError, "not NoneType"),
        ("groups", ["*://*/a"], ValueError, "the pattern has no named group, such as :name"),
        ("groups", [["*://*/a"]], TypeError, "a pattern must be|must be a str"),
        (
            "groups",
            [None],
            TypeError,
            "a pattern must be a str or a mapping of components, not NoneType",
        ),
        ("groups", ["*://*/("], InvalidPatternError, "a parenthesis is not closed"),
        (
            "groups",
            [pa.array([1])],
            TypeError,
            "patterns must be a column of strings, not of int64",
        ),
        ("params", ["/a"], InvalidURLError, "'/a' is not a URL under whatwg"),
    ],
)
def test_error_says_what_was_expected(
    name: str, arguments: list[Any], error: type[Exception], words: str
) -> None:
    with pytest.raises(error, match=words):
        getattr(columns, name)(pa.array(["http://h/"]), *arguments)
