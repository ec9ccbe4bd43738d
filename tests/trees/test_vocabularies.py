"""Vocabularies of XML and JSON: their names in the wild, and the places of their URLs."""

from __future__ import annotations

import json

import pytest

from tests.cases import each_case
from tests.conformance import cases
from urldom.trees import LAZY_IMAGES, SOCIAL_CARDS, Row, parse

ADDRESS = "http://example.com/d/f"
ROWS = {"HTML lazy": LAZY_IMAGES, "Open Graph": SOCIAL_CARDS, "Twitter cards": SOCIAL_CARDS}
XML_LIBRARIES = ["xml.etree", "lxml"]


def read(case, document=None, *, address=None, parser=None):
    """Return the document of a case, or another text in its place."""
    return parse(
        case["document"].encode() if document is None else document,
        address or case["address"],
        content_type=case["content_type"],
        parser=parser if is_xml(case) else None,
        rows=ROWS.get(case["name"].partition("/")[0], ()),
    )


def is_xml(case):
    return "xml" in case["content_type"] or case["content_type"] == "text/x-opml"


def urls(case, page):
    pages = [page]
    if "through" in case:
        pages = [inner for _, inner in page.embedded_documents()]
    return {url.url for page in pages for url in page.urls()}


#: libxml2 accepts only URIs as namespaces.
REJECTED_BY_LXML = "xmlns: ' http://www.w3.org/2005/Atom ' is not a valid URI"


def problem(case, parser):
    if parser == "lxml" and "' http" in case["name"]:
        with pytest.raises(ValueError, match=REJECTED_BY_LXML):
            read(case, parser=parser)
        return None
    found = urls(case, read(case, parser=parser))
    missed = {*case["expected"]} - found
    wrong = {*case.get("not_expected", ())} & found
    return f"{case['name']}: missed {missed}, found {wrong}" if missed or wrong else None


@pytest.mark.conformance
@pytest.mark.parametrize("parser", XML_LIBRARIES)
def test_every_url_of_a_vocabulary_is_found(parser):
    pytest.importorskip(parser)
    problems = [problem(case, parser) for case in cases("vocabularies")]
    assert list(filter(None, problems)) == []
    assert len(problems) > 400


KEPT = ("fragment", "identifier")


@pytest.mark.parametrize("address", [None, "http://example.com/other/place/x"])
def test_rewritten_urls_lead_to_the_same_places(address):
    for case in cases("vocabularies"):
        page = read(case)
        before = [url.url for url in page.urls() if url.kind not in KEPT]
        if address is None:
            page.make_absolute()
        else:
            page.make_relative(address)
        again = read(case, page.to_bytes(), address=address)
        assert [url.url for url in again.urls() if url.kind not in KEPT] == before, case["name"]


@each_case(
    ("document", "vocabulary"),
    [
        ("<rss/>", "rss"),
        ("<RSS/>", "rss"),
        ("<rss xmlns='http://www.w3.org/2005/Atom'/>", "rss"),
        ("<feed/>", "atom"),
        ("<feed xmlns='HTTPS://w3.org/2005/atom#'/>", "atom"),
        ("<feed xmlns='urn:x'/>", "atom"),
        ("<feed xmlns='http://search.yahoo.com/mrss/'/>", None),
        ("<urlset/>", "sitemap"),
        ("<Urlset/>", None),
        ("<OPML/>", "opml"),
        ("<svg/>", "svg"),
        ("<svg xmlns='http://www.w3.org/2000/svg'/>", "svg"),
        ("<html xmlns='http://www.w3.org/1999/xhtml'/>", "html"),
        ("<kml/>", "kml"),
        ("<package xmlns='http://www.idpf.org/2007/opf'/>", "epub-package"),
        ("<package xmlns='urn:x'/>", None),
        ("<r:RDF xmlns:r='http://www.w3.org/1999/02/22-rdf-syntax-ns#'><item/></r:RDF>", "rss"),
        ("<r:RDF xmlns:r='http://www.w3.org/1999/02/22-rdf-syntax-ns#'><x/></r:RDF>", "rdf"),
        ("<x/>", None),
        ("<x xmlns='http://search.yahoo.com/mrss/'/>", None),
    ],
)
def test_a_vocabulary_is_recognized_by_its_root(document, vocabulary):
    assert parse(document, ADDRESS, content_type="text/xml").vocabulary == vocabulary


def test_html_is_a_vocabulary():
    assert parse("<p>a", ADDRESS).vocabulary == "html"


def test_known_extension_is_not_the_vocabulary_of_its_root():
    text = '<feed xmlns="http://search.yahoo.com/mrss/"><link href="a"/><content url="b"/></feed>'
    page = parse(text, ADDRESS, content_type="text/xml")
    assert [url.value for url in page.urls()] == ["b"]


