"""`urldom.trees.parse`: from bytes, text and responses to documents."""

from __future__ import annotations

import tracemalloc
from types import SimpleNamespace
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st
from webencodings.labels import LABELS

from urldom import Document
from urldom._text.encodings import decode
from urldom.trees import Row, parse
from urldom.trees import _libraries as libraries
from urldom.trees import _parsing as parsing
from urldom.trees._sniffing import sniff_syntax
from urldom.trees._xml_input import replace_entities_of_html

ADDRESS = "http://h/d/"
ENCODINGS = sorted(set(LABELS.values()))
HTML_PARSERS = ["turbohtml", "selectolax", "html5lib", "lxml", "bs4"]
XML_PARSERS = ["xml.etree", "lxml"]
FEED = '<feed xmlns="http://www.w3.org/2005/Atom" xml:base="/base/"><icon>?q=я</icon></feed>'
XHTML = '<html xmlns="http://www.w3.org/1999/xhtml"><a href="b">&nbsp;</a></html>'
BOMB = '<!DOCTYPE a [<!ENTITY a "xxxxxxxxxx">{}]><a>&j;</a>'.format(
    "".join(f'<!ENTITY {b} "{f"&{a};" * 10}">' for a, b in zip("abcdefghi", "bcdefghij", strict=True))
)


def urls(source, address=ADDRESS, **options):
    return [url.url for url in parse(source, address, **options).urls()]


# What is given ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("make", [bytes, bytearray, memoryview, lambda data: memoryview(data + data)[: len(data)]])
def test_bytes_of_any_kind(make):
    assert urls(make(b"<a href=b>")) == ["http://h/d/b"]


def test_text():
    assert urls("<a href=b>") == urls("\ufeff<a href=b>") == ["http://h/d/b"]
    assert urls("\ufeff" + FEED) == ["http://h/base/?q=%D1%8F"]


@pytest.mark.parametrize("parser", HTML_PARSERS)
def test_a_lone_surrogate_is_no_text(parser):
    pytest.importorskip(parser)
    (url,) = parse("<a href='\udc00\ud800x'>\ud800", ADDRESS, parser=parser).urls()
    assert url.value == "\ufffd\ufffdx"


def test_a_lone_surrogate_in_xml():
    assert urls("<rss><channel><link>\ud800</link></channel></rss>") == ["http://h/d/%EF%BF%BD"]


@pytest.mark.parametrize("source", [None, 1, ["<p>"], SimpleNamespace(body=b"x"), SimpleNamespace(content=b"x")])
def test_a_source_of_another_type(source):
    with pytest.raises(TypeError, match="a source is bytes, a str or a response of Scrapy, not "):
        parse(source, ADDRESS)


@pytest.mark.parametrize("library", ["requests", "httpx"])
def test_a_response_of_another_library_brings_a_hint(library):
    module = pytest.importorskip(library)
    response = module.Response() if library == "requests" else module.Response(200)
    with pytest.raises(TypeError, match=r"not \S+Response; of this one, give its \.content and its \.url"):
        parse(response, ADDRESS)


def test_a_tree_is_parsed_already():
    trees = [ElementTree.fromstring("<a/>"), ElementTree.ElementTree(ElementTree.fromstring("<a/>"))]
    makers = {
        "lxml.html": lambda module: module.fromstring("<a>"),
        "bs4": lambda module: module.BeautifulSoup("<a>", "html.parser"),
        "parsel": lambda module: module.Selector("<a>"),
        "turbohtml": lambda module: module.parse("<a>"),
    }
    for name, make in makers.items():
        trees.append(make(pytest.importorskip(name)))
    for tree in trees:
        with pytest.raises(TypeError, match=r"; of a tree that is parsed already, use document\(\)$"):
            parse(tree, ADDRESS)


def test_an_address_is_needed_and_absolute():
    with pytest.raises(TypeError, match=r"the address of the document is needed: parse\(source, address\)"):
        parse(b"<p>")
    with pytest.raises(ValueError, match="the address of a document is an absolute URL: "):
        parse(b"<p>", "page.html")


def test_the_parameters_of_document():
    page = '<iframe src="b"></iframe><img data-src="c">'
    assert urls(page, rows=[Row("img", "data-src")]) == ["http://h/d/b", "http://h/d/c"]
    container = Document("http://outer/x/y", standard="whatwg")
    assert urls(page, "about:srcdoc", container=container) == ["http://outer/x/b"]
    assert urls(page, "about:blank", creator=container) == ["http://outer/x/b"]
    assert urls(FEED, xml_base=False) == ["http://h/d/?q=%D1%8F"]
    with pytest.raises(ValueError, match="there is no standard 'klingon'"):
        parse(page, ADDRESS, standard="klingon")
    assert parse(page, ADDRESS, standard="html5").standard.name == "html5"


