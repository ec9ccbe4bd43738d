"""Documents: the document base URL, and the fallback base URL (HTML5 2.6.3 step 4)."""

from __future__ import annotations

from urldom._contexts.chain import Link, Outer, outer_base_url
from urldom._contexts.copying import Shown
from urldom._contexts.protocol import BaseContext, is_context
from urldom._errors import type_name, url_repr
from urldom._standards.interface import Standard, StandardLike
from urldom._standards.registry import OBJECT_MODEL_STANDARD, find_standard
from urldom._text.encodings import checked_label
from urldom._values.url_value import AnyURL, url_text


class Document(Shown, Link):
    """A document with its base URL (HTML5 2.6.3 step 4). It is a base context.

    - `address` is the document's address, an absolute URL.
    - `encoding` is its character encoding, a label of the Encoding Standard.
    - `base_href` is the `href` of its first `base` element that has one.
    - `creator` is the document that created an `about:blank` document. It can be any base context.
    - `container` is the document that contains an `iframe srcdoc` document. It can be any base context.
    - `xml_base` is true if `xml:base` attributes count. The default is the standard's own rule.

    The creator and the container do not keep the new document alive.

    Raises `ValueError` for an unknown standard, `LookupError` for an unknown encoding, and `TypeError` for a value of a
    wrong type.

    `copy.copy` returns a document with the same creator and container. `copy.deepcopy` and `pickle` copy these too. A
    copy has no elements.

    >>> page = Document("http://example.com/a/", base_href="b/")
    >>> page.base_url
    'http://example.com/a/b/'
    >>> frame = Document("about:blank", creator=page)
    >>> page.base_href = None
    >>> frame.base_url
    'http://example.com/a/'
    """

    __slots__ = ("_address", "_encoding", "_has_container", "_standard", "_xml_base")
    _COPIED = ("_reference", *__slots__)

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
        self._standard = find_standard(standard)
        if xml_base is not None and type(xml_base) is not bool:
            raise TypeError(f"xml_base is True, False or None, not {type_name(xml_base)}")
        self._xml_base = self._standard.xml_base if xml_base is None else xml_base
        for name, context in (("creator", creator), ("container", container)):
            if context is not None and not is_context(context):
                raise TypeError(f"a {name} is a base context (base_url, encoding, standard), not {type_name(context)}")
        # The creator or container already exists, so the chain has no loop (ruling 20).
        self._has_container = container is not None
        outer: Outer = creator if container is None else container
        if not self._standard.live_fallback:
            outer = outer_base_url(outer)
        self._set_up(outer, None if base_href is None else url_text(base_href, "base_href"))

    @property
    def address(self) -> str:
        """The document's address (HTML5 2.6.3 step 4, substep 1), as given."""
        return self._address

    @property
    def encoding(self) -> str:
        """The label of the document's character encoding, as given. Queries use it (HTML5 2.6.3 step 8)."""
        return self._encoding

    @property
    def standard(self) -> Standard:
        """The standard by which the document's URLs are resolved."""
        return self._standard

    @property
    def xml_base(self) -> bool:
        """True if `xml:base` attributes count in this document (HTML5 2.6.3 step 4)."""
        return self._xml_base

    @property
    def creator(self) -> Outer:
        """The document that created this one (HTML5 2.6.3 step 4, substep 2), or `None`.

        Some standards fix the fallback base URL when a document is created. Under these, it is the creator's base URL
        at that time."""
        return None if self._has_container else self._above

    @property
    def container(self) -> Outer:
        """The document that contains this one (HTML5 2.6.3 step 4, substep 3), or `None`.

        Some standards fix the fallback base URL when a document is created. Under these, it is the container's base URL
        at that time."""
        return self._above if self._has_container else None

    @property
    def fallback_base_url(self) -> str:
        """The *fallback base URL* (HTML5 2.6.3 step 4, substeps 1 to 3).

        Raises the errors of a creator or container of a user's own class."""
        return self._make_base_url(outer_base_url(self._above), None, None)

    @property
    def base_href(self) -> str | None:
        """The `href` of the first `base` element that has one, or `None` (HTML5 2.6.3 step 4, substep 4).

        Assigning it changes the base URL of all elements of the document, and of documents that it created or contains.
        Then the observers are called (HTML5 2.6.5). After all calls, the first error of an observer is raised. Raises
        `TypeError`, and changes nothing, for a value that is not a URL.
        """
        return self._reference

    @base_href.setter
    def base_href(self, href: AnyURL | None) -> None:
        self._set_reference(None if href is None else url_text(href, "base_href"))

    def _owner(self, above: Document | None) -> Document:
        return self

    def _make_base_url(self, above: str | None, reference: str | None, document: Document | None) -> str:
        creator, container = (None, above) if self._has_container else (above, None)
        fallback = self._standard.fallback_base_url(self._address, creator, container)
        if reference is None:  # 2.6.3 step 4, substep 4
            return fallback
        return self._standard.base_element_url(reference, fallback, self._encoding)  # substeps 5 and 6

    def _parts(self) -> tuple[str, object, str]:
        standard = self._standard
        before = f"{type(self).__name__}({url_repr(self._address)}"
        if self._encoding != "utf-8":
            before += f", encoding={self._encoding!r}"
        if self._reference is not None:
            before += f", base_href={url_repr(self._reference)}"
        after = "" if standard.name == OBJECT_MODEL_STANDARD else f", standard={standard!r}"
        if self._xml_base is not standard.xml_base:
            after += f", xml_base={self._xml_base!r}"
        if self._above is not None:
            before += ", container=" if self._has_container else ", creator="
        return before, self._above, f"{after})"
