"""`links` finds every URL of a file: a page, a feed or another XML document, or a style sheet."""

import gzip

import pytest

from tests.cases import each_case
from urldom._core.errors import InvalidURLError
from urldom.command._files import read_page
from urldom.trees import _libraries as libraries
from urldom.trees import _source as parsing

PARSERS = ["turbohtml", "selectolax", "html5lib", "lxml", "bs4"]
XHTML = '<html xmlns="http://www.w3.org/1999/xhtml" xml:base="/base/"><a href="b"/></html>'


def urls(data, *, address="http://example.com/", standard="whatwg", **options):
    return [link.url for link in read_page(data, address, standard=standard, **options).urls()]


def values_of(link):
    return link.element_name, link.attribute, link.kind, link.value, link.url, link.error


@pytest.fixture(params=PARSERS)
def with_each_parser(request, monkeypatch):
    pytest.importorskip(request.param, reason=f"{request.param} is not installed")
    monkeypatch.setattr(
        parsing, "HTML_PARSERS", {request.param: parsing.HTML_PARSERS[request.param]}
    )


@pytest.mark.usefixtures("with_each_parser")
def test_urls_of_a_page_use_its_base_and_encoding():
    page = (
        '<meta charset="windows-1251"><base href="b/"><p><a href="?q=я">x</a><img src="">'.encode(
            "windows-1251"
        )
    )
    for standard in ("html5", "whatwg"):
        assert urls(page, standard=standard) == [
            "http://example.com/b/",
            "http://example.com/b/?q=%FF",
        ]
        assert (
            urls(page, standard=standard, encoding="utf-8")[1]
            == "http://example.com/b/?q=%EF%BF%BD"
        )
        assert urls(page, standard=standard, encoding="latin1")[1] == "http://example.com/b/?q=%FF"


@pytest.mark.usefixtures("with_each_parser")
@each_case("data", [b"", b"  ", b"<!-- a -->", b"<!doctype html>", b"\0", b"text"])
def test_file_without_elements_has_no_urls(data):
    assert urls(data) == []


@pytest.mark.usefixtures("with_each_parser")
def test_malformed_xhtml_is_read_as_html():
    page = b'<?xml version="1.0"?><html><a href="b">&nbsp;<br></html>'
    assert urls(page) == urls(page, suffix=".xhtml") == ["http://example.com/b"]


def test_link_has_element_attribute_kind_value_and_url():
    page = b'<a href=" b ">x</a><style>@import "c"</style><img src="http://a:b/">'
    first, second, third = read_page(page, "http://example.com/", standard="whatwg").urls()
    assert values_of(first) == ("a", "href", "hyperlink", "b", "http://example.com/b", None)
    assert values_of(second) == ("style", None, "resource", "c", "http://example.com/c", None)
    assert values_of(third)[:5] == ("img", "src", "resource", "http://a:b/", None)
    assert isinstance(third.error, InvalidURLError) and third.error.url == "http://a:b/"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "windows-1251"])
def test_feeds_are_read_as_xml(encoding):
    text = (
        '<?xml version="1.0"'
        f' encoding="{encoding}"?><rss><channel><link>?q=я</link></channel></rss>'
    )
    query = "%FF" if encoding == "windows-1251" else "%D1%8F"
    assert urls(text.encode(encoding)) == [f"http://example.com/?q={query}"]


@pytest.mark.parametrize(
    ("data", "suffix"),
    [
        (
            '<feed xmlns="http://www.w3.org/2005/Atom" xml:base="/base/"><icon>b</icon></feed>',
            ".atom",
        ),
        ('<rss xml:base="/base/"><channel><link>b</link></channel></rss>', ""),
        ('<d xml:base="/base/"><a xmlns="http://www.w3.org/1999/xhtml" href="b"/></d>', ".xml"),
    ],
)
def test_xml_base_applies_in_xml_under_each_standard(data, suffix):
    for standard in ("html5", "whatwg"):
        assert urls(data.encode(), suffix=suffix, standard=standard) == [
            "http://example.com/base/b"
        ]


def test_xml_base_in_a_page_depends_on_the_standard():
    svg = '<svg xmlns="http://www.w3.org/2000/svg" xml:base="/base/"><a href="b"/></svg>'
    for page in (XHTML, svg):
        assert urls(page.encode(), suffix=".xml") == ["http://example.com/b"]
        assert urls(page.encode(), suffix=".xml", standard="html5") == ["http://example.com/base/b"]


def test_malformed_xml_raises():
    for data, suffix in ((b"<rss><channel><link>x</link>", ""), (b"<d>", ".xml"), (b"", ".svg")):
        with pytest.raises(ValueError, match="the document is not well-formed XML: "):
            urls(data, suffix=suffix)


def test_suffix_decides_between_html_and_xml():
    svg = b'<svg xmlns="http://www.w3.org/2000/svg"><a href="b"/></svg>'
    feed = b"<rss><channel><link>x</link>"
    for suffix in (".html", ".htm"):
        assert urls(svg, suffix=suffix) == ["http://example.com/b"]
        # In HTML, `link` is a void element, so the text after its tag is not its content. In RSS,
        # this text is a URL.
        assert urls(feed, suffix=suffix) == []
    assert urls(b'<!-- c --><opml version="2.0"/>') == []


