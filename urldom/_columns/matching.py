"""`matches` for columns of URLs: whether a URL pattern matches each URL."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final, cast

from urldom._columns.arrays import Column, is_column, pa, pc, strings_of
from urldom._columns.bases import Bases, RowBase
from urldom._columns.cutting import OtherRows, Reading, merged, over_urls
from urldom._columns.docstrings import from_table
from urldom._columns.faces import PATTERNS, URLS
from urldom._columns.pattern_expressions import expression_of_pattern
from urldom._columns.usual import UsualRows
from urldom._patterns.lists import Patterns, URLPatternList, pattern_list
from urldom._standards.registry import DEFAULT_STANDARD, find_engine
from urldom._values.url_value import AnyURL

#: The largest total length of the regular expressions for a list of patterns, in characters.
_MOST_CHARACTERS: Final = 100_000
#: The largest number of characters in one expression. RE2 limits its size.
_LONGEST_EXPRESSION: Final = 10_000


@from_table
def matches(
    urls: Column, patterns: Patterns | Column, base: AnyURL | Column | None = None, *, encoding: str = "utf-8"
) -> Any:
    """Return whether each URL matches at least one pattern (URL Pattern Standard 1.4)."""
    URLS.require(urls)
    columns: list[Any] = []
    one: URLPatternList | None = None
    if is_column(patterns):
        PATTERNS.require(patterns, len(urls))
        columns.append(patterns)
    else:
        one = pattern_list(cast(Patterns, patterns))

    def of_slice(strings: Any, bases: Bases, reading: Reading, *slices: Any) -> Any:
        distinct, indices = ([one], None) if one is not None else _distinct(slices[0])
        tests = [None if found is None else found[0].test if len(found) == 1 else found.test for found in distinct]
        is_plain = bases.are_absent() and reading.encoding == "utf-8"

        def answer(url: str, base: RowBase, index: int | None = 0) -> bool | None:
            test = None if index is None else tests[index]
            if test is None:
                return None
            absolute = url if is_plain else reading.resolved(url, base)
            return absolute is not None and test(absolute)

        first = distinct[0] if distinct else None
        if first is None or indices is not None:
            usual, array = pa.repeat(False, len(strings)), pa.nulls(len(strings), pa.bool_())
        else:
            usual, array = _of_usual(UsualRows(strings, bases, reading.engine), first)
        others = OtherRows(strings, bases, usual)
        answers = others.answers(answer, *([] if indices is None else [indices]))
        return merged(array, others, pa.array(answers, pa.bool_()), strings.is_valid())

    return over_urls(of_slice, urls, base, find_engine(DEFAULT_STANDARD), encoding, pa.bool_(), *columns)


def _distinct(column: Any) -> tuple[list[URLPatternList | None], Any]:
    """Return the distinct lists of patterns in a slice, and the index of each row's list.

    If all rows have the same patterns, the second result is `None`.
    """
    if not pa.types.is_list(column.type) and not pa.types.is_large_list(column.type):
        column = strings_of(column)
    have_one = column[1:].equals(column[:-1])
    places: dict[tuple[str, ...] | None, int] = {}
    rows: list[int] = []
    for value in (column[:1] if have_one else column).to_pylist():
        key = None if value is None else (value,) if isinstance(value, str) else tuple(value)
        rows.append(places.setdefault(key, len(places)))
    return list(map(_list_of, places)), None if have_one else pa.array(rows, pa.int64())


@lru_cache(maxsize=64)
def _list_of(texts: tuple[str, ...] | None) -> URLPatternList | None:
    return None if texts is None else pattern_list(texts)


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
    """Return the exact and the inexact expressions of a list, or `None` if they would be too large.

    If a pattern matches a usual URL, one of the expressions matches it. If only an inexact expression matches it, the
    patterns must be tested.
    """
    found = [expression for expression in map(expression_of_pattern, patterns) if expression is not None]
    lengths = [len(expression.text) for expression in found]
    if sum(lengths) > _MOST_CHARACTERS or max(lengths, default=0) > _LONGEST_EXPRESSION:
        return None
    exact, inexact = ([each.text for each in found if each.is_exact is wanted] for wanted in (True, False))
    return _together(exact), _together(inexact)


def _together(expressions: list[str]) -> list[str]:
    """Join the expressions into longer ones, with alternatives."""
    groups: list[list[str]] = []
    size = 0
    for expression in expressions:
        size += len(expression)
        if not groups or size > _LONGEST_EXPRESSION:
            groups.append([])
            size = len(expression)
        groups[-1].append(expression)
    return [f"^(?:{'|'.join(group)})$" for group in groups]
