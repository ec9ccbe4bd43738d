"""HTML5 2.6.6, Interfaces for URL manipulation: the tables of the section, and rulings 13 to 19."""

import re

import pytest

from tests.cases import each_case
from tests.core.standards.html5 import reference
from tests.standards import OF_THE_TABLE
from urldom import RejectedValueError, URLDecomposition, parse
from urldom._core.errors import Failure

ATTRIBUTES = ("protocol", "host", "hostname", "port", "pathname", "search", "hash")


def seven(url):
    decomposition = URLDecomposition(url)
    return tuple(getattr(decomposition, name) for name in ATTRIBUTES)


def after(url, name, value):
    """Return the output of an assignment, or `None` if the assignment is rejected. Check that
    `assign` has the same output, or rejects the value. `assign` also rejects a value of which the
    assignment uses only a part."""
    outputs = []
    decomposition = URLDecomposition(url, on_set=outputs.append)
    before = str(decomposition)
    setattr(decomposition, name, value)
    strict = URLDecomposition(url)
    try:
        strict.assign(**{name: value})
    except RejectedValueError as error:
        assert (error.attribute, error.value) == (name, value)
        assert str(strict) == before
        if re.search(r", at \d+$|^an empty port would be 0", error.reason):
            return outputs[0]
        assert str(decomposition) == before
        assert outputs == [before]  # The output is the unchanged URL (ruling 18).
        return None
    assert outputs == [decomposition.reference] == [strict.reference]
    assert str(strict) == str(decomposition) == URLDecomposition(outputs[0]).href
    return outputs[0]


# Getters


@pytest.mark.parametrize(
    ("url", "search"),
    [
        ("http://example.com/", ""),  # No <query> component in input URL.
        ("http://example.com/?", "?"),  # There is a <query> component, but it is empty.
        ("http://example.com/?test", "?test"),
        (
            "http://example.com/?test#",
            "?test",
        ),  # The (empty) <fragment> is not part of the <query> component.
    ],
)
def test_first_table_of_the_section_is_correct(url, search):
    assert URLDecomposition(url).search == search


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        (
            "http://example.com/carrot#question%3f",
            ("http:", "example.com", "example.com", "", "/carrot", "", "#question%3f"),
        ),
        (
            "https://www.example.com:4443?",
            ("https:", "www.example.com:4443", "www.example.com", "4443", "/", "?", ""),
        ),
    ],
)
def test_second_table_of_the_section_is_correct(url, expected):
    assert seven(url) == expected


@each_case(
    ("url", "expected"),
    [
        (
            "HTTP://u:p@EXAMPLE.com:080/A?b#c",
            ("HTTP:", "EXAMPLE.com", "EXAMPLE.com", "080", "/A", "?b", "#c"),
        ),
        ("http://h:/", ("http:", "h", "h", "", "/", "", "")),
        ("foo://h:80", ("foo:", "h:80", "h", "80", "/", "", "")),
        ("foo://", ("foo:", "", "", "", "/", "", "")),
        ("foo://:80", ("foo:", ":80", "", "80", "/", "", "")),
        ("file:///a", ("file:", "", "", "", "/a", "", "")),
        ("file:/a?b#c", ("file:", "", "", "", "/a", "?b", "#c")),
        (
            "mailto:a@b?c#d",
            ("mailto:", "", "", "", "", "", "#d"),
        ),  # search: "input is a hierarchical URL"
        ("about:blank", ("about:", "", "", "", "", "", "")),
        ("http://[::1]:8080/", ("http:", "[::1]:8080", "[::1]", "8080", "/", "", "")),
        (
            "http://h/#",
            ("http:", "h", "h", "", "/", "", ""),
        ),  # hash: "a non-empty <fragment> component"
        ("http://h/##", ("http:", "h", "h", "", "/", "", "##")),
        ("http://h/?#", ("http:", "h", "h", "", "/", "?", "")),
        ("http://h?a?b#c#d", ("http:", "h", "h", "", "/", "?a?b", "#c#d")),
    ],
)
def test_getters_have_conditions_prefixes_and_suffixes(url, expected):
    assert seven(url) == expected


