"""The jobs by name, in the order in which they run."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from tests.benchmark.assigning import assign, five
from tests.benchmark.canonicalize import canonicalize
from tests.benchmark.cells import Cell
from tests.benchmark.cluster import cluster
from tests.benchmark.cluster import memory as column_memory
from tests.benchmark.columns import by_family, read, verbs
from tests.benchmark.command import command
from tests.benchmark.cost import first_use, import_time, memory
from tests.benchmark.forms import forms_listed, forms_of_bytes, forms_submitted
from tests.benchmark.frontier import frontier, frontier_memory
from tests.benchmark.headers import header_links, redirect
from tests.benchmark.keeping import discard, keep
from tests.benchmark.links import links
from tests.benchmark.live import live
from tests.benchmark.make_and_read import make
from tests.benchmark.params import params
from tests.benchmark.parts import again, build, ip_address, segments, slash
from tests.benchmark.patterns import match, match_groups, match_list, match_list_made, match_made, match_url
from tests.benchmark.relating import relate
from tests.benchmark.requests import requests_of_links
from tests.benchmark.resolving import resolve
from tests.benchmark.settings import Settings
from tests.benchmark.spark import spark
from tests.benchmark.swapped import swap, swap_again
from tests.benchmark.whole import kept, normalise, pages, parsed_pages, written_pages


class Job(NamedTuple):
    title: str
    cells: Callable[[Settings], Iterator[Cell]]
    is_of_columns: bool = False


JOBS: Final = {
    "make": Job("make and read seven", make),
    "assign": Job("one assignment", assign),
    "five": Job("make, assign five, read href", five),
    "params": Job("set one parameter of a query", params),
    "discard": Job("remove two parameters of a query", discard),
    "keep": Job("make a URL that is kept, and its hash", keep),
    "build": Job("build a URL from its parts", build),
    "slash": Job("a copy with one segment more", slash),
    "segments": Job("read the path's segments, set one", segments),
    "ip address": Job("the host as an IP address", ip_address),
    "again": Job("segments and addresses, read again", again),
    "resolve": Job("resolve against a base", resolve),
    "swap": Job("`urldom.urllib` on distinct URLs", swap),
    "swap again": Job("`urldom.urllib` on URLs that repeat", swap_again),
    "relate": Job("a reference relative to a base", relate),
    "match": Job("test a string with a pattern", match),
    "match groups": Job("the same, and read the groups", match_groups),
    "match URL": Job("test a parsed URL with a pattern", match_url),
    "match list": Job("test a string with a thousand patterns", match_list),
    "match made": Job("make a pattern", match_made),
    "match list made": Job("make a list of a thousand patterns", match_list_made),
    "redirect": Job("where a redirect leads", redirect),
    "header links": Job("the links of a header", header_links),
    "live": Job("read seven, live on a base", live),
    "memory": Job("memory of a URL that was read", memory),
    "import": Job("import", import_time),
    "first use": Job("import and read a first URL", first_use),
    "normalise": Job("normalise", normalise),
    "frontier": Job("a set of URLs", frontier),
    "frontier memory": Job("memory of a set of URLs", frontier_memory),
    "canonicalize": Job("the canonical form, like w3lib", canonicalize),
    "kept": Job("resolve with and without repeats", kept),
    "pages": Job("every URL of a page", pages),
    "parsed pages": Job("parse a page and find every URL", parsed_pages),
    "written pages": Job("write the bytes of a page", written_pages),
    "links": Job("the links of a page, like Scrapy", links),
    "requests": Job("the request of each link of a page", requests_of_links),
    "forms listed": Job("the forms of a page", forms_listed),
    "forms submitted": Job("the requests of a page's forms", forms_submitted),
    "forms of bytes": Job("the same, from the page's bytes", forms_of_bytes),
    "command": Job("the command", command),
    "columns": Job("read a column", read, is_of_columns=True),
    "column verbs": Job("other functions on a column", verbs, is_of_columns=True),
    "column families": Job("columns of one family", by_family, is_of_columns=True),
    "column memory": Job("memory of a column", column_memory, is_of_columns=True),
    "cluster": Job("rows that one core processes", cluster, is_of_columns=True),
    "spark": Job("read a column in Spark", spark, is_of_columns=True),
}
