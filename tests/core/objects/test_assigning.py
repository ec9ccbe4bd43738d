"""`assign()` uses the whole value or raises an error. After an assignment, the attribute is the
escaped and normalised value."""

from __future__ import annotations

import re
from enum import Enum
from unicodedata import normalize
from urllib.parse import unquote_to_bytes

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from tests.cases import each_case
from tests.standards import OF_THE_TABLE
from urldom import URL, FrozenURL, RejectedValueError, URLDecomposition
from urldom._core.errors import Failure
from urldom._core.objects.assigning import assigned_text
from urldom._core.standards.registry import STANDARD_NAMES

URLS = [
    *(
        "http://user:pw@h.example:8080/a/b?c#d",
        "https://h/",
        "file:///C:/x",
        "file://h/x",
        "ftp://h/a",
        "foo://h:1/a",
    ),
    *("foo:/a", "foo:a", "mailto:a@b", "http://h?", "http://[::1]:80/"),
]
#: Pieces of values: ports, delimiters, dots, drive letters, and characters that a parser removes,
#: escapes or maps.
PIECES = [
    *(
        "a",
        "B",
        "evil.example",
        ".h.example",
        "80",
        "0",
        "65535",
        "65536",
        "99999",
        "abc",
        "é",
        "ß",
        "\u3002",
        "\xad",
    ),
    *(
        "/",
        "\\",
        "?",
        "#",
        "@",
        ":",
        "[",
        "]",
        "[::1]",
        "%",
        "%41",
        "%2F",
        "%2e",
        "..",
        ".",
        "|",
        "C:",
        ";",
        "&",
        "=",
    ),
    *(
        "\t",
        "\n",
        "\r",
        " ",
        "\0",
        "\x1f",
        "\x7f",
        "\ud800",
        "\U0001f600",
        "https",
        "foo",
        "file",
        "localhost",
        "xn--",
    ),
]
values = st.lists(st.sampled_from(PIECES), max_size=5).map("".join) | st.text(max_size=6)


def unescaped(text: str) -> bytes:
    """Return the bytes of a text with its escapes decoded."""
    return unquote_to_bytes(
        text.encode("utf-16", "surrogatepass").decode("utf-16", "replace").encode()
    )


def segments(path: str, standard: str, is_special: bool) -> list[bytes]:
    """Return the decoded segments of a path, after removing dot segments."""
    if standard == "whatwg" and is_special:
        path = path.replace("\\", "/")
    found: list[bytes] = []
    parts = path.removeprefix("/").split("/")
    for number, part in enumerate(parts):
        plain = re.sub("%2e", ".", part, flags=re.IGNORECASE) if standard == "whatwg" else part
        is_last = number == len(parts) - 1
        if plain == "..":
            del found[-1:]
        if plain in (".", ".."):
            found += [b""] if is_last else []
        else:
            found.append(unescaped(part))
    return found


def label_text(label: str) -> str:
    """Return a label in Unicode, decoded with Python's own codec."""
    return (
        label[4:].encode().decode("punycode")
        if label[:4].lower() == "xn--" and label.isascii()
        else label
    )


def host_text(host: str) -> str:
    text = ".".join(map(label_text, unescaped(host).decode(errors="replace").split(".")))
    text = normalize("NFKC", text).casefold().replace("\u3002", ".").replace("\xad", "")
    return normalize("NFKC", "".join(re.sub("[\u200b-\u200d\u2060\ufe00-\ufe0f]", "", text)))


