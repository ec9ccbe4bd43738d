"""Find the broken links in a folder of pages: missing files, fragments without an element, invalid
URLs, and pages that refresh each other forever.

    python examples/check_links.py FOLDER
    python examples/check_links.py FOLDER --address https://example.com/docs/

The program prints a line for each broken link: the page, the element and the attribute, the URL as
written, and the reason. If the parser counts lines, the line number comes after the page's name.
The exit status is 1 if a link is broken.

`--address` is the URL that serves the folder. The program looks up links to that address in the
folder, and ignores other links. By default, the pages have `file:` URLs. Without arguments, the
program checks four small pages.

The program parses each page once, and looks up fragments in the parsed page (`page.indicated`).

It needs html5lib. To check a folder, any HTML parser is enough.

It prints:

    index.html: <a href>: gone.html: no such file
    index.html: <a href>: part.html#frist: no element with this id
    index.html: <a href>: http://a:b/: the port is not a number
    old.html: <meta content>: older.html: these pages refresh each other: old.html, older.html
    4 pages, 7 URLs, 4 broken
"""

import argparse
import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote, unquote_to_bytes

from urldom import URL
from urldom.trees import TreeDocument, URLAttribute, parse

EXAMPLE = {
    "index.html": (
        "<a href=part.html#first>1</a><a href=gone.html>2</a><a href=part.html#frist>3</a>"
        "<a href='http://a:b/'>4</a><a href=#top>5</a>"
    ),
    "old.html": "<meta http-equiv=refresh content='0; older.html'>",
    "older.html": "<meta http-equiv=refresh content='0; old.html'>",
    "part.html": "<h1 id=first>First</h1>",
}
HTML_SUFFIXES = {".html", ".htm"}
XML_SUFFIXES = {".xhtml": "application/xhtml+xml", ".svg": "image/svg+xml"}
#: The kinds of URLs that the program checks: a browser loads or follows them.
KINDS = {"citation", "hyperlink", "refresh", "resource"}


class Broken(NamedTuple):
    page: str
    url: URLAttribute | None
    reason: str

    def __str__(self) -> str:
        if self.url is None:
            return f"{self.page}: {self.reason}"
        page = self.page
        # turbohtml's nodes have a `source_line`. The nodes of lxml and BeautifulSoup have a
        # `sourceline`.
        node = self.url.node
        line = getattr(node, "source_line", None) or getattr(node, "sourceline", None)
        if line:
            page = f"{page}:{line}"
        place = self.url.element_name
        if self.url.attribute:
            place = f"{place} {self.url.attribute}"
        return f"{page}: <{place}>: {self.url.value}: {self.reason}"


