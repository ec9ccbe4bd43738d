"""The known departures of Chromium from the URL Standard.

urldom follows the Standard. In cases without a known departure, urldom and Chromium have to agree.
`without_spellings` removes differences in spelling from both results. `PARSING` and `SETTING` list
all other known differences. Each key names the section of the Standard and Chromium's rule. Each
function returns whether this rule explains the difference in a case."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Final, TypeAlias
from unicodedata import bidirectional
from urllib.parse import unquote

import attrs

from urldom import URLDecomposition
from urldom._core.text.uts46 import to_ascii
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
#: Characters of labels that the tests have met, and the block CJK Unified Ideographs Extension J
_NEW_IN_UNICODE_18: Final = re.compile("[\U000190ea\U0001f7ff]")
_NEW_IN_UNICODE_17: Final = re.compile("[\U000323b0-\U00033479]")
_FORBIDDEN_HOST_BYTES: Final = frozenset(b"\0\t\n\r #/:<>?@[\\]^|")


def _has_forbidden_low_byte(host: str) -> bool:
    """Return whether the low byte of a UTF-16 code unit, such as U+0140's, is a forbidden host code
    point (URL Standard 3.2)."""
    return not _FORBIDDEN_HOST_BYTES.isdisjoint(host.encode("utf-16-le")[::2])


def _hosts(attributes: Attributes) -> list[str]:
    """Return the host of a URL, and that of its origin, which a blob URL has."""
    if attributes is None:
        return []
    origin = re.match(r"[a-z]+://([^:]*)", attributes["origin"])
    return [attributes["hostname"], "" if origin is None else origin[1]]


def _decoded(host: str) -> str:
    """Return what the Punycode of a host's labels encodes, also of invalid ones."""
    return "".join(
        [
            label[4:].encode().decode("punycode", "replace")
            for label in host.split(".")
            if label.startswith("xn--") and label.isascii()
        ]
    )


def _has_last_space_in_a_blob(case: Case) -> bool:
    """Return whether the opaque path of a blob URL has a space at its end, which is escaped only by
    urldom, so that the origin's host ends in %20."""
    return (
        case.either["protocol"] == "blob:"
        and (case.ours or {}).get("pathname", "").endswith("%20")
        and (case.theirs or {}).get("pathname", "").endswith(" ")
    )


