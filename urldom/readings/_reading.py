"""A reading, how readings are compared, and how they are drawn for a terminal."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from string import ascii_lowercase, ascii_uppercase
from typing import Final, TypeAlias

import attrs

from urldom._core.errors import Failure, InvalidURLError
from urldom._core.public import public
from urldom._core.standards.registry import DEFAULT_STANDARD, STANDARD_NAMES, find_engine
from urldom._core.text import grammar, percent_encoding
from urldom._core.text.unicode import visible, width
from urldom.readings._hints import ReadingHints


@public("urldom.readings")
@attrs.frozen
class Reading(ReadingHints):
    """The components that one reader finds in a URL, exactly as the reader returns them.

    A component is `None` if the URL does not have it, or if the reader refuses the URL.

    Attributes:
        scheme: The scheme, without the colon.
        host: The host.
        port: The port. Some libraries return a default port, and some leave it out.
        path: The path.
        error: A sentence that says why the reader refuses the URL, or `None`.

    >>> from urldom.readings import readings
    >>> readings(r"http://good.example\\@evil.example/")["whatwg"]
    Reading(scheme='http', host='good.example', port=None, path='/@evil.example/', error=None)
    """

    scheme: str | None = None
    host: str | None = None
    port: int | None = None
    path: str | None = None
    error: str | None = None


def reading(
    scheme: str | None, host: str | None, port: str | int | None, path: str | None
) -> Reading:
    """Return a `Reading`. A scheme, host or port that is `""` becomes `None`."""
    number = None if port is None or port == "" else int(port)
    return Reading(scheme or None, host or None, number, path)


#: A function that returns the reading of a URL and its base. It can raise any error.
Reader: TypeAlias = Callable[[str, "str | None"], Reading]

#: A component, normalized for the comparison.
Compared: TypeAlias = str | int | None
#: For each value of a component, the names of the readers that return it.
Groups: TypeAlias = dict[Compared, tuple[str, ...]]

#: The error of a client that reads the user info as a part of the host. A different client can open
#: the same URL.
USER_INFO_IN_HOST: Final = "it looks up a host name that contains the userinfo"


def counts(name: str, reading: Reading) -> bool:
    """Return whether a reading is compared. A reading is left out if no client can connect to its
    host, and so is the refusal of a grammar, because no client uses a grammar."""
    if name in STANDARD_NAMES and find_engine(name).grammar.is_strict:
        # RFC 1808 finds hosts with question marks.
        has_a_strange_host = reading.host is not None and "?" in reading.host
        return reading.error is None and not has_a_strange_host
    return reading.error != USER_INFO_IN_HOST


def disagreements(readings: Mapping[str, Reading], components: Iterable[str]) -> dict[str, Groups]:
    """Return the groups of readers for each component on which they disagree."""
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
    """Return the scheme, the host and the port, which together determine the server."""
    return _scheme(reading), _host(reading), _port(reading)


def _scheme(reading: Reading) -> str | None:
    return reading.scheme and reading.scheme.translate(_ASCII_LOWER)


def _host(reading: Reading) -> str | None:
    if reading.host is None:
        return None
    host = reading.host.translate(_ASCII_LOWER)
    if ":" in host:
        from ipaddress import IPv6Address

        with suppress(ValueError):
            return f"[{IPv6Address(host.removeprefix('[').removesuffix(']'))}]"
    if host.isascii() or len(host) > grammar.LONGEST_DOMAIN:
        return host
    return _in_punycode(host)


def _port(reading: Reading) -> int | None:
    if reading.port is not None:
        return reading.port
    default_ports = find_engine(DEFAULT_STANDARD).grammar.default_ports
    return default_ports.get(_scheme(reading) or "")


def _path(reading: Reading) -> str | None:
    if not reading.path:
        return None if reading.host is None else "/"
    return normalize_escapes(_escape_path(reading.path))


def normalize_escapes(text: str) -> str:
    """Normalize the percent-escapes in a text (RFC 3986 6.2.2.1 and 6.2.2.2)."""
    return _ESCAPE.sub(_normal_escape, text)


#: The components of a reading, in the order of a URL. Each function normalizes the component for
#: the comparison.
COMPARED: Final = {"scheme": _scheme, "host": _host, "port": _port, "path": _path}
COMPONENTS: Final = tuple(COMPARED)

#: `str.lower` would convert the kelvin sign to "k".
_ASCII_LOWER: Final = str.maketrans(ascii_uppercase, ascii_lowercase)
_escape_path: Final = percent_encoding.component_escaper(percent_encoding.PATH_CHARACTERS).encode
#: Matches the escapes that normalization can change: escapes of ASCII, and escapes with a letter in
#: lower case.
_ESCAPE: Final = re.compile(
    f"%(?:[2-7][{grammar.HEXDIG}]|[{grammar.HEXDIG}][a-f]|[a-f][{grammar.HEXDIG}])"
)
_is_unreserved: Final = re.compile(f"[{grammar.UNRESERVED}]").match


def _normal_escape(escape: re.Match[str]) -> str:
    character = chr(int(escape[0][1:], 16))
    return character if _is_unreserved(character) else escape[0].upper()


def _lower_outside_ascii(letter: str) -> str:
    """Return a letter in lower case, or the letter itself if its lower case is ASCII or several
    letters. It then stays in upper case, so that `_in_punycode` refuses the domain."""
    low = letter.lower()
    return low if len(low) == 1 and not low.isascii() else letter


def _in_punycode(host: str) -> str:
    """Return a domain in Punycode if IDNA 2003 and UTS 46 agree on it, and it decodes to the domain
    in lower case."""
    from urldom._core.text import idna2003
    from urldom.hosts import domain_to_ascii, domain_to_unicode

    lower = "".join(map(_lower_outside_ascii, host))
    with suppress(InvalidURLError, Failure):
        ascii_domain = domain_to_ascii(lower)
        if domain_to_unicode(ascii_domain) == lower and idna2003.to_ascii(lower) == ascii_domain:
            return ascii_domain
    return host


# Drawing


def draw(
    url: str, base: str | None, readings: Mapping[str, Reading], differences: Mapping[str, Groups]
) -> str:
    """Return a title, the table, and a line for each component that the readers disagree on."""
    title = " against ".join([_cell(text, 200) for text in (url, base) if text is not None])
    differ = [
        f"{component}: {draw_groups(groups, ' / ')}" for component, groups in differences.items()
    ]
    return "\n".join([title, *_table(readings), *differ])


def draw_groups(groups: Groups, between: str) -> str:
    """Return each value with the names of its readers, such as "h (a, b), none (c)"."""
    drawn: list[str] = []
    for value, names in groups.items():
        shown = "none" if value is None else _cell(str(value))
        drawn.append(f"{shown} ({', '.join(names)})")
    return between.join(drawn)


def _table(readings: Mapping[str, Reading]) -> list[str]:
    header = ["", *COMPONENTS]
    rows = [header, *[_row(name, reading) for name, reading in readings.items()]]
    widths = [
        max([width(row[column]) for row in rows if column < len(row)])
        for column in range(len(header))
    ]
    refusals = [None, *[reading.error for reading in readings.values()]]
    return [_draw_row(row, widths, refusal) for row, refusal in zip(rows, refusals, strict=True)]


def _row(name: str, reading: Reading) -> list[str]:
    """Return the cells of a reader, of which a reader that refuses the URL has only the name."""
    if reading.error is not None:
        return [name]
    values = [getattr(reading, component) for component in COMPONENTS]
    return [name, *["" if value is None else _cell(str(value)) for value in values]]


def _draw_row(row: list[str], widths: list[int], refusal: str | None) -> str:
    cells = [
        cell + " " * (column_width - width(cell))
        for cell, column_width in zip(row, widths, strict=False)
    ]
    if refusal is not None:
        cells.append(f"refused: {visible(refusal)}")
    return "  ".join(cells).rstrip()


def _cell(text: str, longest: int = 40) -> str:
    """Return a text, cut in its middle if it is too long: the end of a host shows the owner, so it
    stays visible."""
    if len(text) > longest:
        half = (longest - len("...")) // 2
        text = f"{text[:half]}...{text[-half:]}"
    return visible(text)
