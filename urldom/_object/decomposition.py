"""`URLDecomposition`: the mutable object with the *URL decomposition IDL attributes* (HTML5 2.6.6).

A `URLDecomposition` stores the immutable pieces of a URL (`urldom._values.pieces`) and a state
(`urldom._object.states`). The state records the standard, the encoding and the base with which the pieces were made. A
getter reads a piece. A setter calls a function of the standard, which returns the new pieces. One assignment then
replaces all pieces."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar, Final, TypedDict, TypeVar

from urldom._contexts import Base, BaseContext, context_of
from urldom._contexts.copying import restore, state_of
from urldom._errors import (
    Failure,
    InvalidURLError,
    Missing,
    RejectedValueError,
    SetterReturned,
    UnresolvableURLError,
    not_assignable,
    url_repr,
    without_missing,
    wrong_type,
)
from urldom._object.hints import NAMES_ELSEWHERE
from urldom._object.states import Detached, Live, State, detached, resolved
from urldom._standards.interface import DECOMPOSITION_ATTRIBUTES, Standard, StandardLike
from urldom._standards.registry import OBJECT_MODEL_STANDARD, find_standard
from urldom._standards.relating import relative_reference
from urldom._text.encodings import checked_label, output_encoding
from urldom._text.filling_table import FillingTable
from urldom._text.grammar import LARGEST_PORT, port_number
from urldom._text.percent_encoding import percent_decoded
from urldom._values.parsed_url import ParsedURL, parsed_url
from urldom._values.pieces import (
    FRAGMENT,
    HOST,
    PATH,
    PORT,
    QUERY,
    SCHEME,
    SLASHES,
    USERINFO,
    Pieces,
    href,
    is_absolute,
    with_written,
    written,
)
from urldom._values.url_value import AnyURL, URLValue, url_text

if TYPE_CHECKING:
    from ipaddress import IPv4Address, IPv6Address

    from typing_extensions import Unpack

    from urldom._object.segments import Segments
    from urldom.params import Params

_Self = TypeVar("_Self", bound="URLDecomposition")

_HTML5: Final = find_standard(OBJECT_MODEL_STANDARD)
#: The state of a URL that is made from a string, without other arguments.
_DETACHED: Final = detached(_HTML5, "utf-8")


#: For each standard, the state of a URL that has no base and whose encoding is UTF-8.
_IN_UTF_8: Final = FillingTable[Standard, Detached](lambda standard: detached(standard, "utf-8"))
#: The piece that an attribute's setter replaces.
_PIECES: Final = {
    "protocol": SCHEME,
    "username": USERINFO,
    "password": USERINFO,
    "host": HOST,
    "hostname": HOST,
    "port": PORT,
    "pathname": PATH,
    "search": QUERY,
    "hash": FRAGMENT,
}
#: The possible last characters of an IP address. A host with another last character is a name.
_LAST_OF_AN_ADDRESS: Final = frozenset("0123456789]")
#: Assigning `None` to one of these attributes removes its component (ruling 19).
_REMOVABLE: Final = frozenset(["port", "search", "hash", "username", "password"])


#: Matches an IPv6 address without brackets, a common mistake.
_is_bare_ipv6: Final = re.compile(r"[0-9A-Fa-f]*:[0-9A-Fa-f.]*:[0-9A-Fa-f:.]*\Z").match


class Assignments(TypedDict, total=False):
    """The keywords of `URLDecomposition.assign()` and `replace()`."""

    protocol: str
    host: str
    hostname: str
    port: str | int | None
    pathname: str
    search: str | None
    hash: str | None
    href: str
    username: str | None
    password: str | None


class _WithHints(type):
    """The metaclass of a class with `Missing` attributes. The errors suggest the right names. `dir(cls)` leaves out
    these attributes."""

    def __dir__(cls) -> list[str]:
        return without_missing(cls, super().__dir__())


class URLDecomposition(URLValue, metaclass=_WithHints):
    """A URL whose parts can be read and assigned one by one, as a script does in a page (HTML5 2.6.6).

    The constructor computes the *input*, which the attributes read:

    - With `base`, the input is `url` resolved against `base`, or `""` if `url` does not resolve. `WHATWG` is the
      exception: see `href`.
    - Without `base`, the input is `url` after parsing and normalisation. If `url` is not absolute, the input is `url`
      unchanged (ruling 13).

    With a base context, each access computes the input again. When the context's base URL changes, the attributes
    change too.

    The attributes of HTML5 2.6.6 are `protocol`, `host`, `hostname`, `port`, `pathname`, `search` and `hash`. Reading
    them never raises an error. Assigning a string never raises an error either. If the standard does not accept the
    string, the URL stays unchanged. In that case, `assign()` raises an error with the reason.

    `str(url)` returns `href`. Two objects are equal if they have the same standard and `href`. `bool(url)` is `True` if
    the URL is absolute. The object is mutable, so it cannot be hashed. The class can be subclassed.

    Args:
        url: Any string, or a URL object of urldom, such as a `ParsedURL`.
        base: An absolute URL or a base context.
        standard: The standard, or its name. `None` uses the base context's standard, or `HTML5` without a context.
        encoding: The encoding of the query, as a label of the Encoding Standard. `None` uses the base context's
            encoding, or UTF-8 without a context.
        on_set: The *common setter action*, a function. It is called with the new URL after each assignment. If the
            standard does not accept the assigned value, the function is called with the unchanged input (ruling 18).

    Raises:
        TypeError: If an argument has a wrong type.
        ValueError: If `standard` is an unknown name.
        LookupError: If `encoding` is an unknown label.

    >>> url = URLDecomposition("https://www.example.com:4443?")
    >>> url.host, url.pathname, url.search
    ('www.example.com:4443', '/', '?')
    >>> url.hostname = "example.org"
    >>> str(url)
    'https://example.org:4443?'
    """

    __slots__ = ("__weakref__", "_last_query", "_on_set", "_pieces", "_state")

    #: The pieces of a detached URL. `None` for a live URL, whose state computes the pieces.
    _pieces: Pieces | None
    _state: State
    _on_set: Callable[[str], object] | None
    #: A cache: the last query that `params` read, split into its pairs.
    _last_query: object

    def __init__(
        self,
        url: AnyURL,
        base: Base | None = None,
        *,
        standard: StandardLike | None = None,
        encoding: str | None = None,
        on_set: Callable[[str], object] | None = None,
    ) -> None:
        text = url if type(url) is str else url_text(url)
        if on_set is not None and not callable(on_set):
            raise wrong_type("on_set", "a function of the output or None", on_set)
        self._on_set = on_set
        if base is None:
            if encoding is not None:
                state = detached(_HTML5 if standard is None else find_standard(standard), checked_label(encoding))
            elif standard is None:
                state = _DETACHED
            else:
                state = _IN_UTF_8[standard if isinstance(standard, Standard) else find_standard(standard)]
            self._state = state
            try:
                self._pieces = state.cut(text)
            except Failure:
                self._pieces = with_written(state.standard.no_url, text)
            return
        label = None if encoding is None else checked_label(encoding)
        context = context_of(base)
        if context is None:
            base_url = url_text(base)
            self._state = Detached(find_standard(standard or _HTML5), label or "utf-8", base_url)
            self._pieces = self._make(text)
            return
        output_encoding(context.encoding if label is None else label)
        self._state = Live(text, context, None if standard is None else find_standard(standard), label)
        self._pieces = None

    # The seven attributes of HTML5 2.6.6. If the standards define an attribute differently, its getter calls a method
    # of the URL's standard.

    @property
    def protocol(self) -> str:
        """The scheme and a colon (HTML5 2.6.6).

        The setter removes colons at the end of the value. It ignores a value that is not a scheme. Under `WHATWG`, it
        does not change a special scheme, such as `http`, to a scheme that is not special, or the reverse.

        Raises:
            TypeError: If the assigned value is not a `str`.

        >>> url = URLDecomposition("http://example.com/")
        >>> url.protocol = "https"
        >>> url.protocol
        'https:'
        >>> url.protocol = "a b"  # not a scheme: ignored
        >>> url.protocol
        'https:'
        """
        return (self._pieces or self._state.read())[SCHEME]

    @protocol.setter
    def protocol(self, value: str) -> None:
        self._assign("protocol", value)

    @property
    def host(self) -> str:
        """The host, followed by a colon and the port if the port is not the scheme's default (HTML5 2.6.6).

        The setter accepts a host with or without a port (ruling 16). A host without a port removes the URL's port.
        `WHATWG` is the exception: the URL keeps its port.

        Raises:
            TypeError: If the assigned value is not a `str`.

        >>> url = URLDecomposition("http://example.com:80/")
        >>> url.host
        'example.com'
        >>> url.host = "example.org:8080"
        >>> str(url)
        'http://example.org:8080/'
        """
        pieces = self._pieces or self._state.read()
        return self._state.standard.host(pieces) if pieces[PORT] else pieces[HOST]

    @host.setter
    def host(self, value: str) -> None:
        self._assign("host", value)

    @property
    def hostname(self) -> str:
        """The host without the port (HTML5 2.6.6). If the URL is absolute, `href` contains the same host.

        The setter does not accept an empty value. It removes slashes at the beginning of the value, except under
        `WHATWG`.

        Raises:
            TypeError: If the assigned value is not a `str`.

        >>> url = URLDecomposition("http://example.com:8080/")
        >>> url.hostname = "a@b"  # not a host: ignored
        >>> url.hostname
        'example.com'
        >>> url.hostname = "example.org"
        >>> str(url)
        'http://example.org:8080/'
        """
        return (self._pieces or self._state.read())[HOST]

    @hostname.setter
    def hostname(self, value: str) -> None:
        self._assign("hostname", value)

    @property
    def port(self) -> str:
        """The digits of the port, or `""` (HTML5 2.6.6).

        The setter uses the digits at the beginning of the value. It ignores a port over 65535. It accepts an `int` too.
        `None` removes the port.

        A value without digits, such as `""`, sets the port to 0. `WHATWG` is the exception: `""` removes the port, and
        the setter ignores other values without digits.

        Raises:
            TypeError: If the assigned value is not a `str`, an `int` or `None`.

        >>> url = URLDecomposition("http://example.com/")
        >>> url.port
        ''
        >>> url.port = 8080
        >>> url.port = "99999"  # too large: ignored
        >>> url.port
        '8080'
        """
        port = (self._pieces or self._state.read())[PORT]
        return port[1:] if port else port

    @port.setter
    def port(self, value: str | int | None) -> None:
        self._assign("port", value)

    @property
    def pathname(self) -> str:
        """The path (HTML5 2.6.6).

        The setter adds a missing slash at the beginning of the value. If the URL is not hierarchical, the setter
        ignores the value.

        Raises:
            TypeError: If the assigned value is not a `str`.

        >>> url = URLDecomposition("http://example.com/a/b?q")
        >>> url.pathname = "c?d"
        >>> url.pathname, str(url)
        ('/c%3Fd', 'http://example.com/c%3Fd?q')
        """
        pieces = self._pieces or self._state.read()
        path = pieces[PATH]
        return path if path and pieces[SLASHES] else self._state.standard.pathname(pieces)

    @pathname.setter
    def pathname(self, value: str) -> None:
        self._assign("pathname", value)

    @property
    def search(self) -> str:
        """A question mark and the query, or `""` (HTML5 2.6.6).

        The setter removes one question mark at the beginning of the value. `None` removes the query. `""` sets an empty
        query, so the question mark stays. `WHATWG` and RFC 1808 are the exceptions: `""` removes the query.

        Raises:
            TypeError: If the assigned value is not a `str` or `None`.

        >>> url = URLDecomposition("http://example.com/?a#top")
        >>> url.search = "b=1"
        >>> url.search
        '?b=1'
        >>> url.search = None
        >>> str(url)
        'http://example.com/#top'
        """
        pieces = self._pieces or self._state.read()
        query = pieces[QUERY]
        if not query:
            return query
        return query if len(query) > 1 and pieces[SLASHES] else self._state.standard.search(pieces)

    @search.setter
    def search(self, value: str | None) -> None:
        self._assign("search", value)

    @property
    def hash(self) -> str:
        """A number sign and the fragment, or `""` if the fragment is empty or absent (HTML5 2.6.6).

        The setter removes one number sign at the beginning of the value. `None` removes the fragment. `""` sets an
        empty fragment, so the number sign stays in `href`. `WHATWG` and RFC 1808 are the exceptions: `""` removes the
        fragment.

        Raises:
            TypeError: If the assigned value is not a `str` or `None`.

        >>> url = URLDecomposition("http://example.com/#")
        >>> url.hash
        ''
        >>> url.hash = "top"
        >>> url.hash
        '#top'
        """
        fragment = (self._pieces or self._state.read())[FRAGMENT]
        return fragment if fragment != "#" else ""

    @hash.setter
    def hash(self, value: str | None) -> None:
        self._assign("hash", value)

    # Attributes of the URL Standard

    @property
    def href(self) -> str:
        """The absolute URL, which is the *input* (ruling 13, URL Standard 6.1).

        If the URL is not absolute, `href` depends on the base. Without a base, `href` is the original string. With a
        base, `href` is `""`. `WHATWG` is the exception: with a base, `href` is the original string too. Under `WHATWG`,
        `href` is `""` in one case only: the original string is an absolute URL, but the base is invalid.

        `href` can be assigned under `WHATWG` only. The setter accepts any string. It replaces the whole URL.

        Raises:
            AttributeError: If `href` is assigned under another standard.
            TypeError: If the assigned value is not a `str`.

        >>> page = "https://example.com/a/"
        >>> URLDecomposition("../b", page).href, URLDecomposition("http://[", page).href
        ('https://example.com/b', '')
        >>> url = URLDecomposition("https://example.com/", standard="whatwg")
        >>> url.href = "HTTPS://EXAMPLE.ORG"
        >>> url.href
        'https://example.org/'
        """
        pieces = self._pieces or self._state.read()
        if is_absolute(pieces):
            return href(pieces)
        state = self._state
        reference = written(pieces)
        if state.base is None:
            return reference
        if "href" not in state.standard.attributes:
            return ""
        # If the attribute's value is not a URL, the HTML Standard's getter returns the value. If the value is an
        # absolute URL and only the base is invalid, the getter returns "".
        return "" if is_absolute(resolved(state.standard, reference, None, state.encoding)) else reference

    @href.setter
    def href(self, value: str) -> None:
        standard = self._state.current_standard()
        if "href" not in standard.assignable:
            raise AttributeError(_not_assignable("href", standard))
        text = value if type(value) is str else _text("href", value)
        self._store(self._make(text), text)

    @property
    def origin(self) -> str:
        """The serialized origin, or `"null"` if the origin is opaque (URL Standard 6.1). Only `WHATWG` has this
        attribute.

        Raises:
            AttributeError: If the URL has another standard.

        >>> URLDecomposition("https://bob@example.com:443/a", standard="whatwg").origin
        'https://example.com'
        >>> URLDecomposition("data:,x", standard="whatwg").origin
        'null'
        """
        pieces = self._require("origin")
        return self._state.standard.origin(pieces)

    @property
    def username(self) -> str:
        """The username, percent-encoded (URL Standard 6.1). Only `WHATWG` has this attribute.

        The setter percent-encodes the value. `None` removes the username.

        Raises:
            AttributeError: If the URL has another standard.
            TypeError: If the assigned value is not a `str` or `None`.

        >>> url = URLDecomposition("https://example.com/", standard="whatwg")
        >>> url.username = "bob@home"
        >>> url.username, str(url)
        ('bob%40home', 'https://bob%40home@example.com/')
        """
        return self._require("username")[USERINFO][:-1].partition(":")[0]

    @username.setter
    def username(self, value: str | None) -> None:
        self._require("username")
        self._assign("username", value)

    @property
    def password(self) -> str:
        """The password, percent-encoded (URL Standard 6.1). Only `WHATWG` has this attribute.

        The setter percent-encodes the value. `None` removes the password.

        Raises:
            AttributeError: If the URL has another standard.
            TypeError: If the assigned value is not a `str` or `None`.

        >>> url = URLDecomposition("https://bob:p%40ss@example.com/", standard="whatwg")
        >>> url.password
        'p%40ss'
        >>> url.password = None
        >>> str(url)
        'https://bob@example.com/'
        """
        return self._require("password")[USERINFO][:-1].partition(":")[2]

    @password.setter
    def password(self, value: str | None) -> None:
        self._require("password")
        self._assign("password", value)

    # Attributes for display and for connecting

    @property
    def default_port(self) -> int | None:
        """The default port of the scheme, or `None` (`<hostport>` in HTML5 2.6.2, URL Standard 4.2).

        >>> URLDecomposition("https://example.com:8443/").default_port
        443
        >>> URLDecomposition("mailto:bob@example.com").default_port is None
        True
        """
        scheme = (self._pieces or self._state.read())[SCHEME][:-1]
        return self._state.standard.default_ports.get(scheme.lower())

    @property
    def effective_port(self) -> int | None:
        """The port to connect to. It is the URL's own port, or else the scheme's default port.

        It is `None` if the URL has no port and its scheme has no default port. It is also `None` for a port over 65535,
        which the RFCs allow. Under RFC 1808 and RFC 2396, a host can contain a colon. For such a host, the default
        port is not used.

        >>> URLDecomposition("https://example.com/").effective_port
        443
        >>> URLDecomposition("https://example.com:8443/").effective_port
        8443
        """
        pieces = self._pieces or self._state.read()
        digits = pieces[PORT][1:]
        if not digits:
            # Under RFC 2396 and RFC 1808, a host can contain a colon. Another parser may read a port after the colon.
            return None if ":" in pieces[HOST].rpartition("]")[2] else self.default_port
        return port_number(digits)

    def display(self) -> str:
        """Return the URL as text for people (URL Standard 4.8). Do not parse the result again.

        Returns:
            The URL without credentials. The host is in Unicode if that is safe. An escape of a character that cannot
            mislead is decoded.

        >>> URLDecomposition("http://user:secret@example.com/caf%C3%A9?q=a%20b", standard="whatwg").display()
        'http://example.com/café?q=a%20b'
        """
        from urldom._object.display import displayed

        return displayed(self._pieces or self._state.read())

    def relative_to(self, base: Base) -> str:
        """Return the shortest reference that resolves to this URL against `base` (RFC 3986 4.2, URL Standard 4.3).

        The method is the inverse of `resolve` under this URL's standard. `resolve(url.relative_to(base), base,
        standard=url.standard)` returns this URL again, byte for byte.

        The reference has one of these forms (RFC 3986 4.2):

        - an empty string, or only a fragment
        - a query
        - a relative path
        - an absolute path
        - a network path (`//host/path`)
        - the absolute URL

        If two forms have the same length, the method returns the form that is earlier in this list. A network path and
        an absolute URL are copied from `href` unchanged, so `//host/` keeps its last slash.

        Args:
            base: An absolute URL or a base context.

        Returns:
            The reference. It is never longer than `href`.

        Raises:
            UnresolvableURLError: If this URL or `base` is not an absolute URL.
            TypeError: If `base` is neither a URL nor a base context.

        >>> url = URLDecomposition("https://example.com/a/b?q=1#top", standard="whatwg")
        >>> url.relative_to("https://example.com/a/c"), url.relative_to("https://example.com/x/y/z")
        ('b?q=1#top', '/a/b?q=1#top')
        >>> url.relative_to("https://other.example/"), url.relative_to("https://example.com/a/b?q=1")
        ('//example.com/a/b?q=1#top', '#top')
        """
        pieces = self._pieces or self._state.read()
        standard = self._state.standard
        if not is_absolute(pieces):
            raise self.error or UnresolvableURLError(self.reference, None, "it is not absolute", standard.name)
        if type(base) is str:
            base_text = base
        else:
            context = context_of(base)
            base_text = url_text(base if context is None else context.base_url, "a base")
        try:
            base_pieces = standard.cut_base(base_text)
            if not is_absolute(base_pieces):
                raise Failure("its base is not an absolute URL")
        except Failure as failure:
            raise UnresolvableURLError(href(pieces), base_text, failure.reason, standard.name) from None
        return relative_reference(standard, pieces, base_pieces)

    # The arguments of the constructor, and the URL in other forms

    @property
    def reference(self) -> str:
        """The original string, or the output of the last assignment (HTML5 2.6.6). It may be relative to `base`.

        >>> url = URLDecomposition("../b", "http://example.com/a/c")
        >>> url.reference, url.href
        ('../b', 'http://example.com/b')
        """
        return self._state.reference if isinstance(self._state, Live) else written(self._pieces or _HTML5.no_url)

    @property
    def base(self) -> AnyURL | BaseContext | None:
        """The base, which is an absolute URL, a base context, or `None` (HTML5 2.6.3).

        >>> URLDecomposition("../b", "http://example.com/a/c").base
        'http://example.com/a/c'
        """
        return self._state.base

    @property
    def standard(self) -> Standard:
        """The standard that parses the URL and its assigned values.

        >>> URLDecomposition("http://example.com/").standard
        HTML5
        """
        return self._state.current_standard()

    @property
    def encoding(self) -> str:
        """The label of the encoding in which a query is escaped (HTML5 2.6.3 step 8).

        >>> url = URLDecomposition("http://example.com/?q=é", encoding="latin1")
        >>> url.encoding, url.search
        ('latin1', '?q=%E9')
        """
        return self._state.encoding

    @property
    def params(self) -> Params:
        """The query's names and values as a live mapping, in the URL's encoding (`urldom.params.Params`).

        >>> url = URLDecomposition("http://example.com/?a=1&q=%EC%E8", encoding="windows-1251")
        >>> url.params["q"], url.params.get("b")
        ('ми', None)
        >>> url.params["a"] = "р"
        >>> str(url)
        'http://example.com/?a=%F0&q=%EC%E8'
        """
        from urldom.params import Params

        return Params(self, self._read_query, self._set_query)

    @property
    def segments(self) -> Segments:
        """The path's segments as a live sequence of decoded text (`Segments`). The setter replaces all of them.

        Raises:
            RejectedValueError: If the path cannot contain an assigned segment, such as `".."`.
            TypeError: If the assigned value is not an iterable of `str`, or is a single `str`.

        >>> url = URLDecomposition("https://example.com/a%20b/")
        >>> url.segments
        Segments(['a b', ''])
        >>> url.segments = ["c/d", "e"]
        >>> str(url)
        'https://example.com/c%2Fd/e'
        """
        return _segments()(self)

    @segments.setter
    def segments(self, value: Iterable[str]) -> None:
        if getattr(value, "_url", None) is not self:  # after `url.segments += ["x"]`, the URL is already changed
            self.segments[:] = value

    def __truediv__(self: _Self, segment: str) -> _Self:
        """Return a copy with one more path segment. The query and the fragment stay.

        The new segment replaces an empty segment at the end of the path. The copy has no `on_set`. If `base` is a base
        context, the copy has the same base context.

        Args:
            segment: The segment as text. It is escaped as in `segments`.

        Returns:
            The copy.

        Raises:
            RejectedValueError: If the path cannot contain the segment, such as `".."`.
            TypeError: If the segment is not a `str`.

        >>> str(URLDecomposition("https://example.com/a/?q#top") / "b c" / "d/e")
        'https://example.com/a/b%20c/d%2Fe?q#top'
        """
        copied: _Self = _with_one_more()(self, segment)
        return copied

    @property
    def ip_address(self) -> IPv4Address | IPv6Address | None:
        """The host as an address of the module `ipaddress`, or `None` if the host is a name.

        An IPv4 address is four decimal numbers. An IPv6 address is in brackets, without a zone. If the scheme is
        special, `WHATWG` also reads other forms, such as `0x7f.1`, as an IPv4 address. Under the other standards, and
        if the scheme is not special, `0x7f.1` is a name.

        >>> URLDecomposition("http://[::1]:8080/").ip_address, URLDecomposition("http://example.com/").ip_address
        (IPv6Address('::1'), None)
        >>> URLDecomposition("http://0x7f.1/", standard="whatwg").ip_address
        IPv4Address('127.0.0.1')
        """
        host = (self._pieces or self._state.read())[HOST]
        return _ip_address()(host) if host[-1:] in _LAST_OF_AN_ADDRESS else None

    @property
    def credentials(self) -> tuple[str, str] | None:
        """The decoded username and password for Basic authentication, or `None` if the URL has neither.

        Bytes that are not UTF-8 become U+FFFD. The attribute exists only under `WHATWG`.

        Raises:
            AttributeError: If the URL has another standard.

        >>> URLDecomposition("https://bob:p%40ss@example.com/", standard="whatwg").credentials
        ('bob', 'p@ss')
        """
        userinfo = self._require("credentials", "username")[USERINFO]
        if not userinfo:
            return None
        username, _, password = userinfo[:-1].partition(":")
        return percent_decoded(username), percent_decoded(password)

    @property
    def parsed(self) -> ParsedURL | None:
        """The components of the URL as an immutable, hashable value, or `None` if the URL is not absolute.

        >>> urls = ["https://example.com", "https://EXAMPLE.com:443/"]
        >>> len({URLDecomposition(url, standard="whatwg").parsed for url in urls})
        1
        """
        pieces = self._pieces or self._state.read()
        return parsed_url(pieces) if is_absolute(pieces) else None

    @property
    def error(self) -> InvalidURLError | None:
        """The error whose `reason` says why the URL is not absolute (HTML5 2.6.3), or `None` if it is absolute.

        >>> URLDecomposition("http://a:b/").error.reason
        'its port is not a number'
        """
        if self:
            return None
        state = self._state
        try:
            state.standard.absolute_pieces(self.reference, state.base_url, state.encoding)
        except InvalidURLError as error:
            return error
        return None

    # Assigning

    def assign(self, **values: Unpack[Assignments]) -> None:
        """Assign several attributes in the given order, or none of them if one value is rejected.

        A value is rejected if the standard would ignore it or use only a part of it. The standard may escape or
        normalise a value. The following changes are not a reason to reject it:

        - Letters may become lower case. The standard may rewrite a host.
        - The default port is left out. Dot segments are removed.
        - `\\` may become `/`. An empty path may become `/`.
        - One `:` at the end of a scheme is removed, and so is one `?` or `#` at the beginning of a query or fragment.

        If a value is rejected, the URL stays unchanged. Otherwise, the common setter action runs once, at the end
        (HTML5 2.6.6).

        Args:
            **values: The new values, by the names of the attributes. `None` removes a port, a query, a fragment, a
                username or a password.

        Raises:
            RejectedValueError: If a value is rejected. The error's `reason` says why, and at which place in the value.
            TypeError: If a name is not an assignable attribute, or a value has a wrong type.

        >>> url = URLDecomposition("http://example.com/", standard="whatwg")
        >>> url.assign(protocol="https", port=8443)
        >>> str(url)
        'https://example.com:8443/'
        >>> try:
        ...     url.assign(hash="top", hostname="evil.example/.example.com")
        ... except RejectedValueError as error:
        ...     error.reason, url.hash
        ('a host cannot contain "/", at 12', '')
        """
        state = self._state
        pieces = self._pieces or state.read()
        setters = state.setters
        for name, value in values.items():
            try:
                if value.__class__ is not str or name not in setters or len(pieces[SCHEME]) < 2:
                    pieces = self._assigned(pieces, name, value)
                    continue
                pieces = setters[name](pieces, value)  # pyright: ignore[reportArgumentType]
                # Usually the new piece contains the value. Then the standard has used all of it.
                if not value or value not in pieces[_PIECES[name]]:  # type: ignore[operator]
                    _require_whole(state.standard, name, pieces, value)  # pyright: ignore[reportArgumentType]
            except Failure as failure:
                raise RejectedValueError(name, value, _bare_ipv6(name, value) or failure.reason) from None
        if self._on_set is None and self._pieces is not None:
            self._pieces = pieces
        elif values:
            self._store(pieces)

    def replace(self: _Self, **values: Unpack[Assignments]) -> _Self:
        """Return a copy with several attributes assigned, by the rules of `assign`.

        The copy has no `on_set`. If the URL belongs to an element of a page, changing the copy does not change the
        page.

        Args:
            **values: The new values, as for `assign`.

        Returns:
            The copy. The URL itself stays unchanged.

        Raises:
            RejectedValueError: If the standard would ignore a value or use only a part of it.
            TypeError: If a name is not an assignable attribute, or a value has a wrong type.

        >>> url = URLDecomposition("http://example.com/a")
        >>> str(url.replace(pathname="/b", hash="c")), str(url)
        ('http://example.com/b#c', 'http://example.com/a')
        """
        copy = self.__copy__()
        copy.assign(**values)
        return copy

    def _assigned(self, pieces: Pieces, name: str, value: Any) -> Pieces:
        """Return the pieces after one assignment of `assign`. Raises `Failure` for a rejected value, and `TypeError` as
        `assign` does."""
        state = self._state
        standard = state.standard
        if name not in standard.assignable:
            raise TypeError(_not_assignable(name, standard))
        text = _text(name, value)
        if name != "href":
            pieces = self._set(pieces, name, text)
        if text is not None:
            _require_whole(standard, name, pieces, text)
        if text is not None and name == "href":
            try:
                pieces = standard.absolute_pieces(text, state.base_url, state.encoding)
            except InvalidURLError as error:
                raise Failure(error.reason) from None
        return pieces

    def _set(self, pieces: Pieces, name: str, value: str | None) -> Pieces:
        """Return the pieces after the setter of the attribute `name`. Raises `Failure` if the setter would ignore the
        value."""
        state = self._state
        if not is_absolute(pieces):
            raise state.standard.no_url_failure("the URL is not an absolute URL")
        return state.setters[name](pieces, value)

    def _assign(self, name: str, value: Any) -> None:
        pieces = self._pieces or self._state.read()
        try:
            pieces = self._set(pieces, name, _text(name, value))
        except SetterReturned:
            return
        except Failure:
            self._reject()
            return
        if self._pieces is not None and self._on_set is None:
            self._pieces = pieces
        else:
            self._store(pieces)

    def _read_query(self) -> tuple[str, str]:
        """Return two strings: the query with its question mark (or `""`), and the name of the query's encoding."""
        pieces = self._pieces or self._state.read()
        encoding = self._state.encoding
        if encoding != "utf-8":
            encoding = self._state.standard.query_encoding(pieces[SCHEME], output_encoding(encoding))
        return pieces[QUERY], encoding

    def _set_query(self, query: str) -> None:
        """Replace the query. If `query` is `""`, remove it. Any other `query` begins with a question mark. Raises
        `RejectedValueError` if the standard does not accept `query`."""
        pieces = self._pieces or self._state.read()
        try:
            error = self.error
            if error is not None:
                raise Failure(f"the URL is not absolute: {error.reason}")
            pieces = self._state.standard.with_query(pieces, query)
        except Failure as failure:
            raise RejectedValueError("params", query[1:], failure.reason) from None
        self._store(pieces)

    def _reject(self) -> None:
        """Run the common setter action with the unchanged input, because a value was rejected (ruling 18).

        The original string stays unchanged too, unless `writes_input` is true for the standard. In that case, the
        parsed URL replaces the original string."""
        pieces = self._pieces or self._state.read()
        if self._state.standard.writes_input and is_absolute(pieces):
            self._store(with_written(pieces, None))
        elif self._on_set is not None:
            self._on_set(self.href)

    def _store(self, pieces: Pieces, output: str | None = None) -> None:
        """Store the URL's pieces, and run the common setter action with the output."""
        if self._pieces is None:
            self._state.write(written(pieces) if output is None else output)
        else:
            self._pieces = pieces
        if self._on_set is not None:
            self._on_set(written(pieces) if output is None else output)

    def _make(self, url: str) -> Pieces:
        """Return the pieces of `url`, resolved with this URL's base, standard and encoding."""
        state = self._state
        return resolved(state.standard, url, state.base_url, state.encoding)

    def _copy(self: _Self, pieces: Pieces) -> _Self:
        """Return a copy with these pieces."""
        if self._pieces is None or type(self) is not URLDecomposition:
            copied = self.__copy__()
            copied._store(pieces)
            return copied
        copied = URLDecomposition.__new__(type(self))
        copied._on_set = None
        copied._state = self._state
        copied._pieces = pieces
        return copied

    def _require(self, name: str, needed: str | None = None) -> Pieces:
        """Return the pieces. Raises `AttributeError` for the attribute `name` if the standard lacks the attribute
        `needed`. By default, `needed` is `name`."""
        pieces = self._pieces or self._state.read()
        standard = self._state.standard
        if (needed or name) not in standard.attributes:
            raise AttributeError(f"a URL has no attribute {name!r} under {standard.name}: use WHATWG")
        return pieces

    # Special methods: comparison, text and copies

    def __dir__(self) -> list[str]:
        return without_missing(type(self), super().__dir__())

    def __str__(self) -> str:
        return self.href

    def __format__(self, specification: str) -> str:
        return format(self.href, specification)

    def __bool__(self) -> bool:
        return is_absolute(self._pieces or self._state.read())

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, URLDecomposition):
            return NotImplemented
        return self.standard is other.standard and self.href == other.href

    __hash__: ClassVar[None] = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        state = self._state
        parts = [url_repr(self.reference)]
        if state.base is not None:
            parts.append(url_repr(state.base))
        if state.given_standard not in (None, _HTML5):
            parts.append(f"standard={state.given_standard!r}")
        if state.given_encoding not in (None, "utf-8"):
            parts.append(f"encoding={state.given_encoding!r}")
        return f"{type(self).__name__}({', '.join(parts)})"

    def __getstate__(self) -> tuple[dict[str, Any] | None, dict[str, Any]]:
        """Return the state for a copy: all of the original's state except the common setter action."""
        attributes, slots = state_of(self, without=_NOT_OF_A_COPY)
        return attributes, slots | {"_state": self._state.copy()} | dict.fromkeys(self._NOT_COPIED)

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: Any) -> Any:
        """Return the schema by which pydantic validates a field of this type (`urldom._object.fields`)."""
        from urldom._object.fields import core_schema

        return core_schema(source, handler)

    #: The slots that are `None` in a copy.
    _NOT_COPIED: ClassVar[tuple[str, ...]] = ("_on_set",)

    def __copy__(self: _Self) -> _Self:
        function, arguments, state = self.__reduce__()
        copy: _Self = function(*arguments)
        restore(copy, state)
        return copy

    def __reduce__(self) -> tuple[Any, ...]:
        return _new, (type(self),), self.__getstate__()


