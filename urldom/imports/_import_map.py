"""`ImportMap` (HTML Standard 8.1.5)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final, TypeAlias, TypeVar, cast

import attrs

from urldom._core.errors import InvalidURLError, error_repr, shown, url_repr, wrong_type
from urldom._core.objects.url import URL
from urldom._core.public import public
from urldom._core.standards import resolving
from urldom._core.standards.registry import DEFAULT_STANDARD, find_engine
from urldom._core.values.url_value import AnyURL, url_text
from urldom.imports._json_values import read_json

#: Receives a warning, in words.
Report: TypeAlias = Callable[[str], object]
_MEMBERS: Final = ("imports", "scopes", "integrity")
_KINDS: Final[dict[type, str]] = {
    bool: "a boolean",
    float: "a number",
    list: "an array",
    dict: "an object",
}
_T = TypeVar("_T")
_GRAMMAR: Final = find_engine(DEFAULT_STANDARD).grammar
#: Matches the beginning of a path, or a scheme. Most specifiers are bare: they do not match, and
#: need not be parsed.
may_be_url_like: Final = re.compile(r"(\.{0,2}/)|[\0-\x20]*[A-Za-z][A-Za-z0-9+.\-\t\n\r]*:").match


@public("urldom.imports")
class UnresolvableSpecifierError(ValueError):
    """A module specifier that does not resolve to a URL.

    Attributes:
        specifier: The specifier, as given.
        referrer: The URL of the module that imports it.
        reason: The reason, in words.

    >>> try:
    ...     ImportMap().resolve("react", "https://example.com/")
    ... except UnresolvableSpecifierError as error:
    ...     error.reason
    'it is a bare specifier, and the import map does not have it'
    """

    def __init__(self, specifier: str, referrer: str, reason: str) -> None:
        super().__init__(specifier, referrer, reason)
        self.specifier: str = specifier
        self.referrer: str = referrer
        self.reason: str = reason

    def __str__(self) -> str:
        return f"{shown(self.specifier)} does not resolve in {shown(self.referrer)}: {self.reason}"

    def __repr__(self) -> str:
        return error_repr(self)


class _Sorted(Mapping[str, _T]):
    """An immutable mapping in descending order of UTF-16 code units. A key that ends in `/` is also
    a prefix."""

    __slots__ = ("_lengths", "_values")

    def __init__(
        self, values: Mapping[str, _T], kinds: tuple[type, ...] = (str, type(None))
    ) -> None:
        if not isinstance(values, Mapping):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise wrong_type("a part of an import map", "a mapping", values)
        for key, value in cast(Mapping[Any, Any], values).items():
            if not isinstance(key, str):
                raise wrong_type("a name or value of an import map", "a str", key)
            if not isinstance(value, kinds):
                raise wrong_type("a name or value of an import map", "a str", value)
        keys = sorted(
            values, key=lambda key: key.encode("utf-16-be", "surrogatepass"), reverse=True
        )
        self._values = {key: values[key] for key in keys}
        # The lengths of prefixes are far fewer than the keys, so a search by length is fast.
        self._lengths = sorted({len(key) for key in keys if key.endswith("/")}, reverse=True)

    def __getitem__(self, key: str) -> _T:
        return self._values[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __hash__(self) -> int:
        return hash(frozenset(self.items()))

    def __repr__(self) -> str:
        members = [f"{url_repr(key)}: {url_repr(value)}" for key, value in self.items()]
        return f"{{{', '.join(members)}}}"

    def matches(self, text: str) -> Iterator[str]:
        """Yield the text if it is a key, and then its prefixes that are keys, the longest first."""
        if text in self._values:
            yield text
        for end in self._lengths:
            if end < len(text) and text[end - 1] == "/":
                prefix = text[:end]
                if prefix in self._values:
                    yield prefix


_Addresses: TypeAlias = "Mapping[str, str | None]"


def _sorted_scopes(scopes: Mapping[str, _Addresses]) -> _Sorted[_Sorted[str | None]]:
    if isinstance(scopes, Mapping):  # pyright: ignore[reportUnnecessaryIsInstance]
        scopes = {prefix: _Sorted(found) for prefix, found in scopes.items()}
    return _Sorted(cast(Any, scopes), (_Sorted,))


@public("urldom.imports")
@attrs.frozen
class ImportMap:
    """An immutable import map. `ImportMap.parse` reads one, and `ImportMap()` is empty.

    The attributes are mappings in descending order of UTF-16 code units, with absolute URLs.

    Attributes:
        imports: The URL of each specifier, or `None` if the map blocks the specifier.
        scopes: For each URL of a module, or each prefix of URLs that ends in `/`, such a mapping
            for these modules.
        integrity: The integrity metadata of modules by URL.

    >>> ImportMap.parse('{"imports": {"b": null, "a": "/a.js"}}', "https://example.com/").imports
    {'b': None, 'a': 'https://example.com/a.js'}
    """

    imports: _Addresses = attrs.field(default={}, converter=_Sorted[str | None])
    scopes: Mapping[str, _Addresses] = attrs.field(default={}, converter=_sorted_scopes)
    integrity: Mapping[str, str] = attrs.field(default={}, converter=_Sorted[str])

    @classmethod
    def parse(cls, text: str | bytes, base: AnyURL, *, report: Report | None = None) -> ImportMap:
        """Return the import map of a JSON text (HTML Standard, "parse an import map string").

        Args:
            text: The text of a `script type=importmap`, or the bytes of a file in UTF-8.
            base: The absolute URL that relative URLs are resolved against, such as the page's base
                URL.
            report: A function that is called with a warning, in words, for each part that is
                ignored.

        Raises:
            ValueError: If the text is not JSON, or if a part that must be an object is not one.
            InvalidURLError: If the base is not an absolute URL.
            TypeError: If the text or the base has a wrong type.

        >>> text = '{"imports": {"a": "b.js"}}'
        >>> ImportMap.parse(text, "https://example.com/", report=print).imports
        'a' is blocked: 'b.js' is not a URL, and does not begin with "/", "./" or "../"
        {'a': None}
        """
        if isinstance(text, bytes):
            text = text.decode("utf-8-sig", "replace")
        elif not isinstance(text, str):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise wrong_type("an import map", "a str or bytes", text)
        base_url = resolving.resolve_string(_GRAMMAR, url_text(base, "a base"))
        say: Report = report or (lambda warning: None)
        members = _object(read_json(text), "the import map")
        imports, scopes, integrity = (_object(members.pop(name, {}), name) for name in _MEMBERS)
        if members:
            unknown = ", ".join(map(shown, sorted(members)))
            known = ", ".join(_MEMBERS)
            say(
                f"unknown members of an import map are ignored: {unknown} (the known ones are"
                f" {known})"
            )
        return cls(
            _read_addresses(imports, base_url, say),
            _read_scopes(scopes, base_url, say),
            _read_integrity(integrity, base_url, say),
        )

    def resolve(self, specifier: str, referrer: AnyURL) -> URL:
        """Return the URL of a module (HTML Standard, "resolve a module specifier").

        Args:
            specifier: The string of an `import`, such as `"react"` or `"./menu.js"`.
            referrer: The URL of the module with the `import`, or the page's base URL for an
                `import` in the page.

        Raises:
            UnresolvableSpecifierError: If the specifier does not resolve.
            InvalidURLError: If the referrer is not an absolute URL.
            TypeError: If the specifier or the referrer has a wrong type.

        >>> text = '{"scopes": {"/old/": {"a": "/a1.js"}}}'
        >>> found = ImportMap.parse(text, "https://example.com/")
        >>> found.resolve("a", "https://example.com/old/b.js").href
        'https://example.com/a1.js'
        """
        if not isinstance(specifier, str):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise wrong_type("a specifier", "a str", specifier)
        base = resolving.resolve_string(_GRAMMAR, url_text(referrer, "a referrer"))
        as_url = _url_like(specifier, base)
        normalized = specifier if as_url is None else as_url
        try:
            found = self._find_match(normalized, base, is_bare=as_url is None)
        except ValueError as error:
            raise UnresolvableSpecifierError(specifier, base, str(error)) from None
        if found is None:
            found = as_url
        if found is None:
            kind = "an invalid URL" if may_be_url_like(specifier) else "a bare specifier"
            raise UnresolvableSpecifierError(
                specifier, base, f"it is {kind}, and the import map does not have it"
            )
        return URL(found)

    def _find_match(self, specifier: str, base: str, is_bare: bool) -> str | None:
        """Return the URL in the first scope of the referrer that has one, or in `imports`. `base`
        is the referrer's URL, and `specifier` is normalized. For a blocked specifier, raise
        `ValueError` with the reason."""
        scopes = cast(_Sorted[Any], self.scopes)
        for prefix in scopes.matches(base):
            found = _match(specifier, is_bare, scopes[prefix])
            if found is not None:
                return found
        return _match(specifier, is_bare, self.imports)

    def merge(self, other: ImportMap, *, report: Report | None = None) -> ImportMap:
        """Return this map with the entries of a later map.

        See the HTML Standard, "merge existing and new import maps".

        The entries of this map stay. A browser also ignores later entries for modules that a script
        has imported before the later map, which an import map cannot know.

        Args:
            other: The later map.
            report: A function that is called with a warning, in words, for each entry that is
                ignored.

        Raises:
            TypeError: If `other` is not an import map.

        >>> one = ImportMap.parse('{"imports": {"a": "/1"}}', "https://example.com/")
        >>> two = ImportMap.parse('{"imports": {"a": "/2"}}', "https://example.com/")
        >>> one.merge(two, report=print).imports
        'a' has the value 'https://example.com/1' already, so 'https://example.com/2' is ignored
        {'a': 'https://example.com/1'}
        """
        if not isinstance(other, ImportMap):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise wrong_type("the later map", "an ImportMap", other)
        return merge_maps([self, other], report)


def merge_maps(maps: Iterable[ImportMap], report: Report | None) -> ImportMap:
    """Merge several maps, the earliest first. The Standard does not sort the result, but look-ups
    need it sorted, which the constructor does."""
    imports: dict[str, str | None] = {}
    scopes: dict[str, dict[str, str | None]] = {}
    integrity: dict[str, str] = {}
    for found in maps:
        _add(imports, found.imports, report)
        for prefix, addresses in found.scopes.items():
            _add(scopes.setdefault(prefix, {}), addresses, report)
        _add(integrity, found.integrity, report)
    return ImportMap(imports, scopes, integrity)


def _add(known: dict[str, _T], new: Mapping[str, _T], report: Report | None) -> None:
    """Run *merge module specifier maps*. An entry that equals the known one causes no warning."""
    for key, value in new.items():
        if known.setdefault(key, value) != value and report is not None:
            report(
                f"{shown(key)} has the value {_named(known[key])} already, so {_named(value)} is"
                " ignored"
            )


def _read_addresses(members: Any, base: str, say: Report) -> _Addresses:
    """Run *sort and normalize a module specifier map*, except that `_Sorted` sorts it."""
    addresses: dict[str, str | None] = {}
    for key, written in members.items():
        if not key:
            say("an empty specifier is ignored")
            continue
        address = _url_like(written, base) if isinstance(written, str) else None
        refusal = ""
        if address is None:
            refusal = 'is not a URL, and does not begin with "/", "./" or "../"'
        elif key.endswith("/") and not address.endswith("/"):
            refusal = 'does not end in "/", although the specifier does'
        if refusal:
            say(f"{shown(key)} is blocked: {_named(written)} {refusal}")
            address = None  # A specifier without an address is blocked.
        specifier = _url_like(key, base) or key  # A bare specifier stays as it is.
        addresses[specifier] = address
    return addresses


def _read_scopes(members: Any, base: str, say: Report) -> dict[str, _Addresses]:
    scopes: dict[str, _Addresses] = {}
    for prefix, found in members.items():
        try:
            addresses = _read_addresses(_object(found, prefix), base, say)
            scopes[resolving.resolve_string(_GRAMMAR, prefix, base)] = addresses
        except InvalidURLError as error:
            say(f"a scope is ignored: {error}")
    return scopes


def _read_integrity(members: Any, base: str, say: Report) -> dict[str, str]:
    integrity: dict[str, str] = {}
    for key, value in members.items():
        url = _url_like(key, base)
        if url is not None and isinstance(value, str):
            integrity[url] = value
        else:
            say(f"the integrity of {shown(key)} is ignored: a URL with a string is needed")
    return integrity


def _match(specifier: str, is_bare: bool, addresses: Any) -> str | None:
    """Run *resolve an imports match*. For a blocked specifier, raise `ValueError` with the
    reason."""
    key: str | None = next(addresses.matches(specifier), None)
    if key is None:
        return None
    if key != specifier and not is_bare:
        # Of URLs, only those with a special scheme match a prefix.
        scheme, _, _ = specifier.partition(":")
        if scheme not in _GRAMMAR.default_ports:
            return None
    address: str | None = addresses[key]
    if address is None:
        raise ValueError(f"the import map blocks {shown(key)}")
    rest = specifier.removeprefix(key)
    if not rest:
        return address
    try:
        url = resolving.resolve_string(_GRAMMAR, rest, address)
    except InvalidURLError as error:
        raise ValueError(f"after {shown(key)}, {error}") from None
    if not url.startswith(address):
        raise ValueError(f"after {shown(key)}, {shown(rest)} leads outside {shown(address)}")
    return url


def _url_like(specifier: str, base: str) -> str | None:
    """Run *resolve a URL-like module specifier*."""
    match = may_be_url_like(specifier)
    if match is None:
        return None
    is_relative = match[1] is not None
    try:
        return resolving.resolve_string(_GRAMMAR, specifier, base if is_relative else None)
    except InvalidURLError:
        return None


def _named(value: object) -> str:
    """Describe a value of JSON for a message."""
    return shown(value) if isinstance(value, str) else _KINDS.get(type(value), "null")


def _object(value: Any, name: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise ValueError(f"{shown(name)} must be an object of JSON, not {_named(value)}")
    return value  # pyright: ignore[reportUnknownVariableType]
