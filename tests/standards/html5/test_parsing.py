"""HTML5 2.6.2, Parsing URLs; rulings 1 to 4."""

import pytest

from urldom import InvalidURLError, ParsedURL
from urldom.html5 import parse


def components(url):
    parsed = parse(url)
    return parsed.scheme, parsed.userinfo, parsed.host, parsed.port, parsed.path, parsed.query, parsed.fragment


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        # The URLs of the tables in HTML5 2.6.6, and of HTML5 2.6.3 step 7
        ("http://example.com/carrot#question%3f", ("http", None, "example.com", None, "/carrot", None, "question%3f")),
        ("https://www.example.com:4443?", ("https", None, "www.example.com", "4443", "", "", None)),
        ("http://example.com/", ("http", None, "example.com", None, "/", None, None)),
        ("http://example.com/?", ("http", None, "example.com", None, "/", "", None)),
        ("http://example.com/?test", ("http", None, "example.com", None, "/", "test", None)),
        ("http://example.com/?test#", ("http", None, "example.com", None, "/", "test", "")),
        ("//example.com/a^b☺c%FFd%z/?e", (None, None, "example.com", None, "/a^b☺c%FFd%z/", "e", None)),
        # Every production for the path
        ("http://h", ("http", None, "h", None, "", None, None)),  # path-abempty
        ("http://h//a//", ("http", None, "h", None, "//a//", None, None)),
        ("/a:b", (None, None, None, None, "/a:b", None, None)),  # path-absolute
        ("a/b:c", (None, None, None, None, "a/b:c", None, None)),  # path-noscheme
        ("mailto:a@b", ("mailto", None, None, None, "a@b", None, None)),  # path-rootless
        ("a:b:c", ("a", None, None, None, "b:c", None, None)),
        ("", (None, None, None, None, "", None, None)),  # path-empty
        ("?", (None, None, None, None, "", "", None)),
        ("#", (None, None, None, None, "", None, "")),
        ("a:", ("a", None, None, None, "", None, None)),
        # The authority
        ("ftp://u:p:q@h:21/", ("ftp", "u:p:q", "h", "21", "/", None, None)),
        ("http://@h:/", ("http", "", "h", "", "/", None, None)),
        ("http://u@:8/", ("http", "u", "", "8", "/", None, None)),
        ("http://[::1]:80/", ("http", None, "[::1]", "80", "/", None, None)),
        ("http://127.0.0.1/", ("http", None, "127.0.0.1", None, "/", None, None)),
        ("//", (None, None, "", None, "", None, None)),
        ("///a", (None, None, "", None, "/a", None, None)),
        ("http://h?a/b?c#d?e/f", ("http", None, "h", None, "", "a/b?c", "d?e/f")),
        ("http://h#a", ("http", None, "h", None, "", None, "a")),
        ("HTTP://EXAMPLE.com/A", ("HTTP", None, "EXAMPLE.com", None, "/A", None, None)),
        ("a+-.1://h", ("a+-.1", None, "h", None, "", None, None)),
    ],
)
def test_url_has_the_expected_components(url, expected):
    assert components(url) == expected


def test_exception_1_characters_below_u0021_and_from_u007f_are_unreserved():
    odd = "\0 \n\x7f\x80é☺\ud800\U0010ffff"
    assert components(f"http://{odd}@{odd}/{odd}?{odd}#{odd}x") == ("http", odd, odd, None, f"/{odd}", odd, f"{odd}x")
    assert components(f"x{odd}x") == (None, None, None, None, f"x{odd}x", None, None)


@pytest.mark.parametrize("character", '"<>[\\]^`{|}')
def test_exception_2_adds_unreserved_characters(character):
    assert components(f"http://u{character}@h{character}/{character}?{character}#{character}") == (
        "http",
        f"u{character}",
        f"h{character}",
        None,
        f"/{character}",
        character,
        character,
    )
    assert components(character) == (None, None, None, None, character, None, None)


def test_exception_3_bare_percent_sign_is_valid_except_in_a_reg_name():
    assert components("http://%@h/%?%#%") == ("http", "%", "h", None, "/%", "%", "%")
    assert parse("%").path == parse("%zz").path[:1] == "%"
    for url in ("http://%/", "http://a%/", "http://a%z/", "http://a%zz/", "http://a%4", "//%"):
        with pytest.raises(InvalidURLError):
            parse(url)
    assert parse("http://a%4a/").host == "a%4a"


def test_exception_4_fragment_may_contain_number_signs():
    assert parse("#a#b##").fragment == "a#b##"
    assert parse("http://h?a#b#?c").fragment == "b#?c"


@pytest.mark.parametrize(
    ("url", "word"),
    [
        ("http://a:b/", "port"),
        ("http://a:8o/", "port"),
        ("http://a:-1/", "port"),
        ("http://a:٣/", "port"),
        ("http://a:80:80/", "port"),
        ("http://::1/", "port"),
        ("http://a@b@c/", "@"),
        ("http://[1:2]/", "bracket"),
        ("http://[::1/", "bracket"),
        ("http://[::1]x/", "bracket"),
        ("http://[::1]:x/", "bracket"),
        ("http://a%zz/", "percent"),
        ("//a%zz/", "percent"),
        ("1a:b", "colon"),
        (":x", "colon"),
        (":", "colon"),
        ("a b:c", "colon"),
        ("é:b", "colon"),
        ("a\nb:c/d", "colon"),
        ("1http://h/", "colon"),
    ],
)
def test_ruling_2_invalid_url_does_not_parse(url, word):
    """HTML5 2.6.2 step 3: "parsing the URL fails with an error"."""
    with pytest.raises(InvalidURLError) as caught:
        parse(url)
    assert (caught.value.url, caught.value.standard) == (url, "html5")
    assert word in caught.value.reason


