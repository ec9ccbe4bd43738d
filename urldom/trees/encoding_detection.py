"""Which character encoding the bytes of a document are in: the HTML Standard's *encoding sniffing algorithm*, and XML
1.0's appendix F for XML.

Encodings are named as the Encoding Standard names them.
"""

from __future__ import annotations

import re
from typing import Final

from urldom.text.encodings import find_encoding

_BYTE_ORDER_MARKS: Final = ((b"\xef\xbb\xbf", "utf-8"), (b"\xfe\xff", "utf-16be"), (b"\xff\xfe", "utf-16le"))
_UTF_16_DECLARATIONS: Final = ((b"<\0?\0x\0", "utf-16le"), (b"\0<\0?\0x", "utf-16be"))
#: How many bytes are prescanned.
_PRESCANNED: Final = 1024

_TAG_TO_SKIP = re.compile(r"</?[A-Za-z][^\t\n\f\r >]*")
_META = re.compile(r"<[Mm][Ee][Tt][Aa](?=[\t\n\f\r /])")
_CHARSET = re.compile(r"charset[\t\n\f\r ]*=[\t\n\f\r ]*", re.IGNORECASE)
_XML_ENCODING = re.compile(
    rb"<\?xml[^>]*?encoding[\x00-\x20]*=[\x00-\x20]*(?:\"([^\"\x00-\x20>]+)\"|'([^'\x00-\x20>]+)')"
)


def detect_encoding(data: bytes, *, transport: str | None = None, is_xml: bool = False) -> str:
    """The name of the encoding of a document's bytes.

    `transport` is the label that came with them: a `charset` of HTTP, or what the user says. A label that the Encoding
    Standard does not know is passed over.

    >>> detect_encoding(b"<!doctype html><meta charset=cp1251>")
    'windows-1251'
    >>> detect_encoding(b"<!doctype html>"), detect_encoding(b"<feed/>", is_xml=True)
    ('windows-1252', 'utf-8')
    """
    for mark, encoding in _BYTE_ORDER_MARKS:
        if data.startswith(mark):
            return encoding
    if transport is not None and (name := find_encoding(transport)) is not None:
        return name
    for declaration, encoding in _UTF_16_DECLARATIONS:
        if data.startswith(declaration):
            return encoding
    start = data[:_PRESCANNED]
    if is_xml:
        return _declared_in_xml(start) or "utf-8"
    return _prescan(start) or _declared_in_xml(start) or "windows-1252"


def find_encoding_in_content(content: str) -> str | None:
    """The *algorithm for extracting a character encoding from a meta element*, given its `content`.

    >>> find_encoding_in_content("text/html; charset='utf-8'")
    'utf-8'
    """
    match = _CHARSET.search(content)
    if match is None:
        return None
    rest = content[match.end() :]
    if rest.startswith(('"', "'")):
        label, quote, _ = rest[1:].partition(rest[0])
        return find_encoding(label) if quote else None
    return find_encoding(re.split(r"[\t\n\f\r ;]", rest, maxsplit=1)[0])


def _declared_in_xml(data: bytes) -> str | None:
    """To *get an XML encoding*: what the XML declaration says."""
    match = _XML_ENCODING.match(data)
    return None if match is None else _as_declared(find_encoding((match[1] or match[2]).decode("latin-1")))


def _as_declared(encoding: str | None) -> str | None:
    """What could be read as ASCII is in no UTF-16, whatever it says of itself."""
    return {"utf-16le": "utf-8", "utf-16be": "utf-8", "x-user-defined": "windows-1252"}.get(encoding or "", encoding)


def _prescan(data: bytes) -> str | None:
    """To *prescan a byte stream to determine its encoding*."""
    text = data.decode("latin-1")  # a character a byte
    position = text.find("<")
    while position != -1:
        if text.startswith("<!--", position):
            end = text.find("-->", position + 2)
            if end == -1:
                return None
            position = end + 3
        elif match := _META.match(text, position):
            attributes, position = _get_attributes(text, match.end())
            if (encoding := _declared_in_meta(attributes)) is not None:
                return encoding
        elif match := _TAG_TO_SKIP.match(text, position):
            _, position = _get_attributes(text, match.end())
        elif text.startswith(("<!", "</", "<?"), position):
            position = text.find(">", position)
            if position == -1:
                return None
        else:
            position += 1
        position = text.find("<", position)
    return None


def _declared_in_meta(attributes: dict[str, str]) -> str | None:
    if "charset" in attributes:
        return _as_declared(find_encoding(attributes["charset"]))
    if attributes.get("http-equiv") == "content-type":
        return _as_declared(find_encoding_in_content(attributes.get("content", "")))
    return None


_ATTRIBUTE = re.compile(
    r"""[\t\n\f\r /]*                            # step 1
        (?P<name>[^\t\n\f\r />][^\t\n\f\r />=]*)     # steps 2 to 5; a first "=" is of the name
        (?:[\t\n\f\r ]*=[\t\n\f\r ]*             # steps 6 to 9
            (?:"(?P<double>[^"]*)(?P<closed2>"?) # step 10
              |'(?P<single>[^']*)(?P<closed1>'?)
              |(?P<bare>[^\t\n\f\r >]*)))?       # steps 11 and 12
    """,
    re.VERBOSE,
)
_AFTER_ATTRIBUTES = re.compile(r"[\t\n\f\r /]*")


def _get_attributes(text: str, position: int) -> tuple[dict[str, str], int]:
    """To *get an attribute* until there is none. The names and values are in ASCII lower case; the first of each name
    counts."""
    attributes: dict[str, str] = {}
    while match := _ATTRIBUTE.match(text, position):
        if (match["double"] is not None and not match["closed2"]) or (
            match["single"] is not None and not match["closed1"]
        ):
            return {}, len(text)  # it goes on beyond what is prescanned
        value = match["double"] or match["single"] or match["bare"] or ""
        attributes.setdefault(match["name"].lower(), value.lower())
        position = match.end()
    return attributes, _AFTER_ATTRIBUTES.match(text, position).end()  # type: ignore[union-attr]
