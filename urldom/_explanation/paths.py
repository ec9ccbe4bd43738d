"""Merging paths and removing dot segments: RFC 3986 5.2.3 and 5.2.4."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Any, Final, NamedTuple

from urldom._explanation.steps import Step, Values
from urldom._explanation.watching import Call, Look
from urldom._values import references

_ADDRESS: Final = "https://www.rfc-editor.org/rfc/rfc3986#section-"
#: How many rows of the two buffers are told, and how many characters of each buffer.
_ROWS: Final = 20
_LENGTH: Final = 200

#: The rules of 5.2.4, step 2.
_RULES: Final = {
    "A": 'A prefix "../" or "./" is removed.',
    "B": 'A prefix "/./" becomes "/".',
    "C": 'A prefix "/../" becomes "/", and the last segment of the output is removed.',
    "D": 'An input of "." or ".." is removed.',
    "E": "The first segment is moved to the output.",
}


def _look(variables: Mapping[str, Any]) -> dict[str, Any]:
    seen = {name: variables.get(name) for name in ("path", "first", "segments")}
    return {**seen, "output": tuple(variables.get("output", ()))}


#: What is watched.
LOOKS_AT_PATHS: Final[dict[Any, Look]] = {
    references.merge: dict,
    references.remove_dot_segments: _look,
}


def narrate_paths(calls: Iterable[Call], depth: int) -> list[Step]:
    """The steps of the calls that merge paths and remove dot segments."""
    steps: list[Step] = []
    for call in calls:
        if call.name == references.merge.__name__:
            steps.append(
                Step(
                    "RFC 3986 5.2.3",
                    "The path takes the place of what follows the last slash of the base's path.",
                    f"{_ADDRESS}5.2.3",
                    looked_at=call.arguments["path"],
                    made={"path": call.result},
                    depth=depth,
                )
            )
        elif call.name == references.remove_dot_segments.__name__:
            steps += _narrate_buffers(call, depth)
    return steps


class _Row(NamedTuple):
    """A row of the table in 5.2.4: the rule of step 2, and what is in the two buffers behind it."""

    rule: str
    output: tuple[str, ...]
    input: str


def _narrate_buffers(call: Call, depth: int) -> list[Step]:
    """The table of 5.2.4: what is in the two buffers after each step."""
    path: str = call.arguments["path"]
    rows = [*islice(_rows(call), _ROWS + 1)]
    steps: list[Step] = []
    before = path
    for rule, output, rest in rows[:_ROWS]:
        made: Values = {"output buffer": clipped("".join(output)), "input buffer": clipped(rest)}
        section = f"RFC 3986 5.2.4 step 2{rule}"
        steps.append(Step(section, _RULES[rule], f"{_ADDRESS}5.2.4", clipped(before), made=made, depth=depth))
        before = rest
    if len(rows) > _ROWS:
        says = "And so on, until the input buffer is empty."
        steps.append(Step("RFC 3986 5.2.4", says, f"{_ADDRESS}5.2.4", made={"path": call.result}, depth=depth))
    return steps


def _rows(call: Call) -> Iterator[_Row]:
    turns = call.turns
    if not turns:  # no dot segment
        return
    rest: str = call.arguments["path"]
    if turns[0].step == "steps a and d":
        if "path" in turns[0].changes:
            before, rest = turns[0].changes["path"]
            yield _Row("A" if rest or before[-1] == "/" else "D", (), rest)
        turns = turns[1:]
    segments: list[str] = call.variables["segments"]
    output: tuple[str, ...] = ()
    rule = "E"
    if call.variables["first"]:
        output = (call.variables["first"],)
        yield _Row(rule, output, "".join([f"/{segment}" for segment in segments]))
    # What moves or removes a segment: rule C where its condition held, else B or E.
    moves = [turn for turn in turns if turn.step == "step b" or turn.is_entered]
    for position, turn in enumerate(moves, 1):
        rule = "C" if turn.step == "step c" else "E" if turn.is_entered else "B"
        output = turn.changes.get("output", (output, output))[1]
        is_last = position == len(segments)
        rest = "/" if is_last and rule != "E" else "".join([f"/{segment}" for segment in segments[position:]])
        yield _Row(rule, output, rest)
    if rest == "/" and rule != "E":
        yield _Row("E", (*output, "/"), "")


def clipped(text: str) -> str:
    """A text of which nobody reads more, in a table.

    >>> len(clipped("a" * 1000))
    200
    """
    return text if len(text) <= _LENGTH else f"{text[: _LENGTH - 80]}…{text[-79:]}"
