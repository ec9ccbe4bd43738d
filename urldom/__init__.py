"""URLs as a page's scripts see them: attribute by attribute, live on their base, over five standards.

>>> from urldom import URL, URLDecomposition
>>> url = URL("https://EXAMPLE.com:443/a/../b?q=1#top")
>>> url.href
'https://example.com/b?q=1#top'
>>> url = URLDecomposition("https://www.example.com:4443?")
>>> url.host, url.pathname
('www.example.com:4443', '/')
>>> url.hostname = "example.org"
>>> str(url)
'https://example.org:4443?'

What is public is in `__all__` here and in that of `urldom.whatwg`, `urldom.trees`, `urldom.explanation`,
`urldom.readings`, `urldom.columns` and `urldom.spark`, and `urldom.strategies` and `urldom.params.Params`; the other
modules are the house.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from urldom.contexts import BaseChain, BaseContext, Document, Element
from urldom.decomposition import URLDecomposition
from urldom.errors import InvalidURLError, RejectedValueError, UnresolvableURLError
from urldom.operations import (
    is_absolute,
    is_authority_based,
    is_hierarchical,
    is_valid_non_empty_url,
    is_valid_non_empty_url_potentially_surrounded_by_spaces,
    is_valid_url,
    is_valid_url_potentially_surrounded_by_spaces,
    parse,
    resolve,
)
from urldom.registry import find_standard
from urldom.standards.html5 import HTML5
from urldom.standards.html5.terminology import ABOUT_BLANK, ABOUT_LEGACY_COMPAT, ABOUT_SRCDOC
from urldom.standards.interface import Standard
from urldom.text.percent_encoding import fragment_escape
from urldom.values.parsed_url import ParsedURL

if TYPE_CHECKING:
    from urldom.explanation import explain
    from urldom.standards.rfc1808 import RFC1808
    from urldom.standards.rfc2396 import RFC2396
    from urldom.standards.rfc3986 import RFC3986
    from urldom.standards.url_standard import WHATWG
    from urldom.url import URL

__version__ = "0.1.0"

__all__ = [
    "ABOUT_BLANK",
    "ABOUT_LEGACY_COMPAT",
    "ABOUT_SRCDOC",
    "HTML5",
    "RFC1808",
    "RFC2396",
    "RFC3986",
    "URL",
    "WHATWG",
    "BaseChain",
    "BaseContext",
    "Document",
    "Element",
    "InvalidURLError",
    "ParsedURL",
    "RejectedValueError",
    "Standard",
    "URLDecomposition",
    "UnresolvableURLError",
    "__version__",
    "explain",
    "find_standard",
    "fragment_escape",
    "is_absolute",
    "is_authority_based",
    "is_hierarchical",
    "is_valid_non_empty_url",
    "is_valid_non_empty_url_potentially_surrounded_by_spaces",
    "is_valid_url",
    "is_valid_url_potentially_surrounded_by_spaces",
    "parse",
    "resolve",
]


def __getattr__(name: str) -> object:
    """What not every user needs is imported by whoever does."""
    if name in ("RFC1808", "RFC2396", "RFC3986", "WHATWG"):
        found: object = find_standard(name.lower())
    elif name == "URL":
        from urldom.url import URL as found
    elif name == "explain":
        from urldom.explanation import explain as found
    else:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = found
    return found
