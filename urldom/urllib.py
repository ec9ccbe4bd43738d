"""The functions of `urllib.parse`, with a browser's answer where the standard library is wrong.

Import the names from `urldom.urllib` instead of `urllib.parse`. `urljoin`, `urldefrag`, `urlsplit`,
`urlparse`, `urlunsplit` and `urlunparse` are urldom's, while the other names, such as `quote` and
`SplitResult`, are the standard library's own objects.

>>> urljoin("https://good.example/", r"\\\\evil.example\\x")
'https://evil.example/x'
>>> urljoin("https://Example.COM/café/", "naïve?")
'https://Example.COM/café/naïve?'
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any, AnyStr, Final, Literal, overload
from unicodedata import is_normalized
from urllib import parse
from urllib.parse import (
    DefragResult,
    DefragResultBytes,
    ParseResult,
    ParseResultBytes,
    SplitResult,
    SplitResultBytes,
    parse_qs,
    parse_qsl,
    quote,
    quote_from_bytes,
    quote_plus,
    unquote,
    unquote_plus,
    unquote_to_bytes,
    urlencode,
)

from urldom._core.errors import Failure
from urldom._core.standards.registry import DEFAULT_STANDARD, find_engine
from urldom._core.text import grammar, uts46
from urldom._core.text import percent_encode_sets as sets
from urldom._core.values.pieces import (
    Pieces,
    authority_of,
    credentials_of,
    fragment_of,
    host_of,
    href,
    href_without_fragment,
    path_of,
    port_of,
    query_of,
    scheme_of,
    url_pieces,
    userinfo_of,
    with_fragment,
)
from urldom._core.values.references import merge, remove_dot_segments

__all__ = [
    "DefragResult", "DefragResultBytes", "ParseResult", "ParseResultBytes", "SplitResult",
    "SplitResultBytes", "parse_qs", "parse_qsl", "quote", "quote_from_bytes", "quote_plus",
    "unquote", "unquote_plus", "unquote_to_bytes", "urldefrag", "urlencode", "urljoin", "urlparse",
    "urlsplit", "urlunparse", "urlunsplit",
]  # fmt: skip
__dir__: Callable[[], list[str]] = __all__.copy

#: The standard library's module, whose overloads do not fit arguments that are a `str` or `bytes`.
_standard_library: Final[Any] = parse
_GRAMMAR: Final = find_engine(DEFAULT_STANDARD).grammar
_cut: Final = _GRAMMAR.cut
#: The special schemes and their default ports, as pieces.
_DEFAULT_PORTS: Final = {
    f"{scheme}:": f":{port}" if port else "" for scheme, port in _GRAMMAR.default_ports.items()
}
_CACHE_SIZE: Final = 128  # the size of the standard library's cache
#: Above this number of characters, which no domain has, the standard library may take long to
#: normalize a host, because the time is quadratic for combining marks.
_LONG_HOST: Final = 1000

#: Cuts any string at its delimiters: scheme, authority with its slashes, path, query and fragment.
_match_parts: Final = re.compile(
    rf"({grammar.SCHEME}:|)(//[^/?#]*|)([^?#]*)(\?[^#]*|)(#.*|)", re.DOTALL
).match
#: Finds a control character or a surrogate.
_find_unsafe: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\ud800-\udfff]").search
#: Matches the beginning of a URL with plain user info and a plain domain, and a URL without a slash
#: after its scheme. A browser removes the host `localhost` from a file URL.
_has_plain_host: Final = re.compile(
    rf"(?!(?i:file://localhost)(?![^/?#])){grammar.SCHEME}:"
    r"(?:(?![/\t\n\r])|//(?:[A-Za-z0-9]+(?::[A-Za-z0-9]+)?@)?"
    r"(?:[A-Za-z0-9_\-]+\.)*[A-Za-z][A-Za-z0-9\-]*(?::[0-9]{1,5})?(?=[/?#]|\Z))"
).match
#: Matches two slashes or backslashes, also with the characters before and between them that a
#: parser removes.
_begins_with_two_slashes: Final = re.compile(r"[\x00- ]*[/\\][\t\n\r]*[/\\]").match
#: The schemes, or the lack of one, with which two or more slashes begin a host.
_WITH_A_HOST: Final = {"", *_DEFAULT_PORTS} - {"file:"}


def _parts(text: str) -> tuple[str, ...]:
    match = _match_parts(text)
    assert match is not None
    return match.groups()


def _clean(text: str) -> str:
    """Return a string without the characters that every URL parser removes."""
    return text.replace("\t", "").replace("\n", "").replace("\r", "").strip(_GRAMMAR.stripped)


def _reject_long_host(text: str) -> None:
    if len(text) > _LONG_HOST and not text.isascii():
        netloc = _parts(_clean(text))[1][2:]
        if len(netloc) > _LONG_HOST and not netloc.isascii():
            raise ValueError(
                f"a netloc that is not ASCII can have {_LONG_HOST} characters: this one has"
                f" {len(netloc)}"
            )


def _cut_or_none(text: str, base: Pieces | None = None) -> Pieces | None:
    if base is None and ":" not in text:
        return None  # It has no scheme.
    try:
        return _cut(text, base)
    except Failure:
        return None


def _is_right(text: str, url: Pieces, *, is_whole: bool = True) -> bool:
    """Return whether an answer is *right*: everybody reads it as this URL, or only its scheme and
    authority."""
    if _find_unsafe(text) or text[-1:].isspace():
        return False
    scheme, authority, path, query, fragment = _parts(text)
    if not _is_same_beginning(scheme, authority, path, url):
        return False
    if not is_whole:
        return True
    if path[:1] == "/" and sets.PATH.encode(remove_dot_segments(path)) != path_of(url):
        return False
    if not _DEFAULT_PORTS.get(scheme_of(url)):
        found = _cut_or_none(text)
        return found is not None and url_pieces(found) == url_pieces(url)
    # The authority and the path are the URL's, so only the encoding of the other parts is left of
    # the parser's work.
    if not path and path_of(url) != "/":
        return False
    if sets.SPECIAL_QUERY.encode(query) != query_of(url):
        return False
    return sets.FRAGMENT.encode(fragment) == fragment_of(url)


def _is_same_beginning(scheme: str, authority: str, path: str, url: Pieces) -> bool:
    """Return whether everybody reads this URL's scheme and authority before this path. The
    authority is `""`, or begins with `//`."""
    if scheme.lower() != scheme_of(url):
        return False
    default_port = _DEFAULT_PORTS.get(scheme_of(url))
    is_special = default_port is not None
    if is_special and (not authority or "\\" in path):  # A backslash can be a slash.
        return False
    return "\\" not in authority and _is_plain(authority[2:], url, default_port)


def _is_plain(authority: str, url: Pieces, default_port: str | None) -> bool:
    """Return whether an authority as written has this URL's user info, host and port, and at most
    one `@`."""
    userinfo, at_sign, hostport = authority.rpartition("@")
    parsed_userinfo = userinfo_of(url)
    if userinfo + at_sign != parsed_userinfo:
        is_with_empty_password = userinfo == f"{parsed_userinfo[:-1]}:"
        if ":" in parsed_userinfo or not is_with_empty_password:
            return False
    end = hostport.find(":", hostport.find("]") + 1)
    if end < 0:
        end = len(hostport)
    host, port = hostport[:end], hostport[end:]
    return _is_same_port(port, url, default_port) and _is_same_host(host, host_of(url))


def _is_same_port(port: str, url: Pieces, default_port: str | None) -> bool:
    """Return whether a port as written is this URL's port, or the default port, which a browser
    leaves out."""
    parsed = port_of(url)
    return port == parsed or (parsed == "" and port == default_port)


def _is_same_host(host: str, parsed: str) -> bool:
    """Return whether everybody reads a host as written as the host in a browser's URL."""
    if host.isascii() and host[:1] != "[":
        return host.lower() == parsed.lower()
    return _is_same_unusual_host(host, parsed)


