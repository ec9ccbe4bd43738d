"""`page.to_bytes()` keeps the URLs and the text: a parser reads them back from the bytes."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.cases import each_case
from tests.trees.helpers import HTML_PARSERS, XML_PARSERS
from tests.trees.parsers import each_html_parser, each_xml_parser, found
from tests.trees.serializers import FEED, PAGE, XHTML_PAGE
from urldom.trees import document, parse
from urldom.trees._libraries import adapt

PAGES = Path(__file__).parent / "pages"
EVERYTHING = (
    (PAGES / "everything.html").read_text(encoding="utf-8").replace('<meta charset="utf-8">', "")
)
FEEDS = [(PAGES / name).read_text(encoding="utf-8") for name in ("feed.atom", "feed.rss")]
ADDRESS = "http://example.com/page?x"
ENCODINGS = [
    "utf-8",
    "windows-1251",
    "windows-1252",
    "shift_jis",
    "iso-2022-jp",
    "gb18030",
    "big5",
    "euc-kr",
    "koi8-r",
]
ENCODINGS += ["utf-16le", "utf-16be", "macintosh"]
#: Text of many scripts. gb18030 is the only legacy encoding that has all characters of this text.
MIXED = (
    "<!DOCTYPE html><title>é я 漢</title><p title='☃&quot;&amp;'>🙂 ¥ ‾ ｱ</p>"
    "<a href='?q=яé漢'>я&lt;é</a><textarea>я</textarea>"
)


def texts(page):
    tree = adapt(page.tree)
    return [
        "".join(tree.text(node).split()) for node in elements(page) if tree.name(node) is not None
    ]


def elements(page):
    tree = adapt(page.tree)
    stack = [tree.root]
    while stack:
        node = stack.pop()
        if isinstance(tree.name(node), str) and tree.name(node).rpartition("}")[2] != "meta":
            yield node
        stack += reversed(tree.children(node))


def check(page, **options):
    read = parse(page.to_bytes(), page.address, parser=page.parser, **options)
    assert read.encoding == page.encoding
    if page.parser == "bs4":  # BeautifulSoup sorts attributes by name.
        assert sorted(map(repr, found(read))) == sorted(map(repr, found(page)))
    else:
        assert found(read) == found(page)
    assert [text for text in texts(read) if text] == [text for text in texts(page) if text]


@each_case("encoding", ENCODINGS)
@each_case("text", [EVERYTHING, PAGE, MIXED], ids=["everything", "each syntax", "mixed"])
@each_case("parser", HTML_PARSERS)
def test_to_bytes_keeps_the_urls_and_text_of_html(parser, text, encoding):
    pytest.importorskip(parser)
    check(
        parse(text, ADDRESS, content_type="text/html", parser=parser, encoding=encoding),
        content_type="text/html",
    )


@each_case("encoding", ENCODINGS)
@each_case("text", [*FEEDS, XHTML_PAGE, FEED], ids=["Atom", "RSS", "XHTML", "a feed of every kind"])
@each_case("parser", XML_PARSERS)
def test_to_bytes_keeps_the_urls_and_text_of_xml(parser, text, encoding):
    pytest.importorskip(parser)
    check(
        parse(text, ADDRESS, content_type="text/xml", parser=parser, encoding=encoding),
        content_type="text/xml",
    )


@each_html_parser
@each_case("encoding", ["utf-8", "windows-1251", "utf-16le"])
def test_html_trees_of_each_library_are_written_as_html(parse, encoding):
    from urldom.trees import parse as parse_bytes

    page = document(parse(EVERYTHING), ADDRESS, encoding=encoding)
    read = parse_bytes(page.to_bytes(), ADDRESS, content_type="text/html", parser="html5lib")
    assert read.encoding == encoding
    assert sorted(url for *_, url in found(read) if url) == sorted(
        url for *_, url in found(page) if url
    )


@each_xml_parser
@each_case("encoding", ["utf-8", "windows-1251", "utf-16be"])
def test_xml_trees_of_each_library_are_written_as_xml(parse, encoding):
    from urldom.trees import parse as parse_bytes

    page = document(parse(FEEDS[0]), ADDRESS, encoding=encoding)
    read = parse_bytes(page.to_bytes(), ADDRESS, content_type="application/atom+xml")
    assert (read.encoding, found(read)) == (encoding, found(page))


DOCTYPES = [
    "<!DOCTYPE html>",
    (
        '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN"'
        ' "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd">'
    ),
    '<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN">',
    (
        '<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN"'
        ' "http://www.w3.org/TR/html4/loose.dtd">'
    ),
    '<!DOCTYPE html SYSTEM "about:legacy-compat">',
    "",
]


@each_case("doctype", DOCTYPES)
@each_case("parser", HTML_PARSERS)
def test_quirks_mode_is_kept(parser, doctype):
    html5lib = pytest.importorskip("html5lib")
    pytest.importorskip(parser)

    def mode(data):
        reader = html5lib.HTMLParser()
        reader.parse(data, transport_encoding="utf-8")
        return reader.compatMode

    source = f"{doctype}<!-- c --><html><head></head><body>a</body></html>"
    page = parse(source, ADDRESS, content_type="text/html", parser=parser)
    assert mode(page.to_bytes()) == mode(source.encode())


@each_case("parser", HTML_PARSERS)
@each_case(
    "head",
    [
        "",
        '<meta charset="utf-8">',
        '<meta http-equiv="content-type" content="text/html;charset=koi8-r">',
        "<!--c-->",
    ],
)
def test_written_page_declares_its_encoding_first(parser, head):
    pytest.importorskip(parser)
    source = (
        "<!DOCTYPE html><!-- c --><html lang=ru><head"
        f" profile=p>{head}<title>я</title></head></html>"
    )
    page = parse(
        source.encode("windows-1251"),
        ADDRESS,
        content_type="text/html;charset=windows-1251",
        parser=parser,
    )
    read = parse(page.to_bytes(), ADDRESS, content_type="text/html", parser=parser)
    assert read.encoding == "windows-1251" and found(read) == found(page)
    assert "я".encode("windows-1251") in page.to_bytes()


def test_page_with_a_declared_encoding_gets_no_second_meta():
    source = (
        b'<!DOCTYPE html><html><head><meta charset="windows-1251"></head><body>\xff</body></html>'
    )
    assert parse(source, ADDRESS, content_type="text/html").to_bytes().replace(b"\n", b"") == source


@pytest.mark.parametrize("encoding", ["utf-16le", "utf-16be"])
def test_utf_16_has_a_byte_order_mark(encoding):
    pytest.importorskip("turbohtml", reason="turbohtml is not installed")
    page = parse(b"<p>a", ADDRESS, content_type=f"text/html;charset={encoding}", parser="turbohtml")
    assert page.to_bytes().decode("utf-16").startswith("<html>")


@each_case(
    ("markup", "written"),
    [
        ("<p>☃</p>", b"<p>&#9731;</p>"),
        ("<style>p{x:'☃a'}</style>", b"<style>p{x:'\\2603 a'}</style>"),
        ("<script>'☃🙂'</script>", b"<script>'\\u2603\\ud83d\\ude42'</script>"),
        (r"<style>p{x:url('/x\☃')}</style>", rb"<style>p{x:url('/x\2603 ')}</style>"),
        (r"<style>p{x:'\\☃'}</style>", rb"<style>p{x:'\\\2603 '}</style>"),
        (r"<script>'\🙂\\☃'</script>", rb"<script>'\ud83d\ude42\\\u2603'</script>"),
        ("<!--☃-->", b"<!--?-->"),
        ("<xmp>☃</xmp>", b"<xmp>?</xmp>"),
        ("<title>☃</title>", b"<title>&#9731;</title>"),
        ("<p>\x85</p>", b"<p>?</p>"),
        ('<a href="/☃">é</a>', b'<a href="/&#9731;">\xe9</a>'),
    ],
)
@each_case("parser", ["turbohtml", "selectolax", "html5lib"])
def test_characters_missing_from_the_encoding_are_escaped_or_replaced(parser, markup, written):
    pytest.importorskip(parser)
    encoding = "macintosh" if "\x85" in markup else "windows-1252"
    page = parse(markup, ADDRESS, content_type="text/html", parser=parser, encoding=encoding)
    assert written in page.to_bytes()


@each_case("parser", HTML_PARSERS)
def test_x_user_defined_is_written_as_utf_8(parser):
    pytest.importorskip(parser)
    page = parse(
        b"<p>\x80", ADDRESS, content_type="text/html;charset=x-user-defined", parser=parser
    )
    assert page.encoding == "x-user-defined"
    read = parse(page.to_bytes(), ADDRESS, content_type="text/html", parser=parser)
    assert read.encoding == "utf-8" and "\uf780" in read.to_text()


def test_lxml_adds_no_meta_to_xhtml():
    pytest.importorskip("lxml")
    source = f"{DOCTYPES[1]}<html xmlns='http://www.w3.org/1999/xhtml'><head><title>я</title></head></html>"
    options = {"content_type": "application/xhtml+xml;charset=windows-1251", "parser": "lxml"}
    written = parse(source.encode("windows-1251"), ADDRESS, **options).to_bytes()
    assert b"<meta" not in written and "<title>я</title>".encode("windows-1251") in written


def test_characters_missing_from_the_encoding_are_escaped_or_replaced_in_xml():
    lxml = pytest.importorskip("lxml.etree")
    source = "<a><!--☃--><?b ☃?><![CDATA[☃]]><c d='☃'>☃</c></a>"
    tree = lxml.fromstring(source, lxml.XMLParser(strip_cdata=False))
    data = document(tree, ADDRESS, encoding="windows-1252").to_bytes()
    assert b'<!--?--><?b ??><![CDATA[]]>&#9731;<![CDATA[]]><c d="&#9731;">&#9731;</c>' in data


def test_writing_does_not_change_the_tree():
    lxml = pytest.importorskip("lxml.html")
    tree = lxml.document_fromstring("<a href='?é b' name='é'>QQ9;</a>")
    before = lxml.tostring(tree, encoding="unicode")
    written = document(tree, ADDRESS, encoding="windows-1252").to_bytes()
    assert lxml.tostring(tree, encoding="unicode") == before
    assert b'<a href="?\xe9 b" name="\xe9">QQ9;</a>' in written


@given(st.text(st.sampled_from("aQq9;\"&<>é☃ я%{}\\'")))
def test_any_attribute_is_read_back(value):
    lxml = pytest.importorskip("lxml.html")
    tree = lxml.document_fromstring("<a>b</a>")
    tree.find(".//a").set("href", value)
    page = document(tree, ADDRESS, encoding="windows-1252")
    read = parse(page.to_bytes(), ADDRESS, content_type="text/html", parser="html5lib")
    assert [url.value for url in read.urls()] == [url.value for url in page.urls()]


@given(
    st.text(st.sampled_from("a<>!-/\"'=é☃ я&;]["), max_size=30),
    st.sampled_from(["windows-1252", "koi8-r", "utf-8"]),
)
def test_any_text_is_read_back(text, encoding):
    page = parse(
        f"<p>{text}", ADDRESS, content_type="text/html", parser="html5lib", encoding=encoding
    )
    read = parse(page.to_bytes(), ADDRESS, content_type="text/html", parser="html5lib")
    assert read.encoding == encoding
    assert all(b"&#" not in data.encode() for data in texts(read)) or "&#" in text


#: Parts of values and texts that look like the attributes that libxml2 changes, or that it writes
#: in its own way.
_PARTS = st.sampled_from(
    [
        *"é日 \t|^`{}\\=\"'&<>/?#",
        "%20",
        "%C3%A9",
        "&amp;",
        "&copy",
        ' href="',
        " href='",
        " src=",
        "<!--",
        "-->",
        "b",
    ]
)
_VALUES = st.lists(_PARTS, max_size=5).map("".join)


@given(
    st.lists(
        st.tuples(
            st.sampled_from(["a", "img", "script", "p", "comment"]),
            st.dictionaries(st.sampled_from(["href", "src", "name", "title"]), _VALUES, max_size=3),
            _VALUES,
        ),
        min_size=1,
        max_size=6,
    )
)
def test_lxml_keeps_the_values_of_attributes(items):
    html, etree = pytest.importorskip("lxml.html"), pytest.importorskip("lxml.etree")
    root = html.document_fromstring("<html><body></body></html>")
    for name, attributes, text in items:
        if name == "comment":
            root[0].append(
                etree.Comment(text.replace("-", "").lstrip(">"))
            )  # `<!-->` is a whole comment.
            continue
        element = etree.SubElement(root[0], name, attributes)
        if name in ("a", "p", "script"):
            element.text = text.replace("<", "") if name == "script" else text
        element.tail = text
    before = etree.tostring(root)
    written = html.document_fromstring(document(root, "http://h/", encoding="utf-8").to_text())
    assert etree.tostring(root) == before
    found = [
        (element.tag, dict(element.attrib), element.text or "")
        for element in written.iter()
        if element.tag != "p"
    ]
    expected = [
        (element.tag, dict(element.attrib), element.text or "")
        for element in root.iter()
        if element.tag != "p"
    ]
    assert [values[1] for values in found] == [values[1] for values in expected]
    assert [values for values in found if values[0] == "script"] == [
        v for v in expected if v[0] == "script"
    ]


@pytest.mark.parametrize(
    "markup",
    [
        '<a href="é\x01">é</a>',
        '<a name=" ">é</a>',
        '<a href="é">é</a><a href="">b</a>',
        '<p title=\' href="&lt;"\' id="b"><a href="é">b</a></p>',
        '<p title=\'"b src=\' class="b"><img src="é"></p>',
        '<!-- src="--><img src="é">',
        """<script>' href="b&amp;c'</script><a href="é">b</a>""",
        """<script>d = ' href="b&amp;c"'</script><a href="é">b</a>""",
        '<a href="&lt;!-- é --&gt;">b</a>',
    ],
)
def test_lxml_changes_no_markup(markup):
    html, whole = (
        pytest.importorskip("lxml.html"),
        f"<!DOCTYPE html>\n<html><body>{markup}</body></html>",
    )
    assert document(html.document_fromstring(whole), "http://h/").to_text() == whole
