"""`urldom.trees.parse()` makes documents from bytes, text and responses."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from webencodings.labels import LABELS

from tests.cases import each_case
from tests.trees.helpers import ADDRESS, FEED, HTML_PARSERS, XHTML, XML_PARSERS, urls
from urldom import Document
from urldom._core.text.encodings import decode
from urldom.trees import Row, parse
from urldom.trees import _libraries as libraries
from urldom.trees import _source as parsing
from urldom.trees._libraries import is_installed

ENCODINGS = sorted(set(LABELS.values()))


def test_missing_or_relative_address_raises():
    with pytest.raises(
        TypeError, match=r"the address of the document is missing: call parse\(source, address\)"
    ):
        parse(b"<p>")
    with pytest.raises(ValueError, match="the address of a document must be an absolute URL: "):
        parse(b"<p>", "page.html")


def test_parse_accepts_the_parameters_of_document():
    page = '<iframe src="b"></iframe><img data-src="c">'
    assert urls(page, rows=[Row("img", "data-src")]) == ["http://h/d/b", "http://h/d/c"]
    container = Document("http://outer/x/y", standard="whatwg")
    assert urls(page, "about:srcdoc", container=container) == ["http://outer/x/b"]
    assert urls(page, "about:blank", creator=container) == ["http://outer/x/b"]
    assert urls(FEED, xml_base=False) == ["http://h/d/?q=%D1%8F"]
    with pytest.raises(ValueError, match="unknown standard 'klingon'"):
        parse(page, ADDRESS, standard="klingon")
    assert parse(page, ADDRESS, standard="html5").standard.name == "html5"


# The encoding
# -----------------------------------------------------------------------------------------------------


@each_case(
    ("data", "options", "expected"),
    [
        (
            b"\xef\xbb\xbf<meta charset=koi8-r>",
            {"encoding": "cp1251", "content_type": "text/html;charset=big5"},
            "utf-8",
        ),
        (
            b"<meta charset=koi8-r>",
            {"encoding": "cp1251", "content_type": "text/html;charset=big5"},
            "windows-1251",
        ),
        (b"<meta charset=koi8-r>", {"content_type": "text/html;charset=big5"}, "big5"),
        (
            b"<meta charset=koi8-r>",
            {"content_type": 'Text/HTML ; x="a;charset=utf-8" ; CHARSET="Big5"'},
            "big5",
        ),
        (b"<meta charset=koi8-r>", {"content_type": "text/html;charset=klingon"}, "koi8-r"),
        (b"<meta charset=koi8-r>", {"content_type": "text/html"}, "koi8-r"),
        (b"<meta charset=koi8-r>", {}, "koi8-r"),
        (b" " * 5000 + b"<meta charset=koi8-r>", {}, "koi8-r"),
        (b"<p>", {}, "windows-1252"),
        (b"<rss/>", {}, "utf-8"),
        (b"<rss/>", {"content_type": "text/xml;charset=koi8-r"}, "koi8-r"),
        (b"<?xml version='1.0' encoding='koi8-r'?><rss/>", {}, "koi8-r"),
        (
            b"<?xml version='1.0' encoding='koi8-r'?><rss/>",
            {"content_type": "text/xml;charset=big5"},
            "big5",
        ),
        # A page that is not well-formed XML is read as HTML, with HTML's rules for the encoding.
        (b"<?xml version='1.0'?><html><meta charset=koi8-r>", {}, "koi8-r"),
        (
            "<meta charset=koi8-r>",
            {"encoding": "cp1251", "content_type": "text/html;charset=big5"},
            "windows-1251",
        ),
        ("<meta charset=koi8-r>", {"content_type": "text/html;charset=big5"}, "big5"),
        ("<meta charset=koi8-r>", {}, "koi8-r"),
        ("<p>", {}, "utf-8"),
        ("<?xml version='1.0' encoding='koi8-r'?><rss/>", {}, "koi8-r"),
        ("<?xml version='1.0' encoding='utf-16'?><rss/>", {}, "utf-8"),
        ("<rss/>", {}, "utf-8"),
    ],
)
def test_page_has_the_given_or_declared_encoding(data, options, expected):
    assert parse(data, ADDRESS, **options).encoding == expected


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf_16_is_decoded(encoding):
    assert urls(f"\ufeff{FEED}".encode(encoding)) == ["http://h/base/?q=%D1%8F"]
    assert urls("\ufeff<a href='я'>".encode(encoding)) == ["http://h/d/%D1%8F"]


def test_unknown_encoding_raises_with_the_known_labels():
    for label in ("klingon", "", "\ud800"):
        with pytest.raises(
            LookupError,
            match=r"unknown encoding label .*: use one of big5, .*utf-8, .*x-user-defined",
        ):
            parse(b"", ADDRESS, encoding=label)
    with pytest.raises(TypeError, match="an encoding label must be a str, not bytes"):
        parse(b"", ADDRESS, encoding=b"utf-8")


@given(
    st.binary(max_size=60),
    st.sampled_from(ENCODINGS),
    st.sampled_from(["text/html", "text/xml", None]),
)
def test_any_bytes_are_parsed_or_raise_for_malformed_xml(data, encoding, content_type):
    try:
        page = parse(data, ADDRESS, encoding=encoding, content_type=content_type)
    except ValueError as error:
        assert content_type != "text/html"
        assert re.search("not well-formed|by its first bytes|gzip data", str(error))
    else:
        marks = {b"\xef\xbb\xbf": "utf-8", b"\xfe\xff": "utf-16be", b"\xff\xfe": "utf-16le"}
        assert page.encoding == next(
            (name for mark, name in marks.items() if data.startswith(mark)), encoding
        )


@given(
    st.binary(max_size=60),
    st.sampled_from(ENCODINGS),
    st.sampled_from([*filter(is_installed, HTML_PARSERS)]),
)
def test_invalid_bytes_become_replacement_characters(data, encoding, parser):
    if encoding.startswith("utf-16"):
        codec = f"utf-16-{encoding[6:]}"
        page = '<a href="a'.encode(codec) + data[: len(data) // 2 * 2] + 'b">'.encode(codec)
    else:
        page = b'<a href="a' + data + b'b">'
    text = decode(encoding, page)
    found = [url.value for url in parse(page, ADDRESS, encoding=encoding, parser=parser).urls()]
    assert found == [
        url.value for url in parse(text, ADDRESS, encoding=encoding, parser=parser).urls()
    ]


@pytest.mark.parametrize("parser", XML_PARSERS)
def test_elements_without_namespace_are_not_html_in_xml(parser):
    pytest.importorskip(parser)
    page = (
        '<?xml-stylesheet href="s"?><html><a href="b"/><a xmlns="http://www.w3.org/1999/xhtml"'
        ' href="c"/></html>'
    )
    for content_type in ("text/xml", "application/xhtml+xml"):
        assert urls(page, content_type=content_type, parser=parser) == [
            "http://h/d/s",
            "http://h/d/c",
        ]
    assert urls('<?xml version="1.0"?><html><a href="b"/></html>', parser=parser) == [
        "http://h/d/b"
    ]


@pytest.mark.parametrize("parser", XML_PARSERS)
def test_style_sheet_instructions_of_the_prolog_are_found(parser):
    pytest.importorskip(parser)
    page = """<?xml version="1.0"?><?xml-stylesheet href="a.css"?>
    <!DOCTYPE x [<?xml-stylesheet href="b.css"?>]><?xml-stylesheet href="c.css"?>
    <x><?xml-stylesheet href="d.css"?></x><?xml-stylesheet href="e.css"?>"""
    assert urls(page, parser=parser) == ["http://h/d/a.css", "http://h/d/c.css"]


# The parsers
# ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("parser", HTML_PARSERS)
def test_each_html_parser_finds_the_same_urls(parser):
    pytest.importorskip(parser)
    page = "<meta charset=windows-1251><base href=/b/><a href='?я'>x</a><img src=''>"
    for source in (page, page.encode("cp1251")):
        found = parse(source, ADDRESS, parser=parser)
        assert [url.url for url in found.urls()] == ["http://h/b/", "http://h/b/?%FF"]
        assert found.parser == parser
    assert (
        urls(b"", parser=parser)
        == urls(b"\0", parser=parser)
        == urls("<!-- -->", parser=parser)
        == []
    )
    reason = (
        "not well-formed"
        if parser == "lxml"
        else r"unknown parser for XML .*: use one of xml\.etree, lxml"
    )
    with pytest.raises(ValueError, match=reason):
        parse("<rss>", ADDRESS, content_type="text/xml", parser=parser)
    if parser != "lxml":  # lxml also parses XML.
        assert urls("<rss><a href=b>", parser=parser) == ["http://h/d/b"]
    assert parse(f'<?xml version="1.0"?>{XHTML}', ADDRESS, parser=parser).parser == parser


@pytest.mark.parametrize("parser", XML_PARSERS)
def test_each_xml_parser_finds_the_same_urls(parser):
    pytest.importorskip(parser)
    for source in (
        FEED,
        FEED.encode(),
        f'<?xml version="1.0" encoding="cp1251"?>{FEED}'.encode("cp1251"),
    ):
        found = parse(source, ADDRESS, parser=parser)
        assert [url.value for url in found.urls()] == ["?q=я"]
        assert found.parser == parser


def test_xml_parser_reads_any_source_as_xml():
    """With `parser="xml.etree"`, the first bytes of the source do not matter."""
    assert parse("<a/>", ADDRESS, parser="xml.etree").parser == "xml.etree"
    with pytest.raises(ValueError, match="the document is not well-formed XML: "):
        parse(f'<?xml version="1.0"?>{XHTML}', ADDRESS, parser="xml.etree")
    with pytest.raises(ValueError, match="the document is not well-formed XML: "):
        parse("<p>", ADDRESS, content_type="text/html", parser="xml.etree")


def test_feed_sent_as_html_is_html_as_in_browsers_unless_the_parser_is_for_xml():
    feed = "<rss><channel><link>я</link></channel></rss>".encode("koi8-r")
    content_type = "text/html;charset=koi8-r"
    assert parse(feed, ADDRESS, content_type=content_type).vocabulary == "html"
    page = parse(feed, ADDRESS, content_type=content_type, parser="xml.etree")
    assert (page.vocabulary, [url.value for url in page.urls()]) == ("rss", ["я"])
    page.make_absolute()
    assert page.to_text() == "<rss><channel><link>http://h/d/%D1%8F</link></channel></rss>"


@pytest.mark.parametrize("parser", ["klingon", "", "html.parser", 1])
def test_unknown_parser_raises_with_the_known_names(parser):
    with pytest.raises(
        ValueError,
        match=(
            r"unknown parser .*: use one of turbohtml, selectolax, html5lib, lxml, bs4, xml\.etree"
        ),
    ):
        parse(b"", ADDRESS, parser=parser)


def test_best_installed_parser_is_used(monkeypatch):
    installed = ["bs4", "lxml", "html5lib", "selectolax", "turbohtml"]
    for name in installed:
        pytest.importorskip(name)
    for count in range(1, len(installed) + 1):
        monkeypatch.setattr(libraries, "is_installed", installed[:count].__contains__)
        assert parse("<p>", ADDRESS).parser == installed[count - 1]


def test_missing_parser_raises_with_a_hint(monkeypatch):
    monkeypatch.setattr(libraries, "is_installed", lambda name: False)
    with pytest.raises(
        ImportError, match="parser='bs4' needs beautifulsoup4: pip install beautifulsoup4"
    ):
        parse("<p>", ADDRESS, parser="bs4")
    with pytest.raises(
        ImportError, match=r"parsing HTML needs a parser: pip install lxml, or one of "
    ):
        parse("<p>", ADDRESS)


def test_failing_parser_raises_value_error(monkeypatch):
    def fail(error):
        def parse_badly(text):
            raise error

        monkeypatch.setitem(parsing.HTML_PARSERS, "bs4", parse_badly)

    pytest.importorskip("bs4")
    fail(RecursionError("too deep"))
    with pytest.raises(ValueError, match="bs4 cannot parse the document: too deep"):
        parse("<p>", ADDRESS, parser="bs4")
    fail(MemoryError())
    with pytest.raises(MemoryError):
        parse("<p>", ADDRESS, parser="bs4")


@pytest.mark.parametrize("encoding", ["utf-8", "windows-1251", "gbk", "iso-2022-jp"])
def test_long_page_is_decoded(encoding):
    text = "<p>a b c</p>\n" * 5 + "<a href='я中'>"
    page = text.encode(encoding, "ignore")
    text = page.decode(encoding)
    assert parsing.decode_source(page * 5_000, encoding, is_xml=False) == (text * 5_000, encoding)


def test_elements_nested_100_000_deep_are_parsed():
    pytest.importorskip("turbohtml")
    assert urls("<div>" * 100_000 + "<a href=x>") == ["http://h/d/x"]
    assert urls("<x>" * 100_000 + "</x>" * 100_000, parser="xml.etree") == []
