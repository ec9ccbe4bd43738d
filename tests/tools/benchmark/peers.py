"""The libraries that urldom is compared with. All are optional. The tables have no column for a
library that is not installed."""

from __future__ import annotations

import importlib
from importlib import metadata
from typing import Any, Final
from urllib.parse import urlsplit

from urldom import HTML5, WHATWG
from urldom.whatwg import URL

#: The names of urldom's own subjects in the tables. All other subjects are peers. `HTML5` and
#: `WHATWG` are `URLDecomposition` under these standards, or the standards' own `resolve`. `URL` and
#: `FrozenURL` are urldom's classes. `urldom` is the package, in jobs that import it or parse pages
#: with it. After a comma, `urldom` can be followed by the name of a parser. Without this name,
#: urldom chooses the parser.
OURS: Final = (
    *("HTML5", "WHATWG", "URL", "FrozenURL", "urldom"),
    *("urldom, turbohtml", "urldom, selectolax", "urldom, lxml"),
)


def find(name: str) -> Any:
    """Return the module of that name, or `None` if it is not installed."""
    try:
        return importlib.import_module(name)
    except ImportError:
        return None


can_ada, ada_url, yarl, httpx, w3lib_url = map(
    find, ["can_ada", "ada_url", "yarl", "httpx", "w3lib.url"]
)
lxml_html, lxml_etree = find("lxml.html"), find("lxml.etree")
selectolax_lexbor, turbohtml = find("selectolax.lexbor"), find("turbohtml")
upa_url, pydantic_core = find("upa_url"), find("pydantic_core")
pywhatwgurl, liburlparser = find("pywhatwgurl"), find("liburlparser")
scrapy, urlpattern, requests = find("scrapy"), find("urlpattern"), find("requests")
form2request, mechanicalsoup = find("form2request"), find("mechanicalsoup")

_DISTRIBUTIONS: Final = {
    "can_ada": ("can_ada", can_ada),
    "ada_url": ("ada-url", ada_url),
    "upa_url": ("upa-url", upa_url),
    "pydantic_core": ("pydantic_core", pydantic_core),
    "pywhatwgurl": ("pywhatwgurl", pywhatwgurl),
    "liburlparser": ("liburlparser", liburlparser),
    "yarl": ("yarl", yarl),
    "httpx": ("httpx", httpx),
    "w3lib": ("w3lib", w3lib_url),
    "lxml": ("lxml", lxml_html),
    "scrapy": ("Scrapy", scrapy),
    "urlpattern": ("urlpattern", urlpattern),
    "selectolax": ("selectolax", selectolax_lexbor),
    "turbohtml": ("turbohtml", turbohtml),
    "requests": ("requests", requests),
    "form2request": ("form2request", form2request),
    "mechanicalsoup": ("MechanicalSoup", mechanicalsoup),
}
#: A note for readers of the times about each peer that makes URL objects
NOTES: Final = {
    "can_ada": (
        "a binding of the C++ library ada with pybind11. It parses eagerly, after the URL Standard."
    ),
    "upa_url": (
        "a binding of the C++ library Upa with nanobind. It parses eagerly, after the URL Standard,"
        " and has patterns."
    ),
    "ada_url": (
        "a binding of the C++ library ada with cffi. It parses eagerly, after the URL Standard."
    ),
    "pywhatwgurl": "the URL Standard in pure Python. It parses eagerly.",
    "pydantic_core": (
        "the `Url` of the library for validation, in Rust, after the URL Standard. It parses"
        " eagerly, cannot be changed, and has no attribute for the host with its port, so six"
        " attributes are read."
    ),
    "liburlparser": (
        "a C++ library that splits a URL and finds public suffixes. It does not follow the URL"
        " Standard: it keeps spaces and non-ASCII characters, drops the slash at the end of a path,"
        " and accepts texts that are not URLs. It has no attribute for the host with its port, so"
        " six attributes are read."
    ),
    "yarl": (
        "the library of the aiohttp project, which splits after RFC 3986, with its quoting in C."
        " Its objects cannot be changed, and it caches hosts. The encoded attributes, such as"
        " `raw_host`, are read, because the others' attributes are encoded; `host` also decodes, so"
        " that it takes several times as long for a new host."
    ),
    "urllib": "`urlsplit`, which splits and neither escapes nor checks.",
}
#: The libraries that have columns. The modules that need them import them.
_OF_COLUMNS: Final = ("pyarrow", "polars", "pandas", "duckdb", "pyspark")


def versions() -> dict[str, str | None]:
    """Return the version of each peer, or `None` for a peer that is not installed."""
    return {
        name: None if module is None else metadata.version(distribution)
        for name, (distribution, module) in _DISTRIBUTIONS.items()
    } | dict(zip(_OF_COLUMNS, map(_version, _OF_COLUMNS), strict=True))


def _version(distribution: str) -> str | None:
    try:
        return metadata.version(distribution)
    except metadata.PackageNotFoundError:
        return None


def all_accept(url: str) -> bool:
    """Return whether urldom and every installed peer accept `url`. A library that rejects a URL
    would gain time."""
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
