"""The pages that compare urldom with other libraries. Each cell shows a result of the installed
library, or cites a page."""

from __future__ import annotations

import importlib
import re
import urllib.parse
from collections.abc import Callable
from functools import cache
from importlib import metadata
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import urldom
from tests.cases import each_case
from urldom import URL, FrozenURL, RejectedValueError, URLDecomposition, URLPattern, whatwg

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "comparison.md").read_text(encoding="utf-8")
DISAGREEMENTS = (DOCS / "why-parsers-disagree.md").read_text(encoding="utf-8")

#: The columns of the page: the distribution of each library, and the modules that users import.
LIBRARIES: dict[str, tuple[str | None, list[str]]] = {
    "urldom": (None, ["urldom", "urldom.hosts", "urldom.trees", "urldom.http"]),
    "urllib.parse": (None, ["urllib.parse"]),
    "yarl": ("yarl", ["yarl"]),
    "furl": ("furl", ["furl"]),
    "w3lib": ("w3lib", ["w3lib.url", "w3lib.html", "w3lib.http", "w3lib.encoding"]),
    "ada_url": ("ada-url", ["ada_url"]),
    "httpx": ("httpx", ["httpx"]),
    "rfc3986": ("rfc3986", ["rfc3986", "rfc3986.validators", "rfc3986.builder"]),
    "hyperlink": ("hyperlink", ["hyperlink"]),
}
BASE = "http://a.example/b/c/d;p?q#f"


def module(library: str) -> Any:
    return importlib.import_module(LIBRARIES[library][1][0])


def tables(page: str) -> dict[str, list[list[str]]]:
    """Return the rows of the table under each heading. The first row has the titles."""
    found = {}
    for heading, text in re.findall(r"^##+ (.*)\n((?:(?!##).*\n)*)", page, re.MULTILINE):
        lines = [line for line in text.splitlines() if line.startswith("|")]
        if lines:
            cells = [
                [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]] for line in lines
            ]
            found[heading] = [cells[0], *cells[2:]]
    return found


TABLES = tables(PAGE)


def benchmark(title: str) -> list[list[str]]:
    """Return the table of `docs/speed.md` whose first column has this title."""
    found = tables((DOCS / "speed.md").read_text(encoding="utf-8")).values()
    return next(rows for rows in found if rows[0][0] == title)


# Each library reads a URL
# -------------------------------------------------------------------------------------


def _ascii(value: Any) -> Any:
    return value.decode("ascii") if isinstance(value, bytes) else value


#: For each library and standard, a function that returns the host of a URL
HOSTS: dict[str, Callable[[str], str | None]] = {
    "urldom": lambda url: URL(url).hostname,
    "urllib.parse": lambda url: urllib.parse.urlsplit(url).hostname,
    "yarl": lambda url: module("yarl").URL(url).raw_host,
    "furl": lambda url: module("furl").furl(url).host,
    "w3lib": lambda url: urllib.parse.urlsplit(module("w3lib").safe_url_string(url)).hostname,
    "ada_url": lambda url: module("ada_url").URL(url).hostname,
    "httpx": lambda url: _ascii(module("httpx").URL(url).raw_host),
    "rfc3986": lambda url: module("rfc3986").uri_reference(url).normalize().host,
    "hyperlink": lambda url: module("hyperlink").URL.from_text(url).normalize().to_uri().host,
    "RFC1808": lambda url: urldom.parse(url, standard="rfc1808").net_loc,
    "RFC3986": lambda url: URLDecomposition(url, standard="rfc3986").hostname,
    "HTML5": lambda url: URLDecomposition(url, standard="html5").hostname,
    "WHATWG": lambda url: URLDecomposition(url, standard="whatwg").hostname,
}
#: For each library, a function that resolves a reference
JOINS: dict[str, Callable[[str], str]] = {
    "urldom": lambda url: URL(url, BASE).href,
    "urllib.parse": lambda url: urllib.parse.urljoin(BASE, url),
    "yarl": lambda url: str(module("yarl").URL(BASE).join(module("yarl").URL(url))),
    "furl": lambda url: module("furl").furl(BASE).join(url).url,
    "ada_url": lambda url: module("ada_url").URL(url, BASE).href,
    "httpx": lambda url: str(module("httpx").URL(BASE).join(url)),
    "rfc3986": lambda url: module("rfc3986").uri_reference(url).resolve_with(BASE).unsplit(),
    "hyperlink": lambda url: module("hyperlink").URL.from_text(BASE).click(url).to_text(),
}
#: For each library, a function that parses a URL and writes it again
STRINGS: dict[str, Callable[[str], str]] = {
    "urldom": lambda url: str(URL(url)),
    "urllib.parse": lambda url: urllib.parse.urlsplit(url).geturl(),
    "yarl": lambda url: str(module("yarl").URL(url)),
    "furl": lambda url: module("furl").furl(url).url,
    "w3lib": lambda url: module("w3lib").safe_url_string(url),
    "ada_url": lambda url: module("ada_url").URL(url).href,
    "httpx": lambda url: str(module("httpx").URL(url)),
    "rfc3986": lambda url: module("rfc3986").uri_reference(url).unsplit(),
    "hyperlink": lambda url: module("hyperlink").URL.from_text(url).to_text(),
}
OBJECTS: dict[str, Callable[[str], Any]] = {
    "urldom": URL,
    "urllib.parse": urllib.parse.urlsplit,
    "yarl": lambda url: module("yarl").URL(url),
    "furl": lambda url: module("furl").furl(url),
    "ada_url": lambda url: module("ada_url").URL(url),
    "httpx": lambda url: module("httpx").URL(url),
    "rfc3986": lambda url: module("rfc3986").uri_reference(url),
    "hyperlink": lambda url: module("hyperlink").URL.from_text(url),
}


