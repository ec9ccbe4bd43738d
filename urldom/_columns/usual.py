"""The usual URL as one expression, in what the dialects of RE2 (Arrow) and of Rust's regex (polars) have in common.

*Usual* is here what all five standards read alike, character for character, so that a kernel can cut it: an `http` or
`https` URL in lower case, whose host is a name, whose path has no segment that could be a dot segment, and in which
nothing has to be escaped. A property test holds it against each of the standards.

The expression is *one-pass*: at each character there is one way to go on, which is what makes both engines quick."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Final

from urldom._text.grammar import HEXDIG, PCHAR

# RFC 2396 section 3.2.2: <domainlabel>, in lower case. The last label begins with a letter, so that the host is no IPv4
# address, and none begins with "xn--", behind which there is more to check.
_REST: Final = "(?:-*[a-z0-9])*"
_X_LABEL: Final = f"x(?:(?:-+[a-z0-9]|[a-mo-z0-9]){_REST})?"
_TOP_LABEL: Final = f"(?:[a-wyz]{_REST}|{_X_LABEL})"
_NUMERIC_LABELS: Final = rf"(?:[0-9]{_REST}\.)*"
_HOST: Final = rf"{_NUMERIC_LABELS}{_TOP_LABEL}(?:\.{_NUMERIC_LABELS}{_TOP_LABEL})*"
# No default port of http or https has four digits, and none of four digits is too large.
_PORT: Final = "[1-9][0-9]{3}"

# RFC 3986 section 3.3: <pchar>, but the apostrophe, which the URL Standard escapes in queries, and in a path but the
# semicolon too, behind which RFC 1808 has parameters. A segment that begins with a dot, or with %2e, may be a dot
# segment.
_PCT_ENCODED: Final = f"%[{HEXDIG}]{{2}}"
_IN_QUERY: Final = PCHAR.replace("'", "")
_IN_SEGMENT: Final = _IN_QUERY.replace(";", "")
_BEGINS_SEGMENT: Final = _IN_SEGMENT.replace(".", "")
_SEGMENT: Final = rf"(?:(?:[{_BEGINS_SEGMENT}]|%[013-9A-Fa-f][{HEXDIG}])(?:[{_IN_SEGMENT}]|{_PCT_ENCODED})*)?"
_QUERY: Final = rf"(?:[{_IN_QUERY}/?]|{_PCT_ENCODED})+"

_AUTHORITY: Final = f"^(?P<protocol>https?:)//(?P<host>(?P<hostname>{_HOST})(?::(?P<port>{_PORT}))?)"
#: A usual URL as far as its authority goes.
AUTHORITY: Final = rf"{_AUTHORITY}(?:[/?#]|$)"
#: The whole of a usual URL. Without a path there is nothing behind the host: RFC 1808 would take a query for a part of
#: it.
WHOLE: Final = (
    rf"{_AUTHORITY}"
    rf"(?:(?P<pathname>(?:/{_SEGMENT})+)(?P<behind>(?P<search>(?:\?{_QUERY})?)(?P<hash>(?:#{_QUERY})?))|)$"
)
#: What is behind the path of a usual URL, and its host.
BEHIND: Final = "^(?P<search>[^#]*)(?P<hash>.*)$"
HOST: Final = "^(?P<hostname>[^:]*)(?::(?P<port>.*))?$"

#: A usual URL that has no path.
WITHOUT_PATH: Final = "^[^/]*//[^/]*$"

#: The attributes that an authority is enough for, where nothing behind it can make the string no URL.
OF_AUTHORITY: Final = frozenset(["protocol", "host", "hostname", "port", "origin"])
#: The standards under which nothing can.
AUTHORITY_IS_ENOUGH: Final = frozenset(["whatwg", "html5"])
#: The standard under which a label is limited (HTML5 2.6.3 step 6: RFC 3490 section 4.1 step 8).
LIMITS_LABELS: Final = "html5"

#: A reference that is no path, or that is not sure to be one: it has a colon in its first segment (RFC 3986 section
#: 4.2), or is empty or a query alone.
NO_PATH: Final = r"^(?:[^/?#:]*:|\?|$)"

#: With more groups, RE2 goes over the string again.
MOST_GROUPS: Final = 4


def capturing(expression: str, names: Collection[str]) -> str:
    """One of the expressions above, in which only the groups of these names are left.

    >>> capturing(HOST, ["port"])
    '^(?:[^:]*)(?::(?P<port>.*))?$'
    """
    return re.sub(r"\(\?P<(\w+)>", lambda group: group[0] if group[1] in names else "(?:", expression)
