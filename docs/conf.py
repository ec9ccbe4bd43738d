"""The documentation site: `python -m sphinx -W --keep-going -b html docs SITE`, with the group
`docs`."""

from __future__ import annotations

import html
import importlib
import re
from collections.abc import Callable
from typing import Any
from urllib.parse import quote

from docutils import nodes
from sphinx.domains.python import PyObject
from sphinx.pycode import ModuleAnalyzer
from sphinx.util.inspect import TypeAliasForwardRef

import urldom
from urldom import BaseChain, Element, Standard, URLDecomposition
from urldom.patterns import URLPattern, URLPatternMatch, URLPatternResult
from urldom.trees import Row, TreeDocument

project = "urldom"
copyright = "the urldom authors"
version = release = urldom.__version__

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.autosummary",
    "sphinx.ext.napoleon",
    "sphinx_copybutton",
    "sphinx_design",
]
# The playground has its own build.
exclude_patterns = ["playground"]
html_theme = "furo"
html_title = "urldom"
html_static_path = ["_static"]
html_css_files = ["urldom.css"]
html_copy_source = False
# In furo's default for the dark theme, the comments are hard to read.
pygments_dark_style = "a11y-dark"
# The contents of a class's page name its members without the name of the class, so that most names
# fit into a line.
toc_object_entries_show_parents = "hide"

# The button of a session copies the input without prompts. A line of dots alone ends a block, so it
# becomes an empty line, without which an interpreter would reject the next statement. A block
# without prompts is copied whole.
copybutton_prompt_text = r">>> |\.\.\.(?: |$)|\$ "
copybutton_prompt_is_regexp = True
copybutton_only_copy_prompt_lines = True
copybutton_line_continuation_character = "\\"

# Links can lead to each heading of the first three levels, by the name that GitHub gives the
# heading.
myst_heading_anchors = 3
# Colons, instead of backticks, can enclose a directive. The glossary uses them, so that it is also
# readable as plain Markdown.
myst_enable_extensions = ["colon_fence"]

autodoc_member_order = "bysource"
# The types in the lists (`Args:`, `Returns:`, `Raises:`, `Attributes:`) come from the annotations.
autodoc_typehints = "both"
autodoc_typehints_description_target = "documented_params"
autosummary_generate = False
napoleon_numpy_docstring = False
napoleon_use_ivar = True
# Without this, "D.keys() -> a set-like object" in an inherited docstring would be a signature with
# a return type.
autodoc_docstring_signature = False
#: The aliases of types, which signatures show by name. The reference defines each of them with
#: `py:type`.
autodoc_type_aliases = {
    name: name
    for name in (
        "AnyURL",
        "Base",
        "Callback",
        "Column",
        "Destination",
        "ExprOrSeries",
        "Files",
        "Function",
        "HeaderValue",
        "Headers",
        "Input",
        "Kind",
        "Mode",
        "Names",
        "Node",
        "Outer",
        "Pairs",
        "Pattern",
        "Patterns",
        "PlainValue",
        "StandardLike",
        "Value",
        "Values",
    )
}
add_module_names = False
python_use_unqualified_type_names = True
python_maximum_signature_line_length = 88

# A type without a definition is an error: it must be in the reference or in one of the two lists
# below.
nitpicky = True
#: The types of other libraries, which are not links, because the build downloads no inventories.
nitpick_ignore_regex = [
    ("py:class", r"(pandas|pd|polars|pl|pyarrow|pyspark|np|numpy|hypothesis|st)\..*"),
    ("py:class", r"(.*\.)?(DuckDBPyConnection|SparkSession|SearchStrategy)"),
    (
        "py:class",
        r"(.*\.)?(Array|BaseSettings|CallbackT|ChunkedArray|CookiesT|Crawler|Failure|Response|Selector|TextResponse)",
    ),
]
#: The chapters of Python's manual that describe types, each with the names of these types.
PYTHON_TYPES = {
    "library/collections.abc": (
        "Callable Collection Iterable Iterator Mapping MutableMapping Sequence Set"
    ),
    "library/constants": "None",
    "library/datetime": "date",
    "library/decimal": "Decimal",
    "library/enum": "Enum",
    "library/functions": "bool float int object",
    "library/ipaddress": "IPv4Address IPv6Address",
    "library/os": "PathLike",
    "library/stdtypes": "bytearray bytes dict frozenset list memoryview set str tuple",
    "library/typing": "Any AnyStr IO Literal SupportsIndex",
    "library/urllib.parse": (
        "DefragResult DefragResultBytes ParseResult ParseResultBytes SplitResult SplitResultBytes"
    ),
    "library/uuid": "UUID",
}
#: The modules whose names do not precede a name in an anchor of the manual
_WITHOUT_MODULE = ("constants", "functions", "stdtypes")


