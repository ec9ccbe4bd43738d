"""An explanation as text for a terminal: the URL with marks under its components, and the steps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from operator import attrgetter
from typing import TYPE_CHECKING, Final

import attrs

from urldom._explanation.steps import Explanation, Span, Step
from urldom._text.visible import visible, width

if TYPE_CHECKING:
    from rich.console import Group

#: The colours of the components, if the terminal has colours.
STYLES: Final = {
    "scheme": "magenta",
    "userinfo": "yellow",
    "host": "bold green",
    "port": "cyan",
    "path": "blue",
    "query": "yellow",
    "fragment": "magenta",
}
#: The greatest width of a component that has a ruler under it, in terminal cells.
_COMPONENT: Final = 64
#: The greatest width of a quoted text, in terminal cells.
_TEXT: Final = 200
#: The greatest number of errors that are shown for one step.
_ERRORS: Final = 12


@attrs.define
class Line:
    """A line of text in parts. Each part has the name of a style, or `""` for plain text."""

    parts: list[tuple[str, str]] = attrs.field(factory=list[tuple[str, str]])

    @property
    def plain(self) -> str:
        """The text without styles."""
        return "".join(text for text, _ in self.parts).rstrip()


def draw(explanation: Explanation) -> list[Line]:
    """Return the lines of an explanation."""
    against = "" if explanation.base is None else f" against {quoted(explanation.base)}"
    lines = [Line([(f"{explanation.standard.name}, {explanation.encoding}{against}", "dim")]), Line()]
    lines += draw_ruler(explanation.url, explanation.components)
    lines.append(Line())
    for is_table, steps in groupby(explanation.steps, lambda step: "input buffer" in step.made):
        if is_table:
            lines += _draw_buffers([*steps])
        else:
            for step in steps:
                lines += draw_step(step)
    lines.append(Line())
    if explanation.result is None:
        lines.append(Line([(f"No URL: {explanation.reason}", "bold red")]))
    else:
        lines += draw_ruler(str(explanation.result), explanation.result_components)
    return lines


def draw_ruler(text: str, spans: Sequence[Span]) -> list[Line]:
    """Draw a text with the names of its components under it."""
    line, marks = Line(), Line()
    columns: list[tuple[int, str]] = []
    position = column = marked = 0
    for span in sorted(spans, key=attrgetter("start")):
        between, inside = _clipped(text[position : span.start], _COMPONENT), _clipped(span.of(text), _COMPONENT)
        column += width(between)
        # An empty component has no characters, so its delimiter is marked.
        here = column - (not inside and span.name != "userinfo")
        columns.append((here, span.name))
        style = STYLES[span.name]
        line.parts += [(between, ""), (inside, style)]
        mark = "┬" + "─" * (width(inside) - 1)
        marks.parts += [(" " * (here - marked), ""), (mark, style)]
        marked = here + len(mark)
        column += width(inside)
        position = span.end
    line.parts.append((_clipped(text[position:], _TEXT), ""))
    return [line, marks, *_draw_labels(columns)] if columns else [line]


def _draw_labels(columns: Sequence[tuple[int, str]]) -> list[Line]:
    """Draw each name under its column, in as few lines as possible."""
    rows: list[list[tuple[int, str, str]]] = []
    for column, name in reversed(columns):
        row = next((row for row, parts in enumerate(rows) if column + len(name) < parts[0][0]), len(rows))
        if row == len(rows):
            rows.append([])
        for parts in rows[:row]:
            parts.insert(0, (column, "│", name))
        rows[row].insert(0, (column, name, name))
    lines: list[Line] = []
    for parts in rows:
        line = Line()
        for column, text, name in parts:
            line.parts.append((" " * (column - width(line.plain)), ""))
            line.parts.append((text, STYLES[name]))
        lines.append(line)
    return lines


def draw_step(step: Step) -> list[Line]:
    """Draw a step: its section, its sentence, the text that it read, the values that it set, and its errors."""
    indent = "    " * step.depth
    if not step.applies:
        return [Line([(f"{indent}{step.section}: does not apply. ({step.says})", "dim")])]
    lines = [Line([(indent, ""), (f"{step.section}: ", "bold"), (step.says, "")])]
    made = [(name, "none" if value is None else quoted(value)) for name, value in step.made.items()]
    if step.looked_at or made:
        line = Line([(f"{indent}    ", "")])
        if step.looked_at is not None:
            line.parts.append((quoted(step.looked_at), ""))
        line.parts.append((" → " if step.looked_at is not None and made else "", "dim"))
        for index, (name, value) in enumerate(made):
            line.parts += [(", " if index else "", ""), (f"{name} ", "dim"), (value, STYLES.get(name, "bold"))]
        lines.append(line)
    for error in step.errors[:_ERRORS]:
        name = f"{error.name}: " if error.name else ""
        place = "" if error.start is None else f" (at {error.start})"
        lines.append(Line([(f"{indent}    ! {name}{error.description}{place}", "red" if error.failure else "yellow")]))
    if len(step.errors) > _ERRORS:
        lines.append(Line([(f"{indent}    ! and {len(step.errors) - _ERRORS} more", "yellow")]))
    return lines


def _draw_buffers(steps: Sequence[Step]) -> Iterator[Line]:
    """Draw the table of RFC 3986 section 5.2.4."""
    rows = [("", "output buffer", "input buffer"), ("", "", steps[0].looked_at or "")]
    for step in steps:
        output, rest = step.made["output buffer"], step.made["input buffer"]
        rows.append((step.section.rpartition(" ")[2], visible(output or ""), visible(rest or "")))
    cells = max(width(row[1]) for row in rows)
    indent = "    " * steps[0].depth
    yield Line([(indent, ""), ("RFC 3986 5.2.4: ", "bold"), ("Dot segments are removed.", "")])
    for index, (rule, output, rest) in enumerate(rows):
        padded = output + " " * (cells - width(output))
        yield Line([(f"{indent}    {rule:3} {padded}  {rest}", "" if index else "dim")])


def _clipped(text: str, length: int) -> str:
    """Return a text in visible characters. If it is longer than `length` cells, an ellipsis replaces its middle."""
    if len(text) <= length and width(shown := visible(text)) <= length:
        return shown
    return f"{visible(text[: length * 5 // 8])}…{visible(text[-length // 4 :])}"


def quoted(text: str) -> str:
    """Return a text in quotation marks, which make spaces at its ends visible."""
    return f"'{_clipped(text, _TEXT)}'"


def in_colour(lines: Sequence[Line]) -> Group:
    """Return the lines in a form that `rich` prints."""
    from rich.console import Group
    from rich.text import Text

    return Group(*(Text.assemble(*line.parts, no_wrap=False, overflow="fold") for line in lines))
