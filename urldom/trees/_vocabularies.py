"""The vocabularies of XML and JSON, each with its names and the places that contain URLs.

One more vocabulary is one more `Vocabulary` in `VOCABULARIES`. Documents in the wild spell a
namespace in many ways, so three rules recognize a vocabulary:

- Two spellings of a namespace are equal if they differ only in the scheme, `www.`, letter case,
  spaces around it, and a slash or `#` at the end.
- A vocabulary also has the other namespaces in `also`: those of drafts, earlier versions and hosts.
- The namespace of the root element counts as the vocabulary's own if its name is in `roots`, unless
  that namespace is a known extension, and so does no namespace. Names in `bare_roots` need to have
  no namespace.

Only `urls()` and its kin use these rules. What a browser acts on, such as forms, goes by the exact
namespace."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any, Final, NamedTuple, TypeAlias

from urldom.trees._syntaxes import (
    ABSOLUTE_URL,
    COMMA_LIST,
    DOCUMENT,
    MANIFEST_ID,
    RDF_ID,
    SCHEMA_LOCATIONS,
    SEMICOLON_LIST,
    SPACE_LIST,
    SPACES,
    SRCSET,
    TEXT_URL,
    URL,
    Syntax,
)
from urldom.trees._table import (
    ANY,
    FALLBACK,
    HTML,
    IN_ANY_CASE,
    JSON_FEED,
    MANIFEST,
    MATHML,
    OPML,
    OPS,
    OUTER,
    PODCAST_CHAPTERS,
    RDF,
    RSS,
    SITEMAP,
    SVG,
    TEXT,
    URL_LIST,
    XLINK,
    XSI,
    Condition,
    Get,
    Kind,
    Row,
    ascii_lower,
    attribute_has,
    attribute_is,
    make_rows,
)
from urldom.trees._tree import Node, OwnBase, OwnBaseOf, Tree, local_name, split_name

ATOM: Final = "http://www.w3.org/2005/Atom"
ATOM_03: Final = "http://purl.org/atom/ns#"
RSS_1: Final = "http://purl.org/rss/1.0/"
DASH: Final = "urn:mpeg:dash:schema:mpd:2011"
SMIL: Final = "http://www.w3.org/ns/SMIL"
OCF: Final = "urn:oasis:names:tc:opendocument:xmlns:container"
#: These values stand for a namespace, which these vocabularies do not have.
BROWSER_CONFIG: Final = "browserconfig"
RDF_PROPERTY: Final = "RDF property"
XBEL: Final = "xbel"

#: A function of a namespace, which returns rows.
_Places: TypeAlias = Callable[[str], tuple[Row, ...]]


def _attributes(
    elements: str, attributes: str, kind: Kind | None, syntax: Syntax = URL, **options: Any
) -> _Places:
    """Return the places of attributes. The names are separated by spaces.

    An empty value is not a URL there, unless it can mean the document itself."""
    options.setdefault("empty", "nothing")
    return lambda namespace: make_rows(
        elements, attributes, kind, syntax, namespace=namespace, **options
    )


def _texts(elements: str, kind: Kind | None, syntax: Syntax = TEXT_URL, **options: Any) -> _Places:
    """Return the places of the texts of elements."""
    return _attributes(elements, TEXT, kind, syntax, **options)


def _html(elements: str, when: Condition | None = None) -> _Places:
    """Return the places of elements whose text is HTML."""
    return _texts(elements, None, DOCUMENT, when=when)


def _no_url(elements: str, when: Condition) -> _Places:
    """Return the places of elements whose text is not a URL under a condition."""
    return _texts(elements, None, when=when)


def _is_html_inside(get: Get) -> bool:
    # If the element has a `src`, its text is not a document: the content is at the URL in `src`.
    return _is_html(get) and get("src") is None


_is_html: Final = attribute_is("type", "html", "text/html")
_is_escaped: Final = attribute_is("mode", "escaped")


class Vocabulary(NamedTuple):
    """A vocabulary: its names, and the places that contain URLs."""

    #: The name that `TreeDocument.vocabulary` returns, or `""` for an extension, which has no
    #: documents of its own.
    name: str
    #: Its namespace in the table, or a value that stands for one.
    namespace: str
    #: Other namespaces, between spaces, as `normalized` writes them.
    also: str = ""
    #: The names of root elements: see above.
    roots: str = ""
    bare_roots: str = ""
    places: tuple[_Places, ...] = ()
    #: The places of HTML.
    embedded: tuple[_Places, ...] = ()
    #: Returns the base URL that an element sets, if not by `xml:base`.
    own_base_of: OwnBaseOf | None = None
    #: `True` if attributes of documents may be templates, which are not URLs.
    have_templates: bool = False


#: RFC 4287 and Atom 0.3. Readers of feeds do not tell the elements of the two apart.
_ATOM_PLACES: Final = (
    _texts("id", "identifier"),
    _texts("icon logo", "resource"),
    _texts("uri url homepage", "hyperlink"),
    _attributes("generator", "uri url", "hyperlink"),
    _attributes("content", "src", "resource"),
    _attributes("category", "scheme", "identifier"),
    _attributes("link", "href", "resource", when=attribute_has("rel", "enclosure icon")),
    # An empty reference to the same document (RFC 3986, 4.4)
    _attributes("link", "href", "hyperlink", empty="url"),
    _texts("link", "hyperlink"),  # in product data for Google
)
_ATOM_1: Final = Vocabulary(
    "atom",
    ATOM,
    roots="feed",
    bare_roots="entry",
    places=_ATOM_PLACES,
    embedded=(_html("content", _is_html_inside), _html("summary title subtitle rights", _is_html)),
)
_ATOM_DRAFTS: Final = Vocabulary(
    "atom",
    ATOM_03,
    bare_roots="feed",
    also="purl.org/echo example.com/newformat example.com/necho uri/of/echo/namespace purl.org/pie",
    places=_ATOM_PLACES,
    embedded=(_html("content summary title tagline copyright info", _is_escaped),),
)

#: RFC 4685, RFC 5023, OpenSearch 1.1 (draft 6), and the elements of Google and Apple
_ATOM_EXTENSIONS: Final = (
    Vocabulary(
        "",
        "http://purl.org/syndication/thread/1.0",
        also="purl.org/rss/1.0/modules/threading",
        places=(
            _attributes("in-reply-to", "href source", "hyperlink"),
            _attributes("in-reply-to", "ref", "identifier", ABSOLUTE_URL),
        ),
    ),
    Vocabulary(
        "atompub",
        "http://www.w3.org/2007/app",
        also="purl.org/atom/app",
        places=(
            _attributes(ANY, "href", "hyperlink"),
            _attributes("categories", "scheme", "identifier"),
        ),
    ),
    Vocabulary(
        "opensearch",
        "http://a9.com/-/spec/opensearch/1.1/",
        also="a9.com/-/spec/opensearch/1.0 a9.com/-/spec/opensearchrss/1.0"
        " a9.com/-/spec/opensearchdescription/1.0 a9.com/-/spec/opensearchdescription/1.1",
        bare_roots="OpenSearchDescription",
        places=(
            _attributes("Url", "template", "form"),
            _texts("Url", "form"),
            _texts("Image", "resource"),
            _attributes("link", "href", "hyperlink"),
        ),
    ),
    Vocabulary(
        "opensearch",
        "http://www.mozilla.org/2006/browser/search/",
        bare_roots="SearchPlugin",
        places=(
            _attributes("Url", "template", "form"),
            _texts("Image IconUpdateUrl UpdateUrl", "resource"),
            _texts("SearchForm", "hyperlink"),
        ),
    ),
    Vocabulary(
        "",
        "http://schemas.google.com/g/2005",
        places=(
            _attributes("image", "src", "resource"),
            _attributes("feedLink entryLink", "href", "hyperlink"),
        ),
    ),
    Vocabulary(
        "",
        "http://itunes.apple.com/rss",
        places=(_texts("image", "resource"), _attributes("artist", "href", "hyperlink")),
    ),
)


def _is_only_a_name(get: Get) -> bool:
    """Return `True` if the text of a `guid` is not a link (RSS 2.0.11, "guid")."""
    return ascii_lower(get("isPermaLink")).strip(SPACES) == "false"


#: RSS 2.0.11, and what readers of feeds accept besides
_RSS_2: Final = Vocabulary(
    "rss",
    RSS,
    also="backend.userland.com/rss backend.userland.com/rss2 backend.userland.com/rss091"
    " backend.userland.com/rss092 blogs.law.harvard.edu/tech/rss cyber.harvard.edu/rss/rss.html"
    " purl.org/rss/1.0/modules/rss091 purl.org/rss/2.0",
    roots="rss",
    bare_roots="redirect",
    places=(
        _texts("link docs comments newLocation", "hyperlink"),
        _texts("url", "resource"),
        _no_url("guid", _is_only_a_name),
        _texts("guid", "hyperlink", ABSOLUTE_URL),
        _texts("generator", "metadata", ABSOLUTE_URL),
        _attributes("category", "domain", "identifier", ABSOLUTE_URL),
        _attributes("enclosure", "url href uri", "resource"),
        _attributes("source", "url href", "hyperlink"),
        _attributes("link", "href", "hyperlink"),
    ),
    embedded=(_html("description encoded"),),
)
#: RSS 1.0 and 1.1. RSS 0.90 has the same elements.
_RSS_IN_RDF: Final = Vocabulary(
    "rss",
    RSS_1,
    also="my.netscape.com/rdf/simple/0.9 channel.netscape.com/rdf/simple/0.9 purl.org/net/rss1.1",
    bare_roots="Channel",
    places=(
        _texts("link", "hyperlink"),
        _attributes("link", "href", "hyperlink"),
        _texts("url", "resource"),
        _attributes(ANY, "about resource", "metadata"),
    ),
    embedded=(_html("description"),),
)


def _only_texts(namespace: str, also: str = "", **kinds: str) -> Vocabulary:
    """Return an extension whose URLs are the texts of some elements, by their kinds."""
    places = tuple(_texts(names, kind) for kind, names in kinds.items())  # type: ignore[arg-type]
    return Vocabulary("", namespace, also, places=places)


_RDF_RESOURCE: Final = f"{{{RDF}}}resource"
_PRISM: Final = ("1.0", "1.1", "1.2", "1.3", "2.0", "2.1", "2.2", "3.0")
#: The modules of RSS, each by the specification at its namespace
_RSS_EXTENSIONS: Final = (
    Vocabulary("", "http://purl.org/rss/1.0/modules/content/", embedded=(_html("encoded"),)),
    *(
        Vocabulary(
            "",
            namespace,
            also=also,
            places=(
                _texts("identifier", "identifier", ABSOLUTE_URL),
                _texts(ANY, "metadata", ABSOLUTE_URL),
            ),
        )
        for namespace, also in (
            (
                "http://purl.org/dc/elements/1.1/",
                "purl.org/dc/elements/1.0 dublincore.org/documents/dcmi-namespace",
            ),
            (
                "http://purl.org/dc/terms/",
                "dublincore.org/documents/dcmi-terms"
                " dublincore.org/specifications/dublin-core/dcmi-terms",
            ),
        )
    ),
    _only_texts(
        "http://wellformedweb.org/CommentAPI/",
        form="comment",
        hyperlink="commentRss commentRSS",
    ),
    Vocabulary(
        "",
        "http://madskills.com/public/xml/rss/module/trackback/",
        places=(
            _texts("ping", "form"),
            _texts("about", "hyperlink"),
            _attributes("ping", _RDF_RESOURCE, "form"),
            _attributes("about", _RDF_RESOURCE, "hyperlink"),
        ),
    ),
    _only_texts(
        "http://madskills.com/public/xml/rss/module/pingback/",
        "purl.org/net/pingback",
        form="server to",
        hyperlink="target",
    ),
    _only_texts(
        "http://backend.userland.com/creativeCommonsRssModule",
        "cyber.law.harvard.edu/rss/creativecommonsrssmodule.html"
        " cyber.law.harvard.edu/rss/creativecommonsrssmodule",
        metadata="license",
    ),
    _only_texts(
        "http://creativecommons.org/ns#",
        "web.resource.org/cc creativecommons.org/ns#license",
        metadata="license attributionURL morePermissions useGuidelines legalcode permits requires"
        " prohibits jurisdiction",
    ),
    _only_texts(
        "http://backend.userland.com/blogChannelModule",
        hyperlink="blogRoll mySubscriptions blink changes",
    ),
    _only_texts("http://purl.org/rss/1.0/modules/aggregation/", hyperlink="sourceURL"),
    Vocabulary(
        "",
        "http://purl.org/rss/1.0/modules/link/",
        places=(_attributes("link", _RDF_RESOURCE, "hyperlink"),),
    ),
    Vocabulary(
        "",
        "http://purl.oclc.org/net/rss_2.0/enc#",
        places=(
            _texts("url", "resource"),
            _attributes("enclosure url", _RDF_RESOURCE, "resource"),
        ),
    ),
    _only_texts("http://purl.org/rss/1.0/modules/taxonomy/", metadata="link"),
    Vocabulary(
        "",
        "http://prismstandard.org/namespaces/basic/2.0/",
        also=" ".join(
            [
                "purl.org/rss/1.0/modules/prism",
                *(f"prismstandard.org/namespaces/basic/{version}" for version in _PRISM),
                *(f"prismstandard.org/namespaces/{version}/basic" for version in _PRISM),
            ]
        ),
        places=(
            _texts("url link blogURL", "hyperlink"),
            _texts("hasAlternative hasCorrection hasTranslation", "hyperlink", ABSOLUTE_URL),
            _texts("isAlternativeOf isCorrectionOf isTranslationOf", "hyperlink", ABSOLUTE_URL),
        ),
    ),
    Vocabulary(
        "",
        "http://rssnamespace.org/feedburner/ext/1.0",
        places=(
            _texts("origLink feedburnerHostname", "hyperlink"),
            _texts("origEnclosureLink", "resource"),
            _texts("awareness", "metadata"),
            _attributes("feedFlare", "href", "hyperlink"),
            _attributes("feedFlare", "src", "resource"),
        ),
    ),
    Vocabulary(
        "",
        "http://webfeeds.org/rss/1.0",
        places=(_attributes("cover", "image", "resource"), _texts("icon logo", "resource")),
    ),
    Vocabulary(
        "",
        "http://www.smartnews.be/snf",
        places=(
            _texts("url", "resource"),
            _attributes("relatedLink sponsoredLink", "link", "hyperlink"),
            _attributes("relatedLink sponsoredLink", "thumbnail", "resource"),
        ),
    ),
    _only_texts(
        "https://feed.press/xmlns",
        "feedpress.com/xmlns feedpress.it/xmlns",
        hyperlink="link",
        resource="cssFile",
    ),
    _only_texts("https://schema.acast.com/1.0/", hyperlink="importedFeed"),
    Vocabulary(
        "",
        "http://source.scripting.com/",
        places=(
            _texts("blogroll self linkFull url inReplyTo", "hyperlink"),
            _texts("cloud", "form"),
            _texts("avatar", "resource"),
            _attributes("likes", "server", "hyperlink"),
            _attributes("subscriptionList", "url", "hyperlink"),
        ),
    ),
    _only_texts(
        "http://www.andymatuschak.org/xml-namespaces/sparkle",
        hyperlink="releaseNotesLink fullReleaseNotesLink",
    ),
    _only_texts(
        "http://base.google.com/ns/1.0",
        "base.google.com/cns/1.0",
        hyperlink="link mobile_link canonical_link ads_redirect adwords_redirect link_template"
        " mobile_link_template checkout_link_template pickup_link_template"
        " mobile_pickup_link_template display_ads_link url_of_item_being_reviewed",
        resource="image_link additional_image_link lifestyle_image_link virtual_model_link"
        " video_link",
    ),
    Vocabulary(
        "",
        "http://wordpress.org/export/1.2/",
        also="wordpress.org/export/1.0 wordpress.org/export/1.1",
        places=(
            _texts("base_site_url base_blog_url comment_author_url", "hyperlink"),
            _texts("attachment_url", "resource"),
        ),
        embedded=(_html("comment_content category_description tag_description term_description"),),
    ),
    Vocabulary(
        "",
        "http://wordpress.org/export/1.2/excerpt/",
        also="wordpress.org/export/1.0/excerpt wordpress.org/export/1.1/excerpt",
        embedded=(_html("encoded"),),
    ),
)

#: The attributes of a `rawvoice:subscribe`, for which PowerPress may write any name.
_SUBSCRIBE: Final = (
    "amazon amazon_music android anghami apple applepodcasts bitlove blubrry castbox castro deezer"
    " email feed gaana goodpods googleplay googlepodcasts html iheart itunes jiosaavn overcast"
    " pandora pcindex player_fm pocketcasts podbean podcast_addict podchaser radio_com radiopublic"
    " spotify stitcher tunein xm youtube"
)
_MRSS_HOSTS: Final = (
    "video.search.yahoo.com/mrss tools.search.yahoo.com/mrss rssboard.org/media-rss"
    " search.yahoo.com/searchmonkey/media"
)
#: Media RSS 1.5.1, and the specifications of Apple, Podcasting 2.0, Google, Blubrry and Podlove
_MEDIA_EXTENSIONS: Final = (
    Vocabulary(
        "",
        "http://search.yahoo.com/mrss/",
        also=_MRSS_HOSTS,
        places=(
            _attributes("content thumbnail embed", "url", "resource"),
            _texts("thumbnail", "resource"),
            _texts("param", "resource", ABSOLUTE_URL),
            _attributes("player", "url", "hyperlink"),
            _attributes("subTitle peerLink", "href", "resource"),
            _attributes("license", "href", "metadata"),
            _attributes("copyright", "url", "metadata"),
            _texts("backLink response", "hyperlink"),
            _attributes("price", "info", "hyperlink"),
            _attributes("status", "reason", "metadata", ABSOLUTE_URL),
            _attributes("category rating credit", "scheme", "identifier", ABSOLUTE_URL),
            _texts("restriction", "metadata", SPACE_LIST, when=attribute_is("type", "uri")),
        ),
        embedded=(_html("description text title", attribute_is("type", "html")),),
    ),
    Vocabulary(
        "",
        "http://www.itunes.com/dtds/podcast-1.0.dtd",
        also="example.com/dtds/podcast-1.0.dtd castbox.fm/dtds/podcast-1.0.dtd",
        places=(
            _attributes("image", "href url", "resource"),
            _texts("image url", "resource"),
            _attributes("link", "href", "resource", when=attribute_has("rel", "image")),
            _attributes("link", "href", "hyperlink"),
            _texts("new-feed-url", "hyperlink"),
        ),
        embedded=(_html("summary subtitle"),),
    ),
    Vocabulary(
        "",
        "https://podcastindex.org/namespace/1.0",
        also="github.com/podcastindex-org/podcast-namespace/blob/main/docs/1.0.md",
        places=(
            _attributes("transcript chapters trailer", "url", "resource"),
            _attributes("funding follow id contact recommendations", "url", "hyperlink"),
            _attributes("chat", "embedUrl", "hyperlink"),
            _attributes("license", "url", "metadata"),
            _attributes("person contentLink", "href", "hyperlink"),
            _attributes("person", "img", "resource"),
            _attributes("image", "href", "resource"),
            _attributes("images image", "srcset", "resource", SRCSET),
            _attributes("source", "uri", "resource"),
            _attributes("remoteItem", "feedUrl", "hyperlink"),
            _attributes("socialInteract", "uri accountUrl", "hyperlink"),
            _attributes("socialSignUp", "homeUrl signUpUrl", "hyperlink"),
            _attributes("liveValue", "uri", "resource"),
            _attributes("location", "geo", "identifier", ABSOLUTE_URL),
        ),
    ),
    Vocabulary(
        "",
        "http://www.google.com/schemas/play-podcasts/1.0",
        also="google.com/schemas/play-podcasts/1.0/play-podcasts.xsd",
        places=(_attributes("image", "href", "resource"), _texts("new-feed-url", "hyperlink")),
    ),
    Vocabulary(
        "",
        "http://www.rawvoice.com/rawvoiceRssModule/",
        also="blubrry.com/developer/rawvoice-rss",
        places=(
            _attributes("poster", "url", "resource"),
            _attributes("webm mp4", "src", "resource"),
            _texts("liveStream httpLiveStream flashLiveStream shoutcastLiveStream", "resource"),
            _attributes("subscribe", _SUBSCRIBE, "hyperlink"),
            _attributes("donate", "href", "hyperlink"),
            _attributes("metamark", "link", "hyperlink"),
        ),
        embedded=(_html("embed liveEmbed"),),
    ),
    Vocabulary(
        "podlove-chapters",
        "http://podlove.org/simple-chapters",
        places=(
            _attributes("chapter", "href", "hyperlink"),
            _attributes("chapter", "image", "resource"),
        ),
    ),
)

_is_source: Final = attribute_is("name", "src", "url")
#: The Sitemaps protocol 0.9, and the extensions of Google and of ResourceSync
_SITEMAPS: Final = (
    Vocabulary(
        "sitemap",
        SITEMAP,
        also="google.com/schemas/sitemap/0.84 google.com/schemas/sitemap/0.9"
        " google.com/schemas/sitemap/0.90 sitemaps.org/schemas/sitemap/0.84",
        roots="urlset sitemapindex",
        places=(_texts("loc url", "hyperlink"),),  # Some have a `url` in the `loc`.
    ),
    Vocabulary("sitemap", URL_LIST, places=(_texts("line", "hyperlink"),)),
    _only_texts(
        "http://www.google.com/schemas/sitemap-image/1.1",
        "google.com/schemas/sitemap-image/1.0",
        resource="loc",
        metadata="license",
    ),
    Vocabulary(
        "",
        "http://www.google.com/schemas/sitemap-video/1.1",
        also="google.com/schemas/sitemap-video/1.0",
        places=(
            _texts("thumbnail_loc content_loc player_loc content_segment_loc", "resource"),
            _texts("gallery_loc", "hyperlink"),
            _attributes("uploader", "info", "hyperlink"),
        ),
    ),
    Vocabulary(
        "",
        "http://www.google.com/schemas/sitemap-pagemap/1.0",
        places=(
            _texts("Attribute", "resource", when=_is_source),
            _texts("Attribute", "metadata", ABSOLUTE_URL),
            _attributes("Attribute", "value", "resource", when=_is_source),
            _attributes("Attribute", "value", "metadata", ABSOLUTE_URL),
        ),
    ),
    Vocabulary(
        "",
        "http://www.openarchives.org/rs/terms/",
        places=(_attributes("ln", "href", "hyperlink"),),
    ),
)

#: OPML 2.0, XBEL 1.0 and XSPF 1
_LISTS: Final = (
    Vocabulary(
        "opml",
        OPML,
        also="opml.org/spec2",
        roots="opml",
        places=(
            _attributes("outline", "xmlUrl image imageUrl", "resource"),
            _attributes("outline", "htmlUrl href", "hyperlink"),
            _attributes("outline", "url", "resource", when=attribute_is("type", "include")),
            _attributes("outline", "url", "hyperlink"),
            _texts("ownerId docs", "hyperlink"),
        ),
    ),
    Vocabulary(
        "xbel",
        XBEL,
        bare_roots="xbel",
        places=(
            _attributes("bookmark", "href", "hyperlink"),
            _attributes("metadata", "owner", "identifier", ABSOLUTE_URL),
        ),
    ),
    Vocabulary(
        "",
        "http://www.freedesktop.org/standards/desktop-bookmarks",
        places=(_attributes("icon", "href", "resource"),),
    ),
    Vocabulary(
        "xspf",
        "http://xspf.org/ns/0/",
        bare_roots="playlist",
        places=(
            _texts("location image", "resource"),
            _texts("info link", "hyperlink"),
            _texts("identifier", "identifier"),
            _texts("license", "metadata"),
            _attributes("link meta", "rel", "identifier"),
            _attributes("extension", "application", "identifier"),
        ),
    ),
)


def _children_named(tree: Tree, node: Node, local: str) -> Iterator[Node]:
    """Yield the children with a local name."""
    for child in tree.children(node):
        name = tree.name(child)
        if isinstance(name, str) and local_name(name) == local:  # pyright: ignore[reportUnnecessaryIsInstance]
            yield child


def _base_in_smil(tree: Tree, node: Node) -> OwnBase | None:
    """Return the base URL of a document, which is in the `head` (SMIL 1.0, 4.2.2, and SMIL 2.0,
    "Metainformation")."""
    if not tree.is_same(node, tree.document_element()):
        return None
    for head in _children_named(tree, node, "head"):
        for meta in _children_named(tree, head, "meta"):
            if tree.get(meta, "name") == "base":
                return OwnBase(tree.get(meta, "content") or "")
    return None


def _animates_url(get: Get) -> bool:
    return get("attributeName") in ("src", "href")


def _is_http_clock(get: Get) -> bool:
    return ":http-" in ascii_lower(get("schemeIdUri"))


def _base_in_dash(tree: Tree, node: Node) -> OwnBase | None:
    """Return the first `BaseURL` in an element (ISO/IEC 23009-1, 5.6.4). The others are
    alternatives."""
    first = next(_children_named(tree, node, "BaseURL"), None)
    return None if first is None else OwnBase(tree.text(first).strip())


#: SMIL 1.0 to 3.0, ISO/IEC 23009-1 and the guidelines of DASH-IF
_MEDIA: Final = (
    Vocabulary(
        "smil",
        SMIL,
        also="w3.org/2001/smil20/language w3.org/2001/smil20 w3.org/2005/smil21/language"
        " w3.org/2005/smil21 w3.org/2008/smil30 w3.org/2008/smil30/language",
        bare_roots="smil",
        own_base_of=_base_in_smil,
        places=(
            _attributes(ANY, "src", "resource"),
            _attributes(ANY, "longdesc", "hyperlink"),
            _attributes("a area anchor", "href", "hyperlink"),
            _attributes("region root-layout topLayout regPoint", "backgroundImage", "resource"),
            _attributes("submission", "action", "form"),
            _attributes("customTest", "uid", "identifier", ABSOLUTE_URL),
            _attributes("set animate", "to from by", "resource", when=_animates_url),
            _attributes("set animate", "values", "resource", SEMICOLON_LIST, when=_animates_url),
            _attributes("param", "value", "resource", when=attribute_is("valuetype", "ref")),
            _attributes(
                "meta", "content", "base", when=attribute_is("name", "base"), against=FALLBACK
            ),
        ),
    ),
    Vocabulary(
        "dash",
        DASH,
        bare_roots="MPD",
        own_base_of=_base_in_dash,
        places=(
            _texts("BaseURL", "base", against=OUTER),
            _attributes("SegmentURL", "media index", "resource"),
            _attributes(
                "SegmentTemplate", "media initialization index bitstreamSwitching", "resource"
            ),
            _attributes("InitializationSet", "initialization", "resource"),
            _attributes(ANY, "initializationPrincipal", "resource"),
            _attributes(ANY, "contactURL", "hyperlink"),
            _attributes(
                "Initialization RepresentationIndex BitstreamSwitching", "sourceURL", "resource"
            ),
            _texts("Location", "hyperlink"),
            _texts("PatchLocation ContentSteering ImportedMPD", "resource"),
            _attributes("ContentSteering", "proxyServerURL", "resource"),
            _attributes("ProgramInformation", "moreInformationURL", "hyperlink"),
            _attributes(ANY, "schemeIdUri", "identifier"),
            _attributes(
                "EssentialProperty SupplementalProperty", "value", "hyperlink", ABSOLUTE_URL
            ),
            _attributes("MPD", "profiles", "identifier", COMMA_LIST),
            _attributes(
                "UTCTiming",
                "value",
                "resource",
                SPACE_LIST,
                when=_is_http_clock,
            ),
        ),
    ),
    _only_texts(
        "https://dashif.org/CPS",
        "dashif.org/guidelines/clearkey",
        resource="Laurl laurl Authzurl authzurl",
    ),
)

#: OGC KML 2.3, GPX 1.0 and 1.1, RFC 5854 and Metalink 3.0
_FILES: Final = (
    Vocabulary(
        "kml",
        "http://www.opengis.net/kml/2.2",
        also="opengis.net/kml/2.3 earth.google.com/kml/2.0 earth.google.com/kml/2.1"
        " earth.google.com/kml/2.2 earth.google.com/kml/2.3",
        bare_roots="kml",
        places=(
            _texts("href sourceHref targetHref", "resource"),
            _texts("styleUrl", "resource", has_fragments=True),
            _attributes("SchemaData", "schemaUrl", "resource", has_fragments=True),
        ),
        embedded=(_html("description text"),),
    ),
    Vocabulary(
        "gpx",
        "http://www.topografix.com/GPX/1/1",
        also="topografix.com/gpx/1/0",
        bare_roots="gpx",
        places=(
            _attributes("link", "href", "hyperlink"),
            _texts("url", "hyperlink"),
            _texts("license", "metadata"),
        ),
    ),
    Vocabulary(
        "metalink",
        "urn:ietf:params:xml:ns:metalink",
        also="metalinker.org",
        bare_roots="metalink",
        places=(
            _texts("url metaurl logo screenshot", "resource"),
            _texts("origin", "hyperlink"),
            _attributes("publisher", "url", "hyperlink"),
            _attributes("metalink", "origin", "hyperlink"),
        ),
    ),
)


def _base_in_container(tree: Tree, node: Node) -> OwnBase | None:
    """Return the root of a book, which is around the folder `META-INF` of the document (EPUB 3.3,
    4.2.6.3)."""
    is_root = tree.is_same(node, tree.document_element())
    return OwnBase("../", is_written=False) if is_root else None


#: EPUB 3.3 with its package, OEBPS 1.2, ANSI/NISO Z39.86 and XML Encryption
_BOOKS: Final = (
    Vocabulary(
        "epub-container",
        OCF,
        own_base_of=_base_in_container,
        places=(
            _attributes("rootfile", "full-path", "resource"),
            _attributes("link", "href", "hyperlink"),
        ),
    ),
    Vocabulary(
        "",
        "http://www.w3.org/2001/04/xmlenc#",
        places=(_attributes("CipherReference", "URI", "resource"),),
    ),
    Vocabulary(
        "epub-package",
        "http://www.idpf.org/2007/opf",
        also="openebook.org/namespaces/oeb-package/1.0",
        bare_roots="package",
        places=(
            _attributes("item", "href", "resource"),
            _attributes("reference site", "href", "hyperlink"),
            _attributes("link", "href", "metadata"),
            _attributes("collection", "role", "identifier", ABSOLUTE_URL),
            _attributes("meta link", "refines", "fragment"),
        ),
    ),
    Vocabulary(
        "ncx",
        "http://www.daisy.org/z3986/2005/ncx/",
        bare_roots="ncx",
        places=(
            _attributes("content", "src", "hyperlink"),
            _attributes("img audio", "src", "resource"),
        ),
    ),
)

#: XInclude 1.1, XSLT 3.0, XML Schema 1.1, RDF 1.1 XML Syntax (in which old documents leave out the
#: prefix of attributes), XRD 1.0 and Yadis
_XML_LANGUAGES: Final = (
    Vocabulary(
        "",
        "http://www.w3.org/2001/XInclude",
        also="w3.org/2003/xinclude",
        places=(_attributes("include", "href", "resource"),),
    ),
    Vocabulary(
        "xslt",
        "http://www.w3.org/1999/XSL/Transform",
        have_templates=True,
        places=(
            _attributes("import include source-document stream", "href", "resource"),
            _attributes("result-document document", "href", "hyperlink"),
            _attributes("import-schema", "schema-location", "resource"),
            _attributes("output result-document", "parameter-document", "resource"),
            _attributes("output result-document", "doctype-system", "metadata"),
            _attributes("package use-package", "name", "identifier"),
            _attributes("sort for-each-group merge-key", "collation", "identifier"),
        ),
    ),
    Vocabulary(
        "xml-schema",
        "http://www.w3.org/2001/XMLSchema",
        places=(
            _attributes("import include redefine override", "schemaLocation", "resource"),
            _attributes("documentation appinfo", "source", "hyperlink"),
            _attributes("notation", "system", "resource"),
        ),
    ),
    Vocabulary(
        "rdf",
        RDF,
        places=(_attributes(ANY, "about resource", "metadata"),),
    ),
    Vocabulary(
        "xrd",
        "http://docs.oasis-open.org/ns/xri/xrd-1.0",
        bare_roots="XRD",
        places=(
            _attributes("Link", "href template", "hyperlink"),
            _attributes("Link", "rel", "identifier", ABSOLUTE_URL),
            _texts("Subject Alias", "identifier"),
            _attributes("Property", "type", "identifier", ABSOLUTE_URL),
        ),
    ),
    Vocabulary("xrds", "xri://$xrds"),
    _only_texts(
        "xri://$xrd",
        "xri://$xrd*($v*2.0)",
        hyperlink="URI Ref Redirect",
        identifier="Type LocalID CanonicalID ProviderID",
    ),
    _only_texts("http://openid.net/xmlns/1.0", identifier="Delegate"),
)

#: What pages link for programs and browsers: RSD 1.0, the manifest of Windows Live Writer, and
#: Microsoft's browser configuration
_FOR_PAGES: Final = (
    Vocabulary(
        "rsd",
        "http://archipelago.phrasewise.com/rsd",
        bare_roots="rsd",
        places=(
            _attributes("api", "apiLink", "form"),
            _texts("engineLink homePageLink docs", "hyperlink"),
        ),
    ),
    Vocabulary(
        "wlwmanifest",
        "http://schemas.microsoft.com/wlw/manifest/weblog",
        places=(
            _texts("imageUrl watermarkImageUrl contentUrl", "resource"),
            _texts("adminUrl homepageUrl postEditingUrl clickUrl notificationUrl", "hyperlink"),
            _attributes("view", "src", "resource"),
        ),
    ),
    Vocabulary(
        "browserconfig",
        BROWSER_CONFIG,
        bare_roots="browserconfig",
        places=(_attributes(ANY, "src", "resource"),),
    ),
)


#: JSON Feed 1.1 and 1, the Web Application Manifest, and the chapters of Podcasting 2.0. A member
#: has the name of its path.
_JSON: Final = (
    Vocabulary(
        "json-feed",
        JSON_FEED,
        places=(
            _texts("home_page_url feed_url next_url hubs.url", "hyperlink"),
            _texts("icon favicon", "resource"),
            _texts("version", "identifier"),
            _texts("items.id", "identifier", ABSOLUTE_URL),
            _texts("items.url items.external_url", "hyperlink"),
            _texts("items.image items.banner_image items.attachments.url", "resource"),
            *(
                place
                for person in ("author", "authors", "items.author", "items.authors")
                for place in (
                    _texts(f"{person}.url", "hyperlink"),
                    _texts(f"{person}.avatar", "resource"),
                )
            ),
        ),
        embedded=(_html("items.content_html"),),
    ),
    Vocabulary(
        "manifest",
        MANIFEST,
        places=(
            _texts("start_url shortcuts.url file_handlers.action", "hyperlink"),
            _texts("protocol_handlers.url related_applications.url", "hyperlink"),
            _texts("note_taking.new_note_url tab_strip.new_tab_button.url", "hyperlink"),
            _texts("lock_screen.start_url", "hyperlink"),
            _texts("scope scope_extensions.origin url_handlers.origin", "metadata"),
            _texts("id", "identifier", MANIFEST_ID, against="start_url"),
            _texts("icons.src screenshots.src shortcuts.icons.src", "resource"),
            _texts("file_handlers.icons.src serviceworker.src", "resource"),
            _texts("tab_strip.home_tab.icons.src tab_strip.new_tab_button.icons.src", "resource"),
            _texts("widgets.icons.src widgets.screenshots.src", "resource"),
            _texts("widgets.data widgets.ms_ac_template", "resource"),
            _texts("share_target.action", "form"),
        ),
    ),
    Vocabulary(
        "podcast-chapters",
        PODCAST_CHAPTERS,
        places=(
            _texts("chapters.url", "hyperlink"),
            _texts("chapters.img", "resource"),
            _texts("chapters.location.geo", "identifier"),
        ),
    ),
)


def _is_not_curie(get: Get) -> bool:
    """Return `True` if the subject of RDFa is a URL, and not a name in brackets or of a node."""
    values = (get("about") or "", get("resource") or "")
    return not any(value.strip(SPACES).startswith(("[", "_:")) for value in values)


#: The markup languages, whose rows are in `_table`. Sitemaps spell XHTML in several ways.
_MARKUP: Final = (
    Vocabulary(
        "html",
        HTML,
        also="w3.org/tr/xhtml11/xhtml11_schema.html",
        # RDFa 1.1. No browser reads these attributes, so they are not rows of pages in HTML.
        places=(
            _attributes(ANY, "about resource", "metadata", when=_is_not_curie, empty="document"),
            _attributes(ANY, "vocab", "metadata"),
        ),
    ),
    Vocabulary("svg", SVG, roots="svg"),
    # MathML 3, 4.2.3 and 4.2.7.2. Chromium does not know these attributes.
    Vocabulary(
        "mathml",
        MATHML,
        bare_roots="math",
        places=(
            _attributes(ANY, "definitionURL", "identifier"),
            _attributes(ANY, "cdbase", "metadata"),
            _attributes("math", "cdgroup", "metadata"),
            _attributes("share", "src", "resource"),
        ),
    ),
)

VOCABULARIES: Final = (
    *_MARKUP,
    _ATOM_1,
    _ATOM_DRAFTS,
    *_ATOM_EXTENSIONS,
    _RSS_2,
    _RSS_IN_RDF,
    *_RSS_EXTENSIONS,
    *_MEDIA_EXTENSIONS,
    *_SITEMAPS,
    *_LISTS,
    *_MEDIA,
    *_FILES,
    *_BOOKS,
    *_XML_LANGUAGES,
    *_FOR_PAGES,
    *_JSON,
)

_ANY_URI: Final = "http://www.w3.org/2001/XMLSchema#anyURI"
#: Elements of any namespace in RDF, whose text can be declared to be a URL, and whose attributes
#: may lack their prefix (RDF 1.1 XML Syntax, 6.1.4)
_RDF_PROPERTIES: Final = (
    Row(
        ANY,
        TEXT,
        "metadata",
        TEXT_URL,
        when=lambda get: get(f"{{{RDF}}}datatype") == _ANY_URI,
        namespace=RDF_PROPERTY,
    ),
    *make_rows(ANY, "about resource", "metadata", empty="nothing", namespace=RDF_PROPERTY),
)

#: Attributes with a namespace, of elements of any vocabulary: RDF 1.1 XML Syntax, XLink 1.1, XML
#: Schema 1.1 part 1, 2.7, and EPUB 3.3, 9.2.2
_ANYWHERE: Final = (
    *make_rows(ANY, f"{{{RDF}}}about {_RDF_RESOURCE}", "metadata", namespace=ANY),
    Row(ANY, f"{{{RDF}}}ID", "identifier", RDF_ID, namespace=ANY),
    Row(ANY, f"{{{RDF}}}datatype", "identifier", empty="nothing", namespace=ANY),
    *make_rows(
        ANY, f"{{{XLINK}}}role {{{XLINK}}}arcrole", "identifier", empty="nothing", namespace=ANY
    ),
    Row(ANY, f"{{{XSI}}}schemaLocation", "resource", SCHEMA_LOCATIONS, namespace=ANY),
    Row(ANY, f"{{{XSI}}}noNamespaceSchemaLocation", "resource", empty="nothing", namespace=ANY),
    Row(ANY, f"{{{OPS}}}textref", "hyperlink", empty="nothing", namespace=ANY),
)


@lru_cache(maxsize=1)
def rows() -> tuple[Row, ...]:
    """Return the rows of all vocabularies. They are made when the first XML needs them."""
    places = (place(each.namespace) for each in VOCABULARIES for place in each.places)
    return (*(row for group in places for row in group), *_ANYWHERE, *_RDF_PROPERTIES)


@lru_cache(maxsize=1)
def embedded_rows() -> tuple[Row, ...]:
    """Return the rows of all places of HTML in XML and JSON."""
    places = (place(each.namespace) for each in VOCABULARIES for place in each.embedded)
    return tuple(row for group in places for row in group)


# Names

_BEFORE_NAME = re.compile(r"(?:https?:)?//(?:www\.)?")


def normalized(namespace: str) -> str:
    """Return a namespace without what its spellings in the wild differ in."""
    name = ascii_lower(namespace.strip(SPACES))
    match = _BEFORE_NAME.match(name)
    if match is not None:
        name = name[match.end() :]
    return name[:-1] if name.endswith(("/", "#")) else name


def _spellings() -> Iterator[tuple[str, str]]:
    for vocabulary in VOCABULARIES:
        yield normalized(vocabulary.namespace), vocabulary.namespace
        for also in vocabulary.also.split():
            yield also, vocabulary.namespace


_NAMESPACES: Final = dict(_spellings())
_BY_NAMESPACE: Final = {each.namespace: each for each in VOCABULARIES}
#: The vocabularies by the names of their root elements, in lower case
_BY_ROOT: Final = {ascii_lower(root): each for each in VOCABULARIES for root in each.roots.split()}
_BY_BARE_ROOT: Final = {root: each for each in VOCABULARIES for root in each.bare_roots.split()}
_ROOTS: Final = frozenset([*_BY_ROOT, *map(ascii_lower, _BY_BARE_ROOT)])


def is_root(local: str) -> bool:
    """Return `True` if a root element of this local name makes a vocabulary, in any case."""
    return ascii_lower(local) in _ROOTS


def table_namespace(namespace: str) -> str:
    """Return the namespace that the table has for a spelling of it, or else the spelling."""
    return _NAMESPACES.get(normalized(namespace), namespace)


class Names(NamedTuple):
    """How the namespaces of a document are understood."""

    #: The root element's namespace as the document spells it, and the one that it counts as. Both
    #: are `""` if it counts as it is.
    spelled: str = ""
    counts_as: str = ""
    #: The namespace of elements without one, or `""`.
    bare: str = ""
    #: `True` if attributes may be templates: see `Vocabulary`.
    have_templates: bool = False
    #: Another namespace, whose rows apply to all elements.
    of_all: str = ""

    def table_namespace(self, namespace: str) -> str:
        """Return the namespace that the table has for an element's namespace."""
        if not namespace:
            return self.bare
        if namespace == self.spelled:
            return self.counts_as
        return table_namespace(namespace)

    def in_html(self) -> Names:
        """Return how namespaces are understood in an element whose text should be HTML."""
        return self._replace(counts_as=HTML, bare=HTML)


