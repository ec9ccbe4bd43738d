"""Projects that use `urllib.parse`, their tests, and the swap of their imports.

`python -m tests.peers.embedding.projects [NAME ...]` runs each project's whole suite before and
after the swap, and prints a row of the table in `docs/embedding.md` for each."""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
import sys
import tarfile
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from ctypes.util import find_library
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from urldom import urllib

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
REQUIREMENTS = HERE / "requirements.txt"

#: The outcomes of a test. The outcome of a failed test ends with its line that failed, if pytest
#: ran it.
PASSED, FAILED, SKIPPED = "passed", "failed", "skipped"


@dataclass(frozen=True)
class Truth:
    """A mistake of the standard library in a project's test: the line that fails after the swap,
    and what is true."""

    line: str
    reason: str


@dataclass(frozen=True)
class Project:
    """A project with its own tests."""

    name: str
    version: str
    #: The folder of the package in the source distribution
    package: str
    #: The paths of the whole suite
    tests: tuple[str, ...] = ("tests",)
    #: The paths of the tests with URLs, if the whole suite takes minutes. CI runs only this part.
    part: tuple[str, ...] = ()
    #: The options of pytest
    options: tuple[str, ...] = ()
    #: Files and tests that are not run, each with the reason
    left_out: Mapping[str, str] = field(default_factory=dict)
    #: A script that runs the suite, instead of pytest
    script: str | None = None
    #: The tests that fail after the swap, because they contain a mistake of the standard library
    truths: Mapping[str, Truth] = field(default_factory=dict)
    #: The lines that the swap changes
    lines: int = 0
    #: At least so many tests, or tests of the part, pass before the swap
    passing: int = 1


PROJECTS = {
    project.name: project
    for project in (
        Project(
            "courlan",
            "1.4.0",
            "courlan",
            ("tests/unit_tests.py", "tests/urlstore_tests.py"),
            truths={
                "tests.unit_tests::test_urlcheck_domain": Truth(
                    'assert check_url("http://0127.0.0.1") is None',
                    "a browser reads 0127 as an octal number, and opens 87.0.0.1",
                ),
                "tests.unit_tests::test_examples": Truth(
                    'assert validate_url("http://1234") == (False, None)',
                    "a browser reads 1234 as an address, and opens 0.0.4.210",
                ),
            },
            lines=3,
            passing=48,
        ),
        Project(
            "feedparser", "6.0.14", "feedparser", script="tests/runtests.py", lines=12, passing=4335
        ),
        Project("html2text", "2025.4.15", "html2text", ("test",), lines=1, passing=196),
        # The options in its configuration need pytest-flake8 and pytest-cov.
        Project(
            "MechanicalSoup",
            "1.4.0",
            "mechanicalsoup",
            options=("-oaddopts=",),
            lines=4,
            passing=120,
        ),
        Project(
            "rdflib",
            "7.6.0",
            "rdflib",
            ("test", "rdflib"),
            # Without SPARQL's engine and the stores
            part=(
                *(
                    f"test/{name}"
                    for name in ("jsonld", "test_graph", "test_issues", "test_misc", "test_parsers")
                ),
                *(
                    "test/test_serializers",
                    "test/test_n3.py",
                    "test/test_roundtrip.py::test_n3",
                    "test/test_util.py",
                ),
                *(
                    f"test/test_w3c_spec/test_{name}_w3c.py"
                    for name in ("n3", "nt", "rdfxml", "trig", "turtle")
                ),
            ),
            options=("-m", "not webtest and not testcontainer"),
            left_out={"test/test_misc/test_plugins.py": "it installs plugins with pip"},
            lines=19,
            passing=3000,
        ),
        Project(
            "trafilatura",
            "2.3.1",
            "trafilatura",
            # Without the extraction of text: 3,634 tests of it take three minutes.
            part=tuple(
                f"tests/{name}_tests.py"
                for name in ("downloads", "feeds", "metadata", "sitemaps", "spider", "unit")
            ),
            left_out={
                "tests/eval_common_tests.py": (
                    "the source distribution does not contain the module that it tests"
                ),
                "tests/eval_gate_tests.py": (
                    "the source distribution does not contain the module that it tests"
                ),
                "tests/downloads_tests.py::test_fetch": "it needs the network",
                "tests/downloads_tests.py::test_is_live_page": "it needs the network",
                "tests/unit_tests.py::test_large_doc_performance": "it measures time",
            },
            lines=3,
            passing=400,
        ),
        Project(
            "weasyprint",
            "70.0",
            "weasyprint",
            # Without the layout and most of the drawing
            part=(
                *(f"tests/test_{name}.py" for name in ("api", "html", "pdf", "url")),
                *("tests/css", "tests/draw/svg/test_defs.py"),
            ),
            truths={
                # It needs Ghostscript.
                "tests.draw.svg.test_defs::test_use_base64": Truth(
                    "assert_pixels(RESULT, f'{STYLE}<img"
                    ' src="data:image/svg+xml;base64,{base64_svg}"/>\')',
                    "against a `data:` URL, urllib resolves `#square` to `#square` alone, and"
                    " WeasyPrint's code relies on it: without two of its lines (svg_url ="
                    " parse_url('')), the test passes",
                ),
            },
            lines=5,
            passing=2400,
        ),
    )
}


