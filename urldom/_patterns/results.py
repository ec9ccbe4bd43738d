"""URL Pattern Standard 1.2: the result of a match."""

# pyright: reportPrivateUsage=false

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, overload

from urldom._errors import masked, masked_pattern
from urldom._patterns.inputs import PIECES, pieces_of

if TYPE_CHECKING:
    from typing_extensions import Self

    from urldom._patterns.pattern import URLPattern


class URLPatternComponentResult(NamedTuple):
    """The match of a component (URL Pattern Standard 1.2).

    Attributes:
        input: The text of the component in the URL.
        groups: The text of each group, by its name. An optional group that matches nothing is `None`.

    >>> from urldom import URLPattern
    >>> URLPattern(pathname="/:kind/:id?").exec("https://example.com/book").pathname
    URLPatternComponentResult(input='/book', groups={'kind': 'book', 'id': None})
    """

    input: str
    groups: dict[str, str | None]


class _ComponentResult(property):
    """The match of a component, as an attribute."""

    def __init__(self, name: str, doc: str) -> None:
        def get(result: URLPatternResult) -> URLPatternComponentResult:
            return result._result_of(name)

        super().__init__(get)
        self.__doc__ = doc

    if TYPE_CHECKING:

        @overload
        def __get__(self, result: None, owner: type, /) -> Self: ...
        @overload
        def __get__(self, result: Any, owner: type | None = None, /) -> URLPatternComponentResult: ...
        def __get__(self, result: Any, owner: type | None = None, /) -> Any: ...


class URLPatternResult:
    """The result of `URLPattern.exec`: the text and the groups of each component (URL Pattern Standard 1.2).

    Only `URLPattern.exec` creates results.

    Args:
        inputs: The URL that was matched, and its base if one was given.
        pieces: The parsed URL.
        pattern: The pattern.

    >>> from urldom import URLPattern
    >>> result = URLPattern("https://example.com/:kind/*").exec("https://example.com/book/1/2")
    >>> result.pathname.input, result.pathname.groups
    ('/book/1/2', {'kind': 'book', '0': '1/2'})
    >>> result.groups
    {'kind': 'book'}
    """

    __slots__ = ("_inputs", "_pattern", "_pieces")

    protocol: _ComponentResult = _ComponentResult(
        "protocol",
        """The text of the protocol, and the groups in it.

        >>> from urldom import URLPattern
        >>> result = URLPattern("http{s}?://*").exec("HTTPS://h/")
        >>> result.protocol
        URLPatternComponentResult(input='https', groups={})
        """,
    )
    username: _ComponentResult = _ComponentResult(
        "username",
        """The text of the username, and the groups in it.

        >>> from urldom import URLPattern
        >>> result = URLPattern("https://:user@*").exec("https://ann@h/")
        >>> result.username.groups
        {'user': 'ann'}
        """,
    )
    password: _ComponentResult = _ComponentResult(
        "password",
        """The text of the password, and the groups in it.

        >>> from urldom import URLPattern
        >>> result = URLPattern({}).exec("https://ann:x@h/")
        >>> result.password.input
        'x'
        """,
    )
    hostname: _ComponentResult = _ComponentResult(
        "hostname",
        """The text of the hostname, and the groups in it.

        >>> from urldom import URLPattern
        >>> result = URLPattern("https://:sub.example.com").exec("https://www.example.com/")
        >>> result.hostname.groups
        {'sub': 'www'}
        """,
    )
    port: _ComponentResult = _ComponentResult(
        "port",
        """The text of the port, and the groups in it.

        >>> from urldom import URLPattern
        >>> result = URLPattern({}).exec("https://h:443/")
        >>> result.port.input
        ''
        """,
    )
    pathname: _ComponentResult = _ComponentResult(
        "pathname",
        """The text of the pathname, and the groups in it.

        >>> from urldom import URLPattern
        >>> result = URLPattern(pathname="/a/*").exec("https://h/a/../a/b")
        >>> result.pathname
        URLPatternComponentResult(input='/a/b', groups={'0': 'b'})
        """,
    )
    search: _ComponentResult = _ComponentResult(
        "search",
        """The text of the search, and the groups in it.

        >>> from urldom import URLPattern
        >>> result = URLPattern(search="q=:value").exec("https://h/?q=é")
        >>> result.search.groups
        {'value': '%C3%A9'}
        """,
    )
    hash: _ComponentResult = _ComponentResult(
        "hash",
        """The text of the hash, and the groups in it.

        >>> from urldom import URLPattern
        >>> result = URLPattern({}).exec("https://h/#top")
        >>> result.hash.input
        'top'
        """,
    )

    def __init__(self, inputs: tuple[str | Mapping[str, str], ...], pieces: Sequence[Any], pattern: URLPattern) -> None:
        """Store the arguments. If `pieces` ends at the path, `inputs` must contain exactly one string."""
        self._inputs = inputs
        self._pieces: Sequence[Any] = pieces
        self._pattern = pattern

    def _result_of(self, name: str) -> URLPatternComponentResult:
        """Create a component match result (URL Pattern Standard 1.4)."""
        component, piece = self._pattern._components[name], PIECES[name]
        if piece.index >= len(self._pieces):
            (url,) = self._inputs
            self._pieces = pieces_of(url, None) or ()
        text: Any = self._pieces[piece.index]
        input = piece.of(text)
        spans = component.matcher.spans(input)
        assert spans is not None
        # A regular expression can contain other groups, such as `(?<a>b)`. So there can be more spans than names.
        groups = zip(component.group_name_list, spans)  # noqa: B905
        texts = {name: None if start < 0 else input[start:end] for name, (start, end) in groups}
        return URLPatternComponentResult(input, texts)

    @property
    def groups(self) -> dict[str, str | None]:
        """The named groups of all components.

        If two components have a group with the same name, the result contains the group of the later component.

        >>> from urldom import URLPattern
        >>> URLPattern("https://:user.example.com/*/:page").exec("https://ann.example.com/a/b").groups
        {'user': 'ann', 'page': 'b'}
        """
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
        """The URL that was matched, as a string or mapping, and its base if one was given.

        >>> from urldom import URLPattern
        >>> URLPattern(pathname="/a/*").exec("b", "https://example.com/a/").inputs
        ('b', 'https://example.com/a/')
        """
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
        # A group in the password contains the password, or a part of it.
        groups = self._groups_of(name for name, string in strings.items() if masked_pattern(name, string) == string)
        return f"URLPatternResult(inputs={inputs!r}, groups={groups!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return self._pattern.exec, self._inputs
