"""`parse(recover=True)` finds the URLs of XML that is nearly well-formed, and changes nothing
else."""

import random
from importlib.util import find_spec
from xml.etree import ElementTree

import pytest

from tests.cases import each_case, few_or_many
from tests.conformance import cases
from tests.trees.helpers import ADDRESS, XML_PARSERS
from urldom.trees import Mend, parse
from urldom.trees._libraries import XML_PARSERS as LIBRARIES
from urldom.trees._mending.mend import MOST_MENDS
from urldom.trees._mending.mending import mend

#: Pieces of XML, and of mistakes in it
TOKENS = [
    *("<", ">", "</", "/>", "<a", "<b:c", "<q:r", "<xmlns", "<é", "<\u1200", "<br>", "<A>", "</A>"),
    *(' x="1"', " y=2", " z='", '"', "'", "=", ' xmlns:b="u"', ' xmlns:d="u"', ' d:x="1" b:x="2"'),
    *(' xmlns=""', ' xmlns:q=""', ' xmlns:xml="u"', ' xmlns="http://www.w3.org/2000/xmlns/"'),
    *(
        ' xmlns:c="a b"',
        ' xmlns:c="%"',
        " h=/a/>",
        ' xml:id="a b"',
        ' id="a"',
        ' ==""',
        ' q= r="s"',
    ),
    *("&", "&amp;", "&nbsp;", "&#0;", "&#x41;", "&#X41;", "&foo;", ";", "&#x110000;", "&quot;"),
    *("<!--", "-->", "--", "--!>", "<!-->", "<![CDATA[", "<![cdata[", "]]>", "]", "<!x", "<!"),
    *("<?", "?>", "<?xml ", "<?x y?>", "<?XML?>", "<?a:b c?>", "<!DOCTYPE a", "[", "<!DOCTYPE a>"),
    *("<a>", "</a>", "<a:b:c>", "<rss>", "</rss>", "<channel>", "<item>", "</item>", "<entry>"),
    *("text", " ", "\n", "\r", "\x0b", "\0", "é", "\ufffe", "\U00010000", "<xml:a>", "<xmlns:a>"),
    *("</br>", "< /a>", '<!ENTITY e "x">', '\\"', "<-a", "<a·", "<:a"),
]


def found(document, address=ADDRESS, content_type="text/xml", **options):
    page = parse(document, address, content_type=content_type, recover=True, **options)
    return [url.url for url in page.urls()]


def reasons(document):
    page = parse(document, ADDRESS, content_type="text/xml", recover=True)
    return [each.reason for each in page.mended]


@pytest.mark.conformance
@pytest.mark.parametrize("parser", XML_PARSERS)
def test_every_url_of_a_broken_document_is_found(parser):
    pytest.importorskip(parser)
    wrong = {}
    for case in cases("broken"):
        data = case["document"].encode("latin-1")
        options = {"content_type": case["content_type"], "parser": parser, "recover": True}
        page = parse(data, case["address"], **options)
        urls = [url.url for url in page.urls()]
        if "through" in case:
            urls += [url.url for _, inner in page.embedded_documents() for url in inner.urls()]
        if sorted(urls) != sorted(case["expected"]):
            wrong[case["name"]] = urls
    assert not wrong


def test_error_names_recover():
    with pytest.raises(ValueError, match=r"not well-formed XML: .*: pass recover=True to mend it$"):
        parse("<rss>&</rss>", ADDRESS)
    with pytest.raises(ValueError, match=r"cannot be mended: it has no element$"):
        parse("text", ADDRESS, content_type="text/xml", recover=True)


def test_mends_have_reasons_and_places():
    page = parse("<rss>\r\n<link>/?a&b</link>\r<a>&nbsp;b</a></rss>", ADDRESS, recover=True)
    assert page.mended == (
        Mend(16, 2, 10, 'a "&" that begins no reference: escaped'),
        Mend(29, 3, 4, "a reference of HTML to a space next to a tag: replaced by a space"),
    )
    assert parse("<rss/>", ADDRESS, recover=True).mended == ()
    assert parse("<p>&", ADDRESS, recover=True).mended == ()


@each_case(
    "url",
    [
        *("/?a=1&b=2", "/?a=1&copy=2", "/?a=1&lt=2", "/?&", "/?a=&#b", "/?a=1&amp;b=2", "/?%26&é"),
        *("/'", "/a]b", "/?a=b=c", "/?a=1&unknown;b", "/?q=a+b&c=&d"),
    ],
)
def test_mend_changes_no_url(url):
    expected = [ADDRESS[:-3] + url.replace("&amp;", "&").replace("é", "%C3%A9")]
    rss = f"<rss><link>{url}</link><title>&</title></rss>"
    opml = f'<opml><outline text="&" xmlUrl="{url}"></opml>'
    for document in (rss, opml):
        assert [each.replace("%27", "'") for each in found(document)] == expected


