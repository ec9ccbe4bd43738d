"""The seven *URL decomposition IDL attributes* (HTML5 2.6.6): the specification's table, and the machinery that reads
it.

The rows speak of a URL's pieces. A standard whose URLs have these pieces has the attributes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final, Generic, NamedTuple, TypeAlias, TypeVar

from urldom._errors import Failure, UnresolvableURLError, shown
from urldom._standards.interface import Setter, Standard
from urldom._text.encodings import output_encoding
from urldom._text.grammar import DIGIT, SCHEME, leading_digits, port_number
from urldom._text.percent_encoding import (
    FRAGMENT_CHARACTERS,
    PATH_CHARACTERS,
    QUERY_CHARACTERS,
    REG_NAME_CHARACTERS,
    component_escaper,
)
from urldom._values.parsed_url import is_default_port
from urldom._values.pieces import Pieces, href
from urldom._values.telling import Say, Told
from urldom._values.url_value import AnyURL, url_text

# Getter conditions: whether `input` fulfils them.


def _absolute(input: Pieces) -> bool:
    return input[0] != ""


def _authority_based(input: Pieces) -> bool:
    return input[1] != ""


def _hierarchical(input: Pieces) -> bool:
    return input[1] != "" or input[5][:1] == "/"


def _authority_based_with_port(input: Pieces) -> bool:
    return _authority_based(input) and input[4] != ""


def _hierarchical_with_query(input: Pieces) -> bool:
    return _hierarchical(input) and input[6] != ""


def _with_non_empty_fragment(input: Pieces) -> bool:
    return len(input[7]) > 1


# Components, without their delimiters.


def _scheme(input: Pieces) -> str:
    return input[0][:-1]


def _hostport_of(input: Pieces) -> str:
    """<hostport> (2.6.2)"""
    return input[3] if is_default_port(input[0][:-1], input[4][1:]) else input[3] + input[4]


def _host(input: Pieces) -> str:
    return input[3]


def _port(input: Pieces) -> str:
    return input[4][1:]


def _path(input: Pieces) -> str:
    return input[5] or "/"  # ruling 14


def _query(input: Pieces) -> str:
    return input[6][1:]


def _fragment(input: Pieces) -> str:
    return input[7][1:]


# Setter preprocessors.


def _drop_trailing_colons(value: str) -> str:
    return value.rstrip(":")


def _unchanged(value: str) -> str:
    return value


def _drop_leading_slashes(value: str) -> str:
    return value.lstrip("/")


def _port_number(value: str) -> str:
    return leading_digits(value).lstrip("0") or "0"


def _with_leading_slash(value: str) -> str:
    return value if value[:1] == "/" else f"/{value}"


def _drop_question_mark(value: str) -> str:
    return value.removeprefix("?")


def _drop_number_sign(value: str) -> str:
    return value.removeprefix("#")


# %-escaping of what is not valid in a component (ruling 15).

#: The pieces host and port.
_Hostport: TypeAlias = tuple[str, str]

_escape_reg_name: Final = component_escaper(REG_NAME_CHARACTERS)
_escape_path: Final = component_escaper(PATH_CHARACTERS)
_escape_query: Final = component_escaper(QUERY_CHARACTERS)
_escape_fragment: Final = component_escaper(FRAGMENT_CHARACTERS)
_match_bracketed_hostport = re.compile(rf"(\[[^\]]*\])(:[{DIGIT}]*|)\Z").match


def _escape_host(value: str) -> str:
    return value if value[:1] == "[" and value[-1] == "]" else _escape_reg_name(value)


def _escape_hostport(value: str) -> _Hostport | None:
    """A host, and a colon with digits or none behind it (ruling 16); `None` for what is neither."""
    if value[:1] == "[":
        found = _match_bracketed_hostport(value)
        return found and (found[1], found[2])
    if ":" not in value:
        return _escape_reg_name(value), ""
    host, colon, port = value.partition(":")
    if port and not (port.isdigit() and port.isascii()):
        return None
    return _escape_reg_name(host), colon + port


# Setter conditions: `None` where the value and the input fulfil them, else the reason why not.

_NOT_AUTHORITY_BASED: Final = 'the URL is not authority-based: no "//" follows its scheme'
_NOT_HIERARCHICAL: Final = 'the URL is not hierarchical: no "/" follows its scheme'
_is_scheme = re.compile(rf"{SCHEME}\Z").match


def _new_scheme(value: str, input: Pieces) -> str | None:
    if not value:
        return "the new scheme is empty"
    return None if _is_scheme(value) else f"{shown(value)} is no scheme"


def _new_host(value: str, input: Pieces) -> str | None:
    if not value:
        return "the new host is empty"
    return None if input[1] else _NOT_AUTHORITY_BASED


def _new_hostport(value: _Hostport | None, input: Pieces) -> str | None:
    return _new_host(value[0], input) if value else "it is neither a host nor a host, a colon and digits"


def _new_port(value: str, input: Pieces) -> str | None:
    if not input[1]:
        return _NOT_AUTHORITY_BASED
    return "the port is greater than 65535" if port_number(value) is None else None


def _if_hierarchical(value: str, input: Pieces) -> str | None:
    return None if input[1] or input[5][:1] == "/" else _NOT_HIERARCHICAL


def _always(value: str, input: Pieces) -> str | None:
    return None


# How a new component takes the place of the old one; "" removes it.


def _put_scheme(input: Pieces, value: str) -> Pieces:
    _, slashes, userinfo, host, port, path, query, fragment, _ = input
    return f"{value}:", slashes, userinfo, host, port, path, query, fragment, None


def _put_hostport(input: Pieces, value: _Hostport) -> Pieces:
    scheme, slashes, userinfo, _, _, path, query, fragment, _ = input
    return scheme, slashes, userinfo, *value, path, query, fragment, None  # ruling 16


def _put_host(input: Pieces, value: str) -> Pieces:
    scheme, slashes, userinfo, _, port, path, query, fragment, _ = input
    return scheme, slashes, userinfo, value, port, path, query, fragment, None


def _put_port(input: Pieces, value: str) -> Pieces:
    scheme, slashes, userinfo, host, _, path, query, fragment, _ = input
    return scheme, slashes, userinfo, host, value and f":{value}", path, query, fragment, None


def _put_path(input: Pieces, value: str) -> Pieces:
    scheme, slashes, userinfo, host, port, _, query, fragment, _ = input
    return scheme, slashes, userinfo, host, port, value, query, fragment, None


def _put_query(input: Pieces, value: str) -> Pieces:
    scheme, slashes, userinfo, host, port, path, _, fragment, _ = input
    return scheme, slashes, userinfo, host, port, path, value, fragment, None


def _put_fragment(input: Pieces, value: str) -> Pieces:
    scheme, slashes, userinfo, host, port, path, query, _, _ = input
    return scheme, slashes, userinfo, host, port, path, query, value, None


class Component(NamedTuple):
    """A component of the URL as the table means it: how it is read off the pieces, without its delimiter, how it is
    escaped (ruling 15) and put in the place of the old one, and, where an empty one is not the same as none (ruling
    19), its delimiter, which `put` takes with it. What `escape` returns goes to the setter condition and to `put`: a
    string, of a <hostport> its two pieces."""

    name: str
    get: Callable[[Pieces], str]
    escape: Callable[[str], Any]
    put: Callable[[Pieces, Any], Pieces]
    delimiter: str = ""


# fmt: off
_SCHEME: Final   = Component("scheme",   _scheme,      _unchanged,       _put_scheme)
_HOSTPORT: Final = Component("hostport", _hostport_of, _escape_hostport, _put_hostport)
_HOST: Final     = Component("host",     _host,        _escape_host,     _put_host)
_PORT: Final     = Component("port",     _port,        _unchanged,       _put_port)
_PATH: Final     = Component("path",     _path,        _escape_path,     _put_path)
_QUERY: Final    = Component("query",    _query,       _escape_query,    _put_query,    "?")
_FRAGMENT: Final = Component("fragment", _fragment,    _escape_fragment, _put_fragment, "#")
# fmt: on


class Attribute(NamedTuple):
    """A row of the specification's table, with its columns."""

    name: str
    component: Component
    getter_condition: Callable[[Pieces], bool]
    prefix: str
    suffix: str
    setter_preprocessor: Callable[[str], str]
    setter_condition: Callable[[Any, Pieces], str | None]


