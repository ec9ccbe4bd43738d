"""Scripts in Chromium and `urldom.trees` read the same URLs from the elements of a page."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import Any
from xml.etree import ElementTree

import pytest

from urldom import WHATWG
from urldom.trees import TreeDocument, document

from .browser import Browser, Site
from .departures import NAMES, PARSING, SETTING, Case, attributes_of, differences, parsed

#: html5lib warns about the attribute `xml:base` in its lxml trees.
pytestmark = pytest.mark.filterwarnings("ignore:Coercing non-XML name")


def html5lib_etree(page: str) -> Any:
    return pytest.importorskip("html5lib").parse(page)


def html5lib_lxml(page: str) -> Any:
    pytest.importorskip("lxml")
    return pytest.importorskip("html5lib").parse(page, treebuilder="lxml")


def lxml_html(page: str) -> Any:
    return pytest.importorskip("lxml.html").document_fromstring(page)


def beautiful_soup(page: str) -> Any:
    pytest.importorskip("html5lib")
    return pytest.importorskip("bs4").BeautifulSoup(page, "html5lib")


def selectolax(page: str) -> Any:
    return pytest.importorskip("selectolax.lexbor").LexborHTMLParser(page)


def turbohtml(page: str) -> Any:
    return pytest.importorskip("turbohtml").parse(page)


def parsel(page: str) -> Any:
    return pytest.importorskip("parsel").Selector(text=page, type="html")


Parse = Callable[[str], Any]
PARSERS = [html5lib_etree, html5lib_lxml, lxml_html, beautiful_soup, selectolax, turbohtml, parsel]
#: Libraries that do not parse broken markup as browsers do.
OF_LXML = [lxml_html, parsel]

#: The IDL attributes that reflect a URL, with their content attributes.
REFLECTED = {
    "action": "action",
    "cite": "cite",
    "codeBase": "codebase",
    "data": "data",
    "formAction": "formaction",
    "href": "href",
    "longDesc": "longdesc",
    "lowsrc": "lowsrc",
    "poster": "poster",
    "src": "src",
}
VALUES_TO_SET = {
    "protocol": ["ftp", "ws:", "foo", ""],
    "host": ["h.example:81", "faß.example", "a b#", ""],
    "hostname": ["h.example", "[::1]", ":"],
    "port": ["80", "8080x", "x", ""],
    "pathname": ["/a/../b?ж#ж", "x y", ""],
    "search": ["?q=жé", "'\"<>", ""],
    "hash": ["#жé x", ""],
}

#: Reads every element with an id: its base URL, its attributes that reflect a URL, and the
#: attributes of a link's URL.
READ_ELEMENTS = """
    function readElements(document) {
        const elements = {}
        for (const element of document.querySelectorAll("[id]")) {
            const read = elements[element.id] = {baseURI: element.baseURI, urls: {}, link: null}
            if (element.namespaceURI !== "http://www.w3.org/1999/xhtml") continue
            for (const [name, attribute] of Object.entries(argument.reflected))
                if (typeof element[name] === "string" && element.hasAttribute(attribute))
                    read.urls[attribute] = element[name]
            if (element.matches("a[href], area[href]"))
                read.link = Object.fromEntries(argument.names.map(name => [name, element[name]]))
        }
        return elements
    }
"""

#: Reads the attributes of every link's URL after each value was assigned.
SET_ATTRIBUTES = """
    function setAttributes(document) {
        const all = {}
        for (const element of document.querySelectorAll("a[id][href], area[id][href]")) {
            if (element.namespaceURI !== "http://www.w3.org/1999/xhtml") continue
            all[element.id] = argument.settings.map(([name, value]) => {
                const copy = element.cloneNode()
                copy[name] = value
                return Object.fromEntries(argument.names.map(name => [name, copy[name]]))
            })
        }
        return all
    }
