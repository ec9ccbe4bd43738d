"""The steps that find a base URL.

They are those of HTML5 2.6.3 step 4, of the HTML Standard's "fallback base URL", and of RFC 1808
section 3.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from urldom._core.contexts.base_chain import BaseChain
from urldom._core.contexts.base_urls import document_base
from urldom._core.contexts.base_value import BaseValue
from urldom._core.contexts.document import Document
from urldom._core.contexts.element import Element
from urldom._core.contexts.protocol import (
    Base,
    BaseContext,
    apart_from_tree,
    context_of,
    is_context,
)
from urldom._core.errors import Failure
from urldom._core.explaining.steps import Step, failure_of
from urldom._core.standards.interface import Engine, engine_of
from urldom._core.standards.resolving import is_absolute_url
from urldom._core.standards.sentences import address_of
from urldom._core.values.url_value import url_text

#: The sections of RFC 1808 on finding a base URL, by the attributes of `BaseChain`.
_SECTIONS: Final = {
    "content": ("3.1", "The base URL that the document's content embeds."),
    "encapsulating": ("3.2", "The base URL of the entity that encloses the document."),
    "retrieval": ("3.3", "The URL that was used to retrieve the document."),
    "default": ("3.4", "The default base URL of the application."),
}


def narrate_base(base: Base, text: str, engine: Engine) -> list[Step]:
    """Return the steps that find the base URL `text`.

    If it is invalid, the last step has an error.
    """
    context = context_of(base)
    steps = [] if context is None else narrate_context(context, text)
    says = "The base is parsed. It has to be an absolute URL."
    if engine.grammar.base_may_be_unknown:  # RFC 1808 section 4 step 2b
        says = "The base is parsed. It has to be an absolute URL, unless the embedded URL is one."
    made: dict[str, str | None] = {}
    failure: Failure | None = None
    try:
        base_url = engine.reading.read_base(text)
    except Failure as error:
        failure = error
    else:
        if text:
            made["base URL"] = base_url
        else:
            says = "The base is unknown."
    sentences = engine.reading.sentences()
    address = sentences.address(sentences.base)
    steps.append(Step(sentences.base, says, address, text, made=made, errors=failure_of(failure)))
    return steps


def narrate_context(context: BaseContext, base_url: str) -> list[Step]:
    """Return the steps that lead to the base URL of a base context.

    They begin with the outermost context. `base_url` is the base URL of the context itself.
    """
    contexts = [apart_from_tree(context)]
    outer = _outer(contexts[-1])
    while is_context(outer):
        contexts.append(apart_from_tree(outer))
        outer = _outer(contexts[-1])
    steps: list[Step] = []
    above: str | None = None
    for link in reversed(contexts):
        told = [*_narrate_one(link, above)]
        steps += told
        above = None
        if type(link) is BaseChain:
            # A chain's base URL is taken from its steps, because its `base_url` would read all
            # outer chains once more.
            above = next((step.made["base URL"] for step in told if step.made), "")
    if url_text(contexts[0].base_url, "a base URL") != base_url:
        says = "The element resolves this attribute against a different base URL."
        steps.append(Step("the element's own base", says, made={"base URL": base_url}))
    return steps


def _outer(context: BaseContext) -> object:
    """Return the outer context of a document, of an element or of a chain."""
    if type(context) is BaseChain:
        return context.encapsulating
    if isinstance(context, Element):
        context = context.document
    if not isinstance(context, Document):
        return None
    outer = context.creator if context.creator is not None else context.container
    outer = apart_from_tree(outer)
    return outer.document if isinstance(outer, Element) else outer  # ruling 20


def _narrate_one(context: BaseContext, above: str | None) -> Iterator[Step]:
    """Yield the steps of one context. `above` is the base URL of the chain around it, or `None`."""
    if type(context) is BaseChain:
        yield from _narrate_chain(context, above)
        return
    elements: list[Element] = []
    link: object = context
    while isinstance(link, Element):
        elements.append(link)
        link = link.parent
    if not isinstance(link, Document):
        base_url = url_text(context.base_url, "a base URL")
        yield Step("a base context", "This is its base URL.", made={"base URL": base_url})
        return
    yield from _narrate_document(link)
    for element in reversed(elements):
        if element.xml_base is not None:
            yield _narrate_element(element, link)


def _narrate_document(document: Document) -> Iterator[Step]:
    address = document.address
    fallback = document.fallback_base_url
    engine = engine_of(document.standard)
    sentences = engine.reading.sentences()
    says = "The fallback base URL is the document's address."
    if fallback != address:
        says = (
            "The document's address cannot be a base. Its creator or container supplies the"
            " fallback base URL."
        )
    section = sentences.fallback_base
    yield Step(section, says, sentences.address(section), address, made={"base URL": fallback})
    if document.base_href is None:
        return
    base_url = document.base_url
    fallback_base = BaseValue(engine, fallback, document.encoding)
    says = "The href of the first base element is resolved against the fallback base URL."
    if document_base(fallback_base, document.base_href) is fallback_base:
        says = (
            "The href of the first base element is ignored, because the result cannot be a base"
            " URL."
        )
    section = sentences.base_element
    address_of_step = sentences.address(section)
    made: dict[str, str | None] = {"base URL": base_url}
    yield Step(section, says, address_of_step, document.base_href, made=made)


def _narrate_element(element: Element, document: Document) -> Step:
    base_url = element.base_url
    made: dict[str, str | None] = {}
    if base_url != element.parent.base_url:
        made["base URL"] = base_url
    says = "An xml:base attribute is resolved against the base URL of the element's parent."
    if not document.xml_base:
        says = "This document ignores xml:base attributes."
    return Step(
        section="XML Base 4, xml:base",
        says=says,
        address="https://www.w3.org/TR/xmlbase/#resolution",
        looked_at=element.xml_base,
        made=made,
        applies=document.xml_base,
    )


def _narrate_chain(chain: BaseChain, above: str | None) -> Iterator[Step]:
    grammar = engine_of(chain.standard).grammar
    is_found = False
    for name, (section, says) in _SECTIONS.items():
        given = getattr(chain, name)
        if given is None or (given == "" and name == "default"):
            continue
        if isinstance(given, str):
            text = given
        elif above is not None:
            text = above
        else:
            text = url_text(given.base_url, "the base URL of an encapsulating entity")
        applies = False
        made: dict[str, str | None] = {}
        if not is_found:
            applies = name == "default" or is_absolute_url(grammar, text)
        if applies:
            is_found = True
            made["base URL"] = text
        section = f"RFC 1808 section {section}"
        yield Step(section, says, address_of(section), text, made=made, applies=applies)
