"""`URLAttribute`: a URL in a document or a style sheet, and its absolute URL."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache, partial
from operator import attrgetter
from typing import Final, NamedTuple, NoReturn

import attrs

from urldom._core.errors import InvalidURLError, unknown_name, url_repr, wrong_type
from urldom._core.public import public
from urldom._core.standards import resolving
from urldom._core.standards.interface import Engine
from urldom._core.values.url_value import AnyURL, url_text
from urldom.trees._css_imports import CONDITIONAL
from urldom.trees._hints import URLAttributeHints
from urldom.trees._syntaxes import NO_SPAN, URLSpan
from urldom.trees._table import KINDS, Kind, Selected
from urldom.trees._tree import Node, OfElement, Tree

#: A function of a URL and its base URL, which returns the absolute URL, or the error if the URL
#: does not resolve.
Resolve = Callable[[str, str], "str | InvalidURLError"]


class Early(NamedTuple):
    """The base URL of URLs before the `base` of a page, and which of them a browser resolves at
    once."""

    base_url: str
    is_early: Callable[[URLAttribute], bool]


class Shared(NamedTuple):
    """The facts that many URLs of a page share, in one object, because a page makes many URLs. A
    URL in CSS or JSON has an object of its own."""

    resolve: Resolve
    #: A function that returns the value of an attribute of an element, or `None` in a style sheet.
    get: Callable[[Node, str], str | None] | None = None
    #: The span of a URL in CSS or JSON, which says how the URL is used and loaded.
    span: URLSpan = NO_SPAN
    #: `None` for a URL after the `base`, or in a page where no `base` comes late.
    early: Early | None = None
    #: A function that returns `True` for elements that browsers ignore, or `None` in a style sheet.
    is_inert: Callable[[Node], bool] | None = None
    #: The tree of the element, or `None` in a style sheet.
    tree: Tree | None = None


_SELECTED: Final = sorted([*KINDS, "frame"])
#: A page repeats its links, so a resolver caches results: at most this number, and none with more
#: than this number of characters.
_KEPT: Final = 1024


@public("urldom.trees")
@attrs.frozen(eq=False)
class URLAttribute(OfElement, URLAttributeHints):
    """A URL in a document or a style sheet, as it was when `urls()` reached it.

    It is immutable, so to write the URL, assign to an attribute of `page.url_of(url.node,
    url.attribute)`, or call `page.rewrite()`. It cannot be pickled, because its element cannot, and
    a copy of it is the original object.

    Attributes:
        attribute: The attribute's name, or `None` if the URL is in the element's text.
        kind: One of the strings of `urldom.trees.Kind`.
        value: The URL as written, without the spaces around it and without the escapes of its
            syntax.
        element_name: The element's local name, or `None` in a style sheet.
        base_url: The absolute URL that the value is resolved against.

    >>> from urldom.trees import parse
    >>> html = '<html><base href="/b/"/><a href=" c "/></html>'
    >>> *_, found = parse(html, "http://example.com/", parser="xml.etree").urls()
    >>> found.element_name, found.attribute, found.kind, found.value, found.base_url
    ('a', 'href', 'hyperlink', 'c', 'http://example.com/b/')
    """

    _node: Node = attrs.field(repr=False, alias="_node")
    attribute: str | None
    kind: Kind
    value: str = attrs.field(repr=url_repr)
    element_name: str | None
    base_url: str = attrs.field(repr=False)
    _shared: Shared = attrs.field(repr=False, alias="_shared")

    @property
    def node(self) -> Node:  # pyright: ignore[reportIncompatibleVariableOverride]
        """The element, as an object of its library, or `None` in a style sheet.

        >>> from urldom.trees import parse
        >>> page = parse('<html><a href="b"/></html>', "http://example.com/", parser="xml.etree")
        >>> next(page.urls()).node.tag
        'a'
        """
        if self._shared.tree is not None:
            self._shared.tree.was_given = True
        return self._node

    def get(self, attribute: str) -> str | None:
        """Return the value of any attribute of the element, whichever library made the tree.

        Args:
            attribute: The attribute's name.

        Returns:
            The value, or `None` if the element lacks the attribute or the URL is in a style sheet.

        >>> from urldom.trees import parse
        >>> html = '<html><a href="b" rel="nofollow"/></html>'
        >>> next(parse(html, "http://example.com/", parser="xml.etree").urls()).get("rel")
        'nofollow'
        """
        get = self._shared.get
        return None if get is None else get(self._node, attribute)

    def __reduce__(self) -> NoReturn:
        raise TypeError(
            "a URLAttribute cannot be pickled: pickle its url, value or other attributes except the"
            " node"
        )

    @property
    def url(self) -> str | None:
        """The absolute URL, or `None` if the value does not resolve.

        >>> from urldom.trees import parse
        >>> html = '<html><a href="b c"/><a href="http://["/></html>'
        >>> [url.url for url in parse(html, "http://example.com/", parser="xml.etree").urls()]
        ['http://example.com/b%20c', None]
        """
        resolved = self._shared.resolve(self.value, self.base_url)
        return resolved if isinstance(resolved, str) else None

    @property
    def is_conditional(self) -> bool:
        """`True` for an `@import` with `supports()` or a media query, which may not be loaded.

        >>> from urldom.trees import stylesheet
        >>> sheet = stylesheet("@import 'a'; @import 'b' print;", "http://example.com/")
        >>> [(url.value, url.is_conditional) for url in sheet.urls()]
        [('a', False), ('b', True)]
        """
        return self._shared.span.loading == CONDITIONAL

    @property
    def requested_url(self) -> str | None:
        """The absolute URL that a browser requests, or `None` if the value does not resolve.

        It differs from `url`, which scripts read, if a `base` element stands after the element, and
        a browser requests the URL before it reads the `base` (HTML Standard 2.4.3). For a URL that
        a browser does not request, and under other standards than `WHATWG`, both are the same.

        >>> from urldom.trees import parse
        >>> html = '<html><script src="a.js"></script><base href="/b/"/></html>'
        >>> script, base = parse(html, "http://example.com/", parser="xml.etree").urls()
        >>> script.url, script.requested_url
        ('http://example.com/b/a.js', 'http://example.com/a.js')
        """
        shared = self._shared
        if shared.early is None:  # Then it is `url`.
            resolved = shared.resolve(self.value, self.base_url)
        else:
            resolved = resolve_requested(self)
        return resolved if isinstance(resolved, str) else None

    @property
    def error(self) -> InvalidURLError | None:
        """The error whose `reason` explains why the value does not resolve, or `None` if it does.

        >>> from urldom.trees import parse
        >>> html = '<html><a href="http://["/></html>'
        >>> page = parse(html, "http://example.com/", parser="xml.etree")
        >>> type(next(page.urls()).error).__name__
        'UnresolvableURLError'
        """
        resolved = self._shared.resolve(self.value, self.base_url)
        return None if isinstance(resolved, str) else resolved

    @property
    def is_inert(self) -> bool:
        """`True` if a browser with scripts ignores the element, in a `template` or a `noscript`.

        The page is searched for such elements once, and again after its `refresh()`.

        >>> from urldom.trees import parse
        >>> html = '<html><a href="b"/><noscript><img src="c"/></noscript></html>'
        >>> page = parse(html, "http://example.com/", parser="xml.etree")
        >>> [url.is_inert for url in page.urls()]
        [False, True]
        """
        is_inert = self._shared.is_inert
        return is_inert is not None and is_inert(self._node)


#: Returns the facts that a URL shares with others of its page.
shared_of: Callable[[URLAttribute], Shared] = attrgetter("_shared")
#: Returns the span of a URL in CSS or JSON, or else `NO_SPAN`.
span_of: Callable[[URLAttribute], URLSpan] = attrgetter("_shared.span")
#: Returns the element of a URL to this package, which adds no nodes to it.
node_of: Callable[[URLAttribute], Node] = attrgetter("_node")


def resolve_requested(found: URLAttribute) -> str | InvalidURLError:
    """Return the absolute URL that a browser requests, or the error if the value does not
    resolve."""
    early = _early_base_of(found)
    base_url = found.base_url if early is None else early.base_url
    return shared_of(found).resolve(found.value, base_url)


def is_requested_early(found: URLAttribute) -> bool:
    """Return `True` if a browser requests a URL before it reads the `base` element."""
    return _early_base_of(found) is not None


def _early_base_of(found: URLAttribute) -> Early | None:
    """Return the base URL before the `base` element if a browser requests a URL against it."""
    early = shared_of(found).early
    return early if early is not None and early.is_early(found) else None


def _refuse(found: URLAttribute, name: str, value: object = None) -> NoReturn:
    """Raise `AttributeError`, which says how to write the URL instead."""
    if node_of(found) is None:
        how = "write the URL with the style sheet's rewrite()"
    elif found.attribute is None:
        how = "write the URL with page.rewrite()"
    else:
        how = (
            f"assign to page.url_of(node, {found.attribute!r}), or write the URL with"
            " page.rewrite()"
        )
    raise AttributeError(f"{name!r} of a URLAttribute cannot be assigned: {how}")


for _name in ("__setattr__", "__delattr__"):  # attrs's errors do not explain how to write a URL.
    setattr(URLAttribute, _name, _refuse)


def resolver(engine: Engine, encoding: str) -> Resolve:
    """Return a function that resolves URLs under a standard, encodes their queries, and caches the
    results."""
    kept: dict[tuple[str, str], str | InvalidURLError] = {}
    resolver_of = lru_cache(maxsize=1)(
        partial(resolving.string_resolver, engine.grammar, encoding=encoding)
    )

    def resolve(url: str, base_url: str) -> str | InvalidURLError:
        key = (base_url, url)
        if key in kept:
            return kept[key]
        resolved: str | InvalidURLError
        try:
            resolved = resolver_of(base_url)(url)
        except InvalidURLError as error:
            # A traceback would keep all the callers' variables.
            resolved = error.with_traceback(None)
        if len(base_url) + len(url) <= _KEPT and len(kept) < _KEPT:
            kept[key] = resolved
        return resolved

    return resolve


def absolute_address(address: AnyURL, engine: Engine) -> str:
    """Return the address of a document or style sheet unchanged. Raise `ValueError` unless it is an
    absolute URL."""
    text = url_text(address, "address")
    try:
        resolving.absolute_pieces(engine.grammar, text, None, "utf-8")
    except InvalidURLError as error:
        raise ValueError(f"the address of a document must be an absolute URL: {error}") from None
    return text


def of_kinds(
    urls: Iterator[URLAttribute], kind: Selected | Iterable[Selected] | None
) -> Iterator[URLAttribute]:
    """Return the URLs of one kind or several."""
    if kind is None:
        return urls
    if not isinstance(kind, Iterable):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise wrong_type("kind", "a str, an iterable of str or None", kind)
    kinds = [kind] if isinstance(kind, str) else list(kind)
    for one in kinds:
        if one not in _SELECTED:
            raise ValueError(unknown_name("kind", one, _SELECTED))
    if "frame" in kinds:
        return (url for url in urls if url.kind in kinds or _is_of_frame(url))
    return (url for url in urls if url.kind in kinds)


def _is_of_frame(url: URLAttribute) -> bool:
    """Return `True` for the page in a frame, and `False` for an image in its `style`."""
    is_frame = (url.element_name or "").lower() in ("frame", "iframe")
    return is_frame and url.kind == "resource" and (url.attribute or "").endswith("src")
