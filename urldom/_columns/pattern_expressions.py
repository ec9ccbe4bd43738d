"""The expressions with which Arrow's kernels match usual URLs against URL patterns."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from urldom._columns.usual import NOTHING
from urldom._patterns.parts import Options, Part, generate_regular_expression
from urldom._patterns.pattern import URLPattern

#: The characters that end a component of a usual URL. The component cannot contain them.
_ENDS_OF_COMPONENTS: Final = {"hostname": ":/?#", "port": "/?#", "pathname": "?#", "search": "#", "hash": ""}
#: Matches a regular expression that has the same meaning in ECMAScript and RE2. A regular expression that it matches
#: never matches a character that ends a component.
_is_common = re.compile(
    r"(?:(?:[a-zA-Z0-9_-]|\\[dw]|\[(?:[a-zA-Z0-9_]|a-z|A-Z|0-9|\\[dw])+\])(?:[+*?]|\{\d{1,2}(?:,\d{0,2})?\})?|\|)*"
).fullmatch


class PatternExpression(NamedTuple):
    """An expression, without `^` and `$`, that matches each usual URL that a URL pattern matches."""

    text: str
    #: `False` if the expression can also match a usual URL that the pattern does not match. For some patterns, RE2 has
    #: no exact expression.
    is_exact: bool


def expression_of_pattern(pattern: URLPattern) -> PatternExpression | None:
    """Return the expression for a pattern, or `None` if the pattern matches no usual URL."""
    components = pattern._components  # pyright: ignore[reportPrivateUsage]

    def matches(name: str, text: str) -> bool:
        return bool(components[name].matcher.test(text))

    schemes = [scheme for scheme in ("http", "https") if matches("protocol", scheme)]
    if not (schemes and matches("username", "") and matches("password", "")):
        return None
    texts: dict[str, str] = {}
    is_exact = True
    for name, ends in _ENDS_OF_COMPONENTS.items():
        component = components[name]
        parts = [_for_re2(part, component.options, ends) for part in component.part_list]
        is_exact = is_exact and all(part.type != "regexp" or _is_common(part.value) for part in component.part_list)
        if name == "pathname":
            from_slash = _from_slash(component.part_list, parts)
            is_exact = is_exact and from_slash is not None
            parts = [_ANY_PATH] if from_slash is None else from_slash
        text = generate_regular_expression(parts, component.options).removeprefix("^").removesuffix("$")
        texts[name] = f"(?i:{text})" if component.options.ignore_case else text
    for name, delimiter in {"port": ":", "search": "[?]", "hash": "#"}.items():
        text = f"{delimiter}{texts[name]}"
        texts[name] = f"(?:{text})?" if matches(name, "") else text
    if matches("pathname", "/"):
        texts["pathname"] = f"(?:{texts['pathname']})?"
    return PatternExpression(f"(?:{'|'.join(schemes)})://{''.join(texts.values())}", is_exact)


def _for_re2(part: Part, options: Options, ends: str) -> Part:
    """Return a part for RE2. It matches the same text as `part`, but never a character of `ends`.

    A regular expression that RE2 may not support becomes an expression that matches anything.
    """

    def any_but(characters: str) -> str:
        return f"[^{characters}]" if characters else "."

    text = part.prefix + part.suffix + (part.value if part.type == "fixed-text" else "")
    if any(end in text for end in ends):
        return Part("regexp", NOTHING, part.modifier)
    if part.type == "segment-wildcard":
        return part._replace(type="regexp", value=any_but(ends + options.delimiter_code_point) + "+")
    if part.type == "full-wildcard" or (part.type == "regexp" and not _is_common(part.value)):
        return part._replace(type="regexp", value=any_but(ends) + "*")
    return part


_ANY_PATH: Final = Part("regexp", "/[^?#]*", "none")


def _from_slash(part_list: Sequence[Part], parts: list[Part]) -> list[Part] | None:
    """Return the parts of a pathname, changed so that they match only paths that begin with a slash.

    Otherwise, they could match the end of the authority. The result is `None` if they cannot be changed in this way.
    """

    def is_required(part: Part) -> bool:
        return part.modifier in ("none", "one-or-more")

    if not parts:
        return [Part("regexp", NOTHING, "none")]
    first, *rest = parts
    text = _first_text(first)
    text_after = _first_text(rest[0]) if rest and is_required(rest[0]) else ""
    if text.startswith("/"):
        if is_required(first) or text_after.startswith("/"):
            return parts
        return None if rest else [first._replace(modifier="none" if first.modifier == "optional" else "one-or-more")]
    if part_list[0].type == "full-wildcard" and not text + first.suffix and first.modifier == "none":
        if not rest or (text_after and not text_after.startswith("/")):
            return [_ANY_PATH, *rest]
        return [_ANY_PATH._replace(modifier="optional"), *rest] if text_after else None
    return None


def _first_text(part: Part) -> str:
    return part.value if part.type == "fixed-text" else part.prefix
