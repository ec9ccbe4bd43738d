"""The classes of an explanation: its steps, and the positions of components in a string."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

import attrs

from urldom._errors import Failure, InvalidURLError, url_repr
from urldom._standards.interface import Standard
from urldom._values.pieces import COMPONENTS, SCHEME, USERINFO, from_components
from urldom._values.references import split_authority
from urldom._values.telling import Values


@attrs.frozen
class Span:
    """The position of a component in a string.

    Attributes:
        name: The name of the component.
        start: The offset of its first character.
        end: The offset after its last character.

    >>> Span("scheme", 0, 4).of("http://h/")
    'http'
    """

    name: str
    start: int
    end: int

    def of(self, text: str) -> str:
        """Return the component.

        Args:
            text: The string that contains the component.

        Returns:
            The characters from `start` to `end`.

        >>> from urldom import explain
        >>> explanation = explain("http://example.com/a")
        >>> [span.of(explanation.url) for span in explanation.components]
        ['http', 'example.com', '/a']
        """
        return text[self.start : self.end]


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
    >>> explain("http://h:x/").steps[-1].errors[0]
    StepError(name='port-invalid', description='the port is not a number', start=9, end=10, failure=True)
    """

    name: str
    description: str
    start: int | None = None
    end: int | None = None
    failure: bool = False


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
        made: The values that the step set or changed, by their names. `None` means that a value is missing.
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
        return attrs.asdict(self) | {"made": dict(self.made), "errors": [attrs.asdict(error) for error in self.errors]}

    def __str__(self) -> str:
        from urldom._explanation.drawing import draw_step

        return "\n".join(line.plain for line in draw_step(self))


@attrs.frozen(eq=False)
class Explanation:
    """The steps by which a standard parses a URL: the result of `urldom.explain`.

    Iterate over an explanation to get its steps. `str()` returns text for a terminal: the URL with its components
    marked, and the steps. `rich.print` shows the same text in colour.

    Attributes:
        url: The given URL as text.
        base: The base URL, or `None`.
        standard: The standard.
        encoding: The name of the encoding in which a query is percent-encoded.
        result: The result of `urldom.resolve`, or `None` if it raises an error. After assignments, it is the new URL.
        error: The error that `urldom.resolve` raises, or `None`.
        steps: The steps.
        components: The positions of the components in `url`, up to the position where the parser stopped.
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
        'it is a relative URL without a base: add https://, or pass a base'
        """
        return None if self.error is None else self.error.reason

    def __iter__(self) -> Iterator[Step]:
        return iter(self.steps)

    def __len__(self) -> int:
        return len(self.steps)

    def __str__(self) -> str:
        from urldom._explanation.drawing import draw

        return "\n".join(line.plain for line in draw(self))

    def __rich__(self) -> Any:
        from urldom._explanation.drawing import draw, in_colour

        return in_colour(draw(self))

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
    """Return the positions of the components in `text`. `start` is added to each offset.

    >>> [span.name for span in spans_of({"scheme": "http", "host": "h", "path": "/a", "query": ""}, "http://h/a?")]
    ['scheme', 'host', 'path', 'query']
    """
    spans: list[Span] = []
    position = 0
    for name, piece in _pieces_of(values):
        if name == "userinfo" and text.startswith("//", position):
            position += 2
        if piece:
            position = text.find(piece, position)
            before, after = _DELIMITERS.get(name, (0, 0))
            spans.append(Span(name, start + position + before, start + position + len(piece) - after))
            position += len(piece)
    return tuple(spans)


def _pieces_of(values: Values) -> Iterator[tuple[str, str]]:
    """Yield each component's name and piece.

    The piece of a missing component is `""`. Under RFC 1808, a component is never empty.
    """
    userinfo, host, port = values.get("userinfo"), values.get("host"), values.get("port")
    if host is None:
        userinfo, host, port = split_authority(values.get("authority") or values.get("net_loc"))
    path, params = values.get("path") or "", values.get("params")
    last = [values.get("query"), values.get("fragment")]
    query, fragment = [one or None for one in last] if "net_loc" in values else last
    path = f"{path};{params}" if params else path
    pieces = from_components((values.get("scheme") or None, userinfo, host, port, path, query, fragment))
    return ((name, piece or "") for name, piece in zip(COMPONENTS, (pieces[SCHEME], *pieces[USERINFO:]), strict=False))


#: For each component, the number of delimiter characters before it and after it in its piece.
_DELIMITERS: Final = {"scheme": (0, 1), "userinfo": (0, 1), "port": (1, 0), "query": (1, 0), "fragment": (1, 0)}


def failure_of(failure: Failure | None) -> tuple[StepError, ...]:
    """Return the errors of a step that raised `failure`. The result is empty if `failure` is `None`."""
    return () if failure is None else (StepError("", failure.reason, failure=True),)