def written(label: str) -> str:
    """Return the URL in a label, with a tab instead of `<TAB>` and a space instead of `<SPACE>`."""
    (url,) = re.findall(r"`(.*)`", label)
    return url.replace("<TAB>", "\t").replace("<SPACE>", " ").removeprefix("(empty)")


def reads_the_host(library: str, label: str) -> str:
    try:
        host = HOSTS[library](written(label))
    except (ValueError, TypeError, NotImplementedError, _httpx_error()):
        return "error"
    return yes(spelled(host or "") == spelled(URL(written(label)).hostname))


def spelled(host: str) -> str:
    """Return the host without brackets, and with its Unicode labels in Punycode. The letters are
    not normalized."""
    labels = host.strip("[]").split(".")
    return ".".join(
        name if name.isascii() else f"xn--{name.encode('punycode').decode('ascii')}"
        for name in labels
    )


def converts(library: str, label: str) -> str:
    """Return `yes` if the library writes the URL with the ASCII host that a browser looks up."""
    special: dict[str, Callable[[str], str]] = {
        "rfc3986": lambda url: module("rfc3986").iri_reference(url).encode().unsplit(),
        "hyperlink": lambda url: module("hyperlink").URL.from_text(url).to_uri().to_text(),
    }
    try:
        url = special.get(library, STRINGS[library])(written(label))
    except (ValueError, LookupError, _httpx_error(), _rfc3986_error()):
        return "error"
    return yes(urllib.parse.urlsplit(url).hostname == URL(written(label)).hostname)


def rejects(library: str, label: str) -> str:
    assert not URL.can_parse(written(label))
    try:
        host = HOSTS[library](written(label))
    except (ValueError, TypeError, _httpx_error()):
        return "yes"
    return "no" if host else "yes"


@cache
def _httpx_error() -> type[Exception]:
    try:
        return module("httpx").InvalidURL  # type: ignore[no-any-return]
    except ImportError:
        return ValueError


@cache
def _rfc3986_error() -> type[Exception]:
    try:
        return importlib.import_module("rfc3986.exceptions").RFC3986Exception  # type: ignore[no-any-return]
    except ImportError:
        return ValueError


def resolves(library: str, label: str) -> str:
    """Return `yes` if the library's result leads a browser to the same URL as the reference."""
    if library not in JOINS:
        return absent(library, "join|^resolve$|resolve_with|click")
    try:
        result = JOINS[library](written(label))
    except (ValueError, NotImplementedError, _httpx_error()):
        return "error"
    return yes(URL(result).href == URL(written(label), BASE).href)


def public_names(library: str) -> set[str]:
    """Return the public names of the modules and of their classes."""
    names: set[str] = set()
    for name in LIBRARIES[library][1]:
        found: ModuleType = importlib.import_module(name)
        for key, value in vars(found).items():
            own = str(getattr(value, "__module__", "")).partition(".")[0] == name.partition(".")[0]
            if own and not key.startswith("_"):
                names.add(key)
                if isinstance(value, type):
                    names |= {
                        attribute for attribute in dir(value) if not attribute.startswith("_")
                    }
    return names


