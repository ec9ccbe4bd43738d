"""Random pages, and the requests that Chromium and urldom make for them: `python -m
tests.browser.requests --help`.

Each case is a page on one of several hosts, all of which are this server on the loopback: it
answers http and https on the same port, and keeps every request. A window opens the page, and a
script clicks on one element. Then `differences` compares each request with urldom's, and each
request after a redirect with the request of `redirected`."""

from __future__ import annotations

import argparse
import re
import socket
import ssl
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from html import escape
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any, Final
from urllib.parse import urljoin

import attrs

from urldom import InvalidURLError
from urldom.http import Request
from urldom.trees import TreeDocument, parse, stylesheet

from .browser import Browser

POLICIES: Final = (
    *(
        "no-referrer",
        "no-referrer-when-downgrade",
        "same-origin",
        "origin",
        "strict-origin",
        "origin-when-cross-origin",
    ),
    *("strict-origin-when-cross-origin", "unsafe-url"),
)
#: Values of `Referrer-Policy`. Some are lists, and some have malformed or unknown tokens.
POLICY_HEADERS: Final = (
    *POLICIES,
    *POLICIES,
    *(
        "unsafe-url",
        "unsafe-url",
        "no-referrer, unsafe-url",
        "unsafe-url,origin",
        "unsafe-url, nonsense",
        "ORIGIN",
    ),
    *(
        "Unsafe-URL",
        "no-referrer, origin same-origin",
        "origin;",
        "always",
        "unsafe-url,,",
        "",
        "origin-when-crossorigin",
    ),
    *(
        "\tno-referrer , origin\t",
        "default",
        "unsafe-url, never",
        '"origin"',
        "unsafe-url, or\u00efgin",
    ),
)
METAS: Final = (
    *POLICIES,
    *POLICIES,
    *(
        "unsafe-url",
        "never",
        "default",
        "always",
        "origin-when-crossorigin",
        "NEVER",
        "Origin",
        " origin ",
    ),
    *("origin, unsafe-url", "", "nonsense", "unsafe-url"),
)
ATTRIBUTES: Final = (
    *POLICIES,
    *(
        "",
        "NO-REFERRER",
        "Unsafe-Url",
        "nonsense",
        " origin",
        "never",
        "always",
        "origin-when-crossorigin",
        "default",
    ),
)
HOSTS: Final = (
    *(
        "a.example.test",
        "a.example.test",
        "b.example.test",
        "example.test",
        "www.other.test",
        "other.test",
        "a.co.uk",
    ),
    *("b.co.uk", "x.a.co.uk", "localhost", "x.localhost", "127.0.0.1", "[::1]"),
)
#: Addresses that are not of the loopback. The resolver's rules map them to it.
ADDRESSES: Final = ("192.0.2.7", "10.1.2.3", "[2001:db8::1]")
PORTS: Final = ("", "", "", "", ":8080", ":8443")
#: Headers that come from the URL, the page and the element. All other headers of Chromium are
#: ignored.
NAMES: Final = (
    *(
        "Content-Type",
        "Origin",
        "Ping-From",
        "Ping-To",
        "Referer",
        "Sec-Fetch-Dest",
        "Sec-Fetch-Mode",
    ),
    *("Sec-Fetch-Site", "Sec-Fetch-User", "Sec-Purpose", "Upgrade-Insecure-Requests"),
)
#: The lengths of a page's URL without its fragment, around the limit of Referrer Policy 8.3.
LENGTHS: Final = (4094, 4095, 4096, 4097, 4098, 6000)


@attrs.frozen
class Element:
    """An element of a page. In its markup, `{u}` is the URL, `{p}` is `referrerpolicy` and `{c}` is
    `crossorigin`."""

    markup: str
    #: The kind of the response.
    content: str = "nothing"
    #: Whether the element is clicked. A clicked element has the attribute `data-click`.
    is_clicked: bool = False
    is_in_head: bool = False