def is_whole(url: URLDecomposition, name: str, value: str, standard: str) -> bool:
    """Return whether the attribute is the whole value, normalised as the docstring of `assign`
    says."""
    read: str = getattr(url, name)
    is_special = url.protocol in ("http:", "https:", "ws:", "wss:", "ftp:", "file:")
    if name == "protocol":
        return read.lower() == f"{value.removesuffix(':').lower()}:"
    if name == "port":
        return int(value or -1) == int(read or url.default_port or -1) if value else read == ""
    if name in ("search", "hash"):
        delimiter = "?" if name == "search" else "#"
        return unescaped(read.removeprefix(delimiter)) == unescaped(value.removeprefix(delimiter))
    if name == "pathname":
        made = segments(read, standard, is_special)
        wanted = segments(value, standard, is_special)
        if (
            url.protocol == "file:"
        ):  # URL Standard 4.4: a drive letter is kept, and its "|" becomes ":".
            return len(made) >= 1 and (made == wanted or b":" in made[0])
        return made == wanted
    if name in ("username", "password"):
        return unescaped(read) == unescaped(value)
    host, colon, port = (value, "", "") if name == "hostname" else value.rpartition(":")
    if not re.fullmatch("[0-9]*", port) or (colon and "[" in host and "]" in port) or not colon:
        host, port = value, ""
    if name == "host" and not port and url.port:
        return False  # A host without a port is read back without one.
    if port and port.lstrip("0") != str(url.effective_port or ""):
        return port.strip("0") == "" and url.effective_port in (0, None)
    if re.fullmatch(r"[0-9.]+|\[.*\]", url.hostname):
        # The host is an IP address. Its text can differ from the value, as in `0x7f.1` and
        # `127.0.0.1`.
        return bool(re.fullmatch(r"\[.*\]|[0-9a-fx.]+.*", host_text(host)))
    if url.protocol == "file:" and not url.hostname:
        return host_text(host) in ("", "localhost")
    return "xn--" in host.lower() or host_text(url.hostname) == host_text(host)


@pytest.mark.parametrize("standard", STANDARD_NAMES)
@given(st.sampled_from(URLS), st.data(), values)
def test_value_is_used_whole_or_rejected(
    standard: str, input: str, data: st.DataObject, value: str
) -> None:
    url = URLDecomposition(input, standard=standard)
    assume(bool(url))
    name = data.draw(st.sampled_from([name for name in url.standard.assignable if name != "href"]))
    before, copy = url.href, url.replace()
    try:
        url.assign(**{name: value})  # type: ignore[misc]
    except RejectedValueError as error:
        assert (error.attribute, error.value, url.href) == (name, value, before)
        with pytest.raises(RejectedValueError):
            copy.replace(**{name: value})  # type: ignore[misc]
        assert copy == url
        return
    assert is_whole(url, name, value, standard), (input, name, value, getattr(url, name))
    assert copy.replace(**{name: value}) == url  # type: ignore[misc]
    # `url.search = value` and `assign(search=value)` have the same result, for each attribute. Only
    # a `host` without a port differs: the setter keeps the old port under the URL Standard.
    setattr(copy, name, value)
    if name == "host" and standard == "whatwg" and not url.port:
        copy.port = None
    assert copy == url


def parsed_in_place(scheme: str, name: str, value: str) -> str | None:
    """Return how the attribute reads in a new URL in which the value stands at its place, or `None`
    if the new URL is invalid. It is what "as the standard normalises it" means, without a
    setter."""
    if name == "protocol":
        text = f"{value.removesuffix(':')}://h.example/"
    elif name in ("host", "hostname"):
        text = f"{scheme}://{value}/"
    elif name == "port":
        text = f"{scheme}://h.example:{value}/"
    elif name == "pathname":
        escaped = value.replace("?", "%3F").replace("#", "%23")
        text = f"{scheme}://h.example{'' if escaped[:1] in ('/', chr(92)) else '/'}{escaped}?"
    elif name == "search":
        text = f"{scheme}://h.example/?{value.removeprefix('?').replace('#', '%23')}#"
    else:  # The character at the end keeps a space before it.
        made = URL.parse(f"{scheme}://h.example/#{value.removeprefix('#')}!")
        return made and made.hash[:-1].removesuffix("#" if made.hash == "#!" else "")
    made = URL.parse(text)
    return made and getattr(made, name)


