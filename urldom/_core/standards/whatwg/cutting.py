"""The basic URL parser (URL Standard 4.4) for most URLs. The expression of `usual` cuts a URL that the parser does not
change. Others go through the Standard's states, a component at a time, and a few through the state machine."""

from __future__ import annotations

import re
from typing import Any, Final

from urldom._core.errors import Failure
from urldom._core.standards.whatwg.authority import cut_authority, cut_host
from urldom._core.standards.whatwg.error_types import DESCRIPTIONS, without_a_base
from urldom._core.standards.whatwg.url_record import has_opaque_path, pieces_of, record_of
from urldom._core.standards.whatwg.usual import DEFAULT_PORTS, WITH_A_HOST, match_components
from urldom._core.text import percent_encode_sets as sets
from urldom._core.text.percent_encode_sets import C0_CONTROL_OR_SPACE, percent_encode_after_encoding
from urldom._core.text.unicode import scalar_value_string
from urldom._core.values.pieces import SCHEME, Pieces, path_guard, with_written
from urldom._core.values.references import DOT_SEGMENT

_DOTS: Final = (".", "%2e", "%2E")
#: The single-dot and double-dot URL path segments, with the number of dots in each segment.
DOT_SEGMENTS: Final = dict.fromkeys(_DOTS, 1) | {first + second: 2 for first in _DOTS for second in _DOTS}
WINDOWS_DRIVE_LETTER = re.compile("[A-Za-z][:|]")
NORMALIZED_WINDOWS_DRIVE_LETTER = re.compile("/[A-Za-z]:")
_find_query_or_fragment: Final = re.compile("[?#]").search


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


def clean(text: str) -> str:
    """Remove tabs and newlines, and replace lone surrogates, as the parser does at its start (steps 2 and 3)."""
    if text.isprintable():
        return text
    return scalar_value_string(text.replace("\t", "").replace("\n", "").replace("\r", ""))


def stripped(text: str) -> str:
    """Return the string after steps 1 to 3 of the basic URL parser."""
    return clean(text).strip(C0_CONTROL_OR_SPACE)


def cut(url: str, base: Pieces | None = None, encoding: str = "utf-8") -> Pieces:
    """Run the basic URL parser (URL Standard 4.4) on a string, and return the pieces of the URL. Raises `Failure`."""
    match = match_components(url)
    assert match is not None
    scheme, host, port, host_rest, path, path_rest, query, fragment, rest = groups = match.groups()
    if host and scheme in WITH_A_HOST and not (host_rest or path_rest or rest) and DOT_SEGMENT not in url:
        if port and port == DEFAULT_PORTS[scheme]:
            port = ""
        return scheme, "//", "", host, port, path or "/", query, fragment, url
    if (
        host_rest
        and scheme in WITH_A_HOST
        and not (path_rest or rest)
        and DOT_SEGMENT not in path
        and host_rest.isprintable()
        and url[-1] != " "
    ):
        userinfo, host, port = cut_authority(f"{host}{port}{host_rest}", DEFAULT_PORTS[scheme])
        return scheme, "//", userinfo, host, port, path or "/", query, fragment, url
    if (host_rest or rest) and (not url.isprintable() or url[0] == " " or url[-1] == " "):
        input = stripped(url)
        if input != url:
            return with_written(cut(input, base, encoding), url)
    return _cut_by_states(url, groups, base, encoding) or _by_the_state_machine(url, base, encoding)


def _cut_by_states(url: str, groups: tuple[Any, ...], base: Pieces | None, encoding: str) -> Pieces | None:
    """Return the pieces of a URL with unusual components, or `None` if the state machine has to parse the URL."""
    scheme, host, port, host_rest, path, path_rest, query, fragment, rest = groups
    slashes = "" if host is None else "//"
    unusual = userinfo = base_path = ""
    is_relative = scheme == ""
    if is_relative:
        # no scheme state
        if base is None:
            raise Failure(without_a_base(url))
        scheme = base[SCHEME]
        if scheme == "file:" or has_opaque_path(base):
            return None
    else:
        scheme = scheme.lower()
    default_port = DEFAULT_PORTS.get(scheme)
    if rest:
        unusual, query, fragment = _cut_rest(rest, query, fragment, scheme, encoding)
        if "\\" in unusual and (default_port is not None or (slashes and not path)):
            return _cut_with_backslashes(url, base, encoding, is_special=default_port is not None)
    if scheme == "file:":
        # file state, file host state
        authority = f"{host}{port}{host_rest}" if slashes else ""
        is_reference = not slashes and base is not None and base[SCHEME] == "file:"
        if is_reference or (authority and WINDOWS_DRIVE_LETTER.fullmatch(authority)):
            return None
        host = authority and cut_host(authority, is_special=True)
        slashes, host, port, base_path = "//", "" if host == "localhost" else host, "", "/"
    elif host_rest or port:
        # authority state
        userinfo, host, port = cut_authority(f"{host}{port}{host_rest}", default_port)
    elif not host:
        if default_port is not None and (slashes or not is_relative):
            # special authority slashes state, special relative or authority state
            may_be_relative = not slashes and base is not None and base[SCHEME] == scheme
            return None if may_be_relative else _ignore_slashes(url, len(groups[0]), scheme, encoding)
        host = port = ""
        if base is not None and is_relative and not slashes:
            # relative state, for a base that is neither opaque nor a file
            _, slashes, userinfo, host, port, base_path, base_query, _, _ = base
            query = query or ("" if path or path_rest or unusual else base_query)
        elif not slashes and path[:1] != "/":
            # opaque path state
            path += path_rest + (_encode_opaque(unusual, is_last=not (query or fragment)) if unusual else "")
            return scheme, "", "", "", "", path, query, fragment, url
    # path state
    if path_rest or unusual or path[:1] != "/":
        path = _path(base_path, path, path_rest, unusual, scheme)
    elif DOT_SEGMENT in path or path[2:3] == "|":
        path = normalize_segments(path, is_file=scheme == "file:")
    return scheme, slashes if slashes == "//" else path_guard(path), userinfo, host, port, path, query, fragment, url


