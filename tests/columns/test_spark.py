"""The functions of `urldom.spark` compared with the scalar interface, row by row: in frames, in
SQL, and on executors that are other processes."""

from __future__ import annotations

import doctest
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.columns import parse_url
from tests.columns.rows import (
    ATTRIBUTES,
    HALF_USED,
    after,
    attributes,
    groups_of,
    matched,
    part_of,
    some_rows,
)
from tests.columns.spark_session import missing_requirement, session
from tests.standards import every_standard
from urldom import (
    URL,
    WHATWG,
    InvalidPatternError,
    InvalidURLError,
    URLDecomposition,
    URLPattern,
    URLPatternList,
)

pytest.importorskip("pyarrow", reason="pyarrow is not installed")
pytestmark = [
    pytest.mark.full,
    pytest.mark.skipif(missing_requirement() is not None, reason=str(missing_requirement())),
]
if missing_requirement() is None:
    from pyspark.errors import AnalysisException, PythonException
    from pyspark.sql import functions as F
    from pyspark.sql.functions import lit

    from urldom import spark as urls

ROOT = Path(__file__).parents[2]
ROWS = 2500
BASE = "http://example.com/a/b;p?q#f"
OF_WHATWG = ["origin", "username", "password"]


@pytest.fixture(scope="module")
def spark() -> Iterator[Any]:
    with session() as made:
        yield made


@pytest.fixture(scope="module")
def rows(spark: Any) -> Any:
    """A frame with valid and invalid URLs and nulls, and with columns that are not strings."""
    made = [("http://H:80/a?b#c", "../d", 8080), ("a b", "http://[", 443), (None, "//h", None)]
    return spark.createDataFrame(made, "u string, link string, i int").selectExpr(
        "*", "NULL AS nothing", "encode(link, 'utf-8') AS octets", "array(u) AS several"
    )


def answers(frame: Any, *columns: Any) -> list[tuple[Any, ...]]:
    return [tuple(row) for row in (frame.select(*columns) if columns else frame).collect()]


# Results, row by row
# ----------------------------------------------------------------------------------------------


def test_result_of_matches_equals_result_of_urlpattern_test(spark: Any) -> None:
    links, texts = some_rows(ROWS, seed=35, references=True), ["http{s}?://*.com/*", "*://*/*.html"]
    patterns = URLPatternList(texts)
    frame = spark.createDataFrame(
        [(link, texts[index % 2]) for index, link in enumerate(links)], "u string, p string"
    )
    found = answers(
        frame,
        urls.url_matches("u", texts[0], lit(BASE)),
        urls.url_matches("u", patterns, lit(BASE)),
        urls.url_matches("u", F.col("p"), lit(BASE)),
        urls.url_matches("u", F.array("p", "p"), lit(BASE)),
    )
    assert [tuple(row) for row in found] == [
        (
            matched(patterns[0], link, BASE),
            matched(patterns, link, BASE),
            *[matched(patterns[index % 2], link, BASE)] * 2,
        )
        for index, link in enumerate(links)
    ]
    with pytest.raises(InvalidPatternError, match="a parenthesis is not closed"):
        urls.url_matches("u", "http://h/(")


def test_parts_match_the_object(spark: Any) -> None:
    links = some_rows(ROWS, seed=36, references=True)
    names = ["params", "param_names", "segments", "display", "public_suffix", "subdomain"]
    frame = spark.createDataFrame([(link,) for link in links], "u string")
    found = answers(
        frame,
        *(getattr(urls, f"url_{name}")("u", lit(BASE)) for name in names),
        urls.url_without_params("u", ["utm_*", "q"], lit(BASE)),
        urls.url_without_params("u", F.array(lit("utm_*"), lit("q")), lit(BASE)),
        urls.url_groups("u", "*://*/:first/*", lit(BASE)),
        urls.url_groups("u", lit("*://*/:first/*"), lit(BASE)),
    )
    pattern = URLPattern("*://*/:first/*")
    for link, row in zip(links, found, strict=True):
        expected = [part_of(name, link, BASE, "whatwg") for name in names]
        removed = part_of("without_params", link, BASE, "whatwg", names=["utm_*", "q"])
        groups = groups_of(pattern, link, BASE)
        assert [*row[:-2]] == [*expected, removed, removed]
        assert (row[-2] and row[-2].asDict()) == row[-1] == groups
    assert urls.register(spark, prefix="https_", default_scheme="https")
    assert spark.sql("SELECT https_hostname('example.com/x')").first()[0] == "example.com"
    assert answers(
        spark.sql("SELECT 'example.com' AS u"), urls.url_host("u", default_scheme="https")
    ) == [("example.com",)]