# Responses of Scrapy ----------------------------------------------------------------------------------------------


@pytest.fixture
def http():
    return pytest.importorskip("scrapy.http")


def test_a_response_brings_its_address_and_its_headers(http):
    headers = {"Content-Type": "text/html; charset=windows-1251"}
    response = http.HtmlResponse("http://s/a/", body="<a href='?я'>".encode("cp1251"), headers=headers)
    assert urls(response, None) == ["http://s/a/?%FF"]
    assert urls(response, "http://t/") == ["http://t/?%FF"]
    assert urls(response, None, encoding="utf-8") == ["http://s/a/?%EF%BF%BD"]
    assert urls(response, None, content_type="text/html;charset=utf-8") == ["http://s/a/?%EF%BF%BD"]


@pytest.mark.parametrize("label", ["cp1251", "windows_1251"])  # The second is a name of Python's alone.
def test_what_the_spider_says_of_the_encoding_counts_and_what_scrapy_guesses_does_not(http, label):
    body = "<meta charset=koi8-r><a href='?я'>".encode("cp1251")
    headers = {"Content-Type": "text/html; charset=big5"}
    assert urls(http.HtmlResponse("http://s/", body=body, headers=headers, encoding=label), None) == ["http://s/?%FF"]
    assert parse(http.HtmlResponse("http://s/", body="<p>é".encode())).encoding == "windows-1252"
    with pytest.raises(LookupError, match="'klingon' is no label"):
        parse(http.HtmlResponse("http://s/", body=b"", encoding="klingon"))


def test_the_class_of_a_response_says_its_type_where_no_header_does(http):
    body = b"<a><b xmlns='http://www.w3.org/1999/xhtml' href='x'/></a>"
    assert parse(http.XmlResponse("http://s/", body=body)).parser == "xml.etree"
    assert parse(http.HtmlResponse("http://s/", body=FEED.encode())).parser != "xml.etree"
    assert parse(http.TextResponse("http://s/", body=FEED.encode())).parser == "xml.etree"
    for kind in ("", "text/plain", "application/octet-stream; charset=koi8-r", "x"):
        response = http.XmlResponse("http://s/", body=body, headers={"Content-Type": kind})
        assert (parse(response).parser, parse(response).encoding) == (
            "xml.etree",
            "koi8-r" if "koi" in kind else "utf-8",
        )
    html = {"Content-Type": "text/html"}
    assert parse(http.XmlResponse("http://s/", body=body, headers=html)).parser != "xml.etree"
    with pytest.raises(ValueError, match="the content type 'image/png' is none of these: "):
        parse(http.Response("http://s/", body=b"", headers={"Content-Type": "image/png"}))


# The encoding -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "options", "expected"),
    [
        (
            b"\xef\xbb\xbf<meta charset=koi8-r>",
            {"encoding": "cp1251", "content_type": "text/html;charset=big5"},
            "utf-8",
        ),
        (b"<meta charset=koi8-r>", {"encoding": "cp1251", "content_type": "text/html;charset=big5"}, "windows-1251"),
        (b"<meta charset=koi8-r>", {"content_type": "text/html;charset=big5"}, "big5"),
        (b"<meta charset=koi8-r>", {"content_type": 'Text/HTML ; x="a;charset=utf-8" ; CHARSET="Big5"'}, "big5"),
        (b"<meta charset=koi8-r>", {"content_type": "text/html;charset=klingon"}, "koi8-r"),
        (b"<meta charset=koi8-r>", {"content_type": "text/html"}, "koi8-r"),
        (b"<meta charset=koi8-r>", {}, "koi8-r"),
        (b" " * 5000 + b"<meta charset=koi8-r>", {}, "koi8-r"),
        (b"<p>", {}, "windows-1252"),
        (b"<rss/>", {}, "utf-8"),
        (b"<rss/>", {"content_type": "text/xml;charset=koi8-r"}, "koi8-r"),
        (b"<?xml version='1.0' encoding='koi8-r'?><rss/>", {}, "koi8-r"),
        (b"<?xml version='1.0' encoding='koi8-r'?><rss/>", {"content_type": "text/xml;charset=big5"}, "big5"),
        # What is not well-formed is HTML, and so is its encoding.
        (b"<?xml version='1.0'?><html><meta charset=koi8-r>", {}, "koi8-r"),
        ("<meta charset=koi8-r>", {"encoding": "cp1251", "content_type": "text/html;charset=big5"}, "windows-1251"),
        ("<meta charset=koi8-r>", {"content_type": "text/html;charset=big5"}, "big5"),
        ("<meta charset=koi8-r>", {}, "koi8-r"),
        ("<p>", {}, "utf-8"),
        ("<?xml version='1.0' encoding='koi8-r'?><rss/>", {}, "koi8-r"),
        ("<?xml version='1.0' encoding='utf-16'?><rss/>", {}, "utf-8"),
        ("<rss/>", {}, "utf-8"),
    ],
)
def test_the_encoding(data, options, expected):
    assert parse(data, ADDRESS, **options).encoding == expected


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf_16(encoding):
    assert urls(f"\ufeff{FEED}".encode(encoding)) == ["http://h/base/?q=%D1%8F"]
    assert urls("\ufeff<a href='я'>".encode(encoding)) == ["http://h/d/%D1%8F"]