def absent(library: str, pattern: str) -> str:
    """Assert that no public name of the library matches the pattern, and return `none`."""
    names = {name for name in public_names(library) if re.search(pattern, name, re.IGNORECASE)}
    assert names == set()
    return "none"


def yes(condition: object) -> str:
    return "yes" if condition else "no"


def made(library: str, url: str) -> Any:
    return OBJECTS[library](url)


def text_of(value: Any) -> str:
    for name in ("to_text", "geturl", "unsplit"):
        if hasattr(value, name):
            return str(getattr(value, name)())
    return str(value)


def assigns(library: str) -> bool:
    url = made(library, "http://h.example/a")
    try:
        setattr(url, "hostname" if hasattr(url, "hostname") else "host", "i.example")
    except AttributeError:
        return False
    return text_of(url) == "http://i.example/a"


def hides_the_password(library: str) -> bool:
    shown = repr(made(library, "http://bob:secret@h.example/"))
    assert "h.example" in shown
    return "secret" not in shown


def is_data(url: str) -> bool:
    """Return true if `a/b?c` is the last segment of the URL, not a path and a query."""
    return URL(url).host == "h.example" and list(URL(url).segments) == ["x", "a/b?c"]


def has_the_bytes(url: str) -> bool:
    pairs = URL(url).search[1:].split("&")
    return sorted(pairs) == sorted(["sig=a%2fb+c", "x=%7e", "flag", "q=1"])


def stays(build: Callable[[], object]) -> bool:
    """Return true if the library rejects `EVIL` as a host, or if its URL does not lead to
    `evil.example`."""
    try:
        url = URL.parse(text_of(build()))
    except (ValueError, RejectedValueError):
        return True
    return url is None or url.hostname != "evil.example"


def _accepts_bytes(call: Callable[[bytes], object]) -> bool:
    try:
        call(b"http://h.example/")
    except (TypeError, AttributeError):
        return False
    return True


QUERY = "http://h.example/?sig=a%2fb+c&x=%7e&flag"
EVIL = "evil.example/.good.example"
LONG, SHORT = "HTTP://EXAMPLE.com:80/a/../b", "http://example.com/b"


def _ada_set_parameter() -> str:
    ada_url = module("ada_url")
    url = ada_url.URL(QUERY)
    params = ada_url.URLSearchParams(url.search)
    params.set("q", "1")
    url.search = str(params)
    return str(url.href)


def _furl_set_parameter() -> str:
    url = module("furl").furl(QUERY)
    url.args["q"] = "1"
    return str(url.url)


def _furl_normalized() -> str:
    url = module("furl").furl(LONG)
    url.path.normalize()
    return str(url.url)


def _urldom_set_parameter() -> str:
    url = URL(QUERY)
    url.params["q"] = 1
    return url.href


def _in_windows_1251(library: str) -> bool:
    """Return true if the constructor accepts an encoding, and uses it for the query."""
    try:
        url = OBJECTS[library]("http://h.example/?q=мир", encoding="windows-1251")  # type: ignore[call-arg]
    except TypeError:
        return False
    return "%EC%E8%F0" in text_of(url)


def _page(body: bytes) -> Any:
    pytest.importorskip("lxml")
    from urldom.trees import parse

    return parse(body, "http://h.example/", content_type="text/html")


def _lists_the_urls(body: bytes) -> bool:
    return [found.url for found in _page(body).urls()] == [
        "http://h.example/a",
        "http://h.example/b",
    ]


def _submits() -> bool:
    page = _page(b'<form action="/find"><input name="q">')
    form = next(page.forms())
    return str(page.submission(form, values={"q": "a b"}).url) == "http://h.example/find?q=a+b"


def _has_columns() -> bool:
    pyarrow = pytest.importorskip("pyarrow")
    from urldom import columns

    found = columns.resolve(pyarrow.array([r"http://evil.example\@good.example/"]))
    return found.to_pylist() == ["http://evil.example/@good.example/"]


def _has_suffixes() -> bool:
    pytest.importorskip("publicsuffixlist")
    from urldom.hosts import registrable_domain

    return registrable_domain("www.example.co.uk") == "example.co.uk"


