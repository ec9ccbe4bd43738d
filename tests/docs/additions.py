"""What has to be written for a new attribute of URLs or a new standard, and what of it is missing.

The pages for contributors list the same files. A file is missing if its part of the addition cannot
be found by its effect."""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final, get_args

import urldom
from tests.standards import STANDARD_NAMES
from urldom._core.objects.assigning import Assignments
from urldom._core.objects.decomposition import URLDecomposition
from urldom._core.objects.readable import ReadableURL
from urldom._core.standards.names import StandardName
from urldom._core.standards.registry import find_engine
from urldom.columns import _table as table

ROOT: Final = Path(__file__).parents[2]
DOCS: Final = ROOT / "docs"


def has_setter(name: str) -> bool:
    """Return whether a standard can assign the attribute, says so, and explains its steps."""
    for standard in STANDARD_NAMES:
        model = find_engine(standard).object_model
        if name in model.setters and name in model.assignable:
            return is_explained(name, standard)
    return False


def is_explained(name: str, standard: str) -> bool:
    try:
        urldom.explain("https://u:p@h:1/", standard=standard, set={name: "x"})
    except KeyError:
        return False
    return True


def is_read(name: str) -> bool:
    return isinstance(inspect.getattr_static(ReadableURL, name, None), property)


def is_assigned(name: str) -> bool:
    written = inspect.getattr_static(URLDecomposition, name, None)
    return isinstance(written, property) and written.fset is not None


def is_function_of(file: str, prefix: str = "") -> Callable[[str], bool]:
    """Return a function that tells whether a module of columns, whose library may not be installed,
    defines a function for an attribute."""
    source = (ROOT / file).read_text(encoding="utf-8")
    return lambda name: f"def {prefix}{name}(" in source


def is_exported(name: str) -> bool:
    source = (ROOT / "urldom/columns/__init__.py").read_text(encoding="utf-8")
    return f"    {name},\n" in source and f'"{name}"' in source


#: For each file of an assignable attribute, whether it knows the attribute
OF_AN_ATTRIBUTE: Final[Mapping[str, Callable[[str], bool]]] = {
    "urldom/_core/standards/": has_setter,
    "urldom/_core/objects/readable.py": is_read,
    "urldom/_core/objects/decomposition.py": is_assigned,
    "urldom/_core/objects/assigning.py": lambda name: name in Assignments.__annotations__,
    "urldom/columns/_table.py": lambda name: name in table.ATTRIBUTES,
    "urldom/columns/__init__.py": is_exported,
    "urldom/columns/_attributes.py": is_function_of("urldom/columns/_attributes.py"),
    "urldom/pandas.py": is_function_of("urldom/pandas.py"),
    "urldom/polars.py": is_function_of("urldom/polars.py"),
    "urldom/spark.py": is_function_of("urldom/spark.py", prefix="url_"),
}


def is_named(name: str) -> bool:
    groups = get_args(StandardName)
    return name in [each for group in groups for each in get_args(group) or [group]]


def has_constant(name: str) -> bool:
    try:
        module = importlib.import_module(f"urldom._core.standards.{name}")
    except ImportError:
        return False
    return isinstance(getattr(module, name.upper(), None), urldom.Standard)


def is_public(name: str) -> bool:
    return name.upper() in urldom.__all__


def has_module(name: str) -> bool:
    """Return whether the standard has a public module with its three functions."""
    try:
        module = importlib.import_module(f"urldom.{name}")
    except ImportError:
        return False
    return all(hasattr(module, function) for function in ("parse", "resolve", "is_valid_url"))


def is_described_in(page: str) -> Callable[[str], bool]:
    text = (DOCS / page).read_text(encoding="utf-8")
    return lambda name: name.upper() in text


#: For each file of a standard, whether it knows the standard
OF_A_STANDARD: Final[Mapping[str, Callable[[str], bool]]] = {
    "urldom/_core/standards/names.py": is_named,
    "urldom/_core/standards/": has_constant,
    "urldom/__init__.py": is_public,
    "urldom/": has_module,
    "docs/which-standard.md": is_described_in("which-standard.md"),
    "docs/glossary.md": is_described_in("glossary.md"),
    "docs/reference/urldom.md": is_described_in("reference/urldom.md"),
}


def missing(parts: Mapping[str, Callable[[str], bool]], name: str) -> list[str]:
    """Return the files that do not know `name`."""
    return [file for file, knows in parts.items() if not knows(name)]