def test_an_unknown_encoding_names_the_known():
    for label in ("klingon", "", "\ud800"):
        with pytest.raises(LookupError, match=r"no label of the Encoding Standard; .*big5, .*utf-8, .*x-user-defined"):
            parse(b"", ADDRESS, encoding=label)
    with pytest.raises(TypeError, match="an encoding label is a str, not bytes"):
        parse(b"", ADDRESS, encoding=b"utf-8")


@given(st.binary(max_size=60), st.sampled_from(ENCODINGS), st.sampled_from(["text/html", "text/xml", None]))
def test_any_bytes_are_text_or_not_well_formed_xml(data, encoding, content_type):
    try:
        page = parse(data, ADDRESS, encoding=encoding, content_type=content_type)
    except ValueError as error:
        assert content_type != "text/html" and "not well-formed" in str(error)
    else:
        marks = {b"\xef\xbb\xbf": "utf-8", b"\xfe\xff": "utf-16be", b"\xff\xfe": "utf-16le"}
        assert page.encoding == next((name for mark, name in marks.items() if data.startswith(mark)), encoding)


@given(st.binary(max_size=60), st.sampled_from(ENCODINGS), st.sampled_from(HTML_PARSERS))
def test_what_is_no_text_becomes_the_replacement_character(data, encoding, parser):
    pytest.importorskip(parser)
    if encoding.startswith("utf-16"):
        codec = f"utf-16-{encoding[6:]}"
        page = '<a href="a'.encode(codec) + data[: len(data) // 2 * 2] + 'b">'.encode(codec)
    else:
        page = b'<a href="a' + data + b'b">'
    text = decode(encoding, page)
    found = [url.value for url in parse(page, ADDRESS, encoding=encoding, parser=parser).urls()]
    assert found == [url.value for url in parse(text, ADDRESS, encoding=encoding, parser=parser).urls()]


# What it is written in --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("content_type", "is_xml"),
    [
        ("text/html", False),
        (" TEXT/HTML;x ", False),
        ("text/xml", True),
        ("Application/XML", True),
        ("application/xhtml+xml", True),
        ("application/atom+xml; charset=utf-8", True),
        ("application/rss+xml", True),
        ("image/svg+xml", True),
    ],
)
def test_a_content_type_says_what_it_is(content_type, is_xml):
    for page in ("<a><b/></a>", FEED):
        assert (parse(page, ADDRESS, content_type=content_type).parser == "xml.etree") is is_xml


@pytest.mark.parametrize(
    "content_type", ["image/png", "application/json", "text/css", "text", "html;a", "text/html x", "/"]
)
def test_an_unknown_content_type_names_the_known(content_type):
    with pytest.raises(ValueError, match=r"is none of these: text/html, text/xml, .* for urldom\.trees\.stylesheet"):
        parse(b"", ADDRESS, content_type=content_type)


def test_a_content_type_is_a_string_or_none():
    assert urls(FEED, content_type="") == urls(FEED, content_type=" ") == urls(FEED, content_type=None)
    with pytest.raises(TypeError, match="a content type is a str, not bytes"):
        parse(b"", ADDRESS, content_type=b"text/html")


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
def test_without_a_content_type_what_begins_as_xml_is_xml(data):
    for encoding in ("utf-8", "utf-8-sig", "utf-16"):
        assert parse(data.encode(encoding), ADDRESS).parser == "xml.etree"
    assert parse(data, ADDRESS).parser == "xml.etree"


