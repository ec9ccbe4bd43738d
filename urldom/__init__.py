"""URLs as a page's scripts see them: attribute by attribute, live on their base, over five standards.

>>> from urldom import URLDecomposition
>>> url = URLDecomposition("https://www.example.com:4443?")
>>> url.host, url.pathname
('www.example.com:4443', '/')
>>> url.hostname = "example.org"
>>> str(url)
'https://example.org:4443?'
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from urldom.base import BaseChain, BaseContext, Document, Element
from urldom.decomposition import URLDecomposition
from urldom.errors import InvalidURLError, RejectedValueError, UnresolvableURLError
from urldom.escaping import fragment_escape
from urldom.functions import (
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
from urldom.html5 import HTML5
from urldom.html5.terminology import ABOUT_BLANK, ABOUT_LEGACY_COMPAT, ABOUT_SRCDOC
from urldom.parsed import ParsedURL
from urldom.rfc3986 import RFC3986
from urldom.standards import Standard, find_standard

if TYPE_CHECKING:
    from urldom.rfc1808 import RFC1808
    from urldom.rfc2396 import RFC2396
    from urldom.whatwg import WHATWG

__all__ = [
    "ABOUT_BLANK",
    "ABOUT_LEGACY_COMPAT",
    "ABOUT_SRCDOC",
    "HTML5",
    "RFC1808",
    "RFC2396",
    "RFC3986",
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


def __getattr__(name: str) -> Standard:
    """The standards that not every user needs, imported by whoever does."""
    if name in ("RFC1808", "RFC2396", "WHATWG"):
        standard = globals()[name] = find_standard(name.lower())  # type: ignore[arg-type]
        return standard
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
