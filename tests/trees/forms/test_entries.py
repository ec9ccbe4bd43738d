"""The steps of "constructing the entry list" (HTML Standard 4.10.22.4), in the trees of each
parser."""

from __future__ import annotations

import pytest

from tests.cases import each_case
from tests.trees.forms.helpers import entries, explained, page_of, send
from tests.trees.parsers import each_html_parser, each_xml_parser
from urldom.trees import File, document

EMPTY_FILE = File("", b"", "application/octet-stream")

CASES = [
    # Step 5.1
    ('<datalist><input name=a value=1></datalist><input name=b value=2>', [("b", "2")]),
    ("<input name=a disabled><select name=b disabled><option>1</select><input name=c value=3>", [("c", "3")]),
    ("<button name=a value=1>x</button><input type=submit name=b>", []),
    ("<input type=reset name=c><input type=button name=d><input type=image name=e>", []),
    ("<input type=checkbox name=a><input type=checkbox name=b checked value=2>", [("b", "2")]),
    ("<input type=radio name=a value=1><input type=radio name=a value=2>", []),
    # Step 5.4
    ("<input value=1><input name='' value=2><select><option>3</select>", []),
    # Step 5.6, and the list of options
    ("<select name=a><option>1<option>2</select>", [("a", "1")]),
    ("<select name=a><option disabled>1<option>2</select>", [("a", "2")]),
    ("<select name=a><option disabled selected>1<option>2</select>", []),
    ("<select name=a><option selected>1<option selected>2<option>3</select>", [("a", "2")]),
    ("<select name=a><optgroup disabled><option>1</optgroup><optgroup><option>2</optgroup></select>", [("a", "2")]),
    ("<select name=a size=2><option>1<option>2</select>", []),
    ("<select name=a size=0><option>1<option>2</select>", [("a", "1")]),
    ("<select name=a size=x><option>1<option>2</select>", [("a", "1")]),
    ("<select name=a size=3><option selected>1<option selected>2</select>", [("a", "2")]),
    ("<select name=a multiple><option>1<option>2</select>", []),
    ("<select name=a multiple><option selected>1<option>2<option selected>3</select>", [("a", "1"), ("a", "3")]),
    ("<select name=a><option value=v label=l>t</select>", [("a", "v")]),
    ("<select name=a><option> a \n b </select>", [("a", "a b")]),
    ("<select name=a><option value=''>b</select>", [("a", "")]),
    ("<select name=a></select>", []),
    # Step 5.7
    ("<input type=checkbox name=a checked>", [("a", "on")]),
    ("<input type=checkbox name=a checked value=''>", [("a", "")]),
    ("<input type=radio name=a value=1 checked><input type=radio name=a value=2 checked>", [("a", "2")]),
    ("<input type=radio name=a value=1 checked><input type=radio name=A value=2 checked>", [("a", "1"), ("A", "2")]),
    ("<input type=radio name=a value=1 checked><input type=radio name=a value=2 checked disabled>", []),
    # Step 5.8
    ("<input type=file name=a>", [("a", EMPTY_FILE)]),
    # Step 5.9
    ("<input type=hidden name=_charset_ value=x>", [("_charset_", "UTF-8")]),
    ("<input type=hidden name=_ChArSeT_>", [("_ChArSeT_", "UTF-8")]),
    ("<input name=_charset_ value=x>", [("_charset_", "x")]),
    # Step 5.10
    ("<input name=a value=1><input TYPE=PassWord name=b value=2><input type=nonsense name=c value=3>",
     [("a", "1"), ("b", "2"), ("c", "3")]),
    ("<input name=a>", [("a", "")]),
    ("<input name=a value='1\n2'>", [("a", "12")]),
    ("<input type=hidden name=a value='1\n2'>", [("a", "1\n2")]),
    ("<textarea name=a>\n1\n2</textarea>", [("a", "1\n2")]),
    ("<textarea name=a>\n\n1</textarea>", [("a", "\n1")]),
    ("<textarea name=a> 1</textarea>", [("a", " 1")]),
    ("<textarea name=a wrap=hard cols=3>ab cd</textarea>", [("a", "ab \ncd")]),
    ("<textarea name=a wrap=soft cols=3>ab cd</textarea>", [("a", "ab cd")]),
    ("<output name=a>1</output><object name=b></object><meter name=c></meter><keygen name=d>", []),
    # Step 5.11
    ("<input name=a dirname=b value=1>", [("a", "1"), ("b", "ltr")]),
    ("<input name=a dirname=''>", [("a", "")]),
    ("<input type=number name=a dirname=b value=1>", [("a", "1")]),
    ("<input type=checkbox name=a dirname=b checked>", [("a", "on")]),
    # Fieldsets (4.10.15)
    ("<fieldset disabled><legend><input name=a></legend><input name=b></fieldset>", [("a", "")]),
    ("<fieldset disabled><p></p><legend><input name=a></legend><legend><input name=b></legend>", [("a", "")]),
    ("<fieldset disabled><div><legend><input name=a></legend></div></fieldset>", []),
    ("<fieldset disabled><fieldset><legend><input name=a></legend></fieldset></fieldset>", []),
    # Only HTML elements are controls or options.
    ("<svg><desc><input name=a></desc></svg><input name=b>", [("a", ""), ("b", "")]),
    ("<template><input name=a></template><noscript><input name=b></noscript><input name=c>", [("c", "")]),
]  # fmt: skip


