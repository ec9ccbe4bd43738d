"""The basic URL parser by the state machine alone (URL Standard 4.4): records, and the states that
it goes through."""

from __future__ import annotations

import pytest

from tests.cases import each_case
from urldom import explain
from urldom._core.errors import Failure, SetterReturned
from urldom._core.standards.whatwg.state_machine import (
    BasicURLParser,
    basic_url_parse,
    set_attribute,
)
from urldom._core.standards.whatwg.url_record import pieces_of, record_of
from urldom._core.standards.whatwg.validation_error import ValidationError
from urldom._core.values.pieces import href
from urldom._core.values.telling import Told


def parsed(url, base=None, encoding="utf-8", say=None):
    record = basic_url_parse(url, None if base is None else basic_url_parse(base), encoding, say)
    assert record_of(pieces_of(record, url)) == record
    return href(pieces_of(record, url))


@each_case(
    ("url", "base", "expected"),
    [
        ("http://u:p:@h:80/a/./../b?c d#e`", None, "http://u:p%3A@h/b?c%20d#e%60"),
        ("HTTPS:\\\\h\\a", None, "https://h/a"),
        ("http:a", "http://h/b/c?d", "http://h/b/a"),
        ("http:/a", "http://h/b/c", "http://h/a"),
        ("//i:81", "http://u@h:80/", "http://i:81/"),
        ("", "http://u@h:81/a?b#c", "http://u@h:81/a?b"),
        ("?", "http://h/a?b", "http://h/a?"),
        ("..", "http://h/a/b/c", "http://h/a/"),
        ("x/%2e", "http://h", "http://h/x/"),
        (".%2E/x", "http://h/a/b", "http://h/x"),
        ("#b", "mailto:a?q#c", "mailto:a?q#b"),
        ("x", "x://h", "x://h/x"),
        ("/..//x", "x:/a", "x:/.//x"),
        ("x:a ?b", None, "x:a%20?b"),
        ("x:a b ", None, "x:a b"),
        ("file:c:\\x\\..\\..", None, "file:///c:/"),
        ("file:x", "file:///C:/a/b", "file:///C:/a/x"),
        ("x", "file:///a?b#c", "file:///x"),
        ("/x", "file:///a?b#c", "file:///x"),
        ("", "file:///a?b#c", "file:///a?b"),
        ("#x", "file:///a?b#c", "file:///a?b#x"),
        ("C:/x", "file:///a?b", "c:/x"),
        ("C|/x", "file:///a?b", "file:///C:/x"),
        ("/x", "file:///C:/a/b", "file:///C:/x"),
        ("C|/x", "file://h/a", "file://h/C:/x"),
        ("..", "file:///C:", "file:///C:/"),
        ("file://C|/x", None, "file:///C:/x"),
        ("file://LocalHost/C|", None, "file:///C:"),
        ("?x", "file:///a?b", "file:///a?x"),
        ("ws://h?é", None, "ws://h/?%C3%A9"),
    ],
)
def test_url_is_parsed(url, base, expected):
    assert parsed(url, base) == expected


def test_query_is_encoded_after_the_scheme_is_known():
    assert [
        parsed(f"{scheme}://h/?é", None, "windows-1252") for scheme in ("http", "wss", "x")
    ] == [
        "http://h/?%E9",
        "wss://h/?%C3%A9",
        "x://h/?%C3%A9",
    ]


@pytest.mark.parametrize(
    ("url", "base"),
    [
        ("a", None),
        ("a", "mailto:x"),
        ("http://", None),
        ("http://u@", None),
        ("x://:1", None),
        ("http://h:1x", None),
    ],
)
def test_invalid_url_fails(url, base):
    with pytest.raises(Failure):
        parsed(url, base)


@pytest.mark.parametrize(
    ("url", "base", "states"),
    [
        (
            "http://h",
            None,
            (
                "scheme start, scheme, special authority slashes, special authority ignore slashes,"
                " authority, host, path start, path"
            ),
        ),
        ("x:/a?b#c", None, "scheme start, scheme, path or authority, path, query, fragment"),
        ("x:a", None, "scheme start, scheme, opaque path"),
        ("a", "http://h/", "scheme start, scheme, no scheme, relative, path"),
        (
            "//h:1",
            "http://h/",
            (
                "scheme start, no scheme, relative, relative slash, special authority ignore"
                " slashes, authority, host, port, path start, path"
            ),
        ),
        ("file://h/a", None, "scheme start, scheme, file, file slash, file host, path start, path"),
    ],
)
def test_parser_goes_through_the_states_in_order(url, base, states):
    said = []
    parsed(url, base, say=said.append)
    steps = [one.step for one in said if isinstance(one, Told)]
    assert ", ".join(step[18:-6] for step in steps if step.endswith(" state")) == states


def test_place_of_a_state_is_what_it_read():
    said = []
    parsed(" http://h/a\tb?c", say=said.append)
    read = {one.step: (one.looked_at, one.start, one.end) for one in said if isinstance(one, Told)}
    assert read["URL Standard 4.4, path state"] == ("ab?", 10, 14)
    assert read["URL Standard 4.4, query state"] == ("c", 14, 15)


