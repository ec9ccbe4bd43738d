"""The form submission algorithm (HTML Standard 4.10.22.3): method, action, encoding, bodies."""

from __future__ import annotations

import pickle
import re

import pytest

from tests.cases import each_case
from tests.trees.forms.helpers import content_headers, page_of, send
from tests.trees.parsers import each_html_parser, parse_xml
from urldom import InvalidURLError
from urldom.trees import document

INPUT = "<input name=a value=b>"


@each_html_parser
@each_case(
    ("attributes", "url"),
    [
        ("", "http://h/d/p?a=b#f"),
        ("action=''", "http://h/d/p?a=b#f"),
        ("action=x", "http://h/b/x?a=b"),
        ("action='x?y#z'", "http://h/b/x?a=b#z"),
        ("action=' '", "http://h/b/?a=b"),
        ("action=//o", "http://o/?a=b"),
        ("action='data:text/html,x'", "data:text/html,x?a=b"),
        ("action=javascript:void(0)", "javascript:void(0)"),
        ("action='ftp://h/x'", "ftp://h/x"),
        ("action=mailto:x@y", "mailto:x@y?a=b"),
        ("method=nonsense action=x", "http://h/b/x?a=b"),
    ],
)
def test_get_sends_the_entries_in_the_query(parse, attributes, url):
    sent = send(f"<head><base href=/b/></head><body><form {attributes}>{INPUT}</form>", parse)
    assert (sent.method, sent.url, content_headers(sent), sent.body) == ("GET", url, {}, None)


def test_form_without_entries_has_an_empty_query():
    assert send("<form action='/x?y'></form>").url == "http://h/x?"


@pytest.mark.parametrize(
    ("attributes", "button", "expected"),
    [
        ("method=post", "formmethod=get", ("GET", "http://h/d/p?a=b#f")),
        ("", "formmethod=POST", ("POST", "http://h/d/p?old#f")),
        ("method=post", "formmethod=nonsense", ("GET", "http://h/d/p?a=b#f")),
        ("method=post action=x", "formaction=y", ("POST", "http://h/d/y")),
        ("method=post action=x", "formaction=''", ("POST", "http://h/d/p?old#f")),
        ("method=post action=x", "", ("POST", "http://h/d/x")),
    ],
)
def test_attributes_of_the_submitter_replace_those_of_the_form(attributes, button, expected):
    page = page_of(f"<form {attributes}>{INPUT}<button {button}>")
    (form,) = page.forms()
    sent = page.submission(form, submitter=form.default_button)
    assert (sent.method, sent.url) == expected


@pytest.mark.parametrize(
    ("enctype", "content_type", "body"),
    [
        ("", "application/x-www-form-urlencoded", b"a%0D%0A=x+%E9%26%239731%3B%7E*"),
        ("nonsense", "application/x-www-form-urlencoded", b"a%0D%0A=x+%E9%26%239731%3B%7E*"),
        ("Text/Plain", "text/plain", b"a\r\n=x \xe9&#9731;~*\r\n"),
    ],
)
def test_body_of_each_enctype_has_the_pairs(enctype, content_type, body):
    text = (
        f"<form method=post enctype='{enctype}'><input type=hidden name='a\n' value='x"
        " &eacute;&#9731;~*'>"
    )
    sent = send(text, encoding="latin1")
    assert (sent.method, content_headers(sent), sent.body) == (
        "POST",
        {"Content-Type": content_type},
        body,
    )


def test_multipart_body_has_values_and_files():
    text = """<form method=post enctype=multipart/form-data><input type=hidden name='a"\n' value='x\ny&#9731;'>
    <input type=file name=f><input type=file name=g>"""
    sent = send(text, encoding="latin1", files={"g": ('"\r\n\xe9.txt', b"\0\n")})
    content_type = sent.headers["Content-Type"]
    boundary = content_type.removeprefix("multipart/form-data; boundary=")
    assert re.fullmatch(r"[\w-]{40,70}", boundary)
    expected = (
        b'--B\r\nContent-Disposition: form-data; name="a%22%0D%0A"\r\n\r\nx\r\ny&#9731;\r\n'
        b'--B\r\nContent-Disposition: form-data; name="f"; filename=""\r\n'
        b"Content-Type: application/octet-stream\r\n\r\n\r\n"
        b'--B\r\nContent-Disposition: form-data; name="g"; filename="%22%0D%0A\xe9.txt"\r\n'
        b"Content-Type: text/plain\r\n\r\n\0\n\r\n--B--\r\n"
    )
    assert sent.body == expected.replace(b"--B", b"--" + boundary.encode())


