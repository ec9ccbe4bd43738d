"""The README is true: its sessions run, its commands print what it says, its tables hold."""

import doctest
import re
import subprocess
import sys
from pathlib import Path

import pytest

import urldom
from urldom.standards.table import ATTRIBUTES

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
HOSTILE_INPUTS = ROOT / "examples/hostile_inputs.py"
#: The readers in the table of hostile inputs whose answers are this package's own.
OURS = ("RFC3986", "HTML5", "WHATWG")


def test_the_sessions_run():
    names: dict[str, object] = {}
    sessions = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    assert len(sessions) == 3
    for session in sessions:
        test = doctest.DocTestParser().get_doctest(session, names, "README.md", "README.md", 0)
        assert doctest.DocTestRunner().run(test, clear_globs=False).failed == 0
        names = test.globs


def shell_session() -> list[tuple[str, str]]:
    block = re.search(r"^    \$ urldom .*\n(?:^    .*\n)*", README, re.MULTILINE)
    assert block is not None
    calls = re.split(r"^    \$ ", block[0], flags=re.MULTILINE)[1:]
    return [
        (call, re.sub("^    ", "", output, flags=re.MULTILINE))
        for call, _, output in (c.partition("\n") for c in calls)
    ]


@pytest.mark.parametrize(("call", "output"), shell_session())
def test_the_commands_print_what_it_says(call, output):
    if "urldom links" in call:
        pytest.importorskip("lxml")
    command = re.sub(r"\burldom (?=get|set|resolve|links)", lambda match: f'"{sys.executable}" -m urldom ', call)
    assert command != call
    assert subprocess.run(command, shell=True, capture_output=True, text=True, check=True).stdout == output


def rows(title: str) -> list[list[str]]:
    """The cells of the first table behind the line that begins with `title`, of its title row too."""
    found = re.search(r"(?:^\|.*\n)+", README.partition(f"\n{title}")[2], re.MULTILINE)
    assert found is not None
    cells = [re.split(r"(?<!\\) ?\| ?", line)[1:-1] for line in found[0].splitlines()]
    return [cells[0], *cells[2:]]


def plain(cell: str) -> str:
    return cell.replace("\\|", "|").strip("`")


@pytest.mark.parametrize("row", rows("## The standards")[1:], ids=lambda row: row[0])
def test_the_standards_differ_as_it_says(row):
    question, *answers = map(plain, row)
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


def test_the_attributes_are_those_of_the_code():
    section = README.partition("\n## The attributes\n")[2]
    assert re.findall("`(.+?)`", section.partition(" are strings")[0]) == [row.name for row in ATTRIBUTES]


def test_the_table_of_hostile_inputs():
    for library in ("yarl", "w3lib", "ada_url"):
        pytest.importorskip(library)
    ran = subprocess.run([sys.executable, HOSTILE_INPUTS], capture_output=True, encoding="utf-8", check=True)
    titles, _, *lines = [line.strip("| ").split(" | ") for line in ran.stdout.splitlines()]
    printed = {line[0]: dict(zip(titles, line, strict=True)) for line in lines}
    assert not any("→" in row["WHATWG"] for row in printed.values())
    readme_titles, *readme_rows = rows("## Security")
    assert set(readme_titles) <= set(titles) and set(OURS) <= set(readme_titles)
    assert len(readme_rows) == 4
    for cells in readme_rows:
        row = dict(zip(readme_titles, cells, strict=True))
        # What the other libraries say changes with their versions, and is not ours to hold.
        assert {name: row[name] for name in OURS} == {name: printed[row["input"]][name] for name in OURS}


def test_the_rulings_that_the_code_cites_are_there():
    listed = re.findall(r"^(\d+)\. ", README, re.MULTILINE)
    assert listed == [str(number) for number in range(1, 24)]
    package = Path(urldom.__file__).parent
    cited = {
        number
        for module in package.rglob("*.py")
        for number in re.findall(r"[Rr]ulings?\s+(\d+)", module.read_text(encoding="utf-8"))
    }
    assert cited and cited <= set(listed)


def test_the_extras_are_those_of_the_package():
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    table = project.partition("[project.optional-dependencies]")[2].partition("\n[")[0]
    extras = re.findall(r"^(\w+) = \[", table, re.MULTILINE)
    section = README.partition("\n## Extras")[2]
    assert extras and set(extras) == set(re.findall(r"\[(\w+)\]", section))