PARSING: Final[Departures] = {
    "another spelling of the same URL": lambda case: (
        without_spellings(case.ours) == without_spellings(case.theirs)
    ),
    "4.4 file state: drive letters are not special, except on Windows": lambda case: (
        case.either["protocol"] == "file:"
        and any(map(_DRIVE_LETTER.search, (case.url, case.base or "", case.value)))
    ),
    "4.4 file host state: a host needs a slash before a query or fragment": lambda case: (
        case.either["protocol"] == "file:" and _FILE_HOST_END.search(case.url + case.value)
    ),
    "3.2 forbidden domain code points: a space is allowed": lambda case: (
        case.is_accepted and "%20" in (case.theirs or {})["hostname"]
    ),
    "3.5 host parser, step 5: a host is percent-decoded again after mapping": lambda case: (
        (case.is_accepted or case.either["protocol"] == "blob:")
        and "％" in unquote(case.url + case.value)
    ),
    "3.5 host parser, step 1: text in brackets is decoded and mapped too": lambda case: (
        (case.is_accepted and (case.theirs or {})["hostname"].startswith("["))
        or (case.theirs or {}).get("origin", "").startswith("https://[")
    ),
    "3.3 domain to ASCII: a * is percent-encoded before the label is encoded in Punycode": (
        lambda case: re.search(
            r"xn--.*(\*|%2A)|(\*|%2A).*xn--", " ".join(_hosts(case.ours) + _hosts(case.theirs))
        )
    ),
    "3.3 domain to ASCII: < and > are also forbidden before they are composed": lambda case: (
        "xn--" in case.either["origin"] + case.either["hostname"]
        and re.search("[<>].*\u0338", unquote(case.url + case.value), re.DOTALL)
    ),
    "3.5 opaque-host parser: only the low byte of a UTF-16 code unit is looked up": lambda case: (
        case.either["protocol"] not in SPECIAL
        and (case.theirs is None or case.theirs["hostname"] != case.either["hostname"])
        and _has_forbidden_low_byte(unquote(case.either["hostname"]))
    ),
    "4.4 relative state: a base without a path keeps its query or fragment": lambda case: (
        case.base is not None
        and case.either["protocol"] not in SPECIAL
        and re.fullmatch(r"[^/?#]*(//[^/?#]*)?[?#].*", case.base, re.DOTALL)
        and (case.theirs or {})["href"].startswith(URL(case.base).href)
    ),
    "4.4 opaque path state, in a blob: URL: a last space is not escaped, and hides no host": (
        _has_last_space_in_a_blob
    ),
    "4.4 path state: \\ is / in any URL": lambda case: (
        case.either["protocol"] not in SPECIAL
        and "\\" in f"{case.url}{case.value}{case.base or ''}"
    ),
    "4.4 step 3: tabs and newlines stay in a data: URL": lambda case: (
        case.either["protocol"] == "data:" and re.search("[\t\n\r]", case.url + case.value)
    ),
    "3.3 domain to ASCII: the table of UTS 46 is older than Unicode 18": lambda case: (
        _NEW_IN_UNICODE_18.search(_decoded(".".join(_hosts(case.ours))))
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


# Node.js 20, whose parser is ada 2.9


def _in_spelling_of_node(attributes: Attributes) -> Attributes:
    """Return the attributes with each `^` unescaped, and each last space of an opaque path
    escaped."""
    if attributes is None:
        return None
    return {
        name: re.sub(r" (?=[?#]|\Z)", "%20", value.replace("%5E", "^"))
        for name, value in attributes.items()
    }


def _is_right_to_left(host: str) -> bool:
    """Return whether a label of a host, also an invalid one, has a right-to-left character."""
    return any(bidirectional(c) in ("R", "AL", "AN") for c in _decoded(host))


_PORT: Final = re.compile(r"[\t\n\r]*[0-9]")
_PORT_OF_HOST: Final = re.compile(r"(\[[^\]]*\]|[^:\[])*:[\t\n\r]*[0-9]")

OF_NODE: Final[Departures] = {
    "1.3 and 4.4: ^ in a path and the last space of an opaque path are not escaped": lambda case: (
        _in_spelling_of_node(case.ours) == _in_spelling_of_node(case.theirs)
    ),
    "3.3 domain to ASCII: the table of UTS 46 is that of Unicode 15": lambda case: (
        re.search("[\u115f\u180e\u1e9e]", unquote(case.url + case.value))
        or _NEW_IN_UNICODE_17.search(_decoded(".".join(_hosts(case.ours))))
        or _NEW_IN_UNICODE_18.search(_decoded(".".join(_hosts(case.ours))))
    ),
    "3.3 domain to ASCII: CheckBidi does not look at each label": lambda case: (
        (case.is_accepted or case.either["protocol"] == "blob:")
        and any(map(_is_right_to_left, _hosts(case.theirs)))
    ),
    "3.3 domain to ASCII: xn-- labels are checked in an ASCII domain, and not after mapping": (
        lambda case: (
            _hosts(case.ours) != _hosts(case.theirs)
            and None in map(to_ascii, {*_hosts(case.ours), *_hosts(case.theirs)} - {""})
        )
    ),
    "4.4 no scheme state: a reference with a fragment can be relative to an opaque path": (
        lambda case: (
            case.ours is None
            and case.base is not None
            and case.either["protocol"] not in SPECIAL
            and "#" in case.url
        )
    ),
    "4.4 path state: dot segments can stay after other segments with a dot": lambda case: re.search(
        r"/\.\.?(/|\Z)", (case.theirs or {}).get("pathname", "")
    ),
    "4.4 opaque path state, in a blob: URL: a last space is not escaped, and hides no host": (
        _has_last_space_in_a_blob
    ),
    "4.2 shorten: a first segment that only begins with a drive letter is not removed": (
        lambda case: (
            case.either["protocol"] == "file:"
            and re.match("/[A-Za-z]:[^/]", (case.theirs or {}).get("pathname", ""))
        )
    ),
    "4.4 relative state: an empty query of the base is removed": lambda case: (
        case.base is not None
        and case.url[:1] == "#"
        and "?" in case.either["href"].partition("#")[0]
        and case.either["search"] == ""
    ),
    "4.4 path state: the path of x://h/..? becomes empty": lambda case: (
        case.either["pathname"] == "/" and (case.theirs or {}).get("pathname") == ""
    ),
}
SETTING_OF_NODE: Final[Departures] = OF_NODE | {
    "4.4 host state: an empty host is not set, or is set before a port": lambda case: (
        case.name in ("host", "hostname")
        and case.either["protocol"] not in SPECIAL
        and re.match(r"[\t\n\r]*([/?#:]|\Z)", case.value)
    ),
    "6.1 pathname: a path that begins with // removes the query and the fragment": lambda case: (
        case.name == "pathname"
        and case.either["href"].startswith(f"{case.either['protocol']}/.//")
        and (case.theirs or {}).get("search") == (case.theirs or {}).get("hash") == ""
    ),
    "4.4 port state: after the host of a URL that had none, the port is ignored": lambda case: (
        case.name == "host"
        and case.either["protocol"] not in SPECIAL
        and re.match("[^:]*:(//)?([/?#]|\\Z|[^/])", case.url)
        and (case.theirs or {}).get("port") == ""
    ),
    "6.1 port and host: a port without a digit at its beginning removes the port": lambda case: (
        case.name in ("port", "host")
        and (case.theirs or {}).get("port") == ""
        and not (_PORT_OF_HOST if case.name == "host" else _PORT).match(case.value)
    ),
}


def explained_by(case: Case, departures: Departures) -> str | None:
    """Return the known departure that explains a difference, or `None`."""
    return next((name for name, departure in departures.items() if departure(case)), None)


def differences(cases: Iterable[Case], departures: Departures) -> list[Case]:
    """Return the cases with a difference that no known departure explains."""
    return [
        case
        for case in cases
        if case.ours != case.theirs and explained_by(case, departures) is None
    ]
