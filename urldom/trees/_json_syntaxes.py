"""Import maps and speculation rules (HTML Standard 8.1.5 and 7.6), which are JSON in a `script`: the URLs in them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Final

from urldom._text.json_values import find_strings
from urldom.imports import LIKE_A_PATH, may_be_url_like
from urldom.trees._syntaxes import SPACES, Span, Syntax, url_alone

#: The forms of URLs in an import map. Only an address can be loaded, and only a scope can be any relative URL.
ADDRESS: Final = "address"
_SPECIFIER: Final = "specifier"
_SCOPE: Final = "scope"
_QUERY_OR_FRAGMENT = re.compile(r"[?#]")
_ENDS_IN_DOTS = re.compile(r"(?:\A|/)\.\.?\Z")


def can_be_relative(span: Span) -> bool:
    return span.form == _SCOPE or span.url.startswith(LIKE_A_PATH)


def _find_in_import_map(value: str) -> Iterator[Span]:
    for start, end, text, path, is_name in find_strings(value):
        part, depth = path[0] if path else None, len(path)
        form = _SPECIFIER
        if part == "scopes" and depth == 1:
            form = _SCOPE if is_name else ""
        elif not is_name and part in ("imports", "scopes") and depth == 2 + (part == "scopes"):
            # The address of a folder is not loaded itself.
            form = _SPECIFIER if (path[-1] or "").endswith("/") else ADDRESS
        elif not is_name or depth != 1 + (part == "scopes") or part not in ("imports", "scopes", "integrity"):
            continue
        if form == _SCOPE or may_be_url_like(text):
            yield Span(start, end, text, form)


def _write_in_import_map(url: str, span: Span) -> str:
    url = url_alone(url)
    if span.form != _SCOPE:
        if not url or url[0] in "?#\\":
            raise ValueError(f"{url!r} cannot be written in an import map: write it with a path, or as an absolute URL")
        # Only a specifier whose text ends in a slash needs an address that ends in one.
        if span.url[-1:] == "/":
            url += "/" if _ENDS_IN_DOTS.search(url) else ""
        elif span.form == _SPECIFIER and url[-1] == "/" and not _QUERY_OR_FRAGMENT.search(url):
            url += "."
        url = url if may_be_url_like(url) else f"./{url}"  # Without a dot, it would be a bare specifier.
    return _write_in_json(url, span)


def _find_in_rules(value: str) -> Iterator[Span]:
    for start, end, text, path, _ in find_strings(value):
        if len(path) == 4 and path[0] in ("prefetch", "prerender") and path[1:] == (None, "urls", None):
            yield Span(start, end, text.strip(SPACES))


def _write_in_json(url: str, span: Span) -> str:
    # A `<` could begin the end tag of the `script`.
    return json.dumps(url_alone(url), ensure_ascii=False)[1:-1].replace("<", "\\u003c")


IMPORT_MAP: Final = Syntax("import map", _find_in_import_map, _write_in_import_map)
SPECULATION_RULES: Final = Syntax("set of speculation rules", _find_in_rules, _write_in_json)
