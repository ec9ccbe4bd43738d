"""The basic URL parser (URL Standard 4.4), the quick way.

The Standard's parser is a state machine that reads one code point after another. `state_machine`
follows it state by state, which is slow in Python. This module makes the same pieces in three ways,
and takes the first that it can:

1. *The usual way* (`cut`). `usual.match_components` matches every string. It cuts the string at its
   delimiters, and each component at the first character that the parser would change. If no
   component has such a character, the groups of the match already are the pieces of the URL.
2. *The states, one component at a time* (`_cut_unusual`). Otherwise the scheme and the base decide
   which states run. Each function stands for the states that its docstring names, and reads the
   whole text of its component at once. Only the text that the expression left can need
   percent-encoding.
3. *The state machine* (`_by_the_state_machine`). The states themselves run for a few URLs: a
   relative URL whose base is a file URL or has an opaque path, `http:x` with a base of the same
   scheme, a drive letter in the place of a host, and a backslash after the authority of a URL whose
   scheme is not special.

Hosts have two ways too: `authority` parses the most frequent ones, and calls the host parser of
`hosts` for the others, and for each invalid host.

All ways make equal pieces, and fail for the same reasons. The head of `usual` explains why the
usual way may be taken, and what holds the ways equal.
"""

from __future__ import annotations

import re
from typing import Any, Final, TypeAlias

from urldom._core.errors import Failure
from urldom._core.standards.whatwg.authority import cut_authority, cut_host
from urldom._core.standards.whatwg.error_types import DESCRIPTIONS, without_a_base
from urldom._core.standards.whatwg.url_record import has_opaque_path, pieces_of, record_of
from urldom._core.standards.whatwg.usual import DEFAULT_PORTS, WITH_A_HOST, match_components
from urldom._core.text import percent_encode_sets as sets
from urldom._core.text.percent_encode_sets import (
    C0_CONTROL_OR_SPACE,
    percent_encode_after_encoding,
)
from urldom._core.text.unicode import scalar_value_string
from urldom._core.values.pieces import SCHEME, Pieces, path_guard, with_written
from urldom._core.values.references import DOT_SEGMENT

#: The groups of `match_components`: the scheme, the usual host, the usual port and the rest of the
#: authority (all `None` if two slashes do not follow the scheme), the path up to its first percent
#: sign and from there on, the query, the fragment, and the rest of the string.
_Groups: TypeAlias = "tuple[Any, ...]"

_DOTS: Final = (".", "%2e", "%2E")
#: The single-dot and double-dot URL path segments, with the number of dots in each segment.
DOT_SEGMENTS: Final = {
    **dict.fromkeys(_DOTS, 1),
    **{first + second: 2 for first in _DOTS for second in _DOTS},
}
WINDOWS_DRIVE_LETTER = re.compile("[A-Za-z][:|]")
NORMALIZED_WINDOWS_DRIVE_LETTER = re.compile("/[A-Za-z]:")
_find_query_or_fragment: Final = re.compile("[?#]").search


def clean(text: str) -> str:
    """Replace lone surrogates, and remove tabs and newlines.

    The parser gets a scalar value string, and removes tabs and newlines at its start (steps 2 and
    3), also if a setter calls it.
    """
    if text.isprintable():
        return text
    return scalar_value_string(text).replace("\t", "").replace("\n", "").replace("\r", "")


def stripped(text: str) -> str:
    """Return the string after steps 1 to 3 of the basic URL parser."""
    if text.isprintable():
        return text.strip(" ")
    return clean(text).strip(C0_CONTROL_OR_SPACE)


