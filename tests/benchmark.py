"""How fast urldom is beside its peers, in one process: `python -m tests.benchmark [--urls FILE] [--growth]`.

Each job runs on distinct real URLs, so that nobody's cache helps; the best of several rounds counts. The times are
microseconds a URL, the ratios urldom's time by the peer's: below 1, urldom is the faster one.
"""

from __future__ import annotations

import argparse
import contextlib
import copy
import gc
import importlib
import itertools
import subprocess
import sys
import time
import tracemalloc
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import urljoin, urlsplit

import urldom
from urldom import HTML5, WHATWG, URLDecomposition
from urldom.standards import STANDARD_NAMES, find_standard
from urldom.whatwg import URL

SHARED_URLS = Path(__file__).parents[2] / "shared/data/urls-shortener.txt"
ROUNDS = 5
BASE = "https://www.example.com/a/b/c?d=e"

Job = Callable[[Sequence[str]], object]
Jobs = dict[str, Job]


def peer(name: str) -> Any:
    """A library beside which urldom is measured, or `None` where it is not installed."""
    try:
        return importlib.import_module(name)
    except ImportError:
        return None


can_ada, ada_url, yarl, furl, hyperlink = map(peer, ["can_ada", "ada_url", "yarl", "furl", "hyperlink"])
w3lib_url, lxml_html = peer("w3lib.url"), peer("lxml.html")


def parse_and_read_seven() -> Iterator[tuple[str, Job]]:
    def idl(make: Callable[[str], Any]) -> Job:
        def job(urls: Sequence[str]) -> None:
            for url in urls:
                u = make(url)
                u.protocol, u.host, u.hostname, u.port, u.pathname, u.search, u.hash  # noqa: B018

        return job

    def urldom_parsed(urls: Sequence[str]) -> None:
        for url in urls:
            u = urldom.parse(url)
            u.scheme, u.userinfo, u.host, u.port, u.path, u.query, u.fragment  # noqa: B018

    def urllib_seven(urls: Sequence[str]) -> None:
        for url in urls:
            u = urlsplit(url)
            u.scheme, u.netloc, u.hostname, u.port, u.path, u.query, u.fragment  # noqa: B018

    def yarl_seven(urls: Sequence[str]) -> None:
        for url in urls:
            u = yarl.URL(url)
            u.scheme, u.authority, u.host, u.port, u.path, u.query_string, u.fragment  # noqa: B018

    def furl_seven(urls: Sequence[str]) -> None:
        for url in urls:
            u = furl.furl(url)
            u.scheme, u.netloc, u.host, u.port, u.path, u.query, u.fragment  # noqa: B018

    def hyperlink_seven(urls: Sequence[str]) -> None:
        for url in urls:
            u = hyperlink.URL.from_text(url)
            u.scheme, u.authority(), u.host, u.port, u.path, u.query, u.fragment

    yield "urldom HTML5", idl(URLDecomposition)
    yield "urldom WHATWG", idl(URL)
    yield "urldom HTML5 parse()", urldom_parsed
    if can_ada:
        yield "can_ada", idl(can_ada.parse)
    yield "urllib.parse", urllib_seven
    if ada_url:
        yield "ada_url", idl(ada_url.URL)
    if yarl:
        yield "yarl", yarl_seven
    if furl:
        yield "furl", furl_seven
    if hyperlink:
        yield "hyperlink", hyperlink_seven


def resolve_against_a_base() -> Iterator[tuple[str, Job]]:
    def each(resolve: Callable[[str], object]) -> Job:
        def job(references: Sequence[str]) -> None:
            for reference in references:
                resolve(reference)

        return job

    for standard in (HTML5, WHATWG):
        base = standard.resolve(BASE)
        yield f"urldom {standard!r}", each(lambda url, s=standard, b=base: str(s.resolve(url, b)))  # type: ignore[misc]
    yield "urllib.parse", each(lambda url: urljoin(BASE, url))
    if ada_url:
        yield "ada_url", each(lambda url: ada_url.join_url(BASE, url))
    if yarl:
        yarl_base = yarl.URL(BASE)
        yield "yarl", each(lambda url: str(yarl_base.join(yarl.URL(url))))
    if furl:
        yield "furl", each(lambda url: furl.furl(BASE).join(url).url)
    if hyperlink:
        hyperlink_base = hyperlink.URL.from_text(BASE)
        yield "hyperlink", each(lambda url: hyperlink_base.click(url).to_text())


