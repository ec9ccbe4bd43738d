"""The base URL of RFC 1808 section 3."""

from __future__ import annotations

import attrs

from urldom._contexts.protocol import BaseContext, is_context
from urldom._errors import type_name
from urldom._standards.interface import Standard
from urldom._standards.registry import find_standard
from urldom._values.url_value import AnyURL, URLValue, url_text


def _content_text(url: AnyURL | None) -> str | None:
    return None if url is None else url_text(url, "content")


def _encapsulating_text(base: AnyURL | BaseContext | None) -> str | BaseContext | None:
    if base is None or is_context(base):
        return base
    if isinstance(base, (str, URLValue)):
        return url_text(base)
    raise TypeError(f"encapsulating is a URL or a base context, not {type_name(base)}")


def _retrieval_text(url: AnyURL | None) -> str | None:
    return None if url is None else url_text(url, "retrieval")


def _default_text(url: AnyURL) -> str:
    return url_text(url, "default")


def _refuse_loop(chain: BaseChain, _: object, encapsulating: str | BaseContext | None) -> str | BaseContext | None:
    """A loop can only be assigned: nothing stands on a chain that is being made."""
    outer = encapsulating
    while isinstance(outer, BaseChain):
        if outer is chain:
            raise ValueError("a base chain cannot be encapsulated in itself or in what it encapsulates")
        outer = outer.encapsulating
    return encapsulating


@attrs.define
class BaseChain:
    """The four ways in which RFC 1808 section 3 establishes a base URL, in its order of precedence. It is a base
    context, and a value: it is compared, copied and pickled by its four attributes, which can be assigned.

    `content` is the base URL that the document's content embeds (3.1), or `None`; `encapsulating` that of the entity
    which encloses it, a URL or a base context (3.2), or `None`; `retrieval` the URL by which it was retrieved, after
    redirections (3.3), or `None`; `default` the application's own (3.4), where `""` is an unknown one.

    One that is no absolute URL is passed over. Raises `TypeError` for a value of a wrong type.

    >>> BaseChain(retrieval="http://example.com/a").base_url
    'http://example.com/a'
    """

    content: str | None = attrs.field(default=None, converter=_content_text)
    encapsulating: str | BaseContext | None = attrs.field(
        default=None, converter=_encapsulating_text, on_setattr=[attrs.setters.convert, _refuse_loop]
    )
    retrieval: str | None = attrs.field(default=None, converter=_retrieval_text)
    default: str = attrs.field(default="", converter=_default_text)

    @property
    def base_url(self) -> str:
        """The base URL, or `""` if it is unknown (RFC 1808 section 3). Raises what a user's own context raises."""
        chains, base = [self], self.encapsulating
        while type(base) is BaseChain:  # A call for each of them would end at Python's limit.
            chains.append(base)
            base = base.encapsulating
        if base is not None and not isinstance(base, str):
            base = url_text(base.base_url, "the base URL of an encapsulating entity")
        for chain in reversed(chains):
            urls = (chain.content, base, chain.retrieval)
            base = next((url for url in urls if url is not None and self.standard.is_absolute(url)), chain.default)
        assert base is not None
        return base

    @property
    def encoding(self) -> str:
        """UTF-8: RFC 1808 knows no other."""
        return "utf-8"

    @property
    def standard(self) -> Standard:
        """`RFC1808`."""
        return find_standard("rfc1808")