def test_xhtml_that_is_not_well_formed_is_html_but_for_what_its_content_type_says():
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
def test_what_is_not_well_formed_is_html_unless_it_is_a_feed(beginning):
    for source in (f"{beginning}<a href=b>", f"{beginning}<a href=b>".encode()):
        assert parse(source, ADDRESS).parser != "xml.etree"
        if beginning[-1] == ">" and "<!-- <" not in beginning:
            assert urls(source) == ["http://h/d/b"]
    for feed in ("<rss>", "<?xml version='1.0'?><!-- <html> --><feed>", "<!-- c --><opml>", "<rss><html>"):
        with pytest.raises(ValueError, match="the document is not well-formed XML: "):
            parse(f"{feed}<a href=b>", ADDRESS)


@pytest.mark.parametrize("parser", XML_PARSERS)
@pytest.mark.parametrize("page", ["<a>\0</a>", "<\0a\0/\0>\0", "\0<\0a\0/\0>", "<a/>\0"])
def test_xml_with_a_nul_is_not_well_formed(parser, page):
    pytest.importorskip(parser)
    for source in (page, page.encode()):
        with pytest.raises(ValueError, match=r"the document is not well-formed XML: U\+0000 is no character of XML"):
            parse(source, ADDRESS, content_type="text/xml;charset=utf-8", parser=parser)


@pytest.mark.parametrize("parser", XML_PARSERS)
def test_in_xml_what_has_no_namespace_is_no_html(parser):
    pytest.importorskip(parser)
    page = '<?xml-stylesheet href="s"?><html><a href="b"/><a xmlns="http://www.w3.org/1999/xhtml" href="c"/></html>'
    for content_type in ("text/xml", "application/xhtml+xml"):
        assert urls(page, content_type=content_type, parser=parser) == ["http://h/d/s", "http://h/d/c"]
    assert urls('<?xml version="1.0"?><html><a href="b"/></html>', parser=parser) == ["http://h/d/b"]


DOCTYPE = '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd"'


@pytest.mark.parametrize("parser", XML_PARSERS)
@pytest.mark.parametrize(
    "doctype",
    [
        f"{DOCTYPE}>",
        f"{DOCTYPE} [<!-- &x; -->]>",
        "<?xml version='1.0'?>\n<!-- c -->\n<!DOCTYPE html\nPUBLIC '-//W3C//DTD XHTML 1.1//EN\n'\n''>",
        '<!DOCTYPE html PUBLIC "-//WAPFORUM//DTD XHTML Mobile 1.2//EN" "">',
    ],
    ids=["strict", "subset", "1.1", "mobile"],
)
def test_where_the_document_type_declares_them_the_names_of_html_are_entities(parser, doctype):
    pytest.importorskip(parser)
    page = f"""{doctype}<html xmlns="http://www.w3.org/1999/xhtml"><!-- &nbsp; --><a
    href="x&nbsp;&eacute;&amp;&AMP;&bne;&lt;">&nbsp;<![CDATA[&nbsp;]]><?x &nbsp;?></a><style>@import "&eacute;"; /*
    <![CDATA[ */ @import "&eacute;"; ]]></style></html>"""
    found = [url.value for url in parse(page, ADDRESS, content_type="text/xml", parser=parser).urls()]
    assert found == ["x\xa0é&&=\u20e5<", "é", "&eacute;"]
    if doctype.startswith("<?xml"):
        assert [url.value for url in parse(page, ADDRESS, parser=parser).urls()] == found


@pytest.mark.parametrize("parser", XML_PARSERS)
def test_other_entities_stay_what_they_are(parser):
    pytest.importorskip(parser)
    rest = '<html xmlns="http://www.w3.org/1999/xhtml"><a href="&eacute;"/></html>'
    own = f"{DOCTYPE} [<!ENTITY eacute 'b'>]>{rest}"
    assert urls(own, content_type="text/xml", parser=parser) == ["http://h/d/b"]
    for page in (f"<!DOCTYPE html>{rest}", rest, f"<!DOCTYPE html PUBLIC '-//W3C//DTD HTML 4.01//EN'>{rest}"):
        with pytest.raises(ValueError, match="the document is not well-formed XML: "):
            parse(page, ADDRESS, content_type="text/xml", parser=parser)


