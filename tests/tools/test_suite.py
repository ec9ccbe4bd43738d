"""Rules for the suite: no test reads a private attribute or a clock, and no test is named by a
number."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

TESTS_FOLDER = Path(__file__).parents[1]
FILES = [path.relative_to(TESTS_FOLDER).as_posix() for path in sorted(TESTS_FOLDER.rglob("*.py"))]
#: The benchmark and the fuzzer are excluded, because they measure time.
TESTS = [name for name in FILES if Path(name).name.startswith(("test_", "conftest"))]

#: Attributes with an underscore that their libraries document as public
DOCUMENTED = {"_replace", "_asdict", "_fields", "_make", "_exit", "_getframe"}
CLOCKS = {
    f"{name}{unit}"
    for name in ("time", "perf_counter", "monotonic", "process_time")
    for unit in ("", "_ns")
}


def private_attributes(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield the lines that read or set an attribute with an underscore, except on the test's own
    `self` or `cls`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute):
            is_own = ast.unparse(node.value) in ("self", "cls", "super()")
            if not is_own and re.match("_(?!_)", node.attr) and node.attr not in DOCUMENTED:
                yield node.lineno, ast.unparse(node)


def clocks(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield the lines that read a clock of the module `time`, or import one."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and node.attr in CLOCKS:
            if isinstance(node.value, ast.Name) and node.value.id == "time":
                yield node.lineno, ast.unparse(node)
        elif isinstance(node, ast.ImportFrom) and node.module in ("time", "timeit"):
            yield from ((node.lineno, alias.name) for alias in node.names if alias.name != "sleep")


@cache
def tree_of(name: str) -> ast.Module:
    return ast.parse((TESTS_FOLDER / name).read_text(encoding="utf-8"))


@pytest.mark.full
def test_no_private_attribute_is_read():
    assert {
        name: found for name in TESTS if (found := list(private_attributes(tree_of(name))))
    } == {}


def test_no_clock_is_read():
    assert {name: found for name in TESTS if (found := list(clocks(tree_of(name))))} == {}


def test_no_test_is_named_by_a_number():
    functions = [
        node
        for name in TESTS
        for node in ast.walk(tree_of(name))
        if isinstance(node, ast.FunctionDef)
    ]
    assert [
        function.name for function in functions if re.match(r"test_[a-z]\d+_", function.name)
    ] == []


@pytest.mark.parametrize("source", ["page._tree", "page._tree.x = 1", "f(x)._y()", "module._NAME"])
def test_private_attribute_is_found(source):
    assert len(list(private_attributes(ast.parse(source)))) == 1


@pytest.mark.parametrize(
    "source", ["self._x", "x.__class__", "point._replace(x=1)", "from urldom import _text"]
)
def test_public_attributes_and_attributes_of_self_are_allowed(source):
    assert list(private_attributes(ast.parse(source))) == []


@pytest.mark.parametrize(
    "source", ["time.time()", "start = time.perf_counter_ns()", "from time import monotonic"]
)
def test_clock_is_found(source):
    assert len(list(clocks(ast.parse(source)))) == 1


def test_waiting_is_allowed():
    assert list(clocks(ast.parse("time.sleep(1)\nfrom time import sleep"))) == []


# The options


def run(*arguments: str) -> str:
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *arguments]
    return subprocess.run(
        command, cwd=TESTS_FOLDER.parent, capture_output=True, text=True, check=False
    ).stdout


@pytest.mark.full
def test_option_all_selects_the_tests_marked_full():
    quick = run("--collect-only", "tests/core/contexts/test_costs.py")
    everything = run("--collect-only", "--all", "tests/core/contexts/test_costs.py")
    assert "the quick suite" in quick and "2 deselected" in quick and "100_000" not in quick
    assert "tests: everything but what runs at night" in everything
    assert "deselected" not in everything and "100_000" in everything


@pytest.mark.full
def test_option_rest_selects_what_all_adds_to_the_quick_suite():
    rest = run("--collect-only", "--rest", "tests/core/contexts/test_costs.py")
    assert "tests: what --all adds to the quick suite" in rest and "100_000" in rest
    assert "2/" in rest


@pytest.mark.full
def test_option_nightly_selects_the_tests_marked_nightly():
    everything = run("--collect-only", "--all", "tests/docs/test_frontier.py")
    nightly = run("--collect-only", "--nightly", "tests/docs/test_frontier.py")
    assert "1 deselected" in everything and "1000000" not in everything
    assert "tests: everything\n" in nightly and "1000000" in nightly


FAILING = """
from hypothesis import given, strategies

@given(strategies.integers())
def test(number):
    assert number < 1000
"""


@pytest.mark.full
def test_option_explore_prints_how_to_reproduce_a_failure(tmp_path):
    file = tmp_path / "test_failing.py"
    file.write_text(FAILING)
    arguments = [
        "-c",
        str(TESTS_FOLDER.parent / "pyproject.toml"),
        "-p",
        "tests.conftest",
        str(file),
    ]
    output = run("--explore", *arguments)
    assert "@reproduce_failure(" in output
    (seed,) = re.findall(
        r"examples: of the seed (\d+) \(--hypothesis-seed=\1 draws them again\)", output
    )
    again = run(f"--hypothesis-seed={seed}", *arguments)
    assert re.findall("number=.*", again) == re.findall("number=.*", output) != []


SETS = """
import pytest
from tests.conformance import cases

@pytest.mark.conformance
def test_one():
    assert len(list(cases("base64"))) == 80

def test_not_marked():
    list(cases("url"))

@pytest.mark.conformance
def test_failed():
    assert not list(cases("setters"))
"""


@pytest.mark.full
def test_suite_prints_the_sets_that_ran_and_can_require_each(tmp_path):
    file = tmp_path / "test_sets.py"
    file.write_text(SETS)
    configuration = str(TESTS_FOLDER.parent / "pyproject.toml")
    output = run("--every-set", "-n1", "-c", configuration, "-p", "tests.conftest", str(file))
    assert "conformance: base64 80\n" in output and "1 failed, 2 passed" in output
    assert "conformance data that did not run: url, setters, " in output