def _assigning(name: str, assign: Callable[[URLDecomposition, Any], None]) -> Callable[[URLDecomposition, Any], None]:
    """Return the setter of an attribute. The setter calls `assign`, except in the common case: the value is a string,
    and the URL is detached and absolute, without `on_set`."""

    def set(url: URLDecomposition, value: Any) -> None:
        pieces = url._pieces  # pyright: ignore[reportPrivateUsage]
        if (
            pieces is None
            or value.__class__ is not str
            or url._on_set is not None  # pyright: ignore[reportPrivateUsage]
            or len(pieces[SCHEME]) < 2  # the same as `not is_absolute(pieces)`, but faster
        ):
            assign(url, value)
            return
        try:
            url._pieces = url._state.setters[name](pieces, value)  # pyright: ignore[reportPrivateUsage]
        except SetterReturned:
            pass
        except Failure:
            url._reject()  # pyright: ignore[reportPrivateUsage]

    return set


for _name, _hint in NAMES_ELSEWHERE.items():
    setattr(URLDecomposition, _name, Missing("a URL", _name, _hint))
for _name in DECOMPOSITION_ATTRIBUTES:
    _property: Any = getattr(URLDecomposition, _name)
    setattr(URLDecomposition, _name, _property.setter(_assigning(_name, _property.fset)))


