"""The URLs of embedded documents: `urls`, `rewrite`, `make_absolute` and `make_relative` with
`embedded=True`."""

from html import escape, unescape

import pytest

from tests.cases import each_case
from tests.trees import parsers
from tests.trees.helpers import ATOM, HTML_PARSERS, XML_PARSERS
from tests.trees.parsers import parse_xml
from urldom.trees import Row, UnwritableError, document, parse

ADDRESS = "http://h/d/page"
STYLE = "<style>p { background: url(s.png) }</style>"
INNER = f'{STYLE}<a href="x">x</a><iframe srcdoc="&lt;img src=z&gt;"></iframe>'
PAGE = f'<body><q cite="q"></q><iframe srcdoc="{escape(INNER)}"></iframe><img src="i">'
RSS = f"""<rss><channel><link>/a</link><item>
<description>{escape(f"Text &amp; <b>{INNER}</b>")}</description><link>/b</link></item></channel></rss>"""


def resolved(page, **options):
    return [found.url for found in page.urls(embedded=True, **options)]


def values(page):
    return [found.value for found in page.urls(embedded=True)]


@each_case("parser", HTML_PARSERS)
def test_urls_of_srcdoc_documents_stand_in_the_place_of_their_frame(parser):
    pytest.importorskip(parser)
    page = parse(PAGE, ADDRESS, parser=parser)
    names = ["q", "s.png", "x", "z", "i"]
    assert resolved(page) == [f"http://h/d/{name}" for name in names]
    assert resolved(page, kind=["citation", "hyperlink"]) == ["http://h/d/q", "http://h/d/x"]
    assert [found.url for found in page.urls()] == ["http://h/d/q", "http://h/d/i"]


@each_case("parser", HTML_PARSERS)
def test_srcdoc_documents_are_written_back(parser):
    pytest.importorskip(parser)
    page = parse(PAGE, ADDRESS, parser=parser)
    page.make_absolute(embedded=True)
    again = parse(page.to_bytes(), "http://other/", parser=parser)
    names = ["q", "s.png", "x", "z", "i"]
    assert values(again) == [f"http://h/d/{name}" for name in names]
    again.rewrite(lambda found: found.value.removeprefix("http://h/d/"), embedded=True)
    assert values(parse(again.to_bytes(), ADDRESS, parser=parser)) == names


@each_case("name", parsers.HTML_PARSERS)
def test_srcdoc_documents_of_any_tree_are_written_back(name):
    page = document(parsers.HTML_PARSERS[name](PAGE), ADDRESS)
    page.make_absolute(embedded=True)
    assert values(page) == [f"http://h/d/{name}" for name in ["q", "s.png", "x", "z", "i"]]


@each_case("parser", HTML_PARSERS)
def test_what_follows_a_frame_in_a_srcdoc_document_stays_behind_it(parser):
    pytest.importorskip(parser)
    inner = f'<iframe srcdoc="{escape("<a href=x>")}"></iframe><a href=y>y</a><br><a href=z>z</a>'
    page = parse(f'<iframe srcdoc="{escape(inner)}"></iframe>', ADDRESS, parser=parser)
    page.make_absolute(embedded=True)
    again = parse(page.to_bytes(), "http://other/", parser=parser)
    ((_, frame),) = again.embedded_documents()
    assert "<br>" in frame.to_text() and "</iframe><a" in frame.to_text()
    assert [found.value for found in frame.urls()] == ["http://h/d/y", "http://h/d/z"]


@each_case("parser", ["turbohtml", "selectolax", "html5lib"])
def test_document_that_html_cannot_write_raises_and_nothing_changes(parser):
    pytest.importorskip(parser)
    inner = "<form><div></form><form></form><a href=x>x</a>"
    page = parse(f'<a href=y>y</a><iframe srcdoc="{escape(inner)}">', ADDRESS, parser=parser)
    before = page.to_text()
    with pytest.raises(UnwritableError):
        page.make_absolute(embedded=True)
    with pytest.raises(UnwritableError):
        page.make_relative("http://o/", embedded=True)
    assert page.to_text() == before


def test_guid_that_is_not_a_link_is_not_a_document():
    guid = f'<guid isPermaLink="false">{escape("<a href=x>")}</guid>'
    assert resolved(parse(f"<rss><channel><item>{guid}</item></channel></rss>", ADDRESS)) == []


