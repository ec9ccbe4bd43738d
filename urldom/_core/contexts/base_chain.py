"""The base URL of RFC 1808 section 3."""

from __future__ import annotations

from typing import Any, ClassVar

import attrs

from urldom._core.contexts.chain import Linked
from urldom._core.contexts.copying import state_of
from urldom._core.contexts.protocol import BaseContext, is_context
from urldom._core.errors import url_repr
from urldom._core.hints.contexts import BaseChainHints
from urldom._core.public import public
from urldom._core.standards.interface import Standard, engine_of
from urldom._core.standards.registry import find_standard
from urldom._core.standards.resolving import is_absolute_url
from urldom._core.values.url_value import AnyURL, URLValue, not_a_url, url_text


def _content_text(url: AnyURL | None) -> str | None:
    return None if url is None else url_text(url, "content")


def _encapsulating_text(base: AnyURL | BaseContext | None) -> str | BaseContext | None:
    if base is None or is_context(base):
        return base
    if isinstance(base, (str, URLValue)):
        return url_text(base)
    raise not_a_url("encapsulating", "a URL or a base context", base)


def _retrieval_text(url: AnyURL | None) -> str | None:
    return None if url is None else url_text(url, "retrieval")


def _default_text(url: AnyURL) -> str:
    return url_text(url, "default")


def _refuse_loop(
    chain: BaseChain, _: object, encapsulating: str | BaseContext | None
) -> str | BaseContext | None:
    """Raise `ValueError` if the assignment would make a loop of chains.

    Only an assignment to an existing chain can make one, because nothing refers to a new chain yet.
    """
    outer = encapsulating
    while isinstance(outer, BaseChain):
        if outer is chain:
            raise ValueError(
                "a base chain cannot be encapsulated in itself, directly or through another one"
            )
        outer = outer.encapsulating
    return encapsulating


@public("urldom")
@attrs.define(repr=False, getstate_setstate=False)
class BaseChain(Linked, BaseChainHints):
    """The four sources of a base URL in RFC 1808 section 3, in their order of precedence.

    A `BaseChain` is a base context, which ignores a source whose URL is not absolute, except
    `default`. Its four attributes can be assigned, and two chains with equal attributes are equal.
    A chain can be copied and pickled.

    Args:
        content: The base URL embedded in the document's content (RFC 1808 3.1), or `None`.
        encapsulating: The base of the enclosing entity: a URL, a base context, or `None` (RFC 1808
            3.2).
        retrieval: The URL from which the document was retrieved, after redirections (RFC 1808 3.3),
            or `None`.
        default: The application's own base URL (RFC 1808 3.4), or `""` if it is unknown.

    Raises:
        TypeError: If a value has a wrong type.
        ValueError: If a value assigned to `encapsulating` would make a loop.

    >>> chain = BaseChain(retrieval="http://example.com/a")
    >>> chain.base_url
    'http://example.com/a'
    >>> chain.content = "http://example.org/"
    >>> chain.base_url
    'http://example.org/'
    """

    _ABOVE: ClassVar[str] = "encapsulating"
    content: str | None = attrs.field(default=None, converter=_content_text)
    encapsulating: str | BaseContext | None = attrs.field(
        default=None,
        converter=_encapsulating_text,
        on_setattr=[attrs.setters.convert, _refuse_loop],
    )
    retrieval: str | None = attrs.field(default=None, converter=_retrieval_text)
    default: str = attrs.field(default="", converter=_default_text)

    @property
    def base_url(self) -> str:
        """The base URL, or `""` if it is unknown (RFC 1808 section 3).

        >>> mail = BaseChain(default="http://example.com/mail/")
        >>> BaseChain(content="not absolute", encapsulating=mail).base_url
        'http://example.com/mail/'
        """
        chains: list[BaseChain] = [self]
        base = self.encapsulating
        # A `while` loop, because a nested call for each chain could exceed Python's recursion
        # limit.
        while isinstance(base, BaseChain) and type(base).base_url is BaseChain.base_url:
            chains.append(base)
            base = base.encapsulating
        if base is not None and not isinstance(base, str):
            base = url_text(base.base_url, "the base URL of an encapsulating entity")
        for chain in reversed(chains):
            base = chain._choose_base_url(base)
        assert base is not None
        return base

    def _choose_base_url(self, encapsulating: str | None) -> str:
        """Return the base URL, given that of the encapsulating entity."""
        grammar = engine_of(self.standard).grammar
        if self.content is not None and is_absolute_url(grammar, self.content):
            return self.content  # RFC 1808 section 3.1
        if encapsulating is not None and is_absolute_url(grammar, encapsulating):
            return encapsulating  # RFC 1808 section 3.2
        if self.retrieval is not None and is_absolute_url(grammar, self.retrieval):
            return self.retrieval  # RFC 1808 section 3.3
        return self.default  # RFC 1808 section 3.4

    def __eq__(self, other: object) -> bool:
        if other.__class__ is not self.__class__:
            return NotImplemented
        one: object = self
        # A loop, as in `base_url`. A chain of a user's subclass can define equality anew.
        while isinstance(one, BaseChain) and type(one).__eq__ is BaseChain.__eq__:
            if type(one) is not type(other):
                break
            assert isinstance(other, BaseChain)
            if one is other:
                return True
            if one._own_urls() != other._own_urls():
                return False
            one = one.encapsulating
            other = other.encapsulating
        return one == other

    def _own_urls(self) -> tuple[str | None, str | None, str]:
        return self.content, self.retrieval, self.default

    def _parts(self) -> tuple[str, object, str]:
        before = f"{type(self).__name__}(content={url_repr(self.content)}, encapsulating="
        after = f", retrieval={url_repr(self.retrieval)}, default={url_repr(self.default)})"
        if self.encapsulating is None:
            return f"{before}None", None, after
        return before, self.encapsulating, after

    def _reduce_bare(self) -> tuple[Any, ...]:
        attributes, slots = state_of(self, without=frozenset())
        return object.__new__, (type(self),), (attributes, slots | {self._ABOVE: None})

    @property
    def encoding(self) -> str:
        """Always `"utf-8"`, because RFC 1808 does not define encodings.

        >>> BaseChain().encoding
        'utf-8'
        """
        return "utf-8"

    @property
    def standard(self) -> Standard:
        """Always `RFC1808`.

        >>> BaseChain().standard
        RFC1808
        """
        return find_standard("rfc1808")
