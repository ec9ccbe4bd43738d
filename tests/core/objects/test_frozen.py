"""`FrozenURL`: it reads as `URL` does, never changes, and can be a key."""

from __future__ import annotations

import argparse
import copy
import dataclasses
import gc
import os
import pickle
import subprocess
import sys
import weakref
from typing import Any

import attrs
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import urldom
from tests.cases import each_case
from tests.standards import every_standard
from tests.strategies import any_text, bases, hostile
from urldom import (
    URL,
    Document,
    FrozenURL,
    InvalidURLError,
    RejectedValueError,
    URLDecomposition,
    resolve,
)
from urldom.strategies import urls

HREF = "https://bob:pw@example.com:8443/a%20b/c?q=%C3%A9&q=2#top"
#: The names that `FrozenURL` does not have, because they belong to a URL that changes or that can
#: be invalid.
OF_A_MUTABLE_URL = {"assign", "search_params"}


def public(kind: type) -> set[str]:
    return {name for name in dir(kind) if name[0] != "_" and hasattr(kind, name)}


def test_everything_that_is_read_of_a_url_is_read_of_it() -> None:
    assert public(URL) - public(FrozenURL) == OF_A_MUTABLE_URL
    assert public(FrozenURL) <= public(URL)


@given(hostile, bases)
def test_it_reads_as_url_does_and_raises_as_url_does(text: str, base: str | None) -> None:
    try:
        url = URL(text, base)
    except InvalidURLError as error:
        with pytest.raises(InvalidURLError) as caught:
            FrozenURL(text, base)
        assert caught.value.reason == error.reason
        assert FrozenURL.parse(text, base) is None and not FrozenURL.can_parse(text, base)
        return
    frozen = FrozenURL(text, base)
    for name in public(URL) - OF_A_MUTABLE_URL - {"params", "segments", "base", "reference"}:
        expected, found = getattr(url, name), getattr(frozen, name)
        if name in ("display", "to_json"):
            expected, found = expected(), found()
        if not callable(expected):
            assert found == expected, name
    assert (*frozen.segments,) == (*url.segments,)
    assert frozen.params.pairs() == url.params.pairs() and str(frozen.params) == str(url.params)
    assert (str(frozen), f"{frozen:>99}", bool(frozen)) == (str(url), f"{url:>99}", True)
    assert frozen == url and url == frozen and url.frozen() == frozen and URL(frozen) == url
    assert FrozenURL.parse(text, base) == frozen and FrozenURL.can_parse(text, base)
    assert resolve(text, base) == frozen


@every_standard
@given(hostile, bases, st.sampled_from(["utf-8", "windows-1251"]))
def test_frozen_url_equals_the_url_that_it_was_made_of(
    standard: str, text: str, base: str | None, encoding: str
) -> None:
    url = URLDecomposition(text, base, standard=standard, encoding=encoding)
    try:
        frozen = FrozenURL(text, base, standard=standard, encoding=encoding)
    except InvalidURLError as error:
        assert url.error is not None and url.error.reason == error.reason
        with pytest.raises(InvalidURLError):
            url.frozen()
        return
    for made in (url.frozen(), pickle.loads(pickle.dumps(frozen)), frozen.frozen()):
        assert made == frozen == url and hash(made) == hash(frozen)
        assert (made.standard, made.encoding, made.href) == (url.standard, encoding, url.href)
        assert made.params.pairs() == url.params.pairs()
        assert (
            eval(repr(made), {name: getattr(urldom, name) for name in urldom.__all__}).standard
            == url.standard
        )


@given(
    st.lists(
        st.sampled_from(
            [HREF, "HTTP://H", "http://h/", "http://h", "data:,b", "http://h/é", "ws:h?"]
        )
        | urls()
    )
)
@example(["http://h/", "HTTP://H"])
def test_urls_sort_by_href_and_count_as_their_hrefs_do(texts: list[str]) -> None:
    frozen = [FrozenURL(text) for text in texts]
    hrefs = [URL(text).href for text in texts]
    assert [url.href for url in sorted(frozen)] == sorted(hrefs)
    assert len(set(frozen)) == len(set(hrefs)) and dict.fromkeys(frozen).keys() == set(
        map(FrozenURL, hrefs)
    )
    for one, other in zip(frozen, reversed(frozen), strict=True):
        one_href, other_href = one.href, other.href
        assert (one < other, one <= other) == (one_href < other_href, one_href <= other_href)
        assert (one > other, one >= other) == (one_href > other_href, one_href >= other_href)


