"""`URL.build()` builds a URL from its parts."""

from __future__ import annotations

import ipaddress
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.cases import each_case
from tests.strategies import TOKENS, any_text
from urldom import RejectedValueError, UnresolvableURLError, resolve
from urldom.whatwg import URL

# Results and errors


@each_case(
    ("parts", "href"),
    [
        ({}, "https://h/"),
        ({"scheme": "HTTP"}, "http://h/"),
        ({"port": 8443}, "https://h:8443/"),
        ({"port": "08443"}, "https://h:8443/"),
        ({"port": 443}, "https://h/"),
        ({"port": 0}, "https://h:0/"),
        ({"username": "bob"}, "https://bob@h/"),
        ({"password": "secret"}, "https://:secret@h/"),
        (
            {"username": "a:b@c/d", "password": "p@:/?#[]\\ %41é"},
            "https://a%3Ab%40c%2Fd:p%40%3A%2F%3F%23%5B%5D%5C%20%2541%C3%A9@h/",
        ),
        ({"username": "", "password": ""}, "https://h/"),
        ({"path": "/a b/c?d#e;f\\g"}, "https://h/a%20b/c%3Fd%23e%3Bf%5Cg"),
        ({"path": "/a%2Fb"}, "https://h/a%252Fb"),
        ({"path": "/%2E%2e"}, "https://h/%252E%252e"),
        ({"segments": ["%2e%2e"]}, "https://h/%252e%252e"),
        ({"path": "a/b"}, "https://h/a/b"),
        ({"path": ""}, "https://h/"),
        ({"path": "//evil.example/"}, "https://h//evil.example/"),
        ({"path": "@evil.example"}, "https://h/@evil.example"),
        ({"path": "/.../.a/a./%"}, "https://h/.../.a/a./%25"),
        ({"segments": ["a/b", "", "50%", ""]}, "https://h/a%2Fb//50%25/"),
        ({"segments": []}, "https://h/"),
        ({"segments": ("a", "b")}, "https://h/a/b"),
        ({"segments": iter("ab")}, "https://h/a/b"),
        ({"query": {"q": "a b&c", "n": 2}}, "https://h/?q=a+b%26c&n=2"),
        ({"query": [("t", "x"), ("u", 1.5), ("t", ["y", "z"])]}, "https://h/?t=x&u=1.5&t=y&t=z"),
        ({"query": URL("http://x/?a=%20&b").params}, "https://h/?a=+&b="),
        ({"query": "a=b&c d#'%41+"}, "https://h/?a=b&c%20d%23%27%2541+"),
        ({"query": "?x"}, "https://h/??x"),
        ({"query": ""}, "https://h/"),
        ({"query": {}}, "https://h/"),
        ({"fragment": "a b#c%41"}, "https://h/#a%20b%23c%2541"),
        ({"fragment": ":~:text=a,b"}, "https://h/#:~:text=a,b"),
        ({"fragment": ""}, "https://h/"),
        ({"scheme": "foo"}, "foo://h/"),
        ({"scheme": "foo", "host": ""}, "foo:///"),
        ({"scheme": "foo", "host": "", "path": "//a"}, "foo:////a"),
        ({"scheme": "foo", "host": "é'"}, "foo://%C3%A9'/"),
        ({"scheme": "file", "host": ""}, "file:///"),
        ({"scheme": "file", "host": "", "path": "/C:/a"}, "file:///C:/a"),
        ({"scheme": "file", "host": "", "path": "/C|/a"}, "file:///C%7C/a"),
        ({"scheme": "file", "host": "localhost"}, "file:///"),
        ({"scheme": "file", "host": "server"}, "file://server/"),
        ({"host": "EXAMPLE.com."}, "https://example.com./"),
        ({"host": "bücher.example"}, "https://xn--bcher-kva.example/"),
        ({"host": "127.0.0.1"}, "https://127.0.0.1/"),
        ({"host": "::1"}, "https://[::1]/"),
        ({"host": "[2001:DB8:0::1]", "port": 1}, "https://[2001:db8::1]:1/"),
        ({"host": "::ffff:1.2.3.4"}, "https://[::ffff:102:304]/"),
        ({"host": ipaddress.ip_address("10.0.0.1")}, "https://10.0.0.1/"),
        ({"host": ipaddress.ip_address("::1")}, "https://[::1]/"),
        ({"scheme": "foo", "host": "::1"}, "foo://[::1]/"),
        # Without a host
        ({"scheme": "mailto", "host": None, "path": "a@b.example"}, "mailto:a@b.example"),
        ({"scheme": "mailto", "host": "", "path": "a@b"}, "mailto:a@b"),
        ({"scheme": "mailto", "host": None, "path": "a?b#c%41 d "}, "mailto:a%3Fb%23c%2541%20d%20"),
        (
            {"scheme": "mailto", "host": None, "query": {"subject": "a b+c"}},
            "mailto:?subject=a%20b%2Bc",
        ),
        (
            {"scheme": "MAILTO", "host": None, "query": "a+b c", "fragment": "f g"},
            "mailto:?a+b%20c#f%20g",
        ),
        ({"scheme": "tel", "host": "", "path": "+1-201;ext=5"}, "tel:+1-201;ext=5"),
        ({"scheme": "urn", "host": None, "path": "isbn:0-395"}, "urn:isbn:0-395"),
        (
            {"scheme": "data", "host": "", "path": "text/plain;charset=utf-8,é<b>\n"},
            "data:text/plain;charset=utf-8,%C3%A9%3Cb%3E%0A",
        ),
        ({"scheme": "javascript", "host": None, "path": "a('b')//"}, "javascript:a('b')//"),
        ({"scheme": "blob", "host": None, "path": "https://h/x"}, "blob:https://h/x"),
        ({"scheme": "foo", "host": None}, "foo:"),
        ({"scheme": "foo", "host": None, "path": "a/../b"}, "foo:a/../b"),
        ({"scheme": "foo", "host": None, "path": "/cb;x"}, "foo:/cb%3Bx"),
        ({"scheme": "foo", "host": None, "path": "//evil.example/x"}, "foo:/.//evil.example/x"),
        ({"scheme": "data", "host": "", "path": "//evil.example/x"}, "data:/.//evil.example/x"),
        ({"scheme": "foo", "host": "", "path": "x"}, "foo:///x"),
        ({"scheme": "file", "host": None, "path": "/x"}, "file:///x"),
        ({"scheme": "file", "host": None, "segments": ["x"]}, "file:///x"),
    ],
)
def test_parts_are_escaped_and_joined(parts, href):
    url = URL.build(**{"host": "h", **parts})
    assert type(url) is URL and url.href == href == URL(href).href
    assert url == URL(href)


