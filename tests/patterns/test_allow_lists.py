"""Clients request the host and path that an allow-list tested, as docs/allow-lists.md promises."""

from __future__ import annotations

import subprocess
from fnmatch import fnmatch
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.util import find_spec
from random import Random
from shutil import which
from threading import Thread
from typing import ClassVar
from urllib.parse import unquote

import pytest

from tests.cases import each_case
from tests.peers.redirects import INPUTS
from tests.strategies import TOKENS
from urldom.patterns import URLPattern, URLPatternList
from urldom.readings import readings
from urldom.whatwg import URL

#: Usual allow-lists, each with a URL that it should accept.
LISTS = {
    "https://example.com/*": "https://example.com/a/b",
    "https://*.example.com/*": "https://www.example.com/x",
    "https://{*.}?example.com/*": "https://example.com/x",
    "http{s}?://example.com/*": "http://example.com/x?y#z",
    "https://example.com/api/:version/*": "https://example.com/api/v1/users",
    "https://example.com/static/*.js": "https://example.com/static/a.js",
    "https://user.github.io/repo/*": "https://user.github.io/repo/x",
    "http://localhost:*/*": "http://localhost:8000/a",
    "https://app.example.com/callback\\?state=:state": "https://app.example.com/callback?state=abc",
    "https://images.example.com/*.png": "https://images.example.com/a/b.png",
}
#: URLs that disguise their host or path. No list accepts one of these.
BYPASSES = [
    "https://evil.test/.example.com/",
    "https://evil.test/example.com/api/v1/x",
    "https://evil.test/https://example.com/a",
    "https://evil.test?.example.com/",
    "https://evil.test#.example.com/",
    "https://evil.test?https://example.com/",
    "https://evil.test\\.example.com/",
    "https://evil.test\\@example.com/",
    "https://example.com.evil.test/",
    "https://www.example.com.evil.test/x",
    "https://evilexample.com/",
    "https://example.com@evil.test/",
    "https://www.example.com:80@evil.test/",
    "https://example.com%40evil.test/",
    "https://example.com%2eevil.test/",
    "https://example.com%00.evil.test/",
    "https://example.com%2f@evil.test/",
    "https://example.com\n.evil.test/",
    "https://example.com\t.evil.test/",
    "https://example.com./",
    "https://www.example.com./x",
    "https://example.com:8443/",
    "https://example.com:80/",
    "https://example.com:0443x/",
    "https://ex\u0430mple.com/",
    "https://www.ex\u0430mple.com/x",
    "https://example.com\uff0eevil.test/",
    "https://example.com\uff0f.evil.test/",
    "https://example.com\u2025evil.test/",
    "https://[example.com]/",
    "javascript:alert(1)//example.com/",
    "javascript://example.com/%0aalert(1)",
    "javascript:https://example.com/a",
    "data:text/html,https://example.com/a",
    "blob:https://example.com/a",
    "view-source:https://example.com/a",
    "file://example.com/a",
    "ftp://example.com/a",
    "ws://example.com/a",
    "foo://example.com/a",
    "//example.com/a",
    "http://localhost.evil.test:8000/",
    "http://localhost:8000@evil.test/",
    "http://127.0.0.1:8000/",
    "https://user.github.io.evil.test/repo/x",
    "https://evil.github.io/repo/x",
    "https://user.github.io/repo/../other/x",
    "https://user.github.io/repo/..\\other/x",
    "https://user.github.io/repo/%2e%2e/other/x",
    "https://user.github.io/repo/.%2E/other/x",
    "https://user.github.io/repo/x/../../other",
    "https://user.github.io/repo\t/../other",
    "https://user.github.io/repository/x",
    "https://user.github.io//repo/x",
    "https://user.github.io/repo%2fx",
    "https://app.example.com.evil.test/callback?state=abc",
]


@pytest.mark.parametrize(("pattern", "url"), LISTS.items())
def test_list_accepts_its_url(pattern, url):
    assert URLPattern(pattern).test(url)


@each_case("text", BYPASSES)
def test_no_list_accepts_a_disguised_host_or_path(text):
    assert URLPatternList([*LISTS]).all(text) == []


def test_glob_accepts_many_disguised_urls():
    accepted_bypasses = [
        text for text in BYPASSES if any(fnmatch(text, pattern) for pattern in LISTS)
    ]
    assert len(accepted_bypasses) >= 10
    assert "https://evil.test/.example.com/" in accepted_bypasses
    assert "https://user.github.io/repo/%2e%2e/other/x" in accepted_bypasses