NOTHING: Final = Element("")
ELEMENTS: Final = {
    "a": Element('<a href="{u}"{p}{g} data-click>a</a>', is_clicked=True),
    "a rel": Element('<a href="{u}"{p}{g} rel="{r}" data-click>a</a>', is_clicked=True),
    "a ping": Element('<a href="{u}" ping="{u}"{p} data-click>a</a>', is_clicked=True),
    "a download": Element('<a href="{u}" download{p} data-click>a</a>', is_clicked=True),
    "area": Element('<map name=m><area shape=default href="{u}"{p}{g} data-click></map>', is_clicked=True),
    "svg a": Element('<svg><a href="{u}"{p}{g} data-click><text>a</text></a></svg>', is_clicked=True),
    "form get": Element('<form action="{u}"{g} rel="{r}"><input name=a value=b><button data-click>x</button></form>',
        is_clicked=True),
    "form post": Element('<form action="{u}"{g} method=post enctype="{e}"><input name=a value=b><button data-click>'
        'x</button></form>', is_clicked=True),
    "formaction": Element('<form action="/no" method=post><input name=a value=b><button formaction="{u}" data-click>'
        'x</button></form>', is_clicked=True),
    "formmethod": Element('<form rel="{r}" action="{u}"><input name=a value=b><input type=submit formmethod=post '
        'data-click></form>', is_clicked=True),
    "meta refresh": Element('<meta http-equiv=refresh content="0; url={u}">', is_clicked=True, is_in_head=True),
    "img": Element('<img src="{u}"{p}{c}>', "image"),
    "img srcset": Element('<img srcset="{u} 1x"{p}{c}>', "image"),
    "picture": Element('<picture><source srcset="{u}"><img{p}{c}></picture>', "image"),
    "input image": Element('<input type=image src="{u}">', "image"),
    "svg image": Element('<svg><image href="{u}"{c} width=9 height=9 /></svg>', "image"),
    "svg use": Element('<svg><use href="{u}#u" /></svg>', "svg"),
    "svg feimage": Element('<svg><filter id=e{n}><feImage href="{u}" /></filter><rect width=9 height=9 '
        'filter="url(#e{n})" /></svg>', "image"),
    "svg script": Element('<svg><script href="{u}"{c}></script></svg>', "script"),
    "background": Element('<table background="{u}"><tr><td>x</table>', "image"),
    "script": Element('<script src="{u}"{p}{c}></script>', "script"),
    "script module": Element('<script type=module src="{u}"{p}{c}></script>', "script"),
    "script data": Element('<script type=text/x-data src="{u}"></script>', "script"),
    "script nomodule": Element('<script nomodule src="{u}"></script>', "script"),
    "stylesheet": Element('<link rel=stylesheet href="{u}"{p}{c}>', "style", is_in_head=True),
    "alternate": Element('<link rel="alternate stylesheet" title=t href="{u}"{p}{c}>', "style", is_in_head=True),
    "icon": Element('<link rel=icon href="{u}"{p}{c}>', "image", is_in_head=True),
    "manifest": Element('<link rel=manifest href="{u}"{p}{c}>', "manifest", is_in_head=True),
    "prefetch": Element('<link rel=prefetch href="{u}"{p}{c}>', is_in_head=True),
    "dictionary": Element('<link rel=compression-dictionary href="{u}"{p}{c}>', is_in_head=True),
    "preload script": Element('<link rel=preload as=script href="{u}"{p}{c}>', "script", is_in_head=True),
    "preload style": Element('<link rel=preload as=style href="{u}"{p}{c}>', "style", is_in_head=True),
    "preload image": Element('<link rel=preload as=image href="{u}"{p}{c}>', "image", is_in_head=True),
    "preload font": Element('<link rel=preload as=font href="{u}"{p} crossorigin>', "font", is_in_head=True),
    "preload fetch": Element('<link rel=preload as=fetch href="{u}"{p}{c}>', "script", is_in_head=True),
    "preload track": Element('<link rel=preload as=track href="{u}"{p}{c}>', "track", is_in_head=True),
    "modulepreload": Element('<link rel=modulepreload href="{u}"{p}{c}>', "script", is_in_head=True),
    "preload imagesrcset": Element(
        '<link rel=preload as=image imagesrcset="{u} 1x"{p}{c}>', "image", is_in_head=True
    ),
    "preload nonsense": Element('<link rel=preload as=nonsense href="{u}"{p}{c}>', is_in_head=True),
    "stylesheet disabled": Element('<link rel=stylesheet disabled href="{u}">', "style", is_in_head=True),
    "stylesheet type": Element('<link rel=stylesheet type=text/plain href="{u}">', "style", is_in_head=True),
    "modulepreload as": Element('<link rel=modulepreload as=style href="{u}"{p}{c}>', "style", is_in_head=True),
    "other link": Element('<link rel="{o}" href="{u}"{p}>', is_in_head=True),
    "iframe": Element('<iframe name=f{n} src="{u}"{p}></iframe>', "page"),
    "object": Element('<object name=f{n} data="{u}"{p}></object>', "page"),
    "embed": Element('<embed name=f{n} src="{u}"{p}>', "page"),
    "object type": Element('<object type="{to}" data="{u}"{p}></object>', "page"),
    "embed type": Element('<embed type="{to}" src="{u}"{p}>', "page"),
    "object in video": Element('<video><object data="{u}"></object></video>', "page"),
    "embed in audio": Element('<audio><embed src="{u}"></audio>', "page"),
    "embed in object": Element('<object type="{to}" data="{u}"><embed src="{u}"></object>', "page"),
    "iframe in object": Element('<object data="{u}"><iframe src="{u}"></iframe></object>', "page"),
    "source type": Element('<video><source type="{tv}" src="{u}"></video>', "video"),
    "source media": Element('<video><source media="{d}" src="{u}"></video>', "video"),
    "stylesheet any type": Element('<link rel=stylesheet type="{ts}" href="{u}">', "style", is_in_head=True),
    "preload type": Element('<link rel=preload as=image type="{ti}" href="{u}">', "image", is_in_head=True),
    "preload media": Element('<link rel=preload as=image media="{d}" href="{u}">', "image", is_in_head=True),
    "modulepreload media": Element(
        '<link rel=modulepreload media="{d}" href="{u}"{c}>', "script", is_in_head=True
    ),
    "css modifiers": Element(
        "<style>#b{n} {{ background: url('{u}' {m}) }}</style><div id=b{n}>x</div>", "image"
    ),
    "css import modifiers": Element("<style>@import url('{u}' {m});</style>", "style"),
    "video": Element('<video src="{u}"{c}></video>', "video"),
    "video source": Element('<video{c}><source src="{u}"></video>', "video"),
    "poster": Element('<video poster="{u}"{c}></video>', "image"),
    "audio": Element('<audio preload=auto src="{u}"{c}></audio>', "video"),
    "track": Element('<video{c}><track default src="{u}"></video>', "track"),
    "style background": Element('<div style="background: url({u})">x</div>', "image"),
    "css background": Element("<style>#b{n} {{ background: url({u}) }}</style><div id=b{n}>x</div>", "image"),
    "css import": Element('<style>@import "{u}";</style>', "style"),
    "css font": Element("<style>@font-face {{ font-family: f{n}; src: url({u}) }} #f{n} {{ font-family: f{n} }}"
        "</style><p id=f{n}>x</p>", "font"),
    "css mask": Element("<div style='height: 9px; mask-image: url({u})'>x</div>", "image"),
    "css border": Element('<div style="border: 3px solid; border-image: url({u}) 3">x</div>', "image"),
    "css clip": Element('<div style="clip-path: url({u}#c)">x</div>', "svg"),
    "css shape": Element("<div style='float: left; shape-outside: url({u})'>x</div>", "image"),
    "svg filter": Element('<div style="filter: url({u}#f)">x</div>', "svg"),
}  # fmt: skip
#: Rules of external style sheets, as `ELEMENTS`. They apply to an element with the id `s{n}`.
RULES: Final = {
    "sheet background": Element("#s{n} {{ background-image: url({u}) }}", "image"),
    "sheet import": Element('@import url("{u}");', "style"),
    "sheet font": Element(
        "@font-face {{ font-family: g{n}; src: url({u}) }} #s{n} {{ font-family: g{n} }}", "font"
    ),
    "sheet modifiers": Element("#s{n} {{ background: url('{u}' {m}) }}", "image"),
    "sheet mask": Element("#s{n} {{ mask-image: url({u}) }}", "image"),
}
#: Elements whose URLs may contain spaces.
SPACED: Final = ("a", "area", "form post", "iframe", "img", "script", "stylesheet", "video")
#: Style sheets whose rules apply to the page
APPLIED: Final = ("stylesheet", "css import", "sheet import")
#: Links that no browser follows by itself.
OTHER_LINKS: Final = (
    "next",
    "canonical",
    "alternate",
    "nonsense",
    "preconnect",
    "dns-prefetch",
    "author",
    "help",
)
#: The choices for other marks in the markup.
CHOICES: Final = {
    "{m}": (
        "",
        "referrer-policy(no-referrer)",
        "referrer-policy(unsafe-url)",
        "REFERRER-POLICY( origin )",
        "cross-origin(anonymous)",
        "cross-origin(use-credentials)",
        "cross-origin(anonymous) referrer-policy(same-origin)",
        "referrer-policy(never)",
        "referrer-policy(origin) referrer-policy(origin)",
        "nonsense(x)",
    ),
    "{to}": ("text/html", "", "TEXT/HTML; charset=utf-8", "application/x-none", "x", "text/plain"),
    "{tv}": ("video/mp4", "", "video/webm; codecs=vp9", "audio/ogg", "text/plain", "x", " "),
    "{ts}": ("text/css; charset=utf-8", " TEXT/CSS ", "text/css x", ";", "text/x-css", ""),
    "{ti}": ("image/png", "image/png; x=y", "text/plain", "image/x-none", "x", ""),
    "{d}": (
        *("screen", "print", "", "not print", "only screen", "(min-width: 1px)", "nonsense"),
        *("print, screen", "not screen", "(nonsense)", "print and (min-width: 1px)"),
    ),
}
#: What a sandbox may allow.
ALLOWED: Final = (
    *("allow-forms", "allow-popups", "allow-top-navigation"),
    "allow-top-navigation-by-user-activation",
)
#: The elements whose URLs are resolved when the whole page has been read.
FOLLOWING: Final = (
    *("a", "a rel", "a ping", "a download", "area", "svg a", "icon", "manifest", "ping"),
    *("form get", "form post", "formaction", "formmethod"),
)
#: The elements whose URLs Chromium guesses, or resolves in a task that may run before or after it
#: reads a `base` at the end of the page.
RACING: Final = (
    *("input image", "poster", "embed in object", "iframe in object", "background", "track"),
    *("object", "embed", "object type", "embed type", "object in video", "embed in audio"),
    *("video", "video source", "audio", "source type", "source media"),
)
RELS: Final = (
    "noreferrer",
    "noopener",
    "noreferrer noopener",
    "NOREFERRER",
    "nofollow",
    "noreferrerx",
)
CONTENT: Final = {
    "nothing": ("", b""),
    "page": ("text/html", b"<!DOCTYPE html><title>x</title>"),
    "image": ("image/svg+xml", b'<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
    "svg": (
        "image/svg+xml",
        b'<svg xmlns="http://www.w3.org/2000/svg"><g id="u"/><filter id="f"/></svg>',
    ),
    "script": ("text/javascript", b";"),
    "style": ("text/css", b""),
    "manifest": ("application/manifest+json", b"{}"),
    "font": ("font/woff2", b"x"),
    "video": ("video/mp4", b"x"),
    "track": ("text/vtt", b"WEBVTT\n"),
}


@attrs.frozen
class Seen:
    """A request, as it arrived at the server."""

    key: str
    hop: int
    method: str
    url: str
    headers: tuple[tuple[str, str], ...]
    body: bytes

    @property
    def named(self) -> dict[str, str]:
        """Its headers of `NAMES`, in their order."""
        return {name: value for name, value in self.headers if name in NAMES}


@attrs.frozen
class Response:
    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes = b""


@attrs.frozen
class Target:
    """A URL of a page or a style sheet."""

    key: str
    element: str
    url: str
    #: A response for each redirect, and the final one.
    responses: tuple[Response, ...]
    #: The URLs of a style sheet
    inside: tuple[Target, ...] = ()

    def all(self) -> Iterator[Target]:
        yield self
        for target in self.inside:
            yield from target.all()


@attrs.frozen
class Case:
    number: int
    address: str
    page: Response
    targets: tuple[Target, ...]
    is_activated: bool
    features: frozenset[str]

    def all(self) -> dict[str, Target]:
        return {target.key: target for outer in self.targets for target in outer.all()}


class Server:
    """A server on a loopback port, for all hosts, with http and https. It keeps the requests of
    each case."""

    def __init__(self) -> None:
        self.cases: dict[int, tuple[Case, dict[str, Target]]] = {}
        self.seen: dict[int, list[Seen]] = {}
        #: When the last request of a case ended. `inf` while a request is open.
        self.quiet: dict[int, float] = {}

    def put(self, case: Case) -> None:
        self.seen[case.number] = []
        self.cases[case.number] = (case, case.all())
        self.quiet[case.number] = time.monotonic()

    def response(self, number: int, key: str, hop: int) -> Response:
        if number not in self.cases:
            return Response(204, ())
        case, targets = self.cases[number]
        if key == "page":
            return case.page
        return targets[key].responses[hop] if key in targets else Response(204, ())

    def __enter__(self) -> Server:
        self._folder = tempfile.TemporaryDirectory()
        key, certificate = (
            Path(self._folder.name, name) for name in ("key.pem", "certificate.pem")
        )
        command = (
            "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2"
            " -subj /CN=urldom"
        )
        subprocess.run(
            [*command.split(), "-keyout", key, "-out", certificate], check=True, capture_output=True
        )
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate, key)
        server = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            disable_nagle_algorithm = True

            def handle(self) -> None:
                with suppress(OSError):  # Chromium opens connections that it does not use.
                    self.scheme = "http"
                    if self.request.recv(1, socket.MSG_PEEK) == b"\x16":
                        self.scheme = "https"
                        self.request = context.wrap_socket(self.request, server_side=True)
                        self.setup()
                    super().handle()

            def do_GET(self) -> None:
                body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
                match = re.match(r"/(\d+)\.(\w+).(\d+)(?=[/?]|\Z)", self.path)
                number, key, hop = (
                    (int(match[1]), match[2], int(match[3])) if match else (-1, "", 0)
                )
                server.quiet[number] = float("inf")
                url = f"{self.scheme}://{self.headers['Host']}{self.path}"
                request = Seen(key, hop, self.command, url, tuple(self.headers.items()), body)
                server.seen.setdefault(number, []).append(request)
                answer = server.response(number, key, hop)
                self.send_response(answer.status)
                for name, value in (*answer.headers, ("Cache-Control", "no-store")):
                    self.send_header(name, value)
                self.send_header("Access-Control-Allow-Origin", self.headers.get("Origin", "*"))
                self.send_header("Access-Control-Allow-Credentials", "true")
                if answer.status != 204:
                    self.send_header("Content-Length", str(len(answer.body)))
                with suppress(OSError):
                    self.end_headers()
                    self.wfile.write(answer.body)
                server.quiet[number] = time.monotonic()

            do_POST = do_GET
            do_OPTIONS = do_GET

            def log_message(self, format: str, *args: object) -> None:
                pass

        class Threading(ThreadingHTTPServer):
            daemon_threads = True
            request_queue_size = 128

        self._server = Threading(("127.0.0.1", 0), Handler)
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *error: object) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._folder.cleanup()

    def browser(self) -> Browser:
        """Return a Chromium that reaches all hosts of the cases here."""
        here = f"127.0.0.1:{self._server.server_port}"
        hosts = (
            "*.test",
            "*.co.uk",
            "*localhost",
            "127.0.0.1",
            "::1",
            "[::1]",
            *ADDRESSES,
            ADDRESSES[-1].strip("[]"),
        )
        rules = ", ".join([*(f"MAP {host} {here}" for host in hosts), "MAP * ~NOTFOUND"])
        return Browser(
            "--ignore-certificate-errors",
            f"--host-resolver-rules={rules}",
            "--disable-features=HttpsUpgrades",
            "--disable-background-timer-throttling",
            "--disable-renderer-backgrounding",
            "--disable-backgrounding-occluded-windows",
            # One process draws all pages: a process for each site takes most of the time.
            "--disable-site-isolation-trials",
            "--renderer-process-limit=1",
            waits=False,
        )