@lru_cache(maxsize=_CACHE_SIZE)
def _is_same_unusual_host(host: str, parsed: str) -> bool:
    if host.isascii():
        # Every parser of IPv6 addresses reads an address that a browser accepts as the browser
        # does.
        url = _cut_or_none(f"http://{host}/")
        return url is not None and host_of(url) == parsed
    # Some programs apply IDNA 2003 to the host, some UTS 46, and some NFKC. U+3002 is a dot for
    # some of them only, and some convert a final capital sigma to another letter than the others
    # do.
    if "\u3002" in host or "\u03a3" in host or not is_normalized("NFKC", host):
        return False
    from urldom._core.text import idna2003

    try:
        return idna2003.to_ascii(host).lower() == parsed == uts46.to_ascii(host)
    except Failure:
        return False


def _by_rfc3986(base: str, url: str) -> str:
    """Resolve a reference by RFC 3986 section 5.2, and keep the spelling of each part."""
    scheme, authority, path, query, fragment = _parts(_clean(url))
    if not scheme:
        scheme, base_authority, base_path, base_query, _ = _parts(_clean(base))
        if not authority:
            authority = base_authority
            if not path:
                path = base_path
                query = query or base_query
            elif path[0] != "/":
                path = merge(base_authority != "", base_path, path)
    if authority or path[:1] == "/":
        path = remove_dot_segments(path)
    return "".join((scheme, authority, path, query, fragment))


