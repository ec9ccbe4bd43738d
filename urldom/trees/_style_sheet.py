"""`StyleSheet`: finds and rewrites the URLs in a style sheet, and leaves all other text
unchanged."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from operator import attrgetter
from typing import Final

from urldom._core.contexts.document import Document
from urldom._core.errors import wrong_type
from urldom._core.public import public
from urldom._core.standards.interface import Engine, StandardLike
from urldom._core.standards.registry import find_engine
from urldom._core.text import encodings
from urldom._core.values.url_value import AnyURL
from urldom.http._location import Headers
from urldom.http._media_types import read_content_type
from urldom.http._referrers import ReferrerPolicy
from urldom.trees._css_imports import IGNORED
from urldom.trees._encoding_detection import as_declared, byte_order_mark
from urldom.trees._hints import StyleSheetHints
from urldom.trees._requests.policies import read_headers
from urldom.trees._rewriting import (
    LEFT_ALONE,
    Function,
    Rewritable,
    find_replacements,
    keep_unresolvable,
    reference,
)
from urldom.trees._syntaxes import CSS, URLSpan, css_escape, splice
from urldom.trees._table import Kind, Selected
from urldom.trees._url_attribute import Shared, URLAttribute, absolute_address, of_kinds, resolver
from urldom.trees._writing import has_character, splice_octets

#: The declaration of an encoding in the first 1024 bytes (CSS Syntax 3, section 3.2).
_CHARSET: Final = re.compile('@charset "([^"]*)";')


def stylesheet(
    source: bytes | bytearray | memoryview | str,
    address: AnyURL,
    *,
    content_type: str | None = None,
    environment_encoding: str | None = None,
    standard: StandardLike = "whatwg",
    headers: Headers = (),
) -> StyleSheet:
    """Return the style sheet of a source.

    The encoding is the first of these that exists: the byte order mark, the `charset` of
    `content_type`, the `@charset` rule, `environment_encoding`. The default is UTF-8. Bytes that
    are invalid in the encoding become U+FFFD.

    Args:
        source: The bytes or the text of the style sheet.
        address: The absolute URL where the style sheet was found.
        content_type: The value of the `Content-Type` header.
        environment_encoding: The encoding of the document that uses the sheet, as a label of the
            Encoding Standard.
        standard: The standard by which the URLs are resolved.
        headers: The headers of the response, as a mapping or as pairs. Without `content_type`,
            their `Content-Type` counts. `page.request(url, sheet=sheet)` reads their
            `Referrer-Policy`.

    Raises:
        TypeError: If the source is neither bytes nor text.
        ValueError: If the address is not absolute, the content type is not `text/css`, or the
            standard is unknown.
        LookupError: If the encoding is unknown.

    >>> css = b'@import "a.css"; p { background: url( b.png ) }'
    >>> sheet = stylesheet(css, "http://example.com/c/d.css")
    >>> sheet.make_absolute()
    >>> str(sheet)
    '@import "http://example.com/c/a.css"; p { background: url( http://example.com/c/b.png ) }'
    """
    if isinstance(source, bytearray | memoryview):
        source = bytes(source)
    elif not isinstance(source, bytes | str):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise wrong_type("a style sheet", "bytes or a str", source)
    read = read_headers(headers)
    if content_type is None:
        content_type = read.get("content-type")
    known = read_content_type(content_type, takes="text/css".__eq__, known=["text/css"])
    protocol_encoding = None if known is None else known.encoding
    if environment_encoding is not None:
        environment_encoding = encodings.get_encoding(environment_encoding)
    engine = find_engine(standard)
    checked = absolute_address(address, engine)
    policy = ReferrerPolicy.parse(read.get("referrer-policy", ""))
    return StyleSheet(source, checked, protocol_encoding, environment_encoding, engine, policy)


@public("urldom.trees")
class StyleSheet(Rewritable, StyleSheetHints):
    """A style sheet, made by `stylesheet()`. `str()` returns its text, and `to_bytes()` its bytes.

    >>> sheet = stylesheet(b"a { background: url(b.png) }", "http://example.com/c.css")
    >>> sheet.make_absolute()
    >>> sheet.to_bytes()
    b'a { background: url(http://example.com/b.png) }'
    """

    __slots__ = ("_engine", "_mark", "_octets", "_policy", "_text")

    def __init__(
        self,
        source: bytes | str,
        address: str,
        protocol_encoding: str | None,
        environment_encoding: str | None,
        engine: Engine,
        policy: ReferrerPolicy,
    ) -> None:
        self._policy = policy
        self._engine = engine
        # *Determine the fallback encoding* (CSS Syntax 3, section 3.2)
        encoding = (
            protocol_encoding or _declared_encoding(source) or environment_encoding or "utf-8"
        )
        #: The byte order mark, and the bytes after it, or `None` if the source was text.
        self._mark = b""
        self._octets: bytes | None = None
        if isinstance(source, str):
            self._text = source
        else:
            self._mark, marked_encoding = byte_order_mark(source)
            encoding = marked_encoding or encoding
            self._octets = source[len(self._mark) :]
            self._text = encodings.decode(encoding, self._octets)
        self._document = Document(address, encoding=encoding, standard=engine.standard)

    def urls(self, *, kind: Selected | Iterable[Selected] | None = None) -> Iterator[URLAttribute]:
        """Yield every URL except empty ones, in order.

        They stand in `url()`, `src()`, and strings of `@import` and `image-set()`.

        Args:
            kind: A kind of URLs, or several: `"resource"`, `"fragment"`, or `"metadata"` for an
                `@import` that browsers ignore, because it stands in a block or after another rule.
                `None` means all kinds.

        Yields:
            A `URLAttribute` for each URL. Its `node`, `attribute` and `element_name` are `None`.

        Raises:
            ValueError: If a kind is unknown.
            TypeError: If `kind` is neither a `str` nor an iterable.

        >>> css = '@import "a.css"; @namespace "b"; p { fill: url(#c) }'
        >>> sheet = stylesheet(css, "http://example.com/")
        >>> [(url.value, url.kind) for url in sheet.urls()]
        [('a.css', 'resource'), ('#c', 'fragment')]
        """
        make_url = self._url_maker()
        return of_kinds(filter(None, map(make_url, CSS.find(self._text))), kind)

    def _rewrite(self, function: Function, embedded: bool = False) -> None:
        """Replace the URLs in the text and in the bytes by those that the function returns."""
        replacements = find_replacements(self._text, CSS, self._url_maker(), function, self._engine)
        if self._octets is not None:
            # The text gets the same escapes as the bytes.
            replacements = [(span, _escaped(text, self.encoding)) for span, text in replacements]
            placed = ((span.start, span.end, text) for span, text in replacements)
            self._octets = splice_octets(self._octets, self.encoding, self._text, placed)
        self._text = splice(self._text, replacements)

    def _make_relative(self, address: str, embedded: bool) -> None:
        """Replace the URLs by references for a style sheet at another address."""

        def relative(url: URLAttribute) -> str | None:
            absolute = url.url
            if url.kind in LEFT_ALONE:
                return None
            if absolute is None:
                return keep_unresolvable(url, address)
            return reference(self._engine, absolute, address, leads_elsewhere)

        def leads_elsewhere(text: str) -> bool:
            # An empty URL in CSS is invalid, and a fragment is a part of the document.
            return not text.startswith("#") and text != ""

        self._rewrite(relative)

    def __str__(self) -> str:
        """Return the style sheet's text, without a byte order mark."""
        return self._text

    def __bytes__(self) -> bytes:
        """Return the result of `to_bytes()`."""
        return self.to_bytes()

    def to_bytes(self) -> bytes:
        """Return the original bytes with the rewritten URLs.

        Raises:
            TypeError: If the source was text.

        >>> sheet = stylesheet(b"a { src: url(b c.png) url(d) }", "http://example.com/")
        >>> sheet.make_absolute()
        >>> sheet.to_bytes()
        b'a { src: url(b c.png) url(http://example.com/d) }'
        """
        if self._octets is None:
            raise TypeError(
                "the style sheet was made from a str and has no bytes: encode its str()"
            )
        return self._mark + self._octets

    def _url_maker(self) -> Callable[[URLSpan], URLAttribute | None]:
        """Return a function that returns the URL at a span, or `None` for an empty one."""
        resolve = resolver(self._engine, self._engine.page_rules.css_encoding or self.encoding)

        def make_url(span: URLSpan) -> URLAttribute | None:
            url = span.url
            if not url:
                return None  # An empty url() is invalid: CSS Values 4, 4.5.
            kind: Kind = "fragment" if url[0] == "#" else "resource"
            if span.loading == IGNORED:
                kind = "metadata"
            shared = Shared(resolve, span=span)
            return URLAttribute(None, None, kind, url, None, self.address, shared)

        return make_url


#: What other modules read of a style sheet, and users do not: the policy of its response.
policy_of: Callable[[StyleSheet], ReferrerPolicy] = attrgetter("_policy")


def _declared_encoding(source: bytes | str) -> str | None:
    """Return the encoding of the rule `@charset` at the start of a style sheet, or `None`."""
    start = source[:1024]
    text = start if isinstance(start, str) else start.decode("latin-1")
    match = _CHARSET.match(text.removeprefix("\ufeff"))
    return None if match is None else as_declared(encodings.find_encoding(match[1]))


def _escaped(text: str, encoding: str) -> str:
    """Return the text with CSS escapes for the characters that the encoding lacks."""
    lacking = set(re.findall(r"[^\x00-\x7f]", text))
    # In ISO-2022-JP, the bytes of these characters depend on the state around them, so all of them
    # are escaped.
    if encoding != "iso-2022-jp":
        lacking = {character for character in lacking if not has_character(encoding, character)}
    return text.translate({ord(character): css_escape(character) for character in lacking})
