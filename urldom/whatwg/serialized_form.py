"""The serialized form: the URLs that the parser and the serializer leave as they are.

Nearly every URL is an http or https one that is in this form already, and one match tells it and gives its components:

    https://www.example.com/a/b?c=d#e
    |----|  |-------------||--||--||-|
    protocol    hostname path search hash

Whatever does not match, or holds a dot segment (`"/."`), is left to the state machine. The expression is linear: no
repetition in it can match in two ways.
"""

from __future__ import annotations

import re
from typing import Final

from urldom.whatwg.percent_encoding import FRAGMENT, PATH, SPECIAL_QUERY, PercentEncodeSet


def _untouched(percent_encode_set: PercentEncodeSet, others: str = "") -> str:
    """The character class of what a percent-encode set does not contain, without `others`."""
    kept = (chr(code) for code in range(0x7F) if chr(code) not in percent_encode_set.members)
    return f"[{re.escape(''.join(character for character in kept if character not in others))}]"


# The domain parser changes nothing in such a host, and its last label, of letters, is no number.
_HOST = r"(?:[a-z0-9_.-]*\.)?[a-z]+"
# A path with a % may hold a dot segment, and a \ is a /.
_PATH = _untouched(PATH, "%\\")
_QUERY = _untouched(SPECIAL_QUERY)
_FRAGMENT = _untouched(FRAGMENT)
# A query or a fragment that is empty is not in search and hash.
_SEARCH_AND_HASH = rf"(?P<search>\?{_QUERY}+|)(?P<hash>#{_FRAGMENT}+|)\Z"

#: The groups are the attributes, but that the pathname is `""` for `"/"`.
SERIALIZED_FORM: Final = re.compile(
    rf"(?P<protocol>https?:)//(?P<hostname>{_HOST})(?P<pathname>/{_PATH}*|){_SEARCH_AND_HASH}"
)
match_serialized: Final = SERIALIZED_FORM.match

#: The same, the groups being components: scheme, host, path, query and fragment.
match_components: Final = re.compile(rf"(https?)://({_HOST})(/{_PATH}*|)(?:\?({_QUERY}+)|)(?:#({_FRAGMENT}+)|)\Z").match

#: Values that a setter takes as they are, in the group, where the URL has this form.
_PLAIN_VALUES: Final = {
    "protocol": re.compile(r"(https?):?\Z").match,
    "host": re.compile(rf"({_HOST})\Z").match,
    "hostname": re.compile(rf"({_HOST})\Z").match,
    # The default ports of both protocols are dropped.
    "port": re.compile(r"(?!(?:80|443)\Z)([1-9][0-9]{0,3})\Z").match,
    "pathname": re.compile(rf"/?({_PATH}*)\Z").match,
    "search": re.compile(rf"(?!\?\Z)\??({_QUERY}*)\Z").match,
    "hash": re.compile(rf"(?!#\Z)#?({_FRAGMENT}*)\Z").match,
}
_PREFIXES: Final = {"search": "?", "hash": "#"}

#: The same for a reference that is relative to an http or https URL: its path, in which no colon follows what could be
#: a scheme, search and hash.
match_relative: Final = re.compile(
    rf"(/(?!/){_PATH}*|(?!/){_untouched(PATH, '%:/' + chr(0x5C))}+(?:/{_PATH}*|)|){_SEARCH_AND_HASH}"
).match


def plain_value(name: str, value: str) -> str | None:
    """What the attribute `name` of a URL in this form, but for a port that may be in it, is when `value` has been
    assigned to it, if that is all that changes of the URL; `None` where it takes the setter to tell."""
    match = _PLAIN_VALUES.get(name)
    found = match and match(value)
    if not found:
        return None
    plain: str = found[1]
    if name == "pathname":
        plain = f"/{plain}"
        return None if "/." in plain else plain
    if name == "protocol":
        return f"{plain}:"
    return plain and _PREFIXES.get(name, "") + plain
