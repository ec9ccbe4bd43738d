"""The HTML documents that a page contains as text: a feed's escaped content, and the `srcdoc` of an
`iframe`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from urldom._core.contexts.document import Document
from urldom._core.contexts.protocol import BaseContext
from urldom.trees._lookup import BASE, DOCUMENTS
from urldom.trees._page import Page, open_page, srcdoc_encoding
from urldom.trees._requests.policies import sandboxed
from urldom.trees._syntaxes import SPACES
from urldom.trees._tree import Node, Tree


def embedded_pages(
    page: Page, context: BaseContext, parse: Callable[[str], Tree]
) -> Iterator[tuple[Node, Page]]:
    """Yield the embedded pages of a page, each after its element. `context` is the page as the base
    of its URLs."""
    document, tree = page.document, page.tree
    encoding, standard = document.encoding, document.standard
    open_inner = partial(open_page, standard=standard, rows=page.rows)
    for node, _, attribute, value, row, bases in page.urls.places(DOCUMENTS):
        if row is BASE or not value.strip(SPACES):
            continue
        parsed = parse(value)
        if attribute is None:
            yield node, open_inner(parsed, bases.base_url, encoding=encoding)
        else:
            # A `srcdoc` document gets its base URL from its container, and a feed's content from
            # its element.
            container = context
            if bases.early is not None:
                container = Document(bases.early.url, encoding=encoding, standard=standard)
            around = sandboxed(page.read_policies().client(node), tree.get(node, "sandbox"))
            srcdoc = open_inner(
                parsed,
                "about:srcdoc",
                encoding=srcdoc_encoding(document, standard),
                container=container,
                around=around,
            )
            yield node, srcdoc
