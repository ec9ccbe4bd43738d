"""The exit statuses."""

from __future__ import annotations

from typing import Final

DONE: Final = 0
SOME_INPUT_BAD: Final = 1
NOTHING_MATCHED: Final = 1
WRONG_CALL: Final = 2


class WrongCallError(Exception):
    """A wrong call. The text of the error is a message for the user."""
