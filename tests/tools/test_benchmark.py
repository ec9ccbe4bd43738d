"""The benchmark runs with and without the compared libraries, and reports every bar. A bar is a
limit on a time. No test asserts a time."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.cases import each_case
from tests.tools.benchmark.bars import BARS, Verdict, judge
from tests.tools.benchmark.beside import Key, Result, compare
from tests.tools.benchmark.cells import Cell, Place
from tests.tools.benchmark.families import AS_FOUND, FAMILIES, Families
from tests.tools.benchmark.jobs import JOBS
from tests.tools.benchmark.peers import versions
from tests.tools.benchmark.real import real
from tests.tools.benchmark.references import REFERENCES
from tests.tools.benchmark.settings import Settings
from tests.tools.benchmark.timing import Subject, measure

NOWHERE = Path("nowhere.txt")
OF_COLUMNS = [name for name, job in JOBS.items() if job.is_of_columns]
OTHERS = [name for name in JOBS if name not in OF_COLUMNS]
CHOSEN = [
    "plain",
    "underscore in the host",
    "non-ASCII host, Latin",
    "IPv6 and a port",
    "mailto",
    "up one",
]

# Runs `python -m tests.tools.benchmark` without the modules that the first argument names.
WITHOUT = """
import runpy, sys
sys.modules.update(dict.fromkeys(filter(None, sys.argv.pop(1).split())))
runpy.run_module("tests.tools.benchmark", run_name="__main__", alter_sys=True)
"""


def run(*options: str, without: str = "") -> str:
    command = [
        sys.executable,
        "-c",
        WITHOUT,
        without,
        "--most",
        "2",
        "--rounds",
        "1",
        "--rows",
        "40",
        *options,
    ]
    root = Path(__file__).parents[2]
    return subprocess.run(
        command, cwd=root, check=True, capture_output=True, encoding="utf-8"
    ).stdout


@each_case("family", FAMILIES)
def test_family_has_the_requested_number_of_distinct_urls(family):
    urls = Families(NOWHERE).urls(family, 300)
    assert len(set(urls)) == len(urls) == 300
    assert urls == Families(NOWHERE).urls(family, 300)


@each_case("family", REFERENCES)
def test_family_of_references_has_the_requested_number_of_references(family):
    references = Families(NOWHERE).make(REFERENCES[family], 300)
    assert len(set(references)) == len(references) == 300


def test_real_urls_are_used_if_they_exist(tmp_path):
    file = tmp_path / "urls.txt"
    file.write_text("https://real.example/a?b=c\nno URL\nhttps://real.example/d%20e\n")
    families = Families(file)
    assert families.urls("plain", 2)[0] == "https://real.example/a?b=c"
    assert families.urls("upper-case scheme", 1) == ["HTTPS://real.example/a?b=c"]
    assert families.urls(AS_FOUND, 9) == [
        "https://real.example/a?b=c",
        "https://real.example/d%20e",
    ]
    assert AS_FOUND not in Families(NOWHERE).names()


@pytest.mark.full
def test_json_has_every_row_and_every_bar():
    result = json.loads(run("--json", "--jobs", *OTHERS, "--families", *CHOSEN))
    rows = result["rows"]
    assert {row["job"] for row in rows} >= {bar.job for bar in BARS} - {
        "live",
        "links",
        "parsed pages",
        *OF_COLUMNS,
    }
    missing = {name for name, version in versions().items() if version is None}
    for row in rows:
        # In a single run, the time to import urldom minus the time to import attrs may be negative.
        assert row["value"] >= 0 or row["unit"] == "ms"
        assert (row["met"] is None) == all(bar["against"] in missing for bar in row["bars"])
    assert [
        (bar["job"], bar["subject"], bar["against"], bar["which"]) for bar in result["bars"]
    ] == [bar[:4] for bar in BARS]
    if versions()["ada_url"] is not None:
        (assigned,) = (
            bar for bar in result["bars"] if (bar["job"], bar["subject"]) == ("assign", "HTML5")
        )
        assert isinstance(assigned["met"], bool) and assigned["where"][0]["attribute"]
    assert ("make", "underscore in the host", "HTML5") in {
        (out["job"], out["family"], out["subject"]) for out in result["left_out"]
    }


@pytest.mark.full
def test_page_about_speed_is_written_from_json(tmp_path):
    file, page = tmp_path / "speed.json", tmp_path / "speed.md"
    jobs = ["make", "hostname", "none", "resolve", "match"]
    assert (
        run(
            "--json",
            str(file),
            "--jobs",
            *jobs,
            "--families",
            "10 hosts",
            "plain",
            "mailto",
            "up one",
        )
        == ""
    )
    places = (
        f"<!-- the {of} -->\nold\n<!-- the end of the {of} -->\n" for of in ("conclusion", "table")
    )
    page.write_text(f"before\n{''.join(places)}after\n", encoding="utf-8")
    command = [
        sys.executable,
        "-m",
        "tests.tools.benchmark.speed_page",
        str(file),
        "--docs",
        str(tmp_path),
    ]
    subprocess.run(command, cwd=Path(__file__).parents[2], check=True)
    text = page.read_text(encoding="utf-8")
    assert text.startswith("before\n") and text.endswith("\nafter\n") and "old" not in text
    assert sys.version.split()[0] in text and "- **All 3 families of URLs**: " in text
    times = {
        (row["job"], row["family"], row["subject"]): row["value"]
        for row in json.loads(file.read_text())["rows"]
    }
    lines = [line.strip("| ").split(" | ") for line in text.splitlines() if line[:1] == "|"]
    cells = {
        (line[0], title): cell
        for line in lines
        for title, cell in zip(lines[0], line, strict=False)
    }
    for label, job, family in (
        ("few hosts, seven", "make", "10 hosts"),
        ("a new host each, seven", "make", "plain"),
    ):
        for title, subject in (("`URL`", "URL"), ("urllib.parse", "urllib")):
            assert float(cells[label, title]) == pytest.approx(
                times[job, family, subject], rel=0.06
            )
    chart = ElementTree.parse(tmp_path / "speed.svg").getroot()
    assert chart.get("fill") == "currentColor"
    words = [element.text for element in chart.iter("{http://www.w3.org/2000/svg}text")]
    assert {"urldom", "urllib.parse", "seven", "nothing"} <= set(words)
    empty = tmp_path / "empty"
    empty.mkdir()
    (empty / "speed.md").write_text("no place")
    process = subprocess.run(
        [*command[:-1], str(empty)],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        encoding="utf-8",
    )
    assert process.returncode == 2 and "has no place for the conclusion" in process.stderr


@pytest.mark.parametrize("rows", [1, 60])
def test_columns_have_the_same_distinct_urls_in_every_run(rows):
    lines = [f"https://host-{number}.example/{number * number}" for number in range(100)]
    families = Families(NOWHERE)
    families.lines = lines
    settings = Settings(families, 1, 1, NOWHERE, 1, rows)
    urls, found, links = real(settings)
    # With few lines and no documentation, there are as many rows as combinations of hosts and
    # paths.
    assert len(set(urls)) == len(urls) >= rows and 1 <= found <= rows >= len(links)
    real.cache_clear()
    assert real(settings) == (urls, found, links)


def test_page_about_speed_names_the_families_that_were_measured():
    """The page in the repository is one that the command wrote: its worst families exist, and each
    library has a column."""
    page = (Path(__file__).parents[2] / "docs/speed.md").read_text(encoding="utf-8")
    (titles,) = re.findall(r"^\| in µs \| (.*) \|$", page, re.MULTILINE)
    (worst,) = re.findall(r"^\| worst ratio \| 1 \| (.*) \|$", page, re.MULTILINE)
    names = [cell.partition(", ")[2] for cell in worst.split(" | ")]
    assert len(titles.split(" | ")) == len(names) + 1 and {*names} <= {*FAMILIES, AS_FOUND}
    assert len(page.split()) <= 1200


@pytest.mark.full
def test_answers_that_differ_are_marked():
    def subject(answer):
        return Subject(lambda batch: None, answer=answer)

    subjects = {
        "URL": subject(str.lower),
        "same": subject(lambda item: item.lower()),
        "other": subject(lambda item: "b" if item == "B" else item),
        "rejects": subject(int),
        "unknown": Subject(lambda batch: None),
    }
    cell = measure(Place("make", "plain"), subjects, lambda number: ["A", "B"], 1)
    assert cell.differs == {
        "other": "1 of 2 answers: 'A', not 'a', for 'A'",
        "rejects": "2 of 2 answers: ValueError, not an answer, for 'A'",
    }
    both = {"URL": subject(int), "rejects": subject(lambda item: {}[item])}
    assert measure(Place("make", "plain"), both, lambda number: ["x"], 1).differs == {}


@pytest.mark.full
def test_libraries_after_the_url_standard_answer_as_urldom_does():
    rows = json.loads(
        run("--json", "--jobs", "make", "hostname", "match", "--families", "10 hosts", *CHOSEN)
    )["rows"]
    others = {row["subject"] for row in rows if row["differs"]}
    assert not others & {"can_ada", "upa_url", "ada_url", "pywhatwgurl", "pydantic_core", "WHATWG"}
    assert ("urllib" in others) and not any(
        row["differs"]
        for row in rows
        if row["family"] in ("10 hosts", "plain") and row["subject"] != "liburlparser"
    )


@pytest.mark.full
def test_spark_is_measured_if_it_is_installed():
    pytest.importorskip("pyarrow")
    pytest.importorskip("pyspark")
    if not shutil.which("java"):
        pytest.skip("Spark needs Java")
    rows = json.loads(run("--json", "--jobs", "spark"))["rows"]
    assert [row["family"] for row in rows if row["subject"] == "parse_url"] == [
        "4 rows",
        "40 rows",
        "400 rows",
    ]


@pytest.mark.full
def test_bars_of_missing_peers_are_not_measured():
    output = run(
        "--jobs",
        "make",
        "live",
        "--families",
        "plain",
        without="can_ada ada_url yarl w3lib.url lxml lxml.html",
    )
    assert "ada_url is not installed, and left out" in output
    assert output.count("not measured") == sum(
        bar.job == "make" and bar.against != "urllib" for bar in BARS
    )


def test_bar_is_met_only_if_the_worst_cell_meets_it():
    cells = [
        Cell(Place("assign", "plain", "host", "plain"), "µs", {"HTML5": 1.0, "ada_url": 1.0}),
        Cell(Place("assign", "mailto", "port", "empty"), "µs", {"HTML5": 4.0, "ada_url": 2.0}),
    ]
    (bar,) = (bar for bar in BARS if (bar.job, bar.subject) == ("assign", "HTML5"))
    (verdict,) = (verdict for verdict in judge(cells) if verdict.bar == bar)
    assert verdict == Verdict(bar, 2.0, (cells[1].place, cells[0].place), 2, 1)
    assert verdict.is_met is False
    assert str(verdict.where[0]) == "mailto: port = empty"


@pytest.mark.full
def test_a_checkout_is_measured_beside_another(capsys):
    settings = Settings(Families(NOWHERE, ["plain"]), 2, 2, NOWHERE, 20, 20)
    compare(Path(__file__).parents[2], settings, NOWHERE, ["plain"], ["none", "spark"])
    *_, job, verdict = capsys.readouterr().out.splitlines()
    assert re.match(r"none +3 +\d+\.\d{3} .* plain \d+\.\d{3}$", job)
    assert "over a limit (a job 1.03, a family 1.08)" in verdict


def test_slow_job_and_slow_family_are_over_a_limit():
    def result(**families):
        return Result(
            "make",
            {Key("make", family, "", "", "URL"): ratio for family, ratio in families.items()},
        )

    assert not result(plain=1.07, ftp=0.9).is_slow
    assert result(plain=1.04, ftp=1.04).is_slow
    assert result(plain=1.09, ftp=0.8).slow_families() == ["plain"]
