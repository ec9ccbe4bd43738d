"""The tables of `docs/migrate/w3lib.md`, with calls that have different results in `urldom.w3lib`
and w3lib, and more calls of the same kinds in `differences.txt`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

_PAGE = Path(__file__).parents[2] / "docs/migrate/w3lib.md"
_ERRORS = ("ValueError", "InvalidURLError", "UnicodeEncodeError")


class Difference(NamedTuple):
    call: str
    theirs: str | None  #: the result of w3lib, or `None` if w3lib raises an error
    ours: str | None
    chromium: str | None
    kind: str
    departs: bool  #: whether Chromium's result differs from the URL Standard's

    def result(self, module: Any) -> str | None:
        """Return the result of the call with the functions of a module."""
        name = self.call.partition("(")[0]
        try:
            return str(eval(self.call, {name: getattr(module, name)}))
        except ValueError:
            return None

    @property
    def arguments(self) -> tuple[str, str]:
        """The URL of the call, and the encoding of the page."""

        def function(url: str, encoding: str = "utf-8", **others: object) -> tuple[str, str]:
            return url, encoding

        name, _, arguments = self.call.partition("(")
        return eval(f"{name}({arguments}", {name: function})  # type: ignore[no-any-return]


def _value(cell: str) -> str | None:
    if cell in (*_ERRORS, "error"):
        return None
    text = cell.removeprefix("`").removesuffix("`").replace(r"\|", "|")
    return "" if text == '""' else text


def _read(text: str) -> Iterator[Difference]:
    agreeing, departing = text.split("urldom follows the Standard:\n", 1)
    for part in (agreeing, departing):
        for row in re.findall(r"^\| (`\w+_url.*) \|$", part, re.MULTILINE):
            call, theirs, *others, kind = re.split(r" (?<!\\)\| ", row)
            # One table of the page has one column for the results of urldom and Chromium.
            ours, chromium = others * 2 if len(others) == 1 else others
            values = _value(theirs), _value(ours), _value(chromium)
            yield Difference(str(_value(call)), *values, kind, part is departing)


DIFFERENCES = [
    *_read(_PAGE.read_text(encoding="utf-8").partition("\n## Different results\n")[2]),
    *_read(Path(__file__).with_suffix(".txt").read_text(encoding="utf-8")),
]
