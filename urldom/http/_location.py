"""The values of headers, the URLs of `Location` and `Refresh`, and the directives of fragments."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, Final, TypeAlias

import attrs

from urldom._core.errors import Failure, InvalidURLError, UnresolvableURLError, wrong_type
from urldom._core.objects.url import URL, url_of
from urldom._core.public import public
from urldom._core.standards.registry import DEFAULT_STANDARD, find_engine
from urldom._core.text import encodings, percent_encoding
from urldom._core.text.unicode import scalar_value_string
from urldom._core.values.pieces import Pieces, fragment_of, href, scheme_of, with_fragment
from urldom._core.values.url_value import AnyURL, url_text
from urldom.http._hints import RefreshHints
from urldom.http._refresh import cut_refresh

_cut = find_engine(DEFAULT_STANDARD).grammar.cut
#: The value of a header: its bytes, or the text that an HTTP client decoded from them.
HeaderValue: TypeAlias = bytes | str
#: The headers of any HTTP client, or pairs of a name and a value. A value may also be a list of
#: values, as in Scrapy.
Headers: TypeAlias = Mapping[Any, Any] | Iterable[tuple[Any, Any]]
_ESCAPES: Final = percent_encoding.octet_escapes(percent_encoding.ASCII)
#: The largest number of seconds that a refresh can have.
_LONGEST_TIME: Final = 2**63 - 1
#: Matches a surrogate that does not represent a byte (PEP 383).
_find_other_surrogate = re.compile("[\ud800-\udc7f\udd00-\udfff]").search


def header_bytes(value: HeaderValue, name: str) -> bytes:
    """Return the bytes of a header's value. A surrogate that represents a byte becomes this byte
    (PEP 383)."""
    if isinstance(value, bytes):
        return value
    if isinstance(value, str):  # pyright: ignore[reportUnnecessaryIsInstance]
        if _find_other_surrogate(value):
            value = scalar_value_string(value)
        return str.encode(value, errors="surrogateescape")
    raise wrong_type(f"the value of a {name} header", "bytes or a str", value)


def header_text(value: HeaderValue, name: str) -> str:
    """Return the text of a header's value. A byte that is not UTF-8 becomes a surrogate (PEP
    383)."""
    return header_bytes(value, name).decode(errors="surrogateescape")


def header_texts(values: HeaderValue | Iterable[HeaderValue], name: str) -> list[str]:
    """Return the texts of one header, or of several headers with one name."""
    if isinstance(values, (bytes, str)):
        return [header_text(values, name)]
    if not isinstance(values, Iterable):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise wrong_type(f"{name} headers", "bytes, a str, or an iterable of these", values)
    return [header_text(value, name) for value in values]


def header_values(headers: Headers, names: Iterable[str]) -> dict[str, list[Any]]:
    """Return the values of the headers with these names, in lower case, by name. The values are not
    checked."""
    found: dict[str, list[Any]] = {name: [] for name in names}
    try:
        for name, value in _pairs(headers):
            if isinstance(name, bytes):
                name = name.decode("latin-1")
            values = found.get(name.lower())
            if values is None or value is None:
                continue
            if isinstance(value, (list, tuple)):
                values += value
            else:
                values.append(value)
    except (AttributeError, TypeError, ValueError):
        raise wrong_type(
            "headers", "a mapping or an iterable of pairs of names and values", headers
        ) from None
    return found


def _pairs(headers: Any) -> Any:
    """Return the names and values. httpx has `multi_items`, because its `items` joins the values of
    one name."""
    for method in ("multi_items", "items"):
        pairs = getattr(headers, method, None)
        if pairs is not None:
            return pairs()
    return headers


def url_reference(value: HeaderValue, name: str) -> str:
    """Return the URL in a header. Bytes outside ASCII are percent-encoded, and not decoded
    first."""
    octets = header_bytes(value, name)
    if octets.isascii():
        return octets.decode()
    return "".join([_ESCAPES[octet] for octet in octets])


def location(value: HeaderValue, url: AnyURL) -> URL:
    """Return the URL that a redirect leads to (Fetch Standard, "location URL").

    The result can have any scheme, even `javascript:`. A browser follows only `http:` and `https:`
    redirects, so check `protocol` first. If several `Location` headers differ, browsers do not
    follow the redirect.

    Args:
        value: The value of the `Location` header. As in browsers, bytes outside ASCII are
            percent-encoded. A `str` is encoded as UTF-8 with `surrogateescape`, so pass
            `value.encode("latin-1")` for a header that a client such as `requests` decoded as
            Latin-1: see `docs/http.md`.
        url: The absolute URL of the response.

    Returns:
        The absolute URL of the next request. If `value` has no fragment, the result keeps the
        fragment of `url`.

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
    if not fragment_of(pieces) and fragment_of(base):
        pieces = with_fragment(pieces, fragment_of(base))
    return url_of(pieces)


