"""The seven *URL decomposition IDL attributes* (HTML5 2.6.6): the specification's table with all
its columns, and the two algorithms that it is for, in the order and the words of the text.

- On getting, `get_attribute` returns the *component*, with its *prefix* and *suffix*, if the input
  is an absolute URL that fulfills the *getter condition*.
- On setting, `make_output` mutates the value by the *setter preprocessor*, escapes it, tests the
  *setter condition*, and replaces the component. `URLDecomposition` then runs the *common setter
  action* with the output, or with the unchanged input if the condition is false.

The *input* is a URL in pieces. Where the text is open, a comment names our ruling by its number:
see `docs/rulings.md`. `table_model` has the quick way through the table, and the tests hold the two
equal."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, TypeAlias

from urldom._core.errors import Failure, shown
from urldom._core.text import grammar
from urldom._core.text.grammar import leading_digits, port_number
from urldom._core.text.percent_encoding import PATH_CHARACTERS, QUERY_CHARACTERS, component_escaper
from urldom._core.values.pieces import (
    Pieces,
    fragment_of,
    host_of,
    is_absolute,
    is_authority_based,
    is_hierarchical,
    path_of,
    port_of,
    query_of,
    scheme_of,
    with_fragment,
    with_host,
    with_host_and_port,
    with_path,
    with_port,
    with_query,
    with_scheme,
)
from urldom._core.values.schemes import is_default_port
from urldom._core.values.telling import Say

# The column "component": how to read, escape and replace each one. `None` removes a component
# (ruling 19).


class Component:
    """A component of the table, such as <path>. A class with slots is read faster than a named
    tuple."""

    __slots__ = ("escape", "name", "read", "replace")

    def __init__(
        self,
        name: str,
        read: Callable[[Pieces], str],
        escape: Callable[[str], str],
        replace: Callable[[Pieces, str | None], Pieces],
    ) -> None:
        self.name = name
        #: Returns the component of the input without its delimiters.
        self.read = read
        #: %-escapes the characters that are not valid in the component (ruling 15).
        self.escape = escape
        #: Returns the pieces with another component, "including its prefix character" even if it is
        #: empty.
        self.replace = replace


PATH_ESCAPER: Final = component_escaper(PATH_CHARACTERS)
#: It also escapes a fragment, which has the characters of a query.
QUERY_ESCAPER: Final = component_escaper(QUERY_CHARACTERS)
_escape_reg_name: Final = component_escaper(grammar.UNRESERVED + grammar.SUB_DELIMS).encode


def _nothing_to_escape(value: str) -> str:
    """Return a scheme or a port, which have no escapes. The setter condition rejects other
    values."""
    return value


def _read_scheme(input: Pieces) -> str:
    return scheme_of(input)[:-1]


def _replace_scheme(input: Pieces, scheme: str | None) -> Pieces:
    return with_scheme(input, f"{scheme}:")


def _read_hostport(input: Pieces) -> str:
    """Return the host, and the port if it is not the scheme's default (HTML5 2.6.2, ruling 4)."""
    port = port_of(input)
    if is_default_port(_read_scheme(input), port[1:]):
        return host_of(input)
    return host_of(input) + port


def split_hostport(value: str) -> tuple[str, str] | None:
    """Return a host and the piece of its port, or `None` if the value is neither `host` nor
    `host:digits`."""
    if value[:1] == "[":
        host, bracket, port = value.partition("]")
        host += bracket
        if not bracket or port[:1] not in ("", ":"):
            return None
    else:
        host, colon, port = value.partition(":")
        port = colon + port
    digits = port[1:]
    if digits and not (digits.isascii() and digits.isdigit()):
        return None
    return host, port


def _escape_hostport(value: str) -> str:
    """Escape the host (ruling 16). A value that is not a host with a port is rejected later."""
    if value[:1] == "[":
        return value
    found = split_hostport(value)
    if found is None:
        return value
    host, port = found
    return _escape_reg_name(host) + port


def _replace_hostport(input: Pieces, value: str | None) -> Pieces:
    """Replace the host and the port together, so that a value without a port removes it (ruling
    16)."""
    found = split_hostport(value or "")
    assert found is not None  # the setter condition
    host, port = found
    return with_host_and_port(input, host, port)


def _escape_host(value: str) -> str:
    """Escape a <reg-name>. An IP literal passes as a whole (ruling 15)."""
    if value[:1] == "[" and value[-1:] == "]":
        return value
    return _escape_reg_name(value)


def _replace_host(input: Pieces, host: str | None) -> Pieces:
    return with_host(input, host or "")


def _read_port(input: Pieces) -> str:
    return port_of(input)[1:]


def _replace_port(input: Pieces, port: str | None) -> Pieces:
    return with_port(input, "" if port is None else f":{port}")


