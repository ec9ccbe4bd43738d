"""The reference is complete: each public class has a page, and each entry lists its parameters, its
result and its errors, and has an example."""

from __future__ import annotations

import builtins
import importlib
import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import attrs
import pytest

import urldom
from tests.cases import each_case

REFERENCE = Path(__file__).parents[2] / "docs/reference"
#: The public modules, and the library that each module needs.
MODULES = {
    "urldom": None,
    "urldom.columns": "pyarrow",
    "urldom.duckdb": "duckdb",
    "urldom.explanation": None,
    "urldom.hosts": None,
    "urldom.html5": None,
    "urldom.http": None,
    "urldom.imports": None,
    "urldom.pandas": "pandas",
    "urldom.params": None,
    "urldom.patterns": None,
    "urldom.polars": "polars",
    "urldom.readings": None,
    "urldom.rfc1808": None,
    "urldom.rfc2396": None,
    "urldom.rfc3986": None,
    "urldom.scrapy": "scrapy",
    "urldom.spark": "pyspark",
    "urldom.strategies": "hypothesis",
    "urldom.trees": None,
    "urldom.urllib": None,
    "urldom.w3lib": None,
    "urldom.whatwg": None,
}
NEEDED = [pytest.param(module, id=module) for module in MODULES]


def public(module: str) -> dict[str, Any]:
    """Return the classes and functions of urldom that `module` exports, by name."""
    if MODULES[module]:
        pytest.importorskip(MODULES[module])
    found = importlib.import_module(module)
    names = [*found.__all__, *(["Params"] if module == "urldom.params" else [])]
    return {
        name: value
        for name in dict.fromkeys(names)
        if inspect.isclass(value := getattr(found, name))
        or inspect.isroutine(inspect.unwrap(value))
        if getattr(value, "__module__", None) != "urllib.parse"
    }


def members(kind: type) -> Iterator[tuple[str, Any]]:
    """Yield the public members of a class that its own body or a private base class of urldom
    defines, such as `ReadableURL`, except hints for the names of other libraries."""
    seen: set[str] = set()
    for base in (kind, *private_bases(kind)):
        for name, value in vars(base).items():
            if name[0] == "_" or name in seen or inspect.ismemberdescriptor(value):
                continue
            seen.add(name)
            getter = value.fget if isinstance(value, property) else None
            if getter is not None and getter.__annotations__.get("return") == "NoReturn":
                continue
            yield name, value


def private_bases(kind: type) -> list[type]:
    """Return the base classes that belong to urldom and that no public module exports. The page of
    a public base class has that class's own private base classes."""
    loaded = [
        importlib.import_module(module) for module, library in MODULES.items() if library is None
    ]
    bases = [base for base in kind.__mro__[1:] if base.__module__.partition(".")[0] == "urldom"]
    public_bases = [
        base
        for base in bases
        if any(vars(module).get(name) is base for module in loaded for name in module.__all__)
    ]
    return [base for base in bases if not any(issubclass(other, base) for other in public_bases)]


def test_members_of_a_private_base_class_are_members_of_the_public_class() -> None:
    found = dict(entries("urldom"))
    assert isinstance(found["URLDecomposition.origin"], property)
    assert inspect.isroutine(found["URLDecomposition.relative_to"])
    assert "URL.relative_to" not in found  # The page of `URLDecomposition` has it.
    assert "base_url" in dict(members(urldom.Document))


def entries(module: str) -> Iterator[tuple[str, Any]]:
    """Yield the functions, classes, methods and properties of `module`, each with its qualified
    name."""
    for name, value in public(module).items():
        yield name, value
        if inspect.isclass(value):
            for member, found in members(value):
                if inspect.isroutine(found) or isinstance(
                    found, (property, classmethod, staticmethod)
                ):
                    yield f"{name}.{member}", found


def section(docstring: str, title: str) -> dict[str, str]:
    """Return the lines of a list such as `Args:`, by the name before the colon."""
    found = re.search(rf"^{title}:\n((?:(?:    .*)?\n?)*)", docstring, re.MULTILINE)
    return (
        {} if found is None else dict(re.findall(r"^    ([\w*., ]+): (.+)", found[1], re.MULTILINE))
    )


def parameters(value: Any) -> list[str]:
    """Return the names of the parameters that a caller can pass."""
    function = value.__func__ if isinstance(value, (classmethod, staticmethod)) else value
    if inspect.isclass(value) and is_made_by_urldom(value):
        return []
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):
        return []
    names = [
        name
        for name, parameter in signature.parameters.items()
        if name[0] != "_" and parameter.annotation != "Never"
    ]
    return names[1:] if names[:1] in (["self"], ["cls"]) else names


