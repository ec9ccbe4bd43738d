"""The base URL of RFC 1808 section 3. More tests of base chains are in `test_rfc1808.py`."""

import copy
import pickle

import pytest

from tests.cases import each_case
from urldom import BaseChain, Document, parse

from .helpers import Context


def test_bases_have_an_order_of_precedence():
    chain = BaseChain(
        "http://content/", "http://encapsulating/", "http://retrieval/", "http://default/"
    )
    for name, host in (
        ("content", "content"),
        ("encapsulating", "encapsulating"),
        ("retrieval", "retrieval"),
        ("default", "default"),
    ):
        assert chain.base_url == f"http://{host}/"
        setattr(chain, name, "" if name == "default" else None)
    assert chain.base_url == ""


def test_chain_follows_its_context():
    context = Context()
    page = Document("http://example.com/")
    chains = [BaseChain(encapsulating=base, default="http://default/") for base in (context, page)]
    context.base_url = "nowhere"
    page.base_href = "/a/"
    assert [chain.base_url for chain in chains] == ["http://default/", "http://example.com/a/"]


def test_bases_can_be_strings_or_url_objects():
    url = parse("http://h/a")
    assert (
        BaseChain(url).base_url
        == BaseChain(None, url).base_url
        == BaseChain(default=url).default
        == "http://h/a"
    )


@each_case("wrong", [5, b"http://h/", ["http://h/"]])
@each_case("name", ["content", "encapsulating", "retrieval", "default"])
def test_wrong_type_raises_type_error(name, wrong):
    with pytest.raises(TypeError, match=f"{name} .*not {type(wrong).__name__}"):
        BaseChain(**{name: wrong})
    chain = BaseChain()
    with pytest.raises(TypeError, match=f"{name} .*not {type(wrong).__name__}"):
        setattr(chain, name, wrong)
    assert chain == BaseChain()


def test_missing_default_raises_type_error():
    with pytest.raises(TypeError, match="not NoneType"):
        BaseChain(default=None)


def test_encapsulating_entity_is_a_url_or_a_base_context():
    with pytest.raises(
        TypeError, match=r"^encapsulating must be a URL or a base context, not int$"
    ):
        BaseChain(encapsulating=3)
    assert BaseChain(encapsulating=parse("http://h/")).encapsulating == "http://h/"


def test_loop_raises_value_error_and_nothing_changes():
    chain = BaseChain(default="http://h/")
    for outer in (chain, BaseChain(encapsulating=BaseChain(encapsulating=chain))):
        with pytest.raises(ValueError, match="itself"):
            chain.encapsulating = outer
        assert (chain.encapsulating, outer.base_url) == (None, "http://h/")


def test_chain_can_have_any_depth():
    chain = BaseChain(retrieval="http://h/")
    for _ in range(100_000):
        chain = BaseChain(encapsulating=chain)
    assert chain.base_url == "http://h/"


class MadeChain(BaseChain):
    """A user's own class"""


@pytest.mark.parametrize(
    "duplicate", [copy.copy, copy.deepcopy, lambda chain: pickle.loads(pickle.dumps(chain))]
)
def test_copy_is_equal_and_keeps_each_base(duplicate):
    outer = MadeChain(retrieval="http://r/", default="http://d/")
    chain = BaseChain("c", encapsulating=outer, retrieval="http://q/")
    copied = duplicate(chain)
    assert copied == chain and copied is not chain and type(copied.encapsulating) is MadeChain
    assert (copied.content, copied.retrieval, copied.default, copied.base_url) == (
        "c",
        "http://q/",
        chain.default,
        chain.base_url,
    )
    assert (copied.encapsulating is outer) is (duplicate is copy.copy)
    assert copied.encapsulating == outer and chain != outer
