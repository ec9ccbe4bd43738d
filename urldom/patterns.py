"""Match URLs with patterns, component by component (URL Pattern Standard).

>>> from urldom.patterns import URLPattern, URLPatternList
>>> user = URLPattern("https://*.example.com/user/:id")
>>> user.test("https://www.example.com/user/7?tab=1"), user.test("https://example.com.evil.test/user/7")
(True, False)
>>> user.exec("https://www.example.com/user/7").groups
{'id': '7'}
>>> URLPatternList([user, "https://example.com/"]).test("https://EXAMPLE.com")
True
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from urldom._patterns.lists import URLPatternList
from urldom._patterns.maps import URLPatternMap, URLPatternMatch
from urldom._patterns.pattern import URLPattern, URLPatternComponentResult, URLPatternResult

if TYPE_CHECKING:
    from urldom._patterns.explaining import URLPatternComponentExplanation, URLPatternExplanation

__all__ = ["URLPattern", "URLPatternComponentExplanation", "URLPatternComponentResult", "URLPatternExplanation"]
__all__ += ["URLPatternList", "URLPatternMap", "URLPatternMatch", "URLPatternResult"]
__dir__: Callable[[], list[str]] = __all__.copy


def __getattr__(name: str) -> object:
    """Import the two classes for `URLPattern.explain` on first use, because few programs need them."""
    if name not in ("URLPatternComponentExplanation", "URLPatternExplanation"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from urldom._patterns import explaining

    return getattr(explaining, name)
