"""lxml keeps the face of a document in XML, but not how its tags are written."""

import pytest

from tests.trees.helpers import ADDRESS
from urldom.trees import parse

TEXT = """<?xml version='1.0' encoding="utf-8" standalone='yes'?>
<!-- before --><?xml-stylesheet href="a"?>
<!DOCTYPE rss [<!ENTITY b "c">]>
<rss xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" xmlns:unused="u:1"><channel>
<!-- inside --><?b c?><link><![CDATA[d?e&f]]></link><itunes:image href='g'/>
</channel></rss>
<!-- after -->
"""


def page_of(text):
    pytest.importorskip("lxml.etree")
    return parse(text, ADDRESS, content_type="text/xml", parser="lxml")


def canonical(text):
    etree = pytest.importorskip("lxml.etree")
    tree = etree.ElementTree(etree.fromstring(text.encode()))
    return etree.tostring(tree, method="c14n", with_comments=True).decode(), tree.docinfo.doctype


def test_document_that_does_not_change_is_written_as_the_same_canonical_xml():
    written = page_of(TEXT).to_text()
    assert canonical(written) == canonical(TEXT)
    assert written.startswith(TEXT.partition("\n")[0]) and written.endswith("<!-- after -->\n")
    assert '<!ENTITY b "c">' in written and "<![CDATA[d?e&f]]>" in written


def test_rewritten_url_keeps_its_cdata_section():
    page = page_of(TEXT)
    page.rewrite(lambda url: url.value + "&h")
    written = page.to_text()
    changes = [("d?e&f", "d?e&f&h"), ("'g'", "'g&amp;h'"), ('href="a"', 'href="a&amp;h"')]
    expected = TEXT
    for before, after in changes:
        expected = expected.replace(before, after)
    assert canonical(written) == canonical(expected)
    assert "<![CDATA[d?e&f&h]]>" in written


@pytest.mark.parametrize("text", ["<link>a</link>", "<link>a<!--b--></link>"])
def test_other_texts_get_no_cdata_section(text):
    page = page_of(f"<rss>{text}</rss>")
    page.rewrite(lambda url: "c]]>")
    assert "<link>c]]&gt;" in page.to_text()


def test_text_that_would_end_a_cdata_section_gets_none():
    page = page_of("<rss><link><![CDATA[a]]></link></rss>")
    page.rewrite(lambda url: "c]]>")
    assert page.to_text() == "<rss><link>c]]&gt;</link></rss>"


def test_xhtml_keeps_a_prefix():
    text = '<html:html xmlns:html="http://www.w3.org/1999/xhtml"><html:a href="b"/></html:html>'
    assert page_of(text).to_text() == text


def test_deeply_nested_xml_raises():
    assert page_of(f"{'<a>' * 250}{'</a>' * 250}").to_text().startswith("<a><a>")
    with pytest.raises(ValueError, match="Excessive depth in document: 256"):
        page_of(f"{'<a>' * 1_000_000}{'</a>' * 1_000_000}")
