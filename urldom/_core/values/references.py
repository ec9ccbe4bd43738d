"""The resolution of paths: RFC 3986 section 5.2, RFC 2396 section 5.2, RFC 1808 section 4."""

from __future__ import annotations

import re
from typing import Final

from urldom._core.text.grammar import DIGIT
from urldom._core.values.telling import Say, Told, silent

#: A path with a dot segment after its first segment contains this substring.
DOT_SEGMENT: Final = "/."

# RFC 3986 section 5.2.4, steps A and D. These steps apply only before the first segment is moved to
# the output.
_leading_dots = re.compile(r"(?:\.\.?/)*(?:\.\.?\Z)?").match


def remove_dot_segments(path: str, say: Say = silent) -> str:
    """Return the path without its dot segments (RFC 3986 section 5.2.4)."""
    if DOT_SEGMENT not in path and not path.startswith("."):
        return path
    if say is not silent:
        return read_dot_segments(path, say)
    if path[0] == ".":  # steps A and D
        leading = _leading_dots(path)
        assert leading is not None
        path = path[leading.end() :]
    first, *segments = path.split("/")
    output = [first] if first else []
    for segment in segments:
        if segment == "..":  # step C
            if output:
                output.pop()
        elif segment != ".":  # Step B removes ".". Step E moves any other segment.
            output.append(f"/{segment}")
    if segments and segments[-1] in (".", ".."):
        output.append("/")
    return "".join(output)


#: The maximum number of applied rules that are reported.
_ROWS: Final = 20


def read_dot_segments(path: str, say: Say) -> str:
    """Return the path without its dot segments, and report the states of the two buffers (RFC 3986
    section 5.2.4)."""
    # The input buffer is the part of `path` from `start`, so the time is linear.
    start = 0
    output: list[str] = []
    row = 0
    while start < len(path):
        looked_at = _clipped(path, start) if row < _ROWS else ""
        rule, path, start = _apply_rule(path, start, output)
        if row < _ROWS:
            made = {
                "output buffer": _clipped("".join(output)),
                "input buffer": _clipped(path, start),
            }
            say(Told(f"RFC 3986 5.2.4 step 2{rule}", looked_at, made))
        row += 1
    result = "".join(output)
    if row > _ROWS:
        say(Told("RFC 3986 5.2.4", made={"path": result}))
    return result


def _apply_rule(path: str, start: int, output: list[str]) -> tuple[str, str, int]:
    """Apply the first rule of step 2 that matches the input buffer, the part of `path` from
    `start`. Change `output`, and return the letter of the rule and the new input buffer."""
    begins = path.startswith
    at_most_four = path[start : start + 4]
    if begins(("../", "./"), start):
        return "A", path, path.index("/", start) + 1
    if begins("/./", start):
        return "B", path, start + len("/.")
    if at_most_four == "/.":  # the complete buffer
        return "B", "/", 0
    if begins("/../", start):
        output[-1:] = []
        return "C", path, start + len("/..")
    if at_most_four == "/..":
        output[-1:] = []
        return "C", "/", 0
    if at_most_four in (".", ".."):
        return "D", "", 0
    end = path.find("/", start + 1)
    if end < 0:
        end = len(path)
    output.append(path[start:end])
    return "E", path, end


def _clipped(text: str, start: int = 0) -> str:
    """Return at most 200 characters of the text from the index `start`, without its middle if it is
    longer."""
    if len(text) - start <= 200:
        return text[start:]
    return f"{text[start : start + 120]}…{text[-79:]}"


def remove_complete_segments(path: str) -> str:
    """Return the path without its `.` and `..` segments (RFC 2396 section 5.2 step 6, RFC 1808
    section 4 step 6). A `..` with no segment before it stays."""
    if "." not in path:
        return path
    root = "/" if path.startswith("/") else ""
    output: list[str] = []
    ended = False  # whether the last segment was removed, so that the slash before it stays
    for segment in path[len(root) :].split("/"):
        if segment == ".." and output and output[-1] != "..":
            output.pop()
            ended = True
        elif segment == ".":
            ended = True
        else:
            output.append(segment)
            ended = False
    if ended:
        output.append("")
    return root + "/".join(output)


def merge(base_has_authority: bool, base_path: str, path: str, say: Say = silent) -> str:
    """Append a relative path to the base's path without its last segment (RFC 3986 section
    5.2.3)."""
    if base_has_authority and not base_path:
        directory = "/"
    else:
        directory = base_path[: base_path.rfind("/") + 1]
    if say is not silent:  # A call takes as long as the rest of this function.
        say("RFC 3986 5.2.3", path, {"path": directory + path})
    return directory + path


def relative_path(path: str, directory: str) -> str:
    """Return the relative path that leads to `path` from `directory`, which ends in a slash or is
    empty. If both begin with a slash and have no dot segments, `merge` and `remove_dot_segments`
    turn the result back into `path`."""
    if path.startswith(directory):
        rest = path[len(directory) :]
        if not rest:
            return "."
        # The first segment cannot be empty, as in an absolute path, or contain a colon (RFC 3986
        # section 4.2).
        if ":" in rest:
            first_segment, _, _ = rest.partition("/")
            if ":" in first_segment:
                return f"./{rest}"
        return f"./{rest}" if rest[0] == "/" else rest
    above = directory.split("/")[:-1]
    segments = path.split("/")
    common = 0
    for segment, other in zip(above, segments[:-1], strict=False):
        if segment != other:
            break
        common += 1
    steps = "../" * (len(above) - common)
    rest = "/".join(segments[common:])
    return steps + rest if rest else steps[:-1]


_authority_parts = re.compile(rf"(?:([^@]*)@)?(\[[^\]]*\]|[^@:]*)(?::([{DIGIT}]*))?\Z").match


def split_authority(authority: str | None) -> tuple[str | None, str | None, str | None]:
    """Return the userinfo, host and port of an authority. If it has another form, all of it is the
    host."""
    if authority is None:
        return None, None, None
    found = _authority_parts(authority)
    if found is None:
        return None, authority, None
    userinfo, host, port = found.groups()
    return userinfo, host, port
