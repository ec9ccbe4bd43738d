"""The arguments `values` and `files` of `submission()`: accepted and rejected values and files."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.trees.forms.helpers import entries, page_of, send
from tests.trees.parsers import each_html_parser
from urldom import RejectedValueError
from urldom.trees import File

BOXES = "<input type=checkbox name=a value=1><input type=checkbox name=a value=2 checked>"
RADIOS = "<input type=radio name=a value=1 checked><input type=radio name=a value=2>"
SELECT = "<select name=a><option value=1>One<option value=2>Two<option value=3 disabled>Three</select>"
MULTIPLE = "<select name=a multiple><option value=1 selected>One<option value=2>Two</select>"
RAILS = "<input type=hidden name=a value=0><input type=checkbox name=a value=1>"


def nested(depth):
    value = []
    for _ in range(depth):
        value = [value]
    return value


@each_html_parser
def test_each_kind_of_control_accepts_a_value(parse):
    text = f"<input name=t><textarea name=x>old</textarea>{BOXES.replace('name=a', 'name=b')}{RADIOS}"
    values = {"t": "new", "x": "a\r\nb", "b": ["1"], "a": "2"}
    assert entries(text, parse, values=values) == [("t", "new"), ("x", "a\nb"), ("b", "1"), ("a", "2")]


@pytest.mark.parametrize(
    ("text", "value", "expected"),
    [
        ("<input name=a>", 5, ["5"]),
        ("<input name=a>", 1.5, ["1.5"]),
        ("<input name=a value=x>", "", [""]),
        ("<input type=hidden name=a value=x>", "y\nz", ["y\nz"]),
        ("<input type=checkbox name=a>", True, ["on"]),
        ("<input type=checkbox name=a checked>", False, []),
        ("<input type=checkbox name=a value=1>", "1", ["1"]),
        ("<input type=checkbox name=a value=1>", 1, ["1"]),
        (BOXES, [], []),
        (BOXES, "1", ["1"]),
        (BOXES, ["2", "1"], ["1", "2"]),
        (BOXES, [True, False], ["1"]),
        (RADIOS, "2", ["2"]),
        (RADIOS, 2, ["2"]),
        (SELECT, "2", ["2"]),
        (SELECT, "Two", ["2"]),
        (SELECT, ["2"], ["2"]),
        (MULTIPLE, "2", ["2"]),
        (MULTIPLE, ["Two", 1], ["1", "2"]),
        (MULTIPLE, [], []),
        (RAILS, True, ["0", "1"]),
        (RAILS, False, ["0"]),
        ("<input name=a><input name=a>", ["x", "y"], ["x", "y"]),
        (f"<input name=a>{MULTIPLE}", ["x", ["1", "2"]], ["x", "1", "2"]),
        ("<input name=a><input name=a disabled>", "x", ["x"]),
        ("<input type=email name=a>", " b@c ", ["b@c"]),
        ("<input type=color name=a>", "#ABCDEF", ["#abcdef"]),
        ("<input type=datetime-local name=a>", "2025-01-01 10:00:00", ["2025-01-01T10:00"]),
        ("<input type=date name=a value=2025-01-01>", "", [""]),
        ("<input name=a maxlength=2>", "\U0001f600", ["\U0001f600"]),
        ("<textarea name=a maxlength=3></textarea>", "a\r\nb", ["a\nb"]),
    ],
)  # fmt: skip
def test_accepted_values_are_sent(text, value, expected):
    assert [sent for _, sent in entries(text, values={"a": value})] == expected


@pytest.mark.parametrize(
    ("text", "value", "reason"),
    [
        ("<input name=b>", "x", "no control with that name"),
        ("<input name=a disabled>", "x", "disabled"),
        ("<fieldset disabled><input name=a></fieldset>", "x", "disabled"),
        ("<input name=a readonly>", "x", "read-only"),
        ("<textarea name=a readonly></textarea>", "x", "read-only"),
        ("<datalist><input name=a></datalist>", "x", "datalist"),
        ("<input name=a>", "x\ny", "line break"),
        ("<input name=a maxlength=1>", "\U0001f600", "maxlength is 1"),
        ("<input name=a>", True, "accepts one str"),
        ("<input name=a>", ["x"], "accepts one str"),
        ("<input name=a>", float("nan"), "not a finite number"),
        ("<input name=a><input name=a>", "x", "2 controls with that name"),
        ("<input name=a><input name=a>", ["x"], "pass a list of 2 values"),
        ("<input type=checkbox name=a value=1>", "2", "no enabled checkbox"),
        (BOXES, True, "2 checkboxes"),
        (BOXES, ["1", "1"], "more often"),
        (BOXES, ["3"], "no enabled checkbox"),
        (BOXES, [True], "2 checkboxes"),
        (RADIOS, "3", "no enabled radio button"),
        (RADIOS, True, "pass the value of the radio button"),
        (RADIOS, False, "pass the value of the radio button"),
        (SELECT, "4", "no option"),
        (SELECT, "3", "the option is disabled"),
        (SELECT, ["1", "2"], "accepts one option"),
        (SELECT, [], "accepts one option"),
        (SELECT, True, "pass the value of an option"),
        (MULTIPLE, ["1", "1"], "more often"),
        ("<input type=number name=a>", "x", "a number such as"),
        ("<input type=range name=a>", 101, "a number such as"),
        ("<input type=range name=a min=0>", 1.5, "on a step"),
        ("<input type=color name=a>", "x", "a color such as"),
        ("<input type=date name=a>", "31.12.2025", "a date such as"),
        ("<button name=a>", "x", "pass it as the submitter"),
        ("<input type=file name=a>", "x", "in files="),
    ],
)
def test_rejected_values_raise(text, value, reason):
    with pytest.raises(RejectedValueError) as raised:
        entries(text, values={"a": value})
    assert raised.value.attribute == "a"
    assert reason in str(raised.value)


@pytest.mark.parametrize("value", [[10**5000], [nested(100_000)]], ids=["a list of a large int", "nested lists"])
def test_value_without_a_repr_is_rejected(value):
    with pytest.raises(RejectedValueError) as caught:
        send("<form><input name=a></form>", values={"a": value})
    assert "cannot be set to a list that cannot be shown" in str(caught.value)


def test_charset_control_rejects_a_value():
    with pytest.raises(RejectedValueError, match="the name of the encoding"):
        entries("<input type=hidden name=_charset_>", values={"_charset_": "x"})


def test_misspelled_name_raises_with_a_hint():
    with pytest.raises(RejectedValueError, match="did you mean 'username'"):
        entries("<input name=username><input name=x>", values={"usernme": "x"})


@pytest.mark.parametrize("value", [None, b"x", object(), {"x": "y"}])
def test_values_of_other_types_raise(value):
    with pytest.raises(TypeError, match="a str, an int or a float"):
        entries("<input name=a>", values={"a": value})


@pytest.mark.parametrize("values", [[("a", "b")], "a=b", {1: "x"}, 5])
def test_values_that_are_not_a_mapping_raise(values):
    with pytest.raises(TypeError):
        entries("<input name=a>", values=values)


@pytest.mark.parametrize("values", [{"pw": "secret\n"}, {"wp": "secret"}, {"pw": ["secret"]}])
def test_errors_do_not_show_passwords(values):
    with pytest.raises(RejectedValueError) as raised:
        entries("<input type=password name=pw maxlength=8>", values=values)
    assert "secret" not in str(raised.value) + repr(raised.value)


def test_repr_and_explanation_do_not_show_passwords():
    text = "<form><input type=password name=pw value=secret><input name=q>"
    page = page_of(text)
    (form,) = page.forms()
    for values in (None, {"pw": "secret"}):
        sent = page.submission(form, values=values)
        assert sent.entries[0] == ("pw", "secret")
        assert "secret" not in repr(form) + repr(form.controls) + repr(sent) + sent.explain()


# Files ----------------------------------------------------------------------------------------------------------------

UPLOAD = "<input type=file name=f>"


def test_files_are_paths_or_tuples(tmp_path):
    path = tmp_path / "a b.txt"
    path.write_bytes(b"abc")
    expected = File("a b.txt", b"abc", "text/plain")
    assert entries(UPLOAD, files={"f": path}) == [("f", expected)]
    assert entries(UPLOAD, files={"f": ("a b.txt", b"abc")}) == [("f", expected)]
    assert entries(UPLOAD, files={"f": ("a b.txt", bytearray(b"abc"), "text/plain")}) == [("f", expected)]
    assert entries(UPLOAD, files={"f": [expected]}) == [("f", expected)]
    assert entries(UPLOAD, files={"f": []}) == [("f", File("", b""))]
    assert entries(UPLOAD, files={"f": ("x", b"")}) == [("f", File("x", b"", "application/octet-stream"))]


def test_upload_with_multiple_accepts_a_list():
    two = [("1.png", b"1"), ("2", b"2")]
    sent = [("f", File("1.png", b"1", "image/png")), ("f", File("2", b"2"))]
    assert entries("<input type=file name=f multiple>", files={"f": two}) == sent
    assert entries(UPLOAD + UPLOAD, files={"f": two}) == sent
    with pytest.raises(RejectedValueError, match="accepts one file"):
        entries(UPLOAD, files={"f": two})
    with pytest.raises(RejectedValueError, match="3 file uploads"):
        entries(UPLOAD * 3, files={"f": two})


def test_invalid_files_raise(tmp_path):
    for path in (tmp_path, tmp_path / "missing"):
        with pytest.raises(RejectedValueError, match="cannot be read"):
            entries(UPLOAD, files={"f": path})
    for files in ({"f": "a.txt"}, {"f": b"abc"}, {"f": ("a",)}, {"f": ("a", "b")}, {"f": (b"a", b"b")}, ["f"]):
        with pytest.raises(TypeError):
            entries(UPLOAD, files=files)
    for text, reason in (("<input name=f>", "not a file upload"), (UPLOAD.replace("=f>", "=f disabled>"), "disabled")):
        with pytest.raises(RejectedValueError, match=reason):
            entries(text, files={"f": ("a", b"")})
    with pytest.raises(RejectedValueError, match="no control with that name"):
        entries(UPLOAD, files={"g": ("a", b"")})
    for media_type in ("text/plain\r\nX: y", "text", "", "text/plain; a=\r\n"):
        with pytest.raises(RejectedValueError, match="media type"):
            entries(UPLOAD, files={"f": ("a", b"", media_type)})


def test_submission_does_not_change_the_page():
    page = page_of(f"<form><input name=t>{SELECT}")
    (form,) = page.forms()
    page.submission(form, values={"t": "x", "a": "2"})
    assert page.submission(form).entries == page.submission(form.node).entries == (("t", ""), ("a", "1"))


ANY_VALUE = st.text(max_size=5) | st.integers() | st.floats() | st.booleans() | st.none()


@given(st.dictionaries(st.sampled_from(["a", "t", "u", "n"]), ANY_VALUE | st.lists(ANY_VALUE, max_size=3)))
def test_any_values_are_sent_or_raise_a_documented_error(values):
    text = f"<form>{BOXES}<input name=t><input name=u><input name=u><input type=number name=n>"
    try:
        send(text, values=values)
    except (RejectedValueError, TypeError) as error:
        assert str(error)
