"""`generate` and `compareComponent`, which browsers implement and the Standard does not define yet,
and `build`."""

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
from urldom.patterns._url_components import components_of

#: The types and the modifiers of parts, from the least specific to the most specific.
_TYPES: Final[tuple[PartType, ...]] = ("full-wildcard", "segment-wildcard", "regexp", "fixed-text")
_MODIFIERS: Final[tuple[Modifier, ...]] = ("zero-or-more", "optional", "one-or-more", "none")
_UNNAMED: Final = "it has a wildcard or a regular expression without a name"
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
    result: list[str] = []
    values: dict[str, str] = {}
    for part in component.part_list:
        if part.type in ("regexp", "full-wildcard"):
            raise Failure("it has a wildcard or a regular expression, which can match any text")
        if part.modifier != "none":
            raise Failure("it has a modifier, so a part of it can be missing or repeated")
        if part.type == "fixed-text":
            result.append(part.value)
            continue
        if part.name not in groups:
            raise Failure(f"the group {part.name!r} is missing")
        values[part.name] = _encode(name, component, part.name, groups[part.name])
        result.append(f"{part.prefix}{values[part.name]}{part.suffix}")
    text = "".join(result)
    # Encoding can change the complete text even if it keeps each value: two values can form a dot
    # segment.
    _require_kept(name, component, text)
    # In a URL, the groups could match other parts of the text: a value can contain the text between
    # two groups.
    spans = component.matcher.spans(text)
    if spans is None or [text[start:end] for start, end in spans] != [*values.values()]:
        raise Failure(f"in {text!r} the groups would have other values")
    if name == "pathname" and text.startswith("/"):
        special = "https" if matches_a_special_scheme(protocol) else "x"
        if not keeps_path(
            text, special if protocol.matcher.text is None else protocol.matcher.text
        ):
            raise Failure(f"a URL would not keep {text!r}")
    return text


def _require_kept(name: str, component: Component, text: str) -> None:
    """Raise `Failure` if parsing would change the text of a component."""
    whole = (
        canonicalization.canonicalize_hostname
        if name == "hostname"
        else component.encoding_callback
    )
    if whole(text) != text:
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
    protocol, username, password, hostname, port, pathname, search, hash = texts.values()
    if not hostname and f"{protocol}:" in WITH_A_HOST:
        raise InitFailure("hostname", f"a URL with the scheme {protocol} must have a host")
    authority = f"{join_userinfo(username, password)}{hostname}{port and ':'}{port}"
    slashes = "//" if authority or protocol in SPECIAL_SCHEMES else ""
    if slashes and components["pathname"].pattern_string == "*":
        texts["pathname"] = pathname = "/"
    try:
        pieces = cut(
            f"{protocol}:{slashes}{authority}{pathname}{search and '?'}{search}{hash and '#'}{hash}"
        )
    except Failure as failure:
        raise InitFailure("hostname", failure.reason) from None
    for name, found in components_of(pieces).items():
        if found != texts[name]:
            raise InitFailure(name, f"a URL would have {found!r} in place of {texts[name]!r}")
        groups = components[name].groups_in(found)
        if groups is None:
            raise InitFailure(name, f"it does not match {found!r}")
        for group, text in groups.items():
            if not group.isdecimal() and (
                text and percent_encoding.percent_decoded(text)
            ) != values.get(group):
                raise InitFailure(
                    name, f"in {found!r} the group {group!r} would have another value"
                )
    return pieces


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
            is_named = not part.name.isdecimal()
            raise Failure(f"the group {part.name!r} has no value" if is_named else _UNNAMED)
    text = "".join(result)
    _require_kept(name, component, text)
    return text
