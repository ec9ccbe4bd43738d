"""The chain of base URLs that 2.6.3 step 4 and XML Base describe: its links, what they remember, who keeps whom alive.

A link knows what it stands on, and keeps it alive. Of those that stand on it, it knows only two kinds:

- The *dependents* remember something that came from it, and are to forget that when it changes. They are held by weak
  references. A link that remembers something stands on links that remember theirs, so that a change forgets what is
  below it and was asked for, and nothing else.
- The *observed*: those with observers, and those on which such a link stands. They are kept alive: an observer hears of
  a change even if nobody else holds its element.

Threads may share a chain. What is remembered and how the links stand changes under the lock. A base URL is made without
it, from what the links were at one moment; it is remembered only if there was no change since.
"""

from __future__ import annotations

from functools import partial
from itertools import count, pairwise
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final, TypeVar
from weakref import ref

from urldom.contexts.changes import LOCK, Observation, admit_change, announce, latest_change, next_change
from urldom.contexts.copies import stand_in

if TYPE_CHECKING:
    from urldom.contexts.document import Document

_Self = TypeVar("_Self", bound="Link")

_next_place: Final = count().__next__
_place: Final = attrgetter("_place")


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

    #: The link that it stands on, of whose base URL its own is made.
    _above: Link | None
    #: What is resolved against that one: the `href` of the `base` element, or the `xml:base` attribute.
    _reference: str | None
    #: Its place among those that stand on the same link: the later in tree order, the greater.
    _place: int
    #: The base URL and the document of an element, where they are remembered. (A document's own document is itself.)
    _base_url: str | None
    _document: Document | None
    #: By their `id`: a link of a user's own class need not have a hash.
    _dependents: dict[int, ref[Link]] | None
    _observed: dict[int, Link] | None
    _observations: dict[Observation, None] | None

    def _set_up(self, reference: str | None) -> None:
        self._above = None
        self._reference = reference
        self._place = _next_place()
        self._base_url = self._document = self._dependents = self._observed = self._observations = None

    # What the two kinds of links differ in

    def _owner(self, above: Document | None) -> Document:
        """The document that owns this link, given that of the link above."""
        raise NotImplementedError

    def _make_base_url(self, above: str | None, reference: str | None, document: Document) -> str:
        """The base URL, given that of the link above. Runs without the lock."""
        raise NotImplementedError

    def _can_remember(self) -> bool:
        """Whether all that its base URL is made of is in the chain, so that a change is known."""
        return True

    def _state(self) -> tuple[Any, ...]:
        """What the link is by itself, without those above and below."""
        raise NotImplementedError

    def _set_state(self, state: tuple[Any, ...]) -> None:
        """Makes it what `_state` has returned, and has it stand on nothing."""
        raise NotImplementedError

    # Reading

    @property
    def base_url(self) -> str:
        """The base URL (2.6.3 step 4): a string, which is an absolute URL wherever the document's address is one. It is
        remembered until it changes. Raises what a user's own context raises on which the chain stands."""
        base_url = self._base_url
        return self._read_base_url() if base_url is None else base_url

    def _read_base_url(self) -> str:
        with LOCK:
            change = latest_change()
            waiting: list[tuple[Link, str | None]] = []
            link: Link | None = self
            while link is not None and link._base_url is None:
                waiting.append((link, link._reference))
                link = link._above
            base_url, document = (None, None) if link is None else (link._base_url, link._owner(link._document))
        made: list[tuple[Link, str, Document]] = []
        for link, reference in reversed(waiting):
            document = link._owner(document)
            base_url = link._make_base_url(base_url, reference, document)
            made.append((link, base_url, document))
        with LOCK:
            if change == latest_change():
                for link, made_base_url, document in made:
                    if not link._can_remember():
                        break
                    link._base_url = made_base_url
                    link._remember_document(document)
        assert base_url is not None
        return base_url

    def _remember_document(self, document: Document) -> None:
        """Notes that something is remembered, of which `document` is a part. The caller holds the lock."""
        if document is not self:  # A document that refers to itself would wait for the garbage collector.
            self._document = document
        above = self._above
        if above is not None:
            dependents = above._dependents
            if dependents is None:
                dependents = above._dependents = {}
            # The reference itself, with which it is called, is the default that `pop` returns where there is none.
            dependents[id(self)] = ref(self, partial(dependents.pop, id(self)))

    # Changing

    def _forget(self) -> list[Link]:
        """Forgets what came from this link, here and below. The caller holds the lock. It keeps what is returned until
        it has let go of the lock: else a link could die here, and a user's finalizer run under the lock."""
        links: list[Link] = [self]
        for link in links:
            link._base_url = link._document = None
            dependents = link._dependents
            if dependents:
                links += [live for weak in list(dependents.values()) if (live := weak()) is not None]
                dependents.clear()
        return links

    def _set_reference(self, reference: str | None) -> None:
        """Changes the `base` element's `href` or the `xml:base` attribute, and calls those that 2.6.5 names."""
        admit_change()
        with LOCK:
            self._reference = reference
            change, observations = next_change(), self._observations_below()
            _held = self._forget()
        if observations:
            announce(change, observations)

    def _stand_on(self, above: Link) -> None:
        """Moves the link to be the last that stands on `above`. The caller holds the lock."""
        left = self._above
        assert left is not None
        if left._dependents is not None:
            left._dependents.pop(id(self), None)
        if left._observed is not None and left._observed.pop(id(self), None) is not None:
            left._release()
        self._above = above
        self._place = _next_place()
        if self._is_observed():
            self._keep()

    # Observing

    def _is_observed(self) -> bool:
        """Whether this link, or one that stands on it, has observers."""
        return bool(self._observations) or bool(self._observed)

    def _keep(self) -> None:
        """Has the links above keep this one alive. The caller holds the lock."""
        link, above = self, self._above
        while above is not None:
            if above._observed is None:
                above._observed = {}
            elif id(link) in above._observed:
                return
            above._observed[id(link)] = link
            link, above = above, above._above

    def _release(self) -> None:
        """Has the links above no longer keep this one alive, if nobody observes it. The caller holds the lock."""
        link, above = self, self._above
        while above is not None and not link._is_observed():
            if above._observed is not None:
                above._observed.pop(id(link), None)
            link, above = above, above._above

    def _observations_below(self) -> list[Observation]:
        """The observations of this link and of all below it, in tree order. The caller holds the lock."""
        observations: list[Observation] = []
        links: list[Link] = [self]
        while links:
            link = links.pop()
            if link._observations:
                observations += link._observations
            if link._observed:
                links += sorted(link._observed.values(), key=_place, reverse=True)
        return observations

    # Copying

    def __copy__(self: _Self) -> _Self:
        """Another link in the same place, which nothing stands on, and nobody observes."""
        copied = self._bare(self._state())
        copied._above = self._above
        copied._own_attributes().update(self._own_attributes())
        return copied

    def __reduce__(self) -> tuple[object, ...]:
        """A deep copy or a pickle has the links above with it, up to the top, and not those below or beside it."""
        links: list[Link] = []
        with LOCK:
            link: Link | None = self
            while link is not None:
                links.append(link)
                link = link._above
        links.reverse()
        start = len(links) & (len(links) - 1)
        row = links[start - 1 : start] + [stand_in(link, link._reduce_bare) for link in links[start:]]
        return Link._join, (tuple(row),)

    def _reduce_bare(self) -> tuple[object, ...]:
        return self._bare, (self._state(),), self._own_attributes() or None

    @classmethod
    def _bare(cls: type[_Self], state: tuple[Any, ...]) -> _Self:
        """A link that stands on nothing yet."""
        link = cls.__new__(cls)
        link._set_state(state)
        return link

    @staticmethod
    def _join(links: tuple[Link, ...]) -> Link:
        """The last of the links, after each has been made to stand on the one before it."""
        for above, link in pairwise(links):
            link._above = above
        return links[-1]

    def _own_attributes(self) -> dict[str, object]:
        """Those that a user's subclass has given it."""
        return getattr(self, "__dict__", {})
