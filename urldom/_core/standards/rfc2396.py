"""RFC 2396: URI references (RFC 2396 section 4). Appendix B parses a reference, and section 5.2
resolves it."""

from __future__ import annotations

import re
from typing import Final

from urldom._core.standards.interface import Standard
from urldom._core.standards.parts import References
from urldom._core.standards.reference_forms import ReferenceForms
from urldom._core.standards.rfcs import reference_engine
from urldom._core.standards.sentences import APPENDED, TABLE, address_of
from urldom._core.text.grammar import SCHEME, run
from urldom._core.values.pieces import (
    FRAGMENT,
    PATH,
    QUERY,
    SLASHES,
    Pieces,
    from_components,
    path_guard,
)
from urldom._core.values.reference_values import URIReference, target_reference, without_base
from urldom._core.values.references import merge, remove_complete_segments, split_authority
from urldom._core.values.telling import Say, Sentences, silent

# Appendix B, with the scheme of section 3.1
_components = re.compile(
    rf"(?:({SCHEME}):)?(?://([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?", re.DOTALL
).match

_SENTENCES: Final = Sentences(
    address=address_of,
    sequences=(
        {
            "RFC 2396 section 5.2 step 1": (
                "The reference is parsed into its components (section 4.3)."
            ),
            "RFC 2396 section 5.2 step 2": (
                "A reference that is empty, or only a fragment, refers to the base itself."
            ),
            "RFC 2396 section 5.2 step 3": (
                "A reference with a scheme is absolute. Any other reference gets the base's scheme."
            ),
            "RFC 2396 section 5.2 step 4": (
                "A reference without an authority gets the base's authority."
            ),
            "RFC 2396 section 5.2 steps 5 and 6": APPENDED,
            "RFC 2396 section 5.2 step 7": "The components are put together.",
        },
    ),
    others={"RFC 2396 section 5.2": "The base has to have a scheme.", **TABLE},
    base="RFC 2396 section 5.1",
    parsing=("RFC 2396 section 5.2 step 1",),
)


# Appendix A
_UNRESERVED: Final = r"A-Za-z0-9\-_.!~*'()"
_URIC: Final = run(f"{_UNRESERVED};/?:@&=+$,")
_PATH: Final = run(f"{_UNRESERVED}:@&=+$,;/")
_AUTHORITY: Final = run(f"{_UNRESERVED}$,;:@&=+")
_REL_SEGMENT: Final = f"(?=[^/?#]){run(f'{_UNRESERVED};@&=+$,')}"
# <URI-reference> of Appendix A
_NET_PATH: Final = rf"//{_AUTHORITY}(?=[/?#]|\Z)(?:/{_PATH})?"
_ABS_PATH: Final = f"/(?!/){_PATH}"
_REL_PATH: Final = f"{_REL_SEGMENT}(?:/{_PATH})?"
_HIER_PART: Final = rf"(?:{_NET_PATH}|{_ABS_PATH})(?:\?{_URIC})?"
_OPAQUE_PART: Final = f"(?=[^/#]){_URIC}"
_ABSOLUTE_URI: Final = f"{SCHEME}:(?:{_HIER_PART}|{_OPAQUE_PART})"
_RELATIVE_URI: Final = rf"(?:{_NET_PATH}|{_ABS_PATH}|{_REL_PATH})(?:\?{_URIC})?"
_is_valid = re.compile(rf"(?:{_ABSOLUTE_URI}|{_RELATIVE_URI})?(?:#{_URIC})?\Z").match


def parse(url: str) -> URIReference:
    match = _components(url)
    assert match is not None
    return URIReference(*match.groups())


def resolve(url: str, base: str | None, say: Say = silent, *, strict: bool = True) -> URIReference:
    reference = parse(url)  # Step 1
    say("RFC 2396 section 5.2 step 1", url, reference)
    base_uri = reference if base is None else parse(base)
    if base_uri.scheme is None:  # Section 5.2
        say("RFC 2396 section 5.2")
        raise without_base(base)
    if reference.is_same_document:  # Step 2
        target = URIReference(
            base_uri.scheme, base_uri.authority, base_uri.path, base_uri.query, reference.fragment
        )
        say("RFC 2396 section 5.2 step 2", None, target)
        return target
    scheme = reference.scheme or base_uri.scheme  # Step 3
    say("RFC 2396 section 5.2 step 3", None, {"scheme": scheme})
    if reference.scheme is not None:  # Step 3
        return reference
    authority, path = reference.authority, reference.path
    if authority is None:  # Step 4
        authority = base_uri.authority
        say("RFC 2396 section 5.2 step 4", None, {"authority": authority})
        if not path.startswith("/"):  # Steps 5 and 6
            path = remove_complete_segments(merge(authority is not None, base_uri.path, path))
            say("RFC 2396 section 5.2 steps 5 and 6", None, {"path": path})
    # Step 7
    target = target_reference(scheme, authority, path, reference.query, reference.fragment)
    say("RFC 2396 section 5.2 step 7", None, {"path": target.path})
    return target


def cut_as_written(url: str) -> Pieces:
    parsed = parse(url)
    userinfo, host, port = split_authority(parsed.authority)
    components = (
        parsed.scheme,
        userinfo,
        host,
        port,
        parsed.path,
        parsed.query,
        parsed.fragment,
    )
    return from_components(components, url)


class _Forms(ReferenceForms):
    __slots__ = ()

    def base_directory(self, base: Pieces) -> str:
        directory = remove_complete_segments(super().base_directory(base))  # Step 6
        if base[SLASHES]:
            return directory
        return path_guard(directory) + directory  # like `target_reference`

    def without_path(self, url: Pieces, base: Pieces) -> list[str]:
        query, fragment = url[QUERY], url[FRAGMENT]
        if url[PATH] == base[PATH] and query == base[QUERY]:
            return [fragment]
        # Step 5: a reference that is only a query has an empty path, so it resolves to the base's
        # directory.
        if query and url[PATH] == self.base_directory(base):
            return [query + fragment]
        return []


RFC2396: Final[Standard[URIReference]] = reference_engine(
    References(parse=parse, resolve=resolve),
    name="rfc2396",
    cut_as_written=cut_as_written,
    match=_is_valid,
    sentences=lambda: _SENTENCES,
    forms=_Forms(),
).standard
