"""Parsing and resolving under any standard: functions over its grammar. A function whose argument
is `AnyURL` takes the label of an encoding, and raises `InvalidURLError` or
`UnresolvableURLError`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from urldom._core.errors import Failure, InvalidURLError, UnresolvableURLError
from urldom._core.standards.parts import Grammar, ParsedT
from urldom._core.text.encodings import output_encoding
from urldom._core.values.pieces import Pieces, href
from urldom._core.values.url_value import AnyURL, url_text
from urldom._core.values.value_of_pieces import parsed_url

#: The maximum number of characters of a base for a quick resolver.
_LONGEST_BASE: Final = 2048


def parse(grammar: Grammar[ParsedT], url: AnyURL) -> ParsedT:
    """Return the components of a URL, in the type of the standard."""
    text = url if type(url) is str else url_text(url)
    parsed: Any
    try:
        if grammar.references is None:
            parsed = parsed_url(grammar.cut_as_written(text))
        else:
            parsed = grammar.references.parse(text)
    except Failure as failure:
        raise InvalidURLError(text, failure.reason, grammar.name) from None
    return parsed  # type: ignore[no-any-return]


def resolve(
    grammar: Grammar[ParsedT],
    url: AnyURL,
    base: AnyURL | None = None,
    encoding: str = "utf-8",
    *,
    strict: bool = True,
) -> ParsedT:
    """Return the components of a resolved URL, in the type of the standard. Only RFC 3986 need not
    be strict."""
    parsed: Any
    if grammar.references is None:
        parsed = parsed_url(absolute_pieces(grammar, url, base, encoding))
        return parsed  # type: ignore[no-any-return]
    output_encoding(encoding)  # An RFC does not use the encoding, but an unknown label is an error.
    text = url_text(url)
    base_text = None if base is None else url_text(base, "a base")
    try:
        parsed = grammar.references.resolve(text, base_text, strict=strict)
    except Failure as failure:
        raise UnresolvableURLError(text, base_text, failure.reason, grammar.name) from None
    return parsed  # type: ignore[no-any-return]


def absolute_pieces(grammar: Grammar, url: AnyURL, base: AnyURL | None, encoding: str) -> Pieces:
    """Resolve a URL, and return the pieces of the absolute URL."""
    text = url if type(url) is str else url_text(url)
    output = encoding if encoding == "utf-8" else output_encoding(encoding)
    base_text = base if base is None or type(base) is str else url_text(base, "a base")
    try:
        base_pieces = None if base_text is None else grammar.cut_base(base_text)
        return grammar.cut(text, base_pieces, output)
    except Failure as failure:
        raise UnresolvableURLError(text, base_text, failure.reason, grammar.name) from None


def resolve_string(
    grammar: Grammar, url: AnyURL, base: AnyURL | None = None, encoding: str = "utf-8"
) -> str:
    """Resolve a URL, and return it as a string. Under RFC 1808, it may be relative if the base is
    unknown."""
    if grammar.base_may_be_unknown:
        return str(resolve(grammar, url, base, encoding))
    return href(absolute_pieces(grammar, url, base, encoding))


def string_resolver(grammar: Grammar, base: str, encoding: str) -> Callable[[str], str]:
    """Return the function `resolve_string` for one base, which resolves many URLs faster."""

    def resolve_slowly(url: str) -> str:
        return resolve_string(grammar, url, base, encoding)

    output = output_encoding(encoding)
    cut = grammar.cut
    if grammar.base_may_be_unknown:
        return resolve_slowly
    try:
        base_pieces = grammar.cut_base(base)
    except Failure:
        return resolve_slowly

    def resolve_against_base(url: str) -> str:
        try:
            return href(cut(url, base_pieces, output))
        except Failure:
            return resolve_slowly(url)  # This raises the error, with its message.

    if grammar.quick_resolver is None or len(base) > _LONGEST_BASE:
        return resolve_against_base
    return grammar.quick_resolver(base_pieces, resolve_against_base)


def absolute_string(grammar: Grammar, url: str) -> str | None:
    """Return an *absolute URL* as it resolves (HTML5 2.6.3, ruling 12), or `None` for any other
    string."""
    try:
        pieces = grammar.cut(url)
    except Failure:
        return None
    return None if grammar.depends_on_base(url, pieces) else href(pieces)


def is_absolute_url(grammar: Grammar, url: str) -> bool:
    """Return whether a string is an *absolute URL*, so that `absolute_string` does not return
    `None`."""
    if grammar.references is None:
        return absolute_string(grammar, url) is not None
    try:  # A reference resolves without a base if it has a scheme.
        return bool(grammar.references.parse(url).scheme)
    except Failure:
        return False