def why_ignored(url: URLDecomposition, name: str, value: Any) -> str | None:
    """Return the reason why the setter of `name` would ignore the value, or `None` if the setter would use it.

    Raises `TypeError` for a name that is not an assignable attribute, and for a value of a wrong type."""
    if name not in url.standard.assignable:
        raise TypeError(_not_assignable(name, url.standard))
    if name == "href":
        require_type(name, value)
        return None
    try:
        url._set(url._pieces or url._state.read(), name, _text(name, value))  # pyright: ignore[reportPrivateUsage]
    except Failure as failure:
        return failure.reason
    return None


def url_of_pieces(pieces: Pieces, standard: Standard, encoding: str) -> URLDecomposition:
    """Return the URL with these pieces, without a base."""
    url = URLDecomposition.__new__(URLDecomposition)
    url._on_set = None  # pyright: ignore[reportPrivateUsage]
    url._state = detached(standard, encoding)  # pyright: ignore[reportPrivateUsage]
    url._pieces = pieces  # pyright: ignore[reportPrivateUsage]
    return url


#: The slot of a cache, which a copy does not need.
_NOT_OF_A_COPY: Final = frozenset(["_last_query"])


def _require_whole(standard: Standard, name: str, pieces: Pieces, value: str) -> None:
    """Raise `Failure` if the setter of `name`, which returned these pieces, used only a part of the value."""
    if name == "host" and value == pieces[HOST] + pieces[PORT]:
        return
    reason = standard.first_unused(name, pieces, value)
    if ":" in value:
        reason = _bare_ipv6(name, value) or reason
    if reason is not None:
        raise Failure(reason)