@each_case(
    "url",
    [
        "",
        "a",
        "/a",
        "//h/a?b#c",
        "?q",
        "#f",
        "http:g",
        "http:///p",
        "http://a:b/",
        "data://h/",
        "http://a_b/",
        "\0",
    ],
)
def test_relative_or_invalid_url_has_empty_attributes(url):
    assert seven(url) == ("",) * 7


def test_ruling_13_input_is_the_resolved_url():
    assert seven(" http://BÜCHER%2e:080/../é b?é#\\ ") == (
        "http:",
        "xn--bcher-kva.",
        "xn--bcher-kva.",
        "080",
        "/%C3%A9%20b",
        "?%C3%A9",
        "#/",
    )


def test_ruling_13_conditions_apply_to_the_resolved_url():
    assert seven("foo:x/../a?b") == ("foo:", "", "", "", "/a", "?b", "")


def test_ruling_14_empty_path_of_an_authority_based_url_is_a_slash():
    assert URLDecomposition("http://h").pathname == "/"
    assert URLDecomposition("foo://?q").pathname == "/"
    assert URLDecomposition("foo:?q").pathname == ""
    assert str(URLDecomposition("http://h")) == "http://h"


@pytest.mark.parametrize(
    "url",
    [
        "http://h:8/a?b#c",
        "http://h:080",
        "http://h:",
        "x://:80?#",
        "file:/a",
        "file:///",
        "a",
        "mailto:a?b#c",
        "http://h/?",
        "http://h/#",
    ],
)
def test_attributes_match_the_table(url):
    try:
        input = reference.resolve(url)
    except Failure:
        expected = [""] * 7
    else:
        expected = [reference.GETTERS[name](input) for name in ATTRIBUTES]
    assert [*seven(url)] == expected


# Setters: preprocessors


@each_case(
    ("name", "value", "expected"),
    [
        # protocol: "Remove all trailing U+003A COLON characters (:)"
        ("protocol", "https", "https://u:p@h:81/a?b#c"),
        ("protocol", "https:", "https://u:p@h:81/a?b#c"),
        ("protocol", "https:::", "https://u:p@h:81/a?b#c"),
        ("protocol", "HTTPS", "HTTPS://u:p@h:81/a?b#c"),
        ("protocol", "a+-.0", "a+-.0://u:p@h:81/a?b#c"),
        # host
        ("host", "i", "http://u:p@i/a?b#c"),
        ("host", "i:82", "http://u:p@i:82/a?b#c"),
        ("host", "i:80", "http://u:p@i:80/a?b#c"),
        ("host", "[::1]:82", "http://u:p@[::1]:82/a?b#c"),
        # hostname: "Remove all leading U+002F SOLIDUS characters (/)"
        ("hostname", "i", "http://u:p@i:81/a?b#c"),
        ("hostname", "///i", "http://u:p@i:81/a?b#c"),
        ("hostname", "[::1]", "http://u:p@[::1]:81/a?b#c"),
        ("hostname", "é", "http://u:p@%C3%A9:81/a?b#c"),
        # port: digits, no leading zeros, at least a zero
        ("port", "82", "http://u:p@h:82/a?b#c"),
        ("port", "82abc", "http://u:p@h:82/a?b#c"),
        ("port", "8 2", "http://u:p@h:8/a?b#c"),
        ("port", "00082", "http://u:p@h:82/a?b#c"),
        ("port", "80", "http://u:p@h:80/a?b#c"),
        ("port", "", "http://u:p@h:0/a?b#c"),
        ("port", "abc", "http://u:p@h:0/a?b#c"),
        ("port", "-1", "http://u:p@h:0/a?b#c"),
        ("port", "٣", "http://u:p@h:0/a?b#c"),
        ("port", "0000", "http://u:p@h:0/a?b#c"),
        ("port", "65535", "http://u:p@h:65535/a?b#c"),
        ("port", "0" * 5000 + "65535", "http://u:p@h:65535/a?b#c"),
        # pathname: a leading slash
        ("pathname", "x", "http://u:p@h:81/x?b#c"),
        ("pathname", "/x", "http://u:p@h:81/x?b#c"),
        ("pathname", "", "http://u:p@h:81/?b#c"),
        ("pathname", "//x", "http://u:p@h:81//x?b#c"),
        ("pathname", "x?y#z", "http://u:p@h:81/x%3Fy%23z?b#c"),
        ("pathname", "../x", "http://u:p@h:81/../x?b#c"),
        ("pathname", "\\x", "http://u:p@h:81/%5Cx?b#c"),
        # search: one leading question mark. The prefix is written even if the value is empty.
        ("search", "x", "http://u:p@h:81/a?x#c"),
        ("search", "?x", "http://u:p@h:81/a?x#c"),
        ("search", "??x", "http://u:p@h:81/a??x#c"),
        ("search", "", "http://u:p@h:81/a?#c"),
        ("search", "?", "http://u:p@h:81/a?#c"),
        ("search", "#", "http://u:p@h:81/a?%23#c"),
        # hash: one leading number sign
        ("hash", "x", "http://u:p@h:81/a?b#x"),
        ("hash", "#x", "http://u:p@h:81/a?b#x"),
        ("hash", "##x", "http://u:p@h:81/a?b#%23x"),
        ("hash", "", "http://u:p@h:81/a?b#"),
        ("hash", "?x", "http://u:p@h:81/a?b#?x"),
    ],
)
def test_setters_preprocess_their_values(name, value, expected):
    assert after("http://u:p@h:81/a?b#c", name, value) == expected


