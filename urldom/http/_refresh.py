"""The syntax of a refresh, in a `meta` element or a header (HTML Standard, "shared declarative
refresh steps")."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

_SPACES: Final = " \t\n\f\r"
_TIME = re.compile(r"[ \t\n\f\r]*(?:(?P<seconds>[0-9]+)|(?=\.))[0-9.]*")
_AFTER_TIME = re.compile(r"[ \t\n\f\r]*[;,]?[ \t\n\f\r]*")
_URL_EQUALS = re.compile(r"[Uu][Rr][Ll][ \t\n\f\r]*=[ \t\n\f\r]*")
#: The form of a URL without the word "url"
BARE: Final = "bare"


class RefreshParts(NamedTuple):
    """The parts of a refresh: the digits of its time, or `""`, and the place of the URL as written,
    with spaces. Without a URL, `start` is `None`. `form` is the quotation mark before the URL, or
    `BARE` without `url=`, or `""`."""

    seconds: str
    start: int | None
    end: int
    form: str


def cut_refresh(value: str) -> RefreshParts | None:
    """Cut the value of a refresh. Returns `None` if the value does not begin with a time."""
    # Steps 3 to 8
    time = _TIME.match(value)
    end = len(value)
    if time is None or (time.end() < end and value[time.end()] not in ";," + _SPACES):
        return None
    seconds = time["seconds"] or ""
    # Step 10
    start = _AFTER_TIME.match(value, time.end()).end()  # type: ignore[union-attr]
    if start == end:  # no URL
        return RefreshParts(seconds, None, end, "")
    # Step 11
    form = BARE
    url_equals = _URL_EQUALS.match(value, start)
    if url_equals is not None:
        form = ""
        start = url_equals.end()
    # *Skip quotes*. The Standard omits this step if the text after the time begins with "u", but
    # not with "url=". Such a text does not begin with a quotation mark, so the step changes
    # nothing.
    quote = value[start : start + 1]
    if quote in ("'", '"'):
        form = quote
        start += len(quote)
        closing = value.find(quote, start)
        if closing != -1:
            end = closing
    return RefreshParts(seconds, start, end, form)
