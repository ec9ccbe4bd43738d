"""Usual URLs under HTML5: for each component, the characters that parsing, resolving and setting do not change."""

from __future__ import annotations

import re
from typing import Final

from urldom._standards.table import IsUsual
from urldom._text.grammar import DIGIT, LONGEST_LABEL, SCHEME, USUAL_IPV6_ADDRESS
from urldom._text.percent_encoding import PATH_CHARACTERS, QUERY_CHARACTERS

#: Matches any string, and cuts it at its delimiters. The groups are the scheme, the usual host, the usual port and the
#: rest of the authority (`None` without an authority), and two each for the path, the query and the fragment: the text
#: before the first unusual character, and from there on. A component whose rest is not empty has to be checked or
#: escaped. The expression runs in linear time: the text after a repetition begins with a character that the repetition
#: does not match.
match_components: Final = re.compile(
    rf"({SCHEME}:|)"
    rf"(?://([A-Za-z0-9.\-]*)(:[{DIGIT}]*|)([^/?#]*)|)"
    rf"([{PATH_CHARACTERS}%]*)([^?#]*)"
    rf"(\??[{QUERY_CHARACTERS}%]*)([^#]*)"
    r"(#?[^\\ \t\n\f\r]*)(.*)",
    re.DOTALL,
).match


def has_usual_labels(host: str) -> bool:
    """Return `True` if ToASCII does not change the labels of a host of ASCII letters, digits, hyphens and dots."""
    if ".." in host or host[0] in ".-" or ("-" in host and (".-" in host or "-." in host or host[-1] == "-")):
        return False
    return len(host) <= LONGEST_LABEL or max(map(len, host.split("."))) <= LONGEST_LABEL


_HOST: Final = (
    rf"(?:(?=[A-Za-z0-9.\-]{{1,{LONGEST_LABEL}}}(?::|\Z))[A-Za-z0-9]+(?:[.\-][A-Za-z0-9]+)*\.?"
    rf"|\[{USUAL_IPV6_ADDRESS}\])"
)
#: Functions that match usual values, by the names of components. The path, the query and the fragment need no function:
#: their encoders have `is_usual`.
USUAL: Final[dict[str, IsUsual]] = {
    "host": re.compile(rf"{_HOST}\Z").match,
    "hostport": re.compile(rf"({_HOST})(:[{DIGIT}]*)?\Z").match,
    "port": re.compile(r"[1-9][0-9]{0,3}\Z").match,
}
