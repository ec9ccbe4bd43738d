"""The table of the attributes and texts that contain URLs: the element, the kind of URL, and the
syntax of the value.

The rows for HTML come from the HTML Standard's index of attributes, from HTML5, and from the
obsolete attributes of both. A comment above the other rows names their specification. Only this
module knows the names of vocabularies, except `base` and `xml:base`, which make base URLs.

The table leaves out URLs that are only names (a namespace, microdata's `itemtype`), and attributes
that only some sites use. Users add their own rows for these."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import lru_cache, partial
from itertools import product
from string import ascii_lowercase, ascii_uppercase
from typing import Any, Final, Literal, Protocol, TypeAlias, get_args

import attrs

from urldom._core.errors import shown, unknown_name, wrong_type
from urldom._core.public import public
from urldom.trees._json_syntaxes import IMPORT_MAP, SPECULATION_RULES
from urldom.trees._syntaxes import (
    COMMA_LIST,
    CSS,
    CSS_VALUE,
    CSS_VALUES,
    DOCUMENT,
    LINK_HEADER,
    REFRESH,
    SEMICOLON_LIST,
    SPACE_LIST,
    SPACES,
    SRCSET,
    UNSPACED,
    URL,
    XML_STYLESHEET,
    Syntax,
)

Kind: TypeAlias = Literal[
    "base",
    "citation",
    "form",
    "fragment",
    "hyperlink",
    "identifier",
    "metadata",
    "ping",
    "refresh",
    "resource",
]

KINDS: Final = get_args(Kind)
#: The values of `urls(kind=...)`, which selects the URLs of a kind, or the resources that are shown
#: in frames.
Selected: TypeAlias = Kind | Literal["frame"]
HTML: Final = "http://www.w3.org/1999/xhtml"
SVG: Final = "http://www.w3.org/2000/svg"
MATHML: Final = "http://www.w3.org/1998/Math/MathML"
XLINK: Final = "http://www.w3.org/1999/xlink"
XML: Final = "http://www.w3.org/XML/1998/namespace"
XMLNS: Final = "http://www.w3.org/2000/xmlns/"
XSI: Final = "http://www.w3.org/2001/XMLSchema-instance"
#: The structural semantics of EPUB
OPS: Final = "http://www.idpf.org/2007/ops"
RDF: Final = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
#: The prefixes that HTML's parser gives to attributes of SVG and MathML.
PREFIXES_IN_HTML: Final = {XLINK: "xlink", XML: "xml"}
#: RSS 2.0 and OPML have no namespace. These values stand for one, also if the root element has a
#: namespace of its own.
RSS: Final = "rss"
OPML: Final = "opml"
SITEMAP: Final = "http://www.sitemaps.org/schemas/sitemap/0.9"
#: These values stand for a namespace too.
JSON_FEED: Final = "JSON Feed"
MANIFEST: Final = "web app manifest"
PODCAST_CHAPTERS: Final = "chapters of a podcast"
URL_LIST: Final = "list of URLs"
#: The vocabularies whose names match in upper and lower case, as readers of feeds read them.
IN_ANY_CASE: Final = frozenset([RSS, OPML])

#: If the `attribute` of a row has this value, the row is for the element's text.
TEXT: Final = ""
#: If the `against` of a row has this value, URLs are resolved against the document's fallback base
#: URL.
FALLBACK: Final = "fallback base URL"
#: If it has this value, URLs are resolved against the base URL around the one that the element or
#: its parent sets.
OUTER: Final = "outer base URL"
#: If the `namespace` or the `element` of a row has this value, it matches every namespace or
#: element.
ANY: Final = "*"


class Get(Protocol):
    """A function that returns the value of an attribute, or `default` if the element lacks it."""

    def __call__(self, name: str, default: str | None = None, /) -> str | None: ...


#: A condition on an element, given the function that returns the values of its attributes.
Condition: TypeAlias = Callable[[Get], bool]
#: The meaning of an empty value: see `Row`.
Empty: TypeAlias = Literal["url", "nothing", "document"]

#: The syntaxes in which a value can contain URLs, by their names in a user's row.
_SYNTAXES: Final[dict[str, Syntax]] = {
    "url": URL,
    "space-separated": SPACE_LIST,
    "comma-separated": COMMA_LIST,
    "srcset": SRCSET,
    "refresh": REFRESH,
    "css": CSS,
}


def _known_syntax(syntax: Syntax | str) -> Syntax:
    if isinstance(syntax, Syntax):
        return syntax
    if not isinstance(syntax, str) or syntax not in _SYNTAXES:  # pyright: ignore[reportUnnecessaryIsInstance]
        raise ValueError(unknown_name("syntax", syntax, _SYNTAXES))
    return _SYNTAXES[syntax]


def _require_name(field: str, name: object) -> None:
    if not isinstance(name, str):
        raise wrong_type(f"the {field} of a row", "a str", name)
    can_be_any = field != "attribute"
    if "*" in name and not (can_be_any and name == ANY):
        raise ValueError(f"the {field} of a row must be a name, not a pattern such as {name!r}")


def _require_one_of(what: str, name: object, names: tuple[str | None, ...]) -> None:
    is_name = name is None or isinstance(name, str)
    if not is_name or name not in names:
        raise ValueError(unknown_name(what, name, map(str, names)))


@public("urldom.trees")
@attrs.frozen
class Row:
    """A place of URLs in a document: an attribute of an element, or the text of an element.

    If several rows match, the first whose condition is true applies.

    Attributes:
        element: A local name, or `"*"` for any element. Names of HTML match in upper and lower
            case.
        attribute: A local name, or `{namespace}name`, or `""` for the element's text.
        kind: One of the strings of `urldom.trees.Kind`, or `None` if the value is not a URL.
        syntax: The syntax of the value: `"url"` (one URL, which may have spaces around it),
            `"space-separated"`, `"comma-separated"`, `"srcset"`, `"refresh"` or `"css"`.
        when: A condition on the element: a function of a function `get`, whose `get(name)` returns
            the value of an attribute or `None`, and `get(name, default)` the value or `default`.
        empty: The meaning of an empty value: an ordinary URL (`"url"`), `"nothing"`, or the
            `"document"` itself.
        against: The name of an attribute with a URL that the value is resolved against, if the
            element has it.
        namespace: The element's namespace, by default HTML's, or `""` for an element without a
            namespace. If the tree does not have namespaces, the table finds the parts that are
            HTML, SVG or MathML.
        has_fragments: `True` if a value that is only a fragment names a part of this document,
            whatever the base URL (CSS Values 4, 4.5.1.1, and SVG 2, "URL reference attributes").

    Raises:
        ValueError: If the kind, the syntax or `empty` is unknown, or a name is a pattern such as
            `"data-*"`.
        TypeError: If a condition cannot be called, or a name has another type.

    >>> from xml.etree import ElementTree
    >>> from urldom.trees import document
    >>> image = Row("meta", "content", when=lambda get: get("property") == "og:image")
    >>> rows = [image, Row("img", "data-src")]
    >>> html = '<html><meta property="og:image" content="a.png"/><img data-src="b.png"/></html>'
    >>> page = document(ElementTree.XML(html), "http://example.com/", rows=rows)
    >>> [url.url for url in page.urls()]
    ['http://example.com/a.png', 'http://example.com/b.png']
    """

    element: str
    attribute: str
    kind: Kind | None = "resource"
    syntax: Syntax = attrs.field(default=URL, converter=_known_syntax)
    when: Condition | None = attrs.field(default=None, kw_only=True)
    empty: Empty = attrs.field(default="url", kw_only=True)
    against: str | None = attrs.field(default=None, kw_only=True)
    namespace: str = attrs.field(default=HTML, kw_only=True)
    has_fragments: bool = attrs.field(default=False, kw_only=True)

    def __attrs_post_init__(self) -> None:
        _require_name("element", self.element)
        _require_name("attribute", self.attribute)
        _require_one_of("kind", self.kind, (*KINDS, None))
        when, against = self.when, self.against
        # The cache of tables uses the rows as its key, so a condition must be hashable.
        if when is not None and not (callable(when) and isinstance(when, Hashable)):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise wrong_type("a condition", "a hashable function", when)
        _require_one_of("value of empty", self.empty, get_args(Empty))
        if against is not None and not (isinstance(against, str) and against):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise TypeError(
                f"against must be the name of an attribute or None, not {shown(against)}"
            )
        _require_name("namespace", self.namespace)
        if self.namespace == HTML:  # HTML's names match in upper and lower case.
            object.__setattr__(self, "element", self.element.lower())
            object.__setattr__(self, "attribute", self.attribute.lower())


_ASCII_LOWER: Final = str.maketrans(ascii_uppercase, ascii_lowercase)


def ascii_lower(value: str | None) -> str:
    """Convert a value to *ASCII lowercase*. A missing value is empty."""
    if not value:
        return ""
    if value.isascii():  # `lower` does the same then, and takes a tenth of the time.
        return value.lower()
    return value.translate(_ASCII_LOWER)


#: Values of more characters are not cached, so that the caches stay small.
_KEPT: Final = 64


def lower_tokens(value: str | None) -> tuple[str, ...]:
    """Return the tokens of a *set of space-separated tokens*, in lower case."""
    if not value:
        return ()
    return _kept_tokens(value) if len(value) <= _KEPT else _find_tokens(value)


def _find_tokens(value: str) -> tuple[str, ...]:
    """Do what `lower_tokens` does, without a cache."""
    return tuple(UNSPACED.findall(ascii_lower(value)))


#: The elements of a page have few different tokens, and each condition of a row asks for them.
_kept_tokens: Final = lru_cache(maxsize=256)(_find_tokens)


def attribute_is(attribute: str, *values: str) -> Condition:
    """Return the condition that an attribute has one of these values, in upper or lower case."""
    return lambda get: ascii_lower(get(attribute)) in values


def attribute_has(attribute: str, tokens: str) -> Condition:
    """Return the condition that an attribute, which is a set of tokens, has one of these."""
    any_of = frozenset(tokens.split())
    return lambda get: not any_of.isdisjoint(lower_tokens(get(attribute)))


def make_rows(
    elements: str, attributes: str, kind: Kind | None, syntax: Syntax = URL, **options: Any
) -> tuple[Row, ...]:
    """Return a row for each attribute of each element. The names are separated by spaces."""
    names = product(elements.split(), attributes.split() or [TEXT])
    return tuple(Row(element, attribute, kind, syntax, **options) for element, attribute in names)


#: Returns the rows of attributes that load a resource unless they are empty.
_loaded: Final = partial(make_rows, kind="resource", empty="nothing")


#: What each keyword makes of a `link` (HTML Standard, "Link types", RFC 9842, and the icons of
#: Safari). The first kind that applies counts.
_KINDS_OF_LINKS: Final[dict[Kind, str]] = {
    "resource": (
        "apple-touch-icon apple-touch-icon-precomposed apple-touch-startup-image"
        " compression-dictionary dns-prefetch icon manifest mask-icon modulepreload pingback"
        " preconnect prefetch preload prerender stylesheet"
    ),
    "hyperlink": (
        "alternate author canonical copyright help license me next prev previous privacy-policy"
        " search terms-of-service"
    ),
    "fragment": "expect",
}


def _kind_of_link(rel: str) -> Kind:
    """Return the kind of a `link`. Keywords that HTML does not know have no effect in a browser."""
    tokens = lower_tokens(rel)
    for kind, keywords in _KINDS_OF_LINKS.items():
        if not set(tokens).isdisjoint(keywords.split()):
            return kind
    return "metadata"


_cached_kind_of_link: Final = lru_cache(maxsize=256)(_kind_of_link)


def _is_link_of(kind: Kind) -> Condition:
    def condition(get: Get) -> bool:
        rel = get("rel") or ""
        kind_of = _cached_kind_of_link if len(rel) <= _KEPT else _kind_of_link
        return kind_of(rel) == kind

    return condition


_is_css: Final = attribute_is("type", "", "text/css")


def _is_inline(kind: str) -> Condition:
    return lambda get: lower_tokens(get("type")) == (kind,) and get("src") is None


IMPORT_MAP_ROW: Final = Row("script", TEXT, "resource", IMPORT_MAP, when=_is_inline("importmap"))

#: As in the HTML Standard's index, each attribute has the elements that it belongs to.
_HTML_ROWS: Final = (
    *make_rows("a area", "href", "hyperlink"),
    *make_rows("a area", "ping", "ping", SPACE_LIST),
    *make_rows("form", "action", "form", empty="document"),
    *make_rows("button input", "formaction", "form", empty="document"),
    *make_rows("blockquote q ins del section article", "cite", "citation"),
    Row("base", "href", "base", against=FALLBACK),  # HTML5 2.6.3 step 4, substep 5
    *(
        Row("link", "href", kind, empty="nothing", when=_is_link_of(kind))
        for kind in (*_KINDS_OF_LINKS, "metadata")
    ),
    Row("link", "imagesrcset", "resource", SRCSET),
    Row("meta", "content", "refresh", REFRESH, when=attribute_is("http-equiv", "refresh")),
    Row("meta", "content", "metadata", LINK_HEADER, when=attribute_is("http-equiv", "link")),
    *_loaded("audio bgsound embed frame iframe img input script source track video", "src"),
    *_loaded("img", "lowsrc dynsrc"),
    *make_rows("img source", "srcset", "resource", SRCSET),
    *make_rows("frame iframe img", "longdesc", "hyperlink"),
    *make_rows("img input object", "usemap", "fragment", empty="nothing"),
    *_loaded("command menuitem", "icon"),
    *_loaded("html", "manifest"),
    *_loaded("object", "data"),
    Row("video", "poster", "resource", empty="nothing"),
    *make_rows("applet object", "codebase", "base"),
    # HTML 4, 13.3 and 13.4. In the HTML Standard, `codebase` does not apply to `data`.
    Row("object", "classid", "resource", empty="nothing", against="codebase"),
    Row("object", "archive", "resource", SPACE_LIST, against="codebase"),
    Row("applet", "archive", "resource", COMMA_LIST, against="codebase"),
    Row("param", "value", "resource", when=attribute_is("valuetype", "ref")),
    *_loaded("body table thead tbody tfoot tr td th", "background"),
    Row("head", "profile", "metadata", SPACE_LIST),
    Row(ANY, "itemid", "metadata"),
    Row(ANY, "style", "resource", CSS),
    Row("style", TEXT, "resource", CSS, when=_is_css),
    IMPORT_MAP_ROW,
    # A browser loads these pages before a person navigates to them.
    Row("script", TEXT, "hyperlink", SPECULATION_RULES, when=_is_inline("speculationrules")),
)


def animated_attribute(get: Callable[[str], str | None]) -> str:
    """Return the name of the attribute or the CSS property that an animation of SVG changes."""
    # Some parsers of HTML change the name to lower case.
    animated = get("attributeName") or get("attributename") or ""
    return animated.strip(SPACES)


def _animates_href(get: Get) -> bool:
    return animated_attribute(get) in ("href", "xlink:href")


#: The rows of attributes with the values that a script-free animation gives to another element:
#: to its `href`, which may be a link or load something, or to a CSS property.
_animating: Final = partial(make_rows, "animate set", kind="resource", namespace=SVG)
_animating_href: Final = partial(_animating, when=_animates_href, has_fragments=True)

#: SVG 2: elements with `href`, and the CSS properties that can be attributes and can contain a URL.
_SVG_ROWS: Final = (
    Row("a", "ping", "ping", SPACE_LIST, namespace=SVG),
    Row("style", TEXT, "resource", CSS, when=_is_css, namespace=SVG),
    Row(ANY, "style", "resource", CSS, namespace=SVG),
    *make_rows(
        ANY, "clip-path cursor fill filter mask stroke", "resource", CSS_VALUE, namespace=SVG
    ),
    *make_rows(ANY, "marker-end marker-mid marker-start", "resource", CSS_VALUE, namespace=SVG),
    *make_rows("a", f"href {{{XLINK}}}href", "hyperlink", namespace=SVG),
    *make_rows(ANY, f"href {{{XLINK}}}href", "resource", namespace=SVG, has_fragments=True),
    *_animating_href(attributes="to from by"),
    *_animating_href(attributes="values", syntax=SEMICOLON_LIST),
    *_animating(attributes="to from by", syntax=CSS_VALUE),
    *_animating(attributes="values", syntax=CSS_VALUES),
)

#: MathML 3, 2.1.6, 3.2.1 and 5.1; MathML 2, 7.1.4; XLink 1.1, 5.4.
_OTHER_MARKUP_ROWS: Final = (
    *make_rows(ANY, f"href {{{XLINK}}}href", "hyperlink", namespace=MATHML),
    *make_rows("mglyph annotation annotation-xml", "src", "resource", namespace=MATHML),
    Row("math", "altimg", "resource", namespace=MATHML),
    Row(ANY, "style", "resource", CSS, namespace=MATHML),
    Row(ANY, f"{{{XLINK}}}href", "resource", namespace=ANY),
)

#: The rows of HTML, and of the SVG and MathML in it. `_vocabularies` has the rows of other XML.
TABLE: Final = (*_HTML_ROWS, *_SVG_ROWS, *_OTHER_MARKUP_ROWS)

#: The data of a processing instruction (Associating Style Sheets with XML documents 1.0,
#: Associating Schemas with XML documents 1.0, and XML Base, section 4).
INSTRUCTION: Final = Row(
    ANY,
    TEXT,
    "resource",
    XML_STYLESHEET,
    empty="nothing",
    against=FALLBACK,
    has_fragments=True,
)

#: The place in HTML that contains HTML as text. `_vocabularies` has those in other XML.
EMBEDDED_HTML: Final = (Row("iframe", "srcdoc", None, DOCUMENT),)

# The HTML Standard's *rules for parsing tokens in foreign content* (13.2.6.5), for a tree without
# namespaces

FOREIGN_ROOTS: Final = {"svg": SVG, "math": MATHML}
#: Values for a namespace that depends on a child's name. `ANNOTATION` is not an "HTML integration
#: point".
MATHML_TEXT: Final = "MathML text integration point"
ANNOTATION: Final = "annotation-xml"
#: The namespace of most children, the namespace of the exceptions, and the names of the exceptions.
MIXED: Final = {
    MATHML_TEXT: (HTML, MATHML, frozenset(["mglyph", "malignmark"])),
    ANNOTATION: (MATHML, HTML, frozenset(["svg"])),
}
#: The elements of SVG and MathML with children of HTML (HTML Standard 13.2.6, *HTML integration
#: point* and *MathML text integration point*), besides `annotation-xml`. Some parsers change the
#: names of SVG to lower case.
HTML_IN_SVG: Final = ("foreignobject", "desc", "title")
HTML_IN_MATHML: Final = ("mi", "mo", "mn", "ms", "mtext")
#: The values of `encoding` with which an `annotation-xml` has children of HTML.
ENCODINGS_OF_HTML: Final = ("text/html", "application/xhtml+xml")
#: The namespace of an element's children, by the element's namespace and name, if the two
#: namespaces differ.
FOREIGN: Final = {
    **{(SVG, name): HTML for name in (*HTML_IN_SVG, "font")},
    **{(MATHML, name): MATHML_TEXT for name in HTML_IN_MATHML},
    **{(MATHML, name): HTML for name in ("annotation-xml", "font")},
}


def _is_font_of_html(get: Get) -> bool:
    return any(get(name) is not None for name in ("color", "face", "size"))


#: Conditions for some entries of `FOREIGN`, each with the namespace that applies if the condition
#: is false.
FOREIGN_CONDITIONS: Final[dict[tuple[str, str], tuple[Condition, str]]] = {
    (MATHML, "annotation-xml"): (
        attribute_is("encoding", *ENCODINGS_OF_HTML),
        ANNOTATION,
    ),
    (SVG, "font"): (_is_font_of_html, SVG),
    (MATHML, "font"): (_is_font_of_html, MATHML),
}
FOREIGN_NAMESPACES: Final = frozenset([SVG, MATHML, ANNOTATION])
_HTML_IN_FOREIGN: Final = (
    "b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li"
    " listing menu meta nobr ol p pre ruby s small span strong strike sub sup table tt u ul var"
)
#: The start tags that always end foreign content. A `font` ends it only if it has certain
#: attributes.
HTML_IN_FOREIGN: Final = frozenset(_HTML_IN_FOREIGN.split())
ENDS_FOREIGN: Final = HTML_IN_FOREIGN | {"font"}

#: The elements whose content is text, except `script` and `plaintext` (HTML Standard, "Parsing HTML
#: documents").
TEXT_ELEMENTS: Final = ("title", "textarea", "style", "xmp", "iframe", "noembed", "noframes")
