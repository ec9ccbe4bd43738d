"""The command. This module has its exit statuses, and the error for a wrong call."""

from __future__ import annotations

from typing import Final

DONE: Final = 0
SOME_INPUT_BAD: Final = 1
NOTHING_MATCHED: Final = 1
WRONG_CALL: Final = 2


class WrongCallError(Exception):
    """The error for a wrong call of the command. Its text is a message for the user."""
