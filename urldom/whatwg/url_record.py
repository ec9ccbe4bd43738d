"""4.1 URL representation, 4.2 URL miscellaneous, 4.5 URL serializing and 4.7 Origin."""

from __future__ import annotations

from typing import Final

import attrs

#: 4.2: the special schemes, and their default ports.
SPECIAL_SCHEMES: Final[dict[str, int | None]] = {
    "ftp": 21,
    "file": None,
    "http": 80,
    "https": 443,
    "ws": 80,
    "wss": 443,
}


@attrs.define
class URLRecord:
    """A URL (4.1), the struct: what the basic URL parser makes and the setters change.

    The host is kept serialized (see `hosts`), and so is the path: the list of segments « "a", "b" » is `"/a/b"` and the
    empty list `""`; an opaque path is itself, and `has_opaque_path` tells it from the others.
    """

    scheme: str = ""
    username: str = ""
    password: str = ""
    host: str | None = None
    port: int | None = None
    path: str = ""
    query: str | None = None
    fragment: str | None = None
    has_opaque_path: bool = False

    @property
    def is_special(self) -> bool:
        return self.scheme in SPECIAL_SCHEMES

    @property
    def includes_credentials(self) -> bool:
        return bool(self.username or self.password)

    @property
    def cannot_have_username_password_port(self) -> bool:
        return not self.host or self.scheme == "file"

    @property
    def userinfo(self) -> str:
        """The credentials as the URL serializer writes them, without the @."""
        return f"{self.username}:{self.password}" if self.password else self.username

    @property
    def hostport(self) -> str:
        """What the `host` getter returns (6.1)."""
        if self.port is None:
            return self.host or ""
        return f"{self.host}:{self.port}"


def serialize(url: URLRecord) -> str:
    """4.5 The URL serializer.

    >>> serialize(URLRecord(scheme="web+demo", path="//not-a-host/"))
    'web+demo:/.//not-a-host/'
    """
    # Step 2
    if url.host is not None:
        credentials = f"{url.userinfo}@" if url.includes_credentials else ""
        output = f"{url.scheme}://{credentials}{url.hostport}{url.path}"
    # Step 3
    elif url.path.startswith("//") and not url.has_opaque_path:
        output = f"{url.scheme}:/.{url.path}"
    else:
        output = f"{url.scheme}:{url.path}"
    # Steps 5 and 6
    if url.query is not None:
        output = f"{output}?{url.query}"
    if url.fragment is not None:
        output = f"{output}#{url.fragment}"
    return output
