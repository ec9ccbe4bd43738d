"""The table of the requests that elements, attributes and CSS properties cause (HTML Standard, SVG
2, CSS)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from urldom.http._fetching import Destination, Mode
from urldom.trees._syntaxes import SPACES
from urldom.trees._table import TEXT, ascii_lower, lower_tokens

#: Returns the value of an attribute of an element.
Get: TypeAlias = Callable[[str], "str | None"]


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


#: MIME Sniffing Standard, "JavaScript MIME type".
_SCRIPTS: Final = frozenset(
    [
        *(
            "text/jscript",
            "text/livescript",
            *(f"text/javascript1.{number}" for number in range(6)),
        ),
        *(
            f"{kind}/{name}"
            for kind in ("text", "application")
            for name in ("ecmascript", "javascript")
        ),
        *(
            f"{kind}/x-{name}"
            for kind in ("text", "application")
            for name in ("ecmascript", "javascript")
        ),
    ]
)


def _is_not_classic(get: Get) -> bool:
    """Run steps 8 to 12 of "prepare the script element". Return `True` for a type that is not
    JavaScript's."""
    kind, language = get("type"), get("language")
    if kind is None and language:
        kind = f"text/{language}"
    elif not kind:
        return False
    else:
        kind = kind.strip(SPACES)
    return ascii_lower(kind) not in _SCRIPTS


#: Properties that need a resource which the page may read (SVG 2 16.1, CSS Masking 1, CSS Shapes 1,
#: Filter Effects 1).
_PROPERTIES: Final = (
    "backdrop-filter clip-path fill filter marker marker-end marker-mid marker-start mask"
    " mask-border mask-border-source mask-image shape-outside stroke -webkit-mask"
    " -webkit-mask-box-image -webkit-mask-image"
)
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


def _all(*conditions: Condition) -> Condition:
    return lambda get: all(condition(get) for condition in conditions)


def _rows(elements: str, attributes: str, sent: Sent) -> Iterator[tuple[tuple[str, str], Sent]]:
    """Yield the row of each attribute of each element. The names are separated by spaces."""
    for element in elements.split():
        for attribute in attributes.split() or [TEXT]:
            yield (element, attribute), sent


def _nothing(why_not: str, when: Condition = always, **options: Any) -> Sent:
    return Sent(why_not=why_not, when=when, **options)


#: The row of an element whose `crossorigin` and `referrerpolicy` count.
_external: Final = partial(Sent, counts=("crossorigin", "referrerpolicy"))
_media: Final = partial(Sent, counts=("crossorigin",))
#: The row of an image or a font of a style sheet, which a browser loads when it lays out the page.
_of_style: Final = partial(Sent, initiator="css", is_later=True)
_href: Final = "href xlink:href"

