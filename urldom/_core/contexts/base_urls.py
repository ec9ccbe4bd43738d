"""The base URLs of elements and documents, in the order of HTML5 2.6.3 step 4.

Each function runs a part of the step, which the comments cite. The functions keep nothing: the
module `chain` caches their results until a base URL changes.
"""

from __future__ import annotations

from typing import Any

from urldom._core.contexts.base_value import BaseValue
from urldom._core.errors import Failure, InvalidURLError
from urldom._core.standards.interface import Engine
from urldom._core.values.pieces import href_without_fragment


def element_base(parent: BaseValue, xml_base: str | None) -> BaseValue:
    """Return the *base URI of the element*, as the XML Base specification defines it.

    `parent` is the base URI of the element's parent, which for a child of a document is the
    document base URL, "the base URI of the document entity". `xml_base` is the element's `xml:base`
    attribute, or `None` if it lacks one.
    """
    if xml_base is None:
        return parent
    try:
        base = parent.resolve(xml_base)
    except InvalidURLError:
        return parent  # ruling 22: an invalid `xml:base` is ignored
    return base.without_fragment()  # ruling 22


def fallback_base_url(
    engine: Engine[Any], address: str, creator: str | None, container: str | None
) -> str:
    """Return the *fallback base url* of a document, which the first three substeps make.

    `creator` is the document base URL of the creator `Document`, and `container` is that of the
    `Document` of the browsing context container. Either is `None` if the document lacks it.
    """
    if engine.page_rules.about_base_url:
        about_base_url = creator if container is None else container
        return _fallback_base_url_of_the_html_standard(engine, address, about_base_url)
    fallback = address  # Substep 1
    if fallback == "about:blank" and creator is not None:  # Substep 2, ruling 20
        fallback = creator
    if container is not None:  # Substep 3
        fallback = container
    return fallback


def document_base(fallback: BaseValue, base_href: str | None) -> BaseValue:
    """Return the *document base URL*, which the last three substeps make from the fallback.

    `base_href` is the `href` of the first `base` element that has one, or `None` without such an
    element.
    """
    if base_href is None:  # Substep 4
        return fallback
    try:
        base = fallback.resolve(base_href)  # Substep 5
    except InvalidURLError:
        return fallback  # Substep 6, ruling 21
    rejected = base.engine.page_rules.rejected_base_schemes
    if rejected and base.url.startswith(rejected):
        return fallback  # HTML Standard, *set the frozen base URL*
    return base  # Substep 6


def document_base_url(engine: Engine[Any], base_href: str, fallback: str, encoding: str) -> str:
    """Return the URL of `document_base`, given the fallback base URL."""
    return document_base(BaseValue(engine, fallback, encoding), base_href).url


def _fallback_base_url_of_the_html_standard(
    engine: Engine[Any], address: str, about_base_url: str | None
) -> str:
    """Return the HTML Standard's *fallback base URL*.

    For some `about:` documents, it is the *about base URL*: the base URL of the container when the
    document was made, or else of the creator.
    """
    if about_base_url is None:
        return address
    try:
        url = href_without_fragment(engine.grammar.cut(address))
    except Failure:
        return address
    without_query, _, _ = url.partition("?")
    if url == "about:srcdoc" or without_query == "about:blank":
        return about_base_url  # *matches about:srcdoc* or *matches about:blank*
    return address
