"""`parse(recover=True)` finds the URLs of feeds, sitemaps and images whatever their mistakes."""

import random

import pytest

from tests.cases import each_case
from tests.trees.helpers import XML_PARSERS
from urldom.trees import parse

DECLARATION = '<?xml version="1.0" encoding="utf-8"?>'
#: A link that stands beside most mistakes
LINK = "<link>/1</link>"
FEED = f"<rss><channel><item>{LINK}</item></channel></rss>"
SITEMAP = '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url>{}</url></urlset>'


def item(content):
    return f'<rss version="2.0"><channel><item>{content}</item></channel></rss>'


def sitemap(content):
    return SITEMAP.format(content)


def outlines(content):
    return f'<opml version="2.0"><body>{content}</body></opml>'


def entry(content):
    return f'<feed xmlns="http://www.w3.org/2005/Atom"><entry>{content}</entry></feed>'


def image(content):
    return f'<svg xmlns="http://www.w3.org/2000/svg">{content}</svg>'


def found(document, parser="xml.etree"):
    page = parse(document, "http://h/", content_type="text/xml", parser=parser, recover=True)
    return sorted(url.url.removeprefix("http://h") for url in page.urls())


def lacking(documents, parser):
    """Return the documents in which other URLs are found than `/1`, `/2` and so on."""
    wrong = {}
    for document, *urls in documents:
        answer = found(document, parser)
        if answer != (urls or ["/1"]):
            wrong[document] = answer
    return wrong


BEGINNINGS = [
    *("\n", "\ufeff\ufeff", "\n\ufeff", "&#65279;", "\u200b", "\u00a0", "\0\0", "1f4\r\n", "{}"),
    *("\0", "<meta charset=utf-8>\n"),
    *("HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\n\r\n", "a < b && c\n", "<%@ page %>\n"),
    *("<!-- a -- b -->", "<!-- a ", "<?php echo 1; ?>\n", "<![CDATA[a]]>", "&nbsp;", "</a>"),
    "<br />\n<b>Warning</b>: fopen() [<a href='function.fopen'>a</a>] in <b>f</b><br />\n",
    "<font size='1'><table dir='ltr'><tr><th colspan=\"5\">Notice: a</th></tr></table></font>\n",
    *("<!DOCTYPE html>", "<!doctype rss>", "<!DOCTYPE rss><!DOCTYPE rss>", "<!DOCTYPE rss "),
    '<!DOCTYPE rss [<!-- it\'s ]> --><!ENTITY a "]>"> %b; ]>',
    '<!DOCTYPE rss PUBLIC "-//A>',
]
DECLARATIONS = [
    *("<?php echo 1; ?", "<?php echo 1; >", "<?php echo 1;"),
    *(DECLARATION * 2, '<?XML version="1.0"?>', '<?xml encoding="utf-8" version="1.0"?>'),
    *("<?xml version=1.0 encoding=utf-8?>", "<?xml version=“1.0”?>", "< ?xml version='1.0'?>"),
    *('<?xml version="1.0" encoding="utf-8">', "<? xml?>", '<?xml version="1.0"\n', "<?xml?>"),
    *('<?xml version=\\"1.0\\"?>', '<?xml version="1.1"?>', '<?xml version="1.0" encoding=""?>'),
    *('<?xml version="1.0" standalone="maybe"?>', '<?xml version="1.0", encoding="utf-8"?>'),
]


@pytest.mark.parametrize("parser", XML_PARSERS)
def test_page_around_a_document_is_removed(parser):
    pytest.importorskip(parser)
    page = f"<html><head><title>a</title></head><body>{DECLARATION}{FEED}</body></html>"
    drawing = image("<a href='/1'/>")
    other_page = f"<html xmlns='http://www.w3.org/1999/xhtml'><a href='/2'/><br>{drawing}</html>"
    assert not lacking([(page,), (page + "&",), (other_page, "/1", "/2")], parser)


@pytest.mark.parametrize("parser", XML_PARSERS)
def test_beginning_is_removed(parser):
    pytest.importorskip(parser)
    documents = [(beginning + DECLARATION + FEED,) for beginning in BEGINNINGS]
    documents += [(beginning + FEED,) for beginning in (*BEGINNINGS, *DECLARATIONS)]
    assert not lacking(documents, parser)


