"""Columns of URLs, as pyarrow arrays.

Arrow's kernels split the URLs that all standards parse in the same way, and the parser of the
chosen standard reads the others. A result is chunked if the first column is. An invalid argument
that is not a column raises an error at once.

>>> import pyarrow
>>> from urldom import columns
>>> links = pyarrow.array(["/tea?q=1", "//Shop.example", None, "http://a b/"])
>>> columns.resolve(links, "https://example.com/").to_pylist()
['https://example.com/tea?q=1', 'https://shop.example/', None, None]
"""

from __future__ import annotations

from collections.abc import Callable

from urldom.columns._attributes import (
    hash,
    host,
    hostname,
    href,
    origin,
    password,
    pathname,
    port,
    protocol,
    search,
    username,
)
from urldom.columns._decomposing import decompose, display, resolve, segments
from urldom.columns._matching import groups, matches
from urldom.columns._pages import link_errors, links
from urldom.columns._params import param, param_names, params, without_params
from urldom.columns._setting import errors, set
from urldom.columns._sites import public_suffix, registrable_domain, subdomain

__all__ = ["decompose", "display", "errors", "groups", "hash", "host", "hostname", "href"]
__all__ += ["link_errors", "links", "matches", "origin", "param", "param_names", "params"]
__all__ += ["password", "pathname", "port", "protocol", "public_suffix", "registrable_domain"]
__all__ += ["resolve", "search", "segments", "set", "subdomain", "username", "without_params"]
__dir__: Callable[[], list[str]] = __all__.copy
