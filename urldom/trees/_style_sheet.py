"""`StyleSheet`: a style sheet, in which URLs are found and rewritten, and all else stays as it is."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from typing import Final

from urldom._errors import type_name, url_repr
from urldom._standards.interface import Standard, StandardLike
from urldom._standards.registry import find_standard
from urldom._text.encodings import decode, find_encoding, get_encoding
from urldom._text.media_types import read_content_type
from urldom._values.url_value import AnyURL
from urldom.trees._encoding_detection import as_declared, byte_order_mark
from urldom.trees._octets import is_fit, splice_octets
from urldom.trees._relative import can_stand_in_css, reference
from urldom.trees._rewriting import LEFT_ALONE, Function, absolute, find_replacements, require_function
from urldom.trees._syntaxes import CSS, splice
from urldom.trees._table import Kind
from urldom.trees._url_attribute import Resolve, URLAttribute, absolute_address, resolver

#: CSS Syntax 3, section 3.2: how the bytes of a style sheet begin that declares its encoding, and how many count.
_CHARSET: Final = re.compile('@charset "([^"]*)";')
_DECLARING: Final = 1024


def stylesheet(
    source: bytes | bytearray | memoryview | str,
    address: AnyURL,
    *,
    content_type: str | None = None,
    environment_encoding: str | None = None,
    standard: StandardLike = "whatwg",
) -> StyleSheet:
    """The style sheet that was found at `address`, an absolute URL: `source` is its bytes or its text.

    Its encoding is the one that its byte order mark says, else the `charset` of `content_type`, the value of that
    header, else its `@charset`, else `environment_encoding`, a label of the Encoding Standard: that of the document
    that refers to it. Else it is UTF-8. Bytes that are no text of it are read as U+FFFD.

    Raises `TypeError` for a source that is neither bytes nor text; `ValueError` for an address that is no absolute URL,
    and a content type other than `text/css`; `LookupError` for an unknown encoding.

    >>> sheet = stylesheet(b'@import "a.css"; p { background: url( b.png ) }', "http://example.com/c/d.css")
    >>> [url.url for url in sheet.urls()]
    ['http://example.com/c/a.css', 'http://example.com/c/b.png']
    >>> sheet.make_absolute()
    >>> str(sheet)
    '@import "http://example.com/c/a.css"; p { background: url( http://example.com/c/b.png ) }'
    """
    if isinstance(source, bytearray | memoryview):
        source = bytes(source)
    elif not isinstance(source, bytes | str):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise TypeError(f"a style sheet is bytes or a str, not {type_name(source)}")
    known = read_content_type(content_type, takes="text/css".__eq__, known="text/css")
    environment = None if environment_encoding is None else get_encoding(environment_encoding)
    transport = None if known is None else known.encoding
    found = find_standard(standard)
    return StyleSheet(source, absolute_address(address, found), transport, environment, found)


class StyleSheet:
    """A style sheet, made by `stylesheet()`."""

    __slots__ = ("_address", "_encoding", "_mark", "_octets", "_standard", "_text")

    def __init__(
        self, source: bytes | str, address: str, transport: str | None, environment: str | None, standard: Standard
    ) -> None:
        start = source[:_DECLARING]
        text = start if isinstance(start, str) else start.decode("latin-1")
        match = _CHARSET.match(text.removeprefix("\ufeff"))
        declared = None if match is None else as_declared(find_encoding(match[1]))
        fallback = transport or declared or environment or "utf-8"
        self._address = address
        self._standard = standard
        #: The byte order mark, and what follows it; `None` where there are no bytes, but a text.
        self._octets: bytes | None = None
        self._mark = b""
        if isinstance(source, str):
            self._encoding, self._text = fallback, source
        else:
            self._mark, marked = byte_order_mark(source)
            self._encoding = marked or fallback
            self._octets = source[len(self._mark) :]
            self._text = decode(self._encoding, self._octets)

    @property
    def address(self) -> str:
        """The style sheet's address, as given."""
        return self._address

    @property
    def encoding(self) -> str:
        """The name of the style sheet's character encoding."""
        return self._encoding

    @property
    def standard(self) -> Standard:
        """The standard by which the URLs are resolved."""
        return self._standard

    def urls(self) -> Iterator[URLAttribute]:
        """Every URL that the style sheet holds, in order: its `url()` and `src()`, the strings of `@import` and of
        `image-set()`. An empty one is no URL."""
        resolve = self._resolver()
        for span in CSS.find(self._text):
            found = self._make_url(resolve, span.url)
            if found is not None:
                yield found

    def rewrite(self, function: Function) -> None:
        """Puts what `function` returns for each URL in the URL's place; for `None` the URL stays as it is.

        All else stays as it is, and what is written is escaped where CSS or the style sheet's encoding asks for it.
        Nothing is changed before `function` has seen every URL: if it raises, or returns what is no URL (a
        `TypeError`), nothing is.

        >>> sheet = stylesheet("p { background: url(a.png) red }", "http://example.com/")
        >>> sheet.rewrite(lambda url: "b c.png")
        >>> str(sheet)
        'p { background: url(b\\\\ c.png) red }'
        """
        require_function(function)
        resolve = self._resolver()
        make_url = partial(self._make_url, resolve)
        replacements = find_replacements(self._text, CSS, make_url, function, self._standard)
        if self._octets is not None:
            replacements = [(span, _fit(text, self._encoding)) for span, text in replacements]
            octets = ((span.start, span.end, text) for span, text in replacements)
            self._octets = splice_octets(self._octets, self._encoding, octets)
        self._text = splice(self._text, replacements)

    def make_absolute(self) -> None:
        """Makes each URL that resolves absolute. Those of the kind `"fragment"` stay: their meaning would change."""
        self.rewrite(absolute)

    def make_relative(self, address: AnyURL | None = None) -> None:
        """Replace each URL with the shortest reference, as `relative_to` writes it. Each URL still resolves to the same
        absolute URL.

        `address` is the absolute URL that the style sheet will have. By default, it is its own address. URLs of the
        kind `"fragment"` do not change, nor do URLs that do not resolve.

        Raises `ValueError` if the address is not an absolute URL.

        >>> sheet = stylesheet("p { background: url(http://h/a/b.png) }", "http://h/a/c.css")
        >>> sheet.make_relative()
        >>> str(sheet)
        'p { background: url(b.png) }'
        """
        base_url = self._address if address is None else absolute_address(address, self._standard)

        def relative(url: URLAttribute) -> str | None:
            absolute = None if url.kind in LEFT_ALONE else url.url
            return None if absolute is None else reference(self._standard, absolute, base_url, can_stand_in_css)

        self.rewrite(relative)

    def __str__(self) -> str:
        """The style sheet's text, without a byte order mark."""
        return self._text

    def __bytes__(self) -> bytes:
        """The bytes that it was made of, but for what was rewritten. Raises `TypeError` where it was made of text."""
        if self._octets is None:
            raise TypeError("the style sheet was made of a str, and has no bytes: encode its str()")
        return self._mark + self._octets

    def _resolver(self) -> Resolve:
        return resolver(self._standard, self._standard.css_encoding or self._encoding)

    def _make_url(self, resolve: Resolve, url: str) -> URLAttribute | None:
        if not url:
            return None  # An empty url() is invalid: CSS Values 4, 4.5.
        kind: Kind = "fragment" if url[0] == "#" else "resource"
        return URLAttribute(None, None, kind, url, None, self._address, resolve)

    def __repr__(self) -> str:
        return f"<StyleSheet at {url_repr(self._address)}>"


def _fit(text: str, encoding: str) -> str:
    """What is written in a style sheet, with CSS escapes of the characters that its encoding does not have."""
    if text.isascii():
        return text
    return "".join(character if is_fit(character, encoding) else f"\\{ord(character):x} " for character in text)
