"""`urldom.urllib.urljoin` and `urldefrag`."""

from __future__ import annotations

import re
from contextlib import suppress
from functools import partial
from pathlib import Path
from urllib import parse

import pytest

from tests.cases import each_case
from tests.urllib.nasty import nasty_pairs
from urldom import URL
from urldom.urllib import urldefrag, urljoin, urlparse, urlsplit

#: The numbers of pairs in the quick suite, and in the whole one
COUNTS = [3_000, pytest.param(100_000, marks=pytest.mark.full)]

#: Matches a URL that every program reads alike: a plain host, and no backslash, dot segment or
#: escaped dot in its path (which is not tested in its query and fragment).
PLAIN = re.compile(
    r"(?:https?|ftp)://(?:[a-z]+:[a-z]+@)?([A-Za-z.]+)(?::(?:80|443|8080))?"
    r"(?:/(?!\.|%2e)[a-z0-9é ;=%.]*)*(?:[?#][ -~é]*)?(?<! )\Z",
    re.ASCII | re.IGNORECASE,
)


def browsers(url: str, base: str) -> str | None:
    try:
        return URL(url, base).href
    except ValueError:
        return None


def standard_librarys(base: str, url: str) -> str | None:
    try:
        return parse.urljoin(base, url)
    except ValueError:
        return None


# The definition


@pytest.mark.parametrize("count", COUNTS)
def test_result_is_the_browsers_url(count):
    absolute = 0
    for base, url in nasty_pairs(count, count):
        expected = browsers(url, base)
        if expected is not None:
            absolute += 1
            assert URL(urljoin(base, url)).href == expected, (base, url)
        else:
            try:
                urljoin(base, url)
            except ValueError:
                assert standard_librarys(base, url) is None, (base, url)
    assert absolute > count / 4


@pytest.mark.parametrize("count", COUNTS)
def test_spelling_of_the_standard_library_is_kept_if_it_is_plain(count):
    kept = 0
    for base, url in nasty_pairs(count + 1, count):
        expected, answer = browsers(url, base), standard_librarys(base, url)
        if (
            expected is None
            or answer is None
            or not PLAIN.match(answer)
            or URL(answer).href != expected
        ):
            continue
        kept += 1
        assert urljoin(base, url) == answer, (base, url)
    assert kept > count / 100


@pytest.mark.parametrize("count", COUNTS)
def test_result_has_no_control_character_and_no_space_at_an_end(count):
    for base, url in nasty_pairs(count + 2, count):
        if browsers(url, base) is not None:
            joined = urljoin(base, url)
            assert not re.search(r"[\x00-\x1f\x7f-\x9f\ud800-\udfff]|^\s|\s\Z", joined), (base, url)
            assert not re.match(
                r"(?i)(?:https?|wss?|ftp|file):(?!//)|(?:https?|ftp|file):[^?#]*\\", joined
            ), (
                base,
                url,
            )


# Examples


@each_case(
    ("base", "url", "joined"),
    [
        # The standard library's
        ("http://Example.COM/café/", "naïve", "http://Example.COM/café/naïve"),
        ("http://bücher.example/a", "b c", "http://bücher.example/b c"),
        ("http://h", "?q", "http://h?q"),
        ("http://h:80/a", "b", "http://h:80/b"),
        ("http://u:@h/a", "b", "http://u:@h/b"),
        ("http://[0::1]/a", "b", "http://[0::1]/b"),
        ("http://h/a", "http://other/x/../y", "http://other/x/../y"),
        # RFC 3986's
        ("s3://bucket/", "c", "s3://bucket/c"),
        ("file:///a/b", "//", "file://"),
        ("file:///a/b", "//?q", "file://?q"),
        ("s3://bucket", "é", "s3://bucket/é"),
        ("s3://Bucket/a", "é", "s3://Bucket/é"),
        ("s3://bucket/a/b", "/é", "s3://bucket/é"),
        ("s3://buc\tk\r\net/", "\ré\t\nd", "s3://bucket/éd"),
        ("s3://bucket/", "é?'", "s3://bucket/é?'"),
        ("foo:/a/b", "../é", "foo:/é"),
        ("http://h/é", "?", "http://h/é?"),
        ("http://h/é", "#", "http://h/é#"),
        ("http://h/é//b", "c", "http://h/é//c"),
        ("http://H/é#f", "", "http://H/é"),
        ("mailto:a@b", "#f", "mailto:a@b#f"),
        (" http://h/é ", " x\n", "http://h/x"),
        # A browser's
        ("https://good.example/", r"\\evil.example\é", "https://evil.example/%C3%A9"),
        ("https://good.example/", r"/\evil.example", "https://evil.example/"),
        ("https://good.example/", "///evil.example/x", "https://evil.example/x"),
        ("http://h/a/b", r"c\d", "http://h/a/c/d"),
        ("http://h/a/b", "%2e%2e/c", "http://h/c"),
        ("http://h/a", r"http:\\evil.example", "http://evil.example/"),
        ("http://h/a", "http://faß.example", "http://xn--fa-hia.example/"),
        ("http://h/a", "//０x7f.1/", "http://127.0.0.1/"),
        ("http://h/a", "//a。b/", "http://a.b/"),
        # Python's `lower`, which requests and httpx call, ends this word with another letter than a
        # browser.
        ("http://h/a", "//\u0391\u03a3/", "http://xn--mxa0b/"),
        ("http://h/a", "//a@b@c/", "http://a%40b@c/"),
        ("http://h/a", "//h:0080/", "http://h/"),
        ("file:///C:/a", "/..", "file:///C:/"),
        ("http://h/a", "b\x7f", "http://h/b%7F"),
        ("http://h/a", "b\u3000", "http://h/b%E3%80%80"),
    ],
)
def test_first_right_answer_is_returned(base, url, joined):
    assert urljoin(base, url) == joined


