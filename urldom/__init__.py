"""Parse, edit and resolve URLs the way browsers do, or by HTML5 (2011 draft) or an RFC.

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

Every module whose name does not begin with an underscore is public. Its `__all__` lists its public names.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from urldom._contexts import Base, BaseChain, BaseContext, Document, Element
from urldom._errors import (
    InvalidHostError,
    InvalidPatternError,
    InvalidURLError,
    RejectedValueError,
    UnresolvableURLError,
)
from urldom._functions import parse, resolve
from urldom._object.decomposition import URLDecomposition
from urldom._standards.html5 import HTML5
from urldom._standards.interface import Standard, StandardLike
from urldom._standards.registry import STANDARD_NAMES, find_standard
from urldom._values.parsed_url import ParsedURL
from urldom._values.references import GenericRL, URIReference
from urldom._values.url_value import AnyURL

if TYPE_CHECKING:
    from urldom._object.url import URL
    from urldom._standards.rfc1808 import RFC1808
    from urldom._standards.rfc2396 import RFC2396
    from urldom._standards.rfc3986 import RFC3986
    from urldom._standards.rfc3987 import RFC3987
    from urldom._standards.url_standard import WHATWG
    from urldom.explanation import explain
    from urldom.patterns import URLPattern, URLPatternList

__version__ = "0.1.0"

__all__ = ["HTML5", "RFC1808", "RFC2396", "RFC3986", "RFC3987", "WHATWG", "Standard", "find_standard"]
__all__ += [
    "URL",
    "BaseChain",
    "BaseContext",
    "Document",
    "Element",
    "ParsedURL",
    "URLDecomposition",
    "URLPattern",
    "URLPatternList",
]
__all__ += ["AnyURL", "Base", "GenericRL", "StandardLike", "URIReference"]
__all__ += ["InvalidHostError", "InvalidPatternError", "InvalidURLError", "RejectedValueError", "UnresolvableURLError"]
__all__ += ["__version__", "explain", "parse", "resolve"]


def __dir__() -> list[str]:
    return __all__


def __getattr__(name: str) -> object:
    """Import a name that few programs need, on its first use."""
    if name.isupper() and name.lower() in STANDARD_NAMES:
        found: object = find_standard(name.lower())
    elif name == "URL":
        from urldom._object.url import URL as found
    elif name in ("URLPattern", "URLPatternList"):
        from urldom import patterns

        found = getattr(patterns, name)
    elif name == "explain":
        from urldom.explanation import explain as found
    else:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = found
    return found
