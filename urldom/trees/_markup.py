"""The parts of HTML's tokenizer that find tags and comments in a text (HTML Standard 13.2.5)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, Literal, NamedTuple

from urldom.trees._table import TEXT_ELEMENTS

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

#: The elements whose content is plain text, with their end tags.
_RAW_TEXT: Final = {
    name: re.compile(rf"</{name}(?=[\t\n\f\r />])", re.IGNORECASE) for name in TEXT_ELEMENTS
}
_IN_SCRIPT = re.compile(r"<!--|-->|<(/?)script(?=[\t\n\f\r />])", re.IGNORECASE)


class Tag(NamedTuple):
    """A start or end tag, with its name in lower case, and without attributes if it is not
    closed."""

    name: str
    attributes: list[tuple[str, str]]
    is_end: bool


def find_markup(text: str) -> Iterator[tuple[str, int, Tag | None]]:
    """Yield the kind, the end and the tag of each part of an HTML text. The kind is `"text"`,
    `"tag"`, `"comment"` (also for a document type), or for plain text the name of its element."""
    position = start = 0
    while (position := text.find("<", position)) != -1:
        match = _TAG_NAME.match(text, position)
        tag, end = _no_element(text, position) if match is None else _tag(text, match)
        if tag is None and end == position + 1:  # The "<" is text.
            position = end
            continue
        if start < position:
            yield "text", position, None
        yield "comment" if tag is None else "tag", end, tag
        position = start = end
        if tag is not None and not tag.is_end:
            position = start = _end_of_content(text, end, tag.name)
            if end < start:
                yield tag.name, start, None
    if start < len(text):
        yield "text", len(text), None


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
