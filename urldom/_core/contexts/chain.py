"""The chain of base URLs of HTML5 2.6.3 step 4 and XML Base: links, their caches and lifetimes.

A link is a document or an element, and keeps the link above it alive: its creator or container, or
its parent. Below it, a link refers weakly to *dependents*, which have cached values or are above a
dependent, so that a change reaches all caches below the changed link. It also refers to *observed*
links, which have observers or are above an observed link, so that an observer is called even if
nothing else refers to its element.

A thread holds the lock while it changes the caches or the structure. A base URL is computed without
the lock, from a snapshot of the links, and is cached only if nothing has changed since the
snapshot.
"""

from __future__ import annotations

# The functions of this module are parts of the two classes, and not methods, so that
# `help(Document)` lacks them:
# pyright: reportPrivateUsage=false
from collections.abc import Callable, Iterator
from functools import partial
from itertools import count, pairwise
from typing import Any, ClassVar, Final, TypeAlias
from weakref import WeakValueDictionary, ref

from urldom._core.contexts.base_value import BaseValue
from urldom._core.contexts.changes import LOCK, Observation, announce, latest_change, next_change
from urldom._core.contexts.copying import restore, state_of
from urldom._core.contexts.protocol import BaseContext, OwnContext, apart_from_tree
from urldom._core.values.url_value import url_text

#: The base above a link: another link, a user's own base context, a fixed base URL, or `None`.
Outer: TypeAlias = "Link | BaseContext | str | None"
_next_place: Final = count().__next__

#: How many contexts the `repr` of a chain shows.
_SHOWN: Final = 8


def outer_base_url(outer: Outer) -> str | None:
    """Return the document base URL of a document's creator or container.

    For an element, it is that of its document (ruling 20). Raises the errors of a user's own
    context.
    """
    if outer is None or isinstance(outer, str):
        return outer
    if isinstance(outer, OwnContext):
        owner = outer._owner_document()
        outer = outer if owner is None else owner
    return url_text(outer.base_url, "the base URL of a creator or container")


class _StandIn:
    """A link in a row of `Linked.__reduce__`. Its copy is the link without the links above it.

    `copy` and `pickle` compare objects by identity. A link has only one stand-in during a copy, so
    that a link in two rows is copied only once.
    """

    def __init__(self, reduce: Callable[[], tuple[Any, ...]]) -> None:
        self._reduce = reduce

    def __reduce__(self) -> tuple[Any, ...]:
        return self._reduce()


#: The stand-ins by the `id`s of their links. A stand-in keeps its link alive, so the `id` is not
#: reused.
_stand_ins: Final[WeakValueDictionary[int, _StandIn]] = WeakValueDictionary()


class Linked(OwnContext):
    """A context that can be below another one: a link of a chain."""

    __slots__ = ()

    #: The name of the attribute with the context above.
    _ABOVE: ClassVar[str]
    #: Returns the value of `__reduce__` for this link without the context above it.
    _reduce_bare: Callable[[], tuple[Any, ...]]
    #: Returns the `repr` in three parts. The second part is the context above, or `None`.
    _parts: Callable[[], tuple[str, object, str]]

    def __repr__(self) -> str:
        start, context, end = self._parts()
        before, after = [start], [end]
        while isinstance(context, Linked) and type(context).__repr__ is Linked.__repr__:
            if len(before) == _SHOWN:
                return "".join([*before, "...", *reversed(after)])
            start, context, end = context._parts()
            before.append(start)
            after.append(end)
        return "".join([*before, "" if context is None else repr(context), *reversed(after)])

    def __copy__(self) -> Any:
        """Return a copy below the same context. It has no observers, and no links below it."""
        bare, arguments, state = self._reduce_bare()
        copied = bare(*arguments)
        restore(copied, state)
        return _join(getattr(self, self._ABOVE), copied)

    def __reduce__(self) -> tuple[Any, ...]:
        """Return the state of a deep copy or a pickle.

        It includes the links above this one, but no link below it.
        """
        # If each link referred to the link above it, n calls would nest, and if it had a row of all
        # links above it, the rows would have n² items. So link n refers to the link with the number
        # n without its lowest 1 bit, and to a row of the links after that one: link 12 refers to
        # link 8 and to the links 9 to 12. Then at most as many calls nest as n has bits, and the
        # rows of all n links have at most n log n items.
        with LOCK:
            links: list[Linked] = [self]
            outer = getattr(self, self._ABOVE)
            while isinstance(outer, Linked):
                links.append(outer)
                outer = getattr(outer, outer._ABOVE)
            links.reverse()
            start = len(links) & (len(links) - 1)
            before_row = links[start - 1] if start > 0 else apart_from_tree(outer)
            row = [
                _stand_ins.setdefault(id(link), _StandIn(link._reduce_bare))
                for link in links[start:]
            ]
            return _join, (before_row, *row)


