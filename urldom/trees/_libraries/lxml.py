"""lxml, for HTML and XML, and parsel, which makes trees of it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from copy import deepcopy
from functools import lru_cache, partial
from html import escape
from importlib import import_module
from importlib.util import find_spec
from io import BytesIO
from itertools import chain
from operator import methodcaller
from os import urandom
from typing import Any, Final

from urldom.trees._libraries.xml_etree import TailedTree
from urldom.trees._table import HTML, ascii_lower
from urldom.trees._tree import (
    INSTRUCTION_TARGETS,
    LITERAL,
    Comment,
    Library,
    Node,
    Tree,
    as_fragment,
    find_literal,
)
from urldom.trees._xml.prolog import XML_SPACES, declaration_of

#: The encodings that lxml may name for a page in another encoding, because it parsed a `str` or
#: libxml2 guessed.
_UNKNOWN_TO_LXML: Final = frozenset(
    ["UTF-8", "ISO-8859-1", "UTF-16LE", "UTF-16BE", "UTF-32LE", "UTF-32BE"]
)
#: The HTML attributes that libxml2 percent-encodes as UTF-8 when it writes them, and whose first
#: spaces it leaves out.
_ENCODED_ATTRIBUTES: Final = ("href", "action", "src", "name")
_NAMES: Final = "|".join(_ENCODED_ATTRIBUTES)
_FIND_NAME: Final = re.compile(rf" (?:{_NAMES})=")
#: Finds these attributes, and parts of a text that look like them.
_FIND_VALUES: Final = re.compile(rf"""( (?:{_NAMES})=(?:"[^"]*"|'[^']*'|))""")
#: The characters that libxml2 writes in these attributes.
_WRITTEN: Final = bytes([0, *range(ord("!"), 0x7F)]).translate(None, b"<>")
#: The elements that libxml2 moves, or whose text it reads literally while it writes references.
_DOUBTFUL: Final = (
    *("frameset", "iframe", "noembed", "noframes", "noscript", "plaintext", "template", "xmp"),
)
_EMPTY_ITEM: Final = "boolean(descendant-or-self::li[not(node())])"
_ADDED_META: Final = '<meta http-equiv="Content-Type" content="text/html; charset=UTF-8" />'
_FIND_BRACKET: Final = re.compile("[<>]")
#: html5lib's escape of a character in a name.
_ESCAPE: Final = re.compile("U([0-9A-F]{5})")


