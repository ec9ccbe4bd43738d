"""RFC 3986: the grammar of URI references (RFC 3986 appendix A), and relative resolution (section 5.2)."""

from __future__ import annotations

import re
from typing import Any, ClassVar, Final

import attrs

from urldom._errors import Failure, InvalidURLError
from urldom._standards.interface import StandardName
from urldom._standards.table import ReferenceStandard
from urldom._text.grammar import uri_reference
from urldom._text.percent_encoding import BARE_PERCENT
from urldom._values.pieces import Pieces, from_components
from urldom._values.reference_values import URIReference, target_reference
from urldom._values.references import merge, remove_dot_segments
from urldom._values.telling import Say, Told
from urldom._values.url_value import AnyURL, url_text


class _RFC3986(ReferenceStandard[URIReference]):
    __slots__ = ()
    name: ClassVar[StandardName] = "rfc3986"

    def parse(self, url: AnyURL) -> URIReference:
        """Return the five components of a URI reference.

        Raises `InvalidURLError` if the grammar of RFC 3986 appendix A does not match.

        >>> RFC3986.parse("//example.com?q").authority
        'example.com'
        """
        text = url_text(url)
        try:
            return self._parse(text)
        except Failure as failure:
            raise InvalidURLError(text, failure.reason, self.name) from None

    def resolve(
        self, url: AnyURL, base: AnyURL | None = None, *, encoding: str = "utf-8", strict: bool = True
    ) -> URIReference:
        """Return the target URI of the reference `url` (RFC 3986 section 5.2).

        `base` is an absolute URI. A reference with a scheme does not need a base. With `strict=False`, the reference's
        scheme is ignored if it equals the base's scheme. `encoding` is not used, because a URI is ASCII. Raises
        `UnresolvableURLError`.

        >>> str(RFC3986.resolve("../g", "http://a/b/c/d;p?q"))
        'http://a/b/g'
        >>> str(RFC3986.resolve("http:g", "http://a/b/c/d;p?q", strict=False))
        'http://a/b/c/g'
        """
        return self._resolve(url, base, encoding, strict=strict)

    def resolve_reference(
        self, url: str, base: str | None, say: Say | None = None, *, strict: bool = True, **options: bool
    ) -> URIReference:
        if say is not None:
            say(Told("RFC 3986 appendix A", url))
        reference = self._parse(url)  # Appendix A
        try:
            base_uri = reference if base is None else self._parse(base)
        except Failure as failure:
            raise Failure(f"its base is not a URI: {failure.reason}") from None
        if say is not None:
            say(Told("RFC 3986 appendix A", made=attrs.asdict(reference)))
        if base_uri.scheme is None:  # Section 5.2.1
            if say is not None:
                say(Told("RFC 3986 section 5.2.1"))
            raise Failure(
                "it is a relative URI without a base: pass a base" if base is None else "its base has no scheme"
            )
        # Section 5.2.1 allows an implementation to normalise the base URI before it resolves the reference.
        base_path = base_uri.path if base is None else remove_dot_segments(base_uri.path)
        if say is not None:
            say(Told("RFC 3986 section 5.2.2"))
        scheme, authority, path, query = reference.scheme, reference.authority, reference.path, reference.query
        # Section 5.2.2, for a parser that is not strict
        if not strict and base is not None and scheme is not None and scheme.lower() == base_uri.scheme.lower():
            scheme = None
        # Section 5.2.2
        has_own_path = True
        if scheme is None:
            scheme = base_uri.scheme
            if authority is None:
                authority = base_uri.authority
                if not path:
                    has_own_path = False
                    path, query = base_path, base_uri.query if query is None else query
                elif not path.startswith("/"):
                    path = merge(authority is not None, base_path, path, say)
        if has_own_path:
            path = remove_dot_segments(path, say)
        if say is not None:
            say(
                Told(
                    "RFC 3986 section 5.2.2",
                    made={"scheme": scheme, "authority": authority, "path": path, "query": query},
                )
            )
        target = target_reference(scheme, authority, path, query, reference.fragment)  # Section 5.3
        if say is not None:
            say(Told("RFC 3986 section 5.3", made={"path": target.path}))
        return target

    def is_valid_url(self, url: AnyURL, encoding: str = "utf-8") -> bool:
        return uri_reference().match(url_text(url)) is not None

    def cut_as_written(self, url: str) -> Pieces:
        components: Any = _matched(url).groups()
        return from_components(components, url)

    def _parse(self, url: str) -> URIReference:
        match = _matched(url)
        scheme, _, host, _, path, query, fragment = match.groups()
        # The authority begins after two slashes, and ends where the path begins.
        authority = None if host is None else url[match.end(1) + 3 if scheme else 2 : match.start(5)]
        return URIReference(scheme, authority, path, query, fragment)


def _matched(url: str) -> re.Match[str]:
    match = uri_reference().match(url)
    if match is None:
        raise Failure(_reason(url))
    return match


_allowed = re.compile(r"[!#$%&'()*+,\-./0-9:;=?@A-Z\[\]_a-z~]*").match


def _reason(url: str) -> str:
    """Return the reason why the grammar does not match the URL."""
    allowed = _allowed(url)
    assert allowed is not None
    if allowed.end() < len(url):
        return f"it contains {url[allowed.end()]!r}, which must be percent-encoded in a URI"
    if BARE_PERCENT.search(url):
        return "it contains a percent sign without two hexadecimal digits after it"
    if url.count("#") > 1:
        return "it contains two number signs"
    return "it does not match the <URI-reference> production of RFC 3986"


RFC3986: Final = _RFC3986()
