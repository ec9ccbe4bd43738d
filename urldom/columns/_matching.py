"""`matches` and `groups` for columns of URLs: whether a URL pattern matches each URL, and the text
of its named groups. For usual URLs, Arrow's kernels use a regular expression of the pattern."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache, partial
from itertools import chain
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
from urldom.patterns._components import Component
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
        # The test of one pattern is quicker than that of a list.
        tests = [found[0].test if len(found) == 1 else found.test for found in lists]
        # Patterns parse a URL themselves, but have no base here and no other encoding.
        is_plain = bases.are_absent() and parser.encoding == "utf-8"

        def answer(url: str, base: RowBase, index: int = 0) -> bool:
            absolute = url if is_plain else parser.resolved(url, base)
            return absolute is not None and tests[index](absolute)

        usual, array = no_rows(strings, pa.bool_())
        if lists and not indices:  # All rows have the same patterns.
            usual, array = _of_usual(UsualRows(strings, bases, parser.engine), lists[0])
        others = OtherRows(strings, bases, usual)
        answers = pa.array(others.answers(answer, *indices), pa.bool_())
        return merged(array, others, answers, strings.is_valid())

    parser = RowParser.of(DEFAULT_STANDARD, encoding, default_scheme)
    return over_values(
        of_slice, urls, PATTERNS, patterns, checked_patterns, base, parser, pa.bool_()
    )


def checked_patterns(patterns: Any) -> URLPatternList:
    """Return the patterns that a caller passed, or a row of a column has. Raises
    `InvalidPatternError`."""
    if type(patterns) in (str, tuple):  # A column has the same ones in each of its slices.
        return _list_of(patterns)
    return pattern_list(patterns)


_list_of = lru_cache(maxsize=64)(pattern_list)


def _of_usual(rows: UsualRows, patterns: URLPatternList) -> tuple[Any, Any]:
    """Return a mask of the usual rows whose answer the expressions determine, and an array with
    these answers."""
    expressions = _expressions(patterns)
    if expressions is None:
        return no_rows(rows.urls, pa.bool_())
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
    large. If an exact one matches a usual URL, a pattern of the list matches it too. If only an
    inexact one matches it, the patterns must be tested. Otherwise, no pattern matches it."""
    exact: list[str] = []
    inexact: list[str] = []
    for expression in map(expression_of_pattern, patterns):
        if expression is None:
            continue
        if expression.is_exact:
            exact.append(expression.text)
        else:
            inexact.append(expression.text)
    lengths = [len(text) for text in exact + inexact]
    if sum(lengths) > _MOST_CHARACTERS or max(lengths, default=0) > _LONGEST:
        return None
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
    r"(?:"
    r"(?:[a-zA-Z0-9_-]|\\[dw]|\[(?:[a-zA-Z0-9_]|a-z|A-Z|0-9|\\[dw])+\])"  # a character or class
    r"(?:[+*?]|\{\d{1,2}(?:,\d{0,2})?\})?"  # a quantifier
    r"|\|"  # the start of an alternative
    r")*"
).fullmatch


class PatternExpression(NamedTuple):
    """An expression, without `^` and `$`, that matches each usual URL that a URL pattern
    matches."""

    text: str
    #: `False` if the expression can also match a usual URL that the pattern does not match, because
    #: RE2 has no exact expression for some patterns.
    is_exact: bool


