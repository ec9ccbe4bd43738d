"""Make the steps of an explanation from the reports of an algorithm."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final, cast

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
        self.append(
            Told(step, looked_at, told_values(made or {})) if isinstance(step, str) else step
        )


@attrs.define
class _Draft:
    """A step that may not be complete yet, with the values and the errors that were reported so
    far."""

    told: Told
    applies: bool = True
    made: dict[str, str | None] = attrs.field(factory=dict[str, "str | None"])
    errors: list[StepError] = attrs.field(factory=list[StepError])


def listen(
    said: Iterable[Any], sentences: Sentences, url: str | None, failure: Failure | None
) -> list[Step]:
    """Return the steps of an algorithm, which `failure` ended. They have positions in `url` unless
    it is `None`."""
    texts = sentences.texts
    values: Values = {}
    drafts: list[_Draft] = []
    begun: dict[tuple[str, int], _Draft] = {}
    last: dict[int, _Draft] = {}  # the last step of each nested algorithm, by its depth
    for one in said:
        if isinstance(one, Told):
            draft = begun.get((one.step, one.depth))
            if draft is None or one.looked_at is not None:
                drafts += [*_skipped(one, drafts, sentences)]
                draft = _Draft(one, texts[one.step] not in (UNCHANGED, UNCONDITIONAL))
                drafts.append(draft)
                begun[one.step, one.depth] = draft
                if one.step not in sentences.depths:
                    last[one.depth] = draft
            draft.made |= one.made
        elif isinstance(one, dict):
            values = cast("Values", one)
        else:
            start, end = (None, None) if url is None else (one.start, one.end)
            last[0].errors.append(StepError(one.name, one.description, start, end, one.failure))
    for draft in last.values():
        draft.errors = draft.errors or [*failure_of(failure)]
    return [*_steps(drafts, sentences, url, values)]


def _skipped(told: Told, drafts: Sequence[_Draft], sentences: Sentences) -> Iterator[_Draft]:
    """Yield each step that the algorithm skipped before the step of `told`, as a step that does not
    apply."""
    sequence = next(([*steps] for steps in sentences.sequences if told.step in steps), [told.step])
    before = [
        one.told.step
        for one in drafts
        if one.told.depth == told.depth and one.told.step in sequence
    ]
    start = sequence.index(before[-1]) + 1 if before else 0
    for step in sequence[start : sequence.index(told.step)]:
        yield _Draft(Told(step, depth=told.depth), applies=False)


def _steps(
    drafts: Sequence[_Draft], sentences: Sentences, url: str | None, values: Values
) -> Iterator[Step]:
    texts = sentences.texts
    known: dict[int, dict[str, str | None]] = {0: dict(values)}
    spans: tuple[Span, ...] = ()
    parsed: str | None = None
    for draft in drafts:
        told, made, depth = draft.told, draft.made, sentences.depths.get(draft.told.step, 0)
        if not depth:
            before = known.setdefault(told.depth, {})
            made = {name: value for name, value in draft.made.items() if before.get(name) != value}
            before |= draft.made
        step, looked_at = told.step, told.looked_at
        place = (None, None) if url is None else (told.start, told.end)
        if (
            url is not None
            and told.start is None
            and looked_at is not None
            and told.depth == depth == 0
        ):
            if step in sentences.parsing:
                parsed, spans = looked_at, spans_of(made, looked_at, url.find(looked_at))
            found = [
                (span.start, span.end)
                for span in spans
                if span.name == sentences.components.get(step)
            ]
            if looked_at in (url, parsed):
                found.append((url.find(looked_at), url.find(looked_at) + len(looked_at)))
            place = found[0] if found else (None, None)
        errors, address, depth = tuple(draft.errors), sentences.address(step), depth + told.depth
        yield Step(
            step, texts[step], address, looked_at, *place, made, errors, draft.applies, depth
        )


def places_of_components(steps: Iterable[Step], sentences: Sentences, url: str) -> Iterator[Span]:
    """Yield the position of each component that the steps have read in the URL."""
    for step in steps:
        if step.start is None or step.end is None:
            continue
        if step.section in sentences.parsing:
            yield from spans_of(step.made, step.looked_at or "", step.start)
        elif step.section in sentences.cuts:
            # The file host state can read a drive letter, which is the beginning of the path.
            section = (
                step.section.replace("file host", "path") if "path" in step.made else step.section
            )
            name, delimiters = sentences.cuts[section]
            start, text = step.start, url[step.start : step.end]
            before = url[:start].rstrip(_REMOVED)
            if name == "path" and before.endswith(("/", "\\")):
                start = len(before) - 1  # An earlier state has already read this slash.
                text = url[start : step.end]
            if name == "scheme":
                text = text.rstrip(delimiters + _REMOVED)
            elif text and step.end > step.start and text[-1] in delimiters:
                text = text[:-1].rstrip(_REMOVED)
            if text or name in ("query", "fragment"):
                yield Span(name, start, start + len(text))