@each_case(
    ("document", "urls"),
    [
        ("<rss><channel><Link>/a</link><b>", ["/a"]),
        ("<rss><link>/a<docs>/b</docs></rss>", ["/a", "/b"]),
        ("<item><link>/a</link></item><item><link>/b</link></item>", ["/a", "/b"]),
        ("<br />\n<b>Warning</b>: x\n<?xml version='1.0'?><rss><link>/a</link></rss>", ["/a"]),
        ("<rss><link><![CDATA[/a</link><title><![CDATA[b]]></title></rss></x>", ["/a"]),
        ("<rss><link><![CDATA[/a]></link></rss>", ["/a"]),
        ('<rss><enclosure url="/a" length="1 type=x/><link>/b</link></rss>', ["/a", "/b"]),
        ('<rss><enclosure url="/a length="1" type="x"/></rss>', ["/a"]),
        ('<rss><enclosure url="/a"" length="1"/></rss>', ["/a"]),
        ('<rss><enclosure url="/a"length="1"/><link>/b</link></rss>', ["/a", "/b"]),
        ("<rss><enclosure url = /a length=1/><link>/b</link></rss>", ["/a", "/b"]),
        ("<rss><enclosure url='/a' <link>/b</link></rss>", ["/a", "/b"]),
        ("<rss><link>/a</link\n<docs>/b</docs></rss>", ["/a", "/b"]),
        ("<rss><link>/a</link><!-- x -- y --><docs>/b</docs></rss>", ["/a", "/b"]),
        ("<rss><link>/a</link><!-- x > <docs>/b</docs></rss>", ["/a", "/b"]),
        ("<rss><!DOCTYPE a [<!ENTITY b ']>'>]><link>/a</link></rss>", ["/a"]),
        ("<rss><link>/a</link><script>if (a<b && c>d) f()</script></rss>", ["/a"]),
        ("<rss><link>&#X2F;a</link></rss>", ["/a"]),
        ("<rss><link>/a</link><?php echo 1 ><docs>/b</docs></rss>", ["/a", "/b"]),
        ("<rss><author><http://a.example/></author><link>/a</link></rss>", ["/a"]),
        ("<rss><link>/a</link></rss><rss x='y'><link>/b</link></rss>", ["/a", "/b"]),
        ("<rss><link>/a</link></rss><?xml version='1.0'?><rss><link>/b</link></rss>", ["/a", "/b"]),
    ],
)
def test_urls_are_found_whatever_the_mistake(document, urls):
    assert found(document, "http://h/") == [f"http://h{url}" for url in urls]


def test_entity_of_a_document_type_is_not_expanded():
    page = '<!DOCTYPE rss [<!ENTITY x "b">]><rss><link>/&x;</link><a>&</a></rss>'
    assert found(page) == ["http://h/&x;"]
    assert "declares entities" in reasons(page)[0]


def test_elements_that_are_never_nested_are_siblings():
    page = parse("<rss><item><link>/a</link><item><link>/b</link></rss>", ADDRESS, recover=True)
    assert len(page.tree.findall("item")) == 2


@each_case("text", ["<outline>", "<p>a<b>", "<link>/a<link>"])
def test_elements_without_end_tags_are_not_nested_without_bound(text):
    mended, _ = mend("<rss>" + text * 1000)
    parse_strictly(mended)
    assert mended.count(text[:3]) == text.count(text[:3]) * 1000


def test_second_root_goes_on_in_the_first():
    rss = '<rss version="2.0"><channel><link>/{}</link></channel></rss>'
    page = parse(rss.format("a") + rss.format("b"), ADDRESS, recover=True)
    assert [link.text for link in page.tree.findall("channel/link")] == ["/a", "/b"]


def test_a_bounded_number_of_mends_is_kept():
    assert len(mend("<a>" + "&" * (MOST_MENDS + 1))[1]) == MOST_MENDS


@each_case(
    ("text", "mended"),
    [
        ("<a>]<!b>]></a>", "<a>]]&gt;</a>"),
        ("<a>]\0]\0></a>", "<a>]]&gt;</a>"),
        ("<a><?b ?\0>?></a>", "<a><?b ? >?></a>"),
        ("<a><!---\0-></a>", "<a><!--- - --></a>"),
        ("<a><![CDATA[]\0]>]]></a>", "<a><![CDATA[]]></a>"),
    ],
)
def test_what_is_removed_joins_no_markup(text, mended):
    assert mend(text)[0] == mended


