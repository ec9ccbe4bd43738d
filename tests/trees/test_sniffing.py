"""The first bytes decide whether a document without a content type is HTML or XML."""

import pytest

from tests.trees.helpers import ADDRESS, XHTML, urls
from urldom.trees import parse
from urldom.trees._sniffing import sniff_syntax


@pytest.mark.parametrize(
    "data",
    [
        "<?xml version='1.0'?><a/>",
        "\n <rss/>",
        "<rdf:RDF xmlns:rdf='a'/>",
        "<urlset />",
        "<svg/>",
        "<!-- c --><rss version='2.0'/>",
        "\n<!-- <html> -->\n<?x y?><!--" + "-x" * 5000 + "--> <rss/>",
        "<!DOCTYPE rss [<!ELEMENT rss ANY>]><rss/>",
        "<opml version='2.0'/>",
    ],
    ids=lambda data: data[:20],
)
def test_document_that_begins_like_xml_is_xml(data):
    for encoding in ("utf-8", "utf-8-sig", "utf-16"):
        assert parse(data.encode(encoding), ADDRESS).parser == "xml.etree"
    assert parse(data, ADDRESS).parser == "xml.etree"


def test_malformed_xhtml_is_html_without_an_xml_content_type():
    page = f'<?xml version="1.0"?>{XHTML}'
    assert urls(page) == ["http://h/d/b"] and parse(page, ADDRESS).parser != "xml.etree"
    with pytest.raises(ValueError, match="the document is not well-formed XML: undefined entity"):
        parse(page, ADDRESS, content_type="application/xhtml+xml")
    with pytest.raises(ValueError, match="the document is not well-formed XML: "):
        parse("<rss><channel></rss>", ADDRESS)


@pytest.mark.parametrize(
    "beginning",
    [
        "<?xml version='1.0'?><!--" + "x" * 5000 + "--><html>",
        "<?xml version='1.0'?><!doctype html>",
        "<?xml version='1.0'?><div>",
        "<svg></svg>",
        "<svg>",
        "<?xml",
        "<?xml version='1.0'?>\0",
        "<!-- rss --><p>",
        "<!-- <rss>",
        "<rssx>",
    ],
    ids=lambda beginning: beginning[:40],
)
def test_malformed_document_is_html_and_malformed_feed_raises(beginning):
    for source in (f"{beginning}<a href=b>", f"{beginning}<a href=b>".encode()):
        assert parse(source, ADDRESS).parser != "xml.etree"
        if beginning[-1] == ">" and "<!-- <" not in beginning:
            assert urls(source) == ["http://h/d/b"]
    for feed in ("<rss>", "<?xml version='1.0'?><!-- <html> --><feed>", "<!-- c --><opml>", "<rss><html>"):
        with pytest.raises(ValueError, match="the document is not well-formed XML: "):
            parse(f"{feed}<a href=b>", ADDRESS)


@pytest.mark.parametrize("piece", ["<!--", "<?", "<!-- -->", "<?x?>", " ", "<", "&", "a:"])
def test_long_prolog_is_sniffed_in_linear_time(piece):
    """Quadratic time would take minutes."""
    for start in ("", "<", "<!DOCTYPE html>"):
        long, short = (sniff_syntax(start + piece * number, is_xml=True) for number in (100_000, 10))
        assert long == short
