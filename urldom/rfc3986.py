"""RFC 3986: URI references, strictly by their grammar (appendix A), and Relative Resolution (section 5.2)."""

from __future__ import annotations

import re
from typing import Final, NamedTuple, TypeVar

import attrs

from urldom.attributes import Input, StandardOfTheTable
from urldom.errors import InvalidURLError, UnresolvableURLError
from urldom.grammar import RFC3986_PRODUCTIONS, uri_reference
from urldom.parsed import ParsedURL, make_parsed_url, recompose

_Authority = TypeVar("_Authority")


@attrs.frozen
class URIReference:
    """The five components of a URI reference (RFC 3986 section 3, RFC 2396 section 4.3): `None` where one is undefined.

    >>> reference = URIReference(fragment="top")
    >>> str(reference), reference.is_same_document
    ('#top', True)
    """

    scheme: str | None = None
    authority: str | None = None
    path: str = ""
    query: str | None = None
    fragment: str | None = None

    @property
    def is_same_document(self) -> bool:
        """Whether the reference is empty or only a fragment (RFC 2396 section 4.2, RFC 3986 section 4.4)."""
        return not self.path and self.scheme is None and self.authority is None and self.query is None

    def __str__(self) -> str:
        return recompose(self.scheme, self.authority, self.path, self.query, self.fragment)


# RFC 3986 section 5.2.4, steps A and D: they find something only where no segment has been moved to the output yet.
_leading_dots = re.compile(r"(?:\.\.?/)*(?:\.\.?\Z)?").match


def remove_dot_segments(path: str) -> str:
    """RFC 3986 section 5.2.4.

    >>> remove_dot_segments("/a/b/c/./../../g"), remove_dot_segments("mid/content=5/../6")
    ('/a/g', 'mid/6')
    """
    if "." not in path:
        return path
    leading = _leading_dots(path)
    assert leading is not None
    first, *segments = path[leading.end() :].split("/")
    output = [first] if first else []
    for segment in segments:
        if segment == "..":  # step C
            if output:
                output.pop()
        elif segment != ".":  # step B, else E
            output.append(f"/{segment}")
    if segments and segments[-1] in (".", ".."):
        output.append("/")
    return "".join(output)


def merge(base_has_authority: bool, base_path: str, path: str) -> str:
    """RFC 3986 section 5.2.3: a relative path behind the base's.

    >>> merge(True, "", "g"), merge(True, "/b/c", "g")
    ('/g', '/b/g')
    """
    if base_has_authority and not base_path:
        return f"/{path}"
    return base_path[: base_path.rfind("/") + 1] + path


def transform(
    scheme: str | None,
    authority: _Authority | None,
    path: str,
    query: str | None,
    base_scheme: str,
    base_authority: _Authority | None,
    base_path: str,
    base_query: str | None,
) -> tuple[str, _Authority | None, str, str | None]:
    """RFC 3986 section 5.2.2, Transform References: scheme, authority, path and query of the target. The authority may
    be of any type: it is taken whole from the reference or from the base. The target's fragment is the reference's."""
    if scheme is not None:
        return scheme, authority, remove_dot_segments(path), query
    if authority is not None:
        return base_scheme, authority, remove_dot_segments(path), query
    if not path:
        return base_scheme, base_authority, base_path, base_query if query is None else query
    if not path.startswith("/"):
        path = merge(base_authority is not None, base_path, path)
    return base_scheme, base_authority, remove_dot_segments(path), query


class PlainBase(NamedTuple):
    """A base URI that has an authority, with what a plain reference is put behind: see `resolve_plain`."""

    url: ParsedURL
    #: The string up to the path.
    prefix: str
    #: The path up to its last slash.
    directory: str

    @classmethod
    def of(cls, url: ParsedURL) -> PlainBase:
        return cls(url, f"{url.scheme}://{url.authority}", url.path[: url.path.rfind("/") + 1] or "/")