class Folder:
    """The files of a folder that a server serves at `address`."""

    def __init__(self, folder: Path, address: str | None = None, parser: str | None = None) -> None:
        self.root = folder
        self.parser = parser
        self.address = URL(address).href if address else f"{folder.resolve().as_uri()}/"
        self.files = {
            (Path(directory) / name).relative_to(folder).as_posix()
            for directory, _, names in os.walk(folder)
            for name in names
            if (Path(directory) / name).is_file()  # Broken symbolic links and pipes are left out.
        }
        self.pages: dict[str, TreeDocument | None] = {}
        self.count = 0

    def file_at(self, url: str) -> str | None:
        """Return the file of a URL without a fragment. No URL leads out of the folder, because only
        files in `self.files` are returned."""
        path, _, _ = url.removeprefix(self.address).partition("?")
        name = os.fsdecode(unquote_to_bytes(path))
        directory = f"{name}/" if name and not name.endswith("/") else name
        for file in (name, f"{directory}index.html"):
            if file in self.files:
                return file
        return None

    def page(self, file: str) -> TreeDocument | None:
        """Parse a file once. Return `None` if the file is not a page."""
        if file not in self.pages:
            suffix = Path(file).suffix.lower()
            content_type = "text/html" if suffix in HTML_SUFFIXES else XML_SUFFIXES.get(suffix)
            self.pages[file] = None
            if content_type is not None:
                address = self.address + quote(os.fsencode(file))
                self.pages[file] = parse(
                    (self.root / file).read_bytes(),
                    address,
                    content_type=content_type,
                    parser=self.parser,
                )
        return self.pages[file]

    def check(self) -> Iterator[Broken]:
        """Yield the broken links."""
        refreshes: dict[str, tuple[str, URLAttribute]] = {}
        for file in sorted(self.files):
            try:
                page = self.page(file)
            except ValueError as error:
                yield Broken(file, None, str(error))
                continue
            for url in [] if page is None else page.urls():
                self.count += 1
                reason = self._reason(url)
                if reason:
                    yield Broken(file, url, reason)
                elif url.kind == "refresh" and file not in refreshes:
                    target = self._refreshed(file, url)
                    if target is not None:
                        refreshes[file] = target, url
        yield from loops(refreshes)

    def _refreshed(self, file: str, url: URLAttribute) -> str | None:
        """Return the file that a page refreshes to, or `None`. A page may refresh itself after some
        seconds, but not immediately."""
        address, _, _ = str(url.requested_url).partition("#")
        target = self.file_at(address) if self._is_here(address) else None
        is_immediate = (url.get("content") or "").strip().startswith("0")
        return None if target == file and not is_immediate else target

    def _is_here(self, url: str) -> bool:
        return url.startswith(self.address)

    def _reason(self, url: URLAttribute) -> str:
        """Return the reason why a URL is broken, or an empty string if it is not broken."""
        if url.kind not in KINDS:
            return ""
        requested = url.requested_url
        if requested is None:
            return url.error.reason if url.error else "it does not resolve"
        if not self._is_here(requested):
            return ""
        address, _, fragment = requested.partition("#")
        file = self.file_at(address)
        if file is None:
            return "no such file"
        try:
            page = self.page(file) if fragment else None
        except ValueError:
            return ""  # `check` reports the invalid page itself.
        if page is not None and page.indicated(fragment) is None:
            return "no element with this id"
        return ""


def loops(refreshes: dict[str, tuple[str, URLAttribute]]) -> Iterator[Broken]:
    """Yield each loop of pages that refresh each other. A page has at most one refresh."""
    walked: set[str] = set()
    for start in refreshes:
        way: dict[str, None] = {}
        file = start
        while file in refreshes and file not in walked:
            walked.add(file)
            way[file] = None
            file, _ = refreshes[file]
        if file in way:
            files = list(way)
            loop = files[files.index(file) :]
            _, url = refreshes[file]
            yield Broken(file, url, f"these pages refresh each other: {', '.join(loop)}")


def main() -> int:
    arguments = argparse.ArgumentParser(description="Find the broken links of a folder of pages.")
    arguments.add_argument("folder", nargs="?", type=Path, metavar="FOLDER")
    arguments.add_argument(
        "--address", metavar="URL", help="the URL that serves the folder, with a slash at the end"
    )
    given = arguments.parse_args()
    if given.folder is None:
        with tempfile.TemporaryDirectory() as folder:
            for name, text in EXAMPLE.items():
                (Path(folder) / name).write_text(text, encoding="utf-8")
            report(Folder(Path(folder), parser="html5lib"))  # html5lib does not count lines.
        return 0
    if not given.folder.is_dir():
        arguments.error(f"{given.folder} is not a folder")
    return 1 if report(Folder(given.folder, given.address)) else 0


def report(folder: Folder) -> int:
    """Print the broken links, and return their number."""
    broken = 0
    for line in folder.check():
        broken += 1
        print(str(line).encode("utf-8", "backslashreplace").decode())
    pages = sum(page is not None for page in folder.pages.values())
    print(f"{pages} pages, {folder.count} URLs, {broken} broken")
    return broken


if __name__ == "__main__":
    sys.exit(main())
