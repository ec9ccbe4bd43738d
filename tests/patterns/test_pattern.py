"""`URLPattern`, `URLPatternList` and `URLPatternResult` as Python objects: arguments, errors,
copies, immutability."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from collections.abc import Callable
from typing import Any, cast

import pytest
from hypothesis import given

from tests.cases import each_case
from urldom import URL, InvalidPatternError, URLDecomposition, parse
from urldom.patterns import URLPattern, URLPatternList, URLPatternResult
from urldom.strategies import url_patterns

TEXT = "https://*.example.com/user/:id"
PATTERN = URLPattern(TEXT)
ADDRESS = "https://www.example.com/user/7"
COMPONENTS = ["protocol", "username", "password", "hostname", "port", "pathname", "search", "hash"]

COPIES: list[Callable[[Any], Any]] = [
    copy.copy,
    copy.deepcopy,
    *(
        lambda value, protocol=protocol: pickle.loads(pickle.dumps(value, protocol))
        for protocol in range(6)
    ),
]
each_copy = pytest.mark.parametrize("duplicate", COPIES)


def result_of(pattern: URLPattern, *arguments: Any) -> URLPatternResult:
    result = pattern.exec(*arguments)
    assert result is not None
    return result


# Construction


@pytest.mark.parametrize(
    "pattern",
    [
        URLPattern(
            {"protocol": "https", "hostname": "*.example.com", "port": "", "pathname": "/user/:id"}
        ),
        URLPattern(protocol="https", hostname="*.example.com", port="", pathname="/user/:id"),
        URLPattern("https://*.Example.com:443/user/:id"),
        URLPattern(
            {
                "protocol": "https",
                "hostname": "*.example.com",
                "port": "443",
                "pathname": "/user/:id",
            }
        ),
    ],
)
def test_all_forms_of_a_pattern_are_equal(pattern: URLPattern) -> None:
    assert (pattern, hash(pattern)) == (PATTERN, hash(PATTERN))


@pytest.mark.parametrize(
    "base",
    ["https://h/a/", URL("https://h/a/"), URLDecomposition("https://h/a/"), parse("https://h/a/")],
)
def test_every_url_value_is_accepted_as_base(base: Any) -> None:
    assert URLPattern(":b", base) == URLPattern({"pathname": ":b", "baseURL": "https://h/a/"})
    assert PATTERN.test("7", base) is False
    assert URLPattern("https://h/a/:b").test("7", base) is True


def test_pattern_without_arguments_matches_each_url() -> None:
    assert {getattr(URLPattern(), name) for name in COMPONENTS} == {"*"}
    assert URLPattern() == URLPattern({}) == URLPattern(None)
    assert URLPattern().test("data:,")


def test_patterns_with_different_ignore_case_are_unequal() -> None:
    one, other = URLPattern(pathname="/a"), URLPattern(pathname="/a", ignore_case=True)
    assert one != other
    assert (one.ignore_case, other.ignore_case) == (False, True)
    assert (one.test("http://h/A"), other.test("http://h/A")) == (False, True)
    assert one != "/a"


#: Calls with arguments of wrong types. `Any` hides these errors from the type checker.
any_pattern: Any = URLPattern
any_list: Any = URLPatternList
any_test: Any = PATTERN.test
any_exec: Any = PATTERN.exec


@each_case(
    ("call", "words"),
    [
        (
            lambda: any_pattern(b"https://h/"),
            "a pattern must be a str or a mapping of components, not bytes",
        ),
        (lambda: any_pattern(5), "not int"),
        (lambda: any_pattern(["https://h/"]), "not list"),
        (lambda: any_pattern({"scheme": "https"}), "unknown component 'scheme': use protocol"),
        (lambda: any_pattern({"host": "h"}), "use hostname"),
        (lambda: any_pattern({"path": "/"}), "use pathname"),
        (lambda: any_pattern({"query": "q"}), "use search"),
        (lambda: any_pattern({"fragment": "f"}), "use hash"),
        (lambda: any_pattern({"base": "https://h/"}), "use baseURL"),
        (lambda: any_pattern({"horst": "h"}), "use one of protocol, username"),
        (lambda: any_pattern({"port": 80}), "port must be a str, not int"),
        (lambda: any_pattern(port=80), "port must be a str, not int"),
        (lambda: any_pattern(horst="h"), "horst"),
        (
            lambda: any_pattern(TEXT, pathname="/"),
            "pass a pattern or the keyword 'pathname', not both",
        ),
        (
            lambda: any_pattern({"pathname": "/"}, "https://h/"),
            "pass the base of a mapping in its key 'baseURL'",
        ),
        (lambda: any_pattern("/", b"https://h/"), "not bytes"),
        (lambda: any_test(b"https://h/"), "not bytes"),
        (lambda: any_test(5), "not int"),
        (lambda: any_exec(5), "not int"),
        (lambda: any_test({"scheme": "https"}), "use protocol"),
        (lambda: any_test({"port": 80}), "port must be a str, not int"),
        (lambda: any_test({}, "https://h/"), "pass the base of a mapping in its key 'baseURL'"),
        (lambda: any_list(TEXT), "put one pattern in a list"),
        (lambda: any_list(PATTERN), "put one pattern in a list"),
        (lambda: any_list({"pathname": "/"}), "put one pattern in a list"),
        (lambda: any_list([5]), "not int"),
        (lambda: any_list([None]), "not None"),
        (
            lambda: cast(Any, PATTERN.generate)("pathname", None),
            "groups must be a mapping of names to str, not NoneType",
        ),
        (lambda: cast(Any, PATTERN.generate)("pathname", [("id", "7")]), "not list"),
        (
            lambda: cast(Any, URLPattern.compare_component)("pathname", PATTERN, TEXT),
            "a pattern to compare must be a URLPattern, not str",
        ),
        (
            lambda: cast(Any, URLPattern.compare_component)("pathname", None, PATTERN),
            "not NoneType",
        ),
    ],
)
def test_wrong_type_raises_an_error_that_names_the_expected_type(
    call: Callable[[], object], words: str
) -> None:
    with pytest.raises(TypeError, match=words):
        call()


# Matching


@pytest.mark.parametrize(
    "url",
    [
        ADDRESS,
        URL(ADDRESS),
        URLDecomposition(ADDRESS),
        parse(ADDRESS),
        {"protocol": "https", "hostname": "www.example.com", "pathname": "/user/7"},
        {"pathname": "user/7", "baseURL": "https://www.example.com/"},
    ],
)
def test_each_url_value_can_be_tested(url: Any) -> None:
    assert PATTERN.test(url)
    assert result_of(PATTERN, url).groups == {"id": "7"}
    assert URLPatternList(["http://h/", PATTERN]).first(url) == PATTERN


@pytest.mark.parametrize(
    "url", ["http://[", "", {"port": "x"}, {"baseURL": "x"}, URLDecomposition("x")]
)
def test_invalid_url_matches_nothing(url: Any) -> None:
    assert URLPattern().test(url) is False
    assert URLPattern().exec(url) is None


@pytest.mark.parametrize(
    ("pattern", "matches", "others"),
    [
        (
            "https://example.com/*",
            "https://example.com/a",
            ["https://example.com:81/a", "https://example.com.evil/a"],
        ),
        (
            "http://h:81/:a",
            "http://h:81/a",
            ["http://h:8/a", "http://h/a", "http://h:81/a/b", "https://h:81/a"],
        ),
        ("wss://127.0.0.1/a", "wss://127.0.0.1/a", ["wss://127.0.0.12/a", "ws://127.0.0.1/a"]),
        ("http{s}?://h/*", "https://h/a", ["ftp://h/a"]),
        ("https://*.h/*", "https://a.h/b", ["https://h/b"]),
        ("https://h:*/*", "https://h:81/a", ["https://i:81/a"]),
        ("https://u@h/*", "https://u@h/a", ["https://h/a"]),
        ("https://h/*\\?a", "https://h/b?a", ["https://h/b", "https://h/b?b"]),
        ("https://h/*#a", "https://h/b#a", ["https://h/b", "https://h/b#b"]),
    ],
)
def test_quick_way_of_one_origin_matches_as_the_components_do(
    pattern: str, matches: str, others: list[str]
) -> None:
    for url in (matches, URL(matches)):
        assert URLPattern(pattern).test(url) is True
    for other in others:
        assert URLPattern(pattern).test(other) is URLPattern(pattern).test(URL(other)) is False


# Copies


@each_copy
def test_copy_of_a_pattern_is_equal(duplicate: Callable[[Any], Any]) -> None:
    for pattern in (
        PATTERN,
        URLPattern(),
        URLPattern(pathname="/A", ignore_case=True),
        URLPattern("b", "https://h/a/"),
    ):
        copied = duplicate(pattern)
        assert (copied, hash(copied), repr(copied)) == (pattern, hash(pattern), repr(pattern))
        assert copied.test("https://h/a") == pattern.test("https://h/a")


@each_copy
def test_copy_of_a_list_is_equal(duplicate: Callable[[Any], Any]) -> None:
    patterns = URLPatternList([PATTERN, {"pathname": "/a"}])
    assert (duplicate(patterns), hash(duplicate(patterns))) == (patterns, hash(patterns))
    assert duplicate(patterns).test(ADDRESS)


@given(url_patterns())
def test_pattern_equals_a_pattern_made_from_its_components(pattern: URLPattern) -> None:
    components = {name: getattr(pattern, name) for name in COMPONENTS}
    made = URLPattern(components, ignore_case=pattern.ignore_case)
    assert (made, hash(made)) == (pattern, hash(pattern))
    assert pickle.loads(pickle.dumps(pattern)) == pattern


@pytest.mark.parametrize("value", [PATTERN, URLPatternList([PATTERN]), result_of(PATTERN, ADDRESS)])
def test_attributes_are_read_only(value: Any) -> None:
    names = [name for name in dir(value) if not name.startswith("_")]
    assert names
    for name in [*names, "new"]:
        with pytest.raises(AttributeError):
            setattr(value, name, "x")
        with pytest.raises(AttributeError):
            delattr(value, name)


# Errors


@each_case(
    ("component", "pattern", "position", "reason"),
    [
        ("pathname", "/a\\", 2, "a backslash has no character after it"),
        ("pathname", "/:", 1, "a colon has no name after it"),
        ("pathname", "/(a", 1, "a parenthesis is not closed"),
        ("pathname", "/(a\\", 1, "a parenthesis is not closed"),
        ("pathname", "/(?a)", 1, "a regular expression cannot begin with a question mark"),
        ("pathname", "/()", 1, "a regular expression cannot be empty"),
        ("pathname", "/(a(b))", 1, "cannot contain a capturing group: write"),
        ("pathname", "/(é)", 1, "a regular expression can contain only ASCII, not 'é'"),
        ("pathname", "/{a{b}}", 3, "braces cannot be nested"),
        ("pathname", "/a}", 2, "a closing brace has no opening brace"),
        ("pathname", "/{:a(b)(c)}", 7, "braces can contain only one group"),
        ("pathname", "/{:a:b}", 4, "braces can contain only one group"),
        ("pathname", "/a?", 2, "a modifier must follow a group or braces"),
        ("pathname", "/a{b", 4, "a brace is not closed"),
        ("pathname", "/:a/:a", 4, "two groups have this name"),
        ("hostname", "a b", 0, None),
        ("hostname", "[\\:\\:x]", None, 'an IPv6 address cannot contain "x"'),
        ("port", "x", 0, None),
        ("protocol", "1a", 0, "a scheme must begin with a letter"),
        ("protocol", "ht tp", 0, "a scheme must begin with a letter"),
        ("baseURL", "x", None, None),
    ],
)
def test_error_has_component_position_and_reason(
    component: str, pattern: str, position: int | None, reason: str | None
) -> None:
    with pytest.raises(InvalidPatternError, match=reason) as caught:
        URLPattern({component: pattern})
    error = caught.value
    assert (error.component, error.pattern) == (component, pattern)
    assert error.position == position or position is None
    assert error.reason in str(error)
    assert pickle.loads(pickle.dumps(error)).reason == error.reason


def test_error_of_a_constructor_string_names_its_component() -> None:
    with pytest.raises(InvalidPatternError) as caught:
        URLPattern("https://h/a/(")
    assert (caught.value.component, caught.value.pattern, caught.value.position) == (
        "pathname",
        "/a/(",
        3,
    )
    with pytest.raises(InvalidPatternError) as caught:
        URLPattern("/a")
    assert (caught.value.component, caught.value.pattern, caught.value.position) == (None, "/a", 0)
    with pytest.raises(InvalidPatternError):
        URLPattern("")


def test_repr_and_errors_do_not_show_passwords() -> None:
    shown = [
        repr(URLPattern(password="secret")),
        repr(URLPattern("https://u\\:secret@h/")),
        repr(URLPattern("https://u:secret@h/")),
        repr(URLPatternList(["https://u\\:secret@h/"])),
        repr(result_of(URLPattern(), "https://u:secret@h/")),
        repr(result_of(URLPattern(), "a", "https://u:secret@h/")),
        repr(result_of(URLPattern(), {"password": "secret"})),
        repr(result_of(URLPattern(password=":pw"), "https://u:secret@h/")),
        repr(result_of(URLPattern("https://u:secret@h/"), "https://ux@h/")),
    ]
    invalid = (
        {"password": "secret("},
        {"username": "u:secret("},
        "https://u:secret(@h/",
        "u:secret@h/",
    )
    for arguments in ("https://u\\:secret(@h/", *invalid):
        with pytest.raises(InvalidPatternError) as caught:
            any_pattern(arguments)
        shown += [str(caught.value), repr(caught.value)]
    for pattern, component in (
        (URLPattern(password="secret*"), "password"),
        (URLPattern("https://u:secret@h/"), "username"),
    ):
        with pytest.raises(ValueError, match="generated") as wrong:
            pattern.generate(component, {})
        shown.append(str(wrong.value))
    for url in ("https://u@h/", "https://ux@h/"):
        explanation = URLPattern("https://u:secret@h/").explain(url)
        shown += [str(explanation), repr(explanation), repr(explanation.components)]
    assert [text for text in shown if "secret" in text] == []
    assert all("***" in text for text in shown[:5])


# Without the regular expression library


def test_patterns_without_regular_expressions_need_no_library() -> None:
    program = """
