"""Assignments to the attributes of a URL: pieces and assigned values in, pieces out. `assigned` is
strict: it raises an error for a value that a setter of the standard would ignore or use only in
part, and otherwise reading the attribute returns the value, as the standard normalises it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from operator import index
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypedDict

from urldom._core.errors import (
    Failure,
    InvalidURLError,
    RejectedValueError,
    not_assignable,
    wrong_type,
)
from urldom._core.hints.urls import URL_NAMES
from urldom._core.objects.states import URLState
from urldom._core.standards.interface import Standard
from urldom._core.standards.parts import ObjectModel
from urldom._core.text.encodings import output_encoding
from urldom._core.text.grammar import LARGEST_PORT, UNRESERVED
from urldom._core.text.percent_encoding import PercentEncoder
from urldom._core.values.late import late
from urldom._core.values.pieces import (
    Pieces,
    credentials_of,
    fragment_of,
    host_of,
    is_absolute,
    path_of,
    port_of,
    query_of,
    scheme_of,
    url_pieces,
    userinfo_of,
)

if TYPE_CHECKING:
    from urldom._core.params import Pairs
    from urldom._core.text.plain_values import PlainValue

#: Reads the piece that an attribute's setter replaces.
_PIECE_OF: Final[Mapping[str, Callable[[Pieces], str]]] = {
    "protocol": scheme_of,
    "username": userinfo_of,
    "password": userinfo_of,
    "host": host_of,
    "hostname": host_of,
    "port": port_of,
    "pathname": path_of,
    "search": query_of,
    "hash": fragment_of,
}
#: Assigning `None` to one of these attributes removes its component (ruling 19).
_REMOVABLE: Final = frozenset(["port", "search", "hash", "username", "password"])


class Assignments(TypedDict, total=False):
    """The keywords of `URLDecomposition.assign()` and `replace()`."""

    protocol: str
    host: str
    hostname: str
    port: str | int | None
    pathname: str
    search: str | None
    hash: str | None
    href: str
    username: str | None
    password: str | None
    params: Pairs
    segments: Iterable[PlainValue]
    credentials: tuple[str, str] | None


def assigned(state: URLState, pieces: Pieces, values: Mapping[str, Any]) -> Pieces:
    """Return the pieces after several assignments. `URLDecomposition.assign` lists the errors.

    The assignments are made in the given order, and a value that a later assignment has changed is
    assigned again: after `protocol`, the 443 of `port=443, protocol="http"` is not the default port
    any more."""
    after: dict[str, Pieces] = {}
    if len(values) < 2:
        return _assigned_each(state, pieces, values, values, after)
    # An iterator can be read only once, but its values may be assigned twice.
    values = {
        name: [*value] if hasattr(value, "__next__") else value for name, value in values.items()
    }

    output = _assigned_each(state, pieces, values, values, after)
    names = _changed_since(state, values, after, output)
    if not names:
        return output
    output = _assigned_each(state, output, values, names, after)
    names = _changed_since(state, values, after, output)
    if names:
        name = names[0]
        raise RejectedValueError(
            name, values[name], "another value in the same call would replace it"
        )
    return output


def _assigned_each(
    state: URLState,
    pieces: Pieces,
    values: Mapping[str, Any],
    names: Iterable[str],
    after: dict[str, Pieces],
) -> Pieces:
    """Return the pieces after the assignments to `names`. `after` gets those after each of them."""
    setters = state.setters
    for name in names:
        value = values[name]
        try:
            if value.__class__ is not str or name not in setters:
                pieces = _assigned(state, pieces, name, value)
            else:
                pieces = setters[name](pieces, value)
                # If the piece contains the value, the standard has used all of it. But a port
                # begins with a colon.
                if value[:1] in ("", ":") or value not in _PIECE_OF[name](pieces):
                    _require_whole(state.object_model, name, pieces, value)
            if name == "host" and "port" not in values:
                pieces = _without_other_port(state, pieces, value)
        except Failure as failure:
            reason = _bare_ipv6(name, value) or failure.reason
            raise RejectedValueError(name, value, reason) from None
        after[name] = pieces
    return pieces


def _without_other_port(state: URLState, pieces: Pieces, host: str) -> Pieces:
    """Remove the port that the URL had before `host` was assigned, because reading the host has to
    return the assigned value."""
    if port_of(pieces) and not _has_port(host):
        return state.setters["port"](pieces, None)
    return pieces


def _has_port(host: str) -> bool:
    _, _, after_address = str.rpartition(host, "]")
    return ":" in after_address


def _changed_since(
    state: URLState, values: Mapping[str, Any], after: Mapping[str, Pieces], output: Pieces
) -> list[str]:
    """Return the names whose parts of the URL a later assignment has changed. `after` are the
    pieces after each assignment, and `output` those after all of them."""
    return [
        name
        for name, pieces in after.items()
        if pieces is not output
        and _reading(state, values, name, pieces) != _reading(state, values, name, output)
    ]


def _reading(state: URLState, values: Mapping[str, Any], name: str, pieces: Pieces) -> object:
    """Return the part of the pieces that an assignment has to keep."""
    if name == "port":
        return _port_or_default(state, pieces)
    if name == "host":
        if "port" in values and not _has_port(values["host"]):
            return host_of(pieces)  # The assignment of the port decides about the port.
        return host_of(pieces), _port_or_default(state, pieces)
    if name in ("username", "password"):
        username, password = credentials_of(pieces)
        return username if name == "username" else password
    if name == "params":  # A new scheme can change how the query is read.
        return query_of(pieces), query_encoding(state, pieces)
    if name == "segments":
        return path_of(pieces)
    if name == "credentials":
        return userinfo_of(pieces)
    if name == "href":
        return url_pieces(pieces)
    return _PIECE_OF[name](pieces)


def _port_or_default(state: URLState, pieces: Pieces) -> str | int | None:
    scheme = scheme_of(pieces)[:-1].lower()
    return port_of(pieces) or state.engine.grammar.default_ports.get(scheme)


def _assigned(state: URLState, pieces: Pieces, name: str, value: Any) -> Pieces:
    """Return the pieces after one assignment. Raises `Failure` for a rejected value, and
    `TypeError`."""
    model = state.object_model
    replacer = _REPLACERS.get(name)
    attribute = name if replacer is None else replacer.attribute
    if attribute not in state.standard.assignable:
        raise TypeError(why_not_assignable(name, state.standard))
    if replacer is not None:
        return replacer.replace(state, pieces, value)
    text = assigned_text(name, value)
    if value is None and is_absolute(pieces) and _is_absent(name, pieces):
        return pieces
    if name == "href":
        _require_whole(model, name, pieces, text)
        try:
            return state.current_base().absolute_pieces(text)
        except InvalidURLError as error:
            raise Failure(error.reason) from None
    pieces = set_attribute(state, pieces, name, text)
    if text is not None:
        _require_whole(model, name, pieces, text)
    return pieces


def _is_absent(name: str, pieces: Pieces) -> bool:
    """Return `True` if the URL lacks the component of a removable attribute. Then `None` changes
    nothing."""
    if name == "username":
        username, _ = credentials_of(pieces)
        return username == ""
    if name == "password":
        return ":" not in userinfo_of(pieces)
    return _PIECE_OF[name](pieces) == ""


def _with_params(state: URLState, pieces: Pieces, value: Any) -> Pieces:
    """Replace the whole query by names and values."""
    query = _query_from_pairs()(value, query_encoding(state, pieces))
    if not is_absolute(pieces):
        raise Failure("the URL is not an absolute URL")
    return state.engine.grammar.with_query(pieces, query and f"?{query}")


def _with_credentials(state: URLState, pieces: Pieces, value: Any) -> Pieces:
    """Replace the username and the password by data, in which `%` is a character like any other."""
    if value is None:
        pieces = _assigned(state, pieces, "username", None)
        return _assigned(state, pieces, "password", None)
    pair: list[Any] = [*value] if isinstance(value, tuple) else []
    if len(pair) != 2 or not all(isinstance(text, str) for text in pair):
        raise TypeError(
            "credentials must be a tuple of the username and the password, each a str, or None"
        )
    username, password = pair
    escape = _credential_escaper()
    pieces = _assigned(state, pieces, "username", escape(username))
    return _assigned(state, pieces, "password", escape(password))


def query_encoding(state: URLState, pieces: Pieces) -> str:
    """Return the name of the encoding of the query."""
    encoding = state.encoding
    if encoding == "utf-8":
        return encoding
    return state.engine.grammar.query_encoding(scheme_of(pieces), output_encoding(encoding))


_query_from_pairs: Callable[[], Callable[[Any, str], str]] = late(
    "urldom._core.params", "query_from_pairs"
)
_segments_replacer: Callable[[], Callable[[URLState, Pieces, Any], Pieces]] = late(
    "urldom._core.objects.segments", "with_segments"
)


def _with_segments(state: URLState, pieces: Pieces, value: Any) -> Pieces:
    """Replace the whole path by segments."""
    return _segments_replacer()(state, pieces, value)


class _Replacer(NamedTuple):
    """How a keyword that is not an attribute of the standards replaces a part of the URL."""

    #: The attribute that the standard has to have.
    attribute: str
    replace: Callable[[URLState, Pieces, Any], Pieces]


_REPLACERS: Final = {
    "params": _Replacer("search", _with_params),
    "segments": _Replacer("pathname", _with_segments),
    "credentials": _Replacer("username", _with_credentials),
}


@cache  # Few programs need this encoder, which takes long to make.
def _credential_escaper() -> Callable[[str], str]:
    return PercentEncoder(UNRESERVED).encode


def set_attribute(state: URLState, pieces: Pieces, name: str, value: str | None) -> Pieces:
    """Return the pieces after the setter of the attribute `name`. Raises `Failure` if it would
    ignore the value."""
    return state.setters[name](pieces, value)


def _require_whole(model: ObjectModel, name: str, pieces: Pieces, value: str) -> None:
    """Raise `Failure` if the setter of `name`, which returned these pieces, used only a part of the
    value."""
    if name == "host" and value == host_of(pieces) + port_of(pieces):
        return
    reason = model.first_unused(name, pieces, value)
    if ":" in value:
        reason = _bare_ipv6(name, value) or reason
    if reason is not None:
        raise Failure(reason)


def _bare_ipv6(name: str, value: object) -> str | None:
    """Return advice if `value` is an IPv6 address without brackets and `name` is `"host"` or
    `"hostname"`."""
    if name not in ("host", "hostname") or not isinstance(value, str):
        return None
    if not re.match(r"(?i)[0-9A-F]*:[0-9A-F.]*:[0-9A-F:.]*\Z", value):
        return None
    return f"write an IPv6 address in brackets: [{value}]"


def why_not_assignable(name: str, standard: Standard) -> str:
    """Return the reason why the attribute `name` cannot be assigned under the standard."""
    hint = URL_NAMES.get(name)
    if hint is not None:
        return f"a URL has no attribute {name!r}: {hint}"
    return not_assignable(name, standard.assignable, standard.name)


def require_type(name: str, value: object) -> None:
    """Raise `TypeError` for a type that the attribute `name` does not accept (ruling 19)."""
    if isinstance(value, str) or (value is None and name in _REMOVABLE):
        return
    if name == "port" and hasattr(value, "__index__") and not isinstance(value, bool):
        return  # also an integer of NumPy
    kind = "a str or None" if name in _REMOVABLE else "a str"
    if name == "port":
        kind = "a str, an int or None"
    raise wrong_type(name, kind, value)


def assigned_text(name: str, value: Any) -> Any:
    """Return an assigned value as a string, or `None` if it removes the component. Raises
    `TypeError` or `Failure`."""
    require_type(name, value)
    if isinstance(value, str):
        return str.__str__(value)
    if value is None:
        return None
    number = index(value)
    if number < 0:
        raise Failure("a port must be 0 or greater")
    # The digits of a huge int would raise an error or be slow, and each larger port is too large.
    return int.__repr__(min(number, LARGEST_PORT + 1))
