"""Show the progress of a long operation on standard error."""

from __future__ import annotations

import math
import os
import sys
import time
from typing import Any, Final

from urldom.command import _streams as streams
from urldom.command._signals import before_end

#: The number of seconds before the first report.
FIRST: Final = 1.0
#: The numbers of seconds between two reports: as lines of text, and as the text of a bar.
_LINES: Final = 5.0
_BAR: Final = 0.2
#: Escape sequences for the terminal.
_CLEAR_LINE: Final = "\r\x1b[2K"
_SHOW_CURSOR: Final = "\x1b[?25h"


class Progress:
    """A context manager that shows the number of processed items, the speed, and the remaining time
    if it is known.

    It appears after one second, unless standard output is a terminal too, or standard error is not
    one. `total` is the last value of `done`.
    """

    def __init__(self, unit: str, total: int | None = None) -> None:
        self._unit = unit
        self._total = total
        self._start = time.monotonic()
        is_shown = sys.stderr.isatty() and not sys.stdout.isatty()
        #: The time of the next report.
        self._next = self._start + FIRST if is_shown else math.inf
        self._bar: _Bar | None = None

    def tick(self, count: int, done: int = 0) -> None:
        """Report that `count` items are processed. A call takes very little time.

        `done` measures the work in the unit of `total`, such as bytes.
        """
        now = time.monotonic()
        if now < self._next:
            return
        try:
            self._bar = self._bar or _find_bar(self._total)
            text = self.text(count, done, now - self._start)
            if self._bar is None:
                streams.say(text)
            else:
                self._bar.show(text, done)
            self._next = now + (_LINES if self._bar is None else _BAR)
        except OSError:  # Standard error is broken, but the work continues.
            self._next = math.inf

    def say(self, message: str) -> None:
        """Write a message to standard error, above the progress."""
        if self._bar is not None:
            self._bar.clear()
        streams.say(message)

    def text(self, count: int, done: int, seconds: float) -> str:
        """Return the progress after some seconds: `2,000 lines, 400 a second, 1:05 to go`."""
        plural = "" if count == 1 else "s"
        text = f"{count:,} {self._unit}{plural}, {count / seconds:,.0f} a second"
        if self._total is None or not done:
            return text
        seconds_left = round(max(0, self._total - done) / done * seconds)
        minutes, seconds_of_minute = divmod(seconds_left, 60)
        return f"{text}, {minutes}:{seconds_of_minute:02} to go"

    def __enter__(self) -> Progress:
        before_end.append(self._abandon)
        return self

    def __exit__(self, *_: object) -> None:
        before_end.remove(self._abandon)
        if self._bar is not None:
            self._bar.close()

    def _abandon(self) -> None:
        if self._bar is not None:
            self._bar.abandon()


def _find_bar(total: int | None) -> _Bar | None:
    try:
        from rich.console import Console
    except ImportError:
        return None
    console = Console(stderr=True)
    return None if console.is_dumb_terminal else _Bar(console, total)


class _Bar:
    """A progress bar of one line, which the library `rich` draws. It is removed before a message,
    at the end, and in a signal handler, which may have interrupted another method."""

    def __init__(self, console: Any, total: int | None) -> None:
        from rich.progress import BarColumn, Progress, TextColumn

        # `show` draws the bar, so rich needs no thread. A redirection of the streams would break
        # long lines.
        self._bar = Progress(
            BarColumn(),
            TextColumn("{task.description}", markup=False),
            console=console,
            auto_refresh=False,
            transient=True,
            redirect_stdout=False,
            redirect_stderr=False,
        )
        self._task: Any = self._bar.add_task("", total=total)
        self._is_shown = False

    def show(self, text: str, done: int) -> None:
        self._bar.update(self._task, description=text, completed=done)
        self._bar.start()
        self._bar.refresh()
        self._is_shown = True

    def clear(self) -> None:
        if self._is_shown:
            self._is_shown = False
            try:
                # The next `refresh` also begins by clearing the line.
                sys.stderr.write(_CLEAR_LINE)
            except OSError:
                streams.silence(sys.stderr)

    def close(self) -> None:
        try:
            self._bar.stop()
        except OSError:
            streams.silence(sys.stderr)

    def abandon(self) -> None:
        os.write(sys.stderr.fileno(), f"{_CLEAR_LINE}{_SHOW_CURSOR}".encode())
