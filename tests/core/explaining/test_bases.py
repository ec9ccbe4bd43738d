"""The steps that find the base URL."""

from __future__ import annotations

import pytest

from urldom import HTML5, WHATWG, BaseChain, Document, Element, explain
from urldom.trees import document


def test_chain_of_a_document_is_explained():
    page = Document("http://h/a", base_href="/s/")
    frame = Document("about:blank", creator=page)
    link = Element(Element(frame, xml_base="x/"), xml_base="http:")
    steps = [
        (step.looked_at, step.made.get("base URL"))
        for step in explain("u", link)
        if "base URL" in step.made
    ]
    assert steps == [
        ("http://h/a", "http://h/a"),
        ("/s/", "http://h/s/"),
        ("about:blank", "http://h/s/"),
        ("x/", "http://h/s/x/"),
        ("http://h/s/x/", "http://h/s/x/"),
    ]


def test_element_that_is_a_container_is_explained_as_its_document():
    page = Document("http://h/a", base_href="/s/")
    frame = Document("about:srcdoc", container=Element(page, xml_base="x/"))
    steps = explain("u", frame)
    assert [step.looked_at for step in steps if "base URL" in step.made] == [
        *("http://h/a", "/s/", "about:srcdoc", "http://h/s/")
    ]
    assert str(steps.result) == "http://h/s/u"


@pytest.mark.parametrize(
    ("base_href", "word"),
    [("//[", "ignored"), ("http://h/a", "resolved"), ("", "resolved"), ("b", "resolved")],
)
def test_base_element_is_explained_as_ignored_only_if_it_is_ignored(base_href, word):
    steps = explain("u", Document("http://h/a", base_href=base_href))
    (step,) = (step for step in steps if step.says.startswith("The href of the first base element"))
    assert word in step.says


def test_ignored_xml_base_is_explained():
    link = Element(Document("http://h/", standard="whatwg"), xml_base="x/")
    assert [step.applies for step in explain("u", link) if "xml:base" in step.section] == [False]


def test_four_sources_of_a_base_in_rfc_1808_are_explained():
    chain = BaseChain(
        content="x", encapsulating=BaseChain(retrieval="http://outer/"), default="http://d/"
    )
    steps = [
        (step.section[-3:], step.applies)
        for step in explain("u", chain)
        if "section 3." in step.section
    ]
    assert steps == [("3.3", True), ("3.1", False), ("3.2", True), ("3.4", False)]


def test_long_chain_is_read_once(monkeypatch):
    chain = BaseChain(retrieval="http://h/")
    for _ in range(300):
        chain = BaseChain(encapsulating=chain)
    chains: list[BaseChain] = []
    base_url = BaseChain.base_url.fget
    monkeypatch.setattr(
        BaseChain, "base_url", property(lambda chain: chains.append(chain) or base_url(chain))
    )
    explanation = explain("u", chain)
    assert (str(explanation.result), {*map(id, chains)}) == ("http://h/u", {id(chain)})
    assert len([step for step in explanation if step.section == "RFC 1808 section 3.2"]) == 300


def test_creator_with_a_false_truth_value_is_used():
    class Context(list):
        base_url, encoding, standard = "http://h/", "utf-8", HTML5

    steps = [step.section for step in explain("u", Document("about:blank", creator=Context()))]
    assert "a base context" in steps


def test_link_in_a_tree_is_explained():
    from xml.etree import ElementTree

    feed = ElementTree.XML(
        '<feed xml:base="/2007/"><entry xml:base="x/"><link href="a"/></entry></feed>'
    )
    page = document(feed, "http://h/feed")
    explanation = explain(page.url_of(feed[0][0]))
    assert [step.looked_at for step in explanation if "xml:base" in step.section] == [
        "/2007/",
        "x/",
    ]
    assert str(explanation.result) == "http://h/2007/x/a"
    assert str(explain("b", page).result) == "http://h/b"


def test_users_base_context_may_have_a_chain():
    class Context:
        base_url, encoding, standard, chain = "http://h/", "utf-8", WHATWG, "a chain"

    assert str(explain("a", Context()).result) == "http://h/a"


def test_users_base_context_is_explained():
    class Context:
        base_url, encoding, standard = "http://h/", "windows-1251", WHATWG

    explanation = explain("?ж", Context())
    assert (str(explanation.result), explanation.encoding) == ("http://h/?%E6", "windows-1251")
