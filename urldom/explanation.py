"""`explain`, and the classes of its result: the steps by which a standard parses a URL.

`explain` can also be imported from `urldom`.
"""

from __future__ import annotations

from collections.abc import Callable

from urldom._core.explaining.explanation import explain
from urldom._core.explaining.steps import Explanation, Span, Step, StepError

__all__ = ["Explanation", "Span", "Step", "StepError", "explain"]
__dir__: Callable[[], list[str]] = __all__.copy
