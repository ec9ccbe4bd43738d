"""The sentences of `explain` for the steps of the URL Standard, with the addresses of the steps."""

from __future__ import annotations

import pytest

from urldom import explain
from urldom._core.standards.whatwg.sentences import SENTENCES

#: The states of the basic URL parser (URL Standard 4.4), in its order
STATES = """scheme start, scheme, no scheme, special relative or authority, path or authority, relative, relative slash,
special authority slashes, special authority ignore slashes, authority, host, hostname, port, file, file slash,
file host, path start, path, opaque path, query, fragment""".replace("\n", " ").split(", ")


def test_each_state_and_each_parser_has_a_sentence():
    states = [f"URL Standard 4.4, {state} state" for state in STATES]
    assert [step for step in SENTENCES.texts if step.endswith(" state")] == states
    others = [
        "Infra Standard, convert",
        "URL Standard 4.4, steps 1 to 3",
        "URL Standard 3.5, host parser",
        "URL Standard 3.3, domain parser",
        *(f"URL Standard 3.5, {name} parser" for name in ("IPv4", "IPv6", "opaque-host")),
    ]
    assert [step for step in SENTENCES.texts if not step.endswith(" state")] == others
    assert all(
        text.endswith(".") for text in [*SENTENCES.texts.values(), *SENTENCES.setters.values()]
    )


@pytest.mark.parametrize(
    ("step", "anchor"),
    [
        ("URL Standard 4.4, base URL", "concept-url-parser"),
        ("URL Standard 4.4, steps 1 to 3", "concept-basic-url-parser"),
        ("URL Standard 4.4, scheme start state", "scheme-start-state"),
        ("URL Standard 4.4, opaque path state", "cannot-be-a-base-url-path-state"),
        ("URL Standard 3.3, domain parser", "concept-domain-to-ascii"),
        ("URL Standard 3.5, host parser", "concept-host-parser"),
        ("URL Standard 3.5, IPv4 parser", "concept-ipv4-parser"),
        ("URL Standard 3.5, IPv6 parser", "concept-ipv6-parser"),
        ("URL Standard 3.5, opaque-host parser", "concept-opaque-host-parser"),
        ("URL Standard 6.1, protocol", "dom-url-protocol"),
        ("URL Standard 6.1, host", "dom-url-host"),
    ],
)
def test_step_has_its_address_in_the_standard(step, anchor):
    assert SENTENCES.address(step) == f"https://url.spec.whatwg.org/#{anchor}"


def test_steps_of_other_standards_have_their_addresses():
    assert (
        SENTENCES.address("Infra Standard, convert")
        == "https://infra.spec.whatwg.org/#javascript-string-convert"
    )
    page = "https://html.spec.whatwg.org/multipage/urls-and-fetching.html"
    assert SENTENCES.address(SENTENCES.fallback_base) == f"{page}#fallback-base-url"
    assert SENTENCES.address(SENTENCES.base_element) == f"{page}#frozen-base-url"


@pytest.mark.parametrize(
    ("name", "value", "begins"),
    [
        ("protocol", "ftp", "The value and a colon are parsed from the scheme start state."),
        ("username", "u", "The value is percent-encoded."),
        ("password", "p", "The value is percent-encoded."),
        ("host", "i", "The value is parsed from the host state"),
        ("hostname", "i", "The value is parsed from the hostname state"),
        ("port", "8", "The value is parsed from the port state."),
        (
            "pathname",
            "a",
            "The old path is removed, and the value is parsed from the path start state.",
        ),
        (
            "search",
            "a",
            "A leading question mark is removed, and the value is parsed from the query state.",
        ),
        (
            "hash",
            "a",
            "A leading number sign is removed, and the value is parsed from the fragment state.",
        ),
        ("href", "http://i/", "The value is parsed, and the result replaces the URL."),
    ],
)
def test_each_setter_has_a_sentence_before_its_states(name, value, begins):
    (step,) = [
        step
        for step in explain("http://h/", standard="whatwg", set={name: value})
        if "6.1" in step.section
    ]
    assert (step.section, step.depth) == (f"URL Standard 6.1, {name}", 0)
    assert step.says.startswith(begins)
    assert step.address == f"https://url.spec.whatwg.org/#dom-url-{name}"


@pytest.mark.parametrize(
    ("url", "components"),
    [
        (
            "http://u:p@h:81/a?b#c",
            "scheme http, userinfo u:p, host h, port 81, path /a, query b, fragment c",
        ),
        ("HTTP:/h", "scheme HTTP, host h"),
        ("mailto:a@b?c#d", "scheme mailto, path a@b, query c, fragment d"),
        ("file://h/p", "scheme file, host h, path /p"),
        ("file://C:/p", "scheme file, path /C:/p"),
        ("x://[::1]:8/", "scheme x, host [::1], port 8, path /"),
        ("x:/a?#", "scheme x, path /a, query , fragment "),
    ],
)
def test_states_find_the_places_of_the_components(url, components):
    found = explain(url, standard="whatwg").components
    assert ", ".join(f"{span.name} {span.of(url)}" for span in found) == components


def test_host_parsers_are_parts_of_the_host_state():
    depths = {
        step.section.partition(", ")[2]: step.depth
        for step in explain("http://%30/", standard="whatwg")
    }
    assert (
        depths["host state"],
        depths["host parser"],
        depths["domain parser"],
        depths["IPv4 parser"],
    ) == (0, 1, 2, 2)
    depths = {
        step.section.partition(", ")[2]: step.depth for step in explain("x://a/", standard="whatwg")
    }
    assert (depths["host parser"], depths["opaque-host parser"], depths["path state"]) == (1, 2, 0)
    depths = {
        step.section.partition(", ")[2]: step.depth
        for step in explain("x://[::]/", standard="whatwg")
    }
    assert (depths["host parser"], depths["IPv6 parser"]) == (1, 2)
