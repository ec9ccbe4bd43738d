"""Many distinct real URLs, and the links of real pages, for the columns.

The URLs come from three sources: the file of real URLs, the links of Debian's documentation, and
the home pages and files of packages that apt lists. If these URLs are too few for a column, further
URLs combine the host of one URL with the path of another URL."""

from __future__ import annotations

import html
import re
import subprocess
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Final, NamedTuple
from urllib.parse import urljoin

from tests.tools.benchmark.peers import can_ada
from tests.tools.benchmark.settings import Settings

#: The folders of the pages, and the origin in the addresses of all pages.
DOCUMENTATION: Final = (Path("/usr/share/doc"), Path("/usr/share/libreoffice/help"))
ADDRESS: Final = "https://docs.example"
_ARCHIVE: Final = "https://deb.debian.org/debian/"

#: A page has at least this many links on average.
_LINKS_OF_A_PAGE: Final = 80

_LINK: Final = re.compile(
    rb"<(?:a|area|link|img|script|iframe)\b[^>]*?\s(?:href|src)\s*=\s*(?:\"([^\"]*)\"|'([^']*)')",
    re.IGNORECASE,
)
_FIELD: Final = re.compile(r"^(Homepage|Filename): (.+)$", re.MULTILINE)
_AT_HOST: Final = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*://[^/?#\\]+)(/.*)", re.DOTALL)


class Link(NamedTuple):
    page: str  #: the address of the page
    reference: str  #: the URL as the page contains it


class Real(NamedTuple):
    urls: list[str]  #: distinct, in random order
    found: int  #: the number of real URLs among the first `Settings.rows`
    links: list[Link]  #: in page order, with repeats


def page_files(count: int) -> list[Path]:
    """Return at most `count` pages, spread evenly over all pages."""
    files = sorted(
        file for folder in DOCUMENTATION for file in folder.rglob("*.html") if file.is_file()
    )
    return files[:: max(1, len(files) // count)][:count] if count else []


@lru_cache(maxsize=1)
def real(settings: Settings) -> Real:
    """Return links, and a quarter more URLs than rows, because the column of usual URLs leaves some
    URLs out."""
    count = settings.rows + settings.rows // 4
    links = list(_links(max(1, settings.rows // _LINKS_OF_A_PAGE)))
    found = dict.fromkeys(settings.families.lines)
    for page, reference in links:
        try:
            found[urljoin(page, reference)] = None
        except ValueError:  # an invalid IPv6 address
            continue
    if len(found) < count:
        found |= dict.fromkeys(_of_packages())
    random = Random(0)
    urls = list(filter(_is_url, found))
    random.shuffle(urls)
    urls = urls[:count]
    many = dict.fromkeys(urls)
    parts = [match.groups() for match in map(_AT_HOST.fullmatch, urls) if match]
    hosts, paths = (
        list(dict.fromkeys(host for host, _ in parts)),
        list(dict.fromkeys(path for _, path in parts)),
    )
    while hosts and len(many) < min(count, len(hosts) * len(paths) // 2):
        many[random.choice(hosts) + random.choice(paths)] = None
    mixed, more = list(many)[: settings.rows], list(many)[settings.rows :]
    random.shuffle(mixed)
    return Real(mixed + more, min(len(urls), settings.rows), links[: settings.rows])


def _links(pages: int) -> Iterator[Link]:
    for file in page_files(pages):
        address = f"{ADDRESS}{file.as_posix()}"
        for match in _LINK.finditer(file.read_bytes()):
            yield Link(
                address, html.unescape((match[1] or match[2] or b"").decode("utf-8", "replace"))
            )


def _of_packages() -> Iterator[str]:
    try:
        known = subprocess.run(
            ["apt-cache", "dumpavail"], check=True, capture_output=True, encoding="utf-8"
        ).stdout
    except (OSError, subprocess.CalledProcessError):
        return
    for field, value in _FIELD.findall(known):
        yield value if field == "Homepage" else _ARCHIVE + value


def _is_url(text: str) -> bool:
    """Return whether `text` is a URL. With other texts, a peer could gain time by failing, or lose
    time by catching errors."""
    return can_ada.can_parse(text) if can_ada else "://" in text