import sys
sys.modules["corvus_regex_ecma262"] = None
from urldom import URLPattern
print(URLPattern("https://*.example.com/:id?").test("https://a.example.com/7"))
try:
    URLPattern(r"https://h/(\\d+)")
except ModuleNotFoundError as error:
    print(error.name, error)
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert (
        done.stdout == "True\ncorvus_regex_ecma262 a pattern with a regular expression needs"
        " corvus-regex-ecma262: pip install corvus-regex-ecma262\n"
    )


def test_test_returns_a_bool() -> None:
    pattern = URLPattern("https://h/a/:b")
    for url, expected in (
        ("https://h/a/b", True),
        ("https://i/a/b", False),
        ("http://h/a/b", False),
        ("https://h/b", False),
    ):
        assert pattern.test(url) is pattern.test(URL(url)) is expected
    assert (
        pattern.test("a") is False
        and URLPattern(pathname="/a", search="").test("http://h/a?b") is False
    )


def test_ignore_case_is_kept() -> None:
    assert URLPattern(pathname="/a", ignore_case=True).ignore_case is True
    assert URLPattern(pathname="/a").ignore_case is False


@pytest.mark.parametrize(
    ("url", "base", "reason"),
    [
        ("x", "http://", "'x' is not a URL against 'http://': the host is missing"),
        ("http://", "http://h/", "'http://' is not a URL against 'http://h/': the host is missing"),
        ("http://", None, "'http://' is not a URL: the host is missing"),
    ],
)
def test_explanation_of_an_invalid_url_names_it_and_its_base(
    url: str, base: str | None, reason: str
) -> None:
    assert URLPattern(pathname="/a").explain(url, base).reason == reason
