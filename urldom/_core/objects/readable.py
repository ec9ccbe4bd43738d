"""`ReadableURL`: everything that is read of a URL object. The object stores the pieces of a URL,
and a state, which records the standard, the encoding and the base with which the pieces were
made."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar, Final, TypeVar

from urldom._core.contexts.base_value import BaseValue
from urldom._core.contexts.copying import restore, state_of
from urldom._core.contexts.protocol import Base, BaseContext, url_of_base
from urldom._core.errors import Failure, InvalidURLError, UnresolvableURLError, url_repr
from urldom._core.hints.urls import URLHints
from urldom._core.objects.assigning import Assignments, assigned, query_encoding
from urldom._core.objects.states import Live, URLState, resolved, why_not_absolute
from urldom._core.standards.interface import Standard
from urldom._core.standards.registry import OBJECT_MODEL_STANDARD
from urldom._core.standards.relating import relative_reference
from urldom._core.text.grammar import port_number
from urldom._core.text.ipv6 import ipv6_pieces, is_ipv4_address
from urldom._core.text.percent_encoding import percent_decoded
from urldom._core.values.late import late
from urldom._core.values.pieces import (
    FRAGMENT,
    HOST,
    PATH,
    PORT,
    QUERY,
    SCHEME,
    SLASHES,
    USERINFO,
    Pieces,
    credentials_of,
    href,
    is_absolute,
    userinfo_of,
    written,
)
from urldom._core.values.url_value import AnyURL, URLValue
from urldom._core.values.value_of_pieces import parsed_url

if TYPE_CHECKING:
    from ipaddress import IPv4Address, IPv6Address

    from typing_extensions import Unpack

    from urldom._core.text.plain_values import PlainValue
    from urldom._core.values.parsed_url import ParsedURL

_Self = TypeVar("_Self", bound="ReadableURL")

#: The possible last characters of an IP address. A host with another last character is a name.
_LAST_OF_AN_ADDRESS: Final = frozenset("0123456789]")


class ReadableURL(URLValue, URLHints):
    """The attributes and methods of a URL object that do not change it.

    The getters do what `standards.table.get_attribute` says, and the tests compare the two. They
    are the hottest code of the package, so they find a piece by its place, and the scheme of an
    absolute URL by its length: a call of `host_of` or `is_absolute` would make them a third slower.
    """

    __slots__ = ("__weakref__", "_last_query", "_pieces", "_state")

    #: The pieces of a detached URL. `None` for a live URL, whose state computes the pieces.
    _pieces: Pieces | None
    _state: URLState
    #: A cache: the last query that `params` read, split into its pairs.
    _last_query: object
    #: The slots that are `None` in a copy.
    _NOT_COPIED: ClassVar[tuple[str, ...]] = ()
    __match_args__ = ("href",)

    def _read(self) -> Pieces:
        """Return the pieces. The attributes below begin with the first half of this expression
        themselves, because a call would make them a third slower."""
        return self._pieces or self._state.read()  # type: ignore[union-attr]  # pyright: ignore

    # The seven attributes of HTML5 2.6.6, as `table.get_attribute` reads them. If the standards
    # differ, the getter calls a function of the standard's object model.

    @property
    def protocol(self) -> str:
        """The scheme and a colon (HTML5 2.6.6).

        >>> from urldom import URLDecomposition
        >>> URLDecomposition("https://example.com/").protocol
        'https:'
        """
        return (self._pieces or self._read())[SCHEME]

    @property
    def host(self) -> str:
        """The host, followed by a colon and the port if the port is not the scheme's default.

        See HTML5 2.6.6.

        >>> from urldom import URLDecomposition
        >>> URLDecomposition("https://example.com:8443/").host
        'example.com:8443'
        """
        pieces = self._pieces or self._read()
        return self._state.object_model.host(pieces) if pieces[PORT] else pieces[HOST]

    @property
    def hostname(self) -> str:
        """The host without the port (HTML5 2.6.6).

        If the URL is absolute, `href` contains the same host.

        >>> from urldom import URLDecomposition
        >>> URLDecomposition("https://example.com:8443/").hostname
        'example.com'
        """
        return (self._pieces or self._read())[HOST]

    @property
    def port(self) -> str:
        """The digits of the port, or `""` (HTML5 2.6.6).

        >>> from urldom import URLDecomposition
        >>> URLDecomposition("https://example.com:8443/").port
        '8443'
        """
        port = (self._pieces or self._read())[PORT]
        return port[1:] if port else port

    @property
    def pathname(self) -> str:
        """The path (HTML5 2.6.6).

        >>> from urldom import URLDecomposition
        >>> URLDecomposition("https://example.com/a%20b?q").pathname
        '/a%20b'
        """
        pieces = self._pieces or self._read()
        path = pieces[PATH]
        return path if path and pieces[SLASHES] else self._state.object_model.pathname(pieces)

    @property
    def search(self) -> str:
        """A question mark and the query, or `""` (HTML5 2.6.6).

        >>> from urldom import URLDecomposition
        >>> URLDecomposition("https://example.com/?q=1").search
        '?q=1'
        """
        pieces = self._pieces or self._read()
        query = pieces[QUERY]
        if not query or (len(query) > 1 and pieces[SLASHES]):
            return query
        return self._state.object_model.search(pieces)

    @property
    def hash(self) -> str:
        """A number sign and the fragment, or `""` if the fragment is empty or absent (HTML5 2.6.6).

        >>> from urldom import URLDecomposition
        >>> URLDecomposition("https://example.com/#top").hash
        '#top'
        """
        fragment = (self._pieces or self._read())[FRAGMENT]
        return fragment if fragment != "#" else ""

    # Attributes of the URL Standard

    @property
    def href(self) -> str:
        """The absolute URL, which is the *input* (ruling 13, URL Standard 6.1).

        If the URL is not absolute, `href` is the original string without a base, and `""` with a
        base. Under `WHATWG`, it is the original string with a base too, or `""` if that is an
        absolute URL and only the base is invalid.

        >>> from urldom import URLDecomposition
        >>> URLDecomposition("../b", "http://example.com/a/c").href
        'http://example.com/b'
        """
        pieces = self._pieces or self._read()
        return href(pieces) if len(pieces[SCHEME]) > 1 else self._href_of_no_url(pieces)

    def _href_of_no_url(self, pieces: Pieces) -> str:
        state, reference = self._state, written(pieces)
        if state.base is None:
            return reference
        if "href" not in state.standard.attributes:
            return ""
        # The HTML Standard's getter returns a value that is not a URL, but "" if only the base is
        # invalid.
        without_base = resolved(reference, BaseValue(state.engine, None, state.encoding))
        return "" if is_absolute(without_base) else reference

    @property
    def origin(self) -> str:
        """The serialized origin, or `"null"` if it is opaque, only under `WHATWG`.

        See the URL Standard 6.1.

        Raises:
            AttributeError: If the URL has another standard.

        >>> from urldom import URLDecomposition
        >>> URLDecomposition("https://bob@example.com:443/a", standard="whatwg").origin
        'https://example.com'
        """
        pieces = self._require("origin")
        return self._state.object_model.origin(pieces)

    @property
    def username(self) -> str:
        """The username, percent-encoded, only under `WHATWG` (URL Standard 6.1).

        >>> from urldom import URLDecomposition
        >>> URLDecomposition("https://b%40b:p%40ss@example.com/", standard="whatwg").username
        'b%40b'
        """
        username, _, _ = self._require("username")[USERINFO][:-1].partition(":")
        return username

    @property
    def password(self) -> str:
        """The password, percent-encoded, only under `WHATWG` (URL Standard 6.1).

        >>> from urldom import URLDecomposition
        >>> URLDecomposition("https://b%40b:p%40ss@example.com/", standard="whatwg").password
        'p%40ss'
        """
        _, _, password = self._require("password")[USERINFO][:-1].partition(":")
        return password

    def _require(self, name: str, needed: str | None = None) -> Pieces:
        """Return the pieces. Raises `AttributeError` for `name` if the standard lacks `needed`, or
        `name` itself."""
        pieces = self._pieces or self._read()
        standard = self._state.standard
        if (needed or name) not in standard.attributes:
            raise AttributeError(
                f"a URL has no attribute {name!r} under {standard.name}: use WHATWG"
            )
        return pieces

    # Attributes for display and for connecting

    @property
    def default_port(self) -> int | None:
        """The default port of the scheme, or `None`.

        See `<hostport>` in HTML5 2.6.2, and URL Standard 4.2.

        >>> from urldom import URLDecomposition
        >>> URLDecomposition("https://example.com:8443/").default_port
        443
        """
        scheme = (self._pieces or self._read())[SCHEME][:-1]
        return self._state.engine.grammar.default_ports.get(scheme.lower())

    @property
    def effective_port(self) -> int | None:
        """The URL's own port, or else its scheme's default port, or else `None`.

        It is also `None` for a port over 65535, which the RFCs allow. The default port is not used
        if the host contains a colon, as it can under RFC 1808 and RFC 2396.

        >>> from urldom import URLDecomposition
        >>> URLDecomposition("https://example.com/").effective_port
        443
        >>> URLDecomposition("https://example.com:8443/").effective_port
        8443
        """
        pieces = self._pieces or self._read()
        digits = pieces[PORT][1:]
        if digits:
            return port_number(digits)
        _, _, after_address = pieces[HOST].rpartition("]")
        if ":" in after_address:  # Another parser may read a port there.
            return None
        return self.default_port

    def display(self) -> str:
        """Return the URL as text for people (URL Standard 4.8). Do not parse the result again.

        Returns:
            The URL without credentials. The host is in Unicode and escapes are decoded, unless that
            could mislead.

        >>> from urldom import URLDecomposition
        >>> URLDecomposition("http://user:secret@example.com/caf%C3%A9?q=a%20b").display()
        'http://example.com/café?q=a%20b'
        """
        from urldom._core.objects.display import displayed

        return displayed(self._pieces or self._read())

    def relative_to(self, base: Base) -> str:
        """Return the shortest reference that resolves to this URL against `base`.

        See RFC 3986 4.2, URL Standard 4.3.

        `resolve(url.relative_to(base), base, standard=url.standard)` returns this URL again, byte
        for byte.

        The reference has one of these forms: an empty string or only a fragment, a query, a
        relative path, an absolute path, a network path (`//host/path`), the absolute URL. If two
        forms have the same length, the earlier one in this list is returned. The last two are
        copied from `href` unchanged, so `//host/` keeps its last slash.

        Args:
            base: An absolute URL or a base context.

        Returns:
            The reference, which is never longer than `href`.

        Raises:
            UnresolvableURLError: If this URL or `base` is not an absolute URL.
            TypeError: If `base` is neither a URL nor a base context.

        >>> from urldom import URLDecomposition
        >>> url = URLDecomposition("https://example.com/a/b?q=1#top", standard="whatwg")
        >>> url.relative_to("https://example.com/a/c"), url.relative_to("https://example.com/x/y/z")
        ('b?q=1#top', '/a/b?q=1#top')
        >>> url.relative_to("https://other.example/"), url.relative_to("https://example.com/a/b?q=1")
        ('//example.com/a/b?q=1#top', '#top')
        """
        pieces = self._pieces or self._read()
        engine = self._state.engine
        if not is_absolute(pieces):
            raise self.error or UnresolvableURLError(
                self.reference, None, "it is not absolute", engine.name
            )
        base_text = base if type(base) is str else url_of_base(base)
        try:
            base_pieces = engine.grammar.cut_base(base_text)
            if not is_absolute(base_pieces):
                raise Failure("its base is not an absolute URL")
        except Failure as failure:
            raise UnresolvableURLError(
                href(pieces), base_text, failure.reason, engine.name
            ) from None
        return relative_reference(engine.grammar, pieces, base_pieces)

    @property
    def reference(self) -> str:
        """The original string, or the output of the last assignment (HTML5 2.6.6).

        It may be relative to `base`.

        >>> from urldom import URLDecomposition
        >>> url = URLDecomposition("../b", "http://example.com/a/c")
        >>> url.reference, url.href
        ('../b', 'http://example.com/b')
        """
        state = self._state
        return state.reference if isinstance(state, Live) else written(self._read())

    @property
    def base(self) -> AnyURL | BaseContext | None:
        """The base, which is an absolute URL, a base context, or `None` (HTML5 2.6.3).

        >>> from urldom import URLDecomposition
        >>> URLDecomposition("../b", "http://example.com/a/c").base
        'http://example.com/a/c'
        """
        return self._state.base

    @property
    def standard(self) -> Standard:
        """The standard that parses the URL and its assigned values.

        >>> from urldom import URLDecomposition
        >>> URLDecomposition("http://example.com/").standard
        HTML5
        """
        return self._state.current_standard()

    @property
    def encoding(self) -> str:
        """The label of the encoding in which a query is escaped (HTML5 2.6.3 step 8).

        >>> from urldom import URLDecomposition
        >>> url = URLDecomposition("http://example.com/?q=é", encoding="latin1")
        >>> url.encoding, url.search
        ('latin1', '?q=%E9')
        """
        return self._state.encoding

    def __truediv__(self: _Self, segment: PlainValue) -> _Self:
        """Return a copy with one more path segment, and with the same query and fragment.

        The new segment replaces an empty segment at the end of the path. The copy has no `on_set`,
        and the same `base`.

        Args:
            segment: The segment as text, or a number or another value as for `params`. It is
                escaped as in `segments`.

        Raises:
            RejectedValueError: If the path cannot contain the segment, such as `".."`, or the
                segment is empty: an empty id would be another path.
            TypeError: If the segment has a wrong type.

        >>> from urldom import URLDecomposition
        >>> str(URLDecomposition("https://example.com/a/?q#top") / "b c" / "d/e")
        'https://example.com/a/b%20c/d%2Fe?q#top'
        """
        copied: _Self = _with_added_segment()(self, segment)
        return copied

    @property
    def ip_address(self) -> IPv4Address | IPv6Address | None:
        """The host as an address of the module `ipaddress`, or `None` if the host is a name.

        An IPv4 address is four decimal numbers. An IPv6 address is in brackets, without a zone.
        Other forms, such as `0x7f.1`, are names, but `WHATWG` reads them as an IPv4 address if the
        scheme is special.

        >>> from urldom import URLDecomposition
        >>> URLDecomposition("http://[::1]:8080/").ip_address
        IPv6Address('::1')
        >>> URLDecomposition("http://0x7f.1/", standard="whatwg").ip_address
        IPv4Address('127.0.0.1')
        """
        host = (self._pieces or self._read())[HOST]
        if host[-1:] not in _LAST_OF_AN_ADDRESS:
            return None
        if host[0] == "[" and host[-1] == "]":
            pieces = ipv6_pieces(host[1:-1])
            if pieces is None:
                return None
            return _ipv6_address()(int("".join([f"{piece:0>4}" for piece in pieces]), 16))
        if not is_ipv4_address(host):
            return None
        return _ipv4_address()(int.from_bytes(map(int, host.split(".")), "big"))

    @property
    def credentials(self) -> tuple[str, str] | None:
        """The decoded username and password for Basic authentication, or `None` without either.

        The attribute exists only under `WHATWG`. Bytes that are not UTF-8 become U+FFFD.

        Raises:
            AttributeError: If the URL has another standard.

        >>> from urldom import URLDecomposition
        >>> URLDecomposition("https://bob:p%40ss@example.com/", standard="whatwg").credentials
        ('bob', 'p@ss')
        """
        pieces = self._require("credentials", "username")
        if not userinfo_of(pieces):
            return None
        username, password = credentials_of(pieces)
        return percent_decoded(username), percent_decoded(password)

    @property
    def parsed(self) -> ParsedURL | None:
        """The URL's components as an immutable, hashable value, or `None` if it is not absolute.

        >>> from urldom import URLDecomposition
        >>> urls = ["https://example.com", "https://EXAMPLE.com:443/"]
        >>> len({URLDecomposition(url, standard="whatwg").parsed for url in urls})
        1
        """
        pieces = self._pieces or self._read()
        return parsed_url(pieces) if len(pieces[SCHEME]) > 1 else None

    @property
    def error(self) -> InvalidURLError | None:
        """The error whose `reason` says why the URL is not absolute, or `None` if it is.

        See HTML5 2.6.3.

        >>> from urldom import URLDecomposition
        >>> URLDecomposition("http://a:b/").error.reason
        'its port is not a number'
        """
        return None if self else why_not_absolute(self._state, self._read())

    def replace(self: _Self, **values: Unpack[Assignments]) -> _Self:
        """Return a copy with several attributes assigned, by the rules of `assign`.

        The copy has no `on_set`, so changing the copy of an element's URL does not change the page.

        Args:
            **values: The new values, by the names of the attributes, `params`, `segments` or
                `credentials`.

        Raises:
            RejectedValueError: If the standard would ignore a value or use only a part of it.
            TypeError: If a name is not an assignable attribute, or a value has a wrong type.

        >>> from urldom import URLDecomposition
        >>> url = URLDecomposition("http://example.com/a")
        >>> str(url.replace(pathname="/b", hash="c")), str(url)
        ('http://example.com/b#c', 'http://example.com/a')
        """
        if not values:
            return self.__copy__()
        return self._copy(assigned(self._state, self._read(), values))

    __replace__ = replace  # for `copy.replace`, since Python 3.13

    def _read_query(self) -> tuple[str, str]:
        """Return two strings: the query with its question mark (or `""`), and the name of the
        query's encoding."""
        pieces = self._pieces or self._read()
        return pieces[QUERY], query_encoding(self._state, pieces)

    # Special methods: comparison, text and copies

    def __str__(self) -> str:
        return self.href

    def __format__(self, specification: str) -> str:
        return format(self.href, specification)

    def __bool__(self) -> bool:
        return len((self._pieces or self._read())[SCHEME]) > 1

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ReadableURL):
            return NotImplemented
        return self.standard is other.standard and self.href == other.href

    __hash__: ClassVar[None] = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        standard, encoding = self._state.given()
        parts = [url_repr(self.reference)]
        if self._state.base is not None:
            parts.append(url_repr(self._state.base))
        if standard is not None and standard.name != OBJECT_MODEL_STANDARD:
            parts.append(f"standard={standard!r}")
        if encoding not in (None, "utf-8"):
            parts.append(f"encoding={encoding!r}")
        return f"{type(self).__name__}({', '.join(parts)})"

    def _copy(self: _Self, pieces: Pieces) -> _Self:
        """Return a copy with these pieces."""
        copied: Any = ReadableURL.__copy__(self)
        copied._pieces = pieces
        return copied  # type: ignore[no-any-return]

    def __copy__(self: _Self) -> _Self:
        function, arguments, state = self.__reduce__()
        copy: _Self = function(*arguments)
        restore(copy, state)
        return copy

    def __reduce__(self) -> tuple[Any, ...]:
        return object.__new__, (type(self),), self.__getstate__()

    def __getstate__(self) -> tuple[dict[str, Any] | None, dict[str, Any]]:
        """Return the state for a copy: all of the original's state except the slots in
        `_NOT_COPIED`."""
        attributes, slots = state_of(self, without=frozenset(["_last_query"]))  # a cache
        return attributes, slots | {"_state": self._state.copy()} | dict.fromkeys(self._NOT_COPIED)

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: Any) -> Any:
        """Return the schema by which pydantic validates a field of this type."""
        from urldom._core.pydantic_schemas import url_schema

        return url_schema(source, handler)


_with_added_segment: Callable[[], Callable[[Any, PlainValue], Any]] = late(
    "urldom._core.objects.segments", "with_added_segment"
)
_ipv4_address: Callable[[], type[IPv4Address]] = late("ipaddress", "IPv4Address")
_ipv6_address: Callable[[], type[IPv6Address]] = late("ipaddress", "IPv6Address")