def cut(url: str, base: Pieces | None = None, encoding: str = "utf-8") -> Pieces:
    """Run the basic URL parser (URL Standard 4.4) on a string, and return the pieces of the URL.

    `encoding` is the output encoding of the query. Raises `Failure`.
    """
    match = match_components(url)
    assert match is not None
    groups = match.groups()
    scheme, host, port, host_rest, path, path_rest, query, fragment, rest = groups
    if path_rest or rest or scheme not in WITH_A_HOST or DOT_SEGMENT in url:
        return _cut_unusual(url, groups, base, encoding)
    userinfo = ""
    if host_rest:
        # Only the authority is unusual. Tabs, and a space at the end, have to be removed first.
        if not host_rest.isprintable() or host_rest[-1] == " ":
            return _cut_unusual(url, groups, base, encoding)
        userinfo, host, port = cut_authority(f"{host}{port}{host_rest}", DEFAULT_PORTS[scheme])
    elif not host:
        return _cut_unusual(url, groups, base, encoding)
    elif port and port == DEFAULT_PORTS[scheme]:
        port = ""
    return scheme, "//", userinfo, host, port, path or "/", query, fragment, url


def _cut_unusual(url: str, groups: _Groups, base: Pieces | None, encoding: str) -> Pieces:
    """Run the scheme start state and the scheme state, which decide how the parser goes on."""
    scheme, host, _, host_rest, _, _, _, _, rest = groups
    if host_rest or rest:
        # Steps 1 to 3, for which the other groups have no characters
        input = stripped(url)
        if input != url:
            return with_written(cut(input, base, encoding), url)
    if not scheme:
        return _no_scheme(url, groups, base, encoding)
    scheme = scheme.lower()
    if scheme == "file:":
        return _file(url, groups, base, encoding)
    if host is not None:
        return _authority(url, scheme, groups, base, encoding)
    if scheme in DEFAULT_PORTS:
        return _special_without_slashes(url, scheme, base, encoding)
    return _path_or_opaque_path(url, scheme, groups, encoding)


def _no_scheme(url: str, groups: _Groups, base: Pieces | None, encoding: str) -> Pieces:
    """Run the no scheme state, the relative state and the relative slash state."""
    if base is None:
        raise Failure(without_a_base(url))
    scheme = base[SCHEME]
    if scheme == "file:" or has_opaque_path(base):
        return _by_the_state_machine(url, base, encoding)
    _, host, _, _, path, path_rest, query, fragment, rest = groups
    if host is not None:
        return _authority(url, scheme, groups, base, encoding)
    unusual_path = ""
    if rest:
        unusual_path, query, fragment = _query_and_fragment(rest, query, fragment, scheme, encoding)
        if "\\" in unusual_path and scheme in DEFAULT_PORTS:
            return _with_slashes(url, base, encoding)
    _, slashes, userinfo, host, port, base_path, base_query, _, _ = base
    if not (query or path or path_rest or unusual_path):
        query = base_query
    path = _path(base_path, path, path_rest, unusual_path, scheme)
    if slashes != "//":
        slashes = path_guard(path)
    return scheme, slashes, userinfo, host, port, path, query, fragment, url


def _special_without_slashes(url: str, scheme: str, base: Pieces | None, encoding: str) -> Pieces:
    """Run the special relative or authority state, and the special authority slashes state, for a
    URL whose scheme is not followed by `//`."""
    if "\\" in url:
        with_slashes = _slashes_for_backslashes(url)
        if with_slashes != url:
            return with_written(cut(with_slashes, base, encoding), url)
    if base is not None and base[SCHEME] == scheme:
        return _by_the_state_machine(url, base, encoding)
    return _ignore_slashes(url, url[len(scheme) :], scheme, encoding)


def _ignore_slashes(url: str, rest: str, scheme: str, encoding: str) -> Pieces:
    """Run the special authority ignore slashes state. `rest` is the URL without its scheme."""
    rest = rest.lstrip("/")
    if rest[:1] in ("", "?", "#"):
        raise Failure(DESCRIPTIONS["host-missing"])
    return with_written(cut(f"{scheme}//{rest}", None, encoding), url)


