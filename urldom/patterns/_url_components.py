"""The eight components that a pattern matches, the pieces of a URL that contain them, and the
attributes for them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import (
    TYPE_CHECKING,
    Any,
    Final,
    ForwardRef,
    Generic,
    Literal,
    NoReturn,
    TypeVar,
    overload,
)

import attrs

from urldom._core.errors import unknown_name
from urldom._core.values import pieces
from urldom.patterns._hints import OF_A_PATTERN

if TYPE_CHECKING:
    from typing_extensions import Self

_Value = TypeVar("_Value")
#: The components, in the Standard's order.
COMPONENTS: Final = (
    "protocol",
    "username",
    "password",
    "hostname",
    "port",
    "pathname",
    "search",
    "hash",
)


def unknown_component(name: object) -> str:
    """Return the message for a name that is not a component."""
    if isinstance(name, str) and name in OF_A_PATTERN:
        return unknown_name("component", name, [OF_A_PATTERN[name]])
    return unknown_name("component", name, COMPONENTS)


#: The input of a test: a mapping's components in the form of pieces, or the pieces of a URL,
#: perhaps only up to the path. A mapping can have components that no URL has, such as a hostname
#: with a slash.
AnyInput = Sequence[Any]


@attrs.frozen
class Place:
    """The place of a component in an input: the index of a piece, and the delimiters in this
    piece."""

    index: int
    before: str = ""
    after: str = ""
    #: Whether equal components always have equal pieces, so that the pieces can be compared. An
    #: empty query is the piece "?" or "".
    is_comparable: bool = True
    #: Which part of the user info the component is, or `None` for another piece.
    part: Literal["username", "password"] | None = None

    def of(self, text: str) -> str:
        """Return the component, from the text of its piece."""
        if self.part is not None:
            username, _, password = text.removesuffix("@").partition(":")
            return username if self.part == "username" else password
        return text[len(self.before) : len(text) - len(self.after)]

    def with_delimiters(self, text: str) -> str:
        """Return the piece for a component. A component that is missing has no piece, and only the
        protocol has its delimiter always."""
        if not text and not self.after:
            return ""
        return f"{self.before}{text}{self.after}"

    def test_of(self, test: Callable[[str], object]) -> Callable[[str], object]:
        """Return a function that runs `test` on the component of a piece."""
        if self.is_comparable and not self.before and not self.after:
            return test
        return lambda text: test(self.of(text))


PLACES: Final[dict[str, Place]] = {
    "protocol": Place(pieces.SCHEME, after=":"),
    "username": Place(pieces.USERINFO, is_comparable=False, part="username"),
    "password": Place(pieces.USERINFO, is_comparable=False, part="password"),
    "hostname": Place(pieces.HOST),
    "port": Place(pieces.PORT, before=":"),
    "pathname": Place(pieces.PATH),
    "search": Place(pieces.QUERY, before="?", is_comparable=False),
    "hash": Place(pieces.FRAGMENT, before="#", is_comparable=False),
}
HOSTNAME: Final = PLACES["hostname"].index
PATHNAME: Final = PLACES["pathname"].index


def components_of(input: AnyInput) -> dict[str, str]:
    """Return the components of a URL or a mapping (URL Pattern Standard 1.4, "match", steps 8 to
    13)."""
    return {name: place.of(input[place.index]) for name, place in PLACES.items()}


class ComponentAttribute(property, Generic[_Value]):
    """An attribute for a component, which `read` reads by its name. An assignment raises the error
    `refusal`."""

    def __init__(
        self, name: str, read: Callable[[Any, str], _Value], refusal: str, doc: str
    ) -> None:
        def get(owner: object) -> _Value:
            return read(owner, name)

        def refuse(owner: object, value: NoReturn) -> None:
            raise AttributeError(refusal)

        # The annotation is a name of the module that defines `read`.
        get.__annotations__["return"] = ForwardRef(
            read.__annotations__["return"], module=read.__module__
        )
        super().__init__(get, refuse)
        self.__doc__ = doc

    if TYPE_CHECKING:

        @overload
        def __get__(self, owner: None, kind: type, /) -> Self: ...
        @overload
        def __get__(self, owner: Any, kind: type | None = None, /) -> _Value: ...
        def __get__(self, owner: Any, kind: type | None = None, /) -> Any: ...
        def __set__(self, owner: Any, value: NoReturn, /) -> None: ...
