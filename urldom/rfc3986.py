"""The functions of RFC 3986 (2005), the generic URI syntax.

>>> from urldom import rfc3986
>>> str(rfc3986.resolve("../g", "http://a/b/c/d;p?q"))
'http://a/b/g'
"""

from __future__ import annotations

from urldom import _functions
from urldom._contexts import Base
from urldom._standards.rfc3986 import RFC3986
from urldom._values.reference_values import URIReference
from urldom._values.url_value import AnyURL

__all__ = ["RFC3986", "URIReference", "is_valid_url", "parse", "resolve"]


def __dir__() -> list[str]:
    return __all__


def parse(url: AnyURL) -> URIReference:
    """Split a URI reference into its components, which stay unchanged (RFC 3986 appendix A).

    Args:
        url: A URI reference. It may be relative.

    Returns:
        The five components.

    Raises:
        InvalidURLError: If the grammar does not match.
        TypeError: If `url` has a wrong type.

    >>> parse("urn:isbn:0451450523")
    URIReference(scheme='urn', authority=None, path='isbn:0451450523', query=None, fragment=None)
    """
    return RFC3986.parse(url)


def resolve(url: AnyURL, base: Base | None = None) -> URIReference:
    """Resolve a URI reference against a base (RFC 3986 section 5.2).

    Args:
        url: A URI reference. A reference with a scheme needs no base.
        base: An absolute URL or a base context.

    Returns:
        The target URI.

    Raises:
        UnresolvableURLError: If the grammar does not match, if a relative reference has no base, or if the base is not
            an absolute URI.
        TypeError: If an argument has a wrong type.

    >>> str(resolve("g;x=1/../y", "http://a/b/c/d;p?q"))
    'http://a/b/c/y'
    """
    return _functions.resolve(url, base, standard=RFC3986)


def is_valid_url(url: AnyURL) -> bool:
    """Return whether the grammar of RFC 3986 allows a string.

    Args:
        url: A URI reference.

    Returns:
        `True` if the grammar allows the string.

    Raises:
        TypeError: If `url` has a wrong type.

    >>> is_valid_url("urn:isbn:0451450523"), is_valid_url("a b")
    (True, False)
    """
    return RFC3986.is_valid_url(url)
