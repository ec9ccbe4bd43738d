"""`BaseValue`: a base, as URLs are resolved against it."""

from __future__ import annotations

from typing import Any

from urldom._core.errors import Failure, UnresolvableURLError
from urldom._core.standards.interface import Engine
from urldom._core.standards.resolving import resolve_string
from urldom._core.text.encodings import output_encoding
from urldom._core.values.pieces import Pieces, href, with_fragment
from urldom._core.values.url_value import AnyURL, url_text


class BaseValue:
    """The engine of a standard, a base URL and an encoding: all that resolving needs, but the URL.

    It never changes. A document or an element keeps its base until the base URL changes, and hands
    it out, so that the base URL is cut into pieces only once.
    """

    __slots__ = ("_pieces", "encoding", "engine", "text")

    def __init__(
        self, engine: Engine[Any], text: str | None, encoding: str, pieces: Pieces | None = None
    ) -> None:
        """Make a base. `encoding` is a label of the Encoding Standard.

        `pieces` are those of the base URL, if they are known.
        """
        self.engine: Engine[Any] = engine
        #: The base URL, as `base_url` of a context returns it. It need not be a valid URL. `None`
        #: means that there is no base, so that only an absolute URL resolves.
        self.text: str | None = text
        self.encoding: str = encoding
        #: The pieces of the base URL, or `None` before the first URL is resolved.
        self._pieces: Pieces | None = pieces

    @property
    def url(self) -> str:
        """The base URL of a base that has one."""
        assert self.text is not None
        return self.text

    def pieces(self) -> Pieces | None:
        """Return the pieces of the base URL, or `None` without one.

        Raises `Failure` if the base URL is invalid.
        """
        if self._pieces is None and self.text is not None:
            self._pieces = self.engine.grammar.cut_base(self.text)
        return self._pieces

    def cut(self, url: str) -> Pieces:
        """Resolve a URL, and return the pieces of the absolute URL.

        Raises `Failure`, or `LookupError` if the encoding is unknown."""
        encoding = self.encoding if self.encoding == "utf-8" else output_encoding(self.encoding)
        return self.engine.grammar.cut(url, self.pieces(), encoding)

    def absolute_pieces(self, url: AnyURL) -> Pieces:
        """Return `cut` of any URL. Raises `UnresolvableURLError` in the place of `Failure`."""
        text = url if type(url) is str else url_text(url)
        encoding = self.encoding if self.encoding == "utf-8" else output_encoding(self.encoding)
        base = self._pieces
        try:  # This is `self.cut(text)`, without two calls.
            if base is None and self.text is not None:
                base = self._pieces = self.engine.grammar.cut_base(self.text)
            return self.engine.grammar.cut(text, base, encoding)
        except Failure as failure:
            raise UnresolvableURLError(text, self.text, failure.reason, self.engine.name) from None

    def resolve(self, reference: str) -> BaseValue:
        """Return the base that a reference makes, resolved against this one.

        Raises `UnresolvableURLError`.
        """
        engine = self.engine
        if engine.grammar.base_may_be_unknown:
            # The result may be relative, so it may lack the pieces of a base.
            text = resolve_string(engine.grammar, reference, self.text, self.encoding)
            return BaseValue(engine, text, self.encoding)
        pieces = self.absolute_pieces(reference)
        return BaseValue(engine, href(pieces), self.encoding, pieces)

    def without_fragment(self) -> BaseValue:
        """Return the same base, and drop the fragment of the base URL."""
        text, number_sign, _ = self.url.partition("#")
        if not number_sign:
            return self
        pieces = None if self._pieces is None else with_fragment(self._pieces, "")
        return BaseValue(self.engine, text, self.encoding, pieces)

    def under(self, engine: Engine[Any], encoding: str) -> BaseValue:
        """Return the same base URL with an engine and an encoding."""
        if engine is not self.engine:
            return BaseValue(engine, self.text, encoding)
        if encoding == self.encoding:
            return self
        return BaseValue(engine, self.text, encoding, self._pieces)
