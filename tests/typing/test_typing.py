"""The public types, checked by mypy (strict) and pyright (strict): `program.py` has no errors, and
the marked lines of `wrong.py` and `incomplete.py` are their only errors."""

from __future__ import annotations

import ast
import importlib
import importlib.util
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

import urldom

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
PROGRAM = HERE / "program.py"
#: Programs whose marked lines are errors: of users, and of a standard that lacks a part.
WITH_ERRORS = [HERE / "wrong.py", HERE / "incomplete.py"]

#: An error: the name of the file, and the line
Error = tuple[str, int]


def run(*command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def mypy(*files: Path) -> list[Error]:
    if importlib.util.find_spec("mypy") is None:
        pytest.skip("mypy is not installed")
    names = [str(file) for file in files]
    process = run(
        sys.executable,
        "-m",
        "mypy",
        "--strict",
        "--no-pretty",
        "--no-error-summary",
        "--no-color-output",
        *names,
    )
    if process.returncode not in (0, 1):
        pytest.fail(process.stdout + process.stderr)
    found = re.findall(r"^(.+?):(\d+):(?:\d+:)? error: ", process.stdout, re.MULTILINE)
    if process.returncode == 1 and not found:
        pytest.fail(process.stdout + process.stderr)
    print(process.stdout)
    names = {file.name for file in files}
    return sorted(
        {(Path(file).name, int(line)) for file, line in found if Path(file).name in names}
    )


def pyright(*files: Path) -> list[Error]:
    """Return pyright's errors. Each file contains `# pyright: strict`."""
    script = Path(sys.executable).with_name("pyright")
    program = str(script) if script.exists() else shutil.which("pyright")
    if program is None:
        pytest.skip("pyright is not installed")
    process = run(
        program, "--outputjson", "--pythonpath", sys.executable, *[str(file) for file in files]
    )
    try:
        report = json.loads(process.stdout)
    except ValueError:
        pytest.skip(
            "pyright does not run on this machine:"
            f" {(process.stderr or process.stdout).strip()[-200:]}"
        )
    errors = [error for error in report["generalDiagnostics"] if error["severity"] == "error"]
    print(
        *[
            f"{error['file']}:{error['range']['start']['line'] + 1}: {error['message']}"
            for error in errors
        ],
        sep="\n",
    )
    return sorted(
        {(Path(error["file"]).name, error["range"]["start"]["line"] + 1) for error in errors}
    )


each_checker = pytest.mark.parametrize("check", [mypy, pyright])


@pytest.mark.full
@each_checker
def test_program_has_no_error(check):
    assert check(PROGRAM) == []


@pytest.mark.full
@each_checker
@pytest.mark.parametrize("file", WITH_ERRORS, ids=lambda file: file.stem)
def test_only_the_marked_lines_are_errors(check, file):
    lines = file.read_text(encoding="utf-8").splitlines()
    marked = [
        (file.name, number) for number, line in enumerate(lines, 1) if line.endswith("# error")
    ]
    assert len(marked) > 20
    assert check(file) == marked


@pytest.mark.full
@each_checker
def test_checker_without_errors_is_noticed(check, tmp_path):
    file = tmp_path / "broken.py"
    file.write_text('# pyright: strict\nnumber: int = "x"\n', encoding="utf-8")
    assert check(file) == [("broken.py", 2)]


def test_program_runs():
    from tests.typing import program

    program.main()


def names_in(file: Path) -> set[str]:
    """Return the names that a program uses, as plain names and as attributes of a module."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    plain = {
        node.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)
    }
    return plain | {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}


#: The public modules, and the library that each module needs
NEEDED = {"urldom.columns": "pyarrow", "urldom.duckdb": "duckdb", "urldom.spark": "pyspark"}
each_module = pytest.mark.parametrize(
    "name",
    [
        f"urldom{name}"
        for name in ("", ".whatwg", ".hosts", ".patterns", ".readings", ".explanation", ".urllib")
    ]
    + [*NEEDED],
)


def public_module(name: str) -> ModuleType:
    if name in NEEDED:
        pytest.importorskip(NEEDED[name])
    return importlib.import_module(name)


@each_module
def test_program_uses_every_public_name(name):
    assert set(public_module(name).__all__) - names_in(PROGRAM) == set()


@each_module
def test_every_public_name_exists(name):
    module = public_module(name)
    assert [name for name in module.__all__ if not hasattr(module, name)] == []
    assert len(module.__all__) == len(set(module.__all__))


def test_package_is_marked_as_typed():
    assert (Path(urldom.__file__).parent / "py.typed").exists()