def test_table_of_the_guide_is_true():
    page = (Path(__file__).parents[2] / "docs/embedding.md").read_text(encoding="utf-8")
    rows = [
        re.findall(r"`(.+?)`|(the same)", line)
        for line in page.splitlines()
        if line.startswith("| `")
    ]
    assert len(rows) == 10
    for (base, _), (url, _), (before, _), (after, same) in rows:
        assert parse.urljoin(base, url) == before
        assert urljoin(base, url) == (before if same else after)


@pytest.mark.parametrize("url", ["///x y", "//[", "http://a b/", "//h:99999/", "http:///"])
def test_reference_that_a_browser_rejects_does_not_become_a_path(url):
    assert browsers(url, "http://h/a") is None
    try:
        joined = urljoin("http://h/a", url)
        assert joined == url or browsers(joined, "http://h/a") is None
    except ValueError:
        assert standard_librarys("http://h/a", url) is None


@pytest.mark.parametrize("url", ["//[::1/", "http://\u2100.example/"])
def test_error_is_the_standard_librarys(url):
    with pytest.raises(ValueError) as error:
        parse.urljoin("http://h/", url)
    with pytest.raises(ValueError, match=re.escape(str(error.value))):
        urljoin("http://h/", url)


# Bases that cannot be used


@pytest.mark.parametrize(
    ("base", "url", "joined"),
    [
        ("", "a", "a"),
        ("", "http://H/é", "http://H/é"),
        ("", r"http:\\h\x", "http://h/x"),
        ("", "http:h", "http://h/"),
        ("/a/b", "c", "/a/c"),
        ("a/b", "../../c", "c"),
        ("/a", "//h/x", "//h/x"),
        ("/a", r"http://a\@b/", "http://a/@b/"),
        ("//h/a", "b", "//h/b"),
        ("mailto:a@b", "c", "c"),
        ("mailto:a@b", "", "mailto:a@b"),
    ],
)
def test_base_that_cannot_be_used_gives_the_standard_librarys_answer(base, url, joined):
    assert urljoin(base, url) == joined


@pytest.mark.parametrize(
    ("base", "url"),
    [
        ("/a/", "..//evil/x"),
        ("/a", ".//evil/x"),
        ("/a", r"./\evil/x"),
        ("/a", r"\\evil/x"),
        ("a", "..//evil"),
        ("a", "/.//x"),
    ],
)
def test_path_does_not_become_a_host(base, url):
    joined = urljoin(base, url)
    assert urlsplit(joined).netloc == "" and URL(joined, "http://h/").host == "h"


@pytest.mark.parametrize(
    ("base", "url"), [("a", "./javascript:x"), ("a/b", "../javascript:x"), ("http:", "evil")]
)
def test_path_does_not_become_a_scheme(base, url):
    assert browsers(urljoin(base, url), "http://h/").startswith("http://h/")


# `allow_fragments`, `bytes`, and other types


@pytest.mark.parametrize(
    ("base", "url", "joined"),
    [
        ("http://h/a#b/c", "d", "http://h/a#b/d"),
        ("http://h/a", "b#c", "http://h/b#c"),
        ("http://h/a", r"\\evil#c", "http://evil/#c"),
        ("http://h/a", "%2e%2e/c", "http://h/c"),
        ("http://[::1]/a", "///[::2]/#x", "http://[::2]/#x"),
    ],
)
def test_without_fragments_the_host_is_the_browsers(base, url, joined):
    assert urljoin(base, url, allow_fragments=False) == joined


