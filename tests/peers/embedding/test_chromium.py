"""After the swap, the projects resolve references as Chromium does."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from urllib.parse import quote, urlsplit

import pytest

from tests.browser.browser import Browser

from .projects import PROJECTS, ROOT, prepare, run_script, skip_without_pango, swap

RESOLVE = Path(__file__).with_name("resolve.py")
BASES = ("https://good.example/a/b", "http://Good.example:80/café/")
#: Pictures, because trafilatura resolves the addresses of pictures itself. It leaves links to
#: courlan.
REFERENCES = (
    "a/b.png?c",
    "café 1.png",
    r"\\evil.example\x.png",
    r"/\evil.example/x.png",
    r"\/evil.example/x.png",
    "///evil.example/x.png",
    "////evil.example/x.png",
    "/\t/evil.example/x.png",
    r"//evil.example\@good.example/x.png",
    "..//evil.example/x.png",
    "//0x7f.1/x.png",
    r"https:\\evil.example\x.png",
    "https:///evil.example/x.png",
    "https:x.png",
    "http:/x.png",
    r"a\b.png",
    r"..\b.png",
    r"/a\..\b.png",
    "%2e%2e/c.png",
    ".%2E/c.png",
)
PAIRS = list(product(BASES, REFERENCES))

#: How many of the 40 pairs each project resolves as Chromium does before the swap
BEFORE = {
    "courlan": 7,
    "feedparser": 10,
    "html2text": 8,
    "MechanicalSoup": 8,
    "rdflib": 8,
    "trafilatura": 6,
    "weasyprint": 6,
}
WITH_A_SCHEME = (
    r"https:\\evil.example\x.png",
    "https:///evil.example/x.png",
    "https:x.png",
    "http:/x.png",
)
#: The pairs that a project resolves differently after the swap too, because it does not call
#: `urljoin` with them
DIFFERENT = {
    # courlan returns a URL with another host as it is. Before a host without a scheme, it writes
    # `http:`.
    "courlan": {
        *product(
            BASES, (*WITH_A_SCHEME[:2], r"//evil.example\@good.example/x.png", "//0x7f.1/x.png")
        ),
        (BASES[0], "/\t/evil.example/x.png"),
    },
    # trafilatura returns text that begins with `http` as it is.
    "trafilatura": set(product(BASES, WITH_A_SCHEME)),
    # WeasyPrint only percent-encodes text with a scheme.
    "weasyprint": set(product(BASES, WITH_A_SCHEME)),
}

HREFS = """return argument.map(([base, reference]) => {
    try { return new URL(reference, base).href } catch (error) { return null }
})"""


def resolve(name: str, environment: Path, source: Path) -> list[str]:
    """Return the answers of a project to `PAIRS`."""
    answers: list[str] = run_script(RESOLVE, name, PAIRS, source, environment)
    return answers


def address(url: str) -> tuple[str, str | None, int | None, str]:
    """Return the scheme, host, port and path that a program without the URL Standard reads in a
    URL."""
    parts = urlsplit(url)
    port = parts.port or {"http": 80, "https": 443}.get(parts.scheme)
    return parts.scheme, parts.hostname, port, quote(parts.path, "/%:@")


def different(answers: list[str], browser: Browser) -> set[tuple[str, str]]:
    """Return the pairs for which Chromium, or a program without the URL Standard, reads another
    address in the answer than Chromium in the reference."""
    expected = browser.run(HREFS, PAIRS)
    read = browser.run(HREFS, [("about:blank", answer) for answer in answers])
    return {
        pair
        for pair, answer, href, one in zip(PAIRS, answers, read, expected, strict=True)
        if href != one or address(answer) != address(one)
    }


@pytest.mark.parametrize("name", PROJECTS)
def test_references_are_resolved_as_by_chromium_after_the_swap(
    name, environment, tmp_path, browser
):
    skip_without_pango(name)
    project = PROJECTS[name]
    source = prepare(project, environment, tmp_path)
    assert len(PAIRS) - len(different(resolve(name, environment, source), browser)) == BEFORE[name]
    swap(source / project.package)
    assert different(resolve(name, environment, source), browser) == DIFFERENT.get(name, set())


@pytest.mark.quick
def test_documentation_has_the_lines_and_the_numbers_of_each_project():
    page = (ROOT / "docs/embedding.md").read_text(encoding="utf-8")
    rows = [line.casefold().split(" | ") for line in page.splitlines() if line.count(" | ") == 5]
    assert [(row[0], row[1], *row[4:]) for row in rows if row[1].isdecimal()] == [
        (
            f"| {name} {project.version}".casefold(),
            str(project.lines),
            str(BEFORE[name]),
            f"{len(PAIRS) - len(DIFFERENT.get(name, ()))} |",
        )
        for name, project in PROJECTS.items()
    ]
