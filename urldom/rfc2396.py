"""The functions of RFC 2396 (1998), the generic URI syntax before RFC 3986.

`parse` splits every string into its components (section 4), and `resolve` follows section 5.2. Only
`is_valid_url` checks the grammar.

>>> from urldom import rfc2396
>>> str(rfc2396.resolve("?y", "http://a/b/c/d;p?q"))
'http://a/b/c/?y'
>>> rfc2396.parse("//example.com/a b?q").path
'/a b'
>>> rfc2396.is_valid_url("../g;x"), rfc2396.is_valid_url("a b")
(True, False)
"""

from __future__ import annotations

from collections.abc import Callable

from urldom._core.objects.functions import IsValidURL, Parse, Resolve, resolve_under
from urldom._core.standards.rfc2396 import RFC2396
from urldom._core.values.reference_values import URIReference

__all__ = ["RFC2396", "URIReference", "is_valid_url", "parse", "resolve"]
__dir__: Callable[[], list[str]] = __all__.copy

parse: Parse[URIReference] = RFC2396.parse
resolve: Resolve[URIReference] = resolve_under(RFC2396)
is_valid_url: IsValidURL = RFC2396.is_valid_url
