"""URL Standard 3, Hosts: the host parser and the host serializers.

A host is stored as its serialized string.
"""

from __future__ import annotations

import re
from typing import Final

from urldom._core.standards.whatwg.idna import domain_parser
from urldom._core.standards.whatwg.validation import fail, invalid_url_unit, record, tell
from urldom._core.text.percent_encode_sets import C0_CONTROL
from urldom._core.text.percent_encoding import percent_decode
from urldom._core.values.telling import Say

#: Finds a forbidden host code point (URL Standard 3.2).
FORBIDDEN_HOST_CODE_POINT: Final = re.compile(r"[\0\t\n\r #/:<>?@\[\\\]^|]")

_PERCENT_ENCODED_BYTE = re.compile("%[0-9A-Fa-f]{2}")
_ENDS_IN_A_NUMBER = re.compile(r"(?:^|\.)(?:[0-9]+|0[xX][0-9A-Fa-f]*)\.?\Z")
_DIGITS = frozenset("0123456789")
#: The radix-R digits, by R
_RADIX_DIGITS: Final = {
    8: frozenset("01234567"),
    10: _DIGITS,
    16: frozenset("0123456789ABCDEFabcdef"),
}
_IPV6_PIECE = re.compile("[0-9A-Fa-f]{0,4}")
_find_zeros = re.compile("(?::0){2,}(?=:)").findall


def parse_host(text: str, *, is_opaque: bool = False, say: Say | None = None) -> str:
    """Run the host parser (URL Standard 3.5), and return the serialized host.

    `text` is a scalar value string that is not empty. Raises `Failure`.
    """
    tell(say, "URL Standard 3.5, host parser", text)
    if text.startswith("["):  # Step 1
        if not text.endswith("]"):
            fail(say, "IPv6-unclosed", text)
        host = f"[{serialize_ipv6(parse_ipv6(text[1:-1], say))}]"
    elif is_opaque:  # Step 2
        host = parse_opaque_host(text, say)
    else:
        # Steps 4 and 5
        domain = text
        if "%" in text:
            if _PERCENT_ENCODED_BYTE.search(text):
                record(say, "domain-percent-encoded", text)
            domain = percent_decode(text.encode()).decode(errors="replace")
        # Steps 6 to 9
        host = domain_parser(domain, be_strict=False, say=say)
        if ends_in_a_number(host):
            host = serialize_ipv4(parse_ipv4(host, say))
    tell(say, "URL Standard 3.5, host parser", host=host)
    return host


def ends_in_a_number(text: str) -> bool:
    """Run the *ends in a number checker* (URL Standard 3.5)."""
    # Only the last part matters, so the text is not split into all of its parts, which can be very
    # many.
    last = text.rfind(".", 0, -1)
    return _ENDS_IN_A_NUMBER.match(text, last if last >= 0 else 0) is not None


def parse_ipv4(text: str, say: Say | None = None) -> int:
    """Run the IPv4 parser (URL Standard 3.5)."""
    tell(say, "URL Standard 3.5, IPv4 parser", text)
    parts = text.split(".")
    # Step 2
    if parts[-1] == "":
        record(say, "IPv4-empty-part", text)
        if len(parts) > 1:
            parts.pop()
    # Steps 3 and 4
    if len(parts) < 4:
        record(say, "IPv4-too-few-parts", text)
    elif len(parts) > 4:
        fail(say, "IPv4-too-many-parts", text)
    # Step 6
    numbers: list[int] = []
    for part in parts:
        result = parse_ipv4_number(part)
        if result is None:
            fail(say, "IPv4-non-numeric-part", part)
        number, validation_error = result
        if validation_error:
            record(say, "IPv4-non-decimal-part", part)
        numbers.append(number)
    # Steps 7 to 9
    last = numbers.pop()
    if (numbers and max(numbers) > 255) or last >= 1 << 8 * (4 - len(numbers)):
        fail(say, "IPv4-out-of-range-part", text)
    if last > 255:
        record(say, "IPv4-out-of-range-part", text)
    # Steps 10 to 13
    last += sum(value << 8 * (3 - index) for index, value in enumerate(numbers))
    tell(say, "URL Standard 3.5, IPv4 parser", host=serialize_ipv4(last))
    return last


def parse_ipv4_number(text: str) -> tuple[int, bool] | None:
    """Run the IPv4 number parser (URL Standard 3.5).

    Returns the number, and `True` for a validation error: the number is not decimal. Returns
    `None` for a failure.
    """
    # Step 1
    if text == "":
        return None
    # Steps 2 to 5
    digits = text
    radix = 10
    if text.startswith(("0x", "0X")):
        digits = text[2:]
        radix = 16
    elif len(text) >= 2 and text.startswith("0"):
        digits = text[1:]
        radix = 8
    # Step 6
    if digits == "":
        return 0, True
    # Step 7
    if not _RADIX_DIGITS[radix].issuperset(digits):
        return None
    # Steps 8 and 9. More than ten decimal digits are out of range for every part, and Python's
    # `int` raises an error for thousands of them.
    if radix == 10 and len(digits) > 10:
        return 2**32, False
    return int(digits, radix), radix != 10


