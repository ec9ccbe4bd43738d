"""Make the tables of the conformance data from a checkout of web-platform-tests, and from files of
others:

    python -m tests.conformance.update ../wpt --identifiers IdentifierStatus.txt --feeds
    feedparser-6.0.14/tests

The tables contain the inputs, bases and answers of the source, without its comments."""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any, NamedTuple

from tests.conformance import FOLDER, SETS, attacks, feeds

Row = list[Any] | dict[str, Any]

_ATTRIBUTES = [
    "protocol",
    "username",
    "password",
    "host",
    "hostname",
    "port",
    "pathname",
    "search",
    "hash",
]


class _Source(NamedTuple):
    """The files that a set is made of, its columns, and the function that makes its rows from one
    file."""

    files: list[str]
    columns: list[str]
    rows: Callable[[Any], Iterable[Row]]


def _without_comments(file: list[Any]) -> Iterator[Any]:
    return (case for case in file if not isinstance(case, str))


def _column_values(*columns: str) -> Callable[[Any], Iterator[Row]]:
    """Return a function that makes a row of these columns for each case."""
    return lambda file: ([case[column] for column in columns] for case in _without_comments(file))


def _urls(file: Any) -> Iterator[Row]:
    for case in _without_comments(file):
        if case.get("failure"):
            # `relativeTo` names the bases with which the URL is invalid too, if it is valid with
            # other bases.
            row = [case["input"], case["base"], case.get("relativeTo")]
        else:
            names = ["href", "origin", "searchParams", *_ATTRIBUTES]
            row = [case["input"], case["base"], None, *map(case.get, names)]
        yield row if row[2:] != [None] else row[:2]


def _setters(file: Any) -> Iterator[Row]:
    for attribute, of_attribute in file.items():
        for case in of_attribute if attribute != "comment" else ():
            yield [attribute, case["href"], case["new_value"], case["expected"]]


def _url_patterns(file: Any) -> Iterator[Row]:
    for case in _without_comments(file):
        yield {name: value for name, value in case.items() if name != "//"}


def _octets(file: Any) -> Iterator[Row]:
    """Make rows whose last value is a body: its bytes in hexadecimal, or null."""
    for *values, body in file:
        yield [*values, None if body is None else bytes(body).hex()]


def _mime_types(file: Any) -> Iterator[Row]:
    for case in _without_comments(file):
        yield [case[name] for name in ("input", "output", "encoding") if name in case]


def _import_maps(file: Any, inherited: dict[str, Any] | None = None) -> Iterator[Row]:
    """Make a row for each test. A test inherits what it does not say itself from the test that
    contains it."""
    said = {
        **(inherited or {}),
        **{name: value for name, value in file.items() if name in _OF_IMPORT_MAPS},
    }
    if "tests" in file:
        for test in file["tests"].values():
            yield from _import_maps(test, said)
    else:
        yield {ours: said[theirs] for theirs, ours in _OF_IMPORT_MAPS.items() if theirs in said}


