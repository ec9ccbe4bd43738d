"""Regular expressions that are compiled when they are first used, because compiling takes time at import."""

from __future__ import annotations

import re
from typing import Any


class Expression:
    """A regular expression with the methods of `re.Pattern`. It is compiled when one of them is first read."""

    def __init__(self, pattern: str, flags: int = 0) -> None:
        self._arguments = pattern, flags

    def __getattr__(self, name: str) -> Any:
        found = getattr(re.compile(*self._arguments), name)
        setattr(self, name, found)  # From now on, Python does not call this method for the name.
        return found