@each_html_parser
@each_case(("text", "expected"), CASES, ids=[case[0] for case in CASES])
def test_form_has_the_entries_of_the_standard(parse, text, expected):
    assert entries(text, parse) == expected


def test_disabled_fieldset_in_a_legend_disables_its_controls():
    inner = "<fieldset disabled><input name=a></fieldset><input name=b>"
    assert entries(f"<fieldset disabled><legend>{inner}</legend></fieldset>") == [("b", "")]


@each_html_parser
def test_deeply_nested_option_is_sent(parse):
    text = "<body><form><select name=a><div><option value=1>x</div></select></form>"
    assert send(text, parse).entries == (("a", "1"),)


@each_xml_parser
def test_only_html_elements_are_sent_in_xml(parse):
    xhtml = (
        '<html xmlns="http://www.w3.org/1999/xhtml"><form><input name="a"/><input xmlns=""'
        ' name="b"/><textarea name="c">\nd</textarea></form><form xmlns="urn:x"/></html>'
    )
    page = document(parse(xhtml), "http://h/")
    (form,) = page.forms()
    assert page.submission(form).entries == (("a", ""), ("c", "\nd"))


@each_html_parser
def test_only_the_pressed_button_is_sent(parse):
    text = (
        "<button name=a value=1></button><input type=submit name=b value=2><input type=image"
        " name=c>"
    )
    assert entries(text, parse, submitter="a") == [("a", "1")]
    assert entries(text, parse, submitter="b") == [("b", "2")]
    assert entries(text, parse, submitter="c") == [("c.x", "0"), ("c.y", "0")]


def test_image_button_sends_the_coordinates_of_the_click():
    text = "<input type=image name=c>"
    assert entries(text, submitter="c", values={"c.x": 3, "c.y": 4}) == [("c.x", "3"), ("c.y", "4")]
    page = page_of("<form><input type=image>")
    (form,) = page.forms()
    sent = page.submission(form, submitter=form.controls[0], values={"x": 5})
    assert sent.entries == (("x", "5"), ("y", "0"))


@pytest.mark.parametrize(
    ("encoding", "name"),
    [("latin1", "windows-1252"), ("sjis", "Shift_JIS"), ("koi", "KOI8-R"), ("iso-8859-8-i", "ISO-8859-8-I"),
     ("gb18030", "gb18030"), ("gb2312", "GBK"), ("big5", "Big5"), ("mac", "macintosh"), ("utf-16", "UTF-8")],
)  # fmt: skip
def test_charset_control_sends_the_name_of_the_standard(encoding, name):
    assert entries("<input type=hidden name=_charset_>", encoding=encoding) == [("_charset_", name)]


def test_lone_surrogates_are_replaced():
    assert entries("<input name=a>", values={"a": "x\ud800"}) == [("a", "x\ufffd")]


def test_explanation_names_the_step_that_sends_or_leaves_out_each_control():
    controls = {
        "<input name=a value=1>": "sent: its value (step 5.10)",
        "<input type=checkbox name=a checked>": "sent: it is checked (step 5.7)",
        "<input type=radio name=a checked>": "sent: it is checked (step 5.7)",
        "<input type=radio name=a>": "left out: it is not checked (step 5.1)",
        "<select name=a><option>1</select>": (
            "sent: the options that are selected and enabled (step 5.6)"
        ),
        "<select name=a multiple><option>1</select>": (
            "left out: no option is both selected and enabled (step 5.6)"
        ),
        "<input type=file name=a>": "sent: an empty file, because no file is selected (step 5.8)",
        "<input type=hidden name=_charset_>": "sent: the name of the encoding (step 5.9)",
        "<textarea name=a dirname=b></textarea>": (
            "sent: its value (step 5.10), and its direction, for its dirname attribute (step 5.11)"
        ),
        "<button name=a>": "left out: it is a button, and not the submitter (step 5.1)",
        "<input name=a disabled>": "left out: it is disabled (step 5.1)",
        "<fieldset disabled><input name=a></fieldset>": (
            "left out: a fieldset around it is disabled (step 5.1)"
        ),
        "<datalist><input name=a></datalist>": "left out: it is in a datalist (step 5.1)",
        "<input value=1>": "left out: it has no name (step 5.4)",
    }
    for text, step in controls.items():
        assert explained(send(f"<form>{text}</form>"))[-1].partition(": ")[2] == step
    pressed = explained(send("<form><button name=a>", submitter="a"))
    assert pressed[-1].endswith("sent: it is the submitter (step 5.10)")
    files = {"a": ("b", b"")}
    chosen = explained(send("<form><input type=file name=a>", files=files))
    assert chosen[-1].endswith("sent: the files that are selected (step 5.8)")
