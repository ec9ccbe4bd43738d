"""URL Pattern Standard 2.2 without regular expressions: match a part list in linear time.

The Standard generates a regular expression from the parts, for which a backtracking engine can take
exponential time. Each matcher here returns the groups of the first match that such an engine finds:

- `_wildcards` matches full wildcards between fixed texts. It searches for each text once.
- `_segments` uses `re` for parts that leave almost no choice between several ways to match.
- `match_parts` matches all other parts. It goes from the last part to the first, and finds the
  *viable* places, from which the remaining parts match up to the end. Then it goes from the first
  part to the last. Each part uses the first choice that leads to a viable place, so no choice is
  ever undone. The time is at most proportional to the size of the pattern times the size of the
  input.

Inputs are components of a parsed URL: ASCII without line breaks.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from operator import methodcaller
from typing import Final

import attrs

from urldom.patterns._parts import Options, Part

#: The offsets of the start and the end of a group, or `NOWHERE` if the match does not use the
#: group.
Bounds = tuple[int, int]
NOWHERE: Final = (-1, -1)
_REQUIRED: Final = frozenset(["none", "one-or-more"])
_NOT_REPEATED: Final = frozenset(["none", "optional"])


@attrs.frozen
class Matcher:
    """The functions that match a whole input."""

    #: Return a true or a false value: whether the input matches.
    test: Callable[[str], object]
    #: Return the spans of the groups, or `None` if the input does not match.
    spans: Callable[[str], Sequence[Bounds] | None]
    #: The text, if the parts are only a fixed text.
    text: str | None = None


#: The matcher of the pattern "*"
ANYTHING: Final = Matcher(lambda input: True, lambda input: ((0, len(input)),))


def make_matcher(part_list: Sequence[Part], options: Options) -> Matcher:
    """Return the matcher for parts without regular expressions."""
    parts = [part for part in part_list if part.type != "fixed-text" or part.value]
    if options.ignore_case:
        lower = make_matcher(list(map(lowered, parts)), options._replace(ignore_case=False))
        return Matcher(
            lambda input: lower.test(input.lower()), lambda input: lower.spans(input.lower())
        )
    return _wildcards(parts) or _segments(parts, options) or match_parts(parts, options)


def lowered(part: Part) -> Part:
    """Return a part without a regular expression, in lower case."""
    return part._replace(
        value=part.value.lower(), prefix=part.prefix.lower(), suffix=part.suffix.lower()
    )


def _wildcards(parts: Sequence[Part]) -> Matcher | None:
    """Return the matcher for fixed text and full wildcards, or `None` for other parts. The result
    is also `None` if a part is repeated, or if one of several wildcards is optional."""
    texts = _texts_between_wildcards(parts)
    if texts is None:
        return None
    text = "".join([part.value for part in parts])
    if len(texts) == 1:
        return Matcher(text.__eq__, lambda input: () if input == text else None, text)
    if all(part.modifier == "none" for part in parts):
        return ANYTHING if texts == ["", ""] else _match_wildcards(texts, None)
    return _match_wildcards(texts, text) if len(texts) == 2 else None


def _texts_between_wildcards(parts: Sequence[Part]) -> list[str] | None:
    """Return the text before the first full wildcard, the texts between them, and the text after
    the last one. The result is `None` if there are other groups, or a part is repeated.

    An optional wildcard counts like one that is not. `_wildcards` treats the input without it.
    """
    texts = [""]
    for part in parts:
        if part.type == "fixed-text" and part.modifier == "none":
            texts[-1] += part.value
        elif part.type == "full-wildcard" and part.modifier in _NOT_REPEATED:
            texts[-1] += part.prefix
            texts.append(part.suffix)
        else:
            return None
    return texts


def _match_wildcards(texts: Sequence[str], without: str | None) -> Matcher:
    """Return the matcher for full wildcards between texts. `without` is the text that an optional
    wildcard matches without its group. The first wildcard matches as much as it can, then the
    second one, and so on, so the search goes from the last text to the first, and finds the last
    occurrence of each."""
    test = _test_of_wildcards(texts, without)
    spans = _spans_of_wildcards(texts, without, test)
    if len(texts) == 2 and without is None:
        start, end = texts
        if not end:
            return Matcher(methodcaller("startswith", start), spans)
        if not start:
            return Matcher(methodcaller("endswith", end), spans)
    return Matcher(test, spans)


def _test_of_wildcards(texts: Sequence[str], without: str | None) -> Callable[[str], bool]:
    start, *between, end = texts
    between.reverse()
    first, after = len(start), len(end)

    def test(input: str) -> bool:
        last = len(input) - after
        if last < first or not (input.startswith(start) and input.endswith(end)):
            return input == without
        for text_between in between:
            last = input.rfind(text_between, first, last)
            if last < 0:
                return False
        return True

    return test


def _spans_of_wildcards(
    texts: Sequence[str], without: str | None, test: Callable[[str], bool]
) -> Callable[[str], Sequence[Bounds] | None]:
    start, *between, end = texts
    between.reverse()
    first, after = len(start), len(end)

    def spans(input: str) -> Sequence[Bounds] | None:
        if not test(input):
            return None
        # An optional group is not used if it would match the empty string.
        if input == without:
            return (NOWHERE,)
        last = len(input) - after
        if not between:
            return ((first, last),)
        found: list[Bounds] = []
        for text_between in between:
            place = input.rfind(text_between, first, last)
            found.append((place + len(text_between), last))
            last = place
        return [(first, last), *reversed(found)]

    return spans


def _segments(parts: Sequence[Part], options: Options) -> Matcher | None:
    """Return the matcher for parts whose regular expression `re` can match in linear time, or
    `None`.

    The delimiter or the end of the input must follow a segment wildcard, or a repeated one at the
    end whose segments the delimiter separates, so that the wildcard can have only one length. Three
    choices remain:

    - One part can be optional, so `re` makes at most two attempts: with this part and without it.
    - The last part can be a full wildcard, because nothing after it can fail.
    - One wildcard can end anywhere: a full wildcard, or a segment wildcard without a delimiter. No
      part after it is repeated. If there is a delimiter, the text directly after the wildcard
      contains it. So `re` tries the segment wildcards after it at most once for each delimiter, and
      each try reads at most one segment for each part. The number of tries that read the same
      segment is then at most the number of parts.
    """
    delimiter = options.delimiter_code_point
    modifiers = [part.modifier for part in parts]
    if modifiers.count("optional") > 1 or not _NOT_REPEATED.issuperset(modifiers[:-1]):
        return None
    open_ended = [
        index for index in range(len(parts)) if _can_end_anywhere(parts, index, delimiter)
    ]
    if len(open_ended) > 1:
        return None
    if not all(_delimiter_follows(parts, index, delimiter) for index in open_ended):
        return None
    # Only the last part can be repeated, so an open-ended part is always before it.
    after_open_end = len(open_ended) > 0
    if not all(_has_linear_modifier(part, delimiter, after_open_end) for part in parts):
        return None
    expressions = [
        _linear_expression(part, delimiter, is_open_ended=index in open_ended)
        for index, part in enumerate(parts)
    ]
    match = re.compile("".join(expressions), re.DOTALL).fullmatch

    def spans(input: str) -> Sequence[Bounds] | None:
        found = match(input)
        return None if found is None else found.regs[1:]

    return Matcher(match, spans)


def _can_end_anywhere(parts: Sequence[Part], index: int, delimiter: str) -> bool:
    """Return whether the part at this index is a wildcard that can have several ends."""
    part = parts[index]
    if part.type == "fixed-text":
        return False
    if part.type == "full-wildcard":
        is_last = index == len(parts) - 1
        return not is_last or part.suffix != ""
    return not _ends_at(delimiter, part.suffix, parts, index + 1)


def _delimiter_follows(parts: Sequence[Part], index: int, delimiter: str) -> bool:
    """Return whether the text directly after the wildcard at this index, which can end anywhere,
    contains the delimiter, or there is no delimiter."""
    part = parts[index]
    if part.type == "segment-wildcard":
        return not delimiter  # `_ends_at` has not found one.
    text_after = part.suffix or certain_beginning(parts[index + 1])
    return delimiter in text_after


def _has_linear_modifier(part: Part, delimiter: str, after_open_end: bool) -> bool:
    """Return whether the part has a modifier with which `re` takes linear time. `after_open_end` is
    true if a wildcard before the part can end anywhere."""
    if part.type == "fixed-text":
        return part.modifier in _NOT_REPEATED
    if part.type == "full-wildcard":
        return part.modifier == "none"
    if part.modifier in _NOT_REPEATED:
        return True
    is_separated = delimiter != "" and part.prefix == delimiter and not part.suffix
    return is_separated and not after_open_end


def _linear_expression(part: Part, delimiter: str, *, is_open_ended: bool) -> str:
    """Return the expression for a part. `is_open_ended` is true if the part can end anywhere."""
    if part.type == "fixed-text":
        text = re.escape(part.value)
        return f"(?:{text})?" if part.modifier == "optional" else text
    prefix, suffix = re.escape(part.prefix), re.escape(part.suffix)
    if part.type == "full-wildcard":
        return f"{prefix}(.*){suffix}"
    if delimiter:
        segment = f"[^{re.escape(delimiter)}]+"
    elif is_open_ended:
        segment = ".+?"
    else:
        segment = ".+"
    if part.modifier in _NOT_REPEATED:
        result = f"{prefix}({segment}){suffix}"
    else:
        result = f"{prefix}({segment}(?:{prefix}{segment})*)"
    return result if part.modifier in _REQUIRED else f"(?:{result})?"


def _ends_at(delimiter: str, suffix: str, parts: Sequence[Part], index: int) -> bool:
    """Return whether a segment wildcard with this suffix is always followed by the delimiter or the
    end of the input. The parts after the wildcard begin at `index`."""
    if suffix:
        return delimiter != "" and suffix.startswith(delimiter)
    for index_after in range(index, len(parts)):
        part = parts[index_after]
        text = part.prefix or part.value
        if not delimiter or not text.startswith(delimiter):
            return False
        if part.modifier in _REQUIRED:
            return True
    return True


def certain_beginning(part: Part) -> str:
    """Return the fixed text that every match of the part begins with."""
    text = part.value if part.type == "fixed-text" else part.prefix
    return text if part.modifier in _REQUIRED else ""


def match_parts(parts: Sequence[Part], options: Options) -> Matcher:
    delimiter, backwards = options.delimiter_code_point, parts[::-1]

    def test(input: str) -> bool:
        places = Places(input, delimiter)
        viable = 1
        for part in backwards:  # This repeats `Places.viable`, because a list would be slower.
            viable = places.before(part, viable)
        return viable >> len(input) & 1 == 1

    def spans(input: str) -> Sequence[Bounds] | None:
        places = Places(input, delimiter)
        viable = places.viable(parts, 1)
        if not places.has(viable.pop(), 0):
            return None
        place = 0
        found: list[Bounds] = []
        for part in parts:
            if part.type == "fixed-text":
                place = places.after_text(part, place, viable.pop())
            else:
                place, span = places.take_group(part, place, viable.pop())
                found.append(span)
        return found

    return Matcher(test, spans)


class Places:
    """Sets of places in an input. Each set is an integer whose bit 0 is the place after the last
    character, so a shift to the left goes back in the input, and the carry of an addition goes
    towards the beginning."""

    __slots__ = ("_of", "all", "delimiter", "input")

    def __init__(self, input: str, delimiter: str) -> None:
        self.input = input
        self.delimiter = delimiter
        self.all = self.from_place_on(0)
        self._of: dict[str, int] = {}

    def has(self, places: int, place: int) -> bool:
        return places >> (len(self.input) - place) & 1 == 1

    def of(self, character: str) -> int:
        """Return the places directly before each occurrence of the character."""
        found = self._of.get(character)
        if found is None:
            digits = self.input.encode().translate(_is(character))
            found = self._of[character] = int(digits or b"0", 2) << 1
        return found

    def from_place_on(self, place: int) -> int:
        """Return this place and all places after it."""
        return (2 << (len(self.input) - place)) - 1

    def of_text(self, text: str) -> int:
        """Return the places directly before each occurrence of the text."""
        found = self.all
        for index, character in enumerate(text):
            found &= self.of(character) << index
            if not found:
                break
        return found

    def as_text(self, places: int) -> str:
        """Return "1" for each place in the set and "0" for each other place, from the beginning of
        the input."""
        return format(places, f"0{len(self.input) + 1}b")

    def before_text(self, text: str, viable: int) -> int:
        """Return the places from which the text leads to a viable place."""
        return viable << len(text) & self.of_text(text) if text else viable

    def before_texts(self, text: str, viable: int) -> int:
        """Return the places from which any number of repeats of the text, even none, lead to a
        viable place."""
        length, before = len(text), self.of_text(text)
        while before:
            more = viable | viable << length & before
            if more == viable:
                break
            viable = more
            before &= before << length
            length *= 2  # the number of repeats doubles
        return viable

    def before_segment(self, viable: int) -> int:
        """Return the places from which one or more characters of a segment lead to a viable
        place."""
        # The places before the characters of a segment are kept under the empty text.
        of_segment = self._of.get("")
        if of_segment is None:
            of_segment = self.all ^ 1
            if self.delimiter:
                of_segment ^= self.of(self.delimiter)
            self._of[""] = of_segment
        last = viable << 1 & of_segment
        # The addition starts at the last character before each viable place, and carries back
        # through the segment.
        return ((last + of_segment) ^ of_segment | last) & of_segment

    def before_segments(self, separator: str, ends: int) -> int:
        """Return the places from which one or more segments, with the separator between them, lead
        to an end."""
        input = self.input
        is_end = self.as_text(ends)
        is_separator = self.as_text(self.of_text(separator))
        # Whether a place leads to an end: as the start of a segment, which has one character or
        # more, and as a place inside a segment or at its end.
        starts = [0] * (len(input) + 1)
        inside = [0] * (len(input) + 1)
        for place in range(len(input), -1, -1):
            if place < len(input) and input[place] != self.delimiter and inside[place + 1]:
                starts[place] = inside[place] = 1
            if is_end[place] == "1" or (
                is_separator[place] == "1" and starts[place + len(separator)]
            ):
                inside[place] = 1
        return int("".join(map(str, starts)), 2)  # The inverse of `as_text`

    def before_group(self, part: Part, viable: int) -> int:
        """Return the places after the part's prefix from which its group and its suffix lead to a
        viable place."""
        ends = self.before_text(part.suffix, viable)
        if part.type == "full-wildcard":
            # One iteration matches everything that several iterations match.
            return self.all & -(ends & -ends)
        if part.modifier not in _NOT_REPEATED and (part.prefix or part.suffix):
            return self.before_segments(part.suffix + part.prefix, ends)
        return self.before_segment(ends)

    def before(self, part: Part, viable: int) -> int:
        """Return the places from which a part leads to a viable place."""
        kind, text, modifier, _, prefix, _ = part
        if kind != "fixed-text":
            used = self.before_group(part, viable)
            if prefix:
                used = self.before_text(prefix, used)
        elif modifier == "none":
            return self.before_text(text, viable)
        elif modifier == "optional":
            used = self.before_text(text, viable)
        else:
            used = self.before_text(text, self.before_texts(text, viable))
        return used if modifier in _REQUIRED else viable | used

    def viable(self, parts: Sequence[Part], ends: int) -> list[int]:
        """Return the viable places after the last part, which are the ends, before it, and so on up
        to the first."""
        found = [ends]
        for part in reversed(parts):
            found.append(self.before(part, found[-1]))
        return found

    def after_text(self, part: Part, place: int, viable: int) -> int:
        """Return the viable place to which the first choice of a fixed text leads from `place`."""
        is_viable, is_text = self.as_text(viable), self.as_text(self.of_text(part.value))
        found = None if part.modifier in _REQUIRED else place
        while is_text[place] == "1":
            place += len(part.value)
            if is_viable[place] == "1":
                found = place
            if part.modifier in _NOT_REPEATED:
                break
        assert found is not None
        return found

    def take_group(self, part: Part, place: int, viable: int) -> tuple[int, Bounds]:
        """Return the viable place to which the first choice of a wildcard leads from `place`, and
        the group's span."""
        if part.modifier not in _REQUIRED:
            used = self.before_text(part.prefix, self.before_group(part, viable))
            if not self.has(used, place):
                # Without a prefix and a suffix, the expression of repeats is
                # `((?:[^delimiter]+?)*)`, whose group is always used.
                is_bare = not (part.prefix or part.suffix)
                is_used = is_bare and part.modifier not in _NOT_REPEATED
                span = (place, place) if is_used else NOWHERE
                return place, span
        start = place + len(part.prefix)
        end = self.end_of_group(part, start, viable)
        place_after = end + len(part.suffix)
        # An optional group is not used if it would match the empty string.
        if place_after == place and part.modifier == "optional":
            return place, NOWHERE
        return place_after, (start, end)

    def end_of_group(self, part: Part, start: int, viable: int) -> int:
        """Return the end that a wildcard whose group begins at `start` chooses.

        A full wildcard chooses the last end, and a segment wildcard the first one. Repeats of a
        segment wildcard go on as long as they can.
        """
        is_end = self.as_text(self.before_text(part.suffix, viable))
        if part.type == "full-wildcard":
            return is_end.rindex("1")
        # A segment has at least one character.
        if part.modifier in _NOT_REPEATED:
            return is_end.index("1", start + 1)
        if part.prefix or part.suffix:
            return self.end_of_segments(part, start, viable, is_end)
        # With nothing between them, the repeats are one segment.
        segment_end = self.input.find(self.delimiter, start) if self.delimiter else -1
        if segment_end < 0:
            return is_end.rindex("1", start + 1)
        return is_end.rindex("1", start + 1, segment_end + 1)

    def end_of_segments(self, part: Part, start: int, viable: int, is_end: str) -> int:
        """Return the end of a repeated group that begins at `start`. Each segment is as short as it
        can be, and another one follows wherever one can. `is_end` has a "1" for each place at which
        the group may end."""
        # The suffix of a segment and the prefix of the next one stand between the two.
        separator = part.suffix + part.prefix
        is_separator = self.as_text(self.of_text(separator))
        is_next_segment = self.as_text(self.before_group(part, viable))
        end = start + 1  # A segment has at least one character.
        while True:
            after_separator = end + len(separator)
            if is_separator[end] == "1" and is_next_segment[after_separator] == "1":
                end = after_separator + 1
            elif is_end[end] == "1":
                return end
            else:
                end += 1


@lru_cache(maxsize=256)
def _is(character: str) -> bytes:
    """Return a table for `bytes.translate`: "1" for `character`, which is ASCII, and "0" for every
    other character."""
    table = bytearray(b"0" * 256)
    table[ord(character)] = ord("1")
    return bytes(table)
