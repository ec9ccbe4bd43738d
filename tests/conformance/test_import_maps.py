"""Import maps, held to web-platform-tests, and to HTML Standard 8.1.5.3 to 8.1.5.5 as the Standard
writes them."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.conformance import cases
from urldom import InvalidURLError
from urldom.imports import ImportMap, UnresolvableSpecifierError
from urldom.whatwg import URL

SPECIAL = ("ftp:", "file:", "http:", "https:", "ws:", "wss:")

Specifiers = dict[str, "URL | None"]


class InvalidImportMap(Exception):
    """The import map is not JSON, or a part of it is not an object."""


class InvalidSpecifier(Exception):
    """The specifier is not a URL, and the import map does not map it to one."""


def is_like_a_path(specifier: str) -> bool:
    return specifier.startswith(("/", "./", "../"))


def url_like(specifier: str, base: URL) -> URL | None:
    """Resolve a URL-like module specifier."""
    return URL.parse(specifier, base.href) if is_like_a_path(specifier) else URL.parse(specifier)


def longest_first(found: dict[str, Any]) -> dict[str, Any]:
    """Sort in descending order, by code units."""
    return dict(
        sorted(
            found.items(),
            key=lambda item: item[0].encode("utf-16-be", "surrogatepass"),
            reverse=True,
        )
    )


def specifier_map(original: Any, base: URL) -> Specifiers:
    """Sort and normalize a module specifier map."""
    if not isinstance(original, dict):
        raise InvalidImportMap
    normalized: Specifiers = {}
    for specifier, address in original.items():
        if specifier == "":
            continue
        as_url = url_like(specifier, base)
        key = specifier if as_url is None else as_url.href
        url = url_like(address, base) if isinstance(address, str) else None
        if url is not None and specifier.endswith("/") and not url.href.endswith("/"):
            url = None
        normalized[key] = url
    return longest_first(normalized)


def parse(text: str, base: URL) -> tuple[Specifiers, dict[str, Specifiers]]:
    """Parse an import map string."""
    try:
        parsed = json.loads(text)
    except ValueError:
        raise InvalidImportMap from None
    if not isinstance(parsed, dict) or not isinstance(parsed.get("scopes", {}), dict):
        raise InvalidImportMap
    imports = specifier_map(parsed.get("imports", {}), base)
    scopes: dict[str, Specifiers] = {}
    for prefix, of_scope in parsed.get("scopes", {}).items():
        if not isinstance(of_scope, dict):
            raise InvalidImportMap
        url = URL.parse(prefix, base.href)
        if url is not None:
            scopes[url.href] = specifier_map(of_scope, base)
    return imports, longest_first(scopes)


def resolve_imports_match(specifier: str, as_url: URL | None, found: Specifiers) -> URL | None:
    for key, address in found.items():
        if key == specifier:
            if address is None:
                raise InvalidSpecifier
            return address
        if (
            key.endswith("/")
            and specifier.startswith(key)
            and (as_url is None or as_url.protocol in SPECIAL)
        ):
            url = address and URL.parse(specifier[len(key) :], address.href)
            if url is None or address is None or not url.href.startswith(address.href):
                raise InvalidSpecifier
            return url
    return None


def resolve(specifier: str, base: URL, imports: Specifiers, scopes: dict[str, Specifiers]) -> URL:
    """Resolve a module specifier."""
    as_url = url_like(specifier, base)
    normalized = specifier if as_url is None else as_url.href
    for prefix, of_scope in scopes.items():
        if prefix == base.href or (prefix.endswith("/") and base.href.startswith(prefix)):
            match = resolve_imports_match(normalized, as_url, of_scope)
            if match is not None:
                return match
    match = resolve_imports_match(normalized, as_url, imports) or as_url
    if match is None:
        raise InvalidSpecifier
    return match


def hrefs(specifiers: Specifiers) -> dict[str, str | None]:
    return {name: url and url.href for name, url in specifiers.items()}


def hrefs_of_scopes(scopes: dict[str, Specifiers]) -> dict[str, dict[str, str | None]]:
    return {prefix: hrefs(scope) for prefix, scope in scopes.items()}


@pytest.mark.conformance
def test_import_maps_have_the_results_of_web_platform_tests() -> None:
    parsings, resolutions = 0, 0
    for case in cases("import_maps"):
        text = case["map"] if isinstance(case["map"], str) else json.dumps(case["map"])
        parsings += "parsed" in case
        try:
            found = ImportMap.parse(text, case["map_base"])
        except ValueError:
            assert case["parsed"] is None, case
            continue
        if "parsed" in case:
            scopes = {prefix: dict(scope) for prefix, scope in found.scopes.items()}
            assert {"imports": dict(found.imports), "scopes": scopes} == case["parsed"], case
        for specifier, expected in case.get("resolved", {}).items():
            resolutions += 1
            assert by_urldom(found, specifier, case["base"]) == expected, (case, specifier)
    assert (parsings, resolutions) == (56, 217)


def by_urldom(found: ImportMap, specifier: str, base: str) -> str | None:
    try:
        return found.resolve(specifier, base).href
    except UnresolvableSpecifierError:
        return None


def by_algorithm(
    imports: Specifiers, scopes: dict[str, Specifiers], specifier: str, base: str
) -> str | None:
    try:
        return resolve(specifier, URL(base), imports, scopes).href
    except (InvalidSpecifier, InvalidURLError):
        return None


_bases = st.sampled_from(
    ["https://a.example/", "https://a.example/x/y", "https://a.example/x//", "foo://h/x/y", "a:b"]
)
_parts = st.sampled_from(
    ["x", "y", "/", "/", ".", "..", "https:", "//a.example/", "foo:", "?q", "%2e", "é", "\ud800"]
)
_specifiers = st.one_of(
    st.lists(_parts, max_size=5).map("".join),
    st.builds(
        lambda start, parts, end: start + "".join(parts) + end,
        _bases,
        st.lists(_parts, max_size=3),
        _parts,
    ),
    st.builds(lambda parts, end: "./" + "".join(parts) + end, st.lists(_parts, max_size=3), _parts),
)
_addresses = st.dictionaries(_specifiers, st.none() | st.integers() | _specifiers, max_size=6)
_maps = st.fixed_dictionaries(
    {"imports": _addresses},
    optional={"scopes": st.dictionaries(_specifiers | _bases, _addresses, max_size=3)},
)


@given(_maps, _bases, _bases, st.lists(_specifiers, max_size=4), _parts)
@example({"imports": {"x/": "https://a.example/x/"}}, "a:b", "a:b", [], "..")
@example({"imports": {"x/": None, "x/x/": "foo:"}}, "a:b", "a:b", [], "x/x")
def test_maps_and_specifiers_have_the_results_of_the_written_algorithm(
    value: dict[str, Any], map_base: str, base: str, specifiers: list[str], rest: str
) -> None:
    text = json.dumps(value)
    imports, scopes = parse(text, URL(map_base))
    found = ImportMap.parse(text, map_base)
    assert list(found.imports.items()) == list(hrefs(imports).items())
    assert [(prefix, dict(scope)) for prefix, scope in found.scopes.items()] == [
        *hrefs_of_scopes(scopes).items()
    ]
    names = [key for known in (imports, *scopes.values()) for key in known]
    for specifier in (*specifiers, *names, *(name + rest for name in names)):
        assert by_urldom(found, specifier, base) == by_algorithm(imports, scopes, specifier, base)
