"""Checks that every reading has the same result, or fails for the same reason, as the fast path."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from urldom import HTML5, RFC1808, RFC2396, RFC3986, WHATWG
from urldom._errors import Failure, SetterReturned
from urldom._standards.html5 import reading as html5_reading
from urldom._standards.table import ReferenceStandard, read_assignment
from urldom._standards.url_standard import reading as setter_reading
from urldom._standards.url_standard.state_machine import basic_url_parse
from urldom._standards.url_standard.url_record import pieces_of, record_of
from urldom._text.encodings import output_encoding
from urldom._values.pieces import Pieces, href
from urldom._values.references import read_dot_segments, remove_dot_segments
from urldom._values.telling import Told

REFERENCES: tuple[ReferenceStandard[Any], ...] = (RFC3986, RFC2396, RFC1808)


def outcome(function: Any, *arguments: Any) -> Any:
    """Return the result of a function, or the reason for its failure."""
    try:
        return function(*arguments)
    except Failure as failure:
        return failure.reason


def check_resolving(url: str, base: str | None, encoding: str) -> None:
    """Check that each of the five readings resolves the URL to the same result as the fast path."""
    encoding = output_encoding(encoding)
    steps: list[Any] = []
    pieces = base_of(HTML5, base)
    read = outcome(html5_reading.resolve, url, pieces, encoding, steps.append)
    assert read == outcome(HTML5.cut, url, pieces, encoding)
    pieces = base_of(WHATWG, base)
    read = outcome(read_url, url, pieces, encoding, steps.append)
    quick = outcome(WHATWG.cut, url, pieces, encoding)
    assert read == quick
    for standard in REFERENCES:
        read = outcome(standard.resolve_reference, url, base, steps.append)
        assert read == outcome(standard.resolve_reference, url, base)
    assert any(isinstance(step, Told) for step in steps)
    assert read_dot_segments(url, steps.append) == remove_dot_segments(url)


def base_of(standard: Any, base: str | None) -> Pieces | None:
    with suppress(Failure):
        return None if base is None else standard.cut(base)
    return None


def read_url(url: str, base: Pieces | None, encoding: str, say: Any) -> Pieces:
    return pieces_of(basic_url_parse(url, None if base is None else record_of(base), encoding, say), url)


def check_setting(url: str, name: str, value: str) -> None:
    """Check that the reading of a URL Standard setter, with a state override, has the same result as the fast path."""
    with suppress(Failure):
        before = WHATWG.cut(url)
        record, returned, quick = record_of(before), False, before
        try:
            setter_reading.set_attribute(record, name, value, [].append)
        except Failure as failure:
            returned = isinstance(failure, SetterReturned)
        try:
            quick = WHATWG.setters[name](before, value)
        except Failure as failure:
            assert isinstance(failure, SetterReturned) == returned
        assert pieces_of(record, "")[:8] == quick[:8]


def check_row(standard: Any, url: str, name: str, value: str | None) -> None:
    """Check that the reading of a row of HTML5 2.6.6 has the same result as the setter."""
    with suppress(Failure):
        before = standard.cut(url)
        quick = outcome(standard.setters[name], before, value)
        read = outcome(read_assignment, name, before, value, [].append)
        if isinstance(read, str):
            assert quick == read
            return
        resolved = outcome(standard.cut, href(read))
        if isinstance(quick, str):  # The setter rejects a result that parses as another URL (ruling 17).
            assert isinstance(resolved, str) or resolved[:8] != read[:8]
        else:
            assert quick[:8] == resolved[:8]


def check_assignments(url: str, name: str, value: str) -> None:
    """Check the assignment of an attribute under each of the five standards."""
    check_setting(url, name, value)
    for standard in (HTML5, *REFERENCES):
        if name in standard.assignable:
            check_row(standard, url, name, value)
