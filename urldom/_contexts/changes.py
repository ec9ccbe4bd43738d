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
from collections.abc import Callable
from functools import partial
from threading import RLock, local
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from urldom._contexts.document import Document
    from urldom._contexts.element import Callback, Element

#: Guards the links of all chains and what they remember. We call no user's code while we hold it; Python's garbage
#: collector may, at any allocation: the finalizers that it runs there have the lock too, as it is their thread's.
LOCK: Final = RLock()

#: How many rounds the callbacks of one change can lead to. The change that would lead to one more is not made.
ROUNDS_LIMIT: Final = 10_000

_latest_change = 0


def latest_change() -> int:
    """The number of the latest change. The caller holds the lock."""
    return _latest_change


def next_change() -> int:
    """Counts a change that is about to be made, and returns its number. The caller holds the lock.

    Raises `RuntimeError` in a callback when the callbacks have led to `ROUNDS_LIMIT` rounds: they would change base
    URLs in turn without an end.
    """
    global _latest_change
    if _calls.rounds > ROUNDS_LIMIT:
        raise RuntimeError(f"not changed: observers of base URLs have answered one change with {ROUNDS_LIMIT} more")
    _latest_change += 1
    return _latest_change


class Observation:
    """That `callback` is called for changes of the base URL of `element`."""

    __slots__ = ("_change", "_due", "_is_called", "callback", "element", "heard", "is_ended")

    def __init__(self, element: Element, callback: Callback) -> None:
        self.element: Element = element
        self.callback: Callback = callback
        self.heard: str | None = None  #: The base URL that it heard last. `None` until it begins to listen.
        self.is_ended: bool = False  #: No call begins after this is set.
        self._due = ""  #: The base URL that it is to hear next,
        self._change = 0  #: and the number of the change that led to it.
        self._is_called = False  #: Whether a thread is calling it.

    def tell(self, base_url: str, change: int, is_quiet: bool) -> None:
        """Tells that the change of the number `change` has led to `base_url`. A quiet one is noted without a call."""
        with LOCK:
            if change < self._change:
                return  # A later change, by another thread, has been told already.
            self._change, self._due = change, base_url
            if is_quiet or self.heard is None:
                self.heard = base_url
            if self._is_called:
                return  # The thread that is calling goes on with what is due.
            self._is_called = True
        while True:
            with LOCK:
                old, new = self.heard, self._due
                if old == new or self.is_ended:
                    self._is_called = False
                    return
                self.heard = new
            try:
                self.callback(self.element, old, new)
            except Exception as error:
                _calls.errors.append(error)
            except BaseException:
                self._is_called = False
                raise


class _Calls(local):
    """The calls that the running thread has still to make."""

    def __init__(self) -> None:
        #: How many rounds one change has led to. 0 where no observer is being called.
        self.rounds = 0
        self.waiting: deque[Callable[[], None]] = deque()
        self.errors: list[Exception] = []  #: Those of callbacks, and of users' own contexts.


_calls: Final = _Calls()


def announce(change: int, observations: list[Observation], quiet_document: Document | None = None) -> None:
    """Calls the observers after the change of the number `change` (2.6.5). Those of the elements of `quiet_document`
    are not called, and what they hear next begins with what they have now.

    After all calls, the first error of a callback or of a user's context is raised to who made the first change.
    """
    if not observations:
        return
    is_first = _calls.rounds == 0
    _calls.rounds += 1
    try:
        for observation in observations:
            element = observation.element
            try:
                base_url, is_quiet = element.base_url, element.document is quiet_document
                _calls.waiting.append(partial(observation.tell, base_url, change, is_quiet))
            except Exception as error:  # of a user's own context
                _calls.errors.append(error)
        while is_first and _calls.waiting:
            _calls.waiting.popleft()()
        if is_first and _calls.errors:
            raise _calls.errors[0]
    finally:
        if is_first:
            _calls.rounds = 0
            _calls.waiting.clear()
            _calls.errors.clear()  # They hold the frames that they went through, and these hold them.
