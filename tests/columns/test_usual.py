"""The rows that Arrow's kernels can split."""

from __future__ import annotations

import pytest

pa = pytest.importorskip("pyarrow", reason="pyarrow is not installed")
pc = pytest.importorskip("pyarrow.compute")

from tests.cases import few_or_many  # noqa: E402
from tests.core.standards.test_usual_url import as_python  # noqa: E402
from urldom._core.standards.usual_url import BEGINNING, USUAL_URL  # noqa: E402
from urldom.columns._cutting import capturing  # noqa: E402


@few_or_many("count", 20_000, 100_000)
def test_the_expressions_take_linear_time(count: int) -> None:
    """On long strings, an engine without backtracking and Python's `re` agree, and both finish."""
    for expression in USUAL_URL.whole, BEGINNING:
        for part in "a", "a-", "a.", "1.", "x", "/a", "%41", "?a", ":1":
            url = f"http://h{part * count}"
            for end in "", "\n", "\\", "[":
                found = pc.match_substring_regex(pa.array([url + end]), capturing(expression, []))
                assert found.to_pylist() == [as_python(expression)(url + end) is not None]
