"""The table of the requests that elements, attributes and CSS properties cause (HTML Standard, SVG 2, CSS)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from urldom.http._fetching import Destination, Mode
from urldom.trees._syntaxes import SPACES
from urldom.trees._table import ascii_lower, lower_tokens

#: Returns the value of an attribute of an element.
Get: TypeAlias = Callable[[str], "str | None"]


class Sent(NamedTuple):
    """The request for one attribute of an element. Of several rows, the first whose condition is true applies."""

    #: `"AS"` means the value of the attribute `as`.
    destination: Destination | Literal["AS"] = ""
    mode: Mode = "no-cors"
    when: Callable[[Get], bool] = lambda get: True
    #: The attributes that count: `crossorigin`, `referrerpolicy`, and `rel` for its keyword `noreferrer`.
    counts: tuple[str, ...] = ()
    #: The names of the elements that this one may belong to, such as `video` for `track`. Their attributes count.
    owners: tuple[str, ...] = ()
    initiator: str = ""
    #: `True` if a browser sends it after it parsed the page, so that also the `meta` elements after the element count.
    is_later: bool = False
    #: If this is not empty, nothing is sent.
    why_not: str = ""


#: MIME Sniffing Standard, "JavaScript MIME type".
_SCRIPTS: Final = frozenset(
    [
        *("text/jscript", "text/livescript", *(f"text/javascript1.{number}" for number in range(6))),
        *(f"{kind}/{name}" for kind in ("text", "application") for name in ("ecmascript", "javascript")),
        *(f"{kind}/x-{name}" for kind in ("text", "application") for name in ("ecmascript", "javascript")),
    ]
)


def _is_classic(get: Get) -> bool:
    """Run steps 8 to 12 of "prepare the script element"."""
    kind, language = get("type"), get("language")
    if kind == "" or (kind is None and not language):
        return True
    return ascii_lower(kind.strip(SPACES) if kind is not None else f"text/{language}") in _SCRIPTS


#: The elements | their attributes, `TEXT` for the text | a condition | the destination and the mode, or why nothing is
#: sent | what counts, and other facts. A condition has words that must all be true: `name` or `!name` for an attribute
#: that the element has or lacks, `name=a,b` for its values, which may be empty, `^name=a` for one with spaces
#: around it, and `name~a` for a word in its value.
_TABLE: Final = """\
a area | href xlink:href | download | empty | initiator=download later
a area | href xlink:href | | document navigate | rel referrerpolicy later
a area | ping | | empty | initiator=ping later
meta | content | | document navigate | later
link | href | rel~stylesheet disabled | the style sheet is disabled
link | href | rel~stylesheet rel~alternate title= | an alternate style sheet needs a title
link | href | rel~stylesheet type=,text/css | style | EXTERNAL
link | href | rel~icon | image | EXTERNAL
link | href | rel~manifest | manifest cors | EXTERNAL
link | href | rel~modulepreload as=,script | script cors | EXTERNAL
link | href | rel~modulepreload as=json,style,worker,sharedworker,serviceworker | AS cors | EXTERNAL
link | href | rel~modulepreload as=audioworklet,paintworklet | AS cors | EXTERNAL
link | href | rel~preload as=fetch | empty | EXTERNAL
link | href | rel~preload as=font,image,json,script,style,track | AS | EXTERNAL
link | imagesrcset | rel~preload as=image | image | EXTERNAL
link | href | rel~prefetch | empty | EXTERNAL initiator=prefetch
link | href | rel~preload | its `as` is not the destination of a preload
link | href | rel~modulepreload | its `as` is not the destination of a module
link | href | rel~preconnect | a browser only connects to the server
link | href | rel~dns-prefetch | a browser only looks up the host
link | href | rel~stylesheet | its type is not text/css
link | href imagesrcset | | a browser does not load links of this kind
script | src href xlink:href | ^type=module | script cors | EXTERNAL
script | src href xlink:href | !is-classic | a browser does not load scripts of this type
script | src href xlink:href | ^for=window ^event=onload,onload() | script | EXTERNAL
script | src href xlink:href | for event | a browser ignores scripts with for and event, except the window's onload
script | src href xlink:href | nomodule | a browser with modules ignores scripts with nomodule
script | src href xlink:href | | script | EXTERNAL
iframe | src | srcdoc | the attribute srcdoc has precedence over src
iframe | src | | iframe navigate | referrerpolicy
frame | src | | frame navigate
object | data | | object navigate
embed | src | | embed navigate
img | src | srcset | image | EXTERNAL initiator=imageset
img | src | | image | EXTERNAL initiator=imageset in=picture
img | src | | image | EXTERNAL
img | srcset | | image | EXTERNAL initiator=imageset
source | srcset | | image | EXTERNAL initiator=imageset in=img
source | src | src | the attribute src of the element around it has precedence | in=video,audio
source | src | | video | crossorigin in=video
source | src | | audio | crossorigin in=audio
track | src | | track same-origin | crossorigin in=video,audio
video | src | | video | crossorigin
video | poster | | image
audio | src | | audio | crossorigin
input | src | type=image | image
body table thead tbody tfoot tr td th | background | | image | initiator=css later
image feimage | href xlink:href | | image | crossorigin
use | href xlink:href | | image same-origin
xml-stylesheet | TEXT | | style
style | TEXT | | image | initiator=css later
import-map | TEXT | | a browser loads a module of an import map only if a script imports it
prefetch | TEXT | | document navigate | initiator=prefetch later
prerender | TEXT | | document navigate | initiator=prerender later
@import | TEXT | | style | initiator=css
@font-face | TEXT | | font cors | initiator=css later
PROPERTIES | TEXT | | image cors | initiator=css later"""
#: Properties that need a resource which the page may read (SVG 2 16.1, CSS Masking 1, CSS Shapes 1, Filter Effects 1).
_PROPERTIES: Final = (
    "backdrop-filter clip-path fill filter marker marker-end marker-mid marker-start mask mask-border "
    "mask-border-source mask-image shape-outside stroke -webkit-mask -webkit-mask-box-image -webkit-mask-image"
)
CSS_ATTRIBUTES: Final = frozenset({"style", "cursor", *_PROPERTIES.split()})


def _condition(words: list[str]) -> Callable[[Get], bool]:
    tests = [*map(_test, words)]
    return lambda get: all(test(get) for test in tests)


def _test(word: str) -> Callable[[Get], bool]:
    name, equals, values = word.partition("=")
    if equals:
        spaces, name = SPACES if name[0] == "^" else "", name.removeprefix("^")
        return lambda get: ascii_lower(get(name)).strip(spaces) in values.split(",")
    name, tilde, token = word.partition("~")
    if tilde:
        return lambda get: token in lower_tokens(get(name))
    name = word.removeprefix("!")
    has: Callable[[Get], bool] = _is_classic if name == "is-classic" else lambda get: get(name) is not None
    return has if name == word else lambda get: not has(get)


def _read_table() -> dict[tuple[str, str], tuple[Sent, ...]]:
    table: dict[tuple[str, str], tuple[Sent, ...]] = {}
    for line in _TABLE.splitlines():
        elements, attributes, condition, result, facts = [*map(str.strip, line.split("|")), ""][:5]
        words = facts.replace("EXTERNAL", "crossorigin referrerpolicy").split()
        options: Any = {name: value for name, equals, value in (word.partition("=") for word in words) if equals}
        options["owners"] = tuple(options.pop("in", "").split(",")) if "in" in options else ()
        options["counts"] = tuple(word for word in words if word != "later" and "=" not in word)
        options |= {"is_later": "later" in words, "when": _condition(condition.split())}
        destination, _, mode = result.partition(" ")
        if mode in ("", "cors", "navigate", "same-origin"):
            sent = Sent(destination.replace("empty", ""), mode or "no-cors", **options)  # type: ignore[arg-type]
        else:
            sent = Sent(why_not=result, **options)
        for element in elements.replace("PROPERTIES", _PROPERTIES).split():
            for attribute in attributes.split():
                key = element, attribute.replace("TEXT", "")
                table[key] = (*table.get(key, ()), sent)
    return table


TABLE: Final = _read_table()
#: The attributes with the URL of an element, the usual one first.
OWN: Final[dict[str, list[str]]] = {}
for _element, _attribute in TABLE:
    OWN.setdefault(_element, []).extend([_attribute] if _attribute else [])


def css_row(use: str) -> Sent:
    """Return the row of a URL in CSS or JSON, by its `use`, such as a property, or else the row of an image."""
    return TABLE.get((use, ""), TABLE["style", ""])[0]
