"""RFC 1808, relative URLs: how to parse a URL (section 2.4), and how to resolve it (section 4)."""

from __future__ import annotations

import re
from typing import Final, TypeAlias

from urldom._core.errors import Failure
from urldom._core.standards.interface import Standard
from urldom._core.standards.parts import References
from urldom._core.standards.reference_forms import ReferenceForms
from urldom._core.standards.rfcs import reference_engine
from urldom._core.standards.sentences import APPENDED, TABLE, address_of
from urldom._core.text.grammar import run
from urldom._core.values.pieces import (
    Pieces,
    fragment_of,
    from_components,
    is_authority_based,
    path_of,
    query_of,
)
from urldom._core.values.reference_values import GenericRL
from urldom._core.values.references import (
    merge,
    relative_path,
    remove_complete_segments,
    split_authority,
)
from urldom._core.values.telling import Say, Sentences, silent

# The grammar of section 2.2. RFC 1738 section 5 defines the national characters and the escapes.
_UNRESERVED: Final = r"A-Za-z0-9$\-_.+!*'(),"
_PCHAR: Final = f"{_UNRESERVED}:@&="
_ANY: Final = run(f"{_UNRESERVED};/?:@&=")
_SCHEME: Final = r"[A-Za-z0-9+.\-]+"
_NET_LOC: Final = run(f"{_PCHAR};?")
_PATH: Final = run(f"{_PCHAR}/")
_PARAMS: Final = run(f"{_PCHAR}/;")
# <URL> of section 2.2. <generic-RL> is an <absoluteURL> too.
_ABSOLUTE_URL: Final = f"{_SCHEME}:{_ANY}"
_RELATIVE_URL: Final = (
    rf"(?!{_SCHEME}:)(?://{_NET_LOC}(?=[/#]|\Z))?(?!//){_PATH}(?:;{_PARAMS})?(?:\?{_ANY})?"
)
_is_valid = re.compile(rf"(?:{_ABSOLUTE_URL}|{_RELATIVE_URL})(?:#{_ANY})?\Z").match
_match_scheme = re.compile(f"({_SCHEME}):").match

_PARSING: Final = {
    "RFC 1808 section 2.4.1": 'The fragment follows a "#".',
    "RFC 1808 section 2.4.2": "The scheme precedes the first colon, if its characters are valid.",
    "RFC 1808 section 2.4.3": 'The net_loc follows "//", up to the next slash.',
    "RFC 1808 section 2.4.4": 'The query follows a "?".',
    "RFC 1808 sections 2.4.5 and 2.4.6": 'The params follow a ";". The remaining text is the path.',
}
_SENTENCES: Final = Sentences(
    address=address_of,
    sequences=(
        {
            "RFC 1808 section 4 step 1": "Without a base, the embedded URL is absolute.",
            "RFC 1808 section 4 step 2": (
                "The base and the embedded URL are parsed into components (section 2.4)."
            ),
            "RFC 1808 section 4 step 2a": "An empty embedded URL resolves to the base URL.",
            "RFC 1808 section 4 step 2b": "An embedded URL with a scheme is absolute.",
            "RFC 1808 section 4 step 2c": (
                "An embedded URL without a scheme gets the base's scheme."
            ),
            "RFC 1808 section 4 step 3": (
                "An embedded URL without a net_loc gets the base's net_loc."
            ),
            "RFC 1808 section 4 step 5": (
                "An embedded URL without a path gets the base's path. Without params, it gets "
                "the base's params, and then, without a query, the base's query."
            ),
            "RFC 1808 section 4 steps 4 and 6": APPENDED,
            "RFC 1808 section 4 step 7": "The components are put together.",
        },
        _PARSING,
    ),
    others={
        "RFC 1808 section 2.2": "After a net_loc, a slash is inserted before params or a query.",
        **TABLE,
    },
    base="RFC 1808 section 3",
    parsing=("RFC 1808 section 4 step 1", "RFC 1808 section 4 step 2"),
    depths=dict.fromkeys(_PARSING, 1),
)


#: scheme, net_loc, path, params, query, fragment: the values of a `GenericRL`
_Values: TypeAlias = tuple[str, str, str, str, str, str]


def _cut(url: str, say: Say = silent) -> _Values:
    """Return the values of a URL (RFC 1808 section 2.4), and report each component that it has."""
    rest, _, fragment = url.partition("#")  # section 2.4.1
    scheme = ""
    net_loc = ""
    found = _match_scheme(rest)  # section 2.4.2
    if found is not None:
        scheme, rest = found[1], rest[found.end() :]
    if rest.startswith("//"):  # section 2.4.3
        net_loc, slash, rest = rest[2:].partition("/")
        rest = slash + rest
    rest, _, query = rest.partition("?")  # section 2.4.4
    path, _, params = rest.partition(";")  # sections 2.4.5 and 2.4.6
    values = (scheme, net_loc, path, params, query, fragment)
    if say is not silent:
        _report_parsing(values, say)
    return values


def _report_parsing(values: _Values, say: Say) -> None:
    scheme, net_loc, path, params, query, fragment = values
    if fragment:
        say("RFC 1808 section 2.4.1", None, {"fragment": fragment})
    if scheme:
        say("RFC 1808 section 2.4.2", None, {"scheme": scheme})
    if net_loc:
        say("RFC 1808 section 2.4.3", None, {"net_loc": net_loc})
    if query:
        say("RFC 1808 section 2.4.4", None, {"query": query})
    last = {"path": path, "params": params} if params else {"path": path}
    say("RFC 1808 sections 2.4.5 and 2.4.6", None, last)


