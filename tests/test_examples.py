"""Each script in `examples/` runs, and prints what its docstring says."""

import ast
import os
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from tests.test_readme import HOSTILE_INPUTS

# A part of the table of hostile inputs is in the README: test_readme.py has it.
EXAMPLES = sorted(set((Path(__file__).parents[1] / "examples").glob("*.py")) - {HOSTILE_INPUTS})


@pytest.mark.parametrize("script", EXAMPLES, ids=lambda script: script.name)
def test_example(script: Path) -> None:
    docstring = ast.get_docstring(ast.parse(script.read_text(encoding="utf-8")))
    assert docstring is not None and "It prints:\n" in docstring
    expected = textwrap.dedent(docstring.partition("It prints:\n")[2]).strip()
    if "It needs lxml" in docstring:
        pytest.importorskip("lxml")
    ran = subprocess.run(
        [sys.executable, script],
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=os.environ | {"PYTHONIOENCODING": "utf-8"},
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.strip() == expected
