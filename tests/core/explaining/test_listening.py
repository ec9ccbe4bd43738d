"""Explanations depend only on the readings. Comments, source files, names of locals and trace
functions do not change explanations."""

from __future__ import annotations

import ast
import compileall
import json
import re
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import urldom
from tests.core.explaining import cases
from urldom import explain
from urldom._core.standards.registry import STANDARD_NAMES, find_engine
from urldom._core.standards.whatwg.state_machine import BasicURLParser

PACKAGE = Path(urldom.__file__).parent
TEXTS = {
    step: says
    for name in STANDARD_NAMES
    for step, says in find_engine(name).reading.sentences().texts.items()
}


def as_json() -> Any:
    """Return the explanations after a conversion to JSON and back."""
    return json.loads(json.dumps(cases.explanations_as_json()))


def sections() -> set[str]:
    return {
        step["section"]
        for explanation in cases.explanations_as_json()
        for step in explanation["steps"]
    }


def test_cases_contain_every_step():
    assert set(TEXTS) - sections() == set()


def test_every_state_has_a_text():
    states = {name.replace("_", " ") for name in vars(BasicURLParser) if name.endswith("_state")}
    assert {f"URL Standard 4.4, {state}" for state in states} <= set(TEXTS)


def test_every_text_is_a_sentence():
    for says in TEXTS.values():
        assert re.fullmatch(r"[A-Za-z\"].*\.", says), says


# A changed copy of the package makes the same explanations


class RenamedLocals(ast.NodeTransformer):
    """Renames the locals of each function without inner functions or classes. Parameters keep their
    names."""

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        inner = list(ast.walk(node))[1:]
        self.generic_visit(node)
        if any(
            isinstance(one, ast.FunctionDef | ast.ClassDef | ast.Lambda | ast.Global | ast.Nonlocal)
            for one in inner
        ):
            return node
        stored = {
            one.id for one in inner if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store)
        }
        kept = {one.arg for one in inner if isinstance(one, ast.arg)}
        kept |= {one.name for one in inner if isinstance(one, ast.ExceptHandler) and one.name}
        kept |= {one.asname or one.name for one in inner if isinstance(one, ast.alias)}
        renamed = stored - kept
        for one in inner:
            if isinstance(one, ast.Name) and one.id in renamed:
                one.id = f"{one.id}_renamed"
        return node


def with_renamed_locals(source: str) -> str:
    """Rename locals. `ast.unparse` leaves out the comments."""
    return ast.unparse(RenamedLocals().visit(ast.parse(source)))


def changed(folder: Path, change: Callable[[str], str]) -> None:
    for file in folder.rglob("*.py"):
        file.write_text(change(file.read_text(encoding="utf-8")), encoding="utf-8")


def only_compiled(folder: Path) -> None:
    assert compileall.compile_dir(folder, quiet=1, legacy=True)
    for file in folder.rglob("*.py"):
        file.unlink()


@pytest.mark.full
@pytest.mark.parametrize(
    "change",
    [
        lambda folder: changed(folder, with_renamed_locals),
        only_compiled,
    ],
    ids=["without comments and with renamed locals", "from .pyc files alone"],
)
def test_changed_copy_of_the_package_makes_the_same_explanations(change, tmp_path):
    copy = tmp_path / "urldom"
    shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    change(copy)
    program = tmp_path / "program.py"
    shutil.copy(cases.__file__, program)
    process = subprocess.run(
        [sys.executable, program],
        cwd=tmp_path,
        env={"PYTHONPATH": str(tmp_path)},
        capture_output=True,
        check=True,
    )
    assert json.loads(process.stdout) == as_json()


# Trace functions of other programs


def test_trace_function_of_the_caller_stays_set():
    called: set[str] = set()

    def trace(frame: Any, event: str, argument: Any) -> Any:
        called.add(frame.f_code.co_name)
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        text = str(explain("../a", "http://h/b/c", standard="rfc3986"))
        in_force = sys.gettrace()
    finally:
        sys.settrace(before)
    assert in_force is trace
    assert {"explain", "resolve_reference", "read_dot_segments"} <= called
    assert text == str(explain("../a", "http://h/b/c", standard="rfc3986"))


def test_four_threads_get_the_same_explanations():
    results: list[list[Any]] = []
    start = threading.Barrier(4)

    def work() -> None:
        start.wait()
        results.append(cases.explanations_as_json())

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [cases.explanations_as_json()] * 4
