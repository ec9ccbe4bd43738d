"""URL Standard 3, Hosts: the host parser and the host serializers.

A host is stored as the string that the host serializer makes: a domain, an IPv4 address, an IPv6
address in brackets, an opaque host, or the empty host `""`. A null host is `None`. Two hosts are
equal if their strings are equal.
"""

from __future__ import annotations

import re
from typing import Final, NoReturn

from urldom._core.standards.whatwg.idna import domain_parser
from urldom._core.standards.whatwg.validation import fail, invalid_url_unit, record, tell
from urldom._core.text.percent_encode_sets import C0_CONTROL
from urldom._core.text.percent_encoding import percent_decode
from urldom._core.values.telling import Say

#: Finds a forbidden host code point (URL Standard 3.2).
FORBIDDEN_HOST_CODE_POINT: Final = re.compile(r"[\0\t\n\r #/:<>?@\[\\\]^|]")

_PERCENT_ENCODED_BYTE = re.compile("%[0-9A-Fa-f]{2}")
_ENDS_IN_A_NUMBER = re.compile(r"(?:^|\.)(?:[0-9]+|0[xX][0-9A-Fa-f]*)\.?\Z")
#: The radix-R digits, by R
_RADIX_DIGITS: Final = {
    8: frozenset("01234567"),
    10: frozenset("0123456789"),
    16: frozenset("0123456789ABCDEFabcdef"),
}
#: A piece, and the code point after it
_IPV6_PIECE = re.compile("([0-9A-Fa-f]{0,4})(.?)", re.DOTALL)
#: The digits of a piece of an IPv4 address in an IPv6 address. A fourth digit makes every piece
#: fail: it is over 255, or begins with zero.
_IPV4_PIECE = re.compile("[0-9]{0,4}")
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
    last_dot = text.rfind(".", 0, -1)
    return _ENDS_IN_A_NUMBER.match(text, max(last_dot, 0)) is not None


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
    *others, last = numbers
    if any(number > 255 for number in others) or last >= 256 ** (4 - len(others)):
        fail(say, "IPv4-out-of-range-part", text)
    if last > 255:
        record(say, "IPv4-out-of-range-part", text)
    # Steps 10 to 13
    ipv4 = last
    for counter, number in enumerate(others):
        ipv4 += number * 256 ** (3 - counter)
    tell(say, "URL Standard 3.5, IPv4 parser", host=serialize_ipv4(ipv4))
    return ipv4


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
    # Steps 8 and 9. A decimal number does not begin with a zero, so with more than ten digits it is
    # out of range for every part. Python's `int` raises an error for thousands of digits.
    if radix == 10 and len(digits) > 10:
        return 2**32, False
    return int(digits, radix), radix != 10


def parse_ipv6(text: str, say: Say | None = None) -> list[int]:
    """Run the IPv6 parser (URL Standard 3.5) on an address without its brackets.

    Returns the eight pieces.
    """
    tell(say, "URL Standard 3.5, IPv6 parser", text)
    address = _IPv6Parser(text, say).run()
    tell(say, "URL Standard 3.5, IPv6 parser", host=serialize_ipv6(address))
    return address


