"""Memory, and the time of the import."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import tempfile
import tracemalloc
from collections.abc import Callable, Iterator
from typing import Any, Final
from urllib.parse import urlsplit

from tests.tools.benchmark.cells import Cell, Place
from tests.tools.benchmark.make_and_read import read_seven, refusals
from tests.tools.benchmark.peers import yarl
from tests.tools.benchmark.settings import Settings
from urldom import WHATWG, URLDecomposition
from urldom.whatwg import URL


def _read_yarl(u: Any) -> None:
    u.scheme, u.authority, u.host, u.port, u.path, u.query_string, u.fragment  # noqa: B018


def _read_urllib(u: Any) -> None:
    u.scheme, u.netloc, u.hostname, u.port, u.path, u.query, u.fragment  # noqa: B018


def _bytes(
    urls: list[str], others: list[str], make: Callable[[str], Any], read: Callable[[Any], None]
) -> float:
    """Return the bytes of a URL object and its strings, after its attributes were read.

    The object gets a fresh copy of the text. So the text counts if the object keeps it."""
    for url in others:  # fills the caches, so that they do not grow later
        read(make(url))
    gc.collect()
    tracemalloc.start()
    try:
        kept = []
        before = tracemalloc.get_traced_memory()[0]
        for url in urls:
            u = make(f"{url[:1]}{url[1:]}")
            read(u)
            kept.append(u)
        u = None
        gc.collect()
        return (tracemalloc.get_traced_memory()[0] - before) / len(kept)
    finally:
        tracemalloc.stop()


def memory(settings: Settings) -> Iterator[Cell]:
    makers: dict[str, tuple[Callable[[str], Any], Callable[[Any], None]]] = {
        "HTML5": (URLDecomposition, read_seven),
        "WHATWG": (lambda url: URLDecomposition(url, standard=WHATWG), read_seven),
        "URL": (URL, read_seven),
    }
    if yarl:
        makers["yarl"] = (yarl.URL, _read_yarl)
    makers["urllib"] = (urlsplit, _read_urllib)
    others = [f"https://other-{n}.example/{n}?{n}" for n in range(min(600, 6 * settings.most))]
    for family in settings.families.names():
        urls = settings.families.urls(family, max(1, settings.most // 5))
        cell = Cell(Place("memory", family), "bytes")
        refused = refusals(urls)
        for name, (make, read) in makers.items():
            if name in refused:
                cell.left_out[name] = refused[name]
                continue
            try:
                cell.values[name] = _bytes(urls, others, make, read)
            except ValueError as error:
                cell.left_out[name] = f"{type(error).__name__}: {error}"
        yield cell


#: The program measures its own processor time, so the start of the interpreter does not count.
_PROGRAM: Final = "import time; start = time.process_time(); {}; print(time.process_time() - start)"


def _milliseconds(statements: dict[str, str], runs: int) -> dict[str, float]:
    """Return the time of each statement in a fresh interpreter. The statements take turns for
    several runs, and the best run counts."""
    times: dict[str, float] = {}
    # An installed package has bytecode. For a checkout, a first run writes bytecode into a
    # temporary folder.
    with tempfile.TemporaryDirectory() as bytecode:
        environment = {**os.environ, "PYTHONPYCACHEPREFIX": bytecode, "PYTHONDONTWRITEBYTECODE": ""}
        for run in range(runs + 1):
            for name, statement in statements.items():
                program = [sys.executable, "-c", _PROGRAM.format(statement)]
                done = subprocess.run(
                    program, check=True, capture_output=True, text=True, env=environment
                )
                if run:
                    value = float(done.stdout) * 1e3
                    times[name] = min(value, times.get(name, value))
    return times


def import_time(settings: Settings) -> Iterator[Cell]:
    """Measure `import urldom` and the imports of the peers. The time of `import attrs` is
    subtracted from urldom's."""
    statements = {"attrs": "import attrs", "urldom": "import urldom"}
    if yarl:
        statements["yarl"] = "import yarl"
    times = _milliseconds(statements, 1 if settings.rounds == 1 else 4 * settings.rounds)
    attrs = times.pop("attrs")
    yield Cell(Place("import", "less attrs"), "ms", times | {"urldom": times["urldom"] - attrs})


def first_use(settings: Settings) -> Iterator[Cell]:
    """Measure the import and the first URL together, so that modules imported on first use
    count."""
    url = "https://b\\u00fccher.example/stra\\u00dfe?q=a b"
    read = "u.host, u.port, u.pathname, u.search, u.hash"
    statements = {
        "HTML5": f"from urldom import URLDecomposition; u = URLDecomposition('{url}'); {read}",
        "URL": f"from urldom.whatwg import URL; u = URL('{url}'); {read}",
    }
    if yarl:
        statements["yarl"] = (
            f"from yarl import URL; u = URL('{url}'); u.host, u.port, u.path, u.query_string"
        )
    yield Cell(
        Place("first use", "a non-ASCII host, attrs included"),
        "ms",
        _milliseconds(statements, 1 if settings.rounds == 1 else 2 * settings.rounds),
    )
