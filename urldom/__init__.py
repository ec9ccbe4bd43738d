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

Every module whose name does not begin with an underscore is public. Its `__all__` lists its public
names."""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from urldom._core.contexts.base_chain import BaseChain
    from urldom._core.contexts.document import Document
    from urldom._core.contexts.element import Element
    from urldom._core.contexts.protocol import Base, BaseContext
    from urldom._core.errors import (
        InvalidHostError,
        InvalidPatternError,
        InvalidURLError,
        RejectedValueError,
        UnresolvableURLError,
    )
    from urldom._core.explaining.explanation import explain
    from urldom._core.objects.decomposition import URLDecomposition
    from urldom._core.objects.frozen import FrozenURL
    from urldom._core.objects.functions import parse, resolve
    from urldom._core.objects.segments import Segments
    from urldom._core.objects.url import URL
    from urldom._core.standards.html5 import HTML5
    from urldom._core.standards.interface import Standard, StandardLike
    from urldom._core.standards.registry import find_standard
    from urldom._core.standards.rfc1808 import RFC1808
    from urldom._core.standards.rfc2396 import RFC2396
    from urldom._core.standards.rfc3986 import RFC3986
    from urldom._core.standards.rfc3987 import RFC3987
    from urldom._core.standards.whatwg import WHATWG
    from urldom._core.values.parsed_url import ParsedURL
    from urldom._core.values.reference_values import GenericRL, URIReference
    from urldom._core.values.url_value import AnyURL
    from urldom.patterns import URLPattern, URLPatternList, URLPatternMap

__version__ = "0.1.0"

__all__ = [
    "HTML5",
    "RFC1808",
    "RFC2396",
    "RFC3986",
    "RFC3987",
    "WHATWG",
    "Standard",
    "find_standard",
]
__all__ += [
    "URL",
    "BaseChain",
    "BaseContext",
    "Document",
    "Element",
    "FrozenURL",
    "ParsedURL",
    "URLDecomposition",
]
__all__ += [
    "AnyURL",
    "Base",
    "GenericRL",
    "StandardLike",
    "URIReference",
    "URLPattern",
    "URLPatternList",
]
__all__ += [
    "InvalidHostError",
    "InvalidPatternError",
    "InvalidURLError",
    "RejectedValueError",
    "UnresolvableURLError",
]
__all__ += ["Segments", "URLPatternMap", "__version__", "explain", "parse", "resolve"]
__dir__: Callable[[], list[str]] = __all__.copy

#: The module of each name, which is imported when the name is first used: few programs need all of
#: them.
_MODULES: Final = {
    "_core.contexts.base_chain": ("BaseChain",),
    "_core.contexts.document": ("Document",),
    "_core.contexts.element": ("Element",),
    "_core.contexts.protocol": ("Base", "BaseContext"),
    "_core.errors": (
        "InvalidHostError",
        "InvalidPatternError",
        "InvalidURLError",
        "RejectedValueError",
        "UnresolvableURLError",
    ),
    "_core.explaining.explanation": ("explain",),
    "_core.objects.decomposition": ("URLDecomposition",),
    "_core.objects.frozen": ("FrozenURL",),
    "_core.objects.functions": ("parse", "resolve"),
    "_core.objects.segments": ("Segments",),
    "_core.objects.url": ("URL",),
    "_core.standards.interface": ("Standard", "StandardLike"),
    "_core.standards.registry": ("find_standard",),
    "_core.values.parsed_url": ("ParsedURL",),
    "_core.values.reference_values": ("GenericRL", "URIReference"),
    "_core.values.url_value": ("AnyURL",),
    "patterns": ("URLPattern", "URLPatternList", "URLPatternMap"),
}
_MODULE_OF: Final = {name: module for module, names in _MODULES.items() for name in names}


def _public_module(name: str, *, in_import: bool) -> Any:
    """Import the public module of this name. If it is missing, raise an error with a hint at the
    right name."""
    module = f"{__name__}.{name}"
    try:
        if name[0] != "_":
            return import_module(module)
    except ModuleNotFoundError as error:
        if error.name != module:
            raise
    from urldom._core.hints.package import PACKAGE_NAMES

    hint = PACKAGE_NAMES.get(name)
    # An import statement would replace an AttributeError, with its message.
    if hint is not None and in_import:
        raise ImportError(f"cannot import name {name!r} from {__name__!r}: {hint}", name=__name__)
    reason = "" if hint is None else f": {hint}"
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}{reason}")


# With this function, type checkers would accept every name. They know the names from the imports
# above.
if not TYPE_CHECKING:

    def __getattr__(name: str) -> Any:
        if name in _MODULE_OF:
            found = getattr(import_module(f"{__name__}.{_MODULE_OF[name]}"), name)
        elif name in __all__:
            found = import_module("urldom._core.standards.registry").find_standard(name.lower())
        else:
            caller = sys._getframe(1).f_code.co_name
            found = _public_module(name, in_import=caller == "_handle_fromlist")
        globals()[name] = found
        return found
