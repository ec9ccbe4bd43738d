"""`Page`: the parts of a `TreeDocument`, each with one subject.

- `bases`: the base URLs of the document and its elements. They read the tree at each access, and
  write into the core's `Document` what they read: the `href` of the first `base` element. Live URLs
  of the page refer to this part.
- `urls`: the URLs of the page, and their rewriting.
- `indicated`: an index of the elements that fragments indicate.
- `forms`: the forms, and their submission.
- `requests`: the requests for URLs, by the table of elements, the policies of the page and its
  forms.

A page makes a part when it is first needed. Most parts keep what they found in the tree, so
`refresh()` drops them, and `bases` forgets what it found. No part refers to the page, only to the
parts before it, so that a page that nobody uses anymore is freed at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property, lru_cache, partial
from typing import TYPE_CHECKING, Final

from urldom._core.contexts.document import Document, set_address
from urldom._core.contexts.protocol import BaseContext, is_context
from urldom._core.errors import wrong_type
from urldom._core.standards.interface import StandardLike
from urldom._core.standards.registry import DEFAULT_STANDARD, find_engine, find_standard
from urldom._core.text import encodings
from urldom._core.values.url_value import AnyURL
from urldom.http._fetching import Client
from urldom.http._location import Headers
from urldom.http._trust import origin_of
from urldom.trees._encoding_detection import tree_encoding
from urldom.trees._indicated import IndicatedParts
from urldom.trees._lookup import Lookup, lookup
from urldom.trees._page_urls import PageURLs
from urldom.trees._requests.policies import (
    Policies,
    client_of,
    inert_elements,
    read_headers,
    serialized_or_empty,
)
from urldom.trees._table import HTML, MATHML, SVG, Row
from urldom.trees._tree import Node, Tree
from urldom.trees._tree_bases import TreeBases
from urldom.trees._url_attribute import absolute_address

if TYPE_CHECKING:
    from urldom.trees._forms.submission import Submitting
    from urldom.trees._mending.mend import Mend
    from urldom.trees._requests.requesting import Requesting

#: The namespaces of pages. In other XML, `xml:base` applies under every standard (XML Base, and RFC
#: 4287, section 2).
_PAGES: Final = tuple(f"{{{namespace}}}" for namespace in (HTML, SVG, MATHML))


class Page:
    """What a `TreeDocument` is made of.

    Args:
        tree: The tree.
        document: The document without its tree. The last access to `bases` read its `base_href`
            from the tree.
        rows: The user's own rows, which come before those of the table.
        headers: The headers of the response that matter, by their names in lower case.
        around: The client of the creator or the container, whose policies may apply here as they
            are now.
        is_framed: `True` if `around` is the client of the container.
        parser: The name of the library that parsed the page, or `None` if a user did.
    """

    #: What `parse()` mended in the document.
    mended: tuple[Mend, ...] = ()

    def __init__(
        self,
        tree: Tree,
        document: Document,
        rows: tuple[Row, ...] = (),
        headers: Mapping[str, str] | None = None,
        around: Client | None = None,
        is_framed: bool = False,
        parser: str | None = None,
    ) -> None:
        self.tree = tree
        self.document = document
        self.rows = rows
        self.table: Lookup = lookup(rows)
        self.parser = parser
        self.bases: TreeBases = TreeBases(document, tree)
        self._headers = headers or {}
        self._around = around
        self._is_framed = is_framed

    def refresh(self) -> None:
        """Drop the parts, and what they found in the tree."""
        self.bases.refresh()
        self._drop("vocabulary", "urls", "indicated", "read_policies", "forms", "requests")

    def move(self, address: str) -> None:
        """Give the page another address, on which its base URLs and its policies depend."""
        set_address(self.document, address)
        self._drop("read_policies", "forms", "requests")

    def _drop(self, *parts: str) -> None:
        for part in parts:
            vars(self).pop(part, None)

    @cached_property
    def vocabulary(self) -> str | None:
        """The name of the document's vocabulary, or `None` if it is unknown."""
        if self.tree.is_bare or not self.tree.has_vocabularies:
            return "html"
        from urldom.trees._vocabularies import name_of

        return name_of(self.tree)

    @cached_property
    def read_policies(self) -> Callable[[], Policies]:
        """A function that returns the policies of the page, and reads them when it is first
        called."""
        address, around = self.document.address, self._around
        read = partial(Policies, self.tree, address, self._headers, around, self._is_framed)
        return lru_cache(maxsize=1)(read)

    @cached_property
    def urls(self) -> PageURLs:
        inert = lru_cache(maxsize=1)(partial(inert_elements, self.tree))
        return PageURLs(self.tree, self.table, self.document, self.bases, inert)

    @cached_property
    def indicated(self) -> IndicatedParts:
        return IndicatedParts(self.tree)

    @cached_property
    def forms(self) -> Submitting:
        from urldom.trees._forms.submission import Submitting

        return Submitting(self.document, self.tree, self.bases, self.read_policies)

    @cached_property
    def requests(self) -> Requesting:
        from urldom.trees._requests.requesting import Requesting

        is_of_browsers = self.document.standard is find_standard(DEFAULT_STANDARD)
        return Requesting(
            self.tree,
            is_of_browsers,
            self.read_policies(),
            self.urls.in_attribute,
            self.forms.request,
        )

    def require_node(self, node: Node) -> Node:
        """Return the element of an object that the user gave, or raise `TypeError`."""
        return self.tree.require_element(node, "a node", "an element of the tree")

    def image_source(
        self,
        img: Node,
        width: float,
        height: float | None,
        density: float,
        media: Mapping[str, str | float] | None,
    ) -> str | None:
        """Return the URL of the image that a browser loads for an element, or `None`."""
        from urldom.trees._images import Screen, select

        node = self.require_node(img)
        url = select(self.tree, node, Screen(width, height, density, media))
        return None if url is None else self.urls.requested_image(url, node)


