"""`explain` describes each step of the code, with the section of the specification that the step
follows."""

from __future__ import annotations

import enum
import importlib.util
from pathlib import Path

import pytest
from hypothesis import given

from tests.cases import each_case, few_or_many
from tests.conformance import cases
from tests.core.explaining.explained import check_assignment, check_explanation
from tests.core.standards import test_rfc1808, test_rfc2396, test_rfc3986
from tests.core.standards.test_table import ATTRIBUTES
from tests.standards import every_standard
from tests.strategies import bases, encodings, hostile
from tests.tools.fuzz import FAMILIES, Mutations
from urldom import HTML5, URL, WHATWG, Document, URLDecomposition, explain, find_standard
from urldom._core.errors import UnresolvableURLError
from urldom._core.explaining.steps import Span
from urldom._core.standards.registry import STANDARD_NAMES
from urldom.whatwg import validation_errors

#: The number of mutated inputs, each under every standard
MUTATED = (100, 1000)


# Examples of the specifications, and hostile inputs


@pytest.mark.parametrize(
    ("standard", "module"),
    [("rfc3986", test_rfc3986), ("rfc2396", test_rfc2396), ("rfc1808", test_rfc1808)],
)
def test_examples_of_the_rfcs_are_explained(standard, module):
    for reference, target in {**module.NORMAL, **module.ABNORMAL}.items():
        assert str(check_explanation(reference, module.BASE, standard).result) == target


@every_standard
@each_case(
    "url",
    [
        "http://example.com/carrot#question%3f",
        "https://www.example.com:4443?",
        "http://example.com/?test#",
    ],
)
def test_examples_of_html5_are_explained(standard, url):
    check_explanation(url, None, standard)
    for name in ATTRIBUTES:
        check_assignment(url, name, "x", standard)


def test_example_of_html5_2_6_3_step_7_is_explained():
    explanation = check_explanation("//example.com/a^b☺c%FFd%z/?e", "http://example.org/", "html5")
    step = next(step for step in explanation if step.section == "HTML5 2.6.3 step 7")
    assert (step.looked_at, dict(step.made)) == (
        "/a^b☺c%FFd%z/",
        {"path": "/a%5Eb%E2%98%BAc%FFd%z/"},
    )
    assert (step.start, step.end) == (13, 26)


def hostile_inputs() -> list[str]:
    file = Path(__file__).parents[3] / "examples/hostile_inputs.py"
    specification = importlib.util.spec_from_file_location("hostile_inputs", file)
    assert specification is not None and specification.loader is not None
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module.INPUTS


@every_standard
def test_hostile_inputs_are_explained(standard):
    for url in hostile_inputs():
        check_explanation(url, "http://base.example/dir/page", standard)


@every_standard
@pytest.mark.parametrize(
    "first", [0, *(pytest.param(one, marks=pytest.mark.full) for one in (1, 2, 3))]
)
def test_conformance_data_is_explained(standard, first):
    for case in [*cases("url")][first::4]:
        check_explanation(case["input"], case.get("base"), standard)


