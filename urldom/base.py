"""Base URLs: the chain of documents and elements that 2.6.3 step 4 and XML Base describe, and what happens when it
changes (2.6.5).

A document's base URL comes from its address, its creator or its container, and its `base` element; an element's from
its parent's and its own `xml:base`. Each link of the chain keeps what it last answered. The rule behind it all: *a
link that keeps an answer stands on links that keep theirs*. So a change forgets the answers below it, and stops where
there is none.

Threads share a chain as they like: whatever makes an answer, and whatever changes the chain, has the lock. Callbacks
are called without it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from threading import RLock
from typing import Final, Literal, Protocol

import attrs

from urldom.encodings import output_encoding
from urldom.errors import InvalidURLError
from urldom.html5 import HTML5
from urldom.standards import Standard, StandardLike, find_standard

Kind = Literal["hyperlink", "cite"]
_KINDS: Final = ("hyperlink", "cite")


class BaseContext(Protocol):
    """Anything against which a URL can be resolved: `Document`, `Element`, `urldom.trees.TreeDocument`, or your own."""

    @property
    def base_url(self) -> str: ...
    @property
    def encoding(self) -> str: ...
    @property
    def standard(self) -> Standard: ...


Callback = Callable[["Element", str, str], object]


_LOCK: Final = RLock()


class _Link:
    """A link of the chain: it stands on `_above`, of whose base URL its own is made, and others stand on it."""

    __slots__ = ("__weakref__", "_above", "_below", "_kept")

    _above: _Link | None
    _below: dict[_Link, None]  # an ordered set
    _kept: str | None

    def _stand_on(self, above: _Link | None) -> None:
        with _LOCK:
            self._above = above
            if above is not None:
                above._below[self] = None

    def _make_base_url(self, above: str | None) -> str:
        """This link's base URL, given that of the link above."""
        raise NotImplementedError

    def _hears_of_changes(self) -> bool:
        """Whether everything that its base URL is made of is in the chain."""
        return True

    @property
    def base_url(self) -> str:
        """The base URL: a string, absolute wherever the document's address is."""
        base_url = self._kept
        if base_url is not None:
            return base_url
        with _LOCK:
            waiting: list[_Link] = []
            link: _Link | None = self
            while link is not None and link._kept is None:
                waiting.append(link)
                link = link._above
            base_url = None if link is None else link._kept
            keeps = True
            for link in reversed(waiting):
                base_url = link._make_base_url(base_url)
                keeps = keeps and link._hears_of_changes()
                if keeps:
                    link._kept = base_url
            assert base_url is not None
            return base_url

    def _forget(self) -> None:
        links = [self]
        while links:
            link = links.pop()
            if link._kept is not None:
                link._kept = None
                links.extend(link._below)

    def _this_and_below(self) -> Iterator[_Link]:
        """This link and all that stand on it, in tree order."""
        links: list[_Link] = [self]
        while links:
            link = links.pop()
            yield link
            links.extend(reversed(link._below))

    def _watched(self) -> list[tuple[Element, str]]:
        """The elements here and below on which a base URL change acts (2.6.5), with their base URLs."""
        return [
            (link, link.base_url)
            for link in self._this_and_below()
            if isinstance(link, Element) and link._kind is not None and link._callbacks
        ]


def _act(watched: list[tuple[Element, str]]) -> None:
    """Calls back the watched elements whose base URL is another string now (ruling 23). Every one of them is called;
    then the first error of a callback is raised."""
    errors = []
    for element, old in watched:
        new = element.base_url
        if new == old:
            continue
        for callback in tuple(element._callbacks.values()):
            try:
                callback(element, old, new)
            except Exception as error:
                errors.append(error)
    if errors:
        raise errors[0]


