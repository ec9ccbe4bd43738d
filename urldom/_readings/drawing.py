"""Readings as text: a table for a terminal, and each value with the names of its readers."""

from __future__ import annotations

from collections.abc import Mapping

from urldom._readings.reading import COMPONENTS, Groups, Reading
from urldom._text.visible import visible, width


def draw(url: str, base: str | None, readings: Mapping[str, Reading], differences: Mapping[str, Groups]) -> str:
    """Return a title, the table, and a line for each component that the readers disagree on."""
    title = " against ".join([_cell(text, 200) for text in (url, base) if text is not None])
    differ = [f"{component}: {draw_groups(groups, ' / ')}" for component, groups in differences.items()]
    return "\n".join([title, *_table(readings), *differ])


def draw_groups(groups: Groups, between: str) -> str:
    """Return each value with the names of its readers, such as "h (a, b), none (c)"."""
    return between.join(
        [f"{'none' if value is None else _cell(str(value))} ({', '.join(names)})" for value, names in groups.items()]
    )


def _table(readings: Mapping[str, Reading]) -> list[str]:
    """Return the lines of a table with aligned columns."""
    rows = [["", *COMPONENTS]]
    for name, reading in readings.items():
        cells = [getattr(reading, component) for component in COMPONENTS] if reading.error is None else []
        rows.append([name, *("" if cell is None else _cell(str(cell)) for cell in cells)])
    widths = [max(width(row[column]) for row in rows if column < len(row)) for column in range(len(rows[0]))]
    refusals = [None, *(reading.error for reading in readings.values())]
    lines: list[str] = []
    for row, refusal in zip(rows, refusals, strict=True):
        cells = [cell + " " * (column - width(cell)) for cell, column in zip(row, widths, strict=False)]
        lines.append("  ".join(cells if refusal is None else [*cells, f"refused: {visible(refusal)}"]).rstrip())
    return lines


def _cell(text: str, longest: int = 40) -> str:
    """Return a text, cut in its middle if it is too long: the end of a host shows the owner, so it stays visible."""
    half = (longest - 3) // 2
    return visible(text if len(text) <= longest else f"{text[:half]}...{text[-half:]}")
