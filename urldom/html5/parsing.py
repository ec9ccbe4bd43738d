"""HTML5 2.6.2, Parsing URLs."""

from __future__ import annotations

import re

from urldom.errors import InvalidURLError
from urldom.escaping import SPACE_CHARACTERS
from urldom.grammar import HTML5_PRODUCTIONS, uri_reference
from urldom.parsed import ParsedURL, UnfrozenURL, make_parsed_url

# What nearly every URL looks like. It matches only what the grammar matches too, in the same groups.
_plain = re.compile(
    r"([a-z]+)://([A-Za-z0-9.\-]+)(/[^?#]*|)(?:\?([^#]*)|)(?:#(.*)|)(?<![ \t\n\f\r])\Z", re.DOTALL
).match


def parse(url: str) -> ParsedURL:
    """*Parse a URL* into its component parts. Raises `InvalidURLError`.

    >>> parse(" https://www.example.com:4443? ").hostport
    'www.example.com:4443'
    """
    try:
        match = _plain(url)
    except TypeError:
        raise TypeError(f"a URL is a str, not {type(url).__name__}") from None
    if match is None:
        return _parse(url)
    # This is make_parsed_url, written out: the call would be a twentieth of it all.
    parsed = object.__new__(UnfrozenURL)
    parsed.scheme, parsed.host, parsed.path, parsed.query, parsed.fragment = match.groups()  # type: ignore[misc]
    parsed.userinfo = parsed.port = parsed._as_base = None  # type: ignore[misc]
    parsed._url = url  # type: ignore[misc]
    parsed.__class__ = ParsedURL  # type: ignore[assignment]
    return parsed


def _parse(url: str) -> ParsedURL:
    stripped = url.strip(SPACE_CHARACTERS)  # Step 1
    match = uri_reference(HTML5_PRODUCTIONS).match(stripped)  # Step 2
    if match is None:
        raise InvalidURLError(url, _reason(stripped), "html5")  # Step 3
    return make_parsed_url(stripped, *match.groups())


_authority = re.compile(r"(?:[A-Za-z][A-Za-z0-9+.\-]*:)?//([^/?#]*)").match


def _reason(url: str) -> str:
    """Why the grammar does not match (ruling 2)."""
    found = _authority(url)
    if found is None:
        return "the first segment of a relative URL holds a colon"
    authority: str = found[1]
    if authority.count("@") > 1:
        return "its authority holds more than one @"
    host = authority.rpartition("@")[2]
    if host.startswith("["):
        return "its host begins with a bracket, and is no IP address in brackets with a port or nothing behind it"
    host, colon, port = host.partition(":")
    if colon and re.search("[^0-9]", port):
        return f"its port {port[:40]!r} is no number"
    return "its host holds a percent sign without two hexadecimal digits behind it"
