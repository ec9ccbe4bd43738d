"""Unresolved URLs: cut a relative reference without a base, and find the path of a string.

The path of a reference keeps dot segments and backslashes. Its authority is parsed as in an `http`
URL, but keeps the port `:80`, and its query is percent-encoded as in a URL whose scheme is not
special.
"""

from __future__ import annotations

import re
from typing import Final

from urldom._core.errors import Failure
from urldom._core.standards.whatwg.authority import cut_authority
from urldom._core.standards.whatwg.cutting import (
    WINDOWS_DRIVE_LETTER,
    cut,
    normalize_segments,
    stripped,
)
from urldom._core.standards.whatwg.url_record import SPECIAL_SCHEMES, has_opaque_path
from urldom._core.standards.whatwg.usual import DEFAULT_PORTS, match_components
from urldom._core.text import grammar, percent_encode_sets
from urldom._core.text.percent_encode_sets import C0_CONTROL, percent_encode_after_encoding
from urldom._core.values.pieces import Pieces, path_guard, path_of, scheme_of, with_path

_WITH_A_HOST: Final = "|".join(SPECIAL_SCHEMES.keys() - {"file"})
#: Matches a string up to the end of its path, which is the group. The alternatives are a special
#: URL (parser state *special authority ignore slashes*), a file URL (*file* and *file host*), any
#: other URL (*path or authority*), and a relative reference, if the base URL is special.
_match_path: Final = re.compile(
    rf"(?:(?:{_WITH_A_HOST}):[/\\]*[^/\\?#]*"
    rf"|file:(?:[/\\]{{2}}(?:(?={WINDOWS_DRIVE_LETTER.pattern}(?:[/\\?#]|\Z))|[^/\\?#]*))?"
    rf"|{grammar.SCHEME}:(?://[^/?#]*)?"
    r"|(?://[^/\\?#]*)?)([^?#]*)",
    re.ASCII | re.DOTALL | re.IGNORECASE,
).match
_HTTP_BASE: Final = cut("http://h/")
_match_scheme: Final = re.compile(f"{grammar.SCHEME}:").match


def cut_unresolved(text: str, encoding: str) -> Pieces:
    """Return the pieces of a URL or of a relative reference.

    `encoding` is the name of an output encoding. Raises `Failure` for an invalid URL, and for a
    reference that does not resolve against an `http:` URL.
    """
    try:
        return cut(text, None, encoding)
    except Failure:
        text = stripped(text)
        if _match_scheme(text):
            raise
    return _cut_reference(text, encoding)


def _cut_reference(text: str, encoding: str) -> Pieces:
    """Return the pieces of a relative reference, whose scheme is `""`."""
    match = match_components(text)
    assert match is not None
    path_start = match.start(5)
    slashes = "//" if path_start else ""
    authority = text[len(slashes) : path_start]
    userinfo = host = port = ""
    if authority:
        # The scheme is unknown, and under `https`, 80 is not the default port, so `:80` is kept.
        userinfo, host, port = cut_authority(authority, "")
    elif text[:1] in ("/", "\\") and text[1:2] in ("/", "\\"):
        # Against a special base, the host follows all of the slashes. It may be invalid.
        cut(text, _HTTP_BASE)
    before, number_sign, fragment = text[path_start:].partition("#")
    path, question_mark, query = before.partition("?")
    query = percent_encode_after_encoding(encoding, query, percent_encode_sets.QUERY)
    return (
        "",
        slashes,
        userinfo,
        host,
        port,
        percent_encode_sets.PATH.encode(path),
        question_mark + query,
        number_sign + percent_encode_sets.FRAGMENT.encode(fragment),
        text,
    )


def has_one_path(slashes: str, host: str, path: str) -> bool:
    """Return `True` if a relative reference has the same path against every base URL.

    Only against a special base URL, a backslash is a slash, and `///h/x` has the host `h`.
    """
    return "\\" not in path and not (slashes and not host)


def normalize_reference(slashes: str, path: str) -> tuple[str, str]:
    """Normalize the slashes and the path of a relative reference for which `has_one_path` is true.

    The dot segments of an absolute path are removed if every base URL removes them.
    """
    if path[:1] == "/":
        normalized = normalize_segments(path)
        # With a `file:` base, ".." does not remove a drive letter, so the result can depend on the
        # base.
        if normalized == normalize_segments(path, is_file=True):
            path = normalized
        if not slashes:
            slashes = path_guard(path)
    elif _match_scheme(path):
        path = f"./{path}"  # RFC 3986, 4.2: "preceded by a dot-segment"
    return slashes, path


def without_fragment(text: str) -> str:
    """Return a string without its fragment.

    If a space precedes the fragment, the parser would then remove the space too, so the string is
    returned as it is.
    """
    before, _, _ = text.partition("#")
    return before if before[-1:] > " " else text


def encode_path(text: str, encoding: str) -> str:
    """Return a string with the non-ASCII characters of its path percent-encoded after encoding."""
    text = stripped(text)
    start, end = _path_span(text)
    # These characters are neither delimiters nor in dot segments, so encoding them does not change
    # the components.
    path = percent_encode_after_encoding(encoding, text[start:end], C0_CONTROL)
    return text[:start] + path + text[end:]


def with_written_path(pieces: Pieces, text: str) -> Pieces:
    """Return the pieces with the path of `text`, without percent-encoding the path."""
    text = stripped(text)
    start, end = _path_span(text)
    path = text[start:end]
    scheme = scheme_of(pieces)
    if scheme and path_of(pieces) and not has_opaque_path(pieces):
        if scheme in DEFAULT_PORTS:
            path = path.replace("\\", "/")
        if path[:1] != "/":
            path = f"/{path}"
        path = normalize_segments(path, is_file=scheme == "file:")
    return with_path(pieces, path)


def _path_span(text: str) -> tuple[int, int]:
    """Return the start and the end of the path in a string."""
    match = _match_path(text)
    assert match is not None
    return match.span(1)