@pytest.mark.parametrize(
    "url", ["http://[a/", "http://a]/", "http://[]/", "http://[1]/", "http://[[/", "http://a[b]c/"]
)
def test_ruling_2_reg_name_may_contain_brackets(url):
    assert parse(url).host == url[7:-1]


@pytest.mark.parametrize("host", ["[v1.a]", "[VF0.a:b]", "[v1.é\\ ]", "[v1.]]", "[v1.!$&'()*+,;=]"])
def test_ruling_2_ip_future_may_contain_the_added_unreserved_characters(host):
    assert components(f"http://u@{host}:1/") == ("http", "u", host, "1", "/", None, None)


@pytest.mark.parametrize("space", [" ", "\t", "\n", "\f", "\r", "\r\n \t"])
def test_ruling_1_space_characters_are_stripped_at_the_ends_only(space):
    assert str(parse(f"{space}http://h/a{space}b{space}")) == f"http://h/a{space}b"
    assert components(f"{space}") == (None, None, None, None, "", None, None)
    assert parse(f"http://h/?a{space}").query == "a"
    assert parse(f"http://h/#a{space}").fragment == "a"
    assert parse(f"http://h{space}").host == "h"
    assert parse(f"http://h/# {space}").fragment == ""


@pytest.mark.parametrize("no_space", ["\v", "\0", "\x1f", "\x85", "\xa0", "\u2003", "\u2028", "\ufeff"])
def test_ruling_1_characters_outside_the_space_characters_are_not_stripped(no_space):
    assert parse(f"{no_space}a{no_space}").path == f"{no_space}a{no_space}"
    assert parse(f"http://h/{no_space}").path == f"/{no_space}"


def test_ruling_3_absent_component_is_not_empty():
    assert components("//@:?#") == (None, "", "", "", "", "", "")
    assert components("") == (None, None, None, None, "", None, None)


PORTS = {
    "http": 80,
    "https": 443,
    "ws": 80,
    "wss": 443,
    "ftp": 21,
    "gopher": 70,
    "telnet": 23,
    "nntp": 119,
    "ldap": 389,
    "imap": 143,
    "rtsp": 554,
}


@pytest.mark.parametrize(("scheme", "port"), PORTS.items())
def test_ruling_4_scheme_has_its_default_port(scheme, port):
    for default in (port, f"0{port}", f"000{port}", ""):
        assert parse(f"{scheme}://h:{default}/").hostport == "h"
        assert parse(f"{scheme.title()}://h:{default}/").hostport == "h"
    for other in (port + 1, f"{port}0", f"{port}000", "0", "00", "9" * 5000):
        assert parse(f"{scheme}://h:{other}/").hostport == f"h:{other}"


def test_hostport_keeps_a_port_that_is_not_the_default_port():
    assert parse("foo://h:80").hostport == "h:80"
    assert parse("file://h:80").hostport == "h:80"
    assert parse("foo://h:").hostport == "h"
    assert parse("//h:8080").hostport == "h"  # "If there is a <scheme> component and a <port> component"
    assert parse("foo:a").hostport is None
    assert parse("http://u@[::1]:8080").hostport == "[::1]:8080"


def test_host_specific_follows_the_authority():
    # "The substring that follows the substring matched by the <authority> production, or the whole string if the
    # <authority> production wasn't matched."
    assert parse("http://u@h:1/a?b#c").host_specific == "/a?b#c"
    assert parse("http://h").host_specific == ""
    assert parse("//h?a").host_specific == "?a"
    assert parse("foo:a?b").host_specific == "foo:a?b"
    assert parse(" a ").host_specific == "a"


def test_authority_includes_userinfo_host_and_port():
    assert parse("http://u:p@h:1/").authority == "u:p@h:1"
    assert parse("http://@h:/").authority == "@h:"
    assert parse("http:///").authority == ""
    assert parse("http:/").authority is None


def test_components_are_substrings_of_url():
    parsed = parse(" http://u@h:1/a b?c#d ")
    assert isinstance(parsed, ParsedURL)
    assert str(parsed) == "http://u@h:1/a b?c#d"
    for component in (
        parsed.scheme,
        parsed.userinfo,
        parsed.host,
        parsed.port,
        parsed.path,
        parsed.query,
        parsed.fragment,
    ):
        assert component in str(parsed)


@pytest.mark.parametrize("url", [None, b"http://h/", 5, ["a"]])
def test_non_string_raises_type_error(url):
    with pytest.raises(TypeError):
        parse(url)


@pytest.mark.parametrize("name", ["scheme", "userinfo", "host", "port", "path", "query", "fragment"])
def test_component_of_a_wrong_type_raises_type_error(name):
    url = parse("http://h/")
    for make in (ParsedURL, url.replace):
        with pytest.raises(TypeError, match=f"^{name} must be a str.*, not int$"):
            make(**{name: 80})
    if name == "path":
        with pytest.raises(TypeError, match=r"^path must be a str, not NoneType$"):
            url.replace(path=None)
    else:
        assert getattr(url.replace(**{name: None}), name) is None