# Random pages
# -----------------------------------------------------------------------------------------------------


class Maker:
    """An endless iterator of random cases."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.number = 0

    def __iter__(self) -> Iterator[Case]:
        return self

    def may(self, percent: float) -> bool:
        return self.random.random() * 100 < percent

    def one(self, *choices: Any) -> Any:
        return self.random.choice(choices)

    def note(self, *features: str) -> None:
        self.features.update(features)

    def __next__(self) -> Case:
        self.number += 1
        self.features: set[str] = set()
        self.targets: list[Target] = []
        self.count = 0
        #: The origin of a `base` at the end of the page, while the elements before it are made.
        self.late_origin = ""
        #: The names of the frames of the document.
        self.frames: list[str] = []
        self.origin = self.some_origin()
        path = f"/{self.number}.page.0/dir/"
        if self.may(6):
            length = self.one(*LENGTHS)
            path += "x" * (length - len(self.origin) - len(path))
            self.note("long address")
        query = self.one("", "", "", "?q=1", "?\u00e9=%zz", "?") if len(path) < 100 else ""
        address = self.origin + path + query.replace("\u00e9", "%C3%A9")
        page = self.page()
        headers = tuple(self.page_headers())
        response = Response(
            200, (*headers, ("Content-Type", "text/html;charset=utf-8")), page.encode()
        )
        is_activated = self.may(50)
        features = frozenset(self.features)
        return Case(self.number, address, response, tuple(self.targets), is_activated, features)

    def page_headers(self) -> Iterator[tuple[str, str]]:
        if self.may(50):
            for _ in range(self.one(1, 1, 1, 2)):
                yield "Referrer-Policy", self.one(*POLICY_HEADERS)
                self.note("Referrer-Policy")
        if self.may(12):
            yield (
                "Content-Security-Policy",
                self.one(
                    "upgrade-insecure-requests",
                    "upgrade-insecure-requests",
                    "img-src *; Upgrade-Insecure-Requests",
                    "upgrade-insecure-requests x",
                    "upgrade-insecure-requestsx",
                    "img-src * data:, upgrade-insecure-requests",
                ),
            )
            self.note("upgrade-insecure-requests")
        if self.may(12):
            yield "Content-Security-Policy", f"sandbox {self.sandbox()}"
            self.note("sandbox")

    def sandbox(self) -> str:
        """Return what a sandbox allows. A script can click in a frame of the same origin only."""
        allowed = ["allow-scripts", *(word for word in ALLOWED if self.may(40))]
        if "click in srcdoc" in self.features or self.may(50):
            allowed.append("allow-same-origin")
        return " ".join(allowed)

    def page(self) -> str:
        """Return a page with some elements, of which at most one is clicked."""
        clicked = [name for name, element in ELEMENTS.items() if element.is_clicked]
        other = [name for name, element in ELEMENTS.items() if not element.is_clicked]
        names = [self.one(*other) for _ in range(self.one(2, 3, 4, 6, 8))]
        self.has_clicked = self.may(60)
        if self.has_clicked:
            names.append(self.one(*clicked))
        self.random.shuffle(names)
        if self.may(4):
            self.note("frame")
            return (
                f"<!DOCTYPE html><frameset>{self.metas()}<frame"
                f' src="{self.target("frame", "page")}"></frameset>'
            )
        head, body = self.metas(), ""
        late_base = ""
        if self.may(8):
            self.note("base")
            head += f'<base href="{self.some_origin()}/base/x">'
        elif self.may(20):
            self.note("late base")
            self.late_origin = self.some_origin()
            late_base = f'<base href="{self.late_origin}/base/x">'
        for name in names:
            markup, styled = self.element(name, ELEMENTS[name])
            if ELEMENTS[name].is_in_head and self.may(80):
                head += markup
                body += styled
            else:
                body += markup + styled
        if self.may(24):
            body += self.nested(1)
        if self.may(5):
            self.note("meta after elements")
            body += self.meta()
        body += late_base
        return f"<!DOCTYPE html><html><head>{head}</head><body>{body}</body></html>"

    def metas(self) -> str:
        text = ""
        if self.may(30):
            text += "".join(self.meta() for _ in range(self.one(1, 1, 2)))
        if self.may(4):
            self.note("meta upgrade-insecure-requests")
            text += '<meta http-equiv=Content-Security-Policy content="upgrade-insecure-requests">'
        return text

    def meta(self) -> str:
        self.note("meta referrer")
        return (
            f'<meta name="{self.one("referrer", "referrer", "REFERRER")}"'
            f' content="{self.one(*METAS)}">'
        )

    def nested(self, depth: int) -> str:
        """Return an `iframe` with a page in `srcdoc`."""
        self.note("srcdoc" if depth == 1 else "nested srcdoc")
        # A `base` after the frame does not count in it.
        late_origin, frames = self.late_origin, self.frames
        self.late_origin, self.frames = "", []
        clicked, other = (
            [name for name in ELEMENTS if ELEMENTS[name].is_clicked is kind]
            for kind in (True, False)
        )
        names = self.random.sample(other, 2)
        if not self.has_clicked and self.may(80):
            self.has_clicked = True
            self.note("click in srcdoc")
            names.append(self.one(*clicked))
        text = self.metas() + "".join("".join(self.element(name, ELEMENTS[name])) for name in names)
        if depth < 3 and self.may(30):
            text += self.nested(depth + 1)
        self.late_origin, self.frames = late_origin, frames
        sandbox = ""
        if self.may(25):
            self.note("srcdoc sandbox")
            sandbox = f' sandbox="{self.sandbox()}"'
        policy = f' referrerpolicy="{self.one(*ATTRIBUTES)}"' if self.may(20) else ""
        return f'<iframe srcdoc="{escape("<!DOCTYPE html>" + text)}"{sandbox}{policy}></iframe>'

    def element(self, name: str, element: Element) -> tuple[str, str]:
        """Return the markup of an element, and of the elements that its style sheets apply to."""
        self.note(name)
        content = element.content
        text = element.markup
        policy = crossorigin = ""
        if "{p}" in text and self.may(30):
            self.note("referrerpolicy")
            policy = f' referrerpolicy="{self.one(*ATTRIBUTES)}"'
        if "{c}" in text and self.may(25):
            self.note("crossorigin")
            crossorigin = self.one(
                " crossorigin", ' crossorigin="use-credentials"', ' crossorigin="nonsense"'
            )
        if "{e}" in text:
            enctype = self.one(
                "application/x-www-form-urlencoded", "text/plain", "multipart/form-data"
            )
            text = text.replace("{e}", enctype)
        text = text.replace("{r}", self.one(*RELS)).replace("{o}", self.one(*OTHER_LINKS))
        text = text.replace("{g}", self.chosen_target())
        for mark, choices in CHOICES.items():
            text = text.replace(mark, self.one(*choices))
        if "name=f" in text:
            self.frames.append(f"f{self.count}")
        text = (
            re.sub(r"\{u\}", lambda _: "{}", text)
            .replace("{p}", policy)
            .replace("{c}", crossorigin)
        )
        text = text.replace("{n}", str(self.count))
        first = self.count
        targets = [
            self.target("ping" if number and name == "a ping" else name, content)
            for number in range(text.count("{}"))
        ]
        styled = "".join(
            f"<p id=s{number}>x</p>" for number in range(first, self.count) if content == "style"
        )
        return text.format(*map(escape, targets)), styled

    def chosen_target(self) -> str:
        """Return the attribute `target` of a link or a form, or nothing."""
        if not self.may(50):
            return ""
        self.note("target")
        chosen = self.one("_blank", "_TOP", "_parent", "_self", "new", *self.frames)
        if chosen in ("_blank", "new"):
            self.note("popup")
        return f' target="{chosen}"'

    def some_origin(self) -> str:
        return self.one("http", "https", "https") + "://" + self.one(*HOSTS) + self.one(*PORTS)

    def other_origin(self, origin: str) -> str:
        """Return an origin that may be the same, of the same site, or of another one."""
        kind = self.random.randrange(100)
        if kind < 35:
            return origin
        scheme, _, host = origin.partition("://")
        if kind < 50:
            self.note("other scheme")
            return {"http": "https", "https": "http"}[scheme] + f"://{host}"
        if kind < 53:
            self.note("address")
            return f"{self.one('http', 'http', 'https')}://{self.one(*ADDRESSES)}"
        return self.some_origin()

    def target(self, name: str, content: str) -> str:
        """Add a target, and return its URL as it is written in the page."""
        origin = self.origin
        if self.late_origin and name in FOLLOWING:
            origin = self.late_origin
        target, text = self.made_target(name, content, origin, 0)
        self.targets.append(target)
        return text

    def made_target(self, name: str, content: str, origin: str, depth: int) -> tuple[Target, str]:
        self.count += 1
        key = str(self.count)
        start = self.other_origin(origin)
        hops = self.one(1, 1, 2, 3) if self.may(25) else 0
        responses: list[Response] = []
        at = start
        for hop in range(hops):
            self.note("redirect")
            at_next = self.other_origin(at)
            status = self.one(301, 302, 303, 307, 308)
            self.note(str(status))
            path = f"/{self.number}.{key}.{hop + 1}/dir/next{self.one('', '?x', '#new')}"
            location = path if at_next == at and self.may(60) else at_next + path
            headers = [("Location", location)]
            if self.may(30):
                self.note("Referrer-Policy of a redirect")
                headers.append(("Referrer-Policy", self.one(*POLICY_HEADERS)))
            responses.append(Response(status, tuple(headers)))
            at = at_next
        is_spaced = name in SPACED and self.may(10)
        path = f"/{self.number}.{key}.0/dir/file{'?a b' if is_spaced else self.one('', '', '?a=b')}"
        if self.may(1):
            path += "y" * 4100
        url = start + path
        if (
            "?" not in url
            and "#" not in url
            and "#" not in ELEMENTS.get(name, NOTHING).markup.partition("{u}")[2][:1]
            and self.may(15)
        ):
            path += "#fragment"
        text = (
            path
            if start == origin and self.may(50) and self.may_be_relative(name)
            else start + path
        )
        if text is not path and self.may_be_relative(name) and self.may(10):
            text = (
                text.partition(":")[2]
                if start.partition(":")[0] == origin.partition(":")[0]
                else text
            )
        if text is not path and ELEMENTS.get(name, NOTHING).is_clicked and self.may(8):
            self.note("user and password")
            text = text.replace("//", "//user:pass@", 1)
        kind, body = CONTENT[content]
        inside: list[Target] = []
        headers = [("Content-Type", kind)] if kind else []
        if name in APPLIED and depth < 2 and self.may(80):
            body, inside = self.sheet(at, depth)
            if self.may(40):
                self.note("Referrer-Policy of a sheet")
                headers.append(("Referrer-Policy", self.one(*POLICY_HEADERS)))
        final = Response(200 if kind else 204, tuple(headers), body)
        return Target(key, name, url, (*responses, final), tuple(inside)), text

    def may_be_relative(self, name: str) -> bool:
        """Return whether it is known against which base URL Chromium resolves a URL. With a policy
        in a `meta`, it does not look for images ahead, and may find the `base` before them."""
        racing = RACING
        if "meta upgrade-insecure-requests" in self.features:
            racing += ("img", "img srcset", "picture", "svg image", "svg feimage")
        return "base" not in self.features and not (self.late_origin and name in racing)

    def sheet(self, origin: str, depth: int) -> tuple[bytes, list[Target]]:
        texts, inside = [], []
        for name in self.random.sample(list(RULES), self.one(1, 2, 2)):
            self.note(name)
            rule = RULES[name]
            number = self.count
            target, text = self.made_target(name, rule.content, origin, depth + 1)
            inside.append(target)
            markup = rule.markup.replace("{m}", self.one(*CHOICES["{m}"]))
            texts.append((name != "sheet import", markup.format(u=text, n=number)))
        return "".join(text for _, text in sorted(texts)).encode(), inside


# The comparison
# ---------------------------------------------------------------------------------------------------


@attrs.frozen
class Answer:
    """The requests that Chromium sent for a case, by key and hop. Of equal ones it has the
    first."""

    case: Case
    requests: dict[tuple[str, int], Seen]
    #: Some pages stay incomplete now and then. Requests that follow the load of the page are not
    #: sent then.
    has_loaded: bool = True


def ask(
    browser: Browser, server: Server, cases: Iterable[Case], *, windows: int = 6, calm: float = 0.4
) -> Iterator[Answer]:
    """Yield Chromium's answers to the cases, in the order in which they are ready."""
    driver = browser.driver
    waiting = iter(cases)
    main = driver.current_window_handle
    handles: dict[str, list[Any]] = {}
    for _ in range(windows):
        driver.switch_to.new_window("window")
        handles[driver.current_window_handle] = []
    while handles:
        for handle, state in list(handles.items()):
            if state and not _is_ready(browser, server, handle, state, calm):
                continue
            if state:
                case = state[0]
                requests: dict[tuple[str, int], Seen] = {}
                for request in server.seen[case.number]:
                    requests.setdefault((request.key, request.hop), request)
                yield Answer(case, requests, state[1] == "clicked")
                if "popup" in case.features:
                    _close_others(driver, {main, *handles})
            case = next(waiting, None)
            driver.switch_to.window(handle)
            if case is None:
                driver.close()
                del handles[handle]
                continue
            server.put(case)
            driver.execute_cdp_cmd("Page.navigate", {"url": case.address})
            handles[handle] = [case, "loading", time.monotonic()]
        time.sleep(0.01)
    driver.switch_to.window(main)


