"""URL Standard 5, application/x-www-form-urlencoded, and 6.2, the `URLSearchParams` class."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import ClassVar, Final, cast

from urldom._core.errors import wrong_type
from urldom._core.hints.urls import URLSearchParamsHints
from urldom._core.public import public
from urldom._core.text.percent_encode_sets import FORM_URLENCODED, percent_encode_after_encoding
from urldom._core.text.percent_encoding import percent_decode
from urldom._core.text.unicode import scalar_value_string

_Tuples = list[tuple[str, str]]


@public("urldom.whatwg")
class URLSearchParams(URLSearchParamsHints):
    """A list of names and values, as in the query that a form submits (URL Standard 6.2).

    The `search_params` of a `URL` belongs to that URL: a change of the object changes the URL's
    query, and the reverse. Names and values are strings, in which a lone surrogate becomes U+FFFD.

    Args:
        init: A string, a mapping, or an iterable of pairs. One leading `?` of a string is ignored.

    Raises:
        TypeError: If `init`, a name or a value has a wrong type.

    >>> params = URLSearchParams("?q=%F0%9F%8F%B3&key=e1f7&q=2")
    >>> params.get_all("q"), params.size, "key" in params, list(params)[1]
    (['🏳', '2'], 3, True, ('key', 'e1f7'))
    >>> params.set("q", "a b"); params.append("~", ""); str(params)
    'q=a+b&key=e1f7&%7E='
    >>> str(URLSearchParams({"key": "730d67"}))
    'key=730d67'
    """

    __slots__ = ("_held", "_read_query", "_write_query")

    #: The list, and the URL's query from which the list was parsed. `append` adds a pair to this
    #: list. Any other change makes a new list, so a list never becomes shorter while another thread
    #: reads it.
    _held: tuple[_Tuples, str]
    #: Functions that read and write the query of the URL to which the object belongs, or `None`
    #: without such a URL.
    _read_query: Callable[[], tuple[str, str]] | None
    _write_query: Callable[[str], None] | None

    def __init__(self, init: str | Mapping[str, str] | Iterable[Iterable[str]] = "") -> None:
        self._read_query = self._write_query = None
        if isinstance(init, str):
            pairs = parse_urlencoded(init.removeprefix("?"))
        elif isinstance(init, Mapping):
            # Web IDL's record: if two names are equal after conversion, the later value replaces
            # the earlier one.
            items = cast("Mapping[str, str]", init).items()
            record = {_usv_string(name): _usv_string(value) for name, value in items}
            pairs = list(record.items())
        elif isinstance(init, Iterable) and not isinstance(init, bytes):  # pyright: ignore[reportUnnecessaryIsInstance]
            pairs = [_pair(item) for item in init]
        else:
            raise wrong_type("init", "a str, a mapping or an iterable of pairs", init)
        self._held = pairs, ""

    def _attach(
        self, read_query: Callable[[], tuple[str, str]], write_query: Callable[[str], None]
    ) -> None:
        """Make the list belong to a URL, whose query the functions read and write."""
        self._read_query, self._write_query = read_query, write_query

    def _take(self, value: str, query: str) -> None:
        """Replace the list with the pairs of `value`, which was assigned to the URL's query.

        `query` is the query that the URL has now.
        """
        self._held = parse_urlencoded(value), query

    @property
    def _list(self) -> list[tuple[str, str]]:
        """The pairs, which are read again if the query of the URL has changed."""
        pairs, held_query = self._held
        if self._read_query is not None:
            query, _ = self._read_query()
            if query != held_query:
                pairs = parse_urlencoded(query[1:])
                self._held = pairs, query
        return pairs

    @property
    def size(self) -> int:
        """The number of pairs.

        >>> URLSearchParams("a=1&a=2").size
        2
        """
        return len(self._list)

    def append(self, name: str, value: str) -> None:
        """Add a pair at the end.

        Args:
            name: The name.
            value: The value.

        Raises:
            TypeError: If the name or the value is not a `str`.

        >>> params = URLSearchParams("a=1")
        >>> params.append("a", "é")
        >>> str(params)
        'a=1&a=%C3%A9'
        """
        pair = _usv_string(name), _usv_string(value)
        pairs = self._list
        pairs.append(pair)
        self._update(pairs)

    def delete(self, name: str, value: str | None = None) -> None:
        """Remove all the pairs with this name, or with this name and this value.

        Args:
            name: The name.
            value: The value. `None` means any value.

        Raises:
            TypeError: If the name or the value has a wrong type.

        >>> params = URLSearchParams("a=1&a=2&b=3")
        >>> params.delete("a", "1")
        >>> str(params)
        'a=2&b=3'
        """
        name = _usv_string(name)
        if value is None:
            kept = [pair for pair in self._list if pair[0] != name]
        else:
            removed = name, _usv_string(value)
            kept = [pair for pair in self._list if pair != removed]
        self._update(kept)

    def get(self, name: str) -> str | None:
        """Return the value of the first pair with this name, or `None`.

        Args:
            name: The name.

        Raises:
            TypeError: If the name is not a `str`.

        >>> params = URLSearchParams("a=1&a=2")
        >>> params.get("a"), params.get("b")
        ('1', None)
        """
        name = _usv_string(name)
        return next((pair[1] for pair in self._list if pair[0] == name), None)

    def get_all(self, name: str) -> list[str]:
        """Return the values of all the pairs with this name, in order.

        Args:
            name: The name.

        Raises:
            TypeError: If the name is not a `str`.

        >>> URLSearchParams("a=1&a=2").get_all("a")
        ['1', '2']
        """
        name = _usv_string(name)
        return [pair[1] for pair in self._list if pair[0] == name]

    def has(self, name: str, value: str | None = None) -> bool:
        """Return whether a pair has this name, or this name and this value.

        Args:
            name: The name.
            value: The value. `None` means any value.

        Raises:
            TypeError: If the name or the value has a wrong type.

        >>> params = URLSearchParams("a=1")
        >>> params.has("a"), params.has("a", "2")
        (True, False)
        """
        name = _usv_string(name)
        if value is None:
            return any(pair[0] == name for pair in self._list)
        return (name, _usv_string(value)) in self._list

    def set(self, name: str, value: str) -> None:
        """Set the value of the first pair with this name, and remove later pairs with the name.

        If no pair has this name, a pair is added.

        Args:
            name: The name.
            value: The value.

        Raises:
            TypeError: If the name or the value is not a `str`.

        >>> params = URLSearchParams("a=1&b=2&a=3")
        >>> params.set("a", "x")
        >>> str(params)
        'a=x&b=2'
        """
        name = _usv_string(name)
        value = _usv_string(value)
        pairs: _Tuples = []
        is_set = False
        for pair in self._list:
            if pair[0] != name:
                pairs.append(pair)
            elif not is_set:
                pairs.append((name, value))
                is_set = True
        if not is_set:
            pairs.append((name, value))
        self._update(pairs)

    def sort(self) -> None:
        """Sort the pairs by their names, by UTF-16 code units.

        Pairs with the same name keep their order.

        >>> params = URLSearchParams("b=1&a=2&b=0")
        >>> params.sort()
        >>> str(params)
        'a=2&b=1&b=0'
        """
        self._update(sorted(self._list, key=lambda pair: pair[0].encode("utf-16-be")))

    def __iter__(self) -> Iterator[tuple[str, str]]:
        """Yield the pairs, in order.

        The list may change during the iteration, because each step yields the pair at the next
        index of the current list (Web IDL, "default iterator object"). So the iteration may skip a
        pair that moves to a lower index, and yield a pair twice that moves to a higher index.
        """
        index = 0
        pairs = self._list
        while index < len(pairs):
            yield pairs[index]
            index += 1
            pairs = self._list

    def __len__(self) -> int:
        return len(self._list)

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and self.has(name)

    def __str__(self) -> str:
        return serialize_urlencoded(self._list)

    def __repr__(self) -> str:
        return f"URLSearchParams({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, URLSearchParams):
            return NotImplemented
        return self._list == other._list

    __hash__: ClassVar[None] = None  # type: ignore[assignment]

    def __reduce__(self) -> tuple[type[URLSearchParams], tuple[list[tuple[str, str]]]]:
        # A copy or a pickle does not belong to the URL.
        return type(self), (list(self._list),)

    def _update(self, pairs: _Tuples) -> None:
        """Store this list, and *update* the URL to which the object belongs."""
        if self._write_query is None:
            self._held = pairs, ""
            return
        serialized = serialize_urlencoded(pairs)
        query = f"?{serialized}" if serialized else ""
        self._held = pairs, query
        self._write_query(query)


# For `URL`: make a list belong to a URL, and replace the list after an assignment to the query
attach: Final = URLSearchParams._attach  # pyright: ignore[reportPrivateUsage]
take: Final = URLSearchParams._take  # pyright: ignore[reportPrivateUsage]


def _pair(item: Iterable[str]) -> tuple[str, str]:
    pair: tuple[str, ...] = ()
    if isinstance(item, Iterable) and not isinstance(item, str):  # pyright: ignore[reportUnnecessaryIsInstance]
        pair = tuple(item)
    if len(pair) != 2:
        raise TypeError(f"each item must be a pair of a name and a value, not {item!r}")
    return _usv_string(pair[0]), _usv_string(pair[1])


def _usv_string(value: object) -> str:
    if not isinstance(value, str):
        raise wrong_type("names and values", "str", value)
    return scalar_value_string(str.__str__(value))


def parse_urlencoded(text: str) -> _Tuples:
    """Run the string parser (URL Standard 5.3), and the parser (5.1).

    A lone surrogate becomes U+FFFD first.
    """
    sequences = scalar_value_string(text).encode().split(b"&")
    pairs = [sequence.replace(b"+", b" ").partition(b"=") for sequence in sequences if sequence]
    return [(_decode(name), _decode(value)) for name, _, value in pairs]


def serialize_urlencoded(tuples: Iterable[tuple[str, str]]) -> str:
    """Serialize tuples of scalar value strings in UTF-8 (URL Standard 5.2)."""
    return "&".join(f"{_encode(name)}={_encode(value)}" for name, value in tuples)


def _decode(data: bytes) -> str:
    return percent_decode(data).decode(errors="replace")


def _encode(text: str) -> str:
    return percent_encode_after_encoding("utf-8", text, FORM_URLENCODED)
