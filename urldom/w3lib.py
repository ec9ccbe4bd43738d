"""Two functions of `w3lib.url` that follow the URL Standard.

Import them from `urldom.w3lib` instead of `w3lib.url`.

`docs/migrate/w3lib.md` has a table of the differences. w3lib itself is not needed.

>>> from urldom.w3lib import canonicalize_url, safe_url_string
>>> safe_url_string("https://EXAMPLE.com/a b?q=é", encoding="windows-1252")
'https://example.com/a%20b?q=%E9'
>>> canonicalize_url("https://example.com/%7ea/../b?y=2&x=%c3%a9#top")
'https://example.com/b?x=%C3%A9&y=2'
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from itertools import product
from string import hexdigits
from typing import Any, Final, TypeAlias
from urllib.parse import ParseResult

from urldom._core.errors import Failure, InvalidURLError
from urldom._core.standards.registry import DEFAULT_STANDARD
from urldom._core.standards.whatwg import relative, url_record
from urldom._core.text import encodings, grammar, percent_encoding
from urldom._core.text import percent_encode_sets as sets
from urldom._core.values.pieces import Pieces, href
from urldom._core.values.url_value import AnyURL, url_text

__all__ = ["canonicalize_url", "safe_url_string"]
__dir__: Callable[[], list[str]] = __all__.copy


def safe_url_string(
    url: AnyURL | bytes,
    encoding: str = "utf8",
    path_encoding: str = "utf8",
    quote_path: bool = True,
) -> str:
    """Return a URL as a browser parses and serializes it before a fetch (URL Standard 4.4, 4.5).

    The parameters are those of `w3lib.url.safe_url_string`. A relative reference stays relative,
    and a character that only some bases would escape stays too. An encoding is a label of the
    Encoding Standard, or Python's name for it.

    Args:
        url: A URL. Bytes are decoded first, and those that the encoding cannot decode are
            percent-encoded.
        encoding: The page's encoding, for the query and for a `url` of bytes.
        path_encoding: The encoding of the path, for which browsers always use UTF-8.
        quote_path: If it is `False`, no character of the path is percent-encoded.

    Raises:
        InvalidURLError: If the URL is invalid, or is a reference that does not resolve against an
            `http:` URL.
        LookupError: If an encoding is unknown.
        TypeError: If an argument has another type.

    >>> safe_url_string("http://EXAMPLE.com:80/a b?q='é'"), safe_url_string("../a b?q='é'")
    ('http://example.com/a%20b?q=%27%C3%A9%27', "../a%20b?q='%C3%A9'")
    >>> safe_url_string(b"/\\xa3", "latin-1"), safe_url_string("/£", path_encoding="latin-1")
    ('/%C2%A3', '/%A3')
    """
    text = _decode(url, encoding) if isinstance(url, bytes) else url_text(url)
    encoding = _output_encoding(encoding)
    path_encoding = _output_encoding(path_encoding) if quote_path else "utf-8"
    encoded = text
    if path_encoding != "utf-8" and not text.isascii():
        encoded = relative.encode_path(text, path_encoding)
    pieces = _cut(encoded, encoding, text)
    if not quote_path:
        pieces = relative.with_written_path(pieces, text)
    return href(pieces)


def canonicalize_url(
    url: AnyURL | bytes | ParseResult,
    keep_blank_values: bool = True,
    keep_fragments: bool = False,
    encoding: str | None = None,
    *,
    query_separator: str = "&",
) -> str:
    """Return the canonical form of a URL, which is equal for URLs that mean the same.

    It is the safe URL with the pairs of its query sorted by their bytes and with `+` for a space
    there, except in a URL with an opaque path (`mailto:`, `data:`). A character that needs no
    escape is written without one, unless it is a delimiter in the path, and all other escapes
    become upper case. A relative reference still resolves to the same URL against every base. The
    exception is a host, as in `//é/`, which is read as in an `http:` URL even if the base is a
    `file:` URL, or has a scheme that is not special. The parameters are those of
    `w3lib.url.canonicalize_url`.

    Args:
        url: A URL of a type that `safe_url_string` accepts, or a `ParseResult` of `urllib.parse`.
        keep_blank_values: `False` removes pairs without a value.
        keep_fragments: `True` keeps the fragment.
        encoding: The page's encoding, by default UTF-8.
        query_separator: The separator of the query's pairs.

    Raises:
        InvalidURLError: If the URL is invalid, or is a reference that does not resolve against an
            `http:` URL.
        LookupError: If the encoding is unknown.
        TypeError: If an argument has another type.

    >>> canonicalize_url("http://www.example.com/do?c=3&b=5&b=2&a=50")
    'http://www.example.com/do?a=50&b=2&b=5&c=3'
    >>> canonicalize_url("HTTP://EXAMPLE.com:80/%7ea%2fb/./c?q=a%20b&&p#d", keep_blank_values=False)
    'http://example.com/~a%2Fb/c?q=a+b'
    """
    if isinstance(url, ParseResult):
        url = url.geturl()
    text = _decode(url, encoding or "utf8") if isinstance(url, bytes) else url_text(url)
    short = text
    if not keep_fragments and "#" in text:
        # In every state of the parser, a `#` begins the fragment.
        short = relative.without_fragment(text)
    output_encoding = _output_encoding(encoding) if encoding else "utf-8"
    pieces = _cut(short, output_encoding, given=text)
    # The escapes that `cut_unresolved` makes are already canonical, but only in UTF-8.
    must_respell = "%" in short or encoding is not None
    canonical, fragment = _canonical_url(pieces, keep_blank_values, query_separator, must_respell)
    if not keep_fragments or fragment == "#":
        return canonical
    return canonical + fragment


def _canonical_url(
    pieces: Pieces,
    keep_blank_values: bool,
    query_separator: str,
    must_respell: bool,
) -> tuple[str, str]:
    """Return the canonical form of a URL without its fragment, and the fragment.

    `must_respell` is false if the URL has no escapes, or only canonical ones.
    """
    scheme, slashes, userinfo, host, port, path, query, fragment, _ = pieces
    if scheme and slashes != "//" and url_record.has_opaque_path(pieces):
        path = _respell(path, _UNRESERVED_ESCAPES)
        query = _respell(query, _UNRESERVED_ESCAPES)
        return f"{scheme}{path}{query}", fragment
    if must_respell or not scheme:
        slashes, path = _canonical_path(scheme, slashes, host, path)
    if must_respell:
        userinfo = _respell(userinfo, _USERINFO_ESCAPES)
    if scheme[:-1] not in url_record.SPECIAL_SCHEMES:
        # RFC 3986, 6.2.2.1: "the scheme and host are case-insensitive".
        host = _respell(host.lower(), _HOST_ESCAPES)
    if query:
        query = _canonical_query(query[1:], keep_blank_values, query_separator, must_respell)
        if not (query or scheme or slashes or path):
            query = "?"  # An empty reference would get the query of the base URL, so the `?` stays.
    return f"{scheme}{slashes}{userinfo}{host}{port}{path}{query}", fragment


def _canonical_path(scheme: str, slashes: str, host: str, path: str) -> tuple[str, str]:
    """Return the slashes and the path of a canonical URL, or of a canonical reference."""
    if scheme == "file:":
        return slashes, _respell_file_path(path)
    if scheme:
        return slashes, _respell(path, _PATH_ESCAPES)
    if relative.has_one_path(slashes, host, path):
        return relative.normalize_reference(slashes, _respell_file_path(path))
    return slashes, _respell(path, _UPPER_CASE)


def _escapes(octets: list[str], kept: str = "") -> Mapping[str, str]:
    """Map the digits of each escape to its text in the table of a percent-encode set.

    The `kept` ones stay escaped.
    """
    escapes: dict[str, str] = {}
    for high, low in product(hexdigits, repeat=2):
        octet = int(high + low, 16)
        escapes[high + low] = f"%{octet:02X}" if chr(octet) in kept else octets[octet]
    return escapes


_UNRESERVED: Final = set(re.findall(f"[{grammar.UNRESERVED}]", percent_encoding.ASCII))
_UNRESERVED_ESCAPES: Final = _escapes(percent_encoding.octet_escapes(_UNRESERVED))
_HOST_ESCAPES: Final = {
    key: text if text[0] == "%" else text.lower() for key, text in _UNRESERVED_ESCAPES.items()
}
_USERINFO_ESCAPES: Final = _escapes(sets.USERINFO.table, "%")
#: A `\\` is a slash in some URLs, and a `;` begins the parameters of a segment (RFC 3986, 3.3), so
#: both stay escaped.
_PATH_ESCAPES: Final = _escapes(sets.PATH.table, "%/\\;")
#: A `|` could become part of a drive letter, so it stays escaped.
_FILE_PATH_ESCAPES: Final = _escapes(sets.PATH.table, "%/\\;|")
_UPPER_CASE: Final = {digits: f"%{digits.upper()}" for digits in _UNRESERVED_ESCAPES}
#: Finds a bare percent sign before an escape. If the escapes in `%%34%31` became digits, they would
#: form `%41`.
_joins_an_escape: Final = re.compile(f"%[{grammar.HEXDIG}]?%").search
#: Finds an escape before a bare `|`. If `%43|` became `C|`, it would be a drive letter.
_joins_a_drive_letter: Final = re.compile(rf"(?:\A|/)%[{grammar.HEXDIG}]{{2}}\|(?:/|\Z)").search


def _respell(text: str, escapes: Mapping[str, str]) -> str:
    """Return the text with each escape replaced by its value in `escapes`.

    If that would make a new escape, the escapes only become upper case.
    """
    if "%" not in text:
        return text
    return _replace_escapes(text, _UPPER_CASE if _joins_an_escape(text) else escapes)


def _respell_file_path(path: str) -> str:
    """Return a path whose escapes are replaced, also for a reference to a `file:` URL.

    It has no drive letter unless the given path has it.
    """
    if "|" in path and _joins_a_drive_letter(path):
        return _respell(path, _UPPER_CASE)
    return _respell(path, _FILE_PATH_ESCAPES)


def _replace_escapes(text: str, escapes: Mapping[str, str], bare_percent: str = "%") -> str:
    first, *others = text.split("%")
    spelled = [first]
    for other in others:
        escape = escapes.get(other[:2])
        if escape is None:
            spelled += (bare_percent, other)
        else:
            spelled += (escape, other[2:])
    return "".join(spelled)


#: Percent-encodes the names and values of a query. The delimiters `&` and `=`, `+` and percent
#: signs stay unchanged.
_encode_form: Final = percent_encoding.PercentEncoder(f"{grammar.UNRESERVED}&=+%").encode
_is_spelled: Final = re.compile(rf"[{grammar.UNRESERVED}+&=]*\Z").match


#: A name, the equals sign or `""`, and a value.
_Pair: TypeAlias = tuple[str, str, str]


def _canonical_query(
    query: str, keep_blank_values: bool, separator: str, must_respell: bool
) -> str:
    """Return the canonical form of a query, with a question mark, which `query` lacks."""
    if separator != "&":
        query = "&".join(query.replace("&", "%26").split(separator))
    if not _is_spelled(query):
        if must_respell:
            query = _replace_escapes(query, _UNRESERVED_ESCAPES, "%25")
        query = _encode_form(query).replace("%20", "+")
    pairs: list[_Pair] = []
    for sequence in query.split("&"):
        pair = sequence.partition("=")
        _, _, value = pair
        if value or (sequence and keep_blank_values):
            pairs.append(pair)
    if len(pairs) > 1:
        pairs.sort(key=None if _is_sorted_as_spelled(query, pairs) else _decoded)
    query = separator.join([f"{name}={value.replace('=', '%3D')}" for name, _, value in pairs])
    return query and f"?{query}"


def _is_sorted_as_spelled(query: str, pairs: list[_Pair]) -> bool:
    """Return whether the pairs are sorted by their texts as by their decoded bytes. Without
    escapes they are, because a plus comes first, as a space does. Values are only compared in pairs
    of the same name."""
    if "%" not in query:
        return True
    names = {name for name, _, _ in pairs}
    return len(names) == len(pairs) and "%" not in "".join(names)


def _decoded(pair: _Pair) -> tuple[bytes, bytes]:
    """Return the bytes of a name and a value, as the parser decodes them (URL Standard 5.1, step
    3)."""
    name, _, value = pair
    decode = percent_encoding.percent_decode
    return decode(name.replace("+", " ").encode()), decode(value.replace("+", " ").encode())


def _cut(text: str, encoding: str, given: str) -> Pieces:
    """Cut a URL or a reference. An error shows the `given` text."""
    try:
        return relative.cut_unresolved(text, encoding)
    except Failure as failure:
        raise InvalidURLError(given, failure.reason, DEFAULT_STANDARD) from None


def _output_encoding(label: str) -> str:
    if label == "utf8":
        return "utf-8"
    return encodings.output_encoding(encodings.find_label_or_codec(label))


def _decode(data: bytes, label: str) -> str:
    """Decode the bytes of a URL. Those that the encoding cannot decode are percent-encoded."""
    name = encodings.find_label_or_codec(label)
    if name in ("utf-8", "replacement"):
        return data.decode(errors=percent_encoding.PERCENT)
    if name not in ("utf-16le", "utf-16be"):
        text = encodings.decode(name, data)
        if "\ufffd" not in text:
            return text
    from webencodings import lookup

    found: Any = lookup(name)
    return str(found.codec_info.decode(data, percent_encoding.PERCENT)[0])
