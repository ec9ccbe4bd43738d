"""Four projects can throw code away. The patches of `tests/peers/embedding/patches` do it: each
project's own tests pass with them, and its functions then resolve references as browsers do, or as
RFC 3986 says."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.core.standards.test_rfc3986 import ABNORMAL, BASE, NORMAL
from tests.trees.forms import twenty

from .projects import (
    PROJECTS,
    Truth,
    new_failures,
    prepare,
    run,
    run_script,
    skip_without_pango,
    swap,
)
from .test_chromium import Browser, different, resolve

HERE = Path(__file__).parent
PATCHES = sorted(path.stem for path in (HERE / "patches").glob("*.patch"))
#: The lines that each patch removes and adds
LINES = {
    "MechanicalSoup": (137, 64),
    "feedparser": (65, 17),
    "rdflib": (83, 16),
    "weasyprint": (52, 26),
}
#: The tests that run, of the suites that take more than a minute: those that reach the patched code
PARTS = {
    "rdflib": (
        *[f"test/test_w3c_spec/test_{name}_w3c.py" for name in ("turtle", "n3", "trig", "rdfxml")],
        *("test/test_parsers", "test/test_n3.py", "test/jsonld/test_norm_urn.py"),
        *("rdflib/term.py", "rdflib/plugins/parsers"),
    ),
    "weasyprint": (
        *[f"tests/test_{name}.py" for name in ("url", "api", "unicode")],
        *("tests/css/test_common.py", "tests/draw/svg/test_defs.py"),
    ),
}
_QUERY = (
    "a browser writes the fields into the URL. requests leaves out parameters if the scheme is not"
    " HTTP's"
)
TRUTHS = {
    "MechanicalSoup": {
        "tests.test_form::test_form_noaction": Truth(
            "assert res.status_code == 200 and browser.url == url", _QUERY
        ),
        "tests.test_form::test_form_action": Truth(
            "assert res.status_code == 200 and browser.url == url", _QUERY
        ),
    }
}

Sources = Callable[[str], "tuple[Path, Path]"]
Use = Callable[[str, str, Any], "tuple[Any, Any]"]


def apply(patch: str, source: Path) -> tuple[int, int]:
    """Apply a patch in the format of `diff -e`, and return how many lines it removes and adds."""
    removed = added = 0
    file, lines = source, list[str]()
    script = iter(patch.splitlines())
    for line in script:
        if line.startswith("diff -e "):
            file = source / line.rpartition(" b/")[2]
            lines = file.read_text(encoding="utf-8").splitlines()
            continue
        first, last, command = re.fullmatch(r"(\d+)(?:,(\d+))?([acd])", line).groups()  # type: ignore[union-attr]
        new = [] if command == "d" else [*iter(lambda: next(script), ".")]
        start, end = int(first) - (command != "a"), int(last or first)
        lines[start:end] = new  # The hunks are in reverse order, so the earlier numbers stay right.
        file.write_text("\n".join(lines) + "\n", encoding="utf-8")
        removed, added = removed + end - start, added + len(new)
    return removed, added


@pytest.fixture(scope="module")
def sources(environment: Path, tmp_path_factory: pytest.TempPathFactory) -> Sources:
    """Return the folders of a project as it is, and with its patch and the swapped imports."""
    made: dict[str, tuple[Path, Path]] = {}

    def find(name: str) -> tuple[Path, Path]:
        skip_without_pango(name)
        if name not in made:
            before, after = (
                prepare(PROJECTS[name], environment, tmp_path_factory.mktemp(name))
                for _ in range(2)
            )
            change(name, after)
            made[name] = before, after
        return made[name]

    return find


@pytest.fixture(scope="module")
def use(environment: Path, sources: Sources) -> Use:
    """Call a function of `use.py` before and after the patch, and return both results."""

    def call(name: str, function: str, given: Any) -> tuple[Any, Any]:
        before, after = (
            run_script(HERE / "use.py", function, given, source, environment)
            for source in sources(name)
        )
        return before, after

    return call


def change(name: str, source: Path) -> None:
    """Apply the patch to a project, and swap the imports that are left."""
    assert (
        apply((HERE / f"patches/{name}.patch").read_text(encoding="utf-8"), source) == LINES[name]
    )
    swap(source / PROJECTS[name].package)


@pytest.mark.nightly
@pytest.mark.parametrize("name", PATCHES)
def test_own_tests_pass_with_the_patch(name: str, environment: Path, tmp_path: Path) -> None:
    skip_without_pango(name)
    project = replace(PROJECTS[name], part=PARTS.get(name, ()))
    source = prepare(project, environment, tmp_path)
    python = environment / "venv/bin/python"
    before = run(project, source, python)
    change(name, source)
    truths = {test: f"failed: {truth.line}" for test, truth in TRUTHS.get(name, {}).items()}
    assert new_failures(before, run(project, source, python)) == truths


@pytest.mark.parametrize("name", PATCHES)
def test_documentation_shows_the_lines_of_the_patch(name: str) -> None:
    page = (HERE.parents[2] / "docs/embedding.md").read_text(encoding="utf-8").lower()
    removed, added = LINES[name]
    assert f"| {name.lower()} {PROJECTS[name].version} | {removed} | {added} |" in page


@pytest.mark.parametrize(
    "name", sorted({*PATCHES} - {"rdflib"})
)  # rdflib follows RFC 3986 instead.
def test_references_are_resolved_as_by_chromium_with_the_patch(
    name: str, environment: Path, sources: Sources, browser: Browser
) -> None:
    assert different(resolve(name, environment, sources(name)[1]), browser) == set()


# feedparser

LINKS = {
    r"\\cdn.example\x": "https://cdn.example/x",
    r"/\cdn.example": "https://cdn.example/",
    "///cdn.example/x": "https://cdn.example/x",
    "https:c": "https://blog.example/feed/c",
    r"http:\\other.example\a": "http://other.example/a",
    "%2e%2e/c": "https://blog.example/c",
    "HTTP://Other.example/é": "HTTP://Other.example/é",
    "../2026/naïve post?q=1": "https://blog.example/2026/naïve post?q=1",
    "file:///srv/feed.xml": "file:///srv/feed.xml",
    "#top": "https://blog.example/feed/#top",
}


def test_feedparser_reads_the_links_of_a_feed_as_browsers_do(use: Use) -> None:
    before, after = use("feedparser", "feeds", [["/feed/", [*LINKS]]])
    assert after == [[*LINKS.values()]]
    assert before != after


def test_feedparser_accepts_a_base_whose_scheme_is_in_capitals(use: Use) -> None:
    before, after = use("feedparser", "feeds", [["HTTP://other.example/", ["a"]], ["x:", ["a"]]])
    assert after == [["http://other.example/a"], ["https://blog.example/a"]]
    assert before == [["https://blog.example/a"], ["https://blog.example/a"]]


def test_feedparser_fetches_what_a_browser_fetches(use: Use) -> None:
    fetched = {
        "http://bob:p%40ss@[::1]:8080/feed": ["http://[::1]:8080/feed", "bob:p@ss"],
        "http://faß.example/é?ü": ["http://xn--fa-hia.example/%C3%A9?%C3%BC", ""],
        r"http:\\blog.example\a b": ["http://blog.example/a%20b", ""],
    }
    before, after = use("feedparser", "fetched", [*fetched])
    assert after == [*fetched.values()]
    assert all(one != other for one, other in zip(before, after, strict=True))


# WeasyPrint

IMAGES = {
    ("https://cdn.example/", r"\\other.example\x.png"): "https://other.example/x.png",
    ("https://cdn.example/a/", r"/\other.example"): "https://other.example/",
    ("https://cdn.example/a/", r"b\c.png"): "https://cdn.example/a/b/c.png",
    ("https://cdn.example/a/", "https:c.png"): "https://cdn.example/a/c.png",
    ("https://cdn.example/", "http://bücher.example/é"): "http://xn--bcher-kva.example/%C3%A9",
    ("s3://bucket", "c"): "s3://bucket/c",
    ("https://weasyprint.org]", "a"): "a",
}
UNCHANGED = {
    ("https://cdn.example", "https://weasyprint.org"): "https://weasyprint.org",
    (
        "https://cdn.example/",
        'data:image/svg+xml,<svg fill="#f00"/>',
    ): 'data:image/svg+xml,<svg fill="#f00"/>',
    ("https://cdn.example/", "é b?{}"): "https://cdn.example/%C3%A9%20b?%7B%7D",
}


def test_weasyprint_loads_images_from_where_browsers_do(use: Use) -> None:
    before, after = use("weasyprint", "joined", [*IMAGES, *UNCHANGED])
    assert after == [*IMAGES.values(), *UNCHANGED.values()]
    assert not {*before[: len(IMAGES)]} & {*after[: len(IMAGES)]}
    assert before[len(IMAGES) :] == after[len(IMAGES) :]


def test_weasyprint_finds_links_into_the_same_document(use: Use) -> None:
    pairs = [
        ["https://Example.COM/a", "https://example.com:443/a#x"],
        ["https://example.com/a b", "https://example.com/a%20b#x"],
        ["https://example.com/a/../b", "b#x"],
    ]
    before, after = use("weasyprint", "links", pairs)
    assert after == [["internal", "x"]] * 3
    assert [kind for kind, _ in before] == ["external"] * 3


def test_weasyprint_opens_the_files_whose_paths_it_converts(use: Use, tmp_path: Path) -> None:
    paths = [
        str(tmp_path / name) for name in ("a b#?%é;~'.txt", "back\\slash", "line\nbreak", "%2e")
    ]
    for path in paths:
        Path(path).write_text(path, encoding="utf-8")
    _, after = use("weasyprint", "files", paths)
    assert [is_same for _, is_same in after] == [True] * len(paths)
    assert after[0][0].endswith("/a%20b%23%3F%25%C3%A9;~'.txt")


# MechanicalSoup


def test_mechanicalsoup_submits_forms_as_chromium_does(use: Use) -> None:
    address = "http://example.com/form/page.html"
    pages = [[address, form.source.decode("latin-1")] for form in twenty.FORMS.values()]
    counts = []
    for answers in use("MechanicalSoup", "submitted", pages):
        right = set()
        for (name, form), answer in zip(twenty.FORMS.items(), answers, strict=True):
            if not isinstance(answer, str):
                method, url, headers, body = answer
                if (
                    twenty.made("example.com", method, url, headers, body.encode("latin-1"))
                    == form.sent
                ):
                    right.add(name)
        counts.append(right)
    # MechanicalSoup moves such controls to the end of the form, so that they are sent in another
    # order.
    assert counts[1] == {*twenty.FORMS} - {"controls outside of the form"}
    assert len(counts[0]) == 1


def test_mechanicalsoup_follows_links_as_browsers_do(use: Use) -> None:
    address = "http://example.com/dir/page.html"
    pages = {
        '<base target="_top"><base href="/b/"><a href="c">': "http://example.com/b/c",
        r'<a href="\\other.example\x">': "http://other.example/x",
        '<meta charset="windows-1251"><a href="?q=\xe4\xe0">': (
            "http://example.com/dir/page.html?q=%E4%E0"
        ),
    }
    before, after = use("MechanicalSoup", "followed", [[address, page] for page in pages])
    assert after == [*pages.values()]
    assert all(one != other for one, other in zip(before, after, strict=True))


# rdflib

#: The examples of RFC 3986, sections 5.4.1 and 5.4.2, for a parser that is strict
EXAMPLES = {**NORMAL, **ABNORMAL, "http:g": "http:g"}
#: Other references to `BASE`: with a colon, with characters that are kept, and two that are not
#: IRIs
OTHERS = {
    "#a:b": "http://a/b/c/d;p?q#a:b",
    "?a:b": "http://a/b/c/d;p?a:b",
    "#": "http://a/b/c/d;p?q#",
    "ß/%C3%A9?é#ж": "http://a/b/c/ß/%C3%A9?é#ж",
    "HTTP://É.example/%7e/../": "HTTP://É.example/%7e/../",
    "b|c": "http://a/b/c/b|c",
    r"\\g\x": "http://g/x",
}


def test_rdflib_resolves_every_example_of_rfc3986(use: Use) -> None:
    examples = EXAMPLES | OTHERS
    before, after = use("rdflib", "iris", [[BASE, reference] for reference in examples])
    assert [*map(set, after)] == [{answer} for answer in examples.values()]
    right = [
        sum(
            answer[i] == expected
            for answer, expected in zip(before, EXAMPLES.values(), strict=False)
        )
        for i in range(4)
    ]
    assert max(right) < len(EXAMPLES) == 42
