"""URL Pattern Standard 1.2: the result of a match."""

# pyright: reportPrivateUsage=false

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, overload

from urldom._errors import masked, masked_pattern
from urldom._patterns.inputs import PIECES, pieces_of

if TYPE_CHECKING:
    from urldom._patterns.pattern import URLPattern


class URLPatternComponentResult(NamedTuple):
    """The match of a component: `input` is its text, and `groups` maps the name of each group to its text (URL Pattern
    Standard 1.2). A group that has no part in the match is `None`."""

    input: str
    groups: dict[str, str | None]


class _ComponentResult:
    """The match of a component, as an attribute."""

    def __init__(self, name: str, doc: str) -> None:
        self.name = name
        self.__doc__ = doc

    @overload
    def __get__(self, result: None, owner: type) -> _ComponentResult: ...
    @overload
    def __get__(self, result: URLPatternResult, owner: type) -> URLPatternComponentResult: ...
    def __get__(self, result: URLPatternResult | None, owner: type) -> URLPatternComponentResult | _ComponentResult:
        return self if result is None else result._result_of(self.name)


class URLPatternResult:
    """The result of `URLPattern.exec`: the text and the groups of each component (URL Pattern Standard 1.2).

    `inputs` has the URL that was matched, as a string or mapping, and its base if one was given. `protocol`,
    `username`, `password`, `hostname`, `port`, `pathname`, `search` and `hash` each have an `input` and `groups`.

    >>> from urldom import URLPattern
    >>> result = URLPattern("https://example.com/:kind/*").exec("https://example.com/book/1/2")
    >>> result.pathname.input, result.pathname.groups
    ('/book/1/2', {'kind': 'book', '0': '1/2'})
    >>> result.groups
    {'kind': 'book'}
    """

    __slots__ = ("_inputs", "_pattern", "_pieces")

    protocol: _ComponentResult = _ComponentResult("protocol", "The protocol, and the groups in it.")
    username: _ComponentResult = _ComponentResult("username", "The username, and the groups in it.")
    password: _ComponentResult = _ComponentResult("password", "The password, and the groups in it.")
    hostname: _ComponentResult = _ComponentResult("hostname", "The hostname, and the groups in it.")
    port: _ComponentResult = _ComponentResult("port", "The port, and the groups in it.")
    pathname: _ComponentResult = _ComponentResult("pathname", "The pathname, and the groups in it.")
    search: _ComponentResult = _ComponentResult("search", "The search, and the groups in it.")
    hash: _ComponentResult = _ComponentResult("hash", "The hash, and the groups in it.")

    def __init__(self, inputs: tuple[str | Mapping[str, str], ...], pieces: Sequence[Any], pattern: URLPattern) -> None:
        """`pieces` may end at the path. Then `inputs` has one string."""
        self._inputs = inputs
        self._pieces: Sequence[Any] = pieces
        self._pattern = pattern

    def _result_of(self, name: str) -> URLPatternComponentResult:
        """Create a component match result."""
        component, piece = self._pattern._components[name], PIECES[name]
        if piece.index >= len(self._pieces):
            (url,) = self._inputs
            self._pieces = pieces_of(url, None) or ()
        text: Any = self._pieces[piece.index]
        input = piece.of(text)
        spans = component.matcher.spans(input)
        assert spans is not None
        # A regular expression can have named groups of its own, which make more groups than names.
        groups = zip(component.group_name_list, spans)  # noqa: B905
        texts = {name: None if start < 0 else input[start:end] for name, (start, end) in groups}
        return URLPatternComponentResult(input, texts)

    @property
    def groups(self) -> dict[str, str | None]:
        """The named groups of all components. If two components have a group of the same name, the group of the later
        component counts."""
        return self._groups_of(self._pattern._components)

    def _groups_of(self, components: Iterable[str]) -> dict[str, str | None]:
        found: dict[str, str | None] = {}
        for name in components:
            if self._pattern._components[name].has_custom_names:
                groups = self._result_of(name).groups
                found.update((group, text) for group, text in groups.items() if not group.isdecimal())
        return found

    @property
    def inputs(self) -> tuple[str | Mapping[str, str], ...]:
        """The URL that was matched, as a string or mapping, and its base if one was given."""
        return self._inputs

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, URLPatternResult):
            return NotImplemented
        return self._inputs == other._inputs and self._pattern == other._pattern

    def __repr__(self) -> str:
        inputs = tuple(
            masked(each)
            if isinstance(each, str)
            else {name: "***" if name == "password" and text else text for name, text in each.items()}
            for each in self._inputs
        )
        components = self._pattern._components.items()
        strings = {name: component.pattern_string for name, component in components}
        # A group of the password has the password, or a part of it.
        groups = self._groups_of(name for name, string in strings.items() if masked_pattern(name, string) == string)
        return f"URLPatternResult(inputs={inputs!r}, groups={groups!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return self._pattern.exec, self._inputs
