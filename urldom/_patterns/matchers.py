"""URL Pattern Standard 2.2 without regular expressions: match a part list in linear time.

The Standard generates a regular expression from the parts. A backtracking engine can take exponential time for it. Each
matcher here returns the same groups as a backtracking engine, which returns the first match that it finds.

- `Wildcards` matches full wildcards between fixed texts. It searches for each text once.
- `Segments` uses `re` for parts that leave almost no choice between several ways to match: see `_segments`.
- `Parts` matches all other part lists. First it goes from the last part to the first, and finds the *viable* places:
  the places from which the remaining parts match up to the end. Then it goes from the first part to the last. Each part
  uses the first choice of a backtracking engine that leads to a viable place, so no choice is ever undone. The time is
  at most proportional to the size of the pattern times the size of the input.

Inputs are components of a parsed URL: ASCII without line breaks.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from functools import lru_cache
from operator import methodcaller
from typing import Final, Protocol

from urldom._patterns.parts import Options, Part

#: The offsets of the start and the end of a group, or `NOWHERE` if the match does not use the group.
Span = tuple[int, int]
NOWHERE: Final = (-1, -1)


class Matcher(Protocol):
    @property
    def test(self) -> Callable[[str], object]:
        """A function that tests whether the whole input matches. It returns a true or a false value."""
        ...

    def spans(self, input: str) -> Sequence[Span] | None:
        """Return the spans of the groups, or `None` if the input does not match."""
        ...


def make_matcher(part_list: Sequence[Part], options: Options) -> Matcher:
    """Return the matcher for parts without regular expressions."""
    parts = [part for part in part_list if part.type != "fixed-text" or part.value]
    if options.ignore_case:
        return IgnoringCase(make_matcher(list(map(lowered, parts)), options._replace(ignore_case=False)))
    return _wildcards(parts) or _segments(parts, options) or Parts(parts, options)


def lowered(part: Part) -> Part:
    """Return a part without a regular expression, in lower case."""
    return part._replace(value=part.value.lower(), prefix=part.prefix.lower(), suffix=part.suffix.lower())


class IgnoringCase:
    """A matcher that ignores case, around a matcher for lower-case input."""

    def __init__(self, matcher: Matcher) -> None:
        self.matcher = matcher

    def test(self, input: str) -> object:
        return self.matcher.test(input.lower())

    def spans(self, input: str) -> Sequence[Span] | None:
        return self.matcher.spans(input.lower())


class Anything:
    """The pattern "*"."""

    def test(self, input: str) -> object:
        return True

    def spans(self, input: str) -> Sequence[Span] | None:
        return ((0, len(input)),)


class Text:
    """Fixed text."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.test: Callable[[str], object] = text.__eq__

    def spans(self, input: str) -> Sequence[Span] | None:
        return () if input == self.text else None


class Wildcards:
    """Full wildcards between fixed texts. The first wildcard matches as much as it can, then the second one, and so on.
    So the search goes from the last text to the first, and finds the last occurrence of each."""

    def __init__(self, texts: Sequence[str]) -> None:
        self.start, *between, self.end = texts
        #: The texts between two wildcards, from the last one to the first.
        self.between = between[::-1]
        self.test: Callable[[str], object] = self._test
        if not between and not self.end:
            self.test = methodcaller("startswith", self.start)
        elif not between and not self.start:
            self.test = methodcaller("endswith", self.end)

    def _test(self, input: str) -> bool:
        first, place = len(self.start), len(input) - len(self.end)
        if place < first or not (input.startswith(self.start) and input.endswith(self.end)):
            return False
        for text in self.between:
            place = input.rfind(text, first, place)
            if place < 0:
                return False
        return True

    def spans(self, input: str) -> Sequence[Span] | None:
        if not self._test(input):
            return None
        first, end = len(self.start), len(input) - len(self.end)
        found: list[Span] = []
        for text in self.between:
            place = input.rfind(text, first, end)
            found.append((place + len(text), end))
            end = place
        return [(first, end), *reversed(found)]


class OptionalWildcard(Wildcards):
    """An optional full wildcard between two texts. `without` is the text that matches if its group is not used."""

    def __init__(self, texts: Sequence[str], without: str) -> None:
        super().__init__(texts)
        self.without = without
        self.test = lambda input: input == without or self._test(input)

    def spans(self, input: str) -> Sequence[Span] | None:
        # An optional group is not used if it would match the empty string.
        return (NOWHERE,) if input == self.without else super().spans(input)


