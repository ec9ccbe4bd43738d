"""Which `@import` rules of a style sheet browsers load. The answers are those of Chromium, which
`tests/browser/test_style_sheets.py` asks again."""

from __future__ import annotations

import pytest

from tests.cases import each_case
from urldom.trees import parse, stylesheet

#: Texts after which an `@import` is loaded.
BEFORE = """|@charset "utf-8";|@layer a;|@layer;|@layer a, b;|@layer a.b;|..p{}|p:nope{}|@unknown x;|@unknown{}
|@media print;|@font-face x{}|@keyframes{}|@import url(y1);|@import url(y1){}|@import 5;|{}|p,{}|>a{}|#1{}
|@supports{}|@property --x{}|@property x{}|@container{}|<!-- -->|a >> b{}|@import url(y1) screen;|50%{}|a!{}
|p:type{}|:context(a){}|p::before:hover{}|::before p{}|@custom-media --a screen;|@namespace n x y;|p; q{}|@namespace url(x){}"""
#: Texts after which it is ignored.
BLOCKING = """@layer z{}|@namespace "x";|p{}|@media all{}|@font-face{}|@keyframes a{}|@import url(y1); @layer b;
|::-webkit-foo{}|a>b{}|[a=b]{}|@supports(color:red){}|@page{}|@counter-style x{}|@container(width>1px){}|@scope{}
|@starting-style{}|@view-transition{}|@position-try --a{}|@layer a{|a|a b + c ~ d{}|&{}|@namespace n url(x);
|li:first-of-type{}|:host-context(a){}"""
CONDITIONS = {
    "": False,
    "all": False,
    "layer": False,
    "layer(a)": False,
    "screen": True,
    "not all": True,
    "supports(color:red)": True,
    "layer(a) screen": True,
    "(min-width:1px)": True,
}


def texts(table):
    return [text.strip("\n") for text in table.replace("\n|", "|").split("|")]


def last_import(before, after=""):
    *_, found = stylesheet(f"{before} @import url(x) {after};", "http://h/").urls()
    assert found.value == "x"
    return found


@each_case("before", texts(BEFORE))
def test_import_is_loaded_after_rules_that_browsers_ignore(before):
    assert last_import(before).kind == "resource"


@each_case("before", texts(BLOCKING))
def test_import_is_ignored_after_valid_rules_and_in_blocks(before):
    assert last_import(before).kind == "metadata"


@each_case(("after", "is_conditional"), list(CONDITIONS.items()))
def test_condition_of_an_import_is_said(after, is_conditional):
    found = last_import("", after)
    assert (found.kind, found.is_conditional) == ("resource", is_conditional)


def test_ignored_import_sends_nothing():
    page = parse("<style>p {} @import 'a';</style>", "http://h/")
    (url,) = page.urls()
    assert url.kind == "metadata"
    assert page.request(url) is None
    assert "ignore" in page.why_not(url)


def test_ignored_import_is_rewritten():
    sheet = stylesheet("p {} @import 'a';", "http://h/")
    sheet.make_absolute()
    assert str(sheet) == "p {} @import 'http://h/a';"


@pytest.mark.parametrize("text", ["@import 'a", "@import url(a", "@import url('a'"])
def test_open_import_at_the_end_is_loaded(text):
    (found,) = stylesheet(text, "http://h/").urls()
    assert (found.value, found.kind, found.is_conditional) == ("a", "resource", False)
