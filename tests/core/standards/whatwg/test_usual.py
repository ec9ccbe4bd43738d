"""Usual URLs: the parser does not change their components."""

from __future__ import annotations

import pytest

from tests.cases import each_case
from urldom._core.standards.whatwg.usual import (
    is_in_ipv4_numbers,
    is_usual_host,
    match_assigned_host,
    match_assigned_hostport,
    match_assigned_port,
    match_beginning,
    match_components,
    match_hostport,
    match_path,
    match_reference,
)


@pytest.mark.parametrize(
    ("path", "usual", "rest"),
    [
        ("/a.b/../c", "/a.b/../c", ""),
        ("/a%2e/b", "/a", "%2e/b"),
        ("/a|[]@:;=", "/a|[]@:;=", ""),
        ("/%41", "/", "%41"),
    ],
)
def test_usual_path_ends_at_a_percent_sign(path, usual, rest):
    match = match_components(f"http://h{path}?q#f")
    assert match is not None
    assert match.groups() == ("http:", "h", "", "", usual, rest, "?q", "#f", "")
    assert (match_path(path) is not None) == ("%2e" not in path)


@each_case(
    ("url", "groups"),
    [
        ("http://h:81/a b?c#d", ("http:", "h", ":81", "", "/a", "", "", "", " b?c#d")),
        ("http://h/a?b'c#d", ("http:", "h", "", "", "/a", "", "?b", "", "'c#d")),
        ("http://h/a?b#c`d", ("http:", "h", "", "", "/a", "", "?b", "#c", "`d")),
        ("http://h/a\\b", ("http:", "h", "", "", "/a", "", "", "", "\\b")),
        ("http://u@h:80x/", ("http:", "u", "", "@h:80x", "/", "", "", "", "")),
        ("http://1.2.3.4:5/", ("http:", "1.2.3.4", ":5", "", "/", "", "", "", "")),
        ("http://[1::2]:5/", ("http:", "", "", "[1::2]:5", "/", "", "", "", "")),
        ("http://h:080/", ("http:", "h", "", ":080", "/", "", "", "", "")),
        ("http://h:60000/", ("http:", "h", ":6000", "0", "/", "", "", "", "")),
        ("x:a", ("x:", None, None, None, "a", "", "", "", "")),
        ("//", ("", "", "", "", "", "", "", "", "")),
        ("", ("", None, None, None, "", "", "", "", "")),
    ],
)
def test_string_is_cut_at_its_delimiters(url, groups):
    match = match_components(url)
    assert match is not None and match.groups() == groups


@pytest.mark.parametrize(
    "host", ["h", "a.b-c_d.", "1.2.3.a", "a1", "1.2.3.4", "255.0.0.0", "[1::2]", "[::f]"]
)
def test_host_is_usual(host):
    assert is_usual_host(host)
    assert match_assigned_host(f"{host}/x") and match_assigned_hostport(f"{host}:81?x")


@each_case(
    "host",
    [
        "",
        "-a",
        "1",
        "a.1",
        "1.2.3.256",
        "01.2.3.4",
        "A",
        "a%",
        "é",
        "[1::]:",
        "[::0]",
        "[1:2]",
        "a.-b.0x",
    ],
)
def test_host_is_not_usual(host):
    assert not is_usual_host(host)


@pytest.mark.parametrize(
    ("text", "groups"),
    [
        ("h:81", (None, None, "h", ":81")),
        ("1.2.3.4", (None, "1.2.3.4", None, "")),
        ("[::1]", ("::1", None, None, "")),
        ("01.2:5", (None, "01.2", None, ":5")),
        ("0x.1.2.3.", (None, "0x.1.2.3.", None, "")),
        ("h:", None),
        ("1.2.3.4.5", None),
    ],
)
def test_host_and_port_have_their_groups(text, groups):
    match = match_hostport(text)
    assert (match and match.groups()) == groups


def test_numbers_of_an_ipv4_address_are_recognized():
    assert all(map(is_in_ipv4_numbers, ["0", "0x", "0xf.08", "1.2.3.4", "1."]))
    assert not any(map(is_in_ipv4_numbers, ["", "a", "1..2", "1.2.3.4.5", "0xg", "1_0", ".1"]))


@pytest.mark.parametrize(
    ("text", "ups"),
    [
        ("a/b.c?d#e", ""),
        ("../../a", "../../"),
        ("/a", ""),
        ("", ""),
        ("#", ""),
        ("./a", None),
        ("//a", None),
        ("..//a", "../"),
        ("a:b", None),
        ("a%2e", None),
        ("a b", None),
    ],
)
def test_reference_is_usual_unless_it_begins_with_another_dot_segment(text, ups):
    match = match_reference(text)
    assert (match and match[1]) == ups


@pytest.mark.parametrize(
    ("url", "is_usual"),
    [
        ("https://h:81/a%20b?c", True),
        ("https://h:443/a", False),
        ("https://h/a%2Eb", False),
        ("https://1.2.3.4/", False),
        ("file://h/", False),
        ("https://h", False),
    ],
)
def test_beginning_of_a_usual_url_matches(url, is_usual):
    assert (match_beginning(url) is not None) == is_usual


def test_assigned_port_ends_before_other_characters():
    assert [
        (found := match_assigned_port(text)) and found[0]
        for text in ("80x", "59999", "60000", "080", "1\t2")
    ] == [
        "80",
        "59999",
        None,
        None,
        None,
    ]
