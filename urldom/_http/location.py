"""The values of headers, and the URL of a redirect (Fetch Standard, "location URL")."""

from __future__ import annotations

import re
from typing import Final, TypeAlias

from urldom._errors import Failure, InvalidURLError, UnresolvableURLError, wrong_type
from urldom._object.url import URL, url_of
from urldom._standards.registry import DEFAULT_STANDARD, find_engine
from urldom._text.percent_encoding import ASCII, octet_escapes
from urldom._text.scalar_values import scalar_value_string
from urldom._values.pieces import FRAGMENT, Pieces, href, with_fragment
from urldom._values.url_value import AnyURL, url_text

_cut = find_engine(DEFAULT_STANDARD).cut
#: The value of a header: its bytes, or the text that an HTTP client decoded from them.
HeaderValue: TypeAlias = bytes | str

_ESCAPES: Final = octet_escapes(ASCII)
#: Matches a surrogate that does not represent a byte (PEP 383).
_find_other_surrogate = re.compile("[\ud800-\udc7f\udd00-\udfff]").search


def header_bytes(value: HeaderValue, name: str) -> bytes:
    """Return the bytes of a header's value. A surrogate that represents a byte becomes this byte (PEP 383)."""
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


def location(value: HeaderValue, url: AnyURL) -> URL:
    """Return the URL that a redirect leads to.

    The function follows "location URL" in the Fetch Standard. A relative URL is resolved against `url`. If the header
    has no fragment, the result keeps the fragment of `url`.

    As in browsers, bytes outside ASCII are percent-encoded. A `str` is encoded as UTF-8 with `surrogateescape`, so pass
    `value.encode("latin-1")` for a header that a client such as `requests` decoded as Latin-1: see `docs/http.md`.

    The result can have any scheme, even `javascript:`. A browser follows only `http:` and `https:` redirects, so check
    `protocol` first. If several `Location` headers differ, browsers do not follow the redirect.

    Args:
        value: The value of the `Location` header.
        url: The URL of the response, absolute.

    Returns:
        The absolute URL of the next request.

    Raises:
        UnresolvableURLError: If `value` does not parse.
        InvalidURLError: If `url` does not parse.
        TypeError: If `value` is not `bytes` or a `str`, or `url` is not a URL or a `str`.

    >>> location(b"/caf\\xe9?q=\\xe9", "https://example.com/a#top").href
    'https://example.com/caf%E9?q=%E9#top'
    >>> location("//evil.example\\\\@good.example", "https://good.example/").host
    'evil.example'
    """
    reference = url_reference(value, "Location")
    base = response_pieces(url)
    pieces = resolved(reference, base)
    if not pieces[FRAGMENT] and base[FRAGMENT]:
        pieces = with_fragment(pieces, base[FRAGMENT])
    return url_of(pieces)


def response_pieces(url: AnyURL, name: str = "the URL of a response") -> Pieces:
    """Return the pieces of an absolute URL. Raises `InvalidURLError`. `name` is the URL's name in error messages."""
    text = url_text(url, name)
    try:
        return _cut(text)
    except Failure as failure:
        raise InvalidURLError(text, failure.reason, DEFAULT_STANDARD) from None


def resolved(reference: str, base: Pieces, encoding: str = "utf-8") -> Pieces:
    """Resolve a reference against a base URL, and return the pieces. Raises `UnresolvableURLError`."""
    try:
        return _cut(reference, base, encoding)
    except Failure as failure:
        raise UnresolvableURLError(reference, href(base), failure.reason, DEFAULT_STANDARD) from None