@each_case(
    ("parts", "attribute", "reason"),
    [
        ({"scheme": ""}, "scheme", "must begin with a letter"),
        ({"scheme": "https:"}, "scheme", "write it without a colon"),
        ({"scheme": "1a"}, "scheme", "must begin with a letter"),
        ({"scheme": "a b"}, "scheme", "must begin with a letter"),
        ({"scheme": "http\n"}, "scheme", "must begin with a letter"),
        ({"host": ""}, "host", "a URL with the scheme https must have a host"),
        ({"host": None}, "host", "a URL with the scheme https must have a host"),
        ({"scheme": "mailto"}, "host", "a URL with the scheme mailto cannot have a host"),
        (
            {"scheme": "urn", "host": ipaddress.ip_address("::1")},
            "host",
            "scheme urn cannot have a host",
        ),
        ({"scheme": "mailto", "host": None, "port": 80}, "port", "cannot have a port"),
        ({"scheme": "foo", "host": None, "username": "bob"}, "username", "cannot have a username"),
        (
            {"scheme": "foo", "host": None, "segments": ["a"]},
            "segments",
            "its path may be opaque: pass a path",
        ),
        (
            {"scheme": "tel", "host": "", "segments": iter([])},
            "segments",
            "its path may be opaque: pass a path",
        ),
        (
            {"scheme": "foo", "host": None, "path": "/a/../b"},
            "path",
            "it contains the dot segment '..'",
        ),
        ({"host": "evil.example/.tenants.example"}, "host", 'a host cannot contain "/", at 12'),
        ({"host": "a@b"}, "host", 'a host cannot contain "@", at 1'),
        ({"host": "a?b"}, "host", 'cannot contain "?"'),
        ({"host": "a\\b"}, "host", "cannot contain"),
        ({"host": "a\tb"}, "host", "cannot contain"),
        ({"host": " h"}, "host", "cannot contain a space, at 0"),
        ({"host": "ex%61mple"}, "host", 'cannot contain "%", at 2'),
        ({"host": "h:80"}, "host", "pass a port as `port`"),
        ({"host": "[::1]:80"}, "host", "no closing bracket"),
        ({"host": "[::1"}, "host", "no closing bracket"),
        ({"host": "fe80::1%eth0"}, "host", 'cannot contain "%"'),
        ({"host": ipaddress.ip_address("fe80::1%eth0")}, "host", 'cannot contain "%"'),
        ({"host": "0x7f.1"}, "host", "it would be read as the IPv4 address 127.0.0.1"),
        ({"host": "2130706433"}, "host", "127.0.0.1"),
        ({"host": "127.0.0.1."}, "host", "127.0.0.1"),
        ({"host": "１２７.0.0.1"}, "host", "127.0.0.1"),
        ({"host": "1.2.3.4.5"}, "host", "more than four parts"),
        ({"host": "a\u2100b"}, "host", ""),
        ({"host": "a\ud800b"}, "host", ""),
        ({"host": "a\x7fb"}, "host", ""),
        ({"scheme": "foo", "host": "a/b"}, "host", 'cannot contain "/"'),
        ({"port": 65536}, "port", "from 0 to 65535"),
        ({"port": -1}, "port", "from 0 to 65535"),
        ({"port": 10**5000}, "port", "from 0 to 65535"),
        ({"port": ""}, "port", "from 0 to 65535"),
        ({"port": "80 "}, "port", "from 0 to 65535"),
        ({"port": "٣"}, "port", "from 0 to 65535"),
        ({"scheme": "file", "port": 80}, "port", "cannot have a port"),
        ({"scheme": "file", "username": "bob"}, "username", "cannot have a username"),
        ({"scheme": "foo", "host": "", "port": 80}, "port", "cannot have a port"),
        ({"path": "/a/../b"}, "path", "it contains the dot segment '..'"),
        ({"path": ".."}, "path", "dot segment"),
        ({"segments": ["a", ".."]}, "segments", "dot segment"),
        ({"segments": [""]}, "segments", "one empty segment alone"),
    ],
)
def test_invalid_part_raises_with_the_reason(parts, attribute, reason):
    with pytest.raises(RejectedValueError) as caught:
        URL.build(**{"host": "h", **parts})
    assert caught.value.attribute == attribute and reason in caught.value.reason
    assert str(caught.value).startswith(f"{attribute} cannot be set to ")


