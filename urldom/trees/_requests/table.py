"""The table of the requests that elements, attributes and CSS properties cause (HTML Standard, SVG
2, CSS)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from urldom.http._fetching import Destination, Mode
from urldom.trees._images import Screen
from urldom.trees._requests.types import (
    Get,
    has_other_type,
    has_style_type,
    has_unplayed_type,
    is_handled_type,
)
from urldom.trees._syntaxes import SPACES
from urldom.trees._table import TEXT, animated_attribute, ascii_lower, lower_tokens

#: A condition on the element, whose attributes `Get` returns.
Condition: TypeAlias = Callable[[Get], bool]


def always(get: Get) -> bool:
    return True


class Sent(NamedTuple):
    """The request for one attribute of an element. Of several rows, the first whose condition is
    true applies."""

    #: `"AS"` means the value of the attribute `as`.
    destination: Destination | Literal["AS"] = ""
    mode: Mode = "no-cors"
    when: Condition = always
    #: The attributes that count: `crossorigin`, `referrerpolicy`, and `rel` for its keyword
    #: `noreferrer`.
    counts: tuple[str, ...] = ()
    #: The names of the elements that this one may belong to, such as `video` for `track`. Their
    #: attributes count.
    owners: tuple[str, ...] = ()
    initiator: str = ""
    #: `True` if a browser sends it after it parsed the page, so that also the `meta` elements after
    #: the element count.
    is_later: bool = False
    #: If this is not empty, nothing is sent.
    why_not: str = ""
    #: `True` if a browser does not resolve the URL when it reads the element, but later, so that
    #: also a `base` after the element counts.
    follows_base: bool = False


#: MIME Sniffing Standard 4.6, "JavaScript MIME type".
_JAVASCRIPT: Final = frozenset(
    [
        "application/ecmascript",
        "application/javascript",
        "application/x-ecmascript",
        "application/x-javascript",
        "text/ecmascript",
        "text/javascript",
        "text/javascript1.0",
        "text/javascript1.1",
        "text/javascript1.2",
        "text/javascript1.3",
        "text/javascript1.4",
        "text/javascript1.5",
        "text/jscript",
        "text/livescript",
        "text/x-ecmascript",
        "text/x-javascript",
    ]
)


def _is_not_classic(get: Get) -> bool:
    """Run steps 8 to 12 of "prepare the script element". Return `True` for a type that is not
    JavaScript's."""
    kind, language = get("type"), get("language")
    if kind:
        kind = kind.strip(SPACES)
    elif kind is None and language:
        kind = f"text/{language}"
    else:
        return False  # Without a type, it is JavaScript.
    return ascii_lower(kind) not in _JAVASCRIPT


#: Properties that need a resource which the page may read: SVG 2 16.1, CSS Masking 1, CSS Shapes 1,
#: Filter Effects 1.
_PROPERTIES: Final = (
    "fill stroke marker marker-end marker-mid marker-start"
    " mask mask-border mask-border-source mask-image clip-path"
    " -webkit-mask -webkit-mask-box-image -webkit-mask-image"
    " shape-outside"
    " filter backdrop-filter"
)
#: The attributes whose value is CSS: `style`, and properties that are attributes in SVG.
CSS_ATTRIBUTES: Final = frozenset({"style", "cursor", *_PROPERTIES.split()})
#: The destinations that `as` can name (HTML Standard 4.6.8, "modulepreload" and "preload").
_MODULES: Final = (
    *("json", "style", "worker", "sharedworker", "serviceworker"),
    *("audioworklet", "paintworklet"),
)
_PRELOADS: Final = ("font", "image", "json", "script", "style", "track")


def _has(*names: str) -> Condition:
    """Return a condition for an element with each of these attributes."""
    return lambda get: all(get(name) is not None for name in names)


def _is(name: str, *values: str) -> Condition:
    """Return a condition for an attribute with one of these values, which may be empty."""
    return lambda get: ascii_lower(get(name)) in values


def _is_stripped(name: str, *values: str) -> Condition:
    """Return a condition for an attribute with one of these values and perhaps spaces around it."""
    return lambda get: ascii_lower(get(name)).strip(SPACES) in values


def _rel(token: str) -> Condition:
    return lambda get: token in lower_tokens(get("rel"))


def _animates(*names: str) -> Condition:
    """Return a condition for an animation of one of these attributes or properties."""
    return lambda get: animated_attribute(get) in names


def _all(*conditions: Condition) -> Condition:
    return lambda get: all(condition(get) for condition in conditions)


def _nothing(why_not: str, when: Condition = always, **options: Any) -> Sent:
    return Sent(why_not=why_not, when=when, **options)


