"""The documentation site: `python -m sphinx -W --keep-going -b html docs SITE`, with the extra `docs`."""

from __future__ import annotations

import importlib
import re
from collections.abc import Callable
from typing import Any

from sphinx.domains.python import PyObject
from sphinx.pycode import ModuleAnalyzer
from sphinx.util.inspect import TypeAliasForwardRef

import urldom
from urldom import BaseChain, Element, Standard, URLDecomposition
from urldom.patterns import URLPattern, URLPatternResult
from urldom.trees import Row, TreeDocument

project = "urldom"
copyright = "the urldom authors"
version = release = urldom.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.autosummary", "sphinx.ext.napoleon"]
# The playground has its own build.
exclude_patterns = ["playground"]
html_theme = "furo"
html_title = "urldom"
html_static_path = ["_static"]
html_css_files = ["urldom.css"]
html_copy_source = False

# Links can lead to each heading of the first three levels, by the name that GitHub gives the heading.
myst_heading_anchors = 3
# Colons, instead of backticks, can enclose a directive. The glossary uses them, so that it is also readable as plain
# Markdown.
myst_enable_extensions = ["colon_fence"]

autodoc_member_order = "bysource"
# The types in the lists (`Args:`, `Returns:`, `Raises:`, `Attributes:`) come from the annotations.
autodoc_typehints = "both"
autodoc_typehints_description_target = "documented_params"
autosummary_generate = False
napoleon_numpy_docstring = False
napoleon_use_ivar = True
#: The names of types that the first page of the reference explains.
autodoc_type_aliases = {
    name: name
    for name in (
        "AnyURL",
        "Base",
        "Callback",
        "Column",
        "ExprOrSeries",
        "Function",
        "Input",
        "Node",
        "Outer",
        "Pairs",
        "StandardLike",
        "Value",
    )
}
add_module_names = False
python_use_unqualified_type_names = True
python_maximum_signature_line_length = 88

nitpicky = True
# Only urldom's own names become links, because the build downloads no inventories of other projects. A
# type variable has no page.
nitpick_ignore_regex = [("py:.*", r"(?!urldom\b).*"), ("py:class", r".*\.(ParsedT(_co)?|_Value)")]

#: The public modules.
PUBLIC_MODULES = (
    "urldom",
    "urldom.whatwg",
    "urldom.hosts",
    "urldom.http",
    "urldom.imports",
    "urldom.trees",
    "urldom.params",
    "urldom.patterns",
    "urldom.readings",
    "urldom.explanation",
    "urldom.columns",
    "urldom.pandas",
    "urldom.polars",
    "urldom.duckdb",
    "urldom.spark",
    "urldom.strategies",
    "urldom.scrapy",
    "urldom.w3lib",
)


def _public_names() -> dict[str, str]:
    """Map each public name to its full name in the reference. If two modules export a name, the first module counts."""
    names: dict[str, str] = {}
    for module_name in PUBLIC_MODULES:
        module = importlib.import_module(module_name)
        for name in getattr(module, "__all__", ["Params"] if module_name == "urldom.params" else []):
            names.setdefault(name, f"{module_name}.{name}")
    return names


PUBLIC = _public_names()
#: A doctest up to the next empty line, a span of code, or a citation of a ruling.
_MARKED = re.compile(
    r"^[ \t]*>>> (?s:.*?)(?:\n[ \t]*\n|\Z)|(?<!`)`(?P<span>[^`]+)`(?!`)|\bruling (?P<ruling>[0-9]+)", re.MULTILINE
)


def _marked(match: re.Match[str]) -> str:
    if match["ruling"]:
        return f":ref:`{match[0]} <ruling-{match['ruling']}>`"
    if match["span"] is None:
        return match[0]
    code = " ".join(match["span"].split())
    name = code.removesuffix("()").removeprefix("urldom.")
    if name in PUBLIC and name[0].isupper():
        return f":py:obj:`{code} <{PUBLIC[name]}>`"
    return f"``{code}``"


def _mark_up(app: object, what: str, name: str, obj: object, options: object, lines: list[str]) -> None:
    """Convert code between single backticks, as in Markdown. Public names and rulings become links."""
    lines[:] = _MARKED.sub(_marked, "\n".join(lines)).split("\n")


def _skip_hints(app: object, what: str, name: str, obj: object, skip: bool, options: object) -> bool | None:
    """Leave out attributes that only raise an error with the right name."""
    getter = obj.fget if isinstance(obj, property) else None
    return True if getter is not None and getter.__annotations__.get("return") == "NoReturn" else None


