"""Form owners (HTML Standard 4.10.18.3)."""

from __future__ import annotations

import pytest

from tests.trees.forms.helpers import page_of
from tests.trees.parsers import HTML_PARSERS, each_html_parser

#: The parsers that handle a form in a table as the HTML Standard requires.
BY_THE_STANDARD = [name for name in HTML_PARSERS if name.startswith(("html5lib", "selectolax", "turbohtml"))]
LOOSE = [name for name in HTML_PARSERS if name.startswith(("lxml", "parsel"))]


def names(text, parse=None):
    return [[control.name for control in form.controls] for form in page_of(text, parse).forms()]


@each_html_parser
def test_form_attribute_names_the_owner(parse):
    text = "<body><input name=a form=f><form id=f><input name=b></form><form><input name=c form=f><input name=d></form>"
    assert names(text, parse) == [["a", "b", "c"], ["d"]]


@each_html_parser
def test_control_with_an_unknown_form_attribute_has_no_owner(parse):
    assert names("<body><form id=f><input name=a form=g><input name=b form=''><input name=c form=F></form>", parse) == [
        []
    ]


@each_html_parser
def test_form_attribute_refers_to_the_first_element_with_the_id(parse):
    assert names("<body><p id=f></p><form id=f></form><input name=a form=f>", parse) == [[]]
    assert names("<body><form id=f></form><form id=f></form><input name=a form=f>", parse) == [["a"], []]


@pytest.mark.parametrize("parser", BY_THE_STANDARD)
def test_empty_form_in_a_table_owns_the_controls_after_it(parser):
    parse = HTML_PARSERS[parser]
    row = "<form id=f><tr><td><input name=a></td></tr></form>"
    assert names(f"<body><table>{row}</table><input name=b>", parse) == [["a"]]
    assert names(f"<body><table>{row}{row}</table>", parse) == [["a"], ["a"]]
    assert names("<body><table><tr><td><form></form><input name=a></table>", parse) == [[]]
    assert names(f"<body><form><p><b></form><table>{row}</table>", parse) == [[], ["a"]]


@pytest.mark.parametrize("parser", LOOSE)
def test_loose_parsers_keep_the_controls_in_the_form(parser):
    text = "<body><table><form><tr><td><input name=a></td></tr></form></table><input name=b>"
    assert names(text, HTML_PARSERS[parser]) == [["a"]]


def test_radio_group_belongs_to_one_form():
    text = "<form id=f><input type=radio name=a checked></form><form><input type=radio name=a checked form=f></form>"
    (first, second) = page_of(text).forms()
    assert [control.checked for control in first.controls] == [False, True]
    assert second.controls == ()


def test_forms_of_a_shadow_tree_have_their_own_ids():
    text = (
        "<form id=f><div><template shadowrootmode=open><form id=f></form><input name=a form=f><input name=b></template>"
        "</div></form><input name=c form=f>"
    )
    assert names(text, HTML_PARSERS["turbohtml"]) == [["c"], ["a"]]
    assert names(text, HTML_PARSERS["selectolax"]) == [["c"]]
