"""The content of a `data:` URL (Fetch Standard, "`data:` URL processor")."""

from __future__ import annotations

from binascii import a2b_base64
from string import ascii_letters, digits
from typing import Final

import attrs

from urldom._core.errors import InvalidURLError, shown
from urldom._core.public import public
from urldom._core.standards.registry import DEFAULT_STANDARD
from urldom._core.text import percent_encoding
from urldom._core.values.pieces import href_without_fragment, scheme_of
from urldom._core.values.url_value import AnyURL
from urldom.http._hints import DataHints
from urldom.http._location import response_pieces
from urldom.http._media_types import parse_media_type

_BASE64_ALPHABET: Final = (ascii_letters + digits + "+/").encode()


@public("urldom.http")
class InvalidDataURLError(InvalidURLError):
    """Raised for an invalid `data:` URL, or for another scheme.

    `url` has no fragment, and `reason` says what is wrong.

    >>> from urldom.http import data
    >>> try:
    ...     data("data:text/html")
    ... except InvalidDataURLError as error:
    ...     error.reason
    'it has no comma after its media type'
    """

    def __str__(self) -> str:
        return f"{shown(self.url)} is not a data: URL with content: {self.reason}"


def _shown_body(body: bytes) -> str:
    return repr(body) if len(body) <= 100 else f"{body[:100]!r}..."


@public("urldom.http")
@attrs.frozen
class Data(DataHints):
    """The content of a `data:` URL (Fetch Standard, "`data:` URL processor").

    Attributes:
        media_type: The MIME type, serialized as in the MIME Sniffing Standard.
        body: The bytes of the content.

    >>> data("data:text/html;base64,PGI+")
    Data(media_type='text/html', body=b'<b>')
    """

    media_type: str
    body: bytes = attrs.field(repr=_shown_body)


def data(url: AnyURL) -> Data:
    """Return the content of a `data:` URL without its fragment.

    See the Fetch Standard, "`data:` URL processor".

    Args:
        url: An absolute URL with the scheme `data:`.

    Returns:
        The content. A missing or invalid MIME type becomes `text/plain;charset=US-ASCII`.

    Raises:
        InvalidDataURLError: If the scheme is not `data:`, if the comma is missing, or if the base64
            is invalid.
        InvalidURLError: If the URL does not parse.
        TypeError: If `url` is not a URL or a `str`.

    >>> data("data:,caf%C3%A9#top")
    Data(media_type='text/plain;charset=US-ASCII', body=b'caf\\xc3\\xa9')
    """
    pieces = response_pieces(url, "a data: URL")
    serialized = href_without_fragment(pieces)  # step 2
    if scheme_of(pieces) != "data:":
        raise InvalidDataURLError(serialized, 'its scheme is not "data:"', DEFAULT_STANDARD)
    media_type, comma, encoded_body = serialized.removeprefix("data:").partition(",")
    media_type = media_type.strip(" ")
    if not comma:
        raise InvalidDataURLError(
            serialized, "it has no comma after its media type", DEFAULT_STANDARD
        )
    body = percent_encoding.percent_decode(encoded_body.encode())
    before, semicolon, last = media_type.rpartition(";")
    if semicolon and last.lstrip(" ").lower() == "base64":
        decoded = forgiving_base64_decode(body)
        if decoded is None:
            raise InvalidDataURLError(serialized, "its body is not valid base64", DEFAULT_STANDARD)
        body = decoded
        media_type = before
    if media_type.startswith(";"):
        media_type = f"text/plain{media_type}"
    parsed = parse_media_type(media_type)
    return Data("text/plain;charset=US-ASCII" if parsed is None else str(parsed), body)


def forgiving_base64_decode(octets: bytes) -> bytes | None:
    """Return the decoded bytes, or `None` for invalid base64 (Infra Standard, "forgiving-base64
    decode")."""
    octets = octets.translate(None, b"\t\n\f\r ")
    if len(octets) % 4 == 0:
        octets = octets.removesuffix(b"=").removesuffix(b"=")  # removes at most two characters
    if len(octets) % 4 == 1 or octets.translate(None, _BASE64_ALPHABET):
        return None
    return a2b_base64(octets + b"==")