def _close_others(driver: Any, ours: set[str]) -> None:
    """Close the windows that pages have opened."""
    for handle in driver.window_handles:
        if handle not in ours:
            driver.switch_to.window(handle)
            driver.close()


#: Clicks on the element, which may be in a frame.
CLICK: Final = """{
    const click = document => {
        for (const element of document.querySelectorAll("[data-click]"))
            element.dispatchEvent(new MouseEvent("click", {bubbles: true, cancelable: true}))
        for (const frame of document.querySelectorAll("iframe[srcdoc]"))
            if (frame.contentDocument) click(frame.contentDocument)
    }
    click(document)
}"""


def _is_ready(browser: Browser, server: Server, handle: str, state: list[Any], calm: float) -> bool:
    """Click when the page has loaded, and return whether there was no request since then for a
    while."""
    case, stage, since = state
    now = time.monotonic()
    if now - since > 30:
        return True
    if now - max(server.quiet[case.number], since) < calm:
        return False
    if stage == "loading":
        browser.driver.switch_to.window(handle)
        script = {"expression": "document.URL !== 'about:blank' && document.readyState"}
        if (
            browser.driver.execute_cdp_cmd("Runtime.evaluate", script)["result"].get("value")
            != "complete"
        ):
            return False
        script = {"expression": CLICK, "userGesture": case.is_activated}
        browser.driver.execute_cdp_cmd("Runtime.evaluate", script)
        state[1:] = ["clicked", time.monotonic()]
        return False
    return True


