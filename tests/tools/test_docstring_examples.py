"""The examples in the docstrings: pytest runs each of them."""

from __future__ import annotations

import ast
import doctest
import importlib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

import urldom
from tests.cases import each_case

ROOT = Path(urldom.__file__).parent
MODULES = [
    ".".join(("urldom", *path.relative_to(ROOT).with_suffix("").parts)).removesuffix(".__init__")
    for path in sorted(ROOT.rglob("*.py"))
]


def docstrings(node: ast.AST) -> Iterator[str]:
    """Yield the docstrings of a module, of its classes and of their functions, not of functions in
    functions."""
    if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)):
        yield ast.get_docstring(node) or ""
    if isinstance(node, (ast.Module, ast.ClassDef)):
        for child in node.body:
            yield from docstrings(child)


@each_case("name", MODULES)
def test_every_example_of_a_docstring_is_one_that_runs(name: str) -> None:
    if name == "urldom.__main__":
        return
    try:
        module = importlib.import_module(name)
    except ImportError:
        pytest.skip("needs an optional library")
    parser = doctest.DocTestParser()
    tree = ast.parse(Path(str(module.__file__)).read_text("utf-8"))
    written = Counter(
        example.source for text in docstrings(tree) for example in parser.get_examples(text)
    )
    tests = doctest.DocTestFinder().find(module, name)
    running = Counter(example.source for test in tests for example in test.examples)
    assert written - running == Counter()
