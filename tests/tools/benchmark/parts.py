"""Build a URL from parts, edit path segments, and read the host's IP address, compared with yarl
and httpx.

yarl caches hosts, and each of its URLs caches the attributes that were read. So these jobs use
distinct URLs and hosts, and make them before the clock starts. `again` measures what yarl's caches
gain: it builds URLs on one host, and reads objects a second time."""

from __future__ import annotations

import ipaddress
import itertools
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from tests.tools.benchmark.cells import Cell, Place
from tests.tools.benchmark.peers import httpx, yarl
from tests.tools.benchmark.settings import Settings
from tests.tools.benchmark.timing import Subject, measure
from urldom import URLDecomposition
from urldom.whatwg import URL

#: Makes a URL from a string.
_Maker = Callable[[str], Any]
#: The timed operation on a URL.
_Operation = Callable[[Any], object]

_NUMBERS = itertools.count()


def fresh(settings: Settings) -> Callable[[int], Sequence[int]]:
    """Return the numbers for the objects of a round. No number was used in an earlier round."""
    return lambda number: [next(_NUMBERS) for _ in range(settings.most)]


def operation(
    do: _Operation,
    make: Callable[[Any], Any] = lambda item: item,
    before: _Operation | None = None,
    *,
    is_compared: bool = True,
) -> Subject:
    """Return a subject. `make` makes an object from an item of the batch, and then `before` gets
    the object. Only `do` is timed. Its results are the answers, unless `is_compared` is false."""

    def prepare(numbers: Sequence[int]) -> list[Any]:
        made = [make(number) for number in numbers]
        if before is not None:
            for one in made:
                before(one)
        return made

    def run(made: Sequence[Any]) -> None:
        for one in made:
            do(one)

    return Subject(run, prepare, (lambda item: do(make(item))) if is_compared else None)


def _makers() -> dict[str, _Maker]:
    makers: dict[str, _Maker] = {"HTML5": URLDecomposition, "URL": URL}
    if yarl:
        makers["yarl"] = yarl.URL
    if httpx:
        makers["httpx"] = httpx.URL
    return makers


#: The parts of a URL, given a number, by urldom's names.
_BUILT: Final[dict[str, Callable[[int], dict[str, Any]]]] = {
    "plain": lambda n: {"host": f"h{n}.example.com", "path": f"/a/{n}"},
    "a query": lambda n: {"host": f"h{n}.example.com", "path": "/a", "query": {"q": f"{n}"}},
    "a query of five": lambda n: {
        "host": f"h{n}.example.com",
        "query": {f"name{i}": f"{n} {i}" for i in range(5)},
    },
    "text to be escaped": lambda n: {
        "host": f"h{n}.example.com",
        "path": f"/a b/{n}%/c",
        "fragment": "d e",
    },
    "non-ASCII path": lambda n: {"host": f"h{n}.example.com", "path": f"/\u6771\u4eac/{n}"},
    "non-ASCII host": lambda n: {"host": f"b\u00fccher{n}.example", "path": "/"},
    "IPv4": lambda n: {"host": f"10.{n >> 16 & 255}.{n >> 8 & 255}.{n & 255}", "port": 8080},
    "IPv6": lambda n: {"host": f"2001:db8::{n >> 16 & 0xFFFF:x}:{n & 0xFFFF:x}", "path": "/a"},
    "everything": lambda n: {
        "scheme": "http",
        "username": "bob",
        "password": f"p@ss{n}",
        "host": f"h{n}.example.com",
        "port": 8080,
        "path": "/a/b",
        "query": {"q": f"{n}", "r": "x y"},
        "fragment": "top",
    },
}


def _of_yarl(parts: dict[str, Any]) -> dict[str, Any]:
    renamed = {"user" if name == "username" else name: value for name, value in parts.items()}
    return {"scheme": "https"} | renamed


def _of_httpx(parts: dict[str, Any]) -> dict[str, Any]:
    """Return the parts by httpx's names, such as `params` for the query. httpx accepts a username
    only with a password."""
    renamed = {"params" if name == "query" else name: value for name, value in parts.items()}
    return {"scheme": "https", "path": "/"} | renamed


def build(settings: Settings) -> Iterator[Cell]:
    """Measure building a URL from parts. The result is a string."""
    for family, parts in _BUILT.items():
        yield _built(Place("build", family), parts, settings)


def _built(place: Place, parts: Callable[[int], dict[str, Any]], settings: Settings) -> Cell:
    subjects = {"URL": operation(lambda values: str(URL.build(**values)), parts)}
    if yarl:
        subjects["yarl"] = operation(
            lambda values: str(yarl.URL.build(**values)), lambda n: _of_yarl(parts(n))
        )
    if httpx:
        subjects["httpx"] = operation(
            lambda values: str(httpx.URL(**values)), lambda n: _of_httpx(parts(n))
        )
    return measure(place, subjects, fresh(settings), settings.rounds)


