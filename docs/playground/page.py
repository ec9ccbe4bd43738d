"""Compute the results that the playground shows. Pyodide runs this module in the page. Any Python
can import it too.

The page calls `answer` with its state as JSON text, and shows the result, which is also JSON text.
Both texts escape lone surrogates."""

from __future__ import annotations

import json
from contextlib import suppress
from copy import copy
from importlib.metadata import version
from platform import python_version
from typing import Any, Final, TypedDict
from xml.etree.ElementTree import Element
from xml.parsers.expat import ExpatError, ParserCreate

from urldom import (
    InvalidPatternError,
    InvalidURLError,
    RejectedValueError,
    URLDecomposition,
    URLPattern,
    explain,
)
from urldom._core.standards.registry import STANDARD_NAMES
from urldom.readings import Reading, readings
from urldom.readings._reading import COMPARED
from urldom.trees import TreeDocument, parse

ATTRIBUTES: Final = ("protocol", "host", "hostname", "port", "pathname", "search", "hash")
#: The components of a pattern.
COMPONENTS: Final = (
    "protocol",
    "username",
    "password",
    "hostname",
    "port",
    "pathname",
    "search",
    "hash",
)
#: The greatest number of elements whose base URLs the page shows.
MOST_ELEMENTS: Final = 100
#: The greatest depth of a document, because Python's stack in a page is small. lxml has the same
#: limit.
MOST_DEEP: Final = 256
_XML_BASE: Final = "{http://www.w3.org/XML/1998/namespace}base"


class State(TypedDict):
    """The fields of the page for URLs."""

    url: str
    base: str | None
    #: The name of the standard that the explanation and the document follow.
    standard: str
    #: A label of the Encoding Standard.
    encoding: str
    #: The assignments, in order. Each is a pair of an attribute and a value.
    set: list[tuple[str, str]]
    #: The XML of the document, and the document's address.
    document: str
    address: str
    #: `True` follows `xml:base`, and `False` ignores it. `None` does what the standard does by
    #: default.
    xml_base: bool | None
    #: The host that the browser reads, or `None` if the browser rejects the URL.
    browser_host: str | None
    #: Whether the other Python libraries are loaded.
    has_libraries: bool


class PatternState(TypedDict):
    """The fields of the page for patterns."""

    pattern: str
    base: str | None
    ignore_case: bool
    url: str


def answer(state: str) -> str:
    """Return everything that a page shows for its state. The state and the result are JSON text.

    Raises `LookupError` for an unknown encoding, and `ValueError` for an unknown standard.
    """
    decoded: Any = json.loads(state)
    if "pattern" in decoded:
        return json.dumps(match(decoded))
    given: State = decoded
    return json.dumps(
        {
            "columns": [column(given, standard) for standard in STANDARD_NAMES],
            "browser_key": host_key(given["browser_host"]),
            "libraries": libraries(given),
            "python": program(given),
            "explanation": explanation(given),
            "document": document(given),
        }
    )


def column(state: State, standard: str) -> dict[str, Any]:
    """Return the result of a standard after the assignments: `href`, the seven attributes, and the
    `error`.

    `key` is equal for two readers that find the same host. `refusals` lists the assignments that
    did not change the URL. Each of them has its index and the reason."""
    url = URLDecomposition(
        state["url"], state["base"], standard=standard, encoding=state["encoding"]
    )
    refusals = []
    for index, (attribute, value) in enumerate(state["set"]):
        reason = _assign(url, attribute, value)
        if reason is not None:
            refusals.append({"index": index, "reason": reason})
    return {
        "standard": standard,
        "href": url.href,
        "error": None if url.error is None else url.error.reason,
        "attributes": {attribute: getattr(url, attribute) for attribute in ATTRIBUTES},
        "key": host_key(url.hostname),
        "refusals": refusals,
    }


def host_key(host: str | None) -> str | None:
    """Return the host in the form that `urldom.readings` compares, or `None` if there is no
    host."""
    key = COMPARED["host"](Reading(host=host or None))
    return None if key is None else str(key)


