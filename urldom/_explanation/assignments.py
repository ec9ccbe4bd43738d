"""Explain assignments to attributes: the columns of the table in HTML5 2.6.6, and the setters of URL Standard 6.1."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import attrs

from urldom._errors import Failure, shown
from urldom._explanation.listening import Listener, listen
from urldom._explanation.steps import Step, StepError
from urldom._object.decomposition import URLDecomposition, why_ignored
from urldom._standards.interface import engine_of
from urldom._text.encodings import output_encoding
from urldom._text.grammar import LARGEST_PORT


def narrate_assignment(url: URLDecomposition, name: str, value: Any, base: str | None) -> list[Step]:
    """Assign an attribute of a URL, and return the steps of the assignment. `base` is the URL's base.

    Raises `TypeError` for an unknown attribute, and for a value of a wrong type.
    """
    before, is_absolute = _values(url), bool(url)
    ignored = why_ignored(url, name, value)
    errors = () if ignored is None else (StepError("", ignored, failure=True),)
    setattr(url, name, value)
    made = {part: text for part, text in _values(url).items() if text != before[part]}
    looked_at = text = str.__str__(value) if isinstance(value, str) else None
    is_negative = False
    if isinstance(value, int):
        looked_at, text, is_negative = shown(value), str(min(value, LARGEST_PORT + 1)), value < 0
    parts: list[Step] = []
    if (is_absolute and not is_negative) or name == "href":
        parts = _read(url, name, text, before["href"], base, is_accepted=not errors and bool(url))
    sentences = engine_of(url.standard).sentences()
    section = f"{sentences.section}, {name}"
    says = sentences.setters.get(name)
    if says is None:
        says = "The component is replaced. The common setter action is invoked with the new URL."
        if errors:
            says = "The value is rejected. The URL does not change."
    own = Step(section, says, sentences.address(section), looked_at, made=made, errors=errors)
    return [own, *(attrs.evolve(part, depth=part.depth + 1) for part in parts)] if sentences.setters else [*parts, own]


def _read(
    url: URLDecomposition, name: str, value: str | None, absolute: str, base: str | None, *, is_accepted: bool
) -> list[Step]:
    """Return the steps that a setter runs.

    If the setter accepts the value, an error of a step is not marked as a failure. For example, the `host` setter of
    the URL Standard changes the host even if the port is invalid.
    """
    engine, say = engine_of(url.standard), Listener()
    failure: Failure | None = None
    try:
        engine.read_assignment(name, absolute, value, base, output_encoding(url.encoding), say)
    except Failure as raised:
        failure = raised
    steps = listen(say.said, engine.sentences(), None, failure)
    if is_accepted:
        steps = [
            attrs.evolve(step, errors=tuple(attrs.evolve(error, failure=False) for error in step.errors))
            for step in steps
        ]
    return steps


def _values(url: URLDecomposition) -> Mapping[str, str]:
    """Return the values of the attributes, and the URL as `href`."""
    names = [name for name in url.standard.attributes if name not in ("origin", "href")]
    return {name: getattr(url, name) for name in names} | {"href": url.href}
