"""Bytes that are not of the encoding of their document, which XML does not allow (XML 1.0,
4.3.3)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import Final

from urldom._core.text import encodings
from urldom.trees._encoding_detection import byte_order_mark
from urldom.trees._mending.mend import MOST_MENDS, Note, mends_of

#: U+FFFD in the encodings that have it, and the bytes of U+FFFC, which has the same length.
_REPLACEMENTS: Final = {
    "utf-8": (b"\xef\xbf\xbd", b"\xef\xbf\xbc"),
    "utf-16le": (b"\xfd\xff", b"\xfc\xff"),
    "utf-16be": (b"\xff\xfd", b"\xff\xfc"),
    **dict.fromkeys(["gb18030", "gbk"], (b"\x84\x31\xa4\x37", b"\x84\x31\xa4\x36")),
}
_RUN = re.compile("\ufffd+")


def require_decodable(data: bytes, encoding: str, text: str) -> None:
    """Raise `SyntaxError` if bytes, whose text is given, are not all of the encoding."""
    first = next(_places(data, encoding, text), None)
    if first is None:
        return
    (place,) = mends_of(text, [(first, "")])
    raise SyntaxError(f"a byte that is not {encoding}: line {place.line}, column {place.column}")


def notes_of_bytes(data: bytes, encoding: str, text: str) -> list[Note]:
    """Return a note for each run of bytes that are not of the encoding."""
    reason = f"bytes that are not {encoding}: replaced by U+FFFD"
    return [(index, reason) for index in islice(_places(data, encoding, text), MOST_MENDS)]


def _places(data: bytes, encoding: str, text: str) -> Iterator[int]:
    """Yield where U+FFFD stands in a text for bytes that are not of the encoding, once for each
    run."""
    replacement = _REPLACEMENTS.get(encoding)
    if replacement is not None:  # The document may contain U+FFFD itself.
        mark, _ = byte_order_mark(data)
        text = encodings.decode(encoding, data[len(mark) :].replace(*replacement))
    return (match.start() for match in _RUN.finditer(text))