class Document(_Link):
    """A document, as far as its base URL goes (2.6.3 step 4). It is a base context.

    `address` is the document's address, an absolute URL; `encoding` its character encoding, a label of the Encoding
    Standard; `base_href` the `href` of its first `base` element that has one. `creator` is the document that created
    an `about:blank` one, `container` the one that holds an `iframe srcdoc` one; any base context can be one.
    `xml_base` is whether `xml:base` attributes count; by default, what the standard says. Raises `ValueError` for a
    standard and `LookupError` for an encoding that does not exist.

    >>> page = Document("http://example.com/a/", base_href="b/")
    >>> page.base_url
    'http://example.com/a/b/'
    >>> frame = Document("about:blank", creator=page)
    >>> page.base_href = None
    >>> frame.base_url
    'http://example.com/a/'
    """

    __slots__ = ("_about", "_address", "_base_href", "_encoding", "_has_container", "_standard", "_xml_base")

    def __init__(
        self,
        address: str,
        *,
        encoding: str = "utf-8",
        base_href: str | None = None,
        creator: BaseContext | None = None,
        container: BaseContext | None = None,
        standard: StandardLike = HTML5,
        xml_base: bool | None = None,
    ) -> None:
        self._address = _string("address", address)
        output_encoding(_string("encoding", encoding))
        self._encoding = encoding
        self._base_href = None if base_href is None else _string("base_href", base_href)
        self._standard = find_standard(standard)
        self._xml_base = self._standard.xml_base if xml_base is None else xml_base
        self._has_container = container is not None
        self._below = {}
        self._kept = None
        # Ruling 20: what a document stands on is there before it, so the chain has no loop.
        above = creator if container is None else container
        if above is not None and not hasattr(above, "base_url"):
            raise TypeError(f"a creator or container is a base context, not {type(above).__name__}")
        #: What it stands on where that is not in the chain: the base URL at this moment, or a context of another kind.
        self._about: str | BaseContext | None = None
        if isinstance(above, _Link) and self._standard.live_fallback:
            self._stand_on(above)
        else:
            self._stand_on(None)
            self._about = above if above is None or self._standard.live_fallback else above.base_url

    @property
    def address(self) -> str:
        """The document's address, as given."""
        return self._address

    @property
    def encoding(self) -> str:
        """The label of the document's character encoding, as given."""
        return self._encoding

    @property
    def standard(self) -> Standard:
        """The standard by which the document's URLs are resolved."""
        return self._standard

    @property
    def xml_base(self) -> bool:
        """Whether `xml:base` attributes count in this document."""
        return self._xml_base

    @property
    def fallback_base_url(self) -> str:
        """The *fallback base URL* (2.6.3 step 4, substeps 1 to 3)."""
        return self._make_fallback_base_url(None if self._above is None else self._above.base_url)

    @property
    def base_href(self) -> str | None:
        """The `href` of the first `base` element that has one, or `None`. Assigning it changes the base URL of all
        elements of the document, and of the documents that stand on it, and calls back those that 2.6.5 names."""
        return self._base_href

    @base_href.setter
    def base_href(self, href: str | None) -> None:
        if href is not None:
            _string("base_href", href)
        with _LOCK:
            watched = self._watched()
            self._base_href = href
            self._forget()
        _act(watched)

    def _make_fallback_base_url(self, above: str | None) -> str:
        about = above
        if self._about is not None:
            about = self._about if isinstance(self._about, str) else self._about.base_url
        creator, container = (None, about) if self._has_container else (about, None)
        return self._standard.fallback_base_url(self._address, creator, container)

    def _hears_of_changes(self) -> bool:
        return self._about is None or isinstance(self._about, str)

    def _make_base_url(self, above: str | None) -> str:
        fallback = self._make_fallback_base_url(above)
        if self._base_href is None:  # 2.6.3 step 4, substep 4
            return fallback
        return self._standard.base_element_url(self._base_href, fallback, self._encoding)

    def __repr__(self) -> str:
        return f"Document({self._address!r})"