@each_case("text", INPUTS)
def test_no_list_accepts_a_hostile_input(text):
    assert not URLPatternList([*LISTS]).test(text)


@each_case(
    ("text", "normalised"),
    [
        ("HTTPS://EXAMPLE.COM:443/a", "https://example.com/a"),
        ("https:example.com/a", "https://example.com/a"),
        ("https:/\\example.com\\a", "https://example.com/a"),
        ("ht\ntps://exam\tple.com/a", "https://example.com/a"),
        ("https://%65xample.com/%61", "https://example.com/%61"),
        ("https://ｅｘａｍｐｌｅ．com/", "https://example.com/"),
        ("https://exam\xadple.com/", "https://example.com/"),
        ("https://example.com\\@evil.test/", "https://example.com/@evil.test/"),
        ("https://example.com\\.evil.test/", "https://example.com/.evil.test/"),
        ("https://evil.test@example.com/", "https://evil.test@example.com/"),
        ("https://example.com/api/..%2f..%2fadmin", "https://example.com/api/..%2f..%2fadmin"),
        ("https://example.com/static/../admin", "https://example.com/admin"),
        ("https://example.com//evil.test/", "https://example.com//evil.test/"),
    ],
)
def test_other_spellings_of_an_allowed_url_have_one_normal_form(text, normalised):
    pattern = URLPattern("https://example.com/*")
    assert pattern.test(text)
    assert pattern.test(URL(text))
    assert str(URL(text)) == normalised
    assert str(URL(normalised)) == normalised


CLIENTS = ("urllib.request", "urllib3", "httpx", "httpx2", "requests", "aiohttp", "scrapy")


def accepted(seed: int, number: int) -> list[str]:
    """Mutate usual URLs `number` times, and return the mutated URLs that the allow-lists accept."""
    random = Random(seed)
    allowed = URLPatternList([*LISTS])
    tokens = [
        *TOKENS,
        "evil.test",
        "@evil.test",
        "evil.test\\@",
        ".evil.test",
        "example.com",
        "%2e%2e/",
        "..;/",
        ":443",
    ]
    found: list[str] = []
    for _ in range(number):
        text = random.choice([*LISTS.values()])
        for _ in range(random.choice((1, 1, 2, 3))):
            start = random.randint(0, min(len(text), random.choice((25, 200))))
            text = (
                text[:start]
                + random.choice(tokens)
                + text[start + random.choice((0, 0, 1, 2, 5)) :]
            )
        if allowed.test(text):
            found.append(text)
    return found


def check_clients(texts: list[str]) -> None:
    allowed = URLPatternList([*LISTS])
    for text in texts:
        url = URL(text)
        url.hash = ""
        assert allowed.test(url)
        for client, reading in readings(str(url)).items():
            if client not in CLIENTS or reading.error:
                continue
            # Some clients escape {, } and " in a host. The hosts are decoded below, because both
            # forms name the same host.
            assert reading.scheme is not None and reading.host is not None, (client, text)
            port = str(reading.port or url.effective_port)
            assert (f"{reading.scheme}:", unquote(reading.host), port) == (
                url.protocol,
                unquote(url.hostname),
                str(url.effective_port),
            ), (client, text)
            # Some clients escape more characters of a path, so both paths are decoded. Scrapy
            # removes parameters at the end of a path, so its path is compared only up to the first
            # ;.
            path = (
                url.pathname.partition(";")[0]
                if client == "scrapy" and ";" in url.pathname
                else url.pathname
            )
            assert fully_decoded(reading.path or "/").startswith(fully_decoded(path)), (
                client,
                text,
            )


def fully_decoded(path: str) -> str:
    return unquote(unquote(path))


def test_clients_request_the_server_and_path_that_were_tested():
    texts = accepted(1, 1500)
    assert len(texts) > 150
    check_clients(texts)


@pytest.mark.full
def test_clients_request_the_server_and_path_of_many_mutated_urls():
    check_clients(accepted(2, 40_000))


class Proxy(BaseHTTPRequestHandler):
    """A proxy that records the absolute URL of each request. It never connects to the server of
    that URL."""

    asked: ClassVar[list[str]] = []

    def do_GET(self):
        self.asked.append(self.path)
        self.send_response(204)
        self.end_headers()

    def log_message(self, format, *arguments):
        pass


