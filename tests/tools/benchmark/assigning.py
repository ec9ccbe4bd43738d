"""Assign one attribute, or assign five and read `href`.

ada_url raises an error for an invalid value, and urldom ignores the value. So every assignment is
in a `try`, which costs no time if no error is raised."""

# ruff: noqa: SIM105 (contextlib.suppress would cost more than some of the assignments)

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from tests.tools.benchmark.cells import Cell, Place
from tests.tools.benchmark.make_and_read import read_seven, refusals
from tests.tools.benchmark.peers import ada_url, can_ada, pywhatwgurl, upa_url, yarl
from tests.tools.benchmark.settings import Settings
from tests.tools.benchmark.timing import TURNS, Run, Subject, measure, slices
from tests.tools.benchmark.values import FIVE, VALUES
from urldom import HTML5, WHATWG, URLDecomposition
from urldom.whatwg import URL

#: The families of URLs for the jobs that assign one attribute.
_ASSIGNED_TO: Final = (
    "plain",
    "a port",
    "user info",
    "empty path, a query",
    "dot segments",
    "spaces in the path",
    "non-ASCII path",
    "non-ASCII host, Latin",
    "IPv6 and a port",
    "mailto",
    "file",
    "custom scheme, an authority",
    "custom scheme, no authority",
)

_Pairs = Sequence[tuple[Any, str]]


def _protocol(pairs: _Pairs) -> None:
    for u, value in pairs:
        try:
            u.protocol = value
        except ValueError:
            pass


def _host(pairs: _Pairs) -> None:
    for u, value in pairs:
        try:
            u.host = value
        except ValueError:
            pass


def _hostname(pairs: _Pairs) -> None:
    for u, value in pairs:
        try:
            u.hostname = value
        except ValueError:
            pass


def _port(pairs: _Pairs) -> None:
    for u, value in pairs:
        try:
            u.port = value
        except ValueError:
            pass


def _pathname(pairs: _Pairs) -> None:
    for u, value in pairs:
        try:
            u.pathname = value
        except ValueError:
            pass


def _search(pairs: _Pairs) -> None:
    for u, value in pairs:
        try:
            u.search = value
        except ValueError:
            pass


def _hash(pairs: _Pairs) -> None:
    for u, value in pairs:
        try:
            u.hash = value
        except ValueError:
            pass


def _username(pairs: _Pairs) -> None:
    for u, value in pairs:
        try:
            u.username = value
        except ValueError:
            pass


def _password(pairs: _Pairs) -> None:
    for u, value in pairs:
        try:
            u.password = value
        except ValueError:
            pass


def _href(pairs: _Pairs) -> None:
    for u, value in pairs:
        try:
            u.href = value
        except ValueError:
            pass


#: Each attribute has its own loop. A common loop with `setattr` would add the same time to all
#: subjects, and so change the ratios.
_LOOPS: Final[dict[str, Run]] = {
    "protocol": _protocol,
    "host": _host,
    "hostname": _hostname,
    "port": _port,
    "pathname": _pathname,
    "search": _search,
    "hash": _hash,
    "username": _username,
    "password": _password,
    "href": _href,
}


def _make_whatwg(url: str) -> URLDecomposition:
    return URLDecomposition(url, standard=WHATWG)


def _makers() -> dict[str, Callable[[str], Any]]:
    makers: dict[str, Callable[[str], Any]] = {
        "HTML5": URLDecomposition,
        "WHATWG": _make_whatwg,
        "URL": URL,
    }
    if can_ada:
        makers["can_ada"] = can_ada.parse
    if upa_url:
        makers["upa_url"] = upa_url.URL
    if ada_url:
        makers["ada_url"] = ada_url.URL
    if pywhatwgurl:
        makers["pywhatwgurl"] = pywhatwgurl.URL
    return makers


def _answer(make: Callable[[str], Any], attribute: str) -> Callable[[tuple[str, str]], str]:
    """Return the function that assigns, and returns the whole URL after it."""

    def answer(pair: tuple[str, str]) -> str:
        u = make(pair[0])
        _LOOPS[attribute]([(u, pair[1])])
        return u.href  # type: ignore[no-any-return]

    return answer


