"""The functions that are created for pandas, polars and Spark: signatures, and declarations for type checkers."""

from __future__ import annotations

import ast
import importlib
import inspect
import subprocess
import sys
from types import ModuleType
from typing import Any

import pytest

pytest.importorskip("pyarrow", reason="pyarrow is not installed")
from urldom import columns
from urldom.columns._faces import ATTRIBUTES, Options, OptionsOfPatterns

#: The modules with generated functions. If the functions are methods, the module's value is the name of their class.
FACES = {"pandas": "URLAccessor", "polars": "_URLNamespace", "spark": None}


def face(name: str) -> tuple[ModuleType, Any]:
    """Return the module, and the object that has the functions: a class or the module itself."""
    pytest.importorskip({"spark": "pyspark"}.get(name, name))
    module = importlib.import_module(f"urldom.{name}")
    owner = FACES[name]
    return module, module if owner is None else getattr(module, owner)


def declared(module: ModuleType, owner: str | None) -> dict[str, ast.FunctionDef]:
    """Return the functions that are declared only for type checkers. A function may be declared as an alias of
    another."""
    found: dict[str, ast.FunctionDef] = {}
    body = ast.parse(inspect.getsource(module)).body
    if owner is not None:
        (body,) = [node.body for node in body if isinstance(node, ast.ClassDef) and node.name == owner]
    for node in body:
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            for each in node.body:
                if isinstance(each, ast.FunctionDef):
                    found[each.name] = each
                elif isinstance(each, ast.Assign):
                    found |= {ast.unparse(target): found[ast.unparse(each.value)] for target in each.targets}
    return found


def aliases(module: ModuleType) -> dict[str, str]:
    """Return the aliases of types for the declarations, each with the type in the source."""
    found = {}
    for node in ast.walk(ast.parse(inspect.getsource(module))):
        if isinstance(node, ast.AnnAssign) and ast.unparse(node.annotation) == "TypeAlias":
            value = node.value
            name = ast.unparse(node.target)
            if name.lstrip("_") in ("Base", "Column"):
                found[name] = str(value.value) if isinstance(value, ast.Constant) else ast.unparse(value)
    return found


def written_parameters(function: ast.FunctionDef, types: dict[str, str]) -> list[tuple[str, str, str, str]]:
    """Return the kind, name, annotation and default of each parameter in the source. `types` are the aliases."""
    given = function.args
    defaults = [None] * (len(given.args) - len(given.defaults)) + given.defaults
    rows: list[tuple[Any, ...]] = [
        *(("positional or keyword", *pair) for pair in zip(given.args, defaults, strict=True)),
        *(("keyword-only", *pair) for pair in zip(given.kwonlyargs, given.kw_defaults, strict=True)),
        *([("variadic keyword", given.kwarg, None)] if given.kwarg else []),
    ]
    return [
        (
            kind,
            each.arg,
            expanded(ast.unparse(each.annotation), types) if each.annotation else "",
            ast.unparse(default) if default else "",
        )
        for kind, each, default in rows
    ]


def expanded(annotation: str, types: dict[str, str]) -> str:
    return " | ".join(types.get(one.removesuffix("[ExprOrSeries]"), one) for one in annotation.split(" | "))


def made_parameters(function: Any) -> list[tuple[str, str, str, str]]:
    empty = inspect.Parameter.empty
    return [
        (
            each.kind.description,
            each.name,
            "" if each.annotation is empty else each.annotation,
            "" if each.default is empty else "..." if each.name == "attributes" else repr(each.default),
        )
        for each in inspect.signature(function).parameters.values()
    ]


def without_options(made: list[tuple[str, str, str, str]], options: Any) -> list[tuple[str, str, str, str]]:
    """Return the other parameters, if the function has exactly these options, with the same types and a default."""
    types = {name: reference.__forward_arg__ for name, reference in options.__annotations__.items()}
    found = [row for row in made if row[1] in ("standard", "encoding", "default_scheme")]
    assert {name: annotation for _, name, annotation, _ in found} == types
    assert all(kind == "keyword-only" and default for kind, _, _, default in found)
    return [row for row in made if row not in found]


@pytest.mark.parametrize("name", FACES)
def test_declared_functions_match_the_generated_functions(name: str) -> None:
    module, owner = face(name)
    functions = declared(module, FACES[name])
    assert functions
    for function_name, function in functions.items():
        made_function = inspect.getattr_static(owner, function_name)
        written, made = written_parameters(function, aliases(module)), made_parameters(made_function)
        if written[-1][2].startswith("Unpack["):
            kinds = {"Unpack[Options]": Options, "Unpack[OptionsOfPatterns]": OptionsOfPatterns}
            made = without_options(made, kinds[written.pop()[2]])
        assert written == made
        assert function.returns is not None
        assert ast.unparse(function.returns) == inspect.signature(made_function).return_annotation
    generated = {function_name for function_name, value in vars(owner).items() if hasattr(value, "__signature__")}
    assert generated - set(functions) == ({*ATTRIBUTES} - {*functions} if name == "polars" else set())


#: The option -OO removes docstrings, but from every module, so each library would have to be compiled again.
WITHOUT_DOCSTRINGS = """
from importlib.machinery import SourceFileLoader

def get_code(self, name, original=SourceFileLoader.get_code):
    if not name.startswith("urldom"):
        return original(self, name)
    return compile(self.get_data(self.path), self.path, "exec", dont_inherit=True, optimize=2)

SourceFileLoader.get_code = get_code
"""


@pytest.mark.parametrize("name", ["pandas", "polars"])
def test_faces_can_be_imported_without_docstrings(name: str) -> None:
    pytest.importorskip(name)
    subprocess.run([sys.executable, "-c", WITHOUT_DOCSTRINGS + f"import urldom.{name}"], check=True)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda url: url.resolve("http://h/", 5), r"resolve\(\): too many positional arguments"),
        (lambda url: url.resolve(horst=5), "resolve.*'horst'"),
    ],
)
def test_unknown_arguments_raise_type_error(call: Any, words: str) -> None:
    pandas = pytest.importorskip("pandas")
    importlib.import_module("urldom.pandas")
    with pytest.raises(TypeError, match=words):
        call(pandas.Series(["a"]).url)


def test_unknown_argument_of_a_function_is_named_with_the_known_ones() -> None:
    with pytest.raises(TypeError, match=r"unknown argument 'encodng': use one of standard, encoding, default_scheme"):
        columns.param(["http://h/?q=1"], "q", encodng="utf-8")  # type: ignore[call-arg]


@pytest.mark.parametrize(("function", "pattern"), [(columns.matches, "http://h/*"), (columns.groups, "http://h/:name")])
def test_functions_for_patterns_name_their_own_arguments(function: Any, pattern: str) -> None:
    with pytest.raises(TypeError, match=r"\Aunknown argument 'standard': leave it out, because patterns follow"):
        function(["http://h/a"], pattern, standard="html5")
    with pytest.raises(TypeError, match=r"\Aunknown argument 'encodng': use one of encoding, default_scheme\Z"):
        function(["http://h/a"], pattern, encodng="utf-8")