CHARACTERS = [
    *("&", "&&", "&;", "&#;", "&#x;", "&#-1;", "&#12", "&#xG;", "& #65;", "&#0;", "&#x1F;", "&#8;"),
    *("&#xD800;", "&#xFFFE;", "&#99999999;", "&#x110000;", "&#X41;", "&nbsp;", "&nbsp", "&foo;"),
    *("&Eacute;", "&AMP;", "&NotEqualTilde;", "&é;", "&emsp13;", "]]>", "]\x01]>", "]]&nbsp;>"),
    *("\x00", "\x08", "\x0b", "\x0c", "\x1b", "\x7f", "\ufffe", "\uffff", "\ud800"),
    *("<", "< b", "<-", "<=", "<3", "<<", "<>", "<5%", "a<b", "b<c and d>e", "<@", "<!", "<! b>"),
    *("</", "</ >", "<a@a.example>", "<http://a.example/>", '<"', "<&", "<%= a %>", "<b>", "<[b]>"),
    *("<a$b>", '<a"b>', "<1a>", "<:a>", "<a:>", "<a:b:c>", "<o:p>", "<xml:a>", "<a%20:b>", "<a "),
    *("<!ENTITY a 'b'>", "<!DOCTYPE a>", "<??>", "<?1a b?>", "<?a:b c?>", "<?xml a?>", "<?a \0>"),
    *("<![if !IE]>", "<!-- -- -->", "<!--- --->", "<!-->", "<!--->", "<!-- --!>", "<!-- -- >"),
    *(
        "<!-- a ->",
        "<!-- a -> <!-- b -->",
        "<!- a ->",
        "<!-- <!-- b --> -->",
        "<!-- a <!-- b -->",
        "<![CDATA[a",
        "a>b",
    ),
    *("<br>", "</br>", "<hr>", "<p>a<p>b", "<b><i></b></i>", "<img src=a.png>", "</b>", "<BR>"),
]


@pytest.mark.parametrize("parser", XML_PARSERS)
def test_text_does_not_hide_the_next_element(parser):
    pytest.importorskip(parser)
    documents = [(item(f"<title>a {text} b</title>{LINK}"),) for text in CHARACTERS]
    # In these, quotation marks end the value.
    values = [text for text in CHARACTERS if not {'"', "'"} & {*text}]
    documents += [(outlines(f'<outline text="{text}" xmlUrl="/1"/>'),) for text in values]
    assert not lacking(documents, parser)


ATTRIBUTES = [
    *(
        "url=/1",
        "url=/1 /",
        "url=/1 length=1",
        'url="/1"length="1"type="a"',
        'url="/1", length="1"',
    ),
    *('url="/1" a', 'a url="/1"', 'a= url="/1"', 'url="/1" a=', 'url="/1" url="/2"'),
    *('url="/1"" length="1"', 'url=""/1" length="1"', 'url=""/1"" length="1"', 'url=="/1"'),
    *(
        'url="/1 length="1"',
        'url="/1\' length="1"',
        'url=/1" length="1"',
        "url=/1' length='1'",
        'url = "/1"',
    ),
    *('url=“/1” length="1"', "url=&quot;/1&quot;", 'url=\\"/1\\" length=\\"1\\"'),
    *('1="a" url="/1"', '@a="b" (c)="d" url="/1"', ':a="b" c:="d" e:f:g="h" url="/1"'),
    *('a:b="c" url="/1"', 'title="The "Best" Feed" url="/1"', 'title="a <b> c" url="/1"'),
    *('title=""Best" feed" url="/1"', 'title="The "Best"" url="/1"', 'url="/1" title="a "b" c"'),
    *("title='it's' url='/1'", 'url="/1" / length="1"', 'xmlns:a="" a:b="c" url="/1"'),
    *('xmlns:a="b c" url="/1"', 'xmlns:a="%" url="/1"', 'xmlns:xmlns="b" url="/1"', 'url="/1"&'),
    *('xmlns:a="b" xmlns:a="b" url="/1"', 'xml:id="1 2" url="/1"', 'url="\x01/1\x02"'),
    *('xmlns:a="u" xmlns:b="u" a:c="1" b:c="2" url="/1"', 'url"/1"', 'length="1" url"/1" a="b"'),
]


@pytest.mark.parametrize("parser", XML_PARSERS)
def test_attribute_is_read(parser):
    pytest.importorskip(parser)
    documents = [(item(f"<enclosure {attributes}/>"),) for attributes in ATTRIBUTES[1:]]
    documents += [(item(f"<enclosure {each} ></enclosure>"),) for each in ATTRIBUTES]
    documents += [(item(f"<enclosure {each} >"),) for each in ATTRIBUTES]
    assert not lacking(documents, parser)


@each_case(
    ("attributes", "url", "children"),
    [
        ("href=/a/b/>", "/a/b/", 0),
        ("href=http://h/a/ />", "/a/", 0),
        ("href=/a/b/ >", "/a/b/", 0),
        ("href=/a/b/></link>", "/a/b/", 0),
        ("href=/a/b>", "/a/b", 1),
        ('href="/a/b" / >', "/a/b", 0),
        ("href=/a/?b=c/&d=e/>", "/a/?b=c/&d=e/", 0),
    ],
)
def test_slash_belongs_to_a_value_without_quotation_marks(attributes, url, children):
    """As in browsers (HTML 13.2.5.38) and in feedparser."""
    page = parse(entry(f"<link {attributes}<title/>"), "http://h/", recover=True)
    assert found(entry(f"<link {attributes}<title/>")) == [url]
    link = page.tree.find(".//{*}link")
    assert len(link) == children


