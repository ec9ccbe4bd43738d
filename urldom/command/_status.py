"""The exit statuses of the command, and the error for a wrong call."""

from __future__ import annotations

from typing import Final

DONE: Final = 0
SOME_INPUT_BAD: Final = 1
NOTHING_MATCHED: Final = 1
WRONG_CALL: Final = 2


class WrongCallError(Exception):
    """A wrong call of the command. Its text is the message for the user."""