def _meta_refresh(library: str) -> bool:
    if library == "urldom":
        from urldom.http import refresh

        found = refresh("5; url=/a", "http://h.example/")
        return found is not None and str(found.url) == "http://h.example/a"
    page = '<meta http-equiv="refresh" content="5; url=/a">'
    return importlib.import_module("w3lib.html").get_meta_refresh(page, "http://h.example/") == (
        5.0,
        "http://h.example/a",
    )


def _each(call: Callable[[str], bool], *without: str) -> dict[str, Callable[[], bool]]:
    return {name: lambda name=name: call(name) for name in OBJECTS if name not in without}  # type: ignore[misc]


OBJECT = r"^f?url$|^URIReference"
#: For each row, a pattern for the names of the feature, and a test for each library with the
#: feature
FEATURES: dict[str, tuple[str, dict[str, Callable[[], bool]]]] = {
    "assigns to attributes of a URL": (OBJECT, _each(assigns)),
    "is hashable: equal URLs are the same key of a `dict`": (
        OBJECT,
        {
            **_each(lambda library: _is_one_key(library), "urldom"),
            "urldom": lambda: (
                len({FrozenURL("http://h.example/a"), FrozenURL("HTTP://h.example/a")}) == 1
            ),
        },
    ),
    f"normalises `{LONG}` to `{SHORT}`": (
        "normal|canonical",
        {
            **{
                name: lambda name=name: STRINGS[name](LONG) == SHORT
                for name in ("urldom", "yarl", "httpx", "ada_url")
            },  # type: ignore[misc]
            "furl": lambda: _furl_normalized() == SHORT,
            "w3lib": lambda: module("w3lib").canonicalize_url(LONG) == SHORT,
            "rfc3986": lambda: module("rfc3986").normalize_uri(LONG) == SHORT,
            "hyperlink": lambda: (
                module("hyperlink").URL.from_text(LONG).normalize().to_text() == SHORT
            ),
        },
    ),
    "keeps `%7e`, `+` and a missing `=` in a query": (
        "safe_url",
        {name: lambda name=name: STRINGS[name](QUERY) == QUERY for name in STRINGS},  # type: ignore[misc]
    ),
    "sets one query parameter and keeps the bytes of the others": (
        "(set|add|replace|update|extend).*(param|query)",
        {
            "urldom": lambda: has_the_bytes(_urldom_set_parameter()),
            "yarl": lambda: has_the_bytes(str(module("yarl").URL(QUERY).update_query(q="1"))),
            "furl": lambda: has_the_bytes(_furl_set_parameter()),
            "w3lib": lambda: has_the_bytes(
                module("w3lib").add_or_replace_parameter(QUERY, "q", "1")
            ),
            "ada_url": lambda: has_the_bytes(_ada_set_parameter()),
            "httpx": lambda: has_the_bytes(
                str(module("httpx").URL(QUERY).copy_set_param("q", "1"))
            ),
            "rfc3986": lambda: has_the_bytes(
                _builder().from_uri(QUERY).extend_query_with({"q": "1"}).geturl()
            ),
            "hyperlink": lambda: has_the_bytes(
                module("hyperlink").URL.from_text(QUERY).set("q", "1").to_text()
            ),
        },
    ),
    "writes a query in the encoding of a page, such as windows-1251": (
        "encoding",
        {
            **_each(_in_windows_1251, "urldom", "urllib.parse"),
            "urldom": lambda: (
                URLDecomposition("http://h.example/?q=мир", encoding="windows-1251").search
                == "?q=%EC%E8%F0"
            ),
            "urllib.parse": lambda: (
                urllib.parse.urlencode({"q": "мир"}, encoding="windows-1251") == "q=%EC%E8%F0"
            ),
            "w3lib": lambda: (
                module("w3lib").safe_url_string("http://h.example/?q=мир", encoding="windows-1251")
                == "http://h.example/?q=%EC%E8%F0"
            ),
        },
    ),
    "lists decoded path segments: `a/b` and `c` for `/a%2Fb/c`": (
        "^segments$|^parts$",
        {
            "urldom": lambda: list(URL("http://h.example/a%2Fb/c").segments) == ["a/b", "c"],
            "yarl": lambda: (
                list(module("yarl").URL("http://h.example/a%2Fb/c").parts[1:]) == ["a/b", "c"]
            ),
            "furl": lambda: (
                list(module("furl").furl("http://h.example/a%2Fb/c").path.segments) == ["a/b", "c"]
            ),
            "hyperlink": lambda: (
                list(module("hyperlink").parse("http://h.example/a%2Fb/c").path) == ["a/b", "c"]
            ),
        },
    ),
    "adds a segment and escapes its delimiters: `a/b?c`": (
        "^segments$|joinpath|^child$",
        {
            "urldom": lambda: is_data(str(URL("http://h.example/x") / "a/b?c")),
            "yarl": lambda: is_data(str(module("yarl").URL("http://h.example/x") / "a/b?c")),
            "furl": lambda: is_data((module("furl").furl("http://h.example/x") / "a/b?c").url),
            "hyperlink": lambda: is_data(
                module("hyperlink").parse("http://h.example/x").child("a/b?c").to_text()
            ),
        },
    ),
    f"builds a URL: the host `{EVIL}` cannot lead to `evil.example`": (
        "build|unsplit|^set$",
        {
            "urldom": lambda: stays(lambda: URL.build(host=EVIL)),
            "urllib.parse": lambda: stays(
                lambda: urllib.parse.urlunsplit(("https", EVIL, "/", "", ""))
            ),
            "yarl": lambda: stays(lambda: module("yarl").URL.build(scheme="https", host=EVIL)),
            "furl": lambda: stays(lambda: module("furl").furl(scheme="https", host=EVIL).url),
            "ada_url": lambda: stays(
                lambda: module("ada_url").replace_url("https://h.example/", hostname=EVIL)
            ),
            "httpx": lambda: stays(lambda: module("httpx").URL(scheme="https", host=EVIL)),
            "rfc3986": lambda: stays(
                lambda: _builder().add_scheme("https").add_host(EVIL).add_path("/").geturl()
            ),
            "hyperlink": lambda: stays(lambda: module("hyperlink").URL(scheme="https", host=EVIL)),
        },
    ),
    "reads a reference that has no base: `../a?b`": (
        OBJECT,
        {
            **_each(lambda library: _reads_references(library), "urldom"),
            "urldom": lambda: urldom.RFC3986.parse("../a?b").query == "b",
        },
    ),
    "accepts bytes": (
        "safe_url",
        {
            **_each(lambda library: _accepts_bytes(OBJECTS[library])),  # type: ignore[arg-type]
            "w3lib": lambda: _accepts_bytes(module("w3lib").safe_url_string),
        },
    ),
    "writes one URL relative to another": (
        "relative_to|make_relative",
        {"urldom": lambda: URL("http://h.example/a/b").relative_to("http://h.example/a/c") == "b"},
    ),
    "`repr` hides the password": (OBJECT, _each(hides_the_password)),
    "reads the `<base>` of a page": (
        "get_base|base_href|base_element",
        {
            "urldom": lambda: _page(b'<base href="/a/">').base_url == "http://h.example/a/",
            "w3lib": lambda: (
                importlib.import_module("w3lib.html").get_base_url(
                    '<base href="/a/">', "http://h.example/"
                )
                == "http://h.example/a/"
            ),
        },
    ),
    "resolves URLs by `xml:base`": (
        "xml_?base",
        {
            "urldom": (
                lambda: urldom.Element(
                    urldom.Document("http://h.example/"), xml_base="a/"
                ).base_url.endswith("a/")
            )
        },
    ),
    "finds every URL of an HTML page": (
        "^urls$|find_?urls|iter_?links|extract_(links|urls)",
        {"urldom": lambda: _lists_the_urls(b'<a href="a"><img src="b">')},
    ),
    "finds URLs in `srcset` and in CSS": (
        "srcset|style|css",
        {"urldom": lambda: _lists_the_urls(b'<img srcset="a"><p style="background: url(b)">')},
    ),
    "finds the encoding that a page declares": (
        "declared_encoding|html_to_unicode|content_encoding",
        {
            "urldom": lambda: _page(b'<meta charset="windows-1251">').encoding == "windows-1251",
            "w3lib": lambda: (
                importlib.import_module("w3lib.encoding").html_body_declared_encoding(
                    b'<meta charset="windows-1251">'
                )
                == "cp1251"
            ),
        },
    ),
    "finds the URL of a `meta refresh`": (
        "refresh",
        {"urldom": lambda: _meta_refresh("urldom"), "w3lib": lambda: _meta_refresh("w3lib")},
    ),
    "makes the request that submits a form": ("^forms?$|submission|submit", {"urldom": _submits}),
    "matches URL patterns (URL Pattern Standard)": (
        "pattern",
        {"urldom": lambda: URLPattern("https://*.example/:id").test("https://h.example/7")},
    ),
    "reads columns of URLs: Arrow, pandas, polars, DuckDB, Spark": (
        "column|arrow|frame|series",
        {"urldom": _has_columns},
    ),
    "finds the public suffix and the registrable domain": (
        "public_suffix|registrable|same_site",
        {"urldom": _has_suffixes},
    ),
    "returns the host as an IP address, also for `http://0x7f.1/`": (
        "ip_address|address_space",
        {"urldom": lambda: str(URL("http://0x7f.1/").ip_address) == "127.0.0.1"},
    ),
    "finds that `http://h.example/a b` is invalid": (
        "valid_url|is_valid_uri|check_url|is_url",
        {
            "urldom": lambda: not whatwg.is_valid_url("http://h.example/a b"),
            "w3lib": lambda: not module("w3lib").is_url("http://h.example/a b"),
            "ada_url": lambda: not module("ada_url").check_url("http://h.example/a b"),
            "rfc3986": lambda: not module("rfc3986").is_valid_uri("http://h.example/a b"),
        },
    ),
    "lists each validation error with its position": (
        "validation_errors",
        {
            "urldom": lambda: (
                whatwg.validation_errors("http://h.example/a b")[0].name == "invalid-URL-unit"
            )
        },
    ),
    "explains each step of parsing": (
        "explain",
        {"urldom": lambda: bool(urldom.explain("http://h.example/"))},
    ),
}


