"""The steps that each standard can report, in the order of the standard's text. Each step has a sentence."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, TypeAlias

#: Steps of a document, with a sentence for each step.
Document: TypeAlias = Mapping[str, str]

_HTML5: Final[Document] = {
    "HTML5 2.6.3 step 5": "The URL is parsed into its components (HTML5 2.6.2).",
    "HTML5 2.6.3 step 6": "In the host, percent-encoded octets are decoded, and IDNA's ToASCII is applied.",
    "HTML5 2.6.3 step 7": "Characters that are not valid in the path are percent-encoded, in UTF-8.",
    "HTML5 2.6.3 step 8": "Characters that are not valid in the query are percent-encoded, in the encoding of queries.",
    "HTML5 2.6.3 step 9": "The base supplies the components that the URL lacks, and dot segments are removed "
    "(RFC 3986 section 5.2).",
    "HTML5 2.6.3 step 10": "The requirements of the scheme are checked. Some schemes need a host, and others cannot "
    "have an authority. Without an authority, the path cannot begin with two slashes.",
    "HTML5 2.6.3 step 11": "The result is the target URI.",
    "HTML5 2.6.3 step 12": "If the scheme has a server-based naming authority, each backslash becomes a slash.",
}
_RFC3986: Final[Document] = {
    "RFC 3986 appendix A": "The reference is parsed by the grammar of a URI reference.",
    "RFC 3986 section 5.2.2": "The base supplies each component before the first component of the reference. "
    "Dot segments are removed.",
    "RFC 3986 section 5.3": "The components are put together.",
}
_APPENDED: Final = "A path without a leading slash is appended to the base's path, after its last slash."
_RFC2396: Final[Document] = {
    "RFC 2396 section 5.2 step 1": "The reference is parsed into its components (section 4.3).",
    "RFC 2396 section 5.2 step 2": "A reference that is empty, or only a fragment, refers to the base itself.",
    "RFC 2396 section 5.2 step 3": "A reference with a scheme is absolute. Any other reference gets the base's scheme.",
    "RFC 2396 section 5.2 step 4": "A reference without an authority gets the base's authority.",
    "RFC 2396 section 5.2 steps 5 and 6": f'{_APPENDED} "." and ".." segments are removed.',
    "RFC 2396 section 5.2 step 7": "The components are put together.",
}
_RFC1808: Final[Document] = {
    "RFC 1808 section 4 step 1": "Without a base, the embedded URL is absolute.",
    "RFC 1808 section 4 step 2": "The base and the embedded URL are parsed into components (section 2.4).",
    "RFC 1808 section 4 step 2a": "An empty embedded URL resolves to the base URL.",
    "RFC 1808 section 4 step 2b": "An embedded URL with a scheme is absolute.",
    "RFC 1808 section 4 step 2c": "An embedded URL without a scheme gets the base's scheme.",
    "RFC 1808 section 4 step 3": "An embedded URL without a net_loc gets the base's net_loc.",
    "RFC 1808 section 4 step 5": "An embedded URL without a path gets the base's path. Without params, it gets the "
    "base's params, and then, without a query, the base's query.",
    "RFC 1808 section 4 steps 4 and 6": f'{_APPENDED} "." and ".." segments are removed.',
    "RFC 1808 section 4 step 7": "The components are put together.",
}
_RFC1808_PARSING: Final[Document] = {
    "RFC 1808 section 2.4.1": 'The fragment follows a "#".',
    "RFC 1808 section 2.4.2": "The scheme precedes the first colon, if its characters are valid.",
    "RFC 1808 section 2.4.3": 'The net_loc follows "//", up to the next slash.',
    "RFC 1808 section 2.4.4": 'The query follows a "?".',
    "RFC 1808 sections 2.4.5 and 2.4.6": 'The params follow a ";". The remaining text is the path.',
}
#: The documents whose steps run in order. If a step between two reported steps is not reported, its condition was
#: false.
SEQUENCES: Final[tuple[Document, ...]] = (_HTML5, _RFC3986, _RFC2396, _RFC1808, _RFC1808_PARSING)

#: Steps that are shown only if they are reported.
_OTHERS: Final[Document] = {
    "HTML5 2.6.3 step 1": "This is the URL that is resolved.",
    "HTML5 2.6.3 steps 2 and 3": "The encoding of queries is determined. UTF-16 is replaced by UTF-8.",
    "HTML5 2.6.2 step 1": "Space characters are removed from both ends.",
    "RFC 3986 section 5.2.1": "The base URI has to have a scheme.",
    "RFC 2396 section 5.2": "The base has to have a scheme.",
    "RFC 1808 section 2.2": "After a net_loc, a slash is inserted before params or a query.",
    "Infra Standard, convert": "A string becomes a scalar value string: a surrogate that is not in a pair becomes "
    "U+FFFD.",
    "URL Standard 4.4, steps 1 to 3": "C0 controls and spaces are removed from both ends. All tabs and newlines are "
    "removed.",
}
#: Steps that are parts of another step in this module.
_PARTS: Final[Document] = {
    "RFC 3986 5.2.3": "The path replaces everything after the last slash of the base's path.",
    "RFC 3986 5.2.4 step 2A": 'A prefix "../" or "./" is removed.',
    "RFC 3986 5.2.4 step 2B": 'A prefix "/./" becomes "/".',
    "RFC 3986 5.2.4 step 2C": 'A prefix "/../" becomes "/", and the last segment of the output is removed.',
    "RFC 3986 5.2.4 step 2D": 'An input of "." or ".." is removed.',
    "RFC 3986 5.2.4 step 2E": "The first segment is moved to the output.",
    "RFC 3986 5.2.4": "Steps 2A to 2E are repeated until the input buffer is empty.",
    "URL Standard 3.5, host parser": "A host in brackets is an IPv6 address. In any other host, percent-encoded "
    "bytes are decoded. The result is a domain or an IPv4 address.",
}
_PARSERS: Final[Document] = {
    "URL Standard 3.3, domain parser": "UTS #46 converts the domain to ASCII, in lower case.",
    "URL Standard 3.5, IPv4 parser": "The host ends in a number. Each part is decimal, or octal after 0, or "
    "hexadecimal after 0x.",
    "URL Standard 3.5, IPv6 parser": "The address has eight pieces. Two colons replace pieces that are 0.",
    "URL Standard 3.5, opaque-host parser": "The scheme is not special: the host is only percent-encoded.",
}
_STATES: Final = {
    "scheme start state": "A letter can begin a scheme.",
    "scheme state": "The scheme precedes the first colon. It becomes lower case.",
    "no scheme state": "Without a scheme, the base URL has to supply one.",
    "special relative or authority state": "URL and base have the same scheme. Without //, the URL is relative.",
    "path or authority state": "A second slash begins an authority. Without it, the path begins.",
    "relative state": "The base supplies the components that the URL lacks.",
    "relative slash state": "A second slash begins an authority. Without it, the base supplies the host and the port.",
    "special authority slashes state": "Two slashes are expected here. The parser continues without them.",
    "special authority ignore slashes state": "All further slashes are skipped.",
    "authority state": "The username and the password precede the last @.",
    "host state": "The text up to a colon or the end of the authority is parsed as a host.",
    "hostname state": "The text up to the end of the authority is parsed as a host.",
    "port state": "The digits are the port. The scheme's default port is removed.",
    "file state": "A file URL has a host, which may be empty. A base file URL supplies missing components.",
    "file slash state": "A second slash begins a host. Without it, a base file URL supplies the host.",
    "file host state": "The host of a file URL is parsed. localhost becomes empty. A drive letter is not a host.",
    "path start state": "The path begins here, with a slash or without one.",
    "path state": "Segments are percent-encoded. A single-dot segment is removed. A double-dot segment is removed "
    "with the segment before it.",
    "opaque path state": "A path without a leading slash is not split into segments.",
    "query state": "The query is percent-encoded, in the encoding of queries.",
    "fragment state": "The fragment is percent-encoded.",
}
#: The setters of the URL Standard, with a sentence for each setter.
SETTERS: Final = {
    "protocol": "The value and a colon are parsed from the scheme start state. A special scheme can only be "
    "replaced by a special scheme.",
    "username": "The value is percent-encoded. A URL without a host, or a file URL, cannot have a username.",
    "password": "The value is percent-encoded. A URL without a host, or a file URL, cannot have a password.",
    "host": "The value is parsed from the host state, unless the path is opaque.",
    "hostname": "The value is parsed from the hostname state, unless the path is opaque.",
    "port": "The value is parsed from the port state. An empty value removes the port.",
    "pathname": "The old path is removed, and the value is parsed from the path start state. An opaque path "
    "cannot be replaced.",
    "search": "A leading question mark is removed. Then the value is parsed from the query state.",
    "hash": "A leading number sign is removed. Then the value is parsed from the fragment state.",
    "href": "The value is parsed. The result replaces the URL.",
}
_UNCHANGED: Final = "The value does not change."
_UNCONDITIONAL: Final = "There is no condition."
_WITH_A_HOST: Final = "The value must not be empty, and the URL has to be authority-based."
_HIERARCHICAL: Final = "The URL has to be hierarchical."
#: The texts of two columns of the table in HTML5 2.6.6: the setter preprocessor and the setter condition of each row.
_COLUMNS: Final = {
    "protocol": ("Trailing colons are removed.", "The value has to be a scheme."),
    "host": (_UNCHANGED, _WITH_A_HOST),
    "hostname": ("Leading slashes are removed.", _WITH_A_HOST),
    "port": (
        "Only the leading digits are kept. Leading zeros are removed. An empty value becomes 0.",
        "The URL has to be authority-based, and the value at most 65535.",
    ),
    "pathname": ("A leading slash is added, unless the value has one.", _HIERARCHICAL),
    "search": ("One leading question mark is removed.", _HIERARCHICAL),
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
#: The component that each of these steps reads.
COMPONENTS: Final = {"HTML5 2.6.3 step 6": "host", "HTML5 2.6.3 step 7": "path", "HTML5 2.6.3 step 8": "query"}
#: The sentences for columns of the table that neither change nor check the value.
NOTHING: Final = frozenset([_UNCHANGED, _UNCONDITIONAL])
#: The steps that parse a URL into its components.
PARSING: Final = (
    *("HTML5 2.6.3 step 5", "RFC 3986 appendix A", "RFC 2396 section 5.2 step 1"),
    *("RFC 1808 section 4 step 1", "RFC 1808 section 4 step 2"),
)
#: The component that each state reads, and the delimiters that it reads at the end of the component.
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
#: The anchors of steps in the URL Standard, if the anchor and the step have different names.
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