def _best(url: Pieces, answer: str, base: str, reference: str, *, is_whole: bool = True) -> str:
    """Return the first right answer: the standard library's, RFC 3986's, or the browser's, which is
    always right."""
    by_browser = href(url)
    if answer == by_browser or _is_right(answer, url, is_whole=is_whole):
        return answer
    by_rfc3986 = _by_rfc3986(base, reference)
    if by_rfc3986 != answer and _is_right(by_rfc3986, url, is_whole=is_whole):
        return by_rfc3986
    return by_browser


def _guarded(answer: str, base: str, reference: str) -> str:
    """Return the answer for a reference that a browser does not resolve, without a host or a scheme
    from its path."""
    if _begins_with_two_slashes(answer):
        if answer in (base, reference) or _names_a_host(base) or _names_a_host(reference):
            return answer
        return f"/.{answer}"
    scheme, *_ = _parts(answer)
    if not scheme or _cut_or_none(answer) is None:
        return answer
    base_scheme, *_ = _parts(_clean(base))
    if scheme.lower() != base_scheme.lower():
        return f"./{answer}"
    return reference if scheme.lower() in _DEFAULT_PORTS else answer


def _names_a_host(text: str) -> bool:
    _, authority, *_ = _parts(_clean(text))
    return authority not in ("", "//")


@lru_cache(maxsize=_CACHE_SIZE)
def _base(text: str) -> tuple[Pieces | None, bool]:
    """Return the pieces of a base, and whether it is written as a browser writes it."""
    pieces = _cut_or_none(text)
    return pieces, pieces is not None and href(pieces) == text


def _ends_with_reference(by_browser: str, scheme: str, reference: str) -> bool:
    """Return whether a browser's URL ends with the unchanged characters of a reference."""
    if reference[:2] == "//":
        # A browser adds a path to the empty host of `//` in a file URL.
        return by_browser == scheme + reference
    return by_browser.endswith(reference.removeprefix("../"))


@lru_cache(maxsize=_CACHE_SIZE)
def _join(base: str, reference: str, allow_fragments: bool) -> str:
    """Return the result of `urljoin` for two strings."""
    base_pieces, is_base_unchanged = _base(base)
    url = _cut_or_none(reference, base_pieces)
    # If a `#` must not begin a fragment, only the scheme and the authority of the browser's URL
    # count.
    is_whole = allow_fragments or not ("#" in base or "#" in reference)
    if is_whole and url is not None:
        by_browser = href(url)
        is_unchanged = by_browser == reference
        if not is_unchanged and is_base_unchanged:
            is_unchanged = _ends_with_reference(by_browser, scheme_of(url), reference)
        if is_unchanged:  # Another right answer would be the same.
            return by_browser
    try:
        _reject_long_host(base)
        _reject_long_host(reference)
        answer = _standard_library.urljoin(base, reference, allow_fragments)
    except ValueError:
        if url is None:
            raise
        return href(url)
    if url is None:
        return _guarded(answer, base, reference)
    return _best(url, answer, base, reference, is_whole=is_whole)


