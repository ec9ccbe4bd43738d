"""Measure the time and memory of the command, compared with six lines of Python that do the same
with `URL`."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from itertools import cycle, islice
from pathlib import Path
from typing import Final, NamedTuple

from tests.tools.benchmark.cells import Cell, Place
from tests.tools.benchmark.seeds import seeds
from tests.tools.benchmark.settings import Settings

#: The number of lines for each URL of a round. With a thousand URLs in a round, the input has a
#: million lines.
_LINES: Final = 1000
_ROUNDS: Final = 2

_SCRIPT: Final = """\
import json, sys
from urldom import URL, WHATWG
for line in sys.stdin:
    try:
        {}
    except ValueError as error:
        print(error, file=sys.stderr)
"""
_MAKE: Final = "url = URL(line.rstrip())"
_EACH: Final = "for name in WHATWG.attributes"

#: A program that runs another program. It prints the processor time of that program in seconds, and
#: its peak of memory in kilobytes. (The benchmark cannot start the program itself: a new process
#: begins with the peak of the process that started it.)
_MEASURE: Final = """\
import resource, subprocess, sys
subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(used.ru_utime + used.ru_stime, used.ru_maxrss)
"""


class _Verb(NamedTuple):
    arguments: list[str]
    script: str
    peer: str = "script"
    #: One line in every `bad` lines is an invalid URL. With 0, all lines are valid.
    bad: int = 0


_VERBS: Final = (
    _Verb(["normalize"], "print(URL(line.rstrip()).href)"),
    _Verb(
        ["resolve", "--base", "http://example.com/a/b"],
        "print(URL(line.rstrip(), 'http://example.com/a/b').href)",
    ),
    _Verb(
        ["relative", "--base", "http://example.com/a/b"],
        "print(URL(line.rstrip()).relative_to('http://example.com/a/b'))",
    ),
    _Verb(
        ["set", "-", "hostname=example.org"],
        f"{_MAKE}; url.hostname = 'example.org'; print(url.href)",
    ),
    _Verb(["set", "-", "hash=x"], f"{_MAKE}; url.hash = 'x'; print(url.href)"),
    _Verb(
        ["get"],
        f"{_MAKE}; print(*[f'{{name}} {{getattr(url, name)}}' {_EACH}], sep='\\n', end='\\n\\n')",
    ),
    _Verb(
        ["get", "--json"],
        f"{_MAKE}; print(json.dumps({{name: getattr(url, name) {_EACH}}}))",
        "JSON script",
    ),
    _Verb(["normalize"], "print(URL(line.rstrip()).href)", bad=10),
    _Verb(["normalize"], "print(URL(line.rstrip()).href)", bad=1),
)


class _Used(NamedTuple):
    seconds: float
    megabytes: float


def command(settings: Settings) -> Iterator[Cell]:
    """Measure the time of each subcommand and of the script that does the same. Also measure the
    subcommand's memory, for all lines and for a tenth of the lines."""
    count = _LINES * settings.most
    with tempfile.TemporaryDirectory() as folder:
        lines, tenth = Path(folder, "lines"), Path(folder, "tenth")
        written = -1
        for verb in _VERBS:
            if verb.bad != written:
                written = verb.bad
                _write_lines(settings, lines, count, written)
                _write_lines(settings, tenth, count // 10, written)
            program = ["-m", "urldom", *verb.arguments]
            script = ["-c", _SCRIPT.format(verb.script)]
            runs = [
                (_run(program, lines), _run(script, lines))
                for _ in range(min(_ROUNDS, settings.rounds))
            ]
            name = " ".join(verb.arguments) + {0: "", 1: ", all lines bad"}.get(
                verb.bad, f", 1 line of {verb.bad} bad"
            )
            seconds = {
                "urldom": min(run[0].seconds for run in runs),
                verb.peer: min(run[1].seconds for run in runs),
            }
            yield Cell(Place("command", name, case=f"s, {count:,} lines"), "s", seconds)
            megabytes = {"urldom": runs[0][0].megabytes, "a tenth": _run(program, tenth).megabytes}
            yield Cell(
                Place("command", name, case="MB, compared with a tenth of the lines"),
                "MB",
                megabytes,
            )


def _run(program: list[str], lines: Path) -> _Used:
    with lines.open("rb") as stdin:
        done = subprocess.run(
            [sys.executable, "-c", _MEASURE, sys.executable, *program],
            stdin=stdin,
            capture_output=True,
            text=True,
            check=True,
            # Unbuffered output would slow the script more than the command.
            env={name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"},
        )
    seconds, kilobytes = map(float, done.stdout.split())
    return _Used(seconds, kilobytes / 1024)


def _write_lines(settings: Settings, file: Path, count: int, bad: int) -> None:
    """Write distinct URLs, with a number in each query. One line in `bad` is an invalid URL."""
    urls = settings.families.lines or [seed.url for seed in islice(seeds([]), 10_000)]
    with file.open("w", encoding="utf-8") as out:
        for number, url in enumerate(islice(cycle(urls), count)):
            if bad and number % bad == 0:
                out.write(f"http://a b/{number}\n")
                continue
            before, sign, fragment = url.partition("#")
            out.write(f"{before}{'&' if '?' in before else '?'}n={number}{sign}{fragment}\n")
