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


def urlencoded(pairs: Iterable[Pair], encoding: str) -> str:
    """Run the *application/x-www-form-urlencoded serializer*."""

    def escaped(text: str) -> str:
        is_plain = text.isalnum() and text.isascii()
        return text if is_plain else percent_encode_after_encoding(encoding, text, FORM_URLENCODED)

    return "&".join([f"{escaped(name)}={escaped(value)}" for name, value in pairs])


def plain_text(pairs: Iterable[Pair]) -> str:
    """Run the *text/plain encoding algorithm*."""
    return "".join([f"{name}={value}\r\n" for name, value in pairs])


def multipart(entries: Iterable[Entry], encoding: str) -> tuple[bytes, str]:
    """Run the *multipart/form-data encoding algorithm*. Return the body and its boundary."""
    boundary = f"----FormBoundary{token_hex(20)}"  # Nobody can guess it, so no entry contains it.
    delimiter = f"--{boundary}".encode()
    output: list[bytes] = []

    def quotable(text: str) -> bytes:
        """Escape the bytes that would end a name, in ISO-2022-JP even if they are part of another character."""
        return encode(encoding, text).replace(b"\n", b"%0A").replace(b"\r", b"%0D").replace(b'"', b"%22")

    for name, value in entries:
        output += delimiter, b'\r\nContent-Disposition: form-data; name="%b"' % quotable(normalize(name))
        if isinstance(value, File):
            output.append(b'; filename="%b"\r\nContent-Type: %b' % (quotable(value.name), value.content_type.encode()))
        body = value.body if isinstance(value, File) else encode(encoding, normalize(value))
        output += b"\r\n\r\n", body, b"\r\n"
    return b"".join([*output, delimiter, b"--\r\n"]), boundary
