"""What HTML5 (2011 draft) has to know about schemes: four tables, none of which follows from
another (rulings 4, 9)."""

from __future__ import annotations

from typing import Final

#: The default port of each scheme (`<hostport>` in HTML5 2.6.2, ruling 4): the schemes that IANA
#: had registered in 2011 and whose RFC gives `//host` a default port, and `ldaps`.
DEFAULT_PORTS: Final = {
    "aaa": "3868",  # RFC 3588
    "aaas": "3868",  # RFC 3588
    "acap": "674",  # RFC 2244
    "cap": "1026",  # RFC 4324
    "dict": "2628",  # RFC 2229
    "dns": "53",  # RFC 4501
    "ftp": "21",  # RFC 1738
    "go": "1096",  # RFC 3368
    "gopher": "70",  # RFC 4266
    "http": "80",  # RFC 2616
    "https": "443",  # RFC 2818
    "icap": "1344",  # RFC 3507
    "imap": "143",  # RFC 5092
    "ipp": "631",  # RFC 3510
    "iris.beep": "702",  # RFC 3983
    "iris.lwz": "715",  # RFC 4993
    "iris.xpc": "713",  # RFC 4992
    "iris.xpcs": "714",  # RFC 4992
    "ldap": "389",  # RFC 4516
    "ldaps": "636",  # No RFC defines the scheme, but its port is registered, and ruling 4 names it.
    "msrp": "2855",  # RFC 4975
    "msrps": "2855",  # RFC 4975
    "mtqp": "1038",  # RFC 3887
    "mupdate": "3905",  # RFC 3656
    "news": "119",  # RFC 5538
    "nfs": "2049",  # RFC 2224
    "nntp": "119",  # RFC 5538
    "pop": "110",  # RFC 2384
    "prospero": "1525",  # RFC 4157
    "rsync": "873",  # RFC 5781
    "rtsp": "554",  # RFC 2326
    "sieve": "4190",  # RFC 5804
    "snews": "563",  # RFC 5538
    "snmp": "161",  # RFC 4088
    "soap.beep": "605",  # RFC 4227
    "soap.beeps": "605",  # RFC 4227
    "telnet": "23",  # RFC 4248
    "tftp": "69",  # RFC 3617
    "tip": "3372",  # RFC 2371
    "tn3270": "23",  # RFC 6270
    "vemmi": "575",  # RFC 2122
    "wais": "210",  # RFC 4156
    "ws": "80",  # RFC 6455
    "wss": "443",  # RFC 6455
    "xmlrpc.beep": "602",  # RFC 3529
    "xmlrpc.beeps": "602",  # RFC 3529
    "z39.50r": "210",  # RFC 2056
    "z39.50s": "210",  # RFC 2056
}

#: The schemes with a *server-based naming authority* (HTML5 2.6.3 step 12, ruling 4).
SERVER_BASED: Final = frozenset(
    ["http", "https", "ws", "wss", "ftp", "gopher", "telnet", "nntp", "ldap", "imap", "rtsp"]
)

#: The schemes whose URLs need a host (HTML5 2.6.3 step 10, ruling 9 b). RFC 4516 makes the host of
#: `ldap` optional.
NEEDING_A_HOST: Final = frozenset(
    ["http", "https", "ws", "wss", "ftp", "gopher", "telnet", "nntp", "imap", "rtsp"]
)

#: The schemes whose URLs cannot have an authority (HTML5 2.6.3 step 10, ruling 9 a). `news` has one
#: (RFC 5538).
WITHOUT_AUTHORITY: Final = frozenset(
    ["data", "mailto", "javascript", "about", "urn", "tel", "sms", "cid", "mid"]
)


def is_default_port(scheme: str, port: str) -> bool:
    """Return whether the digits `port` are the default port of `scheme`, or empty (ruling 4)."""
    # A port can have any number of digits, so they are compared as text, without leading zeros.
    return not port or (port.lstrip("0") or "0") == DEFAULT_PORTS.get(scheme.lower())
