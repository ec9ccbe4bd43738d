"""The places of URLs in a tree, and their base URLs, found by a plain walk through all elements.

The walk uses the adapters of the libraries and the rows of the table, but no search, no index and
no table of namespaces. Base URLs come from chains of `Document` and `Element`, which are the object
model's own writing of XML Base. For a tree without namespaces, the walk follows the HTML Standard
13.2.6, "tree construction dispatcher", and 13.2.6.5, "the rules for parsing tokens in foreign
content"."""

from __future__ import annotations

from urldom import Element
from urldom.trees._table import ANY, HTML, MATHML, OPML, RSS, SVG, TEXT, XLINK, XML

XML_BASES = (f"{{{XML}}}base", "xml:base", "xmlU0003Abase")
#: The namespace of elements without one, by the name of the root element.
OF_BARE_NAMES = {
    "rss": RSS,
    "opml": OPML,
    "{http://www.w3.org/2005/Atom}feed": "http://www.w3.org/2005/Atom",
}
#: The start tags that "break out" of foreign content.
BREAKOUTS = """
b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing menu meta nobr ol
p pre ruby s small span strong strike sub sup table tt u ul var
"""


def places(tree, rows, document):
    """Return the node, local name, attribute, value, row and base URL of each place, in tree
    order."""
    found = []
    #: For each open element: its namespace, its local name, and a function that reads its
    #: attributes.
    path = [(HTML, "", lambda name: None)]
    root = "" if tree.is_bare else OF_BARE_NAMES.get(tree.root_name, "")

    def visit(node, context):
        name = tree.name(node)
        if not isinstance(name, str):
            return

        def get(attribute, default=None):
            value = tree.get(node, attribute)
            return default if value is None else value

        namespace, _, written = name.rpartition("}")
        local = written.lower() if tree.is_bare else written
        namespace = namespace[1:] or (foreign_or_html(path, local, get) if tree.is_bare else root)
        xml_base = next(
            (value for name in XML_BASES if (value := tree.get(node, name)) is not None), None
        )
        context = context if xml_base is None else Element(context, xml_base=xml_base)
        in_any_case = namespace in (RSS, OPML)

        def get_in_any_case(attribute, default=None):
            names = {each.lower(): each for each in tree.attribute_names(node)}
            return get(names.get(attribute.lower(), attribute), default)

        read = get_in_any_case if in_any_case else get
        matching = [
            row
            for row in rows
            if row.namespace in (namespace, ANY)
            and (
                row.element == ANY
                or (row.element.lower() == local.lower() and (tree.is_bare or in_any_case))
                or row.element == local
            )
        ]
        for attribute in tree.attribute_names(node):
            if attribute not in XML_BASES:
                spelled = [
                    row
                    for row in matching
                    if attribute in spellings(tree, row.attribute, namespace)
                    or (in_any_case and row.attribute.lower() == attribute.lower())
                ]
                row = next((row for row in spelled if row.when is None or row.when(read)), None)
                if row is not None:
                    found.append((node, written, attribute, get(attribute), row, context.base_url))
        texts = [row for row in matching if row.attribute == TEXT]
        row = next((row for row in texts if row.when is None or row.when(read)), None)
        if row is not None:
            found.append((node, written, None, tree.text(node), row, context.base_url))
        path.append((namespace, local, get))
        depth = len(path)
        for child in tree.children(node):
            visit(child, context)
        assert len(path) == depth
        path.pop()

    visit(tree.root, document)
    return found


def spellings(tree, attribute, namespace):
    names = {attribute, attribute.lower()} if tree.is_bare else {attribute}
    if tree.is_bare and namespace in (SVG, MATHML):
        names |= {attribute.replace(f"{{{XLINK}}}", "xlink:").replace(f"{{{XML}}}", "xml:")}
    return names - {TEXT}


def is_like_html(namespace, local, get):
    """Return whether the content of an element is parsed as HTML, at least for most start tags."""
    if namespace == MATHML and local == "annotation-xml":  # an HTML integration point
        return (get("encoding") or "").lower() in ("text/html", "application/xhtml+xml")
    return (
        namespace == HTML
        or (
            namespace == SVG and local in ("foreignobject", "desc", "title")
        )  # an HTML integration point
        or (
            namespace == MATHML and local in ("mi", "mo", "mn", "ms", "mtext")
        )  # a MathML text integration point
    )


def foreign_or_html(path, local, get):
    """Return the namespace of a new element. If its start tag breaks out of foreign content, change
    the path, as the parser of the Standard closes the foreign elements."""
    namespace, above, get_above = path[-1]
    if is_like_html(namespace, above, get_above):
        is_point_of_text = namespace == MATHML and above != "annotation-xml"
        if is_point_of_text and local in ("mglyph", "malignmark"):
            return MATHML
        return {"svg": SVG, "math": MATHML}.get(local, HTML)
    if (namespace, above, local) == (MATHML, "annotation-xml", "svg"):
        return SVG
    if local in BREAKOUTS.split() or (
        local == "font" and any(get(name) is not None for name in ("color", "face", "size"))
    ):
        for i in reversed(range(len(path))):
            if is_like_html(*path[i]):
                break
            path[i] = (HTML, "", lambda name: None)
        return HTML
    return namespace