def _prepare(
    make: Callable[[str], Any],
) -> Callable[[Sequence[tuple[str, str]]], list[tuple[Any, str]]]:
    """Return the function that prepares a batch: it makes the objects and reads their attributes.
    Its time is not measured."""

    def prepare(batch: Sequence[tuple[str, str]]) -> list[tuple[Any, str]]:
        pairs = []
        for url, value in batch:
            u = make(url)
            read_seven(u)
            u.href  # noqa: B018
            pairs.append((u, value))
        return pairs

    return prepare


def assign(settings: Settings) -> Iterator[Cell]:
    """Measure the first assignment to an object. The attributes of the object were read before the
    measurement."""
    count = settings.few * 2
    makers = _makers()
    for family in filter(settings.families.is_chosen, _ASSIGNED_TO):
        urls = settings.families.urls(family, count)
        for attribute, kinds in VALUES.items():
            subjects = {
                name: Subject(_LOOPS[attribute], _prepare(make), _answer(make, attribute))
                for name, make in makers.items()
                if attribute in HTML5.attributes or name != "HTML5"
            }
            for kind, value in kinds.items():

                def batch(
                    number: int, urls: list[str] = urls, value: Callable[[int], str] = value
                ) -> Sequence[Any]:
                    return [(url, value(number * count + index)) for index, url in enumerate(urls)]

                yield measure(
                    Place("assign", family, attribute, kind), subjects, batch, settings.rounds
                )


_Rows = Sequence[tuple[str, str, str, str, str, str]]


def _five(u: Any, protocol: str, hostname: str, port: str, pathname: str, search: str) -> object:
    try:
        u.protocol = protocol
    except ValueError:
        pass
    try:
        u.hostname = hostname
    except ValueError:
        pass
    try:
        u.port = port
    except ValueError:
        pass
    try:
        u.pathname = pathname
    except ValueError:
        pass
    try:
        u.search = search
    except ValueError:
        pass
    return u.href


def _idl(make: Callable[[str], Any]) -> Run:
    def run(rows: _Rows) -> None:
        for url, protocol, hostname, port, pathname, search in rows:
            _five(make(url), protocol, hostname, port, pathname, search)

    return run


def _whatwg(rows: _Rows) -> None:
    for url, protocol, hostname, port, pathname, search in rows:
        _five(URLDecomposition(url, standard=WHATWG), protocol, hostname, port, pathname, search)


def _yarl(rows: _Rows) -> None:
    for url, protocol, hostname, port, pathname, search in rows:
        _yarl_five(url, protocol, hostname, port, pathname, search)


def _yarl_five(
    url: str, protocol: str, hostname: str, port: str, pathname: str, search: str
) -> str:
    u = yarl.URL(url).with_scheme(protocol).with_host(hostname).with_port(int(port))
    return str(u.with_path(pathname).with_query(search[1:]))


def five(settings: Settings) -> Iterator[Cell]:
    """Measure making an object, assigning five attributes, and reading `href`."""
    subjects = {
        name: Subject(
            _whatwg if name == "WHATWG" else _idl(make),
            answer=lambda row, make=make: _five(make(row[0]), *row[1:]),
        )
        for name, make in _makers().items()
    }
    if yarl:
        subjects["yarl"] = Subject(_yarl, answer=lambda row: _yarl_five(*row))
    for family in settings.families.names():
        urls = settings.families.urls(family, settings.few * TURNS * settings.rounds)
        refused = refusals(urls)
        subjects_here = {name: subject for name, subject in subjects.items() if name not in refused}
        for kind, values in FIVE.items():
            rows = [(url, *values(index)) for index, url in enumerate(urls)]
            cell = measure(
                Place("five", family, case=kind),
                subjects_here,
                slices(rows, settings.rounds),
                settings.rounds,
            )
            cell.left_out |= refused
            yield cell