def test_rows_of_users_match_the_spelling_of_the_document_and_the_usual_one():
    text = '<feed xmlns="https://www.w3.org/2005/atom"><x y="a"/></feed>'
    for namespace in ("https://www.w3.org/2005/atom", "http://www.w3.org/2005/Atom"):
        rows = [Row("x", "y", namespace=namespace)]
        page = parse(text, ADDRESS, content_type="text/xml", rows=rows)
        assert [url.url for url in page.urls()] == ["http://example.com/d/a"]


def test_loose_names_do_not_make_forms():
    """A browser ignores elements in another namespace, whatever `urls()` finds in them."""
    text = '<html xmlns="https://www.w3.org/1999/xhtml"><base href="/b/"/><form action="c"/></html>'
    page = parse(text, ADDRESS, content_type="text/xml")
    assert page.base_url == ADDRESS
    assert list(page.forms()) == []
    assert [url.value for url in page.urls()] == ["/b/", "c"]


EMPTY = """<rss xmlns:m="http://search.yahoo.com/mrss/" xmlns:p="https://podcastindex.org/namespace/1.0"
 xmlns:a="http://www.w3.org/2005/Atom" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
 xsi:noNamespaceSchemaLocation=""><channel><link/><item><enclosure url=""/><enclosure url=" "/><source url=""/>
 <m:content url="{0}"/><m:thumbnail url="{0}"/><m:player url=" "/><p:transcript url="{0}"/><p:chapters url=""/>
 <a:link rel="enclosure" href=""/><a:link href=""/></item></channel></rss>"""


@each_case("parser", XML_LIBRARIES)
def test_empty_url_is_none_unless_it_can_mean_the_document(parser):
    pytest.importorskip(parser)
    page = parse(EMPTY.format(""), ADDRESS, parser=parser)
    assert [(found.kind, found.url) for found in page.urls()] == [("hyperlink", ADDRESS)]
    page = parse(EMPTY.format("\n"), ADDRESS, parser=parser)
    assert [found.url for found in page.urls()] == [ADDRESS]


UNESCAPED = """<rss xmlns:c="http://purl.org/rss/1.0/modules/content/" xmlns:a="http://www.w3.org/2005/Atom"
 xmlns:m="http://search.yahoo.com/mrss/"><channel><item>
<description>Text <p><a href="d1">q</a><img src="d2" srcset="d3 2x"/><img src=""/></p></description><link>l1</link>
<c:encoded><a href="e1"/><iframe srcdoc="&lt;img src='e2'>"/></c:encoded>
<a:summary type="html"><a href="s1"/><a:a href="s2"/></a:summary>
<a:content type="xml"><a href="no"/><link>l2</link></a:content>
<m:text type="plain"><a href="no"/></m:text><title><a href="no"/></title><x><a href="no"/></x>
</item></channel></rss>"""


@each_case("parser", XML_LIBRARIES)
@each_case("base", ["", ' xml:base="x/"'])
def test_html_that_a_feed_does_not_escape_is_searched(parser, base):
    pytest.importorskip(parser)
    page = parse(UNESCAPED.replace("<channel", f"<channel{base}"), ADDRESS, parser=parser)
    assert [url.value for url in page.urls()] == ["l1", "l2"]
    found = list(page.urls(embedded=True))
    assert [url.value for url in found] == ["d1", "d2", "d3", "l1", "e1", "e2", "s1", "l2"]
    assert not any(page.request(url) for url in found if url.value != "e2")
    page.make_absolute(embedded=True)
    assert page.to_text().count('"http://example.com/d/') == 5


def test_html_of_atom_that_is_not_escaped_is_in_its_namespace():
    text = """<feed xmlns="http://www.w3.org/2005/Atom"><entry><content type="html"><link href="a" rel="icon"/>
    <area href="b"/></content><content type="application/xml"><area href="no"/></content></entry></feed>"""
    found = parse(text, ADDRESS).urls(embedded=True)
    assert [(url.kind, url.value) for url in found] == [("resource", "a"), ("hyperlink", "b")]


# Base URLs

MPD = """<MPD xmlns="urn:mpeg:dash:schema:mpd:2011"><BaseURL>http://cdn.example/a/</BaseURL><BaseURL>b/</BaseURL>
<Period><BaseURL>c/</BaseURL><SegmentURL media="s"/></Period><SegmentURL media="t"/></MPD>"""


@pytest.mark.parametrize("parser", XML_LIBRARIES)
def test_base_urls_of_dash_are_nested_and_their_alternatives_are_not(parser):
    pytest.importorskip(parser)
    page = parse(MPD, ADDRESS, content_type="application/dash+xml", parser=parser)
    found = list(page.urls())
    assert [url.url for url in found] == [
        "http://cdn.example/a/",
        "http://example.com/d/b/",
        "http://cdn.example/a/c/",
        "http://cdn.example/a/c/s",
        "http://cdn.example/a/t",
    ]
    segment = found[3].node
    assert page.base_url_of(segment) == "http://cdn.example/a/c/"
    assert page.chain(segment).base_url == "http://cdn.example/a/c/"


