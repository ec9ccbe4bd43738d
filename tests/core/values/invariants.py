"""What is true of the pieces of every URL."""

from __future__ import annotations

from urldom._core.values.pieces import WRITTEN, Pieces, path_guard


def check_invariants(pieces: Pieces) -> None:
    """Raise `AssertionError` unless the pieces fit together.

    Each piece is absent or includes its delimiter. A piece does not contain a delimiter that would
    end it."""
    scheme, slashes, userinfo, host, port, path, query, fragment, text = pieces
    assert all(type(piece) is str for piece in pieces[:WRITTEN]), pieces
    assert text is None or type(text) is str, pieces
    assert scheme == "" or (scheme[-1] == ":" and scheme.isascii() and ":" not in scheme[:-1]), (
        pieces
    )
    assert slashes == "//" or (slashes == path_guard(path) and not userinfo + host + port), pieces
    assert userinfo == "" or userinfo[-1] == "@", pieces
    assert not set("/#").intersection(userinfo + host), pieces
    assert port == "" or (
        port[0] == ":" and port.isascii() and (port == ":" or port[1:].isdigit())
    ), pieces
    assert path[:1] in ("", "/", ";") or slashes != "//", pieces
    assert not set("?#").intersection(path), pieces
    assert query == "" or (query[0] == "?" and "#" not in query), pieces
    assert fragment == "" or fragment[0] == "#", pieces
