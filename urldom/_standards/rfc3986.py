"""RFC 3986: the grammar of URI references (RFC 3986 appendix A), and relative resolution (section 5.2)."""

from __future__ import annotations

import re
from typing import ClassVar, Final

from urldom._standards.interface import Standard
from urldom._standards.names import StandardName
from urldom._standards.rfcs import GrammarEngine
from urldom._standards.sentences import RFC3986_PARTS, RFC3986_STEPS, TABLE, address_of
from urldom._text.grammar import uri_reference
from urldom._values.reference_values import URIReference
from urldom._values.telling import Sentences

_PARSING: Final = "RFC 3986 appendix A"


class _Engine(GrammarEngine):
    name: ClassVar[StandardName] = "rfc3986"
    _parsing: ClassVar[str] = _PARSING
    _noun: ClassVar[str] = "a URI"
    _production: ClassVar[str] = "<URI-reference> production of RFC 3986"
    _characters: ClassVar[str] = r"!#$%&'()*+,\-./0-9:;=?@A-Z\[\]_a-z~"
    _sentences: ClassVar[Sentences] = Sentences(
        address=address_of,
        sequences=({_PARSING: "The reference is parsed by the grammar of a URI reference.", **RFC3986_STEPS},),
        others={"RFC 3986 section 5.2.1": "The base URI has to have a scheme.", **RFC3986_PARTS, **TABLE},
        base="RFC 3986 section 5.1",
        parsing=(_PARSING,),
        depths=dict.fromkeys(RFC3986_PARTS, 1),
    )

    def _match(self, url: str) -> re.Match[str] | None:
        return uri_reference().match(url)


RFC3986: Final[Standard[URIReference]] = _Engine().standard
