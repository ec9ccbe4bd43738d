"""What the playground shows, worked out by urldom: the Python that runs in the page, by Pyodide.

The page hands in its state as JSON text and draws what comes back, JSON text too, in which a lone surrogate is an
escape. The module knows nothing of the page, so that it runs in any Python.
"""

from __future__ import annotations

import json
from contextlib import suppress
from copy import copy
from typing import Any, Final, TypedDict
from xml.etree.ElementTree import Element
from xml.parsers.expat import ExpatError, ParserCreate

from urldom import InvalidPatternError, InvalidURLError, RejectedValueError, URLDecomposition, URLPattern, explain
from urldom._standards.registry import STANDARD_NAMES
from urldom.trees import TreeDocument, parse

ATTRIBUTES: Final = ("protocol", "host", "hostname", "port", "pathname", "search", "hash")
#: The components of a pattern.
COMPONENTS: Final = ("protocol", "username", "password", "hostname", "port", "pathname", "search", "hash")
#: Of a document, the base URL of no more elements is shown.
MOST_ELEMENTS: Final = 100
#: The stack that Python has in a page is small; lxml takes no deeper documents either.
MOST_DEEP: Final = 256
_XML_BASE: Final = "{http://www.w3.org/XML/1998/namespace}base"


class State(TypedDict):
    """What is filled in."""

    url: str
    base: str | None
    #: The name of the standard by which the URL is explained.
    standard: str
    #: A label of the Encoding Standard.
    encoding: str
    #: Attributes to assign, each with its value, in this order.
    set: list[tuple[str, str]]
    #: The XML of the document, and the URL at which it was found.
    document: str
    address: str
    #: Whether `xml:base` counts; `None` for what the standard says.
    xml_base: bool | None


class PatternState(TypedDict):
    """The fields of the page for patterns."""

    pattern: str
    base: str | None
    ignore_case: bool
    url: str


def answer(state: str) -> str:
    """All that is shown for the state of a page, both as JSON text.

    Raises `LookupError` for an unknown encoding and `ValueError` for an unknown standard; the page offers neither.
    """
    decoded: Any = json.loads(state)
    if "pattern" in decoded:
        return json.dumps(match(decoded))
    given: State = decoded
    return json.dumps(
        {
            "columns": [column(given, standard) for standard in STANDARD_NAMES],
            "explanation": explanation(given),
            "document": document(given),
        }
    )


def column(state: State, standard: str) -> dict[str, Any]:
    """The URL by a standard: `href` and the seven attributes after the assignments, the `error` that says why there is
    no absolute URL, and the `refusals`, the assignments that changed nothing, each by its index and with its reason."""
    url = URLDecomposition(state["url"], state["base"], standard=standard, encoding=state["encoding"])
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
        "refusals": refusals,
    }


def _assign(url: URLDecomposition, attribute: str, value: str) -> str | None:
    """Assigns as a script does, which hears of nothing, and returns why the URL stays as it is."""
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


def explanation(state: State) -> dict[str, Any]:
    """How the chosen standard reads the URL: what `urldom.explain` says, and behind its steps those of the assignments,
    each with the index of its assignment. What an assignment makes is the result then."""
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
        # The URL is parsed for both; what is told of the one only is the assignment.
        told["steps"] += [step | {"assignment": index} for step in assigned["steps"][len(parsed.steps) :]]
        told |= {name: assigned[name] for name in ("result", "reason", "result_components")}
    return told


def document(state: State) -> dict[str, Any]:
    """The base URL of each element of the document, and what the URL is there, by the chosen standard.

    `error` says why there is no document: that it is not well-formed, or has elements more than `MOST_DEEP` deep in
    each other. `innermost` is the index of the deepest element, the first of these.
    """
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
    """Raises `ValueError` where elements stand too deep in each other; what else is wrong is left to who parses it."""
    depth = 0

    def start(name: str, attributes: dict[str, str]) -> None:
        nonlocal depth
        depth += 1
        if depth > MOST_DEEP:
            raise ValueError(f"its elements stand more than {MOST_DEEP} deep in each other")

    def end(name: str) -> None:
        nonlocal depth
        depth -= 1

    parser = ParserCreate()
    parser.StartElementHandler = start
    parser.EndElementHandler = end
    with suppress(ExpatError, UnicodeEncodeError):
        parser.Parse(document, True)


def _elements(root: Element) -> list[tuple[Element, int]]:
    """The elements in tree order, each with its depth; without comments and processing instructions."""
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
    """How a pattern matches a URL: what `URLPattern.explain` returns, its text, and `python`, a program that prints
    that. `error` says why there is no pattern."""
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
        return {"error": str(error), "python": python}
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
