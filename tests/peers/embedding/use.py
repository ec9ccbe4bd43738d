"""Use a project's public functions, and print what they return as JSON: `python use.py FUNCTION <
input.json`."""

import json
import sys


def feeds(cases):
    """Return the links of entries in Atom. The feed is at https://blog.example/, and the entries
    have an `xml:base`."""
    from html import escape

    from feedparser import parse

    answers = []
    for base, links in cases:
        entries = [
            f'<entry xml:base="{escape(base)}"><link href="{escape(link)}"/></entry>'
            for link in links
        ]
        feed = f'<feed xmlns="http://www.w3.org/2005/Atom" xml:base="https://blog.example/">{"".join(entries)}</feed>'
        answers.append([entry.get("link") for entry in parse(feed).entries])
    return answers


def fetched(urls):
    """Return the URL and the credentials with which feedparser fetches each feed."""
    import base64
    import urllib.request

    from feedparser import parse

    class Handler(urllib.request.BaseHandler):
        handler_order = 0

        def http_open(self, request):
            auth = request.get_header("Authorization", "").removeprefix("Basic ")
            self.request = [request.full_url, base64.b64decode(auth).decode()]
            raise urllib.error.URLError("not fetched")

    answers = []
    for url in urls:
        handler = Handler()
        handler.request = None
        _or_error(parse, url, handlers=[handler])
        answers.append(handler.request)
    return answers


def joined(pairs):
    from weasyprint.urls import url_join

    return [_or_error(url_join, base, url, False, url) for base, url in pairs]


def links(pairs):
    from weasyprint.urls import get_link

    return [get_link(url, base)[1] for base, url in pairs]


def files(paths):
    """Return the URLs that WeasyPrint makes of paths, and whether it opens the files there
    again."""
    from weasyprint.urls import URLFetcher, path2url

    return [
        [(url := path2url(path)), URLFetcher().fetch(url).read().decode() == path] for path in paths
    ]


def submitted(pages):
    """Open pages, submit the first form of each, and return the requests."""

    def submit(browser):
        browser.select_form()
        browser.submit_selected()

    return [_sent(submit, *page) for page in pages]


def followed(pages):
    """Open pages, follow the first link of each, and return the URLs."""
    answers = [_sent(lambda browser: browser.follow_link(), *page) for page in pages]
    return [answer if isinstance(answer, str) else answer[1] for answer in answers]


def _sent(do, address, page):
    """Open a page, and return the last request that a function makes with MechanicalSoup's
    browser."""
    import requests
    from mechanicalsoup import StatefulBrowser

    class Adapter(requests.adapters.BaseAdapter):
        def send(self, request, **options):
            self.request = request
            response = requests.Response()
            response.status_code, response.url, response.request = 200, request.url, request
            response.headers["Content-Type"], response._content = (
                "text/html",
                page.encode("latin-1"),
            )
            return response

        def close(self):
            pass

    adapter = Adapter()
    with StatefulBrowser(requests_adapters={"http://": adapter}) as browser:
        browser.open(address)
        try:
            do(browser)
        except Exception as error:
            return type(error).__name__
    sent = adapter.request
    body = sent.body.encode() if isinstance(sent.body, str) else sent.body or b""
    return [sent.method, sent.url, dict(sent.headers), body.decode("latin-1")]


def iris(pairs):
    """Resolve references with `URIRef`, in Turtle, in N3 and in RDF/XML."""
    from xml.sax.saxutils import quoteattr

    from rdflib import Graph, URIRef

    answers = []
    for base, reference in pairs:
        n3 = f"@base <{base}> . <{reference}> <p:p> 1 ."
        rdf = 'xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:p="p:"'
        about = f"<rdf:Description rdf:about={quoteattr(reference)} p:p='1'/>"
        xml = f"<rdf:RDF xml:base={quoteattr(base)} {rdf}>{about}</rdf:RDF>"
        graphs = [
            Graph().parse(data=data, format=name)
            for data, name in ((n3, "turtle"), (n3, "n3"), (xml, "xml"))
        ]
        subjects = [subject for graph in graphs for subject in graph.subjects()]
        answers.append([str(iri) for iri in (URIRef(reference, base=base), *subjects)])
    return answers


def _or_error(function, *arguments, **options):
    try:
        return function(*arguments, **options)
    except ValueError as error:
        return type(error).__name__


if __name__ == "__main__":
    json.dump(globals()[sys.argv[1]](json.load(sys.stdin)), sys.stdout)
