"""The known departures of Chromium from the URL Standard.

urldom follows the Standard. In cases without a known departure, urldom and Chromium have to agree.
`without_spellings` removes differences in spelling from both results. `PARSING` and `SETTING` list
all other known differences. Each key names the section of the Standard and Chromium's rule. Each
function returns whether this rule explains the difference in a case."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Final, TypeAlias
from urllib.parse import unquote

import attrs

from urldom import URLDecomposition
from urldom.whatwg import URL

#: The attributes of a URL by name, or `None` if the URL does not parse.
Attributes: TypeAlias = dict[str, str] | None

NAMES: Final = (
    "href",
    "origin",
    "protocol",
    "username",
    "password",
    "host",
    "hostname",
    "port",
    "pathname",
    "search",
    "hash",
)
SPECIAL: Final = ("ftp:", "file:", "http:", "https:", "ws:", "wss:")


def attributes_of(url: URL | URLDecomposition) -> dict[str, str]:
    return {name: getattr(url, name) for name in NAMES}


def parsed(attributes: dict[str, str]) -> Attributes:
    """Return the attributes of a link, or `None` if its URL does not parse."""
    return None if attributes["protocol"] == ":" else attributes


@attrs.frozen
class Case:
    """A URL that is parsed, with or without a base URL. If `name` is given, `value` is then
    assigned to that attribute."""

    url: str
    base: str | None
    ours: Attributes
    theirs: Attributes
    name: str = ""
    value: str = ""

    @property
    def either(self) -> dict[str, str]:
        """urldom's attributes, or Chromium's if the Standard rejects the URL."""
        return self.ours or self.theirs or dict.fromkeys(NAMES, "")

    def __str__(self) -> str:
        """The URL, and the attributes with different values."""
        ours, theirs = self.ours or {}, self.theirs or {}
        different = {
            name: (ours.get(name), theirs.get(name))
            for name in NAMES
            if ours.get(name) != theirs.get(name)
        }
        setting = f" {self.name} = {self.value!r}" if self.name else ""
        return f"{self.url!r} on {self.base!r}{setting}: {different}"

    @property
    def is_accepted(self) -> bool:
        """Whether Chromium accepts a URL that urldom rejects, or any URL after the assignment of a
        value that is not empty."""
        return self.theirs is not None and (self.ours is None or self.value != "")


def without_spellings(attributes: Attributes) -> Attributes:
    """Return the attributes of urldom or Chromium, without known differences in spelling."""
    if attributes is None:
        return None
    new = {}
    for name, value in attributes.items():
        # 1.3: the path percent-encode set does not have | (Chromium's has it).
        value = value.replace("%7C", "|")
        # 1.3: the userinfo and query percent-encode sets do not have ' (Chromium's have it).
        value = value.replace("%27", "'")
        # 3.5 host parser: a domain is not percent-encoded (Chromium percent-encodes a *).
        value = value.replace("%2A", "*")
        # 4.4 opaque path state: the last space before query and fragment is escaped (Chromium does
        # not escape it).
        new[name] = re.sub(r" (?=[?#]|\Z)", "%20", value)
    if new["protocol"] == "file:":
        # 4.7 Origin: a file URL has an opaque origin (in Chromium, the origin is file://).
        new["origin"] = "null"
        # 4.4 file host state: localhost becomes the empty host (Chromium keeps it).
        # 4.4 path state: slashes after an empty host make empty segments (Chromium removes them).
        new["href"] = re.sub(r"\Afile://(localhost)?(/\.(?=//))?(/+|\Z)", "file:///", new["href"])
        if new["hostname"] in ("", "localhost"):
            new["host"] = new["hostname"] = ""
            new["pathname"] = re.sub(r"\A/*", "/", new["pathname"])
    # 4.5 URL serializing, step 3: /. comes before a path that begins with // (Chromium sometimes
    # leaves it out).
    new["href"] = re.sub(r"\A([^:/?#]*:)/\.(?=//)", r"\1", new["href"])
    if new["protocol"] == "blob:" and not re.match(r"https?://[^%]*\Z", new["origin"]):
        # 4.7 Origin: a blob URL uses the origin of an http or https URL in its path (Chromium also
        # uses the origin of a URL with another scheme).
        new["origin"] = "null"
    return new


Departures: TypeAlias = Mapping[str, Callable[[Case], object]]

_DRIVE_LETTER = re.compile(r"(?<![A-Za-z0-9])[A-Za-z][\t\n\r]*[:|](?=[\0-\x20/\\?#]|\Z)")
_FILE_HOST_END = re.compile(r"[/\\]{2}[^/\\?#]*[?#]")
#: Schemes for which Chromium has its own rules: schemes of the browser, of Android and of ChromeOS.
_SCHEMES = re.compile(
    r"(android|chrome(os)?(-[a-z]+)*|cid|content|devtools|drivefs|filesystem|googlechrome|isolated-app"
    r"|materialized-view|steam):"
)

PARSING: Final[Departures] = {
    "4.4 file state: drive letters are not special, except on Windows": lambda case: (
        case.either["protocol"] == "file:"
        and any(map(_DRIVE_LETTER.search, (case.url, case.base or "", case.value)))
    ),
    "4.4 file host state: a host needs a slash before a query or fragment": lambda case: (
        case.either["protocol"] == "file:"
        and case.theirs is None
        and _FILE_HOST_END.search(case.url)
    ),
    "3.2 forbidden domain code points: a space is allowed": lambda case: (
        case.is_accepted and "%20" in (case.theirs or {})["hostname"]
    ),
    "3.5 host parser, step 5: a host is percent-decoded again after mapping": lambda case: (
        (case.is_accepted or case.either["protocol"] == "blob:")
        and "％" in unquote(case.url + case.value)
    ),
    "3.5 host parser, step 1: text in brackets is decoded and mapped too": lambda case: (
        case.is_accepted and (case.theirs or {})["hostname"].startswith("[")
    ),
    "3.3 domain to ASCII: a * is percent-encoded before the label is encoded in Punycode": (
        lambda case: re.search(
            r"xn--.*(\*|%2A)|(\*|%2A).*xn--", case.either["hostname"] + case.either["origin"]
        )
    ),
    "3.3 domain to ASCII: < and > are also forbidden before they are composed": lambda case: (
        case.theirs is None and "\u0338" in case.url and re.search("[<>]", case.url)
    ),
    "3.5 opaque-host parser: an ideographic space is forbidden": lambda case: (
        case.theirs is None
        and case.either["protocol"] not in SPECIAL
        and "%E3%80%80" in case.either["hostname"]
    ),
    "4.4 path state: \\ is / in any URL": lambda case: (
        case.either["protocol"] not in SPECIAL and "\\" in case.url + case.value
    ),
    "4.4 step 3: tabs and newlines stay in a data: URL": lambda case: (
        case.either["protocol"] == "data:" and re.search("[\t\n\r]", case.url + case.value)
    ),
    "4.4: some schemes have their own rules": lambda case: _SCHEMES.match(case.either["protocol"]),
}


def _scheme_of(value: str) -> str:
    return f"{value.partition(':')[0].lower()}:"


SETTING: Final[Departures] = PARSING | {
    "4.4 scheme state, step 2.1.2: a special scheme can replace another one": lambda case: (
        case.name == "protocol"
        and case.either["protocol"] not in SPECIAL
        and _scheme_of(case.value) in SPECIAL
    ),
    "4.4 step 3: a scheme with tabs or newlines is rejected": lambda case: (
        case.name == "protocol" and re.search("[\t\n\r]", case.value)
    ),
    "6.1 search: ? removes the query, and is also removed after tabs and newlines": lambda case: (
        case.name == "search"
        and re.fullmatch(r"[\t\n\r]*\?[\t\n\r]*|[\t\n\r]+\?.*", case.value, re.DOTALL)
    ),
    "4.4 host state, step 3: an empty host is accepted with credentials or a port": lambda case: (
        case.name in ("host", "hostname") and case.theirs and case.theirs["hostname"] == ""
    ),
    "4.4 file host state: the text after a colon is ignored": lambda case: (
        case.name == "host" and case.either["protocol"] == "file:" and ":" in case.value
    ),
    "4.4 host state: a bracket after the port is significant": lambda case: (
        case.name in ("host", "hostname") and re.search(r":.*[\[\]]", case.value, re.DOTALL)
    ),
}


def differences(cases: Iterable[Case], departures: Departures) -> list[Case]:
    """Return the cases with a difference that no known departure explains."""
    return [
        case
        for case in cases
        if case.ours != case.theirs
        and without_spellings(case.ours) != without_spellings(case.theirs)
        and not any(departure(case) for departure in departures.values())
    ]
