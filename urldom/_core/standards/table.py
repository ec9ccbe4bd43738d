"""The seven *URL decomposition IDL attributes* (HTML5 2.6.6): the specification's table, and the code that reads it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from operator import methodcaller
from typing import Final, NamedTuple, TypeAlias

from urldom._core.errors import Failure, at, shown
from urldom._core.standards.parts import ObjectModel, Setter
from urldom._core.text import grammar
from urldom._core.text.grammar import leading_digits, port_number
from urldom._core.text.percent_encoding import PATH_CHARACTERS, QUERY_CHARACTERS, PercentEncoder, component_escaper
from urldom._core.values import pieces
from urldom._core.values.default_ports import is_default_port
from urldom._core.values.pieces import HOST, PATH, PORT, QUERY, SCHEME, SLASHES, Pieces, href, is_hierarchical
from urldom._core.values.telling import Say

# The getters. A piece includes its delimiter, so only the attributes host, pathname and search need one.


def get_host(input: Pieces) -> str:
    """Return <hostport> without a default port (HTML5 2.6.2, ruling 4), or `""` if `input` is not authority-based."""
    port = input[PORT]
    return input[HOST] if is_default_port(input[SCHEME][:-1], port[1:]) else input[HOST] + port


def get_pathname(input: Pieces) -> str:
    """Return <path>, or `"/"` for an empty path (ruling 14). Return `""` if `input` is not hierarchical."""
    return (input[PATH] or "/") if is_hierarchical(input) else ""


def get_search(input: Pieces) -> str:
    """Return the prefix "?" and <query>. Return `""` if `input` is not hierarchical, or has no query."""
    return input[QUERY] if is_hierarchical(input) else ""


# Setter preprocessors. A method caller is faster than a function.

_unchanged: Final[Callable[[str], str]] = str
_drop_colons: Final[Callable[[str], str]] = methodcaller("rstrip", ":")
_drop_slashes: Final[Callable[[str], str]] = methodcaller("lstrip", "/")
_drop_mark: Final[Callable[[str], str]] = methodcaller("removeprefix", "?")
_drop_sign: Final[Callable[[str], str]] = methodcaller("removeprefix", "#")


def _port_number(value: str) -> str:
    return leading_digits(value).lstrip("0") or "0"


def _add_slash(value: str) -> str:
    return value if value[:1] == "/" else f"/{value}"


# %-escaping of characters that are not valid in a component (ruling 15).

_escape_reg_name: Final = component_escaper(grammar.UNRESERVED + grammar.SUB_DELIMS).encode
_path_escaper: Final = component_escaper(PATH_CHARACTERS)
_query_escaper: Final = component_escaper(QUERY_CHARACTERS)  # A fragment has the characters of a query.
_ESCAPERS: Final = {escaper.encode: escaper for escaper in (_path_escaper, _query_escaper)}


def _escape_host(value: str) -> str:
    return value if value[:1] == "[" and value[-1] == "]" else _escape_reg_name(value)


def _split_hostport(value: str) -> tuple[str, str] | None:
    """Return a host and the piece of its port, or `None` if a text is not a host with or without a port."""
    if value[:1] == "[":
        host, bracket, port = value.partition("]")
        host += bracket
        if not bracket or port[:1] not in ("", ":"):
            return None
    else:
        host, colon, digits = value.partition(":")
        port = colon + digits
    return (host, port) if len(port) < 2 or (port.isascii() and port[1:].isdigit()) else None


def _escape_hostport(value: str) -> str:
    """Escape a host, with or without a port (ruling 16). The setter condition rejects any other value later."""
    if value[:1] == "[":
        return value
    if ":" not in value:
        return _escape_reg_name(value)
    found = _split_hostport(value)
    return value if found is None else _escape_reg_name(found[0]) + found[1]


# Setter conditions. Each function returns `None` if its condition is true, and the reason if the condition is false.

_NOT_AUTHORITY_BASED: Final = 'the URL is not authority-based: no "//" follows its scheme'
_is_scheme = re.compile(rf"{grammar.SCHEME}\Z").match


def _new_scheme(value: str, input: Pieces) -> str | None:
    if not value:
        return "the new scheme is empty"
    if value.isalpha() and value.isascii():
        return None
    return None if _is_scheme(value) else f"{shown(value)} is not a scheme"


def _new_host(value: str, input: Pieces) -> str | None:
    if not value:
        return "the new host is empty"
    return None if input[SLASHES] else _NOT_AUTHORITY_BASED


def _new_hostport(value: str, input: Pieces) -> str | None:
    found = _split_hostport(value)
    return "it must be a host, or a host with a colon and digits" if found is None else _new_host(found[0], input)


def _new_port(value: str, input: Pieces) -> str | None:
    if not input[SLASHES]:
        return _NOT_AUTHORITY_BASED
    return "the port is greater than 65535" if len(value) > 4 and port_number(value) is None else None


def _hierarchical(value: str, input: Pieces) -> str | None:
    return None if is_hierarchical(input) else 'the URL is not hierarchical: no "/" follows its scheme'


def _always(value: str, input: Pieces) -> str | None:
    return None


# Functions that replace a component. The value "" removes it.


def _put_scheme(input: Pieces, value: str) -> Pieces:
    return pieces.with_scheme(input, f"{value}:")


def _put_hostport(input: Pieces, value: str) -> Pieces:
    if ":" not in value:
        return pieces.with_host_and_port(input, value, "")
    found = _split_hostport(value)
    assert found is not None  # the setter condition
    return pieces.with_host_and_port(input, *found)  # ruling 16


def _put_port(input: Pieces, value: str) -> Pieces:
    return pieces.with_port(input, value and f":{value}")


class Attribute(NamedTuple):
    """A row of the specification's table, and two functions that an assignment calls. `escape` escapes the value
    (ruling 15), and `put` returns the pieces with the new component. `delimiter` is `""` if an empty component is the
    same as an absent one (ruling 19)."""

    name: str
    component: str
    preprocess: Callable[[str], str]
    condition: Callable[[str, Pieces], str | None]
    escape: Callable[[str], str]
    put: Callable[[Pieces, str], Pieces]
    delimiter: str = ""


# fmt: off
ATTRIBUTES: Final = (
    # attribute, component, setter preprocessor, setter condition
    Attribute("protocol", "scheme",   _drop_colons,  _new_scheme,   _unchanged,            _put_scheme),
    Attribute("host",     "hostport", _unchanged,    _new_hostport, _escape_hostport,      _put_hostport),
    Attribute("hostname", "host",     _drop_slashes, _new_host,     _escape_host,          pieces.with_host),
    Attribute("port",     "port",     _port_number,  _new_port,     _unchanged,            _put_port),
    Attribute("pathname", "path",     _add_slash,    _hierarchical, _path_escaper.encode,  pieces.with_path),
    Attribute("search",   "query",    _drop_mark,    _hierarchical, _query_escaper.encode, pieces.with_query,    "?"),
    Attribute("hash",     "fragment", _drop_sign,    _always,       _query_escaper.encode, pieces.with_fragment, "#"),
)
# fmt: on

#: Matches only values that an assignment to a URL with an authority writes without a change. The groups of a usual host
#: with a port are the host and the piece of the port.
IsUsual: TypeAlias = Callable[[str], "re.Match[str] | None"]


class TableModel(ObjectModel):
    """The object model of a standard under which `URLDecomposition` has the seven attributes of the table."""

    __slots__ = ("kept", "rows")

    def __init__(
        self,
        settle: Mapping[str, Callable[[Pieces], Pieces]],
        usual: Mapping[str, IsUsual] | None = None,
        resolve_host: Callable[[str], str] | None = None,
        kept: Mapping[str, str] | None = None,
    ) -> None:
        """Make the setters.

        `settle` has functions that apply the integrity rule (ruling 17), by the names of components. They accept the
        pieces with the new component, and return the pieces of the resolved URL, or raise `Failure`. `resolve_host`
        returns the host after `settle` of a host which is not escaped and not in brackets, to save time. `kept` has the
        characters outside ASCII that an assignment keeps, as the members of a class, by component."""
        self.kept: Mapping[str, str] = kept or {}
        self.rows = {row.name: _keeping(row, self.kept.get(row.component)) for row in ATTRIBUTES}
        setters = {
            name: _make_setter(row, settle.get(row.component), (usual or {}).get(row.component), resolve_host)
            for name, row in self.rows.items()
        }
        super().__init__(
            host=get_host,
            pathname=get_pathname,
            search=get_search,
            setters=setters,
            element_setters=setters,
            first_unused=first_unused,
        )

    def read_assignment(self, name: str, input: Pieces, value: str | None, say: Say) -> Pieces:
        """Run the steps of an assignment, and report each (HTML5 2.6.6)."""
        row, new = self.rows[name], value
        step = f"HTML5 2.6.6, {name}"
        say({"value": value})
        if value is None:
            say(f"{step}, ruling 19")
        else:
            preprocessed = row.preprocess(value)
            say(f"{step}, setter preprocessor", value, {"value": preprocessed})
            new = row.escape(preprocessed)
            say(f"{step}, %-escaping", preprocessed, {"value": new})
        say(f"{step}, setter condition", new)
        reason = row.condition(new or "", input)
        if reason is not None:
            raise Failure(reason)
        return row.put(input, "" if new is None else row.delimiter + new)


def first_unused(name: str, input: Pieces, value: str) -> str | None:
    """Return why and where the setter of an attribute would use only a part of a value, or `None`."""
    if name == "protocol":
        end = len(value.rstrip(":")) + 1  # The attribute itself ends with one colon.
        return f'a scheme can end with only one ":"{at(end)}' if end < len(value) else None
    if name == "hostname":
        return f'a host cannot contain "/"{at(0)}' if value[:1] == "/" else None
    digits = len(leading_digits(value))
    if name != "port" or 0 < digits == len(value):
        return None
    if digits < len(value):
        return f"a port can contain only digits{at(digits)}"
    return "an empty port would be 0: use None to remove the port"


def _keeping(row: Attribute, kept: str | None) -> Attribute:
    """Return a row whose escaping keeps the characters of the class `kept`."""
    if not kept:
        return row
    escape, sub = row.escape, re.compile(f"[^{kept}]+").sub

    def keeping(text: str) -> str:
        return escape(text) if text[:1] == "[" else sub(lambda run: escape(run[0]), text)

    return row._replace(escape=keeping)


def _make_setter(
    row: Attribute,
    settle: Callable[[Pieces], Pieces] | None,
    is_usual: IsUsual | None,
    resolve_host: Callable[[str], str] | None,
) -> Setter:
    """Return a function that runs the common setter steps, and returns the new pieces for the common setter action."""
    _, name, preprocess, condition, escape, put, delimiter = row
    has_port = name == "hostport"
    if not has_port and name != "host":
        resolve_host = None

    def set(input: Pieces, value: str | None) -> Pieces:
        if value and input[SLASHES] == "//":
            usual = is_usual and is_usual(value)
            if usual:
                return pieces.with_host_and_port(input, *usual.groups("")) if has_port else put(input, value)
            if resolve_host is not None and not (has_port and ":" in value):
                host = preprocess(value)
                if host and host[0] != "[":
                    resolved = resolve_host(host)
                    output = put(input, resolved)
                    escaped = host if host.isascii() else escape(host)
                    return output if resolved == escaped else pieces.with_written(output, href(put(input, escaped)))
        new = "" if value is None else delimiter + escape(preprocess(value))
        reason = condition(new, input)
        if reason is not None:
            raise Failure(reason)
        output = put(input, new)
        return output if settle is None else settle(output)

    escaper = _ESCAPERS.get(escape)
    return set if escaper is None else _make_quick_setter(row, settle, escaper)


def _make_quick_setter(row: Attribute, settle: Callable[[Pieces], Pieces] | None, escaper: PercentEncoder) -> Setter:
    """Return the same function as `_make_setter` for the path, the query or the fragment. For these, the setter
    preprocessor changes only the delimiter of a value, and the setter condition is true if the URL has an authority."""
    _, _, preprocess, condition, _, put, delimiter = row
    first = delimiter or preprocess("")
    is_usual, escape_unusual = escaper.is_usual, escaper.encode_unusual

    def set(input: Pieces, value: str | None) -> Pieces:
        if value is None:
            new = ""
        else:
            new = value if value[:1] == first else first + value
            if not is_usual(new, 1):
                new = first + escape_unusual(new[1:])
        if input[SLASHES] != "//":
            reason = condition(new, input)
            if reason is not None:
                raise Failure(reason)
        output = put(input, new)
        return output if settle is None else settle(output)

    return set
