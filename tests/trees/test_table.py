"""Users can add rows to the table of attributes with URLs."""

import pytest

from tests.cases import each_case
from tests.trees.parsers import HTML_PARSERS, each_html_parser, found, parse_xml
from urldom.trees import Row, document
from urldom.trees._lookup import lookup
from urldom.trees._markup import find_markup
from urldom.trees._table import SVG

ROWS = [
    Row("img", "data-src"),
    Row("img", "data-srcset", syntax="srcset"),
    Row("meta", "content", "metadata", when=lambda get: (get("property") or "").startswith("og:")),
    Row("*", "itemtype", "metadata", "space-separated"),
    Row("a", "ping", kind=None),
]
PAGE = """<meta property="og:image" content="i.png"><meta name="description" content="text"><meta http-equiv="refresh"
content="0; url=r"><p itemtype="http://schema.org/A http://schema.org/B"></p><img data-src=" d.png "
data-srcset="s.png 1x, t.png 2x" src="src.png"><a href="h" ping="p q">x</a>"""


@each_html_parser
def test_rows_have_priority_over_the_table(parse):
    page = document(parse(PAGE), "http://example.com/", rows=ROWS)
    assert found(page) == [
        ("meta", "content", "metadata", "i.png", "http://example.com/i.png"),
        ("meta", "content", "refresh", "r", "http://example.com/r"),
        ("p", "itemtype", "metadata", "http://schema.org/A", "http://schema.org/A"),
        ("p", "itemtype", "metadata", "http://schema.org/B", "http://schema.org/B"),
        ("img", "data-src", "resource", "d.png", "http://example.com/d.png"),
        ("img", "data-srcset", "resource", "s.png", "http://example.com/s.png"),
        ("img", "data-srcset", "resource", "t.png", "http://example.com/t.png"),
        ("img", "src", "resource", "src.png", "http://example.com/src.png"),
        ("a", "href", "hyperlink", "h", "http://example.com/h"),
    ]
    page.make_absolute()
    assert all(url.url == url.value for url in page.urls())


def test_row_for_xml_matches_only_its_namespace():
    tree = parse_xml('<d xmlns="urn:x"><e src="a"/><f>b</f><e xmlns="" src="c"/></d>')
    rows = [Row("e", "src", namespace="urn:x"), Row("f", "", "hyperlink", namespace="urn:x")]
    assert found(document(tree, "http://example.com/", rows=rows)) == [
        ("e", "src", "resource", "a", "http://example.com/a"),
        ("f", None, "hyperlink", "b", "http://example.com/b"),
    ]


def test_html_names_in_rows_are_case_insensitive():
    tree = parse_xml('<html><IMG data-src="a"/></html>')
    assert [
        url.url for url in document(tree, "http://h/", rows=[Row("Img", "Data-Src")]).urls()
    ] == ["http://h/a"]


@each_html_parser
def test_svg_names_with_capitals_match(parse):
    rows = [Row("linearGradient", "data-x", namespace=SVG), Row("g", "viewBox", namespace=SVG)]
    tree = parse('<svg><linearGradient data-x="a"></linearGradient><g viewBox="b"></g></svg>')
    assert [url.url for url in document(tree, "http://h/", rows=rows).urls()] == [
        "http://h/a",
        "http://h/b",
    ]


def test_condition_reads_attributes_with_a_default():
    tree = parse_xml('<html><meta content="a"/><meta property="og:x" content="b"/></html>')
    rows = [Row("meta", "content", when=lambda get: get("property", "").startswith("og:"))]
    assert [url.value for url in document(tree, "http://h/", rows=rows).urls()] == ["b"]


def test_lookup_of_a_name_returns_only_its_own_rows():
    rows = [Row(f"x{number}", "y") for number in range(500)]
    table = lookup(tuple(rows))
    assert [row.element for row in table.rows_of("x7") if row.attribute == "y"] == ["x7"]


