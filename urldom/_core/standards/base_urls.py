"""The document base URL (HTML5 2.6.3 step 4), by the page rules of a standard."""

from __future__ import annotations

from urldom._core.errors import Failure, InvalidURLError
from urldom._core.standards.interface import Engine
from urldom._core.standards.resolving import resolve_string
from urldom._core.values.pieces import href_without_fragment


def fallback_base_url(engine: Engine, address: str, creator: str | None, container: str | None) -> str:
    """Return a document's fallback base URL (HTML5 2.6.3 step 4, substeps 1 to 3), one of the three URLs. `creator`
    and `container` are the base URLs of other documents."""
    if engine.page_rules.about_base_url:
        return _fallback_base_url_of_the_html_standard(engine, address, creator if container is None else container)
    if address == "about:blank" and creator is not None:  # Substep 2, ruling 20
        return creator
    return address if container is None else container  # Substep 3


def _fallback_base_url_of_the_html_standard(engine: Engine, address: str, about_base_url: str | None) -> str:
    """Return the HTML Standard's *fallback base URL*. For some `about:` documents, it is the *about base URL*: the base
    URL of the container when the document was made, or else of the creator."""
    if about_base_url is None:
        return address
    try:
        url = href_without_fragment(engine.grammar.cut(address))
    except Failure:
        return address
    # This condition is "matches about:srcdoc" or "matches about:blank".
    return about_base_url if url == "about:srcdoc" or url.partition("?")[0] == "about:blank" else address


def base_element_url(engine: Engine, href: str, fallback: str, encoding: str) -> str:
    """Return the document base URL that a `base` element makes (HTML5 2.6.3 step 4, substeps 5 and 6), or the HTML
    Standard's *frozen base URL*."""
    try:
        url = resolve_string(engine.grammar, href, fallback, encoding)
    except InvalidURLError:
        return fallback  # ruling 21
    return fallback if url.startswith(engine.page_rules.rejected_base_schemes) else url