def _builder() -> Any:
    return importlib.import_module("rfc3986.builder").URIBuilder()


def _is_one_key(library: str) -> bool:
    try:
        return len({made(library, SHORT), made(library, SHORT)}) == 1
    except TypeError:
        return False


def _reads_references(library: str) -> bool:
    try:
        return "b" in str(made(library, "../a?b").query)
    except ValueError:
        return False


def feature(library: str, label: str) -> str:
    names, tests = FEATURES[label]
    if library not in tests:
        return absent(library, names)
    try:
        return yes(tests[library]())
    except (NotImplementedError, _rfc3986_error()):
        return "error"


# Facts about the packages
# --------------------------------------------------------------------------------------

PROJECT = (DOCS.parent / "pyproject.toml").read_text(encoding="utf-8")


def _names(requirements: list[str]) -> str:
    """Return the names of the packages that the library always needs."""
    needed = [text for text in requirements if not re.search("extra ==|python_version <", text)]
    return ", ".join(sorted(re.split(r"[^\w-]", text)[0].lower() for text in needed)) or "no"


def _version(library: str) -> str:
    distribution = LIBRARIES[library][0]
    if distribution is None:
        return urldom.__version__ if library == "urldom" else "Python"
    return metadata.version(distribution)


def _files(library: str) -> list[str]:
    return [str(file) for file in metadata.files(LIBRARIES[library][0] or "") or []]


