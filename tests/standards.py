"""The standards, for tests of all of them or of one kind. The registry is asked for them, so that no
test forgets one."""

from __future__ import annotations

from typing import Final

import pytest

from urldom import URLDecomposition
from urldom._core.standards.registry import STANDARD_NAMES, find_standard

__all__ = ["CONSTANTS", "KEEPING", "OF_THE_TABLE", "RFCS", "STANDARD_NAMES", "every_standard"]

#: Each standard by its name
CONSTANTS: Final = {name: find_standard(name) for name in STANDARD_NAMES}
#: The standards whose attributes are those of the table in HTML5 2.6.6
OF_THE_TABLE: Final = [name for name in STANDARD_NAMES if name != "whatwg"]
RFCS: Final = [name for name in STANDARD_NAMES if name.startswith("rfc")]


def keeps_any_character(name: str) -> bool:
    """Return whether a fragment can contain any character, a lone surrogate too."""
    url = URLDecomposition("http://h/#\ud800", standard=name)
    return url.error is None and url.hash == "#\ud800"


#: The standards under which a fragment keeps any character
KEEPING: Final = list(filter(keeps_any_character, STANDARD_NAMES))

every_standard = pytest.mark.parametrize("standard", STANDARD_NAMES)
