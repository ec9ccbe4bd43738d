"""The inputs of a URL pattern: strings, URLs and mappings, and their pieces (URL Pattern Standard 1.4, "match")."""

# pyright: reportPrivateUsage=false

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeAlias

import attrs

from urldom._errors import Failure, unknown_name, wrong_type
from urldom._object.url import URL
from urldom._patterns.init import COMPONENTS, process_url_pattern_init
from urldom._standards.url_standard.cutting import cut
from urldom._standards.url_standard.url_record import join_userinfo
from urldom._standards.url_standard.usual import match_beginning
from urldom._text.scalar_values import scalar_value_string
from urldom._values.pieces import FRAGMENT, HOST, PATH, PORT, QUERY, SCHEME, USERINFO, Pieces
from urldom._values.references import DOT_SEGMENT
from urldom._values.url_value import AnyURL, url_text

#: An input of `test` and `exec`: a URL, or its components by name.
Input: TypeAlias = AnyURL | Mapping[str, str]


@attrs.frozen
class Piece:
    """The place of a component in the pieces of a URL: the index of a piece, and the delimiters in this piece."""

    index: int
    before: str = ""
    after: str = ""
    #: Whether equal components always have equal pieces. This is false for the query: if the query is empty or missing,
    #: its piece is "?" or "".
    is_whole: bool = True

    def of(self, text: str) -> str:
        """Return the component without the delimiters of its piece."""
        return text[len(self.before) : len(text) - len(self.after)]

    def with_delimiters(self, text: str) -> str:
        return f"{self.before}{text}{self.after}" if text or self.after else ""

    def test_of(self, test: Callable[[str], object]) -> Callable[[str], object]:
        """Return a function that runs `test` on the component of a piece."""
        return test if self.before == self.after == "" and self.is_whole else lambda text: test(self.of(text))


class _Username(Piece):
    def of(self, text: str) -> str:
        return text[:-1].partition(":")[0]


class _Password(Piece):
    def of(self, text: str) -> str:
        return text[:-1].partition(":")[2]


PIECES: Final[dict[str, Piece]] = {
    "protocol": Piece(SCHEME, after=":"),
    "username": _Username(USERINFO, is_whole=False),
    "password": _Password(USERINFO, is_whole=False),
    "hostname": Piece(HOST),
    "port": Piece(PORT, before=":"),
    "pathname": Piece(PATH),
    "search": Piece(QUERY, before="?", is_whole=False),
    "hash": Piece(FRAGMENT, before="#", is_whole=False),
}
#: Maps the usual names of components in other APIs to the names in the URL Pattern Standard.
_NAMES_ELSEWHERE: Final[dict[object, str]] = {
    "scheme": "protocol",
    "host": "hostname",
    "path": "pathname",
    "query": "search",
    "fragment": "hash",
    "base_url": "baseURL",
    "base": "baseURL",
}


def checked_components(components: Mapping[str, str]) -> dict[str, str]:
    """Return the URLPatternInit of a mapping. Raises `TypeError` for an unknown key or a value that is not a `str`."""
    if not isinstance(components, Mapping):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise wrong_type("a pattern", "a str or a mapping of components", components)
    init: dict[str, str] = {}
    for name, value in components.items():
        if name not in COMPONENTS and name != "baseURL":
            raise TypeError(unknown_component(name))
        if not isinstance(value, str):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise wrong_type(name, "a str", value)
        init[name] = scalar_value_string(value)
    return init


def unknown_component(name: object) -> str:
    """Return the message for a name that is not a component."""
    return unknown_name("component", name, [_NAMES_ELSEWHERE[name]] if name in _NAMES_ELSEWHERE else COMPONENTS)


def pieces_up_to_path(url: Input | None, base: AnyURL | None) -> Sequence[Any] | None:
    """Return the pieces of an input.

    The pieces after the path can be missing. So the function can split most strings without the parser.
    """
    if base is None:
        if type(url) is str:
            match = match_beginning(url)
            if match is not None:
                pieces = match.groups()
                if DOT_SEGMENT not in pieces[PATH]:
                    return pieces
        elif type(url) is URL:
            return url._pieces
    return pieces_of(url, base)


def pieces_of(url: Input | None, base: AnyURL | None) -> Pieces | None:
    """Return the pieces of an input, or `None` if it is invalid (URL Pattern Standard 1.4, "match")."""
    try:
        return cut(url) if type(url) is str and base is None else parsed(url, base)
    except Failure:
        return None


def parsed(url: Input | None, base: AnyURL | None) -> Pieces:
    """Return the pieces of an input. Raises `Failure` for an invalid URL."""
    if url is None or isinstance(url, Mapping):
        if base is not None:
            raise TypeError("pass the base of a mapping in its key 'baseURL'")
        return _pieces_of_components(process_url_pattern_init(checked_components(url or {}), "url"))
    if isinstance(url, URL) and base is None:
        pieces = url._pieces
        assert pieces is not None  # Each `URL` is valid.
        return pieces
    return cut(url_text(url), None if base is None else cut(url_text(base)))


def _pieces_of_components(components: Mapping[str, str]) -> Pieces:
    """Return the pieces of a URL that has these components. `PIECES` maps components to pieces."""
    get = components.__getitem__
    return (
        f"{get('protocol')}:",
        "",
        join_userinfo(get("username"), get("password")),
        get("hostname"),
        f":{get('port')}" if get("port") else "",
        get("pathname"),
        f"?{get('search')}",
        f"#{get('hash')}",
        None,
    )


def inputs_of(url: Input | None, base: AnyURL | None) -> tuple[str | Mapping[str, str], ...]:
    if type(url) is str and base is None:
        return (url,)
    given = {} if url is None else dict(url) if isinstance(url, Mapping) else url_text(url)
    return (given,) if base is None else (given, url_text(base))