def test_error_does_not_show_the_password():
    with pytest.raises(RejectedValueError, match="cannot have a password") as caught:
        URL.build(scheme="file", host="", password="secret")
    assert "secret" not in f"{caught.value} {caught.value!r}"
    with pytest.raises(TypeError) as wrong_type:
        URL.build(host="h", password=b"secret")  # type: ignore[arg-type]
    assert str(wrong_type.value) == "password must be a str, not bytes: decode it first"


@each_case(
    ("parts", "message"),
    [
        ({"scheme": None}, "scheme must be a str, not NoneType"),
        (
            {"scheme": "file", "host": 1},
            "host must be a str, an IPv4Address or an IPv6Address, not int",
        ),
        ({"host": b"h"}, "host must be a str, an IPv4Address or an IPv6Address, not bytes"),
        ({"port": 80.0}, "port must be an int, a str or None, not float"),
        ({"port": True}, "port must be an int, a str or None, not bool"),
        ({"username": 0}, "username must be a str, not int"),
        ({"path": None}, "path must be a str, not NoneType"),
        ({"fragment": b""}, "fragment must be a str, not bytes"),
        ({"segments": "ab"}, "segments must be an iterable of str, such as a list, not str"),
        ({"segments": [None]}, "a segment of a path must be a str, a number"),
        ({"query": b"a"}, "parameters must be a mapping or an iterable of pairs, not bytes"),
        ({"query": {"a": None}}, "the parameter 'a' must be a str"),
        ({"query": {1: "a"}}, "the name of a parameter must be a str, not int"),
        ({"path": "/a", "segments": ["b"]}, "pass a path or segments, not both"),
    ],
)
def test_value_of_another_type_raises_type_error(parts, message):
    with pytest.raises(TypeError) as caught:
        URL.build(**{"host": "h", **parts})
    assert str(caught.value).startswith(message)