def is_made_by_urldom(kind: type) -> bool:
    """Return true if only urldom calls the constructor of a class. The page of such a class shows
    it as `Name()`, without parameters.

    The result is false for an attrs class: its parameters are its attributes, and its docstring
    lists them."""
    pages = (page.read_text() for page in REFERENCE.glob(f"*/{kind.__name__}.md"))
    return not attrs.has(kind) and any(
        f".. autoclass:: {kind.__name__}()\n" in page for page in pages
    )


@each_case("module", NEEDED)
def test_each_public_class_has_a_page(module: str) -> None:
    pages = {page.stem for page in REFERENCE.glob("*/*.md")}
    kinds = {name for name, value in public(module).items() if inspect.isclass(value)}
    assert {name for name in kinds - pages if not name.endswith("Error")} == set()


@each_case("module", NEEDED)
def test_each_parameter_is_listed(module: str) -> None:
    missing = [
        f"{name}({parameter})"
        for name, value in entries(module)
        if not isinstance(value, property) and not name.endswith("Error")
        for parameter in parameters(value)
        if parameter not in {key.lstrip("*") for keys in listed(value) for key in keys.split(", ")}
    ]
    assert missing == []


def listed(value: Any) -> dict[str, str]:
    docstring = inspect.getdoc(value) or ""
    return section(docstring, "Args") | section(docstring, "Attributes")


@each_case("module", NEEDED)
def test_each_function_documents_its_result(module: str) -> None:
    """If the first line says what is returned, it need not be said again."""
    missing = [
        name
        for name, value in entries(module)
        if not isinstance(value, property) and not inspect.isclass(value)
        if (getattr(value, "__func__", value)).__annotations__.get("return") not in ("None", None)
        if not re.search(
            r"\AReturn |^(Returns|Yields):$", inspect.getdoc(value) or "", re.MULTILINE
        )
    ]
    assert missing == []


@each_case("module", NEEDED)
def test_each_entry_has_an_example(module: str) -> None:
    missing = [
        name
        for name, value in entries(module)
        if not name.endswith("Error") and ">>> " not in (inspect.getdoc(value) or "")
    ]
    assert missing == []


@each_case("module", NEEDED)
def test_each_documented_error_exists_and_is_under_raises(module: str) -> None:
    for name, value in entries(module):
        docstring = inspect.getdoc(value) or ""
        for error in section(docstring, "Raises"):
            places = (builtins, urldom, importlib.import_module(module))
            found = next((getattr(place, error) for place in places if hasattr(place, error)), None)
            assert inspect.isclass(found) and issubclass(found, BaseException), f"{name}: {error}"
        prose = re.split(
            r"^(?:Args|Returns|Raises|Attributes):$|^>>> ", docstring, flags=re.MULTILINE
        )[0]
        assert not re.match(r"Raises `|.*[.] Raises `", prose, re.DOTALL), (
            f"{name}: errors belong in `Raises:`"
        )


def test_each_alias_in_signatures_is_defined_once() -> None:
    """Sphinx reports any other type in a signature that has no definition."""
    configuration = (REFERENCE.parent / "conf.py").read_text(encoding="utf-8")
    aliases = re.findall(
        r'"(\w+)"', configuration.partition("\nautodoc_type_aliases = {")[2].partition("\n}")[0]
    )
    pages = "\n".join(page.read_text(encoding="utf-8") for page in REFERENCE.rglob("*.md"))
    defined = re.findall(r"^\.\. py:type:: (\w+)$", pages, re.MULTILINE)
    assert len(aliases) > 20
    assert {name for name in aliases if name not in defined} == set()
    # Arrow's and Spark's columns have the same name, each in its own module.
    assert {name for name in defined if defined.count(name) > 1} == {"Column"}


@each_case("module", NEEDED)
def test_the_first_line_is_a_whole_sentence(module: str) -> None:
    """Editors and the lists of the reference show only the first line."""
    documented = [*entries(module), (module, importlib.import_module(module))]
    first_lines = {
        name: (inspect.getdoc(value) or "").partition("\n")[0] for name, value in documented
    }
    assert {name: line for name, line in first_lines.items() if not line.endswith(".")} == {}


@each_case("module", NEEDED)
def test_the_first_line_of_a_property_has_no_colon(module: str) -> None:
    """Sphinx would read the words before the colon as a type."""
    wrong = [
        name
        for name, value in entries(module)
        if isinstance(value, property)
        if re.search(
            r":\s", re.sub(r"`[^`]*`", "", (inspect.getdoc(value) or "").partition("\n\n")[0])
        )
    ]
    assert wrong == []


@each_case("module", NEEDED)
def test_text_under_returns_has_no_colon(module: str) -> None:
    """Sphinx would read the words before the colon as a type."""
    wrong = [
        name
        for name, value in entries(module)
        if (
            found := re.search(
                r"^(?:Returns|Yields):\n((?:    .*\n?)*)", inspect.getdoc(value) or "", re.MULTILINE
            )
        )
        if re.search(r":\s", re.sub(r"`[^`]*`", "", found[1]))
    ]
    assert wrong == []
