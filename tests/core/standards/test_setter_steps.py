"""The common setter steps (HTML5 2.6.6), by the table. `test_readings` compares them with the
setters."""

from __future__ import annotations

from typing import Any

import pytest

from tests.cases import each_case
from tests.core.standards.setter_steps import read_assignment
from urldom._core.errors import Failure
from urldom._core.values.pieces import href
from urldom._core.values.telling import silent

URL = ("http:", "//", "u@", "h", ":80", "/p", "?q", "#f", None)
OPAQUE = ("mailto:", "", "", "", "", "a", "", "", None)


@each_case(
    ("name", "value", "expected"),
    [
        ("protocol", "ftp::", "ftp://u@h:80/p?q#f"),
        ("host", "i:8", "http://u@i:8/p?q#f"),
        ("host", "i", "http://u@i/p?q#f"),
        ("host", "é", "http://u@%C3%A9/p?q#f"),
        ("host", "é:1", "http://u@%C3%A9:1/p?q#f"),
        ("host", "[::1]:1", "http://u@[::1]:1/p?q#f"),
        ("hostname", "//a b", "http://u@a%20b:80/p?q#f"),
        ("hostname", "[::1]", "http://u@[::1]:80/p?q#f"),
        ("port", "0081x", "http://u@h:81/p?q#f"),
        ("port", "65535", "http://u@h:65535/p?q#f"),
        ("port", "x", "http://u@h:0/p?q#f"),
        ("port", None, "http://u@h/p?q#f"),
        ("pathname", "a?b %41", "http://u@h:80/a%3Fb%20%41?q#f"),
        ("search", "??a%#", "http://u@h:80/p??a%25%23#f"),
        ("search", None, "http://u@h:80/p#f"),
        ("hash", "##", "http://u@h:80/p?q#%23"),
        ("hash", None, "http://u@h:80/p?q"),
    ],
)
def test_component_is_replaced(name, value, expected):
    assert href(read_assignment(name, URL, value, silent, {})) == expected


@pytest.mark.parametrize(
    ("name", "value", "reason"),
    [
        ("protocol", ":", "the new scheme is empty"),
        ("protocol", "1a", "'1a' is not a scheme"),
        ("host", "", "the new host is empty"),
        ("host", ":8", "the new host is empty"),
        ("host", "a:b", "it must be a host, or a host with a colon and digits"),
        ("host", "[a", "it must be a host, or a host with a colon and digits"),
        ("hostname", "/", "the new host is empty"),
        ("port", "65536", "the port is greater than 65535"),
        ("port", "100000", "the port is greater than 65535"),
    ],
)
def test_condition_is_false(name, value, reason):
    with pytest.raises(Failure) as caught:
        read_assignment(name, URL, value, silent, {})
    assert caught.value.reason == reason


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        *((name, "authority-based") for name in ("host", "hostname", "port")),
        ("pathname", "hierarchical"),
    ],
)
def test_opaque_url_has_only_a_scheme_and_a_fragment(name, kind):
    with pytest.raises(Failure, match=f"the URL is not {kind}"):
        read_assignment(name, OPAQUE, "1", silent, {})
    assert href(read_assignment("hash", OPAQUE, "x", silent, {})) == "mailto:a#x"


def test_each_step_is_reported():
    said: list[Any] = []
    read_assignment("search", URL, "?é", lambda *step: said.append(step), {})
    assert said == [
        ({"value": "?é"},),
        ("HTML5 2.6.6, search, setter preprocessor", "?é", {"value": "é"}),
        ("HTML5 2.6.6, search, %-escaping", "é", {"value": "%C3%A9"}),
        ("HTML5 2.6.6, search, setter condition", "%C3%A9"),
    ]