def test_nan_is_rejected():
    with pytest.raises(ValueError, match="'a' cannot be nan"):
        URL.build(host="h", query={"a": float("nan")})


def test_built_url_can_be_changed():
    url = URL.build(host="h", query={"a": 1})
    url.port = 81
    url.params["a"] = 2
    url.search_params.append("b", "3")
    url.segments.append("x")
    assert str(url) == "https://h:81/x?a=2&b=3"


def test_subclass_builds_its_own_instances():
    made: list[str] = []

    class Logged(URL):
        def __init__(self, url: str) -> None:
            made.append(url)
            super().__init__(url)

    assert type(Logged.build(host="h", path="/a")) is Logged and made == ["https://h/a"]


class Text(str):
    def __str__(self):
        return "other"


def test_subclass_of_str_is_read_by_its_characters():
    url = URL.build(
        scheme=Text("http"),
        host=Text("h"),
        port=Text("81"),
        username=Text("u"),
        path=Text("/a"),
        query=Text("q"),
        fragment=Text("f"),
    )
    assert url.href == "http://u@h:81/a?q#f"


# Built URLs are read back

texts = st.one_of(st.lists(st.sampled_from(TOKENS), max_size=4).map("".join), any_text)
schemes = st.sampled_from(["https", "http", "ws", "ftp", "foo", "git+ssh"])
known_hosts = st.sampled_from(
    ["example.com", "h", "127.0.0.1", "::1", "a-b.example", "xn--bcher-kva.example"]
)


def scalar(text: str) -> str:
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def is_dots(segment: str) -> bool:
    return segment in (".", "..")


@given(
    schemes,
    known_hosts,
    st.none() | st.integers(0, 65535),
    st.none() | texts,
    st.none() | texts,
    st.lists(texts, max_size=4),
    st.lists(st.tuples(texts, texts), max_size=4),
    st.none() | texts,
)
def test_parts_of_a_built_url_are_read_back(
    scheme, host, port, username, password, segments, query, fragment
):
    parts: dict[str, Any] = {
        "scheme": scheme,
        "host": host,
        "port": port,
        "query": query,
        "fragment": fragment,
    }
    parts |= {"username": username, "password": password}
    try:
        built = URL.build(segments=segments, **parts)
    except RejectedValueError as error:
        assert error.attribute == "segments" and (segments == [""] or any(map(is_dots, segments)))
        built, segments = URL.build(**parts), []
    url = URL(built.href)
    assert url == built and url.href.isascii()
    assert url.protocol == f"{scheme}:"
    assert url.hostname == (f"[{host}]" if ":" in host else host)
    assert url.effective_port == (url.default_port if port is None else port)
    read = url.credentials or ("", "")
    assert read == (scalar(username or ""), scalar(password or ""))
    assert url.segments == [*map(scalar, segments)]
    assert url.params.pairs() == [(scalar(name), scalar(value)) for name, value in query]
    assert unquote(url.hash[1:]) == scalar(fragment or "")


@given(texts, texts, st.none() | texts)
@example("/a;b", "a'b", None)
def test_path_string_and_query_string_are_read_back(path, query, fragment):
    try:
        url = URL(URL.build(host="h", path=path, query=query, fragment=fragment).href)
    except RejectedValueError as error:
        assert error.attribute == "path" and any(map(is_dots, path.split("/")))
        return
    assert unquote(url.pathname) == scalar(path if path[:1] == "/" else f"/{path}")
    assert unquote(url.search[1:]) == scalar(query)
    assert url.hostname == "h" and url.username == ""