@pytest.mark.parametrize(
    ("base", "url"),
    [
        *[("http://h/a", "b"), ("http://h/", "///x"), ("", "b"), ("a", ""), ("http://h/#f", "")],
        *[("http://h/[", r"\\x/["), ("http://[/a", r"http:\\x")],
    ],
)
def test_bytes_are_joined_like_text(base, url):
    assert urljoin(base.encode(), url.encode()) == urljoin(base, url).encode()
    assert urljoin(bytearray(base.encode()), bytearray(url.encode())) == urljoin(base, url).encode()


@each_case(
    "arguments",
    [
        *[
            ("http://h/", b"a"),
            (b"http://h/", "a"),
            (5, "a"),
            ("http://h/", 5),
            (b"\xff", b"\xfe"),
            ([], "a"),
        ],
        *[("", 5), (5, ""), (b"", b"\xff"), (b"\xff", b""), ("http://h/", b""), (b"", "http://h/")],
    ],
)
def test_wrong_types_are_those_of_the_standard_library(arguments):
    def result(function):
        try:
            return function(*arguments)
        except Exception as error:
            return type(error), str(error)

    assert result(urljoin) == result(parse.urljoin)


def test_none_is_no_reference():
    assert urljoin("http://h/", None) == "http://h/"


def test_subclass_of_str_is_text():
    class Text(str):
        __slots__ = ()

    assert urljoin(Text("http://h/a"), Text(r"\\evil")) == "http://evil/"


@pytest.mark.parametrize(
    "part",
    ["/" * 200_000, "../" * 70_000, "a:" * 100_000, "@" * 200_000, "é" * 100_000, "\\" * 200_000],
)
def test_long_reference_takes_linear_time(part):
    # A quadratic step would take minutes.
    for base in ("http://h/a", "foo://h/a", "a"):
        urljoin(base, part)
        with suppress(ValueError):
            urljoin(base, f"http://{part}")
    with suppress(ValueError):
        urlsplit(f"http://{part}")
    urldefrag(f"{part}#a")


def test_long_host_takes_linear_time():
    # The standard library normalizes a host, which is quadratic for combining marks.
    host = "http://a" + "\u0301\u0323" * 100_000
    for call in (
        partial(urljoin, "http://h/"),
        partial(urljoin, url="b"),
        urldefrag,
        urlsplit,
        urlparse,
    ):
        with pytest.raises(
            ValueError, match="not ASCII can have 1000 characters: this one has 200001"
        ):
            call(host)


def test_host_of_a_thousand_characters_is_split():
    assert urlsplit("foo://" + "é" * 1_000).netloc == "%C3%A9" * 1_000
    with pytest.raises(ValueError, match="can have 1000 characters"):
        urlsplit("foo://" + "é" * 1_001)


def test_host_of_many_labels_is_the_browsers():
    url = "http://" + "é." * 2_000
    assert urljoin("http://h/", url) == urldefrag(url).url == URL(url).href
    assert urljoin(url, "b") == URL("b", url).href
    assert urlsplit("http://h/" + "é" * 2_000 + "//" + "é" * 2_000).hostname == "h"


# `urldefrag`


@pytest.mark.parametrize(
    ("url", "without", "fragment"),
    [
        ("http://H/é#f", "http://H/é", "f"),
        ("http://h/?#f", "http://h/?", "f"),
        (r"http:\\h\x#f", "http://h/x", "f"),
        (r"http:\\h\x", "http://h/x", ""),
        ("http://[::1]#f", "http://[::1]", "f"),
        ("http://a[b@h/x#f", "http://a%5Bb@h/x", "f"),
        ("a#b#c", "a", "b#c"),
        ("//x/y#f", "//x/y", "f"),
        ("", "", ""),
    ],
)
def test_fragment_is_removed(url, without, fragment):
    assert urldefrag(url) == parse.DefragResult(without, fragment)
    if url.isascii():
        assert urldefrag(url.encode()) == parse.DefragResultBytes(
            without.encode(), fragment.encode()
        )


def test_path_without_a_fragment_does_not_become_a_host():
    assert urldefrag("////x#f").url in (
        "/.//x",
        "////x",
    )  # as the standard library's, from Python 3.13


def test_result_without_a_fragment_is_the_browsers_url():
    for base, url in nasty_pairs(7, 3_000):
        for text in (base, url):
            try:
                expected = URL(text)
            except ValueError:
                continue
            expected.hash = None
            assert URL(urldefrag(text).url).href == expected.href, text
