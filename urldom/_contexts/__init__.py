"""Base contexts: documents, elements, and the base URL of RFC 1808 (HTML5 2.6.3 step 4, 2.6.5).

`protocol` defines a base context. `changes` calls observers after a change of base URLs. `chain` contains the common
code of documents and elements. `document`, `element` and `base_chain` contain the contexts themselves.
"""

from __future__ import annotations

from urldom._contexts.base_chain import BaseChain
from urldom._contexts.document import Document
from urldom._contexts.element import Element
from urldom._contexts.protocol import Base, BaseContext, ChainedContext, context_of, is_context

__all__ = ["Base", "BaseChain", "BaseContext", "ChainedContext", "Document", "Element", "context_of", "is_context"]
