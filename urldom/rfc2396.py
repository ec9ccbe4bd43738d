"""RFC 2396: URI references (section 4), parsed as its appendix B does and resolved by section 5.2."""

from __future__ import annotations

import re
from typing import Final

from urldom.attributes import Input, StandardOfTheTable, split_authority
from urldom.errors import UnresolvableURLError
from urldom.grammar import run
from urldom.parsed import ParsedURL
from urldom.rfc1808 import remove_dot_segments
from urldom.rfc3986 import URIReference, merge, target_reference

# Appendix B, with the scheme that section 3.1 allows
_components = re.compile(
    r"(?:([A-Za-z][A-Za-z0-9+.\-]*):)?(?://([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?", re.DOTALL
).match


class _RFC2396(StandardOfTheTable):
    __slots__ = ()
    name = "rfc2396"

    def parse(self, url: str) -> URIReference:
        """The four main components and the fragment of a URI reference (section 4.3). Every string has them: the
        left-most matching rule soaks up as much as it is capable of matching.

        >>> RFC2396.parse("//example.com?q").authority, RFC2396.parse("#s").is_same_document
        ('example.com', True)
        """
        if not isinstance(url, str):
            raise TypeError(f"a URL is a str, not {type(url).__name__}")
        match = _components(url)
        assert match is not None
        return URIReference(*match.groups())

    def resolve(self, url: str, base: str | ParsedURL | None = None, *, encoding: str = "utf-8") -> URIReference:
        """The absolute form of the reference `url` (section 5.2); `encoding` is not used.

        A same-document reference (section 4.2) is the base without its fragment, and with the reference's own.
        Raises `UnresolvableURLError`.

        >>> str(RFC2396.resolve("?y", "http://a/b/c/d;p?q"))
        'http://a/b/c/?y'
        """
        base_url = None if base is None else str(base)
        reference = self.parse(url)  # Step 1
        base_uri = reference if base_url is None else self.parse(base_url)
        if base_uri.scheme is None:
            reason = "it is relative and there is no base URI" if base_url is None else "its base has no scheme"
            raise UnresolvableURLError(url, base_url, reason, self.name)
        if reference.is_same_document:  # Step 2
            return URIReference(base_uri.scheme, base_uri.authority, base_uri.path, base_uri.query, reference.fragment)
        if reference.scheme is not None:  # Step 3
            return reference
        authority, path = reference.authority, reference.path
        if authority is None:  # Step 4
            authority = base_uri.authority
            if not path.startswith("/"):  # Step 5
                path = remove_dot_segments(merge(authority is not None, base_uri.path, path))  # Step 6
        return target_reference(base_uri.scheme, authority, path, reference.query, reference.fragment)  # Step 7

    def is_valid_url(self, url: str, encoding: str = "utf-8") -> bool:
        return _is_valid(url) is not None

    def inspect(self, input: str) -> Input | None:
        url = self.parse(input)
        if url.scheme is None:
            return None
        userinfo, host, port = (None, None, None) if url.authority is None else split_authority(url.authority)
        return Input.of(ParsedURL(url.scheme, userinfo, host, port, url.path, url.query, url.fragment))


# Appendix A
_UNRESERVED: Final = r"A-Za-z0-9\-_.!~*'()"
_URIC: Final = run(f"{_UNRESERVED};/?:@&=+$,")
_PATH: Final = run(f"{_UNRESERVED}:@&=+$,;/")
_REL_SEGMENT: Final = f"(?=[^/?#]){run(f'{_UNRESERVED};@&=+$,')}"
_HIERARCHY: Final = rf"(?://{run(f'{_UNRESERVED}$,;:@&=+')}(?=[/?#]|\Z)(?:/{_PATH})?|/(?!/){_PATH})"
_is_valid = re.compile(
    rf"(?:[A-Za-z][A-Za-z0-9+.\-]*:(?:{_HIERARCHY}(?:\?{_URIC})?|(?=[^/#]){_URIC})"
    rf"|(?:{_HIERARCHY}|{_REL_SEGMENT}(?:/{_PATH})?)(?:\?{_URIC})?)?"
    rf"(?:#{_URIC})?\Z"
).match


RFC2396: Final = _RFC2396()