def test_quotation_mark_in_an_encoded_name_is_escaped():
    text = (
        "<form method=post enctype=multipart/form-data accept-charset=iso-2022-jp><input type=file"
        " name=\u3042>"
    )
    body = send(text, files={"\u3042": ("\u3042", b"")}).body
    assert body is not None
    assert b'name="\x1b$B$%22\x1b(B"; filename="\x1b$B$%22\x1b(B"\r\n' in body


def test_each_multipart_body_has_a_new_boundary():
    one, two = (send("<form method=post enctype=multipart/form-data>") for _ in range(2))
    boundary = one.headers["Content-Type"].partition("boundary=")[2]
    assert one.body == f"--{boundary}--\r\n".encode()
    assert one.headers != two.headers


def test_enctypes_except_multipart_send_the_name_of_a_file():
    for enctype, body in (("", b"f=a%0D%0A"), ("text/plain", b"f=a\r\n\r\n")):
        text = f"<form method=post enctype='{enctype}'><input type=file name=f>"
        assert send(text, files={"f": ("a\n", b"x")}).body == body


@pytest.mark.parametrize(
    ("accept_charset", "encoding", "name", "query"),
    [
        (None, "koi8-r", "KOI8-R", "%CD"),
        (None, "utf-16le", "UTF-8", "%D0%BC"),
        ("", "koi8-r", "UTF-8", "%D0%BC"),
        ("nonsense", "koi8-r", "UTF-8", "%D0%BC"),
        (" nonsense CP1251\tutf-8", "koi8-r", "windows-1251", "%EC"),
        ("utf-16", "koi8-r", "UTF-8", "%D0%BC"),
        ("iso-2022-jp", "utf-8", "ISO-2022-JP", "%1B%24B%27%5E%1B%28B"),
    ],
)
def test_accept_charset_picks_the_encoding(accept_charset, encoding, name, query):
    attribute = "" if accept_charset is None else f"accept-charset='{accept_charset}'"
    sent = send(f"<form action=/ {attribute}><input name=a value=&#1084;>", encoding=encoding)
    assert (sent.encoding, sent.url) == (name, f"http://h/?a={query}")


def test_query_of_the_action_uses_the_encoding_of_the_document():
    text = "<form action='/?&#1084;' method=post accept-charset=utf-8>"
    assert send(text, encoding="koi8-r").url == "http://h/?%CD"


@each_case(
    ("scheme", "method", "steps"),
    [
        ("http:", "get", "Mutate action URL"),
        ("https://h/", "post", "Submit as entity body"),
        ("ftp://h/", "get", "Get action URL"),
        ("ftp://h/", "post", "Get action URL"),
        ("javascript:x", "get", "Get action URL"),
        ("javascript:x", "post", "Get action URL"),
        ("data:x", "get", "Mutate action URL"),
        ("data:x", "post", "Get action URL"),
        ("mailto:x", "get", "Mail with headers"),
        ("mailto:x", "post", "Mail as body"),
        ("file:///x", "get", "Mutate action URL"),
        ("file:///x", "post", "Get action URL"),
    ],
)
def test_scheme_and_method_choose_the_steps(scheme, method, steps):
    sent = send(f"<form action='{scheme}' method={method}>{INPUT}")
    assert sent.steps == steps
    assert sent.is_request is scheme.startswith("http")
    assert sent.method == ("POST" if steps == "Submit as entity body" else "GET")