def test_rows_apply_to_embedded_documents_and_url_of():
    page = document(
        parse_xml(
            "<html><iframe srcdoc=\"&lt;html>&lt;img data-src='a'/>&lt;/html>\"/><img"
            ' data-srcset="a 1x"/></html>'
        ),
        "http://h/",
        rows=ROWS,
    )
    ((_, frame),) = page.embedded_documents(parse_xml)
    assert [url.url for url in frame.urls()] == ["http://h/a"]
    with pytest.raises(ValueError, match="contains a srcset, not one URL"):
        page.url_of(page.tree[1], "data-srcset")


MEDIA, ITUNES = "http://search.yahoo.com/mrss/", "http://www.itunes.com/dtds/podcast-1.0.dtd"
PODCAST, FEEDBURNER = (
    "https://podcastindex.org/namespace/1.0",
    "http://rssnamespace.org/feedburner/ext/1.0",
)
SITEMAP = "http://www.sitemaps.org/schemas/sitemap/0.9"
#: Elements of XML, with their namespaces, attributes (`""` for the text) and kinds, by the
#: specifications of the feeds.
IN_XML = [
    (MEDIA, "content", "url", "resource"),
    (MEDIA, "thumbnail", "url", "resource"),
    (MEDIA, "player", "url", "hyperlink"),
    (MEDIA, "subTitle", "href", "resource"),
    (ITUNES, "image", "href", "resource"),
    (ITUNES, "new-feed-url", "", "hyperlink"),
    (PODCAST, "transcript", "url", "resource"),
    (PODCAST, "chapters", "url", "resource"),
    (PODCAST, "funding", "url", "hyperlink"),
    (FEEDBURNER, "origLink", "", "hyperlink"),
    (FEEDBURNER, "origEnclosureLink", "", "resource"),
    ("http://wellformedweb.org/CommentAPI/", "comment", "", "form"),
    ("http://wellformedweb.org/CommentAPI/", "commentRss", "", "hyperlink"),
    ("http://wellformedweb.org/CommentAPI/", "commentRSS", "", "hyperlink"),
    ("http://www.itunes.com/DTDs/Podcast-1.0.dtd", "image", "href", "resource"),
    ("http://purl.org/atom/ns#", "id", "", "identifier"),
    ("http://purl.org/atom/ns#", "url", "", "hyperlink"),
    ("http://purl.org/atom/ns#", "link", "href", "hyperlink"),
    ("http://purl.org/rss/1.0/", "link", "", "hyperlink"),
    ("http://purl.org/rss/1.0/", "url", "", "resource"),
    ("http://purl.org/syndication/thread/1.0", "in-reply-to", "href", "hyperlink"),
    ("http://www.w3.org/2007/app", "collection", "href", "hyperlink"),
    (SITEMAP, "loc", "", "hyperlink"),
    ("http://www.google.com/schemas/sitemap-image/1.1", "loc", "", "resource"),
    ("http://www.w3.org/1998/Math/MathML", "mglyph", "src", "resource"),
    ("http://www.w3.org/1998/Math/MathML", "math", "altimg", "resource"),
    ("http://www.w3.org/2005/Atom", "category", "scheme", "identifier"),
    ("http://www.w3.org/2005/Atom", "logo", "", "resource"),
]


@each_case(("namespace", "name", "attribute", "kind"), IN_XML)
def test_each_vocabulary_has_its_urls(namespace, name, attribute, kind):
    place, text = (f' {attribute}="b"', "") if attribute else ("", "b")
    page = document(
        parse_xml(f'<e><x:{name} xmlns:x="{namespace}"{place}>{text}</x:{name}></e>'), "http://h/a"
    )
    assert [(url.element_name, url.attribute, url.kind, url.url) for url in page.urls()] == [
        (name, attribute or None, kind, "http://h/b")
    ]
    empty = document(parse_xml(f'<e><x:{name} xmlns:x="{namespace}"/></e>'), "http://h/a")
    assert [*empty.urls()] == []


def test_content_with_a_src_is_not_an_embedded_document():
    """The content is at the URL in `src` (RFC 4287, section 4.1.3.2)."""
    feed = (
        '<feed xmlns="http://www.w3.org/2005/Atom"><content'
        ' type="html"{}>&lt;html/></content></feed>'
    )
    for place, count in (("", 1), (' src="b"', 0)):
        page = document(parse_xml(feed.format(place)), "http://h/")
        assert len([*page.embedded_documents(parse_xml)]) == count


