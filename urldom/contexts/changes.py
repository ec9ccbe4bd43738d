"""Changes of base URLs, and the calls to those who observe them (2.6.5).

A change is made at once; then the base URLs that it has led to are read, and those observers are called whose base URL
is another string now (ruling 23). These calls are a *round*. A change that a callback makes is made at once as well,
but its round comes after the one that is running. Thus every observer hears of all changes in their order, and what it
hears as `old` is what was `new` before.

The thread that makes a change calls the observers, before the assignment returns. Only where another thread is calling
the same observer at that moment, the call is left to that thread. Then the newest base URL counts: one that has been
overtaken is not told. No lock is held while a callback or a user's own context runs.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from threading import RLock, local
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from urldom.contexts.document import Document
    from urldom.contexts.element import Element

#: Guards the links of all chains and what they remember. We call no user's code while we hold it; Python's garbage
#: collector may, at any allocation: the finalizers that it runs there have the lock too, as it is their thread's.
LOCK: Final = RLock()

#: How many rounds the callbacks of one change can lead to. The change that would lead to one more is not made.
ROUNDS_LIMIT: Final = 10_000

_latest_change = 0


def next_change() -> int:
    """Counts a change, and returns its number. The caller holds the lock."""
    global _latest_change
    _latest_change += 1
    return _latest_change


def latest_change() -> int:
    """The number of the latest change. The caller holds the lock."""
    return _latest_change


class Observation:
    """That `callback` is called for changes of the base URL of `element`."""

    __slots__ = ("_change", "_due", "_heard", "_is_called", "_is_ended", "callback", "element")

    def __init__(self, element: Element, callback: Callable[[Element, str, str], object]) -> None:
        self.element: Element = element
        self.callback: Callable[[Element, str, str], object] = callback
        #: The base URL that the observer heard last. `None` until it begins to listen.
        self._heard: str | None = None
        #: The base URL that it is to hear next, and the number of the change that led to it.
        self._due: str | None = None
        self._change = 0
        #: Whether a thread is calling the observer.
        self._is_called = False
        self._is_ended = False

    def begin(self, base_url: str) -> None:
        """Begins with the base URL at the time, unless a change in another thread has told a newer one."""
        with LOCK:
            if self._heard is None:
                self._heard = self._due = base_url

    def end(self) -> None:
        """Ends the observation: no call begins after this."""
        self._is_ended = True

    def tell(self, base_url: str, change: int, is_quiet: bool, errors: list[Exception]) -> None:
        """Tells that the change of the number `change` has led to `base_url`, and appends the callback's errors to
        `errors`. A quiet change is noted without a call."""
        with LOCK:
            if change < self._change:
                return  # A later change, by another thread, has been told already.
            self._change, self._due = change, base_url
            if is_quiet or self._heard is None:
                self._heard = base_url
            if self._is_called:
                return  # The thread that is calling goes on with what is due.
            self._is_called = True
        while True:
            with LOCK:
                old, new = self._heard, self._due
                if old == new or self._is_ended:
                    self._is_called = False
                    return
                self._heard = new
            try:
                self.callback(self.element, old, new)
            except Exception as error:
                errors.append(error)
            except BaseException:
                self._is_called = False
                raise


class _Rounds:
    """The rounds that a thread still has to run, and the errors of those that have run."""

    def __init__(self) -> None:
        self.waiting: deque[list[tuple[Observation, str, int, bool]]] = deque()
        self.count = 0
        self.errors: list[Exception] = []

    def add(self, change: int, observations: Iterable[Observation], quiet_document: Document | None) -> None:
        round: list[tuple[Observation, str, int, bool]] = []
        for observation in observations:
            element = observation.element
            try:
                round.append((observation, element.base_url, change, element.document is quiet_document))
            except Exception as error:  # of a user's own context
                self.errors.append(error)
        self.waiting.append(round)
        self.count += 1

    def run(self) -> None:
        while self.waiting:
            for observation, base_url, change, is_quiet in self.waiting.popleft():
                observation.tell(base_url, change, is_quiet, self.errors)


class _Thread(local):
    """What belongs to the running thread."""

    #: There are some while the thread is calling observers.
    rounds: _Rounds | None = None


_thread: Final = _Thread()


def admit_change() -> None:
    """Whoever changes a chain calls this first. Raises `RuntimeError` in a callback when the callbacks have led to
    `ROUNDS_LIMIT` rounds: they would change base URLs in turn without an end."""
    rounds = _thread.rounds
    if rounds is not None and rounds.count > ROUNDS_LIMIT:
        raise RuntimeError(
            f"this change is not made: observers of base URLs have answered one with {ROUNDS_LIMIT} more"
        )


def announce(change: int, observations: Iterable[Observation], quiet_document: Document | None = None) -> None:
    """Calls the observers after the change of the number `change` (2.6.5). Those of the elements of `quiet_document`
    are not called, and what they hear next begins with what they have now.

    All are called; then the first error of a callback or of a user's context is raised. In a callback, it returns at
    once: the calls are made after the round that is running, and their errors go to whoever made the first change.
    """
    rounds = _thread.rounds
    if rounds is not None:
        rounds.add(change, observations, quiet_document)
        return
    rounds = _thread.rounds = _Rounds()
    try:
        rounds.add(change, observations, quiet_document)
        rounds.run()
    finally:
        _thread.rounds = None
    if rounds.errors:
        try:
            raise rounds.errors[0]
        finally:
            rounds.errors.clear()  # They hold this frame, and it holds them.
