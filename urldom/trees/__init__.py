"""Documents that people really parse: every URL of a page or feed, resolved as the page means it, writable in place.

`document(tree, address)` takes what a parser returned and gives a `TreeDocument`.

The library that made the tree is needed, and no other.

>>> from xml.etree import ElementTree
>>> from urldom.trees import document
>>> html = ElementTree.XML('<html><a href="b">c</a></html>')
>>> page = document(html, "http://example.com/a")
>>> [(url.element_name, url.attribute, url.url) for url in page.urls()]
[('a', 'href', 'http://example.com/b')]
>>> page.make_absolute()
>>> html[0].get("href")
'http://example.com/b'
"""

from __future__ import annotations

from urldom.trees.table import KINDS, Kind
from urldom.trees.tree_document import TreeDocument, URLAttribute, document

__all__ = ["KINDS", "Kind", "TreeDocument", "URLAttribute", "document"]
