"""Where Chromium leaves the URL Standard: what it does there, and the section that it leaves. The Standard wins, so
urldom does not follow; in all else the two are to agree.

A difference in spelling is undone on both sides (`without_spellings`). Every other difference is one of `PARSING` or
`SETTING`: a name, and the condition under which the two may differ in a case.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Final, TypeAlias
from urllib.parse import unquote

import attrs

from urldom import URLDecomposition
from urldom.whatwg import URL

#: The attributes of a URL by name, or `None` where the URL does not parse.
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
    """The attributes of a link, or `None` where its URL does not parse."""
    return None if attributes["protocol"] == ":" else attributes


@attrs.frozen
class Case:
    """A URL that is parsed, with a base URL or not, and of which an attribute is then set or not."""

    url: str
    base: str | None
    ours: Attributes
    theirs: Attributes
    name: str = ""
    value: str = ""

    @property
    def either(self) -> dict[str, str]:
        """The attributes as the Standard has them, or, where the URL does not parse, as Chromium has them."""
        return self.ours or self.theirs or dict.fromkeys(NAMES, "")

    def __str__(self) -> str:
        """The URL, and what the two make of it where that is not the same."""
        ours, theirs = self.ours or {}, self.theirs or {}
        unlike = {name: (ours.get(name), theirs.get(name)) for name in NAMES if ours.get(name) != theirs.get(name)}
        setting = f" {self.name} = {self.value!r}" if self.name else ""
        return f"{self.url!r} on {self.base!r}{setting}: {unlike}"

    @property
    def is_accepted(self) -> bool:
        """Whether Chromium takes what the Standard refuses, be it the URL or the value."""
        return self.theirs is not None and (self.ours is None or self.value != "")


def without_spellings(attributes: Attributes) -> Attributes:
    """The attributes with each difference in spelling undone, whichever side they come from."""
    if attributes is None:
        return None
    new = {}
    for name, value in attributes.items():
        # 1.3 path percent-encode set: no | (Chromium has it).
        # 1.3 userinfo percent-encode set, query percent-encode set: no ' (Chromium has it in both).
        # 3.5 host parser: nothing is percent-encoded in a domain (Chromium does it to a *).
        value = value.replace("%7C", "|").replace("%27", "'").replace("%2A", "*")
        # 4.4 opaque path state: the last space before the query and the fragment is escaped (Chromium: not).
        new[name] = re.sub(r" (?=[?#]|\Z)", "%20", value)
    if new["protocol"] == "file:":
        # 4.7 Origin: that of a file URL is opaque (Chromium: file://).
        new["origin"] = "null"
        # 4.4 file host state: localhost becomes the empty host (Chromium: it stays).
        # 4.4 path state: slashes behind an empty host make empty segments (Chromium drops them).
        new["href"] = re.sub(r"\Afile://(localhost)?(/\.(?=//))?(/+|\Z)", "file:///", new["href"])
        if new["hostname"] in ("", "localhost"):
            new["host"] = new["hostname"] = ""
            new["pathname"] = re.sub(r"\A/*", "/", new["pathname"])
    # 4.5 URL serializing, step 3: /. before a path that begins with // (Chromium: not always).
    new["href"] = re.sub(r"\A([^:/?#]*:)/\.(?=//)", r"\1", new["href"])
    if new["protocol"] == "blob:" and not re.match(r"https?://[^%]*\Z", new["origin"]):
        # 4.7 Origin: a blob URL has its path's origin if that is an http or https URL (Chromium: more of them).
        new["origin"] = "null"
    return new


Leaves: TypeAlias = Mapping[str, Callable[[Case], object]]

_DRIVE_LETTER = re.compile(r"(?<![A-Za-z0-9])[A-Za-z][\t\n\r]*[:|](?=[\0-\x20/\\?#]|\Z)")
_FILE_HOST_END = re.compile(r"[/\\]{2}[^/\\?#]*[?#]")
#: Schemes that Chromium parses in ways of its own: the browser's, and "opaque" ones of Android and ChromeOS.
_SCHEMES = re.compile(
    r"(android|chrome(os)?(-[a-z]+)*|cid|content|devtools|drivefs|filesystem|googlechrome|isolated-app"
    r"|materialized-view|steam):"
)

PARSING: Final[Leaves] = {
    "4.4 file state: no Windows drive letters (but on Windows)": lambda case: (
        case.either["protocol"] == "file:" and any(map(_DRIVE_LETTER.search, (case.url, case.base or "", case.value)))
    ),
    "4.4 file host state: a host needs a slash before a query or fragment": lambda case: (
        case.either["protocol"] == "file:" and case.theirs is None and _FILE_HOST_END.search(case.url)
    ),
    "3.2 forbidden domain code points: not the space": lambda case: (
        case.is_accepted and "%20" in (case.theirs or {})["hostname"]
    ),
    "3.5 host parser, step 5: percent-decoded once more after mapping": lambda case: (
        (case.is_accepted or case.either["protocol"] == "blob:") and "％" in unquote(case.url + case.value)
    ),
    "3.5 host parser, step 1: decoded and mapped between brackets too": lambda case: (
        case.is_accepted and (case.theirs or {})["hostname"].startswith("[")
    ),
    "3.3 domain to ASCII: a * is percent-encoded before the label is encoded in Punycode": lambda case: re.search(
        r"xn--.*(\*|%2A)|(\*|%2A).*xn--", case.either["hostname"] + case.either["origin"]
    ),
    "3.3 domain to ASCII: < and > are forbidden before they are composed, too": lambda case: (
        case.theirs is None and "\u0338" in case.url and re.search("[<>]", case.url)
    ),
    "3.5 opaque-host parser: no ideographic space": lambda case: (
        case.theirs is None and case.either["protocol"] not in SPECIAL and "%E3%80%80" in case.either["hostname"]
    ),
    "4.4 path state: \\ is / in any URL": lambda case: (
        case.either["protocol"] not in SPECIAL and "\\" in case.url + case.value
    ),
    "4.4 step 3: tabs and newlines stay in a data: URL": lambda case: (
        case.either["protocol"] == "data:" and re.search("[\t\n\r]", case.url + case.value)
    ),
    "4.4: some schemes are parsed otherwise": lambda case: _SCHEMES.match(case.either["protocol"]),
}


def _scheme_of(value: str) -> str:
    return f"{value.partition(':')[0].lower()}:"


SETTING: Final[Leaves] = PARSING | {
    "4.4 scheme state, steps 2.1.1 and 2.1.2: a special scheme becomes one that is not, and back": lambda case: (
        case.name == "protocol" and (case.either["protocol"] in SPECIAL) != (_scheme_of(case.value) in SPECIAL)
    ),
    "4.4 step 3: no scheme has tabs or newlines": lambda case: (
        case.name == "protocol" and re.search("[\t\n\r]", case.value)
    ),
    "6.1 search: ? is the absent query, and is dropped behind tabs and newlines too": lambda case: (
        case.name == "search" and re.fullmatch(r"[\t\n\r]*\?[\t\n\r]*|[\t\n\r]+\?.*", case.value, re.DOTALL)
    ),
    "4.4 host state, step 3: an empty host beside credentials or a port": lambda case: (
        case.name in ("host", "hostname") and case.theirs and case.theirs["hostname"] == ""
    ),
    "4.4 file host state: what follows a colon is dropped": lambda case: (
        case.name == "host" and case.either["protocol"] == "file:" and ":" in case.value
    ),
    "4.4 host state: a bracket behind the port counts": lambda case: (
        case.name in ("host", "hostname") and re.search(r":.*[\[\]]", case.value, re.DOTALL)
    ),
}


def differences(cases: Iterable[Case], leaves: Leaves) -> list[Case]:
    """The cases in which the two differ, and that are none of the leaves."""
    return [
        case
        for case in cases
        if case.ours != case.theirs
        and without_spellings(case.ours) != without_spellings(case.theirs)
        and not any(leave(case) for leave in leaves.values())
    ]
