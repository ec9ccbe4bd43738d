"""Elements: XML Base (HTML5 2.6.3 step 4), and dynamic changes to base URLs (HTML5 2.6.5)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Literal, TypeAlias

from urldom._core.contexts.base_urls import element_base
from urldom._core.contexts.base_value import BaseValue
from urldom._core.contexts.chain import Link
from urldom._core.contexts.changes import LOCK, Observation, announce, next_change
from urldom._core.contexts.document import Document
from urldom._core.errors import unknown_name, url_repr, wrong_type
from urldom._core.hints.contexts import ElementHints
from urldom._core.public import public
from urldom._core.standards.interface import Standard, engine_of
from urldom._core.values.url_value import AnyURL, url_text

#: The kinds of elements that a base URL change affects (HTML5 2.6.5).
Kind: TypeAlias = Literal["hyperlink", "cite"]
_KINDS: Final[dict[str, Kind]] = {"hyperlink": "hyperlink", "cite": "cite"}
Callback: TypeAlias = Callable[["Element", str, str], object]


@public("urldom")
class Element(Link, ElementHints):
    """An element with its base URL. It is a base context with its document's encoding and standard.

    An element keeps its parents alive, but a parent keeps only observed elements alive. `copy.copy`
    keeps the parent, while `copy.deepcopy` and `pickle` copy the parents too, up to the document
    and its creator or container. Elements that are copied together stay in one chain. A copy has no
    children and no observers.

    Args:
        parent: An `Element` or a `Document`.
        xml_base: The value of the `xml:base` attribute, or `None` if the element lacks it.
        kind: `"hyperlink"` for an element that creates a hyperlink. `"cite"` for a `q`,
            `blockquote`, `section`, `article`, `ins` or `del` with a `cite` attribute. Otherwise
            `None`.

    Raises:
        ValueError: If `kind` is another string.
        TypeError: If an argument has a wrong type.

    >>> feed = Element(Document("http://example.com/feed"), xml_base="/2007/")
    >>> link = Element(feed, xml_base="05/", kind="hyperlink")
    >>> link.base_url
    'http://example.com/2007/05/'
    """

    __slots__ = ("_kind",)

    def __init__(
        self,
        parent: Element | Document,
        *,
        xml_base: AnyURL | None = None,
        kind: Kind | None = None,
    ) -> None:
        self._kind: Kind | None = None if kind is None else _known_kind(kind)
        above = _require_parent(parent)
        self._set_up(above, None if xml_base is None else url_text(xml_base, "xml_base"))

    @property
    def parent(self) -> Element | Document:
        """The element's parent. `move_to` changes it.

        >>> page = Document("http://example.com/")
        >>> Element(page).parent is page
        True
        """
        return _require_parent(self._above)

    @property
    def document(self) -> Document:
        """The document that owns the element.

        >>> page = Document("http://example.com/")
        >>> Element(Element(page)).document is page
        True
        """
        document = self._document
        if document is None:
            document = self._find_document()
        assert isinstance(document, Document)
        return document

    @property
    def encoding(self) -> str:
        """The label of the document's character encoding.

        >>> Element(Document("http://example.com/", encoding="shift_jis")).encoding
        'shift_jis'
        """
        return self.document.encoding

    @property
    def standard(self) -> Standard:
        """The document's standard.

        >>> Element(Document("http://example.com/", standard="rfc3986")).standard
        RFC3986
        """
        return self.document.standard

    @property
    def kind(self) -> Kind | None:
        """The kind of the element, `"hyperlink"` or `"cite"`, or `None` (HTML5 2.6.5).

        If `kind` is `None`, base URL changes do not affect the element, and its observers are not
        called.

        >>> Element(Document("http://example.com/"), kind="hyperlink").kind
        'hyperlink'
        """
        return self._kind

    @property
    def xml_base(self) -> str | None:
        """The value of the `xml:base` attribute, or `None` (HTML5 2.6.3 step 4, rulings 21 and 22).

        The setter changes the base URL of the element and of its descendants, calls the observers
        (HTML5 2.6.5), and after all calls raises the first error of an observer.

        Raises:
            TypeError: If the assigned value is not a URL. The element then stays unchanged.

        >>> entry = Element(Document("http://example.com/feed"), xml_base="a/")
        >>> entry.xml_base = "/b/"
        >>> entry.xml_base, entry.base_url
        ('/b/', 'http://example.com/b/')
        """
        return self._reference

    @xml_base.setter
    def xml_base(self, value: AnyURL | None) -> None:
        self._set_reference(None if value is None else url_text(value, "xml_base"))

    def move_to(self, parent: Element | Document) -> None:
        """Make the element the last child of `parent`, in the same document or another.

        A move calls observers if the two documents' base URLs differ, or for nested documents
        (HTML5 2.6.5).

        Args:
            parent: An `Element` or a `Document`.

        Raises:
            ValueError: If `parent` is the element itself or its descendant. The element then stays
                in its place.
            TypeError: If `parent` is neither an `Element` nor a `Document`.

        >>> link = Element(Document("http://example.com/"))
        >>> link.move_to(Document("http://example.org/a/"))
        >>> link.base_url
        'http://example.org/a/'
        """
        parent = _require_parent(parent)
        left = self.document
        entered = parent if isinstance(parent, Document) else parent.document
        # HTML5 2.6.5: "moved from one document to another, if the two documents have different base
        # URLs"
        is_reported = False
        if left is not entered and self._is_observed():
            is_reported = left.base_url != entered.base_url
        with LOCK:
            if any(link is self for link in parent._up()):
                raise ValueError("an element cannot be moved into itself or below itself")
            change = next_change()
            _held = self._forget(), self._above
            self._stand_on(parent)
            observations = self._observations_below()
        announce(change, observations, None if is_reported else entered)

    def observe(self, callback: Callback) -> Callable[[], None]:
        """Call `callback` after each base URL change that affects the element (HTML5 2.6.5).

        A change affects only an element with a `kind`. The parents keep an observed element alive.
        A callback may change the chain, and the calls for that change come after the current calls.
        If callbacks change base URLs endlessly, one of the changes raises `RuntimeError` and is not
        made.

        Args:
            callback: A function of the element, its old base URL (the new one of the last call),
                and its new base URL.

        Returns:
            A function without parameters, which ends the observation.

        Raises:
            TypeError: If `callback` is not callable.

        >>> page = Document("http://example.com/")
        >>> link = Element(page, kind="hyperlink")
        >>> unsubscribe = link.observe(lambda element, old, new: print(old, "->", new))
        >>> page.base_href = "/a/"
        http://example.com/ -> http://example.com/a/
        >>> unsubscribe()
        """
        if not callable(callback):
            raise wrong_type("an observer", "a function of (element, old, new)", callback)
        observation = Observation(self, callback)

        def unsubscribe() -> None:
            observation.is_ended = True
            with LOCK:
                (self._observations or {}).pop(observation, None)
                self._keep_observed()

        if self._kind is None:  # No change affects an element without a `kind` (ruling 23).
            return unsubscribe
        with LOCK:
            if self._observations is None:
                self._observations = {}
            self._observations[observation] = None
            self._keep_observed()
        try:
            base_url = self.base_url
        except BaseException:
            unsubscribe()
            raise
        with LOCK:
            # Otherwise, another thread has already reported a newer base URL.
            if observation.last_base_url is None:
                observation.last_base_url = base_url
        return unsubscribe

    def _kept_base(self) -> BaseValue | None:
        if type(self) is not Element or type(self.document) is not Document:
            return None
        base = self._base
        return self._read_base() if base is None else base

    def _owner_document(self) -> Document:
        return self.document

    def _make_base(
        self,
        above: BaseValue | None,
        outer_url: str | None,
        reference: str | None,
        document: Link | None,
    ) -> BaseValue:
        assert above is not None and isinstance(document, Document)
        if not document.xml_base:
            return above
        return element_base(above.under(engine_of(document.standard), document.encoding), reference)

    def __repr__(self) -> str:
        xml_base = url_repr(self._reference)
        return (
            f"<{type(self).__name__} with xml_base={xml_base}, kind={self._kind!r} in"
            f" {self.document!r}>"
        )


def _require_parent(parent: object) -> Element | Document:
    if isinstance(parent, (Element, Document)):
        return parent
    raise wrong_type("a parent", "an Element or a Document", parent)


def _known_kind(kind: object) -> Kind:
    if not isinstance(kind, str):
        raise wrong_type("the kind of an element", "a str or None", kind)
    known = _KINDS.get(str.__str__(kind))
    if known is None:
        raise ValueError(unknown_name("kind of element", kind, [*_KINDS, "None"]))
    return known
