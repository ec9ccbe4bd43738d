"""`page.reflect()` and `page.url_of()` read what a script reads in Chromium."""

from __future__ import annotations

from xml.etree import ElementTree

from urldom.trees import document

from .browser import Browser, Site

#: The elements of HTML, also obsolete ones.
ELEMENTS = """a abbr address applet area article aside audio b base basefont bdi bdo bgsound blockquote
body br button canvas caption center cite code col colgroup command data datalist dd del details dfn
dialog dir div dl dt em embed fieldset figcaption figure font footer form frame frameset h1 head
header hgroup hr html i iframe img input ins kbd keygen label legend li link main map mark marquee
menu menuitem meta meter nav noscript object ol optgroup option output p param picture pre progress
q rp rt ruby s samp script search section select slot small source span strong style sub summary sup
table tbody td template textarea tfoot th thead time title tr track u ul var video wbr"""
#: Returns the attributes of the DOM that reflect a URL, each with its values.
READ = """
    const read = (name, key, value) => {
        const element = document.createElement(name)
        if (value !== null) element.setAttribute(key.toLowerCase(), value)
        return element[key]
    }
    const found = {}
    for (const name of argument.elements) {
        let prototype = document.createElement(name)
        while ((prototype = Object.getPrototypeOf(prototype)) !== HTMLElement.prototype)
            for (const key of Object.getOwnPropertyNames(prototype)) {
                if (typeof document.createElement(name)[key] !== "string") continue
                if (read(name, key, "/x y").endsWith("/x%20y"))
                    found[name + "." + key] = argument.values.map(value => read(name, key, value))
            }
    }
    return found"""
#: The last URL is invalid.
VALUES = [None, "", "x y", "?\u0436#f", "#", "\x01/a\n", "//h:x/"]


def test_elements_reflect_the_urls_that_chromium_reflects(browser: Browser, site: Site) -> None:
    markup = "".join(f"<{name}></{name}>" for name in ELEMENTS.split())
    address = site.put("/reflect/page", "<base href=b/c>", "text/html;charset=windows-1251")
    address += "?q#f"
    browser.visit(address)
    theirs = browser.run(READ, {"elements": ELEMENTS.split(), "values": VALUES})
    tree = ElementTree.XML(f'<html><base href="b/c"/>{markup}</html>')
    page = document(tree, address, encoding="windows-1251")
    found: dict[str, list[str]] = {}
    for node in list(tree)[1:]:
        for name in {key.split(".")[1] for key in theirs}:
            values: list[str] = []
            for value in VALUES:
                node.attrib.clear()
                if value is not None:
                    node.set(name.lower(), value)
                try:
                    values.append(page.reflect(node, name))
                except ValueError:
                    break
            else:
                found.setdefault(f"{node.tag}.{name}", values)
    for name in ("form.action", "button.formAction", "input.formAction"):
        # For an invalid URL, Chromium does not return the text of the attribute, as the Standard says.
        assert (theirs[name].pop(), found[name].pop()) == ("http://h:x/", "//h:x/")
    # Of a `base`, Chromium returns a fragment without the attribute, and a query in UTF-8.
    del theirs["base.href"], found["base.href"]
    assert found == theirs