def _join(outer: object, *links: Linked) -> Linked:
    """Put the first link below `outer`, and each later link below the link before it.

    Returns the last link.
    """
    for link in links:
        object.__setattr__(link, link._ABOVE, outer)
        outer = link
    return links[-1]


class Link(Linked):
    """A link of the chain: a document or an element."""

    __slots__ = (
        "__weakref__",
        "_above",
        "_base",
        "_dependents",
        "_document",
        "_observations",
        "_observed",
        "_place",
        "_reference",
    )

    _ABOVE = "_above"

    def _set_up(self, above: Outer, reference: str | None) -> None:
        #: The link or base above this link. Its base URL is the base for this link's reference.
        self._above: Outer = above
        #: The reference to resolve: the `href` of the `base` element, or the `xml:base` attribute.
        self._reference = reference
        #: A unique number. Among the links directly below one link, the numbers increase in tree
        #: order.
        self._place = _next_place()
        #: The cached base, and the cached document of an element. `None` if the value is not
        #: cached.
        self._base: BaseValue | None = None
        self._document: Link | None = None
        #: The *dependents* and the *observed* links directly below this one. The keys are their
        #: `_place`s, because links of a user's subclass may not be hashable.
        self._dependents: dict[int, ref[Link]] | None = None
        self._observed: dict[int, Link] | None = None
        self._observations: dict[Observation, None] | None = None

    # Methods that documents and elements override

    def _owner(self, above: Link | None) -> Link | None:
        """Return the document that owns this link: a document returns itself, and an element the
        document of the link above, which is `above`, or `None` if that is not known."""
        return above

    #: Returns the base of this link. The arguments are the base of the link above for an element,
    #: the document base URL of the creator or container for a document, the link's reference, and
    #: the document of an element. The caller does not hold the lock.
    _make_base: Callable[[BaseValue | None, str | None, str | None, Link | None], BaseValue]

    @property
    def base_url(self) -> str:
        """The base URL (HTML5 2.6.3 step 4), which is cached until it changes.

        It is an absolute URL if the document's address is one.

        >>> from urldom import Document, Element
        >>> page = Document("http://example.com/a", base_href="b/")
        >>> page.base_url, Element(page, xml_base="c/").base_url
        ('http://example.com/b/', 'http://example.com/b/c/')
        """
        base = self._base
        if base is None:
            base = self._read_base()
        assert base.text is not None
        return base.text

    def _read_base(self) -> BaseValue:
        """Make the base of this link, and of each link above it without a cached base."""
        # The base, the document and the document base URL above the next link
        base: BaseValue | None = None
        document: Link | None = None
        outer_url: str | None = None
        # The snapshot: the links without a cached base, and `outer`, which is above them.
        with LOCK:
            change = latest_change()
            waiting: list[tuple[Link, str | None]] = []
            outer: Outer = self
            while isinstance(outer, Link) and outer._base is None:
                waiting.append((outer, outer._reference))
                outer = outer._above
            if isinstance(outer, Link):
                base, document, outer_url = outer._cached()
        if not isinstance(outer, Link):
            outer_url = outer_base_url(outer)
        made: list[tuple[Link, BaseValue, Link | None]] = []
        for link, reference in reversed(waiting):
            document = link._owner(document)
            base = link._make_base(base, outer_url, reference, document)
            if link is document:
                outer_url = base.text
            made.append((link, base, document))
        # A user's own context does not report changes, so the bases below it are not cached.
        is_lasting = outer is None or isinstance(outer, (Link, str))
        with LOCK:
            if change == latest_change():
                for link, made_base, owner in made:
                    link._remember(made_base if is_lasting else None, owner)
        assert base is not None
        return base

    def _cached(self) -> tuple[BaseValue | None, Link | None, str | None]:
        """Return the cached base of this link, its document, and the document's base URL. The
        caller holds the lock."""
        document = self._owner(self._document)
        document_url: str | None = None
        # The links above a link with a cached base have cached bases too, its document among them.
        if document is not None and document._base is not None:
            document_url = document._base.text
        return self._base, document, document_url

    def _find_document(self) -> Link:
        """Return the document that owns this link, and cache it in the links between the two."""
        with LOCK:
            waiting: list[Link] = []
            link = self
            document = link._owner(link._document)
            while document is None:
                waiting.append(link)
                assert isinstance(link._above, Link)
                link = link._above
                document = link._owner(link._document)
            for link in waiting:
                # A link without a cached document has no cached base.
                link._remember(None, document)
            return document

    def _remember(self, base: BaseValue | None, document: Link | None) -> None:
        """Cache these values until `_forget` is called. The caller holds the lock."""
        self._base = base
        # If a link referred to itself, only the garbage collector could free it.
        if document is not self:
            self._document = document
        if isinstance(self._above, Link):
            dependents = self._above._dependents
            if dependents is None:
                dependents = self._above._dependents = {}
            # When this link is deleted, the weak reference calls the function with itself, which
            # `pop` takes as the default: a place that is already gone raises nothing.
            dependents[self._place] = ref(self, partial(dependents.pop, self._place))

    def _up(self) -> Iterator[Link]:
        """Yield this link and the links above it, up to the top. The caller holds the lock."""
        link: Outer = self
        while isinstance(link, Link):
            yield link
            link = link._above

    def _set_reference(self, reference: str | None) -> None:
        """Change the `base` element's `href` or the `xml:base` attribute (HTML5 2.6.5).

        Then call the observers.
        """
        with LOCK:
            change = next_change()
            self._reference = reference
            _held = self._forget()
            observations = self._observations_below()
        announce(change, observations)

    def _forget(self) -> list[Link]:
        """Clear the caches of this link and of the links below it, and return these links.

        The caller holds the lock. It keeps the links until it has released the lock, so that no
        finalizer of a user runs under the lock.
        """
        links: list[Link] = [self]
        for link in links:
            link._base = None
            link._document = None
            if link._dependents:
                # A list, because a link that is deleted meanwhile removes itself.
                dependents = [dependent() for dependent in list(link._dependents.values())]
                links += [dependent for dependent in dependents if dependent is not None]
                link._dependents.clear()
        return links

    def _stand_on(self, above: Link) -> None:
        """Make this link the last link below `above`.

        The caller holds the lock, and has called `_forget`.
        """
        left = self._above
        assert isinstance(left, Link)
        if left._dependents is not None:
            left._dependents.pop(self._place, None)
        if left._observed is not None:
            left._observed.pop(self._place, None)
        left._keep_observed()  # The old parents release this link if it was observed.
        self._above = above
        self._place = _next_place()
        self._keep_observed()  # The new parents hold it.

    def _is_observed(self) -> bool:
        """Return whether this link, or a link below it, has observers."""
        return bool(self._observations or self._observed)

    def _keep_observed(self) -> None:
        """Update the references that keep this link and the links above it alive.

        The caller holds the lock.
        """
        for link, above in pairwise(self._up()):
            observed = above._observed or {}
            is_kept = link._place in observed
            if is_kept == link._is_observed():
                return  # The references further up need no change either.
            if is_kept:
                observed.pop(link._place, None)
            else:
                observed[link._place] = link
                above._observed = observed

    def _observations_below(self) -> list[Observation]:
        """Return the observations of this link and of the links below it, in tree order.

        The caller holds the lock.
        """
        observations: list[Observation] = []
        links: list[Link] = [self]
        while links:
            link = links.pop()
            observations += link._observations or ()
            if link._observed:
                # The last link is taken first from the list, so the order is reversed.
                places = sorted(link._observed, reverse=True)
                links += [link._observed[place] for place in places]
        return observations

    def _reduce_bare(self) -> tuple[Any, ...]:
        return self._bare, (self._reference,), state_of(self, without=frozenset(Link.__slots__))

    @classmethod
    def _bare(cls, reference: str | None) -> Link:
        """Return a new link. No link is above it."""
        link = cls.__new__(cls)
        link._set_up(None, reference)
        return link