"""
SETTINGS = [(name, value) for name, values in VALUES_TO_SET.items() for value in values]
ARGUMENT = {"reflected": REFLECTED, "names": NAMES, "settings": SETTINGS}


def id_of(node: Any) -> Any:
    if hasattr(node, "get"):
        return node.get("id")
    return (node.attrs if hasattr(node, "attrs") else node.attributes).get("id")


def nodes_by_id(tree: Any) -> dict[str, Any]:
    """Return the elements of a tree that have an id."""
    library = type(tree).__module__.partition(".")[0]
    if library == "parsel":
        tree = tree.root
    if library == "turbohtml":
        nodes = [node for node in tree.iter_elements() if "id" in node.attrs]
    elif hasattr(tree, "find_all"):
        nodes = tree.find_all(id=True)
    elif hasattr(tree, "css"):
        nodes = tree.css("[id]")
    else:
        nodes = [node for node in tree.iter() if node.get("id") is not None]
    return {id_of(node): node for node in nodes}


def compare(page: TreeDocument, tree: Any, theirs: dict[str, Any]) -> None:
    """Assert that urldom and Chromium have the same results for each element with an id."""
    nodes = nodes_by_id(tree)
    held = {(id_of(url.node), url.attribute): url for url in page.urls()}
    for name, node in nodes.items():
        read = theirs[name]
        assert page.base_url_of(node) == read["baseURI"], name
        for attribute, their in read["urls"].items():
            url = held.get((name, attribute))
            our = page.url_of(node, attribute)
            if url is None:
                # For many attributes, the HTML Standard ignores an empty URL, so `urls()` leaves it
                # out.
                assert our.reference.strip(" \t\n\f\r") == "", name
            elif url.url is not None and (
                attribute != "action" or url.value != "" or our.href == ""
            ):
                # HTML Standard 4.10.19.6: an action of "" is the document's URL. In Chromium, so is
                # an action of spaces.
                assert url.url == their, name
            if attribute in ("action", "formaction") and (
                url is None or url.url is None or url.value == ""
            ):
                # These values are not compared. HTML Standard 2.6.1, "reflect": an invalid URL is
                # returned verbatim, but Chromium departs for these attributes. An empty `action` is
                # the document's URL only in `urls()`, not in `url_of()`.
                continue
            if url is not None and url.url is None:
                # HTML Standard 2.6.1, "reflect": an invalid URL is returned verbatim. Chromium
                # strips its spaces.
                assert our.href.strip(" \t\n\f\r") == their.strip(" \t\n\f\r"), name
            else:
                assert our.href == their, name
        if read["link"] is not None:
            our = page.url_of(node)
            case = Case(
                our.reference, page.base_url, parsed(attributes_of(our)), parsed(read["link"])
            )
            assert differences([case], PARSING) == []


def compare_setting(
    page: TreeDocument, tree: Any, theirs: dict[str, Any], theirs_set: dict[str, Any]
) -> None:
    """Assert that assigning to each link's attributes has the same result in urldom and in
    Chromium."""
    cases = []
    for name, node in nodes_by_id(tree).items():
        if name not in theirs_set or parsed(attributes_of(page.url_of(node))) != parsed(
            theirs[name]["link"]
        ):
            continue
        written = page.url_of(node).reference
        for (attribute, value), their in zip(SETTINGS, theirs_set[name], strict=True):
            setattr(page.url_of(node), attribute, value)
            ours = parsed(attributes_of(page.url_of(node)))
            cases.append(Case(written, page.base_url, ours, parsed(their), attribute, value))
            page.url_of(node).href = written
    assert len(cases) > 100
    assert [str(case) for case in differences(cases, SETTING)] == []


FIND_REFLECTED = """
    const found = []
    for (const tag of argument.match(/\\S+/g)) {
        const probe = document.createElement(tag)
        for (const name in probe) {
            if (typeof probe[name] !== "string") continue
            const element = document.createElement(tag)
            const attribute = name.toLowerCase()
            element.setAttribute(attribute, "probe/é")
            if (element[name].startsWith("http:") && element[name].endsWith("/probe/%C3%A9"))
                found.push([tag, attribute, name])
        }
    }
    return found
"""
TAGS = """
    a abbr acronym address applet area article aside audio b base basefont bdi bdo bgsound big blink blockquote body br
    button canvas caption center cite code col colgroup command content data datalist dd del details dfn dialog dir div
    dl dt em embed fencedframe fieldset figcaption figure font footer form frame frameset h1 head header hgroup hr html
    i iframe image img input ins kbd keygen label legend li link listing main map mark marquee menu menuitem meta meter
    nav nextid nobr noembed noframes noscript object ol optgroup option output p param picture plaintext portal pre
    progress q rb rp rt rtc ruby s samp script search section select slot small source spacer span strike strong style
    sub summary sup table tbody td template textarea tfoot th thead time title tr track tt u ul var video wbr xmp
