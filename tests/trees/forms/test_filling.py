"""The arguments `values` and `files` of `submission()`: accepted and rejected values and files."""

from __future__ import annotations

import errno
import io
import os

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.cases import each_case
from tests.trees.forms.helpers import entries, page_of, send
from tests.trees.parsers import each_html_parser
from urldom import RejectedValueError
from urldom.trees import File

BOXES = "<input type=checkbox name=a value=1><input type=checkbox name=a value=2 checked>"
RADIOS = "<input type=radio name=a value=1 checked><input type=radio name=a value=2>"
SELECT = (
    "<select name=a><option value=1>One<option value=2>Two<option value=3 disabled>Three</select>"
)
MULTIPLE = "<select name=a multiple><option value=1 selected>One<option value=2>Two</select>"
RAILS = "<input type=hidden name=a value=0><input type=checkbox name=a value=1>"


def nested(depth):
    value = []
    for _ in range(depth):
        value = [value]
    return value


@each_html_parser
def test_each_kind_of_control_accepts_a_value(parse):
    text = (
        f"<input name=t><textarea name=x>old</textarea>{BOXES.replace('name=a', 'name=b')}{RADIOS}"
    )
    values = {"t": "new", "x": "a\r\nb", "b": ["1"], "a": "2"}
    assert entries(text, parse, values=values) == [
        ("t", "new"),
        ("x", "a\nb"),
        ("b", "1"),
        ("a", "2"),
    ]


