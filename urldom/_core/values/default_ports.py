"""The default ports of schemes (HTML5 2.6.2)."""

from __future__ import annotations

from typing import Final

#: The default port of each scheme (`<hostport>` in HTML5 2.6.2). The schemes of this table are also the schemes with a
#: server-based naming authority (HTML5 2.6.3 step 12, ruling 4).
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


def is_default_port(scheme: str, port: str) -> bool:
    """Return whether the digits `port` are the default port of `scheme`, or empty (ruling 4)."""
    # A port can have any number of digits, so they are compared as text, without leading zeros.
    return not port or (port.lstrip("0") or "0") == DEFAULT_PORTS.get(scheme.lower())
