"""The seven *URL decomposition IDL attributes* (HTML5 2.6.6): the specification's table, and the machinery that reads
it.

The rows speak of an absolute URL's components, of whether it is hierarchical and of whether it is authority-based. A
standard that can tell these of an input (its `inspect`) has the attributes.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, NamedTuple

import attrs

from urldom.errors import RejectedValueError
from urldom.escaping import (
    FRAGMENT_CHARACTERS,
    PATH_CHARACTERS,
    QUERY_CHARACTERS,
    REG_NAME_CHARACTERS,
    ComponentEscaper,
)
from urldom.grammar import DIGIT, SCHEME
from urldom.parsed import ParsedURL
from urldom.standards import Decomposition, Standard


class Input(NamedTuple):
    """An *input* (2.6.6) that is an absolute URL."""

    parsed: ParsedURL
    hierarchical: bool
    authority_based: bool

    @classmethod
    def of(cls, parsed: ParsedURL) -> Input | None:
        """The input whose components are known, for a standard under which having a scheme is being absolute."""
        if parsed.scheme is None:
            return None
        authority_based = parsed.host is not None
        return cls(parsed, authority_based or parsed.path.startswith("/"), authority_based)


# Getter conditions: whether `input` fulfils them.


def _absolute(input: Input) -> bool:
    return True


def _authority_based(input: Input) -> bool:
    return input.authority_based


def _hierarchical(input: Input) -> bool:
    return input.hierarchical


def _authority_based_with_port(input: Input) -> bool:
    return input.authority_based and input.parsed.port is not None


def _hierarchical_with_query(input: Input) -> bool:
    return input.hierarchical and input.parsed.query is not None


def _with_non_empty_fragment(input: Input) -> bool:
    return bool(input.parsed.fragment)


# Setter preprocessors.


def _drop_trailing_colons(value: str) -> str:
    return value.rstrip(":")


def _unchanged(value: str) -> str:
    return value


def _drop_leading_slashes(value: str) -> str:
    return value.lstrip("/")


_leading_digits = re.compile(f"[{DIGIT}]*").match


def _port_number(value: str) -> str:
    digits = _leading_digits(value)
    assert digits is not None
    return digits[0].lstrip("0") or "0"


def _with_leading_slash(value: str) -> str:
    return value if value.startswith("/") else f"/{value}"


def _drop_question_mark(value: str) -> str:
    return value.removeprefix("?")


def _drop_number_sign(value: str) -> str:
    return value.removeprefix("#")


# %-escaping (ruling 15).

_escape_reg_name: Final = ComponentEscaper(REG_NAME_CHARACTERS)
_hostport = re.compile(rf"(\[[^\]]*\]|[^:]*)(?::([{DIGIT}]*))?\Z").match


def _escape_host(value: str) -> str:
    return value if value.startswith("[") and value.endswith("]") else _escape_reg_name(value)


def _escape_hostport(value: str) -> str:
    found = _hostport(value)  # ruling 16
    if found is None:
        return value  # the setter condition says why
    host = _escape_host(found[1])
    return host if found[2] is None else f"{host}:{found[2]}"


#: The %-escaping of what is not valid in a component.
_ESCAPES: Final[dict[str, Callable[[str], str]]] = {
    "scheme": _unchanged,
    "hostport": _escape_hostport,
    "host": _escape_host,
    "port": _unchanged,
    "path": ComponentEscaper(PATH_CHARACTERS),
    "query": ComponentEscaper(QUERY_CHARACTERS),
    "fragment": ComponentEscaper(FRAGMENT_CHARACTERS),
}


# Setter conditions: `None` where the value and the input fulfil them, else the reason why not.

_NOT_AUTHORITY_BASED: Final = 'the URL is not authority-based: no "//" follows its scheme'
_NOT_HIERARCHICAL: Final = 'the URL is not hierarchical: no "/" follows its scheme'
_is_scheme = re.compile(rf"{SCHEME}\Z").match


def _new_scheme(value: str, input: Input) -> str | None:
    if not value:
        return "the new scheme is empty"
    return None if _is_scheme(value) else f"{value!r} is no scheme"


def _new_host(value: str, input: Input) -> str | None:
    if not value:
        return "the new host is empty"
    return None if input.authority_based else _NOT_AUTHORITY_BASED


def _new_hostport(value: str, input: Input) -> str | None:
    found = _hostport(value)
    if found is None:
        return "it is neither a host nor a host, a colon and digits"
    return _new_host(found[1], input)


def _new_port(value: str, input: Input) -> str | None:
    if not input.authority_based:
        return _NOT_AUTHORITY_BASED
    # Without leading zeros, so that a longer one is greater. An int of any length is not made of it.
    return None if len(value) <= 5 and int(value) <= 65535 else "the port is greater than 65535"


def _if_hierarchical(value: str, input: Input) -> str | None:
    return None if input.hierarchical else _NOT_HIERARCHICAL


def _always(value: str, input: Input) -> str | None:
    return None


class Attribute(NamedTuple):
    """A row of the specification's table, with its columns. `component` is an attribute of `ParsedURL`."""

    name: str
    component: str
    getter_condition: Callable[[Input], bool]
    prefix: str
    suffix: str
    setter_preprocessor: Callable[[str], str]
    setter_condition: Callable[[str, Input], str | None]