def parse_ipv6(text: str, say: Say | None = None) -> list[int]:
    """Run the IPv6 parser (URL Standard 3.5) on an address without its brackets.

    Returns the eight pieces.
    """
    tell(say, "URL Standard 3.5, IPv6 parser", text)
    address = [0] * 8
    piece_index = 0
    compress = None
    pointer = 0
    end = len(text)

    # Step 5
    if text.startswith(":"):
        if not text.startswith("::"):
            fail(say, "IPv6-invalid-compression", text)
        pointer = 2
        piece_index = compress = 1

    # Step 6
    while pointer < end:
        if piece_index == 8:
            fail(say, "IPv6-too-many-pieces", text)
        if text[pointer] == ":":
            if compress is not None:
                fail(say, "IPv6-multiple-compression", text)
            pointer += 1
            piece_index += 1
            compress = piece_index
            continue
        # Steps 6.3 and 6.4
        start = pointer
        pointer = _IPV6_PIECE.match(text, start).end()  # type: ignore[union-attr]
        piece = text[start:pointer]
        c = text[pointer : pointer + 1]
        if c == ".":
            # Step 6.5
            two_pieces = _parse_ipv4_in_ipv6(text, start, piece_index, say)
            address[piece_index : piece_index + 2] = two_pieces
            piece_index += 2
            break
        if c == ":":
            pointer += 1
            if pointer == end:
                fail(say, "IPv6-invalid-code-point", text)
        elif c:
            fail(say, "IPv6-invalid-code-point", c)
        if len(piece) > 1 and piece.startswith("0"):
            record(say, "IPv6-piece-leading-zero", piece)
        address[piece_index] = int(piece, 16)
        piece_index += 1

    # Steps 7 and 8
    if compress is not None:
        tail = address[compress:piece_index]
        address = address[:compress] + [0] * (8 - compress - len(tail)) + tail
    elif piece_index != 8:
        fail(say, "IPv6-too-few-pieces", text)
    tell(say, "URL Standard 3.5, IPv6 parser", host=serialize_ipv6(address))
    return address


def _parse_ipv4_in_ipv6(
    text: str,
    pointer: int,
    piece_index: int,
    say: Say | None,
) -> tuple[int, int]:
    """Run step 6.5 of the IPv6 parser. Returns the two pieces of the IPv4 address."""
    end = len(text)
    if text[pointer] == ".":
        fail(say, "IPv4-in-IPv6-invalid-code-point", text)
    if piece_index > 6:
        fail(say, "IPv4-in-IPv6-too-many-pieces", text)
    numbers: list[int] = []
    while pointer < end:
        if numbers:
            if text[pointer] == "." and len(numbers) < 4:
                pointer += 1
            else:
                fail(say, "IPv4-in-IPv6-invalid-code-point", text)
        if text[pointer : pointer + 1] not in _DIGITS:
            fail(say, "IPv4-in-IPv6-invalid-code-point", text)
        value = None
        while text[pointer : pointer + 1] in _DIGITS:
            if value == 0:
                fail(say, "IPv4-in-IPv6-invalid-code-point", text)
            value = (value or 0) * 10 + int(text[pointer])
            if value > 255:
                fail(say, "IPv4-in-IPv6-out-of-range-part", text)
            pointer += 1
        numbers.append(value or 0)
    if len(numbers) != 4:
        fail(say, "IPv4-in-IPv6-too-few-parts", text)
    return numbers[0] * 0x100 + numbers[1], numbers[2] * 0x100 + numbers[3]


def parse_opaque_host(text: str, say: Say | None = None) -> str:
    """Run the opaque-host parser (URL Standard 3.5)."""
    tell(say, "URL Standard 3.5, opaque-host parser", text)
    forbidden = FORBIDDEN_HOST_CODE_POINT.search(text)
    if forbidden:
        fail(say, "host-invalid-code-point", forbidden[0])
    # Steps 2 and 3: at most one error about a code point, and one about a percent sign
    invalid = [] if say is None else invalid_url_unit().findall(text)
    for is_percent in (False, True):
        unit = next((unit for unit in invalid if (unit == "%") == is_percent), None)
        if unit is not None:
            record(say, "invalid-URL-unit", unit)
    host = C0_CONTROL.encode(text)
    tell(say, "URL Standard 3.5, opaque-host parser", host=host)
    return host


def serialize_ipv4(address: int) -> str:
    """Serialize an IPv4 address (URL Standard 3.6)."""
    return ".".join(map(str, address.to_bytes(4, "big")))


def serialize_ipv6(address: list[int]) -> str:
    """Serialize an IPv6 address (URL Standard 3.6).

    `::` replaces the first longest run of two zeros or more.
    """
    text = f":{':'.join([f'{piece:x}' for piece in address])}:"
    runs = _find_zeros(text)
    if not runs:
        return text[1:-1]
    before, _, after = text.partition(f"{max(runs, key=len)}:")
    return f"{before[1:]}::{after[:-1]}"