def _typed(library: str) -> str:
    # The standard library has no `py.typed`, because type checkers contain the types of the
    # standard library.
    if library == "urllib.parse":
        return "yes"
    if library == "urldom":
        return yes((Path(urldom.__file__).parent / "py.typed").is_file())
    return yes(any(file.endswith("/py.typed") for file in _files(library)))


def _compiled(library: str) -> str:
    if library in ("urldom", "urllib.parse"):
        folder = Path(module(library).__file__).parent
        return yes([*folder.rglob("*.so"), *folder.rglob("*.pyd")])
    return yes(any(file.endswith((".so", ".pyd")) for file in _files(library)))


def _requires(library: str) -> str:
    if library == "urldom":
        (listed,) = re.findall(r"^dependencies = \[(.*)\]", PROJECT, re.MULTILINE)
        return _names(re.findall('"(.*?)"', listed))
    return (
        "no"
        if library == "urllib.parse"
        else _names(metadata.requires(LIBRARIES[library][0] or "") or [])
    )


FACTS: dict[str, Callable[[str], str]] = {
    "version compared": _version,
    "typed": _typed,
    "compiled code in the wheel": _compiled,
    "needs other packages": _requires,
}

# Why parsers disagree
# ---------------------------------------------------------------------------------------------

GOOD = "http://good.example/b/c/d?q"


