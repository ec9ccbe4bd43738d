"""Many distinct real URLs, and the links of real pages: what the columns hold.

They are the lines of the file of real URLs; the links of Debian's documentation, each page at an address of its own;
and what apt knows of its packages: their home pages and their files. Where more rows are asked for than that gives,
the rest are the hosts of some with the paths of others."""

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

from tests.benchmark.peers import can_ada
from tests.benchmark.settings import Settings

#: The folders of the pages, and the address that they are at.
DOCUMENTATION: Final = (Path("/usr/share/doc"), Path("/usr/share/libreoffice/help"))
ADDRESS: Final = "https://docs.example"
_ARCHIVE: Final = "https://deb.debian.org/debian/"

#: How many links a page has, or more.
_LINKS_OF_A_PAGE: Final = 80

_LINK: Final = re.compile(
    rb"<(?:a|area|link|img|script|iframe)\b[^>]*?\s(?:href|src)\s*=\s*(?:\"([^\"]*)\"|'([^']*)')", re.IGNORECASE
)
_FIELD: Final = re.compile(r"^(Homepage|Filename): (.+)$", re.MULTILINE)
_AT_HOST: Final = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*://[^/?#\\]+)(/.*)", re.DOTALL)


class Link(NamedTuple):
    page: str  #: its address
    reference: str  #: as it is written


class Real(NamedTuple):
    urls: list[str]  #: distinct, in an order of chance
    found: int  #: how many of the first `Settings.rows` are real; the others are made of their hosts and paths
    links: list[Link]  #: as they come, so that one may come again


def page_files(count: int) -> list[Path]:
    """At most so many pages, evenly from all there are."""
    files = sorted(file for folder in DOCUMENTATION for file in folder.rglob("*.html") if file.is_file())
    return files[:: max(1, len(files) // count)][:count] if count else []


@lru_cache(maxsize=1)
def real(settings: Settings) -> Real:
    """As many URLs as there are rows, and a few more, of which some are left out where the usual are wanted."""
    count = settings.rows + settings.rows // 4
    links = list(_links(max(1, settings.rows // _LINKS_OF_A_PAGE)))
    found = dict.fromkeys(settings.families.lines)
    for page, reference in links:
        try:
            found[urljoin(page, reference)] = None
        except ValueError:  # an address in brackets that is none
            continue
    if len(found) < count:
        found |= dict.fromkeys(_of_packages())
    random = Random(0)
    urls = list(filter(_is_url, found))
    random.shuffle(urls)
    urls = urls[:count]
    many = dict.fromkeys(urls)
    parts = [match.groups() for match in map(_AT_HOST.fullmatch, urls) if match]
    hosts, paths = list(dict.fromkeys(host for host, _ in parts)), list(dict.fromkeys(path for _, path in parts))
    while hosts and len(many) < min(count, len(hosts) * len(paths) // 2):
        many[random.choice(hosts) + random.choice(paths)] = None
    mixed, more = list(many)[: settings.rows], list(many)[settings.rows :]
    random.shuffle(mixed)
    return Real(mixed + more, min(len(urls), settings.rows), links[: settings.rows])


def _links(pages: int) -> Iterator[Link]:
    for file in page_files(pages):
        address = f"{ADDRESS}{file.as_posix()}"
        for match in _LINK.finditer(file.read_bytes()):
            yield Link(address, html.unescape((match[1] or match[2] or b"").decode("utf-8", "replace")))


def _of_packages() -> Iterator[str]:
    try:
        known = subprocess.run(["apt-cache", "dumpavail"], check=True, capture_output=True, encoding="utf-8").stdout
    except (OSError, subprocess.CalledProcessError):
        return
    for field, value in _FIELD.findall(known):
        yield value if field == "Homepage" else _ARCHIVE + value


def _is_url(text: str) -> bool:
    """So that no peer gains time by failing, or has to catch what it raises."""
    return can_ada.can_parse(text) if can_ada else "://" in text