def assign_five_and_read_href() -> Iterator[tuple[str, Job]]:
    def idl(make: Callable[[str], Any]) -> Job:
        def job(urls: Sequence[str]) -> None:
            for url in urls:
                u = make(url)
                u.protocol = "http"
                u.hostname = "example.org"
                u.port = "8080"
                u.pathname = "/a/b"
                u.search = "?c=d"
                u.href  # noqa: B018

        return job

    def yarl_five(urls: Sequence[str]) -> None:
        for url in urls:
            u = yarl.URL(url)
            u = u.with_scheme("http").with_host("example.org").with_port(8080).with_path("/a/b").with_query("c=d")
            str(u)

    def furl_five(urls: Sequence[str]) -> None:
        for url in urls:
            u = furl.furl(url)
            u.scheme, u.host, u.port, u.path, u.query = "http", "example.org", 8080, "/a/b", "c=d"
            u.url  # noqa: B018

    def hyperlink_five(urls: Sequence[str]) -> None:
        for url in urls:
            u = hyperlink.URL.from_text(url)
            u = u.replace(scheme="http").replace(host="example.org").replace(port=8080)
            u.replace(path=("a", "b")).replace(query=(("c", "d"),)).to_text()

    yield "urldom HTML5", idl(URLDecomposition)
    yield "urldom WHATWG", idl(URL)
    if can_ada:
        yield "can_ada", idl(can_ada.parse)
    if ada_url:
        yield "ada_url", idl(ada_url.URL)
    if yarl:
        yield "yarl", yarl_five
    if furl:
        yield "furl", furl_five
    if hyperlink:
        yield "hyperlink", hyperlink_five


def normalise() -> Iterator[tuple[str, Job]]:
    def each(function: Callable[[str], object]) -> Job:
        def job(urls: Sequence[str]) -> None:
            for url in urls:
                function(url)

        return job

    yield "urldom HTML5", each(lambda url: str(HTML5.resolve(url)))
    yield "urldom WHATWG", each(lambda url: URL(url).href)
    if can_ada:
        yield "can_ada", each(lambda url: can_ada.parse(url).href)
    if ada_url:
        yield "ada_url", each(ada_url.normalize_url)
    if w3lib_url:
        yield "w3lib", each(w3lib_url.safe_url_string)
    if yarl:
        yield "yarl", each(lambda url: str(yarl.URL(url)))


def what_is_kept() -> Iterator[tuple[str, Job]]:
    """Jobs in which something repeats that urldom keeps, beside the same with nothing that repeats."""

    def against(standard: Any, bases: Callable[[int], str]) -> Job:
        def job(references: Sequence[str]) -> None:
            for number, reference in enumerate(references):
                standard.resolve_string(reference, bases(number))

        return job

    def host(standard: Any, hosts: Callable[[int], str]) -> Job:
        def job(references: Sequence[str]) -> None:
            for number in range(len(references)):
                standard.resolve_string(f"http://{hosts(number)}.example/")

        return job

    rounds = itertools.count()  # so that a host of one round is none of the next
    for standard in (HTML5, WHATWG):
        yield f"urldom {standard!r}, one base", against(standard, lambda number: BASE)
        yield f"urldom {standard!r}, bases", against(standard, lambda number: f"https://www.example.com/{number}/b/c")
        yield f"urldom {standard!r}, one host", host(standard, lambda number: "b\u00fccher")
        yield f"urldom {standard!r}, hosts", host(standard, lambda number: f"b\u00fc{next(rounds)}")


def measure(jobs: Iterable[tuple[str, Job]], items: Sequence[str]) -> dict[str, float]:
    """The microseconds an item that each job took in the fastest of its rounds. The jobs take turns, so that what else
    the machine does meets them alike; what counts is processor time."""
    listed = list(jobs)
    times: dict[str, float] = {}
    for _ in range(ROUNDS):
        for name, job in listed:
            gc.collect()
            start = time.process_time()
            job(items)
            taken = (time.process_time() - start) / len(items) * 1e6
            times[name] = min(taken, times.get(name, taken))
    return times


def print_table(title: str, unit: str, results: dict[str, float]) -> None:
    ours = {name: value for name, value in results.items() if name.startswith("urldom")}
    print(f"\n{title}")
    print(f"  {'':24}{unit:>10}" + "".join(f"{name:>24}" for name in ours))
    for name, value in results.items():
        ratios = "".join(f"{own / value:>24.2f}" for own in ours.values())
        print(f"  {name:24}{value:>10.2f}{ratios}")


