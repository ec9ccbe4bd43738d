"""RFC 1808: relative URLs. RFC 1808 section 2.4 defines how to parse a URL, and section 4 how to resolve it."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import ClassVar, Final

import attrs

from urldom._errors import Failure
from urldom._standards.interface import StandardName
from urldom._standards.table import ReferenceStandard, split_authority
from urldom._text.grammar import run
from urldom._values.pieces import FRAGMENT, PATH, QUERY, SLASHES, Pieces, from_components
from urldom._values.reference_values import GenericRL
from urldom._values.references import merge, relative_path, remove_complete_segments
from urldom._values.telling import Say, Told, Values
from urldom._values.url_value import AnyURL, url_text

_scheme = re.compile(r"([A-Za-z0-9+.\-]+):").match  # section 2.2


def _parse(url: str, say: Say | None = None) -> GenericRL:
    """Parse a URL into its components (RFC 1808 section 2.4)."""
    rest, _, fragment = url.partition("#")  # section 2.4.1
    found = _scheme(rest)
    scheme = found[1] if found else ""  # section 2.4.2
    rest = rest[found.end() :] if found else rest
    net_loc = ""
    if rest.startswith("//"):  # section 2.4.3
        net_loc, slash, rest = rest[2:].partition("/")
        rest = slash + rest
    rest, _, query = rest.partition("?")  # section 2.4.4
    path, _, params = rest.partition(";")  # sections 2.4.5 and 2.4.6
    if say is not None:
        for section, made in {
            "section 2.4.1": {"fragment": fragment},
            "section 2.4.2": {"scheme": scheme},
            "section 2.4.3": {"net_loc": net_loc},
            "section 2.4.4": {"query": query},
        }.items():
            if all(made.values()):
                say(Told(f"RFC 1808 {section}", made=made))
        made = {"path": path, "params": params} if params else {"path": path}
        say(Told("RFC 1808 sections 2.4.5 and 2.4.6", made=made))
    return GenericRL(scheme, net_loc, path, params, query, fragment)


def _values_of(components: GenericRL) -> Values:
    """Return the components for a report. RFC 1808 does not distinguish an absent component from an empty component."""
    return {name: value or None for name, value in attrs.asdict(components).items()} | {"path": components.path}


class _RFC1808(ReferenceStandard[GenericRL]):
    __slots__ = ()
    name: ClassVar[StandardName] = "rfc1808"
    parameters_delimiter: ClassVar[str] = ";"  # section 2.1

    def parse(self, url: AnyURL) -> GenericRL:
        """Return the six components of `url`. RFC 1808 accepts every string.

        >>> RFC1808.parse("//h?q").net_loc
        'h?q'
        """
        return _parse(url_text(url))

    def resolve(self, url: AnyURL, base: AnyURL | None = None, *, encoding: str = "utf-8") -> GenericRL:
        """Return the absolute form of the embedded URL `url` (RFC 1808 section 4). `encoding` is not used.

        Without a base, or with an empty base, `url` is treated as absolute (step 1). Raises `UnresolvableURLError` if
        the base is not an absolute URL.

        >>> str(RFC1808.resolve("?y", "http://a/b/c/d;p?q#f"))
        'http://a/b/c/d;p?y'
        """
        return self._resolve(url, base, encoding)

    def resolve_string(self, url: AnyURL, base: AnyURL | None = None, encoding: str = "utf-8") -> str:
        return str(self.resolve(url, base, encoding=encoding))  # Without a base, the result may be relative (step 1).

    def string_resolver(self, base: str, encoding: str) -> Callable[[str], str]:
        return lambda url: self.resolve_string(url, base, encoding)

    def _cut_base(self, base: str) -> Pieces:
        return super()._cut_base(base) if base else self.no_url  # An empty base is valid: see section 4 step 1.

    def resolve_reference(self, url: str, base: str | None, say: Say | None = None, **options: bool) -> GenericRL:
        if say is not None:
            say(Told(f"RFC 1808 section 4 step {2 if base else 1}", url))
        embedded = _parse(url, say)
        if say is not None:
            say(Told(f"RFC 1808 section 4 step {2 if base else 1}", made=_values_of(embedded)))
        if not base:  # Step 1
            return embedded
        base_rl = _parse(base)  # Step 2
        if not base_rl.scheme:  # Step 2
            raise Failure("its base has no scheme")
        if not url:  # Step 2a
            if say is not None:
                say(Told("RFC 1808 section 4 step 2a", made=_values_of(base_rl)))
            return base_rl
        if embedded.scheme:  # Step 2b
            if say is not None:
                say(Told("RFC 1808 section 4 step 2b"))
            return embedded
        scheme = base_rl.scheme  # Step 2c
        if say is not None:
            say(Told("RFC 1808 section 4 step 2c", made={"scheme": scheme}))
        net_loc, path, params, query = embedded.net_loc, embedded.path, embedded.params, embedded.query
        if not net_loc:  # Step 3
            net_loc = base_rl.net_loc
            if say is not None:
                say(Told("RFC 1808 section 4 step 3", made={"net_loc": net_loc or None}))
            if not path:  # Step 5
                path = base_rl.path
                params = embedded.params or base_rl.params
                query = embedded.query if embedded.params else embedded.query or base_rl.query
                if say is not None:
                    say(
                        Told(
                            "RFC 1808 section 4 step 5",
                            made={"path": path, "params": params or None, "query": query or None},
                        )
                    )
            elif not path.startswith("/"):  # Steps 4 and 6
                path = remove_complete_segments(merge(bool(net_loc), base_rl.path, path))
                if say is not None:
                    say(Told("RFC 1808 section 4 steps 4 and 6", made={"path": path}))
        if net_loc and not path and (params or query):
            path = "/"  # section 2.2: without this slash, the params or the query would parse as a part of the net_loc
            if say is not None:
                say(Told("RFC 1808 section 2.2", made={"path": path}))
        if say is not None:
            say(Told("RFC 1808 section 4 step 7"))
        return GenericRL(scheme, net_loc, path, params, query, embedded.fragment)  # Step 7

    def _absolute_string(self, url: str) -> str | None:
        parsed = _parse(url)
        return str(parsed) if parsed.scheme else None

    def base_directory(self, base: Pieces) -> str:
        path = merge(base[SLASHES] == "//", base[PATH].partition(";")[0], "")
        return remove_complete_segments(path)  # Step 6

    def references_without_path(self, url: Pieces, base: Pieces) -> list[str]:
        path, query, fragment = url[PATH], url[QUERY], url[FRAGMENT]
        base_path = base[PATH]
        if not base_path and base[SLASHES] == "//" and path[:1] == "/":
            base_path = "/"  # section 2.2: after a net_loc, a slash precedes the params or the query
        before, semicolon, params = path.partition(";")
        references: list[str] = []
        if semicolon and before == base_path.partition(";")[0]:
            references.append(f";{params}{query}{fragment}")
        if path == base_path and query:
            references.append(query + fragment)
        if path == base_path and query == base[QUERY]:
            # Step 2a: an empty reference also gets the base's fragment.
            references.append("" if fragment == base[FRAGMENT] else fragment or "#")
        return references

    def paths_to(self, path: str, base: Pieces) -> list[str]:
        before, semicolon, params = path.partition(";")
        paths = [relative_path(before, self.base_directory(base))]
        if before[:1] == "/":
            # A path that begins with two slashes would parse as a net_loc. So an empty net_loc, written as two slashes,
            # comes before this path. Step 3 replaces the empty net_loc with the base's net_loc.
            paths.append(f"//{before}" if before[:2] == "//" else before)
        return [found + semicolon + params for found in paths]

    def is_valid_url(self, url: AnyURL, encoding: str = "utf-8") -> bool:
        return _is_valid(url_text(url)) is not None

    def cut_as_written(self, url: str) -> Pieces:
        parsed = _parse(url)
        # A path that begins with two slashes needs an empty net_loc before it. Otherwise it would parse as a net_loc.
        inside = split_authority(parsed.net_loc if parsed.net_loc or parsed.path.startswith("//") else None)
        path = f"{parsed.path};{parsed.params}" if parsed.params else parsed.path
        return from_components(
            (parsed.scheme or None, *inside, path, parsed.query or None, parsed.fragment or None), url
        )


# The grammar of section 2.2. RFC 1738 section 5 defines the national characters and the escapes.
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
