"""RFC 1808: relative URLs. Parsing in the order of section 2.4, resolving by the steps of section 4."""

from __future__ import annotations

import re
from typing import ClassVar, Final

from urldom._errors import Failure
from urldom._standards.interface import StandardName
from urldom._standards.table import ReferenceStandard, split_authority
from urldom._text.grammar import run
from urldom._values.pieces import Pieces
from urldom._values.references import GenericRL, merge, remove_complete_segments
from urldom._values.url_value import AnyURL, url_text

_scheme = re.compile(r"([A-Za-z0-9+.\-]+):").match  # section 2.2


class _RFC1808(ReferenceStandard[GenericRL]):
    __slots__ = ()
    name: ClassVar[StandardName] = "rfc1808"

    def parse(self, url: AnyURL) -> GenericRL:
        """The six components of `url`. Every string has them.

        >>> RFC1808.parse("//h?q").net_loc
        'h?q'
        """
        rest, _, fragment = url_text(url).partition("#")  # section 2.4.1
        found = _scheme(rest)
        scheme = found[1] if found else ""  # section 2.4.2
        rest = rest[found.end() :] if found else rest
        net_loc = ""
        if rest.startswith("//"):  # section 2.4.3
            net_loc, slash, rest = rest[2:].partition("/")
            rest = slash + rest
        rest, _, query = rest.partition("?")  # section 2.4.4
        path, _, params = rest.partition(";")  # sections 2.4.5 and 2.4.6
        return GenericRL(scheme, net_loc, path, params, query, fragment)

    def resolve(self, url: AnyURL, base: AnyURL | None = None, *, encoding: str = "utf-8") -> GenericRL:
        """The absolute form of the embedded URL `url` (section 4); `encoding` is not used.

        Without a base, or with an empty one, `url` is taken as absolute (step 1). Raises `UnresolvableURLError` where
        the base is no absolute URL.

        >>> str(RFC1808.resolve("?y", "http://a/b/c/d;p?q#f"))
        'http://a/b/c/d;p?y'
        """
        return self._resolve(url, base, encoding)

    def resolve_string(self, url: AnyURL, base: AnyURL | None = None, encoding: str = "utf-8") -> str:
        return str(self.resolve(url, base, encoding=encoding))  # by step 1, it may be relative

    def _cut_base(self, base: str) -> Pieces:
        return super()._cut_base(base) if base else self.no_url  # section 4 step 1 is for the empty one

    def resolve_reference(self, url: str, base: str | None, **options: bool) -> GenericRL:
        embedded = self.parse(url)
        if not base:  # Step 1
            return embedded
        base_rl = self.parse(base)  # Step 2
        if not base_rl.scheme:  # Step 2
            raise Failure("its base has no scheme")
        if not url:  # Step 2a
            return base_rl
        if embedded.scheme:  # Step 2b
            return embedded
        scheme = base_rl.scheme  # Step 2c
        net_loc, path, params, query = embedded.net_loc, embedded.path, embedded.params, embedded.query
        if not net_loc:  # Step 3
            net_loc = base_rl.net_loc
            if not path:  # Step 5
                path = base_rl.path
                params = embedded.params or base_rl.params
                query = embedded.query if embedded.params else embedded.query or base_rl.query
            elif not path.startswith("/"):  # Steps 4 and 6
                path = remove_complete_segments(merge(bool(net_loc), base_rl.path, path))
        if net_loc and not path and (params or query):
            path = "/"  # section 2.2: behind a net_loc they follow a slash; else they would read back as its end
        return GenericRL(scheme, net_loc, path, params, query, embedded.fragment)  # Step 7

    def _absolute_string(self, url: str) -> str | None:
        parsed = self.parse(url)
        return str(parsed) if parsed.scheme else None

    def is_valid_url(self, url: AnyURL, encoding: str = "utf-8") -> bool:
        return _is_valid(url_text(url)) is not None

    def cut_as_written(self, url: str) -> Pieces:
        parsed = self.parse(url)
        return (
            parsed.scheme and f"{parsed.scheme}:",
            "//" if parsed.net_loc or parsed.path.startswith("//") else "",  # as it is written
            *split_authority(parsed.net_loc),
            f"{parsed.path};{parsed.params}" if parsed.params else parsed.path,
            parsed.query and f"?{parsed.query}",
            parsed.fragment and f"#{parsed.fragment}",
            url,
        )


# Section 2.2; national characters and escapes as in RFC 1738 section 5
_UNRESERVED: Final = r"A-Za-z0-9$\-_.+!*'(),"
_PCHAR: Final = f"{_UNRESERVED}:@&="
_ANY: Final = run(f"{_UNRESERVED};/?:@&=")
_is_valid = re.compile(
    rf"(?:[A-Za-z0-9+.\-]+:{_ANY}|(?![A-Za-z0-9+.\-]+:)"
    rf"(?://{run(f'{_PCHAR};?')}(?=[/#]|\Z))?"
    rf"(?!//){run(f'{_PCHAR}/')}(?:;{run(f'{_PCHAR}/;')})?(?:\?{_ANY})?)"
    rf"(?:#{_ANY})?\Z"
).match


RFC1808: Final = _RFC1808()