@pytest.mark.parametrize(
    ("url", "name", "value", "expected"),
    [
        ("http://h", "port", "8", "http://h:8"),
        ("http://h", "search", "", "http://h?"),
        ("http://h", "hash", "", "http://h#"),
        ("http://h", "pathname", "", "http://h/"),
        ("mailto:a", "hash", "b", "mailto:a#b"),
        ("mailto:a", "protocol", "sms", "sms:a"),
        ("file:/a", "search", "b", "file:/a?b"),
        ("file:/a", "pathname", "b", "file:/b"),
        ("file:///a", "hostname", "h", "file://h/a"),
        ("foo://h", "protocol", "http", "http://h"),
    ],
)
def test_setter_adds_an_absent_component(url, name, value, expected):
    # "the component (including its prefix character) must be included even if the new value is the
    # empty string"
    assert after(url, name, value) == expected


# Setters: conditions


NOT_ACCEPTED = {
    "protocol": ["", ":", "::", "1a", "a b", "é", "http:x", "+", "a/", "a\0", "http\n"],
    "host": [
        "",
        ":80",
        ":",
        "[1:2]:80",
        "i:x",
        "i:8x",
        "a:b:1",
        "u@i",
        "i/",
        "/i",
        "a b",
        "i?",
        "i#",
        "i\\",
    ],
    "hostname": [
        "",
        "/",
        "///",
        "i:80",
        "[::1]:80",
        "[1]",
        "[",
        "u@i",
        "i/x",
        "a b",
        "a_b",
        "-i",
        "%",
        "%FF",
    ],
    "port": ["65536", "99999999999999999999", "9" * 5000],
}


@each_case(
    ("url", "name", "value"),
    [
        *(("http://h/", name, value) for name, values in NOT_ACCEPTED.items() for value in values),
        *(("mailto:a", name, "1") for name in ("host", "hostname", "port", "pathname", "search")),
        ("mailto:a", "protocol", "http"),  # The result, http:a, would have no host.
        ("file:/a", "hostname", "h"),
        ("file:/a", "port", "1"),
        ("http://h/", "protocol", "mailto"),  # The result, mailto://h/, would have an authority.
        ("file:///a", "protocol", "http"),  # The result, http:///a, would have no host.
        *(
            (url, name, "1")
            for url in ("", "a", "//h", "http:a", "http://a:b/", "data://h")
            for name in ATTRIBUTES
        ),
    ],
)
def test_setter_does_nothing_if_its_condition_is_false(url, name, value):
    assert after(url, name, value) is None


# Ruling 15


