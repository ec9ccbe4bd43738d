"""The parsed URL: an immutable value whose components are substrings of one string (HTML5 2.6.2).

https://user:pw@example.com:8080/a/b?c=d#e
|----|  |-----| |---------| |--||---||-| ^
scheme  userinfo    host    port |  query  fragment
                                 path
        |-----------------------|---------- ...
                authority         host_specific
"""

from __future__ import annotations

from typing import Final

import attrs

#: The default port of a scheme (`<hostport>` in 2.6.2). The same schemes are the ones with a server-based naming
#: authority (2.6.3 step 12).  # ruling 4
DEFAULT_PORTS: Final = {
    "http": "80",
    "https": "443",
    "ws": "80",
    "wss": "443",
    "ftp": "21",
    "gopher": "70",
    "telnet": "23",
    "nntp": "119",
    "ldap": "389",
    "imap": "143",
    "rtsp": "554",
}


@attrs.frozen
class ParsedURL:
    """The components of a URL: `None` where one did not match, `""` where it matched the empty string (ruling 3).

    `str()` of it is the URL. `path` is always a string.

    >>> url = ParsedURL(scheme="http", host="example.com", port="8080", path="/a", query="")
    >>> str(url), url.authority, url.hostport, url.host_specific
    ('http://example.com:8080/a?', 'example.com:8080', 'example.com:8080', '/a?')
    """

    scheme: str | None = None
    userinfo: str | None = None
    host: str | None = None
    port: str | None = None
    path: str = ""
    query: str | None = None
    fragment: str | None = None
    _url: str = attrs.field(init=False, eq=False, repr=False)
    #: What a standard makes of this URL to resolve others against it, once it has.
    _as_base: object = attrs.field(init=False, eq=False, repr=False, default=None)

    @_url.default
    def _recomposed(self) -> str:
        return recompose(self.scheme, self.authority, self.path, self.query, self.fragment)

    @property
    def authority(self) -> str | None:
        """The substring that `<authority>` matched: `userinfo@host:port`, or `None`."""
        if self.host is None:
            return None
        userinfo = "" if self.userinfo is None else f"{self.userinfo}@"
        return f"{userinfo}{self.host}" if self.port is None else f"{userinfo}{self.host}:{self.port}"

    @property
    def hostport(self) -> str | None:
        """`<hostport>` (2.6.2): `host:port` where the port is not the scheme's default port, else `host`."""
        if self.host is None or not self.port or self.scheme is None:
            return self.host
        # Compared as numbers, but as text: a port has any number of digits.
        if (self.port.lstrip("0") or "0") == DEFAULT_PORTS.get(self.scheme.lower()):
            return self.host
        return f"{self.host}:{self.port}"

    @property
    def host_specific(self) -> str:
        """`<host-specific>` (2.6.2): what follows the authority, or the whole URL where there is none."""
        if self.host is None:
            return self._url
        return recompose(None, None, self.path, self.query, self.fragment)

    def __str__(self) -> str:
        return self._url


class UnfrozenURL(ParsedURL):
    """A `ParsedURL` whose slots are still to be filled: see `make_parsed_url`."""

    __slots__ = ()
    # Both: they share one slot of the type, and only with both back in place is a store as fast as any.
    __setattr__ = object.__setattr__
    __delattr__ = object.__delattr__


def make_parsed_url(
    url: str,
    scheme: str | None,
    userinfo: str | None,
    host: str | None,
    port: str | None,
    path: str,
    query: str | None,
    fragment: str | None,
) -> ParsedURL:
    """The `ParsedURL` of components whose recomposed string is known to be `url`.

    The constructor of a frozen class sets each slot through a call; a plain store, and freezing the object after the
    last one by giving it its real class, takes a third of the time.
    """
    parsed = object.__new__(UnfrozenURL)
    parsed.scheme = scheme  # type: ignore[misc]
    parsed.userinfo = userinfo  # type: ignore[misc]
    parsed.host = host  # type: ignore[misc]
    parsed.port = port  # type: ignore[misc]
    parsed.path = path  # type: ignore[misc]
    parsed.query = query  # type: ignore[misc]
    parsed.fragment = fragment  # type: ignore[misc]
    parsed._url = url  # type: ignore[misc]
    parsed._as_base = None  # type: ignore[misc]
    parsed.__class__ = ParsedURL  # type: ignore[assignment]
    return parsed


def keep_as_base(parsed: ParsedURL, as_base: object) -> None:
    """Lets a parsed URL keep what is made of it to resolve others against it."""
    object.__setattr__(parsed, "_as_base", as_base)


def recompose(scheme: str | None, authority: str | None, path: str, query: str | None, fragment: str | None) -> str:
    """RFC 3986 section 5.3: the string of five components, the absent ones `None`."""
    url = "" if scheme is None else f"{scheme}:"
    if authority is not None:
        url = f"{url}//{authority}{path}"
    elif path.startswith("//"):
        url = f"{url}/.{path}"  # It would read back as an authority. The URL Standard's serializer writes the same.
    else:
        url += path
    if query is not None:
        url = f"{url}?{query}"
    if fragment is not None:
        url = f"{url}#{fragment}"
    return url
