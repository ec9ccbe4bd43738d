"""The grammars: RFC 3986's ABNF, HTML5's additions to it (2.6.2), RFC 3987's, each production a named fragment.

Every production is a regular expression that needs no backtracking to speak of: alternatives begin with different
characters, and no repetition holds another one that could match the same text.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final

# RFC 3986 appendix A. Members of a character class are written without their brackets, so that they compose.
ALPHA: Final = "A-Za-z"
DIGIT: Final = "0-9"
HEXDIG: Final = "0-9A-Fa-f"
UNRESERVED: Final = rf"{ALPHA}{DIGIT}\-._~"
SUB_DELIMS: Final = r"!$&'()*+,;="
PCHAR: Final = rf"{UNRESERVED}{SUB_DELIMS}:@"  # beside pct-encoded

SCHEME: Final = rf"[{ALPHA}][{ALPHA}{DIGIT}+\-.]*"
#: The reason why a text is not a scheme.
INVALID_SCHEME: Final = 'a scheme must begin with a letter, and contain only letters, digits, "+", "-" and "."'
PORT: Final = rf"[{DIGIT}]*"

DEC_OCTET: Final = "(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])"
IPV4_ADDRESS: Final = rf"{DEC_OCTET}(?:\.{DEC_OCTET}){{3}}"
H16: Final = f"[{HEXDIG}]{{1,4}}"
LS32: Final = f"(?:{H16}:{H16}|{IPV4_ADDRESS})"
IPV6_ADDRESS: Final = "|".join(
    [
        f"(?:{H16}:){{6}}{LS32}",
        f"::(?:{H16}:){{5}}{LS32}",
        f"(?:{H16})?::(?:{H16}:){{4}}{LS32}",
        f"(?:(?:{H16}:){{0,1}}{H16})?::(?:{H16}:){{3}}{LS32}",
        f"(?:(?:{H16}:){{0,2}}{H16})?::(?:{H16}:){{2}}{LS32}",
        f"(?:(?:{H16}:){{0,3}}{H16})?::{H16}:{LS32}",
        f"(?:(?:{H16}:){{0,4}}{H16})?::{LS32}",
        f"(?:(?:{H16}:){{0,5}}{H16})?::{H16}",
        f"(?:(?:{H16}:){{0,6}}{H16})?::",
    ]
)

_USUAL_H16: Final = "[1-9a-f][0-9a-f]{0,3}"
#: An `<IPv6address>` as the URL Standard's serializer writes most addresses: with one `::`, and with no other zeros.
#: With at most six colons, the `::` stands for two pieces or more.
USUAL_IPV6_ADDRESS: Final = (
    rf"(?!(?:[0-9a-f]*:){{7}})(?:{_USUAL_H16}(?::{_USUAL_H16})*)?::(?:{_USUAL_H16}(?::{_USUAL_H16})*)?"
)

#: HTML5 2.6.2 step 2, first and second exception: what is added to `<unreserved>`.
#: U+005B to U+005E are among them, so a reg-name holds square brackets, and so does an IPvFuture.
HTML5_UNRESERVED: Final = '\\x00-\\x20\\x7F-\U0010ffff"<>\\[-\\^`{-}'

#: RFC 3987 section 2.2.
UCSCHAR: Final = "\xa0-\ud7ff\uf900-\ufdcf\ufdf0-\uffef" + "".join(
    f"{chr(plane << 16 | (0x1000 if plane == 0xE else 0))}-{chr(plane << 16 | 0xFFFD)}" for plane in range(1, 0xF)
)
IPRIVATE: Final = "\ue000-\uf8ff\U000f0000-\U000ffffd\U00100000-\U0010fffd"


def run(members: str) -> str:
    """Any number of the members and of escapes. A repeated group would remember each of its turns: 100 bytes for an
    escape."""
    return f"(?![{members}%]*%(?![{HEXDIG}]{{2}}))[{members}%]*"


#: The longest label that the DNS has, in octets (RFC 1034 section 3.1).
LONGEST_LABEL: Final = 63
#: The longest name that the DNS has, in characters, without a final dot.
LONGEST_DOMAIN: Final = 253
#: The largest port: a port has 16 bits.
LARGEST_PORT: Final = 0xFFFF


def port_number(digits: str) -> int | None:
    """The number of a port that is written in ASCII digits. Without digits it is 0. `None` if no port is that large.

    >>> port_number("0080"), port_number("65536")
    (80, None)
    """
    digits = digits.lstrip("0") or "0"
    # Python does not make an int of thousands of digits.
    number = int(digits) if len(digits) <= 5 else LARGEST_PORT + 1
    return number if number <= LARGEST_PORT else None


_match_digits = re.compile(f"[{DIGIT}]*").match


def leading_digits(text: str) -> str:
    """The ASCII digits that a text begins with.

    >>> leading_digits("80a"), leading_digits("a")
    ('80', '')
    """
    if text.isdigit() and text.isascii():
        return text
    digits = _match_digits(text)
    return digits[0] if digits else ""


def ip_literal(unreserved: str) -> str:
    """`<IP-literal>`, with what is `<unreserved>` in an `<IPvFuture>`."""
    return rf"\[(?:{IPV6_ADDRESS}|[vV][{HEXDIG}]+\.[{unreserved}{SUB_DELIMS}:]+)\]"


@cache
def uri_reference(*, iri: bool = False) -> re.Pattern[str]:
    """`<URI-reference>`, or RFC 3987's `<IRI-reference>`, with the groups scheme, userinfo, host, port, path, query and
    fragment, to be matched in full."""
    unreserved = UNRESERVED + UCSCHAR if iri else UNRESERVED
    reg_name = unreserved + SUB_DELIMS
    pchar = f"{reg_name}:@"
    # <IPv4address> is matched by <reg-name> too.
    host = f"{ip_literal(UNRESERVED)}|{run(reg_name)}"
    authority = f"(?:({run(reg_name + ':')})@)?({host})(?::({PORT}))?(?=[/?#]|\\Z)"
    path_noscheme = f"(?=[^/?#]){run(reg_name + '@')}(?:/{run(pchar + '/')})?"
    # One expression serves <URI> and <relative-ref>: a path may follow an authority or a scheme as it likes, but
    # begin with "//" only behind an authority, and, with neither before it, hold no colon in its first segment.
    return re.compile(
        f"(?:({SCHEME}):)?"
        f"(?://{authority}|(?!//)(?(1)|(?=/|{path_noscheme}(?:[?#]|\\Z)|[?#]|\\Z)))"
        f"({run(pchar + '/')})"
        f"(?:\\?({run(pchar + '/?' + (IPRIVATE if iri else ''))}))?"
        f"(?:#({run(pchar + '/?')}))?\\Z"
    )
