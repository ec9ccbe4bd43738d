"""Columns of URLs, compared with the functions of each engine and with a loop over the rows.

The jobs measure elapsed time, on all cores. `by_family` is an exception: it measures processor
time, because its columns are too short for threads. A loop over the rows converts Arrow's strings,
and returns a column. The loop of can_ada for the seven attributes returns tuples instead, which
favours can_ada."""

from __future__ import annotations

import importlib
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from operator import attrgetter
from typing import Any, Final
from urllib.parse import urljoin

from tests.tools.benchmark.cells import Cell, Place
from tests.tools.benchmark.peers import ada_url, can_ada, find
from tests.tools.benchmark.real import ADDRESS, real
from tests.tools.benchmark.settings import Settings
from tests.tools.benchmark.timing import TURNS, Subject, always, measure, slices
from urldom import URL, WHATWG, URLDecomposition
from urldom.hosts import registrable_domain
from urldom.patterns import URLPattern, URLPatternList

pa, pc, pl, pd, duckdb = map(find, ["pyarrow", "pyarrow.compute", "polars", "pandas", "duckdb"])
columns = find("urldom.columns")
# Importing these modules registers the accessors.
has_polars, has_pandas = find("urldom.polars") is not None, find("urldom.pandas") is not None
in_duckdb = find("urldom.duckdb")

SEVEN: Final = ("protocol", "host", "hostname", "port", "pathname", "search", "hash")
_STANDARDS: Final = ("HTML5", "WHATWG")

#: Two regular expressions for the host: a quick one, which people write for http and https URLs,
#: and a careful one for all URLs.
QUICK: Final = r"^https?://([^/?#:]+)"
CAREFUL: Final = r"^[a-zA-Z][a-zA-Z0-9+.-]*://(?:[^/?#@]*@)?([^/?#:]*)"

_ONE_BASE: Final = f"{ADDRESS}/usr/share/doc/a/b/index.html?c#d"

_TOP_LEVEL_DOMAINS: Final = ("gov", "edu", "org", "net", "de", "fr", "co.uk", "ru", "jp", "info")

#: The job `by_family` has hundreds of cells. Its columns have this many rows for each URL of a
#: round.
_ROWS_OF_A_FAMILY: Final = 5


def _of_standards(make: Callable[[str], Callable[[], object]]) -> dict[str, Callable[[], object]]:
    return {name: make(name.lower()) for name in _STANDARDS}


def _cell(
    settings: Settings,
    place: Place,
    subjects: Mapping[str, Callable[[], object]],
    column: Sequence[Any],
) -> Cell:
    """Measure the subjects, which have already converted `column` to their own types."""

    def run(function: Callable[[], object]) -> Subject:
        return Subject(lambda _: function())

    runs = {name: run(function) for name, function in subjects.items()}
    return measure(place, runs, always(column), settings.rounds, clock=time.perf_counter)


def usual_column(settings: Settings) -> Any:
    """Return distinct usual URLs. Arrow's kernels can cut the attributes of such URLs out of the
    text."""
    column = pa.array(real(settings).urls)
    return column.filter(_are_usual(column)).slice(0, settings.rows)


def _are_usual(column: Any) -> Any:
    try:
        from urldom._core.standards.usual_url import USUAL_URL
    except (
        ModuleNotFoundError
    ):  # `--beside` also measures checkouts in which this module has its earlier place.
        USUAL_URL = importlib.import_module("urldom._standards.usual_url").USUAL_URL
    return pc.match_substring_regex(column, USUAL_URL.whole)


def column_as_found(settings: Settings) -> Any:
    """Return distinct URLs, usual and unusual."""
    return pa.array(real(settings).urls[: settings.rows])


def about(settings: Settings) -> dict[str, int]:
    """Return counts of the rows, real URLs, usual URLs and links in the columns."""
    if not columns:
        return {}
    found, links = real(settings), real(settings).links
    column = column_as_found(settings)
    return {
        "rows": len(column),
        "real": found.found,
        "usual": pc.sum(_are_usual(column)).as_py() or 0,
        "usual_rows": len(usual_column(settings)),
        "links": len(links),
        "distinct_links": len({link.reference for link in links}),
    }


def read(settings: Settings) -> Iterator[Cell]:
    """Measure how long each interface takes to read the host and the seven attributes. The host is
    also read from each type of column."""
    if not columns:
        return
    found = column_as_found(settings)
    for family, column in {"usual URLs": usual_column(settings), "as found": found}.items():
        for case, subjects in _hostname(column, with_quick=family == "usual URLs"):
            yield _cell(
                settings, Place("columns", family, case=f"hostname, {case}"), subjects, column
            )
        for case, subjects in _seven(column):
            yield _cell(
                settings, Place("columns", family, case=f"the seven, {case}"), subjects, column
            )
    yield from _types(settings, found)


