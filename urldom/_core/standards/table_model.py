"""The quick way through the table of HTML5 2.6.6: the getters and setters of the standards that
have its attributes.

Most assigned values are *usual*: the setter preprocessor and the escaping keep them as they are,
and the URL has an authority, so that the setter condition is true. A quick setter finds that out
with one regular expression, and replaces the component. For every other value, it runs
`make_output`, which is the algorithm of the specification, and then the integrity rule (ruling 17).

The tests compare each getter with `table.get_attribute`, and each setter with `table.make_output`
and with a second writing of the algorithm in `tests/core/standards/setter_steps.py`."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Final, NamedTuple, TypeAlias

from urldom._core.errors import at
from urldom._core.standards.parts import ObjectModel, Setter
from urldom._core.standards.table import (
    ATTRIBUTES,
    PATH_ESCAPER,
    QUERY_ESCAPER,
    Attribute,
    make_output,
    tell_output,
)
from urldom._core.text.grammar import leading_digits
from urldom._core.text.percent_encoding import PercentEncoder
from urldom._core.values.pieces import (
    HOST,
    PATH,
    PORT,
    QUERY,
    SCHEME,
    SLASHES,
    Pieces,
    href,
    is_absolute,
    is_hierarchical,
    with_fragment,
    with_host,
    with_host_and_port,
    with_path,
    with_port,
    with_query,
    with_scheme,
    with_written,
)
from urldom._core.values.schemes import is_default_port
from urldom._core.values.telling import Say

#: Matches only values that an assignment to a URL with an authority writes without a change. The
#: groups of a usual host with a port are the host and the piece of the port.
IsUsual: TypeAlias = Callable[[str], "re.Match[str] | None"]
#: Applies the integrity rule (ruling 17): accepts the pieces with the new component, and returns
#: the pieces of the resolved URL, or raises `Failure`.
Settle: TypeAlias = Callable[[Pieces], Pieces]
#: Returns the host after `Settle` of a host that is neither escaped nor in brackets.
ResolveHost: TypeAlias = Callable[[str], str]


# The getters. A piece includes its delimiter, so the values of the other attributes are pieces.


def get_host(input: Pieces) -> str:
    # <hostport> has no default port (ruling 4).
    port = input[PORT]
    if is_default_port(input[SCHEME][:-1], port[1:]):
        return input[HOST]
    return input[HOST] + port


def get_pathname(input: Pieces) -> str:
    if not is_hierarchical(input):
        return ""
    return input[PATH] or "/"  # ruling 14


def get_search(input: Pieces) -> str:
    return input[QUERY] if is_hierarchical(input) else ""


# The object model


class TableModel(ObjectModel):
    """The object model of a standard with the seven attributes of the table."""

    __slots__ = ("kept", "rows")

    def __init__(
        self,
        settle: Mapping[str, Settle],
        usual: Mapping[str, IsUsual] | None = None,
        resolve_host: ResolveHost | None = None,
        kept: Mapping[str, str] | None = None,
    ) -> None:
        """Make the setters. The mappings have the names of components. `kept` has the characters
        outside ASCII that an assignment keeps, as the members of a class."""
        self.kept: Mapping[str, str] = kept or {}
        self.rows: dict[str, Attribute] = {}
        setters: dict[str, Setter] = {}
        for attribute in ATTRIBUTES:
            name = attribute.component.name
            row = _keeping(attribute, self.kept.get(name))
            is_usual = None if usual is None else usual.get(name)
            self.rows[row.name] = row
            setters[row.name] = _make_setter(row, settle.get(name), is_usual, resolve_host)
        super().__init__(
            host=get_host,
            pathname=get_pathname,
            search=get_search,
            setters=setters,
            element_setters=setters,
            first_unused=first_unused,
        )

    def read_assignment(self, name: str, input: Pieces, value: str | None, say: Say) -> object:
        return tell_output(self.rows[name], input, value, say)


def _keeping(row: Attribute, kept: str | None) -> Attribute:
    """Return a row whose escaping keeps the characters of the class `kept`."""
    if not kept:
        return row
    escape = row.component.escape
    sub_others = re.compile(f"[^{kept}]+").sub

    def escape_the_others(text: str) -> str:
        if text[:1] == "[":
            return escape(text)
        return sub_others(lambda others: escape(others[0]), text)

    return row.escaping(escape_the_others)


def first_unused(name: str, input: Pieces, value: str) -> str | None:
    """Return why and where the setter of an attribute would use only a part of a value, or
    `None`."""
    if name == "protocol":
        end = len(value.rstrip(":")) + 1  # The attribute itself ends with one colon.
        if end < len(value):
            return f'a scheme can end with only one ":"{at(end)}'
    elif name == "hostname":
        if value[:1] == "/":
            return f'a host cannot contain "/"{at(0)}'
    elif name == "port":
        if not value:
            return "an empty port would be 0: use None to remove the port"
        digits = len(leading_digits(value))
        if digits < len(value):
            return f"a port can contain only digits{at(digits)}"
    return None


# The setters


def _make_setter(
    row: Attribute,
    settle: Settle | None,
    is_usual: IsUsual | None,
    resolve_host: ResolveHost | None,
) -> Setter:
    """Return the setter of an attribute: its quick way, if there is one, and the steps."""
    by_the_steps = _setter_by_the_steps(row, settle)
    component = row.component
    if component.name == "scheme":
        return _quick_scheme_setter(by_the_steps, settle)
    quick = _QUICK_ESCAPING.get(component.name)
    if quick is not None and component.escape == quick.escaper.encode:
        return _quick_escaping_setter(by_the_steps, settle, quick)
    if is_usual is None:
        return by_the_steps
    if component.name == "port":
        return _quick_port_setter(by_the_steps, is_usual)
    unusual = None
    if resolve_host is not None:
        unusual = _unusual_host_setter(resolve_host, component.escape)
    if component.name == "hostport":
        return _quick_hostport_setter(by_the_steps, is_usual, unusual)
    return _quick_host_setter(by_the_steps, is_usual, unusual)


def _setter_by_the_steps(row: Attribute, settle: Settle | None) -> Setter:
    """Return the setter that does what the text says, and applies the integrity rule (ruling
    17)."""

    def set(input: Pieces, value: str | None) -> Pieces:
        output = make_output(row, input, value)
        return output if settle is None else settle(output)

    return set


def _quick_scheme_setter(by_the_steps: Setter, settle: Settle | None) -> Setter:
    """Return a setter that is quick for a scheme of letters, in a URL with an authority."""

    def set(input: Pieces, value: str | None) -> Pieces:
        if value and input[SLASHES] == "//" and value.isalpha() and value.isascii():
            output = with_scheme(input, f"{value}:")
            return output if settle is None else settle(output)
        return by_the_steps(input, value)

    return set


def _quick_host_setter(by_the_steps: Setter, is_usual: IsUsual, unusual: Setter | None) -> Setter:
    """Return a setter that is quick for a host."""

    def set(input: Pieces, value: str | None) -> Pieces:
        if value and input[SLASHES] == "//":
            if is_usual(value):
                return with_host(input, value)
            host = value.lstrip("/")
            if unusual is not None and host[:1] not in ("", "["):
                return unusual(input, host)
        return by_the_steps(input, value)

    return set


def _quick_hostport_setter(
    by_the_steps: Setter, is_usual: IsUsual, unusual: Setter | None
) -> Setter:
    """Return a setter that is quick for a host with or without a port."""

    def set(input: Pieces, value: str | None) -> Pieces:
        if value and input[SLASHES] == "//":
            usual = is_usual(value)
            if usual:
                host, port = usual.groups("")
                return with_host_and_port(input, host, port)
            if unusual is not None and ":" not in value and value[0] != "[":
                return unusual(with_port(input, ""), value)  # ruling 16
        return by_the_steps(input, value)

    return set


def _unusual_host_setter(resolve_host: ResolveHost, escape: Callable[[str], str]) -> Setter:
    """Return a setter for a host that is not in brackets, which it escapes and resolves at once."""

    def set(input: Pieces, host: str | None) -> Pieces:
        assert host
        resolved = resolve_host(host)
        escaped = host if host.isascii() else escape(host)
        output = with_host(input, resolved)
        if resolved == escaped:
            return output
        return with_written(output, href(with_host(input, escaped)))

    return set


def _quick_port_setter(by_the_steps: Setter, is_usual: IsUsual) -> Setter:
    """Return a setter that is quick for a port that is a number without zeros before it."""

    def set(input: Pieces, value: str | None) -> Pieces:
        if value and input[SLASHES] == "//" and is_usual(value):
            return with_port(input, f":{value}")
        return by_the_steps(input, value)

    return set


class _QuickEscaping(NamedTuple):
    """How a quick setter replaces the path, the query or the fragment."""

    #: The first character of the piece, which the setter preprocessor adds or removes.
    first: str
    escaper: PercentEncoder
    put: Callable[[Pieces, str], Pieces]
    #: Whether an absolute URL without an authority fulfills the setter condition.
    accepts: Callable[[Pieces], bool]


_QUICK_ESCAPING: Final = {
    "path": _QuickEscaping("/", PATH_ESCAPER, with_path, is_hierarchical),
    "query": _QuickEscaping("?", QUERY_ESCAPER, with_query, is_hierarchical),
    "fragment": _QuickEscaping("#", QUERY_ESCAPER, with_fragment, is_absolute),
}


def _quick_escaping_setter(
    by_the_steps: Setter, settle: Settle | None, quick: _QuickEscaping
) -> Setter:
    """Return a setter of the path, the query or the fragment that is quick if the setter condition
    is true, as it always is in a URL with an authority."""
    first, escaper, put, accepts = quick
    is_usual, escape_unusual = escaper.is_usual, escaper.encode_unusual

    def set(input: Pieces, value: str | None) -> Pieces:
        if input[SLASHES] != "//" and not accepts(input):
            return by_the_steps(input, value)
        if value is None:
            new = ""  # ruling 19
        else:
            new = value if value[:1] == first else first + value
            if not is_usual(new, 1):
                new = first + escape_unusual(new[1:])
        output = put(input, new)
        return output if settle is None else settle(output)

    return set
