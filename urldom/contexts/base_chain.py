"""The base URL of RFC 1808 section 3."""

from __future__ import annotations

import attrs

from urldom.contexts.protocol import BaseContext, is_context
from urldom.registry import find_standard
from urldom.standards.interface import Standard
from urldom.values.url_value import AnyURL, url_text


def _content_text(url: AnyURL | None) -> str | None:
    return None if url is None else url_text(url, "content")


def _encapsulating_text(base: AnyURL | BaseContext | None) -> str | BaseContext | None:
    return base if base is None or is_context(base) else url_text(base, "encapsulating")


def _retrieval_text(url: AnyURL | None) -> str | None:
    return None if url is None else url_text(url, "retrieval")


def _default_text(url: AnyURL) -> str:
    return url_text(url, "default")


@attrs.define
class BaseChain:
    """The four ways in which RFC 1808 section 3 establishes a base URL, in its order of precedence. It is a base
    context, and a value: it is compared, copied and pickled by its four attributes, which can be assigned.

    One that is no absolute URL is passed over. Raises `TypeError` for a value of a wrong type.

    >>> BaseChain(retrieval="http://example.com/a").base_url
    'http://example.com/a'
    """

    #: The base URL that the document's content embeds (RFC 1808 section 3.1).
    content: str | None = attrs.field(default=None, converter=_content_text)
    #: That of the entity which encloses it, a URL or a base context (RFC 1808 section 3.2).
    encapsulating: str | BaseContext | None = attrs.field(default=None, converter=_encapsulating_text)
    #: The URL by which it was retrieved, after redirections (RFC 1808 section 3.3).
    retrieval: str | None = attrs.field(default=None, converter=_retrieval_text)
    #: The application's own (RFC 1808 section 3.4); `""` is an unknown one.
    default: str = attrs.field(default="", converter=_default_text)

    @property
    def base_url(self) -> str:
        """The base URL of the document, or `""` where it is unknown (RFC 1808 section 3). Raises what an encapsulating
        context of a user's own raises."""
        encapsulating = self.encapsulating
        if encapsulating is not None and not isinstance(encapsulating, str):
            encapsulating = url_text(encapsulating.base_url, "the base URL of an encapsulating entity")
        for url in (self.content, encapsulating, self.retrieval):
            if url is not None and self.standard.is_absolute(url):
                return url
        return self.default

    @property
    def encoding(self) -> str:
        """UTF-8: RFC 1808 knows no other."""
        return "utf-8"

    @property
    def standard(self) -> Standard:
        """`RFC1808`."""
        return find_standard("rfc1808")