@attrs.frozen
class Difference:
    """A difference between urldom's request and Chromium's, in one respect: a header, `"url"`,
    `"sent"` and so on."""

    answer: Answer
    target: Target
    hop: int
    name: str
    ours: str | None
    theirs: str | None
    request: Request | None
    seen: Seen | None

    @property
    def url(self) -> str:
        """The URL before an upgrade."""
        url = self.target.url
        for response in self.target.responses[: self.hop]:
            url = urljoin(url, dict(response.headers)["Location"])
        if self.target.element == "form get" and not self.hop:
            url = url.partition("#")[0].partition("?")[0] + "?a=b"
        return url.partition("#")[0].replace(" ", "%20")

    @property
    def secure_url(self) -> str:
        """The URL after an upgrade."""
        return re.sub("^http:", "https:", self.url)

    @property
    def features(self) -> frozenset[str]:
        return self.answer.case.features

    @property
    def is_opaque(self) -> bool:
        """Whether the page, or a frame in it, has an opaque origin."""
        return not self.features.isdisjoint(["sandbox", "srcdoc sandbox"])

    @property
    def is_secure(self) -> bool:
        """Whether the page has the scheme https."""
        return self.answer.case.address.startswith("https:")

    def __str__(self) -> str:
        target, case = self.target, self.answer.case
        chain = [
            self.target.url,
            *(dict(response.headers).get("Location") for response in target.responses),
        ]
        lines = (
            (
                f"{self.name} of {target.element} {target.key}.{self.hop}: Chromium"
                f" {self.theirs!r}, urldom {self.ours!r}"
            ),
            f"  of {case.address} {case.page.headers}",
            (
                f"  via {' '.join(filter(None, chain))}"
                f" {[dict(response.headers) for response in target.responses]}"
            ),
            f"  seen {self.seen and (self.seen.method, self.seen.url, self.seen.named)}",
            f"  case {case.number}, activated {case.is_activated}: {case.page.body.decode()}",
        )
        return re.sub("x{30,}|y{30,}", "...", "\n".join(lines))


def requests_of(answer: Answer) -> dict[str, Request | str]:
    """Return urldom's requests for the URLs of a case, by key. A `str` is the reason why nothing is
    sent."""
    case = answer.case
    page = parse(case.page.body, case.address, headers=case.page.headers)
    made: dict[str, Request | str] = {}
    targets = case.all()
    waiting = [page]
    while waiting:
        document = waiting.pop()
        waiting += [inner for _, inner in document.embedded_documents()]
        for key, found in _found(document.urls()):
            _add(made, answer, targets[key], document, found, None)
        for form in document.forms():
            for button in form.node.select("[data-click]"):
                key = next(key for key, target in targets.items() if target.element in FORMS)
                made[key] = _request(document, button, user_activation=case.is_activated)
    return made


#: The elements that send a form.
FORMS: Final = ("form get", "form post", "formaction", "formmethod")


def _found(urls: Iterable[Any]) -> Iterator[tuple[str, Any]]:
    for found in urls:
        match = re.search(r"/\d+\.(\w+)\.0/dir/file", found.url or "")
        if match is not None:
            yield match[1], found


def _request(page: TreeDocument, found: Any, **options: Any) -> Request | str:
    made = page.request(found, **options)
    if made is not None:
        return made
    options.pop("user_activation", None)
    return page.why_not(found, **options)


