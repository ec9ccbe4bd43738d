"""Make a URL from a string, and read seven attributes, one attribute, or none.

A library that parses lazily gains most if nothing is read, so the three jobs show what is eager and
what is lazy."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, NamedTuple
from urllib.parse import urlsplit

from tests.tools.benchmark.cells import Cell, Place
from tests.tools.benchmark.peers import (
    ada_url,
    can_ada,
    liburlparser,
    pydantic_core,
    pywhatwgurl,
    upa_url,
    yarl,
)
from tests.tools.benchmark.settings import Settings
from tests.tools.benchmark.timing import TURNS, Run, Subject, measure, slices
from urldom import HTML5, WHATWG, URLDecomposition
from urldom.whatwg import URL

#: The attributes of the first job, by their names in the URL Standard
SEVEN: Final = ("protocol", "host", "hostname", "port", "pathname", "search", "hash")
_HOSTNAME: Final = SEVEN.index("hostname")
#: The default ports, which the URL Standard leaves out
_PORTS: Final = {"http": 80, "https": 443, "ws": 80, "wss": 443, "ftp": 21}


def read_seven(u: Any) -> None:
    u.protocol, u.host, u.hostname, u.port, u.pathname, u.search, u.hash  # noqa: B018


class _Reader(NamedTuple):
    """How a library makes an object and reads it. `names` are the attributes that are timed."""

    make: Callable[[str], Any]
    names: tuple[str, ...]
    hostname: str
    #: Convert the values of `names` to the seven answers of the URL Standard. This conversion is
    #: not timed.
    standard: Callable[..., tuple[str, ...]] = lambda *values: values
    call: str = "make(url)"


def _answers(
    scheme: str,
    host: str | None,
    hostname: str | None,
    port: int | None,
    path: str,
    query: str,
    fragment: str,
) -> tuple[str, ...]:
    name = (
        f"[{hostname}]"
        if ":" in (hostname or "") and not (hostname or "").startswith("[")
        else hostname or ""
    )
    number = "" if port is None else str(port)
    return (
        f"{scheme}:",
        f"{name}:{number}" if host is None and number else name if host is None else host,
        name,
        number,
        path,
        query and f"?{query}",
        fragment and f"#{fragment}",
    )


def _answers_of_six(
    scheme: str,
    hostname: str | None,
    port: int | None,
    path: str | None,
    query: str | None,
    fragment: str | None,
) -> tuple[str, ...]:
    """Convert the answers of a library that has no attribute for the host with its port, and whose
    port may be the default port."""
    kept = None if port in (None, 0, _PORTS.get(scheme)) else port
    return _answers(scheme, None, hostname, kept, path or "", query or "", fragment or "")


def _readers() -> dict[str, _Reader]:
    readers = {
        "HTML5": _Reader(URLDecomposition, SEVEN, "hostname"),
        "WHATWG": _Reader(URLDecomposition, SEVEN, "hostname", call="make(url, standard=WHATWG)"),
        "URL": _Reader(URL, SEVEN, "hostname"),
    }
    if can_ada:
        readers["can_ada"] = _Reader(can_ada.parse, SEVEN, "hostname")
    if upa_url:
        readers["upa_url"] = _Reader(upa_url.URL, SEVEN, "hostname")
    if ada_url:
        readers["ada_url"] = _Reader(ada_url.URL, SEVEN, "hostname")
    if pywhatwgurl:
        readers["pywhatwgurl"] = _Reader(pywhatwgurl.URL, SEVEN, "hostname")
    if pydantic_core:
        names = ("scheme", "host", "port", "path", "query", "fragment")
        readers["pydantic_core"] = _Reader(pydantic_core.Url, names, "host", _answers_of_six)
    if liburlparser:
        names = ("protocol", "host_text", "port", "abspath", "query", "fragment")
        readers["liburlparser"] = _Reader(liburlparser.Url, names, "host_text", _answers_of_six)
    if yarl:
        # These attributes return the encoded values, as the other libraries do.
        names = (
            *("scheme", "host_port_subcomponent", "raw_host", "explicit_port"),
            *("raw_path", "raw_query_string", "raw_fragment"),
        )
        readers["yarl"] = _Reader(yarl.URL, names, "raw_host", _answers)
    names = ("scheme", "netloc", "hostname", "port", "path", "query", "fragment")
    readers["urllib"] = _Reader(urlsplit, names, "hostname", _answers)
    return readers


def _loop(reader: _Reader, names: Sequence[str]) -> Run:
    """Return a loop that makes the objects and reads `names`. Each library has its own loop,
    because a common loop with `getattr` would add the same time to all, and so change the
    ratios."""
    reads = ", ".join(f"u.{name}" for name in names) or "pass"
    namespace: dict[str, Any] = {"make": reader.make, "WHATWG": WHATWG}
    exec(
        f"def run(urls):\n    for url in urls:\n        u = {reader.call}\n        {reads}\n",
        namespace,
    )
    return namespace["run"]  # type: ignore[no-any-return]


def _seven(reader: _Reader) -> Callable[[str], tuple[str, ...]]:
    """Return the function that answers with the seven attributes, for the comparison before the
    measurement."""
    namespace: dict[str, Any] = {"make": reader.make, "WHATWG": WHATWG}
    reads = ", ".join(f"u.{name}" for name in reader.names)
    exec(f"def read(url):\n    u = {reader.call}\n    return {reads}\n", namespace)
    return lambda url: reader.standard(*namespace["read"](url))


def subjects(job: str) -> dict[str, Subject]:
    found = {}
    for name, reader in _readers().items():
        names = {"make": reader.names, "hostname": (reader.hostname,), "none": ()}[job]
        seven = _seven(reader)
        answer = (lambda url, seven=seven: seven(url)[_HOSTNAME]) if job == "hostname" else seven
        found[name] = Subject(_loop(reader, names), answer=answer)
    return found


def refusals(urls: Sequence[str]) -> dict[str, str]:
    """Return the standards that reject one of `urls`, with the reasons.

    A rejected URL would make urldom look fast: `URLDecomposition` raises no error, and empty
    attributes are read quickly."""
    refused = {}
    for standard in (HTML5, WHATWG):
        try:
            for url in urls:
                standard.resolve(url)
        except ValueError as error:
            refused[standard.name.upper()] = f"{type(error).__name__}: {error}"
    return refused


def _cells(job: str, settings: Settings) -> Iterator[Cell]:
    for family in settings.families.names():
        urls = settings.families.urls(family, settings.most * TURNS * settings.rounds)
        refused = refusals(urls[: settings.most])
        subjects_here = {
            name: subject for name, subject in subjects(job).items() if name not in refused
        }
        cell = measure(
            Place(job, family), subjects_here, slices(urls, settings.rounds), settings.rounds
        )
        cell.left_out |= refused
        yield cell


def make(settings: Settings) -> Iterator[Cell]:
    return _cells("make", settings)


def hostname(settings: Settings) -> Iterator[Cell]:
    return _cells("hostname", settings)


def none(settings: Settings) -> Iterator[Cell]:
    return _cells("none", settings)
