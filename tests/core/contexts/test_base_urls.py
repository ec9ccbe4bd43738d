"""The substeps of HTML5 2.6.3 step 4, and those of the HTML Standard."""

import pytest

from urldom._core.contexts.base_urls import (
    document_base,
    document_base_url,
    element_base,
    fallback_base_url,
)
from urldom._core.contexts.base_value import BaseValue
from urldom._core.standards.registry import STANDARD_NAMES, find_engine


@pytest.mark.parametrize("name", STANDARD_NAMES)
def test_substeps_find_the_base_url_of_a_document(name):
    """HTML5 2.6.3 step 4, and *fallback base URL* and *frozen base URL* of the HTML Standard."""
    engine = find_engine(name)
    assert fallback_base_url(engine, "http://h/a", None, None) == "http://h/a"
    assert fallback_base_url(engine, "http://h/a", "http://c/", None) == "http://h/a"
    assert fallback_base_url(engine, "about:blank", "http://c/", None) == "http://c/"
    assert fallback_base_url(engine, "about:blank", None, None) == "about:blank"
    assert fallback_base_url(engine, "about:srcdoc", None, "http://c/") == "http://c/"
    assert document_base_url(engine, "b/", "http://h/a", "utf-8") == "http://h/b/"
    assert document_base_url(engine, "//[", "http://h/a", "utf-8") in (
        "http://h/a",
        "http://[/",
        "http://[",
    )


@pytest.mark.parametrize("name", STANDARD_NAMES)
def test_ignored_attribute_keeps_the_base_itself(name):
    base = BaseValue(find_engine(name), "http://h/a", "utf-8")
    assert document_base(base, None) is base
    assert element_base(base, None) is base
    assert document_base(BaseValue(base.engine, "relative", "utf-8"), "//[").text in (
        "relative",
        "//[",
    )


@pytest.mark.parametrize("name", STANDARD_NAMES)
def test_ruling_22_base_of_an_element_has_no_fragment(name):
    base = BaseValue(find_engine(name), "http://h/a?b#c", "utf-8")
    assert element_base(base, "").text == "http://h/a?b"
    assert element_base(base, "d#e").text == "http://h/d"
