"""Each script in `examples/` runs, and prints what its docstring says."""

import ast
import importlib.util
import os
import re
import subprocess
import sys
import textwrap
import threading
from collections.abc import Generator
from contextlib import contextmanager
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from tests.test_docs import HOSTILE_INPUTS
from urldom import URL

# A part of the table of hostile inputs is in the documentation: test_docs.py has it.
EXAMPLES = sorted(set((Path(__file__).parents[1] / "examples").glob("*.py")) - {HOSTILE_INPUTS})
#: Those that take seconds.
LONG = {"crawl_with_scrapy.py", "link_graph.py"}


@pytest.mark.parametrize(
    "script",
    [pytest.param(script, marks=pytest.mark.full) if script.name in LONG else script for script in EXAMPLES],
    ids=lambda script: script.name,
)
def test_example(script: Path) -> None:
    docstring = ast.get_docstring(ast.parse(script.read_text(encoding="utf-8")))
    assert docstring is not None and "It prints:\n" in docstring
    expected = textwrap.dedent(docstring.partition("It prints:\n")[2]).strip()
    needed = re.search(r"^It needs (.+?)\.$", docstring, re.MULTILINE)
    for library in re.findall(
        r"\b(html5lib|lxml|polars|publicsuffixlist|pyarrow|pydantic|scrapy)\b", needed[1] if needed else ""
    ):
        pytest.importorskip(library)
    ran = subprocess.run(
        [sys.executable, script],
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=os.environ | {"PYTHONIOENCODING": "utf-8"},
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.strip() == expected


def example(name: str) -> Any:
    """The module of an example."""
    specification = importlib.util.spec_from_file_location(name, Path(__file__).parents[1] / f"examples/{name}.py")
    assert specification is not None and specification.loader is not None
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    "target",
    [
        *("//evil.example", "/\\evil.example", "\\/evil.example", "https:///evil.example", "ht\ttps://evil.example"),
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
        *("https://evil.example@shop.example/", "https://evil.example:x@shop.example/", "https://[shop.example]/"),
    ],
)
def test_redirect_check_refuses_another_server_or_user(target: str) -> None:
    login = URL("https://shop.example/login")
    login.params["next"] = target
    assert example("redirect_check").redirect_target(login, "/start") == "https://shop.example/start"


@pytest.mark.parametrize("target", ["/.//evil.example", "/a\r\nSet-Cookie: x", "https:\\\\shop.example\\.evil.example"])
def test_redirect_check_returns_an_absolute_url_without_line_breaks(target: str) -> None:
    login = URL("https://shop.example/login")
    login.params["next"] = target
    found = example("redirect_check").redirect_target(login, "/start")
    assert found.startswith("https://shop.example/") and found.isprintable()


@contextmanager
def server(answers: dict[str, tuple[int, str, str]]) -> Generator[tuple[str, list[str]], None, None]:
    """The address of a site, and what it is asked for. An answer is a status, a Location and a body."""
    asked: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
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
        yield f"http://127.0.0.1:{site.server_port}/", asked
        site.shutdown()
        thread.join()


def test_the_crawler_asks_its_site_alone(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("lxml")
    with server({}) as (internal, asked_internal):
        answers = {
            "/redirect": (302, f"{internal}secret", ""),
            "/bad": (302, "http://[/", ""),
            "/file": (302, "file:///etc/passwd", ""),
        }
        with server(answers) as (address, asked):
            host = address.removeprefix("http:")
            hostile = ["redirect", "bad", "file", f"blob:{address}1", f"//user:secret@{host[2:]}", "file:///etc/passwd"]
            hostile += ["//bob:secret@evil.example/", "javascript:x", "http://[", f"{address}@evil.example/"]
            answers["/"] = (200, "", "".join(f"<a href='{url}'>" for url in hostile))
            example("crawler").crawl(address)
    assert asked_internal == []
    assert asked == ["/", "/redirect", "/bad", "/file", "/@evil.example/"]
    printed = capsys.readouterr().out
    assert f"left out: {internal}secret\n" in printed and "left out: file:///etc/passwd\n" in printed
    assert ":secret@" not in printed


@pytest.mark.parametrize("address", ["https://example.com/index.html", "file:///page.html"])
def test_an_offline_copy_downloads_only_from_the_web_into_files_of_its_own(address: str) -> None:
    html = pytest.importorskip("lxml.html")
    hostile = [
        "https://h/a.png%2f..%2f..%2fx",
        "https://h/a.png%00",
        "https://h/a.png:x",
        "https://h/a.exe",
        "https://h/a.PNG",
    ]
    hostile += ["foo:/a.b\\..\\c.x\\y", "file:///etc/passwd", f"data:,x.{'9' * 300}", "javascript:x.png", "/etc/passwd"]
    tree = html.document_fromstring("".join(f'<img src="{url}">' for url in hostile))
    files = example("offline_copy").offline_copy(tree, address)
    assert all(url.startswith("https://") for url in files)
    assert all(re.fullmatch(r"local-\d+(\.[a-z0-9]+)?", name) for name in files.values())
    assert files["https://h/a.PNG"].endswith(".png")
    assert "." not in files["https://h/a.exe"]


def test_the_site_of_the_crawl_serves_no_file_outside(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
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
        for path in ("/page.html", "/../secret", "//../secret", "/x/../../secret", f"/{tmp_path}/secret"):
            connection = HTTPConnection("127.0.0.1", site.server_port)
            connection.request("GET", path)
            statuses.append(connection.getresponse().status)
            connection.close()
        site.shutdown()
        thread.join()
    assert statuses == [200, 404, 404, 404, 404]


RECIPES = ["crawl_frontier", "redirect_check", "add_parameter", "build_url", "legacy_form", "pydantic_model"]


@pytest.mark.parametrize("name", RECIPES)
def test_a_recipe_is_read_at_a_glance(name: str) -> None:
    (script,) = [script for script in EXAMPLES if script.stem == name]
    assert len(script.read_text(encoding="utf-8").splitlines()) <= 40
