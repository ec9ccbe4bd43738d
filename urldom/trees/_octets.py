"""Replaces characters in encoded text. The octets of all other characters stay unchanged.

These octets stay unchanged even if they are invalid in the encoding, or if an encoder would write other octets for the
same character.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from typing import Final

from urldom._text.encodings import decode, encode_or_fail

_CODECS: Final = {"utf-8": "utf-8", "utf-16le": "utf-16-le", "utf-16be": "utf-16-be"}

#: A unit of UTF-8's decoder: a run of ASCII, the octets of one character, or the octets that become one U+FFFD.
_UTF_8: Final = re.compile(
    rb"""[\x00-\x7f]+
        |[\xc2-\xdf][\x80-\xbf]?
        |(?:\xe0[\xa0-\xbf]|[\xe1-\xec\xee\xef][\x80-\xbf]|\xed[\x80-\x9f])[\x80-\xbf]?
        |(?:\xf0[\x90-\xbf]|[\xf1-\xf3][\x80-\xbf]|\xf4[\x80-\x8f])(?:[\x80-\xbf][\x80-\xbf]?)?
        |.""",
    re.VERBOSE | re.DOTALL,
)
#: A unit of UTF-16's decoders: a run of characters of two octets, one character of four octets, or the octets that
#: become one U+FFFD.
_UTF_16: Final = {
    "utf-16le": re.compile(rb"(?:.[^\xd8-\xdf]){1,256}|.[\xd8-\xdb](?:.[\xdc-\xdf]|.\Z)|..?", re.DOTALL),
    "utf-16be": re.compile(rb"(?:[^\xd8-\xdf].){1,256}|[\xd8-\xdb].(?:[\xdc-\xdf].|.\Z)|..?", re.DOTALL),
}
_TO_ASCII: Final = b"\x1b(B"


def splice_octets(octets: bytes, encoding: str, replacements: Iterable[tuple[int, int, str]]) -> bytes:
    """Return the octets of a text with some of its characters replaced.

    Each replacement is a start, an end and a new text. The start and the end count characters of the text. The
    replacements are in order. At the start and at the end of a replaced span, at least one neighbouring character is
    ASCII, or the text begins or ends there. `encoding` is the name of the octets' encoding. The encoding must have all
    characters of the new texts: see `is_fit`.

    >>> splice_octets(b"caf\\xff\\xc3\\xa9 au lait", "utf-8", [(6, 8, "\u00e0 la")])
    b'caf\\xff\\xc3\\xa9 \\xc3\\xa0 la lait'
    """
    from urldom._text.encoding_indexes import ISO_2022_JP_ESCAPE

    replacing = list(replacements)
    positions = [position for start, end, _ in replacing for position in (start, end)]
    places = _places(octets, encoding, positions)
    escapes = list(ISO_2022_JP_ESCAPE.finditer(octets)) if encoding == "iso-2022-jp" else []
    ends = [escape.end() for escape in escapes]
    states = [_TO_ASCII, *(escape[0] for escape in escapes)]
    pieces: list[bytes] = []
    done = 0
    for _, _, text in replacing:
        (start, _), (_, end) = next(places), next(places)
        before, after = (states[bisect_right(ends, place)] for place in (start, end))
        pieces += octets[done:start], _between_states(before, _encode(text, encoding), after)
        done = end
    return b"".join([*pieces, octets[done:]])


def is_fit(character: str, encoding: str) -> bool:
    """Return `True` if a character can be encoded at any place in a text, and if its octets are decoded as that
    character again."""
    if character < "\x80" or encoding in _CODECS:
        return True
    if encoding in ("iso-2022-jp", "replacement"):
        return False
    (octets, error), *_ = encode_or_fail(encoding, character)
    return error is None and decode(encoding, octets) == character


def _encode(text: str, encoding: str) -> bytes:
    if encoding in _CODECS:
        return text.encode(_CODECS[encoding])
    if encoding == "iso-2022-jp":
        return text.encode("ascii")
    return b"".join(octets for octets, _ in encode_or_fail(encoding, text))


def _places(octets: bytes, encoding: str, positions: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Yield two positions in the octets for each position in the text.

    The first is the end of the octets of the character before the position in the text. The second is the start of the
    octets of the character after the position. An escape sequence of ISO-2022-JP can be between these octets.
    `positions` must be in ascending order.
    """
    waiting = iter(positions)
    position = next(waiting, None)
    characters = start = end_of_last = 0
    for count, length in runs(octets, encoding):
        while position is not None and characters <= position < characters + count:
            here = start + (position - characters) * length // count
            yield (end_of_last if position == characters else here), here
            position = next(waiting, None)
        characters += count
        start += length
        if count:
            end_of_last = start
    while position is not None:
        yield end_of_last, len(octets)
        position = next(waiting, None)


def runs(octets: bytes, encoding: str) -> Iterator[tuple[int, int]]:
    """Yield the number of characters and of octets in each run of the octets, in order.

    All characters of a run have the same number of octets.
    """
    from urldom._text.encoding_indexes import MULTI_BYTE

    if encoding == "utf-8":
        for match in _UTF_8.finditer(octets):
            length = match.end() - match.start()
            yield (length if octets[match.start()] < 0x80 else 1), length
    elif encoding in _UTF_16:
        for match in _UTF_16[encoding].finditer(octets):
            yield len(match[0].decode(_CODECS[encoding], "replace")), len(match[0])
    elif encoding in MULTI_BYTE:
        for match in MULTI_BYTE[encoding].finditer(octets):
            length = match.end() - match.start()
            if octets[match.start()] < 0x80:
                yield length, length
            elif len(decode(encoding, match[0])) == 1:
                yield 1, length
            else:
                yield from ((1, length - 1), (1, 1))  # The first run becomes U+FFFD. The second is an ASCII octet.
    elif encoding == "iso-2022-jp":
        yield from _runs_in_iso_2022_jp(octets)
    elif octets:
        yield (1 if encoding == "replacement" else len(octets)), len(octets)


def _runs_in_iso_2022_jp(octets: bytes) -> Iterator[tuple[int, int]]:
    from urldom._text.encoding_indexes import ISO_2022_JP_ESCAPE, JIS0208

    is_in_jis0208 = is_after_escape = False
    for piece in ISO_2022_JP_ESCAPE.split(octets):
        if ISO_2022_JP_ESCAPE.match(piece):
            yield int(is_after_escape), len(piece)  # An escape after another escape is an error: one U+FFFD.
            is_in_jis0208 = piece[1:2] == b"$"
            is_after_escape = True
        elif piece:
            is_after_escape = False
            if is_in_jis0208:
                yield from ((1, len(pair)) for pair in JIS0208.findall(piece))
            else:
                yield len(piece), len(piece)


def _between_states(before: bytes, text: bytes, after: bytes) -> bytes:
    """Return the octets of an ASCII text, with the escape sequences that ISO-2022-JP needs around it.

    `before` and `after` are the states of the decoder around the text. In other encodings, both are the ASCII state.
    """
    if not text:
        return b"" if before == after else after
    return (b"" if before == _TO_ASCII else _TO_ASCII) + text + (b"" if after == _TO_ASCII else after)
