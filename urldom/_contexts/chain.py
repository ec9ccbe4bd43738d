"""The chain of base URLs that 2.6.3 step 4 and XML Base describe: its links, what they remember, who keeps whom alive.

A link keeps alive what it stands on. Of those that stand on it, it knows only two kinds:

- The *dependents* remember something, and are to forget it when what they stand on changes. They are held by weak
  references. What a dependent stands on is a dependent too, so that a change reaches all that was remembered below it.
- The *observed* have observers, or something observed stands on them. They are kept alive: an observer hears of a
  change even if nobody else holds its element.

Threads may share a chain. What is remembered and how the links stand changes under the lock. A base URL is made without
it, from what the links were at one moment; it is remembered only if there was no change since.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import count, pairwise
from typing import TYPE_CHECKING, Any, ClassVar, Final, TypeAlias
from weakref import ref

from urldom._contexts.changes import LOCK, Observation, announce, latest_change, next_change
from urldom._contexts.copying import reduce_chain, restore, state_of
from urldom._contexts.protocol import BaseContext
from urldom._values.url_value import url_text

if TYPE_CHECKING:
    from urldom._contexts.document import Document

#: What a link stands on: another one; a user's own base context; a base URL that it does not follow; or nothing.
Outer: TypeAlias = "Link | BaseContext | str | None"

_next_place: Final = count().__next__


def outer_base_url(outer: Outer) -> str | None:
    """The base URL of what a document stands on. Raises what a user's own context raises."""
    if outer is None or isinstance(outer, str):
        return outer
    return url_text(outer.base_url, "the base URL of a creator or container")


