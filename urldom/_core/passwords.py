"""Passwords in URLs: no `repr` and no message shows one."""

from __future__ import annotations

import re
from typing import Final

#: Replaces a password in reprs and messages.
MASK: Final = "***"
_match_before_authority = re.compile(
    r"[\0-\x20]*(?:([A-Za-z][A-Za-z0-9+.\-\t\n\r]*):)?([/\\\t\n\r]*)"
).match
#: Schemes that can precede a path without slashes. Any other word before a colon and an "@" may be
#: a user's name.
_SCHEMES: Final = frozenset(
    ["http", "https", "ws", "wss", "ftp", "file", "mailto", "sip", "sips", "xmpp", "acct"]
)
_is_port_and_path = re.compile(r"[0-9]*[/?#]|[0-9]+\\").match
_find_delimiter = re.compile(r"[/\\?#]").search
#: Matches the password of a URL within a text.
_INNER_PASSWORD: Final = re.compile(r"(//[^/?#\\:]*:)[^/?#\\]+(?=@)")


def masked(url: str) -> str:
    """Return a URL, valid or not, without passwords. A `/`, `?` or `#` that is not escaped does not
    end a password."""
    if "@" not in url:
        return url
    cut = cut_at_password(url)
    return without_passwords(url if cut is None else f"{cut[0]}{MASK}{cut[2]}")


def cut_at_password(url: str) -> tuple[str, str, str] | None:
    """Return the text before the password of a URL, valid or not, the password, and the rest."""
    found = _match_before_authority(url)
    assert found is not None  # The expression matches the empty string.
    scheme, slashes = found[1], found[2]
    if slashes.strip("\t\n\r") or scheme is None or scheme.lower() in _SCHEMES:
        start = found.end()
    else:
        delimiter = _find_delimiter(url)
        # The word before the colon may be a user's name, if an "@" comes before the first
        # delimiter.
        start = 0 if "@" in url[: delimiter.start() if delimiter else None] else len(url)
    cut = _cut_authority(url[start:])
    return cut and (url[:start] + cut[0], cut[1], cut[2])


def without_passwords(text: str) -> str:
    """Return a text without the passwords of the URLs in it."""
    return _INNER_PASSWORD.sub(rf"\1{MASK}", text)


def with_starred_passwords(text: str) -> str:
    """Replace each character of a password by a star, so that places in the text stay the same."""
    return _INNER_PASSWORD.sub(
        lambda found: f"{found[1]}{'*' * (len(found[0]) - len(found[1]))}", text
    )


def masked_authority(text: str) -> str:
    """Return `text` without the password of the authority at its beginning."""
    cut = _cut_authority(text)
    return text if cut is None else f"{cut[0]}{MASK}{cut[2]}"


def _cut_authority(text: str) -> tuple[str, str, str] | None:
    delimiter = _find_delimiter(text)
    authority = text if delimiter is None else text[: delimiter.start()]
    before, _, _ = (authority if "@" in authority else text).rpartition("@")
    user, colon, password = before.partition(":")
    # `user` can contain an "@" or a backslash, after which some parsers read a user's name.
    name = user[max(user.rfind("@"), user.rfind("\\")) + 1 :]
    is_ipv6_address = text[:1] == "[" and "@" not in authority
    if not colon or is_ipv6_address or _find_delimiter(name) or _is_port_and_path(password):
        return None
    return f"{user}:", password, text[len(before) :]


def masked_pattern(component: str, pattern: str) -> str:
    """Return the pattern of a component without a password: in `https://user:secret@host`,
    `:secret` is a group."""
    if component == "password":
        return pattern if pattern in ("", "*") else MASK
    if component == "username":
        user, colon, _ = pattern.partition(":")
        return f"{user}:{MASK}" if user and colon else pattern
    if (
        component in ("hostname", "port") and "@" in pattern
    ):  # A regular expression can contain the end of a password.
        return f"{MASK}{pattern[pattern.rindex('@') :]}"
    return without_passwords(pattern)