def _wildcards(parts: Sequence[Part]) -> Matcher | None:
    """Return the matcher for fixed text and full wildcards, or `None` for other parts, if a part is repeated, or if one
    of several wildcards is optional."""
    texts = [""]
    for part in parts:
        if part.type == "fixed-text" and part.modifier == "none":
            texts[-1] += part.value
        elif part.type == "full-wildcard" and part.modifier in ("none", "optional"):
            texts[-1] += part.prefix
            texts.append(part.suffix)
        else:
            return None
    if len(texts) == 1:
        return Text(texts[0])
    if all(part.modifier == "none" for part in parts):
        return Anything() if texts == ["", ""] else Wildcards(texts)
    return OptionalWildcard(texts, "".join(part.value for part in parts)) if len(texts) == 2 else None


class Segments:
    def __init__(self, expression: str) -> None:
        self._match = re.compile(expression, re.DOTALL).fullmatch
        self.test: Callable[[str], object] = self._match

    def spans(self, input: str) -> Sequence[Span] | None:
        match = self._match(input)
        return None if match is None else match.regs[1:]


def _segments(parts: Sequence[Part], options: Options) -> Matcher | None:
    """Return the matcher for parts whose regular expression `re` can match in linear time, or `None`.

    The delimiter or the end of the input must follow a segment wildcard, so the wildcard can have only one length. The
    same is true for a repeated segment wildcard at the end, if the delimiter separates its segments. Three choices
    remain:

    - One part can be optional. So `re` makes at most two attempts: with this part and without it.
    - The last part can be a full wildcard. Nothing after it can fail.
    - One wildcard can end anywhere: a full wildcard, or a segment wildcard without a delimiter. No part after it is
      repeated. If the component has a delimiter, the text directly after the wildcard contains the delimiter. So `re`
      reaches a segment wildcard at most once for each delimiter in the input. Each try reads at most one segment for
      each part. So the number of tries that read the same segment is at most the number of parts.
    """
    delimiter = options.delimiter_code_point
    expression: list[str] = []
    optional = 0
    is_after_wildcard = False
    for index, part in enumerate(parts, 1):
        optional += part.modifier == "optional"
        if optional > 1:
            return None
        is_last = index == len(parts)
        if part.type == "fixed-text":
            if part.modifier not in ("none", "optional"):
                return None
            text = re.escape(part.value)
            expression.append(f"(?:{text})?" if part.modifier == "optional" else text)
            continue
        prefix, suffix = re.escape(part.prefix), re.escape(part.suffix)
        if part.type == "full-wildcard":
            if part.modifier != "none":
                return None
            if not is_last or part.suffix:
                if is_after_wildcard or delimiter not in (part.suffix or _certain_beginning(parts[index])):
                    return None
                is_after_wildcard = True
            expression.append(f"{prefix}(.*){suffix}")
            continue
        segment = f"[^{re.escape(delimiter)}]+" if delimiter else ".+"
        if not _ends_at(delimiter, part.suffix, parts, index):
            if delimiter or is_after_wildcard:
                return None
            segment, is_after_wildcard = ".+?", True
        if part.modifier == "none":
            expression.append(f"{prefix}({segment}){suffix}")
        elif part.modifier == "optional":
            expression.append(f"(?:{prefix}({segment}){suffix})?")
        elif not delimiter or part.prefix != delimiter or part.suffix or not is_last or is_after_wildcard:
            return None
        else:
            repeated = f"{prefix}({segment}(?:{prefix}{segment})*)"
            expression.append(f"(?:{repeated})?" if part.modifier == "zero-or-more" else repeated)
    return Segments("".join(expression))


def _ends_at(delimiter: str, suffix: str, parts: Sequence[Part], index: int) -> bool:
    """Return whether a segment wildcard with this suffix is always followed by the delimiter or the end of the input.
    The parts after the wildcard begin at `index`."""
    if suffix:
        return delimiter != "" and suffix[0] == delimiter
    for part in map(parts.__getitem__, range(index, len(parts))):
        if not delimiter or _beginning(part)[:1] != delimiter:
            return False
        if part.modifier in ("none", "one-or-more"):
            return True
    return True


def _beginning(part: Part) -> str:
    """Return the fixed text that a part begins with."""
    return part.value if part.type == "fixed-text" else part.prefix


def _certain_beginning(part: Part) -> str:
    """Return the fixed text that every match of the part begins with."""
    return _beginning(part) if part.modifier in ("none", "one-or-more") else ""


