"""What a base context is, and how to tell that an object is one."""

from __future__ import annotations

from typing import Final, Protocol, TypeAlias, TypeGuard, TypeVar

from urldom._standards.interface import Standard
from urldom._values.url_value import AnyURL, URLValue, not_a_url

_Context = TypeVar("_Context")


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


class ChainedContext:
    """A base context of a tree, which can tell the chain of base URLs that leads to it."""

    __slots__ = ()

    def chain(self) -> BaseContext:
        """The chain as it is at this moment, apart from the tree: a `Document`, or an `Element` in one."""
        raise NotImplementedError


def apart_from_tree(context: _Context) -> _Context | BaseContext:
    """The chain of base URLs at this moment if it is a context of a tree, else the context itself."""
    return context.chain() if isinstance(context, ChainedContext) else context


_ATTRIBUTES: Final = frozenset({"base_url", "encoding", "standard"})


def is_context(value: object) -> TypeGuard[BaseContext]:
    """Whether `value` is a base context. Its attributes are looked for in its class and in what the object itself
    holds, for to read one can run its owner's code. An object that answers for others, as a proxy does, is asked for
    the two that cost nothing; that it has a base URL is seen when that is read.

    >>> is_context("http://example.com/")
    False
    """
    if isinstance(value, URLValue):
        return False
    kind = type(value)
    missing = _ATTRIBUTES.difference(*map(vars, kind.__mro__))
    # A class has a way of its own to answer, too, but its attributes are for its instances.
    if hasattr(kind, "__getattr__") or not (kind.__getattribute__ is object.__getattribute__ or issubclass(kind, type)):
        return all(hasattr(value, name) for name in missing - {"base_url"})
    return missing <= getattr(value, "__dict__", {}).keys()


#: What a URL is resolved against: an absolute URL, or a base context.
Base: TypeAlias = AnyURL | BaseContext


def context_of(base: object) -> BaseContext | None:
    """`base` if it is a base context, `None` if it is a URL. Raises `TypeError` for anything else."""
    if isinstance(base, (str, URLValue)):
        return None
    if not is_context(base):
        raise TypeError(f"a base is a URL or a base context, {not_a_url(base)}")
    return base
