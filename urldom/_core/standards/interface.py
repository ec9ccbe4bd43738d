"""`Standard`, which a user holds, and `Engine`, the private half that other modules of urldom
call."""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from typing import Any, Generic, NoReturn, TypeAlias

from urldom._core.hints.values import StandardHints
from urldom._core.public import public
from urldom._core.standards.names import StandardName, load_standard
from urldom._core.standards.parts import (
    Grammar,
    ObjectModel,
    PageRules,
    ParsedT,
    ParsedT_co,
    StepReading,
)
from urldom._core.standards.resolving import parse, resolve
from urldom._core.values.url_value import AnyURL, url_text


class Engine(Generic[ParsedT]):
    """A standard as the modules of urldom use it: the parts that `parts` describes."""

    __slots__ = ("grammar", "name", "object_model", "page_rules", "reading", "standard")

    def __init__(
        self,
        *,
        grammar: Grammar[ParsedT],
        object_model: ObjectModel,
        reading: StepReading,
        page_rules: PageRules,
    ) -> None:
        self.name: StandardName = grammar.name
        self.grammar: Grammar[ParsedT] = grammar
        self.object_model: ObjectModel = object_model
        self.reading: StepReading = reading
        self.page_rules: PageRules = page_rules
        self.standard: Standard[ParsedT] = Standard(self)

    def __repr__(self) -> str:
        return f"<engine of {self.name}>"

    def __reduce__(self) -> Any:
        return engine_of, (self.standard,)  # A copy is the engine itself.


@public("urldom")
class Standard(Generic[ParsedT_co], StandardHints):
    """The behaviour of one specification.

    The instances are the constants of the module `urldom`, such as `HTML5` and `WHATWG`. Every
    parameter that accepts a standard also accepts its name.

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
        values = {
            "_engine": engine,
            "name": engine.name,
            "attributes": engine.object_model.attributes,
            "assignable": engine.object_model.assignable,
        }
        for name, value in values.items():
            object.__setattr__(self, name, value)

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
        return parse(self._engine.grammar, url)

    def resolve(
        self, url: AnyURL, base: AnyURL | None = None, *, encoding: str = "utf-8"
    ) -> ParsedT_co:
        """Resolve a URL against a base URL.

        Args:
            url: A URL. It may be relative if `base` is given.
            base: An absolute URL.
            encoding: The encoding in which the query is percent-encoded: a label of the Encoding
                Standard.

        Returns:
            The components, in the type that `parse` returns. `urldom.resolve` returns a `FrozenURL`
            instead.

        Raises:
            UnresolvableURLError: If `url` does not resolve.
            LookupError: If `encoding` is an unknown label.
            TypeError: If `url` or `base` has a wrong type.

        >>> from urldom import WHATWG
        >>> str(WHATWG.resolve("?q=é", "http://example.com/a", encoding="latin1"))
        'http://example.com/a?q=%E9'
        """
        return resolve(self._engine.grammar, url, base, encoding)

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
        return self._engine.grammar.is_valid_url(url_text(url), encoding)

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


#: Returns the engine of a standard.
engine_of: Callable[[Standard[Any]], Engine[Any]] = attrgetter("_engine")
