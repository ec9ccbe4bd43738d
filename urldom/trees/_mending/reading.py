"""The readers of nearly well-formed text share these: how they go on after a part of it."""

from __future__ import annotations

import re


def end_of(pattern: re.Pattern[str], text: str, start: int) -> int:
    """Return the end of a match that begins at a position, or the position without a match."""
    match = pattern.match(text, start)
    return start if match is None else match.end()


def after(text: str, position: int, *characters: str) -> int:
    """Return the position after one of these characters, or the position if none stands there."""
    return position + 1 if text.startswith(characters, position) else position
