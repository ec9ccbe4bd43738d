"""Tells XML from HTML by the first tag of a document whose type nobody names."""

from __future__ import annotations

import re
from typing import Final, Literal, TypeAlias

from urldom.trees._table import HTML, MATHML, SVG

#: The syntax of a document. `"xhtml"` is parsed as XML if it is well-formed, or else as HTML.
Syntax: TypeAlias = Literal["html", "xml", "xhtml"]

_SPACES: Final = r"[ \t\r\n]"
_FIRST_TAG: Final = re.compile(
    rf"<(?P<doctype>!DOCTYPE{_SPACES}+)?(?:(?P<prefix>[A-Za-z_][\w.-]*):)?"
    rf"(?P<local>[A-Za-z_][\w.-]*)(?![^ \t\r\n/>\[])"
)
_ATTRIBUTE: Final = re.compile(
    rf"{_SPACES}+([^\s=<>/\"']+){_SPACES}*={_SPACES}*(?:\"([^\"<]*)\"|'([^'<]*)')"
)
_OF_PAGES: Final = (HTML, SVG, MATHML)
#: The elements of the HTML Standard, also the obsolete ones, and the roots of SVG and MathML. A
#: page, or a piece of one, may begin with each, and may declare any namespace.
_ELEMENTS: Final = """
a abbr acronym address applet area article aside audio b base basefont bdi bdo bgsound big blink
blockquote body br button canvas caption center cite code col colgroup data datalist dd del
details dfn dialog dir div dl dt em embed fieldset figcaption figure font footer form frame
frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe img input ins isindex kbd keygen
label legend li link listing main map mark marquee math menu meta meter multicol nav nextid
nobr noembed noframes noscript object ol optgroup option output p param picture plaintext pre
progress q rb rp rt rtc ruby s samp script search section select slot small source spacer span
strike strong style sub summary sup svg table tbody td template textarea tfoot th thead time
title tr track tt u ul var video wbr xmp
"""
_OF_HTML: Final = frozenset(_ELEMENTS.split())


def syntax_of_first_tag(text: str, position: int) -> Syntax:
    """Return the syntax of a document whose first tag or document type is at a position.

    The syntax is `"xml"` for the root of a vocabulary in its namespace. It is `"xhtml"` if only the
    name or only the namespace is of XML. A document that is not well-formed is HTML then."""
    tag = _FIRST_TAG.match(text, position)
    if tag is None or tag["local"].lower() in _OF_HTML:
        return "html"
    from urldom.trees._vocabularies import is_root, vocabulary_of

    local = tag["local"]
    if tag["doctype"]:
        return "xhtml" if is_root(local) else "html"
    declared = {
        prefix: namespace
        for prefix, namespace in _declared(text, tag.end()).items()
        if not _is_of_pages(namespace)
    }
    own = declared.get(tag["prefix"] or "")
    if own is not None and vocabulary_of(f"{{{own}}}{local}") is not None:
        return "xml"
    # The name of a custom element has a hyphen.
    is_foreign = own is not None or (bool(declared) and "-" not in local)
    return "xhtml" if is_foreign or is_root(local) else "html"


def _declared(text: str, position: int) -> dict[str, str]:
    """Return the namespaces that a tag declares, by their prefixes, given the end of its name."""
    declared: dict[str, str] = {}
    while attribute := _ATTRIBUTE.match(text, position):
        position = attribute.end()
        name, *values = attribute.groups("")
        keyword, _, prefix = name.partition(":")
        if keyword == "xmlns":
            declared[prefix] = "".join(values)
    return declared


def _is_of_pages(namespace: str) -> bool:
    from urldom.trees._vocabularies import table_namespace

    return not namespace or table_namespace(namespace) in _OF_PAGES
