"""Unicode text: scalar value strings, texts on a terminal, and the Unicode Character Database."""

from __future__ import annotations

from typing import TYPE_CHECKING

# unicodedata2 has the functions of unicodedata, but no types: type checkers see the module that has
# them.
if TYPE_CHECKING:
    import unicodedata
else:
    try:  # Its database can be newer than Python's.
        import unicodedata2 as unicodedata
    except ImportError:
        import unicodedata

__all__ = ["scalar_value_string", "unicodedata", "visible", "width"]


def scalar_value_string(text: str) -> str:
    """Convert a text to a scalar value string (Web IDL's USVString, ruling 6): a pair of surrogates
    becomes the character that it encodes, and a lone surrogate becomes U+FFFD."""
    if text.isascii():
        return text
    try:
        text.encode()  # faster than a search for surrogates
        return text
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def visible(text: str) -> str:
    """Return a text in which every character is visible. Characters that do not print are escaped
    as in Python."""
    if text.isprintable():
        return text
    return "".join(
        [character if character.isprintable() else repr(character)[1:-1] for character in text]
    )


def width(text: str) -> int:
    """Return the number of cells that a visible text fills on a terminal."""
    if text.isascii():
        return len(text)
    cells = 0
    for character in text:
        if unicodedata.category(character) in ("Mn", "Me"):
            continue  # A mark has no cell of its own: it is drawn on the character before it.
        is_wide = unicodedata.east_asian_width(character) in ("W", "F")
        cells += 2 if is_wide else 1
    return cells