def test_declaration_and_document_type_are_kept():
    text = '<?xml version="1.0"?><!DOCTYPE svg><svg>&</svg>'
    assert mend(text)[0] == text.replace("&", "&amp;")


@each_case("label", ["windows-1251", "koi8-r", "gb18030", "shift_jis"])
def test_misplaced_declaration_names_the_encoding(label):
    text = f"\n<?xml encoding='{label}'?><rss><title>&</title><link>/?ж</link></rss>"
    page = parse(text.encode(label), ADDRESS, content_type="text/xml", recover=True)
    assert page.encoding == label.lower()
    assert "".join(page.tree.find("link").itertext()) == "/?ж"


@each_case("encoding", ["utf-16-le", "utf-16-be"])
def test_utf_16_without_a_sign_is_read(encoding):
    assert found("<rss><link>/ж</link></rss>".encode(encoding)) == ["http://h/%D0%B6"]


def test_feed_without_content_type_may_begin_late():
    for source in (
        "Warning: x in /var/www/html/f.php\n<rss><link>/a</link></rss>",
        b"\n\n0<rss><link>/a</link>",
    ):
        page = parse(source, ADDRESS, recover=True)
        assert [url.url for url in page.urls()] == ["http://h/a"]
    for page in ("<p>a<html><svg>", "a<svg>", "<div><svg>", "<pre><rss>", "<!doctype html><rss>"):
        assert parse(page, ADDRESS, recover=True).parser != "xml.etree"
    xhtml = '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><a href=b>'
    assert parse(xhtml, ADDRESS, recover=True).parser != "xml.etree"


def drawn(generator):
    return "".join(generator.choices(TOKENS, k=generator.randint(1, 25)))


def parse_strictly(text):
    for name in XML_PARSERS:
        if find_spec(name) is not None:
            LIBRARIES[name](text)


def test_mended_xml_is_well_formed():
    generator = random.Random(1)
    for start in ("", "<rss>", '<a xmlns:b="u">') * 1000:
        text = start + drawn(generator)
        try:
            mended, mends = mend(text)
        except SyntaxError:
            continue
        parse_strictly(mended)
        if not mends:
            parse_strictly(text)
        assert all(0 <= each.position <= len(text) for each in mends)


def written(page):
    return ElementTree.tostring(page.tree)


def test_well_formed_document_is_the_same():
    generator = random.Random(2)
    for _ in range(1000):
        text = mended_text(drawn(generator))
        page = parse(text, ADDRESS, content_type="text/xml", recover=True)
        assert page.mended == ()
        assert written(page) == written(parse(text, ADDRESS, content_type="text/xml"))


def mended_text(text):
    """Return a random well-formed document."""
    return mend(f"<c>{text}")[0]


def test_mending_twice_changes_nothing():
    generator = random.Random(3)
    for _ in range(1000):
        text = mended_text(drawn(generator))
        assert mend(text) == (text, ())


@each_case(
    "piece",
    [
        *(
            "<",
            "&",
            "<a",
            "<a>",
            "</a>",
            "<a b=",
            '<a b="',
            "<a b='c\"",
            '<a b="c>',
            "<a b=“",
            "< /",
        ),
        *(
            "<!--",
            "<!--->",
            "<!-- --!>",
            "<!-- -- -",
            "-- ",
            "<?",
            "<?xml ",
            "<!DOCTYPE",
            "<a b=/>",
        ),
        *(
            "<![CDATA[",
            "<![CDATA[<![CDATA[]]>",
            "<a><![CDATA[</a>",
            "<![CDATA[]]> ",
            '<!DOCTYPE a ["',
        ),
        *("]]>", "&nbsp;", "&#", "a:", '" w', '"" ', '""x', "<rss>", "</rss><rss>", "<item>", "\n"),
        *("<a:b c:d='e'>", "<br>", "</", "<x:y xmlns:x='z'>", "&nbsp;<", "<a b c=", "=\"'", "b= c"),
        *('<a b=""" c="', "<a xml:id='b'>", "<br></br>", "<a>]<!b>", "] ", "<a b=&quot;"),
    ],
)
@few_or_many("number", 200, 10_000)
def test_mending_takes_linear_time(piece, number):
    """For the large number, quadratic time would take minutes."""
    for start in ("<rss>", "<rss><a b='", "<rss><![CDATA[", "<rss><b>"):
        mend(start + piece * number)
        mend(start + piece * number + "?>-->]]>\"'></a>")
    mend("<b>" * number + "<rss>")
