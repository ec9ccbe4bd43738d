"""RFC 3987: the grammar of IRI references (RFC 3987 section 2.2), and the conversions to and from
URIs (section 3).

A reference is resolved as under RFC 3986 (section 6.5), so every character stays as it is."""

from __future__ import annotations

import re
from contextlib import suppress
from functools import lru_cache, partial
from typing import Final
from unicodedata import category, is_normalized

from urldom._core.errors import Failure, InvalidURLError
from urldom._core.standards.interface import Standard
from urldom._core.standards.rfcs import ReferenceGrammar
from urldom._core.text.grammar import (
    HEXDIG,
    IPRIVATE,
    LONGEST_DOMAIN,
    UCSCHAR,
    UNRESERVED,
    uri_reference,
)
from urldom._core.text.idna2003 import nameprep, to_ascii
from urldom._core.text.percent_encoding import percent_encode
from urldom._core.values.pieces import HOST, QUERY
from urldom._core.values.reference_values import URIReference
from urldom._core.values.schemes import SERVER_BASED
from urldom._core.values.url_value import AnyURL, url_text

#: The part before a query, or all up to the end if there is a fragment. It ends with a private use
#: character.
_find_private = re.compile(rf"(?:[^?#]*|[^#]*#.*)[{IPRIVATE}]", re.DOTALL).match
#: Characters that section 6.1 advises against, but Nameprep and NFKC keep. The first ones are
#: invisible, and the others look like "/", "\\", ":", "%" or "#".
_NOT_CLEAR: Final = "\u115f\u1160\u17b4\u17b5\u180f\u2065\u2044∕⧸╱⟋∖⧵⧹⟍∶꞉٪⁒♯"
_sub_escapes = re.compile(f"(?:%[{HEXDIG}]{{2}})+").sub
# A dot stays escaped, because two of them would be a dot segment.
_is_possible = re.compile(f"(?![{_NOT_CLEAR}.])[{UNRESERVED}{UCSCHAR}]").match


def _match(url: str) -> re.Match[str] | None:
    return uri_reference(iri=True).match(url)


def _why_private(url: str) -> str | None:
    found = _find_private(url)
    if found is None:
        return None
    character = found[0][-1]
    return f"it contains {character!a}, a private use character, which only a query can contain"


_GRAMMAR: Final = ReferenceGrammar(
    match=_match,
    parsing_step="RFC 3987 section 2.2",
    base_section="RFC 3987 section 6.5",
    production="<IRI-reference> production of RFC 3987",
    noun="an IRI",
    characters=rf"!#$%&'()*+,\-./0-9:;=?@A-Z\[\]_a-z~{UCSCHAR}{IPRIVATE}",
    own_reason=_why_private,
)
_KEPT: Final = {
    **dict.fromkeys(("hostport", "host", "path", "fragment"), UCSCHAR),
    "query": UCSCHAR + IPRIVATE,
}

RFC3987: Final[Standard[URIReference]] = _GRAMMAR.engine("rfc3987", _KEPT).standard

_sub_not_ascii = re.compile(r"[^\x00-\x7f]+").sub


def _pieces_of(url: AnyURL) -> tuple[str, str, str, str, str, str, str, str]:
    text = url_text(url)
    try:
        return _GRAMMAR.cut_as_written(text)[:8]
    except Failure as failure:
        raise InvalidURLError(text, failure.reason, RFC3987.name) from None


