"""RFC 3986, RFC 2396 and RFC 1808: references are resolved by the letter of each text, for
comparisons.

This module imports nothing of the package. The components of a reference are split by the
expression of RFC 3986 appendix B, which is that of RFC 2396 appendix B too. A scheme has to match
the grammar (section 3.1 of both). The whole grammar of RFC 3986 and RFC 3987 is here too, with each
production under its name."""

from __future__ import annotations

import re

_COMPONENTS = re.compile(
    r"(?:([A-Za-z][A-Za-z0-9+.-]*):)?(?://([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?", re.DOTALL
)


def split(reference: str) -> tuple[str | None, str | None, str, str | None, str | None]:
    found = _COMPONENTS.fullmatch(reference)
    assert found is not None
    scheme, authority, path, query, fragment = found.groups()
    return scheme, authority, path or "", query, fragment


def recompose(
    scheme: str | None, authority: str | None, path: str, query: str | None, fragment: str | None
) -> str:
    """RFC 3986 section 5.3. A path that would be read as an authority gets the prefix `/.`."""
    result = f"{scheme}:" if scheme is not None else ""
    if authority is not None:
        result += f"//{authority}"
    elif path.startswith("//"):
        result += "/."
    result += path
    if query is not None:
        result += f"?{query}"
    return result if fragment is None else f"{result}#{fragment}"


def remove_dot_segments(path: str) -> str:
    """RFC 3986 section 5.2.4, with an input buffer and an output buffer."""
    output = ""
    while path:
        if path.startswith(("../", "./")):  # 2A
            path = path.partition("/")[2]
        elif path.startswith("/./") or path == "/.":  # 2B
            path = f"/{path[3:]}"
        elif path.startswith("/../") or path == "/..":  # 2C
            path, output = f"/{path[4:]}", output.rpartition("/")[0]
        elif path in (".", ".."):  # 2D
            path = ""
        else:  # 2E
            end = f"{path}/".find("/", 1)
            path, output = path[end:], output + path[:end]
    return output


def merge(has_authority: bool, base_path: str, path: str) -> str:
    """RFC 3986 section 5.2.3. After an authority, an empty path of the base counts as a slash."""
    if has_authority and base_path == "":
        return f"/{path}"
    return base_path[: base_path.rfind("/") + 1] + path


def resolve_rfc3986(reference: str, base: str) -> str:
    """RFC 3986 section 5.2.2, for a strict parser. The path of the base is normalised first
    (section 5.2.1)."""
    r_scheme, r_authority, r_path, r_query, r_fragment = split(reference)
    b_scheme, b_authority, b_path, b_query, _ = split(base)
    b_path = remove_dot_segments(b_path)
    if r_scheme is not None:
        scheme, authority, path, query = r_scheme, r_authority, remove_dot_segments(r_path), r_query
    else:
        scheme = b_scheme
        if r_authority is not None:
            authority, path, query = r_authority, remove_dot_segments(r_path), r_query
        else:
            authority = b_authority
            if r_path == "":
                path = b_path
                query = r_query if r_query is not None else b_query
            else:
                if r_path.startswith("/"):
                    path = remove_dot_segments(r_path)
                else:
                    path = remove_dot_segments(merge(b_authority is not None, b_path, r_path))
                query = r_query
    return recompose(scheme, authority, path, query, r_fragment)


def remove_complete_segments(path: str) -> str:
    """RFC 1808 section 4, steps 6a to 6d, and RFC 2396 section 5.2, steps 6c to 6f, with an
    expression for each. The slash before a path is not part of the path."""
    root, path = ("/", path[1:]) if path.startswith("/") else ("", path)
    path = re.sub(r"(?:(?<=/)|^)(?:\./)+", "", path)  # a
    path = re.sub(r"(?:(?<=/)|^)\.\Z", "", path)  # b
    pair = r"(?:(?<=/)|^)(?!\.\./)[^/]*/\.\."
    while re.search(f"{pair}/", path):  # c
        path = re.sub(f"{pair}/", "", path, count=1)
    return root + re.sub(rf"{pair}\Z", "", path)  # d


def resolve_rfc2396(reference: str, base: str) -> str:
    """RFC 2396 section 5.2, steps 1 to 7."""
    scheme, authority, path, query, fragment = split(reference)
    b_scheme, b_authority, b_path, b_query, _ = split(base)
    if path == "" and scheme is None and authority is None and query is None:  # 2
        return recompose(b_scheme, b_authority, b_path, b_query, fragment)
    if scheme is not None:  # 3
        return recompose(scheme, authority, path, query, fragment)
    if authority is None:  # 4
        authority = b_authority
        if not path.startswith("/"):  # 5 and 6
            path = remove_complete_segments(merge(b_authority is not None, b_path, path))
    return recompose(b_scheme, authority, path, query, fragment)  # 7


def split_rfc1808(url: str) -> tuple[str, str, str, str, str, str]:
    """RFC 1808 section 2.4: scheme, net_loc, path, params, query and fragment."""
    scheme = net_loc = params = query = fragment = ""
    if "#" in url:  # 2.4.1
        place = url.index("#")
        url, fragment = url[:place], url[place + 1 :]
    place = url.find(":")
    if place > 0 and re.fullmatch("[A-Za-z0-9+.-]+", url[:place]):  # 2.4.2
        scheme, url = url[:place], url[place + 1 :]
    if url[:2] == "//":  # 2.4.3
        place = url.find("/", 2)
        place = len(url) if place == -1 else place
        net_loc, url = url[2:place], url[place:]
    if "?" in url:  # 2.4.4
        place = url.index("?")
        url, query = url[:place], url[place + 1 :]
    if ";" in url:  # 2.4.5
        place = url.index(";")
        url, params = url[:place], url[place + 1 :]
    return scheme, net_loc, url, params, query, fragment