@every_standard
def test_set_matches_the_object(spark: Any, standard: str) -> None:
    strings = some_rows(ROWS, seed=34)
    ports = [index % 70_000 for index in range(ROWS)]
    frame = spark.createDataFrame(list(zip(strings, ports, strict=True)), "u string, port int")
    found = answers(
        frame,
        urls.url_set("u", protocol="https", hostname="example.org", hash=None, standard=standard),
        urls.url_set("u", port=F.col("port"), search=F.lit("?é b"), standard=standard),
    )
    constants = {"protocol": "https", "hostname": "example.org", "hash": None}
    assert [row[0] for row in found] == [after(url, None, constants, standard) for url in strings]
    assert [row[1] for row in found] == [
        after(url, None, {"port": port, "search": "?é b"}, standard)
        for url, port in zip(strings, ports, strict=True)
    ]


def test_partly_used_value_makes_the_row_null(spark: Any) -> None:
    frame = spark.createDataFrame([("http://h/a",), ("HTTP://h.example:80",)], "u string")
    made = [urls.url_set("u", **{name: value}) for name, value in HALF_USED]
    of_columns = [urls.url_set("u", **{name: lit(value)}) for name, value in HALF_USED]
    assert answers(frame, *made, *of_columns) == [(None,) * (2 * len(HALF_USED))] * 2


def test_many_batches_and_tasks_match_the_object(spark: Any) -> None:
    strings = some_rows(500, seed=35) * 20
    spark.conf.set("spark.sql.execution.arrow.maxRecordsPerBatch", 37)
    try:
        frame = spark.createDataFrame([(url,) for url in strings], "u string").repartition(3)
        found = answers(frame, "u", urls.url_hostname("u"))
    finally:
        spark.conf.unset("spark.sql.execution.arrow.maxRecordsPerBatch")
    assert len(found) == len(strings)
    assert all(
        host == (attributes(url, None, ["hostname"], "whatwg") or {}).get("hostname")
        for url, host in found
    )


# Pages
# ------------------------------------------------------------------------------------------------------------


def test_page_that_fails_does_not_affect_other_rows(spark: Any) -> None:
    pytest.importorskip("lxml")
    pages = [
        (b'<base href="/s/"><a href="b">', "http://h/", "text/html"),
        (b"\x89PNG", "http://h/i.png", "image/png"),
        (b"<a href='\xff\xfe'", "http://h/", None),
        (b"<a><b></a>", "http://h/", "application/xml"),
        (b"<a href=c>", None, "text/html"),
        (b"<a href=c>", "no address", "text/html"),
        (None, "http://h/", "text/html"),
        (b"a { background: url(d) }", "http://h/e/", "text/css"),
    ]
    frame = spark.createDataFrame(pages, "html binary, address string, type string")
    arguments = ("html", "address", "type")
    found = answers(frame, urls.url_links(*arguments), urls.url_link_errors(*arguments))
    expected_links = [
        ("http://h/s/", "base", "base", "href", "/s/"),
        ("http://h/s/b", "hyperlink", "a", "href", "b"),
    ]
    assert [tuple(link) for link in found[0][0]] == expected_links
    assert [link.url for link in found[7][0]] == ["http://h/e/d"]
    failed = [index for index, row in enumerate(found) if row[0] is None]
    assert failed == [1, 3, 4, 5, 6]
    assert [index for index, row in enumerate(found) if row[1] is not None] == [1, 3, 4, 5]
    assert "image/png" in found[1][1]
    exploded = frame.select("address", F.explode(urls.url_links(*arguments)).alias("link")).select(
        "link.url"
    )
    assert [row.url for row in exploded.limit(2).collect()] == [link[0] for link in expected_links]