@given(
    st.sampled_from(["mailto", "tel", "data", "urn", "javascript", "foo", "git+ssh"]),
    st.sampled_from([None, ""]),
    texts,
    st.none() | texts | st.lists(st.tuples(texts, texts), max_size=3),
    st.none() | texts,
)
@example("foo", None, "//h/a", None, None)
@example("data", "", "/.//a ", "", " ")
def test_url_without_a_host_is_read_back(scheme, host, path, query, fragment):
    try:
        built = URL.build(scheme=scheme, host=host, path=path, query=query, fragment=fragment)
    except RejectedValueError as error:
        assert error.attribute == "path" and any(map(is_dots, path.split("/")))
        return
    url = URL(built.href)
    assert (
        url == built
        and url.parsed == built.parsed
        and url.href == built.href
        and url.href.isascii()
    )
    assert (url.protocol, url.hostname, url.username, url.port) == (f"{scheme}:", "", "", "")
    has_authority = host == "" and scheme in ("foo", "git+ssh")
    assert url.href.startswith(f"{scheme}://") is has_authority
    assert unquote(url.pathname) == scalar(
        path if path[:1] == "/" or not has_authority else f"/{path}"
    )
    if isinstance(query, list):
        assert url.params.pairs() == [(scalar(name), scalar(value)) for name, value in query]
        assert has_authority or unquote(url.search[1:]).count("+") == "".join(
            map("".join, query)
        ).count("+")
    else:
        assert unquote(url.search[1:]) == scalar(query or "")
    assert unquote(url.hash[1:]) == scalar(fragment or "")


@given(schemes | st.sampled_from(["file", "javascript"]), texts)
@example("https", "xn--")
@example("foo", "0x7f.1")
def test_host_is_kept_or_rejected(scheme, host):
    try:
        url = URL.build(scheme=scheme, host=host, path="/p", query="q", fragment="f")
    except RejectedValueError as error:
        assert error.attribute == "host"
        return
    reparsed = URL(url.href)
    assert reparsed == url and reparsed.hostname == url.hostname
    assert (
        reparsed.pathname,
        reparsed.search,
        reparsed.hash,
        reparsed.port,
        reparsed.username,
    ) == (
        "/p",
        "?q",
        "#f",
        "",
        "",
    )
    if url.ip_address is not None and host[:1] != "[":
        assert url.ip_address == ipaddress.ip_address(host)
    # The parser returns the host of the built URL unchanged.
    bracketed = f"[{host}]" if ":" in host and host[0] != "[" else host
    assert URL(f"{scheme}://{bracketed}/p").hostname == url.hostname


@given(known_hosts, texts, st.lists(texts, max_size=3), texts, texts)
def test_other_parsers_return_the_same_host(host, username, segments, query, fragment):
    segments = [segment for segment in segments if not is_dots(segment)]
    url = URL.build(
        host=host, username=username, segments=["x", *segments], query=query, fragment=fragment
    )
    assert urlsplit(url.href).hostname == host
    for standard in ("html5", "rfc3986"):
        assert str(resolve(url.href, standard=standard)).startswith("https://")
    try:
        assert resolve(url.href, standard="html5").hostname == url.hostname
    except UnresolvableURLError:
        pytest.fail(f"{url.href} is not a URL under HTML5")


@pytest.mark.parametrize(
    "host",
    [
        *(
            "acme\u00ad.tenants.example",
            "ac\u200bme.tenants.example",
            "\uff41cme.tenants.example",
            "\ufb01.example",
        ),
        *("evil\u3002example.tenants.example", ".tenants.example", "a..b", "a.b..", "."),
    ],
)
def test_host_with_hidden_or_empty_parts_is_rejected(host):
    with pytest.raises(RejectedValueError):
        URL.build(host=host)


@pytest.mark.parametrize(
    ("host", "hostname"),
    [
        *(
            ("EX.org", "ex.org"),
            ("É.example", "xn--9ca.example"),
            ("faß.de", "xn--fa-hia.de"),
            ("a_b.c", "a_b.c"),
        ),
        *(
            ("example.com.", "example.com."),
            ("xn--9ca.example", "xn--9ca.example"),
            ("ΑΣ.gr", "xn--mxa0b.gr"),
        ),
    ],
)
def test_host_is_written_in_lower_case_and_punycode(host, hostname):
    assert URL.build(host=host).hostname == hostname
