"""The signals that end a program. They end this one after it has flushed its output and restored the terminal.

The handlers do not raise an exception, as Python's handler for Ctrl-C does. Python ignores exceptions in some places,
such as the import of a module or the start of a process."""

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
#: The functions that run before the end.
before_end: Final[list[Callable[[], object]]] = []


def take_signals() -> None:
    """Make the signals end this process, but not the processes that it starts."""
    process = os.getpid()

    def end(number: int, frame: FrameType | None) -> None:
        if os.getpid() == process:  # A new process may still have these handlers.
            # The signal itself ends the process, so that its caller knows: a shell then leaves its loop.
            signal.signal(number, signal.SIG_DFL)
            for put_in_order in (*before_end, streams.flush_what_is_taken):
                with suppress(Exception):  # The signal may have interrupted the same function.
                    put_in_order()
            os.kill(process, number)
            os._exit(128 + number)  # if the signal is delayed

    for number in _SIGNALS:
        if signal.getsignal(number) in (signal.SIG_DFL, signal.default_int_handler):  # `nohup` sets another handler.
            signal.signal(number, end)


def follow_parent() -> None:
    """End this process when its parent ends, for any reason. Only the parent handles Ctrl-C."""
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
