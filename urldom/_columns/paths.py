"""`segments` and `display` for columns of URLs."""

from __future__ import annotations

from typing import Any

from urldom._columns.arrays import pa, pc
from urldom._columns.cutting import Bases, Reading, completed, decoded, of_urls, split
from urldom._columns.usual import UsualRows
from urldom._text.percent_encoding import percent_decoded


@of_urls(pa.list_)
def segments(strings: Any, bases: Bases, reading: Reading) -> Any:
    """Return the segments of each path, decoded (RFC 3986 3.3)."""
    rows = UsualRows(strings, bases, reading.engine, ["pathname"])
    lists = split(pc.if_else(rows.mask, rows.attribute("pathname"), None), "/", unless="/")
    starts = pc.if_else(rows.mask, lists.offsets[:-1], None)
    texts = decoded(lists.values, "%", percent_decoded, decodes_lines=True)
    array = pa.ListArray.from_arrays(pa.concat_arrays([starts, lists.offsets[-1:]]), texts)
    return completed(array, strings, bases, rows.mask, reading, lambda view: view.segments[:])


@of_urls()
def display(strings: Any, bases: Bases, reading: Reading) -> Any:
    """Return each URL as text for people, after resolving it against `base` (URL Standard 4.8)."""
    rows = UsualRows(strings, bases, reading.engine)
    # The text of a usual URL is the URL itself, unless it has an escape, or what may be a password.
    rows.leave_out(pc.match_substring_regex(rows.urls, "[%@]"))
    return completed(rows.href(), strings, bases, rows.mask, reading, lambda view: view.display())