def _path(base_path: str, path: str, path_rest: str, unusual: str, scheme: str) -> str:
    """Run the path state. Only the characters of `unusual` can need percent-encoding.

    Percent-encoding does not change slashes and dot segments. The base's path, which can be long, has no dot segments,
    so it is not searched for them."""
    rest = path_rest + unusual
    if not (path or rest):
        return base_path or ("/" if scheme in DEFAULT_PORTS else "")
    has_dots = path[:1] == "." or DOT_SEGMENT in path or ("%" in rest and has_escaped_dot(rest))
    has_dots = has_dots or ("." in rest and DOT_SEGMENT in rest)  # In a long path, the first search is faster.
    if unusual:
        unusual = sets.PATH.encode_unusual(unusual)
    directory = "" if path[:1] == "/" else base_path[: base_path.rfind("/") + 1] or "/"
    path = f"{directory}{path}{path_rest}{unusual}"
    if has_dots or (scheme == "file:" and path[2:3] == "|"):
        return normalize_segments(path, is_file=scheme == "file:")
    return path


def _cut_rest(rest: str, query: str, fragment: str, scheme: str, encoding: str) -> tuple[str, str, str]:
    """Cut the rest of a URL after its usual part. Returns the rest of the path, and the whole query and fragment."""
    if fragment:
        return "", query, fragment + sets.FRAGMENT.encode_unusual(rest)
    if "#" in rest:
        rest, fragment = rest.split("#", 1)
        fragment = f"#{sets.FRAGMENT.encode(fragment)}"
    path = ""
    if not query:
        path, query, rest = rest.partition("?")
    if rest:
        # query state
        query_set = sets.SPECIAL_QUERY if scheme in DEFAULT_PORTS else sets.QUERY
        if encoding == "utf-8" or query_encoding(scheme, encoding) == "utf-8":
            # If the query has a usual beginning, its rest is unusual.
            query += query_set.encode_unusual(rest) if len(query) > 1 else query_set.encode(rest)
        else:
            query += percent_encode_after_encoding(encoding, rest, query_set)
    return path, query, fragment


def _cut_with_backslashes(url: str, base: Pieces | None, encoding: str, *, is_special: bool) -> Pieces | None:
    """Return the pieces of a URL with a backslash before its query. In a special URL, such a backslash is a slash."""
    if not is_special:
        return None  # The backslash is after the authority, and does not end it.
    end = _find_query_or_fragment(url)
    before = url if end is None else url[: end.start()]
    return with_written(cut(before.replace("\\", "/") + url[len(before) :], base, encoding), url)


def _ignore_slashes(url: str, end: int, scheme: str, encoding: str) -> Pieces:
    """Run the special authority ignore slashes state. The unparsed scheme ends at `end`."""
    rest = url[end:].lstrip("/")
    if rest[:1] in ("", "?", "#"):
        raise Failure(DESCRIPTIONS["host-missing"])
    return with_written(cut(f"{scheme}//{rest}", None, encoding), url)


def _encode_opaque(path: str, *, is_last: bool) -> str:
    """Percent-encode an opaque path. `is_last` is true if no query and no fragment follow it."""
    if path[-1] == " " and not is_last:
        path = f"{path[:-1]}%20"
    return path if path.isascii() and path.isprintable() else sets.C0_CONTROL.encode_unusual(path)


def query_encoding(scheme: str, encoding: str) -> str:
    """Return the encoding of the query in a URL with this scheme (URL Standard 4.4, query state, step 1)."""
    return encoding if scheme in DEFAULT_PORTS and scheme not in ("ws:", "wss:") else "utf-8"


def _by_the_state_machine(url: str, base: Pieces | None, encoding: str) -> Pieces:
    from urldom._core.standards.whatwg.state_machine import basic_url_parse

    return pieces_of(basic_url_parse(url, None if base is None else record_of(base), encoding), url)
