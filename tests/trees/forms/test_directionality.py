"""The directionality of elements (HTML Standard 3.2.6.4), which `dirname` sends."""

from __future__ import annotations

import pytest

from tests.cases import each_case
from tests.trees.forms.helpers import entries, page_of
from tests.trees.parsers import each_html_parser, parse_xml
from urldom.trees import document
from urldom.trees._forms.entries import text_directionality

CASES = [
    ("<input name=a dirname=b dir=RTL>", [("a", ""), ("b", "rtl")]),
    ("<input name=a dirname=b dir=auto value='1 \u05d0 b'>", [("a", "1 \u05d0 b"), ("b", "rtl")]),
    ("<input name=a dirname=b dir=auto value='b \u05d0'>", [("a", "b \u05d0"), ("b", "ltr")]),
    ("<textarea name=a dirname=b dir=auto>\u0627</textarea>", [("a", "\u0627"), ("b", "rtl")]),
    ("<div dir=rtl><p><input name=a dirname=b></p></div>", [("a", ""), ("b", "rtl")]),
    ("<div dir=rtl><input type=tel name=a dirname=b></div>", [("a", ""), ("b", "ltr")]),
    ("<div dir=auto><p dir=ltr>x</p><script>x</script><bdi>x</bdi>\u05d0<input name=a dirname=b></div>",
     [("a", ""), ("b", "rtl")]),
    ("<div dir=rtl><bdi>x<input name=a dirname=b></bdi></div>", [("a", ""), ("b", "ltr")]),
    # The nearest element with a direction counts.
    ("<div dir=rtl><div dir=ltr><input name=a dirname=b></div></div>", [("a", ""), ("b", "ltr")]),
    ("<div dir=ltr><div dir=rtl><input name=a dirname=b></div></div>", [("a", ""), ("b", "rtl")]),
    ("<div dir=rtl><div dir=nonsense><input name=a dirname=b dir=nonsense></div></div>", [("a", ""), ("b", "rtl")]),
    ("<div dir=rtl><input name=a dirname=b dir=ltr></div>", [("a", ""), ("b", "ltr")]),
    # Several controls in one element
    ("<div dir=rtl><input name=a dirname=b><input name=c dirname=d></div><input name=e dirname=f>",
     [("a", ""), ("b", "rtl"), ("c", ""), ("d", "rtl"), ("e", ""), ("f", "ltr")]),
    # The value, not the text around it, determines the direction of a control with dir=auto.
    ("<div dir=rtl><input name=a dirname=b dir=auto value=12></div>", [("a", "12"), ("b", "ltr")]),
    ("<div dir=auto>12<input name=a dirname=b></div>", [("a", ""), ("b", "ltr")]),
    ("<div dir=auto>\u05d0 x<input name=a dirname=b></div>", [("a", ""), ("b", "rtl")]),
    ("<div dir=auto><b>\u05d0</b><input name=a dirname=b></div>", [("a", ""), ("b", "rtl")]),
    ("<div dir=auto><style>x</style><textarea>x</textarea>\u05d0<input name=a dirname=b></div>",
     [("a", ""), ("b", "rtl")]),
    ("<bdi>\u05d0<input name=a dirname=b></bdi>", [("a", ""), ("b", "rtl")]),
    ("<bdi dir=ltr>\u05d0<input name=a dirname=b></bdi>", [("a", ""), ("b", "ltr")]),
]  # fmt: skip


@each_html_parser
@each_case(("text", "expected"), CASES, ids=[case[0] for case in CASES])
def test_direction_of_the_standard_is_sent(parse, text, expected):
    assert entries(text, parse) == expected


@pytest.mark.parametrize(
    ("text", "direction"),
    [("", None), ("1 (", None), ("1a", "ltr"), ("\u05d0", "rtl"), ("\u0627", "rtl"), ("1\u00e9\u05d0", "ltr"),
     ("\u0661", None), ("\u2067a", "ltr")],
)  # fmt: skip
def test_first_strong_character_has_the_direction(text, direction):
    """The first character of the bidirectional classes L, R and AL counts (Unicode Standard Annex
    9, P2)."""
    assert text_directionality(text) == direction


@pytest.mark.parametrize(
    "kind", ["hidden", "text", "search", "tel", "url", "email", "password", "submit"]
)
def test_types_with_a_dirname_send_it(kind):
    page = page_of(f"<form><input type={kind} name=a dirname=b>")
    (form,) = page.forms()
    assert page.submission(form, submitter=form.default_button).entries == (("a", ""), ("b", "ltr"))


def test_button_element_does_not_send_its_dirname():
    page = page_of("<form><button name=a dirname=b>")
    assert page.submission(next(page.forms()), submitter="a").entries == (("a", ""),)


def test_only_html_elements_have_a_direction():
    xhtml = """<html xmlns="http://www.w3.org/1999/xhtml"><form dir="rtl"><x xmlns="urn:x" dir="ltr">
    <input xmlns="http://www.w3.org/1999/xhtml" name="a" dirname="b"/></x></form></html>"""
    page = document(parse_xml(xhtml), "http://h/")
    assert page.submission(next(page.forms())).entries == (("a", ""), ("b", "rtl"))
