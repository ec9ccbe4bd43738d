"""The `template` elements from which a browser makes shadow trees while it parses a page (HTML
Standard 13.2.6.4.4, *A start tag whose tag name is "template"*)."""

from __future__ import annotations

from typing import Final

from urldom.trees._table import ascii_lower
from urldom.trees._tree import Node, Tree, html_name, local_name

#: The elements of HTML that can have a shadow tree (DOM Standard 4.2.14, *valid shadow host name*),
#: besides custom elements.
_HOSTS: Final = frozenset(
    [
        *("article", "aside", "blockquote", "body", "div", "footer", "h1", "h2", "h3", "h4", "h5"),
        *("h6", "header", "main", "nav", "p", "section", "span"),
    ]
)
#: The names with a hyphen that are not *valid custom element names* (HTML Standard 4.13.2).
_RESERVED: Final = frozenset(
    [
        *("annotation-xml", "color-profile", "font-face", "font-face-format", "font-face-name"),
        *("font-face-src", "font-face-uri", "missing-glyph"),
    ]
)


def find_inert(tree: Tree) -> list[Node]:
    """Return the `template` elements that stay templates, and the `noscript` elements. A browser
    with scripts ignores their content."""
    hosts: dict[int, Node] = {}  # The elements are kept alive, so that each key stays its own.
    found = list(tree.find(html_name(tree, "noscript")))
    for node in tree.find(html_name(tree, "template")):
        parent = tree.parent(node)
        if parent is None or not _has_mode(tree, node) or not _can_be_host(tree, parent):
            found.append(node)
        elif tree.key(parent) in hosts or tree.shadow_children(parent):
            found.append(node)  # The first template has made the shadow tree.
        else:
            hosts[tree.key(parent)] = parent
    return found


def _has_mode(tree: Tree, template: Node) -> bool:
    """Return `True` if a `template` declares a shadow tree."""
    return ascii_lower(tree.get(template, "shadowrootmode")) in ("open", "closed")


def _can_be_host(tree: Tree, node: Node) -> bool:
    """Return `True` if an element can have a shadow tree: one of `_HOSTS`, or a custom element."""
    name = local_name(tree.name(node))
    if tree.name(node) != html_name(tree, name):
        return False  # an element of SVG or MathML
    return name in _HOSTS or ("-" in name and "a" <= name[0] <= "z" and name not in _RESERVED)
