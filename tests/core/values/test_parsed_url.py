"""`ParsedURL`, and the values of the RFCs."""

import copy
import itertools
import pickle

import attrs
import pytest

from tests.cases import each_case
from tests.standards import every_standard
from urldom import WHATWG, InvalidURLError, ParsedURL, RejectedValueError, html5, parse, resolve
from urldom._core.standards.registry import STANDARD_NAMES

duplicates = pytest.mark.parametrize(
    "duplicate",
    [
        copy.copy,
        copy.deepcopy,
        *(
            lambda value, protocol=protocol: pickle.loads(pickle.dumps(value, protocol))
            for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1)
        ),
    ],
    ids=[
        "copy",
        "deepcopy",
        *(f"pickle {protocol}" for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1)),
    ],
)


EVERYTHING = "http://u:p@h:8080/a;b?c#d"
COMPONENTS = ("scheme", "userinfo", "host", "port", "path", "query", "fragment")


@pytest.mark.parametrize(
    "make",
    [
        lambda: html5.parse(EVERYTHING),
        lambda: parse(EVERYTHING, standard=WHATWG),
        lambda: html5.resolve("/a;b?c#d", "http://u:p@h:8080/").parsed,
        lambda: resolve(EVERYTHING, standard=WHATWG).parsed,
        lambda: ParsedURL("http", "u:p", "h", "8080", "/a;b", "c", "d"),
        lambda: ParsedURL("http", "u:p", "h", "8080").replace(path="/a;b", query="c", fragment="d"),
    ],
)
def test_asdict_has_only_the_seven_components(make):
    parsed = make()
    components = dict(zip(COMPONENTS, ("http", "u:p", "h", "8080", "/a;b", "c", "d"), strict=True))
    assert attrs.asdict(parsed) == components
    assert list(attrs.asdict(parsed)) == list(COMPONENTS)
    assert attrs.astuple(parsed) == tuple(components.values())
    assert ParsedURL(**attrs.asdict(parsed)) == parsed
    assert str(parsed) == EVERYTHING
    assert (parsed.authority, parsed.hostport, parsed.host_specific) == (
        "u:p@h:8080",
        "h:8080",
        "/a;b?c#d",
    )
    assert type(parsed) is ParsedURL
    str(parsed), hash(parsed)
    assert attrs.asdict(parsed) == components  # `str` and `hash` do not change the result.


def test_missing_components_are_none():
    assert attrs.asdict(html5.parse("a")) == dict.fromkeys(COMPONENTS) | {"path": "a"}
    parsed = html5.parse("")
    assert (parsed.authority, parsed.hostport, parsed.path) == (None, None, "")


def test_replace_changes_components_of_a_parsed_url():
    parsed = html5.parse(EVERYTHING)
    assert parsed.replace() == parsed
    assert parsed.replace(host="i", port=None) == html5.parse("http://u:p@i/a;b?c#d")
    assert str(parsed.replace(userinfo=None, query="", fragment=None)) == "http://h:8080/a;b?"
    assert type(parsed.replace(path="/")) is ParsedURL
    assert str(parsed.replace(path="/")) == "http://u:p@h:8080/?c#d"
    assert str(parsed) == EVERYTHING
    for name in ("authority", "hostname", "pathname", "Path", "_url"):
        with pytest.raises(TypeError, match=name):
            parsed.replace(**{name: "x"})


MIXED = [
    *(
        "",
        "a",
        "/a",
        "a?b",
        "a#b",
        "?",
        "#",
        "?#",
        "//h",
        "//h:",
        "//h:80",
        "//u@h",
        "//@h",
        "http://h",
        "http://h/",
    ),
    *(
        "http://h:80/",
        "http://u@h/",
        "HTTP://h/",
        "mailto:a",
        "http://i/?",
        "http://i/?#",
        "https://h/",
        "b:",
        "//",
    ),
]


@every_standard
def test_parsed_values_with_absent_components_are_ordered(standard):
    values = []
    for url in MIXED:
        try:
            values.append(parse(url, standard=standard))
        except InvalidURLError:
            assert standard in ("whatwg", "html5")
    assert len(values) > 8
    ordered = sorted(values)
    assert sorted(values[1::2] + values[::2]) == ordered == sorted(ordered)
    for one, two in itertools.product(values, repeat=2):
        assert [one < two, one == two, one > two].count(True) == 1
        assert (one <= two) is (one < two or one == two)
        assert (one >= two) is (two <= one)
    assert min(values) == ordered[0] and max(values) == ordered[-1]


@pytest.mark.parametrize("other", [EVERYTHING, 5, None, ("http",)])
def test_parsed_url_is_not_ordered_with_other_types(other):
    assert html5.parse(EVERYTHING) != other
    with pytest.raises(TypeError):
        html5.parse(EVERYTHING) < other  # noqa: B015


