"""Writes a tree of `xml.etree.ElementTree` as XML.

If `parse()` made the tree, what has not changed is copied from the text that it was parsed from, so
that prefixes, comments, CDATA sections and the document type stay as they are there. For that, the
text is parsed again, and the elements are compared. If only texts and values of attributes have
changed, they are replaced in the text (`Original.find_edits`). Otherwise, the tree is walked: an
element that was in the text is copied from there, unless it has moved, and all others are written
anew. No walk is recursive, because a document can be nested deeply.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from urldom.trees._tree import Node
from urldom.trees._xml.kept import Kept
from urldom.trees._xml.layout import add_to_tag, declarations_of, name_of_tag, open_tag
from urldom.trees._xml.namespaces import Namespaces
from urldom.trees._xml.original import Original, added_names, apply_edits, as_text
from urldom.trees._xml.texts import comment, escape_text, instruction, quote_value


def write_xml(root: Node, kept: Kept | None) -> str:
    """Return the text of a document, given its root element.

    Raises `UnwritableError` if XML cannot write a comment or an instruction, and `TypeError` for a
    text that is not a `str`."""
    if kept is None:
        return _Writer(root).write()
    original = Original(kept)
    edits = original.find_edits(root)
    if edits is not None:
        return apply_edits(edits, kept.text)
    return _ChangedWriter(root, original).write()


class _Open(NamedTuple):
    """An element whose start tag is written, and whose end tag is not.

    Attributes:
        node: The element.
        end_tag: Its end tag.
        children: The children that are not written yet.
        number: The number of the element in the text if the same elements are around it as there,
            or -1.
    """

    node: Node
    end_tag: str
    children: Iterator[Node]
    number: int = -1


class _Writer:
    """Writes a tree whose text is not known."""

    def __init__(self, root: Node) -> None:
        from xml.etree import ElementTree

        self._comment: object = ElementTree.Comment
        self._instruction: object = ElementTree.ProcessingInstruction
        self._root = root
        self._pieces: list[str] = []
        self._open: list[_Open] = []
        self._namespaces = Namespaces(ElementTree)
        #: The marks of `_namespaces` before the declarations of each open element.
        self._marks: list[int] = []

    def write(self) -> str:
        """Return the text of the document."""
        self._begin(self._root)
        while self._open:
            child = next(self._open[-1].children, None)
            if child is None:
                self._end()
            else:
                self._begin(child)
        return "".join(self._pieces)

    def _begin(self, node: Node) -> None:
        """Write the start tag and the text of an element, or all of a comment or an instruction,
        and the text after it."""
        text = as_text(node.text)
        if node.tag is self._comment:
            self._pieces.append(comment(text, node) + self._tail(node))
        elif node.tag is self._instruction:
            self._pieces.append(instruction(text, node) + self._tail(node))
        else:
            tag = self._new_tag(node)
            self._pieces.append(tag + escape_text(text))
            self._open.append(_Open(node, _end_tag(tag), iter(node)))

    def _end(self) -> None:
        """Write the end tag of the innermost open element, and the text after it."""
        opened = self._open.pop()
        self._pieces.append(opened.end_tag)
        if len(self._marks) > len(self._open):
            self._namespaces.undo(self._marks.pop())
        if opened.node is not self._root:
            self._pieces.append(self._tail(opened.node))

    def _tail(self, node: Node) -> str:
        """Return the text after an element, as it is written."""
        return escape_text(as_text(node.tail))

    def _new_tag(self, node: Node) -> str:
        """Return a start tag for an element, which is opened next."""
        namespaces = self._enter_namespaces()
        if node.tag is None:  # ElementTree writes such an element without its tags.
            return ""
        if node is self._root:
            namespaces.declare_used(node)
        name = namespaces.of_element(node.tag)
        attributes = self._attributes(node.items())
        end = ">" if node.text or len(node) else "/>"
        return f"<{name}{namespaces.take_declarations()}{attributes}{end}"

    def _attributes(self, items: Iterable[tuple[str, str]]) -> str:
        """Return attributes as they are written in a tag."""
        of_attribute = self._namespaces.of_attribute
        return "".join(
            [f" {of_attribute(name)}={quote_value(as_text(value))}" for name, value in items]
        )

    def _enter_namespaces(self) -> Namespaces:
        """Return the namespaces that the open elements declare, for an element that is opened
        next."""
        self._marks.append(self._namespaces.mark())
        return self._namespaces


class _ChangedWriter(_Writer):
    """Writes a tree that has changed since it was parsed from a text."""

    def __init__(self, root: Node, original: Original) -> None:
        super().__init__(root)
        self._original = original
        self._layout = original.layout
        #: The elements in the text have numbers there, and others among all that were read, which
        #: differ only if entities contain elements. By the number in the text, the other one:
        self._numbers_read = list(original.numbers())
        elements = map(original.element, self._numbers_read)
        #: The number in the text, by the `id` of the element.
        self._numbers = {id(node): number for number, node in enumerate(elements)}
        self._namespaces.prefer(declarations_of(self._layout.tag(0)))

    def write(self) -> str:
        """Return the text of the document, with what stands around its root."""
        start, _ = self._layout.span(0)
        before_root = apply_edits(self._original.edits_of_prolog(), self._original.text[:start])
        after_root = self._layout.text_after(self._layout.end_tags[0])
        return before_root + super().write() + after_root

    def _begin(self, node: Node) -> None:
        """Write the start tag and the text of an element, from the text of the document if it was
        there. An element that has moved gets a new tag."""
        number = self._numbers.get(id(node))
        if number is None:
            super()._begin(node)
            return
        layout, read = self._layout, self._original.read
        number_read = self._numbers_read[number]
        start_tag, last_tag = layout.start_tags[number], layout.end_tags[number]
        was_empty = start_tag == last_tag  # `<a/>`
        around = self._open[-1].number if self._open else -1
        is_in_place = node.tag == read.names[number_read] and around == layout.parents[number]
        if is_in_place:
            tag = self._old_tag(start_tag, read.attributes[number_read], node)
        else:
            tag = self._new_tag(node)
        if was_empty:
            text = escape_text(as_text(node.text))
        else:
            text = self._text(start_tag, read.texts[number_read], node.text)
        if node.text or len(node) or not was_empty:
            tag = open_tag(tag)
        end_tag = layout.tag(last_tag) if is_in_place and not was_empty else _end_tag(tag)
        self._pieces.append(tag + text)
        self._open.append(_Open(node, end_tag, iter(node), number if is_in_place else -1))

    def _old_tag(self, index: int, before: list[tuple[str, str]], node: Node) -> str:
        """Return the start tag with an index in the text, with the attributes that its element has
        now. The element is opened next."""
        if node.items() == before:
            return self._layout.tag(index)
        tag = self._original.changed_tag(index, before, node)
        added = added_names(node, before)
        if not added:
            return tag
        namespaces = self._enter_namespaces()
        for prefix, namespace in declarations_of(tag).items():
            namespaces.declare(prefix, namespace)
        attributes = self._attributes([(name, node.get(name)) for name in added])
        return add_to_tag(tag, namespaces.take_declarations() + attributes)

    def _tail(self, node: Node) -> str:
        number = self._numbers.get(id(node))
        if number is None:
            return super()._tail(node)
        before = self._original.read.tails[self._numbers_read[number]]
        return self._text(self._layout.end_tags[number], before, node.tail)

    def _text(self, index: int, before: str | None, now: Any) -> str:
        """Return what stands after a tag of the text, with the text that the tree has there now."""
        source = self._layout.text_after(index)
        if before == now and not (self._original.has_elements_of_entities and "&" in source):
            return source
        return self._original.changed_text(index, before, now)

    def _enter_namespaces(self) -> Namespaces:
        # Elements that are copied from the text have not declared their namespaces, because few
        # documents need them.
        for opened in self._open[len(self._marks) :]:
            self._marks.append(self._namespaces.mark())
            if opened.number >= 0:
                tag = self._layout.tag(self._layout.start_tags[opened.number])
                for prefix, namespace in declarations_of(tag).items():
                    self._namespaces.declare(prefix, namespace)
        return super()._enter_namespaces()


def _end_tag(tag: str) -> str:
    """Return the end tag of an element, which is empty for `<a/>` and no tag."""
    return f"</{name_of_tag(tag)}>" if tag.endswith(">") and not tag.endswith("/>") else ""
