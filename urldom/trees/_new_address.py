"""The address that a script can give to its page (HTML Standard 7.2.5)."""

from __future__ import annotations

from typing import Final

from urldom._core.contexts.document import Document
from urldom._core.errors import InvalidURLError, RejectedValueError
from urldom._core.standards import resolving
from urldom._core.standards.registry import find_engine
from urldom._core.values.pieces import (
    host_of,
    href,
    path_of,
    port_of,
    query_of,
    scheme_of,
    userinfo_of,
)
from urldom._core.values.url_value import AnyURL, url_text

#: The components that the old and the new address must have in common (*can have its URL
#: rewritten*): under every scheme (step 2), and under each scheme (steps 3 to 5).
_UNDER_EVERY_SCHEME: Final = {
    "scheme": scheme_of,
    "user info": userinfo_of,
    "host": host_of,
    "port": port_of,
}
_UNDER_SCHEMES: Final = {"http:": {}, "https:": {}, "file:": {"path": path_of}}
_UNDER_OTHER_SCHEMES: Final = {"path": path_of, "query": query_of}


def new_address(document: Document, url: AnyURL) -> str:
    """Return the address that a document gets by `history.pushState(null, "", url)`, which runs the
    *shared history push/replace state steps*.

    Raises `RejectedValueError` if a browser raises a `SecurityError`."""
    text = url_text(url, "an address")
    if not text:  # step 6
        return document.address
    grammar = find_engine(document.standard).grammar
    try:  # Steps 6.1 and 6.2. In Chromium, the query is in UTF-8 on pages of every encoding.
        new = resolving.absolute_pieces(grammar, text, document.base_url, "utf-8")
    except InvalidURLError as error:
        raise RejectedValueError("address", text, error.reason) from None
    # Step 6.3
    old = resolving.absolute_pieces(grammar, document.address, None, "utf-8")
    under_scheme = _UNDER_SCHEMES.get(scheme_of(old), _UNDER_OTHER_SCHEMES)
    for name, read in (_UNDER_EVERY_SCHEME | under_scheme).items():
        if read(old) != read(new):
            raise RejectedValueError("address", text, f"its {name} must be the page's")
    return href(new)
