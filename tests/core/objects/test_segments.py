"""`URLDecomposition.segments` is a live sequence of path segments. `url / "segment"` makes a
copy."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable, MutableSequence
from typing import Any
from urllib.parse import unquote

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from tests.cases import each_case
from tests.standards import OF_THE_TABLE, every_standard
from tests.strategies import TOKENS, any_text, hostile
from urldom import Document, InvalidURLError, RejectedValueError, URLDecomposition
from urldom._core.standards.registry import STANDARD_NAMES
from urldom.whatwg import URL

standards = st.sampled_from(STANDARD_NAMES)


def made(url: str, standard: str = "whatwg", **options: Any) -> URLDecomposition:
    return URLDecomposition(url, standard=standard, **options)


# Reading


@every_standard
@each_case(
    ("path", "segments"),
    [
        ("/", []),
        ("/a", ["a"]),
        ("/a/", ["a", ""]),
        ("//", ["", ""]),
        ("//a", ["", "a"]),
        ("/a%2Fb/c", ["a/b", "c"]),
        ("/caf%C3%A9", ["café"]),
        ("/a+b", ["a+b"]),
        ("/50%25", ["50%"]),
        ("/%FF", ["\ufffd"]),
        ("/%00%0A%3F%23%5C", ["\0\n?#\\"]),
        ("/a=b&c@d:e", ["a=b&c@d:e"]),
    ],
)
def test_segments_are_the_decoded_parts_of_the_path(standard, path, segments):
    url = made(f"http://h{path}?q#f", standard)
    assert url.segments == segments
    assert list(url.segments) == segments
    assert len(url.segments) == len(segments)
    assert isinstance(url.segments, MutableSequence)


@every_standard
@each_case("url", ["mailto:a@b/c", "data:,a/b", "x", "", "//h/a", "urn:a/b"])
def test_opaque_path_and_invalid_url_have_no_segments(standard, url):
    url = made(url, standard)
    assert list(url.segments) == [] and not url.segments


@every_standard
def test_empty_path_has_no_segments_and_accepts_one(standard):
    url = made("foo://h", standard)
    assert url.segments == []
    url.segments.append("a")
    assert url.href == "foo://h/a"


def test_segments_are_read_like_a_list():
    segments = URL("https://h/a/b/c/b").segments
    assert (segments[0], segments[-1], segments[1:3], segments[::-1]) == (
        "a",
        "b",
        ["b", "c"],
        ["b", "c", "b", "a"],
    )
    assert (segments.index("b"), segments.index("b", 2), segments.count("b"), "c" in segments) == (
        1,
        3,
        2,
        True,
    )
    assert list(reversed(segments)) == ["b", "c", "b", "a"]
    assert repr(segments) == "Segments(['a', 'b', 'c', 'b'])"
    with pytest.raises(IndexError):
        segments[4]
    with pytest.raises(ValueError):
        segments.index("d")
    with pytest.raises(ValueError):
        segments.index("a", 1)


def test_segments_are_equal_to_a_list_a_tuple_and_other_segments():
    segments = URL("https://h/a/%62").segments
    assert segments == URL("https://other/a/b?q").segments
    assert segments == ["a", "b"] and segments == ("a", "b")
    assert segments != ["a"] and segments != "ab" and segments != URL("https://h/a").segments
    with pytest.raises(TypeError, match="unhashable"):
        hash(segments)


def test_non_ascii_segments_are_kept_and_read_under_rfc2396():
    url = made("http://h/é a/b\ud800", "rfc2396")
    assert url.segments == ["é a", "b\ufffd"]
    url.segments.append("c")
    assert url.href == "http://h/é a/b\ud800/c"


# Writing


@every_standard
@each_case(
    ("segment", "written"),
    [
        ("a/b", "a%2Fb"),
        ("a b", "a%20b"),
        ("é", "%C3%A9"),
        ("50%", "50%25"),
        ("%41", "%2541"),
        ("a?b#c", "a%3Fb%23c"),
        ("a\\b", "a%5Cb"),
        ("..;x", "..%3Bx"),
        ("\0\t\n\r", "%00%09%0A%0D"),
        ("\ud800", "%EF%BF%BD"),
        ("\ud83d\ude00", "%F0%9F%98%80"),
        ("C|", "C%7C"),
        ("~a!$&'()*+,=:@-._", "~a!$&'()*+,=:@-._"),
        ("...", "..."),
        (". ", ".%20"),
        (".\t.", ".%09."),
        ("", ""),
    ],
)
def test_written_segment_is_escaped(standard, segment, written):
    url = made("http://h/a?q#f", standard)
    url.segments.append(segment)
    assert url.href == f"http://h/a/{written}?q#f"
    assert made(url.href, standard).segments == ["a", unquote(written)]


@every_standard
@each_case("segment", [".", ".."])
def test_dot_segment_is_rejected(standard, segment):
    url = made("http://h/a/b", standard)
    changes: list[Callable[[], object]] = [
        lambda: url.segments.append(segment),
        lambda: url.segments.insert(0, segment),
        lambda: url.segments.__setitem__(0, segment),
        lambda: url.segments.extend(["x", segment]),
        lambda: url.segments.__setitem__(slice(None), ["x", segment]),
        lambda: url / segment,
    ]
    for change in changes:
        with pytest.raises(RejectedValueError, match="dot segment") as caught:
            change()
        assert (caught.value.attribute, caught.value.value) == ("segments", segment)
    assert url.href == "http://h/a/b"


@every_standard
@each_case("segment", ["%2e", "%2E", ".%2e", "%2E.", "%2e%2E"])
def test_escaped_dots_are_text_like_any_other(standard, segment):
    url = made("http://h/a", standard)
    url.segments.append(segment)
    assert url.href == f"http://h/a/{segment.replace('%', '%25')}"
    assert url.segments == ["a", segment]
    assert (url / segment).segments == ["a", segment, segment]


@every_standard
@each_case("text", ["https://h/a", "https://h/a/", "https://h/", "foo:/x"])
def test_slash_rejects_an_empty_segment(standard, text):
    url = made(text, standard)
    with pytest.raises(RejectedValueError, match=r"segments\.append\(\"\"\)") as caught:
        url / ""
    assert (caught.value.attribute, caught.value.value) == ("segments", "")
    assert url.href == text


@every_standard
@each_case("url", ["mailto:a@b", "data:,a/b"])
def test_opaque_path_rejects_segments(standard, url):
    url = made(url, standard)
    href = url.href
    changes: list[Callable[[], object]] = [
        lambda: url.segments.append("x"),
        lambda: setattr(url, "segments", ["x"]),
        lambda: url / "x",
    ]
    for change in changes:
        with pytest.raises(
            RejectedValueError, match='opaque path, which has no segments: no "/" follows'
        ):
            change()
    url.segments.clear()
    url.segments.extend([])
    assert url.href == href


def test_error_about_an_opaque_path_has_the_whole_path():
    with pytest.raises(RejectedValueError) as caught:
        URL("mailto:joe@b.com") / "x"
    assert caught.value.value == ["joe@b.com", "x"]


@every_standard
def test_invalid_url_rejects_segments_with_the_reason(standard):
    url = made("//h/a", standard)
    with pytest.raises(RejectedValueError, match="the URL is not absolute: ") as caught:
        url.segments.append("x")
    assert isinstance(url.error, InvalidURLError) and url.error.reason in caught.value.reason
    with pytest.raises(RejectedValueError, match="the URL is not absolute"):
        url / "x"


def test_segments_are_written_like_a_list():
    url = URL("https://h/a/b/c")
    url.segments[1] = "x y"
    assert url.pathname == "/a/x%20y/c"
    url.segments[1:] = ["d"]
    assert url.pathname == "/a/d"
    url.segments.insert(0, "e")
    url.segments += ["f", ""]
    assert url.pathname == "/e/a/d/f/"
    assert url.segments.pop() == "" and url.segments.pop(0) == "e"
    url.segments.remove("d")
    url.segments.reverse()
    assert url.pathname == "/f/a"
    del url.segments[0]
    assert url.pathname == "/a"
    url.segments[::1] = "bc", "d"
    url.segments = iter(["g", "h"])
    assert url.pathname == "/g/h"
    url.segments.clear()
    assert url.pathname == "/"
    url.segments = ["a"]
    assert url.href == "https://h/a"
    with pytest.raises(IndexError):
        url.segments[1] = "b"
    with pytest.raises(IndexError):
        del url.segments[1]
    with pytest.raises(ValueError):
        url.segments[::2] = ["b", "c"]
    assert url.href == "https://h/a"


@every_standard
def test_unchanged_segment_keeps_its_bytes(standard):
    url = made("http://h/%7Ea/%ff%FE/x?q", standard)
    url.segments[-1] = "y z"
    url.segments.insert(1, "new")
    url.segments.append("w")
    assert url.href == "http://h/%7Ea/new/%ff%FE/y%20z/w?q"
    url.segments.pop(0)
    assert url.href == "http://h/new/%ff%FE/y%20z/w?q"


def test_segment_that_is_written_back_keeps_its_bytes():
    path = "/%7Ea/%ff%FE/b%zz/c;d/%2e5"
    url = URL(f"http://h{path}")
    url.segments[1] = url.segments[1]
    url.segments[:] = list(url.segments)
    assert url.pathname == path
    url.segments = ["new", *url.segments, ""]
    assert url.pathname == f"/new{path}/"
    url.segments.reverse()
    assert url.pathname == "//%2e5/c;d/b%zz/%ff%FE/%7Ea/new"
    url.segments[1:] = url.segments[2:]
    assert url.pathname == "//c;d/b%zz/%ff%FE/%7Ea/new"


def test_dot_segments_of_the_rfcs_are_read_and_kept():
    url = made("http://h/a/../%2e%2E/b", "rfc2396")
    assert url.segments == ["a", "..", "..", "b"]
    url.segments[-1] = "c"
    url.segments[2] = ".."
    assert url.href == "http://h/a/../%2e%2E/c"


def test_single_empty_segment_is_rejected():
    url = URL("https://h/a")
    changes: list[Callable[[], object]] = [
        lambda: url.segments.__setitem__(0, ""),
        lambda: setattr(url, "segments", [""]),
        lambda: URL("https://h/").segments.append(""),
        lambda: URL("https://h/").segments.insert(0, ""),
    ]
    for change in changes:
        with pytest.raises(RejectedValueError, match='one empty segment alone is the path "/"'):
            change()
    assert url.href == "https://h/a"


def test_path_with_one_remaining_empty_segment_is_a_slash():
    url = URL("https://h/a/")
    del url.segments[0]
    assert url.href == "https://h/" and url.segments == []
    url.segments = ["a", ""]
    assert url.segments.pop(0) == "a" and url.href == "https://h/"


@pytest.mark.parametrize("value", [None, b"a", ["a"], object()])
def test_segment_of_another_type_raises_type_error(value):
    url = URL("https://h/a")
    changes: list[Callable[[], object]] = [
        lambda: url.segments.append(value),
        lambda: url.segments.insert(0, value),
        lambda: url.segments.__setitem__(0, value),
        lambda: url.segments.extend(["x", value]),
        lambda: url / value,
    ]
    for change in changes:
        with pytest.raises(
            TypeError,
            match=(
                r"a segment of a path must be a str, a number, .* not (NoneType|bytes|list|object)"
            ),
        ):
            change()
    assert url.href == "https://h/a"


@pytest.mark.parametrize("value", ["abc", b"abc", bytearray(b"abc"), memoryview(b"abc"), 1, None])
def test_segments_reject_a_single_string_or_number(value):
    url = URL("https://h/a")
    for change in (lambda: setattr(url, "segments", value), lambda: url.segments.extend(value)):
        with pytest.raises(
            TypeError, match="segments must be an iterable of str, such as a list, not"
        ):
            change()
    assert url.href == "https://h/a"


def test_subclass_of_str_is_read_by_its_characters():
    class Shouting(str):
        def __str__(self):
            return self.upper()

    url = URL("https://h/")
    url.segments = [Shouting("a b")]
    url.segments[0:0] = [Shouting("c")]
    assert (url / Shouting("d")).href == "https://h/c/a%20b/d"
    with pytest.raises(RejectedValueError):
        url.segments.append(Shouting(".."))


# Standards


@every_standard
@each_case("text", ["foo:/a/b", "foo:/x//a/b", "foo:/.//a/b"])
def test_path_is_never_read_as_an_authority(standard, text):
    url = made(text, standard)
    if not url:
        assert standard == "html5" and text == "foo:/.//a/b"
        return
    before = url.href, list(url.segments)
    for change in (lambda: url.segments.insert(0, ""), lambda: url.segments.__delitem__(0)):
        try:
            change()
        except RejectedValueError:
            assert (url.href, list(url.segments)) == before
        assert url.hostname == "" and made(url.href, standard).hostname == ""
        assert made(url.href, standard).segments == url.segments


def test_whatwg_guards_a_path_of_two_slashes():
    url = URL("foo:/a")
    url.segments.insert(0, "")
    assert (url.href, url.segments) == ("foo:/.//a", ["", "a"])


def test_html5_and_the_rfcs_reject_a_path_of_two_slashes_without_an_authority():
    for standard in OF_THE_TABLE:
        url = made("foo:/a", standard)
        with pytest.raises(RejectedValueError):
            url.segments.insert(0, "")
        assert url.href == "foo:/a"


def test_rfc1808_parameters_are_not_part_of_the_segments():
    url = made("http://h/a/b;p/q;r?s", "rfc1808")
    assert url.segments == ["a", "b"]
    url.segments.append("c;d")
    assert url.href == "http://h/a/b/c%3Bd;p/q;r?s"
    url.segments = []
    assert url.href == "http://h/;p/q;r?s"
    assert (url / "x").href == "http://h/x;p/q;r?s"
    assert made("http://h/a;b", "rfc2396").segments == ["a;b"]


def test_drive_letter_is_a_segment():
    url = URL("file:///C:/x")
    assert url.segments == ["C:", "x"]
    url.segments[0] = "D:"
    assert url.href == "file:///D:/x"
    url.segments[0] = "C|"
    assert url.href == "file:///C%7C/x"
    del url.segments[0]
    assert url.href == "file:///x"


def test_segment_that_would_become_a_drive_letter_is_rejected():
    url = URL("file:///x/C|/y")
    with pytest.raises(RejectedValueError, match=r"'/C\|/y' would be read as '/C:/y'"):
        del url.segments[0]
    assert url.href == "file:///x/C|/y"
    other = URL("http://h/x/C|/y")
    del other.segments[0]
    assert other.href == "http://h/C|/y"


# URLs on a base


@every_standard
def test_segments_of_a_live_url_change_the_reference(standard):
    page = Document("http://h/dir/page", standard=standard)
    outputs: list[str] = []
    url = URLDecomposition("a%20b?q", page, on_set=outputs.append)
    segments = url.segments
    assert segments == ["dir", "a b"]
    segments.append("c d")
    assert outputs == ["http://h/dir/a%20b/c%20d?q"] == [url.reference]
    assert segments == ["dir", "a b", "c d"]
    url.segments += ["e"]
    assert len(outputs) == 2 and url.href == outputs[-1]
    with pytest.raises(RejectedValueError):
        segments.append("..")
    assert len(outputs) == 2


def test_segments_follow_the_base_of_a_live_url():
    page = Document("http://h/a/", standard="whatwg")
    url = URLDecomposition("x", page)
    segments = url.segments
    page.base_href = "http://other/b/c/"
    assert segments == ["b", "c", "x"]


def test_each_change_runs_the_common_setter_action_once():
    outputs: list[str] = []
    url = made("https://h/a", on_set=outputs.append)
    url.segments.extend(["b", "c"])
    url.segments.reverse()
    url.segments = ["x", "y"]
    url.segments.clear()
    assert outputs == ["https://h/a/b/c", "https://h/c/b/a", "https://h/x/y", "https://h/"]
    url.segments.clear()
    url.segments.extend([])
    url.segments.reverse()
    del url.segments[0:0]
    assert len(outputs) == 4


# The operator /


@every_standard
def test_slash_makes_a_copy_with_another_segment(standard):
    url = made("http://user:pw@h:8080/a?q#f", standard)
    more = url / "b c" / "d/e"
    assert more.href == "http://user:pw@h:8080/a/b%20c/d%2Fe?q#f"
    assert url.href == "http://user:pw@h:8080/a?q#f"
    assert more.standard is url.standard and type(more) is type(url)


@pytest.mark.parametrize(
    ("url", "segment", "expected"),
    [
        ("https://h", "a", "https://h/a"),
        ("https://h/a/", "b", "https://h/a/b"),
        ("https://h/a", "b/", "https://h/a/b%2F"),
        ("https://h//", "a", "https://h//a"),
        ("foo://h", "a", "foo://h/a"),
        ("file:///", "C:", "file:///C:"),
    ],
)
def test_slash_replaces_an_empty_last_segment(url, segment, expected):
    assert (URL(url) / segment).href == expected


class Tagged(URL):
    """A subclass with its own attributes."""

    tag = "none"


def test_copy_has_the_same_class_and_no_common_setter_action():
    outputs: list[str] = []
    url = made("https://h/a", on_set=outputs.append)
    more = url / "b"
    more.hash = "x"
    assert outputs == []
    tagged = Tagged("https://h/a")
    tagged.tag = "mine"
    assert (
        type(tagged / "b") is Tagged
        and (tagged / "b").tag == "mine"
        and (tagged / "b").href == "https://h/a/b"
    )
    copied = URL("https://h/a?x=1") / "b"
    copied.search_params.append("y", "2")
    assert copied.href == "https://h/a/b?x=1&y=2"


def test_copy_of_a_live_url_is_live():
    page = Document("http://h/dir/", standard="whatwg")
    url = URLDecomposition("a", page)
    more = url / "b"
    assert (more.href, more.base, url.reference) == ("http://h/dir/a/b", page, "a")
    more.hash = "f"
    assert (more.href, url.href) == ("http://h/dir/a/b#f", "http://h/dir/a")


def test_slash_with_another_type_raises():
    with pytest.raises(TypeError, match="unsupported operand"):
        "a" / URL("https://h/")  # type: ignore[operator]


# Copies


@pytest.mark.parametrize(
    "duplicate", [copy.copy, copy.deepcopy, lambda value: pickle.loads(pickle.dumps(value))]
)
def test_copied_segments_belong_to_another_url(duplicate):
    url = URL("https://h/a")
    segments = duplicate(url.segments)
    segments.append("b")
    assert segments == ["a", "b"] and url.href == "https://h/a"


# Properties

texts = st.one_of(st.sampled_from(TOKENS), any_text)
#: URLs. Most of them have a path with segments.
urls = st.one_of(
    st.builds(
        "{}{}".format,
        st.sampled_from(
            [
                "http://h/",
                "https://u:p@h:81/a/",
                "file:///",
                "file://h/",
                "foo:/",
                "foo://h/",
                "foo:/x//",
            ]
        ),
        st.lists(st.sampled_from([*TOKENS, "/a/", "/C|/", "C:", "/%2e%2e/"]), max_size=6).map(
            "".join
        ),
    ),
    hostile,
)
places = st.integers(-6, 6)
slices = st.builds(
    slice, st.none() | places, st.none() | places, st.none() | st.sampled_from([-2, -1, 1, 2])
)
changes = st.one_of(
    st.tuples(st.just("append"), texts),
    st.tuples(st.just("insert"), places, texts),
    st.tuples(st.just("extend"), st.lists(texts, max_size=3)),
    st.tuples(st.just("pop"), places),
    st.tuples(st.just("remove"), texts),
    st.tuples(st.just("reverse")),
    st.tuples(st.just("clear")),
    st.tuples(st.just("__setitem__"), places, texts),
    st.tuples(st.just("__setitem__"), slices, st.lists(texts, max_size=3)),
    st.tuples(st.just("__delitem__"), places | slices),
)


def test_index_searches_the_whole_path_by_default():
    segments = made("http://h/a/b/a", "whatwg").segments
    assert (segments.index("a"), segments.index("a", 1), segments.index("b", 0, 2)) == (0, 2, 1)
    with pytest.raises(ValueError, match="is not in list"):
        segments.index("b", 0, 1)


def scalar(value: Any) -> Any:
    """Replace lone surrogates by U+FFFD, as in a written segment."""
    if isinstance(value, str):
        return value.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return [scalar(one) for one in value] if isinstance(value, list) else value


def others(url: URLDecomposition) -> dict[str, str | None]:
    """Return all components except the path."""
    parsed = url.parsed
    assert parsed is not None
    return {
        name: getattr(parsed, name)
        for name in ("scheme", "userinfo", "host", "port", "query", "fragment")
    }


@given(urls, standards, st.lists(changes, max_size=3))
@example("http://h/a/", "whatwg", [("pop", 0)])
@example("http://h/a/b", "whatwg", [("remove", "a")])
@example("file:///x/C|/y", "whatwg", [("__delitem__", 0)])
@example("foo:/.//a", "rfc3986", [("__delitem__", 0)])
@example("http://h/a;b/c", "rfc1808", [("append", ";")])
def test_segments_change_like_a_list_or_stay_unchanged(text, standard, several):
    url = made(text, standard)
    assume(url)
    for name, *arguments in several:
        model = list(url.segments)
        href, before = url.href, others(url)
        try:
            expected = getattr(model, name)(*map(scalar, arguments))
            error = None
        except (IndexError, ValueError) as raised:
            expected, error = None, type(raised)
        try:
            result = getattr(url.segments, name)(*arguments)
        except RejectedValueError:
            assert url.href == href
            continue
        except (IndexError, ValueError) as raised:
            assert type(raised) is error or arguments != [*map(scalar, arguments)]
            assert url.href == href
            continue
        assert error is None and result == expected
        assert url.segments == ([] if model == [""] else model)
        assert others(url) == before
        reparsed = made(url.href, standard)
        assert (
            reparsed.href == url.href
            and reparsed.segments == url.segments
            and others(reparsed) == before
        )


@given(urls, standards)
def test_writing_back_all_segments_keeps_the_url(text, standard):
    url = made(text, standard)
    href = url.href
    url.segments[:] = list(url.segments)
    for place, segment in enumerate(url.segments):
        url.segments[place] = segment
    assert url.href == href


@given(urls, standards, texts)
def test_slash_changes_only_the_path(text, standard, segment):
    url = made(text, standard)
    href = url.href
    try:
        more = url / segment
    except RejectedValueError:
        assert url.href == href
        return
    assert segment
    filled = list(url.segments[:-1] if url.segments[-1:] == [""] else url.segments)
    expected = [*filled, scalar(segment)]
    assert more.segments == expected
    assert others(more) == others(url) and url.href == href


@given(st.lists(texts, min_size=1, max_size=4))
def test_segments_are_read_back_by_urllib(segments):
    url = URL("https://h/")
    try:
        url.segments = segments
    except RejectedValueError:
        assert segments == [""] or {".", ".."} & {*segments}
        return
    assert [unquote(part) for part in url.pathname[1:].split("/")] == scalar(segments)
    assert url.hostname == "h"


def test_long_path_takes_linear_time():
    url = URL(f"https://h{'/a' * 100_000}")
    segments = url.segments
    segments.append("b")
    segments.reverse()
    assert (
        segments.index("a") == 1 and len(list(reversed(segments))) == 100_001 and segments[0] == "b"
    )
    segments[:] = list(segments)
    segments.clear()
    assert url.pathname == "/"