def _is_text(url: Any) -> bool:
    return isinstance(url, str) or (isinstance(url, (bytes, bytearray)) and url.isascii())


def _text_of(url: Any) -> str:
    if isinstance(url, str):
        return str.__str__(url)  # A subclass of `str` can have another hash.
    return url.decode("ascii") if url else ""


def _in_type_of(url: Any, text: str) -> Any:
    return text if isinstance(url, str) else text.encode()


def urljoin(base: AnyStr, url: AnyStr | None, allow_fragments: bool = True) -> AnyStr:
    """Return the URL that a reference means for browsers, spelled as `urllib.parse.urljoin` does.

    The result is the standard library's, if every program reads it as a browser reads `url` against
    `base`. Otherwise, it is the result of RFC 3986 section 5.2, which keeps each part as it is
    written. If that is not right either, it is the browser's. A result is right if it meets four
    conditions:

    - It parses to the URL that the URL Standard means, and has no control characters, no
      surrogates, and no space at its start or end.
    - If its scheme is `http:` or another special one, `//` follows, and there is no backslash
      before its query.
    - Its user info, host and port are the same, except for the case of the host, the spelling of an
      IPv6 address, a default port and an empty password. A host in Unicode is kept only if IDNA
      2003 and UTS 46 agree on it, and NFKC does not change it.
    - Its path may differ only in escapes and in literal `.` and `..` segments.

    If a browser rejects `url`, or `base` is empty, relative, or has no segments, as in
    `mailto:a@b`, the result is the standard library's. But a path never becomes a host or a scheme,
    so `urljoin("/a", "/.//b")` returns `/.//b`. And a `url` that names a host, such as `///x y`, is
    returned unchanged, because the standard library's result has the base's host.

    Args:
        base: The base URL. If it is relative or empty, the result can be relative.
        url: A URL or a relative reference, `str` or `bytes` like `base`.
        allow_fragments: `False` if a `#` belongs to the path or the query, as in
            `urllib.parse.urljoin`. The result then has the scheme and the authority that a browser
            reads.

    Raises:
        ValueError: If `urllib.parse.urljoin` raises it, or a host is too long, and a browser
            rejects `url` too.
        TypeError: If one argument is a `str` and the other is not.

    >>> urljoin("https://good.example/a/b", "../c d"), urljoin("s3://bucket", "key")
    ('https://good.example/c d', 's3://bucket/key')
    >>> urljoin("https://good.example/", "/\\\\evil.example/x")
    'https://evil.example/x'
    >>> urljoin(b"https://good.example/", b"///evil.example/x")
    b'https://evil.example/x'
    """
    if type(base) is str and type(url) is str:
        return _join(base, url, bool(allow_fragments))
    is_alike = not base or not url or isinstance(base, str) == isinstance(url, str)
    if is_alike and _is_text(base) and _is_text(url):
        joined = _join(_text_of(base), _text_of(url), bool(allow_fragments))
        answer = _in_type_of(url or base, joined)
    else:
        # The standard library rejects most other arguments, with a `TypeError`.
        answer = _standard_library.urljoin(base, url, allow_fragments)
    result: AnyStr = answer  # pyright: ignore[reportAssignmentType]
    return result


@lru_cache(maxsize=_CACHE_SIZE)
def _as_read(text: str) -> str:
    """Return a string, or the browser's URL if the standard library reads another host, port or
    user info in it."""
    if _has_plain_host(text) and "\\" not in text:
        return text
    _reject_long_host(text)
    parts = _standard_library.urlsplit(text, "", True)
    url = _cut_or_none(text)
    if url is None or (parts.netloc == authority_of(url) and "\\" not in text):
        return text
    _, authority, path, _, _ = _parts(_clean(text))
    default_port = _DEFAULT_PORTS.get(scheme_of(url))
    if default_port is not None and "\\" in authority + path:
        return href(url)
    # `http:c` and `https:/x` keep their parts, though a browser reads a host in them.
    is_relative = default_port is not None and not authority
    if is_relative or _has_same_authority(parts, url, default_port):
        return text
    return href(url)