def _hostname(
    column: Any, *, with_quick: bool
) -> Iterator[tuple[str, dict[str, Callable[[], object]]]]:
    """Measure each interface. For unusual URLs, the quick expression is left out, because it
    returns wrong hosts."""
    patterns = {"str.extract": QUICK, "careful": CAREFUL} if with_quick else {"careful": CAREFUL}
    ours = _of_standards(
        lambda name: lambda: columns.decompose(column, attributes=["hostname"], standard=name)
    )
    if not pl:
        yield (
            "columns",
            ours
            | _can_ada(
                lambda: pa.array([can_ada.parse(url).hostname for url in column.to_pylist()])
            ),
        )
    else:
        series = pl.Series("url", column)
        lazy = pl.LazyFrame({"url": series})

        def of_rows(urls: Any) -> Any:
            return pl.Series([can_ada.parse(url).hostname for url in urls])

        def peers(run: Callable[[Any], object]) -> dict[str, Callable[[], object]]:
            """Return the peers that are expressions of polars, which `run` executes."""

            def subject(expression: Any) -> Callable[[], object]:
                return lambda: run(expression)

            found = {
                name: subject(pl.col("url").str.extract(pattern))
                for name, pattern in patterns.items()
            }
            return found | _can_ada(
                subject(pl.col("url").map_batches(of_rows, return_dtype=pl.String))
            )

        runs: dict[str, Callable[[Any], object]] = {
            "polars, eager": lambda expression: lazy_frame.select(expression),
            "polars, lazy": lambda expression: lazy.select(expression).collect(),
            "polars, streaming": lambda expression: lazy.select(expression).collect(
                engine="streaming"
            ),
        }
        lazy_frame = series.to_frame()
        yield "columns", ours | peers(runs["polars, eager"])
        if has_polars:
            for case, run in runs.items():

                def accessor(name: str, run: Callable[[Any], object] = run) -> Callable[[], object]:
                    return lambda: run(pl.col("url").url.hostname(standard=name))

                yield case, _of_standards(accessor) | peers(run)
    if pd and has_pandas:
        of_pandas = pd.Series(column.to_pylist())

        def extract(pattern: str) -> Callable[[], object]:
            return lambda: of_pandas.str.extract(pattern, expand=False)

        yield (
            "pandas",
            _of_standards(lambda name: lambda: of_pandas.url.under(name).hostname)
            | {name: extract(pattern) for name, pattern in patterns.items()}
            | _can_ada(lambda: pd.Series([can_ada.parse(url).hostname for url in of_pandas])),
        )
    if in_duckdb:
        yield "DuckDB", _in_duckdb(column)


def _in_duckdb(column: Any) -> dict[str, Callable[[], object]]:
    connection = duckdb.connect()
    connection.register("given", pa.table({"url": column}))
    connection.execute("CREATE TABLE urls AS FROM given")

    def query(call: str) -> Callable[[], object]:
        return lambda: connection.execute(f"SELECT count({call}) FROM urls").fetchall()

    for name in _STANDARDS:
        in_duckdb.register(connection, standard=name.lower(), prefix=f"{name}_")
    careful = {"regexp_extract": query(f"regexp_extract(url, '{CAREFUL}', 1)")}
    return _of_standards(lambda name: query(f"{name}_hostname(url)")) | careful


def _can_ada(run: Callable[[], object]) -> dict[str, Callable[[], object]]:
    return {"can_ada": run} if can_ada else {}


def _seven(column: Any) -> Iterator[tuple[str, dict[str, Callable[[], object]]]]:
    peers = _can_ada(lambda: can_ada_seven(column.to_pylist()))
    yield (
        "columns",
        _of_standards(
            lambda name: lambda: columns.decompose(column, attributes=SEVEN, standard=name)
        )
        | peers,
    )
    if pl and has_polars:
        frame = pl.DataFrame({"url": column})
        yield (
            "polars, eager",
            _of_standards(
                lambda name: (
                    lambda: frame.select(
                        pl.col("url").url.decompose(attributes=SEVEN, standard=name)
                    )
                )
            )
            | peers,
        )
    if pd and has_pandas:
        series = pd.Series(column.to_pylist())
        yield (
            "pandas",
            _of_standards(lambda name: lambda: series.url.under(name).decompose(attributes=SEVEN))
            | peers,
        )


def can_ada_seven(urls: Sequence[str]) -> list[tuple[str, ...]]:
    return [
        (u.protocol, u.host, u.hostname, u.port, u.pathname, u.search, u.hash)
        for u in map(can_ada.parse, urls)
    ]


