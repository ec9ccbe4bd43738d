"""The *usual* URLs of a standard: Arrow's kernels can split them, because the standard keeps each
of their characters.

A usual URL is an `http` or `https` URL in lower case up to its path. Its host is a name, its path
has no segment that could be a dot segment, and none of its characters needs an escape. The
expressions use only syntax that RE2 (Arrow) and Rust's regex (polars) share, and are *one-pass*,
which is fast in both: at each character, only one way continues."""

from __future__ import annotations

from typing import Final, NamedTuple

from urldom._core.text.grammar import HEXDIG, PCHAR

# RFC 2396 section 3.2.2: <domainlabel>, in lower case. The last label begins with a letter, so the
# host is not an IPv4 address. A label that begins with "xn--" is not usual, because some standards
# check its Punycode.
_REST: Final = "(?:-*[a-z0-9])*"
_X_LABEL: Final = f"x(?:(?:-+[a-z0-9]|[a-mo-z0-9]){_REST})?"
_TOP_LABEL: Final = f"(?:[a-wyz]{_REST}|{_X_LABEL})"
_NUMERIC_LABELS: Final = rf"(?:[0-9]{_REST}\.)*"
_HOST: Final = rf"{_NUMERIC_LABELS}{_TOP_LABEL}(?:\.{_NUMERIC_LABELS}{_TOP_LABEL})*"
# A usual port has four digits, so it is neither the default port of http or https nor too large.
_PORT: Final = "[1-9][0-9]{3}"
_AUTHORITY: Final = (
    f"^(?P<protocol>https?:)//(?P<host>(?P<hostname>{_HOST})(?::(?P<port>{_PORT}))?)"
)

# RFC 3986 section 3.3: <pchar> without the apostrophe, which the URL Standard escapes in the query
# of a URL. A segment with a semicolon is not usual, because RFC 1808 reads parameters after it. A
# segment that begins with a dot or %2e is not usual either, because it can be a dot segment.
_PCT_ENCODED: Final = f"%[{HEXDIG}]{{2}}"
_USUAL_PCHAR: Final = PCHAR.replace("'", "")
_IN_SEGMENT: Final = _USUAL_PCHAR.replace(";", "")
_BEGINS_SEGMENT: Final = _IN_SEGMENT.replace(".", "")
_SEGMENT: Final = (
    rf"(?:(?:[{_BEGINS_SEGMENT}]|%[013-9A-Fa-f][{HEXDIG}])(?:[{_IN_SEGMENT}]|{_PCT_ENCODED})*)?"
)
#: The characters of a usual query, for a character class. A percent-escape is usual too.
IN_QUERY: Final = f"{_USUAL_PCHAR}/?"
_QUERY: Final = f"(?:[{IN_QUERY}]|{_PCT_ENCODED})+"

_PATHNAME: Final = rf"(?P<pathname>(?:/{_SEGMENT})+)"
_AFTER_PATH: Final = rf"(?P<after_path>(?P<search>(?:\?{_QUERY})?)(?P<hash>(?:#{_QUERY})?))"

#: Matches a usual host.
HOST: Final = f"^{_HOST}$"
#: Matches a usual URL up to the end of its authority.
BEGINNING: Final = rf"{_AUTHORITY}(?:[/?#]|$)"


class UsualURL(NamedTuple):
    """The usual URLs of one standard."""

    #: Matches a usual URL completely. The groups are named like attributes: `after_path` is the
    #: query and fragment.
    whole: str
    #: Matches the scheme and the authority of a usual URL, if every text may follow them without
    #: changing them or making the URL invalid. `None` if the standard has no such rule.
    beginning: str | None = None
    #: The greatest length of a usual host, or `None` if there is no limit.
    longest_host: int | None = None


#: The URLs that every standard keeps. A URL without a path must end after its authority, because
#: RFC 1808 reads a query after the host as a part of the host.
USUAL_URL: Final = UsualURL(rf"{_AUTHORITY}(?:{_PATHNAME}{_AFTER_PATH}|)$")
