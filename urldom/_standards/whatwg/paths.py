"""The path of a URL that does not have an opaque path, as the path state builds it (URL Standard 4.1 and 4.4)."""

from __future__ import annotations

import re
from typing import Final

_DOTS: Final = (".", "%2e", "%2E")
#: The single-dot and double-dot URL path segments, with the number of dots in each segment.
DOT_SEGMENTS: Final = dict.fromkeys(_DOTS, 1) | {first + second: 2 for first in _DOTS for second in _DOTS}
WINDOWS_DRIVE_LETTER = re.compile("[A-Za-z][:|]")
NORMALIZED_WINDOWS_DRIVE_LETTER = re.compile("/[A-Za-z]:")


def has_escaped_dot(path: str) -> bool:
    """Return `True` if a path contains an escaped dot, so that it may contain an escaped dot segment."""
    return "%2e" in path or "%2E" in path


def normalize_segments(path: str, *, is_file: bool = False) -> str:
    """Run steps 1.2 to 1.4 of the path state for all segments of a path. A `/` precedes each segment."""
    output: list[str] = []
    dots = None
    for segment in path.split("/")[1:]:
        dots = DOT_SEGMENTS.get(segment)
        if dots is None:
            if is_file and not output and WINDOWS_DRIVE_LETTER.fullmatch(segment):
                segment = f"{segment[0]}:"
            output.append(segment)
        elif dots == 2 and output and not (is_file and _is_drive_letter(output)):
            output.pop()  # URL Standard 4.2, shorten a URL's path
    if dots is not None:
        output.append("")  # After a dot segment at the end, the path ends in a slash.
    return f"/{'/'.join(output)}" if output else ""


def _is_drive_letter(path: list[str]) -> bool:
    return len(path) == 1 and NORMALIZED_WINDOWS_DRIVE_LETTER.fullmatch(f"/{path[0]}") is not None