def open_page(
    tree: Tree,
    address: AnyURL,
    *,
    encoding: str | None = None,
    standard: StandardLike = DEFAULT_STANDARD,
    xml_base: bool | None = None,
    creator: BaseContext | None = None,
    container: BaseContext | None = None,
    rows: Iterable[Row] = (),
    headers: Headers = (),
    around: Client | None = None,
    parser: str | None = None,
) -> Page:
    """Return the page of a tree.

    Args:
        tree: The tree.
        around: The client of the creator or the container. If it is `None`, the client of a context
            without headers.
        parser: The name of the library that parsed the tree, or `None`.
        address, encoding, standard, xml_base, creator, container, rows, headers: As in
            `document()`.

    Raises:
        TypeError, ValueError, LookupError: As in `document()`.
    """
    found = find_standard(standard)
    engine = find_engine(found)
    checked_rows = _checked_rows(rows)
    if xml_base is None:
        # A bare tree has HTML's elements, without their namespace.
        is_web_page = tree.is_bare or tree.root_name.startswith(_PAGES)
        xml_base = not is_web_page or engine.page_rules.xml_base
    outer = creator if container is None else container
    is_framed = container is not None
    if is_context(container) and creator is None and not str(address).startswith("about:"):
        container = None  # Only a `srcdoc` document has the base URL of its container.
    document = Document(
        absolute_address(address, engine),
        encoding=tree_encoding(tree) if encoding is None else encodings.get_encoding(encoding),
        creator=creator,
        container=container,
        standard=found,
        xml_base=xml_base,
    )
    if around is None and outer is not None:
        around = client_of(outer)
    return Page(tree, document, checked_rows, read_headers(headers), around, is_framed, parser)


def srcdoc_encoding(container: BaseContext, standard: StandardLike) -> str:
    """Return the encoding of a `srcdoc` document. In HTML5 (2011 draft), it is already decoded, as
    a part of its container."""
    encoding = find_engine(standard).page_rules.srcdoc_encoding
    return encodings.get_encoding(container.encoding) if encoding is None else encoding


def inherited_encoding(container: BaseContext, around: Client, address: AnyURL) -> str | None:
    """Return the encoding of a frame that declares none, or `None` if it is of another origin than
    its container (HTML Standard 13.2.3.2, step 6).

    Args:
        container: The document with the frame.
        around: The client of the container.
        address: The address of the frame.
    """
    url = serialized_or_empty(str(address))
    encoding = encodings.get_encoding(container.encoding)
    is_same_origin = url != "" and around.origin != "null" and origin_of(url) == around.origin
    return encoding if is_same_origin and not encoding.startswith("utf-16") else None


def _checked_rows(rows: Iterable[Row]) -> tuple[Row, ...]:
    """Return rows as a tuple, or raise `TypeError`."""
    if not isinstance(rows, Iterable):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise wrong_type("rows", "an iterable of urldom.trees.Row", rows)
    checked = tuple(rows)
    for row in checked:
        if not isinstance(row, Row):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise wrong_type("a row", "a urldom.trees.Row", row)
    return checked
