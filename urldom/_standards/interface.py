"""`Standard`: an immutable object with the behaviour of one specification."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import lru_cache
from typing import Any, ClassVar, Final, Literal, NoReturn, Protocol, TypeAlias

from urldom._errors import Failure, InvalidURLError, UnresolvableURLError, shown
from urldom._text.encodings import output_encoding
from urldom._text.percent_encoding import SPACE_CHARACTERS
from urldom._values.default_ports import DEFAULT_PORTS
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
from urldom._values.value_of_pieces import parsed_url

StandardName = Literal["html5", "whatwg", "rfc3986", "rfc2396", "rfc1808"]

#: The seven *URL decomposition IDL attributes* (HTML5 2.6.6), in the specification's order.
DECOMPOSITION_ATTRIBUTES: Final = ("protocol", "host", "hostname", "port", "pathname", "search", "hash")

#: A function of the pieces of an absolute URL and an assigned value. It returns the new pieces. If the value is `None`,
#: it removes the component (ruling 19). It raises `Failure` if the standard does not change the URL.
Setter: TypeAlias = Callable[[Pieces, "str | None"], Pieces]

#: A function of a URL's pieces that returns the value of an attribute.
Getter: TypeAlias = Callable[[Pieces], str]

#: The limits of the cache of the pieces of bases: the length of a base in characters, and the number of bases.
_REMEMBERED_BASE_LENGTH: Final = 2048
_REMEMBERED_BASES: Final = 256


class Cut(Protocol):
    """A function that cuts a URL into pieces: see `Standard.cut`."""

    def __call__(self, url: str, base: Pieces | None = None, encoding: str = "utf-8") -> Pieces: ...


class Standard:
    """The behaviour of one specification.

    The five instances are the constants `HTML5`, `WHATWG`, `RFC3986`, `RFC2396` and `RFC1808`. Every parameter that
    accepts a standard also accepts its name. `name`, `parse`, `resolve` and the predicates are public.
    `URLDecomposition` and the base contexts use the other members.

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
    #: The attributes that can be assigned.
    assignable: ClassVar[tuple[str, ...]] = DECOMPOSITION_ATTRIBUTES
    #: The setters of the assignable attributes. `href` does not have a setter, because it replaces the whole URL.
    setters: Mapping[str, Setter]
    #: The setters for the URL of an element. After an assignment, an element parses its URL again.
    element_setters: Mapping[str, Setter]
    #: A function that resolves a string against the pieces of an absolute URL, and returns the pieces of the result. It
    #: percent-encodes the query in an output encoding. It raises `Failure` if the string does not resolve.
    cut: Cut
    # The getters of the attributes whose value is not simply a piece.
    host: Getter
    pathname: Getter
    search: Getter
    origin: Getter
    #: The pieces that represent a string that is not an absolute URL.
    no_url: ClassVar[Pieces] = ("", "", "", "", "", "", "", "", None)
    #: The class of the failure that an assignment to a URL raises if the URL is not absolute.
    no_url_failure: ClassVar[type[Failure]] = Failure
    #: `True` if the assignment of a rejected value still serializes the URL again, as *update href* does.
    writes_input: ClassVar[bool] = False
    #: The default ports of schemes.
    default_ports: ClassVar[Mapping[str, int | None]] = {scheme: int(port) for scheme, port in DEFAULT_PORTS.items()}
    #: `True` if `xml:base` attributes apply by default in a `Document` (HTML5 2.6.3 step 4).
    xml_base: ClassVar[bool] = True
    #: `True` if a document's fallback base URL changes with the base URL of its creator or container. `False` if the
    #: fallback base URL keeps its first value.
    live_fallback: ClassVar[bool] = True
    #: The characters that are removed from both ends of a URL in a document.
    stripped: ClassVar[str] = SPACE_CHARACTERS
    #: The path segments that are removed when a URL is resolved.
    dot_segments: ClassVar[Collection[str]] = (".", "..")
    #: The delimiter of the parameters that follow the segments of a path. `""` if the standard has no such parameters.
    parameters_delimiter: ClassVar[str] = ""
    #: The encoding of the queries in style sheets and `style` attributes. `None` means the document's encoding.
    css_encoding: ClassVar[str | None] = None
    #: `True` if the standard is a grammar: it rejects usual URLs that programs accept, such as `http://h/a b`.
    is_grammar: ClassVar[bool] = True

    @property
    def standard(self) -> Standard:
        """The public standard of this engine."""
        return self

    def __init__(self) -> None:
        object.__setattr__(self, "_remembered_base", lru_cache(_REMEMBERED_BASES)(self._cut_base))

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a standard is immutable: {name!r} cannot be assigned")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"a standard is immutable: {name!r} cannot be deleted")

    # Parsing and resolving

    def parse(self, url: AnyURL) -> Any:
        """Return the components of a URL.

        Args:
            url: A string, or a URL object of urldom.

        Returns:
            A `ParsedURL`. Under the RFCs, a `URIReference` or a `GenericRL`.

        Raises:
            InvalidURLError: If `url` is invalid.
            TypeError: If `url` has a wrong type.

        >>> from urldom import HTML5, WHATWG
        >>> HTML5.parse("http://EXAMPLE.com").host, WHATWG.parse("http://EXAMPLE.com").host
        ('EXAMPLE.com', 'example.com')
        """
        raise NotImplementedError

    def resolve(self, url: AnyURL, base: AnyURL | None = None, *, encoding: str = "utf-8") -> Any:
        """Resolve a URL against a base URL.

        Args:
            url: A URL. It may be relative if `base` is given.
            base: An absolute URL.
            encoding: The encoding in which the query is percent-encoded: a label of the Encoding Standard.

        Returns:
            The components of the result, in the type that `parse` returns.

        Raises:
            UnresolvableURLError: If `url` does not resolve.
            LookupError: If `encoding` is an unknown label.
            TypeError: If `url` or `base` has a wrong type.

        >>> from urldom import WHATWG
        >>> str(WHATWG.resolve("?q=é", "http://example.com/a", encoding="latin1"))
        'http://example.com/a?q=%E9'
        """
        return parsed_url()(self.resolve_to_pieces(url, base, encoding))

    def resolve_string(self, url: AnyURL, base: AnyURL | None = None, encoding: str = "utf-8") -> str:
        """Resolve a URL and return the result as a string.

        Args:
            url: A URL, as for `resolve`.
            base: An absolute URL.
            encoding: A label of the Encoding Standard.

        Returns:
            The URL as a string.

        Raises:
            UnresolvableURLError: If `url` does not resolve.
            LookupError: If `encoding` is an unknown label.
            TypeError: If `url` or `base` has a wrong type.

        >>> from urldom import WHATWG
        >>> WHATWG.resolve_string("../b", "http://example.com/a/c")
        'http://example.com/b'
        """
        return href(self.resolve_to_pieces(url, base, encoding))

    def string_resolver(self, base: str, encoding: str) -> Callable[[str], str]:
        """Return a function that resolves many URLs against one base.

        Args:
            base: An absolute URL.
            encoding: A label of the Encoding Standard.

        Returns:
            A function that accepts a URL as a string, and returns the resolved URL as a string. It raises the errors of
            `resolve_string`.

        Raises:
            LookupError: If `encoding` is an unknown label.

        >>> from urldom import WHATWG
        >>> resolve = WHATWG.string_resolver("http://example.com/a/", "utf-8")
        >>> resolve("b"), resolve("/c")
        ('http://example.com/a/b', 'http://example.com/c')
        """
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
                return resolve_string(url, base, encoding)  # `resolve_string` raises the error, with its message.

        return resolve

    def resolve_to_pieces(self, url: AnyURL, base: AnyURL | None, encoding: str) -> Pieces:
        """Resolve a URL and return the pieces of the result.

        Args:
            url: A URL, as for `resolve`.
            base: An absolute URL, or `None`.
            encoding: A label of the Encoding Standard.

        Returns:
            The pieces.

        Raises:
            UnresolvableURLError: If `url` does not resolve.
            LookupError: If `encoding` is an unknown label.
            TypeError: If `url` or `base` has a wrong type.

        >>> from urldom import WHATWG
        >>> WHATWG.resolve_to_pieces("b?c", "http://h/a", "utf-8")[:8]
        ('http:', '//', '', 'h', '', '/b', '?c', '')
        """
        text = url_text(url)
        encoding = output_encoding(encoding)
        base_text = None if base is None else url_text(base, "a base")
        try:
            return self.cut(text, None if base_text is None else self.cut_base(base_text), encoding)
        except Failure as failure:
            raise UnresolvableURLError(text, base_text, failure.reason, self.name) from None

    def absolute_pieces(self, url: AnyURL, base: AnyURL | None, encoding: str) -> Pieces:
        """Resolve a URL and return the pieces of the *absolute URL*.

        Under RFC 1808, the result of `resolve` may still be relative. For such a result, this method raises an error.

        Args:
            url: A URL, as for `resolve`.
            base: An absolute URL, or `None`.
            encoding: A label of the Encoding Standard.

        Returns:
            The pieces.

        Raises:
            UnresolvableURLError: If `url` does not resolve to an absolute URL.
            LookupError: If `encoding` is an unknown label.
            TypeError: If `url` or `base` has a wrong type.

        >>> from urldom import RFC1808
        >>> RFC1808.absolute_pieces("/a", "http://h/b", "utf-8")[:8]
        ('http:', '//', '', 'h', '', '/a', '', '')
        """
        pieces = self.resolve_to_pieces(url, base, encoding)
        if not is_absolute(pieces):
            base_text = None if base is None else url_text(base)
            raise UnresolvableURLError(url_text(url), base_text, "it is not absolute", self.name)
        return pieces

    def cut_base(self, base: str) -> Pieces:
        """Return the pieces of a base URL, or raise `Failure`.

        The base itself is resolved before it is cut. So a URL that is resolved against it is absolute too (ruling 8).

        Args:
            base: The string of an absolute URL.

        Returns:
            The pieces.

        >>> from urldom import WHATWG
        >>> WHATWG.cut_base("http://h/a")[:8]
        ('http:', '//', '', 'h', '', '/a', '', '')
        """
        return (self._remembered_base if len(base) <= _REMEMBERED_BASE_LENGTH else self._cut_base)(base)

    def _cut_base(self, base: str) -> Pieces:
        try:
            return self.cut(base)
        except Failure as failure:
            raise Failure(f"its base {shown(base)} is not an absolute URL: {failure.reason}") from None

    # The predicates of HTML5 2.6.1 and 2.6.3

    def is_absolute(self, url: AnyURL) -> bool:
        """Return whether a URL is an *absolute URL*, which resolves without a base (HTML5 2.6.3, ruling 12).

        Args:
            url: A string, or a URL object of urldom.

        Returns:
            `True` if the URL is absolute.

        Raises:
            TypeError: If `url` has a wrong type.

        >>> from urldom import WHATWG
        >>> WHATWG.is_absolute("http://example.com"), WHATWG.is_absolute("//example.com")
        (True, False)
        """
        return self._absolute_string(url_text(url)) is not None

    def is_hierarchical(self, url: AnyURL) -> bool:
        """Return whether a URL is a *hierarchical URL* (HTML5 2.6.3).

        In a resolved hierarchical URL, a slash follows the colon of the scheme.

        Args:
            url: A string, or a URL object of urldom.

        Returns:
            `True` if the URL is absolute and hierarchical.

        Raises:
            TypeError: If `url` has a wrong type.

        >>> from urldom import HTML5
        >>> HTML5.is_hierarchical("file:/a"), HTML5.is_hierarchical("mailto:a@b")
        (True, False)
        """
        return (self._absolute_string(url_text(url)) or "").partition(":")[2].startswith("/")

    def is_authority_based(self, url: AnyURL) -> bool:
        """Return whether a URL is an *authority-based URL* (HTML5 2.6.3).

        In a resolved authority-based URL, two slashes follow the colon of the scheme.

        Args:
            url: A string, or a URL object of urldom.

        Returns:
            `True` if the URL is absolute and authority-based.

        Raises:
            TypeError: If `url` has a wrong type.

        >>> from urldom import HTML5
        >>> HTML5.is_authority_based("file:///a"), HTML5.is_authority_based("file:/a")
        (True, False)
        """
        return (self._absolute_string(url_text(url)) or "").partition(":")[2].startswith("//")

    def _absolute_string(self, url: str) -> str | None:
        try:
            return self.resolve_string(url)
        except InvalidURLError:
            return None

    def is_valid_url(self, url: AnyURL, encoding: str = "utf-8") -> bool:
        """Return whether a URL is valid, so that an author may write it in a document.

        Args:
            url: A string, or a URL object of urldom.
            encoding: The document's encoding, a label of the Encoding Standard.

        Returns:
            `True` if the URL is valid under this standard.

        Raises:
            TypeError: If `url` has a wrong type.

        >>> from urldom import HTML5, RFC3986
        >>> HTML5.is_valid_url("/é"), RFC3986.is_valid_url("/é")
        (True, False)
        """
        raise NotImplementedError

    # Strict assignment

    def first_unused(self, name: str, input: Pieces, value: str) -> str | None:
        """Return the reason why the setter of an attribute would use only a part of a value.

        Args:
            name: The attribute's name.
            input: The pieces of the URL.
            value: The assigned value.

        Returns:
            The reason, with the position of the first character that the setter would drop. `None` if the setter would
            use all of the value, or ignore all of it.

        >>> from urldom import HTML5
        >>> HTML5.first_unused("port", HTML5.cut("http://h/"), "80x")
        'a port can contain only digits, at 2'
        """
        raise NotImplementedError

    # The query, for `urldom.params`

    def query_encoding(self, scheme: str, encoding: str) -> str:
        """Return the encoding of a query in a URL of this scheme.

        Args:
            scheme: The scheme, with its colon.
            encoding: The document's output encoding.

        Returns:
            The name of an encoding.

        >>> from urldom import HTML5, WHATWG
        >>> HTML5.query_encoding("ws:", "windows-1252"), WHATWG.query_encoding("ws:", "windows-1252")
        ('windows-1252', 'utf-8')
        """
        return encoding

    def with_query(self, pieces: Pieces, query: str) -> Pieces:
        """Return the pieces with a new query. Raise `Failure` if the new URL, parsed again, has different components.

        Args:
            pieces: The pieces of the URL.
            query: `""`, or the query with its question mark.

        Returns:
            The new pieces.

        >>> from urldom import WHATWG
        >>> WHATWG.with_query(WHATWG.cut("http://h/"), "?a")[:8]
        ('http:', '//', '', 'h', '', '/', '?a', '')
        """
        return with_query(pieces, query)

    # The path, for `urldom._object.segments`

    def with_path(self, pieces: Pieces, path: str) -> Pieces:
        """Return the pieces with a new path. Raise `Failure` if the new URL, parsed again, has different components.

        Args:
            pieces: The pieces of the URL.
            path: The path, which is already escaped.

        Returns:
            The new pieces. Their path is the result of parsing the new URL.

        >>> from urldom import WHATWG
        >>> WHATWG.with_path(WHATWG.cut("http://h/"), "/a")[:8]
        ('http:', '//', '', 'h', '', '/a', '', '')
        """
        raise NotImplementedError

    # Relative references, for `urldom._standards.relating`

    def base_directory(self, base: Pieces) -> str:
        """Return the path to which a relative path is appended (RFC 3986 section 5.2.3).

        Args:
            base: The pieces of the base URL.

        Returns:
            A path that ends in a slash, or `""`.

        >>> from urldom import HTML5
        >>> HTML5.base_directory(HTML5.cut_base("http://h/a/b"))
        '/a/'
        """
        return merge(base[SLASHES] == "//", base[PATH], "")

    def references_without_path(self, url: Pieces, base: Pieces) -> list[str]:
        """Return references that have no path and may resolve to a URL.

        Args:
            url: The pieces of the URL, which has the scheme and authority of `base`.
            base: The pieces of the base URL.

        Returns:
            A few references, such as a query or a fragment. The list may be empty.

        >>> from urldom import HTML5
        >>> HTML5.references_without_path(HTML5.cut("http://h/a?b"), HTML5.cut_base("http://h/a"))
        ['?b']
        """
        query, fragment = url[QUERY], url[FRAGMENT]
        if url[PATH] != base[PATH]:
            return []
        if query == base[QUERY]:
            return [fragment]
        return [query + fragment] if query else []

    def paths_to(self, path: str, base: Pieces) -> list[str]:
        """Return the relative and absolute paths that may resolve to a path.

        Args:
            path: The path of the URL.
            base: The pieces of the base URL.

        Returns:
            The paths, with the relative path first.

        >>> from urldom import HTML5
        >>> HTML5.paths_to("/a/c", HTML5.cut_base("http://h/a/b"))
        ['c', '/a/c']
        """
        relative = relative_path(path, self.base_directory(base))
        return [relative, path_guard(path) + path] if path[:1] == "/" else [relative]

    # Base URLs

    def fallback_base_url(self, address: str, creator: str | None, container: str | None) -> str:
        """Return a document's fallback base URL (HTML5 2.6.3 step 4, substeps 1 to 3).

        Args:
            address: The document's address.
            creator: The base URL of the document's creator, or `None`.
            container: The base URL of the document's container, or `None`.

        Returns:
            One of the three URLs.

        >>> from urldom import HTML5
        >>> HTML5.fallback_base_url("about:blank", "http://h/", None)
        'http://h/'
        """
        # Substep 2, ruling 20
        if address == "about:blank" and creator is not None:
            return creator
        # Substep 3
        if container is not None:
            return container
        return address

    def base_element_url(self, href: str, fallback: str, encoding: str) -> str:
        """Return the document base URL that a `base` element makes (HTML5 2.6.3 step 4, substeps 5 and 6).

        Args:
            href: The value of the element's `href` attribute.
            fallback: The document's fallback base URL.
            encoding: The document's encoding, a label of the Encoding Standard.

        Returns:
            The resolved `href`, or `fallback` if `href` does not resolve.

        >>> from urldom import HTML5
        >>> [HTML5.base_element_url(href, "http://h/a", "utf-8") for href in ("b/", "http://[")]
        ['http://h/b/', 'http://h/a']
        """
        try:
            return self.resolve_string(href, fallback, encoding)
        except InvalidURLError:
            return fallback  # ruling 21

    def __get_pydantic_core_schema__(self, source: Any, handler: Any) -> Any:
        """Return pydantic's schema for a field that is annotated with the standard: see `urldom._object.fields`."""
        from urldom._object.fields import core_schema

        return core_schema(source, handler, self)

    def __repr__(self) -> str:
        return self.name.upper()

    def __reduce__(self) -> str:
        return self.name.upper()  # A pickle stores only the name of the constant. A copy is the constant itself.


#: A standard, or the name of a standard.
StandardLike: TypeAlias = Standard | str

#: The private half of a standard: its functions of pieces.
Engine: TypeAlias = Standard


def engine_of(standard: Standard) -> Engine:
    """Return the private engine of a standard.

    >>> from urldom import HTML5
    >>> engine_of(HTML5).cut("http://h/a")[:8]
    ('http:', '//', '', 'h', '', '/a', '', '')
    """
    return standard
