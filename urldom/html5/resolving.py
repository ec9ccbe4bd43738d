"""HTML5 2.6.3, Resolving URLs."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import Final, NamedTuple

from urldom.encodings import output_encoding
from urldom.errors import InvalidURLError, UnresolvableURLError
from urldom.escaping import PATH_CHARACTERS, QUERY_CHARACTERS, escape_path, escape_query
from urldom.grammar import HTML5_PRODUCTIONS
from urldom.html5.parsing import parse
from urldom.idna2003 import PLAIN_HOST, PLAIN_HOST_LENGTH, to_ascii
from urldom.parsed import DEFAULT_PORTS, ParsedURL, keep_as_base, make_parsed_url
from urldom.rfc3986 import PlainBase, resolve_plain, transform

#: Schemes that have no authority (ruling 9 a).
SCHEMES_WITHOUT_AUTHORITY: Final = frozenset(
    ["data", "mailto", "javascript", "about", "urn", "news", "tel", "sms", "cid", "mid"]
)


def resolve(url: str, base: str | ParsedURL | None = None, encoding: str = "utf-8") -> ParsedURL:
    """*Resolve a URL* to an absolute URL, relative to the absolute URL `base`; `encoding` is an Encoding Standard
    label.

    An absolute URL needs no base. Raises `UnresolvableURLError`, and `LookupError` for an unknown label.

    >>> str(resolve("//example.com/a^b☺c%FFd%z/?e", "http://example.org/"))
    'http://example.com/a%5Eb%E2%98%BAc%FFd%z/?e'
    """
    if not isinstance(url, str):
        raise TypeError(f"a URL is a str, not {type(url).__name__}")
    output_encoding(encoding)
    try:
        if isinstance(base, ParsedURL):
            against = base._as_base
            if not isinstance(against, _Base):
                against = _make_base(str(base))
                keep_as_base(base, against)
        else:
            against = None if base is None else (_kept_base if len(base) <= _KEPT_LENGTH else _make_base)(base)
        return _resolve(url, against, encoding)
    except InvalidURLError as error:
        raise UnresolvableURLError(url, None if base is None else str(base), error.reason, "html5") from None


def resolve_string(url: str, base: str | None = None, encoding: str = "utf-8") -> str:
    """The string of what `resolve` returns; it raises the same.

    >>> resolve_string("b", "http://example.com/a")
    'http://example.com/b'
    """
    if base is None and encoding == "utf-8" and isinstance(url, str) and _match_resolved_form(url) is not None:
        return url
    return str(resolve(url, base, encoding))


class _NotResolvable(InvalidURLError):
    """A URL that parses and does not resolve. Which one it is, `resolve` knows."""

    def __init__(self, reason: str) -> None:
        super().__init__("", reason, "html5")


class _Base(NamedTuple):
    """A base URL, resolved."""

    url: ParsedURL
    #: The same for references in plain form, where the scheme has a server-based naming authority.
    plain: PlainBase | None


def _make_base(base: str) -> _Base:
    """The absolute URL that `base` is, resolved itself, so that what is resolved against it is absolute too (ruling
    8)."""
    try:
        url = _resolve(base, None, "utf-8")
    except InvalidURLError as error:
        raise _NotResolvable(f"its base {base[:200]!r} is no absolute URL: {error.reason}") from None
    assert url.scheme is not None
    return _Base(url, PlainBase.of(url) if url.scheme.lower() in DEFAULT_PORTS else None)


_kept_base = lru_cache(maxsize=256)(_make_base)
_KEPT_LENGTH: Final = 2048  # characters: what is kept is bounded in size too

_behind_path: Final = rf"(\?[{QUERY_CHARACTERS}%]*|)(#[^\\ \t\n\f\r]*|)\Z"

# A relative reference in which there is nothing to escape. It has no authority: a path of two slashes is not here.
_segment_nz_nc: Final = f"[{PATH_CHARACTERS.replace(':', '').replace('/', '')}%]+"
_match_plain_reference = re.compile(
    rf"(/(?!/)[{PATH_CHARACTERS}%]*|{_segment_nz_nc}(?:/[{PATH_CHARACTERS}%]*|)|){_behind_path}"
).match

# What resolving leaves as it is, if it holds no "/.": a scheme with a server-based naming authority, a host of plain
# labels, and nothing to escape behind it.
_match_resolved = re.compile(
    rf"({'|'.join(DEFAULT_PORTS)})://({PLAIN_HOST})(?::([0-9]+)|)(/[{PATH_CHARACTERS}%]*|)"
    rf"{_behind_path}"
).match


def _match_resolved_form(url: str) -> re.Match[str] | None:
    match = _match_resolved(url)
    return match if match is not None and "/." not in url and len(match[2]) <= PLAIN_HOST_LENGTH else None


def _resolve(url: str, against: _Base | None, encoding: str) -> ParsedURL:
    if against is not None and against.plain is not None:
        match = _match_plain_reference(url)
        if match is not None:
            return resolve_plain(against.plain, *match.groups())
    match = _match_resolved_form(url)
    if match is not None:
        scheme, host, port, path, query, fragment = match.groups()
        query, fragment = query[1:] if query else None, fragment[1:] if fragment else None
        return make_parsed_url(url, scheme, None, host, port, path, query, fragment)
    base_url = None if against is None else against.url
    parsed = parse(url)  # Step 5
    host = parsed.host
    if host and not (host.startswith("[") and _ip_literal().fullmatch(host)):  # ruling 5
        host = _resolve_host(host)  # Step 6
    path = escape_path(parsed.path)  # Step 7
    query = None if parsed.query is None else escape_query(parsed.query, encoding)  # Step 8
    # Step 9
    if parsed.scheme is None and base_url is None:
        raise _NotResolvable("it is relative and there is no base URL")
    base_authority = None
    if base_url is not None and base_url.host is not None:
        base_authority = (base_url.userinfo, base_url.host, base_url.port)
    scheme, authority, path, query = transform(
        parsed.scheme,
        None if host is None else (parsed.userinfo, host, parsed.port),
        path,
        query,
        (base_url and base_url.scheme) or "",
        base_authority,
        base_url.path if base_url else "",
        base_url.query if base_url else None,
    )
    userinfo, host, port = authority or (None, None, None)
    _apply_conformance_criteria(scheme, host, path)  # Step 10
    result = ParsedURL(scheme, userinfo, host, port, path, query, parsed.fragment)  # Step 11
    if "\\" in str(result) and scheme.lower() in DEFAULT_PORTS:
        # Step 12; ruling 10. Where the authority held one, it now ends there, so that the string is another URL, whose
        # own host and path have yet to be resolved.
        replaced = str(result).replace("\\", "/")
        return _resolve(replaced, None, encoding) if "\\" in (result.authority or "") else parse(replaced)
    return result  # Step 13


@cache
def _ip_literal() -> re.Pattern[str]:
    return re.compile(HTML5_PRODUCTIONS.ip_literal)


def _resolve_host(host: str) -> str:
    """Step 6, on a reg-name."""
    try:
        if "%" in host:
            from urllib.parse import unquote_to_bytes

            host = unquote_to_bytes(host).decode("utf-8")
    except UnicodeError:
        raise _NotResolvable("its host holds percent-encoded octets that are not UTF-8") from None
    try:
        return to_ascii(host)
    except ValueError as error:
        raise _NotResolvable(str(error)) from None


def _apply_conformance_criteria(scheme: str, host: str | None, path: str) -> None:
    """Step 10 (ruling 9)."""
    lower = scheme.lower()
    if host is not None and lower in SCHEMES_WITHOUT_AUTHORITY:
        raise _NotResolvable(f"it has an authority, and {lower}: URLs have none")
    if not host and lower in DEFAULT_PORTS:
        raise _NotResolvable(f"it has no host, and {lower}: URLs have one")
    if host is None and path.startswith("//"):
        raise _NotResolvable('it has no authority, and its path begins with "//", which would be read as one')


def resolved_alone(url: str) -> ParsedURL | None:
    """The absolute URL that `url` is whatever it is resolved against, or `None` where it is no absolute URL."""
    try:
        return _resolve(url, None, "utf-8")
    except InvalidURLError:
        return None
