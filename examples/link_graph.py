"""Make the link graph of a crawl: which page links to which URL, the kind and number of the links,
and whether the page and the URL are on the same site.

    python examples/link_graph.py PAGES --collect /usr/share/doc
    python examples/link_graph.py PAGES GRAPH
    python examples/link_graph.py PAGES GRAPH --engine spark

PAGES is a Parquet file with the columns `address`, `content_type` and `body`, or a folder of such
files. `--collect` makes PAGES from the HTML files in folders. GRAPH is a new folder, which appears
when the job is complete. It contains two Parquet tables:

- `edges` (source, target, kind, count, same_site). The sources and targets are URLs without
  fragments.
- `errors` (address, octets, error). Each page that fails has a row.

The engine is polars on this machine, with a process for each core, or Spark on a cluster. The
machines of the cluster need access to both folders. Without arguments, the program reads five small
pages.

It needs polars, pyarrow, publicsuffixlist and lxml.

It prints:

        5 pages, 3 failed, 6 links, 5 edges
         links  from other sites  host
             3                 0  shop.example
             1                 1  tea.example
             1                 0  www.shop.example
    base, 1, same site: https://shop.example/index.html -> https://shop.example/a/
    hyperlink, 2, same site: https://shop.example/index.html -> https://shop.example/a/tea?q=%F7
    hyperlink, 1: https://shop.example/index.html -> https://tea.example/
    resource, 1, same site: https://shop.example/index.html -> https://www.shop.example/cup.png
    hyperlink, 1: https://www.shop.example/ -> mailto:tea@shop.example
    failed: /shop: the address of a document must be an absolute URL
    failed: https://www.shop.example/cup.png: unknown content type 'image/png'
    failed: https://www.shop.example/gone: there is no body
"""

import argparse
import os
import re
import shutil
import sys
import tempfile
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from multiprocessing import get_context, parent_process
from pathlib import Path
from threading import Thread
from typing import Any, NamedTuple
from urllib.parse import quote

import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq

from urldom.hosts import same_site

PAGE = pa.schema([("address", pa.string()), ("content_type", pa.string()), ("body", pa.binary())])
EDGE = pl.Schema(
    {
        "source": pl.String,
        "target": pl.String,
        "kind": pl.String,
        "count": pl.Int64,
        "same_site": pl.Boolean,
    }
)
ERROR = pl.Schema({"address": pl.String, "octets": pl.Int64, "error": pl.String})

#: These two numbers limit the memory that the program uses. A row group ends when it has
#: `ROW_GROUP_OCTETS` bytes, but one page may have 50 MB. A batch has at most `BATCH_PAGES` pages.
ROW_GROUP_OCTETS = 1 << 22
BATCH_PAGES = 16


class Summary(NamedTuple):
    links: int
    edges: int
    errors: int
    #: The twenty hosts with the most links. For each host: its name, the number of links to it, and
    #: the number of these links that come from other sites.
    hosts: list[tuple[str, int, int]]


# A batch of pages, in both engines
# ------------------------------------------------------------------------------------------


def read_pages(batches: Iterable[pa.RecordBatch]) -> Iterator[pl.DataFrame]:
    """Yield the edges and errors of pages, a few pages at a time. Each row is an edge or an error.
    An edge has nulls in the columns of errors, and an error has nulls in the columns of edges."""
    # The import adds `url` to columns. Spark's processes need it too.
    import urldom.polars  # noqa: F401

    document = pl.col("address"), pl.col("content_type")
    for batch in batches:
        for pages in pl.DataFrame(batch.cast(PAGE)).iter_slices(BATCH_PAGES):
            pages = pages.with_columns(
                source=pl.col("address").url.href(), links=pl.col("body").url.links(*document)
            )
            edges = (
                pages.select("source", "links")
                .explode("links")
                .unnest("links")
                .drop_nulls("url")
                .select(pl.col("source", "url").str.split("#").list.first(), "kind")
                .group_by("source", pl.col("url").alias("target"), "kind")
                .agg(count=pl.len())
            )
            origins = edges.select(pl.col("source", "target").url.origin())
            errors = pages.filter(pl.col("links").is_null()).select(
                "address",
                octets=pl.col("body").bin.size(),
                error=pl.col("body").url.link_errors(*document).fill_null("there is no body"),
            )
            found = [edges.with_columns(same_site=same_sites(*origins)), errors]
            yield pl.concat([pl.DataFrame(schema=EDGE | ERROR), *found], how="diagonal_relaxed")


