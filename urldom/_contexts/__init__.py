"""Base contexts: documents, elements, and the base URL of RFC 1808 (HTML5 2.6.3 step 4, 2.6.5)."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from urldom._contexts.base_chain import BaseChain
    from urldom._contexts.document import Document
    from urldom._contexts.element import Element
    from urldom._contexts.protocol import Base, BaseContext, ChainedContext, context_of, is_context

__all__ = ["Base", "BaseChain", "BaseContext", "ChainedContext", "Document", "Element", "context_of", "is_context"]

#: The modules of the names that are not in `protocol`.
_MODULES: Final = {"BaseChain": "base_chain", "Document": "document", "Element": "element"}


def __getattr__(name: str) -> Any:
    """Import the module of a name when the name is first used. A program without contexts does not import them."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = globals()[name] = getattr(import_module(f"{__name__}.{_MODULES.get(name, 'protocol')}"), name)
    return found