class LxmlTree(TailedTree):
    """A tree of lxml: an element or an element tree, from a parser for HTML or XML, or from
    html5lib's builder."""

    holds_only_xml: bool = True

    def __init__(self, tree: Any) -> None:
        super().__init__(tree)
        self.root_name: str = self.root.tag
        information = self.root.getroottree()
        parser = type(information.parser).__mro__
        self.is_loosely_parsed: bool = any(base.__name__ == "HTMLParser" for base in parser)
        self.is_bare: bool = self.is_loosely_parsed or self.root_name == "html"
        # If html5lib's builder made the tree, lxml gave the root element the prefix `html`.
        self._is_of_html5lib = self.root_name == f"{{{HTML}}}html" and self.root.prefix == "html"
        self.is_html: bool = self.is_bare or self._is_of_html5lib
        self._set_up_writing()
        encoding = information.docinfo.encoding
        self.encoding: str | None = None if encoding in _UNKNOWN_TO_LXML else encoding
        #: What lxml does not keep of a text: the XML declaration and the spaces at the end.
        self._declaration = ""
        self._last_spaces = ""

    def _set_up_writing(self) -> None:
        """Choose how the text of a tree is parsed again."""
        if self._is_of_html5lib:
            self.real_name = _real_name
            if find_spec("html5lib") is not None:
                self.parse_again = _parse_with_html5lib
            return
        self.knows_only_html = True
        self.parse_again = parse_html
        self.omits_tags = not self.is_loosely_parsed
        if self.root_name != "html":
            self.parse_again = partial(parse_fragment, context="body")

    parent: Callable[[Node], Node | None] = staticmethod(methodcaller("getparent"))

    def keep_source(self, text: str, parsed: str) -> None:
        self.keeps_declaration = True
        self._declaration = declaration_of(text)
        self._last_spaces = text[len(text.rstrip(XML_SPACES)) :]

    def set_text(self, node: Node, text: str) -> None:
        is_data = not self.is_html and self._is_data(node)
        super().set_text(node, text)
        if is_data and "]]>" not in text:
            node.text = import_module("lxml.etree").CDATA(text)

    def _is_data(self, node: Node) -> bool:
        """Return `True` if the text of an element without children has a CDATA section."""
        if len(node):
            return False
        etree: Any = import_module("lxml.etree")
        return b"<![CDATA[" in etree.tostring(node, with_tail=False)

    def children_named(self, node: Node, name: str) -> Iterable[Node]:
        yield from node.iterchildren(name)

    def write(self, encoding: str) -> str:
        whole = self.root.getroottree()
        etree: Any = import_module("lxml.etree")
        if not self.is_html:
            text = self._without_added_meta(str(etree.tostring(whole, encoding="unicode")))
            return f"{self._declaration}{text}{self._last_spaces}"
        write = partial(etree.tostring, method="html", encoding="unicode", with_tail=False)
        doctype = whole.docinfo.doctype
        parts = [f"{doctype}\n"] if doctype else []
        parts += map(write, self._before())
        parts.append(write_element(self.root))
        parts += map(write, self.root.itersiblings())
        return "".join(parts)

    def literal(self) -> frozenset[str]:
        return _literal() if self.is_bare else super().literal()

    def is_doubtful(self, text: str) -> bool:
        # libxml2 reads more literally than it writes, puts what is after `</html>` beside the root,
        # writes an `li` without content as `<li>`, and an attribute whose name begins with "=".
        found = chain(self.root.iter(*_DOUBTFUL), self.root.itersiblings("*"))
        if next(found, None) is not None or _has_odd_attribute(text):
            return True
        return bool(self.root.xpath(_EMPTY_ITEM))

    def may_run_more(self, source: str, text: str) -> bool:
        if self._is_of_html5lib:
            return True
        from urldom.trees._html_scripts import may_run_more_of

        return may_run_more_of(source, text, self.literal())

    def can_write(self) -> bool:
        return not self._is_of_html5lib

    def is_equal(self, other: Tree) -> bool:
        if not isinstance(other, LxmlTree) or self.is_fragment or self.omits_tags:
            return False
        if next(self.root.itersiblings("*"), None) is not None:
            return False  # XML has one root.
        return self._as_xml() == other._as_xml()

    def _as_xml(self) -> str:
        # libxml2's XML has every node, while its HTML has less.
        return str(
            import_module("lxml.etree").tostring(self.root.getroottree(), encoding="unicode")
        )

    def outermost(self) -> Iterator[Node | str | Comment]:  # pyright: ignore[reportIncompatibleVariableOverride]
        if self.is_fragment:
            yield from self.nodes(self.root.find("body"))
            return
        doctype = self.root.getroottree().docinfo.doctype
        if doctype:
            yield Comment(doctype, is_whole=True)
        for node in [*self._before(), self.root, *self.root.itersiblings()]:
            yield self._for_writer(node)

    def _for_writer(self, node: Node) -> Node | str | Comment:
        if isinstance(node.tag, str):
            return node
        etree: Any = import_module("lxml.etree")
        if node.tag is etree.Comment:
            return Comment(node.text or "")
        text = etree.tostring(node, method="html", encoding="unicode", with_tail=False)
        return Comment(text, is_whole=True)

    def _before(self) -> list[Node]:
        """Return the comments and instructions before the root."""
        return list(self.root.itersiblings(preceding=True))[::-1]

    def _without_added_meta(self, text: str) -> str:
        """Remove the `meta` that libxml2 writes into a `head` without one under a document type of
        XHTML 1.0. It would declare another encoding."""
        names = ("meta", f"{{{HTML}}}meta")
        if _ADDED_META not in text or any(
            ascii_lower(node.get("http-equiv")) == "content-type" for node in self.find(*names)
        ):
            return text
        return text.replace(_ADDED_META, "", 1)

    def instructions(self) -> Iterable[tuple[str, Node]]:
        if self.is_bare:
            return ()
        before = [(getattr(node, "target", None), node) for node in self._before()]
        return [(target, node) for target, node in before if target in INSTRUCTION_TARGETS]


class ParselTree(LxmlTree):
    """The lxml tree of a parsel `Selector` for HTML or XML, such as a selector of Scrapy."""

    def __init__(self, selector: Any) -> None:
        if not hasattr(selector.root, "getroottree"):
            raise ValueError(f"a Selector of the type {selector.type} has no tree of elements")
        super().__init__(selector.root)
        self.given = selector
        self._selector: type[Any] = type(selector)
        # parsel makes the tree from UTF-8, but a Scrapy selector refers to the response, which has
        # the page's encoding.
        self.encoding: str | None = getattr(getattr(selector, "response", None), "encoding", None)

    def element(self, node: Any) -> Node:
        return node.root if isinstance(node, self._selector) else node


def write_element(root: Node) -> str:
    """Return the text that lxml writes for an element of HTML, without changes to the values of
    attributes."""
    etree: Any = import_module("lxml.etree")
    write = partial(etree.tostring, encoding="unicode", with_tail=False)
    html: str = write(root, method="html")
    xml: str = write(root)  # This takes less time than a search for the attributes.
    if not ("%" in html or '=" ' in xml or '="&#' in xml):
        return html  # libxml2 has changed no value.
    text = _with_values(html, xml)
    return _write_with_marks(root, partial(write, method="html")) if text is None else text


