"""A parsed URL: a tuple of pieces, cut at their delimiters, and the functions that read and replace
them.

    https: // user:pw@ example.com :8080 /a/b ?c=d #e
    |----| || |------| |---------| |---| |--| |--| ||
    scheme |  userinfo    host     port  path query fragment
         slashes

Each piece includes its delimiter, so an absent component is `""`, an empty component is the
delimiter alone, and **the URL is the first eight pieces, joined**. *slashes* is `"//"` if the URL
has an authority, or else `path_guard(path)`. *written*, the ninth piece, is the string that was
parsed, or `None` if that string equals the other eight, joined.

**This tuple is the immutable parsed-URL value of a URL object**, which stores nothing else of its
URL. `ParsedURL`, the value that users hold, is its public view: the components without delimiters.
A class with nine named attributes would read better than a tuple and the functions below. But a
tuple is made in a fifth of the time: with a `NamedTuple`, an assignment takes about 40 % longer,
and making a URL and reading its seven attributes 15 %.

The tests check the layout of the tuple with `check_invariants`. A string that is not an absolute
URL has the pieces of its standard's `no_url`, whose scheme has at most one character.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import itemgetter
from typing import Final, TypeAlias

#: scheme, slashes, userinfo, host, port, path, query, fragment, written
Pieces: TypeAlias = tuple[str, str, str, str, str, str, str, str, "str | None"]
#: scheme, userinfo, host, port, path, query, fragment, without their delimiters. An absent
#: component is `None`.
Components: TypeAlias = tuple[
    "str | None", "str | None", "str | None", "str | None", str, "str | None", "str | None"
]

SCHEME: Final = 0
SLASHES: Final = 1
USERINFO: Final = 2
HOST: Final = 3
PORT: Final = 4
PATH: Final = 5
QUERY: Final = 6
FRAGMENT: Final = 7
WRITTEN: Final = 8
#: The names of the components, in their order.
COMPONENTS: Final = ("scheme", "userinfo", "host", "port", "path", "query", "fragment")
#: The prefix of a path that begins with two slashes in a URL without an authority. Without the
#: prefix, a parser would read an authority there (URL Standard 4.5, RFC 3986 section 3.3).
PATH_GUARD: Final = "/."


def href(pieces: Pieces) -> str:
    """Return the URL with these pieces."""
    return "".join(pieces[:WRITTEN])


def written(pieces: Pieces) -> str:
    """Return the string that was parsed into the pieces."""
    text = pieces[WRITTEN]
    return href(pieces) if text is None else text


def is_absolute(pieces: Pieces) -> bool:
    """Return `True` if the pieces are those of an absolute URL."""
    return len(pieces[SCHEME]) > 1


def is_authority_based(pieces: Pieces) -> bool:
    """Return `True` if two slashes follow the scheme and its colon (HTML5 2.6.3)."""
    return pieces[SLASHES] == "//"


def is_hierarchical(pieces: Pieces) -> bool:
    """Return `True` if a slash follows the scheme and its colon (HTML5 2.6.3)."""
    return pieces[SLASHES] != "" or pieces[PATH][:1] == "/"


def path_guard(path: str) -> str:
    """Return the piece *slashes* for a URL without an authority."""
    return PATH_GUARD if path[:2] == "//" else ""


def authority_of(pieces: Pieces) -> str:
    """Return the user info, host and port with their delimiters."""
    return "".join(pieces[USERINFO:PATH])


def href_without_fragment(pieces: Pieces) -> str:
    """Return the URL without its fragment."""
    return "".join(pieces[:FRAGMENT])


# Readers of one piece, with its delimiter. Outside the standards and the hottest functions of the
# object, no code uses the places in the tuple. An item getter takes half the time of a function.

Reader: TypeAlias = Callable[[Pieces], str]

scheme_of: Final[Reader] = itemgetter(SCHEME)  # "https:"
userinfo_of: Final[Reader] = itemgetter(USERINFO)  # "user:pw@"
host_of: Final[Reader] = itemgetter(HOST)  # "example.com", and "" if it is absent or empty
port_of: Final[Reader] = itemgetter(PORT)  # ":8080"
path_of: Final[Reader] = itemgetter(PATH)  # "/a/b"
query_of: Final[Reader] = itemgetter(QUERY)  # "?c=d"
fragment_of: Final[Reader] = itemgetter(FRAGMENT)  # "#e"


def credentials_of(pieces: Pieces) -> tuple[str, str]:
    """Return the username and the password, as the user info contains them. Both can be `""`."""
    username, _, password = pieces[USERINFO].removesuffix("@").partition(":")
    return username, password


def url_pieces(pieces: Pieces) -> tuple[str, ...]:
    """Return the eight pieces whose text is the URL, which are equal for equal URLs."""
    return pieces[:WRITTEN]


def component_pieces(pieces: Pieces) -> dict[str, str]:
    """Return the pieces of the components by the names in `COMPONENTS`, with their delimiters."""
    scheme, _, userinfo, host, port, path, query, fragment, _ = pieces
    return dict(zip(COMPONENTS, (scheme, userinfo, host, port, path, query, fragment), strict=True))


# The components


def components(pieces: Pieces) -> Components:
    """Convert pieces to components."""
    scheme, slashes, userinfo, host, port, path, query, fragment, _ = pieces
    return (
        scheme[:-1] if scheme else None,
        userinfo[:-1] if userinfo else None,
        host if slashes == "//" else None,
        port[1:] if port else None,
        path,
        query[1:] if query else None,
        fragment[1:] if fragment else None,
    )


def from_components(components: Components, written: str | None = None) -> Pieces:
    """Convert components to pieces."""
    scheme, userinfo, host, port, path, query, fragment = components
    return (
        "" if scheme is None else f"{scheme}:",
        path_guard(path) if host is None else "//",
        "" if userinfo is None else f"{userinfo}@",
        host or "",
        "" if port is None else f":{port}",
        path,
        "" if query is None else f"?{query}",
        "" if fragment is None else f"#{fragment}",
        written,
    )


# Functions that return the pieces with one of them replaced. The new *written* is `None`.


def with_scheme(pieces: Pieces, scheme: str) -> Pieces:
    _, slashes, userinfo, host, port, path, query, fragment, _ = pieces
    return scheme, slashes, userinfo, host, port, path, query, fragment, None


def with_userinfo(pieces: Pieces, userinfo: str) -> Pieces:
    scheme, slashes, _, host, port, path, query, fragment, _ = pieces
    return scheme, slashes, userinfo, host, port, path, query, fragment, None


def with_host(pieces: Pieces, host: str) -> Pieces:  # A new host also sets the slashes.
    scheme, _, userinfo, _, port, path, query, fragment, _ = pieces
    return scheme, "//", userinfo, host, port, path, query, fragment, None


def with_host_and_port(pieces: Pieces, host: str, port: str) -> Pieces:
    scheme, _, userinfo, _, _, path, query, fragment, _ = pieces
    return scheme, "//", userinfo, host, port, path, query, fragment, None


def with_port(pieces: Pieces, port: str) -> Pieces:
    scheme, slashes, userinfo, host, _, path, query, fragment, _ = pieces
    return scheme, slashes, userinfo, host, port, path, query, fragment, None


def with_path(pieces: Pieces, path: str) -> Pieces:
    scheme, slashes, userinfo, host, port, _, query, fragment, _ = pieces
    if slashes != "//":
        slashes = path_guard(path)
    return scheme, slashes, userinfo, host, port, path, query, fragment, None


def with_query(pieces: Pieces, query: str) -> Pieces:
    scheme, slashes, userinfo, host, port, path, _, fragment, _ = pieces
    return scheme, slashes, userinfo, host, port, path, query, fragment, None


def with_fragment(pieces: Pieces, fragment: str) -> Pieces:
    scheme, slashes, userinfo, host, port, path, query, _, _ = pieces
    return scheme, slashes, userinfo, host, port, path, query, fragment, None


def with_written(pieces: Pieces, written: str | None) -> Pieces:  # as if `written` had been parsed
    scheme, slashes, userinfo, host, port, path, query, fragment, _ = pieces
    return scheme, slashes, userinfo, host, port, path, query, fragment, written