def test_steps_1_to_3_are_reported_if_they_change_the_input():
    said = []
    parsed(
        "\ud800 x:\ta ",
        say=lambda one: said.append(one) if isinstance(one, Told) else None,
        base="http://h/",
    )
    assert said[:2] == [
        Told("Infra Standard, convert", "\ud800 x:\ta ", {"url": "\ufffd x:\ta "}, 0, 7),
        Told("URL Standard 4.4, steps 1 to 3", "\ufffd x:\ta ", {"url": "\ufffd x:a"}, 0, 7),
    ]
    said.clear()
    parsed("http://h/", say=said.append)
    assert said[0].step == "URL Standard 4.4, scheme start state"


@pytest.mark.parametrize(
    ("url", "errors"),
    [
        ("x:/a|?b^#c`", ["|", "^", "`"]),
        ("http://h/a|?b^#c`", ["|", "^", "`"]),
        ("x:/a\\b", ["\\"]),
        ("http://h/a\\b", ["\\"]),
        ("x:a|b", ["|"]),
        ("x://h/%zz", ["%"]),
        ("x:/a", []),
    ],
)
def test_invalid_units_are_reported(url, errors):
    said = []
    parsed(url, say=said.append)
    assert [one.found for one in said if isinstance(one, ValidationError)] == errors


def states_of(reports):
    return [
        report.step.partition(", ")[2]
        for report in reports
        if isinstance(report, Told) and " 4.4, " in report.step
    ]


@each_case(
    ("name", "value", "states", "result"),
    [
        ("protocol", "https", ["scheme start state", "scheme state"], "https://h:81/a?b#c"),
        ("protocol", "x", ["scheme start state", "scheme state"], "http://h:81/a?b#c"),
        ("protocol", "1", ["scheme start state"], "http://h:81/a?b#c"),
        ("host", "i:82", ["host state", "port state"], "http://i:82/a?b#c"),
        ("host", "i/j", ["host state"], "http://i:81/a?b#c"),
        ("hostname", "i:82", ["hostname state"], "http://h:81/a?b#c"),
        ("port", "80x", ["port state"], "http://h/a?b#c"),
        ("port", "x", ["port state"], "http://h:81/a?b#c"),
        ("pathname", "../?#", ["path start state", "path state"], "http://h:81/%3F%23?b#c"),
        ("search", "?d#e", ["query state"], "http://h:81/a?d%23e#c"),
        ("hash", "", [], "http://h:81/a?b"),
        ("username", "u", [], "http://u@h:81/a?b#c"),
    ],
)
def test_setter_goes_through_its_states(name, value, states, result):
    url, reports = basic_url_parse("http://h:81/a?b#c"), []
    try:
        set_attribute(url, name, value, reports.append)
    except Failure:
        assert result == "http://h:81/a?b#c"
    assert (states_of(reports), href(pieces_of(url, ""))) == (states, result)


def test_host_of_a_file_url_is_read_in_the_file_host_state():
    url, reports = basic_url_parse("file:///C:/a"), []
    set_attribute(url, "host", "LOCALHOST", reports.append)
    assert (states_of(reports), url.host, url.path) == (
        ["host state", "file host state"],
        "",
        "/C:/a",
    )


@pytest.mark.parametrize("name", ["host", "hostname", "pathname", "port", "username", "password"])
def test_setter_of_an_opaque_url_returns_early(name):
    with pytest.raises(SetterReturned):
        set_attribute(basic_url_parse("mailto:a"), name, "b")


def test_state_override_modifies_the_passed_url():
    url = basic_url_parse("x:")
    assert basic_url_parse("b", url=url, override=BasicURLParser.fragment_state) is url
    assert url.fragment == "b"


def test_state_is_reported_before_its_errors():
    reports = []
    with pytest.raises(Failure):
        basic_url_parse("http://a%b/", say=reports.append)
    names = [
        report.step.partition(", ")[2] if isinstance(report, Told) else report.name
        for report in reports
    ]
    assert names[-4:] == ["host state", "host parser", "domain parser", "domain-to-ASCII"]
    assert reports[-1].failure and (reports[-1].start, reports[-1].end) == (7, 10)


def test_reporting_steps_does_not_change_the_url():
    url = "HT\tTP://u:p@0x7f.1:80/a/../b?c d#\ud800"
    assert basic_url_parse(url) == basic_url_parse(url, say=[].append)


@pytest.mark.parametrize(
    ("name", "value", "states"),
    [
        # URL Standard 6.1: the state override of each setter, and the states after it
        ("protocol", "ftp", "scheme start, scheme"),
        ("host", "i:8", "host, port"),
        ("hostname", "i", "hostname"),
        ("port", "8", "port"),
        ("pathname", "/a", "path start, path"),
        ("search", "?a", "query"),
        ("hash", "#a", "fragment"),
    ],
)
def test_setter_goes_through_the_states_after_its_override(name, value, states):
    steps = [step.section for step in explain("http://h/", standard="whatwg", set={name: value})]
    told = steps[steps.index(f"URL Standard 6.1, {name}") :]
    assert ", ".join(step[18:-6] for step in told if step.endswith(" state")) == states