"""

#: Values that authors write for URLs.
VALUES = [
    "",
    " ",
    "x",
    " x/../y ",
    "\n/x\t",
    "x y",
    "//h/x",
    "http:x",
    "https:x",
    "HTTP://EXAMPLE.com:80/%7e/é?é#é",
    "http://ｅxample．com/",
    "http://faß.example/",
    "http://1.2.3/",
    "http://[::1]:8080/",
    "http://[",
    " http://a:b/",
    "http://a<b/",
    "?q=ж",
    "#f é",
    "\\x\\y",
    "../../../x",
    "data:text/plain,é é",
    "mailto:é@example.com?subject=a b",
    "javascript:void(0)",
    "about:blank",
    "foo:bar",
    "foo://Bar/../x",
    "blob:http://h/x",
    "file:///x",
    "&amp;x=&#x436;",
    "tel:+1-2",
    ":",
    "::",
    "%",
]


def test_urls_finds_every_attribute_that_reflects_a_url(browser: Browser, site: Site) -> None:

    browser.visit(site.put("/pages/reflected", ""))
    found = browser.run(FIND_REFLECTED, TAGS)
    assert {name: attribute for _, attribute, name in found} == REFLECTED
    root = ElementTree.Element("html")
    for tag, attribute, _ in found:
        ElementTree.SubElement(root, tag, {attribute: f"{tag}-{attribute}"})
    held = {
        (url.element_name, url.attribute) for url in document(root, "http://example.com/").urls()
    }
    assert {(tag, attribute) for tag, attribute, _ in found} <= held


@pytest.mark.parametrize("base_href", [None, "../base/?b#b", "data:,b", "https://base.example/b/c"])
def test_every_kind_of_value_agrees_with_chromium(
    browser: Browser, site: Site, base_href: str | None
) -> None:
    pytest.importorskip("html5lib")
    address = site.put("/pages/values/page", "")
    browser.visit(address)
    base = "" if base_href is None else f'<base id="base" href="{base_href}">'
    page = f"<!DOCTYPE html>{base}<body>"
    for tag, attribute, _ in browser.run(FIND_REFLECTED, TAGS):
        if tag not in ("base", "frame"):  # These elements are not allowed in `body`.
            for number, value in enumerate(VALUES):
                page += (
                    f'<{tag} id="{tag}-{attribute}-{number}" {attribute}="{escape(value)}"></{tag}>'
                )
    theirs, theirs_set = browser.run(
        f"""{READ_ELEMENTS} {SET_ATTRIBUTES}
        const page = new DOMParser().parseFromString(argument.page, "text/html")
        return [readElements(page), setAttributes(page)]""",
        {"page": page, **ARGUMENT},
    )
    assert len(theirs) > 500

    tree = html5lib_etree(page)
    urls = document(tree, address, encoding="utf-8", standard=WHATWG)
    compare(urls, tree, theirs)
    compare_setting(urls, tree, theirs, theirs_set)


#: A page with every kind of element that has a URL. Some elements are in broken markup.
EVERYTHING = r"""<!DOCTYPE html>
<title>Всё</title>
<link id="link" rel="stylesheet alternate" href="style.css?ж">
<base id="base without href" target="_self">
<base id="base" href="../книги/">
<base id="second base" href="/not/this/one/">
<link id="late link" rel="next" href=" Next?é=ж ">
<script id="script" src="script.js?ж" async></script>
<style id="style">#styled { background-image: url("из.png") }</style>
<body id="body" background="background.png">
<a id="a" href="глава?поиск=жé&amp;x=€#часть">a</a>
<a id="bare" href=глава/2?q='x'>b</a>
<a id="unclosed" href="http://пример.испытание/?ж">c
<a id="in an unclosed one" href="//example.com:80\x/..\y">d</a>
<a id="twice" href="first" href="second">e</a>
<A ID="capitals" HREF="HTTPS://EXAMPLE.COM:443/%7E?%ж">f</A>
<a id="unparsable" href=" http://a:b/ ">g</a>
<a id="script link" href="javascript:alert('ж')">h</a>
<a id="mail link" href="mailto:a@example.com?subject=ж б ">i</a>
<a id="named" name="anchor">j</a>
<map id="map" name="map"><area id="area" href="area?ж" shape=rect coords=0,0,1,1><area id="empty area" href></map>
<p id="styled">k<p id="styled by attribute" style="background-image: url(б.png?ж)">l
<img id="img" src="image.png?ж" longdesc="description?ж" lowsrc="low.png?ж" usemap="#map">
<img id="img srcset" src="image.png" srcset="one.png?ж, two.png?ж 2x">
<image id="image" src="image-is-img.png">
<picture id="picture"><source id="picture source" srcset="p.png?ж 1x"><img id="picture img" src="picture.png"></picture>
<video id="video" src="video?ж" poster="poster?ж"><track id="track" src="track?ж"><source id="source" src="s?ж"></video>
<audio id="audio" src="audio?ж"></audio>
<iframe id="iframe" src="about:blank" longdesc="d?ж"></iframe>
<embed id="embed" src="about:blank?ж">
<object id="object" data="about:blank?x" codebase="code?ж/" archive="a b"></object>
<form id="form" action="form?ж"><button id="button" formaction="button?ж">m</button>
<input id="input" type=image src="input.png?ж" formaction="input?ж" usemap="#map"></form>
<form id="formless" action=""><button id="empty button" formaction="">n</button></form>
<blockquote id="blockquote" cite="quote?ж"><q id="q" cite="q?ж">o</q><ins id="ins" cite="i?ж">p</ins>
<del id="del" cite="d?ж">q</del></blockquote>
<table id="table" background="t.png"><tr id="tr"><td id="td" background="c.png"><a id="in table" href="t?ж">r</a>
<a id="fostered" href="fostered?ж">s</a></table>
<b id="b"><i id="i"><a id="misnested" href="misnested?ж">t</b>u</i></a>
<svg id="svg"><a id="svg a" href="svg?ж" xlink:href="xlink"><image id="svg image" href="svg.png?ж"/></a><use href="#u"/>
<foreignObject><a id="foreign" href="foreign?ж">v</a></foreignObject></svg>
<math id="math"><mi id="mi" href="math?ж">w</mi></math>
<template id="template"><a href="template?ж">x</a><base href="/template/"></template>
<noscript><a href="noscript?ж">y</a></noscript>
<p id="p" cite="not a URL" href="neither" xml:base="/nor/this/"><a id="under xml:base" href="x">z</a>
<a id="last" href="last?ж
&lt;ж"""


FRAMES = """<!DOCTYPE html><base href="base/">
<iframe id="srcdoc" srcdoc="<a id='in srcdoc' href='x?ж'></a><iframe id='inner srcdoc' srcdoc='
    <base href=&quot;inner/&quot;><a id=&quot;in inner srcdoc&quot; href=&quot;x?ж&quot;></a>'></iframe>"></iframe>
