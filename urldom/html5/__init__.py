"""HTML5 section 2.6, URLs, one module a subsection: `terminology` (2.6.1), `parsing` (2.6.2), `resolving` (2.6.3).

`fragment_escape` (2.6.4) is in `urldom.escaping`, base URLs and their changes (2.6.3 step 4, 2.6.5) in `urldom.base`,
the attributes (2.6.6) in `urldom.attributes`: other standards use these too.
"""

from __future__ import annotations

import re
from typing import Final

from urldom.attributes import Input, assign, decompose
from urldom.html5 import parsing, resolving, terminology
from urldom.idna2003 import PLAIN_HOST
from urldom.parsed import ParsedURL
from urldom.standards import Decomposition, Standard

# What nearly every input looks like, in groups that are what the attributes return: an authority-based URL whose host
# is a name of plain labels, without a userinfo and a port.
_plain = re.compile(rf"(https?:)//({PLAIN_HOST})(/[^?#]*|)(\?[^#]*|)(#.+|)#?(?<![ \t\n\f\r])\Z", re.DOTALL).match


class _HTML5(Standard):
    __slots__ = ()
    name = "html5"

    def parse(self, url: str) -> ParsedURL:
        return parsing.parse(url)

    def resolve(self, url: str, base: str | ParsedURL | None = None, *, encoding: str = "utf-8") -> ParsedURL:
        return resolving.resolve(url, base, encoding)

    def is_valid_url(self, url: str, encoding: str = "utf-8") -> bool:
        return terminology.is_valid_url(url, encoding)

    def inspect(self, input: str) -> Input | None:
        resolved = resolving.resolved_alone(input)
        if resolved is None:
            return None
        authority_based = resolved.host is not None
        hierarchical = authority_based or resolved.path.startswith("/")
        return Input(parsing.parse(input), hierarchical, authority_based)  # ruling 13

    def decompose(self, input: str, encoding: str = "utf-8") -> Decomposition:
        plain = _plain(input)
        if plain is None:
            return decompose(self.inspect(input))
        protocol, host, pathname, search, hash = plain.groups()
        return protocol, host, host, "", pathname or "/", search, hash  # ruling 14

    def assign(self, input: str, name: str, value: str, encoding: str = "utf-8") -> str:
        return assign(self.inspect, input, name, value)


HTML5: Final = _HTML5()