def _path_or_opaque_path(url: str, scheme: str, groups: _Groups, encoding: str) -> Pieces:
    """Run the path or authority state, and the opaque path state, on a URL without an authority."""
    _, _, _, _, path, path_rest, query, fragment, rest = groups
    unusual_path = ""
    if rest:
        unusual_path, query, fragment = _query_and_fragment(rest, query, fragment, scheme, encoding)
    if path[:1] == "/":
        path = _path("", path, path_rest, unusual_path, scheme)
        return scheme, path_guard(path), "", "", "", path, query, fragment, url
    if unusual_path:
        unusual_path = _opaque_path(unusual_path, is_last=not (query or fragment))
    return scheme, "", "", "", "", f"{path}{path_rest}{unusual_path}", query, fragment, url


def _authority(
    url: str,
    scheme: str,
    groups: _Groups,
    base: Pieces | None,
    encoding: str,
) -> Pieces:
    """Run the authority state and the states after it. Two slashes precede the authority."""
    written_scheme, host, port, host_rest, path, path_rest, query, fragment, rest = groups
    default_port = DEFAULT_PORTS.get(scheme)
    unusual_path = userinfo = ""
    if rest:
        unusual_path, query, fragment = _query_and_fragment(rest, query, fragment, scheme, encoding)
        if "\\" in unusual_path:
            if default_port is not None:
                return _with_slashes(url, base, encoding)
            if not path:  # The backslash does not end the authority.
                return _by_the_state_machine(url, base, encoding)
    if host_rest or port:
        userinfo, host, port = cut_authority(f"{host}{port}{host_rest}", default_port)
    elif not host and default_port is not None:
        return _ignore_slashes(url, url[len(written_scheme) :], scheme, encoding)
    if path_rest or unusual_path or path == "" or DOT_SEGMENT in path:
        path = _path("", path, path_rest, unusual_path, scheme)
    return scheme, "//", userinfo, host, port, path, query, fragment, url


def _file(url: str, groups: _Groups, base: Pieces | None, encoding: str) -> Pieces:
    """Run the file state, the file slash state and the file host state."""
    _, host, port, host_rest, path, path_rest, query, fragment, rest = groups
    unusual_path = ""
    if rest:
        unusual_path, query, fragment = _query_and_fragment(
            rest, query, fragment, "file:", encoding
        )
        if "\\" in unusual_path:
            return _with_slashes(url, base, encoding)
    if host is None:  # Two slashes do not follow the scheme.
        if base is not None and base[SCHEME] == "file:":
            return _by_the_state_machine(url, base, encoding)
        host = ""
    else:
        host = f"{host}{port}{host_rest}"  # In a file URL, the whole authority is the host.
    if host:
        if WINDOWS_DRIVE_LETTER.fullmatch(host):
            return _by_the_state_machine(url, base, encoding)
        host = cut_host(host, is_special=True)
        if host == "localhost":
            host = ""
    path = _path("", path, path_rest, unusual_path, "file:")
    return "file:", "//", "", host, "", path, query, fragment, url


def _path(base_path: str, path: str, path_rest: str, unusual_path: str, scheme: str) -> str:
    """Run the path start state and the path state.

    The path of the URL is `path + path_rest + unusual_path`. Only the characters of `unusual_path`
    can need percent-encoding, which does not change slashes and dot segments. The path of the base,
    which can be long, has no dot segments, so it is not searched for them.
    """
    has_dots = DOT_SEGMENT in path
    if path_rest or unusual_path:
        has_dots = has_dots or may_have_dot_segments(path_rest + unusual_path)
        if unusual_path:
            unusual_path = sets.PATH.encode_unusual(unusual_path)
        path = f"{path}{path_rest}{unusual_path}"
    if not path:
        if not base_path and scheme in DEFAULT_PORTS:
            return "/"
        return base_path
    if path[0] != "/":
        has_dots = has_dots or path[0] == "."
        directory = base_path[: base_path.rfind("/") + 1] or "/"
        path = directory + path
    is_file = scheme == "file:"
    if has_dots or (is_file and path[2:3] == "|"):
        return normalize_segments(path, is_file=is_file)
    return path


