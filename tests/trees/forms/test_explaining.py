"""`explain()` of a submission: why each control is sent or left out, and where each choice comes
from."""

from __future__ import annotations

import pytest

from tests.trees.forms.helpers import explained, page_of, send


def test_every_control_is_explained():
    text = """<form method=post accept-charset=latin1 enctype=text/plain><input name=a dirname=b><input name=c disabled>
    <fieldset disabled><input name=d></fieldset><button name=e></button><input type=checkbox name=f>
    <select name=g></select><input type=file name=h><input type=hidden name=_charset_><input>
    <datalist><input name=i></datalist><input type=image name=j></form><input name=k form=x>"""
    page = page_of(text.replace("<form", "<form id=x"))
    lines = explained(page.submission("x", submitter="j"))
    assert lines == [
        "POST http://h/d/p?old#f",
        "form: the first of the page",
        "submitter: j (image)",
        "method: post, from the attribute method",
        (
            "action: http://h/d/p?old#f, the URL of the document, because the form has no action"
            " attribute (steps 12 to 14)"
        ),
        "enctype: text/plain, from the attribute enctype",
        "encoding: windows-1252, from accept-charset='latin1'",
        "steps: Submit as entity body, for the scheme http and the method post",
        (
            "a (text): sent: its value (step 5.10), and its direction, for its dirname attribute"
            " (step 5.11)"
        ),
        "c (text): left out: it is disabled (step 5.1)",
        "d (text): left out: a fieldset around it is disabled (step 5.1)",
        "e (submit): left out: it is a button, and not the submitter (step 5.1)",
        "f (checkbox): left out: it is not checked (step 5.1)",
        "g (select-one): left out: no option is both selected and enabled (step 5.6)",
        "h (file): sent: an empty file, because no file is selected (step 5.8)",
        "_charset_ (hidden): sent: the name of the encoding (step 5.9)",
        "without a name (text): left out: it has no name (step 5.4)",
        "i (text): left out: it is in a datalist (step 5.1)",
        "j (image): sent: the coordinate at which the image was pressed (step 5.2)",
        (
            "k (text): sent: its value (step 5.10) (it belongs to the form because of its form"
            " attribute)"
        ),
    ]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("<form>", "method: get, because the form has no method attribute"),
        ("<form method=POST>", "method: post, from the attribute method"),
        ("<form action=/x>", "action: http://h/x, from the attribute action (steps 12 to 14)"),
        ("<form action=''>", "action: http://h/d/p?old#f, the URL of the document, because the attribute action is"),
        ("<form method=post>", "enctype: application/x-www-form-urlencoded, because the form has no enctype attribute"),
        ("<form method=post action=mailto:x>", "enctype: application/x-www-form-urlencoded, because the form has no"),
        ("<form>", "encoding: UTF-8, the document's encoding"),
        ("<form><input name=' a'>", "' a' (text): sent: its value (step 5.10)"),
        ("<form><input name=q>", "q (text): sent: its value (step 5.10)"),
        (f"<form><input name={'n' * 101}>", f"'{'n' * 40}"),
        ("<form><input type=file name=f>", "f (file): sent: an empty file, because no file is selected (step 5.8)"),
    ],
)  # fmt: skip
def test_explanation_has_the_line(text, line):
    assert any(found.startswith(line) for found in send(text).explain().splitlines())


def test_explanation_names_the_attributes_of_the_submitter():
    page = page_of(
        "<form></form><form><button formmethod=post formaction=/b formenctype=text/plain>"
    )
    _, form = page.forms()
    lines = explained(page.submission(form, submitter=form.default_button))
    assert lines[1:6] == [
        "form: number 2 of the page",
        "submitter: without a name (submit)",
        "method: post, from the attribute formmethod of the submitter",
        "action: http://h/b, from the attribute formaction of the submitter (steps 12 to 14)",
        "enctype: text/plain, from the attribute formenctype of the submitter",
    ]
    assert lines[-1] == "without a name (submit): left out: it has no name (step 5.4)"


def test_utf_8_replaces_utf_16():
    text = send("<form>", encoding="utf-16le").explain()
    assert "encoding: UTF-8, because the document's encoding is UTF-16LE" in text.splitlines()


def test_dialog_has_no_steps_and_no_enctype():
    assert send("<form method=dialog>").explain().splitlines() == [
        "Close a dialog",
        "form: the first of the page",
        "submitter: none",
        "method: dialog, from the attribute method",
        "action: none, because the form is not in a dialog element (step 11)",
        "encoding: UTF-8, the document's encoding",
    ]


def test_query_is_hidden_if_it_contains_a_password():
    text = "<input name=q value=1><input type=password name=p value=secret>"
    assert send(f"<form>{text}").explain().startswith("GET http://h/d/p?...\n")
    assert send(f"<form action='ftp://h/x?y'>{text}").explain().startswith("GET ftp://h/x?y\n")
    assert repr(send(f"<form>{text}")) == "<Request GET http://h/d/p?...>"
    assert repr(send("<form><input name=q value=1>")) == "<Request GET http://h/d/p?q=1#f>"