_LINK_ROWS: Final = (
    *_rows("a area", _href, Sent("", when=_has("download"), initiator="download", is_later=True)),
    *_rows(
        "a area",
        _href,
        Sent("document", "navigate", counts=("rel", "referrerpolicy"), is_later=True),
    ),
    *_rows("a area", "ping", Sent("", initiator="ping", is_later=True)),
    *_rows("meta", "content", Sent("document", "navigate", is_later=True)),
)
_is_alternate: Final = _all(_rel("stylesheet"), _rel("alternate"))
#: HTML Standard 4.2.4 and 4.6.8.
_LINK_ELEMENT_ROWS: Final = (
    *_rows(
        "link",
        "href",
        _nothing("the style sheet is disabled", _all(_rel("stylesheet"), _has("disabled"))),
    ),
    *_rows(
        "link",
        "href",
        _nothing("an alternate style sheet needs a title", _all(_is_alternate, _is("title", ""))),
    ),
    *_rows(
        "link",
        "href",
        _external("style", when=_all(_rel("stylesheet"), _is("type", "", "text/css"))),
    ),
    *_rows("link", "href", _external("image", when=_rel("icon"))),
    *_rows("link", "href", _external("manifest", "cors", when=_rel("manifest"))),
    *_rows(
        "link",
        "href",
        _external("script", "cors", when=_all(_rel("modulepreload"), _is("as", "", "script"))),
    ),
    *_rows(
        "link",
        "href",
        _external("AS", "cors", when=_all(_rel("modulepreload"), _is("as", *_MODULES))),
    ),
    *_rows("link", "href", _external("", when=_all(_rel("preload"), _is("as", "fetch")))),
    *_rows("link", "href", _external("AS", when=_all(_rel("preload"), _is("as", *_PRELOADS)))),
    *_rows(
        "link", "imagesrcset", _external("image", when=_all(_rel("preload"), _is("as", "image")))
    ),
    *_rows("link", "href", _external("", when=_rel("prefetch"), initiator="prefetch")),
    *_rows(
        "link", "href", _nothing("its `as` is not the destination of a preload", _rel("preload"))
    ),
    *_rows(
        "link",
        "href",
        _nothing("its `as` is not the destination of a module", _rel("modulepreload")),
    ),
    *_rows("link", "href", _nothing("a browser only connects to the server", _rel("preconnect"))),
    *_rows("link", "href", _nothing("a browser only looks up the host", _rel("dns-prefetch"))),
    *_rows("link", "href", _nothing("its type is not text/css", _rel("stylesheet"))),
    *_rows("link", "href imagesrcset", _nothing("a browser does not load links of this kind")),
)
_is_for_onload: Final = _all(
    _is_stripped("for", "window"), _is_stripped("event", "onload", "onload()")
)
_IGNORED_EVENT: Final = "a browser ignores scripts with for and event, except the window's onload"
_NOT_FOR_MODULES: Final = "a browser with modules ignores scripts with nomodule"
#: "Prepare the script element".
_SCRIPT_ROWS: Final = (
    *_rows(
        "script", f"src {_href}", _external("script", "cors", when=_is_stripped("type", "module"))
    ),
    *_rows(
        "script",
        f"src {_href}",
        _nothing("a browser does not load scripts of this type", _is_not_classic),
    ),
    *_rows("script", f"src {_href}", _external("script", when=_is_for_onload)),
    *_rows("script", f"src {_href}", _nothing(_IGNORED_EVENT, _has("for", "event"))),
    *_rows("script", f"src {_href}", _nothing(_NOT_FOR_MODULES, _has("nomodule"))),
    *_rows("script", f"src {_href}", _external("script")),
)
_FRAME_ROWS: Final = (
    *_rows(
        "iframe", "src", _nothing("the attribute srcdoc has precedence over src", _has("srcdoc"))
    ),
    *_rows("iframe", "src", Sent("iframe", "navigate", counts=("referrerpolicy",))),
    *_rows("frame", "src", Sent("frame", "navigate")),
    *_rows("object", "data", Sent("object", "navigate")),
    *_rows("embed", "src", Sent("embed", "navigate")),
)
_SRC_FIRST: Final = "the attribute src of the element around it has precedence"
_IMAGE_AND_MEDIA_ROWS: Final = (
    *_rows("img", "src", _external("image", when=_has("srcset"), initiator="imageset")),
    *_rows("img", "src", _external("image", owners=("picture",), initiator="imageset")),
    *_rows("img", "src", _external("image")),
    *_rows("img", "srcset", _external("image", initiator="imageset")),
    *_rows("source", "srcset", _external("image", owners=("img",), initiator="imageset")),
    *_rows("source", "src", _nothing(_SRC_FIRST, _has("src"), owners=("video", "audio"))),
    *_rows("source", "src", _media("video", owners=("video",))),
    *_rows("source", "src", _media("audio", owners=("audio",))),
    *_rows("track", "src", _media("track", "same-origin", owners=("video", "audio"))),
    *_rows("video", "src", _media("video")),
    *_rows("video", "poster", Sent("image")),
    *_rows("audio", "src", _media("audio")),
    *_rows("input", "src", Sent("image", when=_is("type", "image"))),
    *_rows("body table thead tbody tfoot tr td th", "background", _of_style("image")),
)
#: SVG 2, and Associating Style Sheets with XML documents 1.0.
_XML_ROWS: Final = (
    *_rows("image feimage", _href, _media("image")),
    *_rows("use", _href, Sent("image", "same-origin")),
    *_rows("xml-stylesheet", TEXT, Sent("style")),
)
_ONLY_IMPORTED: Final = "a browser loads a module of an import map only if a script imports it"
#: The rows of URLs in CSS and JSON, by the `use` of the URL.
_TEXT_ROWS: Final = (
    *_rows("style", TEXT, _of_style("image")),
    *_rows("import-map", TEXT, _nothing(_ONLY_IMPORTED)),
    *_rows("prefetch", TEXT, Sent("document", "navigate", initiator="prefetch", is_later=True)),
    *_rows("prerender", TEXT, Sent("document", "navigate", initiator="prerender", is_later=True)),
    *_rows("@import", TEXT, Sent("style", initiator="css")),
    *_rows("@font-face", TEXT, _of_style("font", "cors")),
    *_rows(_PROPERTIES, TEXT, _of_style("image", "cors")),
)


def _by_attribute(
    rows: Iterable[tuple[tuple[str, str], Sent]],
) -> dict[tuple[str, str], tuple[Sent, ...]]:
    table: dict[tuple[str, str], tuple[Sent, ...]] = {}
    for key, sent in rows:
        table[key] = (*table.get(key, ()), sent)
    return table


#: The rows by the element and the attribute, which is `TEXT` for the element's text.
TABLE: Final = _by_attribute(
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
    OWN.setdefault(_element, []).extend([_attribute] if _attribute else [])


def css_row(use: str) -> Sent:
    """Return the row of a URL in CSS or JSON, by its `use`, such as a property, or else the row of
    an image."""
    return TABLE.get((use, ""), TABLE["style", ""])[0]
