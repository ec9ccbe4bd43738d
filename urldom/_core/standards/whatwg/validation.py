"""URL Standard 1.1, Writing: the validation errors, and the failure that ends the parser.

4.3: invalid URL units.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple, NoReturn

from urldom._core.errors import Failure
from urldom._core.standards.whatwg.error_types import DESCRIPTIONS
from urldom._core.text.percent_encoding import BARE_PERCENT
from urldom._core.values.late import late
from urldom._core.values.telling import Say, Told

if TYPE_CHECKING:
    from urldom._core.standards.whatwg.validation_error import ValidationError

_NONCHARACTERS = "\ufdd0-\ufdef" + "".join(
    chr(plane << 16 | last) for plane in range(17) for last in (0xFFFE, 0xFFFF)
)
#: The names of the errors about one number of an IP address: a part of IPv4 or a piece of IPv6.
_ABOUT_AN_ADDRESS_PART: Final = frozenset(
    ["IPv4-non-decimal-part", "IPv4-non-numeric-part", "IPv6-piece-leading-zero"]
)
_ADDRESS_PART: Final = re.compile(r"[^.:\[\]]+")


@cache
def invalid_url_unit() -> re.Pattern[str]:
    """Return an expression for an invalid URL unit.

    It is a code point that is not a URL code point, or a % that does not begin a percent-encoded
    byte. Most programs do not need the expression, so it is not compiled at import.
    """
    return re.compile(
        r"[^0-9A-Za-z!$&'()*+,\-./:;=?@_~%\xa0-\U0010ffff]"
        rf"|[\ud800-\udfff{_NONCHARACTERS}]"
        r"|%(?![0-9A-Fa-f]{2})"
    )


error_class: Callable[[], type[ValidationError]] = late(
    "urldom._core.standards.whatwg.validation_error", "ValidationError"
)


def tell(say: Say | None, step: str, looked_at: str | None = None, **made: str | None) -> None:
    """Report a step, with the text that it reads or the values that it makes."""
    if say is not None:
        say(Told(step, looked_at, made))


def record(say: Say | None, name: str, found: str = "") -> None:
    """Report a validation error after which the parser continues."""
    if say is not None:
        say(error_class()(name, found))


def fail(say: Say | None, name: str, found: str = "", reason: str | None = None) -> NoReturn:
    """Report a validation error, and raise `Failure`.

    By default, `reason` is the description of the error.
    """
    if say is not None:
        say(error_class()(name, found, failure=True))
    raise Failure(DESCRIPTIONS[name] if reason is None else reason)


class Places(NamedTuple):
    """The offsets in the input of each position of the parser."""

    #: Where each code point begins, and where the last one ends.
    begins: Sequence[int]
    #: Where each code point ends. Removed tabs and newlines can follow before the next one begins.
    ends: Sequence[int]

    @classmethod
    def unchanged(cls, start: int, length: int) -> Places:
        """Return the places in an input of which no code point before the last was removed."""
        return cls(range(start, start + length + 1), range(start + 1, start + length + 1))


def offsets(text: str, cleaned: str, start: int) -> Places:
    """Return the places in `text` of each character of `cleaned`.

    `cleaned` is `text` from `start` on, without tabs and newlines, and with its lone surrogates
    replaced.
    """
    if len(text) - start == len(cleaned) or text.startswith(cleaned, start):
        return Places.unchanged(start, len(cleaned))
    begins: list[int] = []
    ends: list[int] = []
    for character in cleaned:
        while text[start] in "\t\n\r":
            start += 1
        begins.append(start)
        is_surrogate_pair = character > "\uffff" and text[start] <= "\uffff"
        start += 2 if is_surrogate_pair else 1
        ends.append(start)
    return Places([*begins, start], ends)


def span_of(places: Places, start: int, end: int) -> tuple[int, int]:
    """Return the span in the input of the positions from `start` to `end`.

    The span ends after its last code point, and does not include removed tabs and newlines after
    it.
    """
    if start == end:
        return places.begins[start], places.begins[start]
    return places.begins[start], places.ends[end - 1]


def placed(
    said: Iterable[object], text: str, start: int, end: int, places: Places
) -> Iterator[object]:
    """Yield the reports of a state that has read `text` from `start` to `end`.

    The errors have their places in the input.
    """
    finder = _Finder(text, start, end)
    for one in said:
        if isinstance(one, error_class()):
            begin, after = span_of(places, *finder.positions(one))
            yield error_class()(one.name, one.found, failure=one.failure, start=begin, end=after)
        else:
            yield one


class _Finder:
    """The places of the errors that a state has reported, in the text from `start` to `end`.

    The parser reports the code points of an error, and not their position, which would take time
    for each URL without errors. So an error is looked for after the error before it.
    """

    __slots__ = ("end", "found", "found_at", "position", "start", "text")

    def __init__(self, text: str, start: int, end: int) -> None:
        self.text: str = text
        self.start: int = start
        self.end: int = end
        #: The code points of the last error, and their positions.
        self.found: str = ""
        self.found_at: tuple[int, int] = (start, end)
        #: The position from which the next error is looked for.
        self.position: int = start

    def positions(self, error: ValidationError) -> tuple[int, int]:
        """Return the positions of an error, or of the whole text if its code points are not there.

        A host, for example, can be decoded before an error is found in it.
        """
        # The parser can report several errors about one text: an IPv4 address, or the credentials
        # for each @ in them. The text is then the same object, and has one place. Each single
        # character has a place of its own, although Python has one object for all equal ones.
        is_same_text = error.found is self.found and len(self.found) > 1
        if not is_same_text:
            self.found = error.found
            self.found_at = self._find(error)
        return self.found_at

    def _find(self, error: ValidationError) -> tuple[int, int]:
        """Look for an error's code points after the last error, and then in the whole text."""
        if error.found == "":
            return self.start, self.end
        begin = _search(error, self.text, self.position, self.end)
        if begin < 0:
            begin = _search(error, self.text, self.start, self.end)
        if begin < 0:
            return self.start, self.end
        after = begin + len(error.found)
        if after < self.end:
            self.position = after
        return begin, after


def _search(error: ValidationError, text: str, start: int, end: int) -> int:
    """Return the position of an error's code points, or -1.

    Skips places at which the same code points are valid: the number `0` inside of the number `10`,
    and the `%` of an escape.
    """
    if error.name in _ABOUT_AN_ADDRESS_PART:
        for part in _ADDRESS_PART.finditer(text, start, end):
            if part[0] == error.found:
                return part.start()
        return -1
    if error.found == "%" and error.name == "invalid-URL-unit":
        bare = BARE_PERCENT.search(text, start, end)
        return -1 if bare is None else bare.start()
    return text.find(error.found, start, end)
