"""The engines of the standards that define URI references. Their steps to resolve one are also their reading."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import Any, ClassVar

from urldom._core.errors import Failure, InvalidURLError, UnresolvableURLError, shown
from urldom._core.standards.interface import ParsedT
from urldom._core.standards.sentences import RFC3986_PARTS, RFC3986_STEPS, TABLE, address_of
from urldom._core.standards.table import ATTRIBUTES, TableEngine
from urldom._core.text.encodings import output_encoding
from urldom._core.text.percent_encoding import BARE_PERCENT
from urldom._core.values.pieces import Pieces, components, from_components, href, is_absolute, with_path, with_written
from urldom._core.values.reference_values import URIReference, resolve_reference
from urldom._core.values.telling import Say, Sentences, silent
from urldom._core.values.url_value import AnyURL, url_text


class ReferenceEngine(TableEngine[ParsedT]):
    resolves_to_reference = True

    def __init__(self) -> None:
        super().__init__({row.component: partial(self._settle, row.component) for row in ATTRIBUTES})

    #: Matches the references that the standard's grammar allows.
    _match: Callable[[str], re.Match[str] | None]

    #: Returns the components of a reference. Raises `Failure`.
    _parse: Callable[[str], ParsedT]

    def parse(self, url: AnyURL) -> ParsedT:
        text = url_text(url)
        try:
            return self._parse(text)
        except Failure as failure:
            raise InvalidURLError(text, failure.reason, self.name) from None

    def is_valid_url(self, url: str, encoding: str = "utf-8") -> bool:
        return self._match(url) is not None

    def resolve_reference(self, url: str, base: str | None, say: Say = silent, *, strict: bool = True) -> ParsedT:
        """Return the target of a reference, and report each step of the standard. Raises `Failure`."""
        raise NotImplementedError

    def resolve(
        self, url: AnyURL, base: AnyURL | None = None, *, encoding: str = "utf-8", strict: bool = True
    ) -> ParsedT:
        """Return the target of `url`. `encoding` is checked, but not used, and only RFC 3986 need not be strict."""
        output_encoding(encoding)
        text = url_text(url)
        base_text = None if base is None else url_text(base, "a base")
        try:
            return self.resolve_reference(text, base_text, strict=strict)
        except Failure as failure:
            raise UnresolvableURLError(text, base_text, failure.reason, self.name) from None

    def cut(  # pyright: ignore[reportIncompatibleVariableOverride]
        self, url: str, base: Pieces | None = None, encoding: str = "utf-8"
    ) -> Pieces:
        resolved = str(self.resolve_reference(url, None if base is None else href(base)))
        pieces = self.cut_as_written(resolved)
        if not is_absolute(pieces):
            raise Failure("it has no scheme")
        return with_written(pieces, url)

    def read(self, url: str, base: str | None, encoding: str, say: Say) -> ParsedT:
        return self.resolve_reference(url, base, say)

    def read_base(self, base: str) -> str:
        self.cut_base(base)
        return base  # The steps use the base as it is.

    def with_query(self, pieces: Pieces, query: str) -> Pieces:
        return self._settle("query", super().with_query(pieces, query))

    def with_path(self, pieces: Pieces, path: str) -> Pieces:
        return self._settle("path", with_path(pieces, path))

    def _settle(self, changed: str, pieces: Pieces) -> Pieces:
        output = href(pieces)
        try:
            read_back, resolved = self.cut_as_written(output), self.cut(output)
        except Failure:
            raise Failure(f"the URL would become {shown(output)}, which is not an absolute URL") from None
        # Under RFC 1808, an empty query or fragment becomes absent.
        *before, query, fragment = components(pieces)
        if components(read_back) not in ((*before, query, fragment), (*before, query or None, fragment or None)):
            raise Failure(f"the URL would become {shown(output)}, which differs in more than the {changed}")
        return with_written(resolved, None if href(resolved) == output else output)


class GrammarEngine(ReferenceEngine[URIReference]):
    """A standard whose grammar parses a reference, and which resolves it by RFC 3986 section 5.2."""

    #: The step that parses a reference, and the section on the base.
    _parsing: ClassVar[str]
    _base: ClassVar[str]
    #: The production that matches a reference, and what it is called, in errors.
    _production: ClassVar[str]
    _noun: ClassVar[str]
    #: The members of a character class: the characters that a reference can contain.
    _characters: ClassVar[str]

    def sentences(self) -> Sentences:  # pyright: ignore[reportIncompatibleVariableOverride]
        return Sentences(
            address=address_of,
            sequences=(
                {self._parsing: f"The reference is parsed by the grammar of {self._noun} reference.", **RFC3986_STEPS},
            ),
            others={"RFC 3986 section 5.2.1": "The base has to have a scheme.", **RFC3986_PARTS, **TABLE},
            base=self._base,
            parsing=(self._parsing,),
            depths=dict.fromkeys(RFC3986_PARTS, 1),
        )

    def resolve_reference(self, url: str, base: str | None, say: Say = silent, *, strict: bool = True) -> URIReference:
        say(self._parsing, url)
        reference = self._parse(url)
        try:
            base_uri = None if base is None else self._parse(base)
        except Failure as failure:
            raise Failure(f"its base is not {self._noun}: {failure.reason}") from None
        say(self._parsing, None, reference)
        return resolve_reference(reference, base_uri, say, strict=strict)

    def cut_as_written(self, url: str) -> Pieces:
        components: Any = self._matched(url).groups()
        return from_components(components, url)

    def _parse(self, url: str) -> URIReference:
        match = self._matched(url)
        scheme, _, host, _, path, query, fragment = match.groups()
        # The authority begins after two slashes, and ends where the path begins.
        authority = None if host is None else url[match.end(1) + 3 if scheme else 2 : match.start(5)]
        return URIReference(scheme, authority, path, query, fragment)

    def _matched(self, url: str) -> re.Match[str]:
        """Match the grammar. The groups are scheme, userinfo, host, port, path, query and fragment."""
        match = self._match(url)
        if match is None:
            raise Failure(self._reason(url))
        return match

    def _reason(self, url: str) -> str:
        """Return the reason why the grammar does not match the URL."""
        forbidden = re.search(f"[^{self._characters}]", url)
        if forbidden is not None:
            return f"it contains {forbidden[0]!r}, which must be percent-encoded in {self._noun}"
        if BARE_PERCENT.search(url):
            return "it contains a percent sign without two hexadecimal digits after it"
        if url.count("#") > 1:
            return "it contains two number signs"
        return f"it does not match the {self._production}"
