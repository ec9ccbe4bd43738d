"""`FrozenURL`: a URL that never changes. It is the reading half of a URL object, with a hash and an
order."""

from __future__ import annotations

# Other modules call a method of the class as a function, `frozen_url`:
# pyright: reportPrivateUsage=false
from collections.abc import Callable
from functools import total_ordering
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

from urldom._core.contexts.base_argument import base_of
from urldom._core.contexts.protocol import Base
from urldom._core.errors import Failure, InvalidURLError
from urldom._core.hints.urls import FrozenURLHints
from urldom._core.objects.absolute import DETACHED, ENGINE, AbsoluteURL
from urldom._core.objects.assigning import Assignments
from urldom._core.objects.states import detached
from urldom._core.public import public
from urldom._core.standards.interface import Engine, StandardLike
from urldom._core.text.encodings import checked_label
from urldom._core.values.late import late
from urldom._core.values.pieces import WRITTEN, Pieces, href, url_pieces
from urldom._core.values.url_value import AnyURL, url_text

if TYPE_CHECKING:
    from urldom._core.params import FrozenParams

_Self = TypeVar("_Self", bound="FrozenURL")
_cut = ENGINE.grammar.cut


@public("urldom")
@total_ordering
class FrozenURL(AbsoluteURL, FrozenURLHints):
    """A URL that never changes, so that a program can keep it, share it and use it as a key.

    It is to `URL` what `frozenset` is to `set`: the same attributes can be read, while `replace`
    and `/` return a new URL instead of changing this one. `URL(url)` makes a URL that can be
    changed, and its `frozen()` converts back.

    It is hashable, sorts by `href`, and equals every URL object with the same standard and `href`,
    such as a `URL`. `params` is a read-only mapping, and `segments` is a tuple. The class can be
    subclassed. Unlike `URL`, it is not a subclass of `URLDecomposition`.

    Args:
        url: A URL, which may be relative if `base` is given. Alone, a `FrozenURL` keeps its
            standard and encoding.
        base: An absolute URL, or a base context, such as a `Document`.
        standard: The standard, or its name. `None` uses the base context's standard, or `WHATWG`
            without a context.
        encoding: The encoding of the query, as a label of the Encoding Standard. `None` uses the
            base context's encoding, or UTF-8 without a context.

    Raises:
        InvalidURLError: If `url` or `base` is invalid, or a relative `url` has no base.
        LookupError: If `encoding` is an unknown label.
        ValueError: If `standard` is an unknown name.
        TypeError: If an argument has a wrong type.

    >>> url = FrozenURL("../b?q=1#top", "https://EXAMPLE.com/x/y/z")
    >>> url.href, url.host, url.params["q"], url.segments
    ('https://example.com/x/b?q=1#top', 'example.com', '1', ('x', 'b'))
    >>> url.replace(search=None) / "c d"
    FrozenURL('https://example.com/x/b/c%20d#top')
    >>> len({url, FrozenURL("https://example.com/x/b?q=1#top")})
    1
    """

    __slots__ = ("_hash",)

    #: The hash, or `None` before it is first used.
    _hash: int | None
    _NOT_COPIED = ("_hash",)

    def __init__(
        self,
        url: AnyURL,
        base: Base | None = None,
        *,
        standard: StandardLike | None = None,
        encoding: str | None = None,
    ) -> None:
        if base is None and standard is None and encoding is None:
            self._hash = None
            self._state = DETACHED
            if type(url) is not str and isinstance(url, FrozenURL):
                self._state = url._state
                self._pieces = url._pieces
                return
            text = url if type(url) is str else url_text(url)
            try:
                self._pieces = _cut(text)
            except Failure as failure:
                raise InvalidURLError(text, failure.reason, ENGINE.name) from None
            return
        value = base_of(base, standard, encoding)
        self._state = detached(value.engine, checked_label(value.encoding), None, False)
        self._hash = None
        self._pieces = value.absolute_pieces(url)

    def frozen(self: _Self) -> _Self:
        """Return the URL itself.

        >>> url = FrozenURL("https://example.com/")
        >>> url.frozen() is url
        True
        """
        return self

    @property
    def params(self) -> FrozenParams:
        """The query's names and values, as a read-only mapping in the URL's encoding.

        It is a `urldom.params.FrozenParams`.

        >>> url = FrozenURL("https://example.com/?tag=x&tag=y")
        >>> url.params["tag"], url.params.get_all("tag"), url.params.get("q")
        ('x', ['x', 'y'], None)
        """
        return _params()(self)

    @property
    def segments(self) -> tuple[str, ...]:
        """The path's segments as decoded text, by the rules of `URL.segments`.

        >>> FrozenURL("https://example.com/a%20b/").segments
        ('a b', '')
        """
        return _segments()(self)

    def _copy(self: _Self, pieces: Pieces) -> _Self:
        if type(self) is not FrozenURL:
            return super()._copy(pieces)
        copied = FrozenURL.__new__(type(self))
        copied._state = self._state
        copied._pieces = pieces
        copied._hash = None
        return copied

    @classmethod
    def _of(cls: type[_Self], pieces: Pieces) -> _Self:
        return cls._from_pieces(ENGINE, pieces, "utf-8") if cls is FrozenURL else cls(href(pieces))

    @classmethod
    def _from_pieces(cls: type[_Self], engine: Engine[Any], pieces: Pieces, encoding: str) -> _Self:
        url = cls.__new__(cls)
        is_default = engine is ENGINE and encoding == "utf-8"
        url._state = DETACHED if is_default else detached(engine, encoding, None, False)
        url._pieces = pieces
        url._hash = None
        return url

    def __hash__(self) -> int:  # type: ignore[override]
        hashed = self._hash
        if hashed is None:
            assert self._pieces is not None
            self._hash = hashed = hash(self._pieces[:WRITTEN])
        return hashed

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, FrozenURL):
            return super().__eq__(other)
        # Parsing `href` returns the same pieces, so two URLs with different pieces have different
        # strings.
        mine, others = self._pieces, other._pieces
        assert mine is not None and others is not None
        if self._state.standard is not other._state.standard:
            return False
        return mine == others or url_pieces(mine) == url_pieces(others)

    def __lt__(self, other: FrozenURL) -> bool:
        if not isinstance(other, FrozenURL):  # pyright: ignore[reportUnnecessaryIsInstance]
            return NotImplemented
        return (self.href, self._state.standard.name) < (other.href, other._state.standard.name)

    def __copy__(self: _Self, memo: object = None) -> _Self:
        return self

    __deepcopy__ = __copy__


#: Returns the URL of an engine with these pieces and this encoding.
frozen_url: Callable[[Engine[Any], Pieces, str], FrozenURL] = FrozenURL._from_pieces


def _refusing(name: str) -> property:
    """Return the property `name` for reading. Assigning to it raises an error that names the ways
    to change a URL."""
    read = getattr(FrozenURL, name)

    def refuse(url: FrozenURL, value: object = None) -> NoReturn:
        hint = f"use `replace({name}=...)`, or `URL(url)` for a URL that can be changed"
        raise AttributeError(f"a FrozenURL never changes: {hint}", name=name, obj=url)

    return property(read.fget, refuse, refuse, read.__doc__)


for _name in Assignments.__annotations__:
    setattr(FrozenURL, _name, _refusing(_name))


_params: Callable[[], Callable[[FrozenURL], FrozenParams]] = late(
    "urldom._core.params", "FrozenParams"
)
_segments: Callable[[], Callable[[FrozenURL], tuple[str, ...]]] = late(
    "urldom._core.objects.segments", "read_segments"
)
