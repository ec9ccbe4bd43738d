"""Each script in `examples/` runs, and prints the output in its docstring."""

import ast
import hashlib
import hmac
import importlib.util
import os
import re
import subprocess
import sys
import textwrap
import threading
from collections.abc import Generator
from contextlib import contextmanager
from datetime import datetime
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, quote, unquote, urlsplit

import hypothesis
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.cases import each_case
from tests.docs.test_docs import HOSTILE_INPUTS
from urldom import URL
from urldom.http import RefusedRedirectError, Request
from urldom.trees import parse

# test_docs.py tests the table of hostile inputs, because the documentation shows a part of it.
EXAMPLES = sorted(set((Path(__file__).parents[2] / "examples").glob("*.py")) - {HOSTILE_INPUTS})
#: Examples that run for several seconds
LONG = {"crawl_with_scrapy.py", "link_graph.py"}


@pytest.mark.parametrize(
    "script",
    [
        pytest.param(script, marks=pytest.mark.full) if script.name in LONG else script
        for script in EXAMPLES
    ],
    ids=lambda script: script.name,
)
def test_example_prints_its_output(script: Path) -> None:
    docstring = ast.get_docstring(ast.parse(script.read_text(encoding="utf-8")))
    assert docstring is not None and "It prints:\n" in docstring
    expected = textwrap.dedent(docstring.partition("It prints:\n")[2]).strip()
    needed = re.search(r"^It needs (.+?)\.$", docstring, re.MULTILINE)
    for library in re.findall(
        r"\b(html5lib|httpx|lxml|polars|publicsuffixlist|pyarrow|pydantic|requests|scrapy)\b",
        needed[1] if needed else "",
    ):
        pytest.importorskip(library)
    process = subprocess.run(
        [sys.executable, script],
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=os.environ | {"PYTHONIOENCODING": "utf-8"},
    )
    assert (process.returncode, process.stderr) == (0, "")
    assert process.stdout.strip() == expected


def example(name: str) -> Any:
    """Import an example as a module."""
    specification = importlib.util.spec_from_file_location(
        name, Path(__file__).parents[2] / f"examples/{name}.py"
    )
    assert specification is not None and specification.loader is not None
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


@each_case(
    "target",
    [
        *(
            "//evil.example",
            "/\\evil.example",
            "\\/evil.example",
            "https:///evil.example",
            "ht\ttps://evil.example",
        ),
        *(
            "javascript:alert(1)//shop.example",
            "data:text/html,x",
            "blob:https://shop.example/1",
            "http://shop.example/",
        ),
        *(
            "https://shop.example.",
            "https://shop.example.evil.example",
            "//shop.example:444/",
            "https://shop.example%2f@e/",
        ),
        *(
            "https://evil.example@shop.example/",
            "https://evil.example:x@shop.example/",
            "https://[shop.example]/",
        ),
    ],
)
def test_redirect_check_refuses_another_server_or_user(target: str) -> None:
    login = URL("https://shop.example/login")
    login.params["next"] = target
    assert (
        example("redirect_check").redirect_target(login, "/start") == "https://shop.example/start"
    )


@pytest.mark.parametrize(
    "target", ["/.//evil.example", "/a\r\nSet-Cookie: x", "https:\\\\shop.example\\.evil.example"]
)
def test_redirect_check_returns_an_absolute_url_without_line_breaks(target: str) -> None:
    login = URL("https://shop.example/login")
    login.params["next"] = target
    found = example("redirect_check").redirect_target(login, "/start")
    assert found.startswith("https://shop.example/") and found.isprintable()