class Link:
    """A link of the chain: a document or an element."""

    __slots__ = (
        "__weakref__",
        "_above",
        "_base_url",
        "_dependents",
        "_document",
        "_observations",
        "_observed",
        "_place",
        "_reference",
    )

    #: The names of the attributes that a copy has too, beside what it stands on.
    _COPIED: ClassVar[tuple[str, ...]]

    #: What it stands on, of whose base URL its own is made.
    _above: Outer
    #: What is resolved against that one: the `href` of the `base` element, or the `xml:base` attribute.
    _reference: str | None
    #: Its number among all links: the later in tree order of those that stand on the same one, the greater.
    _place: int
    #: The base URL and the document of an element, where they are remembered. (A document's own document is itself.)
    _base_url: str | None
    _document: Document | None
    #: By their places: a link of a user's own class need not have a hash.
    _dependents: dict[int, ref[Link]] | None
    _observed: dict[int, Link] | None
    _observations: dict[Observation, None] | None

    def _set_up(self, above: Outer, reference: str | None) -> None:
        self._above = above
        self._reference = reference
        self._place = _next_place()
        self._base_url = self._document = self._dependents = self._observed = self._observations = None

    # What the two kinds of links differ in

    def _owner(self, above: Document | None) -> Document | None:
        """The document that owns this link, given that of the link above."""
        return above

    def _make_base_url(self, above: str | None, reference: str | None, document: Document | None) -> str:
        """The base URL, given that of the link above. Runs without the lock."""
        raise NotImplementedError

    # Reading

    @property
    def base_url(self) -> str:
        """The base URL (2.6.3 step 4): a string, which is an absolute URL wherever the document's address is one. It is
        remembered until it changes. Raises what a user's own context raises on which the chain stands."""
        base_url = self._base_url
        return self._read_base_url() if base_url is None else base_url

    def _read_base_url(self) -> str:
        document: Document | None = None
        with LOCK:
            change = latest_change()
            waiting: list[tuple[Link, str | None]] = []
            outer: Outer = self
            while isinstance(outer, Link) and outer._base_url is None:
                waiting.append((outer, outer._reference))
                outer = outer._above
            if isinstance(outer, Link):
                document, outer = outer._owner(outer._document), outer._base_url
        base_url = outer_base_url(outer)
        is_lasting = base_url is outer  # A user's own context tells nobody of its changes.
        made: list[tuple[Link, str, Document | None]] = []
        for link, reference in reversed(waiting):
            document = link._owner(document)
            base_url = link._make_base_url(base_url, reference, document)
            made.append((link, base_url, document))
        with LOCK:
            if change == latest_change():
                for link, made_base_url, document in made:
                    link._remember(made_base_url if is_lasting else None, document)
        assert base_url is not None
        return base_url

    def _find_document(self) -> Document:
        with LOCK:
            unknown: list[Link] = []
            link = self
            while (document := link._owner(link._document)) is None:
                unknown.append(link)
                assert isinstance(link._above, Link)
                link = link._above
            for link in unknown:
                link._remember(None, document)
            return document

    def _remember(self, base_url: str | None, document: Document | None) -> None:
        """Remembers these until `_forget`. The caller holds the lock."""
        self._base_url = base_url
        if document is not self:  # A document that refers to itself would wait for the garbage collector.
            self._document = document
        if isinstance(self._above, Link):
            dependents = self._above._dependents
            if dependents is None:
                dependents = self._above._dependents = {}
            # The reference itself, with which it is called, is the default that `pop` returns where there is none.
            dependents[self._place] = ref(self, partial(dependents.pop, self._place))

    def _up(self) -> Iterator[Link]:
        """This link and those above it, up to the top. The caller holds the lock."""
        link: Outer = self
        while isinstance(link, Link):
            yield link
            link = link._above

    # Changing

    def _set_reference(self, reference: str | None) -> None:
        """Changes the `base` element's `href` or the `xml:base` attribute, and calls those that 2.6.5 names."""
        with LOCK:
            change = next_change()
            self._reference = reference
            _held = self._forget()
            observations = self._observations_below()
        announce(change, observations)

    def _forget(self) -> list[Link]:
        """Forgets what came from this link, here and below. The caller holds the lock. It keeps what is returned until
        it has let go of the lock: else a link could die here, and a user's finalizer run under the lock."""
        links: list[Link] = [self]
        for link in links:
            link._base_url = link._document = None
            if link._dependents:
                links += [live for weak in list(link._dependents.values()) if (live := weak()) is not None]
                link._dependents.clear()
        return links

    def _stand_on(self, above: Link) -> None:
        """Moves the link to be the last that stands on `above`. The caller holds the lock."""
        left = self._above
        assert isinstance(left, Link)
        (left._dependents or {}).pop(self._place, None)
        (left._observed or {}).pop(self._place, None)
        left._keep_observed()
        self._above = above
        self._place = _next_place()
        self._keep_observed()

    # Observing

    def _is_observed(self) -> bool:
        """Whether this link, or one that stands on it, has observers."""
        return bool(self._observations or self._observed)

    def _keep_observed(self) -> None:
        """Has the links above keep this one alive if it is observed, and only then. The caller holds the lock."""
        for link, above in pairwise(self._up()):
            observed = above._observed or {}
            is_kept = link._place in observed
            if is_kept == link._is_observed():
                return  # The links above are as they should be, too.
            if is_kept:
                observed.pop(link._place, None)
            else:
                observed[link._place] = link
                above._observed = observed

    def _observations_below(self) -> list[Observation]:
        """The observations of this link and of all below it, in tree order. The caller holds the lock."""
        observations: list[Observation] = []
        links: list[Link] = [self]
        while links:
            link = links.pop()
            observations += link._observations or ()
            links += [below for _, below in sorted((link._observed or {}).items(), reverse=True)]
        return observations

    # Copying

    def __copy__(self) -> Link:
        """Another link in the same place, which nothing stands on, and nobody observes."""
        bare, arguments, attributes = self._reduce_bare()
        link: Link = bare(*arguments)
        link._above = self._above
        restore(link, attributes)
        return link

    def __reduce__(self) -> tuple[Any, ...]:
        """A deep copy or a pickle has the links above with it, up to the top, and not those below or beside it."""
        with LOCK:
            links = list(self._up())[::-1]
            return reduce_chain(Link._join, links[0]._above, links)

    @staticmethod
    def _join(outer: Outer, *links: Link) -> Link:
        """The last of the links, after the first has been made to stand on `outer`, and each on the one before it."""
        for link in links:
            link._above, outer = outer, link
        return links[-1]

    def _reduce_bare(self) -> tuple[Any, ...]:
        copied = {name: getattr(self, name) for name in self._COPIED}
        return self._bare, (copied,), state_of(self, without=_SLOTS.union(self._COPIED))

    @classmethod
    def _bare(cls, copied: dict[str, Any]) -> Link:
        """A link that stands on nothing yet."""
        link = cls.__new__(cls)
        link._set_up(None, None)
        for name, value in copied.items():
            setattr(link, name, value)
        return link


_SLOTS: Final = frozenset(Link.__slots__)
