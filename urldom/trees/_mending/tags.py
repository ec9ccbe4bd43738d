"""Reads start tags that are nearly well-formed."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from urldom.trees._mending.mend import Notes
from urldom.trees._mending.names import as_name, prefix_of
from urldom.trees._mending.reading import after, end_of

#: The beginning of a start tag. In `a<b</title>`, none begins.
_TAG_NAME: Final = re.compile(r"<([^\s/<>=\"'&]+)(?=[\s/>]|<(?!/)|\Z)")
#: What separates attributes, also by mistake. A ">" or "/>" ends the tag.
_SEPARATOR: Final = re.compile(r"(?:[\s\"'=]|/(?!>))*")
_ATTRIBUTE_NAME: Final = re.compile(r"[^\s=/<>\"']+")
#: A value after its name, from which only the "=" is missing
_WITHOUT_EQUALS: Final = re.compile(r"\"[^\"<>]*\"(?=[\s/>])|'[^'<>]*'(?=[\s/>])")
_EQUALS: Final = re.compile(r"\s*=[\s=]*")
#: What stands in the place of a value that is missing, if a space precedes it: the next attribute.
_INSTEAD_OF_VALUE: Final = re.compile(r"[^\s=/<>\"'&?]+\s*=\s*[\"']")
#: A value without quotation marks. A "/" before the ">" is a part of it, as in HTML.
_UNQUOTED: Final = re.compile(r"[^\s<>]*")
#: A value without its opening quotation mark, up to the closing one at its end.
_UNOPENED: Final = re.compile(r"(?:[^\"']|[\"'](?!/?\Z))*")
#: What programs write in the place of quotation marks.
_MARKS: Final = (("\u201c", "\u201d"), ("&quot;", "&quot;"), ('\\"', '\\"'))
#: What follows two quotation marks that mean one, not an empty value.
_DOUBLED: Final = re.compile(r"(?![\s>]|/\s*>|[^\s=/<>\"']+\s*=|\Z)")
#: What follows a closing quotation mark, up to the next character that has a meaning in a tag.
_AFTER_QUOTE: Final = re.compile(r"[^\"'=<>]*")
#: The next attribute, after a closing quotation mark, from which only the "=" is missing
_NEXT_WITHOUT_EQUALS: Final = re.compile(r"\s+[\w.:-]+[\"'](?![\s\"'<>=]|/\s*>)")
#: The beginning of the next attribute, inside a value whose closing quotation mark is missing.
_NEXT_ATTRIBUTE: Final = re.compile(r"[\"']?\s+[^\s=/<>\"']+\s*=\s*\Z")
#: The end tag of an element that has no child.
_END_TAG: Final = re.compile(r"[^<]*</\s*([^\s<>]*)")
#: The number of characters before a quotation mark among which the next attribute's name is sought.
_LONGEST_NAME: Final = 100
_QUOTES: Final = ('"', "'")

_NOT_CLOSED: Final = "a tag without its end: closed"
_SEPARATED: Final = "attributes without a space between them, or with other characters: separated"
_NO_QUOTES: Final = "a value without quotation marks: quoted"
_DOUBLED_QUOTES: Final = "two quotation marks before a value: read as one"
_NOT_ONE_EQUALS: Final = 'a value without a "=", or with more than one: read with one'
_NO_VALUE: Final = "an attribute without a value: given an empty one"
_NO_NAME: Final = "an attribute whose name XML does not allow: removed"
_QUOTE_INSIDE: Final = "a quotation mark inside a value: escaped"
_QUOTE_MISSING: Final = "a value without its closing quotation mark: ended"


class Attribute(NamedTuple):
    """The name and the position of an attribute, the part of the text that is its value, and the
    position after the value's quotation mark."""

    name: str
    position: int
    start: int
    end: int
    after: int


class Tag(NamedTuple):
    """A start tag. `is_complete` is false if the text ends inside of it."""

    name: str
    attributes: list[Attribute]
    end: int
    is_empty: bool = False
    is_complete: bool = True


