"""RFC 3986: the grammar of URI references (RFC 3986 appendix A), and relative resolution (section
5.2)."""

from __future__ import annotations

import re
from typing import Final

from urldom._core.standards.interface import Standard
from urldom._core.standards.rfcs import ReferenceGrammar
from urldom._core.text.grammar import uri_reference
from urldom._core.values.reference_values import URIReference


def _match(url: str) -> re.Match[str] | None:
    return uri_reference().match(url)


_GRAMMAR: Final = ReferenceGrammar(
    match=_match,
    parsing_step="RFC 3986 appendix A",
    base_section="RFC 3986 section 5.1",
    production="<URI-reference> production of RFC 3986",
    noun="a URI",
    characters=r"!#$%&'()*+,\-./0-9:;=?@A-Z\[\]_a-z~",
)

RFC3986: Final[Standard[URIReference]] = _GRAMMAR.engine("rfc3986").standard
