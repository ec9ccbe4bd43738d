"""Parsing and resolving under any standard."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol, overload

from urldom._core.contexts.base_argument import base_of
from urldom._core.contexts.protocol import Base
from urldom._core.objects.frozen import frozen_url
from urldom._core.standards import resolving
from urldom._core.standards.interface import Standard, StandardLike
from urldom._core.standards.names import FullName, ReferenceName, RelativeName
from urldom._core.standards.parts import ParsedT, ParsedT_co
from urldom._core.standards.registry import DEFAULT_STANDARD, find_engine
from urldom._core.values.url_value import AnyURL

if TYPE_CHECKING:
    from urldom._core.objects.frozen import FrozenURL
    from urldom._core.values.parsed_url import ParsedURL
    from urldom._core.values.reference_values import GenericRL, URIReference


@overload
def parse(url: AnyURL, *, standard: FullName = ...) -> ParsedURL: ...
@overload
def parse(url: AnyURL, *, standard: ReferenceName) -> URIReference: ...
@overload
def parse(url: AnyURL, *, standard: RelativeName) -> GenericRL: ...
@overload
def parse(url: AnyURL, *, standard: Standard[ParsedT]) -> ParsedT: ...
@overload
def parse(url: AnyURL, *, standard: StandardLike) -> Any: ...
def parse(url: AnyURL, *, standard: Any = DEFAULT_STANDARD) -> Any:
    """Parse a URL into its components.

    Args:
        url: A string, or a URL object of urldom.
        standard: A standard, or its name. The default is `WHATWG`, the URL Standard, which browsers
            follow.

    Returns:
        A `ParsedURL` under `WHATWG` and `HTML5`, a `GenericRL` under RFC 1808, and a `URIReference`
        under the other RFCs. All three are hashable, and the last two have the components that the
        RFCs define.

    Raises:
        InvalidURLError: If the URL is invalid, which includes a relative URL under `WHATWG`.
        ValueError: If `standard` is an unknown name.
        TypeError: If an argument has a wrong type.

    >>> parse("https://EXAMPLE.com:4443/a/../b?").host
    'example.com'
    >>> parse("ftp://h/a/../b?")
    ParsedURL(scheme='ftp', userinfo=None, host='h', port=None, path='/b', query='', fragment=None)
    >>> parse("../b?", standard="rfc3986")
    URIReference(scheme=None, authority=None, path='../b', query='', fragment=None)
    """
    return resolving.parse(find_engine(standard).grammar, url)


@overload
def resolve(
    url: AnyURL,
    base: Base | None = None,
    *,
    standard: FullName | Standard[ParsedURL] | None = None,
    encoding: str | None = None,
) -> FrozenURL: ...
@overload
def resolve(
    url: AnyURL, base: Base | None = None, *, standard: ReferenceName, encoding: str | None = None
) -> URIReference: ...
@overload
def resolve(
    url: AnyURL, base: Base | None = None, *, standard: RelativeName, encoding: str | None = None
) -> GenericRL: ...
@overload
def resolve(
    url: AnyURL,
    base: Base | None = None,
    *,
    standard: Standard[ParsedT],
    encoding: str | None = None,
) -> ParsedT: ...
@overload
def resolve(
    url: AnyURL, base: Base | None = None, *, standard: StandardLike, encoding: str | None = None
) -> Any: ...
def resolve(
    url: AnyURL, base: Base | None = None, *, standard: Any = None, encoding: str | None = None
) -> Any:
    """Resolve a URL against a base (URL Standard 4.4, HTML5 2.6.3).

    Args:
        url: A URL, which may be relative if `base` is given.
        base: An absolute URL, or a base context, such as a `Document`.
        standard: A standard, or its name. `None` uses the base context's standard, or `WHATWG`
            without a context.
        encoding: The encoding of the query, as a label of the Encoding Standard. `None` uses the
            base context's encoding, or UTF-8 without a context.

    Returns:
        Under `WHATWG` and `HTML5`, a `FrozenURL`. Under the RFCs, which define no attributes, the
        result of `parse`.

    Raises:
        UnresolvableURLError: If the URL or the base is invalid, or a relative URL has no base.
        LookupError: If `encoding` is an unknown label.
        ValueError: If `standard` is an unknown name.
        TypeError: If an argument has a wrong type.

    >>> str(resolve("?q=é", "http://example.com/a", encoding="windows-1252"))
    'http://example.com/a?q=%E9'
    >>> resolve(r"\\\\evil.example\\x", "https://good.example/")
    FrozenURL('https://evil.example/x')
    """
    value = base_of(base, standard, encoding)
    if value.engine.grammar.references is not None:
        return resolving.resolve(value.engine.grammar, url, value.text, value.encoding)
    return frozen_url(value.engine, value.absolute_pieces(url), value.encoding)


class Parse(Protocol[ParsedT_co]):
    """The function `parse` of a standard's module."""

    def __call__(self, url: AnyURL) -> ParsedT_co: ...


class IsValidURL(Protocol):
    """The function `is_valid_url` of a standard's module."""

    def __call__(self, url: AnyURL, encoding: str = "utf-8") -> bool: ...


class Resolve(Protocol[ParsedT_co]):
    """The function `resolve` of a standard's module."""

    def __call__(
        self, url: AnyURL, base: Base | None = None, *, encoding: str | None = None
    ) -> ParsedT_co: ...


def resolve_under(standard: Standard[Any]) -> Resolve[Any]:
    """Return the function `resolve` of a standard's module."""

    def resolve_by_standard(
        url: AnyURL, base: Base | None = None, *, encoding: str | None = None
    ) -> Any:
        """Resolve a URL against a base, under the standard of this module.

        Args:
            url: A URL, which may be relative if `base` is given.
            base: An absolute URL, or a base context, such as a `Document`.
            encoding: The encoding of the query, as a label of the Encoding Standard, which the RFCs
                do not use. `None` uses the base context's encoding, or UTF-8 without a context.

        Returns:
            A `FrozenURL`, or under the RFCs the value that `parse` returns.

        Raises:
            UnresolvableURLError: If the URL or the base is invalid, or a relative URL has no base.
            LookupError: If `encoding` is an unknown label.
            TypeError: If an argument has a wrong type.

        >>> from urldom import rfc3986
        >>> str(rfc3986.resolve("../g", "http://a/b/c/d;p?q"))
        'http://a/b/g'
        """
        return resolve(url, base, standard=standard, encoding=encoding)

    resolve_by_standard.__name__ = "resolve"
    return resolve_by_standard
