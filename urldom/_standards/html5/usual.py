"""Usual URLs under HTML5: the characters of each component that parsing, resolving and setting do not change.

Only this module defines them. Other URLs are handled by the algorithm of the specification. So a usual URL has the same
result, only faster."""

from __future__ import annotations

import re
from typing import Final

from urldom._standards.table import IsUsual
from urldom._text.grammar import DIGIT, LONGEST_LABEL, SCHEME, USUAL_IPV6_ADDRESS
from urldom._text.percent_encoding import FRAGMENT_CHARACTERS, PATH_CHARACTERS, QUERY_CHARACTERS

#: Cuts any string at its delimiters. Each component has a group for its usual characters, and a group for the rest from
#: the first other character on. The rest is nearly always empty. If it is not, the component needs work. The expression
#: takes linear time: the text after a repetition begins with a character that the repetition does not match. The groups
#: are the scheme, the host, the port and the rest of the authority (`None` without an authority). Then come path, query
#: and fragment, each with its rest.
match_components: Final = re.compile(
    rf"({SCHEME}:|)"
    rf"(?://([A-Za-z0-9.\-]*)(:[{DIGIT}]*|)([^/?#]*)|)"
    rf"([{PATH_CHARACTERS}%]*)([^?#]*)"
    rf"(\??[{QUERY_CHARACTERS}%]*)([^#]*)"
    r"(#?[^\\ \t\n\f\r]*)(.*)",
    re.DOTALL,
).match


def has_usual_labels(host: str) -> bool:
    """Return `True` if ToASCII does not change the labels of a host.

    The host has only ASCII letters, digits, hyphens and dots."""
    if ".." in host or host[0] in ".-" or ("-" in host and (".-" in host or "-." in host or host[-1] == "-")):
        return False
    return len(host) <= LONGEST_LABEL or max(map(len, host.split("."))) <= LONGEST_LABEL


_HOST: Final = rf"(?:(?!.{{{LONGEST_LABEL + 1}}})[A-Za-z0-9]+(?:[.\-][A-Za-z0-9]+)*\.?|\[{USUAL_IPV6_ADDRESS}\])"
#: Functions by the name of a component. Each returns true for a usual value. A `%` is not usual: it may need an escape.
USUAL: Final[dict[str, IsUsual]] = {
    "host": re.compile(rf"{_HOST}\Z").match,
    "hostport": re.compile(rf"{_HOST}(?::[{DIGIT}]*)?\Z").match,
    "port": re.compile(r"[1-9][0-9]{0,3}\Z").match,
    "path": re.compile(rf"/[{PATH_CHARACTERS}]*\Z").match,
    "query": re.compile(rf"[{QUERY_CHARACTERS}]+\Z").match,
    "fragment": re.compile(rf"#?[{FRAGMENT_CHARACTERS}]*\Z").match,
}
