"""The first bytes decide whether a document without a content type is HTML or XML."""

import pytest

from tests.cases import each_case
from tests.trees.helpers import ADDRESS, XHTML, urls
from urldom.trees import parse
from urldom.trees._first_tag import _OF_HTML
from urldom.trees._source import sniff_syntax
from urldom.trees._vocabularies import is_root


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


@each_case(
    ("document", "vocabulary"),
    [
        ('<package xmlns="http://www.idpf.org/2007/opf"><item href="f"/></package>', "epub-package"),
        (
            "<container xmlns='urn:oasis:names:tc:opendocument:xmlns:container'>"
            "<link href='d/f'/></container>",
            "epub-container",
        ),
        (
            '<!DOCTYPE ncx PUBLIC "-//NISO//DTD ncx 2005-1//EN" "ncx-2005-1.dtd">'
            '<ncx><content src="f"/></ncx>',
            "ncx",
        ),
        ('<!-- c --><smil><audio src="f"/></smil>', "smil"),
        ("<MPD><Location>f</Location></MPD>", "dash"),
        ('<k:kml xmlns:x="u" xmlns:k="http://earth.google.com/kml/2.1"><k:href>f</k:href></k:kml>', "kml"),
        ("<gpx creator = 'a'\n><link href='f'/></gpx>", "gpx"),
        ('<metalink xmlns="urn:ietf:params:xml:ns:metalink"><url>f</url></metalink>', "metalink"),
        ("<RSS><Channel><Link>f</Link></Channel></RSS>", "rss"),
        ('<x xmlns="urn:x" xmlns:l="http://www.w3.org/1999/xlink" l:href="f"/>', None),
        ('<x xmlns:l="http://www.w3.org/1999/xlink" l:href="f"/>', None),
    ],
)  # fmt: skip
def test_root_of_a_vocabulary_or_a_namespace_begins_xml(document, vocabulary):
    for source in (document, document.encode("utf-16")):
        page = parse(source, "http://h/d/p")
        assert (page.vocabulary, page.parser) == (vocabulary, "xml.etree")
        assert [url.url for url in page.urls()] == ["http://h/d/f"]


@each_case(
    "tag",
    [
        '<html xmlns="http://www.w3.org/1999/xhtml" xmlns:og="http://ogp.me/ns#">',
        '<HTML xmlns="http://www.w3.org/TR/REC-html40" xmlns:o="urn:schemas-microsoft-com:office:office">',
        "<!DOCTYPE html><rss>",
        "<!DOCTYPE HTML PUBLIC '-//W3C//DTD HTML 4.01//EN'><kml xmlns='http://www.opengis.net/kml/2.2'>",
        "<!-- <kml xmlns='urn:x'> --><div xmlns:v='urn:schemas-microsoft-com:vml'>",
        '<o:p xmlns:o="urn:schemas-microsoft-com:office:office">',
        '<math xmlns="http://www.w3.org/1998/Math/MathML" xmlns:x="urn:x">',
        '<my-app xmlns:x="urn:x">',
        '<app xmlns="http://www.w3.org/1999/xhtml">',
        '<app data-x="xmlns=&quot;urn:x&quot;" xmlnsx="urn:x">',
        "<rss-editor>",
        "<feedback>",
    ],
)  # fmt: skip
def test_page_or_custom_element_does_not_become_xml(tag):
    *_, name = tag[:-1].split("<")
    page = parse(f"{tag}<a href='b'></a></{name.split()[0]}>", ADDRESS)
    assert page.vocabulary == "html" and page.parser != "xml.etree"
    assert [url.url for url in page.urls()] == ["http://h/d/b"]


def test_malformed_document_raises_only_in_the_namespace_of_its_vocabulary():
    for tag in ('<fb:like xmlns:fb="urn:fb">', "<package>", '<x xmlns="urn:x">'):
        assert urls(f"{tag}<a href=b>") == ["http://h/d/b"]
    with pytest.raises(ValueError, match="pass recover=True to mend it"):
        parse('<kml xmlns="http://www.opengis.net/kml/2.2"><href>a</kml>', ADDRESS)


def test_roots_of_vocabularies_are_not_elements_of_html():
    assert {name for name in _OF_HTML if is_root(name)} == {"math", "svg"}