def reads(reader: str, url: str) -> str:
    """Return the host that a library or a standard finds, as the page writes it."""
    try:
        if reader in READERS:
            urldom.resolve(url, standard=READERS[reader])
        host = HOSTS[reader](url)
    except (ValueError, _httpx_error()):
        return "error"
    return f"`{host}`".replace("\t", "<TAB>") if host else "no host"


def resolves_to(reader: str, url: str) -> str:
    try:
        found = (
            urldom.resolve(url, GOOD, standard=READERS[reader])
            if reader in READERS
            else urllib.parse.urljoin(GOOD, url)
        )
    except ValueError:
        return "error"
    return f"`{found}`"


READERS = {
    "RFC1808": "rfc1808",
    "RFC2396": "rfc2396",
    "RFC3986": "rfc3986",
    "HTML5": "html5",
    "WHATWG": "whatwg",
}


# The pages
# --------------------------------------------------------------------------------------------------------

#: The function that computes the cells of each table.
PROBES: dict[str, Callable[[str, str], str]] = {
    "The host that a browser connects to": reads_the_host,
    "Hosts that a browser rejects": rejects,
    "Hosts in Unicode": converts,
    "Relative URLs": resolves,
    "Read, write and build": feature,
    "The packages": lambda library, label: FACTS[label](library),
}
#: The row whose cells cite the documentation, because no code can compute them.
CITED = "standard"
CITATION = re.compile(r"\[.+\]\(https://(?:[a-z0-9-]+\.)+[a-z]+(?:/\S*)?\)")


#: The tables whose labels are URLs. They have no columns for urldom and ada_url, in which each cell
#: would be `yes`.
READ = list(PROBES)[:4]
#: The heading of the features that are in lists, because few libraries have them
LISTS = "Pages, patterns and checks"
_SECTION = PAGE.partition(f"\n## {LISTS}\n")[2].partition("\n## ")[0]
#: The features in the two lists of this section. Only urldom has the first ones, and only urldom
#: and w3lib the others.
ALONE, WITH_W3LIB = (
    re.findall(r"^- (.*)\n", text, re.MULTILINE) for text in _SECTION.split("only w3lib does")
)


def every_cell() -> list[tuple[str, str, str, str]]:
    """Return the heading, the label, the library and the cell of each table, also for the columns
    that a table does not have. A label can have several URLs."""
    found = []
    for label in (*ALONE, *WITH_W3LIB):
        able = {"urldom"} if label in ALONE else {"urldom", "w3lib"}
        for library in LIBRARIES:
            # A library can have a function for the feature that returns another result.
            missing = "no" if library in FEATURES[label][1] else "none"
            found.append((LISTS, label, library, "yes" if library in able else missing))
    for heading, (titles, *rows) in TABLES.items():
        for row in rows if heading in PROBES else ():
            shown = dict(zip((title.strip("`") for title in titles[1:]), row[1:], strict=True))
            for label in re.findall("`[^`]*`", row[0]) if heading in READ else row[:1]:
                other = "yes" if heading in READ else "none"
                found += [
                    (heading, label, library, shown.get(library, other)) for library in LIBRARIES
                ]
    return found


def cells() -> list[Any]:
    return [pytest.param(*cell, id=f"{cell[2]}: {cell[1]}") for cell in every_cell()]


def installed(library: str) -> None:
    """Skip the test if the installed version is not the one that the page compares."""
    distribution, modules = LIBRARIES[library]
    if distribution is not None:
        pytest.importorskip(modules[0], reason=f"{distribution} is not installed")
        titles, *rows = TABLES["The packages"]
        compared = dict(zip((title.strip("`") for title in titles), rows[0], strict=True))[library]
        found = metadata.version(distribution)
        if found != compared:
            pytest.skip(f"the page compares {distribution} {compared}, and {found} is installed")


@each_case(("heading", "label", "library", "cell"), cells())
def test_cell_shows_the_result_of_the_library(
    heading: str, label: str, library: str, cell: str
) -> None:
    if label == CITED:
        assert CITATION.fullmatch(cell) or cell == "[five](which-standard.md)"
        return
    installed(library)
    assert PROBES.get(heading, feature)(library, label) == cell