class _Images(HTMLParser):
    """The attributes of the images of a page, in a list for each `p` that contains them."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.groups: list[list[dict[str, str | None]]] = [[]]
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "p":
            self.groups.append([])
        elif tag == "img" and (found := dict(attrs)).keys() & {"srcset", "sizes"}:
            self.groups[-1].append(found)


def _srcsets(text: str) -> Iterator[Row]:
    # Python leaves out a reference to a control character, and reads others as windows-1252.
    written = re.sub("&#x([0-9A-F]+);", lambda match: chr(int(match[1], 16)), text)
    for image in _Images(written).groups[0]:
        yield [image["srcset"], image.get("sizes"), image["data-expect"]]


def _sizes(text: str) -> Iterator[Row]:
    """Make a row for each image after the first one of a group, which must be selected as the first
    one is."""
    for first, *others in filter(None, _Images(text).groups):
        yield from ([image["sizes"], first["sizes"]] for image in others if "sizes" in image)


_OF_IMPORT_MAPS = {
    "importMap": "map",
    "importMapBaseURL": "map_base",
    "baseURL": "base",
    "expectedResults": "resolved",
    "expectedParsedImportMap": "parsed",
}

_IMAGES = "html/semantics/embedded-content/the-img-element"

_SOURCES = {
    "url": _Source(
        ["url/resources/urltestdata.json", "url/resources/urltestdata-javascript-only.json"],
        ["input", "base", "relative_to?", "href", "origin?", "search_params?", *_ATTRIBUTES],
        _urls,
    ),
    "setters": _Source(
        ["url/resources/setters_tests.json"], ["attribute", "href", "value", "expected"], _setters
    ),
    "to_ascii": _Source(
        ["url/resources/toascii.json"], ["input", "output"], _column_values("input", "output")
    ),
    "idna": _Source(
        ["url/resources/IdnaTestV2.json"], ["input", "output"], _column_values("input", "output")
    ),
    "idna_removed": _Source(
        ["url/resources/IdnaTestV2-removed.json"],
        ["input", "output"],
        _column_values("input", "output"),
    ),
    "percent_encoding": _Source(
        ["url/resources/percent-encoding.json"],
        ["input", "output"],
        _column_values("input", "output"),
    ),
    "url_pattern": _Source(["urlpattern/resources/urlpatterntestdata.json"], [], _url_patterns),
    "url_pattern_generate": _Source(
        ["urlpattern/resources/urlpattern-generate-test-data.json"],
        ["pattern", "component", "groups", "expected"],
        _column_values("pattern", "component", "groups", "expected"),
    ),
    "url_pattern_compare": _Source(
        ["urlpattern/resources/urlpattern-compare-test-data.json"],
        ["component", "left", "right", "expected"],
        _column_values("component", "left", "right", "expected"),
    ),
    "data_urls": _Source(
        ["fetch/data-urls/resources/data-urls.json"], ["input", "type", "body"], _octets
    ),
    "base64": _Source(["fetch/data-urls/resources/base64.json"], ["input", "body"], _octets),
    "mime_types": _Source(
        [
            f"mimesniff/mime-types/resources/{name}"
            for name in ("mime-types.json", "generated-mime-types.json")
        ],
        ["input", "output", "encoding"],
        _mime_types,
    ),
    "import_maps": _Source(["import-maps/data-driven/resources/*.json"], [], _import_maps),
    "srcset": _Source(
        [
            f"{_IMAGES}/srcset/{name}.html"
            for name in ("parse-a-srcset-attribute", "select-an-image-source")
        ],
        ["srcset", "sizes", "selected"],
        _srcsets,
    ),
    "sizes": _Source(
        [f"{_IMAGES}/sizes/support/sizes-iframed.sub.html"], ["sizes", "same_as"], _sizes
    ),
}


def identifier_status(text: str) -> str:
    """Return the text of the table of allowed characters: the first and last code points of runs of
    them."""
    runs: list[list[int]] = []
    for line in text.splitlines():
        span, _, status = line.partition("#")[0].partition(";")
        if status.strip() == "Allowed":
            first, _, last = span.strip().partition("..")
            if runs and runs[-1][1] + 1 == int(first, 16):
                runs[-1][1] = int(last or first, 16)
            else:
                runs.append([int(first, 16), int(last or first, 16)])
    return _table(["first", "last"], runs)


def find(folder: Path, pattern: str) -> list[Path]:
    """Return the files of a checkout that match `pattern`. A folder that has only the data, without
    `resources` and with the files of `url/resources` at its top, is accepted too."""
    directory, _, name = pattern.rpartition("/")
    parts = directory.split("/")
    last = "data-urls" if parts[0] in ("fetch", "mimesniff") else parts[0]
    for place in (folder / directory, folder / last, folder):
        if found := sorted(place.glob(name)):
            return found
    raise FileNotFoundError(f"{folder} has no file {pattern}")


def make(folder: Path, name: str) -> str:
    """Return the text of a table."""
    source = _SOURCES[name]
    files = [file for pattern in source.files for file in find(folder, pattern)]
    rows: list[Row] = []
    for file in files:
        text = file.read_text(encoding="utf-8")
        rows += source.rows(json.loads(text) if file.suffix == ".json" else text)
    return _table(source.columns, rows)


def _table(columns: list[str], rows: Iterable[Row]) -> str:
    lines = (json.dumps(line, separators=(",", ":")) for line in (columns, *rows))
    return "\n".join(lines) + "\n"


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tests.conformance.update", description=__doc__.splitlines()[0]
    )
    parser.add_argument("folder", type=Path, help="a checkout of web-platform-tests")
    parser.add_argument(
        "--identifiers", type=Path, metavar="FILE", help="IdentifierStatus.txt of UTS 39"
    )
    parser.add_argument(
        "--feeds", type=Path, metavar="DIR", help="the folder `tests` of feedparser"
    )
    parser.add_argument(
        "--attacks", type=Path, metavar="DIR", help="a folder as `attacks.py` describes it"
    )
    parser.add_argument(
        "--into", type=Path, default=FOLDER, metavar="DIR", help="write the tables here"
    )
    options = parser.parse_args(arguments)
    try:
        tables = {name: make(options.folder, name) for name in SETS if name in _SOURCES}
        if options.identifiers:
            tables["identifier_status"] = identifier_status(
                options.identifiers.read_text(encoding="utf-8")
            )
        if options.feeds:
            tables["feeds"] = _table(feeds.COLUMNS, feeds.rows(options.feeds))
        if options.attacks:
            tables["markup_attacks"] = _table(attacks.COLUMNS, attacks.rows(options.attacks))
    except FileNotFoundError as error:
        print(error, file=sys.stderr)
        return 2
    for name, text in tables.items():
        file = options.into / f"{name}.jsonl"
        before = file.read_text(encoding="ascii") if file.exists() else None
        file.write_text(text, encoding="ascii", newline="\n")
        print(f"{name}: {text.count(chr(10)) - 1} cases" + ("" if text == before else ", changed"))
    return 0


if __name__ == "__main__":
    sys.exit(main())