def test_an_unknown_entity_of_a_declaring_document_type():
    page = f'{DOCTYPE}><html xmlns="http://www.w3.org/1999/xhtml">&klingon;</html>'
    with pytest.raises(ValueError, match="the document is not well-formed XML: undefined entity &klingon;"):
        parse(page, ADDRESS, content_type="text/xml")


@pytest.mark.parametrize("parser", XML_PARSERS)
@pytest.mark.parametrize(
    "declared", [f'href CDATA "{"x" * 20_000}"', " ".join(f'a{i} CDATA ""' for i in range(1000))], ids=["long", "many"]
)
def test_a_bomb_of_default_values_is_refused(parser, declared):
    pytest.importorskip(parser)
    page = f"<!DOCTYPE r [<!ATTLIST a {declared}>]><r>{'<a/>' * 20_000}</r>"
    with pytest.raises(ValueError, match=r"the attributes that the document declares make more than .* of it"):
        parse(page, ADDRESS, content_type="text/xml", parser=parser)


def test_default_values_count():
    links = '<a xmlns="http://www.w3.org/1999/xhtml"/>' * 20
    page = f'<!DOCTYPE r [<!ATTLIST a href CDATA "{"x" * 1000}">]><r>{links}</r>'
    assert urls(page, content_type="text/xml") == ["http://h/d/" + "x" * 1000] * 20
    with pytest.raises(ValueError, match="the document is not well-formed XML: "):
        parse(page[:-1], ADDRESS, content_type="text/xml")


@pytest.mark.parametrize("parser", XML_PARSERS)
def test_an_entity_bomb_is_refused(parser):
    pytest.importorskip(parser)
    with pytest.raises(ValueError, match="the document is not well-formed XML: "):
        parse(BOMB, ADDRESS, content_type="text/xml", parser=parser)


@pytest.mark.parametrize("parser", XML_PARSERS)
def test_no_other_file_is_read(parser, tmp_path):
    pytest.importorskip(parser)
    (tmp_path / "secret").write_text("secret")
    secret = (tmp_path / "secret").as_uri()
    page = f"<!DOCTYPE a [<!ENTITY x SYSTEM '{secret}'>]><rss><channel><link>&x;</link></channel></rss>"
    with pytest.raises(ValueError, match="the document is not well-formed XML: "):
        parse(page, ADDRESS, content_type="text/xml", parser=parser)
    internal = "<!DOCTYPE a [<!ENTITY x 'b'>]><rss><channel><link>&x;</link></channel></rss>"
    assert urls(internal, content_type="text/xml", parser=parser) == ["http://h/d/b"]


@pytest.mark.parametrize("parser", XML_PARSERS)
def test_the_style_sheet_instructions_of_the_prolog(parser):
    pytest.importorskip(parser)
    page = """<?xml version="1.0"?><?xml-stylesheet href="a.css"?>
    <!DOCTYPE x [<?xml-stylesheet href="b.css"?>]><?xml-stylesheet href="c.css"?>
    <x><?xml-stylesheet href="d.css"?></x><?xml-stylesheet href="e.css"?>"""
    assert urls(page, parser=parser) == ["http://h/d/a.css", "http://h/d/c.css"]


# The parsers ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("parser", HTML_PARSERS)
def test_each_parser_for_html(parser):
    pytest.importorskip(parser)
    page = "<meta charset=windows-1251><base href=/b/><a href='?я'>x</a><img src=''>"
    for source in (page, page.encode("cp1251")):
        found = parse(source, ADDRESS, parser=parser)
        assert [url.url for url in found.urls()] == ["http://h/b/", "http://h/b/?%FF"]
        assert found.parser == parser
    assert urls(b"", parser=parser) == urls(b"\0", parser=parser) == urls("<!-- -->", parser=parser) == []
    reason = "not well-formed" if parser == "lxml" else r"is no parser for XML: these are xml\.etree, lxml"
    with pytest.raises(ValueError, match=reason):
        parse("<rss>", ADDRESS, content_type="text/xml", parser=parser)
    if parser != "lxml":  # which is one for XML too
        assert urls("<rss><a href=b>", parser=parser) == ["http://h/d/b"]
    assert parse(f'<?xml version="1.0"?>{XHTML}', ADDRESS, parser=parser).parser == parser


