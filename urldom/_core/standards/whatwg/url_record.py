"""URL records: URL Standard 4.1, URL representation, 4.2, URL miscellaneous, 4.5, serializing."""

from __future__ import annotations

from typing import ClassVar, Final

from urldom._core.values.pieces import Pieces, components, from_components, is_hierarchical

#: The special schemes and their default ports (URL Standard 4.2).
SPECIAL_SCHEMES: Final = {"ftp": 21, "file": None, "http": 80, "https": 443, "ws": 80, "wss": 443}


class URLRecord:
    """A URL (URL Standard 4.1): the struct that the parser creates and the setters change.

    The module `hosts` describes the string of a host. A path is a string too, which is opaque if
    `has_opaque_path` is true. Otherwise, the list of segments « "a", "b" » is stored as `"/a/b"`,
    and the empty list as `""`.
    """

    __slots__ = (
        "fragment",
        "has_opaque_path",
        "host",
        "password",
        "path",
        "port",
        "query",
        "scheme",
        "username",
    )

    def __init__(
        self,
        scheme: str = "",
        username: str = "",
        password: str = "",
        host: str | None = None,
        port: int | None = None,
        path: str = "",
        query: str | None = None,
        fragment: str | None = None,
        has_opaque_path: bool = False,
    ) -> None:
        self.scheme = scheme
        self.username = username
        self.password = password
        self.host = host
        self.port = port
        self.path = path
        self.query = query
        self.fragment = fragment
        self.has_opaque_path = has_opaque_path

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, URLRecord):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in self.__slots__)

    __hash__: ClassVar[None] = None  # type: ignore[assignment]

    @property
    def is_special(self) -> bool:
        return self.scheme in SPECIAL_SCHEMES

    @property
    def includes_credentials_or_port(self) -> bool:
        """`True` if the URL *includes credentials* (URL Standard 4.2), or its port is not null."""
        return self.username != "" or self.password != "" or self.port is not None

    def values(self) -> dict[str, str | None]:
        """Return the URL's components by their names, for a report."""
        return {
            "scheme": self.scheme,
            "username": self.username,
            "password": self.password,
            "host": self.host,
            "port": None if self.port is None else str(self.port),
            "path": self.path,
            "query": self.query,
            "fragment": self.fragment,
        }


def pieces_of(url: URLRecord, written: str) -> Pieces:
    """Serialize a URL (URL Standard 4.5) to pieces. `written` is the string that was parsed."""
    userinfo = join_userinfo(url.username, url.password).removesuffix("@") or None
    port = None if url.port is None else str(url.port)
    components = (url.scheme, userinfo, url.host, port, url.path, url.query, url.fragment)
    return from_components(components, written)


def join_userinfo(username: str, password: str) -> str:
    """Return the piece of a username and a password, which are already percent-encoded."""
    if password:
        return f"{username}:{password}@"
    return f"{username}@" if username else ""


def record_of(pieces: Pieces) -> URLRecord:
    """Return the URL with these pieces."""
    scheme, userinfo, host, port, path, query, fragment = components(pieces)
    username, _, password = (userinfo or "").partition(":")
    return URLRecord(
        scheme=scheme or "",
        username=username,
        password=password,
        host=host,
        port=None if port is None else int(port),
        path=path,
        query=query,
        fragment=fragment,
        has_opaque_path=has_opaque_path(pieces),
    )


def has_opaque_path(pieces: Pieces) -> bool:
    """Return `True` if a URL's path is opaque (URL Standard 4.1).

    Such a URL has no host, and its path does not begin with a slash.
    """
    return not is_hierarchical(pieces)
