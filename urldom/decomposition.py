"""`URLDecomposition`: the mutable object with the *URL decomposition IDL attributes* (2.6.6)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, NoReturn

from urldom.encodings import output_encoding
from urldom.errors import InvalidURLError, RejectedValueError
from urldom.functions import Base, context_of
from urldom.html5 import HTML5
from urldom.idna2003 import PLAIN_HOST_LENGTH
from urldom.standards import Standard, StandardLike, find_standard

_match_plain = HTML5.plain_form.match
_LARGEST_PORT: Final = 65535


class URLDecomposition:
    """A URL whose parts are read and assigned one by one, as a script in a page does it (2.6.6).

    `url` is any string. Without `base` the *input* is `url` itself; with it (an absolute URL or a base context) the
    input is `url` resolved against it at the time of each access, or `""` where that fails. `standard` and `encoding`
    (a label of the Encoding Standard) are by default the base context's, else `HTML5` and UTF-8. `on_set(output)` is
    the *common setter action*: it is called with the new URL after every assignment, and with the input where a value
    is not accepted.

    The attributes are strings; `port` takes an `int` too (ruling 19). Reading one never raises. Assigning one never
    raises for a string: a value that the standard does not accept leaves the URL as it is; `replace()` says why. A
    value of a wrong type is a `TypeError`. Making one raises `LookupError` for an unknown encoding label.

    >>> url = URLDecomposition("https://www.example.com:4443?")
    >>> url.host, url.pathname, url.search
    ('www.example.com:4443', '/', '?')
    >>> url.hostname = "example.org"
    >>> str(url)
    'https://example.org:4443?'
    """

    # What the seven attributes return is kept as it is: reading a slot costs a tenth of what calling a getter does,
    # and seven getters cost as much as parsing. While the slots are filled the object is of this class, whose stores
    # are plain ones; then it is given the class _Assignable, where assigning is the common setter steps. Where the
    # input can change between two readings, that is with a base context, it becomes a LiveURLDecomposition, whose
    # getters look each time.
    __slots__ = (
        "__weakref__",
        "_base",
        "_encoding",
        "_on_set",
        "_plain",
        "_standard",
        "_url",
        "hash",
        "host",
        "hostname",
        "pathname",
        "port",
        "protocol",
        "search",
    )

    if TYPE_CHECKING:
        protocol: str  #: the scheme and a colon
        host: str  #: the host, and, where it is not the scheme's default one, a colon and the port
        hostname: str  #: the host
        pathname: str  #: the path
        search: str  #: a question mark and the query
        hash: str  #: a number sign and the fragment

        @property
        def port(self) -> str:
            """The port, digits; an int can be assigned too (ruling 19)."""

        @port.setter
        def port(self, value: str | int) -> None: ...

    _base: Base | None
    _encoding: str
    _on_set: Callable[[str], object] | None
    #: Whether the URL is no more than its protocol, host, pathname, search and hash in a row: then plain values can be
    #: assigned without a look at the whole.
    _plain: bool
    _standard: Standard
    #: The URL; `None` after an assignment to a plain one, until it is asked for.
    _url: str | None

    def __init__(
        self,
        url: str,
        base: Base | None = None,
        *,
        standard: StandardLike | None = None,
        encoding: str | None = None,
        on_set: Callable[[str], object] | None = None,
    ) -> None:
        if base is None and encoding is None and url.__class__ is str:
            if standard is None:
                found: Standard = HTML5
                plain = _match_plain(url)
            else:
                found = find_standard(standard)
                plain = found.plain_form.match(url)
            if plain is not None:
                self.protocol, host, path, self.search, self.hash = plain.groups()
                if len(host) <= PLAIN_HOST_LENGTH and (found is HTML5 or "/." not in path):
                    self.host = self.hostname = host
                    self.port = ""
                    self.pathname = path or "/"
                    self._url = url
                    self._plain = path != ""
                    self._base = None
                    self._standard = found
                    self._encoding = "utf-8"
                    self._on_set = on_set
                    self.__class__ = _Assignable
                    return
        if not isinstance(url, str):
            raise TypeError(f"a URL is a str, not {type(url).__name__}")
        context = context_of(base)
        if standard is None:
            standard = HTML5 if context is None else context.standard
        if encoding is None:
            encoding = "utf-8" if context is None else context.encoding
        output_encoding(encoding)
        _store(self, "_url", url)
        _store(self, "_plain", False)
        _store(self, "_base", base)
        _store(self, "_standard", find_standard(standard))
        _store(self, "_encoding", encoding)
        _store(self, "_on_set", on_set)
        if context is None:
            _fill(self)
        if type(self) is URLDecomposition:
            _store(self, "__class__", _Assignable if context is None else LiveURLDecomposition)

    @property
    def input(self) -> str:
        """The *input*: the URL that the attributes act on."""
        return str(self) if self._base is None else self._resolved() or ""

    @property
    def href(self) -> str:
        """The resolved absolute URL, or the input where it does not resolve; under `WHATWG` the URL as written there.

        Assignable under `WHATWG`.
        """
        if self._base is None:
            url = self._url or str(self)
            try:
                return self._standard.resolve_string(url, None, self._encoding)
            except InvalidURLError:
                return url
        resolved = self._resolved()
        if resolved is not None:
            return resolved
        return str(self) if "href" in self._standard.attributes else ""

    @href.setter
    def href(self, value: str) -> None: ...  # __setattr__ has it, as it has the other setters

    @property
    def origin(self) -> str:
        """The serialised origin. Only under `WHATWG`."""
        return self._standard.decompose_more(self.input, "origin")

    @property
    def username(self) -> str:
        """The username, percent-encoded. Only under `WHATWG`."""
        return self._standard.decompose_more(self.input, "username")

    @username.setter
    def username(self, value: str) -> None: ...

    @property
    def password(self) -> str:
        """The password, percent-encoded. Only under `WHATWG`."""
        return self._standard.decompose_more(self.input, "password")

    @password.setter
    def password(self, value: str) -> None: ...

    def replace(self, **values: str | int) -> None:
        """Assigns several attributes, in the order given, all or none; the common setter action runs once, at the end.

        Raises `RejectedValueError` for the first value that an assignment would silently ignore, with the reason, and
        `TypeError` for a name that is no attribute and for a value of a wrong type. Then nothing changes.

        >>> url = URLDecomposition("http://example.com/")
        >>> url.replace(protocol="https", port=8443)
        >>> str(url)
        'https://example.com:8443/'
        """
        if not values:
            return
        output = self.input
        for name, value in values.items():
            if not self._standard.has_setter(name):
                raise TypeError(f"{name!r} is no attribute that can be set under {self._standard.name}")
            try:
                output = self._standard.assign(output, name, _text(name, value), self._encoding)
            except RejectedValueError as error:
                raise RejectedValueError(name, value, error.reason) from None  # as it was given, an int as an int
        self._set(output)

    def _set(self, output: str) -> None:
        _store(self, "_url", output)
        if type(self) is _Assignable:
            _fill(self)
        if self._on_set is not None:
            self._on_set(output)

    def _leave(self, input: str) -> None:
        """What happens where a value is not accepted (ruling 18)."""
        if self._on_set is not None:
            self._on_set(input)

    def _resolved(self) -> str | None:
        """The URL resolved against the base that there is, or `None` where that fails."""
        context = context_of(self._base)
        base = str(self._base) if context is None else context.base_url
        try:
            return self._standard.resolve_string(str(self), base, self._encoding)
        except InvalidURLError:
            return None

    def __reduce__(self) -> tuple[object, ...]:
        """A copy is independent, and without the common setter action, which belongs to the original."""
        return _remake, (str(self), self._base, self._standard, self._encoding)

    def __str__(self) -> str:
        if self._url is None:
            _store(self, "_url", f"{self.protocol}//{self.host}{self.pathname}{self.search}{self.hash}")
        return self._url  # type: ignore[return-value]

    def __repr__(self) -> str:
        base = "" if self._base is None else f", {self._base!r}"
        standard = "" if self._standard is HTML5 else f", standard={self._standard!r}"
        return f"URLDecomposition({str(self)!r}{base}{standard})"


_store: Final = object.__setattr__


class _Assignable(URLDecomposition):
    """What every `URLDecomposition` is once it is made."""

    __slots__ = ()

    def __setattr__(self, name: str, value: str | int) -> None:
        if self._plain and value.__class__ is str:
            plain = self._standard.plain_value(name, value)
            if plain is not None:
                _store(self, "hostname" if name == "host" else name, plain)
                if name == "port" or name == "hostname" or name == "host":
                    _store(self, "host", f"{self.hostname}:{self.port}" if self.port else self.hostname)
                if self._url is not None:
                    _store(self, "_url", None)
                if self._on_set is not None:
                    self._on_set(str(self))
                return
        if not self._standard.has_setter(name):
            raise AttributeError(f"{name!r} is no attribute that can be set under {self._standard.name}")
        text = _text(name, value)
        output = self.input
        try:
            output = self._standard.assign(output, name, text, self._encoding)
        except RejectedValueError:
            self._leave(output)
        else:
            self._set(output)

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"{name!r} cannot be deleted")


class LiveURLDecomposition(_Assignable):
    """A `URLDecomposition` on a base context: what its attributes return is made anew at each reading."""

    __slots__ = ()


def _getter(index: int) -> property:
    def get(self: URLDecomposition) -> str:
        return self._standard.decompose(self.input, self._encoding)[index]

    return property(get)


for _index, _name in enumerate(HTML5.attributes):
    setattr(LiveURLDecomposition, _name, _getter(_index))


def _remake(url: str, base: Base | None, standard: Standard, encoding: str) -> URLDecomposition:
    return URLDecomposition(url, base, standard=standard, encoding=encoding)


def _fill(self: URLDecomposition) -> None:
    """Stores what the seven attributes return."""
    input = self.input
    for name, value in zip(HTML5.attributes, self._standard.decompose(input, self._encoding), strict=True):
        _store(self, name, value)
    _store(self, "_plain", self._base is None and _is_plain(self._standard, input))


def _is_plain(standard: Standard, url: str) -> bool:
    plain = standard.plain_form.match(url)
    return plain is not None and plain[3] != "" and len(plain[2]) <= PLAIN_HOST_LENGTH and "/." not in plain[3]


def _text(name: str, value: object) -> str:
    """A value as the string that it is assigned as. Raises `TypeError` for another type."""
    if isinstance(value, str):
        return value
    if name != "port" or not isinstance(value, int) or isinstance(value, bool):
        kind = "a str or an int" if name == "port" else "a str"
        raise TypeError(f"{name} takes {kind}, not {type(value).__name__}")
    if value < 0:
        raise RejectedValueError(name, value, "a port is 0 or greater")
    return str(min(value, _LARGEST_PORT + 1))  # an int of any size has no string of a size to match