def test_paths_in_the_container_of_a_book_begin_at_its_root():
    text = """<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>
    <rootfile full-path="o/p.opf"/></rootfiles></container>"""
    page = parse(text, "http://h/b/META-INF/container.xml", content_type="text/xml")
    (url,) = page.urls()
    assert url.url == "http://h/b/o/p.opf"
    page.make_relative("http://h/c/META-INF/container.xml")
    (moved_url,) = page.urls()
    assert moved_url.value == "/b/o/p.opf"


def test_attribute_template_of_xslt_is_not_a_url():
    text = """<s:stylesheet xmlns:s="http://www.w3.org/1999/XSL/Transform" xmlns="http://www.w3.org/1999/xhtml">
    <a href="{@x}"/><img src="a"/></s:stylesheet>"""
    page = parse(text, ADDRESS, content_type="text/xml")
    (url,) = page.urls()
    page.rewrite(lambda url: "{b}")
    assert 'src="%7Bb%7D"' in page.to_text()
    assert url.value == "a"


# JSON and lists

FEED = """{ "version" : "https:\\/\\/jsonfeed.org\\/version\\/1.1", "title": "\\u0041",
 "items": [{"id": "1", "url": "a\\u0062", "items.url": "x", "content_html": "<img src='i'>"}, {"url": ""}] }"""


def test_only_the_urls_of_json_change():
    page = parse(FEED.encode(), ADDRESS, content_type="application/feed+json")
    assert page.vocabulary == "json-feed"
    url = next(page.urls(kind="hyperlink"))
    assert (url.element_name, url.attribute, url.value) == ("items.url", None, "ab")
    assert (url.url, url.get("id")) == ("http://example.com/d/ab", "1")
    page.make_absolute()
    assert page.to_bytes().decode() == FEED.replace("a\\u0062", "http://example.com/d/ab")
    assert page.tree["items"][0]["url"] == "http://example.com/d/ab"
    ((_, inner),) = page.embedded_documents()
    assert [each.url for each in inner.urls()] == ["http://example.com/d/i"]


@pytest.mark.parametrize("content_type", [None, "application/json", "text/json", "text/plain"])
def test_json_feed_without_a_precise_type_is_known_by_its_version(content_type):
    assert parse(FEED, ADDRESS, content_type=content_type).vocabulary == "json-feed"


CHAPTERS = """{"version": "1.2.0", "author": "a", "chapters": [{"startTime": 0, "title": "b", "url": "u", "img": "i"},
{"startTime": 1, "img": "", "location": {"name": "Paris", "geo": "geo:48.8,2.2"}}]}"""


@pytest.mark.parametrize("content_type", [None, "application/json", "application/json+chapters"])
def test_chapters_of_a_podcast_are_known_by_their_type_or_members(content_type):
    page = parse(CHAPTERS.encode(), ADDRESS, content_type=content_type)
    assert page.vocabulary == "podcast-chapters"
    assert [(url.kind, url.url) for url in page.urls()] == [
        ("hyperlink", "http://example.com/d/u"),
        ("resource", "http://example.com/d/i"),
        ("identifier", "geo:48.8,2.2"),
    ]


OTHER_JSON = [
    '{"url": "a"}',
    '{"version": 1, "a": "jsonfeed.org"}',
    '{"version": "1", "chapters": 1}',
]


def test_other_json_is_rejected():
    for text in OTHER_JSON:
        with pytest.raises(ValueError, match="unknown content type"):
            parse(text, ADDRESS, content_type="application/ld+json")
        with pytest.raises(ValueError, match=r"what kind of JSON this is: pass"):
            parse(text, ADDRESS, content_type="application/json")
        with pytest.raises(ValueError, match="does not name markup"):
            parse(text, ADDRESS, content_type="text/plain")
    with pytest.raises(ValueError, match=r"the document is not valid: it is not JSON: .*line 1"):
        parse('{"jsonfeed.org"', ADDRESS, content_type="application/json")


@pytest.mark.parametrize("text", ["", "{", '{"a": NaN}', "[" * 100_000, "<p>"])
def test_invalid_json_is_rejected(text):
    with pytest.raises(ValueError, match="it is not JSON"):
        parse(text, ADDRESS, content_type="application/feed+json")


def test_urls_of_json_that_are_not_an_object_are_none():
    for text in ("[]", '"a"', "1", '["http://h/"]'):
        page = parse(text, ADDRESS, content_type="application/manifest+json")
        assert list(page.urls()) == []
        assert page.tree == json.loads(text)


