"""`urldom.urllib.urlsplit`, `urlparse`, `urlunsplit` and `urlunparse`."""

from __future__ import annotations

from urllib import parse

import pytest

import urldom.urllib
from tests.cases import each_case
from tests.urllib.nasty import nasty_pairs
from urldom import URL
from urldom.urllib import urlparse, urlsplit, urlunparse, urlunsplit

KEPT = [
    "http://Example.COM:80/a/../b?",
    "http://bücher.example/",
    "http://a@b:c@h:080/",
    "http://u:@h/",
    "http://é@h:08080/",
    "http://h:/",
    "http:c",
    "https:/x",
    "http:",
    "file:c",
    "file:///a",
    "//h/a",
    r"\\h\a",
    "a b",
    "",
    "mailto:a@b",
    r"foo:a\b",
    "http://[0::1]/",
    "http://a b/",
    "foo://Example.COM/é",
    "http://h:99999/",
    "http://h/a ",
    " http://h/",
]


@each_case("url", KEPT)
def test_result_of_the_standard_library_is_kept(url):
    assert urlsplit(url) == parse.urlsplit(url)
    assert urlparse(url) == parse.urlparse(url)
    assert urlsplit(url, "ftp", False) == parse.urlsplit(url, "ftp", False)
    if url.isascii():
        assert urlsplit(url.encode(), b"ftp") == parse.urlsplit(url.encode(), b"ftp")


@each_case(
    ("url", "split"),
    [
        (
            r"http://good.example\@evil.example/",
            ("http", "good.example", "/@evil.example/", "", ""),
        ),
        (r"http:\\h\a;b?c\d#e", ("http", "h", "/a;b", r"c\d", "e")),
        (r"https:/\h", ("https", "h", "/", "", "")),
        ("http:///h/a", ("http", "h", "/a", "", "")),
        ("http://%65vil.example/", ("http", "evil.example", "/", "", "")),
        ("http://0x7f.1/", ("http", "127.0.0.1", "/", "", "")),
        ("http://faß.example/", ("http", "xn--fa-hia.example", "/", "", "")),
        ("http://a。b/", ("http", "a.b", "/", "", "")),
        ("http://\u0391\u03a3/", ("http", "xn--mxa0b", "/", "", "")),
        ("file://C:/a", ("file", "", "/C:/a", "", "")),
        ("FILE://LocalHost/a", ("file", "", "/a", "", "")),
        ("http://h:" + "0" * 5_000 + "80/", ("http", "h", "/", "", "")),
        ("http://[::1]:" + "0" * 5_000 + "80/", ("http", "[::1]", "/", "", "")),
        ("http://h /", ("http", "h", "/", "", "")),
        ("http://a\x00b@h/", ("http", "a%00b@h", "/", "", "")),
    ],
)
def test_host_that_a_browser_reads_differently_is_the_browsers(url, split):
    try:
        URL(url)
    except ValueError:
        split = parse.urlsplit(url)
    assert urlsplit(url) == split
    assert urlparse(url) == parse.urlparse(parse.urlunsplit(split))


def test_host_is_the_browsers_in_every_url_with_two_slashes():
    hosts = 0
    for base, url in nasty_pairs(11, 5_000):
        for text in (base, url):
            try:
                expected, split = URL(text), urlsplit(text)
            except ValueError:
                continue
            if not split.netloc:
                is_written = text.lstrip().replace("\t", "").partition(":")[2].startswith("//")
                assert expected.host == "" or not is_written, text
            elif expected.default_port is not None:
                hosts += 1
                host = split.hostname or ""
                host = host if host.isascii() else host.encode("idna").decode()
                assert host == expected.hostname or "[" in split.netloc, text
                assert split.port in (
                    expected.effective_port,
                    None if expected.port == "" else ...,
                ), text
                assert parse.unquote(split.username or "") == parse.unquote(expected.username), text
    assert hosts > 1_000


@pytest.mark.parametrize("url", ["http://[::1/", "http://\u2100.example/"])
@pytest.mark.parametrize("name", ["urlsplit", "urlparse"])
def test_error_is_the_standard_librarys(name, url):
    with pytest.raises(ValueError):
        getattr(parse, name)(url)
    with pytest.raises(ValueError):
        getattr(urldom.urllib, name)(url)