def normalize_segments(path: str, *, is_file: bool = False) -> str:
    """Run steps 1.2 to 1.4 of the path state for all segments of a path.

    A `/` precedes each segment.
    """
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
    if not output:
        return ""
    return "/" + "/".join(output)


def _is_drive_letter(path: list[str]) -> bool:
    """Return `True` if a path, as a list of segments, is only a normalized Windows drive letter."""
    return len(path) == 1 and NORMALIZED_WINDOWS_DRIVE_LETTER.fullmatch(f"/{path[0]}") is not None


def may_have_dot_segments(path: str) -> bool:
    """Return `True` if a path contains `/.` or an escaped dot.

    Only such a path can have dot segments, except for one without a slash before it.
    """
    # In a long path, the search for one character is faster, so it comes first.
    if "." in path and DOT_SEGMENT in path:
        return True
    return "%" in path and ("%2e" in path or "%2E" in path)


def _opaque_path(text: str, *, is_last: bool) -> str:
    """Run the opaque path state on the path from its first unusual character on.

    This text is not empty. `is_last` is true if no query and no fragment follow it.
    """
    # Step 3
    if text[-1] == " " and not is_last:
        text = f"{text[:-1]}%20"
    if text.isascii() and text.isprintable():
        return text
    return sets.C0_CONTROL.encode_unusual(text)


def _query_and_fragment(
    rest: str,
    query: str,
    fragment: str,
    scheme: str,
    encoding: str,
) -> tuple[str, str, str]:
    """Run the query state and the fragment state.

    `rest` begins at the first unusual character of the URL after its authority. `query` and
    `fragment` are what the expression matched before. Returns the beginning of `rest`, which
    belongs to the path, and the whole query and fragment.
    """
    if fragment:
        return "", query, fragment + sets.FRAGMENT.encode_unusual(rest)
    if "#" in rest:
        rest, fragment = rest.split("#", 1)
        fragment = f"#{sets.FRAGMENT.encode(fragment)}"
    path = ""
    query_rest = rest
    begins_in_query = query != ""
    if not begins_in_query:
        path, query, query_rest = rest.partition("?")
    if query_rest:
        query_set = sets.SPECIAL_QUERY if scheme in DEFAULT_PORTS else sets.QUERY
        if encoding != "utf-8" and query_encoding(scheme, encoding) != "utf-8":
            query += percent_encode_after_encoding(encoding, query_rest, query_set)
        elif begins_in_query:
            query += query_set.encode_unusual(query_rest)
        else:  # Only the path before it is certainly unusual.
            query += query_set.encode(query_rest)
    return path, query, fragment


def query_encoding(scheme: str, encoding: str) -> str:
    """Return the encoding of the query in a URL with this scheme (query state, step 1)."""
    has_own_encoding = scheme in DEFAULT_PORTS and scheme not in ("ws:", "wss:")
    return encoding if has_own_encoding else "utf-8"


def _slashes_for_backslashes(url: str) -> str:
    """Return a URL with slashes in the place of the backslashes before its query and fragment."""
    found = _find_query_or_fragment(url)
    end = len(url) if found is None else found.start()
    return url[:end].replace("\\", "/") + url[end:]


def _with_slashes(url: str, base: Pieces | None, encoding: str) -> Pieces:
    """Return the pieces of a special URL with a backslash before its query, which is a slash."""
    return with_written(cut(_slashes_for_backslashes(url), base, encoding), url)


def _by_the_state_machine(url: str, base: Pieces | None, encoding: str) -> Pieces:
    from urldom._core.standards.whatwg.state_machine import basic_url_parse

    base_record = None if base is None else record_of(base)
    return pieces_of(basic_url_parse(url, base_record, encoding), url)
