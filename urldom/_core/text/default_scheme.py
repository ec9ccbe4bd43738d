"""`default_scheme`: the scheme of an address that people write without one, such as
`example.com/x`."""

from __future__ import annotations

import re
from typing import Any, Final

from urldom._core.errors import shown, wrong_type
from urldom._core.text.grammar import LARGEST_PORT

#: Matches an address that only needs the scheme and two slashes before it. RE2 accepts the
#: expression too, so that columns can add the scheme to most of their rows at once.
BARE: Final = "^[A-Za-z0-9][A-Za-z0-9._-]*(?:[/?#]|$)"
#: The characters that the URL Standard's parser removes at the start of a URL, and those that it
#: removes everywhere.
_AROUND: Final = "".join(map(chr, range(0x21)))
_REMOVED: Final = re.compile("[\t\n\r]")
_is_scheme = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*").fullmatch
#: Matches a text up to the colon of a scheme, with the digits after it if they can be a port.
_before_colon = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*):([0-9]{1,5}(?![^/?#\\]))?").match
#: Matches a reference to a place on the page's own host: it begins with a slash, a query, a
#: fragment or a dot segment.
_is_relative = re.compile(r"[/\\?#]|\.\.?(?![^/?#\\])|\Z").match
_has_two_slashes = re.compile(r"[/\\]{2}").match
#: Schemes after which digits are not a port: the special schemes, and those whose digits are a
#: number or a program.
_BEFORE_DIGITS: Final = frozenset(
    ["http", "https", "ws", "wss", "ftp", "file", "tel", "sms", "data", "javascript"]
)


def checked_scheme(scheme: Any) -> str | None:
    """Return a scheme that a caller passed, without subclasses of `str`. Raises `TypeError` or
    `ValueError`."""
    if scheme is None:
        return None
    if not isinstance(scheme, str):
        raise wrong_type("default_scheme", "a str such as 'https', or None", scheme)
    if not _is_scheme(scheme):
        raise ValueError(
            f"default_scheme must be a scheme without a colon, such as 'https', not {shown(scheme)}"
        )
    return str.__str__(scheme)


def with_scheme(url: str, scheme: str) -> str:
    """Return a URL with `scheme` before it if it has no scheme.

    A name before a colon is a host if a port follows the colon, as in `localhost:8080/x`, and
    otherwise a scheme, as in `mailto:a@b` and `user:pass@host`. A reference such as `/x`, `?x`,
    `./x` or the empty string does not name a host, so it stays relative, but `//host/x` gets the
    scheme."""
    text = url.lstrip(_AROUND)
    read = _REMOVED.sub("", text.rstrip(_AROUND))
    if _has_two_slashes(read):
        return f"{scheme}:{text}"
    found = _before_colon(read)
    if found is None:
        return url if _is_relative(read) else f"{scheme}://{text}"
    name, port = found.groups()
    if port is None or int(port) > LARGEST_PORT or name.lower() in _BEFORE_DIGITS:
        return url
    return f"{scheme}://{text}"
