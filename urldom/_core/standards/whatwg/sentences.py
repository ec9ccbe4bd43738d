"""The sentences of `explain` for the steps of the URL Standard.

The steps are the states of the parser (4.4), and the setters (6.1).
"""

from __future__ import annotations

from typing import Final

from urldom._core.values.telling import Sentences, Texts

_STATES: Final = {
    "scheme start state": "A letter can begin a scheme.",
    "scheme state": "The scheme precedes the first colon, and becomes lower case.",
    "no scheme state": "Without a scheme, the base URL has to supply one.",
    "special relative or authority state": (
        "URL and base have the same scheme. Without //, the URL is relative."
    ),
    "path or authority state": "A second slash begins an authority. Without it, the path begins.",
    "relative state": "The base supplies the components that the URL lacks.",
    "relative slash state": (
        "A second slash begins an authority. Without it, the base supplies the host and the port."
    ),
    "special authority slashes state": (
        "Two slashes are expected here, but the parser continues without them."
    ),
    "special authority ignore slashes state": "All further slashes are skipped.",
    "authority state": "The username and the password precede the last @.",
    "host state": "The text up to a colon or the end of the authority is parsed as a host.",
    "hostname state": "The text up to the end of the authority is parsed as a host.",
    "port state": "The digits are the port, which is removed if it is the scheme's default port.",
    "file state": (
        "A file URL has a host, which may be empty. A base file URL supplies missing components."
    ),
    "file slash state": (
        "A second slash begins a host. Without it, a base file URL supplies the host."
    ),
    "file host state": (
        "The host of a file URL is parsed: localhost becomes empty, and a drive letter is not a"
        " host."
    ),
    "path start state": "The path begins here, with a slash or without one.",
    "path state": (
        "Segments are percent-encoded. A single-dot segment is removed, and a double-dot segment "
        "together with the segment before it."
    ),
    "opaque path state": "A path without a leading slash is not split into segments.",
    "query state": "The query is percent-encoded, in the encoding of queries.",
    "fragment state": "The fragment is percent-encoded.",
}
_HOST_PARSER: Final = "URL Standard 3.5, host parser"
_PARSERS: Final[Texts] = {
    "URL Standard 3.3, domain parser": "UTS #46 converts the domain to ASCII, in lower case.",
    "URL Standard 3.5, IPv4 parser": (
        "The host ends in a number. Each part is decimal, or octal after 0, or "
        "hexadecimal after 0x."
    ),
    "URL Standard 3.5, IPv6 parser": (
        "The address has eight pieces. Two colons replace pieces that are 0."
    ),
    "URL Standard 3.5, opaque-host parser": (
        "The scheme is not special: the host is only percent-encoded."
    ),
}
#: The anchors of the steps whose anchors are not made from their names
_ANCHORS: Final = {
    "base URL": "concept-url-parser",
    "domain parser": "concept-domain-to-ascii",
    "opaque path state": "cannot-be-a-base-url-path-state",
    "steps 1 to 3": "concept-basic-url-parser",
}


def _address_of(step: str) -> str:
    """Return the address of a step in the URL Standard, the Infra Standard or the HTML Standard.

    A step is a section and a name, such as `"URL Standard 4.4, path state"`.
    """
    if step.startswith("Infra"):
        return "https://infra.spec.whatwg.org/#javascript-string-convert"
    section, _, name = step.partition(", ")
    hyphenated = name.replace(" ", "-")
    if section == "HTML Standard":
        page = "https://html.spec.whatwg.org/multipage/urls-and-fetching.html"
        return f"{page}#{hyphenated.lower()}"
    if section.endswith("6.1"):  # a setter
        anchor = f"dom-url-{name}"
    elif name in _ANCHORS:
        anchor = _ANCHORS[name]
    elif hyphenated.endswith("-parser"):
        anchor = f"concept-{hyphenated.lower()}"
    else:
        anchor = hyphenated
    return f"https://url.spec.whatwg.org/#{anchor}"


SENTENCES: Final = Sentences(
    address=_address_of,
    sequences=(),
    others={
        "Infra Standard, convert": (
            "A string becomes a scalar value string: a surrogate that is not in a pair becomes "
            "U+FFFD."
        ),
        "URL Standard 4.4, steps 1 to 3": (
            "C0 controls and spaces are removed from both ends, and tabs and newlines everywhere."
        ),
        _HOST_PARSER: (
            "A host in brackets is an IPv6 address. In any other host, percent-encoded bytes are"
            " decoded. The result is a domain or an IPv4 address."
        ),
        **_PARSERS,
        **{f"URL Standard 4.4, {state}": says for state, says in _STATES.items()},
    },
    base="URL Standard 4.4, base URL",
    # The component that each state reads, and the delimiters that it reads at the end of the
    # component
    cuts={
        "URL Standard 4.4, scheme state": ("scheme", ":/"),
        "URL Standard 4.4, authority state": ("userinfo", "@"),
        "URL Standard 4.4, host state": ("host", ":"),
        "URL Standard 4.4, port state": ("port", ""),
        "URL Standard 4.4, file host state": ("host", ""),
        "URL Standard 4.4, path state": ("path", "?#"),
        "URL Standard 4.4, opaque path state": ("path", "?#"),
        "URL Standard 4.4, query state": ("query", "#"),
        "URL Standard 4.4, fragment state": ("fragment", ""),
    },
    depths={_HOST_PARSER: 1, **dict.fromkeys(_PARSERS, 2)},
    section="URL Standard 6.1",
    # The setters, with a sentence for each
    setters={
        "protocol": (
            "The value and a colon are parsed from the scheme start state. A special scheme can"
            " only be replaced by a special scheme."
        ),
        "username": (
            "The value is percent-encoded. A URL without a host, or a file URL, cannot have a"
            " username."
        ),
        "password": (
            "The value is percent-encoded. A URL without a host, or a file URL, cannot have a"
            " password."
        ),
        "host": "The value is parsed from the host state, unless the path is opaque.",
        "hostname": "The value is parsed from the hostname state, unless the path is opaque.",
        "port": "The value is parsed from the port state. An empty value removes the port.",
        "pathname": (
            "The old path is removed, and the value is parsed from the path start state. An opaque"
            " path cannot be replaced."
        ),
        "search": (
            "A leading question mark is removed, and the value is parsed from the query state."
        ),
        "hash": (
            "A leading number sign is removed, and the value is parsed from the fragment state."
        ),
        "href": "The value is parsed, and the result replaces the URL.",
    },
    fallback_base="HTML Standard, fallback base URL",
    base_element="HTML Standard, frozen base URL",
)
