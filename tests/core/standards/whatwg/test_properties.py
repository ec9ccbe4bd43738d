"""Properties of every string: fast paths match the state machine, only documented errors are
raised, and hosts are kept."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.conformance import cases
from tests.core.standards.whatwg.reference import SETTERS
from tests.core.standards.whatwg.strategies import setters, urls, values
from tests.strategies import any_text, encodings
from urldom import (
    WHATWG,
    InvalidURLError,
    ParsedURL,
    RejectedValueError,
    UnresolvableURLError,
    URLDecomposition,
)
from urldom._core.contexts.base_urls import document_base_url, fallback_base_url
from urldom._core.errors import Failure
from urldom._core.standards.registry import find_engine
from urldom._core.standards.resolving import resolve_string
from urldom._core.standards.whatwg import state_machine
from urldom._core.standards.whatwg.state_machine import basic_url_parse
from urldom._core.standards.whatwg.url_record import URLRecord, join_userinfo, pieces_of, record_of
from urldom._core.standards.whatwg.writing import is_valid_url_string
from urldom._core.text.encodings import output_encoding
from urldom._core.values.pieces import href
from urldom.hosts import domain_to_ascii, domain_to_unicode
from urldom.whatwg import URL, URLSearchParams, validation_errors

ENGINE = find_engine("whatwg")
SEVEN = ("protocol", "host", "hostname", "port", "pathname", "search", "hash")

bases = st.one_of(st.none(), urls)


def by_the_state_machine(
    url: str, base: str | None = None, encoding: str = "utf-8"
) -> URLRecord | None:
    """Return the result of the basic URL parser, by the state machine alone."""
    try:
        return basic_url_parse(
            url, None if base is None else basic_url_parse(base), output_encoding(encoding)
        )
    except Failure:
        return None


def attributes_of(record: URLRecord) -> dict[str, str]:
    """Return the results of the getters of URL Standard 6.1, computed as in its text."""
    return {
        "href": href(pieces_of(record, "")),
        "origin": ENGINE.object_model.origin(pieces_of(record, "")),
        "protocol": f"{record.scheme}:",
        "username": record.username,
        "password": record.password,
        "host": ""
        if record.host is None
        else record.host + ("" if record.port is None else f":{record.port}"),
        "hostname": record.host or "",
        "port": "" if record.port is None else str(record.port),
        "pathname": record.path,
        "search": f"?{record.query}" if record.query else "",
        "hash": f"#{record.fragment}" if record.fragment else "",
    }


def components_of(record: URLRecord) -> ParsedURL:
    return ParsedURL(
        scheme=record.scheme,
        userinfo=join_userinfo(record.username, record.password)[:-1] or None,
        host=record.host,
        port=None if record.port is None else str(record.port),
        path=record.path,
        query=record.query,
        fragment=record.fragment,
    )


def check_parsing(url: str, base: str | None) -> None:
    record = by_the_state_machine(url, base)
    if record is None:
        assert URL.parse(url, base) is None
        with pytest.raises(UnresolvableURLError):
            WHATWG.resolve(url, base)
        if base is None:
            with pytest.raises(InvalidURLError):
                WHATWG.parse(url)
            assert tuple(
                getattr(URLDecomposition(url, standard=WHATWG), name) for name in SEVEN
            ) == (":", *("",) * 6)
        return
    expected = attributes_of(record)
    made = URL(url, base)
    assert {name: getattr(made, name) for name in expected} == expected
    resolved = WHATWG.resolve(url, base)
    assert (resolved, str(resolved)) == (components_of(record), expected["href"])
    if base is not None:
        assert WHATWG.resolve(url, WHATWG.parse(base)) == resolved
    else:
        parsed = WHATWG.parse(url)
        assert (parsed, str(parsed)) == (resolved, str(resolved))
        element = URLDecomposition(url, standard=WHATWG)
        assert {name: getattr(element, name) for name in expected} == expected


def check_setting(url: str, name: str, value: str, encoding: str) -> None:
    record = by_the_state_machine(url, None, encoding)
    element = URLDecomposition(url, standard=WHATWG, encoding=encoding)
    if record is None:
        with pytest.raises(RejectedValueError):
            element.assign(**{name: value})
        return
    before = pieces_of(record, url)
    rejected = False
    try:
        SETTERS[name](record, value)
    except Failure:
        rejected = pieces_of(record, url) == before
    if rejected:
        with pytest.raises(Failure):
            ENGINE.object_model.setters[name](before, value)
    else:
        after = ENGINE.object_model.setters[name](before, value)
        assert after[:8] == pieces_of(record, "")[:8]
        assert record_of(after) == record
    if output_encoding(encoding) == "utf-8":
        made = URL(url)
        setattr(made, name, value)
        expected = attributes_of(record)
        assert {name: getattr(made, name) for name in expected} == expected
    # An element's attribute is parsed again after an assignment.
    setattr(element, name, value)
    expected = attributes_of(basic_url_parse(href(pieces_of(record, ""))))
    assert {name: getattr(element, name) for name in expected} == expected


@given(urls, bases)
def test_fast_path_matches_the_state_machine(url, base):
    check_parsing(url, base)


def test_fast_path_matches_the_state_machine_on_the_conformance_data():
    for case in cases("url"):
        check_parsing(case["input"], case["base"])
        if "href" in case:
            check_parsing(case["href"], None)
            check_parsing(case["input"], case["href"])


@given(urls, setters, values, encodings)
def test_setters_match_the_reference(url, name, value, encoding):
    check_setting(url, name, value, encoding)


@given(st.lists(st.tuples(setters, values), max_size=5))
def test_sequences_of_setters_match_the_reference(assignments):
    made, record = URL("https://example.com/a?b#c"), basic_url_parse("https://example.com/a?b#c")
    for name, value in assignments:
        setattr(made, name, value)
        with suppress(Failure):
            SETTERS[name](record, value)
        expected = attributes_of(record)
        assert {name: getattr(made, name) for name in expected} == expected


def test_setters_match_the_reference_on_the_conformance_data():
    for case in cases("setters"):
        if case["attribute"] in SETTERS:
            check_setting(case["href"], case["attribute"], case["value"], "utf-8")


def test_usual_urls_do_not_use_the_state_machine(monkeypatch):
    """The fast path parses usual URLs of each family, and references to them, without the state
    machine."""
    monkeypatch.setattr(state_machine, "basic_url_parse", None)
    for url in [
        "http://a",
        "https://www.example.com/a/b.html?c=d&e=%20#f",
        "HTTPS://u:p@[::1]:8080/a b/../%2e/c|d?e'f g#h<i>",
        "http://1.2.3.4:80/\\a",
        "http://b\u00fccher.example./\u00e9?\u00e9#\u00e9",
        " ws://xn--9ca.x_y.com/@:[]|~\n",
        "ftp://h/C|/..",
        "file:///C|/../x y",
        "file://server/share",
        "mailto:a b@c?d #e",
        "data:text/html,<p>",
        "javascript:alert('x')",
        "git+ssh://u@h:22/a/../b",
        "x:/..//y",
        "../a b?c d#e",
        "?",
        "//other/x",
        "",
    ]:
        assert resolve_string(ENGINE.grammar, url, "http://base/a/b?c")


@given(urls, bases)
def test_parsing_a_serialized_url_changes_nothing(url, base):
    record = by_the_state_machine(url, base)
    if record is not None:
        assert by_the_state_machine(href(pieces_of(record, ""))) == record
        assert WHATWG.resolve(href(pieces_of(record, "")), base) == components_of(record)


@given(urls, bases, encodings)
def test_only_documented_errors_are_raised(url, base, encoding):
    with suppress(InvalidURLError):
        WHATWG.resolve(url, base, encoding=encoding)
    with suppress(InvalidURLError):
        validation_errors(url, base)
    with suppress(InvalidURLError):
        domain_to_ascii(url)
    with suppress(InvalidURLError):
        domain_to_ascii(url, be_strict=True)
    domain_to_unicode(url)
    assert WHATWG.is_valid_url(url, encoding) in (True, False)
    fallback_base_url(ENGINE, url, base, base)
    document_base_url(ENGINE, url, "http://example.com/", encoding)
    assert list(URLSearchParams(str(URLSearchParams(url)))) == list(URLSearchParams(url))


@given(
    urls, st.sampled_from(("pathname", "search", "hash", "port", "username", "password")), values
)
def test_setters_except_href_protocol_host_and_hostname_keep_the_host(url, name, value):
    made = URL.parse(url)
    if made is not None:
        host, protocol = made.hostname, made.protocol
        setattr(made, name, value)
        assert (made.hostname, made.protocol) == (host, protocol)
        again = URL(made.href)
        assert (again.hostname, again.protocol) == (host, protocol)


@given(urls)
def test_serialized_host_is_accepted(url):
    made = URL.parse(url)
    if made is not None and made.hostname:
        assert URL(f"{made.protocol}//{made.hostname}/").hostname == made.hostname


@given(urls)
def test_valid_url_string_has_no_validation_errors(url):
    if is_valid_url_string(url):
        assert validation_errors(url, "https://example.com/") == ()


@given(urls, bases)
def test_recording_validation_errors_does_not_change_the_result(url, base):
    if base is not None and not URL.can_parse(base):
        with pytest.raises(InvalidURLError):
            validation_errors(url, base)
        return
    errors = validation_errors(url, base)
    assert [error.failure for error in errors[:-1]] == [False] * (len(errors) - 1 if errors else 0)
    assert URL.can_parse(url, base) == (not errors or not errors[-1].failure)


@given(st.lists(st.tuples(any_text, any_text)))
def test_written_search_params_are_read_back(pairs):
    params = URLSearchParams(pairs)
    assert list(URLSearchParams(f"?{params}")) == list(params)
    url = URL("http://h/")
    for name, value in pairs:
        url.search_params.append(name, value)
    assert list(url.search_params) == list(params)
    assert url.search == (f"?{params}" if pairs else "")
    assert list(URL(url.href).search_params) == list(params)
