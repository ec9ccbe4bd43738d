"""The jobs by name, in the order in which they run."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from tests.tools.benchmark.assigning import assign, five
from tests.tools.benchmark.canonicalize import canonicalize
from tests.tools.benchmark.cells import Cell
from tests.tools.benchmark.cluster import cluster
from tests.tools.benchmark.cluster import memory as column_memory
from tests.tools.benchmark.columns import by_family, read, verbs
from tests.tools.benchmark.command import command
from tests.tools.benchmark.cost import first_use, import_time, memory
from tests.tools.benchmark.forms import forms_listed, forms_of_bytes, forms_submitted
from tests.tools.benchmark.frontier import frontier, frontier_memory
from tests.tools.benchmark.headers import header_links, redirect
from tests.tools.benchmark.keeping import discard, keep
from tests.tools.benchmark.links import links
from tests.tools.benchmark.live import live
from tests.tools.benchmark.make_and_read import hostname, make, none
from tests.tools.benchmark.params import params
from tests.tools.benchmark.parts import again, build, ip_address, segments, slash
from tests.tools.benchmark.patterns import (
    match,
    match_groups,
    match_list,
    match_list_made,
    match_made,
    match_url,
)
from tests.tools.benchmark.rejecting import invalid
from tests.tools.benchmark.relating import relate
from tests.tools.benchmark.requests import requests_of_links
from tests.tools.benchmark.resolving import resolve
from tests.tools.benchmark.settings import Settings
from tests.tools.benchmark.spark import spark
from tests.tools.benchmark.swapped import swap, swap_again
from tests.tools.benchmark.whole import kept, normalise, pages, parsed_pages, written_pages


class Job(NamedTuple):
    title: str
    cells: Callable[[Settings], Iterator[Cell]]
    is_of_columns: bool = False
    #: A note for readers of the table
    note: str = ""


_EAGER: Final = (
    "URLs are distinct. Three families have few hosts, and each URL of the others has a new host. A"
    " library that parses lazily gains if less is read."
)
_COLUMNS: Final = (
    "Elapsed time of a row, on all cores. A usual URL is an http or https URL in lower case whose"
    " host is a name, and in which nothing has to be escaped or changed: Arrow or polars splits it"
    " with one regular expression. urldom parses all other URLs one by one, each distinct URL once"
    " in a block of 65,536 rows. "
)


JOBS: Final = {
    "make": Job("make and read seven", make, note=_EAGER),
    "hostname": Job("make and read the hostname", hostname, note=_EAGER),
    "none": Job("make and read nothing", none, note=_EAGER),
    "invalid": Job("find that a URL is invalid", invalid),
    "assign": Job(
        "one assignment",
        assign,
        note=(
            "The first assignment to an object whose attributes were read. The result is compared"
            " by its href."
        ),
    ),
    "five": Job(
        "make, assign five, read href",
        five,
        note=(
            "URLs are strings. yarl makes a new object for each assignment, because its objects"
            " cannot be changed."
        ),
    ),
    "params": Job("set one parameter of a query", params),
    "discard": Job("remove two parameters of a query", discard),
    "keep": Job("make a URL that is kept, and its hash", keep),
    "build": Job("build a URL from its parts", build),
    "slash": Job("a copy with one segment more", slash),
    "segments": Job("read the path's segments, set one", segments),
    "ip address": Job("the host as an IP address", ip_address),
    "again": Job("segments and addresses, read again", again),
    "resolve": Job(
        "resolve against a base",
        resolve,
        note=(
            "References and results are strings. urljoin, yarl and liburlparser follow RFC 3986."
            " Only urldom gets a parsed base: the peers get a string."
        ),
    ),
    "swap": Job("`urldom.urllib` on distinct URLs", swap),
    "swap again": Job("`urldom.urllib` on URLs that repeat", swap_again),
    "relate": Job("a reference relative to a base", relate),
    "match": Job(
        "test a string with a pattern",
        match,
        note="A string is tested with one pattern. The answers are compared.",
    ),
    "match groups": Job(
        "the same, and read the groups",
        match_groups,
        note="The groups of the path are read and compared.",
    ),
    "match URL": Job(
        "test a parsed URL with a pattern",
        match_url,
        note="urldom gets a parsed URL. The peers accept only strings, so they get strings.",
    ),
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
    "columns": Job(
        "read a column",
        read,
        is_of_columns=True,
        note=_COLUMNS
        + "The seven are protocol, host, hostname, port, pathname, search and hash. urldom.columns"
        " is compared with str.extract of polars, executed eagerly, and the accessors of polars"
        " and pandas with str.extract of the same engine. str.extract uses ^https?://([^/?#:]+),"
        " which people often write, and which returns a wrong host for http://user@host/. careful"
        " uses ^[a-zA-Z][a-zA-Z0-9+.-]*://(?:[^/?#@]*@)?([^/?#:]*), which accepts user info and"
        " any scheme. Neither converts a host to lower case or Punycode, reads IPv6, or rejects"
        " an invalid URL. string compares other types of Arrow with the type string.",
    ),
    "column verbs": Job(
        "other functions on a column",
        verbs,
        is_of_columns=True,
        note=_COLUMNS
        + "Links as they come repeat, as in a crawl; each with its page means that the base of a"
        " link is the page that contains it. urldom resolves each distinct link once. If unusual"
        " URLs have another base or another value in each row, resolve and set take up to twice"
        " as long as a loop with URL; this is not measured here.",
    ),
    "column families": Job(
        "columns of one family",
        by_family,
        is_of_columns=True,
        note=_COLUMNS
        + "Every row is of one family. row by row is a loop that makes a URLDecomposition for each"
        " row.",
    ),
    "column memory": Job(
        "memory of a column",
        column_memory,
        is_of_columns=True,
        note=(
            "Bytes of a row at the peak, by the length of the column. Allocated is what Arrow"
            " allocates in addition to the column, the process is the growth of the process, and"
            " column and result is the size of the URLs and the result, at the largest number of"
            " rows."
        ),
    ),
    "cluster": Job(
        "rows that one core processes",
        cluster,
        is_of_columns=True,
        note=(
            "Processor time of all threads together, under WHATWG. Each page of the installed"
            " documentation is parsed, and all its links are resolved. A billion items take 0.28"
            " core-hours for each \u00b5s."
        ),
    ),
    "spark": Job(
        "read a column in Spark",
        spark,
        is_of_columns=True,
        note=(
            "url_hostname is compared with Spark's own parse_url(url, 'HOST'). The time includes"
            " the reading of the column, which the source shows alone. URLs whose host differs"
            " between the two are counted, and not measured."
        ),
    ),
}
