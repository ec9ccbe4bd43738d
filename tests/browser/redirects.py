"""Random `Location` headers, and the URLs that Chromium requests: `python -m
tests.browser.redirects`.

A server on the loopback sends each header as bytes. A page of the same server fetches all
redirects. For each redirect, Chromium's network events contain the next URL with its fragment.
Chromium logs this event before it looks up the host."""

from __future__ import annotations

import json
import re
import socketserver
import sys
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, Final, NamedTuple

from tests.browser.browser import Browser
from urldom import InvalidURLError
from urldom.http import location

#: Fragments of the URL whose response is the redirect.
FRAGMENTS: Final = ("", "#", "#own", "#a b", "#\u00e9")
PAGE: Final = b"<!DOCTYPE html><title>x</title>"


class Redirecting(socketserver.ThreadingTCPServer):
    """A server on the loopback. `/dir/sub/n` returns the headers with the name `n`. Every other
    path returns a page."""

    allow_reuse_address = True
    daemon_threads = True

    def __init__(self, responses: Mapping[str, bytes]) -> None:
        class Handler(socketserver.StreamRequestHandler):
            def handle(self) -> None:
                request = self.rfile.readline().split(b" ")
                while self.rfile.readline().strip():
                    pass
                if len(request) > 1:
                    path = request[1].decode("latin-1").partition("?")[0]
                    ok = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"
                    head = (
                        responses.get(path.rpartition("/")[2], ok)
                        if path.startswith("/dir/sub/")
                        else ok
                    )
                    body = PAGE if head is ok else b""
                    length = str(len(body)).encode()
                    self.wfile.write(
                        head
                        + b"Content-Length: "
                        + length
                        + b"\r\nConnection: close\r\n\r\n"
                        + body
                    )

        super().__init__(("127.0.0.1", 0), Handler)
        self.origin = f"http://127.0.0.1:{self.server_address[1]}"

    def __enter__(self) -> Redirecting:
        threading.Thread(target=self.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *error: object) -> None:
        self.shutdown()
        self.server_close()


def redirect(*values: bytes) -> bytes:
    """Return the head of a redirect with these `Location` headers, without the empty line."""
    return b"HTTP/1.1 302 Found\r\n" + b"".join(b"Location: " + value + b"\r\n" for value in values)


def followed(
    browser: Browser, headers: Sequence[Sequence[bytes]], fragments: Sequence[str]
) -> Iterator[str | None]:
    """Yield the URL that Chromium requests for the headers of each response, or an error in
    capitals.

    The page fetches the URL `ORIGIN/dir/sub/<number>?q` with a fragment. The server redirects this
    URL. `ORIGIN` replaces the server's origin."""
    with Redirecting(
        {str(number): redirect(*values) for number, values in enumerate(headers)}
    ) as server:
        browser.visit(f"{server.origin}/page")
        browser.driver.get_log("performance")
        addresses = [f"/dir/sub/{number}?q{fragment}" for number, fragment in enumerate(fragments)]
        script = """
            window.done = false;
            (async () => {
                for (const address of argument)
                    await fetch(address, {mode: "no-cors", credentials: "omit"}).catch(() => null);
                window.done = true;
            })();
        """
        browser.run(script, addresses)
        browser.wait_until("return window.done", 300)
        found: dict[str, str] = {}  # URLs or errors by the identifier of the request
        numbers: dict[str, int] = {}
        for entry in browser.driver.get_log("performance"):
            message = json.loads(entry["message"])["message"]
            parameters: dict[str, Any] = message["params"]
            key = parameters.get("requestId")
            if message["method"] == "Network.requestWillBeSent":
                request = parameters["request"]
                url = request["url"] + request.get("urlFragment", "")
                if key not in numbers and (
                    match := re.match(rf"{server.origin}/dir/sub/(\d+)\?q", url)
                ):
                    numbers[key] = int(match[1])
                elif key in numbers:
                    found.setdefault(key, url.replace(server.origin, "ORIGIN"))
            elif message["method"] == "Network.loadingFailed" and key in numbers:
                found.setdefault(key, parameters["errorText"].removeprefix("net::"))
        by_number = {number: found.get(key) for key, number in numbers.items()}
        yield from (by_number.get(number) for number in range(len(headers)))


# Random headers
# ---------------------------------------------------------------------------------------------------

