"""`URL`: the URL class of the URL Standard (6.1)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from typing import TYPE_CHECKING, Final, TypeVar

from urldom._contexts.protocol import Base, context_of
from urldom._errors import Failure, InvalidURLError, masked
from urldom._object.decomposition import URLDecomposition
from urldom._object.states import Detached
from urldom._standards.registry import find_engine
from urldom._standards.whatwg.url_search_params import URLSearchParams
from urldom._text.default_scheme import checked_scheme, with_scheme
from urldom._values.pieces import Pieces, href
from urldom._values.url_value import AnyURL, url_text

if TYPE_CHECKING:
    from ipaddress import IPv4Address, IPv6Address

    from urldom.params import Pairs

_WHATWG: Final = find_engine("whatwg")
_cut: Final = _WHATWG.cut
_DETACHED: Final = Detached(_WHATWG, "utf-8", is_element=False)
_URL = TypeVar("_URL", bound="URL")
_set_search: Final = _WHATWG.setters["search"]


@cache
def _builder() -> Callable[..., Pieces]:
    from urldom._object.building import build

    return build


class URL(URLDecomposition):
    """A URL like the one that `new URL()` returns in a browser (URL Standard 6.1).

    It is a `URLDecomposition` under `WHATWG`, but always a valid URL: assigning an invalid `href` raises an error.

    Args:
        url: A URL. It may be relative if `base` is given.
        base: A URL or a base context. `url` is resolved against it.

    Raises:
        InvalidURLError: If `url` or `base` is invalid, or a relative `url` has no base.
        TypeError: If `url` or `base` has a wrong type.

    >>> url = URL("../b?q=1#top", "https://user@EXAMPLE.com:443/x/y/z")
    >>> url.href, url.host, url.pathname, url.origin
    ('https://user@example.com/x/b?q=1#top', 'example.com', '/x/b', 'https://example.com')
    >>> url.port = 8080
    >>> url.username = None
    >>> url.params["r"] = "é"
    >>> str(url)
    'https://example.com:8080/x/b?q=1&r=%C3%A9#top'
    """

    __slots__ = ("_search_params",)

    #: The object that `search_params` returns, or `None` before its first use, or the arguments of its `_take`.
    _search_params: URLSearchParams | tuple[str, str] | None
    _NOT_COPIED = (*URLDecomposition._NOT_COPIED, "_search_params")

    def __init__(self, url: AnyURL, base: Base | None = None) -> None:
        self._on_set = self._search_params = None
        self._state = _DETACHED
        text = url if type(url) is str else url_text(url)
        base_pieces = None
        if base is not None:
            context = context_of(base)
            base_pieces = self._make(url_text(base if context is None else context.base_url, "a base"))
        try:
            self._pieces = _cut(text, base_pieces)
        except Failure as failure:
            raise InvalidURLError(text, failure.reason, "whatwg") from None

    @classmethod
    def parse(
        cls: type[_URL], url: AnyURL, base: Base | None = None, *, default_scheme: str | None = None
    ) -> _URL | None:
        """Parse a URL, and return `None` if it is invalid (URL Standard 6.1).

        With `default_scheme`, an address without a scheme gets this one: `example.com/x`, `localhost:8080`, `//host`.
        A name before a colon is a host only if a port follows the colon. In `mailto:a@b` and `user:pass@host`, it is a
        scheme. A reference that does not name a host, such as `/x`, `?x` or `./x`, stays relative.

        Args:
            url: A URL. It may be relative if `base` is given.
            base: A URL or a base context.
            default_scheme: A scheme without a colon, such as `"https"`.

        Returns:
            The `URL`, or `None` if the constructor would raise `InvalidURLError`.

        Raises:
            TypeError: If `url`, `base` or `default_scheme` has a wrong type.
            ValueError: If `default_scheme` is not a scheme.

        >>> URL.parse("example.com") is None
        True
        >>> URL.parse("/a", "https://example.com/")
        URL('https://example.com/a')
        >>> URL.parse("example.com/x", default_scheme="https")
        URL('https://example.com/x')
        """
        scheme = checked_scheme(default_scheme)
        if scheme is not None:
            url = with_scheme(url_text(url), scheme)
        try:
            return cls(url, base)
        except InvalidURLError:
            return None

    @classmethod
    def can_parse(cls, url: AnyURL, base: Base | None = None) -> bool:
        """Return whether `URL(url, base)` would succeed (URL Standard 6.1).

        Args:
            url: A URL. It may be relative if `base` is given.
            base: A URL or a base context.

        Returns:
            `True` if the constructor would not raise `InvalidURLError`.

        Raises:
            TypeError: If `url` or `base` has a wrong type.

        >>> URL.can_parse("x", "http://example.com/"), URL.can_parse("x")
        (True, False)
        """
        return URL.parse(url, base) is not None

    @classmethod
    def build(
        cls: type[_URL],
        *,
        scheme: str = "https",
        host: str | IPv4Address | IPv6Address,
        port: int | str | None = None,
        username: str | None = None,
        password: str | None = None,
        path: str = "/",
        segments: Iterable[str] | None = None,
        query: str | Pairs | None = None,
        fragment: str | None = None,
    ) -> _URL:
        """Return the URL with these parts. Pass each part without escapes.

        A character that would end its part is escaped, and so is `%`. A value that is not allowed in its part is
        rejected. A lone surrogate becomes U+FFFD. An empty username, password, query or fragment is left out.

        Args:
            scheme: The scheme, without a colon.
            host: A domain name, an IPv4 address of four decimal numbers, or an IPv6 address with or without brackets. A
                `%` is rejected, and so is another way to write an IPv4 address, such as `0x7f.1`. The host can be `""`
                in a file URL, and in a URL whose scheme is not special.
            port: An `int` or digits. The default port of the scheme is left out.
            username: The username, not escaped.
            password: The password, not escaped.
            path: The path. It is split at its slashes. A missing slash at the beginning is added. Dot segments are
                rejected. A `;` is escaped.
            segments: The path's segments, in place of `path`. They can contain slashes. A `;` is escaped.
            query: A mapping or pairs, which are written as `params.update` writes them. A `str` is the complete query.
            fragment: The fragment, without `#`.

        Returns:
            The new `URL`.

        Raises:
            RejectedValueError: If a part cannot contain its value. The error's `attribute` is the name of the
                parameter.
            TypeError: If a value has a wrong type, or both `path` and `segments` are given.
            ValueError: If a `float` in `query` is not finite.

        >>> str(URL.build(host="example.com", segments=["a/b", "50%"], query={"q": "x&y"}, fragment="top"))
        'https://example.com/a%2Fb/50%25?q=x%26y#top'
        >>> str(URL.build(scheme="http", host="::1", port=8080, username="bob", password="p@ss", path="/a b"))
        'http://bob:p%40ss@[::1]:8080/a%20b'
        """
        pieces = _builder()(scheme, host, port, username, password, path, segments, query, fragment)
        return url_of(pieces, cls) if cls is URL else cls(href(pieces))

    @property
    def search_params(self) -> URLSearchParams:
        """The query's names and values (URL Standard 6.1). Each access returns the same object, which changes with the
        query, and whose changes change the query.

        >>> url = URL("https://example.com/?a=1&b=2")
        >>> url.search_params.delete("a")
        >>> str(url)
        'https://example.com/?b=2'
        """
        params = self._search_params
        if isinstance(params, URLSearchParams):
            return params
        self._search_params = made = URLSearchParams()
        made._bind(self._read_query, self._set_query)  # pyright: ignore[reportPrivateUsage]
        if params is not None:
            made._take(*params)  # pyright: ignore[reportPrivateUsage]
        return made

    def to_json(self) -> str:
        """Return `href` (URL Standard 6.1).

        Returns:
            The URL as a string.

        >>> URL("https://EXAMPLE.com").to_json()
        'https://example.com/'
        """
        return self.href

    def _set_search(self, value: str | None) -> None:
        if type(value) is str and not ("\t" in value or "\n" in value or "\r" in value):
            assert self._pieces is not None
            self._pieces = _set_search(self._pieces, value)
            return
        self._assign("search", value)
        # The setter has removed the tabs and newlines of the query, but `search_params` keeps those of the value.
        if value is not None:
            params = self._search_params
            assigned = value.removeprefix("?"), self._read_query()[0]
            if isinstance(params, URLSearchParams):
                params._take(*assigned)  # pyright: ignore[reportPrivateUsage]
            else:
                self._search_params = assigned

    if not TYPE_CHECKING:
        search = URLDecomposition.search.setter(_set_search)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({masked(self.href)!r})"

    def _copy(self: _URL, pieces: Pieces) -> _URL:
        if type(self) is not URL:
            return super()._copy(pieces)
        return url_of(pieces, type(self))

    def _make(self, url: str) -> Pieces:
        try:
            return _cut(url)
        except Failure as failure:
            raise InvalidURLError(url, failure.reason, "whatwg") from None


def url_of(pieces: Pieces, kind: type[_URL] = URL) -> _URL:  # type: ignore[assignment]
    """Return the URL with these pieces. `kind` is always `URL`. The parameter exists for type checkers."""
    url = kind.__new__(kind)
    url._on_set = url._search_params = None  # pyright: ignore[reportPrivateUsage]
    url._state = _DETACHED  # pyright: ignore[reportPrivateUsage]
    url._pieces = pieces  # pyright: ignore[reportPrivateUsage]
    return url