def expression_of_pattern(pattern: URLPattern) -> PatternExpression | None:
    """Return the expression for a pattern, or `None` if the pattern matches no usual URL."""
    components = compiled_components(pattern)

    def matches(name: str, text: str) -> bool:
        return bool(components[name].matcher.test(text))

    schemes = [scheme for scheme in ("http", "https") if matches("protocol", scheme)]
    if not schemes:
        return None
    if not (matches("username", "") and matches("password", "")):
        return None  # A usual URL has no credentials.
    found = {name: _expression_of_component(name, components[name]) for name in _ENDS}

    def after(delimiter: str, name: str) -> str:
        """Return the expression of a component with the delimiter before it. A usual URL can have
        neither."""
        text = delimiter + found[name].text
        return f"(?:{text})?" if matches(name, "") else text

    pathname = found["pathname"].text
    if matches("pathname", "/"):  # A usual URL can lack a path. The URL Standard adds the slash.
        pathname = f"(?:{pathname})?"
    beginning = f"(?:{'|'.join(schemes)})://{found['hostname'].text}{after(':', 'port')}"
    text = f"{beginning}{pathname}{after('[?]', 'search')}{after('#', 'hash')}"
    return PatternExpression(text, all(each.is_exact for each in found.values()))


def _expression_of_component(name: str, component: Component) -> PatternExpression:
    """Return the expression for one component of a pattern."""
    part_list = component.part_list
    parts = [_for_re2(part, component.options, _ENDS[name]) for part in part_list]
    is_exact = all(map(_means_the_same, part_list))
    if name == "pathname":
        from_slash = _from_slash(part_list, parts)
        if from_slash is None:
            is_exact = False
            parts = [_ANY_PATH]
        else:
            parts = from_slash
    text = generate_regular_expression(parts, component.options)
    text = text.removeprefix("^").removesuffix("$")
    return PatternExpression(_with_case(text, component.options), is_exact)


def _with_case(expression: str, options: Options) -> str:
    return f"(?i:{expression})" if options.ignore_case else expression


def _means_the_same(part: Part) -> bool:
    """Return whether RE2 certainly matches the same texts with a part."""
    return part.type != "regexp" or bool(_is_common(part.value))


def _for_re2(part: Part, options: Options, ends: str) -> Part:
    """Return a part that matches the same texts without a character of `ends`. If RE2 may not
    support the part, the result matches any text without these characters."""
    text = part.prefix + part.suffix
    if part.type == "fixed-text":
        text += part.value
    if any(end in text for end in ends):
        return Part("regexp", NOTHING, part.modifier)
    if part.type == "segment-wildcard":
        in_segment = _any_but(ends + options.delimiter_code_point)
        return part._replace(type="regexp", value=f"{in_segment}+?")
    if part.type == "full-wildcard" or not _means_the_same(part):
        return part._replace(type="regexp", value=f"{_any_but(ends)}*")
    return part


def _any_but(characters: str) -> str:
    return f"[^{characters}]" if characters else "."


#: Matches the whole path of a usual URL.
_ANY_PATH: Final = Part("regexp", "/[^?#]*", "none")


def _from_slash(part_list: Sequence[Part], parts: list[Part]) -> list[Part] | None:
    """Return parts of a pathname that match from a slash on, or `None` if they may have no exact
    form.

    The expressions of the components follow each other, so an asterisk could otherwise match the
    end of an authority too: of `http://h.example/`, the host name `h` and the path `.example/`.
    `part_list` has the parts of the pattern, and `parts` those for RE2."""
    if not parts:  # The path of an `http` URL is never empty.
        return [Part("regexp", NOTHING, "none")]
    first, *rest = parts
    text_after = ""
    if rest and _is_required(rest[0]):
        text_after = _first_text(rest[0])
    if _first_text(first).startswith("/"):
        return _from_own_slash(first, rest, text_after)
    is_asterisk = part_list[0].type == "full-wildcard" and first.modifier == "none"
    if is_asterisk and first.prefix == "" and first.suffix == "":
        return _from_slash_of_asterisk(rest, text_after)
    return None


def _from_own_slash(first: Part, rest: list[Part], text_after: str) -> list[Part] | None:
    """Return the parts of a pathname whose first part begins with a slash. `text_after` is the text
    that must follow the first part."""
    if _is_required(first) or text_after.startswith("/"):
        return [first, *rest]
    if rest:
        return None
    # The path of an `http` URL is never empty, so the only part must match at least once.
    return [first._replace(modifier="none" if first.modifier == "optional" else "one-or-more")]


