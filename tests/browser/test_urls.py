"""`URL` (URL Standard) and `HTMLHyperlinkElementUtils` (HTML Standard), compared with
Chromium's."""

from __future__ import annotations

from random import Random

import pytest

from tests.conformance import cases
from tests.docs.test_docs import plain, rows
from urldom import WHATWG, Document, InvalidURLError, URLDecomposition
from urldom.whatwg import URL

from .browser import Browser, Site
from .departures import (
    NAMES,
    PARSING,
    SETTING,
    Attributes,
    Case,
    Departures,
    attributes_of,
    differences,
    parsed,
)

MUTANTS = 6000

#: Pieces that are inserted into URLs. The Standard has a rule of its own for each piece.
PIECES = (
    *"/\\?#:@[]%.|'\"<>`{}^~*!$&()+,;=_- \t\n\r\0\x1f\x7f\x80\xadéßİ☃𝐀．。"
    "\ud800\U0010ffff\ufffe01aC",
    *(
        "//",
        "..",
        "%2e",
        "%00",
        "%41",
        "%zz",
        "xn--",
        "xn--4ca",
        "％４１",
        "0x",
        "1.2",
        "255",
        "256",
        "65536",
        ":80",
    ),
    *(
        "C:",
        "C|",
        "localhost",
        "http:",
        "https:",
        "file:",
        "ws:",
        "data:",
        "javascript:",
        "foo:",
        "blob:",
        "mailto:",
    ),
    *("about:blank", "user:pw@", "[::1]", "::", "::1.2.3.4", "127.1"),
)


def parsing_inputs() -> list[tuple[str, str | None]]:
    """Return the URLs of the conformance data with their base URLs, and mutants of them."""
    inputs = [(case["input"], case["base"]) for case in cases("url")]
    random = Random(3)
    urls = [url for url, _ in inputs]
    mutants = [
        (mutated(url, random, urls), base) for url, base in random.choices(inputs, k=MUTANTS)
    ]
    return [*inputs, *mutants]


def setting_inputs() -> list[tuple[str, str, str]]:
    """Return URLs, attributes and values of the conformance data, and mutants of them."""
    inputs = [(case["href"], case["attribute"], case["value"]) for case in cases("setters")]
    random = Random(4)
    values = [value for _, _, value in inputs]
    mutants = []
    for url, name, value in random.choices(inputs, k=MUTANTS):
        url = random.choice((url, mutated(url, random, values)))
        mutants.append((url, name, mutated(value, random, values)))
    return [*inputs, *mutants]


def mutated(text: str, random: Random, others: list[str]) -> str:
    for _ in range(random.choice((1, 1, 1, 2, 3))):
        start = random.randrange(len(text) + 1)
        end = start + random.choice((0, 0, 0, 1, 2, 5))
        piece = random.choice(PIECES)
        if random.randrange(5) == 0:
            piece = random.choice(others)[random.randrange(8) :]
        text = text[:start] + piece + text[end:]
    return text


def no_differences(cases: list[Case], departures: Departures) -> None:
    different = differences(cases, departures)
    if different:
        pytest.fail(
            "\n".join([f"{len(different)} of {len(cases)}", *map(str, different[:50])]),
            pytrace=False,
        )


def compare_parsing(browser: Browser, inputs: list[tuple[str, str | None]]) -> None:
    theirs = browser.run(
        """return argument.inputs.map(([url, base]) => {
            try { url = base === null ? new URL(url) : new URL(url, base) } catch { return null }
            return Object.fromEntries(argument.names.map(name => [name, url[name]]))
        })""",
        {"inputs": inputs, "names": NAMES},
    )

    def ours(url: str, base: str | None) -> Attributes:
        try:
            return attributes_of(URL(url, base))
        except InvalidURLError:
            return None

    no_differences(
        [Case(*input, ours(*input), their) for input, their in zip(inputs, theirs, strict=True)],
        PARSING,
    )


def test_parsed_urls_agree_with_chromium(browser: Browser) -> None:
    compare_parsing(browser, parsing_inputs())


def test_chromium_leaves_the_standard_as_the_page_shows(browser: Browser) -> None:
    script = "try { return new URL(arguments[0]).href } catch { return 'error' }"
    shown, seen = [], []
    for url, _, theirs in rows("browsers.md", "Browsers follow")[1:]:
        if ", on a page" not in url:
            shown.append(plain(theirs.partition(", ")[0]))
            seen.append(browser.driver.execute_script(script, plain(url).replace("<TAB>", "\t")))
    assert seen == shown and len(seen) > 10


