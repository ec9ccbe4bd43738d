"""The classes and functions of the living URL Standard (https://url.spec.whatwg.org/).

They have the Standard's names. `Origin` is the HTML Standard's interface, and its `same_site` needs
the extra `site`. The Standard's functions for hosts are in `urldom.hosts`. `is_valid_url` is
strict: browsers accept many URLs that it calls invalid.

>>> from urldom.whatwg import URL, validation_errors
>>> URL("https://EXAMPLE.com/\\\\a").href
'https://example.com//a'
>>> [error.name for error in validation_errors("https://example.com/\\\\a")]
['invalid-reverse-solidus']
"""

from __future__ import annotations

from collections.abc import Callable

from urldom._core.objects.frozen import FrozenURL
from urldom._core.objects.functions import IsValidURL, Parse, Resolve, resolve_under
from urldom._core.objects.sites import Origin
from urldom._core.objects.url import URL
from urldom._core.standards.whatwg import WHATWG
from urldom._core.standards.whatwg.state_machine import validation_errors
from urldom._core.standards.whatwg.url_search_params import URLSearchParams
from urldom._core.standards.whatwg.validation_error import ValidationError
from urldom._core.values.parsed_url import ParsedURL

__all__ = [
    "URL",
    "WHATWG",
    "Origin",
    "URLSearchParams",
    "ValidationError",
    "is_valid_url",
    "parse",
    "resolve",
    "validation_errors",
]
__dir__: Callable[[], list[str]] = __all__.copy

parse: Parse[ParsedURL] = WHATWG.parse
resolve: Resolve[FrozenURL] = resolve_under(WHATWG)
is_valid_url: IsValidURL = WHATWG.is_valid_url