@each_case(
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


@each_case(
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


@pytest.mark.parametrize(
    "value", [[10**5000], [nested(100_000)]], ids=["a list of a large int", "nested lists"]
)
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


@each_case(
    ("text", "value", "expected"),
    [
        # A hidden control with the name of a checkbox or a select: a list is for the visible
        # control, unless it has a value for each control.
        (RAILS, ["1"], ["0", "1"]),
        (RAILS, ["x", True], ["x", "1"]),
        (f"<input type=hidden name=a value=0>{BOXES}", ["1"], ["0", "1"]),
        (f"<input type=hidden name=a value=0>{MULTIPLE}", ["1"], ["0", "1"]),
        (f"<input type=hidden name=a value=0>{SELECT}", "2", ["0", "2"]),
        ("<input type=hidden name=a value=0>", "x", ["x"]),
        ("<input type=hidden name=a value=0><input type=hidden name=a value=1>", ["x", "y"], ["x", "y"]),
        # Disabled controls of a group are left out.
        (f"<input type=checkbox name=a value=0 disabled>{BOXES}", [True, True], ["1", "2"]),
        (f"<input type=radio name=a value=2 disabled>{RADIOS}", "2", ["2"]),
        # Each of several controls with one value is checked once.
        ("<input type=checkbox name=a value=1><input type=checkbox name=a value=1>", ["1"], ["1"]),
        ("<input type=checkbox name=a value=1><input type=checkbox name=a value=1>", ["1", "1"], ["1", "1"]),
        ("<select name=a multiple><option>1<option>1</select>", ["1", "1"], ["1", "1"]),
        ("<select name=a multiple><option value=x>1<option value=1>2</select>", ["1", "2"], None),
        ("<select name=a multiple><option value=x>y<option value=z>x</select>", ["x", "y"], None),
        ("<select name=a><option value=1 disabled>1<option value=1>2</select>", "1", ["1"]),
        # Buttons with the name are left out.
        ("<input name=a><button name=a value=1></button>", "x", ["x"]),
        ("<input type=range name=a min=0 step=any>", 1.5, ["1.5"]),
        ("<input type=range name=a min=0>", 1, ["1"]),
        ("<input type=range name=a min=0>", "01", ["01"]),
        ("<input type=color name=a>", "black", ["#000000"]),
        ("<input type=number name=a>", "", [""]),
        ("<input type=number name=a>", 1e-7, ["1e-07"]),
        ("<input type=url name=a>", " http://h/ ", ["http://h/"]),
        ("<input type=email name=a multiple>", "a@b , c@d", ["a@b,c@d"]),
        ("<input type=month name=a>", "2025-12", ["2025-12"]),
        ("<input type=range name=a maxlength=1>", 50, ["50"]),
        ("<input name=a maxlength=2>", "ab", ["ab"]),
        ("<input name=a maxlength=x>", "ab", ["ab"]),
        ("<input name=a maxlength=-1>", "ab", ["ab"]),
        ("<input type=hidden name=a maxlength=1>", "ab", ["ab"]),
        ("<input name=a>", "\u00e9\ud800", ["\u00e9\ufffd"]),
    ],
)  # fmt: skip
def test_value_fills_the_control_that_it_is_for(text, value, expected):
    if expected is None:
        with pytest.raises(RejectedValueError, match="more often"):
            entries(text, values={"a": value})
    else:
        assert [sent for _, sent in entries(text, values={"a": value})] == expected


@pytest.mark.parametrize(
    ("text", "value", "message"),
    [
        ("<button name=a>", "x", "a submit button does not accept values: pass it as the submitter"),
        ("<input type=image name=a>", "x", "an image button does not accept values: pass it as the submitter"),
        ("<input type=file name=a>", "x", "it is a file upload: pass its files in files="),
        ("<input name=a><input type=file name=a>", ["x", "y"], "it is a file upload: pass its files in files="),
        (RADIOS, "3", "no enabled radio button has this value: choose from '1', '2'"),
        (RADIOS, True, "pass the value of the radio button to check: '1', '2'"),
        (BOXES, "3", "no enabled checkbox has this value: choose from '1', '2'"),
        (BOXES, False, "the form has 2 checkboxes with that name: pass the values of those to check, from '1', '2'"),
        (BOXES, [True], "the form has 2 checkboxes with that name: pass a value for each"),
        (BOXES, ["1", "1"], "'1' is in the list more often than in the form"),
        (SELECT, "4", "no option has this value: choose from '1', '2', '3'"),
        ("<select name=a></select>", "4", "no option has this value"),
        (SELECT, "Three", "the option is disabled"),
        (SELECT, [True], "pass the value of an option"),
        (MULTIPLE + SELECT, "1",
         "the form has 2 controls with that name (select-multiple, select-one): pass a list of 2 values"),
        ("<input name=a>", [], "a text control accepts one str, int or float"),
        ("<input type=search name=a>", "x\ry", "a search control cannot contain a line break"),
        ("<input name=a maxlength=2>", "abc", "it is 3 UTF-16 code units long, and maxlength is 2"),
        ("<input name=a maxlength=0>", "a", "it is 1 UTF-16 code units long, and maxlength is 0"),
        ("<input type=number name=a>", "x", "the number control accepts a number such as 1.5"),
        ("<input type=range name=a min=0>", "x",
         "the range control accepts a number such as 50, within min and max, on a step"),
        ("<input type=color name=a>", "", "the color control accepts a color such as #336699"),
        ("<input name=a>", float("inf"), "the value is not a finite number"),
        pytest.param("<input name=a>", 10**5000, "the number has too many digits", id="10**5000"),
        ("<input name=a disabled>", "x", "the control is disabled"),
        ("<input name=a readonly disabled>", "x", "the control is disabled"),
        ("<input name=a readonly>", "x", "the control is read-only"),
        ("<datalist><input name=a disabled></datalist>", "x", "the control is in a datalist, and forms never send it"),
        ("<input name=b>", "x", "the form has no control with that name, its controls are 'b'"),
        ("<input>", "x", "the form has no control with that name, its controls have no names"),
        ("".join(f"<input name=b{n}>" for n in range(12)), "x", "'b8', 'b9' and 2 more"),
    ],
)  # fmt: skip
def test_rejected_value_has_the_reason(text, value, message):
    with pytest.raises(RejectedValueError) as raised:
        entries(text, values={"a": value})
    assert raised.value.reason.endswith(message)


def test_empty_list_unchecks_a_checkbox_and_keeps_the_hidden_control():
    assert entries(RAILS.replace("value=1", "value=1 checked"), values={"a": []}) == [("a", "0")]


def test_hint_compares_short_names_only():
    long = "x" * 101
    with pytest.raises(RejectedValueError, match="did you mean 'abcd'"):
        entries(f"<input name={long}><input name=abcd>", values={"abce": "x"})
    with pytest.raises(RejectedValueError, match="its controls are"):
        entries(f"<input name={long}>", values={long + "x": "x"})


def test_value_of_a_filled_control_is_that_of_its_first_file_or_option():
    text = (
        "<form><select name=s><option value=1>a<option value=2>b</select><input type=file name=f>"
    )
    sent = send(text, values={"s": "2"}, files={"f": ("n.txt", b"")})
    assert sent.entries == (("s", "2"), ("f", File("n.txt", b"", "text/plain")))


@pytest.mark.parametrize(
    ("values", "error"),
    [
        ({"c.x": "1"}, TypeError),
        ({"c.x": True}, TypeError),
        ({"c.y": 1.0}, TypeError),
        ({"c.z": 1}, RejectedValueError),
    ],
)
def test_coordinates_are_integers(values, error):
    with pytest.raises(error):
        entries("<input type=image name=c>", submitter="c", values=values)


def test_coordinates_belong_to_an_image_that_is_pressed():
    text = "<input type=image name=c><button name=b></button><input name=c.x>"
    assert entries(text, submitter="c", values={"c.x": "a", "c.y": 2}) == [
        ("c.x", "0"),
        ("c.y", "2"),
        ("c.x", "a"),
    ]
    with pytest.raises(RejectedValueError):
        entries(text, submitter="b", values={"c.y": 2})


# Files
# ----------------------------------------------------------------------------------------------------------------

UPLOAD = "<input type=file name=f>"


def test_files_are_paths_or_tuples(tmp_path):
    path = tmp_path / "a b.txt"
    path.write_bytes(b"abc")
    expected = File("a b.txt", b"abc", "text/plain")
    assert entries(UPLOAD, files={"f": path}) == [("f", expected)]
    assert entries(UPLOAD, files={"f": ("a b.txt", b"abc")}) == [("f", expected)]
    assert entries(UPLOAD, files={"f": ("a b.txt", bytearray(b"abc"), "text/plain")}) == [
        ("f", expected)
    ]
    assert entries(UPLOAD, files={"f": [expected]}) == [("f", expected)]
    assert entries(UPLOAD, files={"f": []}) == [("f", File("", b""))]
    assert entries(UPLOAD, files={"f": ("x", b"")}) == [
        ("f", File("x", b"", "application/octet-stream"))
    ]


def test_files_are_open_files(tmp_path):
    path = tmp_path / "a b.txt"
    path.write_bytes(b"abc")
    expected = [("f", File("a b.txt", b"abc", "text/plain"))]
    with path.open("rb") as file:
        assert entries(UPLOAD, files={"f": file}) == expected
        assert not file.closed
    assert entries(UPLOAD, files={"f": ("a b.txt", io.BytesIO(b"abc"))}) == expected
    assert entries(UPLOAD, files={"f": ("c", path, "text/plain")}) == [
        ("f", File("c", b"abc", "text/plain"))
    ]
    with pytest.raises(RejectedValueError, match="closed file"):
        entries(UPLOAD, files={"f": file})
    with path.open() as text, pytest.raises(TypeError, match="binary mode"):
        entries(UPLOAD, files={"f": text})


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
    with pytest.raises(RejectedValueError) as caught:
        entries(UPLOAD, files={"f": tmp_path / "missing"})
    assert caught.value.reason == f"the file cannot be read: {os.strerror(errno.ENOENT)}"
    assert caught.value.value == str(tmp_path / "missing")
    for files in (
        {"f": "a.txt"},
        {"f": b"abc"},
        {"f": ("a",)},
        {"f": ("a", "b")},
        {"f": (b"a", b"b")},
        ["f"],
    ):
        with pytest.raises(TypeError):
            entries(UPLOAD, files=files)
    for text, reason in (
        ("<input name=f>", "not a file upload"),
        (UPLOAD.replace("=f>", "=f disabled>"), "disabled"),
    ):
        with pytest.raises(RejectedValueError, match=reason):
            entries(text, files={"f": ("a", b"")})
    with pytest.raises(RejectedValueError, match="no control with that name"):
        entries(UPLOAD, files={"g": ("a", b"")})


TOKEN = "!#$%&'*+.^_`|~09AZaz-"


@pytest.mark.parametrize(
    "media_type", [f"{TOKEN}/{TOKEN}", "text/plain;charset=utf-8", 'text/plain \t; a="b c~"']
)
def test_valid_media_type_is_sent(media_type):
    assert entries(UPLOAD, files={"f": ("a", b"", media_type)}) == [
        ("f", File("a", b"", media_type))
    ]


@each_case(
    "media_type",
    ["", "text", "text/", "/plain", "a b/c", "a/b c", "text/plain\r\nX: y", "text/plain; a=\r\n", "text/plain; a=\x7f",
     "text/plain; a=\u00e9", "a/b\n", "a#b(c/d", *[f"a{c}b/c" for c in '"(),:;<=>?@[\\]{}/\x7f\u00e9'],
     *[f"a/b{c}" for c in "/,=@"]],
)  # fmt: skip
def test_invalid_media_type_is_rejected(media_type):
    """MIME Sniffing 4.1: a type and a subtype are tokens of RFC 9110 5.6.2."""
    with pytest.raises(RejectedValueError, match="media type"):
        entries(UPLOAD, files={"f": ("a", b"", media_type)})


@pytest.mark.parametrize(
    ("name", "media_type"),
    [("a.txt", "text/plain"), ("a.TXT ", "text/plain"), ("a.b.png", "image/png"), ("txt", "application/octet-stream"),
     ("a.", "application/octet-stream"), (".txt", "text/plain"), ("data:text/html,", "application/octet-stream")],
)  # fmt: skip
def test_media_type_is_guessed_from_the_extension(name, media_type):
    assert entries(UPLOAD, files={"f": (name, b"")}) == [("f", File(name, b"", media_type))]


@pytest.mark.parametrize(
    ("files", "message"),
    [
        ({"f": ("a", "b")}, "expected bytes|must be bytes|encode it first"),
        ({"f": io.BytesIO(b"")}, r"pass its name: \(file name, file\)"),
        ({"f": ("a", b"", b"text/plain")}, "media type"),
        ({"f": ("a", b"", "text/plain", 1)}, "pathlib.Path"),
    ],
)
def test_file_of_another_type_raises_with_a_hint(files, message):
    with pytest.raises(TypeError, match=message):
        entries(UPLOAD, files=files)


def test_disabled_upload_is_left_out():
    one = ("a", b"1", "text/plain")
    text = UPLOAD.replace("=f>", "=f disabled>") + UPLOAD
    assert entries(text, files={"f": one}) == [("f", File(*one))]
    with pytest.raises(RejectedValueError, match="2 file uploads"):
        entries(UPLOAD + UPLOAD, files={"f": one})


def test_file_names_have_no_lone_surrogates():
    assert entries(UPLOAD, files={"f": ("a\ud800", b"")}) == [("f", File("a\ufffd", b""))]


def test_submission_does_not_change_the_page():
    page = page_of(f"<form><input name=t>{SELECT}")
    (form,) = page.forms()
    page.submission(form, values={"t": "x", "a": "2"})
    assert (
        page.submission(form).entries
        == page.submission(form.node).entries
        == (("t", ""), ("a", "1"))
    )


ANY_VALUE = st.text(max_size=5) | st.integers() | st.floats() | st.booleans() | st.none()


@given(
    st.dictionaries(
        st.sampled_from(["a", "t", "u", "n"]), ANY_VALUE | st.lists(ANY_VALUE, max_size=3)
    )
)
def test_any_values_are_sent_or_raise_a_documented_error(values):
    text = f"<form>{BOXES}<input name=t><input name=u><input name=u><input type=number name=n>"
    try:
        send(text, values=values)
    except (RejectedValueError, TypeError) as error:
        assert str(error)


def test_coordinate_that_is_not_given_is_0():
    """A click with the keyboard has the coordinates (0, 0) (HTML Standard 4.10.5.1.19)."""
    text = "<input type=image name=c>"
    assert entries(text, submitter="c") == [("c.x", "0"), ("c.y", "0")]
    assert entries(text, submitter="c", values={"c.x": 3}) == [("c.x", "3"), ("c.y", "0")]
    assert entries(text, submitter="c", values={"c.y": -3}) == [("c.x", "0"), ("c.y", "-3")]


@pytest.mark.parametrize(
    ("control", "values", "message"),
    [
        ("<input type=image name=c>", {"c.x": "1"}, "the coordinate c.x must be an int, not str"),
        (
            "<input type=image name=c>",
            {"c.x": 1, "c.y": 1.5},
            "the coordinate c.y must be an int, not float",
        ),
        ("<input type=image name=c>", {"c.y": True}, "the coordinate c.y must be an int, not bool"),
    ],
)
def test_error_names_the_coordinate(control, values, message):
    with pytest.raises(TypeError) as caught:
        entries(control, submitter="c", values=values)
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"values": 5}, "values must be a mapping from the names of controls, not int"),
        ({"files": 5}, "files must be a mapping from the names of controls, not int"),
        ({"values": {5: "x"}}, "the name of a control must be a str, not int"),
        ({"files": {5: "x"}}, "the name of a control must be a str, not int"),
    ],
)
def test_error_names_the_argument(arguments, message):
    with pytest.raises(TypeError) as caught:
        entries("<input name=a>", **arguments)
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        (["1", "2"], "the select accepts one option"),
        ([], "the select accepts one option"),
        (True, "pass the value of an option"),
        ("3", "no option has this value: choose from '1', '2'"),
        ("2", "the option is disabled"),
    ],
)
def test_rejected_option_has_its_value_and_reason(value, reason):
    with pytest.raises(RejectedValueError) as caught:
        entries("<select name=s><option>1<option disabled>2</select>", values={"s": value})
    assert (caught.value.attribute, caught.value.value, caught.value.reason) == ("s", value, reason)
