"""Two readings are compared by scheme, host, port and path. A refusal by a grammar is ignored."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.cases import each_case
from tests.standards import OF_THE_TABLE
from urldom import URL
from urldom._core.standards.registry import STANDARD_NAMES, find_engine
from urldom.readings import Reading, Readings
from urldom.readings import _reading as reading_module
from urldom.readings._readers import reader_names
from urldom.readings._reading import COMPARED


def made(**results: Reading) -> Readings:
    return Readings("http://h/", None, results)


SAME = [
    ("scheme", Reading("HTTP"), Reading("http")),
    ("host", Reading("http", "EXAMPLE.com"), Reading("http", "example.COM")),
    ("host", Reading("http", "::1"), Reading("http", "[::1]")),
    ("host", Reading("http", "[::FFFF:1.2.3.4]"), Reading("http", "0:0:0:0:0:ffff:102:304")),
    ("host", Reading("http", "bücher.example"), Reading("http", "XN--bcher-kva.example")),
    ("host", Reading("http", "BÜCHER.Example"), Reading("http", "xn--bcher-kva.example")),
    ("port", Reading("http", "h", 80), Reading("http", "h")),
    ("port", Reading("WSS", "h", 443), Reading("wss", "h")),
    ("path", Reading("http", "h", None, ""), Reading("http", "h", None, "/")),
    ("path", Reading("http", "h", None, None), Reading("http", "h", None, "/")),
    (
        "path",
        Reading("http", "h", None, "/é b%7e%c3"),
        Reading("http", "h", None, "/%C3%A9%20b~%C3"),
    ),
]
DIFFERENT = [
    ("scheme", Reading("http"), Reading("https")),
    ("host", Reading("http", "a"), Reading("http", "a.")),
    ("host", Reading("http", "0x7f.1"), Reading("http", "127.0.0.1")),
    ("host", Reading("http", "0177.0.0.1"), Reading("http", "127.0.0.1")),
    ("host", Reading("http", "①②⑦.0.0.1"), Reading("http", "127.0.0.1")),
    ("host", Reading("http", "good。example"), Reading("http", "good.example")),
    ("host", Reading("http", "%65vil"), Reading("http", "evil")),
    ("host", Reading("http", "\u212aelvin"), Reading("http", "kelvin")),
    ("host", Reading("http", "faß.de"), Reading("http", "xn--fa-hia.de")),
    ("host", Reading("http", "faß.de"), Reading("http", "fass.de")),
    ("host", Reading("http", "a\xad"), Reading("http", "a")),
    ("host", Reading("http", "u\u0308"), Reading("http", "xn--tda")),
    ("host", Reading("http", "[::1%25eth0]"), Reading("http", "[::1]")),
    ("host", Reading("http", "h"), Reading("http", None)),
    ("host", Reading("http", "é" * 999), Reading("http", "É" * 999)),
    ("port", Reading("http", "h", 443), Reading("http", "h")),
    ("port", Reading("foo", "h", 80), Reading("foo", "h")),
    ("path", Reading("http", "h", None, "/a%2Fb"), Reading("http", "h", None, "/a/b")),
    ("path", Reading("mailto", None, None, "a"), Reading("mailto", None, None, "b")),
]


@pytest.mark.parametrize(("component", "a", "b"), SAME)
def test_spellings_of_one_value_agree(component, a, b):
    assert component not in made(a=a, b=b).disagreements


@each_case(("component", "a", "b"), DIFFERENT)
def test_spellings_of_different_values_disagree(component, a, b):
    groups = made(a=a, b=b).disagreements[component]
    assert sorted(groups.values()) == [("a",), ("b",)]


@given(st.text(min_size=1, max_size=8).filter(lambda text: not text.isascii()))
def test_host_is_compared_in_punycode_only_if_idna_changes_only_the_case_of_letters(host):
    found = COMPARED["host"](Reading("http", host))
    assert found is not None
    if found.isascii() and ":" not in host:
        assert URL(f"http://{found}/").display() and found.count("xn--") >= 1
        assert len(found.encode().decode("idna")) == len(host)


@pytest.mark.parametrize("name", OF_THE_TABLE)
def test_refusal_of_a_grammar_is_ignored(name):
    h = Reading("http", "h", None, "/")
    assert made(**{name: Reading(error="no"), "a": h}).disagreements == {}
    assert made(**{name: Reading("http", "i?q", None, "/"), "a": h}).disagreements == {}
    assert made(**{name: Reading("http", "i", None, "/"), "a": h}).disagreements == {
        "host": {"i": (name,), "h": ("a",)}
    }


@pytest.mark.parametrize("name", ["whatwg", "yarl"])
def test_refusal_of_a_reader_with_clients_is_compared(name):
    refused = Reading(error="no")
    assert made(**{name: refused, "a": Reading("http", "h", None, "/")}).disagreements["host"] == {
        None: (name,),
        "h": ("a",),
    }
    assert "host" not in made(**{name: refused, "a": Reading("mailto")}).disagreements
    assert "host" in made(**{name: Reading("http", "i?q"), "a": Reading("http", "h")}).disagreements


def test_new_standard_is_a_reader_without_further_changes(monkeypatch):
    """The readers and the comparison ask the registry and the engine, and do not list the
    standards."""
    monkeypatch.setattr(reading_module, "STANDARD_NAMES", (*STANDARD_NAMES, "rfc9999"))
    monkeypatch.setattr(
        reading_module,
        "find_engine",
        lambda name: find_engine("rfc3986" if name == "rfc9999" else name),
    )
    h = Reading("http", "h", None, "/")
    assert made(rfc9999=Reading(error="no"), a=h).disagreements == {}
    assert reader_names()[: len(STANDARD_NAMES)] == STANDARD_NAMES
