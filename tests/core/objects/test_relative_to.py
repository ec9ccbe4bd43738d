"""`relative_to()` returns the shortest reference that resolves to a URL."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.calls import count_lines
from tests.cases import each_case
from tests.conformance import cases
from tests.core.objects.relative import SEGMENTS, STARTS, check_relative_to, draw_pair
from tests.standards import every_standard
from tests.strategies import ENCODINGS, encodings, hostile
from urldom import (
    URL,
    WHATWG,
    Base,
    BaseChain,
    Document,
    Element,
    Standard,
    UnresolvableURLError,
    URLDecomposition,
    parse,
    resolve,
)
from urldom._core.standards import relating
from urldom._core.values.pieces import Pieces

# Pairs of URLs

_parts = st.lists(st.sampled_from([*SEGMENTS, "/", "/"]), max_size=6).map("".join)
_urls = st.one_of(st.tuples(st.sampled_from(STARTS), _parts).map("".join), hostile)
_pairs = st.one_of(
    st.tuples(_urls, _urls),
    st.tuples(_urls, _parts, _parts).map(lambda parts: (parts[0] + parts[1], parts[0] + parts[2])),
)


@every_standard
@given(_pairs, encodings)
def test_reference_resolves_back(standard: str, pair: tuple[str, str], encoding: str) -> None:
    url, base = pair
    check_relative_to(URLDecomposition(url, standard=standard, encoding=encoding), base, encoding)
    check_relative_to(URLDecomposition(url, base, standard=standard, encoding=encoding), base)


@every_standard
@given(
    _pairs,
    st.lists(
        st.tuples(st.sampled_from(["pathname", "search", "hash", "hostname"]), hostile), max_size=3
    ),
)
def test_reference_to_an_assigned_url_resolves_back(
    standard: str, pair: tuple[str, str], assignments: list[tuple[str, str]]
) -> None:
    url = URLDecomposition(pair[0], standard=standard)
    for name, value in assignments:
        setattr(url, name, value)
    check_relative_to(url, pair[1])


@pytest.mark.full
@every_standard
def test_references_of_random_pairs_resolve_back(standard: str) -> None:
    random, found = Random(14), 0
    while found < 20_000:
        url, base = draw_pair(random)
        encoding = random.choice(ENCODINGS)
        decomposition = URLDecomposition(url, standard=standard, encoding=encoding)
        found += check_relative_to(decomposition, base, random.choice(ENCODINGS))


def _conformance_urls(standard: str) -> list[URLDecomposition]:
    """Return the distinct valid URLs of the conformance data."""
    made = (
        URLDecomposition(case["input"], case["base"], standard=standard)
        for case in _with_a_base(standard)
    )
    return list({url.href: url for url in made if url}.values())


def _with_a_base(standard: str) -> list[dict[str, Any]]:
    """Return the cases of the conformance data, except those with a relative or invalid base."""
    return [
        case
        for case in cases("url")
        if case["base"] is None or URLDecomposition(case["base"], standard=standard)
    ]


@every_standard
@pytest.mark.parametrize("step", [211, pytest.param(53, marks=pytest.mark.full)])
def test_references_of_the_conformance_data_resolve_back(standard: str, step: int) -> None:
    urls = _conformance_urls(standard)
    for number, base in enumerate(urls):
        for url in urls[number % step :: step]:
            assert check_relative_to(url, base.href)


@pytest.mark.nightly
@every_standard
def test_references_of_all_pairs_of_the_conformance_data_resolve_back(standard: str) -> None:
    urls = _conformance_urls(standard)
    assert len(urls) > 100
    for base in urls:
        for url in urls:
            assert check_relative_to(url, base.href)


# The form of the reference


@every_standard
@each_case(
    ("url", "base", "reference"),
    [
        # Same document
        ("http://h/a#g", "http://h/a#f", "#g"),
        ("http://h/a?q#g", "http://h/a?q", "#g"),
        ("http://h/a", "http://h/a?q", "a"),
        ("http://h/a/", "http://h/a/?q", "."),
        ("http://h/a/?r", "http://h/a/?q", "?r"),
        # A relative path
        ("http://h/a/b?q#f", "http://h/a/c", "b?q#f"),
        ("http://h/a/b/c", "http://h/a/", "b/c"),
        ("http://h/a/", "http://h/a/b", "."),
        ("http://h/long/name/", "http://h/long/name/x/y", ".."),
        ("http://h/long/name/x", "http://h/long/name/y/z", "../x"),
        ("http://h/long/name/x", "http://h/long/other/z", "../name/x"),
        ("http://h/a/b:c", "http://h/a/", "./b:c"),
        ("http://h/a:b", "http://h/", "/a:b"),
        ("http://h/a/b:c", "http://h/", "a/b:c"),
        ("http://h/a//b", "http://h/a/", ".//b"),
        ("http://h//evil.example/x", "http://h/", ".//evil.example/x"),
        # An absolute path
        ("http://h/a", "http://h/b/c/d", "/a"),
        ("http://h/a/b", "http://h/a/c/d/e", "/a/b"),
        # A network path
        ("http://i/a", "http://h/a", "//i/a"),
        ("http://h:81/a", "http://h/a", "//h:81/a"),
        ("http://u@h/a", "http://h/a", "//u@h/a"),
        # An absolute URL
        ("https://h/a", "http://h/a", "https://h/a"),
        ("mailto:a@b", "http://h/", "mailto:a@b"),
        ("urn:a", "mailto:a@b", "urn:a"),
    ],
)
def test_reference_has_the_shortest_form_of_each_kind(
    standard: str, url: str, base: str, reference: str
) -> None:
    assert URLDecomposition(url, standard=standard).relative_to(base) == reference


@each_case(
    ("standard", "url", "base", "reference"),
    [
        ("whatwg", "http://h/a", "http://h/a", ""),
        ("whatwg", "http://h/a", "http://h/a#f", ""),
        ("whatwg", "http://h/a?", "http://h/a?q", "?"),
        ("whatwg", "http://h/a#", "http://h/a", "#"),
        ("whatwg", "https://h:443/a", "https://H/b", "a"),
        ("whatwg", "http://h/.//evil.example/x", "http://h/a/b", "..//evil.example/x"),
        ("whatwg", "http://h\\a\\b", "http://h/a/c", "b"),
        ("whatwg", "http://h/a?é=%E9", "http://h/b", "a?%C3%A9=%E9"),
        ("whatwg", "data:text/plain,a#b", "data:text/plain,a", "#b"),
        ("whatwg", "data:text/plain,a", "data:text/plain,a", "data:text/plain,a"),
        ("whatwg", "data:text/plain,a", "data:text/plain,b", "data:text/plain,a"),
        ("whatwg", "foo://h", "foo://h/a", "//h"),
        ("whatwg", "foo:/.//a", "foo:/b", ".//a"),
        ("whatwg", "http://h//a", "http://h/b/c/d", "/.//a"),
        ("html5", "http://h//a", "http://h/b/c/d", "/.//a"),
        ("rfc3986", "http://h//a", "http://h/b/c/d", "/.//a"),
        ("whatwg", "foo:/a/.//b/c", "foo:/a/b", ".//b/c"),
        ("whatwg", "foo:////a", "foo:///b", ".//a"),
        ("whatwg", "https://h/", "https://i/", "//h/"),
        # Drive letters
        ("whatwg", "file:///C:/a/b", "file:///C:/a/c", "b"),
        ("whatwg", "file:///C:/a/b", "file:///C:/c/d/e", "/a/b"),
        ("whatwg", "file:///D:/a", "file:///C:/a", "/D:/a"),
        ("whatwg", "file:///a", "file:///C:/a", "///a"),
        ("whatwg", "file:///C:/a", "file:///b", "/C:/a"),
        ("whatwg", "file:///C:/a", "file:///C:", "a"),
        ("whatwg", "file:///a/C|/b", "file:///a/c", "./C|/b"),
        ("whatwg", "file://h/C:/a", "file:///C:/a", "//h/C:/a"),
        # A rootless path can also be relative, except in the URL Standard.
        ("html5", "urn:a/b", "urn:a/c", "b"),
        ("html5", "urn:a:b", "urn:c", "./a:b"),
        ("rfc3986", "urn:x", "urn:a/b", "urn:x"),
        ("html5", "http://h", "http://h/a", "//h"),
        ("html5", "http://EX.com/a", "http://ex.com/b", "//EX.com/a"),
        ("rfc3986", "HTTP://h/a", "http://h/b", "HTTP://h/a"),
        # Dot segments that stay
        ("rfc2396", "http://h/../a", "http://h/b", "../a"),
        ("rfc2396", "http://h/./a", "http://h/b", "/./a"),
        ("rfc2396", "http://h/x/a", "http://h/x/./b", "a"),
        ("rfc2396", "http://h//a", "http://h/b/c", "..//a"),
        # Only a query
        ("rfc2396", "http://h/a/?q", "http://h/a/b", "?q"),
        ("rfc2396", "http://h/a/b?q", "http://h/a/b", "b?q"),
        ("rfc3986", "http://h/a/b?q", "http://h/a/b", "?q"),
        ("rfc3986", "http://h/c", "http://h/b/../c", ""),
        ("rfc3986", "http://h/c", "http://h/b/..", "c"),
        # Parameters
        ("rfc1808", "http://h/a;p?q", "http://h/a;r?s", ";p?q"),
        ("rfc1808", "http://h/a/;p", "http://h/a/b", ".;p"),
        ("rfc1808", "http://h/a;p/q", "http://h/b/c/d", "/a;p/q"),
        ("rfc1808", "http://h/a/b", "http://h/a/c;p/q", "b"),
        ("rfc1808", "http://h/a#f", "http://h/a#f", ""),
        ("rfc1808", "http://h/a", "http://h/a#f", "#"),
        ("rfc1808", "http://h//a", "http://h/b/c/d", "////a"),
        ("rfc1808", "http://h/", "http://h", "."),
        ("rfc1808", "http://h/#f", "http://h", ".#f"),
        ("rfc1808", "http://h/?q", "http://h", "?q"),
    ],
)
def test_reference_has_the_shortest_form_under_a_standard(
    standard: str, url: str, base: str, reference: str
) -> None:
    decomposition = URLDecomposition(url, standard=standard)
    assert decomposition.relative_to(base) == reference
    assert check_relative_to(decomposition, base)


@each_case(
    "path", ["//evil.example/x", "/.//evil.example/x", "/\\evil.example/x", "/..//evil.example"]
)
@each_case(
    "base",
    ["http://h/", "http://h/login", "http://h/a/b?q#f", "http://h//", "http://h//evil.example"],
)
def test_hostile_path_stays_on_its_host(path: str, base: str) -> None:
    url = URL(f"http://h/{path[1:]}")
    reference = url.relative_to(base)
    assert not reference.startswith(("//", "/\\", "\\"))
    assert URL(reference, base) == url and URL(reference, base).host == "h"


# Arguments


BASE = "http://h/a/b"


@each_case(
    "base",
    [
        BASE,
        parse(BASE),
        parse(BASE, standard="rfc3986"),
        URL(BASE),
        URLDecomposition("b", "http://h/a/"),
        Document(BASE, encoding="windows-1252"),
        Element(Document("http://h/x", standard="html5"), xml_base="a/b"),
        BaseChain(retrieval=BASE),
    ],
    ids=["str", "parsed", "RFC", "URL", "on a base", "document", "element", "chain"],
)
@every_standard
def test_base_is_any_url_or_context(standard: str, base: Base) -> None:
    assert URLDecomposition("http://h/a/c", standard=standard).relative_to(base) == "c"


@every_standard
@each_case("url", ["", "a", "/a", "//h/a", "?q"])
def test_relative_url_raises(standard: str, url: str) -> None:
    decomposition = URLDecomposition(url, standard=standard)
    with pytest.raises(UnresolvableURLError) as caught:
        decomposition.relative_to("http://h/")
    assert (caught.value.url, caught.value.standard) == (url, standard)


@every_standard
@each_case("base", ["", "a", "/a", "//h/a"])
def test_relative_base_raises(standard: str, base: str) -> None:
    url = URLDecomposition("http://h/a", standard=standard)
    with pytest.raises(UnresolvableURLError) as caught:
        url.relative_to(base)
    assert (caught.value.url, caught.value.base, caught.value.standard) == (
        "http://h/a",
        base,
        standard,
    )
    assert caught.value.reason


@pytest.mark.parametrize("base", [None, b"http://h/", 1, ["http://h/"]])
def test_base_of_another_type_raises_type_error(base: Any) -> None:
    with pytest.raises(TypeError, match=type(base).__name__):
        URL("http://h/a").relative_to(base)


def test_error_of_a_context_propagates() -> None:
    class Broken:
        encoding, standard = "utf-8", WHATWG

        @property
        def base_url(self) -> str:
            raise RuntimeError("mine")

    with pytest.raises(RuntimeError, match="mine"):
        URL("http://h/a").relative_to(Broken())


def test_url_is_not_changed() -> None:
    outputs: list[str] = []
    url = URLDecomposition("HTTP://h/a/../b", standard="whatwg", on_set=outputs.append)
    assert url.relative_to("http://h/c") == "b"
    assert (url.reference, outputs) == ("HTTP://h/a/../b", [])


def test_url_on_a_document_follows_its_base() -> None:
    page = Document("http://h/a/b", standard="whatwg")
    url = URLDecomposition("../c/d", page)
    assert url.relative_to(page) == "/c/d"
    page.base_href = "/c/"
    assert (url.href, url.relative_to(page), url.relative_to(page.address)) == (
        "http://h/c/d",
        "d",
        "/c/d",
    )


def test_reference_can_be_assigned_to_a_url_on_a_document() -> None:
    page = Document("http://h/a/b", standard="whatwg")
    url = URLDecomposition("http://h/a/c?q", page)
    url.href = url.relative_to(page)
    assert (url.reference, url.href) == ("c?q", "http://h/a/c?q")


def test_escapes_of_a_legacy_encoding_resolve_back() -> None:
    page = Document("http://h/a", encoding="windows-1251", standard="whatwg")
    url = URLDecomposition("b?q=мир#é", page)
    assert url.relative_to(page) == "b?q=%EC%E8%F0#%C3%A9"
    assert str(resolve(url.relative_to(page), page)) == url.href


def test_subclass_has_relative_to() -> None:
    class Mine(URL):
        pass

    assert Mine("b", "http://h/a/").relative_to(URL("http://h/")) == "a/b"


# Linear time

_LONG: dict[str, Callable[[int], tuple[str, str]]] = {
    "deep, nothing in common": lambda n: ("http://h/" + "a/" * n, "http://h/" + "b/" * n),
    "deep, all in common": lambda n: ("http://h/" + "a/" * n + "b", "http://h/" + "a/" * n + "c/d"),
    "deep, half in common": lambda n: (
        "http://h/" + "a/" * n,
        "http://h/" + "a/" * (n // 2) + "b/" * n,
    ),
    "up all the way": lambda n: ("foo:a", "foo:a/" + "b/" * n),
    "empty segments": lambda n: ("http://h/" + "/" * n + "a", "http://h/" + "/" * n + "/b"),
    "colons": lambda n: ("http://h/" + ":" * n, "http://h/"),
    "semicolons": lambda n: ("http://h/" + ";" * n, "http://h/;"),
    "files": lambda n: ("file:///C:/" + "a/" * n, "file:///C:/" + "b/" * n),
    "files on one drive": lambda n: ("file:///C:/" + "C:/" * n, "file:///C:/" + "D:/" * n),
    "an opaque path": lambda n: ("data:" + "a/" * n, "data:" + "a/" * n + "b"),
    "dot segments in a base": lambda n: ("http://h/a", "http://h/" + "b/../" * n + "a"),
    "a query": lambda n: ("http://h/?" + "a/../" * n, "http://h/?" + "a/../" * n + "b"),
}


@every_standard
@each_case("family", _LONG)
def test_work_is_linear_in_the_length(standard: str, family: str) -> None:
    def work(length: int) -> int:
        url, base = _LONG[family](length)
        decomposition = URLDecomposition(url, standard=standard)
        return count_lines(lambda: check_relative_to(decomposition, base))

    assert work(5500) <= 5.3 * work(
        1100
    )  # Shorter bases are cached, so their work would not be counted.


@every_standard
def test_number_of_tried_references_is_constant(
    standard: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`relative_to()` tries several references. Each try takes linear time. So the method takes
    linear time if the number of tries does not depend on the length."""
    tried: list[str] = []
    leads_to = relating.leads_to

    def count(standard: Standard, reference: str, base: Pieces, url: str) -> bool:
        tried.append(reference)
        return leads_to(standard, reference, base, url)

    monkeypatch.setattr(relating, "leads_to", count)
    for make in _LONG.values():
        url, base = make(50)
        tried.clear()
        URLDecomposition(url, standard=standard).relative_to(base)
        assert len(tried) <= 6
