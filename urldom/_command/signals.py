"""The signals that end a program. They end this one too, once its streams and the terminal are in order.

A handler that raised an exception, as Python's own does for Ctrl-C, would lose it where Python ignores exceptions:
while it imports a module, or starts a process."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from contextlib import suppress
from types import FrameType
from typing import Final

from urldom._command import streams

_NAMES: Final = ("SIGINT", "SIGTERM", "SIGHUP")
_SIGNALS: Final[list[signal.Signals]] = [getattr(signal, name) for name in _NAMES if hasattr(signal, name)]
#: What puts things in order before the end.
before_end: Final[list[Callable[[], object]]] = []


def take_signals() -> None:
    """Has the signals end this process, and none that it starts."""
    process = os.getpid()

    def end(number: int, frame: FrameType | None) -> None:
        if os.getpid() == process:  # One that it has started may not have its own handlers yet.
            # As by itself, so that whoever has called it can tell: a shell then leaves its loop.
            signal.signal(number, signal.SIG_DFL)
            for put_in_order in (*before_end, streams.flush_what_is_taken):
                with suppress(Exception):  # It may have interrupted the same.
                    put_in_order()
            os.kill(process, number)
            os._exit(128 + number)  # where a signal does not come at once

    for number in _SIGNALS:
        if signal.getsignal(number) in (signal.SIG_DFL, signal.default_int_handler):  # Not so where `nohup` calls it.
            signal.signal(number, end)


def follow_parent() -> None:
    """Has this process, which another one started, end with that one, however that ends, and leave Ctrl-C to it."""
    from multiprocessing import parent_process
    from threading import Thread

    for number in _SIGNALS:
        if signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, signal.SIG_IGN if number == signal.SIGINT else signal.SIG_DFL)
    parent = parent_process()
    assert parent is not None

    def follow() -> None:
        parent.join()
        os._exit(1)

    Thread(target=follow, daemon=True).start()