def _with_values(text: str, xml: str) -> str | None:
    """Return HTML with the values of these attributes from the XML of the same tree, in which
    libxml2 does not percent-encode them, or `None` if they are unclear."""
    pieces, others = _FIND_VALUES.split(text), _FIND_VALUES.split(xml)
    written, values = pieces[1::2], others[1::2]
    all_written, all_values = "\0".join(written), "\0".join(values)
    # Both texts must have the same names, and none inside a value.
    names = _FIND_NAME.findall(all_written)
    if len(names) != len(written) or names != _FIND_NAME.findall(all_values):
        return None
    if len(names) != len(values):
        return None
    if all_written == all_values:
        return text
    # The name may also be in a script, which XML escapes, or in another attribute, which XML quotes
    # in its own way.
    in_script = escape(all_written, quote=False).split("\0") if "&" in all_written else written
    changed: list[str] = []
    for place, (name, raw, value) in enumerate(zip(names, in_script, values, strict=True)):
        old = written[place]
        is_attribute = raw != value and value.startswith(f'{name}"') and old != name
        if is_attribute:
            changed.append(old[len(name) :])
            pieces[2 * place + 1] = value
    # In XML, libxml2 writes a control character as U+FFFD. In HTML, it writes a comment without
    # escapes.
    has_odd_character = bool("\0".join(changed).encode().translate(None, _WRITTEN))
    if has_odd_character or "&#xFFFD;" in all_values or "&lt;!--" in all_values:
        return None
    return "".join(pieces)


def _write_with_marks(root: Node, write: Callable[[Node], str]) -> str:
    """Write a copy in which a number and a random mark, which no page contains by chance, replace
    the values."""
    mark = urandom(16).hex()
    copied = deepcopy(root)
    values: list[str] = []
    for name in _ENCODED_ATTRIBUTES:
        for node in copied.iter("*"):
            value = node.get(name)
            if value is not None:
                node.set(name, f"{mark}{len(values)}{mark}")
                values.append(escape(value).replace("\r", "&#13;"))
    pieces = write(copied).split(mark)
    pieces[1::2] = [values[int(number)] for number in pieces[1::2]]
    return "".join(pieces)


def parse_html(text: str) -> Tree:
    html: Any = import_module("lxml.html")
    parser = html.HTMLParser(encoding="utf-8", huge_tree=True)
    tree = html.parse(BytesIO(text.encode()), parser)
    if tree.getroot() is None:  # The text has no elements.
        tree = html.document_fromstring("<html/>")
    return LxmlTree(tree)


def _has_odd_attribute(text: str) -> bool:
    """Return `True` if an attribute's name may begin with "=". libxml2 writes brackets in values as
    references, so that the next bracket ends the tag."""
    position = 0
    while (position := text.find(" =", position)) != -1:
        bracket = _FIND_BRACKET.search(text, position)
        if bracket is None:
            return False
        if bracket[0] == ">":
            return True
        position = bracket.end()
    return False


@lru_cache(maxsize=1)
def _literal() -> frozenset[str]:
    return find_literal(parse_html, LITERAL)


def _real_name(name: str) -> str:
    """Return a name that html5lib escaped for lxml, because XML does not allow its characters."""
    return _ESCAPE.sub(lambda match: chr(int(match[1], 16)), name) if "U" in name else name


def _parse_with_html5lib(text: str) -> Tree:
    return LxmlTree(import_module("html5lib").parse(text, treebuilder="lxml"))


def parse_fragment(text: str, context: str) -> Tree:
    tree = parse_html(f"<!DOCTYPE html><html><body>{text}")
    body = tree.root.find("body")
    body.attrib.clear()  # A `<body>` tag in a snippet has no effect.
    # lxml keeps what follows `</body>` outside of the element.
    tail, body.tail = body.tail or "", None
    if len(body):
        body[-1].tail = (body[-1].tail or "") + tail
    else:
        body.text = (body.text or "") + tail
    body.extend(list(body.itersiblings()))

    def write() -> str:
        return write_element(body).removeprefix("<body>").removesuffix("</body>")

    tree.parse_again = partial(parse_fragment, context=context)
    return as_fragment(tree, write)


def parse_xml(text: str) -> Tree:
    etree: Any = import_module("lxml.etree")
    # An entity can include a file of this machine, and lxml before 5 can only reject all entities.
    entities = "internal" if etree.LXML_VERSION >= (5,) else False
    parser = etree.XMLParser(
        encoding="utf-8", resolve_entities=entities, no_network=True, strip_cdata=False
    )
    return LxmlTree(etree.fromstring(text.encode(), parser))


LIBRARY = Library(
    "lxml",
    kind="an lxml element or tree",
    modules="lxml.",
    classes=("_Element", "_ElementTree"),
    adapt=LxmlTree,
    parse_html=parse_html,
    parse_xml=parse_xml,
    parse_fragment=parse_fragment,
)
PARSEL = Library(
    "parsel",
    kind="a parsel Selector",
    modules="parsel.",
    classes=("Selector",),
    adapt=ParselTree,
)