@each_case("parser", XML_PARSERS)
def test_html_of_feeds_is_written_back_as_a_snippet(parser):
    pytest.importorskip(parser)
    feed = parse(RSS, ADDRESS, parser=parser)
    found = ["http://h/a", *(f"http://h/d/{name}" for name in ["s.png", "x", "z"]), "http://h/b"]
    assert resolved(feed) == found
    feed.make_absolute(embedded=True)
    again = parse(feed.to_bytes(), "http://other/", parser=parser)
    assert values(again) == found
    (description,) = [node for node, _ in again.embedded_documents()]
    assert description.text.startswith(
        "Text &amp; <b><style>p { background: url(http://h/d/s.png) }"
    )
    assert description.text.endswith("</iframe></b>")


MIXED = '<img src="i"/><![CDATA[<p><a href="q">x</a>]]>'


@each_case("parser", XML_PARSERS)
@pytest.mark.parametrize(
    "text",
    [
        f"<rss><channel><item><description>{MIXED}</description></item></channel></rss>",
        f'<feed {ATOM}><entry><content type="html">{MIXED}</content></entry></feed>',
        f'<feed {ATOM}><entry><summary type="html">&lt;a href="q">{MIXED}</summary></entry></feed>',
    ],
)
def test_text_beside_elements_is_not_a_document_and_stays_in_its_place(text, parser):
    pytest.importorskip(parser)
    feed = parse(text, ADDRESS, parser=parser)
    assert list(feed.embedded_documents()) == []
    feed.make_absolute(embedded=True)
    assert feed.to_text().count("<![CDATA[<p><a href") == 1
    assert feed.to_text().endswith(text[text.index("<![CDATA[") :])


@each_case("parser", XML_PARSERS)
def test_comment_beside_a_text_does_not_hide_its_document(parser):
    pytest.importorskip(parser)
    text = "<rss><description><!-- c -->&lt;a href='q'></description></rss>"
    assert resolved(parse(text, ADDRESS, parser=parser)) == ["http://h/d/q"]


def test_documents_without_changes_keep_their_text():
    pytest.importorskip("turbohtml")
    page = parse(PAGE, ADDRESS, parser="turbohtml")
    before = page.to_text()
    page.rewrite(lambda found: None, embedded=True)
    assert page.to_text() == before
    page.rewrite(lambda found: "new" if found.value == "i" else None, embedded=True)
    assert page.to_text() == before.replace('src="i"', 'src="new"')


def test_text_with_the_tags_of_a_document_is_a_document():
    text = escape('<html><body background="a.png"><p>b')
    feed = parse(f"<rss><description>{text}</description></rss>", ADDRESS, parser="xml.etree")
    assert resolved(feed) == ["http://h/d/a.png"]
    feed.make_absolute(embedded=True)
    assert '<body background="http://h/d/a.png"><p>b</p></body>' in unescape(feed.to_text())


def test_characters_that_xml_lacks_become_references():
    feed = parse_xml("<rss><description/></rss>")
    feed[0].text = '&#1;<img src="a" alt="&#2;"><script>"\\u0001"</script>'
    page = document(feed, ADDRESS)
    page.make_absolute(embedded=True)
    again = parse(page.to_bytes(), ADDRESS)  # It is well-formed.
    assert values(again) == ["http://h/d/a"]
    assert "&#1;" in unescape(page.to_text())


def test_rows_of_the_user_apply_in_embedded_documents_and_can_exclude_them():
    rows = [Row("img", "data-src")]
    page = parse("<iframe srcdoc='<img data-src=a>'></iframe>", ADDRESS, rows=rows)
    assert resolved(page) == ["http://h/d/a"]
    rows.append(Row("iframe", "srcdoc", None))
    assert resolved(parse("<iframe srcdoc='<img src=a>'></iframe>", ADDRESS, rows=rows)) == []


BASES = """<base target=x><iframe srcdoc="<a href='x'></a>"></iframe><base href="/b/">
<iframe srcdoc="<base href='c/'><a href='x'></a>"></iframe><a href="x"></a>"""


@each_case(
    ("standard", "expected"),
    [
        ("whatwg", ["http://h/d/x", "http://h/b/", "http://h/b/c/", "http://h/b/c/x", "http://h/b/x"]),
        ("html5", ["http://h/b/x", "http://h/b/", "http://h/b/c/", "http://h/b/c/x", "http://h/b/x"]),
    ],
)  # fmt: skip
@pytest.mark.parametrize("address", [ADDRESS, "http://h/e/f/page", "http://other/page"])
def test_relative_urls_of_embedded_documents_lead_to_the_same_urls(address, standard, expected):
    page = parse(BASES, ADDRESS, standard=standard)
    assert resolved(page) == expected
    page.make_relative(address, embedded=True)
    moved = parse(page.to_bytes(), address, standard=standard)
    assert resolved(moved) == expected
    if address != "http://other/page":
        assert not any(value.startswith("http:") for value in values(moved))
    moved.make_absolute(embedded=True)
    assert values(moved) == expected