def _python_addresses() -> dict[str, str]:
    """Map each name of `PYTHON_TYPES` to its address in Python's manual."""
    addresses: dict[str, str] = {}
    for chapter, names in PYTHON_TYPES.items():
        module = chapter.removeprefix("library/")
        for name in names.split():
            anchor = name if module in _WITHOUT_MODULE else f"{module}.{name}"
            addresses[name] = f"https://docs.python.org/3/{chapter}.html#{anchor}"
    return addresses


PYTHON_ADDRESSES = _python_addresses()

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
    """Map each public name to its full name in the reference. If two modules export a name, the
    first module counts."""
    names: dict[str, str] = {}
    for module_name in PUBLIC_MODULES:
        module = importlib.import_module(module_name)
        for name in getattr(
            module, "__all__", ["Params"] if module_name == "urldom.params" else []
        ):
            names.setdefault(name, f"{module_name}.{name}")
    return names


PUBLIC = _public_names()
#: A doctest up to the next empty line, a span of code, or a citation of a ruling.
_MARKED = re.compile(
    r"^[ \t]*>>> (?s:.*?)(?:\n[ \t]*\n|\Z)|(?<!`)`(?P<span>[^`]+)`(?!`)|\bruling"
    r" (?P<ruling>[0-9]+)",
    re.MULTILINE,
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


def _mark_up(
    app: object, what: str, name: str, obj: object, options: object, lines: list[str]
) -> None:
    """Convert code between single backticks, as in Markdown. Public names and rulings become
    links."""
    lines[:] = _MARKED.sub(_marked, "\n".join(lines)).split("\n")


def _skip_hints(
    app: object, what: str, name: str, obj: object, skip: bool, options: object
) -> bool | None:
    """Leave out attributes that only raise an error with the right name."""
    getter = obj.fget if isinstance(obj, property) else None
    return (
        True if getter is not None and getter.__annotations__.get("return") == "NoReturn" else None
    )


def _find_type(app: Any, env: Any, node: Any, contnode: Any) -> Any:
    """Link a type in a signature to its definition: a public class, an alias that the reference
    defines, or Python's manual. The annotation has only the last name, or the name of the private
    module that defines the class."""
    if node.get("refdomain") != "py":
        return None
    target = node["reftarget"]
    name = target.rpartition(".")[2]
    domain = env.get_domain("py")
    for module in (node.get("py:module"), *PUBLIC_MODULES):
        found = domain.objects.get(f"{module}.{name}")
        if found is not None and found.objtype in ("class", "exception", "type"):
            return domain.resolve_xref(
                env, node["refdoc"], app.builder, "obj", f"{module}.{name}", node, contnode
            )
    if target in PUBLIC.values() or name not in PYTHON_ADDRESSES:
        return None
    return nodes.reference("", "", contnode, refuri=PYTHON_ADDRESSES[name], internal=False)


#: The type variables, each with the class that the reference shows instead.
_TYPE_VARIABLES = {"_URL": "URL", "_Self": "URLDecomposition", "_Value": "Any"}


def _plain(text: str) -> str:
    return re.sub(
        r"~?\b(?:[\w.]+\.)?(_URL|_Self|_Value)\b", lambda match: _TYPE_VARIABLES[match[1]], text
    )


def _plain_signature(
    app: object,
    what: str,
    name: str,
    obj: object,
    options: object,
    signature: str | None,
    returned: str | None,
) -> tuple[str | None, str | None]:
    """Replace each type variable in a signature by its class. Leave out private parameters, and
    unknown keywords."""
    signature = signature and re.sub(
        r", (?:\*\*unknown: Never|_\w+: [~\w. |]+ = None)", "", _plain(signature)
    )
    return signature, returned and _plain(returned)


def _plain_types(app: Any, *_: object) -> None:
    """Replace each type variable in the lists of parameters by its class."""
    document = getattr(
        app.env, "current_document", None
    )  # Sphinx 8.2 and later keep the types in this object.
    recorded = getattr(document, "autodoc_annotations", None) or app.env.temp_data.get(
        "annotations", {}
    )
    for types in recorded.values():
        types.update({name: _plain(text) for name, text in types.items()})


def _without_last_lines(app: object, name: str, source: list[str]) -> None:
    """Remove the empty line at the end of a session. The doctests of the pages need it, but readers
    do not."""
    source[0] = re.sub(r"\n\n```$", "\n```", source[0], flags=re.MULTILINE)


#: Matches the code of an absolute URL. `<TAB>` stands for a tab.
_ABSOLUTE = re.compile(r"(?:https?|ftp|wss?|file):.*[^:/].*", re.IGNORECASE | re.DOTALL)
#: Matches the title of a column whose URLs can be tried. URLs in the first column can be tried with
#: any other title.
_TRIED = re.compile(r"(?:the |an )?(?:URL|example|input)", re.IGNORECASE)
_NOT_TRIED = re.compile(r"\b(?:base|pattern|address)\b", re.IGNORECASE)
#: The pages whose tables have patterns, which look like URLs.
_WITH_PATTERNS = {"patterns", "migrate/w3lib"}


def try_it(app: Any, page: nodes.document, name: str) -> None:
    """Link each absolute URL that stands as code in a table, and that the table is about, to the
    playground."""
    if app.builder.format != "html" or name in _WITH_PATTERNS:
        return
    playground = app.builder.get_relative_uri(name, "playground/index")
    for table in page.findall(nodes.tgroup):
        titles = [
            entry.astext()
            for head in table.findall(nodes.thead)
            for entry in head.findall(nodes.entry)
        ]
        for row in (row for body in table.findall(nodes.tbody) for row in body.findall(nodes.row)):
            for index, (title, entry) in enumerate(
                zip(titles, row.findall(nodes.entry), strict=False)
            ):
                if _NOT_TRIED.search(title) or (index and not _TRIED.fullmatch(title)):
                    continue
                for code in [*entry.findall(nodes.literal)]:
                    url = code.astext().replace("<TAB>", "\t")
                    if _ABSOLUTE.fullmatch(url) and not isinstance(code.parent, nodes.reference):
                        # The URL is in the query, because link checkers look for an element with
                        # the fragment as its name. The playground moves the URL into the fragment.
                        address = f"{playground}?url={quote(url, safe='')}"
                        link = nodes.reference(
                            "",
                            "",
                            refuri=address,
                            reftitle="Try it in the playground",
                            classes=["try"],
                        )
                        code.replace_self(link)
                        link += code


def _mark_cells(app: object, doctree: nodes.document) -> None:
    """Give each cell that begins with yes or no a class, so that the style sheet can color it. Give
    each cell with a sentence another class, so that columns of code leave room for it."""
    for cell in doctree.findall(nodes.entry):
        answer = re.match(r"(yes|no)(?=$|[,:])", cell.astext())
        if answer:
            cell["classes"].append(f"answer-{answer[1]}")
        if (
            len(cell.astext()) - sum(len(code.astext()) for code in cell.findall(nodes.literal))
            > 20
        ):
            cell["classes"].append("sentence")


#: A place where inline code may continue in the next line, so that a URL does not break within a
#: word: after a slash or a separator, before a delimiter or an escape, and before a method
_BREAK = re.compile(
    r"(?<=[/;,=@])(?<!//)(?=[^/\s)\"'])|(?<=\()(?=[^)])|(?<=[^/?&#%\\(\[\"'\s])(?=[?&#\\]|%[0-9A-F]{2})|(?<=[)\]])(?=\.\w)"
)
#: The same for a name of 30 characters or more, and for one in a title or in the navigation
_BREAK_NAME = re.compile(r"(?<=[a-z]\.)(?=\w)|(?<=[a-z])(?=[A-Z])|(?<=_)(?=[a-z])")


def _breaking(pattern: re.Pattern[str], escaped: str) -> str:
    return "<wbr>".join(
        html.escape(part, quote=False) for part in pattern.split(html.unescape(escaped))
    )


def _break_code(match: re.Match[str]) -> str:
    is_long_name = re.fullmatch(r"[\w.]{30,}", match[0])
    return _breaking(_BREAK_NAME if is_long_name else _BREAK, match[0])


def _break_name(match: re.Match[str]) -> str:
    return _breaking(_BREAK_NAME, match[0])


def _allow_breaks(
    app: object, page: str, template: str, context: dict[str, Any], doctree: object
) -> None:
    """Mark the places where long code, titles and names in the navigation may continue in the next
    line."""
    if "body" in context:
        body = re.sub(r'(?<=<span class="pre">)[^<]{12,}(?=</span>)', _break_code, context["body"])
        body = re.sub(r"(?<=<h1>)\w{12,}(?=<)", _break_name, body)
        context["body"] = re.sub(r'<span class="sig-paren">\((?=</span><em)', r"\g<0><wbr>", body)
    for part in "toc", "furo_navigation_tree":
        if part in context:
            context[part] = re.sub(r"(?<=>)[\w.]{16,}(?=(?:\(\))?<)", _break_name, context[part])


#: For `parse` without its overloads: the type of the argument `standard`, and the return type.
PARSE_TYPES = {"standard": "StandardLike", "return": "ParsedURL | URIReference | GenericRL"}


def setup(app: Any) -> None:
    # The reference leaves out the overloads of `parse` and `resolve`. Their docstrings name the
    # type that each standard returns.
    analyzer = ModuleAnalyzer.for_module("urldom._core.objects.functions")
    analyzer.analyze()
    analyzer.overloads.clear()
    urldom.parse.__annotations__.update(PARSE_TYPES)
    urldom.resolve.__annotations__.update(PARSE_TYPES | {"standard": "StandardLike | None"})
    for method in Standard.parse, Standard.resolve:
        method.__annotations__["return"] = PARSE_TYPES["return"]
    # These annotations contain private types: a typed dictionary, an alias and the types of
    # converters. The reference shows public types instead.
    for method in URLDecomposition.assign, URLDecomposition.replace:
        method.__annotations__["values"] = "str | int | None"
    Element.__init__.__annotations__["kind"] = "Literal['hyperlink', 'cite'] | None"
    BaseChain.__annotations__.update(dict.fromkeys(["content", "retrieval"], "AnyURL | None"))
    BaseChain.__annotations__.update(encapsulating="AnyURL | BaseContext | None", default="AnyURL")
    # The constructor of a row has private types in its annotations too. The reference shows these
    # types instead.
    Row.__annotations__.update(
        syntax=str, empty=str, when="Callable[[Callable[[str], str | None]], bool] | None"
    )
    URLPatternResult.__init__.__annotations__["pieces"] = "Sequence[Any]"
    URLPatternMatch.__annotations__["value"] = Any
    # There is another `Request` in `urldom.scrapy`.
    TreeDocument.request.__annotations__["return"] = "urldom.http.Request | None"
    TreeDocument.submission.__annotations__["return"] = "urldom.http.Request"
    # An alias is shown only by its name.
    TypeAliasForwardRef.__repr__ = lambda alias: alias.name  # type: ignore[method-assign]
    # The components of a pattern and of a result are properties. The reference shows the types of
    # properties, so it does not need them here.
    for described in URLPattern, URLPatternResult:
        described.__annotations__.clear()
    # The list of a class's attributes has the title "Attributes". The default is "Variables".
    for field in PyObject.doc_field_types:
        if field.name == "variable":
            field.label = "Attributes"
    connect: Callable[..., object] = app.connect
    connect("source-read", _without_last_lines)
    connect("doctree-read", _mark_cells)
    # This runs after furo, which makes the navigation.
    connect("html-page-context", _allow_breaks, priority=900)
    # This runs before napoleon, which would end a type at a colon between single backticks.
    connect("autodoc-process-docstring", _mark_up, priority=400)
    connect("autodoc-process-signature", _plain_signature)
    # This runs before autodoc, which writes the types into the lists.
    connect("object-description-transform", _plain_types, priority=400)
    connect("autodoc-skip-member", _skip_hints)
    connect("missing-reference", _find_type)
    connect("doctree-resolved", try_it)
