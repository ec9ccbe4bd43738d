"""What a standard is: one immutable object with the whole behaviour of one specification behind it."""

from __future__ import annotations

import re
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar, Final, Literal, TypeAlias

from urldom.errors import InvalidURLError

if TYPE_CHECKING:
    from urldom.parsed import ParsedURL

StandardName = Literal["html5", "whatwg", "rfc3986", "rfc2396", "rfc1808"]

_CONSTANTS: Final = {
    "html5": ("urldom.html5", "HTML5"),
    "whatwg": ("urldom.whatwg", "WHATWG"),
    "rfc3986": ("urldom.rfc3986", "RFC3986"),
    "rfc2396": ("urldom.rfc2396", "RFC2396"),
    "rfc1808": ("urldom.rfc1808", "RFC1808"),
}

STANDARD_NAMES: Final = tuple(_CONSTANTS)


#: What the seven *URL decomposition IDL attributes* (HTML5 2.6.6) return for one input, in the specification's order.
Decomposition: TypeAlias = tuple[str, str, str, str, str, str, str]

DECOMPOSITION_ATTRIBUTES: Final = ("protocol", "host", "hostname", "port", "pathname", "search", "hash")


class Standard:
    """The behaviour of one specification. The five instances are the constants `HTML5`, `WHATWG`, `RFC3986`, `RFC2396`
    and `RFC1808`; wherever one is taken, its name serves too.

    `parse` and `resolve` are for everybody. The rest is what `URLDecomposition` and the base contexts stand on.

    >>> from urldom import HTML5
    >>> HTML5.name, str(HTML5.resolve("b", "http://example.com/a"))
    ('html5', 'http://example.com/b')
    """

    __slots__ = ()

    name: ClassVar[StandardName]
    #: The attributes that `URLDecomposition` has under this standard.
    attributes: ClassVar[tuple[str, ...]] = DECOMPOSITION_ATTRIBUTES
    #: The *plain form*: an absolute URL that is no more than five of its attributes in a row, `protocol//hostname
    #: pathname search hash`, where an empty pathname stands for `/`. The groups are these five. With a hostname of more
    #: than 63 characters, or (but for HTML5) with `"/."` in the pathname, a URL is not in plain form all the same.
    plain_form: ClassVar[re.Pattern[str]] = re.compile("(?!)")
    #: Whether an `xml:base` attribute counts in a `Document` that does not say (2.6.3 step 4).
    xml_base: ClassVar[bool] = True
    #: Whether a document's fallback base URL follows its creator's or container's, or is theirs from when it was made.
    live_fallback: ClassVar[bool] = True
    #: The encoding of the queries in style sheets and `style` attributes, where it is not the document's.
    css_encoding: ClassVar[str | None] = None

    def parse(self, url: str) -> Any:
        """The components of `url`. Raises `InvalidURLError`."""
        raise NotImplementedError

    def resolve(self, url: str, base: str | ParsedURL | None = None, *, encoding: str = "utf-8") -> Any:
        """The components of the absolute URL that `url` implies. Raises `UnresolvableURLError`, and `LookupError` for
        an `encoding` that is no label of the Encoding Standard."""
        raise NotImplementedError

    def resolve_string(self, url: str, base: str | None = None, encoding: str = "utf-8") -> str:
        """The absolute URL that `url` implies, as a string. Raises what `resolve` raises."""
        return str(self.resolve(url, base, encoding=encoding))

    def plain_value(self, name: str, value: str) -> str | None:
        """What the attribute `name` of a URL in plain form returns when `value` has been assigned to it, if nothing
        else changes, but the host with the hostname and the port; `None` where it takes `assign` to tell. A default
        port of http or https is no plain value."""
        return None

    def is_absolute(self, url: str) -> bool:
        """Whether `url` is an *absolute URL* (HTML5 2.6.3; ruling 12): it resolves, and needs no base for it."""
        return self._absolute_string(url) is not None

    def is_hierarchical(self, url: str) -> bool:
        """Whether `url` is a *hierarchical URL*: absolute, with a slash behind its scheme and colon once it is
        resolved."""
        return (self._absolute_string(url) or "").partition(":")[2].startswith("/")

    def is_authority_based(self, url: str) -> bool:
        """Whether `url` is an *authority-based URL*: absolute, with two slashes behind its scheme and colon."""
        return (self._absolute_string(url) or "").partition(":")[2].startswith("//")

    def _absolute_string(self, url: str) -> str | None:
        try:
            return self.resolve_string(url)
        except InvalidURLError:
            return None

    def is_valid_url(self, url: str, encoding: str = "utf-8") -> bool:
        """Whether `url` is what this standard lets an author write, in a document whose encoding is `encoding`."""
        raise NotImplementedError

    def decompose(self, input: str, encoding: str = "utf-8") -> Decomposition:
        """The seven attributes of the URL string `input`. Never raises for a string."""
        raise NotImplementedError

    def has_setter(self, name: str) -> bool:
        """Whether `URLDecomposition` assigns the attribute `name` under this standard."""
        return name in self.attributes and name != "origin"

    def decompose_more(self, input: str, name: str) -> str:
        """The attribute `name`, which is none of the seven, of the URL string `input`. Never raises for a string."""
        raise AttributeError(f"{self.name} has no attribute {name!r}")

    def assign(self, input: str, name: str, value: str, encoding: str = "utf-8") -> str:
        """The URL string that assigning `value` to the attribute `name` makes of `input`. Raises `RejectedValueError`
        where the standard leaves the URL as it is."""
        raise NotImplementedError

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

    def __repr__(self) -> str:
        return self.name.upper()

    def __reduce__(self) -> tuple[Any, ...]:
        return find_standard, (self.name,)


StandardLike: TypeAlias = Standard | StandardName


def find_standard(standard: StandardLike) -> Standard:
    """The standard itself, given it or its name. Raises `ValueError` for an unknown name.

    >>> find_standard("rfc3986")
    RFC3986
    """
    if isinstance(standard, Standard):
        return standard
    if not isinstance(standard, str):
        raise TypeError(f"a standard is one of the five constants or its name, not {type(standard).__name__}")
    try:
        module, constant = _CONSTANTS[standard]
    except KeyError:
        raise ValueError(f"there is no standard {standard!r}; there are {', '.join(_CONSTANTS)}") from None
    found: Standard = getattr(import_module(module), constant)
    return found