# fmt: off
ATTRIBUTES: Final = (
    # attribute, component, getter condition, prefix, suffix, setter preprocessor, setter condition
    Attribute("protocol", _SCHEME,   _absolute,                  "",  ":", _drop_trailing_colons, _new_scheme),
    Attribute("host",     _HOSTPORT, _authority_based,           "",  "",  _unchanged,            _new_hostport),
    Attribute("hostname", _HOST,     _authority_based,           "",  "",  _drop_leading_slashes, _new_host),
    Attribute("port",     _PORT,     _authority_based_with_port, "",  "",  _port_number,          _new_port),
    Attribute("pathname", _PATH,     _hierarchical,              "",  "",  _with_leading_slash,   _if_hierarchical),
    Attribute("search",   _QUERY,    _hierarchical_with_query,   "?", "",  _drop_question_mark,   _if_hierarchical),
    Attribute("hash",     _FRAGMENT, _with_non_empty_fragment,   "#", "",  _drop_number_sign,     _always),
)
# fmt: on
_ROWS: Final = {row.name: row for row in ATTRIBUTES}


def get(name: str, input: Pieces) -> str:
    """What the attribute `name` returns on getting.

    >>> get("search", ("http:", "//", "", "h", "", "", "?", "", ""))
    '?'
    """
    _, component, getter_condition, prefix, suffix, _, _ = _ROWS[name]
    return f"{prefix}{component.get(input)}{suffix}" if getter_condition(input) else ""


