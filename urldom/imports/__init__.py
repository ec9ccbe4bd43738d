"""Import maps: the URL of the module that a script imports by a name (HTML Standard 8.1.5).

`page.import_map()` of `urldom.trees` returns the import map of a page, and `specifiers` returns the
names of the modules that a script imports.

>>> from urldom.imports import ImportMap
>>> found = ImportMap.parse('{"imports": {"react": "./react.js"}}', "https://example.com/lib/")
>>> found.resolve("react", "https://example.com/src/a.js")
URL('https://example.com/lib/react.js')
"""

from __future__ import annotations

from collections.abc import Callable

from urldom.imports._import_map import ImportMap, UnresolvableSpecifierError
from urldom.imports._specifiers import Specifier, specifiers

__all__ = ["ImportMap", "Specifier", "UnresolvableSpecifierError", "specifiers"]
__dir__: Callable[[], list[str]] = __all__.copy
