"""Functions that several test modules use to make and read pages."""

from tests.trees.parsers import parse_xml
from urldom.trees import document, parse
from urldom.trees._libraries import adapt
from urldom.trees._tree import html_name

ADDRESS = "http://h/d/"
HTML_PARSERS = ["turbohtml", "selectolax", "html5lib", "lxml", "bs4"]
XML_PARSERS = ["xml.etree", "lxml"]
FEED = '<feed xmlns="http://www.w3.org/2005/Atom" xml:base="/base/"><icon>?q=я</icon></feed>'
XHTML = '<html xmlns="http://www.w3.org/1999/xhtml"><a href="b">&nbsp;</a></html>'


def urls(source, address=ADDRESS, **options):
    return [url.url for url in parse(source, address, **options).urls()]


XML_BASE = "{http://www.w3.org/XML/1998/namespace}base"
ATOM = 'xmlns="http://www.w3.org/2005/Atom"'


def page_of(text, address="http://example.com/dir/page", *, standard="html5", **options):
    """Return a document under HTML5, which applies `xml:base`."""
    return document(parse_xml(text), address, standard=standard, **options)


def resolved(page):
    return [url.url for url in page.urls()]


def first(page, name):
    tree = adapt(page.tree)
    return next(iter(tree.find(html_name(tree, name))))


def attributes_of(given, node):
    tree = adapt(given)
    return {name: tree.get(node, name) for name in tree.attribute_names(node)}