class StandardOfTheTable(Standard):
    """A standard under which `URLDecomposition` has the seven attributes of the table."""

    __slots__ = ("setters",)

    setters: Mapping[str, Setter]

    def __init__(self, settle: Mapping[str, Callable[[Pieces], Pieces]]) -> None:
        """`settle` is the integrity rule (ruling 17), for the components of which a new one can make the URL another,
        or none: what makes, of the pieces with the new component, those of what the URL resolves to. It raises
        `Failure` where that would be no absolute URL, or another one than the pieces say."""
        super().__init__()
        setters = {row.name: _make_setter(row, settle.get(row.component.name)) for row in ATTRIBUTES}
        object.__setattr__(self, "setters", setters)

    def host(self, pieces: Pieces) -> str:
        return get("host", pieces)

    def pathname(self, pieces: Pieces) -> str:
        return get("pathname", pieces)

    def search(self, pieces: Pieces) -> str:
        return get("search", pieces)


def _make_setter(row: Attribute, settle: Callable[[Pieces], Pieces] | None) -> Setter:
    """The common setter steps up to the common setter action: what they make of the input is the output's pieces."""
    _, (_, _, escape, put, delimiter), _, _, _, preprocess, condition = row

    def set(input: Pieces, value: str | None) -> Pieces:
        new = "" if value is None else escape(preprocess(value))
        reason = condition(new, input)
        if reason is not None:
            raise Failure(reason)
        output = put(input, delimiter + new if delimiter and value is not None else new)
        return output if settle is None else settle(output)

    return set


