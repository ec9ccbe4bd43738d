"""The conversion of pieces to a `ParsedURL`, whose module is imported on first use: attrs takes
long to import."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from urldom._core.values.pieces import Pieces

if TYPE_CHECKING:
    from urldom._core.values.parsed_url import ParsedURL


#: `Unfrozen` and `ParsedURL`, after the first use.
_classes: list[type[ParsedURL]] = []


def parsed_url(pieces: Pieces) -> ParsedURL:
    """Return the `ParsedURL` with these pieces of a URL."""
    if not _classes:
        from urldom._core.values.parsed_url import ParsedURL, Unfrozen

        _classes[:] = Unfrozen, ParsedURL
    unfrozen, frozen = _classes
    scheme, slashes, userinfo, host, port, path, query, fragment, _ = pieces
    # The constructor of a frozen class takes longer than these assignments, after which the object
    # becomes a `ParsedURL`.
    url: Any = object.__new__(unfrozen)
    # The same values as `components`, but without a call and a tuple, because this runs for each
    # parsed URL.
    url.scheme = scheme[:-1] if scheme else None
    url.userinfo = userinfo[:-1] if userinfo else None
    url.host = host if slashes == "//" else None
    url.port = port[1:] if port else None
    url.path = path
    url.query = query[1:] if query else None
    url.fragment = fragment[1:] if fragment else None
    url.__class__ = frozen
    parsed: ParsedURL = url
    return parsed
