"""The links of `Link` headers (RFC 8288, appendix B, and RFC 8187)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final, TypeAlias
from urllib.parse import quote

import attrs

from urldom._core.errors import InvalidURLError, shown
from urldom._core.objects.url import URL, url_of
from urldom._core.public import public
from urldom._core.text import percent_encoding
from urldom._core.text.unicode import scalar_value_string
from urldom._core.values.pieces import Pieces
from urldom._core.values.url_value import AnyURL
from urldom.http._hints import LinkHints
from urldom.http._location import (
    HeaderValue,
    header_texts,
    resolved,
    response_pieces,
    url_reference,
)
from urldom.http._media_types import end_of_quoted

_Parameters: TypeAlias = list[tuple[str, str]]

#: Matches the text before a link: any number of commas, even none (RFC 9110, section 5.6.1, and RFC
#: 8288, appendix B).
_match_before_link = re.compile(r"[ \t,]*<").match
#: Matches a parameter: a name, and a string without a backslash, the opening quote of another, or a
#: bare value.
_match_parameter = re.compile(
    r'[ \t]*;[ \t]*([^ \t=;,]*)[ \t]*(?:=[ \t]*(?:"([^"\\]*)"|(")|([^;,]*)))?'
).match
#: Matches a backslash in a quoted string, with the character that it escapes (RFC 8288, appendix
#: B.4).
_BACKSLASH = re.compile(r"\\([\s\S]?)")
_WHITESPACE = re.compile(r"[ \t]+")
#: Matches an encoded value such as `UTF-8'de'%e2%82%ac` (RFC 8187, section 3.2.1).
_EXTENDED_VALUE = re.compile(r"(?P<charset>[^']*)'[^']*'(?P<text>[-!#$&+.^_`|~0-9A-Za-z%]*)\Z")
_QUOTE_OR_BACKSLASH = re.compile(r'["\\]')
_CONTROL = re.compile(r"[\x00-\x08\x0a-\x1f\x7f]")
_NOT_IN_NAME = re.compile(r"[^!-~]|[=;,]")
#: The characters of an encoded value that need no escape (RFC 8187, section 3.2.1, `attr-char`),
#: besides letters, digits and `-._~`.
_ATTRIBUTE_CHARACTERS: Final = "!#$&+^`|"
#: If a link repeats one of these parameters, only its first value counts (RFC 8288, appendix B.2,
#: step 14).
_ONCE: Final = frozenset(["media", "title", "title*", "type"])
#: Not target attributes (RFC 8288, appendix B.2, step 14), or names that cannot use the encoding of
#: RFC 8187 (step 16).
_LEFT_OUT: Final = frozenset(
    ["", "anchor", "rel", "anchor*", "hreflang*", "media*", "rel*", "rev*", "type*"]
)


@public("urldom.http")
@attrs.frozen
class Link(LinkHints):
    """A link of a `Link` header (RFC 8288, section 3).

    Attributes:
        url: The absolute URL of the link.
        rel: The relation types, in lower case.
        anchor: The URL that the link is about. `None` means the response itself.
        parameters: The names and values of the other parameters. A name such as `hreflang` may be
            repeated.

    >>> header = '</b>; rel="Next chapter"; hreflang=de; hreflang=fr'
    >>> (link,) = links(header, "https://example.com/a")
    >>> link.rel, link.parameters
    (('next', 'chapter'), (('hreflang', 'de'), ('hreflang', 'fr')))
    """

    url: URL
    rel: tuple[str, ...]
    anchor: URL | None = None
    parameters: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        """Return the link as a `Link` header has it, so that `links()` reads the same link.

        A parameter with other characters than ASCII is written as RFC 8187 defines, such as
        `title*`. Controls become spaces (RFC 9110, section 5.5), and `>` in the URL becomes `%3E`.

        Raises:
            ValueError: If a parameter has a name that no parameter can have.

        >>> str(Link(URL("https://example.com/"), ("next",), parameters=(("title", "Page 2"),)))
        '<https://example.com/>; rel="next"; title="Page 2"'
        """
        url = self.url.href.replace(">", "%3E")
        relations = " ".join(self.rel)
        text = f"<{url}>; rel={_quoted(relations)}"
        if self.anchor is not None:
            text += f"; anchor={_quoted(self.anchor.href)}"
        # A parameter `title*` replaces all that are `title`, so all of a name are written alike.
        extended = {name for name, value in self.parameters if _needs_extension(name, value)}
        for name, value in self.parameters:
            if _NOT_IN_NAME.search(name) or name.lower() in ("", "anchor", "rel"):
                raise ValueError(f"a parameter of a Link header cannot have the name {shown(name)}")
            if name in extended:
                encoded = quote(scalar_value_string(value), safe=_ATTRIBUTE_CHARACTERS)
                text += f"; {name}*=UTF-8''{encoded}"
            else:
                text += f"; {name}={_quoted(value)}"
        return text


def _needs_extension(name: str, value: str) -> bool:
    """Return `True` if a parameter must be written in the encoding of RFC 8187."""
    if name.endswith("*"):
        return True
    can_be_extended = f"{name.lower()}*" not in _LEFT_OUT
    return can_be_extended and not value.isascii()


def _quoted(value: str) -> str:
    """Return a *quoted-string* (RFC 9110, section 5.6.4)."""
    text = _CONTROL.sub(" ", scalar_value_string(value))
    return '"' + _QUOTE_OR_BACKSLASH.sub(r"\\\g<0>", text) + '"'


def links(values: HeaderValue | Iterable[HeaderValue], url: AnyURL) -> list[Link]:
    """Return the links of a response's `Link` headers, in the order of the headers.

    See RFC 8288, appendix B.

    A link with an `anchor` is a claim about another resource, so use it only if you trust the
    server that sent it.

    Args:
        values: The value of one header, or an iterable of values. Values that a client joined by
            commas are one value.
        url: The URL of the response, against which the URLs of the links are resolved.

    Returns:
        The links of all the values, except those without a relation type and those whose URL or
        anchor does not parse. After a syntax error, the rest of the header is ignored. The first
        `rel`, `title`, `media` or `type` of a link counts, and a valid `title*`, in the encoding of
        RFC 8187, replaces `title`.

    Raises:
        InvalidURLError: If `url` does not parse.
        TypeError: If a value is not `bytes` or a `str`, or `url` is not a URL or a `str`.

    >>> header = '</p/2>; rel=next; title="Page 2", <//cdn.example>; rel=preconnect'
    >>> found = links(header, "https://example.com/p/1")
    >>> [(link.rel, link.url.href) for link in found]
    [(('next',), 'https://example.com/p/2'), (('preconnect',), 'https://cdn.example/')]
    """
    base = response_pieces(url)
    return [link for text in header_texts(values, "Link") for link in _read_field(text, base)]


def _read_field(text: str, base: Pieces) -> Iterator[Link]:
    """Parse a link field value (RFC 8288, appendix B.2)."""
    position = 0
    while match := _match_before_link(text, position):
        start = match.end()
        end = text.find(">", start)
        if end == -1:
            return
        parameters, position = _read_parameters(text, end + 1)
        link = _make_link(text[start:end], parameters, base)
        if link is not None:
            yield link


def _read_parameters(text: str, position: int) -> tuple[_Parameters, int]:
    """Parse parameters (RFC 8288, appendix B.3). Return the parameters, and the position after the
    last one."""
    parameters: _Parameters = []
    while match := _match_parameter(text, position):
        name, quoted, quote, token = match.groups()
        position = match.end()
        if quote:
            end = end_of_quoted(text, position)
            value = _BACKSLASH.sub(r"\1", text[position:end])
            position = end + 1
        elif token:
            value = token.rstrip(" \t")
        else:
            value = quoted or ""
        parameters.append((name.lower(), value))
    return parameters, position


def _make_link(target: str, parameters: _Parameters, base: Pieces) -> Link | None:
    """Return a link, or `None` if it has no relation type, or a URL that does not parse."""
    first = dict(reversed(parameters))  # the first value of each name
    relations = scalar_value_string(first.get("rel", "").strip(" \t"))
    if not relations:
        return None
    try:
        url = _resolve(target, base)
        anchor = _resolve(first["anchor"], base) if "anchor" in first else None
    except InvalidURLError:
        return None
    attributes = [
        (scalar_value_string(name), scalar_value_string(value))
        for name, value in _attributes(parameters)
    ]
    return Link(url, tuple(_WHITESPACE.split(relations.lower())), anchor, tuple(attributes))


def _resolve(reference: str, base: Pieces) -> URL:
    return url_of(resolved(url_reference(reference, "Link"), base))


def _attributes(parameters: _Parameters) -> _Parameters:
    """Return the target attributes of a link (RFC 8288, appendix B.2, steps 13 to 16)."""
    attributes: _Parameters = []
    seen: set[str] = set()
    for name, value in parameters:
        if name in _LEFT_OUT or name in seen:
            continue
        if name in _ONCE:
            seen.add(name)
        decoded = decode_extended(value) if name[-1] == "*" else value
        if decoded is not None:
            attributes.append((name, decoded))
    # A parameter such as `title*` replaces `title`.
    names = {name for name, _ in attributes}
    return [
        (name.removesuffix("*"), value)
        for name, value in attributes
        if name[-1] == "*" or f"{name}*" not in names
    ]


def decode_extended(value: str) -> str | None:
    """Return the decoded value of a parameter such as `title*` (RFC 8187), or `None` if it is
    invalid."""
    match = _EXTENDED_VALUE.match(value)
    if match is None:
        return None
    charset, text = match["charset"], match["text"]
    if charset.lower() not in ("utf-8", "iso-8859-1") or percent_encoding.BARE_PERCENT.search(text):
        return None
    try:
        return percent_encoding.percent_decode(text.encode()).decode(charset)
    except UnicodeDecodeError:
        return None