@pytest.mark.parametrize(
    ("attributes", "url"),
    [
        ("action=mailto:x?subject=s", "mailto:x?a+=b%20c"),
        ("method=post action=mailto:x", "mailto:x?body=a%2B=b+c"),
        ("method=post action=mailto:x?subject=s", "mailto:x?subject=s&body=a%2B=b+c"),
        ("method=post action=mailto:x enctype=text/plain", "mailto:x?body=a+=b%20c%0D%0A"),
    ],
)
def test_mailto_action_starts_an_email(attributes, url):
    sent = send(f"<form {attributes}><input name=a+ value='b c'>")
    assert sent.url == url.replace("x?a+=", "x?a%2B=")
    assert sent.body is None


def test_dialog_method_sends_no_request():
    sent = send(f"<dialog><form method=dialog>{INPUT}</form></dialog>")
    assert (sent.steps, sent.url, sent.is_request, sent.body) == ("Dialog", "", False, None)
    assert "close the dialog element around the form" in sent.explain()
    assert "the form is not in a dialog element" in send("<form method=dialog>").explain()


def test_unresolvable_action_raises():
    page = page_of("<form action='http://['>")
    (form,) = page.forms()
    assert form.action is None
    assert "without a valid action" in repr(form)
    with pytest.raises(InvalidURLError):
        page.submission(form)


@each_html_parser
def test_forms_and_submitters_are_accepted_as_objects_nodes_and_names(parse):
    page = page_of("<body><form id=f name=g><button name=b value=1>x</button></form>", parse)
    (form,) = page.forms()
    for given in (form, form.node, "f", "g"):
        for submitter in (form.default_button, form.controls[0].node, "b"):
            assert page.submission(given, submitter=submitter).entries == (("b", "1"),)


def test_invalid_forms_and_submitters_raise():
    text = (
        "<form id=f><input name=a><button name=b disabled></button><button name=c></button><button"
        " name=c></button>"
    )
    page = page_of(f"{text}</form><button id=o></button>")
    (form,) = page.forms()
    (other,) = page_of("<form><button>").forms()
    for given, reason in (
        (other, "belongs to another page"),
        ("g", "its forms are 'f'"),
        (form.controls[0].node, "not a form"),
    ):
        with pytest.raises(ValueError, match=reason):
            page.submission(given)
    for given in (None, 5, b"f", object()):
        with pytest.raises(TypeError):
            page.submission(given)
    for submitter, reason in (
        ("a", "not a submit button"),
        ("b", "disabled"),
        ("c", "2 submit buttons"),
        ("d", "its submit buttons are 'b', 'c', 'c'"),
        (other.controls[0], "does not belong"),
        (form.node, "does not belong"),
    ):
        with pytest.raises(ValueError, match=reason):
            page.submission(form, submitter=submitter)
    with pytest.raises(TypeError):
        page.submission(form, submitter=5)


def test_form_object_keeps_its_state():
    html = parse_xml("<html><form><input name='a' value='1'/></form></html>")
    page = document(html, "http://h/")
    (form,) = page.forms()
    html[0][0].set("value", "2")
    assert page.submission(form).url == "http://h/?a=1"
    assert page.submission(html[0]).url == "http://h/?a=2"


def test_submission_can_be_pickled_and_compared():
    one, two = (send(f"<form method=post>{INPUT}") for _ in range(2))
    assert one == two
    copied = pickle.loads(pickle.dumps(one))
    assert copied == one
    assert copied.explain() == one.explain()
    with pytest.raises(AttributeError):
        one.url = "x"


def test_xml_base_applies_to_the_action_only_in_html5():
    xhtml = (
        '<html xmlns="http://www.w3.org/1999/xhtml"><body xml:base="/x/"><form'
        ' action="y"/></body></html>'
    )
    page = document(parse_xml(xhtml), "http://h/", standard="html5")
    assert [form.action for form in page.forms()] == ["http://h/x/y"]
    page = document(parse_xml(xhtml), "http://h/")
    assert [form.action for form in page.forms()] == ["http://h/y"]