@pytest.mark.full
@pytest.mark.skipif(which("curl") is None, reason="curl is not installed")
def test_curl_requests_the_server_and_path_that_were_tested(tmp_path):
    # URLs with a quote or a backslash are left out: both have a special meaning in curl's options
    # file.
    urls = [
        url for url in map(URL, accepted(3, 8000)) if '"' not in str(url) and "\\" not in str(url)
    ]
    assert len(urls) > 800
    for url in urls:
        # curl sends the absolute URL to a proxy only for http.
        url.protocol, url.hash, url.username, url.password = "http", "", "", ""
    file = tmp_path / "urls"
    out = tmp_path / "out"
    lines = [f'url = "{url}"\noutput = "{out}"\n' for url in urls]
    file.write_text("".join(lines))
    with ThreadingHTTPServer(("127.0.0.1", 0), Proxy) as proxy:
        Thread(target=proxy.serve_forever, daemon=True).start()
        command = [
            "curl",
            "-s",
            "-g",
            "--proxy",
            f"http://127.0.0.1:{proxy.server_port}",
            "--noproxy",
            "",
            "-K",
            file,
        ]
        subprocess.run(command, check=False)
        proxy.shutdown()
    # Less than all, because curl rejects some characters.
    assert len(Proxy.asked) > len(urls) * 0.9
    servers = {url.host for url in urls}
    expected = {(url.host, fully_decoded(url.pathname)) for url in urls}
    for asked in map(URL, Proxy.asked):
        assert asked.host in servers
        assert (asked.host, fully_decoded(asked.pathname)) in expected, str(asked)


@pytest.mark.parametrize("client", CLIENTS)
def test_normal_form_of_a_backslash_keeps_the_allowed_host_in_each_client(client):
    if client != "urllib.request":
        pytest.importorskip(client)
    assert (
        readings(str(URL(r"https://www.example.com\@evil.test/")))[client].host == "www.example.com"
    )


@pytest.mark.skipif(find_spec("httpx") is None, reason="httpx is not installed")
def test_original_text_leads_a_client_to_another_host():
    text = r"https://www.example.com\@evil.test/"
    assert URLPattern("https://*.example.com/*").test(text)
    assert readings(text)["httpx"].host == "evil.test"
    assert readings(str(URL(text)))["httpx"].host == "www.example.com"


def test_urllib_sends_a_part_of_the_fragment_unless_it_is_removed():
    url = URL("https://example.com/a#b#c")
    assert readings(str(url))["urllib.request"].path == "/a#b"
    url.hash = ""
    assert readings(str(url))["urllib.request"].path == "/a"


def test_host_with_the_same_ending_is_not_a_subdomain():
    assert URLPattern("https://*example.com/").test("https://evilexample.com/")
    assert not URLPattern("https://*.example.com/").test("https://evilexample.com/")
    assert not URLPattern("https://{*.}?example.com/").test("https://evilexample.com/")


def test_group_in_a_host_is_one_label():
    pattern = URLPattern("https://:name.example.com/*")
    assert pattern.test("https://a.example.com/")
    assert not pattern.test("https://a.b.example.com/")


def test_group_in_a_path_is_one_segment_with_its_escapes():
    pattern = URLPattern("https://example.com/files/:file")
    assert pattern.exec("https://example.com/files/..%2fadmin").groups == {"file": "..%2fadmin"}
    assert not pattern.test("https://example.com/files/a/b")
    assert not URLPattern(pathname="/admin").test("https://example.com/%61dmin")


@pytest.mark.parametrize(
    "url", ["https://user@example.com/", "https://:pw@example.com/", "https://a:b@example.com/"]
)
def test_pattern_with_empty_credentials_rejects_credentials(url):
    assert URLPattern("https://example.com/*").test(url)
    assert not URLPattern(protocol="https", username="", password="", hostname="example.com").test(
        url
    )


def test_only_a_star_matches_any_port():
    assert not URLPattern("http://localhost/*").test("http://localhost:8000/")
    assert URLPattern("http://localhost:*/*").test("http://localhost:8000/")
    assert URLPattern("http://localhost:*/*").test("http://localhost/")


def test_only_a_pattern_with_a_query_checks_the_query():
    pattern = URLPattern("https://app.example.com/callback\\?state=:state")
    assert not pattern.test("https://app.example.com/callback")
    assert not pattern.test("https://app.example.com/callback?next=//evil.test&state=a")
    assert pattern.test("https://app.example.com/callback?state=a&next=//evil.test")
    assert (
        URLPattern("https://app.example.com/callback").test(
            "https://app.example.com/callback?next=//evil.test"
        )
        is True
    )