class Element(_Link):
    """An element, as far as its base URL goes. It is a base context, whose encoding and standard are its document's.

    `parent` is an `Element` or a `Document`; `xml_base` the value of the `xml:base` attribute, or `None`; `kind` is
    `"hyperlink"` for an element that creates a hyperlink, `"cite"` for a `q`, `blockquote`, `section`, `article`,
    `ins` or `del` with a `cite` attribute, else `None`. A parent keeps its children. Raises `ValueError` for another
    kind.

    >>> feed = Element(Document("http://example.com/feed"), xml_base="/2007/")
    >>> link = Element(feed, xml_base="05/", kind="hyperlink")
    >>> link.base_url
    'http://example.com/2007/05/'
    """

    __slots__ = ("_callbacks", "_document", "_kind", "_xml_base")

    def __init__(self, parent: Element | Document, *, xml_base: str | None = None, kind: Kind | None = None) -> None:
        if kind is not None and kind not in _KINDS:
            raise ValueError(f"the kind of an element is 'hyperlink', 'cite' or None, not {kind!r}")
        self._xml_base = None if xml_base is None else _string("xml_base", xml_base)
        self._kind = kind
        self._callbacks: dict[object, Callback] = {}
        self._below = {}
        self._kept = None
        with _LOCK:
            self._document = _document_of(parent)
            self._stand_on(parent)

    @property
    def document(self) -> Document:
        """The document that owns the element."""
        return self._document

    @property
    def parent(self) -> Element | Document:
        """The element's parent."""
        assert isinstance(self._above, (Element, Document))
        return self._above

    @property
    def kind(self) -> Kind | None:
        """`"hyperlink"`, `"cite"` or `None`: how a base URL change acts on the element (2.6.5)."""
        return self._kind

    @property
    def encoding(self) -> str:
        """The label of the document's character encoding."""
        return self._document.encoding

    @property
    def standard(self) -> Standard:
        """The document's standard."""
        return self._document.standard

    @property
    def xml_base(self) -> str | None:
        """The value of the `xml:base` attribute, or `None`. Assigning it changes the base URL of the element and of
        all below it, and calls back those that 2.6.5 names."""
        return self._xml_base

    @xml_base.setter
    def xml_base(self, value: str | None) -> None:
        if value is not None:
            _string("xml_base", value)
        with _LOCK:
            watched = self._watched()
            self._xml_base = value
            self._forget()
        _act(watched)

    def move_to(self, parent: Element | Document) -> None:
        """Makes the element the last child of `parent`, in the same document or another.

        Where the two documents have different base URLs, the elements that 2.6.5 names are called back; a move inside a
        document is no base URL change there. Raises `ValueError` where `parent` is the element or below it.
        """
        document = _document_of(parent)
        with _LOCK:
            above: _Link | None = parent
            while isinstance(above, Element):
                if above is self:
                    raise ValueError("an element cannot be moved into itself or below itself")
                above = above._above
            moved = document is not self._document
            watched = self._watched() if moved and document.base_url != self._document.base_url else []
            self._forget()
            assert self._above is not None
            del self._above._below[self]
            self._stand_on(parent)
            if moved:
                for link in self._this_and_below():
                    if isinstance(link, Element):
                        link._document = document
        _act(watched)

    def observe(self, callback: Callback) -> Callable[[], None]:
        """Has `callback(element, old, new)` called after each base URL change that acts on the element (2.6.5), with
        the base URLs before and after it. Only an element with a `kind` is acted on. Returns a function that ends it.

        >>> page = Document("http://example.com/")
        >>> link = Element(page, kind="hyperlink")
        >>> unsubscribe = link.observe(lambda element, old, new: print(old, "->", new))
        >>> page.base_href = "/a/"
        http://example.com/ -> http://example.com/a/
        >>> unsubscribe()
        """
        subscription = object()  # so that the same callback can be observing twice
        self._callbacks[subscription] = callback

        def unsubscribe() -> None:
            self._callbacks.pop(subscription, None)

        return unsubscribe

    def _make_base_url(self, above: str | None) -> str:
        assert above is not None
        if self._xml_base is None or not self._document.xml_base:
            return above
        try:
            resolved = self.standard.resolve_string(self._xml_base, above, self.encoding)
        except InvalidURLError:
            return above  # ruling 22
        return resolved.partition("#")[0]  # ruling 22

    def __repr__(self) -> str:
        return f"<Element with the base URL {self.base_url!r}>"


def _document_of(parent: object) -> Document:
    if isinstance(parent, Document):
        return parent
    if isinstance(parent, Element):
        return parent._document
    raise TypeError(f"a parent is an Element or a Document, not {type(parent).__name__}")


def _string(name: str, value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{name} is a str, not {type(value).__name__}")
    return value


@attrs.define
class BaseChain:
    """The four ways in which RFC 1808 section 3 establishes a base URL, in its order of precedence. It is a base
    context.

    `content`: the base URL that the document's content embeds (3.1). `encapsulating`: that of the entity which
    encloses it, a string or a base context (3.2). `retrieval`: the URL by which it was retrieved, after redirections
    (3.3). `default`: the application's own (3.4); `""` is an unknown one. One that is no absolute URL is passed over.

    >>> BaseChain(retrieval="http://example.com/a").base_url
    'http://example.com/a'
    """

    content: str | None = None
    encapsulating: str | BaseContext | None = None
    retrieval: str | None = None
    default: str = ""

    @property
    def base_url(self) -> str:
        """The base URL of the document, or `""` where it is unknown."""
        encapsulating = self.encapsulating
        if encapsulating is not None and not isinstance(encapsulating, str):
            encapsulating = encapsulating.base_url
        for url in (self.content, encapsulating, self.retrieval):
            if url is not None and self.standard.is_absolute(url):
                return url
        return self.default

    @property
    def encoding(self) -> str:
        """UTF-8: RFC 1808 knows no other."""
        return "utf-8"

    @property
    def standard(self) -> Standard:
        """`RFC1808`."""
        return find_standard("rfc1808")
