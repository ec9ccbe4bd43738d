"""What a base context is, and how to tell that an object is one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Protocol, TypeGuard

from urldom.standards.interface import Standard


class BaseContext(Protocol):
    """Anything against which a URL can be resolved (2.6.3 step 4): a `Document`, an `Element`, a `BaseChain`, a
    `urldom.trees.TreeDocument`, or an object of your own with these three attributes.

    Yours is read again at each use, and never while urldom holds a lock. An error in it comes out as it is.
    """

    @property
    def base_url(self) -> str:
        """The base URL, an absolute URL wherever there is one."""
        ...

    @property
    def encoding(self) -> str:
        """A label of the Encoding Standard, in which the queries of relative URLs are escaped (2.6.3 step 8)."""
        ...

    @property
    def standard(self) -> Standard:
        """The standard by which URLs are resolved."""
        ...


_ATTRIBUTES: Final = ("base_url", "encoding", "standard")


def is_context(value: object) -> TypeGuard[BaseContext]:
    """Whether `value` is a base context. None of its attributes is read, for that can run its owner's code: they are
    looked for in its class and in what the object itself holds. A class that has a `__getattr__` is taken at its word.

    >>> is_context("http://example.com/")
    False
    """
    defined: list[Mapping[str, object]] = [vars(ancestor) for ancestor in type(value).__mro__]
    if any("__getattr__" in names for names in defined):
        return True
    defined.append(getattr(value, "__dict__", {}))
    return all(any(attribute in names for names in defined) for attribute in _ATTRIBUTES)


def require_context(value: object, name: str) -> None:
    """Raises `TypeError` where `value` is no base context. `name` is what the error calls it."""
    if not is_context(value):
        raise TypeError(f"{name} is a base context (base_url, encoding, standard), not {type(value).__name__}")
