"""Make, test and execute URL patterns, one by one and in a list of a thousand. The families are
kinds of patterns, each with its own URLs to match."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from tests.tools.benchmark.cells import Cell, Place
from tests.tools.benchmark.peers import upa_url, urlpattern
from tests.tools.benchmark.settings import Settings
from tests.tools.benchmark.timing import TURNS, Run, Subject, always, measure, slices
from urldom.patterns import URLPattern, URLPatternList
from urldom.whatwg import URL

#: A pattern, and a function that makes a URL from a number.
PATTERNS: Final[dict[str, tuple[str, Callable[[int], str]]]] = {
    "plain": ("https://example.com/users/:id", lambda n: f"https://example.com/users/{n}?q={n}"),
    "fixed text": ("https://example.com/about", lambda n: f"https://example.com/about?q={n}"),
    "subdomains": (
        "https://*.example.com/*",
        lambda n: f"https://w{n}.example.com/users/{n}?q={n}",
    ),
    "an optional group": (
        "https://example.com/users/:id?",
        lambda n: f"https://example.com/users/{n}?q={n}",
    ),
    "wildcards": ("https://example.com/*/:id/*", lambda n: f"https://example.com/a/{n}/b"),
    "many wildcards": (
        "https://example.com/*-*/*.*/*",
        lambda n: f"https://example.com/a-{n}/b.c/{n}",
    ),
    "repeated segments": (
        "https://example.com/:path+",
        lambda n: f"https://example.com/a/{n}/b/c/d/e/f",
    ),
    "a beginning": (
        "https://example.com/api/*",
        lambda n: f"https://example.com/api/v1/things/{n}",
    ),
    "a regular expression": (
        "https://example.com/users/:id(\\d+)",
        lambda n: f"https://example.com/users/{n}",
    ),
    "a query": ("https://example.com/a\\?id=:id&*", lambda n: f"https://example.com/a?id={n}&b=c"),
    "another host": (
        "https://example.com/api/*",
        lambda n: f"https://w{n}.example.com/api/v1/things/{n}",
    ),
    "another path": ("https://example.com/api/*", lambda n: f"https://example.com/b/v1/things/{n}"),
    "another scheme": ("https://example.com/users/:id", lambda n: f"ftp://x{n}.example/"),
    "percent-escapes": ("https://example.com/a/*", lambda n: f"https://example.com/a/b%20{n}"),
    "non-ASCII path": ("https://example.com/a/*", lambda n: f"https://example.com/a/é{n}"),
    "non-ASCII host": ("https://*.example.com/*", lambda n: f"https://bücher{n}.example.com/{n}"),
    "a long path": ("https://example.com/a/*", lambda n: f"https://example.com/a/{'x/' * 200}{n}"),
    "IPv4": ("http://127.0.0.1:8000/*", lambda n: f"http://127.0.0.1:8000/a/{n}"),
    "IPv6": ("http://[\\:\\:1]/*", lambda n: f"http://[::1]/a/{n}"),
    "credentials": ("https://example.com/*", lambda n: f"https://u:p@example.com/{n}"),
    "a default port": ("https://example.com/*", lambda n: f"https://example.com:443/{n}"),
    "dot segments": ("https://example.com/a/*", lambda n: f"https://example.com/b/../a/{n}"),
    "upper-case host": ("https://example.com/*", lambda n: f"https://EXAMPLE.com/{n}"),
    "two groups in a segment": (
        "https://example.com/:a-:b",
        lambda n: f"https://example.com/x{n}-y",
    ),
    "not valid": ("https://example.com/a/*", lambda n: f"https://exa mple.com/a/{n}"),
}
_THOUSAND: Final = 1000
#: Pairs of functions. The first function makes a pattern from a number. The second makes a URL from
#: the same number. The pattern matches this URL, except in "no match".
LISTS: Final[dict[str, tuple[Callable[[int], str], Callable[[int], str]]]] = {
    "plain": (
        lambda n: f"https://host{n}.example/a/*",
        lambda n: f"https://host{n}.example/a/{n}?q",
    ),
    "domains": (
        lambda n: f"https://*.host{n}.example/*",
        lambda n: f"https://www.host{n}.example/a/{n}",
    ),
    "routes": (
        lambda n: f"https://example.com/route{n}/:id",
        lambda n: f"https://example.com/route{n}/{n}",
    ),
    "paths": (lambda n: f"https://example.com/page{n}", lambda n: f"https://example.com/page{n}?q"),
    "routes of any host": (
        lambda n: f"*://*/route{n}/*",
        lambda n: f"https://example.com/route{n}/{n}",
    ),
    "no match": (
        lambda n: f"https://host{n}.example/a/*",
        lambda n: f"https://other{n}.example/a/{n}",
    ),
}


#: The components of a pattern that the job "make a pattern" compares
_COMPONENTS: Final = (
    "protocol",
    "username",
    "password",
    "hostname",
    "port",
    "pathname",
    "search",
    "hash",
)


def _peers() -> dict[str, Callable[[str], Any]]:
    modules = {"urlpattern": urlpattern, "upa_url": upa_url}
    return {name: module.URLPattern for name, module in modules.items() if module}


def _components(make: Callable[[str], Any]) -> Callable[[str], tuple[str, ...]]:
    def components(text: str) -> tuple[str, ...]:
        pattern = make(text)
        return tuple(getattr(pattern, name) for name in _COMPONENTS)

    return components


def _parsed(urls: Sequence[str]) -> list[URL]:
    return [*map(URL, urls)]


def _calls(function: Callable[[Any], object]) -> Run:
    def run(items: Sequence[Any]) -> None:
        for item in items:
            function(item)

    return run


def _read_groups(pattern: Any) -> Callable[[Any], object]:
    def run(url: Any) -> object:
        result = pattern.exec(url)
        return result and dict(
            result["pathname"]["groups"] if isinstance(result, dict) else result.pathname.groups
        )

    return run


def _test(pattern: Any) -> Callable[[Any], object]:
    return pattern.test  # type: ignore[no-any-return]


def _each(
    job: str,
    settings: Settings,
    call: Callable[[Any], Callable[[Any], object]],
    *,
    is_parsed: bool = False,
) -> Iterator[Cell]:
    """Measure the function that `call` returns for a pattern, on each URL. If `is_parsed` is true,
    urldom gets `URL` objects instead of strings."""
    for family, (text, make) in PATTERNS.items():
        if not settings.families.is_chosen(family) or (is_parsed and family == "not valid"):
            continue
        urls = [make(n) for n in range(settings.most * TURNS * settings.rounds)]
        run = _calls(call(URLPattern(text)))
        prepare = _parsed if is_parsed else list
        subjects = {"urldom": Subject(run, prepare, call(URLPattern(text)))}
        left_out = {}
        for name, make_pattern in _peers().items():
            try:
                theirs = call(make_pattern(text))
            except Exception as error:
                left_out[name] = f"{type(error).__name__}: {error}"
            else:
                subjects[name] = Subject(_calls(theirs), answer=theirs)
        cell = measure(Place(job, family), subjects, slices(urls, settings.rounds), settings.rounds)
        cell.left_out |= left_out
        yield cell


def match(settings: Settings) -> Iterator[Cell]:
    """Measure testing a string with one pattern."""
    return _each("match", settings, _test)


def match_groups(settings: Settings) -> Iterator[Cell]:
    """Measure matching a string with one pattern and reading the groups of the path."""
    return _each("match groups", settings, _read_groups)


def match_url(settings: Settings) -> Iterator[Cell]:
    """Measure testing a parsed URL with one pattern. The peers accept only strings, so they get
    strings."""
    return _each("match URL", settings, _test, is_parsed=True)


def match_list(settings: Settings) -> Iterator[Cell]:
    """Measure testing a string with a list of a thousand patterns, and with one pattern of the
    list."""
    for family, patterns, url_of in _lists(settings):
        together = URLPatternList(patterns)
        # Each URL matches a different pattern of the list.
        urls = [
            url_of(n * 7919 % len(patterns)) for n in range(settings.most * TURNS * settings.rounds)
        ]
        subjects = {
            "urldom": Subject(_calls(together.test)),
            "one": Subject(_calls(patterns[0].test)),
        }
        yield measure(
            Place("match list", family), subjects, slices(urls, settings.rounds), settings.rounds
        )


def match_list_made(settings: Settings) -> Iterator[Cell]:
    """Measure making one list of a thousand patterns, and ten lists of a hundred."""
    for family, patterns, _ in _lists(settings):
        subjects = {
            "urldom": Subject(lambda patterns: URLPatternList(patterns)),
            "tenths": Subject(
                lambda patterns: [URLPatternList(patterns[n::10]) for n in range(10)]
            ),
        }
        yield measure(Place("match list made", family), subjects, always(patterns), settings.rounds)


def _lists(settings: Settings) -> Iterator[tuple[str, list[URLPattern], Callable[[int], str]]]:
    for family, (pattern_of, url_of) in LISTS.items():
        if settings.families.is_chosen(family):
            yield (
                family,
                [URLPattern(pattern_of(n)) for n in range(min(_THOUSAND, 10 * settings.most))],
                url_of,
            )


def match_made(settings: Settings) -> Iterator[Cell]:
    """Measure making a pattern from a string."""
    for family, (pattern_of, _) in LISTS.items():
        if settings.families.is_chosen(family):
            makers = {"urldom": URLPattern} | _peers()
            subjects = {
                name: Subject(_calls(make), answer=_components(make))
                for name, make in makers.items()
            }
            texts = [pattern_of(n) for n in range(settings.few * TURNS * settings.rounds)]
            yield measure(
                Place("match made", family),
                subjects,
                slices(texts, settings.rounds),
                settings.rounds,
            )