@given(
    st.sampled_from(["http", "https", "ws", "ftp"]),
    st.sampled_from(["", ":9000", ":80"]),
    st.sampled_from(["protocol", "host", "hostname", "port", "pathname", "search", "hash"]),
    values,
)
@example("https", ":9000", "host", "b")
def test_assigned_value_is_read_back_as_it_is_parsed_at_its_place(scheme, port, name, value):
    url = URL(f"{scheme}://h.example{port}/a?b#c")
    before = url.href
    try:
        url.assign(**{name: value})
    except RejectedValueError:
        assert url.href == before
    else:
        assert getattr(url, name) == parsed_in_place(scheme, name, value)


@each_case("standard", ["html5", "whatwg"])  # The RFCs escape delimiters in a host.
@each_case(
    ("name", "value"),
    [
        *(
            ("hostname", f"evil.com{end}.tenants.example")
            for end in ("/", "?", "\\", "#", "\t", "\n", "@", ":80/")
        ),
        *(
            ("host", f"evil.com:80{end}.tenants.example")
            for end in ("/", "?", "\\", "#", "\t", "\n", "@", "x")
        ),
        *(
            ("port", value)
            for value in ("80abc", "80 ", "8\t0", " 80", "80/", "+80", "-1", "0x50", "\u0668")
        ),
        *(
            ("protocol", value)
            for value in ("https:x", "ht tp", "http\t", "http\n", "https://", "https::")
        ),
    ],
)
def test_value_with_a_delimiter_is_rejected(standard: str, name: str, value: str) -> None:
    url = URLDecomposition("http://h/a", standard=standard)
    with pytest.raises(RejectedValueError) as caught:
        url.assign(pathname="/b", **{name: value})  # type: ignore[misc]
    assert (caught.value.attribute, str(url)) == (name, "http://h/a")


@given(st.sampled_from("\t\n\r"), st.integers(0, 2))
def test_whatwg_rejects_a_tab_or_newline_with_its_position(removed: str, place: int) -> None:
    url = URLDecomposition("http://h/a", standard="whatwg")
    for name, value in (
        ("hostname", "a.example"),
        ("pathname", "/a/b/c/d"),
        ("search", "?a=b&c=d"),
        ("hash", "#abcdefg"),
    ):
        with pytest.raises(RejectedValueError, match=f"would be removed, at {place}$"):
            url.assign(**{name: value[:place] + removed + value[place:]})  # type: ignore[misc]


def test_ipv6_address_without_brackets_raises_with_a_hint() -> None:
    for standard in STANDARD_NAMES:
        for name in ("host", "hostname"):
            url = URLDecomposition("http://h/a", standard=standard)
            try:
                url.assign(**{name: "2001:db8::1"})  # type: ignore[misc]
            except RejectedValueError as error:
                assert error.reason == "write an IPv6 address in brackets: [2001:db8::1]"
            else:
                assert standard in (
                    "rfc2396",
                    "rfc1808",
                )  # Under RFC 2396 and RFC 1808, a host can contain colons.


class Text(str):
    """A string with its own `__str__`"""

    __slots__ = ()

    def __str__(self):
        return "other"


class Port(int, Enum):
    HTTPS = 443


class Counted:
    """An integer like one of NumPy: its class is not a subclass of `int`."""

    def __index__(self):
        return 8


@pytest.mark.parametrize(
    ("name", "value", "text"),
    [
        ("hash", "a", "a"),
        ("hash", Text("a"), "a"),
        ("hash", None, None),
        ("port", 8, "8"),
        ("port", Text("8"), "8"),
        ("port", Port.HTTPS, "443"),
        ("port", Counted(), "8"),
    ],
)
def test_assigned_value_becomes_text(name, value, text):
    found = assigned_text(name, value)
    assert found == text and type(found) is type(text)
    if name == "port":
        url = URL("http://h/")
        url.port = value
        assert url.port == text


