"""A reading, and how two readings are compared."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Final, TypeAlias

import attrs

from urldom._errors import Failure, InvalidURLError
from urldom._standards.registry import find_standard
from urldom._text.grammar import HEXDIG, LONGEST_DOMAIN, UNRESERVED
from urldom._text.percent_encoding import PATH_CHARACTERS, component_escaper


@attrs.frozen
class Reading:
    """A URL as one reader reads it, in its own spelling: `scheme` without the colon, `host`, `port` as a number, and
    `path`. Each is `None` if the URL has none. Some libraries name a default port, and some leave it out.

    `error` is a sentence if the reader refuses the URL, and then the others are `None`.

    >>> readings(r"http://good.example\\@evil.example/")["whatwg"]
    Reading(scheme='http', host='good.example', port=None, path='/@evil.example/', error=None)
    """

    __module__ = "urldom.readings"

    scheme: str | None = None
    host: str | None = None
    port: int | None = None
    path: str | None = None
    error: str | None = None


def reading(scheme: str | None, host: str | None, port: str | int | None, path: str | None) -> Reading:
    """The reading of a reader that writes `""` for a component that the URL lacks."""
    return Reading(scheme or None, host or None, None if port in (None, "") else int(port), path)


#: Makes the reading of a URL and its base, or raises anything.
Reader: TypeAlias = Callable[[str, "str | None"], Reading]

#: A component as it is compared.
Compared: TypeAlias = str | int | None
#: The names of the readers that read the same, by what they read.
Groups: TypeAlias = dict[Compared, tuple[str, ...]]

#: The readers whose refusals are ignored.
GRAMMARS: Final = frozenset(["html5", "rfc3986", "rfc2396", "rfc1808"])


#: Why a client cannot open a URL that others can.
USER_INFO_IN_HOST: Final = "it looks up a host name that contains the userinfo"


def counts(name: str, reading: Reading) -> bool:
    """Whether a reading is compared. Nobody can connect to a host with a question mark, as RFC 1808 reads one, or to
    one with user info, as some clients do."""
    if name in GRAMMARS:
        return reading.error is None and "?" not in (reading.host or "")
    return reading.error != USER_INFO_IN_HOST


def disagreements(readings: Mapping[str, Reading], components: Iterable[str]) -> dict[str, Groups]:
    """The groups of each component that not all readers read alike."""
    counted = {name: reading for name, reading in readings.items() if counts(name, reading)}
    found: dict[str, Groups] = {}
    for component in components:
        groups: Groups = {}
        for name, reading in counted.items():
            value = COMPARED[component](reading)
            groups[value] = (*groups.get(value, ()), name)
        if len(groups) > 1:
            found[component] = groups
    return found


def server(reading: Reading) -> tuple[Compared, Compared, Compared]:
    """The scheme, host and port, which decide which server is connected to."""
    return _scheme(reading), _host(reading), _port(reading)


def _scheme(reading: Reading) -> str | None:
    return None if reading.scheme is None else _ascii_lower(reading.scheme)


def _host(reading: Reading) -> str | None:
    host = reading.host
    if host is None:
        return None
    lowered = _ascii_lower(host)
    if ":" in host:
        return _ipv6(lowered)
    return lowered if host.isascii() or len(host) > LONGEST_DOMAIN else _in_punycode(lowered)


def _port(reading: Reading) -> int | None:
    if reading.port is not None:
        return reading.port
    return find_standard("whatwg").default_ports.get(_scheme(reading) or "")


def _path(reading: Reading) -> str | None:
    if not reading.path:
        return None if reading.host is None else "/"
    return normalize_escapes(_escape_path(reading.path))


def normalize_escapes(text: str) -> str:
    """The text with each escape in the spelling of RFC 3986 6.2.2.1 and 6.2.2.2.

    >>> normalize_escapes("%7euser/%c3%a9%2f")
    '~user/%C3%A9%2F'
    """
    return _ESCAPE.sub(_normal_escape, text)


#: The components of a reading, in the order of a URL, and what makes of a reading what each is compared by.
COMPARED: Final[dict[str, Callable[[Reading], Compared]]] = {
    "scheme": _scheme,
    "host": _host,
    "port": _port,
    "path": _path,
}
COMPONENTS: Final = tuple(COMPARED)

_UPPER_CASE: Final = re.compile("[A-Z]+")
_escape_path: Final = component_escaper(PATH_CHARACTERS)
#: The escapes that may be written otherwise: of ASCII, and with a letter in lower case.
_ESCAPE: Final = re.compile(f"%(?:[2-7][{HEXDIG}]|[{HEXDIG}][a-f]|[a-f][{HEXDIG}])")
_is_unreserved: Final = re.compile(f"[{UNRESERVED}]").match


def _ascii_lower(text: str) -> str:
    # `str.lower` makes a k of the kelvin sign.
    return _UPPER_CASE.sub(lambda found: found[0].lower(), text)


def _normal_escape(escape: re.Match[str]) -> str:
    character = chr(int(escape[0][1:], 16))
    return character if _is_unreserved(character) else escape[0].upper()


def _ipv6(host: str) -> str:
    from ipaddress import IPv6Address

    try:
        return f"[{IPv6Address(host.removeprefix('[').removesuffix(']'))}]"
    except ValueError:
        return host


def _in_punycode(host: str) -> str:
    """The domain in Punycode, if all clients write it so: no letter is mapped except by its case, and IDNA 2003 and
    UTS 46 make the same of it."""
    from urldom._text.idna2003 import to_ascii
    from urldom.whatwg import domain_to_ascii, domain_to_unicode

    # A letter whose lower case is in ASCII, or is several, is another letter.
    lower = "".join(
        [low if len(low) == 1 and not low.isascii() else letter for letter in host for low in [letter.lower()]]
    )
    try:
        ascii_domain = domain_to_ascii(lower)
        if domain_to_unicode(ascii_domain) == lower and to_ascii(lower) == ascii_domain:
            return ascii_domain
    except (InvalidURLError, Failure):
        pass
    return host
