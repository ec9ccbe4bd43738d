"""The functions of RFC 1808 (1995) for relative URLs with `;params`.

`parse` splits every string into its components (section 2.4). `resolve` follows section 4, whose
step 1 leaves the components unchanged if there is no base. Only `is_valid_url` checks the grammar.

>>> from urldom import rfc1808
>>> str(rfc1808.resolve("?y", "http://a/b/c/d;p?q#f")), str(rfc1808.resolve("a/../b"))
('http://a/b/c/d;p?y', 'a/../b')
>>> rfc1808.parse("//a/b;p?q")
GenericRL(scheme='', net_loc='a', path='/b', params='p', query='q', fragment='')
>>> rfc1808.is_valid_url("/b;p?q"), rfc1808.is_valid_url("a b")
(True, False)
"""

from __future__ import annotations

from collections.abc import Callable

from urldom._core.objects.functions import IsValidURL, Parse, Resolve, resolve_under
from urldom._core.standards.rfc1808 import RFC1808
from urldom._core.values.reference_values import GenericRL

__all__ = ["RFC1808", "GenericRL", "is_valid_url", "parse", "resolve"]
__dir__: Callable[[], list[str]] = __all__.copy

parse: Parse[GenericRL] = RFC1808.parse
resolve: Resolve[GenericRL] = resolve_under(RFC1808)
is_valid_url: IsValidURL = RFC1808.is_valid_url