def references(urls: Sequence[str]) -> list[str]:
    """What pages write: each URL as a reference without its scheme and host, in one of five forms."""
    made = []
    for number, url in enumerate(urls):
        parsed = urldom.parse(url)
        path = parsed.path.lstrip("/")
        tail = path + (f"?{parsed.query}" if parsed.query is not None else "")
        made.append((f"/{tail}", tail or "index", f"../{tail}", f"?{parsed.query or path}", url)[number % 5])
    return made


def accepted(url: str) -> bool:
    """Whether every library accepts the URL, so that none gains time by failing."""
    makers = [urlsplit, URL, HTML5.resolve]
    makers += [module.URL for module in (ada_url, yarl) if module]
    makers += [can_ada.parse] if can_ada else []
    makers += [furl.furl] if furl else []
    makers += [hyperlink.URL.from_text] if hyperlink else []
    try:
        for make in makers:
            make(url)
    except ValueError:
        return False
    return True


def import_times() -> dict[str, float]:
    """Milliseconds that a fresh interpreter takes longer with the import than without."""

    def once(statement: str) -> float:
        start = time.perf_counter()
        subprocess.run([sys.executable, "-c", statement], check=True)
        return time.perf_counter() - start

    names = ["urldom", *(name for name in ("yarl", "ada_url", "can_ada", "furl", "hyperlink") if peer(name))]
    statements = {"": "pass"} | {name: f"import {name}" for name in names}
    times = {name: min(once(statement) for _ in range(15)) for name, statement in statements.items()}
    return {name: (times[name] - times[""]) * 1000 for name in names}


def memory(urls: Sequence[str]) -> dict[str, float]:
    """Bytes that one parsed URL takes in a list, its strings counted."""
    makers: dict[str, Callable[[str], object]] = {
        "urldom parse()": urldom.parse,
        "urldom URLDecomposition": URLDecomposition,
        "urldom whatwg.URL": URL,
        "urllib.parse": urlsplit,
    }
    if yarl:
        makers["yarl"] = yarl.URL
    taken = {}
    for name, make in makers.items():
        make(urls[0])
        gc.collect()
        tracemalloc.start()
        kept = [make(url) for url in urls]
        taken[name] = tracemalloc.get_traced_memory()[0] / len(kept)
        tracemalloc.stop()
        del kept
    return taken


def every_url_of_pages() -> Iterator[tuple[str, Job]]:
    """Jobs over the names of HTML files, each parsed by lxml beforehand."""
    from urldom.trees import document

    pages: dict[str, Any] = {}

    def parsed(name: str) -> Any:
        if name not in pages:
            pages[name] = lxml_html.parse(name)
        return pages[name]

    def urldom_urls(standard: Any) -> Job:
        def job(names: Sequence[str]) -> None:
            for name in names:
                for url in document(parsed(name), "https://docs.example/a/", standard=standard).urls():
                    url.url  # noqa: B018

        return job

    def lxml_pair(names: Sequence[str]) -> None:
        for name in names:
            tree = copy.deepcopy(parsed(name)).getroot()
            tree.make_links_absolute("https://docs.example/a/")
            for _ in tree.iterlinks():
                pass

    def lxml_copy(names: Sequence[str]) -> None:
        for name in names:
            copy.deepcopy(parsed(name))

    yield "urldom HTML5", urldom_urls(HTML5)
    yield "urldom WHATWG", urldom_urls(WHATWG)
    yield "lxml's pair and a copy", lxml_pair
    yield "the copy alone", lxml_copy