def test_element_whose_end_tag_follows_is_not_empty():
    page = parse(image("<a href=/a/>text</a>"), "http://h/", recover=True)
    assert page.tree.find("{*}a").text == "text"


ELEMENTS = [
    *(item("<link>/1"), item("<link>/1<title>a</title>"), item("<link>/1</Link>")),
    *(item("<Link>/1</link>"), item("<link>/1< /link>")),
    *(item("<link>/1</ link>"), item("<link>/1</link a='b'>"), item("<link>/1</link/>")),
    *(item("<link>/1</link <title>a</title>"), item("<link>/1</>"), item("<link>/1</lnk>")),
    *(item("<title<link>/1</link>"), item("<<link>/1</link>"), item("<link>/1<link>")),
    *(item(f"</p>{LINK}</b>"), item(f"<a\x0b>b</a>{LINK}"), item(f"<a\x01b></a\x01b>{LINK}")),
    (item("<link>/1") + item("<link>/2"), "/1", "/2"),
    (f"<rss><channel><item>{LINK}<item><link>/2</link></channel></rss>", "/1", "/2"),
    (f"<rss><channel>{LINK}</channel><item><link>/2</link></item></rss>", "/1", "/2"),
    (f"<rss><channel>{LINK}</channel></rss><item><link>/2</link></item></channel>", "/1", "/2"),
    (SITEMAP.format("<loc>/1</url><url><loc>/2</loc>"), "/1", "/2"),
    (SITEMAP.format("<loc>/1</loc><url><loc>/2</loc>"), "/1", "/2"),
    (entry('<link href="/1"><entry><link href="/2">'), "/1", "/2"),
    (outlines('<outline xmlUrl="/1"><outline xmlUrl="/2">'), "/1", "/2"),
]
SECTIONS = [
    *("<![CDATA[/1]]>", "<![cdata[/1]]>", "<![CDATA [/1]]>", "<! [CDATA[/1]]>", "<!CDATA[/1]]>"),
    *("<[CDATA[/1]]>", "<![CDATA[/1]]", "<![CDATA[/1]>", "<![CDATA[/1] ]>", "<![CDATA[/1"),
    *("<![CDATA[/1]]>]]>", "<![CDATA[/1]]> ]]>", "<![CDATA[<![CDATA[/1]]>]]>", "&nbsp;/1&nbsp;"),
    *("<![CDATA[/\x0b1]]>", "/\x081", "/&#0;1", "&#x2F;1", "/1<!-- a -- b -->", "/1<?a b>"),
]
PREFIXES = [
    *(item('<itunes:image href="/1"/>'), item('<iTunes:image href="/1"/>')),
    *(item('<media:thumbnail url="/1"/>'), item('<atom:link href="/1"/>')),
    *(item("<source:self>/1</source:self>"), item("<webfeeds:icon>/1</webfeeds:icon>")),
    *(item("<prism:url>/1</prism:url>"), item("<blogChannel:blogRoll>/1</blogChannel:blogRoll>")),
    *(item('<gd:image src="/1"/>'), item('<l:link rdf:resource="/1"/>')),
    *(item("<pingback:server>/1</pingback:server>"), item("<taxo:link>/1</taxo:link>")),
    (sitemap('<loc>/1</loc><rs:ln href="/2"/>'), "/1", "/2"),
    *(item('<a10:link href="/1"/>'), item("<wfw:commentRss>/1</wfw:commentRss>")),
    *(item("<feedburner:origLink>/1</feedburner:origLink>"), item("<link a:b='c'>/1</link>")),
    (item('<media:thumbnail url="/1"/><media:player xmlns:media="b" url="/2"/>'), "/1"),
    item('<a xmlns:media="b"/><media:thumbnail url="/1"/>'),
    (sitemap('<loc>/1</loc><xhtml:link rel="alternate" href="/2"/>'), "/1", "/2"),
    (sitemap("<loc>/1</loc><image:image><image:loc>/2</image:loc></image:image>"), "/1", "/2"),
    "<sitemap:urlset><sitemap:url><sitemap:loc>/1</sitemap:loc></sitemap:url></sitemap:urlset>",
    *("<atom:feed><atom:link href='/1'/></atom:feed>", f"<rdf:RDF><item>{LINK}</item></rdf:RDF>"),
    *(image('<image xlink:href="/1"/>'), '<svg:svg><svg:image xlink:href="/1"/></svg:svg>'),
    sitemap("<loc>/1</loc>").replace("<urlset ", "<urlset xsi:type='a' "),
]
PARTS = [
    *((f'<?xml-stylesheet href="/2"{end}{FEED}', "/1", "/2") for end in ("?", ">", "")),
    (item(f"<?a b>{LINK}") + DECLARATION + item("<link>/2</link>"), "/1", "/2"),
    (item("<link><![CDATA[/1]]</link><guid>http://h/2</guid>") + "]]>", "/1", "/2"),
    ('<rss xml:base="/a/><channel><link>1</link></channel></rss>', "/a/1"),
    ("<item><link>/1</link></item>\n<item><link>/2</link></item>", "/1", "/2"),
    ('<entry><link href="/1"/></entry><entry><link href="/2"/></entry>', "/1", "/2"),
    ("<url><loc>/1</loc></url><url><loc>/2</loc></url>", "/1", "/2"),
    ("<sitemap><loc>/1</loc></sitemap><sitemap><loc>/2</loc></sitemap>", "/1", "/2"),
    ('<outline xmlUrl="/1"/><outline xmlUrl="/2"/>', "/1", "/2"),
    (sitemap("<loc>/1</loc>") + DECLARATION + sitemap("<loc>/2</loc>"), "/1", "/2"),
    (FEED + FEED.replace("1", "2"), "/1", "/2"),
    (FEED + FEED.replace("1", "2").replace("<rss", "<rss a='b'"), "/1", "/2"),
    f"<rss><rss>{LINK}</rss>",
]
ENDS = [
    *(
        "<",
        "</",
        "<encl",
        "<enclosure ur",
        "<enclosure url=",
        '<enclosure url="/2',
        "<title>a",
        "<!",
    ),
    *(
        "<title>a&am",
        "<title>a&#3",
        "<title>a</tit",
        "<!-- a",
        "<![CD",
        "<title><![CDATA[a]",
        "<?a",
    ),
]
REST = [
    *("]]>", "0", "[]", "\0\0", "\x1a", "&nbsp;", "<!-- a -- b -->", "<!-- a", "</html>", "<br/>"),
    *("<script>1&&2</script>", "<p>", "<html><a href='/2'>a</a></html>", DECLARATION, "</rss>"),
    *("<!DOCTYPE html>", "<?php echo 1;", "a<", "<![CDATA[a]]>", "<img src='/2'>", "<iframe src=a"),
]


