"""RFC 3986, generic URI syntax: what other programs that follow it read.

>>> from urldom import rfc3986
>>> str(rfc3986.resolve("../g", "http://a/b/c/d;p?q"))
'http://a/b/g'
"""

from __future__ import annotations

from urldom import _functions
from urldom._contexts import Base
from urldom._standards.rfc3986 import RFC3986
from urldom._values.references import URIReference
from urldom._values.url_value import AnyURL

__all__ = ["RFC3986", "URIReference", "is_valid_url", "parse", "resolve"]


def __dir__() -> list[str]:
    return __all__


def parse(url: AnyURL) -> URIReference:
    """Parse a URI reference into its components, as they are written (RFC 3986 appendix A).

    Raises `InvalidURLError` if the grammar does not match.

    >>> parse("urn:isbn:0451450523")
    URIReference(scheme='urn', authority=None, path='isbn:0451450523', query=None, fragment=None)
    """
    return RFC3986.parse(url)


def resolve(url: AnyURL, base: Base | None = None) -> URIReference:
    """Resolve a URI reference against a base and return the target URI (RFC 3986 section 5.2).

    `base` is an absolute URL or a base context. A `url` with a scheme needs no base. Raises `UnresolvableURLError`.

    >>> str(resolve("g;x=1/../y", "http://a/b/c/d;p?q"))
    'http://a/b/c/y'
    """
    return _functions.resolve(url, base, standard=RFC3986)


def is_valid_url(url: AnyURL) -> bool:
    """Whether the grammar of RFC 3986 allows `url`.

    >>> is_valid_url("urn:isbn:0451450523"), is_valid_url("a b")
    (True, False)
    """
    return RFC3986.is_valid_url(url)
