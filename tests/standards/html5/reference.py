"""HTML5 2.6.2, 2.6.3 and 2.6.6 as they are written: the whole grammar, one step after the other on components, and a
setter whose output is parsed again (ruling 17). The property tests hold the package's expression and component parsers
against it."""

from __future__ import annotations

import re
from urllib.parse import unquote_to_bytes

import attrs

from urldom import ParsedURL
from urldom._errors import Failure
from urldom._standards.html5.resolving import SERVER_BASED, WITHOUT_AUTHORITY
from urldom._standards.table import ATTRIBUTES
from urldom._text.grammar import HTML5_UNRESERVED, PORT, SCHEME, SUB_DELIMS, UNRESERVED, ip_literal
from urldom._text.idna2003 import to_ascii
from urldom._text.percent_encoding import SPACE_CHARACTERS, escape_path, escape_query
from urldom._values.references import merge, remove_dot_segments

ROWS = {row.name: row for row in ATTRIBUTES}

# 2.6.2 step 2: RFC 3986's grammar with the four exceptions; a percent sign may be bare, and a fragment holds any "#".
IP_LITERAL = ip_literal(UNRESERVED + HTML5_UNRESERVED)  # ruling 2
REG_NAME = f"{UNRESERVED}{HTML5_UNRESERVED}{SUB_DELIMS}%"
PATH = f"[{REG_NAME}:@/]*"
PATH_NOSCHEME = f"[{REG_NAME}@]+(?:/{PATH})?"
AUTHORITY = rf"(?:([{REG_NAME}:]*)@)?({IP_LITERAL}|[{REG_NAME}]*)(?::({PORT}))?(?=[/?#]|\Z)"
match_url = re.compile(
    rf"(?:({SCHEME}):)?"
    rf"(?://{AUTHORITY}|(?!//)(?(1)|(?=/|{PATH_NOSCHEME}(?:[?#]|\Z)|[?#]|\Z)))"
    rf"({PATH})(?:\?([{REG_NAME}:@/?]*))?(?:#([{REG_NAME}:@/?#]*))?\Z"
).match


def parse(url: str) -> ParsedURL:
    """2.6.2."""
    match = match_url(url.strip(SPACE_CHARACTERS))
    if match is None:
        raise Failure("the grammar")
    return ParsedURL(*match.groups())


def resolve(url: str, base: ParsedURL | None = None, encoding: str = "utf-8") -> ParsedURL:
    """2.6.3."""
    parsed = parse(url)  # Step 5
    host = parsed.host
    if host and not re.fullmatch(IP_LITERAL, host):  # Step 6
        try:
            host = to_ascii(unquote_to_bytes(host).decode() if "%" in host else host)
        except UnicodeError:
            raise Failure("no UTF-8") from None
    path = escape_path(parsed.path)  # Step 7
    query = None if parsed.query is None else escape_query(parsed.query, encoding)  # Step 8
    if parsed.scheme is None and base is None:
        raise Failure("relative")
    scheme = parsed.scheme
    authority = None if host is None else (parsed.userinfo, host, parsed.port)
    if scheme is not None or authority is not None:  # Step 9: RFC 3986 section 5.2.2
        path = remove_dot_segments(path)
    if scheme is None:
        assert base is not None
        scheme = base.scheme
        if authority is None:
            authority = None if base.host is None else (base.userinfo, base.host, base.port)
            if not path:
                path, query = base.path, base.query if query is None else query
            elif path.startswith("/"):
                path = remove_dot_segments(path)
            else:
                path = remove_dot_segments(merge(authority is not None, base.path, path))
    userinfo, host, port = authority or (None, None, None)
    kind = f"{scheme.lower()}:"
    if (  # Step 10
        (host is not None and kind in WITHOUT_AUTHORITY)
        or (not host and kind in SERVER_BASED)
        or (host is None and path.startswith("//"))
    ):
        raise Failure("the conformance criteria")
    result = ParsedURL(scheme, userinfo, host, port, path, query, parsed.fragment)  # Step 11
    if "\\" in str(result) and kind in SERVER_BASED:  # Step 12
        replaced = str(result).replace("\\", "/")
        return resolve(replaced) if "\\" in (result.authority or "") else parse(replaced)
    return result


def assign(url: str, name: str, value: str | None) -> str:
    """2.6.6: the output of the setter `name` on an input that `url` resolves to. Raises `Failure` where the setter
    condition does not hold."""
    input = resolve(url)
    row = ROWS[name]
    pieces = pieces_of(input)
    new = None if value is None else row.component.escape(row.setter_preprocessor(value))
    reason = row.setter_condition("" if value is None else new, pieces)
    if reason is not None:
        raise Failure(reason)
    component = row.component.name
    if component == "hostport":  # ruling 16
        assert new is not None
        host, port = new
        changes = {"host": host, "port": port[1:] if port else None}
    else:
        changes = {component: new}
    expected = attrs.evolve(input, **changes)
    output = str(expected)
    # Ruling 17
    if parse(output) != expected:
        raise Failure("the output reads back as another URL")
    resolved = resolve(output)
    if resolved.host != expected.host and component not in ("host", "hostport"):
        raise Failure("the output has another host")  # what a backslash in the userinfo does
    return output


def pieces_of(url: ParsedURL) -> tuple[str, ...]:
    return (
        f"{url.scheme}:" if url.scheme is not None else "",
        "" if url.host is None else "//",
        "" if url.userinfo is None else f"{url.userinfo}@",
        url.host or "",
        "" if url.port is None else f":{url.port}",
        url.path,
        "" if url.query is None else f"?{url.query}",
        "" if url.fragment is None else f"#{url.fragment}",
    )
