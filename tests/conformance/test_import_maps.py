"""Import maps (HTML Standard 8.1.5.3 to 8.1.5.5) with `URL`. The algorithms stand here as the Standard writes them."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.conformance import cases
from urldom import InvalidURLError
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
    return dict(sorted(found.items(), key=lambda item: item[0].encode("utf-16-be"), reverse=True))


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
        if key.endswith("/") and specifier.startswith(key) and (as_url is None or as_url.protocol in SPECIAL):
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


@pytest.mark.conformance
def test_import_maps_have_the_results_of_web_platform_tests() -> None:
    for case in cases("import_maps"):
        text = case["map"] if isinstance(case["map"], str) else json.dumps(case["map"])
        base = URL(case["map_base"])
        try:
            imports, scopes = parse(text, base)
        except InvalidImportMap:
            assert case["parsed"] is None, case
            continue
        if "parsed" in case:
            found = {"imports": hrefs(imports), "scopes": {prefix: hrefs(scope) for prefix, scope in scopes.items()}}
            assert found == case["parsed"], case
        for specifier, expected in case.get("resolved", {}).items():
            try:
                url: str | None = resolve(specifier, URL(case["base"]), imports, scopes).href
            except (InvalidSpecifier, InvalidURLError):
                url = None
            assert url == expected, (case, specifier)
