"""The protocol of base contexts, and a test for it."""

from __future__ import annotations

from collections.abc import Callable
from operator import methodcaller
from typing import Final, Protocol, TypeAlias, TypeGuard, TypeVar

from urldom._core.contexts.base_value import BaseValue
from urldom._core.public import public
from urldom._core.standards.interface import Standard
from urldom._core.values.url_value import AnyURL, URLValue, not_a_url, url_text

_Context = TypeVar("_Context")


@public("urldom")
class BaseContext(Protocol):
    """An object against which a URL can be resolved (HTML5 2.6.3 step 4).

    It is a `Document`, an `Element`, a `BaseChain`, a `urldom.trees.TreeDocument`, or your own
    object with three attributes, which is read again at each use, while urldom holds no lock. Its
    errors are raised unchanged.

    >>> from urldom import HTML5, resolve
    >>> class Feed:
    ...     base_url, encoding, standard = "http://example.com/feed/", "utf-8", HTML5
    >>> str(resolve("a", Feed()))
    'http://example.com/feed/a'
    """

    @property
    def base_url(self) -> str:
        """The base URL. It should be an absolute URL.

        >>> from urldom import Document
        >>> Document("http://example.com/a").base_url
        'http://example.com/a'
        """
        ...

    @property
    def encoding(self) -> str:
        """The label of the encoding for the queries of relative URLs (HTML5 2.6.3 step 8).

        It is a label of the Encoding Standard.

        >>> from urldom import Document
        >>> Document("http://example.com/a").encoding
        'utf-8'
        """
        ...

    @property
    def standard(self) -> Standard:
        """The standard that resolves the URLs.

        >>> from urldom import Document
        >>> Document("http://example.com/a").standard
        HTML5
        """
        ...


class OwnContext:
    """A base context that is a class of urldom.

    `is_context` need not look for its attributes.
    """

    __slots__ = ()

    def _kept_base(self) -> BaseValue | None:
        """Return the base that the context keeps, or `None` if its attributes have to be read.

        They have to be read if a user's subclass may define them anew.
        """
        return None

    def _owner_document(self) -> BaseContext | None:
        """Return the document of an element, or `None` if this context is not an element."""
        return None


#: Returns the base that a context of urldom keeps. The method is private, so that `help(Document)`
#: lacks it.
kept_base_of: Callable[[OwnContext], BaseValue | None] = methodcaller("_kept_base")


class ChainedContext(OwnContext):
    """A base context of a tree, which can return its chain of base URLs."""

    __slots__ = ()
    #: Returns a copy of the current chain, without the tree: a `Document`, or an `Element` in one.
    chain: Callable[[], BaseContext]


def apart_from_tree(context: _Context) -> _Context | BaseContext:
    """Return the current chain of base URLs of a tree's context, and another context unchanged."""
    return context.chain() if isinstance(context, ChainedContext) else context


_ATTRIBUTES: Final = frozenset({"base_url", "encoding", "standard"})


def is_context(value: object) -> TypeGuard[BaseContext]:
    """Return whether `value` is a base context.

    Reading an attribute can run a user's code, so the attributes are looked for in the class of the
    object and in its `__dict__`. A proxy is the exception: its `encoding` and `standard` are read,
    but not its `base_url`, which can take long and is read at each use anyway.
    """
    if isinstance(value, OwnContext):
        return True
    if isinstance(value, URLValue):
        return False
    kind = type(value)
    missing = _ATTRIBUTES.difference(*map(vars, kind.__mro__))
    if _may_be_of_proxies(kind):
        return all(hasattr(value, name) for name in missing - {"base_url"})
    return missing <= getattr(value, "__dict__", {}).keys()


def _may_be_of_proxies(kind: type) -> bool:
    """Return `True` if the objects of a class may answer with the attributes of other objects."""
    if hasattr(kind, "__getattr__"):
        return True
    # `type` and its subclasses have their own `__getattribute__`, but a class is not a proxy: its
    # properties belong to its instances.
    if issubclass(kind, type):
        return False
    return kind.__getattribute__ is not object.__getattribute__


#: The base for resolving a URL: an absolute URL or a base context.
Base: TypeAlias = AnyURL | BaseContext


def context_of(base: object) -> BaseContext | None:
    """Return `base` if it is a base context, or `None` if it is a URL.

    Raises `TypeError` for another value.
    """
    if isinstance(base, (str, URLValue)):
        return None
    if not is_context(base):
        raise not_a_url("a base", "a URL or a base context", base)
    return base


def url_of_base(base: Base) -> str:
    """Return the string of an absolute URL, or the base URL of a base context.

    Raises the errors of `context_of`.
    """
    context = context_of(base)
    return url_text(base if context is None else context.base_url, "a base URL")
