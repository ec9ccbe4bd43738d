"""HTML5 2.6.6, step by step: the *common setter steps* for each row of the table, on a URL's
components. `readings` compares the setters and the steps of `explain` with this module, which
shares no code with them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from urldom._core.errors import Failure, shown
from urldom._core.text.grammar import (
    LARGEST_PORT,
    PCHAR,
    SCHEME,
    SUB_DELIMS,
    UNRESERVED,
    leading_digits,
)
from urldom._core.text.percent_encoding import percent_encode
from urldom._core.values.pieces import COMPONENTS, Pieces, from_components
from urldom._core.values.telling import Say, Values, values_of


def _escaper(valid: str) -> Callable[[str], str]:
    """Return a function that "%-escapes" what is not an escape or a character of the class `valid`
    (ruling 15)."""
    sub = re.compile(f"%(?![0-9A-Fa-f]{{2}})|[^{valid}%]+").sub
    return lambda text: sub(lambda found: percent_encode(found[0]), text)


_escape_reg_name = _escaper(UNRESERVED + SUB_DELIMS)
_hostport = re.compile(r"(\[[^\]]*\]|(?!\[)[^:]*)(?::([0-9]*))?").fullmatch


def _escape_host(host: str) -> str:
    return host if re.fullmatch(r"\[.*\]", host, re.DOTALL) else _escape_reg_name(host)


def _escape_hostport(value: str) -> str:
    """Escape the host, unless the value is in brackets or is not a host with a port (ruling 16)."""
    host, colon, port = value.partition(":")
    if value[:1] == "[" or (colon and not _hostport(value)):
        return value
    return _escape_reg_name(host) + colon + port


# Setter conditions. Each function returns the reason why its condition is false.


def _scheme(value: str, input: Values) -> str | None:
    if not value:
        return "the new scheme is empty"
    return None if re.fullmatch(SCHEME, value) else f"{shown(value)} is not a scheme"


def _authority_based(value: str, input: Values) -> str | None:
    return (
        'the URL is not authority-based: no "//" follows its scheme'
        if input["host"] is None
        else None
    )


def _host(value: str, input: Values) -> str | None:
    return _authority_based(value, input) if value else "the new host is empty"


def _host_with_port(value: str, input: Values) -> str | None:
    found = _hostport(value)
    return (
        "it must be a host, or a host with a colon and digits"
        if found is None
        else _host(found[1], input)
    )


def _port(value: str, input: Values) -> str | None:
    is_too_large = len(value) > 5 or int(value or 0) > LARGEST_PORT
    return _authority_based(value, input) or (
        f"the port is greater than {LARGEST_PORT}" if is_too_large else None
    )


def _hierarchical(value: str, input: Values) -> str | None:
    is_hierarchical = input["host"] is not None or (input["path"] or "")[:1] == "/"
    return None if is_hierarchical else 'the URL is not hierarchical: no "/" follows its scheme'


def _always(value: str, input: Values) -> str | None:
    return None


class _Row(NamedTuple):
    component: str
    escape: Callable[[str], str]
    condition: Callable[[str, Values], str | None]


_ROWS: Final = {
    "protocol": _Row("scheme", str, _scheme),
    "host": _Row("hostport", _escape_hostport, _host_with_port),
    "hostname": _Row("host", _escape_host, _host),
    "port": _Row("port", str, _port),
    "pathname": _Row("path", _escaper(f"{PCHAR}/"), _hierarchical),
    "search": _Row("query", _escaper(f"{PCHAR}/?"), _hierarchical),
    "hash": _Row("fragment", _escaper(f"{PCHAR}/?"), _always),
}


def _preprocess(name: str, value: str) -> str:
    """Run the setter preprocessor of an attribute."""
    if name == "protocol":
        return value.rstrip(":")
    if name == "hostname":
        return value.lstrip("/")
    if name == "port":
        return leading_digits(value).lstrip("0") or "0"
    if name == "pathname":
        return value if value[:1] == "/" else f"/{value}"
    return value.removeprefix({"search": "?", "hash": "#"}.get(name, ""))


def read_assignment(
    name: str, input: Pieces, value: str | None, say: Say, kept: Mapping[str, str]
) -> Pieces:
    """Run the common setter steps of the attribute `name`, and report each step. Returns the pieces
    with the new component, before the integrity rule (ruling 17). `kept` is the attribute of
    `TableModel`. Raises `Failure` if the setter condition is false."""
    component, escape, condition = _ROWS[name]
    step, new = f"HTML5 2.6.6, {name}", value
    say({"value": value})
    if value is None:
        say(f"{step}, ruling 19")
    else:
        preprocessed = _preprocess(name, value)
        say(f"{step}, setter preprocessor", value, {"value": preprocessed})
        is_split = component in kept and preprocessed[:1] != "["
        runs = re.split(f"([{kept[component]}]+)", preprocessed) if is_split else [preprocessed]
        new = "".join([run if place % 2 else escape(run) for place, run in enumerate(runs)])
        say(f"{step}, %-escaping", preprocessed, {"value": new})
    say(f"{step}, setter condition", new)
    values = values_of(input)
    reason = condition(new or "", values)
    if reason is not None:
        raise Failure(reason)
    if component == "hostport":
        found = _hostport(new or "")
        assert found is not None  # the setter condition
        values |= {"host": found[1], "port": found[2]}
    else:
        values[component] = "" if new is None and component == "path" else new
    changed: Any = tuple(values[name] for name in COMPONENTS)
    return from_components(changed)