#: The row of an element whose `crossorigin` and `referrerpolicy` count.
_external: Final = partial(Sent, counts=("crossorigin", "referrerpolicy"))
#: The row of a link, which a person follows.
_followed: Final = partial(Sent, is_later=True, follows_base=True)
#: The row of an element whose URL a browser resolves when it shows the element.
_shown: Final = partial(Sent, follows_base=True)
#: The row of a media element, whose URL Chromium resolves in a task of its own, while the HTML
#: Standard, in 4.8.11.5, resolves it at once.
_media: Final = partial(Sent, counts=("crossorigin",), follows_base=True)
#: The row of an image or a font of a style sheet, which a browser loads when it lays out the page.
_of_style: Final = partial(Sent, initiator="css", is_later=True)

#: An element and an attribute, or for the `use` of a URL in CSS or JSON the use and `TEXT`.
_Place: TypeAlias = tuple[str, str]


def _rows(elements: str, attributes: str, *rows: Sent) -> Iterator[tuple[_Place, tuple[Sent, ...]]]:
    """Yield the rows of each attribute of each element, between whose names are spaces. The first
    row whose condition is true applies."""
    for element in elements.split():
        for attribute in attributes.split() or [TEXT]:
            yield (element, attribute), rows


_href: Final = "href xlink:href"

#: HTML Standard 4.6: following a link, *hyperlink auditing*, and 4.2.5.3, a refresh.
_LINK_ROWS: Final = (
    *_rows(
        "a area",
        _href,
        _followed("", when=_has("download"), initiator="download"),
        _followed("document", "navigate", counts=("rel", "referrerpolicy")),
    ),
    *_rows("a area", "ping", _followed("", initiator="ping")),
    *_rows("meta", "content", Sent("document", "navigate", is_later=True)),
)

DICTIONARY: Final = "compression-dictionary"
_is_style_sheet: Final = _rel("stylesheet")
_is_alternate: Final = _all(_is_style_sheet, _rel("alternate"))
_is_preload: Final = _rel("preload")
_is_module: Final = _rel("modulepreload")
_WRONG_TYPE: Final = _nothing(
    "its type does not match the destination of the preload", _all(_is_preload, has_other_type)
)
_SCREEN: Final = Screen.of_any_size()


def _has_other_media(get: Get) -> bool:
    """Return `True` if the `media` of an element matches no screen, whatever its size."""
    media = get("media")
    return media is not None and not _SCREEN.may_match(media)


_NO_SCREEN: Final = "its media attribute does not match a screen"
_OTHER_MEDIA: Final = _nothing(
    _NO_SCREEN, _all(lambda get: _is_preload(get) or _is_module(get), _has_other_media)
)
_OTHER_LINK: Final = _nothing("a browser does not load links of this kind")
#: HTML Standard 4.2.4 and 4.6.8. `rel` can have several keywords, of which the first row counts.
_LINK_ELEMENT_ROWS: Final = (
    *_rows(
        "link",
        "href",
        _nothing("the style sheet is disabled", _all(_is_style_sheet, _has("disabled"))),
        _nothing("an alternate style sheet needs a title", _all(_is_alternate, _is("title", ""))),
        _external("style", when=_all(_is_style_sheet, has_style_type)),
        _external("image", when=_rel("icon"), follows_base=True),
        _external("manifest", "cors", when=_rel("manifest"), follows_base=True),
        _OTHER_MEDIA,
        _external("script", "cors", when=_all(_is_module, _is("as", "", "script"))),
        _external("AS", "cors", when=_all(_is_module, _is("as", *_MODULES))),
        _external("", when=_all(_is_preload, _is("as", "fetch"))),
        _WRONG_TYPE,
        _external("AS", when=_all(_is_preload, _is("as", *_PRELOADS))),
        _external("", when=_rel("prefetch"), initiator="prefetch"),
        # RFC 9842 3, and Chromium, which sends no referrer.
        Sent("", "cors", when=_rel(DICTIONARY), initiator=DICTIONARY, is_later=True),
        _nothing("its `as` is not the destination of a preload", _is_preload),
        _nothing("its `as` is not the destination of a module", _is_module),
        _nothing("a browser only connects to the server", _rel("preconnect")),
        _nothing("a browser only looks up the host", _rel("dns-prefetch")),
        _nothing("its type is not text/css", _is_style_sheet),
        _OTHER_LINK,
    ),
    *_rows(
        "link",
        "imagesrcset",
        _OTHER_MEDIA,
        _WRONG_TYPE,
        _external("image", when=_all(_is_preload, _is("as", "image"))),
        _OTHER_LINK,
    ),
)

_is_for_onload: Final = _all(
    _is_stripped("for", "window"), _is_stripped("event", "onload", "onload()")
)
_IGNORED_EVENT: Final = "a browser ignores scripts with for and event, except the window's onload"
#: HTML Standard 4.12.1.1, "prepare the script element".
_SCRIPT_ROWS: Final = _rows(
    "script",
    f"src {_href}",
    _external("script", "cors", when=_is_stripped("type", "module")),
    _nothing("a browser does not load scripts of this type", _is_not_classic),
    _external("script", when=_is_for_onload),
    _nothing(_IGNORED_EVENT, _has("for", "event")),
    _nothing("a browser with modules ignores scripts with nomodule", _has("nomodule")),
    _external("script"),
)

