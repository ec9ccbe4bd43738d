"""`matches` for columns of URLs: whether a URL pattern matches each URL. For usual URLs, Arrow's kernels use a regular
expression of the pattern."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

from urldom._columns.arrays import Column, no_rows, pa, pc
from urldom._columns.cutting import Bases, OtherRows, Reading, RowBase, merged, over_values
from urldom._columns.faces import PATTERNS, from_table
from urldom._columns.usual import NOTHING, UsualRows
from urldom._patterns.lists import Patterns, URLPatternList, pattern_list
from urldom._patterns.parts import Options, Part, generate_regular_expression
from urldom._patterns.pattern import URLPattern
from urldom._standards.registry import DEFAULT_STANDARD
from urldom._values.url_value import AnyURL

#: The largest total length of the regular expressions for a list of patterns, in characters.
_MOST_CHARACTERS: Final = 100_000
#: The largest number of characters in one expression. RE2 limits its size.
LONGEST_EXPRESSION: Final = 10_000


@from_table
def matches(
    urls: Column,
    patterns: Patterns | Column,
    base: AnyURL | Column | None = None,
    *,
    encoding: str = "utf-8",
    default_scheme: str | None = None,
) -> Any:
    """Return whether each URL matches at least one pattern (URL Pattern Standard 1.4)."""

    def of_slice(strings: Any, bases: Bases, reading: Reading, lists: list[URLPatternList], *indices: Any) -> Any:
        tests = [found[0].test if len(found) == 1 else found.test for found in lists]
        is_plain = bases.are_absent() and reading.encoding == "utf-8"

        def answer(url: str, base: RowBase, index: int = 0) -> bool:
            absolute = url if is_plain else reading.resolved(url, base)
            return absolute is not None and tests[index](absolute)

        usual, array = no_rows(strings, pa.bool_())
        if lists and not indices:
            usual, array = _of_usual(UsualRows(strings, bases, reading.engine), lists[0])
        others = OtherRows(strings, bases, usual)
        return merged(array, others, pa.array(others.answers(answer, *indices), pa.bool_()), strings.is_valid())

    reading = Reading.of(DEFAULT_STANDARD, encoding, default_scheme)
    return over_values(of_slice, urls, PATTERNS, patterns, checked_patterns, base, reading, pa.bool_())


def checked_patterns(patterns: Any) -> URLPatternList:
    return _list_of(patterns) if type(patterns) in (str, tuple) else pattern_list(patterns)


_list_of = lru_cache(maxsize=64)(pattern_list)


def _of_usual(rows: UsualRows, patterns: URLPatternList) -> tuple[Any, Any]:
    """Return a mask of the usual rows whose answer the expressions determine, and an array with these answers."""
    expressions = _expressions(patterns)
    if expressions is None:
        return pa.repeat(False, len(rows.urls)), pa.nulls(len(rows.urls), pa.bool_())
    exact, inexact = expressions
    array = _matches_any(rows.urls, exact)
    if inexact:
        rows.leave_out(pc.and_not(_matches_any(rows.urls, inexact), array))
    return rows.mask, array


def _matches_any(strings: Any, expressions: list[str]) -> Any:
    found: Any = pa.repeat(False, len(strings))
    for expression in expressions:
        found = pc.or_(found, pc.fill_null(pc.match_substring_regex(strings, expression), False))
    return found


@lru_cache(maxsize=64)
def _expressions(patterns: URLPatternList) -> tuple[list[str], list[str]] | None:
    """Return the exact and the inexact expressions of a list, or `None` if they would be too large."""
    found = [expression for expression in map(expression_of_pattern, patterns) if expression is not None]
    lengths = [len(expression.text) for expression in found]
    if sum(lengths) > _MOST_CHARACTERS or max(lengths, default=0) > LONGEST_EXPRESSION:
        return None
    exact, inexact = ([each.text for each in found if each.is_exact is wanted] for wanted in (True, False))
    return _together(exact), _together(inexact)


def _together(expressions: list[str]) -> list[str]:
    """Join the expressions into longer ones, with alternatives."""
    groups: list[list[str]] = []
    size = 0
    for expression in expressions:
        size += len(expression)
        if not groups or size > LONGEST_EXPRESSION:
            groups.append([])
            size = len(expression)
        groups[-1].append(expression)
    return [f"^(?:{'|'.join(group)})$" for group in groups]


#: The characters that end a component of a usual URL. The component cannot contain them.
ENDS_OF_COMPONENTS: Final = {"hostname": ":/?#", "port": "/?#", "pathname": "?#", "search": "#", "hash": ""}
#: Matches regular expressions that mean the same in ECMAScript and RE2, and match no character that ends a component.
_is_common = re.compile(
    r"(?:(?:[a-zA-Z0-9_-]|\\[dw]|\[(?:[a-zA-Z0-9_]|a-z|A-Z|0-9|\\[dw])+\])(?:[+*?]|\{\d{1,2}(?:,\d{0,2})?\})?|\|)*"
).fullmatch


class PatternExpression(NamedTuple):
    """An expression, without `^` and `$`, that matches each usual URL that a URL pattern matches."""

    text: str
    #: `False` if the expression can also match a usual URL that the pattern does not match.
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
    for name, ends in ENDS_OF_COMPONENTS.items():
        component = components[name]
        parts = [for_re2(part, component.options, ends) for part in component.part_list]
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


def for_re2(part: Part, options: Options, ends: str) -> Part:
    """Return a part that never matches a character of `ends`. If RE2 may not support it, it matches anything else."""

    def any_but(characters: str) -> str:
        return f"[^{characters}]" if characters else "."

    text = part.prefix + part.suffix + (part.value if part.type == "fixed-text" else "")
    if any(end in text for end in ends):
        return Part("regexp", NOTHING, part.modifier)
    if part.type == "segment-wildcard":
        return part._replace(type="regexp", value=any_but(ends + options.delimiter_code_point) + "+?")
    if part.type == "full-wildcard" or (part.type == "regexp" and not _is_common(part.value)):
        return part._replace(type="regexp", value=any_but(ends) + "*")
    return part


_ANY_PATH: Final = Part("regexp", "/[^?#]*", "none")


def _from_slash(part_list: Sequence[Part], parts: list[Part]) -> list[Part] | None:
    """Return the parts of a pathname, changed so that they match only paths that begin with a slash, not the end of an
    authority, or `None` if they cannot be changed in this way."""

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