def test_ruling_15_valid_characters_are_those_of_the_rfc_3986_production():
    everything = "".join(map(chr, range(0x80))) + "é"
    unreserved = "".join(c for c in everything if c.isascii() and c.isalnum()) + "-._~"

    def escaped(valid):
        return "".join(
            c if c in valid else "".join(f"%{octet:02X}" for octet in c.encode())
            for c in everything
        )

    pchar = unreserved + "!$&'()*+,;=:@"
    assert after("http://h/", "pathname", everything) == f"http://h/{escaped(pchar + '/')}"
    assert after("http://h/", "search", everything) == f"http://h/?{escaped(pchar + '/?')}"
    assert after("http://h/", "hash", everything) == f"http://h/#{escaped(pchar + '/?')}"


def test_ruling_15_bare_percent_signs_and_non_ascii_characters_are_escaped():
    assert after("http://h/", "pathname", "%41%4%zz%") == "http://h/%41%254%25zz%25"
    assert after("http://h/", "search", "%e9%") == "http://h/?%e9%25"
    assert after("http://h/", "hash", "%%41") == "http://h/#%25%41"
    assert after("http://h/", "pathname", "\ud800☺") == "http://h/%EF%BF%BD%E2%98%BA"


@each_case("name", ["host", "hostname"])
@each_case(
    ("value", "host"),
    [
        ("bücher.example", "xn--bcher-kva.example"),
        ("b%C3%BCcher.example", "xn--bcher-kva.example"),
        ("ex%61mple", "example"),
        ("a\ud800", None),
        # U+0338 makes "≠" of "=" and "≮" of "<", also if they were escaped: ToASCII gets the decoded
        # host, and Nameprep is before the check for other characters than letters and digits.
        ("a=\u0338", "xn--a-ufo"),
        ("a=%CC%B8", "xn--a-ufo"),
        ("a<\u0338", "xn--a-ngo"),
        ("a%3D\u0338", "xn--a-ufo"),
        ("a<", None),
        ("a%3D", None),
        ("100%", None),
        ("a%FF", None),
        ("a_b", None),
    ],
)
def test_ruling_15_assigned_host_is_resolved_as_if_it_was_escaped_first(name, value, host):
    output = after("http://h/", name, value)
    assert (output and URLDecomposition(output).hostname) == host


def test_ruling_15_query_is_escaped_in_utf_8_under_any_encoding():
    url = URLDecomposition("http://h/", encoding="windows-1252")
    url.search = "é"
    assert str(url) == "http://h/?%C3%A9"


def test_ruling_15_ip_literal_is_not_escaped():
    assert after("http://h/", "hostname", "[::1]") == "http://[::1]/"
    assert after("http://h/", "hostname", "[v1.a:b]") == "http://[v1.a:b]/"
    assert after("http://h/", "host", "[::1]:80") == "http://[::1]:80/"


# Ruling 16


def test_ruling_16_host_and_port_are_replaced_together():
    assert after("http://h:81/", "host", "i") == "http://i/"
    assert after("http://h:80/", "host", "i") == "http://i/"
    assert after("http://h:81/", "host", "i:") == "http://i:/"
    assert after("http://h:81/", "host", "i:0080") == "http://i:0080/"
    assert after("http://h/", "host", "i:82") == "http://i:82/"
    assert after("http://h:81/", "hostname", "i") == "http://i:81/"


# Ruling 17


@pytest.mark.parametrize(
    ("url", "name", "value"),
    [
        ("http://h/", "protocol", "a b"),
        ("http://h/", "hostname", "a b"),
        ("file:/a", "pathname", "//evil/x"),
        ("foo:/a", "pathname", "/.//evil/x"),  # resolves to a path that begins with two slashes
        ("foo:/a", "pathname", "/..//evil"),
        ("http://h/", "hostname", "a@b"),
        ("http://h/", "host", "a@b:80"),
        ("http://u@h/", "hostname", "a\\@b"),
    ],
)
def test_ruling_17_value_that_would_break_the_url_changes_nothing(url, name, value):
    assert after(url, name, value) is None


def test_ruling_17_path_of_an_authority_based_url_may_begin_with_slashes():
    assert after("http://h/", "pathname", "//evil/x") == "http://h//evil/x"
    assert URLDecomposition("http://h//evil/x").hostname == "h"


# Ruling 18


def test_ruling_18_rejected_value_still_invokes_the_common_setter_action():
    outputs = []
    url = URLDecomposition(" http://h/ ", on_set=outputs.append)
    url.port = "70000"
    assert outputs == ["http://h/"]
    assert (str(url), url.reference) == ("http://h/", "http://h/")
    url.hash = "x"
    assert outputs == ["http://h/", "http://h/#x"]