def test_manifest_resolves_its_id_against_the_start_url():
    text = '{"id": "app", "start_url": "https://s.example/x/y", "icons": [{"src": "i", "sizes": "1x1"}]}'
    page = parse(text, ADDRESS, content_type="application/manifest+json")
    assert [url.url for url in page.urls()] == [
        "https://s.example/app",
        "https://s.example/x/y",
        "http://example.com/d/i",
    ]


def test_documents_that_are_not_markup_have_no_elements_of_pages():
    page = parse(FEED, ADDRESS)
    assert (page.base_url, list(page.forms()), page.indicated("a")) == (ADDRESS, [], None)
    (url, *_) = page.urls(kind="hyperlink")
    assert page.base_url_of(url.node) == ADDRESS
    with pytest.raises(ValueError, match="no attribute href"):
        page.url_of(url.node, "href")


def test_sitemap_can_be_a_list_of_urls():
    text = "\ufeffhttp://h/a\r\n  HTTPS://h/ж \n\nhttp://h/c"
    page = parse(text.encode(), ADDRESS, content_type="text/plain")
    assert page.vocabulary == "sitemap"
    assert [url.url for url in page.urls()] == ["http://h/a", "https://h/%D0%B6", "http://h/c"]
    page.rewrite(lambda url: url.url.replace("//h/", "//i/"))
    assert page.to_text() == "http://i/a\r\n  https://i/%D0%B6 \n\nhttp://i/c"


def test_odd_lines_of_a_list_are_urls_that_may_not_resolve():
    text = "\n https://s/a \r\n# c\r\nhttps://s/b c\r\n/rel\r\nhttp://[\r\n"
    for source in (text, text.encode(), text.encode("utf-16")):
        for content_type in (None, "text/plain"):
            page = parse(source, "https://s/d/sitemap.txt", content_type=content_type)
            found = [url.url for url in page.urls()]
            assert found == ["https://s/a", "https://s/b%20c", "https://s/rel", None]
    *_, last = page.urls()
    assert last.error.reason


def test_list_keeps_absolute_urls():
    page = parse("https://s/d/a\n/rel\nhttp://[", "https://s/d/list.txt")
    page.make_relative()
    assert page.to_text() == "https://s/d/a\nhttps://s/rel\nhttp://["


@each_case(
    ("options", "encoding"),
    [
        ({"encoding": "latin1"}, "latin1"),
        ({"content_type": "text/plain;charset=iso-8859-1"}, "latin1"),
        ({"content_type": "text/plain;charset=utf-8", "encoding": "latin1"}, "latin1"),
        ({"content_type": "text/plain;charset=latin1"}, "utf-16"),  # with a byte order mark
        ({}, "utf-8"),
    ],
)
def test_list_has_the_encoding_of_its_bytes_or_its_sender(options, encoding):
    text = "https://s/é\nhttps://s/a"
    page = parse(text.encode(encoding), ADDRESS, **options)
    assert [url.url for url in page.urls()] == ["https://s/%C3%A9", "https://s/a"]
    assert page.to_bytes() == text.encode(encoding)
    page.rewrite(lambda url: "https://s/ж" if url.value.endswith("a") else None)
    again = parse(page.to_bytes(), ADDRESS, **options)
    assert [url.url for url in again.urls()] == ["https://s/%C3%A9", "https://s/%D0%B6"]


def test_snippet_of_html_that_begins_with_a_url_is_not_a_list():
    page = parse("http://h/\n<a href=b>", ADDRESS)
    assert (page.vocabulary, [url.value for url in page.urls()]) == ("html", ["b"])


@pytest.mark.parametrize("text", ["http://h/a b", "# c\nhttp://h/a", "see http://h/"])
def test_other_text_is_not_a_list_of_urls(text):
    with pytest.raises(ValueError, match="does not name markup"):
        parse(text, ADDRESS, content_type="text/plain")


# Ready-made rows


def test_values_that_are_not_urls_are_not_lazy_images():
    html = '<img data-lazy="true" data-retina=2><p data-bg="#fff" data-background="dark">'
    assert list(parse(html, ADDRESS, rows=LAZY_IMAGES).urls()) == []


def test_lazy_background_can_be_a_style():
    html = "<p data-bg=\"url('a.png')\"><p data-bg='b.png'>"
    page = parse(html, ADDRESS, rows=LAZY_IMAGES)
    assert [url.url for url in page.urls()] == [
        "http://example.com/d/a.png",
        "http://example.com/d/b.png",
    ]


def test_author_that_is_a_name_is_not_a_link():
    html = '<meta property="article:author" content="A. Writer"><meta property="og:image" content="a b.png">'
    page = parse(html, ADDRESS, rows=SOCIAL_CARDS)
    assert [(url.kind, url.url) for url in page.urls()] == [
        ("resource", "http://example.com/d/a%20b.png")
    ]