def _has_same_authority(parts: SplitResult, url: Pieces, default_port: str | None) -> bool:
    """Return whether the attributes of a result are this URL's, also with several `@`, or zeros
    before the port."""
    username, password = credentials_of(url)
    try:
        port = "" if parts.port is None else f":{parts.port}"
    except ValueError:
        return False
    host = parts.hostname or ""
    if "[" in parts.netloc:
        host = f"[{host}]"
    return (
        not _find_unsafe(parts.netloc)
        and unquote(parts.username or "") == unquote(username)
        and unquote(parts.password or "") == unquote(password)
        and _is_same_port(port, url, default_port)
        and _is_same_host(host, host_of(url))
    )


@overload
def urlsplit(url: str, scheme: str = "", allow_fragments: bool = True) -> SplitResult: ...
@overload
def urlsplit(
    url: bytes | None, scheme: bytes | Literal[""] | None = "", allow_fragments: bool = True
) -> SplitResultBytes: ...
@lru_cache(maxsize=_CACHE_SIZE, typed=True)
def urlsplit(url: Any, scheme: Any = "", allow_fragments: bool = True) -> Any:
    """Split a URL into five parts, as `urllib.parse.urlsplit` does, with a browser's host.

    The result is the standard library's. But if `url` is absolute and a browser reads another host,
    port or user info in it, or a slash for a backslash, the browser's URL is split. `http:c`,
    `https:/x` and relative references keep their parts, so a filter has to resolve a URL before it
    reads the host.

    Args:
        url: A URL or a relative reference, `str` or `bytes`.
        scheme: The scheme of the result if `url` has no scheme.
        allow_fragments: `False` if a `#` belongs to the path or the query.

    Returns:
        A `SplitResult` of the standard library, or a `SplitResultBytes`.

    Raises:
        ValueError: If `urllib.parse.urlsplit` raises it, or the host is not ASCII and longer than
            1,000 characters.
        TypeError: If one argument is a `str` and the other is not.

    >>> urlsplit("HTTP://Example.COM:80/a/../b").netloc
    'Example.COM:80'
    >>> urlsplit(r"http://good.example\\@evil.example/").hostname
    'good.example'
    """
    read = _in_type_of(url, _as_read(_text_of(url)))
    return _standard_library.urlsplit(read, scheme, allow_fragments)


@overload
def urlparse(url: str, scheme: str = "", allow_fragments: bool = True) -> ParseResult: ...
@overload
def urlparse(
    url: bytes | bytearray | None,
    scheme: bytes | bytearray | Literal[""] | None = "",
    allow_fragments: bool = True,
) -> ParseResultBytes: ...
def urlparse(url: Any, scheme: Any = "", allow_fragments: bool = True) -> Any:
    """Split a URL into six parts, as `urllib.parse.urlparse` does, with a browser's host.

    It differs from `urlsplit` only in `params`, the text after a semicolon in the last segment of
    the path.

    Args:
        url, scheme, allow_fragments: As in `urlsplit`, whose errors are raised too.

    Returns:
        A `ParseResult` of the standard library, or a `ParseResultBytes`.

    >>> urlparse(r"http:\\\\example.com\\a;b?c")
    ParseResult(scheme='http', netloc='example.com', path='/a', params='b', query='c', fragment='')
    """
    if type(url) is str:
        return _parse(url, scheme, allow_fragments)
    read = _in_type_of(url, _as_read(_text_of(url)))
    return _standard_library.urlparse(read, scheme, allow_fragments)


@lru_cache(maxsize=_CACHE_SIZE, typed=True)
def _parse(url: str, scheme: Any, allow_fragments: bool) -> Any:
    return _standard_library.urlparse(_as_read(url), scheme, allow_fragments)


