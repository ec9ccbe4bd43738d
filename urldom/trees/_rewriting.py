"""What it is to rewrite the URLs of a value, in a document or a style sheet."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, TypeAlias

from urldom._errors import type_name
from urldom._standards.interface import Standard
from urldom._text.scalar_values import scalar_value_string
from urldom._values.url_value import AnyURL, URLValue
from urldom.trees._syntaxes import CSS, SPACES, Span, Syntax, percent_encode, splice
from urldom.trees._url_attribute import URLAttribute

#: What `rewrite()` is given: it returns what is to stand in the place of a URL, or `None`.
Function: TypeAlias = Callable[[URLAttribute], "AnyURL | None"]

#: The kinds of URL that `make_absolute()` and `make_relative()` leave alone.
LEFT_ALONE: Final = frozenset(["fragment", "identifier"])
#: The characters that no XML document can hold, and so not every tree.
_NOT_IN_XML = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")


def find_replacements(
    value: str, syntax: Syntax, make_url: Callable[[str], URLAttribute | None], function: Function, standard: Standard
) -> list[tuple[Span, str]]:
    """The URLs in a value that `function` wants to be others, with what is to be written in their places. `make_url`
    returns the argument of `function` for a URL, or `None` to leave that out.

    Raises `TypeError` where `function` returns what is no URL, `ValueError` where it returns what cannot stand
    there.
    """
    found: list[tuple[Span, str]] = []
    for span in syntax.find(value):
        url = make_url(span.url)
        new = None if url is None else function(url)
        if isinstance(new, URLValue):
            new = str(new)
        if new is None or new == span.url:
            continue
        if not isinstance(new, str):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise TypeError(f"a URL is replaced by a URL or None, not {type_name(new)}")
        found.append((span, syntax.write(storable(new.strip(SPACES), standard), span)))
    return found


def require_function(function: object) -> None:
    """Raises `TypeError` for what `rewrite()` cannot call."""
    if not callable(function):
        raise TypeError(f"a rewriting function is called with each URL: not {type_name(function)}")


def absolute(url: URLAttribute) -> str | None:
    """The function that makes URLs absolute."""
    return None if url.kind in LEFT_ALONE else url.url


def storable(url: str, standard: Standard) -> str:
    """A URL as any tree can hold it: a scalar value string, with the characters escaped that XML cannot write. The
    standard's parser removes them from both ends of a URL, and so does this function."""
    url = scalar_value_string(url)
    return url if _NOT_IN_XML.search(url) is None else _escape(url.strip(standard.stripped))


def storable_value(value: str, syntax: Syntax, standard: Standard) -> str:
    """A whole value as a tree of XML can hold it: a parser for HTML may leave other characters around the URLs, and in
    the URLs that are not replaced."""
    value = scalar_value_string(value)
    if _NOT_IN_XML.search(value) is None:
        return value
    if syntax is CSS:
        return _NOT_IN_XML.sub(lambda match: f"\\{ord(match[0]):x} ", value)
    # A list cannot hold an empty URL.
    urls = ((span, storable(span.url, standard) or _escape(span.url)) for span in syntax.find(value))
    return _escape(splice(value, [(span, syntax.write(url, span)) for span, url in urls if url != span.url]))


def _escape(value: str) -> str:
    return _NOT_IN_XML.sub(percent_encode, value)
