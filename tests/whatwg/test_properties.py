"""What holds for every string: fast paths are the state machine, only the documented errors, no host is lost."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from urldom import WHATWG, InvalidURLError, ParsedURL, RejectedValueError, UnresolvableURLError
from urldom.encodings import output_encoding
from urldom.whatwg import URL, URLSearchParams, domain_to_ascii, domain_to_unicode, validation_errors
from urldom.whatwg.attributes import SETTERS, origin
from urldom.whatwg.parsing import basic_url_parse
from urldom.whatwg.serialized_form import match_serialized
from urldom.whatwg.url_record import URLRecord, serialize
from urldom.whatwg.validation import Failure
from urldom.whatwg.writing import is_valid_url_string

from ..strategies import any_text, encodings
from .conformance import cases, load
from .strategies import setters, urls, values

bases = st.one_of(st.none(), urls)


def by_the_state_machine(url: str, base: str | None = None, encoding: str = "utf-8") -> URLRecord | None:
    """What the basic URL parser makes of it, without any of the fast paths."""
    try:
        return basic_url_parse(url, None if base is None else basic_url_parse(base), output_encoding(encoding))
    except Failure:
        return None


def attributes_of(record: URLRecord) -> dict[str, str]:
    """The getters of 6.1, as they are written there."""
    return {
        "href": serialize(record),
        "origin": origin(record),
        "protocol": f"{record.scheme}:",
        "username": record.username,
        "password": record.password,
        "host": "" if record.host is None else record.host + ("" if record.port is None else f":{record.port}"),
        "hostname": record.host or "",
        "port": "" if record.port is None else str(record.port),
        "pathname": record.path,
        "search": f"?{record.query}" if record.query else "",
        "hash": f"#{record.fragment}" if record.fragment else "",
    }


def components_of(record: URLRecord) -> ParsedURL:
    return ParsedURL(
        scheme=record.scheme,
        userinfo=record.userinfo if record.includes_credentials else None,
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
            assert WHATWG.decompose(url) == (":", "", "", "", "", "", "")
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
        assert WHATWG.decompose(url) == tuple(
            expected[name] for name in ("protocol", "host", "hostname", "port", "pathname", "search", "hash")
        )
        for name in ("href", "origin", "username", "password"):
            assert WHATWG.decompose_more(url, name) == expected[name]


def check_setting(url: str, name: str, value: str, encoding: str) -> None:
    record = by_the_state_machine(url, None, encoding)
    if record is None:
        with pytest.raises(RejectedValueError):
            WHATWG.assign(url, name, value, encoding)
        return
    before = serialize(record)
    rejected = False
    try:
        SETTERS[name](record, value)
    except Failure:
        rejected = serialize(record) == before
    if rejected:
        with pytest.raises(RejectedValueError):
            WHATWG.assign(url, name, value, encoding)
    else:
        assert WHATWG.assign(url, name, value, encoding) == serialize(record)
    if output_encoding(encoding) == "utf-8":
        made = URL(url)
        setattr(made, name, value)
        expected = attributes_of(record)
        assert {name: getattr(made, name) for name in expected} == expected


@given(urls, bases)
def test_fast_path_of_parsing(url, base):
    check_parsing(url, base)


def test_fast_path_on_the_conformance_data():
    for case in (*cases("urltestdata.json"), *cases("urltestdata-javascript-only.json")):
        check_parsing(case["input"], case["base"])
        if "href" in case:
            check_parsing(case["href"], None)
            check_parsing(case["input"], case["href"])


@given(urls, setters, values, encodings)
def test_fast_path_of_setting(url, name, value, encoding):
    check_setting(url, name, value, encoding)


@given(st.lists(st.tuples(setters, values), max_size=5))
def test_fast_path_of_setting_one_after_the_other(assignments):
    made, record = URL("https://example.com/a?b#c"), basic_url_parse("https://example.com/a?b#c")
    for name, value in assignments:
        setattr(made, name, value)
        with suppress(Failure):
            SETTERS[name](record, value)
        expected = attributes_of(record)
        assert {name: getattr(made, name) for name in expected} == expected


def test_fast_path_of_setting_on_the_conformance_data():
    for name, of_name in load("setters_tests.json").items():
        for case in of_name if name in SETTERS else ():
            check_setting(case["href"], name, case["new_value"], "utf-8")


def test_the_fast_path_is_taken():
    taken = [
        "http://a",
        "https://www.example.com/a/b.html?c=d&e=%20#f",
        "https://xn--9ca.x_y.com/@:[]|~",
        "http://localhost/?a/.",
    ]
    left = [
        "http://a/%2e",
        "http://a/?",
        "http://a/#",
        "http://1.2.3.4/",
        "http://a.0x1/",
        "http://a:80/",
        "http://a/?'",
    ]
    assert all(map(match_serialized, taken))
    assert not any(map(match_serialized, left))


@given(urls, bases)
def test_serialize_and_parse_is_the_identity(url, base):
    record = by_the_state_machine(url, base)
    if record is not None:
        assert by_the_state_machine(serialize(record)) == record
        assert WHATWG.resolve(serialize(record), base) == components_of(record)


@given(urls, bases, encodings)
def test_only_the_documented_errors(url, base, encoding):
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
    WHATWG.fallback_base_url(url, base, base)
    WHATWG.base_element_url(url, "http://example.com/", encoding)
    assert list(URLSearchParams(str(URLSearchParams(url)))) == list(URLSearchParams(url))


@given(urls, st.sampled_from(("pathname", "search", "hash", "port", "username", "password")), values)
def test_no_other_setter_changes_the_host(url, name, value):
    made = URL.parse(url)
    if made is not None:
        host, protocol = made.hostname, made.protocol
        setattr(made, name, value)
        assert (made.hostname, made.protocol) == (host, protocol)
        again = URL(made.href)
        assert (again.hostname, again.protocol) == (host, protocol)


@given(urls)
def test_an_accepted_host_is_accepted_again(url):
    made = URL.parse(url)
    if made is not None and made.hostname:
        assert URL(f"{made.protocol}//{made.hostname}/").hostname == made.hostname


@given(urls)
def test_a_valid_url_string_has_no_validation_errors(url):
    if is_valid_url_string(url):
        assert validation_errors(url, "https://example.com/") == ()


@given(urls, bases)
def test_validation_errors_change_nothing(url, base):
    if base is not None and not URL.can_parse(base):
        with pytest.raises(InvalidURLError):
            validation_errors(url, base)
        return
    errors = validation_errors(url, base)
    assert [error.failure for error in errors[:-1]] == [False] * (len(errors) - 1 if errors else 0)
    assert URL.can_parse(url, base) == (not errors or not errors[-1].failure)


@given(st.lists(st.tuples(any_text, any_text)))
def test_search_params_survive_being_written(pairs):
    params = URLSearchParams(pairs)
    assert list(URLSearchParams(f"?{params}")) == list(params)
    url = URL("http://h/")
    for name, value in pairs:
        url.search_params.append(name, value)
    assert list(url.search_params) == list(params)
    assert url.search == (f"?{params}" if pairs else "")
    assert list(URL(url.href).search_params) == list(params)