_UNHANDLED: Final = _nothing(
    "a browser does not show this type", lambda get: not is_handled_type(get)
)
_FRAME_ROWS: Final = (
    *_rows(
        "iframe",
        "src",
        _nothing("the attribute srcdoc has precedence over src", _has("srcdoc")),
        Sent("iframe", "navigate", counts=("referrerpolicy",)),
    ),
    *_rows("frame", "src", Sent("frame", "navigate")),
    *_rows("object", "data", _UNHANDLED, _shown("object", "navigate")),
    *_rows("embed", "src", _UNHANDLED, _shown("embed", "navigate")),
)

_SRC_FIRST: Final = "the attribute src of the element around it has precedence"
_IMAGE_AND_MEDIA_ROWS: Final = (
    *_rows(
        "img",
        "src",
        _external("image", when=_has("srcset"), initiator="imageset"),
        _external("image", owners=("picture",), initiator="imageset"),
        _external("image"),
    ),
    *_rows("img", "srcset", _external("image", initiator="imageset")),
    *_rows("source", "srcset", _external("image", owners=("img",), initiator="imageset")),
    *_rows(
        "source",
        "src",
        _nothing(_SRC_FIRST, _has("src"), owners=("video", "audio")),
        _nothing("a browser does not play its type", has_unplayed_type),
        _nothing(_NO_SCREEN, _has_other_media),
        _media("video", owners=("video",)),
        _media("audio", owners=("audio",)),
    ),
    *_rows("track", "src", _media("track", "same-origin", owners=("video", "audio"))),
    *_rows("video", "src", _media("video")),
    *_rows("video", "poster", _shown("image")),
    *_rows("audio", "src", _media("audio")),
    *_rows("input", "src", _shown("image", when=_is("type", "image"))),
    *_rows(
        "body table thead tbody tfoot tr td th",
        "background",
        _of_style("image", follows_base=True),
    ),
)

#: An animation changes its parent, unless it has a `href`. The rows are for the properties that
#: Chromium animates.
_ANIMATION_ROWS: Final = (
    _of_style(
        "image",
        "cors",
        follows_base=True,
        when=_animates("clip-path", "filter", "marker-end", "marker-mid", "marker-start", "mask"),
    ),
    _of_style("image", follows_base=True, when=_animates("cursor")),
    _shown("image", when=_animates("href"), owners=("image", "feimage"), counts=("crossorigin",)),
)
#: SVG 2, SVG Animations, and Associating Style Sheets with XML documents 1.0.
_XML_ROWS: Final = (
    *_rows("set", "to", *_ANIMATION_ROWS),
    *_rows("animate", "to from values", *_ANIMATION_ROWS),
    *_rows("image feimage", _href, Sent("image", counts=("crossorigin",))),
    *_rows("use", _href, Sent("image", "same-origin")),
    *_rows("xml-stylesheet", TEXT, Sent("style")),
)

_ONLY_IMPORTED: Final = "a browser loads a module of an import map only if a script imports it"
#: The rows of URLs in CSS and JSON, by the `use` of the URL.
_TEXT_ROWS: Final = (
    *_rows("style", TEXT, _of_style("image")),
    *_rows("import-map", TEXT, _nothing(_ONLY_IMPORTED)),
    *_rows("prefetch", TEXT, _followed("document", "navigate", initiator="prefetch")),
    *_rows("prerender", TEXT, _followed("document", "navigate", initiator="prerender")),
    *_rows("@import", TEXT, Sent("style", initiator="css")),
    *_rows("@font-face", TEXT, _of_style("font", "cors")),
    *_rows(_PROPERTIES, TEXT, _of_style("image", "cors")),
)

#: The rows by the element and the attribute, which is `TEXT` for the element's text.
TABLE: Final[dict[_Place, tuple[Sent, ...]]] = dict(
    [
        *_LINK_ROWS,
        *_LINK_ELEMENT_ROWS,
        *_SCRIPT_ROWS,
        *_FRAME_ROWS,
        *_IMAGE_AND_MEDIA_ROWS,
        *_XML_ROWS,
        *_TEXT_ROWS,
    ]
)
#: The attributes with the URL of an element, the usual one first.
OWN: Final[dict[str, list[str]]] = {}
for _element, _attribute in TABLE:
    _own_attributes = OWN.setdefault(_element, [])
    if _attribute:
        _own_attributes.append(_attribute)


def css_row(use: str) -> Sent:
    """Return the row of a URL in CSS or JSON, by its `use`, such as a property, or else the row of
    an image."""
    rows = TABLE.get((use, TEXT), TABLE["style", TEXT])
    return rows[0]
