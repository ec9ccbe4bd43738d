"""The function `parsed_url`, imported when it is first used, because attrs takes long to import."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING

from urldom._values.pieces import Pieces

if TYPE_CHECKING:
    from urldom._values.parsed_url import ParsedURL


@cache  # A call of the cached function takes less time than an import statement.
def parsed_url() -> Callable[[Pieces], ParsedURL]:
    """Return the function that returns the `ParsedURL` with the given pieces.

    >>> parsed_url()(("http:", "//", "", "h", "", "/", "", "", None)).host
    'h'
    """
    from urldom._values.parsed_url import parsed_url

    return parsed_url