def test_chromium_leaves_the_standard_as_the_page_says_after_the_table(
    browser: Browser, site: Site
) -> None:
    address = site.put("/links/invalid-base", '<base href="http://[">')
    browser.visit(address)
    seen = browser.run("""const url = new URL("foo:a"), special = new URL("http://h/")
        url.protocol = "http"
        special.protocol = "foo"
        return [new URL("file:///a").origin, document.baseURI, url.href, special.href]""")
    assert seen == ["file://", "about:blank", "http://a/", "http://h/"]
    url, special = URL("foo:a"), URL("http://h/")
    url.protocol, special.protocol = "http", "foo"
    page = Document(address, base_href="http://[", standard=WHATWG)
    ours = [URL("file:///a").origin, page.base_url, url.href, special.href]
    assert ours == ["null", address, "foo:a", "http://h/"]


@pytest.mark.parametrize("name", ["to_ascii", "idna", "idna_removed"])
def test_hosts_agree_with_chromium(browser: Browser, name: str) -> None:
    compare_parsing(browser, [(f"https://{case['input']}/x", None) for case in cases(name)])


def test_assignments_agree_with_chromium(browser: Browser) -> None:
    inputs = setting_inputs()
    theirs = browser.run(
        """const attributes = url => Object.fromEntries(argument.names.map(name => [name, url[name]]))
        return argument.inputs.map(([url, name, value]) => {
            try { url = new URL(url) } catch { return [null, null] }
            const before = attributes(url)
            try { url[name] = value } catch {}
            return [before, attributes(url)]
        })""",
        {"inputs": inputs, "names": NAMES},
    )
    cases = []
    for (href, name, value), (before, after) in zip(inputs, theirs, strict=True):
        try:
            url = URL(href)
        except InvalidURLError:
            continue
        # test_parsed_urls_agree_with_chromium tests whether the URLs agree before the assignment.
        if attributes_of(url) == before:
            try:
                setattr(url, name, value)
            except InvalidURLError:
                assert name == "href"
            cases.append(Case(href, None, attributes_of(url), after, name, value))
    assert len(cases) > MUTANTS / 2
    no_differences(cases, SETTING)


def test_links_agree_with_chromium(browser: Browser, site: Site) -> None:
    inputs = parsing_inputs()
    address = site.put("/links/page", "<base><a></a>")
    browser.visit(address)
    theirs = browser.run(
        """const base = document.querySelector("base"), link = document.querySelector("a")
        return argument.inputs.map(([url, baseHref]) => {
            if (baseHref === null) base.removeAttribute("href")
            else base.setAttribute("href", baseHref)
            link.href = url
            return Object.fromEntries(argument.names.map(name => [name, link[name]]))
        })""",
        {"inputs": inputs, "names": NAMES},
    )
    document = Document(address, standard=WHATWG)
    cases = []
    for (url, base), their in zip(inputs, theirs, strict=True):
        document.base_href = base
        # JavaScript converts the URL to a USVString, which has no lone surrogates.
        url = url.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
        our = attributes_of(URLDecomposition(url, document))
        case = Case(url, base, parsed(our), parsed(their))
        if case.ours is None and case.theirs is None:
            assert our == their, url
        cases.append(case)
    no_differences(cases, PARSING)


def test_assignments_to_links_agree_with_chromium(browser: Browser, site: Site) -> None:
    inputs = setting_inputs()
    address = site.put("/links/setting", "<a></a>")
    browser.visit(address)
    theirs = browser.run(
        """const attributes = url => Object.fromEntries(argument.names.map(name => [name, url[name]]))
        const link = document.querySelector("a")
        return argument.inputs.map(([url, name, value]) => {
            link.href = url
            const before = attributes(link)
            link[name] = value
            return [before, attributes(link)]
        })""",
        {"inputs": inputs, "names": NAMES},
    )
    document = Document(address, standard=WHATWG)
    cases = []
    for (href, name, value), (before, after) in zip(inputs, theirs, strict=True):
        url = URLDecomposition(href, document)
        # test_links_agree_with_chromium tests whether the URLs agree before the assignment.
        if attributes_of(url) == before:
            setattr(url, name, value)
            cases.append(
                Case(href, address, parsed(attributes_of(url)), parsed(after), name, value)
            )
    assert len(cases) > MUTANTS / 2
    no_differences(cases, SETTING)