def _from_slash_of_asterisk(rest: list[Part], text_after: str) -> list[Part] | None:
    """Return the parts of a pathname whose first part is an asterisk, which matches the first
    slash. If the text after it begins with a slash, it can also match nothing."""
    if not rest:
        return [_ANY_PATH]
    if text_after == "":
        return None
    if text_after.startswith("/"):
        return [_ANY_PATH._replace(modifier="optional"), *rest]
    return [_ANY_PATH, *rest]


def _is_required(part: Part) -> bool:
    return part.modifier in ("none", "one-or-more")


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
        pattern = one_pattern(pattern)
        names = _names(pattern)
        if not names:
            raise ValueError("the pattern has no named group, such as :name")
        kind = pa.struct([(name, strings_kind) for name in names])

    def of_slice(
        strings: Any, bases: Bases, parser: RowParser, patterns: list[URLPattern], *indices: Any
    ) -> Any:
        if patterns and not indices and _names(patterns[0]):  # All rows have the same pattern.
            structs = _of_pattern(strings, bases, parser, patterns[0])
            if not is_column(pattern):
                return structs
            return pa.array(list(map(pairs, structs.to_pylist())), kind)
        usual, array = no_rows(strings, kind)
        others = OtherRows(strings, bases, usual)

        def answer(url: str, base: RowBase, index: int = 0) -> list[tuple[str, str | None]] | None:
            return pairs(_groups(patterns[index], parser, url, base))

        return merged(array, others, array_of(others.answers(answer, *indices), kind))

    def pairs(found: dict[str, str | None] | None) -> list[tuple[str, str | None]] | None:
        return None if found is None else list(found.items())

    parser = RowParser.of(DEFAULT_STANDARD, encoding, default_scheme)
    return over_values(of_slice, urls, PATTERN, pattern, one_pattern, base, parser, kind)


def one_pattern(pattern: Any) -> URLPattern:
    """Return a pattern that a caller passed. Raises `InvalidPatternError`, and `TypeError` for
    several patterns."""
    (found,) = checked_patterns(pattern if isinstance(pattern, str) else [pattern])
    return found


def _names(pattern: URLPattern) -> list[str]:
    """Return the names of the groups of a pattern, in the order of `URLPatternResult.groups`."""
    components = compiled_components(pattern).values()
    names = chain.from_iterable(component.group_name_list for component in components)
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
    return {name: _decoded(text) for name, text in result.groups.items()}


def _decoded(text: str | None) -> str | None:
    return None if text is None else percent_encoding.percent_decoded(text)


def _of_pattern(strings: Any, bases: Bases, parser: RowParser, pattern: URLPattern) -> Any:
    """Return a struct of the groups for each row of a slice."""
    expressions = _expressions_of_groups(pattern)
    if expressions is None:
        mask, _ = no_rows(strings, pa.string())
        is_match = mask
        texts: dict[str, Any] = {}
    else:
        rows = UsualRows(strings, bases, parser.engine, [*expressions.of_components])
        mask = rows.mask
        found = pc.match_substring_regex(rows.urls, expressions.whole)
        is_match = pc.and_(mask, pc.fill_null(found, False))
        texts = _texts_of_groups(rows, is_match, expressions)
    others = OtherRows(strings, bases, mask)
    answers = others.answers(partial(_groups, pattern, parser))
    are_matches = pa.array([answer is not None for answer in answers], pa.bool_())
    names = _names(pattern)
    fields: list[Any] = []
    for name in names:
        of_others = array_of([None if answer is None else answer[name] for answer in answers])
        of_usual = texts.get(name)
        if of_usual is None:
            of_usual = pa.nulls(len(strings), pa.string())
        fields.append(merged(of_usual, others, of_others))
    valid = merged(is_match, others, are_matches)
    return pa.StructArray.from_arrays(fields, names, mask=pc.invert(valid))