@pytest.mark.parametrize(
    "arguments", [("http://h/", b"ftp"), (b"http://h/", "ftp"), (5,), (b"\xff",)]
)
@pytest.mark.parametrize("name", ["urlsplit", "urlparse"])
def test_wrong_types_raise_the_standard_librarys_error(name, arguments):
    with pytest.raises(Exception) as error:
        getattr(parse, name)(*arguments)
    with pytest.raises(type(error.value)):
        getattr(urldom.urllib, name)(*arguments)


def test_bytearray_and_none_are_bytes():
    assert urlparse(bytearray(rb"http:\\h\a")) == parse.urlparse(b"http://h/a")
    assert urlsplit(None) == parse.urlsplit(b"")


# Putting together


@pytest.mark.parametrize(
    "parts",
    [
        ("http", "h", "/a", "b", "c"),
        ("http", "h", "//a", "", ""),
        ("", "", "/a", "", ""),
        ("file", "", "", "a", ""),
        ("file", "", "/a", "", ""),
        ("svn", "", "a", "", ""),
        ("", "h", "", "", ""),
        ("mailto", "", "a@b", "", ""),
        (b"http", b"h", b"/a", b"b", b""),
        ("", None, "a", None, None),
    ],
)
def test_parts_are_put_together_as_by_the_standard_library(parts):
    assert urlunsplit(parts) == urlunsplit(iter(parts)) == parse.urlunsplit(parts)
    six = (*parts[:3], parts[0][:0], *parts[3:])
    assert urlunparse(six) == urlunparse(iter(six)) == parse.urlunparse(six)


@each_case("scheme", ["", "foo", "file", "http"])
@each_case(
    "path",
    [
        "//evil/x",
        "///evil",
        r"/\evil",
        r"\\evil",
        "////evil",
        "/\t/evil",
        "\t/\n\\evil",
        "/evil",
        "evil",
    ],
)
def test_path_does_not_become_a_host(scheme, path):
    for text in (
        urlunsplit((scheme, "", path, "", "")),
        urlunparse((scheme, "", path, "p", "", "")),
    ):
        assert parse.urlsplit(text).netloc in ("", "."), text
        assert "evil" not in URL(text, "http://h/").host, text
    assert (
        urlunsplit((scheme.encode(), b"", path.encode(), b"", b""))
        == urlunsplit((scheme, "", path, "", "")).encode()
    )


def test_path_of_an_http_url_without_a_host_stays_its_path():
    for path in ("x/y", "/x/y", "//x/y", ";x", ""):
        joined = urlunsplit(("http", "", path, "q", "f"))
        assert joined == ("http:/.//x/y?q#f" if path == "//x/y" else f"http:{path}?q#f")
        assert URL(joined, "http://h/").host == "h"
    assert urlunparse((b"http", b"", b"", b"x", b"", b"")) == b"http:;x"


def test_path_that_begins_with_slashes_stays_the_path():
    for path in ("//x", "///x", "////x"):
        assert URL(urlunsplit(("foo", "", path, "", ""))).pathname == path
        assert URL(urlunparse(("foo", "", path, "p", "", ""))).pathname == f"{path};p"


def test_split_url_is_put_together_again():
    for base, url in nasty_pairs(13, 3_000):
        for text in (base, url):
            try:
                split = parse.urlsplit(text)
            except ValueError:
                continue
            joined = urlunsplit(split)
            if split.netloc:
                assert joined == parse.urlunsplit(split)
            else:
                assert parse.urlsplit(joined).netloc == "", text
                if split.scheme in ("", "http"):
                    assert URL(joined, "http://h/").host == "h", text


# The module


def test_names_are_those_of_the_standard_library():
    assert {*urldom.urllib.__all__} == {*parse.__all__}
    own = {"urljoin", "urldefrag", "urlsplit", "urlparse", "urlunsplit", "urlunparse"}
    assert {
        name for name in parse.__all__ if getattr(urldom.urllib, name) is not getattr(parse, name)
    } == own