#: The rules for foreign content decide if the `video` is an element of HTML, or of MathML or SVG,
#: which has no `src`. A `font` ends foreign content only if it has a `color`, `face` or `size`
#: (HTML Standard 13.2.6.5).
IN_FOREIGN = {
    "<math><font color=red><video src=/x>": True,
    "<math><font face><video src=/x>": True,
    "<math><font size=1><video src=/x>": True,
    "<math><font><video src=/x>": False,
    "<math><font id=a><video src=/x>": False,
    "<svg><font color=red><video src=/x>": True,
    "<svg><font><video src=/x>": False,
    "<svg><desc><video src=/x>": True,
    "<svg><title><video src=/x>": True,
    "<svg><foreignObject><video src=/x>": True,
    "<svg><g><video src=/x>": False,
    "<math><mi><video src=/x>": True,
    "<math><mo><video src=/x>": True,
    "<math><mn><video src=/x>": True,
    "<math><ms><video src=/x>": True,
    "<math><mtext><video src=/x>": True,
    "<math><mrow><video src=/x>": False,
    "<math><mi><mglyph><video src=/x>": False,
    "<math><mi><malignmark><video src=/x>": False,
    "<math><annotation-xml encoding=Text/HTML><video src=/x>": True,
    "<math><annotation-xml encoding=application/xhtml+xml><video src=/x>": True,
    "<math><annotation-xml encoding=x><video src=/x>": False,
    "<math><annotation-xml><video src=/x>": False,
    "<math><annotation-xml><svg><desc><video src=/x>": True,
    "<math><svg><desc><video src=/x>": False,
    "<svg><math><mi><video src=/x>": False,
}
#: html.parser does not know that the content of this element is markup in SVG.
TITLES = "<svg><title>"


@each_html_parser
@each_case(("markup", "is_html"), IN_FOREIGN.items())
def test_foreign_content_decides_which_rows_apply(parse, markup, is_html):
    urls = [url.value for url in document(parse(f"<body>{markup}"), "http://h/").urls()]
    if markup.startswith(TITLES) and not urls:
        pytest.skip("this parser makes text of the content of a title")
    assert urls == (["/x"] if is_html else [])


#: The start tags that end foreign content (HTML Standard 13.2.6.5), without `head` and `body`,
#: which libxml2 ignores.
ENDING = """b big blockquote br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 hr i img li listing menu meta nobr
ol p pre ruby s small span strong strike sub sup table tt u ul var"""


@each_html_parser
def test_start_tag_of_html_ends_foreign_content(parse):
    """After the start tag, a `video` is HTML's, also after the end tag (HTML Standard 13.2.6.5)."""
    for name in ENDING.split():
        for root in ("svg", "math"):
            page = document(
                parse(f"<body><{root}><g><{name}></{name}><video src=/x></video>"), "http://h/"
            )
            assert [url.value for url in page.urls()] == ["/x"], name


#: The elements and attributes of HTML that are one URL, by the HTML Standard's index, HTML5 and
#: HTML 4. The last item is the URL of an empty value in a document at `http://h/a` with the base
#: `http://h/d/`, or `None` if it is ignored.
IN_HTML = """
a area | href | hyperlink | http://h/d/
form | action | form | http://h/a
button input | formaction | form | http://h/a
blockquote q ins del section article | cite | citation | http://h/d/
link | href | metadata | None
audio bgsound embed frame iframe img input script source track video | src | resource | None
img | lowsrc dynsrc | resource | None
frame iframe img | longdesc | hyperlink | http://h/d/
command menuitem | icon | resource | None
html | manifest | resource | None
object | data classid | resource | None
video | poster | resource | None
applet object | codebase | base | http://h/d/
body table thead tbody tfoot tr td th | background | resource | None
p | itemid | metadata | http://h/d/
"""


