"""Handle the signals that end a program, so that it first flushes its output and restores the
terminal.

The handlers raise no exception, because Python ignores exceptions in some places, such as the
import of a module."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from contextlib import suppress
from types import FrameType
from typing import Any, Final

from urldom.command import _streams as streams

_SIGNALS: Final = [
    signal.Signals[name] for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
]
#: Functions that are called before a signal ends the process.
before_end: Final[list[Callable[[], object]]] = []


def take_signals() -> None:
    """Make the signals end this process, but not the processes that it starts."""
    process = os.getpid()

    def end(number: int, frame: FrameType | None) -> None:
        if os.getpid() == process:  # A process that was just started may still have these handlers.
            # The default handler ends the process, so that the parent, such as a shell in a loop,
            # sees the signal.
            signal.signal(number, signal.SIG_DFL)
            for clean_up in (*before_end, streams.flush_without_waiting):
                with suppress(Exception):  # The signal may have interrupted this function itself.
                    clean_up()
            os.kill(process, number)
            os._exit(128 + number)  # This line runs only if the signal is delayed.

    for number in _SIGNALS:
        # An ignored signal stays ignored, such as SIGHUP under `nohup`.
        if signal.getsignal(number) in (signal.SIG_DFL, signal.default_int_handler):
            signal.signal(number, end)


def follow_parent() -> None:
    """Make this process end when its parent ends, and ignore Ctrl-C, which its parent handles."""
    from multiprocessing import parent_process
    from threading import Thread

    for number in _SIGNALS:
        if signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, signal.SIG_IGN if number == signal.SIGINT else signal.SIG_DFL)
    parent: Any = parent_process()

    def follow() -> None:
        parent.join()
        os._exit(1)

    Thread(target=follow, daemon=True).start()
