"""The living URL Standard (https://url.spec.whatwg.org/): its classes and functions, under its names.

`Origin` is the HTML Standard's interface. Its `same_site`, and `public_suffix`, `registrable_domain` and `same_site`,
which are also in `urldom.hosts`, need the extra `site`.

>>> from urldom.whatwg import URL, validation_errors
>>> URL("https://EXAMPLE.com/\\\\a").href, [error.name for error in validation_errors("https://example.com/\\\\a")]
('https://example.com//a', ['invalid-reverse-solidus'])
"""

from __future__ import annotations

from urldom import _functions
from urldom._contexts import Base
from urldom._object.url import URL
from urldom._sites import Origin, public_suffix, registrable_domain, same_site
from urldom._standards.url_standard import WHATWG
from urldom._standards.url_standard.idna import domain_to_ascii, domain_to_unicode
from urldom._standards.url_standard.state_machine import validation_errors
from urldom._standards.url_standard.url_search_params import URLSearchParams
from urldom._standards.url_standard.validation import ValidationError
from urldom._values.parsed_url import ParsedURL
from urldom._values.url_value import AnyURL

__all__ = ["URL", "WHATWG", "Origin", "URLSearchParams", "ValidationError", "domain_to_ascii", "domain_to_unicode"]
__all__ += ["is_valid_url", "parse", "public_suffix", "registrable_domain", "resolve", "same_site", "validation_errors"]


def __dir__() -> list[str]:
    return __all__


def parse(url: AnyURL) -> ParsedURL:
    """Parse an absolute URL into its components (URL Standard 4.4, the basic URL parser).

    Raises `InvalidURLError` if the URL is invalid or relative.

    >>> parse("https://EXAMPLE.com:443/a/../b").path
    '/b'
    """
    return WHATWG.parse(url)


def resolve(url: AnyURL, base: Base | None = None, *, encoding: str | None = None) -> ParsedURL:
    """Resolve a URL against a base and return the components of the absolute URL (URL Standard 4.4).

    `base` is an absolute URL or a base context, whose encoding is used unless `encoding`, a label of the Encoding
    Standard, is given. The default is UTF-8. Raises `UnresolvableURLError` if the URL or the base is invalid, and
    `LookupError` for an unknown label.

    >>> str(resolve("?q=é", "http://example.com/a", encoding="windows-1252"))
    'http://example.com/a?q=%E9'
    """
    return _functions.resolve(url, base, standard=WHATWG, encoding=encoding)


def is_valid_url(url: AnyURL) -> bool:
    """Whether `url` is a *valid URL string*, which may be relative (URL Standard 4.3).

    >>> is_valid_url("//example.com/é"), is_valid_url("a b")
    (True, False)
    """
    return WHATWG.is_valid_url(url)
