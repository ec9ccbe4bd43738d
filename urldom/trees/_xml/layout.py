"""The tags of an XML document.

All functions expect text that a parser accepted as well-formed."""

from __future__ import annotations

import re
from array import array
from collections.abc import Mapping

from urldom.trees._xml.prolog import XML_SPACES, prolog_items
from urldom.trees._xml.texts import change_value, read_value

#: A tag, or other markup, in which a `<` does not begin a tag.
_MARKUP = re.compile(
    r"""<(?:(?P<end>/[^>]*>)|(?P<start>[^>"'!?]+(?:"[^"]*"[^>"']*|'[^']*'[^>"']*)*>)"""
    r"""|!--[\s\S]*?-->|!\[CDATA\[[\s\S]*?\]\]>|\?[\s\S]*?\?>)"""
)
#: The spaces begin after another character, so that many spaces take linear time.
_ATTRIBUTE = re.compile(
    r"(?<![ \t\r\n])[ \t\r\n]+(?P<name>[^ \t\r\n=]+)[ \t\r\n]*=[ \t\r\n]*"
    r"""(?P<value>"[^"]*"|'[^']*')"""
)
_TAG_NAME = re.compile(r"[^ \t\r\n/>]+")


class Layout:
    """The places of the tags of a document.

    `bounds` has the start and the end of each tag in the order of the document, and at its end the
    length of the text. So the text after the tag `i` stands between `bounds[2 * i + 1]` and
    `bounds[2 * i + 2]`. Comments, processing instructions and CDATA sections belong to the texts.

    Elements have numbers in tree order: `start_tags` and `end_tags` have the index of their tags,
    which is the same index for `<a/>`, and `parents` the number of the parent, -1 for the root.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.bounds = array("Q")
        self.start_tags = array("Q")
        self.end_tags = array("Q")
        self.parents = array("q")
        self._read(max((item.end for item in prolog_items(text)), default=0))
        self.bounds.append(len(text))

    def _read(self, position: int) -> None:
        """Read the tags after a position. Local names make the loop faster."""
        text, bounds = self.text, self.bounds
        start_tags, end_tags = self.start_tags, self.end_tags
        parents = self.parents
        open_elements = [-1]
        index = 0
        for match in _MARKUP.finditer(text, position):
            kind = match.lastgroup
            if kind is None:
                continue
            bounds.extend(match.span())
            if kind == "end":
                end_tags[open_elements.pop()] = index
            else:
                parents.append(open_elements[-1])
                if text[match.end() - 2] != "/":
                    open_elements.append(len(start_tags))
                start_tags.append(index)
                end_tags.append(index)
            index += 1

    def __len__(self) -> int:
        """The number of elements."""
        return len(self.start_tags)

    def span(self, index: int) -> tuple[int, int]:
        """Return the start and the end of a tag."""
        return self.bounds[2 * index], self.bounds[2 * index + 1]

    def span_after(self, index: int) -> tuple[int, int]:
        """Return the start and the end of the text after a tag."""
        return self.bounds[2 * index + 1], self.bounds[2 * index + 2]

    def tag(self, index: int) -> str:
        """Return the characters of a tag."""
        start, end = self.span(index)
        return self.text[start:end]

    def text_after(self, index: int) -> str:
        """Return the text after a tag, with its comments and other markup."""
        start, end = self.span_after(index)
        return self.text[start:end]


def name_of_tag(tag: str) -> str:
    """Return the name in a start tag, with its prefix."""
    match = _TAG_NAME.match(tag, 1)
    assert match is not None
    return match[0]


def declarations_of(tag: str) -> dict[str, str]:
    """Return the namespaces that a start tag declares, by their prefixes. The prefix of the default
    namespace is empty."""
    found: dict[str, str] = {}
    if "xmlns" in tag:
        for match in _ATTRIBUTE.finditer(tag):
            prefix = _declared_prefix(match["name"])
            if prefix is not None:
                found[prefix] = read_value(match["value"][1:-1])
    return found


def _declared_prefix(attribute: str) -> str | None:
    """Return the prefix that an attribute declares, or `None` for another attribute."""
    if attribute == "xmlns":
        return ""
    return attribute.removeprefix("xmlns:") if attribute.startswith("xmlns:") else None


def open_tag(tag: str) -> str:
    """Return the start tag `<a>` of a tag `<a/>`, for an element that is no longer empty."""
    before, end = _split_end(tag)
    return tag if end == ">" else f"{before}>"


def change_tag(
    tag: str, old: Mapping[str, str], new: Mapping[str, str], entities: Mapping[str, str]
) -> str:
    """Return a start tag with other attributes. It keeps the attributes that do not change, and
    namespaces.

    Args:
        tag: The start tag, whose attributes are the first ones of `old`. The document type can
            declare more.
        old: The values of the attributes that the tag has.
        new: The values of the same attributes that the tag should have. Others are left out.
        entities: The values of the entities by their names.
    """
    pieces: list[str] = []
    done = 0
    attributes = (
        match for match in _ATTRIBUTE.finditer(tag) if _declared_prefix(match["name"]) is None
    )
    for match, name in zip(attributes, old, strict=False):
        if name not in new:
            pieces.append(tag[done : match.start()])
            done = match.end()
        elif new[name] != old[name]:
            pieces.append(tag[done : match.start("value")])
            pieces.append(change_value(match["value"], old[name], new[name], entities))
            done = match.end()
    pieces.append(tag[done:])
    return "".join(pieces)


def add_to_tag(tag: str, attributes: str) -> str:
    """Return a start tag with more attributes, which begin with a space, at its end."""
    before, end = _split_end(tag)
    return before + attributes + end


def _split_end(tag: str) -> tuple[str, str]:
    """Return a start tag without its end, and the end: `>`, or `/>` with the spaces before it."""
    before = tag[:-1]
    if before.endswith("/"):
        before = before[:-1].rstrip(XML_SPACES)
    return before, tag[len(before) :]
