"""Measure the work of a function in calls or lines. Unlike seconds, they are the same on every machine."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any


def count_calls(function: Callable[[], object]) -> int:
    """How many Python functions run during `function`, except `function` itself."""
    return _count_profiled(function, lambda event, argument: event == "call") - 1


def count_calls_of(name: str, function: Callable[[], object]) -> int:
    """How often `function` calls functions with that name that are written in C."""
    return _count_profiled(function, lambda event, argument: event == "c_call" and argument.__name__ == name)


def _count_profiled(function: Callable[[], object], counts: Callable[[str, Any], bool]) -> int:
    """How many of the interpreter's events during `function` satisfy `counts`."""
    number = 0

    def profile(frame: FrameType, event: str, argument: Any) -> None:
        nonlocal number
        number += counts(event, argument)

    before = sys.getprofile()
    sys.setprofile(profile)
    try:
        function()
    finally:
        sys.setprofile(before)
    return number


def count_lines(function: Callable[[], object]) -> int:
    """How many lines of Python run during `function`. Each iteration of a loop counts."""
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
