"""The living URL Standard (https://url.spec.whatwg.org/): its classes and functions, under its names.

`public_suffix`, `registrable_domain` and `same_site` (of the HTML Standard) need the extra `site`.

>>> from urldom.whatwg import URL, validation_errors
>>> URL("https://EXAMPLE.com/\\\\a").href, [error.name for error in validation_errors("https://example.com/\\\\a")]
('https://example.com//a', ['invalid-reverse-solidus'])
"""

from __future__ import annotations

from urldom._object.url import URL
from urldom._sites import public_suffix, registrable_domain, same_site
from urldom._standards.url_standard import WHATWG
from urldom._standards.url_standard.idna import domain_to_ascii, domain_to_unicode
from urldom._standards.url_standard.state_machine import validation_errors
from urldom._standards.url_standard.url_search_params import URLSearchParams
from urldom._standards.url_standard.validation import ValidationError

__all__ = ["URL", "WHATWG", "URLSearchParams", "ValidationError", "domain_to_ascii", "domain_to_unicode"]
__all__ += ["public_suffix", "registrable_domain", "same_site", "validation_errors"]


def __dir__() -> list[str]:
    return __all__