def _add(
    made: dict[str, Request | str],
    answer: Answer,
    target: Target,
    page: TreeDocument,
    found: Any,
    sheet: Any,
) -> None:
    if target.element in FORMS:
        return
    options: dict[str, Any] = {} if sheet is None else {"sheet": sheet}
    if target.element == "ping" or (
        target.element in ELEMENTS and ELEMENTS[target.element].is_clicked
    ):
        options["user_activation"] = answer.case.is_activated and target.element != "meta refresh"
    made[target.key] = _request(page, found, **options)
    seen = answer.requests.get((target.key, len(target.responses) - 1))
    if target.inside and seen is not None:
        final = target.responses[-1]
        inner = stylesheet(final.body, seen.url, headers=final.headers)
        inside = {one.key: one for one in target.inside}
        for key, found in _found(inner.urls()):
            _add(made, answer, inside[key], page, found, inner)


def differences(answer: Answer) -> Iterator[Difference]:
    """Yield the differences of a case. After a request with a difference, its redirects are not
    compared."""
    made = requests_of(answer)
    for target in answer.case.all().values():
        ours: Request | str | None = made.get(target.key, "no row")
        for hop, response in enumerate(target.responses):
            seen = answer.requests.get((target.key, hop))
            found = list(_compared(answer, target, hop, ours, seen))
            yield from found
            if found or seen is None or isinstance(ours, (str, type(None))):
                break
            try:
                ours = ours.redirected(response.status, response.headers)
            except InvalidURLError as error:
                ours = str(error)


def _sent_url(request: Request) -> str:
    """Return the URL without the parts that are not sent."""
    return re.sub("//[^/]*@", "//", request.url.partition("#")[0])


def _compared(
    answer: Answer, target: Target, hop: int, ours: Request | str | None, seen: Seen | None
) -> Iterator[Difference]:
    if target.element.startswith("sheet ") and isinstance(ours, str) and seen is None:
        return  # The style sheet did not arrive.
    request = ours if isinstance(ours, Request) else None
    make = partial(Difference, answer, target, hop, request=request, seen=seen)
    if request is None or seen is None:
        if request is not None or seen is not None:
            yield make(
                "sent", _sent_url(request) if request else str(ours), seen.url if seen else None
            )
        return
    url = _sent_url(request)
    if url != seen.url:  # The other differences follow from this one.
        yield make("url", url, seen.url)
        return
    bodies = [re.sub(rb"-{4}\w+", b"B", body or b"").decode() for body in (request.body, seen.body)]
    for name, mine, theirs in (("method", request.method, seen.method), ("body", *bodies)):
        if mine != theirs:
            yield make(name, mine, theirs)
    both = [{**headers} for headers in (request.headers, seen.named)]
    for headers in both:
        if "boundary=" in headers.get("Content-Type", ""):
            headers["Content-Type"] = "multipart/form-data"
    for name in sorted({*both[0], *both[1]}):
        if both[0].get(name) != both[1].get(name):
            yield make(name, both[0].get(name), both[1].get(name))
    orders = [
        " ".join(name for name in headers if name in both[0] and name in both[1])
        for headers in both
    ]
    if orders[0] != orders[1]:
        yield make("order", *orders)


# The known departures
# ---------------------------------------------------------------------------------------------

#: Links that Chromium loads only if it needs them.
OPTIONAL: Final = ("dictionary", "icon", "manifest", "prefetch", "track")
#: Elements that navigate the page
CLICKED: Final = [name for name, element in ELEMENTS.items() if element.is_clicked]
#: Elements with a style sheet or a style attribute in the page.
INLINE: Final = (
    "style background",
    "css modifiers",
    "css import modifiers",
    "css background",
    "css font",
    "css mask",
    "css shape",
    "css border",
    "css clip",
    "svg filter",
    "background",
)


def _origin(url: str) -> str:
    return "/".join(url.split("/", 3)[:3])


def _is_loopback(url: str) -> bool:
    return bool(re.match(r"https?://(([\w.-]+\.)?localhost|127\.0\.0\.1|\[::1\])(?=[:/])", url))


def _follows_default(found: Difference) -> bool:
    """Return whether Chromium's `Referer` is that of the default policy, with the scheme instead of
    trustworthiness."""
    if found.name != "Referer" or found.seen is None:
        return False
    source: str | None = found.answer.case.address
    if found.hop:
        source = found.answer.requests[found.target.key, found.hop - 1].named.get("Referer")
    else:
        for outer in found.answer.case.all().values():
            if found.target in outer.inside:
                source = found.answer.requests[outer.key, len(outer.responses) - 1].url
    if source is None or (source.startswith("https:") and found.seen.url.startswith("http:")):
        return found.theirs is None
    if _origin(source) == _origin(found.seen.url) and len(source) <= 4096:
        return found.theirs == source
    return found.theirs == _origin(source) + "/"


def _is_downgrade(found: Difference) -> bool:
    """Return whether the scheme and the trustworthiness disagree, because a URL is of the
    loopback."""
    if found.name != "Referer" or not found.seen.url.startswith("http:"):
        return False
    if found.theirs is None:
        return found.ours.startswith("https:") and _is_loopback(found.seen.url)
    return found.ours is None and found.theirs.startswith("http:") and _is_loopback(found.theirs)


_TOKEN: Final = re.compile("[ \t]*[a-zA-Z-]*[ \t]*")


def _has_policy(found: Difference) -> bool:
    """Return whether the URL is of a page, or of a style sheet with a policy of its own."""
    for outer in found.answer.case.all().values():
        if found.target in outer.inside:
            values = [
                value.lower()
                for name, value in outer.responses[-1].headers
                # A malformed token loses the whole value.
                if name == "Referrer-Policy" and all(map(_TOKEN.fullmatch, value.split(",")))
            ]
            return any(
                re.search(f"(?<![a-z-]){policy}(?![a-z-])", value)
                for value in values
                for policy in POLICIES
            )
    return True


