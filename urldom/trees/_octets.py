"""Encodes texts, and replaces URLs in the octets of a style sheet. All others stay unchanged, even invalid octets."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable
from typing import Final, TypeAlias

from urldom._text.encodings import UNICODE, decode, encode_or_fail

_TO_ASCII: Final = b"\x1b(B"


def encode(text: str, encoding: str) -> bytes:
    """Encode a text. The encoding must have all characters of the text."""
    if encoding in UNICODE:
        return text.encode(UNICODE[encoding])
    return b"".join(octets for octets, _ in encode_or_fail(encoding, text))


def has_character(encoding: str, character: str) -> bool:
    """Return `True` if an encoding has a character, and decodes its octets as that character again."""
    if encoding in UNICODE:
        return True
    (octets, error), *_ = encode_or_fail(encoding, character)
    return error is None and decode(encoding, octets) == character


def splice_octets(octets: bytes, encoding: str, text: str, replacements: Iterable[tuple[int, int, str]]) -> bytes:
    """Return the octets of a text with some of its characters replaced, between characters below U+0030. Each
    replacement is a start, an end and a text of the encoding, in ISO-2022-JP of ASCII."""
    readable, escapes = _without_states(octets) if encoding == "iso-2022-jp" else (octets, [])
    place_of = _places_in_utf_16(text, encoding) if encoding.startswith("utf-16") else _places(text, readable)
    ends, states = [end for end, _ in escapes], [_TO_ASCII, *(escape for _, escape in escapes)]
    pieces: list[bytes] = []
    done, width = 0, len(encode("(", encoding))
    for start, end, new in replacements:
        before = place_of(start - 1) + width
        after = len(octets) if end == len(text) else place_of(end)
        old_state, next_state = states[bisect_right(ends, before)], states[bisect_right(ends, after)]
        pieces += octets[done:before], _between_states(old_state, encode(new, encoding), next_state)
        done = after
    return b"".join([*pieces, octets[done:]])


#: Returns the position of the octets of a character below U+0030, given its position. The calls must be in order.
_PlaceOf: TypeAlias = Callable[[int], int]


def _places(text: str, octets: bytes) -> _PlaceOf:
    """Find the same character again in the octets of an encoding in which octets below 0x30 are always ASCII."""
    position = place = 0

    def place_of(to: int) -> int:
        nonlocal position, place
        octet = text[to].encode()
        for _ in range(text.count(text[to], position, to)):
            place = octets.index(octet, place) + 1
        position, place = to, octets.index(octet, place)
        return place

    return place_of


def _places_in_utf_16(text: str, encoding: str) -> _PlaceOf:
    """Count the octets of UTF-16. An error has two octets, as the U+FFFD that it becomes, unless it ends the text."""
    position = place = 0

    def place_of(to: int) -> int:
        nonlocal position, place
        position, place = to, place + len(encode(text[position:to], encoding))
        return place

    return place_of


def _without_states(octets: bytes) -> tuple[bytes, list[tuple[int, bytes]]]:
    """Return octets of ISO-2022-JP with zeros for those that are not ASCII, and the ends of its escape sequences."""
    from urldom._text.encoding_indexes import ISO_2022_JP_ESCAPE

    first, *rest = ISO_2022_JP_ESCAPE.split(octets)
    pieces, escapes, end = [first], list[tuple[int, bytes]](), len(first)
    for escape, octets_after in zip(rest[::2], rest[1::2], strict=True):
        escapes.append((end + len(escape), escape))
        end += len(escape) + len(octets_after)
        pieces += bytes(len(escape)), octets_after if escape in (_TO_ASCII, b"\x1b(J") else bytes(len(octets_after))
    return b"".join(pieces), escapes


def _between_states(before: bytes, octets: bytes, after: bytes) -> bytes:
    """Return the octets of a new text, with the escape sequences that ISO-2022-JP needs between two states."""
    if not octets:
        return b"" if before == after else after
    return (b"" if before == _TO_ASCII else _TO_ASCII) + octets + (b"" if after == _TO_ASCII else after)
