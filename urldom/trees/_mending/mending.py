"""Mends XML that is nearly well-formed: reads it with a tolerant tokenizer, and writes well-formed
XML for the usual parser.

Each mend adds a note with its place. No mend changes a URL, expands an entity of a document type,
or takes more than linear time."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from typing import Final

from urldom.trees._mending.attributes import AttributeWriter
from urldom.trees._mending.characters import mended_text
from urldom.trees._mending.mend import Mend, Note, Notes, mends_of
from urldom.trees._mending.names import (
    AROUND_ROOT,
    BEFORE_ROOT,
    EMPTY,
    NEVER_NESTED,
    ROOTS,
    as_name,
    local,
    prefix_of,
)
from urldom.trees._mending.sections import SectionReader
from urldom.trees._mending.tags import Tag, TagReader
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
#: With so many open elements, an element closes the last one of its name. libxml2 allows 256.
_DEEPEST: Final = 200

_OUTSIDE: Final = "text outside of the root element: removed"
_BEFORE: Final = "markup before the document: removed"
_AFTER: Final = "markup after the root element: removed"
_ROOT: Final = "a document without its root element: put into one"
_RSS: Final = f"a root element of RSS 1.0 without namespaces: declared as {RSS_1}"
_SECOND_ROOT: Final = "a second root element: put into the first"
_UNCLOSED: Final = "an element without its end tag: closed"
_EMPTY: Final = "an element of HTML without content: closed"
_NOT_OPEN: Final = "an end tag of no open element: removed"
_END_TAG_CASE: Final = "tags that differ in upper and lower case: written alike"
_SEPARATED_END: Final = 'an end tag with a space after its "<": closed'
_UNFINISHED_END: Final = "an end tag without its end: closed"
_UNFINISHED: Final = "a tag in which the document ends: removed"
_END: Final = "a document that ends inside an element, whose text may be incomplete: closed"


def mend(text: str, notes: Iterable[Note] = ()) -> tuple[str, tuple[Mend, ...]]:
    """Return a document as well-formed XML, and what was mended, with the `notes` of what was
    mended before.

    Raises:
        SyntaxError: If the text has no element.
    """
    mender = _Mender(text)
    for note in notes:
        mender.notes.add(*note)
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
    """Mends one document: adds each part of its text, in order, and closes what it leaves open."""

    def __init__(self, text: str) -> None:
        self.notes = Notes()
        self._text = text
        self._tags = TagReader(text, self.notes)
        self._sections = SectionReader(text, self.notes)
        self._attributes = AttributeWriter(text, self.notes)
        #: What is written, and what follows the root element.
        self._output: list[str] = []
        self._after: list[str] = []
        #: The elements without their end tags, the root first.
        self._open: list[_Element] = []
        #: How many open elements have a name, in lower case.
        self._names: Counter[str] = Counter()
        #: The end of the last start tag of HTML's empty elements that its end tag follows.
        self._emptied = -1
        #: `True` if the root element has ended. It stays open for a second one.
        self._is_over = False
        self._has_doctype = False
        #: Where a document begins after what a server printed, as far as it was sought.
        self._beginning = -1
        #: The start tag of the root element as it is written, or `""` if there is none.
        self._root_tag = ""

    def mend(self) -> str:
        """Return the document as well-formed XML, or raise `SyntaxError` if it has no element."""
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
        root.attributes += self._attributes.missing_declarations()
        self._write_start(root)
        self._output.append(f"</{root.name}>")
        return "".join([*self._output, *self._after])

    def _add_text(self, start: int, end: int) -> None:
        """Add a text. Outside of the root element, only spaces stay."""
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
            self._add_part(outside)

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
        """Add a comment, an instruction, a CDATA section or a document type, and return its
        end."""
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
            self._add_part(section.written)
        return section.end

    def _add_part(self, written: str) -> None:
        """Add what is not an element to the output, or to what follows the root element."""
        parts = self._after if self._is_over else self._output
        parts.append(written)

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
        """Add the first element, inside of a root if it cannot be one itself."""
        name = local(tag.name)
        if self._is_before_root(name, tag.end):
            self.notes.add(position, _BEFORE)
            return
        has_namespace = any(each.name == "xmlns" for each in tag.attributes)
        if name in ROOTS and not has_namespace:
            self.notes.add(position, _ROOT)
            root, attributes = ROOTS[name]
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
        """Add an element after the root to the root, if it could be in it or be another root."""
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
        """Add an element in the innermost open one."""
        self._close_same(tag.name, position)
        element = _Element(tag.name, "", len(self._output))
        element.prefixes = self._attributes.declare(tag)
        element.attributes = self._attributes.write(tag)
        self._attributes.require_declared(prefix_of(tag.name), position)
        self._push(element)
        if tag.is_empty:
            self._close_until(len(self._open) - 1)
        elif local(tag.name) in EMPTY and len(self._open) > 1:
            self._close_until(len(self._open) - 1)
            self._expect_end_tag(tag, position)

    def _expect_end_tag(self, tag: Tag, position: int) -> None:
        """Ignore the end tag of an element of HTML that never has content, or note that it is
        missing."""
        following = _END_TAG.match(self._text, tag.end)
        if following is not None and following[1] == tag.name:
            self._emptied = tag.end
        else:
            self.notes.add(position, _EMPTY)

    def _close_same(self, name: str, position: int) -> None:
        """Close an open element that never contains another one of its name, or, if very many are
        open, any element of that name but the root."""
        if not self._open:
            return
        root = self._open[0].name
        is_sibling = NEVER_NESTED.get(local(root)) == name.lower() or len(self._open) >= _DEEPEST
        if is_sibling and name.lower() != root.lower() and self._is_open(name):
            self.notes.add(position, _UNCLOSED)
            self._close_named(name, self._last_index(name))

    def _push(self, element: _Element) -> None:
        """Open an element, and write its start tag."""
        self._open.append(element)
        self._names[element.name.lower()] += 1
        self._output.append("")
        self._write_start(element)

    def _write_start(self, element: _Element) -> None:
        """Write the start tag of an open element in its place, again if the element has changed."""
        self._output[element.index] = f"<{element.name}{element.attributes}>"

    def _add_end(self, position: int) -> int:
        """Add an end tag and return its end."""
        match = _END_TAG.match(self._text, position)
        assert match is not None  # The pattern matches every "</" and `_SEPARATED_END_TAG`.
        end, name = match.end(), as_name(match[1]) or ""
        if not match[2]:
            self.notes.add(position, _UNFINISHED_END)
        if position == self._emptied:
            return end
        is_stray = local(name) in EMPTY and len(self._open) > 1
        if self._is_over or is_stray or not self._is_open(name):
            self.notes.add(position, _NOT_OPEN)
            return end
        index = self._last_index(name)
        if index < len(self._open) - 1:
            self.notes.add(position, _UNCLOSED)
        if self._open[index].name != name:
            self.notes.add(position, _END_TAG_CASE)
        self._close_named(name, index)
        return end

    def _is_open(self, name: str) -> bool:
        """Return `True` if an open element has a name, in upper or lower case."""
        return self._names[name.lower()] > 0

    def _last_index(self, name: str) -> int:
        """Return the index of the last open element of a name, in upper or lower case."""
        index = len(self._open) - 1
        while self._open[index].name.lower() != name.lower():
            index -= 1
        return index

    def _close_named(self, name: str, index: int) -> None:
        """Close the open element with an index, and what it contains. Its name in lower case
        replaces that in upper case."""
        element = self._open[index]
        if element.name != name and name.islower():
            element.name = name
            self._write_start(element)
        self._close_until(index)

    def _close_until(self, size: int) -> None:
        """Close open elements until there are `size`. The root element stays open for a second
        one."""
        while len(self._open) > max(size, 1):
            element = self._open.pop()
            self._names[element.name.lower()] -= 1
            self._attributes.forget(element.prefixes)
            self._output.append(f"</{element.name}>")
        if size == 0:
            self._is_over = True
