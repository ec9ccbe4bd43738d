"""Find, resolve and rewrite every URL of a page, feed or style sheet, on your parser's tree.

`parse(source, address)` parses the bytes of a response and returns a `TreeDocument`, as does
`document(tree, address)` for a tree that your parser returned. `parse_fragment(source, address)`
parses a snippet of HTML, and `stylesheet(source, address)` returns a `StyleSheet`. The only library
that you need is the one that parses the source or made the tree.

>>> from urldom.trees import parse
>>> feed = b'<feed xmlns="http://www.w3.org/2005/Atom"><icon>b.png</icon></feed>'
>>> page = parse(feed, "http://example.com/a")
>>> [(url.element_name, url.attribute, url.url) for url in page.urls()]
[('icon', None, 'http://example.com/b.png')]
"""

from __future__ import annotations

from collections.abc import Callable

from urldom.trees._forms.forms import Control, File, Form, Option
from urldom.trees._mending.mend import Mend
from urldom.trees._parsing import parse, parse_fragment
from urldom.trees._row_sets import LAZY_IMAGES, SOCIAL_CARDS
from urldom.trees._style_sheet import StyleSheet, stylesheet
from urldom.trees._table import Kind, Row
from urldom.trees._tree_document import TreeDocument, document
from urldom.trees._unwritable import UnwritableError
from urldom.trees._url_attribute import URLAttribute

__all__ = [
    "LAZY_IMAGES",
    "SOCIAL_CARDS",
    "Control",
    "File",
    "Form",
    "Kind",
    "Mend",
    "Option",
    "Row",
    "StyleSheet",
    "TreeDocument",
]
__all__ += ["URLAttribute", "UnwritableError", "document", "parse", "parse_fragment", "stylesheet"]
__dir__: Callable[[], list[str]] = __all__.copy
