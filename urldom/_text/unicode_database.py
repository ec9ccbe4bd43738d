"""The Unicode Character Database: that of unicodedata2 if it is installed, which is newer than Python's own."""

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
