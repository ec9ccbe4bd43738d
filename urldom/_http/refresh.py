"""The URL of a `Refresh` header (HTML Standard, "shared declarative refresh steps")."""

from __future__ import annotations

import attrs

from urldom._errors import InvalidURLError
from urldom._hints import WithHints
from urldom._http.location import HeaderValue, header_bytes, resolved, response_pieces
from urldom._object.url import URL, url_of
from urldom._text.encodings import output_encoding
from urldom._text.refresh import cut_refresh
from urldom._values.pieces import SCHEME, Pieces
from urldom._values.url_value import AnyURL


@attrs.frozen
class Refresh(metaclass=WithHints):
    """The time and the URL of a refresh (HTML Standard, "shared declarative refresh steps").

    Attributes:
        seconds: The time after which a browser goes from the page to the URL, at most 2**63 - 1 seconds.
        url: The absolute URL.

    >>> refresh("5; url=b", "https://example.com/a")
    Refresh(seconds=5, url=URL('https://example.com/b'))
    """

    seconds: int
    url: URL


def refresh(value: HeaderValue, url: AnyURL) -> Refresh | None:
    """Return the time and the URL of a `Refresh` header, or `None` if a browser ignores the header.

    A browser ignores a header without a time, and one whose URL is invalid, or has the scheme `javascript:`. It decodes
    the header as Latin-1, so `é` in UTF-8 becomes `Ã©` (HTML Standard, "shared declarative refresh steps").

    For the refresh of a `meta` element, use `urldom.trees`, which resolves the URL against the page's base URL.

    Args:
        value: The value of the `Refresh` header. A `str` is first encoded as UTF-8, as in `location`.
        url: The URL of the response. The URL in the header is resolved against it.

    Returns:
        The time and the URL, or `None`. If the header has only a time, the URL is `url`.

    Raises:
        InvalidURLError: If `url` does not parse.
        TypeError: If `value` is not `bytes` or a `str`, or `url` is not a URL or a `str`.

    >>> refresh(b"0;URL='/b?q=1'", "https://example.com/a").url.href
    'https://example.com/b?q=1'
    """
    text = header_bytes(value, "Refresh").decode("latin-1")  # isomorphic decode
    base = response_pieces(url)
    found = read_refresh(text, base, base, "utf-8")
    return None if found is None else Refresh(found[0], url_of(found[1]))


def read_refresh(value: str, page: Pieces, base: Pieces, encoding: str) -> tuple[int, Pieces] | None:
    """Return the seconds of a refresh and the pieces of its URL, or `None` if a browser ignores the value."""
    parts = cut_refresh(value)
    if parts is None:
        return None
    pieces = page
    if parts.start is not None:
        try:
            pieces = resolved(value[parts.start : parts.end], base, output_encoding(encoding))
        except InvalidURLError:
            return None
        if pieces[SCHEME] == "javascript:":
            return None
    # Twenty digits are more than the limit, and Python's `int` rejects thousands of digits.
    return min(int(parts.seconds.lstrip("0")[:20] or "0"), 2**63 - 1), pieces