@few_or_many("number", *MUTATED)
def test_mutated_inputs_are_explained(number):
    """Under each standard, the test explains this number of inputs."""
    each = -(-number // len(FAMILIES))
    for family in FAMILIES:
        mutations = Mutations(family, seed=11)
        for _ in range(each):
            case = mutations.case()
            for standard in STANDARD_NAMES:
                check_explanation(case.url, case.base, standard, case.encoding)
            if case.name in find_standard(case.standard).assignable:
                check_assignment(case.url, case.name, case.value, case.standard)


@given(hostile, bases, encodings)
@every_standard
def test_any_text_is_explained(standard, url, base, encoding):
    check_explanation(url, base, standard, encoding)


# Steps


def test_html5_steps_are_in_order():
    explanation = explain(
        " ../é/./b?é#x", "http://h/a/c", encoding="windows-1252", standard="html5"
    )
    assert [step.section.removeprefix("HTML5 ") for step in explanation if step.depth == 0] == [
        *("2.6.3 step 1", "2.6.3 steps 2 and 3", "2.6.3 step 4", "2.6.2 step 1"),
        *(f"2.6.3 step {number}" for number in range(5, 13)),
    ]
    assert {
        step.section: dict(step.made) for step in explanation if step.made and step.depth == 0
    } == {
        "HTML5 2.6.3 steps 2 and 3": {"encoding": "windows-1252"},
        "HTML5 2.6.3 step 4": {"base URL": "http://h/a/c"},
        "HTML5 2.6.2 step 1": {"url": "../é/./b?é#x"},
        "HTML5 2.6.3 step 5": {"path": "../é/./b", "query": "é", "fragment": "x"},
        "HTML5 2.6.3 step 7": {"path": "../%C3%A9/./b"},
        "HTML5 2.6.3 step 8": {"query": "%E9"},
        "HTML5 2.6.3 step 9": {"scheme": "http", "host": "h", "path": "/%C3%A9/b"},
    }
    assert explanation.components == (
        Span("path", 1, 9),
        Span("query", 10, 11),
        Span("fragment", 12, 13),
    )


def test_url_is_resolved_again_if_a_backslash_ends_its_authority():
    explanation = explain("http://h\\@x/y", standard="html5")
    step = next(
        step for step in explanation if step.section == "HTML5 2.6.3 step 12" and step.depth == 0
    )
    assert dict(step.made) == {"userinfo": None, "host": "h", "path": "/@x/y"}
    anew = next(step for step in explanation if step.depth == 1)
    # The second resolution starts from the result of the first, so its steps have no position in
    # the input.
    assert (anew.section, anew.looked_at, anew.start) == (
        "HTML5 2.6.3 step 5",
        "http://h/@x/y",
        None,
    )
    check_explanation("http://ａｂｃuser:\\pw@ｌｅ3", None, "html5")


def test_step_9_uses_the_results_of_earlier_steps():
    step = next(
        step
        for step in explain("é", "http://h/", standard="html5")
        if step.section == "HTML5 2.6.3 step 9"
    )
    assert (step.looked_at, step.start) == ("%C3%A9", None)


@pytest.mark.parametrize(
    ("url", "step", "reason"),
    [
        ("http://a:b/", "step 5", "its port is not a number"),
        ("http://a@b@c/", "step 5", "its authority contains more than one @"),
        ("http://a_b/", "step 6", None),
        ("x", "step 9", "it is a relative URL without a base: pass a base"),
        ("data://x", "step 10", "it has an authority, but data: URLs cannot have one"),
    ],
)
def test_last_step_of_html5_contains_the_reason(url, step, reason):
    explanation = check_explanation(url, None, "html5")
    assert explanation.steps[-1].section == f"HTML5 2.6.3 {step}"
    assert explanation.reason == explanation.steps[-1].errors[0].description
    assert reason is None or explanation.reason == reason


def test_url_standard_states_have_their_validation_errors():
    explanation = explain("HT\tTP://u@EX%41mple.com:80\\a b", standard=WHATWG)
    assert [
        (
            step.section.removeprefix("URL Standard 4.4, "),
            [(error.name, error.start) for error in step.errors],
        )
        for step in explanation
        if step.depth == 0
    ] == [
        ("steps 1 to 3", [("invalid-URL-unit", 2)]),
        ("scheme start state", []),
        ("scheme state", []),
        ("special authority slashes state", []),
        ("special authority ignore slashes state", []),
        ("authority state", [("invalid-credentials", 8)]),
        ("host state", [("domain-percent-encoded", 10)]),
        ("port state", []),
        ("path start state", [("invalid-reverse-solidus", 26)]),
        ("path state", [("invalid-URL-unit", 28)]),
    ]
    assert [span.of(explanation.url) for span in explanation.components] == [
        *("HT\tTP", "u", "EX%41mple.com", "80", "\\a b"),
    ]


def test_drive_letter_instead_of_a_host_is_in_the_path():
    explanation = check_explanation("file://C:/x?#", None, "whatwg")
    assert [(span.name, span.of(explanation.url)) for span in explanation.components] == [
        *(("scheme", "file"), ("path", "/C:/x"), ("query", ""), ("fragment", "")),
    ]


def test_surrogate_has_its_own_step():
    explanation = check_explanation("http://h/\ud800", None, "whatwg")
    assert [step.section for step in explanation][:2] == [
        "Infra Standard, convert",
        "URL Standard 4.4, scheme start state",
    ]
    assert dict(explanation.steps[0].made) == {"url": "http://h/\ufffd"}


def test_state_ends_after_a_pair_of_surrogates():
    url = "x://\t\ud83d\ude00\n/a"
    explanation = check_explanation(url, None, "whatwg")
    (host,) = [step for step in explanation if step.section == "URL Standard 4.4, host state"]
    assert (host.looked_at, url[host.start : host.end]) == ("\U0001f600", "\ud83d\ude00")


@pytest.mark.parametrize(
    ("url", "places"),
    [
        ("http://h/%41%zz%41%", [(12, 13), (18, 19)]),
        ("x://%41%/", [(7, 8)]),
        ("http://1.101.01/", [(7, 15), (13, 15)]),
        ("http://0x1.x.1.1/", [(7, 10), (11, 12)]),
        ("http://[1:100:00::]/", [(14, 16)]),
        ("http://[::f%2e]/", [(11, 12)]),
        ("\th\ttp://h/", [(0, 1), (2, 3)]),
    ],
)
def test_error_has_the_position_of_the_wrong_character(url, places):
    found = [
        (error.start, error.end)
        for step in explain(url, standard="whatwg")
        for error in step.errors
    ]
    assert found == places


def test_error_quotes_the_input():
    assert validation_errors("HTTP:x")[0].found == "HTTP:"
    assert validation_errors("File:x")[0].found == "File:"


def test_link_of_a_state_uses_its_old_name():
    assert (
        explain("mailto:a", standard="whatwg")
        .steps[2]
        .address.endswith("#cannot-be-a-base-url-path-state")
    )


def test_table_of_rfc_3986_5_2_4_is_reproduced():
    # The two examples of the section
    for path, rows in {
        "/a/b/c/./../../g": [
            ("2E", "/a", "/b/c/./../../g"),
            ("2E", "/a/b", "/c/./../../g"),
            ("2E", "/a/b/c", "/./../../g"),
            ("2B", "/a/b/c", "/../../g"),
            ("2C", "/a/b", "/../g"),
            ("2C", "/a", "/g"),
            ("2E", "/a/g", ""),
        ],
        "mid/content=5/../6": [
            ("2E", "mid", "/content=5/../6"),
            ("2E", "mid/content=5", "/../6"),
            ("2C", "mid", "/6"),
            ("2E", "mid/6", ""),
        ],
        "../a": [("2A", "", "a"), ("2E", "a", "")],
        "..": [("2D", "", "")],
        "a/..": [("2E", "a", "/.."), ("2C", "", "/"), ("2E", "/", "")],
        "/a/.": [("2E", "/a", "/."), ("2B", "/a", "/"), ("2E", "/a/", "")],
    }.items():
        steps = [
            step for step in explain(f"x:{path}", standard="rfc3986") if "5.2.4" in step.section
        ]
        assert [
            (step.section.split()[-1], step.made["output buffer"], step.made["input buffer"])
            for step in steps
        ] == rows
        assert steps[0].looked_at == path


def test_dot_segments_are_removed_in_rfc_3986_5_2_2():
    steps = [step.section for step in explain("../g", "http://a/b/c", standard="rfc3986")]
    assert steps[2:4] + steps[-2:] == [
        *(
            "RFC 3986 section 5.2.2",
            "RFC 3986 5.2.3",
            "RFC 3986 5.2.4 step 2E",
            "RFC 3986 section 5.3",
        ),
    ]


def test_steps_of_rfc_2396_are_in_order():
    explanation = explain("/g", "http://a/b", standard="rfc2396")
    assert [
        (step.section.removeprefix("RFC 2396 section 5.2 "), step.applies, dict(step.made))
        for step in explanation
    ][2:] == [
        ("step 2", False, {}),
        ("step 3", True, {"scheme": "http"}),
        ("step 4", True, {"authority": "a"}),
        ("steps 5 and 6", False, {}),
        ("step 7", True, {}),
    ]


@pytest.mark.parametrize(
    ("standard", "fragments"),
    [
        ("rfc3986", {"section-5.1", "appendix-A", "section-5.2.2", "section-5.2.3", "section-5.3"}),
        ("rfc2396", {"section-5.1", "section-5.2"}),
        (
            "rfc1808",
            {
                "section-3",
                "section-4",
                *(f"section-2.4.{number}" for number in range(1, 6)),
                "section-2.2",
            },
        ),
    ],
)
def test_link_of_a_step_leads_to_its_section(standard, fragments):
    steps = explain(
        "g" if standard != "rfc1808" else "//g?x", "http://a/b", standard=standard
    ).steps
    steps += explain("?x", "http://a", standard=standard).steps
    assert {step.address.partition("#")[2] for step in steps} == fragments


@pytest.mark.parametrize("standard", ["rfc2396", "rfc1808"])
def test_two_rfcs_use_the_base_verbatim(standard):
    explanation = explain("", "http://a/b/../c", standard=standard)
    assert explanation.steps[0].made["base URL"] == str(explanation.result) == "http://a/b/../c"


def test_long_table_is_shortened():
    explanation = explain("http://h" + "/a/.." * 1000, standard="rfc3986")
    assert len([step for step in explanation if "5.2.4" in step.section]) == 21


def test_seven_steps_of_rfc_1808_are_in_order():
    explanation = explain("../g?y", "http://a/b/c/d;p?q", standard="rfc1808")
    assert [
        (step.section.removeprefix("RFC 1808 section 4 "), step.applies)
        for step in explanation
        if step.depth == 0
    ] == [
        ("RFC 1808 section 3", True),
        ("step 1", False),
        ("step 2", True),
        ("step 2a", False),
        ("step 2b", False),
        ("step 2c", True),
        ("step 3", True),
        ("step 5", False),
        ("steps 4 and 6", True),
        ("step 7", True),
    ]


# Assignments


def test_assignment_shows_the_row_of_the_table():
    explanation = explain("http://h/", set={"host": "x:y", "port": "0080"}, standard="html5")
    assert [
        (step.section.removeprefix("HTML5 2.6.6, "), dict(step.made))
        for step in explanation.steps[10:]
    ] == [
        ("host, setter preprocessor", {}),
        ("host, %-escaping", {}),
        ("host, setter condition", {}),
        ("host", {}),
        ("port, setter preprocessor", {"value": "80"}),
        ("port, %-escaping", {}),
        ("port, setter condition", {}),
        ("port", {"port": "80", "href": "http://h:80/"}),
    ]
    assert [bool(step.errors) for step in explanation.steps[10:14]] == [False, False, True, True]
    assert [step.looked_at for step in explanation.steps[10:14]] == ["x:y"] * 4
    assert str(explanation.result) == "http://h:80/"


def test_setter_of_the_url_standard_is_explained():
    explanation = explain("http://h/", standard="whatwg", set={"hostname": "0x7f.1", "hash": None})
    step = next(step for step in explanation if step.section == "URL Standard 6.1, hostname")
    assert dict(step.made) == {
        "host": "127.0.0.1",
        "hostname": "127.0.0.1",
        "href": "http://127.0.0.1/",
    }
    assert "URL Standard 3.5, IPv4 parser" in [step.section for step in explanation.steps[-5:]]


def test_setter_is_explained_state_by_state():
    explanation = explain(
        "http://h:1/", standard="whatwg", set={"host": "EX.com:x", "port": "8\t0"}
    )
    assert [
        (step.section.partition(", ")[2], step.depth, step.looked_at, dict(step.made))
        for step in explanation
        if step.depth or "6.1" in step.section
    ][-8:] == [
        (
            "host",
            0,
            "EX.com:x",
            {"host": "ex.com:1", "hostname": "ex.com", "href": "http://ex.com:1/"},
        ),
        ("host state", 1, "EX.com:", {"host": "ex.com"}),
        ("host parser", 2, "EX.com", {"host": "ex.com"}),
        ("domain parser", 3, "EX.com", {"host": "ex.com"}),
        ("port state", 1, "", {}),
        ("port", 0, "8\t0", {"host": "ex.com", "port": "", "href": "http://ex.com/"}),
        ("steps 1 to 3", 1, "8\t0", {"url": "80"}),
        ("port state", 1, "80", {"port": None}),
    ]
    # The host is set, although the port state fails.
    assert not any(error.failure for step in explanation for error in step.errors)


def test_rejected_value_fails_in_its_state_and_its_setter():
    explanation = explain("http://h/", standard="whatwg", set={"host": "a b"})
    failing = [step.section for step in explanation if any(error.failure for error in step.errors)]
    assert failing == ["URL Standard 6.1, host", "URL Standard 4.4, host state"]


class Name(str, enum.Enum):
    """A subclass of str whose `str()` returns another text."""

    SECURE = "https"


@every_standard
def test_characters_of_a_str_subclass_are_explained(standard):
    explanation = explain("http://h/", standard=standard, set={"protocol": Name.SECURE})
    assert str(explanation.result) == "https://h/"
    assert {step.looked_at for step in explanation if "protocol" in step.section} == {"https"}
    assert not any("Name" in (step.looked_at or "") for step in explanation)


@every_standard
def test_int_with_too_many_digits_is_explained(standard):
    steps = explain("http://h/", standard=standard, set={"port": 10**5000}).steps
    own = next(
        step for step in steps if step.section in ("HTML5 2.6.6, port", "URL Standard 6.1, port")
    )
    assert own.errors[0].description == "the port is greater than 65535"
    assert "an int of that size" in str(own)


def test_explaining_does_not_change_the_url():
    hrefs: list[str] = []
    url = URLDecomposition("http://h/", on_set=hrefs.append)
    assert str(explain(url, set={"host": "x"}, standard="html5").result) == "http://x/"
    assert (url.href, hrefs) == ("http://h/", [])


@pytest.mark.parametrize(
    "values", [{"hostName": "x"}, {"hash": 5}, {"origin": "x"}, [("hash", "x")], "hash"]
)
def test_wrong_attribute_or_value_raises(values):
    with pytest.raises(TypeError):
        explain("http://h/", set=values)


# Arguments


@every_standard
def test_relative_base_makes_the_last_step_fail(standard):
    explanation = explain("a", "b", standard=standard)
    assert isinstance(explanation.error, UnresolvableURLError)
    assert explanation.steps[-1].errors[0].failure and explanation.result is None


def test_explain_accepts_each_form_of_arguments():
    assert explain(URL("http://h/")).standard is WHATWG
    assert explain("http://h/").standard is WHATWG
    assert explain("http://h/", Document("http://h/")).standard is HTML5
    assert (
        explain(URLDecomposition("b?é", "http://h/", encoding="latin1")).encoding == "windows-1252"
    )
    for wrong in (5, b"http://h/", None):
        with pytest.raises(TypeError):
            explain(wrong)
    with pytest.raises(LookupError):
        explain("http://h/", encoding="klingon")
    with pytest.raises(ValueError, match="standard"):
        explain("http://h/", standard="html6")
