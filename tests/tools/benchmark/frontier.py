"""Measure the time and memory of a set of URLs, such as a crawler keeps. Every second URL is
another spelling of the URL before it."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from typing import Final

from tests.tools.benchmark.cells import Cell, Place
from tests.tools.benchmark.peers import yarl
from tests.tools.benchmark.settings import Settings

#: Code that defines `member`, which makes a member of the set from a URL.
_MEMBERS: Final = {
    "WHATWG": "from urldom.whatwg import parse as member",
    "URL": "from urldom.whatwg import URL; member = lambda url: URL(url).href",
    "FrozenURL": "from urldom import FrozenURL as member",
    **({"yarl": "from yarl import URL as member"} if yarl else {}),
}
#: A program that runs in a process of its own. The strings in `urls` exist before the measurement,
#: so they do not count.
_PROGRAM: Final = """
import sys, time
from pathlib import Path

{make}
count = int(sys.argv[1])
urls = []
for n in range((count + 1) // 2):
    path = f"host-{{n % 5000}}.example/section-{{n % 97}}/page-{{n}}.html?id={{n}}"
    urls += [f"https://www.{{path}}", f"HTTPS://WWW.{{path.replace('/', ':443/./', 1)}}"]
urls = urls[:count]
member(urls[0])

def resident():
    status = Path("/proc/self/status")
    lines = status.read_text().splitlines() if status.exists() else []
    return next((int(line.split()[1]) * 1024 for line in lines if line.startswith("VmRSS:")), 0)

before, start = resident(), time.process_time()
pages = {{member(url) for url in urls}}
print((time.process_time() - start) / count * 1e6, (resident() - before) / count, len(pages))
"""


@cache
def _measured(subject: str, count: int) -> tuple[float, float]:
    """Return the processor time in microseconds and the memory in bytes, each divided by the number
    of URLs."""
    program = [sys.executable, "-c", _PROGRAM.format(make=_MEMBERS[subject]), str(count)]
    done = subprocess.run(program, check=True, capture_output=True, text=True)
    microseconds, size, pages = map(float, done.stdout.split())
    if subject in ("WHATWG", "URL", "FrozenURL") and pages != (count + 1) // 2:
        raise ValueError(f"{pages:.0f} pages of {count} URLs")
    return microseconds, size


def frontier(settings: Settings) -> Iterator[Cell]:
    """Measure the processor time for each URL of the set."""
    values = {subject: _measured(subject, settings.rows)[0] for subject in _MEMBERS}
    yield Cell(Place("frontier", f"{settings.rows:,} URLs"), "µs", values)


def frontier_memory(settings: Settings) -> Iterator[Cell]:
    """Measure the bytes by which the process grows for each URL of the set."""
    if os.path.exists("/proc/self/status"):
        values = {subject: _measured(subject, settings.rows)[1] for subject in _MEMBERS}
        yield Cell(Place("frontier memory", f"{settings.rows:,} URLs"), "bytes", values)
