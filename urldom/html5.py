"""The functions, terms and constants of HTML5 (2011 draft) section 2.6, "URLs".

Today's browsers follow the URL Standard instead: see `urldom.whatwg`. The predicates have a
parameter `standard`, whose default is `HTML5`.

>>> from urldom import html5
>>> str(html5.resolve("?q=é", "http://example.com/a", encoding="windows-1252"))
'http://example.com/a?q=%E9'
>>> html5.is_absolute("//example.com/"), html5.is_valid_url("a b")
(False, False)
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from urldom._core.objects.frozen import FrozenURL
from urldom._core.objects.functions import Parse, Resolve, resolve_under
from urldom._core.standards.html5 import HTML5
from urldom._core.standards.interface import StandardLike
from urldom._core.standards.registry import find_engine
from urldom._core.standards.resolving import absolute_string
from urldom._core.text.encodings import output_encoding
from urldom._core.text.percent_encoding import SPACE_CHARACTERS, fragment_escape
from urldom._core.values.parsed_url import ParsedURL
from urldom._core.values.url_value import AnyURL, url_text

__all__ = [
    "ABOUT_BLANK",
    "ABOUT_LEGACY_COMPAT",
    "ABOUT_SRCDOC",
    "HTML5",
    "fragment_escape",
    "is_absolute",
    "is_authority_based",
    "is_hierarchical",
    "is_valid_url",
    "parse",
    "resolve",
]
__dir__: Callable[[], list[str]] = __all__.copy

#: The reserved `about:` URLs (HTML5 2.6.1). The section calls two of them "unresolvable", because
#: no document can be fetched from them. They are absolute URLs, and resolve to themselves.
ABOUT_LEGACY_COMPAT: Final = "about:legacy-compat"
ABOUT_SRCDOC: Final = "about:srcdoc"
ABOUT_BLANK: Final = "about:blank"

parse: Parse[ParsedURL] = HTML5.parse
resolve: Resolve[FrozenURL] = resolve_under(HTML5)


def is_absolute(url: AnyURL, *, standard: StandardLike = HTML5) -> bool:
    """Return whether a URL is an *absolute URL* (HTML5 2.6.3).

    It resolves to the same output against every base. Do not check a redirect with this function:
    `//example.com/` is not absolute, although a browser connects to `example.com`.

    Args:
        url: A string, or a URL object of urldom.
        standard: The standard that resolves the URL, or its name.

    Raises:
        ValueError: If `standard` is an unknown name.
        TypeError: If an argument has a wrong type.

    >>> is_absolute("http://example.com"), is_absolute("//example.com"), is_absolute("http:g")
    (True, False, False)
    """
    return absolute_string(find_engine(standard).grammar, url_text(url)) is not None


def is_hierarchical(url: AnyURL, *, standard: StandardLike = HTML5) -> bool:
    """Return whether a URL is a *hierarchical URL* (HTML5 2.6.3).

    A hierarchical URL is absolute, and after resolving, a slash follows its scheme and colon.

    Args:
        url: A string, or a URL object of urldom.
        standard: The standard that resolves the URL, or its name.

    Raises:
        ValueError: If `standard` is an unknown name.
        TypeError: If an argument has a wrong type.

    >>> is_hierarchical("file:/a"), is_hierarchical("mailto:a@b")
    (True, False)
    """
    return _after_the_scheme(url, standard).startswith("/")


def is_authority_based(url: AnyURL, *, standard: StandardLike = HTML5) -> bool:
    """Return whether a URL is an *authority-based URL* (HTML5 2.6.3).

    An authority-based URL is absolute, and after resolving, two slashes follow its scheme and
    colon.

    Args:
        url: A string, or a URL object of urldom.
        standard: The standard that resolves the URL, or its name.

    Raises:
        ValueError: If `standard` is an unknown name.
        TypeError: If an argument has a wrong type.

    >>> is_authority_based("file:///a"), is_authority_based("file:/a")
    (True, False)
    """
    return _after_the_scheme(url, standard).startswith("//")


def _after_the_scheme(url: AnyURL, standard: StandardLike) -> str:
    """Return what follows the scheme and its colon in an absolute URL, as it resolves (ruling 12),
    or `""`."""
    absolute = absolute_string(find_engine(standard).grammar, url_text(url))
    if absolute is None:
        return ""
    _, _, rest = absolute.partition(":")
    return rest


def is_valid_url(
    url: AnyURL,
    *,
    encoding: str = "utf-8",
    non_empty: bool = False,
    surrounded_by_spaces: bool = False,
    standard: StandardLike = HTML5,
) -> bool:
    """Return whether a string is a *valid URL*, which may be relative (HTML5 2.6.1).

    Under `WHATWG`, the term is *valid URL string* (URL Standard 4.3). Under an RFC, its grammar
    decides.

    Args:
        url: A string, or a URL object of urldom.
        encoding: The document's encoding, a label of the Encoding Standard.
        non_empty: `True` for a *valid non-empty URL*.
        surrounded_by_spaces: `True` for a *valid URL potentially surrounded by spaces*.
        standard: The standard whose rules apply, or its name.

    Raises:
        LookupError: If `encoding` is an unknown label.
        ValueError: If `standard` is an unknown name.
        TypeError: If an argument has a wrong type.

    >>> is_valid_url("/é?é"), is_valid_url("/é?é", encoding="windows-1252"), is_valid_url("a b")
    (True, False, False)
    >>> is_valid_url(" /a", surrounded_by_spaces=True), is_valid_url("", non_empty=True)
    (True, False)
    """
    output_encoding(encoding)
    text = url_text(url)
    if surrounded_by_spaces:
        text = text.strip(SPACE_CHARACTERS)
    grammar = find_engine(standard).grammar
    if non_empty and not text:
        return False
    return grammar.is_valid_url(text, encoding)
