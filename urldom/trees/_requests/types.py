"""The types in `type` attributes that browsers load (HTML Standard 4.6.8, 4.8.7 and 4.8.11.5)."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, TypeAlias

from urldom.http._media_types import parse_media_type
from urldom.trees._syntaxes import SPACES
from urldom.trees._table import ascii_lower

#: Returns the value of an attribute of an element.
Get: TypeAlias = Callable[[str], "str | None"]

#: The image types that Chromium supports.
IMAGE_TYPE: Final = re.compile(
    r"image/(apng|avif|bmp|gif|jpe?g|jxl|pjpeg|png|svg\+xml|webp"
    r"|vnd\.microsoft\.icon|x-(icon|png|xbitmap))"
)
#: "type matches destination", step 6, for the types that browsers support.
_OF_DESTINATIONS: Final = {
    "font": re.compile(r"font/(collection|otf|sfnt|ttf|woff2?)"),
    "image": IMAGE_TYPE,
    "json": re.compile(r"(application|text)/json|[^/]+/.+\+json"),
    "script": re.compile(
        r"(text|application)/(x-)?(javascript|ecmascript)|text/(javascript1\.[0-5]|jscript|livescript)"
    ),
    "style": re.compile("text/css"),
    "track": re.compile("text/vtt"),
}
#: The types that Chromium shows in an `object` or an `embed`.
_HANDLED: Final = re.compile(
    r"(text|audio)/.+|video/(mp4|webm|ogg)"
    r"|application/(json|pdf|xml|.+\+xml|javascript)"
    rf"|{IMAGE_TYPE.pattern}"
)
#: The types that Chromium plays in a `video` or an `audio`.
_PLAYED: Final = re.compile(
    r"video/(3gpp|mp4|ogg|webm|x-m4v|x-matroska)"
    r"|audio/(aac|flac|mp[34]|mpeg|ogg|wav|webm|x-m4a|x-mpegurl|x-wav)"
    r"|application/(ogg|vnd\.apple\.mpegurl|x-mpegurl)"
)


def essence(get: Get) -> str | None:
    """Return the type of an element without its parameters, `""` for an element without a type, or
    `None` for an invalid type."""
    written = ascii_lower(get("type")).strip(SPACES)
    if not written:
        return ""
    parsed = parse_media_type(written)
    return None if parsed is None else parsed.essence


def has_style_type(get: Get) -> bool:
    """Return `True` if a `link` may name a style sheet: its type is a hint."""
    name, _, _ = ascii_lower(get("type")).partition(";")
    return name.strip(SPACES) in ("", "text/css")


def has_other_type(get: Get) -> bool:
    """Return `True` if the type of a preload does not match its destination ("type matches
    destination")."""
    pattern, found = _OF_DESTINATIONS.get(ascii_lower(get("as"))), essence(get)
    if pattern is None or found == "":
        return False
    return found is None or not pattern.fullmatch(found)


def is_handled_type(get: Get) -> bool:
    """Return `True` if a browser shows the type of an `object` or an `embed`, or if it has none."""
    found = essence(get)
    return found is not None and (not found or _HANDLED.fullmatch(found) is not None)


def is_page_type(get: Get) -> bool:
    """Return `True` if an `object` or an `embed` of this type can show a page, or has no type."""
    found = essence(get)
    is_picture = bool(found and IMAGE_TYPE.fullmatch(found)) and found != "image/svg+xml"
    return is_handled_type(get) and not is_picture


def has_unplayed_type(get: Get) -> bool:
    """Return `True` if a browser does not play the type of a `source`. Its codecs may be unknown
    too, which are not compared."""
    return get("type") not in (None, "") and not _PLAYED.fullmatch(essence(get) or "")