def test_links_accept_text_and_one_address_for_all_rows(rows: Any) -> None:
    pytest.importorskip("lxml")
    html = F.concat(F.lit("<a href="), "link", F.lit(">"))
    (found,) = rows.select(urls.url_links(html, URL("http://x/y/")).alias("links")).first()
    assert [link.url for link in found] == ["http://x/d"]


# Names, types and nulls
# -------------------------------------------------------------------------------------------


def test_result_columns_have_the_names_that_spark_makes(rows: Any) -> None:
    link = urls.url_resolve(F.upper("link"), "u")
    frame = rows.select(
        urls.url_hostname("u"), urls.url_hostname(rows.u), link, urls.url_href("u").alias("mine")
    )
    assert frame.columns == [
        "url_hostname(u)",
        "url_hostname(u)",
        "url_resolve(upper(link), u)",
        "mine",
    ]
    names = urls.url_decompose("u", attributes=["host", "port"]).alias("url")
    assert rows.select(names).select("url.*").columns == ["host", "port"]


def test_functions_work_in_filters_groups_and_sorts(rows: Any) -> None:
    host = urls.url_hostname("u")
    assert answers(rows.where(host == "h").groupBy(host.alias("host")).count()) == [("h", 1)]
    assert rows.orderBy(urls.url_href("u").desc_nulls_last()).first().link == "../d"


def test_functions_can_be_nested_in_other_batch_functions(spark: Any, rows: Any) -> None:
    """Spark calls nested functions in one step, and passes the result of one to the next."""
    same = F.arrow_udf(lambda column: column, "string")
    assert rows.select(same(urls.url_resolve("link", "u"))).first()[0] == "http://h/d"
    urls.register(spark)
    assert rows.select(F.call_udf("url_hostname", urls.url_resolve("link", "u"))).first()[0] == "h"
    assert rows.selectExpr("url_hostname(url_resolve(link, u))").first()[0] == "h"


def test_column_of_nulls_has_null_results(rows: Any) -> None:
    columns = [
        urls.url_hostname("nothing"),
        urls.url_resolve("nothing", "u"),
        urls.url_decompose("nothing"),
        urls.url_links("nothing", "u"),
    ]
    assert answers(rows, *columns) == [(None,) * 4] * 3
    assert answers(rows, urls.url_resolve("u", "nothing"))[0] == ("http://h/a?b#c",)


def test_result_for_an_empty_frame_has_no_rows(rows: Any) -> None:
    assert (
        answers(rows.where("i = 0"), urls.url_decompose("u"), urls.url_links("octets", "u")) == []
    )


# SQL
# --------------------------------------------------------------------------------------------------------------


@pytest.fixture
def in_sql(spark: Any, rows: Any) -> Any:
    rows.createOrReplaceTempView("rows")
    registered = urls.register(spark)

    def select(what: str) -> list[Any]:
        assert what.partition("(")[0] in registered
        return [row[0] for row in spark.sql(f"SELECT {what} FROM rows").collect()]

    return select


def test_sql_calls_have_the_expected_results(in_sql: Any) -> None:
    assert in_sql("url_hostname(u)") == ["h", None, None]
    assert in_sql("url_origin(u)") == ["http://h", None, None]
    assert in_sql("url_hostname(NULL)") == [None] * 3
    assert in_sql("url_resolve(link, u)") == ["http://h/d", None, None]
    assert in_sql("url_resolve(link, base => 'http://x/y/z')") == ["http://x/d", None, "http://h/"]
    assert in_sql("url_decompose(link, u).pathname") == ["/d", None, None]
    assert in_sql("url_resolve(base => u, col => link)") == ["http://h/d", None, None]
    assert in_sql("url_errors('http://h:x/')") == ["the port is not a number"] * 3
    assert in_sql("url_param(u, 'b')") == ["", None, None]
    assert in_sql("url_param('?é=a+b', name => 'é', base => u)") == ["a b", None, None]
    assert in_sql("url_matches(u, 'http://h/*')") == [True, False, None]
    assert in_sql("url_matches(u, patterns => array('http://x/', 'http://h/*'))") == [
        True,
        False,
        None,
    ]
    assert in_sql("url_registrable_domain(concat('http://a.b.co.uk/', link))") == ["b.co.uk"] * 3
    assert in_sql("url_set(u, port => i, search => NULL)") == ["http://h:8080/a#c", None, None]
    pytest.importorskip("lxml")
    assert in_sql("url_links(concat('<a href=', link, '>'), 'http://x/y/').url") == [
        ["http://x/d"],
        [None],
        ["http://h/"],
    ]
    assert in_sql("url_links(address => u, html => '<a href=b>')[0].url") == [
        "http://h/b",
        None,
        None,
    ]
    assert "image/png" in in_sql("url_link_errors(octets, 'http://x/', 'image/png')")[0]


