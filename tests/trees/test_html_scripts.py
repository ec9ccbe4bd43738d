"""A written page runs no script and no handler that its source does not run."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest

from tests.cases import each_case
from tests.trees.helpers import HTML_PARSERS
from urldom.trees import UnwritableError, parse
from urldom.trees._libraries import adapt

HANDLER = "<img src=x onerror=alert(1)>"
#: Markup that is text for a browser with scripting, and that parsers without scripting read as
#: elements.
IN_NOSCRIPT = [
    f"<head><noscript>{HANDLER}</noscript>",
    "<head><NoScript><script>alert(1)</script></noscript>",
    "<head><noscript><script src=x></script></noscript>",
    "<head><noscript><iframe src='&#106;ava\tscript:alert(1)'></iframe></noscript>",
    "<head><noscript><iframe srcdoc=&lt;script&gt;alert(1)&lt;/script&gt;></noscript>",
    f"<head><noscript title='</noscript>'>{HANDLER}</noscript><p>",
    f"<head><noscript></noscriptx>{HANDLER}",
    f"<body><div><noscript></div>{HANDLER}</noscript>",
    f"<table><tr><td><noscript></td>{HANDLER}</noscript>",
    f"<p><template shadowrootmode=open><div><noscript></div>{HANDLER}</noscript></template>",
]
#: A script in SVG, which only its own end tag makes run.
IN_SVG = ["<svg><script>alert(1)</svg>", "<svg><script>alert(1)<p></script>"]
#: Texts that libxml2 or Python's parser reads as elements.
BY_OTHER_PARSERS = {
    "lxml": [
        *(f"<{name}/>{HANDLER}</{name}>" for name in ("style", "xmp", "title", "template")),
        f"<textarea title='<' />{HANDLER}</textarea>",
        f"<svg><![CDATA[x>{HANDLER}]]></svg>",
        f"<svg><title><!--</title>{HANDLER}--></svg>",
        *(f"<caption><frameset></frameset>{HANDLER}", "<caption onclick=a><frameset>"),
    ],
    "bs4": [
        f"<style/>{HANDLER}</style>",
        f"<p><!--a--\n>{HANDLER}-->",
        "<img onerror=alert(1) onerror=alert(2)>",
        f"<svg><title><![CDATA[</title>{HANDLER}",
        f'<svg><math><mo><style><a title="</style>{HANDLER}"></style>',
    ],
    "html5lib": ["<select><plaintext><script>alert(1)</script>"],
}
#: The end of the page ends the script, so that it does not run.
UNFINISHED = [
    *("<p>a<script>alert(1)", "<script src=x>", "<svg><script>alert(1)"),
    *("<script>alert(1)//<!--<script></script>", "<div><b><script>alert('</body>')</scrip"),
]
HARMLESS = [
    "<head><noscript><img src=x></noscript><script>a('</noscript>')</script></head><p onclick=b>",
    "<body><noscript><p onclick=a()>b</noscript><script>c()</script>",
    "<p onclick='a&copy=1'>b</p><p onclick='a&amp;b'></p><script>a&lt;b</script>",
    "<svg><script>alert(1)</script><script href=x></script></svg>",
    "<svg><title>a &lt; b</title><style>a</style></svg><p onclick=a>",
    "<b onclick=a><p>x<b onclick=a></p>y<template><img src=x onerror=z></template>",
    "<script>a()</script><!--b-->\n</body>\n</html>\n",
    "<frameset onload=a><frame src=b></frameset>",
]


def written(parser: str, text: str) -> str:
    pytest.importorskip(parser)
    page = parse(text, "http://h/", content_type="text/html", parser=parser)
    page.make_absolute()
    return page.to_text()


@each_case("text", [*IN_NOSCRIPT, *IN_SVG])
@each_case("parser", ["turbohtml", "selectolax", "html5lib"])
def test_text_for_a_browser_with_scripting_cannot_become_a_script(parser: str, text: str) -> None:
    with pytest.raises(UnwritableError, match="for a browser with scripting"):
        written(parser, text)


@each_case(
    ("parser", "text"),
    [(parser, text) for parser, texts in BY_OTHER_PARSERS.items() for text in texts],
)
def test_text_that_another_parser_reads_as_markup_cannot_be_written(parser: str, text: str) -> None:
    with pytest.raises(UnwritableError):
        written(parser, text)


@each_case("text", UNFINISHED)
@each_case("parser", ["turbohtml", "selectolax", "html5lib"])
def test_script_that_the_page_ends_gets_no_end_tag(parser: str, text: str) -> None:
    found = written(parser, f"<!DOCTYPE html>{text}")
    assert not found.endswith(">") or found.endswith((text[-9:], '<script src="http://h/x">'))


@each_case("text", HARMLESS)
@each_case("parser", HTML_PARSERS)
def test_page_that_runs_what_it_ran_is_written(parser: str, text: str) -> None:
    assert written(parser, text)


@pytest.mark.parametrize("parser", ["turbohtml", "selectolax", "html5lib"])
def test_program_may_add_a_script(parser: str) -> None:
    pytest.importorskip(parser)
    source = "<head><noscript><img src=x onclick=a></noscript><p id=b>c<script src=d></script>"
    page = parse(source, "http://h/", content_type="text/html", parser=parser)
    with pytest.raises(UnwritableError):
        page.to_text()
    source = "<noscript><img src=x></noscript><p id=b>c<script src=d></script>"
    page = parse(source, "http://h/", content_type="text/html", parser=parser)
    for found in page.urls():
        if found.element_name == "script":
            adapt(page.tree).set(found.node, "onload", "added()")
    assert "added()" in page.to_text()


def _set_style(parser: str, tree: Any, text: str) -> None:
    """Set the text of the `style` of a tree, by its library."""
    if parser == "turbohtml":
        tree.select_one("style").set_text(text)
    elif parser == "bs4":
        tree.style.string = text
    else:
        root = tree.getroot() if hasattr(tree, "getroot") else tree
        next(node for node in root.iter() if str(node.tag).endswith("style")).text = text


@each_case("parser", ["turbohtml", "html5lib", "lxml", "bs4"])
@each_case("source", ["<noscript><style>a</style></noscript>", "<svg><style>a</style></svg>"])
def test_text_of_a_program_never_becomes_a_handler(parser: str, source: str) -> None:
    pytest.importorskip(parser)
    page = parse(f"<body>{source}", "http://h/", content_type="text/html", parser=parser)
    _set_style(parser, page.tree, f"</noscript>{HANDLER}")
    try:
        found = page.to_text()
    except UnwritableError:
        return
    assert "&lt;img" in found
    _set_style(parser, page.tree, "a > b")
    assert page.to_text()


def test_comment_of_a_program_cannot_end_a_noscript() -> None:
    turbohtml = pytest.importorskip("turbohtml")
    page = parse("<body><noscript><p>x</noscript>", "http://h/", parser="turbohtml")
    page.tree.select_one("p").append(turbohtml.Comment(f"</noscript>{HANDLER}"))
    with pytest.raises(UnwritableError, match="is text, and would run in a browser"):
        page.to_text()


@pytest.mark.parametrize(
    "text",
    [
        *("<svg><desc>" * 20_000 + "</g>" * 20_000, "<noscript>" * 50_000, "<script " * 50_000),
        *("<svg><script>" * 20_000, "<!--<script>" * 30_000, "<style a='\"" * 30_000),
        "<p onclick=" + "&a" * 50_000 + ">",
    ],
)
def test_hostile_pages_take_linear_time(text: str) -> None:
    pytest.importorskip("turbohtml")
    page = parse(f"{text}<noscript onclick=a>", "http://h/", content_type="text/html")
    page.to_text(force=True)
    with suppress(UnwritableError):
        page.to_text()
