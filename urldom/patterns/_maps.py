"""`URLPatternMap`: a value for each of many patterns, such as the handlers of a router."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Generic, TypeVar, cast

import attrs

from urldom._core.errors import InvalidPatternError, url_repr, wrong_type
from urldom._core.public import public
from urldom._core.values.url_value import AnyURL
from urldom.patterns._hints import URLPatternMapHints, URLPatternMatchHints
from urldom.patterns._inputs import Input, inputs_of
from urldom.patterns._lists import URLPatternList, first_match_of
from urldom.patterns._pattern import URLPattern, URLPatternResult

_Value = TypeVar("_Value", covariant=True)


@public("urldom.patterns")
@attrs.frozen
class URLPatternMatch(Generic[_Value], URLPatternMatchHints):
    """The result of `URLPatternMap.match`.

    Attributes:
        pattern: The pattern that matches.
        value: Its value in the map.
        result: The result of `pattern.exec`, with the groups of the match.

    >>> URLPatternMap({"https://example.com/*": "home"}).match("https://example.com/").value
    'home'
    """

    pattern: URLPattern
    value: _Value = attrs.field(repr=url_repr)
    result: URLPatternResult

    @property
    def decoded(self) -> dict[str, str | None]:
        """The named groups as text, which are `result.decoded`.

        >>> router = URLPatternMap({"https://example.com/:name": 1})
        >>> router.match("https://example.com/Ann%20Lee").decoded
        {'name': 'Ann Lee'}
        """
        return self.result.decoded


@public("urldom")
class URLPatternMap(Mapping[URLPattern, _Value], URLPatternMapHints):
    """An immutable mapping from patterns to values, which finds the value for a URL: a router.

    Finding one of a thousand patterns takes about as long as testing one, if their hosts or fixed
    path segments differ.

    Args:
        routes: A mapping from patterns to values, or an iterable of pairs of a pattern and its
            value. A pattern is a `URLPattern`, a string or, in a pair, a mapping of components.

    Raises:
        InvalidPatternError: If a pattern is invalid or occurs twice.
        TypeError: If `routes` or a pattern has another type.
        ModuleNotFoundError: If a regular expression needs corvus-regex-ecma262, which is missing
            (the extra `pattern`).

    >>> router = URLPatternMap(
    ...     {"https://example.com/user/me": "profile", "https://example.com/user/:id": "user"}
    ... )
    >>> match = router.match("https://example.com/user/Ann%20Lee")
    >>> match.value, match.decoded
    ('user', {'id': 'Ann Lee'})
    """

    __slots__ = ("_first", "_in_order", "_patterns", "_values")

    def __init__(self, routes: Mapping[Any, _Value] | Iterable[tuple[Any, _Value]] = ()) -> None:
        given = cast("Any", routes)
        rows = given.items() if isinstance(routes, Mapping) else given
        # An iterable's own errors are not about the type of `routes`.
        items: list[Any] = [*rows] if hasattr(rows, "__iter__") else [rows]
        try:
            pairs = [(pattern, value) for pattern, value in items]
        except (TypeError, ValueError):
            raise wrong_type(
                "routes", "a mapping from patterns to values, or pairs of these", given
            ) from None
        self._patterns = URLPatternList(pattern for pattern, _ in pairs)
        self._first = first_match_of(self._patterns)
        self._values: dict[URLPattern, _Value] = {}
        for pattern, (_, value) in zip(self._patterns, pairs, strict=True):
            if pattern in self._values:
                raise InvalidPatternError(
                    repr(pattern), None, None, "it occurs twice, so it has two values"
                )
            self._values[pattern] = value
        self._in_order = [*self._values.values()]

    def match(
        self, url: Input | None = None, base: AnyURL | None = None
    ) -> URLPatternMatch[_Value] | None:
        """Return the first pattern that matches, with its value and its groups, or `None`.

        Args:
            url: A URL or a mapping of components, as for `URLPattern.test`.
            base: The base URL of a relative `url`.

        Raises:
            TypeError: If `url` has a wrong type, or is a mapping with an unknown key or together
                with a `base`.

        >>> router = URLPatternMap([({"pathname": "/user/:id"}, "user")])
        >>> router.match("https://example.com/user/7").value
        'user'
        """
        found = self._first(url, base)
        if found is None:
            return None
        index, pieces = found
        pattern = self._patterns[index]
        return URLPatternMatch(
            pattern, self._in_order[index], URLPatternResult(inputs_of(url, base), pieces, pattern)
        )

    def __getitem__(self, pattern: URLPattern) -> _Value:
        try:
            return self._values[pattern]
        except KeyError:
            raise KeyError(
                f"the map has no pattern {url_repr(pattern)}: to look up a URL, use match()"
            ) from None

    def __iter__(self) -> Iterator[URLPattern]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __repr__(self) -> str:
        pairs = [f"{pattern!r}: {url_repr(value)}" for pattern, value in self._values.items()]
        return f"URLPatternMap({{{', '.join(pairs)}}})"

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (tuple(self._values.items()),)
