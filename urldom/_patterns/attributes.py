"""The attributes that a pattern and a result have for each component."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Generic, NoReturn, TypeVar, overload

if TYPE_CHECKING:
    from typing_extensions import Self

_Value = TypeVar("_Value")


class ComponentAttribute(property, Generic[_Value]):
    """The value of a component, as an attribute that cannot be assigned.

    `read` returns the value from an object and the name of the component, and `refusal` is the error for an assignment.
    """

    def __init__(self, name: str, read: Callable[[Any, str], _Value], refusal: str, doc: str) -> None:
        def get(owner: object) -> _Value:
            return read(owner, name)

        def refuse(owner: object, value: NoReturn) -> None:
            raise AttributeError(refusal)

        get.__annotations__["return"] = read.__annotations__["return"]
        super().__init__(get, refuse)
        self.__doc__ = doc

    if TYPE_CHECKING:

        @overload
        def __get__(self, owner: None, kind: type, /) -> Self: ...
        @overload
        def __get__(self, owner: Any, kind: type | None = None, /) -> _Value: ...
        def __get__(self, owner: Any, kind: type | None = None, /) -> Any: ...
        def __set__(self, owner: Any, value: NoReturn, /) -> None: ...