@every_standard
@duplicates
def test_parsed_value_is_immutable_hashable_and_picklable(standard, duplicate):
    parsed = parse(EVERYTHING, standard=standard)
    twin = duplicate(parsed)
    assert (type(twin), twin, hash(twin), str(twin)) == (
        type(parsed),
        parsed,
        hash(parsed),
        EVERYTHING,
    )
    assert len({parsed, twin}) == 1
    for name in ("scheme", "path", "query", "nonsense"):
        with pytest.raises(AttributeError):
            setattr(parsed, name, "x")
    with pytest.raises(AttributeError):
        del parsed.path
    assert parsed == twin


@pytest.mark.parametrize(
    ("standard", "names"),
    [
        ("rfc1808", ["scheme", "net_loc", "path", "params", "query", "fragment"]),
        ("rfc2396", ["scheme", "authority", "path", "query", "fragment"]),
        ("rfc3986", ["scheme", "authority", "path", "query", "fragment"]),
    ],
)
def test_components_of_the_rfcs_can_be_absent(standard, names):
    assert list(attrs.asdict(parse(EVERYTHING, standard=standard))) == names
    absent = "" if standard == "rfc1808" else None
    assert attrs.asdict(parse("a", standard=standard)) == dict.fromkeys(names, absent) | {
        "path": "a"
    } | ({"params": ""} if standard == "rfc1808" else {})
    if standard != "rfc1808":
        assert parse("#a", standard=standard).is_same_document is True
        assert parse("a#a", standard=standard).is_same_document is False


def test_parsed_url_is_an_attrs_class_with_the_components():
    assert attrs.has(ParsedURL)
    assert html5.parse(EVERYTHING) == ParsedURL("http", "u:p", "h", "8080", "/a;b", "c", "d")
    assert html5.parse("") == ParsedURL()
    parsed = html5.parse(EVERYTHING)
    assert (parsed.authority, parsed.hostport, parsed.host_specific) == (
        "u:p@h:8080",
        "h:8080",
        "/a;b?c#d",
    )
    assert (
        repr(parsed)
        == "ParsedURL(scheme='http', userinfo='u:***', host='h', port='8080', path='/a;b',"
        " query='c', fragment='d')"
    )


@pytest.mark.parametrize(
    ("standard", "components"),
    [
        (
            "rfc1808",
            {
                "scheme": "http",
                "net_loc": "u:p@h:8080",
                "path": "/a",
                "params": "b",
                "query": "c",
                "fragment": "d",
            },
        ),
        (
            "rfc2396",
            {
                "scheme": "http",
                "authority": "u:p@h:8080",
                "path": "/a;b",
                "query": "c",
                "fragment": "d",
            },
        ),
        (
            "rfc3986",
            {
                "scheme": "http",
                "authority": "u:p@h:8080",
                "path": "/a;b",
                "query": "c",
                "fragment": "d",
            },
        ),
    ],
)
def test_components_have_the_names_in_their_rfc(standard, components):
    parsed = parse(EVERYTHING, standard=standard)
    assert attrs.asdict(parsed) == components
    assert str(parsed) == EVERYTHING


@each_case("standard", STANDARD_NAMES)
@duplicates
def test_parsed_value_is_immutable_comparable_and_picklable(standard, duplicate):
    parsed, same, other = (
        parse(url, standard=standard) for url in (EVERYTHING, EVERYTHING, "http://h/")
    )
    assert parsed == same and hash(parsed) == hash(same) and parsed != other
    assert len({parsed, same, other}) == 2
    assert parsed != EVERYTHING and parsed is not None
    twin = duplicate(parsed)
    assert (type(twin), twin, str(twin), hash(twin)) == (
        type(parsed),
        parsed,
        EVERYTHING,
        hash(parsed),
    )
    for name in ("scheme", "path", "query", "anything"):
        with pytest.raises(AttributeError):
            setattr(parsed, name, "x")
    with pytest.raises(AttributeError):
        del parsed.path
    assert str(parsed) == EVERYTHING


def test_parsed_urls_with_equal_components_are_equal():
    """Values with equal components are equal, even if one is parsed and another is resolved or
    changed."""
    made = ParsedURL("http", None, "h", None, "/a", None, None)
    for url in (
        html5.parse("http://h/a"),
        html5.parse(" http://h/a "),
        html5.resolve("/a", "http://h/").parsed,
        attrs.evolve(html5.parse("http://h/b"), path="/a"),
    ):
        assert url == made
        assert hash(url) == hash(made)
        assert str(url) == str(made) == "http://h/a"
        assert type(url) is ParsedURL


