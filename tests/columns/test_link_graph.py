"""`examples/link_graph.py`: both engines make the graph of the pages, and an invalid page does not
stop the job."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("lxml")
pytest.importorskip("publicsuffixlist")
pl = pytest.importorskip("polars")
pa = pytest.importorskip("pyarrow")
pq = pytest.importorskip("pyarrow.parquet")

from tests.columns.spark_cluster import CLUSTER, home_of_spark  # noqa: E402
from tests.columns.spark_session import FOR_A_MINUTE, missing_requirement  # noqa: E402
from urldom import URL  # noqa: E402
from urldom.hosts import same_site  # noqa: E402
from urldom.trees import parse  # noqa: E402

pytestmark = pytest.mark.full
SCRIPT = Path(__file__).parents[2] / "examples/link_graph.py"
MANUAL = Path("/usr/share/doc/python3-doc/html")
Page = tuple["str | None", "str | None", "bytes | None"]

GOOD = "<base href='/a/'><a href='b#c'><a href='./b?ч'><img src='//www.H.example/'><a href='http://['>".encode(
    "cp1251"
)
#: Pages that fail, and their error messages
FAILING: list[tuple[Page, str]] = [
    (("http://h.example/null", "text/html", None), "there is no body"),
    ((None, None, None), "there is no body"),
    ((None, "text/html", GOOD), "the address of the document is missing"),
    (("not a URL", "text/html", GOOD), "the address of a document must be an absolute URL"),
    (("http://h.example/image", "image/png", b"\x89PNG"), "unknown content type 'image/png'"),
    (
        ("http://h.example/x", "application/xhtml+xml", b"<html><a href='b'>"),
        "the document is not well-formed XML",
    ),
]
PAGES: list[Page] = [
    ("HTTP://H.example:80/#top", "text/html; charset=windows-1251", GOOD),
    (
        "http://h.example/",
        "text/html; charset=windows-1251",
        GOOD,
    ),  # This page is in the file twice.
    *(page for page, _ in FAILING),
    ("http://h.example/truncated", "text/html", b"<a href=/1>1</a><a href='/2"),
    (
        "http://h.example/invalid",
        "text/html; charset=utf-8",
        b"<a href='?\xff\xc3'>" + bytes(range(256)) * 9,
    ),
    ("http://h.example/deep", None, b"<div>" * 20_000 + b"<a href=/1>"),
    ("http://h.example/empty", "text/html", b""),
    ("http://h.example/surrogate", None, b"<a href='/&#xd800;'>"),
    ("data:text/html,", "text/html", b"<a href=http://h.example/>"),
    ("http://www.h.example/", "text/css", b"a { background: url(//h.example/1) }"),
    ("http://h.example/mail", "text/html", b"<a href=mailto:a@h.example>"),
    (
        "http://h.example/long",
        "text/html",
        b"".join(b"<a href=/%d>text</a>\n" % n for n in range(30_000)),
    ),
]


@pytest.fixture(scope="module")
def example() -> Any:
    spec = importlib.util.spec_from_file_location("link_graph", SCRIPT)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def folder(example: Any, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder. `pages` contains PAGES, and `graph` contains the graph that polars has made of
    PAGES."""
    folder = tmp_path_factory.mktemp("link_graph")
    (folder / "pages").mkdir()
    example.write_pages(PAGES, folder / "pages")
    process = run(folder / "pages", folder / "graph")
    assert (process.returncode, process.stderr) == (0, "")
    assert process.stdout.startswith("17 pages, 6 failed, 30,015 links, 30,011 edges\n")
    return folder


def run(*arguments: object, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, SCRIPT, *map(str, arguments)]
    return subprocess.run(
        command, capture_output=True, text=True, encoding="utf-8", env=os.environ | environment
    )


def table(graph: Path, name: str) -> Any:
    return pl.read_parquet(graph / name / "*.parquet").sort(pl.all())


@pytest.mark.quick
def test_graph_contains_the_links_of_the_pages(example: Any) -> None:
    """Each edge matches the scalar interface. The pages are the Python manual, if it is
    installed."""
    pages = [
        page
        for page in PAGES
        if page not in [failing for failing, _ in FAILING] and page[1] != "text/css"
    ]
    for name in ("index.html", "library/os.html", "c-api/long.html"):
        if (file := MANUAL / name).exists():
            pages.append((f"https://docs.example/{name}", "text/html", file.read_bytes()))
    edges: Counter[tuple[str, str, str, bool]] = Counter()
    for address, content_type, body in pages:
        assert address is not None
        source = URL(address).href.partition("#")[0]
        for found in parse(body, address, content_type=content_type).urls():
            if found.url is not None:
                target = found.url.partition("#")[0]
                edges[source, target, found.kind, same_site(source, target)] += 1
    batch = pa.Table.from_pylist(
        [dict(zip(example.PAGE.names, page, strict=True)) for page in pages], example.PAGE
    )
    rows = pl.concat(example.read_pages(batch.to_batches()))
    assert rows["error"].null_count() == len(rows)
    rows = rows.group_by("source", "target", "kind", "same_site").agg(pl.sum("count"))
    assert {row[:4]: row[4] for row in rows.rows()} == edges


