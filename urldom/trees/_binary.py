"""Documents that are not text: their signatures (MIME Sniffing Standard, section 6), and compressed
data."""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable
from typing import Final

#: Any four bytes
_ANY: Final = b"[\\s\\S]{4}"
_GZIP: Final = b"\x1f\x8b\x08"
#: The signatures and their types: 7.1 steps 2 and 5, and the tables of 6.1, 6.2, 6.3 and 6.4. The
#: order is that of *identifying an unknown MIME type*, which does not look for fonts.
_SIGNATURES: Final = (
    (b"%PDF-", "application/pdf"),
    (b"%!PS-Adobe-", "application/postscript"),
    (b"\x00\x00\x01\x00", "image/x-icon"),
    (b"\x00\x00\x02\x00", "image/x-icon"),
    (b"BM", "image/bmp"),
    (b"GIF8[79]a", "image/gif"),
    (b"RIFF" + _ANY + b"WEBPVP", "image/webp"),
    (b"\x89PNG\r\n\x1a\n", "image/png"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"FORM" + _ANY + b"AIFF", "audio/aiff"),
    (b"ID3", "audio/mpeg"),
    (b"OggS\x00", "application/ogg"),
    (b"MThd\x00\x00\x00\x06", "audio/midi"),
    (b"RIFF" + _ANY + b"AVI ", "video/avi"),
    (b"RIFF" + _ANY + b"WAVE", "audio/wave"),
    (_GZIP, "application/x-gzip"),
    (b"PK\x03\x04", "application/zip"),
    (b"Rar!\x1a\x07\x00", "application/x-rar-compressed"),
    # The version is the format's own. The Standard looks for "LP" alone, as in "YELP".
    (
        b"[\\s\\S]{8}(?:\x00\x00\x01|[\x01\x02]\x00\x02)\x00[\\s\\S]{22}LP",
        "application/vnd.ms-fontobject",
    ),
    (b"\x00\x01\x00\x00", "font/ttf"),
    (b"OTTO", "font/otf"),
    (b"ttcf", "font/collection"),
    (b"wOFF", "font/woff"),
    (b"wOF2", "font/woff2"),
)
_FIND: Final = [(re.compile(pattern), essence) for pattern, essence in _SIGNATURES]
#: A member of the data, after zero bytes that fill a block of a tape or disk
_MEMBER: Final = re.compile(b"\0*" + re.escape(_GZIP))
#: The beginning of a WebM file, and the type in it.
_EBML: Final = re.compile(b"\x1a\x45\xdf\xa3[\\s\\S]{0,34}?\x42\x82[\\s\\S]{1,8}?\x00*webm")
#: The brands of an MP4 file are sought in so many bytes.
_MOST_OF_BRANDS: Final = 4096
#: The greatest size of a sitemap (sitemaps.org, "Sitemap file guidelines"): 50 MB.
MOST_OF_GZIP: Final = 52_428_800
#: The number of bytes that are decompressed at once. The rest of a piece is copied for each member
#: of the data, so a piece is small.
_PIECE: Final = 4096


def binary_type(data: bytes | str) -> str | None:
    """Return the MIME type of which a document has the signature, or `None`."""
    if isinstance(data, str) or data.startswith(b"<"):  # No signature begins with "<".
        return None
    for pattern, essence in _FIND:
        if pattern.match(data) is not None:
            return essence
    if _is_mp4(data):
        return "video/mp4"
    return "video/webm" if _EBML.match(data) is not None else None


def require_text(data: bytes | str) -> None:
    """Raise `ValueError` if a document without a content type has the signature of another type
    than HTML or XML."""
    found = binary_type(data)
    if found is not None:
        raise ValueError(
            f"the document is not HTML or XML, but {found} by its first bytes: pass parser= to"
            " parse it"
        )


def _is_mp4(data: bytes) -> bool:
    """Return `True` if a file has the *signature for MP4* (6.2.1)."""
    size = int.from_bytes(data[:4], "big")
    if len(data) < 12 or len(data) < size or size % 4 or data[4:8] != b"ftyp":
        return False
    brands = data[8:12] + data[16 : min(size, _MOST_OF_BRANDS)]
    return any(brands.startswith(b"mp4", start) for start in range(0, len(brands), 4))


def open_gzip(data: bytes | str, most: int = MOST_OF_GZIP) -> tuple[bytes | str, bool]:
    """Return a document, decompressed if it is gzip's data, and whether it was.

    Args:
        data: The document.
        most: The greatest number of bytes that the data may contain.

    Raises:
        ValueError: If the data are broken, or contain more.
    """
    if isinstance(data, str) or not data.startswith(_GZIP):
        return data, False
    return decompress_gzip(data, most), True


def decompress_gzip(data: bytes, most: int) -> bytes:
    """Return what gzip's data contain (RFC 1952), or raise `ValueError` if they are broken or
    contain more than `most` bytes. Bytes after the last member are ignored."""
    if data and _MEMBER.match(data) is None:
        raise ValueError(
            "the gzip data are broken: they do not begin like gzip: download the document again"
        )
    parts: list[bytes] = []
    position = 0
    left = most
    while found := _MEMBER.match(data, position):
        start = found.end() - len(_GZIP)
        part, position = _inflate("gzip", data, start, zlib.MAX_WBITS | 16, left)
        left -= len(part)
        if left < 0:
            raise _too_long("gzip", most)
        parts.append(part)
    return b"".join(parts)


def decompress_deflate(data: bytes, most: int) -> bytes:
    """Do what `decompress_gzip` does for the content coding "deflate" (RFC 9110, 8.4.1.2)."""
    # Some servers leave out the two bytes before the data. The first byte has the method 8 (RFC
    # 1950, 2.2). A negative window size means data without the two bytes.
    has_header = bool(data) and data[0] & 0x0F == 8
    wbits = zlib.MAX_WBITS if has_header else -zlib.MAX_WBITS
    content, _ = _inflate("deflate", data, 0, wbits, most)
    if len(content) > most:
        raise _too_long("deflate", most)
    return content


def _too_long(coding: str, most: int) -> ValueError:
    return ValueError(
        f"the {coding} data contain more than {most} bytes: pass a greater max_decompressed"
    )


def _inflate(coding: str, data: bytes, position: int, wbits: int, most: int) -> tuple[bytes, int]:
    """Return what the stream at a position contains, up to `most` bytes and one more, and the
    position after it."""
    stream = zlib.decompressobj(wbits)
    parts: list[bytes] = []
    left = most + 1
    while left and not stream.eof:
        piece = data[position : position + _PIECE]
        position += len(piece)
        part = _decompressed(coding, stream.decompress, piece, left)
        left -= len(part)
        parts.append(part)
    # The rest of the piece may be the beginning of the next member.
    return b"".join(parts), position - len(stream.unused_data)


def _decompressed(
    coding: str, decompress: Callable[[bytes, int], bytes], piece: bytes, most: int
) -> bytes:
    """Return what the next piece of a stream contains, up to `most` bytes."""
    if not piece:
        raise ValueError(f"the {coding} data end too early: download the document again")
    try:
        return decompress(piece, most)
    except zlib.error as error:
        raise ValueError(
            f"the {coding} data are broken: {error}: download the document again"
        ) from None