@pytest.mark.parametrize(
    ("name", "value"), [("hash", 5), ("port", 8.0), ("hostname", None), ("port", b"8"), ("host", 8)]
)
def test_assigned_value_of_another_type_raises(name, value):
    with pytest.raises(TypeError, match=f"{name} must be "):
        assigned_text(name, value)


@each_case("standard", STANDARD_NAMES)
@each_case("value", [":", "::", ":0", ":00", ":8", "8:", "x"])
def test_port_is_only_digits(standard, value):
    url = URLDecomposition("http://h:8080/", standard=standard)
    with pytest.raises(
        RejectedValueError, match=r"a port (can contain only digits|must begin with a digit)"
    ):
        url.assign(port=value)
    assert url.port == "8080"


def test_assigned_port_cannot_be_negative():
    with pytest.raises(Failure, match="a port must be 0 or greater"):
        assigned_text("port", -1)


def test_assignments_of_a_str_subclass_store_its_text():
    url = URLDecomposition("http://h/", standard="whatwg")
    url.assign(pathname=Text("/b"), hash=Text("c"))
    url.search = Text("d")
    assert url.href == "http://h/b?d#c"


@pytest.mark.parametrize("standard", STANDARD_NAMES)
def test_relative_url_has_no_component_to_assign(standard):
    for text in ("a", "//h/a", ""):
        url = URLDecomposition(text, standard=standard)
        with pytest.raises(RejectedValueError, match="the URL is not an absolute URL"):
            url.replace(hash="x")


def test_segments_parameters_and_credentials_are_assigned_as_data():
    url = URL("http://h/a?b")
    values = {
        "segments": ["a/b", "%41"],
        "params": {"q": ["x&y", True]},
        "credentials": ("a%41", "p:@"),
    }
    assert str(url.replace(**values)) == "http://a%2541:p%3A%40@h/a%2Fb/%2541?q=x%26y&q=true"
    assert url.href == "http://h/a?b"
    url.assign(**values)
    assert (*url.segments,) == ("a/b", "%41") and url.credentials == ("a%41", "p:@")
    assert url.params.pairs() == [("q", "x&y"), ("q", "true")]
    url.assign(segments=[], params={}, credentials=None)
    assert url.href == "http://h/"


@pytest.mark.parametrize(
    ("url", "values"),
    [
        ("mailto:a@b", {"segments": ["a"]}),
        ("mailto:a@b", {"credentials": ("a", "b")}),
        ("file:///a", {"credentials": ("", "b")}),
        ("http://h/a", {"segments": [".."]}),
        ("http://h/a", {"segments": [""]}),
    ],
)
def test_rejected_segments_and_credentials_change_nothing(url, values):
    changed = URL(url)
    with pytest.raises(RejectedValueError):
        changed.assign(hash="x", **values)
    assert changed.href == url


@pytest.mark.parametrize(
    "values",
    [
        {"params": 1},
        {"params": "a=b"},
        {"segments": "ab"},
        {"credentials": "ab"},
        {"credentials": ("a", 1)},
    ],
)
def test_data_of_another_type_raises_type_error(values):
    url = URL("http://h/a")
    with pytest.raises(TypeError):
        url.assign(hash="x", **values)
    assert url.href == "http://h/a"


@pytest.mark.parametrize("standard", OF_THE_TABLE)
def test_credentials_are_assigned_only_under_the_url_standard(standard):
    with pytest.raises(TypeError, match="'credentials' cannot be assigned under"):
        URLDecomposition("http://h/", standard=standard).assign(credentials=("a", "b"))


@each_case("standard", STANDARD_NAMES)
@each_case("url", ["com.app:/cb", "mailto:a", "urn:a:b", "http://h/", "file:///a"])
def test_removing_an_absent_component_changes_nothing(standard, url):
    changed = URLDecomposition(url, standard=standard)
    before = changed.href
    names = [
        name
        for name in ("port", "search", "hash", "username", "password")
        if name in changed.standard.assignable
    ]
    changed.assign(**dict.fromkeys(names))
    assert changed.href == before == changed.replace(**dict.fromkeys(names)).href


