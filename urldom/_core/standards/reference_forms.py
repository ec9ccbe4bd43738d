"""The forms that a relative reference can have (RFC 3986 section 5.2, reversed), for `relating`."""

from __future__ import annotations

from urldom._core.values.pieces import FRAGMENT, PATH, QUERY, SLASHES, Pieces, path_guard
from urldom._core.values.references import merge, relative_path


class ReferenceForms:
    """The references that can lead from a base to a URL. A standard that resolves them by other
    rules than RFC 3986 overrides the methods."""

    __slots__ = ()

    def base_directory(self, base: Pieces) -> str:
        """Return the path to which a relative path is appended, with its slash (RFC 3986 section
        5.2.3)."""
        return merge(base[SLASHES] == "//", base[PATH], "")

    def without_path(self, url: Pieces, base: Pieces) -> list[str]:
        """Return references without a path that may resolve to `url`, which has the base's scheme
        and authority."""
        query, fragment = url[QUERY], url[FRAGMENT]
        if url[PATH] != base[PATH]:
            return []
        if query == base[QUERY]:
            return [fragment]
        return [query + fragment] if query else []

    def paths_to(self, path: str, base: Pieces) -> list[str]:
        """Return the relative and absolute paths that may resolve to a path, with the relative path
        first."""
        relative = relative_path(path, self.base_directory(base))
        if path[:1] != "/":
            return [relative]
        return [relative, path_guard(path) + path]
