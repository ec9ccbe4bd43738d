"""Make the URLs of a document relative to its base URLs. The document can keep its address or get a new one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from typing import cast

from urldom._contexts.document import Document
from urldom._contexts.protocol import BaseContext
from urldom._errors import Failure, InvalidURLError
from urldom._standards.interface import Engine, engine_of
from urldom._standards.relating import relative_reference, shortest_reference
from urldom._values.pieces import is_absolute
from urldom.trees._lookup import Lookup
from urldom.trees._open_bases import OpenBases
from urldom.trees._places import Place
from urldom.trees._rewriting import LEFT_ALONE, Function
from urldom.trees._syntaxes import COMMA_LIST, CSS, REFRESH, SRCSET, URL
from urldom.trees._table import Row
from urldom.trees._tree import Tree
from urldom.trees._tree_bases import TreeBases
from urldom.trees._url_attribute import URLAttribute


class MovedBases(OpenBases):
    """The base URLs in a walk through a tree. `moved` has the base URLs that apply after the move."""

    __slots__ = ("moved",)

    def __init__(self, old: Document, new: Document) -> None:
        engine = engine_of(old.standard)
        super().__init__(old.base_url, engine, old.encoding)
        self.moved = OpenBases(new.base_url, engine, new.encoding)

    def enter(self, xml_base: str) -> None:
        super().enter(xml_base)
        self.moved.enter(xml_base)

    def leave(self) -> None:
        super().leave()
        self.moved.leave()


def mover(tree: Tree, table: Lookup, old: Document, new: Document) -> Callable[[Place], Function]:
    """Return the functions that rewrite the URLs of each place. `old` and `new` are the document before and after."""
    engine, encoding, new_bases = engine_of(old.standard), old.encoding, TreeBases(new, tree)
    is_moved = old.address != new.address

    def new_base_url(place: Place) -> str:
        node, name, _, _, row, bases = place
        assert isinstance(bases, MovedBases)
        base_url, against = bases.moved.base_url, row.against
        is_rewritten = against is not None and any(known.attribute == against for known in table.rows_of(name))
        if against is not None and is_rewritten and (written := tree.get(node, against)) is not None:
            with suppress(InvalidURLError):  # The move rewrites `row.against`, but keeps the URL that it resolves to.
                absolute = engine.resolve_string(written, bases.base_url, encoding)
                return engine.base_element_url(absolute, base_url, encoding)
        # "x" is only an example. The base URL is the same for every value that is neither empty nor a fragment.
        return new_bases.base_url_for(row, node, "x", base_url)

    def relative(place: Place, url: URLAttribute) -> str | None:
        absolute, row = url.url, place[4]
        if absolute is None or url.kind in LEFT_ALONE or not (place[3] or row.empty != "document" or is_moved):
            return None
        return reference(engine, absolute, new_base_url(place), partial(can_stand, row))

    return lambda place: partial(relative, place)


def moved_document(old: Document, address: str, base: str | None) -> Document:
    """Return the document at another address. `base`, the `href` of its `base` element, resolves to the same URL."""
    if base is not None:
        with suppress(InvalidURLError):  # An invalid `href` stays unchanged. It may be valid at the new address.
            base = engine_of(old.standard).resolve_string(base, old.fallback_base_url, old.encoding)
    # If a creator or container is a string, it is only its base URL.
    outers = (Document(outer) if isinstance(outer, str) else outer for outer in (old.creator, old.container))
    creator, container = cast("Iterator[BaseContext | None]", outers)
    return Document(
        address,
        encoding=old.encoding,
        base_href=base,
        creator=creator,
        container=container,
        standard=old.standard,
        xml_base=old.xml_base,
    )


def reference(engine: Engine, url: str, base_url: str, can_be: Callable[[str], bool]) -> str:
    """Return a reference to an absolute URL: the shortest reference for which `can_be` returns `True`."""
    try:
        pieces, base = engine.absolute_pieces(url, None, "utf-8"), engine.cut_base(base_url)
    except (InvalidURLError, Failure):
        return url
    if not is_absolute(base):
        return url
    found = relative_reference(engine, pieces, base)
    return found if can_be(found) else shortest_reference(engine, pieces, base, can_be)


def can_stand(row: Row, reference: str) -> bool:
    """Return `True` if a browser reads a reference as a URL in the attribute of a row."""
    if not reference:
        return row.syntax in (URL, REFRESH) and row.empty == "url"
    if reference[0] == "#" and (row.has_fragments or row.syntax is CSS):
        return False  # The reference would mean a part of this document.
    if row.syntax is SRCSET:
        return reference[0] != "," and reference[-1] != ","
    if row.syntax is COMMA_LIST:
        return "," not in reference
    return row.syntax is not REFRESH or reference[0] not in "'\""
