"""What an explanation is made of: steps, and the places in the input that they speak of."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

import attrs

from urldom._errors import Failure, InvalidURLError, url_repr
from urldom._standards.interface import Standard
from urldom._standards.table import split_authority
from urldom._values.pieces import COMPONENTS, SCHEME, USERINFO, from_components
from urldom._values.telling import Values


@attrs.frozen
class Span:
    """A component of a string: its `name`, and the offsets of its `start` and `end`, as of a slice.

    >>> Span("scheme", 0, 4).of("http://h/")
    'http'
    """

    name: str
    start: int
    end: int

    def of(self, text: str) -> str:
        """The characters of `text` that it covers."""
        return text[self.start : self.end]


@attrs.frozen
class StepError:
    """An error that a step found. `name` is the name of a *validation error* (URL Standard 1.1), or `""`, and
    `description` is a sentence. `start` and `end` are offsets in the input, in characters, or `None`. `failure` is true
    if it makes the URL or the assigned value invalid."""

    name: str
    description: str
    start: int | None = None
    end: int | None = None
    failure: bool = False


@attrs.frozen
class Step:
    """One step of a specification for a URL, as it was run.

    - `section`: the step's own name (`"HTML5 2.6.3 step 6"`).
    - `says`: a sentence about the step.
    - `address`: the address of the step in the specification.
    - `looked_at`: the text that the step read.
    - `start`, `end`: the offsets of that text in the input, in characters, or `None`.
    - `made`: a mapping from names to the values that the step set or changed. An absent value is `None`.
    - `errors`: the errors that the step found.
    - `applies`: `False` if the step's condition was false.
    - `depth`: 0, or one more than the depth of the step that contains it.
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
        """Return the step as a value that `json.dumps` accepts."""
        return attrs.asdict(self) | {"made": dict(self.made), "errors": [attrs.asdict(error) for error in self.errors]}

    def __str__(self) -> str:
        from urldom._explanation.drawing import draw_step

        return "\n".join(line.plain for line in draw_step(self))


@attrs.frozen(eq=False)
class Explanation:
    """The steps by which a standard reads a URL, as `urldom.explain` returns them.

    - `url`: the given URL as text.
    - `base`: the base URL, or `None`.
    - `standard`: the standard.
    - `encoding`: the name of the encoding in which a query is percent-encoded.
    - `result`: the result of `urldom.resolve`, or `None` if it raises. After assignments, it is the URL that they made.
    - `error`: the error that `urldom.resolve` raises, or `None`.
    - `steps`: the steps. An iteration yields the same steps.
    - `components`: the places of the components in `url`, up to the place where the parser stopped.
    - `result_components`: the places of the components in the string of `result`.

    `str()` returns text for a terminal. It shows the URL with its components marked under it, and the steps.
    `rich.print` shows the same in colour.

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
        """The reason why the URL does not resolve, or `None` if it does."""
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
        """Return the explanation as a value that `json.dumps` accepts.

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
    """The places in `text` of the components that it was parsed into. `start` is the place of `text` itself.

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
    """The components with their delimiters, an absent one as `""`. RFC 1808 has no empty components."""
    userinfo, host, port = values.get("userinfo"), values.get("host"), values.get("port")
    if host is None:
        userinfo, host, port = split_authority(values.get("authority") or values.get("net_loc"))
    path, params = values.get("path") or "", values.get("params")
    last = [values.get("query"), values.get("fragment")]
    query, fragment = [one or None for one in last] if "net_loc" in values else last
    path = f"{path};{params}" if params else path
    pieces = from_components((values.get("scheme") or None, userinfo, host, port, path, query, fragment))
    return ((name, piece or "") for name, piece in zip(COMPONENTS, (pieces[SCHEME], *pieces[USERINFO:]), strict=False))


#: How many characters of delimiters a piece has, before the component and after it.
_DELIMITERS: Final = {"scheme": (0, 1), "userinfo": (0, 1), "port": (1, 0), "query": (1, 0), "fragment": (1, 0)}


def failure_of(failure: Failure | None) -> tuple[StepError, ...]:
    """The error of the step that a failure belongs to."""
    return () if failure is None else (StepError("", failure.reason, failure=True),)