# The environment


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Wait until no other process is in a `with` block with this path."""
    import fcntl

    with path.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def call(*command: str | Path) -> None:
    """Run a command. If pip fails because the network or a distribution is missing, raise
    `ConnectionError`."""
    process = subprocess.run(command, capture_output=True, text=True, env=clean_environment())
    if missing := re.search("No matching distribution found.*", process.stderr):
        raise ConnectionError(missing[0])
    if process.returncode:
        raise RuntimeError(
            f"{' '.join(map(str, command))}\n{process.stdout[-2000:]}{process.stderr[-2000:]}"
        )


def clean_environment() -> dict[str, str]:
    """Return the environment without the options of this run of pytest and of its coverage."""
    unwanted = ("PYTEST", "COV", "PYTHONPATH", "PYTHONSAFEPATH", "VIRTUAL_ENV")
    return {name: value for name, value in os.environ.items() if not name.startswith(unwanted)}


def make_environment(folder: Path) -> Path:
    """Make a virtual environment with urldom and every project, download the source distributions,
    and return its Python. If another process has made it in this folder, return that.

    Raises:
        ConnectionError: If pip cannot reach its index, or a distribution is not there.
    """
    folder.mkdir(parents=True, exist_ok=True)
    python = folder / "venv/bin/python"
    with locked(folder / "lock"):
        if not (folder / "complete").exists():
            call(sys.executable, "-m", "venv", folder / "venv")
            call(python, "-m", "pip", "install", "-r", REQUIREMENTS, ROOT)
            names = ",".join(PROJECTS)
            pins = [f"{project.name}=={project.version}" for project in PROJECTS.values()]
            options = (
                "--no-deps",
                "--no-build-isolation",
                "--no-binary",
                names,
                "--dest",
                folder / "sdists",
            )
            call(python, "-m", "pip", "download", *options, *pins)
            (folder / "complete").touch()
    return python


def prepare(project: Project, environment: Path, folder: Path) -> Path:
    """Unpack a project's source distribution, and return its folder. `environment` is the folder of
    `make_environment`."""
    with tarfile.open(
        environment / f"sdists/{project.name.lower()}-{project.version}.tar.gz"
    ) as archive:
        archive.extractall(folder, filter="data")
    return folder / f"{project.name.lower()}-{project.version}"


def skip_without_pango(name: str) -> None:
    if name == "weasyprint" and find_library("pangoft2-1.0") is None:
        pytest.skip("WeasyPrint needs Pango (Debian's package libpangoft2-1.0-0)")


def run_script(script: Path, function: str, given: object, source: Path, environment: Path) -> Any:
    """Run a script with a project's source. It gets the name of a function, and JSON, and returns
    JSON."""
    command = [environment / "venv/bin/python", script, function]
    variables = {**clean_environment(), "PYTHONPATH": str(source)}
    ran = subprocess.run(
        command, input=json.dumps(given), capture_output=True, text=True, env=variables
    )
    assert ran.returncode == 0, ran.stderr
    return json.loads(ran.stdout)


# The swap


def swap(package: Path) -> int:
    """Import `urldom.urllib` instead of `urllib.parse` in a package, and return how many lines have
    changed."""
    return sum(map(swap_module, sorted(package.rglob("*.py"))))


def swap_module(path: Path) -> int:
    source = path.read_text(encoding="utf-8")
    lines = source.splitlines(keepends=True)
    found = set(lines_to_swap(ast.parse(source)))
    for number in found:
        line = lines[number - 1].replace("urllib.parse", "urldom.urllib")
        lines[number - 1] = line.replace("import urllib\n", "import urldom.urllib\n")
    path.write_text("".join(lines), encoding="utf-8")
    return len(found)


def lines_to_swap(module: ast.Module) -> Iterator[int]:
    """Yield the numbers of the lines that import or use `urllib.parse`. An import of an
    undocumented name, such as `clear_cache`, is not among them."""
    uses = [
        node
        for node in ast.walk(module)
        if isinstance(node, ast.Attribute) and ast.unparse(node) == "urllib.parse"
    ]
    yield from (node.lineno for node in uses)
    for node in ast.walk(module):
        if isinstance(node, ast.ImportFrom):
            if node.module == "urllib.parse" and {name.name for name in node.names} <= set(
                urllib.__all__
            ):
                yield node.lineno
        elif isinstance(node, ast.Import):
            modules = [name.name for name in node.names]
            if "urllib.parse" in modules or (uses and "urllib" in modules):
                yield node.lineno


# The tests


def run(project: Project, source: Path, python: Path, *, whole: bool = False) -> dict[str, str]:
    """Run a project's tests, or the part for CI, and return the outcome of each."""
    results = source / "results.xml"
    path = os.pathsep.join((str(python.parent), os.environ["PATH"]))
    # rdflib numbers the cases of a set, so the order has to be the same in each run.
    environment = {
        **clean_environment(),
        "PATH": path,
        "PYTHONPATH": str(source),
        "PYTHONHASHSEED": "0",
    }
    if project.script is not None:
        command = [HERE / "run_unittest.py", results, project.script]
    else:
        left_out = [
            f"--{'deselect' if '::' in node else 'ignore'}={node}" for node in project.left_out
        ]
        paths = project.tests if whole or not project.part else project.part
        command = [
            "-m",
            "pytest",
            "-q",
            "-pno:cacheprovider",
            f"--junitxml={results}",
            *project.options,
            *left_out,
        ]
        command += paths
    # Suites of one project use the same ports.
    with (
        locked(python.parents[2] / f"{project.name}.lock"),
        (source / "output.txt").open("wb") as output,
    ):
        subprocess.run(
            [python, *command],
            cwd=source,
            env=environment,
            stdout=output,
            stderr=subprocess.STDOUT,
            timeout=1800,
        )
    return outcomes(ElementTree.parse(results).iter("testcase"))


