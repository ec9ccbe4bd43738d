"""Chromium shows a copy that `examples/mirror.py` made, and requests only the files of the copy."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from tests.docs.test_examples import example

from .browser import Browser

PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000d49444154789c6360606060000000050001"
    "a5f645400000000049454e44ae426082"
)
SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect id="r" width="9"'
    ' height="9"/></svg>'
)

#: The responses of a site by path: a content type (or the status and the `Location` of a redirect),
#: and a body.
Site = dict[str, tuple[str, str | bytes]]

#: A site with hostile file names. It has every attribute in the table of `urldom.trees` whose URL a
#: browser loads.
EVERYTHING: Site = {
    "/s/": (
        "text/html;charset=windows-1251",
        """<!DOCTYPE html><html><head><title>Все</title>
<base href="/s/d/"><link rel="stylesheet" href="a.css?v=1"><link rel="stylesheet" href="a.css?v=2">
<link rel="icon" href="i.png"><link rel="preload" as="image" href="i.png" imagesrcset="i.png 1x, i.png?2 2x">
<link rel="preconnect" href="https://other.example"><link rel="manifest" href="m.json">
<link rel="stylesheet" href="https://other.example/x.css" integrity="sha256-x" crossorigin>
<meta http-equiv="Content-Security-Policy" content="default-src https:">
<meta http-equiv="refresh" content="0; url=https://other.example/">
<style>@import "b.css"; @import url(https://other.example/y.css); p { background: url(картинка.png) }</style>
<script src="s.js"></script><script type="module" src="m.js"></script></head>
<body background="bg.png"><a href="../next.html#часть">x</a><a href="#top">top</a><a href="https://other.example/">y</a>
<img src="i.png" srcset="i.png?2 2x, I.png 3x, i.png%3F2 4x"><img src="..%2f..%2f..%2fetc%2fpasswd"><img src="CON">
<img src="a%00b.png"><img src="a\\b.png"><img src="redirected"><img src="../../out.png"><img src="gone.png">
<img src="%D0%B8.png"><img src="long/LONG.png"><img src="to-elsewhere"><img src="?q=я"><img lowsrc="i.png">
<picture><source srcset="i.png?3"><img src="i.png"></picture><video src="v.webm" poster="i.png"></video>
<iframe src="../frame.html"></iframe><iframe src="https://other.example/"></iframe>
<iframe srcdoc="&lt;img src=i.png&gt;&lt;img src=//other.example/z.png&gt;
&lt;p style='background:url(i.png)'&gt;"></iframe>
<embed src="i.svg"><object data="i.svg"></object><input type="image" src="i.png"><table background="bg.png"></table>
<svg width=9><image href="i.png"/><use href="i.svg#r"/><use href="#q"/><rect id=q fill="url(#g)"/></svg>
<form action="f"><button formaction="g">b</button></form><p style="background: url(i.png?4)">p</p>
</body></html>""".encode("windows-1251"),
    ),
    "/s/next.html": ("text/html", "<p id='часть'>next</p><a href='/s/'>back</a>".encode()),
    "/s/frame.html": ("text/html", "<img src='d/i.png'><script>location.hash = 'x'</script>"),
    "/s/d/a.css?v=1": (
        "text/css;charset=windows-1251",
        "p{background:url(картинка.png)}".encode("windows-1251"),
    ),
    "/s/d/a.css?v=2": ("text/css", '@import "c/b.css"; q{background:url(i.png?5)}'),
    "/s/d/b.css": ("text/css", "b{background:url(картинка.png)}".encode("windows-1251")),
    "/s/d/c/b.css": (
        "text/css",
        "@import '../a.css?v=2'; i{background:url(../I.png), url(//other.example/w.png)}",
    ),
    "/s/d/s.js": (
        "text/javascript;charset=windows-1251",
        "window.word = 'да'".encode("windows-1251"),
    ),
    "/s/d/m.js": ("text/javascript", "export default 1"),
    "/s/d/m.json": ("application/manifest+json", "{}"),
    "/s/d/i.svg": ("image/svg+xml", SVG),
    "/s/d/redirected": ("301 i.png?6", ""),
    "/s/d/to-elsewhere": ("302 https://other.example/i.png", ""),
    "/s/d/v.webm": ("video/webm", b"\x1aE\xdf\xa3"),
    **{
        f"/s/d/{name}": ("image/png", PNG)
        for name in (
            *(
                "i.png",
                "I.png",
                "i.png?2",
                "i.png?3",
                "i.png?4",
                "i.png?5",
                "i.png?6",
                "i.png%3F2",
                "bg.png",
                "CON",
            ),
            *(
                "%EA%E0%F0%F2%E8%ED%EA%E0.png",
                "%D0%BA%D0%B0%D1%80%D1%82%D0%B8%D0%BD%D0%BA%D0%B0.png",
                "a%00b.png",
            ),
            *("a/b.png", "..%2f..%2f..%2fetc%2fpasswd", "%D0%B8.png", f"long/{'x' * 300}.png"),
        )
    },
    "/out.png": ("image/png", PNG),
}
EVERYTHING["/s/"] = (EVERYTHING["/s/"][0], bytes(EVERYTHING["/s/"][1]).replace(b"LONG", b"x" * 300))  # type: ignore[arg-type]


#: A site with an import map, a scope, modules that import each other, inline modules, and dynamic
#: imports.
MODULES: Site = {
    "/s/": (
        "text/html;charset=utf-8",
        """<!DOCTYPE html><title>m</title><script>window.log = []</script>
<script type="importmap">{"imports": {"lib": "./lib/lib.js", "lib/": "./lib/", "gone": "./gone.js",
"away": "https://other.example/away.js"}, "scopes": {"./old/": {"lib": "./lib/lib1.js"}}}</script>
<script type="module" src="main.js" crossorigin></script>
<script type="module">
import { name } from "lib"
import "./old/old.js"
log.push(`inline ${name} ${(await import("lib/late.js")).late}`)
const word = "lib"
log.push(`by name ${(await import(word)).name}`)
</script><script type="module" src="//other.example/x.js"></script><a href="sub/page.html">p</a>""",
    ),
    "/s/sub/page.html": (
        "text/html",
        """<base href="../"><script>window.log = []</script>
<script type="importmap">{"imports": {"lib": "./lib/lib1.js"}}
</script><script type="module" src="main.js"></script>""",
    ),
    "/s/main.js": (
        "text/javascript",
        """// import "./comment.js"
import{name as n}from"lib";import './a.js'; export * from './a.js'
import {
    b } from "./b.js?q='1'"
import("//other.example/x.js")
log.push(`main ${n} ${b()} \u0438 </script>`)""",
    ),
    "/s/a.js": (
        "text/javascript",
        "import { b } from \"./b.js?q='1'\"; export const a = () => `a and ${b()}`",
    ),
    "/s/b.js?q=%271%27": (
        "text/javascript",
        'import { a } from "/s/a.js"; export const b = () => `b ${typeof a}`',
    ),
    "/s/old/old.js": ("text/javascript", 'import { name } from "lib"; log.push(`old ${name}`)'),
    "/s/lib/lib.js": ("text/javascript", "export const name = 'new'"),
    "/s/lib/lib1.js": ("text/javascript", "export const name = 'first'"),
    "/s/lib/late.js": ("text/javascript", "export const late = 'late'"),
}


#: A site with redirects to pages and in loops, frames in frames, and pages that frame themselves.
LOOPS: Site = {
    "/s/": (
        "text/html;charset=windows-1251",
        """<!DOCTYPE html><base href="/s/d/"><a href="to-page#a">1</a><iframe src="to-page"></iframe>
<iframe src="frame?ж"></iframe><iframe src="loop"></iframe><iframe src="first"></iframe>
<iframe src="/s/"></iframe><iframe srcdoc="<img src=to-image><link rel=stylesheet href=to-sheet>
<iframe srcdoc='&lt;img src=to-image&gt;&lt;iframe src=to-page&gt;&lt;/iframe&gt;'></iframe>"></iframe>
<frameset><frame src="to-page"></frameset>""".encode("windows-1251"),
    ),
    "/s/d/to-page": ("301 /s/to-page", ""),
    "/s/to-page": ("302 e/page", ""),
    "/s/e/page": (
        "text/html",
        "<a href='../d/loop'>2</a><img src='../d/to-image'><a href='.'>3</a>",
    ),
    "/s/e/": ("text/html", "<iframe src='page'></iframe><iframe src='../d/frame?%E6'></iframe>"),
    "/s/d/frame?%E6": ("text/html", "<iframe src='/s/e/'></iframe><iframe src='to-page'></iframe>"),
    "/s/d/loop": ("302 loop", ""),
    "/s/d/first": ("302 second", ""),
    "/s/d/second": ("302 first", ""),
    "/s/d/to-image": ("307 ../i.png#x", ""),
    "/s/i.png": ("image/png", PNG),
    "/s/d/to-sheet": ("308 /s/e/sheet.css", ""),
    "/s/e/sheet.css": ("text/css", "@import 'sheet.css'; p { background: url(../d/to-image) }"),
}


@contextmanager
def served(site: Site) -> Iterator[tuple[str, list[str]]]:
    """Serve a site. Yield its address, and a list of the requested paths."""
    requested: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            requested.append(self.path)
            kind, body = site.get(self.path, ("404 ", ""))
            status, _, location = kind.partition(" ")
            self.send_response(int(status) if status.isdecimal() else 200)
            self.send_header(
                *(("Location", location) if status.isdecimal() else ("Content-Type", kind))
            )
            self.end_headers()
            self.wfile.write(body if isinstance(body, bytes) else body.encode())

        def log_message(self, format: str, *args: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}", requested
        server.shutdown()


@pytest.fixture(scope="module")
def logging(browser: Browser) -> Iterator[Browser]:
    """A browser that logs network events. (`browser` skips the test if Chromium is not
    installed.)"""
    with Browser(events=True) as running:
        yield running


def check(browser: Browser, copy: Path, pages: list[str]) -> None:
    """Check that each page requests only files of the copy, and that these exist."""
    browser.visit("about:blank")
    browser.requests()
    root = f"{copy.resolve().as_uri()}/"
    for page in pages:
        browser.visit(f"{root}{page}")
        requested = browser.requests()
        requested.pop("", None)  # Chromium does not load a page in a frame of itself.
        assert f"{root}{page}" in requested
        wrong = {
            url: error
            for url, error in requested.items()
            if error or not url.startswith((root, "data:", "about:", "blob:"))
        }
        assert wrong == {}, page


def files_in(folder: Path) -> set[Path]:
    return {path for path in folder.rglob("*") if path.is_file()}


def test_copy_of_a_page_with_everything_loads_only_its_files(
    logging: Browser, tmp_path: Path
) -> None:
    module: Any = example("mirror")
    copy = tmp_path / "a/copy"
    with served(EVERYTHING) as (address, requested):
        mirror = module.Mirror(f"{address}/s/", copy, module.from_server(f"{address}/s/"))
        mirror.copy()
    assert not [path for path in requested if not path.startswith("/s/")]
    assert files_in(tmp_path) == {copy / file for file in mirror.sources}
    check(logging, copy, ["index.html", "next.html", "frame.html"])
    logging.visit((copy / "index.html").as_uri())
    read = logging.run("""return [document.characterSet, document.title, window.word, location.hash,
        [...document.images].map(image => image.naturalWidth), [...document.links].map(link => link.href),
        document.querySelectorAll("iframe")[2].contentDocument?.images[0]?.naturalWidth ?? null]""")
    assert read[:4] == ["windows-1251", "Все", "да", ""]
    assert sorted(set(read[4])) == [0, 1]  # Images that the copy leaves out have no width.
    assert read[4].count(0) == 5
    links = [
        f"{copy.as_uri()}/next.html#%D1%87%D0%B0%D1%81%D1%82%D1%8C",
        f"{address}/s/d/#top",
        "https://other.example/",
    ]
    assert read[5:] == [links, 1]


def test_copy_of_a_site_with_redirects_and_loops_loads_only_its_files(
    logging: Browser, tmp_path: Path
) -> None:
    module: Any = example("mirror")
    copy = tmp_path / "copy"
    with served(LOOPS) as (address, _):
        mirror = module.Mirror(f"{address}/s/", copy, module.from_server(f"{address}/s/"))
        mirror.copy()
    found = {answer.url.removeprefix(address) for answer in mirror.sources.values()}
    assert found == {path for path, (kind, _) in LOOPS.items() if not kind[0].isdecimal()}
    check(logging, copy, list(mirror.sources))
    logging.visit((copy / "index.html").as_uri())
    script = """const read = document => [...document.images].map(image => image.naturalWidth)
        const inner = document.querySelector("iframe[srcdoc]").contentDocument
        return [read(inner), read(inner.querySelector("iframe").contentDocument)]"""
    assert logging.run(script) == [[1], [1]]


def test_modules_of_a_copy_load_from_the_disk_with_the_import_map_of_their_page(
    logging: Browser, tmp_path: Path
) -> None:
    module: Any = example("mirror")
    copy = tmp_path / "copy"
    with served(MODULES) as (address, _):
        logging.visit(f"{address}/s/")
        logging.wait_until("return window.log.length === 4", 10)
        expected = logging.run("return window.log.sort()")
        module.Mirror(f"{address}/s/", copy, module.from_server(f"{address}/s/")).copy()
    assert expected == [
        "by name new",
        "inline new late",
        "main new b function \u0438 </script>",
        "old first",
    ]
    logging.visit("about:blank")
    logging.requests()
    for page, lines in {
        "index.html": expected,
        "sub/page.html": [expected[2].replace("new", "first")],
    }.items():
        logging.visit((copy / page).as_uri())
        logging.wait_until(f"return window.log.length === {len(lines)}", 10)
        assert logging.run("return window.log.sort()") == lines
    root = f"{copy.resolve().as_uri()}/"
    assert [
        url for url in logging.requests() if not url.startswith((root, "data:", "about:", "blob:"))
    ] == []


def test_copy_of_the_python_documentation_loads_only_its_files(
    logging: Browser, tmp_path: Path
) -> None:
    source = Path("/usr/share/doc/python3-doc/html")
    if not source.is_dir():
        pytest.skip("Debian's python3-doc is not installed")
    module: Any = example("mirror")
    address = "https://docs.python.org/3/"
    copy = tmp_path / "copy"
    mirror = module.Mirror(address, copy, module.from_folder(source, address))
    mirror.copy()
    pages = sorted(file for file in mirror.sources if file.endswith(".html"))
    assert len(pages) > 400
    # `search.html` is left out: its script fetches a file, which browsers do not allow from a file.
    check(logging, copy, ["index.html", "library/functions.html", *pages[::60]])
