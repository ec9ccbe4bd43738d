"""RFC 3986: the grammar of URI references (RFC 3986 appendix A), and relative resolution (section 5.2)."""

from __future__ import annotations

import re
from typing import Final

from urldom._core.standards.interface import Standard
from urldom._core.standards.rfcs import GrammarEngine
from urldom._core.text.grammar import uri_reference
from urldom._core.values.reference_values import URIReference


class _Engine(GrammarEngine):
    name = "rfc3986"
    _parsing = "RFC 3986 appendix A"
    _base = "RFC 3986 section 5.1"
    _production = "<URI-reference> production of RFC 3986"
    _noun = "a URI"
    _characters = r"!#$%&'()*+,\-./0-9:;=?@A-Z\[\]_a-z~"

    def _match(self, url: str) -> re.Match[str] | None:
        return uri_reference().match(url)


RFC3986: Final[Standard[URIReference]] = _Engine().standard