def read_assignment(name: str, input: Pieces, value: str | None, say: Say) -> Pieces:
    """The common setter steps of the attribute `name`, each column of which is done and said.

    The result is the pieces with the new component. The integrity rule (ruling 17) is not applied yet. Raises `Failure`
    if the setter condition is not fulfilled."""
    _, (_, _, escape, put, delimiter), _, _, _, preprocess, condition = _ROWS[name]
    new: Any = ""
    told = value
    if value is None:
        say(Told(f"HTML5 2.6.6, {name}, ruling 19"))
    else:
        preprocessed = preprocess(value)
        say(Told(f"HTML5 2.6.6, {name}, setter preprocessor", value, {"value": preprocessed}))
        new = escape(preprocessed)
        told = preprocessed if new is None else "".join(new)
        say(Told(f"HTML5 2.6.6, {name}, %-escaping", preprocessed, {"value": told}))
    say(Told(f"HTML5 2.6.6, {name}, setter condition", told))
    reason = condition(new, input)
    if reason is not None:
        raise Failure(reason)
    return put(input, f"{delimiter}{new}" if delimiter and value is not None else new)


_authority_parts = re.compile(rf"([^@]*@|)(\[[^\]]*\]|[^@:]*)((?::[{DIGIT}]*)?)\Z").match


def split_authority(authority: str) -> tuple[str, str, str]:
    """The pieces userinfo, host and port of an authority of the form `userinfo@host:port`; of any other form, all is
    host.

    >>> split_authority("u:p@h:80"), split_authority("a:b")
    (('u:p@', 'h', ':80'), ('', 'a:b', ''))
    """
    found = _authority_parts(authority)
    return (found[1], found[2], found[3]) if found else ("", authority, "")


_Reference = TypeVar("_Reference")


class ReferenceStandard(StandardOfTheTable, Generic[_Reference]):
    """A standard of URI references, which has its own value for their components and its own steps to resolve them."""

    __slots__ = ()

    def __init__(self) -> None:
        super().__init__({row.component.name: partial(self._settle, row.component.name) for row in ATTRIBUTES})

    def _resolve(self, url: AnyURL, base: AnyURL | None, encoding: str, **options: bool) -> _Reference:
        """What `resolve` is made of: the target of the reference `url`; `encoding` is checked and not used."""
        output_encoding(encoding)
        text = url_text(url)
        base_text = None if base is None else url_text(base, "a base")
        try:
            return self.resolve_reference(text, base_text, None, **options)
        except Failure as failure:
            raise UnresolvableURLError(text, base_text, failure.reason, self.name) from None

    def cut_as_written(self, url: str) -> Pieces:
        """The pieces of a reference, not resolved. Raises `Failure` for what the grammar does not match."""
        raise NotImplementedError

    def cut(  # pyright: ignore[reportIncompatibleVariableOverride]
        self, url: str, base: Pieces | None = None, encoding: str = "utf-8"
    ) -> Pieces:
        resolved = str(self.resolve_reference(url, None if base is None else href(base)))
        pieces = self.cut_as_written(resolved)
        if not pieces[0]:
            raise Failure("it has no scheme")
        return (*pieces[:8], url)

    def resolve_reference(self, url: str, base: str | None, say: Say | None = None, **options: bool) -> _Reference:
        """The target of a reference: the reading of the standard, which says its steps. Raises `Failure`."""
        raise NotImplementedError

    def with_query(self, pieces: Pieces, query: str) -> Pieces:
        return self._settle("query", super().with_query(pieces, query))

    def _settle(self, changed: str, pieces: Pieces) -> Pieces:
        output = href(pieces)
        try:
            read_back, resolved = self.cut_as_written(output), self.cut(output)
        except Failure:
            raise Failure(f"{output[:200]!r} would not be an absolute URL") from None
        if read_back[:8] != pieces[:8] and read_back[:8] != _without_empty(pieces):
            raise Failure(f"{output[:200]!r} would differ in more than the {changed}")
        return (*resolved[:8], None if href(resolved) == output else output)


def _without_empty(pieces: Pieces) -> tuple[str, ...]:
    """The pieces as RFC 1808 reads them back: it tells no empty query and fragment from absent ones."""
    return (*pieces[:6], *("" if len(piece) == 1 else piece for piece in pieces[6:8]))