@each_case("line", IN_HTML.strip().splitlines())
def test_urls_of_html(line):
    names, attributes, kind, empty = line.split(" | ")
    for name, attribute in (
        (name, attribute) for name in names.split() for attribute in attributes.split()
    ):
        for value, expected in (("b", "http://h/d/b"), ("", None if empty == "None" else empty)):
            tree = parse_xml(f'<html><base href="d/"/><{name} {attribute}="{value}"/></html>')
            urls = [(url.kind, url.url) for url in document(tree, "http://h/a").urls()][1:]
            assert urls == ([] if expected is None else [(kind, expected)]), (name, attribute)


@pytest.mark.parametrize(
    ("markup", "expected"),
    [
        ("<img usemap='#m'/><input usemap='#m'/><object usemap='#m'/>", ["http://h/a#m"] * 3),
        ("<applet codebase='c/' archive='x,y'/>", ["http://h/c/", "http://h/c/x", "http://h/c/y"]),
        (
            "<object codebase='c/' archive='x y' classid='z'/>",
            [f"http://h/c/{end}" for end in ("", "x", "y", "z")],
        ),
        ("<object codebase='c/' data='x'/>", ["http://h/c/", "http://h/x"]),
        (
            "<head profile='x y'/><a ping='z'/><area ping='z'/>",
            ["http://h/x", "http://h/y", "http://h/z", "http://h/z"],
        ),
        ("<param value='x' valuetype='REF'/><param value='x'/>", ["http://h/x"]),
        (
            "<img srcset='x 2x'/><source srcset='y'/><link imagesrcset='z'/>",
            [f"http://h/{end}" for end in "xyz"],
        ),
        (
            "<p style='fill: url(x)'/><style>p { fill: url(y) }</style>",
            ["http://h/x", "http://h/y"],
        ),
        (
            "<style type='text/CSS'>@import 'x'</style><style type='text/x'>@import 'y'</style>",
            ["http://h/x"],
        ),
    ],
)
def test_values_of_html_that_are_not_plain_urls(markup, expected):
    assert [
        url.url for url in document(parse_xml(f"<html>{markup}</html>"), "http://h/a").urls()
    ] == expected


#: The keywords with which a `link` loads a resource (HTML Standard 4.6.7, "external resource link",
#: and older ones).
KINDS_OF_LINKS = {
    "resource": [
        *("apple-touch-icon", "apple-touch-icon-precomposed", "apple-touch-startup-image"),
        *("compression-dictionary", "dns-prefetch", "icon", "manifest", "mask-icon"),
        *("modulepreload", "pingback", "preconnect", "prefetch", "preload", "prerender"),
        *("stylesheet", "alternate stylesheet", "shortcut ICON", "next prefetch"),
    ],
    "hyperlink": [
        *("alternate", "author", "canonical", "copyright", "help", "license", "me", "next"),
        *("prev", "previous", "privacy-policy", "search", "terms-of-service", "x NEXT"),
    ],
    "fragment": ["expect"],
    "metadata": ["", "EditURI", "amphtml", "shortlink", "https://api.w.org/", "nofollow"],
}


@each_case(
    ("kind", "rel"), [(kind, rel) for kind, words in KINDS_OF_LINKS.items() for rel in words]
)
def test_rel_decides_the_kind_of_a_link(kind, rel):
    page = document(parse_xml(f'<html><link rel="{rel}" href="#b"/></html>'), "http://h/")
    assert [(url.kind, url.url) for url in page.urls()] == [(kind, "http://h/#b")]


#: SVG 2, MathML 3 and XLink 1.1. The document has the address `http://h/a`.
IN_SVG = [
    *(
        (f"<g {name}='url(b)'/>", "resource")
        for name in ["clip-path", "cursor", "fill", "filter", "mask", "stroke"]
    ),
    *((f"<g marker-{place}='url(b)'/>", "resource") for place in ("start", "mid", "end")),
    ("<g style='fill: url(b)'/>", "resource"),
    ("<style>g { fill: url(b) }</style>", "resource"),
    ("<a href='b'/>", "hyperlink"),
    ("<a xlink:href='b'/>", "hyperlink"),
    ("<a ping='b'/>", "ping"),
    ("<use href='b'/>", "resource"),
    ("<use xlink:href='b'/>", "resource"),
    ("<m:mi href='b'/>", "hyperlink"),
    ("<m:mi style='fill: url(b)'/>", "resource"),
    ("<e xmlns='urn:x' xlink:href='b'/>", "resource"),
    ("<e xmlns='urn:x' rdf:about='b'/>", "metadata"),
    ("<e xmlns='urn:x' rdf:resource='b'/>", "metadata"),
]
SVG_ROOT = f"""<svg xmlns="{SVG}" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:m="http://www.w3.org/1998/Math/MathML"
xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">"""


