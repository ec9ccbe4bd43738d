"""The values of headers."""

from __future__ import annotations

import re
from typing import Final, TypeAlias

from urldom._errors import wrong_type
from urldom._text.percent_encoding import octet_escapes
from urldom._text.scalar_values import scalar_value_string

#: The value of a header: its bytes, or the text that an HTTP client decoded from them.
HeaderValue: TypeAlias = bytes | str

_ESCAPES: Final = octet_escapes("\0-\x7f")
#: Matches a surrogate that does not represent a byte (PEP 383).
_find_other_surrogate = re.compile("[\ud800-\udc7f\udd00-\udfff]").search


def header_bytes(value: HeaderValue, name: str) -> bytes:
    """Return the bytes of the value of the header `name`. A `str` is encoded as UTF-8, in which a surrogate that
    represents a byte becomes this byte (PEP 383)."""
    if isinstance(value, bytes):
        return value
    if isinstance(value, str):  # pyright: ignore[reportUnnecessaryIsInstance]
        if _find_other_surrogate(value):
            value = scalar_value_string(value)
        return str.encode(value, errors="surrogateescape")
    raise wrong_type(f"the value of a {name} header", "bytes or a str", value)


def header_text(value: HeaderValue, name: str) -> str:
    """Return the text of a header's value. A byte that is not UTF-8 becomes a surrogate (PEP 383)."""
    if type(value) is str and value.isascii():
        return value
    return header_bytes(value, name).decode(errors="surrogateescape")


def url_reference(value: HeaderValue, name: str) -> str:
    """Return the URL in a header. Bytes outside ASCII are percent-encoded. They are not decoded to characters first."""
    if type(value) is str and value.isascii():
        return value
    octets = header_bytes(value, name)
    return octets.decode() if octets.isascii() else "".join([_ESCAPES[octet] for octet in octets])
