"""Rows for tests that compare columns with the scalar interface, and the scalar results for these
rows."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Any
from urllib.parse import unquote

from tests.conformance import REAL_URLS
from tests.strategies import BASES, TOKENS
from urldom import URL, InvalidURLError, RejectedValueError, URLDecomposition
from urldom._core.standards.registry import STANDARD_NAMES
from urldom.hosts import public_suffix, registrable_domain
from urldom.patterns import URLPattern, URLPatternList

#: Assignments for which the URL Standard's setters use only a part of the value
HALF_USED = [
    ("hostname", "evil.com/.tenants.example.com"),
    ("hostname", "evil.com?.tenants.example.com"),
    ("hostname", "evil.com\\.tenants.example.com"),
    ("hostname", "evil.com#.tenants.example.com"),
    ("host", "b:99x"),
    ("host", "b:"),
    ("port", "80abc"),
    ("protocol", "https://x"),
    *((name, f"a{removed}b") for name in ("protocol", "hostname", "host") for removed in "\t\n\r"),
    *((name, f"/a{removed}b") for name in ("pathname", "search", "hash") for removed in "\t\n\r"),
    ("port", "8\n0"),
]

STANDARDS = [*STANDARD_NAMES]
ATTRIBUTES = ["protocol", "host", "hostname", "port", "pathname", "search", "hash", "href"]

#: Usual URLs that the sample of real ones may lack
_MADE_UP = [
    "https://www.example.com/",
    "http://news.example.org:8080/a/b.html?c=d&e=f#g",
    "https://example.com",
    "http://xn--bcher-kva.example/caf%C3%A9/%D0%B0",
    "https://a-b.x-y.x.example/a;b=c/d,e?f/g?h",
    "http://1.2.3.example/~user/!$&()*+,=:@",
    "https://" + "l" * 64 + ".example/a",
]
#: Strings that mutations insert into usual URLs, to make them unusual
_EDITS = [
    *TOKENS,
    *(
        "/.",
        "/..",
        "/%2e",
        "%2E",
        "xn--",
        ".xn--",
        "-.",
        ".-",
        "--",
        "..",
        "a" * 64,
        ":8080",
        ":1525",
        ":443",
        ":99999",
    ),
    *("?#", "#?", "##", "a:b/", "\t/", "\\\\", " //", "\n", "'", ";", "%", "%zz", "X", "_"),
]


#: The number of rows of a column
ROWS = 400


def rows_of(column: Any) -> list[Any]:
    rows: list[Any] = column.to_pylist()
    return rows


@cache
def real_urls() -> list[str]:
    return [*REAL_URLS.read_text(encoding="utf-8").splitlines(), *_MADE_UP]


def mutated(url: str, chance: random.Random) -> str:
    """Return the URL with one to three changes."""
    for _ in range(chance.randint(1, 3)):
        place = chance.randint(0, len(url))
        how = chance.random()
        if how < 0.6:
            url = url[:place] + chance.choice(_EDITS) + url[place:]
        elif how < 0.8:
            url = url[:place] + url[place + 1 :]
        else:
            url = url[place:] if how < 0.9 else url[:place]
    return url.encode("utf-8", "replace").decode()  # Arrow does not store lone surrogates.


def reference(url: str, chance: random.Random) -> str:
    """Return a part of the URL, as a relative reference."""
    slash = url.find("/", len("https://"))
    if slash == -1:
        return url
    beginnings = {"/": slash, "path": slash + 1, "//": url.find("//"), "whole": 0}
    begins = chance.choice([*beginnings, "?", "#", ""])
    if begins in beginnings:
        return url[beginnings[begins] :]
    return begins and begins + url[slash + 1 :]


def some_rows(count: int, seed: int, *, references: bool = False) -> list[str | None]:
    """Return `count` rows: real URLs or references, two thirds of them mutated, and a null."""
    chance = random.Random(seed)
    urls = real_urls()
    rows: list[str | None] = [None]
    while len(rows) < count:
        url = chance.choice(urls)
        if references:
            url = reference(url, chance)
        rows.append(mutated(url, chance) if chance.random() < 0.67 else url)
    return rows


def some_bases(count: int, seed: int) -> list[str | None]:
    """Return `count` bases: the bases of `tests.strategies`, usual and invalid bases, and nulls."""
    chance = random.Random(seed)
    bases = [
        *BASES,
        None,
        "bad",
        "",
        "http://EXAMPLE.com:80/x/../y?",
        *chance.sample(real_urls(), 5),
    ]
    return [chance.choice(bases) for _ in range(count)]


@lru_cache(20_000)
def _view(url: str, base: str | None, standard: str, encoding: str) -> URLDecomposition:
    """Return the object for a row, which several tests read. A test that assigns to it needs one of
    its own."""
    return URLDecomposition(url, base, standard=standard, encoding=encoding)


def attributes(
    url: str | None, base: str | None, names: Sequence[str], standard: str, encoding: str = "utf-8"
) -> dict[str, str] | None:
    """Return the result of `decompose` for a row."""
    view = None if url is None else _view(url, base, standard, encoding)
    return {name: getattr(view, name) for name in names} if view else None


def resolved(
    url: str | None, base: str | None, standard: str, encoding: str = "utf-8"
) -> str | None:
    """Return the result of `resolve` for a row, which is the URL of its object: unlike RFC 1808
    section 4, an object needs an absolute base, even for an absolute URL."""
    view = None if url is None else _view(url, base, standard, encoding)
    return view.href if view else None


def reason(url: str | None, base: str | None, standard: str, encoding: str = "utf-8") -> str | None:
    """Return the result of `errors` for a row."""
    error = None if url is None else _view(url, base, standard, encoding).error
    return error and error.reason


def after(
    url: str | None,
    base: str | None,
    values: dict[str, Any],
    standard: str,
    encoding: str = "utf-8",
) -> str | None:
    """Return the result of `set` for a row."""
    view = (
        None if url is None else URLDecomposition(url, base, standard=standard, encoding=encoding)
    )
    if not view:
        return None
    try:
        view.assign(**values)
    except RejectedValueError:
        return None
    return view.href


def value_of(
    url: str | None, base: str | None, name: str | None, standard: str, encoding: str = "utf-8"
) -> str | None:
    """Return the result of `param` for a row."""
    view = None if url is None else _view(url, base, standard, encoding)
    return view.params.get(name) if view and name is not None else None


def part_of(
    name: str,
    url: str | None,
    base: str | None,
    standard: str,
    encoding: str = "utf-8",
    *,
    names: Sequence[str] = (),
) -> Any:
    """Return the result for a row of a function that reads a URL, or removes the parameters
    `names`."""
    view = (
        None if url is None else URLDecomposition(url, base, standard=standard, encoding=encoding)
    )
    if not view:
        return None
    if name == "params":
        values: dict[str, list[str]] = {}
        for each, value in view.params.pairs():
            values.setdefault(each, []).append(value)
        return values
    if name == "param_names":
        return [*dict.fromkeys(each for each, _ in view.params.pairs())]
    if name == "segments":
        return [*view.segments]
    if name == "display":
        return view.display()
    if name == "without_params":
        found = {each for each, _ in view.params.pairs()}
        for each in found:
            if any(
                re.fullmatch(".*".join(map(re.escape, glob.split("*"))), each, re.DOTALL)
                for glob in names
            ):
                del view.params[each]
        return view.href
    try:
        if name == "public_suffix":
            return public_suffix(view.hostname)
        domain = registrable_domain(view.hostname)
    except InvalidURLError:  # Other standards accept hosts that the URL Standard rejects.
        return None
    if domain is None:
        return None
    return (
        URL(f"http://{view.hostname}/").hostname[: -len(domain) - 1]
        if name == "subdomain"
        else domain
    )


def groups_of(
    pattern: URLPattern, url: str | None, base: str | None = None
) -> dict[str, str | None] | None:
    """Return the result of `groups` for a row."""
    result = None if url is None else pattern.exec(url, base)
    if result is None:
        return None
    return {name: text if text is None else unquote(text) for name, text in result.groups.items()}


def matched(
    patterns: URLPattern | URLPatternList, url: str | None, base: str | None = None
) -> bool | None:
    """Return the result of `matches` for a row."""
    return None if url is None else patterns.test(url, base)


def domain_of(url: str | None, base: str | None, standard: str) -> str | None:
    """Return the result of `registrable_domain` for a row."""
    view = None if url is None else URLDecomposition(url, base, standard=standard)
    try:
        return registrable_domain(view.hostname) if view else None
    except InvalidURLError:  # Other standards accept hosts that the URL Standard rejects.
        return None