def disagreements() -> list[Any]:
    """Return the kind, the label, the reader and the result for each reader in a row. A row lists
    all readers with the same result, and has no label if it is the same as in the row above."""
    found = []
    for block in re.findall(r"(?:^\|.*\n)+", DISAGREEMENTS, re.MULTILINE):
        titles, _, *rows = [
            [cell.strip() for cell in line.split("|")[1:-1]] for line in block.splitlines()
        ]
        if titles[-1] == "readers":
            label = ""
            for row in rows:
                label = row[0] or label
                found += [
                    (titles[0], label, reader.strip("`"), row[1]) for reader in row[2].split(", ")
                ]
    return found


@each_case(("kind", "label", "reader", "cell"), disagreements())
def test_reader_has_the_result_on_the_page(kind: str, label: str, reader: str, cell: str) -> None:
    if reader in LIBRARIES:
        installed(reader)
    read = reads if kind == "URL" else resolves_to
    assert read(reader, written(label)) == cell


@each_case(("kind", "label"), sorted({row[:2] for row in disagreements()}))
def test_page_lists_every_reader_and_a_disagreement(kind: str, label: str) -> None:
    rows = [row for row in disagreements() if row[1] == label]
    libraries = ["urllib.parse", "yarl", "httpx"] if kind == "URL" else ["RFC2396", "urllib.parse"]
    assert sorted(row[2] for row in rows) == sorted(
        ["RFC1808", "RFC3986", "HTML5", "WHATWG", *libraries]
    )
    assert len({row[3] for row in rows}) > 1


def test_each_table_compares_each_library() -> None:
    assert set(TABLES) == set(PROBES)
    for heading in PROBES:
        titles = {title.strip("`") for title in TABLES[heading][0][1:]}
        missing = {"urldom", "ada_url"} if heading in READ else set()
        assert titles == set(LIBRARIES) - missing
    labels = [
        row[0]
        for heading, probe in PROBES.items()
        if probe is feature
        for row in TABLES[heading][1:]
    ]
    assert sorted([*labels, *ALONE, *WITH_W3LIB]) == sorted(FEATURES)
    assert [row[0] for row in TABLES["The packages"][1:]] == [
        "version compared",
        CITED,
        *list(FACTS)[1:],
    ]


def test_ada_url_alone_reads_each_url_as_browsers_do() -> None:
    columns: dict[str, set[str]] = {}
    for heading, _, library, cell in every_cell():
        if heading in READ:
            columns.setdefault(library, set()).add(cell)
    assert {library for library, column in columns.items() if column == {"yes"}} == {
        "urldom",
        "ada_url",
    }


@pytest.mark.parametrize(
    ("library", "name"), [("upa_url", "URL"), ("can_ada", "parse"), ("pydantic_core", "Url")]
)
def test_libraries_that_the_tables_leave_out_read_each_url_as_urldom_does(
    library: str, name: str
) -> None:
    parse = getattr(pytest.importorskip(library), name)
    labels = [row[0] for heading in READ for row in TABLES[heading][1:]]
    for url in (url.strip("`") for label in labels for url in re.findall("`[^`]*`", label)):
        try:
            expected = URL(url).href
        except ValueError:
            with pytest.raises((ValueError, RuntimeError)):
                parse(url)
        else:
            found = parse(url)
            assert (str(found) if library == "pydantic_core" else found.href) == expected


def test_the_page_names_who_is_faster() -> None:
    """The benchmark agrees with the page about who is faster than urldom."""
    page = " ".join((DOCS / "speed.md").read_text(encoding="utf-8").split())
    for job, library, faster in (
        ("All [0-9]+ families of URLs", "can_ada", True),
        ("All [0-9]+ families of URLs", "upa_url", True),
        ("All [0-9]+ families of URLs", "ada_url", False),
        ("All [0-9]+ families of URLs", "yarl", False),
        ("All [0-9]+ families of URLs", "urllib.parse", False),
        ("Assign an attribute", "ada_url", True),
        ("Assign an attribute", "can_ada", True),
        ("Assign an attribute", "upa_url", True),
        ("Resolve a reference", "ada_url", True),
        ("Resolve a reference", "upa_url", True),
    ):
        (ratio,) = re.findall(rf"- \*\*{job}\*\*[^-]* {re.escape(library)} \(([\d.]+)\)", page)
        assert (float(ratio) > 1) is faster, (job, library)