@overload
def urldefrag(url: str) -> DefragResult: ...
@overload
def urldefrag(url: bytes | bytearray | None) -> DefragResultBytes: ...
def urldefrag(url: Any) -> Any:
    """Return a URL without its fragment, written by the rules of `urljoin`, and the fragment.

    Args:
        url: A URL or a relative reference, `str` or `bytes`.

    Returns:
        A `DefragResult` of the standard library, or a `DefragResultBytes`.

    Raises:
        ValueError: If `urllib.parse.urldefrag` raises it, and a browser cannot parse `url` either.

    >>> urldefrag("http://example.com/é?#top")
    DefragResult(url='http://example.com/é?', fragment='top')
    >>> urldefrag(r"http:\\\\example.com\\a#top").url
    'http://example.com/a'
    """
    if not isinstance(url, str):
        return urldefrag(_text_of(url)).encode()
    pieces = _cut_or_none(_text_of(url))
    reference, _, _ = url.partition("#")
    try:
        _reject_long_host(url)
        answer = _standard_library.urldefrag(url)
    except ValueError:
        if pieces is None:
            raise
        return DefragResult(href_without_fragment(pieces), fragment_of(pieces)[1:])
    if pieces is None:
        return answer._replace(url=_guarded(answer.url, "", reference))
    return answer._replace(url=_best(with_fragment(pieces, ""), answer.url, "", reference))


def _put_together(function: Callable[[Any], Any], components: Iterable[Any]) -> Any:
    """Put components together with a function of the standard library.

    If they have no netloc, no program reads a host from the result.
    """
    parts = tuple(components)
    answer = function(parts)
    scheme, netloc, path = parts[:3]
    if netloc:
        return answer
    others = parts[3:]
    text = _text_of(path)
    begins_like_a_host = _begins_with_two_slashes(text) is not None
    guarded = path
    if begins_like_a_host:
        guarded = _in_type_of(path, f"/.{text}")
    start = f"{_text_of(scheme)}:" if scheme else ""
    if start.lower() in _WITH_A_HOST:
        # The standard library writes two slashes after the scheme, and a browser reads a host after
        # them. So the scheme is added here.
        no_scheme = _in_type_of(answer, "")
        rest = _text_of(function((no_scheme, netloc, guarded, *others)))
        return _in_type_of(answer, start + rest)
    # Python 3.13 writes an empty authority, which guards the path too.
    has_empty_authority = _text_of(answer).startswith(f"{start}//{text}")
    if not begins_like_a_host or has_empty_authority:
        return answer
    return function((scheme, netloc, guarded, *others))


@overload
def urlunsplit(components: Iterable[None]) -> Literal[b""]: ...  # type: ignore[overload-overlap]
@overload
def urlunsplit(components: Iterable[AnyStr | None]) -> AnyStr: ...
def urlunsplit(components: Iterable[Any]) -> Any:
    """Put the parts of `urlsplit` together, and never read a host from a path.

    Except for such paths, the result is that of `urllib.parse.urlunsplit`.

    Args:
        components: The five parts: scheme, netloc, path, query and fragment.

    Returns:
        The URL. If there is no netloc, no slashes are written after `http:` and the other special
        schemes except `file:`, and `/.` is written before a path that begins with two slashes.

    >>> urlunsplit(("http", "example.com", "/a", "b", ""))
    'http://example.com/a?b'
    >>> urlunsplit(("", "", "//evil.example/x", "", ""))
    '/.//evil.example/x'
    """
    return _put_together(_standard_library.urlunsplit, components)


@overload
def urlunparse(components: Iterable[None]) -> Literal[b""]: ...  # type: ignore[overload-overlap]
@overload
def urlunparse(components: Iterable[AnyStr | None]) -> AnyStr: ...
def urlunparse(components: Iterable[Any]) -> Any:
    """Put the parts of `urlparse` together by the rules of `urlunsplit`.

    Args:
        components: The six parts: scheme, netloc, path, params, query and fragment.

    Returns:
        The URL.

    >>> urlunparse(("http", "example.com", "/a", "b", "c", ""))
    'http://example.com/a;b?c'
    """
    return _put_together(_standard_library.urlunparse, components)