def test_id_of_a_form_has_precedence_over_a_name():
    page = page_of(
        "<form name=f action=/a></form><form id=f action=/b></form><form name=g action=/c></form>"
    )
    assert page.submission("f").url == "http://h/b?"
    assert page.submission("g").url == "http://h/c?"


@pytest.mark.parametrize(
    ("text", "form", "message"),
    [
        ("<form id=a name=b></form><form name=c></form><form>", "x",
         "the page has no form with the id or name 'x': its forms are 'a', 'c'"),
        ("<form>", "x", "the page has no form with the id or name 'x': its forms are without ids and names"),
        ("<form id='' name=''>", "",
         "the page has no form with the id or name '': its forms are without ids and names"),
        ("".join(f"<form id=f{n}></form>" for n in range(11)), "x", "'f8', 'f9'"),
    ],
)  # fmt: skip
def test_unknown_form_has_a_message(text, form, message):
    with pytest.raises(ValueError, match="no form") as raised:
        page_of(text).submission(form)
    assert str(raised.value).endswith(message)


@pytest.mark.parametrize(
    ("text", "submitter", "message"),
    [
        ("<button name=a value=1></button><input type=submit name=a value=2>", "a",
         "the form has 2 submit buttons with the name 'a' and the values '1', '2': pass one of form.controls"),
        ("<input name=a>", "a", "the submitter 'a' is not a submit button: its type is text"),
        ("<button name=a disabled>", "a", "the submitter 'a' is disabled: a user cannot press it"),
        ("<button></button><input name=a>", "b",
         "the form has no submit button with the name 'b': its submit buttons have no names"),
        ("<button name=c></button><button></button><input name=a>", "b",
         "the form has no submit button with the name 'b': its submit buttons are 'c'"),
        ("".join(f"<button name=c{n}></button>" for n in range(11)), "b", "'c8', 'c9'"),
    ],
)  # fmt: skip
def test_invalid_submitter_has_a_message(text, submitter, message):
    with pytest.raises(ValueError, match="submit") as raised:
        send(f"<form>{text}", submitter=submitter)
    assert str(raised.value).endswith(message)


def test_submitter_with_the_name_of_another_control_is_the_button():
    assert send("<form><input name=a value=1><button name=a value=2>", submitter="a").entries == (
        ("a", "1"),
        ("a", "2"),
    )


def test_submitter_is_named_in_errors_of_its_type():
    page = page_of("<form id=f>")
    with pytest.raises(TypeError, match="a Form, an element of the tree or a str"):
        page.submission(5)
    with pytest.raises(TypeError, match="a Control, an element of the tree or a str"):
        page.submission("f", submitter=5)


def test_control_of_an_earlier_reading_is_a_submitter():
    page = page_of("<form id=f><input><button name=a value=1>")
    (form,) = page.forms()
    (again,) = page.forms()
    assert page.submission(again, submitter=form.default_button).entries == (("a", "1"),)


@pytest.mark.parametrize(
    ("attributes", "url"),
    [
        ("action='mailto:x?a=1#f'", "mailto:x?n=v+w#f"),
        ("method=post action='mailto:x?a=1#f'", "mailto:x?a=1&body=n=v+w#f"),
        ("method=post enctype=multipart/form-data action=mailto:x", "mailto:x?body=n=v+w"),
        ("action='javascript:x?y#z'", "javascript:x?y#z"),
        ("action='https://h/?a#b'", "https://h/?n=v+w#b"),
    ],
)
def test_query_of_each_step_replaces_only_the_query(attributes, url):
    sent = send(f"<form {attributes}><input name=n value='v w'>")
    assert (sent.url, content_headers(sent), sent.body) == (
        url.replace("+", "%20") if "mailto:x?n" in url else url,
        {},
        None,
    )


def test_empty_body_is_sent():
    sent = send("<form method=post action=/x>")
    assert (sent.method, sent.url, sent.body) == ("POST", "http://h/x", b"")
    assert content_headers(sent) == {"Content-Type": "application/x-www-form-urlencoded"}
