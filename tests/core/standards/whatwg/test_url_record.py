"""URL records (URL Standard 4.1 and 4.2), and their serialization (4.5)."""

from __future__ import annotations

from contextlib import nullcontext

import pytest

from tests.cases import each_case
from urldom._core.errors import SetterReturned
from urldom._core.standards.whatwg.state_machine import set_attribute
from urldom._core.standards.whatwg.url_record import (
    SPECIAL_SCHEMES,
    URLRecord,
    has_opaque_path,
    join_userinfo,
    pieces_of,
    record_of,
)
from urldom._core.values.pieces import href


def test_special_schemes_have_the_ports_of_the_standard():
    assert SPECIAL_SCHEMES == {
        "ftp": 21,
        "file": None,
        "http": 80,
        "https": 443,
        "ws": 80,
        "wss": 443,
    }
    assert [URLRecord(scheme).is_special for scheme in ("http", "file", "mailto", "")] == [
        True,
        True,
        False,
        False,
    ]


@pytest.mark.parametrize(
    ("record", "cannot"),
    [
        (URLRecord("http", host="h"), False),
        (URLRecord("x", host=""), True),
        (URLRecord("x", host=None), True),
        (URLRecord("file", host="h"), True),
    ],
)
def test_url_without_a_host_or_with_the_scheme_file_cannot_have_a_port(record, cannot):
    with pytest.raises(SetterReturned) if cannot else nullcontext():
        set_attribute(record, "port", "8")


#: URL Standard 4.1, the table of examples, and others: a record, and its serialization
RECORDS = [
    (URLRecord("https", host="example.com", path="/"), "https://example.com/"),
    (URLRecord("https", "user", "pass", "h", 8, "/", "q", "f"), "https://user:pass@h:8/?q#f"),
    (URLRecord("https", "", "pass", "h", path="/"), "https://:pass@h/"),
    (URLRecord("https", "user", "", "h", path="/"), "https://user@h/"),
    (URLRecord("file", host="", path="/C:/"), "file:///C:/"),
    (URLRecord("mailto", path="a@b", has_opaque_path=True), "mailto:a@b"),
    (URLRecord("x", host="", path=""), "x://"),
    (URLRecord("x", host=None, path="//a"), "x:/.//a"),
    (URLRecord("x", host=None, path="/"), "x:/"),
    (URLRecord("x", host="h", port=0, path=""), "x://h:0"),
    (URLRecord("x", host="h", path="//a"), "x://h//a"),
    (URLRecord("x", path="", query="", fragment="", has_opaque_path=True), "x:?#"),
]


@each_case(("record", "url"), RECORDS)
def test_record_is_serialized_and_read_back(record, url):
    pieces = pieces_of(record, url)
    assert (href(pieces), "".join(pieces[:8]), record_of(pieces)) == (url, url, record)
    assert has_opaque_path(pieces) is record.has_opaque_path


def test_records_are_compared_by_their_values():
    record = RECORDS[1][0]
    assert (
        record == URLRecord("https", "user", "pass", "h", 8, "/", "q", "f")
        and record != "https://user:pass@h:8/?q#f"
    )
    for name, value in (
        *(
            ("scheme", "http"),
            ("username", ""),
            ("password", ""),
            ("host", None),
            ("port", None),
            ("path", ""),
        ),
        *(("query", None), ("fragment", ""), ("has_opaque_path", True)),
    ):
        other = record_of(pieces_of(record, ""))
        setattr(other, name, value)
        assert record != other, name
    with pytest.raises(TypeError):
        hash(record)


def test_values_are_strings_by_the_names_of_the_components():
    assert RECORDS[1][0].values() == {
        "scheme": "https",
        "username": "user",
        "password": "pass",
        "host": "h",
        "port": "8",
        "path": "/",
        "query": "q",
        "fragment": "f",
    }
    empty = URLRecord()
    assert empty.values() == {
        **dict.fromkeys(("scheme", "username", "password", "path"), ""),
        **dict.fromkeys(("host", "port", "query", "fragment")),
    }
    assert URLRecord(port=0).values()["port"] == "0"


def test_userinfo_has_a_colon_before_a_password_only():
    """URL serializing, step 2.2."""
    assert [join_userinfo(*pair) for pair in (("", ""), ("u", ""), ("", "p"), ("u", "p"))] == [
        "",
        "u@",
        ":p@",
        "u:p@",
    ]


def test_first_colon_ends_the_username():
    record = record_of(("http:", "//", "u:p:q@", "h", "", "/", "", "", None))
    assert (record.username, record.password) == ("u", "p:q")