def test_each_link_of_a_page_is_an_edge(folder: Path) -> None:
    edges = table(folder / "graph", "edges")
    assert edges.columns == ["source", "target", "kind", "count", "same_site"]
    assert edges.filter(pl.col("source") == "http://h.example/").rows() == [
        ("http://h.example/", "http://h.example/a/", "base", 2, True),
        ("http://h.example/", "http://h.example/a/b", "hyperlink", 2, True),
        ("http://h.example/", "http://h.example/a/b?%F7", "hyperlink", 2, True),
        ("http://h.example/", "http://www.h.example/", "resource", 2, True),
    ]
    assert edges.filter(~pl.col("same_site"))["target"].to_list() == [
        "http://h.example/",
        "mailto:a@h.example",
    ]


def test_page_that_fails_is_a_row_of_errors(folder: Path) -> None:
    errors = table(folder / "graph", "errors")
    assert errors.columns == ["address", "octets", "error"]
    found = Counter((address, octets) for address, octets, _ in errors.rows())
    assert found == Counter(
        (page[0], None if page[2] is None else len(page[2])) for page, _ in FAILING
    )
    for page, words in FAILING:
        assert any(row[0] == page[0] and row[2].startswith(words) for row in errors.rows()), page[0]


def test_parser_error_is_a_row_of_errors(example: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(source: bytes, *arguments: object, **options: object) -> Any:
        if source == b"2":
            raise RecursionError("too deep")
        return parse(source, *arguments, **options)  # type: ignore[arg-type]

    monkeypatch.setattr("urldom.trees.parse", failing)
    pages = [
        {"address": f"http://h/{body.decode()}", "body": body}
        for body in (b"<a href=x>", b"2", b"<a href=y>")
    ]
    (rows,) = example.read_pages(pa.Table.from_pylist(pages, example.PAGE).to_batches())
    assert sorted(rows["target"].drop_nulls()) == ["http://h/x", "http://h/y"]
    assert rows.filter(pl.col("error").is_not_null()).select(
        "address", "octets", "error"
    ).rows() == [("http://h/2", 1, "RecursionError: too deep")]


def test_row_groups_have_a_limit_in_bytes(example: Any, tmp_path: Path) -> None:
    sizes = [1000] * 9000 + [20_000_000] + [1000] * 3000
    example.write_pages((("http://h/", None, bytes(size)) for size in sizes), tmp_path)
    file = pq.ParquetFile(tmp_path / "0.parquet")
    groups = [
        sum(map(len, file.read_row_group(index, ["body"])["body"].to_pylist()))
        for index in range(file.num_row_groups)
    ]
    assert sum(groups) == sum(sizes)
    assert max(groups) < 20_000_000 + example.ROW_GROUP_OCTETS
    assert sum(group > example.ROW_GROUP_OCTETS + 1000 for group in groups) == 1


def test_second_run_does_not_change_the_graph(folder: Path) -> None:
    before = {path: path.stat() for path in (folder / "graph").rglob("*")}
    process = run(folder / "pages", folder / "graph")
    assert process.returncode == 1
    assert process.stderr == f"{folder / 'graph'} exists: remove it, or pass another name\n"
    assert {path: path.stat() for path in (folder / "graph").rglob("*")} == before
    assert not (folder / "graph.partial").exists()


def test_concurrent_run_stops_with_an_error(folder: Path) -> None:
    (folder / "other.partial").mkdir()
    process = run(folder / "pages", folder / "other")
    assert process.returncode == 1
    assert process.stderr.startswith(
        f"{folder / 'other.partial'} exists: another run is filling it"
    )
    assert list((folder / "other.partial").iterdir()) == []
    assert not (folder / "other").exists()


def test_failed_run_removes_its_folder(folder: Path, tmp_path: Path) -> None:
    """The test overwrites almost half of the file of pages with zeros."""
    file = folder / "pages/0.parquet"
    pages = bytearray(file.read_bytes())
    pages[4 : len(pages) // 2] = bytes(len(pages) // 2 - 4)
    (tmp_path / "damaged.parquet").write_bytes(pages)
    process = run(tmp_path / "damaged.parquet", tmp_path / "graph")
    assert process.returncode == 1 and "OSError" in process.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["damaged.parquet"]


@pytest.mark.parametrize("name", [".", "..", "/", "graph", "pages/0.parquet/graph"])
def test_program_stops_if_the_folder_cannot_be_made(
    example: Any, tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "pages").mkdir()
    example.write_pages([], tmp_path / "pages")
    (tmp_path / "graph").symlink_to("nowhere")
    before = sorted(tmp_path.rglob("*"))
    with pytest.raises(SystemExit, match=r"exists|cannot be made"):
        example.make_graph(Path("pages"), Path(name), "polars", False)
    assert sorted(tmp_path.rglob("*")) == before


def test_collect_needs_existing_folders(tmp_path: Path) -> None:
    process = run(tmp_path / "pages", "--collect", tmp_path, tmp_path / "nothing")
    assert process.returncode == 2
    assert process.stderr.endswith(f"{tmp_path / 'nothing'} is not a folder\n")
    assert list(tmp_path.iterdir()) == []


def test_unfinished_files_are_skipped(example: Any, tmp_path: Path) -> None:
    for name in ("_temporary/0", ".hidden", "sub"):
        (tmp_path / name).mkdir(parents=True)
        example.write_pages([], tmp_path / name)
    assert example.parquet_files(tmp_path) == [tmp_path / "sub/0.parquet"]


def test_worker_processes_end_with_their_parent(example: Any, tmp_path: Path) -> None:
    """The test kills the main process when the first part exists. Then it waits for the end of the
    output, which stays open until every worker has ended."""
    page = ("http://h.example/", "text/html", b"<a href=/1>text</a>" * 200_000)
    example.write_pages([page] * 20, tmp_path)
    command = [sys.executable, SCRIPT, tmp_path / "0.parquet", tmp_path / "graph", "--progress"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as job:
        assert job.stderr is not None and job.stderr.read(1) == b"\r"
        job.kill()
        job.communicate(timeout=60)
    assert (tmp_path / "graph.partial").exists()


@pytest.mark.parametrize(
    ("columns", "words"),
    [
        ({"address": ["http://h/"]}, "content_type"),
        ({"address": ["http://h/"], "content_type": [None], "body": [[1]]}, "list<element: int64>"),
        (None, "No such file"),
    ],
)
def test_invalid_page_files_are_errors(
    tmp_path: Path, columns: dict[str, list[Any]] | None, words: str
) -> None:
    pages = tmp_path / "pages.parquet"
    if columns is not None:
        pq.write_table(pa.table(columns), pages)
    process = run(pages, tmp_path / "graph")
    assert process.returncode == 1 and process.stderr.count("\n") == 1
    assert (
        process.stderr.startswith(f"{pages} is not a Parquet file of pages")
        and words in process.stderr
    )


def test_empty_files_and_null_rows_are_accepted(tmp_path: Path) -> None:
    pages = tmp_path / "pages"
    pages.mkdir()
    nothing = pa.table({"address": pa.nulls(0), "content_type": pa.nulls(0), "body": pa.nulls(0)})
    pq.write_table(nothing, pages / "0.parquet")
    pq.write_table(
        pa.table({name: pa.nulls(2) for name in nothing.column_names}), pages / "1.parquet"
    )
    process = run(pages, tmp_path / "graph", "--progress")
    assert process.stdout.startswith("2 pages, 2 failed, 0 links, 0 edges\n")
    assert process.stderr.splitlines()[-1] == "2 of 2 pages, 0 links, 2 failed"
    assert table(tmp_path / "graph", "errors").rows() == [(None, None, "there is no body")] * 2


def test_collect_reads_the_html_files_of_folders(tmp_path: Path) -> None:
    for name in ("docs/a b.html", "docs/sub/ч.html.ru", "docs/x.xhtml", "docs/notes.txt"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("<p xmlns='http://www.w3.org/1999/xhtml'><a href='/'/></p>")
    process = run(tmp_path / "pages", tmp_path / "graph", "--collect", tmp_path / "docs")
    assert (process.returncode, process.stderr) == (0, "")
    assert set(table(tmp_path / "graph", "edges")["source"]) == {
        "https://docs.example/docs/a%20b.html",
        "https://docs.example/docs/sub/%D1%87.html.ru",
        "https://docs.example/docs/x.xhtml",
    }


# Spark
# ------------------------------------------------------------------------------------------------------------


@pytest.mark.skipif(missing_requirement() is not None, reason=str(missing_requirement()))
def test_spark_makes_the_same_graph_as_polars(folder: Path) -> None:
    """Each executor is a separate process with one gigabyte of memory. The name of the folder has
    characters that Spark reads as a pattern, unless they are escaped."""
    pages = folder / "pages [1] {2,3}*?/a%20b ü"
    pages.mkdir(parents=True)
    (pages / "0.parquet").symlink_to(folder / "pages/0.parquet")
    options = {"spark.ui.enabled": "false", "spark.sql.shuffle.partitions": "2", **FOR_A_MINUTE}
    settings = " ".join(f"--conf {name}={value}" for name, value in options.items())
    with home_of_spark() as home:
        process = run(
            *(pages, pages / "graph", "--engine", "spark"),
            SPARK_HOME=home,
            PYSPARK_PYTHON=sys.executable,
            PYSPARK_SUBMIT_ARGS=f"--master {CLUSTER} {settings} pyspark-shell",
        )
    assert process.returncode == 0, process.stderr
    assert process.stdout.startswith("17 pages, 6 failed, 30,015 links, 30,011 edges\n")
    for name in ("edges", "errors"):
        parts = [
            pl.read_parquet(part, glob=False) for part in (pages / "graph" / name).glob("*.parquet")
        ]
        assert pl.concat(parts).sort(pl.all()).equals(table(folder / "graph", name))