def resolve_rfc1808(embedded: str, base: str) -> tuple[str, str, str, str, str, str]:
    """RFC 1808 section 4, steps 2 to 7, for a base that has a scheme."""
    b_scheme, b_net_loc, b_path, b_params, b_query, _ = split_rfc1808(base)
    scheme, net_loc, path, params, query, fragment = split_rfc1808(embedded)
    if embedded == "":  # 2a
        return split_rfc1808(base)
    if scheme != "":  # 2b
        return scheme, net_loc, path, params, query, fragment
    if net_loc == "":  # 3
        net_loc = b_net_loc
        if path[:1] == "/":  # 4
            pass
        elif path == "":  # 5
            path = b_path
            if params == "":  # 5a
                params = b_params
                query = b_query if query == "" else query  # 5b
        else:  # 6
            path = remove_complete_segments(merge(net_loc != "", b_path, path))
    if net_loc != "" and path == "" and (params != "" or query != ""):
        path = "/"  # 2.2, net_path: a slash follows the net_loc.
    return b_scheme, net_loc, path, params, query, fragment


# RFC 3986 appendix A and RFC 3987 section 2.2: the grammar, one production after the other

#: <ucschar> and <iprivate>, as the members of a character class
UCSCHAR = "\xa0-\ud7ff\uf900-\ufdcf\ufdf0-\uffef" + "".join(
    f"{chr(plane * 0x10000 + (0x1000 if plane == 14 else 0))}-{chr(plane * 0x10000 + 0xFFFD)}"
    for plane in range(1, 15)
)
IPRIVATE = "\ue000-\uf8ff\U000f0000-\U000ffffd\U00100000-\U0010fffd"


def _ipv6_address() -> str:
    h16 = "[0-9A-Fa-f]{1,4}"
    dec_octet = "(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])"
    ls32 = rf"(?:{h16}:{h16}|{dec_octet}(?:\.{dec_octet}){{3}})"
    ways = [f"(?:{h16}:){{6}}{ls32}"]
    for pieces_before in range(8):
        before = f"(?:(?:{h16}:){{0,{pieces_before - 1}}}{h16})?" if pieces_before else ""
        pieces_after = 5 - pieces_before
        if pieces_after >= 0:
            after = f"(?:{h16}:){{{pieces_after}}}{ls32}"
        else:
            after = h16 if pieces_after == -1 else ""
        ways.append(f"{before}::{after}")
    return f"(?:{'|'.join(ways)})"


def _reference_expression(ucschar: str, iprivate: str) -> re.Pattern[str]:
    pct_encoded = "%[0-9A-Fa-f]{2}"
    unreserved = rf"A-Za-z0-9\-._~{ucschar}"
    sub_delims = "!$&'()*+,;="

    def any_of(characters: str) -> str:
        return f"(?:[{characters}]|{pct_encoded})"

    pchar = any_of(f"{unreserved}{sub_delims}:@")
    ip_future = rf"[vV][0-9A-Fa-f]+\.[A-Za-z0-9\-._~{sub_delims}:]+"
    host = rf"(?:\[(?:{_ipv6_address()}|{ip_future})\]|{any_of(unreserved + sub_delims)}*)"
    authority = rf"(?:{any_of(f'{unreserved}{sub_delims}:')}*@)?{host}(?::[0-9]*)?"
    path_abempty = f"(?:/{pchar}*)*"
    path_absolute = f"/(?:{pchar}+(?:/{pchar}*)*)?"
    path_rootless = f"{pchar}+(?:/{pchar}*)*"
    path_noscheme = f"{any_of(f'{unreserved}{sub_delims}@')}+(?:/{pchar}*)*"
    tail = rf"(?:\?(?:{pchar}|[/?{iprivate}])*)?(?:#(?:{pchar}|[/?])*)?"
    scheme = "[A-Za-z][A-Za-z0-9+.-]*"
    hier_part = f"(?://{authority}{path_abempty}|{path_absolute}|{path_rootless}|)"
    relative_part = f"(?://{authority}{path_abempty}|{path_absolute}|{path_noscheme}|)"
    return re.compile(f"(?:{scheme}:{hier_part}|{relative_part}){tail}")


_URI_REFERENCE = _reference_expression("", "")
_IRI_REFERENCE = _reference_expression(UCSCHAR, IPRIVATE)


def is_uri_reference(text: str) -> bool:
    """Return whether a text matches <URI-reference> (RFC 3986 section 4.1)."""
    return _URI_REFERENCE.fullmatch(text) is not None


def is_iri_reference(text: str) -> bool:
    """Return whether a text matches <IRI-reference> (RFC 3987 section 2.2), and has no
    bidirectional formatting character (section 4.1)."""
    is_formatted = re.search("[\u200e\u200f\u202a-\u202e]", text) is not None
    return not is_formatted and _IRI_REFERENCE.fullmatch(text) is not None
