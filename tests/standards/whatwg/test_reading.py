"""The readings of the URL Standard: the states and setters that they report."""

from __future__ import annotations

import pytest

from urldom import explain
from urldom._errors import Failure, SetterReturned
from urldom._standards.whatwg.reading import set_attribute
from urldom._standards.whatwg.state_machine import BasicURLParser, basic_url_parse
from urldom._standards.whatwg.url_record import pieces_of
from urldom._values.pieces import href
from urldom._values.telling import Told


def states_of(reports):
    return [
        report.step.partition(", ")[2] for report in reports if isinstance(report, Told) and " 4.4, " in report.step
    ]


@pytest.mark.parametrize(
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
    assert (states_of(reports), url.host, url.path) == (["host state", "file host state"], "", "/C:/a")


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
    names = [report.step.partition(", ")[2] if isinstance(report, Told) else report.name for report in reports]
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
