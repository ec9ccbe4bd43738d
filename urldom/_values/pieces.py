"""The value that everything stands on: a URL, cut at its delimiters.

    https: // user:pw@ example.com :8080 /a/b ?c=d #e
    |----| || |------| |---------| |---| |--| |--| ||
    scheme |  userinfo    host     port  path query fragment
         slashes

Each piece keeps its own delimiter, so that what is absent is `""`, what is empty is the delimiter alone, and **the URL
is the first eight in a row**. A getter looks at a piece, a setter puts another one in its place: no string is parsed
again.

- *slashes* is `"//"` where there is an authority, else `""`; `"/."` where a path of two slashes would be read as an
  authority.
- *written*, the ninth, is the string that they were made from, as somebody wrote it; `None` where it is the eight in a
  row.

A string that is no absolute URL has the pieces of its standard's `no_url`: a scheme of one character at most.
"""

from __future__ import annotations

from typing import TypeAlias

#: scheme, slashes, userinfo, host, port, path, query, fragment, written
Pieces: TypeAlias = tuple[str, str, str, str, str, str, str, str, "str | None"]


def href(pieces: Pieces) -> str:
    """The URL whose pieces they are.

    >>> href(("http:", "//", "", "h", ":80", "/a", "?", "", " http://h:80/a?"))
    'http://h:80/a?'
    """
    return "".join(pieces[:8])


def written(pieces: Pieces) -> str:
    """The string that the pieces were made from."""
    return href(pieces) if pieces[8] is None else pieces[8]