@pytest.mark.parametrize("parser", XML_PARSERS)
def test_each_parser_for_xml(parser):
    pytest.importorskip(parser)
    for source in (FEED, FEED.encode(), f'<?xml version="1.0" encoding="cp1251"?>{FEED}'.encode("cp1251")):
        found = parse(source, ADDRESS, parser=parser)
        assert [url.value for url in found.urls()] == ["?q=я"]
        assert found.parser == parser


def test_a_parser_for_xml_alone():
    """What it is given is XML then, whatever it begins with."""
    assert parse("<a/>", ADDRESS, parser="xml.etree").parser == "xml.etree"
    with pytest.raises(ValueError, match="the document is not well-formed XML: "):
        parse(f'<?xml version="1.0"?>{XHTML}', ADDRESS, parser="xml.etree")
    with pytest.raises(ValueError, match=r"xml\.etree is no parser for HTML: these are turbohtml, "):
        parse("<p>", ADDRESS, content_type="text/html", parser="xml.etree")


@pytest.mark.parametrize("parser", ["klingon", "", "html.parser", 1])
def test_an_unknown_parser_names_the_known(parser):
    with pytest.raises(
        ValueError, match=r"a parser is one of turbohtml, selectolax, html5lib, lxml, bs4, xml\.etree, not"
    ):
        parse(b"", ADDRESS, parser=parser)


def test_the_best_parser_that_is_installed_is_taken(monkeypatch):
    installed = ["bs4", "lxml", "html5lib", "selectolax", "turbohtml"]
    for name in installed:
        pytest.importorskip(name)
    for count in range(1, len(installed) + 1):
        monkeypatch.setattr(libraries, "is_installed", installed[:count].__contains__)
        assert parse("<p>", ADDRESS).parser == installed[count - 1]


def test_a_parser_that_is_not_installed(monkeypatch):
    monkeypatch.setattr(libraries, "is_installed", lambda name: False)
    with pytest.raises(ImportError, match="bs4 is not installed: pip install beautifulsoup4"):
        parse("<p>", ADDRESS, parser="bs4")
    with pytest.raises(ImportError, match=r"no parser for HTML is installed: pip install 'urldom\[lxml\]', or one of "):
        parse("<p>", ADDRESS)


def test_a_parser_that_fails(monkeypatch):
    def fail(error):
        def parse_badly(text):
            raise error

        monkeypatch.setitem(parsing.HTML_PARSERS, "bs4", parse_badly)

    pytest.importorskip("bs4")
    fail(RecursionError("too deep"))
    with pytest.raises(ValueError, match="bs4 does not parse it: too deep"):
        parse("<p>", ADDRESS, parser="bs4")
    fail(MemoryError())
    with pytest.raises(MemoryError):
        parse("<p>", ADDRESS, parser="bs4")


# Cost -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("encoding", ["utf-8", "windows-1251", "gbk", "iso-2022-jp"])
def test_a_long_page_is_decoded(encoding):
    text = "<p>a b c</p>\n" * 5 + "<a href='я中'>"
    page = text.encode(encoding, "ignore")
    text = page.decode(encoding)
    assert parsing.decode_source(page * 5_000, encoding, is_xml=False) == (text * 5_000, encoding)


def test_a_page_of_elements_100_000_deep():
    pytest.importorskip("turbohtml")
    assert urls("<div>" * 100_000 + "<a href=x>") == ["http://h/d/x"]
    assert urls("<x>" * 100_000 + "</x>" * 100_000, parser="xml.etree") == []


@pytest.mark.parametrize(
    "piece", ["<!--", "<?", "<!-- -->", "<?x?>", " ", "<", "&", "&a", "<![CDATA[", "<!ENTITY ", "a:"]
)
def test_a_long_beginning_is_read_as_a_short_one(piece):
    """Quadratic time would be minutes."""
    for start in ("", "<", f"{DOCTYPE}>"):
        text = start + piece * 100_000
        assert sniff_syntax(text, is_xml=True) == sniff_syntax(start + piece * 10, is_xml=True)
        assert replace_entities_of_html(text) == text


def test_the_parameters_of_a_content_type_take_little_memory():
    for quoted in ('x="' + "\\a" * 200_000 + '"', 'charset="' + "\\a" * 200_000):
        tracemalloc.start()
        try:
            assert parse(b"", ADDRESS, content_type=f"text/html;{quoted};charset=koi8-r").encoding == (
                "koi8-r" if quoted[0] == "x" else "windows-1252"
            )
            assert tracemalloc.get_traced_memory()[1] < 20_000_000
        finally:
            tracemalloc.stop()
