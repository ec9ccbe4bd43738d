"""Assignments: the table of HTML5 2.6.6 with its columns, and the setters of the URL Standard (6.1)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from urldom._errors import RejectedValueError, shown
from urldom._explanation import url_standard
from urldom._explanation.html5 import ADDRESS
from urldom._explanation.steps import Step, StepError, Values
from urldom._explanation.watching import Call, watch
from urldom._object.decomposition import URLDecomposition
from urldom._standards.table import ATTRIBUTES, Attribute

_ADDRESS: Final = f"{ADDRESS}interfaces-for-url-manipulation"
_ROWS: Final = {row.name: row for row in ATTRIBUTES}
#: Two columns of the table, in words.
_PREPROCESSORS: Final = {
    "protocol": "Colons at the end are removed.",
    "hostname": "Slashes at the beginning are removed.",
    "port": "What follows the leading digits is removed, and so are zeros before them; nothing becomes 0.",
    "pathname": "A value without a slash at its beginning gets one.",
    "search": "One question mark at the beginning is removed.",
    "hash": "One number sign at the beginning is removed.",
}
_CONDITIONS: Final = {
    "protocol": "The value is a scheme, and not empty.",
    "host": "The value is not empty, and the URL is authority-based.",
    "hostname": "The value is not empty, and the URL is authority-based.",
    "port": "The URL is authority-based, and the value is at most 65535.",
    "pathname": "The URL is hierarchical.",
    "search": "The URL is hierarchical.",
}
#: The setters of the URL Standard: what each runs the basic URL parser on.
_SETTERS: Final = {
    "protocol": "The value and a colon are parsed from the scheme start state; a special scheme stays special.",
    "username": "The value is percent-encoded; a URL without a host, or a file URL, has none.",
    "password": "The value is percent-encoded; a URL without a host, or a file URL, has none.",
    "host": "The value is parsed from the host state, unless the path is opaque.",
    "hostname": "The value is parsed from the hostname state, unless the path is opaque.",
    "port": "The value is parsed from the port state; an empty one removes the port.",
    "pathname": "The path is emptied and the value parsed from the path start state, unless the path is opaque.",
    "search": "A question mark at the beginning is removed, and the rest is parsed from the query state.",
    "hash": "A number sign at the beginning is removed, and the rest is parsed from the fragment state.",
    "href": "The value is parsed, and is the URL then.",
}


def narrate_assignment(url: URLDecomposition, name: str, value: Any) -> list[Step]:
    """Assigns the attribute, and tells how. Raises `TypeError` for what is no attribute, or no value for one."""
    row = _ROWS.get(name) if url.standard.name != "whatwg" else None
    before = _values(url)
    rejected: RejectedValueError | None = None

    def run() -> None:
        nonlocal rejected
        values: Any = {name: value}
        try:
            url.replace(**values)
        except RejectedValueError as error:
            rejected = error

    if row is None:
        top = watch(run, url_standard.HOST_LOOKS)
        steps = url_standard.narrate_hosts(top.calls, depth=1)
    else:
        functions = (row.setter_preprocessor, row.component.escape, row.setter_condition)
        top = watch(run, dict.fromkeys(functions, dict))
        steps = [*_narrate_row(row, value, top)]
    errors = () if rejected is None else (StepError("", rejected.reason, failure=True),)
    after = _values(url)
    made: Values = {part: text for part, text in after.items() if text != before[part]}
    if errors:
        says = "The value is not accepted: the URL stays as it is."
    else:
        says = "The component is replaced, and the common setter action is invoked with the output."
    if row is None:
        section, address = f"URL Standard 6.1, {name}", f"{url_standard.ADDRESS}dom-url-{name}"
        return [Step(section, _SETTERS[name], address, _text(value), made=made, errors=errors), *steps]
    return [*steps, Step(f"HTML5 2.6.6, {name}", says, _ADDRESS, _text(value), made=made, errors=errors)]


def _narrate_row(row: Attribute, value: Any, top: Call) -> Iterator[Step]:
    """The columns of a row, as they were gone through."""
    calls = iter(top.calls)
    before = new = value
    if value is None:
        yield Step(f"HTML5 2.6.6, {row.name}, ruling 19", "None removes the component.", _ADDRESS)
    else:
        preprocessed = next(calls, None)
        if preprocessed is None:
            return
        before, new = _text(value), preprocessed.result
        yield Step(
            f"HTML5 2.6.6, {row.name}, setter preprocessor",
            _PREPROCESSORS.get(row.name, "The value is taken as it is."),
            _ADDRESS,
            before,
            made={"value": new} if new != before else {},
            applies=row.name in _PREPROCESSORS,
        )
        escaped = next(calls, None)
        if escaped is None:
            return
        before, new = new, _text(escaped.result)
        yield Step(
            f"HTML5 2.6.6, {row.name}, %-escaping",
            "What is not valid in the component is escaped.",
            _ADDRESS,
            before,
            made={"value": new} if new is not None and new != before else {},
        )
    condition = next(calls, None)
    if condition is not None:
        errors = () if condition.result is None else (StepError("", condition.result, failure=True),)
        yield Step(
            f"HTML5 2.6.6, {row.name}, setter condition",
            _CONDITIONS.get(row.name, "There is none."),
            _ADDRESS,
            before if new is None else _text(new),
            errors=errors,
            applies=row.name in _CONDITIONS,
        )


def _text(value: Any) -> str | None:
    """A value as text; of a host and a port, which have been cut, both."""
    if isinstance(value, tuple):
        return "".join(value)  # pyright: ignore[reportUnknownArgumentType]
    return value if value is None or isinstance(value, str) else shown(value)


def _values(url: URLDecomposition) -> Mapping[str, str]:
    """The attributes, and the URL itself."""
    names = [name for name in url.standard.attributes if name not in ("origin", "href")]
    return {name: getattr(url, name) for name in names} | {"href": url.href}
