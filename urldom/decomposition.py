"""`URLDecomposition`: the mutable object with the *URL decomposition IDL attributes* (2.6.6)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from urldom.errors import InvalidURLError, RejectedValueError
from urldom.functions import Base, context_of
from urldom.html5 import HTML5
from urldom.standards import Decomposition, Standard, StandardLike, find_standard

_LARGEST_PORT: Final = 65535


class URLDecomposition:
    """A URL whose parts are read and assigned one by one, as a script in a page does it (2.6.6).

    `url` is any string. Without `base` the *input* is `url` itself; with it (an absolute URL or a base context) the
    input is `url` resolved against it at the time of each access, or `""` where that fails. `standard` and `encoding`
    (a label of the Encoding Standard) are by default the base context's, else `HTML5` and UTF-8. `on_set(output)` is
    the *common setter action*: it is called with the new URL after every assignment, and with the input where a value
    is not accepted.

    Reading never raises. Assigning never raises for a string: a value that the standard does not accept leaves the
    URL as it is; `replace()` says why. A value of a wrong type is a `TypeError`.

    >>> url = URLDecomposition("https://www.example.com:4443?")
    >>> url.host, url.pathname, url.search
    ('www.example.com:4443', '/', '?')
    >>> url.hostname = "example.org"
    >>> str(url)
    'https://example.org:4443?'
    """

    __slots__ = ("__weakref__", "_base", "_context", "_encoding", "_kept", "_on_set", "_standard", "_url")

    def __init__(
        self,
        url: str,
        base: Base | None = None,
        *,
        standard: StandardLike | None = None,
        encoding: str | None = None,
        on_set: Callable[[str], object] | None = None,
    ) -> None:
        if not isinstance(url, str):
            raise TypeError(f"a URL is a str, not {type(url).__name__}")
        self._url = url
        self._on_set = on_set
        # What the seven attributes return; only for a while where there is a base, which may change.
        self._kept: Decomposition | None = None
        self._base = base
        self._context = context = None if base is None else context_of(base)
        if standard is None:
            standard = HTML5 if context is None else context.standard
        self._standard: Standard = find_standard(standard)
        if encoding is None:
            encoding = "utf-8" if context is None else context.encoding
        self._encoding = encoding

    @property
    def input(self) -> str:
        """The *input*: the URL that the attributes act on."""
        if self._base is None:
            return self._url
        return self._resolved() or ""

    @property
    def href(self) -> str:
        """The resolved absolute URL, or the input where it does not resolve; under `WHATWG` the URL as written there.

        Assignable under `WHATWG`.
        """
        resolved = self._resolved()
        if resolved is not None:
            return resolved
        return self._url if "href" in self._standard.attributes else self.input

    @href.setter
    def href(self, value: str) -> None:
        self._assign("href", value)

    @property
    def protocol(self) -> str:
        """The scheme and a colon."""
        return (self._kept or self._decompose())[0]

    @protocol.setter
    def protocol(self, value: str) -> None:
        self._assign("protocol", value)

    @property
    def host(self) -> str:
        """The host, and, where it is not the scheme's default one, a colon and the port."""
        return (self._kept or self._decompose())[1]

    @host.setter
    def host(self, value: str) -> None:
        self._assign("host", value)

    @property
    def hostname(self) -> str:
        """The host."""
        return (self._kept or self._decompose())[2]

    @hostname.setter
    def hostname(self, value: str) -> None:
        self._assign("hostname", value)

    @property
    def port(self) -> str:
        """The port, as a string of digits. An `int` can be assigned too (ruling 19)."""
        return (self._kept or self._decompose())[3]

    @port.setter
    def port(self, value: str | int) -> None:
        self._assign("port", value)

    @property
    def pathname(self) -> str:
        """The path."""
        return (self._kept or self._decompose())[4]

    @pathname.setter
    def pathname(self, value: str) -> None:
        self._assign("pathname", value)

    @property
    def search(self) -> str:
        """A question mark and the query."""
        return (self._kept or self._decompose())[5]

    @search.setter
    def search(self, value: str) -> None:
        self._assign("search", value)

    @property
    def hash(self) -> str:
        """A number sign and the fragment."""
        return (self._kept or self._decompose())[6]

    @hash.setter
    def hash(self, value: str) -> None:
        self._assign("hash", value)

    @property
    def origin(self) -> str:
        """The serialised origin. Only under `WHATWG`."""
        return self._decompose_more("origin")

    @property
    def username(self) -> str:
        """The username, percent-encoded. Only under `WHATWG`."""
        return self._decompose_more("username")

    @username.setter
    def username(self, value: str) -> None:
        self._assign("username", value)

    @property
    def password(self) -> str:
        """The password, percent-encoded. Only under `WHATWG`."""
        return self._decompose_more("password")

    @password.setter
    def password(self, value: str) -> None:
        self._assign("password", value)

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

    def _assign(self, name: str, value: str | int) -> None:
        if not self._standard.has_setter(name):
            raise AttributeError(f"{name} cannot be set under {self._standard.name}")
        text = _text(name, value)
        output = self.input
        try:
            output = self._standard.assign(output, name, text, self._encoding)
        except RejectedValueError:
            # Ruling 18
            if self._on_set is not None:
                self._on_set(output)
        else:
            self._set(output)

    def _set(self, output: str) -> None:
        self._url = output
        self._kept = None
        if self._on_set is not None:
            self._on_set(output)

    def _resolved(self) -> str | None:
        base = self._base if self._context is None else self._context.base_url
        try:
            return str(self._standard.resolve(self._url, base, encoding=self._encoding))  # type: ignore[arg-type]
        except InvalidURLError:
            return None

    def _decompose(self) -> Decomposition:
        seven = self._standard.decompose(self.input, self._encoding)
        if self._context is None:
            self._kept = seven
        return seven

    def _decompose_more(self, name: str) -> str:
        return self._standard.decompose_more(self.input, name)

    def __copy__(self) -> URLDecomposition:
        """An independent object, without the common setter action: that belongs to the original."""
        return type(self)(self._url, self._base, standard=self._standard, encoding=self._encoding)

    def __str__(self) -> str:
        return self._url

    def __repr__(self) -> str:
        base = "" if self._base is None else f", {self._base!r}"
        standard = "" if self._standard is HTML5 else f", standard={self._standard!r}"
        return f"URLDecomposition({self._url!r}{base}{standard})"


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
