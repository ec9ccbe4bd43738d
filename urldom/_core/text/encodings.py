"""The parts of the Encoding Standard that URLs need: its labels, and *encode or fail* for the
queries of documents.

The labels are those of the package `webencodings`. `encoding_indexes`, which has the encoders and
decoders, is imported for the first text that needs one: few documents have a legacy encoding."""

from __future__ import annotations

import codecs
from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache
from typing import Final

from urldom._core.errors import unknown_name, wrong_type

#: The Unicode encodings, with the codecs of Python. For these, Python's decoders treat errors as
#: the Standard does.
UNICODE: Final = {"utf-8": "utf-8", "utf-16le": "utf-16-le", "utf-16be": "utf-16-be"}
#: Encodings in which bytes below 0x80 are not always ASCII.
_NOT_ASCII: Final = frozenset(["iso-2022-jp", "replacement"])


def output_encoding(label: str) -> str:
    """*Get an output encoding* for a label, and return its name. UTF-16 becomes UTF-8 (HTML5 2.6.3
    step 3). Raises `LookupError` for an unknown label, and `TypeError` for a value that is not a
    string."""
    if label == "utf-8":
        return "utf-8"
    return _output_encoding(_stripped(label))  # Stripping first keeps the cached labels short.


def checked_label(label: str) -> str:
    """Return a label that `output_encoding` knows as a plain `str`. A subclass of `str` may print
    other characters."""
    output_encoding(label)
    return str.__str__(label)


@lru_cache(maxsize=256)
def _output_encoding(label: str) -> str:
    name = get_encoding(label)
    return "utf-8" if name in ("replacement", "utf-16be", "utf-16le") else name


def get_encoding(label: str) -> str:
    """*Get an encoding* from a label, and return its name. The errors are those of
    `output_encoding`."""
    name = find_encoding(_stripped(label))
    if name is None:
        from webencodings.labels import LABELS

        raise LookupError(unknown_name("encoding label", label, sorted(set(LABELS.values()))))
    return name


def _stripped(label: object) -> str:
    if not isinstance(label, str):
        raise wrong_type("an encoding label", "a str", label)
    return str.strip(label, "\t\n\f\r ")


def find_encoding(label: str) -> str | None:
    """Return the name of the encoding that has this label, or `None` for an unknown label."""
    from webencodings import lookup

    try:
        encoding = lookup(label)
    except UnicodeEncodeError:  # a lone surrogate in the label
        return None
    return None if encoding is None else str(encoding.name)


def find_label_or_codec(label: str) -> str:
    """Return the name of the encoding with this label or Python name. Raises `LookupError` for any
    other text."""
    try:
        return get_encoding(label)
    except LookupError:
        # ValueError: U+0000 or a lone surrogate in the name
        with suppress(LookupError, ValueError):
            return _encodings_of_codecs()[codecs.lookup(label).name]
        raise


@lru_cache(maxsize=1)
def _encodings_of_codecs() -> dict[str, str]:
    from webencodings.labels import LABELS

    names: dict[str, str] = {}
    for label, encoding in LABELS.items():
        with suppress(LookupError):
            names.setdefault(codecs.lookup(label).name, encoding)
    return names


def encode_or_fail(encoding: str, text: str) -> Iterator[tuple[bytes, int | None]]:
    """Run *encode or fail* until the end of `text`. `encoding` is the name of a legacy encoding.
    Yield the bytes before each code point that the encoding lacks, with that code point, and the
    bytes after the last one with `None`. For the three control characters that ISO-2022-JP does not
    encode, the Encoding Standard names U+FFFD instead."""
    from urldom._core.text.encoding_indexes import encode_iso_2022_jp, encoder_table

    if encoding == "iso-2022-jp":
        yield from encode_iso_2022_jp(text)
        return
    table = encoder_table(encoding)
    output = bytearray()
    for character in text:
        data = character.encode() if character < "\x80" else table.get(character)
        if data is None and encoding == "gb18030" and character != "\ue5e5":
            data = character.encode("gb18030")  # uses index gb18030 ranges
        if data is None:
            yield bytes(output), ord(character)
            output.clear()
        else:
            output += data
    yield bytes(output), None


def decode(encoding: str, data: bytes) -> str:
    """Decode bytes. `encoding` is the name of an encoding. An error becomes U+FFFD, and a byte
    order mark stays."""
    if encoding in UNICODE:
        return data.decode(UNICODE[encoding], errors="replace")
    if data.isascii() and encoding not in _NOT_ASCII:
        return data.decode()
    if encoding == "replacement":
        return "\ufffd" if data else ""
    from urldom._core.text.encoding_indexes import decoder

    return decoder(encoding)(data)
