"""The bases of the rows: one for all rows, or a column."""

from __future__ import annotations

import pytest

from tests.columns.rows import ATTRIBUTES, STANDARDS, attributes, resolved, rows_of

pa = pytest.importorskip("pyarrow", reason="pyarrow is not installed")
pc = pytest.importorskip("pyarrow.compute")
from urldom import URLDecomposition, columns  # noqa: E402
from urldom._core.standards.registry import find_engine  # noqa: E402
from urldom.columns._cutting import RowBase  # noqa: E402


@pytest.mark.parametrize("standard", STANDARDS)
def test_base_with_dot_segments_matches_the_scalar_interface(standard: str) -> None:
    references = ["x", "%7e/y", "#f", "?q", "/z", "../w", ""]
    for base in (
        "http://h/a/..",
        "http://h/a/../b",
        "http://h/a/b/..?q",
        "http://h/a/.",
        "http://h/a/..b/c",
    ):
        found = columns.resolve(pa.array(references), base, standard=standard)
        assert rows_of(found) == [resolved(reference, base, standard) for reference in references]
        found = columns.decompose(pa.array(references), base, standard=standard)
        assert rows_of(found) == [
            attributes(reference, base, ATTRIBUTES, standard) for reference in references
        ]


@pytest.mark.parametrize("standard", ["rfc2396", "rfc1808"])
def test_lone_surrogate_in_a_base_is_replaced(standard: str) -> None:
    assert rows_of(columns.resolve(pa.array(["b"]), "http://h/\ud800/", standard=standard)) == [
        "http://h/\ufffd/b"
    ]


def test_base_can_be_a_url_object() -> None:
    base = URLDecomposition("http://h/a/")
    assert rows_of(columns.resolve(pa.array(["b"]), base)) == ["http://h/a/b"]


@pytest.mark.parametrize(
    ("base", "beginnings"),
    [
        (
            "http://u@h:81/a/b?c#d",
            ("http:", "http://u@h:81", "http://u@h:81/a/", "http://u@h:81/a/b?c"),
        ),
        ("http://h", ("http:", "http://h", "http://h/", "http://h/")),
        ("mailto:a", (None,) * 4),
        ("http://[", (None,) * 4),
        (None, (None,) * 4),
    ],
)
def test_beginnings_of_a_base(base: str | None, beginnings: tuple[str | None, ...]) -> None:
    assert RowBase.of(base, find_engine("whatwg")).beginnings() == beginnings
