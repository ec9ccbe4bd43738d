"""`URL`: the URL class of the URL Standard (6.1)."""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from typing import Final, TypeVar

from urldom._core.contexts.protocol import Base, url_of_base
from urldom._core.errors import Failure, InvalidURLError
from urldom._core.objects.absolute import DETACHED, ENGINE, AbsoluteURL
from urldom._core.objects.decomposition import Assignable, URLDecomposition, with_setter
from urldom._core.public import public
from urldom._core.standards.whatwg.url_search_params import URLSearchParams, attach, take
from urldom._core.values.pieces import Pieces, href
from urldom._core.values.url_value import AnyURL, url_text

_cut: Final = ENGINE.grammar.cut
_set_search: Final = ENGINE.object_model.setters["search"]
_URL = TypeVar("_URL", bound="URL")


@public("urldom")
class URL(AbsoluteURL, URLDecomposition):
    """A URL like the one that `new URL()` returns in a browser (URL Standard 6.1).

    It is a `URLDecomposition` under `WHATWG`, but always a valid URL: assigning an invalid `href`
    raises an error.

    Args:
        url: A URL, which may be relative if `base` is given.
        base: A URL or a base context, against which `url` is resolved.

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

    #: The object that `search_params` returns, or `None` before its first use, or the arguments of
    #: its `_take`.
    _search_params: URLSearchParams | tuple[str, str] | None
    _NOT_COPIED = (*URLDecomposition._NOT_COPIED, "_search_params")

    def __init__(self, url: AnyURL, base: Base | None = None) -> None:
        self._on_set = self._search_params = None
        self._state = DETACHED
        text = url if type(url) is str else url_text(url)
        base_pieces = None if base is None else self._base_pieces(url_of_base(base))
        try:
            self._pieces = _cut(text, base_pieces)
        except Failure as failure:
            raise InvalidURLError(text, failure.reason, "whatwg") from None

    @property
    def search_params(self) -> URLSearchParams:
        """The query's names and values, as a live object (URL Standard 6.1).

        Each access returns the same object. It follows changes of the query, and its own changes
        change the query.

        >>> url = URL("https://example.com/?a=1&b=2")
        >>> url.search_params.delete("a")
        >>> str(url)
        'https://example.com/?b=2'
        """
        params = self._search_params
        if isinstance(params, URLSearchParams):
            return params
        self._search_params = made = URLSearchParams()
        attach(made, self._read_query, self._set_query)
        if params is not None:
            take(made, *params)
        return made

    def _set_search(self, value: str | None) -> None:
        if type(value) is str and not ("\t" in value or "\n" in value or "\r" in value):
            assert self._pieces is not None
            self._pieces = _set_search(self._pieces, value)
            return
        self._run_setter_steps("search", value)
        # The setter has removed tabs and newlines from the query, but `search_params` keeps them.
        if value is not None:
            params = self._search_params
            text = value.removeprefix("?")
            query, _ = self._read_query()
            if isinstance(params, URLSearchParams):
                take(params, text, query)
            else:
                self._search_params = text, query

    search: Assignable[str | None] = with_setter(  # pyright: ignore[reportIncompatibleMethodOverride]
        URLDecomposition.search, _set_search
    )

    def _copy(self: _URL, pieces: Pieces) -> _URL:
        if type(self) is not URL:
            return super()._copy(pieces)
        return self._from_pieces(pieces)

    @classmethod
    def _of(cls: type[_URL], pieces: Pieces) -> _URL:
        return cls._from_pieces(pieces) if cls is URL else cls(href(pieces))

    @classmethod
    def _from_pieces(cls: type[_URL], pieces: Pieces) -> _URL:
        url = cls.__new__(cls)
        url._on_set = url._search_params = None
        url._state = DETACHED
        url._pieces = pieces
        return url

    def _base_pieces(self, base: str) -> Pieces:
        try:
            return ENGINE.grammar.cut_base(base)
        except Failure:
            return self._make(base)  # This raises the error of a URL instead of a base.

    def _make(self, url: str) -> Pieces:
        try:
            return _cut(url)
        except Failure as failure:
            raise InvalidURLError(url, failure.reason, "whatwg") from None


#: Returns the URL with these pieces.
url_of: Callable[[Pieces], URL] = URL._from_pieces  # pyright: ignore[reportPrivateUsage]
#: The pieces of a URL object, for patterns. They are never `None`, because each `URL` is valid.
pieces_of: Callable[[URL], Pieces] = attrgetter("_pieces")