def parse(url: str) -> GenericRL:
    return GenericRL(*_cut(url))


def resolve(url: str, base: str | None, say: Say = silent, *, strict: bool = True) -> GenericRL:
    """Return the embedded URL in its absolute form (RFC 1808 section 4), and report each step.
    Without a base, it stays as it is. Raises `Failure`."""
    first = "RFC 1808 section 4 step 2" if base else "RFC 1808 section 4 step 1"
    say(first, url)
    embedded = _cut(url, say)
    if say is not silent:
        say(first, None, GenericRL(*embedded))
    if not base:  # Step 1
        return GenericRL(*embedded)
    scheme = embedded[0]
    if scheme:  # Step 2b, which does not look at the base
        say("RFC 1808 section 4 step 2b")
        return GenericRL(*embedded)
    base_values = _cut(base)  # Step 2
    base_scheme = base_values[0]
    if not base_scheme:
        raise Failure("its base has no scheme")  # Section 4 demands "a valid base URL".
    if not url:  # Step 2a
        base_rl = GenericRL(*base_values)
        say("RFC 1808 section 4 step 2a", None, base_rl)
        return base_rl
    say("RFC 1808 section 4 step 2c", None, {"scheme": base_scheme})
    inherited = _inherit(embedded, base_values, say)
    say("RFC 1808 section 4 step 7")
    return GenericRL(*inherited)  # Step 7


def _inherit(embedded: _Values, base: _Values, say: Say) -> _Values:
    """Run steps 2c to 6: return the embedded URL with what it inherits from the base."""
    _, net_loc, path, params, query, fragment = embedded
    scheme, base_net_loc, base_path, base_params, base_query, _ = base  # Step 2c
    if not net_loc:  # Step 3
        net_loc = base_net_loc
        say("RFC 1808 section 4 step 3", None, {"net_loc": net_loc or None})
        if not path:  # Step 5
            path = base_path
            if not params:  # Step 5a
                params = base_params
                query = query or base_query  # Step 5b
            made = {"path": path, "params": params or None, "query": query or None}
            say("RFC 1808 section 4 step 5", None, made)
        elif not path.startswith("/"):  # Steps 4 and 6
            path = remove_complete_segments(merge(bool(net_loc), base_path, path))
            say("RFC 1808 section 4 steps 4 and 6", None, {"path": path})
    if net_loc and not path and (params or query):
        # Section 2.2: without this slash, the params or the query would parse as a part of the
        # net_loc.
        path = "/"
        say("RFC 1808 section 2.2", None, {"path": path})
    return scheme, net_loc, path, params, query, fragment


def cut_as_written(url: str) -> Pieces:
    scheme, net_loc, path, params, query, fragment = _cut(url)
    # A path that begins with two slashes needs an empty net_loc before it, or it would parse as a
    # net_loc.
    has_net_loc = net_loc != "" or path.startswith("//")
    userinfo, host, port = split_authority(net_loc if has_net_loc else None)
    if params:
        path = f"{path};{params}"
    components = (scheme or None, userinfo, host, port, path, query or None, fragment or None)
    return from_components(components, url)


class _Forms(ReferenceForms):
    __slots__ = ()

    def base_directory(self, base: Pieces) -> str:
        path, _, _ = path_of(base).partition(";")
        return remove_complete_segments(merge(is_authority_based(base), path, ""))  # Step 6

    def without_path(self, url: Pieces, base: Pieces) -> list[str]:
        path = path_of(url)
        query = query_of(url)
        fragment = fragment_of(url)
        base_path = path_of(base)
        if not base_path and is_authority_based(base) and path[:1] == "/":
            # Section 2.2: after a net_loc, a slash precedes the params or the query.
            base_path = "/"
        before, semicolon, params = path.partition(";")
        base_before, _, _ = base_path.partition(";")
        references: list[str] = []
        if semicolon and before == base_before:
            references.append(f";{params}{query}{fragment}")
        if path == base_path and query:
            references.append(query + fragment)
        if path == base_path and query == query_of(base):
            if fragment == fragment_of(base):
                references.append("")  # Step 2a: an empty reference also gets the base's fragment.
            else:
                references.append(fragment or "#")
        return references

    def paths_to(self, path: str, base: Pieces) -> list[str]:
        before, semicolon, params = path.partition(";")
        paths = [relative_path(before, self.base_directory(base))]
        if before[:2] == "//":
            # This path would parse as a net_loc, so an empty net_loc, written as two slashes, comes
            # before it. Step 3 replaces the net_loc with the base's.
            paths.append(f"//{before}")
        elif before[:1] == "/":
            paths.append(before)
        return [found + semicolon + params for found in paths]


RFC1808: Final[Standard[GenericRL]] = reference_engine(
    References(parse=parse, resolve=resolve),
    name="rfc1808",
    cut_as_written=cut_as_written,
    match=_is_valid,
    sentences=lambda: _SENTENCES,
    forms=_Forms(),
    parameters_delimiter=";",  # section 2.1
    base_may_be_unknown=True,  # section 4 step 1
).standard