def to_uri(iri: AnyURL) -> str:
    """Return the URI reference, in ASCII, of an IRI reference (RFC 3987 section 3.1).

    Every character that a URI cannot contain is percent-encoded in UTF-8. If the scheme has DNS
    names, ToASCII converts the host instead. These schemes are the ones with a *server-based naming
    authority* (ruling 4), such as `http`, `ftp` and `ws`. If ToASCII fails, the host is
    percent-encoded, as after any other scheme and in a relative reference.

    Args:
        iri: An IRI reference. A URI reference is one too, and stays unchanged.

    Raises:
        InvalidURLError: If the grammar of RFC 3987 does not match.
        TypeError: If `iri` has a wrong type.

    >>> to_uri("http://résumé.example.org/résumé"), to_uri("x://résumé.example.org")
    ('http://xn--rsum-bpad.example.org/r%C3%A9sum%C3%A9', 'x://r%C3%A9sum%C3%A9.example.org')
    """
    scheme, slashes, userinfo, host, *rest = _pieces_of(iri)
    if not host.isascii() and scheme[:-1].lower() in SERVER_BASED:
        with suppress(Failure):
            host = to_ascii(host)
    uri = "".join((scheme, slashes, userinfo, host, *rest))
    return _sub_not_ascii(lambda found: percent_encode(found[0]), uri)


@lru_cache(maxsize=2048)
def _is_appropriate(character: str) -> bool:
    """Return whether an IRI can contain a character, and nobody takes it for other text (sections
    2.2, 4.1 and 6.1).

    Nameprep (RFC 3491) removes or prohibits invisible characters. NFKC replaces variants such as
    full-width letters."""
    if not _is_possible(character) or category(character) == "Cf":
        return False
    if not is_normalized("NFKC", character):
        return False
    try:
        return nameprep(character) != ""
    except Failure:
        return False


def _is_prepared(host: str) -> bool:
    """Return whether ToASCII changes no letter of a host but its case, so that it does not name
    another host."""
    if host.isascii():
        return True
    if "\u3002" in host:  # a dot (RFC 3490 section 3.1)
        return False
    labels = host.split(".")
    if max(map(len, labels)) > LONGEST_DOMAIN:
        return False
    try:
        return all(nameprep(label) == label.lower() for label in labels)
    except Failure:
        return False


def to_iri(uri: AnyURL) -> str:
    """Convert a URI reference to an IRI reference (RFC 3987 section 3.2).

    Percent-encoded UTF-8 is decoded to characters that an IRI can contain. These stay
    percent-encoded: bytes that are not UTF-8, reserved characters, `%`, dots, bidirectional
    formatting characters, spaces and invisible characters, characters that look like others, such
    as full-width letters, and private use characters outside the query. `xn--` labels stay as they
    are, and so does a host that `to_uri` would convert to another host, such as `fa%C3%9F`.

    Args:
        uri: A URI reference, or an IRI reference.

    Returns:
        The IRI reference. `to_uri` converts it to a URI that is equivalent to `uri`.

    Raises:
        InvalidURLError: If the grammar of RFC 3987 does not match.
        TypeError: If `uri` has a wrong type.

    >>> to_iri("http://www.example.org/D%C3%BCrst?%2F"), to_iri("http://www.example.org/D%FCrst")
    ('http://www.example.org/Dürst?%2F', 'http://www.example.org/D%FCrst')
    """
    converted = ""
    for place, piece in enumerate(_pieces_of(uri)):
        decode = _decode_escapes_of_query if place == QUERY else _decode_escapes
        text = _sub_escapes(decode, piece)
        if place == HOST and not _is_prepared(text):
            text = piece
        converted += text
    return converted


def _decode_escapes(found: re.Match[str], *, is_in_query: bool = False) -> str:
    """Decode the characters of a run of escapes that an IRI can contain."""
    escapes = found[0]
    # A byte that is not UTF-8 becomes a surrogate.
    text = bytes.fromhex(escapes.replace("%", "")).decode(errors="surrogateescape")
    decoded = ""
    end = 0
    for character in text:
        start = end
        end += 3 * len(character.encode(errors="surrogateescape"))
        is_private = category(character) == "Co"
        if _is_appropriate(character) or (is_private and is_in_query):
            decoded += character
        elif character.isascii():
            decoded += escapes[start:end]
        else:
            decoded += escapes[start:end].upper()
    return decoded


_decode_escapes_of_query: Final = partial(_decode_escapes, is_in_query=True)
