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
    """*Pick an encoding for the form*, and return its name. `encoding` is the encoding of the document."""
    if accept_charset is not None:
        labels = SPACE_RUN.split(accept_charset.strip(SPACES))
        encoding = next(filter(None, map(find_encoding, labels)), "utf-8")
    return output_encoding(encoding)


def encode(encoding: str, text: str) -> bytes:
    """Encode a text. A character that the encoding lacks becomes a numeric reference (Encoding Standard, "encode")."""
    if encoding == "utf-8" or (text.isascii() and encoding != "iso-2022-jp"):
        return text.encode()
    parts = encode_or_fail(encoding, text)
    return b"".join([encoded if error is None else b"%b&#%d;" % (encoded, error) for encoded, error in parts])


def normalize(text: str) -> str:
    return _LINE_BREAK.sub("\r\n", text) if "\n" in text or "\r" in text else text


def to_pairs(entries: Iterable[Entry]) -> list[Pair]:
    """Convert an entry list to a list of name-value pairs. A file is replaced by its file name."""
    return [(normalize(name), normalize(value.name if isinstance(value, File) else value)) for name, value in entries]


def urlencoded(pairs: Iterable[Pair], encoding: str) -> str:
    """Run the *application/x-www-form-urlencoded serializer*."""
    return "&".join([f"{_escaped(name, encoding)}={_escaped(value, encoding)}" for name, value in pairs])


def _escaped(text: str, encoding: str) -> str:
    if text.isalnum() and text.isascii():
        return text
    return percent_encode_after_encoding(encoding, text, FORM_URLENCODED)


def plain_text(pairs: Iterable[Pair]) -> str:
    """Run the *text/plain encoding algorithm*."""
    return "".join([f"{name}={value}\r\n" for name, value in pairs])


def multipart(entries: Iterable[Entry], encoding: str) -> tuple[bytes, str]:
    """Run the *multipart/form-data encoding algorithm*. Return the body and its boundary."""
    boundary = f"----FormBoundary{token_hex(20)}"  # Nobody can guess it, so no entry contains it.
    delimiter = f"--{boundary}".encode()
    output: list[bytes] = []
    for name, value in entries:
        output += [delimiter, b"\r\n", *_part(name, value, encoding), b"\r\n"]
    return b"".join([*output, delimiter, b"--\r\n"]), boundary


def _part(name: str, value: str | File, encoding: str) -> tuple[bytes, bytes]:
    header = b'Content-Disposition: form-data; name="%b"' % _quotable(encode(encoding, normalize(name)))
    if not isinstance(value, File):
        return header + b"\r\n\r\n", encode(encoding, normalize(value))
    filename, content_type = _quotable(encode(encoding, value.name)), value.content_type.encode()
    return b'%b; filename="%b"\r\nContent-Type: %b\r\n\r\n' % (header, filename, content_type), value.body


def _quotable(encoded: bytes) -> bytes:
    """Escape the bytes that would end a name, in ISO-2022-JP even if they are part of another character."""
    return encoded.replace(b"\n", b"%0A").replace(b"\r", b"%0D").replace(b'"', b"%22")
