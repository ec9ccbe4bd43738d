"""The host of a URL in Spark, by urldom and by Spark's own `parse_url`.

Each column has ten times as many rows as the column before it. The benchmark measures elapsed time,
on all cores. Both functions read the same source. They write to the same sink, which discards the
rows. A column of the table shows the time of the source alone."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final
from unittest import mock

from tests.tools.benchmark.cells import Cell, Place
from tests.tools.benchmark.cluster import SIZES, numbered
from tests.tools.benchmark.columns import columns, pa, usual_column
from tests.tools.benchmark.peers import find
from tests.tools.benchmark.settings import Settings
from tests.tools.benchmark.timing import Subject, always, measure

#: The number of rows in a row group. A task of Spark reads several row groups.
_ROWS_OF_A_GROUP: Final = 50_000


def spark(settings: Settings) -> Iterator[Cell]:
    """Measure reading the hosts of usual URLs. URLs for which `parse_url` returns another host are
    counted and left out."""
    functions = find("urldom.spark")
    if not columns or not functions or not (shutil.which("java") or os.environ.get("JAVA_HOME")):
        return
    usual = usual_column(settings)
    with _session() as session, tempfile.TemporaryDirectory() as folder:
        frame = _frame(session, Path(folder, "all.parquet"), usual, len(usual))
        agreed = (
            frame.where(functions.url_hostname("url") == _parse_url("try_parse_url"))
            .toArrow()
            .column("url")
        )
        other = (1 - len(agreed) / len(usual)) * 1000
        yield Cell(
            Place("spark", "usual URLs", case="parse_url has another host"),
            "of 1,000",
            {"WHATWG": other},
        )
        for size in SIZES:
            count = max(1, int(size * len(agreed)))
            frame = _frame(
                session, Path(folder, f"{count}.parquet"), agreed.combine_chunks(), count
            )
            hosts = {
                "HTML5": functions.url_hostname("url", "html5"),
                "WHATWG": functions.url_hostname("url"),
                "parse_url": _parse_url("parse_url"),
                "the source": "url",
            }
            runs = {name: _run(frame, column) for name, column in hosts.items()}
            if size == SIZES[0]:
                # Java compiles code only after the code has run often, so each subject runs before
                # the measurement.
                for run in settings.rounds * list(runs.values()):
                    run(None)
            subjects = {name: Subject(run) for name, run in runs.items()}
            place = Place("spark", f"{count:,} rows", case="hostname")
            # The subjects do not use the batch. `measure` uses only the length of the batch.
            yield measure(
                place, subjects, always(range(count)), settings.rounds, clock=time.perf_counter
            )


@contextmanager
def _session() -> Iterator[Any]:
    from pyspark.sql import SparkSession

    # The workers need the import path of this process.
    environment = {
        "PYSPARK_PYTHON": sys.executable,
        "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
    }
    builder = SparkSession.builder.master("local[*]").appName("benchmark")
    for key, value in {
        "spark.ui.enabled": "false",
        "spark.log.level": "ERROR",
        "spark.ui.showConsoleProgress": "false",
        "spark.driver.memory": "2g",
        "spark.driver.host": "127.0.0.1",
    }.items():
        builder = builder.config(key, value)
    with mock.patch.dict(os.environ, environment):
        session = builder.getOrCreate()
        try:
            yield session
        finally:
            session.stop()


def _parse_url(function: str) -> Any:
    from pyspark.sql import functions

    return getattr(functions, function)("url", functions.lit("HOST"))


def _run(frame: Any, column: Any) -> Callable[[Any], None]:
    made = frame.select(column)
    return lambda _: made.write.format("noop").mode("overwrite").save()


def _frame(session: Any, file: Path, column: Any, count: int) -> Any:
    """Write `count` distinct rows to a file, and return its data frame. If `column` is shorter, its
    rows repeat with numbers."""
    from pyarrow import parquet

    schema = pa.schema([("url", column.type)])
    with parquet.ParquetWriter(file, schema, use_dictionary=False) as out:
        for turn in range(-(-count // len(column))):
            part = numbered(column.slice(0, count - turn * len(column)), turn)
            out.write_table(pa.table([part], schema=schema), row_group_size=_ROWS_OF_A_GROUP)
    return session.read.parquet(str(file))
