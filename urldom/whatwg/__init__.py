"""The living URL Standard (https://url.spec.whatwg.org/).

The package is laid out like the Standard: `validation` (1.1), `percent_encoding` (1.3), `hosts` and `idna` (3),
`url_record`, `writing` and `parsing` (4), `form_encoded` (5), `url`, `attributes` and `url_search_params` (6).
`serialized_form` is the fast path, and `standard` what `urldom.WHATWG` is.
"""

from urldom.whatwg.idna import domain_to_ascii, domain_to_unicode
from urldom.whatwg.parsing import validation_errors
from urldom.whatwg.standard import WHATWG
from urldom.whatwg.url import URL
from urldom.whatwg.url_search_params import URLSearchParams
from urldom.whatwg.validation import ValidationError

__all__ = [
    "URL",
    "WHATWG",
    "URLSearchParams",
    "ValidationError",
    "domain_to_ascii",
    "domain_to_unicode",
    "validation_errors",
]
