"""A URL as a reference relative to a base: the way back from resolving (RFC 3986 section 5.2).

The forms of a reference are few: the absolute URL, the network path, the absolute and the relative path, and what has
no path. Each is made, and the standard itself resolves it: the shortest one that leads to the URL is the answer. So no
rule of a standard is written a second time here. As the number of forms is bounded, the time is linear."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from urldom._errors import Failure
from urldom._standards.interface import Standard
from urldom._values.pieces import FRAGMENT, HOST, PATH, PORT, QUERY, SCHEME, SLASHES, USERINFO, Pieces, href
from urldom._values.references import DOT_SEGMENT, relative_path

_USUAL_SCHEMES: Final = frozenset(["http:", "https:"])
_find_dot_segment: Final = re.compile(r"/\.\.?(?:/|\Z)").search


def relative_reference(standard: Standard, url: Pieces, base: Pieces) -> str:
    """The shortest reference that resolves to `url` against `base`. Both are pieces of absolute URLs, and `base` is
    what `Standard.cut_base` made. For usual URLs the shortest form is known, and nothing is resolved.

    >>> from urldom import WHATWG
    >>> relative_reference(WHATWG, WHATWG.cut("http://h/a/b?q"), WHATWG.cut_base("http://h/a/c"))
    'b?q'
    """
    scheme, _, userinfo, host, port, path, query, fragment, _ = url
    if not host or scheme not in _USUAL_SCHEMES or scheme != base[SCHEME]:
        return shortest_reference(standard, url, base)
    if host != base[HOST] or port != base[PORT] or userinfo != base[USERINFO]:
        return href(url)[len(scheme) :]
    base_path = base[PATH]
    # RFC 1808 has params, and under it and RFC 2396 an absolute path keeps its dot segments.
    if (
        not path
        or not base_path
        or "//" in path
        or ";" in path
        or ";" in base_path
        or (DOT_SEGMENT in path and _find_dot_segment(path))
        or (DOT_SEGMENT in base_path and _find_dot_segment(base_path))
    ):
        return shortest_reference(standard, url, base)
    directory = base_path[: base_path.rfind("/") + 1]  # as `merge` has it
    if path in (base_path, directory):
        references = standard.references_without_path(url, base)
        if references:
            return min(references, key=len)
    elif directory != "/":
        top = path.find("/", 1) + 1
        if not top or not directory.startswith(path[:top]):  # They have no directory in common.
            return path + query + fragment
    relative = relative_path(path, directory)
    return (relative if len(relative) <= len(path) else path) + query + fragment


def shortest_reference(
    standard: Standard, url: Pieces, base: Pieces, can_be: Callable[[str], bool] = lambda reference: True
) -> str:
    """The same for any URLs: every form is tried. `can_be` is whether a reference is one that is wanted. The absolute
    URL always is."""
    absolute, scheme = href(url), url[SCHEME]
    if scheme != base[SCHEME]:
        return absolute
    references: list[str] = []
    if url[USERINFO:PATH] == base[USERINFO:PATH]:
        references += standard.references_without_path(url, base)
        if url[PATH] == base[PATH] and url[QUERY]:
            references.append(url[QUERY] + url[FRAGMENT])
        references += [path + url[QUERY] + url[FRAGMENT] for path in standard.paths_to(url[PATH], base)]
    if url[SLASHES] == "//":
        references.append(absolute[len(scheme) :])
    # The sort is stable: of references of one length, the one with fewer components comes first.
    for reference in sorted(references, key=len):
        if len(reference) > len(absolute):
            break
        if can_be(reference) and leads_to(standard, reference, base, absolute):
            return reference
    return absolute


def leads_to(standard: Standard, reference: str, base: Pieces, url: str) -> bool:
    """Return `True` if `reference` resolves to `url` against `base`."""
    try:
        return href(standard.cut(reference, base)) == url
    except Failure:
        return False