@given(
    st.lists(st.text(min_size=1), min_size=1, max_size=3).filter(
        lambda key: {text.lower().replace("%2e", ".") for text in key}.isdisjoint([".", ".."])
    ),
    st.dictionaries(st.text(min_size=1), st.text(), max_size=4),
)
@hypothesis.example(["a b/(c)"], {"{": "", "Z": "", "a-b": "~", "a": "+ é"})
def test_presigned_url_has_the_signature_that_a_server_computes(
    key: list[str], params: dict[str, str]
) -> None:
    """The server reads the URL with the standard library, and escapes path and query as Amazon's
    documentation says."""
    module = example("presign_s3")
    url = module.BUCKET.replace(segments=key, params=params)
    written = str(module.presigned(url, at=datetime(2026, 1, 2, 3, 4, 5), seconds=60, method="PUT"))
    split = urlsplit(written)
    assert unquote(split.path) == "/" + "/".join(key) and split.fragment == ""
    *pairs, (last, signature) = parse_qsl(split.query, keep_blank_values=True)
    assert last == "X-Amz-Signature" and params.items() <= dict(pairs).items()
    escaped = sorted((quote(name, safe=""), quote(value, safe="")) for name, value in pairs)
    query = "&".join(f"{name}={value}" for name, value in escaped)
    request = (
        f"PUT\n{quote(unquote(split.path))}\n{query}\nhost:{split.netloc}\n\nhost\nUNSIGNED-PAYLOAD"
    )
    scope = "20260102/us-east-1/s3/aws4_request"
    text = f"AWS4-HMAC-SHA256\n20260102T030405Z\n{scope}\n{hashlib.sha256(request.encode()).hexdigest()}"
    secret = f"AWS4{module.SECRET}".encode()
    for part in (*scope.split("/"), text):
        secret = hmac.new(secret, part.encode(), hashlib.sha256).digest()
    assert signature == secret.hex()


