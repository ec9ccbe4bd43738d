"""The steps of each standard that a reading can report, in the order of the text, with a sentence for each."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, TypeAlias

#: Steps of a document, with a sentence for each.
Document: TypeAlias = Mapping[str, str]

_HTML5: Final[Document] = {
    "HTML5 2.6.3 step 5": "The URL is parsed into its components (HTML5 2.6.2).",
    "HTML5 2.6.3 step 6": "In the host, percent-encoded octets are decoded, and IDNA's ToASCII is applied.",
    "HTML5 2.6.3 step 7": "Characters that are not valid in the path are percent-encoded, in UTF-8.",
    "HTML5 2.6.3 step 8": "Characters that are not valid in the query are percent-encoded, in the encoding.",
    "HTML5 2.6.3 step 9": "The base supplies the components that the URL lacks, and dot segments are removed "
    "(RFC 3986 section 5.2).",
    "HTML5 2.6.3 step 10": "The requirements of the scheme are checked: an authority or none, a host, a path without "
    "two leading slashes.",
    "HTML5 2.6.3 step 11": "The result is the target URI.",
    "HTML5 2.6.3 step 12": "In a scheme with a server-based naming authority, each backslash becomes a slash.",
}
_RFC3986: Final[Document] = {
    "RFC 3986 appendix A": "The reference is parsed by the grammar of a URI reference.",
    "RFC 3986 section 5.2.2": "The base supplies the components up to the first one that the reference has. "
    "Dot segments are removed.",
    "RFC 3986 section 5.3": "The components are put together.",
}
_APPENDED: Final = "A path without a leading slash is appended to the base's path, after its last slash."
_RFC2396: Final[Document] = {
    "RFC 2396 section 5.2 step 1": "The reference is parsed into its components (section 4.3).",
    "RFC 2396 section 5.2 step 2": "An empty reference, or only a fragment, refers to the base itself.",
    "RFC 2396 section 5.2 step 3": "A reference with a scheme is absolute. Any other has the base's scheme.",
    "RFC 2396 section 5.2 step 4": "A reference without an authority has the base's authority.",
    "RFC 2396 section 5.2 steps 5 and 6": f'{_APPENDED} "." and ".." segments are removed.',
    "RFC 2396 section 5.2 step 7": "The components are put together.",
}
_RFC1808: Final[Document] = {
    "RFC 1808 section 4 step 1": "Without a base, the embedded URL is absolute.",
    "RFC 1808 section 4 step 2": "The base and the embedded URL are parsed into components (section 2.4).",
    "RFC 1808 section 4 step 2a": "An empty embedded URL is the whole base URL.",
    "RFC 1808 section 4 step 2b": "An embedded URL with a scheme is absolute.",
    "RFC 1808 section 4 step 2c": "Any other embedded URL has the scheme of the base.",
    "RFC 1808 section 4 step 3": "An embedded URL without a net_loc has the base's net_loc.",
    "RFC 1808 section 4 step 5": "The base's path replaces an empty path. Then the base's params, and then its query, "
    "replace missing ones.",
    "RFC 1808 section 4 steps 4 and 6": f'{_APPENDED} "." and ".." segments are removed.',
    "RFC 1808 section 4 step 7": "The components are put together.",
}
_RFC1808_PARSING: Final[Document] = {
    "RFC 1808 section 2.4.1": 'The fragment follows a "#".',
    "RFC 1808 section 2.4.2": "The scheme precedes the first colon, if its characters are valid.",
    "RFC 1808 section 2.4.3": 'The net_loc follows "//", up to the next slash.',
    "RFC 1808 section 2.4.4": 'The query follows a "?".',
    "RFC 1808 sections 2.4.5 and 2.4.6": 'The params follow a ";". The rest is the path.',
}
#: If a reading does not report a step of these between two others, the step is shown as one that does not apply.
SEQUENCES: Final[tuple[Document, ...]] = (_HTML5, _RFC3986, _RFC2396, _RFC1808, _RFC1808_PARSING)

#: Steps that are shown only if a reading reports them.
_OTHERS: Final[Document] = {
    "HTML5 2.6.3 step 1": "This is the URL that is resolved.",
    "HTML5 2.6.3 steps 2 and 3": "The encoding of queries is determined. UTF-16 becomes UTF-8.",
    "HTML5 2.6.2 step 1": "Space characters are removed from both ends.",
    "RFC 3986 section 5.2.1": "The base URI has to have a scheme.",
    "RFC 2396 section 5.2": "The base has to have a scheme.",
    "RFC 1808 section 2.2": "After a net_loc, params or a query follow a slash.",
    "Infra Standard, convert": "A string becomes a scalar value string: a surrogate that is not in a pair becomes "
    "U+FFFD.",
    "URL Standard 4.4, steps 1 to 3": "C0 controls and spaces are removed from both ends, tabs and newlines from "
    "everywhere.",
}
#: Parts of a step above, or of a state below.
_PARTS: Final[Document] = {
    "RFC 3986 5.2.3": "The path replaces everything after the last slash of the base's path.",
    "RFC 3986 5.2.4 step 2A": 'A prefix "../" or "./" is removed.',
    "RFC 3986 5.2.4 step 2B": 'A prefix "/./" becomes "/".',
    "RFC 3986 5.2.4 step 2C": 'A prefix "/../" becomes "/", and the last segment of the output is removed.',
    "RFC 3986 5.2.4 step 2D": 'An input of "." or ".." is removed.',
    "RFC 3986 5.2.4 step 2E": "The first segment is moved to the output.",
    "RFC 3986 5.2.4": "And so on, until the input buffer is empty.",
    "URL Standard 3.5, host parser": "An address in brackets is IPv6. Else percent-encoded bytes are decoded, and the "
    "result is a domain or IPv4.",
}
_PARSERS: Final[Document] = {
    "URL Standard 3.3, domain parser": "The domain is mapped and encoded by UTS #46, to ASCII, in lower case.",
    "URL Standard 3.5, IPv4 parser": "The host ends in a number. Its parts are decimal, octal after 0 or hexadecimal "
    "after 0x.",
    "URL Standard 3.5, IPv6 parser": "The address has eight pieces, or fewer with zeros left out.",
    "URL Standard 3.5, opaque-host parser": "The scheme is not special: the host is only percent-encoded.",
}
_STATES: Final = {
    "scheme start state": "A letter can begin a scheme.",
    "scheme state": "The scheme precedes the first colon. It becomes lower case.",
    "no scheme state": "Without a scheme, the base URL has to supply one.",
    "special relative or authority state": "Without two slashes after the base's own scheme, the URL is relative.",
    "path or authority state": "After one slash, a second slash begins an authority.",
    "relative state": "The base supplies the components that the URL lacks.",
    "relative slash state": "After one slash, a second slash begins an authority. Else host and port are the base's.",
    "special authority slashes state": "Two slashes are expected here. The parser continues without them.",
    "special authority ignore slashes state": "All further slashes are skipped.",
    "authority state": "The username and the password precede the last @.",
    "host state": "The text up to a colon or the end of the authority is parsed as a host.",
    "hostname state": "The text up to the end of the authority is parsed as a host.",
    "port state": "The digits are the port. The scheme's default port is left out.",
    "file state": "A file URL has a host, possibly an empty one. A base that is a file URL supplies the rest.",
    "file slash state": "A second slash begins a host. Else the host is the base's.",
    "file host state": "The host of a file URL is parsed. localhost is an empty host. A drive letter is not a host.",
    "path start state": "The path begins here, with a slash or without one.",
    "path state": "Segments are percent-encoded. A single-dot segment is left out, a double-dot one removes another.",
    "opaque path state": "A path without a leading slash is kept whole.",
    "query state": "The query is percent-encoded, in the encoding.",
    "fragment state": "The fragment is percent-encoded.",
}
#: The setters of the URL Standard, with the input of the basic URL parser.
SETTERS: Final = {
    "protocol": "The value and a colon are parsed from the scheme start state. A special scheme stays special.",
    "username": "The value is percent-encoded. A URL without a host, or a file URL, cannot have a username.",
    "password": "The value is percent-encoded. A URL without a host, or a file URL, cannot have a password.",
    "host": "The value is parsed from the host state, unless the path is opaque.",
    "hostname": "The value is parsed from the hostname state, unless the path is opaque.",
    "port": "The value is parsed from the port state. An empty value removes the port.",
    "pathname": "The path is emptied and the value parsed from the path start state, unless the path is opaque.",
    "search": "A leading question mark is removed, and the rest is parsed from the query state.",
    "hash": "A leading number sign is removed, and the rest is parsed from the fragment state.",
    "href": "The value is parsed, and becomes the URL.",
}
_UNCHANGED: Final = "The value stays as it is."
_UNCONDITIONAL: Final = "There is no condition."
#: Columns of the table of HTML5 2.6.6: the setter preprocessor and the setter condition of each row.
_COLUMNS: Final = {
    "protocol": ("Trailing colons are removed.", "The value is a scheme, and not empty."),
    "host": (_UNCHANGED, "The value is not empty, and the URL is authority-based."),
    "hostname": ("Leading slashes are removed.", "The value is not empty, and the URL is authority-based."),
    "port": (
        "Everything after the leading digits is removed, and so are leading zeros. An empty value becomes 0.",
        "The URL is authority-based, and the value is at most 65535.",
    ),
    "pathname": ("A value without a leading slash gets one.", "The URL is hierarchical."),
    "search": ("One leading question mark is removed.", "The URL is hierarchical."),
    "hash": ("One leading number sign is removed.", _UNCONDITIONAL),
}
#: The sentence of each step.
TEXTS: Final[Document] = {
    **{step: says for sequence in SEQUENCES for step, says in sequence.items()},
    **_OTHERS,
    **_PARTS,
    **_PARSERS,
    **{f"URL Standard 4.4, {state}": says for state, says in _STATES.items()},
    **{f"HTML5 2.6.6, {name}, setter preprocessor": says for name, (says, _) in _COLUMNS.items()},
    **{f"HTML5 2.6.6, {name}, %-escaping": "Characters that are not valid are escaped." for name in _COLUMNS},
    **{f"HTML5 2.6.6, {name}, setter condition": says for name, (_, says) in _COLUMNS.items()},
    **{f"HTML5 2.6.6, {name}, ruling 19": "None removes the component." for name in ("port", "search", "hash")},
}
#: The depth of steps that are parts of another step.
DEPTHS: Final[Mapping[str, int]] = dict.fromkeys([*_RFC1808_PARSING, *_PARTS], 1) | dict.fromkeys(_PARSERS, 2)
#: The components that steps read.
COMPONENTS: Final = {"HTML5 2.6.3 step 6": "host", "HTML5 2.6.3 step 7": "path", "HTML5 2.6.3 step 8": "query"}
#: The sentences of columns that do nothing.
NOTHING: Final = frozenset([_UNCHANGED, _UNCONDITIONAL])
#: The steps that parse a URL into its components.
PARSING: Final = (
    *("HTML5 2.6.3 step 5", "RFC 3986 appendix A", "RFC 2396 section 5.2 step 1"),
    *("RFC 1808 section 4 step 1", "RFC 1808 section 4 step 2"),
)
#: The component that each state cuts out, and the delimiters that it cuts with it.
CUTS: Final = {
    "URL Standard 4.4, scheme state": ("scheme", ":/"),
    "URL Standard 4.4, authority state": ("userinfo", "@"),
    "URL Standard 4.4, host state": ("host", ":"),
    "URL Standard 4.4, port state": ("port", ""),
    "URL Standard 4.4, file host state": ("host", ""),
    "URL Standard 4.4, path state": ("path", "?#"),
    "URL Standard 4.4, opaque path state": ("path", "?#"),
    "URL Standard 4.4, query state": ("query", "#"),
    "URL Standard 4.4, fragment state": ("fragment", ""),
}

_match_rfc = re.compile(r"RFC (\d+) (appendix)?[a-z ]*([\w.]+)").match
_HTML5_ANCHORS: Final = {
    "2.6.2": "parsing-urls",
    "2.6.3": "resolving-urls",
    "2.6.6": "interfaces-for-url-manipulation",
    "substeps": "document-base-url",
}
#: The anchors of the URL Standard that differ from the step's name.
_URL_STANDARD_ANCHORS: Final = {
    "base URL": "concept-url-parser",
    "domain parser": "concept-domain-to-ascii",
    "opaque path state": "cannot-be-a-base-url-path-state",
    "steps 1 to 3": "concept-basic-url-parser",
}


def address_of(step: str) -> str:
    """Return the address of a step in its specification.

    >>> address_of("RFC 1808 sections 2.4.5 and 2.4.6"), address_of("URL Standard 4.4, host state")
    ('https://www.rfc-editor.org/rfc/rfc1808#section-2.4.5', 'https://url.spec.whatwg.org/#host-state')
    """
    rfc = _match_rfc(step)
    if rfc is not None:
        return f"https://www.rfc-editor.org/rfc/rfc{rfc[1]}#{rfc[2] or 'section'}-{rfc[3]}"
    if step.startswith("HTML5"):
        section = "substeps" if "substeps" in step else step[6:11]
        return f"https://www.w3.org/TR/2011/WD-html5-20110525/urls.html#{_HTML5_ANCHORS[section]}"
    if step.startswith("Infra"):
        return "https://infra.spec.whatwg.org/#javascript-string-convert"
    if step.startswith("XML Base"):
        return "https://www.w3.org/TR/xmlbase/#resolution"
    section, _, name = step.partition(", ")
    if section == "HTML Standard":
        return f"https://html.spec.whatwg.org/multipage/urls-and-fetching.html#{name.lower().replace(' ', '-')}"
    anchor = _URL_STANDARD_ANCHORS.get(name, name.replace(" ", "-"))
    if section.endswith("6.1"):
        anchor = f"dom-url-{name}"
    elif anchor.endswith("-parser") and not anchor.startswith("concept"):
        anchor = f"concept-{anchor.lower()}"
    return f"https://url.spec.whatwg.org/#{anchor}"