def start_libraries() -> None:
    """Import the libraries, so that the first question after the start is answered quickly."""
    readings("http://example.com/")


def libraries(state: State) -> list[dict[str, Any]] | None:
    """Return the name, the version and the host of each Python library, in the order of
    `urldom.readings`.

    The list is empty if there are assignments, because `urldom.readings` reads URLs only. The
    result is `None` if the libraries are not loaded."""
    if not state["has_libraries"]:
        return None
    if state["set"]:
        return []
    found = readings(state["url"], state["base"])
    return [
        {
            "name": name,
            "version": (
                f"Python {python_version()}" if name.startswith("urllib.") else version(name)
            ),
            "host": reading.host or "",
            "key": host_key(reading.host),
            "error": reading.error,
        }
        for name, reading in found.items()
        if name not in STANDARD_NAMES
    ]


def _assign(url: URLDecomposition, attribute: str, value: str) -> str | None:
    """Assign a value without raising an error, as a script in a browser does. If the value is
    rejected, return the reason."""
    before = copy(url)
    try:
        setattr(url, attribute, value)
        if url == before:
            before.assign(**{attribute: value})
    except InvalidURLError as error:
        return error.reason
    except RejectedValueError as error:
        return error.reason
    except AttributeError as error:
        return str(error)
    return None


def program(state: State) -> str:
    """Return a Python program that prints the attributes under each standard."""
    arguments = [repr(state["url"])]
    if state["base"] is not None:
        arguments.append(repr(state["base"]))
    arguments.append("standard=standard")
    if state["encoding"] != "utf-8":
        arguments.append(f"encoding={state['encoding']!r}")
    lines = [
        "from urldom import URLDecomposition",
        "",
        f"for standard in {STANDARD_NAMES!r}:",
        f"    url = URLDecomposition({', '.join(arguments)})",
    ]
    for attribute, value in state["set"]:
        if attribute not in ATTRIBUTES:
            lines += ['    if standard == "whatwg":', f"        url.{attribute} = {value!r}"]
        else:
            lines.append(f"    url.{attribute} = {value!r}")
    lines += [
        (
            "    print(standard, repr(url.href) if url.error is None else f'rejects it:"
            " {url.error.reason}')"
        ),
        "    if url.error is None:",
        f"        for name in {ATTRIBUTES!r}:",
        "            print(f'    {name} = {getattr(url, name)!r}')",
    ]
    return "\n".join(lines) + "\n"


def explanation(state: State) -> dict[str, Any]:
    """Return the steps of `urldom.explain` for the URL and then for the assignments, under the
    chosen standard.

    Each step of an assignment contains the index of the assignment. The explanation also contains
    the URL after the assignments."""
    standard, encoding = state["standard"], state["encoding"]
    told = explain(state["url"], state["base"], standard=standard, encoding=encoding).to_json()
    url = URLDecomposition(state["url"], state["base"], standard=standard, encoding=encoding)
    for index, (attribute, value) in enumerate(state["set"]):
        if attribute not in url.standard.attributes:
            continue
        before = copy(url)
        setattr(url, attribute, value)
        parsed = explain(before)
        assigned = explain(before, set={attribute: value}).to_json()
        # The explanation of an assignment begins with the steps of parsing. They are skipped,
        # because `told` already contains them.
        told["steps"] += [
            step | {"assignment": index} for step in assigned["steps"][len(parsed.steps) :]
        ]
        told |= {name: assigned[name] for name in ("result", "reason", "result_components")}
    return told


