"""Checks that every reading has the same result, or fails for the same reason, as the fast path."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from attrs import astuple

from tests.core.standards.reference import (
    resolve_rfc1808,
    resolve_rfc2396,
    resolve_rfc3986,
    split_rfc1808,
)
from tests.core.standards.setter_steps import read_assignment
from urldom._core.errors import Failure, SetterReturned
from urldom._core.explaining.listening import Listener
from urldom._core.standards.html5 import reading as html5_reading
from urldom._core.standards.registry import STANDARD_NAMES, find_engine
from urldom._core.standards.table_model import TableModel
from urldom._core.standards.whatwg import state_machine
from urldom._core.standards.whatwg.url_record import pieces_of, record_of
from urldom._core.text.encodings import output_encoding
from urldom._core.values.parsed_url import ParsedURL
from urldom._core.values.pieces import Pieces, components, href, with_written
from urldom._core.values.references import read_dot_segments, remove_dot_segments
from urldom._core.values.telling import Told, silent
from urldom._core.values.value_of_pieces import parsed_url

ENGINES: tuple[Any, ...] = tuple(find_engine(name) for name in STANDARD_NAMES)
HTML5, WHATWG = find_engine("html5"), find_engine("whatwg")


def assign(name: str, input: Pieces, value: str | None) -> Pieces:
    """Set an attribute of an absolute URL: the common setter steps, and the integrity rule (ruling
    17) by parsing and resolving the whole new URL. Returns the pieces of the resolved URL. Raises
    `Failure`."""
    changed = read_assignment(name, input, value, silent, {})
    output = href(changed)
    if html5_reading.parse(output) != components(changed):
        raise Failure("the new URL has different components")
    resolved = html5_reading.resolve(output, None, "utf-8")
    if name not in ("host", "hostname") and components(resolved)[2] != components(changed)[2]:
        raise Failure("the new URL has a different host")
    return with_written(resolved, None if href(resolved) == output else output)


def told(engine: Any, reference: str, base: str) -> tuple[list[Any], Any]:
    """Return what an engine tells while it resolves a reference, and the target."""
    said: list[Any] = []
    return said, engine.grammar.references.resolve(reference, base, lambda *step: said.append(step))


def outcome(function: Any, *arguments: Any) -> Any:
    """Return the result of a function, or the reason for its failure."""
    try:
        return function(*arguments)
    except Failure as failure:
        return failure.reason


def check_resolving(url: str, base: str | None, encoding: str) -> None:
    """Check that each standard's reading resolves the URL to the same result as the fast path."""
    encoding = output_encoding(encoding)
    steps = Listener()
    for engine in ENGINES:
        against = base
        with suppress(Failure):
            against = None if base is None else href(engine.grammar.cut(base))
        read = outcome(engine.reading.read, url, against, encoding, steps)
        if isinstance(read, ParsedURL):
            base_pieces = None if against is None else engine.grammar.cut(against)
            assert read == parsed_url(engine.grammar.cut(url, base_pieces, encoding))
        elif isinstance(read, str):
            with suppress(Failure):
                base_pieces = None if against is None else engine.grammar.cut_base(against)
                assert read == outcome(engine.grammar.cut, url, base_pieces, encoding)
        elif engine.name == "rfc1808":
            assert astuple(read) == (
                resolve_rfc1808(url, against) if against else split_rfc1808(url)
            )
        else:
            resolve = resolve_rfc2396 if engine.name == "rfc2396" else resolve_rfc3986
            assert str(read) == resolve(url, url if against is None else against)
    pieces = base_of(HTML5, base)
    assert outcome(html5_reading.resolve, url, pieces, encoding) == outcome(
        HTML5.grammar.cut, url, pieces, encoding
    )
    assert any(isinstance(step, Told) for step in steps)
    assert read_dot_segments(url, steps) == remove_dot_segments(url)


def base_of(standard: Any, base: str | None) -> Pieces | None:
    with suppress(Failure):
        return None if base is None else standard.grammar.cut(base)
    return None


def check_setting(url: str, name: str, value: str) -> None:
    """Check that the reading of a URL Standard setter, with a state override, has the same result
    as the fast path."""
    with suppress(Failure):
        before = WHATWG.grammar.cut(url)
        record, returned, quick = record_of(before), False, before
        try:
            state_machine.set_attribute(record, name, value, [].append)
        except Failure as failure:
            returned = isinstance(failure, SetterReturned)
        try:
            quick = WHATWG.object_model.setters[name](before, value)
        except Failure as failure:
            assert isinstance(failure, SetterReturned) == returned
        assert pieces_of(record, "")[:8] == quick[:8]


def check_row(engine: Any, url: str, name: str, value: str | None) -> None:
    """Check that a row of HTML5 2.6.6, step by step, has the same result as the setter, and the
    steps of `explain`."""
    with suppress(Failure):
        before = engine.grammar.cut(url)
        quick = outcome(engine.object_model.setters[name], before, value)
        steps: list[Any] = []
        explained: list[Any] = []
        read = outcome(
            read_assignment,
            name,
            before,
            value,
            lambda *step: steps.append(step),
            engine.object_model.kept,
        )
        again = outcome(
            engine.reading.read_assignment,
            name,
            before,
            value,
            lambda *step: explained.append(step),
        )
        assert (explained, again) == (steps, read)
        if isinstance(read, str):
            assert quick == read
            return
        resolved = outcome(engine.grammar.cut, href(read))
        if isinstance(
            quick, str
        ):  # The setter rejects a result that parses as another URL (ruling 17).
            assert isinstance(resolved, str) or resolved[:8] != read[:8]
        else:
            assert quick[:8] == resolved[:8]
        if engine is HTML5:
            whole = outcome(assign, name, before, value)
            assert isinstance(quick, str) if isinstance(whole, str) else quick == whole


def check_assignments(url: str, name: str, value: str) -> None:
    """Check the assignment of an attribute under each standard."""
    check_setting(url, name, value)
    for engine in ENGINES:
        if isinstance(engine.object_model, TableModel) and name in engine.object_model.assignable:
            check_row(engine, url, name, value)