def test_urls_of_two_standards_differ_and_have_an_order() -> None:
    one, other = (FrozenURL("http://h/", standard=name) for name in ("html5", "whatwg"))
    assert one != other and len({one, other}) == 2 and (one < other) is not (other < one)
    with pytest.raises(TypeError):
        assert one < "http://h/"  # type: ignore[operator]


ASSIGNED: dict[str, Any] = {
    **dict.fromkeys(
        ["protocol", "host", "hostname", "port", "pathname", "search", "hash", "href"], "x"
    ),
    "username": "x",
    "password": "x",
    "credentials": ("x", "y"),
    "params": {"x": "y"},
    "segments": ["x"],
}


@each_case("name", ASSIGNED)
def test_assigning_raises_an_error_that_names_the_ways_to_change_a_url(name: str) -> None:
    url = FrozenURL(HREF)
    for change in (lambda: setattr(url, name, ASSIGNED[name]), lambda: delattr(url, name)):
        with pytest.raises(
            AttributeError, match=rf"never changes: use `replace\({name}=\.\.\.\)`, or `URL\(url\)`"
        ):
            change()
    assert url.href == HREF


@pytest.mark.parametrize("name", ["origin", "scheme", "parsed", "standard", "other"])
def test_no_other_name_can_be_assigned(name: str) -> None:
    with pytest.raises(AttributeError):
        setattr(FrozenURL(HREF), name, "x")


def test_params_and_segments_cannot_be_changed() -> None:
    url = FrozenURL(HREF)
    assert type(url.segments) is tuple
    with pytest.raises(TypeError):
        url.params["q"] = "x"  # type: ignore[index]
    for name in ("update", "add", "pop", "clear", "sort", "setdefault", "__delitem__", "__ior__"):
        assert not hasattr(url.params, name)
    assert copy.deepcopy(url.params) == url.params == pickle.loads(pickle.dumps(url.params))


@given(st.data(), st.sampled_from([*ASSIGNED]), any_text)
def test_replace_returns_what_a_url_becomes(data: st.DataObject, name: str, text: str) -> None:
    values: dict[str, Any] = {
        "credentials": (text, text),
        "params": {text: text},
        "segments": [text, text],
    }
    value = values.get(name, text)
    url, frozen = URL(HREF), FrozenURL(HREF)
    try:
        url.assign(**{name: value})
    except RejectedValueError as error:
        with pytest.raises(RejectedValueError) as caught:
            frozen.replace(**{name: value})
        assert (caught.value.attribute, caught.value.reason) == (error.attribute, error.reason)
    else:
        assert frozen.replace(**{name: value}).href == url.href
    assert frozen.href == HREF


def test_paths_are_appended_and_urls_are_built() -> None:
    url = FrozenURL("https://example.com/a/?q#top")
    assert url / "b c" / 3 == FrozenURL("https://example.com/a/b%20c/3?q#top")
    built = FrozenURL.build(host="example.com", segments=["a/b"], query={"n": 1})
    assert type(built) is FrozenURL and built.href == "https://example.com/a%2Fb?n=1"


def test_it_is_its_own_copy_and_can_be_referred_to_weakly() -> None:
    url = FrozenURL(HREF)
    assert copy.copy(url) is copy.deepcopy(url) is url.frozen() is url.replace() is url
    assert weakref.ref(url)() is url


def test_a_live_url_is_frozen_as_it_is_now() -> None:
    page = Document("http://example.com/a/", encoding="windows-1251")
    link = URLDecomposition("b?q=р", page)
    kept = link.frozen()
    page.base_href = "/c/"
    assert (kept.href, link.href) == (
        "http://example.com/a/b?q=%F0",
        "http://example.com/c/b?q=%F0",
    )
    assert (kept.base, kept.encoding, kept.params["q"], repr(kept.standard)) == (
        None,
        "windows-1251",
        "р",
        "HTML5",
    )


def test_base_context_brings_its_standard_and_encoding() -> None:
    page = Document("http://example.com/", encoding="windows-1251", base_href="/c/")
    url = FrozenURL("?q=р", page)
    assert (url.href, url.standard, url.encoding) == (
        "http://example.com/c/?q=%F0",
        urldom.HTML5,
        "windows-1251",
    )
    assert (
        FrozenURL("?q=р", page, standard="whatwg", encoding="utf-8").href
        == "http://example.com/c/?q=%D1%80"
    )