def document(state: State) -> dict[str, Any]:
    """Return the base URL of each element, and the URL resolved against this base, under the chosen
    standard.

    `error` is the reason if the document is not well-formed, or has a depth of more than
    `MOST_DEEP`. `innermost` is the index of the first element at the greatest depth."""
    try:
        _check_depth(state["document"])
        page = parse(
            state["document"],
            state["address"],
            content_type="application/xml",
            encoding=state["encoding"],
            parser="xml.etree",
            standard=state["standard"],
            xml_base=state["xml_base"],
        )
    except ValueError as error:
        return {"error": str(error), "elements": [], "innermost": None, "left_out": 0}
    nodes = _elements(page.tree)
    elements = [_element(state, page, node, depth) for node, depth in nodes[:MOST_ELEMENTS]]
    depths = [element["depth"] for element in elements]
    return {
        "error": None,
        "xml_base": page.xml_base,
        "elements": elements,
        "innermost": depths.index(max(depths)),
        "left_out": len(nodes) - len(elements),
    }


def _check_depth(document: str) -> None:
    """Raise `ValueError` if the document is nested too deep. This check ignores other errors,
    because the parser reports them later."""
    depth = 0

    def start(name: str, attributes: dict[str, str]) -> None:
        nonlocal depth
        depth += 1
        if depth > MOST_DEEP:
            raise ValueError(f"its elements are nested more than {MOST_DEEP} deep")

    def end(name: str) -> None:
        nonlocal depth
        depth -= 1

    parser = ParserCreate()
    parser.StartElementHandler = start
    parser.EndElementHandler = end
    with suppress(ExpatError, UnicodeEncodeError):
        parser.Parse(document, True)


def _elements(root: Element) -> list[tuple[Element, int]]:
    """Return pairs of an element and its depth, in tree order. Comments and processing instructions
    are left out."""
    found = []
    waiting = [(root, 0)]
    while waiting:
        node, depth = waiting.pop()
        if isinstance(node.tag, str):
            found.append((node, depth))
            waiting += [(child, depth + 1) for child in reversed(node)]
    return found


def _element(state: State, page: TreeDocument, node: Element, depth: int) -> dict[str, Any]:
    base_url = page.base_url_of(node)
    url = URLDecomposition(state["url"], base_url, standard=page.standard, encoding=page.encoding)
    name = node.tag.rpartition("}")[2]
    return {
        "name": name,
        "depth": depth,
        "base_href": node.get("href") if name == "base" else None,
        "xml_base": node.get(_XML_BASE),
        "base_url": base_url,
        "href": None if url.error is not None else url.href,
        "error": None if url.error is None else url.error.reason,
    }


def match(state: PatternState) -> dict[str, Any]:
    """Return the explanation of a match, its text, and `python`, which is a program that prints
    this text.

    `error` is the reason if the pattern cannot be read. `is_invalid` is `False` if the reason is a
    library that the page does not have."""
    arguments = [repr(state["pattern"])]
    if state["base"] is not None:
        arguments.append(repr(state["base"]))
    if state["ignore_case"]:
        arguments.append("ignore_case=True")
    python = (
        f"from urldom import URLPattern\n\npattern = URLPattern({', '.join(arguments)})\n"
        f"print(pattern.explain({state['url']!r}))\n"
    )
    try:
        pattern = URLPattern(state["pattern"], state["base"], ignore_case=state["ignore_case"])
    except (InvalidPatternError, ModuleNotFoundError) as error:
        return {
            "error": str(error),
            "is_invalid": isinstance(error, InvalidPatternError),
            "python": python,
        }
    explanation = pattern.explain(state["url"])
    result = pattern.exec(state["url"])
    patterns = {name: getattr(pattern, name) for name in COMPONENTS}
    groups = {name: {} if result is None else getattr(result, name).groups for name in COMPONENTS}
    explained = {one.name: one for one in explanation.components}
    return {
        "error": None,
        "python": python,
        "matched": explanation.matched,
        "reason": explanation.reason,
        "text": str(explanation),
        "components": [
            {
                "name": name,
                "pattern": patterns[name],
                "input": explained[name].input if name in explained else None,
                "matched": name in explained and explained[name].matched,
                "reason": explained[name].reason if name in explained else None,
                "groups": groups[name],
            }
            for name in COMPONENTS
        ],
    }
