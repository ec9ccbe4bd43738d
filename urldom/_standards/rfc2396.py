"""RFC 2396: URI references (RFC 2396 section 4). Appendix B parses a reference, and section 5.2 resolves it."""

from __future__ import annotations

import re
from typing import ClassVar, Final

import attrs

from urldom._errors import Failure
from urldom._standards.interface import StandardName
from urldom._standards.table import ReferenceStandard, split_authority
from urldom._text.grammar import SCHEME, run
from urldom._values.pieces import FRAGMENT, PATH, QUERY, SLASHES, Pieces, from_components, path_guard
from urldom._values.reference_values import URIReference, target_reference
from urldom._values.references import merge, remove_complete_segments
from urldom._values.telling import Say, Told
from urldom._values.url_value import AnyURL, url_text

# Appendix B, with the scheme of section 3.1
_components = re.compile(rf"(?:({SCHEME}):)?(?://([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?", re.DOTALL).match


class _RFC2396(ReferenceStandard[URIReference]):
    __slots__ = ()
    name: ClassVar[StandardName] = "rfc2396"

    def parse(self, url: AnyURL) -> URIReference:
        """Return the four main components and the fragment of a URI reference (RFC 2396 section 4.3).

        RFC 2396 parses any string. Each rule, from left to right, matches as many characters as it can.

        >>> RFC2396.parse("//example.com?q").authority, RFC2396.parse("#s").is_same_document
        ('example.com', True)
        """
        match = _components(url_text(url))
        assert match is not None
        return URIReference(*match.groups())

    def resolve(self, url: AnyURL, base: AnyURL | None = None, *, encoding: str = "utf-8") -> URIReference:
        """Return the absolute form of the reference `url` (RFC 2396 section 5.2). `encoding` is not used.

        The result of a same-document reference (RFC 2396 section 4.2) is the base with the reference's fragment.
        Raises `UnresolvableURLError`.

        >>> str(RFC2396.resolve("?y", "http://a/b/c/d;p?q"))
        'http://a/b/c/?y'
        """
        return self._resolve(url, base, encoding)

    def resolve_reference(self, url: str, base: str | None, say: Say | None = None, **options: bool) -> URIReference:
        reference = self.parse(url)  # Step 1
        if say is not None:
            say(Told("RFC 2396 section 5.2 step 1", url, attrs.asdict(reference)))
        base_uri = reference if base is None else self.parse(base)
        if base_uri.scheme is None:  # Section 5.2
            if say is not None:
                say(Told("RFC 2396 section 5.2"))
            raise Failure(
                "it is a relative URI without a base: pass a base" if base is None else "its base has no scheme"
            )
        if reference.is_same_document:  # Step 2
            target = URIReference(
                base_uri.scheme, base_uri.authority, base_uri.path, base_uri.query, reference.fragment
            )
            if say is not None:
                say(Told("RFC 2396 section 5.2 step 2", made=attrs.asdict(target)))
            return target
        scheme = reference.scheme or base_uri.scheme  # Step 3
        if say is not None:
            say(Told("RFC 2396 section 5.2 step 3", made={"scheme": scheme}))
        if reference.scheme is not None:  # Step 3
            return reference
        authority, path = reference.authority, reference.path
        if authority is None:  # Step 4
            authority = base_uri.authority
            if say is not None:
                say(Told("RFC 2396 section 5.2 step 4", made={"authority": authority}))
            if not path.startswith("/"):  # Steps 5 and 6
                path = remove_complete_segments(merge(authority is not None, base_uri.path, path))
                if say is not None:
                    say(Told("RFC 2396 section 5.2 steps 5 and 6", made={"path": path}))
        target = target_reference(scheme, authority, path, reference.query, reference.fragment)  # Step 7
        if say is not None:
            say(Told("RFC 2396 section 5.2 step 7", made={"path": target.path}))
        return target

    def base_directory(self, base: Pieces) -> str:
        directory = remove_complete_segments(super().base_directory(base))  # Step 6
        return directory if base[SLASHES] else path_guard(directory) + directory  # like `target_reference`

    def references_without_path(self, url: Pieces, base: Pieces) -> list[str]:
        query, fragment = url[QUERY], url[FRAGMENT]
        if url[PATH] == base[PATH] and query == base[QUERY]:
            return [fragment]
        # Step 5: a reference that is only a query has an empty path. It resolves to the base's directory.
        return [query + fragment] if query and url[PATH] == self.base_directory(base) else []

    def is_valid_url(self, url: AnyURL, encoding: str = "utf-8") -> bool:
        return _is_valid(url_text(url)) is not None

    def cut_as_written(self, url: str) -> Pieces:
        parsed = self.parse(url)
        inside = split_authority(parsed.authority)
        return from_components((parsed.scheme, *inside, parsed.path, parsed.query, parsed.fragment), url)


# Appendix A
_UNRESERVED: Final = r"A-Za-z0-9\-_.!~*'()"
_URIC: Final = run(f"{_UNRESERVED};/?:@&=+$,")
_PATH: Final = run(f"{_UNRESERVED}:@&=+$,;/")
_REL_SEGMENT: Final = f"(?=[^/?#]){run(f'{_UNRESERVED};@&=+$,')}"
_HIERARCHY: Final = rf"(?://{run(f'{_UNRESERVED}$,;:@&=+')}(?=[/?#]|\Z)(?:/{_PATH})?|/(?!/){_PATH})"
_is_valid = re.compile(
    rf"(?:{SCHEME}:(?:{_HIERARCHY}(?:\?{_URIC})?|(?=[^/#]){_URIC})"
    rf"|(?:{_HIERARCHY}|{_REL_SEGMENT}(?:/{_PATH})?)(?:\?{_URIC})?)?"
    rf"(?:#{_URIC})?\Z"
).match


RFC2396: Final = _RFC2396()
