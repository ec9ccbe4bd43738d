"""HTML5 section 2.6 "URLs", as the draft of May 2011 has it: its functions, terms and constants.

Today's browsers follow the URL Standard instead: see `urldom.whatwg`. The predicates take a `standard`, and are
`HTML5`'s by default.

>>> from urldom import html5
>>> str(html5.resolve("?q=é", "http://example.com/a", encoding="windows-1252"))
'http://example.com/a?q=%E9'
>>> html5.is_absolute("//example.com/"), html5.is_valid_url("a b")
(False, False)
"""

from __future__ import annotations

from urldom import _functions
from urldom._contexts import Base
from urldom._standards.html5 import HTML5
from urldom._standards.html5.terminology import ABOUT_BLANK, ABOUT_LEGACY_COMPAT, ABOUT_SRCDOC
from urldom._standards.interface import StandardLike
from urldom._standards.registry import find_standard
from urldom._text.encodings import output_encoding
from urldom._text.percent_encoding import SPACE_CHARACTERS, fragment_escape
from urldom._values.parsed_url import ParsedURL
from urldom._values.url_value import AnyURL, url_text

__all__ = ["ABOUT_BLANK", "ABOUT_LEGACY_COMPAT", "ABOUT_SRCDOC", "HTML5", "fragment_escape", "parse", "resolve"]
__all__ += ["is_absolute", "is_authority_based", "is_hierarchical"]
__all__ += ["is_valid_non_empty_url", "is_valid_non_empty_url_potentially_surrounded_by_spaces"]
__all__ += ["is_valid_url", "is_valid_url_potentially_surrounded_by_spaces"]


def __dir__() -> list[str]:
    return __all__


def parse(url: AnyURL) -> ParsedURL:
    """Parse a URL into its components, as they are written (HTML5 2.6.2).

    `url` is a URL in any form, and may be relative. Raises `InvalidURLError` if the URL is invalid.

    >>> parse("//www.EXAMPLE.com:4443?")
    ParsedURL(scheme=None, userinfo=None, host='www.EXAMPLE.com', port='4443', path='', query='', fragment=None)
    """
    return HTML5.parse(url)


def resolve(url: AnyURL, base: Base | None = None, *, encoding: str | None = None) -> ParsedURL:
    """Resolve a URL against a base and return the components of the absolute URL (HTML5 2.6.3).

    `base` is an absolute URL or a base context, whose encoding is used unless `encoding`, a label of the Encoding
    Standard, is given. The default is UTF-8. Raises `UnresolvableURLError` if the URL is not resolvable, and
    `LookupError` for an unknown label.

    >>> str(resolve("../é", "http://example.com/a/b/c"))
    'http://example.com/a/%C3%A9'
    """
    return _functions.resolve(url, base, standard=HTML5, encoding=encoding)


def is_absolute(url: AnyURL, *, standard: StandardLike = HTML5) -> bool:
    """Whether `url` is an *absolute URL* (HTML5 2.6.3): it resolves to the same output against every base.

    >>> is_absolute("http://example.com"), is_absolute("//example.com"), is_absolute("http:g")
    (True, False, False)
    """
    return find_standard(standard).is_absolute(url)


def is_hierarchical(url: AnyURL, *, standard: StandardLike = HTML5) -> bool:
    """Whether `url` is a *hierarchical URL* (HTML5 2.6.3): absolute, with a slash after the scheme and its colon once
    it is resolved.

    >>> is_hierarchical("file:/a"), is_hierarchical("mailto:a@b")
    (True, False)
    """
    return find_standard(standard).is_hierarchical(url)


def is_authority_based(url: AnyURL, *, standard: StandardLike = HTML5) -> bool:
    """Whether `url` is an *authority-based URL* (HTML5 2.6.3): absolute, with two slashes there once it is resolved.

    >>> is_authority_based("file:///a"), is_authority_based("file:/a")
    (True, False)
    """
    return find_standard(standard).is_authority_based(url)


def is_valid_url(url: AnyURL, *, encoding: str = "utf-8", standard: StandardLike = HTML5) -> bool:
    """Whether `url` is a *valid URL* in a document of that encoding (HTML5 2.6.1).

    Under `WHATWG` it is whether `url` is a *valid URL string*, which may be relative (URL Standard 4.3). Under an RFC
    it is whether the RFC's grammar allows it. Raises `LookupError` for an unknown encoding label.

    >>> is_valid_url("/é?é"), is_valid_url("/é?é", encoding="windows-1252"), is_valid_url("a b")
    (True, False, False)
    """
    output_encoding(encoding)
    return find_standard(standard).is_valid_url(url, encoding)


def is_valid_non_empty_url(url: AnyURL, *, encoding: str = "utf-8", standard: StandardLike = HTML5) -> bool:
    """Whether `url` is a *valid non-empty URL* (HTML5 2.6.1).

    >>> is_valid_url(""), is_valid_non_empty_url("")
    (True, False)
    """
    return url_text(url) != "" and is_valid_url(url, encoding=encoding, standard=standard)


def is_valid_url_potentially_surrounded_by_spaces(
    url: AnyURL, *, encoding: str = "utf-8", standard: StandardLike = HTML5
) -> bool:
    """Whether `url` is a *valid URL potentially surrounded by spaces* (HTML5 2.6.1).

    >>> is_valid_url_potentially_surrounded_by_spaces(" /a\\n")
    True
    """
    return is_valid_url(url_text(url).strip(SPACE_CHARACTERS), encoding=encoding, standard=standard)


def is_valid_non_empty_url_potentially_surrounded_by_spaces(
    url: AnyURL, *, encoding: str = "utf-8", standard: StandardLike = HTML5
) -> bool:
    """Whether `url` is a *valid non-empty URL potentially surrounded by spaces* (HTML5 2.6.1).

    >>> is_valid_non_empty_url_potentially_surrounded_by_spaces(" ")
    False
    """
    return is_valid_non_empty_url(url_text(url).strip(SPACE_CHARACTERS), encoding=encoding, standard=standard)