# Ruling 19


@pytest.mark.parametrize(
    ("port", "expected"), [(0, "http://h:0/"), (80, "http://h:80/"), (65535, "http://h:65535/")]
)
def test_ruling_19_port_accepts_an_int(port, expected):
    assert after("http://h/", "port", port) == expected


@pytest.mark.parametrize("port", [65536, 10**20, 10**10000], ids=["65536", "10**20", "10**10000"])
def test_ruling_19_too_great_int_is_rejected_like_its_digits(port):
    url = URLDecomposition("http://h/")
    url.port = port
    assert str(url) == "http://h/"
    with pytest.raises(RejectedValueError) as caught:
        url.assign(port=port)
    assert caught.value.value == port
    assert "65535" in str(caught.value)


@pytest.mark.parametrize(
    ("name", "expected"),
    [("port", "http://h/a?b#c"), ("search", "http://h:1/a#c"), ("hash", "http://h:1/a?b")],
)
def test_ruling_19_none_removes_a_component(name, expected):
    assert after("http://h:1/a?b#c", name, None) == expected


def test_ruling_19_setter_condition_applies_to_none():
    assert after("mailto:a?b", "search", None) is None
    assert after("mailto:a", "port", None) == "mailto:a"  # Removing an absent port changes nothing.
    assert after("mailto:a#b", "hash", None) == "mailto:a"


WRONG = [b"x", 1.5, True, ["x"], object()]


@each_case("value", WRONG, ids=lambda value: type(value).__name__)
@each_case("name", ATTRIBUTES)
def test_ruling_19_value_of_a_wrong_type_raises_type_error_and_changes_nothing(name, value):
    outputs = []
    url = URLDecomposition("http://h:1/", on_set=outputs.append)
    with pytest.raises(TypeError):
        setattr(url, name, value)
    with pytest.raises(TypeError):
        url.assign(hash="x", **{name: value}) if name != "hash" else url.replace(hash=value)
    assert (str(url), outputs) == ("http://h:1/", [])


@pytest.mark.parametrize("name", ["protocol", "host", "hostname", "pathname"])
def test_ruling_19_protocol_host_hostname_and_pathname_do_not_accept_none(name):
    url = URLDecomposition("http://h:1/")
    with pytest.raises(TypeError, match="NoneType"):
        setattr(url, name, None)
    assert str(url) == "http://h:1/"


@pytest.mark.parametrize("name", [name for name in ATTRIBUTES if name != "port"])
def test_ruling_19_only_port_accepts_an_int(name):
    with pytest.raises(TypeError):
        setattr(URLDecomposition("http://h:1/"), name, 5)


def test_assigned_value_is_read_back():
    url = URLDecomposition("http://u@h:81/a?b#c")
    url.host = "i:82"
    url.pathname = "é"
    url.search = ""
    url.hash = "#"
    assert parse(str(url)) == parse("http://u@i:82/%C3%A9?#")


