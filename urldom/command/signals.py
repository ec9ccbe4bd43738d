"""The signals that end a program. They end this one too, once its streams and the terminal are in order."""

from __future__ import annotations

import os
import signal
from types import FrameType
from typing import Any, Final, NoReturn

_NAMES: Final = ("SIGINT", "SIGTERM", "SIGHUP")


class Signalled(BaseException):
    """That a signal has arrived that ends the program; `number` is the signal's."""

    def __init__(self, number: int) -> None:
        self.number = number


class Signals:
    """A context manager, within which a signal that would end the program raises `Signalled`, in this process."""

    def __enter__(self) -> None:
        self._process = os.getpid()
        self._before: dict[int, Any] = {}
        for number in _numbers():
            before = signal.getsignal(number)
            if before in (signal.SIG_DFL, signal.default_int_handler):  # Those that are ignored stay so: `nohup`.
                try:
                    signal.signal(number, self._raise)
                except ValueError:  # This is not the main thread, which alone has signals.
                    return
                self._before[number] = before

    def __exit__(self, *_: object) -> None:
        for number, before in self._before.items():
            signal.signal(number, before)

    def _raise(self, number: int, frame: FrameType | None) -> None:
        if os.getpid() == self._process:  # A process that it has started may not have its own handlers yet.
            raise Signalled(number)


def die(number: int) -> NoReturn:
    """Ends the process as the signal does by itself, so that whoever started it can tell: a shell then leaves its
    loop."""
    signal.signal(number, signal.SIG_DFL)
    os.kill(os.getpid(), number)
    os._exit(128 + number)


def follow_parent() -> None:
    """Has this process, which another one started, end with that one, however that ends, and leave Ctrl-C to it."""
    from multiprocessing import parent_process
    from threading import Thread

    for number in _numbers():
        if signal.getsignal(number) != signal.SIG_IGN:  # as by `nohup`
            signal.signal(number, signal.SIG_IGN if number == signal.SIGINT else signal.SIG_DFL)
    parent = parent_process()
    assert parent is not None

    def follow() -> None:
        parent.join()
        os._exit(1)

    Thread(target=follow, daemon=True).start()


def _numbers() -> list[signal.Signals]:
    return [getattr(signal, name) for name in _NAMES if hasattr(signal, name)]