@contextmanager
def server(
    answers: dict[str, tuple[int, str, str]],
) -> Generator[tuple[str, list[str]], None, None]:
    """The address of a site, and a list of its requests. An answer is a status, a Location and a
    body."""
    requests: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            requests.append(self.path)
            status, location, body = answers.get(self.path, (404, "", ""))
            self.send_response(status)
            self.send_header("Content-Type", "text/html")
            if location:
                self.send_header("Location", location)
            self.end_headers()
            self.wfile.write(body.encode())

        def log_message(self, format: str, *args: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as site:
        thread = threading.Thread(target=site.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{site.server_port}/", requests
        site.shutdown()
        thread.join()


def test_crawler_requests_only_its_site(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("lxml")
    with server({}) as (internal, internal_requests):
        answers = {
            "/redirect": (302, f"{internal}secret", ""),
            "/bad": (302, "http://[/", ""),
            "/file": (302, "file:///etc/passwd", ""),
        }
        with server(answers) as (address, requests):
            host = address.removeprefix("http:")
            hostile = [
                "redirect",
                "bad",
                "file",
                f"blob:{address}1",
                f"//user:secret@{host[2:]}",
                "file:///etc/passwd",
            ]
            hostile += [
                "//bob:secret@evil.example/",
                "javascript:x",
                "http://[",
                f"{address}@evil.example/",
            ]
            answers["/"] = (200, "", "".join(f"<a href='{url}'>" for url in hostile))
            example("crawler").crawl(address)
    assert internal_requests == []
    assert requests == ["/", "/redirect", "/bad", "/file", "/@evil.example/"]
    printed = capsys.readouterr().out
    assert (
        f"left out: {internal}secret\n" in printed and "left out: file:///etc/passwd\n" in printed
    )
    assert ":secret@" not in printed


HOSTILE_PATHS = [
    *(
        "..%2f..%2fx.png",
        "%2e%2e/x.png",
        "..%5cx",
        "a%00b",
        "a\\b",
        "CON",
        "con.html",
        "nul",
        "lpt1.txt",
        ".hidden",
        "-rf",
    ),
    *(
        "~/x",
        "C:/x",
        "c%3A/x",
        "a:b",
        "x.",
        "x ",
        "%20",
        "x" * 300,
        "d/" * 200,
        "a/b",
        "a",
        "A",
        "a?",
        "a?x",
        "a/",
        "a//b",
    ),
    *(
        "hashed/x.html",
        "hashed",
        "index.html",
        "INDEX.HTML",
        "a.html",
        "a.html/b.html",
        "%ff",
        "\u2028",
        "a%0Ab",
        "*|<>",
    ),
    *(
        "file%3A///etc/passwd",
        "///etc/passwd",
        "%2fetc%2fpasswd",
        "x.html%2f..%2f..%2fy",
        "a;b",
        "$HOME",
        "`x`",
        "%25",
    ),
]


def test_mirror_writes_no_file_outside_its_folder(tmp_path: Path) -> None:
    module = example("mirror")
    links = "".join(f'<a href="{path}">x</a>' for path in HOSTILE_PATHS)
    requests: list[str] = []

    def fetch(url: str) -> Any:
        requests.append(url)
        return module.Answer(
            url, "text/html", links.encode() if url == "http://h/s/" else url.encode()
        )

    copy = tmp_path / "a/b/copy"
    mirror = module.Mirror("http://h/s/", copy, fetch)
    mirror.copy()
    files = {path for path in tmp_path.rglob("*") if path.is_file()}
    assert files == {copy / file for file in mirror.sources}
    assert len({str(file).lower() for file in files}) == len(set(requests)) == len(files)
    assert all(url.startswith("http://h/s/") for url in requests)
    names = [name for file in files for name in file.relative_to(copy).parts]
    assert all(re.fullmatch(r"[A-Za-z0-9_][A-Za-z0-9_.-]{0,90}", name) for name in names)
    for file, answer in mirror.sources.items():
        assert answer.url == "http://h/s/" or answer.url in (copy / file).read_text()
    with pytest.raises(FileExistsError):
        mirror.copy()


def test_mirror_follows_redirects_to_pages_with_links(tmp_path: Path) -> None:
    module = example("mirror")
    targets = {"moved": "new", "again": "new", "loop": "", "out": "../out"}
    pages = {
        "": '<a href="moved">1</a><a href="again#a">2</a><a href="loop">3</a><a href="out">4</a>',
        "new": '<a href="next?q">5</a><a href="moved">6</a>',
        "next?q": '<iframe srcdoc="<iframe srcdoc=&quot;<a href=deep>7</a>&quot;></iframe>"></iframe>',
        "deep": '<a href="loop">8</a>',
    }

    def fetch(url: str) -> Any:
        path = url.removeprefix("http://h/s/")
        path = targets.get(path, path)
        text = pages.get(path)
        return text and module.Answer(f"http://h/s/{path}", "text/html", text.encode())

    mirror = module.Mirror("http://h/s/", tmp_path / "copy", fetch)
    mirror.copy()
    assert [answer.url for answer in mirror.sources.values()] == [
        f"http://h/s/{path}" for path in pages
    ]
    found = {
        url.value
        for file in mirror.sources
        for url in parse((tmp_path / "copy" / file).read_bytes(), "http://h/").urls(embedded=True)
    }
    hashed = mirror.files["http://h/s/next?q"]
    assert found == {
        "new.html",
        "new.html#a",
        "index.html",
        "http://h/s/out",
        hashed,
        "../deep.html",
    }


def test_mirror_copies_what_a_browser_requests_before_a_late_base(tmp_path: Path) -> None:
    module = example("mirror")
    page = '<script src="a.js"></script><img src="i.png"><base href="/late/"><a href="b">1</a>'
    kinds = {"a.js": "text/javascript", "i.png": "image/png"}

    def fetch(url: str) -> Any:
        kind = kinds.get(url.rpartition("/")[2], "text/html")
        return module.Answer(url, kind, (page if url == "http://h/" else "").encode())

    mirror = module.Mirror("http://h/", tmp_path / "copy", fetch)
    mirror.copy()
    assert {answer.url for answer in mirror.sources.values()} == {
        "http://h/",
        "http://h/a.js",
        "http://h/late/i.png",
        "http://h/late/b",
    }
    urls = parse((tmp_path / "copy/index.html").read_bytes(), "http://h/").urls()
    assert [url.value for url in urls] == ["a.js", "late/i.png", "index.html", "late/b.html"]


@pytest.mark.parametrize(
    "path", ["../secret", "..%2fsecret", "%2e%2e/secret", "%2fetc%2fpasswd", "link", "a%00"]
)
def test_mirror_of_a_folder_reads_no_file_outside_it(tmp_path: Path, path: str) -> None:
    (tmp_path / "secret").write_text("secret")
    (tmp_path / "site").mkdir()
    assert example("mirror").from_folder(tmp_path / "site", "http://h/")(f"http://h/{path}") is None


def test_mirror_keeps_files_with_the_name_of_its_folder_of_hashes(tmp_path: Path) -> None:
    module = example("mirror")
    page = '<a href="hashed">1</a><a href="x?1">2</a><a href="HASHED">3</a>'

    def fetch(url: str) -> Any:
        is_page = url == "http://h/"
        kind = "text/html" if is_page else "application/octet-stream"
        return module.Answer(url, kind, (page if is_page else url).encode())

    mirror = module.Mirror("http://h/", tmp_path / "copy", fetch)
    mirror.copy()
    written = {
        (tmp_path / "copy" / file).read_text() for file in mirror.sources if file != "index.html"
    }
    assert written == {"http://h/hashed", "http://h/x?1", "http://h/HASHED"}


def test_mirror_ignores_the_fragment_of_its_address(tmp_path: Path) -> None:
    module = example("mirror")
    mirror = module.Mirror(
        "http://h/#a?", tmp_path / "copy", lambda url: module.Answer(url, "text/html", b"<p>x")
    )
    mirror.copy()
    assert [answer.url for answer in mirror.sources.values()] == ["http://h/"]


@pytest.mark.parametrize(
    "charset", ["\0", "idna", "undefined", "hex", "x" * 1000, "utf-8''a", '"', "\u00ff"]
)
def test_mirror_accepts_any_charset_of_a_script(tmp_path: Path, charset: str) -> None:
    module = example("mirror")

    def fetch(url: str) -> Any:
        if url == "http://h/":
            return module.Answer(url, f"text/html;charset={charset}", b"<script src=a.js></script>")
        return module.Answer(url, f"text/javascript;charset={charset}", b"'\xff..'" * 30)

    module.Mirror("http://h/", tmp_path / "copy", fetch).copy()
    assert "'" in (tmp_path / "copy/a.js").read_text("utf-8-sig")


def test_examples_skip_special_files(tmp_path: Path) -> None:
    site = tmp_path / "site"
    site.mkdir()
    names = ["gone.html", "loop.html", "pipe.html"]
    (site / "index.html").write_text("".join(f"<a href={name}>" for name in names))
    (site / "gone.html").symlink_to(tmp_path / "nowhere")
    (site / "loop.html").symlink_to(site / "loop.html")
    os.mkfifo(site / "pipe.html")
    assert [found.reason for found in example("check_links").Folder(site).check()] == [
        "no such file"
    ] * 3
    fetch = example("mirror").from_folder(site, "http://h/")
    assert [fetch(f"http://h/{name}") for name in names] == [None] * 3


def test_mirror_reads_the_bytes_of_a_redirect(tmp_path: Path) -> None:
    module = example("mirror")
    answers = {
        "/": (302, "/caf\u00e9", ""),
        "/caf%E9": (200, "", "<p>x"),
        "/caf%C3%A9": (404, "", ""),
    }
    with server(answers) as (address, requests):  # The server sends Latin-1.
        answer = module.from_server(address)(address)
    assert requests == ["/", "/caf%E9"] and answer.url == f"{address}caf%E9"


def test_mirror_requests_only_urls_below_its_address(tmp_path: Path) -> None:
    module = example("mirror")
    with server({}) as (internal, internal_requests):
        body = (
            f'<img src="{internal}x.png"><a href="/outside">x</a><a href="out">y</a><a'
            ' href="up">z</a>'
        )
        body += '<a href="file">f</a>'
        answers = {
            "/s/": (200, "", body),
            "/s/out": (302, f"{internal}secret", ""),
            "/s/up": (302, "/outside", ""),
            "/s/file": (302, "file:///etc/passwd", ""),
        }
        with server(answers) as (address, requests):
            mirror = module.Mirror(
                f"{address}s/", tmp_path / "copy", module.from_server(f"{address}s/")
            )
            mirror.copy()
    assert internal_requests == [] and sorted(requests) == ["/s/", "/s/file", "/s/out", "/s/up"]
    assert list(mirror.sources) == ["index.html"]


@pytest.mark.parametrize("client", ["httpx", "requests"])
def test_followed_redirects_are_those_of_a_browser(client: str) -> None:
    pytest.importorskip("httpx")
    pytest.importorskip("requests")
    pytest.importorskip("lxml")
    follow = getattr(example("follow_redirects"), f"follow_with_{client}")
    answers = {
        "/latin": (307, "/caf\u00e9", ""),  # The server sends Latin-1.
        "/caf%E9": (302, "http:tab", ""),
        "/end": (200, "", ""),
        "/loop": (302, "/loop", ""),
        "/file": (302, "file:///etc/passwd", ""),
    }
    with server(answers) as (address, requests):
        answers["/tab"] = (301, f"/\t/{address[7:]}end", "")
        last, response = follow(Request("GET", f"{address}latin"))
        assert (last.url, response.status_code) == (f"{address}end", 200)
        assert requests == ["/latin", "/caf%E9", "/tab", "/end"]
        for path, count in (("loop", 21), ("file", 1)):
            requests.clear()
            with pytest.raises(RefusedRedirectError):
                follow(Request("GET", f"{address}{path}"))
            assert requests == [f"/{path}"] * count


def test_link_checker_has_exit_status_1_for_broken_links(tmp_path: Path) -> None:
    script = Path(__file__).parents[2] / "examples/check_links.py"

    def check(page: str) -> tuple[int, str]:
        (tmp_path / "index.html").write_text(page)
        process = subprocess.run(
            [sys.executable, script, tmp_path], capture_output=True, text=True, check=False
        )
        assert process.stderr == ""
        return process.returncode, process.stdout

    assert check("<a href='#a'>a</a><p id=a>") == (0, "1 pages, 1 URLs, 0 broken\n")
    # A browser requests the script before it reads the `base`.
    assert check("<script src=index.html></script><base href=other/>")[0] == 0
    status, printed = check("<a href='#b'>a</a><a href='..%2f..%2f..%2fetc/passwd'>b</a>")
    assert (
        status == 1
        and printed.count("no element with this id") == printed.count("no such file") == 1
    )
    assert check("<meta http-equiv=refresh content='0; index.html'>")[0] == 1
    assert check("<meta http-equiv=refresh content='60; index.html'>")[0] == 0


def test_site_of_the_crawl_serves_no_file_outside_its_folder(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    pytest.importorskip("scrapy")
    module = example("crawl_with_scrapy")
    (tmp_path / "manual").mkdir()
    (tmp_path / "manual/page.html").write_text("inside")
    (tmp_path / "secret").write_text("outside")
    monkeypatch.setattr(module, "MANUAL", tmp_path / "manual")
    with ThreadingHTTPServer(("127.0.0.1", 0), module.Handler) as site:
        thread = threading.Thread(target=site.serve_forever)
        thread.start()
        statuses: list[int] = []
        for path in (
            "/page.html",
            "/../secret",
            "//../secret",
            "/x/../../secret",
            f"/{tmp_path}/secret",
        ):
            connection = HTTPConnection("127.0.0.1", site.server_port)
            connection.request("GET", path)
            statuses.append(connection.getresponse().status)
            connection.close()
        site.shutdown()
        thread.join()
    assert statuses == [200, 404, 404, 404, 404]


RECIPES = [
    "crawl_frontier",
    "redirect_check",
    "add_parameter",
    "build_url",
    "legacy_form",
    "pydantic_model",
]


@pytest.mark.parametrize("name", RECIPES)
def test_recipe_is_short(name: str) -> None:
    (script,) = [script for script in EXAMPLES if script.stem == name]
    assert len(script.read_text(encoding="utf-8").splitlines()) <= 45
