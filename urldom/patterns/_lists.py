"""`URLPatternList`: many patterns, tested together. A list tests only the patterns whose host and
path may match.

It looks up a host among the fixed hosts and among the ends of hosts such as `*.example.com`, and a
path among the fixed paths, the fixed beginnings of other paths, and their fixed segments. Building
a list of n patterns takes time in proportion to n log n."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from operator import attrgetter
from typing import Any, Final, TypeAlias, cast, overload

from urldom._core.errors import wrong_type
from urldom._core.public import public
from urldom._core.values.references import DOT_SEGMENT
from urldom._core.values.url_value import AnyURL
from urldom.patterns._canonicalization import match_path
from urldom.patterns._components import Component
from urldom.patterns._hints import URLPatternListHints
from urldom.patterns._inputs import Input, read, read_up_to_path
from urldom.patterns._matchers import certain_beginning
from urldom.patterns._parts import Part
from urldom.patterns._pattern import (
    URLPattern,
    as_mapping,
    compiled_components,
    only_origin_of,
    reader_of,
    test_of_path,
    test_of_pieces,
)
from urldom.patterns._url_components import COMPONENTS, HOSTNAME, PATHNAME, AnyInput


@public("urldom")
class URLPatternList(Sequence[URLPattern], URLPatternListHints):
    """Patterns that are tested together, such as an allow-list or a table of routes.

    Testing a thousand patterns takes about as long as testing one, if their hosts or the beginnings
    of their paths differ. A list is immutable, hashable, and a sequence of `URLPattern` objects.

    Args:
        patterns: The patterns. Each is a `URLPattern`, a string or a mapping of components.

    Raises:
        InvalidPatternError: If a pattern is invalid.
        TypeError: If `patterns` is a single pattern, or a pattern has another type.
        ModuleNotFoundError: If a regular expression needs corvus-regex-ecma262, which is missing
            (the extra `pattern`).

    >>> routes = URLPatternList(["https://example.com/a/*", "https://*.example.com/*"])
    >>> routes.test("https://www.example.com/"), routes.first("https://example.com/a/b")
    (True, URLPattern(protocol='https', hostname='example.com', port='', pathname='/a/*'))
    """

    __slots__ = ("_by_host", "_by_origin", "_matches", "_most", "_paths_of", "_patterns", "_read")

    def __init__(self, patterns: Iterable[URLPattern | str | Mapping[str, str]]) -> None:
        given: object = patterns
        if isinstance(given, (str, URLPattern, Mapping)):
            hint = "put one pattern in a list"
            if isinstance(given, Mapping):
                hint += ", or use URLPatternMap for patterns with values"
            raise wrong_type("patterns", "an iterable of patterns", patterns, hint)
        self._patterns = tuple(map(_pattern_of, patterns))
        self._matches = list(map(test_of_pieces, self._patterns))
        self._read = read if read in map(reader_of, self._patterns) else read_up_to_path
        # The indexes of the patterns by their only origin, and by their only host or the end of it
        # (".domain" or "").
        by_origin: dict[str, list[int]] = {}
        by_host: dict[str, list[int]] = {}
        components = list(map(compiled_components, self._patterns))
        for index, origin in enumerate(map(only_origin_of, self._patterns)):
            if isinstance(origin, str):
                by_origin.setdefault(origin, []).append(index)
            for host in _hosts_or_end(components[index]["hostname"]):
                by_host.setdefault(host, []).append(index)
        pathnames = [each["pathname"] for each in components]
        self._by_origin = {
            origin: _paths(pathnames, indexes) for origin, indexes in by_origin.items()
        }
        self._by_host = {host: _paths(pathnames, indexes) for host, indexes in by_host.items()}
        #: Only this many characters at the end of a host are looked up, so that a long host takes
        #: no more time.
        self._most = 1 + max(map(len, by_host), default=0)
        self._paths_of = lru_cache(4096)(self._find_paths)

    def _find_paths(self, host: str) -> tuple[_Paths, ...]:
        """Return the `_Paths` indexes of the patterns that may match a host."""
        domains = [host[place:] for place, character in enumerate(host) if character == "."]
        ends = dict.fromkeys(["", host, *domains])
        return tuple([self._by_host[end] for end in ends if end in self._by_host])

    def test(self, url: Input | None = None, base: AnyURL | None = None) -> bool:
        """Return whether at least one pattern matches the URL. An invalid URL does not match.

        Args:
            url: A URL or a mapping of components, as for `URLPattern.test`.
            base: The base URL of a relative `url`.

        Raises:
            TypeError: If `url` has a wrong type, or is a mapping with an unknown key or together
                with a `base`.

        >>> allowed = URLPatternList(["https://a.example/*", "https://b.example/*"])
        >>> allowed.test("/x", "https://b.example/")
        True
        """
        if base is None and type(url) is str and self._test_by_origin(url):
            return True
        pieces = self._read(url, base)
        if pieces is not None:
            for paths in self._paths_of(pieces[HOSTNAME][-self._most :]):
                for index in paths.that_may_match(pieces[PATHNAME]):
                    if self._matches[index](pieces):
                        return True
        return False

    def _test_by_origin(self, url: str) -> bool:
        """Return whether a pattern with only one origin matches the URL, if the URL begins with
        this origin and its path needs no parser. `False` can also mean that the URL must be
        parsed."""
        # The slash after the host. It is not found in a URL such as `ws://a/`, whose origin is
        # shorter than `https://`.
        slash = url.find("/", len("https://"))
        index_of_paths = self._by_origin.get(url[:slash])
        if index_of_paths is None:
            return False
        match = match_path(url, slash)
        if match is None:
            return False
        path = match[0]
        if DOT_SEGMENT in path:
            return False
        for index in index_of_paths.that_may_match(path):
            matches_path = test_of_path(self._patterns[index])
            if matches_path(path):
                return True
        return False

    def first(self, url: Input | None = None, base: AnyURL | None = None) -> URLPattern | None:
        """Return the first pattern that matches, or `None`.

        Args:
            url: A URL or a mapping of components, as for `URLPattern.test`.
            base: The base URL of a relative `url`.

        Raises:
            TypeError: If `url` has a wrong type, or is a mapping with an unknown key or together
                with a `base`.

        >>> routes = URLPatternList([{"pathname": "/user/me"}, {"pathname": "/user/:id"}])
        >>> routes.first("https://example.com/user/me")
        URLPattern(pathname='/user/me')
        """
        found = self._first(url, base)
        if found is None:
            return None
        index, _ = found
        return self._patterns[index]

    def _first(self, url: Input | None, base: AnyURL | None) -> tuple[int, AnyInput] | None:
        """Return the index of the first pattern that matches, and the pieces of the URL."""
        pieces = self._read(url, base)
        if pieces is not None:
            for index in self._that_may_match(pieces):
                if self._matches[index](pieces):
                    return index, pieces
        return None

    def all(self, url: Input | None = None, base: AnyURL | None = None) -> list[URLPattern]:
        """Return all patterns that match, in the order of the list.

        Args:
            url: A URL or a mapping of components, as for `URLPattern.test`.
            base: The base URL of a relative `url`.

        Raises:
            TypeError: If `url` has a wrong type, or is a mapping with an unknown key or together
                with a `base`.

        >>> routes = URLPatternList([{"pathname": "/user/me"}, {"pathname": "/user/:id"}])
        >>> len(routes.all("https://example.com/user/me"))
        2
        """
        pieces = self._read(url, base)
        if pieces is None:
            return []
        return [
            self._patterns[index]
            for index in self._that_may_match(pieces)
            if self._matches[index](pieces)
        ]

    def _that_may_match(self, pieces: AnyInput) -> list[int]:
        """Return the indexes of the patterns whose host and path may match, in the order of the
        list."""
        all_paths = self._paths_of(pieces[HOSTNAME][-self._most :])
        return sorted(
            [index for paths in all_paths for index in paths.that_may_match(pieces[PATHNAME])]
        )

    def __len__(self) -> int:
        return len(self._patterns)

    @overload
    def __getitem__(self, index: int) -> URLPattern: ...
    @overload
    def __getitem__(self, index: slice) -> URLPatternList: ...
    def __getitem__(self, index: int | slice) -> URLPattern | URLPatternList:
        if isinstance(index, slice):
            return URLPatternList(self._patterns[index])
        return self._patterns[index]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, URLPatternList):
            return NotImplemented
        return self._patterns == other._patterns

    def __hash__(self) -> int:
        return hash(self._patterns)

    def __repr__(self) -> str:
        return f"URLPatternList({[*self._patterns]!r})"

    @classmethod
    def __get_pydantic_core_schema__(cls, source: object, handler: object) -> Any:
        """Return the schema of a pydantic field of this type: see
        `urldom._core.pydantic_schemas`."""
        from urldom._core.pydantic_schemas import list_schema, pattern_schema

        return list_schema(cls, pattern_schema(URLPattern, COMPONENTS, as_mapping), as_mapping)

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self._patterns,)


#: Returns the method `_first` of a list, which a map reads and users do not.
first_match_of: Callable[
    [URLPatternList], Callable[[Input | None, AnyURL | None], tuple[int, AnyInput] | None]
] = attrgetter("_first")


#: The indexes of patterns by their fixed segments: by the places of these, and then by the texts.
_BySegments: TypeAlias = dict[tuple[int, ...], dict[tuple[str, ...], list[int]]]


class _Paths:
    """An index of patterns by their paths: by the whole path, or by the fixed text at the beginning
    and by the fixed segments after the first group."""

    def __init__(self, components: Mapping[int, Component]) -> None:
        #: Whether the index is in lower case, because a pattern ignores case.
        self._is_lower = any(component.options.ignore_case for component in components.values())
        fold = str.lower if self._is_lower else str
        self._by_path: dict[str, list[int]] = {}
        by_beginning: dict[str, list[int]] = {}
        by_segments: dict[str, _BySegments] = {}
        for index, component in components.items():
            if component.matcher.text is not None:
                self._by_path.setdefault(fold(component.matcher.text), []).append(index)
                continue
            beginning, segments = fold(_beginning(component)), _segments_after_group(component)
            indexes = by_beginning.setdefault(beginning, [])
            if segments:
                places, texts = tuple(segments), tuple(map(fold, segments.values()))
                by_texts = by_segments.setdefault(beginning, {}).setdefault(places, {})
                indexes = by_texts.setdefault(texts, [])
            indexes.append(index)
        #: The sorted beginnings of paths, each with the indexes of the patterns that have this
        #: beginning. Patterns that have fixed segments after a group are in another index, by the
        #: places and the texts of these segments.
        self._beginnings: list[str] = sorted(by_beginning)
        self._by_beginning = [by_beginning[beginning] for beginning in self._beginnings]
        self._by_segments = [by_segments.get(beginning) for beginning in self._beginnings]
        #: For each beginning, the place of its longest prefix among them, or -1.
        self._shorter = _longest_prefixes(self._beginnings)

    def that_may_match(self, path: str) -> Sequence[int]:
        """Return the indexes of the patterns that may match the path."""
        if self._is_lower:
            path = path.lower()
        found: Sequence[int] = self._by_path.get(path, ())
        # The last beginning that sorts before the path or is equal to it. Every other one that the
        # path begins with is a prefix of this one too, so `_shorter` leads to all of them.
        at = bisect_right(self._beginnings, path) - 1
        while at >= 0:
            if path.startswith(self._beginnings[at]):
                # Most paths find one list of indexes, which is not copied.
                indexes = self._by_beginning[at]
                found = [*found, *indexes] if found else indexes
                by_segments = self._by_segments[at]
                if by_segments is not None:
                    indexes = _with_fixed_segments(by_segments, path)
                    found = [*found, *indexes] if found else indexes
            at = self._shorter[at]
        return found


def _with_fixed_segments(by_segments: _BySegments, path: str) -> list[int]:
    """Return the indexes of the patterns whose fixed segments the path has."""
    segments = path.split("/")
    found: list[int] = []
    for places, by_texts in by_segments.items():
        if places[-1] < len(segments):
            texts = tuple([segments[place] for place in places])
            found += by_texts.get(texts, ())
    return found


def _longest_prefixes(texts: Sequence[str]) -> list[int]:
    """Return for each of the sorted texts the index of its longest prefix among the others, or
    -1."""
    prefixes: list[int] = []
    for place, text in enumerate(texts):
        prefix = place - 1
        while prefix >= 0 and not text.startswith(texts[prefix]):
            prefix = prefixes[prefix]
        prefixes.append(prefix)
    return prefixes


def _paths(pathnames: Sequence[Component], indexes: Iterable[int]) -> _Paths:
    return _Paths({index: pathnames[index] for index in indexes})


def _hosts_or_end(hostname: Component) -> list[str]:
    """Return the hosts that a component matches, or the end of them (".domain" or ""). For
    "{*.}?domain", these are the end and the domain."""
    if hostname.matcher.text is not None:
        return [hostname.matcher.text]
    end = _end_of_hosts(hostname.part_list)
    if end and hostname.part_list[0].modifier == "optional":
        domain = "".join([part.value for part in hostname.part_list])
        return [end, domain]
    return [end]


def _end_of_hosts(part_list: Sequence[Part]) -> str:
    """Return ".domain" for the parts of "*.domain", ":name.domain" or "{*.}?domain", or `""` for
    other parts."""
    kind, _, modifier, _, prefix, rest = part_list[0]
    is_wildcard = kind in ("full-wildcard", "segment-wildcard")
    if not is_wildcard or modifier not in ("none", "optional") or prefix:
        return ""
    for part in part_list[1:]:
        if part.type != "fixed-text" or part.modifier != "none":
            return ""
        rest += part.value
    return rest if rest.startswith(".") else ""


#: Stands for the text of a group, or for all text whose length is unknown.
_ANY: Final = "\0"


def _segments_after_group(component: Component) -> dict[int, str]:
    """Return the fixed segments after the first group, by their places in every path that the
    component matches."""
    if not component.options.delimiter_code_point:  # A group can contain slashes.
        return {}
    text = ""
    for part in component.part_list:
        if part.modifier != "none" or part.type in ("full-wildcard", "regexp"):
            # The places after this part are unknown. A last part with a leading slash completes the
            # segment before it.
            is_last = part is component.part_list[-1]
            completes = is_last and (part.prefix or part.value).startswith("/")
            text += f"/{_ANY}" if completes else f"{certain_beginning(part)}{_ANY}"
            break
        text += part.value if part.type == "fixed-text" else f"{part.prefix}{_ANY}{part.suffix}"
    before_group, group, _ = text.partition(_ANY)
    if not group:
        return {}
    place_of_group = before_group.count("/")
    return {
        place: segment
        for place, segment in enumerate(text.split("/"))
        if place > place_of_group and _ANY not in segment
    }


def _beginning(component: Component) -> str:
    """Return the fixed text that begins every path that the component matches."""
    text = ""
    for part in component.part_list:
        text += certain_beginning(part)
        if part.type != "fixed-text" or part.modifier != "none":
            break
    return text


#: One pattern or several, in the forms that functions accept.
Patterns: TypeAlias = (
    URLPatternList
    | URLPattern
    | str
    | Mapping[str, str]
    | Iterable[URLPattern | str | Mapping[str, str]]
)


def pattern_list(patterns: Any) -> URLPatternList:
    """Return one pattern or several as a list. Raises `InvalidPatternError`, and `TypeError` for
    other values."""
    if isinstance(patterns, URLPatternList):
        return patterns
    if isinstance(patterns, (str, URLPattern, Mapping)):
        return URLPatternList([cast(Any, patterns)])
    if not isinstance(patterns, Iterable) or isinstance(patterns, (bytes, bytearray)):
        kinds = (
            "a URLPattern, a URLPatternList, a str, a mapping of components, or an iterable of"
            " these"
        )
        raise wrong_type("patterns", kinds, patterns)
    return URLPatternList(cast("Iterable[URLPattern]", patterns))


def _pattern_of(item: URLPattern | str | Mapping[str, str]) -> URLPattern:
    if item is None:  # pyright: ignore[reportUnnecessaryComparison]
        # In a list, `None` is probably a mistake: `URLPattern(None)` matches every URL.
        raise wrong_type("a pattern", "a str or a mapping of components", item)
    return item if isinstance(item, URLPattern) else URLPattern(item)
