"""Why a URL means what it means: the steps of a standard's text, as they are taken.

The public names are `urldom.explain`, and here the types of what it returns.
"""

from __future__ import annotations

from urldom._explanation.explaining import explain
from urldom._explanation.steps import Explanation, Span, Step, StepError

__all__ = ["Explanation", "Span", "Step", "StepError", "explain"]


def __dir__() -> list[str]:
    return __all__
