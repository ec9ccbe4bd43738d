"""The headers of responses: the URL of a redirect, and the links of a `Link` header.

httpx and requests start from their own response objects. For links, `urljoin` resolves the URLs
that requests returns. The links of httpx are left out, because it keeps only one link of each
relation type."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final
from urllib.parse import urljoin

from tests.tools.benchmark.cells import Cell, Place
from tests.tools.benchmark.peers import httpx, requests
from tests.tools.benchmark.settings import Settings
from tests.tools.benchmark.timing import TURNS, Run, Subject, measure, slices
from urldom import http

ADDRESS: Final = "https://www.example.com/a/b/c?d=e"

#: Each function makes the value of a `Location` header from a number.
_LOCATIONS: Final[dict[str, Callable[[int], bytes]]] = {
    "plain": lambda n: f"https://host{n}.example/a/{n}?q={n}".encode(),
    "an absolute path": lambda n: f"/login/{n}?next=%2F{n}".encode(),
    "up one": lambda n: f"../{n}".encode(),
    "a query alone": lambda n: f"?page={n}".encode(),
    "a fragment": lambda n: f"/a/{n}#section-{n}".encode(),
    "non-ASCII path": lambda n: f"/caf\u00e9/{n}".encode(),
    "spaces": lambda n: f"/a b/{n} c".encode(),
    "percent-escapes": lambda n: f"/%E4%B8%AD%E6%96%87/{n}%20a".encode(),
    "a long query": lambda n: f"https://sso{n}.example/login?return={'a%2Fb' * 100}&n={n}".encode(),
}
#: Each function makes the value of a `Link` header from a number.
_LINKS: Final[dict[str, Callable[[int], str]]] = {
    "plain": lambda n: (
        f'<https://a{n}.example/?page=2>; rel="next", <https://a{n}.example/?page=9>; rel="last"'
    ),
    "relative": lambda n: f'</items/{n}?page=2>; rel="next"',
    "ten preloads": lambda n: ", ".join(
        f"</static/{n}/{i}.js>; rel=preload; as=script; crossorigin" for i in range(10)
    ),
    "titles": lambda n: (
        f'<{n}>; rel="up"; title="Chapter {n}, or so"; type="text/html"; hreflang=en'
    ),
}


def _each(function: Callable[[Any], object]) -> Run:
    def run(items: Sequence[Any]) -> None:
        for item in items:
            function(item)

    return run


def _of_httpx(values: Sequence[bytes]) -> list[Any]:
    request = httpx.Request("GET", ADDRESS)
    return [
        httpx.Response(302, headers=[(b"Location", value)], request=request) for value in values
    ]


def _of_requests(values: Sequence[bytes]) -> list[Any]:
    responses = []
    for value in values:
        response = requests.Response()
        response.status_code, response.url = 302, ADDRESS
        response.headers["location"] = value.decode("latin-1")
        responses.append(response)
    return responses


def redirect(settings: Settings) -> Iterator[Cell]:
    """Measure reading a `Location` header. The result is the next URL as a string."""

    def locate(value: bytes) -> str:
        return http.location(value, ADDRESS).href

    subjects = {"urldom": Subject(_each(locate), answer=locate)}
    if httpx:
        client = httpx.Client(transport=httpx.BaseTransport(), trust_env=False)

        def follow(response: Any) -> str:
            return str(client._redirect_url(response.request, response))

        subjects["httpx"] = Subject(
            _each(follow), _of_httpx, lambda value: follow(_of_httpx([value])[0])
        )
    if requests:
        session, requote = requests.Session(), requests.utils.requote_uri

        def resolve(response: Any) -> object:
            return requote(urljoin(response.url, session.get_redirect_target(response)))

        subjects["requests"] = Subject(
            _each(resolve), _of_requests, lambda value: resolve(_of_requests([value])[0])
        )
    yield from _measured("redirect", _LOCATIONS, subjects, settings)


def header_links(settings: Settings) -> Iterator[Cell]:
    """Measure reading a `Link` header. The results are links with resolved URLs."""
    subjects = {"urldom": Subject(_each(lambda value: http.links(value, ADDRESS)))}
    if requests:
        parse = requests.utils.parse_header_links
        subjects["requests"] = Subject(
            _each(lambda value: [urljoin(ADDRESS, link["url"]) for link in parse(value)])
        )
    yield from _measured("header links", _LINKS, subjects, settings)


def _measured(
    job: str,
    families: dict[str, Callable[[int], Any]],
    subjects: dict[str, Subject],
    settings: Settings,
) -> Iterator[Cell]:
    for family, make in families.items():
        if settings.families.is_chosen(family):
            values = [make(n) for n in range(settings.most * TURNS * settings.rounds)]
            yield measure(
                Place(job, family), subjects, slices(values, settings.rounds), settings.rounds
            )
