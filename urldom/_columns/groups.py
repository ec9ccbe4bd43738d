"""`groups` for columns of URLs: the text that the named groups of a URL pattern match."""

# pyright: reportPrivateUsage=false

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache, partial
from typing import Any, Final, NamedTuple, TypeAlias

from urldom._columns.arrays import Column, array_of, is_column, no_rows, pa, pc, string_type
from urldom._columns.cutting import Bases, OtherRows, Reading, RowBase, decoded, merged, over_values
from urldom._columns.faces import PATTERN, from_table
from urldom._columns.matching import (
    ENDS_OF_COMPONENTS,
    LONGEST_EXPRESSION,
    checked_patterns,
    expression_of_pattern,
    for_re2,
)
from urldom._columns.usual import UsualRows
from urldom._patterns.parts import generate_regular_expression
from urldom._patterns.pattern import URLPattern
from urldom._standards.registry import DEFAULT_STANDARD
from urldom._text.percent_encoding import percent_decoded
from urldom._values.url_value import AnyURL

#: One pattern, in the forms that functions accept.
Pattern: TypeAlias = URLPattern | str | Mapping[str, str]


@from_table
def groups(
    urls: Column,
    pattern: Pattern | Column,
    base: AnyURL | Column | None = None,
    *,
    encoding: str = "utf-8",
    default_scheme: str | None = None,
) -> Any:
    """Return the text of each named group of a pattern, decoded (URL Pattern Standard 1.2)."""
    strings_kind = string_type(urls)
    kind = pa.map_(strings_kind, strings_kind)
    if not is_column(pattern):
        names = _names(pattern := one_pattern(pattern))
        if not names:
            raise ValueError("the pattern has no named group, such as :name")
        kind = pa.struct([(name, strings_kind) for name in names])

    def of_slice(strings: Any, bases: Bases, reading: Reading, patterns: list[URLPattern], *indices: Any) -> Any:
        if patterns and not indices and _names(patterns[0]):
            structs = _of_pattern(strings, bases, reading, patterns[0])
            if not is_column(pattern):
                return structs
            return pa.array([None if row is None else [*row.items()] for row in structs.to_pylist()], kind)
        usual, array = no_rows(strings, kind)
        others = OtherRows(strings, bases, usual)

        def answer(url: str, base: RowBase, index: int = 0) -> list[tuple[str, str | None]] | None:
            found = _groups(patterns[index], reading, url, base)
            return None if found is None else [*found.items()]

        return merged(array, others, array_of(others.answers(answer, *indices), kind))

    reading = Reading.of(DEFAULT_STANDARD, encoding, default_scheme)
    return over_values(of_slice, urls, PATTERN, pattern, one_pattern, base, reading, kind)


def one_pattern(pattern: Any) -> URLPattern:
    """Return a pattern that a caller passed. Raises `InvalidPatternError`, and `TypeError` for several patterns."""
    (found,) = checked_patterns(pattern if isinstance(pattern, str) else [pattern])
    return found


def _names(pattern: URLPattern) -> list[str]:
    """Return the names of the groups of a pattern, in the order of `URLPatternResult.groups`."""
    names = [name for each in pattern._components.values() for name in each.group_name_list]
    return [*dict.fromkeys(name for name in names if not name.isdecimal())]


def _groups(pattern: URLPattern, reading: Reading, url: str, base: RowBase) -> dict[str, str | None] | None:
    if reading.encoding == "utf-8":  # the encoding of patterns
        result = pattern.exec(url, base.url)
    else:
        absolute = reading.resolved(url, base)
        result = None if absolute is None else pattern.exec(absolute)
    return None if result is None else {name: text and percent_decoded(text) for name, text in result.groups.items()}


def _of_pattern(strings: Any, bases: Bases, reading: Reading, pattern: URLPattern) -> Any:
    """Return a struct of the groups for each row of a slice."""
    usual = _expressions(pattern)
    names = _names(pattern)
    nothing = pa.nulls(len(strings), pa.string())
    texts = dict.fromkeys(names, nothing)
    mask = is_match = pa.repeat(False, len(strings))
    if usual is not None:
        rows = UsualRows(strings, bases, reading.engine, [*usual.of_components])
        mask, is_match = rows.mask, pc.fill_null(pc.match_substring_regex(rows.urls, usual.whole), False)
        is_match = pc.and_(mask, is_match)
        for component, (expression, optional) in usual.of_components.items():
            inputs = rows.attribute(component).filter(is_match)
            inputs = pc.utf8_slice_codeunits(inputs, 1) if component in ("search", "hash") else inputs
            cut = pc.extract_regex(inputs, expression)
            for name, group in zip(optional, cut.flatten(), strict=True):
                found = decoded(group, "%", percent_decoded, decodes_lines=True)
                found = pc.if_else(pc.equal(found, ""), None, found) if optional[name] else found
                texts[name] = pc.replace_with_mask(nothing, is_match, found)
    others = OtherRows(strings, bases, mask)
    answers = others.answers(partial(_groups, pattern, reading))
    valid = merged(is_match, others, pa.array([found is not None for found in answers], pa.bool_()))
    fields = [
        merged(texts[name], others, array_of([None if found is None else found[name] for found in answers]))
        for name in names
    ]
    return pa.StructArray.from_arrays(fields, names, mask=pc.invert(valid))


class _Expressions(NamedTuple):
    #: Matches each usual URL that the pattern matches.
    whole: str
    #: For each component with named groups an expression with a group for each of them, and the names of these groups,
    #: with `True` for a group that is `None` instead of `""`.
    of_components: dict[str, tuple[str, dict[str, bool]]]


_CAPTURING: Final = re.compile(r"\\.|\((?!\?)")


@lru_cache(maxsize=64)
def _expressions(pattern: URLPattern) -> _Expressions | None:
    """Return the expressions for a pattern, or `None` if RE2 could read another text from a usual URL."""
    whole = expression_of_pattern(pattern)
    if whole is None or not whole.is_exact or len(whole.text) > LONGEST_EXPRESSION:
        return None
    found: dict[str, tuple[str, dict[str, bool]]] = {}
    for component_name, component in pattern._components.items():
        if not component.has_custom_names:
            continue
        ends = ENDS_OF_COMPONENTS.get(component_name)
        parts = [] if ends is None else [for_re2(part, component.options, ends) for part in component.part_list]
        optional: dict[str, bool] = {}
        for part, made in zip(component.part_list, parts, strict=False):
            is_optional = part.modifier in ("optional", "zero-or-more")
            # RE2's kernel returns an empty string for a group that matches nothing.
            is_plain = part.type == "segment-wildcard" and part.modifier == "optional"
            if (part.type == "fixed-text" and made.type == "regexp") or (part.name and is_optional and not is_plain):
                return None
            if part.name:
                optional[part.name] = is_optional
        if not parts:
            return None
        text = generate_regular_expression(parts, component.options)
        captured = _CAPTURING.sub(lambda found: f"(?P<g{found.start()}>" if found[0] == "(" else found[0], text)
        found[component_name] = f"(?i:{captured})" if component.options.ignore_case else captured, optional
    return _Expressions(f"^(?:{whole.text})$", found)
