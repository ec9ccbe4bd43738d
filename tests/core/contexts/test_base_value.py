"""A base is a value, which a document or an element keeps until it changes."""

import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given

from tests.calls import count_calls
from tests.core.standards.whatwg.strategies import urls
from tests.strategies import encodings
from urldom import (
    HTML5,
    URL,
    WHATWG,
    BaseChain,
    Document,
    Element,
    FrozenURL,
    InvalidURLError,
    URLDecomposition,
    resolve,
)
from urldom._core.contexts.base_argument import base_of, base_of_context
from urldom._core.contexts.base_value import BaseValue
from urldom._core.standards.registry import STANDARD_NAMES, find_engine
from urldom._core.values.pieces import url_pieces

from .helpers import ADDRESS, Context, CountingHTML5, engine_with_cut

#: Prints the number of Python calls of each second use of a base. The suite wraps the functions of
#: a standard, so the calls are counted in an interpreter of their own.
COUNTING = """
from tests.calls import count_calls
from urldom import Document, Element, URLDecomposition, resolve

document = Document("https://example.com/a/b")
element = Element(document, xml_base="c/")
url = URLDecomposition("../x", document)
references = "b", "../x?y#z", "?q", "//h/", "http://h/a/./b"

for use in (
    *(lambda reference=reference: resolve(reference, document) for reference in references),
    lambda: resolve("../x?y#z", element),
    lambda: url.hostname,
):
    use()
    print(count_calls(use))
"""


def test_resolving_against_a_document_takes_at_most_ten_calls():
    program = [sys.executable, "-c", COUNTING]
    process = subprocess.run(
        program, cwd=Path(__file__).parents[3], capture_output=True, text=True, check=True
    )
    *of_document, of_element, of_live_url = map(int, process.stdout.split())
    assert len(of_document) == 5
    assert max(of_document) <= 10
    assert of_element <= 11
    assert of_live_url <= 7


@pytest.mark.parametrize("kind", [URL, FrozenURL])
def test_base_string_is_cut_once(kind):
    base = f"https://only-once.example/{kind.__name__}/\u00e9/b"
    kind("a", "https://other.example/\u00e9/b")
    first = count_calls(lambda: kind("a", base))
    assert count_calls(lambda: kind("a", base)) < first - 5


def test_base_of_a_document_is_cut_once():
    cut_urls = []

    def recording(cut):
        def cut_and_record(url, base=None, encoding="utf-8"):
            cut_urls.append(url)
            return cut(url, base, encoding)

        return cut_and_record

    document = Document(ADDRESS, base_href="/c/", standard=engine_with_cut(recording).standard)
    element = Element(document, xml_base="d/")
    for _ in range(3):
        resolve("x", element)
        resolve("y", document)
    assert sorted(cut_urls) == sorted([ADDRESS, "/c/", "d/", *["x", "y"] * 3])


@pytest.mark.parametrize("name", STANDARD_NAMES)
@given(reference=urls, encoding=encodings)
def test_pieces_of_a_resolved_base_are_those_of_its_url(name, reference, encoding):
    engine = find_engine(name)
    try:
        base = BaseValue(engine, "http://h/a/b?c#d", encoding).resolve(reference)
    except InvalidURLError:
        return
    for made in (base, base.without_fragment()):
        pieces = made.pieces()
        assert pieces is not None
        assert url_pieces(pieces) == url_pieces(engine.grammar.cut_new_base(made.url))


def test_document_hands_out_the_same_base_until_it_changes():
    document = Document(ADDRESS)
    element = Element(document)
    base = base_of(document, None, None)
    assert base_of(document, None, None) is base
    assert (
        base_of(element, None, None) is base
    )  # An element without `xml:base` has the base of its parent.
    document.base_href = "/c/"
    assert base_of(element, None, None) is base_of(document, None, None) is not base
    assert base_of(element, None, None).url == "http://example.com/c/"


def test_given_standard_and_encoding_win():
    base = base_of(Document(ADDRESS, encoding="latin1"), "whatwg", "koi8-r")
    assert (base.engine.standard, base.text, base.encoding) == (WHATWG, ADDRESS, "koi8-r")
    base = base_of(Document(ADDRESS, encoding="latin1"), "whatwg", None)
    assert (base.engine.standard, base.text, base.encoding) == (WHATWG, ADDRESS, "latin1")
    base = base_of(BaseChain(retrieval=ADDRESS), None, "koi8-r")
    assert (base.engine.name, base.text, base.encoding) == ("rfc1808", ADDRESS, "koi8-r")


def test_base_of_a_users_context_is_the_last_one_if_its_attributes_are_the_same():
    context = Context()
    base = base_of_context(context, None, None, None)
    assert base_of_context(context, None, None, base) is base
    for name, value in (
        ("base_url", "http://other/"),
        ("encoding", "koi8-r"),
        ("standard", WHATWG),
    ):
        setattr(context, name, value)
        changed = base_of_context(context, None, None, base)
        assert changed is not base
        base = changed
    assert (base.text, base.encoding, base.engine.standard) == ("http://other/", "koi8-r", WHATWG)


class Moving(Document):
    """A user's subclass whose attributes change without a report."""

    __slots__ = ("now",)

    @property
    def base_url(self):
        return self.now

    @property
    def encoding(self):
        return "latin1"


def test_attributes_of_a_users_subclass_are_read_at_each_use():
    page = Moving("http://h/")
    page.now = "http://one/"
    element = Element(page)
    url = URLDecomposition("?\u00e9", page)
    assert str(resolve("?\u00e9", page)) == "http://one/?%E9"
    assert url.href == "http://one/?%E9"
    assert str(resolve("?\u00e9", element)) == "http://h/?%E9"
    page.now = "http://two/"
    assert str(resolve("?\u00e9", page)) == "http://two/?%E9"
    assert url.href == "http://two/?%E9"


class Reading(Context):
    """A user's context that records which of its attributes are read."""

    def __init__(self):
        self.reads = []

    def __getattribute__(self, name):
        if not name.startswith("_") and name != "reads":
            self.reads.append(name)
        return super().__getattribute__(name)


def test_attributes_of_a_users_context_are_read_once_at_each_use():
    context = Reading()
    url = URLDecomposition("x", context)
    for use in (lambda: resolve("x", context), lambda: url.href):
        use()
        for _ in range(2):
            context.reads.clear()
            use()
            assert context.reads.count("base_url") == 1
            assert {*context.reads} == {"base_url", "encoding", "standard"}


def test_invalid_base_is_reported_with_each_url():
    document = Document("relative")
    for _ in range(2):
        with pytest.raises(InvalidURLError, match="its base 'relative' is not an absolute URL"):
            resolve("x", document)
    with pytest.raises(InvalidURLError) as error:
        URL("x", "relative")
    assert error.value.url == "relative"
    assert HTML5.resolve("b", ADDRESS).path == "/a/b"


def test_counting_standard_counts_each_resolved_base_once():
    standard = CountingHTML5()
    document = Document(ADDRESS, base_href="c/", standard=standard)
    assert (document.base_url, resolve("x", document).href) == (
        "http://example.com/a/c/",
        "http://example.com/a/c/x",
    )
    assert standard.count() == 2
