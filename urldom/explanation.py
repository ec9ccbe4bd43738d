"""`explain`, and the classes of its result: the steps by which a standard parses a URL.

`explain` can also be imported from `urldom`.
"""

from __future__ import annotations

from urldom._explanation.explaining import explain
from urldom._explanation.steps import Explanation, Span, Step, StepError

__all__ = ["Explanation", "Span", "Step", "StepError", "explain"]


def __dir__() -> list[str]:
    return __all__
