"""Tables that fill themselves."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeVar

Key = TypeVar("Key")
Value = TypeVar("Value")

#: How much a table holds at most: the characters of a large script, and of what stands beside it.
TABLE_SIZE: Final = 0x4000


class FillingTable(dict[Key, Value]):
    """A table that asks `look_up` once for each key, and is emptied when it is full.

    `str.translate` takes it where the keys are code points.
    """

    def __init__(self, look_up: Callable[[Key], Value]) -> None:
        super().__init__()
        self._look_up = look_up

    def __missing__(self, key: Key) -> Value:
        if len(self) >= TABLE_SIZE:
            self.clear()
        self[key] = value = self._look_up(key)
        return value
