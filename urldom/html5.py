"""The functions, terms and constants of HTML5 (2011 draft) section 2.6, "URLs".

Today's browsers follow the URL Standard instead: see `urldom.whatwg`. The predicates have a parameter `standard`, whose
default is `HTML5`.

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
    """Split a URL into its components, which stay unchanged (HTML5 2.6.2).

    Args:
        url: A string, or a URL object of urldom. It may be relative.

    Returns:
        The components.

    Raises:
        InvalidURLError: If the URL is invalid.
        TypeError: If `url` has a wrong type.

    >>> parse("//www.EXAMPLE.com:4443?")
    ParsedURL(scheme=None, userinfo=None, host='www.EXAMPLE.com', port='4443', path='', query='', fragment=None)
    """
    return HTML5.parse(url)


def resolve(url: AnyURL, base: Base | None = None, *, encoding: str | None = None) -> ParsedURL:
    """Resolve a URL against a base (HTML5 2.6.3).

    Args:
        url: A URL. It may be relative if `base` is given.
        base: An absolute URL or a base context.
        encoding: The encoding of the query, as a label of the Encoding Standard. `None` uses the base context's
            encoding, or UTF-8 without a context.

    Returns:
        The components of the absolute URL.

    Raises:
        UnresolvableURLError: If the URL or the base is invalid, or a relative URL has no base.
        LookupError: If `encoding` is an unknown label.
        TypeError: If an argument has a wrong type.

    >>> str(resolve("../é", "http://example.com/a/b/c"))
    'http://example.com/a/%C3%A9'
    """
    return _functions.resolve(url, base, standard=HTML5, encoding=encoding)


def is_absolute(url: AnyURL, *, standard: StandardLike = HTML5) -> bool:
    """Return whether a URL is an *absolute URL* (HTML5 2.6.3).

    An absolute URL resolves to the same output against every base.

    Args:
        url: A string, or a URL object of urldom.
        standard: The standard that resolves the URL, or its name.

    Returns:
        `True` if the URL is absolute.

    Raises:
        ValueError: If `standard` is an unknown name.
        TypeError: If an argument has a wrong type.

    >>> is_absolute("http://example.com"), is_absolute("//example.com"), is_absolute("http:g")
    (True, False, False)
    """
    return find_standard(standard).is_absolute(url)


def is_hierarchical(url: AnyURL, *, standard: StandardLike = HTML5) -> bool:
    """Return whether a URL is a *hierarchical URL* (HTML5 2.6.3).

    A hierarchical URL is absolute. After resolving, a slash follows its scheme and colon.

    Args:
        url: A string, or a URL object of urldom.
        standard: The standard that resolves the URL, or its name.

    Returns:
        `True` if the URL is hierarchical.

    Raises:
        ValueError: If `standard` is an unknown name.
        TypeError: If an argument has a wrong type.

    >>> is_hierarchical("file:/a"), is_hierarchical("mailto:a@b")
    (True, False)
    """
    return find_standard(standard).is_hierarchical(url)


def is_authority_based(url: AnyURL, *, standard: StandardLike = HTML5) -> bool:
    """Return whether a URL is an *authority-based URL* (HTML5 2.6.3).

    An authority-based URL is absolute. After resolving, two slashes follow its scheme and colon.

    Args:
        url: A string, or a URL object of urldom.
        standard: The standard that resolves the URL, or its name.

    Returns:
        `True` if the URL is authority-based.

    Raises:
        ValueError: If `standard` is an unknown name.
        TypeError: If an argument has a wrong type.

    >>> is_authority_based("file:///a"), is_authority_based("file:/a")
    (True, False)
    """
    return find_standard(standard).is_authority_based(url)


def is_valid_url(url: AnyURL, *, encoding: str = "utf-8", standard: StandardLike = HTML5) -> bool:
    """Return whether a string is a *valid URL*, which may be relative (HTML5 2.6.1).

    Under `WHATWG`, the term is *valid URL string* (URL Standard 4.3). Under an RFC, a string is valid if the RFC's
    grammar allows it.

    Args:
        url: A string, or a URL object of urldom.
        encoding: The document's encoding, a label of the Encoding Standard.
        standard: The standard whose rules apply, or its name.

    Returns:
        `True` if the URL is valid in a document of that encoding.

    Raises:
        LookupError: If `encoding` is an unknown label.
        ValueError: If `standard` is an unknown name.
        TypeError: If an argument has a wrong type.

    >>> is_valid_url("/é?é"), is_valid_url("/é?é", encoding="windows-1252"), is_valid_url("a b")
    (True, False, False)
    """
    output_encoding(encoding)
    return find_standard(standard).is_valid_url(url, encoding)


def is_valid_non_empty_url(url: AnyURL, *, encoding: str = "utf-8", standard: StandardLike = HTML5) -> bool:
    """Return whether a string is a *valid non-empty URL* (HTML5 2.6.1).

    Args:
        url: A string, or a URL object of urldom.
        encoding: The document's encoding, a label of the Encoding Standard.
        standard: The standard whose rules apply, or its name.

    Returns:
        `True` if the URL is valid and not empty.

    Raises:
        LookupError: If `encoding` is an unknown label.
        ValueError: If `standard` is an unknown name.
        TypeError: If an argument has a wrong type.

    >>> is_valid_url(""), is_valid_non_empty_url("")
    (True, False)
    """
    return url_text(url) != "" and is_valid_url(url, encoding=encoding, standard=standard)


def is_valid_url_potentially_surrounded_by_spaces(
    url: AnyURL, *, encoding: str = "utf-8", standard: StandardLike = HTML5
) -> bool:
    """Return whether a string is a *valid URL potentially surrounded by spaces* (HTML5 2.6.1).

    Args:
        url: A string, or a URL object of urldom.
        encoding: The document's encoding, a label of the Encoding Standard.
        standard: The standard whose rules apply, or its name.

    Returns:
        `True` if the URL is valid without the space characters around it.

    Raises:
        LookupError: If `encoding` is an unknown label.
        ValueError: If `standard` is an unknown name.
        TypeError: If an argument has a wrong type.

    >>> is_valid_url_potentially_surrounded_by_spaces(" /a\\n")
    True
    """
    return is_valid_url(url_text(url).strip(SPACE_CHARACTERS), encoding=encoding, standard=standard)


def is_valid_non_empty_url_potentially_surrounded_by_spaces(
    url: AnyURL, *, encoding: str = "utf-8", standard: StandardLike = HTML5
) -> bool:
    """Return whether a string is a *valid non-empty URL potentially surrounded by spaces* (HTML5 2.6.1).

    Args:
        url: A string, or a URL object of urldom.
        encoding: The document's encoding, a label of the Encoding Standard.
        standard: The standard whose rules apply, or its name.

    Returns:
        `True` if the URL is valid and not empty without the space characters around it.

    Raises:
        LookupError: If `encoding` is an unknown label.
        ValueError: If `standard` is an unknown name.
        TypeError: If an argument has a wrong type.

    >>> is_valid_non_empty_url_potentially_surrounded_by_spaces(" ")
    False
    """
    return is_valid_non_empty_url(url_text(url).strip(SPACE_CHARACTERS), encoding=encoding, standard=standard)
