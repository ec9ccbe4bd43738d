"""Tables that compute each value at its first lookup."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeVar

Key = TypeVar("Key")
Value = TypeVar("Value")

#: The largest number of keys in a table. It is enough for the characters of a Chinese text.
TABLE_SIZE: Final = 0x4000


class FillingTable(dict[Key, Value]):
    """A table that calls `look_up` once for each key. A full table is emptied. If the keys are code
    points, `str.translate` accepts the table."""

    def __init__(self, look_up: Callable[[Key], Value]) -> None:
        super().__init__()
        self._look_up = look_up

    def __missing__(self, key: Key) -> Value:
        if len(self) >= TABLE_SIZE:
            self.clear()
        self[key] = value = self._look_up(key)
        return value