def _bare_ipv6(name: str, value: object) -> str | None:
    """Return advice if `value` is an IPv6 address without brackets and `name` is `"host"` or `"hostname"`."""
    if name not in ("host", "hostname") or not isinstance(value, str) or not _is_bare_ipv6(value):
        return None
    return f"write an IPv6 address in brackets: [{value}]"


def _not_assignable(name: str, standard: Standard) -> str:
    """Return the reason why the attribute `name` cannot be assigned under the standard."""
    hint = NAMES_ELSEWHERE.get(name)
    if hint is not None:
        return f"a URL has no attribute {name!r}: {hint}"
    if name in ("segments", "params"):
        return f"{name!r} is not a keyword: change `url.{name}` instead, or make a copy first: `new = url.replace()`"
    return not_assignable(name, standard.assignable, standard.name)


# Few programs need these modules, so each is imported on first use. The imported function is cached, because an import
# statement takes longer than most of these functions.


@cache
def _segments() -> type[Segments]:
    from urldom._object.segments import Segments

    return Segments


@cache
def _with_one_more() -> Callable[[Any, str], Any]:
    from urldom._object.segments import with_one_more

    return with_one_more


@cache
def _ip_address() -> Callable[[str], IPv4Address | IPv6Address | None]:
    from urldom._object.addresses import ip_address

    return ip_address


def _new(kind: type[_Self]) -> _Self:
    return kind.__new__(kind)


def require_type(name: str, value: object) -> None:
    """Raise `TypeError` for a type that the attribute `name` does not accept (ruling 19)."""
    if isinstance(value, str) or (value is None and name in _REMOVABLE):
        return
    if name == "port" and isinstance(value, int) and not isinstance(value, bool):
        return
    kind = {"port": "a str, an int or None"}.get(name, "a str or None" if name in _REMOVABLE else "a str")
    raise wrong_type(name, kind, value)


def _text(name: str, value: Any) -> Any:
    """Return an assigned value as a string, or `None` if it removes the component.

    Raises `TypeError` for another type, and `Failure` for a negative `int`."""
    require_type(name, value)
    if isinstance(value, str):
        return str.__str__(value)
    if isinstance(value, int):
        if value < 0:
            raise Failure("a port must be 0 or greater")
        return str(min(value, LARGEST_PORT + 1))  # str() of a huge int would raise or be slow
    return None
