"""The documentation matches the package: its sessions and commands run, its tables are correct, and
its links work. It describes each ruling, each extra and each public name."""

from __future__ import annotations

import doctest
import importlib
import inspect
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

import urldom
from tests.cases import each_case
from urldom._core.standards.table import ATTRIBUTES

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PAGES = {
    page.relative_to(DOCS).as_posix(): page.read_text(encoding="utf-8")
    for page in sorted(DOCS.rglob("*.md"))
    if "playground" not in page.parts
}
#: The pages, and three files outside `docs` that readers open without the pages
TEXTS = {f"docs/{name}": text for name, text in PAGES.items()} | {
    name: (ROOT / name).read_text(encoding="utf-8")
    for name in ("README.md", ".github/CONTRIBUTING.md", ".github/SECURITY.md")
}
SESSIONS = {
    name: re.findall(r"```python\n(>>> .*?)```", text, re.DOTALL) for name, text in PAGES.items()
}
HOSTILE_INPUTS = ROOT / "examples/hostile_inputs.py"
#: The columns with urldom's results in the table of hostile inputs
OURS = ("RFC3986", "HTML5", "WHATWG")
PACKAGE = Path(urldom.__file__).parent


#: The libraries that the sessions of a page need.
NEEDED = {
    "integrations.md": ["pydantic", "hypothesis"],
    "scrapy.md": ["scrapy"],
    "send.md": ["httpx", "publicsuffixlist"],
    "columns.md": ["pyarrow", "lxml", "publicsuffixlist"],
    "data-frames.md": ["pandas", "polars", "lxml", "publicsuffixlist"],
    "duckdb.md": ["duckdb", "lxml", "publicsuffixlist"],
}


@pytest.mark.parametrize("page", [name for name, sessions in SESSIONS.items() if sessions])
def test_sessions_run(page: str) -> None:
    """The sessions of one page share their variables, as if a reader typed all of them into one
    interpreter."""
    for library in NEEDED.get(page, []):
        pytest.importorskip(library)
    if any("urldom.trees" in session for session in SESSIONS[page]):
        pytest.importorskip("lxml")
    names: dict[str, object] = {}
    for session in SESSIONS[page]:
        test = doctest.DocTestParser().get_doctest(session, names, page, page, 0)
        assert doctest.DocTestRunner().run(test, clear_globs=False).failed == 0
        names = test.globs


def commands() -> list[tuple[str, str]]:
    """Return the commands of the pages, and the output that the pages show."""
    blocks = re.findall(r"```console\n(.*?)```", "".join(PAGES.values()), re.DOTALL)
    calls = [call for block in blocks for call in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]]
    return [(call, output) for call, _, output in (call.partition("\n") for call in calls)]


@pytest.mark.parametrize(("call", "output"), commands())
def test_commands_print_the_shown_output(call: str, output: str) -> None:
    if "urldom links" in call:
        pytest.importorskip("lxml")
    command = re.sub(
        r"\burldom (?=[a-z])", lambda match: f"{shlex.quote(sys.executable)} -m urldom ", call
    )
    assert command != call
    # The commands use `\x` in printf, which bash supports and some other shells do not.
    ran = subprocess.run(["bash", "-c", command], capture_output=True, text=True, encoding="utf-8")
    assert ran.stdout == output
    assert ran.returncode == ('"error"' in output)


# Links
# ------------------------------------------------------------------------------------------------------------


def prose(text: str) -> str:
    """Return the text without code blocks, and with the word `code` instead of each code span."""
    return re.sub(
        r"`[^`\n]*`",
        "code",
        re.sub(r"^```.*?^```|<!--.*?-->", "", text, flags=re.DOTALL | re.MULTILINE),
    )


def anchors(text: str) -> set[str]:
    """Return the fragments of a page: those that GitHub and Sphinx make from its headings, and its
    own `(name)=` labels."""
    titles = re.findall(
        r"^#+ (.*)$", re.sub(r"^```.*?^```", "", text, flags=re.DOTALL | re.MULTILINE), re.MULTILINE
    )
    plain = (re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles)
    return {*plain, *re.findall(r"^\((.+)\)=$", text, re.MULTILINE)}


def links() -> list[tuple[str, str]]:
    """Return the links of the pages that do not lead to other hosts."""
    found = [
        (page, re.sub(r"\s+", " ", target))
        for page, text in TEXTS.items()
        for target in re.findall(r"\]\(([^)\s]+)\)", prose(text))
    ]
    return [(page, target) for page, target in found if not target.startswith("https://")]