@each_case(("markup", "kind"), IN_SVG)
def test_urls_of_svg_and_other_markup(markup, kind):
    (url,) = document(parse_xml(f"{SVG_ROOT}{markup}</svg>"), "http://h/a").urls()
    assert (url.kind, url.url) == (kind, "http://h/b")


#: The elements of Atom (RFC 4287), RSS 2.0 and OPML 2.0, each with the kind of its URL.
IN_FEEDS = [
    ("rss", "<link>b</link>", "hyperlink"),
    ("rss", "<docs>b</docs>", "hyperlink"),
    ("rss", "<comments>b</comments>", "hyperlink"),
    ("rss", "<url>b</url>", "resource"),
    ("rss", "<guid>http://h/b</guid>", "hyperlink"),
    ("rss", "<guid>b</guid>", None),
    ("rss", "<guid isPermaLink='True'>http://h/b</guid>", "hyperlink"),
    ("rss", "<guid isPermaLink='False'>http://h/b</guid>", None),
    ("rss", "<guid ISPERMALINK='False'>http://h/b</guid>", None),
    ("rss", "<enclosure url='b'/>", "resource"),
    ("rss", "<source url='b'/>", "hyperlink"),
    ("opml", "<outline xmlUrl='b'/>", "resource"),
    ("opml", "<outline htmlUrl='b'/>", "hyperlink"),
    ("opml", "<outline url='b' type='include'/>", "resource"),
    ("opml", "<outline url='b' type='link'/>", "hyperlink"),
    ("opml", "<outline xmlUrl='' htmlUrl='' url=''/><outline url='' type='include'/>", None),
    ("opml", "<ownerId>b</ownerId>", "hyperlink"),
    ("opml", "<docs>b</docs>", "hyperlink"),
    ("feed", "<id>b</id>", "identifier"),
    ("feed", "<icon>b</icon>", "resource"),
    ("feed", "<uri>b</uri>", "hyperlink"),
    ("feed", "<generator uri='b'/>", "hyperlink"),
    ("feed", "<content src='b'/>", "resource"),
    ("feed", "<link href='b'/>", "hyperlink"),
    ("feed", "<link href='b' rel='enclosure'/>", "resource"),
    ("feed", "<link href='b' rel='icon'/>", "resource"),
]


@each_case(("root", "markup", "kind"), IN_FEEDS)
def test_urls_of_feeds(root, markup, kind):
    namespace = ' xmlns="http://www.w3.org/2005/Atom"' if root == "feed" else ""
    page = document(parse_xml(f"<{root}{namespace}>{markup}</{root}>"), "http://h/a")
    assert [(url.kind, url.url) for url in page.urls()] == (
        [] if kind is None else [(kind, "http://h/b")]
    )


@pytest.mark.parametrize(
    ("markup", "count"),
    [
        *(
            (f"<feed xmlns='http://www.w3.org/2005/Atom'><{name} type='{{}}'>x</{name}></feed>", 1)
            for name in ("content", "summary", "title", "subtitle", "rights")
        ),
        ("<rss><description>x</description></rss>", None),
        ("<e><description xmlns='http://purl.org/rss/1.0/'>x</description></e>", None),
        ("<e><encoded xmlns='http://purl.org/rss/1.0/modules/content/'>x</encoded></e>", None),
        ("<html><iframe srcdoc='x'/></html>", None),
    ],
)
def test_texts_that_are_html_documents(markup, count):
    """RFC 4287 3.1.1 and 4.1.3.3: only the types `html` and `text/html`. RSS and `srcdoc`:
    always."""
    for type_, expected in (
        ("html", 1),
        ("text/html", 1),
        ("text", count and 0),
        ("", count and 0),
    ):
        page = document(parse_xml(markup.format(type_)), "http://h/a")
        embedded = [*page.embedded_documents(lambda text: parse_xml("<html/>"))]
        assert len(embedded) == (1 if expected is None else expected)


