"""Columns under RFC 2396 beside Spark's `try_parse_url`, which is java.net.URI: `python -m tests.columns.parse_url`
counts the differences by kind, and prints the table of `docs/spark.md`."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

from tests.columns.rows import REAL, mutated, real_urls
from tests.columns.spark_session import session

PAGE: Final = Path(__file__).parents[2] / "docs/spark.md"
#: The parts of `parse_url`, and the attributes that have the same.
PARTS: Final = {"PROTOCOL": "protocol", "HOST": "hostname", "PATH": "pathname", "QUERY": "search", "REF": "hash"}
ROWS: Final = 100_000


class Reading(NamedTuple):
    """One part of one URL, as the two have it, in the notation of Spark, where nothing is `None`."""

    url: str
    part: str
    spark: str | None
    urldom: str | None
    #: What the two have of the whole URL: whether it is refused.
    spark_refuses: bool
    urldom_refuses: bool


class Kind(NamedTuple):
    """Differences that have one reason."""

    name: str
    why: str
    #: One of them, and the part that shows it.
    example: str
    part: str
    is_one: Callable[[Reading], bool]


#: java.net.URI, "Character categories": what is neither `unreserved`, `punct`, `escaped` nor `other`.
_ILLEGAL: Final = re.compile(r"""[\x00-\x20\x7f-\xa0"<>\\^`{|}\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]""")
_BAD_ESCAPE: Final = re.compile(r"%(?![0-9A-Fa-f]{2})")
_BRACKETS: Final = re.compile(r"[\[\]]")


def _refused(reading: Reading) -> bool:
    return reading.spark_refuses and not reading.urldom_refuses


def _without_host(reading: Reading) -> bool:
    """The authority is no `server` to java.net.URI (RFC 2396 3.2.2), but a `reg_name` (3.2.1)."""
    return reading.part == "HOST" and reading.spark is None and not reading.spark_refuses


def _host_has(expression: str) -> Callable[[Reading], bool]:
    return lambda reading: _without_host(reading) and re.search(expression, reading.urldom or "") is not None


#: In the order in which they are looked for.
KINDS: Final = [
    Kind(
        "a relative reference",
        "A column without a base has absolute URLs; `url_resolve` takes references. java.net.URI has the parts of what "
        "is written.",
        "//example.com/a",
        "HOST",
        lambda reading: reading.urldom_refuses and not reading.spark_refuses,
    ),
    Kind(
        "a character that no URI has",
        "java.net.URI refuses the whole for it: spaces, controls, and what RFC 2396 2.4.3 leaves out. urldom takes a "
        "URL apart as its appendix B does, whatever it holds.",
        "http://example.com/a|b",
        "HOST",
        lambda reading: _refused(reading) and _ILLEGAL.search(reading.url) is not None,
    ),
    Kind(
        "a `%` that escapes nothing",
        "The same.",
        "http://example.com/100%",
        "HOST",
        lambda reading: _refused(reading) and _BAD_ESCAPE.search(reading.url) is not None,
    ),
    Kind(
        "a square bracket",
        "The same; java.net.URI lets one stand around an IPv6 address (RFC 2732), and in a query or fragment.",
        "http://example.com/a[1]",
        "HOST",
        lambda reading: _refused(reading) and _BRACKETS.search(reading.url) is not None,
    ),
    Kind(
        "a second `#`",
        "The same: to appendix B, all behind the first one is the fragment.",
        "http://example.com/#a#b",
        "HOST",
        lambda reading: _refused(reading) and reading.url.count("#") > 1,
    ),
    Kind(
        "nothing where something has to be",
        "The same: there is nothing behind the scheme, or behind the `//`.",
        "http:#a",
        "PROTOCOL",
        lambda reading: _refused(reading) and re.fullmatch(r"[^:]*:(?://)?(?:#.*)?", reading.url) is not None,
    ),
    Kind(
        "an underscore in the host",
        "RFC 2396 3.2.2 has none in a `hostname`, so that java.net.URI takes the authority for a `reg_name` (3.2.1), "
        "which has no host. HTML5's `hostname` is what stands there.",
        "http://a_b.example.com/",
        "HOST",
        _host_has("_"),
    ),
    Kind(
        "other characters in the host",
        "The same: escapes, `~!$&'()*+,;=@`, a port that is no number, and what is not ASCII.",
        "http://bücher.example/",
        "HOST",
        _host_has(r"[^A-Za-z0-9.-]"),
    ),
    Kind(
        "a label that is empty or has a hyphen at an end",
        "The same.",
        "http://-a..example.com/",
        "HOST",
        _host_has(r"^\.|\.\.|(?:^|\.)-|-(?:\.|$)"),
    ),
    Kind(
        "a last label that begins with a digit",
        "The same, where it is no IPv4 address.",
        "http://example.1a/",
        "HOST",
        _host_has(r"(?:^|\.)[0-9][^.]*\.?$"),
    ),
    Kind(
        "a port that no `int` of Java holds",
        "The same.",
        "http://example.com:99999999999/",
        "HOST",
        lambda reading: _without_host(reading) and reading.urldom is not None,
    ),
    Kind(
        "no path behind the host",
        "HTML5's `pathname` is a slash there (2.6.6), as a page's scripts see it.",
        "http://example.com",
        "PATH",
        lambda reading: (reading.part, reading.spark, reading.urldom) == ("PATH", "", "/"),
    ),
    Kind(
        "an opaque URI",
        "It has no path; an attribute of HTML5's is empty then, never null.",
        "mailto:a@b",
        "PATH",
        lambda reading: (reading.part, reading.spark, reading.urldom) == ("PATH", None, ""),
    ),
    Kind(
        "an empty fragment",
        "HTML5's `hash` is empty both where there is no fragment and where it is empty.",
        "http://example.com/#",
        "REF",
        lambda reading: (reading.part, reading.spark, reading.urldom) == ("REF", "", None),
    ),
]


