"""Parsing and resolving under any standard."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeAlias, TypeVar, overload

from urldom._contexts.protocol import Base, context_of
from urldom._standards.interface import StandardLike
from urldom._standards.registry import DEFAULT_STANDARD, find_standard
from urldom._values.url_value import AnyURL, url_text

if TYPE_CHECKING:
    from urldom._values.parsed_url import ParsedURL
    from urldom._values.reference_values import GenericRL, URIReference

_Parsed_co = TypeVar("_Parsed_co", covariant=True)


class _StandardOf(Protocol[_Parsed_co]):
    """A standard whose `parse` returns `_Parsed_co`."""

    def parse(self, url: AnyURL) -> _Parsed_co: ...


# The names of the standards, grouped by the type that `parse` returns
Full: TypeAlias = Literal["html5", "whatwg"]
References: TypeAlias = Literal["rfc3986", "rfc2396"]
RelativeURLs: TypeAlias = Literal["rfc1808"]


@overload
def parse(url: AnyURL, *, standard: Full = ...) -> ParsedURL: ...
@overload
def parse(url: AnyURL, *, standard: References) -> URIReference: ...
@overload
def parse(url: AnyURL, *, standard: RelativeURLs) -> GenericRL: ...
@overload
def parse(url: AnyURL, *, standard: _StandardOf[_Parsed_co]) -> _Parsed_co: ...
@overload
def parse(url: AnyURL, *, standard: StandardLike) -> Any: ...
def parse(url: AnyURL, *, standard: Any = DEFAULT_STANDARD) -> Any:
    """Parse a URL into its components.

    Args:
        url: A string, or a URL object of urldom.
        standard: One of the five standards, or its name. The default is `WHATWG`, the URL Standard, which browsers
            follow.

    Returns:
        Under `WHATWG` and `HTML5`, a `ParsedURL`. Under RFC 3986 and RFC 2396, a `URIReference`. Under RFC 1808, a
        `GenericRL`. The attributes of `URIReference` and `GenericRL` are the components that the RFCs define. All three
        types are hashable.

    Raises:
        InvalidURLError: If the URL is invalid. Under `WHATWG`, a relative URL is invalid.
        ValueError: If `standard` is an unknown name.
        TypeError: If an argument has a wrong type.

    >>> parse("https://EXAMPLE.com:4443/a/../b?")
    ParsedURL(scheme='https', userinfo=None, host='example.com', port='4443', path='/b', query='', fragment=None)
    >>> parse("../b?", standard="rfc3986")
    URIReference(scheme=None, authority=None, path='../b', query='', fragment=None)
    """
    return find_standard(standard).parse(url)


@overload
def resolve(
    url: AnyURL, base: Base | None = None, *, standard: Full | None = None, encoding: str | None = None
) -> ParsedURL: ...
@overload
def resolve(
    url: AnyURL, base: Base | None = None, *, standard: References, encoding: str | None = None
) -> URIReference: ...
@overload
def resolve(
    url: AnyURL, base: Base | None = None, *, standard: RelativeURLs, encoding: str | None = None
) -> GenericRL: ...
@overload
def resolve(
    url: AnyURL, base: Base | None = None, *, standard: _StandardOf[_Parsed_co], encoding: str | None = None
) -> _Parsed_co: ...
@overload
def resolve(url: AnyURL, base: Base | None = None, *, standard: StandardLike, encoding: str | None = None) -> Any: ...
def resolve(url: AnyURL, base: Base | None = None, *, standard: Any = None, encoding: str | None = None) -> Any:
    """Resolve a URL against a base (URL Standard 4.4, HTML5 2.6.3).

    Args:
        url: A URL. It may be relative if `base` is given.
        base: An absolute URL, or a base context, such as a `Document`.
        standard: One of the five standards, or its name. `None` uses the base context's standard, or `WHATWG` without a
            context.
        encoding: The encoding of the query, as a label of the Encoding Standard. `None` uses the base context's
            encoding, or UTF-8 without a context.

    Returns:
        The components of the absolute URL, in the type that `parse` returns.

    Raises:
        UnresolvableURLError: If the URL or the base is invalid, or a relative URL has no base.
        LookupError: If `encoding` is an unknown label.
        ValueError: If `standard` is an unknown name.
        TypeError: If an argument has a wrong type.

    >>> str(resolve("?q=é", "http://example.com/a", encoding="windows-1252"))
    'http://example.com/a?q=%E9'
    >>> str(resolve(r"\\\\evil.example\\x", "https://good.example/"))
    'https://evil.example/x'
    """
    against: AnyURL | None = None
    if base is not None:
        context = context_of(base)
        if context is None:
            against = url_text(base)
        else:
            against = url_text(context.base_url, "a base URL")
            standard = context.standard if standard is None else standard
            encoding = context.encoding if encoding is None else encoding
    found = find_standard(DEFAULT_STANDARD if standard is None else standard)
    return found.resolve(url, against, encoding="utf-8" if encoding is None else encoding)
