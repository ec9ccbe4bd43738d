"""The table of the elements, attributes and CSS properties that make a browser send something (HTML Standard, SVG 2)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple, TypeAlias

from urldom._http.request import Destination, Mode
from urldom.trees._syntaxes import UNSPACED
from urldom.trees._table import ascii_lower


#: Returns the value of an attribute of an element.
Get: TypeAlias = Callable[[str], "str | None"]
Condition: TypeAlias = Callable[[Get], bool]


class Sent(NamedTuple):
    """What one attribute of an element sends. Of several rows, the first whose condition is true applies."""

    destination: Destination = ""
    mode: Mode = "no-cors"
    #: The attributes that count: `crossorigin`, `referrerpolicy`, and `rel` for its keyword `noreferrer`.
    counts: tuple[str, ...] = ()
    when: Condition | None = None
    #: If this is not empty, nothing is sent.
    why_not: str = ""
    initiator: str = ""
    #: A browser sends it after it parsed the page, so all `meta` elements count, and not only those before the element.
    is_later: bool = False
    #: The name of the element that this one belongs to, such as the `video` of a `track`, whose attributes count.
    owners: tuple[str, ...] = ()


_Rows: TypeAlias = dict[tuple[str, str], tuple[Sent, ...]]
TABLE: Final[_Rows] = {}


def _add(elements: str, attributes: str, destination: Destination = "", mode: Mode = "no-cors", **options: Any) -> None:
    """Add a row for each attribute of each element. The names are separated by spaces."""
    options["counts"] = tuple(options.pop("counts", "").split())
    options["owners"] = tuple(options.pop("owners", "").split())
    for element in elements.split():
        for attribute in attributes.split():
            key = element, "" if attribute == "TEXT" else attribute
            TABLE[key] = (*TABLE.get(key, ()), Sent(destination, mode, **options))


def _no(elements: str, attributes: str, why_not: str, when: Condition | None = None) -> None:
    _add(elements, attributes, why_not=why_not, when=when)


def _tokens(value: str | None) -> list[str]:
    return UNSPACED.findall(ascii_lower(value))


def _has(name: str) -> Condition:
    return lambda get: get(name) is not None


def _rel(keyword: str, also: Condition = lambda get: True) -> Condition:
    return lambda get: keyword in _tokens(get("rel")) and also(get)


def _is(name: str, *values: str) -> Condition:
    return lambda get: ascii_lower(get(name)) in values


# Links ------------------------------------------------------------------------------------------------------------

#: "follow the hyperlink" and "download the hyperlink": a download is not a navigation, and no policy of the link counts.
_add("a area", "href xlink:href", when=_has("download"), initiator="download", is_later=True)
_LINK: Final = "rel referrerpolicy"  # `noreferrer` has precedence.
_add("a area", "href xlink:href", "document", "navigate", counts=_LINK, is_later=True)
_add("a area", "ping", initiator="ping", is_later=True)
_add("meta", "content", "document", "navigate", is_later=True)

_EXTERNAL: Final = "crossorigin referrerpolicy"
_is_css: Final = _is("type", "", "text/css")
#: "translate a preload destination"
_PRELOADED: Final[dict[str, Destination]] = {"fetch": "", "font": "font", "image": "image", "script": "script"}
_PRELOADED.update(style="style", track="track", json="json")
_no("link", "href", "its rel has no link type", lambda get: not _tokens(get("rel")))
_no("link", "href", "the link is disabled", _rel("stylesheet", lambda get: get("disabled") is not None))
_no(
    *("link", "href", "an alternate style sheet needs a title"),
    _rel("stylesheet", lambda get: "alternate" in _tokens(get("rel")) and not get("title")),
)
_add("link", "href", "style", counts=_EXTERNAL, when=_rel("stylesheet", _is_css))
_add("link", "href", "image", counts=_EXTERNAL, when=_rel("icon"))
_add("link", "href", "manifest", "cors", counts=_EXTERNAL, when=_rel("manifest"))
_MODULES: Final = ("", "script", "audioworklet", "paintworklet", "serviceworker", "sharedworker", "worker")
_add("link", "href", "script", "cors", counts=_EXTERNAL, when=_rel("modulepreload", _is("as", *_MODULES)))
for _as in ("json", "style"):
    _add("link", "href", _as, "cors", counts=_EXTERNAL, when=_rel("modulepreload", _is("as", _as)))  # type: ignore[arg-type]
for _as, _destination in _PRELOADED.items():
    _add("link", "href", _destination, counts=_EXTERNAL, when=_rel("preload", _is("as", _as)))
_add("link", "href", counts=_EXTERNAL, when=_rel("prefetch"), initiator="prefetch")
_add("link", "imagesrcset", "image", counts=_EXTERNAL, when=_rel("preload", _is("as", "image")))
_no("link", "href", "its `as` is not a destination that is loaded in advance", _rel("preload"))
_no("link", "href", "its `as` is not a destination of modules", _rel("modulepreload"))
_no("link", "href", "a browser only connects to the server", _rel("preconnect"))
_no("link", "href", "a browser only asks for the address of the server", _rel("dns-prefetch"))
_no("link", "href", "its type is not text/css", _rel("stylesheet"))
_no("link", "href imagesrcset", "a browser does not load a link of this kind")

# Scripts ----------------------------------------------------------------------------------------------------------

#: MIME Sniffing Standard, "JavaScript MIME type".
_SCRIPTS: Final = frozenset(
    [
        *(f"text/{name}" for name in ("ecmascript", "javascript", "jscript", "livescript", "x-ecmascript")),
        *(f"text/javascript1.{number}" for number in range(6)),
        *(f"application/{name}" for name in ("ecmascript", "javascript", "x-ecmascript", "x-javascript")),
        "text/x-javascript",
    ]
)


def _is_classic(get: Get) -> bool:
    """Run steps 8 to 13 of "prepare the script element"."""
    kind, language = get("type"), get("language")
    if kind == "" or (kind is None and not language):
        return True
    return ascii_lower(kind.strip(" \t\n\f\r") if kind is not None else f"text/{language}") in _SCRIPTS


def _is_for_another_event(get: Get) -> bool:
    event, target = (ascii_lower(get(name)).strip(" \t\n\f\r") for name in ("event", "for"))
    both = get("event") is not None and get("for") is not None
    return both and (target != "window" or event not in ("onload", "onload()"))


_HREFS: Final = "src href xlink:href"
_add("script", _HREFS, "script", "cors", counts=_EXTERNAL, when=_is("type", "module"))
for _type in ("importmap", "speculationrules"):
    _no("script", _HREFS, f"a script of the type {_type} is not loaded", _is("type", _type))
_no("script", _HREFS, "its type is not that of a script", lambda get: not _is_classic(get))
_no("script", _HREFS, "browsers that have modules ignore scripts with nomodule", _has("nomodule"))
_no("script", _HREFS, "its attributes for and event are not those of the window's load", _is_for_another_event)
_add("script", _HREFS, "script", counts=_EXTERNAL)

# Frames, images and media -----------------------------------------------------------------------------------------

_no("iframe", "src", "its attribute srcdoc has precedence over src", _has("srcdoc"))
_add("iframe", "src", "iframe", "navigate", counts="referrerpolicy")
_add("frame", "src", "frame", "navigate")
_add("object", "data", "object", "navigate")
_add("embed", "src", "embed", "navigate")


# An `img` *uses srcset or picture*.
_add("img", "src", "image", counts=_EXTERNAL, when=_has("srcset"), initiator="imageset")
_add("img", "src", "image", counts=_EXTERNAL, initiator="imageset", owners="picture")
_add("img", "src", "image", counts=_EXTERNAL)
_add("img", "srcset", "image", counts=_EXTERNAL, initiator="imageset")
_add("source", "srcset", "image", counts=_EXTERNAL, initiator="imageset", owners="img")
_add("source", "src", "video", counts="crossorigin", owners="video")
_add("source", "src", "audio", counts="crossorigin", owners="audio")
_add("track", "src", "track", "same-origin", counts="crossorigin", owners="video audio")
_no("source", "src", "only the source of a video or an audio element has a src")
_no("source", "srcset", "only the source of a picture with an img has a srcset")
_no("track", "src", "only a track of a video or an audio element is loaded")
_add("video", "src", "video", counts="crossorigin")
_add("audio", "src", "audio", counts="crossorigin")
_add("video", "poster", "image")
_add("input", "src", "image", when=_is("type", "image"))
_no("input", "src", "its type is not image")
_add("body table thead tbody tfoot tr td th", "background", "image", initiator="css", is_later=True)
_add("image feimage", "href xlink:href", "image", counts="crossorigin")
_add("use", "href xlink:href", "image", "same-origin")
_add("xml-stylesheet", "TEXT", "style")
_add("style", "TEXT", "image", initiator="css", is_later=True)

# CSS --------------------------------------------------------------------------------------------------------------

#: SVG 2, 16.1, CSS Masking 1 and CSS Shapes 1: these properties need a resource that the page may read.
_READ: Final = (
    "clip-path fill filter backdrop-filter marker marker-end marker-mid marker-start mask mask-border mask-image stroke "
    "mask-border-source -webkit-mask -webkit-mask-image -webkit-mask-box-image shape-outside"
)
_IMAGE: Final = Sent("image", initiator="css", is_later=True)
_CSS: Final = {
    "@import": Sent("style", initiator="css"),
    "@font-face": Sent("font", "cors", initiator="css", is_later=True),
    **dict.fromkeys(_READ.split(), Sent("image", "cors", initiator="css", is_later=True)),
}


#: The attributes that contain CSS
CSS_ATTRIBUTES: Final = frozenset(
    "style cursor clip-path fill filter mask stroke marker-end marker-mid marker-start".split()
)
#: The attributes with the URL of an element, the usual one first.
OWN: Final[dict[str, list[str]]] = {}
for _element, _attribute in TABLE:
    if _attribute:
        OWN.setdefault(_element, []).append(_attribute)


def css_row(use: str) -> Sent:
    """Return the row of a URL in CSS, by the at-rule or the property that contains it. Every other one is an image."""
    return _CSS.get(use, _IMAGE)
