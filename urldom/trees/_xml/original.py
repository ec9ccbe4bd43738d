"""A document as it was when it was parsed, from which `writing` copies what has not changed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from html.entities import html5
from itertools import compress, count
from operator import attrgetter, methodcaller, ne
from typing import Any, NamedTuple

from urldom._core.errors import wrong_type
from urldom.trees._syntaxes import XML_ENTITIES
from urldom.trees._tree import Node
from urldom.trees._xml.kept import Kept
from urldom.trees._xml.layout import Layout, change_tag
from urldom.trees._xml.prolog import instruction_items, read_instruction
from urldom.trees._xml.texts import change_text, instruction


class Edit(NamedTuple):
    """A part of the text, and the new text in its place."""

    start: int
    end: int
    new: str


class _Read:
    """What a parser reads of the elements of a document, each in a list in tree order.

    ElementTree calls the methods. It would take twice the time to make a tree.
    """

    def __init__(self) -> None:
        self.names: list[str] = []
        self.attributes: list[list[tuple[str, str]]] = []
        self.texts: list[str | None] = []
        self.tails: list[str | None] = []
        #: The number of the parent, -1 for the root.
        self.parents: list[int] = []
        self._open = [-1]
        self._data: list[str] = []
        self.data: Callable[[str], None] = self._data.append
        #: The element whose end tag was read last, or -1 after a start tag.
        self._ended = -1

    def start(self, name: str, attributes: dict[str, str]) -> None:
        """Keep a start tag. No text comes before the root."""
        number = len(self.names)
        if number:
            self._keep_text()
        self.parents.append(self._open[-1])
        self._open.append(number)
        self.names.append(name)
        self.attributes.append(list(attributes.items()))
        self.tails.append(None)
        self._ended = -1

    def end(self, _: str) -> None:
        self._keep_text()
        self._ended = self._open.pop()

    def close(self) -> _Read:
        return self

    def _keep_text(self) -> None:
        """Keep the text before a tag: after a start tag, the text of its element, and after an end
        tag, the tail."""
        text = "".join(self._data) if self._data else None
        self._data.clear()
        if self._ended < 0:
            self.texts.append(text)
        else:
            self.tails[self._ended] = text


class Original:
    """The text of a document, and its elements as they were when they were parsed."""

    def __init__(self, kept: Kept) -> None:
        from xml.etree.ElementTree import XMLParser

        self._kept = kept
        self.text = kept.text
        self.read = _Read()
        parser = XMLParser(target=self.read, encoding="utf-8")
        parser.feed(kept.parsed.encode())
        parser.close()
        #: The values of the entities that a text can contain.
        self._entities: Mapping[str, str] = XML_ENTITIES
        if kept.parsed is not kept.text and "<!ENTITY" not in kept.text:
            self._entities = html5

    @cached_property
    def layout(self) -> Layout:
        return Layout(self.text)

    @cached_property
    def has_elements_of_entities(self) -> bool:
        """`True` if entities of the document type contain elements, which have no place in the
        text."""
        return len(self.layout) != len(self.read.names)

    def numbers(self) -> Iterable[int]:
        """Return the numbers of the elements that have a place in the text. They are all, unless
        entities contain elements."""
        numbers = range(len(self.read.names))
        if self.has_elements_of_entities:
            return compress(numbers, _find_elements_in_text(self._kept.parsed))
        return numbers

    def element(self, number: int) -> Node:
        """Return the element with a number, wherever it is now."""
        return self._kept.elements[number]

    def find_edits(self, root: Node) -> list[Edit] | None:
        """Return what has changed in the text, or `None` if more has changed than texts and the
        values of attributes."""
        now, read = list(root.iter()), self.read
        if self._has_other_elements(now):
            return None
        texts = _differing(map(attrgetter("text"), now), read.texts)
        tails = _differing(map(attrgetter("tail"), now), read.tails)
        tags = _differing(map(methodcaller("items"), now), read.attributes)
        edits = self.edits_of_prolog()
        if not (texts or tails or tags):
            return edits
        if self.has_elements_of_entities:
            return None
        starts, ends = self.layout.start_tags, self.layout.end_tags
        get_end_tag = any(starts[number] == ends[number] for number in texts)  # `<a/>`
        get_attribute = any(added_names(now[number], read.attributes[number]) for number in tags)
        if get_end_tag or get_attribute:
            return None
        for number in texts:
            edits.append(self._edit_text(starts[number], read.texts[number], now[number].text))
        for number in tails:
            if number:  # The root has no text after it.
                edits.append(self._edit_text(ends[number], read.tails[number], now[number].tail))
        for number in tags:
            tag = self.changed_tag(starts[number], read.attributes[number], now[number])
            edits.append(Edit(*self.layout.span(starts[number]), tag))
        return edits

    def _has_other_elements(self, now: list[Node]) -> bool:
        """Return `True` if elements were added, removed, moved or renamed, given all elements in
        tree order."""
        # If the elements are the same in the same order, only the numbers of their children show
        # whether they are nested in the same way.
        children = Counter(self.read.parents)
        return (
            now != self._kept.elements
            or bool(_differing(map(len, now), map(children.__getitem__, range(len(now)))))
            or bool(_differing(map(attrgetter("tag"), now), self.read.names))
        )

    def edits_of_prolog(self) -> list[Edit]:
        """Return what has changed in the instructions before the root."""
        items = instruction_items(self.text)
        return [
            Edit(item.start, item.end, instruction(as_text(node.text), node))
            for item, node in zip(items, self._kept.instructions, strict=True)
            if node.text != read_instruction(self.text, item)
        ]

    def _edit_text(self, tag: int, before: str | None, now: Any) -> Edit:
        return Edit(*self.layout.span_after(tag), self.changed_text(tag, before, now))

    def changed_text(self, tag: int, before: str | None, now: Any) -> str:
        """Return what stands after the tag with an index, with a new text."""
        source = self.layout.text_after(tag)
        return change_text(source, before or "", as_text(now), self._entities)

    def changed_tag(self, tag: int, before: list[tuple[str, str]], now: Node) -> str:
        """Return the start tag with an index, with new values of the attributes that it has."""
        values = {name: as_text(value) for name, value in now.items()}
        return change_tag(self.layout.tag(tag), dict(before), values, self._entities)


def added_names(node: Node, before: list[tuple[str, str]]) -> list[str]:
    """Return the names of the attributes that an element has, and that it did not have before."""
    old = dict(before)
    return [name for name in node.keys() if name not in old]  # noqa: SIM118


def as_text(text: Any) -> str:
    """Return a text of a tree, which may be `None`, or raise `TypeError`."""
    if text is None or isinstance(text, str):
        return text or ""
    raise wrong_type("a text of the tree", "a str", text)


def apply_edits(edits: Iterable[Edit], text: str) -> str:
    """Return a text after its edits."""
    pieces: list[str] = []
    done = 0
    for start, end, new in sorted(edits):
        pieces.append(text[done:start])
        pieces.append(new)
        done = end
    pieces.append(text[done:])
    return "".join(pieces)


def _differing(now: Iterable[object], before: Iterable[object]) -> list[int]:
    """Return the numbers of the elements for which two values differ."""
    return list(compress(count(), map(ne, now, before)))


def _find_elements_in_text(text: str) -> list[bool]:
    """Return for each element of a document whether its start tag stands in the text, and not in an
    entity."""
    from xml.parsers import expat

    data = text.encode()
    found: list[bool] = []
    parser = expat.ParserCreate("utf-8")

    def element(*_: object) -> None:
        # Of an element in an entity, the place is where the reference stands.
        found.append(data[parser.CurrentByteIndex] == ord("<"))

    parser.StartElementHandler = element
    parser.Parse(data, True)
    return found