def readings(spark: Any, urls: Iterable[str]) -> Iterator[Reading]:
    """What the two have of each part of each URL."""
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
    """The parts of which the two have different things, and of which kind that is; `None` if it is of none."""
    for reading in readings(spark, urls):
        if reading.spark != reading.urldom:
            yield next((kind for kind in KINDS if kind.is_one(reading)), None), reading


def rows_to_compare(count: int = ROWS, seed: int = 12) -> tuple[list[str], list[str]]:
    """As many rows: real URLs, at most half of all, and mutated ones."""
    chance = random.Random(seed)
    real = (REAL.read_text(encoding="utf-8").splitlines() if REAL.exists() else real_urls())[: count // 2]
    return real, [mutated(chance.choice(real), chance) for _ in range(count - len(real))]


def table(spark: Any, *counts: Counter[Kind | None]) -> Iterator[str]:
    """The lines of the table, of each kind an example; with `counts`, how many URLs differ so."""
    examples = {(kind, found.part): found for kind, found in differences(spark, [kind.example for kind in KINDS])}
    for kind in KINDS:
        found = examples[kind, kind.part]
        cells = [f"`{kind.example}`", kind.part, _cell(found.spark), _cell(found.urldom)]
        cells = [cell.replace("|", "\\|") for cell in cells]
        yield f"| {' | '.join([kind.name, *cells, kind.why, *(f'{count[kind]:,}' for count in counts)])} |"


def _cell(value: str | None) -> str:
    return "null" if value is None else f"`{value}`" if value else "empty"


def main() -> None:
    counts = []
    with session() as spark:
        for name, urls in zip(["real", "mutated"], rows_to_compare(), strict=True):
            found = {(kind, reading.url) for kind, reading in differences(spark, urls)}
            times = Counter(urls)
            counts.append(Counter[Kind | None]())
            for kind, url in found:
                counts[-1][kind] += times[url]
            differing = sum(times[url] for url in {url for _, url in found})
            print(f"{name}: {len(urls):,} URLs; {differing:,} differ; {counts[-1][None]} of them for no known reason")
        print(*table(spark, *counts), sep="\n")


if __name__ == "__main__":
    main()