@pytest.mark.parametrize("parser", XML_PARSERS)
def test_structure_is_repaired(parser):
    pytest.importorskip(parser)
    documents = [*ELEMENTS, *PREFIXES, *PARTS]
    documents += [item(f"<link>{section}</link><title>a</title>") for section in SECTIONS]
    documents += [f"<rss><channel><item>{LINK}</item><item>{end}" for end in ENDS]
    documents += [FEED + rest for rest in REST]
    rows = [(each,) if isinstance(each, str) else each for each in documents]
    assert not lacking(rows, parser)


ENCODINGS = [
    *(("utf-8", label) for label in ("utf-16", "us-ascii", "iso-8859-1", "utf8mb4", "UTF_8", "")),
    *(
        ("utf-16-le", "utf-8"),
        ("utf-16-be", "utf-8"),
        ("utf-16", "iso-8859-1"),
        ("cp1252", "utf-8"),
    ),
    *(("utf-8-sig", "windows-1252"), ("latin-1", "us-ascii"), ("gbk", "gb2312")),
]


@each_case(("encoding", "label"), ENCODINGS)
def test_wrong_encoding_does_not_hide_a_url(encoding, label):
    text = f'<?xml version="1.0" encoding="{label}"?>' + item(f"<title>ü&</title>{LINK}")
    assert found(text.encode(encoding)) == ["/1"]
    assert found(text.encode(encoding)[:-1]) == ["/1"]


#: Mistakes that another mistake may end
UNENDED = {"<!-- a ", "<![CDATA[a"}


def pairs(generator):
    """Yield documents with two mistakes, and the URLs in them."""
    for _ in range(300):
        beginning, end = generator.choice(BEGINNINGS), generator.choice(REST)
        first, second = generator.choices(CHARACTERS, k=2)
        if UNENDED.isdisjoint([beginning, first, second]):
            one = item(f"<title>{first}</title>{LINK}")
            other = one.replace("</item>", f"<title>{second}</title><link>/2</link></item>")
            yield from [(beginning + DECLARATION + one,), (one + end,), (other, "/1", "/2")]


@pytest.mark.parametrize("parser", XML_PARSERS)
def test_two_mistakes_hide_nothing_together(parser):
    pytest.importorskip(parser)
    assert not lacking(pairs(random.Random(1)), parser)
