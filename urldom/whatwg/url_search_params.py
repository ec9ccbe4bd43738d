"""6.2 URLSearchParams class."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from urldom.whatwg import form_encoded
from urldom.whatwg.percent_encoding import scalar_value_string


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

    __slots__ = ("_list", "_update")

    #: What is to be done with the serialized list when it has changed: it is how the `URL` object hears of it.
    _update: Callable[[str], None] | None

    def __init__(self, init: str | Mapping[str, str] | Iterable[Iterable[str]] = "") -> None:
        self._update = None
        self._list: list[tuple[str, str]] = []
        if isinstance(init, str):
            self._list = form_encoded.parse_string(init.removeprefix("?"))
            return
        for item in init.items() if isinstance(init, Mapping) else init:
            pair = () if isinstance(item, str) else tuple(item)
            if len(pair) != 2:
                raise TypeError(f"each item is a pair of a name and a value, not {item!r}")
            self._list.append((_usv_string(pair[0]), _usv_string(pair[1])))

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
        return iter(self._list)

    def __len__(self) -> int:
        return len(self._list)

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and self.has(name)

    def __str__(self) -> str:
        return form_encoded.serialize(self._list)

    def __repr__(self) -> str:
        return f"URLSearchParams({str(self)!r})"

    def _changed(self) -> None:
        """Update a `URLSearchParams` object."""
        if self._update is not None:
            self._update(str(self))


def _usv_string(value: str) -> str:
    if not isinstance(value, str):
        raise TypeError(f"names and values are str, not {type(value).__name__}")
    return scalar_value_string(value)


def _optional(value: str | None) -> str | None:
    return None if value is None else _usv_string(value)
