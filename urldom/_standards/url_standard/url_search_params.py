"""6.2 URLSearchParams class."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import ClassVar, cast

from urldom._errors import type_name
from urldom._standards.url_standard import form_encoded
from urldom._text.scalar_values import scalar_value_string


class URLSearchParams:
    """A list of names and values, as a query holds them in the form that HTML forms submit.

    `init` is a string (a leading `?` is left out), a mapping, or an iterable of pairs. One that belongs to a `URL` (its
    `search_params`) changes that URL's query with itself. Names and values are strings; a lone surrogate in one becomes
    U+FFFD. (URL Standard 6.2.)

    >>> params = URLSearchParams("?q=%F0%9F%8F%B3&key=e1f7&q=2")
    >>> params.get_all("q"), params.size, "key" in params, list(params)[1]
    (['🏳', '2'], 3, True, ('key', 'e1f7'))
    >>> params.set("q", "a b"); params.append("~", ""); str(params)
    'q=a+b&key=e1f7&%7E='
    >>> str(URLSearchParams({"key": "730d67"}))
    'key=730d67'
    """

    __slots__ = ("_pairs", "_query", "_read_query", "_write_query")

    #: The list, where it belongs to no URL; else what `_query` was parsed into.
    _pairs: list[tuple[str, str]]
    _query: str
    #: How it reads and writes the query of the URL that it belongs to, if it does.
    _read_query: Callable[[], tuple[str, str]] | None
    _write_query: Callable[[str], None] | None

    def __init__(self, init: str | Mapping[str, str] | Iterable[Iterable[str]] = "") -> None:
        self._read_query = self._write_query = None
        self._query = ""
        if isinstance(init, str):
            self._pairs = form_encoded.parse_string(init.removeprefix("?"))
        elif isinstance(init, Mapping):
            # Web IDL's record: of two names that are one once they are converted, the later value counts.
            record = cast("Mapping[str, str]", init)
            self._pairs = list({_usv_string(name): _usv_string(value) for name, value in record.items()}.items())
        elif isinstance(init, Iterable) and not isinstance(init, bytes):  # pyright: ignore[reportUnnecessaryIsInstance]
            self._pairs = [_pair(item) for item in init]
        else:
            raise TypeError(f"init is a str, a mapping or an iterable of pairs, not {type_name(init)}")

    def _bind(self, read_query: Callable[[], tuple[str, str]], write_query: Callable[[str], None]) -> None:
        """Makes this the query object of a URL."""
        self._read_query, self._write_query = read_query, write_query

    def _take(self, value: str) -> None:
        """Makes the list that of `value`, which the URL's query has just been made from."""
        self._pairs = form_encoded.parse_string(value)
        self._query = self._read_query()[0] if self._read_query is not None else ""

    @property
    def _list(self) -> list[tuple[str, str]]:
        if self._read_query is not None and (query := self._read_query()[0]) != self._query:
            self._pairs, self._query = form_encoded.parse_string(query[1:]), query
        return self._pairs

    @property
    def size(self) -> int:
        """How many pairs there are."""
        return len(self._list)

    def append(self, name: str, value: str) -> None:
        """Add a pair at the end."""
        self._list.append((_usv_string(name), _usv_string(value)))
        self._changed()

    def delete(self, name: str, value: str | None = None) -> None:
        """Remove all the pairs with this name, or with this name and this value."""
        name, value = _usv_string(name), _optional(value)
        self._list[:] = [pair for pair in self._list if pair[0] != name or (value is not None and pair[1] != value)]
        self._changed()

    def get(self, name: str) -> str | None:
        """The value of the first pair with this name, or `None`."""
        name = _usv_string(name)
        return next((pair[1] for pair in self._list if pair[0] == name), None)

    def get_all(self, name: str) -> list[str]:
        """The values of all the pairs with this name."""
        name = _usv_string(name)
        return [pair[1] for pair in self._list if pair[0] == name]

    def has(self, name: str, value: str | None = None) -> bool:
        """Whether there is a pair with this name, or with this name and this value."""
        name, value = _usv_string(name), _optional(value)
        return any(pair[0] == name and (value is None or pair[1] == value) for pair in self._list)

    def set(self, name: str, value: str) -> None:
        """Give the first pair with this name this value, and remove the others; add a pair where there is none."""
        name, value = _usv_string(name), _usv_string(value)
        first = next((index for index, pair in enumerate(self._list) if pair[0] == name), len(self._list))
        self._list[first:] = [(name, value)] + [pair for pair in self._list[first:] if pair[0] != name]
        self._changed()

    def sort(self) -> None:
        """Sort the pairs by their names, by UTF-16 code units; pairs of one name keep their order."""
        self._list.sort(key=lambda pair: pair[0].encode("utf-16-be"))
        self._changed()

    def __iter__(self) -> Iterator[tuple[str, str]]:
        index = 0
        while index < len(pairs := self._list):  # as Web IDL iterates: over the list as it is at each step
            yield pairs[index]
            index += 1

    def __len__(self) -> int:
        return len(self._list)

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and self.has(name)

    def __str__(self) -> str:
        return form_encoded.serialize(self._list)

    def __repr__(self) -> str:
        return f"URLSearchParams({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        return self._list == other._list if isinstance(other, URLSearchParams) else NotImplemented

    __hash__: ClassVar[None] = None  # type: ignore[assignment]

    def __reduce__(self) -> tuple[type[URLSearchParams], tuple[list[tuple[str, str]]]]:
        return type(self), (list(self._list),)  # a copy belongs to no URL

    def _changed(self) -> None:
        """Update a `URLSearchParams` object."""
        if self._write_query is not None:
            query = str(self)
            self._query = query and f"?{query}"
            self._write_query(self._query)


def _pair(item: Iterable[str]) -> tuple[str, str]:
    is_row = isinstance(item, Iterable) and not isinstance(item, str)  # pyright: ignore[reportUnnecessaryIsInstance]
    pair = tuple(item) if is_row else ()
    if len(pair) != 2:
        raise TypeError(f"each item is a pair of a name and a value, not {item!r}")
    return _usv_string(pair[0]), _usv_string(pair[1])


def _usv_string(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(f"names and values are str, not {type_name(value)}")
    return scalar_value_string(str.__str__(value))


def _optional(value: str | None) -> str | None:
    return None if value is None else _usv_string(value)
