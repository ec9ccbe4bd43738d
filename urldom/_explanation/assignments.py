"""Explain assignments to attributes: the columns of the table in HTML5 2.6.6, and the setters of URL Standard 6.1."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import attrs

from urldom._errors import Failure, shown
from urldom._explanation.listening import listen
from urldom._explanation.steps import Step, StepError
from urldom._explanation.texts import SETTERS, address_of
from urldom._object.decomposition import URLDecomposition, why_ignored
from urldom._standards.table import read_assignment
from urldom._standards.url_standard.reading import set_attribute
from urldom._standards.url_standard.state_machine import basic_url_parse
from urldom._standards.url_standard.url_record import URLRecord, record_of
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
    if isinstance(value, int):
        looked_at, text = shown(value), str(min(value, LARGEST_PORT + 1))
    is_whatwg = url.standard.name == "whatwg"
    steps: list[Step] = []
    is_negative = isinstance(value, int) and value < 0
    if (is_absolute and not is_negative) or name == "href":
        if is_whatwg:
            steps = _read_setter(url, name, text or "", before["href"], base, is_accepted=not errors and bool(url))
        else:
            steps = _read_row(url, name, text, before["href"])
    if is_whatwg:
        section = f"URL Standard 6.1, {name}"
        return [Step(section, SETTERS[name], address_of(section), looked_at, made=made, errors=errors), *steps]
    section = f"HTML5 2.6.6, {name}"
    says = "The component is replaced. The common setter action is invoked with the new URL."
    if errors:
        says = "The value is rejected. The URL does not change."
    return [*steps, Step(section, says, address_of(section), looked_at, made=made, errors=errors)]


def _read_row(url: URLDecomposition, name: str, value: str | None, absolute: str) -> list[Step]:
    """Return a step for each column in the attribute's row of the table."""
    said: list[object] = []
    failure: Failure | None = None
    try:
        read_assignment(name, url.standard.cut(absolute), value, said.append)
    except Failure as raised:
        failure = raised
    return listen(said, None, failure, {"value": value})


def _read_setter(
    url: URLDecomposition, name: str, value: str, absolute: str, base: str | None, *, is_accepted: bool
) -> list[Step]:
    """Return the parser states that a setter runs, as parts of the setter's step.

    If the setter accepts the value, an error of a state is not marked as a failure. For example, the `host` setter
    changes the host even if the port is invalid.
    """
    said: list[object] = []
    record = URLRecord() if name == "href" else record_of(url.standard.cut(absolute))
    values = record.values()
    failure: Failure | None = None
    try:
        if name == "href":
            base_url = None if base is None else record_of(url.standard.cut_base(base))
            basic_url_parse(value, base_url, output_encoding(url.encoding), said.append)
        else:
            set_attribute(record, name, value, said.append)
    except Failure as raised:
        failure = raised
    steps: list[Step] = []
    for step in listen(said, None, failure, values):
        errors = tuple(attrs.evolve(error, failure=error.failure and not is_accepted) for error in step.errors)
        steps.append(attrs.evolve(step, depth=step.depth + 1, errors=errors))
    return steps


def _values(url: URLDecomposition) -> Mapping[str, str]:
    """Return the values of the attributes, and the URL as `href`."""
    names = [name for name in url.standard.attributes if name not in ("origin", "href")]
    return {name: getattr(url, name) for name in names} | {"href": url.href}
