"""The jobs by their names, in the order in which they are done."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from tests.benchmark.assigning import assign, five
from tests.benchmark.canonicalize import canonicalize
from tests.benchmark.cells import Cell
from tests.benchmark.command import command
from tests.benchmark.cost import first_use, import_time, memory
from tests.benchmark.links import links
from tests.benchmark.live import live
from tests.benchmark.make_and_read import make
from tests.benchmark.params import params
from tests.benchmark.resolving import resolve
from tests.benchmark.settings import Settings
from tests.benchmark.whole import kept, normalise, pages


class Job(NamedTuple):
    title: str
    cells: Callable[[Settings], Iterator[Cell]]


JOBS: Final = {
    "make": Job("make and read seven", make),
    "assign": Job("one assignment", assign),
    "five": Job("make, assign five, read href", five),
    "params": Job("set one parameter of a query", params),
    "resolve": Job("resolve against a base", resolve),
    "live": Job("read seven, live on a base", live),
    "memory": Job("memory of a made and read one", memory),
    "import": Job("import", import_time),
    "first use": Job("import and read a first one", first_use),
    "normalise": Job("normalise", normalise),
    "canonicalize": Job("the canonical form, as w3lib's", canonicalize),
    "kept": Job("what repeats, and what does not", kept),
    "pages": Job("every URL of a page", pages),
    "links": Job("the links of a page, as Scrapy's", links),
    "command": Job("the command", command),
}