def same_sites(sources: pl.Series, targets: pl.Series) -> pl.Series:
    """For each row, return `True` if its two origins are on one site. Each distinct pair is checked
    once. If an origin is opaque, such as the origin of a `mailto:` URL, the result is `False`."""
    pairs = list(zip(sources, targets, strict=True))
    known = {pair: "null" not in pair and same_site(*pair) for pair in set(pairs)}
    return pl.Series([known[pair] for pair in pairs], dtype=pl.Boolean)


# With polars
# ------------------------------------------------------------------------------------------


def with_polars(files: list[Path], graph: Path, progress: bool) -> Summary:
    """Make the graph with polars. Python processes parse the pages. A process writes the links of
    each row group to a file, called a part. Then polars reads the parts as a stream."""
    import urldom.polars  # noqa: F401

    row_groups = [
        (file, index) for file in files for index in range(pq.read_metadata(file).num_row_groups)
    ]
    total = sum(pq.read_metadata(file).num_rows for file in files)
    parts = graph / "parts"
    parts.mkdir()
    pl.DataFrame(schema=EDGE | ERROR).write_parquet(parts / "empty.parquet")
    done = links = failed = 0
    pool = ProcessPoolExecutor(mp_context=get_context("spawn"), initializer=end_with_parent)
    try:
        tasks = [
            pool.submit(read_row_group, file, index, parts / f"{number}.parquet")
            for number, (file, index) in enumerate(row_groups)
        ]
        for task in as_completed(tasks):
            new_pages, new_links, new_failed = task.result()
            done += new_pages
            links += new_links
            failed += new_failed
            if progress:
                text = f"\r{done:,} of {total:,} pages, {links:,} links, {failed:,} failed"
                end = "\n" if done == total else ""
                print(text, end=end, file=sys.stderr, flush=True)
    finally:
        pool.shutdown(cancel_futures=True)

    found = pl.scan_parquet(parts)
    edges = (
        found.filter(pl.col("error").is_null())
        .group_by("source", "target", "kind", "same_site")
        .agg(pl.sum("count"))
    )
    edges.select(*EDGE).sink_parquet(graph / "edges/0.parquet", mkdir=True)
    errors = found.filter(pl.col("error").is_not_null())
    errors.select(*ERROR).sink_parquet(graph / "errors/0.parquet", mkdir=True)
    shutil.rmtree(parts)

    edges = pl.scan_parquet(graph / "edges")
    hosts = (
        edges.group_by(host=pl.col("target").url.hostname())
        .agg(links=pl.sum("count"), foreign=pl.col("count").filter(~pl.col("same_site")).sum())
        .filter(pl.col("host") != "")
        .sort(["links", "host"], descending=[True, False])
        .head(20)
    )
    number = edges.select(pl.len()).collect().item()
    return Summary(links, number, failed, hosts.collect(engine="streaming").rows())


def end_with_parent() -> None:
    """End this process when its parent process ends, even if the parent is killed. Otherwise this
    process would wait for work forever."""

    def watch() -> None:
        parent = parent_process()
        if parent is not None:
            parent.join()
            os._exit(1)

    Thread(target=watch, daemon=True).start()


def read_row_group(file: Path, index: int, part: Path) -> tuple[int, int, int]:
    """Write the links of a row group. Return the number of its pages, of its links, and of the
    pages that failed."""
    parquet = pq.ParquetFile(file)
    batches = parquet.iter_batches(BATCH_PAGES, row_groups=[index], columns=PAGE.names)
    found = pl.concat([pl.DataFrame(schema=EDGE | ERROR), *read_pages(batches)])
    found.write_parquet(part)
    return parquet.metadata.row_group(index).num_rows, found["count"].sum(), found["error"].count()


# With Spark
# ------------------------------------------------------------------------------------------


