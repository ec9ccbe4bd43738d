"""A Spark session in this process, for tests and benchmarks."""

from __future__ import annotations

import os
import shutil
import sys
import warnings
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import cache
from pathlib import Path
from typing import Any

#: Options that turn off Java's second compiler, which costs a short test more time than it saves
FOR_A_MINUTE = {
    f"spark.{part}.extraJavaOptions": "-XX:TieredStopAtLevel=1" for part in ("driver", "executor")
}


def missing_requirement() -> str | None:
    """Return a message about the missing requirement of a session, or `None`."""
    home = os.environ.get("JAVA_HOME")
    if not (shutil.which("java") or (home and shutil.which("java", path=Path(home, "bin")))):
        return "Java is not installed, and Spark needs it"
    try:
        from pyspark.sql import functions
    except ImportError:
        return "pyspark is not installed"
    return None if hasattr(functions, "arrow_udf") else "pyspark is older than 4.1"


@contextmanager
def session(master: str = "local[2]", **options: str) -> Iterator[Any]:
    """Start a session that logs nothing. Its workers run this interpreter, unless `PYSPARK_PYTHON`
    is set."""
    import pyspark
    from pyspark.sql import SparkSession

    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    os.environ.setdefault("SPARK_HOME", os.path.dirname(pyspark.__file__))
    warnings.filterwarnings("ignore", "PySpark does not yet fully support pandas", FutureWarning)
    builder = SparkSession.builder.master(master).appName("urldom")
    quiet = {
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
        "spark.log.level": "OFF",
    }
    for name, value in {
        **quiet,
        **FOR_A_MINUTE,
        "spark.sql.shuffle.partitions": "2",
        **options,
    }.items():
        builder = builder.config(name, value)
    spark = builder.getOrCreate()
    try:
        yield spark
    finally:
        spark.stop()


_running = ExitStack()


@cache
def running_session() -> Any:
    """Return one session for several tests. Call `stop_running_session` after the last of them."""
    return _running.enter_context(session())


def stop_running_session() -> None:
    """Stop the session of `running_session`, if there is one."""
    running_session.cache_clear()
    _running.close()
