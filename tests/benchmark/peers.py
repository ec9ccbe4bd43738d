"""The libraries beside which urldom is measured. Each is optional: without it its column is left out."""

from __future__ import annotations

import importlib
from importlib import metadata
from typing import Any, Final
from urllib.parse import urlsplit

from urldom import HTML5, WHATWG
from urldom.whatwg import URL

#: The subjects that are urldom's. `HTML5` and `WHATWG` are `URLDecomposition` under these standards, or the standards'
#: own `resolve`; `URL` is `urldom.whatwg.URL`; `urldom` is the package, where it is about importing it.
OURS: Final = ("HTML5", "WHATWG", "URL", "urldom")


def _find(name: str) -> Any:
    try:
        return importlib.import_module(name)
    except ImportError:
        return None


can_ada, ada_url, yarl, w3lib_url = map(_find, ["can_ada", "ada_url", "yarl", "w3lib.url"])
lxml_html, lxml_etree = _find("lxml.html"), _find("lxml.etree")
scrapy = _find("scrapy")

_DISTRIBUTIONS: Final = {
    "can_ada": ("can_ada", can_ada),
    "ada_url": ("ada-url", ada_url),
    "yarl": ("yarl", yarl),
    "w3lib": ("w3lib", w3lib_url),
    "lxml": ("lxml", lxml_html),
    "scrapy": ("Scrapy", scrapy),
}


def versions() -> dict[str, str | None]:
    """The version of each peer, `None` where it is not installed."""
    return {
        name: None if module is None else metadata.version(distribution)
        for name, (distribution, module) in _DISTRIBUTIONS.items()
    }


def all_accept(url: str) -> bool:
    """Whether urldom and every peer here takes `url` for an absolute URL, so that none gains time by failing."""
    try:
        HTML5.resolve(url)
        WHATWG.resolve(url)
        URL(url)
        urlsplit(url).port  # noqa: B018
        if can_ada:
            can_ada.parse(url)
        if ada_url:
            ada_url.URL(url)
        if yarl:
            yarl.URL(url)
    except ValueError:
        return False
    return True
