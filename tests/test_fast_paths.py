"""Each fast path gives what the plain reading of the specification gives."""

import contextlib

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from urldom import HTML5, WHATWG, InvalidURLError, RejectedValueError, URLDecomposition, attributes
from urldom.html5 import parsing, resolving

HOSTS = [
    "example.com",
    "a",
    "a-b.c",
    "a--b",
    "-a",
    "a-.b",
    "a..b",
    ".",
    "a.",
    "A.b",
    "1.2.3.4",
    "x_y",
    "é",
    "xn--a",
    "",
    "a" * 70,
]
PIECES = [
    "/",
    ".",
    "..",
    "/./",
    "/../",
    "a",
    "b%20",
    "%2e",
    "%",
    " ",
    "?",
    "#",
    ":",
    "@",
    "\\",
    "é",
    ";",
    "//",
    "\t",
    "'",
    "|",
    "80",
]
tails = st.lists(st.sampled_from(PIECES), max_size=8).map("".join)
urls = st.builds(
    "{}{}{}{}".format,
    st.sampled_from(["http://", "https://", "HTTP://", "ftp://", "file://", "x://", "http:", "//", "mailto:", ""]),
    st.sampled_from(HOSTS),
    st.sampled_from(["", ":", ":80", ":443", ":8080", "@b"]),
    tails,
)
references = st.one_of(tails, urls)
NAMES = HTML5.attributes
values = st.one_of(tails, st.sampled_from([*HOSTS, "http", "https:", "ftp", "8080", "80", "443", "0", "65536", "a:80"]))


def never(_url: str) -> None:
    return None


@given(urls)
@example("http://example.com#")
@example("http://example.com?")
@example("http://example.com/ ")
def test_the_seven_attributes_of_a_plain_url(url):
    assert HTML5.decompose(url) == attributes.decompose(HTML5.inspect(url))
    read = URLDecomposition(url)
    assert tuple(getattr(read, name) for name in NAMES) == HTML5.decompose(url)


@given(references)
def test_parsing_a_plain_url(url):
    def outcome():
        try:
            return parsing.parse(url)
        except InvalidURLError as error:
            return error.reason

    fast = outcome()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(parsing, "_plain", never)
        assert outcome() == fast


@given(references, urls)
@example("a", "http://h")
@example("?a", "http://h/b/c?d")
@example("a/./b", "http://h/b/c?d")
@example("a#/.", "http://h/b/../c")
@example("", "http://h?b")
@example("#c", "http://h/b?#d")
@example("..", "http://h/a/b")
@example("http://h:8080/", "http://h/a/b")
def test_resolving_a_plain_reference(url, base):
    def outcome(against):
        try:
            resolved = HTML5.resolve(url, against)
        except InvalidURLError as error:
            return error.reason
        return resolved, str(resolved), HTML5.resolve_string(url, against)

    for against in (base, None):
        fast = outcome(against)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(resolving, "_match_resolved", never)
            patch.setattr(resolving, "_match_plain_reference", never)
            resolving._kept_base.cache_clear()
            assert outcome(against) == fast
        resolving._kept_base.cache_clear()


@given(
    urls, st.lists(st.tuples(st.sampled_from(NAMES), values), min_size=1, max_size=4), st.sampled_from([HTML5, WHATWG])
)
def test_assigning_plain_values(url, assignments, standard):
    outputs = []
    decomposition = URLDecomposition(url, standard=standard)
    observed = URLDecomposition(url, standard=standard, on_set=outputs.append)
    expected = url
    for name, value in assignments:
        setattr(decomposition, name, value)
        setattr(observed, name, value)
        with contextlib.suppress(RejectedValueError):
            expected = standard.assign(expected, name, value)
        assert str(decomposition) == outputs[-1] == expected
        assert tuple(getattr(decomposition, name) for name in NAMES) == standard.decompose(expected)
