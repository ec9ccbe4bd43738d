"""Every case of the web-platform-tests for URL patterns."""

from __future__ import annotations

import pytest

from tests.conformance import cases
from urldom import InvalidPatternError
from urldom.patterns import URLPattern
from urldom.whatwg import URL

COMPONENTS = ("protocol", "username", "password", "hostname", "port", "pathname", "search", "hash")
#: For each component, the earlier components of a URL. A component is inherited from the base URL
#: only if the pattern has none of its earlier components (urlpattern.js).
EARLIER = {
    "protocol": [],
    "hostname": ["protocol"],
    "port": ["protocol", "hostname"],
    "username": [],
    "password": [],
    "pathname": ["protocol", "hostname", "port"],
    "search": ["protocol", "hostname", "port", "pathname"],
    "hash": ["protocol", "hostname", "port", "pathname", "search"],
}


def made(case):
    """Return the pattern of a case."""
    arguments = [*case["pattern"]]
    options = arguments.pop() if arguments and "ignoreCase" in arguments[-1] else {}
    return URLPattern(*arguments, ignore_case=options.get("ignoreCase", False))


def base_of(case):
    arguments = case["pattern"]
    if isinstance(arguments[0], dict):
        return arguments[0].get("baseURL")
    return arguments[1] if len(arguments) > 1 and isinstance(arguments[1], str) else None


def expected_string(case, component):
    """Return the pattern string that the web-platform-tests (urlpattern.js) expect for a
    component."""
    expected = case.get("expected_obj") or {}
    if component in expected:
        return expected[component]
    if component in case.get("exactly_empty_components", []):
        return ""
    if not case["pattern"]:
        return "*"
    given = case["pattern"][0] if isinstance(case["pattern"][0], dict) else {}
    if given.get(component) is not None:
        return given[component]
    if any(name in given for name in EARLIER[component]):
        return "*"
    base = base_of(case)
    if base is None or component in ("username", "password"):
        return "*"
    value = getattr(URL(base), component)
    return {"protocol": value[:-1], "search": value[1:], "hash": value[1:]}.get(component, value)


@pytest.mark.conformance
def test_pattern_has_the_expected_components():
    for case in cases("url_pattern"):
        if case.get("expected_obj") == "error":
            with pytest.raises((InvalidPatternError, TypeError)):
                made(case)
            continue
        pattern = made(case)
        for component in COMPONENTS:
            assert getattr(pattern, component) == expected_string(case, component), (
                case,
                component,
            )


@pytest.mark.conformance
def test_match_has_the_expected_results():
    for case in cases("url_pattern"):
        if case.get("expected_obj") == "error" or "expected_match" not in case:
            continue
        pattern, expected = made(case), case["expected_match"]
        inputs = case.get("inputs", [])
        if expected == "error":
            with pytest.raises(TypeError):
                pattern.test(*inputs)
            with pytest.raises(TypeError):
                pattern.exec(*inputs)
            continue
        result = pattern.exec(*inputs)
        assert pattern.test(*inputs) is (result is not None) is (expected is not None), case
        if result is None:
            continue
        assert [*result.inputs] == expected.get("inputs", inputs or [{}]), case
        for component in COMPONENTS:
            other = {
                "input": "",
                "groups": {}
                if component in case.get("exactly_empty_components", [])
                else {"0": ""},
            }
            found = getattr(result, component)
            assert {"input": found.input, "groups": found.groups} == expected.get(
                component, other
            ), (case, component)


@pytest.mark.conformance
def test_generate_returns_the_expected_text_or_raises():
    for case in cases("url_pattern_generate"):
        pattern = URLPattern(case["pattern"])
        if case["expected"] is None:
            with pytest.raises(ValueError):
                pattern.generate(case["component"], case["groups"])
        else:
            assert pattern.generate(case["component"], case["groups"]) == case["expected"], case


@pytest.mark.conformance
def test_compare_component_has_the_results_of_web_platform_tests():
    for case in cases("url_pattern_compare"):
        left, right = URLPattern(case["left"]), URLPattern(case["right"])
        assert URLPattern.compare_component(case["component"], left, right) == case["expected"], (
            case
        )
        assert URLPattern.compare_component(case["component"], right, left) == -case["expected"], (
            case
        )
        assert URLPattern.compare_component(case["component"], left, left) == 0


def test_result_has_the_components_of_the_url():
    for case in cases("url"):
        result = URLPattern({}).exec(case["input"], case["base"])
        url = URL.parse(case["input"], case["base"])
        assert (result is None) == (url is None), case
        if url is not None:
            expected = [
                url.protocol[:-1],
                url.username,
                url.password,
                url.hostname,
                url.port,
                url.pathname,
            ]
            expected += [url.search[1:], url.hash[1:]]
            assert [getattr(result, component).input for component in COMPONENTS] == expected, case
