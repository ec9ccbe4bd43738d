"""RFC 2396 (1998), the generic URI syntax before RFC 3986.

>>> from urldom import rfc2396
>>> str(rfc2396.resolve("?y", "http://a/b/c/d;p?q"))
'http://a/b/c/?y'
"""

from __future__ import annotations

from urldom import _functions
from urldom._contexts import Base
from urldom._standards.rfc2396 import RFC2396
from urldom._values.references import URIReference
from urldom._values.url_value import AnyURL

__all__ = ["RFC2396", "URIReference", "is_valid_url", "parse", "resolve"]


def __dir__() -> list[str]:
    return __all__


def parse(url: AnyURL) -> URIReference:
    """Parse a URI reference into its components, as they are written (RFC 2396 section 4).

    Raises `InvalidURLError` if the grammar does not match.

    >>> parse("").is_same_document
    True
    """
    return RFC2396.parse(url)


def resolve(url: AnyURL, base: Base | None = None) -> URIReference:
    """Resolve a URI reference against a base and return its absolute form (RFC 2396 section 5.2).

    `base` is an absolute URL or a base context. A `url` with a scheme needs no base. Raises `UnresolvableURLError`.

    >>> str(resolve("../g", "http://a/b/c/d;p?q"))
    'http://a/b/g'
    """
    return _functions.resolve(url, base, standard=RFC2396)


def is_valid_url(url: AnyURL) -> bool:
    """Whether the grammar of RFC 2396 allows `url`.

    >>> is_valid_url("../g;x"), is_valid_url("a b")
    (True, False)
    """
    return RFC2396.is_valid_url(url)
