"""How far long work is, on standard error."""

from __future__ import annotations

import math
import sys
import time
from typing import Any, Final, Protocol

from urldom.command import streams

#: After how many seconds there is something to say.
_FIRST: Final = 1.0


class _Display(Protocol):
    #: Seconds from one `show` to the next.
    interval: float

    def show(self, text: str, done: int) -> None: ...

    def close(self) -> None: ...


class Progress:
    """Says how much is done, how fast, and how long the rest takes, where that is known: from the first second on,
    where standard error is a terminal and standard output is none. It is a context manager.

    `unit` is what is counted, in the singular; `total` is how much there is to do, in whatever `done` counts.
    """

    def __init__(self, unit: str, total: int | None = None) -> None:
        self._unit = unit
        self._total = total
        self._start = time.monotonic()
        self._next = self._start + _FIRST if sys.stderr.isatty() and not sys.stdout.isatty() else math.inf
        self._display: _Display | None = None

    def tick(self, count: int, done: int = 0) -> None:
        """That so much is done. It costs next to nothing."""
        now = time.monotonic()
        if now < self._next:
            return
        try:
            if self._display is None:
                self._display = _find_display(self._total)
            self._display.show(self._text(count, done, now - self._start), done)
            self._next = now + self._display.interval
        except OSError:  # Standard error is broken; the work goes on.
            self._next = math.inf

    def _text(self, count: int, done: int, seconds: float) -> str:
        text = f"{count:,} {self._unit}{'' if count == 1 else 's'}, {count / seconds:,.0f} a second"
        if self._total is None or not done:
            return text
        left = round(max(0, self._total - done) / done * seconds)
        return f"{text}, {left // 60}:{left % 60:02} to go"

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *_: object) -> None:
        if self._display is not None:
            self._display.close()


def _find_display(total: int | None) -> _Display:
    try:
        return _Bar(total)
    except ImportError:
        return _PlainLines()


class _Bar:
    """A bar that the `rich` library draws, and removes at the end."""

    interval = 0.2

    def __init__(self, total: int | None) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn

        # Without a thread: it is drawn when there is something new. What `say` writes meanwhile goes above it.
        self._bar = Progress(
            BarColumn(),
            TextColumn("{task.description}", markup=False),
            console=Console(stderr=True),
            auto_refresh=False,
            transient=True,
            redirect_stdout=False,
        )
        self._task: Any = self._bar.add_task("", total=total)

    def show(self, text: str, done: int) -> None:
        self._bar.update(self._task, description=text, completed=done)
        self._bar.start()
        self._bar.refresh()

    def close(self) -> None:
        try:
            self._bar.stop()
        except OSError:
            streams.silence(sys.stderr)


class _PlainLines:
    """A line of text every few seconds."""

    interval = 5.0

    def show(self, text: str, done: int) -> None:
        streams.say(text)

    def close(self) -> None:
        pass
