"""HTML5 2.6.6, the setters: the integrity rule (ruling 17) for each component, without parsing the whole URL again.

This would return the same components: the old ones come from a resolved URL, and the new one is escaped. HTML5 2.6.3
steps 10 and 12 do not depend on the port, the query or the fragment, which need no function. Each function takes the
pieces with the new component, and returns the pieces of the resolved URL. It raises `Failure` if the URL does not
resolve."""

from __future__ import annotations

from typing import Final

from urldom._errors import Failure
from urldom._standards.html5.parsing import cut_hostport, is_ip_literal
from urldom._standards.html5.resolving import (
    SERVER_BASED,
    check_conformance_criteria,
    replace_backslashes,
    resolve_host,
)
from urldom._values.pieces import (
    FRAGMENT,
    HOST,
    PATH,
    SCHEME,
    SLASHES,
    USERINFO,
    Pieces,
    href,
    with_host,
    with_path,
    with_written,
)
from urldom._values.references import DOT_SEGMENT, remove_dot_segments


def settle_scheme(pieces: Pieces) -> Pieces:
    """Check the requirements of the new scheme. If the scheme is server-based, replace backslashes."""
    scheme, host = pieces[SCHEME], pieces[HOST]
    if not host or scheme not in SERVER_BASED:
        check_conformance_criteria(scheme, pieces[SLASHES], host, pieces[PATH])
    is_in_userinfo = "\\" in pieces[USERINFO]
    if not is_in_userinfo and "\\" not in pieces[FRAGMENT]:
        return pieces
    if is_in_userinfo and scheme.lower() in SERVER_BASED:
        raise Failure("the userinfo contains a backslash, which would end the authority")
    return with_written(replace_backslashes(pieces), href(pieces))


def settle_host(pieces: Pieces) -> Pieces:
    """Resolve the new host."""
    host = pieces[HOST]
    if host[0] == "[":
        if not is_ip_literal(cut_hostport(host)[0]):
            raise Failure("it begins with a bracket, but is not an IP address in brackets")
        return replace_backslashes(pieces) if "\\" in host else pieces
    resolved = resolve_host(host)
    return pieces if resolved == host else with_written(with_host(pieces, resolved), href(pieces))


def settle_path(pieces: Pieces) -> Pieces:
    """Remove the dot segments of the new path. Raise `Failure` if the path would be read as an authority."""
    slashes, path = pieces[SLASHES], pieces[PATH]
    if slashes == "//" and DOT_SEGMENT not in path:
        return pieces
    resolved = remove_dot_segments(path)
    if slashes != "//":
        for read_path in (path, resolved):
            check_conformance_criteria(pieces[SCHEME], "", pieces[HOST], read_path)
    return pieces if resolved == path else with_written(with_path(pieces, resolved), href(pieces))


#: The functions of this module, by the name of the new component.
SETTLE: Final = {"scheme": settle_scheme, "hostport": settle_host, "host": settle_host, "path": settle_path}
