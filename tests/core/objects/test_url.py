"""URL Standard 6.1: the class URL."""

from __future__ import annotations

import copy
import pickle

import pytest

from tests.calls import count_calls
from urldom import WHATWG, InvalidURLError, URLDecomposition
from urldom.whatwg import URL


def test_base_can_be_a_url():
    assert (
        URL("🏳️‍🌈", URL("https://pride.example/hello-world")).pathname
        == "/%F0%9F%8F%B3%EF%B8%8F%E2%80%8D%F0%9F%8C%88"
    )


def test_invalid_base_raises():
    with pytest.raises(InvalidURLError) as info:
        URL("http://h/", "nothing")
    assert info.value.url == "nothing"


@pytest.mark.parametrize(
    "arguments", [(1,), (b"http://h/",), (None,), ("http://h/", 1), (1, "http://h/")]
)
def test_arguments_of_other_types_raise(arguments):
    with pytest.raises(TypeError):
        URL(*arguments)


def test_invalid_assignment_raises_and_changes_nothing():
    url = URL("http://h/")
    for name in ("pathname", "href", "hash", "search"):
        with pytest.raises(TypeError):
            setattr(url, name, 1)
    for name in ("origin", "search_params", "nothing"):
        with pytest.raises(AttributeError):
            setattr(url, name, "x")
    with pytest.raises(AttributeError):
        del url.hash
    assert url.href == "http://h/"


def test_invalid_href_raises_and_changes_nothing():
    url = URL("http://h/?a")
    params = url.search_params
    with pytest.raises(InvalidURLError):
        url.href = "nothing"
    assert (url.href, list(params)) == ("http://h/?a", [("a", "")])


def test_search_params_follow_the_url():
    url = URL("http://h/?a=1")
    assert url.search_params is url.search_params
    url.search_params.append("b", "~")
    assert url.href == "http://h/?a=1&b=%7E"
    url.search = "c=é"
    assert list(url.search_params) == [("c", "é")]
    url.href = "http://x/?d"
    assert list(url.search_params) == [("d", "")]
    url.search_params.delete("d")
    assert url.href == "http://x/"
    url.search = ""
    assert url.search_params.size == 0


def test_search_params_keep_tabs_of_the_assigned_search():
    # The URL parser removes tabs and newlines from the query. `search_params` keeps them.
    url = URL("http://h/")
    url.search = "?a=\tb"
    assert (url.search, url.search_params.get("a")) == ("?a=b", "\tb")


def test_search_params_change_the_query_of_a_mailto_url():
    url = URL("mailto:x")
    url.search_params.append("subject", "a b")
    assert url.href == "mailto:x?subject=a+b"


def test_host_with_an_invalid_port_changes_only_the_hostname():
    url = URL("http://h/")
    url.host = "example.org:99999"
    assert url.href == "http://example.org/"


def test_assignment_to_protocol_does_not_parse_the_path():
    # A second parse would change `C|` in the path to the drive letter `C:`.
    url = URL("http://h/C|/x")
    url.protocol = "file"
    assert (url.href, url.pathname) == ("file://h/C|/x", "/C|/x")
    url.hash = "y"
    assert url.pathname == "/C|/x"


def test_empty_query_and_fragment_are_kept():
    url = URL("http://h/?#")
    assert (url.href, url.search, url.hash) == ("http://h/?#", "", "")
    url.pathname = "/x"
    assert url.href == "http://h/x?#"
    url.search = ""
    assert url.href == "http://h/x#"


def test_copies_are_independent():
    url = URL("http://u:p@h:8080/a?b#c")
    for other in (copy.copy(url), copy.deepcopy(url), pickle.loads(pickle.dumps(url))):
        assert other is not url
        other.hash = ""
        assert (url.hash, other.href) == ("#c", "http://u:p@h:8080/a?b")


def test_str_to_json_and_repr_have_the_href():
    url = URL("HTTP://h")
    assert (str(url), url.to_json(), repr(url)) == ("http://h/", "http://h/", "URL('http://h/')")


def test_blob_url_has_the_origin_of_an_http_url_in_its_path():
    assert URL("blob:https://whatwg.org/d0360e2f").origin == "https://whatwg.org"
    assert URL("blob:http://h:81/").origin == "http://h:81"
    assert URL("blob:file:///x").origin == "null"
    assert URL("blob:blob:https://whatwg.org/").origin == "null"
    assert URL("blob:ftp://h/").origin == "null"


copies = pytest.mark.parametrize(
    "duplicate", [copy.copy, copy.deepcopy, lambda value: pickle.loads(pickle.dumps(value))]
)


@copies
def test_copied_search_params_are_independent_of_the_url(duplicate):
    url = URL("http://h/?a=1")
    params = url.search_params
    twin = duplicate(params)
    assert (twin, list(twin)) == (params, [("a", "1")])
    twin.append("b", "2")
    assert (url.href, list(params)) == ("http://h/?a=1", [("a", "1")])
    url.search = "c=3"
    assert list(twin) == [("a", "1"), ("b", "2")]


@copies
def test_copied_url_has_its_own_search_params(duplicate):
    url = URL("http://h/?a=1")
    params = url.search_params
    twin = duplicate(url)
    twin.search_params.append("b", "2")
    assert (url.href, twin.href) == ("http://h/?a=1", "http://h/?a=1&b=2")
    params.append("c", "3")
    assert (url.href, twin.href) == ("http://h/?a=1&c=3", "http://h/?a=1&b=2")


class Shouting(str):
    def __str__(self):
        return "http://wrong.example/"

    __repr__ = __format__ = __str__


def test_subclass_of_str_is_read_by_its_characters():
    url = URL(Shouting("c?d"), Shouting("http://example.com/a/b"))
    assert (url.href, type(url.href)) == ("http://example.com/a/c?d", str)
    url.href = Shouting("http://h/")
    assert f"{url}" == "http://h/"


@pytest.mark.parametrize(
    "make", [URL, lambda url: URLDecomposition(url, standard=WHATWG)], ids=["URL", "WHATWG"]
)
@pytest.mark.parametrize("name", ["href", "origin", "username", "password"])
def test_reading_an_attribute_does_not_parse_the_url(make, name):
    url = make("http://üser:p%@EXÄMPLE.com:8080/a/../\\b c?d#\t")
    expected = {
        "href": "http://%C3%BCser:p%@xn--exmple-cua.com:8080//b%20c?d#",
        "origin": "http://xn--exmple-cua.com:8080",
        "username": "%C3%BCser",
        "password": "p%",
    }[name]
    assert getattr(url, name) == expected
    assert count_calls(lambda: getattr(url, name)) <= 6  # Parsing the URL takes hundreds of calls.
    url.hash = "x"
    assert getattr(url, name) == expected + ("x" if name == "href" else "")
    assert count_calls(lambda: getattr(url, name)) <= 6
