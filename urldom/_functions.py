"""Parsing, resolving, and the predicates of 2.6.1 and 2.6.3, under any standard."""

from __future__ import annotations

from typing import Any, Literal, Protocol, TypeAlias, TypeVar, overload

from urldom._contexts import Base, context_of
from urldom._standards.interface import StandardLike
from urldom._standards.registry import DEFAULT_STANDARD, find_standard
from urldom._text.encodings import output_encoding
from urldom._text.percent_encoding import SPACE_CHARACTERS
from urldom._values.parsed_url import ParsedURL
from urldom._values.references import GenericRL, URIReference
from urldom._values.url_value import AnyURL, url_text

_Parsed_co = TypeVar("_Parsed_co", covariant=True)


class _StandardOf(Protocol[_Parsed_co]):
    """A standard, by what it parses a URL into."""

    def parse(self, url: AnyURL) -> _Parsed_co: ...


# The names of the standards, by the same
Full: TypeAlias = Literal["html5", "whatwg"]
References: TypeAlias = Literal["rfc3986", "rfc2396"]
RelativeURLs: TypeAlias = Literal["rfc1808"]


@overload
def parse(url: AnyURL, *, standard: Full = ...) -> ParsedURL: ...
@overload
def parse(url: AnyURL, *, standard: References) -> URIReference: ...
@overload
def parse(url: AnyURL, *, standard: RelativeURLs) -> GenericRL: ...
@overload
def parse(url: AnyURL, *, standard: _StandardOf[_Parsed_co]) -> _Parsed_co: ...
@overload
def parse(url: AnyURL, *, standard: StandardLike) -> Any: ...
def parse(url: AnyURL, *, standard: Any = DEFAULT_STANDARD) -> Any:
    """The components of `url`: a `ParsedURL`, and under the RFCs a value with their own component names.

    Raises `InvalidURLError` (2.6.2 step 3).

    >>> parse("https://www.example.com:4443?")
    ParsedURL(scheme='https', userinfo=None, host='www.example.com', port='4443', path='', query='', fragment=None)
    """
    return find_standard(standard).parse(url)


@overload
def resolve(
    url: AnyURL, base: Base | None = None, *, standard: Full | None = None, encoding: str | None = None
) -> ParsedURL: ...
@overload
def resolve(
    url: AnyURL, base: Base | None = None, *, standard: References, encoding: str | None = None
) -> URIReference: ...
@overload
def resolve(
    url: AnyURL, base: Base | None = None, *, standard: RelativeURLs, encoding: str | None = None
) -> GenericRL: ...
@overload
def resolve(
    url: AnyURL, base: Base | None = None, *, standard: _StandardOf[_Parsed_co], encoding: str | None = None
) -> _Parsed_co: ...
@overload
def resolve(url: AnyURL, base: Base | None = None, *, standard: StandardLike, encoding: str | None = None) -> Any: ...
def resolve(url: AnyURL, base: Base | None = None, *, standard: Any = None, encoding: str | None = None) -> Any:
    """The absolute URL that `url` implies (2.6.3), as what `parse` returns.

    `base` is an absolute URL or a base context; an absolute `url` needs none. The standard and the encoding, a label
    of the Encoding Standard, are by default the base context's, else `HTML5` and UTF-8. Raises
    `UnresolvableURLError`, and `LookupError` for an unknown label.

    >>> str(resolve("?q=é", "http://example.com/a", encoding="windows-1252"))
    'http://example.com/a?q=%E9'
    """
    against: AnyURL | None = None
    if base is not None:
        context = context_of(base)
        if context is None:
            against = url_text(base)
        else:
            against = url_text(context.base_url, "a base URL")
            standard = context.standard if standard is None else standard
            encoding = context.encoding if encoding is None else encoding
    found = find_standard(DEFAULT_STANDARD if standard is None else standard)
    return found.resolve(url, against, encoding="utf-8" if encoding is None else encoding)


def is_absolute(url: AnyURL, *, standard: StandardLike = DEFAULT_STANDARD) -> bool:
    """Whether `url` is an *absolute URL* (2.6.3): it resolves to the same output whatever it is resolved against.

    >>> is_absolute("http://example.com"), is_absolute("//example.com"), is_absolute("http:g")
    (True, False, False)
    """
    return find_standard(standard).is_absolute(url)


def is_hierarchical(url: AnyURL, *, standard: StandardLike = DEFAULT_STANDARD) -> bool:
    """Whether `url` is a *hierarchical URL* (2.6.3): absolute, and once resolved with a slash behind its scheme and
    colon.

    >>> is_hierarchical("file:/a"), is_hierarchical("mailto:a@b")
    (True, False)
    """
    return find_standard(standard).is_hierarchical(url)


def is_authority_based(url: AnyURL, *, standard: StandardLike = DEFAULT_STANDARD) -> bool:
    """Whether `url` is an *authority-based URL* (2.6.3): absolute, and once resolved with two slashes there.

    >>> is_authority_based("file:///a"), is_authority_based("file:/a")
    (True, False)
    """
    return find_standard(standard).is_authority_based(url)


def is_valid_url(url: AnyURL, *, encoding: str = "utf-8", standard: StandardLike = DEFAULT_STANDARD) -> bool:
    """Whether `url` is a *valid URL* (2.6.1) in a document of that encoding; under `WHATWG` a *valid URL string*,
    which may be relative; under an RFC what its grammar allows.

    Raises `LookupError` for an unknown encoding label.

    >>> is_valid_url("/é?é"), is_valid_url("/é?é", encoding="windows-1252"), is_valid_url("a b")
    (True, False, False)
    """
    output_encoding(encoding)
    return find_standard(standard).is_valid_url(url, encoding)


def is_valid_non_empty_url(url: AnyURL, *, encoding: str = "utf-8", standard: StandardLike = DEFAULT_STANDARD) -> bool:
    """Whether `url` is a *valid non-empty URL* (2.6.1).

    >>> is_valid_url(""), is_valid_non_empty_url("")
    (True, False)
    """
    return url_text(url) != "" and is_valid_url(url, encoding=encoding, standard=standard)


def is_valid_url_potentially_surrounded_by_spaces(
    url: AnyURL, *, encoding: str = "utf-8", standard: StandardLike = DEFAULT_STANDARD
) -> bool:
    """Whether `url` is a *valid URL potentially surrounded by spaces* (2.6.1).

    >>> is_valid_url_potentially_surrounded_by_spaces(" /a\\n")
    True
    """
    return is_valid_url(url_text(url).strip(SPACE_CHARACTERS), encoding=encoding, standard=standard)


def is_valid_non_empty_url_potentially_surrounded_by_spaces(
    url: AnyURL, *, encoding: str = "utf-8", standard: StandardLike = DEFAULT_STANDARD
) -> bool:
    """Whether `url` is a *valid non-empty URL potentially surrounded by spaces* (2.6.1).

    >>> is_valid_non_empty_url_potentially_surrounded_by_spaces(" ")
    False
    """
    return is_valid_non_empty_url(url_text(url).strip(SPACE_CHARACTERS), encoding=encoding, standard=standard)
