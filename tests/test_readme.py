"""The README is true: its sessions run, its commands print what it says, its tables hold."""

import doctest
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

import urldom
from urldom.standards.table import ATTRIBUTES

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
HOSTILE_INPUTS = ROOT / "examples/hostile_inputs.py"


def test_the_sessions_run():
    names: dict[str, object] = {}
    sessions = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    assert len(sessions) == 4
    for session in sessions:
        test = doctest.DocTestParser().get_doctest(session, names, "README.md", "README.md", 0)
        runner = doctest.DocTestRunner(optionflags=doctest.IGNORE_EXCEPTION_DETAIL)
        assert runner.run(test, clear_globs=False).failed == 0
        names = test.globs


def shell_session() -> list[tuple[str, str]]:
    block = re.search(r"(?:^    .*\n)*^    \$ urldom get(?:.*\n)(?:^    .*\n)*", README, re.MULTILINE)
    assert block is not None
    calls = re.split(r"^    \$ ", block[0], flags=re.MULTILINE)[1:]
    return [
        (call, re.sub("^    ", "", output, flags=re.MULTILINE))
        for call, _, output in (c.partition("\n") for c in calls)
    ]


@pytest.mark.parametrize(("call", "output"), [call for call in shell_session() if "page.html" not in call[0]])
def test_the_commands_print_what_it_says(call, output):
    command = [sys.executable, "-m", *shlex.split(call)]
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout == output


def rows(title: str) -> list[list[str]]:
    """The cells of the table behind the line that begins with `title`."""
    lines = README.partition(f"\n{title}")[2].splitlines()
    table = [line for line in lines[: lines.index("", lines.index("") + 1)] if line.startswith("|")]
    cells = [re.split(r"(?<!\\) ?\| ?", line)[1:-1] for line in table[2:]]
    return [[cell.replace("\\|", "|").strip("`") for cell in row] for row in cells]


@pytest.mark.parametrize("row", rows("HTML5 is a specification of its time"), ids=lambda row: row[0])
def test_the_standards_differ_as_it_says(row):
    question, *answers = row
    for standard, expected in zip(["html5", "whatwg"], answers, strict=True):
        attribute = re.fullmatch(r"\.(\w+)` of `(.*)", question)
        if attribute:
            url = urldom.URLDecomposition(attribute[2], standard=standard)
            assert getattr(url, attribute[1]) == ("" if expected == "the empty string" else expected)
        elif expected.startswith("error"):
            with pytest.raises(urldom.UnresolvableURLError):
                urldom.resolve(question, "http://example.org/dir/page", standard=standard)
        else:
            assert str(urldom.resolve(question, "http://example.org/dir/page", standard=standard)) == expected


def test_the_attribute_table_has_the_rows_of_the_code():
    table = rows("`URLDecomposition(url, base=None")
    assert [row[0] for row in table] == [row.name for row in ATTRIBUTES]


def test_the_table_of_hostile_inputs():
    for library in ("yarl", "w3lib", "ada_url"):
        pytest.importorskip(library)
    ran = subprocess.run([sys.executable, HOSTILE_INPUTS], capture_output=True, text=True, encoding="utf-8", check=True)
    printed = ran.stdout.splitlines()
    assert len(printed) == 32
    for line in printed:
        # What the other libraries say changes with their versions, and is not ours to hold.
        ours = [cells[:1] + cells[5:] for cells in (re.split(r"(?<!\\) \| ", line),)]
        assert any(
            [cells[:1] + cells[5:] for cells in (re.split(r"(?<!\\) \| ", row),)] == ours for row in README.splitlines()
        )