@pytest.mark.parametrize(
    ("components", "url"),
    [
        ({}, ""),
        ({"scheme": "a"}, "a:"),
        ({"host": ""}, "//"),
        ({"host": "h", "port": ""}, "//h:"),
        ({"host": "h", "userinfo": ""}, "//@h"),
        ({"query": "", "fragment": ""}, "?#"),
        (
            {"scheme": "a", "path": "//b"},
            "a:/.//b",
        ),  # so that the path does not parse as an authority
        ({"scheme": "a", "host": "", "path": "//b"}, "a:////b"),
    ],
)
def test_str_is_the_url(components, url):
    assert str(ParsedURL(**components)) == url


@each_case(
    ("component", "value", "reason"),
    [
        ("host", "a#b", 'a host cannot contain "#", at 1'),
        ("host", "a/b", 'a host cannot contain "/", at 1'),
        ("host", "ab:1", 'a host cannot contain ":", at 2'),
        ("host", "[::1", "the bracket is not closed"),
        ("userinfo", "a@b", 'a userinfo cannot contain "@", at 1'),
        ("port", "8x", 'a port cannot contain "x", at 1'),
        ("path", "/a?b", 'a path cannot contain "?", at 2'),
        ("path", "a", 'a path after a host must begin with "/"'),
        ("query", "a#", 'a query cannot contain "#", at 1'),
        ("scheme", "1a", "a scheme must begin with a letter"),
        ("scheme", "a_", 'a scheme cannot contain "_", at 1'),
        ("fragment", "a ", "a space or control character at the end would be removed, at 1"),
    ],
)
def test_replaced_component_that_would_be_read_differently_is_rejected(component, value, reason):
    """The reason has the place of the character: a parser would end the component there (RFC 3986
    section 3)."""
    with pytest.raises(RejectedValueError) as caught:
        parse("http://h/a").replace(**{component: value})
    assert (caught.value.attribute, caught.value.value, caught.value.reason) == (
        component,
        value,
        reason,
    )


@pytest.mark.parametrize(
    ("component", "value"),
    [
        ("host", "i"),
        ("host", "[::1]"),
        ("userinfo", "u:p"),
        ("port", "81"),
        ("path", "/b"),
        ("query", "a?/"),
        ("fragment", "#"),
    ],
)
def test_replaced_component_is_read_back(component, value):
    url = parse("http://h/a").replace(**{component: value})
    assert (
        getattr(url, component) == value
        and getattr(parse(str(url), standard="html5"), component) == value
    )


@pytest.mark.parametrize(
    ("component", "forbidden"),
    [
        ("scheme", "/?#\\@: \t\n\r%"),
        ("userinfo", "/?#\\@ \0\t\n\r\x1f"),
        ("host", "/?#\\@: \0\t\n\r\x1f"),
        ("port", "/?#:a-\t\n\r \u0661"),
        ("path", "?#\t\n\r"),
        ("query", "#\t\n\r"),
        ("fragment", "\t\n\r"),
    ],
)
def test_component_cannot_contain_a_character_that_ends_it_or_is_removed(component, forbidden):
    url = parse("http://u@h:8/a?b#c")
    for character in forbidden:
        with pytest.raises(RejectedValueError) as caught:
            url.replace(**{component: f"/1{character}1"[component != "path" :]})
        shown = (
            "a space"
            if character == " "
            else f"U+{ord(character):04X}"
            if character < " "
            else f'"{character}"'
        )
        place = 2 if component == "path" else 1
        assert caught.value.reason == f"a {component} cannot contain {shown}, at {place}"


@each_case(
    ("url", "component", "value", "reason"),
    [
        ("mailto:a", "userinfo", "u", "a URL without a host cannot have a userinfo"),
        ("mailto:a", "port", "1", "a URL without a host cannot have a port"),
        ("a", "path", "b:c", "its first segment would be read as a scheme"),
        ("a", "path", "b:c/d", "its first segment would be read as a scheme"),
        ("a", "path", "b/c:d", None),
        ("mailto:a", "path", "b:c", None),
        ("http://h", "path", "", None),
        ("http://h/a", "host", "[::1]", None),
        ("http://h/a", "host", "[::1].", 'a host cannot contain ".", at 5'),
        (
            "http://h/a",
            "path",
            "/b ",
            "a space or control character at the end would be removed, at 2",
        ),
        ("http://h/a#b", "path", "/b ", None),
        (
            "http://h/a",
            "fragment",
            "b\x1f",
            "a space or control character at the end would be removed, at 1",
        ),
        ("http://h/a", "fragment", "b!", None),
        ("http://h/a", "fragment", " b", None),
    ],
)
def test_reason_depends_on_the_other_components(url, component, value, reason):
    parsed = html5.parse(url)
    if reason is None:
        assert getattr(parsed.replace(**{component: value}), component) == value
    else:
        with pytest.raises(RejectedValueError) as caught:
            parsed.replace(**{component: value})
        assert caught.value.reason == reason