@each_case("address", [ADDRESS, "http://h/e/f/page", "http://other/page"])
def test_relative_urls_of_feeds_lead_to_the_same_urls(address):
    text = escape('<a href="http://h/x/y/b">b</a><img src="../c">')
    entry = f'<entry xml:base="y/"><content type="html">{text}</content></entry>'
    feed = parse(f'<feed {ATOM} xml:base="../x/">{entry}</feed>', ADDRESS)
    expected = ["http://h/x/y/b", "http://h/x/c"]
    assert resolved(feed) == expected
    feed.make_relative(address, embedded=True)
    assert resolved(parse(feed.to_bytes(), address)) == expected


def test_nothing_changes_if_the_function_raises_an_error():
    page = parse(PAGE, ADDRESS)
    before = page.to_text()

    def fail_at_the_end(found):
        if found.value == "i":
            raise LookupError
        return "new"

    with pytest.raises(LookupError):
        page.rewrite(fail_at_the_end, embedded=True)
    assert page.to_text() == before


def nested(depth):
    text = "<img src=a>"
    for _ in range(depth):
        text = f'<iframe srcdoc="{escape(text)}"></iframe>'
    return text


def test_documents_can_be_nested_twenty_deep():
    page = parse(nested(20), ADDRESS)
    page.make_absolute(embedded=True)
    assert values(page) == ["http://h/d/a"]
    page = parse(nested(21), ADDRESS)
    before = page.to_text()
    for change in (
        page.make_absolute,
        page.make_relative,
        lambda **options: [*page.urls(**options)],
    ):
        with pytest.raises(ValueError, match="more than 20 deep"):
            change(embedded=True)
    assert page.to_text() == before


@each_case("href", ["b/", "page", ""])
def test_urls_before_a_late_base_lead_to_the_same_urls_after_a_move(href):
    html = '<link rel=stylesheet href=s.css><iframe srcdoc="<img src=i>"></iframe>'
    page = parse(f'{html}<base href="{href}"><a href=x>x</a>', ADDRESS)
    before = [found.requested_url for found in page.urls(embedded=True)]
    page.make_relative("http://h/e/new", embedded=True)
    moved = parse(page.to_bytes(), "http://h/e/new")
    assert [found.requested_url for found in moved.urls(embedded=True)] == before


@each_case("parser", HTML_PARSERS)
def test_embedded_document_is_written_as_safely_as_a_page(parser):
    pytest.importorskip(parser)
    inert = "<!DOCTYPE html><svg><style>&lt;img src=x onerror=y&gt;</style></svg>"
    for inner in (inert, "<!DOCTYPE html><pre>\n\na</pre>b<br>c"):
        source = f'<iframe srcdoc="{escape(inner)}<a href=d></a>"></iframe>'
        page = parse(source, "http://h/", content_type="text/html", parser=parser)
        page.make_absolute(embedded=True)
        written = unescape(page.to_text())
        assert "<img" not in written
        assert "xmlns" not in written and "http://h/d" in written


@each_case("parser", HTML_PARSERS)
def test_equal_documents_at_different_base_urls_are_written(parser):
    pytest.importorskip(parser)
    frame = "<iframe srcdoc='<a href=x>'></iframe>"
    source = f"{frame}<base href=/b/>{frame}<noscript id='n'>&#39;</noscript>"
    page = parse(source, "http://h/", content_type="text/html", parser=parser)
    page.make_absolute(embedded=True)
    written = unescape(page.to_text())
    assert "http://h/x" in written and "http://h/b/x" in written


def test_embedded_document_that_html_cannot_write_raises_and_nothing_changes():
    pytest.importorskip("turbohtml")
    hostile = "<form><div></form><form><a href=x>"
    source = f'<a href=y></a><iframe srcdoc="{hostile}"></iframe>'
    page = parse(source, "http://h/", content_type="text/html", parser="turbohtml")
    with pytest.raises(UnwritableError):
        page.make_absolute(embedded=True)
    assert [found.value for found in page.urls(embedded=True)] == ["y", "x"]