def _texts_of_groups(
    rows: UsualRows, is_match: Any, expressions: _ExpressionsOfGroups
) -> dict[str, Any]:
    """Return the text of each named group, decoded, in the usual rows that match the pattern. The
    other rows are null."""
    nothing = pa.nulls(len(is_match), pa.string())
    texts: dict[str, Any] = {}
    for component, (expression, are_optional) in expressions.of_components.items():
        inputs = rows.attribute(component).filter(is_match)
        if component in ("search", "hash"):  # The attribute begins with the delimiter.
            inputs = pc.utf8_slice_codeunits(inputs, 1)
        groups = pc.extract_regex(inputs, expression).flatten()
        for (name, is_optional), group in zip(are_optional.items(), groups, strict=True):
            text = decoded(group, "%", percent_encoding.percent_decoded, decodes_lines=True)
            if is_optional:
                text = null_unless(pc.not_equal(text, ""), text)
            texts[name] = pc.replace_with_mask(nothing, is_match, text)
    return texts


class _GroupsOfComponent(NamedTuple):
    #: An expression with a group for each named group of the component.
    expression: str
    #: The names of these groups in their order, each with `True` if the group is `None` instead of
    #: `""`.
    are_optional: dict[str, bool]


class _ExpressionsOfGroups(NamedTuple):
    #: Matches each usual URL that the pattern matches.
    whole: str
    #: The groups of each component with named groups.
    of_components: dict[str, _GroupsOfComponent]


@lru_cache(maxsize=64)
def _expressions_of_groups(pattern: URLPattern) -> _ExpressionsOfGroups | None:
    """Return the expressions for a pattern, or `None` if RE2 could read another text from a usual
    URL."""
    whole = expression_of_pattern(pattern)
    if whole is None or not whole.is_exact or len(whole.text) > _LONGEST:
        return None
    of_components: dict[str, _GroupsOfComponent] = {}
    for name, component in compiled_components(pattern).items():
        if component.has_custom_names:
            groups = _groups_of_component(name, component)
            if groups is None:
                return None
            of_components[name] = groups
    return _ExpressionsOfGroups(f"^(?:{whole.text})$", of_components)


def _groups_of_component(name: str, component: Component) -> _GroupsOfComponent | None:
    """Return the expression for the named groups of a component, or `None` if RE2 could read
    another text."""
    ends = _ENDS.get(name)
    if ends is None:  # The pattern names a part of the scheme or of the credentials.
        return None
    parts = [_for_re2(part, component.options, ends) for part in component.part_list]
    are_optional: dict[str, bool] = {}
    for part, made in zip(component.part_list, parts, strict=True):
        if part.type == "fixed-text" and made.type == "regexp":  # It matches no usual URL.
            return None
        if not part.name:
            continue
        is_optional = part.modifier in ("optional", "zero-or-more")
        # RE2's kernel returns an empty string for a group that matches nothing. Of the optional
        # groups, only a segment wildcard is never empty if it matches.
        is_segment = part.type == "segment-wildcard" and part.modifier == "optional"
        if is_optional and not is_segment:
            return None
        are_optional[part.name] = is_optional
    text = generate_regular_expression(parts, component.options)
    return _GroupsOfComponent(_with_case(_with_names(text), component.options), are_optional)


#: An escaped character, or the parenthesis that opens a capturing group.
_ESCAPE_OR_GROUP: Final = re.compile(r"\\.|\((?!\?)")


def _with_names(expression: str) -> str:
    """Give a name to each capturing group, because Arrow returns only groups that have one."""

    def named(found: re.Match[str]) -> str:
        return f"(?P<g{found.start()}>" if found[0] == "(" else found[0]

    return _ESCAPE_OR_GROUP.sub(named, expression)
