"""Text on a terminal: every character of it shows, and takes so many cells."""

from __future__ import annotations

import unicodedata


def visible(text: str) -> str:
    """A text in which every character shows: what does not print is written as Python does.

    >>> visible("a\\tb")
    'a\\\\tb'
    """
    if text.isprintable():
        return text
    return "".join([character if character.isprintable() else repr(character)[1:-1] for character in text])


def width(text: str) -> int:
    """How many cells of a terminal a visible text takes.

    >>> width("é漢")
    3
    """
    if text.isascii():
        return len(text)
    # A mark stands on the character before it.
    return sum(
        1 + (unicodedata.east_asian_width(character) in "WF")
        for character in text
        if unicodedata.category(character) not in ("Mn", "Me")
    )
