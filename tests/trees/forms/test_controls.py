"""The forms and controls of a tree: form owners (HTML Standard 4.10.18.3), fieldsets, lists of
options."""

from __future__ import annotations

import pytest

from tests.cases import each_case
from tests.trees.forms.helpers import entries, explained, page_of, send
from tests.trees.parsers import HTML_PARSERS, each_html_parser, each_xml_parser, parse_xml
from urldom.trees import document

#: The parsers that handle a form in a table as the HTML Standard requires.
BY_THE_STANDARD = [
    name for name in HTML_PARSERS if name.startswith(("html5lib", "selectolax", "turbohtml"))
]
LOOSE = [name for name in HTML_PARSERS if name.startswith(("lxml", "parsel"))]


def entries_of(text, parse):
    return list(send(text, parse).entries)


def names(text, parse=None):
    return [[control.name for control in form.controls] for form in page_of(text, parse).forms()]


@each_html_parser
def test_form_attribute_names_the_owner(parse):
    text = (
        "<body><input name=a form=f><form id=f><input name=b></form><form><input name=c"
        " form=f><input name=d></form>"
    )
    assert names(text, parse) == [["a", "b", "c"], ["d"]]


@each_html_parser
def test_control_with_an_unknown_form_attribute_has_no_owner(parse):
    assert names(
        "<body><form id=f><input name=a form=g><input name=b form=''><input name=c form=F></form>",
        parse,
    ) == [[]]


@each_html_parser
def test_form_attribute_refers_to_the_first_element_with_the_id(parse):
    assert names("<body><p id=f></p><form id=f></form><input name=a form=f>", parse) == [[]]
    assert names("<body><form id=f></form><form id=f></form><input name=a form=f>", parse) == [
        ["a"],
        [],
    ]


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


@each_html_parser
@each_case("text", ["<svg><br>", "<math><b></b>"])
def test_form_after_an_empty_element_that_ends_foreign_content_is_found(parse, text):
    assert names(f"<body>{text}<form><input name=a></form>", parse) == [["a"]]


@each_html_parser
def test_control_after_an_empty_element_that_ends_foreign_content_is_found(parse):
    assert names("<body><form><svg><g><p></p><input name=a>", parse) == [["a"]]


@each_html_parser
def test_comments_in_a_form_are_ignored(parse):
    select = "<select name=s><!--a--><option>1<!--a--></select>"
    text = f"<body><!--a--><form id=f><!--a--><input name=a>{select}<!--a--></form>"
    assert entries_of(text, parse) == [("a", ""), ("s", "1")]


@each_xml_parser
def test_processing_instructions_in_a_form_are_ignored(parse):
    xhtml = (
        '<html xmlns="http://www.w3.org/1999/xhtml"><form><?a b?><!-- c --><input'
        ' name="d"/></form></html>'
    )
    page = document(parse(xhtml), "http://h/")
    assert page.submission(next(page.forms())).entries == (("d", ""),)


def of_xml(inner):
    """Return the entries of the first form of an XHTML page. An XML parser does not correct the
    nesting of elements."""
    page = document(
        parse_xml(f'<html xmlns="http://www.w3.org/1999/xhtml">{inner}</html>'), "http://h/"
    )
    return list(page.submission(next(page.forms())).entries)


@pytest.mark.parametrize(
    ("inner", "expected"),
    [
        # The list of options has options at any depth, but not those inside an option, a datalist
        # or another select.
        ("<div><option>1</option></div>", ["1"]),
        ("<option>1<option selected=''>2</option></option>", ["12"]),
        ("<datalist><option>1</option></datalist><option>2</option>", ["2"]),
        ("<hr><option>1</option></hr><option>2</option>", ["2"]),
        ("<optgroup><div><option>1</option></div></optgroup>", ["1"]),
        ("<optgroup><optgroup><option>1</option></optgroup></optgroup><option>2</option>", ["2"]),
        (
            (
                "<optgroup"
                " disabled=''><option>1</option></optgroup><optgroup><option>2</option></optgroup>"
            ),
            ["2"],
        ),
        ("<optgroup disabled=''><div><option>1</option></div></optgroup><option>2</option>", ["2"]),
        ("<select><option selected=''>1</option></select><option>2</option>", ["2"]),
        ("<optgroup><select/></optgroup><optgroup><option>1</option></optgroup>", ["1"]),
    ],
)
def test_list_of_options_is_that_of_the_standard(inner, expected):
    """HTML Standard 4.10.7, "list of options"."""
    assert of_xml(f"<form><select name='s'>{inner}</select></form>") == [
        ("s", value) for value in expected
    ]


@pytest.mark.parametrize(
    ("inner", "expected"),
    [
        ("<fieldset disabled=''><legend><input name='a'/></legend></fieldset>", ["a"]),
        ("<fieldset disabled=''><legend/><legend><input name='a'/></legend></fieldset>", []),
        ("<fieldset disabled=''><div><legend><input name='a'/></legend></div></fieldset>", []),
        ("<fieldset><legend><input name='a'/></legend></fieldset>", ["a"]),
        (
            (
                "<fieldset disabled=''><fieldset><legend><input"
                " name='a'/></legend></fieldset></fieldset>"
            ),
            [],
        ),
        (
            (
                "<fieldset disabled=''><fieldset disabled=''><legend><input"
                " name='a'/></legend></fieldset></fieldset>"
            ),
            [],
        ),
        (
            (
                "<fieldset disabled=''><legend><fieldset disabled=''><legend><input"
                " name='a'/></legend></fieldset></legend></fieldset>"
            ),
            ["a"],
        ),
        ("<fieldset disabled=''><input name='a'/></fieldset><input name='b'/>", ["b"]),
        ("<legend><input name='a'/></legend>", ["a"]),
    ],
)
def test_disabled_fieldset_disables_controls_outside_its_first_legend(inner, expected):
    """HTML Standard 4.10.15."""
    assert [name for name, _ in of_xml(f"<form>{inner}</form>")] == expected