@each_case(("page", "target"), links())
def test_link_leads_to_a_file_and_an_anchor(page: str, target: str) -> None:
    path, _, anchor = target.partition("#")
    file = (ROOT / page).parent / path if path else ROOT / page
    assert file.is_file()
    if anchor:
        assert anchor in anchors(file.read_text(encoding="utf-8"))


def test_each_page_is_in_the_table_of_contents_once() -> None:
    listed = [
        (Path(page).parent / line).as_posix()
        for page, text in PAGES.items()
        for block in re.findall(r"```\{toctree\}\n(.*?)```", text, re.DOTALL)
        for line in block.splitlines()
        if line and not line.startswith(":")
    ]
    assert sorted(f"{name}.md" for name in listed) == sorted(set(PAGES) - {"index.md"})


# Names
# ------------------------------------------------------------------------------------------------------------


def without_directives(text: str) -> str:
    """Return the text without Sphinx directives, which name private modules but are not shown to
    readers."""
    return re.sub(r"^\.\. .*$", "", text, flags=re.MULTILINE)


NAMED = [
    (page, name)
    for page, text in sorted(
        TEXTS.items()
        | {
            (file.name, file.read_text(encoding="utf-8"))
            for file in (ROOT / "examples").glob("*.py")
        }
    )
    if page != "docs/contributing.md"
    for name in sorted(
        set(re.findall(r"(?<![\w./-])urldom(?:\.\w+)+", without_directives(text))) - {"urldom.md"}
    )
]


@each_case(("page", "name"), NAMED)
def test_page_uses_only_public_names(page: str, name: str) -> None:
    assert not re.search(r"\._(?!_)", name)
    needed = {module: libraries[0] for module, libraries in NEEDED_BY_MODULES.items()}
    pytest.importorskip(needed.get(".".join(name.split(".")[:2]), "urldom"))
    found: object = urldom
    path = "urldom"
    for part in name.split(".")[1:]:
        path += f".{part}"
        found = getattr(found, part) if hasattr(found, part) else importlib.import_module(path)


# Tables and lists about the package
# -------------------------------------------------------------------------------


