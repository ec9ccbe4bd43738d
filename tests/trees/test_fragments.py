"""`parse_fragment()`: a snippet goes in and a snippet comes out, with the parser of each
library."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.cases import each_case
from tests.trees.helpers import ADDRESS, HTML_PARSERS
from urldom.trees import TreeDocument, document, parse, parse_fragment

BY_THE_STANDARD = HTML_PARSERS[:3]


def fragment(text: str | bytes, parser: str, **options: Any) -> TreeDocument:
    pytest.importorskip(parser)
    return parse_fragment(text, ADDRESS, parser=parser, **options)


@each_case("parser", HTML_PARSERS)
@each_case(
    "text",
    [
        "",
        "just text",
        " a <b>c</b> d ",
        '<a href="b">c</a>',
        "<p>a</p><!--c--><p>b</p>tail",
        "<style>a{}</style><p>b</p>",
        "<title>a</title><p>b</p>",
        "<!--a-->b",
        "<p>é☃😀&amp;&lt;</p>",
        "<script>a<b</script>c",
        "<ul><li>a</li></ul>\n",
    ],
)
def test_snippet_is_written_as_it_was(parser: str, text: str) -> None:
    page = fragment(text, parser)
    assert (page.to_text(), page.to_bytes(), page.parser) == (text, text.encode(), parser)


@pytest.mark.parametrize("parser", HTML_PARSERS)
def test_urls_of_a_snippet_are_found_and_changed(parser: str) -> None:
    page = fragment('a<a href="b">c</a><p><img src="d">e</p>f', parser)
    assert [url.url for url in page.urls()] == ["http://h/d/b", "http://h/d/d"]
    page.make_absolute()
    written = page.to_text().replace('d"/>', 'd">')  # BeautifulSoup writes XHTML's slash.
    assert written == 'a<a href="http://h/d/b">c</a><p><img src="http://h/d/d">e</p>f'
    link = next(page.urls()).node
    page.url_of(link).hostname = "example.org"
    assert page.to_text().startswith('a<a href="http://example.org/d/b">')


@pytest.mark.parametrize("parser", HTML_PARSERS)
def test_base_form_and_indicated_part_of_a_snippet(parser: str) -> None:
    page = fragment('<base href="/e/"><form action="f" id="g"><input name="q"></form>', parser)
    assert page.base_url == "http://h/e/"
    assert [form.action for form in page.forms()] == ["http://h/e/f"]
    assert page.indicated("g") is not None and page.indicated("x") is None


@each_case("parser", BY_THE_STANDARD)
@each_case(
    ("context", "text", "written"),
    [
        ("body", "<td>a</td>", "a"),
        ("div", "<tr><td>a", "a"),
        ("tr", "<td>a", "<td>a</td>"),
        ("tbody", "<tr><td>a", "<tr><td>a</td></tr>"),
        ("table", "<tr><td>a", "<tbody><tr><td>a</td></tr></tbody>"),
        ("td", "<td>a<p>b", "a<p>b</p>"),
        ("colgroup", "<col span=2>", '<col span="2">'),
        ("title", "<b>", "&lt;b&gt;"),
        ("body", "<p>a<table>", "<p>a</p><table></table>"),
        ("body", "<html lang=x><head><body class=y>a</body></html>b", "ab"),
        ("body", "<!DOCTYPE html>a", "a"),
    ],
)
def test_context_decides_which_elements_are_kept(
    parser: str, context: str, text: str, written: str
) -> None:
    assert fragment(text, parser, context=context).to_text() == written


@pytest.mark.parametrize("context", ["body", "tr", "td"])
@pytest.mark.parametrize("parser", ["lxml", "bs4"])
def test_other_parsers_keep_every_element(parser: str, context: str) -> None:
    assert fragment("<td>a</td>", parser, context=context).to_text() == "<td>a</td>"


def test_text_after_the_body_is_kept_by_lxml() -> None:
    assert (
        fragment('<p>a</p></body>b<!--c--></html><a href="d">e</a>', "lxml")
        .to_text()
        .startswith("<p>a</p>b")
    )
    assert fragment("a<body class='x>y' action='é>'></body>b", "lxml").to_text() == "ab"


@pytest.mark.parametrize("parser", HTML_PARSERS)
def test_bytes_are_in_the_encoding_that_was_given(parser: str) -> None:
    page = fragment("<p>я☃</p>", parser, encoding="windows-1251")
    assert page.to_bytes() == b"<p>\xff&#9731;</p>"
    assert page.to_text() == "<p>я☃</p>"
    assert fragment(b"<p>\xff</p>", parser, encoding="windows-1251").to_text() == "<p>я</p>"
    assert fragment(bytearray("<p>я</p>".encode()), parser).to_text() == "<p>я</p>"
    assert fragment("<p>a</p>", parser, encoding="utf-16le").to_bytes() == "<p>a</p>".encode(
        "utf-16le"
    )


@given(
    st.lists(
        st.sampled_from(
            ["<p>", "</p>", "<b>", "</b>", "<a href=b>", "a", " ", "<!--c-->", "&amp;", "<br>"]
        )
    )
)
@pytest.mark.parametrize("parser", BY_THE_STANDARD)
def test_written_snippet_is_read_as_itself(parser: str, parts: list[str]) -> None:
    written = fragment("".join(parts), parser).to_text()
    again = fragment(written, parser).to_text()
    # Formatting elements that are open at the end of a paragraph are repeated, which can only add
    # elements.
    assert again == written or len(again) > len(written)
    assert "html" not in written and "head" not in written and "meta" not in written


@pytest.mark.parametrize("has_namespaces", [True, False])
def test_base_and_text_of_a_fragment_that_html5lib_parsed(has_namespaces: bool) -> None:
    html5lib = pytest.importorskip("html5lib")
    text = '<base href="/e/"><a href="b">c</a>'
    page = document(html5lib.parseFragment(text, namespaceHTMLElements=has_namespaces), ADDRESS)
    assert (page.base_url, page.xml_base, page.to_text()) == ("http://h/e/", False, text)
    assert [url.url for url in page.urls()] == ["http://h/e/", "http://h/e/b"]
    assert (
        document(
            html5lib.parseFragment("a", namespaceHTMLElements=has_namespaces), ADDRESS
        ).to_text()
        == "a"
    )


def test_page_is_written_as_text() -> None:
    page = parse(
        "<!DOCTYPE html><title>я</title>", ADDRESS, encoding="windows-1251", parser="html5lib"
    )
    assert (
        page.to_text() == "<!DOCTYPE html><html><head><title>я</title></head><body></body></html>"
    )
    assert b"<meta charset" in page.to_bytes()


@pytest.mark.parametrize("context", ["", "Body", "a b", "1", "é", "<p"])
def test_context_must_be_the_name_of_an_element(context: str) -> None:
    with pytest.raises(
        ValueError, match="context must be the name of an HTML element in lower case, not"
    ):
        fragment("a", "html5lib", context=context)


def test_wrong_types_and_parsers_are_refused() -> None:
    with pytest.raises(TypeError, match="a snippet must be bytes or a str, not int"):
        parse_fragment(1, ADDRESS)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="context must be a str, not int"):
        parse_fragment("a", ADDRESS, context=1)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"unknown parser for HTML 'xml\.etree'"):
        parse_fragment("a", ADDRESS, parser="xml.etree")
    with pytest.raises(LookupError, match="klingon"):
        parse_fragment("a", ADDRESS, encoding="klingon")
