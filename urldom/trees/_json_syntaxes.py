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
        match is_name, path:
            case True, ("scopes",):
                yield URLSpan(start, end, text, SCOPE, "import-map")
                continue
            case True, ("imports" | "integrity",) | ("scopes", _):
                form = _NAME
            case False, ("imports", name) | ("scopes", _, name):
                form = (
                    _NAME if (name or "").endswith("/") else ADDRESS
                )  # A folder is not loaded itself.
            case _:
                continue
        if may_be_url_like(text):
            yield URLSpan(start, end, text, form, "import-map")


def _write_in_import_map(url: str, span: URLSpan) -> str:
    url = url_alone(url)
    if span.form != SCOPE:
        if not url or url[0] in "?#\\":
            raise ValueError(
                f"{url!r} cannot be written in an import map: write it with a path, or as an"
                " absolute URL"
            )
        url = (
            url if may_be_url_like(url) else f"./{url}"
        )  # Without a dot, it would be a bare specifier.
    end = ""
    if span.form == _NAME and url.endswith("/") != span.url.endswith("/"):
        # A specifier that ends in a slash blocks an address that does not, so such a slash stays. A
        # space, which a URL parser ignores, hides a new one.
        end = " " if url.endswith("/") else "" if url.strip("./") else "/"
    return _write_in_json(url, span) + end


def _find_in_rules(value: str) -> Iterator[URLSpan]:
    for start, end, text, path, _ in find_strings(value):
        if (
            len(path) == 4
            and (use := path[0]) in ("prefetch", "prerender")
            and path[1:] == (None, "urls", None)
        ):
            yield URLSpan(start, end, text.strip(SPACES), use=use)


def _write_in_json(url: str, span: URLSpan) -> str:
    # A `<` could begin the end tag of the `script`.
    return json.dumps(url_alone(url), ensure_ascii=False)[1:-1].replace("<", "\\u003c")


IMPORT_MAP: Final = Syntax("import map", _find_in_import_map, _write_in_import_map)
SPECULATION_RULES: Final = Syntax("set of speculation rules", _find_in_rules, _write_in_json)
