"""The names of elements and attributes, and the namespaces of prefixes that documents forget to
declare."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final
from urllib.parse import quote

from urldom.trees._table import HTML, MATHML, RDF, SITEMAP, SVG, XLINK, XSI
from urldom.trees._vocabularies import ATOM

#: The namespaces of the usual prefixes, in lower case.
WELL_KNOWN: Final = {
    "a10": ATOM,
    "admin": "http://webns.net/mvcb/",
    "ag": "http://purl.org/rss/1.0/modules/aggregation/",
    "annotate": "http://purl.org/rss/1.0/modules/annotate/",
    "app": "http://www.w3.org/2007/app",
    "atom": ATOM,
    "atom10": ATOM,
    "blogchannel": "http://backend.userland.com/blogChannelModule",
    "cc": "http://web.resource.org/cc/",
    "content": "http://purl.org/rss/1.0/modules/content/",
    "creativecommons": "http://backend.userland.com/creativeCommonsRssModule",
    "dc": "http://purl.org/dc/elements/1.1/",
    "dct": "http://purl.org/dc/terms/",
    "dcterms": "http://purl.org/dc/terms/",
    "enc": "http://purl.oclc.org/net/rss_2.0/enc#",
    "epub": "http://www.idpf.org/2007/ops",
    "excerpt": "http://wordpress.org/export/1.2/excerpt/",
    "feedburner": "http://rssnamespace.org/feedburner/ext/1.0",
    "feedpress": "https://feed.press/xmlns",
    "foaf": "http://xmlns.com/foaf/0.1/",
    "g": "http://base.google.com/ns/1.0",
    "gd": "http://schemas.google.com/g/2005",
    "geo": "http://www.w3.org/2003/01/geo/wgs84_pos#",
    "georss": "http://www.georss.org/georss",
    "gml": "http://www.opengis.net/gml",
    "googleplay": "http://www.google.com/schemas/play-podcasts/1.0",
    "gx": "http://www.google.com/kml/ext/2.2",
    "html": HTML,
    "im": "http://itunes.apple.com/rss",
    "image": "http://www.google.com/schemas/sitemap-image/1.1",
    "itunes": "http://www.itunes.com/dtds/podcast-1.0.dtd",
    "l": "http://purl.org/rss/1.0/modules/link/",
    "m": MATHML,
    "math": MATHML,
    "media": "http://search.yahoo.com/mrss/",
    "mobile": "http://www.google.com/schemas/sitemap-mobile/1.0",
    "moz": "http://www.mozilla.org/2006/browser/search/",
    "mrss": "http://search.yahoo.com/mrss/",
    "news": "http://www.google.com/schemas/sitemap-news/0.9",
    "opensearch": "http://a9.com/-/spec/opensearch/1.1/",
    "pingback": "http://madskills.com/public/xml/rss/module/pingback/",
    "podcast": "https://podcastindex.org/namespace/1.0",
    "prism": "http://prismstandard.org/namespaces/basic/2.0/",
    "psc": "http://podlove.org/simple-chapters",
    "rawvoice": "http://www.rawvoice.com/rawvoiceRssModule/",
    "rdf": RDF,
    "rdfs": "http://www.w3.org/2000/01/rdf-schema#",
    "rs": "http://www.openarchives.org/rs/terms/",
    "sitemap": SITEMAP,
    "slash": "http://purl.org/rss/1.0/modules/slash/",
    "snf": "http://www.smartnews.be/snf",
    "source": "http://source.scripting.com/",
    "sparkle": "http://www.andymatuschak.org/xml-namespaces/sparkle",
    "spotify": "http://www.spotify.com/ns/rss",
    "svg": SVG,
    "sy": "http://purl.org/rss/1.0/modules/syndication/",
    "taxo": "http://purl.org/rss/1.0/modules/taxonomy/",
    "thr": "http://purl.org/syndication/thread/1.0",
    "trackback": "http://madskills.com/public/xml/rss/module/trackback/",
    "video": "http://www.google.com/schemas/sitemap-video/1.1",
    "webfeeds": "http://webfeeds.org/rss/1.0",
    "wfw": "http://wellformedweb.org/CommentAPI/",
    "wp": "http://wordpress.org/export/1.2/",
    "xhtml": HTML,
    "xi": "http://www.w3.org/2001/XInclude",
    "xlink": XLINK,
    "xs": "http://www.w3.org/2001/XMLSchema",
    "xsd": "http://www.w3.org/2001/XMLSchema",
    "xsi": XSI,
    "xsl": "http://www.w3.org/1999/XSL/Transform",
    "yt": "http://www.youtube.com/xml/schemas/2015",
}
#: The beginning of the namespace of every other prefix that is not declared.
_PRIVATE: Final = "urn:undeclared:"

#: The elements that documents put without the root element of their format, and that root with its
#: attributes.
ROOTS: Final = {
    "channel": ("rss", ' version="2.0"'),
    "item": ("rss", ' version="2.0"'),
    "entry": ("feed", f' xmlns="{ATOM}"'),
    "url": ("urlset", f' xmlns="{SITEMAP}"'),
    "sitemap": ("sitemapindex", f' xmlns="{SITEMAP}"'),
    "outline": ("opml", ' version="2.0"'),
}
#: The elements that never contain themselves in feeds and sitemaps, so that a second start tag
#: closes the first.
NEVER_NESTED: Final = {
    "rss": "item",
    "rdf": "item",
    "feed": "entry",
    "urlset": "url",
    "sitemapindex": "sitemap",
}
#: The elements of HTML that servers print before a document, such as around a warning.
BEFORE_ROOT: Final = frozenset(
    [
        *("a", "b", "br", "center", "div", "em", "font", "h1", "h2", "h3", "hr", "i", "img"),
        *("link", "meta", "noscript", "p", "pre", "script", "span", "strong", "style"),
        *("table", "tbody", "td", "th", "tr", "u"),
    ]
)
#: The elements of a page that a server printed a document into.
AROUND_ROOT: Final = frozenset(["html", "head", "title", "body"])
#: The elements of HTML that never have content, and whose names other formats do not use.
EMPTY: Final = frozenset(["br", "hr", "img", "wbr"])

_UNRESERVED: Final = r"\w.~!$&'()*+,;="
_ESCAPE: Final = "%[0-9A-Fa-f]{2}"
#: A URI reference: its scheme, authority, path, query and fragment (RFC 3986, appendix A).
NAMESPACE: Final = re.compile(
    r"(?:[A-Za-z][A-Za-z0-9+.-]*:|(?![^/?#]*:))"
    rf"(?://(?:[{_UNRESERVED}:-]*@)?(?:\[[0-9A-Fa-f:.]+\]|[{_UNRESERVED}-]*)(?::[0-9]{{1,5}})?"
    r"(?=[/?#]|\Z)|(?!//))"
    rf"(?:[{_UNRESERVED}:@/-]|{_ESCAPE})*"
    rf"(?:\?(?:[{_UNRESERVED}:@/?-]|{_ESCAPE})*)?"
    rf"(?:#(?:[{_UNRESERVED}:@/?-]|{_ESCAPE})*)?",
    re.ASCII,
)

_FOLLOWING: Final = r"\w.\-\u00b7"  # The parser decides about the others.
_QUALIFIED: Final = re.compile(rf"[^\W\d][{_FOLLOWING}]*(?::[^\W\d][{_FOLLOWING}]*)?")


def namespace_of_prefix(prefix: str) -> str:
    """Return the namespace that an undeclared prefix means."""
    return WELL_KNOWN.get(prefix.lower()) or _PRIVATE + quote(prefix)


def split_prefix(name: str) -> tuple[str, str]:
    """Return the prefix of a name, or `""`, and the local name."""
    prefix, _, local_name = name.rpartition(":")
    return prefix, local_name


def local(name: str) -> str:
    """Return a name without its prefix, in lower case."""
    _, local_name = split_prefix(name)
    return local_name.lower()


def prefix_of(name: str) -> str:
    """Return the prefix of a name, or `""`."""
    prefix, _ = split_prefix(name)
    return prefix


def as_name(name: str) -> str | None:
    """Return a name of an element or an attribute with at most one colon (Namespaces in XML 1.0,
    production 7), or `None` if it cannot be one."""
    first, colon, rest = name.partition(":")
    name = first + colon + rest.replace(":", "_")
    if _QUALIFIED.fullmatch(name) is None:
        return None
    return name if name.isascii() or _is_name(name) else None


@lru_cache
def _is_name(name: str) -> bool:
    """Return `True` if the parser accepts a name. It knows the names of the fourth edition of XML
    1.0, and all of them are names of the fifth edition, which libxml2 knows."""
    from xml.parsers import expat

    try:
        expat.ParserCreate("utf-8").Parse(f"<{name}/>".encode(), True)
    except expat.ExpatError:
        return False
    return True