def rows(page: str, title: str) -> list[list[str]]:
    """Return the rows of the first table after the line that begins with `title`. The first row has
    the column titles."""
    found = re.search(r"(?:^\|.*\n)+", PAGES[page].partition(f"\n{title}")[2], re.MULTILINE)
    assert found is not None
    cells = [
        [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
        for line in found[0].splitlines()
    ]
    return [cells[0], *cells[2:]]


def plain(cell: str) -> str:
    return cell.replace("\\|", "|").strip("`")


@pytest.mark.parametrize(
    "row", rows("which-standard.md", "## Differences")[1:], ids=lambda row: row[0]
)
def test_standards_differ_as_the_table_shows(row: list[str]) -> None:
    question, *answers = map(plain, row)
    for standard, expected in zip(["rfc3986", "html5", "whatwg"], answers, strict=True):
        attribute = re.fullmatch(r"\.(\w+)` of `(.*)", question)
        if attribute:
            url = urldom.URLDecomposition(attribute[2], standard=standard)
            assert getattr(url, attribute[1]) == ("" if expected == '""' else expected)
        elif expected == "error":
            with pytest.raises(urldom.InvalidURLError):
                urldom.resolve(question, "http://example.org/dir/page", standard=standard)
        else:
            assert (
                str(urldom.resolve(question, "http://example.org/dir/page", standard=standard))
                == expected
            )


@each_case("row", rows("browsers.md", "Browsers follow")[1:], ids=lambda row: row[0])
def test_urldom_follows_the_standard_where_chromium_does_not(row: list[str]) -> None:
    question, expected, theirs = row
    url = plain(question.partition(", on a page")[0]).replace("<TAB>", "\t")
    encoding = "windows-1252" if ", on a page" in question else None
    if expected == "error":
        with pytest.raises(urldom.InvalidURLError):
            urldom.URL(url)
    else:
        assert urldom.URLDecomposition(url, standard="whatwg", encoding=encoding).href == plain(
            expected
        )
    assert theirs != expected


@pytest.mark.parametrize("row", rows("patterns.md", "## The syntax")[1:], ids=lambda row: row[0])
def test_patterns_match_as_the_table_shows(row: list[str]) -> None:
    pattern, _, matching, other = map(plain, row)
    if "(" in pattern:
        pytest.importorskip("corvus_regex_ecma262")
    found = urldom.URLPattern(pathname=pattern)
    assert found.test(f"https://example.com{matching}") and not found.test(
        f"https://example.com{other}"
    )


def test_listed_attributes_match_the_code() -> None:
    section = PAGES["url-object.md"].partition("\n## Attributes\n")[2]
    assert re.findall("`(.+?)`", section.partition(" are strings")[0]) == [
        row.name for row in ATTRIBUTES
    ]


def test_table_of_hostile_inputs_matches_the_example() -> None:
    ran = subprocess.run(
        [sys.executable, HOSTILE_INPUTS], capture_output=True, encoding="utf-8", check=True
    )
    titles, _, *lines = [line.strip("| ").split(" | ") for line in ran.stdout.splitlines()]
    printed = {line[0]: dict(zip(titles, line, strict=True)) for line in lines}
    titles, *inputs = rows("security.md", "## Hosts that other parsers read")
    assert set(OURS) <= set(titles) and len(inputs) == 4
    for cells in inputs:
        row = dict(zip(titles, cells, strict=True))
        # The results of other libraries depend on their versions, so this test does not compare
        # them.
        assert {name: row[name] for name in OURS} == {
            name: printed[row["input"]][name] for name in OURS
        }


def test_code_cites_every_ruling_of_the_page() -> None:
    page = PAGES["rulings.md"]
    targets, titles = (
        re.findall(pattern, page, re.MULTILINE)
        for pattern in (r"^\(ruling-(\d+)\)=$", r"^### (\d+)\. ")
    )
    assert targets == titles == [str(number) for number in range(1, 24)]
    cited = {
        number
        for module in PACKAGE.rglob("*.py")
        for numbers in re.findall(
            r"[Rr]ulings?\s+#?:?\s*(\d+(?:(?:, | and )\d+)*)", module.read_text(encoding="utf-8")
        )
        for number in re.findall(r"\d+", numbers)
    }
    parts = re.split(r"^\(ruling-(\d+)\)=$", page, flags=re.MULTILINE)[1:]
    needs_no_code = {
        number
        for number, text in zip(parts[::2], parts[1::2], strict=True)
        if "The code does not cite" in text
    }
    assert cited.isdisjoint(needs_no_code)
    assert cited | needs_no_code == set(titles)


def test_page_and_code_name_the_same_commit_of_the_url_standard() -> None:
    from urldom._core.standards import whatwg

    named = re.search(r"commit (\w+) \((.+?)\)", whatwg.__doc__ or "")
    written = re.search(r"commit `(\w+)` of `whatwg/url`", PAGES["contributing.md"])
    assert named is not None and written is not None
    assert len(written[1]) == 40 and written[1].startswith(named[1])


def test_listed_extras_match_the_package() -> None:
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    table = project.partition("[project.optional-dependencies]")[2].partition("\n[")[0]
    extras = re.findall(r"^([\w-]+) = \[", table, re.MULTILINE)
    assert extras and set(extras) == set(re.findall(r"`\[([\w-]+)\]`", PAGES["install.md"]))


# The reference
# ----------------------------------------------------------------------------------------------------

MODULES = {
    "urldom": "urldom.md",
    "urldom.html5": "html5.md",
    "urldom.rfc3986": "rfcs.md",
    "urldom.rfc2396": "rfcs.md",
    "urldom.rfc1808": "rfcs.md",
    "urldom.whatwg": "whatwg.md",
    "urldom.hosts": "hosts.md",
    "urldom.http": "http.md",
    "urldom.imports": "imports.md",
    "urldom.patterns": "patterns.md",
    "urldom.trees": "trees.md",
    "urldom.scrapy": "adapters.md",
    "urldom.urllib": "urllib.md",
    "urldom.w3lib": "adapters.md",
    "urldom.columns": "columns.md",
    "urldom.pandas": "data-frames.md",
    "urldom.polars": "data-frames.md",
    "urldom.duckdb": "duckdb.md",
    "urldom.spark": "spark.md",
}


NEEDED_BY_MODULES = {
    "urldom.scrapy": ["scrapy"],
    "urldom.columns": ["pyarrow"],
    "urldom.pandas": ["pandas"],
    "urldom.polars": ["polars"],
    "urldom.duckdb": ["duckdb"],
    "urldom.spark": ["pyspark"],
}


@each_case("module", MODULES)
def test_the_reference_has_each_public_name(module: str) -> None:
    for library in NEEDED_BY_MODULES.get(module, []):
        pytest.importorskip(library)
    name = f"reference/{MODULES[module]}"
    folder = name.removesuffix(".md") + "/"
    page = "\n".join(
        text for path, text in PAGES.items() if path == name or path.startswith(folder)
    )
    names = set(importlib.import_module(module).__all__)
    documented = set(
        re.findall(r"^(?:\.\. (?:auto\w+|py:data|py:type)::)? +(\w+)", page, re.MULTILINE)
    )
    assert {name for name in names if name not in documented and f"`{name}`" not in page} == set()


@pytest.mark.parametrize(
    "module",
    [
        "urldom",
        "urldom.patterns",
        "urldom.whatwg",
        "urldom.trees",
        "urldom.readings",
        "urldom.explanation",
    ],
)
def test_help_describes_each_attribute(module: str) -> None:
    """A slot cannot have a docstring, so the docstring of its class describes it."""
    found = importlib.import_module(module)
    for name, kind in ((name, getattr(found, name)) for name in found.__all__):
        if inspect.isclass(kind):
            public = {key: value for key, value in vars(kind).items() if key[0] != "_"}
            slots = {key for key, value in public.items() if inspect.ismemberdescriptor(value)}
            words = kind.__doc__ or ""
            assert {
                key for key in slots if f"`{key}`" not in words and f"    {key}: " not in words
            } == set(), name
            others = {
                key
                for key, value in public.items()
                if callable(value) or isinstance(value, property)
            }
            assert {key for key in others if not inspect.getdoc(getattr(kind, key))} == set(), name


# Design
# -----------------------------------------------------------------------------------------------------------

CONFIGURATION = (DOCS / "conf.py").read_text(encoding="utf-8")
STYLE = (DOCS / "_static/urldom.css").read_text(encoding="utf-8")


@each_case("page", [name for name, sessions in SESSIONS.items() if sessions])
def test_copy_button_copies_the_input_of_a_session(page: str) -> None:
    """The button copies each line that begins with a prompt, without the prompt. `doctest` finds
    the same input."""
    prompt = re.search(r'^copybutton_prompt_text = r"(.*)"$', CONFIGURATION, re.MULTILINE)
    assert prompt is not None
    for session in SESSIONS[page]:
        copied = re.findall(rf"^(?:{prompt[1]})(.*)$", session, re.MULTILINE)
        typed = "".join(example.source for example in doctest.DocTestParser().get_examples(session))
        assert [line for line in copied if line] == [line for line in typed.splitlines() if line]
        # An interpreter needs the empty line at the end of a block.
        assert copied.count("") == session.count("\n...\n")


def test_each_card_of_the_home_page_leads_to_code() -> None:
    cards = re.findall(
        r"^:::\{grid-item-card\} .+\n:link: (.+)\n:link-type: doc$", PAGES["index.md"], re.MULTILINE
    )
    assert len(cards) == 3
    for page in cards:
        first = PAGES[f"{page}.md"].partition("```python\n")[0]
        assert len(first.splitlines()) < 20


# Pictures
# ---------------------------------------------------------------------------------------------------------

PICTURES = sorted((DOCS / "_static").glob("*.svg"))
#: The width of a page's text on a telephone that is 390 px wide
PHONE = 358


@pytest.mark.parametrize("picture", PICTURES, ids=lambda picture: picture.stem)
def test_a_picture_is_readable_on_a_telephone(picture: Path) -> None:
    """The style sheet shows the narrow picture, which has the same title and description."""
    assert (
        f'article img[src$="/{picture.name}"] {{ content: url("narrow/{picture.name}"); }}' in STYLE
    )
    text = (picture.parent / "narrow" / picture.name).read_text(encoding="utf-8")
    assert text.splitlines()[1:3] == picture.read_text(encoding="utf-8").splitlines()[1:3]
    assert "@media(prefers-color-scheme:dark)" in text
    width = re.search(r'viewBox="0 0 (\d+) ', text)
    sizes = re.findall(r"font(?:-size)?:(\d+)px", text)
    assert width is not None and sizes
    assert min(map(int, sizes)) * PHONE / int(width[1]) > 11


@pytest.mark.parametrize("picture", PICTURES, ids=lambda picture: picture.stem)
def test_a_picture_has_a_title_a_description_and_both_colour_schemes(picture: Path) -> None:
    text = picture.read_text(encoding="utf-8")
    assert 'role="img"' in text
    title, description = (
        re.search(r"<title id=.*>(.+)</title>", text),
        re.search(r"<desc id=.*>(.+)</desc>", text),
    )
    assert title is not None and description is not None and len(description[1]) > len(title[1])
    assert "@media(prefers-color-scheme:dark)" in text


@pytest.mark.parametrize("picture", PICTURES, ids=lambda picture: picture.stem)
def test_a_picture_is_shown_with_a_text_alternative(picture: Path) -> None:
    shown = [
        alt
        for text in PAGES.values()
        for alt in re.findall(rf"!\[(.*)\]\([./]*_static/{picture.name}\)", text)
    ]
    assert shown and all(len(alt.split()) > 5 for alt in shown)