def test_urls_of_a_style_sheet_are_found():
    css = """@import "a"; @import url(b) print; @namespace url(n);
    p { background: url(c) no-repeat, image-set("d" 1x); clip-path: url(#e); mask: url(); src: url(http://a:b/) }"""
    found = list(
        read_page(
            css.encode(), "http://example.com/s/t.css", suffix=".css", standard="whatwg"
        ).urls()
    )
    assert [(link.kind, link.value, link.url) for link in found[:-1]] == [
        *(("resource", value, f"http://example.com/s/{value}") for value in "abcd"),
        ("fragment", "#e", "http://example.com/s/t.css#e"),
    ]
    assert found[-1].url is None and found[-1].error.url == "http://a:b/"


@pytest.mark.parametrize(
    ("data", "encoding", "query"),
    [
        ('@charset "windows-1251"; a { b: url(?я) }'.encode("cp1251"), None, "%FF"),
        ("a { b: url(?я) }".encode("cp1251"), "cp1251", "%FF"),
        ("\ufeffa { b: url(?я) }".encode(), "cp1251", "%D1%8F"),
        ("a { b: url(?я) }".encode(), None, "%D1%8F"),
    ],
)
def test_style_sheet_is_decoded_in_its_encoding(data, encoding, query):
    """Under WHATWG, the queries are in UTF-8 (CSS Values 4)."""
    options = {"suffix": ".css", "encoding": encoding}
    assert urls(data, standard="html5", **options) == [f"http://example.com/?{query}"]
    assert urls(data, **options) == ["http://example.com/?%D1%8F"]


def test_missing_parser_raises_with_a_hint(monkeypatch):
    monkeypatch.setattr(libraries, "is_installed", lambda name: name == "xml.etree")
    with pytest.raises(
        ImportError, match=r"pip install lxml, or one of turbohtml, selectolax, html5lib, "
    ):
        urls(b"<p>")
    assert urls(b"<rss></rss>") == urls(b"", suffix=".css") == []


def test_failing_parser_raises_value_error(monkeypatch):
    def give_up(text):
        raise RecursionError("too deep")

    monkeypatch.setattr(parsing, "HTML_PARSERS", {"lxml": give_up})
    pytest.importorskip("lxml")
    with pytest.raises(ValueError, match="lxml cannot parse the document: too deep"):
        urls(b"<p>")


def test_meta_element_after_the_first_1024_bytes_counts():
    page = "<!doctype html><!--" + "x" * 2000 + '--><meta charset="windows-1251"><a href="?q=я">'
    assert urls(page.encode("windows-1251")) == ["http://example.com/?q=%FF"]


def test_pages_and_images_of_a_sitemap_are_found():
    sitemap = b"""<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"
      xmlns:i="http://www.google.com/schemas/sitemap-image/1.1" xmlns:x="http://www.w3.org/1999/xhtml"><url>
      <loc> http://h/a </loc><lastmod>2026-01-01</lastmod><x:link rel="alternate" hreflang="de" href="http://h/de"/>
      <i:image><i:loc>/i.png</i:loc></i:image></url></urlset>"""
    found = [
        (link.url, link.kind) for link in read_page(sitemap, "http://h/s", standard="whatwg").urls()
    ]
    assert found == [
        ("http://h/a", "hyperlink"),
        ("http://h/de", "hyperlink"),
        ("http://h/i.png", "resource"),
    ]


def test_recover_mends_xml_and_the_error_names_it():
    feed = b"<rss><link>/?a&b</link></rss>"
    with pytest.raises(ValueError, match=r"not well-formed XML: .*: pass --recover to mend it$"):
        urls(feed, address="http://h/", suffix=".rss")
    assert urls(feed, address="http://h/", suffix=".rss", recover=True) == ["http://h/?a&b"]
    assert urls(gzip.compress(feed), address="http://h/", suffix=".gz", recover=True) == [
        "http://h/?a&b"
    ]
    with pytest.raises(ValueError, match="but image/png by its first bytes"):
        urls(b"\x89PNG\r\n\x1a\n", address="http://h/")


def test_unknown_vocabulary_is_said_and_is_no_error(run, tmp_path):
    for text, is_unknown in (("<x/>", True), ("<rss/>", False)):
        file = tmp_path / "a.xml"
        file.write_text(text)
        outcome = run("links", str(file))
        assert outcome.status == 0
        assert ("its vocabulary is unknown" in outcome.err) == is_unknown


@each_case(
    ("name", "text", "found"),
    [
        ("m.webmanifest", '{"start_url": "a"}', "a"),
        ("f.json", '{"version": "https://jsonfeed.org/version/1", "feed_url": "a"}', "a"),
        ("f.jsonfeed", '{"feed_url": "a"}', "a"),
        ("list.txt", "http://example.com/a\n", "a"),
        ("b.opf", '<package><manifest><item href="a"/></manifest></package>', "a"),
    ],
)
def test_suffix_or_content_of_a_file_decides_how_it_is_read(name, text, found):
    suffix = name[name.rindex(".") :]
    assert f"http://example.com/{found}" in urls(text.encode(), suffix=suffix)
