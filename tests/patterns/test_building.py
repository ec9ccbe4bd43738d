"""`URLPattern.build`: each value is data, and `exec(...).decoded` of the URL gives the values
back."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any, cast
from urllib.parse import parse_qsl
from uuid import UUID

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.cases import each_case
from urldom import URL, InvalidPatternError
from urldom.patterns import URLPattern

PATTERN = URLPattern("https://:tenant.example.com/user/:name/:tab?\\?q=:q&limit=:limit#:part")
GROUPS = {"tenant": "acme", "name": "Ann", "q": "x", "limit": 5, "part": "top"}


def build_error(pattern: URLPattern, groups: Mapping[str, Any]) -> InvalidPatternError:
    with pytest.raises(InvalidPatternError) as caught:
        pattern.build(groups)
    return caught.value


def test_build_returns_a_whole_url() -> None:
    url = PATTERN.build(GROUPS)
    assert type(url) is URL
    assert str(url) == "https://acme.example.com/user/Ann?q=x&limit=5#top"
    assert (
        str(PATTERN.build({**GROUPS, "tab": "é"}))
        == "https://acme.example.com/user/Ann/%C3%A9?q=x&limit=5#top"
    )


def test_value_in_a_query_never_adds_a_parameter() -> None:
    """`generate` writes such a value as browsers do: `q=a&admin=1&limit=5` (finding H2)."""
    pattern = URLPattern("https://h.example/?q=:q&limit=:limit")
    for value in ("a&admin=1", "a+b", "a=b", "a#b", "%26admin=1", "a;b", "'"):
        url = pattern.build({"q": value, "limit": 5})
        assert parse_qsl(url.search[1:], keep_blank_values=True) == [("q", value), ("limit", "5")]
        assert url.params.pairs() == [("q", value), ("limit", "5")]


@each_case(
    ("value", "text"),
    [
        (7, "7"),
        (True, "true"),
        (1.5, "1.5"),
        (Decimal("1.50"), "1.50"),
        (date(2026, 1, 2), "2026-01-02"),
        (UUID(int=1), "00000000-0000-0000-0000-000000000001"),
        ("a/b", "a%2Fb"),
        ("a?b#c", "a%3Fb%23c"),
        ("%2e", "%252e"),
        ("50%", "50%25"),
        ("a\\b", "a%5Cb"),
        ("a\tb\n", "a%09b%0A"),
        ("\ud800", "%EF%BF%BD"),
        ("...", "..."),
        ("joe@h", "joe@h"),
    ],
)
def test_value_in_a_path_is_one_segment(value: object, text: str) -> None:
    pattern = URLPattern("https://h.example/a/:b/c")
    assert str(pattern.build(cast(Any, {"b": value}))) == f"https://h.example/a/{text}/c"


@each_case(
    ("pattern", "groups", "url"),
    [
        ("https://h.example", {}, "https://h.example/"),
        ("https://{*.}?h.example/a/*?", {}, "https://h.example/a"),
        ("https://h.example/a{/:b}?/c", {"b": "1"}, "https://h.example/a/1/c"),
        ("https://h.example/a{/:b}?/c", {"b": None}, "https://h.example/a/c"),
        ("https://h.example/book{s}?", {}, "https://h.example/book"),
        ("https://h.example/a{b}+", {}, "https://h.example/ab"),
        ("https://h.example/a/:b*", {}, "https://h.example/a"),
        ("https://h.example/a/:b+", {"b": "c/d"}, "https://h.example/a/c%2Fd"),
        ("https://h.example/a/:b(.*)", {"b": ""}, "https://h.example/a/"),
        ("https://h.example::port/", {"port": 8080}, "https://h.example:8080/"),
        ("http://[\\:\\:1]/:a", {"a": "b"}, "http://[::1]/b"),
        ("mailto\\::a", {"a": "joe@b.example?cc=x"}, "mailto:joe@b.example%3Fcc=x"),
        ({"protocol": "x"}, {}, "x:"),
        ({"protocol": "x", "pathname": "/:a"}, {"a": "b"}, "x:/b"),
        ("x://:host/:a", {"a": "b/c", "host": "i"}, "x://i/b%2Fc"),
        ("file:///:a", {"a": "C|"}, "file:///C%7C"),
        ("https://ann@h.example/", {}, "https://ann@h.example/"),
        (":scheme://h.example/", {"scheme": "ftp"}, "ftp://h.example/"),
    ],
)
def test_built_url(pattern: Any, groups: dict[str, Any], url: str) -> None:
    assert str(URLPattern(pattern).build(groups)) == url


def test_password_is_data() -> None:
    pattern = URLPattern(
        {"protocol": "https", "username": ":u", "password": ":p", "hostname": "h.example"}
    )
    url = pattern.build({"u": "a:b", "p": "c@i.example/"})
    assert str(url) == "https://a%3Ab:c%40i.example%2F@h.example/"


@each_case(
    ("pattern", "groups", "component", "reason"),
    [
        ("https://h.example/:a", {}, "pathname", "the group 'a' has no value"),
        ("https://h.example/:a", {"a": None}, "pathname", "the group 'a' has no value"),
        ("https://h.example/:a", {"a": "b", "c": None}, None, "it has no group 'c'"),
        ("https://h.example/*", {"0": "b"}, None, "it has no group '0'"),
        ("https://h.example/:a", {"a": ""}, "pathname", "it does not match '/'"),
        ("https://h.example/:a", {"a": ".."}, "pathname", "a URL would not keep '/..'"),
        (
            "https://h.example/:a{:b}",
            {"a": ".", "b": "."},
            "pathname",
            "a URL would not keep '/..'",
        ),
        (
            "https://h.example/:a-:b",
            {"a": "x-y", "b": "z"},
            "pathname",
            "the group 'a' would have another value",
        ),
        ("https://h.example/:a?", {}, "pathname", "a URL would have '/' in place of ''"),
        (
            "https://h.example/*",
            {},
            "pathname",
            "a wildcard or a regular expression without a name",
        ),
        ("https://*.example/", {}, "hostname", "a wildcard or a regular expression without a name"),
        ("https://:a.example/", {"a": "b.c"}, "hostname", "it does not match 'b.c.example'"),
        ("https://:a.example/", {"a": "i.test/"}, "hostname", "a URL would not keep"),
        ("https://:a.example/", {"a": "i.test#"}, "hostname", "a URL would not keep"),
        ("https://:a.example/", {"a": "x@i"}, "hostname", 'a host cannot contain "@"'),
        ("https://:a.example/", {"a": "i:8"}, "hostname", "a hostname cannot have a port"),
        ("https://:a.example/", {"a": "B"}, "hostname", "a URL would not keep 'B.example'"),
        ("https://:a.example/", {"a": "\uff42"}, "hostname", "a URL would not keep"),
        ("https://:a.example/", {"a": "b\u3002c"}, "hostname", "a URL would not keep"),
        ("https://:a.example/", {"a": "%62"}, "hostname", "a URL would not keep"),
        ("https://:a/", {"a": "0x7f.1"}, "hostname", "a URL would not keep"),
        ("https://:a/", {"a": "2130706433"}, "hostname", "a URL would not keep"),
        ("https://:a(.*)/", {"a": ""}, "hostname", "a URL with the scheme https must have a host"),
        ("https://h.example::a/", {"a": 443}, "port", "a URL would have '' in place of '443'"),
        ("https://h.example::a/", {"a": "8/x"}, "port", "a URL would not keep"),
        ("http{s}?://h.example/", {}, "protocol", "it allows several protocols"),
        (":a://h.example/", {"a": "b:c"}, "protocol", "a URL would not keep"),
        ("x://h.example/:a", {"a": ".."}, "pathname", "a URL would have '/' in place of '/..'"),
        ("file:///:a/:b", {"a": "C:", "b": ".."}, "pathname", "a URL would not keep '/C:/..'"),
        (
            {"pathname": "/:a"},
            {"a": "b"},
            "protocol",
            "a URL has a protocol, so make the pattern with a base",
        ),
        ({"protocol": "https", "pathname": "/:a"}, {"a": "b"}, "hostname", "must have a host"),
        (
            {"protocol": "x", "pathname": "//:a"},
            {"a": "b"},
            "hostname",
            "a URL would have 'b' in place of ''",
        ),
        (
            {"protocol": "https", "hostname": "h", "pathname": ":a"},
            {"a": "b"},
            "hostname",
            "'hb' in place of 'h'",
        ),
        ({"protocol": "file", "hostname": "", "port": "80"}, {}, "hostname", ""),
    ],
)
def test_value_that_cannot_stand_in_a_url_raises(
    pattern: Any, groups: dict[str, Any], component: str | None, reason: str
) -> None:
    error = build_error(URLPattern(pattern), groups)
    assert error.component == component
    assert reason in error.reason
    assert f"cannot be built: {error.reason}" in str(error)


def test_value_of_a_regular_expression_must_match_it() -> None:
    pytest.importorskip("corvus_regex_ecma262")
    pattern = URLPattern(r"https://h.example/:id(\d+)")
    assert str(pattern.build({"id": 42})) == "https://h.example/42"
    assert "it does not match '/new'" in build_error(pattern, {"id": "new"}).reason
    assert "without a name" in build_error(URLPattern(r"https://h.example/(\d+)"), {}).reason


def test_value_of_another_type_raises() -> None:
    pattern = URLPattern("https://h.example/:a")
    with pytest.raises(TypeError, match=r"the group 'a' must be a str, a number.* not object"):
        pattern.build({"a": cast(Any, object())})
    with pytest.raises(TypeError, match="groups must be a mapping of names to values, not list"):
        pattern.build(cast(Any, ["a"]))
    with pytest.raises(ValueError, match="the group 'a' cannot be nan"):
        pattern.build({"a": float("nan")})


def test_group_of_two_components_has_one_value() -> None:
    pattern = URLPattern("https://:a.example/:a")
    assert str(pattern.build({"a": "b"})) == "https://b.example/b"
    assert build_error(pattern, {"a": "B"}).component == "hostname"


def test_decoded_has_the_text_of_each_group() -> None:
    result = URLPattern("https://:h.example/:a/:b?\\?q=:q").exec(
        "https://xn--bcher-kva.example/%C3%A9%2F%zz?q=a+b%2B%FF"
    )
    assert result is not None
    assert result.decoded == {"h": "xn--bcher-kva", "a": "é/%zz", "b": None, "q": "a+b+\ufffd"}
    assert result.groups["a"] == "%C3%A9%2F%zz"


def test_decoded_groups_of_a_built_url_build_it_again() -> None:
    pattern = URLPattern("https://h.example/:a/:b?")
    result = pattern.exec("https://h.example/x%20y")
    assert result is not None
    assert str(pattern.build(result.decoded)) == "https://h.example/x%20y"


def test_error_does_not_show_a_password() -> None:
    pattern = URLPattern(
        {"protocol": "https", "hostname": "h.example", "username": "u", "password": ":pw"}
    )
    for groups in ({}, {"pw": ""}):
        error = build_error(pattern, groups)
        assert (error.component, error.reason) == ("password", "a value does not fit the pattern")
        assert "pw" not in f"{error} {error!r}"


# The property, for random patterns whose parts are known. Nothing here reads the pattern or the URL
# with urldom.

_NASTY = [
    *"/?#&=+%.@:\\ \t\n;'\"|-[]*{^\0aA0éß\uff41\u3002\ud800",
    "%2f",
    "%2e",
    "..",
    "80",
    "xn--",
]
texts = st.lists(st.sampled_from(_NASTY), max_size=4).map("".join) | st.sampled_from(
    ["x", "7", "a.b"]
)
values = st.one_of(texts, texts, st.integers(-5, 99999), st.booleans())
#: Templates for a part of a component. `@` stands for a group's name.
LABELS = ["example", "x", ":@", ":@", "a-:@", "{:@}-b"]
SEGMENTS = [
    "/a",
    "/:@",
    "/:@",
    "/:@(.*)",
    "/:@+",
    "/x-:@",
    "/:@.png",
    "/{:@}.{:@}",
    "/a:@",
    "/b{:@}?",
]
SEGMENTS += ["/:@?", "{/x-:@}?", "/:@*"]
PARAMETERS = ["k=:@", ":@=v", "k=:@-:@", "k=v", "k={:@}?", ":@(.*)"]


@dataclass
class Case:
    """A pattern, and the values of its groups. `segments` has for each segment the groups without
    which it is absent, or `None` if it is always there."""

    protocol: str
    labels: list[str]
    port: str
    segments: list[tuple[str, list[str] | None]]
    parameters: list[str] | None
    fragment: str | None
    groups: dict[str, Any]
    ignore_case: bool = False

    @property
    def pattern(self) -> URLPattern:
        components = {
            "protocol": self.protocol,
            "hostname": ".".join(self.labels),
            "port": self.port,
        }
        components["pathname"] = "".join(text for text, _ in self.segments)
        components["search"] = "*" if self.parameters is None else "&".join(self.parameters)
        components["hash"] = self.fragment or "*"
        return URLPattern(components, ignore_case=self.ignore_case)

    @property
    def names(self) -> set[str]:
        texts = [
            self.protocol,
            *self.labels,
            self.port,
            self.fragment or "",
            *(self.parameters or []),
        ]
        return {*re.findall(r":(g\d+)", " ".join([*texts, *(text for text, _ in self.segments)]))}


@st.composite
def cases(draw: st.DrawFn) -> Case:
    numbers = iter(range(99))

    def of(templates: list[str]) -> str:
        return re.sub("@", lambda _: f"g{next(numbers)}", draw(st.sampled_from(templates)))

    segments: list[tuple[str, list[str] | None]] = []
    for _ in range(draw(st.integers(1, 3))):
        text = of(SEGMENTS)
        is_optional = text.endswith(("?", "*")) and not text.startswith("/b")
        segments.append((text, re.findall(r":(g\d+)", text) if is_optional else None))
    case = Case(
        draw(st.sampled_from(["https", "http", "ftp", "x"])),
        [of(LABELS) for _ in range(draw(st.integers(1, 3)))],
        draw(st.sampled_from(["", "*", "8080", ":port"])).replace("port", f"g{next(numbers)}"),
        segments,
        None,
        None,
        {},
        draw(st.booleans()),
    )
    if draw(st.booleans()):
        case.parameters = [of(PARAMETERS) for _ in range(draw(st.integers(1, 3)))]
    if draw(st.booleans()):
        case.fragment = of([":@", "a:@", "#:@"])
    # Most texts are rejected as hosts and ports, so these usually have simple values. Few values
    # are missing.
    hosts = set(re.findall(r":(g\d+)", ".".join(case.labels)))
    for name in sorted(case.names):
        simple = st.sampled_from(["a", "b7", "c-d"]) if name in hosts else st.just(8081)
        usual = simple if name in hosts or f":{name}" == case.port else values
        if draw(st.integers(0, 19)) != 7:
            case.groups[name] = draw(values if draw(st.integers(0, 9)) == 7 else usual)
    return case


def plain(value: object) -> str | None:
    """Return the text of a value."""
    if value is None or isinstance(value, bool):
        return {None: None, True: "true", False: "false"}[value]
    return "".join("\ufffd" if 0xD800 <= ord(each) < 0xE000 else each for each in str(value))


def built(case: Case) -> str | None:
    """Return the URL that a pattern builds, or `None` if it raises, and check that each value is
    data."""
    pattern = case.pattern
    try:
        url = pattern.build(case.groups)
    except InvalidPatternError:
        return None
    result = pattern.exec(str(url))
    assert result is not None, (case, url)
    assert result.decoded == {name: plain(case.groups.get(name)) for name in case.names}, (
        case,
        url,
    )
    # RFC 3986, Appendix B
    found = re.fullmatch(
        r"([^:/?#]+)://([^/?#]*)([^?#]*)(?:\?([^#]*))?(?:#(.*))?", str(url), re.DOTALL
    )
    assert found is not None, (case, url)
    protocol, authority, path, search, fragment = found.groups()
    assert protocol == case.protocol and "@" not in authority, (case, url)
    assert authority.partition(":")[0].count(".") == len(case.labels) - 1, (case, url)
    # If the protocol is not special, a slash before a group does not belong to the group.
    always = ("/",) if case.protocol == "x" else ()
    present = [
        text
        for text, names in case.segments
        if names is None or text.startswith(always) or case.groups.get(names[0]) is not None
    ]
    assert path.count("/") == len(present), (case, url)
    assert not any(
        re.fullmatch(r"(?:\.|%2e){1,2}", segment, re.IGNORECASE) for segment in path.split("/")
    ), (case, url)
    assert (search or "").count("&") == max(len(case.parameters or []) - 1, 0), (case, url)
    assert "+" not in (search or ""), (case, url)
    assert (fragment is not None) <= (case.fragment is not None), (case, url)
    return str(url)


@given(cases())
@example(
    Case(
        "https",
        [":g0", "example"],
        "",
        [("/:g1", None)],
        ["q=:g2"],
        None,
        {"g0": "a", "g1": "..", "g2": "&"},
    )
)
def test_built_url_gives_the_values_back_and_keeps_its_structure(case: Case) -> None:
    built(case)


def test_each_character_can_stand_in_a_path_and_a_query() -> None:
    case = Case(
        "https", [":g0", "example"], "", [("/:g1", None), ("/:g2?", ["g2"])], ["q=:g3"], None, {}
    )
    for value in _NASTY:
        case.groups = {"g0": "a", "g1": f"x{value}", "g3": value}
        assert built(case) is not None, value
