"""HTML5 2.6.2 and 2.6.3, step by step: each step is run and reported. `resolving.cut` returns the same results and is
faster."""

from __future__ import annotations

import re
from typing import Final

from urldom._errors import Failure
from urldom._standards.html5.parsing import check_first_segment, cut_authority
from urldom._standards.html5.resolving import SERVER_BASED, check_conformance_criteria, resolve_host
from urldom._text import grammar
from urldom._text.percent_encoding import SPACE_CHARACTERS, escape_path, escape_query
from urldom._values.pieces import (
    FRAGMENT,
    QUERY,
    SCHEME,
    SLASHES,
    WRITTEN,
    Pieces,
    authority,
    href,
    with_fragment,
    with_written,
)
from urldom._values.references import merge, remove_dot_segments
from urldom._values.telling import Say, Told, values_of

#: The expression of RFC 3986 appendix B. Its scheme is the <scheme> of appendix A.
_components: Final = re.compile(rf"({grammar.SCHEME}:|)(//[^/?#]*|)([^?#]*)(\?[^#]*|)(#.*|)", re.DOTALL).match


def parse(url: str, say: Say | None = None) -> Pieces:
    """*Parse a URL* into its component parts (HTML5 2.6.2), and return the pieces. Raises `Failure`."""
    stripped = url.strip(SPACE_CHARACTERS)  # Step 1
    match = _components(stripped)  # Step 2
    assert match is not None
    scheme, after_slashes, path, query, fragment = match.groups()
    slashes = after_slashes[:2]
    if say is not None:
        if stripped != url:
            say(Told("HTML5 2.6.2 step 1", url, {"url": stripped}))
        # An authority that does not match the grammar is reported as a host.
        pieces = (scheme, slashes, "", after_slashes[2:], "", path, query, fragment, url)
        say(Told("HTML5 2.6.3 step 5", stripped, values_of(pieces)))
    # Step 3, ruling 2
    userinfo, host, port = cut_authority(after_slashes[2:]) if after_slashes else ("", "", "")
    if not scheme and not slashes:
        check_first_segment(path)
    pieces = (scheme, slashes, userinfo, host, port, path, query, fragment, url)
    if say is not None:
        say(Told("HTML5 2.6.3 step 5", made=values_of(pieces)))
    return pieces


def resolve(url: str, base: Pieces | None, encoding: str, say: Say) -> Pieces:
    """*Resolve a URL* (HTML5 2.6.3) from step 5 on. Steps 1 to 4 determine the arguments.

    Returns the pieces of the absolute URL, as `resolving.cut` does. Raises `Failure`."""
    scheme, slashes, userinfo, host, port, path, query, fragment, _ = parse(url, say)  # Step 5
    if slashes:  # Step 6
        say(Told("HTML5 2.6.3 step 6", host))
        host = resolve_host(host)
        say(Told("HTML5 2.6.3 step 6", made={"host": host}))
    if path:  # Step 7
        say(Told("HTML5 2.6.3 step 7", path))
        path = escape_path(path)
        say(Told("HTML5 2.6.3 step 7", made={"path": path}))
    if query:  # Step 8
        say(Told("HTML5 2.6.3 step 8", query[1:]))
        query = f"?{escape_query(query[1:], encoding)}"
        say(Told("HTML5 2.6.3 step 8", made={"query": query[1:]}))
    # Step 9: RFC 3986 section 5.2.2, strictly (ruling 8)
    say(Told("HTML5 2.6.3 step 9", f"{scheme}{slashes}{userinfo}{host}{port}{path}{query}{fragment}"))
    if scheme or slashes:
        path = remove_dot_segments(path, say)
    if not scheme:
        if base is None:
            raise Failure("it is a relative URL without a base: pass a base")
        scheme = base[SCHEME]
        if not slashes:
            slashes, userinfo, host, port, base_path = base[SLASHES:QUERY]
            if not path:
                path, query = base_path, query or base[QUERY]
            elif path[0] == "/":
                path = remove_dot_segments(path, say)
            else:
                path = remove_dot_segments(merge(slashes != "", base_path, path, say), say)
    target: Pieces = (scheme, slashes, userinfo, host, port, path, query, fragment, url)
    say(Told("HTML5 2.6.3 step 9", made=values_of(target)))
    say(Told("HTML5 2.6.3 step 10"))
    check_conformance_criteria(scheme, slashes, host, path)
    say(Told("HTML5 2.6.3 step 11"))
    say(Told("HTML5 2.6.3 step 12"))
    if scheme.lower() in SERVER_BASED and "\\" in href(target):
        target = _replace_backslashes(target, say)
        say(Told("HTML5 2.6.3 step 12", made=values_of(target)))
    return target  # Step 13


def _replace_backslashes(pieces: Pieces, say: Say) -> Pieces:
    """Replace each backslash with a slash (HTML5 2.6.3 step 12, ruling 10).

    If the authority contained a backslash, the new string is resolved again."""

    def say_deeper(told: object) -> None:
        assert isinstance(told, Told)
        say(told._replace(depth=told.depth + 1))

    if "\\" in authority(pieces):
        return with_written(resolve(href(pieces).replace("\\", "/"), None, "utf-8", say_deeper), pieces[WRITTEN])
    return with_written(with_fragment(pieces, pieces[FRAGMENT].replace("\\", "/")), pieces[WRITTEN])
