"""Writes the bytes of a document, which declare its encoding, and of a style sheet in which only
URLs change."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Final
from urllib.parse import quote

from urldom._core.text import encodings
from urldom._core.text.unicode import scalar_value_string
from urldom.trees._encoding_detection import byte_order_mark, declared_encoding
from urldom.trees._markup import find_markup
from urldom.trees._syntaxes import NOT_IN_XML, SPACES, css_escape
from urldom.trees._table import TEXT_ELEMENTS
from urldom.trees._tree import Tree
from urldom.trees._xml.prolog import declare_encoding

#: The byte order marks of the encodings that markup cannot declare.
_MARKS: Final = {"utf-16le": b"\xff\xfe", "utf-16be": b"\xfe\xff"}
_XML_MARKUP = re.compile(
    r"<!--[\s\S]*?(?:-->|\Z)|<!\[CDATA\[(?P<data>[\s\S]*?)(?:\]\]>|\Z)|<[?!][^>]*(?:>|\Z)"
)
_NO_ASCII: Final = re.compile("([^\0-\x7f]+)")
_Escape = Callable[[str], str]
#: The escape sequences of ISO-2022-JP after which a byte below 0x30 is the character with its
#: number: *ASCII* and *Roman*.
_TO_ASCII: Final = b"\x1b(B"
_TO_SINGLE_BYTES: Final = (_TO_ASCII, b"\x1b(J")


def write_bytes(tree: Tree, encoding: str, *, force: bool = False) -> bytes:
    """Return the bytes of a document, which declare the encoding."""
    if encoding == "replacement":
        encoding = "utf-8"  # Encoding Standard, "get an output encoding"
    text = write_text(tree, encoding, force=force)
    if not tree.is_markup:
        text = _fit(text, encoding, _url_parts)
        return _MARKS.get(encoding, b"") + encode_page(text, encoding)
    if not tree.is_html:
        return _xml_bytes(text, encoding, keeps_declaration=tree.keeps_declaration)
    if encoding == "x-user-defined" and not tree.is_fragment:
        encoding = "utf-8"  # A `meta` cannot declare it (HTML 13.2.3.2, *prescan*).
    text = _fit(text, encoding, _html_parts)
    if tree.is_fragment:
        return encode_page(text, encoding)
    data = _MARKS.get(encoding, b"") + encode_page(text, encoding)
    _, marked = byte_order_mark(data)
    found = marked or declared_encoding(data.decode("latin-1"), is_xml=False)
    if found == encoding or encoding in _MARKS:
        return data
    place = _place_of_meta(text)
    return encode_page(f'{text[:place]}<meta charset="{encoding}">{text[place:]}', encoding)


def write_text(tree: Tree, encoding: str, *, force: bool = False) -> str:
    """Return the text of a document, which declares no other encoding than the given one."""
    if not tree.is_html:
        return scalar_value_string(tree.write(encoding))
    from urldom.trees._html_writing import write_html

    return scalar_value_string(write_html(tree, encoding, force=force))


def _xml_bytes(text: str, encoding: str, *, keeps_declaration: bool) -> bytes:
    text = declare_encoding(
        _fit(text, encoding, _xml_parts), encoding, is_needed=not keeps_declaration
    )
    return _MARKS.get(encoding, b"") + encode_page(text, encoding)


def _place_of_meta(text: str) -> int:
    """Return the position at which a `meta` element becomes the first element in `head`."""
    place = start = 0
    for kind, end, tag in find_markup(text):
        name = "" if tag is None or tag.is_end else tag.name
        is_doctype = text[start : start + len("<!doctype")].lower() == "<!doctype"
        if is_doctype or name in ("html", "head"):
            place = end
        if name == "head":
            break
        is_before_head = name == "html" or kind == "comment" or not text[start:end].strip(SPACES)
        if not is_before_head:
            break
        start = end
    return place


def _fit(text: str, encoding: str, parts: Callable[[str], Iterator[tuple[int, _Escape]]]) -> str:
    """Escape the characters that an encoding lacks. `parts` yields the end of each part and its
    function."""
    if encoding in encodings.UNICODE or (text.isascii() and encoding != "iso-2022-jp"):
        return text
    lacking = {character for character in set(text) if not has_character(encoding, character)}
    if not lacking:
        return text
    one = "[" + "".join(map(re.escape, sorted(lacking))) + "]"
    find = re.compile(one)
    find_with_backslash = re.compile(rf"\\(?:(?P<escaped>{one})|[\s\S])|{one}")
    pieces: list[str] = []
    start = 0
    for end, escape in parts(text):
        part = text[start:end]
        if escape in _WITH_BACKSLASHES:
            pieces.append(find_with_backslash.sub(partial(_escape_code, escape, lacking), part))
        else:
            pieces.append(find.sub(lambda match, escape=escape: escape(match[0]), part))  # type: ignore[misc]
        start = end
    return "".join(pieces)


def _escape_code(escape: _Escape, lacking: set[str], match: re.Match[str]) -> str:
    """Return the escape of a character in a script or a style sheet. A backslash before the
    character means the character itself, so the escape replaces both. In a script, one before the
    end of a line means nothing (ECMAScript, *LineContinuation*)."""
    if escape is _utf_16_escapes and match["escaped"] in _LINE_ENDS:
        return ""
    if match["escaped"] is not None:
        return escape(match["escaped"])
    return escape(match[0]) if match[0] in lacking else match[0]


def _reference(character: str) -> str:
    return f"&#{ord(character)};"


def _html_reference(character: str) -> str:
    """Return a reference, or `?` for a C1 control, which it cannot mean in HTML (HTML Standard
    13.2.5.84)."""
    return "?" if "\x80" <= character < "\xa0" else _reference(character)


def _utf_16_escapes(character: str) -> str:
    """Return the escapes of JavaScript for a character, one for each of its code units."""
    units = character.encode("utf-16-be").hex(" ", 2).split()
    return "".join(f"\\u{unit}" for unit in units)


_LINE_ENDS: Final = ("\u2028", "\u2029")
#: The escapes that begin with a backslash, which a backslash before them would undo.
_WITH_BACKSLASHES: Final = (_utf_16_escapes, css_escape)
#: The function that escapes a character, by the kind of text. A `title` and a `textarea` can
#: contain references.
_ESCAPES: Final[dict[str, _Escape]] = {
    **dict.fromkeys((*TEXT_ELEMENTS, "plaintext", "comment"), lambda character: "?"),
    **dict.fromkeys(("text", "tag", "title", "textarea"), _html_reference),
    "style": css_escape,
    "CDATA section": lambda character: f"]]>{_reference(character)}<![CDATA[",
    "script": _utf_16_escapes,
}


def _html_parts(text: str) -> Iterator[tuple[int, _Escape]]:
    """Yield the parts of a document in HTML for `_fit`."""
    for kind, end, _ in find_markup(text):
        yield end, _ESCAPES[kind]


def _xml_parts(text: str) -> Iterator[tuple[int, _Escape]]:
    """Yield the parts of a document in XML for `_fit`."""
    for match in _XML_MARKUP.finditer(text):
        yield match.start(), _reference
        kind = "comment" if match["data"] is None else "CDATA section"
        yield match.end(), _ESCAPES[kind]
    yield len(text), _reference


def _url_parts(text: str) -> Iterator[tuple[int, _Escape]]:
    """Yield the only part of a list of URLs for `_fit`."""
    yield len(text), quote


def html_in_xml(text: str) -> str:
    """Return HTML without the characters that XML does not allow, so that it can be a text of
    XML."""
    if NOT_IN_XML.search(text) is None:
        return text
    pieces: list[str] = []
    start = 0
    for end, escape in _html_parts(text):
        part = text[start:end]
        for character in set(NOT_IN_XML.findall(part)):
            part = part.replace(character, escape(character))
        pieces.append(part)
        start = end
    return "".join(pieces)


def encode_page(text: str, encoding: str) -> bytes:
    """Encode a text. The encoding must have all its characters."""
    if encoding in encodings.UNICODE:
        return text.encode(encodings.UNICODE[encoding])
    if encoding == "iso-2022-jp":
        return _encode_each(text, encoding)
    # In all other encodings, ASCII is ASCII, whatever comes before it.
    if text.isascii():
        return text.encode()
    return b"".join(
        part.encode() if part.isascii() else _encode_each(part, encoding)
        for part in _NO_ASCII.split(text)
    )


def _encode_each(text: str, encoding: str) -> bytes:
    return b"".join(octets for octets, _ in encodings.encode_or_fail(encoding, text))


def has_character(encoding: str, character: str) -> bool:
    """Return `True` if an encoding has a character, and decodes its bytes as that character
    again."""
    if encoding in encodings.UNICODE:
        return True
    (octets, error), *_ = encodings.encode_or_fail(encoding, character)
    return error is None and encodings.decode(encoding, octets) == character


def splice_octets(
    octets: bytes, encoding: str, text: str, replacements: Iterable[tuple[int, int, str]]
) -> bytes:
    """Return the bytes of a text with some of its characters replaced.

    All other bytes stay, also those that do not decode, so the text is not encoded again.

    Args:
        octets: The bytes of the text.
        encoding: The name of the encoding.
        text: The text that was decoded from the bytes.
        replacements: A start and an end in `text`, and a new text, in the order of the text. The
            characters around a replaced span are below U+0030. A new text has only characters of
            the encoding, or of ASCII in ISO-2022-JP.
    """
    ascii_only = octets
    escapes: list[tuple[int, bytes]] = []  # with their ends
    if encoding == "iso-2022-jp":
        ascii_only, escapes = _without_states(octets)
    place_of = _places(text, ascii_only, encoding)
    ends = [end for end, _ in escapes]
    # A state of ISO-2022-JP is the escape sequence that begins it.
    states = [_TO_ASCII, *(escape for _, escape in escapes)]

    def state_at(place: int) -> bytes:
        return states[bisect_right(ends, place)]

    pieces: list[bytes] = []
    done = 0
    width = len(encode_page("(", encoding))  # of a character below U+0030
    for start, end, new in replacements:
        # `place_of` can find only the characters around the span.
        before = place_of(start - 1) + width
        after = len(octets) if end == len(text) else place_of(end)
        written = encode_page(new, encoding)
        pieces.append(octets[done:before])
        pieces.append(_between_states(state_at(before), written, state_at(after)))
        done = after
    pieces.append(octets[done:])
    return b"".join(pieces)


def _places(text: str, octets: bytes, encoding: str) -> Callable[[int], int]:
    """Return a function of the position of a character below U+0030 in a text, which returns the
    place of its bytes. Its calls must be in ascending order."""
    position = place = 0

    def place_of(to: int) -> int:
        nonlocal position, place
        if encoding.startswith("utf-16"):
            # An error has two bytes, as the U+FFFD that it becomes, unless it ends the text.
            place += len(encode_page(text[position:to], encoding))
        else:  # In the other encodings, bytes below 0x30 are always ASCII.
            octet = text[to].encode()
            for _ in range(text.count(text[to], position, to)):
                place = octets.index(octet, place) + 1
            place = octets.index(octet, place)
        position = to
        return place

    return place_of


def _without_states(octets: bytes) -> tuple[bytes, list[tuple[int, bytes]]]:
    """Return bytes of ISO-2022-JP with zeros for those that are not ASCII, and each escape sequence
    with its end."""
    from urldom._core.text import encoding_indexes

    first, *rest = encoding_indexes.ISO_2022_JP_ESCAPE.split(octets)
    pieces = [first]
    escapes: list[tuple[int, bytes]] = []
    place = len(first)
    for escape, after in zip(rest[::2], rest[1::2], strict=True):
        escapes.append((place + len(escape), escape))
        pieces.append(bytes(len(escape)))
        pieces.append(after if escape in _TO_SINGLE_BYTES else bytes(len(after)))
        place += len(escape) + len(after)
    return b"".join(pieces), escapes


def _between_states(before: bytes, octets: bytes, after: bytes) -> bytes:
    """Return the bytes of a new text in ASCII, with the escape sequences that ISO-2022-JP needs
    between two states."""
    if not octets:
        return b"" if before == after else after
    if before != _TO_ASCII:
        octets = _TO_ASCII + octets
    if after != _TO_ASCII:
        octets += after
    return octets