@pytest.mark.parametrize(
    ("url", "values", "expected"),
    [
        ("https://h:5/t", {"port": 1, "host": "a"}, "https://a:1/t"),
        ("https://h/t", {"port": 443, "protocol": "http"}, "http://h:443/t"),
        ("https://h/t", {"host": "a:1", "port": "1"}, "https://a:1/t"),
        ("https://h/t", {"search": "b=1", "params": {"b": 1}}, "https://h/t?b=1"),
        (
            "https://u@h:5/t",
            {"credentials": None, "host": "[::1]", "hash": "x"},
            "https://[::1]/t#x",
        ),
    ],
)
def test_values_are_read_back_in_either_order(url, values, expected):
    for values_in_order in (values, dict(reversed(values.items()))):
        assert URL(url).replace(**values_in_order).href == expected


@pytest.mark.parametrize(
    "values",
    [
        {"host": "a:1", "port": 2},
        {"search": "a", "params": {"b": 1}},
        {"pathname": "/a", "segments": ["b"]},
        {"credentials": ("a", "b"), "username": "c"},
        {"credentials": ("a", "b"), "password": None},
        {"href": "http://i/", "hostname": "c"},
    ],
)
def test_values_that_exclude_each_other_are_rejected(values):
    for values_in_order in (values, dict(reversed(values.items()))):
        url = URL("https://h/t")
        with pytest.raises(
            RejectedValueError, match="another value in the same call would replace it"
        ):
            url.assign(**values_in_order)
        assert url.href == "https://h/t"


@each_case("standard", STANDARD_NAMES)
@each_case(
    ("host", "expected"),
    [
        ("b", "http://b/"),
        ("b:9", "http://b:9/"),
        ("[::1]", "http://[::1]/"),
        ("[::1]:9", "http://[::1]:9/"),
    ],
)
def test_assigned_host_is_read_back_without_the_old_port(standard, host, expected):
    url = URLDecomposition("http://a:9000/", standard=standard)
    assert url.replace(host=host).href == expected
    url.assign(host=host)
    assert url.host == host


@pytest.mark.parametrize("standard", STANDARD_NAMES)
def test_host_of_a_str_subclass_is_read_back_too(standard):
    assert (
        URLDecomposition("http://a:9000/", standard=standard).replace(host=Text("b")).href
        == "http://b/"
    )


@pytest.mark.parametrize(("scheme", "other"), [("ws", "http"), ("http", "ws")])
def test_params_are_read_back_after_a_scheme_with_another_encoding(scheme, other):
    """A `ws:` URL always has a query in UTF-8 (URL Standard 4.4, query state)."""
    url = FrozenURL(f"{scheme}://h/", encoding="gbk")
    for values in (
        {"params": {"a": "é"}, "protocol": other},
        {"protocol": other, "params": {"a": "é"}},
    ):
        assert url.replace(**values).params["a"] == "é"


@pytest.mark.parametrize(
    ("values", "excluded"),
    [({"params": [("a", 1)]}, {"search": None}), ({"segments": ["a"]}, {"pathname": "/"})],
)
def test_iterator_is_assigned_like_a_list(values, excluded):
    url = URL("http://h/")
    ((name, items),) = values.items()
    with pytest.raises(RejectedValueError, match="another value in the same call"):
        url.assign(**{name: iter(items)}, **excluded)
    url.assign(**{name: iter(items)}, hash="x")
    assert url.href == url.replace(**values).href


@pytest.mark.parametrize("url", ["mailto:x", "file:///x"])
def test_rejected_credentials_are_not_shown(url):
    with pytest.raises(RejectedValueError) as caught:
        URL(url).assign(credentials=("u", "s3cret"))
    assert caught.value.value == ("u", "s3cret")
    assert "s3cret" not in f"{caught.value} {caught.value!r}"
