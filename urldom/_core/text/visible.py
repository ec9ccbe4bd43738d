"""Text on a terminal: make each character visible, and count the cells of a text."""

from __future__ import annotations

import unicodedata


def visible(text: str) -> str:
    """Return a text in which every character is visible. Characters that do not print are escaped as in Python."""
    if text.isprintable():
        return text
    return "".join([character if character.isprintable() else repr(character)[1:-1] for character in text])


def width(text: str) -> int:
    """Return the number of cells that a visible text fills on a terminal."""
    if text.isascii():
        return len(text)
    # A mark has no cell of its own: it is drawn on the character before it.
    return sum(
        1 + (unicodedata.east_asian_width(character) in "WF")
        for character in text
        if unicodedata.category(character) not in ("Mn", "Me")
    )
