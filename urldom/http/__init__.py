"""Read the URLs of `Location`, `Refresh` and `Link` headers as browsers do, and `data:` URLs.

`location` reads a `Location` header, `refresh` a `Refresh` header, and `links` the `Link` headers,
each as bytes or a `str`. `data` reads a `data:` URL, and `split_directive` a fragment. A `Request`
contains what a browser sends, also after a redirect, but nothing in this module sends it.

>>> from urldom.http import location
>>> location(rb"\\\\evil.example\\x", "https://good.example/")
URL('https://evil.example/x')
"""

from __future__ import annotations

from collections.abc import Callable

from urldom.http._data import Data, InvalidDataURLError, data
from urldom.http._links import Link, links
from urldom.http._location import Headers, HeaderValue, Refresh, location, refresh, split_directive
from urldom.http._referrers import ReferrerPolicy, referrer
from urldom.http._request import RefusedRedirectError, Request
from urldom.http._trust import fetch_site, is_trustworthy, mixed_content, upgraded

#: `redirect(request, status, headers)` is `request.redirected(status, headers)`.
redirect: Callable[[Request, int, Headers], Request | None] = Request.redirected

__all__ = [
    "Data", "HeaderValue", "InvalidDataURLError", "Link", "ReferrerPolicy", "Refresh",
    "RefusedRedirectError", "Request", "data", "fetch_site", "is_trustworthy", "links", "location",
    "mixed_content", "redirect", "referrer", "refresh", "split_directive", "upgraded",
]  # fmt: skip
__dir__: Callable[[], list[str]] = __all__.copy