def test_long_first_tag_is_sniffed_in_linear_time():
    """Quadratic time would take minutes."""
    for piece in (' a="b"', " xmlns:a='u'", " ", " a", "a", "a:", "="):
        tag = f"<!--{'c' * 5000}--><x{piece * 100_000}"
        assert sniff_syntax(tag, is_xml=False) in ("html", "xhtml")


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
    for feed in (
        "<rss>",
        "<?xml version='1.0'?><!-- <html> --><feed>",
        "<!-- c --><opml>",
        "<rss><html>",
    ):
        with pytest.raises(ValueError, match="the document is not well-formed XML: "):
            parse(f"{feed}<a href=b>", ADDRESS)


@pytest.mark.parametrize("piece", ["<!--", "<?", "<!-- -->", "<?x?>", " ", "<", "&", "a:"])
def test_long_prolog_is_sniffed_in_linear_time(piece):
    """Quadratic time would take minutes."""
    for start in ("", "<", "<!DOCTYPE html>"):
        long, short = (
            sniff_syntax(start + piece * number, is_xml=True) for number in (100_000, 10)
        )
        assert long == short


# Content types that do not name markup

OPML = '<opml version="2.0"><body><outline xmlUrl="f"/></body></opml>'
UNCLEAR = [
    *(
        "text/x-opml",
        "text/opml",
        "application/x-opml",
        "text/plain",
        "text/plain;charset=utf-8",
        "TEXT/PLAIN",
    ),
    *(
        "application/octet-stream",
        "unknown/unknown",
        "application/unknown",
        "application/rss",
        "text/x-rss",
    ),
]


@each_case("content_type", UNCLEAR)
@each_case("encode", [str, str.encode, lambda text: text.encode("utf-16")])
def test_type_that_does_not_name_markup_is_sniffed(content_type, encode):
    if "utf-8" in content_type and encode("") != "":
        encode = str.encode
    for start in ("", "\n", "<!-- c -->", '<?xml version="1.0"?>'):
        page = parse(encode(start + OPML), ADDRESS, content_type=content_type)
        assert [url.url for url in page.urls()] == ["http://h/d/f"] and page.parser == "xml.etree"
    for start in ("", " \r\n", "<!-- c -->", "<!DOCTYPE HTML>", "<HTML>", "<p>"):
        page = parse(encode(f"{start}<a href=f>"), ADDRESS, content_type=content_type)
        assert [url.url for url in page.urls()] == ["http://h/d/f"] and page.parser != "xml.etree"


@each_case("content_type", UNCLEAR)
@each_case(
    "data",
    ["", "a <a href=f>", "<", "<ab href=f>", "<a", "<a/>", "</p>", "{}", "%PDF", "<html", "\x1bp>"],
)
def test_type_that_does_not_name_markup_raises_without_markup(content_type, data):
    for source in (data, data.encode()):
        with pytest.raises(
            ValueError, match=r"does not name markup, and .*: pass parser= to parse it$"
        ):
            parse(source, ADDRESS, content_type=content_type)


@pytest.mark.parametrize(
    "content_type",
    [
        "image/png",
        "text/css",
        "application/json",
        "text/javascript",
        "video/x",
        "x",
        "text/",
        "*/*",
    ],
)
def test_other_type_raises_unless_a_parser_is_given(content_type):
    for source in ("<p>", OPML):
        with pytest.raises(
            ValueError, match=r"unknown content type .*, or pass parser= to parse any type$"
        ):
            parse(source, ADDRESS, content_type=content_type)
    assert urls("a <a href=f>", content_type=content_type, parser="html5lib") == ["http://h/d/f"]
    assert urls(OPML, content_type=content_type, parser="xml.etree") == ["http://h/d/f"]


def test_parser_that_is_given_parses_text():
    assert urls("a <a href=f>", content_type="text/plain", parser="html5lib") == ["http://h/d/f"]
    assert (
        parse(
            b"\xff", ADDRESS, content_type="text/plain;charset=koi8-r", parser="html5lib"
        ).encoding
        == "koi8-r"
    )


def test_sniffed_type_has_its_charset():
    page = parse("<p>я".encode("koi8-r"), ADDRESS, content_type="text/plain;charset=koi8-r")
    assert page.encoding == "koi8-r"
