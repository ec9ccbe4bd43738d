"""Changes of base URLs, and the calls of their observers (HTML5 2.6.5).

A change is made at once, and then an observer is called if its element's base URL is now a
different string (ruling 23). These calls are a *round*. A change by a callback is also made at
once, but its round begins after the current one, so that every observer receives all changes in
their order, and `old` is the `new` of its previous call.

The changing thread calls the observers before the assignment returns. If another thread is calling
the same observer at that moment, that thread makes this call too, with the newest base URL, and
skips older base URLs. No lock is held while a callback or a user's own context runs.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from functools import partial
from threading import RLock, local
from typing import Any, Final, Protocol

import attrs

#: The lock for the links of all chains and their caches. A thread that holds it calls no user's
#: code except finalizers, which the garbage collector may run at any allocation, and which can
#: acquire the lock, because it is reentrant.
LOCK: Final = RLock()

#: The largest number of rounds after one change. A change that would start one more round raises an
#: error instead.
ROUNDS_LIMIT: Final = 10_000
_latest_change = 0


def latest_change() -> int:
    """Return the number of the latest change. The caller holds the lock."""
    return _latest_change


def next_change() -> int:
    """Count a change and return its number. The caller holds the lock.

    Raises `RuntimeError` in a callback after `ROUNDS_LIMIT` rounds: the callbacks would otherwise
    change base URLs endlessly.
    """
    global _latest_change
    if _calls.rounds > ROUNDS_LIMIT:
        raise RuntimeError(
            f"the base URL is not changed: observers have made {ROUNDS_LIMIT} changes after one"
            " change"
        )
    _latest_change += 1
    return _latest_change


class Observed(Protocol):
    """What an observation needs of the observed element, which is an `Element`."""

    @property
    def base_url(self) -> str: ...
    @property
    def document(self) -> object: ...


@attrs.define(eq=False)
class Observation:
    """The registration of `callback` for changes of the base URL of `element`."""

    element: Observed
    callback: Callable[[Any, str, str], object]
    #: The base URL of the last call. `None` before the observation begins.
    last_base_url: str | None = None
    #: `True` after the end of the observation.
    is_ended: bool = False
    #: The base URL of the next call.
    _next_base_url: str = ""
    #: The number of the latest reported change.
    _change: int = 0
    #: `True` while a thread calls the callback.
    _is_called: bool = False

    def report(self, base_url: str, change: int, is_quiet: bool) -> None:
        """Call the callback with the base URL after a change.

        If `is_quiet` is true, only store the base URL.
        """
        with LOCK:
            if change < self._change:
                return  # Another thread has already reported a later change.
            self._change = change
            self._next_base_url = base_url
            if is_quiet or self.last_base_url is None:
                self.last_base_url = base_url
            if self._is_called:
                return  # The calling thread continues with the next base URL.
            self._is_called = True
        while True:
            with LOCK:
                old, new = self.last_base_url, self._next_base_url
                if old == new or self.is_ended:
                    self._is_called = False
                    return
                self.last_base_url = new
            try:
                self.callback(self.element, old, new)
            except Exception as error:
                _calls.errors.append(error)
            except BaseException:
                self._is_called = False
                raise


class _Calls(local):
    """The calls of observers that the current thread still has to make."""

    def __init__(self) -> None:
        #: The number of rounds since the first change. 0 if no observer is being called.
        self.rounds = 0
        self.waiting: deque[Callable[[], None]] = deque()
        #: The errors of callbacks, and of users' own contexts.
        self.errors: list[Exception] = []


_calls: Final = _Calls()


def announce(change: int, observations: list[Observation], quiet_document: object = None) -> None:
    """Call the observers after the change number `change` (HTML5 2.6.5).

    The observers of elements of `quiet_document` are not called. In their next call, `old` is the
    base URL that the element has now. After all calls, the assignment that made the first change
    raises the first error of a callback or of a user's own context.
    """
    if not observations:
        return
    is_first = _calls.rounds == 0
    _calls.rounds += 1
    try:
        for observation in observations:
            element = observation.element
            try:
                base_url = element.base_url
                is_quiet = element.document is quiet_document
                _calls.waiting.append(partial(observation.report, base_url, change, is_quiet))
            except Exception as error:  # a user's own context can raise any error
                _calls.errors.append(error)
        while is_first and _calls.waiting:
            _calls.waiting.popleft()()
        if is_first and _calls.errors:
            raise _calls.errors[0]
    finally:
        if is_first:
            _calls.rounds = 0
            _calls.waiting.clear()
            _calls.errors.clear()  # Break the reference cycle of the errors and their frames.
