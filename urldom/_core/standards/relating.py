"""Make a URL relative to a base, which is the reverse of resolving (RFC 3986 section 5.2).

A reference has few forms: the absolute URL, the network path, the absolute and the relative path,
and the forms without a path. `shortest_reference` writes the URL in each form, and resolves it with
the standard, so that this module does not repeat the rules of a standard. The number of forms is
bounded, so the time is linear."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from urldom._core.errors import Failure
from urldom._core.standards.parts import Grammar
from urldom._core.values.pieces import (
    FRAGMENT,
    HOST,
    PATH,
    PORT,
    QUERY,
    SCHEME,
    SLASHES,
    USERINFO,
    Pieces,
    href,
)
from urldom._core.values.references import DOT_SEGMENT, relative_path

_USUAL_SCHEMES: Final = frozenset(["http:", "https:"])
_find_dot_segment: Final = re.compile(r"/\.\.?(?:/|\Z)").search


def relative_reference(grammar: Grammar, url: Pieces, base: Pieces) -> str:
    """Return the shortest reference that resolves to `url` against `base`, which comes from
    `Grammar.cut_base`. For a usual URL, this function finds it without resolving."""
    scheme, _, userinfo, host, port, path, query, fragment, _ = url
    if not host or scheme not in _USUAL_SCHEMES or scheme != base[SCHEME]:
        return shortest_reference(grammar, url, base)
    if host != base[HOST] or port != base[PORT] or userinfo != base[USERINFO]:
        return href(url)[len(scheme) :]
    base_path = base[PATH]
    if not _are_usual_paths(path, base_path):
        return shortest_reference(grammar, url, base)
    directory = base_path[: base_path.rfind("/") + 1]  # the same directory as in `merge`
    if path in (base_path, directory):
        references = grammar.forms.without_path(url, base)
        if references:
            return min(references, key=len)
    elif directory != "/":
        first_directory = path[: path.find("/", 1) + 1]
        if not first_directory or not directory.startswith(first_directory):
            return path + query + fragment  # The paths share only the root directory.
    relative = relative_path(path, directory)
    return (relative if len(relative) <= len(path) else path) + query + fragment


def _are_usual_paths(path: str, base_path: str) -> bool:
    """Return whether all standards resolve references to these paths in the same way. Under RFC
    1808, a ";" begins the parameters, and under RFC 1808 and RFC 2396, an absolute path keeps its
    dot segments."""
    if not path or not base_path or "//" in path or ";" in path or ";" in base_path:
        return False
    if DOT_SEGMENT in path and _find_dot_segment(path):
        return False
    return DOT_SEGMENT not in base_path or _find_dot_segment(base_path) is None


def shortest_reference(
    grammar: Grammar,
    url: Pieces,
    base: Pieces,
    can_be: Callable[[str], bool] = lambda reference: True,
) -> str:
    """Return the shortest reference that resolves to `url` against `base`, for any URLs. `can_be`
    must return `True` for it, or the result is the absolute URL."""
    absolute = href(url)
    scheme = url[SCHEME]
    if scheme != base[SCHEME]:
        return absolute
    references: list[str] = []
    if url[USERINFO:PATH] == base[USERINFO:PATH]:
        after_path = url[QUERY] + url[FRAGMENT]
        references += grammar.forms.without_path(url, base)
        if url[PATH] == base[PATH] and url[QUERY]:
            references.append(after_path)
        references += [path + after_path for path in grammar.forms.paths_to(url[PATH], base)]
    if url[SLASHES] == "//":
        references.append(absolute[len(scheme) :])
    # The sort is stable, so of two references with the same length, the one with fewer components
    # comes first.
    for reference in sorted(references, key=len):
        if len(reference) > len(absolute):
            break
        if can_be(reference) and leads_to(grammar, reference, base, absolute):
            return reference
    return absolute


def leads_to(grammar: Grammar, reference: str, base: Pieces, url: str) -> bool:
    """Return whether a reference resolves to `url` against a base."""
    try:
        return href(grammar.cut(reference, base)) == url
    except Failure:
        return False