def _read_path(input: Pieces) -> str:
    return path_of(input) or "/"  # ruling 14: the path of an authority-based URL is never empty


def _replace_path(input: Pieces, path: str | None) -> Pieces:
    return with_path(input, path or "")


def _read_query(input: Pieces) -> str:
    return query_of(input)[1:]


def _replace_query(input: Pieces, query: str | None) -> Pieces:
    return with_query(input, "" if query is None else f"?{query}")


def _read_fragment(input: Pieces) -> str:
    return fragment_of(input)[1:]


def _replace_fragment(input: Pieces, fragment: str | None) -> Pieces:
    return with_fragment(input, "" if fragment is None else f"#{fragment}")


# fmt: off
_SCHEME: Final = Component("scheme", _read_scheme, _nothing_to_escape, _replace_scheme)
_HOSTPORT: Final = Component("hostport", _read_hostport, _escape_hostport, _replace_hostport)
_HOST: Final = Component("host", host_of, _escape_host, _replace_host)
_PORT: Final = Component("port", _read_port, _nothing_to_escape, _replace_port)
_PATH: Final = Component("path", _read_path, PATH_ESCAPER.encode, _replace_path)
_QUERY: Final = Component("query", _read_query, QUERY_ESCAPER.encode, _replace_query)
_FRAGMENT: Final = Component("fragment", _read_fragment, QUERY_ESCAPER.encode, _replace_fragment)
# fmt: on

# The column "getter condition"


def _no_condition(input: Pieces) -> bool:
    return True


def _is_authority_based_and_has_port(input: Pieces) -> bool:
    return is_authority_based(input) and port_of(input) != ""


def _is_hierarchical_and_has_query(input: Pieces) -> bool:
    return is_hierarchical(input) and query_of(input) != ""


def _has_nonempty_fragment(input: Pieces) -> bool:
    return fragment_of(input) not in ("", "#")


# The column "setter preprocessor"


def _no_preprocessor(value: str) -> str:
    return value


def _remove_trailing_colons(value: str) -> str:
    return value.rstrip(":")


def _remove_leading_slashes(value: str) -> str:
    return value.lstrip("/")


def _keep_leading_number(value: str) -> str:
    return leading_digits(value).lstrip("0") or "0"


def _prepend_missing_slash(value: str) -> str:
    return value if value[:1] == "/" else f"/{value}"


def _remove_one_question_mark(value: str) -> str:
    return value.removeprefix("?")


def _remove_one_number_sign(value: str) -> str:
    return value.removeprefix("#")


# The column "setter condition"

#: The answer of a setter condition: `None` if it is true, or else the reason why it is false.
_WhyFalse: TypeAlias = "str | None"
_is_scheme: Final = re.compile(rf"{grammar.SCHEME}\Z").match


def _is_a_scheme(value: str, input: Pieces) -> _WhyFalse:
    if not value:
        return "the new scheme is empty"
    # ruling 15: a scheme has no escapes, so an invalid character makes the condition false
    return None if _is_scheme(value) else f"{shown(value)} is not a scheme"


def _input_is_authority_based(input: Pieces) -> _WhyFalse:
    if is_authority_based(input):
        return None
    return 'the URL is not authority-based: no "//" follows its scheme'


def _is_not_empty_and_input_is_authority_based(value: str, input: Pieces) -> _WhyFalse:
    if not value:
        return "the new host is empty"
    return _input_is_authority_based(input)


def _is_hostport_and_input_is_authority_based(value: str, input: Pieces) -> _WhyFalse:
    found = split_hostport(value)
    if found is None:
        return "it must be a host, or a host with a colon and digits"
    host, _ = found
    return _is_not_empty_and_input_is_authority_based(host, input)  # ruling 16


def _is_port_and_input_is_authority_based(value: str, input: Pieces) -> _WhyFalse:
    why_not_based = _input_is_authority_based(input)
    if why_not_based is not None:
        return why_not_based
    if len(value) <= 4 or port_number(value) is not None:  # Four digits are always a port.
        return None
    return "the port is greater than 65535"


def _input_is_hierarchical(value: str, input: Pieces) -> _WhyFalse:
    if is_hierarchical(input):
        return None
    return 'the URL is not hierarchical: no "/" follows its scheme'


def _no_setter_condition(value: str, input: Pieces) -> _WhyFalse:
    return None


# The table


