"""Make the steps of an explanation from the reports of an algorithm."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final, TypeAlias, cast

import attrs

from urldom._core.errors import Failure
from urldom._core.explaining.steps import Span, Step, StepError, failure_of, spans_of
from urldom._core.standards.sentences import UNCHANGED, UNCONDITIONAL
from urldom._core.values.reference_values import told_values
from urldom._core.values.telling import Sentences, Told, Values

#: The code points that the basic URL parser removes anywhere in a URL
_REMOVED: Final = "\t\n\r"


class Listener(list[Any]):
    """A list of the reports of a reading, which calls it with each report."""

    def __call__(self, step: Any, looked_at: str | None = None, made: Any = None, /) -> None:
        if isinstance(step, str):
            step = Told(step, looked_at, told_values(made or {}))
        self.append(step)


@attrs.define
class _Draft:
    """A step that may not be complete yet, with its values and errors so far."""

    told: Told
    applies: bool = True
    made: dict[str, str | None] = attrs.field(factory=dict[str, "str | None"])
    errors: list[StepError] = attrs.field(factory=list[StepError])


def listen(
    said: Iterable[Any], sentences: Sentences, url: str | None, failure: Failure | None
) -> list[Step]:
    """Return the steps that an algorithm has reported, which `failure` ended.

    The steps have positions in `url`, or no positions if it is `None`.
    """
    values: Values = {}
    reports = _Reports(sentences)
    for one in said:
        if isinstance(one, Told):
            reports.add_step(one)
        elif isinstance(one, dict):
            values = cast("Values", one)
        else:
            start, end = (None, None) if url is None else (one.start, one.end)
            reports.add_error(StepError(one.name, one.description, start, end, one.failure))
    reports.end(failure)
    return [*_steps(reports.drafts, sentences, url, values)]


class _Reports:
    """The steps that an algorithm has reported, in their order.

    An algorithm can report a step several times: when the step begins, with the text that it reads,
    and later without a text, with values that it has made.
    """

    def __init__(self, sentences: Sentences) -> None:
        self.drafts: list[_Draft] = []
        self._sentences = sentences
        self._texts = sentences.texts
        #: The last draft of each step, by the step and its depth.
        self._begun: dict[tuple[str, int], _Draft] = {}
        #: The last step of each nested algorithm, by its depth.
        self._last: dict[int, _Draft] = {}

    def add_step(self, told: Told) -> None:
        draft = self._begun.get((told.step, told.depth))
        if draft is None or told.looked_at is not None:
            draft = self._begin(told)
        draft.made |= told.made

    def _begin(self, told: Told) -> _Draft:
        self.drafts += [*_skipped(told, self.drafts, self._sentences)]
        draft = _Draft(told, self._texts[told.step] not in (UNCHANGED, UNCONDITIONAL))
        self.drafts.append(draft)
        self._begun[told.step, told.depth] = draft
        if told.step not in self._sentences.depths:
            self._last[told.depth] = draft
        return draft

    def add_error(self, error: StepError) -> None:
        """Add an error to the last step that is not a part of another step."""
        self._last[0].errors.append(error)

    def end(self, failure: Failure | None) -> None:
        """Add the failure to the last step of each algorithm, unless the step has errors."""
        for draft in self._last.values():
            if not draft.errors:
                draft.errors = [*failure_of(failure)]


def _skipped(told: Told, drafts: Sequence[_Draft], sentences: Sentences) -> Iterator[_Draft]:
    """Yield each step that the algorithm skipped before the step of `told`.

    A skipped step does not apply: its condition was false.
    """
    texts = next((texts for texts in sentences.sequences if told.step in texts), None)
    if texts is None:
        return
    sequence = [*texts]
    before = [
        draft.told.step
        for draft in drafts
        if draft.told.depth == told.depth and draft.told.step in sequence
    ]
    start = sequence.index(before[-1]) + 1 if before else 0
    for step in sequence[start : sequence.index(told.step)]:
        yield _Draft(Told(step, depth=told.depth), applies=False)


def _steps(
    drafts: Sequence[_Draft], sentences: Sentences, url: str | None, values: Values
) -> Iterator[Step]:
    """Yield the steps of the drafts. `values` are the values of components before the first one."""
    texts = sentences.texts
    places = _Places(sentences, url)
    #: The values that each algorithm has made, by its depth.
    known: dict[int, dict[str, str | None]] = {0: dict(values)}
    for draft in drafts:
        told, made = draft.told, draft.made
        depth = sentences.depths.get(told.step, 0)
        if depth == 0:
            before = known.setdefault(told.depth, {})
            made = {name: value for name, value in made.items() if before.get(name) != value}
            before |= draft.made
        start, end = places.place_of(told, made)
        yield Step(
            section=told.step,
            says=texts[told.step],
            address=sentences.address(told.step),
            looked_at=told.looked_at,
            start=start,
            end=end,
            made=made,
            errors=tuple(draft.errors),
            applies=draft.applies,
            depth=depth + told.depth,
        )


_Place: TypeAlias = "tuple[int, int] | tuple[None, None]"


class _Places:
    """The places in `url` of the texts that steps read.

    The URL Standard's reading reports the places. The other readings report only texts, whose
    places follow from the step that parsed the URL into components.
    """

    def __init__(self, sentences: Sentences, url: str | None) -> None:
        self._sentences = sentences
        self._url = url
        #: The text of the last step that parsed, and the places of the components in the URL.
        self._parsed: str | None = None
        self._spans: tuple[Span, ...] = ()

    def place_of(self, told: Told, made: Values) -> _Place:
        if self._url is None:
            return None, None
        if told.start is not None and told.end is not None:
            return told.start, told.end
        is_part = told.depth > 0 or told.step in self._sentences.depths
        if is_part or told.looked_at is None:
            return None, None
        return self._find(self._url, told.step, told.looked_at, made)

    def _find(self, url: str, step: str, looked_at: str, made: Values) -> _Place:
        if step in self._sentences.parsing:
            self._parsed = looked_at
            self._spans = spans_of(made, looked_at, url.find(looked_at))
        component = self._sentences.components.get(step)
        for span in self._spans:
            if span.name == component:
                return span.start, span.end
        if looked_at in (url, self._parsed):
            start = url.find(looked_at)
            return start, start + len(looked_at)
        return None, None


def places_of_components(steps: Iterable[Step], sentences: Sentences, url: str) -> Iterator[Span]:
    """Yield the position of each component that the steps have read in the URL."""
    for step in steps:
        if step.start is None or step.end is None:
            continue
        if step.section in sentences.parsing:
            yield from spans_of(step.made, step.looked_at or "", step.start)
        elif step.section in sentences.cuts:
            section = step.section
            if "path" in step.made:
                # The file host state can read a drive letter, which is the beginning of the path.
                section = section.replace("file host", "path")
            name, delimiters = sentences.cuts[section]
            start, end = _without_delimiter(url, step.start, step.end, name, delimiters)
            if end > start or name in ("query", "fragment"):
                yield Span(name, start, end)


def _without_delimiter(
    url: str, start: int, end: int, name: str, delimiters: str
) -> tuple[int, int]:
    """Return the place of a component which a state has read from `start` to `end`.

    The state has also read the delimiter after the component, and tabs and newlines, which the
    parser removes.
    """
    before = url[:start].rstrip(_REMOVED)
    if name == "path" and before.endswith(("/", "\\")):
        start = len(before) - 1  # An earlier state has already read this slash.
    text = url[start:end]
    if name == "scheme":
        text = text.rstrip(delimiters + _REMOVED)
    elif text.endswith(tuple(delimiters)):
        text = text[:-1].rstrip(_REMOVED)
    return start, start + len(text)