def outcomes(cases: Iterable[ElementTree.Element]) -> dict[str, str]:
    """Return the outcome of each test. Tests with the same name are numbered. rdflib's random names
    of blank nodes are left out of the names of its tests."""
    found: dict[str, str] = {}
    numbers: Counter[str] = Counter()
    for case in cases:
        name = f"{case.get('classname')}::" + re.sub("N[0-9a-f]{32}", "N", case.get("name", ""))
        numbers[name] += 1
        if numbers[name] > 1:
            name += f" ({numbers[name]})"
        found[name] = SKIPPED if case.find("skipped") is not None else PASSED
        for failure in (*case.iter("failure"), *case.iter("error")):
            found[name] = FAILED + "".join(
                f": {line}" for line in re.findall("^> +(.*)", failure.text or "", re.M)[:1]
            )
    return found


def new_failures(before: Mapping[str, str], after: Mapping[str, str]) -> dict[str, str]:
    """Return the tests that passed before and do not pass after, with their outcomes."""
    passed = [name for name, outcome in before.items() if outcome == PASSED]
    return {name: after.get(name, "missing") for name in passed if after.get(name) != PASSED}


def main(names: list[str]) -> None:
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        python = make_environment(folder)
        for project in [PROJECTS[name] for name in names or PROJECTS]:
            source = prepare(project, folder, folder)
            before = run(project, source, python, whole=True)
            lines = swap(source / project.package)
            after = run(project, source, python, whole=True)
            counts = [Counter(outcome.values())[PASSED] for outcome in (before, after)]
            print(
                f"{project.name} {project.version}: {lines} lines, {counts[0]} passed before,"
                f" {counts[1]} after"
            )
            for name, outcome in sorted(new_failures(before, after).items()):
                print(f"  {name} {outcome}")


if __name__ == "__main__":
    main(sys.argv[1:])
