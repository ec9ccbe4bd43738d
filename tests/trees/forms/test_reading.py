"""The controls of a form, as they are read from its elements (HTML Standard 4.10.5 to 4.10.11)."""

from __future__ import annotations

import pytest

from tests.cases import each_case
from tests.trees.forms.helpers import entries, page_of
from tests.trees.parsers import each_html_parser, parse_xml
from urldom.trees import Option, document


def controls(text):
    (form,) = page_of(f"<form>{text}").forms()
    return form.controls


@pytest.mark.parametrize(
    ("button", "is_submit_button"),
    [
        ("<button>", True),
        ("<button type=nonsense>", True),
        ("<button type=submit command=x>", True),
        ("<button command=x>", False),
        ("<button commandfor=x>", False),
        ("<button type=button>", False),
        ("<button type=reset>", False),
        ("<input type=submit>", True),
        ("<input type=image>", True),
        ("<input type=button>", False),
    ],
)
def test_is_submit_button_is_true_for_submit_buttons(button, is_submit_button):
    (form,) = page_of(f"<form>{button}").forms()
    assert form.controls[0].is_submit_button is is_submit_button
    assert (form.default_button is form.controls[0]) is is_submit_button


def test_default_button_is_the_first_submit_button():
    (form,) = page_of(
        "<form><input><button type=button></button><input type=image><button></button>"
    ).forms()
    assert form.default_button is form.controls[2]


@pytest.mark.parametrize(
    ("method", "enctype", "expected"),
    [
        ("POST", "Multipart/Form-Data", ("post", "multipart/form-data")),
        ("Dialog", "TEXT/plain", ("dialog", "text/plain")),
        ("put", "application/json", ("get", "application/x-www-form-urlencoded")),
        ("", "", ("get", "application/x-www-form-urlencoded")),
    ],
)
def test_invalid_methods_and_enctypes_have_a_default(method, enctype, expected):
    (form,) = page_of(f"<form method='{method}' enctype='{enctype}'>").forms()
    assert (form.method, form.enctype) == expected


def test_attributes_of_a_form_are_read():
    (form,) = page_of("<form id=i name=n action=x>").forms()
    assert (form.id, form.name, form.action) == ("i", "n", "http://h/d/x")
    (form,) = page_of("<form>").forms()
    assert (form.id, form.name, form.action, form.default_button) == (
        None,
        None,
        "http://h/d/p?old#f",
        None,
    )


#: The columns of the tables in HTML Standard 4.10.5 and 4.10.11, for the types of the rows
READONLY = [
    "text",
    "search",
    "url",
    "tel",
    "email",
    "password",
    "date",
    "month",
    "week",
    "time",
    "datetime-local",
    "number",
]
OTHERS = [
    "hidden",
    "range",
    "color",
    "checkbox",
    "radio",
    "file",
    "submit",
    "image",
    "reset",
    "button",
]


@each_case("kind", [*READONLY, *OTHERS])
def test_readonly_and_multiple_apply_to_the_types_of_the_standard(kind):
    (control,) = controls(f"<input type={kind} readonly multiple>")
    assert control.type == kind
    assert control.readonly is (kind in READONLY)
    assert control.multiple is (kind in ("email", "file"))
    assert control.checked is (False if kind in ("checkbox", "radio") else None)
    assert controls(f"<input type={kind} checked>")[0].checked is (
        True if kind in ("checkbox", "radio") else None
    )
    assert not controls(f"<input type={kind} disabled>")[0].readonly
    assert not controls(f"<input type={kind}>")[0].multiple


@each_case(
    ("text", "kind", "value"),
    [
        ("<input>", "text", ""),
        ("<input type=nonsense value=x>", "text", "x"),
        ("<input type=textarea value=x>", "text", "x"),
        ("<input type=select-one value=x>", "text", "x"),
        ("<input type=FILE value=x>", "file", ""),
        ("<input type=submit value=x>", "submit", "x"),
        ("<input type=checkbox>", "checkbox", "on"),
        ("<input type=radio value=''>", "radio", ""),
        ("<button value=x></button>", "submit", "x"),
        ("<button></button>", "submit", ""),
        ("<button type=RESET></button>", "reset", ""),
        ("<button type=image></button>", "submit", ""),
        ("<textarea>x</textarea>", "textarea", "x"),
        ("<select></select>", "select-one", ""),
        ("<select multiple><option selected>1<option selected>2</select>", "select-multiple", "1"),
    ],
)
def test_type_and_value_of_a_control(text, kind, value):
    (control,) = controls(text)
    assert (control.type, control.value) == (kind, value)


