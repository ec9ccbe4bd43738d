"""The classes and functions of the living URL Standard (https://url.spec.whatwg.org/), under the Standard's names.

`Origin` is the HTML Standard's interface. `Origin.same_site` needs the extra `site`. The Standard's functions on hosts
are in `urldom.hosts`.

>>> from urldom.whatwg import URL, validation_errors
>>> URL("https://EXAMPLE.com/\\\\a").href, [error.name for error in validation_errors("https://example.com/\\\\a")]
('https://example.com//a', ['invalid-reverse-solidus'])
"""

from __future__ import annotations

from urldom import _functions
from urldom._contexts import Base
from urldom._object.url import URL
from urldom._sites import Origin
from urldom._standards.whatwg import WHATWG
from urldom._standards.whatwg.state_machine import validation_errors
from urldom._standards.whatwg.url_search_params import URLSearchParams
from urldom._standards.whatwg.validation_error import ValidationError
from urldom._values.parsed_url import ParsedURL
from urldom._values.url_value import AnyURL

__all__ = ["URL", "WHATWG", "Origin", "URLSearchParams", "ValidationError", "is_valid_url", "parse", "resolve"]
__all__ += ["validation_errors"]


def __dir__() -> list[str]:
    return __all__


def parse(url: AnyURL) -> ParsedURL:
    """Parse an absolute URL into its components (URL Standard 4.4, the basic URL parser).

    Args:
        url: An absolute URL.

    Returns:
        The components.

    Raises:
        InvalidURLError: If the URL is invalid or relative.
        TypeError: If `url` has a wrong type.

    >>> parse("https://EXAMPLE.com:443/a/../b").path
    '/b'
    """
    return WHATWG.parse(url)


def resolve(url: AnyURL, base: Base | None = None, *, encoding: str | None = None) -> ParsedURL:
    """Resolve a URL against a base (URL Standard 4.4).

    Args:
        url: A URL. It may be relative if `base` is given.
        base: An absolute URL or a base context.
        encoding: The encoding of the query, as a label of the Encoding Standard. `None` uses the base context's
            encoding, or UTF-8 without a context.

    Returns:
        The components of the absolute URL.

    Raises:
        UnresolvableURLError: If the URL or the base is invalid, or a relative URL has no base.
        LookupError: If `encoding` is an unknown label.
        TypeError: If an argument has a wrong type.

    >>> str(resolve("?q=é", "http://example.com/a", encoding="windows-1252"))
    'http://example.com/a?q=%E9'
    """
    return _functions.resolve(url, base, standard=WHATWG, encoding=encoding)


def is_valid_url(url: AnyURL) -> bool:
    """Return whether a string is a *valid URL string*, which may be relative (URL Standard 4.3).

    Args:
        url: A string, or a URL object of urldom.

    Returns:
        `True` if the URL is valid. Browsers also accept many invalid URLs.

    Raises:
        TypeError: If `url` has a wrong type.

    >>> is_valid_url("//example.com/é"), is_valid_url("a b")
    (True, False)
    """
    return WHATWG.is_valid_url(url)
