"""Documents: the document base URL, and the fallback base URL (HTML5 2.6.3 step 4)."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy

from urldom._core.contexts.base_urls import document_base, fallback_base_url
from urldom._core.contexts.base_value import BaseValue
from urldom._core.contexts.chain import Link, Outer, outer_base_url
from urldom._core.contexts.changes import LOCK, announce, next_change
from urldom._core.contexts.protocol import BaseContext, is_context
from urldom._core.errors import url_repr, wrong_type
from urldom._core.hints.contexts import DocumentHints
from urldom._core.public import public
from urldom._core.standards.interface import Standard, StandardLike
from urldom._core.standards.registry import OBJECT_MODEL_STANDARD, find_engine
from urldom._core.text.encodings import checked_label
from urldom._core.values.url_value import AnyURL, url_text


@public("urldom")
class Document(Link, DocumentHints):
    """A document with its base URL (HTML5 2.6.3 step 4). It is a base context.

    The creator and the container do not keep the new document alive. `copy.copy` returns a document
    with the same creator and container, while `copy.deepcopy` and `pickle` copy these too. A copy
    has no elements.

    Args:
        address: The document's address, an absolute URL.
        encoding: The document's character encoding, a label of the Encoding Standard.
        base_href: The `href` of the document's first `base` element that has one, or `None`.
        creator: The document that created an `about:blank` document. It may also be an element,
            which stands for its document, or any other base context.
        container: The document that contains an `iframe srcdoc` document. It may also be the
            `iframe` element, which stands for its document, or any other base context.
        standard: The standard that resolves the document's URLs, or its name. The default is
            `HTML5`.
        xml_base: `True` if `xml:base` attributes apply. By default, they apply under all standards
            except `WHATWG`.

    Raises:
        ValueError: If `standard` is an unknown name.
        LookupError: If `encoding` is an unknown label.
        TypeError: If an argument has a wrong type, or both `creator` and `container` are given.

    >>> page = Document("http://example.com/a/", base_href="b/")
    >>> page.base_url
    'http://example.com/a/b/'
    >>> frame = Document("about:blank", creator=page)
    >>> page.base_href = None
    >>> frame.base_url
    'http://example.com/a/'
    """

    __slots__ = (
        "_address",
        "_encoding",
        "_engine",
        "_frozen_fallback",
        "_has_container",
        "_xml_base",
    )

    def __init__(
        self,
        address: AnyURL,
        *,
        encoding: str = "utf-8",
        base_href: AnyURL | None = None,
        creator: BaseContext | None = None,
        container: BaseContext | None = None,
        standard: StandardLike = OBJECT_MODEL_STANDARD,
        xml_base: bool | None = None,
    ) -> None:
        self._address = url_text(address, "address")
        self._encoding = checked_label(encoding)
        self._engine = find_engine(standard)
        if xml_base is not None and type(xml_base) is not bool:
            raise wrong_type("xml_base", "True, False or None", xml_base)
        self._xml_base = self._engine.page_rules.xml_base if xml_base is None else xml_base
        for name, context in (("creator", creator), ("container", container)):
            if context is not None and not is_context(context):
                raise wrong_type(
                    f"a {name}", "a base context with base_url, encoding and standard", context
                )
        if creator is not None and container is not None:
            raise TypeError("a document has a creator or a container, not both")
        # The creator or container already exists, so the chain has no loop (ruling 20).
        self._has_container = container is not None
        #: The fallback base URL of the time when `base_href` was set, if the address has changed
        #: since: the HTML Standard resolves the `href` only once (*set the frozen base URL*).
        self._frozen_fallback: str | None = None
        outer: Outer = creator if container is None else container
        if not self._engine.page_rules.live_fallback:
            outer = outer_base_url(outer)
        self._set_up(outer, None if base_href is None else url_text(base_href, "base_href"))

    @property
    def address(self) -> str:
        """The document's address (HTML5 2.6.3 step 4, substep 1), as given.

        >>> Document("HTTP://example.com").address
        'HTTP://example.com'
        """
        return self._address

    @property
    def encoding(self) -> str:
        """The label of the document's character encoding, as given (HTML5 2.6.3 step 8).

        Queries are escaped in this encoding.

        >>> Document("http://example.com/", encoding="latin1").encoding
        'latin1'
        """
        return self._encoding

    @property
    def standard(self) -> Standard:
        """The standard that resolves the document's URLs.

        >>> Document("http://example.com/").standard
        HTML5
        """
        return self._engine.standard

    @property
    def xml_base(self) -> bool:
        """`True` if `xml:base` attributes apply in this document (HTML5 2.6.3 step 4).

        >>> Document("http://example.com/").xml_base
        True
        >>> Document("http://example.com/", standard="whatwg").xml_base
        False
        """
        return self._xml_base

    @property
    def creator(self) -> Outer:
        """The document that created this one (HTML5 2.6.3 step 4, substep 2), or `None`.

        `WHATWG` fixes the fallback base URL when the document is created. So under `WHATWG`, this
        attribute is the creator's base URL at that time.

        >>> page = Document("http://example.com/a")
        >>> Document("about:blank", creator=page).creator is page
        True
        """
        return None if self._has_container else self._above

    @property
    def container(self) -> Outer:
        """The document that contains this one (HTML5 2.6.3 step 4, substep 3), or `None`.

        `WHATWG` fixes the fallback base URL when the document is created. So under `WHATWG`, this
        attribute is the container's base URL at that time.

        >>> page = Document("http://example.com/a")
        >>> Document("about:srcdoc", container=page).container is page
        True
        """
        return self._above if self._has_container else None

    @property
    def fallback_base_url(self) -> str:
        """The *fallback base URL* (HTML5 2.6.3 step 4, substeps 1 to 3).

        >>> page = Document("http://example.com/a", base_href="/b/")
        >>> page.fallback_base_url, Document("about:blank", creator=page).fallback_base_url
        ('http://example.com/a', 'http://example.com/b/')
        """
        return self._make_base(None, outer_base_url(self._above), None, None).url

    @property
    def base_href(self) -> str | None:
        """The `href` of the first `base` element with one, or `None` (HTML5 2.6.3 step 4).

        The setter changes the base URLs of the document's elements, and of documents that it
        created or contains unless they use `WHATWG`. Then it calls all observers (HTML5 2.6.5), and
        raises the first error of an observer.

        Raises:
            TypeError: If the assigned value is not a URL. The document then stays unchanged.

        >>> page = Document("http://example.com/a")
        >>> page.base_href = "/b/"
        >>> page.base_href, page.base_url
        ('/b/', 'http://example.com/b/')
        """
        return self._reference

    @base_href.setter
    def base_href(self, href: AnyURL | None) -> None:
        text = None if href is None else url_text(href, "base_href")
        self._frozen_fallback = None
        self._set_reference(text)

    def _owner(self, above: Link | None) -> Link:
        return self

    def _kept_base(self) -> BaseValue | None:
        if type(self) is not Document:
            return None
        base = self._base
        return self._read_base() if base is None else base

    def _make_base(
        self,
        above: BaseValue | None,
        outer_url: str | None,
        reference: str | None,
        document: Link | None,
    ) -> BaseValue:
        container = outer_url if self._has_container else None
        creator = None if self._has_container else outer_url
        fallback = fallback_base_url(self._engine, self._address, creator, container)
        if reference is not None and self._frozen_fallback is not None:
            fallback = self._frozen_fallback
        return document_base(BaseValue(self._engine, fallback, self._encoding), reference)

    def _parts(self) -> tuple[str, object, str]:
        engine = self._engine
        before = f"{type(self).__name__}({url_repr(self._address)}"
        if self._encoding != "utf-8":
            before += f", encoding={self._encoding!r}"
        if self._reference is not None:
            before += f", base_href={url_repr(self._reference)}"
        if self._above is not None:
            before += ", container=" if self._has_container else ", creator="
        after = ""
        if engine.name != OBJECT_MODEL_STANDARD:
            after += f", standard={engine.standard!r}"
        if self._xml_base is not engine.page_rules.xml_base:
            after += f", xml_base={self._xml_base!r}"
        return before, self._above, f"{after})"

    def _at_address(self, address: str) -> Document:
        copied = copy(self)
        copied._address = address
        copied._frozen_fallback = None
        return copied

    def _set_address(self, address: str) -> None:
        # The base URL that a `base` has set stays. Without one, it is the new address.
        is_frozen = self._reference is not None and not self._engine.page_rules.live_fallback
        if is_frozen and self._frozen_fallback is None:
            self._frozen_fallback = self.fallback_base_url
        with LOCK:
            change = next_change()
            self._address = address
            _held = self._forget()
            observations = self._observations_below()
        announce(change, observations)


#: Returns a copy of a document that has another address.
at_address: Callable[[Document, str], Document] = Document._at_address  # pyright: ignore[reportPrivateUsage]
#: Gives a document another address, and calls the observers of base URLs that change.
set_address: Callable[[Document, str], None] = Document._set_address  # pyright: ignore[reportPrivateUsage]
