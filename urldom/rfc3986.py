"""The functions of RFC 3986 (2005), the generic URI syntax.

All three functions check the grammar of appendix A, and `resolve` follows section 5.2.

>>> from urldom import rfc3986
>>> rfc3986.parse("urn:isbn:0451450523")
URIReference(scheme='urn', authority=None, path='isbn:0451450523', query=None, fragment=None)
>>> rfc3986.is_valid_url("urn:isbn:0451450523"), rfc3986.is_valid_url("a b")
(True, False)
"""

from __future__ import annotations

from collections.abc import Callable

from urldom._core.contexts.base_argument import base_of
from urldom._core.contexts.protocol import Base
from urldom._core.objects.functions import IsValidURL, Parse
from urldom._core.standards import resolving
from urldom._core.standards.rfc3986 import RFC3986
from urldom._core.values.reference_values import URIReference
from urldom._core.values.url_value import AnyURL

__all__ = ["RFC3986", "URIReference", "is_valid_url", "parse", "resolve"]
__dir__: Callable[[], list[str]] = __all__.copy

parse: Parse[URIReference] = RFC3986.parse
is_valid_url: IsValidURL = RFC3986.is_valid_url


def resolve(url: AnyURL, base: Base | None = None, *, strict: bool = True) -> URIReference:
    """Resolve a URI reference against a base (RFC 3986 section 5.2).

    Args:
        url: A URI reference, which needs a base unless it has a scheme.
        base: An absolute URL or a base context.
        strict: `False` to ignore the reference's scheme if it equals the base's scheme (RFC 3986
            section 5.2.2).

    Returns:
        The target URI.

    Raises:
        UnresolvableURLError: If the grammar does not match, or a relative reference has no absolute
            URI as its base.
        TypeError: If an argument has a wrong type.

    >>> str(resolve("g;x=1/../y", "http://a/b/c/d;p?q"))
    'http://a/b/c/y'
    >>> str(resolve("http:g", "http://a/b/c/d;p?q", strict=False))
    'http://a/b/c/g'
    """
    value = base_of(base, RFC3986, None)
    resolved: URIReference = resolving.resolve(
        value.engine.grammar, url, value.text, value.encoding, strict=strict
    )
    return resolved
