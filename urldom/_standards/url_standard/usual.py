"""Usual URLs under the URL Standard: the characters of each component that the parser does not change.

Only this module defines them. For other URLs, `cutting` handles each component, or the state machine parses the URL."""

from __future__ import annotations

import re
from typing import Final

from urldom._standards.url_standard.percent_encode_sets import FRAGMENT, PATH, SPECIAL_QUERY
from urldom._standards.url_standard.url_record import SPECIAL_SCHEMES
from urldom._text.grammar import IPV4_ADDRESS, SCHEME, USUAL_IPV6_ADDRESS

#: The pieces of the special schemes, with the pieces of their default ports.
DEFAULT_PORTS: Final = {f"{scheme}:": f":{port}" if port else "" for scheme, port in SPECIAL_SCHEMES.items()}
#: The special schemes whose URLs have a host that is not empty.
WITH_A_HOST: Final = frozenset(DEFAULT_PORTS) - {"file:"}

#: A host that ends in letters, so it is not an IPv4 address.
_HOST: Final = r"(?:[a-z0-9_.\-]*\.|)[a-z]+\.?"
#: A port that is in range with any digits.
_PORT: Final = ":[1-5][0-9]{4}|:[1-9][0-9]{0,3}"
#: A port that is not the default port of any scheme.
_OTHER_PORT: Final = f"(?!(?:{'|'.join(filter(None, DEFAULT_PORTS.values()))})(?![0-9]))(?:{_PORT})"
# A path with a % may contain a dot segment. In some paths, a \ is a /.
_PATH: Final = PATH.others.replace("%", "").replace(r"\\", "")
#: A path of a special URL. It may contain dot segments, written as dots.
_WHOLE_PATH: Final = rf"/[{_PATH}]*(?:%(?!2[eE])[{_PATH}]*)*(?=[?#]|\Z)"

#: Cuts any string at its delimiters. Each component has a group for its usual characters, and a group for the rest from
#: the first other character on. The rest is nearly always empty. If it is not, the component needs work. The expression
#: takes linear time: the text after a repetition begins with a character that the repetition does not match. The groups
#: are the scheme, the host, the port and the rest of the authority (`None` without an authority). Then come path, query
#: and fragment, each with its rest.
match_components: Final = re.compile(
    rf"({SCHEME}:|)"
    rf"(?://({_HOST}|)({_PORT}|)([^/?#\\]*)|)"
    rf"([{_PATH}]*)([^?#]*)"
    rf"(\??[{SPECIAL_QUERY.others}]*)([^#]*)"
    rf"(#?[{FRAGMENT.others}]*)(.*)",
    re.DOTALL,
).match

#: Cuts the beginning of a usual special URL, up to its query or fragment. The groups are the pieces from the scheme to
#: the path. Parsing does not change them, unless the path contains a dot segment.
match_beginning: Final = re.compile(
    rf"({'|'.join(sorted(WITH_A_HOST))})(//)()({_HOST})({_OTHER_PORT}|)({_WHOLE_PATH})"
).match
#: Cuts the path from such a URL. The caller knows the position of the path.
match_path: Final = re.compile(_WHOLE_PATH).match

#: Cuts a usual relative reference. The groups are its leading segments `../`, and its path. It has no other dot segment
#: if its path does not contain a slash and a dot.
match_reference: Final = re.compile(
    rf"((?:\.\./)*)(?!\.|//)([{_PATH.replace(':', '')}]*)(?:\?[{SPECIAL_QUERY.others}]*)?(?:#[{FRAGMENT.others}]*)?\Z"
).match

#: Matches a domain or an address that the host parser does not change.
is_usual_host: Final = re.compile(rf"(?:{_HOST}|{IPV4_ADDRESS}|\[{USUAL_IPV6_ADDRESS}\])\Z").match
#: Matches such a host, with or without a usual port. The groups are a possible IPv6 address, any other host, and the
#: port.
match_usual_hostport: Final = re.compile(rf"(?:\[([0-9a-f:]+)\]|({_HOST}|{IPV4_ADDRESS}))({_PORT}|)\Z").match
#: Matches a colon and a usual port.
is_usual_port: Final = re.compile(rf"(?:{_PORT})\Z").match
#: These match a path, a query and a fragment without characters to percent-encode. The path may contain a dot segment.
is_usual_path: Final = re.compile(rf"/[{_PATH}]*\Z").match
is_usual_query: Final = re.compile(rf"[{SPECIAL_QUERY.others}]+\Z").match
is_usual_fragment: Final = re.compile(rf"[{FRAGMENT.others}]+\Z").match
