"""Usual URLs under the URL Standard: text that the basic URL parser does not change.

**What the usual way is.** The Standard's parser is a state machine (URL Standard 4.4), which reads
one code point after another. In most URLs, it changes no character, and only finds where each
component ends. A regular expression finds the same ends in one match, so its groups are the pieces
of the URL. A component is *usual* if the parser would keep each of its characters. Only this module
says which ones are: its expressions match usual components, and code that has such a match skips
the states.

**Which URLs take it.** `https://www.example.com:8443/a/b?c=d#e` is a usual URL. Its scheme is
special, but not `file`, and in lower case. Two slashes and a usual host follow, and then perhaps a
usual port, path, query and fragment. Assigned values, hosts and relative references can be usual
too: each has an expression of its own. If one component of a URL is unusual, the groups of the
other ones are still used, and `cutting` runs the states on the text that the expression has left.

**Why it may be taken.** Each step of the parser has nothing to do:

- *Steps 1 to 3* remove spaces, tabs, newlines and C0 controls. No expression matches any of them,
  or a lone surrogate.
- *Scheme state*: the scheme is in lower case. It is special, and two slashes follow, so the base
  URL is not used.
- *Authority state*: there is no `@`.
- *Host parser* (3.5): a usual domain has only lower-case ASCII letters, digits, `-`, `_` and `.`.
  The domain parser keeps it, and it has no forbidden domain code point. Its last label begins with
  a letter, so it does not end in a number. A usual address is written as the serializer writes it.
- *Port state*: the number has no leading zeros, and is less than 65536. If it is the default port,
  the quick way drops it, as the state does.
- *Path state*: there is no backslash, no code point of the path percent-encode set, and no percent
  sign, which could begin an escaped dot. A dot segment after `/` is searched for, which is faster
  than to exclude it here. An empty path becomes `/`.
- *Query state* and *fragment state*: all characters are ASCII, so the encoding does not matter, and
  none of them is in the percent-encode set. The classes are made from the Standard's sets.

**What it costs, and what it buys.** A usual URL of 46 characters takes 0.75 microseconds, in which
the match takes 0.4, and the state machine takes 11 (CPython 3.11). If a space in the path has to be
percent-encoded, `cutting` takes 2 and the state machine 9. The price is that the rules of the host
parser and of the states are written twice, and that an unusual URL is matched first.

**Where it falls through.** The usual way rejects nothing. Text that does not match goes on to the
states: `cutting.cut` calls `_cut_unusual`, a setter runs the states of its component, `authority`
calls the host parser, and a reference is resolved by `cut`. So the reasons of errors are there.

**What holds the ways equal.** The state machine shares nothing with the quick way but the host
parser, which `tests/test_imports.py` checks. Random strings, mutated URLs and assignments go both
ways in `tests/core/standards/whatwg/test_properties.py` and in `python -m tests.tools.fuzz`, and
strings of hostile tokens in `python -m tests.tools.tokens`.
"""

from __future__ import annotations

import re
from typing import Final

from urldom._core.standards.whatwg.url_record import SPECIAL_SCHEMES
from urldom._core.text.grammar import IPV4_ADDRESS, SCHEME, USUAL_IPV6_ADDRESS
from urldom._core.text.percent_encode_sets import FRAGMENT, PATH, SPECIAL_QUERY, class_of

#: The special schemes and their default ports, as pieces: a scheme ends with a colon, and a port
#: begins with one.
DEFAULT_PORTS: Final = {
    f"{scheme}:": f":{port}" if port else "" for scheme, port in SPECIAL_SCHEMES.items()
}
#: The special schemes whose URLs cannot have an empty host.
WITH_A_HOST: Final = frozenset(DEFAULT_PORTS) - {"file:"}

_SCHEME_WITH_A_HOST: Final = "|".join(sorted(WITH_A_HOST))
#: A host whose last label begins with a letter, so it is not an IPv4 address.
_DOMAIN: Final = r"(?:[a-z0-9_.\-]*\.|)[a-z][a-z0-9_\-]*\.?"
#: A host that the host parser does not change.
_HOST: Final = rf"(?:{_DOMAIN}|{IPV4_ADDRESS}|\[{USUAL_IPV6_ADDRESS}\])"
#: The numbers of an IPv4 address in any notation, in lower case. They can be too large, or invalid
#: in octal.
_IPV4_NUMBERS: Final = r"(?:0x[0-9a-f]*|[0-9]+)(?:\.(?:0x[0-9a-f]*|[0-9]+)){0,3}\.?"
#: A port from 1 to 59999, without leading zeros. Ports from 60000 are not usual.
_PORT_NUMBER: Final = "[1-5][0-9]{4}|[1-9][0-9]{0,3}"
_PORT: Final = f":(?:{_PORT_NUMBER})"
_DEFAULT_PORT: Final = "|".join(port for port in DEFAULT_PORTS.values() if port)
#: A port that is not the default port of any scheme.
_OTHER_PORT: Final = f"(?!(?:{_DEFAULT_PORT})(?![0-9]))(?:{_PORT})"

