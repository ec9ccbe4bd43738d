"""What is usual under HTML5: the characters of each component with which parsing, resolving and setting have nothing to
do. Only this module knows it. What is not usual goes the way that the specification says, so that a usual string is
merely quick."""

from __future__ import annotations

import re
from typing import Final

from urldom._standards.table import IsUsual
from urldom._text.grammar import DIGIT, LONGEST_LABEL, SCHEME, USUAL_IPV6_ADDRESS
from urldom._text.percent_encoding import FRAGMENT_CHARACTERS, PATH_CHARACTERS, QUERY_CHARACTERS

#: Cuts any string at its delimiters. After the usual characters of each component, a group holds the rest of the
#: component, from the first other character on. It is nearly always empty, and tells if there is work. The expression
#: is linear: what follows a repetition begins with a character that the repetition lacks. The groups are the scheme,
#: then host, port and the rest of the authority (`None` without one), then path, query and fragment, each with its
#: rest.
match_components: Final = re.compile(
    rf"({SCHEME}:|)"
    rf"(?://([A-Za-z0-9.\-]*)(:[{DIGIT}]*|)([^/?#]*)|)"
    rf"([{PATH_CHARACTERS}%]*)([^?#]*)"
    rf"(\??[{QUERY_CHARACTERS}%]*)([^#]*)"
    r"(#?[^\\ \t\n\f\r]*)(.*)",
    re.DOTALL,
).match


def has_usual_labels(host: str) -> bool:
    """Whether ToASCII leaves the labels of a host as they are, given that it has ASCII letters, digits, hyphens and
    dots alone."""
    if ".." in host or host[0] in ".-" or ("-" in host and (".-" in host or "-." in host or host[-1] == "-")):
        return False
    return len(host) <= LONGEST_LABEL or max(map(len, host.split("."))) <= LONGEST_LABEL


_HOST: Final = rf"(?:(?!.{{{LONGEST_LABEL + 1}}})[A-Za-z0-9]+(?:[.\-][A-Za-z0-9]+)*\.?|\[{USUAL_IPV6_ADDRESS}\])"
#: By the name of the component: whether a value for it is usual. (A `%` may have to be escaped.)
USUAL: Final[dict[str, IsUsual]] = {
    "host": re.compile(rf"{_HOST}\Z").match,
    "hostport": re.compile(rf"{_HOST}(?::[{DIGIT}]*)?\Z").match,
    "port": re.compile(r"[1-9][0-9]{0,3}\Z").match,
    "path": re.compile(rf"/[{PATH_CHARACTERS}]*\Z").match,
    "query": re.compile(rf"[{QUERY_CHARACTERS}]+\Z").match,
    "fragment": re.compile(rf"#?[{FRAGMENT_CHARACTERS}]*\Z").match,
}
