"""The parts of a standard. Each standard makes an `Engine` of them, which is defined in
`interface`:

- `Grammar`: how a URL is cut into pieces, resolved, checked and written back;
- `ObjectModel`: the attributes of a URL object: their getters and setters (HTML5 2.6.6, URL
  Standard 6.1);
- `StepReading`: the same steps once more, one by one, with sentences that explain them;
- `PageRules`: what a document adds: base URLs, and the encodings of its style sheets.

A part is made by a call, and an argument without a default is required: a type checker reports a
standard that leaves one out. The functions of a part raise `Failure`, and accept only strings,
pieces, and names of output encodings. The functions of `resolving` do the rest for every
standard."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, Generic, NamedTuple, Protocol, TypeAlias, TypeVar

from urldom._core.errors import Failure, shown
from urldom._core.standards.names import StandardName
from urldom._core.standards.reference_forms import ReferenceForms
from urldom._core.standards.usual_url import USUAL_URL, UsualURL
from urldom._core.text.percent_encoding import SPACE_CHARACTERS
from urldom._core.values import pieces
from urldom._core.values.pieces import Pieces
from urldom._core.values.schemes import DEFAULT_PORTS
from urldom._core.values.telling import Say, Sentences, Told

if TYPE_CHECKING:
    from typing_extensions import TypeVar as TypeVarWithDefault

    ParsedT = TypeVarWithDefault("ParsedT", default=Any)
    ParsedT_co = TypeVarWithDefault("ParsedT_co", covariant=True, default=Any)
else:
    ParsedT = TypeVar("ParsedT")
    ParsedT_co = TypeVar("ParsedT_co", covariant=True)

#: The seven *URL decomposition IDL attributes* (HTML5 2.6.6), in the specification's order.
DECOMPOSITION_ATTRIBUTES: Final = (
    "protocol",
    "host",
    "hostname",
    "port",
    "pathname",
    "search",
    "hash",
)

#: The pieces of a string that is not an absolute URL: all attributes are empty.
NO_URL: Final[Pieces] = ("", "", "", "", "", "", "", "", None)

#: Longer bases are not remembered, so that the cache stays small.
_LONGEST_REMEMBERED_BASE: Final = 2048

_DEFAULT_PORTS: Final = {scheme: int(port) for scheme, port in DEFAULT_PORTS.items()}


# The grammar


class Cut(Protocol):
    """Resolves a string against the pieces of an absolute URL, and returns the pieces of the
    result."""

    def __call__(self, url: str, base: Pieces | None = None, encoding: str = "utf-8") -> Pieces: ...


#: Returns a quick version of a function that resolves references against one base, which is given
#: in pieces.
QuickResolver: TypeAlias = Callable[[Pieces, Callable[[str], str]], Callable[[str], str]]


class ResolveReference(Protocol[ParsedT_co]):
    """Resolves a reference against a base. `say` gets each step. Only RFC 3986 section 5.2.2 need
    not be strict."""

    def __call__(
        self, url: str, base: str | None, say: Say = ..., *, strict: bool = ...
    ) -> ParsedT_co: ...


class References(Generic[ParsedT]):
    """How an RFC parses and resolves a reference to a value of its own, which is not a
    `ParsedURL`."""

    __slots__ = ("parse", "resolve")

    def __init__(
        self, *, parse: Callable[[str], ParsedT], resolve: ResolveReference[ParsedT]
    ) -> None:
        self.parse: Callable[[str], ParsedT] = parse
        self.resolve: ResolveReference[ParsedT] = resolve


def same_encoding(scheme: str, encoding: str) -> str:
    """Return the encoding of the document for the query of every URL."""
    return encoding


def never_depends_on_base(url: str, pieces: Pieces) -> bool:
    """Return `False`: without a base, a URL resolves as with any base, or it is not absolute."""
    return False


class Grammar(Generic[ParsedT]):
    """How a standard cuts a URL into pieces, and writes it back. `ParsedT` is the type that `parse`
    returns."""

    __slots__ = (
        "_remembered_base",
        "base_may_be_unknown",
        "cut",
        "cut_as_written",
        "default_ports",
        "depends_on_base",
        "forms",
        "is_strict",
        "is_valid_url",
        "name",
        "parameters_delimiter",
        "query_encoding",
        "quick_resolver",
        "references",
        "stripped",
        "usual_url",
        "with_path",
        "with_query",
    )

    def __init__(
        self,
        *,
        name: StandardName,
        cut: Cut,
        cut_as_written: Callable[[str], Pieces],
        is_valid_url: Callable[[str, str], bool],
        with_path: Callable[[Pieces, str], Pieces],
        is_strict: bool,
        with_query: Callable[[Pieces, str], Pieces] = pieces.with_query,
        references: References[ParsedT] | None = None,
        default_ports: Mapping[str, int | None] = _DEFAULT_PORTS,
        query_encoding: Callable[[str, str], str] = same_encoding,
        stripped: str = SPACE_CHARACTERS,
        parameters_delimiter: str = "",
        forms: ReferenceForms | None = None,
        usual_url: UsualURL = USUAL_URL,
        quick_resolver: QuickResolver | None = None,
        depends_on_base: Callable[[str, Pieces], bool] = never_depends_on_base,
        base_may_be_unknown: bool = False,
    ) -> None:
        self.name: StandardName = name
        #: The quick way to resolve a URL. Without a base, it makes the pieces of an absolute URL.
        self.cut: Cut = cut
        #: Parses a string into pieces, without resolving it.
        self.cut_as_written: Callable[[str], Pieces] = cut_as_written
        #: Whether an author may write a URL in a document of an encoding, which is given as a
        #: label.
        self.is_valid_url: Callable[[str, str], bool] = is_valid_url
        #: Returns the pieces with a new path, as if the new URL had been parsed. The path is
        #: already escaped.
        self.with_path: Callable[[Pieces, str], Pieces] = with_path
        #: `True` if the standard rejects URLs that programs accept. Only the URL Standard does not.
        self.is_strict: bool = is_strict
        #: Returns the pieces with a new query. Raises `Failure` if the new URL would have different
        #: components.
        self.with_query: Callable[[Pieces, str], Pieces] = with_query
        #: How `parse` and `resolve` make a reference. `None` if they return a `ParsedURL`.
        self.references: References[ParsedT] | None = references
        #: The default ports of schemes.
        self.default_ports: Mapping[str, int | None] = default_ports
        #: The encoding of the query in a URL with a scheme, which ends in a colon, and a document's
        #: encoding.
        self.query_encoding: Callable[[str, str], str] = query_encoding
        #: The characters that are removed from both ends of a URL in a document.
        self.stripped: str = stripped
        #: The delimiter of the parameters that follow the segments of a path. `""` if there are no
        #: such parameters.
        self.parameters_delimiter: str = parameters_delimiter
        #: The forms of relative references.
        self.forms: ReferenceForms = ReferenceForms() if forms is None else forms
        #: The URLs that Arrow's kernels can split under this standard.
        self.usual_url: UsualURL = usual_url
        #: Makes the resolver of many references quicker, or `None`.
        self.quick_resolver: QuickResolver | None = quick_resolver
        #: Whether a URL that resolves without a base resolves to another URL against some base.
        self.depends_on_base: Callable[[str, Pieces], bool] = depends_on_base
        #: `True` if `""` is an unknown base, so that a URL resolves to itself (RFC 1808 section 4
        #: step 1).
        self.base_may_be_unknown: bool = base_may_be_unknown
        self._remembered_base = lru_cache(maxsize=256)(self.cut_new_base)

    def cut_base(self, base: str) -> Pieces:
        """Return the pieces of a base URL. It is resolved first, so that it makes other URLs
        absolute (ruling 8)."""
        if len(base) <= _LONGEST_REMEMBERED_BASE:
            return self._remembered_base(base)
        return self.cut_new_base(base)

    def cut_new_base(self, base: str) -> Pieces:
        """Return the pieces of a base URL, as `cut_base` does, without remembering them."""
        if not base and self.base_may_be_unknown:
            return NO_URL
        try:
            return self.cut(base)
        except Failure as failure:
            raise Failure(
                f"its base {shown(base)} is not an absolute URL: {failure.reason}"
            ) from None


# The object model

#: A function that returns the pieces of a URL after a value was assigned, or the component removed
#: by `None` (ruling 19). It raises `Failure` if the standard does not change the URL, for example
#: because it is not absolute, and `SetterReturned` if not even *update href* runs (ruling 18).
Setter: TypeAlias = Callable[[Pieces, "str | None"], Pieces]

#: A function of a URL's pieces that returns the value of an attribute.
Getter: TypeAlias = Callable[[Pieces], str]

#: Returns why and where the setter of an attribute would use only a part of a value, or `None`.
FirstUnused: TypeAlias = Callable[[str, Pieces, str], "str | None"]


def opaque_origin(url: Pieces) -> str:
    """Return the origin of every URL under a standard without the attribute `origin`."""
    return "null"


class ObjectModel:
    """The attributes of a URL object under a standard: which there are, how they are read, and how
    they are set."""

    __slots__ = (
        "assignable",
        "attributes",
        "element_setters",
        "first_unused",
        "host",
        "no_url",
        "origin",
        "pathname",
        "search",
        "setters",
    )

    def __init__(
        self,
        *,
        host: Getter,
        pathname: Getter,
        search: Getter,
        setters: dict[str, Setter],
        element_setters: dict[str, Setter],
        first_unused: FirstUnused,
        origin: Getter = opaque_origin,
        attributes: tuple[str, ...] = DECOMPOSITION_ATTRIBUTES,
        assignable: tuple[str, ...] = DECOMPOSITION_ATTRIBUTES,
        no_url: Pieces = NO_URL,
    ) -> None:
        # The getters of the attributes whose value is not simply a piece
        self.host: Getter = host
        self.pathname: Getter = pathname
        self.search: Getter = search
        self.origin: Getter = origin
        #: The setters of the assignable attributes. `href` does not have one, because it replaces
        #: the whole URL.
        self.setters: dict[str, Setter] = setters
        #: The setters for the URL of an element. After an assignment, an element parses its URL
        #: again.
        self.element_setters: dict[str, Setter] = element_setters
        self.first_unused: FirstUnused = first_unused
        #: The attributes that `URLDecomposition` has under this standard, and those that can be
        #: assigned.
        self.attributes: tuple[str, ...] = attributes
        self.assignable: tuple[str, ...] = assignable
        #: The pieces that represent a string that is not an absolute URL.
        self.no_url: Pieces = no_url


# The reading, for `explain`


class Read(Protocol[ParsedT_co]):
    """Resolves a URL by the steps of the standard, and reports each step."""

    def __call__(self, url: str, base: str | None, encoding: str, say: Say) -> ParsedT_co: ...


#: Assigns an attribute other than `href` of an absolute URL by the steps of the standard, and
#: reports each.
ReadAssignment: TypeAlias = Callable[[str, Pieces, "str | None", Say], object]


def begins_at_once(url: str, encoding: str) -> list[Told]:
    """Return no steps: the standard has none before the base URL is found."""
    return []


class StepReading(NamedTuple):
    """The steps of a standard as `explain` tells them. The quick way shares nothing with them but
    the pieces."""

    #: Returns the sentences that explain the steps.
    sentences: Callable[[], Sentences]
    read: Read[Any]
    read_assignment: ReadAssignment
    #: Returns a base URL as the steps use it.
    read_base: Callable[[str], str]
    #: Returns the steps before the base URL is found.
    begin: Callable[[str, str], list[Told]] = begins_at_once


# The rules of pages


class PageRules(NamedTuple):
    """What a document or a style sheet adds to a URL. The defaults are those of HTML5 (2011
    draft)."""

    #: `True` if `xml:base` attributes apply by default in a `Document` (HTML5 2.6.3 step 4).
    xml_base: bool = True
    #: `True` if a document's fallback base URL changes with the base URL of its creator or
    #: container.
    live_fallback: bool = True
    #: `True` if a document inherits the HTML Standard's *about base URL* instead of HTML5's creator
    #: or container.
    about_base_url: bool = False
    #: The schemes of URLs that a `base` element cannot set as the base URL, with their colons.
    rejected_base_schemes: tuple[str, ...] = ()
    #: `True` if a `base` element counts for the whole page, also for what a browser requests before
    #: it reads the element.
    base_counts_before: bool = True
    #: The encoding of the queries in style sheets and `style` attributes. `None` means the
    #: document's encoding.
    css_encoding: str | None = None
    #: The encoding of an `iframe srcdoc` document. `None` means that of its container.
    srcdoc_encoding: str | None = None
