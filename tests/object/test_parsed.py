"""`URLDecomposition.parsed` has the components of the absolute URL as an immutable value."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.strategies import bases, hostile
from urldom import Document, ParsedURL, URLDecomposition, parse
from urldom._standards.registry import STANDARD_NAMES
from urldom.whatwg import URL

STANDARDS = pytest.mark.parametrize("standard", STANDARD_NAMES)


@STANDARDS
def test_parsed_has_the_seven_components(standard):
    url = URLDecomposition("http://bob:pw@h:8080/a;b?q#f", standard=standard)
    assert url.parsed == ParsedURL("http", "bob:pw", "h", "8080", "/a;b", "q", "f")
    assert str(url.parsed) == url.href


@STANDARDS
@pytest.mark.parametrize("text", ["", "/a", "//h/", "#f"])
def test_string_that_is_not_a_url_has_no_parsed_value(standard, text):
    assert URLDecomposition(text, standard=standard).parsed is None


def test_different_texts_of_one_url_have_equal_parsed_values():
    urls = ["https://h", "https://H:443/", "https://h/a/..", "https://h/#"]
    assert len({URL(url).parsed for url in urls[:3]}) == 1
    assert {URL(url).parsed for url in urls} == {parse(url, standard="whatwg") for url in urls}


def test_parsed_does_not_change_with_the_url():
    page = Document("http://h/", standard="whatwg")
    url = URLDecomposition("a", page)
    before = url.parsed
    page.base_href = "/b/"
    assert (str(before), str(url.parsed)) == ("http://h/a", "http://h/b/a")


@given(hostile, bases, st.sampled_from(["html5", "whatwg"]))
@example("web+demo:/.//not-a-host/", None, "whatwg")
@example("http:\\\\h\\a", None, "html5")
def test_parsed_is_the_result_of_parse(text, base, standard):
    url = URLDecomposition(text, base, standard=standard)
    assert url.parsed == (parse(url.href, standard=standard) if url else None)


@given(hostile, bases, st.sampled_from(STANDARD_NAMES))
def test_parsed_is_hashable_and_its_string_is_the_url(text, base, standard):
    url = URLDecomposition(text, base, standard=standard)
    parsed = url.parsed
    assert (parsed is not None) == bool(url)
    if parsed is not None:
        assert str(parsed) == url.href and parsed in {parsed}
