"""Columns under RFC 2396 compared with Spark's `try_parse_url`, which uses java.net.URI. `python -m
tests.columns.parse_url` counts the differences by reason, and prints the table of `docs/spark.md`
with the rare kinds and the counts. `python -m tests.columns.parse_url FILE` counts them for the
lines of a file of real URLs."""

from __future__ import annotations

import random
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

from tests.columns.rows import mutated, real_urls
from tests.columns.spark_session import session

PAGE: Final = Path(__file__).parents[2] / "docs/spark.md"
#: The parts of `parse_url`, and the attributes with the same meaning
PARTS: Final = {
    "PROTOCOL": "protocol",
    "HOST": "hostname",
    "PATH": "pathname",
    "QUERY": "search",
    "REF": "hash",
}
ROWS: Final = 100_000


class Reading(NamedTuple):
    """One part of one URL, as Spark and urldom read it, in Spark's notation: `None` means that the
    part is missing."""

    url: str
    part: str
    spark: str | None
    urldom: str | None
    #: `True` if Spark rejects the whole URL
    spark_refuses: bool
    #: `True` if urldom rejects the whole URL
    urldom_refuses: bool


class Kind(NamedTuple):
    """Differences with the same reason."""

    name: str
    why: str
    #: A URL with this difference, and the part of `parse_url` that differs
    example: str
    part: str
    is_one: Callable[[Reading], bool]


#: java.net.URI, "Character categories": characters that are not `unreserved`, `punct`, `escaped` or
#: `other`
_ILLEGAL: Final = re.compile(
    r"""[\x00-\x20\x7f-\xa0"<>\\^`{|}\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]"""
)
_BAD_ESCAPE: Final = re.compile(r"%(?![0-9A-Fa-f]{2})")
_BRACKETS: Final = re.compile(r"[\[\]]")


def _refused(reading: Reading) -> bool:
    return reading.spark_refuses and not reading.urldom_refuses


def _lacks_host(reading: Reading) -> bool:
    """Return true if Spark accepts the URL, but finds no host. For java.net.URI, the authority is
    then a `reg_name` (RFC 2396 3.2.1), not a `server` (RFC 2396 3.2.2)."""
    return reading.part == "HOST" and reading.spark is None and not reading.spark_refuses


def _host_has(expression: str) -> Callable[[Reading], bool]:
    return lambda reading: (
        _lacks_host(reading) and re.search(expression, reading.urldom or "") is not None
    )


#: The kinds of difference. If a difference fits several kinds, the first of them counts.
KINDS: Final = [
    Kind(
        "a relative reference",
        "urldom reads it only against a base.",
        "//example.com/a",
        "HOST",
        lambda reading: reading.urldom_refuses and not reading.spark_refuses,
    ),
    Kind(
        "an illegal character",
        "Rejected, because RFC 2396 2.4.3 excludes it.",
        "http://example.com/a|b",
        "HOST",
        lambda reading: _refused(reading) and _ILLEGAL.search(reading.url) is not None,
    ),
    Kind(
        "a `%` that is not an escape",
        "Rejected.",
        "http://example.com/100%",
        "HOST",
        lambda reading: _refused(reading) and _BAD_ESCAPE.search(reading.url) is not None,
    ),
    Kind(
        "a square bracket",
        "Rejected in a path.",
        "http://example.com/a[1]",
        "HOST",
        lambda reading: _refused(reading) and _BRACKETS.search(reading.url) is not None,
    ),
    Kind(
        "a second `#`",
        "Rejected.",
        "http://example.com/#a#b",
        "HOST",
        lambda reading: _refused(reading) and reading.url.count("#") > 1,
    ),
    Kind(
        "a required part is empty",
        "Rejected: nothing follows the scheme or the `//`.",
        "http:#a",
        "PROTOCOL",
        lambda reading: (
            _refused(reading) and re.fullmatch(r"[^:]*:(?://)?(?:#.*)?", reading.url) is not None
        ),
    ),
    Kind(
        "an underscore in the host",
        "No host: a `hostname` has no underscore (RFC 2396 3.2.2).",
        "http://a_b.example.com/",
        "HOST",
        _host_has("_"),
    ),
    Kind(
        "other characters in the host",
        "No host.",
        "http://bücher.example/",
        "HOST",
        _host_has(r"[^A-Za-z0-9.-]"),
    ),
    Kind(
        "an empty label, or a hyphen at either end",
        "No host.",
        "http://-a..example.com/",
        "HOST",
        _host_has(r"^\.|\.\.|(?:^|\.)-|-(?:\.|$)"),
    ),
    Kind(
        "a last label that begins with a digit",
        "No host, unless it is an IPv4 address.",
        "http://example.1a/",
        "HOST",
        _host_has(r"(?:^|\.)[0-9][^.]*\.?$"),
    ),
    Kind(
        "a port beyond Java's `int`",
        "No host.",
        "http://example.com:99999999999/",
        "HOST",
        lambda reading: _lacks_host(reading) and reading.urldom is not None,
    ),
    Kind(
        "no path after the host",
        "HTML5's `pathname` is then a slash (HTML5 2.6.6).",
        "http://example.com",
        "PATH",
        lambda reading: (reading.part, reading.spark, reading.urldom) == ("PATH", "", "/"),
    ),
    Kind(
        "an opaque URI",
        "HTML5's `pathname` is empty.",
        "mailto:a@b",
        "PATH",
        lambda reading: (reading.part, reading.spark, reading.urldom) == ("PATH", None, ""),
    ),
    Kind(
        "an empty fragment",
        "To HTML5's `hash`, this is the same as no fragment.",
        "http://example.com/#",
        "REF",
        lambda reading: (reading.part, reading.spark, reading.urldom) == ("REF", "", None),
    ),
]


