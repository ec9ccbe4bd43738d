"""Measure the work of a function in calls or lines. Unlike a time in seconds, these counts are the
same on every machine."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable
from types import FrameType
from typing import Any


def count_calls(function: Callable[[], object]) -> int:
    """Return the number of calls of Python functions during `function`. The call of `function`
    itself does not count."""
    return _count_profiled(function, lambda event, argument: event == "call") - 1


def count_calls_of(name: str, function: Callable[[], object]) -> int:
    """Return the number of times that `function` calls a C function with this name."""
    return _count_profiled(
        function, lambda event, argument: event == "c_call" and argument.__name__ == name
    )


def _count_profiled(function: Callable[[], object], counts: Callable[[str, Any], bool]) -> int:
    """Return the number of interpreter events during `function` for which `counts` returns true."""
    number = 0

    def profile(frame: FrameType, event: str, argument: Any) -> None:
        nonlocal number
        number += counts(event, argument)

    before = sys.getprofile()
    was_enabled = gc.isenabled()
    gc.disable()  # A collection would call the callbacks of other libraries.
    sys.setprofile(profile)
    try:
        function()
    finally:
        sys.setprofile(before)
        if was_enabled:
            gc.enable()
    return number


def count_lines(function: Callable[[], object]) -> int:
    """Return the number of lines of Python that run during `function`. A line in a loop counts once
    for each iteration."""
    lines = 0

    def trace(frame: FrameType, event: str, argument: object) -> Any:
        nonlocal lines
        lines += event == "line"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        function()
    finally:
        sys.settrace(before)
    return lines