def response_pieces(url: AnyURL, name: str = "the URL of a response") -> Pieces:
    """Return the pieces of an absolute URL. Raises `InvalidURLError`. `name` is the URL's name in
    error messages."""
    text = url_text(url, name)
    try:
        return _cut(text)
    except Failure as failure:
        raise InvalidURLError(text, failure.reason, DEFAULT_STANDARD) from None


def resolved(reference: str, base: Pieces, encoding: str = "utf-8") -> Pieces:
    """Resolve a reference against a base URL, and return the pieces. Raises
    `UnresolvableURLError`."""
    try:
        return _cut(reference, base, encoding)
    except Failure as failure:
        raise UnresolvableURLError(
            reference, href(base), failure.reason, DEFAULT_STANDARD
        ) from None


@public("urldom.http")
@attrs.frozen
class Refresh(RefreshHints):
    """The time and the URL of a refresh (HTML Standard, "shared declarative refresh steps").

    Attributes:
        seconds: The time after which a browser goes from the page to the URL, at most 2**63 - 1
            seconds.
        url: The absolute URL.

    >>> refresh("5; url=b", "https://example.com/a")
    Refresh(seconds=5, url=URL('https://example.com/b'))
    """

    seconds: int
    url: URL

    @property
    def header(self) -> str:
        """The value of a `Refresh` header, or the `content` of a `meta`, that `refresh()` reads.

        >>> refresh("5;b", "https://example.com/a").header
        '5; url=https://example.com/b'
        """
        return f"{self.seconds}; url={self.url.href}"


def refresh(value: HeaderValue, url: AnyURL) -> Refresh | None:
    """Return the time and the URL of a `Refresh` header.

    See the HTML Standard, "shared declarative refresh steps".

    A browser decodes the header as Latin-1, so `é` in UTF-8 becomes `Ã©`. For the refresh of a
    `meta` element, use `urldom.trees`, which resolves the URL against the page's base URL.

    Args:
        value: The value of the `Refresh` header. A `str` is first encoded as UTF-8, as in
            `location`.
        url: The URL of the response, against which the URL in the header is resolved.

    Returns:
        The time and the URL, which is `url` if the header has only a time. `None` if a browser
        ignores the header, because it has no time, or its URL is invalid or has the scheme
        `javascript:`.

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


def read_refresh(
    value: str, page: Pieces, base: Pieces, encoding: str
) -> tuple[int, Pieces] | None:
    """Return the seconds of a refresh and the pieces of its URL, or `None` if a browser ignores the
    value."""
    parts = cut_refresh(value)
    if parts is None:
        return None
    pieces = page
    if parts.start is not None:
        reference = value[parts.start : parts.end]
        try:
            pieces = resolved(reference, base, encodings.output_encoding(encoding))
        except InvalidURLError:
            return None
        if scheme_of(pieces) == "javascript:":
            return None
    # Twenty digits are more than the limit, and Python's `int` rejects thousands of digits.
    digits = parts.seconds.lstrip("0")[:20] or "0"
    return min(int(digits), _LONGEST_TIME), pieces


def split_directive(fragment: str) -> tuple[str, tuple[str, ...]]:
    """Split a fragment at the first `:~:`, which begins its directives.

    See URL Fragment Text Directives 3.3.

    Args:
        fragment: The fragment of a URL, or its `hash`, with or without a `#`.

    Returns:
        The fragment before the `:~:`, with the `#` if it had one, and the directives as written,
        such as `text=a`.

    Raises:
        TypeError: If the fragment is not a `str`.

    >>> from urldom import URL
    >>> split_directive(URL("https://example.com/wine#red:~:text=Pinot&text=Merlot,Malbec").hash)
    ('#red', ('text=Pinot', 'text=Merlot,Malbec'))
    """
    if not isinstance(fragment, str):  # pyright: ignore[reportUnnecessaryIsInstance]
        hint = 'pass "" for a URL without a fragment' if fragment is None else ""
        raise wrong_type("a fragment", "a str", fragment, hint)
    before, _, directives = fragment.partition(":~:")
    if not directives:
        return before, ()
    return before, tuple(directives.split("&"))
