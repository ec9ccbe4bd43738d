"""The encodings of form data (HTML Standard 4.10.22.5 to 4.10.22.9, and URL Standard 5.2)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from secrets import token_hex
from typing import Final, TypeAlias

from urldom._text.encodings import encode_or_fail, find_encoding, output_encoding
from urldom._text.percent_encode_sets import FORM_URLENCODED, percent_encode_after_encoding
from urldom.trees._forms.forms import File
from urldom.trees._syntaxes import SPACE_RUN, SPACES

Entry: TypeAlias = "tuple[str, str | File]"
Pair: TypeAlias = tuple[str, str]

_LINE_BREAK: Final = re.compile("\r\n|\r|\n")


def pick_encoding(accept_charset: str | None, encoding: str) -> str:
    """*Pick an encoding for the form*, and return its name. `encoding` is the encoding of the document.

    >>> pick_encoding("nonsense latin1", "koi8-r"), pick_encoding("nonsense", "koi8-r"), pick_encoding(None, "utf-16le")
    ('windows-1252', 'utf-8', 'utf-8')
    """
    if accept_charset is not None:
        labels = SPACE_RUN.split(accept_charset.strip(SPACES))
        encoding = next(filter(None, map(find_encoding, labels)), "utf-8")
    return output_encoding(encoding)


def encode(encoding: str, text: str) -> bytes:
    """Encode a text (Encoding Standard, "encode").

    If the encoding lacks a character, a numeric character reference replaces the character.

    >>> encode("windows-1252", "é☃")
    b'\\xe9&#9731;'
    """
    if encoding == "utf-8":
        return text.encode()
    if text.isascii() and encoding != "iso-2022-jp":
        return text.encode()
    output = bytearray()
    for encoded, error in encode_or_fail(encoding, text):
        output += encoded
        if error is not None:
            output += b"&#%d;" % error
    return bytes(output)


def normalize(text: str) -> str:
    """Replace each line break with CR LF."""
    return _LINE_BREAK.sub("\r\n", text) if "\n" in text or "\r" in text else text


def to_pairs(entries: Iterable[Entry]) -> list[Pair]:
    """Convert an entry list to a list of name-value pairs. A file is replaced by its file name."""
    return [(normalize(name), normalize(value.name if isinstance(value, File) else value)) for name, value in entries]


def urlencoded(pairs: Iterable[Pair], encoding: str) -> str:
    """Run the *application/x-www-form-urlencoded serializer*.

    >>> urlencoded([("a b", "é"), ("c", "☃")], "windows-1252")
    'a+b=%E9&c=%26%239731%3B'
    """
    written = [(_escaped(name, encoding), _escaped(value, encoding)) for name, value in pairs]
    return "&".join([f"{name}={value}" for name, value in written])


def _escaped(text: str, encoding: str) -> str:
    if text.isalnum() and text.isascii():
        return text
    return percent_encode_after_encoding(encoding, text, FORM_URLENCODED)


def plain_text(pairs: Iterable[Pair]) -> str:
    """Run the *text/plain encoding algorithm*.

    >>> plain_text([("a", "b"), ("c", "d")])
    'a=b\\r\\nc=d\\r\\n'
    """
    return "".join([f"{name}={value}\r\n" for name, value in pairs])


def multipart(entries: Iterable[Entry], encoding: str) -> tuple[bytes, str]:
    """Run the *multipart/form-data encoding algorithm*. Return the body, and a boundary that no part contains."""
    parts = [_part(name, value, encoding) for name, value in entries]
    boundary = _new_boundary()
    while any(boundary.encode() in part for pair in parts for part in pair):
        boundary = _new_boundary()
    output: list[bytes] = []
    delimiter = f"--{boundary}".encode()
    for header, body in parts:
        output += [delimiter, b"\r\n", header, b"\r\n\r\n", body, b"\r\n"]
    return b"".join([*output, delimiter, b"--\r\n"]), boundary


def _new_boundary() -> str:
    return f"----FormBoundary{token_hex(20)}"


def _part(name: str, value: str | File, encoding: str) -> tuple[bytes, bytes]:
    header = b'Content-Disposition: form-data; name="%b"' % _quotable(encode(encoding, normalize(name)))
    if not isinstance(value, File):
        return header, encode(encoding, normalize(value))
    filename = _quotable(encode(encoding, value.name))
    return b'%b; filename="%b"\r\nContent-Type: %b' % (header, filename, value.content_type.encode()), value.body


def _quotable(encoded: bytes) -> bytes:
    """Escape the bytes that would end a name. In ISO-2022-JP, these bytes are escaped even if they are part of another
    character."""
    return encoded.replace(b"\n", b"%0A").replace(b"\r", b"%0D").replace(b'"', b"%22")
