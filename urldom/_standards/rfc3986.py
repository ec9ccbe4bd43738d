"""RFC 3986: the grammar of URI references (RFC 3986 appendix A), and relative resolution (section 5.2)."""

from __future__ import annotations

import re
from typing import ClassVar, Final

from urldom._standards.interface import Standard
from urldom._standards.names import StandardName
from urldom._standards.rfcs import GrammarEngine
from urldom._text.grammar import uri_reference
from urldom._values.reference_values import URIReference


class _Engine(GrammarEngine):
    name: ClassVar[StandardName] = "rfc3986"
    _parsing: ClassVar[str] = "RFC 3986 appendix A"
    _base: ClassVar[str] = "RFC 3986 section 5.1"
    _production: ClassVar[str] = "<URI-reference> production of RFC 3986"
    _noun: ClassVar[str] = "a URI"
    _characters: ClassVar[str] = r"!#$%&'()*+,\-./0-9:;=?@A-Z\[\]_a-z~"

    def _match(self, url: str) -> re.Match[str] | None:
        return uri_reference().match(url)


RFC3986: Final[Standard[URIReference]] = _Engine().standard
