"""`Form`, `Control`, `Option`, `File` and the submission, a `Request`, as objects: what they show,
and their copies."""

from __future__ import annotations

import copy

import pytest

from tests.cases import each_case
from tests.trees.forms.helpers import page_of, send
from urldom.trees import File, Option


def form_of(text, attributes=""):
    (form,) = page_of(f"<form {attributes}>{text}").forms()
    return form


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("<input name=q value=a>", "Control(name='q', type='text', value='a')"),
        ("<input type=radio name=r>", "Control(name='r', type='radio', value='on', checked=False)"),
        (
            "<select multiple disabled name=s><option value=1>a<option>b</select>",
            (
                "Control(name='s', type='select-multiple', value='', options=['1', 'b'],"
                " disabled=True, multiple=True)"
            ),
        ),
        (
            "<textarea readonly>x</textarea>",
            "Control(name='', type='textarea', value='x', readonly=True)",
        ),
        ("<input type=password value=secret>", "Control(name='', type='password', value='***')"),
        ("<input type=password>", "Control(name='', type='password', value='')"),
        (
            "<input value=http://bob:secret@h/>",
            "Control(name='', type='text', value='http://bob:***@h/')",
        ),
    ],
)
def test_repr_of_a_control(text, shown):
    assert repr(form_of(text).controls[0]) == shown


@each_case(
    ("text", "shown"),
    [
        ("", "no controls"),
        ("<input name=q value=a>", "q='a' (text)"),
        ("<input value=a>", "'a' (text)"),
        ("<input type=checkbox name=c>", "c='on' (checkbox, not checked)"),
        ("<input type=checkbox name=c checked>", "c='on' (checkbox, checked)"),
        ("<select name=s><option>1<option>2</select>", "s='1' (select-one)"),
        (
            "<select name=s multiple><option selected>1<option selected>2</select>",
            "s='1', '2' (select-multiple)",
        ),
        ("<select name=s multiple><option>1</select>", "s=nothing (select-multiple)"),
        ("<select name=s></select>", "s=nothing (select-one)"),
        ("<input name='a\x85'>", "'a\\x85'='' (text)"),
        ("<input type=password name=p value=secret>", "p='***' (password)"),
        ("<input>" * 20, ", ".join(["'' (text)"] * 20)),
        ("<input>" * 22, ", ".join(["'' (text)"] * 20) + ", and 2 more"),
    ],
)
def test_repr_of_a_form(text, shown):
    assert repr(form_of(text, "method=post action=/x")) == f"<Form post http://h/x: {shown}>"


def test_repr_of_a_form_hides_the_password_of_its_action():
    assert (
        repr(form_of("", "action=http://bob:secret@h/"))
        == "<Form get http://bob:***@h/: no controls>"
    )


def test_repr_of_a_submission_has_the_size_of_its_body():
    sent = send("<form method=post action=/x><input name=a value=b>")
    assert repr(sent) == "<Request POST http://h/x, 3 bytes of application/x-www-form-urlencoded>"
    assert repr(send("<form action=/x>")) == "<Request GET http://h/x?>"


def test_file_and_option_have_the_documented_defaults():
    assert File("a", b"bc").content_type == "application/octet-stream"
    assert (
        repr(File("a", b"bc"))
        == "File(name='a', body=2 bytes, content_type='application/octet-stream')"
    )
    assert (Option("a", "b").selected, Option("a", "b").disabled) == (False, False)


def test_copies_of_forms_and_controls_are_the_same_objects():
    form = form_of("<input>")
    assert copy.copy(form) is copy.deepcopy(form) is form
    assert copy.deepcopy(form.controls)[0] is copy.copy(form.controls[0]) is form.controls[0]


def test_options_are_made_once():
    (select,) = form_of("<select><option>1</select>").controls
    assert select.options[0] is select.options[0]
