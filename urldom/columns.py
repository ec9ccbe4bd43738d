"""Columns of URLs, as pyarrow arrays.

Arrow's kernels split the URLs that all standards parse in the same way. The parser of the chosen standard reads all
other URLs.

>>> import pyarrow
>>> from urldom import columns
>>> links = pyarrow.array(["/tea?q=1", "//Shop.example", None, "http://a b/"])
>>> columns.resolve(links, "https://example.com/").to_pylist()
['https://example.com/tea?q=1', 'https://shop.example/', None, None]
"""

from __future__ import annotations

from collections.abc import Callable

from urldom._columns.decomposing import decompose, errors, resolve
from urldom._columns.matching import matches
from urldom._columns.pages import link_errors, links
from urldom._columns.params import param
from urldom._columns.setting import set
from urldom._columns.sites import registrable_domain

__all__ = ["decompose", "errors", "link_errors", "links", "matches", "param", "registrable_domain", "resolve", "set"]
__dir__: Callable[[], list[str]] = __all__.copy
