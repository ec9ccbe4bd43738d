"""`Params`, a live mapping of the names and values in a URL's query, and `FrozenParams`.

`FrozenParams` only reads them.

A query is a list of *sequences*, separated by `&` (URL Standard 5.1), so `?a&` ends in an empty
sequence. The first `=` of a sequence separates a name from a value. A changed sequence is written
by the rules of HTML's forms (URL Standard 5.2), in the encoding of the URL. Every other sequence
keeps its bytes."""

from __future__ import annotations

from collections.abc import Callable

from urldom._core.params import FrozenParams, Params, query_string

__all__ = ["FrozenParams", "Params", "query_string"]
__dir__: Callable[[], list[str]] = __all__.copy
