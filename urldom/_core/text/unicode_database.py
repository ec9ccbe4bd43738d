"""The Unicode Character Database. If unicodedata2 is installed, its newer database replaces Python's."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import unicodedata
else:
    try:
        import unicodedata2 as unicodedata
    except ImportError:
        import unicodedata

__all__ = ["unicodedata"]
