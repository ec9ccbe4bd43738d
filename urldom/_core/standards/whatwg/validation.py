"""URL Standard 1.1, Writing: the validation errors, and the failure that ends the parser.

4.3: invalid URL units.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING, Final, NoReturn

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
#: The names of the errors about one part or piece of an IP address, and an expression that matches
#: a part or piece.
_ABOUT_A_PART: Final = frozenset(
    ["IPv4-non-decimal-part", "IPv4-non-numeric-part", "IPv6-piece-leading-zero"]
)
_PART: Final = re.compile(r"[^.:\[\]]+")


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


def offsets(text: str, cleaned: str, start: int) -> Sequence[int]:
    """Return the offset in `text` for each character of `cleaned` and for its end.

    `cleaned` is `text` from `start` on, without tabs and newlines, and with its lone surrogates
    replaced.
    """
    if len(text) - start == len(cleaned) or text.startswith(cleaned, start):
        return range(start, start + len(cleaned) + 1)
    found: list[int] = []
    for character in cleaned:
        while text[start] in "\t\n\r":
            start += 1
        found.append(start)
        start += 2 if character > "\uffff" >= text[start] else 1
    return [*found, start]


def _find(error: ValidationError, text: str, start: int, end: int) -> int:
    """Return the offset of an error's code points, or -1.

    Skips places at which the same code points are valid.
    """
    if error.name in _ABOUT_A_PART:
        return next(
            (part.start() for part in _PART.finditer(text, start, end) if part[0] == error.found),
            -1,
        )
    if error.found == "%" and error.name == "invalid-URL-unit":
        bare = BARE_PERCENT.search(text, start, end)
        return bare.start() if bare else -1
    return text.find(error.found, start, end)


def placed(
    said: Iterable[object], text: str, start: int, end: int, places: Sequence[int]
) -> Iterator[object]:
    """Yield the reports of a state that has read `text` from `start` to `end`.

    The errors have their places. `places` maps positions to offsets in the input.
    """
    position = start
    found, here, after = "", start, end
    for one in said:
        if not isinstance(one, error_class()):
            yield one
            continue
        if (
            one.found is not found or len(found) < 2
        ):  # The parser repeats one error for each @ in the credentials.
            found = one.found
            here = _find(one, text, position, end) if found else -1
            if here < 0 and found:
                here = _find(one, text, start, end)
            here, after = (here, here + len(found)) if here >= 0 else (start, end)
            position = after if after < end else position
        # The range ends after its last code point, and does not include removed tabs and newlines
        # after it.
        last = places[after - 1] + 1 if after > here else places[after]
        yield error_class()(one.name, one.found, failure=one.failure, start=places[here], end=last)