#: Known departures, as rules of the texts that Chromium does not follow, each with a function that
#: returns whether it explains a difference.
DEPARTURES: Final[Mapping[str, Callable[[Difference], object]]] = {
    "Referrer Policy 3.2: a downgrade leads to a URL that is not trustworthy (Chromium: from https: to http:)":
        _is_downgrade,
    "Fetch 3.2: a same-origin GET has no Origin (Chromium: each request with the mode cors has one)":
        lambda found: found.name == "Origin" and found.ours is None and found.request.mode == "cors"
        and found.request.method == "GET",
    "Referrer Policy 7: inline styles have the document's policy (Chromium: the default policy)":
        lambda found: found.target.element in INLINE and _follows_default(found),
    "Fetch 4.1: a style sheet without a policy has the document's (Chromium: the default policy)":
        lambda found: not _has_policy(found) and _follows_default(found),
    "HTML 4.2.5.1: a meta counts for what a style sheet requests after it (Chromium: the policy of the link counts)":
        lambda found: found.name in ("Referer", "Origin") and "meta after elements" in found.features
        and any(found.target in outer.inside for outer in found.answer.case.all().values()),
    "Mixed Content 4.3: a trustworthy http: page prohibits mixed content (Chromium: only https: pages)":
        lambda found: found.name in ("url", "sent") and not found.is_secure
        and _is_loopback(found.answer.case.address) and found.theirs == found.url,
    "Mixed Content 4.3: an opaque origin is not trustworthy (Chromium: the page's scheme counts)":
        lambda found: found.name in ("url", "sent") and found.is_secure and found.is_opaque
        and found.ours == found.url and found.url.startswith("http:")
        and found.theirs in (None, found.secure_url),
    "Mixed Content 4.1: a redirect to http: is upgraded (Chromium: not if the first URL has an address or localhost)":
        lambda found: found.name == "url" and found.hop and found.theirs == found.url
        and (_is_loopback(found.target.url) or re.match(r"https?://(\[|[0-9.]+[:/])", found.target.url))
        and found.request.destination in ("image", "audio", "video"),
    "Upgrade Insecure Requests 4.1: a redirect of a navigation is upgraded (Chromium: only the first URL)":
        lambda found: found.name == "url" and found.hop and found.theirs == found.url
        and found.target.element in CLICKED,
    "Fetch 4.1: the Referer depends on the upgraded URL (Chromium: for navigations, on the URL before)":
        lambda found: found.name == "Referer" and found.theirs in (None, _origin(found.answer.case.address) + "/")
        and not found.hop and found.url != found.seen.url
        and (found.request.mode == "navigate" or found.target.element == "a download"),
    "Upgrade Insecure Requests 4.1: all http: URLs are upgraded (Chromium: not those that are trustworthy)":
        lambda found: found.name == "url" and found.theirs == found.url and _is_loopback(found.url)
        and any("upgrade" in feature for feature in found.features),
    "Mixed Content 4.1: trustworthy URLs and addresses are not upgraded (Chromium: after an upgrade, redirects are)":
        lambda found: found.name in ("url", "sent") and found.hop and found.theirs == found.secure_url
        and (found.ours == found.url or found.name == "sent"),
    "Mixed Content 4.4: addresses of no public network are blocked too (Chromium: Local Network Access decides)":
        lambda found: found.name == "sent" and re.match(r"http://(10\.|\[2001:db8)", found.url)
        and found.theirs == found.url,
    "Upgrade Insecure Requests 4.1: object and embed are upgraded (Chromium blocks them)":
        lambda found: found.name == "sent" and found.theirs is None and re.search("object|embed", found.target.element)
        and found.is_secure and found.url.startswith("http:") and any("upgrade" in one for one in found.features),
    "Mixed Content 4.1: a redirect of the imagesrcset of a preload is upgraded (Chromium blocks some)":
        lambda found: found.name == "sent" and found.theirs is None and found.hop
        and found.target.element == "preload imagesrcset" and found.ours == found.secure_url,
    "SVG 2 16.1.5: the upgraded URL has the page's origin (Chromium: the URL before is compared)":
        lambda found: found.name == "sent" and found.theirs is None and found.target.element == "svg use"
        and found.url.startswith("http:") and found.ours == found.secure_url,
    "Mixed Content 7.1: a browser may ask before an insecure form is sent (Chromium asks)":
        lambda found: found.name == "sent" and found.target.element in FORMS and found.is_secure
        and found.theirs is None and found.url.startswith("http:"),
    "Fetch 4.1: a frame may be navigated to a URL with a password (Chromium blocks it)":
        lambda found: found.name == "sent" and found.theirs is None and found.target.element in CLICKED
        and {"click in srcdoc", "user and password"} <= found.features,
    "HTML 4.6.7.8: crossorigin applies to an icon (Chromium ignores it)":
        lambda found: found.target.element == "icon" and (
            (found.name == "Sec-Fetch-Mode" and found.theirs == "no-cors")
            or (found.name == "Origin" and found.theirs is None)),
    "HTML 4.6.5: a download is no navigation (Chromium: it is one, until the response arrives)":
        lambda found: found.target.element == "a download"
        and (found.name != "Referer" or b"download referrerpolicy" in found.answer.case.page.body),
    "HTML 4.6.6: Ping-From depends on the URL of the document (Chromium: on its origin)":
        lambda found: found.name == "Ping-From" and found.theirs is None
        and (found.ours == "about:srcdoc" or found.is_opaque),
    "HTML 4.6.7.12: a module is preloaded for its own destination (Chromium: always for a script)":
        lambda found: found.target.element == "modulepreload as" and found.name == "Sec-Fetch-Dest",
    "HTML 4.8.8: the request of a poster has no CORS (Chromium: crossorigin of video applies)":
        lambda found: found.target.element == "poster" and (
            (found.name == "Sec-Fetch-Mode" and found.theirs == "cors")
            or (found.name == "Origin" and found.ours is None)),
    "HTML 4.12.1.1: without scripting, the page loads no script (Chromium loads it before it knows that)":
        lambda found: found.name == "sent" and "without the keyword allow-scripts" in str(found.ours)
        and "script" in found.target.element,
    "SVG 2 12.3, 16.3: crossorigin applies to image and script (Chromium ignores it)":
        lambda found: found.target.element in ("svg image", "svg script") and (
            (found.name == "Sec-Fetch-Mode" and found.theirs == "no-cors")
            or (found.name == "Origin" and found.theirs is None)),
    "Filter Effects 4: the mode is cors (Chromium: same-origin)":
        lambda found: found.target.element == "svg filter" and (
            (found.name == "Sec-Fetch-Mode" and found.theirs == "same-origin")
            or (found.name == "sent" and found.theirs is None)),
    "Fetch 3.2: a GET without CORS has no Origin (Chromium: some requests of sandboxed frames have null)":
        lambda found: found.name == "Origin" and found.ours is None and found.theirs == "null" and found.is_opaque,
    "Fetch 3.2: the policy hides the Origin of a ping (Chromium: it does not)":
        lambda found: found.name == "Origin" and found.target.element == "ping" and found.ours == "null",
    "Fetch 3.2: a POST that is redirected to another origin keeps its Origin (Chromium: null)":
        lambda found: found.name == "Origin" and found.hop and found.theirs == "null",
    "Fetch 3.2: the policy of a redirect hides the Origin of a form (Chromium: it does not)":
        lambda found: found.name == "Origin" and found.hop and found.ours == "null"
        and found.target.element in FORMS and "Referrer-Policy of a redirect" in found.features,
    "The order of headers: Chromium's order of Content-Type, Ping-From and Ping-To varies":
        lambda found: found.name == "order" and found.target.element == "ping",
    "Upgrade Insecure Requests 4.1: a new window is upgraded (Chromium: not without an opener)":
        lambda found: found.name == "url" and "popup" in found.features and found.target.element in CLICKED
        and found.theirs == found.url and found.ours == found.secure_url,
    "Upgrade Insecure Requests 4.1: a frame is upgraded by its own meta (Chromium: not, and blocks some)":
        lambda found: found.name in ("sent", "url") and found.theirs in (None, found.url)
        and found.target.element in CLICKED and {"srcdoc", "meta upgrade-insecure-requests"} <= found.features
        and found.is_secure and found.url.startswith("http:"),
    "HTML 7.4.2.4: a frame in a sandbox navigates the frame around it (Chromium blocks it)":
        lambda found: found.name == "sent" and found.theirs is None and found.target.element in CLICKED
        and "nested srcdoc" in found.features and not found.features.isdisjoint(["sandbox", "srcdoc sandbox"])
        and b"_parent" in found.answer.case.page.body,
    "HTML 4.8.7: an object or an embed that cannot be loaded is no frame (urldom takes each as loaded)":
        lambda found: found.name in ("Sec-Fetch-Dest", "sent") and found.target.element in CLICKED
        and ((found.ours in ("object", "embed") and found.theirs == "document") or (
            found.is_secure and "mixed content" in str(found.ours) and found.theirs == found.url
            and re.search(rb'<(object|embed) name=\w+ (data|src)="http:', found.answer.case.page.body)
        )),
    "The order of headers: Chromium puts the Origin of a form first in a new window":
        lambda found: found.name == "order" and found.target.element in FORMS and "popup" in found.features,
    "HTML 7.4.2.2: a form navigates a new window by the user's activation (Chromium: not one with a name)":
        lambda found: found.name == "Sec-Fetch-User" and found.theirs is None and found.target.element in FORMS
        and re.search(rb'target=("|&[amp;]*quot;)new', found.answer.case.page.body),
    "HTML 4.6.8: the type of a preload matches its destination (Chromium: any type of a script or a track)":
        lambda found: found.name == "sent" and "its type does not match" in str(found.ours)
        and found.theirs is not None and found.target.element in ("preload script", "preload track"),
    "HTML 4.6.8: a type of a preload may have parameters (Chromium: not after a meta with a policy)":
        lambda found: found.name == "sent" and found.theirs is None
        and found.target.element == "preload type" and b'type="image/png; x=y"' in found.answer.case.page.body
        and "meta upgrade-insecure-requests" in found.features,
    "HTML 4.8.7: an object that cannot be loaded shows its content (urldom takes each as loaded)":
        lambda found: found.name == "sent" and "the object around it" in str(found.ours)
        and found.is_secure and re.search(rb'data=("|&[amp;]*quot;)http:', found.answer.case.page.body),
    "The order of headers: Chromium appends an Origin that a redirect adds":
        lambda found: found.name == "order" and found.hop and "Sec-Fetch-Dest Origin" in found.theirs,
    "Chromium does not load every icon, manifest, prefetched link and text track":
        lambda found: found.name == "sent" and found.theirs is None and found.target.element in OPTIONAL,
}  # fmt: skip
_LEGACY: Final = {
    "never": "no-referrer",
    "always": "unsafe-url",
    "default": "strict-origin-when-cross-origin",
    "origin-when-crossorigin": "origin-when-cross-origin",
}


