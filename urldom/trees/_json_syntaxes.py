"""The URLs in import maps and speculation rules, which are JSON in a `script` (HTML Standard 8.1.5
and 7.6)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Final

from urldom.imports._import_map import may_be_url_like
from urldom.imports._json_values import find_strings
from urldom.trees._syntaxes import SPACES, Syntax, URLSpan, url_alone

#: The forms of URLs in an import map. Only an address is loaded, and only a scope can be any
#: relative URL.
ADDRESS: Final = "address"
SCOPE: Final = "scope"
_NAME: Final = "name"


def _find_in_import_map(value: str) -> Iterator[URLSpan]:
    for start, end, text, path, is_name in find_strings(value):
        form = _form_in_import_map(path, is_name)
        # The other forms are URLs only if they are not bare specifiers.
        if form == SCOPE or (form and may_be_url_like(text)):
            yield URLSpan(start, end, text, form, "import-map")


def _form_in_import_map(path: tuple[str | int, ...], is_name: bool) -> str:
    """Return the form of a string at a path of an import map, or `""` if it is not a URL."""
    match is_name, path:
        case True, ("scopes",):
            return SCOPE
        case True, ("imports" | "integrity",) | ("scopes", _):
            return _NAME
        case False, ("imports", name) | ("scopes", _, name):
            is_folder = isinstance(name, str) and name.endswith("/")
            return _NAME if is_folder else ADDRESS  # A folder is not loaded itself.
        case _:
            return ""


def _write_in_import_map(url: str, span: URLSpan) -> str:
    url = url_alone(url)
    if span.form != SCOPE:
        if not url or url[0] in "?#\\":
            raise ValueError(
                f"{url!r} cannot be written in an import map: write it with a path, or as an"
                " absolute URL"
            )
        if not may_be_url_like(url):  # Without a dot, it would be a bare specifier.
            url = f"./{url}"
    written = _write_in_json(url, span)
    if span.form != _NAME:
        return written
    # A specifier that ends in a slash needs an address that does. So a slash at the end stays or
    # stays away, if the URL allows it:
    had_slash, has_slash = span.url.endswith("/"), url.endswith("/")
    if has_slash and not had_slash:
        return f"{written} "  # The space hides the slash. A URL parser removes it.
    if had_slash and not has_slash and not url.strip("./"):
        return f"{written}/"  # `..` is the same URL as `../`.
    return written


def _find_in_rules(value: str) -> Iterator[URLSpan]:
    for start, end, text, path, _ in find_strings(value):
        match path:
            case ("prefetch" | "prerender" as use, int(), "urls", int()):
                yield URLSpan(start, end, text.strip(SPACES), use=use)
            case _:
                pass


def _write_in_json(url: str, span: URLSpan) -> str:
    # A `<` could begin the end tag of the `script`.
    return json.dumps(url_alone(url), ensure_ascii=False)[1:-1].replace("<", "\\u003c")


IMPORT_MAP: Final = Syntax("import map", _find_in_import_map, _write_in_import_map)
SPECULATION_RULES: Final = Syntax("set of speculation rules", _find_in_rules, _write_in_json)