class Parts:
    """A matcher for any parts."""

    def __init__(self, parts: Sequence[Part], options: Options) -> None:
        self.steps = [_make_step(part, options.delimiter_code_point) for part in parts]

    def test(self, input: str) -> bool:
        places = Places(input)
        viable = 1
        for step in reversed(self.steps):
            viable = step.before(places, viable)
        return places.has(viable, 0)

    def spans(self, input: str) -> Sequence[Span] | None:
        places = Places(input)
        viable = [1]
        for step in reversed(self.steps):
            viable.append(step.before(places, viable[-1]))
        if not places.has(viable.pop(), 0):
            return None
        place = 0
        found: list[Span] = []
        for step in self.steps:
            place, span = step.take(places, place, viable.pop())
            if step.is_group:
                found.append(span)
        return found


class Places:
    """Sets of places in an input. Each set is an integer whose bit 0 is the place after the last character. So a shift
    to the left goes back in the input, and the carry of an addition goes towards the beginning."""

    def __init__(self, input: str) -> None:
        self.input = input
        self.all = (2 << len(input)) - 1
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

    def of_text(self, text: str) -> int:
        """Return the places directly before each occurrence of the text."""
        found = self.all
        for index, character in enumerate(text):
            found &= self.of(character) << index
            if not found:
                break
        return found

    def as_text(self, places: int) -> str:
        """Return "1" for each place in the set and "0" for each other place, from the beginning of the input."""
        return format(places, f"0{len(self.input) + 1}b")

    def before_text(self, text: str, viable: int) -> int:
        """Return the places from which the text leads to a viable place."""
        return viable << len(text) & self.of_text(text) if text else viable

    def before_texts(self, text: str, viable: int) -> int:
        """Return the places from which any number of repeats of the text, even none, lead to a viable place."""
        length, before = len(text), self.of_text(text)
        while before:
            more = viable | viable << length & before
            if more == viable:
                break
            viable = more
            before &= before << length
            length *= 2  # the number of repeats doubles
        return viable

    def before_segment(self, delimiter: str, viable: int) -> int:
        """Return the places from which one or more characters of a segment lead to a viable place."""
        of_segment = self.all ^ 1 ^ (self.of(delimiter) if delimiter else 0)
        last = viable << 1 & of_segment
        # The addition starts at the last character before each viable place, and carries back through the segment.
        return ((last + of_segment) ^ of_segment | last) & of_segment

    def before_anything(self, viable: int) -> int:
        """Return the places from which any text, even the empty text, leads to a viable place."""
        return self.all & -(viable & -viable)


@lru_cache(maxsize=256)
def _is(character: str) -> bytes:
    """Return a table for `bytes.translate`: "1" for `character`, which is ASCII, and "0" for every other character."""
    return bytes(b"1"[0] if index == ord(character) else b"0"[0] for index in range(256))


class Step(ABC):
    """A matcher for one part."""

    is_group = True

    def __init__(self, part: Part, delimiter: str) -> None:
        self.text = part.value
        self.prefix = part.prefix
        self.suffix = part.suffix
        self.delimiter = delimiter
        self.is_required = part.modifier in ("none", "one-or-more")
        self.is_repeated = part.modifier in ("zero-or-more", "one-or-more")

    def before(self, places: Places, viable: int) -> int:
        """Return the places from which the part leads to one of the viable places."""
        used = self.before_used(places, viable)
        return used if self.is_required else viable | used

    @abstractmethod
    def before_used(self, places: Places, viable: int) -> int:
        """Return the places from which the part leads to a viable place, if the match uses the part."""

    @abstractmethod
    def take(self, places: Places, place: int, viable: int) -> tuple[int, Span]:
        """Return the first choice of the part at `place`, one of the places that `before` returns: the viable place
        after the part, and the group's span."""


def _make_step(part: Part, delimiter: str) -> Step:
    if part.type == "fixed-text":
        return FixedText(part, delimiter)
    if part.type == "full-wildcard":
        return FullWildcard(part, delimiter)
    if part.modifier not in ("zero-or-more", "one-or-more"):
        return SegmentWildcard(part, delimiter)
    return SeparatedSegments(part, delimiter) if part.prefix or part.suffix else RepeatedSegment(part, delimiter)


