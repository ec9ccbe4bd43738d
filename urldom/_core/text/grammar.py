"""The grammars of RFC 3986 and RFC 3987, and the additions of HTML5 2.6.2, as expressions that do
not backtrack. Alternatives begin with different characters, and no repetition contains another one
that can match the same text."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

# RFC 3986 appendix A. Character classes are written without brackets here, so that they can be
# combined.
ALPHA: Final = "A-Za-z"
DIGIT: Final = "0-9"
HEXDIG: Final = "0-9A-Fa-f"
UNRESERVED: Final = rf"{ALPHA}{DIGIT}\-._~"
SUB_DELIMS: Final = r"!$&'()*+,;="
PCHAR: Final = rf"{UNRESERVED}{SUB_DELIMS}:@"  # The production <pchar> also has <pct-encoded>.

SCHEME: Final = rf"[{ALPHA}][{ALPHA}{DIGIT}+\-.]*"
#: The reason why a text is not a scheme.
INVALID_SCHEME: Final = (
    'a scheme must begin with a letter, and contain only letters, digits, "+", "-" and "."'
)
PORT: Final = rf"[{DIGIT}]*"

DEC_OCTET: Final = "(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])"
IPV4_ADDRESS: Final = rf"{DEC_OCTET}(?:\.{DEC_OCTET}){{3}}"
H16: Final = f"[{HEXDIG}]{{1,4}}"
LS32: Final = f"(?:{H16}:{H16}|{IPV4_ADDRESS})"
#: The text after "::" in the alternatives of `<IPv6address>`: the more pieces may be before it, the
#: fewer follow.
_AFTER: Final = [*(f"(?:{H16}:){{{count}}}{LS32}" for count in range(4, -1, -1)), H16, ""]
IPV6_ADDRESS: Final = f"(?:{H16}:){{6}}{LS32}|::(?:{H16}:){{5}}{LS32}|" + "|".join(
    [f"(?:(?:{H16}:){{0,{most}}}{H16})?::{after}" for most, after in enumerate(_AFTER)]
)

_USUAL_H16: Final = "[1-9a-f][0-9a-f]{0,3}"
_USUAL_PIECES: Final = f"{_USUAL_H16}(?::{_USUAL_H16})*"
#: An `<IPv6address>` in the form in which the URL Standard's serializer writes most addresses: with
#: one `::` and no other zeros. It has at most six colons, so the `::` replaces two pieces or more.
USUAL_IPV6_ADDRESS: Final = rf"(?!(?:[0-9a-f]*:){{7}})(?:{_USUAL_PIECES})?::(?:{_USUAL_PIECES})?"

#: HTML5 2.6.2 step 2, first and second exception: additions to `<unreserved>`, even brackets in
#: reg-name and IPvFuture.
HTML5_UNRESERVED: Final = '\\x00-\\x20\\x7F-\U0010ffff"<>\\[-\\^`{-}'

#: `<ucschar>` and `<iprivate>` (RFC 3987, 2.2), without bidirectional formatting, which an IRI
#: cannot contain (4.1).
UCSCHAR: Final = (
    "\xa0-\u200d\u2010-\u2029\u202f-\ud7ff\uf900-\ufdcf\ufdf0-\uffef"
    + "".join(f"{chr(plane << 16)}-{chr(plane << 16 | 0xFFFD)}" for plane in range(1, 0xE))
    + "\U000e1000-\U000efffd"
)
IPRIVATE: Final = "\ue000-\uf8ff\U000f0000-\U000ffffd\U00100000-\U0010fffd"
_match_digits = re.compile(f"[{DIGIT}]*").match
#: The longest label of the DNS, in octets (RFC 1034 section 3.1).
LONGEST_LABEL: Final = 63
#: The longest name of the DNS, in characters, without a final dot.
LONGEST_DOMAIN: Final = 253
#: The largest port: a port has 16 bits.
LARGEST_PORT: Final = 0xFFFF


def run(members: str) -> str:
    """Return an expression for a text of escapes and of characters in the class `members`. It has
    no repeated group, because such a group would need 100 bytes of memory for each escape."""
    return f"(?![{members}%]*%(?![{HEXDIG}]{{2}}))[{members}%]*"


def port_number(digits: str) -> int | None:
    """Return the number of a port from its ASCII digits: 0 without digits, and `None` if it is too
    large for a port."""
    digits = digits.lstrip("0") or "0"
    if len(digits) > 5:  # Python does not convert thousands of digits to an int.
        return None
    number = int(digits)
    return number if number <= LARGEST_PORT else None


def leading_digits(text: str) -> str:
    """Return the ASCII digits at the start of a text."""
    if text.isdigit() and text.isascii():
        return text
    digits = _match_digits(text)
    return digits[0] if digits else ""


def ip_literal(unreserved: str) -> str:
    """Return an expression for `<IP-literal>`. `unreserved` has the members of `<unreserved>` in an
    `<IPvFuture>`."""
    return rf"\[(?:{IPV6_ADDRESS}|[vV][{HEXDIG}]+\.[{unreserved}{SUB_DELIMS}:]+)\]"


@cache
def uri_reference(*, iri: bool = False) -> re.Pattern[str]:
    """Return an expression for `<URI-reference>`, or for RFC 3987's `<IRI-reference>`. It matches
    whole strings only, with the groups scheme, userinfo, host, port, path, query and fragment."""
    unreserved = UNRESERVED + UCSCHAR if iri else UNRESERVED
    reg_name = unreserved + SUB_DELIMS
    pchar = f"{reg_name}:@"
    query = f"{pchar}/?{IPRIVATE}" if iri else f"{pchar}/?"
    # <reg-name> also matches <IPv4address>.
    host = f"{ip_literal(UNRESERVED)}|{run(reg_name)}"
    authority = f"(?:({run(reg_name + ':')})@)?({host})(?::({PORT}))?(?=[/?#]|\\Z)"
    path_noscheme = f"(?=[^/?#]){run(reg_name + '@')}(?:/{run(pchar + '/')})?"
    # One expression matches <URI> and <relative-ref>. A path can begin with "//" only after an
    # authority. Without a scheme and an authority before it, the first segment of a path cannot
    # contain a colon.
    return re.compile(
        f"(?:({SCHEME}):)?"
        f"(?://{authority}|(?!//)(?(1)|(?=/|{path_noscheme}(?:[?#]|\\Z)|[?#]|\\Z)))"
        f"({run(pchar + '/')})"
        f"(?:\\?({run(query)}))?"
        f"(?:#({run(pchar + '/?')}))?\\Z"
    )
