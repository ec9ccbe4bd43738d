"""Finds the encoding of a document (HTML Standard, *encoding sniffing algorithm*, and XML 1.0,
appendix F).

Like Chromium and Safari, and unlike the Standard, it searches for a `meta` element once, with
HTML's tokenizer."""

from __future__ import annotations

import re
from html import unescape
from typing import Final

from urldom._core.text import encodings
from urldom.trees._markup import Tag, find_markup
from urldom.trees._tree import Tree, html_name

_BYTE_ORDER_MARKS: Final = (
    (b"\xef\xbb\xbf", "utf-8"),
    (b"\xfe\xff", "utf-16be"),
    (b"\xff\xfe", "utf-16le"),
)
#: The beginnings of an XML declaration without a byte order mark (XML 1.0, appendix F.1).
_UTF_16_DECLARATIONS: Final = ((b"<\0?\0x\0", "utf-16le"), (b"\0<\0?\0x", "utf-16be"))
#: The beginning of a tag in UTF-16.
_UTF_16_TAGS: Final = {
    "utf-16le": re.compile(rb"<\0[^\0]\0"),
    "utf-16be": re.compile(rb"\0<\0[^\0]"),
}
#: A `meta` element outside the head section counts only if it begins within this number of bytes.
_PRESCANNED: Final = 1024

#: The elements that do not end the head section in Chromium.
_OF_HEAD: Final = frozenset(
    ["script", "noscript", "style", "link", "meta", "object", "title", "base"]
)
_CHARSET = re.compile(r"charset[\t\n\f\r ]*=[\t\n\f\r ]*", re.IGNORECASE)
_END_OF_LABEL = re.compile(r"[\t\n\f\r ;]")
#: A numeric character reference, and the digits after the first eight, because int() rejects
#: thousands of digits.
_DECIMAL_REFERENCE = re.compile("&#0*([0-9]{1,8})[0-9]*")
_XML_DECLARATION = re.compile(r"<\?xml([^>]*)>")
_MALFORMED_DECLARATION = re.compile(
    r"<\?xml\s[^<>]*?encoding\s*=\s*[\"']?([\w.:-]+)", re.IGNORECASE
)
_XML_ENCODING = re.compile(
    r"encoding[\x00-\x20]*=[\x00-\x20]*"
    r"(?:\"(?P<double>[^\"\x00-\x20]+)\"|'(?P<single>[^'\x00-\x20]+)')"
)


def detect_encoding(
    data: bytes, *, transport: str | None = None, is_xml: bool = False, inherited: str | None = None
) -> str:
    """Return the name of the encoding of a document's bytes. `transport` is the label that came
    with them, and `inherited` the encoding of an HTML document that declares none, in a frame."""
    _, marked = byte_order_mark(data)
    if marked is not None:
        return marked
    if transport is not None and (name := encodings.find_encoding(transport)) is not None:
        return name
    for declaration, encoding in _UTF_16_DECLARATIONS:
        if data.startswith(declaration):
            return encoding
    declared = declared_encoding(data.decode("latin-1"), is_xml=is_xml)
    if declared is not None:
        return declared
    return "utf-8" if is_xml else inherited or "windows-1252"


def byte_order_mark(data: bytes) -> tuple[bytes, str | None]:
    """Return the byte order mark and the name of its encoding, or `b""` and `None`."""
    for mark, name in _BYTE_ORDER_MARKS:
        if data.startswith(mark):
            return mark, name
    return b"", None


def declared_encoding(text: str, *, is_xml: bool) -> str | None:
    """Return the name of the encoding that a text, or bytes decoded as Latin-1, declares, or
    `None`."""
    if not is_xml and (declared := _declared_in_html(text)) is not None:
        return declared
    return _declared_in_xml(text)


def tree_encoding(tree: Tree) -> str:
    """Return the encoding that the tree's library knows, or else that a `meta` element declares, or
    UTF-8."""
    known = None if tree.encoding is None else encodings.find_encoding(tree.encoding)
    if known is not None:
        return known
    for node in tree.find(html_name(tree, "meta")):
        label = tree.get(node, "charset")
        if label is None and (tree.get(node, "http-equiv") or "").lower() == "content-type":
            label = label_in_content(tree.get(node, "content") or "")
        declared = None if label is None else encodings.find_encoding(label)
        if declared is not None:
            return declared
    return "utf-8"


def label_in_content(content: str) -> str:
    """Run the *algorithm for extracting a character encoding from a meta element*. Return the
    label, or `""`."""
    match = _CHARSET.search(content)
    if match is None:
        return ""
    rest = content[match.end() :]
    if rest.startswith(('"', "'")):
        label, quote, _ = rest[1:].partition(rest[0])
        return label if quote else ""
    return _END_OF_LABEL.split(rest, maxsplit=1)[0]


def encoding_of_malformed(data: bytes) -> str | None:
    """Return the name of the encoding of bytes that are not well-formed XML, or `None`. It is
    UTF-16 if the first `<` is, or what a misplaced or malformed XML declaration declares."""
    first = data.find(b"<")
    for encoding, pattern in _UTF_16_TAGS.items():
        match = pattern.match(data, first - first % 2)
        if first != -1 and match is not None:
            return encoding
    beginning = data[:_PRESCANNED].decode("latin-1")
    declaration = _MALFORMED_DECLARATION.search(beginning)
    return None if declaration is None else as_declared(encodings.find_encoding(declaration[1]))


def as_declared(encoding: str | None) -> str | None:
    """Return the encoding that a declaration means: UTF-8 for UTF-16, because the declaration is
    readable as ASCII."""
    return "utf-8" if encoding in ("utf-16le", "utf-16be") else encoding


def _declared_in_html(text: str) -> str | None:
    """Return the encoding of the first `meta` element that Chromium would find, or `None`."""
    start = 0
    is_in_head = True
    for _, end, tag in find_markup(text):
        if not is_in_head and start >= _PRESCANNED:
            break
        if tag is not None:
            if tag.name == "meta" and not tag.is_end:
                encoding = _declared_in_meta(tag.attributes)
                if encoding is not None:
                    return encoding
            is_in_head = is_in_head and _stays_in_head(tag)
        start = end
    return None


def _stays_in_head(tag: Tag) -> bool:
    """Return `True` if the head section may go on after a tag."""
    return tag.name in _OF_HEAD or (not tag.is_end and tag.name in ("html", "head"))


def _declared_in_meta(attributes: list[tuple[str, str]]) -> str | None:
    """Return the encoding that a `meta` tag declares. Of several `charset` attributes, the last
    counts (Chromium)."""
    charset = in_content = None
    is_pragma = False
    for name, value in attributes:
        # A number of more than eight digits is too large for a character, as are its first eight
        # digits.
        text = unescape(_DECIMAL_REFERENCE.sub(r"&#\1", value))
        if name == "charset":
            charset = text
        elif name == "content" and charset is None:
            in_content = label_in_content(text)
        elif name == "http-equiv" and text.lower() == "content-type":
            is_pragma = True
    label = charset
    if label is None and is_pragma:
        label = in_content
    found = None if label is None else as_declared(encodings.find_encoding(label))
    return "windows-1252" if found == "x-user-defined" else found


def _declared_in_xml(text: str) -> str | None:
    """*Get an XML encoding* (HTML Standard 13.2.3.2)."""
    declaration = _XML_DECLARATION.match(text)
    if declaration is None:
        return None
    inside = declaration[1]
    start = inside.find("encoding")
    if start == -1:
        return None
    match = _XML_ENCODING.match(inside, start)
    if match is None:
        return None
    return as_declared(encodings.find_encoding(match["double"] or match["single"]))
