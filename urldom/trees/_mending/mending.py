"""Mends XML that is nearly well-formed: reads it with a tolerant tokenizer, and writes well-formed
XML for the usual parser.

Each mend adds a note with its place. No mend changes a URL, expands an entity of a document type,
or takes more than linear time."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from typing import Final

from urldom.trees._mending.characters import mended_text, mended_value
from urldom.trees._mending.mend import Mend, Notes, mends_of
from urldom.trees._mending.names import (
    AROUND_ROOT,
    BEFORE_ROOT,
    EMPTY,
    NAMESPACE,
    NEVER_NESTED,
    ROOTS,
    as_name,
    local,
    namespace_of_prefix,
    prefix_of,
)
from urldom.trees._mending.sections import SectionReader
from urldom.trees._mending.tags import Attribute, Tag, TagReader
from urldom.trees._vocabularies import RSS_1

#: The beginning of a document, after what a server printed before it.
_BEGINNING: Final = re.compile(
    r"<(?:\?xml[\s?]|!DOCTYPE\s"
    r"|(?:[\w.-]+:)?(?:rss|feed|rdf|opml|urlset|sitemapindex|(?P<image>svg))[\s>/])",
    re.IGNORECASE,
)
#: Text, or the line break before a warning of PHP. No well-formed document begins so.
_PRINTED: Final = re.compile(r"\s*(?:[^\s<]|<br\s*/>|<(?![a-z?/]|!--|!doctype))", re.IGNORECASE)
_PAGE: Final = re.compile(r"<(?:!doctype\s+)?html", re.IGNORECASE)
_END_TAG: Final = re.compile(r"<\s*/\s*([^\s<>/]*)[^<>]*(>?)")
_SEPARATED_END_TAG: Final = re.compile(r"<\s+/\s*([^\s<>/]+)\s*>")
_RESERVED: Final = ("http://www.w3.org/XML/1998/namespace", "http://www.w3.org/2000/xmlns/")
_OTHER_REFERENCE: Final = re.compile("&(?!amp;)[^&;]*;")
_XML_ID: Final = "xml:id"
#: With so many open elements, an element closes the last one of its name. libxml2 allows 256.
_DEEPEST: Final = 200

_OUTSIDE: Final = "text outside of the root element: removed"
_BEFORE: Final = "markup before the document: removed"
_AFTER: Final = "markup after the root element: removed"
_ROOT: Final = "a document without its root element: put into one"
_RSS: Final = f"a root element of RSS 1.0 without namespaces: declared as {RSS_1}"
_SECOND_ROOT: Final = "a second root element: put into the first"
_TWICE: Final = "an attribute that the element has already: removed"
_NAMESPACE: Final = "a declaration of a namespace that XML does not allow: removed"
_NAMESPACE_SPACES: Final = "a namespace with spaces around it: removed"
_ID: Final = "an xml:id that is not a name, or that another element has: removed"
_UNCLOSED: Final = "an element without its end tag: closed"
_EMPTY: Final = "an element of HTML without content: closed"
_NOT_OPEN: Final = "an end tag of no open element: removed"
_END_TAG_CASE: Final = "tags that differ in upper and lower case: written alike"
_SEPARATED_END: Final = 'an end tag with a space after its "<": closed'
_UNFINISHED_END: Final = "an end tag without its end: closed"
_UNFINISHED: Final = "a tag in which the document ends: removed"
_END: Final = "a document that ends inside an element, whose text may be incomplete: closed"


def mend(text: str) -> tuple[str, tuple[Mend, ...]]:
    """Return a document as well-formed XML, and what was mended.

    Raises:
        SyntaxError: If the text has no element.
    """
    mender = _Mender(text)
    mended = mender.mend()
    return mended, mends_of(text, mender.notes.all)


def begins_late(text: str) -> bool:
    """Return `True` if a document that does not begin like XML contains the beginning of XML, but
    not of a page, or of an image that is a part of one."""
    found = _BEGINNING.search(text)
    if found is None or found["image"] is not None:
        return False
    is_after_text = found[0].startswith(("<?", "<!")) or _PRINTED.match(text) is not None
    return is_after_text and _PAGE.search(text, 0, found.end() + len("html")) is None


class _Element:
    """An element whose end tag has not been read: its name and its attributes as they are written,
    the index of its start tag in the output, and the prefixes that it declares."""

    __slots__ = ("attributes", "index", "name", "prefixes")

    def __init__(self, name: str, attributes: str, index: int) -> None:
        self.name = name
        self.attributes = attributes
        self.index = index
        self.prefixes: list[str] = []


class _Mender:
    """Mends one document. `output` has its parts, and `after` those after the root element."""

    def __init__(self, text: str) -> None:
        self.notes = Notes()
        self._text = text
        self._tags = TagReader(text, self.notes)
        self._sections = SectionReader(text, self.notes)
        self._output: list[str] = []
        self._after: list[str] = []
        self._open: list[_Element] = []
        #: How many open elements have a name, in lower case.
        self._names: Counter[str] = Counter()
        #: The namespaces of each prefix that is declared, of which the last counts.
        self._namespaces: dict[str, list[str]] = {"xml": [_RESERVED[0]]}
        self._undeclared: dict[str, None] = {}
        self._ids: set[str] = set()
        #: The end of the last start tag of HTML's empty elements that its end tag follows.
        self._emptied = -1
        self._is_over = False
        self._has_doctype = False
        #: Where a document begins after what a server printed, as far as it was sought.
        self._beginning = -1
        #: The start tag of the root element as it is written, or `""` if there is none.
        self._root_tag = ""

    def mend(self) -> str:
        text, position = self._text, 0
        while position < len(text):
            markup = text.find("<", position)
            end = len(text) if markup == -1 else markup
            if position < end:
                self._add_text(position, end)
            position = end if markup == -1 else self._add_markup(end)
        if not self._open:
            raise SyntaxError("it has no element")
        if not self._is_over:
            self.notes.add(len(text), _END)
        self._close_until(0)
        root = self._open.pop()
        declarations = (f' xmlns:{each}="{namespace_of_prefix(each)}"' for each in self._undeclared)
        root.attributes += "".join(declarations)
        self._write_start(root)
        self._output.append(f"</{root.name}>")
        return "".join([*self._output, *self._after])

    def _add_text(self, start: int, end: int) -> None:
        if self._open and not self._is_over:
            written = mended_text(self._text, start, end, self.notes)
            if written.startswith((">", "]>")) and self._output[-1].endswith("]"):
                # Markup between them was removed.
                written = written.replace(">", "&gt;", 1)
            self._output.append(written)
            return
        outside = self._text[start:end]
        is_before_declaration = self._text.startswith("<?xml", end) and not self._output
        if outside.strip(" \t\r\n") or is_before_declaration:
            self.notes.add(start, _OUTSIDE)
        elif self._output:
            (self._after if self._is_over else self._output).append(outside)

    def _add_markup(self, position: int) -> int:
        """Add the markup at a `<`, and return its end."""
        text = self._text
        if text.startswith("</", position):
            return self._add_end(position)
        if text.startswith(("<!", "<?"), position) or self._sections.is_cdata(position):
            return self._add_section(position)
        tag = self._tags.read(position, is_root=not self._open)
        if tag is not None:
            return self._add_start(tag, position)
        match = _SEPARATED_END_TAG.match(text, position)
        if match is not None and self._is_open(match[1]):
            self.notes.add(position, _SEPARATED_END)
            return self._add_end(position)
        end = position + len("<")
        self._add_text(position, end)
        return end

    def _add_section(self, position: int) -> int:
        text, sections = self._text, self._sections
        if text.startswith("<!--", position):
            section = sections.comment(position)
        elif text.startswith("<?", position):
            section = sections.instruction(position, is_first=not self._output)
        elif sections.is_cdata(position):
            element = self._open[-1].name if self._open else ""
            section = sections.cdata(position, element)
            if not self._open or self._is_over:
                self.notes.add(position, _OUTSIDE)
                return section.end
        else:
            can_be_doctype = not self._open and not self._has_doctype
            section = sections.declaration(position, can_be_doctype=can_be_doctype)
            self._has_doctype = self._has_doctype or bool(section.written)
        if section.written:
            (self._after if self._is_over else self._output).append(section.written)
        return section.end

    def _add_start(self, tag: Tag, position: int) -> int:
        """Add a start tag and return its end."""
        if not tag.is_complete:
            self.notes.add(position, _UNFINISHED)
        elif not self._open:
            self._add_root(tag, position)
        elif self._is_over:
            self._add_after_root(tag, position)
        else:
            self._add_element(tag, position)
        return tag.end

    def _add_root(self, tag: Tag, position: int) -> None:
        name = local(tag.name)
        if self._is_before_root(name, tag.end):
            self.notes.add(position, _BEFORE)
            return
        has_namespace = any(each.name == "xmlns" for each in tag.attributes)
        if name in ROOTS and not has_namespace:
            self.notes.add(position, _ROOT)
            root, start = ROOTS[name]
            attributes = start.removeprefix(f"<{root}")
            self._push(_Element(root, attributes, len(self._output)))
        else:
            self._root_tag = self._text[position : tag.end]
        self._add_element(tag, position)
        if tag.name == "rdf:RDF" and not any("xmlns" in each.name for each in tag.attributes):
            self.notes.add(position, _RSS)
            self._open[0].attributes += f' xmlns="{RSS_1}"'

    def _is_before_root(self, name: str, end: int) -> bool:
        """Return `True` if a start tag is what a server printed before the document. The tags of a
        page are only that if an XML declaration follows, because a page may contain an image."""
        if name in AROUND_ROOT:
            return self._begins_after(end) and self._text.startswith("<?", self._beginning)
        return name in BEFORE_ROOT and self._begins_after(end)

    def _begins_after(self, position: int) -> bool:
        """Return `True` if the beginning of a document follows. It is sought once."""
        if self._beginning < position:
            found = _BEGINNING.search(self._text, position)
            self._beginning = -1 if found is None else found.start()
        return self._beginning != -1

    def _add_after_root(self, tag: Tag, position: int) -> None:
        root = self._open[0]
        if local(tag.name) != local(root.name) and not self._belongs_in_root(tag):
            self.notes.add(position, _AFTER)
            return
        self.notes.add(position, _SECOND_ROOT)
        if self._text[position : tag.end] != self._root_tag:
            self._is_over = False
            self._add_element(tag, position)
        else:  # It has nothing that the first does not have, so its content follows.
            self._is_over = tag.is_empty

    def _belongs_in_root(self, tag: Tag) -> bool:
        """Return `True` if a root that was put around the document contains such elements."""
        root, _ = ROOTS.get(local(tag.name), ("", ""))
        return root == local(self._open[0].name)

    def _add_element(self, tag: Tag, position: int) -> None:
        self._close_same(tag.name, position)
        element = _Element(tag.name, "", len(self._output))
        element.prefixes = self._declare(tag.attributes)
        element.attributes = self._attributes(tag)
        self._require_declared(prefix_of(tag.name), position)
        self._push(element)
        is_empty = tag.is_empty
        if local(tag.name) in EMPTY and not is_empty and len(self._open) > 1:
            is_empty = True
            following = _END_TAG.match(self._text, tag.end)
            if following is not None and following[1] == tag.name:
                self._emptied = tag.end
            else:
                self.notes.add(position, _EMPTY)
        if is_empty and len(self._open) > 1:
            self._close_until(len(self._open) - 1)
        elif is_empty:
            self._is_over = True

    def _close_same(self, name: str, position: int) -> None:
        """Close an open element that never contains another one of its name, or, if very many are
        open, any element of that name but the root."""
        if not self._open:
            return
        root = self._open[0].name
        is_sibling = NEVER_NESTED.get(local(root)) == name.lower() or len(self._open) >= _DEEPEST
        if is_sibling and name.lower() != root.lower() and self._is_open(name):
            self.notes.add(position, _UNCLOSED)
            self._close_named(name)

    def _push(self, element: _Element) -> None:
        self._open.append(element)
        self._names[element.name.lower()] += 1
        self._output.append("")
        self._write_start(element)

    def _write_start(self, element: _Element) -> None:
        self._output[element.index] = f"<{element.name}{element.attributes}>"

    def _declare(self, attributes: Iterable[Attribute]) -> list[str]:
        """Return the prefixes that attributes declare, and keep their namespaces."""
        prefixes: list[str] = []
        for each in attributes:
            namespace = self._declared(each) if each.name.startswith("xmlns:") else None
            if namespace is not None:
                prefix = each.name.removeprefix("xmlns:")
                self._namespaces.setdefault(prefix, []).append(namespace)
                prefixes.append(prefix)
        return prefixes

    def _namespace(self, prefix: str) -> str:
        declared = self._namespaces.get(prefix)
        return declared[-1] if declared else namespace_of_prefix(prefix)

    def _declared(self, declaration: Attribute) -> str | None:
        """Return the namespace that an attribute declares, or `None` if XML does not allow it
        (Namespaces in XML 1.0, section 3)."""
        value = self._text[declaration.start : declaration.end].strip()
        namespace = value.replace("&amp;", "&")
        prefix = declaration.name.partition(":")[2]
        if prefix in ("xml", "xmlns") or namespace in _RESERVED:
            is_allowed = prefix == "xml" and namespace == _RESERVED[0]
        else:
            # libxml2 rejects a namespace that is not a URI reference.
            is_allowed = (bool(value) or not prefix) and NAMESPACE.fullmatch(value) is not None
        has_reference = _OTHER_REFERENCE.search(value) is not None
        return namespace if is_allowed and not has_reference else None

    def _attributes(self, tag: Tag) -> str:
        """Return the attributes of a tag as XML writes them."""
        written: dict[tuple[str, str], str] = {}
        for each in tag.attributes:
            if not each.name:
                continue
            prefix = prefix_of(each.name)
            is_declaration = "xmlns" in (prefix, each.name)
            if is_declaration and self._declared(each) is None:
                self.notes.add(each.position, _NAMESPACE)
                continue
            name = each.name.rpartition(":")[2]
            key = (prefix if is_declaration or not prefix else self._namespace(prefix)), name
            if key in written:
                self.notes.add(each.position, _TWICE)
                continue
            if each.name == _XML_ID and not self._is_new_id(each):
                self.notes.add(each.position, _ID)
                continue
            if not is_declaration:
                self._require_declared(prefix, each.position)
            start, end = each.start, each.end
            if is_declaration:
                start, end = self._without_spaces(each)
            value = mended_value(self._text, start, end, self.notes)
            written[key] = f' {each.name}="{value}"'
        return "".join(written.values())

    def _is_new_id(self, attribute: Attribute) -> bool:
        """Return `True` if a value is a name that no other element has (xml:id 1.0, section 4)."""
        value = self._text[attribute.start : attribute.end].strip()
        is_new = value not in self._ids
        self._ids.add(value)
        return is_new and ":" not in value and as_name(value) == value

    def _without_spaces(self, declaration: Attribute) -> tuple[int, int]:
        """Return the part of a namespace without the spaces around it, which libxml2 rejects."""
        value = self._text[declaration.start : declaration.end]
        namespace = value.strip()
        if namespace == value:
            return declaration.start, declaration.end
        self.notes.add(declaration.start, _NAMESPACE_SPACES)
        start = declaration.start + value.index(namespace)
        return start, start + len(namespace)

    def _require_declared(self, prefix: str, position: int) -> None:
        if prefix and not self._namespaces.get(prefix) and prefix not in self._undeclared:
            meaning = namespace_of_prefix(prefix)
            reason = f"the prefix {prefix} without its namespace: declared as {meaning}"
            self.notes.add(position, reason)
            self._undeclared[prefix] = None

    def _add_end(self, position: int) -> int:
        """Add an end tag and return its end."""
        match = _END_TAG.match(self._text, position)
        end = position + len("</") if match is None else match.end()
        name = "" if match is None else as_name(match[1]) or ""
        if match is not None and not match[2]:
            self.notes.add(position, _UNFINISHED_END)
        if position == self._emptied:
            return end
        is_stray = local(name) in EMPTY and len(self._open) > 1
        if self._is_over or is_stray or not self._is_open(name):
            self.notes.add(position, _NOT_OPEN)
            return end
        if self._open[-1].name.lower() != name.lower():
            self.notes.add(position, _UNCLOSED)
        self._close_named(name, position)
        return end

    def _is_open(self, name: str) -> bool:
        return self._names[name.lower()] > 0

    def _close_named(self, name: str, position: int = -1) -> None:
        """Close the last element of a name, in upper or lower case, and what it contains."""
        index = len(self._open) - 1
        while self._open[index].name.lower() != name.lower():
            index -= 1
        element = self._open[index]
        if element.name != name:
            if position != -1:
                self.notes.add(position, _END_TAG_CASE)
            if name.islower():
                element.name = name
                self._write_start(element)
        self._close_until(index)

    def _close_until(self, size: int) -> None:
        """Close open elements until there are `size`. The root element stays open for a second
        one."""
        while len(self._open) > max(size, 1):
            element = self._open.pop()
            self._names[element.name.lower()] -= 1
            for prefix in element.prefixes:
                self._namespaces[prefix].pop()
            self._output.append(f"</{element.name}>")
        if size == 0:
            self._is_over = True