def readings(spark: Any, urls: Iterable[str]) -> Iterator[Reading]:
    """Yield each part of each URL, as Spark and urldom read it."""
    from pyspark.sql import functions as F

    from urldom.spark import url_decompose

    frame = spark.createDataFrame([(url,) for url in urls], "u string").select(
        "u",
        url_decompose("u", attributes=list(PARTS.values()), standard="rfc2396").alias("attributes"),
        *(F.expr(f"try_parse_url(u, '{part}')").alias(part) for part in PARTS),
    )
    for row in frame.toLocalIterator():
        refusals = all(row[part] is None for part in PARTS), row.attributes is None
        for part, name in PARTS.items():
            attribute = None if row.attributes is None else row.attributes[name]
            yield Reading(row.u, part, row[part], _in_notation_of_spark(part, attribute), *refusals)


def _in_notation_of_spark(part: str, attribute: str | None) -> str | None:
    if attribute is None or part == "PATH":
        return attribute
    if part == "PROTOCOL":
        return attribute.removesuffix(":")
    return attribute.removeprefix("?" if part == "QUERY" else "#") if attribute else None


def differences(spark: Any, urls: Iterable[str]) -> Iterator[tuple[Kind | None, Reading]]:
    """Yield each part that Spark and urldom read differently, and the kind of the difference. The
    kind is `None` if no known reason explains the difference."""
    for reading in readings(spark, urls):
        if reading.spark != reading.urldom:
            yield next((kind for kind in KINDS if kind.is_one(reading)), None), reading


def rows_to_compare(count: int = ROWS, seed: int = 12) -> tuple[list[str], list[str]]:
    """Return a list of real URLs, and a list of mutated URLs. The lists have `count` URLs together,
    and at most half of these are real."""
    chance = random.Random(seed)
    real = real_urls()[: count // 2]
    return real, [mutated(chance.choice(real), chance) for _ in range(count - len(real))]


def table(spark: Any, *counts: Counter[Kind | None]) -> Iterator[str]:
    """Yield the lines of the table, with an example of each kind. With `counts`, each line also has
    the number of URLs with a difference of that kind."""
    examples = {
        (kind, found.part): found
        for kind, found in differences(spark, [kind.example for kind in KINDS])
    }
    for kind in KINDS:
        found = examples[kind, kind.part]
        cells = [f"`{kind.example}`", kind.part, _cell(found.spark), _cell(found.urldom)]
        cells = [cell.replace("|", "\\|") for cell in cells]
        yield (
            f"| {' | '.join([kind.name, *cells, kind.why, *(f'{count[kind]:,}' for count in counts)])} |"
        )


def _cell(value: str | None) -> str:
    return "null" if value is None else f"`{value}`" if value else "empty"


def main(files: Iterable[str] = ()) -> None:
    real, made = rows_to_compare()
    real = [
        url for file in files for url in Path(file).read_text(encoding="utf-8").splitlines()
    ] or real
    counts = []
    with session() as spark:
        for name, urls in zip(["real", "mutated"], [real, made], strict=True):
            found = {(kind, reading.url) for kind, reading in differences(spark, urls)}
            times = Counter(urls)
            counts.append(Counter[Kind | None]())
            for kind, url in found:
                counts[-1][kind] += times[url]
            differing = sum(times[url] for url in {url for _, url in found})
            unknown = counts[-1][None]
            print(
                f"{name}: {len(urls):,} URLs, {differing:,} differ, {unknown} for an unknown reason"
            )
        print(*table(spark, *counts), sep="\n")


if __name__ == "__main__":
    main(sys.argv[1:])