@every_standard
def test_frozen_url_of_a_frozen_url_keeps_its_standard_and_its_encoding(standard: str) -> None:
    url = FrozenURL("http://h/?q=%E9", standard=standard, encoding="latin1")
    made = FrozenURL(url)
    assert made == url and (made.encoding, made.params["q"]) == ("latin1", "é")
    assert Bookmark(url).url.standard is url.standard  # type: ignore[arg-type]
    assert FrozenURL(url, standard="html5", encoding="utf-8").encoding == "utf-8"


def test_password_is_not_shown() -> None:
    assert (
        repr(FrozenURL(HREF))
        == "FrozenURL('https://bob:***@example.com:8443/a%20b/c?q=%C3%A9&q=2#top')"
    )
    assert "pw" not in repr(FrozenURL(HREF, standard="html5", encoding="latin1"))


def test_pattern_matching_reads_the_href() -> None:
    for url in (FrozenURL(HREF), URL(HREF)):
        match url:
            case FrozenURL("https://other.example/") | URL("https://other.example/"):
                pytest.fail("another URL matches")
            case FrozenURL(href) | URL(href):
                assert href == HREF


def test_subclass_keeps_its_class_and_its_attributes() -> None:
    class Page(FrozenURL):
        title = ""

    page = Page("https://example.com/a", "https://example.com/")
    page.title = "A"
    changed = page.replace(hash="x")
    assert type(changed) is Page and changed.title == "A" and page.href == "https://example.com/a"
    assert type(page / "b") is type(Page.build(host="h")) is Page
    again = pickle.loads(pickle.dumps(FrozenURL(page)))
    assert again == page == FrozenURL(page) and hash(page) == hash(again)


@dataclasses.dataclass(frozen=True)
class Saved:
    url: FrozenURL
    home: FrozenURL = FrozenURL("https://example.com/")  # noqa: RUF009  # It never changes.


@attrs.frozen
class Bookmark:
    url: FrozenURL = attrs.field(converter=FrozenURL)


def test_it_is_a_field_of_a_hashable_class() -> None:
    assert len({Saved(FrozenURL("http://H")), Saved(FrozenURL("http://h/"))}) == 1
    assert Bookmark("http://H") == Bookmark(FrozenURL("http://h/"))
    assert len({Bookmark("http://H"), Bookmark("http://h/")}) == 1


def test_it_is_the_type_of_an_argument_of_a_command(capsys: pytest.CaptureFixture[str]) -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("url", type=FrozenURL)
    assert parser.parse_args(["HTTP://h"]).url == FrozenURL("http://h/")
    with pytest.raises(SystemExit):
        parser.parse_args(["h"])
    assert "invalid FrozenURL value: 'h'" in capsys.readouterr().err


@example(HREF)
@given(st.sampled_from(["http://h/", "mailto:a@b", "data:,x"]))
def test_pickle_of_a_hashed_url_has_the_hash_of_another_process(href: str) -> None:
    url = FrozenURL(href)
    assert len({url}) == 1
    assert str(hash(url)).encode() not in pickle.dumps(url, protocol=0) and pickle.loads(
        pickle.dumps(url)
    ) in {url}


def test_pickles_are_keys_in_another_process() -> None:
    urls = [FrozenURL(HREF), FrozenURL("http://h/", standard="rfc3986")]
    assert len(set(urls)) == 2
    program = (
        "import pickle, sys; from urldom import FrozenURL; urls ="
        f" pickle.load(sys.stdin.buffer);sys.exit(not {{FrozenURL({HREF!r}), FrozenURL('http://h/',"
        " standard='rfc3986')} == set(urls))"
    )
    environment = {**os.environ, "PYTHONHASHSEED": "7", "PYTHONPATH": os.pathsep.join(sys.path)}
    assert (
        subprocess.run(
            [sys.executable, "-c", program], input=pickle.dumps(urls), env=environment
        ).returncode
        == 0
    )


def test_it_takes_at_most_200_bytes_beside_its_strings() -> None:
    url = FrozenURL(HREF)
    own = [part for part in gc.get_referents(url) if isinstance(part, tuple)]
    assert len(own) == 1 and all(isinstance(text, str) for text in own[0])
    assert sys.getsizeof(url) + sys.getsizeof(own[0]) <= 200
    assert not hasattr(url, "__dict__")
