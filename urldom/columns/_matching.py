"""`matches` and `groups` for columns of URLs: whether a URL pattern matches each URL, and the text
of its named groups. For usual URLs, Arrow's kernels use a regular expression of the pattern."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache, partial
from typing import Any, Final, NamedTuple, TypeAlias

from urldom._core.standards.registry import DEFAULT_STANDARD
from urldom._core.text import percent_encoding
from urldom._core.values.url_value import AnyURL
from urldom.columns._arrays import (
    Column,
    array_of,
    is_column,
    no_rows,
    null_unless,
    pa,
    pc,
    string_type,
)
from urldom.columns._cutting import (
    Bases,
    OtherRows,
    RowBase,
    RowParser,
    decoded,
    merged,
    over_values,
)
from urldom.columns._docstrings import from_table
from urldom.columns._table import PATTERN, PATTERNS
from urldom.columns._usual import NOTHING, UsualRows
from urldom.patterns._lists import Patterns, URLPatternList, pattern_list
from urldom.patterns._parts import Options, Part, generate_regular_expression
from urldom.patterns._pattern import URLPattern, compiled_components

#: One pattern, in the forms that functions accept.
Pattern: TypeAlias = URLPattern | str | Mapping[str, str]
#: The largest total length of the regular expressions for a list of patterns, in characters.
_MOST_CHARACTERS: Final = 100_000
#: The largest number of characters in one expression, because RE2 limits its size.
_LONGEST: Final = 10_000


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

    def of_slice(
        strings: Any, bases: Bases, parser: RowParser, lists: list[URLPatternList], *indices: Any
    ) -> Any:
        tests = [found[0].test if len(found) == 1 else found.test for found in lists]
        is_plain = bases.are_absent() and parser.encoding == "utf-8"

        def answer(url: str, base: RowBase, index: int = 0) -> bool:
            absolute = url if is_plain else parser.resolved(url, base)
            return absolute is not None and tests[index](absolute)

        usual, array = no_rows(strings, pa.bool_())
        if lists and not indices:
            usual, array = _of_usual(UsualRows(strings, bases, parser.engine), lists[0])
        others = OtherRows(strings, bases, usual)
        return merged(
            array,
            others,
            pa.array(others.answers(answer, *indices), pa.bool_()),
            strings.is_valid(),
        )

    parser = RowParser.of(DEFAULT_STANDARD, encoding, default_scheme)
    return over_values(
        of_slice, urls, PATTERNS, patterns, checked_patterns, base, parser, pa.bool_()
    )


def checked_patterns(patterns: Any) -> URLPatternList:
    return _list_of(patterns) if type(patterns) in (str, tuple) else pattern_list(patterns)


_list_of = lru_cache(maxsize=64)(pattern_list)


def _of_usual(rows: UsualRows, patterns: URLPatternList) -> tuple[Any, Any]:
    """Return a mask of the usual rows whose answer the expressions determine, and an array with
    these answers."""
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
    """Return the exact and the inexact expressions of a list, or `None` if they would be too
    large."""
    found = [
        expression for expression in map(expression_of_pattern, patterns) if expression is not None
    ]
    lengths = [len(expression.text) for expression in found]
    if sum(lengths) > _MOST_CHARACTERS or max(lengths, default=0) > _LONGEST:
        return None
    exact, inexact = (
        [each.text for each in found if each.is_exact is wanted] for wanted in (True, False)
    )
    return _together(exact), _together(inexact)


def _together(expressions: list[str]) -> list[str]:
    """Join the expressions into longer ones, with alternatives."""
    groups: list[list[str]] = []
    size = 0
    for expression in expressions:
        size += len(expression)
        if not groups or size > _LONGEST:
            groups.append([])
            size = len(expression)
        groups[-1].append(expression)
    return [f"^(?:{'|'.join(group)})$" for group in groups]


#: The characters that end a component of a usual URL, so that it cannot contain them.
_ENDS: Final = {"hostname": ":/?#", "port": "/?#", "pathname": "?#", "search": "#", "hash": ""}
#: Matches regular expressions that mean the same in ECMAScript and RE2, and match no character that
#: ends a component.
_is_common = re.compile(
    r"(?:(?:[a-zA-Z0-9_-]|\\[dw]|\[(?:[a-zA-Z0-9_]|a-z|A-Z|0-9|\\[dw])+\])(?:[+*?]|\{\d{1,2}(?:,\d{0,2})?\})?|\|)*"
).fullmatch


class PatternExpression(NamedTuple):
    """An expression, without `^` and `$`, that matches each usual URL that a URL pattern
    matches."""

    text: str
    #: `False` if the expression can also match a usual URL that the pattern does not match.
    is_exact: bool


def expression_of_pattern(pattern: URLPattern) -> PatternExpression | None:
    """Return the expression for a pattern, or `None` if the pattern matches no usual URL."""
    components = compiled_components(pattern)

    def matches(name: str, text: str) -> bool:
        return bool(components[name].matcher.test(text))

    schemes = [scheme for scheme in ("http", "https") if matches("protocol", scheme)]
    if not (schemes and matches("username", "") and matches("password", "")):
        return None
    texts: dict[str, str] = {}
    is_exact = True
    for name, ends in _ENDS.items():
        component = components[name]
        parts = [_for_re2(part, component.options, ends) for part in component.part_list]
        is_exact = is_exact and all(
            part.type != "regexp" or _is_common(part.value) for part in component.part_list
        )
        if name == "pathname":
            from_slash = _from_slash(component.part_list, parts)
            is_exact = is_exact and from_slash is not None
            parts = [_ANY_PATH] if from_slash is None else from_slash
        text = (
            generate_regular_expression(parts, component.options)
            .removeprefix("^")
            .removesuffix("$")
        )
        texts[name] = f"(?i:{text})" if component.options.ignore_case else text
    for name, delimiter in {"port": ":", "search": "[?]", "hash": "#"}.items():
        text = f"{delimiter}{texts[name]}"
        texts[name] = f"(?:{text})?" if matches(name, "") else text
    if matches("pathname", "/"):
        texts["pathname"] = f"(?:{texts['pathname']})?"
    return PatternExpression(f"(?:{'|'.join(schemes)})://{''.join(texts.values())}", is_exact)


def _for_re2(part: Part, options: Options, ends: str) -> Part:
    """Return a part that never matches a character of `ends`, but any other text if RE2 may not
    support the part."""

    def any_but(characters: str) -> str:
        return f"[^{characters}]" if characters else "."

    text = part.prefix + part.suffix + (part.value if part.type == "fixed-text" else "")
    if any(end in text for end in ends):
        return Part("regexp", NOTHING, part.modifier)
    if part.type == "segment-wildcard":
        return part._replace(
            type="regexp", value=any_but(ends + options.delimiter_code_point) + "+?"
        )
    if part.type == "full-wildcard" or (part.type == "regexp" and not _is_common(part.value)):
        return part._replace(type="regexp", value=any_but(ends) + "*")
    return part


_ANY_PATH: Final = Part("regexp", "/[^?#]*", "none")


def _from_slash(part_list: Sequence[Part], parts: list[Part]) -> list[Part] | None:
    """Change the parts of a pathname to match from a slash on, not the end of an authority, or
    return `None`."""

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
        return (
            None
            if rest
            else [
                first._replace(modifier="none" if first.modifier == "optional" else "one-or-more")
            ]
        )
    if (
        part_list[0].type == "full-wildcard"
        and not text + first.suffix
        and first.modifier == "none"
    ):
        if not rest or (text_after and not text_after.startswith("/")):
            return [_ANY_PATH, *rest]
        return [_ANY_PATH._replace(modifier="optional"), *rest] if text_after else None
    return None


def _first_text(part: Part) -> str:
    return part.value if part.type == "fixed-text" else part.prefix


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

    def of_slice(
        strings: Any, bases: Bases, parser: RowParser, patterns: list[URLPattern], *indices: Any
    ) -> Any:
        if patterns and not indices and _names(patterns[0]):
            structs = _of_pattern(strings, bases, parser, patterns[0])
            if not is_column(pattern):
                return structs
            return pa.array(
                [None if row is None else [*row.items()] for row in structs.to_pylist()], kind
            )
        usual, array = no_rows(strings, kind)
        others = OtherRows(strings, bases, usual)

        def answer(url: str, base: RowBase, index: int = 0) -> list[tuple[str, str | None]] | None:
            found = _groups(patterns[index], parser, url, base)
            return None if found is None else [*found.items()]

        return merged(array, others, array_of(others.answers(answer, *indices), kind))

    parser = RowParser.of(DEFAULT_STANDARD, encoding, default_scheme)
    return over_values(of_slice, urls, PATTERN, pattern, one_pattern, base, parser, kind)


def one_pattern(pattern: Any) -> URLPattern:
    """Return a pattern that a caller passed. Raises `InvalidPatternError`, and `TypeError` for
    several patterns."""
    (found,) = checked_patterns(pattern if isinstance(pattern, str) else [pattern])
    return found


def _names(pattern: URLPattern) -> list[str]:
    """Return the names of the groups of a pattern, in the order of `URLPatternResult.groups`."""
    names = [
        name for each in compiled_components(pattern).values() for name in each.group_name_list
    ]
    return [*dict.fromkeys(name for name in names if not name.isdecimal())]


def _groups(
    pattern: URLPattern, parser: RowParser, url: str, base: RowBase
) -> dict[str, str | None] | None:
    if parser.encoding == "utf-8":  # the encoding of patterns
        result = pattern.exec(url, base.url)
    else:
        absolute = parser.resolved(url, base)
        result = None if absolute is None else pattern.exec(absolute)
    if result is None:
        return None
    return {
        name: text and percent_encoding.percent_decoded(text)
        for name, text in result.groups.items()
    }


def _of_pattern(strings: Any, bases: Bases, parser: RowParser, pattern: URLPattern) -> Any:
    """Return a struct of the groups for each row of a slice."""
    usual = _expressions_of_groups(pattern)
    names = _names(pattern)
    nothing = pa.nulls(len(strings), pa.string())
    texts = dict.fromkeys(names, nothing)
    mask = is_match = pa.repeat(False, len(strings))
    if usual is not None:
        rows = UsualRows(strings, bases, parser.engine, [*usual.of_components])
        mask, is_match = (
            rows.mask,
            pc.fill_null(pc.match_substring_regex(rows.urls, usual.whole), False),
        )
        is_match = pc.and_(mask, is_match)
        for component, (expression, optional) in usual.of_components.items():
            inputs = rows.attribute(component).filter(is_match)
            inputs = (
                pc.utf8_slice_codeunits(inputs, 1) if component in ("search", "hash") else inputs
            )
            cut = pc.extract_regex(inputs, expression)
            for name, group in zip(optional, cut.flatten(), strict=True):
                found = decoded(group, "%", percent_encoding.percent_decoded, decodes_lines=True)
                found = null_unless(pc.not_equal(found, ""), found) if optional[name] else found
                texts[name] = pc.replace_with_mask(nothing, is_match, found)
    others = OtherRows(strings, bases, mask)
    answers = others.answers(partial(_groups, pattern, parser))
    valid = merged(is_match, others, pa.array([found is not None for found in answers], pa.bool_()))
    fields = [
        merged(
            texts[name],
            others,
            array_of([None if found is None else found[name] for found in answers]),
        )
        for name in names
    ]
    return pa.StructArray.from_arrays(fields, names, mask=pc.invert(valid))


class _Expressions(NamedTuple):
    #: Matches each usual URL that the pattern matches.
    whole: str
    #: For each component with named groups an expression with a group for each of them, and the
    #: names of these groups, with `True` for a group that is `None` instead of `""`.
    of_components: dict[str, tuple[str, dict[str, bool]]]


_CAPTURING: Final = re.compile(r"\\.|\((?!\?)")


@lru_cache(maxsize=64)
def _expressions_of_groups(pattern: URLPattern) -> _Expressions | None:
    """Return the expressions for a pattern, or `None` if RE2 could read another text from a usual
    URL."""
    whole = expression_of_pattern(pattern)
    if whole is None or not whole.is_exact or len(whole.text) > _LONGEST:
        return None
    found: dict[str, tuple[str, dict[str, bool]]] = {}
    for component_name, component in compiled_components(pattern).items():
        if not component.has_custom_names:
            continue
        ends = _ENDS.get(component_name)
        parts = (
            []
            if ends is None
            else [_for_re2(part, component.options, ends) for part in component.part_list]
        )
        optional: dict[str, bool] = {}
        for part, made in zip(component.part_list, parts, strict=False):
            is_optional = part.modifier in ("optional", "zero-or-more")
            # RE2's kernel returns an empty string for a group that matches nothing.
            is_plain = part.type == "segment-wildcard" and part.modifier == "optional"
            if (part.type == "fixed-text" and made.type == "regexp") or (
                part.name and is_optional and not is_plain
            ):
                return None
            if part.name:
                optional[part.name] = is_optional
        if not parts:
            return None
        text = generate_regular_expression(parts, component.options)
        captured = _CAPTURING.sub(
            lambda found: f"(?P<g{found.start()}>" if found[0] == "(" else found[0], text
        )
        found[component_name] = (
            f"(?i:{captured})" if component.options.ignore_case else captured,
            optional,
        )
    return _Expressions(f"^(?:{whole.text})$", found)