@pytest.mark.parametrize(
    ("syntax", "value"),
    [
        ("url", " x "),
        ("space-separated", "x y"),
        ("comma-separated", "x,y"),
        ("srcset", "x 1x, y 2x"),
        ("refresh", "0; url=x"),
        ("css", "url(x) url(y)"),
    ],
)
def test_row_accepts_each_syntax_by_its_name(syntax, value):
    page = document(
        parse_xml(f'<html><p data-x="{value}"/></html>'),
        "http://h/",
        rows=[Row("p", "data-x", syntax=syntax)],
    )
    assert "".join(url.value for url in page.urls()) == ("xy" if "y" in value else "x")


def test_options_of_a_row_are_named():
    with pytest.raises(TypeError, match="positional"):
        Row("p", "data-x", "resource", "url", None)


@each_case(
    ("make", "error", "words"),
    [
        (
            lambda: Row("img", "data-src", "picture"),
            ValueError,
            "unknown kind 'picture': use one of base, ",
        ),
        (
            lambda: Row("img", "data-src", syntax="list"),
            ValueError,
            "unknown syntax 'list': use one of url, ",
        ),
        (
            lambda: Row("img", "data-src", syntax=5),
            ValueError,
            "unknown syntax 5: use one of url, ",
        ),
        (
            lambda: Row("img", "data-src", when="x"),
            TypeError,
            "a condition must be a hashable function, not str",
        ),
        (lambda: Row(5, "data-src"), TypeError, "the element of a row must be a str, not int"),
        (lambda: Row("img", None), TypeError, "the attribute of a row must be a str, not NoneType"),
        (lambda: Row("img", "src", kind=[]), ValueError, "unknown kind"),
        (lambda: Row("img", "src", syntax=[]), ValueError, "unknown syntax"),
        (
            lambda: Row("img", "data-*"),
            ValueError,
            "the attribute of a row must be a name, not a pattern such as 'data-\\*'",
        ),
        (lambda: Row("*", "*"), ValueError, "the attribute of a row must be a name"),
        (
            lambda: Row("img", "src", namespace=None),
            TypeError,
            "the namespace of a row must be a str, not NoneType",
        ),
        (
            lambda: Row("img", "src", against=5),
            TypeError,
            "against must be the name of an attribute or None, not 5",
        ),
        (
            lambda: Row("img", "src", empty="none"),
            ValueError,
            "unknown value of empty 'none': use one of url",
        ),
        (
            lambda: document(parse_xml("<html/>"), "http://h/", rows=[("img", "src")]),
            TypeError,
            "a row must be a urldom.trees.Row, not tuple",
        ),
        (
            lambda: document(parse_xml("<html/>"), "http://h/", rows=Row("img", "src")),
            TypeError,
            "rows must be .* not",
        ),
    ],
)
def test_invalid_row_raises(make, error, words):
    with pytest.raises(error, match=words):
        make()


@each_html_parser
@each_case("root", ["svg", "math"])
@each_case(
    ("attributes", "ends"),
    [(" color=red", True), (" face", True), (" size=1", True), ("", False), (" id=a", False)],
)
def test_font_ends_foreign_content_if_it_has_one_of_three_attributes(parse, root, attributes, ends):
    page = document(
        parse(f"<body><{root}><g><font{attributes}></font><video src=/x></video>"), "http://h/"
    )
    assert [url.value for url in page.urls()] == (["/x"] if ends else [])


@pytest.mark.parametrize(
    "name", ["title", "textarea", "style", "xmp", "iframe", "noembed", "noframes"]
)
def test_content_of_an_element_is_text(name):
    """The elements of "RCDATA" and "RAWTEXT" (HTML Standard 13.2.6.4), but for `script` and
    `noscript`."""
    text = f"<{name}><a href=x></{name}><a href=y>"
    assert [kind for kind, _, _ in find_markup(text)] == ["tag", name, "tag", "tag"]
    assert [
        url.value
        for url in document(HTML_PARSERS["BeautifulSoup, html5lib"](text), "http://h/").urls()
    ] == ["y"]