_SCHEMES = (
    *(
        "http:",
        "https:",
        "HTTP:",
        "hTTps:",
        "ftp:",
        "javascript:",
        "data:",
        "mailto:",
        "x:",
        "blob:",
        "about:",
    ),
    *("ws:",),
)
_SLASHES = (*("//", "//", "//", "/", "", "\\\\", "\\/", "///", "/\\", "////", "/\t/"),)
_HOSTS: Sequence[bytes] = (
    *(
        b"h.example",
        b"H.Example",
        b"h.example:80",
        b"h.example:443",
        b"h.example:8080",
        b"h:0",
        b"h:99999",
    ),
    *(b"h:x", b"b\xc3\xbccher.example", b"fa\xc3\x9f.example", b"\xe4\xb8\xad\xe6\x96\x87.example"),
    *(
        b"\xd1\x80\xd1\x84",
        b"b\xfccher.example",
        b"\xff.example",
        b"xn--bcher-kva.example",
        b"xn--a",
    ),
    *(
        b"%C3%BC.example",
        b"%FC.example",
        b"127.1",
        b"0x7f.1",
        b"1.2.3",
        b"256.1.1.1",
        b"[::1]",
        b"[::1",
    ),
    *(
        b"[0:0::1%25a]",
        b"a b",
        b"a_b",
        b"-a",
        b"a..b",
        b"a.",
        b"a<b",
        b"a^b",
        b"a|b",
        b"a%00b",
        b"a%2fb",
        b"",
    ),
    *(
        b"\xe3\x80\x82",
        b"a\xe3\x80\x82b",
        b"u:p@h.example",
        b"u@h.example",
        b"@h.example",
        b":@h.example",
    ),
    *(b"u\xe9:p@h.example", b"a\xc2\xadb.example", b"\xe2\x84\xaa.example", b"a\tb.example"),
)
_PARTS: Sequence[bytes] = (
    *(
        b"a",
        b"b",
        b"c.d",
        b"/",
        b"/",
        b"..",
        b".",
        b"%2e",
        b"%2E%2e",
        b" ",
        b"  ",
        b"\t",
        b"\\",
        b"%",
        b"%zz",
    ),
    *(
        b"%41",
        b";",
        b":",
        b"@",
        b"'",
        b'"',
        b"<",
        b">",
        b"`",
        b"{",
        b"}",
        b"|",
        b"^",
        b"[",
        b"]",
        b"~",
        b"!",
    ),
    *(
        b"*",
        b"(",
        b",",
        b"&",
        b"=",
        b"\xc3\xa9",
        b"\xe9",
        b"\xff\xfe",
        b"\xe2\x98\x83",
        b"\xf0\x9f\x98\x80",
    ),
    *(
        b"\xf0\x9f",
        b"\xed\xa0\x80",
        b"\xef\xbb\xbf",
        b"\xef\xbf\xbe",
        b"\xc2\xa0",
        b"\x80",
        b"\x85",
        b"\x7f",
    ),
    *(b"\x01", b"\x1f"),
)


def random_header(random: Random) -> bytes:
    """Return a random value of a `Location` header."""

    def text(most: int) -> bytes:
        return b"".join(random.choices(_PARTS, k=random.randint(0, most)))

    value = b""
    shape = random.random()
    if shape < 0.45:
        value = random.choice(_SCHEMES[:4] if random.random() < 0.8 else _SCHEMES).encode()
        value += random.choice(_SLASHES).encode() + random.choice(_HOSTS)
    elif shape < 0.6:
        value = random.choice(_SLASHES).encode() + random.choice(_HOSTS)
    if value:
        value += random.choice((b"/", b"/", b"/", b"", b"\\", b"?", b"#"))
    value += text(6)
    if random.random() < 0.4:
        value += b"?" + text(5)
    if random.random() < 0.4:
        value += b"#" + text(4)
    if random.random() < 0.1:
        value = random.choice((b" ", b"\t", b"  ")) + value + random.choice((b"", b" ", b"\t"))
    return value


def ours(value: bytes, number: int, fragment: str) -> str | None:
    """Return the URL that urldom returns for a header, as `followed` writes it, or `None` if the
    URL does not parse."""
    origin = "http://127.0.0.1:7"
    try:
        return location(value, f"{origin}/dir/sub/{number}?q{fragment}").href.replace(
            origin, "ORIGIN"
        )
    except InvalidURLError:
        return None


