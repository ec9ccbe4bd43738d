"""The table of all that holds a URL: which attribute or text of which element, of what kind, in what syntax.

The HTML Standard's rows are those of its index of attributes that hold URLs, HTML5's, and those that either calls
obsolete; the others are of the specification named over them. Nothing else in this package knows a name of a
vocabulary, but for `base` and `xml:base`, which make base URLs.

What is a mere name is not in the table: a namespace, microdata's `itemtype`, RDFa's terms.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, Literal, NamedTuple, TypeAlias

from urldom.trees.syntaxes import COMMA_LIST, CSS, REFRESH, SPACE_LIST, SPACES, SRCSET, URL, Syntax

Kind: TypeAlias = Literal[
    "base", "citation", "form", "fragment", "hyperlink", "identifier", "metadata", "ping", "refresh", "resource"
]

#: What each kind of URL is for.
KINDS: Final[dict[Kind, str]] = {
    "base": "makes a base URL: the document's, or an `object`'s with `codebase`",
    "citation": "says where a quotation or an edit comes from",
    "form": "is where a form is sent",
    "fragment": "names a part of this very document, whatever the base URL: `usemap`, a CSS `url(#id)`",
    "hyperlink": "is for the user to follow",
    "identifier": "is compared character by character, and so never rewritten by `make_absolute()`: Atom's `id`",
    "metadata": "describes the document or an item in it",
    "ping": "is told that a hyperlink was followed",
    "refresh": "is loaded in the document's place",
    "resource": "is loaded as a part of the document or for it",
}

HTML: Final = "http://www.w3.org/1999/xhtml"
SVG: Final = "http://www.w3.org/2000/svg"
MATHML: Final = "http://www.w3.org/1998/Math/MathML"
XLINK: Final = "http://www.w3.org/1999/xlink"
XML: Final = "http://www.w3.org/XML/1998/namespace"
ATOM: Final = "http://www.w3.org/2005/Atom"
#: RSS 2.0 has no namespace; in the table this one stands for a tree whose root element is `rss`.
RSS: Final = "rss"
RSS_1: Final = "http://purl.org/rss/1.0/"
RDF: Final = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
CONTENT: Final = "http://purl.org/rss/1.0/modules/content/"
MEDIA: Final = "http://search.yahoo.com/mrss/"
ITUNES: Final = "http://www.itunes.com/dtds/podcast-1.0.dtd"
PODCAST: Final = "https://podcastindex.org/namespace/1.0"
WELL_FORMED_WEB: Final = "http://wellformedweb.org/CommentAPI/"
SITEMAP: Final = "http://www.sitemaps.org/schemas/sitemap/0.9"
SITEMAP_IMAGE: Final = "http://www.google.com/schemas/sitemap-image/1.1"
FEEDBURNER: Final = "http://rssnamespace.org/feedburner/ext/1.0"

#: In the column of attributes: the text that is the element's content.
TEXT: Final = ""
#: In the column of what a value is resolved against.
FALLBACK: Final = "fallback base URL"
#: In the columns of namespaces and elements.
ANY: Final = "*"

Get: TypeAlias = Callable[[str], "str | None"]
#: A condition on the element, given what gets an attribute's value.
Condition: TypeAlias = Callable[[Get], bool]

#: What an empty value means: a URL like any other, nothing at all, or the document itself.
Empty: TypeAlias = Literal["url", "nothing", "document"]


class Row(NamedTuple):
    """Where a URL stands. `attribute` is a local name, `{namespace}name`, or `TEXT`. Of the rows that fit an element
    and attribute, the first whose condition holds is the one; its `kind` may be `None`: then there is no URL."""

    namespace: str
    element: str
    attribute: str
    kind: Kind | None
    syntax: Syntax = URL
    empty: Empty = "url"
    when: Condition | None = None
    #: What the value is resolved against, where that is not the element's base URL: the document's fallback base URL,
    #: or the URL of another attribute, where the element has it.
    against: str | None = None


def _tokens(value: str | None) -> frozenset[str]:
    return frozenset((value or "").lower().split())


def _is(attribute: str, *values: str) -> Condition:
    return lambda get: (get(attribute) or "").strip(SPACES).lower() in values


def _has(attribute: str, tokens: Iterable[str]) -> Condition:
    any_of = frozenset(tokens)
    return lambda get: not any_of.isdisjoint(_tokens(get(attribute)))


#: HTML Standard, "Link types": the keywords that make a `link` load something.
EXTERNAL_RESOURCES: Final = (
    *("apple-touch-icon", "apple-touch-icon-precomposed", "apple-touch-startup-image", "dns-prefetch", "icon"),
    *("manifest", "mask-icon", "modulepreload", "pingback", "preconnect", "prefetch", "preload", "prerender"),
    "stylesheet",
)

_loads: Final = _has("rel", EXTERNAL_RESOURCES)
_is_css: Final = _is("type", "", "text/css")

_HTML_ROWS: Final = (
    Row(HTML, "html", "manifest", "resource", empty="nothing"),
    Row(HTML, "head", "profile", "metadata", SPACE_LIST),
    Row(HTML, "base", "href", "base", against=FALLBACK),  # HTML5 2.6.3 step 4, substep 5
    Row(HTML, "link", "href", "resource", empty="nothing", when=_loads),
    Row(HTML, "link", "href", "hyperlink", empty="nothing"),
    Row(HTML, "link", "imagesrcset", "resource", SRCSET),
    Row(HTML, "meta", "content", "refresh", REFRESH, when=_is("http-equiv", "refresh")),
    Row(HTML, "style", TEXT, "resource", CSS, when=_is_css),
    Row(HTML, "script", "src", "resource", empty="nothing"),
    Row(HTML, "a", "href", "hyperlink"),
    Row(HTML, "a", "ping", "ping", SPACE_LIST),
    Row(HTML, "area", "href", "hyperlink"),
    Row(HTML, "area", "ping", "ping", SPACE_LIST),
    *(Row(HTML, element, "cite", "citation") for element in ("blockquote", "q", "ins", "del", "section", "article")),
    Row(HTML, "img", "src", "resource", empty="nothing"),
    Row(HTML, "img", "srcset", "resource", SRCSET),
    Row(HTML, "img", "longdesc", "hyperlink"),
    Row(HTML, "img", "lowsrc", "resource", empty="nothing"),
    Row(HTML, "img", "dynsrc", "resource", empty="nothing"),
    Row(HTML, "source", "src", "resource", empty="nothing"),
    Row(HTML, "source", "srcset", "resource", SRCSET),
    Row(HTML, "iframe", "src", "resource", empty="nothing"),
    Row(HTML, "iframe", "longdesc", "hyperlink"),
    Row(HTML, "frame", "src", "resource", empty="nothing"),
    Row(HTML, "frame", "longdesc", "hyperlink"),
    Row(HTML, "embed", "src", "resource", empty="nothing"),
    Row(HTML, "video", "src", "resource", empty="nothing"),
    Row(HTML, "video", "poster", "resource", empty="nothing"),
    Row(HTML, "audio", "src", "resource", empty="nothing"),
    Row(HTML, "track", "src", "resource", empty="nothing"),
    Row(HTML, "bgsound", "src", "resource", empty="nothing"),
    *(Row(HTML, element, "usemap", "fragment", empty="nothing") for element in ("img", "input", "object")),
    Row(HTML, "form", "action", "form", empty="document"),
    Row(HTML, "button", "formaction", "form", empty="document"),
    Row(HTML, "input", "formaction", "form", empty="document"),
    Row(HTML, "input", "src", "resource", empty="nothing"),
    Row(HTML, "command", "icon", "resource", empty="nothing"),
    Row(HTML, "menuitem", "icon", "resource", empty="nothing"),
    Row(HTML, "object", "data", "resource", empty="nothing"),
    Row(HTML, "object", "codebase", "base"),
    # HTML 4, 13.3 and 13.4: these are relative to `codebase`. (`data` was, until the HTML Standard.)
    Row(HTML, "object", "classid", "resource", empty="nothing", against="codebase"),
    Row(HTML, "object", "archive", "resource", SPACE_LIST, against="codebase"),
    Row(HTML, "applet", "codebase", "base"),
    Row(HTML, "applet", "archive", "resource", COMMA_LIST, against="codebase"),
    Row(HTML, "param", "value", "resource", when=_is("valuetype", "ref")),
    *(
        Row(HTML, element, "background", "resource", empty="nothing")
        for element in ("body", "table", "thead", "tbody", "tfoot", "tr", "td", "th")
    ),
    Row(HTML, ANY, "itemid", "metadata"),
    Row(HTML, ANY, "style", "resource", CSS),
)

#: SVG 2: what refers with `href`, and the properties that can also be attributes and whose values can hold a URL.
_SVG_ROWS: Final = (
    Row(SVG, "a", "href", "hyperlink"),
    Row(SVG, "a", "ping", "ping", SPACE_LIST),
    Row(SVG, "style", TEXT, "resource", CSS, when=_is_css),
    Row(SVG, ANY, "href", "resource"),
    Row(SVG, ANY, "style", "resource", CSS),
    *(
        Row(SVG, ANY, attribute, "resource", CSS)
        for attribute in (
            *("clip-path", "cursor", "fill", "filter", "marker-end", "marker-mid", "marker-start", "mask", "stroke"),
        )
    ),
    Row(SVG, "a", f"{{{XLINK}}}href", "hyperlink"),
)

#: MathML 3, 2.1.6 and 3.2.1; XLink 1.1, 5.4.
_OTHER_MARKUP_ROWS: Final = (
    Row(MATHML, ANY, "href", "hyperlink"),
    Row(MATHML, "mglyph", "src", "resource"),
    Row(MATHML, "math", "altimg", "resource"),
    Row(MATHML, ANY, "style", "resource", CSS),
    Row(ANY, ANY, f"{{{XLINK}}}href", "resource"),
)

#: RFC 4287, and RFC 4685 and 5023 for the last two.
_ATOM_ROWS: Final = (
    Row(ATOM, "id", TEXT, "identifier", empty="nothing"),
    Row(ATOM, "icon", TEXT, "resource", empty="nothing"),
    Row(ATOM, "logo", TEXT, "resource", empty="nothing"),
    Row(ATOM, "uri", TEXT, "hyperlink", empty="nothing"),
    Row(ATOM, "generator", "uri", "hyperlink"),
    Row(ATOM, "content", "src", "resource"),
    Row(ATOM, "category", "scheme", "identifier"),
    Row(ATOM, "link", "href", "resource", when=_has("rel", ["enclosure", "icon"])),
    Row(ATOM, "link", "href", "hyperlink"),
    Row("http://purl.org/syndication/thread/1.0", "in-reply-to", "href", "hyperlink"),
    Row("http://www.w3.org/2007/app", ANY, "href", "hyperlink"),
)

#: The RSS 2.0 specification, RSS 1.0, and what is used in both.
_RSS_ROWS: Final = (
    Row(RSS, "link", TEXT, "hyperlink", empty="nothing"),
    Row(RSS, "docs", TEXT, "hyperlink", empty="nothing"),
    Row(RSS, "comments", TEXT, "hyperlink", empty="nothing"),
    Row(RSS, "url", TEXT, "resource", empty="nothing"),
    Row(RSS, "guid", TEXT, None, when=_is("isPermaLink", "false")),
    Row(RSS, "guid", TEXT, "hyperlink", empty="nothing"),
    Row(RSS, "enclosure", "url", "resource"),
    Row(RSS, "source", "url", "hyperlink"),
    Row(RSS_1, "link", TEXT, "hyperlink", empty="nothing"),
    Row(RSS_1, "url", TEXT, "resource", empty="nothing"),
    Row(ANY, ANY, f"{{{RDF}}}about", "metadata"),
    Row(ANY, ANY, f"{{{RDF}}}resource", "metadata"),
    Row(MEDIA, "content", "url", "resource"),
    Row(MEDIA, "thumbnail", "url", "resource"),
    Row(MEDIA, "player", "url", "hyperlink"),
    Row(MEDIA, "subTitle", "href", "resource"),
    Row(ITUNES, "image", "href", "resource"),
    Row(ITUNES, "new-feed-url", TEXT, "hyperlink", empty="nothing"),
    Row(PODCAST, "transcript", "url", "resource"),
    Row(PODCAST, "chapters", "url", "resource"),
    Row(PODCAST, "funding", "url", "hyperlink"),
    Row(WELL_FORMED_WEB, "comment", TEXT, "form", empty="nothing"),
    Row(WELL_FORMED_WEB, "commentRss", TEXT, "hyperlink", empty="nothing"),
    Row(FEEDBURNER, "origLink", TEXT, "hyperlink", empty="nothing"),
    Row(FEEDBURNER, "origEnclosureLink", TEXT, "resource", empty="nothing"),
)

#: The Sitemaps protocol, and what search engines add to it.
_SITEMAP_ROWS: Final = (
    Row(SITEMAP, "loc", TEXT, "hyperlink", empty="nothing"),
    Row(SITEMAP_IMAGE, "loc", TEXT, "resource", empty="nothing"),
)

TABLE: Final = (*_HTML_ROWS, *_SVG_ROWS, *_OTHER_MARKUP_ROWS, *_ATOM_ROWS, *_RSS_ROWS, *_SITEMAP_ROWS)

_is_html: Final = _is("type", "html", "text/html")

#: Where a whole HTML document, or a piece of one, stands as text: RFC 4287 3.1.1.2 and 4.1.3.3, RSS, HTML's `srcdoc`.
EMBEDDED_HTML: Final = (
    Row(HTML, "iframe", "srcdoc", None),
    *(
        Row(ATOM, element, TEXT, None, when=_is_html)
        for element in ("content", "summary", "title", "subtitle", "rights")
    ),
    Row(RSS, "description", TEXT, None),
    Row(RSS_1, "description", TEXT, None),
    Row(CONTENT, "encoded", TEXT, None),
)

#: HTML Standard, "The rules for parsing tokens in foreign content", for a tree that has no namespaces: what the
#: children of an element are in, given what it is in itself and its name.
FOREIGN: Final = {
    (HTML, "svg"): SVG,
    (HTML, "math"): MATHML,
    **{(SVG, name): HTML for name in ("foreignobject", "desc", "title")},
    **{(MATHML, name): HTML for name in ("mi", "mo", "mn", "ms", "mtext", "annotation-xml")},
    (MATHML, "svg"): SVG,
}
#: The same rules: the start tags that end foreign content.
HTML_IN_FOREIGN: Final = frozenset(
    (
        *("b", "big", "blockquote", "body", "br", "center", "code", "dd", "div", "dl", "dt", "em", "embed", "h1", "h2"),
        *("h3", "h4", "h5", "h6", "head", "hr", "i", "img", "li", "listing", "menu", "meta", "nobr", "ol", "p", "pre"),
        *("ruby", "s", "small", "span", "strong", "strike", "sub", "sup", "table", "tt", "u", "ul", "var"),
    )
)