<iframe id="blank" src="about:blank"></iframe>
"""
IN_BLANK = '<a id="in blank" href="x?ж"></a><q id="cite in blank" cite="#c"></q>'

FRAMESET = """<!DOCTYPE html><base id="base" href="base/"><frameset id="frameset">
<frame id="frame" src="about:blank?ж" longdesc="d?ж"><frame id="srcless" longdesc=" http://[ ">
"""


@pytest.mark.parametrize(
    ("encoding", "base"),
    [
        ("windows-1251", ""),
        ("utf-8", ""),
        ("shift_jis", '<base id="early base" href="http://books.example:8080/é/">'),
    ],
)
def test_page_with_every_kind_of_url_agrees_with_chromium(
    browser: Browser, site: Site, encoding: str, base: str
) -> None:
    text = EVERYTHING.replace("<title>", f"{base}<title>")
    content = text.encode(encoding, "xmlcharrefreplace")
    address = (
        site.put(f"/library/{encoding}{len(base)}/page", content, f"text/html;charset={encoding}")
        + "?q#f"
    )
    browser.visit(address)
    theirs, theirs_set, styles, sources = browser.run(
        f"""{READ_ELEMENTS} {SET_ATTRIBUTES}
        const background = id => getComputedStyle(document.getElementById(id)).backgroundImage
        return [
            readElements(document),
            setAttributes(document),
            ["styled", "styled by attribute"].map(background),
            ["img srcset", "picture img"].map(id => document.getElementById(id).currentSrc)
        ]""",
        ARGUMENT,
    )
    for parse in PARSERS:
        tree = parse(text)
        page = document(tree, address, encoding=encoding, standard=WHATWG)
        if parse not in OF_LXML:
            assert nodes_by_id(tree).keys() == theirs.keys()
        # lxml's parser does not change the start tag `<image>` to `<img>`.
        compare(
            page,
            tree,
            {**theirs, "image": {**theirs["image"], "urls": {}}} if parse in OF_LXML else theirs,
        )
        compare_setting(page, tree, theirs, theirs_set)
        held: dict[tuple[str | None, str | None], list[str | None]] = {}
        for url in page.urls():
            held.setdefault((id_of(url.node), url.attribute), []).append(url.url)
        assert styles == [
            f'url("{url}")' for url in (*held["style", None], *held["styled by attribute", "style"])
        ]
        assert sources == [held["img srcset", "srcset"][0], held["picture source", "srcset"][0]]


def test_frameset_agrees_with_chromium(browser: Browser, site: Site) -> None:
    address = site.put("/frameset/page", FRAMESET)
    browser.visit(address)
    theirs = browser.run(f"{READ_ELEMENTS} return readElements(document)", ARGUMENT)
    tree = html5lib_etree(FRAMESET)
    assert nodes_by_id(tree).keys() == theirs.keys()
    compare(document(tree, address, encoding="utf-8", standard=WHATWG), tree, theirs)


@pytest.mark.parametrize("encoding", ["windows-1251", "utf-8"])
@pytest.mark.parametrize("parse", [html5lib_etree, lxml_html])
def test_documents_in_frames_agree_with_chromium(
    browser: Browser, site: Site, encoding: str, parse: Parse
) -> None:
    address = site.put(
        f"/framed/{encoding}/page", FRAMES.encode(encoding), f"text/html;charset={encoding}"
    )
    browser.visit(address)
    # A script writes the blank document, and then changes the base URL of the page.
    theirs = browser.run(
        f"""{READ_ELEMENTS}
        const framed = (document, id) => document.getElementById(id).contentDocument
        const srcdoc = framed(document, "srcdoc"), blank = framed(document, "blank")
        blank.body.innerHTML = argument.inBlank
        document.querySelector("base").href = "changed/"
        return [document, srcdoc, framed(srcdoc, "inner srcdoc"), blank].map(
            document => [document.characterSet, readElements(document)])""",
        {"inBlank": IN_BLANK, **ARGUMENT},
    )
    tree = parse(FRAMES)
    page = document(tree, address, encoding=encoding, standard=WHATWG)
    # Chromium departs from HTML Standard 13.2.3.2 for a document without a charset, so this test
    # uses Chromium's encoding.
    encodings = [their_encoding for their_encoding, _ in theirs]
    srcdoc_tree = parse(nodes_by_id(tree)["srcdoc"].get("srcdoc"))
    srcdoc = document(
        srcdoc_tree, "about:srcdoc", container=page, encoding=encodings[1], standard=WHATWG
    )
    inner_tree = parse(nodes_by_id(srcdoc_tree)["inner srcdoc"].get("srcdoc"))
    inner = document(
        inner_tree, "about:srcdoc", container=srcdoc, encoding=encodings[2], standard=WHATWG
    )
    blank_tree = parse(IN_BLANK)
    blank = document(
        blank_tree, "about:blank", creator=page, encoding=encodings[3], standard=WHATWG
    )
    page.rewrite(lambda url: "changed/" if url.kind == "base" else None)
    compare(page, tree, theirs[0][1])
    compare(srcdoc, srcdoc_tree, theirs[1][1])
    compare(inner, inner_tree, theirs[2][1])
    compare(blank, blank_tree, theirs[3][1])