def _page(rewrite: Callable[[str], str]) -> Callable[[Case], Case]:
    def rewritten(case: Case) -> Case:
        body = rewrite(case.page.body.decode()).encode()
        return attrs.evolve(case, page=attrs.evolve(case.page, body=body))

    return rewritten


def _metas_first(page: str) -> str:
    """Move the policies of the page itself, not of its frames, before all elements."""
    metas = re.findall('<meta name="[^>]*>', page)
    return re.sub('<meta name="[^>]*>', "", page).replace("<head>", "<head>" + "".join(metas))


def _without_malformed_tokens(case: Case) -> Case:
    def target(one: Target) -> Target:
        responses = tuple(
            attrs.evolve(each, headers=headers(each.headers)) for each in one.responses
        )
        return attrs.evolve(one, responses=responses, inside=tuple(map(target, one.inside)))

    def headers(pairs: tuple[tuple[str, str], ...]) -> tuple[tuple[str, str], ...]:
        return tuple(
            (name, _known(value) if name == "Referrer-Policy" else value) for name, value in pairs
        )

    def _known(value: str) -> str:
        return ", ".join(token for token in value.split(",") if _TOKEN.fullmatch(token))

    return attrs.evolve(case, targets=tuple(map(target, case.targets)))


#: Known departures that concern policies. Each function rewrites the case: for the rewritten case,
#: the texts require what Chromium sent for the original one.
REWRITES: Final[Mapping[str, Callable[[Case], Case]]] = {
    "HTML 4.10.22.3 step 17: rel=noreferrer of a form hides the Referer (Chromium: it does not)": (
        _page(
            lambda page: re.sub(
                "(<|lt;)form.*?(>|gt;)", lambda tag: re.sub("(?i)noreferrer", "x", tag[0]), page
            )
        )
    ),
    "HTML 2.5.6: referrerpolicy has no legacy words (Chromium: it has those of meta)": _page(
        lambda page: re.sub(
            r'referrerpolicy=("|&quot;|&amp;quot;|&amp;amp;quot;)([\w-]+)',
            lambda match: f"referrerpolicy={match[1]}{_LEGACY.get(match[2], match[2])}",
            page,
        )
    ),
    "HTML 4.6.7: referrerpolicy applies to icons and manifests (Chromium ignores it)": _page(
        lambda page: re.sub(r'(rel=(?:icon|manifest)[^>]*?) referrerpolicy="[^"]*"', r"\1", page)
    ),
    "HTML 4.2.5.1: a meta changes what later elements request (Chromium: also what earlier ones request later)": _page(
        _metas_first
    ),
    "Referrer Policy 8.1: a malformed token loses all tokens (Chromium: after a redirect, only this one)": (
        _without_malformed_tokens
    ),
}


def explained(found: Difference) -> list[str]:
    """Return the known departures that explain a difference, or an empty list."""
    kinds = [kind for kind, explains in DEPARTURES.items() if explains(found)][:1]
    if kinds or found.name not in ("Referer", "Origin"):
        return kinds
    case = found.answer.case
    changed = {
        kind: written for kind, rewrite in REWRITES.items() if (written := rewrite(case)) != case
    }
    for kind, written in changed.items():
        if _is_settled(found, written):
            return [kind]
    for rewrite in REWRITES.values():
        case = rewrite(case)
    return list(changed) if _is_settled(found, case) else []


def _is_settled(found: Difference, case: Case) -> bool:
    """Return whether the request of a rewritten case has no difference, or only those that
    departures explain."""
    rest = differences(attrs.evolve(found.answer, case=case))
    return all(
        any(explains(left) for explains in DEPARTURES.values())
        for left in rest
        if left.target.key == found.target.key and left.hop <= found.hop
    )


#: So many cases are asked in one browser.
CHUNK: Final = 100


def answers(server: Server, cases: Iterable[Case], **options: Any) -> Iterator[Answer]:
    """Yield Chromium's answers. If a browser hangs, which one in a thousand pages does, another one
    takes its place."""
    from selenium.common.exceptions import WebDriverException
    from urllib3.exceptions import HTTPError

    waiting, failures = list(cases), 0
    while waiting:
        answered: set[int] = set()
        try:
            with server.browser() as browser:
                browser.driver.command_executor.client_config.timeout = 20
                for answer in ask(browser, server, waiting[:CHUNK], **options):
                    answered.add(answer.case.number)
                    yield answer
        except (WebDriverException, HTTPError):
            failures += 1
            if failures > 5:
                raise
        waiting = [case for case in waiting if case.number not in answered]


def counted(
    server: Server, cases: Iterable[Case], number: int
) -> tuple[Counter[str], list[Difference]]:
    """Compare `number` cases. Return counts of cases, features and known differences, and the
    unknown differences.

    A page with a difference is asked again, more slowly, because a busy machine may need longer for
    a request."""
    count: Counter[str] = Counter()
    unknown: list[Difference] = []
    asked = list(islice(cases, number))
    for windows, calm in ((6, 0.4), (2, 1.5), (1, 3.0)):
        unknown, again = [], []
        for answer in answers(server, asked, windows=windows, calm=calm):
            found = list(differences(answer))
            left = [one for one in found if not explained(one)]
            count["not loaded"] += not answer.has_loaded
            if not answer.has_loaded:
                left = [one for one in left if one.name != "sent" or one.theirs is not None]
            if left:
                unknown += left
                again.append(answer.case)
            else:
                _count(count, answer, found)
        asked = again
        count["asked again"] += len(again)
    count["pages"] += len(asked)
    return count, unknown


def _count(count: Counter[str], answer: Answer, found: Iterable[Difference]) -> None:
    count["pages"] += 1
    count.update(answer.case.features)
    targets = answer.case.all()
    for (key, hop), seen in answer.requests.items():
        if key in targets:
            count["requests"] += 1
            count[f"sent: {targets[key].element}"] += hop == 0
            count["redirected"] += hop > 0
            count.update(
                f"{name}: {value}"
                for name, value in seen.named.items()
                if name.startswith("Sec-Fetch-")
            )
    count.update(kind for one in found for kind in explained(one))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cases", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--shown", type=int, default=50, help="how many unknown differences are printed"
    )
    options = parser.parse_args()
    with Server() as server:
        count, unknown = counted(server, Maker(options.seed), options.cases)
    for name, number in count.most_common():
        print(f"{number:>9,}  {name}")
    print(f"{len(unknown):>9,}  unknown differences", *unknown[: options.shown], sep="\n")
    sys.exit(1 if unknown else 0)


if __name__ == "__main__":
    main()