def test_controls_in_a_datalist_are_not_sent():
    inner = "<datalist><div><input name='a'/></div></datalist><input name='b'/>"
    assert of_xml(f"<form>{inner}</form>") == [("b", "")]


def test_foreign_elements_are_not_controls():
    inner = (
        "<input name='a'/><x xmlns='urn:x'><input name='b'/><input"
        " xmlns='http://www.w3.org/1999/xhtml' name='c'/></x>"
    )
    assert of_xml(f"<form>{inner}</form>") == [("a", ""), ("c", "")]


@pytest.mark.parametrize("parser", ["lxml.html", "BeautifulSoup, html.parser"])
def test_start_tag_of_html_ends_foreign_content(parser):
    # These parsers keep elements after <svg> inside it. A browser ends the foreign content at <div>
    # or <table>.
    assert names(
        "<body><form><svg><input name=a><div><input name=b></div><input name=c></form>",
        HTML_PARSERS[parser],
    ) == [["b", "c"]]


def test_controls_with_a_form_attribute_are_in_tree_order():
    text = (
        "<input name=a form=f><form id=f><input name=b></form><input name=c form=g><form"
        " id=g><input name=d></form>"
    )
    assert names(f"{text}<input name=e form=f>") == [["a", "b", "e"], ["c", "d"]]


@pytest.mark.parametrize(
    ("text", "association"),
    [
        (
            "<form id=f><input name=a form=f>",
            " (it belongs to the form because of its form attribute)",
        ),
        (
            "<table><form><tr><td><input name=a></table>",
            (
                " (it belongs to the form because of the parser, which left the form open in the"
                " table)"
            ),
        ),
        ("<form><input name=a>", ""),
    ],
)
def test_explanation_says_how_the_owner_was_found(text, association):
    assert explained(send(text))[-1] == f"a (text): sent: its value (step 5.10){association}"


@pytest.mark.parametrize(
    ("text", "in_dialog"),
    [("<dialog><div><form method=dialog>", True), ("<dialog></dialog><form method=dialog>", False)],
)
def test_form_knows_the_dialog_around_it(text, in_dialog):
    assert ("close the dialog element" in send(text).explain()) is in_dialog


@each_html_parser
def test_forms_in_templates_and_noscript_are_ignored(parse):
    text = (
        "<body><template><form id=a></form></template><noscript><form id=b></form></noscript><form"
        " id=c></form>"
    )
    assert [form.id for form in page_of(text, parse).forms()] == ["c"]


@pytest.mark.parametrize("parser", [*BY_THE_STANDARD, *LOOSE])
def test_textarea_contains_only_text(parser):
    text = "<body><form><textarea name=a><input name=b></textarea><input name=c></form>"
    assert entries_of(text, HTML_PARSERS[parser]) == [("a", "<input name=b>"), ("c", "")]


def test_radio_group_belongs_to_one_form():
    text = (
        "<form id=f><input type=radio name=a checked></form><form><input type=radio name=a checked"
        " form=f></form>"
    )
    first, second = page_of(text).forms()
    assert [control.checked for control in first.controls] == [False, True]
    assert second.controls == ()


def test_forms_of_a_shadow_tree_have_their_own_ids():
    text = (
        "<form id=f><div><template shadowrootmode=open><form id=f></form><input name=a"
        " form=f><input name=b></template></div></form><input name=c form=f>"
    )
    assert names(text, HTML_PARSERS["turbohtml"]) == [["c"], ["a"]]
    assert names(text, HTML_PARSERS["selectolax"]) == [["c"]]


@each_html_parser
def test_content_of_a_foreign_object_is_html_and_its_siblings_are_not(parse):
    text = "<svg><foreignObject><input name=a></foreignObject><input name=b></svg><input name=c>"
    assert [name for name, _ in entries(text, parse)] == ["a", "c"]


@each_html_parser
@each_case("root", ["svg", "math"])
def test_start_tag_of_html_ends_foreign_content_around_it(parse, root):
    text = f"<{root}><g><p>x<b></b></p><input name=a></g></{root}><input name=b>"
    assert [name for name, _ in entries(text, parse)] == ["a", "b"]


@each_html_parser
def test_empty_form_attribute_names_no_form(parse):
    """HTML Standard 4.10.18.3, step 3. An empty `id` is no ID (DOM Standard 4.9)."""
    text = "<form id=''><input form='' name=a><input name=b></form>"
    page = page_of(text, parse)
    assert [control.name for control in next(page.forms()).controls] == ["b"]


@each_html_parser
def test_text_of_a_textarea_is_its_value(parse):
    text = "<textarea name=a>x &amp; y</textarea><textarea name=b></textarea><input name=c>"
    assert entries(text, parse) == [("a", "x & y"), ("b", ""), ("c", "")]
