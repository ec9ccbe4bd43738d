"""Run queries on a cluster of processes, and print the path of urldom on each executor.

Run it with `python -m tests.columns.spark_cluster [ARCHIVE]`. If ARCHIVE, a packed environment, is
passed, the executors use it."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.columns.spark_session import session

CLUSTER = "local-cluster[2,1,1024]"


@contextmanager
def home_of_spark() -> Iterator[str]:
    """The home folder of pyspark, in a folder that the cluster may write to."""
    import pyspark

    with TemporaryDirectory() as folder:
        for entry in Path(pyspark.__file__).parent.iterdir():
            if entry.name != "work":
                Path(folder, entry.name).symlink_to(entry)
        yield folder


def run(archive: str | None = None) -> dict[str, Any]:
    """Return the results of some functions, and the path of urldom and the process number of each
    executor."""
    options = {}
    if archive is not None:
        options["spark.archives"] = f"{archive}#environment"
        os.environ["PYSPARK_PYTHON"] = "./environment/bin/python"
    with home_of_spark() as home:
        os.environ["SPARK_HOME"] = home
        with session(CLUSTER, **options) as spark:
            return _answers(spark)


def _answers(spark: Any) -> dict[str, Any]:
    from pyspark.sql import functions as F

    from urldom.spark import register, url_links, url_resolve

    def location_of_urldom(column):  # With annotations, Spark would not pass arrays.
        import pyarrow as pa

        import urldom

        return pa.repeat(f"{urldom.__file__} {os.getpid()}", len(column))

    pages = (
        spark.range(200)
        .repartition(4)
        .selectExpr("concat('http://h', id, '/a/') AS page", "'../b?c' AS link")
    )
    pages.createOrReplaceTempView("pages")
    register(spark)
    links = F.explode(url_links(F.concat(F.lit("<a href="), "link", F.lit(">")), "page"))
    locate = F.arrow_udf(location_of_urldom, "string")
    return {
        "driver": os.getpid(),
        "resolved": sorted(row[0] for row in pages.select(url_resolve("link", "page")).collect()),
        "hosts": spark.sql("SELECT count(DISTINCT url_hostname(page)) FROM pages").first()[0],
        "links": sorted(row[0].url for row in pages.select(links).collect()),
        "executors": sorted({row[0] for row in pages.select(locate("page")).collect()}),
    }


if __name__ == "__main__":
    print(json.dumps(run(*sys.argv[1:2])))