class FixedText(Step):
    """Fixed text with or without a modifier: `text`, `(?:text)?`, `(?:text)*` or `(?:text)+`."""

    is_group = False

    def before_used(self, places: Places, viable: int) -> int:
        after = places.before_texts(self.text, viable) if self.is_repeated else viable
        return places.before_text(self.text, after)

    def take(self, places: Places, place: int, viable: int) -> tuple[int, Span]:
        is_viable, is_text = places.as_text(viable), places.as_text(places.of_text(self.text))
        found = None if self.is_required else place
        while is_text[place] == "1":
            place += len(self.text)
            if is_viable[place] == "1":
                found = place
            if not self.is_repeated:
                break
        assert found is not None
        return found, NOWHERE


class FullWildcard(Step):
    """A full wildcard: `(?:prefix(.*)suffix)`, with or without a modifier. One iteration of it matches everything that
    several iterations match."""

    def before_used(self, places: Places, viable: int) -> int:
        ends = places.before_text(self.suffix, viable)
        return places.before_text(self.prefix, places.before_anything(ends))

    def take(self, places: Places, place: int, viable: int) -> tuple[int, Span]:
        ends = places.before_text(self.suffix, viable)
        start, end = place + len(self.prefix), places.as_text(ends).rfind("1")
        # The expression for a repeated wildcard without prefix and suffix is `((?:.*)*)`, whose group is always used.
        is_always_used = self.is_required or (self.is_repeated and not self.prefix and not self.suffix)
        if not is_always_used and (
            end < start
            or not places.input.startswith(self.prefix, place)
            # An optional group is not used if it would match the empty string.
            or end + len(self.suffix) == place
        ):
            return place, NOWHERE
        return end + len(self.suffix), (start, end)


class SegmentWildcard(Step):
    """A segment wildcard that is not repeated: `(?:prefix([^delimiter]+?)suffix)`, or the same with "?" at the end."""

    def before_used(self, places: Places, viable: int) -> int:
        ends = places.before_text(self.suffix, viable)
        return places.before_text(self.prefix, places.before_segment(self.delimiter, ends))

    def take(self, places: Places, place: int, viable: int) -> tuple[int, Span]:
        if not places.has(self.before_used(places, viable), place):
            return place, NOWHERE
        start = place + len(self.prefix)
        end = places.as_text(places.before_text(self.suffix, viable)).index("1", start + 1)
        return end + len(self.suffix), (start, end)


class RepeatedSegment(Step):
    """A repeated segment wildcard without a prefix and suffix: `((?:[^delimiter]+?)+)`, or `((?:[^delimiter]+?)*)`."""

    def before_used(self, places: Places, viable: int) -> int:
        return places.before_segment(self.delimiter, viable)

    def take(self, places: Places, place: int, viable: int) -> tuple[int, Span]:
        last = places.input.find(self.delimiter, place) if self.delimiter else -1
        last = len(places.input) if last < 0 else last
        end = places.as_text(viable).rindex("1", place + self.is_required, last + 1)
        return end, (place, end)


class SeparatedSegments(Step):
    """A repeated segment wildcard with a prefix or suffix, and with or without "?" at the end:
    `(?:prefix((?:[^delimiter]+?)(?:suffix prefix(?:[^delimiter]+?))*)suffix)`."""

    def before_used(self, places: Places, viable: int) -> int:
        starts, _ = self._starts(places, viable)
        return places.before_text(self.prefix, int("".join(map(str, starts)), 2))

    def _starts(self, places: Places, viable: int) -> tuple[list[int], str]:
        """Return the places where a segment can begin, and the places where the last segment can end, as flags."""
        input, separator = places.input, self.suffix + self.prefix
        is_end = places.as_text(places.before_text(self.suffix, viable))
        is_separator = places.as_text(places.of_text(separator))
        #: Whether a place inside a segment, or at its end, leads to a viable place.
        inside = [0] * (len(input) + 1)
        starts = [0] * (len(input) + 1)
        for place in range(len(input), -1, -1):
            if place < len(input) and input[place] != self.delimiter and inside[place + 1]:
                starts[place] = inside[place] = 1
            if is_end[place] == "1" or (is_separator[place] == "1" and starts[place + len(separator)]):
                inside[place] = 1
        return starts, is_end

    def take(self, places: Places, place: int, viable: int) -> tuple[int, Span]:
        starts, is_end = self._starts(places, viable)
        start = place + len(self.prefix)
        if not (places.input.startswith(self.prefix, place) and starts[start]):
            return place, NOWHERE
        separator = self.suffix + self.prefix
        is_separator = places.as_text(places.of_text(separator))
        end = start + 1
        while True:
            if is_separator[end] == "1" and starts[end + len(separator)]:
                end += len(separator)
            elif is_end[end] == "1":
                return end + len(self.suffix), (start, end)
            end += 1
