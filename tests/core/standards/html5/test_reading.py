"""The reading of HTML5 2.6.2, 2.6.3 and 2.6.6: the steps that it reports, and its results, which
are those of the quick way. The two share no code."""

from __future__ import annotations

from functools import partial

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.core.standards.html5.test_properties import NAMES, urls, values
from tests.core.standards.readings import assign
from tests.strategies import encodings
from urldom._core.errors import Failure
from urldom._core.explaining.listening import Listener
from urldom._core.standards.html5 import resolving
from urldom._core.standards.html5.reading import parse, resolve
from urldom._core.standards.registry import find_engine
from urldom._core.text.encodings import output_encoding
from urldom._core.values.pieces import components

ENGINE = find_engine("html5")
ip_literals = st.from_regex(
    r"\[([0-9a-f]{1,4}:){0,8}:?([0-9]{1,3}(\.[0-9]{1,3}){0,4})?\](:[0-9]*)?|\[v[0-9].{1,4}\]",
    fullmatch=True,
)
hosts = st.one_of(ip_literals, st.text("aA9.-_%éß。[]:@\\ 4eF\ud800", max_size=8))
with_hosts = st.builds(
    "{}//{}{}".format,
    st.sampled_from(["http:", "x:", "", "data:", "FTP:"]),
    hosts,
    st.sampled_from(["", "/", "/a\\#\\", "?"]),
)
any_url = st.one_of(urls, with_hosts)


def steps_of(url, base=None):
    """Return the reported steps of a URL with their depth, and whether the reading fails."""
    say = Listener()
    try:
        resolve(url, None if base is None else ENGINE.grammar.cut(base), "utf-8", say)
    except Failure:
        return say, True
    return say, False


def test_steps_are_reported_in_order():
    reports, failed = steps_of("http://h/a?b")
    steps = [*dict.fromkeys(report.step.removeprefix("HTML5 2.6.3 ") for report in reports)]
    assert (steps, failed) == ([f"step {number}" for number in range(5, 13)], False)


@pytest.mark.parametrize(
    ("url", "base", "step"),
    [
        ("http://a:b/", None, "step 5"),
        ("1a:b", "http://h/", "step 5"),
        ("http://a_b/", None, "step 6"),
        ("x", None, "step 9"),
        ("http:g", "http://h/", "step 10"),
    ],
)
def test_last_reported_step_is_the_failing_step(url, base, step):
    reports, failed = steps_of(url, base)
    assert (reports[-1].step, failed) == (f"HTML5 2.6.3 {step}", True)


def test_invalid_authority_is_reported_as_a_host():
    reports, _ = steps_of("http://a@b@c/d")
    assert (reports[-1].made["host"], reports[-1].made["path"]) == ("a@b@c", "/d")


def test_values_of_each_step_are_reported():
    reports, _ = steps_of("http://u@b%C3%BCcher:8/a b/../c?é#\\")
    parsed = {
        "scheme": "http",
        "userinfo": None,
        "host": "u@b%C3%BCcher:8",
        "port": None,
        "path": "/a b/../c",
    }
    parsed |= {"query": "é", "fragment": "\\"}
    divided = parsed | {"userinfo": "u", "host": "b%C3%BCcher", "port": "8"}
    resolved = divided | {"host": "xn--bcher-kva", "path": "/c", "query": "%C3%A9"}
    assert [
        (one.step.split()[-1], one.looked_at, one.made)
        for one in reports
        if one.step.startswith("HTML5")
    ] == [
        ("5", "http://u@b%C3%BCcher:8/a b/../c?é#\\", parsed),
        ("5", None, divided),
        ("6", "b%C3%BCcher", {}),
        ("6", None, {"host": "xn--bcher-kva"}),
        ("7", "/a b/../c", {}),
        ("7", None, {"path": "/a%20b/../c"}),
        ("8", "é", {}),
        ("8", None, {"query": "%C3%A9"}),
        ("9", "http://u@xn--bcher-kva:8/a%20b/../c?%C3%A9#\\", {}),
        ("9", None, resolved),
        ("10", None, {}),
        ("11", None, {}),
        ("12", None, {}),
        ("12", None, resolved | {"fragment": "/"}),
    ]


def test_second_resolution_is_reported_one_level_deeper():
    reports, _ = steps_of("http://h\\@x/y")
    assert (
        next(
            report.looked_at
            for report in reports
            if report.depth == 1 and report.step.endswith("step 5")
        )
        == "http://h/@x/y"
    )
    assert (reports[-1].step, reports[-1].depth, reports[-1].made["host"]) == (
        "HTML5 2.6.3 step 12",
        0,
        "h",
    )


def outcome(function, *arguments):
    """Return the result of a function, or the reason for its failure."""
    try:
        return function(*arguments)
    except Failure as failure:
        return failure.reason


@given(any_url)
@settings(max_examples=200)
def test_quick_way_parses_like_the_reading(url):
    read, quick = outcome(parse, url), outcome(resolving.parse, url)
    assert quick == read if isinstance(read, str) else components(quick) == read


@given(any_url, any_url, encodings)
@settings(max_examples=200)
@example("http://u\\v@w/", "http://h/", "utf-8")
@example("http://[v1.\\]/#\\", "http://h/", "utf-8")
def test_quick_way_resolves_like_the_reading(url, base, encoding):
    encoding = output_encoding(encoding)
    against = outcome(ENGINE.grammar.cut, base)
    for one in (None, against) if isinstance(against, tuple) else (None,):
        assert outcome(ENGINE.grammar.cut, url, one, encoding) == outcome(
            resolve, url, one, encoding
        )


@given(any_url, st.sampled_from(NAMES), st.one_of(st.none(), values, hosts))
@settings(max_examples=200)
@example("http://u\\v@w/", "protocol", "x")
@example("x://u\\v@w/#\\", "protocol", "http")
@example("x:/a", "pathname", "/.//b")
def test_quick_setters_have_the_results_of_the_reading(url, name, value):
    input = outcome(ENGINE.grammar.cut, url)
    if isinstance(input, tuple):
        quick, read = (
            outcome(setter, input, value)
            for setter in (ENGINE.object_model.setters[name], partial(assign, name))
        )
        assert isinstance(quick, str) if isinstance(read, str) else quick == read


def test_spaces_are_removed_in_a_step_of_their_own():
    said = []
    resolve(" http://h/\t", None, "utf-8", lambda *step: said.append(step))
    assert ("HTML5 2.6.2 step 1", " http://h/\t", {"url": "http://h/"}) in said
    said.clear()
    resolve("http://h/", None, "utf-8", lambda *step: said.append(step))
    assert [step for step in said if step[0] == "HTML5 2.6.2 step 1"] == []


def test_escaped_path_and_query_are_told():
    said = []
    resolve("http://h/\xe9?\xe9", None, "windows-1252", lambda *step: said.append(step))
    assert ("HTML5 2.6.3 step 7", None, {"path": "/%C3%A9"}) in said
    assert ("HTML5 2.6.3 step 8", None, {"query": "%E9"}) in said
