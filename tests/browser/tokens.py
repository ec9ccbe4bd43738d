"""Strings made of tokens, parsed and assigned by Chromium and by Node.js: `python -m
tests.browser.tokens`.

Each string is parsed alone and with a base, and each value is assigned to its attribute. Chromium
gets a block of strings in one script, and Node.js a block in one line of its standard input. Known
departures from the URL Standard are in `departures`, and each explains only the cases that it
describes."""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from typing import Any, Final, TypeAlias

from tests.browser.browser import Browser
from tests.browser.departures import (
    NAMES,
    OF_NODE,
    PARSING,
    SETTING,
    SETTING_OF_NODE,
    Attributes,
    Case,
    Departures,
    attributes_of,
    explained_by,
)
from tests.tools.tokens.making import Case as TokenCase
from tests.tools.tokens.making import Maker
from urldom import InvalidURLError
from urldom.whatwg import URL

#: The strings that a program gets at once.
BLOCK: Final = 2000

#: The function body that both programs run. It returns the attributes of each URL as a list, or null
#: for an invalid URL. A value is assigned after the URL is parsed.
SCRIPT: Final = """
    const seen = url => argument.names.map(name => url[name])
    const parsed = (url, base) => {
        try { return seen(base === null ? new URL(url) : new URL(url, base)) } catch { return null }
    }
    const assigned = (url, name, value) => {
        try { url = new URL(url) } catch { return null }
        try { url[name] = value } catch {}
        return seen(url)
    }
    return {
        parsed: argument.parsed.map(([url, base]) => parsed(url, base)),
        assigned: argument.assigned.map(([url, name, value]) => assigned(url, name, value)),
    }"""
_NODE: Final = f"""
const run = argument => {{ {SCRIPT} }}
require("node:readline").createInterface({{input: process.stdin}}).on(
    "line", line => console.log(JSON.stringify(run(JSON.parse(line)))))"""

#: Runs `SCRIPT` with an argument.
Run: TypeAlias = Callable[[Any], Any]


class Node:
    """A Node.js that runs `SCRIPT`. It is used in a `with` block."""

    def __enter__(self) -> Run:
        self._process = subprocess.Popen(
            [str(shutil.which("node")), "-e", _NODE],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        return self._run

    def _run(self, argument: Any) -> Any:
        assert self._process.stdin is not None and self._process.stdout is not None
        print(json.dumps(argument), file=self._process.stdin, flush=True)
        return json.loads(self._process.stdout.readline())

    def __exit__(self, *error: object) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()


def compared(run: Run, cases: Sequence[TokenCase]) -> Iterator[Case]:
    """Yield each case with the attributes of both sides.

    A base and a URL whose attributes are assigned are parsed alone first. If the two sides do not
    agree on them, this is the difference, and they are not used any further."""
    alone = dict.fromkeys(case.text for case in cases)
    alone |= dict.fromkeys(case.base_text for case in cases if case.base_text is not None)
    alone |= dict.fromkeys(case.target_text for case in cases)
    with_base = [(case.text, case.base_text) for case in cases if case.base_text is not None]
    assigning = [
        (case.target_text, name, "".join(tokens)) for case in cases for name, tokens in case.values
    ]
    parsing = [*((url, None) for url in alone), *with_base]
    answers = run({"names": NAMES, "parsed": parsing, "assigned": assigning})
    agreed: set[str] = set()
    for (url, base), found in zip(parsing, answers["parsed"], strict=True):
        if base is None or base in agreed:
            case = Case(url, base, _parsed(url, base), _named(found))
            if base is None and case.ours == case.theirs:
                agreed.add(url)
            yield case
    for (url, name, value), found in zip(assigning, answers["assigned"], strict=True):
        if url in agreed:
            yield Case(url, None, _assigned(url, name, value), _named(found), name, value)


def _named(values: list[str] | None) -> Attributes:
    return None if values is None else dict(zip(NAMES, values, strict=True))


def _parsed(url: str, base: str | None) -> Attributes:
    try:
        return attributes_of(URL(url, base))
    except InvalidURLError:
        return None


def _assigned(url: str, name: str, value: str) -> Attributes:
    made = URL.parse(url)
    if made is None:
        return None
    try:
        setattr(made, name, value)
    except InvalidURLError:
        assert name == "href"
    return attributes_of(made)


class Comparison:
    """The comparison with one program."""

    def __init__(self, name: str, run: Run, parsing: Departures, setting: Departures) -> None:
        self.name = name
        self._run = run
        self._parsing = parsing
        self._setting = setting
        self.answers = 0
        #: The number of cases that each known departure explains.
        self.departures: Counter[str] = Counter()
        self.unknown: list[Case] = []

    def compare(self, cases: Sequence[TokenCase]) -> None:
        for case in compared(self._run, cases):
            self.answers += 1
            if case.ours == case.theirs:
                continue
            departure = explained_by(case, self._setting if case.name else self._parsing)
            if departure is None:
                self.unknown.append(case)
            else:
                self.departures[departure] += 1

    def print(self) -> None:
        print(f"{self.name}: {self.answers:,} answers, {len(self.unknown):,} unknown differences")
        for departure, count in self.departures.most_common():
            print(f"  {count:9,}  {departure}")
        for case in sorted(self.unknown, key=lambda case: len(case.url) + len(case.value))[:100]:
            print("   ", str(case).encode("ascii", "backslashreplace").decode())


def compare(programs: Sequence[str], strings: int, seed: int) -> list[Comparison]:
    """Compare the programs on strings that are made by the seed."""
    with ExitStack() as running:
        comparisons: list[Comparison] = []
        if "chromium" in programs:
            browser = running.enter_context(Browser())
            comparisons.append(
                Comparison("Chromium", lambda value: browser.run(SCRIPT, value), PARSING, SETTING)
            )
        if "node" in programs:
            run = running.enter_context(Node())
            comparisons.append(Comparison("Node.js", run, OF_NODE, SETTING_OF_NODE))
        maker = Maker(seed)
        for start in range(0, strings, BLOCK):
            cases = [maker.case() for _ in range(min(BLOCK, strings - start))]
            for comparison in comparisons:
                comparison.compare(cases)
    return comparisons


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m tests.browser.tokens",
        description=(
            "Compare urldom with Chromium and Node.js on strings made of tokens. The exit code is 1"
            " if there is a difference that no known departure explains."
        ),
    )
    parser.add_argument("--strings", type=int, default=20_000, metavar="N", help="(20,000)")
    parser.add_argument("--seed", type=int, default=0, help="(0)")
    parser.add_argument(
        "--programs", nargs="+", choices=("chromium", "node"), default=("chromium", "node")
    )
    options = parser.parse_args()
    comparisons = compare(options.programs, options.strings, options.seed)
    for comparison in comparisons:
        comparison.print()
    sys.exit(1 if any(comparison.unknown for comparison in comparisons) else 0)


if __name__ == "__main__":
    main()
