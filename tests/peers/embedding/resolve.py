"""Resolve references by a project's public functions: `python resolve.py PROJECT`.

The input is a list of bases and references in JSON, and the output is the list of the project's
answers."""

import json
import re
import sys
from html import escape


def courlan(base, reference):
    from courlan import fix_relative_urls

    return fix_relative_urls(base, reference)


def feedparser(base, reference):
    from feedparser import parse

    link = f'<entry><link href="{as_attribute(reference)}"/></entry>'
    feed = parse(
        f'<feed xmlns="http://www.w3.org/2005/Atom" xml:base="{as_attribute(base)}">{link}</feed>'
    )
    return feed.entries[0].link


def html2text(base, reference):
    from html2text import HTML2Text

    text = HTML2Text(baseurl=base, bodywidth=0).handle(
        f'<a href="{as_attribute(reference)}">link</a>'
    )
    written = re.search(r"\[link\]\(<?(.*?)>?\)\s*\Z", text).group(1)
    return re.sub(r"\\([\\\[\]()])", r"\1", written)  # Markdown escapes these characters.


def mechanicalsoup(base, reference):
    from mechanicalsoup import StatefulBrowser

    with StatefulBrowser() as browser:
        browser.open_fake_page("", url=base)
        return browser.absolute_url(reference)


def rdflib(base, reference):
    from rdflib import URIRef

    return str(URIRef(reference, base=base))


def trafilatura(base, reference):
    from trafilatura import extract

    words = f"<p>{'This is a sentence of an article. ' * 20}</p>"
    page = (
        f"<html><body><article>{words}<p><img"
        f' src="{as_attribute(reference)}"></p>{words}</article></body></html>'
    )
    text = extract(page, url=base, include_images=True, output_format="xml")
    return re.search(r'<graphic src="([^"]*)"', text).group(1).replace("&amp;", "&")


def weasyprint(base, reference):
    from weasyprint import HTML

    page = f'<base href="{as_attribute(base)}"><a href="{as_attribute(reference)}">link</a>'
    (link,) = HTML(string=page, base_url="http://other.example/").render().pages[0].links
    return link[1]


def as_attribute(text):
    return escape(text).replace("\t", "&#9;").replace("\n", "&#10;")


if __name__ == "__main__":
    resolve = globals()[sys.argv[1].lower()]
    json.dump([resolve(base, reference) for base, reference in json.load(sys.stdin)], sys.stdout)