def vocabulary_of(root_name: str) -> Vocabulary | None:
    """Return the vocabulary of a document, given the name of its root element, or `None`."""
    namespace, local = split_name(root_name)
    known = _BY_NAMESPACE.get(table_namespace(namespace)) if namespace else None
    by_root = _BY_ROOT.get(ascii_lower(local))
    if by_root is not None and _counts(by_root, known, local):
        return by_root
    if known is None and not namespace:
        return _BY_BARE_ROOT.get(local)
    return known if known is not None and known.name else None


def name_of(tree: Tree) -> str | None:
    """Return the name of a tree's vocabulary, or `None` if it is unknown."""
    vocabulary = vocabulary_of(tree.root_name)
    if vocabulary is None:
        return None
    if vocabulary.namespace == RDF and _has_channel(tree):
        return _RSS_IN_RDF.name
    return vocabulary.name


def _has_channel(tree: Tree) -> bool:
    """Return `True` if RDF is a feed of RSS 0.90 or 1.0."""
    root = tree.document_element()
    return any(
        next(_children_named(tree, root, name), None) is not None for name in ("channel", "item")
    )


def _counts(by_root: Vocabulary, known: Vocabulary | None, local: str) -> bool:
    """Return `True` if the vocabulary of a root's local name applies, given the vocabulary of its
    namespace."""
    if by_root.namespace not in IN_ANY_CASE and local not in by_root.roots.split():
        return False
    if known is None:
        return True
    # Atom 0.3 has a `feed` too.
    has_root = local in f"{known.roots} {known.bare_roots}".split()
    return bool(known.name) and not has_root


def names_of(root_name: str) -> Names:
    """Return how the namespaces of a document are understood."""
    vocabulary = vocabulary_of(root_name)
    if vocabulary is None:
        return Names()
    namespace, _ = split_name(root_name)
    own = vocabulary.namespace
    if own in (HTML, SVG, MATHML):
        # Other elements without a namespace are not elements of a page.
        return Names(namespace, own, bare="" if namespace else own)
    if own == RDF:
        return Names(namespace, own, bare=RSS_1, of_all=RDF_PROPERTY)
    return Names(namespace, own, own, vocabulary.have_templates)