def slash(settings: Settings) -> Iterator[Cell]:
    """Measure copying a URL with one more segment. The result is a string. httpx copies the URL
    with another path."""
    for family, segment in {
        "plain": "page",
        "a space": "a page",
        "non-ASCII": "\u6771\u4eac",
        "empty": "",
    }.items():

        def add(url: Any, segment: str = segment) -> str:
            return str(url / segment)

        def copy(url: Any, segment: str = segment) -> str:
            return str(url.copy_with(path=f"{url.path}/{segment}"))

        subjects = {
            name: operation(
                copy if name == "httpx" else add,
                lambda n, make=make: make(f"https://h{n}.example.com/a/b"),
            )
            for name, make in _makers().items()
        }
        yield measure(Place("slash", family), subjects, fresh(settings), settings.rounds)


#: Paths, by kind.
_PATHS: Final = {
    "plain": "a/b/c",
    "escapes": "a%20b/caf%C3%A9/c%20d",
    "60 segments": "/".join(["segment"] * 60),
}


def _last(url: Any) -> object:
    return url.segments[-1]


def _all(url: Any) -> object:
    return url.segments[:]


def _set_last(url: Any) -> object:
    url.segments[-1] = "a page"
    return url.href


#: How urldom, yarl and httpx read segments. httpx has no segments, so it splits the path.
_OPERATIONS: Final[dict[str, tuple[_Operation, _Operation, _Operation]]] = {
    "read the last": (_last, lambda url: url.parts[-1], lambda url: url.path.rpartition("/")[2]),
    "read all": (_all, lambda url: url.parts, lambda url: url.path.split("/")),
}


def _operation(name: str, three: tuple[_Operation, _Operation, _Operation]) -> _Operation:
    return three[{"yarl": 1, "httpx": 2}.get(name, 0)]


def segments(settings: Settings) -> Iterator[Cell]:
    """Measure reading and setting segments. Setting starts from a string and returns one, because
    yarl's URLs are immutable."""
    for family, path in _PATHS.items():
        for action, three in _OPERATIONS.items():
            subjects = {
                name: operation(
                    _operation(name, three),
                    lambda n, make=make, path=path: make(f"https://h{n}.example.com/{n}/{path}"),
                )
                for name, make in _makers().items()
            }
            yield measure(
                Place("segments", family, action), subjects, fresh(settings), settings.rounds
            )

        def text(n: int, path: str = path) -> str:
            return f"https://h{n}.example.com/{n}/{path}"

        subjects = {
            "HTML5": operation(lambda url: _set_last(URLDecomposition(url)), text),
            "URL": operation(lambda url: _set_last(URL(url)), text),
        }
        if yarl:
            subjects["yarl"] = operation(lambda url: str(yarl.URL(url).with_name("a page")), text)
        yield measure(
            Place("segments", family, "set the last"), subjects, fresh(settings), settings.rounds
        )


def _ip_address(url: Any) -> object:
    return url.ip_address


def _of_host(url: Any) -> object:
    try:
        return ipaddress.ip_address(url.host)
    except ValueError:
        return None


_HOSTS: Final[dict[str, Callable[[int], str]]] = {
    "plain": lambda n: f"h{n}.example.com",
    "IPv4": lambda n: f"10.{n >> 16 & 255}.{n >> 8 & 255}.{n & 255}",
    "IPv6": lambda n: f"[2001:db8::{n >> 16 & 0xFFFF:x}:{n & 0xFFFF:x}]",
}


def ip_address(settings: Settings) -> Iterator[Cell]:
    for family, host in _HOSTS.items():
        subjects = {
            name: operation(
                _of_host if name in ("yarl", "httpx") else _ip_address,
                lambda n, make=make, host=host: make(f"http://{host(n)}/"),
            )
            for name, make in _makers().items()
        }
        yield measure(Place("ip address", family), subjects, fresh(settings), settings.rounds)


def again(settings: Settings) -> Iterator[Cell]:
    """Measure two jobs that yarl's caches make faster. One uses the cache of hosts. The other uses
    the cache of attributes that were already read."""
    yield _built(
        Place("again", "plain", "build on the same host"),
        lambda n: {"host": "h", "path": f"/{n}"},
        settings,
    )
    for action, three in {**_OPERATIONS, "ip address": (_ip_address, _of_host, _of_host)}.items():
        subjects = {
            name: operation(
                _operation(name, three),
                lambda n, make=make: make(
                    f"http://10.{n >> 16 & 255}.{n >> 8 & 255}.{n & 255}/a/b/c"
                ),
                _operation(name, three),
            )
            for name, make in _makers().items()
        }
        yield measure(Place("again", "plain", action), subjects, fresh(settings), settings.rounds)
