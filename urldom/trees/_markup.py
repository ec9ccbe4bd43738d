"""The parts of HTML's tokenizer that find tags and comments in a text (HTML Standard 13.2.5)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Final, Literal, NamedTuple

from urldom.trees._table import (
    FOREIGN,
    HTML,
    HTML_IN_FOREIGN,
    MATHML,
    SVG,
    TEXT_ELEMENTS,
    ascii_lower,
)

_TAG_NAME = re.compile(r"<(?P<is_end>/?)(?P<name>[A-Za-z][^\t\n\f\r />]*)")
_ATTRIBUTE = re.compile(
    r"""[\t\n\f\r /]*
        (?P<name>[^\t\n\f\r />][^\t\n\f\r />=]*)     # a "=" at the start belongs to the name
        (?:[\t\n\f\r ]*=[\t\n\f\r ]*
            (?:"(?P<double>[^"]*)(?P<closed2>"?)
              |'(?P<single>[^']*)(?P<closed1>'?)
              |(?P<bare>[^\t\n\f\r >]*)))?
    """,
    re.VERBOSE,
)
_END_OF_TAG = re.compile(r"[\t\n\f\r /]*>")
#: The end of a comment. Other markup declarations, processing instructions and wrong end tags end
#: at the first `>`.
_COMMENT_END = re.compile("(?<=<!--)-?>|--!?>")

#: The elements whose content is plain text, with their end tags. A `noscript` is one of them for a
#: browser with scripting.
_RAW_TEXT: Final = {
    name: re.compile(rf"</{name}(?=[\t\n\f\r />])", re.IGNORECASE)
    for name in (*TEXT_ELEMENTS, "noscript")
}
_CDATA: Final = "<![CDATA["
#: The elements that begin SVG and MathML.
_ROOTS: Final = {"svg": SVG, "math": MATHML}
_IN_SCRIPT = re.compile(r"<!--|-->|<(/?)script(?=[\t\n\f\r />])", re.IGNORECASE)


class Tag(NamedTuple):
    """A start or end tag, with its name in lower case, and without attributes if it is not
    closed."""

    name: str
    attributes: list[tuple[str, str]]
    is_end: bool


class OpenForeign:
    """The elements of SVG and MathML that are open in a text, as far as their tags tell it (HTML
    13.2.6.5)."""

    def __init__(self) -> None:
        #: The open roots, and the elements in them whose content is HTML, each with the namespace
        #: of what is inside.
        self._open: list[tuple[str, str]] = []
        self._counts: Counter[str] = Counter()

    def is_inside(self) -> bool:
        """Return `True` if what follows is SVG or MathML."""
        return self._namespace() != HTML

    def is_in_root(self) -> bool:
        """Return `True` if an `svg` or a `math` is open, also around HTML."""
        return bool(self._open)

    def read(self, tag: Tag, *, is_self_closing: bool) -> None:
        """Read a tag."""
        if tag.is_end:
            self._close(tag.name)
        elif self.is_inside() and tag.name in HTML_IN_FOREIGN:
            self._close_foreign()
        elif is_self_closing:
            return
        elif tag.name in _ROOTS:
            # In SVG, a `math` is an element of SVG.
            self._push(tag.name, self._namespace() if self.is_inside() else _ROOTS[tag.name])
        elif self._contains_html(tag):
            self._push(tag.name, HTML)

    def _namespace(self) -> str:
        return self._open[-1][1] if self._open else HTML

    def _contains_html(self, tag: Tag) -> bool:
        if not self.is_inside():
            return False
        if tag.name == "annotation-xml":
            encoding = ascii_lower(dict(tag.attributes).get("encoding"))
            return encoding in ("text/html", "application/xhtml+xml")
        return tag.name != "font" and (self._namespace(), tag.name) in FOREIGN

    def _close(self, name: str) -> None:
        if self._counts[name]:
            while self._pop() != name:
                pass
        elif self.is_inside() and name in ("p", "br"):
            self._close_foreign()

    def _close_foreign(self) -> None:
        while self.is_inside():
            self._pop()

    def _push(self, name: str, namespace: str) -> None:
        self._open.append((name, namespace))
        self._counts[name] += 1

    def _pop(self) -> str:
        name, _ = self._open.pop()
        self._counts[name] -= 1
        return name


def find_markup(
    text: str, foreign: OpenForeign | None = None
) -> Iterator[tuple[str, int, Tag | None]]:
    """Yield the kind, the end and the tag of each part of an HTML text. The kind is `"text"`,
    `"tag"`, `"comment"` (also for a document type), or for plain text the name of its element.

    With `foreign`, the text is read as by a browser with scripting: the content of a `noscript` is
    plain text, and SVG and MathML have CDATA sections, but no plain text."""
    position = start = 0
    while (position := text.find("<", position)) != -1:
        if text.startswith(_CDATA, position) and foreign is not None and foreign.is_in_root():
            position = _end_of_cdata(text, position)
            continue
        tag, end = _markup_at(text, position)
        if tag is None and end == position + 1:  # The "<" is text.
            position = end
            continue
        if start < position:
            yield "text", position, None
        yield "comment" if tag is None else "tag", end, tag
        position = start = end
        if tag is not None:
            position = start = _end_of_plain_text(text, end, tag, foreign)
            if end < start:
                yield tag.name, start, None
    if start < len(text):
        yield "text", len(text), None


def _end_of_cdata(text: str, position: int) -> int:
    end = text.find("]]>", position)
    return len(text) if end == -1 else end


def _markup_at(text: str, position: int) -> tuple[Tag | None, int]:
    """Return the tag that begins at a `<`, or `None`, and the end of the markup."""
    match = _TAG_NAME.match(text, position)
    return _no_element(text, position) if match is None else _tag(text, match)


def _end_of_plain_text(text: str, end: int, tag: Tag, foreign: OpenForeign | None) -> int:
    """Return the end of the plain text after a tag that ends at `end`, or `end` if it has none."""
    if _may_begin_plain_text(text, end, tag, foreign):
        return _end_of_content(text, end, tag.name)
    return end


def _may_begin_plain_text(text: str, end: int, tag: Tag, foreign: OpenForeign | None) -> bool:
    """Return `True` for a start tag of HTML, whose element may contain plain text, and tell
    `foreign` about the tag, which ends at a position."""
    if foreign is None:
        return not tag.is_end and tag.name != "noscript"
    is_of_html = not foreign.is_inside()
    foreign.read(tag, is_self_closing=_is_self_closing(text, end, tag))
    return is_of_html and not tag.is_end


def _is_self_closing(text: str, end: int, tag: Tag) -> bool:
    """Return `True` if a tag that ends at a position ends with a slash that is not part of a
    value."""
    if not text.endswith("/>", 0, end):
        return False
    value = tag.attributes[-1][1] if tag.attributes else ""
    return not (value.endswith("/") and text.endswith(f"{value}>", 0, end))


def find_doctype(text: str) -> str:
    """Return the document type of an HTML text, or an empty string. Only comments may come before
    it."""
    start = 0
    for kind, end, _ in find_markup(text):
        if text[start : start + len("<!doctype")].lower() == "<!doctype":
            return text[start:end]
        if kind != "comment" and text[start:end].strip("\ufeff\t\n\f\r "):
            break
        start = end
    return ""


def _tag(text: str, match: re.Match[str]) -> tuple[Tag, int]:
    """Return the tag whose name was matched, and its end."""
    attributes: list[tuple[str, str]] = []
    position = match.end()
    name, is_end = match["name"].lower(), bool(match["is_end"])
    while attribute := _ATTRIBUTE.match(text, position):
        if "" in attribute.group("closed1", "closed2"):
            return Tag(name, [], is_end), len(text)  # The closing quotation mark is missing.
        value = attribute["double"] or attribute["single"] or attribute["bare"] or ""
        attributes.append((attribute["name"].lower(), value))
        position = attribute.end()
    end = _END_OF_TAG.match(text, position)
    if end is None:
        return Tag(name, [], is_end), len(text)
    return Tag(name, attributes, is_end), end.end()


def _no_element(text: str, position: int) -> tuple[None, int]:
    """Return the end of markup that begins with `<` but is not a tag. Unclosed markup ends with the
    text."""
    if text.startswith("<!--", position):
        match = _COMMENT_END.search(text, position + len("<!--"))
        return None, len(text) if match is None else match.end()
    if text.startswith(("<!", "</", "<?"), position):
        end = text.find(">", position)
        return None, len(text) if end == -1 else end + 1
    return None, position + 1


def _end_of_content(text: str, position: int, name: str) -> int:
    """Return the end of an element's plain text, or the end of its start tag, `position`, if it has
    none."""
    if name == "script":
        return _end_of_script(text, position)
    if name not in _RAW_TEXT:
        return len(text) if name == "plaintext" else position
    match = _RAW_TEXT[name].search(text, position)
    return len(text) if match is None else match.start()


def _end_of_script(text: str, position: int) -> int:
    """Return the position of a script's end tag, by the tokenizer's *script data states*."""
    state: Literal["data", "escaped", "double escaped"] = "data"
    while match := _IN_SCRIPT.search(text, position):
        position = match.end()
        if match[0] == "<!--":
            if state == "data":
                state = "escaped"
            position -= len("--")  # The hyphens of "<!--" may also begin a "-->".
        elif match[0] == "-->":
            state = "data"
        elif not match[1]:  # "<script"
            if state == "escaped":
                state = "double escaped"
        elif state == "double escaped":
            state = "escaped"
        else:
            return match.start()
    return len(text)