def resolve_plain(base: PlainBase, path: str, query: str, fragment: str) -> ParsedURL:
    """Section 5.2.2 for a reference that has neither scheme nor authority: its path, its query with the question mark
    (`""` where there is none), its fragment with the number sign.

    >>> str(resolve_plain(PlainBase.of(ParsedURL(scheme="http", host="a", path="/b/c/d", query="q")), "../g", "?y", ""))
    'http://a/b/g?y'
    """
    url = base.url
    if not path:
        path = url.path
        if not query and url.query is not None:
            query = f"?{url.query}"
    else:
        if path[0] != "/":
            path = base.directory + path
        if "/." in path:
            path = remove_dot_segments(path)
    return make_parsed_url(
        f"{base.prefix}{path}{query}{fragment}",
        url.scheme,
        url.userinfo,
        url.host,
        url.port,
        path,
        query[1:] if query else None,
        fragment[1:] if fragment else None,
    )


def target_reference(
    scheme: str, authority: str | None, path: str, query: str | None, fragment: str | None
) -> URIReference:
    """A target URI as a value. A path of two slashes and no authority is written as the URL Standard writes it, since
    it would read back as an authority (RFC 3986 section 3.3)."""
    if authority is None and path.startswith("//"):
        path = f"/.{path}"
    return URIReference(scheme, authority, path, query, fragment)


class _RFC3986(StandardOfTheTable):
    __slots__ = ()
    name = "rfc3986"

    def parse(self, url: str) -> URIReference:
        """The five components of a URI reference.

        Raises `InvalidURLError` for what the grammar of RFC 3986 appendix A does not match.

        >>> RFC3986.parse("//example.com?q").authority
        'example.com'
        """
        parts = self._match(url)
        return URIReference(parts.scheme, parts.authority, parts.path, parts.query, parts.fragment)

    def resolve(
        self, url: str, base: str | ParsedURL | None = None, *, encoding: str = "utf-8", strict: bool = True
    ) -> URIReference:
        """The target URI of the reference `url` (RFC 3986 section 5.2).

        `base` is an absolute URI; a reference with a scheme needs none. With `strict=False` a reference whose scheme
        is the base's is read as if it had none. `encoding` is not used: a URI is ASCII. Raises
        `UnresolvableURLError`.

        >>> str(RFC3986.resolve("../g", "http://a/b/c/d;p?q"))
        'http://a/b/g'
        >>> str(RFC3986.resolve("http:g", "http://a/b/c/d;p?q", strict=False))
        'http://a/b/c/g'
        """
        base_url = None if base is None else str(base)
        try:
            reference = self.parse(url)
            base_uri = None if base_url is None else self.parse(base_url)
        except InvalidURLError as error:
            about = "" if error.url == url else "its base is no URI: "
            raise UnresolvableURLError(url, base_url, about + error.reason, self.name) from None
        if base_uri is None:
            if reference.scheme is None:
                raise UnresolvableURLError(url, None, "it is relative and there is no base URI", self.name)
            base_uri = reference
        if base_uri.scheme is None:
            raise UnresolvableURLError(url, base_url, "its base has no scheme", self.name)
        scheme = reference.scheme
        if (
            not strict
            and scheme is not None
            and scheme.lower() == base_uri.scheme.lower()
            and base_uri is not reference
        ):
            scheme = None
        target = transform(
            scheme,
            reference.authority,
            reference.path,
            reference.query,
            base_uri.scheme,
            base_uri.authority,
            base_uri.path,
            base_uri.query,
        )
        return target_reference(*target, reference.fragment)

    def is_valid_url(self, url: str, encoding: str = "utf-8") -> bool:
        return uri_reference(RFC3986_PRODUCTIONS).match(url) is not None

    def inspect(self, input: str) -> Input | None:
        try:
            parsed = self._match(input)
        except InvalidURLError:
            return None
        return Input.of(parsed)

    def _match(self, url: str) -> ParsedURL:
        match = uri_reference(RFC3986_PRODUCTIONS).match(url)
        if match is None:
            raise InvalidURLError(url, _reason(url), self.name)
        return make_parsed_url(url, *match.groups())


_allowed = re.compile(r"[!#$%&'()*+,\-./0-9:;=?@A-Z\[\]_a-z~]*").match


def _reason(url: str) -> str:
    """Why the grammar does not match."""
    allowed = _allowed(url)
    assert allowed is not None
    if allowed.end() < len(url):
        return f"it holds {url[allowed.end()]!r}, which a URI has only percent-encoded"
    if re.search("%(?![0-9A-Fa-f]{2})", url):
        return "it holds a percent sign without two hexadecimal digits behind it"
    if url.count("#") > 1:
        return "it holds two number signs"
    return "it does not match the <URI-reference> production of RFC 3986"


RFC3986: Final = _RFC3986()