def _split(url: str) -> list[str]:
    """Return the scheme and authority, the path, the query and the fragment."""
    match = re.match(
        r"([a-z][a-z0-9+.-]*:(?://[^/?#]*)?|ORIGIN)([^?#]*)([^#]*)(.*)", url, re.DOTALL
    )
    assert match is not None
    return [*match.groups()]


class Difference(NamedTuple):
    """A rule of the standards that Chromium does not follow.

    `differ` gets urldom's result, Chromium's result, the header, and the fragment of the redirected
    URL. It returns urldom's result, changed as if urldom broke this rule in the same way as
    Chromium."""

    example: bytes
    standard: str
    differ: Callable[[str | None, str | None, bytes, str], str | None]


def _bar(url: str | None, theirs: str | None, value: bytes, fragment: str) -> str | None:
    if url is None:
        return None
    start, path, *rest = _split(url)
    if (
        path.startswith("/") or start == "mailto:"
    ):  # Chromium keeps a | in the opaque paths of other schemes.
        path = path.replace("|", "%7C")
    return "".join([start, path, *rest])


def _quote(url: str | None, theirs: str | None, value: bytes, fragment: str) -> str | None:
    if url is None:
        return None
    start, path, query, rest = _split(url)
    return (
        start
        + path
        + (
            query
            if re.match("ORIGIN|(http|ws)s?:|ftp:|file:", start)
            else query.replace("'", "%27")
        )
        + rest
    )


def _host(url: str | None, theirs: str | None, value: bytes, fragment: str) -> str | None:
    if url is None:
        return theirs if theirs and "%20" in _split(theirs)[0] else None
    start, *rest = _split(url)
    return "".join([start.replace("*", "%2A"), *rest])


def _unsafe(url: str | None, theirs: str | None, value: bytes, fragment: str) -> str | None:
    return None if url and theirs is None and not re.match("ORIGIN|https?:", url) else url


def _empty(url: str | None, theirs: str | None, value: bytes, fragment: str) -> str | None:
    return url if value.strip(b" \t") else None


def _no_fragment(url: str | None, theirs: str | None, value: bytes, fragment: str) -> str | None:
    return url.removesuffix("#") if url and fragment == "#" and b"#" not in value else url


DIFFERENCES: Final = (
    Difference(
        b"/a|b", "URL Standard 1.3: the path percent-encode set does not have U+007C (|)", _bar
    ),
    Difference(
        b"mailto:x?'",
        "URL Standard 1.3: only the special-query percent-encode set has U+0027 (')",
        _quote,
    ),
    Difference(
        b"//a b*/",
        "URL Standard 3.1: U+0020 is a forbidden host code point. U+002A (*) is not",
        _host,
    ),
    Difference(
        b"data:,x",
        "Fetch, HTTP-redirect fetch: the location URL is made, but only HTTP(S) is fetched",
        _unsafe,
    ),
    Difference(
        b"",
        "Fetch, location URL: an empty value is parsed too. The result is the URL that redirects",
        _empty,
    ),
    Difference(
        b"/a",
        "Fetch, location URL: the request's fragment replaces a null fragment, even if it is empty",
        _no_fragment,
    ),
)


def differences(
    browser: Browser, headers: Sequence[bytes], fragments: Sequence[str]
) -> Iterator[tuple[Any, ...]]:
    """Yield each unknown difference: the header, the fragment, urldom's result and Chromium's."""
    for number, theirs in enumerate(followed(browser, [[value] for value in headers], fragments)):
        value, fragment = headers[number], fragments[number]
        answer = ours(value, number, fragment)
        url = None if theirs is None or re.fullmatch(r"[A-Z_]+", theirs) else theirs
        expected = answer
        for difference in DIFFERENCES:
            expected = difference.differ(expected, url, value, fragment)
        if expected != url:
            yield value, fragment, answer, theirs


def main(seed: int, count: int) -> None:
    random = Random(seed)
    headers = [random_header(random) for _ in range(count)]
    fragments = [random.choice(FRAGMENTS) for _ in range(count)]
    found = 0
    with Browser(events=True) as browser:
        for row in differences(browser, headers, fragments):
            found += 1
            print(*row, sep="\n    ")
    print(found, "differences in", count)
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main(*map(int, [*sys.argv[1:], "0", "1000"][:2]))