#: The characters of a usual path. A percent sign may begin an escaped dot segment, and a backslash
#: is a slash in some URLs. Dot segments are not excluded here: that would make the expression
#: slower than a search for "/.".
_PATH: Final = class_of(PATH.kept.difference("%\\"))
#: Text before a colon in a reference could be a scheme.
_PATH_WITHOUT_COLON: Final = class_of(PATH.kept.difference("%\\:"))
#: The path of a usual special URL, which may contain "." and ".." segments, but not escaped ones.
_WHOLE_PATH: Final = rf"/[{_PATH}]*(?:%(?!2[eE])[{_PATH}]*)*(?=[?#]|\Z)"

#: Matches any string, and cuts it at its delimiters, up to the first character that has to be
#: percent-encoded. The groups are the scheme, the usual host, the usual port and the rest of the
#: authority (`None` if it is absent), the path up to its first percent sign and from there on, the
#: query, the fragment, and the rest of the string. In a usual URL, the three groups for a rest are
#: empty. The expression runs in linear time: the text after a repetition begins with a character
#: that the repetition does not match.
match_components: Final = re.compile(
    rf"({SCHEME}:|)(?://({_DOMAIN}|{IPV4_ADDRESS}|)({_PORT}|)([^/?#\\]*)|)"
    rf"([{_PATH}]*)([{_PATH}%]*)(\?[{SPECIAL_QUERY.others}]*|)(#[{FRAGMENT.others}]*|)(.*)",
    re.DOTALL,
).match

#: Matches the beginning of a usual special URL, up to its query or fragment. The groups are the
#: pieces from the scheme to the path, which the parser does not change, unless the path contains a
#: dot segment.
match_beginning: Final = re.compile(
    rf"({_SCHEME_WITH_A_HOST})(//)()({_DOMAIN})({_OTHER_PORT}|)({_WHOLE_PATH})"
).match
#: Matches the path of a usual special URL. The match begins at the position that the caller passes.
match_path: Final = re.compile(_WHOLE_PATH).match

#: The greatest number of leading `../` segments in a usual relative reference.
MOST_UPS: Final = 15
#: Matches a usual relative reference. The groups are its leading `../` segments, and the path after
#: them, which contains "/." if the reference has other dot segments.
match_reference: Final = re.compile(
    rf"((?:\.\./){{0,{MOST_UPS}}})(?!\.|//)([{_PATH_WITHOUT_COLON}]*)"
    rf"(?:\?[{SPECIAL_QUERY.others}]*)?(?:#[{FRAGMENT.others}]*)?\Z"
).match

#: Matches a domain or an address that the host parser does not change.
is_usual_host: Final = re.compile(rf"{_HOST}\Z").match
#: Matches a decoded and mapped domain that is a usual host. An address in brackets is not one: the
#: host parser has looked for the brackets before.
is_usual_domain: Final = re.compile(rf"(?:{_DOMAIN}|{IPV4_ADDRESS})\Z").match
#: Matches a host that the opaque-host parser does not change.
is_usual_opaque_host: Final = re.compile(r"[A-Za-z0-9!$&'()*+,\-.;=_~]*\Z").match
#: Matches the numbers of an IPv4 address in any notation.
is_in_ipv4_numbers: Final = re.compile(rf"{_IPV4_NUMBERS}\Z").match
#: Matches a host in lower case, with or without a usual port. The groups are the text in brackets,
#: the numbers of an IPv4 address, a domain, and the port.
match_hostport: Final = re.compile(
    rf"(?:\[([0-9a-f:.]+)\]|({_IPV4_NUMBERS})|({_DOMAIN}))({_PORT}|)\Z"
).match
#: Match a usual host, with or without a usual port, at the beginning of a value that is assigned to
#: a special URL. The parser ignores the text after the match.
match_assigned_host: Final = re.compile(rf"{_HOST}(?=[/?#\\]|\Z)").match
match_assigned_hostport: Final = re.compile(rf"({_HOST})({_PORT}|)(?=[/?#\\]|\Z)").match
#: Matches a usual port at the beginning of an assigned value. The parser ignores the text after the
#: match.
match_assigned_port: Final = re.compile(rf"(?:{_PORT_NUMBER})(?![0-9\t\n\r])").match
