"""HTML5 section 2.6, URLs, one module a subsection: `terminology` (2.6.1), `parsing` (2.6.2), `resolving` (2.6.3).

`fragment_escape` (2.6.4) is in `urldom.escaping`, base URLs and their changes (2.6.3 step 4, 2.6.5) in `urldom.base`,
the attributes (2.6.6) in `urldom.attributes`: other standards use these too.
"""

from __future__ import annotations

import re
from typing import Final

from urldom.attributes import Input, StandardOfTheTable
from urldom.escaping import FRAGMENT_CHARACTERS, PATH_CHARACTERS, QUERY_CHARACTERS
from urldom.html5 import parsing, resolving, terminology
from urldom.idna2003 import PLAIN_HOST, PLAIN_HOST_LENGTH
from urldom.parsed import ParsedURL
from urldom.standards import Decomposition

#: A prefix, an expression whose first group is what is stored, and a suffix.
_PLAIN_VALUES: Final = {
    "protocol": ("", re.compile(r"(https?):*\Z").match, ":"),
    "hostname": ("", re.compile(rf"(?=.{{1,{PLAIN_HOST_LENGTH}}}\Z)({PLAIN_HOST})\Z").match, ""),
    # The default ports of both protocols are not plain.
    "port": ("", re.compile(r"(?!(?:80|443)\Z)([1-9][0-9]{0,3})\Z").match, ""),
    "pathname": ("/", re.compile(rf"/?([{PATH_CHARACTERS}]*)\Z").match, ""),
    "search": ("?", re.compile(rf"\??([{QUERY_CHARACTERS}]*)\Z").match, ""),
    "hash": ("#", re.compile(rf"#?([{FRAGMENT_CHARACTERS}]+)\Z").match, ""),
}


class _HTML5(StandardOfTheTable):
    __slots__ = ()
    name = "html5"
    plain_form = re.compile(rf"(https?:)//({PLAIN_HOST})(/[^?#]*|)(\?[^#]*|)(#.+|)(?<![ \t\n\f\r])\Z", re.DOTALL)

    def parse(self, url: str) -> ParsedURL:
        return parsing.parse(url)

    def resolve(self, url: str, base: str | ParsedURL | None = None, *, encoding: str = "utf-8") -> ParsedURL:
        return resolving.resolve(url, base, encoding)

    def resolve_string(self, url: str, base: str | None = None, encoding: str = "utf-8") -> str:
        return resolving.resolve_string(url, base, encoding)

    def is_valid_url(self, url: str, encoding: str = "utf-8") -> bool:
        return terminology.is_valid_url(url, encoding)

    def inspect(self, input: str) -> Input | None:
        resolved = resolving.resolved_alone(input)
        if resolved is None:
            return None
        authority_based = resolved.host is not None
        hierarchical = authority_based or resolved.path.startswith("/")
        return Input(parsing.parse(input), hierarchical, authority_based)  # ruling 13

    def plain_value(self, name: str, value: str) -> str | None:
        row = _PLAIN_VALUES.get(name)
        if row is None:
            return None
        prefix, match, suffix = row
        found = match(value)
        return None if found is None else f"{prefix}{found[1]}{suffix}"

    def decompose(self, input: str, encoding: str = "utf-8") -> Decomposition:
        plain = self.plain_form.match(input)
        if plain is None or len(plain[2]) > PLAIN_HOST_LENGTH:
            return super().decompose(input, encoding)
        protocol, host, pathname, search, hash = plain.groups()
        return protocol, host, host, "", pathname or "/", search, hash  # ruling 14


HTML5: Final = _HTML5()
