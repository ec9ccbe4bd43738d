"""The URLs and base URLs of feeds are those that feedparser's own tests expect."""

import re

import pytest

from tests.conformance import cases
from tests.trees.parsers import HTML_PARSERS
from urldom import URL
from urldom.trees import parse

#: The names of the elements whose base URL feedparser calls by the key's name
ELEMENTS = {
    "summary": {"summary", "abstract"},
    "copyright": {"copyright", "rights"},
    "tagline": {"tagline", "subtitle"},
}
#: The cases in which urldom does not find the expected URLs, by the reason.
DIFFERENCES = {
    "The Channel Definition Format of 1997 is not supported": {
        "base/cdf_item_abstract_xml_base",
        *(
            f"cdf/{place}_href_map_{key}"
            for place in ("channel", "item")
            for key in ("link", "links")
        ),
    },
    "RSS has no `body` and no `fullitem`": {
        f"base/http_item_{name}_base_{base}"
        for name in ("body", "fullitem")
        for base in ("content_location", "docuri")
    },
    "Content in base64 was only in Atom 0.3": {
        f"base/http_{place}_base64_base_{base}"
        for place in (
            *("entry_content", "entry_summary", "entry_title"),
            *("feed_copyright", "feed_info", "feed_tagline", "feed_title"),
        )
        for base in ("content_location", "docuri")
    },
    "feedparser ignores a base URL or an address with the scheme javascript": {
        "base/unsafe_base",
        "http/headers_content_location-unsafe",
    },
    "A `guid` that is not a permanent link is not a location": {"rss/entity_in_doctype"},
}


def local_name(node):
    return node.tag.rpartition("}")[2].lower()


def descendants(node, *, in_entry=False):
    for child in node:
        is_in_entry = in_entry or local_name(child) in ("entry", "item")
        yield child, is_in_entry
        yield from descendants(child, in_entry=is_in_entry)


def base_urls(page, place):
    """Return the base URLs of the elements at a place such as `feed['title_detail']['base']`."""
    key = re.search(r"\['([a-z]+?)(?:_detail)?'\]", place)[1]
    names = ELEMENTS.get(key, {key})
    nodes = [
        node for node, in_entry in descendants(page.tree) if in_entry is place.startswith("entries")
    ]
    return [page.base_url_of(node) for node in nodes if local_name(node) in names]


def urls(page):
    yield from page.urls()
    for _, inner in page.embedded_documents(HTML_PARSERS["html5lib, etree"]):
        yield from inner.urls()


def read(case):
    """Return the URLs that urldom finds where feedparser finds the expected ones."""
    data, place = case["markup"].encode("latin-1"), case["place"]
    page = parse(
        data, case["address"], content_type=case["content_type"], parser="xml.etree", recover=True
    )
    if place.endswith("['base']"):
        return base_urls(page, place)
    return [url.url for url in urls(page)]


@pytest.mark.conformance
def test_urls_and_base_urls_are_those_of_feedparser():
    expected_differences = set().union(*DIFFERENCES.values())
    differences, equal = set(), 0
    for case in cases("feeds"):
        try:
            found = read(case)
        except ValueError as error:
            found = [str(error)]
        if found and {URL(url).href for url in case["expected"]} <= {*found}:
            equal += 1
        else:
            differences.add(case["name"].removeprefix("wellformed/").removeprefix("illformed/"))
    assert differences == expected_differences
    assert equal >= 251