def test_sql_can_use_another_standard(spark: Any, rows: Any) -> None:
    names = urls.register(spark, standard="html5", prefix="html5_")
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
    assert names == [f"html5_{name}" for name in [*ATTRIBUTES, *others]]
    assert spark.sql("SELECT html5_href('http://h')").first()[0] == "http://h"


def test_wrong_sql_arguments_raise_on_the_executors(in_sql: Any) -> None:
    for call, words in {
        "url_hostname(i)": "URLs must be a column of strings, not of int32",
        "url_hostname(u, 'html5')": r"hostname\(\) takes 1 positional argument but 2 were given",
        "url_links(i, u)": "documents must be a column of bytes or strings, not of int32",
        "url_set(u)": "no value is given: use one or more of",
        "url_set(u, horst => 'h')": "'horst' cannot be assigned",
    }.items():
        with pytest.raises(PythonException, match=words):
            in_sql(call)


# Invalid input
# --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda: urls.url_hostname("u", "html6"), ValueError, "unknown standard 'html6'"),
        (lambda: urls.url_hostname("u", 5), TypeError, "not int"),
        (
            lambda: urls.url_origin("u", "html5"),
            ValueError,
            "unknown attribute 'origin' under html5",
        ),
        (
            lambda: urls.url_hostname(5),
            TypeError,
            "a column must be a Column or the name of one, not int",
        ),
        (lambda: urls.url_hostname(None), TypeError, "not NoneType"),
        (lambda: urls.url_hostname(URL("http://h/")), TypeError, r"not urldom\.URL"),
        (
            lambda: urls.url_decompose("u", attributes=["horst"]),
            ValueError,
            "unknown attribute 'horst'",
        ),
        (lambda: urls.url_decompose("u", attributes="host"), TypeError, "such as"),
        (lambda: urls.url_decompose("u", attributes=[]), ValueError, "no attribute is given"),
        (lambda: urls.url_resolve("u", "http://h/"), ValueError, r"lit\('http://h/'\)"),
        (lambda: urls.url_resolve("u", b"http://h/"), TypeError, "not bytes"),
        (
            lambda: urls.url_resolve("u", URLDecomposition("//h")),
            InvalidURLError,
            "no absolute URL|absolute",
        ),
        (lambda: urls.url_resolve("u", encoding="latin-2b"), LookupError, "latin-2b"),
        (lambda: urls.url_errors("u", encoding=None), TypeError, "NoneType"),
        (lambda: urls.url_param("u"), TypeError, "missing a required argument: 'name'"),
        (
            lambda: urls.url_param("u", 5),
            TypeError,
            "the name of a parameter must be a str or a column of strings, not int",
        ),
        (lambda: urls.url_set("u"), ValueError, "no value is given"),
        (lambda: urls.url_set("u", horst="h"), ValueError, "'horst' cannot be assigned"),
        (lambda: urls.url_set("u", port=1.5), TypeError, "not float"),
        (lambda: urls.url_links("u", None), TypeError, "not NoneType"),
        (lambda: urls.url_links("u", "a", 5), TypeError, "not int"),
        (lambda: urls.url_link_errors("u", URLDecomposition("h")), InvalidURLError, "absolute"),
        (lambda: urls.register(None), TypeError, "spark must be a SparkSession, not NoneType"),
    ],
)
def test_wrong_argument_raises_when_the_expression_is_built(
    spark: Any, call: Any, error: type[Exception], words: str
) -> None:
    with pytest.raises(error, match=words):
        call()


