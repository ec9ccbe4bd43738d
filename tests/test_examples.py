"""Each script in `examples/` runs, and prints what its docstring says."""

import ast
import os
import re
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from tests.test_docs import HOSTILE_INPUTS

# A part of the table of hostile inputs is in the documentation: test_docs.py has it.
EXAMPLES = sorted(set((Path(__file__).parents[1] / "examples").glob("*.py")) - {HOSTILE_INPUTS})
#: Those that take seconds.
LONG = {"crawl_with_scrapy.py", "link_graph.py"}


@pytest.mark.parametrize(
    "script",
    [pytest.param(script, marks=pytest.mark.full) if script.name in LONG else script for script in EXAMPLES],
    ids=lambda script: script.name,
)
def test_example(script: Path) -> None:
    docstring = ast.get_docstring(ast.parse(script.read_text(encoding="utf-8")))
    assert docstring is not None and "It prints:\n" in docstring
    expected = textwrap.dedent(docstring.partition("It prints:\n")[2]).strip()
    needed = re.search(r"^It needs (.+?)\.$", docstring, re.MULTILINE)
    for library in re.findall(
        r"\b(lxml|polars|publicsuffixlist|pyarrow|pydantic|scrapy)\b", needed[1] if needed else ""
    ):
        pytest.importorskip(library)
    ran = subprocess.run(
        [sys.executable, script],
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=os.environ | {"PYTHONIOENCODING": "utf-8"},
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.strip() == expected


RECIPES = ["crawl_frontier", "redirect_check", "add_parameter", "build_url", "legacy_form", "pydantic_model"]


@pytest.mark.parametrize("name", RECIPES)
def test_a_recipe_is_read_at_a_glance(name: str) -> None:
    (script,) = [script for script in EXAMPLES if script.stem == name]
    assert len(script.read_text(encoding="utf-8").splitlines()) <= 40
