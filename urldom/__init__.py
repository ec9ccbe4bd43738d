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

import sys
from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from urldom._contexts.base_chain import BaseChain
    from urldom._contexts.document import Document
    from urldom._contexts.element import Element
    from urldom._contexts.protocol import Base, BaseContext
    from urldom._errors import (
        InvalidHostError,
        InvalidPatternError,
        InvalidURLError,
        RejectedValueError,
        UnresolvableURLError,
    )
    from urldom._functions import parse, resolve
    from urldom._object.decomposition import URLDecomposition
    from urldom._object.frozen import FrozenURL
    from urldom._object.url import URL
    from urldom._standards.html5 import HTML5
    from urldom._standards.interface import Standard, StandardLike
    from urldom._standards.registry import find_standard
    from urldom._standards.rfc1808 import RFC1808
    from urldom._standards.rfc2396 import RFC2396
    from urldom._standards.rfc3986 import RFC3986
    from urldom._standards.rfc3987 import RFC3987
    from urldom._standards.whatwg import WHATWG
    from urldom._values.parsed_url import ParsedURL
    from urldom._values.reference_values import GenericRL, URIReference
    from urldom._values.url_value import AnyURL
    from urldom.explanation import explain
    from urldom.patterns import URLPattern, URLPatternList, URLPatternMap

__version__ = "0.1.0"

__all__ = ["HTML5", "RFC1808", "RFC2396", "RFC3986", "RFC3987", "WHATWG", "Standard", "find_standard"]
__all__ += ["URL", "BaseChain", "BaseContext", "Document", "Element", "FrozenURL", "ParsedURL", "URLDecomposition"]
__all__ += ["AnyURL", "Base", "GenericRL", "StandardLike", "URIReference", "URLPattern", "URLPatternList"]
__all__ += ["InvalidHostError", "InvalidPatternError", "InvalidURLError", "RejectedValueError", "UnresolvableURLError"]
__all__ += ["URLPatternMap", "__version__", "explain", "parse", "resolve"]
__dir__: Callable[[], list[str]] = __all__.copy

#: The module of each name, which is imported when the name is first used: few programs need all of them.
_MODULES: Final = {
    "_contexts.base_chain": "BaseChain",
    "_contexts.document": "Document",
    "_contexts.element": "Element",
    "_contexts.protocol": "Base BaseContext",
    "_errors": "InvalidHostError InvalidPatternError InvalidURLError RejectedValueError UnresolvableURLError",
    "_functions": "parse resolve",
    "_object.decomposition": "URLDecomposition",
    "_object.frozen": "FrozenURL",
    "_object.url": "URL",
    "_standards.interface": "Standard StandardLike",
    "_standards.registry": "find_standard",
    "_values.parsed_url": "ParsedURL",
    "_values.reference_values": "GenericRL URIReference",
    "_values.url_value": "AnyURL",
    "explanation": "explain",
    "patterns": "URLPattern URLPatternList URLPatternMap",
}
_MODULE_OF: Final = {name: module for module, names in _MODULES.items() for name in names.split()}


def _public_module(name: str, *, in_import: bool) -> Any:
    """Import the public module of this name. If it is missing, raise an error with a hint at the right name."""
    module = f"{__name__}.{name}"
    try:
        if name[0] != "_":
            return import_module(module)
    except ModuleNotFoundError as error:
        if error.name != module:
            raise
    from urldom._hints import hints_of

    hint = hints_of(__name__).get(name)
    if hint is not None and in_import:  # An import statement would replace an AttributeError, with its message.
        raise ImportError(f"cannot import name {name!r} from {__name__!r}: {hint}", name=__name__)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}{f': {hint}' if hint else ''}")


if not TYPE_CHECKING:  # Type checkers report an unknown name.

    def __getattr__(name: str) -> Any:
        if name in _MODULE_OF:
            found = getattr(import_module(f"{__name__}.{_MODULE_OF[name]}"), name)
        elif name in __all__:
            found = import_module("urldom._standards.registry").find_standard(name.lower())
        else:
            found = _public_module(name, in_import=sys._getframe(1).f_code.co_name == "_handle_fromlist")
        globals()[name] = found
        return found
