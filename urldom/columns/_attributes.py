"""A function for each attribute of a URL, such as `hostname`. `decompose` returns several in a
struct."""

from __future__ import annotations

from operator import attrgetter
from typing import Any

from urldom._core.standards.interface import StandardLike
from urldom._core.values.url_value import AnyURL
from urldom.columns._arrays import Column, string_type
from urldom.columns._cutting import Bases, RowParser, completed, over_urls
from urldom.columns._decomposing import checked_attributes
from urldom.columns._docstrings import from_table
from urldom.columns._usual import UsualRows


def _attribute(name: str, urls: Any, base: Any, parser: RowParser) -> Any:
    """Return a column of one attribute. Raises `ValueError` if URLs do not have it under the
    standard."""
    checked_attributes([name], parser.engine.standard)
    read = attrgetter(name)

    def of_slice(strings: Any, bases: Bases, parser: RowParser) -> Any:
        rows = UsualRows(strings, bases, parser.engine, [name])
        return completed(rows.attribute(name), strings, bases, rows.mask, parser, read)

    return over_urls(of_slice, urls, base, parser, string_type(urls))


@from_table
def protocol(
    urls: Column,
    base: AnyURL | Column | None = None,
    *,
    standard: StandardLike = "whatwg",
    encoding: str = "utf-8",
    default_scheme: str | None = None,
) -> Any:
    """The scheme and a colon (HTML5 2.6.6)."""
    return _attribute("protocol", urls, base, RowParser.of(standard, encoding, default_scheme))


@from_table
def host(
    urls: Column,
    base: AnyURL | Column | None = None,
    *,
    standard: StandardLike = "whatwg",
    encoding: str = "utf-8",
    default_scheme: str | None = None,
) -> Any:
    """The host and port, without a default port (HTML5 2.6.6)."""
    return _attribute("host", urls, base, RowParser.of(standard, encoding, default_scheme))


@from_table
def hostname(
    urls: Column,
    base: AnyURL | Column | None = None,
    *,
    standard: StandardLike = "whatwg",
    encoding: str = "utf-8",
    default_scheme: str | None = None,
) -> Any:
    """The host (HTML5 2.6.6)."""
    return _attribute("hostname", urls, base, RowParser.of(standard, encoding, default_scheme))


@from_table
def port(
    urls: Column,
    base: AnyURL | Column | None = None,
    *,
    standard: StandardLike = "whatwg",
    encoding: str = "utf-8",
    default_scheme: str | None = None,
) -> Any:
    """The port, or `""` for the default port (HTML5 2.6.6)."""
    return _attribute("port", urls, base, RowParser.of(standard, encoding, default_scheme))


@from_table
def pathname(
    urls: Column,
    base: AnyURL | Column | None = None,
    *,
    standard: StandardLike = "whatwg",
    encoding: str = "utf-8",
    default_scheme: str | None = None,
) -> Any:
    """The path (HTML5 2.6.6)."""
    return _attribute("pathname", urls, base, RowParser.of(standard, encoding, default_scheme))


@from_table
def search(
    urls: Column,
    base: AnyURL | Column | None = None,
    *,
    standard: StandardLike = "whatwg",
    encoding: str = "utf-8",
    default_scheme: str | None = None,
) -> Any:
    """A question mark and the query, or `""` (HTML5 2.6.6)."""
    return _attribute("search", urls, base, RowParser.of(standard, encoding, default_scheme))


@from_table
def hash(
    urls: Column,
    base: AnyURL | Column | None = None,
    *,
    standard: StandardLike = "whatwg",
    encoding: str = "utf-8",
    default_scheme: str | None = None,
) -> Any:
    """A number sign and the fragment, or `""` (HTML5 2.6.6)."""
    return _attribute("hash", urls, base, RowParser.of(standard, encoding, default_scheme))


@from_table
def href(
    urls: Column,
    base: AnyURL | Column | None = None,
    *,
    standard: StandardLike = "whatwg",
    encoding: str = "utf-8",
    default_scheme: str | None = None,
) -> Any:
    """The absolute URL (URL Standard 6.1)."""
    return _attribute("href", urls, base, RowParser.of(standard, encoding, default_scheme))


@from_table
def origin(
    urls: Column,
    base: AnyURL | Column | None = None,
    *,
    standard: StandardLike = "whatwg",
    encoding: str = "utf-8",
    default_scheme: str | None = None,
) -> Any:
    """The origin, or `"null"` (URL Standard 6.1), only under `WHATWG`."""
    return _attribute("origin", urls, base, RowParser.of(standard, encoding, default_scheme))


@from_table
def username(
    urls: Column,
    base: AnyURL | Column | None = None,
    *,
    standard: StandardLike = "whatwg",
    encoding: str = "utf-8",
    default_scheme: str | None = None,
) -> Any:
    """The username, escaped (URL Standard 6.1), only under `WHATWG`."""
    return _attribute("username", urls, base, RowParser.of(standard, encoding, default_scheme))


@from_table
def password(
    urls: Column,
    base: AnyURL | Column | None = None,
    *,
    standard: StandardLike = "whatwg",
    encoding: str = "utf-8",
    default_scheme: str | None = None,
) -> Any:
    """The password, escaped (URL Standard 6.1), only under `WHATWG`."""
    return _attribute("password", urls, base, RowParser.of(standard, encoding, default_scheme))
