"""Measure how the time grows with the length of hostile input. Ten times the length must take about
ten times as long."""

from __future__ import annotations

import contextlib
import itertools
import time
from collections.abc import Callable, Iterator
from typing import Any, Final

import urldom
from urldom import URLDecomposition, html5, http
from urldom._core.standards.registry import STANDARD_NAMES
from urldom.patterns import URLPattern, URLPatternList
from urldom.trees import parse
from urldom.whatwg import URL

# Each function makes the value of a header, or a `data:` URL, with about n characters.
_VALUES: Final[dict[str, Callable[[int], str]]] = {
    "a Location of bytes": lambda n: "/" + "\udcff" * n,
    "a Location of backslashes": lambda n: "\\" * n,
    "Link headers": lambda n: "<a>; rel=b," * (n // 11),
    "a Link of parameters": lambda n: "<a>; rel=b" + "; c*=utf-8''d" * (n // 13),
    "a Link of open quotes": lambda n: '<a>; rel="' * (n // 10),
    "a Link of backslashes": lambda n: '<a>; rel="' + "\\" * n,
    "a Link of commas": lambda n: "," * n,
    "a Refresh of digits": lambda n: "9" * n,
    "a Refresh of spaces": lambda n: "0;" + " " * n,
    "a MIME type of parameters": lambda n: "a/b" + ";c=d" * (n // 4),
    "base64": lambda n: ";base64," + "YQ" * (n // 2),
    "escapes of data": lambda n: "," + "%41" * (n // 3),
}
_BASE: Final = "https://www.example.com/a/b/c?d=e"

# Each function makes a URL with about n characters.
_FAMILIES: Final[dict[str, Callable[[int], str]]] = {
    "/../ repeated": lambda n: "http://h" + "/.." * (n // 3) + "/",
    "dots and percent signs": lambda n: "http://h/" + ".%" * (n // 2),
    "%2e segments": lambda n: "http://h" + "/%2e%2E" * (n // 7),
    "@ in the authority": lambda n: "http://" + "@" * n + "h/",
    "colons": lambda n: "http://h" + ":" * n,
    "brackets": lambda n: "http://" + "[" * n + "/",
    "hextets": lambda n: "http://[" + "1:" * (n // 2) + "]/",
    "a non-ASCII host label": lambda n: "http://" + "\u00fc" * n + "/",
    "non-ASCII host labels": lambda n: "http://" + "\u00fc." * (n // 2) + "/",
    "soft hyphens in the host": lambda n: "http://h" + "\xad" * n + "/",
    "a query in a legacy encoding": lambda n: "http://h/?" + "\u043c" * n,
    "tabs": lambda n: "http://h/" + "\t" * n + "x",
    "backslashes": lambda n: "http://h/" + "\\" * n,
    "backslashes in the userinfo": lambda n: "http://" + "\\" * n + "@h/",
    "semicolons": lambda n: "http://h/" + ";" * n,
    "IPv4 parts": lambda n: "http://" + "0." * (n // 2) + "1/",
    "digits": lambda n: "http://" + "9" * n + "/",
    "a port of digits": lambda n: "http://h:" + "0" * n + "80/",
    "surrogates": lambda n: "http://h/?" + "\ud800" * n,
    "search params": lambda n: "http://h/?" + "a=b&" * (n // 4),
    "slashes": lambda n: "x:" + "/" * n,
    "scheme characters": lambda n: "a" * n,
}


# Each function makes a page with about n characters.
_PAGES: Final[dict[str, Callable[[int], str]]] = {
    "links of a page": lambda n: "<a href=b>c</a>" * (n // 15),
    "nested elements": lambda n: "<div>" * (n // 5),
    "nested xml:base": lambda n: (
        "<rss>" + "<e xml:base='b/'>" * (n // 21) + "</e>" * (n // 21) + "</rss>"
    ),
    "comments before a page": lambda n: "<!---->" * (n // 7),
    "a page of markup alone": lambda n: "<" * n,
    "a meta element of attributes": lambda n: "<meta " + "a=b " * (n // 4),
    "a style of functions": lambda n: f"<p style='{'url(b)' * (n // 6)}'>",
    "a style of open brackets": lambda n: f"<style>{'(' * n}",
    "a srcset of commas": lambda n: f"<img srcset='{',' * n}'>",
    "a srcset of parentheses": lambda n: f"<img srcset='a {'()' * (n // 2)}'>",
}


# Each function makes a page of forms with about n characters.
_FORMS: Final[dict[str, Callable[[int], str]]] = {
    "controls of a form": lambda n: "<form method=post>" + "<input name=a value=b>" * (n // 22),
    "forms of a page": lambda n: "<form><input name=a></form>" * (n // 27),
    "form= from everywhere": lambda n: (
        "<form id=f></form><div>" + "<input name=a form=f>" * (n // 21)
    ),
    "form= to many ids": lambda n: "".join(
        f"<form id=f{i:07}><input form=f{i:07}></form>" for i in range(n // 47)
    ),
    "nested fieldsets": lambda n: "<form>" + "<fieldset><input name=a>" * (n // 24),
    "nested disabled fieldsets": lambda n: (
        "<form>" + "<fieldset disabled><legend>" * (n // 27) + "<input name=a>"
    ),
    "options": lambda n: "<form><select name=a>" + "<option selected>b" * (n // 18),
    "radio buttons": lambda n: "<form>" + "<input type=radio name=a checked>" * (n // 33),
    "directions": lambda n: "<form dir=auto>" + "<input name=a dirname=b>" * (n // 24) + "-" * n,
    "nested datalists": lambda n: "<form>" + "<datalist><input name=a>" * (n // 24),
    "a value of line ends": lambda n: f"<form method=post><textarea name=a>{chr(10) * n}",
    "a multipart body of hyphens": lambda n: (
        f"<form method=post enctype=multipart/form-data><textarea name=a>{chr(10)}--{'-' * n}"
    ),
    "a number of digits": lambda n: (
        f"<form><input type=number name=a value={'1' * n}><input type=range max={'9' * n}>"
    ),
    "labels of accept-charset": lambda n: (
        f"<form accept-charset='{'x ' * (n // 2)}'><input name=a>"
    ),
}


# Each function makes a path with about n characters. The patterns below are matched against these
# paths.
_PATHS: Final[dict[str, Callable[[int], str]]] = {
    "patterns on segments": lambda n: "/a" * (n // 2),
    "patterns on one segment": lambda n: "/" + "a" * n,
    "patterns on slashes": lambda n: "/" * n,
    "patterns on dashes": lambda n: "/" + "a-" * (n // 2),
}
#: Patterns that can match a path in many ways. For most of them, a backtracking regular expression
#: takes far more than linear time.
_PATTERNS: Final = (
    *(
        "/*a*a*a*b",
        "/:a-:b-:c-:d",
        "/:a?/:b?/:c?/:d?/x",
        "/{a}*{a}*{a}*b",
        "/{a-}+{a-}+b",
        "/:a+/:b+/:c+",
    ),
    *("/{:a-}*x", "*/:a/:b?/x", "/:a*{a}*:b*x", "{/*}*{/:a}+*x", "/*-:a-*/:b"),
)
# Each function makes a pattern of a path, with about n characters.
_LONG_PATTERNS: Final[dict[str, Callable[[int], str]]] = {
    "a pattern of text": lambda n: "/" + "a" * n,
    "a pattern of escapes": lambda n: "\\a" * (n // 2),
    "a pattern of open parentheses": lambda n: "(" * n,
    "a pattern of braces": lambda n: "{a}" * (n // 3),
}


def _match(path: str) -> None:
    url = URL("https://example.com")
    url.pathname = path
    for text in _PATTERNS:
        for ignore_case in (False, True):
            pattern = URLPattern(pathname=text, ignore_case=ignore_case)
            pattern.test(url.href)
            result = pattern.exec(url)
            _ = result and result.pathname
    URLPatternList(URLPattern(pathname=text) for text in _PATTERNS).all(url)


def _make_pattern(text: str) -> None:
    with contextlib.suppress(ValueError):
        URLPattern(pathname=text)
    with contextlib.suppress(ValueError):
        URLPattern(f"https://example.com/{text}")


def _work_on_page(text: str) -> None:
    """Call every function of a page."""
    page = parse(text.encode(), _BASE)
    page.make_absolute()
    for url in page.urls():
        _ = url.url


def _work_on_forms(text: str) -> None:
    """Submit every form of a page, with and without its default button."""
    page = parse(text.encode(), _BASE)
    for form in page.forms():
        page.submission(form)
        page.submission(form, submitter=form.default_button)


def _work(url: str) -> None:
    """Call every function of a URL, under every standard."""
    for standard in STANDARD_NAMES:
        for base in (None, _BASE):
            with contextlib.suppress(ValueError):
                urldom.resolve(url, base, standard=standard, encoding="windows-1251")
        decomposition = URLDecomposition(url, standard=standard)
        with contextlib.suppress(ValueError):
            decomposition.relative_to(_BASE)
        with contextlib.suppress(ValueError):
            URLDecomposition(_BASE, standard=standard).relative_to(url)
        with contextlib.suppress(ValueError):
            decomposition.relative_to(f"{url}/x")
        decomposition.pathname = decomposition.pathname + url[8:]
        decomposition.search = url[8:]
        decomposition.hash = url[8:]
        decomposition.hostname = url[7:-1]
    html5.is_valid_url(url)
    html5.is_valid_url(url, standard="whatwg")
    with contextlib.suppress(ValueError):
        URL(url).search_params.append("a", url)


def _read_headers(value: str) -> None:
    """Call every function that reads the value of a header."""
    for read in (http.location, http.refresh, http.links):
        with contextlib.suppress(ValueError):
            read(value, _BASE)
    with contextlib.suppress(ValueError):
        http.data(f"data:{value}")


def growth(longest: int) -> Iterator[dict[str, Any]]:
    """Yield, for each family, the milliseconds at each length, and their ratios to the milliseconds
    at a tenth of the length."""
    lengths = [10**exponent for exponent in range(4, 8) if 10**exponent <= longest]
    families = [(family, make, _work) for family, make in _FAMILIES.items()]
    families += [(family, make, _work_on_page) for family, make in _PAGES.items()]
    families += [(family, make, _work_on_forms) for family, make in _FORMS.items()]
    families += [(family, make, _match) for family, make in _PATHS.items()]
    families += [(family, make, _make_pattern) for family, make in _LONG_PATTERNS.items()]
    families += [(family, make, _read_headers) for family, make in _VALUES.items()]
    for family, make, work in families:
        times = []
        for length in lengths:
            url = make(length)
            start = time.process_time()
            work(url)
            times.append((time.process_time() - start) * 1e3)
        ratios = [later / earlier for earlier, later in itertools.pairwise(times)]
        yield {"family": family, "lengths": lengths, "ms": times, "ratios": ratios}


def print_growth(rows: Iterator[dict[str, Any]]) -> None:
    for number, row in enumerate(rows):
        if number == 0:
            lengths = ", ".join(f"{length:,}" for length in row["lengths"])
            print(f"milliseconds for {lengths} characters, growth at each tenfold")
        times = "".join(f"{value:>11.1f}" for value in row["ms"])
        print(
            f"  {row['family']:30}{times}   "
            + "".join(f"{ratio:>7.1f}" for ratio in row["ratios"]),
            flush=True,
        )
