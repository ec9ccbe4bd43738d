"""The functions of RFC 2396 (1998), the generic URI syntax before RFC 3986.

>>> from urldom import rfc2396
>>> str(rfc2396.resolve("?y", "http://a/b/c/d;p?q"))
'http://a/b/c/?y'
"""

from __future__ import annotations

from urldom import _functions
from urldom._contexts import Base
from urldom._standards.rfc2396 import RFC2396
from urldom._values.reference_values import URIReference
from urldom._values.url_value import AnyURL

__all__ = ["RFC2396", "URIReference", "is_valid_url", "parse", "resolve"]


def __dir__() -> list[str]:
    return __all__


def parse(url: AnyURL) -> URIReference:
    """Split a URI reference into its components, which stay unchanged (RFC 2396 section 4).

    Every string can be split into these components. `is_valid_url` checks the grammar.

    Args:
        url: A URI reference. It may be relative.

    Returns:
        The five components.

    Raises:
        TypeError: If `url` has a wrong type.

    >>> parse("//example.com/a b?q").path
    '/a b'
    """
    return RFC2396.parse(url)


def resolve(url: AnyURL, base: Base | None = None) -> URIReference:
    """Resolve a URI reference against a base (RFC 2396 section 5.2).

    Args:
        url: A URI reference. A reference with a scheme needs no base.
        base: An absolute URL or a base context.

    Returns:
        The absolute form of the reference.

    Raises:
        UnresolvableURLError: If a relative reference has no base, or the base is not an absolute URI.
        TypeError: If an argument has a wrong type.

    >>> str(resolve("../g", "http://a/b/c/d;p?q"))
    'http://a/b/g'
    """
    return _functions.resolve(url, base, standard=RFC2396)


def is_valid_url(url: AnyURL) -> bool:
    """Return whether the grammar of RFC 2396 allows a string.

    Args:
        url: A URI reference.

    Returns:
        `True` if the grammar allows the string.

    Raises:
        TypeError: If `url` has a wrong type.

    >>> is_valid_url("../g;x"), is_valid_url("a b")
    (True, False)
    """
    return RFC2396.is_valid_url(url)