def _find_public(app: object, env: Any, node: Any, contnode: Any) -> Any:
    """Link an annotation to the public name of its class. The annotation itself has the name of the private module that
    defines the class."""
    if node.get("refdomain") != "py":
        return None
    target = PUBLIC.get(node["reftarget"].rpartition(".")[2])
    if target is None or target == node["reftarget"]:
        return None
    domain = env.get_domain("py")
    return domain.resolve_xref(env, node["refdoc"], app.builder, "obj", target, node, contnode)  # type: ignore[attr-defined]


#: The type variables, each with the class that the reference shows instead.
_TYPE_VARIABLES = {"_URL": "URL", "_Self": "URLDecomposition"}


def _plain(text: str) -> str:
    return re.sub(r"\b(?:_URL|_Self)\b", lambda match: _TYPE_VARIABLES[match[0]], text)


def _plain_signature(
    app: object, what: str, name: str, obj: object, options: object, signature: str | None, returned: str | None
) -> tuple[str | None, str | None]:
    """Replace each type variable in a signature by its class. Leave out a parameter for unknown keywords."""
    return signature and _plain(signature).replace(", **unknown: Never", ""), returned and _plain(returned)


def _plain_types(app: Any, *_: object) -> None:
    """Replace each type variable in the lists of parameters by its class."""
    for types in app.env.temp_data.get("annotations", {}).values():
        types.update({name: _plain(text) for name, text in types.items()})


def _without_last_lines(app: object, name: str, source: list[str]) -> None:
    """Remove the empty line at the end of a session. The doctests of the pages need it, but readers do not."""
    source[0] = re.sub(r"\n\n```$", "\n```", source[0], flags=re.MULTILINE)


#: For `parse` without its overloads: the type of the argument `standard`, and the return type.
PARSE_TYPES = {"standard": "StandardLike", "return": "ParsedURL | URIReference | GenericRL"}


def setup(app: Any) -> None:
    # The reference leaves out the overloads of `parse` and `resolve`. Their docstrings name the type that each standard
    # returns.
    analyzer = ModuleAnalyzer.for_module("urldom._functions")
    analyzer.analyze()
    analyzer.overloads.clear()
    urldom.parse.__annotations__.update(PARSE_TYPES)
    urldom.resolve.__annotations__.update(PARSE_TYPES | {"standard": "StandardLike | None"})
    for method in Standard.parse, Standard.resolve:
        method.__annotations__["return"] = PARSE_TYPES["return"]
    # These annotations contain private types: a typed dictionary, an alias and the types of converters. The reference
    # shows public types instead.
    for method in URLDecomposition.assign, URLDecomposition.replace:
        method.__annotations__["values"] = "str | int | None"
    Element.__init__.__annotations__["kind"] = "Literal['hyperlink', 'cite'] | None"
    BaseChain.__annotations__.update(dict.fromkeys(["content", "retrieval"], "AnyURL | None"))
    BaseChain.__annotations__.update(encapsulating="AnyURL | BaseContext | None", default="AnyURL")
    # The constructor of a row has private types in its annotations too. The reference shows these types instead.
    Row.__annotations__.update(syntax=str, when=Callable[[Callable[..., "str | None"]], bool] | None)
    # There is another `Request` in `urldom.scrapy`.
    TreeDocument.request.__annotations__["return"] = "urldom.http.Request | None"
    TreeDocument.submission.__annotations__["return"] = "urldom.http.Request"
    # An alias is shown only by its name.
    TypeAliasForwardRef.__repr__ = lambda alias: alias.name  # type: ignore[method-assign]
    # The components of a pattern and of a result are properties. The reference shows the types of properties, so it
    # does not need them here.
    for described in URLPattern, URLPatternResult:
        described.__annotations__.clear()
    # The list of a class's attributes has the title "Attributes". The default is "Variables".
    for field in PyObject.doc_field_types:
        if field.name == "variable":
            field.label = "Attributes"
    connect: Callable[..., object] = app.connect
    connect("source-read", _without_last_lines)
    # This runs before napoleon, which would end a type at a colon between single backticks.
    connect("autodoc-process-docstring", _mark_up, priority=400)
    connect("autodoc-process-signature", _plain_signature)
    # This runs before autodoc, which writes the types into the lists.
    connect("object-description-transform", _plain_types, priority=400)
    connect("autodoc-skip-member", _skip_hints)
    connect("missing-reference", _find_public)
