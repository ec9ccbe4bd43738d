"""Names for the parts of patterns in other libraries, and of the URL Pattern Standard's
components."""

from __future__ import annotations

from typing import Any, Final

from urldom._core.hints import Hints, hints_for, use

COMPONENT_NAMES: Final = {
    **use("protocol", "scheme"),
    **use("hostname", "host"),
    **use("pathname", "path"),
    **use("hash", "fragment"),
    **use("search", "query"),
}
PATTERN_NAMES: Final = {
    **COMPONENT_NAMES,
    **use("build", "format", "reverse", "url_for", "generate_url"),
    **use("has_regexp_groups", "hasRegExpGroups"),
    **use("exec(url)", "match", "fullmatch", "parse"),
    **use("exec(url).groups", "groups", "params"),
    **use("test(url)", "matches", "is_match"),
}


@hints_for("a URLPattern", PATTERN_NAMES)
class URLPatternHints(Hints):
    __slots__ = ()


PATTERN_LIST_NAMES: Final = {
    **use("URLPatternList([*patterns, pattern])", "append", "add", "extend"),
    **use("first(url)", "match", "exec"),
    **use("test(url)", "matches"),
}


@hints_for("a URLPatternList", PATTERN_LIST_NAMES)
class URLPatternListHints(Hints):
    __slots__ = ()


PATTERN_MAP_NAMES: Final = {
    **use("match(url)", "first", "exec", "resolve", "route", "test", "add"),
}


@hints_for("a URLPatternMap", PATTERN_MAP_NAMES)
class URLPatternMapHints(Hints):
    __slots__ = ()


PATTERN_MATCH_NAMES: Final = {
    **use("decoded", "groups", "params", "groupdict", "path_params"),
    **use("value", "handler", "endpoint"),
}


@hints_for("a URLPatternMatch", PATTERN_MATCH_NAMES)
class URLPatternMatchHints(Hints):
    __slots__ = ()


PATTERN_RESULT_NAMES: Final = {
    **COMPONENT_NAMES,
    **use("groups", "params", "named", "groupdict", "path_params"),
    **use("inputs", "input", "url"),
}


@hints_for("a URLPatternResult", PATTERN_RESULT_NAMES)
class URLPatternResultHints(Hints):
    __slots__ = ()


#: The component (URL Pattern Standard 1.2) for each of its names in other APIs.
OF_A_PATTERN: Final[dict[Any, str]] = {
    "scheme": "protocol",
    "host": "hostname",
    "path": "pathname",
    "fragment": "hash",
    "query": "search",
    "base": "baseURL",
    "base_url": "baseURL",
}
PATTERN_KEYWORDS: Final = {
    **COMPONENT_NAMES,
    **use("ignore_case", "ignoreCase", "case_sensitive"),
    **use("base", "base_url", "baseURL"),
}