@each_case(
    ("standard", "url", "default_port", "effective_port"),
    [
        ("whatwg", "https://h/", 443, 443),
        ("whatwg", "https://h:80/", 443, 80),
        ("whatwg", "http://h:80/", 80, 80),
        ("whatwg", "ftp://h/", 21, 21),
        ("whatwg", "ws://[::1]/", 80, 80),
        ("whatwg", "x://h/", None, None),
        ("whatwg", "x://h:0/", None, 0),
        ("whatwg", "file:///a", None, None),
        ("whatwg", "mailto:a", None, None),
        ("whatwg", "b", None, None),
        ("html5", "HTTP://h:0000080/", 80, 80),
        ("html5", "x://h", None, None),
        ("rfc3986", "http://h:/", 80, 80),
        ("rfc3986", "http://h:65535/", 80, 65535),
        ("rfc3986", "http://h:65536/", 80, None),
        ("rfc3986", f"http://h:{'9' * 10_000}/", 80, None),
        ("rfc3986", "http://[::1]/", 80, 80),
        ("rfc2396", "http://h:abc/", 80, None),
        ("rfc1808", "http://h:80:90/", 80, None),
        ("rfc1808", "http://[::1]/", 80, 80),
    ],
)
def test_effective_port_is_the_port_or_the_default_port(
    standard, url, default_port, effective_port
):
    made = URLDecomposition(url, standard=standard)
    assert (made.default_port, made.effective_port) == (default_port, effective_port)


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("protocol", "x::", "x://h/a?b#c"),
        ("hostname", "//\xe9.i", "http://xn--9ca.i/a?b#c"),
        ("pathname", "\xe9 ", "http://h/%C3%A9%20?b#c"),
        ("search", "?\xe9", "http://h/a?%C3%A9#c"),
        ("search", "??\xe9 a", "http://h/a??%C3%A9%20a#c"),
        ("search", "? ", "http://h/a?%20#c"),
        ("hash", "#a b", "http://h/a?b#a%20b"),
        ("hash", "##a b", "http://h/a?b#%23a%20b"),
        ("port", "0081x", "http://h:81/a?b#c"),
    ],
)
def test_setter_preprocessor_removes_delimiters(name, value, expected):
    url = URLDecomposition("http://h/a?b#c", standard="html5")
    setattr(url, name, value)
    assert url.href == expected


@each_case("standard", OF_THE_TABLE)
@each_case(
    ("name", "value", "reason"),
    [
        ("port", "8x", "a port can contain only digits, at 1"),
        ("port", "x", "a port can contain only digits, at 0"),
        ("port", "", "an empty port would be 0: use None to remove the port"),
        ("host", "\xe9:8x", "it must be a host, or a host with a colon and digits"),
        ("host", "\xe9:8:", "it must be a host, or a host with a colon and digits"),
    ],
)
def test_value_that_a_setter_would_use_in_part_is_rejected(standard, name, value, reason):
    with pytest.raises(RejectedValueError) as caught:
        URLDecomposition("http://h/", standard=standard).replace(**{name: value})
    assert caught.value.reason == reason


@pytest.mark.parametrize(
    ("value", "expected"),
    [("\xe9:81", "http://xn--9ca:81/"), ("\xe9:", "http://xn--9ca:/"), ("\xe9", "http://xn--9ca/")],
)
def test_host_can_have_a_port(value, expected):
    url = URLDecomposition("http://h/", standard="html5")
    url.host = value
    assert url.href == expected


# `None` (ruling 19), and what only `assign` rejects


@pytest.mark.parametrize(
    ("url", "start"), [("http://h/p?q#f", "http://h/p"), ("http://h?q#f", "http://h")]
)
def test_none_removes_the_query_or_the_fragment(url, start):
    assert after(url, "search", None) == f"{start}#f"
    assert after(url, "hash", None) == f"{start}?q"
    assert after(f"{start}#f", "search", None) == f"{start}#f"


@pytest.mark.parametrize(
    ("name", "value", "used", "reason"),
    [
        ("hostname", "/i", "i", 'a host cannot contain "/", at 0'),
        ("protocol", "ftp::x", None, None),
        ("protocol", "ftp::", "ftp:", 'a scheme can end with only one ":", at 4'),
        ("port", "8x", "8", "a port can contain only digits, at 1"),
        ("port", "", "0", "an empty port would be 0: use None to remove the port"),
    ],
)
def test_assign_rejects_a_value_of_which_the_attribute_uses_a_part(name, value, used, reason):
    url = URLDecomposition("http://h:1/")
    setattr(url, name, value)
    if used is not None:
        assert getattr(url, name) == used
        url = URLDecomposition("http://h:1/")
        with pytest.raises(RejectedValueError) as caught:
            url.assign(**{name: value})
        assert caught.value.reason == reason
    assert url.href == "http://h:1/"


@pytest.mark.parametrize(
    ("value", "port"), [("i", ""), ("i:2", "2"), ("[::1]", ""), ("[::1]:3", "3"), ("[::1]:", "")]
)
def test_host_has_its_own_port_or_none(value, port):
    url = URLDecomposition("http://h:1/")
    url.host = value
    assert (url.hostname, url.port) == (value.removesuffix(f":{port}"), port)
    url.hostname = "[::2]"
    assert (url.hostname, url.port) == ("[::2]", port)
