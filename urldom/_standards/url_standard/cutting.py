"""The basic URL parser (URL Standard 4.4) for most URLs. A regular expression cuts the URL into its components.

The expression (see `usual`) cuts a URL whose components the parser does not change. The other URLs go through the
Standard's states, a component at a time. For a few of them, such as a reference to a file, this module runs the state
machine. A property test compares the results of this module and of the state machine."""

from __future__ import annotations

import re
from typing import Any, Final

from urldom._errors import Failure
from urldom._standards.url_standard.authority import cut_authority, cut_host
from urldom._standards.url_standard.paths import WINDOWS_DRIVE_LETTER, has_escaped_dot, normalize_segments
from urldom._standards.url_standard.state_machine import C0_CONTROL_OR_SPACE, basic_url_parse
from urldom._standards.url_standard.url_record import has_opaque_path, pieces_of, record_of
from urldom._standards.url_standard.usual import DEFAULT_PORTS, WITH_A_HOST, match_components
from urldom._standards.url_standard.validation import DESCRIPTIONS
from urldom._text.percent_encode_sets import (
    C0_CONTROL,
    FRAGMENT,
    PATH,
    QUERY,
    SPECIAL_QUERY,
    percent_encode_after_encoding,
)
from urldom._text.scalar_values import scalar_value_string
from urldom._values.pieces import SCHEME, Pieces, path_guard, with_written
from urldom._values.references import DOT_SEGMENT

_find_query_or_fragment: Final = re.compile("[?#]").search


def clean(text: str) -> str:
    """Remove tabs and newlines, and replace lone surrogates, as the parser does at its start (steps 2 and 3)."""
    if text.isprintable():
        return text
    return scalar_value_string(text.replace("\t", "").replace("\n", "").replace("\r", ""))


def stripped(text: str) -> str:
    """Return the string after steps 1 to 3 of the basic URL parser."""
    return clean(text).strip(C0_CONTROL_OR_SPACE)


def cut(url: str, base: Pieces | None = None, encoding: str = "utf-8") -> Pieces:
    """Run the basic URL parser (URL Standard 4.4) on a string, and return the pieces of the URL. Raises `Failure`.

    `base` has the pieces of a base URL. `encoding` is the name of an output encoding.

    >>> "".join(cut("../x y", cut("http://EXAMPLE.com:80/a/b/c"))[:8])
    'http://example.com/a/x%20y'
    """
    match = match_components(url)
    assert match is not None
    scheme, host, port, host_rest, path, path_rest, query, fragment, rest = groups = match.groups()
    if host and scheme in WITH_A_HOST and not (host_rest or path_rest or rest):
        if port and port == DEFAULT_PORTS[scheme]:
            port = ""
        return scheme, "//", "", host, port, path or "/", query, fragment, url
    if (host_rest or rest) and (not url.isprintable() or url[0] == " " or url[-1] == " "):
        input = stripped(url)
        if input != url:
            return with_written(cut(input, base, encoding), url)
    return _cut_by_states(url, groups, base, encoding) or _by_the_state_machine(url, base, encoding)


def _cut_by_states(url: str, groups: tuple[Any, ...], base: Pieces | None, encoding: str) -> Pieces | None:
    """Return the pieces of a URL with unusual components, or `None` if the state machine has to parse the URL.

    `groups` are the groups of `match_components`."""
    scheme, host, port, host_rest, path, path_rest, query, fragment, rest = groups
    slashes = "" if host is None else "//"
    is_relative = scheme == ""
    if not slashes or scheme not in DEFAULT_PORTS:
        scheme = _scheme(scheme, slashes, base)
        if scheme is None:
            return None
    default_port = DEFAULT_PORTS.get(scheme)
    unusual = userinfo = base_path = ""
    if rest:
        unusual, query, fragment = _cut_rest(rest, query, fragment, scheme, encoding)
        if "\\" in unusual:
            if default_port is not None:
                return with_written(cut(_with_slashes(url), base, encoding), url)
            if slashes and not path:
                return None  # The backslash does not end the authority.
    if scheme == "file:":
        # file state, file host state
        authority = f"{host}{port}{host_rest}" if slashes else ""
        if WINDOWS_DRIVE_LETTER.fullmatch(authority):
            return None
        host = cut_host(authority, is_special=True)
        slashes, host, port = "//", "" if host == "localhost" else host, ""
        base_path = "/"
    elif host_rest or port:
        # authority state
        userinfo, host, port = cut_authority(f"{host}{port}{host_rest}", default_port)
    elif not host:
        if default_port is not None and (slashes or not is_relative):
            return _ignore_slashes(url, len(groups[0]), scheme, encoding)
        host = port = ""
        if is_relative and not slashes:
            # relative state, for a base that is neither opaque nor a file
            _, slashes, userinfo, host, port, base_path, base_query, _, _ = base
            if not (path or path_rest or unusual):
                query = query or base_query
        elif not slashes and path[:1] != "/":
            path = _opaque_path(path + path_rest, unusual, is_last=not (query or fragment))
            return scheme, "", "", "", "", path, query, fragment, url
    path = _path(base_path, path, path_rest, unusual, scheme)
    return scheme, slashes if slashes == "//" else path_guard(path), userinfo, host, port, path, query, fragment, url