class TagReader:
    """Reads the start tags of a text, and adds to `notes` what was mended."""

    def __init__(self, text: str, notes: Notes) -> None:
        self._text = text
        self._notes = notes
        #: False for the root element, in which a "/" before the ">" always belongs to a value.
        self._can_be_empty = True

    def read(self, position: int, *, is_root: bool) -> Tag | None:
        """Return the start tag at a `<`, or `None` if it begins no tag."""
        self._can_be_empty = not is_root
        match = _TAG_NAME.match(self._text, position)
        name = None if match is None else as_name(match[1])
        if match is None or name is None or prefix_of(name) == "xmlns":
            return None
        attributes: list[Attribute] = []
        position = match.end()
        while True:
            before = position
            position = self._next(before)
            if self._text.startswith(">", position):
                is_empty = self._has_slash(before, position) and not self._closes(position, name)
                return Tag(name, attributes, position + 1, is_empty=is_empty)
            if self._text.startswith("/>", position):
                return Tag(name, attributes, position + 2, is_empty=True)
            if self._text.startswith("<", position):  # the next tag
                self._notes.add(position, _NOT_CLOSED)
                return Tag(name, attributes, position)
            found = self._attribute(position)
            if found is None:
                return Tag(name, attributes, len(self._text), is_complete=False)
            position = found.after
            attributes.append(found)

    def _has_slash(self, start: int, end: int) -> bool:
        """Return `True` if a "/" makes a tag the only one of its element although no ">" follows
        it, as in `<br / >`, or it belongs to a value, as in `<link href=/a/>`. `start` is the end
        of the last attribute."""
        return self._can_be_empty and self._text.find("/", start - 1, end) != -1

    def _closes(self, position: int, name: str) -> bool:
        """Return `True` if the end tag of an element follows its text."""
        match = _END_TAG.match(self._text, position + 1)
        return match is not None and match[1] == name

    def _next(self, position: int) -> int:
        """Return the position of the next attribute or of the end of the tag."""
        end = end_of(_SEPARATOR, self._text, position)
        is_end = end == len(self._text) or self._text.startswith((">", "/>", "<"), end)
        is_separated = is_end if end == position else self._text[position:end].isspace()
        if not is_separated:
            self._notes.add(position, _SEPARATED)
        return end

    def _attribute(self, position: int) -> Attribute | None:
        """Return the attribute at a position, or `None` if the text ends before its value does."""
        match = _ATTRIBUTE_NAME.match(self._text, position)
        if match is None:
            return None  # the end of the text
        name = as_name(match[0])
        if name is None:
            self._notes.add(position, _NO_NAME)
        equals = _EQUALS.match(self._text, match.end())
        end = match.end() if equals is None else equals.end()
        if not self._has_value(equals, end):
            self._notes.add(position, _NO_VALUE)
            return Attribute(name or "", position, end, end, end)
        if equals is None or equals[0].count("=") > 1:
            self._notes.add(match.end(), _NOT_ONE_EQUALS)
        read = self._quoted if self._text.startswith(_QUOTES, end) else self._unquoted
        value = read(end)
        return None if value is None else Attribute(name or "", position, *value)

    def _has_value(self, equals: re.Match[str] | None, position: int) -> bool:
        """Return `True` if an attribute has a value, which begins at a position."""
        if equals is None:
            return _WITHOUT_EQUALS.match(self._text, position) is not None
        is_separated = equals[0][-1].isspace()
        return not is_separated or _INSTEAD_OF_VALUE.match(self._text, position) is None

    def _unquoted(self, start: int) -> tuple[int, int, int]:
        """Return the start and the end of a value without quotation marks, and the position after
        it."""
        text = self._text
        self._notes.add(start, _NO_QUOTES)
        end = end_of(_UNQUOTED, text, start)
        for opening, closing in _MARKS:
            if text.startswith(opening, start):
                inner = start + len(opening)
                closed = text.find(closing, inner, end)
                if closed != -1:
                    return inner, closed, closed + len(closing)
        match = _UNOPENED.match(text, start, end)
        end = start if match is None else match.end()
        return start, end, after(text, end, *_QUOTES)

    def _quoted(self, start: int) -> tuple[int, int, int] | None:
        """Return the start and the end of a value between quotation marks, and the position after
        it, or `None` if the text ends before it."""
        text = self._text
        quote = text[start]
        start += 1
        if text.startswith(quote, start) and _DOUBLED.match(text, start + 1) is not None:
            self._notes.add(start, _DOUBLED_QUOTES)
            start += 1
        end = self._end_of_quoted(start, quote)
        return None if end is None else (start, end, after(text, end, *_QUOTES))

    def _end_of_quoted(self, start: int, quote: str) -> int | None:
        """Return the end of a value after its opening quotation mark, or `None` if the text ends
        before it.

        A mark ends the value unless another mark follows without a "=" between them, as in `"The
        "Best" Feed"`. Each part of the text between two marks is looked at once.
        """
        text = self._text
        end = text.find(quote, start)
        while end != -1:
            following = end_of(_AFTER_QUOTE, text, end + 1)
            if following == end + 1 or not text.startswith(quote, following):
                break
            if _NEXT_WITHOUT_EQUALS.match(text, end + 1) is not None:
                break
            if _opens_next(text, start, end):
                return self._end_before_attribute(start, end)
            self._notes.add(end, _QUOTE_INSIDE)
            end = following
        if end == -1:
            return self._end_before_attribute(start, len(text))
        if text.startswith(quote, end + 1) and _opens_next(text, start, end):
            return self._end_before_attribute(start, end)
        return end

    def _end_before_attribute(self, start: int, end: int) -> int | None:
        """Return the end of a value without its closing quotation mark: the next tag, or the name
        of the next attribute, whose value begins at `end`."""
        tag_end = self._text.find(">", start, end)
        if tag_end != -1:
            self._notes.add(start, _QUOTE_MISSING)
            has_slash = self._text.startswith("/", tag_end - 1)
            return tag_end - 1 if has_slash and self._can_be_empty else tag_end
        match = _find_next(self._text, start, end)
        if match is None:
            return None
        self._notes.add(start, _QUOTE_MISSING)
        return match.start()


def _opens_next(text: str, start: int, end: int) -> bool:
    """Return `True` if the quotation mark at `end` opens the value of the next attribute."""
    return _find_next(text, start, end) is not None


def _find_next(text: str, start: int, end: int) -> re.Match[str] | None:
    """Return the beginning of the next attribute, whose value begins at `end`, in a value that
    begins at `start`."""
    return _NEXT_ATTRIBUTE.search(text, max(start, end - _LONGEST_NAME), end)
