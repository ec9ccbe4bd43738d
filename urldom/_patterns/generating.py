"""The methods `generate` and `compareComponent`, which browsers implement and the Standard does not define yet."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import zip_longest
from typing import Final

from urldom._errors import Failure, quoted
from urldom._patterns.canonicalization import canonicalize_hostname, canonicalize_opaque_pathname, keeps_path
from urldom._patterns.components import Component, matches_a_special_scheme
from urldom._patterns.parts import Modifier, Part, PartType

_EMPTY: Final = Part("fixed-text", "", "none")
#: The types and the modifiers of parts, from the least specific to the most specific.
_TYPES: Final[tuple[PartType, ...]] = ("full-wildcard", "segment-wildcard", "regexp", "fixed-text")
_MODIFIERS: Final[tuple[Modifier, ...]] = ("zero-or-more", "optional", "one-or-more", "none")
#: The characters at which the encoding callback of a component stops. The callback drops such a character and
#: everything after it.
_ENDS: Final = {
    "protocol": re.compile(r"[^A-Za-z0-9+.\-]").search,
    "hostname": re.compile(r"[/\\?#:]").search,
    "port": re.compile("[^0-9]").search,
}


def compare_part_lists(left: tuple[Part, ...], right: tuple[Part, ...]) -> int:
    """Return -1 if `left` is less specific than `right`, 0 if they are equal, else 1. Names are ignored."""
    for left_part, right_part in zip_longest(left, right, fillvalue=_EMPTY):
        left_key, right_key = _key(left_part), _key(right_part)
        if left_key != right_key:
            return -1 if left_key < right_key else 1
    return 0


def _key(part: Part) -> tuple[int, int, str, str, str]:
    return _TYPES.index(part.type), _MODIFIERS.index(part.modifier), part.prefix, part.value, part.suffix


def generate(name: str, component: Component, groups: Mapping[str, str], protocol: Component) -> str:
    """Generate the text of the component `name`. Raises `Failure` if the pattern or a value does not allow this."""
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
    # Encoding can change the complete text even if it keeps each value: two values can form a dot segment.
    whole = canonicalize_hostname if name == "hostname" else component.encoding_callback
    if whole(text) != text:
        raise Failure(f"a URL would not keep {text!r}")
    # In a URL, the groups could match other parts of the text: a value can contain the text between two groups.
    spans = component.matcher.spans(text)
    if spans is None or [text[start:end] for start, end in spans] != [*values.values()]:
        raise Failure(f"in {text!r} the groups would have other values")
    if name == "pathname" and text.startswith("/"):
        special = "https" if matches_a_special_scheme(protocol) else "x"
        if not keeps_path(text, special if protocol.matcher.text is None else protocol.matcher.text):
            raise Failure(f"a URL would not keep {text!r}")
    return text


def _encode(component_name: str, component: Component, name: str, value: str) -> str:
    """Return the encoded value of a group. Raises `Failure` if a part of the value would be lost."""
    end = _ENDS[component_name](value) if component_name in _ENDS else None
    if component.encoding_callback is canonicalize_opaque_pathname:
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
