"""The sentences of `explain` for steps that several standards share: the table of HTML5 2.6.6, RFC
3986 section 5.2."""

from __future__ import annotations

import re
from typing import Final

from urldom._core.values.telling import Texts

#: The steps of RFC 3986 section 5.2, which are parts of a step of the standard
RFC3986_PARTS: Final[Texts] = {
    "RFC 3986 5.2.3": "The path replaces everything after the last slash of the base's path.",
    "RFC 3986 5.2.4 step 2A": 'A prefix "../" or "./" is removed.',
    "RFC 3986 5.2.4 step 2B": 'A prefix "/./" becomes "/".',
    "RFC 3986 5.2.4 step 2C": (
        'A prefix "/../" becomes "/", and the last segment of the output is removed.'
    ),
    "RFC 3986 5.2.4 step 2D": 'An input of "." or ".." is removed.',
    "RFC 3986 5.2.4 step 2E": "The first segment is moved to the output.",
    "RFC 3986 5.2.4": "Steps 2A to 2E are repeated until the input buffer is empty.",
}
#: The steps of RFC 3986 section 5.2 after parsing
RFC3986_STEPS: Final[Texts] = {
    "RFC 3986 section 5.2.2": (
        "The base supplies each component before the first component of the reference. "
        "Dot segments are removed."
    ),
    "RFC 3986 section 5.3": "The components are put together.",
}
#: The step of RFC 2396 and RFC 1808 for a relative path
APPENDED: Final = (
    "A path without a leading slash is appended to the base's path, after its last slash. "
    '"." and ".." segments are removed.'
)
UNCHANGED: Final = "The value does not change."
UNCONDITIONAL: Final = "There is no condition."
_WITH_A_HOST: Final = "The value must not be empty, and the URL has to be authority-based."
_HIERARCHICAL: Final = "The URL has to be hierarchical."
#: Two columns of the table in HTML5 2.6.6: the setter preprocessor and the setter condition of each
#: row
_COLUMNS: Final = {
    "protocol": ("Trailing colons are removed.", "The value has to be a scheme."),
    "host": (UNCHANGED, _WITH_A_HOST),
    "hostname": ("Leading slashes are removed.", _WITH_A_HOST),
    "port": (
        "Only the leading digits are kept, without leading zeros. An empty value becomes 0.",
        "The URL has to be authority-based, and the value at most 65535.",
    ),
    "pathname": ("A leading slash is added, unless the value has one.", _HIERARCHICAL),
    "search": ("One leading question mark is removed.", _HIERARCHICAL),
    "hash": ("One leading number sign is removed.", UNCONDITIONAL),
}
#: The steps of the setters under each standard that has the attributes of the table
TABLE: Final[Texts] = {
    **{f"HTML5 2.6.6, {name}, setter preprocessor": says for name, (says, _) in _COLUMNS.items()},
    **{
        f"HTML5 2.6.6, {name}, %-escaping": "Characters that are not valid are escaped."
        for name in _COLUMNS
    },
    **{f"HTML5 2.6.6, {name}, setter condition": says for name, (_, says) in _COLUMNS.items()},
    **{
        f"HTML5 2.6.6, {name}, ruling 19": "None removes the component."
        for name in ("port", "search", "hash")
    },
}

_match_rfc = re.compile(r"RFC (\d+) (appendix)?[a-z ]*([\w.]+)").match
_match_html5 = re.compile(r"HTML5 (2\.6\.\d)").match
_HTML5_ANCHORS: Final = {
    "2.6.2": "parsing-urls",
    "2.6.3": "resolving-urls",
    "2.6.6": "interfaces-for-url-manipulation",
    "substeps": "document-base-url",
}


def address_of(step: str) -> str:
    """Return the address of a step in its RFC, or in HTML5 (2011 draft)."""
    rfc = _match_rfc(step)
    if rfc is not None:
        number, appendix, section = rfc.groups()
        kind = appendix or "section"
        return f"https://www.rfc-editor.org/rfc/rfc{number}#{kind}-{section}"
    html5 = _match_html5(step)
    assert html5 is not None
    section = html5[1]
    if "substeps" in step:  # Those of 2.6.3 step 4 have an anchor of their own.
        section = "substeps"
    return f"https://www.w3.org/TR/2011/WD-html5-20110525/urls.html#{_HTML5_ANCHORS[section]}"