class Attribute:
    """A row of the specification's table."""

    __slots__ = (
        "component",
        "getter_condition",
        "name",
        "prefix",
        "setter_condition",
        "setter_preprocessor",
        "suffix",
    )

    def __init__(
        self,
        name: str,
        component: Component,
        getter_condition: Callable[[Pieces], bool],
        prefix: str,
        suffix: str,
        setter_preprocessor: Callable[[str], str],
        setter_condition: Callable[[str, Pieces], _WhyFalse],
    ) -> None:
        self.name = name
        self.component = component
        self.getter_condition = getter_condition
        self.prefix = prefix
        self.suffix = suffix
        self.setter_preprocessor = setter_preprocessor
        self.setter_condition = setter_condition

    def escaping(self, escape: Callable[[str], str]) -> Attribute:
        """Return the row with another way to escape its component."""
        old = self.component
        return Attribute(
            self.name,
            component=Component(old.name, old.read, escape, old.replace),
            getter_condition=self.getter_condition,
            prefix=self.prefix,
            suffix=self.suffix,
            setter_preprocessor=self.setter_preprocessor,
            setter_condition=self.setter_condition,
        )


ATTRIBUTES: Final = (
    Attribute(
        "protocol",
        component=_SCHEME,
        getter_condition=_no_condition,
        prefix="",
        suffix=":",
        setter_preprocessor=_remove_trailing_colons,
        setter_condition=_is_a_scheme,
    ),
    Attribute(
        "host",
        component=_HOSTPORT,
        getter_condition=is_authority_based,
        prefix="",
        suffix="",
        setter_preprocessor=_no_preprocessor,
        setter_condition=_is_hostport_and_input_is_authority_based,
    ),
    Attribute(
        "hostname",
        component=_HOST,
        getter_condition=is_authority_based,
        prefix="",
        suffix="",
        setter_preprocessor=_remove_leading_slashes,
        setter_condition=_is_not_empty_and_input_is_authority_based,
    ),
    Attribute(
        "port",
        component=_PORT,
        getter_condition=_is_authority_based_and_has_port,
        prefix="",
        suffix="",
        setter_preprocessor=_keep_leading_number,
        setter_condition=_is_port_and_input_is_authority_based,
    ),
    Attribute(
        "pathname",
        component=_PATH,
        getter_condition=is_hierarchical,
        prefix="",
        suffix="",
        setter_preprocessor=_prepend_missing_slash,
        setter_condition=_input_is_hierarchical,
    ),
    Attribute(
        "search",
        component=_QUERY,
        getter_condition=_is_hierarchical_and_has_query,
        prefix="?",
        suffix="",
        setter_preprocessor=_remove_one_question_mark,
        setter_condition=_input_is_hierarchical,
    ),
    Attribute(
        "hash",
        component=_FRAGMENT,
        getter_condition=_has_nonempty_fragment,
        prefix="#",
        suffix="",
        setter_preprocessor=_remove_one_number_sign,
        setter_condition=_no_setter_condition,
    ),
)


def get_attribute(attribute: Attribute, input: Pieces) -> str:
    """Return the value of an attribute ("On getting ...")."""
    # "if the input is an absolute URL that fulfills the condition given in the 'getter condition'
    # column"
    if is_absolute(input) and attribute.getter_condition(input):
        return f"{attribute.prefix}{attribute.component.read(input)}{attribute.suffix}"
    # "Otherwise, the attribute must return the empty string."
    return ""


def make_output(attribute: Attribute, input: Pieces, value: str | None) -> Pieces:
    """Return the *output* of an assignment ("On setting ...").

    Raises `Failure` if the input is not an absolute URL or the setter condition is false. Then "the
    user agent must let output be equal to the input", which `URLDecomposition` does (ruling 18).
    The integrity rule (ruling 17) is not applied yet."""
    if value is None:
        new_value = None  # ruling 19
    else:
        # "the new value must first be mutated as described by the 'setter preprocessor' column"
        new_value = attribute.setter_preprocessor(value)
        # "then mutated by %-escaping any characters [...] that are not valid in the relevant
        # component"
        new_value = attribute.component.escape(new_value)
    # "Then, if the input is an absolute URL and the resulting new value fulfills the condition
    # given in the 'setter condition' column"
    if not is_absolute(input):
        raise Failure("the URL is not an absolute URL")
    reason = attribute.setter_condition(new_value or "", input)
    if reason is not None:
        raise Failure(reason)
    # "make a new string output by replacing the component of the URL"
    return attribute.component.replace(input, new_value)


def tell_output(attribute: Attribute, input: Pieces, value: str | None, say: Say) -> Pieces:
    """Return `make_output`, and report its steps for `explain`."""
    step = f"HTML5 2.6.6, {attribute.name}"
    say({"value": value})
    new_value = value
    if value is None:
        say(f"{step}, ruling 19")
    else:
        preprocessed = attribute.setter_preprocessor(value)
        say(f"{step}, setter preprocessor", value, {"value": preprocessed})
        new_value = attribute.component.escape(preprocessed)
        say(f"{step}, %-escaping", preprocessed, {"value": new_value})
    say(f"{step}, setter condition", new_value)
    return make_output(attribute, input, value)
