"""The functions that take a URL and a standard: parsing, resolving, and the predicates of 2.6.1 and 2.6.3."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, TypeAlias, overload

from urldom.base import BaseContext
from urldom.escaping import SPACE_CHARACTERS
from urldom.html5 import HTML5, parsing
from urldom.parsed import ParsedURL
from urldom.standards import StandardLike, find_standard

if TYPE_CHECKING:
    from urldom.html5 import _HTML5
    from urldom.rfc1808 import _RFC1808, GenericRL
    from urldom.rfc2396 import _RFC2396
    from urldom.rfc3986 import _RFC3986, URIReference
    from urldom.whatwg.standard import URLStandard

    # The standards by what they parse a URL into
    Full: TypeAlias = _HTML5 | URLStandard | Literal["html5", "whatwg"]
    References: TypeAlias = _RFC3986 | _RFC2396 | Literal["rfc3986", "rfc2396"]
    RelativeURLs: TypeAlias = _RFC1808 | Literal["rfc1808"]

#: What a URL is resolved against: an absolute URL, or a base context.
Base: TypeAlias = str | ParsedURL | BaseContext


@overload
def parse(url: str, *, standard: Full = ...) -> ParsedURL: ...
@overload
def parse(url: str, *, standard: References) -> URIReference: ...
@overload
def parse(url: str, *, standard: RelativeURLs) -> GenericRL: ...
@overload
def parse(url: str, *, standard: StandardLike) -> Any: ...
def parse(url: str, *, standard: StandardLike = HTML5) -> Any:
    """The components of `url`: a `ParsedURL`, and under the RFCs a value with their own component names.

    Raises `InvalidURLError` (2.6.2 step 3).

    >>> parse("https://www.example.com:4443?")
    ParsedURL(scheme='https', userinfo=None, host='www.example.com', port='4443', path='', query='', fragment=None)
    """
    return parsing.parse(url) if standard is HTML5 else find_standard(standard).parse(url)


@overload
def resolve(
    url: str, base: Base | None = None, *, standard: Full | None = None, encoding: str | None = None
) -> ParsedURL: ...
@overload
def resolve(
    url: str, base: Base | None = None, *, standard: References, encoding: str | None = None
) -> URIReference: ...
@overload
def resolve(
    url: str, base: Base | None = None, *, standard: RelativeURLs, encoding: str | None = None
) -> GenericRL: ...
@overload
def resolve(url: str, base: Base | None = None, *, standard: StandardLike, encoding: str | None = None) -> Any: ...
def resolve(
    url: str, base: Base | None = None, *, standard: StandardLike | None = None, encoding: str | None = None
) -> Any:
    """The absolute URL that `url` implies (2.6.3), as what `parse` returns.

    `base` is an absolute URL or a base context; an absolute `url` needs none. The standard and the encoding, a label
    of the Encoding Standard, are by default the base context's, else `HTML5` and UTF-8. Raises
    `UnresolvableURLError`, and `LookupError` for an unknown label.

    >>> str(resolve("?q=é", "http://example.com/a", encoding="windows-1252"))
    'http://example.com/a?q=%E9'
    """
    context = context_of(base)
    if context is None:
        # What another standard's parse() returns is a URL by its string.
        against = base if base is None or isinstance(base, ParsedURL) else str(base)
    else:
        against = context.base_url
        standard = context.standard if standard is None else standard
        encoding = context.encoding if encoding is None else encoding
    found = HTML5 if standard is None else find_standard(standard)
    return found.resolve(url, against, encoding="utf-8" if encoding is None else encoding)


def context_of(base: Base | None) -> BaseContext | None:
    """`base` where it is a base context, else `None`. Raises `TypeError` for what is no base at all."""
    if base is None or isinstance(base, (str, ParsedURL)):
        return None
    if hasattr(base, "base_url"):
        return base
    if hasattr(base, "scheme"):  # what another standard's parse() returns
        return None
    raise TypeError(f"a base is a URL or a base context, not {type(base).__name__}")


def is_absolute(url: str, *, standard: StandardLike = HTML5) -> bool:
    """Whether `url` is an *absolute URL* (2.6.3): it resolves to the same output whatever it is resolved against.

    >>> is_absolute("http://example.com"), is_absolute("//example.com"), is_absolute("http:g")
    (True, False, False)
    """
    return find_standard(standard).is_absolute(url)


def is_hierarchical(url: str, *, standard: StandardLike = HTML5) -> bool:
    """Whether `url` is a *hierarchical URL* (2.6.3): absolute, and once resolved with a slash behind its scheme and
    colon.

    >>> is_hierarchical("file:/a"), is_hierarchical("mailto:a@b")
    (True, False)
    """
    return find_standard(standard).is_hierarchical(url)


def is_authority_based(url: str, *, standard: StandardLike = HTML5) -> bool:
    """Whether `url` is an *authority-based URL* (2.6.3): absolute, and once resolved with two slashes there.

    >>> is_authority_based("file:///a"), is_authority_based("file:/a")
    (True, False)
    """
    return find_standard(standard).is_authority_based(url)


def is_valid_url(url: str, *, encoding: str = "utf-8", standard: StandardLike = HTML5) -> bool:
    """Whether `url` is a *valid URL* (2.6.1) in a document of that encoding; under `WHATWG` a *valid URL string*,
    which may be relative; under an RFC what its grammar allows.

    Raises `LookupError` for an unknown encoding label.

    >>> is_valid_url("/é?é"), is_valid_url("/é?é", encoding="windows-1252"), is_valid_url("a b")
    (True, False, False)
    """
    if not isinstance(url, str):
        raise TypeError(f"a URL is a str, not {type(url).__name__}")
    return find_standard(standard).is_valid_url(url, encoding)


def is_valid_non_empty_url(url: str, *, encoding: str = "utf-8", standard: StandardLike = HTML5) -> bool:
    """Whether `url` is a *valid non-empty URL* (2.6.1).

    >>> is_valid_url(""), is_valid_non_empty_url("")
    (True, False)
    """
    return url != "" and is_valid_url(url, encoding=encoding, standard=standard)


def is_valid_url_potentially_surrounded_by_spaces(
    url: str, *, encoding: str = "utf-8", standard: StandardLike = HTML5
) -> bool:
    """Whether `url` is a *valid URL potentially surrounded by spaces* (2.6.1).

    >>> is_valid_url_potentially_surrounded_by_spaces(" /a\\n")
    True
    """
    return is_valid_url(url.strip(SPACE_CHARACTERS), encoding=encoding, standard=standard)


def is_valid_non_empty_url_potentially_surrounded_by_spaces(
    url: str, *, encoding: str = "utf-8", standard: StandardLike = HTML5
) -> bool:
    """Whether `url` is a *valid non-empty URL potentially surrounded by spaces* (2.6.1).

    >>> is_valid_non_empty_url_potentially_surrounded_by_spaces(" ")
    False
    """
    return is_valid_non_empty_url(url.strip(SPACE_CHARACTERS), encoding=encoding, standard=standard)
