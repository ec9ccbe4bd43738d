"""`Standard`, which a user holds, and `Engine`, the private half that other modules of urldom call."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, NoReturn, Protocol, TypeAlias, TypeVar

from urldom._core.errors import Failure, InvalidURLError, UnresolvableURLError, shown
from urldom._core.hints.values import StandardHints
from urldom._core.standards.names import StandardName, load_standard
from urldom._core.standards.usual_url import USUAL_URL, UsualURL
from urldom._core.text.encodings import output_encoding
from urldom._core.text.percent_encoding import SPACE_CHARACTERS
from urldom._core.values.default_ports import DEFAULT_PORTS
from urldom._core.values.pieces import FRAGMENT, PATH, QUERY, SLASHES, Pieces, href, is_absolute, path_guard, with_query
from urldom._core.values.references import merge, relative_path
from urldom._core.values.telling import Say, Sentences, Told
from urldom._core.values.url_value import AnyURL, url_text
from urldom._core.values.value_of_pieces import parsed_url

if TYPE_CHECKING:
    from typing_extensions import TypeVar as TypeVarWithDefault

    ParsedT = TypeVarWithDefault("ParsedT", default=Any)
    ParsedT_co = TypeVarWithDefault("ParsedT_co", covariant=True, default=Any)
else:
    ParsedT = TypeVar("ParsedT")
    ParsedT_co = TypeVar("ParsedT_co", covariant=True)

#: The seven *URL decomposition IDL attributes* (HTML5 2.6.6), in the specification's order.
DECOMPOSITION_ATTRIBUTES: Final = ("protocol", "host", "hostname", "port", "pathname", "search", "hash")

#: A function that returns the new pieces of an absolute URL after a value was assigned, which removes the component if
#: it is `None` (ruling 19). It raises `Failure` if the standard does not change the URL.
Setter: TypeAlias = Callable[[Pieces, "str | None"], Pieces]

#: A function of a URL's pieces that returns the value of an attribute.
Getter: TypeAlias = Callable[[Pieces], str]


class Cut(Protocol):
    def __call__(self, url: str, base: Pieces | None = None, encoding: str = "utf-8") -> Pieces: ...


class Engine(Generic[ParsedT]):
    """The parts of a standard. Each standard fills in those without a default.

    A function whose argument is `AnyURL` takes the label of an encoding, and raises `InvalidURLError` or
    `UnresolvableURLError`. The others take the name of an output encoding, and raise `Failure`."""

    name: ClassVar[StandardName]
    #: The attributes that `URLDecomposition` has under this standard, and those that can be assigned.
    attributes: ClassVar[tuple[str, ...]] = DECOMPOSITION_ATTRIBUTES
    assignable: ClassVar[tuple[str, ...]] = DECOMPOSITION_ATTRIBUTES
    #: The setters of the assignable attributes. `href` does not have a setter, because it replaces the whole URL.
    setters: Mapping[str, Setter]
    #: The setters for the URL of an element. After an assignment, an element parses its URL again.
    element_setters: Mapping[str, Setter]
    #: The quick way: resolves a string against the pieces of an absolute URL, and returns the pieces of the result.
    cut: Cut
    #: Parses a string into pieces, without resolving it, unless the standard has its own `parse`.
    cut_as_written: Callable[[str], Pieces]
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
    #: `True` if a document's fallback base URL changes with the base URL of its creator or container.
    live_fallback: ClassVar[bool] = True
    #: The characters that are removed from both ends of a URL in a document.
    stripped: ClassVar[str] = SPACE_CHARACTERS
    #: The delimiter of the parameters that follow the segments of a path. `""` if the standard has no such parameters.
    parameters_delimiter: ClassVar[str] = ""
    #: The encoding of the queries in style sheets and `style` attributes. `None` means the document's encoding.
    css_encoding: ClassVar[str | None] = None
    #: `True` if the standard is a grammar: it rejects usual URLs that programs accept, such as `http://h/a b`.
    is_grammar: ClassVar[bool] = True
    #: `True` if `resolve` returns a reference of the standard's own type, and not a URL of the object model.
    resolves_to_reference: ClassVar[bool] = False
    #: The URLs that Arrow's kernels can split under this standard.
    usual_url: ClassVar[UsualURL] = USUAL_URL

    def __init__(self) -> None:
        self._remembered_base = lru_cache(maxsize=256)(self.cut_new_base)
        self.standard: Standard[ParsedT] = Standard(self)

    # Parsing and resolving

    def parse(self, url: AnyURL) -> ParsedT:
        text = url if type(url) is str else url_text(url)
        try:
            parsed: Any = parsed_url(self.cut_as_written(text))
        except Failure as failure:
            raise InvalidURLError(text, failure.reason, self.name) from None
        return parsed  # type: ignore[no-any-return]

    def resolve(self, url: AnyURL, base: AnyURL | None = None, *, encoding: str = "utf-8") -> ParsedT:
        parsed: Any = parsed_url(self.resolve_to_pieces(url, base, encoding))
        return parsed  # type: ignore[no-any-return]

    def resolve_string(self, url: AnyURL, base: AnyURL | None = None, encoding: str = "utf-8") -> str:
        return href(self.resolve_to_pieces(url, base, encoding))

    def string_resolver(self, base: str, encoding: str) -> Callable[[str], str]:
        """Return the function `resolve_string` for one base, which resolves many URLs faster."""
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
        text = url if type(url) is str else url_text(url)
        output = encoding if encoding == "utf-8" else output_encoding(encoding)
        base_text = base if base is None or type(base) is str else url_text(base, "a base")
        try:
            return self.cut(text, None if base_text is None else self.cut_base(base_text), output)
        except Failure as failure:
            raise UnresolvableURLError(text, base_text, failure.reason, self.name) from None

    def absolute_pieces(self, url: AnyURL, base: AnyURL | None, encoding: str) -> Pieces:
        """Return `resolve_to_pieces`, or raise an error if the result is relative, as it may be under RFC 1808."""
        pieces = self.resolve_to_pieces(url, base, encoding)
        if not is_absolute(pieces):
            base_text = None if base is None else url_text(base)
            raise UnresolvableURLError(url_text(url), base_text, "it is not absolute", self.name)
        return pieces

    def cut_base(self, base: str) -> Pieces:
        """Return the pieces of a base URL. It is resolved first, so that it makes other URLs absolute (ruling 8)."""
        # Longer bases are not remembered, so that the cache stays small.
        return (self._remembered_base if len(base) <= 2048 else self.cut_new_base)(base)

    def cut_new_base(self, base: str) -> Pieces:
        try:
            return self.cut(base)
        except Failure as failure:
            raise Failure(f"its base {shown(base)} is not an absolute URL: {failure.reason}") from None

    def absolute_string(self, url: str) -> str | None:
        """Return an *absolute URL* as it resolves (HTML5 2.6.3, ruling 12), or `None` for any other string."""
        try:
            return self.resolve_string(url)
        except InvalidURLError:
            return None

    def is_valid_url(self, url: str, encoding: str = "utf-8") -> bool:
        raise NotImplementedError

    # The readings and their sentences, for `explain`

    sentences: Callable[[], Sentences]

    def begin(self, url: str, encoding: str) -> list[Told]:
        """Return the steps before the base URL is found."""
        return []

    def read_base(self, base: str) -> str:
        """Return a base URL as the steps use it."""
        return href(self.cut_base(base))

    def read(self, url: str, base: str | None, encoding: str, say: Say) -> ParsedT:
        """Resolve a URL by the steps of the standard, and report each step."""
        raise NotImplementedError

    def read_assignment(self, name: str, absolute: str, value: str | None, say: Say) -> object:
        """Assign an attribute other than `href` of an absolute URL by the steps of the standard, and report each."""
        raise NotImplementedError

    # Strict assignment

    def first_unused(self, name: str, input: Pieces, value: str) -> str | None:
        """Return why and where the setter `name` would use only a part of a value, or `None`."""
        raise NotImplementedError

    # The query, for `urldom.params`, and the path, for `urldom._core.objects.segments`

    def query_encoding(self, scheme: str, encoding: str) -> str:
        """Return the encoding of the query in a URL of this scheme, which ends in a colon."""
        return encoding

    def with_query(self, pieces: Pieces, query: str) -> Pieces:
        """Return the pieces with a new query, or raise `Failure` if the new URL would have different components."""
        return with_query(pieces, query)

    def with_path(self, pieces: Pieces, path: str) -> Pieces:
        """Return the pieces with a new path, as if the new URL had been parsed. The path is already escaped."""
        raise NotImplementedError

    # Relative references, for `urldom._core.standards.relating`

    def base_directory(self, base: Pieces) -> str:
        """Return the path to which a relative path is appended, with its slash (RFC 3986 section 5.2.3)."""
        return merge(base[SLASHES] == "//", base[PATH], "")

    def references_without_path(self, url: Pieces, base: Pieces) -> list[str]:
        """Return references without a path that may resolve to `url`, which has the base's scheme and authority."""
        query, fragment = url[QUERY], url[FRAGMENT]
        if url[PATH] != base[PATH]:
            return []
        if query == base[QUERY]:
            return [fragment]
        return [query + fragment] if query else []

    def paths_to(self, path: str, base: Pieces) -> list[str]:
        """Return the relative and absolute paths that may resolve to a path, with the relative path first."""
        relative = relative_path(path, self.base_directory(base))
        return [relative, path_guard(path) + path] if path[:1] == "/" else [relative]

    # Base URLs

    def fallback_base_url(self, address: str, creator: str | None, container: str | None) -> str:
        """Return a document's fallback base URL (HTML5 2.6.3 step 4, substeps 1 to 3), one of the three URLs. `creator`
        and `container` are the base URLs of other documents."""
        if address == "about:blank" and creator is not None:  # Substep 2, ruling 20
            return creator
        return address if container is None else container  # Substep 3

    def base_element_url(self, href: str, fallback: str, encoding: str) -> str:
        """Return the document base URL that a `base` element makes (HTML5 2.6.3 step 4, substeps 5 and 6)."""
        try:
            return self.resolve_string(href, fallback, encoding)
        except InvalidURLError:
            return fallback  # ruling 21

    def __repr__(self) -> str:
        return f"<engine of {self.name}>"

    def __reduce__(self) -> Any:
        return engine_of, (self.standard,)  # A copy is the engine itself.


