"""A URL as a reference relative to a base: the way back from resolving (RFC 3986 section 5.2).

The forms of a reference are few: the absolute URL, the network path, the absolute and the relative path, and what has
no path. Each is made, and the standard itself resolves it: the shortest one that leads to the URL is the answer. So no
rule of a standard is written a second time here. As the number of forms is bounded, the time is linear."""

from __future__ import annotations

from typing import Final

from urldom._standards.interface import Standard
from urldom._values.pieces import FRAGMENT, HOST, PATH, PORT, QUERY, SCHEME, SLASHES, USERINFO, Pieces, href, written
from urldom._values.references import DOT_SEGMENT, merge, relative_path

_USUAL_SCHEMES: Final = frozenset(["http:", "https:"])


def relative_reference(standard: Standard, url: Pieces, base: Pieces) -> str:
    """The shortest reference that resolves to `url` against `base`. Both are pieces of absolute URLs, and `base` is
    what `Standard.cut_base` made.

    >>> from urldom import WHATWG
    >>> relative_reference(WHATWG, WHATWG.cut("http://h/a/b?q"), WHATWG.cut_base("http://h/a/c"))
    'b?q'
    """
    return usual_reference(url, base) or shortest_reference(standard, url, base)


def usual_reference(url: Pieces, base: Pieces) -> str | None:
    """The same for two usual URLs, which all standards resolve alike, so that nothing has to be tried. `None` for
    others."""
    scheme, _, userinfo, host, port, path, query, fragment, _ = url
    if not host or scheme not in _USUAL_SCHEMES or scheme != base[SCHEME]:
        return None
    if host != base[HOST] or port != base[PORT] or userinfo != base[USERINFO]:
        return href(url)[len(scheme) :]
    base_path = base[PATH]
    # Dot segments of a base count under RFC 3986. A semicolon begins the params under RFC 1808.
    if (
        not path
        or "//" in path
        or ";" in path
        or ";" in base_path
        or DOT_SEGMENT in path
        or DOT_SEGMENT in written(base)
    ):
        return None
    if path == base_path:
        is_fragment = query == base[QUERY] and len(fragment) > 1 and fragment != base[FRAGMENT]
        return fragment if is_fragment else None
    relative = relative_path(path, merge(True, base_path, ""))
    if relative == ".":
        return None  # Under RFC 2396, a query alone is relative to the directory.
    return (relative if len(relative) <= len(path) else path) + query + fragment


def shortest_reference(standard: Standard, url: Pieces, base: Pieces) -> str:
    """The same for any two URLs: every form is tried."""
    absolute, scheme = href(url), url[SCHEME]
    if scheme != base[SCHEME]:
        return absolute
    references: list[str] = []
    if url[USERINFO:PATH] == base[USERINFO:PATH]:
        references += standard.references_without_path(url, base)
        references += [path + url[QUERY] + url[FRAGMENT] for path in standard.paths_to(url[PATH], base)]
    if url[SLASHES] == "//":
        references.append(absolute[len(scheme) :])
    # The sort is stable: of references of one length, the one with fewer components comes first.
    for reference in sorted(references, key=len):
        if len(reference) > len(absolute):
            break
        if standard.leads_to(reference, base, absolute):
            return reference
    return absolute