def _path(base_path: str, path: str, path_rest: str, unusual: str, scheme: str) -> str:
    """Run the path state. Only the characters of `unusual` can need percent-encoding.

    Percent-encoding does not add or remove a slash or a dot segment. The base's path has no dot segments. It can be
    long, so it is not searched for them."""
    rest = path_rest + unusual
    if not (path or rest):
        return base_path or ("/" if scheme in DEFAULT_PORTS else "")
    has_dots = path[:1] == "." or (rest != "" and (rest[0] == "." or DOT_SEGMENT in rest or has_escaped_dot(rest)))
    if unusual:
        unusual = PATH.encode_unusual(unusual)
    directory = "" if path[:1] == "/" else base_path[: base_path.rfind("/") + 1] or "/"
    path = f"{directory}{path}{path_rest}{unusual}"
    if has_dots or (scheme == "file:" and path[2:3] == "|"):
        return normalize_segments(path, is_file=scheme == "file:")
    return path


def _scheme(scheme: str, slashes: str, base: Pieces | None) -> str | None:
    """Return the scheme of a URL, or `None` if the state machine has to parse the URL.

    Not more than one of two is true: the URL has two slashes before an authority, and its scheme is special."""
    if not scheme:
        # no scheme state
        if base is None:
            raise Failure(DESCRIPTIONS["missing-scheme-non-relative-URL"])
        scheme = base[SCHEME]
        return None if scheme == "file:" or has_opaque_path(base) else scheme
    if scheme not in DEFAULT_PORTS:
        scheme = scheme.lower()
    # special relative or authority state, file state
    is_like_base = not slashes and scheme in DEFAULT_PORTS and base is not None and base[SCHEME] == scheme
    return None if is_like_base else scheme


def _cut_rest(rest: str, query: str, fragment: str, scheme: str, encoding: str) -> tuple[str, str, str]:
    """Cut the rest of a URL after its usual part. Returns the rest of the path, and the whole query and fragment."""
    if fragment:
        return "", query, fragment + FRAGMENT.encode_unusual(rest)
    rest, number_sign, after = rest.partition("#")
    if number_sign:
        fragment = number_sign + FRAGMENT.encode(after)
    if query:
        return "", query + _encode_query(rest, scheme, encoding), fragment
    path, question_mark, after = rest.partition("?")
    return path, question_mark + _encode_query(after, scheme, encoding) if question_mark else "", fragment


def _encode_query(query: str, scheme: str, encoding: str) -> str:
    """Percent-encode a query (URL Standard 4.4, query state, step 2)."""
    query_set = SPECIAL_QUERY if scheme in DEFAULT_PORTS else QUERY
    if encoding == "utf-8":
        return query_set.encode(query)
    return percent_encode_after_encoding(query_encoding(scheme, encoding), query, query_set)


def _with_slashes(url: str) -> str:
    """Return a special URL with slashes for the backslashes before its query."""
    end = _find_query_or_fragment(url)
    before = url if end is None else url[: end.start()]
    return before.replace("\\", "/") + url[len(before) :]


def _ignore_slashes(url: str, end: int, scheme: str, encoding: str) -> Pieces:
    """Run the special authority ignore slashes state. The scheme as it is written ends at `end`."""
    rest = url[end:].lstrip("/")
    if rest[:1] in ("", "?", "#"):
        raise Failure(DESCRIPTIONS["host-missing"])
    return with_written(cut(f"{scheme}//{rest}", None, encoding), url)


def _opaque_path(path: str, unusual: str, *, is_last: bool) -> str:
    """Run the opaque path state. `is_last` is true if no query and no fragment follow the path."""
    if unusual[-1:] == " " and not is_last:
        unusual = f"{unusual[:-1]}%20"
    return path + C0_CONTROL.encode(unusual) if unusual else path


def query_encoding(scheme: str, encoding: str) -> str:
    """Return the encoding of the query in a URL with this scheme (URL Standard 4.4, query state, step 1)."""
    return encoding if scheme in DEFAULT_PORTS and scheme not in ("ws:", "wss:") else "utf-8"


def _by_the_state_machine(url: str, base: Pieces | None, encoding: str) -> Pieces:
    return pieces_of(basic_url_parse(url, None if base is None else record_of(base), encoding), url)