class Standard(Generic[ParsedT_co], StandardHints):
    """The behaviour of one specification.

    The instances are the constants of the module `urldom`, such as `HTML5` and `WHATWG`. Every parameter that accepts a
    standard also accepts its name.

    Attributes:
        name: The standard's name, such as `"html5"`.
        attributes: The attributes that a `URLDecomposition` has under this standard.
        assignable: The attributes that can be assigned.

    >>> from urldom import HTML5
    >>> HTML5.name, str(HTML5.resolve("b", "http://example.com/a"))
    ('html5', 'http://example.com/b')
    """

    __slots__ = ("_engine", "assignable", "attributes", "name")

    _engine: Engine[ParsedT_co]
    name: StandardName
    attributes: tuple[str, ...]
    assignable: tuple[str, ...]

    def __init__(self, engine: Engine[ParsedT_co]) -> None:
        object.__setattr__(self, "_engine", engine)
        for name in ("name", "attributes", "assignable"):
            object.__setattr__(self, name, getattr(engine, name))

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a standard is immutable: {name!r} cannot be assigned")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"a standard is immutable: {name!r} cannot be deleted")

    def parse(self, url: AnyURL) -> ParsedT_co:
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
        return self._engine.parse(url)

    def resolve(self, url: AnyURL, base: AnyURL | None = None, *, encoding: str = "utf-8") -> ParsedT_co:
        """Resolve a URL against a base URL.

        Args:
            url: A URL. It may be relative if `base` is given.
            base: An absolute URL.
            encoding: The encoding in which the query is percent-encoded: a label of the Encoding Standard.

        Returns:
            The components, in the type that `parse` returns. `urldom.resolve` returns a `FrozenURL` instead.

        Raises:
            UnresolvableURLError: If `url` does not resolve.
            LookupError: If `encoding` is an unknown label.
            TypeError: If `url` or `base` has a wrong type.

        >>> from urldom import WHATWG
        >>> str(WHATWG.resolve("?q=é", "http://example.com/a", encoding="latin1"))
        'http://example.com/a?q=%E9'
        """
        return self._engine.resolve(url, base, encoding=encoding)

    def is_valid_url(self, url: AnyURL, encoding: str = "utf-8") -> bool:
        """Return whether a URL is valid, so that an author may write it in a document.

        Args:
            url: A string, or a URL object of urldom.
            encoding: The document's encoding, a label of the Encoding Standard.

        Raises:
            TypeError: If `url` has a wrong type.

        >>> from urldom import HTML5, RFC3986
        >>> HTML5.is_valid_url("/é"), RFC3986.is_valid_url("/é")
        (True, False)
        """
        return self._engine.is_valid_url(url_text(url), encoding)

    def __get_pydantic_core_schema__(self, source: Any, handler: Any) -> Any:
        """Return pydantic's schema for a field that is annotated with the standard."""
        from urldom._core.pydantic_schemas import url_schema

        return url_schema(source, handler, self)

    def __repr__(self) -> str:
        return self.name.upper()

    def __reduce__(self) -> Any:
        return load_standard, (self.name,)  # A copy is the constant itself.


#: A standard, or the name of a standard.
StandardLike: TypeAlias = Standard | str


def engine_of(standard: Standard[ParsedT]) -> Engine[ParsedT]:
    return standard._engine  # pyright: ignore[reportPrivateUsage]
