"""Names for the parts of documents and elements in scripts and other libraries."""

from __future__ import annotations

from typing import Final

from urldom._core.hints import Hints, hint, hints_for, use

BASE_CONTEXT_NAMES: Final = {
    **use("urldom.resolve(reference, base)", "resolve", "join", "urljoin"),
    **use("encoding", "charset", "characterSet"),
    **use("base_url", "base", "baseURI", "url"),
}
DOCUMENT_NAMES: Final = {
    **BASE_CONTEXT_NAMES,
    **hint("use `address`, or `base_url`", "url", "URL", "documentURI"),
    **use("container", "parent"),
    **use("base_href", "href"),
}


@hints_for("a Document", DOCUMENT_NAMES)
class DocumentHints(Hints):
    __slots__ = ()


ELEMENT_NAMES: Final = {
    **BASE_CONTEXT_NAMES,
    **hint("use `xml_base`, or `base_url`", "base"),
    **use("parent", "parentNode", "parentElement"),
    **use("document", "ownerDocument"),
}


@hints_for("an Element", ELEMENT_NAMES)
class ElementHints(Hints):
    __slots__ = ()


@hints_for("a BaseChain", BASE_CONTEXT_NAMES)
class BaseChainHints(Hints):
    __slots__ = ()
