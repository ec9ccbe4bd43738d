"""The URLs that a script reads from the attributes of the DOM (HTML Standard 2.6.1, *reflect*)."""

from __future__ import annotations

from functools import partial
from typing import Final

from urldom._core.errors import unknown_name, wrong_type
from urldom._core.standards import resolving
from urldom._core.standards.registry import find_engine
from urldom.trees._attribute_url import attribute_url
from urldom.trees._lookup import Lookup
from urldom.trees._page import Page
from urldom.trees._places import entry_at
from urldom.trees._table import HTML
from urldom.trees._tree import Node, Tree, html_name, local_name

#: The attributes of the DOM that reflect a URL, by elements, as in the HTML Standard's interfaces.
#: Each reflects the attribute of its name in lower case.
_REFLECTED: Final = {
    "a area base link": "href",
    "audio embed script source track": "src",
    "blockquote del ins q": "cite",
    "button": "formAction",
    "form": "action",
    "frame iframe": "src longDesc",
    "img": "src longDesc lowsrc",
    "input": "src formAction",
    "object": "data codeBase",
    "video": "src poster",
}
_NAMES: Final = {
    element: names.split() for elements, names in _REFLECTED.items() for element in elements.split()
}
#: If the attribute is missing or empty, these are the document's URL (HTML Standard 4.10.19.6).
_OF_FORMS: Final = ("action", "formAction")


def reflect(page: Page, node: Node, name: str) -> str:
    """Return the value of an attribute of the DOM. Raise `ValueError` unless the element has it and
    it is a URL."""
    tree, document = page.tree, page.document
    node = page.require_node(node)
    if not isinstance(name, str):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise wrong_type("a name", "a str", name)
    known = _names_of(tree, page.table, node)
    if name not in known:
        element = local_name(tree.name(node))
        if not known:
            raise ValueError(f"the element {element} reflects no URL: call url_of()")
        raise ValueError(unknown_name(f"URL that {element} reflects", name, known))
    attribute = name.lower()
    if not tree.get(node, attribute):
        resolve = partial(resolving.resolve_string, find_engine(document.standard).grammar)
        if name in _OF_FORMS:
            return resolve(document.address)
        if tree.name(node) == html_name(tree, "base"):  # HTML Standard 4.2.3, steps 2 and 3
            return resolve("", document.fallback_base_url)
    return attribute_url(document, tree, page.bases, page.table, node, attribute).href


def _names_of(tree: Tree, table: Lookup, node: Node) -> list[str]:
    """Return the names in the DOM of the URLs of an element, if the element is HTML's."""
    entry = entry_at(tree, table, node)
    names = _NAMES.get(entry.local.lower(), [])
    # In a bare tree, only the rows of its attributes show the namespace of an element.
    rows = [row for name in names for row in entry.attributes.get(name.lower(), ())]
    return names if any(row.namespace == HTML for row in rows) else []
