"""Punycode (RFC 3492) for labels. This encoder (section 6.3) takes half as long as Python's, or less."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

#: An ASCII label with this prefix encodes a label in Unicode (RFC 3490 section 5).
ACE_PREFIX: Final = "xn--"
_DIGITS: Final = "abcdefghijklmnopqrstuvwxyz0123456789"  # RFC 3492 section 5 defines the digits and all numbers


@lru_cache(maxsize=1024)
def encode(text: str) -> str:
    """Return the text in Punycode. The code points outside ASCII take quadratic time, so callers limit their number."""
    size = len(text)
    # The code points that are not yet encoded, each combined with its position, in the order of the text.
    waiting = [ord(character) * size + position for position, character in enumerate(text) if character > "\x7f"]
    handled = size - len(waiting)
    output = text.encode("ascii", "ignore").decode() + "-" if handled else ""
    n, bias, damp = 0x80, 72, 700
    following = 0  # the index after the code point that was inserted last
    for point in sorted(waiting):
        before = waiting.index(point)
        del waiting[before]
        handled += 1
        code_point = point // size
        # The index does not count the code points that still wait, because a decoder has not yet inserted them.
        index = point % size - before
        delta = quotient = (code_point - n) * handled + index - following
        n, following = code_point, index + 1
        # Section 3.3: delta as a variable-length integer
        k = 36 - bias
        while quotient >= (t := 1 if k < 1 else k if k < 26 else 26):
            quotient -= t
            output += _DIGITS[t + quotient % (36 - t)]
            quotient //= 36 - t
            k += 36
        output += _DIGITS[quotient]
        if not waiting:
            break
        # Section 6.1: adapt the bias
        delta //= damp
        damp = 2
        delta += delta // handled
        bias = 0
        while delta > 455:
            delta //= 35
            bias += 36
        bias += 36 * delta // (delta + 38)
    return output


def decode(text: str) -> str | None:
    try:
        return text.encode().decode("punycode")
    except (UnicodeError, OverflowError):  # Python 3.13 raises OverflowError for some inputs.
        return None
