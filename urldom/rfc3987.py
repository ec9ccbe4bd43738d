"""The functions of RFC 3987 (2005), Internationalized Resource Identifiers (IRIs).

`parse`, `resolve` and `is_valid_url` check the grammar of section 2.2. `resolve` follows RFC 3986
section 5.2, and keeps every character.

>>> from urldom import rfc3987
>>> str(rfc3987.resolve("ß?é#ж", "http://bücher.example/"))
'http://bücher.example/ß?é#ж'
>>> rfc3987.to_uri("http://bücher.example/ß")
'http://xn--bcher-kva.example/%C3%9F'
>>> rfc3987.is_valid_url("/é"), rfc3987.is_valid_url("a b")
(True, False)
"""

from __future__ import annotations

from collections.abc import Callable

from urldom._core.objects.functions import IsValidURL, Parse, Resolve, resolve_under
from urldom._core.standards.rfc3987 import RFC3987, to_iri, to_uri
from urldom._core.values.reference_values import URIReference

__all__ = ["RFC3987", "URIReference", "is_valid_url", "parse", "resolve", "to_iri", "to_uri"]
__dir__: Callable[[], list[str]] = __all__.copy

parse: Parse[URIReference] = RFC3987.parse
resolve: Resolve[URIReference] = resolve_under(RFC3987)
is_valid_url: IsValidURL = RFC3987.is_valid_url
