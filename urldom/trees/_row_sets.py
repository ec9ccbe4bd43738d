"""`LAZY_IMAGES` and `SOCIAL_CARDS`: rows that many programs pass as `rows=`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from urldom.trees._syntaxes import ABSOLUTE_URL, CSS, PROBABLE_URL, SPACES, SRCSET, URL
from urldom.trees._table import ANY, Condition, Kind, Row, lower_tokens

#: The attributes in which scripts keep the URL that they later write into `src` or `poster`. Most
#: have the name of a library or of a plugin of WordPress.
_LAZY: Final = """
data-src data-original data-orig data-actualsrc data-defer-src data-full-src data-hi-res-src
data-hires data-highres data-fallback-src data-iesrc data-image-src data-imgsrc data-img-url
data-lazy-original data-lazy-src data-lazysrc data-delayed-url data-original-mos data-originalsrc
data-orig-src data-src-small data-src-medium data-src-large data-src-mobile data-src-desktop
data-src-retina data-poster data-cfsrc data-ll-src data-gt-lazy-src data-litespeed-src
data-rocket-src data-cmp-src data-borlabs-script-blocker-src data-pin-media data-orig-file
data-sources data-large-file data-medium-file data-2000src data-1000src data-800src data-655src
data-500src data-380src
"""
#: Names that pages also use for other values, such as `true` or a color
_OFTEN_LAZY: Final = """
data-lazy data-lazyload data-retina data-at2x data-thumb data-image data-echo data-splide-lazy
data-flickity-lazyload data-bg data-bg-hidpi data-flickity-bg-lazyload data-background
data-background-image datasrc
"""
_LAZY_SETS: Final = """
data-srcset data-original-set data-lazy-srcset data-lazysrcset data-cfsrcset data-ll-srcset
data-gt-lazy-srcset data-litespeed-srcset data-rocket-srcset data-splide-lazy-srcset
data-flickity-lazyload-srcset data-orig-srcset data-imagesrcset
"""
_LAZY_STYLES: Final = "data-bg data-background data-background-image"
#: `data-url` and `data-href` of other elements are mostly buttons for sharing.
_LAZY_OF_ELEMENTS: Final[tuple[tuple[str, str, Kind], ...]] = (
    ("img", "data-url", "resource"),
    ("div", "data-url", "resource"),
    ("iframe", "data-url", "resource"),
    ("link", "data-href", "resource"),
    ("a", "data-href", "hyperlink"),
    ("div", "data-href", "hyperlink"),
    ("img", "data-permalink", "hyperlink"),
    ("blockquote", "data-instgrm-permalink", "hyperlink"),
)
_AMP: Final = "amp-img amp-anim amp-video amp-audio amp-iframe"


def _is_style(attribute: str) -> Condition:
    """Return the condition that an attribute has CSS, and not a URL or a color."""
    return lambda get: (get(attribute) or "").strip(SPACES).startswith("url(")


def _lazy_images() -> Iterator[Row]:
    """Yield the rows of lazy images. Of the rows of an attribute, the first that applies counts."""
    for name in _LAZY.split():
        yield Row(ANY, name, "resource", empty="nothing")
    for name in _LAZY_STYLES.split():
        yield Row(ANY, name, "resource", CSS, when=_is_style(name))
    for name in _OFTEN_LAZY.split():
        yield Row(ANY, name, "resource", PROBABLE_URL)
    for name in _LAZY_SETS.split():
        yield Row(ANY, name, "resource", SRCSET)
    for element, name, kind in _LAZY_OF_ELEMENTS:
        yield Row(element, name, kind, PROBABLE_URL)
    for element in _AMP.split():
        yield Row(element, "src", "resource", empty="nothing")
        yield Row(element, "srcset", "resource", SRCSET)
        yield Row(element, "poster", "resource", empty="nothing")


#: The properties of Open Graph, App Links and the cards of X, by the kinds of their URLs
_CARDS: Final[dict[Kind, str]] = {
    "resource": """
og:image og:image:url og:image:secure_url og:video og:video:url og:video:secure_url og:video:iframe
og:audio og:audio:url og:audio:secure_url og:logo music:preview_url:url music:preview_url:secure_url
twitter:image twitter:image:src twitter:image0 twitter:image1 twitter:image2 twitter:image3
twitter:player twitter:player:stream
""",
    "metadata": "og:url twitter:url",
    "hyperlink": """
og:see_also article:author article:publisher book:author books:author books:sample music:album
music:song music:musician music:creator music:radio_station video:actor video:director video:writer
video:series al:web:url al:ios:url al:iphone:url al:ipad:url al:android:url al:windows:url
al:windows_phone:url al:windows_universal:url twitter:app:url:iphone twitter:app:url:ipad
twitter:app:url:googleplay
""",
}


def _is_card(names: str) -> Condition:
    """Return the condition that a `meta` has one of these properties, which some pages write as its
    name."""
    wanted = frozenset(names.split())
    return lambda get: (
        not wanted.isdisjoint([*lower_tokens(get("property")), *lower_tokens(get("name"))])
    )


def _social_cards() -> Iterator[Row]:
    for kind, names in _CARDS.items():
        # The author of an article, for example, may also be a name.
        syntax = ABSOLUTE_URL if kind == "hyperlink" else URL
        yield Row("meta", "content", kind, syntax, empty="nothing", when=_is_card(names))


LAZY_IMAGES: Final = tuple(_lazy_images())
SOCIAL_CARDS: Final = tuple(_social_cards())
