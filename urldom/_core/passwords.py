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
    if cut is not None:
        before, _, rest = cut
        url = before + MASK + rest
    return without_passwords(url)


def cut_at_password(url: str) -> tuple[str, str, str] | None:
    """Return the text before the password of a URL, valid or not, the password, and the rest."""
    found = _match_before_authority(url)
    assert found is not None  # The expression matches the empty string.
    scheme, slashes = found.groups()
    if slashes.strip("\t\n\r") or scheme is None or scheme.lower() in _SCHEMES:
        start = found.end()
    elif "@" in _up_to_delimiter(url):
        start = 0  # The word before the colon may be a user's name.
    else:
        return None
    cut = _cut_authority(url[start:])
    if cut is None:
        return None
    before, password, rest = cut
    return url[:start] + before, password, rest


def _up_to_delimiter(text: str) -> str:
    delimiter = _find_delimiter(text)
    return text if delimiter is None else text[: delimiter.start()]


def without_passwords(text: str) -> str:
    """Return a text without the passwords of the URLs in it."""
    return _INNER_PASSWORD.sub(rf"\1{MASK}", text)


def with_starred_passwords(text: str) -> str:
    """Replace each character of a password by a star, so that places in the text stay the same."""

    def starred(found: re.Match[str]) -> str:
        before = found[1]
        password = found[0][len(before) :]
        return before + "*" * len(password)

    return _INNER_PASSWORD.sub(starred, text)


def masked_authority(text: str) -> str:
    """Return `text` without the password of the authority at its beginning."""
    cut = _cut_authority(text)
    if cut is None:
        return text
    before, _, rest = cut
    return before + MASK + rest


def _cut_authority(text: str) -> tuple[str, str, str] | None:
    """Return the text before the password of the authority at the beginning of a text, the
    password, and the rest, or `None` if there is no password."""
    before, at_sign, _ = _up_to_delimiter(text).rpartition("@")
    if not at_sign:
        if text.startswith("["):  # The colons are those of an IPv6 address.
            return None
        before, _, _ = text.rpartition("@")  # The password may contain a delimiter.
    user, colon, password = before.partition(":")
    if not colon or _is_port_and_path(password):
        return None
    # `user` can contain an "@" or a backslash, after which some parsers read a user's name.
    name = user[max(user.rfind("@"), user.rfind("\\")) + 1 :]
    if _find_delimiter(name):  # The authority ends before the colon.
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
    # A regular expression can contain the end of a password.
    if component in ("hostname", "port") and "@" in pattern:
        return MASK + pattern[pattern.rindex("@") :]
    return without_passwords(pattern)
