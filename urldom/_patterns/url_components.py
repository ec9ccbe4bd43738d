"""The eight components that a pattern matches, and the pieces of a URL that contain them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

import attrs

from urldom._errors import unknown_name
from urldom._hints import OF_A_PATTERN
from urldom._values import pieces

#: The components, in the Standard's order.
COMPONENTS: Final = ("protocol", "username", "password", "hostname", "port", "pathname", "search", "hash")


def unknown_component(name: object) -> str:
    """Return the message for a name that is not a component."""
    return unknown_name("component", name, [OF_A_PATTERN[name]] if name in OF_A_PATTERN else COMPONENTS)


class MatchInput(NamedTuple):
    """The components of a mapping, each with its delimiters.

    Every field has the index of the piece of a URL that contains this component, so that a pattern tests a mapping and
    a URL in the same way. A mapping can have components that no URL has, such as a hostname with a slash.
    """

    protocol: str
    slashes: str
    userinfo: str
    hostname: str
    port: str
    pathname: str
    search: str
    hash: str


#: What a pattern tests: a mapping, the pieces of a URL, or its pieces up to the path, if the rest does not matter.
AnyInput = Sequence[Any]


@attrs.frozen
class Place:
    """The place of a component in an input: the index of a piece, and the delimiters in this piece."""

    index: int
    before: str = ""
    after: str = ""
    #: Whether equal components always have equal pieces. This is false for the query: if the query is empty or missing,
    #: its piece is "?" or "".
    is_whole: bool = True
    #: Which part of the user info the component is, or `None` if it is a whole piece.
    part: int | None = None

    def of(self, text: str) -> str:
        """Return the component, from the text of its piece."""
        if self.part is not None:
            return text[:-1].partition(":")[self.part]
        return text[len(self.before) : len(text) - len(self.after)]

    def with_delimiters(self, text: str) -> str:
        return f"{self.before}{text}{self.after}" if text or self.after else ""

    def test_of(self, test: Callable[[str], object]) -> Callable[[str], object]:
        """Return a function that runs `test` on the component of a piece."""
        return test if self.before == self.after == "" and self.is_whole else lambda text: test(self.of(text))


PLACES: Final[dict[str, Place]] = {
    "protocol": Place(pieces.SCHEME, after=":"),
    "username": Place(pieces.USERINFO, is_whole=False, part=0),
    "password": Place(pieces.USERINFO, is_whole=False, part=2),
    "hostname": Place(pieces.HOST),
    "port": Place(pieces.PORT, before=":"),
    "pathname": Place(pieces.PATH),
    "search": Place(pieces.QUERY, before="?", is_whole=False),
    "hash": Place(pieces.FRAGMENT, before="#", is_whole=False),
}
HOSTNAME: Final = PLACES["hostname"].index
PATHNAME: Final = PLACES["pathname"].index


def components_of(input: AnyInput) -> dict[str, str]:
    """Return the components of a URL or a mapping (URL Pattern Standard 1.4, "match", steps 8 to 13).

    >>> components_of(("http:", "//", "u@", "h", ":81", "/a", "?", "", None))["port"]
    '81'
    """
    return {name: place.of(input[place.index]) for name, place in PLACES.items()}