# fmt: off
ATTRIBUTES: Final = (
    # attribute, component, getter condition, prefix, suffix, setter preprocessor, setter condition
    Attribute("protocol", "scheme",   _absolute,                  "",  ":", _drop_trailing_colons, _new_scheme),
    Attribute("host",     "hostport", _authority_based,           "",  "",  _unchanged,            _new_hostport),
    Attribute("hostname", "host",     _authority_based,           "",  "",  _drop_leading_slashes, _new_host),
    Attribute("port",     "port",     _authority_based_with_port, "",  "",  _port_number,          _new_port),
    Attribute("pathname", "path",     _hierarchical,              "",  "",  _with_leading_slash,   _if_hierarchical),
    Attribute("search",   "query",    _hierarchical_with_query,   "?", "",  _drop_question_mark,   _if_hierarchical),
    Attribute("hash",     "fragment", _with_non_empty_fragment,   "#", "",  _drop_number_sign,     _always),
)
# fmt: on
_ROWS: Final = {row.name: row for row in ATTRIBUTES}

_NOTHING: Final = ("", "", "", "", "", "", "")


def decompose(input: Input | None) -> Decomposition:
    """What the attributes return on getting; `None` is an input that is no absolute URL."""
    if input is None:
        return _NOTHING
    protocol, host, hostname, port, pathname, search, hash = [_get(row, input) for row in ATTRIBUTES]
    return protocol, host, hostname, port, pathname, search, hash


def _get(row: Attribute, input: Input) -> str:
    if not row.getter_condition(input):
        return ""
    component = getattr(input.parsed, row.component)
    if row.component == "path" and not component and input.authority_based:
        return "/"  # ruling 14
    return f"{row.prefix}{component or ''}{row.suffix}"


class StandardOfTheTable(Standard):
    """A standard under which `URLDecomposition` has the seven attributes of the table."""

    __slots__ = ()

    def inspect(self, input: str) -> Input | None:
        """What the table asks of an input, or `None` where that is no absolute URL. Never raises for a string."""
        raise NotImplementedError

    def decompose(self, input: str, encoding: str = "utf-8") -> Decomposition:
        return decompose(self.inspect(input))

    def assign(self, input: str, name: str, value: str, encoding: str = "utf-8") -> str:
        row = _ROWS[name]
        new = _ESCAPES[row.component](row.setter_preprocessor(value))
        before = self.inspect(input)
        if before is None:
            raise RejectedValueError(name, value, "the URL is not an absolute URL")
        reason = row.setter_condition(new, before)
        if reason is not None:
            raise RejectedValueError(name, value, reason)
        expected = _replace(before.parsed, row.component, new)
        output = str(expected)
        # Ruling 17
        after = self.inspect(output)
        if after is None:
            raise RejectedValueError(name, value, f"{output[:200]!r} would not be an absolute URL")
        if after.parsed != expected and after.parsed != _without_empty(expected):
            raise RejectedValueError(name, value, f"{output[:200]!r} would differ in more than the {row.component}")
        return output


def _replace(parsed: ParsedURL, component: str, value: str) -> ParsedURL:
    if component != "hostport":
        return attrs.evolve(parsed, **{component: value})
    found = _hostport(value)
    assert found is not None
    return attrs.evolve(parsed, host=found[1], port=found[2])  # ruling 16


def _without_empty(parsed: ParsedURL) -> ParsedURL:
    """The components as RFC 1808 reads them back: it tells no empty query and fragment from absent ones."""
    return attrs.evolve(parsed, query=parsed.query or None, fragment=parsed.fragment or None)


_authority_parts = re.compile(rf"(?:([^@]*)@)?(\[[^\]]*\]|[^@:]*)(?::([{DIGIT}]*))?\Z").match


def split_authority(authority: str) -> tuple[str | None, str, str | None]:
    """Userinfo, host and port of an authority of the form `userinfo@host:port`; of any other form, all is host.

    >>> split_authority("u:p@h:80"), split_authority("a:b")
    (('u:p', 'h', '80'), (None, 'a:b', None))
    """
    found = _authority_parts(authority)
    return (found[1], found[2], found[3]) if found else (None, authority, None)