# Inputs that grow: what stands for a length of one, and a base for those that need one
FAMILIES: dict[str, Callable[[int], str]] = {
    "/../ repeated": lambda n: "http://h" + "/.." * (n // 3) + "/",
    "dots and percent signs": lambda n: "http://h/" + ".%" * (n // 2),
    "%2e segments": lambda n: "http://h" + "/%2e%2E" * (n // 7),
    "@ in the authority": lambda n: "http://" + "@" * n + "h/",
    "colons": lambda n: "http://h" + ":" * n,
    "brackets": lambda n: "http://" + "[" * n + "/",
    "hextets": lambda n: "http://[" + "1:" * (n // 2) + "]/",
    "a non-ASCII host label": lambda n: "http://" + "\u00fc" * n + "/",
    "non-ASCII host labels": lambda n: "http://" + "\u00fc." * (n // 2) + "/",
    "soft hyphens in the host": lambda n: "http://h" + "\xad" * n + "/",
    "a query in a legacy encoding": lambda n: "http://h/?" + "\u043c" * n,
    "tabs": lambda n: "http://h/" + "\t" * n + "x",
    "backslashes": lambda n: "http://h/" + "\\" * n,
    "backslashes in the userinfo": lambda n: "http://" + "\\" * n + "@h/",
    "semicolons": lambda n: "http://h/" + ";" * n,
    "IPv4 parts": lambda n: "http://" + "0." * (n // 2) + "1/",
    "digits": lambda n: "http://" + "9" * n + "/",
    "a port of digits": lambda n: "http://h:" + "0" * n + "80/",
    "surrogates": lambda n: "http://h/?" + "\ud800" * n,
    "search params": lambda n: "http://h/?" + "a=b&" * (n // 4),
    "slashes": lambda n: "x:" + "/" * n,
    "scheme characters": lambda n: "a" * n,
}


def work(url: str) -> None:
    """Everything that can be done to a URL, under every standard."""
    for standard in map(find_standard, STANDARD_NAMES):
        for base in (None, BASE):
            with contextlib.suppress(ValueError):
                standard.resolve(url, base, encoding="windows-1251")
        decomposition = URLDecomposition(url, standard=standard)
        decomposition.pathname = decomposition.pathname + url[8:]
        decomposition.search = url[8:]
        decomposition.hash = url[8:]
        decomposition.hostname = url[7:-1]
        standard.is_valid_url(url)
    with contextlib.suppress(ValueError):
        URL(url).search_params.append("a", url)


def growth(most: int) -> None:
    """Prints, for each family, the milliseconds at each length and the ratio to the tenth part of it."""
    lengths = [10**exponent for exponent in range(4, 8) if 10**exponent <= most]
    print("milliseconds for " + ", ".join(f"{length:,}" for length in lengths) + " characters; growth at each tenfold")
    for family, make in FAMILIES.items():
        times = []
        for length in lengths:
            url = make(length)
            start = time.process_time()
            work(url)
            times.append((time.process_time() - start) * 1e3)
        ratios = [later / earlier for earlier, later in itertools.pairwise(times)]
        print(f"  {family:30}" + "".join(f"{t:>11.1f}" for t in times) + "   " + "".join(f"{r:>7.1f}" for r in ratios))


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmark", description=__doc__)
    parser.add_argument("--urls", type=Path, default=SHARED_URLS, metavar="FILE", help="URLs, one a line")
    parser.add_argument("--most", type=int, default=10_000, metavar="N", help="how many of them (10,000)")
    parser.add_argument(
        "--growth", action="store_true", help="instead, how the time grows with the length of hostile input"
    )
    parser.add_argument(
        "--longest", type=int, default=10**7, metavar="N", help="with --growth: in characters (10,000,000)"
    )
    parser.add_argument(
        "--pages", type=Path, default=Path("/usr/share/doc/python3-doc/html"), metavar="DIR", help="HTML pages"
    )
    options = parser.parse_args()
    if options.growth:
        growth(options.longest)
        return
    if not options.urls.exists():
        parser.error(f"{options.urls} is not there: name a file of URLs with --urls")
    lines = dict.fromkeys(options.urls.read_text(encoding="utf-8").split())
    urls = [url for url in list(lines)[: options.most] if accepted(url)]
    print(f"{len(urls)} distinct URLs, Python {sys.version.split()[0]}, best of {ROUNDS} rounds")
    print_table("parse and read the seven attributes", "µs", measure(parse_and_read_seven(), urls))
    relative = references(urls)
    print_table("resolve a reference against a base", "µs", measure(resolve_against_a_base(), relative))
    print_table("make one, assign five attributes, read href", "µs", measure(assign_five_and_read_href(), urls))
    print_table("normalise", "µs", measure(normalise(), urls))
    kept = measure(what_is_kept(), relative)
    print("\nwhat is kept: a base given as a string, a host label")
    print("".join(f"  {name:24}{value:>10.2f}\n" for name, value in kept.items()), end="")
    pages = [str(page) for page in sorted(options.pages.resolve().rglob("*.html"))[:200]]
    if pages and lxml_html:
        print_table("every URL of a page, from its lxml tree", "µs", measure(every_url_of_pages(), pages))
    print_table("memory of one kept", "bytes", memory(urls))
    print_table("import", "ms", import_times())


if __name__ == "__main__":
    main()
