"""`matches` of columns compared with `test` of the pattern, row by row."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.cases import each_case, few_or_many
from tests.columns.rows import matched, real_urls, some_bases, some_rows
from tests.strategies import TOKENS, encodings

pa = pytest.importorskip("pyarrow", reason="pyarrow is not installed")

from urldom import (  # noqa: E402
    InvalidPatternError,
    InvalidURLError,
    URLPattern,
    URLPatternList,
    columns,
    resolve,
)

#: Patterns without regular expressions, with each kind of part in each component
PATTERNS = [
    URLPattern(),
    URLPattern("https://*.example.com/*"),
    URLPattern("http{s}?://{*.}?h.example/*"),
    URLPattern("*://*:*/*"),
    URLPattern("https://:sub.example.com:8080/a"),
    URLPattern(port="80*"),
    URLPattern(port=""),
    URLPattern(protocol="ws"),
    URLPattern(protocol="http*"),
    URLPattern(username="a"),
    URLPattern(username="", password=""),
    URLPattern(hostname="h"),
    URLPattern(hostname="h", pathname="*"),
    URLPattern(pathname="*/:b"),
    URLPattern(pathname="*/b"),
    URLPattern(pathname="{/a}?/b"),
    URLPattern(pathname="{/a}?*"),
    URLPattern(pathname="{*}?b"),
    URLPattern(pathname="{/a}*"),
    URLPattern(pathname=":a"),
    URLPattern(hostname="[\\:\\:1]"),
    URLPattern(hostname="bücher.example"),
    URLPattern(pathname="/"),
    URLPattern(pathname=""),
    URLPattern(pathname="/:id?"),
    URLPattern(pathname="/:id?", search="*", hash="*"),
    URLPattern(pathname="/:path*"),
    URLPattern(pathname="/:path+"),
    URLPattern(pathname="*a*"),
    URLPattern(pathname="/a{b}?{/c}*/*"),
    URLPattern(pathname="/:name.html"),
    URLPattern(pathname="/x{:a/}+y"),
    URLPattern(pathname="/é{x}?", hash=""),
    URLPattern(pathname="/*.HTML", ignore_case=True),
    URLPattern(pathname="/A/:k", ignore_case=True),
    URLPattern(search=""),
    URLPattern(search="*=*"),
    URLPattern(search="q=:value"),
    URLPattern(search="{a\\?b}?q"),
    URLPattern(hash=":a"),
    URLPattern(hash="{\\#}?*"),
    URLPattern(pathname="{/\\?}?/a"),
]
REGULAR = [
    "/(\\d+)/*",
    "/([a-z]*)",
    "/(a|bc|)",
    "/((?!x).*)",
    "/a([^\\/]*)",
    "/([a-z]{1,3})+",
    "/(\\w+)?/b",
    "/(.)",
]

STARTS = [
    "http://",
    "https://",
    "HTTP://",
    "https:",
    "ws://",
    "http://a@",
    "http://a:b@",
    "//",
    "",
    "/",
]
HOSTS = [
    "www.example.com",
    "a.example.com",
    "h.example",
    "h",
    "example.com",
    "[::1]",
    "bücher.example",
    "xn--a",
    "1.2",
    "",
    "hx",
]
PORTS = ["", "", "", ":80", ":8080", ":443", ":8000", ":", ":x"]
PATHS = [
    "",
    "/",
    "/a",
    "/ab/c/c/x",
    "/a/b",
    "/a/B.html",
    "/xp/q/y",
    "/12/b",
    "/é",
    "//",
    "/a/../b",
    "/.a",
    "/bc",
    "/A/k",
]
TAILS = ["", "", "?", "?q", "?q=1", "?q=a/b&c=?", "?x=%20", "#", "#a", "?q#a=?b", "?a'b", "?\ta"]


def some_urls(count: int, seed: int) -> list[str | None]:
    """Return `count` rows: URLs with components of the patterns, hostile URLs, and a null."""
    chance = random.Random(seed)
    rows: list[str | None] = [None, *some_rows(count // 5, seed, references=True)]
    while len(rows) < count:
        row = "".join(map(chance.choice, (STARTS, HOSTS, PORTS, PATHS, TAILS)))
        rows.append(row)
    return rows


def regular_patterns() -> list[URLPattern]:
    pytest.importorskip("corvus_regex_ecma262", reason="corvus-regex-ecma262 is not installed")
    return [
        URLPattern(pathname=path, ignore_case=ignore_case)
        for path in REGULAR
        for ignore_case in (False, True)
    ]


@few_or_many("count", 100, 500)
@pytest.mark.parametrize("base", [None, "http://www.example.com/a/b?q#f", "column"])
def test_result_of_matches_equals_result_of_urlpattern_test(base: str | None, count: int) -> None:
    urls = some_urls(count, seed=1)
    each = some_bases(len(urls), seed=2) if base == "column" else [base] * len(urls)
    given_base = pa.array(each) if base == "column" else base
    for pattern in PATTERNS:
        found = columns.matches(pa.array(urls), pattern, given_base)
        assert found.to_pylist() == [
            matched(pattern, *pair) for pair in zip(urls, each, strict=True)
        ], pattern


def test_result_of_matches_with_regular_expressions_equals_result_of_pattern_test() -> None:
    urls = some_urls(1000, seed=3)
    for pattern in regular_patterns():
        assert columns.matches(pa.array(urls), pattern).to_pylist() == [
            matched(pattern, url) for url in urls
        ], pattern


@pytest.mark.parametrize("count", [0, 2, 5, 33])
def test_result_of_matches_with_a_list_equals_result_of_list_test(count: int) -> None:
    urls = some_urls(1000, seed=4)
    patterns = URLPatternList(PATTERNS[1:][:count])
    expected = [matched(patterns, url) for url in urls]
    assert columns.matches(pa.array(urls), patterns).to_pylist() == expected
    assert columns.matches(pa.array(urls), iter(patterns)).to_pylist() == expected


@pytest.mark.parametrize(("count", "length"), [(3000, 1), (2, 50_000)])
def test_patterns_may_be_many_and_long(count: int, length: int) -> None:
    """RE2 would not compile one expression for all these patterns."""
    patterns = URLPatternList(
        [URLPattern(pathname=f"/{number}{'x' * length}/*") for number in range(count)]
    )
    urls = [f"http://h.example/1{'x' * length}/a", "http://h.example/", "HTTP://h.example/1"]
    assert columns.matches(pa.array(urls), patterns).to_pylist() == [True, False, False]


@given(
    st.lists(
        st.lists(st.sampled_from([*TOKENS, *PATHS, *TAILS, *HOSTS]), max_size=5).map("".join),
        max_size=5,
    ),
    st.lists(st.sampled_from(PATTERNS), max_size=3).map(URLPatternList),
    st.sampled_from(["", "http://h.example", "https://www.example.com/"]),
    st.sampled_from([None, "http://h.example/a"]),
)
@example(["", "#", "?"], URLPatternList([URLPattern(pathname="/:id?")]), "http://h.example", None)
def test_result_of_matches_for_any_url_equals_result_of_pattern_test(
    ends: list[str], patterns: URLPatternList, start: str, base: str | None
) -> None:
    urls = [f"{start}{end}".encode("utf-8", "replace").decode() for end in ends]
    found = columns.matches(pa.array(urls, pa.string()), patterns, base)
    assert found.to_pylist() == [matched(patterns, url, base) for url in urls]


@given(encodings)
def test_queries_are_escaped_in_the_encoding(encoding: str) -> None:
    urls = ["/?q=é", "http://h/?q=é", "/?q=%E9", "http://h.example/?q=e"]
    pattern = URLPattern(search="q=%E9")
    found = columns.matches(pa.array(urls), pattern, "http://h/", encoding=encoding)
    assert found.to_pylist() == [
        pattern.test(resolve(url, "http://h/", encoding=encoding)) for url in urls
    ]


def test_result_of_matches_for_real_urls_equals_result_of_pattern_test() -> None:
    urls = real_urls()[:5000]
    for pattern in [
        URLPattern("https://*.gov/*"),
        URLPattern(pathname="/:a/:b"),
        URLPattern(search="*id=*"),
    ]:
        assert columns.matches(pa.array(urls), pattern).to_pylist() == [
            pattern.test(url) for url in urls
        ]


@pytest.mark.parametrize(
    "patterns",
    [
        "https://h.example/*",
        {"hostname": "h.example"},
        URLPattern(hostname="h.example"),
        ["https://h.example/*", {"hostname": "nowhere"}],
        URLPatternList(["https://h.example/*"]),
        pa.array(["https://h.example/*"] * 3),
        pa.array(["https://h.example/*"] * 3).dictionary_encode(),
        pa.array(["https://h.example/*", None, "https://a/*"]),
        pa.array([["https://h.example/*", "https://a/*"]] * 3),
        pa.array([["https://h.example/*"], None, []]),
    ],
    ids=[
        "string",
        "mapping",
        "pattern",
        "iterable",
        "list",
        "column",
        "dictionary",
        "nulls",
        "lists",
        "some-lists",
    ],
)
def test_patterns_can_be_passed_in_each_form(patterns: Any) -> None:
    urls = pa.array(["https://h.example/a", None, "http://["])
    assert columns.matches(urls, patterns).to_pylist() == [True, None, False]


def test_result_for_a_null_pattern_is_null() -> None:
    urls = pa.array(["https://h.example/a", "https://h.example/b"])
    for patterns in (pa.nulls(2), pa.nulls(2, pa.string()), pa.nulls(2, pa.list_(pa.string()))):
        assert columns.matches(urls, patterns).to_pylist() == [None, None]
    assert columns.matches(urls, pa.array([None, "https://h.example/b"])).to_pylist() == [
        None,
        True,
    ]


TYPES = [
    pa.string(),
    pa.large_string(),
    pa.string_view(),
    pa.dictionary(pa.int32(), pa.string()),
    pa.null(),
]
SOME = ["http://h/?q", None, "HTTP://h?q", "x", "http://h/a", "http://[", "HTTP://h?q"]


@pytest.mark.parametrize("kind", TYPES, ids=str)
@pytest.mark.parametrize("chunked", [False, True])
def test_results_do_not_depend_on_the_type_of_column(kind: Any, chunked: bool) -> None:
    rows = [None] * len(SOME) if kind == pa.null() else SOME
    array = (
        pa.array(SOME).dictionary_encode() if pa.types.is_dictionary(kind) else pa.array(rows, kind)
    )
    column = (
        pa.chunked_array([array[:2], array[2:2], array[2:], array[:0]]) if chunked else array[1:]
    )
    found = columns.matches(column, URLPattern(search="q"))
    assert found.type == pa.bool_()
    assert isinstance(found, pa.ChunkedArray) == chunked
    expected = [matched(URLPattern(search="q"), url) for url in rows]
    assert found.to_pylist() == expected[0 if chunked else 1 :]


def test_each_slice_is_matched_separately(monkeypatch: pytest.MonkeyPatch) -> None:
    from urldom.columns import _arrays as arrays

    urls = some_urls(500, seed=6)
    expected = [matched(PATTERNS[2], url) for url in urls]
    monkeypatch.setattr(arrays, "SLICE_ROWS", 64)
    column = pa.chunked_array([pa.array(urls[:99]), pa.array(urls[99:])])
    assert columns.matches(column, PATTERNS[2]).to_pylist() == expected
    texts = pa.array(["http{s}?://{*.}?h.example/*"] * len(urls))
    assert columns.matches(column, texts).to_pylist() == expected


@each_case(
    ("arguments", "options", "error", "words"),
    [
        ([5], {}, TypeError, "patterns must be a URLPattern, .* not int"),
        ([None], {}, TypeError, "not None"),
        ([b"http://h/"], {}, TypeError, "not bytes"),
        ([[5]], {}, TypeError, "not int"),
        ([{"scheme": "http"}], {}, TypeError, "use protocol"),
        (
            [pa.array([1])],
            {},
            TypeError,
            "patterns must be a column of strings or lists of strings, not of int64",
        ),
        ([pa.array(["http://a", "http://b"])], {}, ValueError, "there are 2 patterns for 1 rows"),
        ([pa.array([["http://a", None]])], {}, TypeError, "not None"),
        (["http://a/("], {}, InvalidPatternError, "a parenthesis is not closed"),
        ([pa.array(["/a"])], {}, InvalidPatternError, "a relative pattern needs a base"),
        (["http://a", "/a"], {}, InvalidURLError, "'/a' is not a URL under whatwg"),
        (["http://a"], {"encoding": "utf-99"}, LookupError, "utf-99"),
        (["http://a"], {"standard": "html5"}, TypeError, "standard"),
    ],
)
def test_error_says_what_was_expected(
    arguments: list[Any], options: dict[str, Any], error: type[Exception], words: str
) -> None:
    with pytest.raises(error, match=words):
        columns.matches(pa.array(["http://h/"]), *arguments, **options)
