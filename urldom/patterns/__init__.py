"""Match URLs with patterns, component by component (URL Pattern Standard).

>>> URLPattern("https://*.example.com/user/:id").exec("https://www.example.com/user/7").groups
{'id': '7'}
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from urldom.patterns._lists import URLPatternList
from urldom.patterns._maps import URLPatternMap, URLPatternMatch
from urldom.patterns._pattern import URLPattern, URLPatternComponentResult, URLPatternResult

if TYPE_CHECKING:
    from urldom.patterns._explaining import URLPatternComponentExplanation, URLPatternExplanation

__all__ = [
    "URLPattern",
    "URLPatternComponentExplanation",
    "URLPatternComponentResult",
    "URLPatternExplanation",
]
__all__ += ["URLPatternList", "URLPatternMap", "URLPatternMatch", "URLPatternResult"]
__dir__: Callable[[], list[str]] = __all__.copy


def __getattr__(name: str) -> object:
    """Import the two classes for `URLPattern.explain` on first use, because few programs need
    them."""
    if name not in ("URLPatternComponentExplanation", "URLPatternExplanation"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from urldom.patterns import _explaining

    return getattr(_explaining, name)
