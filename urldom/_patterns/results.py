"""URL Pattern Standard 1.2: the result of a match."""

# pyright: reportPrivateUsage=false

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from urldom._errors import masked, masked_pattern
from urldom._patterns.inputs import read
from urldom._patterns.url_components import PLACES, AnyInput, ComponentAttribute


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


def _component_result(name: str, input: str) -> ComponentAttribute[URLPatternComponentResult]:
    """Return the attribute for the match of a component. `input` is its text in the example."""
    doc = f"""The text of the {name}, and the groups in it.

    >>> from urldom import URLPattern
    >>> result = URLPattern(pathname="/a/:id").exec("HTTPS://ann:x@www.example.com:443/a/7?q=é#top")
    >>> result.{name}.input
    {input!r}
    """
    return ComponentAttribute(name, _read_component_result, "a result is immutable", doc)


def _read_component_result(result: URLPatternResult, name: str) -> URLPatternComponentResult:
    """Create a component match result (URL Pattern Standard 1.4)."""
    component, place = result._pattern._components[name], PLACES[name]
    if place.index >= len(result._pieces):
        (url,) = result._inputs
        result._pieces = read(url, None) or ()
    input = place.of(result._pieces[place.index])
    groups = component.groups(input) or {}
    texts = {name: None if span is None else input[slice(*span)] for name, span in groups.items()}
    return URLPatternComponentResult(input, texts)


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

    protocol: ComponentAttribute[URLPatternComponentResult] = _component_result("protocol", "https")
    username: ComponentAttribute[URLPatternComponentResult] = _component_result("username", "ann")
    password: ComponentAttribute[URLPatternComponentResult] = _component_result("password", "x")
    hostname: ComponentAttribute[URLPatternComponentResult] = _component_result("hostname", "www.example.com")
    port: ComponentAttribute[URLPatternComponentResult] = _component_result("port", "")
    pathname: ComponentAttribute[URLPatternComponentResult] = _component_result("pathname", "/a/7")
    search: ComponentAttribute[URLPatternComponentResult] = _component_result("search", "q=%C3%A9")
    hash: ComponentAttribute[URLPatternComponentResult] = _component_result("hash", "top")

    def __init__(self, inputs: tuple[str | Mapping[str, str], ...], pieces: AnyInput, pattern: Any) -> None:
        # If `pieces` ends at the path, `inputs` contains exactly one string.
        self._inputs = inputs
        self._pieces = pieces
        self._pattern = pattern

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
                groups = _read_component_result(self, name).groups
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
