"""What a standard is: one immutable object with the whole behaviour of one specification behind it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import lru_cache
from typing import Any, ClassVar, Final, Literal, NoReturn, Protocol, TypeAlias

from urldom._errors import Failure, InvalidURLError, UnresolvableURLError, shown
from urldom._text.encodings import output_encoding
from urldom._text.percent_encoding import SPACE_CHARACTERS
from urldom._values.parsed_url import DEFAULT_PORTS, parsed_url
from urldom._values.pieces import (
    FRAGMENT,
    PATH,
    QUERY,
    SLASHES,
    Pieces,
    href,
    is_absolute,
    path_guard,
    with_query,
)
from urldom._values.references import merge, relative_path
from urldom._values.url_value import AnyURL, url_text

StandardName = Literal["html5", "whatwg", "rfc3986", "rfc2396", "rfc1808"]

#: The seven *URL decomposition IDL attributes* (HTML5 2.6.6), in the specification's order.
DECOMPOSITION_ATTRIBUTES: Final = ("protocol", "host", "hostname", "port", "pathname", "search", "hash")

#: What makes the next pieces, of those of an absolute URL and a value that is assigned; `None` removes the component
#: (ruling 19). Raises `Failure` where the standard leaves the URL as it is.
Setter: TypeAlias = Callable[[Pieces, "str | None"], Pieces]

#: What an attribute returns, given the pieces of the URL.
Getter: TypeAlias = Callable[[Pieces], str]

#: Bases up to this length, in characters, are remembered, cut: what is kept is bounded in size and in number.
_REMEMBERED_BASE_LENGTH: Final = 2048
_REMEMBERED_BASES: Final = 256


class Cut(Protocol):
    """What cuts a URL: see `Standard.cut`."""

    def __call__(self, url: str, base: Pieces | None = None, encoding: str = "utf-8") -> Pieces: ...


class Standard:
    """The behaviour of one specification. The five instances are the constants `HTML5`, `WHATWG`, `RFC3986`, `RFC2396`
    and `RFC1808`; wherever one is taken, its name serves too.

    `name`, `parse` and `resolve` are for everybody. The rest is what `URLDecomposition` and the base contexts stand on.

    >>> from urldom import HTML5
    >>> HTML5.name, str(HTML5.resolve("b", "http://example.com/a"))
    ('html5', 'http://example.com/b')
    """

    __slots__ = ("_remembered_base",)

    _remembered_base: Callable[[str], Pieces]
    #: The standard's name, such as `"html5"`.
    name: ClassVar[StandardName]
    #: The attributes that `URLDecomposition` has under this standard.
    attributes: ClassVar[tuple[str, ...]] = DECOMPOSITION_ATTRIBUTES
    #: Those of them that can be assigned.
    assignable: ClassVar[tuple[str, ...]] = DECOMPOSITION_ATTRIBUTES
    #: The setters of those that can be assigned; `href` has none, for it is made anew.
    setters: Mapping[str, Setter]
    #: The same for an element's URL, which the element parses again.
    element_setters: Mapping[str, Setter]
    #: The pieces of the absolute URL that a string implies, relative to those of an absolute URL, with the query in an
    #: output encoding. Raises `Failure`.
    cut: Cut
    #: The attributes that are not just a piece.
    host: Getter
    pathname: Getter
    search: Getter
    origin: Getter
    #: The pieces of a string that is no absolute URL.
    no_url: ClassVar[Pieces] = ("", "", "", "", "", "", "", "", None)
    #: Why nothing can be assigned to such a string.
    no_url_failure: ClassVar[type[Failure]] = Failure
    #: Whether a value that is not accepted has the URL written anew all the same, as *update href* does.
    writes_input: ClassVar[bool] = False
    #: The default ports of schemes.
    default_ports: ClassVar[Mapping[str, int | None]] = {scheme: int(port) for scheme, port in DEFAULT_PORTS.items()}
    #: Whether an `xml:base` attribute counts in a `Document` that does not say (2.6.3 step 4).
    xml_base: ClassVar[bool] = True
    #: Whether a document's fallback base URL follows its creator's or container's, or is theirs from when it was made.
    live_fallback: ClassVar[bool] = True
    #: The characters that are removed from both ends of a URL in a document.
    stripped: ClassVar[str] = SPACE_CHARACTERS
    #: The path segments that are removed when a URL is resolved.
    dot_segments: ClassVar[Collection[str]] = (".", "..")
    #: The delimiter of the parameters that follow the segments of a path. `""` if the standard has no such parameters.
    parameters_delimiter: ClassVar[str] = ""
    #: The encoding of the queries in style sheets and `style` attributes, where it is not the document's.
    css_encoding: ClassVar[str | None] = None

    def __init__(self) -> None:
        object.__setattr__(self, "_remembered_base", lru_cache(_REMEMBERED_BASES)(self._cut_base))

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a standard is immutable: {name!r} cannot be assigned")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"a standard is immutable: {name!r} cannot be deleted")

    # Parsing and resolving

    def parse(self, url: AnyURL) -> Any:
        """The components of `url`. Raises `InvalidURLError`."""
        raise NotImplementedError

    def resolve(self, url: AnyURL, base: AnyURL | None = None, *, encoding: str = "utf-8") -> Any:
        """The components of the absolute URL that `url` implies. `base` is an absolute URL; `encoding` a label of the
        Encoding Standard, in which the query is escaped.

        Raises `UnresolvableURLError`, and `LookupError` for what is no label."""
        return parsed_url(self.resolve_to_pieces(url, base, encoding))

    def resolve_string(self, url: AnyURL, base: AnyURL | None = None, encoding: str = "utf-8") -> str:
        """The string of what `resolve` returns; it raises the same."""
        return href(self.resolve_to_pieces(url, base, encoding))

    def string_resolver(self, base: str, encoding: str) -> Callable[[str], str]:
        """`resolve_string` for many URLs on one base, whose work is done once. The function raises the same."""
        output = output_encoding(encoding)
        resolve_string, cut = self.resolve_string, self.cut
        try:
            base_pieces = self.cut_base(base)
        except Failure:
            return lambda url: resolve_string(url, base, encoding)

        def resolve(url: str) -> str:
            try:
                return href(cut(url, base_pieces, output))
            except Failure:
                return resolve_string(url, base, encoding)  # which raises

        return resolve

    def resolve_to_pieces(self, url: AnyURL, base: AnyURL | None, encoding: str) -> Pieces:
        """The pieces of what `resolve` returns; it raises the same."""
        text = url_text(url)
        encoding = output_encoding(encoding)
        base_text = None if base is None else url_text(base, "a base")
        try:
            return self.cut(text, None if base_text is None else self.cut_base(base_text), encoding)
        except Failure as failure:
            raise UnresolvableURLError(text, base_text, failure.reason, self.name) from None

    def absolute_pieces(self, url: AnyURL, base: AnyURL | None, encoding: str) -> Pieces:
        """The pieces of the *absolute URL* that `url` is or resolves to: under RFC 1808, what resolves may be relative
        still. Raises as `resolve` does."""
        pieces = self.resolve_to_pieces(url, base, encoding)
        if not is_absolute(pieces):
            base_text = None if base is None else url_text(base)
            raise UnresolvableURLError(url_text(url), base_text, "it is not absolute", self.name)
        return pieces

    def cut_base(self, base: str) -> Pieces:
        """The pieces of a base URL, which is resolved itself, so that what is resolved against it is absolute too
        (ruling 8). Raises `Failure`."""
        return (self._remembered_base if len(base) <= _REMEMBERED_BASE_LENGTH else self._cut_base)(base)

    def _cut_base(self, base: str) -> Pieces:
        try:
            return self.cut(base)
        except Failure as failure:
            raise Failure(f"its base {shown(base)} is no absolute URL: {failure.reason}") from None

    # The predicates of 2.6.1 and 2.6.3

    def is_absolute(self, url: AnyURL) -> bool:
        """Whether `url` is an *absolute URL* (HTML5 2.6.3; ruling 12): it resolves, and needs no base for it."""
        return self._absolute_string(url_text(url)) is not None

    def is_hierarchical(self, url: AnyURL) -> bool:
        """Whether `url` is a *hierarchical URL*: absolute, with a slash behind its scheme and colon once it is
        resolved."""
        return (self._absolute_string(url_text(url)) or "").partition(":")[2].startswith("/")

    def is_authority_based(self, url: AnyURL) -> bool:
        """Whether `url` is an *authority-based URL*: absolute, with two slashes behind its scheme and colon."""
        return (self._absolute_string(url_text(url)) or "").partition(":")[2].startswith("//")

    def _absolute_string(self, url: str) -> str | None:
        try:
            return self.resolve_string(url)
        except InvalidURLError:
            return None

    def is_valid_url(self, url: AnyURL, encoding: str = "utf-8") -> bool:
        """Whether `url` is what this standard lets an author write, in a document whose encoding is `encoding`."""
        raise NotImplementedError

    # Strict assignment

    def first_unused(self, name: str, input: Pieces, value: str) -> str | None:
        """Why the setter of the attribute `name` would use only a part of `value`, with the place of the first
        character that it would drop. `None` if it would use the value whole, or not at all."""
        raise NotImplementedError

    # The query, for `urldom.params`

    def query_encoding(self, scheme: str, encoding: str) -> str:
        """The encoding in which a query is escaped behind the piece `scheme`, in a document whose output encoding is
        `encoding`."""
        return encoding

    def with_query(self, pieces: Pieces, query: str) -> Pieces:
        """The pieces with the piece `query`. Raises `Failure` where the standard would not read them back so."""
        return with_query(pieces, query)

    # The path, for `urldom._object.segments`

    def with_path(self, pieces: Pieces, path: str) -> Pieces:
        """The pieces with the piece `path`, which is escaped, as the standard reads them back. Raises `Failure` if it
        would read another URL."""
        raise NotImplementedError

    # Relative references, for `urldom._standards.relating`

    def base_directory(self, base: Pieces) -> str:
        """The path to which a relative path is appended (RFC 3986 section 5.2.3)."""
        return merge(base[SLASHES] == "//", base[PATH], "")

    def references_without_path(self, url: Pieces, base: Pieces) -> list[str]:
        """The references without a path that may resolve to `url`, which has the scheme and authority of `base`."""
        query, fragment = url[QUERY], url[FRAGMENT]
        if url[PATH] != base[PATH]:
            return []
        if query == base[QUERY]:
            return [fragment]
        return [query + fragment] if query else []

    def paths_to(self, path: str, base: Pieces) -> list[str]:
        """The relative and absolute paths that may resolve to `path` against `base`."""
        relative = relative_path(path, self.base_directory(base))
        return [relative, path_guard(path) + path] if path[:1] == "/" else [relative]

    # Base URLs

    def fallback_base_url(self, address: str, creator: str | None, container: str | None) -> str:
        """A document's fallback base URL (2.6.3 step 4, substeps 1 to 3), from its address and the base URLs of its
        creator and its container, where it has any."""
        # Substep 2; ruling 20
        if address == "about:blank" and creator is not None:
            return creator
        # Substep 3
        if container is not None:
            return container
        return address

    def base_element_url(self, href: str, fallback: str, encoding: str) -> str:
        """The document base URL that a `base` element's `href` makes (2.6.3 step 4, substeps 5 and 6)."""
        try:
            return self.resolve_string(href, fallback, encoding)
        except InvalidURLError:
            return fallback  # ruling 21

    def __get_pydantic_core_schema__(self, source: Any, handler: Any) -> Any:
        """What pydantic validates a field by that is annotated with the standard: see `urldom._object.fields`."""
        from urldom._object.fields import core_schema

        return core_schema(source, handler, self)

    def __repr__(self) -> str:
        return self.name.upper()

    def __reduce__(self) -> str:
        return self.name.upper()  # copies are the constant itself; a pickle names it in its module


#: A standard, or a string that holds its name.
StandardLike: TypeAlias = Standard | str