def test_attributes_of_controls_are_read():
    select, area = controls(
        "<select multiple disabled name=s></select><textarea readonly disabled name=t></textarea>"
    )
    assert (select.name, select.multiple, select.disabled, select.readonly) == (
        "s",
        True,
        True,
        False,
    )
    assert (area.name, area.multiple, area.disabled, area.readonly) == ("t", False, True, True)
    plain, area = controls("<select></select><textarea></textarea>")
    assert (plain.name, plain.multiple, plain.disabled) == ("", False, False)
    assert (area.disabled, area.readonly) == (False, False)
    (button,) = controls("<button name=b disabled>")
    assert (button.name, button.disabled, button.is_submit_button) == ("b", True, True)


def test_only_the_last_checked_radio_button_of_a_group_stays_checked():
    text = "".join(
        f"<input type=radio {rest} checked>"
        for rest in ("name=a", "name=a", "", "", "name=b", "name=a")
    )
    assert [control.checked for control in controls(text)] == [False, False, True, True, True, True]
    text = (
        "<input type=radio name=a checked><input type=checkbox name=a checked><input type=radio"
        " name=a>"
    )
    assert [control.checked for control in controls(text)] == [True, True, False]


@pytest.mark.parametrize(
    ("option", "expected"),
    [
        ('<option value="v" label="l" disabled="">t</option>', Option("v", "l", False, True)),
        ('<option value="v" label=""> t  u </option>', Option("v", "t u")),
        ('<option selected="">t</option>', Option("t", "t", True)),
        ('<option value="">t</option>', Option("", "t")),
        ("<option> a<b>b</b>c </option>", Option("abc", "abc")),
        ("<option>a<script>b</script>c</option>", Option("ac", "ac")),
        (
            '<option>a<script xmlns="http://www.w3.org/2000/svg">b</script>c</option>',
            Option("ac", "ac"),
        ),
        ('<optgroup disabled=""><option>t</option></optgroup>', Option("t", "t", False, True)),
        (
            '<optgroup disabled=""><option value="v">t</option></optgroup>',
            Option("v", "t", False, True),
        ),
        ("<optgroup><option>t</option></optgroup>", Option("t", "t")),
        ('<optgroup disabled=""/><option>t</option>', Option("t", "t")),
    ],
)
def test_option_has_the_value_and_the_label_of_the_standard(option, expected):
    xhtml = (
        '<html xmlns="http://www.w3.org/1999/xhtml"><form><select'
        f' multiple="">{option}</select></form></html>'
    )
    (form,) = document(parse_xml(xhtml), "http://h/").forms()
    assert form.controls[0].options == (expected,)


@pytest.mark.parametrize(
    ("attributes", "options", "selected"),
    [
        ("", "<option>1<option>2", [True, False]),
        ("", "<option disabled>1<option>2", [False, True]),
        ("", "<option disabled>1", [False]),
        ("", "<option selected>1<option selected>2<option>3", [False, True, False]),
        ("size=1", "<option>1", [True]),
        ("size=2", "<option>1", [False]),
        ("size=2", "<option selected>1<option selected>2", [False, True]),
        ("size=-1", "<option>1", [True]),
        ("multiple", "<option>1", [False]),
        ("multiple", "<option selected>1<option selected>2", [True, True]),
    ],
)
def test_selectedness_of_the_options(attributes, options, selected):
    (select,) = controls(f"<select {attributes}>{options}</select>")
    assert [option.selected for option in select.options] == selected


@each_html_parser
def test_script_in_an_option_is_not_its_text(parse):
    """The text of an option leaves out `script` of HTML and SVG (HTML Standard 4.10.10, "text")."""
    text = "<select name=a><option>x<script>y</script> z</select>"
    assert entries(text, parse) == [("a", "x z")]
