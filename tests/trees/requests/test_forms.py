"""A form's submission is a request with all headers, by `page.submission` and by `page.request`."""

from __future__ import annotations

import pytest

from tests.trees.parsers import each_html_parser
from tests.trees.requests.helpers import ADDRESS, page_of
from urldom.http import Request
from urldom.trees import document

FORM = (
    "<form id=f action=/s method=post><input name=q value=1><button name=b"
    " value=2>Go</button></form>"
)
HTML = "{http://www.w3.org/1999/xhtml}"


def node(page, name):
    return next(iter(page.tree.iter(HTML + name)))


def test_button_is_pressed():
    page = page_of(FORM)
    request = page.request(node(page, "button"), user_activation=True)
    assert (request.method, request.url, request.body) == (
        "POST",
        "https://example.com/s",
        b"q=1&b=2",
    )
    assert request.headers == {
        "Upgrade-Insecure-Requests": "1",
        "Content-Type": "application/x-www-form-urlencoded",
        "Origin": "https://example.com",
        "Sec-Fetch-Site": "same-origin",
        "Sec-Fetch-Mode": "navigate",
        "Sec-Fetch-User": "?1",
        "Sec-Fetch-Dest": "document",
        "Referer": "https://example.com/dir/page?q",
    }
    assert (request.entries, request.encoding, request.steps) == (
        (("q", "1"), ("b", "2")),
        "UTF-8",
        "Submit as entity body",
    )


def test_submission_is_the_same_request():
    page = page_of(FORM)
    form = next(page.forms())
    pressed = page.submission(form, submitter=form.default_button)
    assert isinstance(pressed, Request)
    assert pressed == page.request(node(page, "button"), user_activation=True)
    assert (
        page.submission("f") == page.request(node(page, "form")) == page.request(next(page.urls()))
    )
    assert page.submission("f").body == b"q=1"
    assert "Sec-Fetch-User" not in page.submission("f").headers


@pytest.mark.parametrize(
    "button", ["<input type=submit name=b>", "<input type=image name=b>", "<button name=b>"]
)
def test_each_kind_of_button_submits_its_form(button):
    page = page_of(f"<form id=g></form><form action=/s>{button}</form>")
    name = button[1:].partition(" ")[0]
    assert page.request(node(page, name)).url.startswith("https://example.com/s?b")


def test_formaction_and_the_form_attribute_count():
    page = page_of("<form id=f action=/s></form><button form=f formaction=/t name=b>")
    assert page.request(node(page, "button")).url == "https://example.com/t?b="
    (found,) = [url for url in page.urls() if url.attribute == "formaction"]
    assert page.request(found).url == "https://example.com/t?b="


@pytest.mark.parametrize(
    ("source", "name", "part"),
    [
        ("<button>", "button", "does not belong to a form"),
        ("<form><button disabled>", "button", "disabled"),
        ("<form method=dialog>", "form", "method dialog"),
        ("<form action=mailto:a@b.example>", "form", "it opens an email program"),
        ("<form action='javascript:x()'>", "form", "it is a script"),
        ("<form action='http://['>", "form", "http://["),
    ],
)
def test_form_that_sends_nothing_has_a_reason(source, name, part):
    page = page_of(source)
    assert page.request(node(page, name)) is None
    assert part in page.why_not(node(page, name))


@pytest.mark.parametrize(
    "form", ["method=dialog", "action=mailto:a@b.example", "action=javascript:x", "action=ftp://h/"]
)
def test_submission_without_a_request_has_no_headers(form):
    page = page_of(f"<form {form}><input name=q>")
    sent = page.submission(next(page.forms()))
    assert (sent.is_request, sent.headers) == (False, {})


def test_policies_count_for_forms():
    later = "<meta name=referrer content=origin>"
    page = page_of(f"<form></form>{later}")
    assert page.request(node(page, "form")).headers["Referer"] == "https://example.com/"
    page = page_of(f"<form rel=NoReferrer referrerpolicy=unsafe-url method=post></form>{later}")
    request = page.request(node(page, "form"))
    assert "Referer" not in request.headers
    assert request.headers["Origin"] == "null"
    page = page_of(
        "<form action=http://o/s>", headers={"Content-Security-Policy": "upgrade-insecure-requests"}
    )
    assert page.request(node(page, "form")).url == "https://o/s?"


def test_explanation_has_the_submission_and_the_headers():
    page = page_of(FORM)
    lines = page.submission("f").explain().split("\n")
    assert lines[0] == "POST https://example.com/s"
    assert "q (text): sent: its value (step 5.10)" in lines
    assert any(
        line.startswith("Referer: https://example.com/dir/page?q, because") for line in lines
    )


def test_password_is_not_shown():
    page = page_of("<form><input type=password name=p value=secret>")
    sent = page.submission(next(page.forms()))
    assert repr(sent) == "<Request GET https://example.com/dir/page?...>"
    assert "secret" not in sent.explain()


@each_html_parser
def test_forms_send_the_same_in_each_tree(parse):
    page = document(parse(f"<html><body>{FORM}</body></html>"), ADDRESS, encoding="utf-8")
    form = next(page.forms())
    assert page.request(form.default_button.node).body == b"q=1&b=2"
    assert page.request(form.node).headers["Origin"] == "https://example.com"


def test_form_to_a_blocked_port_sends_nothing():
    page = page_of("<form action=http://example.com:25/><button>Go</button></form>")
    button = node(page, "button")
    assert page.request(button) is None
    assert page.why_not(button) == "a browser blocks port 25, which belongs to another protocol"
    assert page.submission(next(page.forms())).url == "http://example.com:25/?"