def _types(settings: Settings, column: Any) -> Iterator[Cell]:
    """Measure columns of other types with the same strings, and repeated strings with and without a
    dictionary."""

    def hostname(column: Any) -> Callable[[], object]:
        return lambda: columns.decompose(column, attributes=["hostname"])

    for name in ("large_string", "string_view"):
        subjects = {
            "WHATWG": hostname(column.cast(getattr(pa, name)())),
            "string": hostname(column),
        }
        yield _cell(
            settings, Place("columns", "as found", case=f"hostname, {name}"), subjects, column
        )
    often = max(1, len(column) // 100)
    repeated = pa.concat_arrays([column.slice(0, often)] * 100)
    subjects = {"WHATWG": hostname(repeated.dictionary_encode()), "string": hostname(repeated)}
    yield _cell(
        settings,
        Place("columns", "each URL a hundred times", case="hostname, dictionary"),
        subjects,
        repeated,
    )


def verbs(settings: Settings) -> Iterator[Cell]:
    """Measure the other functions of columns."""
    if not columns:
        return
    yield from _resolve(settings)
    found = column_as_found(settings)
    bad = pa.array(
        [f"http://a b/{n}" if n % 10 == 0 else url for n, url in enumerate(found.to_pylist())]
    )
    ours = _of_standards(lambda name: lambda: columns.errors(bad, standard=name))
    peers = (
        {"can_parse": lambda: pa.array(map(can_ada.can_parse, bad.to_pylist()))} if can_ada else {}
    )
    yield _cell(
        settings,
        Place("column verbs", "as found", case="errors, 1 row of 10 bad"),
        ours | peers,
        bad,
    )
    yield from _set(settings, found)
    yield from _param(settings, found)
    yield from _registrable_domain(settings, found)
    yield from _matches(settings, found)


def _resolve(settings: Settings) -> Iterator[Cell]:
    links = real(settings).links
    if not links:
        return
    pages = pa.array([link.page for link in links])
    written = pa.array([link.reference for link in links])
    distinct = written.unique()
    for case, references, base in (
        ("distinct links, one base", distinct, _ONE_BASE),
        ("links as they come, one base", written, _ONE_BASE),
        ("links as they come, each with its page", written, pages),
    ):
        subjects = _resolve_by_columns(references, base)
        peers = {"urljoin": urljoin} | ({"ada_url": ada_url.join_url} if ada_url else {})
        subjects |= {name: _join(function, references, base) for name, function in peers.items()}
        yield _cell(
            settings, Place("column verbs", case, case="resolve, columns"), subjects, references
        )
        if pl and has_polars:
            subjects |= _resolve_by_polars(references, base)
            yield _cell(
                settings, Place("column verbs", case, case="resolve, polars"), subjects, references
            )


def _resolve_by_columns(references: Any, base: Any) -> dict[str, Callable[[], object]]:
    return _of_standards(lambda name: lambda: columns.resolve(references, base, standard=name))


def _resolve_by_polars(references: Any, base: Any) -> dict[str, Callable[[], object]]:
    frame = pl.DataFrame({"url": references, "page": base})
    page = base if isinstance(base, str) else pl.col("page")
    return _of_standards(
        lambda name: lambda: frame.select(pl.col("url").url.resolve(page, standard=name))
    )


def _join(function: Callable[[str, str], str], references: Any, base: Any) -> Callable[[], object]:
    def run() -> None:
        bases = [base] * len(references) if isinstance(base, str) else base.to_pylist()
        joined: list[str | None] = []
        for base_url, reference in zip(bases, references.to_pylist(), strict=True):
            try:
                joined.append(function(base_url, reference))
            except ValueError:
                joined.append(None)
        pa.array(joined)

    return run


def _set(settings: Settings, column: Any) -> Iterator[Cell]:
    def by_can_ada() -> None:
        made = []
        for url in map(can_ada.parse, column.to_pylist()):
            url.hostname = "example.org"
            made.append(url.href)
        pa.array(made)

    subjects = _of_standards(
        lambda name: lambda: columns.set(column, hostname="example.org", standard=name)
    )
    subjects |= _can_ada(by_can_ada)
    yield _cell(
        settings, Place("column verbs", "as found", case="set hostname, columns"), subjects, column
    )


def _param(settings: Settings, column: Any) -> Iterator[Cell]:
    """Measure reading a parameter. Each URL gets a query in which one value needs decoding."""
    parts = [(url.partition("#"), number) for number, url in enumerate(column.to_pylist())]
    urls = pa.array(
        [f"{url}{'&' if '?' in url else '?'}page={n}&q=a+b%20{n}{a}{b}" for (url, a, b), n in parts]
    )
    for case, name in {"plain": "page", "decoded": "q", "absent": "id"}.items():

        def of_standard(standard: str, name: str = name) -> Callable[[], object]:
            return lambda: columns.param(urls, name, standard=standard)

        def loop(name: str = name) -> object:
            return pa.array([URL(url).params.get(name) for url in urls.to_pylist()], pa.string())

        place = Place("column verbs", "as found", case=f"param, {case}, columns")
        yield _cell(settings, place, _of_standards(of_standard) | {"row by row": loop}, urls)


def _registrable_domain(settings: Settings, column: Any) -> Iterator[Cell]:
    if not find("publicsuffixlist"):
        return
    hosts = pa.array(
        [f"https://www{n}.example{n}.{('com', 'co.uk')[n % 2]}/" for n in range(len(column))]
    )
    for family, urls in {"as found": column, "distinct hosts": hosts}.items():

        def of_standard(standard: str, urls: Any = urls) -> Callable[[], object]:
            return lambda: columns.registrable_domain(urls, standard=standard)

        def loop(urls: Any = urls) -> object:
            return pa.array(
                [registrable_domain(URL(url).hostname) for url in urls.to_pylist()], pa.string()
            )

        place = Place("column verbs", family, case="registrable_domain, columns")
        yield _cell(settings, place, _of_standards(of_standard) | {"row by row": loop}, urls)


def _matches(settings: Settings, column: Any) -> Iterator[Cell]:
    """Measure patterns of each kind and a list of patterns. The URLs have many hosts, one host or
    IDNs, or are invalid."""
    texts = column.to_pylist()
    families = {
        "as found": column,
        "one host": pa.array(
            [f"https://www.example.com/{url.partition('://')[2]}" for url in texts]
        ),
        "invalid": pa.array([url.replace("://", "://[", 1) for url in texts]),
        "IDN": pa.array(
            [url.replace("://", f"://b\u00fccher{n}.", 1) for n, url in enumerate(texts)]
        ),
    }
    patterns: dict[str, URLPattern | URLPatternList] = {
        "a host": URLPattern("https://*.gov/*"),
        "segments": URLPattern(pathname="/:a/:b"),
        "a query": URLPattern(search="*id=*"),
        "a list of ten": URLPatternList(
            [f"http{{s}}?://*.{name}/:a/*" for name in _TOP_LEVEL_DOMAINS]
        ),
    }
    for family, urls in families.items():
        for case, pattern in patterns.items():

            def of_column(urls: Any = urls, pattern: Any = pattern) -> object:
                return columns.matches(urls, pattern)

            def loop(urls: Any = urls, pattern: Any = pattern) -> object:
                return pa.array([pattern.test(url) for url in urls.to_pylist()])

            place = Place("column verbs", family, case=f"matches, {case}")
            yield _cell(settings, place, {"WHATWG": of_column, "row by row": loop}, urls)


def by_family(settings: Settings) -> Iterator[Cell]:
    """Measure columns in which every row is of one family. A column should not be slower than the
    loop."""
    if not columns:
        return
    count = _ROWS_OF_A_FAMILY * settings.most
    for family in settings.families.names():
        try:
            urls = pa.array(settings.families.urls(family, count * TURNS * settings.rounds))
        except UnicodeEncodeError:  # Arrow's strings cannot have lone surrogates.
            continue
        for case, names in {"hostname": ["hostname"], "the seven": SEVEN}.items():
            subjects = {"WHATWG": Subject(_decompose(names)), "row by row": Subject(_loop(names))}
            if can_ada:
                subjects["can_ada"] = Subject(_loop_of_can_ada(names))
            place = Place("column families", family, case=case)
            yield measure(place, subjects, slices(urls, settings.rounds), settings.rounds)


def _decompose(names: Collection[str]) -> Callable[[Any], object]:
    return lambda urls: columns.decompose(urls, attributes=names)


def _loop(names: Collection[str]) -> Callable[[Any], object]:
    """Return the loop that a user would write instead of `decompose()`."""
    read = attrgetter(*names)
    return lambda urls: _column(
        names, [read(URLDecomposition(url, standard=WHATWG)) for url in urls.to_pylist()]
    )


def _loop_of_can_ada(names: Collection[str]) -> Callable[[Any], object]:
    read = attrgetter(*names)
    return lambda urls: _column(names, [read(can_ada.parse(url)) for url in urls.to_pylist()])


def _column(names: Collection[str], rows: list[Any]) -> object:
    return (
        pa.array(rows)
        if len(names) == 1
        else pa.table(list(map(list, zip(*rows, strict=True))), list(names))
    )
