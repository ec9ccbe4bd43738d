"""Drop-ins for two functions of `w3lib.url`, by the living URL Standard: to swap them in, import them from here.

`docs/w3lib.md` has a table of what w3lib answers otherwise. w3lib itself is not needed.

>>> from urldom.w3lib import canonicalize_url, safe_url_string
>>> safe_url_string(r"https:\\\\EXAMPLE.com\\a b?q=é", encoding="windows-1252")
'https://example.com/a%20b?q=%E9'
>>> canonicalize_url("https://example.com/%7ea/../b?y=2&x=%c3%a9#top")
'https://example.com/b?x=%C3%A9&y=2'
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Mapping
from contextlib import suppress
from string import ascii_letters, digits, hexdigits
from typing import Final, TypeAlias
from urllib.parse import ParseResult

from urldom._errors import Failure, InvalidURLError
from urldom._standards.url_standard.cutting import clean, cut, cut_authority
from urldom._standards.url_standard.paths import normalize_segments
from urldom._standards.url_standard.percent_encode_sets import (
    C0_CONTROL,
    FRAGMENT,
    PATH,
    QUERY,
    USERINFO,
    PercentEncodeSet,
    percent_encode_after_encoding,
)
from urldom._standards.url_standard.state_machine import C0_CONTROL_OR_SPACE, BasicURLParser, State
from urldom._standards.url_standard.url_record import has_opaque_path
from urldom._standards.url_standard.usual import DEFAULT_PORTS, match_components
from urldom._text.encodings import decode, find_label_or_codec, output_encoding
from urldom._text.percent_encoding import percent_decode
from urldom._values.pieces import Pieces, href
from urldom._values.url_value import AnyURL, url_text

__all__ = ["canonicalize_url", "safe_url_string"]


def __dir__() -> list[str]:
    return __all__


#: RFC 3986, 2.3: <unreserved>.
_UNRESERVED: Final = f"{ascii_letters}{digits}-._~"
#: Where a path ends.
_find_path_end: Final = re.compile("[?#]").search


Escapes: TypeAlias = Mapping[str, str]


def safe_url_string(
    url: AnyURL | bytes, encoding: str = "utf8", path_encoding: str = "utf8", quote_path: bool = True
) -> str:
    """What a browser makes of `url` before it fetches it: the URL parsed and serialized (URL Standard 4.4, 4.5).

    Takes the arguments of `w3lib.url.safe_url_string`. `encoding` is that of the page: of `url` where that is bytes
    (what is no text in it is percent-encoded), and of the query. `path_encoding` is that of the path, for which
    browsers have UTF-8 alone; without `quote_path` no character of the path is percent-encoded. An encoding is a label
    of the Encoding Standard, or one of Python's names for it. A relative reference stays relative; what is escaped in
    it is what is escaped on any base.

    Raises `InvalidURLError`, a `ValueError`, for what is no URL, `LookupError` for an unknown encoding, and `TypeError`
    for arguments of another type.

    >>> safe_url_string("http://EXAMPLE.com:80/a b?q='é'"), safe_url_string("../a b?q='é'")
    ('http://example.com/a%20b?q=%27%C3%A9%27', "../a%20b?q='%C3%A9'")
    >>> safe_url_string(b"/\\xa3", "latin-1"), safe_url_string("/£", path_encoding="latin-1")
    ('/%C2%A3', '/%A3')
    >>> safe_url_string('http://example.com/"a b"', quote_path=False)
    'http://example.com/"a b"'
    """
    text = _decode(url, encoding) if isinstance(url, bytes) else url_text(url)
    encoding = _output_encoding(encoding)
    if not quote_path:
        return href(_with_written_path(text, _cut(text, encoding)))
    path_encoding = _output_encoding(path_encoding)
    if path_encoding != "utf-8" and not text.isascii():
        text, start, end = _find_path(text)
        # Percent-encoding what is not ASCII neither makes nor takes away a delimiter or a dot segment.
        path = percent_encode_after_encoding(path_encoding, text[start:end], C0_CONTROL)
        text = f"{text[:start]}{path}{text[end:]}"
    return href(_cut(text, encoding))


def canonicalize_url(
    url: AnyURL | bytes | ParseResult,
    keep_blank_values: bool = True,
    keep_fragments: bool = False,
    encoding: str | None = None,
    *,
    query_separator: str = "&",
) -> str:
    """One string for all the URLs that are the same: the safe URL, with the pairs of its query in order.

    Takes the arguments of `w3lib.url.canonicalize_url`. Beyond what the Standard does, the query's names and values are
    sorted by their bytes and each is spelled in one way, a space as `+`; an escape in the path is in upper case, or the
    character itself where that may stand there and delimits nothing; a fragment is left out, and so are pairs without a
    value where `keep_blank_values` is false. In a URL with an opaque path (`mailto:`, `data:`), of which no pairs are
    known, only the escapes are spelled in one way; of a relative reference, what means the same on any base.

    Raises as `safe_url_string` does.

    >>> canonicalize_url("http://www.example.com/do?c=3&b=5&b=2&a=50")
    'http://www.example.com/do?a=50&b=2&b=5&c=3'
    >>> canonicalize_url("HTTP://EXAMPLE.com:80/%7ea%2fb/./c?q=a%20b&&p#d", keep_blank_values=False)
    'http://example.com/~a%2Fb/c?q=a+b'
    """
    if isinstance(url, ParseResult):
        url = url.geturl()
    name = encoding or "utf8"
    text = url if type(url) is str else _decode(url, name) if isinstance(url, bytes) else url_text(url)
    output_encoding_name = "utf-8" if name == "utf8" else _output_encoding(name)
    given = text
    if not keep_fragments:
        # In every state a # ends what it stands behind. (A space there would be stripped at the end.)
        end = text.find("#")
        if end > 0 and text[end - 1] > " ":
            text = text[:end]
    pieces = _cut(text, output_encoding_name, given)
    scheme, slashes, userinfo, host, port, path, query, fragment, _ = pieces
    if not keep_fragments or fragment == "#":
        fragment = ""
    # Percent-encoding makes the escapes in the one spelling.
    has_escapes = "%" in text or encoding is not None
    if has_escapes and "%" in userinfo:
        userinfo = _respell(userinfo, _USERINFO_ESCAPES)
    if scheme not in DEFAULT_PORTS:
        if not scheme:
            slashes, path = _canonical_reference_path(slashes, host, path)
        elif slashes != "//" and path[:1] != "/":
            path = _respell(path, _UNRESERVED_ESCAPES)
            return f"{scheme}{path}{_respell(query, _UNRESERVED_ESCAPES)}{fragment}"
        # RFC 3986, 6.2.2.1: "the scheme and host are case-insensitive".
        host = _respell(host.lower(), _HOST_ESCAPES)
    if has_escapes and scheme and "%" in path:
        path = _respell(path, _FILE_PATH_ESCAPES if scheme == "file:" else _PATH_ESCAPES)
    if query:
        query = _canonical_query(query[1:], keep_blank_values, query_separator, has_escapes)
        if not (query or scheme or slashes or path):
            query = "?"  # Without it, a reference would take the base's query.
    return f"{scheme}{slashes}{userinfo}{host}{port}{path}{query}{fragment}"


def _cut(text: str, encoding: str, given: str | None = None) -> Pieces:
    """The pieces of a URL; or those of a relative reference, the first of them, the scheme, being empty. Raises
    `InvalidURLError`, with the string as it was given."""
    try:
        try:
            return cut(text, None, encoding)
        except Failure:
            reference = _stripped(text)
            if match_components(reference)[1]:  # type: ignore[index]
                raise
            return _cut_reference(reference, encoding)
    except Failure as failure:
        raise InvalidURLError(text if given is None else given, failure.reason, "whatwg") from None


def _stripped(text: str) -> str:
    """Steps 1 to 3 of the basic URL parser (4.4)."""
    return clean(text).strip(C0_CONTROL_OR_SPACE)


def _cut_reference(text: str, encoding: str) -> Pieces:
    """What each state of 4.4 makes of its component, as far as that is the same on every base URL whose scheme is http
    or https. Raises `Failure`."""
    match = match_components(text)
    assert match is not None
    _, host, port, host_rest, path, path_rest, query, query_rest, fragment, fragment_rest = match.groups()
    slashes = userinfo = ""
    if host is None:
        host = port = ""
    else:
        slashes = "//"
        if authority := f"{host}{port}{host_rest}":
            # The port stays: on which scheme it is the default one is not known.
            userinfo, host, port = cut_authority(authority, "")
    return (
        "",
        slashes,
        userinfo,
        host,
        port,
        path + PATH.encode(path_rest),
        query + percent_encode_after_encoding(encoding, query_rest, QUERY),
        fragment + FRAGMENT.encode(fragment_rest),
        text,
    )


# The path as it is written


class _PathFinder(BasicURLParser):
    """The basic URL parser, which remembers where in its input the path begins."""

    __slots__ = ("path_start",)

    def parse_path(self, buffer: str) -> State | None:
        self.path_start: int = self.pointer - len(buffer)
        return super().parse_path(buffer)


def _find_path(text: str) -> tuple[str, int, int]:
    """The input as the parser has it after its first steps, and where the path begins and ends in it. Where there is no
    URL, both places are the end."""
    text = _stripped(text)
    match = match_components(text)
    assert match is not None
    if not match[1]:
        return text, match.start(5), match.end(6)
    parser = _PathFinder(text, None, "utf-8", None)
    parser.path_start = len(text)
    state: State | None = BasicURLParser.scheme_start_state
    with suppress(Failure):
        while state is not None:
            if state == BasicURLParser.opaque_path_state:
                parser.path_start = parser.pointer
            state = state(parser)
    end = _find_path_end(text, parser.path_start)
    return text, parser.path_start, end.start() if end else len(text)


def _with_written_path(text: str, pieces: Pieces) -> Pieces:
    """The pieces that are made of a text, but with no character of the path percent-encoded."""
    text, start, end = _find_path(text)
    path = text[start:end]
    scheme = pieces[0]
    if scheme and not has_opaque_path(pieces) and pieces[5]:
        if scheme in DEFAULT_PORTS:
            path = path.replace("\\", "/")
        path = normalize_segments(f"/{path}", is_file=scheme == "file:")
    return (*pieces[:5], path, *pieces[6:])


# What is spelled in one way


def _escapes(octets: list[str], kept: str = "") -> Escapes:
    """What becomes of the escape with each pair of digits: the octet as it is in `octets`, a table of a percent-encode
    set; but it stays an escape for `kept`."""
    return {
        f"{high}{low}": f"%{octet:02X}" if chr(octet) in kept else octets[octet]
        for high in hexdigits
        for low in hexdigits
        for octet in (int(high + low, 16),)
    }


_UNRESERVED_SET: Final = PercentEncodeSet("".join(chr(code) for code in range(0x7F) if chr(code) not in _UNRESERVED))
_UNRESERVED_ESCAPES: Final = _escapes(_UNRESERVED_SET.table)
_HOST_ESCAPES: Final = {
    digits: text if text[0] == "%" else text.lower() for digits, text in _UNRESERVED_ESCAPES.items()
}
_USERINFO_ESCAPES: Final = _escapes(USERINFO.table, "%")
#: A `\\` is a slash in some URLs, and a `;` begins the parameters of a segment (RFC 3986, 3.3).
_PATH_ESCAPES: Final = _escapes(PATH.table, "%/\\;")
#: A `|` would make a drive letter.
_FILE_PATH_ESCAPES: Final = _escapes(PATH.table, "%/\\;|")
_UPPER_CASE: Final = {digits: f"%{digits.upper()}" for digits in _UNRESERVED_ESCAPES}
#: A percent sign that begins no escape, and would begin one with what comes of the escape behind it.
_joins_an_escape: Final = re.compile("%[0-9A-Fa-f]?%").search


def _respell(text: str, escapes: Escapes) -> str:
    """The text, with each escape as it is in `escapes`.

    >>> _respell("%7e%2f%c3%zz", _PATH_ESCAPES), _respell("%%34%31", _PATH_ESCAPES)
    ('~%2F%C3%zz', '%%34%31')
    """
    if "%" not in text:
        return text
    return _replace_escapes(text, _UPPER_CASE if _joins_an_escape(text) else escapes)


def _replace_escapes(text: str, escapes: Escapes, bare_percent: str = "%") -> str:
    first, *others = text.split("%")
    spelled = [first]
    for other in others:
        escape = escapes.get(other[:2])
        spelled += (bare_percent, other) if escape is None else (escape, other[2:])
    return "".join(spelled)


def _canonical_reference_path(slashes: str, host: str, path: str) -> tuple[str, str]:
    """The pieces slashes and path of a relative reference with such a host."""
    if "\\" in path or (slashes and not host):
        # On some bases a backslash is a slash, and what stands behind two slashes or more an authority.
        return slashes, _respell(path, _UPPER_CASE)
    path = _respell(path, _FILE_PATH_ESCAPES)
    if path[:1] == "/":
        if "/." in path:
            normalized = normalize_segments(path)
            # On some bases a drive letter stays.
            if normalized == normalize_segments(path, is_file=True):
                path = normalized
        if not slashes and path[:2] == "//":
            slashes = "/."
    elif match_components(path)[1]:  # type: ignore[index]
        path = f"./{path}"  # RFC 3986, 4.2: "preceded by a dot-segment"
    return slashes, path


#: What a query's names and values are spelled in, and what stands between them.
_FORM: Final = PercentEncodeSet("".join(chr(code) for code in range(0x7F) if chr(code) not in f"{_UNRESERVED}&=+%"))
_FORM_ESCAPES: Final = {**_UNRESERVED_ESCAPES, "20": "+"}
_is_spelled: Final = re.compile(r"[A-Za-z0-9\-._~+&=]*\Z").match


def _canonical_query(query: str, keep_blank_values: bool, separator: str, has_escapes: bool) -> str:
    """The piece of a query, given without its question mark. `has_escapes` is whether there may be others in it than
    those that percent-encoding makes of a character."""
    if separator != "&":
        query = "&".join(query.replace("&", "%26").split(separator))
    if not _is_spelled(query):
        if has_escapes and "%" in query:
            query = _replace_escapes(query, _FORM_ESCAPES, "%25")
        query = _FORM.encode(query).replace("%20", "+")
    pairs = [sequence.partition("=") for sequence in query.split("&") if sequence]
    if not keep_blank_values:
        pairs = [pair for pair in pairs if pair[2]]
    if len(pairs) > 1:
        # What is spelled without an escape sorts as its octets do: a plus comes before all the others, as a space does.
        names = {name for name, _, _ in pairs}
        is_sorted_as_spelled = "%" not in query or (len(names) == len(pairs) and "%" not in "".join(names))
        pairs.sort(key=None if is_sorted_as_spelled else _octets)
    query = separator.join([f"{name}={value.replace('=', '%3D')}" for name, _, value in pairs])
    return query and f"?{query}"


def _octets(pair: tuple[str, str, str]) -> tuple[bytes, bytes]:
    """5.1, step 3: the octets of a name and a value."""
    name, _, value = pair
    return percent_decode(name.replace("+", " ").encode()), percent_decode(value.replace("+", " ").encode())


# Encodings


def _output_encoding(label: str) -> str:
    return "utf-8" if label == "utf8" else output_encoding(find_label_or_codec(label))


_PERCENT_ENCODE: Final = "urldom.w3lib.percent-encode"


def _percent_encode(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeDecodeError)
    return "".join([f"%{octet:02X}" for octet in error.object[error.start : error.end]]), error.end


codecs.register_error(_PERCENT_ENCODE, _percent_encode)


def _decode(octets: bytes, label: str) -> str:
    """The text of a URL that is given as bytes. What is none in the encoding is percent-encoded."""
    name = find_label_or_codec(label)
    if name in ("utf-8", "replacement"):
        return octets.decode(errors=_PERCENT_ENCODE)
    if name not in ("utf-16le", "utf-16be"):
        text = decode(name, octets)
        if "\ufffd" not in text:
            return text
    from webencodings import lookup

    found = lookup(name)
    assert found is not None
    return str(found.codec_info.decode(octets, _PERCENT_ENCODE)[0])
