"""RFC 1808: relative URLs. Parsing in the order of section 2.4, resolving by the steps of section 4."""

from __future__ import annotations

import re
from typing import Final

import attrs

from urldom.attributes import Input, StandardOfTheTable, split_authority
from urldom.errors import UnresolvableURLError
from urldom.grammar import run
from urldom.parsed import ParsedURL
from urldom.rfc3986 import merge


@attrs.frozen
class GenericRL:
    """The six components of RFC 1808's `generic-RL` (section 2.1), each `""` when absent: this RFC tells no absent
    component from an empty one. `path` holds the slash that precedes it (section 2.4.6).

    >>> str(GenericRL(scheme="http", net_loc="a", path="/b", params="p"))
    'http://a/b;p'
    """

    scheme: str = ""
    net_loc: str = ""
    path: str = ""
    params: str = ""
    query: str = ""
    fragment: str = ""

    def __str__(self) -> str:
        url = f"{self.scheme}:" if self.scheme else ""
        if self.net_loc or self.path.startswith("//"):
            url += f"//{self.net_loc}"
        url += self.path
        if self.params:
            url += f";{self.params}"
        if self.query:
            url += f"?{self.query}"
        return f"{url}#{self.fragment}" if self.fragment else url


_scheme = re.compile(r"([A-Za-z0-9+.\-]+):").match  # section 2.2


def remove_dot_segments(path: str) -> str:
    """Section 4 step 6, a to d, which are RFC 2396 section 5.2 step 6, c to f: a `..` with nothing before it stays.

    >>> remove_dot_segments("/b/c/./../../../g")
    '/../g'
    """
    if "." not in path:
        return path
    root = "/" if path.startswith("/") else ""
    segments = path[len(root) :].split("/")
    output: list[str] = []
    for segment in segments:
        if segment == ".." and output and output[-1] != "..":
            output.pop()
            ended = True  # where this is the last segment, the slash before it stays
        elif segment == ".":
            ended = True
        else:
            output.append(segment)
            ended = False
    if ended:
        output.append("")
    return root + "/".join(output)


class _RFC1808(StandardOfTheTable):
    __slots__ = ()
    name = "rfc1808"

    def parse(self, url: str) -> GenericRL:
        """The six components of `url`. Every string has them.

        >>> RFC1808.parse("//h?q").net_loc
        'h?q'
        """
        if not isinstance(url, str):
            raise TypeError(f"a URL is a str, not {type(url).__name__}")
        rest, _, fragment = url.partition("#")  # section 2.4.1
        found = _scheme(rest)  # 2.4.2
        scheme = found[1] if found else ""
        rest = rest[found.end() :] if found else rest
        net_loc = ""
        if rest.startswith("//"):  # 2.4.3
            net_loc, slash, rest = rest[2:].partition("/")
            rest = slash + rest
        rest, _, query = rest.partition("?")  # 2.4.4
        path, _, params = rest.partition(";")  # 2.4.5, 2.4.6
        return GenericRL(scheme, net_loc, path, params, query, fragment)

    def resolve(self, url: str, base: str | ParsedURL | None = None, *, encoding: str = "utf-8") -> GenericRL:
        """The absolute form of the embedded URL `url` (section 4); `encoding` is not used.

        Without a base, or with an empty one, `url` is taken as absolute (step 1). Raises `UnresolvableURLError` where
        the base is no absolute URL.

        >>> str(RFC1808.resolve("?y", "http://a/b/c/d;p?q#f"))
        'http://a/b/c/d;p?y'
        """
        base_url = "" if base is None else str(base)
        embedded = self.parse(url)
        if not base_url:  # Step 1
            return embedded
        base_rl = self.parse(base_url)  # Step 2
        if not base_rl.scheme:
            raise UnresolvableURLError(url, base_url, "its base has no scheme", self.name)
        if not url:  # Step 2a
            return base_rl
        if embedded.scheme:  # Step 2b
            return embedded
        net_loc, path, params, query = embedded.net_loc, embedded.path, embedded.params, embedded.query
        if not net_loc:  # Step 3
            net_loc = base_rl.net_loc
            if not path:  # Step 5
                path = base_rl.path
                params = embedded.params or base_rl.params
                query = embedded.query if embedded.params else embedded.query or base_rl.query
            elif not path.startswith("/"):  # Step 6; step 4 skips it
                path = remove_dot_segments(merge(bool(net_loc), base_rl.path, path))
        if net_loc and not path and (params or query):
            path = "/"  # section 2.2: behind a net_loc they follow a slash; else they would read back as its end
        return GenericRL(base_rl.scheme, net_loc, path, params, query, embedded.fragment)  # Step 7

    def _absolute_string(self, url: str) -> str | None:
        return url if self.parse(url).scheme else None

    def is_valid_url(self, url: str, encoding: str = "utf-8") -> bool:
        return _is_valid(url) is not None

    def inspect(self, input: str) -> Input | None:
        url = self.parse(input)
        if not url.scheme:
            return None
        userinfo, host, port = split_authority(url.net_loc) if url.net_loc else (None, None, None)
        path = f"{url.path};{url.params}" if url.params else url.path
        return Input.of(ParsedURL(url.scheme, userinfo, host, port, path, url.query or None, url.fragment or None))


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
