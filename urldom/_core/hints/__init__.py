"""Hints at the right name, for somebody who tries the name of another library.

A table maps each wrong name to its hint. The class that a table is for has one more base class, in
which each wrong name is an attribute that raises `AttributeError`:

    URL_NAMES: Final = {**use("href", "geturl", "uri"), ...}

    @hints_for("a URL", URL_NAMES)
    class URLHints(Hints):
        __slots__ = ()

    class ReadableURL(URLValue, URLHints): ...

A `__getattr__` would need no base class, but with it every other attribute takes 30 ns longer in
Python 3.10 and 3.11. The base class comes last, so `help()` lists the wrong names in the last
section, and subclasses can define them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import wraps
from typing import ParamSpec, TypeVar

_P = ParamSpec("_P")
_T = TypeVar("_T")


def hint(text: str, *wrong: str) -> dict[str, str]:
    """Return this hint for each of the wrong names. In the text, `{name}` is that name."""
    return {name: text.replace("{name}", name) for name in wrong}


def use(right: str, *wrong: str) -> dict[str, str]:
    """Return the hint at one right name, for each of the wrong names. In the right name, `{name}`
    is the wrong one."""
    return hint(f"use `{right}`", *wrong)


class Missing:
    """An attribute that a class lacks. Using it raises `AttributeError` with a hint at the right
    name, unless an object has its own attribute of this name, or a class of the user has it, which
    is a later base class."""

    def __init__(self, owner: str, name: str, hint: str) -> None:
        self._owner = owner
        self._name = name
        self.__doc__ = hint

    def __get__(self, instance: object, owner: type) -> object:
        own = getattr(instance, "__dict__", {})
        if self._name in own:
            return own[self._name]
        found, attribute = self._later_attribute(owner)
        if not found:
            raise self._error(owner if instance is None else instance)
        get = getattr(type(attribute), "__get__", None)
        return attribute if get is None else get(attribute, instance, owner)

    def __set__(self, instance: object, value: object) -> None:
        _, attribute = self._later_attribute(type(instance))
        set = getattr(type(attribute), "__set__", None)
        if set is not None:
            set(attribute, instance, value)
            return
        try:
            own = instance.__dict__
        except AttributeError:
            raise self._error(instance) from None
        own[self._name] = value

    def _later_attribute(self, owner: type) -> tuple[bool, object]:
        """Return whether a base class after the one with this attribute has another of the same
        name, and that one."""
        for kind in owner.__mro__:
            attribute = vars(kind).get(self._name, self)
            if not isinstance(attribute, Missing):
                return True, attribute
        return False, None

    def _error(self, owner: object) -> AttributeError:
        message = f"{self._owner} has no attribute {self._name!r}: {self.__doc__}"
        return AttributeError(message, name=self._name, obj=owner)


class Hints:
    """A base class whose attributes are `Missing`. `dir()` of an instance leaves them out."""

    __slots__ = ()

    def __dir__(self) -> list[str]:
        own = getattr(self, "__dict__", {})
        inherited: dict[str, object] = {}
        for kind in reversed(type(self).__mro__):
            inherited.update(vars(kind))
        return [
            name
            for name in object.__dir__(self)
            if name in own or not isinstance(inherited.get(name), Missing)
        ]


_H = TypeVar("_H", bound=type[Hints])


def hints_for(owner: str, hints: Mapping[str, str]) -> Callable[[_H], _H]:
    """Return a decorator that gives the class a `Missing` attribute for each wrong name. In
    messages, an object is called `owner`."""

    def add_missing(kind: _H) -> _H:
        for name, text in hints.items():
            setattr(kind, name, Missing(owner, name, text))
        return kind

    return add_missing


def unexpected_keyword(function: str, given: Iterable[str], hints: Mapping[str, str]) -> TypeError:
    """Return the error for the keywords that a function does not have, with a hint at the right
    keyword."""
    names = list(given)
    for name in names:
        if name in hints:
            return TypeError(
                f"{function}() got an unexpected keyword argument {name!r}: {hints[name]}"
            )
    return TypeError(f"{function}() got an unexpected keyword argument {names[0]!r}")


def with_keyword_hints(hints: Mapping[str, str]) -> Callable[[Callable[_P, _T]], Callable[_P, _T]]:
    """Return a decorator that lets the `TypeError` for an unknown keyword name the right keyword.
    (It makes the function a little slower.)"""

    def decorated(function: Callable[_P, _T]) -> Callable[_P, _T]:
        @wraps(function)
        def call(*arguments: _P.args, **keywords: _P.kwargs) -> _T:
            try:
                return function(*arguments, **keywords)
            except TypeError:
                if keywords.keys() & hints.keys():
                    raise unexpected_keyword(function.__qualname__, keywords, hints) from None
                raise

        return call

    return decorated
