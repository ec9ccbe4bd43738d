"""What is usual under the URL Standard: the characters of each component with which the parser has nothing to do. Only
this module knows it. What is not usual is worked on component by component (`cutting`), or left to the state
machine."""

from __future__ import annotations

import re
from typing import Final

from urldom._standards.url_standard.percent_encode_sets import FRAGMENT, PATH, SPECIAL_QUERY
from urldom._standards.url_standard.url_record import SPECIAL_SCHEMES
from urldom._text.grammar import IPV4_ADDRESS, SCHEME, USUAL_IPV6_ADDRESS

#: The pieces that the special schemes and their default ports are.
DEFAULT_PORTS: Final = {f"{scheme}:": f":{port}" if port else "" for scheme, port in SPECIAL_SCHEMES.items()}
#: The special schemes whose URLs have a host that is not empty.
WITH_A_HOST: Final = frozenset(DEFAULT_PORTS) - {"file:"}

#: It ends in letters, so that it is not an IPv4 address.
_HOST: Final = r"(?:[a-z0-9_.\-]*\.|)[a-z]+\.?"
#: It is not too large, whatever its digits are.
_PORT: Final = ":[1-5][0-9]{4}|:[1-9][0-9]{0,3}"
#: It is the default port of no scheme.
_OTHER_PORT: Final = f"(?!(?:{'|'.join(filter(None, DEFAULT_PORTS.values()))})(?![0-9]))(?:{_PORT})"
# A path with a % may hold a dot segment, and a \ is a / in some.
_PATH: Final = PATH.others.replace("%", "").replace(r"\\", "")
#: A path of a special URL. It may hold dot segments, written as dots.
_WHOLE_PATH: Final = rf"/[{_PATH}]*(?:%(?!2[eE])[{_PATH}]*)*(?=[?#]|\Z)"

#: Cuts any string at its delimiters. After the usual characters of each component, a group holds the rest of the
#: component, from the first other character on. It is nearly always empty, and tells if there is work. The expression
#: is linear: what follows a repetition begins with a character that the repetition lacks. The groups are the scheme,
#: then host, port and the rest of the authority (`None` without one), then path, query and fragment, each with its
#: rest.
match_components: Final = re.compile(
    rf"({SCHEME}:|)"
    rf"(?://({_HOST}|)({_PORT}|)([^/?#\\]*)|)"
    rf"([{_PATH}]*)([^?#]*)"
    rf"(\??[{SPECIAL_QUERY.others}]*)([^#]*)"
    rf"(#?[{FRAGMENT.others}]*)(.*)",
    re.DOTALL,
).match

#: Cuts the beginning of a usual special URL, up to its query or fragment, whatever these are. The groups are the pieces
#: from the scheme to the path. Parsing does not change them, unless the path holds a dot segment.
match_beginning: Final = re.compile(
    rf"({'|'.join(sorted(WITH_A_HOST))})(//)()({_HOST})({_OTHER_PORT}|)({_WHOLE_PATH})"
).match
#: Cuts the path from such a URL, given where it begins.
match_path: Final = re.compile(_WHOLE_PATH).match

#: Cuts a usual relative reference. The groups are the segments `../` that it begins with, and its path. It has no other
#: dot segment if its path does not hold a slash and a dot.
match_reference: Final = re.compile(
    rf"((?:\.\./)*)(?!\.|//)([{_PATH.replace(':', '')}]*)(?:\?[{SPECIAL_QUERY.others}]*)?(?:#[{FRAGMENT.others}]*)?\Z"
).match

#: Whether the host parser leaves a host as it is: a domain or an address.
is_usual_host: Final = re.compile(rf"(?:{_HOST}|{IPV4_ADDRESS}|\[{USUAL_IPV6_ADDRESS}\])\Z").match
#: The same with a usual port or without one. The groups are what may be an IPv6 address, the host if it is another one,
#: and the port.
match_usual_hostport: Final = re.compile(rf"(?:\[([0-9a-f:]+)\]|({_HOST}|{IPV4_ADDRESS}))({_PORT}|)\Z").match
#: Whether a colon and a value are a usual port.
is_usual_port: Final = re.compile(rf"(?:{_PORT})\Z").match
#: Whether a value is a path, a query or a fragment in which nothing is to be percent-encoded. A path may hold a dot
#: segment.
is_usual_path: Final = re.compile(rf"/[{_PATH}]*\Z").match
is_usual_query: Final = re.compile(rf"[{SPECIAL_QUERY.others}]+\Z").match
is_usual_fragment: Final = re.compile(rf"[{FRAGMENT.others}]+\Z").match