def with_spark(files: list[Path], graph: Path, progress: bool) -> Summary:
    """Make the graph with Spark. Its Python processes parse each page once, because the results are
    cached for both tables. Spark shows its own progress. For pages of a usual size, `url_links` and
    `explode` would be enough. But then one row would contain a page of 50 MB and all its links.
    Spark copies such a row, and the copies need more memory than an executor with one gigabyte
    has."""
    from pyspark.sql import SparkSession
    from pyspark.sql import functions as f

    from urldom.spark import url_hostname

    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    spark = SparkSession.builder.config("spark.ui.showConsoleProgress", progress).getOrCreate()
    spark.conf.set("spark.sql.files.maxPartitionBytes", ROW_GROUP_OCTETS)
    spark.conf.set("spark.sql.execution.arrow.maxBytesPerBatch", ROW_GROUP_OCTETS)
    pages = spark.read.parquet(*map(pattern_of, files))
    pages = pages.selectExpr("string(address)", "string(content_type)", "binary(body)")
    edge = "source STRING, target STRING, kind STRING, count LONG, same_site BOOLEAN"
    error = "address STRING, octets LONG, error STRING"
    found = pages.mapInArrow(read_in_spark, f"{edge}, {error}").persist()

    edges = (
        found.where("error IS NULL")
        .groupBy("source", "target", "kind", "same_site")
        .agg(f.sum("count").alias("count"))
    )
    errors = found.where("error IS NOT NULL")
    tables = f"file://{graph.absolute()}"
    edges.select(*EDGE).write.parquet(f"{tables}/edges")
    errors.select(*ERROR).write.parquet(f"{tables}/errors")

    edges, errors = (spark.read.parquet(pattern_of(graph / name)) for name in ("edges", "errors"))
    hosts = (
        edges.groupBy(url_hostname("target").alias("host"))
        .agg(f.sum("count").alias("links"), f.sum(f.expr("if(same_site, 0, count)")))
        .where("host != ''")
        .sort(f.desc("links"), "host")
        .limit(20)
    )
    links, number = edges.agg(f.coalesce(f.sum("count"), f.lit(0)), f.count("*")).first()
    summary = Summary(links, number, errors.count(), [tuple(row) for row in hosts.collect()])
    spark.stop()
    return summary


def pattern_of(path: Path) -> str:
    """Return a path pattern for Spark that matches only the path `path`."""
    return "file://" + re.sub(r"[][{}*?\\]", r"\\\g<0>", str(path.absolute()))


