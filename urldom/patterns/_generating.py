"""`generate` and `compareComponent`, which browsers implement, web-platform-tests test, and the
Standard does not define yet; and `build`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import zip_longest
from typing import Final

from urldom._core.errors import Failure, quoted
from urldom._core.objects import segments
from urldom._core.text import grammar, percent_encoding
from urldom._core.values.pieces import Pieces
from urldom.patterns import _canonicalization as canonicalization
from urldom.patterns._canonicalization import (
    SPECIAL_SCHEMES,
    WITH_A_HOST,
    cut,
    join_userinfo,
    keeps_path,
)
from urldom.patterns._components import Component, matches_a_special_scheme
from urldom.patterns._inputs import InitFailure
from urldom.patterns._parts import Modifier, Part, PartType
from urldom.patterns._url_components import PLACES, components_of

#: The types and the modifiers of parts, from the least specific to the most specific.
_TYPES: Final[tuple[PartType, ...]] = ("full-wildcard", "segment-wildcard", "regexp", "fixed-text")
_MODIFIERS: Final[tuple[Modifier, ...]] = ("zero-or-more", "optional", "one-or-more", "none")
#: The characters at which the encoding callback of a component stops, and drops the rest of the
#: text.
_ENDS: Final = {
    "protocol": re.compile(r"[^A-Za-z0-9+.\-]").search,
    "hostname": re.compile(r"[/\\?#:]").search,
    "port": re.compile("[^0-9]").search,
}


def compare_part_lists(left: tuple[Part, ...], right: tuple[Part, ...]) -> int:
    """Return -1 if `left` is less specific than `right`, 0 if they are equal, else 1. Names are
    ignored."""
    for left_part, right_part in zip_longest(left, right, fillvalue=Part("fixed-text", "", "none")):
        left_key, right_key = _key(left_part), _key(right_part)
        if left_key != right_key:
            return -1 if left_key < right_key else 1
    return 0


def _key(part: Part) -> tuple[int, int, str, str, str]:
    return (
        _TYPES.index(part.type),
        _MODIFIERS.index(part.modifier),
        part.prefix,
        part.value,
        part.suffix,
    )


def generate(
    name: str, component: Component, groups: Mapping[str, str], protocol: Component
) -> str:
    """Generate the text of the component `name`. Raises `Failure` if the pattern or a value does
    not allow this."""
    values = _encoded_values(name, component, groups)
    result: list[str] = []
    for part in component.part_list:
        if part.type == "fixed-text":
            result.append(part.value)
        else:
            result += (part.prefix, values[part.name], part.suffix)
    text = "".join(result)
    # Encoding can change the complete text even if it keeps each value: two values can form a dot
    # segment, or an IPv4 address.
    _require_kept(name, component, text)
    # In a URL, the groups could match other parts of the text: a value can contain the text between
    # two groups.
    spans = component.matcher.spans(text)
    if spans is None or [text[start:end] for start, end in spans] != [*values.values()]:
        raise Failure(f"in {text!r} the groups would have other values")
    if name == "pathname" and text.startswith("/"):
        scheme = protocol.matcher.text
        if scheme is None:
            scheme = "https" if matches_a_special_scheme(protocol) else "x"
        if not keeps_path(text, scheme):
            raise Failure(f"a URL would not keep {text!r}")
    return text


def _encoded_values(name: str, component: Component, groups: Mapping[str, str]) -> dict[str, str]:
    """Return the encoded value of each group of a component. Raises `Failure` if a value is missing
    or not allowed, or the component has parts other than fixed texts and groups that end at a
    delimiter."""
    values: dict[str, str] = {}
    for part in component.part_list:
        if part.type in ("regexp", "full-wildcard"):
            raise Failure("it has a wildcard or a regular expression, which can match any text")
        if part.modifier != "none":
            raise Failure("it has a modifier, so a part of it can be missing or repeated")
        if part.type == "fixed-text":
            continue
        if part.name not in groups:
            raise Failure(f"the group {part.name!r} is missing")
        values[part.name] = _encode(name, component, part.name, groups[part.name])
    return values


def _require_kept(name: str, component: Component, text: str) -> None:
    """Raise `Failure` if parsing would change the text of a component."""
    # The encoding callback of an IPv6 address would keep an invalid one.
    is_host = name == "hostname"
    parse = canonicalization.canonicalize_hostname if is_host else component.encoding_callback
    if parse(text) != text:
        raise Failure(f"a URL would not keep {text!r}")


def _encode(component_name: str, component: Component, name: str, value: str) -> str:
    """Return the encoded value of a group. Raises `Failure` if a part of the value would be
    lost."""
    end = _ENDS[component_name](value) if component_name in _ENDS else None
    if component.encoding_callback is canonicalization.canonicalize_opaque_pathname:
        end = re.search("[?#]", value)
    encoded = component.encoding_callback(value)
    delimiter = component.options.delimiter_code_point
    if end is None and delimiter and delimiter in encoded:
        end = re.search(re.escape(delimiter), encoded)
    if end is not None:
        raise Failure(f"the group {name!r} cannot contain {quoted(end[0])}")
    if not encoded:
        raise Failure(f"the group {name!r} is empty")
    return encoded


# Building a URL

#: The encoders of values. The other components cannot contain escapes.
_ENCODERS: Final = {
    **dict.fromkeys(
        ("username", "password", "search", "hash"),
        percent_encoding.PercentEncoder(grammar.UNRESERVED).encode,
    ),
    "pathname": percent_encoding.PercentEncoder(segments.SEGMENT_CHARACTERS).encode,
}


def build(components: Mapping[str, Component], values: Mapping[str, str]) -> Pieces:
    """Return the pieces of a URL in which each value is the decoded text of its group. Raises
    `InitFailure`.

    The encoders make most values data. The last step reads the whole URL, and rejects it if a
    component or a group is not what it should be."""
    texts: dict[str, str] = {}
    for name, component in components.items():
        try:
            texts[name] = _build_component(name, component, values)
        except Failure as failure:
            raise InitFailure(name, failure.reason) from None
    scheme, hostname = texts["protocol"], texts["hostname"]
    if not hostname and f"{scheme}:" in WITH_A_HOST:
        raise InitFailure("hostname", f"a URL with the scheme {scheme} must have a host")
    userinfo = join_userinfo(texts["username"], texts["password"])
    authority = f"{userinfo}{hostname}{_with_delimiters('port', texts)}"
    if authority or scheme in SPECIAL_SCHEMES:
        authority = f"//{authority}"
        if components["pathname"].pattern_string == "*":
            texts["pathname"] = "/"
    before_search = f"{scheme}:{authority}{texts['pathname']}"
    try:
        pieces = cut(
            f"{before_search}{_with_delimiters('search', texts)}{_with_delimiters('hash', texts)}"
        )
    except Failure as failure:
        raise InitFailure("hostname", failure.reason) from None
    for name, found in components_of(pieces).items():
        if found != texts[name]:
            raise InitFailure(name, f"a URL would have {found!r} in place of {texts[name]!r}")
        _require_values(name, components[name], found, values)
    return pieces


def _with_delimiters(name: str, texts: Mapping[str, str]) -> str:
    return PLACES[name].with_delimiters(texts[name])


def _require_values(name: str, component: Component, text: str, values: Mapping[str, str]) -> None:
    """Raise `InitFailure` if the groups in the text of a component are not the values."""
    groups = component.groups_in(text)
    if groups is None:
        raise InitFailure(name, f"it does not match {text!r}")
    for group, encoded in groups.items():
        if group.isdecimal():
            continue
        value = encoded and percent_encoding.percent_decoded(encoded)
        if value != values.get(group):
            raise InitFailure(name, f"in {text!r} the group {group!r} would have another value")


def _build_component(name: str, component: Component, values: Mapping[str, str]) -> str:
    """Return the text of a component. Raises `Failure` if a value is missing, or if parsing would
    change the text."""
    if component.pattern_string == "*":
        if name == "protocol":
            raise Failure(
                "a URL has a protocol, so make the pattern with a base, or with a protocol and a"
                " hostname"
            )
        return ""
    encode = _ENCODERS.get(name, str)
    result: list[str] = []
    for part in component.part_list:
        is_optional = part.modifier in ("optional", "zero-or-more")
        if is_optional and name == "protocol":
            raise Failure("it allows several protocols, so write a pattern with one")
        if part.name in values:
            result += (part.prefix, encode(values[part.name]), part.suffix)
        elif part.type == "fixed-text" and not is_optional:
            result.append(part.value)
        elif not is_optional:
            if part.has_custom_name:
                raise Failure(f"the group {part.name!r} has no value")
            raise Failure("it has a wildcard or a regular expression without a name")
    text = "".join(result)
    _require_kept(name, component, text)
    return text