class _IPv6Parser:
    """The IPv6 parser (URL Standard 3.5). Its variables have the Standard's names.

    The comments cite its steps. A method that finds a failure raises `Failure`.
    """

    __slots__ = ("address", "compress", "input", "piece_index", "pointer", "say")

    def __init__(self, text: str, say: Say | None) -> None:
        self.input: str = text
        self.say: Say | None = say
        # Steps 1 to 4
        self.address: list[int] = [0] * 8
        self.piece_index: int = 0
        self.compress: int | None = None
        self.pointer: int = 0

    def fail(self, name: str) -> NoReturn:
        fail(self.say, name, self.input)

    def run(self) -> list[int]:
        text = self.input
        # Step 5
        if text.startswith(":"):
            self.start_with_compression()
        # Step 6
        while self.pointer < len(text):
            if self.piece_index == 8:
                self.fail("IPv6-too-many-pieces")
            # Steps 6.3 and 6.4
            piece, c = _IPV6_PIECE.match(text, self.pointer).groups()  # type: ignore[union-attr]
            if piece == "" and c == ":":
                self.take_second_colon()
            elif c == ".":
                self.take_ipv4_address(piece)
            else:
                self.take_piece(piece, c)
        # Steps 7 and 8
        if self.compress is not None:
            self.expand(self.compress)
        elif self.piece_index != 8:
            self.fail("IPv6-too-few-pieces")
        return self.address

    def start_with_compression(self) -> None:
        """Run step 5. The address begins with a colon, which must be the first of two."""
        if not self.input.startswith("::"):
            self.fail("IPv6-invalid-compression")
        self.pointer = 2
        self.piece_index = 1
        self.compress = 1

    def take_second_colon(self) -> None:
        """Run step 6.2. A colon in the place of a piece is the second of two."""
        if self.compress is not None:
            self.fail("IPv6-multiple-compression")
        self.pointer += 1
        self.piece_index += 1
        self.compress = self.piece_index

    def take_piece(self, piece: str, c: str) -> None:
        """Run the other steps of step 6: a piece, and the code point `c` after it."""
        self.pointer += len(piece) + len(c)
        # Steps 6.6 and 6.7
        if c == ":":
            if self.pointer == len(self.input):
                self.fail("IPv6-invalid-code-point")
        elif c != "":  # This is always so after an empty piece.
            fail(self.say, "IPv6-invalid-code-point", c)
        if len(piece) > 1 and piece.startswith("0"):
            record(self.say, "IPv6-piece-leading-zero", piece)
        self.address[self.piece_index] = int(piece, 16)
        self.piece_index += 1

    def take_ipv4_address(self, piece: str) -> None:
        """Run step 6.5. An IPv4 address fills two pieces. It begins at the pointer with the digits
        of `piece`, before a full stop."""
        # Steps 6.5.1 to 6.5.3. The pointer is still before the piece.
        if piece == "":
            self.fail("IPv4-in-IPv6-invalid-code-point")
        if self.piece_index > 6:
            self.fail("IPv4-in-IPv6-too-many-pieces")
        # Step 6.5.5
        numbers_seen = 0
        text = self.input
        while self.pointer < len(text):
            if numbers_seen > 0:
                if text[self.pointer] != "." or numbers_seen == 4:
                    self.fail("IPv4-in-IPv6-invalid-code-point")
                self.pointer += 1
            high_byte = self.address[self.piece_index]
            self.address[self.piece_index] = high_byte * 0x100 + self.take_ipv4_piece()
            numbers_seen += 1
            if numbers_seen in (2, 4):
                self.piece_index += 1
        # Step 6.5.6
        if numbers_seen != 4:
            self.fail("IPv4-in-IPv6-too-few-parts")

    def take_ipv4_piece(self) -> int:
        """Run steps 6.5.5.3 and 6.5.5.4: a number up to 255, without leading zeros."""
        match = _IPV4_PIECE.match(self.input, self.pointer)
        assert match is not None  # The expression matches the empty string.
        digits = match[0]
        if digits == "" or (len(digits) > 1 and digits.startswith("0")):
            self.fail("IPv4-in-IPv6-invalid-code-point")
        ipv4_piece = int(digits)
        if ipv4_piece > 255:
            self.fail("IPv4-in-IPv6-out-of-range-part")
        self.pointer += len(digits)
        return ipv4_piece

    def expand(self, compress: int) -> None:
        """Run step 7: move the pieces after the compression to the end of the address."""
        moved = self.address[compress : self.piece_index]
        zeros = [0] * (8 - compress - len(moved))
        self.address[compress:] = [*zeros, *moved]


def parse_opaque_host(text: str, say: Say | None = None) -> str:
    """Run the opaque-host parser (URL Standard 3.5)."""
    tell(say, "URL Standard 3.5, opaque-host parser", text)
    forbidden = FORBIDDEN_HOST_CODE_POINT.search(text)
    if forbidden:
        fail(say, "host-invalid-code-point", forbidden[0])
    if say is not None:
        invalid = invalid_url_unit().findall(text)
        # Step 2: at most one error about code points
        code_points = [unit for unit in invalid if unit != "%"]
        if code_points:
            record(say, "invalid-URL-unit", code_points[0])
        # Step 3: at most one error about percent signs
        if "%" in invalid:
            record(say, "invalid-URL-unit", "%")
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
    # A colon is before and after each piece, so that a run of zeros begins and ends with a piece.
    pieces = ":".join([f"{piece:x}" for piece in address])
    text = f":{pieces}:"
    runs = _find_zeros(text)
    if not runs:
        return pieces
    longest = max(runs, key=len)
    before, _, after = text.partition(f"{longest}:")
    return f"{before[1:]}::{after[:-1]}"