def test_wrong_register_arguments_raise(spark: Any) -> None:
    with pytest.raises(ValueError, match="html6"):
        urls.register(spark, standard="html6")
    with pytest.raises(TypeError, match="a prefix must be a str, not int"):
        urls.register(spark, prefix=5)  # type: ignore[arg-type]


@pytest.mark.parametrize("ansi", ["true", "false"])
@pytest.mark.parametrize("column", ["i", "octets", "several"])
def test_column_of_another_type_raises_before_the_query_runs(
    spark: Any, rows: Any, column: str, ansi: str
) -> None:
    spark.conf.set("spark.sql.ansi.enabled", ansi)
    try:
        for make in (
            lambda: urls.url_hostname(column),
            lambda: urls.url_resolve("u", column),
            lambda: urls.url_set("u", hostname=F.col(column)),
            lambda: urls.url_param("u", F.col(column)),
            lambda: urls.url_links("u", column),
            lambda: urls.url_links("u", "u", column),
            lambda: urls.url_links(column if column != "octets" else "i", "u"),
        ):
            with pytest.raises(AnalysisException, match="requires the"):
                rows.select(make())
    finally:
        spark.conf.unset("spark.sql.ansi.enabled")


def test_the_type_check_is_not_in_the_plan(rows: Any, capsys: pytest.CaptureFixture[str]) -> None:
    """The optimized plan does not contain the check."""
    rows.select(urls.url_links("octets", "u")).explain(extended=True)
    plan = capsys.readouterr().out.partition("== Optimized Logical Plan ==")[2]
    assert "url_links(" in plan
    assert "crc32" not in plan


def test_standard_can_be_a_standard_object(rows: Any) -> None:
    assert answers(rows, urls.url_hostname("u", WHATWG))[0] == ("h",)


# On other machines
# ------------------------------------------------------------------------------------------------


def test_functions_run_in_other_processes() -> None:
    """The test uses two executors. Each executor is a process with its own workers."""
    run = subprocess.run(
        [sys.executable, "-m", "tests.columns.spark_cluster"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    found = json.loads(run.stdout)
    assert found["resolved"] == sorted(f"http://h{index}/b?c" for index in range(200))
    assert found["links"] == found["resolved"]
    assert found["hosts"] == 200
    processes = {where.rpartition(" ")[2] for where in found["executors"]}
    assert len(processes) > 1
    assert str(found["driver"]) not in processes


# The documentation
# ------------------------------------------------------------------------------------------------


def run_examples(text: str, names: dict[str, Any], where: str) -> None:
    """Run the examples, even if they are marked to be skipped. Other tests skip them, because they
    need Java."""
    test = doctest.DocTestParser().get_doctest(text, names, where, where, 0)
    for example in test.examples:
        example.options.pop(doctest.SKIP, None)
    assert (
        doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, clear_globs=False).failed == 0
    )
    names.update(test.globs)


def test_examples_of_the_docstrings_are_correct(spark: Any) -> None:
    names: dict[str, Any] = {"spark": spark} | {name: getattr(urls, name) for name in urls.__all__}
    for name in [None, *urls.__all__]:
        text = (urls if name is None else getattr(urls, name)).__doc__
        assert text
        run_examples(text, names, name or "urldom.spark")


def test_examples_of_the_guide_are_correct(spark: Any) -> None:
    blocks = parse_url.PAGE.read_text(encoding="utf-8").split("```pycon\n")[1:]
    assert blocks
    names: dict[str, Any] = {"spark": spark}
    for block in blocks:
        run_examples(block.partition("```")[0], names, parse_url.PAGE.name)


def test_table_of_differences_from_parse_url_is_correct(spark: Any) -> None:
    """Each example differs as the table says, and each difference has a reason."""
    page = parse_url.PAGE.read_text(encoding="utf-8")
    rows = page.partition("| | URL | part |")[2].partition("\n\n")[0].splitlines()[2:]
    assert len(rows) > 5
    assert [row for row in rows if row not in {*parse_url.table(spark)}] == []
    accepted = ["http://h/?[", "http://h/#[", "mailto:[", "http://[::1]/"]
    assert not any(found.spark_refuses for found in parse_url.readings(spark, accepted))
    _, some = parse_url.rows_to_compare(4000, seed=36)
    assert [found for kind, found in parse_url.differences(spark, some) if kind is None] == []
