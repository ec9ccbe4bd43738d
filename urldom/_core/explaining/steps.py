"""An explanation: its steps, the positions of components in a string, and how both are drawn.

The drawing is text for a terminal.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from operator import attrgetter
from typing import Any, Final, NamedTuple, TypeAlias

import attrs

from urldom._core.errors import Failure, InvalidURLError, url_repr
from urldom._core.passwords import cut_at_password, with_starred_passwords
from urldom._core.public import public
from urldom._core.standards.interface import Standard
from urldom._core.text.percent_encoding import percent_decoded
from urldom._core.text.unicode import visible, width
from urldom._core.values.pieces import component_pieces, from_components
from urldom._core.values.references import split_authority
from urldom._core.values.telling import Values

#: For each component, the number of delimiter characters before it and after it in its piece.
_DELIMITERS: Final = {
    "scheme": (0, 1),
    "userinfo": (0, 1),
    "port": (1, 0),
    "query": (1, 0),
    "fragment": (1, 0),
}
_PART: Final = re.compile(r"[^:@/?#;\\\[\]]+")


@public("urldom.explanation")
@attrs.frozen
class Span:
    """The position of a component in a string.

    Attributes:
        name: The name of the component.
        start: The offset of its first character.
        end: The offset after its last character.

    >>> from urldom import explain
    >>> explain("http://h/").components[1]
    Span(name='host', start=7, end=8)
    """

    name: str
    start: int
    end: int

    def of(self, text: str) -> str:
        """Return the component, as the characters from `start` to `end`.

        Args:
            text: The string that contains the component.

        >>> Span("host", 7, 8).of("http://h/")
        'h'
        """
        return text[self.start : self.end]


@public("urldom.explanation")
@attrs.frozen
class StepError:
    """An error that a step found.

    Attributes:
        name: The name of a *validation error* (URL Standard 1.1), or `""`.
        description: A sentence about the error.
        start: The offset of the error in the input, in characters, or `None`.
        end: The offset after the error, or `None`.
        failure: `True` if the error makes the URL or the assigned value invalid.

    >>> from urldom import explain
    >>> error = explain("http://h:x/").steps[-1].errors[0]
    >>> error.name, error.description, error.start, error.end, error.failure
    ('port-invalid', 'the port is not a number', 9, 10, True)
    """

    name: str
    description: str
    start: int | None = None
    end: int | None = None
    failure: bool = False


@public("urldom.explanation")
@attrs.frozen
class Step:
    """One step of a specification, as it was run for a URL.

    Attributes:
        section: The name of the step, such as `"HTML5 2.6.3 step 6"`.
        says: A sentence about the step.
        address: The web address of the step in the specification.
        looked_at: The text that the step read, or `None`.
        start: The offset of that text in the input, in characters, or `None`.
        end: The offset after that text, or `None`.
        made: The values that the step set or changed, by their names. `None` means that a value is
            missing.
        errors: The errors that the step found.
        applies: `False` if the step was skipped because its condition was false.
        depth: The level of nesting: 0 for a step that is not a part of another step.

    >>> from urldom import explain
    >>> step = explain("HTTP://h/").steps[1]
    >>> step.section, step.looked_at, dict(step.made)
    ('URL Standard 4.4, scheme state', 'HTTP:', {'scheme': 'http'})
    """

    section: str
    says: str
    address: str = ""
    looked_at: str | None = attrs.field(default=None, repr=False)
    start: int | None = None
    end: int | None = None
    made: Mapping[str, str | None] = attrs.field(factory=dict[str, "str | None"], repr=False)
    errors: tuple[StepError, ...] = ()
    applies: bool = True
    depth: int = 0

    def to_json(self) -> dict[str, Any]:
        """Return the step as a value for `json.dumps`.

        Returns:
            A dictionary of the attributes.

        >>> from urldom import explain
        >>> explain("http://h/").steps[1].to_json()["made"]
        {'scheme': 'http'}
        """
        return attrs.asdict(self) | {
            "made": dict(self.made),
            "errors": [attrs.asdict(error) for error in self.errors],
        }

    def __str__(self) -> str:
        texts = [text for text in (self.looked_at, *self.made.values()) if text]
        # After the scheme, a text may be an authority.
        authorities = [f"//{text}" for text in texts if "scheme" not in self.made]
        _, steps = _hide_passwords([self], [*texts, *authorities])
        return "\n".join(map(plain, draw_step(*steps)))


@public("urldom.explanation")
@attrs.frozen(eq=False)
class Explanation:
    """The steps by which a standard parses a URL: the result of `urldom.explain`.

    Iterate over an explanation to get its steps. `str()` returns text for a terminal: the URL with
    its components marked, and the steps, with stars in place of passwords. `rich.print` shows the
    same text in colour.

    Attributes:
        url: The given URL as text.
        base: The base URL, or `None`.
        standard: The standard.
        encoding: The name of the encoding in which a query is percent-encoded.
        result: The result of `urldom.resolve`, or `None` if it raises an error. After assignments,
            it is the new URL.
        error: The error that `urldom.resolve` raises, or `None`.
        steps: The steps.
        components: The positions of the components in `url`, up to the position where the parser
            stopped.
        result_components: The positions of the components in the string of `result`.

    >>> from urldom import explain
    >>> explanation = explain("b?q", "http://example.com/a", standard="html5")
    >>> [step.section for step in explanation if "host" in step.made]
    ['HTML5 2.6.3 step 9']
    """

    url: str = attrs.field(repr=url_repr)
    base: str | None = attrs.field(repr=url_repr)
    standard: Standard
    encoding: str
    result: Any
    error: InvalidURLError | None
    steps: tuple[Step, ...]
    components: tuple[Span, ...]
    result_components: tuple[Span, ...]

    @property
    def reason(self) -> str | None:
        """The reason why the URL does not resolve, or `None` if the URL resolves.

        >>> from urldom import explain
        >>> explain("//h/", standard="whatwg").reason
        'it is a relative URL without a base: add https:, or pass a base'
        """
        return None if self.error is None else self.error.reason

    def __iter__(self) -> Iterator[Step]:
        return iter(self.steps)

    def __len__(self) -> int:
        return len(self.steps)

    def __str__(self) -> str:
        return "\n".join(map(plain, draw(self)))

    def __rich__(self) -> Any:
        from rich.console import Group
        from rich.text import Text

        return Group(*(Text.assemble(*line, no_wrap=False, overflow="fold") for line in draw(self)))

    def to_json(self) -> dict[str, Any]:
        """Return the explanation as a value for `json.dumps`.

        Returns:
            A dictionary of the attributes. The result is a string, and the error is its reason.

        >>> from urldom import explain
        >>> explain("http://h/").to_json()["components"][1]
        {'name': 'host', 'start': 7, 'end': 8}
        """
        return {
            "url": self.url,
            "base": self.base,
            "standard": self.standard.name,
            "encoding": self.encoding,
            "result": None if self.result is None else str(self.result),
            "reason": self.reason,
            "components": [attrs.asdict(span) for span in self.components],
            "result_components": [attrs.asdict(span) for span in self.result_components],
            "steps": [step.to_json() for step in self.steps],
        }


def spans_of(values: Values, text: str, start: int = 0) -> tuple[Span, ...]:
    """Return the positions of the components in `text`. `start` is added to each offset."""
    spans: list[Span] = []
    position = 0
    for name, piece in _pieces_of(values):
        if name == "userinfo" and text.startswith("//", position):
            position += 2
        if piece:
            position = text.find(piece, position)
            before, after = _DELIMITERS.get(name, (0, 0))
            first = position + before
            position += len(piece)
            spans.append(Span(name, start + first, start + position - after))
    return tuple(spans)


def _pieces_of(values: Values) -> Iterable[tuple[str, str]]:
    """Return each component's name and piece. The piece of a missing component is `""`.

    Under RFC 1808, whose values have a `net_loc`, a component is never empty.
    """
    userinfo = values.get("userinfo")
    host = values.get("host")
    port = values.get("port")
    if host is None:
        userinfo, host, port = split_authority(values.get("authority") or values.get("net_loc"))
    path = values.get("path") or ""
    params = values.get("params")
    if params:
        path = f"{path};{params}"
    query = values.get("query")
    fragment = values.get("fragment")
    if "net_loc" in values:
        query = query or None
        fragment = fragment or None
    scheme = values.get("scheme") or None
    pieces = from_components((scheme, userinfo, host, port, path, query, fragment))
    return component_pieces(pieces).items()


def failure_of(failure: Failure | None) -> tuple[StepError, ...]:
    """Return the errors of a step that raised `failure`, or no errors if it is `None`."""
    return () if failure is None else (StepError("", failure.reason, failure=True),)


# Drawing

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

#: The parts of a line of text. Each part has the name of a style, or `""` for plain text.
Line: TypeAlias = list[tuple[str, str]]


def plain(line: Line) -> str:
    return "".join([text for text, _ in line]).rstrip()


def _hide_passwords(
    steps: Sequence[Step], urls: Iterable[str]
) -> tuple[Callable[[str], str], list[Step]]:
    """Return a function that hides passwords, and the steps without passwords.

    The function replaces each character of a password by a star, so that places stay the same. A
    step may read a part of a password as another component, and write it in another spelling. So
    each part is hidden wherever it stands, by its letters and digits.
    """
    passwords = [*_passwords_of(steps), *_passwords_in(urls)]
    parts = {_plain(part) for password in passwords for part in _PART.findall(password)} - {""}

    def starred(part: re.Match[str]) -> str:
        return "*" * len(part[0]) if _plain(part[0]) in parts else part[0]

    def hide(text: str) -> str:
        return with_starred_passwords(_PART.sub(starred, text))

    def hidden(step: Step) -> Step:
        looked_at = step.looked_at and hide(step.looked_at)
        made = {name: value and hide(value) for name, value in step.made.items()}
        return attrs.evolve(step, looked_at=looked_at, made=made)

    return hide, [*map(hidden, steps)]


def _passwords_of(steps: Sequence[Step]) -> Iterator[str]:
    """Yield the passwords in the texts that steps read and in the values that they made."""
    for step in steps:
        if step.section.endswith(", password"):  # a setter
            yield step.looked_at or ""
        for name, value in step.made.items():
            if value is None:
                continue
            if name == "password":
                yield value
            elif name == "userinfo":
                yield from _passwords_in([f"{value}@"])
            elif name == "href":
                yield from _passwords_in([value])


def _passwords_in(urls: Iterable[str]) -> Iterator[str]:
    for url in urls:
        cut = cut_at_password(url)
        if cut is not None:
            _, password, _ = cut
            yield password


def _plain(text: str) -> str:
    return "".join(filter(str.isalnum, percent_decoded(text).lower()))


def draw(explanation: Explanation) -> list[Line]:
    """Return the lines of an explanation, without passwords."""
    result = "" if explanation.result is None else str(explanation.result)
    urls = [explanation.url, explanation.base or "", result]
    hide, steps = _hide_passwords(explanation.steps, urls)
    title = f"{explanation.standard.name}, {explanation.encoding}"
    if explanation.base is not None:
        title += f" against {quoted(hide(explanation.base))}"
    lines: list[Line] = [
        [(title, "dim")],
        [],
        *draw_ruler(hide(explanation.url), explanation.components),
        [],
    ]
    for is_table, group in groupby(steps, lambda step: "input buffer" in step.made):
        if is_table:
            lines += _draw_buffers([*group])
        else:
            for step in group:
                lines += draw_step(step)
    lines.append([])
    if explanation.result is None:
        lines.append([(f"No URL: {explanation.reason}", "bold red")])
    else:
        lines += draw_ruler(hide(result), explanation.result_components)
    return lines


def draw_ruler(text: str, spans: Sequence[Span]) -> list[Line]:
    """Draw a text with the names of its components under it.

    http://h/a
    ┬───   ┬┬─
    scheme │path
           host
    """
    line: Line = []
    marks: Line = []
    labels: list[_Label] = []
    #: The end of the last component in the text, and the widths of the two lines, in cells
    position = 0
    column = 0
    marked = 0
    for span in sorted(spans, key=attrgetter("start")):
        between = _clipped(text[position : span.start], _COMPONENT)
        inside = _clipped(span.of(text), _COMPONENT)
        style = STYLES[span.name]
        line += [(between, ""), (inside, style)]
        column += width(between)
        here = column
        if inside == "" and span.name != "userinfo":
            here -= 1  # An empty component has no characters, so its delimiter is marked.
        labels.append(_Label(here, span.name, span.name))
        mark = "┬" + "─" * (width(inside) - 1)
        marks += [(" " * (here - marked), ""), (mark, style)]
        marked = here + len(mark)
        column += width(inside)
        position = span.end
    line.append((_clipped(text[position:], _TEXT), ""))
    if not labels:
        return [line]
    return [line, marks, *_draw_labels(labels)]


class _Label(NamedTuple):
    """The name of a component at its column, or a line down to a name that stands lower."""

    column: int
    text: str
    name: str


def _draw_labels(labels: Sequence[_Label]) -> list[Line]:
    """Draw each name under its column, in as few lines as possible."""
    rows: list[list[_Label]] = []
    for label in reversed(labels):
        end = label.column + len(label.text)
        # The first row whose leftmost label leaves enough room, or else a new row
        number = next((number for number, row in enumerate(rows) if end < row[0].column), len(rows))
        if number == len(rows):
            rows.append([])
        for row in rows[:number]:
            row.insert(0, label._replace(text="│"))
        rows[number].insert(0, label)
    return [_draw_label_row(row) for row in rows]


def _draw_label_row(labels: Sequence[_Label]) -> Line:
    line: Line = []
    column = 0
    for label in labels:
        line += [(" " * (label.column - column), ""), (label.text, STYLES[label.name])]
        column = max(column, label.column) + len(label.text)
    return line


def draw_step(step: Step) -> list[Line]:
    """Draw a step: its section, its sentence, its text and values, and its errors."""
    indent = "    " * step.depth
    if not step.applies:
        return [[(f"{indent}{step.section}: does not apply. ({step.says})", "dim")]]
    lines: list[Line] = [[(indent, ""), (f"{step.section}: ", "bold"), (step.says, "")]]
    if step.looked_at or step.made:
        lines.append([(f"{indent}    ", ""), *_draw_values(step.looked_at, step.made)])
    lines += [_draw_error(error, indent) for error in step.errors[:_ERRORS]]
    more = len(step.errors) - _ERRORS
    if more > 0:
        lines.append([(f"{indent}    ! and {more} more", "yellow")])
    return lines


def _draw_values(looked_at: str | None, made: Values) -> Line:
    """Draw the text that a step read, an arrow, and the values that it set."""
    line: Line = []
    separator = ("", "dim")
    if looked_at is not None:
        line.append((quoted(looked_at), ""))
        separator = (" → ", "dim")
    for name, value in made.items():
        shown = "none" if value is None else quoted(value)
        line += [separator, (f"{name} ", "dim"), (shown, STYLES.get(name, "bold"))]
        separator = (", ", "")
    return line


def _draw_error(error: StepError, indent: str) -> Line:
    text = f"{indent}    ! "
    if error.name:
        text += f"{error.name}: "
    text += error.description
    if error.start is not None:
        text += f" (at {error.start})"
    return [(text, "red" if error.failure else "yellow")]


def _draw_buffers(steps: Sequence[Step]) -> Iterator[Line]:
    """Draw the table of RFC 3986 section 5.2.4."""
    rows = [("", "output buffer", "input buffer"), ("", "", steps[0].looked_at or "")]
    for step in steps:
        _, _, rule = step.section.rpartition(" ")  # of "RFC 3986 5.2.4 step 2A"
        output = step.made["output buffer"] or ""
        rest = step.made["input buffer"] or ""
        rows.append((rule, visible(output), visible(rest)))
    cells = max(width(row[1]) for row in rows)
    indent = "    " * steps[0].depth
    yield [(indent, ""), ("RFC 3986 5.2.4: ", "bold"), ("Dot segments are removed.", "")]
    for index, (rule, output, rest) in enumerate(rows):
        padded = output + " " * (cells - width(output))
        yield [(f"{indent}    {rule:3} {padded}  {rest}", "" if index else "dim")]


def _clipped(text: str, length: int) -> str:
    """Return a text in visible characters.

    If it is longer than `length` cells, an ellipsis replaces its middle.
    """
    if len(text) <= length:
        whole = visible(text)
        if width(whole) <= length:
            return whole
    beginning = text[: length * 5 // 8]
    end = text[-length // 4 :]
    return f"{visible(beginning)}…{visible(end)}"


def quoted(text: str) -> str:
    """Return a text in quotation marks, which make spaces at its ends visible."""
    return f"'{_clipped(text, _TEXT)}'"
