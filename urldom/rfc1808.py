"""The functions of RFC 1808 (1995) for relative URLs with `;params`, and `BaseChain` for base URLs.

>>> from urldom import rfc1808
>>> str(rfc1808.resolve("?y", "http://a/b/c/d;p?q#f"))
'http://a/b/c/d;p?y'
"""

from __future__ import annotations

from urldom import _functions
from urldom._contexts import Base, BaseChain
from urldom._standards.rfc1808 import RFC1808
from urldom._values.reference_values import GenericRL
from urldom._values.url_value import AnyURL

__all__ = ["RFC1808", "BaseChain", "GenericRL", "is_valid_url", "parse", "resolve"]


def __dir__() -> list[str]:
    return __all__


def parse(url: AnyURL) -> GenericRL:
    """Split a URL reference into its components, which stay unchanged (RFC 1808 section 2.4).

    Every string can be split into these components. `is_valid_url` checks the grammar.

    Args:
        url: A URL reference. It may be relative.

    Returns:
        The six components.

    Raises:
        TypeError: If `url` has a wrong type.

    >>> parse("//a/b;p?q")
    GenericRL(scheme='', net_loc='a', path='/b', params='p', query='q', fragment='')
    """
    return RFC1808.parse(url)


def resolve(url: AnyURL, base: Base | None = None) -> GenericRL:
    """Resolve a URL against a base (RFC 1808 section 4).

    Args:
        url: A URL reference.
        base: An absolute URL or a base context. Without a base, the components of `url` stay unchanged (step 1).

    Returns:
        The absolute form of the URL.

    Raises:
        UnresolvableURLError: If the base is not an absolute URL.
        TypeError: If an argument has a wrong type.

    >>> str(resolve("../g", "http://a/b/c/d;p?q#f"))
    'http://a/b/g'
    """
    return _functions.resolve(url, base, standard=RFC1808)


def is_valid_url(url: AnyURL) -> bool:
    """Return whether the grammar of RFC 1808 allows a string.

    Args:
        url: A URL reference.

    Returns:
        `True` if the grammar allows the string.

    Raises:
        TypeError: If `url` has a wrong type.

    >>> is_valid_url("/b;p?q"), is_valid_url("a b")
    (True, False)
    """
    return RFC1808.is_valid_url(url)