def read_in_spark(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    for found in read_pages(batches):
        yield from found.to_arrow().to_batches(10_000)


# The pages, and the command
# ------------------------------------------------------------------------------------------


def html_files(folders: Iterable[Path]) -> Iterator[tuple[str, str, bytes]]:
    """Yield the address, type and bytes of each HTML file in folders. An address is
    `https://docs.example/` with the name of the folder and the path of the file in the folder."""
    for folder in map(Path.resolve, folders):
        for file in sorted(folder.rglob("*")):
            if file.is_file() and {".html", ".htm", ".xhtml"} & {*file.suffixes}:
                path = quote(os.fsencode(file.relative_to(folder.parent)))
                content_type = "application/xhtml+xml" if file.suffix == ".xhtml" else "text/html"
                yield f"https://docs.example/{path}", content_type, file.read_bytes()


def write_pages(pages: Iterable[tuple[str | None, str | None, bytes | None]], folder: Path) -> None:
    """Write pages to a Parquet file. A row group ends when it has `ROW_GROUP_OCTETS` bytes."""
    group: list[dict[str, Any]] = []
    octets = 0
    with pq.ParquetWriter(folder / "0.parquet", PAGE, compression="zstd") as writer:
        for page in pages:
            group.append(dict(zip(PAGE.names, page, strict=True)))
            octets += len(page[2] or b"")
            if octets >= ROW_GROUP_OCTETS:
                writer.write_table(pa.Table.from_pylist(group, PAGE))
                group, octets = [], 0
        writer.write_table(pa.Table.from_pylist(group, PAGE))


def is_unfinished(file: Path, pages: Path) -> bool:
    """Return whether a name begins with `_` or `.`. Spark writes unfinished files with such names,
    and does not read them."""
    names = (file.name, *file.relative_to(pages).parts)
    return any(name.startswith(("_", ".")) for name in names)


def parquet_files(pages: Path) -> list[Path]:
    """Return the files of a folder that are finished."""
    files = sorted(pages.rglob("*.parquet")) if pages.is_dir() else [pages]
    files = [file for file in files if not is_unfinished(file, pages)]
    for file in files:
        try:
            pq.read_schema(file).empty_table().select(PAGE.names).cast(PAGE)
        except (OSError, KeyError, pa.ArrowException) as error:
            sys.exit(
                f"{file} is not a Parquet file of pages with the columns {', '.join(PAGE.names)}:"
                f" {error}"
            )
    if not files:
        sys.exit(f"{pages} has no Parquet files")
    return files


@contextmanager
def complete_folder(folder: Path) -> Iterator[Path]:
    """Yield a folder to fill, and rename it to `folder` when it is complete. Two runs never mix
    their files: only one run fills the folder, and an existing `folder` does not change."""
    partial = Path(f"{os.path.abspath(folder)}.partial")
    try:
        partial.mkdir(parents=True)
    except FileExistsError:
        sys.exit(
            f"{partial} exists: another run is filling it. If that run was killed, remove the"
            " folder"
        )
    except OSError as error:
        sys.exit(f"{folder} cannot be made: {error}")
    try:
        if os.path.lexists(folder):
            sys.exit(f"{folder} exists: remove it, or pass another name")
        yield partial
        partial.rename(folder)
    finally:
        shutil.rmtree(partial, ignore_errors=True)


def make_graph(pages: Path, graph: Path, engine: str, progress: bool) -> None:
    files = parquet_files(pages)
    with complete_folder(graph) as folder:
        made = ENGINES[engine](files, folder, progress)
    total = sum(pq.read_metadata(file).num_rows for file in files)
    print(f"{total:,} pages, {made.errors:,} failed, {made.links:,} links, {made.edges:,} edges")
    print(f"{'links':>10}  {'from other sites':>16}  host")
    for host, links, foreign in made.hosts:
        print(f"{links:>10,}  {foreign:>16,}  {host}")


ENGINES = {"polars": with_polars, "spark": with_spark}
#: The pages that are read if the program has no arguments
SMALL_PAGES = [
    (
        "https://shop.example/index.html#top",
        "text/html; charset=windows-1251",
        '<base href="/a/"><a href="tea?q=ч">1</a> <a href="./tea?q=ч#green">2</a>'
        ' <a href="http://[">no URL</a><img src="//www.shop.example:443/cup.png">'
        ' <a href="//tea.example">abroad</a>'.encode("windows-1251"),
    ),
    ("https://www.shop.example/", None, b'<a href="mailto:tea@shop.example">write'),
    ("https://www.shop.example/cup.png", "image/png", b"\x89PNG\r\n\x1a\n"),
    ("https://www.shop.example/gone", "text/html", None),
    ("/shop", "text/html", b"<a href=/>"),
]


def show_small_graph() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_pages(SMALL_PAGES, folder)
        make_graph(folder / "0.parquet", folder / "graph", "polars", progress=False)
        edges = pl.read_parquet(folder / "graph/edges").sort(pl.all())
        for source, target, kind, count, is_same in edges.rows():
            site = ", same site" if is_same else ""
            print(f"{kind}, {count}{site}: {source} -> {target}")
        errors = pl.read_parquet(folder / "graph/errors").sort(pl.all())
        for address, _, error in errors.rows():
            reason, _, _ = error.partition(":")
            print(f"failed: {address}: {reason}")


def main() -> None:
    parser = argparse.ArgumentParser(description="Make the link graph of a crawl.")
    parser.add_argument(
        "pages",
        nargs="?",
        type=Path,
        metavar="PAGES",
        help="a Parquet file or folder of such files",
    )
    parser.add_argument(
        "graph", nargs="?", type=Path, metavar="GRAPH", help="a new folder for the graph"
    )
    parser.add_argument(
        "--collect",
        nargs="+",
        type=Path,
        metavar="DIR",
        help="make PAGES from the HTML files in folders",
    )
    parser.add_argument("--engine", choices=ENGINES, default="polars")
    parser.add_argument(
        "--progress", action=argparse.BooleanOptionalAction, default=sys.stderr.isatty()
    )
    arguments = parser.parse_args()
    if arguments.pages is None:
        show_small_graph()
        return
    for folder in arguments.collect or ():
        if not folder.is_dir():
            parser.error(f"{folder} is not a folder")
    if arguments.collect:
        with complete_folder(arguments.pages) as folder:
            write_pages(html_files(arguments.collect), folder)
    if arguments.graph:
        make_graph(arguments.pages, arguments.graph, arguments.engine, arguments.progress)
    elif not arguments.collect:
        parser.error("GRAPH is missing: pass a folder for the graph")


if __name__ == "__main__":
    main()
